import asyncio, sys

async def idle():
    await asyncio.sleep(3)

async def fail():
    await asyncio.sleep(0)
    raise KeyError(1)

async def cancelled_again():
    t = asyncio.create_task(idle())
    await asyncio.sleep(0)
    t.cancel("why")
    for i in range(2):
        try:
            await t
        except asyncio.CancelledError as e:
            print(e.args)
        try:
            t.result()
        except asyncio.CancelledError as e:
            print("r", e.args)
    f = asyncio.get_running_loop().create_future()
    f.cancel("x")
    for i in range(2):
        try:
            f.result()
        except asyncio.CancelledError as e:
            print("f", e.args)
    t = asyncio.create_task(idle())
    await asyncio.sleep(0)
    print(t.cancel(), t.cancelling(), t.uncancel(), t.uncancel())

async def stacks():
    t, u = asyncio.create_task(fail()), asyncio.create_task(idle())
    await asyncio.sleep(0)
    print([f.f_lineno for f in t.get_stack()], [f.f_lineno for f in u.get_stack()])
    await asyncio.sleep(0)
    print([f.f_lineno for f in t.get_stack()])
    t.print_stack(file=sys.stdout)
    u.cancel()
    await asyncio.sleep(0)
    u.print_stack(file=sys.stdout)
    print(t.exception().args)
    print(asyncio.Task, asyncio.Future, asyncio.Queue, asyncio.Lock, asyncio.Timeout)

async def gathering():
    for keep in (False, True):
        g = asyncio.gather(idle(), idle(), return_exceptions=keep)
        await asyncio.sleep(0)
        print(g, g.cancel("gg"))
        try:
            await g
        except asyncio.CancelledError as e:
            print(repr(e))
    async def own():
        raise asyncio.CancelledError("own")
    try:
        print(await asyncio.gather(own(), idle()))
    except asyncio.CancelledError as e:
        print(repr(e))
    print(await asyncio.gather(own(), own(), return_exceptions=True))
    w = asyncio.get_running_loop().create_future()
    g = asyncio.gather(w, w)
    w.set_result(2)
    print(await g, await asyncio.gather())

async def barriers():
    b = asyncio.Barrier(3)
    async def party(n):
        try:
            i = await b.wait()
            print("in", n, i, b.n_waiting)
        except asyncio.BrokenBarrierError as e:
            print("broken", n, e)
    await asyncio.gather(*(party(i) for i in range(6)))
    for end in (b.reset, b.abort):
        ts = [asyncio.create_task(party(i)) for i in range(2)]
        await asyncio.sleep(0)
        print(b.n_waiting, b.parties, b.broken, repr(b)[-25:])
        await end()
        await asyncio.gather(*ts)
    print(b.broken, repr(b)[-10:])
    await party(9)
    await b.reset()
    print(b.broken)
    try:
        asyncio.Barrier(0)
    except ValueError as e:
        print(e)

async def groups():
    async def refuse():
        raise OSError(7)
    try:
        async with asyncio.TaskGroup() as tg:
            tg.create_task(refuse())
            tg.create_task(idle())
            await asyncio.sleep(1)
    except BaseExceptionGroup as e:
        print(repr(e), asyncio.current_task().cancelling(), tg)
    try:
        async with asyncio.TaskGroup() as tg:
            tg.create_task(idle())
            raise OSError(3)
    except BaseExceptionGroup as e:
        print(repr(e), e.__context__, e.__cause__)
    async def outer():
        async with asyncio.TaskGroup() as tg:
            print(tg)
            tg.create_task(idle())
            print(tg)
    t = asyncio.create_task(outer())
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    t.cancel("m")
    try:
        await t
    except asyncio.CancelledError as e:
        print(repr(e))
    tg = asyncio.TaskGroup()
    try:
        tg.create_task(5)
    except RuntimeError as e:
        print(e)

async def bad_yields():
    class Wish:
        def __init__(self, wish):
            self.wish = wish
        def __await__(self):
            yield self.wish
    try:
        await Wish(5)
    except RuntimeError as e:
        print(e)
    for wish in (asyncio.get_running_loop().create_future(), (i for i in ())):
        try:
            await Wish(wish)
        except RuntimeError as e:
            print(str(e)[:50])
    try:
        await asyncio.current_task()
    except RuntimeError as e:
        print(str(e)[:30])
    for bad in (StopIteration, StopIteration(), 4):
        try:
            asyncio.Future().set_exception(bad)
        except TypeError as e:
            print(e)

async def waiting():
    for coro in (asyncio.wait(idle), asyncio.wait([]),
                 asyncio.wait([asyncio.Future()], return_when=5),
                 asyncio.wait_for(idle(), 0), asyncio.wait_for(idle(), 0.001)):
        try:
            print(await coro)
        except Exception as e:
            print(type(e).__name__, e, repr(e.__cause__))
    try:
        for x in asyncio.as_completed([idle()], timeout=0.001):
            await x
    except TimeoutError as e:
        print(repr(e))
    ok = asyncio.create_task(asyncio.sleep(0.1, 5))
    bad = asyncio.create_task(fail())
    done, pending = await asyncio.wait([ok, bad], return_when=asyncio.FIRST_EXCEPTION)
    print(len(done), len(pending), bad in done)
    done, pending = await asyncio.wait([ok, bad])
    print(len(done), len(pending), ok.result())

async def cancelled_waiters():
    lock, sem, queue = asyncio.Lock(), asyncio.Semaphore(1), asyncio.Queue()
    log = []
    async def use(thing, name):
        async with thing:
            log.append(name)
            await asyncio.sleep(0)
    for thing in (lock, sem):
        await thing.acquire()
        tasks = [asyncio.create_task(use(thing, n)) for n in "abc"]
        await asyncio.sleep(0)
        print(repr(thing)[-20:])
        thing.release()
        tasks[0].cancel()  # it was promised the lock a moment ago
        await asyncio.gather(*tasks, return_exceptions=True)
        print(log, thing.locked())
        log.clear()
    getters = [asyncio.create_task(queue.get()) for _ in range(2)]
    await asyncio.sleep(0)
    print(queue)
    queue.put_nowait(1)
    getters[0].cancel()
    print(await asyncio.gather(*getters, return_exceptions=True), queue)

for f in (cancelled_again, stacks, gathering, barriers, groups, bad_yields,
          waiting, cancelled_waiters):
    print(f.__name__)
    asyncio.run(f())
loop = asyncio.new_event_loop()
loop.call_soon(print, "soon")
loop.stop()
loop.run_forever()
loop.close()
print(loop.is_closed())
for bad in (lambda: loop.call_soon(print), loop.run_forever,
            lambda: asyncio.set_event_loop(4), lambda: asyncio.set_event_loop_policy(4)):
    try:
        bad()
    except Exception as e:
        print(type(e).__name__, e)
