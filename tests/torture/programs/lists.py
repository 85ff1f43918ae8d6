# Lists: growth, slices, sorting.
a = []
for i in range(40):
    a.append((i * 7) % 13)
print(a, len(a))
a[2:5] = ['x', 'y']
a.insert(0, 'first')
a.extend(range(3))
del a[5:30:2]
print(a, a.index('x'), a.count(5))
b = sorted([3, 1, 2] * 4, reverse=True)
b.sort(key=lambda v: -v)
print(b, b.pop(), b.pop(0), [*b, *b][:5], b * 2)
c = [[i] * i for i in range(5)]
c.reverse()
print(c, c == [[4] * 4, [3] * 3, [2] * 2, [1], []], c < c[1:])
c.append(c)
print(c)
