"""ast._old - names that Constant and others have replaced, still in use.

Num, Str, Bytes, NameConstant and Ellipsis make a Constant and recognise one
by its value; visitors may have a visit_Num.  Index and ExtSlice answer with
what they held.

SPDX-License-Identifier: Apache-2.0
"""

from ast._nodes import AST, Constant, Load, Tuple, expr_context, mod

# A class stands for the constants of exactly these types.
_VALUES = {"Num": (int, float, complex), "Str": (str,), "Bytes": (bytes,),
           "NameConstant": (bool, type(None)), "Ellipsis": (type(...),)}
_NOTE = "Deprecated AST node class. Use ast.{} instead"


def old_name(node):
    """The class that a Constant had, None if there was none."""
    for name, types in _VALUES.items():
        if type(node.value) in types:
            return name
    return None


class _ABC(type):
    """Tells instances by the value of a Constant."""

    __module__ = "ast"

    def __instancecheck__(cls, instance):
        if cls.__name__ not in _VALUES or cls is not _OLD[cls.__name__]:
            return type.__instancecheck__(cls, instance)
        if type.__instancecheck__(cls, instance):
            return True
        if not isinstance(instance, Constant):
            return False
        return type(getattr(instance, "value", _VALUES)) in \
            _VALUES[cls.__name__]


def _make_constant(cls, *args, **kwargs):
    for name in cls._fields[:len(args)]:
        if name in kwargs:
            raise TypeError(f"{cls.__name__} got multiple values for "
                            f"argument {name!r}")
    if cls not in _OLD.values():
        return Constant.__new__(cls)
    if cls.__name__ == "Ellipsis":
        return Constant(..., *args, **kwargs)
    return Constant(*args, **kwargs)


def _make_class(name, fields):
    return _ABC(name, (Constant,), {
        "__module__": "ast", "__doc__": _NOTE.format("Constant"),
        "__new__": _make_constant, "_fields": fields})


_OLD = {"Num": _make_class("Num", ("n",)),
        "Str": _make_class("Str", ("s",)),
        "Bytes": _make_class("Bytes", ("s",)),
        "NameConstant": _make_class("NameConstant", ("value", "kind")),
        "Ellipsis": _make_class("Ellipsis", ())}


def _set_value(self, value):
    self.value = value


Constant.n = Constant.s = property(lambda self: self.value, _set_value,
                                   doc=_NOTE.format("Constant"))


class slice(AST):
    """Deprecated AST node class."""

    __module__ = "ast"


class Index(slice):
    """Deprecated AST node class. Use the index value directly instead."""

    __module__ = "ast"

    def __new__(cls, value, **kwargs):
        return value


class ExtSlice(slice):
    """Deprecated AST node class. Use ast.Tuple instead."""

    __module__ = "ast"

    def __new__(cls, dims=(), **kwargs):
        return Tuple(list(dims), Load(), **kwargs)


def _make_unused(name, base):
    return type(name, (base,), {"__module__": "ast",
                                "__doc__": "Deprecated AST node class."})


CLASSES = dict(_OLD, slice=slice, Index=Index, ExtSlice=ExtSlice,
               Suite=_make_unused("Suite", mod),
               AugLoad=_make_unused("AugLoad", expr_context),
               AugStore=_make_unused("AugStore", expr_context),
               Param=_make_unused("Param", expr_context))
