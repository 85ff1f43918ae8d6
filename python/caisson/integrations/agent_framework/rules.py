"""Looking at code before it runs: advice for the model, never the wall."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable

from caisson.checking import Report, judge
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

    def judge(self, code: str) -> Report:
        """What the rules say about code."""
        return judge(
            code,
            profile=self.name,
            allow_imports=self.allowed_imports,
            block_imports=self.blocked_imports,
            allow_builtins=self.allowed_builtins,
            block_builtins=self.blocked_builtins,
            allow_os=self.allowed_os_attrs,
        )


def validate_code(
    code: str,
    *,
    allowed_imports: Iterable[str] | None = None,
    blocked_imports: Iterable[str] | None = None,
    allowed_builtins: Iterable[str] | None = None,
    blocked_builtins: Iterable[str] | None = None,
    allowed_os_attrs: Iterable[str] | None = None,
    rules: str = COMPAT,
) -> None:
    """Raise ``CodeValidationError`` unless the rules allow the code.

    A list that is given replaces the default one.
    """
    made = Rules.of(
        rules,
        allowed_imports=allowed_imports,
        blocked_imports=blocked_imports,
        allowed_builtins=allowed_builtins,
        blocked_builtins=blocked_builtins,
        allowed_os_attrs=allowed_os_attrs,
    )
    report = made.judge(code)
    if not report.ok:
        raise CodeValidationError(report.codeact_text())
