"""Text in the prelude: repr, str and formatting where Python code is needed.

C code prints and formats built-in values (types/repr.c, format.c, percent.c).
What ends up here has an instance somewhere inside: one level is done in
Python, its parts are handed back.
"""


# --- repr ------------------------------------------------------------------------


def _repr_items(obj, opening, closing):
    if not _repr_enter(obj):
        return opening + '...' + closing
    try:
        return opening + ', '.join([repr(item) for item in obj]) + closing
    finally:
        _repr_leave(obj)


def _repr_list(obj):
    return _repr_items(obj, '[', ']')


def _repr_tuple(obj):
    return _repr_items(obj, '(', ',)' if len(obj) == 1 else ')')


def _repr_dict(obj):
    if not _repr_enter(obj):
        return '{...}'
    try:
        return '{' + ', '.join([repr(key) + ': ' + repr(value) for key, value in obj.items()]) + '}'
    finally:
        _repr_leave(obj)


def _repr_set(obj):
    return _repr_items(obj, '{', '}') if type(obj) is set else _set_repr(obj)


def _repr_frozenset(obj):
    return type(obj).__name__ + '(' + _repr_items(obj, '{', '}') + ')'


def _repr_view(obj):
    return _type_name(obj) + '(' + _repr_items(obj, '[', ']') + ')'


def _repr_proxy(obj):
    return 'mappingproxy(' + repr(_proxy_mapping(obj)) + ')'


def _repr_slice(obj):
    return f'slice({obj.start!r}, {obj.stop!r}, {obj.step!r})'


def _repr_method(obj):
    func = obj.__func__
    name = getattr(func, '__qualname__', None)
    if name is None:
        name = getattr(func, '__name__', '?')
    return f'<bound method {name} of {obj.__self__!r}>'


def _repr_classmethod(obj):
    return f'<classmethod({obj.__func__!r})>'


def _repr_staticmethod(obj):
    return f'<staticmethod({obj.__func__!r})>'


def _alias_part(arg):
    if arg is ...:
        return '...'
    if type(arg) is list:
        return '[' + ', '.join([_alias_part(item) for item in arg]) + ']'
    if isinstance(arg, type) and not hasattr(arg, '__origin__'):
        return _type_label(arg)
    return repr(arg)


def _repr_alias(obj):
    inside = ', '.join([_alias_part(arg) for arg in obj.__args__]) or '()'
    star = '*' if obj.__unpacked__ else ''
    return f'{star}{_alias_part(obj.__origin__)}[{inside}]'


def _repr_union(obj):
    return ' | '.join(['None' if arg is type(None) else _alias_part(arg) for arg in obj.__args__])


# By layout number (heap/object.h).
_repr_parts = {
    5: _repr_list,
    6: _repr_tuple,
    7: _repr_dict,
    8: _repr_set,
    9: _repr_frozenset,
    11: _repr_slice,
    16: _repr_method,
    25: _repr_classmethod,
    26: _repr_staticmethod,
    30: _repr_view,
    31: _repr_proxy,
    32: _repr_alias,
    33: _repr_union,
}


def _x_repr(obj):
    kind = _repr_kind(obj)
    if kind in _repr_parts:
        return _repr_parts[kind](obj)
    result = _special(obj, '__repr__')()
    if not isinstance(result, str):
        raise TypeError(f"__repr__ returned non-string (type {_type_name(result)})")
    return result


@_twin('set.__repr__')
@_twin('frozenset.__repr__')
def _set_repr(self):
    name = type(self).__name__
    items = [*self]
    if not items:
        return f'{name}()'
    if not _repr_enter(self):
        return f'{name}(...)'
    try:
        return f'{name}({{{", ".join([repr(item) for item in items])}}})'
    finally:
        _repr_leave(self)


@_twin('bytearray.__repr__')
@_twin('bytearray.__str__')
def _bytearray_repr(self):
    return type(self).__name__ + repr(bytearray(self))[9:]


def _x_str(obj):
    result = _special(obj, '__str__')()
    if not isinstance(result, str):
        raise TypeError(f"__str__ returned non-string (type {_type_name(result)})")
    return result


def _x_ascii(obj):
    return _ascii_text(repr(obj))


