import queue
from queue import *


def show(f, *args, **kw):
    try:
        print(f(*args, **kw))
    except Exception as e:
        print(type(e).__name__, e)


print(queue.__all__)
q = Queue()
for i in range(3):
    q.put(i)
print(q.qsize(), q.empty(), q.full(), q.get(), q.get_nowait(), q.unfinished_tasks)
q.task_done()
q.task_done()
q.get()
q.task_done()
q.join()
show(q.task_done)
show(q.get_nowait)
show(q.get, False)
show(q.get, timeout=0.001)
show(q.get, timeout=-1)
b = Queue(maxsize=1)
b.put("x")
print(b.full(), b.maxsize)
show(b.put_nowait, "y")
show(b.put, "y", timeout=0.001)
show(b.put, "y", True, -1)
p = PriorityQueue()
for x in (3, 1, 2):
    p.put(x)
print([p.get() for _ in range(3)])
l = LifoQueue()
for x in (3, 1, 2):
    l.put(x)
print([l.get() for _ in range(3)])
s = SimpleQueue()
s.put(1)
s.put_nowait(2)
print(s.qsize(), s.get(), s.get_nowait(), s.empty())
show(s.get_nowait)
show(s.get, timeout=0.001)
show(s.get, timeout=-1)
