"""The newer generation: a pool of workers, and sessions checked out of it."""

from __future__ import annotations

import os as _os
import threading
from collections.abc import Mapping
from types import TracebackType
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from caisson import _setup

from . import typecheck
from .drive import run
from .guest import Settings
from .hostcalls import EndFeed
from .limits import Limits
from .modules import as_mapping
from .monty import Monty
from .ospolicy import Policy, seconds
from .session import SessionBase, SessionOptions
from .snapshots import SyncSnapshot, advance

if TYPE_CHECKING:
    from caisson.remote import Remote


def _seconds(value: Any, name: str) -> float | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise TypeError(f"{name} must be a number or None")
    return seconds(value, name)


def _count(value: Any, name: str, least: int) -> int | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(f"{name} must be an int or None")
    if value < least:
        raise ValueError(f"{name} must be at least {least}")
    return value


class PoolOptions:
    """Arguments of a pool, checked."""

    def __init__(
        self,
        binary_path: Any,
        min_processes: Any,
        max_processes: Any,
        checkout_timeout: Any,
        request_timeout: Any,
        max_checkouts_per_worker: Any,
        isolation: str | None,
        feed_grace: Any = 1.0,
        turn_grace: Any = 1.0,
    ) -> None:
        self.binary = None if binary_path is None else _os.fspath(binary_path)
        least = _count(min_processes, "min_processes", 0) or 0
        most = _count(max_processes, "max_processes", 1)
        self.most = max(1, least, _os.cpu_count() or 1) if most is None else most
        self.wrong = ""
        if self.most < least:
            self.wrong = (
                "failed to spawn monty worker: invalid pool size: "
                f"min_processes={least} max_processes={self.most}"
            )
        self.checkout_timeout = _seconds(checkout_timeout, "checkout_timeout")
        self.request_timeout = _seconds(request_timeout, "request_timeout")
        self.feed_grace = _seconds(feed_grace, "feed_duration_limit_grace")
        self.turn_grace = _seconds(turn_grace, "turn_duration_limit_grace")
        _count(max_checkouts_per_worker, "max_checkouts_per_worker", 1)
        self.isolation = isolation or _setup.DEFAULT_ISOLATION
        self.remote: Remote | None = None
        self._plain: SessionOptions | None = None

    def session(
        self,
        script_name: str,
        limits: Mapping[str, Any] | None,
        type_check: bool,
        type_check_stubs: str | None,
        type_check_format: str | None,
        type_check_color: bool,
        assert_message_annotations: bool | int,
        os_policy: Mapping[str, Any] | None,
        external_modules: Mapping[str, Any] | None,
        print_flush_interval: float | None,
        strict_output: bool,
        native_types: bool,
    ) -> SessionOptions:
        """Arguments of a checkout, checked; plain ones are made once."""
        plain = not (limits or type_check or os_policy) and (
            external_modules is None
            and type_check_stubs is type_check_format is None
            and assert_message_annotations is True
            and not (strict_output or native_types)
            and script_name == "main.py"
            and print_flush_interval in (None, 0.005)
        )
        if plain and self._plain is not None:
            return self._plain
        made = self._session(
            script_name,
            limits,
            type_check,
            type_check_stubs,
            type_check_format,
            type_check_color,
            assert_message_annotations,
            os_policy,
            external_modules,
            print_flush_interval,
            strict_output,
            native_types,
        )
        if plain:
            self._plain = made
        return made

    def _session(
        self,
        script_name: str,
        limits: Mapping[str, Any] | None,
        type_check: bool,
        type_check_stubs: str | None,
        type_check_format: str | None,
        type_check_color: bool,
        assert_message_annotations: bool | int,
        os_policy: Mapping[str, Any] | None,
        external_modules: Mapping[str, Any] | None,
        print_flush_interval: float | None,
        strict_output: bool,
        native_types: bool,
    ) -> SessionOptions:
        if not isinstance(script_name, str):
            raise TypeError("script_name must be a str")
        _seconds(print_flush_interval, "print_flush_interval")
        modules = as_mapping(external_modules)
        settings = Settings(
            script_name,
            Limits.read(limits),
            Policy.read(os_policy),  # type: ignore[arg-type]
            self.isolation,
            self.binary,
            self.request_timeout,
            _annotations(assert_message_annotations),
            self.remote,
        )
        stubs = [type_check_stubs] if type_check_stubs else []
        stubs += typecheck.module_stubs(modules)
        check = typecheck.Checking(
            type_check,
            "\n".join(stubs),
            type_check_format or "full",
            type_check_color,
            script_name,
        )
        return SessionOptions(settings, check, modules, strict_output, native_types)


def _annotations(value: bool | int) -> int:
    """Bytes of a repr in an assertion's text; 0: no text."""
    if value is True:
        return 120
    if value is False:
        return 0
    if not isinstance(value, int):
        raise TypeError(
            "assert_message_annotations must be a bool or an int truncation length"
        )
    if not 0 < value < 1 << 32:
        raise ValueError(
            "assert_message_annotations int value must be between 1 and 2**32 - 1"
        )
    return value


