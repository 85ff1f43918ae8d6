import threading, queue

def show(f, *a, **k):
    try:
        print(repr(f(*a, **k)))
    except Exception as e:
        print(type(e).__name__, e)

out = []
def work(n, k=0):
    out.append((n, k, threading.current_thread().name))
ts = [threading.Thread(target=work, args=(i,), kwargs={"k": i * 2}, name=f"T{i}") for i in range(3)]
for t in ts:
    t.start(); t.join()
print(out, [t.is_alive() for t in ts], threading.current_thread().name, threading.main_thread() is threading.current_thread(), threading.active_count())
t = threading.Thread(target=work, args=(1,))
print(t.name, t.daemon, t.is_alive(), t.ident)
show(t.join)
t.start()
t.join()
show(t.start)
class Mine(threading.Thread):
    def run(self):
        self.result = 42
m = Mine(daemon=True); m.start(); m.join(); print(m.result, m.daemon, m.name)
lock = threading.Lock()
print(lock.acquire(), lock.locked(), lock.acquire(False), lock.acquire(timeout=0.001), lock.release(), lock.locked())
show(lock.release)
show(lock.acquire, False, 5)
show(lock.acquire, True, -5)
with lock:
    print(lock.locked())
r = threading.RLock()
with r:
    with r:
        print("nested")
show(r.release)
e = threading.Event()
print(e.is_set(), e.wait(0.001), e.set(), e.is_set(), e.wait(), e.clear())
s = threading.Semaphore(2)
print(s.acquire(), s.acquire(), s.acquire(False), s.release(), s.acquire(timeout=0.001), s.acquire(timeout=0.001))
b = threading.BoundedSemaphore(1)
show(b.release)
show(threading.Semaphore, -1)
c = threading.Condition()
show(c.wait)
show(c.notify)
with c:
    print(c.wait(0.001), c.wait_for(lambda: 5), c.notify_all())
l = threading.local()
l.x = 5
seen = []
t = threading.Thread(target=lambda: seen.append(hasattr(l, "x"))); t.start(); t.join()
print(l.x, seen, l.__dict__)
del l.x
print(hasattr(l, 'x'))
class ML(threading.local):
    def __init__(self, v):
        self.v = v
ml = ML(3); ml.v = 4
t = threading.Thread(target=lambda: seen.append(ml.v)); t.start(); t.join(); print(ml.v, seen)
done = []
tm = threading.Timer(0.001, done.append, ["t"]); tm.start(); tm.join(); print(done)
tm = threading.Timer(60, done.append, ["never"]); tm.cancel(); print(done)
q = queue.Queue()
def producer():
    for i in range(3):
        q.put(i)
t = threading.Thread(target=producer); t.start(); t.join(); print([q.get() for _ in range(3)])
bar = threading.Barrier(1); print(bar.wait(), bar.parties, bar.broken)
counter = 0
def inc():
    global counter
    for _ in range(100):
        with lock:
            counter += 1
ts = [threading.Thread(target=inc) for _ in range(4)]
[t.start() for t in ts]; [t.join() for t in ts]; print(counter)

# A daemon that waits for what nobody will do holds nobody up.
import queue as _queue
log = []


def monitor(stop):
    log.append("begin")
    while not stop.wait(3600):
        log.append("woken")


def serve(jobs):
    while True:
        jobs.get()
        log.append("job")


stop = threading.Event()
for target, arg in ((monitor, stop), (serve, _queue.Queue())):
    threading.Thread(target=target, args=(arg,), daemon=True).start()
time.sleep(0.05)
print(log)
# The class of thread-local data is told by its name in C.
data = threading.local()
print(type(data), repr(data).split(' at ')[0], threading.local.__name__)


class Mine(threading.local):
    pass


print(type(Mine()).__mro__)
