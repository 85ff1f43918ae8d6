# super_init_chain.py: Cooperative __init__ with keyword passing.
# SPDX-License-Identifier: Apache-2.0

log = []


class Root:
    def __init__(self, **kw):
        log.append('Root')
        if kw:
            raise TypeError(f'unexpected {sorted(kw)}')
        super().__init__()


class Left(Root):
    def __init__(self, left=0, **kw):
        log.append('Left')
        super().__init__(**kw)
        self.left = left


class Right(Root):
    def __init__(self, right=0, **kw):
        log.append('Right')
        super().__init__(**kw)
        self.right = right


class Both(Left, Right):
    def __init__(self, **kw):
        log.append('Both')
        super().__init__(**kw)


b = Both(left=1, right=2)
print(log, b.__dict__)
log.clear()
try:
    Both(other=3)
except TypeError as e:
    print(e, log)
log.clear()
Left(left=5)
print(log)


class NoSuper(Root):
    def __init__(self):
        pass


class Mixed(NoSuper, Right):
    pass


m = Mixed()
print(hasattr(m, 'right'))


class L(list):
    def __init__(self, *a, tag=None):
        super().__init__(*a)
        self.tag = tag


l = L('abc', tag='t')
print(l, l.tag)


class D(dict):
    def __init__(self, *a, **k):
        super().__init__(*a, **k)
        self['extra'] = len(self)

    def __setitem__(self, k, v):
        super().__setitem__(k, (v, 'wrapped'))


d = D({'a': 1}, b=2)
d['c'] = 3
print(d)


class Ex(ValueError):
    def __init__(self, code, msg):
        super().__init__(msg)
        self.code = code


try:
    raise Ex(5, 'text')
except ValueError as e:
    print(e, e.code, e.args, repr(e))


class New(int):
    def __new__(cls, v, *rest):
        log.append(('new', v, rest))
        return super().__new__(cls, v * 2)

    def __init__(self, *a):
        log.append(('init', a))


log.clear()
print(New(4, 'x') + 1, log)
