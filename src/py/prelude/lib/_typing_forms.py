"""_typing_forms - special forms, aliases and type variables of typing.

Everything here reports `typing` as its module.  The session keeps the latest
subscriptions, so that List[int] is the same object each time.

SPDX-License-Identifier: Apache-2.0
"""

import collections.abc
import functools
import operator
import sys
import types
from types import GenericAlias

from _caisson import session_state

__name__ = "typing"


# --- Checks and small helpers -----------------------------------------------

def _type_convert(arg, module=None, *, allow_special_forms=False):
    """None and strings stand for NoneType and forward references."""
    if arg is None:
        return type(None)
    if isinstance(arg, str):
        return ForwardRef(arg, module=module, is_class=allow_special_forms)
    return arg


def _is_one_of(arg, forms):
    for form in forms:
        if arg is form:
            return True
    return False


def _type_check(arg, msg, is_argument=True, module=None, *,
                allow_special_forms=False):
    """Check that `arg` can be a type and return it, converted."""
    invalid = [Generic, *_protocol()]
    if not allow_special_forms:
        invalid.append(ClassVar)
        if is_argument:
            invalid.append(Final)
    arg = _type_convert(arg, module=module,
                        allow_special_forms=allow_special_forms)
    if isinstance(arg, _GenericAlias) and _is_one_of(arg.__origin__,
                                                     invalid):
        raise TypeError(f"{arg} is not valid as type argument")
    if _is_one_of(arg, (Any, LiteralString, NoReturn, Never, Self,
                        TypeAlias)):
        return arg
    if allow_special_forms and (arg is ClassVar or arg is Final):
        return arg
    if isinstance(arg, _SpecialForm) or arg is Generic or _is_one_of(
            arg, _protocol()):
        raise TypeError(f"Plain {arg} is not valid as type argument")
    if type(arg) is tuple:
        raise TypeError(f"{msg} Got {arg!r:.100}.")
    return arg


def _protocol():
    """The class Protocol, which is made after this module."""
    typing = sys.modules.get("typing")
    found = getattr(typing, "Protocol", None)
    return () if found is None else (found,)


def _is_param_expr(arg):
    return arg is ... or isinstance(
        arg, (tuple, list, ParamSpec, _ConcatenateGenericAlias))


def _should_unflatten_callable_args(typ, args):
    """Are `args` those of Callable[[X, Y], Z], kept as (X, Y, Z)?"""
    return (typ.__origin__ is collections.abc.Callable
            and not (len(args) == 2 and _is_param_expr(args[0])))


def _type_repr(obj):
    """Print a type without the word class, builtins without module."""
    if isinstance(obj, GenericAlias):
        return repr(obj)
    if isinstance(obj, type):
        if obj.__module__ == "builtins":
            return obj.__qualname__
        return f"{obj.__module__}.{obj.__qualname__}"
    if obj is ...:
        return "..."
    if isinstance(obj, types.FunctionType):
        return obj.__name__
    return repr(obj)


def _collect_parameters(args):
    """List the type variables in `args`, each once, in order."""
    found = []
    for arg in args:
        if isinstance(arg, type):
            continue
        if isinstance(arg, tuple):
            inner = _collect_parameters(arg)
        elif hasattr(arg, "__typing_subst__"):
            inner = (arg,)
        else:
            inner = getattr(arg, "__parameters__", ())
        for param in inner:
            if param not in found:
                found.append(param)
    return tuple(found)


def _count_error(cls, actual, expected):
    amount = "many" if actual > expected else "few"
    return TypeError(f"Too {amount} arguments for {cls}; actual {actual}, "
                     f"expected {expected}")


def _check_generic(cls, parameters, elen):
    if not elen:
        raise TypeError(f"{cls} is not a generic class")
    if len(parameters) != elen:
        raise _count_error(cls, len(parameters), elen)


def _unpack_args(args):
    """Replace *tuple[X, Y] among the arguments by X, Y."""
    result = []
    for arg in args:
        inner = getattr(arg, "__typing_unpacked_tuple_args__", None)
        if inner is not None and not (inner and inner[-1] is ...):
            result.extend(inner)
        else:
            result.append(arg)
    return result


def _deduplicate(params):
    """Drop equal items; works for unhashable ones as well."""
    try:
        if len(set(params)) == len(params):
            return list(params)
        return list(dict.fromkeys(params))
    except TypeError:
        result = []
        for item in params:
            if item not in result:
                result.append(item)
        return result


def _remove_dups_flatten(parameters):
    """Flatten nested unions and drop duplicates."""
    params = []
    for p in parameters:
        if isinstance(p, (_UnionGenericAlias, types.UnionType)):
            params.extend(p.__args__)
        else:
            params.append(p)
    return tuple(_deduplicate(params))


def _is_dunder(attr):
    return attr.startswith("__") and attr.endswith("__")


def _is_unpacked_typevartuple(x):
    return not isinstance(x, type) and getattr(
        x, "__typing_is_unpacked_typevartuple__", False)


def _caller(depth=1):
    """The name of the module that called the caller."""
    try:
        return sys._getframe(depth + 1).f_globals.get("__name__",
                                                      "__main__")
    except (AttributeError, ValueError):
        return None


