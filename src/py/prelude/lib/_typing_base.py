"""_typing_base - what the parts of typing have in common.

All parts report `typing` as their module.  They depend on each other in
circles; what a part needs from a later one it finds in `late`.

SPDX-License-Identifier: Apache-2.0
"""

import collections.abc
import sys
import types
from types import GenericAlias

from _caisson import session_state

__name__ = "typing"


class late:
    """Gets its attributes from the modules that make them."""

    Protocol = None


# --- Small helpers ----------------------------------------------------------

def as_tuple(params):
    return params if isinstance(params, tuple) else (params,)


def is_dunder(name):
    return name[:2] == "__" == name[-2:]


def is_any_of(obj, candidates):
    """Membership by identity: the objects may have strange __eq__."""
    return any([obj is candidate for candidate in candidates])


def caller(depth=1):
    """The name of the module that called our caller."""
    try:
        space = sys._getframe(depth + 1).f_globals
    except (AttributeError, ValueError):
        return None
    return space.get("__name__", "__main__")


def type_repr(obj):
    """The name of a type as typing prints it."""
    if obj is ...:
        return "..."
    if isinstance(obj, types.FunctionType):
        return obj.__name__
    if not isinstance(obj, type) or isinstance(obj, GenericAlias):
        return repr(obj)
    module = obj.__module__
    return (obj.__qualname__ if module == "builtins"
            else f"{module}.{obj.__qualname__}")


def repr_list(items):
    return ", ".join([type_repr(item) for item in items])


def unique(items):
    """The items without repetitions; they need not be hashable."""
    try:
        return tuple(dict.fromkeys(items))
    except TypeError:
        kept = []
        for item in items:
            if item not in kept:
                kept.append(item)
        return tuple(kept)


# --- Parameters and arguments -----------------------------------------------

def collect_parameters(args):
    """The type variables in some arguments, in order of appearance."""
    found = []
    for arg in args:
        if isinstance(arg, type):
            continue
        if isinstance(arg, tuple):
            found += collect_parameters(arg)
        elif hasattr(arg, "__typing_subst__"):
            found.append(arg)
        else:
            found += getattr(arg, "__parameters__", ())
    return unique(found)


def is_parameter_list(arg):
    """Can it be the first argument of Callable?"""
    return arg is ... or isinstance(
        arg, (tuple, list, late.ParamSpec, late.ConcatenateAlias))


def has_flat_callable_args(alias, args):
    """Is Callable[[X, Y], Z] meant by the arguments (X, Y, Z)?"""
    if alias.__origin__ is not collections.abc.Callable:
        return False
    return len(args) != 2 or not is_parameter_list(args[0])


def is_starred_variable(arg):
    """Is it *Ts?"""
    return (not isinstance(arg, type)
            and getattr(arg, "__typing_is_unpacked_typevartuple__", False))


def spread(args):
    """Write *tuple[X, Y] among arguments as X, Y."""
    flat = []
    for arg in args:
        if type(arg) is GenericAlias:  # *tuple[X, Y] without Unpack
            starred = arg.__unpacked__ and arg.__origin__ is tuple
            items = arg.__args__ if starred else None
        else:
            items = getattr(arg, "__typing_unpacked_tuple_args__", None)
        if items is None or items and items[-1] is ...:
            flat.append(arg)
        else:
            flat += items
    return tuple(flat)


def fit(owner, params, args):
    """Let the parameters gather their arguments and check the number."""
    for param in params:
        gather = getattr(param, "__typing_prepare_subst__", None)
        if gather is not None:
            args = gather(owner, args)
    check_count(owner, len(args), len(params))
    return args


def check_count(owner, actual, expected):
    if not expected:
        raise TypeError(f"{owner} is not a generic class")
    if actual != expected:
        word = "many" if actual > expected else "few"
        raise TypeError(f"Too {word} arguments for {owner}; actual {actual}, "
                        f"expected {expected}")


# --- The cache of subscriptions ---------------------------------------------

_CACHE_SIZE = 1000


def cached(function):
    """Decorate a subscription whose latest results the session keeps.

    Text among the arguments is a forward reference, whose meaning depends on
    the module: such results are not kept, except those of Literal.
    """
    def subscript(self, params):
        if type(params) is tuple:
            kinds = tuple([type(param) for param in params])
            has_text = str in kinds
        else:
            kinds = type(params)
            has_text = kinds is str
        if has_text and not getattr(self, "_takes_values", False):
            return function(self, params)
        cache = session_state("typing.cache", dict)
        key = subscript, self, params, kinds
        try:
            if key in cache:
                return cache[key]
        except TypeError:
            return function(self, params)
        result = function(self, params)
        if len(cache) >= _CACHE_SIZE:
            cache.clear()
        cache[key] = result
        return result

    subscript.__name__ = function.__name__
    subscript.__qualname__ = function.__qualname__
    return subscript


# --- Mixins -----------------------------------------------------------------

class _Final:
    """Classes of which programs make no subclasses."""

    __slots__ = ("__weakref__",)

    def __init_subclass__(cls, /, *args, **kwds):
        if not kwds.pop("_root", False):
            raise TypeError("Cannot subclass special typing classes")


class _Immutable:
    """Objects that are their own copies."""

    __slots__ = ()

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self


class _NotIterable:
    """Objects with __getitem__ that are no sequences."""

    __slots__ = ()
    __iter__ = None


class Joinable:
    """Objects that make a union with |."""

    __slots__ = ()

    def __or__(self, other):
        return late.Union[self, other]

    def __ror__(self, other):
        return late.Union[other, self]
