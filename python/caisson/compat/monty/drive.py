"""Feeds driven to their end, in the calling thread or on an event loop."""

from __future__ import annotations

import asyncio
import functools
import time
from typing import Any

from caisson import _events
from caisson._host import outcome

from .feed import PENDING, Feed, Later, Reply
from .hostcalls import EndFeed, Unhandled


def finish(feed: Feed, ev: _events.Event) -> Any:
    """The value of a feed that ended, or its exception."""
    if ev.kind == _events.DONE:
        return ev.value
    raise feed.guest.error(ev)


# -- in the calling thread -----------------------------------------------------------


def run(feed: Feed, ev: _events.Event | None = None) -> Any:
    """Run a feed from its start, or from this event, to its end."""
    guest = feed.guest
    lookup = feed.lookup
    calls = lookup if type(lookup) is dict else None
    try:
        if ev is None:
            ev = guest.step("run", feed.code, calls)
        while ev.kind < _events.DONE:
            ev = _again(feed, _reply(feed, ev), calls)
    except EndFeed as e:
        guest.abandon()
        raise e.error() from None
    except BaseException:
        guest.abandon()
        raise
    return finish(feed, ev)


def _again(feed: Feed, reply: Reply, calls: Any) -> _events.Event:
    if reply.method == "resume" and reply.args[0] != _events.VALUE:
        value = reply.args[1] if len(reply.args) > 1 else None
        return feed.guest.step("resume", reply.args[0], value, calls)
    if reply.method == "settle":
        return feed.guest.step("settle", *reply.args, calls)
    return feed.send(reply)


def _reply(feed: Feed, ev: _events.Event) -> Reply:
    if ev.kind == _events.WAIT:
        return wait(feed, ev)
    reply = feed.answer(ev)
    assert isinstance(reply, Reply)
    return reply


def wait(feed: Feed, ev: _events.Event) -> Reply:
    """Nothing can run before the time is over."""
    if ev.timeout < 0:
        raise EndFeed(
            RuntimeError("the program waits for calls that nobody will settle")
        )
    host = feed.host
    time.sleep(host.pause("asyncio.idle", ev.timeout) or 0.0)
    return Reply("settle", ([],))


# -- on an event loop ----------------------------------------------------------------


async def off_loop(feed: Feed, reply: Reply) -> _events.Event:
    """One stretch of computing in a thread; cancelling ends it."""
    loop = asyncio.get_running_loop()
    work = loop.run_in_executor(None, functools.partial(feed.send, reply))
    try:
        return await asyncio.shield(work)
    except asyncio.CancelledError:
        feed.guest.cancel()
        await asyncio.wait([work])
        raise


class AsyncDrive:
    """A feed whose coroutines run as tasks of the caller's loop."""

    def __init__(self, feed: Feed) -> None:
        self.feed = feed
        self.tasks: dict[int, asyncio.Future[Any]] = {}

    async def run(self, ev: _events.Event | None = None) -> Any:
        """Run to the end."""
        try:
            if ev is None:
                ev = await off_loop(self.feed, Reply("run", (self.feed.code,)))
            while ev.kind < _events.DONE:
                ev = await off_loop(self.feed, await self.reply(ev))
        except EndFeed as e:
            self.feed.guest.abandon()
            raise e.error() from None
        except BaseException:
            self.feed.guest.abandon()
            raise
        finally:
            await self.stop()
        return finish(self.feed, ev)

    async def stop(self) -> None:
        """Cancel what is still running."""
        tasks, self.tasks = list(self.tasks.values()), {}
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)

    async def reply(self, ev: _events.Event) -> Reply:
        """The reply to any event."""
        if ev.kind == _events.WAIT:
            return Reply("settle", (await self.settled(ev),))
        reply = self.feed.answer(ev)
        if isinstance(reply, Reply):
            return reply
        return await self._later(reply, ev)

    async def _later(self, later: Later, ev: _events.Event) -> Reply:
        if later.is_call:
            self.tasks[ev.id] = asyncio.ensure_future(later.coroutine)
            return PENDING
        try:
            return Reply("resume", (_events.VALUE, await later.coroutine))
        except Unhandled:
            return Reply("resume", (_events.UNHANDLED,))
        except Exception as e:
            return Reply("resume", (_events.RAISE, e))

    def awaits_any(self, ev: _events.Event) -> bool:
        """Is one of these calls ours, or the program's own sleep?"""
        return ev.timeout >= 0 or any(n in self.tasks for n in ev.pending)

    async def settled(self, ev: _events.Event) -> list[tuple[int, bool, Any]]:
        """Wait for pending calls, or for the time the program wants to wait."""
        timeout = None if ev.timeout < 0 else ev.timeout
        waiting = [self.tasks[n] for n in ev.pending if n in self.tasks]
        if waiting:
            await asyncio.wait(
                waiting, timeout=timeout, return_when=asyncio.FIRST_COMPLETED
            )
        elif timeout is None:
            raise EndFeed(
                RuntimeError("the program waits for calls that nobody will settle")
            )
        else:
            await asyncio.sleep(self.feed.host.pause("asyncio.idle", timeout) or 0.0)
        done = [n for n in ev.pending if n in self.tasks and self.tasks[n].done()]
        return [outcome(n, self.tasks.pop(n)) for n in done]
