"""_collections_abc - the abstract base classes of collections.abc.

The classes report `collections.abc` as their module; this file exists so
that other parts of the library can use them without the collections package.

SPDX-License-Identifier: Apache-2.0
"""

import sys

from abc import ABCMeta, _register_builtin, abstractmethod

GenericAlias = type(list[int])
EllipsisType = type(...)

__all__ = ["Awaitable", "Coroutine", "AsyncIterable", "AsyncIterator",
           "AsyncGenerator", "Hashable", "Iterable", "Iterator", "Generator",
           "Reversible", "Sized", "Container", "Callable", "Collection",
           "Set", "MutableSet", "Mapping", "MutableMapping", "MappingView",
           "KeysView", "ItemsView", "ValuesView", "Sequence",
           "MutableSequence", "ByteString"]

__name__ = "collections.abc"


def _function_type():
    def sample():
        yield
    return type(sample)


def _generator_type():
    return type((lambda: (yield))())


def _coroutine_type():
    async def sample():
        pass
    coroutine = sample()
    kind = type(coroutine)
    coroutine.close()
    return kind


def _async_generator_type():
    async def sample():
        yield
    return type(sample())


FunctionType = _function_type()
generator = _generator_type()
coroutine = _coroutine_type()
async_generator = _async_generator_type()

bytes_iterator = type(iter(b""))
bytearray_iterator = type(iter(bytearray()))
dict_keyiterator = type(iter({}.keys()))
dict_valueiterator = type(iter({}.values()))
dict_itemiterator = type(iter({}.items()))
list_iterator = type(iter([]))
list_reverseiterator = type(iter(reversed([])))
range_iterator = type(iter(range(0)))
longrange_iterator = type(iter(range(1 << 1000)))
set_iterator = type(iter(set()))
str_iterator = type(iter(""))
tuple_iterator = type(iter(()))
zip_iterator = type(iter(zip()))
dict_keys = type({}.keys())
dict_values = type({}.values())
dict_items = type({}.items())
mappingproxy = type(type.__dict__)


def _check_methods(cls, *methods):
    """Answer for a hook: does the class define all methods, none as None?"""
    mro = cls.__mro__
    for method in methods:
        for base in mro:
            if method in base.__dict__:
                if base.__dict__[method] is None:
                    return NotImplemented
                break
        else:
            return NotImplemented
    return True


class Hashable(metaclass=ABCMeta):

    __slots__ = ()

    @abstractmethod
    def __hash__(self):
        return 0

    @classmethod
    def __subclasshook__(cls, C):
        if cls is Hashable:
            return _check_methods(C, "__hash__")
        return NotImplemented


class Awaitable(metaclass=ABCMeta):

    __slots__ = ()

    @abstractmethod
    def __await__(self):
        yield

    @classmethod
    def __subclasshook__(cls, C):
        if cls is Awaitable:
            return _check_methods(C, "__await__")
        return NotImplemented

    __class_getitem__ = classmethod(GenericAlias)


def _thrown(typ, val, tb):
    """Make the exception that throw(typ, val, tb) has to raise."""
    if val is None:
        if tb is None:
            return typ
        val = typ()
    if tb is not None:
        val = val.with_traceback(tb)
    return val


class Coroutine(Awaitable):

    __slots__ = ()

    @abstractmethod
    def send(self, value):
        """Resume with a value; return the next one or raise StopIteration."""
        raise StopIteration

    @abstractmethod
    def throw(self, typ, val=None, tb=None):
        """Raise an exception inside the coroutine."""
        raise _thrown(typ, val, tb)

    def close(self):
        """Raise GeneratorExit inside the coroutine."""
        try:
            self.throw(GeneratorExit)
        except (GeneratorExit, StopIteration):
            return
        raise RuntimeError("coroutine ignored GeneratorExit")

    @classmethod
    def __subclasshook__(cls, C):
        if cls is Coroutine:
            return _check_methods(C, "__await__", "send", "throw", "close")
        return NotImplemented


_register_builtin(Coroutine, coroutine)


class AsyncIterable(metaclass=ABCMeta):

    __slots__ = ()

    @abstractmethod
    def __aiter__(self):
        return AsyncIterator()

    @classmethod
    def __subclasshook__(cls, C):
        if cls is AsyncIterable:
            return _check_methods(C, "__aiter__")
        return NotImplemented

    __class_getitem__ = classmethod(GenericAlias)