_CACHE_SIZE = 1000


def _tp_cache(func):
    """Decorator of subscriptions that keeps results in the session.

    Arguments that are text are not kept: they stand for forward references,
    which mean different things in different modules.
    """
    def inner(self, params):
        kinds = (tuple([type(p) for p in params])
                 if type(params) is tuple else type(params))
        if kinds is str or (type(params) is tuple and str in kinds
                            and type(self) is not _LiteralSpecialForm):
            return func(self, params)
        cache = session_state("typing.cache", dict)
        key = (inner, self, params, kinds)
        try:
            found = cache.get(key)
        except TypeError:
            return func(self, params)
        if found is None:
            found = func(self, params)
            if len(cache) >= _CACHE_SIZE:
                cache.clear()
            cache[key] = found
        return found

    inner.__name__ = func.__name__
    inner.__qualname__ = func.__qualname__
    return inner


class _Final:
    """Mixin that forbids subclasses."""

    __slots__ = ("__weakref__",)

    def __init_subclass__(cls, /, *args, **kwds):
        if "_root" not in kwds:
            raise TypeError("Cannot subclass special typing classes")


class _Immutable:
    """Mixin of objects that are their own copies."""

    __slots__ = ()

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self


class _NotIterable:
    """Mixin that refuses iteration, which __getitem__ would allow."""

    __slots__ = ()
    __iter__ = None


# --- Special forms ----------------------------------------------------------

class _SpecialForm(_Final, _NotIterable, _root=True):
    __slots__ = ("_name", "__doc__", "_getitem")

    def __init__(self, getitem):
        self._getitem = getitem
        self._name = getitem.__name__
        self.__doc__ = getitem.__doc__

    def __getattr__(self, item):
        if item in {"__name__", "__qualname__"}:
            return self._name
        raise AttributeError(item)

    def __mro_entries__(self, bases):
        raise TypeError(f"Cannot subclass {self!r}")

    def __repr__(self):
        return "typing." + self._name

    def __reduce__(self):
        return self._name

    def __call__(self, *args, **kwds):
        raise TypeError(f"Cannot instantiate {self!r}")

    def __or__(self, other):
        return Union[self, other]

    def __ror__(self, other):
        return Union[other, self]

    def __instancecheck__(self, obj):
        raise TypeError(f"{self} cannot be used with isinstance()")

    def __subclasscheck__(self, cls):
        raise TypeError(f"{self} cannot be used with issubclass()")

    @_tp_cache
    def __getitem__(self, parameters):
        return self._getitem(self, parameters)


class _LiteralSpecialForm(_SpecialForm, _root=True):
    @_tp_cache
    def __getitem__(self, parameters):
        if not isinstance(parameters, tuple):
            parameters = (parameters,)
        return self._getitem(self, *parameters)


class _AnyMeta(type):
    def __instancecheck__(self, obj):
        if self is Any:
            raise TypeError("typing.Any cannot be used with isinstance()")
        return super().__instancecheck__(obj)

    def __repr__(self):
        if self is Any:
            return "typing.Any"
        return super().__repr__()


class Any(metaclass=_AnyMeta):
    """Special type that is compatible with every type."""

    def __new__(cls, *args, **kwargs):
        if cls is Any:
            raise TypeError("Any cannot be instantiated")
        return super().__new__(cls, *args, **kwargs)


@_SpecialForm
def NoReturn(self, parameters):
    """The result of a function that never returns."""
    raise TypeError(f"{self} is not subscriptable")


@_SpecialForm
def Never(self, parameters):
    """The type that has no members."""
    raise TypeError(f"{self} is not subscriptable")


@_SpecialForm
def Self(self, parameters):
    """The type of `self` in a class."""
    raise TypeError(f"{self} is not subscriptable")


@_SpecialForm
def LiteralString(self, parameters):
    """The type of strings that are made of literals only."""
    raise TypeError(f"{self} is not subscriptable")


@_SpecialForm
def TypeAlias(self, parameters):
    """Marks an assignment as a type alias."""
    raise TypeError(f"{self} is not subscriptable")


@_SpecialForm
def ClassVar(self, parameters):
    """Marks a variable that belongs to the class."""
    item = _type_check(parameters, f"{self} accepts only single type.")
    return _GenericAlias(self, (item,))


@_SpecialForm
def Final(self, parameters):
    """Marks a name that is assigned only once."""
    item = _type_check(parameters, f"{self} accepts only single type.")
    return _GenericAlias(self, (item,))


@_SpecialForm
def Union(self, parameters):
    """Union[X, Y] means either X or Y."""
    if parameters == ():
        raise TypeError("Cannot take a Union of no types.")
    if not isinstance(parameters, tuple):
        parameters = (parameters,)
    msg = "Union[arg, ...]: each arg must be a type."
    parameters = tuple([_type_check(p, msg) for p in parameters])
    parameters = _remove_dups_flatten(parameters)
    if len(parameters) == 1:
        return parameters[0]
    if len(parameters) == 2 and type(None) in parameters:
        return _UnionGenericAlias(self, parameters, name="Optional")
    return _UnionGenericAlias(self, parameters)


