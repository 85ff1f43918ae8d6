# views.py: keys, values and items views: set operations, liveness, repr.
# SPDX-License-Identifier: Apache-2.0

d = {'a': 1, 'b': 2, 'c': 3}
k, v, i = d.keys(), d.values(), d.items()
print(k, v, i, len(k), len(v), len(i), 'a' in k, 1 in v, ('a', 1) in i, ('a', 9) in i, 'a' in i, ('a',) in i, [1] in v)
d['d'] = 4
print(k, list(v), list(i)[-1], list(reversed(k)), list(reversed(v)), list(reversed(i))[:1])
print(sorted(k & {'a', 'z'}), sorted(k | ['z']), sorted(k - {'a'}), sorted(k ^ {'a', 'q'}), sorted({'a', 'q'} & k), sorted({'q'} | k), sorted({'a', 'q'} - k), type(k & []).__name__)
print(sorted(i & {('a', 1)}), sorted(i - {('a', 1)}), sorted(i | {('z', 0)}), sorted(i ^ {('a', 1), ('y', 5)}))
print(k == {'a', 'b', 'c', 'd'}, k == set('abc'), k <= set('abcde'), k < set('abcd'), k >= {'a'}, k > {'a'}, k != {'a'}, k == d.keys(), k == ['a', 'b', 'c', 'd'], i == {('a', 1), ('b', 2), ('c', 3), ('d', 4)}, v == v, d.values() == d.values(), k.isdisjoint(['x']), k.isdisjoint('a'), i.isdisjoint([]))
print(k.mapping['a'], type(k.mapping).__name__, type(k).__name__, type(v).__name__, type(i).__name__, bool({}.keys()), bool(k), repr({}.keys()), repr({}.items()))
for src in ('k[0]', 'v[0]', 'i[0]', 'v & v', 'v | v', 'v < v', 'hash(k)', 'hash(v) == hash(v)', 'k + k', 'k.append', 'k.mapping["z"]', 'k.mapping.__setitem__("q", 1)', 'k & 5', 'k | None', '5 - k', 'k < 5', 'k < ["a"]', 'i & [[]]', 'len(k, k)', 'k.isdisjoint(5)', 'next(k)', 'next(iter(k))', 'k.add("x")', 'sorted(k & "ab")', 'sorted(k | iter("z"))', 'sorted({1: [2]}.items() & {(1, 3)})', '{1: []}.items() & {(1, 2)}', '{1: []}.items() | {(1, 2)}', '{1: []}.items() == {(1, 2)}', '(1, []) in {1: []}.items()', '([], 1) in {1: 2}.items()', '[] in {}.keys()', 'type(iter(k)).__name__', 'type(reversed(v)).__name__', 'iter(k).__length_hint__()'):
    try:
        print(src, eval(src))
    except Exception as e:
        print(src, type(e).__name__, e)
k &= {'a'} if True else k
print(k, d)
print([x for x in d], [x for x in d.values()], [(a, b) for a, b in d.items()], {b: a for a, b in d.items()}, dict(d.items()) == d, list(zip(d, d.values())), sum(d.values()), max(d.items(), key=lambda t: t[1]))
it = iter(d.items())
print(next(it), it.__length_hint__(), list(it), next(it, 'end'))
e = {}
for n, x in enumerate(e.keys() | {1}):
    e[x] = n
print(e, {1: 'a'}.keys() - {1}, {1: 'a'}.keys() & {1: 'b'}.keys(), {1: 2}.items() - {1: 3}.items(), {1: 'a', 2: 'b'}.keys() ^ {2: 0}.keys())
