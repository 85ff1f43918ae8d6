"""Sorting what built-ins are inside of, and what defines an order."""
import enum
import random
from collections import namedtuple
from functools import cmp_to_key

class E(enum.IntEnum):
    A = 3; B = 1; C = 2
print(sorted(E), min(E), max(E), E.A < 5, 2 < E.A, sorted([E.A, 2, E.B, 2.5]))
class S(str):
    def __lt__(self, o): return len(self) < len(o)
print(sorted([S('bbb'), S('a'), S('cc')]), sorted([S('bbb'), 'aa']), min(S('zz'), S('yyy')), ['x', S('y')] < ['x', S('zz')])
class T(str):
    def __gt__(self, o): return True
print('a' < T('0'), T('0') < 'a', sorted(['a', T('0')]))
P = namedtuple('P', 'x y')
print(sorted([P(2, 1), P(1, 5), P(1, 2)]), P(1, 2) < (1, 3), max(P(1,2), P(0, 9)))
print(sorted([5, 3, 9, 1], key=cmp_to_key(lambda a, b: b - a)), sorted([(1, 'b'), (1, 'a'), (0, 'z')], key=cmp_to_key(lambda a, b: a[0] - b[0])))
class O:
    def __init__(s, v, t=0): s.v = v; s.t = t
    def __lt__(s, o): return s.v < o.v
    def __repr__(s): return f'{s.v}.{s.t}'
r = random.Random(3)
v = [O(r.randrange(40), i) for i in range(300)]
w = sorted(v); print(w == sorted(v, key=lambda o: (o.v, o.t)), w[:5]); w = sorted(v, reverse=True); print(w == sorted(v, key=lambda o: (-o.v, o.t)), w[:5])
x = v[:]; x.sort(); print(x == sorted(v)); x.sort(key=lambda o: O(o.t)); print(x == v)
