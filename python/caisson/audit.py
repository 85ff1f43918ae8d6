"""Audit logs: what sandboxes did, in a file that shows if it was changed."""

from __future__ import annotations

import os
import threading
from collections.abc import Mapping
from typing import Union

from caisson import _native, errors

_SYNC = {"batch": _native.AUDIT_BATCH, "always": _native.AUDIT_ALWAYS}
_CODE = {"hash": 0, "full": _native.AUDIT_FULL}


class AuditLog:
    """A log for any number of sandboxes, threads and processes.

    One JSON object per line; each has the hash of the one before it.  What was
    recorded is not lost when this process is killed.  ``caisson audit verify``
    finds whatever was changed, removed or reordered.

    >>> log = AuditLog("/tmp/audit.jsonl")       # doctest: +SKIP
    >>> with caisson.Sandbox(audit=log) as box:  # doctest: +SKIP
    ...     box.run("1 + 2")
    """

    def __init__(
        self,
        path: str | os.PathLike[str] | None = None,
        *,
        code: str = "hash",
        sync: str = "batch",
        required: bool = True,
        owner: str | None = None,
        rotate_bytes: int = 64 << 20,
    ) -> None:
        """Open a log, or make one.

        ``path``: without one the log of the user, ``audit.jsonl`` in the state
        directory.  ``code``: ``hash`` records digests of code and arguments,
        ``full`` the text.  ``sync``: ``batch`` or, before anything goes on,
        ``always``.  ``required``: a run whose record cannot be written does not
        start.  ``owner``: who is responsible.
        """
        if code not in _CODE or sync not in _SYNC:
            raise errors.ConfigError(
                "code is 'hash' or 'full', sync 'batch' or 'always'"
            )
        flags = _CODE[code] | (0 if required else _native.AUDIT_OPTIONAL)
        where = None if path is None else os.fspath(path)
        try:
            self.native = _native.Audit(where, flags, _SYNC[sync], owner, rotate_bytes)
        except (OSError, ValueError) as e:
            raise errors.UnavailableError(
                f"audit_unavailable: {e}", "name a file that only you can write"
            ) from None

    def put(
        self,
        kind: str,
        *,
        object: str | None = None,
        capability: str | None = None,
        decision: str | None = None,
        rule: str | None = None,
        reason: str | None = None,
        session: str | None = None,
        run: str | None = None,
        data: Mapping[str, str | int] | None = None,
    ) -> None:
        """Append a record of your own; OSError if it cannot be written."""
        self.native.put(
            kind,
            object,
            capability,
            decision,
            rule,
            reason,
            session,
            run,
            dict(data or {}),
        )

    def secret(self, name: str, value: str) -> None:
        """From now on this value appears as ``[secret:NAME]`` in the log."""
        self.native.secret(name, value)

    def flush(self) -> None:
        """Write what waits, to the log and to the disk."""
        self.native.flush()


AuditArg = Union[AuditLog, str, "os.PathLike[str]", bool, None]

_lock = threading.Lock()
_shared: dict[tuple[int, str | None], AuditLog] = {}


def as_log(audit: AuditArg) -> AuditLog | None:
    """The log that an argument means; sandboxes with one path share one."""
    if audit is None:
        audit = os.environ.get("CAISSON_AUDIT") or None
        audit = None if audit == "off" else audit
    if audit is None or audit is False:
        return None
    if isinstance(audit, AuditLog):
        return audit
    path = None if audit is True else os.path.abspath(os.fspath(audit))
    key = (os.getpid(), path)
    with _lock:
        for stale in [k for k in _shared if k[0] != key[0]]:
            _shared.pop(stale)  # of the process that we were forked from
        made = _shared.get(key)
        if made is None:
            made = _shared[key] = AuditLog(path)
    return made
