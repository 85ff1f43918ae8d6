"""One session of the engine, with the conversions and limits of this module.

Feeds start here and events come out; what they mean is for ``feed.py``.
"""

from __future__ import annotations

import contextlib
import dataclasses
import functools
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from caisson import _events, _native, _setup
from caisson.errors import UnavailableError

from . import errors
from .dumps import State
from .limits import Limits
from .mounts import MountDir, check_overlaps
from .ospolicy import Policy
from .output import OverCap, PrintFailed, Sink
from .values import Codec
from .zones import zone_data

if TYPE_CHECKING:
    from caisson.remote import Remote

_FLAGS = (
    _native.ASK_NAMES
    | _native.KEEP_OBJECTS
    | _native.ASK_SLEEPS
    | _native.WHOLE_FILES
    | _native.MEMORY_ENDS
    | _native.LATE_ANNOTATIONS  # names of type_check_stubs exist for the checker only
)


@dataclasses.dataclass(frozen=True)
class Settings:
    """What a session is opened with."""

    script_name: str = "main.py"
    limits: Limits = dataclasses.field(default_factory=Limits)
    policy: Policy = dataclasses.field(default_factory=Policy)
    isolation: str = "inprocess"
    worker: str | None = None
    request_timeout: float | None = None
    assert_bytes: int = 0
    remote: Remote | None = None

    @functools.cached_property
    def options(self) -> dict[str, Any]:
        """For the engine; made once for many sessions."""
        made: dict[str, Any] = self.limits.options(self.request_timeout)
        grants = 0
        if self.policy.clock == "system":
            grants |= _native.OS_CLOCK
        elif self.policy.clock == "frozen":
            grants |= _native.OS_FIXED_CLOCK
            made["clock_ns"] = self.policy.clock_ns
        else:
            grants |= _native.OS_MONOTONIC if self.policy.sleep == "system" else 0
        if self.policy.random != "call_host":
            grants |= _native.OS_ENTROPY
        if self.policy.process_time == "zero":
            grants |= _native.OS_NO_CPU
        made["os"] = grants
        made["flags"] = _FLAGS
        made["script_name"] = self.script_name
        if self.remote is not None:
            made["remote"] = self.remote._native()
        else:
            made["worker"] = worker_path(self.isolation, self.worker)
        return made


def worker_path(isolation: str, binary: str | None) -> str | None:
    """The program of the workers; None: no worker."""
    if isolation == "worker" and binary is not None:
        return binary
    return _setup.worker_path(isolation)


