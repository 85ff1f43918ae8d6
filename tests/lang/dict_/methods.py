# methods.py: get, setdefault, pop, popitem, update, clear, copy and errors.
# SPDX-License-Identifier: Apache-2.0

d = {'a': 1, 'b': 2}
print(d.get('a'), d.get('z'), d.get('z', 0), d.get('a', 9), d.setdefault('a', 5), d.setdefault('c'), d.setdefault('d', []), d)
print(d.pop('a'), d.pop('zz', 'dflt'), d.popitem(), d.popitem(), d)
d.update({'x': 1}); d.update([('y', 2)]); d.update(z=3); d.update({'x': 9}, w=4); d.update(); d.update({}); d.update(['pq'])
print(d)
c = d.copy()
c['new'] = 1
print('new' in d, type(c).__name__, c == d, d.clear(), d, len(c))
e = {'l': []}
f = e.copy()
f['l'].append(1)
print(e, {1: 2}.items(), {1: 2}.keys(), {1: 2}.values(), list({1: 2}.items())[0])


def err(fn):
    try:
        print(fn())
    except Exception as ex:
        print(type(ex).__name__, ex)


g = {'k': 1, 2: 'two'}
err(lambda: g.pop('zz')); err(lambda: {}.popitem()); err(lambda: g['zz']); err(lambda: g[(1, 2)]); err(lambda: g.pop()); err(lambda: g.pop('a', 'b', 'c')); err(lambda: g.get()); err(lambda: g.get(1, 2, 3)); err(lambda: g.get([])); err(lambda: g.pop([])); err(lambda: g.setdefault()); err(lambda: g.setdefault([], 1)); err(lambda: g.update(5)); err(lambda: g.update([1])); err(lambda: g.update([(1, 2, 3)])); err(lambda: g.update(1, 2)); err(lambda: g.update(None)); err(lambda: g.update('ab')); err(lambda: g.update([([], 1)])); err(lambda: g.clear(1)); err(lambda: g.copy(1)); err(lambda: g.popitem(1)); err(lambda: g.get(k='k')); err(lambda: g.keys(1)); err(lambda: g.has_key('k')); err(lambda: g.append(1)); err(lambda: g.k); err(lambda: g.__delitem__('nope')); err(lambda: g.__missing__('x')); err(lambda: g.pop('zz', default=1)); err(lambda: g.get('zz', default=1)); err(lambda: g.setdefault('n', default=1)); err(lambda: g.fromkeys('ab', 1)); err(lambda: g.iteritems())
print(g)
h = {1: 'a', 2: 'b'}
h.update(h)
h.update((k, v * 2) for k, v in [(1, 'z')])
print(h, h | {3: 'c'}, {0: 'n'} | h, h)
h |= {5: 'e'}
h |= [(6, 'f')]
print(h)
err(lambda: h | [(1, 2)]); err(lambda: [(1, 2)] | h); err(lambda: h | None); err(lambda: h & h)
try:
    h |= 5
except TypeError as ex:
    print(ex)


class D(dict):
    def __or__(self, o): return 'or'
    def __ror__(self, o): return 'ror'


print(D() | {}, {} | D(), type(dict.__or__(D(), {})).__name__)
i = {}
for ch in 'mississippi':
    i[ch] = i.get(ch, 0) + 1
print(i, sorted(i, key=i.get), max(i, key=i.get), {v: k for k, v in i.items()}, sum(i.values()))
j = {}
for w in ('apple', 'avocado', 'bean'):
    j.setdefault(w[0], []).append(w)
print(j, {k: len(v) for k, v in j.items()}, list(j.popitem()), j)
