"""_typing_alias - classes with type arguments, and the class Generic.

`List` is a _SpecialGenericAlias, `List[int]` a _GenericAlias.

SPDX-License-Identifier: Apache-2.0
"""

import collections.abc
import operator
import types
from types import GenericAlias

from _typing_base import (Joinable, _Final, _NotIterable, as_tuple, cached,
                          check_count, collect_parameters, fit, is_any_of,
                          is_dunder, is_parameter_list, is_starred_variable,
                          late, repr_list, spread, type_repr)
from _typing_vars import ParamSpec, TypeVar, TypeVarTuple

__name__ = "typing"

_OWN_NAMES = frozenset({"_name", "_inst", "_nparams"})


class _BaseGenericAlias(_Final, _root=True):
    """Stands for the class __origin__.

    `_name` is its name in typing, if it has one; `_inst` tells whether a
    call makes an object.
    """

    def __init__(self, origin, *, inst=True, name=None):
        self.__origin__ = origin
        self.__slots__ = None
        self._name = name
        self._inst = inst

    def __call__(self, *args, **kwargs):
        origin = self.__origin__
        if not self._inst:
            raise TypeError(f"Type {self._name} cannot be instantiated; use "
                            f"{origin.__name__}() instead")
        made = origin(*args, **kwargs)
        try:
            made.__orig_class__ = self
        except AttributeError:
            pass  # it has slots
        return made

    def __mro_entries__(self, bases):
        origin = self.__origin__
        entries = () if origin in bases else (origin,)
        for later in bases[bases.index(self) + 1:]:
            if isinstance(later, _BaseGenericAlias) or (
                    isinstance(later, type) and issubclass(later, Generic)):
                return entries
        return (*entries, Generic)

    # other attributes are those of the class

    def __getattr__(self, name):
        if name in ("__name__", "__qualname__"):
            return self._name or self.__origin__.__name__
        if is_dunder(name) or "__origin__" not in self.__dict__:
            raise AttributeError(name)
        return getattr(self.__origin__, name)

    def __setattr__(self, name, value):
        if name in _OWN_NAMES or is_dunder(name):
            object.__setattr__(self, name, value)
        else:
            setattr(self.__origin__, name, value)

    def __dir__(self):
        names = {name for name in dir(self.__origin__) if not is_dunder(name)}
        return list(names.union(object.__dir__(self)))

    def __instancecheck__(self, obj):
        return self.__subclasscheck__(type(obj))

    def __subclasscheck__(self, cls):
        raise TypeError("Subscripted generics cannot be used with class and "
                        "instance checks")


class _GenericAlias(Joinable, _BaseGenericAlias, _root=True):
    """A class with type arguments."""

    def __init__(self, origin, args, *, inst=True, name=None):
        _BaseGenericAlias.__init__(self, origin, inst=inst, name=name)
        args = as_tuple(args)
        self.__args__ = args
        self.__parameters__ = collect_parameters(args)
        if not name:
            self.__module__ = origin.__module__

    def copy_with(self, args):
        return type(self)(self.__origin__, args, inst=self._inst,
                          name=self._name)

    def __eq__(self, other):
        if isinstance(other, _GenericAlias):
            return ((other.__origin__, other.__args__)
                    == (self.__origin__, self.__args__))
        return NotImplemented

    def __hash__(self):
        return hash((self.__origin__, self.__args__))

    def __repr__(self):
        name = (f"typing.{self._name}" if self._name
                else type_repr(self.__origin__))
        return f"{name}[{repr_list(self.__args__) or '()'}]"

    def __reduce__(self):
        origin = self.__origin__
        if self._name:
            origin = getattr(__import__("typing"), self._name)
        args = self.__args__
        if len(args) == 1 and not isinstance(args[0], tuple):
            args = args[0]
        return operator.getitem, (origin, args)

    def __iter__(self):
        yield late.Unpack[self]

    def __mro_entries__(self, bases):
        origin = self.__origin__
        if isinstance(origin, late.SpecialForm):
            raise TypeError(f"Cannot subclass {self!r}")
        if self._name:
            return _BaseGenericAlias.__mro_entries__(self, bases)
        if origin is Generic:
            if is_any_of(late.Protocol, bases) or is_any_of(Generic, bases):
                return ()
            for later in bases[bases.index(self) + 1:]:
                if isinstance(later, _BaseGenericAlias) and later != self:
                    return ()
        return (origin,)

    # --- Substitution ---

    @cached
    def __getitem__(self, args):
        origin = self.__origin__
        if origin is Generic or origin is late.Protocol:
            raise TypeError(f"Cannot subscript already-subscripted {self}")
        params = self.__parameters__
        if not params:
            raise TypeError(f"{self} is not a generic class")
        args = spread([late.convert(arg) for arg in as_tuple(args)])
        chosen = dict(zip(params, fit(self, params, args)))
        return self.copy_with(tuple(self._replace(self.__args__, chosen)))

    def _replace(self, args, chosen):
        """Put the chosen arguments in place of variables."""
        flat = self.__origin__ is collections.abc.Callable
        for arg in args:
            if isinstance(arg, type):
                yield arg
            elif isinstance(arg, tuple):
                yield tuple(self._replace(arg, chosen))
            else:
                new = _replace_in(arg, chosen)
                if is_starred_variable(arg) or (
                        flat and isinstance(new, tuple)):
                    yield from new
                else:
                    yield new


