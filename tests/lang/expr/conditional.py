# conditional.py: The conditional expression: laziness, nesting, uses.
# SPDX-License-Identifier: Apache-2.0

log = []


def t(n, v=None):
    log.append(n)
    return v


print((t('a') if t('c', 1) else t('b')), log)
log.clear()
print((t('a') if t('c', 0) else t('b', 2)), log)
for x in range(-1, 2):
    print('neg' if x < 0 else 'zero' if x == 0 else 'pos')
print(('a' if 1 else 'b') if 0 else 'c')
print([i if i % 2 else -i for i in range(5)])
print([i for i in range(6) if (i % 2 if i > 2 else i)])
print({(1 if i else 2): ('x' if i else 'y') for i in (0, 1)})
print((lambda a: 1 if a else lambda: 2)(0)())
print(1 if [] else 2, 1 if [0] else 2, 1 if '' else 2, 1 if ' ' else 2)
print(1 if 0.0 else 2, 1 if -0.0 else 2, 1 if 1e-320 else 2, 1 if 0j else 2)
print((1 if True else 2) + 3, 1 if True else 2 + 3)
x = 1, 2 if 0 else 3, 4
print(x)
x = (yield_ := 5) if True else None
print(x)


def f(a):
    return a if not a else (a - 1 if a > 5 else a + 1)


print(f(0), f(3), f(9))


def g(*args):
    return args


print(g(*(1, 2) if True else (3,)), g(*[] if 1 else [2]))
a = [0, 0]
a[0 if True else 1] = 5
print(a)
(a if True else [])[1] = 6
print(a)
print('x' if 1 < 2 < 3 else 'y', 'x' if 1 in (2,) else 'y')
print('t' if not 0 else 'f', not (0 if 1 else 1))
s = 'abc'
print(s[0 if s else 1:2 if s else 3])
print(f"{'yes' if s else 'no'} {1 if 0 else 2:>3}")
while (False if log else True):
    print('never')
assert (True if s else False), 'no'
print(None if None else None, ... if ... else 0)
