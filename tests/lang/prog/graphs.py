# graphs.py: Graph algorithms: BFS, DFS, Dijkstra, topological sort, union-find.
# SPDX-License-Identifier: Apache-2.0

edges = [('a', 'b', 4), ('a', 'c', 2), ('b', 'c', 1), ('b', 'd', 5), ('c', 'd', 8), ('c', 'e', 10), ('d', 'e', 2), ('d', 'f', 6), ('e', 'f', 3), ('g', 'h', 1)]
graph = {}
for u, v, w in edges:
    graph.setdefault(u, {})[v] = w
    graph.setdefault(v, {})[u] = w


def bfs(start):
    seen, queue = {start: 0}, [start]
    while queue:
        u = queue.pop(0)
        for v in sorted(graph[u]):
            if v not in seen:
                seen[v] = seen[u] + 1
                queue.append(v)
    return seen


def dfs(u, seen=None):
    seen = [] if seen is None else seen
    seen.append(u)
    for v in sorted(graph[u]):
        if v not in seen:
            dfs(v, seen)
    return seen


class Heap:
    def __init__(self): self.a = []

    def push(self, x):
        a = self.a
        a.append(x)
        i = len(a) - 1
        while i and a[i] < a[(i - 1) // 2]:
            a[i], a[(i - 1) // 2] = a[(i - 1) // 2], a[i]
            i = (i - 1) // 2

    def pop(self):
        a = self.a
        a[0], a[-1] = a[-1], a[0]
        x = a.pop()
        i = 0
        while (k := 2 * i + 1) < len(a):
            k += k + 1 < len(a) and a[k + 1] < a[k]
            if a[i] <= a[k]:
                break
            a[i], a[k] = a[k], a[i]
            i = k
        return x

    def __bool__(self): return bool(self.a)


def dijkstra(s):
    dist, prev, h = {s: 0}, {}, Heap()
    h.push((0, s))
    while h:
        d, u = h.pop()
        if d > dist[u]:
            continue
        for v, w in graph[u].items():
            if d + w < dist.get(v, float('inf')):
                dist[v], prev[v] = d + w, u
                h.push((d + w, v))
    return dist, prev


def path(prev, t):
    out = [t]
    while t in prev:
        t = prev[t]
        out.append(t)
    return out[::-1]


def topo(deps):
    order, state = [], {}

    def visit(n):
        if state.get(n) == 1:
            raise ValueError(f'cycle at {n}')
        if n not in state:
            state[n] = 1
            for m in deps.get(n, ()):
                visit(m)
            state[n] = 2
            order.append(n)
    for n in deps:
        visit(n)
    return order


def kruskal():
    parent = {n: n for n in graph}

    def find(x):
        while parent[x] != x:
            parent[x] = parent[parent[x]]
            x = parent[x]
        return x
    total, used = 0, []
    for u, v, w in sorted(edges, key=lambda e: e[2]):
        if (a := find(u)) != (b := find(v)):
            parent[a] = b
            total += w
            used.append(u + v)
    return total, used, len({find(n) for n in graph})


print(bfs('a'), dfs('a'), dijkstra('a')[0], path(dijkstra('a')[1], 'f'), kruskal())
print(topo({'app': ['lib', 'db'], 'lib': ['core'], 'db': ['core'], 'core': []}))
try:
    topo({'a': ['b'], 'b': ['a']})
except ValueError as e:
    print(e)


def floyd():
    ns = sorted(graph)
    d = {(i, j): 0 if i == j else graph[i].get(j, float('inf')) for i in ns for j in ns}
    for k in ns:
        for i in ns:
            for j in ns:
                d[i, j] = min(d[i, j], d[i, k] + d[k, j])
    return d


f = floyd()
print(f['a', 'f'], f['b', 'e'], f['a', 'g'], sum(v for v in f.values() if v != float('inf')))
