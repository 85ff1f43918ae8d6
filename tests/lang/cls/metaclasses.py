# metaclasses.py: Metaclass __new__, __init__, __call__, attributes, conflicts.
# SPDX-License-Identifier: Apache-2.0

class Meta(type):
    def __new__(m, name, bases, ns, **kw):
        print('new', name, [b.__name__ for b in bases], sorted(k for k in ns if k[0] != '_'), kw)
        c = super().__new__(m, name, bases, ns)
        c.added = name.lower()
        return c

    def __init__(c, name, bases, ns, **kw):
        print('init', name, kw)
        super().__init__(name, bases, ns)

    def __call__(c, *a, **k):
        print('call', c.__name__, a)
        return super().__call__(*a, **k)

    def meth(c): return 'meta method on ' + c.__name__
    shared = 'meta attr'


class A(metaclass=Meta):
    x = 1

    def __init__(self, v=0): self.v = v


class B(A, opt=5):
    y = 2


print(type(A).__name__, type(B) is Meta, A.added, B.added, B.meth(), A.shared)
b = B(7)
print(b.v, b.added)
for f in (lambda: b.meth(), lambda: b.shared):
    try:
        f()
    except AttributeError as e:
        print(e)


class Singleton(type):
    inst = None

    def __call__(c, *a):
        if c.inst is None:
            c.inst = super().__call__(*a)
        return c.inst


class One(metaclass=Singleton): pass


print(One() is One())


class Other(type): pass


class O(metaclass=Other): pass


try:
    class Conflict(A, O): pass
except TypeError as e:
    print(e)


class Derived(Meta): pass


class D(A, metaclass=Derived): pass


class E(D, metaclass=Meta): pass


print(type(E).__name__)


def fn_meta(name, bases, ns):
    return name, bases, sorted(k for k in ns if not k.startswith('__'))


class F(metaclass=fn_meta):
    a = b = 1


print(F)


class G(metaclass=lambda *a, **k: (a[0], k), extra=1): pass


print(G)


class Ops(type):
    def __add__(c, o): return c.__name__ + '+' + o.__name__
    def __or__(c, o): return 'or'
    def __repr__(c): return '<Ops ' + c.__name__ + '>'
    def __eq__(c, o): return True
    def __hash__(c): return 1
    def __bool__(c): return False
    def __getattr__(c, k): return 'dyn ' + k
    def __setattr__(c, k, v):
        print('setattr', k)
        super().__setattr__(k, v)


class P(metaclass=Ops): pass
class Q(metaclass=Ops): pass


print(P + Q, P | Q, P, P == Q, bool(P), P.anything, str(P), [P])
P.z = 1
try:
    P().anything
except AttributeError as e:
    print(e)
for bad in (5, 'x', None):
    try:
        class R(metaclass=bad): pass
    except TypeError as e:
        print(e)
