"""Objects and classes of the host that a program may use, as far as they are opened.

``ClassInstance`` and ``ClassType`` say which attributes are copied when the
object enters (eager), which are asked for when they are read (lazy), and which
methods may be called.  Everything else does not exist for the program.

The wrapper is the only gate.  It stays on the host and is asked at every call and
every lazy read: what the program was told about names is a convenience, and a
program that forges a request gets the same answer as one that asks properly.
"""

from __future__ import annotations

import dataclasses
import inspect
import types
import uuid
from collections.abc import Coroutine, Iterable
from dataclasses import field
from typing import Any, Literal, Union

__all__ = ["ClassInstance", "ClassType"]

Policy = Union[Iterable[str], Literal["all"], None]

type_id_cache: dict[str, uuid.UUID] = {}
"""Ids of classes by ``module.qualname``: all wrappers of one class share one."""

_DESCRIPTORS = {
    types.FunctionType: "function",
    classmethod: "classmethod",
    staticmethod: "staticmethod",
}


def _normalized(name: str, policy: Policy, collect: Any) -> Any:
    """A policy as None, 'all' or a collection of names of its own."""
    if policy is None or (isinstance(policy, str) and policy == "all"):
        return policy
    if isinstance(policy, str):
        raise TypeError(f"{name} must be 'all', None or a set of names, got {policy!r}")
    return collect(policy)


def _method_kind(cls: type, name: str) -> str | None:
    """How the first class that has ``name`` defines it, if as a method."""
    for base in cls.__mro__:
        if name in base.__dict__:
            return _DESCRIPTORS.get(type(base.__dict__[name]))
    return None


def _slots(cls: type) -> list[str]:
    names: list[str] = []
    for base in cls.__mro__:
        slots = base.__dict__.get("__slots__", ())
        names += [slots] if isinstance(slots, str) else list(slots)
    return names


def _is_machinery(value: object) -> bool:
    return callable(value) or hasattr(value, "__get__")


