import dataclasses
from dataclasses import *
from typing import ClassVar, List, Optional, Any
import copy


def show(f, *args, **kw):
    try:
        print(f(*args, **kw))
    except Exception as e:
        print(type(e).__name__, e)


print(dataclasses.__all__)


@dataclass
class P:
    x: int
    y: float = 2.5
    tags: list = field(default_factory=list)
    hidden: str = field(default="h", repr=False, compare=False)
    kind: ClassVar[str] = "point"
    calc: int = field(init=False, default=7)

    def norm(self):
        return self.x + self.y


p = P(1)
print(p, p.norm(), p == P(1), p != P(2), p == 1, P.__doc__, P.__match_args__, P.kind)
print(P(1, 2, [3], "q"), P(x=1, tags=(1,)), P.y, hasattr(P, "x"), hasattr(P, "tags"))
for f in fields(P):
    print(f.name, f.type, f.default if f.default is not MISSING else "MISSING",
          f.default_factory if f.default_factory is not MISSING else "MISSING",
          f.init, f.repr, f.hash, f.compare, f.metadata, f.kw_only, f._field_type)
print(P.__dataclass_params__, list(P.__dataclass_fields__), P.__init__.__annotations__,
      P.__init__.__qualname__, P.__init__.__defaults__[0], P.__eq__.__qualname__, P.__repr__.__qualname__)
show(P)
show(P, 1, 2, 3, 4, 5)
show(P, 1, z=3)
show(P, x=1, calc=3)
show(hash, p)
show(lambda: P(1) < P(2))
print(asdict(P(1, tags=[P(2)])), astuple(P(1, tags=[P(2)])), replace(p, x=9))
show(replace, p, calc=3)
show(replace, p, nope=3)
show(replace, 5)
show(fields, 5)
show(asdict, P)
show(astuple, 5)
print(is_dataclass(P), is_dataclass(p), is_dataclass(5), is_dataclass(int))


@dataclass(order=True)
class O:
    a: int
    b: str = field(compare=False, default="z")
    c: int = 0


print(O(1) < O(2), O(1, "x") == O(1, "y"), sorted([O(3), O(1), O(2)]), O(1) >= O(1, c=1), O(2) > O(1))
show(lambda: O(1) < 5)


@dataclass(frozen=True)
class F:
    a: int
    b: tuple = ()


f = F(1)
show(setattr, f, "a", 2)
show(setattr, f, "new", 2)
show(delattr, f, "a")
print(hash(F(1)) == hash(F(1)), {F(1): 2}[F(1)], replace(f, a=5), copy.copy(f), copy.deepcopy(f),
      isinstance(FrozenInstanceError(), AttributeError))


@dataclass(unsafe_hash=True)
class U:
    a: int
    b: int = field(hash=False, default=0)


print(hash(U(1, 2)) == hash(U(1, 3)), U(1, 2) == U(1, 3))


@dataclass(eq=False)
class NoEq:
    a: int


print(NoEq(1) == NoEq(1), hash(NoEq(1)) is not None)


@dataclass
class Base:
    a: int
    b: int = 2


@dataclass
class Derived(Base):
    c: int = 3
    a: str = "over"


print(Derived(), Derived("q", 5, 6), [f.name for f in fields(Derived)], Derived.__doc__)
show(lambda: Derived() == Base("over"))


@dataclass
class Post:
    a: int
    init: InitVar[int]
    opt: InitVar[int] = 10
    b: int = field(init=False)

    def __post_init__(self, init, opt):
        self.b = self.a + init + opt


print(Post(1, 2), Post(1, 2, 3).b, Post.opt, [f.name for f in fields(Post)])
show(replace, Post(1, 2), a=5)
print(replace(Post(1, 2), a=5, init=1), InitVar[int], InitVar[List[int]])


@dataclass
class K:
    a: int
    _: KW_ONLY
    b: int
    c: int = 5
    d: int = field(default=1, kw_only=False)


print(K(1, b=2), K(1, 9, b=2), K.__match_args__, K.__doc__)
show(K, 1, 2, 3)
show(K, 1)


@dataclass(kw_only=True)
class AllKw:
    a: int = 1
    b: str


print(AllKw(b="x"), AllKw.__match_args__)
show(AllKw, 1)


@dataclass(slots=True)
class S:
    a: int
    b: int = 2


s = S(1)
print(s, S.__slots__, hasattr(s, "__dict__"))
show(setattr, s, "zz", 1)


@dataclass(slots=True, frozen=True)
class SF:
    a: int
    b: list = field(default_factory=list)


print(SF(1), copy.copy(SF(1)), copy.deepcopy(SF(1, [2])), hash(SF(1, ())) is not None)


@dataclass(slots=True)
class S2(S):
    c: int = 3


print(S2(1), S2.__slots__)


@dataclass(slots=True, weakref_slot=True)
class W:
    a: int


print(W.__slots__, W(1))
Made = make_dataclass("Made", ["a", ("b", int), ("c", list, field(default_factory=list))],
                      bases=(Base,) if False else (), namespace={"twice": lambda self: self.b * 2})
m = Made(1, 2)
print(m, m.twice(), Made.__annotations__, Made.__module__ == __name__ or Made.__module__)
show(make_dataclass, "X", [("a", int, 1, 2)])
show(make_dataclass, "X", ["a b"])
show(make_dataclass, "X", ["class"])
show(make_dataclass, "X", ["a", "a"])


@dataclass
class Rec:
    child: Optional["Rec"] = None
    items: Any = None


r = Rec()
r.child = r
print(r)
match P(1, 2):
    case P(a, b):
        print("matched", a, b)
from collections import namedtuple, OrderedDict
NT = namedtuple("NT", "q w")


@dataclass
class Deep:
    v: Any


print(asdict(Deep([NT(1, Deep(2)), {"k": Deep((3,))}])), astuple(Deep([NT(1, Deep(2)), {"k": Deep((3,))}])))
print(asdict(Deep(1), dict_factory=OrderedDict), astuple(Deep(Deep(2)), tuple_factory=list))
d = Deep([1])
print(asdict(d)["v"] is d.v)


@dataclass
class Custom:
    a: int

    def __repr__(self):
        return "custom!"

    def __eq__(self, other):
        return True


print(Custom(1), Custom(1) == 5, Custom.__hash__)


@dataclass(repr=False, init=False)
class Bare:
    a: int = 1


print(Bare().a, "Bare object" in repr(Bare()), Bare.__doc__)


@dataclass
class Documented:
    "has doc"
    a: int


print(Documented.__doc__)
print(repr(field(default=3)).startswith("Field(name=None,type=None,default=3,default_factory=<dataclasses._MISSING_TYPE object"))


@dataclass
class StrAnn:
    a: "int"
    b: "ClassVar[int]" = 5
    c: "InitVar[int]" = 6
    d: "Optional[str]" = None


print(StrAnn(1), [f.name for f in fields(StrAnn)], StrAnn.__doc__)


@dataclass
class WithSelf:
    self: int
    other: int = 1


print(WithSelf(self=5))


@dataclass
class Desc:
    class D:
        def __get__(self, inst, owner):
            return 99 if inst is None else inst._v

        def __set__(self, inst, v):
            inst._v = v * 2
    x: int = D()


print(Desc().x, Desc(4).x)
