"""_collections_abc - the abstract base classes of collections.abc.

The classes report `collections.abc` as their module; this file exists so
that other parts of the library can use them without the collections package.
Where a class is known by its methods, `_recognised_by` says so.

SPDX-License-Identifier: Apache-2.0
"""

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


async def _sample_coroutine():
    pass


async def _sample_async_generator():
    yield


def _kinds_of_code():
    """The types of functions, generators, coroutines, async generators."""
    sample = _sample_coroutine()
    sample.close()
    made = (_sample_coroutine, (0 for _ in ()), sample,
            _sample_async_generator())
    return [type(one) for one in made]


FunctionType, generator, coroutine, async_generator = _kinds_of_code()


def _type_of_iterator(iterable):
    return type(iter(iterable))


bytes_iterator = _type_of_iterator(b"")
bytearray_iterator = _type_of_iterator(bytearray())
dict_keyiterator = _type_of_iterator({})
dict_valueiterator = _type_of_iterator({}.values())
dict_itemiterator = _type_of_iterator({}.items())
list_iterator = _type_of_iterator([])
list_reverseiterator = type(reversed([]))
range_iterator = _type_of_iterator(range(0))
longrange_iterator = _type_of_iterator(range(2**100))
set_iterator = _type_of_iterator(set())
str_iterator = _type_of_iterator("")
tuple_iterator = _type_of_iterator(())
zip_iterator = _type_of_iterator(zip())
dict_keys = type({}.keys())
dict_values = type({}.values())
dict_items = type({}.items())
mappingproxy = type(type.__dict__)


def _defines(cls, name):
    """Does a class have a method, and not None in its place?"""
    for base in cls.__mro__:
        if name in base.__dict__:
            return base.__dict__[name] is not None
    return False


def _recognised_by(*names):
    """Decorator: whoever defines these methods is a subclass."""
    def mark(owner):
        def hook(cls, C):
            if cls is not owner:
                return NotImplemented
            for name in names:
                if not _defines(C, name):
                    return NotImplemented
            return True

        hook.__name__ = "__subclasshook__"
        owner.__subclasshook__ = classmethod(hook)
        return owner

    return mark


def _same(one, other):
    """How containers compare items."""
    return one is other or one == other


# ------------------------------------------------------------- single methods


@_recognised_by("__hash__")
class Hashable(metaclass=ABCMeta):

    __slots__ = ()

    @abstractmethod
    def __hash__(self):
        return 0


@_recognised_by("__len__")
class Sized(metaclass=ABCMeta):

    __slots__ = ()

    @abstractmethod
    def __len__(self):
        return 0


@_recognised_by("__contains__")
class Container(metaclass=ABCMeta):

    __slots__ = ()
    __class_getitem__ = classmethod(GenericAlias)

    @abstractmethod
    def __contains__(self, x):
        return False


@_recognised_by("__iter__")
class Iterable(metaclass=ABCMeta):

    __slots__ = ()
    __class_getitem__ = classmethod(GenericAlias)

    @abstractmethod
    def __iter__(self):
        return iter(())


@_recognised_by("__reversed__", "__iter__")
class Reversible(Iterable):

    __slots__ = ()

    @abstractmethod
    def __reversed__(self):
        return iter(())


@_recognised_by("__len__", "__iter__", "__contains__")
class Collection(Sized, Iterable, Container):

    __slots__ = ()


@_recognised_by("__await__")
class Awaitable(metaclass=ABCMeta):

    __slots__ = ()
    __class_getitem__ = classmethod(GenericAlias)

    @abstractmethod
    def __await__(self):
        yield


@_recognised_by("__aiter__")
class AsyncIterable(metaclass=ABCMeta):

    __slots__ = ()
    __class_getitem__ = classmethod(GenericAlias)

    @abstractmethod
    def __aiter__(self):
        return AsyncIterator()


# --------------------------------------------- what runs and can be suspended


