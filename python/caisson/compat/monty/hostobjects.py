"""Objects of the host that a program may use, as far as they are opened up.

``ClassInstance`` and ``ClassType`` say which attributes are copied when the
object enters (eager), which are asked for when they are read (lazy), and which
methods may be called.  Everything else does not exist for the program.
"""

from __future__ import annotations

import inspect
import uuid
from collections.abc import Iterable
from typing import Any, Literal, Union

Names = Union[Literal["all"], Iterable[str], None]


def _check(names: Names, what: str) -> Names:
    if names is None or names == "all":
        return names
    if isinstance(names, str):
        raise TypeError(f"{what} must be 'all', an iterable of names or None")
    made = tuple(names)
    if not all(isinstance(n, str) for n in made):
        raise TypeError(f"{what} must contain names")
    return made


def _data_names(value: Any) -> list[str]:
    """Public attributes of an instance that hold data."""
    names = list(getattr(value, "__dict__", ()))
    for cls in type(value).__mro__:
        slots = cls.__dict__.get("__slots__", ())
        names += [slots] if isinstance(slots, str) else list(slots)
    return [n for n in dict.fromkeys(names) if not n.startswith("_")]


def _class_names(cls: type) -> list[str]:
    """Public class attributes that hold data."""
    found = {}
    for base in reversed(cls.__mro__[:-1]):
        for name, member in base.__dict__.items():
            found[name] = not (callable(member) or hasattr(member, "__get__"))
    return [n for n, plain in found.items() if plain and not n.startswith("_")]


def _method_names(cls: type) -> list[str]:
    return [
        n
        for n, member in inspect.getmembers(cls)
        if callable(member) and not n.startswith("_") and not inspect.isclass(member)
    ]


class _Opened:
    """What both kinds have in common."""

    def __init__(
        self,
        value: Any,
        eager_attrs: Names,
        lazy_attrs: Names,
        allowed_methods: Names,
        frozen: bool | None,
    ) -> None:
        self.value = value
        self.eager_attrs = _check(eager_attrs, "eager_attrs")
        self.lazy_attrs = _check(lazy_attrs, "lazy_attrs")
        self.allowed_methods = _check(allowed_methods, "allowed_methods")
        self.frozen = bool(frozen)
        self.id = uuid.uuid4()

    def convert_value(self, name: str, value: Any) -> Any:
        """What the program gets for an attribute; to be overridden."""
        return value

    def _all_attributes(self) -> list[str]:
        raise NotImplementedError

    def _all_methods(self) -> list[str]:
        raise NotImplementedError

    @property
    def type_name(self) -> str:
        """Name of the class, as the program sees it."""
        raise NotImplementedError

    def eager(self) -> dict[str, Any]:
        """Attributes that go in with the object."""
        names = self.eager_attrs
        if names is None:
            return {}
        chosen = self._all_attributes() if names == "all" else list(names)
        return {n: self.convert_value(n, getattr(self.value, n)) for n in chosen}

    def lazy(self) -> list[str]:
        """Attributes that are asked for."""
        names = self.lazy_attrs
        if names is None:
            return []
        if names != "all":
            return list(names)
        own = type(self.value) if not isinstance(self.value, type) else self.value
        properties = [
            n
            for n, member in inspect.getmembers(own)
            if isinstance(member, property) and not n.startswith("_")
        ]
        return list(dict.fromkeys(self._all_attributes() + properties))

    def methods(self) -> list[str]:
        """Methods that may be called."""
        names = self.allowed_methods
        if names is None:
            return []
        return self._all_methods() if names == "all" else list(names)

    def read(self, name: str) -> Any:
        """A lazy attribute; AttributeError if it is not open."""
        if name not in self.lazy():
            raise AttributeError(f"'{self.type_name}' object has no attribute '{name}'")
        return self.convert_value(name, getattr(self.value, name))

    def call(self, name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Call a method; AttributeError if it is not open."""
        if name not in self.methods():
            raise AttributeError(f"'{self.type_name}' object has no attribute '{name}'")
        return self.convert_value(name, getattr(self.value, name)(*args, **kwargs))


class ClassInstance(_Opened):
    """An object of the host, opened up as far as said here."""

    def __init__(
        self,
        value: Any,
        eager_attrs: Names = None,
        lazy_attrs: Names = None,
        allowed_methods: Names = None,
        frozen: bool | None = None,
    ) -> None:
        if frozen is None:
            params = getattr(type(value), "__dataclass_params__", None)
            frozen = bool(params and params.frozen)
        super().__init__(value, eager_attrs, lazy_attrs, allowed_methods, frozen)

    @property
    def type_name(self) -> str:
        """Name of the object's class."""
        return type(self.value).__name__

    def _all_attributes(self) -> list[str]:
        return _data_names(self.value)

    def _all_methods(self) -> list[str]:
        return _method_names(type(self.value))

    def __repr__(self) -> str:
        return f"ClassInstance({self.value!r})"


class ClassType(_Opened):
    """A class of the host; ``init`` allows the program to make instances."""

    def __init__(
        self,
        value: type,
        init: bool = False,
        eager_attrs: Names = None,
        lazy_attrs: Names = None,
        allowed_methods: Names = None,
        frozen: bool | None = None,
        instance_eager_attrs: Names = None,
        instance_lazy_attrs: Names = None,
        instance_allowed_methods: Names = None,
    ) -> None:
        if not isinstance(value, type):
            raise TypeError("ClassType needs a class")
        super().__init__(value, eager_attrs, lazy_attrs, allowed_methods, frozen)
        self.init = init
        self.instance_eager_attrs = instance_eager_attrs
        self.instance_lazy_attrs = instance_lazy_attrs
        self.instance_allowed_methods = instance_allowed_methods

    @property
    def type_name(self) -> str:
        """Name of the class."""
        return str(self.value.__name__)

    def _all_attributes(self) -> list[str]:
        return _class_names(self.value)

    def _all_methods(self) -> list[str]:
        return _method_names(self.value)

    def call(self, name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Call a class method, or make an instance."""
        if name != "__call__":
            return super().call(name, args, kwargs)
        if not self.init:
            raise TypeError(f"cannot instantiate host class '{self.type_name}'")
        made = self.convert_value("__call__", self.value(*args, **kwargs))
        if isinstance(made, _Opened) or type(made) is not self.value:
            return made
        return ClassInstance(
            made,
            self.instance_eager_attrs,
            self.instance_lazy_attrs,
            self.instance_allowed_methods,
        )

    def __repr__(self) -> str:
        return f"ClassType({self.value!r})"


Opened = _Opened
