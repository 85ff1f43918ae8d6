# methods_bound.py: Bound methods: attributes, equality, hashing, rebinding.
# SPDX-License-Identifier: Apache-2.0

class A:
    def m(self, x=1):
        "doc m"
        return self.v, x

    def __init__(self, v):
        self.v = v

    @classmethod
    def c(cls): return cls.__name__

    @staticmethod
    def s(): return 'static'


a, b = A(1), A(2)
m = a.m
print(m(), m(5), m.__self__ is a, m.__func__ is A.m, m.__name__, m.__doc__)
print(a.m == a.m, a.m is a.m, a.m == b.m, hash(a.m) == hash(a.m), a.m != b.m)
print(A.m is A.m, A.m(b, 3), A.__dict__['m'] is A.m)
print(type(m).__name__, type(A.m).__name__, type(a.s).__name__, type(a.c).__name__)
print(a.c(), A.c(), a.c.__self__ is A, a.s(), A.s is a.s)
print(m.__get__(b) is m, A.m.__get__(b)(), A.m.__get__(b, A)(7))
m2 = A.m.__get__('str')
try:
    m2()
except AttributeError as e:
    print(e)
a.m = lambda: 'instance attr'
print(a.m(), b.m())
del a.m
print(a.m())
try:
    a.m.x = 1
except AttributeError as e:
    print(e)
A.m.x = 5
print(a.m.x)
A.new = lambda self: ('new', self.v)
print(a.new())
A.const = len
try:
    print(a.const)
    a.const()
except TypeError as e:
    print(e)


class B(A):
    def m(self, x=1):
        return 'B', super().m(x)


bb = B(9)
print(bb.m(), A.m(bb), super(B, bb).m(4), B.c())
d = {a.m: 1}
print(d[a.m], b.m in d)
l = [1, 2]
ap = l.append
ap(3)
print(l, ap.__self__ is l, l.append == l.append, [].append == [].append, type(ap).__name__)
print('abc'.upper.__self__, str.upper('x'), list.append(l, 4), l)
MT = type(a.m)
print(MT(len, [1, 2])(), MT(print, 'x')('y'))
for args in ((), (1,), (1, 2), (len, None)):
    try:
        print(MT(*args))
    except TypeError as e:
        print(e)
for f in (lambda: str.upper(5), lambda: list.append(1, 2), lambda: A.m(), lambda: str.join(), lambda: dict.get([], 1)):
    try:
        f()
    except (TypeError, AttributeError) as e:
        print(e)
