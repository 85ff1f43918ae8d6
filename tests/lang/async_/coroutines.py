# coroutines.py: Driving coroutines by send, throw and close.
# SPDX-License-Identifier: Apache-2.0

class Wait:
    def __init__(self, v): self.v = v
    def __await__(self):
        got = yield self.v
        return ('resumed', got)


async def plain(x):
    return x * 2


async def main():
    a = await plain(4)
    b = await Wait('first')
    c = await Wait('second')
    return a, b, c


def run(co):
    out = []
    try:
        v = co.send(None)
        while True:
            out.append(v)
            v = co.send(f'reply to {v}')
    except StopIteration as e:
        return out, e.value


print(run(main()))
print(run(plain(5)))
c = main()
print(type(c).__name__, c.cr_running, c.cr_frame is not None, c.cr_await, c.cr_code.co_name)
print(c.send(None), c.cr_await is not None)
try:
    c.send(1), c.send(2)
except StopIteration as e:
    print(e.value)
try:
    c.send(None)
except RuntimeError as e:
    print(e)
d = plain(1)
try:
    d.send(5)
except TypeError as e:
    print(e)
d.close()
try:
    d.send(None)
except RuntimeError as e:
    print(e)


async def handles():
    try:
        await Wait(1)
    except ValueError as e:
        print('caught', e)
        await Wait(2)
    finally:
        print('finally')
    return 'end'


h = handles()
print(h.send(None), h.throw(ValueError('thrown')))
try:
    h.send(None)
except StopIteration as e:
    print(e.value)
h = handles()
h.send(None)
print(h.close())
class NoIter:
    def __await__(self): return 5


async def bad(x): return await x


p = plain(1)
for f in (lambda: iter(p), lambda: next(p), lambda: list(p), lambda: run(bad(5)), lambda: run(bad(None)),
          lambda: run(bad([1])), lambda: run(bad(NoIter()))):
    try:
        f()
    except TypeError as e:
        print(e)
p.close()
k = plain(3)
w = k.__await__()
print(type(w).__name__)
try:
    next(w)
except StopIteration as e:
    print(e.value)


async def twice():
    co = plain(1)
    await co
    try:
        await co
    except RuntimeError as e:
        return str(e)


print(run(twice()))
