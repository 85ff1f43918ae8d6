# asyncio/taskgroups.py - tasks that end together.
#
# SPDX-License-Identifier: Apache-2.0
"""Task groups."""
from asyncio import events
from asyncio._task import current_task
from asyncio.exceptions import CancelledError

__all__ = ["TaskGroup"]

FATAL = SystemExit, KeyboardInterrupt


class TaskGroup:
    """`async with` block that ends when all tasks made in it are done."""

    _parent = None      # the task that runs the block
    _loop = None
    _bell = None        # rings when the last task ends
    _leaving = False    # the block is over
    _aborting = False   # the tasks were cancelled
    _woke_parent = False  # we cancelled the parent to get it out of the block
    _fatal = None       # a SystemExit or KeyboardInterrupt

    def __init__(self):
        self._tasks = set()
        self._errors = []

    def __repr__(self):
        shown = ["TaskGroup"]
        if self._tasks:
            shown.append(f"tasks={len(self._tasks)}")
        if self._errors:
            shown.append(f"errors={len(self._errors)}")
        if self._aborting:
            shown.append("cancelling")
        elif self._parent is not None:
            shown.append("entered")
        return f"<{' '.join(shown)}>"

    async def __aenter__(self):
        if self._parent is not None:
            raise RuntimeError(f"TaskGroup {self!r} has already been "
                               "entered")
        parent = current_task()
        if parent is None:
            raise RuntimeError(f"TaskGroup {self!r} cannot determine the "
                               "parent task")
        self._parent = parent
        self._loop = parent.get_loop()
        return self

    def create_task(self, coro, *, name=None, context=None):
        """Make a task that belongs to the group."""
        if self._parent is None:
            raise RuntimeError(f"TaskGroup {self!r} has not been entered")
        if self._leaving and not self._tasks:
            raise RuntimeError(f"TaskGroup {self!r} is finished")
        if self._aborting:
            raise RuntimeError(f"TaskGroup {self!r} is shutting down")
        options = {} if context is None else {"context": context}
        task = self._loop.create_task(coro, **options)
        if name is not None:
            task.set_name(name)
        if task.done():
            self._ended(task)
        else:
            self._tasks.add(task)
            task.add_done_callback(self._ended)
        return task

    async def __aexit__(self, et, exc, tb):
        self._leaving = True
        if isinstance(exc, FATAL):
            self._fatal = self._fatal or exc
        cancelled = exc if et is CancelledError else None
        # A cancellation of our own making ends here, unless there are others.
        if self._woke_parent and self._parent.uncancel() == 0:
            cancelled = None
        if exc is not None:
            self._abort()
        cancelled = await self._drain() or cancelled
        if self._fatal is not None:
            raise self._fatal
        if cancelled is not None and not self._errors:
            raise cancelled
        if exc is not None and et is not CancelledError:
            self._errors.append(exc)
        if self._errors:
            errors, self._errors = self._errors, None
            raise BaseExceptionGroup("unhandled errors in a TaskGroup",
                                     errors) from None

    async def _drain(self):
        """Wait for all tasks; return the CancelledError that disturbed it."""
        disturbed = None
        while self._tasks:
            self._bell = self._loop.create_future()
            try:
                await self._bell
            except CancelledError as exc:
                if not self._aborting:
                    disturbed = exc
                    self._abort()
        return disturbed

    def _abort(self):
        if self._aborting:
            return
        self._aborting = True
        for task in self._tasks:
            if not task.done():
                task.cancel()

    def _ended(self, task):
        self._tasks.discard(task)
        bell = self._bell
        if not self._tasks and bell is not None and not bell.done():
            bell.set_result(None)
        error = None if task.cancelled() else task.exception()
        if error is None:
            return
        self._errors.append(error)
        if isinstance(error, FATAL):
            self._fatal = self._fatal or error
        parent = self._parent
        if parent.done():
            self._loop.call_exception_handler({
                "message": f"Task {task!r} has errored out but its parent "
                           f"task {parent} is already completed",
                "exception": error, "task": task})
        elif not (self._aborting or self._woke_parent):
            self._abort()
            self._woke_parent = True
            parent.cancel()
