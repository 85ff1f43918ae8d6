# async_for.py: Async iteration protocol.
# SPDX-License-Identifier: Apache-2.0

def run(co):
    try:
        while True:
            print('yielded', co.send(None))
    except StopIteration as e:
        return e.value


class Count:
    def __init__(self, n): self.i, self.n = 0, n
    def __aiter__(self): return self
    async def __anext__(self):
        if self.i >= self.n:
            raise StopAsyncIteration
        self.i += 1
        return self.i


async def basic():
    out = []
    async for x in Count(3):
        out.append(x)
    else:
        out.append('else')
    async for x in Count(5):
        if x == 2:
            continue
        if x == 4:
            break
        out.append(x)
    else:
        out.append('never')
    async for a, b in Pairs():
        out.append((a, b))
    async for x in Count(0):
        out.append('never')
    return out


class Pairs:
    def __aiter__(self):
        async def g():
            yield 1, 2
            yield 'ab'
        return g()


print(run(basic()))


async def ret():
    async for x in Count(10):
        if x == 3:
            return f'found {x}'


print(run(ret()))


class NoNext:
    def __aiter__(self): return self


class BadNext:
    def __aiter__(self): return self
    def __anext__(self): return 5


class BadIter:
    async def __aiter__(self): return self


class Raises:
    def __aiter__(self): return self
    async def __anext__(self): raise ValueError('next')


async def it(x):
    async for _ in x:
        pass
    return 'finished'


for x in (5, [1], None, NoNext(), BadNext(), Raises(), Count(2)):
    try:
        print(run(it(x)))
    except Exception as e:
        print(type(e).__name__, e, '|', repr(e.__cause__) if e.__cause__ else None)


async def sync_over_async():
    for x in Count(2):
        pass


try:
    run(sync_over_async())
except TypeError as e:
    print(e)


async def builtins_test():
    it = aiter(Count(2))
    out = [await anext(it), await anext(it), await anext(it, 'dflt')]
    try:
        await anext(it)
    except StopAsyncIteration as e:
        out.append('stop')
    return out


print(run(builtins_test()))
for f in (lambda: aiter(5), lambda: anext(5), lambda: aiter(NoNext()), lambda: anext(), lambda: aiter()):
    try:
        f()
    except TypeError as e:
        print(e)


async def nested():
    return [(x, y) async for x in Count(2) async for y in Count(2)]


print(run(nested()))
