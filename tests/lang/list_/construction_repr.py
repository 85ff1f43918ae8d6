# construction_repr.py: Building lists, equality, comparison, repetition, repr.
# SPDX-License-Identifier: Apache-2.0

print(list(), list('abc'), list((1, 2)), list({3: 4}), list(range(3)), list(x for x in 'xy'), [1] * 3, [[]] * 2, [] * 5, [1, 2] + [3], 3 * [0], [1] * -1, [1] * 0, [*'ab', *[1]], [[1, [2]], []])
x = [[0] * 2] * 2
x[0][0] = 1
print(x, x[0] is x[1])
y = [[0] * 2 for _ in range(2)]
y[0][0] = 1
print(y)
print([] == [], [1] == [1.0], [1] == (1,), [1, 2] < [1, 3], [1] < [1, 0], [] < [0], [2] > [1, 9], [1, 2] <= [1, 2], [1] != [2], [[1]] == [[1]], ['a'] < ['b'], [None] == [None], [1, 'a'] == [1, 'a'])
for src in ('[1] < ["a"]', '[1] < (1,)', '[1] + (1,)', '[1] + "a"', '[1] + None', '[1] * "a"', '[1] * 1.5', '[1] - [1]', '-[1]', 'list(5)', 'list(None)', 'list(1, 2)', 'list(iterable=[])', '[1].foo', 'hash([])', '{[]: 1}', '[1] * 10 ** 30', '[None] < [None]', '[1, None] < [1, 2]', '[[1], "a"] < [[1], 2]', '1 + [1]', 'list(len)', '[1] @ [1]', '[1] in [1]', '1 in [1.0]', 'None in [0]', '[] in [[]]'):
    try:
        print(src, eval(src))
    except Exception as e:
        print(src, type(e).__name__, e)
a = b = [1]
a += [2]
a *= 2
print(b, a is b)
a = a + [9]
print(b, a)
a += 'xy'
a += {5: 6}
a += (i for i in range(2))
print(a)
try:
    a += 5
except TypeError as e:
    print(e)
print(len([1, 2]), bool([]), bool([[]]), [1, 2].__len__(), [1].__add__([2]), [1].__mul__(2), [1].__eq__((1,)), [1].__lt__(5), [3].__contains__(3), [1].__iadd__([2]), [1, 2].__reversed__().__next__())
r = [1]
r.append(r)
r.append([r])
print(r, r == r, r in r, len(r))
print(str([1, 'a', None]), repr(['x', b'y', 1.5, ()]), [[], [[]]], ['\n', "'"], [print, int] == [print, int], f'{[1]}', '%s' % [1, 2])


class It:
    def __iter__(self): return iter([7, 8])
    def __len__(self): return 100


class BadHint:
    def __iter__(self): return iter([1])
    def __length_hint__(self): return -1


class BadHint2:
    def __iter__(self): return iter([1])
    def __length_hint__(self): return 'x'


print(list(It()), [*It()])
for c in (BadHint, BadHint2):
    try:
        print(list(c()))
    except Exception as e:
        print(type(e).__name__, e)
l = [1, 2, 3]
l.__init__([9])
print(l, list.__new__(list), l.__class__, l.copy() == l, l[:] is l)
