# len_sorted_reversed.py: len and sorted on every kind of argument.
# SPDX-License-Identifier: Apache-2.0

def err(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


print([len(x) for x in ('', 'é', '😀', [], [[]], (), (1,), {}, {1: 2}, set(), {1}, range(10), range(0, 10, 3), b'ab', bytearray(3), memoryview(b'abc'), frozenset([1]), {}.keys(), {1: 2}.items())])
for v in (5, None, 1.5, True, len, int, iter([]), (x for x in ()), map(len, []), zip(), object(), ..., slice(1), lambda: 0, enumerate([])):
    err(lambda: len(v))
err(lambda: len()); err(lambda: len([], [])); err(lambda: len(obj=[]))


class L:
    def __init__(self, v): self.v = v
    def __len__(self): return self.v


for v in (0, 5, True, -1, 2 ** 62, 2 ** 63 - 1, 2 ** 63, 1.0, '1', None):
    err(lambda: len(L(v)))
print(sorted('banana'), sorted({'b': 1, 'a': 2}), sorted({3, 1}), sorted((2, 1)), sorted(range(3, 0, -1)), sorted(b'ba'), sorted(x for x in 'ca'), sorted([]), sorted([1, 2, 3], reverse=True), sorted(['a', 'B'], key=str.upper), sorted({'x': 2, 'y': 1}.items(), key=lambda t: t[1]))
a = [2, 1]
print(sorted(a) is a, a, sorted(a, key=lambda x: -x, reverse=True), sorted([(1, 'z'), (1, 'a')], key=lambda t: t[0]), sorted([(1, 'z'), (1, 'a')], key=lambda t: t[0], reverse=True))
err(lambda: sorted()); err(lambda: sorted(5)); err(lambda: sorted(None)); err(lambda: sorted([1, 'a'])); err(lambda: sorted([1], lambda x: x)); err(lambda: sorted([1], key=1)); err(lambda: sorted(iterable=[1])); err(lambda: sorted([2, 1], reverse='yes')); err(lambda: sorted([3, None, 1])); err(lambda: sorted([[], {}])); err(lambda: sorted({1: 2, 'a': 3}))
