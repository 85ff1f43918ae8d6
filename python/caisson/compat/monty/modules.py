"""Modules of the host that programs import."""

from __future__ import annotations

import inspect
import keyword
import sys
import uuid
from collections.abc import Mapping
from typing import Any

from caisson import _native

_OWN = frozenset(sys.stdlib_module_names) | {"_typeshed", "typing_extensions"}


class ExternalModule:
    """A module of the host: functions, values and submodules by name."""

    __slots__ = ("_attrs", "_id", "_stubs")

    _attrs: dict[str, Any]
    _id: uuid.UUID
    _stubs: str | None

    def __init__(
        self,
        attrs: dict[str, Any],
        *,
        stubs: str | None = None,
        id: uuid.UUID | None = None,
    ) -> None:
        if not isinstance(attrs, dict):
            raise TypeError(
                f"ExternalModule attrs must be a dict, not {type(attrs).__name__}"
            )
        if stubs is not None and not isinstance(stubs, str):
            kind = type(stubs).__name__
            raise TypeError(f"{kind!r} object is not an instance of 'str'")
        if id is not None and not isinstance(id, uuid.UUID):
            raise TypeError("ExternalModule id must be a uuid.UUID")
        object.__setattr__(self, "_attrs", _checked(attrs))
        object.__setattr__(self, "_stubs", stubs)
        object.__setattr__(self, "_id", uuid.uuid4() if id is None else id)

    @property
    def attrs(self) -> dict[str, Any]:
        """What it holds, a copy."""
        return dict(self._attrs)

    @property
    def stubs(self) -> str | None:
        """Its types, as text of a stub file."""
        return self._stubs

    @property
    def id(self) -> uuid.UUID:
        """Tells modules of one name apart."""
        return self._id

    @property
    def members(self) -> Mapping[str, Any]:
        """What a program may use: no name with a leading underscore."""
        return {n: v for n, v in self._attrs.items() if not n.startswith("_")}

    def find(self, path: str) -> Any:
        """The public attribute of a dotted path; KeyError if there is none."""
        found: Any = self
        for name in path.split("."):
            if not isinstance(found, ExternalModule) or name.startswith("_"):
                raise KeyError(path)
            found = found._attrs[name]
        return found

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(
            f"attribute {name!r} of 'pydantic_monty.ExternalModule' objects is not "
            "writable"
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ExternalModule) and (
            self._id == other._id
            and self._attrs == other._attrs
            and self._stubs == other._stubs
        )

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return (
            f"ExternalModule({self._attrs!r}, stubs={self._stubs!r}, id={self._id!r})"
        )


def _checked(attrs: dict[Any, Any]) -> dict[str, Any]:
    made: dict[str, Any] = {}
    for key, value in attrs.items():
        if not isinstance(key, str):
            raise TypeError(
                f"ExternalModule attrs must have str keys, not {type(key).__name__}"
            )
        name = str.__str__(key)
        if not name.isidentifier() or keyword.iskeyword(name):
            raise ValueError(
                f"ExternalModule attrs must have identifier keys, not {name!r}"
            )
        if name in made:
            raise ValueError(f"ExternalModule attrs has the key {name!r} twice")
        if isinstance(value, ExternalModule) and is_own(name):
            raise ValueError(f"ExternalModule attrs[{name!r}]: {replaced(name)}")
        made[name] = value
    return made


def is_own(name: str) -> bool:
    """Does the sandbox have a module of this name?"""
    return name.partition(".")[0] in _OWN


def replaced(name: str) -> str:
    """Why a module of that name cannot come from the host."""
    return (
        f'module "{name}" is provided by the sandbox or its type checker and cannot '
        "be replaced"
    )


class ModuleSet:
    """The modules of one session: looked up in the caller's mapping at each import.

    A factory runs once, when a program first needs its module; one that failed is
    asked again.
    """

    def __init__(self, given: Mapping[str, Any], awaits: bool) -> None:
        self._given = given
        self._awaits = awaits
        self._made: dict[str, tuple[Any, ExternalModule]] = {}
        self.imported: dict[str, ExternalModule] = {}

    def __bool__(self) -> bool:
        return bool(self._given)

    def get(self, name: str) -> Any:
        """The module, an awaitable of it, or None: there is none of that name."""
        if not name.isidentifier() or keyword.iskeyword(name):
            raise ValueError(f'module name "{name}" is not a valid identifier')
        if is_own(name):
            raise ValueError(replaced(name))
        if name not in self._given:
            return None
        entry = self._given[name]
        if isinstance(entry, ExternalModule):
            return self._remember(name, entry)
        made = self._made.get(name)
        if made is not None and made[0] is entry:
            return made[1]
        return self._make(name, entry)

    def _make(self, name: str, entry: Any) -> Any:
        what = f"external_modules[{name!r}]"
        if isinstance(entry, type) or not callable(entry):
            is_class = isinstance(entry, type)
            kind = f"the class {entry.__name__}" if is_class else type(entry).__name__
            raise TypeError(
                f"{what} must be an ExternalModule or a callable returning one, "
                f"not {kind}"
            )
        made = entry()
        if not inspect.isawaitable(made):
            return self._accept(name, entry, made)
        if self._awaits:
            return self._awaited(name, entry, made)
        if inspect.iscoroutine(made):
            made.close()
        raise RuntimeError(
            f"{what}() returned an awaitable; async module factories require AsyncMonty"
        )

    async def _awaited(self, name: str, entry: Any, made: Any) -> ExternalModule:
        return self._accept(name, entry, await made)

    def _accept(self, name: str, entry: Any, made: Any) -> ExternalModule:
        if not isinstance(made, ExternalModule):
            raise TypeError(
                f"external_modules[{name!r}]() returned {type(made).__name__}, not an "
                "ExternalModule"
            )
        self._made[name] = (entry, made)
        return self._remember(name, made)

    def _remember(self, name: str, module: ExternalModule) -> ExternalModule:
        self.imported[name] = module
        for child, value in module.members.items():
            if isinstance(value, ExternalModule):
                self._remember(f"{name}.{child}", value)
        return module


class Function:
    """A function of a module on its way in: only a dotted name."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __caisson_parts__(self) -> tuple[Any, ...]:
        return (_native.WIRE_NAMED, 1, self.name)


def answer(name: str, module: ExternalModule) -> dict[str, Any]:
    """What a program gets for an import."""
    attrs: dict[str, Any] = {}
    modules: dict[str, Any] = {}
    for member, value in module.members.items():
        if isinstance(value, ExternalModule):
            modules[member] = answer(f"{name}.{member}", value)
        elif callable(value):
            attrs[member] = Function(f"{name}.{member}")
        else:
            attrs[member] = value
    return {"attrs": attrs, "modules": modules}


def as_mapping(given: Any) -> Mapping[str, Any]:
    """``external_modules``, checked as far as a checkout does."""
    if given is None:
        return {}
    if not isinstance(given, Mapping):
        raise TypeError(
            "external_modules must be a mapping of module name to ExternalModule, "
            f"not {type(given).__name__}"
        )
    return given
