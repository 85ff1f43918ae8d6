# Tuples, unpacking, comparison, hashing.
t = tuple(range(10))
a, *b, c = t
print(a, b, c, t[2:5], t + (1,), t * 2, hash((1, 2)) == hash((1, 2)))
print((1, 2) < (1, 3), max([(2, 'b'), (2, 'a')]), t.index(4), t.count(9))
(x, y), [z, *w] = (1, 2), 'word'
print(x, y, z, w)
nest = ()
for _ in range(8):
    nest = (nest, nest and 1)
print(nest)
print({(1, 'a'): 'v'}[1, 'a'], sorted(zip('cab', (3, 1, 2))))