@_SpecialForm
def Optional(self, parameters):
    """Optional[X] is Union[X, None]."""
    arg = _type_check(parameters, f"{self} requires a single type.")
    return Union[arg, type(None)]


def _literal_items(params):
    return [(p, type(p)) for p in params]


@_LiteralSpecialForm
def Literal(self, *parameters):
    """The type of some values."""
    flat = []
    for p in parameters:
        if isinstance(p, _LiteralGenericAlias):
            flat.extend(p.__args__)
        else:
            flat.append(p)
    try:
        flat = [p for p, _ in _deduplicate_strict(_literal_items(flat))]
    except TypeError:
        pass
    return _LiteralGenericAlias(self, tuple(flat))


def _deduplicate_strict(pairs):
    return list(dict.fromkeys(pairs))


@_SpecialForm
def Concatenate(self, parameters):
    """Adds parameters in front of a ParamSpec."""
    if parameters == ():
        raise TypeError("Cannot take a Concatenate of no types.")
    if not isinstance(parameters, tuple):
        parameters = (parameters,)
    if not (parameters[-1] is ... or isinstance(parameters[-1], ParamSpec)):
        raise TypeError("The last parameter to Concatenate should be a "
                        "ParamSpec variable or ellipsis.")
    msg = "Concatenate[arg, ...]: each arg must be a type."
    parameters = (*[_type_check(p, msg) for p in parameters[:-1]],
                  parameters[-1])
    return _ConcatenateGenericAlias(self, parameters,
                                    _paramspec_tvars=True)


@_SpecialForm
def TypeGuard(self, parameters):
    """The result type of a user-defined type guard."""
    item = _type_check(parameters, f"{self} accepts only single type.")
    return _GenericAlias(self, (item,))


@_SpecialForm
def Unpack(self, parameters):
    """Unpack[Ts] is the same as *Ts."""
    item = _type_check(parameters, f"{self} accepts only single type.")
    return _UnpackGenericAlias(origin=self, args=(item,))


@_SpecialForm
def Required(self, parameters):
    """Marks a key of a TypedDict that must be present."""
    item = _type_check(parameters, f"{self._name} accepts only a single "
                       "type.")
    return _GenericAlias(self, (item,))


@_SpecialForm
def NotRequired(self, parameters):
    """Marks a key of a TypedDict that may be absent."""
    item = _type_check(parameters, f"{self._name} accepts only a single "
                       "type.")
    return _GenericAlias(self, (item,))


# --- Forward references -----------------------------------------------------

class ForwardRef(_Final, _root=True):
    """A type that is given as text and evaluated later."""

    __slots__ = ("__forward_arg__", "__forward_code__",
                 "__forward_evaluated__", "__forward_value__",
                 "__forward_is_argument__", "__forward_is_class__",
                 "__forward_module__")

    def __init__(self, arg, is_argument=True, module=None, *,
                 is_class=False):
        if not isinstance(arg, str):
            raise TypeError("Forward reference must be a string -- got "
                            f"{arg!r}")
        text = f"({arg},)[0]" if arg.startswith("*") else arg
        try:
            code = compile(text, "<string>", "eval")
        except SyntaxError:
            raise SyntaxError("Forward reference must be an expression -- "
                              f"got {arg!r}")
        self.__forward_arg__ = arg
        self.__forward_code__ = code
        self.__forward_evaluated__ = False
        self.__forward_value__ = None
        self.__forward_is_argument__ = is_argument
        self.__forward_is_class__ = is_class
        self.__forward_module__ = module

    def _evaluate(self, globalns, localns, recursive_guard):
        if self.__forward_arg__ in recursive_guard:
            return self
        if self.__forward_evaluated__ and localns is globalns:
            return self.__forward_value__
        if globalns is None and localns is None:
            globalns = localns = {}
        elif globalns is None:
            globalns = localns
        elif localns is None:
            localns = globalns
        if self.__forward_module__ is not None:
            globalns = getattr(
                sys.modules.get(self.__forward_module__, None), "__dict__",
                globalns)
        value = _type_check(
            eval(self.__forward_code__, globalns, localns),
            "Forward references must evaluate to types.",
            is_argument=self.__forward_is_argument__,
            allow_special_forms=self.__forward_is_class__)
        self.__forward_value__ = _eval_type(
            value, globalns, localns,
            recursive_guard | {self.__forward_arg__})
        self.__forward_evaluated__ = True
        return self.__forward_value__

    def __eq__(self, other):
        if not isinstance(other, ForwardRef):
            return NotImplemented
        if self.__forward_evaluated__ and other.__forward_evaluated__:
            return (self.__forward_arg__ == other.__forward_arg__
                    and self.__forward_value__ == other.__forward_value__)
        return (self.__forward_arg__ == other.__forward_arg__
                and self.__forward_module__ == other.__forward_module__)

    def __hash__(self):
        return hash((self.__forward_arg__, self.__forward_module__))

    def __or__(self, other):
        return Union[self, other]

    def __ror__(self, other):
        return Union[other, self]

    def __repr__(self):
        extra = ""
        if self.__forward_module__ is not None:
            extra = f", module={self.__forward_module__!r}"
        return f"ForwardRef({self.__forward_arg__!r}{extra})"


