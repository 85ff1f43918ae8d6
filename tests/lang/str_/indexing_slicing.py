# indexing_slicing.py: Indexing and slicing with all signs and steps, also non-ASCII.
# SPDX-License-Identifier: Apache-2.0

for s in ('abcdef', 'aé日😀z', ''):
    n = len(s)
    print(n, [s[i] for i in range(-n, n)])
    out = []
    for a in (None, -10, -4, -1, 0, 1, 3, 10):
        for b in (None, -10, -3, 0, 2, 10):
            for c in (None, 1, 2, -1, -2, 7, -7):
                out.append(s[a:b:c])
    print(len(out), '|'.join(out))
s = 'abcdef'
print(s[2 ** 70:], s[:2 ** 70], s[-2 ** 70:], s[::2 ** 70], s[::-2 ** 70], s[True:], s[:True], s[None:None:None], s[slice(1, 4)], s[slice(None, None, -1)])
for src in ('s[6]', 's[-7]', 's[1.0]', 's["a"]', 's[None]', 's[::0]', 's[1:"a"]', 's[2 ** 70]', 's[1, 2]', 's[[]]', 's[1.5:]', 's[::1.5]', 's[slice("a")]', 's.x', 's[...]', '""[0]', '"é"[1]'):
    try:
        print(src, eval(src))
    except Exception as e:
        print(src, type(e).__name__, e)
for stmt in ('s[0] = "x"', 'del s[0]', 's[0:1] = "x"', 'del s[:]', 's.x = 1', 's += 1', 's[0] += "x"'):
    try:
        exec(stmt)
    except Exception as e:
        print(stmt, type(e).__name__, e)


class I:
    def __init__(self, v): self.v = v
    def __index__(self): return self.v


print(s[I(2)], s[I(-1)], s[I(1):I(4)], s[::I(2)])
t = 'x' * 1000 + 'é' + 'y' * 1000
print(t[999:1002], t[-1001:-999], t[1000], t[1001], len(t[::2]), t[::-500])
u = ''.join(chr(0x100 + i) for i in range(300))
print([ascii(u[i]) for i in (0, 63, 64, 65, 127, 128, 255, 299, -1, -300)], len(u[10:290:7]), u[5] == chr(0x105), [u.index(chr(0x100 + i)) for i in (0, 64, 128, 299)])
print(s[1:4][1:][0], s[::-1][::-1] == s, s[2:2], s[4:2], s[-2:], s[:-2], s[-3:-1], s * 2, 2 * s, s * 0, s * -1, s + 'x')
