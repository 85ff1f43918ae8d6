# asyncio/runners.py - running a program's main coroutine.
#
# SPDX-License-Identifier: Apache-2.0
"""run() and Runner."""
import contextvars

from asyncio import coroutines, events, tasks

__all__ = ("Runner", "run")


class Runner:
    """One loop and one context for several main coroutines."""

    _loop = None
    _closed = False

    def __init__(self, *, debug=None, loop_factory=None):
        self._debug = debug
        self._make_loop = loop_factory

    def __enter__(self):
        self.get_loop()
        return self

    def __exit__(self, exc_type, exc_val, exc_tb):
        self.close()

    def get_loop(self):
        """The loop; made on the first call."""
        if self._closed:
            raise RuntimeError("Runner is closed")
        if self._loop is None:
            loop = (self._make_loop or events.new_event_loop)()
            if self._make_loop is None:
                events.set_event_loop(loop)
            if self._debug is not None:
                loop.set_debug(self._debug)
            self._loop = loop
            self._context = contextvars.copy_context()
        return self._loop

    def run(self, coro, *, context=None):
        """Run a coroutine and return its result."""
        if not coroutines.iscoroutine(coro):
            raise ValueError(f"a coroutine was expected, got {coro!r}")
        _must_be_outside("Runner")
        loop = self.get_loop()
        if context is None:
            context = self._context
        return loop.run_until_complete(loop.create_task(coro, context=context))

    def close(self):
        """Cancel what is left and close the loop."""
        loop = self._loop
        if loop is None:
            return
        try:
            _cancel_rest(loop)
            for ending in (loop.shutdown_asyncgens,
                           loop.shutdown_default_executor):
                loop.run_until_complete(ending())
        finally:
            self._loop, self._closed = None, True
            if self._make_loop is None:
                events.set_event_loop(None)
            loop.close()


def _must_be_outside(caller):
    if events.session().running is not None:
        raise RuntimeError(f"{caller}.run() cannot be called from a running "
                           "event loop")


def _cancel_rest(loop):
    """Cancel every task, wait, and report what failed on the way."""
    rest = tasks.all_tasks(loop)
    for task in rest:
        task.cancel()
    if rest:
        ended = tasks.gather(*rest, return_exceptions=True)
        loop.run_until_complete(ended)
    for task in rest:
        error = None if task.cancelled() else task.exception()
        if error is not None:
            loop.call_exception_handler({
                "message": "unhandled exception during asyncio.run() "
                           "shutdown",
                "exception": error, "task": task})


def run(main, *, debug=None):
    """Run a coroutine in a new loop and return its result."""
    _must_be_outside("asyncio")
    with Runner(debug=debug) as only_once:
        return only_once.run(main)
