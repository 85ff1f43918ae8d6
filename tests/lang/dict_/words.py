# dict(), update(), min() and max() with keywords.
print(dict(a=1), dict({'b': 2}, a=1), dict([(1, 2)], a=1), dict(((1, 2),), a=3), dict(zip('ab', [1, 2]), c=3), dict({'a': 1}, a=2), dict(**{'x': 1}, y=2))
class D(dict): pass
class E(dict):
    def __init__(self, *a, **k): super().__init__(*a, **k); self.n = len(self)
class F(dict):
    def __new__(cls, *a, **k): return super().__new__(cls, *a, **k)
print(D(a=1), D({'b': 2}, a=1), type(D(x=1)), E(a=1).n, E({'a': 1}, b=2), F(a=1), F({'q': 1}, a=1))
d = {}
d.update(a=1); d.update({'b': 2}, c=3); d.update([('d', 4)], e=5); d.update(zip('xy', [1, 2]), z=3); d.update(self=1, other=2); print(d)
d.update((k, v) for k, v in [('g', 1)]); d.update(((k, v) for k, v in [('h', 1)]), i=2); print(d)
for f in [lambda: dict({}, {}, a=1), lambda: dict(1, a=1), lambda: {}.update(1, a=1), lambda: {}.update({}, {}, a=1), lambda: dict([1], a=1), lambda: dict.__init__({}, {}, {}, a=1)]:
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
class K:
    def keys(self): return ['k']
    def __getitem__(self, k): return 9
print(dict(K(), a=1)); x = {}; x.update(K(), b=2); print(x); x.__init__(c=3); x.__init__([('d', 1)], e=2); print(x)
d = {'a': 3, 'b': 1, 'c': 3}
print(max(d, key=d.get), min(d, key=d.get), max(d.items(), key=lambda t: t[1]), min(d.values(), key=lambda v: -v), max({5}, key=abs))
print(max([], default=3), min((), default=None), max([], key=len, default='e'), max({}, default=1), max(iter([]), default=2), min((x for x in []), default=4))
print(max('abc', 'de', key=len), min(3, -4, key=abs), max([1, 2], key=None), max('a', 'b', key=None), max((x for x in [1, 5, 2]), key=lambda v: -v))
print(max(range(5), key=lambda v: v % 3), max('hello', key=ord), min('hello', key=lambda c: c), max([[1, 2], [3]], key=len), max([(1, 2), (0, 5)], key=lambda t: (t[1], t[0])))
print(max([True, 1], key=int), max([1, True], key=int), max([0.0, -0.0], key=float), min([3, 1, 2], default=0))
def slow(x):
    t = 0
    for i in range(x): t += i
    return t
print(max([3, 1, 2], key=slow), min([3, 1, 2], key=slow), max({3: 1, 4: 2}, key=slow), max(1, 2, 3, key=slow))
class C:
    def __init__(self, v): self.v = v
    def __lt__(self, o): return self.v < o.v
    def __gt__(self, o): return self.v > o.v
    def __repr__(self): return f'C{self.v}'
print(max([C(1), C(3)], key=lambda c: c), min([C(1), C(3)], default=0), max([C(1), C(3)], key=lambda c: C(-c.v)), max([1, 2], key=C))
for f in [lambda: max([], key=len), lambda: max(default=1), lambda: max(1, 2, default=3), lambda: max([1], foo=2), lambda: max([1, 'a'], key=lambda x: x), lambda: min(3, key=abs), lambda: max([1, 2], key=3), lambda: max(key=abs), lambda: min({}, key=len), lambda: max([None, 1], default=1), lambda: max(['a', 1], key=len)]:
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
class L(list): pass
print(max(L([1, 3, 2]), key=lambda x: -x), max(L(), default=7), min(map(int, '312'), key=lambda x: x), max(zip([1, 2], [3, 4]), key=lambda t: t[0]))
n = [5, 3, 9, 1]
print(max(range(len(n)), key=n.__getitem__), max(range(len(n)), key=lambda i: n[i]), min(enumerate(n), key=lambda p: p[1]), sorted(d, key=d.get, reverse=True))
