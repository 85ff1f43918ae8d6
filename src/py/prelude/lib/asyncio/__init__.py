# asyncio/__init__.py - coroutines on an event loop.
#
# One loop runs in the session's single thread; waiting for the host and for
# time is one intrinsic, host_wait.  There are no sockets and no processes.
#
# SPDX-License-Identifier: Apache-2.0
"""Coroutines on an event loop."""
from asyncio.base_events import (BaseEventLoop,
                                 _UnixSelectorEventLoop as SelectorEventLoop)
from asyncio.coroutines import iscoroutine, iscoroutinefunction
from asyncio.events import (
    AbstractEventLoop, AbstractEventLoopPolicy, AbstractServer,
    BaseDefaultEventLoopPolicy as DefaultEventLoopPolicy, Handle, TimerHandle,
    get_event_loop, get_event_loop_policy, get_running_loop, new_event_loop,
    set_event_loop, set_event_loop_policy, _get_running_loop,
    _set_running_loop)
from asyncio.exceptions import (
    BrokenBarrierError, CancelledError, IncompleteReadError,
    InvalidStateError, LimitOverrunError, SendfileNotAvailableError,
    TimeoutError)
from asyncio.futures import Future, isfuture, wrap_future
from asyncio.locks import (Barrier, BoundedSemaphore, Condition, Event, Lock,
                           Semaphore)
from asyncio.queues import (LifoQueue, PriorityQueue, Queue, QueueEmpty,
                            QueueFull)
from asyncio.runners import Runner, run
from asyncio.taskgroups import TaskGroup
from asyncio.tasks import (
    ALL_COMPLETED, FIRST_COMPLETED, FIRST_EXCEPTION, Task, all_tasks,
    as_completed, create_task, current_task, ensure_future, gather,
    run_coroutine_threadsafe, shield, sleep, wait, wait_for, _enter_task,
    _leave_task, _register_task, _unregister_task)
from asyncio.threads import to_thread
from asyncio.timeouts import Timeout, timeout, timeout_at

__all__ = (
    "iscoroutine", "iscoroutinefunction", "AbstractEventLoop",
    "AbstractEventLoopPolicy", "AbstractServer", "BaseEventLoop", "Handle",
    "TimerHandle", "DefaultEventLoopPolicy", "get_event_loop",
    "get_event_loop_policy", "get_running_loop", "new_event_loop",
    "set_event_loop", "set_event_loop_policy", "_get_running_loop",
    "_set_running_loop", "BrokenBarrierError", "CancelledError",
    "IncompleteReadError", "InvalidStateError", "LimitOverrunError",
    "SendfileNotAvailableError", "TimeoutError", "Future", "isfuture",
    "wrap_future", "Barrier", "BoundedSemaphore", "Condition", "Event",
    "Lock", "Semaphore", "LifoQueue", "PriorityQueue", "Queue", "QueueEmpty",
    "QueueFull", "Runner", "run", "TaskGroup", "ALL_COMPLETED",
    "FIRST_COMPLETED", "FIRST_EXCEPTION", "Task", "all_tasks",
    "as_completed", "create_task", "current_task", "ensure_future", "gather",
    "run_coroutine_threadsafe", "shield", "sleep", "wait", "wait_for",
    "_enter_task", "_leave_task", "_register_task", "_unregister_task",
    "to_thread", "Timeout", "timeout", "timeout_at", "SelectorEventLoop")
