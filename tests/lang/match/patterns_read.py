# Which items of a sequence a pattern reads, what counts as a sequence, and keys
# written twice.
import collections
from collections.abc import Mapping, Sequence


class Loud(Sequence):
    def __init__(self, n):
        self.n = n

    def __len__(self):
        return self.n

    def __getitem__(self, i):
        print(i, end=" ")
        if i >= self.n:
            raise IndexError
        return i


def shape(x):
    match x:
        case [*_]:
            print("any", end=" ")
    match x:
        case [_, _]:
            print("two", end=" ")
    match x:
        case [a, *_, b]:
            print("ends", a, b, end=" ")
    match x:
        case [a, *rest]:
            print("rest", a, rest, end=" ")
    match x:
        case []:
            print("empty", end=" ")
    print()


for n in range(4):
    shape(Loud(n))
match range(1 << 40):
    case [a, b, *_, c]:
        print(a, b, c)


class Both(collections.UserDict, Sequence):
    pass


class Other(collections.UserList, Mapping):
    pass


class Late:
    pass


Sequence.register(Late)
for x in (Both(), Other(), Late(), {}, (), "a", b"a", {1}, memoryview(b"a"),
          collections.deque(), collections.Counter()):
    match x:
        case {}:
            print(type(x).__name__, "mapping")
        case [*_]:
            print(type(x).__name__, "sequence")
        case _:
            print(type(x).__name__)

KEYS = ("0, False", "0, 0.0", "0, -0", "0, 0j", "1, True", "1.5, 1.5", "-1, -1",
        "1+2j, 1+2j", "-1-0j, -1-0j", "2j, 2j", "'a', \"a\"", "b'a', b'a'",
        "None, None", "0, 1", "1, -1", "1, 1+1j", "'a', b'a'", "None, False", "1.5, 1.25",
        "-1.5, -1.5", "-2j, -2j")
for keys in KEYS:
    text = "match x:\n case {%s: _}: pass" % keys.replace(", ", ": _, ")
    try:
        compile(text, "keys", "exec")
        print(keys, "fine")
    except SyntaxError as e:
        print(keys, e.msg)
