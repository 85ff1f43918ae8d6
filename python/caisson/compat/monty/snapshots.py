"""A feed that waits, as an object; each is answered once."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from typing import Any, Union

from caisson import _events

from .drive import AsyncDrive, finish, off_loop, wait
from .errors import MontyRuntimeError, SourceRange
from .feed import FUNCTION, PENDING, UNHANDLED, Feed, Reply, failure, value
from .hostcalls import EndFeed, Request, as_answer
from .results import FUTURE, ExternalResult, ExternalSettledResult, read_result
from .taggedjson import to_json

_OMITTED: Any = object()


class MontyComplete:
    """The feed has ended; ``output`` is its value."""

    def __init__(self, output: Any) -> None:
        self.output = output

    def output_json(self) -> str:
        """The value as JSON; what JSON does not know is tagged."""
        return to_json(self.output)

    def __repr__(self) -> str:
        return f"MontyComplete(output={self.output!r})"


class Snapshot:
    """What all waiting feeds have in common."""

    def __init__(self, owner: Owner, feed: Feed, event: _events.Event) -> None:
        self._owner = owner
        self._feed = feed
        self._event = event
        self._used = False
        self._place: SourceRange | None = None

    @property
    def script_name(self) -> str:
        """Name of the program in tracebacks."""
        return self._feed.guest.settings.script_name

    @property
    def position(self) -> SourceRange:
        """Where in the feed the program waits."""
        if self._place is None:
            self._place = self._feed.position()
        return self._place

    def trace_context(self) -> dict[str, str]:
        """Identifiers of the trace this belongs to; none without telemetry."""
        self._check()
        return {}

    def dump(self) -> bytes:
        """The session as bytes, waiting here."""
        if self._used:
            raise RuntimeError("cannot dump a snapshot that has already been resumed")
        return self._owner.dump_waiting()

    def _check(self) -> None:
        if self._used:
            raise RuntimeError("snapshot has already been resumed")

    def _use(self) -> None:
        self._check()
        self._used = True

    def _rebind(self, mount: Any, os: Any) -> None:
        """The older generation gives mounts and handler with each answer."""
        self._owner.rebind(self._feed, mount, os)


class Owner:
    """Who has the session: makes the next snapshot of an event."""

    def dump_waiting(self) -> bytes:
        """The session as bytes."""
        raise NotImplementedError

    def rebind(self, feed: Feed, mount: Any, os: Any) -> None:
        """Take new mounts and a new handler."""

    def feed_over(self) -> None:
        """The feed has ended."""

    def answers_os(self, feed: Feed) -> bool:
        """Are requests to the operating system answered without a snapshot?"""
        return False


def _reply_of(result: Any) -> Reply:
    raised, got = read_result(result)
    if got is FUTURE:
        return PENDING
    return failure(got) if raised else value(got)


def _settled(feed: Feed, results: Mapping[int, Any]) -> Reply:
    items = []
    own = {number: call for call, number in feed.renamed.items()}
    for number, result in dict(results).items():
        if isinstance(number, bool) or not isinstance(number, int):
            raise TypeError("future result keys must be int call ids")
        raised, got = read_result(result)
        if got is FUTURE:
            raise TypeError(
                f"future {number} cannot resolve to another future; provide a return "
                "value or exception"
            )
        items.append((own.get(number, number), raised, got))
    return Reply("settle", (items,))


# -- in the calling thread -----------------------------------------------------------


_INTERNAL = ("fs.", "asyncio.idle", "stdin.", "os.getcwd", "os.chdir", "time.process")


def _needs_nobody(owner: Owner, feed: Feed, ev: _events.Event) -> bool:
    """Is this answered without a snapshot?"""
    if ev.kind == _events.WAIT:
        return not ev.pending
    if ev.kind != _events.OS:
        return False
    return ev.name.startswith(_INTERNAL) or owner.answers_os(feed)


def advance(owner: Owner, feed: Feed, ev: _events.Event) -> SyncSnapshot:
    """The snapshot that an event means; what needs nobody is answered here."""
    while True:
        if ev.kind >= _events.DONE:
            owner.feed_over()
            return MontyComplete(finish(feed, ev))
        if ev.kind == _events.CALL and feed.is_postponed(ev):
            ev = feed.send(PENDING)
        elif ev.kind == _events.NAME and not ev.object and feed.is_called():
            ev = feed.send(FUNCTION)
        elif ev.kind == _events.WAIT and not ev.pending:
            ev = feed.send(wait(feed, ev))
        elif _needs_nobody(owner, feed, ev):
            reply = feed.answer(ev)
            assert isinstance(reply, Reply)
            ev = feed.send(reply)
        else:
            made: SyncSnapshot = _SYNC[ev.kind](owner, feed, ev)
            return made


def proceed(owner: Owner, feed: Feed, reply: Reply) -> SyncSnapshot:
    """Answer and go on to the next snapshot."""
    try:
        return advance(owner, feed, feed.send(reply))
    except EndFeed as e:
        feed.guest.abandon()
        owner.feed_over()
        raise e.error() from None


class _Call(Snapshot):
    def _shown(self) -> Request:
        ev = self._event
        if ev.kind != _events.OS:
            return Request(ev.name, ev.args or (), ev.kwargs or {})
        return self._feed.host.request(ev.name, ev.args or ())

    @property
    def is_os_function(self) -> bool:
        """Is it a request to the operating system?"""
        return self._event.kind == _events.OS

    @property
    def is_method_call(self) -> bool:
        """Is it a method of an object of the host?"""
        return bool(self._event.object)

    @property
    def function_name(self) -> str:
        """Name of the function, method or request."""
        return self._shown().name

    @property
    def args(self) -> tuple[Any, ...]:
        """Positional arguments."""
        return self._shown().args

    @property
    def kwargs(self) -> dict[str, Any]:
        """Keyword arguments."""
        return self._shown().kwargs

    @property
    def call_id(self) -> int:
        """Number of the call, to settle it later."""
        return self._event.id

    @property
    def object_id(self) -> uuid.UUID | None:
        """Whose method it is."""
        opened = self._feed.guest.codec.objects.get(self._event.object)
        return None if opened is None else opened.id

    def args_json(self) -> str:
        """Positional arguments as JSON."""
        return to_json(list(self.args))

    def kwargs_json(self) -> str:
        """Keyword arguments as JSON."""
        return to_json(self.kwargs)

    def _answer(
        self, result: Any, return_value: Any, exception: Any, future: Any
    ) -> Reply:
        old = {
            "return_value": return_value,
            "exception": exception,
            "future": future,
        }
        given = {k: v for k, v in old.items() if v is not _OMITTED}
        if result is _OMITTED:
            result = given
        elif given:
            raise TypeError("give either a result or one keyword")
        return self._converted(_reply_of(result))

    def _converted(self, reply: Reply) -> Reply:
        """An answer to a request, as the engine wants it."""
        ev = self._event
        if ev.kind != _events.OS:
            return reply
        if reply is PENDING and ev.name == "asyncio.sleep":
            return self._feed.postpone(ev.id)
        if reply is PENDING:
            raise TypeError("a request to the operating system has no future")
        self._feed.host.waits = False
        if reply.args[0] != _events.VALUE:
            return reply
        try:
            return value(as_answer(ev.name, self._shown(), reply.args[1]))
        except TypeError as e:
            return failure(e)

    def _refuse(self) -> Reply:
        if not self.is_os_function:
            raise RuntimeError(
                "resume_not_handled() is only valid for OS function snapshots"
            )
        return UNHANDLED

    def __repr__(self) -> str:
        return (
            f'{type(self).__name__}(function_name="{self.function_name}", '
            f"is_os_function={str(self.is_os_function).lower()})"
        )


class FunctionSnapshot(_Call):
    """The program called something of the host."""

    @staticmethod
    def load(data: bytes, *, print_callback: Any = None) -> SyncSnapshot:
        """``load_snapshot``, by its oldest name."""
        from .program import load_snapshot

        return load_snapshot(data, print_callback=print_callback)

    def resume(
        self,
        result: ExternalResult = _OMITTED,
        *,
        mount: Any = None,
        os: Any = None,
        return_value: Any = _OMITTED,
        exception: Any = _OMITTED,
        future: Any = _OMITTED,
    ) -> SyncSnapshot:
        """Answer the call."""
        self._check()
        reply = self._answer(result, return_value, exception, future)
        self._use()
        self._rebind(mount, os)
        return proceed(self._owner, self._feed, reply)

    def resume_not_handled(self, *, mount: Any = None, os: Any = None) -> SyncSnapshot:
        """Let the program have the default error."""
        reply = self._refuse()
        self._use()
        self._rebind(mount, os)
        return proceed(self._owner, self._feed, reply)

    def resume_auto(self) -> SyncSnapshot:
        """Answer with what the feed was given."""
        self._check()
        reply = auto(self._feed, self._event)
        self._use()
        return proceed(self._owner, self._feed, reply)


def auto(feed: Feed, event: _events.Event) -> Reply:
    """The answer from lookup, mounts and handler."""
    try:
        reply = feed.answer(event)
    except EndFeed as e:
        feed.guest.abandon()
        raise e.error() from None
    assert isinstance(reply, Reply)
    return reply


class _Name(Snapshot):
    @property
    def variable_name(self) -> str:
        """The name."""
        return self._event.name

    @property
    def object_id(self) -> uuid.UUID | None:
        """Whose attribute it is; None: a variable."""
        opened = self._feed.guest.codec.objects.get(self._event.object)
        return None if opened is None else opened.id

    def _answer(self, given: Any) -> Reply:
        if given is _OMITTED:
            return UNHANDLED
        if callable(given) and not isinstance(given, type):
            return FUNCTION
        return value(given)

    def __repr__(self) -> str:
        return f'{type(self).__name__}(variable_name="{self.variable_name}")'


class NameLookupSnapshot(_Name):
    """The program read a name that is not defined."""

    def resume(
        self, *, value: Any = _OMITTED, mount: Any = None, os: Any = None
    ) -> SyncSnapshot:
        """Give the name a value; without one it is an error in the program."""
        self._use()
        self._rebind(mount, os)
        return proceed(self._owner, self._feed, self._answer(value))

    def resume_auto(self) -> SyncSnapshot:
        """Answer with what the feed was given."""
        self._check()
        reply = auto(self._feed, self._event)
        self._use()
        return proceed(self._owner, self._feed, reply)


class _Futures(Snapshot):
    @property
    def pending_call_ids(self) -> list[int]:
        """Numbers of the calls."""
        renamed = self._feed.renamed
        return [renamed.get(n, n) for n in self._event.pending]

    def __repr__(self) -> str:
        return f"{type(self).__name__}(pending_call_ids={self.pending_call_ids!r})"


class FutureSnapshot(_Futures):
    """Everything in the program waits for calls that are pending."""

    def resume(
        self,
        results: Mapping[int, ExternalSettledResult],
        *,
        mount: Any = None,
        os: Any = None,
    ) -> SyncSnapshot:
        """Settle any of them."""
        self._check()
        reply = _settled(self._feed, results)
        self._use()
        self._rebind(mount, os)
        return proceed(self._owner, self._feed, reply)

    def resume_auto(self) -> SyncSnapshot:
        """Impossible here: nothing can be awaited without an event loop."""
        self._check()
        raise RuntimeError("async external functions require AsyncMonty")


SyncSnapshot = Union[
    FunctionSnapshot, NameLookupSnapshot, FutureSnapshot, MontyComplete
]
_SYNC: dict[int, Any] = {
    _events.CALL: FunctionSnapshot,
    _events.OS: FunctionSnapshot,
    _events.NAME: NameLookupSnapshot,
    _events.WAIT: FutureSnapshot,
}

# -- on an event loop ----------------------------------------------------------------


async def advance_async(
    owner: Owner, feed: Feed, drive: AsyncDrive, ev: _events.Event
) -> AsyncSnapshot:
    """As ``advance``, computing off the loop."""
    while True:
        if ev.kind >= _events.DONE:
            owner.feed_over()
            await drive.stop()
            return MontyComplete(finish(feed, ev))
        if ev.kind == _events.CALL and feed.is_postponed(ev):
            ev = await off_loop(feed, PENDING)
        elif ev.kind == _events.NAME and not ev.object and feed.is_called():
            ev = await off_loop(feed, FUNCTION)
        elif (ev.kind == _events.WAIT and not ev.pending) or (
            ev.kind == _events.OS and owner.answers_os(feed)
        ):
            ev = await off_loop(feed, await drive.reply(ev))
        else:
            made: AsyncSnapshot = _ASYNC[ev.kind](owner, feed, ev)
            if not isinstance(made, MontyComplete):
                made._drive = drive
            return made


class _Async(Snapshot):
    _drive: AsyncDrive

    async def _go(self, reply: Reply) -> AsyncSnapshot:
        try:
            ev = await off_loop(self._feed, reply)
            return await advance_async(self._owner, self._feed, self._drive, ev)
        except EndFeed as e:
            self._feed.guest.abandon()
            self._owner.feed_over()
            await self._drive.stop()
            raise e.error() from None
        except MontyRuntimeError:
            await self._drive.stop()
            raise

    async def resume_auto(self) -> AsyncSnapshot:
        """Answer with what the feed was given, awaiting what is to be awaited."""
        self._use()  # claimed: a second call at the same time is refused
        waits = self._event.kind == _events.WAIT and self._event.pending
        if waits and not self._drive.awaits_any(self._event):
            self._used = False
            raise RuntimeError("No pending async tasks but ResolveFutures requested")
        try:
            reply = await self._drive.reply(self._event)
        except EndFeed as e:
            self._feed.guest.abandon()
            self._owner.feed_over()
            await self._drive.stop()
            raise e.error() from None
        return await self._go(reply)


class AsyncFunctionSnapshot(_Async, _Call):
    """The program called something of the host."""

    async def resume(
        self,
        result: ExternalResult = _OMITTED,
        *,
        return_value: Any = _OMITTED,
        exception: Any = _OMITTED,
        future: Any = _OMITTED,
    ) -> AsyncSnapshot:
        """Answer the call."""
        self._check()
        reply = self._answer(result, return_value, exception, future)
        self._use()
        return await self._go(reply)

    async def resume_not_handled(self) -> AsyncSnapshot:
        """Let the program have the default error."""
        reply = self._refuse()
        self._use()
        return await self._go(reply)


class AsyncNameLookupSnapshot(_Async, _Name):
    """The program read a name that is not defined."""

    async def resume(self, *, value: Any = _OMITTED) -> AsyncSnapshot:
        """Give the name a value; without one it is an error in the program."""
        self._use()
        return await self._go(self._answer(value))


class AsyncFutureSnapshot(_Async, _Futures):
    """Everything in the program waits for calls that are pending."""

    async def resume(
        self, results: Mapping[int, ExternalSettledResult]
    ) -> AsyncSnapshot:
        """Settle any of them."""
        self._check()
        reply = _settled(self._feed, results)
        self._use()
        return await self._go(reply)


AsyncSnapshot = Union[
    AsyncFunctionSnapshot, AsyncNameLookupSnapshot, AsyncFutureSnapshot, MontyComplete
]
_ASYNC: dict[int, Any] = {
    _events.CALL: AsyncFunctionSnapshot,
    _events.OS: AsyncFunctionSnapshot,
    _events.NAME: AsyncNameLookupSnapshot,
    _events.WAIT: AsyncFutureSnapshot,
}
