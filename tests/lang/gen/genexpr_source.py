"""What a generator expression walks through is looked at when it is made."""

items = [1, 2, 3]
g = (x * 2 for x in items)
items.append(4)
print(next(g))
items[1] = 20
del items[3]
print(list(g), list(g))
items.append(5)
print(list(g))

print(sum(x for x in (1, 2, 3)), sum(x for x in range(5)), list(x for x in range(10, 0, -3)),
      [*(x for x in range(2 ** 70, 2 ** 70 + 2))], list(x for x in ()))

for wrong in (5, None, object):
    try:
        (x for x in wrong)
    except TypeError as e:
        print(e)


class Sub(list):
    def __iter__(self):
        print('iter')
        return iter(['own'])


g = (x for x in Sub([1, 2]))
print('made')
print(list(g))

d = {1: 2, 3: 4}
g = (x for x in d)
d[5] = 6
try:
    print(list(g))
except RuntimeError as e:
    print(e)


def nested(n):
    return sum(x * y for x in range(n) for y in (1, 2, x))


print(nested(6), [list(z for z in w) for w in ([1], (2, 3), 'ab', {4: 5})])


def keep():
    data = [7, 8]
    g = (x for x in data)
    del data
    return g


print(list(keep()))
it = iter([1, 2, 3])
g = (x for x in it)
print(next(it), next(g), next(it), list(g))