def _replace_in(arg, chosen):
    take = getattr(arg, "__typing_subst__", None)
    if take is not None:
        return take(chosen[arg])
    params = getattr(arg, "__parameters__", ())
    if not params:
        return arg
    args = _pour(params, [chosen[param] for param in params])
    return args if is_starred_variable(arg) else arg[args]


def _pour(params, args):
    """One tuple of all arguments; those of a TypeVarTuple are several."""
    flat = []
    for param, arg in zip(params, args):
        if isinstance(param, TypeVarTuple):
            flat += arg
        else:
            flat.append(arg)
    return tuple(flat)


class _SpecialGenericAlias(_NotIterable, Joinable, _BaseGenericAlias,
                           _root=True):
    """A class of typing that waits for its arguments."""

    def __init__(self, origin, nparams, *, inst=True, name=None):
        _BaseGenericAlias.__init__(self, origin, inst=inst,
                                   name=name or origin.__name__)
        self._nparams = nparams
        self.__doc__ = f"A generic version of {type_repr(origin)}."

    @cached
    def __getitem__(self, params):
        params = late.check_all(as_tuple(params), "Parameters to generic "
                                                  "types must be types.")
        check_count(self, len(params), self._nparams)
        return self.copy_with(params)

    def copy_with(self, params):
        return _GenericAlias(self.__origin__, params, inst=self._inst,
                             name=self._name)

    def __repr__(self):
        return f"typing.{self._name}"

    def __reduce__(self):
        return self._name

    def __subclasscheck__(self, cls):
        if isinstance(cls, _GenericAlias):
            return _BaseGenericAlias.__subclasscheck__(self, cls)
        if isinstance(cls, _SpecialGenericAlias):
            cls = cls.__origin__
        return issubclass(cls, self.__origin__)


# --- Callable, Tuple --------------------------------------------------------

class _CallableGenericAlias(_NotIterable, _GenericAlias, _root=True):
    """Keeps the arguments of Callable[[X, Y], Z] as X, Y, Z."""

    def _has_list(self):
        args = self.__args__
        return len(args) != 2 or not is_parameter_list(args[0])

    def __repr__(self):
        if not self._has_list():
            return _GenericAlias.__repr__(self)
        *params, result = self.__args__
        return (f"typing.Callable[[{repr_list(params)}], "
                f"{type_repr(result)}]")

    def __reduce__(self):
        args = self.__args__
        if self._has_list():
            args = list(args[:-1]), args[-1]
        return operator.getitem, (late.Callable, args)


class _CallableType(_SpecialGenericAlias, _root=True):
    def copy_with(self, params):
        return _CallableGenericAlias(self.__origin__, params,
                                     inst=self._inst, name=self._name)

    def __getitem__(self, params):
        if not isinstance(params, tuple) or len(params) != 2:
            raise TypeError("Callable must be used as "
                            "Callable[[arg, ...], result].")
        args, result = params
        if isinstance(args, list):  # so that it can be a key of the cache
            args = tuple(args)
        return self._with((args, result))

    @cached
    def _with(self, params):
        args, result = params
        result = late.check(result, "Callable[args, result]: result must be "
                                    "a type.")
        args = [late.convert(arg) for arg in as_tuple(args)]
        return self.copy_with((*args, result))


class _TupleType(_SpecialGenericAlias, _root=True):
    @cached
    def __getitem__(self, params):
        params = as_tuple(params)
        if len(params) > 1 and params[-1] is ...:
            items = late.check_all(params[:-1],
                                   "Tuple[t, ...]: t must be a type.")
            return self.copy_with((*items, ...))
        return self.copy_with(late.check_all(
            params, "Tuple[t0, t1, ...]: each t must be a type."))


# --- Results of special forms -----------------------------------------------

class _UnionGenericAlias(_NotIterable, _GenericAlias, _root=True):
    def copy_with(self, args):
        return late.Union[args]

    def __eq__(self, other):
        if not isinstance(other, (_UnionGenericAlias, types.UnionType)):
            return NotImplemented
        mine, others = self.__args__, other.__args__
        try:
            return set(mine) == set(others)
        except TypeError:
            return (all([arg in others for arg in mine])
                    and all([arg in mine for arg in others]))

    def __hash__(self):
        return hash(frozenset(self.__args__))

    def __repr__(self):
        args = self.__args__
        rest = [arg for arg in args if arg is not type(None)]
        if len(args) == 2 and len(rest) == 1:
            return f"typing.Optional[{type_repr(rest[0])}]"
        return f"typing.Union[{repr_list(args)}]"

    def __subclasscheck__(self, cls):
        return any([issubclass(cls, arg) for arg in self.__args__])

    def __reduce__(self):
        return operator.getitem, (late.Union, self.__args__)


def with_types(values):
    """Pairs that tell 1 from True."""
    return [(value, type(value)) for value in values]


