"""A run that waits for approval: as data that another process can go on from.

The data travels in the metadata of pydantic-ai's deferred tool requests: the
application keeps it and passes it back, unchanged, with the approval.
"""

from __future__ import annotations

import base64
import dataclasses
from typing import Any

from pydantic_ai.exceptions import ApprovalRequired, CallDeferred
from pydantic_ai.messages import ToolCallPart

from caisson import _native
from caisson.integrations.pydantic_ai.calls import Calls, Deferral

KEY = "caisson_pause"


@dataclasses.dataclass
class OpenCall:
    """A nested call that the program waits for.

    ``outcome`` is (raised, value) of one that has ended.
    """

    number: int
    part: ToolCallPart
    is_awaited: bool = True
    outcome: tuple[bool, Any] | None = None

    async def result(self, calls: Calls) -> Any:
        """Its result; a call that waited for approval is made now."""
        if self.outcome is None:
            return await calls.make(self.part, approved=True)
        raised, value = self.outcome
        if raised:
            raise value
        return value

    def to_json(self) -> dict[str, Any]:
        """As plain data."""
        data: dict[str, Any] = {
            "number": self.number,
            "tool": self.part.tool_name,
            "args": _b64(_native.encode(self.part.args_as_dict())),
            "id": self.part.tool_call_id,
            "awaited": self.is_awaited,
        }
        if self.outcome is not None and not isinstance(self.outcome[1], Deferral):
            raised, value = self.outcome
            data |= {"raised": raised, "value": _b64(_native.encode(value))}
        return data

    @classmethod
    def of_json(cls, data: dict[str, Any]) -> OpenCall:
        """From plain data."""
        part = ToolCallPart(
            tool_name=data["tool"],
            args=_native.decode(base64.b64decode(data["args"])),
            tool_call_id=data["id"],
        )
        outcome = None
        if "value" in data:
            value = _native.decode(base64.b64decode(data["value"]))
            outcome = (bool(data["raised"]), value)
        return cls(data["number"], part, data["awaited"], outcome)


def _b64(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")


class Paused(Exception):
    """The run stands still; this is all of it."""

    def __init__(
        self,
        snapshot: bytes,
        open_calls: list[OpenCall],
        why: ApprovalRequired | CallDeferred,
    ) -> None:
        super().__init__("paused")
        self.snapshot = snapshot
        self.open_calls = open_calls
        self.why = why

    def metadata(self, printed: str, calls: Calls) -> dict[str, Any]:
        """For the application; it comes back with the approval."""
        waiting = [c.part for c in self.open_calls if not _has_result(c)]
        return {
            KEY: {
                "snapshot": _b64(self.snapshot),
                "open": [c.to_json() for c in self.open_calls],
                "printed": printed,
                "started": len(calls.started),
            },
            "waiting_for": [
                {"tool": p.tool_name, "args": p.args, "id": p.tool_call_id}
                for p in waiting
            ],
            "reason": self.why.metadata,
        }


def _has_result(call: OpenCall) -> bool:
    return call.outcome is not None and not isinstance(call.outcome[1], Deferral)


@dataclasses.dataclass
class Resumption:
    """A paused run that comes back."""

    snapshot: bytes
    open_calls: list[OpenCall]
    printed: str
    started: int

    @classmethod
    def find(cls, metadata: Any) -> Resumption | None:
        """In the metadata of an approval, if it is one of ours."""
        data = metadata.get(KEY) if isinstance(metadata, dict) else None
        if not isinstance(data, dict):
            return None
        return cls(
            base64.b64decode(data["snapshot"]),
            [OpenCall.of_json(c) for c in data["open"]],
            data["printed"],
            data["started"],
        )