def _thrown(typ, val, tb):
    """The exception that throw(typ, val, tb) stands for."""
    error = val
    if error is None:
        error = typ() if isinstance(typ, type) else typ
    return error if tb is None else error.with_traceback(tb)


@_recognised_by("__iter__", "__next__")
class Iterator(Iterable):

    __slots__ = ()

    @abstractmethod
    def __next__(self):
        """The next item; StopIteration after the last."""
        raise StopIteration

    def __iter__(self):
        return self


@_recognised_by("__iter__", "__next__", "send", "throw", "close")
class Generator(Iterator):

    __slots__ = ()

    @abstractmethod
    def send(self, value):
        """Go on with a value; give the next item or raise StopIteration."""
        raise StopIteration

    @abstractmethod
    def throw(self, typ, val=None, tb=None):
        """Go on with an exception."""
        raise _thrown(typ, val, tb)

    def __next__(self):
        """Go on with None."""
        return self.send(None)

    def close(self):
        """Go on with GeneratorExit, which must come out again."""
        try:
            self.throw(GeneratorExit)
        except (StopIteration, GeneratorExit):
            return
        raise RuntimeError("generator ignored GeneratorExit")


@_recognised_by("__await__", "send", "throw", "close")
class Coroutine(Awaitable):

    __slots__ = ()

    @abstractmethod
    def send(self, value):
        """Go on with a value until the next suspension."""
        raise StopIteration

    @abstractmethod
    def throw(self, typ, val=None, tb=None):
        """Go on with an exception."""
        raise _thrown(typ, val, tb)

    def close(self):
        """Go on with GeneratorExit, which must come out again."""
        try:
            self.throw(GeneratorExit)
        except (StopIteration, GeneratorExit):
            return
        raise RuntimeError("coroutine ignored GeneratorExit")


@_recognised_by("__anext__", "__aiter__")
class AsyncIterator(AsyncIterable):

    __slots__ = ()

    @abstractmethod
    async def __anext__(self):
        """The next item; StopAsyncIteration after the last."""
        raise StopAsyncIteration

    def __aiter__(self):
        return self


@_recognised_by("__aiter__", "__anext__", "asend", "athrow", "aclose")
class AsyncGenerator(AsyncIterator):

    __slots__ = ()

    @abstractmethod
    async def asend(self, value):
        """Go on with a value; give the next item or raise."""
        raise StopAsyncIteration

    @abstractmethod
    async def athrow(self, typ, val=None, tb=None):
        """Go on with an exception."""
        raise _thrown(typ, val, tb)

    async def __anext__(self):
        """Go on with None."""
        return await self.asend(None)

    async def aclose(self):
        """Go on with GeneratorExit, which must come out again."""
        try:
            await self.athrow(GeneratorExit)
        except (StopAsyncIteration, GeneratorExit):
            return
        raise RuntimeError("asynchronous generator ignored GeneratorExit")


# ------------------------------------------------------------------ callables


def _stands_for_parameters(obj):
    """May `obj` be the whole parameter list of a callable?"""
    if obj is ... or isinstance(obj, list):
        return True
    kind = type(obj)
    return kind.__module__ == "typing" and kind.__name__ in (
        "ParamSpec", "_ConcatenateGenericAlias")


