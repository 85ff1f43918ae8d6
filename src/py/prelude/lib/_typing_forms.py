"""_typing_forms - special forms, checks of types and forward references.

SPDX-License-Identifier: Apache-2.0
"""

import collections.abc
import functools
import operator
import sys
import types
from types import GenericAlias

from _typing_alias import (Generic, _AnnotatedAlias, _CallableType,
                           _ConcatenateGenericAlias, _GenericAlias,
                           _LiteralGenericAlias, _UnionGenericAlias,
                           _UnpackGenericAlias, with_types)
from _typing_base import (Joinable, _Final, _NotIterable, as_tuple, cached,
                          has_flat_callable_args, is_any_of,
                          is_starred_variable, late, unique)
from _typing_vars import (ParamSpec, ParamSpecArgs, ParamSpecKwargs, TypeVar,
                          TypeVarTuple)

__name__ = "typing"


# --- Checking ---------------------------------------------------------------

def convert(arg, module=None, is_class=False):
    """Replace None and text by the types they stand for."""
    if arg is None:
        return type(None)
    if isinstance(arg, str):
        return ForwardRef(arg, module=module, is_class=is_class)
    return arg


def _type_check(arg, msg, is_argument=True, module=None, *,
                allow_special_forms=False):
    """Return an argument as a type; TypeError if it cannot be one."""
    arg = convert(arg, module, allow_special_forms)
    outermost = ()  # forms that have no place inside of others
    if not allow_special_forms:
        outermost = (ClassVar, Final) if is_argument else (ClassVar,)
    if isinstance(arg, _GenericAlias):
        if is_any_of(arg.__origin__, (Generic, late.Protocol, *outermost)):
            raise TypeError(f"{arg} is not valid as type argument")
        return arg
    if is_any_of(arg, (Any, NoReturn, Never, Self, LiteralString,
                       TypeAlias)):
        return arg
    if allow_special_forms and is_any_of(arg, (ClassVar, Final)):
        return arg
    if isinstance(arg, _SpecialForm) or is_any_of(arg, (Generic,
                                                        late.Protocol)):
        raise TypeError(f"Plain {arg} is not valid as type argument")
    if type(arg) is tuple:
        raise TypeError(f"{msg} Got {arg!r:.100}.")
    return arg


def check_all(args, msg):
    return tuple([_type_check(arg, msg) for arg in args])


# --- Forward references -----------------------------------------------------

class ForwardRef(_Final, Joinable, _root=True):
    """A type that is given as text."""

    __slots__ = tuple([f"__forward_{word}__" for word in (
        "arg", "code", "evaluated", "value", "is_argument", "is_class",
        "module")])

    def __init__(self, arg, is_argument=True, module=None, *,
                 is_class=False):
        if not isinstance(arg, str):
            raise TypeError(f"Forward reference must be a string -- got "
                            f"{arg!r}")
        try:
            # a starred expression is only allowed inside of something
            code = compile(f"({arg},)[0]" if arg[:1] == "*" else arg,
                           "<string>", "eval")
        except SyntaxError:
            raise SyntaxError("Forward reference must be an expression -- "
                              f"got {arg!r}")
        for word, value in (("arg", arg), ("code", code),
                            ("evaluated", False), ("value", None),
                            ("is_argument", is_argument),
                            ("is_class", is_class), ("module", module)):
            setattr(self, f"__forward_{word}__", value)

    def _evaluate(self, globalns, localns, recursive_guard):
        text = self.__forward_arg__
        if text in recursive_guard:
            return self
        if localns is globalns and self.__forward_evaluated__:
            return self.__forward_value__
        if globalns is None:
            globalns = {} if localns is None else localns
        if localns is None:
            localns = globalns
        module = sys.modules.get(self.__forward_module__)
        if module is not None:
            globalns = getattr(module, "__dict__", globalns)
        value = _type_check(
            eval(self.__forward_code__, globalns, localns),
            "Forward references must evaluate to types.",
            self.__forward_is_argument__,
            allow_special_forms=self.__forward_is_class__)
        value = _eval_type(value, globalns, localns,
                           recursive_guard | {text})
        self.__forward_value__ = value
        self.__forward_evaluated__ = True
        return value

    def __eq__(self, other):
        if not isinstance(other, ForwardRef):
            return NotImplemented
        if self.__forward_arg__ != other.__forward_arg__:
            return False
        if self.__forward_evaluated__ and other.__forward_evaluated__:
            return other.__forward_value__ == self.__forward_value__
        return other.__forward_module__ == self.__forward_module__

    def __hash__(self):
        return hash((self.__forward_arg__, self.__forward_module__))

    def __repr__(self):
        words = [repr(self.__forward_arg__)]
        if self.__forward_module__ is not None:
            words.append(f"module={self.__forward_module__!r}")
        return f"ForwardRef({', '.join(words)})"


