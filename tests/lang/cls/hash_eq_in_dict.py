# hash_eq_in_dict.py: __hash__ and __eq__ as used by dict and set.
# SPDX-License-Identifier: Apache-2.0

class K:
    def __init__(self, v, h=None): self.v, self.h = v, h
    def __hash__(self):
        print('hash', self.v)
        return self.h if self.h is not None else hash(self.v)
    def __eq__(self, o):
        print('eq', self.v, getattr(o, 'v', o))
        return self.v == getattr(o, 'v', o)
    def __repr__(self): return f'K{self.v}'


a, b, c = K(1, 5), K(1, 5), K(2, 5)
d = {a: 'a'}
print(d[b])
d[c] = 'c'
d[b] = 'b overrides'
print(d, len(d))
print(a in d, K(3, 5) in d, d.get(K(9, 9), 'none'))
del d[c]
print(d)
s = {a}
s.add(b)
print(s, b in s, len(s))
print({1: 'int', True: 'bool', 1.0: 'float'}, {0, False, 0.0})
ident = K(1, 1)
d2 = {ident: 1}
print(d2[ident])


class EqNoHash:
    def __eq__(self, o): return True


class HashNone:
    __hash__ = None


class Sub(EqNoHash):
    __hash__ = object.__hash__


def err(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


for bad in (EqNoHash(), HashNone(), [], {}, set(), bytearray(), slice(1), ([],), (1, {})):
    err(lambda: hash(bad))
    err(lambda: {bad: 1})
    err(lambda: bad in {1: 2})
    err(lambda: {bad})
print(EqNoHash.__hash__, isinstance(hash(Sub()), int))


class BadEq:
    def __hash__(self): return 1
    def __eq__(self, o): raise ValueError('eq raised')


x = {BadEq(): 1}
err(lambda: x[BadEq()])
err(lambda: x[1])
err(lambda: BadEq() in {1: 2})
err(lambda: x.get(1))


class BadHash:
    def __hash__(self): raise ValueError('hash raised')


err(lambda: {BadHash(): 1}); err(lambda: {BadHash()}); err(lambda: {}.get(BadHash())); err(lambda: hash((1, BadHash())))


class Mut:
    def __init__(self, v): self.v = v
    def __hash__(self): return self.v
    def __eq__(self, o): return self.v == o.v


m = Mut(1)
dd = {m: 'x'}
m.v = 2
print(m in dd, list(dd)[0] is m, len(dd))
m.v = 1
print(m in dd)
print(hash(Mut(True)), hash(Mut(-1)), hash(Mut(2 ** 61 - 1)))
