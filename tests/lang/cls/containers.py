# containers.py: __getitem__, __setitem__, __delitem__, __contains__, __iter__ protocols.
# SPDX-License-Identifier: Apache-2.0

class Box:
    def __init__(self): self.d = {}
    def __getitem__(self, k): print('get', k); return self.d[k]
    def __setitem__(self, k, v): print('set', k, v); self.d[k] = v
    def __delitem__(self, k): print('del', k); del self.d[k]
    def __contains__(self, k): print('contains', k); return k in self.d and 'truthy'
    def __len__(self): return len(self.d)
    def __iter__(self): return iter(sorted(self.d))
    def __reversed__(self): return iter(sorted(self.d, reverse=True))


b = Box()
b['x'] = 1
b['y'] = 2
b['x'] += 10
print(b['x'], 'x' in b, 'q' in b, 'q' not in b, len(b), list(b), list(reversed(b)))
del b['x']
print([*b], sorted(b), max(b), dict(zip(b, b)), tuple(b), set(b))
try:
    b['gone']
except KeyError as e:
    print('KeyError', e)


class Old:
    def __init__(self, n): self.n = n
    def __getitem__(self, i):
        if i >= self.n:
            raise IndexError('end')
        return i * i


o = Old(4)
print(list(o), 9 in o, 10 in o, [*o], tuple(o), sum(o), max(o), dict(enumerate(o)))
a, b2, *c = o
print(a, b2, c, list(zip(o, 'ab')), list(map(str, o)))
it = iter(o)
print(next(it), next(it), type(it).__name__)
o.n = 10
print(list(it))
try:
    reversed(o)
except TypeError as e:
    print(e)


class Rev(Old):
    def __len__(self): return self.n


print(list(reversed(Rev(4))))


class StopIt:
    def __getitem__(self, i):
        if i == 2:
            raise StopIteration
        return i


print(list(StopIt()))


class Err:
    def __getitem__(self, i): raise KeyError(i)


try:
    list(Err())
except KeyError as e:
    print('KeyError', e)


class IterOnly:
    def __iter__(self): return iter([1, 2, 3])


i = IterOnly()
print(2 in i, 5 in i, list(i))
for f in (lambda: len(i), lambda: i[0], lambda: reversed(i), lambda: i.__contains__, lambda: iter(5), lambda: 1 in 5):
    try:
        f()
    except Exception as e:
        print(type(e).__name__, e)


class NoIter:
    __iter__ = None
    def __getitem__(self, i): return i


class NoContains:
    __contains__ = None
    def __iter__(self): return iter([1])


class NoRev:
    __reversed__ = None
    def __len__(self): return 1
    def __getitem__(self, i): return i


for f in (lambda: iter(NoIter()), lambda: 1 in NoContains(), lambda: reversed(NoRev()), lambda: 1 in NoIter()):
    try:
        f()
    except TypeError as e:
        print(e)
