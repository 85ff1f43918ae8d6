# Loops that unpack the number and the row of enumerate(zip(...)).
x, y = [1, 2, 3], "abc"
for i, (a, b) in enumerate(zip(x, y)):
    print(i, a, b)
for i, row in enumerate(zip(x, y), 5):
    print(i, row)
rows = [row for i, row in enumerate(zip(x, y))]
print(rows, len({id(row) for row in rows}))
for i, (a, b, c) in enumerate(zip(x, (4, 5, 6, 7), range(9))):
    print(i, a, b, c)
it = iter(x)
for i, (a, b) in enumerate(zip(it, it)):
    print(i, a, b, "of one iterator")
for i, (a,) in enumerate(zip(x)):
    print(i, a)
for i, row in enumerate(zip()):
    print("never")
i = "kept"
for i, (a, b) in enumerate(zip([], x)):
    print("never")
print(i)
it = iter([1, 2, 3])
for i, row in enumerate(zip(it, [1])):
    print(i, row)
print(list(it))
try:
    for i, (a, b) in enumerate(zip(x, y + "d", strict=True)):
        print(i, a, b)
except ValueError as error:
    print(error)
try:
    for i, (a, b, c) in enumerate(zip(x, y)):
        print("never")
except ValueError as error:
    print(error)
for i, (a, b) in enumerate(zip({1: 2, 3: 4}, (n * n for n in x))):
    print(i, a, b)
z = zip(x, y)
e = enumerate(z)
for i, (a, b) in e:
    print(i, a, b)
    if i == 0:
        print(next(z), next(e))
for i, (j, (a, b)) in enumerate(enumerate(zip(x, y))):
    print(i, j, a, b)
