# lambda_forms.py: Lambda parameters, defaults, closures and naming.
# SPDX-License-Identifier: Apache-2.0

print((lambda: 0)(), (lambda x: x)(1), (lambda x, y=2: (x, y))(1))
print((lambda *a: a)(1, 2), (lambda **k: k)(a=1), (lambda *, k: k)(k=3))
print((lambda a, /, b, *, c: (a, b, c))(1, b=2, c=3))
print((lambda a, *b, c=5, **d: (a, b, c, d))(1, 2, 3, c=4, e=6))
print([f() for f in [lambda: i for i in range(3)]])
print([f() for f in [lambda i=i: i for i in range(3)]])
print((lambda x: lambda y: x + y)(3)(4))
print((lambda f, n: f(f, n))(lambda f, n: 1 if n < 2 else n * f(f, n - 1), 10))
print((lambda: (yield))().__class__.__name__)
f = lambda: 0
print(f.__name__, f.__qualname__, f.__defaults__, f.__doc__, f.__module__)
f = lambda x=[]: x.append(1) or x
print(f(), f(), f.__defaults__)
print(sorted([3, -1, 2], key=lambda v: -v), max('abc', key=lambda c: -ord(c)))
print(list(map(lambda a, b: a * b, [1, 2], [3, 4])))
print((lambda: 1, 2)[1], (lambda: (1, 2))()[1])
print((lambda a, b: a if a else b)(0, 'z'))
d = {'add': lambda a, b: a + b, 'neg': lambda a: -a}
print(d['add'](1, 2), d['neg'](5))
print((lambda *a, **k: (a, k))(*[1, 2], **{'x': 3}))


class C:
    m = lambda self, v=1: (self.__class__.__name__, v)
    print(m.__qualname__)


print(C().m(), C().m(9))


def outer():
    g = lambda: lambda: 0
    return g.__qualname__, g().__qualname__


print(outer())
for e in ('(lambda: 0)(1)', '(lambda x: 0)()', '(lambda x, y: 0)(1)',
          '(lambda *, k: 0)()', '(lambda x: 0)(y=1)', '(lambda x: 0)(1, x=2)',
          '(lambda a, /: 0)(a=1)', '(lambda x, y=1: 0)(1, 2, 3)'):
    try:
        eval(e)
    except TypeError as err:
        print(e, '->', err)
