"""typing - support for type hints at run time.

The forms and classes are made in the modules _typing_*; here are the generic
versions of other classes and the functions that look at annotations.

SPDX-License-Identifier: Apache-2.0
"""

import collections
import collections.abc as _abc
import contextlib
import functools
import re
import sys
import types
from abc import abstractmethod
from types import (GenericAlias, MethodDescriptorType, MethodWrapperType,
                   WrapperDescriptorType)

from _caisson import session_state
from _typing_alias import (
    Generic, _AnnotatedAlias, _BaseGenericAlias, _CallableGenericAlias,
    _CallableType, _ConcatenateGenericAlias, _GenericAlias,
    _LiteralGenericAlias, _SpecialGenericAlias, _TupleType,
    _UnionGenericAlias, _UnpackGenericAlias)
from _typing_base import cached as _cached
from _typing_base import check_count as _check_generic_count
from _typing_base import collect_parameters as _collect_parameters
from _typing_base import has_flat_callable_args as _has_flat_args
from _typing_base import is_dunder as _is_dunder
from _typing_base import is_parameter_list as _is_param_expr
from _typing_base import type_repr as _type_repr
from _typing_base import unique as _deduplicate
from _typing_base import _Final, _Immutable, _NotIterable
from _typing_forms import (
    Annotated, Any, Callable, ClassVar, Concatenate, Final, ForwardRef, Literal, LiteralString, Never, NoReturn, NotRequired,
    Optional, ParamSpec, ParamSpecArgs, ParamSpecKwargs, Required, Self,
    TypeAlias, TypeGuard, TypeVar, TypeVarTuple, Union, Unpack, _AnyMeta,
    _eval_type, _SpecialForm, _type_check)
from _typing_forms import ALIASES as _ALIASES
from _typing_forms import convert as _type_convert
from _typing_forms import rebuild as _rebuild
from _typing_protocol import (
    EXCLUDED_ATTRIBUTES, Protocol, SupportsAbs, SupportsBytes,
    SupportsComplex, SupportsFloat, SupportsIndex, SupportsInt,
    SupportsRound, T_co, _ProtocolMeta, runtime_checkable)
from _typing_protocol import _members as _get_protocol_attrs
from _typing_records import _IGNORED as _special
from _typing_records import _RESERVED as _prohibited
from _typing_records import (NamedTuple, NamedTupleMeta, NewType, TypedDict,
                             _NamedTuple, _TypedDictMeta, is_typeddict)

__all__ = [
    "Annotated", "Any", "Callable", "ClassVar", "Concatenate", "Final",
    "ForwardRef", "Generic", "Literal", "Optional", "ParamSpec", "Protocol",
    "Tuple", "Type", "TypeVar", "TypeVarTuple", "Union", "AbstractSet",
    "ByteString", "Container", "ContextManager", "Hashable", "ItemsView",
    "Iterable", "Iterator", "KeysView", "Mapping", "MappingView",
    "MutableMapping", "MutableSequence", "MutableSet", "Sequence", "Sized",
    "ValuesView", "Awaitable", "AsyncIterator", "AsyncIterable", "Coroutine",
    "Collection", "AsyncGenerator", "AsyncContextManager", "Reversible",
    "SupportsAbs", "SupportsBytes", "SupportsComplex", "SupportsFloat",
    "SupportsIndex", "SupportsInt", "SupportsRound", "ChainMap", "Counter",
    "Deque", "Dict", "DefaultDict", "List", "OrderedDict", "Set",
    "FrozenSet", "NamedTuple", "TypedDict", "Generator", "BinaryIO", "IO",
    "Match", "Pattern", "TextIO", "AnyStr", "assert_type", "assert_never",
    "cast", "clear_overloads", "dataclass_transform", "final", "get_args",
    "get_origin", "get_overloads", "get_type_hints", "is_typeddict",
    "LiteralString", "Never", "NewType", "no_type_check",
    "no_type_check_decorator", "NoReturn", "NotRequired", "overload",
    "ParamSpecArgs", "ParamSpecKwargs", "Required", "reveal_type",
    "runtime_checkable", "Self", "Text", "TYPE_CHECKING", "TypeAlias",
    "TypeGuard", "Unpack"]