class _LiteralGenericAlias(_GenericAlias, _root=True):
    def __eq__(self, other):
        if isinstance(other, _LiteralGenericAlias):
            return (set(with_types(other.__args__))
                    == set(with_types(self.__args__)))
        return NotImplemented

    def __hash__(self):
        return hash(frozenset(with_types(self.__args__)))


class _ConcatenateGenericAlias(_GenericAlias, _root=True):
    def copy_with(self, args):
        *first, last = args
        if isinstance(last, (list, tuple)):
            return (*first, *last)
        if isinstance(last, _ConcatenateGenericAlias):
            args = (*first, *last.__args__)
        return _GenericAlias.copy_with(self, args)


class _UnpackGenericAlias(_GenericAlias, _root=True):
    def __repr__(self):
        return f"*{self.__args__[0]!r}"

    def __getitem__(self, args):
        if self.__typing_is_unpacked_typevartuple__:
            return args
        return _GenericAlias.__getitem__(self, args)

    @property
    def __typing_is_unpacked_typevartuple__(self):
        return isinstance(self.__args__[0], TypeVarTuple)

    @property
    def __typing_unpacked_tuple_args__(self):
        inner, = self.__args__
        if isinstance(inner, (_GenericAlias, GenericAlias)) and (
                inner.__origin__ is tuple):
            return inner.__args__
        return None


class _AnnotatedAlias(_NotIterable, _GenericAlias, _root=True):
    def __init__(self, origin, metadata):
        if isinstance(origin, _AnnotatedAlias):  # nested ones become one
            metadata = (*origin.__metadata__, *metadata)
            origin = origin.__origin__
        _GenericAlias.__init__(self, origin, origin)
        self.__metadata__ = metadata

    def copy_with(self, args):
        return _AnnotatedAlias(args[0], self.__metadata__)

    def _key(self):
        return self.__origin__, self.__metadata__

    def __eq__(self, other):
        if isinstance(other, _AnnotatedAlias):
            return other._key() == self._key()
        return NotImplemented

    def __hash__(self):
        return hash(self._key())

    def __repr__(self):
        words = [type_repr(self.__origin__), *map(repr, self.__metadata__)]
        return f"typing.Annotated[{', '.join(words)}]"

    def __reduce__(self):
        return operator.getitem, (
            late.Annotated, (self.__origin__, *self.__metadata__))

    def __getattr__(self, name):
        if name in ("__name__", "__qualname__"):
            return "Annotated"
        return _GenericAlias.__getattr__(self, name)

    def __mro_entries__(self, bases):
        return (self.__origin__,)


# --- Generic ----------------------------------------------------------------

def is_variable(param):
    return isinstance(param, (TypeVar, ParamSpec)) or (
        is_starred_variable(param))


class Generic:
    """Base of classes with type parameters."""

    __slots__ = ()
    _is_protocol = False

    @classmethod
    @cached
    def __class_getitem__(cls, params):
        params = tuple([late.convert(param) for param in as_tuple(params)])
        # == because the Protocol of typing_extensions is equal to ours
        if cls is Generic or cls == late.Protocol:
            _check_declared(cls, params)
        else:
            own = cls.__parameters__
            params = _pour(own, fit(cls, own, params))
        return _GenericAlias(cls, params)

    def __init_subclass__(cls, *args, **kwargs):
        super().__init_subclass__(*args, **kwargs)
        bases = cls.__dict__.get("__orig_bases__")
        if Generic in (cls.__bases__ if bases is None else bases) and (
                bases is not None or not _may_be_plain(cls)):
            raise TypeError("Cannot inherit from plain Generic")
        cls.__parameters__ = _parameters_of(bases or ())


def _may_be_plain(cls):
    return (cls.__name__ == "Protocol"
            or type(cls).__name__ == "_TypedDictMeta")


def _check_declared(cls, params):
    """Generic[...] declares variables: they must be some, and different."""
    if not params:
        raise TypeError(f"Parameter list to {cls.__qualname__}[...] cannot "
                        "be empty")
    if not all(map(is_variable, params)):
        raise TypeError(f"Parameters to {cls.__name__}[...] must all be type "
                        "variables or parameter specification variables.")
    if len(set(params)) < len(params):
        raise TypeError(f"Parameters to {cls.__name__}[...] must all be "
                        "unique")


def _parameters_of(bases):
    """The variables of a class with these bases, as declared or used."""
    used = collect_parameters(bases)
    declared = [base.__parameters__ for base in bases
                if isinstance(base, _BaseGenericAlias)
                and base.__origin__ is Generic]
    if not declared:
        return used
    if len(declared) > 1:
        raise TypeError("Cannot inherit from Generic[...] multiple types.")
    names = declared[0]
    missing = [str(param) for param in used if param not in names]
    if missing:
        listed = ", ".join([str(param) for param in names])
        raise TypeError(f"Some type variables ({', '.join(missing)}) are not "
                        f"listed in Generic[{listed}]")
    return tuple(names)


late.Alias = _GenericAlias
late.ConcatenateAlias = _ConcatenateGenericAlias
