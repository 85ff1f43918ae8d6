# format_dunder.py: __format__, __str__, __repr__ and their fallbacks.
# SPDX-License-Identifier: Apache-2.0

class Plain: pass


class R:
    def __repr__(self): return 'R()'


class S:
    def __str__(self): return 'S!'


class F:
    def __format__(self, spec): return f'[{spec}]'


class Both(R, S): pass


r, s, f = R(), S(), F()
print(r, str(r), repr(r), f'{r}', '%s' % r, '{}'.format(r), [r], {1: r}, (r,))
print(s, str(s), f'{s}', f'{s!s:>5}|', '%s' % s)
print(repr(s).split(' at ')[0], str(Plain()).split(' at ')[0])
print(f'{f}', f'{f:abc}', format(f), format(f, 'x'), '{:{}}'.format(f, 'dyn'), '{0:>{1}}'.format(f, 3))
b = Both()
print(b, repr(b), [b])


def err(fn):
    try:
        print(fn())
    except Exception as e:
        print(type(e).__name__, e)


err(lambda: format(r, '5')); err(lambda: f'{s:>5}'); err(lambda: '{:x}'.format(Plain)); err(lambda: format(None, '3'))
err(lambda: format([], 'd')); err(lambda: format(r, 5)); err(lambda: format(r, None)); err(lambda: f'{r!r:>5}|')
err(lambda: format({}, '')); err(lambda: format((), 's')); err(lambda: object().__format__('x'))


class StrSub(str):
    def __str__(self): return 'custom'
    def __format__(self, s): return 'fmt'
    def __repr__(self): return 'rep'


x = StrSub('raw')
print(x, str(x), repr(x), f'{x}', x + '', '%s' % x, '{}'.format(x), ''.join([x]), [x])


class IntSub(int):
    def __repr__(self): return 'IntSub!'


i = IntSub(5)
print(i, str(i), repr(i), f'{i}', f'{i:d}', '%d' % i, '%s' % i, i + 1, [i], '{:5}|'.format(i))


class StrRet:
    def __str__(self): return StrSub('inner')


print(type(str(StrRet())).__name__, len(str(StrRet())))


class Bad:
    def __str__(self): return None
    def __repr__(self): return 5
    def __format__(self, s): return b'x'


err(lambda: str(Bad())); err(lambda: repr(Bad())); err(lambda: format(Bad())); err(lambda: f'{Bad()}'); err(lambda: [Bad()].__repr__())
err(lambda: '%s' % Bad()); err(lambda: '%r' % Bad()); err(lambda: print(Bad())); err(lambda: f'{Bad()!r}')


class Rec:
    def __init__(self): self.me = [self]
    def __repr__(self): return f'Rec({self.me!r})' if len(self.me) > 1 else 'Rec'


print(Rec(), Rec().me)
print(type.__repr__(int), object.__repr__(5).split(' at ')[0], object.__str__(5), str.__repr__('x'), int.__str__(7))