def _shown(argument):
    """A type argument as typing prints it."""
    if argument is ...:
        return "..."
    if isinstance(argument, FunctionType):
        return argument.__name__
    if not isinstance(argument, type) or isinstance(argument, GenericAlias):
        return repr(argument)
    home = argument.__module__
    prefix = "" if home == "builtins" else f"{home}."
    return prefix + argument.__qualname__


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
        elif not _stands_for_parameters(given):
            raise TypeError("Expected a list of types, an ellipsis, "
                            f"ParamSpec, or Concatenate. Got {given}")
        return GenericAlias.__new__(cls, origin, args)

    def _pair(self):
        """(parameters, result), the first a list unless it stands for one."""
        *given, result = self.__args__
        if len(given) == 1 and _stands_for_parameters(given[0]):
            return given[0], result
        return given, result

    def __repr__(self):
        given, result = self._pair()
        if given is self.__args__[0]:
            return GenericAlias.__repr__(self)
        inner = ", ".join(map(_shown, given))
        return f"collections.abc.Callable[[{inner}], {_shown(result)}]"

    def __reduce__(self):
        return _CallableGenericAlias, (Callable, self._pair())

    def __getitem__(self, item):
        items = item if isinstance(item, tuple) else (item,)
        params = self.__parameters__
        # One ParamSpec alone takes all the items.
        if len(params) == 1 and _stands_for_parameters(params[0]):
            if items and not _stands_for_parameters(items[0]):
                items = (items,)
        given = GenericAlias.__getitem__(self, items).__args__
        if not isinstance(given[0], (tuple, list)):
            given = given[:-1], given[-1]
        return _CallableGenericAlias(Callable, tuple(given))


@_recognised_by("__call__")
class Callable(metaclass=ABCMeta):

    __slots__ = ()
    __class_getitem__ = classmethod(_CallableGenericAlias)

    @abstractmethod
    def __call__(self, *args, **kwds):
        return False


# ----------------------------------------------------------------------- sets


def _covers(large, small):
    """Is every item of `small` in `large`?"""
    if len(small) > len(large):
        return False
    for item in small:
        if item not in large:
            return False
    return True


class Set(Collection):
    """A set to read: give it __contains__, __iter__ and __len__.

    The operators make results with _from_iterable; override it when the
    constructor does not take an iterable.
    """

    __slots__ = ()

    @classmethod
    def _from_iterable(cls, it):
        return cls(it)

    def __eq__(self, other):
        if isinstance(other, Set):
            return len(self) == len(other) and _covers(other, self)
        return NotImplemented

    def __le__(self, other):
        if isinstance(other, Set):
            return _covers(other, self)
        return NotImplemented

    def __lt__(self, other):
        if isinstance(other, Set):
            return len(self) < len(other) and self.__le__(other)
        return NotImplemented

    def __ge__(self, other):
        if isinstance(other, Set):
            return _covers(self, other)
        return NotImplemented

    def __gt__(self, other):
        if isinstance(other, Set):
            return len(self) > len(other) and self.__ge__(other)
        return NotImplemented

    def isdisjoint(self, other):
        """Have the two nothing in common?"""
        return not any(item in self for item in other)

    def _other(self, other):
        """An operand as a Set; None if it is not even iterable."""
        if isinstance(other, Set):
            return other
        if isinstance(other, Iterable):
            return self._from_iterable(other)
        return None

    def __and__(self, other):
        if isinstance(other, Iterable):
            return self._from_iterable(item for item in other if item in self)
        return NotImplemented

    def __or__(self, other):
        if isinstance(other, Iterable):
            both = self, other
            return self._from_iterable(item for one in both for item in one)
        return NotImplemented

    def __sub__(self, other):
        other = self._other(other)
        if other is None:
            return NotImplemented
        rest = (item for item in self if item not in other)
        return self._from_iterable(rest)

    def __rsub__(self, other):
        other = self._other(other)
        if other is None:
            return NotImplemented
        rest = (item for item in other if item not in self)
        return self._from_iterable(rest)

    def __xor__(self, other):
        other = self._other(other)
        if other is None:
            return NotImplemented
        return (self - other) | (other - self)

    __rand__ = __and__
    __ror__ = __or__
    __rxor__ = __xor__

    def _hash(self):
        """The hash of a frozenset with the same items."""
        return hash(frozenset(self))


