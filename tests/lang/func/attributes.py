# attributes.py: Attributes of function objects and assigning to them.
# SPDX-License-Identifier: Apache-2.0

def f(a, b=2, /, c=3, *args, d, e=5, **kw) -> int:
    """Doc string.

    More.
    """
    local = a
    return local


print(f.__name__, f.__qualname__, f.__module__)
print(repr(f.__doc__))
print(f.__defaults__, f.__kwdefaults__, f.__annotations__, f.__closure__)
print(f.__dict__, f.__globals__ is globals(), f.__builtins__ is not None)
c = f.__code__
print(c.co_name, c.co_argcount, c.co_posonlyargcount, c.co_kwonlyargcount, c.co_nlocals)
print(c.co_varnames, c.co_freevars, c.co_cellvars, c.co_flags & 0xC, c.co_firstlineno)
f.attr = 1
f.__dict__['other'] = 2
print(f.attr, f.other, sorted(vars(f)))
del f.attr
print(hasattr(f, 'attr'), hasattr(f, 'nope'))
f.__name__ = 'g'
f.__qualname__ = 'X.g'
f.__doc__ = None
f.__module__ = 'mod'
f.__annotations__ = {'a': int}
print(f.__name__, f.__qualname__, f.__doc__, f.__module__, f.__annotations__)
print(repr(f).split(' at ')[0])
f.__annotations__ = None
print(f.__annotations__)
del f.__annotations__
print(f.__annotations__)
for attr, v in (('__name__', 5), ('__qualname__', None), ('__dict__', 3), ('__code__', 1),
                ('__closure__', ()), ('__globals__', {}), ('__annotations__', 3), ('__class__', int)):
    try:
        setattr(f, attr, v)
        print('ok', attr)
    except Exception as e:
        print(attr, type(e).__name__, e)
for attr in ('__name__', '__qualname__', '__dict__', '__code__', '__defaults__', '__doc__', '__globals__'):
    try:
        delattr(f, attr)
        print('deleted', attr)
    except Exception as e:
        print(attr, type(e).__name__, e)
try:
    f.missing
except AttributeError as e:
    print(e)


def one(): return 1
def two(x=9): return 2


one.__code__ = two.__code__
try:
    one()
except TypeError as e:
    print(e)
print(one(5), type(f), type(f).__name__)
print(type(len), len.__name__, len.__qualname__, [].append.__name__, [].append.__qualname__)
print(str.join.__name__, str.join.__qualname__, type(str.join), len.__module__, type(str.join).__name__)
print(callable(f), bool(f), f == f, f != one, f is f, hash(f) == hash(f))
