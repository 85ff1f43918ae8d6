# with_statement.py: Context managers: order, values, suppression, errors.
# SPDX-License-Identifier: Apache-2.0

class CM:
    def __init__(self, n, suppress=False):
        self.n = n
        self.suppress = suppress

    def __enter__(self):
        print('enter', self.n)
        return self.n * 2

    def __exit__(self, t, v, tb):
        print('exit', self.n, t.__name__ if t else None, v, tb is not None)
        return self.suppress


with CM(1) as a, CM(2) as b:
    print(a, b)
with (CM(3) as a, CM(4) as b,):
    print(a, b)
with CM(5), CM(6):
    pass
with (CM(7)):
    pass
with CM(8) if False else CM(10) as t:
    print(t)
with CM(11, True):
    1 / 0
print('suppressed')
try:
    with CM(12):
        raise ValueError('v')
except ValueError as e:
    print('propagated', e)
try:
    with CM(13, True), CM(14), CM(15):
        raise KeyError('k')
finally:
    print('after')
d = {}
with CM(16) as d['k'], CM(17) as (d['x']):
    print(d)


class Pair(CM):
    def __enter__(self):
        return 1, (2, 3)


with Pair(18) as (p, (q, *r)):
    print(p, q, r)


def f():
    with CM(19):
        return 'returned'


print(f())


class Swap:
    def __enter__(self):
        return self

    def __exit__(self, t, v, tb):
        if v:
            raise RuntimeError('from exit')


try:
    with Swap():
        raise ValueError('orig')
except RuntimeError as e:
    print(e, repr(e.__context__), e.__cause__)


class BadEnter:
    def __enter__(self):
        raise OSError('enter failed')

    def __exit__(self, *a):
        print('never')


try:
    with CM(20), BadEnter():
        print('never')
except OSError as e:
    print(e)
