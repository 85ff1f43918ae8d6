# complex_numbers.py: Complex arithmetic, parsing, attributes and errors.
# SPDX-License-Identifier: Apache-2.0

a, b = 3 + 4j, 1 - 2j
print(a + b, a - b, a * b, a / b, a ** 2, -a, +a, abs(a), a.conjugate(), a.real, a.imag, a == a, a != b, a == 3, 3 + 0j == 3, bool(0j), bool(1j), hash(3 + 0j) == hash(3))
print(a + 1, 1 + a, a * 2.5, 2 / a, a / 2, a - 1.5, 1j * 1j, 1j ** 3, a ** 0.5, a ** -1, a ** 0, (1 + 1j) ** 10, True + 1j)
print(complex(), complex(1), complex(1, 2), complex(1.5, -2), complex(1j), complex(1j, 1j), complex(2, 3j), complex(real=1, imag=2), complex('1+2j'), complex(' 1-2j '), complex('j'), complex('-j'), complex('1e5-1e-5j'), complex('(1+2j)'), complex('inf+nanj'), complex('3'), complex('+1.5J'), complex('1_0+2_0j'))
for args in (('1 + 2j',), ('',), ('a',), ('1+2',), ('1+2i',), ('j1',), ('1', 2), (1, '2'), (None,), ([],), ('1+j2',), ('(1+2j',), ('1++2j',), ('1j+2',), (1, 2, 3), ('1+2jj',)):
    try:
        print(args, complex(*args))
    except Exception as e:
        print(args, type(e).__name__, e)
for src in ('a < b', 'a // b', 'a % b', 'divmod(a, b)', 'int(a)', 'float(a)', 'a / 0', 'a / 0j', '0j ** -1', 'round(a)', 'a & 1', '~a', 'a > 1', 'max(a, b)', 'sorted([a, b])', 'hex(a)', 'a[0]', 'a.nope', '1j @ 1', 'range(1j)', '"x" * 1j', 'pow(1j, 2, 3)', 'a + "x"', '1e200j ** 2', 'abs(1e308 + 1e308j)', 'a // 1', 'abs(complex("inf"))'):
    try:
        print(src, eval(src))
    except Exception as e:
        print(src, type(e).__name__, e)
try:
    a.real = 5
except AttributeError as e:
    print(e)
print(repr(complex(0, -0.0)), repr(complex(-0.0, 0)), repr(complex(-0.0, -0.0)), -0j, 0 - 0j, -(0j), 1 - 0j, complex(1, -0.0), 1j * -1)
inf, nan = float('inf'), float('nan')
print(complex(inf, nan), complex(nan, -inf), complex(1, inf) * 2, abs(complex(inf, nan)), complex(inf, 0) == inf, complex(nan, 0) == complex(nan, 0))
print({1 + 0j: 'one'}[1], 1j in [1j], sum([1j, 2, 3.5]), [1j, 2] == [1j, 2], (2j).imag, 5j.conjugate(), hash(1j) == hash(1j), hash(complex(0, 1)) == hash(1j))
print(a.__add__(1), a.__radd__('x'), a.__eq__(3), a.__bool__(), a.__complex__(), a.__neg__(), a.__getnewargs__(), a.__truediv__(2), a.__abs__(), a.__lt__(b))
z = 0j
n = 0
while abs(z) < 2 and n < 50:
    z = z * z + (-0.5 + 0.5j)
    n += 1
print(n, z)
