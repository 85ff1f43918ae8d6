"""What a run gives back."""

from __future__ import annotations

import dataclasses
import functools
import hashlib
import math
import struct
from collections.abc import Callable
from typing import Any, NamedTuple

from caisson import errors
from caisson._values import guest_repr
from caisson.displays import Display


@dataclasses.dataclass(frozen=True)
class Frame:
    """One call in a traceback; numbers start at 1, 0 means unknown."""

    filename: str
    function: str | None
    source: str
    line: int
    column: int
    end_line: int
    end_column: int


@dataclasses.dataclass(frozen=True)
class ErrorInfo:
    """An exception that the program did not catch."""

    type: str
    message: str
    frames: tuple[Frame, ...] = ()
    traceback: str = ""
    cause: ErrorInfo | None = None
    context: ErrorInfo | None = None

    def __str__(self) -> str:
        return f"{self.type}: {self.message}" if self.message else self.type

    @property
    def line(self) -> int:
        """Line of the program where it was raised; 0: unknown."""
        return self.frames[-1].line if self.frames else 0

    @property
    def column(self) -> int:
        """Column of it, from 1; 0: unknown."""
        return self.frames[-1].column if self.frames else 0

    def to_dict(self, status: str = "error") -> dict[str, Any]:
        """As plain data; ``traceback`` is a list of lines."""
        return {
            "type": self.type,
            "message": self.message,
            "line": self.line,
            "column": self.column,
            "traceback": self.traceback.splitlines(),
            "phase": "compile" if status == "invalid" else "run",
        }


@dataclasses.dataclass(frozen=True)
class Usage:
    """What the run used; memory, calls and suspensions count for the whole sandbox."""

    fuel: int = 0
    time_us: int = 0
    output_bytes: int = 0
    memory_live_bytes: int = 0
    memory_peak_bytes: int = 0
    host_calls: int = 0
    suspensions: int = 0

    def to_dict(self) -> dict[str, Any]:
        """The figures of ``caisson.result/1``."""
        return {
            "cpu_ms": self.time_us / 1000,
            "memory_peak_bytes": self.memory_peak_bytes,
            "fuel": self.fuel,
            "host_calls": self.host_calls,
            "output_bytes": self.output_bytes,
        }


@dataclasses.dataclass(frozen=True)
class Change:
    """How one entry of an overlay differs from the host's directory.

    ``change`` is ``added``, ``modified``, ``removed`` or ``moved``; ``kind`` is
    ``file``, ``dir`` or ``link``, or ``gone`` when nothing says what it was.
    """

    path: str
    change: str
    kind: str
    size: int = 0
    moved_from: str | None = None


def _gone(_path: str) -> None:
    """Where a pickled artifact reads: its sandbox is elsewhere."""


@dataclasses.dataclass(frozen=True)
class Artifact:
    """A file that the run created, changed or removed.

    ``sha256`` is None for what was removed, for links, and for files beyond the
    caps (256 MiB for one, 1 GiB for all).
    """

    path: str
    size: int
    sha256: str | None
    change: str
    _reader: Callable[[str], bytes | None] = dataclasses.field(
        repr=False, compare=False, default=_gone
    )

    def read(self) -> bytes:
        """Content as it is now; works while the sandbox is open."""
        data = self._reader(self.path)
        if data is None:
            raise FileNotFoundError(f"{self.path!r} is not in the sandbox any more")
        return data

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_reader": _gone}


class Facts(NamedTuple):
    """What is known about a run besides its outcome."""

    session: str = ""
    number: int = 0
    depth: str = "interp"
    depth_reason: str = ""
    isolation: str = "inprocess"
    duration_ns: int = 0
    limit_configured: float | None = None
    limit_used: float | None = None
    signal: int | None = None
    run: str | None = None
    policy_hash: str | None = None
    enforcement: Callable[[], Enforcement] | None = None


@dataclasses.dataclass(frozen=True)
class Enforcement:
    """Which restrictions hold around the run: ``full``, or what is ``missing``.

    ``missing`` are keys of the policy that nothing enforces here; ``hash`` is that
    of the whole report of this host, which ``caisson policy explain`` prints.
    """

    level: str
    missing: tuple[str, ...] = ()
    hash: str | None = None


