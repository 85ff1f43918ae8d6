# enumerate_zip_map_filter.py: enumerate, zip, map, filter, reversed as lazy iterators.
# SPDX-License-Identifier: Apache-2.0

def err(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


print(list(enumerate('ab')), list(enumerate([], 5)), list(enumerate('ab', 10)), list(enumerate('a', start=-1)), list(enumerate('ab', 2 ** 63 - 1)), list(enumerate(iterable='x')), dict(enumerate('ab')), next(enumerate('z')))
print(list(zip()), list(zip('ab')), list(zip('abc', [1, 2])), list(zip('ab', 'cd', 'ef')), list(zip([], 'a')), list(zip(*[(1, 2), (3, 4)])), dict(zip('ab', range(2))), list(zip('ab', 'cd', strict=True)), list(zip(strict=True)))
print(list(map(str, [1, 2])), list(map(lambda a, b: a + b, [1, 2, 3], [10, 20])), list(map(max, [1, 5], [3, 2], [2, 9])), list(map(int, '123')), list(map(str.upper, 'ab')), list(map(pow, [2, 3], [3, 2])))
print(list(filter(None, [0, 1, '', 'a'])), list(filter(lambda x: x > 1, [1, 2, 3])), list(filter(str.isdigit, 'a1b2')), list(filter(None, '')), list(filter(bool, [[], [0]])))
print(list(reversed([1, 2])), list(reversed('ab')), list(reversed((1,))), list(reversed(range(3))), list(reversed({1: 2, 3: 4})), list(reversed(b'ab')), list(reversed([])))
err(lambda: enumerate()); err(lambda: enumerate(5)); err(lambda: enumerate([], 'x')); err(lambda: enumerate([], 1.5)); err(lambda: enumerate([], 1, 2)); err(lambda: enumerate([], foo=1)); err(lambda: enumerate(None)); err(lambda: zip(5)); err(lambda: zip([], None)); err(lambda: zip([], 5, [])); err(lambda: zip(foo=1)); err(lambda: list(zip([1], [], strict=True))); err(lambda: list(zip([], [1], strict=True))); err(lambda: list(zip([1, 2], [1], [1, 2], strict=True))); err(lambda: list(zip([1], [1, 2], [1], strict=True))); err(lambda: list(zip([1], [1], [1, 2], strict=True)))
err(lambda: map()); err(lambda: map(len)); err(lambda: map(len, 5)); err(lambda: list(map(5, [1]))); err(lambda: list(map(len, [1]))); err(lambda: list(map(lambda: 0, [1]))); err(lambda: map(len, [], foo=1)); err(lambda: list(map(None, [1]))); err(lambda: filter()); err(lambda: filter(None)); err(lambda: filter(None, 5)); err(lambda: list(filter(5, [1]))); err(lambda: list(filter(lambda: 0, [1]))); err(lambda: filter(1, 2, 3)); err(lambda: reversed()); err(lambda: reversed(5)); err(lambda: reversed({1})); err(lambda: reversed(iter([]))); err(lambda: reversed(x for x in [])); err(lambda: reversed([1], [2])); err(lambda: reversed(frozenset()))
it = zip([1, 2, 3], iter([4, 5]))
print(next(it), next(it), next(it, 'end'))
src = iter([1, 2, 3])
print(list(zip(src, [9])), list(src))
src = iter([1, 2, 3])
print(list(zip([9], src)), list(src))
calls = []
m = map(lambda x: calls.append(x) or x, [1, 2, 3])
print(calls, next(m), calls, list(m), calls)
e = enumerate(iter('abc'))
print(next(e), list(e), iter(e) is e, type(e).__name__, type(m).__name__, type(filter(None, [])).__name__, type(zip()).__name__, type(reversed([])).__name__, type(reversed(range(2))).__name__, type(reversed('')).__name__, type(reversed({})).__name__)


class Rev:
    def __reversed__(self): return 'custom'


class Seq:
    def __len__(self): return 3
    def __getitem__(self, i): return i * 10


print(reversed(Rev()), list(reversed(Seq())), list(enumerate(Seq()))[:2] if hasattr(Seq, '__iter__') else 'infinite')


def gen():
    yield 1
    raise ValueError('gen')


err(lambda: list(map(str, gen()))); err(lambda: list(zip(gen(), 'ab'))); err(lambda: list(enumerate(gen()))); err(lambda: list(filter(None, gen())))
f = filter(lambda x: 1 // x, [1, 0, 1])
print(next(f))
err(lambda: next(f))
