# How a Counter begins.
# SPDX-License-Identifier: Apache-2.0
from collections import Counter


class Loud(Counter):
    def update(self, *args, **kwds):
        print("update", args, kwds)
        super().update(*args, **kwds)


print(Counter(), Counter(None), Counter(""), Counter(a=1), Counter("ab", a=2))
print(Counter({"x": 3}), Counter([("x", 3)]), Counter(c for c in "aab"))
print(Loud(), Loud("ab"), Loud(None, a=1), Loud({"a": 2}))
c = Counter("a")
c.update()
c.update(None)
c.update(None, b=2)
c.update(iter("ab"))
print(c)
for bad in (1, [[]]):
    try:
        Counter(bad)
    except TypeError as e:
        print(e)
