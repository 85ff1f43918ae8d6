# sort.py: sort and sorted: stability, keys, reverse, errors, mutation.
# SPDX-License-Identifier: Apache-2.0

a = [3, 1, 2]
print(a.sort(), a, sorted([3, 1, 2], reverse=True), sorted('hello'), sorted([]), sorted({3: 1, 1: 2}), sorted((2, 1)), sorted([True, 0, 2.5, -1]))
data = [('b', 2), ('a', 1), ('c', 2), ('d', 1), ('e', 2)]
print(sorted(data, key=lambda t: t[1]), sorted(data, key=lambda t: t[1], reverse=True), sorted(data), sorted(data, key=lambda t: (-t[1], t[0])))
print(sorted(['b', 'A', 'c'], key=str.lower), sorted(['bb', 'a', 'ccc'], key=len), sorted([-3, 2, -1], key=abs), sorted([1, 2, 3], key=None), sorted([3, 1], reverse=0), sorted([3, 1], reverse=5))
calls = []
print(sorted([3, 1, 2], key=lambda x: calls.append(x) or x), calls)


def err(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


err(lambda: sorted([1, 'a'])); err(lambda: sorted([1, None, 2])); err(lambda: [1].sort(5)); err(lambda: [2, 1].sort(key=5)); err(lambda: [].sort(key=5)); err(lambda: sorted([1], 5)); err(lambda: sorted(5)); err(lambda: sorted([1], cmp=1)); err(lambda: sorted([1, 2], key=lambda: 0)); err(lambda: sorted([1], reverse='x')); err(lambda: [1].sort(reverse='x')); err(lambda: sorted([1], reverse=None)); err(lambda: sorted([{}, {}])); err(lambda: sorted([1j, 2j])); err(lambda: sorted([[1], ['a'], [2]])); err(lambda: sorted([(1, 'a'), (1, 2)])); err(lambda: sorted([1, 2.5, 'x', b'y'])); err(lambda: sorted()); err(lambda: sorted([object(), object()], key=lambda o: 1) and 'ok')
x = [3, 2, 1, 0]


def bad_key(v):
    if v == 1:
        raise ValueError('key failed')
    return v


err(lambda: x.sort(key=bad_key))
print(x)


class Cmp:
    def __init__(self, v): self.v = v
    def __lt__(self, o):
        if 5 in (self.v, o.v):
            raise KeyError('lt failed')
        return self.v < o.v
    def __repr__(self): return f'C{self.v}'


y = [Cmp(2), Cmp(1), Cmp(5), Cmp(0)]
err(lambda: y.sort())
print(len(y), sorted(c.v for c in y))
z = [3, 1, 2]


def mutate(v):
    z.append(9)
    return v


err(lambda: z.sort(key=mutate))
print(z)
w = [2, 1, 3]
err(lambda: w.sort(key=lambda v: len(w) * 10 + v))
print(w)
print(sorted([0.5, 1, -1, 2 ** 70, -2 ** 70, 1e300]), sorted([float('inf'), 1, float('-inf')]), sorted([b'b', b'a']), sorted([(2, 'a'), (1, 'b'), (1, 'a')]), sorted([[2], [1, 5], [1]]), sorted([{1}, set(), {1, 2}], key=len), sorted('bca', reverse=True), sorted(['é', 'z', 'a', 'Z']))
seed, big = 7, []
for _ in range(2000):
    seed = (seed * 1103515245 + 12345) % 2 ** 31
    big.append(seed % 500)
s = sorted(big)
print(s == sorted(s), all(s[i] <= s[i + 1] for i in range(len(s) - 1)), s[:5], s[-5:], sum(s) == sum(big))
pairs = sorted(enumerate(big), key=lambda p: p[1])
print(all(pairs[i][1] < pairs[i + 1][1] or pairs[i][0] < pairs[i + 1][0] for i in range(len(pairs) - 1)))
rp = sorted(enumerate(big), key=lambda p: p[1], reverse=True)
print(all(rp[i][1] > rp[i + 1][1] or rp[i][0] < rp[i + 1][0] for i in range(len(rp) - 1)), rp[0], rp[-1])
runs = list(range(100)) + list(range(50, 0, -1)) + list(range(30))
print(sorted(runs)[:10], sorted(runs, reverse=True)[:5], sorted([1, 1, 1]), sorted(runs, key=lambda v: v % 7)[:12])
