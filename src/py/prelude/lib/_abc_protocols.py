"""_abc_protocols - classes known by one or a few methods.

SPDX-License-Identifier: Apache-2.0
"""

from abc import ABCMeta, abstractmethod
from intrinsics import _unite

__name__ = "collections.abc"


GenericAlias = type(list[int])
EllipsisType = type(...)


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

    def __or__(self, other):
        return _unite(self, other)

    def __ror__(self, other):
        return _unite(other, self)

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
