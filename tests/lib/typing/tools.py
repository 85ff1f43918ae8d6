import sys
import io
from typing import *
import typing
from dataclasses import dataclass


def show(f, *args, **kw):
    try:
        print(f(*args, **kw))
    except Exception as e:
        print(type(e).__name__, e)


class Node:
    left: "Node"
    right: Optional["Node"] = None
    count: ClassVar[int] = 0
    tag: Annotated[int, "meta"]
    values: List["int"]
    n: None


class Sub(Node):
    extra: "List[Sub]"


print(get_type_hints(Node), get_type_hints(Sub))
print(get_type_hints(Node, include_extras=True))


def f(a: int, b: "str" = "x", *args: "float", c: Optional["Node"] = None, **kw: Any) -> "None": ...


print(get_type_hints(f), get_type_hints(print), get_type_hints(f, {"Node": int, "Optional": Optional, "Any": Any, "None": None}))
show(get_type_hints, 5)
show(get_type_hints, lambda: 0)


def g(x: "Undefined"): ...


show(get_type_hints, g)
print(get_type_hints(g, {"Undefined": int}), get_type_hints(g, None, {"Undefined": str}))


class Emp(NamedTuple):
    "Employee"
    name: str
    id: int = 3

    def hi(self):
        return "hi " + self.name


e = Emp("Bob")
print(e, e.hi(), Emp._fields, Emp._field_defaults, Emp.__annotations__, Emp.__doc__, e._replace(id=5), e._asdict(), Emp.__bases__,
      isinstance(e, tuple), e == ("Bob", 3), Emp.__module__)
E2 = NamedTuple("E2", [("a", int), ("b", "str")])
print(E2(1, "x"), E2.__annotations__, E2.__module__)
show(lambda: exec("class X(NamedTuple):\n a: int = 1\n b: str\n", globals()))
show(lambda: exec("class X(NamedTuple):\n a: int\n def _replace(self): ...\n", globals()))
show(lambda: exec("class X(NamedTuple, Node):\n a: int\n", globals()))
show(lambda: exec("class X(NamedTuple):\n a: int\n def __new__(self): ...\n", globals()))
show(NamedTuple, "X", [("a", int)], b=str)
T = TypeVar("T")


class GN(NamedTuple, Generic[T]):
    v: T


print(GN[int](3), GN[int], GN.__mro__)


class TD(TypedDict):
    a: int
    b: "str"


class TD2(TD, total=False):
    c: float
    d: Required[int]


class TD3(TypedDict):
    x: NotRequired[int]
    y: Annotated[Required[str], "m"]


print(TD(a=1, b="x"), TD, TD.__annotations__, TD.__total__, TD.__required_keys__ == {"a", "b"}, TD.__optional_keys__)
print(TD2.__total__, sorted(TD2.__required_keys__), sorted(TD2.__optional_keys__), TD2.__bases__, TD2.__mro__)
print(sorted(TD3.__required_keys__), sorted(TD3.__optional_keys__), get_type_hints(TD3), get_type_hints(TD3, include_extras=True))
print(type(TD(a=1, b="")), is_typeddict(TD), is_typeddict(dict), is_typeddict(5), get_type_hints(TD))
show(isinstance, {}, TD)
show(issubclass, dict, TD)
FD = TypedDict("FD", {"in": int, "x-y": str}, total=False)
print(FD.__annotations__, FD.__total__, FD({"in": 1}), FD.__module__)
show(lambda: exec("class X(TD, Node):\n a: int\n", globals()))


class GTD(TypedDict, Generic[T]):
    v: T


print(GTD[int], GTD[int](v=1), GTD.__parameters__)


@runtime_checkable
class Closeable(Protocol):
    def close(self): ...


@runtime_checkable
class Named(Protocol):
    name: str


class NotRt(Protocol):
    def f(self): ...


class C:
    def close(self): ...


class D:
    name = "d"


class Ex(Closeable):
    def close(self):
        return "closed"


print(isinstance(C(), Closeable), issubclass(C, Closeable), isinstance(5, Closeable), isinstance(io.StringIO(), Closeable),
      isinstance(D(), Named), isinstance(C(), Named), isinstance(Ex(), Closeable), Ex().close())
show(issubclass, D, Named)
show(isinstance, C(), NotRt)
show(issubclass, C, NotRt)
show(NotRt)
show(runtime_checkable, C)
show(lambda: exec("class X(C, Protocol): ...", globals()))
show(issubclass, 5, Closeable)


class Impl(NotRt):
    def __init__(self, x):
        self.x = x


print(Impl(3).x, issubclass(Impl, NotRt) if False else "", Closeable._is_protocol, Ex._is_protocol)
print(isinstance(5, SupportsInt), isinstance("x", SupportsInt), isinstance(5, SupportsAbs), isinstance(1.5, SupportsRound),
      isinstance(5, SupportsIndex), isinstance(1.5, SupportsIndex), isinstance(5, SupportsFloat), isinstance(b"", SupportsBytes))


class GP(Protocol[T]):
    def m(self) -> T: ...


print(GP[int], GP.__parameters__)


@overload
def ov(x: int) -> int: ...
@overload
def ov(x: str) -> str: ...
def ov(x): return x


print(len(get_overloads(ov)), ov(3), [get_type_hints(o) for o in get_overloads(ov)])
show(overload(lambda: 0))
clear_overloads()
print(get_overloads(ov))


@final
class Fin:
    @final
    def m(self): ...


print(Fin.__final__, Fin.m.__final__, final(5))


@no_type_check
class NT:
    x: "bogus bogus" if False else "bogus"

    def m(self, y: "also bogus" if False else "bogus"): ...


print(get_type_hints(NT), get_type_hints(NT.m))


@dataclass_transform(kw_only_default=True, field_specifiers=(int,))
def dt(cls):
    return cls


print(dt.__dataclass_transform__)
old = sys.stderr
sys.stderr = io.StringIO()
print(reveal_type(5))
out, sys.stderr = sys.stderr.getvalue(), old
print(repr(out))
UserId = NewType("UserId", int)
print(UserId(5), UserId, UserId.__supertype__, UserId.__module__)
show(lambda: exec("class X(UserId): ...", globals()))
print(TYPE_CHECKING, cast("int", 5), assert_type(5, int))
print(typing.get_origin(5), get_args(5), get_args(Callable[[int], str]), get_args(Callable[..., int]), get_args(Literal[1, 2]),
      get_args(int | str), get_origin(int | str), get_origin(List[int]), get_args(Annotated[int, 3]), get_args(Union[int, None]))
