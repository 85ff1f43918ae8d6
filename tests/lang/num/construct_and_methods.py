# construct_and_methods.py: Numbers from everything, and their methods called directly.
# SPDX-License-Identifier: Apache-2.0
def show(f, *a, **k):
    try: print(repr(f(*a, **k)))
    except BaseException as e: print(type(e).__name__, e)
# numbers
vals = ['12', ' 12 ', '1_2', '1__2', '_1', '0x1f', '1.5', '', ' ', '+5', '-5', '--5', '0b11', '0o7', '００１', '١٢', 'a\n', "it's", '\u2003 7 \u2003', '1e5', 'nan', 'inf', '-Infinity', '1_0.5', '1._5', '.5', '5.', '0x', 'é', b'12', b' 1 ', bytearray(b'7'), b'\xff', memoryview(b'42'), None, [], 1.9, -1.9, True, 10**30, 1j, '9'*30, float('inf'), float('nan')]
for v in vals:
    show(int, v); show(float, v); show(complex, v); 
for b in (0, 2, 8, 10, 16, 36, 1, 37, -1): 
    for s in ('11', '0b11', '0x11', '0o11', 'zz', '1_1', '09', '0', '00', b'11', '-0x1F', '0_7'): show(int, s, b)
show(int, 5, 10); show(int, base=10); show(int, '5', base=None); show(int, '5', 2.0); show(lambda: int(x=5)); show(int, 1, 2, 3)
for s in ('1+2j', '(1+2j)', ' ( 1+2j ) ', '1j', 'j', '-j', '+j', '1+j', '1-j', 'nan+infj', '1e5-2.5e-3j', '1 + 2j', '1+2', '1+2jj', '()', '(1', '1)', 'infinity', '1_0+2_0j', '٣+٤j', 'inf-nanj', '1+-2j', ''): show(complex, s)
show(complex, 1, 2); show(complex, 1j, 2j); show(complex, '1', 2); show(complex, 1, '2'); show(complex, real=3); show(complex, imag=2); show(complex, 1.5, True); show(complex, [], 1); show(complex, 1, []); show(complex, -0.0, -0.0); show(complex, 1j); show(complex, 0, 1j); show(complex, -0.0, 1j); show(complex, 10**400)
class I:
    def __index__(self): return 7
class N:
    def __int__(self): return 8
class F:
    def __float__(self): return 1.25
class C:
    def __complex__(self): return 3+4j
class T:
    def __trunc__(self): return 9
for o in (I(), N(), F(), C()): show(int, o); show(float, o); show(complex, o)
class BadI:
    def __int__(self): return 'x'
class BadF:
    def __float__(self): return 1
show(int, BadI()); show(float, BadF())
class SI(int):
    def __int__(self): return 99
class SI2(int): pass
class SF(float): pass
class SS(str): pass
show(int, SI(5)); show(int, SI2(5)); show(type, int(SI2(5))); show(float, SF(2.5)); show(int, SS('12')); show(float, SS('1.5')); show(type, SI2('7')); show(SI2, 'x'); show(lambda: SI2(5)+1); show(lambda: type(SI2(5)+1)); show(repr, SI2(5)); show(SI2.from_bytes, b'\x05'); show(lambda: type(SI2.from_bytes(b'\x05'))); show(lambda: type(SF.fromhex('0x1p3')))
for x in (0, 1, -1, 255, 256, -256, 2**70, -2**70, 12345):
    show(x.bit_length); show(x.bit_count); show(x.to_bytes, 10, 'little', signed=True); show(x.to_bytes, 2, 'big'); show(x.to_bytes); show(x.as_integer_ratio); show(x.__round__, -2); print(x.real, x.imag, x.numerator, x.denominator, x.conjugate(), x.__index__(), x.__trunc__(), x.__floor__(), x.__ceil__(), x.__abs__(), x.__neg__(), x.__invert__(), x.__bool__(), x.__float__(), x.__hash__())
show((5).to_bytes, -1, 'big'); show((5).to_bytes, 1, 'middle'); show((5).to_bytes, 1, 5); show(int.from_bytes, [1,2,3]); show(int.from_bytes, b'\xff\xfe', 'little', signed=True); show(int.from_bytes, 5); show(int.from_bytes, 'ab'); show(int.from_bytes, b''); show(int.from_bytes, (1, 300))
for x in (0.0, -0.0, 1.5, -2.5, 1e300, 5e-324, float('inf'), float('nan'), 0.1):
    show(x.hex); show(x.as_integer_ratio); show(x.is_integer); show(x.__trunc__); show(x.__floor__); show(x.__ceil__); show(x.__int__); show(x.__round__); show(x.__round__, 1); show(x.__divmod__, 0.7); show(x.__pow__, 2); show(x.__bool__); print(x.real, x.imag, x.conjugate())
for s in ('0x1.8p1', '1.8', 'inf', '-nan', '0x', 'zz', '0x1p5000', ' 0x1 ', '0x.8', '-0x1.999999999999ap-4'): show(float.fromhex, s)
show(float.fromhex, 5); show(float.__getformat__, 'double'); show(float.__getformat__, 'x')
for op in '__add__ __radd__ __sub__ __rsub__ __mul__ __truediv__ __rtruediv__ __floordiv__ __mod__ __rmod__ __divmod__ __pow__ __rpow__ __lshift__ __rshift__ __and__ __or__ __xor__ __eq__ __ne__ __lt__ __ge__'.split():
    for a in (7, True, 2.5, 2+1j, SI2(7)):
        for b in (3, False, 1.5, 1j, 'x', SI2(2), 0):
            f = getattr(a, op, None)
            if f is None: print(op, type(a).__name__, 'absent'); continue
            print(op, type(a).__name__, b, end=' '); show(f, b)
show(pow, 3, -1, 7); show(pow, 2, 5, 0); show((3).__pow__, 4, 5); show((3).__pow__, 4, 1.5); show((2.0).__pow__, 2, 3); show((1j).__pow__, 2, 3)
show(bool); show(bool, []); show(bool, [0]); show(bool, 0.0); show(bool, 1, 2); show(lambda: bool(x=1)); print(True & 1, True | False, True ^ True, ~True, True + True, bool.__and__(True, False), bool.__mro__, True.real, True.numerator)
print((1+2j).real, (1+2j).imag, (1+2j).conjugate(), abs(3+4j), (1+2j)**2, hash(1+0j) == hash(1), 1j == 1j, bool(0j), -(1+2j), +(1j), (1+2j).__complex__(), (1j).__getnewargs__(), (5).__getnewargs__(), (2.5).__getnewargs__())
show(lambda: (1j) < (2j)); show(lambda: 1j // 2); show(lambda: 1j % 2); show(lambda: int(1j)); show(lambda: float(1j)); show(lambda: round(1j)); show(lambda: divmod(1j, 2))
