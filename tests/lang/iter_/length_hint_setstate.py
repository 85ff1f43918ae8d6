# length_hint_setstate.py: __length_hint__ in consumers and list growth.
# SPDX-License-Identifier: Apache-2.0

class H:
    def __init__(self, n, hint): self.n, self.hint = n, hint
    def __iter__(self): return self
    def __next__(self):
        if not self.n:
            raise StopIteration
        self.n -= 1
        return self.n
    def __length_hint__(self):
        print('hint asked')
        if isinstance(self.hint, Exception):
            raise self.hint
        return self.hint


for hint in (0, 3, 100, NotImplemented, True):
    print(list(H(3, hint)), [*H(2, hint)], tuple(H(2, hint)))
for hint in (-1, 'x', 1.5, None, TypeError('te'), ValueError('ve')):
    for f in (list, tuple, lambda h: [*h], bytearray, lambda h: [].extend(h)):
        try:
            print(f(H(2, hint)))
        except Exception as e:
            print(type(e).__name__, e)


class L:
    def __len__(self):
        print('len asked')
        return 2
    def __iter__(self): return iter('xyz')


print(list(L()), tuple(L()), [*L()], set(L()) == set('xyz'), dict.fromkeys(L()), sorted(L()), ''.join(L()), max(L()))


class BadLen:
    def __len__(self): raise ValueError('len failed')
    def __iter__(self): return iter([1])


try:
    print(list(BadLen()))
except ValueError as e:
    print(e)
it = iter([1, 2, 3, 4])
it.__setstate__(2)
print(list(it))
it = iter((1, 2, 3))
it.__setstate__(-5)
print(next(it))
it = iter(range(10))
it.__setstate__(7)
print(list(it))
it = iter('abcd')
it.__setstate__(3)
print(list(it))
for bad in ('x', None, 1.5):
    try:
        iter([1]).__setstate__(bad)
    except TypeError as e:
        print(e)
