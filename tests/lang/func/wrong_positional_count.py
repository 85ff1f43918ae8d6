# wrong_positional_count.py: Messages for too few and too many positionals.
# SPDX-License-Identifier: Apache-2.0

def f0(): pass
def f1(a): pass
def f2(a, b): pass
def f3(a, b, c): pass
def f4(a, b, c, d): pass
def o1(a=1): pass
def o2(a, b=1): pass
def o3(a, b, c=1, d=2): pass
def p1(a, /): pass
def p2(a, b, /): pass
def p3(a, b=1, /): pass
def s1(a, *args): pass
def s2(a, b, c, *args): pass
def k1(*, k): pass
def k2(a, *, k): pass
def k3(a, *, k=1): pass
def k4(*, k, m, n): pass
def k5(a, b=1, *, k=1, m): pass
def m1(a, /, b, *, c): pass


def err(f, *a, **k):
    try:
        f(*a, **k)
        print('ok', f.__name__, a, k)
    except TypeError as e:
        print(e)


err(f0, 1); err(f0, 1, 2); err(f1); err(f1, 1, 2); err(f1, 1, 2, 3)
err(f2); err(f2, 1); err(f2, 1, 2, 3); err(f3); err(f3, 1); err(f3, 1, 2)
err(f4); err(f4, 1, 2, 3, 4, 5)
err(o1, 1, 2); err(o2); err(o2, 1, 2, 3); err(o3); err(o3, 1); err(o3, *range(5))
err(o2, 1, 2, 3, 4)
err(p1); err(p1, 1, 2); err(p2); err(p2, 1); err(p2, 1, 2, 3); err(p3); err(p3, 1, 2, 3)
err(s1); err(s2); err(s2, 1); err(s2, 1, 2)
err(k1); err(k1, 1); err(k1, 1, k=2); err(k2); err(k2, k=1); err(k2, 1); err(k2, 1, 2)
err(k2, 1, 2, k=3); err(k3, 1, 2); err(k3, 1, 2, k=3); err(k3); err(k3, k=2)
err(k4); err(k4, k=1); err(k4, k=1, m=2); err(k4, m=1); err(k4, 1, 2, k=1, m=2, n=3)
err(k5); err(k5, 1); err(k5, 1, 2, 3, m=1); err(k5, 1, 2, 3, k=1, m=1)
err(k5, 1, 2, 3)
err(m1); err(m1, 1); err(m1, 1, 2); err(m1, 1, 2, 3); err(m1, 1, 2, 3, c=4)
err(lambda: 0, 1); err(lambda x: 0)


class C:
    def m(self): pass
    def n(self, a): pass
    def no_self(): pass
    @staticmethod
    def s(a): pass
    @classmethod
    def c(cls, a): pass
    def __init__(self, x): pass
    def __call__(self, y): pass


err(C); err(C, 1, 2); c = C(1)
err(c); err(c, 1, 2); err(c.m, 1); err(c.n); err(c.n, 1, 2); err(c.no_self)
err(c.s); err(C.s, 1, 2); err(c.c); err(C.c, 1, 2); err(C.m); err(C.n, 1)
