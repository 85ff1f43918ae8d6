"""sys: the session's own view of the engine.

All sessions share this module, so everything that differs between them
(streams, modules, path ...) is missing from it: a session that asks for one of
those names gets a namespace of its own, completed by _init_module.
"""

from _engine import intern, size_of
from _streams import standard_stream
from _structseq import UnraisableHookArgs as _UnraisableHookArgs
from intrinsics import (_frame_at, _int_max_digits, _recursion_limit, _root,
                        _x_format_exc)


byteorder = 'little'
copyright = 'Caisson: Python 3.11 semantics, written from scratch.'
api_version = 1013
hexversion = 0x030b02f0
maxsize = 9223372036854775807
maxunicode = 1114111
platform = 'linux'
platlibdir = 'lib'
float_repr_style = 'short'
version = '3.11.2 (caisson)'
executable = ''
prefix = base_prefix = exec_prefix = base_exec_prefix = ''
dont_write_bytecode = True
pycache_prefix = None
tracebacklimit_default = 1000

builtin_module_names = (
    '_caisson', '_engine', '_random', '_struct', 'array',
    'builtins', 'cmath', 'itertools', 'math', 'operator', 're', 'sys', 'time',
    'unicodedata', 'zlib')
stdlib_module_names = frozenset((
    '__future__', 'abc', 'argparse', 'array', 'ast', 'asyncio', 'atexit',
    'base64', 'bdb', 'binascii', 'bisect', 'builtins', 'calendar', 'cmath', 'cmd',
    'codecs', 'collections', 'colorsys', 'concurrent', 'configparser',
    'contextlib', 'contextvars', 'copy', 'copyreg', 'csv', 'dataclasses',
    'datetime', 'decimal', 'difflib', 'dis', 'doctest', 'email', 'encodings',
    'enum', 'errno', 'faulthandler', 'filecmp', 'fileinput', 'fnmatch', 'fractions',
    'functools', 'gc', 'genericpath', 'getopt', 'getpass', 'gettext',
    'glob', 'graphlib', 'gzip', 'hashlib', 'heapq', 'hmac', 'html', 'http',
    'importlib', 'inspect', 'io', 'ipaddress', 'itertools', 'json',
    'keyword', 'linecache', 'locale', 'logging', 'math', 'mimetypes', 'mmap',
    'numbers', 'operator', 'optparse', 'os', 'pathlib', 'pickle',
    'pkgutil', 'platform', 'posixpath', 'pprint', 'py_compile', 'queue', 'quopri',
    'random', 're', 'reprlib', 'sched', 'secrets', 'shlex', 'shutil',
    'stat', 'statistics', 'string', 'struct', 'sys', 'sysconfig',
    'tarfile', 'tempfile', 'textwrap', 'threading', 'time', 'timeit',
    'token', 'tokenize', 'tomllib', 'traceback', 'types', 'typing',
    'unicodedata', 'unittest', 'urllib', 'uuid', 'warnings', 'weakref',
    'xml', 'zipfile', 'zlib', 'zoneinfo'))


class _Sequence(tuple):
    """A tuple with names, as CPython's struct sequences print."""

    __slots__ = ()
    _names = ()

    def __repr__(self):
        inside = ', '.join(f'{name}={value!r}'
                           for name, value in zip(self._names, self))
        return f'sys.{type(self).__name__}({inside})'

    def __reduce__(self):
        return tuple, (tuple(self),)


def _sequence(name, /, **fields):
    """An instance of a fresh class of named tuple items."""
    space = {'__slots__': (), '_names': tuple(fields), '__module__': 'sys',
             'n_fields': len(fields), 'n_sequence_fields': len(fields),
             'n_unnamed_fields': 0}
    for index, key in enumerate(fields):
        space[key] = property(lambda self, index=index: self[index])
    return type(name, (_Sequence,), space)(fields.values())


version_info = _sequence('version_info', major=3, minor=11, micro=2,
                         releaselevel='final', serial=0)
float_info = _sequence(
    'float_info', max=1.7976931348623157e+308, max_exp=1024, max_10_exp=308,
    min=2.2250738585072014e-308, min_exp=-1021, min_10_exp=-307, dig=15,
    mant_dig=53, epsilon=2.220446049250313e-16, radix=2, rounds=1)
int_info = _sequence('int_info', bits_per_digit=30, sizeof_digit=4,
                     default_max_str_digits=4300,
                     str_digits_check_threshold=640)
hash_info = _sequence('hash_info', width=64, modulus=2305843009213693951,
                      inf=314159, nan=0, imag=1000003, algorithm='siphash13',
                      hash_bits=64, seed_bits=128, cutoff=0)
thread_info = _sequence('thread_info', name='pthread', lock='semaphore',
                        version='NPTL 2.36')
flags = _sequence(
    'flags', debug=0, inspect=0, interactive=0, optimize=0,
    dont_write_bytecode=1, no_user_site=1, no_site=1, ignore_environment=1,
    verbose=0, bytes_warning=0, quiet=0, hash_randomization=0, isolated=1,
    dev_mode=False, utf8_mode=1, warn_default_encoding=0, safe_path=True,
    int_max_str_digits=-1)


class _Implementation:
    def __init__(self, **fields):
        self.__dict__.update(fields)

    def __repr__(self):
        inside = ', '.join(f'{k}={v!r}' for k, v in self.__dict__.items())
        return f'namespace({inside})'


_Implementation.__name__ = _Implementation.__qualname__ = 'SimpleNamespace'
_Implementation.__module__ = 'types'
implementation = _Implementation(
    name='caisson', cache_tag=None, version=version_info,
    hexversion=hexversion)


