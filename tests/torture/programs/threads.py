# threads.py: parts of the stack put aside and taken up, in all kinds of frames.
# SPDX-License-Identifier: Apache-2.0
import queue
import sys
import threading

go, seen = threading.Event(), []


def lazily(n):
    for i in range(n):
        go.wait()
        yield i


class Slow:
    def __init__(self, n):
        go.wait()
        self.n = n

    def __lt__(self, other):
        go.wait()
        return self.n < other.n

    def __repr__(self):
        return f"Slow({self.n})"


def in_generator():
    seen.append(("sum", sum(lazily(3)), [*lazily(2)]))


def in_methods():
    seen.append(("sorted", sorted([Slow(2), Slow(1)])))


def in_handler():
    try:
        raise KeyError("mine")
    except KeyError:
        go.wait()
        seen.append(("handler", sys.exc_info()[0].__name__))


def deep(n):
    if n == 0:
        go.wait()
        return 0
    return 1 + deep(n - 1)


def in_depth():
    seen.append(("deep", deep(12)))


waiting = [threading.Thread(target=t)
           for t in (in_generator, in_methods, in_handler, in_depth)]
for thread in waiting:
    thread.start()
print(seen, len(threading.enumerate()))
go.set()
for thread in waiting:
    thread.join()
print(seen)

narrow, taken = queue.Queue(maxsize=1), []


def consume():
    while (item := narrow.get()) is not None:
        taken.append(item)


consumer = threading.Thread(target=consume)
consumer.start()
for i in range(4):
    narrow.put(i)
narrow.put(None)
consumer.join()
print(taken)
