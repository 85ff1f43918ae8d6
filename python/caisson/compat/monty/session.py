"""What the sessions of both kinds of pool share: everything but waiting."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any

from caisson import _events

from . import errors, typecheck
from .dumps import Dump, State
from .feed import Feed
from .guest import Guest, Settings
from .hostcalls import HostCalls, Slept
from .modules import ModuleSet
from .mounts import MountDir, as_mounts
from .snapshots import Owner
from .values import Codec

_FRESH = (
    "load_session / load_snapshot is only valid on a fresh session, before any "
    "feed_run / feed_start / load_session / load_snapshot"
)

_WAITS = (
    "this dump is a suspended snapshot \N{EM DASH} use load_snapshot() to resume it"
)
_IDLE = "this dump is an idle session \N{EM DASH} use load_session() to restore it"


@dataclasses.dataclass(frozen=True)
class SessionOptions:
    """What a checkout asked for."""

    settings: Settings
    check: typecheck.Checking
    modules: Mapping[str, Any]
    strict_output: bool = False
    native_types: bool = False


class SessionBase(Owner):
    """One REPL; a feed at a time."""

    _awaits = False

    def __init__(self, options: SessionOptions) -> None:
        self._options = options
        self._settings = options.settings
        self._codec = Codec(
            strict=options.strict_output, native_types=options.native_types
        )
        self._guest: Guest | None = None
        self._modules = ModuleSet(options.modules, self._awaits)
        self._slept = Slept()
        self._check = options.check.session()
        self._fed = False
        self._suspended = False
        self._closed = False

    # -- life ------------------------------------------------------------------------

    def _open(self, data: State | None = None) -> None:
        self._guest = Guest(self._settings, self._codec, data, numbered=True)
        self._codec.modules = self._modules.imported

    def _close(self) -> None:
        self._closed = True
        if self._guest is not None:
            self._guest.close()

    def _live(self) -> Guest:
        if self._guest is None or self._closed or self._guest.closed:
            raise RuntimeError("this checkout has already been finished")
        return self._guest

    @property
    def worker_pid(self) -> int | None:
        """Process of the worker; None: there is none."""
        guest = self._guest
        return None if guest is None or guest.closed else guest.worker_pid()

    # -- feeds -----------------------------------------------------------------------

    def _begin(
        self,
        code: str,
        *,
        inputs: Mapping[str, Any] | None,
        external_lookup: Mapping[str, Any] | None,
        print_callback: Any,
        mount: Any,
        os: Any,
        skip_type_check: bool,
        cwd: str | None,
        drives: bool,
    ) -> Feed:
        """Check everything and make a feed; ``drives``: it runs to its end."""
        guest = self._live()
        if self._suspended:
            raise RuntimeError(
                "monty worker protocol error: feed called while a suspension is "
                "awaiting an answer"
            )
        if not isinstance(code, str):
            raise TypeError("code must be a str")
        host = HostCalls(
            os, self._settings.policy, self._settings.limits, self._slept, self._awaits
        )
        mounts = as_mounts(mount)
        guest.sink.aim(print_callback)
        self._fed = True
        if not skip_type_check:
            self._check.check(code, inputs)
        guest.begin(mounts, cwd, drives, first_mount=self._first_mount(mounts))
        host.mounts = mounts
        if self._modules:
            guest.start_modules()
        guest.name_file(code)
        guest.bind(inputs)
        return Feed(
            guest,
            code,
            lookup=external_lookup,
            host=host,
            modules=self._modules,
            awaits=self._awaits,
        )

    def _first_mount(self, mounts: list[MountDir]) -> str | None:
        guest = self._live()
        if guest.feeds or not mounts:
            return None
        return str(mounts[0].virtual_path)

    def feed_over(self) -> None:
        """A feed driven by snapshots has ended."""
        self._suspended = False

    # -- dumps -----------------------------------------------------------------------

    def dump(self) -> bytes:
        """The session as bytes; it stays usable."""
        return self._dump(self._suspended)

    def dump_waiting(self) -> bytes:
        """The session as bytes, in the middle of a feed."""
        return self._dump(True)

    def _dump(self, waiting: bool) -> bytes:
        guest = self._live()
        return Dump(
            waiting,
            self._settings.script_name,
            self._check.accepted,
            self._settings.limits,
        ).pack(guest.native)

    def load_session(self, state: bytes) -> None:
        """Continue from the bytes of an idle session."""
        self._load(state, waiting=False)

    def _load(self, state: bytes, *, waiting: bool) -> None:
        guest = self._live()
        if self._fed:
            raise RuntimeError(_FRESH)
        try:
            dump = Dump.unpack(state)
        except ValueError as e:
            raise errors.MontyRuntimeError(e) from None
        if dump.waiting != waiting:
            raise RuntimeError(_WAITS if dump.waiting else _IDLE)
        self._fed = True
        limits = dump.limits.stricter(self._settings.limits.suspensions)
        self._settings = dataclasses.replace(
            self._settings, script_name=dump.script_name, limits=limits
        )
        guest.close()
        try:
            self._open(dump.state)
        except ValueError as e:
            raise errors.MontyRuntimeError(
                ValueError(f"not a dump of a session: {e}")
            ) from None
        self._check.accepted[:] = dump.accepted

    def _waiting(
        self, external_lookup: Any, print_callback: Any, mount: Any, os: Any
    ) -> tuple[Feed, _events.Event]:
        """The feed of a session that was loaded in the middle of it."""
        guest = self._live()
        host = HostCalls(
            os, self._settings.policy, self._settings.limits, self._slept, self._awaits
        )
        host.mounts = as_mounts(mount)
        guest.begin(host.mounts, None, False, first_mount=None, waits=True)
        guest.sink.aim(print_callback)
        feed = Feed(
            guest,
            "",
            lookup=external_lookup,
            host=host,
            modules=self._modules,
            awaits=self._awaits,
        )
        return feed, _events.Event(*guest.native.event())

    def install_dependencies(self, requirements: list[str]) -> None:
        """Refused: there are no packages to install in the interpreter."""
        for text in requirements:
            if not text.strip():
                raise _wrong_requirement(text, "must not be empty")
            if text.startswith("-"):
                raise _wrong_requirement(
                    text,
                    "must not start with '-' (it would be parsed as a uv option)",
                )
        self._live()
        if requirements:
            raise errors.MontyRuntimeError(
                RuntimeError(
                    "dependency installation is only supported by the CPython worker"
                )
            )


def _wrong_requirement(text: str, why: str) -> errors.MontyRuntimeError:
    quoted = text.replace("\\", "\\\\").replace('"', '\\"')
    return errors.MontyRuntimeError(
        ValueError(f'invalid requirement "{quoted}": {why}')
    )
