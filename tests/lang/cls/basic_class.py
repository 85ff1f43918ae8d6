# basic_class.py: Class bodies, instances, attributes and lookup order.
# SPDX-License-Identifier: Apache-2.0

class A:
    """Doc of A."""
    x = 1
    y = x + 1
    print('body runs', x, y)

    def __init__(self, v=0):
        self.v = v

    def get(self):
        return self.v


a = A(5)
print(A.__name__, A.__doc__, A.__module__, A.__bases__, A.__mro__)
print(a.x, a.v, a.get(), A.get(a))
a.x = 10
print(a.x, A.x, a.__dict__)
A.x = 20
print(a.x, A().x)
del a.x
print(a.x)
A.new = 'late'
print(a.new)
print(type(a) is A, a.__class__ is A, isinstance(a, A), issubclass(A, A), isinstance(a, object))
for f in (lambda: a.nope, lambda: A.nope, lambda: a.get(1), lambda: A.get(), lambda: a(),
          lambda: a[0], lambda: len(a), lambda: a + 1, lambda: iter(a), lambda: -a, lambda: a < a,
          lambda: int(a), lambda: {}[a], lambda: hash(a) == hash(a), lambda: 1 in a, lambda: abs(a)):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, str(e).split(' at ')[0])


class Empty: pass


e = Empty()
e.a = e.b = 1
print(vars(e), Empty.__dict__.get('a'), e == e, e == Empty(), e != Empty())
print(sorted(k for k in Empty.__dict__))


class Scope:
    v = 'class'

    def f(self):
        try:
            return v
        except NameError as ex:
            return str(ex)
    w = v
    for i in range(3):
        pass
    if i == 2:
        cond = True
    del i


print(Scope().f(), Scope.w, Scope.cond, hasattr(Scope, 'i'))


class Counter:
    count = 0
    items = []

    def __init__(self):
        Counter.count += 1
        self.items.append(self.count)
        self.count += 100


c1, c2 = Counter(), Counter()
print(Counter.count, Counter.items, c1.count, c2.count)
print(A.__dict__['get'] is A.get, type(A.__dict__).__name__)
try:
    A.__dict__['k'] = 1
except TypeError as ex:
    print(ex)
A.__name__ = 'Renamed'
print(A.__name__, A, type(a))
