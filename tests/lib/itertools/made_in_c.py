"""Bounds and pools of islice, product, permutations, combinations."""
from itertools import (combinations, combinations_with_replacement, islice,
                       permutations, product)

print(list(islice(range(10), 3)), list(islice(range(10), 2, 8, 3)), list(islice(range(10), 2, None)), list(islice('abc', None)), list(islice('abcdef', None, None, 2)), list(islice((x for x in range(9)), 1, 7, 2)))
it = iter(x for x in range(10)); print(list(islice(it, 3)), list(islice(it, 0)), list(islice(it, 2)), next(it), list(islice(it, 1, 2)), next(it))
for a in ((-1,), (1, -1), (1, 2, 0), ('x',), (1, 2, 3, 4), ()):
    try: print(list(islice([1,2,3], *a)))
    except Exception as e: print(type(e).__name__, e)
print(list(product('ab', range(2))), list(product()), list(product([1], [])), list(product('ab', repeat=2)), len(list(product(range(3), [1,2], (4,5), 'xy'))))
print(list(permutations('abc', 2)), len(list(permutations(range(4)))), list(permutations([], None)), list(permutations('ab', 3)))
print(list(combinations('abc', 2)), list(combinations(range(3), 5)), list(combinations_with_replacement([1,2], 2)), list(combinations({1}, 1)))
for f in (lambda: combinations('ab', -1), lambda: permutations('ab', 'x'), lambda: combinations('ab', 1.5), lambda: product(3), lambda: permutations(5)):
    try: print(list(f()))
    except Exception as e: print(type(e).__name__, e)
for a in [(1,-1),(1,-2),(-1,),(-2,),(-1,-1),(-1,3),('a',3),(1,'a'),(1,2**70),(2**70,),(2**70,1),(-1,'x'),(0,3,-1),(None,-1)]:
    try: islice([1],*a); print(a,'ok')
    except Exception as e: print(a,e)
