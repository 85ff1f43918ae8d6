# Sets and frozensets.
a = {i * i % 11 for i in range(30)}
b = frozenset(range(0, 20, 2))
print(sorted(a), sorted(a & b), sorted(a | b), sorted(a - b), sorted(a ^ b))
a.add('x')
a.discard(5)
a.remove('x')
a.update([100, 101], (102,))
print(len(a), 100 in a, a >= {100, 101}, b.isdisjoint({1, 3}), {b: 'frozen'}[b])
print(sorted(set('hello world')), set(), frozenset())
for i in range(60):
    a.add(i)
print(len(a), sum(a))
