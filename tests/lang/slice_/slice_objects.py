# slice_objects.py: slice objects: attributes, indices, equality, errors.
# SPDX-License-Identifier: Apache-2.0

for s in (slice(5), slice(1, 5), slice(1, 5, 2), slice(None), slice(None, None, -1), slice('a', [], {})):
    print(s, s.start, s.stop, s.step)
for s in (slice(None), slice(2), slice(-2), slice(1, 100), slice(-100, 3), slice(None, None, -1), slice(5, 1, -2), slice(100, -100, -3), slice(3, 3), slice(None, None, 100), slice(2 ** 70), slice(-2 ** 70, 2 ** 70, 2 ** 65), slice(True, None)):
    print(s, [s.indices(n) for n in (0, 1, 5, 10)], list(range(10))[s], list(range(*s.indices(10))))
print(slice(1, 2) == slice(1, 2), slice(1, 2) != slice(1, 3), slice(1, 2) == slice(1, 2, None), slice(1) < slice(2), slice(1, 2, 3) >= slice(1, 2, 3), slice(1) == 1)
for src in ('slice()', 'slice(1, 2, 3, 4)', 'hash(slice(1))', '{slice(1): 1}', 'slice(1).indices()', 'slice(1).indices(-1)', 'slice(1).indices("a")', 'slice("a").indices(5)', 'slice(1, 2, 0).indices(5)', 'slice(1.5).indices(5)', 'slice(1) < slice("a")', 'slice(1) < 5', 'slice(1)[0]', 'slice(start=1)', 'slice(1).foo', 'slice(1).indices(2 ** 70)', 'slice(-1, None, -2 ** 70).indices(5)', '[1, 2, 3][slice(0, 2)]', '"abc"[slice(None, None, -1)]', '(1, 2)[slice("a")]', 'slice(1)()', 'len(slice(3))', 'iter(slice(3))', 'slice(1) + slice(2)', 'slice(None) < slice(None)', 'slice(None) <= slice(1)'):
    try:
        print(src, eval(src.replace('slice(1)[0]', '(lambda s: s[0])(slice(1))')))
    except Exception as e:
        print(src, type(e).__name__, e)
s = slice(1, 2)
for stmt in ('s.start = 5', 'del s.stop', 's.x = 1', 'class S(slice): pass'):
    try:
        exec(stmt)
    except Exception as e:
        print(stmt, type(e).__name__, e)


class I:
    def __init__(self, v): self.v = v
    def __index__(self): return self.v
    def __repr__(self): return f'I{self.v}'


print(slice(I(1), I(4)), slice(I(1), I(4)).indices(10), list(range(10))[I(2):I(8):I(3)])


class Grab:
    def __getitem__(self, k): return k


g = Grab()
print(g[1:2], g[::], g[1:2, 3:4:5], g[:, None], g[..., 1:], g['a':'b'], g[1:2:3].step, g[g:g].start is g, g[:] == slice(None, None, None))
for n in range(4):
    for st in (1, 2, -1, -2):
        print([slice(a, b, st).indices(n) for a in (None, -1, 1) for b in (None, -2, 2)])
