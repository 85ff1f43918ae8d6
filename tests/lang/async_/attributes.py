# attributes.py: Attributes and flags of coroutine objects and functions.
# SPDX-License-Identifier: Apache-2.0

async def co(a, b=2):
    "doc"
    return a


async def ag():
    yield 1


def gen():
    yield


c = co(1)
print(co.__name__, co.__doc__, co.__defaults__, co.__code__.co_flags & 0x80 != 0, ag.__code__.co_flags & 0x200 != 0)
print(type(co).__name__, type(c).__name__, type(ag()).__name__, type(ag().__anext__()).__name__, type(ag().aclose()).__name__)
print(c.__name__, c.__qualname__, c.cr_running, c.cr_suspended, c.cr_await, c.cr_origin, c.cr_frame.f_locals, c.cr_code is co.__code__)
print(sorted(n for n in dir(c) if not n.startswith('__')), sorted(n for n in dir(ag()) if not n.startswith('__')))
c.close()
print(c.cr_frame, c.cr_running)
a = ag()
print(a.__name__, a.ag_running, a.ag_await, a.ag_frame.f_locals)
for f in (lambda: co(), lambda: co(1, 2, 3), lambda: co(x=1), lambda: ag(1), lambda: type(c)(), lambda: len(c), lambda: c[0], lambda: c(), lambda: c + 1):
    try:
        f()
    except TypeError as e:
        print(e)
c2 = co(1)
try:
    for _ in c2:
        pass
except TypeError as e:
    print(e)
try:
    [*c2]
except TypeError as e:
    print(e)
try:
    c2.send(None)
except StopIteration as e:
    print(e.value, e.args)
print(hasattr(c, '__iter__'), hasattr(c, '__next__'), hasattr(c, '__await__'), hasattr(a, '__await__'), hasattr(a, '__aiter__'), hasattr(a, '__iter__'))


class C:
    async def m(self): return self.__class__.__name__
    @staticmethod
    async def s(): return 's'
    @classmethod
    async def c(cls): return cls.__name__
    async def __call__(self): return 'called'


def run(x):
    try:
        x.send(None)
    except StopIteration as e:
        return e.value


print(run(C().m()), run(C.s()), run(C.c()), run(C()()))
print(C().m.__name__, C.m.__qualname__, repr(C.m).split(' at ')[0])
t = co(None)
t.__name__ = 'renamed'
print(repr(t).split(' at ')[0], t.__name__)
t.close()


async def tup(): return (1, 2)
async def exc(): return ValueError('as value')


print(run(tup()), repr(run(exc())))
