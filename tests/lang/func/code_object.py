# code_object.py: Fields of code objects that programs rely on.
# SPDX-License-Identifier: Apache-2.0

def f(a, b, *args, c, **kw):
    x = a + b
    y = [i for i in range(3)]
    return x, y


def g():
    yield 1


async def h():
    pass


async def k():
    yield 1


def outer(p):
    q = 1

    def inner():
        return p, q
    return inner


for fn in (f, g, h, k, outer, outer(1)):
    c = fn.__code__
    print(c.co_name, c.co_qualname, c.co_argcount, c.co_kwonlyargcount, c.co_posonlyargcount)
    print(' ', c.co_cellvars, c.co_freevars, bool(c.co_flags & 0x20), bool(c.co_flags & 0x80),
          bool(c.co_flags & 0x200), bool(c.co_flags & 4), bool(c.co_flags & 8))
print(f.__code__.co_varnames[:5])
print(f.__code__.co_firstlineno < g.__code__.co_firstlineno)
print(type(f.__code__).__name__, f.__code__ == f.__code__, hash(f.__code__) == hash(f.__code__))
c = compile('1 + 1', '<my>', 'eval')
print(c.co_name, c.co_filename, c.co_firstlineno, eval(c))
try:
    f.__code__.co_name = 'x'
except AttributeError as e:
    print(type(e).__name__)
try:
    type(c)()
except TypeError as e:
    print(type(e).__name__)
r = f.__code__.replace(co_name='renamed')
print(r.co_name, f.__code__.co_name)
