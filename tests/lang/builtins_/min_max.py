# min_max.py: min and max with key, default and ties.
# SPDX-License-Identifier: Apache-2.0

def err(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


print(max(1, 2), max([1, 3, 2]), max('hello'), max({1: 9, 5: 0}), max([1], default=9), max([], default=9), max((), default=None), max(3, 1.5), max(1, 1.0), max(1.0, 1), max(True, 1), max([[1], [2]]), max('a', 'b', 'c'), max(range(5)))
print(min(1, 2), min([3, 1, 2]), min('hello'), min(1, 1.0), min(0, -0.0), min([], default='d'), min((2, 'b'), (1, 'z')), min({3, 1}), min(2 ** 70, 1e30))
print(max(['aa', 'b'], key=len), min('aa', 'b', key=len), max([1, -5, 3], key=abs), max([3, 1], key=None), max(['b', 'B'], key=str.lower), min(['B', 'b'], key=str.lower), max([(1, 'a'), (1, 'b')], key=lambda t: t[0]), min([], key=len, default=0), max(1, 2, key=lambda x: -x))
err(lambda: max()); err(lambda: max([])); err(lambda: max(5)); err(lambda: max(None)); err(lambda: max(1, 'a')); err(lambda: max([1, None])); err(lambda: max(1, 2, default=3)); err(lambda: max([1], foo=2)); err(lambda: max(key=len)); err(lambda: max([1, 2], key=5)); err(lambda: max([], key=5)); err(lambda: max([1], key=5)); err(lambda: max({}, default=0)); err(lambda: max(1j, 2j)); err(lambda: max([{}, {}])); err(lambda: max(default=1)); err(lambda: max([1], [2], 3))
err(lambda: min()); err(lambda: min([])); err(lambda: min(())); err(lambda: min('')); err(lambda: min(5)); err(lambda: min('a', 1)); err(lambda: min([1], bar=1)); err(lambda: min(1, 2, default=0)); err(lambda: min([3, 'x', 1])); err(lambda: min(x for x in []))


class C:
    def __init__(self, v): self.v = v
    def __lt__(self, o): print('lt', self.v, o.v); return self.v < o.v
    def __gt__(self, o): print('gt', self.v, o.v); return self.v > o.v
    def __repr__(self): return f'C{self.v}'


print(max(C(1), C(2), C(0)))
print(min(C(1), C(2), C(0)))
nan = float('nan')
print(max(nan, 1), max(1, nan), min(nan, 1), min(1, nan), max([1, nan, 2]), min(2, nan, 1))


def bad(x):
    raise ValueError('key')


err(lambda: max([1, 2], key=bad)); err(lambda: max(C(1), 5))
a, b = [1], [1]
print(max(a, b) is a, min(a, b) is a, max([a, b]) is a)
