"""asyncio.events, .futures, .tasks, .threads, .coroutines: edges and errors."""

import asyncio
import asyncio.base_events
import asyncio.coroutines
import asyncio.events
import asyncio.futures
import asyncio.tasks
import asyncio.threads
import concurrent.futures
import contextvars
import functools
import threading
import time


def attempt(f, *args, **kwargs):
    try:
        return f(*args, **kwargs)
    except BaseException as e:
        return f"{type(e).__name__}: {e}"


async def outcome(awaitable):
    try:
        return await awaitable
    except BaseException as e:
        return f"{type(e).__name__}: {e}"


async def value(x, after=0):
    await asyncio.sleep(after)
    if isinstance(x, Exception):
        raise x
    return x


# ------------------------------------------------------------------ policies

events = asyncio.events
print(attempt(events.get_running_loop), events._get_running_loop())
print(attempt(events.set_event_loop_policy, 5))
print(attempt(events.set_event_loop, "loop"))
policy = asyncio.DefaultEventLoopPolicy()
print(isinstance(policy, events.AbstractEventLoopPolicy))
events.set_event_loop_policy(policy)
print(events.get_event_loop_policy() is policy)
policy.set_event_loop(None)
print(attempt(policy.get_event_loop))
first = events.new_event_loop()
events.set_event_loop(first)
print(policy.get_event_loop() is first, asyncio.get_event_loop() is first)
print(isinstance(first, asyncio.SelectorEventLoop))
print(isinstance(first, asyncio.base_events.BaseEventLoop))


class Fixed(events.AbstractEventLoopPolicy):
    def get_event_loop(self):
        return "the loop of the policy"


events.set_event_loop_policy(Fixed())
print(events.get_event_loop(), attempt(events.new_event_loop).strip())
print(attempt(events.set_event_loop, None).strip())
events.set_event_loop_policy(None)
print(isinstance(events.get_event_loop_policy(), asyncio.DefaultEventLoopPolicy))
first.close()

abstract = events.AbstractEventLoop()
for name in ("run_forever", "stop", "close", "is_running", "time", "create_future"):
    print(name, repr(attempt(getattr(abstract, name))))
print(repr(attempt(abstract.call_soon, print)))
print(repr(attempt(abstract.call_later, 1, 2)))
print(issubclass(asyncio.AbstractServer, object), events.AbstractServer.__mro__[1:])


# -------------------------------------------------------- the running loop

loop = asyncio.SelectorEventLoop()
events._set_running_loop(loop)
print(events.get_running_loop() is loop, events.get_event_loop() is loop)
other = asyncio.new_event_loop()
print(attempt(other.run_forever))
print(attempt(asyncio.run, None))
events._set_running_loop(None)
print(attempt(asyncio.get_running_loop), asyncio._get_running_loop())
other.close()
print(attempt(other.call_soon, print), other.is_closed(), attempt(other.close))
print(attempt(loop.call_later, None, print))
print(attempt(loop.run_until_complete, 5))
print(attempt(loop.set_task_factory, 5), attempt(loop.set_exception_handler, 5))


# -------------------------------------------------------------------- handles

seen = []
plain = events.Handle(seen.append, (1,), loop)
late = events.TimerHandle(20, seen.append, (2,), loop)
early = events.TimerHandle(10, seen.append, (2,), loop)
print(plain.cancelled(), plain.cancel(), plain.cancelled(), repr(plain))
print(early < late, early <= late, early > late, early >= late, early == late)
print(late == events.TimerHandle(20, seen.append, (2,), loop), late == 5)
print(hash(late) == hash(20), late.when(), attempt(lambda: late < 5))
late.cancel()
print(repr(late), late.when())
handles = [loop.call_soon(seen.append, i) for i in range(3)]
handles[1].cancel()
timer = loop.call_later(0.001, seen.append, "timer")
gone = loop.call_at(loop.time(), seen.append, "gone")
gone.cancel()
loop.run_until_complete(asyncio.sleep(0.02))
print(seen, isinstance(timer, asyncio.TimerHandle), type(handles[0]) is asyncio.Handle)

told = []
loop.set_exception_handler(lambda where, context: told.append((where is loop, context)))
loop.call_soon(int, "x")
loop.run_until_complete(value(1))
print([(mine, sorted(c), str(c["exception"])) for mine, c in told])
loop.set_exception_handler(None)


# -------------------------------------------------------------------- futures

futures = asyncio.futures


class Lookalike:
    _asyncio_future_blocking = False


class Unwilling:
    _asyncio_future_blocking = None


future = futures.Future(loop=loop)
print(futures.isfuture(future), futures.isfuture(Lookalike()))
print(futures.isfuture(Unwilling()), futures.isfuture(futures.Future), future)
print(futures.isfuture(concurrent.futures.Future()))
print(attempt(future.result), "|", attempt(future.exception))
print(attempt(future.set_exception, 5))
print(attempt(future.set_exception, StopIteration))
print(future.cancel("why"), future.cancel(), future.cancelled(), attempt(future.result))
print(attempt(future.set_result, 1), future)
print(attempt(futures.Future, loop).partition(":")[0], futures.Future[int])


