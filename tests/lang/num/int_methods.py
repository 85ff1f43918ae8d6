# int_methods.py: Methods and attributes of int.
# SPDX-License-Identifier: Apache-2.0

for n in (0, 1, -1, 2, 255, 256, -256, 2 ** 31, 2 ** 49 - 1, 2 ** 49, 2 ** 63 - 1, 2 ** 63, -(2 ** 63), 2 ** 64, 10 ** 30):
    print(n, n.bit_length(), n.bit_count(), n.conjugate(), n.real, n.imag, n.numerator, n.denominator, n.as_integer_ratio())
for n, length, order, signed in ((0, 1, 'big', False), (255, 1, 'big', False), (256, 2, 'big', False), (256, 2, 'little', False), (-1, 1, 'big', True), (-128, 1, 'big', True), (127, 1, 'little', True), (2 ** 63, 8, 'big', False),
                                 (-(2 ** 63), 8, 'little', True), (1000, 10, 'big', False), (-1000, 10, 'little', True), (0, 0, 'big', False), (10 ** 20, 9, 'big', False), (2 ** 64 - 1, 8, 'little', False)):
    b = n.to_bytes(length, order, signed=signed)
    print(n, b, int.from_bytes(b, order, signed=signed))
print((5).to_bytes(), (5).to_bytes(2), (5).to_bytes(length=3, byteorder='little'), int.from_bytes(b'\x01\x02'), int.from_bytes([1, 2], 'big'), int.from_bytes(b'', 'big'), int.from_bytes(bytearray(b'\xff'), 'big', signed=True), int.from_bytes((255, 0), 'little'))
for src in ('(256).to_bytes(1, "big")', '(-1).to_bytes(1, "big")', '(128).to_bytes(1, "big", signed=True)', '(-129).to_bytes(1, "big", signed=True)', '(1).to_bytes(-1, "big")', '(1).to_bytes(1, "middle")', '(1).to_bytes(0, "big")', '(1).to_bytes("a", "big")', '(5).to_bytes(1, 5)',
            'int.from_bytes("a", "big")', 'int.from_bytes(5, "big")', 'int.from_bytes([256], "big")', 'int.from_bytes(b"a", "x")', 'int.from_bytes([1.5], "big")', '(5).bit_length(1)', '(5).nope', '(10**400).to_bytes(10, "big")', 'int.bit_length()', '(1).bit_length.x', 'setattr(5, "real", 1)', 'int.from_bytes()'):
    try:
        print(src, eval(src))
    except Exception as e:
        print(src, type(e).__name__, e)
print((5).__add__(3), (5).__add__(3.0), (5).__radd__(2), (5).__truediv__(2), (5).__floordiv__(2), (5).__divmod__(3), (5).__pow__(2), (5).__pow__(2, 7), (5).__neg__(), (5).__invert__(), (5).__bool__(), (5).__index__(), (5).__float__(), (5).__lt__(6), (5).__eq__(5.0), (5).__eq__(5), (5).__hash__(), (5).__round__(), (15).__round__(-1), (5).__trunc__(), (5).__floor__(), (5).__ceil__(), (5).__str__(), (5).__format__('03'), (5).__rsub__(10), (5).__rpow__(2), (5).__lshift__(2), (5).__and__(4), (5).__or__(2), (5).__xor__(1), (5).__ne__(4), (5).__getnewargs__())
print([int.from_bytes((v).to_bytes(9, o, signed=True), o, signed=True) == v for v in (0, -1, 2 ** 49, -(2 ** 49), 2 ** 63, -(2 ** 63), 2 ** 71 - 1) for o in ('big', 'little')])
print(True.bit_length(), True.real, type(True.real).__name__, True.to_bytes(1, 'big'), (True).conjugate(), type(+True).__name__, type(~True).__name__, -True, abs(True), True.__index__())
