"""The older generation: a program that runs in this process."""

from __future__ import annotations

import asyncio
import functools
import os as _os
from collections.abc import Iterable, Mapping
from typing import Any

from caisson import _events, _native

from . import typecheck
from .drive import AsyncDrive, run
from .dumps import Dump, State
from .errors import MontyRuntimeError, raised
from .feed import Feed
from .guest import Guest, Settings
from .hostcalls import EndFeed, HostCalls, Slept
from .limits import Limits
from .monty import Monty
from .mounts import as_mounts
from .ospolicy import HOST_POLICY
from .output import OverCap, Sink
from .snapshots import Owner, SyncSnapshot, advance
from .values import Codec


@functools.lru_cache(maxsize=64)
def settings_of(script_name: str, limits: Limits) -> Settings:
    """How sessions of this generation are opened."""
    return Settings(script_name, limits, HOST_POLICY)


@functools.lru_cache(maxsize=8)
def _parser(script_name: str) -> Any:
    """A session that only reads programs."""
    return _native.Session(script_name=script_name)


@functools.lru_cache(maxsize=64)
def _default_settings(script_name: str) -> Settings:
    return settings_of(script_name, Limits.read(None, bounded=False))


def as_functions(given: Any) -> dict[str, Any] | None:
    """``external_functions``; the oldest form is a list of names."""
    if given is None or isinstance(given, dict):
        return given
    if isinstance(given, Mapping):
        return dict(given)
    return None


# -- programs that need nothing ------------------------------------------------------

_READ: dict[str, bool] = {}
_IDLE: list[Any] = []
_MOST_READ, _LONGEST = 256, 10_000
_PRINTING: list[tuple[Any, Sink]] = []
_MOST_PRINTING = 16
_os.register_at_fork(after_in_child=_IDLE.clear)
_os.register_at_fork(after_in_child=_PRINTING.clear)


def _remember(code: str) -> None:
    """This is a program: nobody needs to look again."""
    if len(code) <= _LONGEST:
        if len(_READ) >= _MOST_READ:
            _READ.clear()
        _READ[code] = True


def _make_guest() -> Guest:
    guest = Guest(_default_settings("main.py"), Codec(as_dataclass=True))
    guest.native.tell_files(False)
    return guest


def _make_session() -> Any:
    """A session for a program that was given nothing."""
    return _make_guest().native


def _run_printing(code: str, print_callback: Any) -> Any:
    """Run a program that was given a callback only, in a session kept for it."""
    kept = _PRINTING.pop() if _PRINTING else None
    if kept is None:
        guest = _make_guest()
        kept = guest.native, guest.sink
    native, sink = kept
    try:
        sink.aim(print_callback)
        event = native.run(code)
    except OverCap as e:
        native.close()
        raise MontyRuntimeError(MemoryError(str(e))) from None
    except BaseException:
        native.close()
        raise
    if event[0] != _events.DONE:
        return _go_on(code, native, event)
    if len(_PRINTING) < _MOST_PRINTING:
        sink.aim(None)
        native.restart()
        _PRINTING.append(kept)
    else:
        native.close()
    return _events.Event(*event).value


def _go_on(code: str, native: Any, event: tuple[Any, ...]) -> Any:
    """Answer what such a program asks for, to its end."""
    settings = _default_settings("main.py")
    guest = Guest.around(native, settings, Codec(as_dataclass=True))
    host = HostCalls(None, HOST_POLICY, settings.limits, Slept())
    try:
        feed = Feed(guest, code, lookup=None, host=host)
        return run(feed, _events.Event(*event))
    finally:
        guest.close()


