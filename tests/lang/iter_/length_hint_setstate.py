# length_hint_setstate.py: __len__ of iterables, __length_hint__ and __setstate__.
# SPDX-License-Identifier: Apache-2.0

class L:
    def __len__(self):
        return 2
    def __iter__(self): return iter('xyz')


print(list(L()), tuple(L()), [*L()], set(L()) == set('xyz'), dict.fromkeys(L()), sorted(L()), ''.join(L()), max(L()))


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
