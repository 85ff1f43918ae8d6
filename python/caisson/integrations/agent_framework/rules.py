"""Looking at code before it runs: advice for the model, never the wall."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from typing import Any

from caisson.errors import CaissonError

COMPAT = "codeact-compat"
STRICT = "codeact-strict"


class CodeValidationError(CaissonError, ValueError):
    """Code that the rules do not allow; nothing ran."""


@dataclasses.dataclass(frozen=True)
class Rules:
    """Which rules hold, and the lists that replace their defaults."""

    name: str = COMPAT
    allowed_imports: frozenset[str] | None = None
    blocked_imports: frozenset[str] | None = None
    allowed_builtins: frozenset[str] | None = None
    blocked_builtins: frozenset[str] | None = None
    allowed_os_attrs: frozenset[str] | None = None

    @classmethod
    def of(cls, name: str, **lists: Iterable[str] | None) -> Rules:
        """Rules by name, with the lists that were given."""
        if name not in (COMPAT, STRICT):
            raise ValueError(f"rules must be {COMPAT!r} or {STRICT!r}, not {name!r}.")
        return cls(
            name, **{k: None if v is None else frozenset(v) for k, v in lists.items()}
        )

    @property
    def has_lists(self) -> bool:
        """Was one of the lists replaced?"""
        fields = dataclasses.fields(self)
        return any(getattr(self, f.name) is not None for f in fields[1:])

    def lists(self) -> dict[str, Any]:
        """The lists that were given."""
        fields = dataclasses.fields(self)[1:]
        given = {f.name: getattr(self, f.name) for f in fields}
        return {k: sorted(v) for k, v in given.items() if v is not None}