class LocalOwner(Owner):
    """A session of this generation that waits.

    ``sticky``: mounts and handler given at the start hold for the whole feed,
    unless a later answer brings others; the strict form asks again each time.
    """

    def __init__(
        self,
        guest: Guest,
        slept: Slept,
        *,
        kind: str,
        sticky: bool,
        close: bool,
        more: dict[str, Any] | None = None,
    ) -> None:
        self.guest = guest
        self.slept = slept
        self.kind = kind
        self.sticky = sticky
        self.close = close
        self.more = more or {}
        self.waiting = False

    def dump_waiting(self) -> bytes:
        """The session as bytes."""
        settings = self.guest.settings
        return Dump(
            True, settings.script_name, [], settings.limits, self.kind, self.more
        ).pack(self.guest.native)

    def rebind(self, feed: Feed, mount: Any, os: Any) -> None:
        """Take new mounts and a new handler."""
        if mount is None and os is None and self.sticky:
            return
        limits = self.guest.settings.limits
        feed.host = HostCalls(os, HOST_POLICY, limits, self.slept)
        feed.host.mounts = as_mounts(mount)
        if feed.host.mounts:
            self.guest.remount(feed.host.mounts, fresh=False)
        self.guest.native.tell_files(not feed.host.mounts)

    def answers_os(self, feed: Feed) -> bool:
        """Yes, if this answer brought something to do it with."""
        return feed.host.handler is not None or bool(feed.host.mounts)

    def feed_over(self) -> None:
        """The feed has ended."""
        self.waiting = False
        if self.close:
            self.guest.close()

    def start(self, feed: Feed) -> SyncSnapshot:
        """Run up to the first thing to answer."""
        self.waiting = True
        try:
            return advance(self, feed, self.guest.step("run", feed.code))
        except EndFeed as e:
            self.guest.abandon()
            self.feed_over()
            raise e.error() from None
        except BaseException:
            self.feed_over()
            raise


