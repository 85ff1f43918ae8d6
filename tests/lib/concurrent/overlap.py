# overlap.py: functions in executors that wait, and those who wait for them.
import asyncio
import contextvars
import threading
import time
from concurrent.futures import (FIRST_COMPLETED, FIRST_EXCEPTION, Future,
                                ThreadPoolExecutor, TimeoutError,
                                as_completed, wait)


def slow(n):
    time.sleep(n / 20)
    return n


def fail(n):
    time.sleep(n / 20)
    raise ValueError(n)


with ThreadPoolExecutor(max_workers=3) as pool:
    futures = [pool.submit(slow, n) for n in (3, 1, 2)]
    print([f.done() for f in futures], [f.running() for f in futures])
    print([f.result() for f in as_completed(futures)])
    print(list(pool.map(slow, [2, 1, 0])))
    a, b = pool.submit(slow, 1), pool.submit(slow, 4)
    done, rest = wait([a, b], return_when=FIRST_COMPLETED)
    print(a in done, b in rest)
    c, d = pool.submit(slow, 9), pool.submit(fail, 1)
    done, rest = wait([c, d], return_when=FIRST_EXCEPTION)
    print(d in done, c in rest, repr(d.exception()))
    done, rest = wait([c], timeout=0.001)
    print(len(done), len(rest))
    try:
        c.result(timeout=0.001)
    except TimeoutError as e:
        print("timeout", str(e) == "")
    try:
        list(as_completed([c, a], timeout=0.001))
    except TimeoutError as e:
        print(e)
    try:
        list(pool.map(slow, [5, 5], timeout=0.001))
    except TimeoutError:
        print("map timeout")

gate = threading.Event()
pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="one")
first = pool.submit(lambda: (gate.wait(), threading.current_thread().name))
second = pool.submit(slow, 0)
print(first.running(), second.running(), second.cancel(), second.cancelled())
third = pool.submit(slow, 1)
seen = []
third.add_done_callback(lambda f: seen.append(f.result()))
gate.set()
print(first.result(), third.result(), seen)
pool.shutdown(wait=False)
try:
    pool.submit(slow, 1)
except RuntimeError as e:
    print(e)
made = []
with ThreadPoolExecutor(2, initializer=lambda: made.append(threading.current_thread().name), thread_name_prefix="p") as pool:
    print(list(pool.map(slow, [1, 1, 1])), sorted(made))


def broken():
    raise OSError


with ThreadPoolExecutor(2, initializer=broken) as pool:
    print(type(pool.submit(slow, 1).exception()).__name__)
alone = Future()
threading.Timer(0.01, alone.set_result, [5]).start()
print(alone.result())

# Event loops and threads.
var = contextvars.ContextVar("var", default="none")


async def main():
    var.set("task")
    got = await asyncio.gather(asyncio.to_thread(slow, 2), asyncio.to_thread(slow, 1),
                               asyncio.sleep(0.01, "slept"), asyncio.to_thread(var.get))
    print(got)
    loop = asyncio.get_running_loop()
    try:
        await loop.run_in_executor(None, fail, 1)
    except ValueError as e:
        print("raised", e)
    ready = asyncio.Event()
    threading.Timer(0.01, loop.call_soon_threadsafe, [ready.set]).start()
    await ready.wait()
    try:
        await asyncio.wait_for(asyncio.to_thread(slow, 3), 0.01)
    except asyncio.TimeoutError:
        print("late")
    return "ended"


print(asyncio.run(main()), var.get())
loop = asyncio.new_event_loop()
runner = threading.Thread(target=loop.run_forever)
runner.start()


async def add(a, b):
    await asyncio.sleep(0.005)
    return a + b


print(asyncio.run_coroutine_threadsafe(add(1, 2), loop).result(5))
print(asyncio.run(add(3, 4)))
loop.call_soon_threadsafe(loop.stop)
runner.join()
loop.close()
print(runner.is_alive())
