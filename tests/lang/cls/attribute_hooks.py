# attribute_hooks.py: __getattr__, __getattribute__, __setattr__, __delattr__.
# SPDX-License-Identifier: Apache-2.0

class G:
    real = 'class attr'

    def __getattr__(self, k):
        print('getattr', k)
        if k.startswith('x'):
            return k.upper()
        raise AttributeError(f'no {k}!')


g = G()
print(g.real, g.xyz)
for f in (lambda: g.nope, lambda: hasattr(g, 'nope'), lambda: getattr(g, 'nope', 'dflt'), lambda: g.__nodunder__):
    try:
        print(f())
    except AttributeError as e:
        print(e)
g.xset = 1
print(g.xset)


class A:
    v = 1

    def __getattribute__(self, k):
        if k == 'secret':
            raise AttributeError('hidden')
        r = super().__getattribute__(k)
        return ('wrapped', r) if k == 'v' else r

    def __getattr__(self, k): return 'fallback ' + k


a = A()
print(a.v, a.secret, a.other, a.__dict__)


class S:
    def __setattr__(self, k, v):
        print('setattr', k, v)
        self.__dict__[k] = v * 2

    def __delattr__(self, k):
        print('delattr', k)
        super().__delattr__(k)


s = S()
s.a = 1
s.a += 5
print(s.a)
del s.a
try:
    del s.a
except AttributeError as e:
    print(e)
setattr(s, 'b', 'z')
object.__setattr__(s, 'c', 'raw')
print(vars(s))


class Frozen:
    __slots__ = ('a',)

    def __init__(self): object.__setattr__(self, 'a', 1)
    def __setattr__(self, k, v): raise AttributeError(f'cannot set {k}')
    def __delattr__(self, k): raise AttributeError(f'cannot delete {k}')


f = Frozen()
for src in ('f.a = 2', 'del f.a', 'f.b = 1', 'setattr(f, "q", 1)'):
    try:
        exec(src)
    except AttributeError as e:
        print(e)


class Proxy:
    def __init__(self, t): self._t = t
    def __getattr__(self, k): return getattr(self._t, k)


p = Proxy([3, 1, 2])
p.sort()
print(p._t, p.index(2), p.__len__())
try:
    len(p)
except TypeError as e:
    print(e)


class Raises:
    def __getattr__(self, k): raise KeyError(k)


try:
    hasattr(Raises(), 'x')
except KeyError as e:
    print('KeyError', e)


class Explicit:
    def __getattribute__(self, k): return k + '!'


print(Explicit().anything, Explicit().__class__, type(Explicit()).__name__)
for bad in (5, None, b'x'):
    for fn in (lambda: getattr(g, bad), lambda: setattr(g, bad, 1), lambda: hasattr(g, bad), lambda: delattr(g, bad)):
        try:
            fn()
        except TypeError as e:
            print(e)
            break