class AsyncIterator(AsyncIterable):

    __slots__ = ()

    @abstractmethod
    async def __anext__(self):
        """Return the next item or raise StopAsyncIteration."""
        raise StopAsyncIteration

    def __aiter__(self):
        return self

    @classmethod
    def __subclasshook__(cls, C):
        if cls is AsyncIterator:
            return _check_methods(C, "__anext__", "__aiter__")
        return NotImplemented


class AsyncGenerator(AsyncIterator):

    __slots__ = ()

    async def __anext__(self):
        """Return the next item, or raise StopAsyncIteration at the end."""
        return await self.asend(None)

    @abstractmethod
    async def asend(self, value):
        """Resume with a value; return the next one or raise."""
        raise StopAsyncIteration

    @abstractmethod
    async def athrow(self, typ, val=None, tb=None):
        """Raise an exception inside the asynchronous generator."""
        raise _thrown(typ, val, tb)

    async def aclose(self):
        """Raise GeneratorExit inside the asynchronous generator."""
        try:
            await self.athrow(GeneratorExit)
        except (GeneratorExit, StopAsyncIteration):
            return
        raise RuntimeError("asynchronous generator ignored GeneratorExit")

    @classmethod
    def __subclasshook__(cls, C):
        if cls is AsyncGenerator:
            return _check_methods(C, "__aiter__", "__anext__",
                                  "asend", "athrow", "aclose")
        return NotImplemented


_register_builtin(AsyncGenerator, async_generator)


class Iterable(metaclass=ABCMeta):

    __slots__ = ()

    @abstractmethod
    def __iter__(self):
        return iter(())

    @classmethod
    def __subclasshook__(cls, C):
        if cls is Iterable:
            return _check_methods(C, "__iter__")
        return NotImplemented

    __class_getitem__ = classmethod(GenericAlias)


class Iterator(Iterable):

    __slots__ = ()

    @abstractmethod
    def __next__(self):
        "Return the next item from the iterator. When exhausted, raise StopIteration"
        raise StopIteration

    def __iter__(self):
        return self

    @classmethod
    def __subclasshook__(cls, C):
        if cls is Iterator:
            return _check_methods(C, "__iter__", "__next__")
        return NotImplemented


_register_builtin(Iterator, bytes_iterator, bytearray_iterator,
                  dict_keyiterator, dict_valueiterator, dict_itemiterator,
                  list_iterator, list_reverseiterator, range_iterator,
                  longrange_iterator, set_iterator, str_iterator,
                  tuple_iterator, zip_iterator)


class Reversible(Iterable):

    __slots__ = ()

    @abstractmethod
    def __reversed__(self):
        return iter(())

    @classmethod
    def __subclasshook__(cls, C):
        if cls is Reversible:
            return _check_methods(C, "__reversed__", "__iter__")
        return NotImplemented


class Generator(Iterator):

    __slots__ = ()

    def __next__(self):
        """Return the next item, or raise StopIteration at the end."""
        return self.send(None)

    @abstractmethod
    def send(self, value):
        """Resume with a value; return the next one or raise StopIteration."""
        raise StopIteration

    @abstractmethod
    def throw(self, typ, val=None, tb=None):
        """Raise an exception inside the generator."""
        raise _thrown(typ, val, tb)

    def close(self):
        """Raise GeneratorExit inside the generator."""
        try:
            self.throw(GeneratorExit)
        except (GeneratorExit, StopIteration):
            return
        raise RuntimeError("generator ignored GeneratorExit")

    @classmethod
    def __subclasshook__(cls, C):
        if cls is Generator:
            return _check_methods(C, "__iter__", "__next__",
                                  "send", "throw", "close")
        return NotImplemented


_register_builtin(Generator, generator)


class Sized(metaclass=ABCMeta):

    __slots__ = ()

    @abstractmethod
    def __len__(self):
        return 0

    @classmethod
    def __subclasshook__(cls, C):
        if cls is Sized:
            return _check_methods(C, "__len__")
        return NotImplemented


class Container(metaclass=ABCMeta):

    __slots__ = ()

    @abstractmethod
    def __contains__(self, x):
        return False

    @classmethod
    def __subclasshook__(cls, C):
        if cls is Container:
            return _check_methods(C, "__contains__")
        return NotImplemented

    __class_getitem__ = classmethod(GenericAlias)


class Collection(Sized, Iterable, Container):

    __slots__ = ()

    @classmethod
    def __subclasshook__(cls, C):
        if cls is Collection:
            return _check_methods(C, "__len__", "__iter__", "__contains__")
        return NotImplemented


