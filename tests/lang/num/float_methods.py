# float_methods.py: Methods of float and classmethods.
# SPDX-License-Identifier: Apache-2.0

for x in (0.0, -0.0, 1.0, 1.5, -2.75, 0.1, 1e300, 5e-324, 1e16):
    print(x, x.is_integer(), x.as_integer_ratio(), x.hex(), x.real, x.imag, x.conjugate(), float.fromhex(x.hex()) == x)
inf, nan = float('inf'), float('nan')
print(inf.hex(), (-inf).hex(), nan.hex(), inf.is_integer(), nan.is_integer(), inf.conjugate())
for s in ('0x1p0', '0x1.8p1', '-0x.8p0', '1.8', '0x1', 'inf', '-Infinity', 'nan', ' 0x1p-1074 ', '0x1p1023', '0X1.FP+4', '0x0p0', 'a', '0x1.fffffffffffff8p0', '0x1.fffffffffffff7p0', '-0x0p0', '1p5'):
    print(repr(s), float.fromhex(s))
for f in (lambda: float.fromhex('0x1p1024'), lambda: float.fromhex('xyz'), lambda: float.fromhex(''), lambda: float.fromhex(5), lambda: inf.as_integer_ratio(), lambda: nan.as_integer_ratio(), lambda: float.fromhex('0x'), lambda: (1.5).nope, lambda: float.fromhex('0x1g'), lambda: (1.5).hex(1)):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
for s in ('1', ' 1.5 ', '-2', '+3.', '.5', '1e5', '1E-5', '1_000.5', 'inf', '-Inf', 'INFINITY', 'nan', '+nan', 'NaN', '1e400', '-1e400', '1e-400', '٣.٥', '00012', '1_0e1_0', '\t1\n', b'2.5', '1' * 400, '.1e+1', '-.0'):
    print(repr(s)[:30], float(s))
for s in ('', ' ', '.', 'e5', '1e', '1e+', '1..2', '1_', '_1', '1__0', '1._5', '0x10', 'infi', 'nan1', '1,5', '--1', '1 2', '1\x00', '1e5.5', b'\xff', b'', None, [], '½', 'in f', '+ 1', 1j):
    try:
        print(repr(s), float(s))
    except Exception as e:
        print(repr(s), type(e).__name__, e)
print(float(), float(5), float(True), float(2 ** 60), float(10 ** 22), float(2 ** 53 + 1), float('1e22') == 1e22)
print((1.5).__add__(1), (1.5).__add__('x'), (1.5).__radd__(1), (1.5).__floordiv__(1), (1.5).__mod__(1), (1.5).__divmod__(1), (1.5).__neg__(), (1.5).__bool__(), (1.5).__int__(), (1.5).__trunc__(), (1.5).__floor__(), (1.5).__ceil__(), (-1.5).__floor__(), (-1.5).__ceil__(), (2.5).__round__(), (1.5).__eq__(1.5), (1.5).__eq__('x'), (1.5).__lt__(2), (1.5).__hash__() == hash(1.5), (1.5).__repr__(), (1.5).__getnewargs__())
print(int(1e15), int(-1.9), int(1e22), int(1e300) % 10 ** 12, int(2.0 ** 63), int(-2.0 ** 63), int(2.0 ** 49), int(4503599627370497.5))
