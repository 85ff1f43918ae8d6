# async_with.py: Async context managers.
# SPDX-License-Identifier: Apache-2.0

def run(co):
    try:
        while True:
            print('yielded', co.send(None))
    except StopIteration as e:
        return e.value


class Tick:
    def __await__(self):
        yield 'tick'


class CM:
    def __init__(self, n, suppress=False): self.n, self.suppress = n, suppress
    async def __aenter__(self):
        await Tick()
        print('enter', self.n)
        return self.n
    async def __aexit__(self, t, v, tb):
        await Tick()
        print('exit', self.n, t.__name__ if t else None, v)
        return self.suppress


async def basic():
    async with CM(1) as a, CM(2) as b:
        print(a, b)
    async with (CM(3) as c, CM(4),):
        print(c)
    return 'ok'


print(run(basic()))


async def errors():
    async with CM(5, True):
        raise ValueError('suppressed')
    try:
        async with CM(6):
            raise KeyError('out')
    except KeyError as e:
        print('caught', e)
    async with CM(7):
        return 'returned from inside'


print(run(errors()))


async def loop():
    for i in range(3):
        async with CM(i):
            if i == 1:
                break
            continue
    return i


print(run(loop()))


class NoExit:
    async def __aenter__(self): pass


class NoEnter:
    async def __aexit__(self, *a): pass


class Sync:
    def __enter__(self): pass
    def __exit__(self, *a): pass


class NotAwait:
    def __aenter__(self): return 5
    def __aexit__(self, *a): return 5


class NotAwaitExit:
    async def __aenter__(self): pass
    def __aexit__(self, *a): return 5


async def bad(x):
    async with x:
        print('body')


async def bad_sync(x):
    with x:
        print('body')


for x in (NoExit(), NoEnter(), Sync(), NotAwait(), NotAwaitExit(), 5, None):
    try:
        run(bad(x))
    except Exception as e:
        print(type(e).__name__, e)
try:
    run(bad_sync(CM(9)))
except TypeError as e:
    print(e)


async def throw_in():
    async with CM('t'):
        await Tick()


co = throw_in()
print(co.send(None), co.send(None))
try:
    print(co.throw(OSError('thrown in')))
    co.send(None)
except OSError as e:
    print('propagated', e)


async def exit_raises():
    class E(CM):
        async def __aexit__(self, *a): raise RuntimeError('exit')
    async with E('e'):
        raise ValueError('body')


try:
    run(exit_raises())
except RuntimeError as e:
    print(e, repr(e.__context__))
