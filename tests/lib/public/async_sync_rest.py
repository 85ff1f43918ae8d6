"""asyncio.locks, .runners, .taskgroups, .timeouts: edges and errors."""

import asyncio
import asyncio.locks
import asyncio.runners
import asyncio.taskgroups
import asyncio.timeouts
import contextvars

locks, runners = asyncio.locks, asyncio.runners
taskgroups, timeouts = asyncio.taskgroups, asyncio.timeouts


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
    if isinstance(x, BaseException):
        raise x
    return x


async def turns():
    for _ in range(20):
        await asyncio.sleep(0)


def state(thing):
    """The part of a repr in brackets."""
    text = repr(thing)
    return text[text.index("["):-1]


async def lock():
    one = locks.Lock()
    print(attempt(one.release), one.locked(), state(one))
    order = []

    async def enter(name):
        async with one:
            order.append(name)
            await asyncio.sleep(0)

    waiting = [asyncio.create_task(enter(name)) for name in "abc"]
    await asyncio.sleep(0)
    print(one.locked(), state(one), order)
    waiting[1].cancel()
    await asyncio.gather(*waiting, return_exceptions=True)
    print(order, one.locked(), waiting[1].cancelled())
    print(attempt(locks.Lock, loop=None))
    try:
        with one:
            pass
    except (TypeError, AttributeError) as e:
        print(type(e).__name__)


async def event():
    one = locks.Event()
    waiting = asyncio.create_task(one.wait())
    await asyncio.sleep(0)
    print(one.is_set(), state(one))
    print(one.set(), one.clear(), one.is_set(), await waiting)
    one.set()
    print(await one.wait(), one.set(), state(one))


async def condition():
    shared = locks.Lock()
    one, two = locks.Condition(shared), locks.Condition(shared)
    print(attempt(one.notify), "|", await outcome(one.wait()))
    print(attempt(one.notify_all))
    async with one:
        print(two.locked(), state(one))
    seen = []

    async def watch(want):
        async with one:
            seen.append(await one.wait_for(lambda: len(seen) >= want and [want]))

    watchers = [asyncio.create_task(watch(n)) for n in (1, 0, 5)]
    await turns()
    print(seen)
    for _ in range(3):
        async with two:
            one.notify_all()
        await turns()
    print(seen, [w.done() for w in watchers])
    for w in watchers:
        w.cancel()
    await asyncio.gather(*watchers, return_exceptions=True)
    print([w.cancelled() for w in watchers], one.locked())
    async with one:
        one.notify(5)


async def semaphores():
    print(attempt(locks.Semaphore, -1), "|", attempt(locks.BoundedSemaphore, -1))
    free = locks.Semaphore(0)
    print(free.locked(), free.release(), free.release(), state(free))
    bounded = locks.BoundedSemaphore(1)
    print(await bounded.acquire(), bounded.locked(), state(bounded))
    print(bounded.release(), attempt(bounded.release))
    print(isinstance(bounded, locks.Semaphore))
    most = now = 0

    async def use(sem):
        nonlocal most, now
        async with sem:
            now += 1
            most = max(most, now)
            await asyncio.sleep(0)
            now -= 1

    await asyncio.gather(*[use(free) for _ in range(7)])
    print(most, now, state(free))
    print(await outcome(asyncio.wait_for(locks.Semaphore(0).acquire(), 0.001)))


async def barrier():
    print(attempt(locks.Barrier, 0), "|", attempt(locks.Barrier))
    one = locks.Barrier(2)
    print(one.parties, one.n_waiting, one.broken)
    print(sorted(await asyncio.gather(one.wait(), one.wait())))
    waiting = asyncio.create_task(outcome(one.wait()))
    await asyncio.sleep(0)
    print(one.n_waiting)
    await one.reset()
    print(await waiting, one.broken)
    waiting = asyncio.create_task(outcome(one.wait()))
    await asyncio.sleep(0)
    await one.abort()
    print(await waiting, one.broken, await outcome(one.wait()))

    async def pass_through(gate):
        async with gate as position:
            return position

    gate = locks.Barrier(3)
    print(sorted(await asyncio.gather(*[pass_through(gate) for _ in range(3)])))


