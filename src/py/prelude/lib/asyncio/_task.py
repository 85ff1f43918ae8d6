# asyncio/_task.py - a coroutine with a place in the loop.
#
# A task is a future and a runnable (events.py): it stands in the loop's ready
# queue, or among the waiters of the one future it waits for (_source), itself;
# no handle is made for a step.  Its loop holds it until it is done.
#
# SPDX-License-Identifier: Apache-2.0
import contextvars
import inspect
import traceback
import types

from asyncio import coroutines, events
from asyncio.exceptions import CancelledError
from asyncio.futures import PENDING, Future


def current_task(loop=None):
    """The task that runs now, or None."""
    return events.session().seats.get(loop or events.get_running_loop())


def all_tasks(loop=None):
    """The tasks of the loop that are not done."""
    loop = loop or events.get_running_loop()
    return {task for task in loop._tasks if not task.done()}


def _register_task(task):
    task.get_loop()._tasks.add(task)


def _unregister_task(task):
    task.get_loop()._tasks.discard(task)


def _enter_task(loop, task):
    seated = events.session().seats.setdefault(loop, task)
    if seated is not task:
        raise RuntimeError(f"Cannot enter into task {task!r} while another "
                           f"task {seated!r} is being executed.")


def _leave_task(loop, task):
    seats = events.session().seats
    if seats.get(loop) is not task:
        raise RuntimeError(f"Leaving task {task!r} does not match the "
                           f"current task {seats.get(loop)!r}.")
    del seats[loop]


class Task(Future):
    """A coroutine that the loop drives; its result is the future's."""

    _source = None        # the future it waits for
    _problem = None       # what the next step throws
    _must_cancel = False  # cancel() found nothing to cancel: next step does
    _cancels = 0

    def __init__(self, coro, *, loop=None, name=None, context=None):
        Future.__init__(self, loop=loop)
        if not coroutines.iscoroutine(coro):
            raise TypeError(f"a coroutine was expected, got {coro!r}")
        if name is None:
            mine = events.session()
            mine.task_number += 1
            name = f"Task-{mine.task_number}"
        if context is None:
            context = contextvars.copy_context()
        self._name = str(name)
        self._coro = coro
        self._context = context
        self._line_up = self._loop._queue_end()
        self._line_up(self)
        _register_task(self)

    __class_getitem__ = classmethod(types.GenericAlias)

    def get_coro(self):
        """The coroutine."""
        return self._coro

    def get_name(self):
        """The name of the task."""
        return self._name

    def set_name(self, value):
        """Give the task another name."""
        self._name = str(value)

    def set_result(self, result):
        """Only the coroutine can."""
        raise RuntimeError("Task does not support set_result operation")

    def set_exception(self, exception):
        """Only the coroutine can."""
        raise RuntimeError("Task does not support set_exception operation")

    # -- cancelling

    def cancel(self, msg=None):
        """Throw CancelledError into the coroutine at its next step."""
        if self._state is not PENDING:
            return False
        self._cancels += 1
        if self._source is None or not self._source.cancel(msg=msg):
            self._must_cancel = True
            self._message = msg
        return True

    def cancelling(self):
        """How many requests to cancel are open."""
        return self._cancels

    def uncancel(self):
        """Take one request back; return how many are left."""
        self._cancels = max(0, self._cancels - 1)
        return self._cancels

    # -- running

    def _run(self):
        self._context.run(self._step)

    def _step(self):
        loop, coro = self._loop, self._coro
        error = None
        if (self._source is not None or self._must_cancel
                or self._problem is not None):
            error = self._news()
        seats = events.session().seats
        if loop in seats:
            _enter_task(loop, self)  # raises
        seats[loop] = self
        try:
            wish = coro.send(None) if error is None else coro.throw(error)
        except StopIteration as stop:
            self._returned(stop.value)
        except CancelledError as exc:
            self._thrown = exc
            Future.cancel(self)
        except BaseException as exc:
            Future.set_exception(self, exc)
            if isinstance(exc, (SystemExit, KeyboardInterrupt)):
                raise
        else:
            if wish is None:
                self._line_up(self)
            else:
                self._wait_for(wish)
        finally:
            del seats[loop]

    def _news(self):
        """What to throw into the coroutine, or None."""
        error, self._problem = self._problem, None
        source, self._source = self._source, None
        if source is not None:
            try:
                source.result()
            except BaseException as exc:
                error = exc
        if self._must_cancel:
            self._must_cancel = False
            if not isinstance(error, CancelledError):
                error = self._cancellation()
        return error

    def _returned(self, value):
        if self._must_cancel:  # cancelled by itself in the last step
            self._must_cancel = False
            Future.cancel(self, self._message)
        else:
            Future.set_result(self, value)

    def _wait_for(self, wish):
        """The coroutine is suspended and gave `wish`."""
        blocking = getattr(wish, "_asyncio_future_blocking", None)
        if blocking is None:
            yielded = "yield was used instead of yield from for generator"
            text = (f"{yielded} in task {self!r} with {wish!r}"
                    if inspect.isgenerator(wish)
                    else f"Task got bad yield: {wish!r}")
        elif wish.get_loop() is not self._loop:
            text = (f"Task {self!r} got Future {wish!r} attached to a "
                    "different loop")
        elif not blocking:
            text = (f"yield was used instead of yield from in task {self!r} "
                    f"with {wish!r}")
        elif wish is self:
            text = f"Task cannot await on itself: {self!r}"
        else:
            self._park(wish)
            return
        self._problem = RuntimeError(text)
        self._line_up(self)

    def _park(self, future):
        future._asyncio_future_blocking = False
        self._source = future
        if isinstance(future, Future) and future._state is PENDING:
            future._waiters.append(self)
        else:
            future.add_done_callback(self._woken, context=self._context)
        if self._must_cancel and future.cancel(msg=self._message):
            self._must_cancel = False

    def _woken(self, future):
        self._step()

    def _end(self, state):
        _unregister_task(self)
        Future._end(self, state)

    # -- showing

    def _traits(self):
        state, *others = Future._traits(self)
        if self._cancels and self._state is PENDING:
            state = "cancelling"
        known = [f"name={self._name!r}"]
        known.append(f"coro=<{coroutines.describe(self._coro)}>")
        if self._source is not None:
            known.append(f"wait_for={self._source!r}")
        return [state, *known, *others]

    def _frames(self):
        """The suspended frames, newest first, or those of the traceback."""
        if self._failed:
            tb = self._value.__traceback__
            while tb is not None:
                yield tb.tb_frame, tb.tb_lineno
                tb = tb.tb_next
            return
        frame = getattr(self._coro, "cr_frame", None) or getattr(
            self._coro, "gi_frame", None)
        while frame is not None:
            yield frame, frame.f_lineno
            frame = frame.f_back

    def _stack(self, limit):
        found = list(self._frames())[:limit]
        return found if self._failed else found[::-1]

    def get_stack(self, *, limit=None):
        """The frames in which the coroutine is suspended or failed."""
        return [frame for frame, _ in self._stack(limit)]

    def print_stack(self, *, limit=None, file=None):
        """Print the frames of get_stack()."""
        stack = self._stack(limit)
        if not stack:
            print(f"No stack for {self!r}", file=file)
            return
        word = "Traceback" if self._failed else "Stack"
        print(f"{word} for {self!r} (most recent call last):", file=file)
        summary = traceback.StackSummary.extract(stack)
        print("".join(summary.format()), end="", file=file)
        if self._failed:
            error = traceback.format_exception_only(self._value)
            print("".join(error), end="", file=file)


Task.__module__ = "_asyncio"
