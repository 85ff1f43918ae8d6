# format_builtin_types.py: How containers and other objects print their elements.
# SPDX-License-Identifier: Apache-2.0

import sys
print([1, 1.0, 'a', b'b', None, True, 1j, (), [], {}, set(), ..., int], (1,), (1, 2), ((),), [[]], {'k': [1]}, {1: {2: 3}})
print({1}, frozenset(), frozenset({1}), set(), range(3), range(1, 5, 2), slice(1, 2), slice(None), bytearray(b'x'), memoryview(b'x').tobytes())
print(repr('it\'s'), repr("a\"b"), repr('both\'"'), repr('\n\t\\'), repr('\x00\x7f\x80\xa0\xad'), repr('é日😀'), repr('\ud800\u2028\ufeff'))
print(repr(b"it's"), repr(b'"'), repr(b'\'"'), repr(b'\x00\n\r\t\\\x7f\xff'), bytearray(b"it's"))
print({}.keys(), {1: 2}.values(), {1: 2}.items(), type(None), NotImplemented, print, len, type, object, Exception)
print(ValueError('x'), repr(ValueError('x')), [ValueError('x')], KeyError('k'), [KeyError('k')], OSError(1, 'two'))
print(int, [int], {'t': str}, list[int], int | None, str.upper, dict.get, [].__class__, (5).__class__)
print(sys, type(sys), repr(sys), [sys])
a = [1]
a.append(a)
b = {'self': None}
b['self'] = b
t = (a, b)
print(a, b, t)
s = [b]
b['list'] = s
print(s)
print(str([1, 'a']), f'{[1, "a"]}', '%s' % [[1, 'a']], str(('x',)), str({'a': 'b'}), str({'x'}), ascii(['é', {'ü': '日'}]))
print(1e16, 1e15, 1.0, 1e-5, 0.0001, [0.1 + 0.2], -0.0, float('inf'), [float('nan')], 1e100, 123456789.0, 1.5e300)
print(*[1, 2], sep='', end='!\n')
print(1, 'a', None, sep=' | ')
print([None] * 3, [''] * 2, [()] * 2, 'x' * 0, [] * 5)


class R:
    def __repr__(self): return 'multi\nline'


print([R(), R()], {'r': R()})


class Str(str):
    def __repr__(self): return f'Str({str.__repr__(self)})'


class L(list): pass
class D(dict): pass
class T(tuple): pass
class S(set): pass
class F(frozenset): pass


print([Str('x')], L([1]), D(a=1), T((1,)), S(), S({1}), F(), F({2}), [L(), D(), T()])
