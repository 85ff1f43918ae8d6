# how members and classes are made: mixins, orders, boundaries, checks, functional forms
import enum
from enum import (CONFORM, CONTINUOUS, EJECT, KEEP, NAMED_FLAGS, STRICT, UNIQUE, Enum, EnumType, Flag,
                  IntEnum, IntFlag, ReprEnum, StrEnum, auto, global_enum, member, nonmember,
                  property as eproperty, unique, verify)


def show(what, *args):
    try:
        print(repr(what(*args)))
    except Exception as error:
        print(type(error).__name__, error)


class Planet(Enum):
    _ignore_ = "tmp"
    tmp = 3
    EARTH = (5.9, 6.3)
    MARS = (0.6, 3.3)
    TERRA = (5.9, 6.3)
    NOTE = nonmember("plain")
    LIST = member([1])

    def __init__(self, *args):
        self.args = args

    @eproperty
    def size(self):
        return len(self.args)

    @classmethod
    def _missing_(cls, value):
        if value == "home":
            return cls.EARTH
        if value == "bad":
            return 5
        if value == "worse":
            raise KeyError("k")


print(list(Planet), Planet.__members__, Planet.NOTE, Planet.TERRA is Planet.EARTH, len(Planet),
      Planet.MARS.size, list(reversed(Planet)), Planet["MARS"], Planet((0.6, 3.3)), Planet([1]))
for value in ("home", "bad", "worse", 1, [2]):
    show(Planet, value)
show(lambda: Planet.NOPE)
show(lambda: setattr(Planet, "EARTH", 1))
show(lambda: delattr(Planet, "EARTH"))
show(lambda: 1 in Planet)
show(lambda: Planet.EARTH in Planet)
print(dir(Planet.EARTH), dir(Planet), bool(Planet), Planet, type(Planet), hash(Planet.EARTH) ==
      hash("EARTH"), Planet.EARTH.__objclass__, f"{Planet.MARS:>14}", str(Planet.MARS))


class Coord(bytes, Enum):
    def __new__(cls, value, label):
        obj = bytes.__new__(cls, [value])
        obj._value_ = value
        obj.label = label
        return obj

    PX = (0, "x")
    PY = (1, "y")


print(Coord.PX, Coord(1).label, bytes(Coord.PY))


class Auto(Enum):
    def _generate_next_value_(name, start, count, last):
        return (name, start, count, last)

    A = auto()
    B = auto()
    C = (auto(), 1)


print(list(Auto))


class Num(IntEnum):
    ONE = 1
    TWO = auto()
    TEN = 10
    NEXT = auto()


class Word(StrEnum):
    Hello = auto()
    BYE = "b"


class Shown(str, ReprEnum):
    A = "x"


print(list(Num), list(Word), Num.ONE + 1, Word.BYE + "c", f"{Num.TEN} {Word.Hello} {Shown.A!r}",
      Num(2) == 2, Num.TEN > Num.TWO, str(Num.ONE), format(Num.TEN, "04"), Shown.A.upper())


class Perm(Flag):
    R = auto()
    W = auto()
    X = auto()
    RW = R | W
    NONE = 0


print(list(Perm), Perm.RW, repr(Perm.R | Perm.X), Perm(7), Perm(0), ~Perm.R, Perm.R in Perm.RW,
      list(Perm.RW), len(Perm.RW), bool(Perm.NONE), Perm.R ^ Perm.RW, Perm.R & Perm.W, Perm["RW"],
      Perm(5).name, Perm(5).value, Perm.__members__, (Perm.R | Perm.W) is Perm.RW, Perm(8))
for boundary in (STRICT, CONFORM, EJECT, KEEP):
    F = Flag("F", "A B", boundary=boundary)
    G = IntFlag("G", {"A": 1, "D": 8}, boundary=boundary)
    for cls in F, G:
        for value in (0, 1, 3, 4, 9, 12, -1, -2, 2 ** 9):
            show(cls, value)
        show(lambda: ~cls(1))
        show(lambda: cls(1) | 2)
show(lambda: Perm.R | 1)
show(lambda: 1 in Perm.R)
show(lambda: Perm("x"))

# --- functional forms
for names in ("A B", "A,B", ["A", "B"], [("A", 5), ("B", 6)], {"A": 1, "B": "x"}, ()):
    E = Enum("E", names, module="m", qualname="q.E", start=3)
    print(list(E), E.__module__, E.__qualname__)
print(list(Enum("T", "A B", type=int)), IntEnum("I", "A B").B + 1, StrEnum("S", "Ab").Ab)


# --- bad classes
def body(text, base="Enum"):
    def run():
        space = dict(globals())
        lines = "\n".join("    " + line for line in text.split(";"))
        exec(f"class Bad({base}):\n{lines}\nresult = list(Bad)", space)
        return space["result"]
    return run


for text, base in (("A=1;A=2", "Enum"), ("A=1;def A(self): pass", "Enum"), ("_x_=1", "Enum"),
                   ("mro=1", "Enum"), ("A=1", "Planet"), ("A=1", "int"), ("A=1", "Enum, int"),
                   ("_order_='B A';A=1;B=2", "Enum"), ("_order_='A B';A=1;B=2;C=1", "Enum"),
                   ("A=1;_ignore_='A'", "Enum"), ("A=auto();def _generate_next_value_(*a): pass",
                                                  "Enum"),
                   ("A=1", "StrEnum"), ("A='x','y','z','w'", "StrEnum"),
                   ("A=b'x',1", "StrEnum"), ("A='a'", "IntEnum"), ("pass", "ReprEnum"),
                   ("A=1;B=auto();C=auto()", "Flag"), ("A='x';B=auto()", "Flag"),
                   ("__x=1;A=2", "Enum"), ("A=1;B=A+1", "Enum"), ("A=[];B=[]", "Enum")):
    show(body(text, base))

# --- checks
show(unique, Planet)
for checks, base, text in (((UNIQUE,), "Enum", "A=1;B=1"), ((CONTINUOUS,), "IntEnum", "A=1;B=5"),
                           ((CONTINUOUS,), "Flag", "A=1;B=8"), ((NAMED_FLAGS,), "Flag", "A=1;B=7"),
                           ((NAMED_FLAGS, UNIQUE, CONTINUOUS), "Flag", "A=1;B=2;C=3;D=12"),
                           ((CONTINUOUS,), "Enum", "A=1;B=2")):
    space = dict(globals())
    lines = "\n".join("    " + line for line in text.split(";"))
    exec(f"class Bad({base}):\n{lines}", space)
    show(verify(*checks), space["Bad"])
show(verify(UNIQUE), 3)


@global_enum
class Glob(Enum):
    GA = 1


@global_enum
class GlobFlag(IntFlag):
    FA = 1
    FB = 2


print(repr(GA), str(GA), repr(FA | FB), str(FA | FB), repr(GlobFlag(8)), repr(GlobFlag(9)),
      repr(GlobFlag(0)))
print(enum.show_flag_values(13), enum.bin(5), enum.bin(-5, 8), enum.bin(0), auto(), auto(3),
      enum.FlagBoundary.KEEP, enum.EnumCheck.UNIQUE, EnumType is enum.EnumMeta)


class Hooked(Enum):
    def __init_subclass__(cls, tag=None):
        cls.seen = (tag, [m.name for m in cls])


class Sub(Hooked, tag="t"):
    P = 1
    Q = 2


print(Sub.seen)