@_twin('builtins.ascii')
def _ascii(obj):
    return _ascii_text(repr(obj))


@_twin('BaseException.__repr__')
def _exception_repr(self):
    args = self.args
    name = type(self).__name__
    return f'{name}({args[0]!r})' if len(args) == 1 else f'{name}{args!r}'


@_twin('BaseException.__str__')
def _exception_str(self):
    args = self.args
    if len(args) == 0:
        return ''
    return str(args[0] if len(args) == 1 else args)


@_twin('KeyError.__str__')
def _key_error_str(self):
    args = self.args
    return repr(args[0]) if len(args) == 1 else _exception_str(self)


@_twin('ImportError.__str__')
def _import_error_str(self):
    return _exception_str(self)


@_twin('OSError.__str__')
def _os_error_str(self):
    if self.filename is None:
        if self.errno is None or self.strerror is None:
            return _exception_str(self)
        return f'[Errno {self.errno}] {self.strerror}'
    text = f'[Errno {self.errno}] {self.strerror}: {self.filename!r}'
    return text if self.filename2 is None else f'{text} -> {self.filename2!r}'


@_twin('SyntaxError.__str__')
def _syntax_error_str(self):
    return str(self.msg)


@_twin('BaseExceptionGroup.__str__')
def _group_str(self):
    n = len(self.exceptions)
    return f"{self.message} ({n} sub-exception{'' if n == 1 else 's'})"


# --- str and bytes -----------------------------------------------------------------


@_twin('str.__new__')
def _str_new(cls, obj='', /, encoding=None, errors=None):
    if encoding is None and errors is None:
        return _str_wrap(cls, _x_str(obj))
    return _str_wrap(cls, bytes(obj).decode(encoding or 'utf-8', errors or 'strict'))


@_twin('str.translate')
def _str_translate(self, table):
    out = []
    for char in self:
        try:
            to = table[ord(char)]
        except LookupError:
            out.append(char)
            continue
        if to is None:
            continue
        if isinstance(to, str):
            out.append(to)
        elif isinstance(to, int):
            if not 0 <= to < 0x110000:
                raise ValueError("character mapping must be in range(0x110000)")
            out.append(chr(to))
        else:
            raise TypeError("character mapping must return integer, None or str")
    return ''.join(out)


def _make_bytes(cls, source, make, name):
    method = _special(source, '__bytes__') if make is bytes else None
    if method is not None:
        result = method()
        if not isinstance(result, bytes):
            raise TypeError(f"__bytes__ returned non-bytes (type {_type_name(result)})")
        return _bytes_wrap(cls, result)
    if isinstance(source, memoryview):
        return _bytes_wrap(cls, make(source.tobytes()))
    return _bytes_wrap(cls, make([_x_need_index(item) if not isinstance(item, int) else item
                                  for item in source]))


@_twin('bytes.__new__')
def _bytes_new(cls, source=b'', encoding=None, errors=None):
    if isinstance(source, str) and (encoding is not None or errors is not None):
        # an encoding that C does not have
        return _bytes_wrap(cls, source.encode(*_given(encoding, errors)))
    return _make_bytes(cls, source, bytes, 'bytes')


@_twin('bytearray.__new__')
def _bytearray_new(cls, source=b'', encoding=None, errors=None, **other):
    for name in other:
        raise TypeError(f"'{name}' is an invalid keyword argument for bytearray()")
    made = bytearray()
    named = {'encoding': encoding, 'errors': errors}
    made.__init__(source, **{name: text for name, text in named.items() if text is not None})
    return _bytes_wrap(cls, made)


@_twin('bytearray.__init__')
def _bytearray_init(self, source=b'', encoding=None, errors=None):
    if isinstance(source, memoryview):
        self[:] = source.tobytes()
    elif isinstance(source, str):
        self[:] = source.encode(*_given(encoding, errors))
    elif _special(source, '__buffer__') is not None:
        self[:] = _x_need_buffer(source)
    else:
        self[:] = bytearray([_x_need_index(item) if not isinstance(item, int) else item
                             for item in source])


