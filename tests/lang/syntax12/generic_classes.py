# generic_classes.py: PEP 695: type parameters of classes and methods.
# SPDX-License-Identifier: Apache-2.0

class Box[T]:
    item: T

    def __init__(self, item: T): self.item = item

    def map[U](self, f) -> 'Box[U]':
        return Box(f(self.item))

    def get(self) -> T: return self.item

    def param(self): return T.__name__

    @classmethod
    def make(cls, x: T): return cls(x)


b = Box(3)
print(b.item, b.map(str).item, b.get(), b.param(), Box.make('x').item)
print(Box.__type_params__, Box.__parameters__, Box.__orig_bases__, [c.__name__ for c in Box.__mro__], Box.map.__type_params__)
print(Box[int], Box[int](5).item, Box[int].__origin__ is Box, Box[int].__args__, Box.__annotations__)


class Sub[K, V](dict[K, V]):
    def first(self) -> tuple[K, V]: return next(iter(self.items()))


s = Sub(a=1)
print(s.first(), [c.__name__ for c in Sub.__mro__], Sub[str, int], Sub.__orig_bases__[0])


class Child(Box[int]):
    pass


print(Child(7).get(), Child.__orig_bases__, [c.__name__ for c in Child.__mro__], Child.__type_params__)


class Bounded[T: (int, str), *Ts, **P]: pass


print(Bounded.__type_params__, Bounded.__type_params__[0].__constraints__)


class Stack[T]:
    def __init__(self) -> None: self.items: list[T] = []
    def push(self, x: T) -> None: self.items.append(x)
    def pop(self) -> T: return self.items.pop()
    def __len__(self): return len(self.items)


st = Stack[int]()
st.push(1)
st.push(2)
print(st.pop(), len(st), type(st).__name__, isinstance(st, Stack))
try:
    Box[int, str]
except TypeError as e:
    print(e)
try:
    isinstance(b, Box[int])
except TypeError as e:
    print(e)


class Meta(type):
    def __new__(m, n, bases, ns, **kw):
        print('meta', n, [x.__name__ for x in bases], kw)
        return super().__new__(m, n, bases, ns)


class WithMeta[T](metaclass=Meta, opt=1): pass


print(WithMeta[int].__args__, WithMeta.__type_params__)
x = 'global'


class Scope[T]:
    x = 'class'
    y = x
    inner = [T for _ in range(1)]

    class Nested:
        z = T

    def m(self): return x


print(Scope.y, Scope.inner, Scope.Nested.z, Scope().m())