TYPE_CHECKING = False
_ASSERT_NEVER_REPR_MAX_LENGTH = 100
_cleanups = ()  # functions that empty caches; there are none


# --- What packages take from CPython's typing, though it is not documented ---

def _tp_cache(func=None, /, *, typed=False):
    """Decorate a subscription whose results may be kept."""
    return _tp_cache if func is None else _cached(func)


def _check_generic(cls, parameters, elen):
    """Raise TypeError if the number of arguments is not `elen`."""
    _check_generic_count(cls, len(parameters), elen)


# --- Hints for type checkers ------------------------------------------------

def cast(typ, val):
    """Return `val`; type checkers believe that it is a `typ`."""
    return val


def assert_type(val, typ, /):
    """Return `val`; type checkers check that it is a `typ`."""
    return val


def reveal_type(obj, /):
    """Print the type of an object, and return the object."""
    sys.stderr.write(f"Runtime type is {type(obj).__name__!r}\n")
    return obj


def assert_never(arg, /):
    """Raise AssertionError; type checkers check that nobody gets here."""
    text = repr(arg)
    if len(text) > _ASSERT_NEVER_REPR_MAX_LENGTH:
        text = text[:_ASSERT_NEVER_REPR_MAX_LENGTH] + "..."
    raise AssertionError(f"Expected code to be unreachable, but got: {text}")


def final(f):
    """Mark a class or method that is not to be extended."""
    try:
        f.__final__ = True
    except (AttributeError, TypeError):
        pass
    return f


def dataclass_transform(*, eq_default=True, order_default=False,
                        kw_only_default=False, field_specifiers=(),
                        **kwargs):
    """Mark a function or class that makes dataclasses."""
    facts = dict(eq_default=eq_default, order_default=order_default,
                 kw_only_default=kw_only_default,
                 field_specifiers=field_specifiers, kwargs=kwargs)

    def mark(target):
        target.__dataclass_transform__ = facts
        return target
    return mark


def no_type_check(arg):
    """Mark a function or class whose annotations are no types."""
    for name in dir(arg) if isinstance(arg, type) else ():
        part = getattr(arg, name)
        if not _belongs_to(arg, part):
            continue
        if isinstance(part, type):
            no_type_check(part)
        else:
            part = getattr(part, "__func__", part)
            if isinstance(part, types.FunctionType):
                part.__no_type_check__ = True
    try:
        arg.__no_type_check__ = True
    except TypeError:
        pass
    return arg


def _belongs_to(cls, part):
    """Is it defined in the body of a class?"""
    try:
        place = part.__module__, part.__qualname__
    except AttributeError:
        return False
    return place == (cls.__module__, f"{cls.__qualname__}.{part.__name__}")


def no_type_check_decorator(decorator):
    """Let a decorator mark like no_type_check()."""
    @functools.wraps(decorator)
    def marking(*args, **kwds):
        return no_type_check(decorator(*args, **kwds))
    return marking


# --- Overloads --------------------------------------------------------------

def _overload_dummy(*args, **kwds):
    raise NotImplementedError(
        "You should not call an overloaded function. A series of "
        "@overload-decorated functions outside a stub module should always "
        "be followed by an implementation that is not @overload-ed.")


def _new_dummy():
    """A copy for the session: other decorators leave marks on it."""
    return types.FunctionType(_overload_dummy.__code__,
                              _overload_dummy.__globals__)


def _variants(func):
    """The overloads of a function, by line."""
    func = getattr(func, "__func__", func)
    table = session_state("typing.overloads", dict)
    return table.setdefault((func.__module__, func.__qualname__), {})


def overload(func):
    """Declare one of several signatures of a function."""
    try:
        code = getattr(func, "__func__", func).__code__
        _variants(func)[code.co_firstlineno] = func
    except AttributeError:
        pass
    return session_state("typing.dummy", _new_dummy)


def get_overloads(func):
    """The declared signatures of a function."""
    return list(_variants(func).values())


def clear_overloads():
    """Forget all declared signatures."""
    session_state("typing.overloads", dict).clear()


# --- Looking at annotations -------------------------------------------------

