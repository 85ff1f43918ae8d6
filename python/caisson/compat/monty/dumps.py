"""Dumps: the engine's snapshot with what this module knows about the session.

    CSMONTY\\0  u16 version  u32 length  JSON of that length  snapshot

Readers take any minor version they know the major of; the snapshot is verified
by the engine.
"""

from __future__ import annotations

import dataclasses
import functools
import json
import struct
from typing import Any

from .limits import Limits

MAGIC = b"CSMONTY\0"
VERSION = 1
_HEAD = struct.Struct("<8sHI")


State = tuple[bytes, int]
"""A snapshot of the engine: bytes, and where in them it begins."""


@dataclasses.dataclass
class Dump:
    """A session, idle or waiting."""

    waiting: bool
    script_name: str
    accepted: list[str]
    limits: Limits
    kind: str = "session"
    more: dict[str, Any] = dataclasses.field(default_factory=dict)
    """Values are hashable."""
    state: State = (b"", 0)

    def pack(self, native: Any = None) -> bytes:
        """As bytes, with the state of this session of the engine."""
        text = _about_text(
            self.kind,
            self.waiting,
            self.script_name,
            tuple(self.accepted),
            self.limits,
            tuple(self.more.items()),
        )
        head = _HEAD.pack(MAGIC, VERSION, len(text)) + text
        return head if native is None else bytes(native.dump(head))

    @classmethod
    def unpack(cls, data: bytes, kind: str = "session") -> Dump:
        """From bytes; ValueError for what is no dump."""
        if not isinstance(data, (bytes, bytearray, memoryview)):
            raise TypeError("a dump is bytes")
        data = bytes(data)
        try:
            magic, version, length = _HEAD.unpack_from(data)
            if magic != MAGIC:
                raise ValueError("wrong magic")
            if version != VERSION:
                raise ValueError(f"version {version} is not known")
            end = _HEAD.size + length
            about, limits = _read_about(data[_HEAD.size : end])
            made = cls(
                bool(about["waiting"]),
                str(about["script_name"]),
                [str(c) for c in about["accepted"]],
                limits,
                str(about["kind"]),
                dict(about["more"]),
                (data, end),
            )
        except (struct.error, KeyError, TypeError, ValueError, AttributeError) as e:
            raise ValueError(f"not a dump: {e}") from None
        if made.kind != kind:
            raise ValueError(f"these bytes are a dump of a {made.kind}, not a {kind}")
        return made


# Dumps of one session say the same about it again and again.


@functools.lru_cache(maxsize=64)
def _about_text(
    kind: str,
    waiting: bool,
    script_name: str,
    accepted: tuple[str, ...],
    limits: Limits,
    more: tuple[tuple[str, Any], ...],
) -> bytes:
    about = {
        "kind": kind,
        "waiting": waiting,
        "script_name": script_name,
        "accepted": accepted,
        "limits": dataclasses.asdict(limits),
        "more": dict(more),
    }
    return json.dumps(about, sort_keys=True).encode()


@functools.lru_cache(maxsize=64)
def _read_about(text: bytes) -> tuple[dict[str, Any], Limits]:
    """What a dump says, not to be changed."""
    about = json.loads(text.decode())
    return about, Limits(**about["limits"])