async def groups():
    async with taskgroups.TaskGroup() as group:
        one = group.create_task(value(1), name="one")
        print(one.get_name(), repr(group))
    print(one.result(), (await outcome(group.__aenter__())).partition(":")[0])
    late = value(2)
    print(attempt(group.create_task, late).split("<")[0])
    late.close()
    early = value(3)
    print(attempt(taskgroups.TaskGroup().create_task, early).split("<")[0])
    early.close()
    try:
        async with taskgroups.TaskGroup() as group:
            slow = group.create_task(value(1, 9))
            group.create_task(value(ValueError("v")))
            group.create_task(value(KeyError("k")))
            await asyncio.sleep(9)
    except Exception as e:
        print(type(e).__name__, e.message, e.split(KeyError))
    print(slow.cancelled())
    try:
        async with taskgroups.TaskGroup() as group:
            group.create_task(value(1, 9))
            raise OSError("in the body")
    except Exception as e:
        print(repr(e))

    async def outer():
        async with taskgroups.TaskGroup() as group:
            inner.append(group.create_task(value(1, 9)))

    inner = []
    task = asyncio.create_task(outer())
    await turns()
    task.cancel("from outside")
    print(await outcome(task), inner[0].cancelled())


async def limits():
    loop = asyncio.get_running_loop()
    limit = timeouts.Timeout(None)
    print(limit.when(), limit.expired(), repr(limit))
    async with limit:
        print(repr(limit))
        limit.reschedule(loop.time() + 50)
    print(repr(limit), attempt(limit.reschedule, None))
    try:
        async with timeouts.timeout(0) as limit:
            await asyncio.sleep(9)
    except TimeoutError as e:
        print(repr(e), limit.expired())
    try:
        async with timeouts.timeout(9) as outer:
            async with timeouts.timeout_at(loop.time() - 1) as inner:
                await asyncio.sleep(9)
    except TimeoutError:
        print(outer.expired(), inner.expired(), asyncio.current_task().cancelling())
    try:
        async with timeouts.timeout_at(loop.time() + 50) as limit:
            raise KeyError("passes")
    except KeyError as e:
        print(repr(e), limit.expired())
    async with timeouts.timeout(-1) as limit:
        pass
    print("no await, no timeout", limit.expired())


VAR = contextvars.ContextVar("VAR", default="unset")


async def setting(x):
    before = VAR.get()
    VAR.set(x)
    return before


async def nested():
    inner = value(1)
    try:
        print(attempt(runners.run, inner))
        runner = runners.Runner()
        print(attempt(runner.run, inner))
        runner.close()
    finally:
        inner.close()


def running():
    print(attempt(runners.run, 5), "|", attempt(runners.run, len))
    print(runners.run(value("v")), attempt(runners.run, value(KeyError("k"))))
    print(attempt(runners.run, value(SystemExit(3))))
    runners.run(nested())
    with runners.Runner(debug=True) as runner:
        print(runner.run(setting(1)), runner.run(setting(2)), VAR.get())
        empty = contextvars.Context()
        print(runner.run(setting(3), context=empty), empty[VAR])
        print(runner.get_loop().get_debug(), attempt(runner.run, 5))
        left = []

        async def leave():
            left.append(asyncio.create_task(value(1, 9)))

        runner.run(leave())
        print(left[0].done())
    print(left[0].done(), left[0].get_loop().is_closed(), runner.close())
    print(attempt(runner.get_loop), attempt(runner.__enter__))
    made = []

    def factory():
        made.append(asyncio.new_event_loop())
        return made[-1]

    with runners.Runner(loop_factory=factory) as runner:
        print(runner.get_loop() is made[0], len(made), runner.get_loop().is_running())


for part in (lock, event, condition, semaphores, barrier, groups, limits):
    print("--", part.__name__)
    runners.run(part())
print("-- running")
running()