def _is_param_expr(obj):
    """May `obj` stand for a whole parameter list of a callable?"""
    if obj is ... or isinstance(obj, list):
        return True
    kind = type(obj)
    return (kind.__module__ == "typing"
            and kind.__name__ in ("ParamSpec", "_ConcatenateGenericAlias"))


def _type_repr(obj):
    """Print a type argument as the typing module does."""
    if isinstance(obj, GenericAlias):
        return repr(obj)
    if isinstance(obj, type):
        if obj.__module__ == "builtins":
            return obj.__qualname__
        return f"{obj.__module__}.{obj.__qualname__}"
    if obj is ...:
        return "..."
    if isinstance(obj, FunctionType):
        return obj.__name__
    return repr(obj)


class _CallableGenericAlias(GenericAlias):
    """Callable[[int, str], None]: arguments are kept as one flat tuple."""

    __slots__ = ()

    def __new__(cls, origin, args):
        if not (isinstance(args, tuple) and len(args) == 2):
            raise TypeError(
                "Callable must be used as Callable[[arg, ...], result].")
        given, result = args
        if isinstance(given, (tuple, list)):
            args = (*given, result)
        elif not _is_param_expr(given):
            raise TypeError("Expected a list of types, an ellipsis, "
                            f"ParamSpec, or Concatenate. Got {given}")
        return super().__new__(cls, origin, args)

    def __repr__(self):
        args = self.__args__
        if len(args) == 2 and _is_param_expr(args[0]):
            return super().__repr__()
        inner = ", ".join([_type_repr(arg) for arg in args[:-1]])
        return f"collections.abc.Callable[[{inner}], {_type_repr(args[-1])}]"

    def __reduce__(self):
        args = self.__args__
        if not (len(args) == 2 and _is_param_expr(args[0])):
            args = list(args[:-1]), args[-1]
        return _CallableGenericAlias, (Callable, args)

    def __getitem__(self, item):
        if not isinstance(item, tuple):
            item = (item,)
        params = self.__parameters__
        if (len(params) == 1 and _is_param_expr(params[0]) and item
                and not _is_param_expr(item[0])):
            item = (item,)
        args = super().__getitem__(item).__args__
        if not isinstance(args[0], (tuple, list)):
            args = (args[:-1], args[-1])
        return _CallableGenericAlias(Callable, tuple(args))


class Callable(metaclass=ABCMeta):

    __slots__ = ()

    @abstractmethod
    def __call__(self, *args, **kwds):
        return False

    @classmethod
    def __subclasshook__(cls, C):
        if cls is Callable:
            return _check_methods(C, "__call__")
        return NotImplemented

    __class_getitem__ = classmethod(_CallableGenericAlias)


class Set(Collection):
    """A set that can only be read.

    A subclass provides __contains__, __iter__ and __len__, and overrides
    _from_iterable if its constructor does not take an iterable.
    """

    __slots__ = ()

    def __le__(self, other):
        if not isinstance(other, Set):
            return NotImplemented
        if len(self) > len(other):
            return False
        for elem in self:
            if elem not in other:
                return False
        return True

    def __lt__(self, other):
        if not isinstance(other, Set):
            return NotImplemented
        return len(self) < len(other) and self.__le__(other)

    def __gt__(self, other):
        if not isinstance(other, Set):
            return NotImplemented
        return len(self) > len(other) and self.__ge__(other)

    def __ge__(self, other):
        if not isinstance(other, Set):
            return NotImplemented
        if len(self) < len(other):
            return False
        for elem in other:
            if elem not in self:
                return False
        return True

    def __eq__(self, other):
        if not isinstance(other, Set):
            return NotImplemented
        return len(self) == len(other) and self.__le__(other)

    @classmethod
    def _from_iterable(cls, it):
        """Make a set of this class; the constructor must take an iterable."""
        return cls(it)

    def __and__(self, other):
        if not isinstance(other, Iterable):
            return NotImplemented
        return self._from_iterable(value for value in other if value in self)

    __rand__ = __and__

    def isdisjoint(self, other):
        """Return True if two sets have a null intersection."""
        for value in other:
            if value in self:
                return False
        return True

    def __or__(self, other):
        if not isinstance(other, Iterable):
            return NotImplemented
        return self._from_iterable(e for s in (self, other) for e in s)

    __ror__ = __or__

    def __sub__(self, other):
        if not isinstance(other, Set):
            if not isinstance(other, Iterable):
                return NotImplemented
            other = self._from_iterable(other)
        return self._from_iterable(value for value in self
                                   if value not in other)

    def __rsub__(self, other):
        if not isinstance(other, Set):
            if not isinstance(other, Iterable):
                return NotImplemented
            other = self._from_iterable(other)
        return self._from_iterable(value for value in other
                                   if value not in self)

    def __xor__(self, other):
        if not isinstance(other, Set):
            if not isinstance(other, Iterable):
                return NotImplemented
            other = self._from_iterable(other)
        return (self - other) | (other - self)

    __rxor__ = __xor__

    def _hash(self):
        """Hash value that equals that of a frozenset with the same items."""
        mask = 2 * sys.maxsize + 1
        total = 1927868237 * (len(self) + 1) & mask
        for item in self:
            h = hash(item)
            total ^= (h ^ (h << 16) ^ 89869747) * 3644798167 & mask
        total ^= (total >> 11) ^ (total >> 25)
        total = (total * 69069 + 907133923) & mask
        if total > sys.maxsize:
            total -= mask + 1
        return 590923713 if total == -1 else total


