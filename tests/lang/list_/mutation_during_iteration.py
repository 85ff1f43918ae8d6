# mutation_during_iteration.py: Changing a list while iterating over it.
# SPDX-License-Identifier: Apache-2.0

a = [1, 2, 3]
out = []
for x in a:
    out.append(x)
    if len(a) < 6:
        a.append(x * 10)
print(out, a)
a = [1, 2, 3, 4, 5, 6]
out = []
for x in a:
    out.append(x)
    a.remove(x)
print(out, a)
a = [1, 2, 3]
out = []
for x in a:
    out.append(x)
    a.insert(0, 'n') if len(a) < 6 else None
print(out, a)
a = list(range(5))
for x in a:
    a.clear()
print(a)
a = [1, 2, 3]
it = iter(a)
print(next(it))
a[1] = 'changed'
print(next(it))
del a[:]
print(list(it))
a.extend([7, 8, 9, 10])
print(list(it))
a = [1, 2, 3]
it = reversed(a)
print(next(it))
a.append(4)
print(next(it))
a.clear()
print(list(it))
a = [3, 2, 1]
for i, x in enumerate(a):
    a[i] = x * 2
print(a)
a = [1, 2, 3]
for x in a[:]:
    a.append(x)
print(a)
a = [1, 2, 3, 4]
print([a.pop() for _ in a], a)
a = [1, 2, 3, 4]
a[:] = [x for x in a if x % 2]
print(a)
a = [1, 2]
print([a.append(x) or len(a) for x in a if len(a) < 5], a)
a = [1, 2, 3]
print(list(zip(a, a[1:])), list(map(lambda x: a.pop() if a else None, a)), a)
a = [1, 2, 3]


class Eq:
    def __repr__(self):
        return 'Eq()'

    def __eq__(self, o):
        a.clear()
        return False


print(a.count(Eq()), a)
a = [1, 2, 3]
print(Eq() in a, a)
a = [1, 2, 3]
try:
    a.index(Eq())
except ValueError as e:
    print(e)
a = [1, 2, 3]
try:
    a.remove(Eq())
except ValueError as e:
    print(e)
a = [Eq(), 1, 2]
print(a == [0, 1, 2], a)


class Del:
    def __repr__(self):
        b.clear()
        return 'Del'


b = [1, Del(), 2, 3]
print(repr(b), b)
it = iter([1, 2])
print(it.__length_hint__(), next(it), it.__length_hint__(), next(it), next(it, None), it.__length_hint__())
it = iter([1, 2, 3])
for x in it:
    print(x, next(it, 'none'))
