"""A subclass of a sequence that has taken over an operator has taken over all of it."""
import operator
import warnings


class V(tuple):
    def __add__(self, other):
        return V(a + b for a, b in zip(self, other)) if isinstance(other, V) else NotImplemented

    def __mul__(self, k):
        return V(a * k for a in self) if isinstance(k, (int, float)) else NotImplemented
    __rmul__ = __mul__


class L(list):
    def __add__(self, other): return NotImplemented
    def __iadd__(self, other): return NotImplemented


class S(str):
    def __add__(self, other): return NotImplemented
    def __mul__(self, other): return NotImplemented
    def __mod__(self, other): return NotImplemented


class R(list):
    def __radd__(self, other): return NotImplemented


class B(bytes):
    def __add__(self, other): return NotImplemented
    def __mul__(self, other): return NotImplemented


v = V((1, 2))
for f in (lambda: v + v, lambda: v + 1, lambda: v + (1,), lambda: (1,) + v, lambda: v * 2, lambda: 2 * v,
          lambda: v * "a", lambda: "a" * v, lambda: v * None, lambda: L() + [1], lambda: L() + 1,
          lambda: [1] + L(), lambda: operator.iadd(L(), [1]), lambda: operator.iadd(L(), 2),
          lambda: S("a") + "b", lambda: "b" + S("a"), lambda: S("a") * 2, lambda: 2 * S("a"),
          lambda: S("a%s") % 1, lambda: B(b"a") + b"b", lambda: B(b"") * None, lambda: S("a") + 1,
          lambda: R([1]) + 1, lambda: 1 + R([1]), lambda: L([1]) * None, lambda: R([1]) + [2]):
    try:
        print(repr(f()))
    except TypeError as e:
        print(e)


class E:
    def __eq__(self, other): return True
    x = 1


class M:
    __slots__ = ('a',)
    def __eq__(self, other): return True


print(list(vars(E)), list(vars(M)))
try:
    print(hash(E()))
except TypeError as e:
    print(e)


class T:
    def __trunc__(self): return 5
    def __eq__(self, other): return NotImplemented if other is None else True
    def __ne__(self, other): return not self.__eq__(other)


def whole():
    return int(T())


with warnings.catch_warnings(record=True) as seen:
    warnings.simplefilter("always")
    print(whole(), T() != None, T() != 1)
    if NotImplemented:
        print(NotImplemented or 1)
    for warning in seen:
        print(warning.lineno, warning.message)
