# iter_next.py: iter with one and two arguments, next with default.
# SPDX-License-Identifier: Apache-2.0

def err(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


it = iter([1, 2])
print(next(it), next(it), next(it, 'dflt'), next(it, None))
err(lambda: next(it)); err(lambda: next()); err(lambda: next(5)); err(lambda: next([])); err(lambda: next(it, 1, 2)); err(lambda: next(None)); err(lambda: iter()); err(lambda: iter(5)); err(lambda: iter(None)); err(lambda: iter(5, 6)); err(lambda: iter(len, 1, 2)); err(lambda: next(iter([]), default=1)); err(lambda: iter(int)); err(lambda: next('abc'))
n = 0


def count():
    global n
    n += 1
    return n


print(list(iter(count, 4)), n, list(iter(count, n + 1)), type(iter(count, 0)).__name__)
ci = iter(count, 8)
print(next(ci), list(ci), next(ci, 'exhausted'), n)


def stop():
    raise StopIteration


print(list(iter(stop, 1)))


def boom():
    raise ValueError('boom')


err(lambda: list(iter(boom, 1)))
data = [3, 2, 1, 0, 5]
print(list(iter(data.pop, 0)), data, [x for x in iter([1, 2, 'end', 3].copy().pop, 'end')], list(iter(dict, {})))
d = {'a': 1}
print(next(iter(d)), next(iter(d.values())), next(iter(d.items())), next(iter('xyz')), next(iter((9,))), next(iter({5})), next(iter(range(3, 9))), next(iter(b'a')), next(x * 2 for x in [4]))
i = iter('abc')
print(iter(i) is i, list(zip(i, i)), list(i))


class Both:
    def __iter__(self): return self
    def __next__(self): return 'forever'


b = Both()
print([x for x, _ in zip(b, range(3))], next(b))


class NoIter:
    def __next__(self): return 1


print(next(NoIter()))
err(lambda: iter(NoIter())); err(lambda: [x for x in NoIter()])


class Bad:
    def __iter__(self): return [1, 2]


err(lambda: iter(Bad())); err(lambda: list(Bad()))


class GI:
    def __getitem__(self, i):
        if i == 3:
            raise IndexError
        return i


g = iter(GI())
print(list(g), list(g), type(g).__name__, 2 in GI(), list(GI()), max(GI()))
