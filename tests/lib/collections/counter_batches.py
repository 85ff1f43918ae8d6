"""Counting into counters that have something, from any iterable."""
from collections import Counter

c = Counter(x % 3 for x in range(3000)); c.update([1, 1, 9]); c.update('ab'); c.update({9: 5}); c.update(x for x in 'aab'); print(c, list(c))
def failing():
    yield 'a'
    yield 'b'
    raise OSError('no more')
c = Counter(b=1)
try:
    c.update(failing())
except OSError as error:
    print(error, c)
try:
    c.update(['a', []])
except TypeError as error:
    print(error)
c = Counter({'x': 2.5, 'y': 2 ** 70})
c.update(['x', 'y', 'z', 'x'])
print(c, list(c))
c = Counter()
for i in range(2000):
    c.update([i, i // 2, 'same'])
print(len(c), c['same'], c[0], c[999], c[1999])
class Key:
    def __init__(self, n):
        self.n = n
    def __hash__(self):
        return self.n % 3
    def __eq__(self, other):
        return self.n == other.n
print(sorted(Counter(Key(i % 4) for i in range(10)).values()))
c = Counter(a=1)
c.update([Key(1), Key(1), 'a'])
print(sorted(c.values()))
