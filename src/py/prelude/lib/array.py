"""array: sequences of numbers of one machine type.

Items live in a list; every value that enters is checked by packing it, so
ranges, rounding and texts of errors are those of the machine type.
"""

import struct
from _collections_abc import MutableSequence
from abc import _register_builtin
from operator import index as _index

import _array
from intrinsics import _twin

__all__ = ['array', 'ArrayType', 'typecodes']

typecodes = 'bBuhHiIlLqQfd'
_SIZES = {'b': 1, 'B': 1, 'u': 4, 'h': 2, 'H': 2, 'i': 4, 'I': 4, 'l': 8,
          'L': 8, 'q': 8, 'Q': 8, 'f': 4, 'd': 8}
_NAMES = {'b': ('signed char', -1 << 7, (1 << 7) - 1),
          'B': ('unsigned byte integer', 0, (1 << 8) - 1),
          'h': ('signed short integer', -1 << 15, (1 << 15) - 1),
          'H': ('unsigned short', 0, (1 << 16) - 1),
          'i': ('signed int', -1 << 31, (1 << 31) - 1),
          'I': ('unsigned int', 0, (1 << 32) - 1),
          'l': ('signed long', -1 << 63, (1 << 63) - 1),
          'L': ('unsigned long', 0, (1 << 64) - 1),
          'q': ('signed long', -1 << 63, (1 << 63) - 1),
          'Q': ('unsigned long', 0, (1 << 64) - 1)}


def _checked(code, value):
    """The value as an item of the type."""
    if code == 'u':
        if not isinstance(value, str) or len(value) != 1:
            raise TypeError('array item must be unicode character')
        return str(value)
    if code in 'fd':
        if not isinstance(value, (int, float)) and not hasattr(
                type(value), '__float__') and not hasattr(
                    type(value), '__index__'):
            raise TypeError('must be real number, not '
                            + type(value).__name__)
        value = float(value)
        return value if code == 'd' else struct.unpack(
            'f', struct.pack('f', value))[0]
    if not isinstance(value, int):
        value = _index(value)
    name, low, high = _NAMES[code]
    if value < low:
        if not low and code in 'ILQ':
            raise OverflowError("can't convert negative value to unsigned int"
                                )
        raise OverflowError(f'{name} is less than minimum')
    if value > high:
        raise OverflowError(f'{name} is greater than maximum')
    return int(value)


@_twin('_array.fitted')
def _unfit(code, items, /):
    """Some item is not plain: they are checked one by one."""
    return None