@dataclasses.dataclass(frozen=True)
class Denial:
    """Something that the program was refused; equal ones are one, with a count.

    ``reason`` is for the model, ``remedy`` for the owner of the policy.
    """

    capability: str
    code: str
    object: str
    rule: str
    reason: str
    remedy: str
    count: int = 1

    def to_dict(self) -> dict[str, Any]:
        """``caisson.denial/1``."""
        return {"schema": "caisson.denial/1", **dataclasses.asdict(self)}


@dataclasses.dataclass(frozen=True)
class LimitHit:
    """A limit that was touched and did not end the run."""

    configured: int
    used: int
    count: int = 1


_FIGURES = struct.Struct("7Q")
_MADE_LATER: dict[str, Callable[..., Any]] = {
    "usage": lambda _facts, _number, _spent, raw, _run: Usage(*_FIGURES.unpack(raw)),
    "facts": lambda facts, number, spent, _raw, run: facts(number, spent, run),
    "limit_hits": lambda *_: {},
}


def _same(value: Enforcement) -> Enforcement:
    return value


_FULL = Enforcement("full")
_BARE = Enforcement("degraded", ("worker",))
_REPR_MAX = 1000
_NO_FACTS = Facts()


@dataclasses.dataclass(frozen=True)
class Result:
    """One run: ``value`` is the last expression's, if ``value_present``.

    ``status`` is ``ok``, ``error``, ``invalid`` (no program: nothing ran),
    ``timeout``, ``limit``, ``denied``, ``cancelled`` or ``crashed``; ``limit``
    names what ended the run.  ``artifacts`` are the files it created, changed or
    removed; ``artifacts_cut`` tells that some are missing.  ``displays`` are the
    pictures, tables and so on that it showed; ``displays_cut`` counts those that are
    missing here.
    """

    status: str
    value: Any = None
    value_present: bool = False
    stdout: str = ""
    stderr: str = ""
    error: ErrorInfo | None = None
    limit: str | None = None
    message: str = ""
    exit_code: int | None = None
    artifacts: tuple[Artifact, ...] = ()
    artifacts_cut: bool = False
    displays: tuple[Display, ...] = ()
    displays_cut: int = 0
    usage: Usage = dataclasses.field(default_factory=Usage)
    facts: Facts = dataclasses.field(
        default_factory=lambda: _NO_FACTS, repr=False, compare=False
    )
    denials: tuple[Denial, ...] = ()
    limit_hits: dict[str, LimitHit] = dataclasses.field(default_factory=dict)

    def __getattr__(self, name: str) -> Any:
        """Figures and facts of a run are made when somebody looks at them."""
        later = self.__dict__.get("_later")
        if later is None or name not in _MADE_LATER:
            raise AttributeError(f"a Result has no {name!r}")
        made = self.__dict__[name] = _MADE_LATER[name](*later)
        return made

    def __getstate__(self) -> dict[str, Any]:
        """For pickle: all of it is made now, and the sandbox is not in it."""
        state = {f.name: getattr(self, f.name) for f in dataclasses.fields(self)}
        held = functools.partial(_same, self.enforcement)
        return {**state, "facts": self.facts._replace(enforcement=held)}

    @property
    def ok(self) -> bool:
        """Did the program end without an error?"""
        return self.status == "ok"

    def raise_for_status(self) -> Result:
        """Raise what ``status`` says, or return the result itself."""
        if self.status == "ok":
            return self
        kind = _KINDS.get(self.status, errors.RunFailed)
        text = self.message or str(self.error or self.status)
        more = self.hint and self.hint not in text
        raise kind(f"{text}\n{self.hint}" if more else text, self)

    @property
    def hint(self) -> str:
        """How to get the package that was missing; empty: none was."""
        if self.error is None or self.error.type != "ModuleNotFoundError":
            return ""
        for denial in self.denials:
            if denial.capability == "import":
                return denial.reason
        last = self.error.traceback.rstrip("\n").rpartition("\n")[2]
        return last if "caisson env create" in last else ""

    def traced(self) -> str:
        """The traceback with the hint: what a model should read."""
        if self.error is None:
            return self.message
        text = self.error.traceback or str(self.error)
        if not self.hint or self.hint in text:
            return text
        return text.rstrip("\n") + f"\n{self.hint}\n"

    # -- what is derived --------------------------------------------------------------

    @property
    def session_id(self) -> str:
        """Handle of the sandbox."""
        return self.facts.session

    @property
    def run_id(self) -> str:
        """Handle of this run."""
        if self.facts.run is not None:
            return self.facts.run
        name = f"{self.facts.session}/{self.facts.number}".encode()
        return "run_" + hashlib.sha256(name).hexdigest()[:32]

    @property
    def policy_hash(self) -> str | None:
        """Hash of the policy that it ran under; None: there was none."""
        return self.facts.policy_hash

    @property
    def depth(self) -> str:
        """Where it ran."""
        return self.facts.depth

    @property
    def depth_reason(self) -> str:
        """Why there."""
        return self.facts.depth_reason

    @property
    def duration_ms(self) -> float:
        """From the start to the end, waiting included."""
        return self.facts.duration_ns / 1e6

    @property
    def value_repr(self) -> str:
        """The value as text, at most 1,000 characters."""
        if not self.value_present:
            return ""
        try:
            text = guest_repr(self.value)
        except RecursionError:
            return "<deeply nested>"
        return text if len(text) <= _REPR_MAX else text[: _REPR_MAX - 3] + "..."

    @property
    def stdout_bytes(self) -> int:
        """Bytes of ``stdout`` that were produced."""
        return len(self.stdout.encode("utf-8", "surrogatepass"))

    @property
    def stderr_bytes(self) -> int:
        """Bytes of ``stderr`` that were produced."""
        return len(self.stderr.encode("utf-8", "surrogatepass"))

    @property
    def truncated(self) -> bool:
        """Is something that was printed missing here?"""
        return self.limit == "output"

    @property
    def files(self) -> tuple[Artifact, ...]:
        """As ``artifacts``."""
        return self.artifacts

    @property
    def signal(self) -> int | None:
        """The signal that ended a crashed run."""
        return self.facts.signal

    @property
    def limit_configured(self) -> float | None:
        """Where the limit stood that ended the run."""
        return self.facts.limit_configured

    @property
    def limit_used(self) -> float | None:
        """How much of it was used."""
        return self.facts.limit_used

    @property
    def enforcement(self) -> Enforcement:
        """Which walls stood."""
        if self.facts.enforcement is not None:
            return self.facts.enforcement()
        return _FULL if self.facts.isolation in ("worker", "jail") else _BARE

    def to_dict(self) -> dict[str, Any]:
        """``caisson.result/1``: plain data, ready for JSON.

        >>> Result("ok", 42, True).to_dict()["value"]
        42
        """
        plain = is_json(self.value)
        return {
            "schema": "caisson.result/1",
            "status": self.status,
            "depth": self.depth,
            "depth_reason": self.depth_reason,
            "session_id": self.session_id,
            "run_id": self.run_id,
            "value": self.value if plain else None,
            "value_repr": self.value_repr,
            "value_present": self.value_present,
            "stdout": self.stdout,
            "stderr": self.stderr,
            "stdout_bytes": self.stdout_bytes,
            "stderr_bytes": self.stderr_bytes,
            "truncated": self.truncated,
            "displays": [d.to_dict() for d in self.displays],
            "exit_code": self.exit_code,
            "signal": self.signal,
            "error": self.error.to_dict(self.status) if self.error else None,
            "files": [
                {
                    "path": a.path,
                    "size": a.size,
                    "sha256": a.sha256,
                    "change": a.change,
                }
                for a in self.artifacts
            ],
            "denials": [d.to_dict() for d in self.denials],
            "limit": self.limit,
            "limit_hits": {
                key: dataclasses.asdict(hit) for key, hit in self.limit_hits.items()
            },
            "pending": [],
            "duration_ms": round(self.duration_ms, 3),
            "usage": self.usage.to_dict(),
            "enforcement": {
                "level": self.enforcement.level,
                "missing": list(self.enforcement.missing),
                "hash": self.enforcement.hash,
            },
            "warnings": [],
        }


def is_json(value: Any, depth: int = 0) -> bool:
    """Has it a JSON form that means the same?"""
    if value is None or isinstance(value, (str, bool, int)):
        return True
    if isinstance(value, float):
        return math.isfinite(value)
    if depth > 100:
        return False
    if isinstance(value, list):
        return all(is_json(v, depth + 1) for v in value)
    if isinstance(value, dict):
        return all(
            isinstance(k, str) and is_json(v, depth + 1) for k, v in value.items()
        )
    return False


_KINDS: dict[str, type[errors.RunFailed]] = {
    "error": errors.GuestError,
    "invalid": errors.GuestSyntaxError,
    "timeout": errors.TimeLimit,
    "limit": errors.LimitExceeded,
    "denied": errors.Denied,
    "cancelled": errors.Cancelled,
    "crashed": errors.Crashed,
}
