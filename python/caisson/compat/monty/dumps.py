"""Dumps: the engine's snapshot with what this module knows about the session.

    CSMONTY\\0  u16 version  u32 length  JSON of that length  snapshot

Readers take any minor version they know the major of; the snapshot is verified
by the engine.
"""

from __future__ import annotations

import dataclasses
import json
import struct
from typing import Any

from .limits import Limits

MAGIC = b"CSMONTY\0"
VERSION = 1
_HEAD = struct.Struct("<8sHI")


@dataclasses.dataclass
class Dump:
    """A session, idle or waiting."""

    state: bytes
    waiting: bool
    script_name: str
    accepted: list[str]
    limits: Limits
    kind: str = "session"
    more: dict[str, Any] = dataclasses.field(default_factory=dict)

    def pack(self) -> bytes:
        """As bytes."""
        about = {
            "kind": self.kind,
            "waiting": self.waiting,
            "script_name": self.script_name,
            "accepted": self.accepted,
            "limits": dataclasses.asdict(self.limits),
            "more": self.more,
        }
        text = json.dumps(about, sort_keys=True).encode()
        return _HEAD.pack(MAGIC, VERSION, len(text)) + text + self.state

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
            about = json.loads(data[_HEAD.size : end].decode())
            made = cls(
                data[end:],
                bool(about["waiting"]),
                str(about["script_name"]),
                [str(c) for c in about["accepted"]],
                Limits(**about["limits"]),
                str(about["kind"]),
                dict(about["more"]),
            )
        except (struct.error, KeyError, TypeError, ValueError, AttributeError) as e:
            raise ValueError(f"not a dump: {e}") from None
        if made.kind != kind:
            raise ValueError(f"these bytes are a dump of a {made.kind}, not a {kind}")
        return made
