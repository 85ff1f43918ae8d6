"""The synchronous sandbox."""

from __future__ import annotations

import asyncio
import concurrent.futures
import contextvars
import threading
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from caisson import _core as core
from caisson import _events
from caisson._box import Box
from caisson._host import outcome as outcome
from caisson.limits import Limits
from caisson.result import Result
from caisson.steps import Step, make_step
from caisson.tools import Handler, ToolsArg

if TYPE_CHECKING:
    from caisson._inside import BoxFiles, Commands


class _Loop:
    """An event loop in a thread of its own, for coroutine tools.

    It starts with the first such call and ends with its sandbox.
    """

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None

    def submit(self, coroutine: Any) -> concurrent.futures.Future[Any]:
        """Run a coroutine there."""
        if self._loop is None:
            self._loop = asyncio.new_event_loop()
            self._thread = threading.Thread(
                target=self._loop.run_forever, name="caisson-tools", daemon=True
            )
            self._thread.start()
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop)

    def stop(self) -> None:
        """End the loop and its thread."""
        if self._loop is None or self._thread is None:
            return
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()
        self._loop = self._thread = None


class Sandbox(Box):
    """A place to run Python that somebody else wrote.

    State is kept from run to run.  The program sees the tools given here and
    nothing else of the host.

    >>> with Sandbox() as box:
    ...     box.run("x = 6").ok, box.run("x * 7").value
    (True, 42)
    """

    def _attach(self, owned: core.Core) -> None:
        super()._attach(owned)
        self._loop = getattr(self, "_loop", None) or _Loop()
        self._calls: dict[str, Handler] = {
            t.name: t.function for t in owned.tools.values() if not t.is_async
        }

    @property
    def commands(self) -> Commands:
        """Programs beside its code: ``run``, ``exec``, ``shell``; in a jail only."""
        from caisson._inside import Commands

        return Commands(self)

    @property
    def files(self) -> BoxFiles:
        """Its files, by the paths that its code uses."""
        from caisson._inside import BoxFiles

        return BoxFiles(self)

    # -- running ------------------------------------------------------------------

    def run(
        self, code: str, *, inputs: Mapping[str, Any] | None = None, check: bool = False
    ) -> Result:
        """Run code and answer its calls until it ends.

        ``inputs`` are bound as names first.  With ``check`` a run that does not
        end well raises.

        >>> with Sandbox(tools=[len]) as box:
        ...     box.run("len(word) * 2", inputs={"word": "four"}).value
        8
        """
        owned = self._core
        if owned.judges:
            owned.decide(code)
        if inputs:
            owned.set_inputs(inputs)
        result = owned.whole(code, self._calls)
        if isinstance(result, _events.Event):
            result = owned.result(self._drive(result))
        return result.raise_for_status() if check else result

    def _drive(self, ev: _events.Event) -> _events.Event:
        open_calls: dict[int, concurrent.futures.Future[Any]] = {}
        try:
            while ev.kind < _events.DONE:
                ev = self._answer(ev, open_calls)
            return ev
        except BaseException:
            if not self.closed:
                self._core.call("abandon")
            raise
        finally:
            for future in open_calls.values():
                future.cancel()

    def _again(self, method: str, *args: Any) -> _events.Event:
        return self._core.event(
            method, *args, calls=self._calls, os=self._core.os_handler
        )

    def _answer(
        self, ev: _events.Event, open_calls: dict[int, concurrent.futures.Future[Any]]
    ) -> _events.Event:
        if ev.kind == _events.WAIT:
            return self._again("settle", self._settle(ev, open_calls))
        tool = self._core.tools.get(ev.name) if ev.kind == _events.CALL else None
        if tool is None:
            return self._again("resume", _events.UNHANDLED)
        context = contextvars.copy_context()
        coroutine = context.run(tool.function, *ev.args, **ev.kwargs)
        open_calls[ev.id] = self._loop.submit(coroutine)
        return self._again("resume", _events.PENDING)

    def _settle(
        self, ev: _events.Event, open_calls: dict[int, concurrent.futures.Future[Any]]
    ) -> list[tuple[int, bool, Any]]:
        timeout = None if ev.timeout < 0 else ev.timeout
        waiting = [open_calls[n] for n in ev.pending if n in open_calls]
        concurrent.futures.wait(
            waiting, timeout, return_when=concurrent.futures.FIRST_COMPLETED
        )
        done = [n for n in ev.pending if n in open_calls and open_calls[n].done()]
        return [outcome(n, open_calls.pop(n)) for n in done]

    def start(self, code: str, *, inputs: Mapping[str, Any] | None = None) -> Step:
        """Run up to the first thing the host must answer.

        >>> with Sandbox(tools=[len]) as box:
        ...     step = box.start("len('abc') + 1")
        ...     step.name, step.args
        ...     step.resume(41).result.value
        ('len', ('abc',))
        42
        """
        self._core.decide(code)
        self._core.set_inputs(inputs)
        return make_step(self._core, self._core.event("run", code))

    def waiting_for(self) -> Step | None:
        """The step a loaded sandbox stands at, if it is inside a run."""
        raw = self._core.call("event")
        if raw is None or raw[0] >= _events.DONE:
            return None
        return make_step(self._core, _events.Event(*raw))

    def close(self) -> None:
        """Free everything; closing twice is fine."""
        self._loop.stop()
        self._core.close()

    def __enter__(self) -> Sandbox:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def run(
    code: str,
    *,
    inputs: Mapping[str, Any] | None = None,
    tools: ToolsArg = None,
    limits: Limits | None = None,
    depth: str = "auto",
    check: bool = False,
) -> Result:
    """Run code once in a sandbox of its own.

    ``depth``: ``interp``, ``process``, or ``auto`` for the shallowest that can run
    the code, decided before it runs; the result says which and why.

    >>> run("sum(range(10))").value
    45
    """
    with Sandbox(tools=tools, limits=limits, depth=depth) as box:
        return box.run(code, inputs=inputs, check=check)