class MontyProgram(Monty):
    """``Monty(code)``: a program that can be run any number of times."""

    _sticky = True
    _script = "main.py"
    _inputs: list[str] = []
    _registry: tuple[type, ...] = ()
    _stubs: str | None = None

    def _setup(
        self,
        code: str,
        *,
        script_name: str = "main.py",
        inputs: list[str] | None = None,
        type_check: bool = False,
        type_check_stubs: str | None = None,
        dataclass_registry: Iterable[type] | None = None,
        type_check_prefix_code: str | None = None,
        external_functions: Iterable[str] | None = None,
    ) -> None:
        if not isinstance(code, str):
            raise TypeError("code must be a str")
        self._code = code
        self._script = script_name
        self._inputs = list(inputs or [])
        self._registry = tuple(dataclass_registry or ())
        self._stubs = type_check_stubs or type_check_prefix_code
        self._parse()
        if type_check:
            self.type_check()
        if script_name == "main.py" and not (self._inputs or self._registry):
            self._plain = True
            _remember(code)

    def _parse(self) -> None:
        parser = _parser(self._script)
        try:
            bad = parser.check(self._code)
        except RuntimeError:  # another thread uses it just now
            bad = _parser.__wrapped__(self._script).check(self._code)
        if bad is not None:
            raise raised(_events.Event(*bad))

    @staticmethod
    async def acreate(code: str, **options: Any) -> MontyProgram:
        """A program, made without blocking the event loop."""
        return await asyncio.to_thread(MontyProgram, code, **options)

    @property
    def script_name(self) -> str:
        """Name of the program in tracebacks."""
        return self._script

    def type_check(self, type_check_stubs: str | None = None) -> None:
        """Check the code; MontyTypingError says what is wrong."""
        stubs = type_check_stubs or self._stubs or ""
        names = [f"{name}: Any = ..." for name in self._inputs]
        before = "\n".join(["from typing import Any", stubs, *names, ""])
        typecheck.check(self._code, before, self._script)

    def register_dataclass(self, cls: type) -> None:
        """Instances of this class come out as instances of it."""
        self._registry = (*self._registry, cls)
        self._plain = False

    # -- running ---------------------------------------------------------------------

    def _settings(self, limits: Mapping[str, Any] | None) -> Settings:
        if limits is None:
            return _default_settings(self._script)
        return settings_of(self._script, Limits.read(limits, bounded=False))

    def _bound(self, inputs: Mapping[str, Any] | None) -> dict[str, Any]:
        if inputs is not None and not isinstance(inputs, Mapping):
            raise TypeError("inputs must be a dict")
        given = dict(inputs or {})
        if given and not self._inputs:
            raise TypeError("No input variables declared but inputs dict was provided")
        missing = [n for n in self._inputs if n not in given]
        if missing:
            shown = ", ".join(f'"{n}"' for n in missing)
            raise TypeError(f"Missing required inputs: [{shown}]")
        return {n: given[n] for n in self._inputs}

    def _feed(
        self,
        inputs: Any,
        limits: Any,
        functions: Any,
        print_callback: Any,
        mount: Any,
        os: Any,
        *,
        drives: bool,
        awaits: bool = False,
    ) -> Feed:
        bound = self._bound(inputs)
        settings = self._settings(limits)
        host = HostCalls(os, HOST_POLICY, settings.limits, Slept(), awaits)
        host.mounts = as_mounts(mount)
        codec = Codec(as_dataclass=True, registry=self._registry)
        guest = Guest(settings, codec)
        try:
            guest.sink.aim(print_callback)
            guest.begin(
                host.mounts, None, drives, first_mount=None, mounts_answer=bool(mount)
            )
            guest.bind(bound)
        except BaseException:
            guest.close()
            raise
        return Feed(
            guest,
            self._code,
            lookup=as_functions(functions),
            host=host,
            awaits=awaits,
        )

    def _run(
        self,
        *,
        inputs: Mapping[str, Any] | None = None,
        limits: Mapping[str, Any] | None = None,
        external_functions: Mapping[str, Any] | None = None,
        print_callback: Any = None,
        mount: Any = None,
        os: Any = None,
    ) -> Any:
        """``run``, if the extension cannot do it alone."""
        others = (inputs, limits, external_functions, mount, os)
        if self._plain and others == (None,) * 5:
            return _run_printing(self._code, print_callback)
        feed = self._feed(
            inputs, limits, external_functions, print_callback, mount, os, drives=True
        )
        try:
            return run(feed)
        finally:
            feed.guest.close()

    async def run_async(
        self,
        *,
        inputs: Mapping[str, Any] | None = None,
        limits: Mapping[str, Any] | None = None,
        external_functions: Mapping[str, Any] | None = None,
        print_callback: Any = None,
        os: Any = None,
        mount: Any = None,
    ) -> Any:
        """Run to the end on an event loop; functions may be coroutines."""
        feed = self._feed(
            inputs,
            limits,
            external_functions,
            print_callback,
            mount,
            os,
            drives=True,
            awaits=True,
        )
        try:
            return await AsyncDrive(feed).run()
        finally:
            feed.guest.close()

    def start(
        self,
        *,
        inputs: Mapping[str, Any] | None = None,
        limits: Mapping[str, Any] | None = None,
        print_callback: Any = None,
        mount: Any = None,
        os: Any = None,
        external_functions: Any = None,
    ) -> SyncSnapshot:
        """Run up to the first thing the host must answer."""
        feed = self._feed(inputs, limits, None, print_callback, mount, os, drives=False)
        owner = LocalOwner(
            feed.guest,
            feed.host.slept,
            kind="program",
            sticky=self._sticky,
            close=True,
        )
        return owner.start(feed)

    # -- bytes -----------------------------------------------------------------------

    def dump(self) -> bytes:
        """The program as bytes."""
        more = {
            "code": self._code,
            "inputs": tuple(self._inputs),
            "stubs": self._stubs,
        }
        return Dump(False, self._script, [], Limits(), "code", more).pack()

    @classmethod
    def load(
        cls, data: bytes, *, dataclass_registry: Iterable[type] | None = None
    ) -> MontyProgram:
        """A program from its bytes."""
        dump = Dump.unpack(data, "code")
        return cls(
            str(dump.more["code"]),
            script_name=dump.script_name,
            inputs=[str(n) for n in dump.more["inputs"]],
            type_check_stubs=dump.more["stubs"],
            dataclass_registry=dataclass_registry,
        )

    def __repr__(self) -> str:
        return f"Monty(script_name={self._script!r}, inputs={self._inputs!r})"


