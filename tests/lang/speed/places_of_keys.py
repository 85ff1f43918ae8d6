# places_of_keys.py: setdefault and Counter look a key up once.
# SPDX-License-Identifier: Apache-2.0
import collections
import random


class Key:
    def __init__(self, n):
        self.n = n

    def __eq__(self, other):
        return isinstance(other, Key) and self.n == other.n

    def __hash__(self):
        return self.n % 3


d = {}
for n in range(40):
    d.setdefault(n % 7, []).append(n)
    d.setdefault((n % 3, "x"), n)
    d.setdefault(Key(n % 5), n)
print(len(d), d[3], d[(1, "x")], d[Key(4)], d.setdefault("new"))
del d[3]
print(d.setdefault(3, "again"), list(d)[-1], d.setdefault(3, "never"))
try:
    d.setdefault([], 1)
except TypeError as e:
    print(e)
c = collections.Counter((n % 3, n % 2) for n in range(50))
c.update(Key(n % 4).n for n in range(10))
c.update([1.0, True, 1, None, None, (0, 0)])
print(c, collections.Counter("abracadabra").most_common(2))
print(collections.Counter([Key(1), Key(4), Key(1)])[Key(1)])
random.seed(5)
draw = random.random
print([round(draw(), 6) for _ in range(3)], round(random.random(), 6),
      random.randint(1, 6), random.choice("abc"))
