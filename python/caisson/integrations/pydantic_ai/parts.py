"""The kind of ``run_code`` and the class of its calls.

A kind can be defined once per process.  Where pydantic-ai-harness is installed,
its definition is used, so that both packages share one class in either order of
import; elsewhere it is defined here.  Releases of pydantic-ai without kinds have
none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pydantic_ai import messages
from pydantic_ai.messages import ToolCallPart
from typing_extensions import NotRequired, TypedDict

KIND_ID = "code_mode.run_code"


class _Args(TypedDict):
    """Arguments of ``run_code``."""

    code: str
    restart: NotRequired[bool]


def _define() -> tuple[Any, Any, Any]:
    """(kind or None, class of the arguments, class of the calls)."""
    kinds = getattr(messages, "ToolKind", None)
    if kinds is None:
        return None, _Args, ToolCallPart
    kind = kinds("code_mode", "run_code", args=_Args)

    class RunCodeCallPart(ToolCallPart[_Args], kind=kind):  # type: ignore[call-arg,type-arg,misc,unused-ignore]
        """A call of ``run_code``, whatever the tool is named."""

        @property
        def code(self) -> str | None:
            """The code; None while it is incomplete or malformed."""
            typed: Any = self.typed_args  # type: ignore[attr-defined,unused-ignore]
            return None if typed is None else str(typed["code"])

    RunCodeCallPart.__qualname__ = "RunCodeCallPart"
    RunCodeCallPart.__module__ = __name__
    return kind, _Args, RunCodeCallPart


def _find() -> tuple[Any, Any, Any]:
    try:
        from pydantic_ai_harness.code_mode import (  # type: ignore[import-not-found,unused-ignore]
            _parts,
        )
    except Exception:  # not installed, too old, or built for another pydantic-ai
        return _define()
    return _parts.RUN_CODE_KIND, _parts.RunCodeArgs, _parts.RunCodeCallPart


if TYPE_CHECKING:
    RunCodeArgs = _Args

    class RunCodeCallPart(ToolCallPart):
        """A call of ``run_code``, whatever the tool is named."""

        @property
        def code(self) -> str | None:
            """The code; None while it is incomplete or malformed."""

    RUN_CODE_KIND: Any = None
else:
    RUN_CODE_KIND, RunCodeArgs, RunCodeCallPart = _find()