def _eval_type(t, globalns, localns, recursive_guard=frozenset()):
    """Evaluate all forward references inside of a type."""
    if isinstance(t, ForwardRef):
        return t._evaluate(globalns, localns, recursive_guard)
    if not isinstance(t, (_GenericAlias, GenericAlias, types.UnionType)):
        return t
    if isinstance(t, GenericAlias):
        args = tuple([ForwardRef(arg) if isinstance(arg, str) else arg
                      for arg in t.__args__])
        unpacked = t.__unpacked__
        if _should_unflatten_callable_args(t, args):
            t = t.__origin__[(args[:-1], args[-1])]
        else:
            t = t.__origin__[args]
        if unpacked:
            t = Unpack[t]
    args = tuple([_eval_type(a, globalns, localns, recursive_guard)
                  for a in t.__args__])
    if args == t.__args__:
        return t
    if isinstance(t, GenericAlias):
        return GenericAlias(t.__origin__, args)
    if isinstance(t, types.UnionType):
        return functools.reduce(operator.or_, args)
    return t.copy_with(args)


# --- Type variables ---------------------------------------------------------

class _Variable(_Immutable):
    """What all kinds of type variables have in common."""

    __slots__ = ()

    def _set_module(self):
        module = _caller(2)
        if module != "typing":
            self.__module__ = module

    def __mro_entries__(self, bases):
        raise TypeError("Cannot subclass an instance of "
                        f"{type(self).__name__}")

    def __reduce__(self):
        return self.__name__


class _BoundVarianceMixin:
    """Bound and variance of TypeVar and ParamSpec."""

    __slots__ = ()

    def _init_bound(self, bound, covariant, contravariant):
        if covariant and contravariant:
            raise ValueError("Bivariant types are not supported.")
        self.__covariant__ = bool(covariant)
        self.__contravariant__ = bool(contravariant)
        self.__bound__ = _type_check(
            bound, "Bound must be a type.") if bound else None

    def __or__(self, right):
        return Union[self, right]

    def __ror__(self, left):
        return Union[left, self]

    def __getattr__(self, name):
        """Bound and constraints of a parameter in brackets are late."""
        lazy = self.__dict__.get("_lazy")
        if lazy is None or name not in lazy:
            raise AttributeError(f"{type(self).__name__!r} object has no "
                                 f"attribute {name!r}")
        value = lazy[name]()
        setattr(self, name, value)
        return value

    def __repr__(self):
        if "__infer_variance__" in self.__dict__:
            return self.__name__
        if self.__covariant__:
            return "+" + self.__name__
        if self.__contravariant__:
            return "-" + self.__name__
        return "~" + self.__name__


class TypeVar(_Final, _Variable, _BoundVarianceMixin, _root=True):
    """Type variable."""

    def __init__(self, name, *constraints, bound=None, covariant=False,
                 contravariant=False):
        self.__name__ = name
        self._init_bound(bound, covariant, contravariant)
        if constraints and bound is not None:
            raise TypeError("Constraints cannot be combined with bound=...")
        if constraints and len(constraints) == 1:
            raise TypeError("A single constraint is not allowed")
        msg = "TypeVar(name, constraint, ...): constraints must be types."
        self.__constraints__ = tuple([_type_check(t, msg)
                                      for t in constraints])
        self._set_module()

    def __typing_subst__(self, arg):
        arg = _type_check(arg, "Parameters to generic types must be types.",
                          is_argument=True)
        if (isinstance(arg, _GenericAlias) and arg.__origin__ is Unpack) or (
                isinstance(arg, GenericAlias)
                and getattr(arg, "__unpacked__", False)):
            raise TypeError(f"{arg} is not valid as type argument")
        return arg


class TypeVarTuple(_Final, _Variable, _root=True):
    """Type variable that stands for several types."""

    def __init__(self, name):
        self.__name__ = name
        self._set_module()

    def __iter__(self):
        yield Unpack[self]

    def __repr__(self):
        return self.__name__

    def __typing_subst__(self, arg):
        raise TypeError("Substitution of bare TypeVarTuple is not "
                        "supported")

    def __typing_prepare_subst__(self, alias, args):
        """Gather the arguments that this variable stands for."""
        params = alias.__parameters__
        index = params.index(self)
        for param in params[index + 1:]:
            if isinstance(param, TypeVarTuple):
                raise TypeError("More than one TypeVarTuple parameter in "
                                f"{alias}")
        have = len(args)
        need = len(params)
        left = index
        right = need - index - 1
        var_at = None
        filler = None
        for k, arg in enumerate(args):
            inner = None if isinstance(arg, type) else getattr(
                arg, "__typing_unpacked_tuple_args__", None)
            if inner and len(inner) == 2 and inner[-1] is ...:
                if var_at is not None:
                    raise TypeError("More than one unpacked arbitrary-length "
                                    "tuple argument")
                var_at = k
                filler = inner[0]
        if var_at is not None:
            left = min(left, var_at)
            right = min(right, have - var_at - 1)
        elif left + right > have:
            raise TypeError(f"Too few arguments for {alias}; actual {have}, "
                            f"expected at least {need - 1}")
        return (*args[:left], *[filler] * (index - left),
                tuple(args[left:have - right]),
                *[filler] * (need - right - left - 1 - (index - left)),
                *args[have - right:])

    def __mro_entries__(self, bases):
        raise TypeError("Cannot subclass an instance of TypeVarTuple")


