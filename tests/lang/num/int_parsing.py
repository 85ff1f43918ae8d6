# int_parsing.py: int() from strings, with bases, whitespace, underscores.
# SPDX-License-Identifier: Apache-2.0

for s in ('0', '12', ' 12 ', '+5', '-5', '\t\n7\r', '1_000', '007', '-0', '٣', '１２', '\xa05\u2003', '1' * 30, '-' + '9' * 25):
    print(repr(s), int(s))
for s, b in (('ff', 16), ('0xFF', 16), ('0xff', 0), ('0b101', 0), ('0o17', 0), ('101', 2), ('0b101', 2), ('z', 36), ('Zz', 36), ('777', 8), ('0o777', 8), ('10', 0), ('0', 0), ('00', 0), ('-0x1f', 16), ('1_0', 2), ('0x_f', 16),
             ('0x_f', 0), ('+0b1', 0), (' 0xa ', 0), ('12', 3), ('1e5', 16), ('0b1', 16), (b'12', 10), (bytearray(b'ff'), 16), ('9' * 20, 13)):
    print(s, b, int(s, b))
for args in (('',), (' ',), ('a',), ('1.5',), ('1e5',), ('1 2',), ('--1',), ('+-1',), ('- 1',), ('_1',), ('1_',), ('1__0',), ('0x10',), ('٣.5',), ('1\0',), ('½',), ('²',), ('é',), (b'',), (b'x',), (b'\xff',), ('12', 2), ('8', 8), ('z', 35), ('', 0), ('0x', 16),
             ('0x', 0), ('010', 0), ('1', 1), ('1', 37), ('1', -1), ('1', 'x'), ('1', 2.0), (5, 10), (5.5, 10), (None,), ([],), (1j,), ({},), ('1', None), ('0_', 0), ('0b', 0), ('0b2', 0), ('0o8', 0), ('00_1', 0), ('x' * 300,), ('\n',), (float('inf'),), (float('nan'),)):
    try:
        print(args, int(*args))
    except Exception as e:
        print(repr(args)[:40], type(e).__name__, e)
print(int(), int(3.99), int(-3.99), int(True), int(1e20), int(-0.5), int(2 ** 70), int(1.5e300) % 10 ** 9, int('5', base=10), int(b'7'))
try:
    int(base=10)
except TypeError as e:
    print(e)
try:
    int(x='5')
except TypeError as e:
    print(e)


class I:
    def __int__(self): return 4


class X:
    def __index__(self): return 6


class T:
    def __trunc__(self): return 8


class B(int): pass


print(int(I()), int(X()), type(int(B(3))).__name__, int(B(3)))
for b in range(2, 37, 7):
    print(b, [int(s, b) for s in ('10', '1' * 20, '0')], end=' ')
print()
