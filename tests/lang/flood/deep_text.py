# repr() of deep nesting, of what is in itself, and of what is there twice.
import sys

sys.setrecursionlimit(100000)
x = []
for i in range(5000):
    x = [x] if i % 3 else (x,)
text = repr(x)
print(len(text), text[:20], text[-20:])

a = [1]
inner = a
for _ in range(300):
    inner = [inner, 2]
a.append(inner)
print(len(repr(a)), repr(a)[-30:])

twice = [7]
tree = twice
for _ in range(60):
    tree = [tree]
print(repr([tree, twice, tree]).count("7"))
d = {}
level = d
for i in range(200):
    level["k"] = {"n": i}
    level = level["k"]
level["top"] = d
print(repr(d).count("{...}"), len(repr(d)))
