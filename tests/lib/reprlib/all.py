import reprlib
from reprlib import Repr, recursive_repr
from collections import deque

print(reprlib.__all__)
r = reprlib.repr
for v in (list(range(100)), tuple(range(100)), set(range(100)), frozenset(range(9)),
          dict.fromkeys(range(100)), "x" * 100, "it's" * 30, 10**60, 3, (1,), (), [],
          {}, set(), frozenset(), deque(range(20)), deque(), b"x" * 50, 1.5, None,
          [[[[[[[[[1]]]]]]]]], {"a": {"b": {"c": {"d": {"e": {"f": {"g": 1}}}}}}},
          {3, "a"} and {1: [1] * 20}, "a" * 29, "a" * 30, "a" * 31, range(10**40, 10**41)):
    print(r(v))
p = Repr()
p.maxlist = 2
p.maxstring = 10
p.maxdict = 1
p.maxlevel = 2
p.maxother = 8
p.fillvalue = "---"
print(p.repr([1, 2, 3]), p.repr("abcdefghijklmnop"), p.repr({1: 2, 3: 4}),
      p.repr([[[1]]]), p.repr(1.23456789012), p.repr({1: {2: {3: 4}}}))


class Mine(Repr):
    def repr_Foo(self, x, level):
        return f"foo@{level}"


class Foo:
    pass


class Bad:
    def __repr__(self):
        raise ValueError


print(Mine().repr([Foo(), [Foo()]]))
print(r(Bad()).startswith("<Bad instance at 0x"))


class L(list):
    @recursive_repr()
    def __repr__(self):
        "doc"
        return "<" + ", ".join(map(repr, self)) + ">"


x = L([1])
x.append(x)
x.append([x])
print(x, L.__repr__.__name__, L.__repr__.__doc__, L.__repr__.__qualname__)


class M:
    @recursive_repr(fillvalue="+++")
    def __repr__(self):
        return f"M({self.me!r})"


m = M()
m.me = m
print(m, m)
