# dict_and_vars.py: __dict__, vars, dir and attribute storage.
# SPDX-License-Identifier: Apache-2.0

class A:
    c = 1

    def __init__(self): self.i = 2


a = A()
d = a.__dict__
print(d, vars(a) is d)
d['via'] = 3
print(a.via)
a.new = 4
print(list(d))
a.__dict__ = {'fresh': 1}
print(vars(a), hasattr(a, 'i'), d)
a.__dict__.update(x=1, y=2)
print(a.x + a.y)
try:
    a.__dict__ = 5
except TypeError as e:
    print(e)
del a.__dict__
print(a.__dict__, hasattr(a, 'x'))
a.__dict__['not an identifier!'] = 5
a.__dict__[7] = 'int key'
print(vars(a), getattr(a, 'not an identifier!'))
setattr(a, 'with space', 1)
print(getattr(a, 'with space'))
cd = A.__dict__
print(type(cd).__name__, 'c' in cd, cd['c'], sorted(k for k in cd if not k.startswith('__')))
for f in (lambda: cd.__setitem__('x', 1), lambda: vars(5), lambda: vars([]), lambda: setattr(A, '__dict__', {}),
          lambda: (5).__dict__, lambda: object().__dict__, lambda: setattr(object(), 'x', 1), lambda: setattr(5, 'x', 1),
          lambda: setattr(int, 'x', 1), lambda: delattr(int, 'real'), lambda: setattr('s', 'y', 2), lambda: setattr([], 'z', 0),
          lambda: setattr(None, 'z', 0), lambda: setattr(len, 'z', 0), lambda: setattr(object, 'z', 0), lambda: delattr(a, 'zz')):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
A.later = 'added'
print(cd['later'], A.later)
del A.later
print('later' in cd)


class B(A):
    b = 1


b = B()
b.own = 1
print([n for n in dir(b) if not n.startswith('__')], [n for n in dir(B) if not n.startswith('__')])
print(vars(b), B.__dict__.get('c'), B.c)
print('__dict__' in dir(A()), '__dict__' in dir(object()))
print(len(vars()) > 3, vars() is globals())


def f():
    x = 1
    return vars(), dir()


print(f())


class Many:
    def __init__(self):
        for i in range(40):
            setattr(self, f'a{i}', i)


m = Many()
print(len(vars(m)), m.a39, list(vars(m))[:3])
for i in range(0, 40, 2):
    delattr(m, f'a{i}')
print(len(vars(m)), list(vars(m))[:3])
