"""json: encode and decode JSON.

loads and dumps of built-in data are natives; what follows handles options,
classes of the program and errors.
"""

from intrinsics import _twin

from .decoder import JSONDecodeError, JSONDecoder
from .encoder import JSONEncoder

__all__ = ['dump', 'dumps', 'load', 'loads', 'JSONDecoder',
           'JSONDecodeError', 'JSONEncoder']
__version__ = '2.0.9'

_MARKS = ((b'\xff\xfe\0\0', 'utf-32'), (b'\0\0\xfe\xff', 'utf-32'),
          (b'\xff\xfe', 'utf-16'), (b'\xfe\xff', 'utf-16'),
          (b'\xef\xbb\xbf', 'utf-8-sig'))


def detect_encoding(b):
    """Guess the encoding of JSON from its mark or its first zero bytes."""
    for mark, name in _MARKS:
        if b.startswith(mark):
            return name
    # JSON begins with two ASCII characters: see which bytes are zero.
    zeros = ''.join(['.' if byte else '0' for byte in b[:4]])
    if len(zeros) in (2, 4):
        if zeros[0] == '0':
            return 'utf-32-be' if zeros[1:2] == '0' and len(b) >= 4 else (
                'utf-16-be')
        if zeros[1] == '0':
            return 'utf-32-le' if zeros[2:] == '00' else 'utf-16-le'
    return 'utf-8'


def _text(s):
    """What is to be parsed, as a str."""
    if isinstance(s, (bytes, bytearray)):
        return s.decode(detect_encoding(s), 'surrogatepass')
    if not isinstance(s, str):
        raise TypeError('the JSON object must be str, bytes or bytearray, '
                        f'not {s.__class__.__name__}')
    if s[:1] == '\ufeff':
        raise JSONDecodeError('Unexpected UTF-8 BOM (decode using '
                              'utf-8-sig)', s, 0)
    return s


_plain = JSONDecoder()


@_twin('json.loads')
def _loads(s, *, cls=None, object_hook=None, parse_float=None,
           parse_int=None, parse_constant=None, object_pairs_hook=None, **kw):
    text = _text(s)
    hooks = {'object_hook': object_hook, 'parse_float': parse_float,
             'parse_int': parse_int, 'parse_constant': parse_constant,
             'object_pairs_hook': object_pairs_hook}
    for name, hook in hooks.items():
        if hook is not None:
            kw[name] = hook
    if cls is None:
        return (JSONDecoder(**kw) if kw else _plain).decode(text)
    return cls(**kw).decode(text)


def load(fp, **options):
    """Parse what is left of a file; options as in loads()."""
    return loads(fp.read(), **options)


@_twin('json.dumps')
def _dumps(obj, *, cls=None, **options):
    return (cls or JSONEncoder)(**_complete(options)).encode(obj)


def dump(obj, fp, *, cls=None, **options):
    """Write an object as JSON to a file; options as in dumps()."""
    encoder = (cls or JSONEncoder)(**_complete(options))
    write = fp.write
    for piece in encoder.iterencode(obj):
        write(piece)


def _complete(options):
    """All options of an encoder: classes of programs expect each of them."""
    return {'skipkeys': False, 'ensure_ascii': True, 'check_circular': True,
            'allow_nan': True, 'indent': None, 'separators': None,
            'default': None, 'sort_keys': False, **options}


del _twin