_MAY_LACK_HINTS = (types.FunctionType, types.BuiltinFunctionType,
                   types.MethodType, types.ModuleType, WrapperDescriptorType,
                   MethodWrapperType, MethodDescriptorType)


def _evaluated(hints, globalns, localns, **options):
    found = {}
    for name, hint in hints.items():
        if hint is None:
            hint = type(None)
        elif isinstance(hint, str):
            hint = ForwardRef(hint, **options)
        found[name] = _eval_type(hint, globalns, localns)
    return found


def _hints_of_class(cls, globalns, localns):
    found = {}
    for base in cls.__mro__[::-1]:
        hints = base.__dict__.get("__annotations__", {})
        if isinstance(hints, types.GetSetDescriptorType):
            continue
        outer = globalns
        if outer is None:
            module = sys.modules.get(base.__module__)
            outer = getattr(module, "__dict__", {})
        inner = dict(vars(base)) if localns is None else localns
        if globalns is localns is None:
            # names of the class come after those of the module
            outer, inner = inner, outer
        found.update(_evaluated(hints, outer, inner, is_argument=False,
                                is_class=True))
    return found


def _namespace_of(obj):
    """The global names that a function or module sees."""
    if isinstance(obj, types.ModuleType):
        return obj.__dict__
    while hasattr(obj, "__wrapped__"):
        obj = obj.__wrapped__
    return getattr(obj, "__globals__", {})


def get_type_hints(obj, globalns=None, localns=None, include_extras=False):
    """The annotations of an object, with text evaluated."""
    if getattr(obj, "__no_type_check__", None):
        return {}
    if isinstance(obj, type):
        found = _hints_of_class(obj, globalns, localns)
    else:
        hints = getattr(obj, "__annotations__", None)
        if hints is None:
            if not isinstance(obj, _MAY_LACK_HINTS):
                raise TypeError(f"{obj!r} is not a module, class, method, or "
                                "function.")
            return {}
        if globalns is None:
            globalns = _namespace_of(obj)
        found = _evaluated(
            hints, globalns, globalns if localns is None else localns,
            is_argument=not isinstance(obj, types.ModuleType))
    if include_extras:
        return found
    return {name: _without_extras(hint) for name, hint in found.items()}


def _without_extras(hint):
    """Take Annotated, Required and NotRequired out of a type."""
    if isinstance(hint, _AnnotatedAlias):
        return _without_extras(hint.__origin__)
    if not isinstance(hint, _ALIASES):
        return hint
    if getattr(hint, "__origin__", None) in (Required, NotRequired):
        return _without_extras(hint.__args__[0])
    args = tuple([_without_extras(arg) for arg in hint.__args__])
    return hint if args == hint.__args__ else _rebuild(hint, args)


def get_origin(tp):
    """The class or form behind a type with arguments, or None."""
    if tp is Generic or isinstance(tp, _AnnotatedAlias):
        return Generic if tp is Generic else Annotated
    if isinstance(tp, types.UnionType):
        return types.UnionType
    kinds = (_BaseGenericAlias, GenericAlias, ParamSpecArgs, ParamSpecKwargs)
    return tp.__origin__ if isinstance(tp, kinds) else None


def get_args(tp):
    """The arguments of a type, or ()."""
    if isinstance(tp, _AnnotatedAlias):
        return (tp.__origin__, *tp.__metadata__)
    if not isinstance(tp, _ALIASES):
        return ()
    args = tp.__args__
    if not isinstance(tp, types.UnionType) and _has_flat_args(tp, args):
        return list(args[:-1]), args[-1]
    return args


# --- Generic versions of classes --------------------------------------------

T, KT, VT = map(TypeVar, ("T", "KT", "VT"))
V_co, VT_co = [TypeVar(_name, covariant=True) for _name in ("V_co", "VT_co")]
CT_co = TypeVar("CT_co", covariant=True, bound=type)
T_contra = TypeVar("T_contra", contravariant=True)
AnyStr = TypeVar("AnyStr", bytes, str)
Text = str
Tuple = _TupleType(tuple, -1, inst=False, name="Tuple")