class Slots:
    """So many sessions at one time."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._free = threading.Semaphore(most)

    def take(self, timeout: float | None) -> None:
        """Wait for a place."""
        if not self._free.acquire(timeout=timeout):
            raise TimeoutError(
                "no monty worker became available within the checkout timeout"
            )

    def try_take(self) -> bool:
        """Take a place if there is one."""
        return self._free.acquire(blocking=False)

    def give(self) -> None:
        """Give a place back."""
        self._free.release()


class PooledSession(SessionBase):
    """A session that holds a place in a pool while it is open."""

    def __init__(
        self, slots: Slots, timeout: float | None, options: SessionOptions
    ) -> None:
        super().__init__(options)
        self._slots = slots
        self._timeout = timeout
        self._active = True

    def _must_be_active(self) -> None:
        if not self._active:
            raise RuntimeError(
                "the pool is not active \N{EM DASH} enter the Monty / AsyncMonty "
                "context manager first"
            )

    def _leave(self) -> None:
        if self._guest is not None and not self._closed:
            self._close()
            self._slots.give()


S = TypeVar("S", bound=PooledSession)


class PoolBase(Generic[S]):
    """A pool, whether its sessions are awaited or not."""

    _kind: type[S]

    def __init__(
        self,
        *,
        binary_path: Any = None,
        min_processes: int = 1,
        max_processes: int | None = None,
        checkout_timeout: float | None = None,
        request_timeout: float | None = None,
        max_checkouts_per_worker: int | None = None,
        feed_duration_limit_grace: float | None = 1.0,
        turn_duration_limit_grace: float | None = 1.0,
        isolation: str | None = None,
    ) -> None:
        self._options = PoolOptions(
            binary_path,
            min_processes,
            max_processes,
            checkout_timeout,
            request_timeout,
            max_checkouts_per_worker,
            isolation,
            feed_duration_limit_grace,
            turn_duration_limit_grace,
        )
        self._slots = Slots(self._options.most)
        self._open = False

    def _activate(self) -> None:
        if self._options.wrong:
            raise RuntimeError(self._options.wrong)
        self._open = True

    def checkout(
        self,
        *,
        script_name: str = "main.py",
        limits: Mapping[str, Any] | None = None,
        type_check: bool = False,
        type_check_stubs: str | None = None,
        type_check_format: str | None = None,
        type_check_color: bool = False,
        assert_message_annotations: bool | int = True,
        os_policy: Mapping[str, Any] | None = None,
        external_modules: Mapping[str, Any] | None = None,
        print_flush_interval: float | None = None,
        strict_output: bool = False,
        native_types: bool = False,
    ) -> S:
        """A session, to be used as a context manager of the pool's own sort."""
        made = self._kind(
            self._slots,
            self._options.checkout_timeout,
            self._options.session(
                script_name,
                limits,
                type_check,
                type_check_stubs,
                type_check_format,
                type_check_color,
                assert_message_annotations,
                os_policy,
                external_modules,
                print_flush_interval,
                strict_output,
                native_types,
            ),
        )
        made._active = self._open
        return made


class MontySession(PooledSession):
    """One REPL in a worker of its own."""

    def __enter__(self) -> MontySession:
        self._must_be_active()
        self._slots.take(self._timeout)
        try:
            self._open()
        except BaseException:
            self._slots.give()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self._leave()

    def feed_run(
        self,
        code: str,
        *,
        inputs: Mapping[str, Any] | None = None,
        external_lookup: Mapping[str, Any] | None = None,
        print_callback: Any = None,
        mount: Any = None,
        os: Any = None,
        skip_type_check: bool = False,
        cwd: str | None = None,
    ) -> Any:
        """Run a snippet; the value of its last expression, else None."""
        feed = self._begin(
            code,
            inputs=inputs,
            external_lookup=external_lookup,
            print_callback=print_callback,
            mount=mount,
            os=os,
            skip_type_check=skip_type_check,
            cwd=cwd,
            drives=True,
        )
        result = run(feed)
        self._check.accept(code, skip_type_check)
        return result

    def feed_start(
        self,
        code: str,
        *,
        inputs: Mapping[str, Any] | None = None,
        external_lookup: Mapping[str, Any] | None = None,
        print_callback: Any = None,
        mount: Any = None,
        os: Any = None,
        skip_type_check: bool = False,
        cwd: str | None = None,
    ) -> SyncSnapshot:
        """Run a snippet up to the first thing the host must answer."""
        feed = self._begin(
            code,
            inputs=inputs,
            external_lookup=external_lookup,
            print_callback=print_callback,
            mount=mount,
            os=os,
            skip_type_check=skip_type_check,
            cwd=cwd,
            drives=False,
        )
        self._check.accept(code, skip_type_check)
        self._suspended = True
        try:
            return advance(self, feed, feed.guest.step("run", code))
        except EndFeed as e:
            self._suspended = False
            feed.guest.abandon()
            raise e.error() from None
        except BaseException:
            self._suspended = False
            raise

    def load_snapshot(
        self,
        state: bytes,
        *,
        mount: Any = None,
        print_callback: Any = None,
        external_lookup: Mapping[str, Any] | None = None,
        os: Any = None,
    ) -> SyncSnapshot:
        """Continue from the bytes of a session that waits."""
        self._load(state, waiting=True)
        feed, ev = self._waiting(external_lookup, print_callback, mount, os)
        self._suspended = True
        try:
            return advance(self, feed, ev)
        except EndFeed as e:
            self._suspended = False
            feed.guest.abandon()
            raise e.error() from None


class MontyPool(PoolBase[MontySession], Monty):
    """``Monty()``: a pool; ``checkout()`` gives sessions."""

    _kind = MontySession

    def __enter__(self) -> MontyPool:
        self._activate()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None = None,
        exc: BaseException | None = None,
        trace: TracebackType | None = None,
    ) -> None:
        self._open = False
