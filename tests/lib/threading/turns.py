# turns.py: threads that wait for one another, in every way there is.
import queue
import sys
import threading
import time


def run(*targets):
    threads = [threading.Thread(target=t) if callable(t)
               else threading.Thread(target=t[0], args=t[1:]) for t in targets]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


# A pool of workers that wait before there is any work.
jobs, results = queue.Queue(), []


def worker():
    while (item := jobs.get()) is not None:
        results.append(item * item)
        jobs.task_done()
    jobs.task_done()


pool = [threading.Thread(target=worker) for _ in range(3)]
for thread in pool:
    thread.start()
print([thread.is_alive() for thread in pool], threading.active_count())
for i in range(10):
    jobs.put(i)
jobs.join()
print(sorted(results))
for _ in pool:
    jobs.put(None)
for thread in pool:
    thread.join()
print([thread.is_alive() for thread in pool], threading.active_count())

# Producer and consumer with little room between them.
narrow, taken = queue.Queue(maxsize=2), []


def produce():
    for i in range(7):
        narrow.put(i)
    narrow.put(None)


def consume():
    while (item := narrow.get()) is not None:
        taken.append(item)


run(consume, produce)
run(produce, consume)
print(taken)

# Turn by turn.
turn, log, news = 0, [], threading.Condition()


def player(number):
    global turn
    for i in range(3):
        with news:
            news.wait_for(lambda: turn == number)
            log.append((number, i))
            turn = 1 - turn
            news.notify_all()


run((player, 1), (player, 0))
print(log)

# Events, in generators, in sort keys, in special methods, while handling.
go, seen = threading.Event(), []


def lazily():
    for i in range(3):
        go.wait()
        yield i


class Slow:
    def __init__(self, n):
        go.wait()
        self.n = n

    def __eq__(self, other):
        go.wait()
        return self.n == other.n

    def __hash__(self):
        go.wait()
        return 7

    def __repr__(self):
        go.wait()
        return f"Slow({self.n})"


def in_generator():
    seen.append(("sum", sum(lazily()), [x for x in lazily()]))


def in_key():
    seen.append(("key", sorted([3, 1, 2], key=lambda k: (go.wait(), -k)[1])))


def in_methods():
    seen.append(("dict", len({Slow(1): 1, Slow(1): 2, Slow(2): 3}), f"{Slow(4)!r}"))


def in_handler():
    try:
        raise KeyError("mine")
    except KeyError:
        go.wait()
        seen.append(("handler", sys.exc_info()[0].__name__))
    seen.append(("handled", sys.exc_info()))


def deep(n):
    if n == 0:
        go.wait()
        return 0
    return 1 + deep(n - 1)


def in_depth():
    seen.append(("deep", deep(200)))


def in_with():
    with lock_of_its_own:
        go.wait()
    seen.append(("with", lock_of_its_own.locked()))


lock_of_its_own = threading.Lock()
waiting = [threading.Thread(target=t) for t in (
    in_generator, in_key, in_methods, in_handler, in_depth, in_with)]
try:
    raise ValueError("outer")
except ValueError:
    for thread in waiting:
        thread.start()
    print(sys.exc_info()[0].__name__, seen, lock_of_its_own.locked())
go.set()
for thread in waiting:
    thread.join()
for line in sorted(seen):
    print(line)

# Locks.
lock, rlock, order = threading.Lock(), threading.RLock(), []


def hold(name, key):
    with key:
        with rlock:
            order.append(name + "+")
            time.sleep(0.005)
            order.append(name + "-")


run((hold, "a", rlock), (hold, "b", rlock), (hold, "c", rlock))
print(all(order[i][0] == order[i + 1][0] for i in range(0, 6, 2)), len(order))
lock.acquire()
got = []
other = threading.Thread(target=lambda: got.append(lock.acquire(timeout=0.01)))
other.start()
other.join()
print(got)
other = threading.Thread(target=lambda: got.append(lock.acquire(timeout=5)))
other.start()
lock.release()
other.join()
print(got, lock.locked())
lock.release()

# Semaphores.
permits, now, most = threading.BoundedSemaphore(2), 0, 0


def limited():
    global now, most
    with permits:
        now += 1
        most = max(most, now)
        time.sleep(0.002)
        now -= 1


run(*[limited] * 6)
print(now, most)

# Barriers.
met = []
barrier = threading.Barrier(3, action=lambda: met.append("action"))


def meet():
    met.append(barrier.wait() in (0, 1, 2))
    barrier.wait()


run(meet, meet, meet)
print(met.count(True), met.count("action"), barrier.n_waiting, barrier.broken)


def fail():
    try:
        barrier.wait(timeout=0.02)
    except threading.BrokenBarrierError:
        met.append("broken")


run(fail, fail)
print(met.count("broken"), barrier.broken)
barrier.reset()
print(barrier.broken)
one = threading.Thread(target=fail)
one.start()
while not barrier.n_waiting and not barrier.broken:
    time.sleep(0.001)
barrier.abort()
one.join()
print(met.count("broken"), barrier.broken)

# Timers, sleeping, asking again and again.
times = []
soon = threading.Timer(0.01, times.append, ["soon"])
never = threading.Timer(9, times.append, ["never"])
soon.start()
never.start()
never.cancel()
soon.join()
never.join()
print(times)
stop, ticks = threading.Event(), 0


def tick():
    global ticks
    while not stop.is_set():
        ticks += 1
        time.sleep(0.001)


ticker = threading.Thread(target=tick, daemon=True)
ticker.start()
while ticks < 3:
    time.sleep(0.001)
stop.set()
while ticker.is_alive():
    pass
print(ticks >= 3)

# Sleepers wake in their order.
woken = []


def nap(n):
    time.sleep(n / 20)
    woken.append(n)


run((nap, 3), (nap, 1), (nap, 2))
print(woken)

# Each has its own.
own, mine = threading.local(), []


def keep(n):
    own.value = n
    time.sleep(0.002)
    mine.append((own.value, threading.current_thread().name))


threads = [threading.Thread(target=keep, args=(n,), name=f"N{n}") for n in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(sorted(mine), hasattr(own, "value"))

# Threads that start threads; errors; joins with a limit.
tree = []


def grow(n):
    if n:
        child = threading.Thread(target=grow, args=(n - 1,), daemon=n == 2)
        child.start()
        child.join()
        tree.append((n, child.daemon))


run((grow, 3))
print(tree)
errors = []
threading.excepthook = lambda args: errors.append((args.exc_type.__name__, str(args.exc_value), args.thread.name))


def bad():
    time.sleep(0.001)
    raise ValueError("late")


failing = threading.Thread(target=bad, name="bad")
failing.start()
failing.join()
print(errors)
blocked = threading.Event()
long = threading.Thread(target=blocked.wait)
long.start()
long.join(0.01)
long.join(timeout=0)
print(long.is_alive())
blocked.set()
long.join()
print(long.is_alive())
simple, found = queue.SimpleQueue(), []
getter = threading.Thread(target=lambda: found.extend([simple.get(), simple.get(timeout=5)]))
getter.start()
simple.put(1)
simple.put(2)
getter.join()
print(found)
try:
    queue.Queue().get(timeout=0.01)
except queue.Empty:
    print("empty")


def last():
    time.sleep(0.5)
    print("after the end")


threading.Thread(target=last).start()
threading.Thread(target=threading.Event().wait, daemon=True).start()
print("the end")
