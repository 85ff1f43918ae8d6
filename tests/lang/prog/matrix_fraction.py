# matrix_fraction.py: A Fraction and a Matrix class with operators, and Gaussian elimination.
# SPDX-License-Identifier: Apache-2.0

def gcd(a, b):
    while b:
        a, b = b, a % b
    return abs(a)


class Fraction:
    __slots__ = ('n', 'd')

    def __init__(self, n=0, d=1):
        if isinstance(n, str):
            n, _, d = n.partition('/')
            n, d = int(n), int(d or 1)
        if d == 0:
            raise ZeroDivisionError(f'Fraction({n}, 0)')
        g = gcd(n, d) * (-1 if d < 0 else 1)
        self.n, self.d = n // g, d // g

    def _arith(f):
        def op(self, o):
            if isinstance(o, int):
                o = Fraction(o)
            return f(self, o) if isinstance(o, Fraction) else NotImplemented

        def rop(self, o):
            return f(Fraction(o), self) if isinstance(o, int) else NotImplemented
        return op, rop

    __add__, __radd__ = _arith(lambda a, b: Fraction(a.n * b.d + b.n * a.d, a.d * b.d))
    __sub__, __rsub__ = _arith(lambda a, b: Fraction(a.n * b.d - b.n * a.d, a.d * b.d))
    __mul__, __rmul__ = _arith(lambda a, b: Fraction(a.n * b.n, a.d * b.d))
    __truediv__, __rtruediv__ = _arith(lambda a, b: Fraction(a.n * b.d, a.d * b.n))
    __eq__ = _arith(lambda a, b: (a.n, a.d) == (b.n, b.d))[0]
    __lt__ = _arith(lambda a, b: a.n * b.d < b.n * a.d)[0]
    __le__ = _arith(lambda a, b: a.n * b.d <= b.n * a.d)[0]
    del _arith

    def __pow__(self, k): return Fraction(self.n ** k, self.d ** k) if k >= 0 else 1 / self ** -k
    def __neg__(self): return Fraction(-self.n, self.d)
    def __abs__(self): return Fraction(abs(self.n), self.d)
    def __bool__(self): return self.n != 0
    def __float__(self): return self.n / self.d
    def __int__(self): return int(self.n / self.d)
    def __hash__(self): return hash((self.n, self.d)) if self.d != 1 else hash(self.n)
    def __repr__(self): return f'{self.n}/{self.d}' if self.d != 1 else str(self.n)
    def __format__(self, spec): return format(float(self), spec) if spec else repr(self)


F = Fraction
a, b = F(3, 4), F('-5/6')
print(a + b, a - b, a * b, a / b, a + 1, 1 - a, 2 * a, 1 / b, -a, abs(b), a ** 3, a ** -2, a == F(6, 8), a < b, a >= b, a != 1, F(4, 2) == 2, bool(F(0)), float(a), int(F(7, 2)), f'{b:.3f}', f'{a}', hash(F(4, 2)) == hash(2), sum([F(1, i) for i in range(1, 11)], F(0)), max(a, b), sorted([a, b, F(1, 2)]))
for f in (lambda: F(1, 0), lambda: a / 0, lambda: a + 'x', lambda: a + 1.5, lambda: a < 'x', lambda: F('x'), lambda: [] * a, lambda: setattr(a, 'q', 1)):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


class Matrix:
    def __init__(self, rows): self.rows = [list(r) for r in rows]
    @classmethod
    def identity(cls, n): return cls([[int(i == j) for j in range(n)] for i in range(n)])
    def __getitem__(self, ij): return self.rows[ij[0]][ij[1]] if isinstance(ij, tuple) else self.rows[ij]
    def __matmul__(self, o): return Matrix([[sum((x * y for x, y in zip(r, c)), 0) for c in zip(*o.rows)] for r in self.rows])
    def __mul__(self, k): return Matrix([[x * k for x in r] for r in self.rows])
    __rmul__ = __mul__
    def __add__(self, o): return Matrix([[x + y for x, y in zip(r, s)] for r, s in zip(self.rows, o.rows)])
    def __eq__(self, o): return self.rows == o.rows
    def __pow__(self, n):
        r, m = Matrix.identity(len(self.rows)), self
        while n:
            if n & 1:
                r = r @ m
            m = m @ m
            n >>= 1
        return r
    @property
    def T(self): return Matrix(zip(*self.rows))
    def __repr__(self): return '[' + '; '.join(' '.join(map(str, r)) for r in self.rows) + ']'

    def solve(self):
        m, det = [[F(x) if not isinstance(x, F) else x for x in r] + [F(int(i == j)) for j in range(len(self.rows))] for i, r in enumerate(self.rows)], F(1)
        n = len(m)
        for c in range(n):
            p = next((r for r in range(c, n) if m[r][c]), None)
            if p is None:
                return None, F(0)
            if p != c:
                m[c], m[p], det = m[p], m[c], -det
            det *= m[c][c]
            m[c] = [x / m[c][c] for x in m[c]]
            for r in range(n):
                if r != c and m[r][c]:
                    k = m[r][c]
                    m[r] = [x - k * y for x, y in zip(m[r], m[c])]
        return Matrix([r[n:] for r in m]), det


A = Matrix([[2, 1, 0], [1, 3, 1], [0, 1, 4]])
inv, det = A.solve()
print(A, A.T == A, A[1], A[1, 2], A @ A, 2 * A, A + A == A * 2, inv, det, A @ inv == Matrix.identity(3), Matrix([[1, 2], [2, 4]]).solve())
print(Matrix([[1, 1], [1, 0]]) ** 90, Matrix([[1, 2], [3, 4]]).T)
