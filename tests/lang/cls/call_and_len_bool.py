# call_and_len_bool.py: __call__, __len__, __bool__ interplay.
# SPDX-License-Identifier: Apache-2.0

class C:
    def __call__(self, *a, **k): return a, k


c = C()
print(c(), c(1, x=2), callable(c), callable(C), callable(5), C.__call__(c, 3), c.__call__(4))


class NoCall: pass


n = NoCall()
n.__call__ = lambda: 'instance'
try:
    n()
except TypeError as e:
    print(e)
print(callable(n), n.__call__())


class L:
    def __init__(self, n): self.n = n
    def __len__(self):
        print('len')
        return self.n


class LB(L):
    def __bool__(self):
        print('bool')
        return True


print(bool(L(0)), bool(L(3)), bool(LB(0)), len(LB(2)), not L(0))
if L(1):
    print('truthy')
while L(0):
    print('never')


def err(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


for v in (-1, 2 ** 63 - 1, 2 ** 63, 2 ** 100, 1.0, '3', None, True):
    err(lambda: len(L(v)))
    err(lambda: bool(L(v)))
for v in (1, 0, None, 'x', []):
    class B:
        def __bool__(self): return v
    err(lambda: bool(B()))
    err(lambda: 'y' if B() else 'n')
    err(lambda: not B())


class Raise:
    def __bool__(self): raise ValueError('no bool')
    def __len__(self): raise ValueError('no len')
    def __call__(self): raise ValueError('no call')


r = Raise()
err(lambda: bool(r)); err(lambda: len(r)); err(lambda: r()); err(lambda: r and 1); err(lambda: [x for x in [1] if r])
err(lambda: any([r])); err(lambda: list(filter(None, [r]))); err(lambda: not r)


class NoneBool:
    __bool__ = None


class NoneLen:
    __len__ = None


class NoneCall:
    __call__ = None


err(lambda: bool(NoneBool())); err(lambda: bool(NoneLen())); err(lambda: len(NoneLen())); err(lambda: NoneCall()())
print(callable(NoneCall()))


class Chain:
    def __init__(self, p=''): self.p = p
    def __call__(self, x): return Chain(self.p + str(x))
    def __repr__(self): return self.p


print(Chain()(1)(2)(3))