ALIASES = _GenericAlias, GenericAlias, types.UnionType


def rebuild(alias, args):
    """The same alias with other arguments."""
    if isinstance(alias, types.UnionType):
        return functools.reduce(operator.or_, args)
    if isinstance(alias, GenericAlias):
        return GenericAlias(alias.__origin__, args)
    return alias.copy_with(args)


def _eval_type(t, globalns, localns, recursive_guard=frozenset()):
    """Evaluate the forward references in a type."""
    if isinstance(t, ForwardRef):
        return t._evaluate(globalns, localns, recursive_guard)
    if not isinstance(t, ALIASES):
        return t
    if isinstance(t, GenericAlias):
        t = _without_text(t)
    args = tuple([_eval_type(arg, globalns, localns, recursive_guard)
                  for arg in t.__args__])
    return t if args == t.__args__ else rebuild(t, args)


def _without_text(alias):
    """In list["X"] the text stays text; make it a reference."""
    args = tuple([ForwardRef(arg) if isinstance(arg, str) else arg
                  for arg in alias.__args__])
    starred = alias.__unpacked__
    if has_flat_callable_args(alias, args):
        args = args[:-1], args[-1]
    alias = alias.__origin__[args]
    return Unpack[alias] if starred else alias


# --- Special forms ----------------------------------------------------------

class _SpecialForm(_Final, _NotIterable, Joinable, _root=True):
    # a name with a meaning of its own; `getitem` makes the result of form[x].
    # Packages decorate functions with subclasses of it.
    __slots__ = ("_name", "__doc__", "_getitem", "_takes_values")

    def __init__(self, getitem, name=None, doc=None, values=False):
        self._name = name or getitem.__name__
        self.__doc__ = doc or getitem.__doc__
        self._getitem = getitem
        self._takes_values = values

    def __getattr__(self, name):
        if name in ("__name__", "__qualname__"):
            return self._name
        raise AttributeError(name)

    def __repr__(self):
        return f"typing.{self._name}"

    def __reduce__(self):
        return self._name

    def __call__(self, *args, **kwds):
        raise TypeError(f"Cannot instantiate {self!r}")

    def __mro_entries__(self, bases):
        raise TypeError(f"Cannot subclass {self!r}")

    def __instancecheck__(self, obj):
        raise TypeError(f"{self} cannot be used with isinstance()")

    def __subclasscheck__(self, cls):
        raise TypeError(f"{self} cannot be used with issubclass()")

    @cached
    def __getitem__(self, parameters):
        return self._getitem(self, parameters)


def _take_none(form, parameters):
    raise TypeError(f"{form} is not subscriptable")


def _take_one(form, parameters):
    arg = _type_check(parameters, f"{form} accepts only single type.")
    return _GenericAlias(form, (arg,))


def _take_key(form, parameters):
    arg = _type_check(parameters,
                      f"{form._name} accepts only a single type.")
    return _GenericAlias(form, (arg,))


def _take_unpack(form, parameters):
    arg = _type_check(parameters, f"{form} accepts only single type.")
    return _UnpackGenericAlias(form, (arg,))


def _take_union(form, parameters):
    if parameters == ():
        raise TypeError("Cannot take a Union of no types.")
    flat = []
    for arg in check_all(as_tuple(parameters),
                         "Union[arg, ...]: each arg must be a type."):
        if isinstance(arg, (_UnionGenericAlias, types.UnionType)):
            flat += arg.__args__
        else:
            flat.append(arg)
    args = unique(flat)
    if len(args) == 1:
        return args[0]
    is_optional = len(args) == 2 and type(None) in args
    return _UnionGenericAlias(form, args,
                              name="Optional" if is_optional else None)


def _take_optional(form, parameters):
    arg = _type_check(parameters, f"{form} requires a single type.")
    return Union[arg, type(None)]


