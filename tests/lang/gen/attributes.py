# attributes.py: gi_ attributes and reprs through the life of a generator.
# SPDX-License-Identifier: Apache-2.0

def f():
    x = 1
    yield x
    y = 2
    yield y


g = f()
print(g.gi_code is f.__code__, g.gi_frame.f_lineno > 0, g.gi_running, g.gi_suspended)
print(g.gi_frame.f_locals)
next(g)
print(g.gi_frame.f_locals, g.gi_suspended)
next(g)
print(sorted(g.gi_frame.f_locals.items()))
next(g, None)
print(g.gi_frame, g.gi_suspended, g.gi_running, g.gi_code.co_name)
for attr, v in (('gi_running', 1), ('gi_frame', None), ('gi_code', 1), ('gi_yieldfrom', 1), ('__name__', 5),
                ('__qualname__', None), ('newattr', 1)):
    try:
        setattr(g, attr, v)
        print('set', attr)
    except Exception as e:
        print(attr, type(e).__name__)
g.__name__ = 'other'
g.__qualname__ = 'mod.other'
print(g.__name__, g.__qualname__, f.__name__, repr(g).split(' at ')[0])
try:
    del g.__name__
except Exception as e:
    print(type(e).__name__, e)
try:
    type(g)()
except TypeError as e:
    print(e)
try:
    class Sub(type(g)): pass
except TypeError as e:
    print(e)
print(sorted(n for n in dir(g) if not n.startswith('__')))
h = f()
print(hash(h) == hash(h), h == h, h != f(), bool(h), callable(h), isinstance(h, type(g)))
for op in (lambda: h + 1, lambda: h < h, lambda: h[0], lambda: len(h), lambda: h(), lambda: reversed(h), lambda: -h):
    try:
        op()
    except TypeError as e:
        print(e)
print(h.__iter__() is h, h.__next__(), h.send.__name__, type(h.send).__name__, h.__doc__)


def outer():
    yield from inner


inner = f()
o = outer()
print(o.gi_yieldfrom)
next(o)
print(o.gi_yieldfrom is inner)
list(o)
print(o.gi_yieldfrom)
