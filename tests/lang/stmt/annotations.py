# annotations.py: Variable annotations and __annotations__.
# SPDX-License-Identifier: Apache-2.0

x: int = 5
y: str
z: 'forward' = None
print(__annotations__)
print(x, 'y' in globals())
(w): float = 1.5
print('w' in __annotations__, w)


class C:
    a: int = 1
    b: str
    c: 'C' = None
    d: list[int] = []
    _p: dict[str, tuple[int, ...]]
    __m: int = 3
    print(sorted(__annotations__))


print(C.__annotations__)
print(hasattr(C, 'b'), C.a)


class D(C):
    e: int | None = None


print(D.__annotations__)


class E(C):
    pass


print(E.__annotations__ is C.__annotations__, E.__annotations__)


def f(a: int, b: 'str' = 'x', *args: float, k: bool = False, **kw: dict) -> None:
    local: int = 5
    undefined: NoSuchName
    other: (print('never evaluated'), 1)
    return local


print(f.__annotations__, f(1))
print((lambda: 0).__annotations__)


def log(v):
    print('evaluated', v)
    return v


q: log('ann') = log('value')


class O:
    pass


o = O()
o.attr: log('attr ann') = 5
print(o.attr, 'attr' in __annotations__)
lst = [0]
lst[0]: log('item ann') = 7
print(lst)


def g():
    v: int
    try:
        v
    except UnboundLocalError as e:
        print(e)
    o.x: no_such = 3
    return o.x


print(g())
try:
    bad: NoSuchName = 1
except NameError as e:
    print(e, bad)
if False:
    never: int = 1
print('never' in __annotations__, sorted(__annotations__))
t: tuple = 1, 2
print(t)
__annotations__['manual'] = 5
print(__annotations__['manual'])