# ---------------------------------------------------------------------- tasks

tasks = asyncio.tasks


async def seats():
    me = tasks.current_task()
    stranger = tasks.ensure_future(value(1))
    stranger.set_name("stranger")
    for call in (tasks._enter_task, tasks._leave_task):
        text = attempt(call, loop, stranger)
        print(text.split("<")[0], text.count("<Task "))
    tasks._leave_task(loop, me)
    print(tasks.current_task())
    asyncio._enter_task(loop, stranger)
    print(tasks.current_task().get_name())
    asyncio._leave_task(loop, stranger)
    tasks._enter_task(loop, me)
    print(tasks.current_task() is me)
    print(len(tasks.all_tasks()), stranger in tasks.all_tasks(loop))
    tasks._unregister_task(stranger)
    print(stranger in tasks.all_tasks(), asyncio._unregister_task(stranger))
    asyncio._register_task(stranger)
    tasks._register_task(stranger)
    print(stranger in tasks.all_tasks(), await stranger, stranger in tasks.all_tasks())


async def waiting():
    print(await outcome(tasks.wait([])), await outcome(tasks.wait(5)))
    print(await outcome(tasks.wait([asyncio.Future()], return_when="SOME")))
    print(tasks.ALL_COMPLETED, tasks.FIRST_COMPLETED)
    both = [tasks.ensure_future(value(1)), tasks.ensure_future(value(2, 9))]
    done, rest = await tasks.wait(both, return_when=tasks.FIRST_COMPLETED)
    print(done == {both[0]}, rest == {both[1]}, both[1].cancel())
    done, rest = await tasks.wait(both, return_when=tasks.ALL_COMPLETED)
    print(len(done), rest, both[1].cancelled())
    print(attempt(tasks.ensure_future, 5))
    print(tasks.ensure_future(both[0]) is both[0])
    print(attempt(tasks.ensure_future, both[0], loop=abstract))

    class Ready:
        def __await__(self):
            return "ready"
            yield

    print(await tasks.ensure_future(Ready()))
    inner = tasks.ensure_future(value("inner", 0.01))
    outer = tasks.shield(inner)
    await asyncio.sleep(0)
    print(outer.cancel(), await outcome(outer), inner.cancelled(), await inner)
    print(tasks.shield(inner) is inner, attempt(tasks.shield, 5))
    inner = tasks.ensure_future(value(1, 9))
    outer = tasks.shield(inner)
    inner.cancel()
    print(await outcome(outer), outer.cancelled())
    print(await outcome(tasks.shield(value(ValueError("v")))))


loop.run_until_complete(seats())
loop.run_until_complete(waiting())


# -------------------------------------------------------------------- threads

VAR = contextvars.ContextVar("VAR", default="unset")


def blocking(x, *, key=None):
    time.sleep(0.001)
    seen = VAR.get()
    VAR.set("set in the function")
    return x, key, seen


async def threaded():
    VAR.set("set by the caller")
    print(await asyncio.threads.to_thread(blocking, 1, key=2), VAR.get())
    print(await outcome(asyncio.threads.to_thread(int, "x")))
    print(await outcome(asyncio.threads.to_thread(5)))
    print(attempt(tasks.run_coroutine_threadsafe, 5, loop))
    print(attempt(asyncio.run_coroutine_threadsafe, value, loop))
    good = tasks.run_coroutine_threadsafe(value(1), loop)
    bad = asyncio.run_coroutine_threadsafe(value(OSError("bad")), loop)
    print(type(good).__module__, good.done(), bad.done())
    while not (good.done() and bad.done()):
        await asyncio.sleep(0)
    print(good.result(), attempt(bad.result), repr(bad.exception()))
    slow = asyncio.run_coroutine_threadsafe(value(1, 9), loop)
    while len(asyncio.all_tasks()) < 2:
        await asyncio.sleep(0)
    print(slow.cancel(), slow.cancelled(), len(asyncio.all_tasks()))
    while len(asyncio.all_tasks()) > 1:
        await asyncio.sleep(0)
    print(len(asyncio.all_tasks()), threading.current_thread().name)


loop.run_until_complete(threaded())
loop.close()


# ----------------------------------------------------------------- coroutines

coroutines = asyncio.coroutines


async def agen():
    yield 1


def gen():
    yield 1


co = value(1)
print(coroutines.iscoroutine(co), coroutines.iscoroutine(value), co.close())
print(coroutines.iscoroutine(agen()), coroutines.iscoroutine(None))
print(coroutines.iscoroutinefunction(value), coroutines.iscoroutinefunction(agen))
print(coroutines.iscoroutinefunction(functools.partial(value, 1)))
print(coroutines.iscoroutinefunction(gen), coroutines.iscoroutinefunction(5))
