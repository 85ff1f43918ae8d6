"""The end of a run: its files, its figures, its result."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING, Any

from caisson import _depth, errors
from caisson._events import CRASHED, DONE, LIMIT, RAISED, Event, error_info
from caisson.displays import Display
from caisson.limits import limit_words
from caisson.result import (
    Artifact,
    Change,
    Denial,
    Enforcement,
    ErrorInfo,
    Facts,
    LimitHit,
    Result,
    Usage,
)

if TYPE_CHECKING:
    from caisson.limits import Limits
    from caisson.policy import Policy
    from caisson.remote import Remote

_KINDS = {"f": "file", "d": "dir", "l": "link", "?": "gone"}


def refusal_fields(found: Any) -> dict[str, Any]:
    """What was refused, as fields of a result."""
    denials, hits = found
    return {
        "denials": tuple(Denial(*d) for d in denials),
        "limit_hits": {key: LimitHit(*rest) for key, *rest in hits},
    }


def good_result(fields: dict[str, Any]) -> Result:
    """A result with these attributes; the others have defaults, or come later."""
    made = object.__new__(Result)
    object.__setattr__(made, "__dict__", fields)
    return made


class Ending:
    """The part of a sandbox's core that looks at a run when it is over."""

    limits: Limits
    policy: Policy | None
    remote: Remote | None
    depth: str
    depth_reason: str
    has_files: bool
    audited: bool
    _session_id: str | None
    _closed: bool
    _native: Any
    _options: dict[str, Any]
    _runs: int
    _began: int
    _enforcement: Enforcement | None

    def call(self, method: str, *args: Any, **kwargs: Any) -> Any:
        """Call the session."""
        raise NotImplementedError

    @property
    def session_id(self) -> str:
        """Its name; made when somebody asks."""
        if self._session_id is None:
            self._session_id = "ses_" + os.urandom(16).hex()
        return self._session_id

    @property
    def closed(self) -> bool:
        """Was it closed?"""
        return self._closed

    # -- files ---------------------------------------------------------------------

    def read_file(self, path: str) -> bytes | None:
        """Content of a file that the program sees."""
        data: bytes | None = self.call("get_file", path)
        return data

    def artifacts(self) -> tuple[tuple[Artifact, ...], bool]:
        """Files that the last run changed, and whether some were left out."""
        found, cut = self.call("artifacts")
        return self._listed(found), cut

    def _listed(self, found: Any) -> tuple[Artifact, ...]:
        return tuple(
            Artifact(
                os.fsdecode(path),
                size,
                None if digest is None else digest.hex(),
                change,
                self.read_file,
            )
            for change, path, _, _, size, digest in found
        )

    def shown(self) -> dict[str, Any]:
        """What the last run displayed, as fields of a result."""
        found = self.call("displays")
        if found is None:
            return {}
        data, cut = found
        return {"displays": tuple(map(Display, data)), "displays_cut": cut}

    def changes(self) -> list[Change]:
        """How overlays differ from the host."""
        found, _ = self.call("changes")
        return [
            Change(
                os.fsdecode(path),
                change,
                _KINDS[kind],
                size,
                None if moved is None else os.fsdecode(moved),
            )
            for change, path, moved, kind, size, _ in found
        ]

    def end_changes(self, method: str, at: str | None) -> None:
        """Commit or discard, with an error that says why not."""
        try:
            self.call(method, at)
        except (ValueError, OSError) as e:
            raise errors.MountError(str(e)) from None

    # -- the end of a run ---------------------------------------------------------

    def usage(self) -> Usage:
        """Figures of the last run."""
        u = self.call("used")
        return Usage(
            u["fuel"],
            u["time_us"],
            u["output"],
            u["memory_live"],
            u["memory_peak"],
            u["calls"],
            u["suspensions"],
        )

    def result(self, ev: Event) -> Result:
        """The result that an ending event means."""
        out, err = self.call("take_output")
        common: dict[str, Any] = {
            "stdout": out,
            "stderr": err,
            "facts": self._facts(ev),
        }
        if ev.kind != CRASHED:
            common["usage"] = self.usage()
            common |= self.refusals()
            common |= self.shown()
            if self.has_files:
                common["artifacts"], common["artifacts_cut"] = self.artifacts()
        if ev.kind == DONE:
            return Result("ok", ev.value, ev.has_value, **common)
        if ev.kind == RAISED:
            error = error_info(ev)
            code = ev.exit_code
            status = "ok" if code == 0 else "invalid" if ev.invalid else "error"
            return Result(
                status,
                error=error,
                message=f"{error}{self._other_depth(error)}",
                exit_code=None if code < 0 else code,
                **common,
            )
        if ev.kind == LIMIT:
            ends = {"time": "timeout", "wall": "timeout", "cancelled": "cancelled"}
            status = ends.get(ev.name, "limit")
            cause = error_info(ev) if ev.error else None
            return Result(
                status,
                limit=ev.name,
                error=cause,
                message=str(cause) if cause else limit_words(ev.name, ev.text),
                **common,
            )
        if ev.kind == CRASHED:
            crash = Result("crashed", message=ev.text or "the worker died", **common)
            if ev.lost:
                raise errors.TransportError(crash.message, crash)
            return crash
        raise AssertionError(f"event {ev.kind} does not end a run")

    def _other_depth(self, error: ErrorInfo) -> str:
        """What helps a program whose module the default depth does not have."""
        missing = error.type == "ModuleNotFoundError"
        if not missing or self.depth_reason != _depth.BY_DEFAULT:
            return ""
        allowed = self.policy._view["depth_allow"] if self.policy else (_depth.JAIL,)
        if self.remote or _depth.JAIL not in allowed:
            return ""
        return "; or Sandbox(depth='auto')"

    def _isolation(self) -> str:
        if _depth.is_jail(self.depth):
            return "jail"
        if self.remote is not None:
            return "remote"
        return "worker" if self._options["worker"] else "inprocess"

    def _facts(self, ev: Event | None) -> Facts:
        configured = used = None
        if ev is not None and ev.kind == LIMIT:
            configured, used = self._limit(ev.name)
        return Facts(
            self.session_id,
            self._runs,
            self.depth,
            self.depth_reason,
            self._isolation(),
            time.perf_counter_ns() - self._began,
            configured,
            used,
            ev.signal or None if ev is not None and ev.kind == CRASHED else None,
            self._native.ids()[1] if self.audited and self._native else None,
            None if self.policy is None else self.policy.hash,
            self.enforcement,
        )

    def enforcement(self) -> Enforcement:
        """What holds around this sandbox; asked once, and only if somebody does."""
        if self._enforcement is None and not self.closed:
            try:
                full, missing, digest = self.call("enforcement")
            except (errors.CaissonError, ValueError, OSError):
                pass  # another run is going on, or the process is gone
            else:
                level = "full" if full else "degraded"
                self._enforcement = Enforcement(level, tuple(missing), digest)
        if self._enforcement is not None:
            return self._enforcement
        walled = self._isolation() in ("worker", "jail")
        return Enforcement("full") if walled else Enforcement("degraded", ("worker",))

    def refusals(self) -> dict[str, Any]:
        """Fields of a result: what was refused, which limits were touched."""
        found = self.call("refusals")
        return {} if found is None else refusal_fields(found)

    def _limit(self, name: str) -> tuple[float | None, float | None]:
        """Where a limit stands, and how much of it is used."""
        u = self.usage()
        used: dict[str, float] = {
            "time": u.time_us / 1e6,
            "fuel": u.fuel,
            "output": u.output_bytes,
            "memory": u.memory_peak_bytes,
            "calls": u.host_calls,
            "suspensions": u.suspensions,
        }
        stands = self.limits.configured(name, self.policy, self.depth)
        return stands, used.get(name)
