# missing.py: __missing__ of dict subclasses.
# SPDX-License-Identifier: Apache-2.0

class D(dict):
    def __missing__(self, k):
        print('missing', k)
        return f'<{k}>'


d = D(a=1)
print(d['a'], d['b'], len(d), 'b' in d, d.get('b'), d.get('b', 5))
print('{a} {zz}'.format_map(d), '%(a)s %(q)s' % d)
try:
    d.pop('x')
except KeyError as e:
    print('KeyError', e)
try:
    del d['x']
except KeyError as e:
    print('KeyError', e)
print(d.setdefault('n', 3), d)


class Default(dict):
    def __init__(self, f): self.f = f
    def __missing__(self, k):
        v = self[k] = self.f()
        return v


c = Default(int)
for ch in 'hello':
    c[ch] += 1
print(c)
g = Default(list)
for w in 'aa b cc d'.split():
    g[len(w)].append(w)
print(g)


class Tree(dict):
    def __missing__(self, k):
        self[k] = Tree()
        return self[k]


t = Tree()
t['a']['b']['c'] = 1
print(t)


class Raises(dict):
    def __missing__(self, k): raise LookupError('custom ' + str(k))


try:
    Raises()['k']
except LookupError as e:
    print(type(e).__name__, e)


class NotSub:
    def __missing__(self, k): return 1


try:
    NotSub()['x']
except TypeError as e:
    print(e)
plain = {}
try:
    plain.__missing__
except AttributeError as e:
    print(e)


class Over(dict):
    def __getitem__(self, k): return 'own getitem'
    def __missing__(self, k): return 'never'


print(Over()['x'], dict.__getitem__(D(), 'direct'))


class Memo(dict):
    def __missing__(self, n):
        r = self[n] = n if n < 2 else self[n - 1] + self[n - 2]
        return r


print(Memo()[60])
try:
    D()[[]]
except TypeError as e:
    print(e)
