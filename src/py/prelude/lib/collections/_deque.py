"""collections._deque - double-ended queue as a ring buffer.

`_buf` is a list whose length is a power of two, item i of the queue is
_buf[(_head + i) & (len(_buf) - 1)]; cells outside of the queue hold None.
`_version` grows with each change of the structure, which is how iterators
notice it.

SPDX-License-Identifier: Apache-2.0
"""

from _collections_abc import GenericAlias
from _collections_abc import MutableSequence
from abc import _register_builtin
from operator import index as _as_index

import _deque
from _caisson import session_state
from intrinsics import _set_maker, _twin

_SMALL = 8
_PLAIN = frozenset({list, tuple, range, str, bytes, set, frozenset, dict})


def _walk(queue, version):
    buf = queue._buf  # is replaced only together with the version
    mask = len(buf) - 1
    head = queue._head
    for i in range(head, head + queue._n):
        if queue._version != version:
            raise RuntimeError("deque mutated during iteration")
        yield buf[i & mask]
    if queue._version != version:
        raise RuntimeError("deque mutated during iteration")


def _walk_back(queue, version):
    buf = queue._buf
    mask = len(buf) - 1
    head = queue._head
    for i in range(head + queue._n - 1, head - 1, -1):
        if queue._version != version:
            raise RuntimeError("deque mutated during iteration")
        yield buf[i & mask]
    if queue._version != version:
        raise RuntimeError("deque mutated during iteration")


def _set_items(queue, items):
    """Replace the whole content by a list."""
    n = len(items)
    size = _SMALL
    while size < n:
        size *= 2
    items.extend([None] * (size - n))
    queue._buf = items
    queue._head = 0
    queue._n = n
    queue._version += 1


def _items(queue):
    """Return the content as a new list."""
    buf = queue._buf
    head = queue._head
    end = head + queue._n
    if end <= len(buf):
        return buf[head:end]
    return buf[head:] + buf[:end - len(buf)]


def _grow(queue):
    """Double the buffer; the first item moves to cell 0."""
    buf = _items(queue)
    buf.extend([None] * len(buf))
    queue._buf = buf
    queue._head = 0


