# str_format_fields.py: str.format: numbering, attributes, indexing, nesting.
# SPDX-License-Identifier: Apache-2.0

class O:
    def __init__(self): self.a, self.b = 1, [10, 20]
    def __getitem__(self, k): return f'item {k!r}'
    def __str__(self): return 'O!'


o = O()
print('{} {}'.format(1, 2), '{0} {1} {0}'.format('a', 'b'), '{x} {y}'.format(x=1, y=2), '{} {x}'.format(0, x=1))
print('{0.a} {0.b[1]} {0[k]} {0[0]} {0[-1]} {0[a.b]} {0[ ]} {o.a}'.format(o, o=o))
print('{0[0]} {0[1][0]} {d[k]} {d[1]}'.format([5, 'xy'], d={'k': 'v', 1: 'int key', '1': 'str key'}))
print('{!r} {!s} {!a}'.format('é', 'é', 'é'), '{0!r:>6}|{0!s:<6}|'.format('x'), '{:>5}|{:<5}|{:^5}|'.format(1, 2, 3))
print('{:{}}|{:{}{}}|{:{w}.{p}f}'.format(1, 5, 2, '>', 4, 3.14159, w=8, p=2))
print('{{}} {{{}}} {{0}} }}{{'.format(1), '{{'.format(), ''.format(), 'plain'.format(1, 2, x=3))
print('{0:{1}} {0:{w}}'.format(5, 4, w=6), '{0:{1[w]}}|'.format('x', {'w': 3}), '{:{x.a}}|'.format('q', x=o))
print('{:,} {:.2%} {:#x} {:e}'.format(1234567, 0.256, 255, 12345.678), '{:d}{:c}'.format(5, 65))
print('{a.real} {a.imag} {b.__class__.__name__}'.format(a=5, b='s'), '{0.__class__}'.format(1))
print('{:}|{!s:}'.format(1, 2))
print('{0}{1}{2}'.format(*'abc'), '{a}{b}'.format(**{'a': 1, 'b': 2}), '{a}'.format_map({'a': 5}))
for tpl, args, kw in (('{}', (), {}), ('{0}', (), {}), ('{1}', (1,), {}), ('{x}', (), {}), ('{} {0}', (1,), {}), ('{0} {}', (1,), {}), ('{', (), {}), ('}', (), {}),
                      ('{0', (1,), {}), ('{0!}', (1,), {}), ('{0!x}', (1,), {}), ('{0!rr}', (1,), {}), ('{0.}', (1,), {}), ('{0[}', (1,), {}), ('{0[]}', (1,), {}), ('{0[0}', ([1],), {}),
                      ('{0.nope}', (1,), {}), ('{0[5]}', ([1],), {}), ('{0[k]}', ({},), {}), ('{0[x]}', ([1],), {}), ('{0[0]}', (5,), {}), ('{0:{1:{2}}}', (1, 2, 3), {}), ('{:d}', ('x',), {}),
                      ('{0x}', (1,), {}), ('{ 0}', (1,), {}), ('{0 }', (1,), {}), ('{-1}', (1,), {}), ('{0!r', (1,), {}), ('{0:', (1,), {}), ('{0:{}', (1, 2), {}), ('{0]}', (1,), {}),
                      ('{0[a]b}', ({'a': 1},), {}), ('{99999999999999999999}', (1,), {}), ('{!r}', (), {}), ('{:{}}', (1,), {}), ('{a.b.c}', (), {'a': 1}), ('{0.a.b}', (o,), {}), ('}{', (), {}), ('{0:>{w}}', (1,), {})):
    try:
        print(repr(tpl), repr(tpl.format(*args, **kw)))
    except Exception as e:
        print(repr(tpl), type(e).__name__, e)
try:
    '{a}'.format_map()
except TypeError as e:
    print(e)
try:
    '{}'.format_map({'a': 1})
except ValueError as e:
    print(e)
try:
    '{0}'.format_map([1])
except Exception as e:
    print(type(e).__name__, e)


class D(dict):
    def __missing__(self, k): return f'<{k}>'


print('{a} {b}'.format_map(D(a=1)), str.format('{}', 5), '{:%}'.format(.5))
