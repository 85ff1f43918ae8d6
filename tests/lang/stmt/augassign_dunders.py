# augassign_dunders.py: In-place operators fall back to binary ones.
# SPDX-License-Identifier: Apache-2.0

class A:
    def __init__(self, n):
        self.n = n

    def __add__(self, o):
        print('add'); return A(self.n + o)

    def __radd__(self, o):
        print('radd'); return A(o + self.n)

    def __iadd__(self, o):
        print('iadd'); self.n += o; return self

    def __sub__(self, o):
        print('sub'); return A(self.n - o)

    def __imul__(self, o):
        print('imul'); return NotImplemented

    def __mul__(self, o):
        print('mul'); return A(self.n * o)

    def __itruediv__(self, o):
        print('itruediv'); return 'replaced'

    def __imatmul__(self, o):
        print('imatmul', o); return self

    def __ilshift__(self, o):
        print('ilshift'); return self

    def __irshift__(self, o):
        print('irshift'); return self

    def __iand__(self, o):
        print('iand'); return self

    def __ior__(self, o):
        print('ior'); return self

    def __ixor__(self, o):
        print('ixor'); return self

    def __ifloordiv__(self, o):
        print('ifloordiv'); return self

    def __imod__(self, o):
        print('imod'); return self

    def __ipow__(self, o):
        print('ipow'); return self


a = keep = A(1)
a += 5; print(a is keep, a.n)
a -= 2; print(a is keep, a.n)
a *= 3; print(a.n)
a @= 'z'; a <<= 1; a >>= 1; a &= 1; a |= 1; a ^= 1; a //= 1; a %= 1; a **= 2
print(a.n)
x = 10
x += A(5); print(x.n)
a /= 2; print(a)


class N:
    def __iadd__(self, o):
        return NotImplemented


class R:
    def __radd__(self, o):
        return 'radd ' + type(o).__name__


n = N()
n += R(); print(n)
for op in ('+=', '-=', '*=', '/=', '//=', '%=', '**=', '<<=', '>>=', '&=', '|=', '^=', '@='):
    try:
        exec(f'n = N(); n {op} 1')
    except TypeError as e:
        print(e)


class D:
    def __iadd__(self, o):
        return None


d = D()
d += 1
print(d)


class P:
    @property
    def v(self):
        print('get'); return 1

    @v.setter
    def v(self, x):
        print('set', x)


p = P()
p.v += 4
p.__class__.extra = 1
p.extra += 1
print(p.__dict__, P.extra)
