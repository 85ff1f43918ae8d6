"""Arguments of generics written with a star; errors of protocols."""

import csv
import json
from typing import Annotated, Generic, Protocol, Tuple, TypeVar, TypeVarTuple

T = TypeVar("T")
T2 = TypeVar("T2")
Ts = TypeVarTuple("Ts")


class C(Generic[T]):
    pass


class D(Generic[T, T2]):
    pass


class G(Generic[*Ts]):
    pass


print(C[T][*tuple[int]], C[*tuple[int]], list[T][*tuple[int]])
print(D[T, T2][*tuple[int, str]], dict[T, T2][*tuple[int, str]])
for kind in (G, Tuple, tuple):
    alias = kind[*Ts]
    print(alias[()], alias[int], alias[int, str], alias[*tuple[int, str]])
print(tuple[*Ts][()] == tuple[()], Annotated[tuple[*Ts], "x"][int])


class P(Protocol):
    pass


class Child(P):
    pass


for _ in range(2):
    try:
        Child(42)
    except TypeError as error:
        print(error)
    Child()

print(json.JSONDecoder().memo, csv.field_size_limit.__module__)
