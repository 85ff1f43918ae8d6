"""Pools and sessions for programs that live in an event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from .drive import AsyncDrive, off_loop
from .feed import Reply
from .hostcalls import EndFeed
from .pool import PoolBase, PooledSession
from .session import SessionBase
from .snapshots import AsyncSnapshot, advance_async

if TYPE_CHECKING:
    import ssl

_TICK = 0.005


class AsyncMontySession(PooledSession):
    """One REPL in a worker of its own; everything is awaited."""

    _awaits = True

    async def _take(self) -> None:
        loop = asyncio.get_running_loop()
        end = None if self._timeout is None else loop.time() + self._timeout
        while not self._slots.try_take():
            if end is not None and loop.time() >= end:
                raise TimeoutError(
                    "no monty worker became available within the checkout timeout"
                )
            await asyncio.sleep(_TICK)

    async def __aenter__(self) -> AsyncMontySession:
        self._must_be_active()
        await self._take()
        try:
            await asyncio.to_thread(self._open)
        except BaseException:
            self._slots.give()
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        self._leave()

    async def feed_run(
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
        """Run a snippet; the value of its last expression, else None.

        Cancelling interrupts the program; the session stays usable.
        """
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
        self._suspended = True
        try:
            result = await AsyncDrive(feed).run()
        finally:
            self._suspended = False
        self._check.accept(code, skip_type_check)
        return result

    async def feed_start(
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
    ) -> AsyncSnapshot:
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
            ev = await off_loop(feed, Reply("run", (code,)))
            return await advance_async(self, feed, AsyncDrive(feed), ev)
        except EndFeed as e:
            self._suspended = False
            feed.guest.abandon()
            raise e.error() from None
        except BaseException:
            self._suspended = False
            raise

    async def load_snapshot(
        self,
        state: bytes,
        *,
        mount: Any = None,
        print_callback: Any = None,
        external_lookup: Mapping[str, Any] | None = None,
        os: Any = None,
    ) -> AsyncSnapshot:
        """Continue from the bytes of a session that waits."""
        await asyncio.to_thread(self._load, state, waiting=True)
        feed, ev = self._waiting(external_lookup, print_callback, mount, os)
        self._suspended = True
        try:
            return await advance_async(self, feed, AsyncDrive(feed), ev)
        except EndFeed as e:
            self._suspended = False
            feed.guest.abandon()
            raise e.error() from None

    async def load_session(self, state: bytes) -> None:  # type: ignore[override]
        """Continue from the bytes of an idle session."""
        await asyncio.to_thread(self._load, state, waiting=False)

    async def dump(self) -> bytes:  # type: ignore[override]
        """The session as bytes; it stays usable."""
        return await asyncio.to_thread(self._dump, self._suspended)

    async def install_dependencies(  # type: ignore[override]
        self, requirements: list[str]
    ) -> None:
        """Refused: there are no packages to install in the interpreter."""
        SessionBase.install_dependencies(self, requirements)


class AsyncMonty(PoolBase[AsyncMontySession]):
    """A pool whose sessions are awaited."""

    _kind = AsyncMontySession

    async def __aenter__(self) -> AsyncMonty:
        self._activate()
        return self

    async def __aexit__(self, *_: object) -> None:
        self._open = False


class AsyncMontyWebsocket(PoolBase[AsyncMontySession]):
    """Workers at another place: those of a ``caisson worker``.

    Only the programs run there; functions, mounts and handlers stay here.  Each
    session has a connection of its own.  ``token``, ``tls`` and
    ``allow_plaintext`` are those of ``caisson.Remote``.
    """

    _kind = AsyncMontySession

    def __init__(
        self,
        url: str,
        *,
        max_processes: int | None = None,
        checkout_timeout: float | None = None,
        request_timeout: float | None = 10.0,
        token: str | None = None,
        tls: ssl.SSLContext | None = None,
        allow_plaintext: bool = False,
    ) -> None:
        from caisson.remote import Remote  # brings TLS along: only for who asks

        if not isinstance(url, str) or not url.startswith(("ws://", "wss://")):
            raise ValueError("url must start with ws:// or wss://")
        super().__init__(
            max_processes=max_processes,
            checkout_timeout=checkout_timeout,
            request_timeout=request_timeout,
        )
        self._options.remote = Remote(
            url, token=token, tls=tls, allow_plaintext=allow_plaintext
        )
        self.url = url

    async def __aenter__(self) -> AsyncMontyWebsocket:
        self._open = True
        return self

    async def __aexit__(self, *_: object) -> None:
        self._open = False
