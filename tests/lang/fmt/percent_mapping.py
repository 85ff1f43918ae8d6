# percent_mapping.py: Percent formatting with mapping keys.
# SPDX-License-Identifier: Apache-2.0

d = {'a': 1, 'b': 'two', 'c d': 3.5, '': 'empty', '(x)': 'paren', 5: 'int'}
print('%(a)d %(b)s %(c d).2f %()s %((x))s' % d)
print('%(a)5d|%(a)-5d|%(a)05d|%(b)r|%(b).1s|%(a)x|%%|%(a)s' % d)
print('no keys' % d, '%s' % d == str(d), '%(a)s %(a)s' % {'a': 'twice', 'unused': 1})


class M:
    def __getitem__(self, k): return f'got {k}'


class D(dict):
    def __missing__(self, k): return 'missing ' + k


print('%(anything)s %(else)r' % M(), '%(x)s' % D())
for tpl, arg in (('%(a)s', 5), ('%(a)s', (1,)), ('%(a)s', [1]), ('%(zz)s', d), ('%(a', d), ('%(a)', d), ('%(a)q', d), ('%(a)s %s', d), ('%s %(a)s', d), ('%(a)*d', d), ('%(a)d', {'a': 'x'}),
                 ('%(a)s', None), ('%(a)s', 'str'), ('%s %s', d), ('%(a).*f', d), ('%(a)s', ({'a': 1},)), ('%(5)s', d), ('%((a)s', d), ('%(a)(b)s', d)):
    try:
        print(repr(tpl), repr(tpl % arg))
    except Exception as e:
        print(repr(tpl), type(e).__name__, e)