class MutableSet(Set):
    """A set to change: give it add and discard as well."""

    __slots__ = ()

    @abstractmethod
    def add(self, value):
        """Put an item in."""
        raise NotImplementedError

    @abstractmethod
    def discard(self, value):
        """Take an item out if it is there."""
        raise NotImplementedError

    def remove(self, value):
        """Take an item out; KeyError if it is not there."""
        if value not in self:
            raise KeyError(value)
        self.discard(value)

    def pop(self):
        """Take any item out; KeyError if there is none."""
        for found in self:
            self.discard(found)
            return found
        raise KeyError

    def clear(self):
        """Take everything out, one by one."""
        while len(self):
            self.pop()

    def __ior__(self, it):
        for item in it:
            self.add(item)
        return self

    def __iand__(self, it):
        for item in self - it:
            self.discard(item)
        return self

    def __isub__(self, it):
        if self is it:
            self.clear()
            it = ()
        for item in it:
            self.discard(item)
        return self

    def __ixor__(self, it):
        if self is it:
            self.clear()
            return self
        # A Set first: an item that came twice would go in and out again.
        for item in it if isinstance(it, Set) else self._from_iterable(it):
            change = self.discard if item in self else self.add
            change(item)
        return self


# ------------------------------------------------------------------- mappings


class Mapping(Collection):
    """A mapping to read: give it __getitem__, __iter__ and __len__."""

    __slots__ = ()
    __reversed__ = None

    @abstractmethod
    def __getitem__(self, key):
        raise KeyError

    def get(self, key, default=None):
        """The value of a key, or the default."""
        try:
            return self[key]
        except KeyError:
            return default

    def __contains__(self, key):
        try:
            self[key]
            return True
        except KeyError:
            return False

    def keys(self):
        """A set-like view of the keys."""
        return KeysView(self)

    def items(self):
        """A set-like view of the pairs."""
        return ItemsView(self)

    def values(self):
        """A view of the values."""
        return ValuesView(self)

    def __eq__(self, other):
        if isinstance(other, Mapping):
            return dict(self.items()) == dict(other.items())
        return NotImplemented


class MappingView(Sized):

    __slots__ = ("_mapping",)
    __class_getitem__ = classmethod(GenericAlias)

    def __init__(self, mapping):
        self._mapping = mapping

    def __len__(self):
        return len(self._mapping)

    def __repr__(self):
        return f"{type(self).__name__}({self._mapping!r})"


class KeysView(MappingView, Set):

    __slots__ = ()

    @classmethod
    def _from_iterable(cls, it):
        return set(it)

    def __contains__(self, key):
        return key in self._mapping

    def __iter__(self):
        yield from self._mapping


class ItemsView(MappingView, Set):

    __slots__ = ()

    @classmethod
    def _from_iterable(cls, it):
        return set(it)

    def __contains__(self, item):
        key, value = item
        try:
            return _same(self._mapping[key], value)
        except KeyError:
            return False

    def __iter__(self):
        mapping = self._mapping
        for key in mapping:
            yield key, mapping[key]


class ValuesView(MappingView, Collection):

    __slots__ = ()

    def __contains__(self, value):
        return any(_same(found, value) for found in self)

    def __iter__(self):
        mapping = self._mapping
        for key in mapping:
            yield mapping[key]


_REQUIRED = object()


class MutableMapping(Mapping):
    """A mapping to change: give it __setitem__ and __delitem__ as well."""

    __slots__ = ()

    @abstractmethod
    def __setitem__(self, key, value):
        raise KeyError

    @abstractmethod
    def __delitem__(self, key):
        raise KeyError

    def pop(self, key, default=_REQUIRED):
        """Take a key out and give its value, or the default."""
        try:
            found = self[key]
        except KeyError:
            if default is not _REQUIRED:
                return default
            raise
        del self[key]
        return found

    def popitem(self):
        """Take any pair out; KeyError if there is none."""
        for key in self:
            return key, self.pop(key)
        raise KeyError

    def clear(self):
        """Take everything out, one by one."""
        while len(self):
            self.popitem()

    def update(self, other=(), /, **kwds):
        """Put in what a mapping or pairs hold, then the keywords."""
        if isinstance(other, Mapping) or hasattr(other, "keys"):
            keys = other if isinstance(other, Mapping) else other.keys()
            pairs = ((key, other[key]) for key in keys)
        else:
            pairs = other
        for source in (pairs, kwds.items()):
            for key, value in source:
                self[key] = value

    def setdefault(self, key, default=None):
        """The value of a key; the default is put in if there is none."""
        try:
            found = self[key]
        except KeyError:
            found = self[key] = default
        return found


