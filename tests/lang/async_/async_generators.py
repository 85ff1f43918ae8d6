# async_generators.py: Async generators driven by hand.
# SPDX-License-Identifier: Apache-2.0

def run(co):
    try:
        while True:
            print('yielded', co.send(None))
    except StopIteration as e:
        return e.value


class Tick:
    def __init__(self, v): self.v = v
    def __await__(self):
        yield self.v
        return self.v


async def agen(n):
    try:
        for i in range(n):
            await Tick(f't{i}')
            got = yield i
            if got is not None:
                print('got', got)
    finally:
        print('agen finally')


async def collect():
    out = []
    async for x in agen(3):
        out.append(x)
    else:
        out.append('else')
    return out


print(run(collect()))


async def manual():
    g = agen(3)
    print(type(g).__name__, g.ag_running, g.ag_frame is not None, g.__aiter__() is g, g.ag_code.co_name)
    print(await g.__anext__())
    print(await g.asend('hello'))
    try:
        await g.athrow(ValueError('thrown'))
    except ValueError as e:
        print('came back', e)
    try:
        await g.__anext__()
    except StopAsyncIteration as e:
        print('stopped', e.args)
    g2 = agen(2)
    await g2.__anext__()
    print(await g2.aclose())
    try:
        await g2.__anext__()
    except StopAsyncIteration:
        print('closed')
    g3 = agen(1)
    print(await anext(g3), await anext(g3, 'default'))
    try:
        await agen(1).asend(5)
    except TypeError as e:
        print(e)


run(manual())


async def break_early():
    g = agen(5)
    async for x in g:
        if x == 1:
            break
    await g.aclose()
    return 'broke'


print(run(break_early()))


async def handler():
    while True:
        try:
            yield 'ready'
        except ValueError as e:
            yield f'handled {e}'


async def use():
    h = handler()
    out = [await h.__anext__(), await h.athrow(ValueError('v')), await h.__anext__()]
    await h.aclose()
    return out


print(run(use()))


async def ignores():
    try:
        yield 1
    except GeneratorExit:
        yield 2


async def use2():
    g = ignores()
    await g.__anext__()
    try:
        await g.aclose()
    except RuntimeError as e:
        print(e)


run(use2())


async def stops():
    yield 1
    raise StopAsyncIteration('inside')


async def use3():
    try:
        async for x in stops():
            print(x)
    except RuntimeError as e:
        return str(e), repr(e.__cause__)


print(run(use3()))
for f in (lambda: iter(agen(1)), lambda: list(agen(1)), lambda: next(agen(1))):
    try:
        f()
    except TypeError as e:
        print(e)