class ParamSpecArgs(_Final, _Immutable, _root=True):
    """The args of a ParamSpec: P.args."""

    def __init__(self, origin):
        self.__origin__ = origin

    def __repr__(self):
        return f"{self.__origin__.__name__}.args"

    def __eq__(self, other):
        if not isinstance(other, ParamSpecArgs):
            return NotImplemented
        return self.__origin__ == other.__origin__

    def __mro_entries__(self, bases):
        raise TypeError("Cannot subclass an instance of ParamSpecArgs")


class ParamSpecKwargs(_Final, _Immutable, _root=True):
    """The kwargs of a ParamSpec: P.kwargs."""

    def __init__(self, origin):
        self.__origin__ = origin

    def __repr__(self):
        return f"{self.__origin__.__name__}.kwargs"

    def __eq__(self, other):
        if not isinstance(other, ParamSpecKwargs):
            return NotImplemented
        return self.__origin__ == other.__origin__

    def __mro_entries__(self, bases):
        raise TypeError("Cannot subclass an instance of ParamSpecKwargs")


class ParamSpec(_Final, _Variable, _BoundVarianceMixin, _root=True):
    """Parameter specification variable."""

    @property
    def args(self):
        return ParamSpecArgs(self)

    @property
    def kwargs(self):
        return ParamSpecKwargs(self)

    def __init__(self, name, *, bound=None, covariant=False,
                 contravariant=False):
        self.__name__ = name
        self._init_bound(bound, covariant, contravariant)
        self._set_module()

    def __typing_subst__(self, arg):
        if isinstance(arg, (list, tuple)):
            arg = tuple([_type_check(a, "Expected a type.") for a in arg])
        elif not _is_param_expr(arg):
            raise TypeError("Expected a list of types, an ellipsis, "
                            f"ParamSpec, or Concatenate. Got {arg}")
        return arg

    def __typing_prepare_subst__(self, alias, args):
        params = alias.__parameters__
        index = params.index(self)
        if index >= len(args):
            raise TypeError(f"Too few arguments for {alias}")
        if len(params) == 1 and not _is_param_expr(args[0]):
            return (args,)
        if isinstance(args[index], list):
            return (*args[:index], tuple(args[index]), *args[index + 1:])
        return args


# --- Generic aliases --------------------------------------------------------

class _BaseGenericAlias(_Final, _root=True):
    """A class with (or waiting for) type arguments.

    `_inst` tells whether the alias may be called to make an object, `_name`
    is the name under which typing offers it, if any.
    """

    def __init__(self, origin, *, inst=True, name=None):
        self._inst = inst
        self._name = name
        self.__origin__ = origin
        self.__slots__ = None

    def __call__(self, *args, **kwargs):
        if not self._inst:
            raise TypeError(f"Type {self._name} cannot be instantiated; use "
                            f"{self.__origin__.__name__}() instead")
        result = self.__origin__(*args, **kwargs)
        try:
            result.__orig_class__ = self
        except AttributeError:
            pass
        return result

    def __mro_entries__(self, bases):
        entries = []
        if self.__origin__ not in bases:
            entries.append(self.__origin__)
        at = bases.index(self)
        for later in bases[at + 1:]:
            if isinstance(later, _BaseGenericAlias) or (
                    isinstance(later, type) and issubclass(later, Generic)):
                break
        else:
            entries.append(Generic)
        return tuple(entries)

    def __getattr__(self, attr):
        if attr in {"__origin__", "__args__"}:
            return super().__getattr__(attr)
        if attr in {"__name__", "__qualname__"}:
            return self._name or self.__origin__.__name__
        if "__origin__" in self.__dict__ and not _is_dunder(attr):
            return getattr(self.__origin__, attr)
        raise AttributeError(attr)

    def __setattr__(self, attr, val):
        if _is_dunder(attr) or attr in {"_name", "_inst", "_nparams",
                                        "_paramspec_tvars"}:
            super().__setattr__(attr, val)
        else:
            setattr(self.__origin__, attr, val)

    def __instancecheck__(self, obj):
        return self.__subclasscheck__(type(obj))

    def __subclasscheck__(self, cls):
        raise TypeError("Subscripted generics cannot be used with class and "
                        "instance checks")

    def __dir__(self):
        return list(set(super().__dir__()
                        + [attr for attr in dir(self.__origin__)
                           if not _is_dunder(attr)]))