# ------------------------------------------------------------------ sequences


class Sequence(Reversible, Collection):
    """A sequence to read: give it __getitem__ and __len__."""

    __slots__ = ()

    @abstractmethod
    def __getitem__(self, index):
        raise IndexError

    def __iter__(self):
        place = 0
        while True:
            try:
                item = self[place]
            except IndexError:
                return
            yield item
            place += 1

    def __contains__(self, value):
        return any(_same(item, value) for item in self)

    def __reversed__(self):
        for place in range(len(self) - 1, -1, -1):
            yield self[place]

    def index(self, value, start=0, stop=None):
        """The first place of a value; ValueError if it is not there."""
        length = len(self) if start < 0 or (stop or 0) < 0 else 0
        place = max(start + length, 0) if start < 0 else start
        if stop is not None and stop < 0:
            stop += length
        try:
            while stop is None or place < stop:
                if _same(self[place], value):
                    return place
                place += 1
        except IndexError:
            pass
        raise ValueError

    def count(self, value):
        """How often a value is there."""
        return sum(_same(item, value) for item in self)


class ByteString(Sequence):
    """What bytes and bytearray have in common."""

    __slots__ = ()


class MutableSequence(Sequence):
    """A sequence to change: give it __setitem__, __delitem__ and insert."""

    __slots__ = ()

    @abstractmethod
    def __setitem__(self, index, value):
        raise IndexError

    @abstractmethod
    def __delitem__(self, index):
        raise IndexError

    @abstractmethod
    def insert(self, index, value):
        """Put a value in front of a place."""
        raise IndexError

    def append(self, value):
        """Put a value at the end."""
        self.insert(len(self), value)

    def extend(self, values):
        """Put several values at the end."""
        for value in list(values) if values is self else values:
            self.append(value)

    def __iadd__(self, values):
        self.extend(values)
        return self

    def pop(self, index=-1):
        """Take an item out, the last unless told; IndexError if none."""
        found = self[index]
        del self[index]
        return found

    def remove(self, value):
        """Take the first such value out; ValueError if there is none."""
        del self[self.index(value)]

    def clear(self):
        """Take everything out, one by one."""
        while len(self):
            self.pop()

    def reverse(self):
        """Turn the order around, in place."""
        left, right = 0, len(self) - 1
        while left < right:
            self[left], self[right] = self[right], self[left]
            left, right = left + 1, right - 1


# The built-in classes.
_register_builtin(Generator, generator)
_register_builtin(Coroutine, coroutine)
_register_builtin(AsyncGenerator, async_generator)
_register_builtin(Iterator, bytes_iterator, bytearray_iterator,
                  dict_keyiterator, dict_valueiterator, dict_itemiterator,
                  list_iterator, list_reverseiterator, range_iterator,
                  longrange_iterator, set_iterator, str_iterator,
                  tuple_iterator, zip_iterator)
_register_builtin(Set, frozenset)
_register_builtin(MutableSet, set)
_register_builtin(Mapping, mappingproxy)
_register_builtin(MutableMapping, dict)
_register_builtin(KeysView, dict_keys)
_register_builtin(ItemsView, dict_items)
_register_builtin(ValuesView, dict_values)
_register_builtin(Sequence, tuple, str, range, memoryview)
_register_builtin(ByteString, bytes, bytearray)
_register_builtin(MutableSequence, list, bytearray)
