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
from .mounts import MountDir, as_mounts
from .results import ExternalModule
from .snapshots import Owner
from .values import Codec

_FRESH = (
    "load_session / load_snapshot is only valid on a fresh session, before any "
    "feed_run / feed_start / load_session / load_snapshot"
)


@dataclasses.dataclass(frozen=True)
class SessionOptions:
    """What a checkout asked for."""

    settings: Settings
    check: typecheck.Checking
    modules: Mapping[str, ExternalModule]
    strict_output: bool = False


class SessionBase(Owner):
    """One REPL; a feed at a time."""

    _awaits = False

    def __init__(self, options: SessionOptions) -> None:
        self._options = options
        self._settings = options.settings
        self._codec = Codec(strict=options.strict_output)
        self._guest: Guest | None = None
        self._slept = Slept()
        self._check = options.check.session()
        self._fed = False
        self._suspended = False
        self._closed = False

    # -- life ------------------------------------------------------------------------

    def _open(self, data: State | None = None) -> None:
        self._guest = Guest(self._settings, self._codec, data)
        if data is None:
            for name, module in self._options.modules.items():
                self._guest.add_module(name, module)

    def _close(self) -> None:
        self._closed = True
        if self._guest is not None:
            self._guest.close()

    def _live(self) -> Guest:
        if self._guest is None or self._closed:
            raise RuntimeError("the session is closed")
        if self._guest.closed:
            raise errors.MontyCrashedError("the session's worker is gone")
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
            raise RuntimeError("the session is executing another feed")
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
        guest.name_file(code)
        guest.bind(inputs)
        return Feed(
            guest,
            code,
            lookup=external_lookup,
            host=host,
            modules=self._options.modules,
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
        dump = Dump.unpack(state)
        if dump.waiting != waiting:
            wanted = "load_snapshot" if dump.waiting else "load_session"
            raise ValueError(f"these bytes are to be loaded with {wanted}")
        self._fed = True
        limits = dump.limits.stricter(self._settings.limits.suspensions)
        self._settings = dataclasses.replace(
            self._settings, script_name=dump.script_name, limits=limits
        )
        guest.close()
        try:
            self._open(dump.state)
        except ValueError as e:
            raise ValueError(f"not a dump of a session: {e}") from None
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
        guest.begin(host.mounts, None, False, first_mount=None)
        guest.sink.aim(print_callback)
        feed = Feed(
            guest,
            "",
            lookup=external_lookup,
            host=host,
            modules=self._options.modules,
            awaits=self._awaits,
        )
        return feed, _events.Event(*guest.native.event())

    def install_dependencies(self, requirements: list[str]) -> None:
        """Refused: there are no packages to install in the interpreter."""
        if requirements:
            raise errors.MontyRuntimeError(
                RuntimeError(
                    "install_dependencies() needs a sandbox with a real Python: "
                    "packages cannot be installed in this interpreter"
                )
            )