def _given(encoding, errors):
    if errors is not None:
        return ('utf-8' if encoding is None else encoding, errors)
    return () if encoding is None else (encoding,)


@_twin('bytearray.extend')
def _bytearray_extend(self, items):
    self.extend([_x_need_index(item) if not isinstance(item, int) else item for item in items])


# --- formatting ----------------------------------------------------------------------


def _x_format(value, spec='', conversion=0):
    """An f-string field: conversion is 0 or the code of s, r or a."""
    if conversion == 115:
        value = str(value)
    elif conversion == 114:
        value = repr(value)
    elif conversion == 97:
        value = ascii(value)
    return _format_value(value, spec)


def _format_value(value, spec):
    cls = _type_of(value)
    found = _type_find(cls, '__format__')
    if spec == '' and not _is_function(found) and _type_find(cls, '__str__') is not None:
        return str(value)
    result = _bind_special(found, value, cls)(spec)
    if not isinstance(result, str):
        raise TypeError(f"__format__ must return a str, not {_type_name(result)}")
    return result


@_twin('builtins.format')
def _format(value, spec='', /):
    if not isinstance(spec, str):
        word = 'None' if spec is None else _type_name(spec)
        raise TypeError(f"format() argument 2 must be str, not {word}")
    return _format_value(value, spec)


def _format_first(name, args, kwargs, numbers):
    """The argument a field starts with; numbers is [automatic, manual]."""
    if name == '':
        if numbers[1]:
            raise ValueError("cannot switch from manual field specification "
                             "to automatic field numbering")
        name = numbers[0]
        numbers[0] = name + 1
    elif isinstance(name, int):
        if numbers[0]:
            raise ValueError("cannot switch from automatic field numbering "
                             "to manual field specification")
        numbers[1] = 1
    else:
        return kwargs[name]
    if args is None:
        raise ValueError("Format string contains positional fields")
    if name >= len(args):
        raise IndexError(f"Replacement index {name} out of range for positional args tuple")
    return args[name]


def _format_all(text, args, kwargs, numbers, depth):
    if depth < 0:
        raise ValueError("Max string recursion exceeded")
    out = []
    for literal, name, spec, conversion in _format_parse(text):
        out.append(literal)
        if name is None:
            continue
        first, rest = _format_name(name)
        value = _format_first(first, args, kwargs, numbers)
        for is_attr, key in rest:
            value = getattr(value, key) if is_attr else value[key]
        if conversion is not None:
            value = _convert(value, conversion)
        if '{' in spec:
            spec = _format_all(spec, args, kwargs, numbers, depth - 1)
        out.append(_format_value(value, spec))
    return ''.join(out)


def _convert(value, conversion):
    if conversion == 's':
        return str(value)
    if conversion == 'r':
        return repr(value)
    if conversion == 'a':
        return ascii(value)
    if 32 < ord(conversion) < 127:
        raise ValueError(f"Unknown conversion specifier {conversion}")
    raise ValueError(f"Unknown conversion specifier \\x{ord(conversion):x}")


@_twin('intrinsics._format_fill')
def _format_slow(text, args, kwargs):
    return _format_all(text, args, kwargs, [0, 0], 1)


@_twin('str.format')
def _str_format(self, /, *args, **kwargs):
    if kwargs:
        return _format_fill(_exact_str(self), args, kwargs)
    return _format_all(self, args, kwargs, [0, 0], 1)


@_twin('str.format_map')
def _str_format_map(self, mapping):
    return _format_all(self, None, mapping, [0, 0], 1)


# --- the % operator -----------------------------------------------------------------------


def _percent_number(value, kind, is_bytes):
    """What an int or float conversion makes of an instance."""
    if isinstance(value, int) or isinstance(value, float):
        return value
    if kind in 'oxX':
        try:
            return _x_need_index(value)
        except TypeError:
            pass
        raise TypeError(f"%{kind} format: an integer is required, not {_type_name(value)}")
    if kind in 'diu':
        try:
            return _x_need_int(value)
        except TypeError:
            pass
        raise TypeError(f"%{kind} format: a real number is required, not {_type_name(value)}")
    if _special(value, '__float__') is None and _special(value, '__index__') is None:
        if is_bytes:
            raise TypeError(f"float argument required, not {_type_name(value)}")
        raise TypeError(f"must be real number, not {_type_name(value)}")
    return _x_need_float(value)


