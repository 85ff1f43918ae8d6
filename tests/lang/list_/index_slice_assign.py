# index_slice_assign.py: Indexing, slicing, slice assignment and deletion.
# SPDX-License-Identifier: Apache-2.0

def t(src, a=None):
    a = list(range(8)) if a is None else a
    try:
        r = {'a': a}
        exec(src, r)
        print(src, '->', r['a'])
    except Exception as e:
        print(src, '->', type(e).__name__, e)


for src in ('a[0] = "x"', 'a[-1] = "x"', 'a[8] = 1', 'a[-9] = 1', 'a["k"] = 1', 'a[1.0] = 1', 'a[None] = 1', 'a[2 ** 70] = 1', 'a[1:3] = []', 'a[1:3] = "abcd"', 'a[1:1] = [9]', 'a[:] = []', 'a[:] = a', 'a[::] = "xy"', 'a[5:2] = "mid"', 'a[100:] = [9]', 'a[-100:1] = [9]', 'a[1:3] = 5', 'a[1:3] = None', 'a[:2] = (x * 2 for x in "ab")', 'a[::2] = "wxyz"', 'a[::2] = "wx"', 'a[::2] = 5', 'a[::-1] = range(8)', 'a[::-2] = "abcd"', 'a[1:7:3] = "pq"', 'a[1:7:3] = []', 'a[6:1:-2] = "xyz"', 'a[::0] = []', 'a[2:6:1] = [0]', 'a[:0] = a', 'a[3:3] = a[:2]', 'a[1:"x"] = []', 'a[::-1] = a', 'a[::2] = a[1::2]', 'a[4:] = a[:4]', 'a[1:3] = {7: 8}',
            'del a[0]', 'del a[-1]', 'del a[8]', 'del a["x"]', 'del a[1:3]', 'del a[:]', 'del a[::2]', 'del a[1::2]', 'del a[::-1]', 'del a[::-3]', 'del a[5:2]', 'del a[5:2:-1]', 'del a[100:]', 'del a[-3:]', 'del a[::100]', 'del a[::0]', 'del a[2:7:2]', 'del a[7:2:-2]', 'del a[0], a[0], a[-1]', 'a[0], a[-1] = a[-1], a[0]', 'a[1:3], a[5:] = [9], []', 'a[2] += 5', 'a[1:3] += [7]', 'a[1:3] *= 3', 'a[::3] = [a]'):
    t(src)
a = list(range(8))
print([a[i] for i in (0, 3, -1, -8, True)], a[2:5], a[-3:], a[:-3], a[::3], a[::-1], a[5:1:-1], a[5:1], a[-1:-4:-1], a[100:], a[:100], a[-100:2], a[::100], a[::-100], a[3:3], a[None:None], a[:2 ** 70], a[-2 ** 70:2], a[slice(1, 6, 2)])
for src in ('a[8]', 'a[-9]', 'a["x"]', 'a[1.5]', 'a[None]', 'a[1, 2]', 'a[::0]', 'a[2 ** 70]', 'a["a":]', 'a[:1.5]', 'a[[]]', 'a[slice]', 'a[...]'):
    try:
        eval(src)
    except Exception as e:
        print(src, type(e).__name__, e)


class I:
    def __init__(self, v): self.v = v
    def __index__(self): return self.v


class Bad:
    def __index__(self): raise ValueError('index failed')


a[I(1)] = 'set'
print(a[I(1)], a[I(0):I(2)], a[::I(-4)])
try:
    a[Bad()]
except ValueError as e:
    print(e)
print(a.__getitem__(slice(0, 2)), a.__setitem__(0, 'z'), a.__delitem__(slice(1, None)), a)
