# unary_and_conversion.py: Unary operators and conversion methods.
# SPDX-License-Identifier: Apache-2.0

class N:
    def __neg__(self): return 'neg'
    def __pos__(self): return 'pos'
    def __invert__(self): return 'inv'
    def __abs__(self): return 'abs'
    def __int__(self): return 7
    def __float__(self): return 2.5
    def __complex__(self): return 1 + 2j
    def __index__(self): return 3
    def __round__(self, n='none'): return ('round', n)
    def __trunc__(self): return 'trunc'
    def __floor__(self): return 'floor'
    def __ceil__(self): return 'ceil'
    def __bool__(self): return False
    def __len__(self): return 9
    def __hash__(self): return 42
    def __bytes__(self): return b'bytes'
    def __str__(self): return 'str'
    def __repr__(self): return 'repr'
    def __format__(self, s): return f'fmt<{s}>'
    def __dir__(self): return ['b', 'a']
    def __reversed__(self): return 'reversed'
    def __length_hint__(self): return 5
    def __sizeof__(self): return 10


n = N()
print(-n, +n, ~n, abs(n), int(n), float(n), complex(n), round(n), round(n, 2), bool(n), len(n), hash(n))
print(bytes(n), str(n), repr(n), f'{n}', f'{n:x}', f'{n!r}', f'{n!s:>5}', format(n, 'q'), dir(n), reversed(n))
print(hex(n), oct(n), bin(n), chr(n), [0, 1, 2, 'three'][n], 'abcd'[n], list(range(n)), 'a' * n, [0] * n)
print(not n, n and 1, 1 if n else 2)


def err(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


class Bad:
    def __int__(self): return 'x'
    def __float__(self): return 1
    def __complex__(self): return 1.0
    def __index__(self): return 1.5
    def __bool__(self): return 1
    def __len__(self): return -1
    def __hash__(self): return 'h'
    def __bytes__(self): return 'str'
    def __str__(self): return 5
    def __repr__(self): return None
    def __format__(self, s): return 5
    def __dir__(self): return 5


b = Bad()
for f in (int, float, complex, bool, len, hash, bytes, str, repr, format, dir, hex, chr):
    err(lambda: f(b))
err(lambda: f'{b}')
err(lambda: [1][b])
err(lambda: '%d' % b)


class O: pass


o = O()
for f in (int, float, complex, len, bytes, hex, chr, round, abs, reversed, lambda x: -x, lambda x: +x, lambda x: ~x):
    err(lambda: f(o))


class OnlyIndex:
    def __index__(self): return 10


x = OnlyIndex()
print(int(x), float(x), complex(x), hex(x), range(x)[-1], bytes(x)[:2], 'z' * x, int('11', x))


class HashBig:
    def __hash__(self): return 2 ** 70


class HashNeg:
    def __hash__(self): return -1


print(hash(HashBig()) == hash(2 ** 70), hash(HashNeg()))
