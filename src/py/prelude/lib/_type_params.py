"""_type_params - objects behind `def f[T]`, `class C[T]` and `type X = ...`.

The compiled code hands over functions for bounds and values: they are called
when the attribute is first read.

SPDX-License-Identifier: Apache-2.0
"""

from types import GenericAlias

from _typing_alias import Generic
from _typing_forms import Union, Unpack
from _typing_vars import ParamSpec, TypeVar, TypeVarTuple

__name__ = "typing"


def make_var(name, lazy, constrained, module):
    var = TypeVar(name)
    if lazy is not None:
        missing = "__constraints__" if constrained else "__bound__"
        delattr(var, missing)
        var._lazy = {missing: lazy}
    return _finish(var, module)


def make_spec(name, module):
    return _finish(ParamSpec(name), module)


def make_tuple(name, module):
    var = TypeVarTuple(name)
    var.__module__ = module
    return var


def _finish(var, module):
    var.__infer_variance__ = True
    var.__module__ = module
    return var


def with_generic(bases, params):
    args = [Unpack[p] if isinstance(p, TypeVarTuple) else p for p in params]
    return (*bases, Generic[tuple(args)])


class TypeAliasType:
    """Type alias made by a type statement."""

    __slots__ = ("_name", "_params", "_module", "_lazy", "_value")

    def __init__(self, name, value, *, type_params=()):
        self._name = name
        self._params = type_params
        self._module = None
        self._lazy = None
        self._value = value

    @classmethod
    def _make(cls, name, lazy, params, module):
        self = cls(name, None, type_params=params)
        self._lazy = lazy
        self._module = module
        return self

    @property
    def __value__(self):
        if self._lazy is not None:
            self._value = self._lazy()
            self._lazy = None
        return self._value

    def __getattribute__(self, name):
        if name == "__name__":
            return object.__getattribute__(self, "_name")
        if name == "__module__":
            return object.__getattribute__(self, "_module")
        if name == "__type_params__":
            return object.__getattribute__(self, "_params")
        if name == "__parameters__":
            out = []
            for param in object.__getattribute__(self, "_params"):
                out.append(Unpack[param] if isinstance(param, TypeVarTuple) else param)
            return tuple(out)
        return object.__getattribute__(self, name)

    def __setattr__(self, name, value):
        if name in ("__name__", "__value__", "__type_params__", "__module__", "__parameters__"):
            raise AttributeError("readonly attribute")
        object.__setattr__(self, name, value)

    def __getitem__(self, args):
        if not self._params:
            raise TypeError("Only generic type aliases are subscriptable")
        return GenericAlias(self, args)

    def __repr__(self):
        return self._name

    def __or__(self, other):
        return Union[self, other]

    def __ror__(self, other):
        return Union[other, self]

    def __reduce__(self):
        return self._name