class deque:
    """A sequence that grows and shrinks cheaply at both ends."""

    __slots__ = ("_buf", "_head", "_n", "_maxlen", "_version", "__weakref__")
    __module__ = "collections"

    def __new__(cls, *args, **kwargs):
        self = super().__new__(cls)
        self._buf = [None] * _SMALL
        self._head = 0
        self._n = 0
        self._version = 0
        self._maxlen = None
        return self

    def __init__(self, iterable=(), maxlen=None):
        if maxlen is not None:
            if not isinstance(maxlen, int):
                raise TypeError("an integer is required")
            if maxlen < 0:
                raise ValueError("maxlen must be non-negative")
        self._maxlen = maxlen
        if self._n:
            self.clear()
        if maxlen is None and iterable.__class__ in _PLAIN:
            _set_items(self, list(iterable))
        else:
            self.extend(iterable)

    @property
    def maxlen(self):
        """The bound, or None."""
        return self._maxlen

    @_twin("_deque.append")
    def _pyappend(self, x, /):
        """Put an item behind the last."""
        n = self._n
        if n == self._maxlen:
            if n == 0:
                return
            self.popleft()
            n -= 1
        elif n == len(self._buf):
            _grow(self)
        buf = self._buf
        buf[(self._head + n) & (len(buf) - 1)] = x
        self._n = n + 1
        self._version += 1

    @_twin("_deque.appendleft")
    def _pyappendleft(self, x, /):
        """Put an item before the first."""
        n = self._n
        if n == self._maxlen:
            if n == 0:
                return
            self.pop()
            n -= 1
        elif n == len(self._buf):
            _grow(self)
        buf = self._buf
        head = self._head = (self._head - 1) & (len(buf) - 1)
        buf[head] = x
        self._n = n + 1
        self._version += 1

    @_twin("_deque.pop")
    def _pypop(self):
        """Take the last item."""
        n = self._n
        if not n:
            raise IndexError("pop from an empty deque")
        n -= 1
        buf = self._buf
        at = (self._head + n) & (len(buf) - 1)
        x = buf[at]
        buf[at] = None
        self._n = n
        self._version += 1
        return x

    @_twin("_deque.popleft")
    def _pypopleft(self):
        """Take the first item."""
        n = self._n
        if not n:
            raise IndexError("pop from an empty deque")
        buf = self._buf
        head = self._head
        x = buf[head]
        buf[head] = None
        self._head = (head + 1) & (len(buf) - 1)
        self._n = n - 1
        self._version += 1
        return x

    @_twin("_deque.extend")
    def _pyextend(self, iterable, /):
        """Append one item after the other."""
        if iterable is self:
            iterable = _items(self)
        if self._maxlen is None and iterable.__class__ in _PLAIN:
            _set_items(self, _items(self) + list(iterable))
            return
        append = deque.append
        for x in iterable:
            append(self, x)

    def extendleft(self, iterable, /):
        """Put one item after the other before the first."""
        if iterable is self:
            iterable = _items(self)
        append = deque.appendleft
        for x in iterable:
            append(self, x)

    def clear(self):
        """Forget everything."""
        _set_items(self, [])

    @_twin("_deque.rotate")
    def _pyrotate(self, n=1, /):
        """Move n items from the end to the front, or back for n < 0."""
        n = _as_index(n)
        size = self._n
        if size < 2:
            return
        n %= size
        if not n:
            return
        items = _items(self)
        _set_items(self, items[size - n:] + items[:size - n])

    def reverse(self):
        """Turn the order round."""
        buf = self._buf
        mask = len(buf) - 1
        low = self._head
        high = low + self._n - 1
        while low < high:
            i, j = low & mask, high & mask
            buf[i], buf[j] = buf[j], buf[i]
            low += 1
            high -= 1

    def count(self, value, /):
        """How many items equal this one."""
        total = 0
        for item in self:
            if item is value or item == value:
                total += 1
        return total

    def index(self, value, start=0, stop=None, /):
        """Where the first such item is."""
        size = self._n
        start, stop, _ = slice(start, stop).indices(size)
        version = self._version
        for i in range(start, stop):
            buf = self._buf
            item = buf[(self._head + i) & (len(buf) - 1)]
            if item is value or item == value:
                return i
            if self._version != version:
                raise RuntimeError("deque mutated during iteration")
        raise ValueError(f"{value!r} is not in deque")

    def insert(self, index, value, /):
        """Put an item at an index."""
        index = _as_index(index)
        if self._n == self._maxlen:
            raise IndexError("deque already at its maximum size")
        items = _items(self)
        items.insert(index, value)
        _set_items(self, items)

    def remove(self, value, /):
        """Take out the first such item."""
        version = self._version
        for i in range(self._n):
            buf = self._buf
            item = buf[(self._head + i) & (len(buf) - 1)]
            same = item is value or item == value
            if self._version != version:
                raise IndexError("deque mutated during iteration")
            if same:
                del self[i]
                return
        raise ValueError(f"{value!r} is not in deque")

    def copy(self):
        """A deque with the same items and bound."""
        if type(self) is deque:
            twin = deque()
            _set_items(twin, _items(self))
            twin._maxlen = self._maxlen
            return twin
        if self._maxlen is None:
            return type(self)(self)
        return type(self)(self, self._maxlen)

    __copy__ = copy

    def _cell(self, index):
        """Return the place of an item in the buffer."""
        try:
            index = _as_index(index)
        except TypeError:
            raise TypeError("sequence index must be integer, not "
                            f"'{type(index).__name__}'") from None
        n = self._n
        if index < 0:
            index += n
        if not 0 <= index < n:
            raise IndexError("deque index out of range")
        return (self._head + index) & (len(self._buf) - 1)

    @_twin("_deque.__getitem__")
    def _pygetitem(self, index, /):
        if index.__class__ is int and 0 <= index < self._n:
            buf = self._buf
            return buf[(self._head + index) & (len(buf) - 1)]
        return self._buf[self._cell(index)]

    @_twin("_deque.__setitem__")
    def _pysetitem(self, index, value, /):
        self._buf[self._cell(index)] = value

    def __delitem__(self, index, /):
        index = self._cell(index) - self._head & len(self._buf) - 1
        if index == 0:
            deque.popleft(self)
        elif index == self._n - 1:
            deque.pop(self)
        else:
            items = _items(self)
            del items[index]
            _set_items(self, items)

    @_twin("_deque.__len__")
    def _pylen(self):
        return self._n

    @_twin("_deque.__bool__")
    def _pybool(self):
        return self._n > 0

    @_twin("_deque.__iter__")
    def _pyiter(self):
        return _walk(self, self._version)

    append = _deque.append
    appendleft = _deque.appendleft
    pop = _deque.pop
    popleft = _deque.popleft
    __getitem__ = _deque.__getitem__
    __len__ = _deque.__len__
    __bool__ = _deque.__bool__
    __iter__ = _deque.__iter__
    rotate = _deque.rotate
    extend = _deque.extend
    __setitem__ = _deque.__setitem__
    __contains__ = _deque.__contains__

    def __reversed__(self):
        return _walk_back(self, self._version)

    @_twin("_deque.__contains__")
    def _pycontains(self, value, /):
        for item in self:
            if item is value or item == value:
                return True
        return False

    def __add__(self, other, /):
        if not isinstance(other, deque):
            raise TypeError("can only concatenate deque (not "
                            f'"{type(other).__name__}") to deque')
        result = self.copy()
        result.extend(other)
        return result

    def __iadd__(self, other, /):
        deque.extend(self, other)
        return self

    def __mul__(self, count, /):
        try:
            count = _as_index(count)
        except TypeError:
            raise TypeError("can't multiply sequence by non-int of type "
                            f"'{type(count).__name__}'") from None
        result = self.copy()
        result *= count
        return result

    __rmul__ = __mul__

    def __imul__(self, count, /):
        items = _items(self) * count
        if self._maxlen is not None and len(items) > self._maxlen:
            items = items[len(items) - self._maxlen:]
        _set_items(self, items)
        return self

    def __repr__(self):
        running = session_state("reprlib.running", set)
        key = id(self), id(deque)
        if key in running:
            return "[...]"
        running.add(key)
        try:
            text = repr(list(self))
        finally:
            running.discard(key)
        if self._maxlen is None:
            return f"{type(self).__name__}({text})"
        return f"{type(self).__name__}({text}, maxlen={self._maxlen})"

    def __eq__(self, other, /):
        if not isinstance(other, deque):
            return NotImplemented
        return self is other or list(self) == list(other)

    def __ne__(self, other, /):
        if not isinstance(other, deque):
            return NotImplemented
        return self is not other and list(self) != list(other)

    def __lt__(self, other, /):
        if not isinstance(other, deque):
            return NotImplemented
        return list(self) < list(other)

    def __le__(self, other, /):
        if not isinstance(other, deque):
            return NotImplemented
        return list(self) <= list(other)

    def __gt__(self, other, /):
        if not isinstance(other, deque):
            return NotImplemented
        return list(self) > list(other)

    def __ge__(self, other, /):
        if not isinstance(other, deque):
            return NotImplemented
        return list(self) >= list(other)

    __hash__ = None

    def __getstate__(self):
        state = object.__getstate__(self)
        if isinstance(state, tuple):
            slots = {name: value for name, value in state[1].items()
                     if name not in deque.__slots__}
            return (state[0], slots) if slots else state[0]
        return state

    def __reduce__(self):
        args = () if self._maxlen is None else ((), self._maxlen)
        return type(self), args, self.__getstate__(), iter(self)

    def __sizeof__(self):
        return 216 + 528 * (len(self) // 64 + 1)  # blocks of 64 items

    __class_getitem__ = classmethod(GenericAlias)


@_twin("_deque.deque")
def _make(cls, iterable=(), maxlen=None):
    self = cls.__new__(cls)
    self.__init__(iterable, maxlen)
    return self


_set_maker(deque, _deque.deque)
_register_builtin(MutableSequence, deque)
del _set_maker, _twin
