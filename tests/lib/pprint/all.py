import pprint
from pprint import pformat, pp, PrettyPrinter, saferepr, isreadable, isrecursive
from collections import *
from dataclasses import dataclass, field
from types import SimpleNamespace, MappingProxyType


def show(f, *args, **kw):
    try:
        print(f(*args, **kw))
    except Exception as e:
        print(type(e).__name__, e)


print(pprint.__all__)
long = [f"item number {i}" for i in range(12)]
data = {"z": 1, "a": long, "m": {"x": tuple(range(30)), "y": set("abcdefghijklmnopqrstuvwxyz")}, 5: None, (1, 2): "t"}
for kw in ({}, {"width": 40}, {"indent": 4}, {"compact": True}, {"depth": 1}, {"depth": 2}, {"sort_dicts": False}, {"width": 20, "compact": True}):
    print(kw)
    print(pformat(data, **kw))
pp({"b": 1, "a": 2})
pprint.pprint({"b": 1, "a": 2})
pprint.pprint([1, 2], width=1)
print(pformat("the quick brown fox jumps over the lazy dog " * 4))
print(pformat(["the quick brown fox\njumps over the lazy dog " * 3], width=40))
print(pformat(b"bytes are shown in chunks of four " * 4), pformat(bytearray(b"abc" * 40)), sep="\n")
print(pformat(OrderedDict((f"key{i}", i) for i in range(12))))
print(pformat(defaultdict(list, {f"k{i}": [i] for i in range(12)})))
print(pformat(Counter("the quick brown fox jumps over the lazy dog" * 2)))
print(pformat(ChainMap({f"k{i}": i for i in range(12)}, {"z": 1})))
print(pformat(deque(range(60))), pformat(deque(range(60), 60)), sep="\n")
print(pformat(SimpleNamespace(**{f"name{i}": "value" * 3 for i in range(6)})))
print(pformat(MappingProxyType({f"name{i}": "value" * 3 for i in range(6)})))
print(pformat(UserDict({f"name{i}": "value" * 3 for i in range(6)})), pformat(UserList(range(40))), pformat(UserString("x y " * 40)), sep="\n")
print(pformat(frozenset(range(40))), pformat(set()), pformat(frozenset()), pformat(()), pformat((1,)), pformat({}), sep="\n")
P = namedtuple("P", "x y")
print(pformat(P(1, 2)), pformat([P("a" * 40, "b" * 40)]))


@dataclass
class DC:
    name: str
    items: list = field(default_factory=lambda: list(range(30)))
    hidden: int = field(default=1, repr=False)


print(pformat(DC("n")), pformat(DC("n", [1])), pformat([DC("a" * 60)] * 2), sep="\n")
r = [1]
r.append(r)
print(pformat(r).startswith("[1, <Recursion on list with id="), isrecursive(r), isreadable(r), isreadable([1, "a"]), isreadable([object()]), isrecursive([]))
print(saferepr({"b": 1, "a": [1, (2,)]}), pformat(10**30, underscore_numbers=True), pformat({1: 1234567}, underscore_numbers=True))
for kw in ({"indent": -1}, {"depth": 0}, {"width": 0}):
    show(PrettyPrinter, **kw)


class Mine(PrettyPrinter):
    def format(self, obj, ctx, maxlevels, level):
        if isinstance(obj, float):
            return f"{obj:.2f}", True, False
        return super().format(obj, ctx, maxlevels, level)


Mine().pprint({"pi": 3.14159, "l": [2.71828] * 3})
print(pformat({1: "a", "b": 2, None: 3, (1,): 4}), pformat([[[[[1]]]]], depth=3), pformat(True), pformat("short"), pformat(None))
print(pformat({"nested": {"deep": {"deeper": {"deepest": long}}}}, width=60))