class _GenericAlias(_BaseGenericAlias, _root=True):
    """A class with type arguments, such as Dict[str, int]."""

    def __init__(self, origin, args, *, inst=True, name=None,
                 _paramspec_tvars=False):
        super().__init__(origin, inst=inst, name=name)
        if not isinstance(args, tuple):
            args = (args,)
        self.__args__ = tuple([... if a is _TypingEllipsis else a
                               for a in args])
        self.__parameters__ = _collect_parameters(args)
        self._paramspec_tvars = _paramspec_tvars
        if not name:
            self.__module__ = origin.__module__

    def __eq__(self, other):
        if not isinstance(other, _GenericAlias):
            return NotImplemented
        return (self.__origin__ == other.__origin__
                and self.__args__ == other.__args__)

    def __hash__(self):
        return hash((self.__origin__, self.__args__))

    def __or__(self, right):
        return Union[self, right]

    def __ror__(self, left):
        return Union[left, self]

    @_tp_cache
    def __getitem__(self, args):
        origin = self.__origin__
        if origin is Generic or _is_one_of(origin, _protocol()):
            raise TypeError("Cannot subscript already-subscripted "
                            f"{self}")
        if not self.__parameters__:
            raise TypeError(f"{self} is not a generic class")
        if not isinstance(args, tuple):
            args = (args,)
        args = _unpack_args([_type_convert(p) for p in args])
        return self.copy_with(self._determine_new_args(tuple(args)))

    def _determine_new_args(self, args):
        """Substitute `args` for the parameters in our arguments."""
        params = self.__parameters__
        for param in params:
            prepare = getattr(param, "__typing_prepare_subst__", None)
            if prepare is not None:
                args = prepare(self, args)
        if len(args) != len(params):
            raise _count_error(self, len(args), len(params))
        return tuple(self._substitute(self.__args__,
                                      dict(zip(params, args))))

    def _substitute(self, args, chosen):
        result = []
        for old in args:
            if isinstance(old, type):
                result.append(old)
                continue
            if isinstance(old, tuple):
                result.append(tuple(self._substitute(old, chosen)))
                continue
            new = _substitute_one(old, chosen)
            if (self.__origin__ is collections.abc.Callable
                    and isinstance(new, tuple)):
                result.extend(new)
            elif _is_unpacked_typevartuple(old):
                result.extend(new)
            else:
                result.append(new)
        return result

    def copy_with(self, args):
        return self.__class__(self.__origin__, args, name=self._name,
                              inst=self._inst,
                              _paramspec_tvars=self._paramspec_tvars)

    def __repr__(self):
        if self._name:
            name = "typing." + self._name
        else:
            name = _type_repr(self.__origin__)
        args = ", ".join([_type_repr(a) for a in self.__args__]) or "()"
        return f"{name}[{args}]"

    def __reduce__(self):
        origin = self.__origin__
        if self._name:
            origin = getattr(__import__("typing"), self._name)
        args = tuple(self.__args__)
        if len(args) == 1 and not isinstance(args[0], tuple):
            args, = args
        return operator.getitem, (origin, args)

    def __mro_entries__(self, bases):
        if isinstance(self.__origin__, _SpecialForm):
            raise TypeError(f"Cannot subclass {self!r}")
        if self._name:
            return super().__mro_entries__(bases)
        if self.__origin__ is Generic:
            if _is_one_of(Generic, bases) or any(
                    p in bases for p in _protocol()):
                return ()
            at = bases.index(self)
            for later in bases[at + 1:]:
                if isinstance(later, _BaseGenericAlias) and later != self:
                    return ()
        return (self.__origin__,)

    def __iter__(self):
        yield Unpack[self]


def _substitute_one(old, chosen):
    """Substitute inside of one argument."""
    substitute = getattr(old, "__typing_subst__", None)
    if substitute:
        return substitute(chosen[old])
    inner = getattr(old, "__parameters__", ())
    if not inner:
        return old
    args = []
    for param in inner:
        if isinstance(param, TypeVarTuple):
            args.extend(chosen[param])
        else:
            args.append(chosen[param])
    if _is_unpacked_typevartuple(old):
        return tuple(args)
    return old[tuple(args)]


class _SpecialGenericAlias(_NotIterable, _BaseGenericAlias, _root=True):
    """A generic class without arguments, such as List."""

    def __init__(self, origin, nparams, *, inst=True, name=None):
        if name is None:
            name = origin.__name__
        super().__init__(origin, inst=inst, name=name)
        self._nparams = nparams
        if origin.__module__ == "builtins":
            self.__doc__ = f"A generic version of {origin.__qualname__}."
        else:
            self.__doc__ = ("A generic version of "
                            f"{origin.__module__}.{origin.__qualname__}.")

    @_tp_cache
    def __getitem__(self, params):
        if not isinstance(params, tuple):
            params = (params,)
        msg = "Parameters to generic types must be types."
        params = tuple([_type_check(p, msg) for p in params])
        _check_generic(self, params, self._nparams)
        return self.copy_with(params)

    def copy_with(self, params):
        return _GenericAlias(self.__origin__, params, name=self._name,
                             inst=self._inst)

    def __repr__(self):
        return "typing." + self._name

    def __subclasscheck__(self, cls):
        if isinstance(cls, _SpecialGenericAlias):
            return issubclass(cls.__origin__, self.__origin__)
        if not isinstance(cls, _GenericAlias):
            return issubclass(cls, self.__origin__)
        return super().__subclasscheck__(cls)

    def __reduce__(self):
        return self._name

    def __or__(self, right):
        return Union[self, right]

    def __ror__(self, left):
        return Union[left, self]


