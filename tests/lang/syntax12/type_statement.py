# type_statement.py: PEP 695: the type statement.
# SPDX-License-Identifier: Apache-2.0

type A = int
type B = list[A]
type Rec = dict[str, Rec] | int
type G[T] = list[T]
type P[**Q] = Q
type V[*Ts] = tuple[*Ts]
type Bound[T: int] = T
type Constr[T: (int, str)] = T
print(A, A.__name__, A.__value__, type(A).__name__, B.__value__, repr(B))
print(G.__type_params__, G.__parameters__, G[int], V.__type_params__, P.__type_params__)
print(Rec.__value__, A.__type_params__, A.__module__)
print(Bound.__type_params__[0].__bound__, Constr.__type_params__[0].__constraints__, Bound.__type_params__[0].__name__)
log = []


def lazy():
    log.append('evaluated')
    return int


type L = lazy()
print(log)
print(L.__value__, log)
print(L.__value__, log)
type Bad = undefined_name
try:
    Bad.__value__
except NameError as e:
    print(e)
undefined_name = str
print(Bad.__value__)


def f():
    local = float
    type Inner = local
    return Inner


print(f().__value__, f().__name__)


class C:
    x = int
    type Attr = x
    type Self = C


print(C.Attr.__value__, C.Self.__value__)
type = 5
print(type)
del type
type X = int | None
print(X.__value__, isinstance(X, int), X == X, hash(X) == hash(X))
try:
    A()
except TypeError as e:
    print(e)
try:
    A[int]
except TypeError as e:
    print(e)
try:
    A.__name__ = 'x'
except AttributeError as e:
    print(e)
print(type(X), G[int].__origin__, G[int].__args__, list[A])
type.__call__
type (A)
match type(5):
    case type(): print('soft keyword ok')
