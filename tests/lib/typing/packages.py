# What packages such as typing_extensions take from typing beside its documentation.
import abc
import typing
from typing import Generic, TypeVar, get_overloads, overload

T = TypeVar("T")


class Form(typing._SpecialForm, _root=True):
    def __repr__(self):
        return "my." + self._name


@Form
def Marked(self, parameters):
    """A form of a package."""
    item = typing._type_check(parameters, f"{self._name} accepts only a single type.")
    return typing._GenericAlias(self, (item,))


print(Marked, Marked[int], Marked.__doc__, Marked[int] == Marked[int], Marked.__name__)
for f in (lambda: Marked[int, str], lambda: Marked(), lambda: isinstance(3, Marked)):
    try:
        print(f())
    except TypeError as e:
        print(e)


class Meta(type(typing.Protocol)):
    def __eq__(cls, other):
        return abc.ABCMeta.__eq__(cls, other) is True or (cls is Protocol and other is typing.Protocol)

    __hash__ = type.__hash__


class Protocol(Generic, metaclass=Meta):
    __slots__ = ()
    _is_protocol = True


print(Protocol[T].__parameters__, Protocol[T].__origin__ is Protocol)
try:
    Protocol[int]
except TypeError as e:
    print(e)

calls = []


@typing._tp_cache
def subscript(self, parameters):
    calls.append(parameters)
    return parameters


@typing._tp_cache(typed=True)
def other(self, parameters):
    return parameters


print(subscript(1, (2, 3)), subscript(1, (2, 3)), subscript(1, []), calls, other(1, 1), other(1, 1.0))


def marked(f):
    f.mark = 1
    return f


@marked
@overload
def g(x: int) -> int: ...
@marked
@overload
def g(x: str) -> str: ...
def g(x):
    return x


print(len(get_overloads(g)), g(3))
print(typing._type_convert(None), typing._type_convert("X"), typing._deduplicate([1, 2, 1]) and "ok",
      typing._is_param_expr(...), typing._is_dunder("__a__"), sorted(typing._prohibited)[:2],
      typing._type_repr(int), typing._collect_parameters((T, int)))
try:
    typing._check_generic(list, (int, int), 1)
except TypeError as e:
    print(e)
