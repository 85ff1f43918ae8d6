# augassign_targets.py: Augmented assignment to names, attributes, items, slices.
# SPDX-License-Identifier: Apache-2.0

x = 5
x += 2; print(x)
x -= 1; print(x)
x *= 3; print(x)
x /= 4; print(x)
x //= 2; print(x)
x **= 3; print(x)
x %= 5; print(x)
n = 0b1100
n &= 0b0110; print(n)
n |= 0b0001; print(n)
n ^= 0b1111; print(n)
n <<= 3; print(n)
n >>= 2; print(n)
a = b = [1]
a += [2]; print(b, a is b)
a += 'xy'; print(b)
a += (9,); print(b)
a = a + [3]; print(b, a is b)
a *= 2; print(a)
t = u = (1,)
t += (2,); print(t, u)
s = r = {1}
s |= {2}; s &= {2, 3}; s ^= {5}; s -= {2}; print(s, r is s)
d = e = {1: 2}
d |= {3: 4}; print(e)
d |= [(5, 6)]; print(e)


class O:
    v = 1


o = O()
o.v += 1; print(o.v, O.v)
lst = [1, [2, 3]]
lst[0] += 5; lst[1] += [4]; lst[-1][0] *= 2; print(lst)
lst = list(range(6))
lst[1:3] += [9, 9]; print(lst)
lst[::2] *= 1; print(lst)
m = {'k': 'a'}
m['k'] += 'b'; m['k'] *= 2; print(m)
tt = ([],)
try:
    tt[0] += [1]
except TypeError as ex:
    print(ex, tt)
log = []


class L:
    def __getitem__(self, k):
        log.append(('get', k)); return 1

    def __setitem__(self, k, v):
        log.append(('set', k, v))


def idx():
    log.append('idx'); return 0


def obj():
    log.append('obj'); return L()


obj()[idx()] += 5
print(log)
for src in ('zz += 1', 'o.q += 1', 'm["z"] += 1', 'x += "s"', 's2 = "a"; s2 += 1',
            'lst += 5', 'lst -= [1]', 'x @= 2', 't -= (1,)', 's += {1}', 'd += {}',
            'x <<= 1', 'r = None; r += 1', 'lst *= 1.5', 'lst *= "a"', 'd |= 5',
            's |= [1]', 'x //= 0', 'n %= 0', 'n **= -1', 'n >>= -1', 'b = b"a"; b += "c"'):
    try:
        exec(src)
        print('ok', src)
    except Exception as ex:
        print(src, '->', type(ex).__name__, ex)