def _take_literal(form, parameters):
    values = []
    for value in as_tuple(parameters):
        if isinstance(value, _LiteralGenericAlias):
            values += value.__args__
        else:
            values.append(value)
    try:
        values = [value for value, _ in dict.fromkeys(with_types(values))]
    except TypeError:
        pass  # some are not hashable: keep all
    return _LiteralGenericAlias(form, tuple(values))


def _take_concatenate(form, parameters):
    if parameters == ():
        raise TypeError("Cannot take a Concatenate of no types.")
    *first, last = as_tuple(parameters)
    if last is not ... and not isinstance(last, ParamSpec):
        raise TypeError("The last parameter to Concatenate should be a "
                        "ParamSpec variable or ellipsis.")
    first = check_all(first, "Concatenate[arg, ...]: each arg must be a "
                             "type.")
    return _ConcatenateGenericAlias(form, (*first, last))


NoReturn = _SpecialForm(
    _take_none, "NoReturn", "The result of a function that never returns.")
Never = _SpecialForm(
    _take_none, "Never", "The type without values.")
Self = _SpecialForm(
    _take_none, "Self", "The class around a method.")
LiteralString = _SpecialForm(
    _take_none, "LiteralString", "Text that is written in the program.")
TypeAlias = _SpecialForm(
    _take_none, "TypeAlias", "Marks the assignment of another name for a type.")
ClassVar = _SpecialForm(
    _take_one, "ClassVar", "Marks a variable that instances share.")
Final = _SpecialForm(
    _take_one, "Final", "Marks a name that is bound once.")
TypeGuard = _SpecialForm(
    _take_one, "TypeGuard", "The result of a function that tells types apart.")
Required = _SpecialForm(
    _take_key, "Required", "Marks a key that must be there.")
NotRequired = _SpecialForm(
    _take_key, "NotRequired", "Marks a key that may be missing.")
Union = _SpecialForm(
    _take_union, "Union", "Union[X, Y]: either X or Y.")
Optional = _SpecialForm(
    _take_optional, "Optional", "Optional[X]: X or None.")
Literal = _SpecialForm(
    _take_literal, "Literal", "Literal[a, b]: one of these values.", values=True)
Concatenate = _SpecialForm(
    _take_concatenate, "Concatenate", "Parameters in front of those of a ParamSpec.")
Unpack = _SpecialForm(
    _take_unpack, "Unpack", "Unpack[Ts]: another way to write *Ts.")
Callable = _CallableType(collections.abc.Callable, 2)
Callable.__doc__ = "Callable[[X, Y], Z]: takes X and Y, returns Z."


# --- Any, Annotated ---------------------------------------------------------

class _AnyMeta(type):
    def __instancecheck__(cls, obj):
        if cls is Any:
            raise TypeError("typing.Any cannot be used with isinstance()")
        return type.__instancecheck__(cls, obj)

    def __repr__(cls):
        return "typing.Any" if cls is Any else type.__repr__(cls)


class Any(metaclass=_AnyMeta):
    """The type that fits everywhere."""

    def __new__(cls, *args, **kwargs):
        if cls is not Any:
            return super().__new__(cls, *args, **kwargs)
        raise TypeError("Any cannot be instantiated")


class Annotated:
    """Annotated[T, x]: the type T with further information."""

    __slots__ = ()

    def __new__(cls, *args, **kwargs):
        raise TypeError("Type Annotated cannot be instantiated.")

    def __init_subclass__(cls, *args, **kwargs):
        raise TypeError(f"Cannot subclass {cls.__module__}.Annotated")

    @classmethod
    @cached
    def __class_getitem__(cls, params):
        params = as_tuple(params)
        if len(params) < 2:
            raise TypeError("Annotated[...] should be used with at least two "
                            "arguments (a type and an annotation).")
        origin, *metadata = params
        if is_starred_variable(origin):
            raise TypeError("Annotated[...] should not be used with an "
                            "unpacked TypeVarTuple")
        origin = _type_check(origin, "Annotated[t, ...]: t must be a type.",
                             allow_special_forms=True)
        return _AnnotatedAlias(origin, tuple(metadata))


late.Union = Union
late.Unpack = Unpack
late.Callable = Callable
late.Annotated = Annotated
late.SpecialForm = _SpecialForm
late.check = _type_check
late.check_all = check_all
late.convert = convert