class _CallableGenericAlias(_NotIterable, _GenericAlias, _root=True):
    def __repr__(self):
        args = self.__args__
        if len(args) == 2 and _is_param_expr(args[0]):
            return super().__repr__()
        inner = ", ".join([_type_repr(a) for a in args[:-1]])
        return f"typing.Callable[[{inner}], {_type_repr(args[-1])}]"

    def __reduce__(self):
        args = self.__args__
        if not (len(args) == 2 and _is_param_expr(args[0])):
            args = list(args[:-1]), args[-1]
        return operator.getitem, (Callable, args)


class _CallableType(_SpecialGenericAlias, _root=True):
    def copy_with(self, params):
        return _CallableGenericAlias(self.__origin__, params,
                                     name=self._name, inst=self._inst,
                                     _paramspec_tvars=True)

    @_tp_cache
    def __getitem__(self, params):
        if not isinstance(params, tuple) or len(params) != 2:
            raise TypeError("Callable must be used as "
                            "Callable[[arg, ...], result].")
        args, result = params
        if isinstance(args, list):
            args = tuple(args)
        return self._with(args, result)

    def _with(self, args, result):
        msg = "Callable[args, result]: result must be a type."
        result = _type_check(result, msg)
        if args is Ellipsis:
            return self.copy_with((_TypingEllipsis, result))
        if not isinstance(args, tuple):
            args = (args,)
        args = tuple([_type_convert(arg) for arg in args])
        return self.copy_with((*args, result))


class _TupleType(_SpecialGenericAlias, _root=True):
    @_tp_cache
    def __getitem__(self, params):
        if not isinstance(params, tuple):
            params = (params,)
        if len(params) >= 2 and params[-1] is ...:
            msg = "Tuple[t, ...]: t must be a type."
            params = tuple([_type_check(p, msg) for p in params[:-1]])
            return self.copy_with((*params, _TypingEllipsis))
        msg = "Tuple[t0, t1, ...]: each t must be a type."
        return self.copy_with(tuple([_type_check(p, msg) for p in params]))


class _UnionGenericAlias(_NotIterable, _GenericAlias, _root=True):
    def copy_with(self, params):
        return Union[params]

    def __eq__(self, other):
        if not isinstance(other, (_UnionGenericAlias, types.UnionType)):
            return NotImplemented
        try:
            return set(self.__args__) == set(other.__args__)
        except TypeError:
            return (all(a in other.__args__ for a in self.__args__)
                    and all(a in self.__args__ for a in other.__args__))

    def __hash__(self):
        return hash(frozenset(self.__args__))

    def __repr__(self):
        args = self.__args__
        if len(args) == 2:
            if args[0] is type(None):
                return f"typing.Optional[{_type_repr(args[1])}]"
            if args[1] is type(None):
                return f"typing.Optional[{_type_repr(args[0])}]"
        return super().__repr__().replace("typing.Optional[",
                                          "typing.Union[", 1)

    def __instancecheck__(self, obj):
        return self.__subclasscheck__(type(obj))

    def __subclasscheck__(self, cls):
        for arg in self.__args__:
            if issubclass(cls, arg):
                return True

    def __reduce__(self):
        func, (_, args) = super().__reduce__()
        return func, (Union, args)


class _LiteralGenericAlias(_GenericAlias, _root=True):
    def __eq__(self, other):
        if not isinstance(other, _LiteralGenericAlias):
            return NotImplemented
        return (set(_literal_items(self.__args__))
                == set(_literal_items(other.__args__)))

    def __hash__(self):
        return hash(frozenset(_literal_items(self.__args__)))


class _ConcatenateGenericAlias(_GenericAlias, _root=True):
    def copy_with(self, params):
        if isinstance(params[-1], (list, tuple)):
            return (*params[:-1], *params[-1])
        if isinstance(params[-1], _ConcatenateGenericAlias):
            params = (*params[:-1], *params[-1].__args__)
        return super().copy_with(params)


class _UnpackGenericAlias(_GenericAlias, _root=True):
    def __repr__(self):
        return "*" + repr(self.__args__[0])

    def __getitem__(self, args):
        if self.__typing_is_unpacked_typevartuple__:
            return args
        return super().__getitem__(args)

    @property
    def __typing_unpacked_tuple_args__(self):
        arg, = self.__args__
        if isinstance(arg, _GenericAlias) and arg.__origin__ is tuple:
            return arg.__args__
        if isinstance(arg, GenericAlias) and arg.__origin__ is tuple:
            return arg.__args__
        return None

    @property
    def __typing_is_unpacked_typevartuple__(self):
        return isinstance(self.__args__[0], TypeVarTuple)


class _TypingEllipsis:
    """Stands for ... inside of the arguments of an alias."""


# --- Generic ----------------------------------------------------------------

def _is_generic_alias_of_generic(base):
    return (isinstance(base, _BaseGenericAlias)
            and base.__origin__ is Generic)


