# subclass_int_float.py: Subclasses of int, float, bool and complex.
# SPDX-License-Identifier: Apache-2.0

class I(int):
    def __new__(cls, v, tag=None):
        o = super().__new__(cls, v)
        o.tag = tag
        return o

    def __add__(self, o): return I(int(self) + int(o), 'sum')
    def __repr__(self): return f'I({int(self)})'


i = I(5, 't')
print(i, i.tag, i + 1, 1 + i, type(i + 1).__name__, type(1 + i).__name__, type(i * 2).__name__, (i + 2).tag)
print(i == 5, hash(i) == hash(5), {5: 'x'}[i], i in [5], [10, 20, 30, 40, 50, 60][i], i < 6, -i, abs(i), i // 2, i ** 2)
print(isinstance(i, int), int(i), type(int(i)).__name__, float(i), str(i), f'{i}', f'{i:03d}', '%d' % i, bool(I(0)))
print(i.__dict__, i.bit_length(), i.real, type(i.real).__name__, type(+i).__name__, type(i.numerator).__name__)


class F(float):
    def __truediv__(self, o): return 'div'
    def __round__(self, n=None): return ('round', n)
    unit = 'm'


f = F(2.5)
print(f, f / 2, 2 / f, round(f), round(f, 1), f + 1, type(f + 1).__name__, f.unit, f == 2.5, hash(f) == hash(2.5), repr(f))
f.note = 'n'
print(f.note, f.is_integer(), F('1e3'), F('nan') != F('nan'), int(f), F.fromhex('0x1p1'), type(F.fromhex('0x1p1')).__name__)


class B(int):
    pass


print(B(), B('12'), B('ff', 16), B(3.9), B(True), B(7) & 3, type(B.from_bytes(b'\x01', 'big')).__name__)
try:
    class X(bool): pass
except TypeError as e:
    print(e)
try:
    B('x')
except ValueError as e:
    print(e)


class C(complex):
    def __abs__(self): return 'abs'


c = C(1, 2)
print(c, abs(c), c + 1, type(c + 1).__name__, c.imag, c == 1 + 2j)


class Idx(int):
    def __index__(self): return 99
    def __int__(self): return 77
    def __bool__(self): return False
    def __eq__(self, o): return 'eq'
    def __hash__(self): return 3
    def __lt__(self, o): return True


x = Idx(2)
print([1, 2, 3][x], int(x), bool(x), x == 1, hash(x), hex(x), range(5)[x], sorted([Idx(3), Idx(1)]), x + 0)


class R(int):
    def __radd__(self, o): return 'radd'
    def __rsub__(self, o): return 'rsub'


print(1 + R(2), R(2) + 1, 5 - R(1), I(1) + R(2), sum([R(1)]))
print(max(I(3), 2), sorted([I(2), 1, I(0)]), sum([I(1), I(2)]), divmod(I(7), I(2)), pow(I(2), 3, 5))
