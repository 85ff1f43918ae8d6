# match_classes.py: Match: class patterns with __match_args__ and builtins.
# SPDX-License-Identifier: Apache-2.0

class P:
    __match_args__ = ('x', 'y')

    def __init__(self, x, y):
        self.x, self.y = x, y


class Q(P):
    pass


class NoArgs:
    def __init__(self):
        self.z = 1


def m(v):
    match v:
        case P(0, 0):
            return 'origin'
        case P(x=0, y=yy):
            return 'on y', yy
        case P(xx, y=1 | 2 as yy):
            return 'y 1 or 2', xx, yy
        case Q(a, b):
            return 'Q', a, b
        case P():
            return 'some P'
        case NoArgs(z=q):
            return 'noargs', q
        case bool(b):
            return 'bool', b
        case int(i) if i > 5:
            return 'big int', i
        case int():
            return 'int'
        case str(s):
            return 'str', s
        case float(real=r):
            return 'float', r
        case list([a, *_]):
            return 'list', a
        case tuple((1, x)):
            return 'tuple1', x
        case dict({'k': v2}):
            return 'dict', v2
        case bytes() | bytearray():
            return 'bytes'
        case type():
            return 'type'
        case frozenset(fs) | set(fs):
            return 'set', len(fs)
        case object(no_such=_):
            return 'never'
        case _:
            return 'default'


for v in (P(0, 0), P(0, 5), P(7, 2), Q(8, 9), P(8, 9), NoArgs(), True, 10, 3, 'hi', 1.5,
          [1, 2], [], (1, 2), {'k': 1}, {}, b'x', bytearray(), int, {1}, frozenset(), None, 1j):
    print(m(v))


class Bad:
    __match_args__ = ['x']


class Bad2:
    __match_args__ = (1,)


class Empty:
    pass


class Dup:
    __match_args__ = ('a', 'b')
    a = b = 1


def e1():
    match Bad():
        case Bad(1): pass


def e2():
    match Bad2():
        case Bad2(1): pass


def e3():
    match Empty():
        case Empty(1, 2): pass


def e4():
    match P(1, 2):
        case P(1, 2, 3): pass


def e5():
    match 5:
        case int(1, 2): pass


def e6():
    not_cls = 5
    match 5:
        case not_cls(): pass


def e7():
    match Dup():
        case Dup(1, a=1): pass


for e in (e1, e2, e3, e4, e5, e6, e7):
    try:
        print(e.__name__, e())
    except TypeError as ex:
        print(e.__name__, ex)
