"""_typing_protocol - classes that describe what others must have.

SPDX-License-Identifier: Apache-2.0
"""

from abc import ABCMeta, abstractmethod
from collections.abc import Mapping

from _typing_alias import Generic
from _typing_base import caller, late
from _typing_forms import TypeVar

__name__ = "typing"

# attributes of classes that are no members of a protocol
EXCLUDED_ATTRIBUTES = frozenset("""
    __abstractmethods__ __annotations__ __class_getitem__ __dict__ __doc__
    __final__ __init__ __module__ __new__ __orig_bases__ __orig_class__
    __parameters__ __slots__ __subclasshook__ __weakref__ _is_protocol _is_runtime_protocol
    _MutableMapping__marker""".split())
# classes of the library that may be bases of protocols
_ALLOWED_BASES = {
    "collections.abc": frozenset("""
        AsyncIterable Awaitable Callable Collection Container Hashable
        Iterable Iterator Reversible Sized""".split()),
    "contextlib": frozenset("""
        AbstractAsyncContextManager AbstractContextManager""".split()),
}
_NOT_RUNTIME = ("Instance and class checks can only be used with "
                "@runtime_checkable protocols")


def _members(cls):
    """The names of the members of a protocol, with those of its bases."""
    names = set()
    for base in cls.__mro__[:-1]:
        if base is not Generic and base.__name__ != "Protocol":
            names.update(base.__dict__)
            names.update(base.__dict__.get("__annotations__", ()))
    return {name for name in names.difference(EXCLUDED_ATTRIBUTES)
            if not name.startswith("_abc_")}


def _has_methods_only(cls):
    return all([callable(getattr(cls, name, None)) for name in _members(cls)])


def _by_machinery():
    """Is isinstance() or issubclass() called by ABCs or dispatch?"""
    return caller(2) in ("abc", "functools", None)


def _declares(cls, name):
    """Does a class define a member, or a protocol announce it?"""
    for base in cls.__mro__:
        space = base.__dict__
        if name in space:
            return space[name] is not None
        notes = space.get("__annotations__")
        if (isinstance(notes, Mapping) and name in notes
                and issubclass(cls, Generic) and cls._is_protocol):
            return True
    return False


class _ProtocolMeta(ABCMeta):
    """Lets isinstance() look at the members."""

    def __instancecheck__(cls, instance):
        if not getattr(cls, "_is_protocol", False):
            return (ABCMeta.__subclasscheck__(cls, instance.__class__)
                    or ABCMeta.__instancecheck__(cls, instance))
        if not cls._is_runtime_protocol and not _by_machinery():
            raise TypeError(_NOT_RUNTIME)
        if _has_methods_only(cls) and ABCMeta.__subclasscheck__(
                cls, instance.__class__):
            return True
        for name in _members(cls):
            if not hasattr(instance, name) or (
                    callable(getattr(cls, name, None))
                    and getattr(instance, name) is None):
                return ABCMeta.__instancecheck__(cls, instance)
        return True

    def __subclasscheck__(cls, subclass):
        if cls.__dict__.get("_is_protocol") and not _by_machinery():
            if not cls._is_runtime_protocol:
                raise TypeError(_NOT_RUNTIME)
            if not _has_methods_only(cls):
                raise TypeError("Protocols with non-method members don't "
                                "support issubclass()")
        return ABCMeta.__subclasscheck__(cls, subclass)


def _hook(cls, other):
    """__subclasshook__ of protocols: are all members declared?"""
    if not (cls.__dict__.get("_is_protocol") and cls._is_runtime_protocol
            and _has_methods_only(cls)):
        return NotImplemented
    if not isinstance(other, type):
        raise TypeError("issubclass() arg 1 must be a class")
    found = all([_declares(other, name) for name in _members(cls)])
    return found or NotImplemented


def _find_init(self, *args, **kwargs):
    """__init__ of protocols; a class that inherits it gets a real one."""
    cls = type(self)
    if cls._is_protocol:
        raise TypeError("Protocols cannot be instantiated")
    if cls.__init__ is not _find_init:
        return
    inits = [base.__dict__["__init__"] for base in cls.__mro__
             if base.__dict__.get("__init__", _find_init) is not _find_init]
    cls.__init__ = inits[0] if inits else object.__init__
    cls.__init__(self, *args, **kwargs)


def _may_be_base(base):
    return (base is object or base is Generic
            or base.__name__ in _ALLOWED_BASES.get(base.__module__, ())
            or issubclass(base, Generic) and base._is_protocol)


class Protocol(Generic, metaclass=_ProtocolMeta):
    """Base of classes that name the members others must have."""

    __slots__ = ()
    _is_protocol = True
    _is_runtime_protocol = False

    def __init_subclass__(cls, *args, **kwargs):
        super().__init_subclass__(*args, **kwargs)
        own = cls.__dict__
        if not own.get("_is_protocol"):
            cls._is_protocol = Protocol in cls.__bases__
        if "__subclasshook__" not in own:
            cls.__subclasshook__ = classmethod(_hook)
        if not cls._is_protocol:
            return
        for base in cls.__bases__:
            if not _may_be_base(base):
                raise TypeError("Protocols can only inherit from other "
                                f"protocols, got {base!r}")
        if cls.__init__ in (Protocol.__init__, object.__init__):
            cls.__init__ = _find_init


def runtime_checkable(cls):
    """Allow isinstance() and issubclass() with a protocol."""
    if issubclass(cls, Generic) and cls._is_protocol:
        cls._is_runtime_protocol = True
        return cls
    raise TypeError("@runtime_checkable can be only applied to protocol "
                    f"classes, got {cls!r}")


late.Protocol = Protocol
T_co = TypeVar("T_co", covariant=True)


# --- Protocols of conversions -----------------------------------------------

@runtime_checkable
class SupportsInt(Protocol):
    """What int() accepts."""

    __slots__ = ()

    @abstractmethod
    def __int__(self) -> int: ...


@runtime_checkable
class SupportsFloat(Protocol):
    """What float() accepts."""

    __slots__ = ()

    @abstractmethod
    def __float__(self) -> float: ...


@runtime_checkable
class SupportsComplex(Protocol):
    """What complex() accepts."""

    __slots__ = ()

    @abstractmethod
    def __complex__(self) -> complex: ...


@runtime_checkable
class SupportsBytes(Protocol):
    """What bytes() accepts."""

    __slots__ = ()

    @abstractmethod
    def __bytes__(self) -> bytes: ...


@runtime_checkable
class SupportsIndex(Protocol):
    """What can be an index."""

    __slots__ = ()

    @abstractmethod
    def __index__(self) -> int: ...


@runtime_checkable
class SupportsAbs(Protocol[T_co]):
    """What abs() accepts."""

    __slots__ = ()

    @abstractmethod
    def __abs__(self) -> T_co: ...


@runtime_checkable
class SupportsRound(Protocol[T_co]):
    """What round() accepts."""

    __slots__ = ()

    @abstractmethod
    def __round__(self, ndigits: int = 0) -> T_co: ...
