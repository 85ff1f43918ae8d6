# percent_errors.py: Errors of percent formatting.
# SPDX-License-Identifier: Apache-2.0

for tpl, arg in (('%', ()), ('%d', 'x'), ('%d', None), ('%d', [1]), ('%x', 1.5), ('%o', 'a'), ('%f', 'x'), ('%f', None), ('%c', 'ab'), ('%c', -1), ('%c', 0x110000), ('%c', 1.5), ('%c', ''), ('%c', None),
                 ('%s', ()), ('%s %s', 1), ('%s %s', (1,)), ('%s', (1, 2)), ('', 1), ('', (1,)), ('', []), ('', {}), ('abc', 'x'), ('abc', ()), ('%q', 1), ('%y', 1), ('%5', 1), ('%.', 1), ('%-', 1), ('%é', 1),
                 ('abc %', 1), ('%d %', (1, 2)), ('%*d', ('x', 1)), ('%*d', (1,)), ('%.*f', ('x', 1.0)), ('%.*d', (-1, 5)), ('%l', 1), ('%lld', 1), ('%+', 1), ('%5.5', 1), ('%.-1d', 1), ('%#', 1), ('% ', 1),
                 ('%d', 1j), ('%d', b'1'), ('%s', b'b'), ('%i', float('inf')), ('%d', float('nan')), ('%e', '1.0'), ('%x', True), ('%x', None), ('%X', 1j), ('%99999999999999999999d', 1), ('%.99999999999999999999f', 1.0),
                 ('%u', 'x'), ('%g', []), ('%r', ()), ('%b', 1), ('%B', 1), ('%n', 1), ('%z', 1), ('%s%', 1), ('%(a', {'a': 1})):
    try:
        print(repr(tpl), repr(arg), repr(tpl % arg))
    except Exception as e:
        print(repr(tpl), repr(arg), type(e).__name__, e)


class I:
    def __index__(self): return 7


class N:
    def __int__(self): return 9


class F:
    def __float__(self): return 2.5


class S:
    def __str__(self): raise ValueError('str failed')


for tpl, arg in (('%d', I()), ('%x', I()), ('%c', I()), ('%f', I()), ('%d', N()), ('%x', N()), ('%f', F()), ('%d', F()), ('%s', S()), ('%f', N())):
    try:
        print(tpl, type(arg).__name__, tpl % arg)
    except Exception as e:
        print(tpl, type(arg).__name__, type(e).__name__, e)


class R:
    def __rmod__(self, o): return 'rmod ' + o
    def __str__(self): return 'R str'


class StrSub(str): pass


print('%s' % R(), StrSub('%s') % 5, 'x'.__mod__(()), type('x'.__rmod__(5)).__name__)
for a, b in ((5, 'x'), (None, 'x'), ([], 'y')):
    try:
        a % b
    except TypeError as e:
        print(e)