_register_builtin(Set, frozenset)


class MutableSet(Set):
    """A set that can be changed.

    A subclass provides __contains__, __iter__, __len__, add and discard.
    """

    __slots__ = ()

    @abstractmethod
    def add(self, value):
        """Add an element."""
        raise NotImplementedError

    @abstractmethod
    def discard(self, value):
        """Remove an element.  Do not raise an exception if absent."""
        raise NotImplementedError

    def remove(self, value):
        """Remove an element. If not a member, raise a KeyError."""
        if value not in self:
            raise KeyError(value)
        self.discard(value)

    def pop(self):
        """Return the popped value.  Raise KeyError if empty."""
        for value in self:
            break
        else:
            raise KeyError from None
        self.discard(value)
        return value

    def clear(self):
        """Remove all elements; slow, one after the other."""
        try:
            while True:
                self.pop()
        except KeyError:
            pass

    def __ior__(self, it):
        for value in it:
            self.add(value)
        return self

    def __iand__(self, it):
        for value in self - it:
            self.discard(value)
        return self

    def __ixor__(self, it):
        if it is self:
            self.clear()
            return self
        if not isinstance(it, Set):
            it = self._from_iterable(it)
        for value in it:
            if value in self:
                self.discard(value)
            else:
                self.add(value)
        return self

    def __isub__(self, it):
        if it is self:
            self.clear()
            return self
        for value in it:
            self.discard(value)
        return self


_register_builtin(MutableSet, set)


class Mapping(Collection):
    """A mapping that can only be read.

    A subclass provides __getitem__, __iter__ and __len__.
    """

    __slots__ = ()

    @abstractmethod
    def __getitem__(self, key):
        raise KeyError

    def get(self, key, default=None):
        """D.get(k[,d]) -> D[k] if k in D, else d.  d defaults to None."""
        try:
            return self[key]
        except KeyError:
            return default

    def __contains__(self, key):
        try:
            self[key]
        except KeyError:
            return False
        return True

    def keys(self):
        """D.keys() -> a set-like object providing a view on D's keys"""
        return KeysView(self)

    def items(self):
        """D.items() -> a set-like object providing a view on D's items"""
        return ItemsView(self)

    def values(self):
        """D.values() -> an object providing a view on D's values"""
        return ValuesView(self)

    def __eq__(self, other):
        if not isinstance(other, Mapping):
            return NotImplemented
        return dict(self.items()) == dict(other.items())

    __reversed__ = None


_register_builtin(Mapping, mappingproxy)


class MappingView(Sized):

    __slots__ = ("_mapping",)

    def __init__(self, mapping):
        self._mapping = mapping

    def __len__(self):
        return len(self._mapping)

    def __repr__(self):
        return f"{self.__class__.__name__}({self._mapping!r})"

    __class_getitem__ = classmethod(GenericAlias)


class KeysView(MappingView, Set):

    __slots__ = ()

    @classmethod
    def _from_iterable(cls, it):
        return set(it)

    def __contains__(self, key):
        return key in self._mapping

    def __iter__(self):
        yield from self._mapping


_register_builtin(KeysView, dict_keys)


class ItemsView(MappingView, Set):

    __slots__ = ()

    @classmethod
    def _from_iterable(cls, it):
        return set(it)

    def __contains__(self, item):
        key, value = item
        try:
            found = self._mapping[key]
        except KeyError:
            return False
        return found is value or found == value

    def __iter__(self):
        for key in self._mapping:
            yield (key, self._mapping[key])


_register_builtin(ItemsView, dict_items)


class ValuesView(MappingView, Collection):

    __slots__ = ()

    def __contains__(self, value):
        for key in self._mapping:
            found = self._mapping[key]
            if found is value or found == value:
                return True
        return False

    def __iter__(self):
        for key in self._mapping:
            yield self._mapping[key]


