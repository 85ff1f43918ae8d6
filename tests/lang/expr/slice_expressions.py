# slice_expressions.py: What subscript expressions pass to __getitem__.
# SPDX-License-Identifier: Apache-2.0

class G:
    def __getitem__(self, k):
        return k

    def __setitem__(self, k, v):
        print('set', k, v)

    def __delitem__(self, k):
        print('del', k)


g = G()
print(g[1], g[1:2], g[:], g[::], g[1:], g[:1], g[::2], g[1:2:3], g[:2:3])
print(g[1,], g[1, 2], g[1:2, 3], g[:, :], g[..., 0], g[()], g[(1, 2)])
print(g[1:2, ::3, 'x'], g[None], g[None:None], g['a':'b':[]])
print(g[lambda: 1] is not None, g[1 if 0 else 2:3], g[x := 5], x)
print(g[-1], g[-1:], g[:-1], g[::-1], g[~0], g[1 + 1:2 * 3:-1])
print(g[*(1, 2)], g[0, *(1, 2), 3], g[*()], g[*'ab', 1:2])
print(g[g[1]:g[2]], g[g[g[0]]])
g[1] = 'a'
g[1:2] = 'b'
g[1, 2:3] = 'c'
g[...] = 'd'
g[*[1, 2]] = 'e'
del g[1], g[::2], g[1, 2]
g[0], g[1] = 1, 2
for g[5] in range(2):
    pass
try:
    g[1] += 2
except TypeError as e:
    print(e)
log = []


def n(x):
    log.append(x)
    return x


print([0, 1, 2, 3, 4][n(1):n(4):n(2)], log)
print('abc'[True], [5, 6][False], (1, 2, 3)[True:])
one, tup, st, by, dct = [1], (1,), 'abc', b'a', {}
num, nil, fn, se, fl, dots, gx = 5, None, lambda: 0, {1}, 1.5, ..., (i for i in '')
for expr in ('one[1.0]', 'one["a"]', 'tup[None]', 'st[1.5]', 'one[1:2.5]',
             'by["x"]', 'dct[[]]', 'dct[1:2]', 'one[::0]', 'num[0]', 'nil[0]',
             'one[5]', 'tup[9]', 'st[9]', 'by[3]', 'range(3)[3]',
             'len[0]', 'fn[0]', 'one[1:][0]', 'one["a":]', 'one[1, 2]',
             'int[0]', 'G[0]', 'one[2 ** 70]', 'st[2 ** 70]', 'one[:2 ** 70]',
             'se[0]', 'fl[0]', 'dots[0]', 'iter(one)[0]', 'gx[0]', 'one[-2]'):
    try:
        print(expr, eval(expr))
    except Exception as e:
        print(expr, '->', type(e).__name__, e)
