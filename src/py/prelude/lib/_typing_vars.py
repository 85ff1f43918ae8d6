"""_typing_vars - type variables.

SPDX-License-Identifier: Apache-2.0
"""

from types import GenericAlias

from _typing_base import (Joinable, _Final, _Immutable, caller,
                          is_parameter_list, late)

__name__ = "typing"


class _Variable(_Immutable):
    """What all kinds of variables share."""

    __slots__ = ()

    def _begin(self, name):
        self.__name__ = name
        module = caller(2)
        if module != "typing":
            self.__module__ = module

    def __mro_entries__(self, bases):
        raise TypeError("Cannot subclass an instance of "
                        f"{type(self).__name__}")

    def __reduce__(self):
        return self.__name__


class _Bounded(Joinable):
    """Variables with bound and variance."""

    __slots__ = ()

    def _limit(self, bound, covariant, contravariant):
        if covariant and contravariant:
            raise ValueError("Bivariant types are not supported.")
        self.__covariant__ = bool(covariant)
        self.__contravariant__ = bool(contravariant)
        self.__bound__ = (late.check(bound, "Bound must be a type.")
                          if bound else None)

    def __getattr__(self, name):
        # bounds and constraints of `def f[T: X]` are evaluated when needed
        makers = self.__dict__.get("_lazy") or {}
        if name not in makers:
            raise AttributeError(f"{type(self).__name__!r} object has no "
                                 f"attribute {name!r}")
        value = makers[name]()
        setattr(self, name, value)
        return value

    def __repr__(self):
        if "__infer_variance__" in self.__dict__:
            sign = ""
        elif self.__covariant__:
            sign = "+"
        else:
            sign = "-" if self.__contravariant__ else "~"
        return sign + self.__name__


def _is_starred(arg):
    if isinstance(arg, GenericAlias):
        return getattr(arg, "__unpacked__", False)
    return (isinstance(arg, late.Alias)
            and arg.__origin__ is late.Unpack)


class TypeVar(_Final, _Variable, _Bounded, _root=True):
    """A name that stands for some type."""

    def __init__(self, name, *constraints, bound=None, covariant=False,
                 contravariant=False):
        self._begin(name)
        self._limit(bound, covariant, contravariant)
        if constraints:
            if bound is not None:
                raise TypeError("Constraints cannot be combined with "
                                "bound=...")
            if len(constraints) == 1:
                raise TypeError("A single constraint is not allowed")
        self.__constraints__ = tuple([late.check(
            item, "TypeVar(name, constraint, ...): constraints must be "
            "types.") for item in constraints])

    def __typing_subst__(self, arg):
        arg = late.check(arg, "Parameters to generic types must be types.")
        if _is_starred(arg):
            raise TypeError(f"{arg} is not valid as type argument")
        return arg


def _open_item(arg):
    """Return (X,) for *tuple[X, ...], else None."""
    if isinstance(arg, type):
        return None
    items = getattr(arg, "__typing_unpacked_tuple_args__", None)
    if items and len(items) == 2 and items[1] is ...:
        return items[:1]
    return None


class TypeVarTuple(_Final, _Variable, _root=True):
    """A name that stands for any number of types."""

    def __init__(self, name):
        self._begin(name)

    def __iter__(self):
        yield late.Unpack[self]

    def __repr__(self):
        return self.__name__

    def __typing_subst__(self, arg):
        raise TypeError("Substitution of bare TypeVarTuple is not supported")

    def __typing_prepare_subst__(self, alias, args):
        """Gather our arguments, those between what the others need."""
        params = alias.__parameters__
        before = params.index(self)
        rest = params[before + 1:]
        if any([isinstance(param, TypeVarTuple) for param in rest]):
            raise TypeError(f"More than one TypeVarTuple parameter in "
                            f"{alias}")
        after = len(rest)
        left, right = before, after
        filler = ()
        open_at = [k for k, arg in enumerate(args) if _open_item(arg)]
        if len(open_at) > 1:
            raise TypeError("More than one unpacked arbitrary-length tuple "
                            "argument")
        if open_at:  # it can also serve the variables next to us
            k, = open_at
            filler = _open_item(args[k])
            left = min(before, k)
            right = min(after, len(args) - k - 1)
        elif before + after > len(args):
            raise TypeError(f"Too few arguments for {alias}; actual "
                            f"{len(args)}, expected at least "
                            f"{before + after}")
        stop = len(args) - right
        return (*args[:left], *filler * (before - left),
                tuple(args[left:stop]), *filler * (after - right),
                *args[stop:])


class _SpecPart(_Immutable):
    """P.args or P.kwargs of a ParamSpec P."""

    def __init__(self, origin):
        self.__origin__ = origin

    def __repr__(self):
        return f"{self.__origin__.__name__}.{self._word}"

    def __eq__(self, other):
        if type(other) is type(self):
            return other.__origin__ == self.__origin__
        return NotImplemented

    def __mro_entries__(self, bases):
        raise TypeError("Cannot subclass an instance of "
                        f"{type(self).__name__}")


class ParamSpecArgs(_Final, _SpecPart, _root=True):
    """The positional part of a parameter specification."""

    _word = "args"


class ParamSpecKwargs(_Final, _SpecPart, _root=True):
    """The keyword part of a parameter specification."""

    _word = "kwargs"


class ParamSpec(_Final, _Variable, _Bounded, _root=True):
    """A name that stands for the parameters of a function."""

    def __init__(self, name, *, bound=None, covariant=False,
                 contravariant=False):
        self._begin(name)
        self._limit(bound, covariant, contravariant)

    args = property(ParamSpecArgs)
    kwargs = property(ParamSpecKwargs)

    def __typing_subst__(self, arg):
        if isinstance(arg, (list, tuple)):
            return tuple([late.check(item, "Expected a type.")
                          for item in arg])
        if is_parameter_list(arg):
            return arg
        raise TypeError("Expected a list of types, an ellipsis, ParamSpec, "
                        f"or Concatenate. Got {arg}")

    def __typing_prepare_subst__(self, alias, args):
        """Make our argument a tuple; X[int, str] may mean X[[int, str]]."""
        params = alias.__parameters__
        at = params.index(self)
        if at >= len(args):
            raise TypeError(f"Too few arguments for {alias}")
        if len(params) == 1 and not is_parameter_list(args[0]):
            return (args,)
        given = list(args)
        if isinstance(given[at], list):
            given[at] = tuple(given[at])
        return tuple(given)


late.ParamSpec = ParamSpec
