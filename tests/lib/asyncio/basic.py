import asyncio, contextvars

def line(*a):
    print(*a)

async def work(n, log, fail=False):
    log.append(f"start {n}")
    await asyncio.sleep(n * 0.03)
    log.append(f"end {n}")
    if fail:
        raise ValueError(n)
    return n * 10

async def basics():
    log = []
    line(await asyncio.gather(work(3, log), work(1, log), work(2, log)), log)
    line(await asyncio.gather(work(1, log), work(0, log, True), return_exceptions=True))
    try:
        await asyncio.gather(work(1, log), work(0, log, True))
    except ValueError as e:
        line("gather raised", e)
    t = asyncio.create_task(work(1, log), name="mine")
    line(t.get_name(), t.done(), t.cancelled(), t.cancelling())
    line(await t, t.done(), t.result(), t.exception())
    t = asyncio.create_task(work(5, log))
    await asyncio.sleep(0)
    line(t.cancel("why"), t.cancelling())
    try:
        await t
    except asyncio.CancelledError as e:
        line("cancelled", e.args, t.cancelled())
    done, pending = await asyncio.wait([asyncio.create_task(work(n, log)) for n in (1, 4)], return_when=asyncio.FIRST_COMPLETED)
    line(len(done), len(pending), [d.result() for d in done])
    done2, pending2 = await asyncio.wait(pending, timeout=0.001)
    line(len(done2), len(pending2))
    await asyncio.wait(pending2)
    line([await c for c in asyncio.as_completed([work(3, log), work(1, log), work(2, log)])])
    try:
        await asyncio.wait_for(work(5, log), 0.01)
    except asyncio.TimeoutError as e:
        line("timeout", type(e), e.args, isinstance(e, TimeoutError))
    line(await asyncio.wait_for(work(1, log), 1), await asyncio.wait_for(work(0, log), None))
    try:
        async with asyncio.timeout(0.01) as tm:
            await asyncio.sleep(1)
    except TimeoutError:
        line("timeout cm", tm.expired())
    async with asyncio.timeout(1) as tm:
        await asyncio.sleep(0)
    line(tm.expired(), repr(tm))
    inner = asyncio.create_task(work(1, log))
    outer = asyncio.shield(inner)
    outer.cancel()
    try:
        await outer
    except asyncio.CancelledError:
        line("outer cancelled", inner.cancelled(), await inner)
    line(await asyncio.to_thread(lambda x: x + 1, 4), await asyncio.sleep(0, "res"))

async def groups():
    log = []
    async with asyncio.TaskGroup() as tg:
        a = tg.create_task(work(2, log))
        b = tg.create_task(work(1, log))
    line(a.result(), b.result(), log)
    try:
        async with asyncio.TaskGroup() as tg:
            tg.create_task(work(1, log, True))
            c = tg.create_task(work(50, log))
    except* ValueError as eg:
        line("group", eg.message, [repr(e) for e in eg.exceptions], c.cancelled())

async def sync():
    lock, log = asyncio.Lock(), []
    async def user(n):
        async with lock:
            log.append(("in", n)); await asyncio.sleep(0); log.append(("out", n))
    await asyncio.gather(*(user(i) for i in range(3)))
    line(log, lock.locked())
    sem, peak, now = asyncio.Semaphore(2), 0, 0
    async def limited():
        nonlocal peak, now
        async with sem:
            now += 1; peak = max(peak, now); await asyncio.sleep(0.001); now -= 1
    await asyncio.gather(*(limited() for _ in range(6)))
    line(peak)
    ev = asyncio.Event()
    async def waiter():
        await ev.wait(); return "woke"
    ts = [asyncio.create_task(waiter()) for _ in range(2)]
    await asyncio.sleep(0); ev.set()
    line(await asyncio.gather(*ts), ev.is_set())
    q = asyncio.Queue(maxsize=2)
    got = []
    async def producer():
        for i in range(5):
            await q.put(i)
        await q.put(None)
    async def consumer():
        while (x := await q.get()) is not None:
            got.append(x); q.task_done()
        q.task_done()
    await asyncio.gather(producer(), consumer()); await q.join()
    line(got, q.empty(), q.qsize())
    for f in (q.get_nowait,):
        try:
            f()
        except asyncio.QueueEmpty as e:
            line("empty", repr(e))
    p = asyncio.PriorityQueue()
    for x in (3, 1, 2):
        p.put_nowait(x)
    line([p.get_nowait() for _ in range(3)])
    cond = asyncio.Condition()
    async def cw():
        async with cond:
            await cond.wait(); return 1
    t = asyncio.create_task(cw()); await asyncio.sleep(0)
    async with cond:
        cond.notify_all()
    line(await t)
    for e in (lambda: lock.release(), lambda: cond.notify(), lambda: asyncio.BoundedSemaphore(1).release()):
        try:
            e()
        except Exception as x:
            line(type(x).__name__, x)

async def misc():
    loop = asyncio.get_running_loop()
    fut = loop.create_future()
    loop.call_soon(fut.set_result, 42)
    line(await fut, fut.done())
    order = []
    loop.call_later(0.02, order.append, "b"); loop.call_later(0.01, order.append, "a"); h = loop.call_later(0.015, order.append, "x"); h.cancel()
    await asyncio.sleep(0.03)
    line(order, h.cancelled())
    f2 = loop.create_future()
    for g in (f2.result, f2.exception):
        try:
            g()
        except asyncio.InvalidStateError as e:
            line("invalid", e)
    f2.set_exception(KeyError("k"))
    try:
        await f2
    except KeyError as e:
        line("keyerror", e)
    try:
        f2.set_result(1)
    except asyncio.InvalidStateError as e:
        line("invalid state")
    line(asyncio.iscoroutinefunction(misc), asyncio.isfuture(f2), asyncio.current_task().get_name(), len(asyncio.all_tasks()))
    v = contextvars.ContextVar("v", default=0)
    async def child():
        v.set(5); return v.get()
    line(await asyncio.create_task(child()), v.get())
    async def agen():
        for i in range(3):
            await asyncio.sleep(0); yield i
    line([x async for x in agen()])
    for bad in (lambda: asyncio.create_task(5), lambda: asyncio.ensure_future(5), lambda: asyncio.run(misc)):
        try:
            bad()
        except Exception as e:
            line(type(e).__name__, str(e)[:40])
    try:
        await asyncio.wait([])
    except ValueError as e:
        line(e)
    handled = []
    loop.set_exception_handler(lambda l, ctx: handled.append((ctx["message"][:21], type(ctx["exception"]).__name__)))
    loop.call_soon(lambda: 1 / 0)
    await asyncio.sleep(0)
    line(handled)

for f in (basics, groups, sync, misc):
    asyncio.run(f())
try:
    asyncio.run(5)
except ValueError as e:
    print(e)
try:
    asyncio.get_running_loop()
except RuntimeError as e:
    print(e)
with asyncio.Runner() as r:
    print(r.run(asyncio.sleep(0, 1)), r.run(asyncio.sleep(0, 2)))
async def boom():
    raise LookupError("x")
try:
    asyncio.run(boom())
except LookupError as e:
    print("run raised", e)
