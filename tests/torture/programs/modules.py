# Library modules and their objects.
# torture: hashes by address
import functools
import itertools
import math
from collections import Counter, OrderedDict, defaultdict, deque, namedtuple

P = namedtuple('P', 'x y')
p = P(1, y=2)
print(p, p.x, p._replace(x=9), P._fields)
d = defaultdict(list)
for k, v in [('a', 1), ('b', 2), ('a', 3)]:
    d[k].append(v)
print(dict(d), Counter('hello').most_common(2), OrderedDict(a=1))
q = deque(range(5), maxlen=4)
q.appendleft('l')
q.rotate(1)
print(q, list(itertools.chain([1], [2, 3])), list(itertools.islice(itertools.count(5), 3)))
print(functools.reduce(lambda a, b: a * b, range(1, 6)), math.gcd(12, 18), math.sqrt(2))


@functools.lru_cache(maxsize=None)
def f(n):
    return n if n < 2 else f(n - 1) + f(n - 2)


print(f(30), list(itertools.combinations('abc', 2)), list(itertools.groupby('aab'))[0][0])
