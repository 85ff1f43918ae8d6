# await_protocol.py: __await__ implementations and errors in await.
# SPDX-License-Identifier: Apache-2.0

def run(co):
    try:
        while True:
            print('yielded', co.send(None))
    except StopIteration as e:
        return e.value


class Gen:
    def __await__(self):
        yield 1
        yield 2
        return 'gen'


class It:
    def __await__(self): return iter(['a', 'b'])


class Ret:
    def __await__(self):
        return 'immediate'
        yield


class Deleg:
    def __await__(self): return Gen().__await__()


async def f():
    return await Gen(), await It(), await Ret(), await Deleg()


print(run(f()))


async def order():
    return [await Ret(), await Ret()], {await Ret(): await Ret()}, (await Ret()).upper(), f'{await Ret()}', -len(await Ret())


print(run(order()))


async def precedence():
    class N:
        def __init__(self, v): self.v = v
        def __await__(self):
            return self.v
            yield
    return await N(2) ** 3, -await N(4), await N(2) * await N(3), not await N(0), await N([7]), (await N([8]))[0]


print(run(precedence()))


def err(co):
    try:
        print(run(co))
    except Exception as e:
        print(type(e).__name__, e)


async def a(x): return await x


class BadRet:
    def __await__(self): return 5


class Coro:
    def __await__(self): return f()


class Raises:
    def __await__(self): raise ValueError('in await')


class Inst: pass


i = Inst()
i.__await__ = lambda: iter([])
for bad in (1, None, 'x', BadRet(), Raises(), i, Inst, (v for v in ()), len, Gen):
    err(a(bad))
x = f()


class RetCoro:
    def __await__(self): return x


err(a(RetCoro()))
x.close()


async def reraises():
    try:
        await Raises()
    except ValueError as e:
        raise KeyError('new') from e


try:
    run(reraises())
except KeyError as e:
    print(e, repr(e.__cause__))


async def stop():
    raise StopIteration('x')


err(stop())


async def nested(n):
    return n if n == 0 else (await nested(n - 1)) + 1


print(run(nested(50)))
