# abs_round_divmod_pow.py: abs, divmod, pow argument handling.
# SPDX-License-Identifier: Apache-2.0

def err(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


print(abs(5), abs(-5), abs(-2.5), abs(-0.0), abs(3 - 4j), abs(True), abs(-(2 ** 70)), abs(-(2 ** 63)), abs(float('-inf')), abs(-(2 ** 49)))
print(divmod(7, 2), divmod(-7, 2), divmod(7, -2), divmod(7.5, 2), divmod(-7.5, 2), divmod(2 ** 70, 10 ** 9), divmod(True, 2), divmod(5, 0.3), divmod(0, 5))
print(pow(2, 3), pow(2, -1), pow(2.0, 3), pow(2, 3, 5), pow(-2, 3, 5), pow(2, 3, -5), pow(7, -1, 11), pow(0, 0), pow(2, 0.5), pow(-8, 1 / 3))


class N:
    def __abs__(self): return 'abs'
    def __divmod__(self, o): return ('divmod', o)
    def __rdivmod__(self, o): return ('rdivmod', o)


print(abs(N()), divmod(N(), 1), divmod(1, N()))
err(lambda: abs()); err(lambda: abs(1, 2)); err(lambda: abs('x')); err(lambda: abs(None)); err(lambda: abs([])); err(lambda: abs(x=1))
err(lambda: divmod(1)); err(lambda: divmod(1, 0)); err(lambda: divmod(1.0, 0)); err(lambda: divmod('a', 1)); err(lambda: divmod(1, 'a')); err(lambda: divmod(1j, 1)); err(lambda: divmod(1, 2, 3)); err(lambda: divmod([], {}))
err(lambda: pow(1)); err(lambda: pow(2, 3, 0)); err(lambda: pow('a', 2)); err(lambda: pow(2, 'a')); err(lambda: pow(2, 3, 'a')); err(lambda: pow(2.5, 3, 2)); err(lambda: pow(0, -1)); err(lambda: pow(2, -1, 4)); err(lambda: pow(1, 2, 3, 4)); err(lambda: pow(None, 2)); err(lambda: pow([], [], []))
print(round(2.5), round(3.5), round(-2.5), round(2.675, 2), round(1234, -2), round(5, 3))