def _percent_value(value, kind, is_bytes):
    if kind in 'srab':
        if not is_bytes:
            return str(value) if kind == 's' else repr(value) if kind == 'r' else ascii(value)
        if kind in 'ra':
            return ascii(value).encode()
        method = _special(value, '__bytes__')
        if isinstance(value, (bytes, bytearray, memoryview)) or method is None:
            return value
        result = method()
        if not isinstance(result, bytes):
            raise TypeError(f"__bytes__ returned non-bytes (type {_type_name(result)})")
        return result
    if kind in 'diuoxXeEfFgG':
        return _percent_number(value, kind, is_bytes)
    if kind == 'c' and not isinstance(value, (int, str, bytes, bytearray)):
        if _special(value, '__index__') is not None:
            return _x_need_index(value)
    return value


def _percent_str(fmt, args):
    """fmt % args: arguments become built-in values, then C does the rest."""
    is_bytes = not isinstance(fmt, str)
    single = not isinstance(args, tuple)
    taken = 0
    source = (args,) if single else args
    values = []
    pieces = []
    keyed = False
    percent = b'%' if is_bytes else '%'
    for piece in _percent_parse(fmt):
        if type(piece) is not tuple:
            pieces.append(piece.replace(percent, percent + percent))
            continue
        key, middle, kind, stars = piece
        if key is not None:
            keyed = True
            if not single or isinstance(args, str) or _special(args, '__getitem__') is None:
                raise TypeError("format requires a mapping")
            source = (args[key],)
            taken = 0
        for _ in range(stars + 1):
            if taken >= len(source):
                raise TypeError("not enough arguments for format string")
            value = source[taken]
            taken += 1
            if _ < stars:
                values.append(value)
        values.append(_percent_value(value, kind, is_bytes))
        if kind in 'ra':
            kind = 's'
        pieces.append(percent + middle + (kind.encode('latin-1') if is_bytes else kind))
    if taken < len(source):
        mapping = keyed or (single and not isinstance(args, (str, bytes) if is_bytes else str)
                            and _special(args, '__getitem__') is not None)
        if not mapping:
            raise TypeError("not all arguments converted during "
                            f"{'bytes' if is_bytes else 'string'} formatting")
    result = percent[:0].join(pieces) % tuple(values)
    return bytearray(result) if isinstance(fmt, bytearray) else result


_percent_bytes = _percent_str


_type_put(str, '__doc__', """str(object='') -> str
str(bytes_or_buffer[, encoding[, errors]]) -> str

Text: an immutable sequence of Unicode code points.  Without encoding and
errors the result of object.__str__() is given; with one of them the bytes are
decoded.""")
_type_put(bytes, '__doc__', """bytes(iterable_of_ints) -> bytes
bytes(string, encoding[, errors]) -> bytes
bytes(bytes_or_buffer) -> immutable copy of bytes_or_buffer
bytes(int) -> bytes object of size given by the parameter initialized with null bytes
bytes() -> empty bytes object

An immutable sequence of numbers from 0 to 255.""")
_type_put(bytearray, '__doc__', """bytearray(iterable_of_ints) -> bytearray
bytearray(string, encoding[, errors]) -> bytearray
bytearray(bytes_or_buffer) -> mutable copy of bytes_or_buffer
bytearray(int) -> bytes array of size given by the parameter initialized with null bytes
bytearray() -> empty bytes array

A sequence of numbers from 0 to 255 that can be changed in place.""")
_type_put(memoryview, '__doc__', "A view of the bytes of another object, without a copy.")


@_twin('memoryview.__new__')
def _memoryview_new(cls, object):
    method = _special(object, '__buffer__')
    if method is None:
        raise TypeError(f"memoryview: a bytes-like object is required, not '{_type_name(object)}'")
    return method(0)


@_twin('bytearray.join')
@_twin('bytes.join')
def _bytes_join(self, iterable, /):
    """Some of the items know __buffer__."""
    return self.join([item if _special(item, '__buffer__') is None else _x_need_buffer(item) for item in iterable])
