# all_any_sum.py: all, any, sum including short circuits and start values.
# SPDX-License-Identifier: Apache-2.0

def err(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


log = []


def t(v):
    log.append(v)
    return v


print(all([]), all([1, 'a']), all([1, 0]), any([]), any([0, '']), any([0, 5]), all('ab'), any({0: 1}), all({1: 0}), any(range(1)), all(x > 0 for x in (1, 2)))
print(all(t(x) for x in (1, 0, 2)), log, log.clear(), any(t(x) for x in (0, 3, 4)), log)
print(sum([]), sum([1, 2]), sum([1.5, 2]), sum([1, 2], 10), sum([[1], [2]], []), sum([(1,), (2,)], ()), sum(range(101)), sum([True, True]), sum([1j, 2]), sum([0.1] * 10), sum([2 ** 62, 2 ** 62, 2 ** 62]), sum([1, 2], start=5), sum({1: 'a', 2: 'b'}), sum([1e308, 1e308, -1e308]), sum([2 ** 49 - 1, 1, -1]), sum([10 ** 20, 0.5]), sum([0.5, 10 ** 400 % 7]), sum(x for x in (1, 2, 3)), sum([True, 1.5, 2 ** 70]))
err(lambda: all()); err(lambda: all(5)); err(lambda: any(None)); err(lambda: any(1, 2)); err(lambda: all([], [])); err(lambda: sum()); err(lambda: sum(5)); err(lambda: sum(['a', 'b'])); err(lambda: sum(['a'], '')); err(lambda: sum([b'a'], b'')); err(lambda: sum([bytearray()], bytearray())); err(lambda: sum([1, 'a'])); err(lambda: sum([[1]])); err(lambda: sum([1], [])); err(lambda: sum([1], None)); err(lambda: sum([None])); err(lambda: sum([1], 2, 3)); err(lambda: sum(iterable=[1])); err(lambda: sum({'a': 1})); err(lambda: sum([1.5, 'x'])); err(lambda: sum([10 ** 400, 0.5])); err(lambda: sum('12'))


class A:
    def __init__(self, v): self.v = v
    def __add__(self, o): return A(self.v + getattr(o, 'v', o))
    def __radd__(self, o): return A(o + self.v)
    def __repr__(self): return f'A{self.v}'


print(sum([A(1), A(2)]), sum([A(1)], A(5)), sum([A(1), 2, A(3)]), sum([1, A(2), 3.5]))


class B:
    def __bool__(self): raise ValueError('bool')


err(lambda: all([B()])); err(lambda: any([0, B()])); err(lambda: any([1, B()])); err(lambda: all([0, B()]))


def gen():
    yield 1
    raise KeyError('gen')


err(lambda: sum(gen())); err(lambda: all(gen())); err(lambda: any(gen()))
acc = [1]
print(sum([[2], [3]], acc), acc)