class MontyRepl:
    """A program that grows: names stay from feed to feed."""

    _sticky = True

    def __init__(
        self,
        *,
        script_name: str = "main.py",
        limits: Mapping[str, Any] | None = None,
        type_check: bool = False,
        type_check_stubs: str | None = None,
        dataclass_registry: Iterable[type] | None = None,
        _data: State | None = None,
        _limits: Limits | None = None,
    ) -> None:
        read = _limits or Limits.read(limits, bounded=False)
        codec = Codec(as_dataclass=True, registry=list(dataclass_registry or ()))
        self._guest = Guest(settings_of(script_name, read), codec, _data)
        self._slept = Slept()
        self._stubs = type_check_stubs
        checking = typecheck.Checking(
            type_check, type_check_stubs or "", "full", False, script_name
        )
        self._check = checking.session()
        self._owner = LocalOwner(
            self._guest, self._slept, kind="repl", sticky=self._sticky, close=False
        )

    @property
    def script_name(self) -> str:
        """Name of the program in tracebacks."""
        return self._guest.settings.script_name

    def register_dataclass(self, cls: type) -> None:
        """Instances of this class come out as instances of it."""
        self._guest.codec.registry[cls.__name__] = cls

    def type_check(self, code: str, type_check_stubs: str | None = None) -> None:
        """Check a snippet without running it."""
        stubs = type_check_stubs or self._stubs or ""
        before = ["from typing import Any", stubs, *self._check.accepted, ""]
        typecheck.check(code, "\n".join(before), self.script_name)

    def _feed(
        self,
        code: str,
        inputs: Any,
        functions: Any,
        print_callback: Any,
        mount: Any,
        os: Any,
        skip_type_check: bool,
        *,
        drives: bool,
        awaits: bool = False,
    ) -> Feed:
        if self._owner.waiting:
            raise RuntimeError("REPL session is currently executing another snippet")
        limits = self._guest.settings.limits
        host = HostCalls(os, HOST_POLICY, limits, self._slept, awaits)
        host.mounts = as_mounts(mount)
        self._guest.sink.aim(print_callback)
        if not skip_type_check:
            self._check.check(code, inputs)
        self._guest.begin(
            host.mounts, None, drives, first_mount=None, mounts_answer=bool(mount)
        )
        self._guest.bind(inputs)
        return Feed(
            self._guest,
            code,
            lookup=as_functions(functions),
            host=host,
            awaits=awaits,
        )

    def feed_run(
        self,
        code: str,
        *,
        inputs: Mapping[str, Any] | None = None,
        external_functions: Mapping[str, Any] | None = None,
        print_callback: Any = None,
        mount: Any = None,
        os: Any = None,
        skip_type_check: bool = False,
    ) -> Any:
        """Run a snippet to its end."""
        feed = self._feed(
            code,
            inputs,
            external_functions,
            print_callback,
            mount,
            os,
            skip_type_check,
            drives=True,
        )
        result = run(feed)
        self._check.accept(code, skip_type_check)
        return result

    async def feed_run_async(
        self,
        code: str,
        *,
        inputs: Mapping[str, Any] | None = None,
        external_functions: Mapping[str, Any] | None = None,
        print_callback: Any = None,
        mount: Any = None,
        os: Any = None,
        skip_type_check: bool = False,
    ) -> Any:
        """Run a snippet on an event loop."""
        feed = self._feed(
            code,
            inputs,
            external_functions,
            print_callback,
            mount,
            os,
            skip_type_check,
            drives=True,
            awaits=True,
        )
        self._owner.waiting = True
        try:
            result = await AsyncDrive(feed).run()
        finally:
            self._owner.waiting = False
        self._check.accept(code, skip_type_check)
        return result

    def feed_start(
        self,
        code: str,
        *,
        inputs: Mapping[str, Any] | None = None,
        print_callback: Any = None,
        mount: Any = None,
        os: Any = None,
        skip_type_check: bool = False,
    ) -> SyncSnapshot:
        """Run a snippet up to the first thing the host must answer."""
        feed = self._feed(
            code,
            inputs,
            None,
            print_callback,
            mount,
            os,
            skip_type_check,
            drives=False,
        )
        self._check.accept(code, skip_type_check)
        return self._owner.start(feed)

    def dump(self) -> bytes:
        """The state as bytes."""
        if self._owner.waiting:
            raise RuntimeError("REPL session is currently executing another snippet")
        limits = self._guest.settings.limits
        accepted = list(self._check.accepted)
        more = {"stubs": self._stubs, "type_check": self._check.on}
        return Dump(False, self.script_name, accepted, limits, "repl", more).pack(
            self._guest.native
        )

    @classmethod
    def load(
        cls, data: bytes, *, dataclass_registry: Iterable[type] | None = None
    ) -> MontyRepl:
        """A REPL from the bytes of another one."""
        dump = Dump.unpack(data, "repl")
        if dump.waiting:
            raise ValueError("these bytes are to be loaded with load_repl_snapshot")
        return cls._from(dump, dataclass_registry)

    @classmethod
    def _from(cls, dump: Dump, registry: Iterable[type] | None) -> MontyRepl:
        made = cls(
            script_name=dump.script_name,
            dataclass_registry=registry,
            type_check=bool(dump.more.get("type_check")),
            type_check_stubs=dump.more.get("stubs"),
            _data=dump.state,
            _limits=dump.limits,
        )
        made._check.accepted[:] = dump.accepted
        return made

    def __repr__(self) -> str:
        return f"MontyRepl(script_name={self.script_name!r})"

    def __del__(self) -> None:
        guest = getattr(self, "_guest", None)
        if guest is not None and not guest.closed:
            guest.close()