class Guest:
    """A session; its namespace stays from feed to feed."""

    def __init__(
        self,
        settings: Settings,
        codec: Codec,
        data: State | None = None,
        numbered: bool = False,
    ) -> None:
        self.numbered = numbered
        self.settings = settings
        self.codec = codec
        self.sink = Sink()
        self.feeds = 0
        self.cwd = "/"
        self._mounted: list[MountDir] = []
        options = dict(
            settings.options,
            write=self.sink,
            codec=(codec.take_apart, codec.put_together),
        )
        try:
            if data is None:
                self.native: Any = _native.Session(**options)
            else:
                self.native = _native.Session.load(*data, **options)
        except OSError as e:
            if settings.remote is not None:
                raise errors.MontyDisconnectError(ConnectionError(str(e))) from None
            raise UnavailableError(
                str(e), "isolation='inprocess' needs no worker"
            ) from None
        self.closed = False
        if data is None:
            self._prepare(settings.policy)

    @classmethod
    def around(cls, native: Any, settings: Settings, codec: Codec) -> Guest:
        """A session that is there already, in the middle of its first feed."""
        guest = object.__new__(cls)
        guest.numbered = False
        guest.settings = settings
        guest.codec = codec
        guest.sink = Sink()
        guest.feeds = 1
        guest.cwd = "/"
        guest._mounted = []
        guest.native = native
        guest.closed = False
        return guest

    def _prepare(self, policy: Policy) -> None:
        """Seed and zone are the program's own state: set once."""
        if policy.random == "seeded":
            self.native.run(f"__import__('random').seed({policy.seed!r})")
        if policy.zone != "utc":
            zone = policy.zone
            data = zone_data(zone) if isinstance(zone, str) else None
            self.native.run(f"__import__('_zone').choose({zone!r}, {data!r})")

    def close(self) -> None:
        """Free the session."""
        if not self.closed:
            self.closed = True
            self.native.close()

    def cancel(self) -> None:
        """From any thread: end what runs."""
        self.native.cancel()

    def worker_pid(self) -> int | None:
        """Process of the worker, if there is one."""
        return None

    def start_modules(self) -> None:
        """Let imports of this feed ask the host for its modules."""
        self.native.run(
            "import sys as _sys\n__import__('_host_modules').start()\ndel _sys"
        )

    def begin(
        self,
        mounts: list[MountDir],
        cwd: str | None,
        drives: bool,
        *,
        first_mount: str | None,
        mounts_answer: bool = False,
        waits: bool = False,
    ) -> None:
        """Before a feed: its name, mounts and current directory."""
        if self.numbered and not waits:
            self.native.rename(f"<python-input-{self.feeds}>")
        self.feeds += 1
        self.remount(mounts, fresh=True)
        self.native.tell_files(not drives and not mounts_answer)
        if isinstance(cwd, str) and "\0" in cwd:
            shown = cwd.replace("\0", "\\0")
            raise errors.MontyRuntimeError(
                ValueError(f'cwd must not contain NUL bytes: "{shown}"')
            )
        if cwd is not None and (not isinstance(cwd, str) or cwd[:1] != "/"):
            raise errors.MontyRuntimeError(
                ValueError(f'cwd must be an absolute POSIX path: "{cwd}"')
            )
        if cwd is not None or first_mount is not None:
            self.cwd = cwd if cwd is not None else str(first_mount)
            self.native.chdir(self.cwd)

    def remount(self, mounts: list[MountDir], *, fresh: bool) -> None:
        """Have these mounts, and nothing of others; ``fresh``: empty overlays."""
        if not fresh and mounts == self._mounted:
            return
        if self._mounted:
            self.native.unmount()
        self._mounted = []
        if len(mounts) > 1:
            try:
                check_overlaps(mounts)
            except ValueError as e:
                raise errors.MontyRuntimeError(e) from None
        for mount in mounts:
            self._mount(mount)
        self._mounted = list(mounts)

    def _mount(self, mount: MountDir) -> None:
        at = mount.virtual_path
        try:
            self.native.mount(mount.pinned(), at, mount.number(), 1 << 40)
            written = mount.write_bytes_limit
            held = mount.memory_usage_limit
            self.native.limit_mount(
                at, 0 if written is None else max(written, 1), held or 0
            )
        except (OSError, ValueError) as e:
            raise errors.MontyRuntimeError(
                ValueError(f"cannot mount at {at!r}: {e}")
            ) from None

    # -- names -----------------------------------------------------------------------

    def name_file(self, code: str) -> None:
        """``__file__`` is the script in the current directory, for who looks."""
        if "__file__" in code:
            base = self.settings.script_name.rpartition("/")[2]
            self.native.set("__file__", f"{self.cwd.rstrip('/')}/{base}")

    def bind(self, inputs: Mapping[str, Any] | None) -> None:
        """Convert and bind names before a feed."""
        first: dict[str, str] = {}  # functions of one name are one object
        for name, value in (inputs or {}).items():
            if not isinstance(name, str):
                raise errors.MontyRuntimeError(TypeError("inputs keys must be str"))
            if not name.isidentifier():
                raise errors.MontySyntaxError(
                    SyntaxError(f"Input name '{name}' not a valid identifier")
                )
            if not callable(value) or isinstance(value, type):
                self.converting(self.native.set, name, value)
            elif (shown := self._shown_name(name, value)) in first:
                self.native.run(f"{name} = {first[shown]}")
            else:
                first[shown] = name
                self.native.set(name, _Reference(shown))

    def _shown_name(self, name: str, function: Any) -> str:
        """Under which name the program calls it: the newer generation asks it."""
        own = getattr(function, "__name__", name) if self.numbered else name
        return own if isinstance(own, str) else name

    def converting(self, method: Any, *args: Any) -> Any:
        """Call with a value that may not be able to enter."""
        self.codec.unconverted = None
        try:
            return method(*args)
        except (TypeError, ValueError) as e:
            raise self.unconvertible(e, args[-1]) from None

    def unconvertible(self, exc: Exception, value: Any) -> errors.MontyError:
        """The error that a failed conversion means."""
        if self.codec.unconverted is not None:
            return errors.MontyConversionError(self.codec.unconverted)
        if "contains itself" in str(exc) and is_cyclic(value):
            return errors.MontyRuntimeError(ValueError("Circular reference detected"))
        return errors.MontyRuntimeError(exc)

    # -- running ---------------------------------------------------------------------

    def step(self, method: str, *args: Any) -> _events.Event:
        """Run until something happens."""
        try:
            return _events.Event(*getattr(self.native, method)(*args))
        except OverCap as e:
            raise errors.MontyRuntimeError(MemoryError(str(e))) from None
        except PrintFailed as e:
            self.abandon()
            raise errors.MontyRuntimeError(e.inner) from None

    def abandon(self) -> None:
        """Give up the feed that waits."""
        if not self.closed:
            with contextlib.suppress(ValueError, RuntimeError):
                self.native.abandon()

    def error(self, ev: _events.Event) -> BaseException:
        """The exception that an ending event other than DONE means."""
        if ev.kind == _events.RAISED:
            return errors.raised(ev)
        if ev.kind == _events.CRASHED:
            self.close()
            if ev.lost:
                return errors.MontyDisconnectError(ConnectionError(ev.text))
            return errors.MontyCrashedError(
                ev.text or "the worker died", exit_status=-ev.signal or None
            )
        return self._limit(ev)

    def _limit(self, ev: _events.Event) -> BaseException:
        limits = self.settings.limits
        if ev.name == "time":
            spent = self.native.used()["time_us"] / 1000
            if self._is_request_timeout(spent):
                self.close()
                return errors.MontyCrashedError(
                    f"request timed out after {self.settings.request_timeout:g}s",
                    timed_out=True,
                )
            return errors.MontyRuntimeError(TimeoutError(limits.time_text(spent)))
        if ev.name == "memory":
            if ev.error and ev.error[0][1]:  # of a mount, or raised by hand
                return errors.raised(ev)
            return errors.MontyRuntimeError(MemoryError(limits.memory_text()))
        if ev.name == "suspensions":
            most = limits.suspensions
            return errors.MontyRuntimeError(
                RuntimeError(f"suspension limit {most} exceeded")
            )
        if ev.name == "cancelled":
            return errors.MontyRuntimeError(KeyboardInterrupt("the feed was cancelled"))
        return errors.MontyRuntimeError(RuntimeError(ev.text))

    def _is_request_timeout(self, spent_ms: float) -> bool:
        own = self.settings.request_timeout
        if own is None:
            return False
        limits = self.settings.limits
        others = [m for m in (limits.turn, limits.feed, limits.total) if m is not None]
        return not others or own <= min(others)


class _Reference:
    """A callable among the inputs: only a name."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __caisson_parts__(self) -> tuple[Any, ...]:
        return (31, 1, self.name)


def is_cyclic(value: Any) -> bool:
    """Does a container contain itself?"""
    path: list[tuple[int, Any]] = [(id(value), iter((value,)))]
    active: set[int] = set()
    while path:
        key, items = path[-1]
        for item in items:
            if isinstance(item, dict):
                inner: Any = iter([*item.keys(), *item.values()])
            elif isinstance(item, (list, tuple, set, frozenset)):
                inner = iter(item)
            else:
                continue
            if id(item) in active:
                return True
            active.add(id(item))
            path.append((id(item), inner))
            break
        else:
            active.discard(key)
            path.pop()
    return False
