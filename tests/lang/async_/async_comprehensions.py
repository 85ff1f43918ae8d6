# async_comprehensions.py: Async comprehensions and await inside comprehensions.
# SPDX-License-Identifier: Apache-2.0

def run(co):
    try:
        while True:
            print('yielded', co.send(None))
    except StopIteration as e:
        return e.value


async def agen(n):
    for i in range(n):
        yield i


class V:
    def __init__(self, v): self.v = v
    def __await__(self):
        return self.v
        yield


async def main():
    print([x async for x in agen(3)])
    print({x async for x in agen(3)})
    print({x: x * x async for x in agen(3)})
    print([x async for x in agen(6) if x % 2])
    print([(x, y) async for x in agen(2) for y in 'ab'])
    print([(x, y) for x in 'ab' async for y in agen(2)])
    print([await V(x) for x in range(3)])
    print([await V(x) async for x in agen(3) if await V(x)])
    print({await V(k): await V('v') for k in 'ab'})
    print([[y async for y in agen(x)] async for x in agen(3)])
    print([x for x in [await V(1), await V(2)]])
    g = (x * 10 async for x in agen(3))
    print(type(g).__name__)
    print([v async for v in g])
    g2 = (await V(x) for x in [1, 2])
    print(type(g2).__name__, [v async for v in g2])
    print([x async for x in (y + 1 async for y in agen(2))])
    x = 'kept'
    _ = [x async for x in agen(2)]
    print(x)
    try:
        [x async for x in list((1, 2))]
    except TypeError as e:
        print(e)
    try:
        [x for x in agen(2)]
    except TypeError as e:
        print(e)
    try:
        [1 / await V(z) for z in (1, 0)]
    except ZeroDivisionError as e:
        print(e)
    return sum([v async for v in agen(5)])


print(run(main()))


async def late():
    fs = [lambda: i async for i in agen(3)]
    return [f() for f in fs]


print(run(late()))


async def walrus():
    r = [last := x async for x in agen(3)]
    return r, last


print(run(walrus()))


async def lazy():
    g = (print('eval', x) async for x in agen(2))
    print('created')
    async for _ in g:
        pass


run(lazy())