_register_builtin(ValuesView, dict_values)

_MISSING = object()


class MutableMapping(Mapping):
    """A mapping that can be changed.

    A subclass provides __getitem__, __setitem__, __delitem__, __iter__ and
    __len__.
    """

    __slots__ = ()

    @abstractmethod
    def __setitem__(self, key, value):
        raise KeyError

    @abstractmethod
    def __delitem__(self, key):
        raise KeyError

    def pop(self, key, default=_MISSING):
        """Remove a key and return its value, or the default if absent."""
        try:
            value = self[key]
        except KeyError:
            if default is _MISSING:
                raise
            return default
        del self[key]
        return value

    def popitem(self):
        """Remove and return some (key, value) pair; KeyError if empty."""
        for key in self:
            break
        else:
            raise KeyError from None
        value = self[key]
        del self[key]
        return key, value

    def clear(self):
        """D.clear() -> None.  Remove all items from D."""
        try:
            while True:
                self.popitem()
        except KeyError:
            pass

    def update(self, other=(), /, **kwds):
        """Take over the items of a mapping or of pairs, then keywords."""
        if isinstance(other, Mapping):
            for key in other:
                self[key] = other[key]
        elif hasattr(other, "keys"):
            for key in other.keys():
                self[key] = other[key]
        else:
            for key, value in other:
                self[key] = value
        for key, value in kwds.items():
            self[key] = value

    def setdefault(self, key, default=None):
        """D.setdefault(k[,d]) -> D.get(k,d), also set D[k]=d if k not in D"""
        try:
            return self[key]
        except KeyError:
            self[key] = default
        return default


_register_builtin(MutableMapping, dict)


class Sequence(Reversible, Collection):
    """A sequence that can only be read.

    A subclass provides __getitem__ and __len__.
    """

    __slots__ = ()

    @abstractmethod
    def __getitem__(self, index):
        raise IndexError

    def __iter__(self):
        i = 0
        try:
            while True:
                yield self[i]
                i += 1
        except IndexError:
            return

    def __contains__(self, value):
        for item in self:
            if item is value or item == value:
                return True
        return False

    def __reversed__(self):
        for i in range(len(self) - 1, -1, -1):
            yield self[i]

    def index(self, value, start=0, stop=None):
        """Return the first index of a value; ValueError if absent."""
        if start is not None and start < 0:
            start = max(len(self) + start, 0)
        if stop is not None and stop < 0:
            stop += len(self)
        i = start
        while stop is None or i < stop:
            try:
                item = self[i]
            except IndexError:
                break
            if item is value or item == value:
                return i
            i += 1
        raise ValueError

    def count(self, value):
        """S.count(value) -> integer -- return number of occurrences of value"""
        return sum(1 for item in self if item is value or item == value)


_register_builtin(Sequence, tuple, str, range, memoryview)


class ByteString(Sequence):
    """What bytes and bytearray have in common."""

    __slots__ = ()


_register_builtin(ByteString, bytes, bytearray)


class MutableSequence(Sequence):
    """A sequence that can be changed.

    A subclass provides __getitem__, __setitem__, __delitem__, __len__ and
    insert.
    """

    __slots__ = ()

    @abstractmethod
    def __setitem__(self, index, value):
        raise IndexError

    @abstractmethod
    def __delitem__(self, index):
        raise IndexError

    @abstractmethod
    def insert(self, index, value):
        """S.insert(index, value) -- insert value before index"""
        raise IndexError

    def append(self, value):
        """S.append(value) -- append value to the end of the sequence"""
        self.insert(len(self), value)

    def clear(self):
        """S.clear() -> None -- remove all items from S"""
        try:
            while True:
                self.pop()
        except IndexError:
            pass

    def reverse(self):
        """S.reverse() -- reverse *IN PLACE*"""
        n = len(self)
        for i in range(n // 2):
            j = n - 1 - i
            self[i], self[j] = self[j], self[i]

    def extend(self, values):
        """Append the items of an iterable."""
        if values is self:
            values = list(values)
        for value in values:
            self.append(value)

    def pop(self, index=-1):
        """Remove and return an item (default last); IndexError if none."""
        value = self[index]
        del self[index]
        return value

    def remove(self, value):
        """Remove the first occurrence of a value; ValueError if absent."""
        del self[self.index(value)]

    def __iadd__(self, values):
        self.extend(values)
        return self


_register_builtin(MutableSequence, list, bytearray)