class Generic:
    """Abstract base class for generic types."""

    __slots__ = ()
    _is_protocol = False

    @classmethod
    @_tp_cache
    def __class_getitem__(cls, params):
        if not isinstance(params, tuple):
            params = (params,)
        params = tuple([_type_convert(p) for p in params])
        if cls is Generic or _is_one_of(cls, _protocol()):
            if not params:
                raise TypeError("Parameter list to "
                                f"{cls.__qualname__}[...] cannot be empty")
            if not all(_is_typevar_like(p) for p in params):
                raise TypeError(
                    f"Parameters to {cls.__name__}[...] must all be type "
                    "variables or parameter specification variables.")
            if len(set(params)) != len(params):
                raise TypeError(f"Parameters to {cls.__name__}[...] must "
                                "all be unique")
        else:
            params = _arguments_for(cls, params)
        return _GenericAlias(cls, params, _paramspec_tvars=True)

    def __init_subclass__(cls, *args, **kwargs):
        super().__init_subclass__(*args, **kwargs)
        tvars = []
        if "__orig_bases__" in cls.__dict__:
            wrong = Generic in cls.__orig_bases__
        else:
            wrong = (Generic in cls.__bases__
                     and cls.__name__ != "Protocol"
                     and type(cls).__name__ != "_TypedDictMeta")
        if wrong:
            raise TypeError("Cannot inherit from plain Generic")
        if "__orig_bases__" in cls.__dict__:
            tvars = _collect_parameters(cls.__orig_bases__)
            declared = None
            for base in cls.__orig_bases__:
                if _is_generic_alias_of_generic(base):
                    if declared is not None:
                        raise TypeError("Cannot inherit from Generic[...] "
                                        "multiple types.")
                    declared = base.__parameters__
            if declared is not None:
                missing = [t for t in tvars if t not in declared]
                if missing:
                    names = ", ".join([str(t) for t in tvars
                                       if t not in set(declared)])
                    given = ", ".join([str(g) for g in declared])
                    raise TypeError(f"Some type variables ({names}) are not "
                                    f"listed in Generic[{given}]")
                tvars = declared
        cls.__parameters__ = tuple(tvars)


def _is_typevar_like(x):
    return isinstance(x, (TypeVar, ParamSpec)) or _is_unpacked_typevartuple(
        x)


def _arguments_for(cls, params):
    """Match arguments with the parameters of a generic class."""
    for param in cls.__parameters__:
        prepare = getattr(param, "__typing_prepare_subst__", None)
        if prepare is not None:
            params = prepare(cls, params)
    _check_generic(cls, params, len(cls.__parameters__))
    result = []
    for param, new in zip(cls.__parameters__, params):
        if isinstance(param, TypeVarTuple):
            result.extend(new)
        else:
            result.append(new)
    return tuple(result)


class _AnnotatedAlias(_NotIterable, _GenericAlias, _root=True):
    """A type with metadata: Annotated[T, x, y]."""

    def __init__(self, origin, metadata):
        if isinstance(origin, _AnnotatedAlias):
            metadata = origin.__metadata__ + metadata
            origin = origin.__origin__
        super().__init__(origin, origin)
        self.__metadata__ = metadata

    def copy_with(self, params):
        return _AnnotatedAlias(params[0], self.__metadata__)

    def __repr__(self):
        inner = ", ".join([repr(a) for a in self.__metadata__])
        return (f"typing.Annotated[{_type_repr(self.__origin__)}, "
                f"{inner}]")

    def __reduce__(self):
        return operator.getitem, (
            Annotated, (self.__origin__, *self.__metadata__))

    def __eq__(self, other):
        if not isinstance(other, _AnnotatedAlias):
            return NotImplemented
        return (self.__origin__ == other.__origin__
                and self.__metadata__ == other.__metadata__)

    def __hash__(self):
        return hash((self.__origin__, self.__metadata__))

    def __getattr__(self, attr):
        if attr in {"__name__", "__qualname__"}:
            return "Annotated"
        return super().__getattr__(attr)

    def __mro_entries__(self, bases):
        return (self.__origin__,)


class Annotated:
    """Adds metadata to a type."""

    __slots__ = ()

    def __new__(cls, *args, **kwargs):
        raise TypeError("Type Annotated cannot be instantiated.")

    @classmethod
    @_tp_cache
    def __class_getitem__(cls, params):
        if not isinstance(params, tuple):
            params = (params,)
        return cls._annotate(*params)

    @classmethod
    def _annotate(cls, *params):
        if len(params) < 2:
            raise TypeError("Annotated[...] should be used with at least "
                            "two arguments (a type and an annotation).")
        if _is_unpacked_typevartuple(params[0]):
            raise TypeError("Annotated[...] should not be used with an "
                            "unpacked TypeVarTuple")
        msg = "Annotated[t, ...]: t must be a type."
        origin = _type_check(params[0], msg, allow_special_forms=True)
        return _AnnotatedAlias(origin, tuple(params[1:]))

    def __init_subclass__(cls, *args, **kwargs):
        raise TypeError(f"Cannot subclass {cls.__module__}.Annotated")


Callable = _CallableType(collections.abc.Callable, 2)
Callable.__doc__ = "Callable[[X, Y], Z] takes X and Y and returns Z."
