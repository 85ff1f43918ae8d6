# Subjects of every built-in kind against every kind of pattern, and classes
# that are not what they seem.
import collections
from dataclasses import dataclass


def kind(x):
    match x:
        case []:
            return 'empty sequence'
        case [a]:
            return f'one {a!r}'
        case ['go', where]:
            return f'go {where!r}'
        case (first, *rest, last) if len(rest) > 1:
            return f'{first!r} {rest!r} {last!r}'
        case [*both]:
            return f'all {both!r}'
        case {'k': v, **rest}:
            return f'k={v!r} rest={rest!r}'
        case {1: one, 'two': two}:
            return f'{one!r} {two!r}'
        case {}:
            return 'mapping'
        case bool(b):
            return f'bool {b}'
        case int(n) | float(n):
            return f'number {n!r}'
        case str() as s:
            return f'text {s!r}'
        case bytes(b) | bytearray(b):
            return f'bytes {b!r}'
        case set() | frozenset():
            return 'a set'
        case None:
            return 'nothing'
        case _:
            return type(x).__name__


class MyList(list):
    pass


class MyDict(dict):
    pass


class MyStr(str):
    pass


class MyInt(int):
    pass


Pair = collections.namedtuple('Pair', 'a b')
for x in ([], (), [1], (1,), ['go', 'on'], ('go', 2), 'go', ['go'], [1, 2, 3, 4], (1, 2, 3),
          [1, 2], range(0), range(1), range(5), {}, {'k': 1}, {'k': 1, 'z': 2}, {1: 2, 'two': 3},
          {True: 2, 'two': 3}, {1.0: 4, 'two': 5}, {'x': 1}, True, 0, 1.5, 2**70, 1j, b'ab', bytearray(b'c'),
          {1}, frozenset(), None, ..., print, int, MyList([1]), MyList('go'), MyDict(k=3),
          MyStr('go'), MyInt(3), Pair('go', 1), collections.deque([1]), collections.OrderedDict(k=1),
          collections.defaultdict(int, k=2), collections.Counter('kk'), memoryview(b'a'),
          iter([1]), (i for i in ()), {}.keys(), {'k': 1}.items(), object):
    print(type(x).__name__, kind(x))


@dataclass
class Point:
    x: int
    y: int = 5


class Slotted:
    __slots__ = ('x', 'y')
    __match_args__ = ('x', 'y')

    def __init__(self, x, y):
        self.x = x
        if y:
            self.y = y


class Lazy:
    __match_args__ = ('x', 'y')
    y = 7

    def __getattr__(self, name):
        print('asked for', name)
        if name == 'x':
            return 'lazy'
        raise AttributeError(name)


class Prop:
    __match_args__ = ('x',)

    @property
    def x(self):
        print('computed')
        return 3


class Disguised:
    x = 1
    y = 2

    @property
    def __class__(self):
        return Point


class Meta(type):
    def __instancecheck__(cls, other):
        print('hook for', type(other).__name__)
        return hasattr(other, 'x')


class AnyX(metaclass=Meta):
    pass


def shape(p):
    match p:
        case Point(1, 1):
            return 'both one'
        case Point(x=0, y=y):
            return f'on the axis {y}'
        case Point(a, b):
            return f'point {a} {b}'
        case Slotted(a, b):
            return f'slotted {a} {b}'
        case Slotted(x=a):
            return f'half {a}'
        case Lazy(x, y):
            return f'{x} {y}'
        case Prop(x):
            return f'prop {x}'
        case AnyX(x=v):
            return f'anything with x {v}'
        case _:
            return 'other'


class Plain:
    pass


plain = Plain()
plain.x = 'instance'
for p in (Point(1, 1), Point(0), Point(3, 4), Slotted(1, 2), Slotted(1, 0), Lazy(), Prop(), plain, Plain(), 5, [1]):
    print(type(p).__name__, shape(p))


def refuses(source, **names):
    try:
        exec(source, names)
    except Exception as e:
        print(type(e).__name__, e)
    else:
        print('fine')


refuses('match p:\n case P(1, 2, 3): pass', p=Point(1, 2), P=Point)
refuses('match p:\n case P(1, x=1): pass', p=Point(1, 2), P=Point)
refuses('match p:\n case P(1): pass', p=plain, P=Plain)
refuses('match 1:\n case int(1, 2): pass')
refuses('match 1:\n case P(): pass', P=len)


class Odd:
    __match_args__ = ['x']


class Odder:
    __match_args__ = (1,)


refuses('match p:\n case P(1): pass', p=Odd(), P=Odd)
refuses('match p:\n case P(1): pass', p=Odder(), P=Odder)


class K:
    A = 'k'
    B = 'k'


refuses('match {"k": 1}:\n case {K.A: 1, K.B: 1}: pass', K=K)
match Disguised():
    case Point(x=1, y=2):
        print('taken for a point')
    case _:
        print('seen through')
