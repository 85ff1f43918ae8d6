"""Events about calls that start early; a user interface can show them.

Each carries the id of its ``run_code`` call in ``tool_call_id``.  As with kinds
(``parts``), the classes of pydantic-ai-harness are used where it is installed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from pydantic_ai import messages

CODE_MODE_EVENTS = "code_mode"
NAMES = (
    "SpeculativeCodeUpdateEvent",
    "SpeculativeCallLaunchedEvent",
    "SpeculativeCallSettledEvent",
    "SpeculativeCallClaimedEvent",
    "SpeculativeCallMissedEvent",
    "SpeculativeCallEvictedEvent",
)

if TYPE_CHECKING:

    class _Base:
        def __init_subclass__(cls, **named: Any) -> None: ...

else:
    _Base = getattr(messages, "CapabilityEvent", object)


def _define() -> tuple[Any, ...]:
    if _Base is object:  # a pydantic-ai that has no such events
        named: dict[str, Any] = {}
    else:
        named = {"namespace": CODE_MODE_EVENTS}

    @dataclass(kw_only=True)
    class SpeculativeCodeUpdateEvent(_Base, **named):
        """The code grew; so many statements at its front are complete."""

        code: str
        closed_statements: int

    @dataclass(kw_only=True)
    class SpeculativeCallLaunchedEvent(_Base, **named):
        """A call was started before the program asked for it."""

        launch_id: str
        sandbox_function: str
        wrapped_tool_name: str
        arguments: dict[str, object]
        line_start: int
        line_end: int
        phase: Literal["streaming", "execution"] = "streaming"

    @dataclass(kw_only=True)
    class SpeculativeCallSettledEvent(_Base, **named):
        """It ended while the model was still writing."""

        launch_id: str
        outcome: Literal["ready", "failed"]
        elapsed_ms: float

    @dataclass(kw_only=True)
    class SpeculativeCallClaimedEvent(_Base, **named):
        """The program made this call and got the result of the early one."""

        launch_id: str
        nested_tool_call_id: str
        wrapped_tool_name: str
        ready_at_claim: bool
        elapsed_ms: float

    @dataclass(kw_only=True)
    class SpeculativeCallMissedEvent(_Base, **named):
        """The program made a call that could have started early and did not."""

        sandbox_function: str
        wrapped_tool_name: str
        nested_tool_call_id: str

    @dataclass(kw_only=True)
    class SpeculativeCallEvictedEvent(_Base, **named):
        """An early call that nobody made."""

        launch_id: str
        wrapped_tool_name: str
        state: Literal["pending", "ready", "failed"]

    made = locals()
    return tuple(made[name] for name in NAMES)


def _find() -> tuple[Any, ...]:
    try:
        from pydantic_ai_harness.code_mode import (  # type: ignore[import-not-found,unused-ignore]
            _events,
        )
    except Exception:  # as in parts
        return _define()
    return tuple(getattr(_events, name) for name in NAMES)


if TYPE_CHECKING:
    SpeculativeCodeUpdateEvent: Any = None
    SpeculativeCallLaunchedEvent: Any = None
    SpeculativeCallSettledEvent: Any = None
    SpeculativeCallClaimedEvent: Any = None
    SpeculativeCallMissedEvent: Any = None
    SpeculativeCallEvictedEvent: Any = None
else:
    (
        SpeculativeCodeUpdateEvent,
        SpeculativeCallLaunchedEvent,
        SpeculativeCallSettledEvent,
        SpeculativeCallClaimedEvent,
        SpeculativeCallMissedEvent,
        SpeculativeCallEvictedEvent,
    ) = _find()


async def emit(ctx: Any, event: Any) -> None:
    """Tell the run's listeners, if this pydantic-ai has any."""
    tell = getattr(ctx, "emit", None)
    if tell is not None and _Base is not object:
        await tell(event)
