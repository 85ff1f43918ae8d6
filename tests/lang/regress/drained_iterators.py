"""What list() takes from iterators of itertools and re survives a dump."""

import re
from itertools import accumulate, groupby, zip_longest

print(list(zip_longest([1], [2, 3], "abc")))
print([(k, list(g)) for k, g in groupby([1, 1, 2, 2, 3])])
print(len(list(groupby([1, 1, 2]))))
print(list(accumulate([1, 2, 3])))
print([m.span() for m in list(re.finditer(r"\d+", "a1 b22 c333"))])
print(tuple(map(len, zip_longest("ab", "c"))), dict(zip_longest("ab", "cd")))
