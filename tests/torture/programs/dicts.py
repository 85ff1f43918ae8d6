# Dicts: insertion, deletion, order, views, resizing.
d = {}
for i in range(50):
    d[f'k{i}'] = i
for i in range(0, 50, 3):
    del d[f'k{i}']
print(len(d), list(d)[:5], list(d.items())[-2:])
e = {**d, 'new': [1, 2], (1, 2): 'tuple', None: 0, 1.5: 'float'}
print(e['new'], e[1, 2], e.get('none', 'default'), e.pop('k1'), 'k2' in e)
print({k: v for k, v in sorted(d.items(), key=lambda p: -p[1])[:4]})
print(d.keys() & {'k1', 'k2', 'zz'} == {'k1', 'k2'}, list(reversed(d))[:2])
d.update(a=1, b=2)
d |= {'c': 3}
print(d.setdefault('list', []), d.popitem(), dict.fromkeys('abc', 0), dict(zip('xy', (1, 2))))
try:
    d['missing']
except KeyError as error:
    print(repr(error))
x = {}
x['self'] = x
print(x)
