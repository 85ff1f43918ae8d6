# hash_collisions.py: Dicts and sets with many equal hashes and deletions.
# SPDX-License-Identifier: Apache-2.0

class K:
    def __init__(self, n): self.n = n
    def __hash__(self): return self.n % 4
    def __eq__(self, o): return isinstance(o, K) and self.n == o.n
    def __repr__(self): return f'K{self.n}'


d = {}
for i in range(40):
    d[K(i)] = i
print(len(d), [d[K(i)] for i in (0, 13, 39)], K(40) in d, d.get(K(99)))
for i in range(0, 40, 3):
    del d[K(i)]
print(len(d), list(d)[:5], [K(i) in d for i in range(6)])
for i in range(0, 40, 6):
    d[K(i)] = -i
print(len(d), list(d.values())[-8:], d[K(6)], d[K(1)])
s = {K(i) for i in range(20)}
s -= {K(i) for i in range(0, 20, 2)}
print(sorted(k.n for k in s), K(3) in s, K(4) in s, len(s & {K(3), K(5), K(100)}))
m = {}
for i in range(2000):
    m[i * 64] = i
    if i % 3 == 0:
        m.pop((i // 2) * 64, None)
print(len(m), sum(m.values()), list(m)[:3], m.get(64 * 1999), min(m), 64 * 3 in m)
st = {}
for i in range(300):
    st['k' + str(i)] = i
for i in range(0, 300, 2):
    del st[f'k{i}']
st['k0'] = 'again'
print(len(st), list(st)[:3], list(st)[-1], st['k299'], 'k2' in st, st.pop('k1'), list(st)[0])
n = {}
for i in range(10):
    n[i] = i
    n.clear()
print(n)
n = {i: i for i in range(8)}
for i in range(100):
    n.pop(i)
    n[i + 8] = i
print(list(n.items()), len(n))
fl = {i / 2: i for i in range(20)}
print(fl[1], fl[1.0], fl[0.5], 3 in fl, 3.25 in fl, {2 ** 61 - 1: 'a', 0: 'b'}, {2 ** 61: 'x', 1: 'y'}[2 ** 61], {-1: 'm1', -2: 'm2'})
t = {(i % 5, i % 3): i for i in range(15)}
print(len(t), t[4, 2], (1, 1) in t, t.get((9, 9)), {(): 0, ((),): 1, (((),),): 2}[((),)])


class Same:
    def __hash__(self): return 7


a, b = Same(), Same()
x = {a: 1, b: 2, 7: 3}
print(len(x), x[a], x[b], x[7], Same() in x)
del x[a]
print(x[b], x[7], a in x)
