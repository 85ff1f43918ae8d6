# Coroutines driven by hand.
class Wait:
    def __init__(self, v):
        self.v = v

    def __await__(self):
        got = yield self.v
        return got


async def leaf(n):
    try:
        return await Wait(n) + n
    finally:
        print('leaf', n)


async def root():
    total = 0
    for i in range(3):
        total += await leaf(i)
    return total


def drive(coroutine):
    value = None
    try:
        while True:
            value = coroutine.send(value)
            value = value * 10
    except StopIteration as stop:
        return stop.value


print(drive(root()))


async def numbers():
    for i in range(4):
        yield i


class Guard:
    async def __aenter__(self):
        return 'in'

    async def __aexit__(self, *a):
        print('out', a[0])


async def collect():
    async with Guard() as g:
        return g, [i async for i in numbers() if i]


print(drive(collect()))
c = leaf(1)
c.close()