class array:
    """array(typecode [, initializer]) -> array"""

    __slots__ = ('_code', '_items', '__weakref__')

    def __new__(cls, typecode, initializer=(), /, **kwargs):
        if kwargs and cls is array:
            raise TypeError('array.array() takes no keyword arguments')
        if not isinstance(typecode, str) or len(typecode) != 1:
            raise TypeError('array() argument 1 must be a unicode character, '
                            f'not {type(typecode).__name__}')
        if typecode not in typecodes:
            raise ValueError('bad typecode (must be b, B, u, h, H, i, I, l, '
                             'L, q, Q, f or d)')
        if isinstance(initializer, str) and typecode != 'u':
            raise TypeError('cannot use a str to initialize an array with '
                            f"typecode '{typecode}'")
        self = super().__new__(cls)
        self._code = typecode
        self._items = []
        if isinstance(initializer, array) and initializer._code != typecode:
            if initializer._code == 'u':
                raise TypeError('cannot use a unicode array to initialize an '
                                f"array with typecode '{typecode}'")
            initializer = initializer._items
        if isinstance(initializer, (bytes, bytearray)):
            self.frombytes(initializer)
        else:
            self.extend(initializer)
        return self

    @property
    def typecode(self):
        return self._code

    @property
    def itemsize(self):
        return _SIZES[self._code]

    def __buffer__(self, flags, /):
        """A read-only view of the items as they are now."""
        code = self._code
        return memoryview(self.tobytes()).cast('I' if code == 'u' else code)

    @_twin('_array.append')
    def _pyappend(self, v, /):
        self._items.append(_checked(self._code, v))

    append = _array.append

    def extend(self, bb, /):
        code = self._code
        if isinstance(bb, array):
            if bb._code != code:
                raise TypeError('can only extend with array of same kind')
            self._items.extend(bb._items)
            return
        kind = type(bb)
        if kind is list or kind is tuple:
            fitted = _array.fitted(code, bb)
            if fitted is not None:
                self._items.extend(fitted)
                return
        for item in bb:
            self._items.append(_checked(code, item))

    def fromlist(self, list, /):
        if not isinstance(list, type([])):
            raise TypeError('arg must be list')
        self._items.extend([_checked(self._code, item) for item in list])

    def tolist(self):
        return self._items[:]

    def tobytes(self):
        if self._code == 'u':
            return ''.join(self._items).encode('utf-32-le', 'surrogatepass')
        return struct.pack(f'{len(self._items)}{self._code}', *self._items)

    def __bytes__(self):
        return self.tobytes()

    def frombytes(self, buffer, /):
        data = bytes(memoryview(buffer))
        size = _SIZES[self._code]
        if len(data) % size:
            raise ValueError('bytes length not a multiple of item size')
        if self._code == 'u':
            self._items.extend(data.decode('utf-32-le', 'surrogatepass'))
        else:
            self._items.extend(
                struct.unpack(f'{len(data) // size}{self._code}', data))

    def _fill(self, at, data):
        """Write bytes over those of the items, as into a writable buffer."""
        whole = bytearray(self.tobytes())
        whole[at:at + len(data)] = data
        self._items.clear()
        self.frombytes(whole)

    def tofile(self, f, /):
        f.write(self.tobytes())

    def fromfile(self, f, n, /):
        data = f.read(n * self.itemsize)
        self.frombytes(data)
        if len(data) < n * self.itemsize:
            raise EOFError('read() didn\'t return enough bytes')

    def tounicode(self):
        if self._code != 'u':
            raise ValueError('tounicode() may only be called on unicode type '
                             'arrays')
        return ''.join(self._items)

    def fromunicode(self, ustr, /):
        if self._code != 'u':
            raise ValueError('fromunicode() may only be called on unicode '
                             'type arrays')
        self._items.extend(ustr)

    def byteswap(self):
        size = _SIZES[self._code]
        data = self.tobytes()
        swapped = b''.join([data[i:i + size][::-1]
                            for i in range(0, len(data), size)])
        self._items.clear()
        self.frombytes(swapped)

    def buffer_info(self):
        return id(self), len(self._items)

    def count(self, v, /):
        return self._items.count(v)

    def index(self, v, start=0, stop=9223372036854775807, /):
        try:
            return self._items.index(v, start, stop)
        except ValueError:
            raise ValueError('array.index(x): x not in array') from None

    def insert(self, i, v, /):
        self._items.insert(i, _checked(self._code, v))

    def pop(self, i=-1, /):
        if not self._items:
            raise IndexError('pop from empty array')
        try:
            return self._items.pop(i)
        except IndexError:
            raise IndexError('pop index out of range') from None

    def remove(self, v, /):
        try:
            self._items.remove(v)
        except ValueError:
            raise ValueError('array.remove(x): x not in array') from None

    def reverse(self):
        self._items.reverse()

    def _like(self, items):
        made = object.__new__(array)
        made._code = self._code
        made._items = items
        return made

    def __copy__(self):
        return self._like(self._items[:])

    def __deepcopy__(self, memo, /):
        return self._like(self._items[:])

    @_twin('_array.__len__')
    def _pylen(self):
        return len(self._items)

    __len__ = _array.__len__

    def __iter__(self):
        return iter(self._items)

    def __contains__(self, v, /):
        return v in self._items

    @_twin('_array.__getitem__')
    def _pygetitem(self, key, /):
        if isinstance(key, slice):
            return self._like(self._items[key])
        if not isinstance(key, int) and not hasattr(type(key), '__index__'):
            raise TypeError('array indices must be integers')
        try:
            return self._items[key]
        except IndexError:
            raise IndexError('array index out of range') from None

    @_twin('_array.__setitem__')
    def _pysetitem(self, key, value, /):
        if isinstance(key, slice):
            if not isinstance(value, array):
                raise TypeError('can only assign array (not '
                                f'"{type(value).__name__}") to array slice')
            if value._code != self._code:
                raise TypeError('bad argument type for built-in operation')
            self._items[key] = value._items
            return
        if not isinstance(key, int) and not hasattr(type(key), '__index__'):
            raise TypeError('array indices must be integers')
        value = _checked(self._code, value)
        try:
            self._items[key] = value
        except IndexError:
            raise IndexError('array assignment index out of range') from None

    __getitem__ = _array.__getitem__
    __setitem__ = _array.__setitem__

    def __delitem__(self, key, /):
        try:
            del self._items[key]
        except IndexError:
            raise IndexError('array assignment index out of range') from None

    def __add__(self, other, /):
        if not isinstance(other, array):
            raise TypeError('can only append array (not '
                            f'"{type(other).__name__}") to array')
        if other._code != self._code:
            raise TypeError('bad argument type for built-in operation')
        return self._like(self._items + other._items)

    def __iadd__(self, other, /):
        if not isinstance(other, array):
            raise TypeError('can only extend with array (not '
                            f'"{type(other).__name__}")')
        self.extend(other)
        return self

    def __mul__(self, n, /):
        return self._like(self._items * n)

    __rmul__ = __mul__

    def __imul__(self, n, /):
        self._items *= n
        return self

    def _compare(self, other, op):
        if not isinstance(other, array):
            return NotImplemented
        return op(self._items, other._items)

    def __eq__(self, other, /):
        return self._compare(other, lambda a, b: a == b)

    def __ne__(self, other, /):
        return self._compare(other, lambda a, b: a != b)

    def __lt__(self, other, /):
        return self._compare(other, lambda a, b: a < b)

    def __le__(self, other, /):
        return self._compare(other, lambda a, b: a <= b)

    def __gt__(self, other, /):
        return self._compare(other, lambda a, b: a > b)

    def __ge__(self, other, /):
        return self._compare(other, lambda a, b: a >= b)

    __hash__ = None

    def __repr__(self):
        name = type(self).__name__
        if not self._items:
            return f'{name}({self._code!r})'
        if self._code == 'u':
            return f'{name}({self._code!r}, {self.tounicode()!r})'
        return f'{name}({self._code!r}, {self._items!r})'

    def __reduce__(self):
        state = getattr(self, '__dict__', None)
        return type(self), (self._code, self.tolist()), state


ArrayType = array
_register_builtin(MutableSequence, array)
del _twin
