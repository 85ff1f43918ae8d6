# exceptions.py: Exceptions through await, throw and cancellation.
# SPDX-License-Identifier: Apache-2.0

def drive(co, *actions):
    out = []
    try:
        out.append(co.send(None))
        for a in actions:
            out.append(co.throw(a) if isinstance(a, BaseException) else co.send(a))
    except StopIteration as e:
        out.append(('returned', e.value))
    except BaseException as e:
        out.append(('raised', repr(e)))
    co.close()
    return out


class Y:
    def __init__(self, v): self.v = v
    def __await__(self): return (yield self.v)


class Cancel(BaseException): pass


async def worker():
    try:
        a = await Y('one')
        b = await Y('two')
        return a, b
    except Cancel:
        await Y('cleaning')
        raise
    except ValueError as e:
        return f'handled {e}'
    finally:
        print('worker finally')


async def middle():
    try:
        return 'middle', await worker()
    finally:
        print('middle finally')


async def outer():
    try:
        return await middle()
    except KeyError as e:
        return f'outer {e!r}'


print(drive(outer(), 1, 2))
print(drive(outer(), ValueError('v')))
print(drive(outer(), 1, KeyError('k')))
print(drive(outer(), Cancel('c')))
print(drive(outer(), Cancel('c'), None))
print(drive(outer(), OSError('o')))


async def swallow():
    n = 0
    while n < 3:
        try:
            await Y(n)
        except Exception as e:
            n += 1
            print('swallowed', repr(e))
    return 'gave up'


print(drive(swallow(), ValueError(1), TypeError(2), KeyError(3)))
c = swallow()
c.send(None)
try:
    c.close()
    print('closed')
except RuntimeError as e:
    print(e)


async def ignore_exit():
    try:
        await Y(1)
    except GeneratorExit:
        await Y(2)


i = ignore_exit()
i.send(None)
try:
    i.close()
except RuntimeError as e:
    print(e)


async def ctx():
    try:
        await Y('a')
    except ValueError:
        try:
            await Y('b')
        except KeyError as e:
            return repr(e.__context__)


print(drive(ctx(), ValueError('first'), KeyError('second')))
n = outer()
try:
    n.throw(ValueError('before start'))
except ValueError as e:
    print(e)
try:
    n.send(None)
except RuntimeError as e:
    print(e)


async def reenter():
    try:
        me.send(None)
    except ValueError as e:
        return str(e)


me = reenter()
print(drive(me))
