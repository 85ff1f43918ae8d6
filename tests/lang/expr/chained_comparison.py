# chained_comparison.py: Chained comparisons evaluate each operand at most once and short-circuit.
# SPDX-License-Identifier: Apache-2.0

log = []


def v(x):
    log.append(x)
    return x


def show(r):
    print(r, log)
    log.clear()


show(v(1) < v(2) < v(3))
show(v(1) < v(0) < v(3))
show(v(3) > v(2) > v(2) > v(1))
show(v(1) == v(1) != v(2) <= v(2) >= v(0))
show(v(1) in v([1]) == v([1]))
show(v(1) is v(None) is not v(2))
show(not v(1) < v(2) < v(3))
show((v(1) < v(2)) < v(3))
show(v(1) < (v(2) < v(3)))
show(v(1) not in v([2]) in v([[2]]))
print(1 < 2 > 1 < 3, 1 < 2 > 2, 1 == 1 == 1, 1 == 1 == 2)


class C:
    def __init__(self, n, r):
        self.n = n
        self.r = r

    def __lt__(self, other):
        print('lt', self.n, other.n)
        return self.r

    def __bool__(self):
        print('bool', self.n)
        return bool(self.n)


a, b, c = C(1, []), C(0, 'x'), C(2, 7)
print(a < b < c)
print(b < c < a)
a.r = C(0, 1)
print((a < b < c) is a.r)
a.r = C(5, 1)
print(a < b < c)
try:
    print(1 < 2 < 'x')
except TypeError as e:
    print(e)
try:
    print(3 < 2 < 'x')
except TypeError as e:
    print('not reached', e)
if v(1) < v(2) < v(0):
    print('no')
else:
    show('else')
while v(1) < v(2) > v(3):
    break
show('while')
x = 5
print([n for n in range(10) if 2 < n <= x])
