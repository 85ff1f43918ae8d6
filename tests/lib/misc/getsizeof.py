"""Sizes that programs print: those of CPython 3.11 on 64 bits."""
import collections
import enum
import sys
from dataclasses import dataclass


class A: pass


class B:
    __slots__ = ('x', 'y')


class C(B): pass


class D(dict): pass


class L(list): pass


class T(tuple): pass


class I(int): pass


class S(str): pass


class E(Exception): pass


class Color(enum.Enum):
    RED = 1


@dataclass(slots=True)
class P:
    x: int = 1
    y: str = 'a'


def f(): pass


for values in (
        [0, 1, 2**30, 2**60, 10**100, -2**31, 1.5, True, False, None, 1j, ...],
        ['', 'hello', 'é', '中文', '😀', 'a' * 100, 'é' * 100, 'a中' * 50, b'', b'hello', bytearray(), bytearray(b'abc')],
        [[], [1], [1, 2, 3], list(range(1000)), [i for i in range(1000)], [0] * 100, [i for i in range(10)]],
        [(), (1, 2, 3), tuple(range(1000)), range(10), slice(1, 2)],
        [{}, {'a': 1}, dict.fromkeys('abcde'), dict.fromkeys('abcdef'), {i: i for i in range(10)},
         {i: i for i in range(1000)}, {1: 'a', 'b': 2}, {str(i): i for i in range(300)}],
        [set(), {1, 2, 3}, set(range(5)), set(range(1000)), frozenset([1])],
        [A(), B(), C(), D(), L(), T((1, 2)), I(5), S('ab'), P(), Color.RED, E('x'), ValueError('x'), object()],
        [f, lambda: 0, len, sys, property(), memoryview(b'a'), A, iter([]), {}.keys()],
        [(i for i in range(10)), (i * i for i in range(10)), map(int, []), filter(None, [])],
        [collections.deque(range(n)) for n in (0, 1, 63, 64, 1000)],
        [collections.namedtuple('N', 'x y')(1, 2), collections.Counter('abc')]):
    print([sys.getsizeof(value) for value in values])


def growth(make, add):
    value, last, out = make(), 0, []
    for i in range(200):
        add(value, i)
        if sys.getsizeof(value) != last:
            last = sys.getsizeof(value)
            out.append((i + 1, last))
    return out


print(growth(list, list.append))
print(growth(set, set.add))
print(growth(dict, lambda d, i: d.__setitem__(i, i)))
