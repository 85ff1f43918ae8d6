# subclass_exception.py: User exception classes.
# SPDX-License-Identifier: Apache-2.0

class E(Exception): pass


class Msg(Exception):
    def __init__(self, code, text):
        self.code, self.text = code, text

    def __str__(self): return f'[{self.code}] {self.text}'


class Sup(ValueError):
    def __init__(self, a, b=2):
        super().__init__(a, b)
        self.total = a + b


class NoInit(KeyError): pass


class WithRepr(Exception):
    def __repr__(self): return 'custom repr'


for e in (E(), E('m'), E(1, 2), Msg(404, 'nf'), Sup(1), Sup(1, b=5), NoInit('k'), WithRepr('x'), E(None), E(()), E(('t',))):
    print(type(e).__name__, str(e), repr(e), e.args, vars(e))
try:
    raise E
except E as e:
    print('class raised', repr(e), e.args)
try:
    raise Msg
except TypeError as e:
    print(e)
try:
    raise Msg(1, 'a') from E('cause')
except Msg as e:
    print(e, repr(e.__cause__), e.__suppress_context__)


class Base(Exception): pass
class A(Base): pass
class B(Base): pass
class AB(A, B): pass
class Mix(Base, KeyError): pass


for x in (A(), B(), AB(), Mix('q')):
    try:
        raise x
    except B:
        print('B', type(x).__name__)
    except A:
        print('A', type(x).__name__)
    except (KeyError, IndexError) as k:
        print('lookup', k)
    except Base:
        print('base')
e = E('a')
e.args = ('changed', 1)
print(e, e.args)
e.args = 'xy'
print(e.args)
try:
    e.args = 5
except TypeError as t:
    print(t)
e.extra = 'attr'
print(e.__dict__, e.extra)
try:
    E(a=1)
except TypeError as t:
    print(t)
print(E('x') == E('x'), issubclass(E, Exception), E.__mro__[1:], bool(E()), isinstance(E(), BaseException))


class New(Exception):
    def __new__(cls, *a):
        o = super().__new__(cls, 'from new')
        return o


print(New('given').args, repr(New()))


class Slots(Exception):
    __slots__ = ('q',)


s = Slots('m')
s.q = 1
s.other = 2
print(s.q, s.other, s)
try:
    raise 5
except TypeError as t:
    print(t)
try:
    raise int
except TypeError as t:
    print(t)
try:
    raise 'string'
except TypeError as t:
    print(t)
try:
    raise E('a') from 5
except TypeError as t:
    print(t)


class BadNew(Exception):
    def __new__(cls): return 5


try:
    raise BadNew
except TypeError as t:
    print(t)
