# construction_methods.py: Set methods, updates, comparisons and errors.
# SPDX-License-Identifier: Apache-2.0

print(set(), {1}, {1, 1, 2}, set('a'), set([3, 1, 2]), {*[1], *(2,)}, frozenset(), frozenset([1]), {i % 3 for i in range(9)}, set(range(5)), {1, True, 1.0}, {0, False}, set({1: 2}), len({'a', 'b', 'a'}))
s = {1, 2, 3}
print(s.add(4), s.add(1), s.discard(9), s.discard(1), s.remove(2), s, s.pop() in (3, 4), len(s), s.clear(), s)
a, b = {1, 2, 3}, {2, 3, 4}
print(a & b, a | b, a - b, a ^ b, b - a, a.union(b, [9]), a.intersection(b, {3}), a.difference(b, [1]), a.symmetric_difference([1, 7]), a.union(), a.intersection(), a.difference(), a.copy() == a, a.copy() is a)
c = set(a)
c |= {10}; c &= {1, 2, 10}; c -= {1}; c ^= {2, 5}
print(c)
c.update([1], (2,), {3: 0}); c.intersection_update(range(4)); c.difference_update([1]); c.symmetric_difference_update({2, 8})
print(c, c.update(), c.intersection_update(), c)
print(a == {3, 2, 1}, a != b, a < {1, 2, 3, 4}, a <= a, a < a, a > {1}, a >= b, a.issubset(range(10)), a.issuperset([1]), a.isdisjoint([5]), a.isdisjoint([1]), {1} < {2}, {1} > {2}, set() <= {1}, a == frozenset(a), a == [1, 2, 3], 1 in a, 1.0 in a, '1' in a)
f = frozenset([1, 2])
print(f | {3}, {3} | f, type(f | {3}).__name__, type({3} | f).__name__, hash(f) == hash(frozenset([2, 1])), {f: 'v'}[frozenset([1, 2])], f in {f}, {1, 2} in {f}, f.copy() is f, frozenset(f) is f, f.union([3]), f - {1}, f & {1}, f ^ {1})


def err(src):
    s = {1, 2}
    f = frozenset([1])
    try:
        r = {'s': s, 'f': f}
        exec('r = ' + src if '=' not in src.replace('==', '').replace('<=', '').replace('>=', '') else src, r)
        print(src, r.get('r'), r['s'])
    except Exception as e:
        print(src, type(e).__name__, e)


for src in ('s.remove(9)', 's.remove("k")', 's.remove([])', 'set().pop()', 's.add()', 's.add([])', 's.add({})', 's.discard([])', '{[]}', 'set(5)', 'set(None)', 'set([[]])', 'set(1, 2)', 's & [1]', 's | [1]', 's - [1]', 's ^ "a"', 's + s', 's * 2', 's < [1]', 's <= 5', 's[0]', 's.x', 'hash(s)', '{s: 1}', '{s}', 's.union(5)', 's.intersection(None)', 's.update(5)', 's.difference(1)', 's.issubset(5)', 's.isdisjoint(5)', 's |= [1]', 's -= {1: 2}', 's &= {1: 2}.keys()', 's |= {7: 2}.keys()', 'f.add(1)', 'f.remove(1)', 'f.clear()', 'f |= {5}', 'frozenset(5)', 'frozenset([[]])', 'set(iterable=[])', 's.pop(1)', '-s', 's()', 's.copy(1)', 's.union([[]])', 's.symmetric_difference([1], [2])', '[] in s', '{1} in s', 'set() in s', 's.index(1)', 'len(s, s)', 's == s.copy()', 's.__contains__([])', 's.update("", [7])', 'sorted({3, 1})', 's.add(x=1)', '5 & s', 's.__and__([1])', 's.__or__({9})', 's.__eq__([])', 's.__lt__(5)'):
    err(src)
e = {1, 2}
try:
    for x in e:
        e.add(x + 10)
except RuntimeError as ex:
    print(ex)
try:
    for x in e:
        e.discard(x)
except RuntimeError as ex:
    print(ex)
print({frozenset([1]), frozenset([1, 2])} == {frozenset([2, 1]), frozenset({1})}, {(1, 2), (1, 2.0)}, {None}, {()}, repr({'a'}), str({1.5}), set() == frozenset(), {1}.__class__.__name__)
