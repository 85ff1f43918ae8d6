# Comprehensions of every kind, nested.
m = [[i * j for j in range(5)] for i in range(4)]
print(m, [list(c) for c in zip(*m)])
print({i: {j: i ** j for j in range(3)} for i in range(3)})
print({x % 4 for x in range(20)} == {0, 1, 2, 3})
print([(a, b) for a in 'abc' for b in range(3) if b if a != 'b'])
print([y := 5, y ** 2], [last := i for i in range(3)], last)
print(sum(1 for row in m for v in row if v), ''.join(c for c in 'a1b2' if c.isalpha()))