def exit(*args):
    if len(args) > 1:
        raise TypeError(f"exit expected at most 1 argument, got {len(args)}")
    if not args or args[0] is None:
        raise SystemExit
    if type(args[0]) is tuple:
        raise SystemExit(*args[0])
    raise SystemExit(args[0])


def exc_info():
    error = _root('handled')
    if error is None:
        return None, None, None
    return type(error), error, error.__traceback__


def exception():
    return _root('handled')


def getrecursionlimit():
    return _recursion_limit()


def setrecursionlimit(limit, /):
    if not isinstance(limit, int):
        if not hasattr(type(limit), '__index__'):
            raise TypeError(f"'{type(limit).__name__}' object cannot be "
                            "interpreted as an integer")
        limit = limit.__index__()
    if limit < 1:
        raise ValueError('recursion limit must be greater or equal than 1')
    _recursion_limit(limit)


def get_int_max_str_digits():
    return _int_max_digits()


def set_int_max_str_digits(maxdigits):
    if not isinstance(maxdigits, int):
        raise TypeError(f"'{type(maxdigits).__name__}' object cannot be "
                        "interpreted as an integer")
    if maxdigits != 0 and maxdigits < 640:
        raise ValueError('maxdigits must be 0 or larger than 640')
    _int_max_digits(maxdigits)


def getsizeof(object, default=None):
    method = getattr(type(object), '__sizeof__', None)
    if method is not None and type(method).__name__ == 'function':
        size = method(object)
        if not isinstance(size, int):
            raise TypeError(f"'{type(size).__name__}' object cannot be "
                            "interpreted as an integer")
        if size < 0:
            raise ValueError('__sizeof__() should return >= 0')
        return size + 16
    return size_of(object)


def getrefcount(object, /):
    return 2


def getdefaultencoding():
    return 'utf-8'


def getfilesystemencoding():
    return 'utf-8'


def getfilesystemencodeerrors():
    return 'surrogateescape'


def getswitchinterval():
    return 0.005


def setswitchinterval(interval, /):
    if interval <= 0:
        raise ValueError('switch interval must be strictly positive')


def getallocatedblocks():
    return 0


def gettrace():
    return None


def settrace(function, /):
    pass


def getprofile():
    return None


def setprofile(function, /):
    pass


def is_finalizing():
    return False


def call_tracing(func, args, /):
    return func(*args)


def audit(event, /, *args):
    if not isinstance(event, str):
        raise TypeError("expected str for argument 'event', not "
                        + type(event).__name__)
    for hook in _root('state').get('sys.hooks', ()):
        hook(event, args)


def addaudithook(hook):
    """Have a function called by audit(); the engine reports nothing to it."""
    try:
        audit('sys.addaudithook')
    except Exception:
        return
    state = _root('state')
    state['sys.hooks'] = (*state.get('sys.hooks', ()), hook)


def _getframe(depth=0, /):
    frame = _frame_at(depth + 1)
    if frame is None:
        raise ValueError('call stack is not deep enough')
    return frame


def _session():
    module = _root('modules').get('sys')
    return __import__('sys') if module is None else module


def displayhook(value, /):
    if value is None:
        return
    space = __import__('builtins').__dict__
    space['_'] = None
    _session().stdout.write(repr(value) + '\n')
    space['_'] = value


def excepthook(exctype, value, traceback, /):
    if not isinstance(value, BaseException):
        __import__('traceback').print_exception(exctype, value, traceback)
        return
    kept = value.__traceback__
    value.__traceback__ = traceback
    try:
        _session().stderr.write(_x_format_exc(value))
    finally:
        value.__traceback__ = kept


def unraisablehook(unraisable, /):
    if not isinstance(unraisable, _UnraisableHookArgs):
        raise TypeError('sys.unraisablehook argument type must be '
                        'UnraisableHookArgs')
    stderr = _session().stderr
    where = unraisable.err_msg or 'Exception ignored in'
    stderr.write(f'{where}: {unraisable.object!r}\n')
    if unraisable.exc_value is not None:
        excepthook(unraisable.exc_type, unraisable.exc_value,
                   unraisable.exc_traceback)


def breakpointhook(*args, **kwargs):
    raise RuntimeError('there is no debugger in this sandbox')


def __getattr__(name):
    # Only while the image is built: see _hidden_names.
    if name == 'modules':
        return _root('modules')
    raise AttributeError(f"module 'sys' has no attribute {name!r}")


# What programs do not see of this file.
_hidden_names = (
    '__getattr__', '_session', '_sequence', '_Sequence', '_Implementation',
    'size_of', 'standard_stream', 'tracebacklimit_default')


def _init_module(space):
    """Complete the session's module."""
    state = _root('state')
    space['modules'] = modules = _root('modules')
    if 'builtins' not in modules:
        __import__('builtins')
    space['path'] = state.setdefault('path', [])
    space['argv'] = [*state.get('argv', ('',))]
    space['orig_argv'] = ['caisson', *space['argv']]
    space['meta_path'] = []
    space['path_hooks'] = []
    space['path_importer_cache'] = {}
    space['warnoptions'] = []
    space['_xoptions'] = {}
    for name in ('stdin', 'stdout', 'stderr'):
        space[name] = space[f'__{name}__'] = standard_stream(name)
    for name in ('displayhook', 'excepthook', 'unraisablehook',
                 'breakpointhook'):
        space[f'__{name}__'] = space[name]
