# bool_arithmetic.py: bool is an int: arithmetic, printing, logic.
# SPDX-License-Identifier: Apache-2.0

T, F = True, False
print(T + T, T - T, T * 5, T / 2, T // 2, T % 2, T ** 2, -T, +T, ~T, ~F, abs(T), T & T, T | F, T ^ T, T & 1, 1 & T, T << 3, T >> 1)
print(type(T & F).__name__, type(T & 1).__name__, type(T | T).__name__, type(T ^ F).__name__, type(T + F).__name__, type(not 5).__name__)
print(T == 1, F == 0, T == 1.0, T is True, T < 2, T > F, T >= 1, F != 0, T in [1], 1 in [True], {1: 'a'}[T], {True: 'b'}[1.0], [10, 20][T], 'ab'[F])
print(str(T), repr(F), f'{T}', f'{T:d}', '%d' % T, '%s' % F, int(T), float(T), complex(T), hex(T), bin(F), T.__str__(), format(T, '5'), format(T, ''))
print(bool(), bool(0), bool(''), bool('0'), bool([]), bool([0]), bool({}), bool(None), bool(0.0), bool('False'), bool(b''), bool(range(0)), bool(range(1)), bool(object()), bool(...), bool(len), bool(int), bool(-1), bool(0j))
print(sum([True, False, True]), max(True, 2), min(False, -1), sorted([True, 0, False, 1, 2]), [True, 1, False, 0].count(1), any([F, T]), all([]), [T, F].index(0), len({True, 1, 1.0}), {0: 'x', False: 'y'})
print(isinstance(T, int), isinstance(1, bool), issubclass(bool, int), type(T).__name__, bool.__mro__, hash(T), hash(F), T.real, T.numerator, T.bit_length(), True.denominator)
for src in ('bool(1, 2)', 'bool(x=1)', 'True.x', 'True + "a"', 'True[0]', 'True()', 'len(True)', 'True & 1.0', 'True < "a"', 'not', 'int.__bool__()', 'range(True)', '"a" * True', '[1] * False', 'round(True)', 'chr(True)', 'divmod(True, 2)', 'pow(True, 5)', 'True.to_bytes(1, "big")', 'bool.from_bytes(b"\\x01", "big")', 'bool("a" == "b")', 'True if True else 0', 'iter(True)'):
    try:
        print(src, '=', repr(eval(src.replace('True[0]', '(lambda t: t[0])(True)').replace('True()', '(lambda t: t())(True)'))))
    except Exception as e:
        print(src, type(e).__name__, e)
x = True
x += 1
print(x)
x = True
x &= False
print(x)
x |= 4
print(x)
print(True and 5, 0 or False, not 0, not not 5, True and False or 'x', (1 < 2) + (2 < 3), (True, False) < (True, True), True == 'True', True is (1 == 1))