@dataclasses.dataclass
class BaseWrapper:
    """What both kinds have in common."""

    value: Any
    eager_attrs: Policy = field(default=None, kw_only=True)
    lazy_attrs: Policy = field(default=None, kw_only=True)
    allowed_methods: Policy = field(default=None, kw_only=True)
    id: uuid.UUID = field(default_factory=uuid.uuid4, kw_only=True)

    def __post_init__(self) -> None:
        self.eager_attrs = _normalized("eager_attrs", self.eager_attrs, tuple)
        for name in ("lazy_attrs", "allowed_methods"):
            setattr(self, name, _normalized(name, getattr(self, name), frozenset))

    # -- what the host decides -------------------------------------------------------

    def get_eager_attrs(self) -> dict[str, Any]:
        """Attributes that enter with the object, converted."""
        if self.eager_attrs is None:
            return {}
        if self.eager_attrs == "all":
            found = self._public()
        else:
            found = {n: getattr(self.value, n) for n in self.eager_attrs}
        return {n: self.convert_value(n, v) for n, v in found.items()}

    def lookup_lazy_attrs(self, name: str) -> Any:
        """The value of an attribute that the program reads; AttributeError."""
        return self.convert_value(name, self.get_attr(name, self.lazy_attrs))

    def call_method(
        self, name: str, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> Any:
        """Call what the program wants to call; AttributeError if it may not."""
        if name == "__call__":
            raise TypeError(f"{self.value_type.__name__!r} object is not callable")
        if not self.method_allowed(name):
            raise self.attr_error(name)
        result = self.get_attr(name, self.allowed_methods)(*args, **kwargs)
        if inspect.iscoroutine(result):
            return self._convert_awaited(name, result)
        return self.convert_value(name, result)

    async def _convert_awaited(
        self, name: str, coroutine: Coroutine[Any, Any, Any]
    ) -> Any:
        return self.convert_value(name, await coroutine)

    def method_allowed(self, name: str) -> bool:
        """May this be called, apart from the names in ``allowed_methods``?

        'all' means the functions that the class defines: not a nested class, a
        property, or something callable that an instance holds.
        """
        if self.allowed_methods != "all":
            return True
        return _method_kind(self.value_type, name) is not None

    def convert_value(self, /, name: str, value: Any) -> Any:
        """What the program gets for an attribute or a result; to be overridden."""
        return value

    def get_attr(self, name: str, policy: Policy) -> Any:
        """The attribute, if the policy names it."""
        if policy is None or (policy != "all" and name not in policy):
            raise self.attr_error(name)
        return getattr(self.value, name)

    def attr_error(self, name: str) -> AttributeError:
        """What the program sees for a name that it may not use."""
        return AttributeError(
            f"{self.value_type.__name__!r} object has no attribute {name!r}"
        )

    def is_dataclass(self) -> bool:
        """Is the object's class a dataclass?"""
        return dataclasses.is_dataclass(self.value_type)

    @property
    def value_type(self) -> type[Any]:
        """The class of the object."""
        return type(self.value)

    # -- what the session asks -------------------------------------------------------

    def _public(self) -> dict[str, Any]:
        raise NotImplementedError

    def _told_methods(self) -> tuple[str, ...]:
        """Names that the program takes for methods."""
        if self.allowed_methods is None:
            return ()
        if self.allowed_methods != "all":
            return tuple(n for n in self.allowed_methods if not n.startswith("_"))
        names = dict.fromkeys(n for c in self.value_type.__mro__ for n in vars(c))
        return tuple(
            n for n in names if not n.startswith("_") and self.method_allowed(n)
        )

    def _told_lazy(self) -> tuple[str, ...]:
        """Names that the program asks for; '*': any public one."""
        if self.lazy_attrs is None:
            return ()
        if self.lazy_attrs == "all":
            return ("*",)
        return tuple(n for n in self.lazy_attrs if not n.startswith("_"))

    def serve_attribute(self, name: str) -> Any:
        """A lazy read by the program."""
        if name.startswith("_"):
            raise self.attr_error(name)
        return self.lookup_lazy_attrs(name)

    def serve_call(
        self, name: str, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> Any:
        """A call by the program."""
        if name.startswith("_") and name != "__call__":
            raise self.attr_error(name)
        return self.call_method(name, args, kwargs)


@dataclasses.dataclass
class ClassInstance(BaseWrapper):
    """An object of the host, opened up as far as said here.

    >>> box = ClassInstance({"n": 1}.items(), allowed_methods={"isdisjoint"})
    >>> box.call_method("isdisjoint", ([],), {})
    True
    """

    class_type: ClassType | None = field(default=None, kw_only=True)

    def __post_init__(self) -> None:
        super().__post_init__()
        own = type(self.value)
        if self.class_type is None:
            self.class_type = ClassType(own)
            self.class_type.is_default = True
        elif self.class_type.value is not own:
            raise ValueError(
                f"class_type {self.class_type.value!r} does not match value {own!r}"
            )

    def convert_value(self, /, name: str, value: Any) -> Any:
        """What the class's wrapper makes of it."""
        assert self.class_type is not None
        return self.class_type.convert_value(name, value)

    def _public(self) -> dict[str, Any]:
        if self.is_dataclass():
            names = [f.name for f in dataclasses.fields(self.value)]
            found = {n: getattr(self.value, n) for n in names}
        else:
            found = dict(getattr(self.value, "__dict__", {}))
            missing = object()
            for name in _slots(type(self.value)):
                value = getattr(self.value, name, missing)
                if value is not missing:
                    found.setdefault(name, value)
        return {n: v for n, v in found.items() if not n.startswith("_")}


@dataclasses.dataclass
class ClassType(BaseWrapper):
    """A class of the host; ``init`` allows the program to make instances.

    Only class methods and static methods can be called on the class itself: the
    program would choose the ``self`` of any other.
    """

    id: uuid.UUID = field(default=None, kw_only=True)  # type: ignore[assignment]
    init: bool = field(default=False, kw_only=True)
    instance_eager_attrs: Policy = field(default=None, kw_only=True)
    instance_lazy_attrs: Policy = field(default=None, kw_only=True)
    instance_allowed_methods: Policy = field(default=None, kw_only=True)
    is_default: bool = field(default=False, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        cls = self.value
        if not isinstance(cls, type):
            raise TypeError(f"ClassType value must be a class, not {cls!r}")
        self.instance_eager_attrs = _normalized(
            "instance_eager_attrs", self.instance_eager_attrs, tuple
        )
        for name in ("instance_lazy_attrs", "instance_allowed_methods"):
            setattr(self, name, _normalized(name, getattr(self, name), frozenset))
        if self.id is None:
            key = f"{cls.__module__}.{cls.__qualname__}"
            self.id = type_id_cache.setdefault(key, uuid.uuid4())

    def call_method(
        self, name: str, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> Any:
        """Call a class or static method; ``__call__`` makes an instance."""
        if name == "__call__":
            return self.construct(args, kwargs)
        return super().call_method(name, args, kwargs)

    def method_allowed(self, name: str) -> bool:
        """Class and static methods, whatever the policy says."""
        return _method_kind(self.value_type, name) in ("classmethod", "staticmethod")

    def construct(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> ClassInstance:
        """Make an instance for the program, wrapped."""
        if not self.init:
            raise TypeError(
                f"cannot instantiate host class {self.value_type.__name__!r}"
            )
        return self.instance_wrapper(self.value(*args, **kwargs))

    def instance_wrapper(self, instance: Any) -> ClassInstance:
        """How an instance that the program made is opened; to be overridden."""
        return ClassInstance(
            instance,
            eager_attrs=self.instance_eager_attrs,
            lazy_attrs=self.instance_lazy_attrs,
            allowed_methods=self.instance_allowed_methods,
            class_type=self if type(instance) is self.value else None,
        )

    def attr_error(self, name: str) -> AttributeError:
        """What the program sees for a name that it may not use."""
        return AttributeError(
            f"type object {self.value_type.__name__!r} has no attribute {name!r}"
        )

    @property
    def value_type(self) -> type[Any]:
        """The class itself."""
        cls: type[Any] = self.value
        return cls

    def _public(self) -> dict[str, Any]:
        return {
            n: v
            for n, v in vars(self.value).items()
            if not n.startswith("_") and not _is_machinery(v)
        }
