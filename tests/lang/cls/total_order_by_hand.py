# total_order_by_hand.py: Sorting and min/max of objects with ordering methods.
# SPDX-License-Identifier: Apache-2.0

class V:
    def __init__(self, a, b): self.a, self.b = a, b
    def __repr__(self): return f'V({self.a},{self.b})'
    def _k(self): return (self.a, self.b)
    def __lt__(self, o): return self._k() < o._k() if isinstance(o, V) else NotImplemented
    def __le__(self, o): return self._k() <= o._k() if isinstance(o, V) else NotImplemented
    def __eq__(self, o): return isinstance(o, V) and self._k() == o._k()
    def __hash__(self): return hash(self._k())


vs = [V(2, 1), V(1, 2), V(1, 1), V(2, 0)]
print(sorted(vs), sorted(vs, reverse=True), min(vs), max(vs))
print(sorted(vs, key=lambda v: v.b), vs.index(V(1, 1)), V(2, 0) in vs, len({V(1, 1), V(1, 1), V(1, 2)}))
print(V(1, 1) <= V(1, 1), V(1, 1) >= V(1, 0), V(1, 1) > V(1, 0), V(1, 1) != V(1, 1))
for f in (lambda: V(1, 1) < 5, lambda: 5 < V(1, 1), lambda: sorted([V(1, 1), 5]), lambda: V(1, 1) >= None,
          lambda: max([V(1, 1), 'x']), lambda: min(V(1, 1), 3)):
    try:
        print(f())
    except TypeError as e:
        print(e)
print((V(1, 1), 5) < (V(1, 1), 6), [V(1, 2)] < [V(1, 1)], [V(1, 1)] == [V(1, 1)], V(1, 1) == 'x')
n = 0


class Cnt:
    def __init__(self, v): self.v = v
    def __lt__(self, o):
        global n
        n += 1
        return self.v < o.v


xs = [Cnt(i) for i in range(50)]
xs.sort()
print(n)
n = 0
xs.sort(reverse=True)
print(n)


class Desc:
    def __init__(self, v): self.v = v
    def __lt__(self, o): return self.v > o.v


print(sorted([3, 1, 2], key=Desc))


class Partial:
    def __init__(self, s): self.s = s
    def __le__(self, o): return self.s <= o.s
    def __lt__(self, o): return self.s < o.s


p, q = Partial({1}), Partial({1, 2})
print(p < q, q < p, p <= p, p > q, q >= p)
