# construction.py: Building dicts, ordering, equality, key identity.
# SPDX-License-Identifier: Apache-2.0

print({}, dict(), dict(a=1, b=2), dict([('x', 1), ['y', 2]]), dict({'k': 1}), dict({'k': 1}, k=2, j=3), dict(zip('ab', (1, 2))), {**{'a': 1}, 'b': 2}, {i: i * i for i in range(3)}, dict.fromkeys('ab'), dict.fromkeys([1, 2], 0), dict.fromkeys({}, 5), dict(['ab', 'cd']), dict(()), dict((x, 1) for x in 'pq'))
print({1: 'a', 1.0: 'b', True: 'c'}, {0: 1, False: 2, 0.0: 3, -0.0: 4}, {'a': 1, 'a': 2}, {(1, 2): 3, 1: {2: 3}}, {None: 0, ...: 1, int: 2})
d = {'z': 1, 'a': 2, 'm': 3}
d['a'] = 20
del d['z']
d['z'] = 10
print(d, list(d), d == {'m': 3, 'z': 10, 'a': 20}, d != {'m': 3}, {} == [], {1: 2} == {1.0: 2.0}, {'a': {'b': 1}} == {'a': {'b': 1}})
m = dict.fromkeys('ab', [])
m['a'].append(1)
print(m, len(m), bool({}), bool({0: 0}), 'a' in m, 1 not in m)
for src in ('dict(5)', 'dict([1])', 'dict([(1,)])', 'dict([(1, 2, 3)])', 'dict(["abc"])', 'dict("ab")', 'dict(None)', 'dict([[]])', 'dict([5])', 'dict([{1}])', 'dict(1, 2)', 'dict(**{1: 2})', 'dict({}, {})', '{[]: 1}', '{{}: 1}', 'dict([([], 1)])', 'dict.fromkeys(5)', 'dict.fromkeys()', 'dict.fromkeys([[]])', 'dict.fromkeys([1], 2, 3)', '{} < {}', '{} + {}', '{} * 2', 'hash({})', '{1: 2}[3]', '{1: 2}["k"]', '{}[()]', '{}[[]]', '{}.x', 'dict(a=1, **{"a": 2})', '-{}', 'len({}, {})', 'dict([("a", 1), "bc", [3, 4]])', 'dict([(1, 2), 3])', 'dict(iter([(1, 2), (3,)]))'):
    try:
        print(src, eval(src))
    except Exception as e:
        print(src, type(e).__name__, e)


class M:
    def keys(self): return ['a', 'b']
    def __getitem__(self, k): return k * 2


class BadM:
    def keys(self): return ['a']


class Pairs:
    def __iter__(self): return iter([(1, 2), (3, 4)])


print(dict(M()), dict(Pairs()), {**M()}, dict(M(), c=3))
for c in (BadM,):
    try:
        dict(c())
    except TypeError as e:
        print(e)
big = {i: str(i) for i in range(1000)}
for i in range(0, 1000, 2):
    del big[i]
for i in range(0, 20, 2):
    big[i] = 'back'
print(len(big), list(big)[:3], list(big)[-3:], big[999], big[18], 500 in big, sum(big) )
r = {}
r['self'] = r
r['list'] = [r]
print(r, {'n': None, 't': True, 'f': 1.5, 's': "it's", 'b': b'x'}, str({1: 'a'}), f'{ {1: 2} }')
keep = {1: 'first'}
keep[True] = 'second'
keep[1.0] = 'third'
print(keep, type(list(keep)[0]).__name__)
print({'a': 1} | {'b': 2}, {'a': 1} | {'a': 2}, {}.__class__, dict(a=1).__len__(), {1: 2}.__contains__(1), {1: 2}.__getitem__(1), {1: 2}.__eq__([]), sorted({3: 0, 1: 0}), max({3: 0, 9: 1}), list(reversed({1: 0, 2: 0})), {1: 2, 3: 4}.__iter__().__next__())
