import typing
from typing import *
import collections.abc
import types


def show(f, *args, **kw):
    try:
        print(f(*args, **kw))
    except Exception as e:
        print(type(e).__name__, e)


print(typing.__all__)
T, U = TypeVar("T"), TypeVar("U")
P = ParamSpec("P")
Ts = TypeVarTuple("Ts")
N = NewType("N", int)


class G(Generic[T]):
    x: T

    def get(self) -> T: ...


class H(G[U], Dict[str, U]):
    pass


class Pair(Generic[T, U]):
    pass


forms = [
    Any, List, List[int], Dict[str, List[int]], Tuple[int, ...], Tuple[()], Tuple[int], Tuple[int, str],
    Optional[int], Union[int, str], Union[int, str, None], Union[int, int], Union[int, Union[str, float]],
    Callable, Callable[..., int], Callable[[int, str], bool], Callable[[], None], Callable[P, int],
    Callable[Concatenate[int, P], str], Type[int], ClassVar[int], Final[int], Literal[1, "a", None, True, 1],
    Literal["x"], Annotated[int, "meta", 5], Annotated[Annotated[int, 1], 2], Set[str], FrozenSet[T],
    Deque[int], DefaultDict[str, int], Counter[str], OrderedDict[str, int], ChainMap[str, int],
    Iterable[T], Iterator[int], Generator[int, str, None], AsyncGenerator[int, str], Coroutine[int, str, bytes],
    Awaitable[int], AsyncIterator[int], Mapping[str, T], MutableMapping[T, U], Sequence[int], Sized, Hashable,
    Collection[int], Container[int], Reversible[int], ContextManager[int], AsyncContextManager[int],
    T, U, P, Ts, P.args, P.kwargs, G, G[int], G[T], Pair[int, str], Pair[T, int], Generic, Generic[T],
    NoReturn, Never, Self, LiteralString, TypeAlias, TypeGuard[int], Unpack[Ts], Required[int], NotRequired[str],
    Tuple[Unpack[Ts]], Tuple[int, Unpack[Ts]], Pattern[str], Match[bytes], IO[str], TextIO, BinaryIO, AnyStr,
    Optional[List["Node"]], ForwardRef("X"), List["int"], N, Text, Concatenate[int, P], KeysView[int],
    ItemsView[int, str], ValuesView[int], AbstractSet[int], MutableSet[int], MutableSequence[int], ByteString,
    SupportsInt, SupportsAbs[int], Protocol, Protocol[T], TypeVar("C", covariant=True),
    TypeVar("D", contravariant=True), TypeVar("E", bound=int), TypeVar("F", int, str), list[int], int | None,
    Union[list[int], None], Optional[int | str], Union[T, int], List[T][int], Dict[T, U][int, str],
    Dict[T, int][str], Callable[[T], U][int, str], Union[T, U][int, str], Union[T, int][int],
    Optional[T][str], Annotated[T, 5][int], Tuple[T, ...][int], Callable[P, T][[int, str], bool],
    Callable[P, T][..., int], Callable[Concatenate[int, P], T][[str], bool], G[List[T]][int],
    Tuple[Unpack[Ts]][int, str], collections.abc.Callable[[T], int][str], list[T][int], dict[T, U][int, str],
    T | int, int | T, List[int] | None, None | List[int], N | str, "X" | T if False else 0,
]
for f in forms:
    print(repr(f), "|", get_origin(f), "|", get_args(f), "|", getattr(f, "__parameters__", None))
print(List[int] == List[int], List[int] == List[str], Union[int, str] == Union[str, int], hash(List[int]) == hash(List[int]),
      Literal[1] == Literal[True], Optional[int] == Union[None, int], Union[int, str] == int | str, Annotated[int, 1] == Annotated[int, 1])
bad = [
    lambda: List[int, str], lambda: Dict[int], lambda: Union[()], lambda: Optional[int, str], lambda: Callable[int],
    lambda: Callable[int, str], lambda: ClassVar[int, str], lambda: Any[int], lambda: NoReturn[int], lambda: Self[int],
    lambda: List[int][str], lambda: G[int, str], lambda: G[int][str], lambda: Generic[int], lambda: Generic[T, T],
    lambda: Any(), lambda: Union(), lambda: List[int](), lambda: List(), lambda: T(), lambda: isinstance(1, Any),
    lambda: isinstance(1, Union[int, str]), lambda: isinstance([], List[int]), lambda: isinstance([], List), lambda: issubclass(list, List),
    lambda: isinstance(1, Optional), lambda: isinstance(1, T), lambda: List[(1, 2)], lambda: Union[ClassVar[int], int],
    lambda: List[Final[int]], lambda: List[ClassVar], lambda: Literal, lambda: Annotated[int], lambda: Annotated(), lambda: TypeVar("A", int),
    lambda: TypeVar("A", int, str, bound=int), lambda: TypeVar("A", covariant=True, contravariant=True), lambda: Concatenate[int, str],
    lambda: ForwardRef(5), lambda: ForwardRef("a b"), lambda: Sized[int], lambda: Tuple[..., int], lambda: Hashable[int],
    lambda: type("X", (Any,), {}), lambda: types.new_class("X", (Union,)), lambda: types.new_class("X", (Optional[int],)),
    lambda: types.new_class("X", (Generic,)), lambda: types.new_class("X", (Generic[T], Generic[U])), lambda: types.new_class("X", (List[T], Generic[U])),
    lambda: types.new_class("X", (N,)), lambda: cast(int, "x"), lambda: assert_type(1, str), lambda: N(5), lambda: N.__supertype__, lambda: N.__name__,
    lambda: List[int].foo, lambda: List.append, lambda: G[int]().__orig_class__,
    lambda: Dict[T, U][int], lambda: Callable[P, int][int], lambda: Unpack[int, str], lambda: Required[int, str], lambda: assert_never("x"), lambda: assert_never("y" * 200),
]
for f in bad:
    show(f)
print(H.__mro__, H.__orig_bases__, H.__parameters__, G.__parameters__, Pair.__parameters__, H[int])


class L(List[int]):
    pass


print(L.__mro__, L.__orig_bases__, L([1, 2]), G[int]().__class__ is G)


class A(Any):
    pass


print(A(), 0) if False else print(A.__mro__)
print(T.__name__, T.__bound__, T.__constraints__, T.__covariant__, AnyStr.__constraints__, T.__module__, P.__name__)
