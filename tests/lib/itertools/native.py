# native.py: iterators that C advances, and where they hand over to Python.
# SPDX-License-Identifier: Apache-2.0
import operator
from itertools import accumulate, groupby, repeat, starmap, zip_longest


def attempt(f):
    try:
        return f()
    except Exception as error:
        return f'{type(error).__name__}: {error}'


class Money:
    def __init__(self, n):
        self.n = n

    def __add__(self, other):
        return Money(self.n + getattr(other, 'n', other))

    def __radd__(self, other):
        return Money(self.n + other)

    def __repr__(self):
        return f'${self.n}'


print(list(accumulate([1, 2, 3])), list(accumulate([])), list(accumulate([2**48, 2**48, 2**49, 2**62])))
print(list(accumulate([1.5, 2, True])), list(accumulate(['a', 'b', 'c'])), list(accumulate([[1], [2]])))
print(list(accumulate([3, 1, 4], max)), list(accumulate([3, 1, 4], operator.mul)), list(accumulate([1, 2], pow)))
print(list(accumulate([3, 1, 4], lambda a, b: a * 10 + b)), list(accumulate([1, 2], initial=10)))
print(list(accumulate([], initial=10)), list(accumulate([1, 2], initial=None)), list(accumulate([1, 2], None)))
print(list(accumulate([1, Money(2), 3])), list(accumulate([Money(1), Money(2)])), next(accumulate([Money(1)])))
print([x for x in accumulate([Money(1), 2, 3])], sum(accumulate([1, 2, 3])), sorted(accumulate([3, -1])))
print(attempt(lambda: list(accumulate([1, 'a']))), attempt(lambda: accumulate(5)), attempt(lambda: accumulate()))
print(attempt(lambda: list(accumulate([1, 2], 5))), attempt(lambda: list(accumulate([1, 2], len))))
it = accumulate([1, 2, 3])
print(next(it), list(it), list(it), next(it, 'end'), list(zip(accumulate([1, 2]), 'ab')), type(it).__name__)
print(list(accumulate(x for x in range(4))), dict(zip('ab', accumulate([5, 6]))))

print(list(zip_longest('abc', [1, 2])), list(zip_longest([1], range(3), fillvalue='-')), list(zip_longest()))
print(list(zip_longest({1: 2}, {3}, (4, 5))), list(zip_longest([], [])), list(zip_longest('ü', 'ab')))
print(list(zip_longest((x for x in 'ab'), [1])), attempt(lambda: zip_longest(1)), attempt(lambda: zip_longest([1], fill=2)))
it = zip_longest([1, 2], 'a')
print(next(it), next(it), next(it, 'end'), next(it, 'end'))
shared = iter([1, 2, 3])
print(list(zip_longest(shared, shared)))

for text in ('', 'a', 'aab', 'abba', 'aaabccd'):
    print([(k, list(g)) for k, g in groupby(text)], [(k, list(g)) for k, g in groupby(list(text))])
print([(k, len(list(g))) for k, g in groupby([1, 1.0, True, 2, 0, False, None, None, 'x'])])
print([k for k, _ in groupby([1, 1, 2, 2, 3])], [(k, next(g)) for k, g in groupby([5, 5, 6])])
groups = [(k, g) for k, g in groupby([1, 1, 2])]
print([(k, list(g)) for k, g in groups])
it = groupby([1, 1, 1, 2])
key, first = next(it)
print(key, next(first), next(it)[0], list(first), next(it, 'end'))
print([(k, list(g)) for k, g in groupby([1, 2, 11, 12], key=lambda x: x // 10)])
print([(k, list(g)) for k, g in groupby([(1, 2), (1, 2), (2, 1)])], type(first).__name__, type(it).__name__)
print(list(starmap(divmod, [(7, 2), [9, 4]])), list(starmap(max, [(1, 2, 3, 4, 5, 6, 7, 8)])), sum(starmap(pow, [(2, 3)])))
print(list(starmap(lambda *a: len(a), [range(8), 'ab', ()])), attempt(lambda: list(starmap(pow, [1]))))
print(list(map(operator.add, [1, 2], repeat(5, 2))), max([(1, 'b'), (2, 'a')], key=operator.itemgetter(1)))

rows = [('b', 2, 1.5), ('a', 2, 0.5), ('a', 1, 2.5), ('b', 2, -1.0), ('a', 1, float('inf'))]
print(sorted(rows), sorted(rows, reverse=True), sorted(rows, key=lambda r: (r[1], r[0])))
print(sorted([(1, 'a'), (1,), (1, 'a', None), ()]), attempt(lambda: sorted([(1, 'a'), (1, 2)])))
print(sorted([(1, Money(1)), (0, Money(2))]), attempt(lambda: sorted([(1, Money(1)), (1, Money(2))])))
print(sorted([(1.0, 2), (1, 1), (True, 0)]), sorted([(2**60, 1), (2**60, 0), (1, 5)]))
print(max(['bb', 'a', 'cc'], key=len), min({'x': 3, 'y': 1}.items(), key=lambda p: p[1]), max([], key=len, default=9))
print(min([3, -1, 2], key=abs), max((x for x in [1, 5, 2]), key=lambda x: -x), attempt(lambda: max([], key=len)))
print(attempt(lambda: max([1, 'a'], key=lambda x: x)), max([1.5, 0.5]), min([2.5, float('nan')]), sum([0.5, 1, 2.5]), sum([1, 2.5]))
