# len() and truth of subclasses of built-ins, of deques, and of those that
# have their own __len__ or __bool__.
from collections import ChainMap, Counter, OrderedDict, UserList, defaultdict, deque, namedtuple


def show(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


class L(list):
    pass


class Longer(list):
    def __len__(self):
        return list.__len__(self) + 1


class Super(L):
    def __len__(self):
        return super().__len__() * 2


class Yes(list):
    def __bool__(self):
        return True


class Borrowed(dict):
    __len__ = len


class Foreign(list):
    __len__ = dict.__len__


class Taken(dict):
    __len__ = dict.__len__


class Negative(set):
    def __len__(self):
        return -1


class Text(str):
    pass


class Number(int):
    pass


P = namedtuple("P", "a b")
for v in (L(), L([1]), Longer(), Longer([1]), Super(), Super([1]), Yes(), Taken(), Taken(a=1), Text(), Text("ab"),
          Number(0), Number(3), P(1, 2), deque(), deque([1]), Counter(), Counter("ab"), OrderedDict(),
          OrderedDict(a=1), defaultdict(int), defaultdict(int, a=1), ChainMap(), ChainMap({}, {1: 2}),
          UserList(), UserList([1]), type("T", (tuple,), {})(), type("T", (tuple,), {})((1,)),
          type("F", (frozenset,), {})("a"), type("B", (bytes,), {})(b""), type("D", (deque,), {})([1])):
    show(lambda: (type(v).__name__, len(v), bool(v), not v, 1 if v else 0))
for make in (Borrowed, Foreign, Negative):
    show(lambda: len(make()))
show(lambda: bool(Negative()))
L.__len__ = lambda self: 7
print(len(L()), bool(L()), len(Super()))
L.__bool__ = lambda self: False
print(len(L()), bool(L()), bool(Super()))
del L.__len__, L.__bool__
print(len(L()), bool(L()), len(Super([1])))
