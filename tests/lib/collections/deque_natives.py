"""Deques that built-ins of C go through, and their item methods."""
from collections import deque

d = deque(range(5)); d[1] = 9; print(d, 3 in d, 77 in d, sum(d), max(d), list(zip(d, 'abc')), list(enumerate(d)), sorted(d, reverse=True))
d.extend([1,2,3]); d.extend((4,)); print(d, len(d)); d2 = deque(maxlen=3); d2.extend([1,2,3,4]); print(d2)
d.extend(range(100)); print(len(d), d[-1], list(map(str, d))[:4], [*d][:3], tuple(d)[:2], set(d) >= {1,2})
