# delattr_getattr_hasattr_setattr.py: Attribute built-ins and their errors.
# SPDX-License-Identifier: Apache-2.0

class A:
    c = 'class'

    def __init__(self): self.i = 'inst'

    @property
    def p(self): raise AttributeError('inner error')

    @property
    def v(self): raise ValueError('value error')


def err(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


a = A()
print(getattr(a, 'i'), getattr(a, 'c'), getattr(a, 'z', 'dflt'), getattr(a, 'z', None), hasattr(a, 'i'), hasattr(a, 'z'), getattr(A, 'c'), getattr(5, 'real'), getattr('x', 'upper')(), getattr(a, 'p', 'from default'), hasattr(a, 'p'))
setattr(a, 'n', 1)
setattr(A, 'm', lambda self: 'method')
setattr(a, 'weird name', 2)
setattr(a, '', 3)
print(a.n, a.m(), getattr(a, 'weird name'), vars(a))
delattr(a, 'n')
delattr(A, 'm')
print(hasattr(a, 'n'), hasattr(a, 'm'))
err(lambda: getattr(a, 'z')); err(lambda: getattr(a)); err(lambda: getattr(a, 5)); err(lambda: getattr(a, None, 1)); err(lambda: getattr(a, 'a', 'b', 'c')); err(lambda: hasattr(a)); err(lambda: hasattr(a, 5)); err(lambda: setattr(a, 'x')); err(lambda: setattr(a, 5, 1)); err(lambda: setattr(5, 'x', 1)); err(lambda: setattr(int, 'x', 1)); err(lambda: delattr(a, 'zz')); err(lambda: delattr(a)); err(lambda: delattr(a, 5)); err(lambda: delattr(A, 'zz')); err(lambda: delattr(a, 'c')); err(lambda: hasattr(a, 'v')); err(lambda: getattr(a, 'v', 1)); err(lambda: getattr(a, 'p')); err(lambda: setattr(a, 'p', 1)); err(lambda: delattr(a, 'p')); err(lambda: getattr(a, name='i')); err(lambda: getattr(None, 'x')); err(lambda: getattr(A, 'i')); err(lambda: getattr(print, 'foo')); err(lambda: getattr(getattr, 'x')); err(lambda: setattr(None, 'a', 1)); err(lambda: delattr(5, 'real')); err(lambda: delattr(5, 'zz')); err(lambda: setattr(a, '__class__', 5)); err(lambda: setattr('s', 'upper', 1)); err(lambda: delattr([], 'append'))


class S(str): pass


setattr(a, S('sub'), 9)
print(a.sub, getattr(a, S('sub')), [*vars(a)][-1])


class G:
    def __getattr__(self, k): return k.upper() if k != 'bad' else 1 / 0


print(getattr(G(), 'abc'), hasattr(G(), 'anything'), getattr(G(), 'q', 'unused'))
err(lambda: getattr(G(), 'bad', 'dflt')); err(lambda: hasattr(G(), 'bad'))
print(getattr(a, 'i' 'n'[:0]), [getattr(a, n) for n in ('i', 'c')], getattr(type(a), '__name__'), getattr(A, '__mro__')[1])
