import copy
import enum
import warnings
from enum import *

warnings.simplefilter("ignore")


def show(f, *args, **kw):
    try:
        print(f(*args, **kw))
    except Exception as e:
        print(type(e).__name__, e)


print(enum.__all__)


class Color(Enum):
    "colors"
    RED = 1
    GREEN = 2
    BLUE = 3
    CRIMSON = 1

    def describe(self):
        return self.name.lower(), self.value

    @property
    def hexa(self):
        return hex(self.value)

    @classmethod
    def default(cls):
        return cls.RED

    @staticmethod
    def helper():
        return 42


print(Color.RED, repr(Color.RED), Color, list(Color), Color(2), Color["BLUE"], Color.CRIMSON is Color.RED)
print(Color.RED.name, Color.RED.value, Color.__members__, len(Color), Color.RED in Color,
      list(reversed(Color)), Color.RED.describe(), Color.BLUE.hexa, Color.default(), Color.helper())
print(Color.RED == 1, Color.RED == Color.RED, Color.RED != Color.BLUE, {Color.RED: 1}, type(Color.RED),
      isinstance(Color.RED, Color), Color.__doc__, Color.RED is Color(Color.RED))
show(Color, 9)
show(lambda: Color["NOPE"])
show(lambda: Color.NOPE)
show(lambda: Color.RED < Color.BLUE)
show(setattr, Color, "RED", 5)
show(delattr, Color, "RED")
show(setattr, Color.RED, "value", 5)
show(lambda: 1 in Color)
show(Color)
print(f"{Color.RED} {Color.RED!r} {Color.RED:>12}|", "%s" % Color.RED, str(Color.RED))
print(copy.copy(Color.RED) is Color.RED, copy.deepcopy([Color.RED])[0] is Color.RED)
print(hash(Color.RED) == hash(Color.RED), sorted(Color, key=lambda c: -c.value), dir(Color), dir(Color.RED))


class Auto(Enum):
    A = auto()
    B = auto()
    C = 10
    D = auto()


print(list(Auto))


class Named(Enum):
    def _generate_next_value_(name, start, count, last):
        return f"{name}-{start}-{count}-{last}"
    X = auto()
    Y = auto()


print(list(Named))


class Num(IntEnum):
    ONE = 1
    TWO = 2


print(Num.ONE, repr(Num.ONE), Num.ONE + 1, Num.ONE < Num.TWO, Num.TWO == 2, f"{Num.TWO:03d}", int(Num.ONE),
      Num(2), isinstance(Num.ONE, int), sorted([Num.TWO, Num.ONE]), range(Num.TWO), [10, 20][Num.ONE], str(Num.TWO))


class Word(StrEnum):
    HELLO = auto()
    BYE = "bye!"


print(Word.HELLO, repr(Word.HELLO), Word.BYE.upper(), Word.HELLO == "hello", f"{Word.BYE}", Word("bye!"), {"hello": 1}[Word.HELLO])


class Planet(Enum):
    MERCURY = (3.3e23, 2.4e6)
    EARTH = (5.9e24, 6.3e6)

    def __init__(self, mass, radius):
        self.mass = mass
        self.radius = radius

    @property
    def density(self):
        return self.mass / self.radius


print(Planet.EARTH.mass, Planet.EARTH.value, Planet.EARTH.density, Planet((3.3e23, 2.4e6)))


class Coord(bytes, Enum):
    def __new__(cls, value, label):
        obj = bytes.__new__(cls, [value])
        obj._value_ = value
        obj.label = label
        return obj
    PX = (0, "P.X")
    PY = (1, "P.Y")


print(Coord(1), Coord.PY.label, Coord.PY == b"\x01")


class Perm(Flag):
    R = auto()
    W = auto()
    X = auto()
    RW = R | W
    NONE = 0


p = Perm.R | Perm.X
print(p, repr(p), Perm.RW, list(Perm), list(p), Perm.R in p, Perm.W in p, bool(Perm.NONE), ~p, p & Perm.R, p ^ Perm.R, len(p))
print(Perm(3), Perm(3) is Perm.RW, Perm(0), Perm.RW.name, p.name, p.value, Perm.NONE, repr(Perm.NONE), Perm.__members__.keys())
show(lambda: Perm.R | 1)
show(lambda: 1 in Perm.R)
show(Perm, "x")


class IP(IntFlag):
    A = 1
    B = 2
    C = 4


print(IP.A | IP.C, repr(IP.A | IP.C), IP.A | 8, repr(IP.A | 8), IP.A + 1, IP(7), repr(~IP.A), IP.A == 1, repr(IP.A & 3), repr(8 | IP.B))


@unique
class Un(Enum):
    A = 1
    B = 2


print(Un.A)


class Weird(Enum):
    _ignore_ = ["tmp"]
    tmp = 5
    LIST = [1, 2]
    DICT = {"a": 1}
    NONE = None
    FUN = member(lambda: 3)
    const = nonmember(99)

    class Inner(Enum):
        Q = 1


print(list(Weird)[:3], Weird([1, 2]), Weird({"a": 1}), Weird(None), Weird.const, Weird.FUN.value(), hasattr(Weird, "tmp"))
E1 = Enum("E1", "A B C")
E2 = Enum("E2", ["X", "Y"], start=5)
E3 = IntEnum("E3", {"P": 10, "Q": 20})
E4 = Flag("E4", "a b c")
print(list(E1), list(E2), list(E3), list(E4), E1.__module__, E1.__qualname__)


class Missing(Enum):
    A = "a"
    OTHER = "other"

    @classmethod
    def _missing_(cls, value):
        if isinstance(value, str):
            for m in cls:
                if m.value == value.lower():
                    return m
        return None


print(Missing("A"))
show(Missing, "zz")
show(Missing, 5)


class Base(Enum):
    def hi(self):
        return "hi " + self.name


class Sub(Base):
    A = 1


print(Sub.A.hi())


class Mixin:
    def extra(self):
        return self.value * 2


class Mixed(Mixin, str, Enum):
    A = "x"


print(Mixed.A.extra(), Mixed.A == "x", Mixed.A, f"{Mixed.A}", str(Mixed.A), Mixed.A.upper(), repr(Mixed.A))
match Color.GREEN:
    case Color.RED:
        print("r")
    case Color.GREEN:
        print("g")


class Ordered(Enum):
    _order_ = "A B"
    A = 2
    B = 1

    def __lt__(self, other):
        return self.value < other.value


print(sorted(Ordered), max(Ordered))


class Shape(Enum):
    SQUARE = 1
    name2 = "n"

    def __str__(self):
        return "shape:" + self.name

    def __eq__(self, o):
        return self is o

    def __hash__(self):
        return 7


print(Shape.SQUARE, f"{Shape.SQUARE}", hash(Shape.SQUARE))


class Init(Enum):
    def __init_subclass__(cls, **kw):
        super().__init_subclass__(**kw)
        print("init_subclass", cls.__name__, list(cls))


class InitSub(Init):
    A = 1


class DC(Enum):
    X = "a", "b"
    Y = "c", "d"

    def __new__(cls, one, two):
        obj = object.__new__(cls)
        obj._value_ = one
        obj.two = two
        return obj


print(DC("a"), DC.Y.two, list(DC), DC.X.value)


class Priv(Enum):
    __secret = 5
    A = 1


print(list(Priv), Priv._Priv__secret)
