"""async for over asynchronous generators: what the body awaits, raises, gets."""


class Step:
    """An awaitable that passes a value out and gives back what is sent."""

    def __init__(self, value):
        self.value = value

    def __await__(self):
        got = yield self.value
        return got


def drive(coro, *answers, throw=None):
    log = []
    try:
        log.append(coro.send(None))
        for a in answers:
            log.append(coro.throw(a) if isinstance(a, BaseException) else coro.send(a))
    except StopIteration as e:
        log.append(('returned', e.value))
    except BaseException as e:
        log.append((type(e).__name__, str(e)))
    return log


async def source(n, log=None):
    try:
        for i in range(n):
            got = await Step(('await', i))
            yield i, got
    except ValueError as e:
        yield 'caught', str(e)
    finally:
        if log is not None:
            log.append('closed')


async def collect(it):
    out = []
    async for x in it:
        out.append(x)
    else:
        out.append('else')
    return out


async def comp(it):
    return [x async for x in it if x], {x async for x in source(0)}


print(drive(collect(source(3)), 'a', 'b', 'c'))
print(drive(comp(source(2)), 'a', 'b'))
print(drive(collect(source(3)), 'a', ValueError('in'), 'z'))
print(drive(collect(source(3)), 'a', KeyError('out'), 'z'))

log = []
coro = collect(source(3, log))
print(coro.send(None), coro.send('x'))
coro.close()
print(log)


# two at once
async def both():
    shared = source(3)
    first = shared.__anext__()
    print(first.send(None))
    try:
        async for x in shared:
            pass
    except RuntimeError as e:
        print(e)
    print(shared.ag_running)
    try:
        first.send('done')
    except StopIteration as e:
        print(e.value)
    print(shared.ag_running)
    return [x async for x in shared]


print(drive(both(), 1, 2))


async def busy():
    shared = source(2)

    async def one():
        return [x async for x in shared]
    a, b = one(), one()
    print(a.send(None), shared.ag_running)
    try:
        b.send(None)
    except RuntimeError as e:
        print(e)
    try:
        a.throw(KeyError('k'))
    except KeyError as e:
        print('left', e, shared.ag_running)
    return [x async for x in shared]


print(drive(busy()))


async def fails():
    yield 1
    raise LookupError('inside')


async def stops():
    yield 1
    raise StopAsyncIteration


async def nested(n):
    if n:
        async for x in nested(n - 1):
            yield x + 1
    yield 0


async def early():
    async for x in nested(5):
        if x == 3:
            break
    return x, [y async for y in nested(3)]


for make in (fails, stops):
    try:
        print(drive(collect(make())))
    except RuntimeError as e:
        print(e)
print(drive(early()))
g = fails()
print(drive(collect(g)), drive(collect(g)))


# iterators that are classes, and what is none
class Count:
    def __init__(self, n, how):
        self.n, self.how = n, how

    def __aiter__(self):
        return self

    def __anext__(self):
        return self.how(self)


async def step(self):
    if self.n == 0:
        raise StopAsyncIteration
    self.n -= 1
    return self.n


async def given():
    yield 'given'


shared = given()
print(drive(collect(Count(3, step))))
print(drive(collect(Count(3, lambda self: shared.__anext__()))))
print(drive(collect(Count(3, lambda self: 5))))
print(drive(collect([1])))


def wrong():
    yield from given()


try:
    next(wrong())
except TypeError as e:
    print(e)


async def awaits():
    await given()


print(drive(awaits()))