# -- functions -----------------------------------------------------------------------


def _resumed(owner: LocalOwner, print_callback: Any) -> SyncSnapshot:
    guest = owner.guest
    guest.sink.aim(print_callback)
    guest.begin([], None, False, first_mount=None)
    host = HostCalls(None, HOST_POLICY, guest.settings.limits, owner.slept)
    feed = Feed(guest, "", lookup=None, host=host)
    owner.waiting = True
    return advance(owner, feed, _events.Event(*guest.native.event()))


def load_snapshot(
    data: bytes,
    *,
    print_callback: Any = None,
    dataclass_registry: Iterable[type] | None = None,
) -> SyncSnapshot:
    """A snapshot of ``Monty.start`` from its bytes."""
    dump = Dump.unpack(data, "program")
    codec = Codec(as_dataclass=True, registry=list(dataclass_registry or ()))
    guest = Guest(settings_of(dump.script_name, dump.limits), codec, dump.state)
    owner = LocalOwner(guest, Slept(), kind="program", sticky=True, close=True)
    return _resumed(owner, print_callback)


def load_repl_snapshot(
    data: bytes,
    *,
    print_callback: Any = None,
    dataclass_registry: Iterable[type] | None = None,
) -> tuple[SyncSnapshot, MontyRepl]:
    """A snapshot of ``MontyRepl.feed_start`` from its bytes, and its REPL."""
    dump = Dump.unpack(data, "repl")
    if not dump.waiting:
        raise ValueError("these bytes are to be loaded with MontyRepl.load")
    repl = MontyRepl._from(dump, dataclass_registry)
    return _resumed(repl._owner, print_callback), repl


async def run_monty_async(monty: MontyProgram, **options: Any) -> Any:
    """``monty.run_async()``, by its older name."""
    return await monty.run_async(**options)


async def run_repl_async(repl: MontyRepl, code: str, **options: Any) -> Any:
    """``repl.feed_run_async()``, by its older name."""
    return await repl.feed_run_async(code, **options)


def connect(pool: type[Monty]) -> None:
    """Tell the extension what ``Monty`` makes."""
    _native.set_programs(Monty, MontyProgram, pool, _READ, _IDLE, _make_session, _go_on)
