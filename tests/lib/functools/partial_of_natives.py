"""partial of built-ins under map, sorted and reduce."""
from functools import partial, reduce
import operator
f = partial(operator.mul, 3)
print(list(map(f, range(5))), sum(map(f, [1.5, 2])), max([3, 1], key=partial(operator.mul, -1)))
g = partial(f)
print(list(map(g, [1, 2])), [*map(partial(partial(operator.sub, 10)), [1, 2])])
print(list(map(partial(reduce, partial(operator.add)), [[1, 2, 3], [4]])))
try:
    list(map(f, [1, None]))
except TypeError as e:
    print(e)
class N:
    def __rmul__(self, o): return ("r", o)
print(list(map(f, [N(), "ab"])))
print(sorted("bca", key=partial(ord)), list(map(partial(int, "12"), [8, 16])) )
print(reduce(lambda a, x: a * 2 + x, map(f, range(6))))