# class, number of arguments, name in typing if it is not that of the class
for _row in (
        (_abc.Hashable, 0), (_abc.Sized, 0), (_abc.ByteString, 0),
        (_abc.Awaitable, 1), (_abc.AsyncIterable, 1), (_abc.AsyncIterator, 1),
        (_abc.Iterable, 1), (_abc.Iterator, 1), (_abc.Reversible, 1),
        (_abc.Container, 1), (_abc.Collection, 1), (_abc.Sequence, 1),
        (_abc.MutableSequence, 1), (_abc.Set, 1, "AbstractSet"),
        (_abc.MutableSet, 1), (_abc.MappingView, 1), (_abc.KeysView, 1),
        (_abc.ValuesView, 1), (_abc.ItemsView, 2), (_abc.Mapping, 2),
        (_abc.MutableMapping, 2), (_abc.AsyncGenerator, 2),
        (_abc.Generator, 3), (_abc.Coroutine, 3),
        (collections.Counter, 1), (collections.deque, 1, "Deque"),
        (collections.defaultdict, 2, "DefaultDict"),
        (collections.OrderedDict, 2), (collections.ChainMap, 2),
        (contextlib.AbstractContextManager, 1, "ContextManager"),
        (contextlib.AbstractAsyncContextManager, 1, "AsyncContextManager"),
        (re.Pattern, 1), (re.Match, 1)):
    _name = _row[0].__name__ if len(_row) == 2 else _row[2]
    globals()[_name] = _SpecialGenericAlias(*_row[:2], name=_name)
# those that are not called to make objects
for _class, _count, _name in (
        (list, 1, "List"), (set, 1, "Set"), (frozenset, 1, "FrozenSet"),
        (type, 1, "Type"), (dict, 2, "Dict")):
    globals()[_name] = _SpecialGenericAlias(_class, _count, inst=False,
                                            name=_name)
del _row, _class, _count, _name


# --- Files ------------------------------------------------------------------

class IO(Generic[AnyStr]):
    """What open() returns, for text or bytes."""

    __slots__ = ()

    @abstractmethod
    def close(self) -> None: ...

    @abstractmethod
    def fileno(self) -> int: ...

    @abstractmethod
    def flush(self) -> None: ...

    @abstractmethod
    def isatty(self) -> bool: ...

    @abstractmethod
    def readable(self) -> bool: ...

    @abstractmethod
    def seekable(self) -> bool: ...

    @abstractmethod
    def writable(self) -> bool: ...

    @abstractmethod
    def read(self, n: int = -1) -> AnyStr: ...

    @abstractmethod
    def readline(self, limit: int = -1) -> AnyStr: ...

    @abstractmethod
    def readlines(self, hint: int = -1) -> List[AnyStr]: ...

    @abstractmethod
    def write(self, s: AnyStr) -> int: ...

    @abstractmethod
    def writelines(self, lines: List[AnyStr]) -> None: ...

    @abstractmethod
    def seek(self, offset: int, whence: int = 0) -> int: ...

    @abstractmethod
    def tell(self) -> int: ...

    @abstractmethod
    def truncate(self, size: int = None) -> int: ...

    @property
    @abstractmethod
    def closed(self) -> bool: ...

    @property
    @abstractmethod
    def mode(self) -> str: ...

    @property
    @abstractmethod
    def name(self) -> str: ...

    @abstractmethod
    def __enter__(self) -> "IO[AnyStr]": ...

    @abstractmethod
    def __exit__(self, type, value, traceback) -> None: ...


class BinaryIO(IO[bytes]):
    """What open() returns in binary mode."""

    __slots__ = ()

    @abstractmethod
    def write(self, s: Union[bytes, bytearray]) -> int: ...

    @abstractmethod
    def __enter__(self) -> "BinaryIO": ...


class TextIO(IO[str]):
    """What open() returns in text mode."""

    __slots__ = ()

    @property
    @abstractmethod
    def buffer(self) -> BinaryIO: ...

    @property
    @abstractmethod
    def encoding(self) -> str: ...

    @property
    @abstractmethod
    def errors(self) -> Optional[str]: ...

    @property
    @abstractmethod
    def line_buffering(self) -> bool: ...

    @property
    @abstractmethod
    def newlines(self) -> Any: ...

    @abstractmethod
    def __enter__(self) -> "TextIO": ...
