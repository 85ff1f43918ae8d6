"""typing - support for type hints at run time.

The special forms and aliases are in _typing_forms; here are protocols, named
tuples, typed dicts and the functions that look at annotations.

SPDX-License-Identifier: Apache-2.0
"""

import collections
import collections.abc
import contextlib
import functools
import re
import sys
import types
import warnings
from abc import ABCMeta, abstractmethod
from collections import defaultdict
from types import (GenericAlias, MethodDescriptorType, MethodWrapperType,
                   WrapperDescriptorType)

from _caisson import session_state
from _typing_forms import (
    Annotated, Any, Callable, ClassVar, Concatenate, Final, ForwardRef,
    Generic, Literal, LiteralString, Never, NoReturn, NotRequired, Optional,
    ParamSpec, ParamSpecArgs, ParamSpecKwargs, Required, Self, TypeAlias,
    TypeGuard, TypeVar, TypeVarTuple, Union, Unpack, _AnnotatedAlias,
    _AnyMeta, _BaseGenericAlias, _CallableGenericAlias, _CallableType,
    _caller, _check_generic, _collect_parameters, _ConcatenateGenericAlias,
    _eval_type, _Final, _GenericAlias, _Immutable, _is_dunder,
    _is_param_expr, _is_typevar_like, _is_unpacked_typevartuple,
    _LiteralGenericAlias, _LiteralSpecialForm, _NotIterable,
    _remove_dups_flatten, _should_unflatten_callable_args, _SpecialForm,
    _SpecialGenericAlias, _TupleType, _type_check, _type_convert, _type_repr,
    _TypingEllipsis, _UnionGenericAlias, _unpack_args, _UnpackGenericAlias)

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


_cleanups = ()  # functions that empty caches; there are none


# --- Protocols --------------------------------------------------------------

_TYPING_INTERNALS = frozenset({
    "__parameters__", "__orig_bases__", "__orig_class__", "_is_protocol",
    "_is_runtime_protocol"})
_SPECIAL_NAMES = frozenset({
    "__abstractmethods__", "__annotations__", "__dict__", "__doc__",
    "__init__", "__module__", "__new__", "__slots__", "__subclasshook__",
    "__weakref__", "__class_getitem__"})
EXCLUDED_ATTRIBUTES = _TYPING_INTERNALS | _SPECIAL_NAMES | {
    "_MutableMapping__marker"}


def _get_protocol_attrs(cls):
    """Collect the members of a protocol and its protocol bases."""
    attrs = set()
    for base in cls.__mro__[:-1]:
        if base.__name__ in ("Protocol", "Generic"):
            continue
        annotations = base.__dict__.get("__annotations__", {})
        for attr in [*base.__dict__, *annotations]:
            if (not attr.startswith("_abc_")
                    and attr not in EXCLUDED_ATTRIBUTES):
                attrs.add(attr)
    return attrs


def _is_callable_members_only(cls):
    return all(callable(getattr(cls, attr, None))
               for attr in _get_protocol_attrs(cls))


def _is_reckless(depth):
    """Is the check made by machinery that must not see an error?"""
    return _caller(depth) in ("abc", "functools", None)


def _no_init_or_replace_init(self, *args, **kwargs):
    """__init__ of protocols: refuses, or finds the one of a subclass."""
    cls = type(self)
    if cls._is_protocol:
        raise TypeError("Protocols cannot be instantiated")
    if cls.__init__ is not _no_init_or_replace_init:
        return
    for base in cls.__mro__:
        init = base.__dict__.get("__init__", _no_init_or_replace_init)
        if init is not _no_init_or_replace_init:
            cls.__init__ = init
            break
    else:
        cls.__init__ = object.__init__
    cls.__init__(self, *args, **kwargs)


def _has_member(other, attr):
    """Does a class define a member of a protocol?"""
    for base in other.__mro__:
        if attr in base.__dict__:
            return base.__dict__[attr] is not None
        annotations = base.__dict__.get("__annotations__", {})
        if (isinstance(annotations, collections.abc.Mapping)
                and attr in annotations and issubclass(other, Generic)
                and other._is_protocol):
            return True
    return False


class _ProtocolMeta(ABCMeta):
    """Metaclass of protocols: isinstance() looks at the members."""

    def __instancecheck__(cls, instance):
        is_protocol = getattr(cls, "_is_protocol", False)
        if (is_protocol and not getattr(cls, "_is_runtime_protocol", False)
                and not _is_reckless(2)):
            raise TypeError("Instance and class checks can only be used "
                            "with @runtime_checkable protocols")
        if ((not is_protocol or _is_callable_members_only(cls))
                and cls._check_subclass(instance.__class__)):
            return True
        if is_protocol and all(
                hasattr(instance, attr)
                and (not callable(getattr(cls, attr, None))
                     or getattr(instance, attr) is not None)
                for attr in _get_protocol_attrs(cls)):
            return True
        return super().__instancecheck__(instance)

    def _check_subclass(cls, subclass):
        return ABCMeta.__subclasscheck__(cls, subclass)

    def __subclasscheck__(cls, subclass):
        if cls.__dict__.get("_is_protocol", False) and not _is_reckless(2):
            if not getattr(cls, "_is_runtime_protocol", False):
                raise TypeError("Instance and class checks can only be used "
                                "with @runtime_checkable protocols")
            if not _is_callable_members_only(cls):
                raise TypeError("Protocols with non-method members don't "
                                "support issubclass()")
        return super().__subclasscheck__(subclass)


_PROTO_ALLOWLIST = {
    "collections.abc": frozenset({
        "Callable", "Awaitable", "Iterable", "Iterator", "AsyncIterable",
        "Hashable", "Sized", "Container", "Collection", "Reversible"}),
    "contextlib": frozenset({"AbstractContextManager",
                             "AbstractAsyncContextManager"}),
}


def _may_be_base(base):
    if base is object or base is Generic:
        return True
    if base.__name__ in _PROTO_ALLOWLIST.get(base.__module__, ()):
        return True
    return issubclass(base, Generic) and base._is_protocol


def _proto_hook(cls, other):
    if not cls.__dict__.get("_is_protocol", False):
        return NotImplemented
    if not getattr(cls, "_is_runtime_protocol", False):
        return NotImplemented
    if not _is_callable_members_only(cls):
        return NotImplemented
    if not isinstance(other, type):
        raise TypeError("issubclass() arg 1 must be a class")
    for attr in _get_protocol_attrs(cls):
        if not _has_member(other, attr):
            return NotImplemented
    return True


class Protocol(Generic, metaclass=_ProtocolMeta):
    """Base class for protocol classes."""

    __slots__ = ()
    _is_protocol = True
    _is_runtime_protocol = False

    def __init_subclass__(cls, *args, **kwargs):
        super().__init_subclass__(*args, **kwargs)
        if not cls.__dict__.get("_is_protocol", False):
            cls._is_protocol = any(b is Protocol for b in cls.__bases__)
        if "__subclasshook__" not in cls.__dict__:
            cls.__subclasshook__ = classmethod(_proto_hook)
        if not cls._is_protocol:
            return
        for base in cls.__bases__:
            if not _may_be_base(base):
                raise TypeError("Protocols can only inherit from other "
                                f"protocols, got {base!r}")
        if cls.__init__ is Protocol.__init__ or (
                cls.__init__ is object.__init__):
            cls.__init__ = _no_init_or_replace_init


def runtime_checkable(cls):
    """Let isinstance() and issubclass() work with a protocol."""
    if not issubclass(cls, Generic) or not cls._is_protocol:
        raise TypeError("@runtime_checkable can be only applied to protocol "
                        f"classes, got {cls!r}")
    cls._is_runtime_protocol = True
    return cls


# --- Small functions --------------------------------------------------------

TYPE_CHECKING = False


def cast(typ, val):
    """Tell the type checker the type of a value; return it unchanged."""
    return val


def assert_type(val, typ, /):
    """Ask the type checker to confirm a type; return the value."""
    return val


def reveal_type(obj, /):
    """Print the type of an object and return the object."""
    print(f"Runtime type is {type(obj).__name__!r}", file=sys.stderr)
    return obj


_ASSERT_NEVER_REPR_MAX_LENGTH = 100


def assert_never(arg, /):
    """Tell the type checker that a line is never reached."""
    value = repr(arg)
    if len(value) > _ASSERT_NEVER_REPR_MAX_LENGTH:
        value = value[:_ASSERT_NEVER_REPR_MAX_LENGTH] + "..."
    raise AssertionError(f"Expected code to be unreachable, but got: "
                         f"{value}")


def dataclass_transform(*, eq_default=True, order_default=False,
                        kw_only_default=False, field_specifiers=(),
                        **kwargs):
    """Mark something that gives classes the behavior of dataclasses."""
    def decorator(cls_or_fn):
        cls_or_fn.__dataclass_transform__ = {
            "eq_default": eq_default,
            "order_default": order_default,
            "kw_only_default": kw_only_default,
            "field_specifiers": field_specifiers,
            "kwargs": kwargs,
        }
        return cls_or_fn
    return decorator


def final(f):
    """Mark a method or class that must not be overridden."""
    try:
        f.__final__ = True
    except (AttributeError, TypeError):
        pass
    return f


def no_type_check(arg):
    """Mark a function or class whose annotations are not type hints."""
    if isinstance(arg, type):
        for key in dir(arg):
            obj = getattr(arg, key)
            if (not hasattr(obj, "__qualname__")
                    or obj.__qualname__ != f"{arg.__qualname__}."
                    f"{obj.__name__}"
                    or getattr(obj, "__module__", None) != arg.__module__):
                continue
            if isinstance(obj, types.FunctionType):
                obj.__no_type_check__ = True
            if isinstance(obj, types.MethodType):
                obj.__func__.__no_type_check__ = True
            if isinstance(obj, type):
                no_type_check(obj)
    try:
        arg.__no_type_check__ = True
    except TypeError:
        pass
    return arg


def no_type_check_decorator(decorator):
    """Give a decorator the effect of no_type_check."""
    @functools.wraps(decorator)
    def wrapped_decorator(*args, **kwds):
        return no_type_check(decorator(*args, **kwds))
    return wrapped_decorator


def _overload_dummy(*args, **kwds):
    """What a function is replaced with by @overload."""
    raise NotImplementedError(
        "You should not call an overloaded function. A series of "
        "@overload-decorated functions outside a stub module should always "
        "be followed by an implementation that is not @overload-ed.")


def overload(func):
    """Declare one signature of an overloaded function."""
    target = getattr(func, "__func__", func)
    try:
        key = target.__module__, target.__qualname__
        line = target.__code__.co_firstlineno
    except AttributeError:
        return _overload_dummy
    table = session_state("typing.overloads", dict)
    table.setdefault(key, {})[line] = func
    return _overload_dummy


def get_overloads(func):
    """Return all declared signatures of a function, in order."""
    target = getattr(func, "__func__", func)
    key = target.__module__, target.__qualname__
    return list(session_state("typing.overloads", dict).get(
        key, {}).values())


def clear_overloads():
    """Forget all declared signatures."""
    session_state("typing.overloads", dict).clear()


# --- Looking at annotations -------------------------------------------------

_allowed_types = (types.FunctionType, types.BuiltinFunctionType,
                  types.MethodType, types.ModuleType, WrapperDescriptorType,
                  MethodWrapperType, MethodDescriptorType)


def _class_hints(obj, globalns, localns):
    hints = {}
    for base in reversed(obj.__mro__):
        if globalns is None:
            base_globals = getattr(sys.modules.get(base.__module__, None),
                                   "__dict__", {})
        else:
            base_globals = globalns
        annotations = base.__dict__.get("__annotations__", {})
        if isinstance(annotations, types.GetSetDescriptorType):
            annotations = {}
        base_locals = dict(vars(base)) if localns is None else localns
        if localns is None and globalns is None:
            # names of the class hide those of the module
            base_globals, base_locals = base_locals, base_globals
        for name, value in annotations.items():
            if value is None:
                value = type(None)
            if isinstance(value, str):
                value = ForwardRef(value, is_argument=False, is_class=True)
            hints[name] = _eval_type(value, base_globals, base_locals)
    return hints


def get_type_hints(obj, globalns=None, localns=None, include_extras=False):
    """Return the annotations of an object, with strings evaluated."""
    if getattr(obj, "__no_type_check__", None):
        return {}
    if isinstance(obj, type):
        hints = _class_hints(obj, globalns, localns)
    else:
        if globalns is None:
            if isinstance(obj, types.ModuleType):
                globalns = obj.__dict__
            else:
                target = obj
                while hasattr(target, "__wrapped__"):
                    target = target.__wrapped__
                globalns = getattr(target, "__globals__", {})
            if localns is None:
                localns = globalns
        elif localns is None:
            localns = globalns
        hints = getattr(obj, "__annotations__", None)
        if hints is None:
            if isinstance(obj, _allowed_types):
                return {}
            raise TypeError(f"{obj!r} is not a module, class, method, or "
                            "function.")
        hints = dict(hints)
        for name, value in hints.items():
            if value is None:
                value = type(None)
            if isinstance(value, str):
                value = ForwardRef(
                    value, is_argument=not isinstance(obj, types.ModuleType),
                    is_class=False)
            hints[name] = _eval_type(value, globalns, localns)
    if include_extras:
        return hints
    return {name: _strip_annotations(t) for name, t in hints.items()}


def _strip_annotations(t):
    """Remove Annotated, Required and NotRequired from a type."""
    if isinstance(t, _AnnotatedAlias):
        return _strip_annotations(t.__origin__)
    if hasattr(t, "__origin__") and t.__origin__ in (Required, NotRequired):
        return _strip_annotations(t.__args__[0])
    if not isinstance(t, (_GenericAlias, GenericAlias, types.UnionType)):
        return t
    args = tuple([_strip_annotations(a) for a in t.__args__])
    if args == t.__args__:
        return t
    if isinstance(t, _GenericAlias):
        return t.copy_with(args)
    if isinstance(t, GenericAlias):
        return GenericAlias(t.__origin__, args)
    return functools.reduce(lambda a, b: a | b, args)


def get_origin(tp):
    """Get the unsubscripted version of a type."""
    if isinstance(tp, _AnnotatedAlias):
        return Annotated
    if isinstance(tp, (_BaseGenericAlias, GenericAlias, ParamSpecArgs,
                       ParamSpecKwargs)):
        return tp.__origin__
    if tp is Generic:
        return Generic
    if isinstance(tp, types.UnionType):
        return types.UnionType
    return None


def get_args(tp):
    """Get type arguments with all substitutions performed."""
    if isinstance(tp, _AnnotatedAlias):
        return (tp.__origin__, *tp.__metadata__)
    if isinstance(tp, (_GenericAlias, GenericAlias)):
        args = tp.__args__
        if _should_unflatten_callable_args(tp, args):
            args = (list(args[:-1]), args[-1])
        return args
    if isinstance(tp, types.UnionType):
        return tp.__args__
    return ()


def is_typeddict(tp):
    """Check if an annotation is a TypedDict class."""
    return isinstance(tp, _TypedDictMeta)


# --- Generic versions of classes --------------------------------------------

T = TypeVar("T")
KT = TypeVar("KT")
VT = TypeVar("VT")
T_co = TypeVar("T_co", covariant=True)
V_co = TypeVar("V_co", covariant=True)
VT_co = TypeVar("VT_co", covariant=True)
T_contra = TypeVar("T_contra", contravariant=True)
CT_co = TypeVar("CT_co", covariant=True, bound=type)
AnyStr = TypeVar("AnyStr", bytes, str)

_alias = _SpecialGenericAlias
_abc = collections.abc

Hashable = _alias(_abc.Hashable, 0)
Awaitable = _alias(_abc.Awaitable, 1)
Coroutine = _alias(_abc.Coroutine, 3)
AsyncIterable = _alias(_abc.AsyncIterable, 1)
AsyncIterator = _alias(_abc.AsyncIterator, 1)
Iterable = _alias(_abc.Iterable, 1)
Iterator = _alias(_abc.Iterator, 1)
Reversible = _alias(_abc.Reversible, 1)
Sized = _alias(_abc.Sized, 0)
Container = _alias(_abc.Container, 1)
Collection = _alias(_abc.Collection, 1)
AbstractSet = _alias(_abc.Set, 1, name="AbstractSet")
MutableSet = _alias(_abc.MutableSet, 1)
Mapping = _alias(_abc.Mapping, 2)
MutableMapping = _alias(_abc.MutableMapping, 2)
Sequence = _alias(_abc.Sequence, 1)
MutableSequence = _alias(_abc.MutableSequence, 1)
ByteString = _alias(_abc.ByteString, 0)
Tuple = _TupleType(tuple, -1, inst=False, name="Tuple")
List = _alias(list, 1, inst=False, name="List")
Deque = _alias(collections.deque, 1, name="Deque")
Set = _alias(set, 1, inst=False, name="Set")
FrozenSet = _alias(frozenset, 1, inst=False, name="FrozenSet")
MappingView = _alias(_abc.MappingView, 1)
KeysView = _alias(_abc.KeysView, 1)
ItemsView = _alias(_abc.ItemsView, 2)
ValuesView = _alias(_abc.ValuesView, 1)
ContextManager = _alias(contextlib.AbstractContextManager, 1,
                        name="ContextManager")
AsyncContextManager = _alias(contextlib.AbstractAsyncContextManager, 1,
                             name="AsyncContextManager")
Dict = _alias(dict, 2, inst=False, name="Dict")
DefaultDict = _alias(collections.defaultdict, 2, name="DefaultDict")
OrderedDict = _alias(collections.OrderedDict, 2)
Counter = _alias(collections.Counter, 1)
ChainMap = _alias(collections.ChainMap, 2)
Generator = _alias(_abc.Generator, 3)
AsyncGenerator = _alias(_abc.AsyncGenerator, 2)
Type = _alias(type, 1, inst=False, name="Type")
Pattern = _alias(re.Pattern, 1)
Match = _alias(re.Match, 1)
Text = str


@runtime_checkable
class SupportsInt(Protocol):
    """An ABC with one abstract method __int__."""

    __slots__ = ()

    @abstractmethod
    def __int__(self) -> int:
        pass


@runtime_checkable
class SupportsFloat(Protocol):
    """An ABC with one abstract method __float__."""

    __slots__ = ()

    @abstractmethod
    def __float__(self) -> float:
        pass


@runtime_checkable
class SupportsComplex(Protocol):
    """An ABC with one abstract method __complex__."""

    __slots__ = ()

    @abstractmethod
    def __complex__(self) -> complex:
        pass


@runtime_checkable
class SupportsBytes(Protocol):
    """An ABC with one abstract method __bytes__."""

    __slots__ = ()

    @abstractmethod
    def __bytes__(self) -> bytes:
        pass


@runtime_checkable
class SupportsIndex(Protocol):
    """An ABC with one abstract method __index__."""

    __slots__ = ()

    @abstractmethod
    def __index__(self) -> int:
        pass


@runtime_checkable
class SupportsAbs(Protocol[T_co]):
    """An ABC with one abstract method __abs__ that is covariant in its return type."""

    __slots__ = ()

    @abstractmethod
    def __abs__(self) -> T_co:
        pass


@runtime_checkable
class SupportsRound(Protocol[T_co]):
    """An ABC with one abstract method __round__ that is covariant in its return type."""

    __slots__ = ()

    @abstractmethod
    def __round__(self, ndigits: int = 0) -> T_co:
        pass


# --- NamedTuple -------------------------------------------------------------

_prohibited = frozenset({"__new__", "__init__", "__slots__",
                         "__getnewargs__", "_fields", "_field_defaults",
                         "_field_types", "_make", "_replace", "_asdict",
                         "_source"})
_special = frozenset({"__module__", "__name__", "__annotations__"})


def _make_nmtuple(name, types, module, defaults=()):
    types = {n: _type_check(t, f"field {n} annotation must be a type")
             for n, t in types}
    result = collections.namedtuple(name, types, defaults=defaults,
                                    module=module)
    result.__annotations__ = result.__new__.__annotations__ = types
    return result


class NamedTupleMeta(type):
    def __new__(cls, typename, bases, ns):
        assert _NamedTuple in bases
        for base in bases:
            if base is not _NamedTuple and base is not Generic:
                raise TypeError("can only inherit from a NamedTuple type "
                                "and Generic")
        bases = tuple([tuple if base is _NamedTuple else base
                       for base in bases])
        hints = ns.get("__annotations__", {})
        defaults = []
        for field in hints:
            if field in ns:
                defaults.append(field)
            elif defaults:
                plural = "s" if len(defaults) > 1 else ""
                raise TypeError(
                    f"Non-default namedtuple field {field} cannot follow "
                    f"default field{plural} {', '.join(defaults)}")
        result = _make_nmtuple(typename, hints.items(),
                               defaults=[ns[n] for n in defaults],
                               module=ns["__module__"])
        result.__bases__ = bases
        if Generic in bases:
            result.__class_getitem__ = classmethod(
                Generic.__class_getitem__.__func__)
        for key in ns:
            if key in _prohibited:
                raise AttributeError("Cannot overwrite NamedTuple attribute "
                                     + key)
            if key not in _special and key not in result._fields:
                setattr(result, key, ns[key])
        if Generic in bases:
            result.__init_subclass__()
        return result


def NamedTuple(typename, fields=None, /, **kwargs):
    """Typed version of namedtuple."""
    if fields is None:
        fields = kwargs.items()
    elif kwargs:
        raise TypeError("Either list of fields or keywords can be provided "
                        "to NamedTuple, not both")
    return _make_nmtuple(typename, fields, module=_caller())


_NamedTuple = type.__new__(NamedTupleMeta, "NamedTuple", (), {})


def _namedtuple_mro_entries(bases):
    assert NamedTuple in bases
    return (_NamedTuple,)


NamedTuple.__mro_entries__ = _namedtuple_mro_entries


# --- TypedDict --------------------------------------------------------------

class _TypedDictMeta(type):
    def __new__(cls, name, bases, ns, total=True):
        for base in bases:
            if type(base) is not _TypedDictMeta and base is not Generic:
                raise TypeError("cannot inherit from both a TypedDict type "
                                "and a non-TypedDict base class")
        generic_base = (Generic,) if any(issubclass(b, Generic)
                                         for b in bases) else ()
        result = type.__new__(_TypedDictMeta, name, (*generic_base, dict),
                              ns)
        annotations = {}
        required = set()
        optional = set()
        own = ns.get("__annotations__", {})
        msg = "TypedDict('Name', {f0: t0, f1: t1, ...}); each t must be a type"
        own = {n: _type_check(t, msg, module=result.__module__)
               for n, t in own.items()}
        for base in bases:
            annotations.update(base.__dict__.get("__annotations__", {}))
            required.update(base.__dict__.get("__required_keys__", ()))
            optional.update(base.__dict__.get("__optional_keys__", ()))
        annotations.update(own)
        for key, hint in own.items():
            if _is_required(hint, total):
                required.add(key)
            else:
                optional.add(key)
        result.__annotations__ = annotations
        result.__required_keys__ = frozenset(required)
        result.__optional_keys__ = frozenset(optional)
        if not hasattr(result, "__total__"):
            result.__total__ = total
        return result

    __call__ = dict

    def __subclasscheck__(cls, other):
        raise TypeError("TypedDict does not support instance and class "
                        "checks")

    __instancecheck__ = __subclasscheck__


def _is_required(hint, total):
    origin = get_origin(hint)
    if origin is Annotated:
        args = get_args(hint)
        if args:
            hint = args[0]
            origin = get_origin(hint)
    if origin is Required:
        return True
    if origin is NotRequired:
        return False
    return total


def TypedDict(typename, fields=None, /, *, total=True, **kwargs):
    """A plain dict with types for some keys."""
    if fields is None:
        fields = kwargs
    elif kwargs:
        raise TypeError("TypedDict takes either a dict or keyword "
                        "arguments, but not both")
    if kwargs:
        warnings.warn(
            "The kwargs-based syntax for TypedDict definitions is "
            "deprecated in Python 3.11, will be removed in Python 3.13, and "
            "may not be understood by third-party type checkers.",
            DeprecationWarning, stacklevel=2)
    ns = {"__annotations__": dict(fields)}
    module = _caller()
    if module is not None:
        ns["__module__"] = module
    return _TypedDictMeta(typename, (), ns, total=total)


_TypedDict = type.__new__(_TypedDictMeta, "TypedDict", (), {})
TypedDict.__mro_entries__ = lambda bases: (_TypedDict,)


# --- NewType ----------------------------------------------------------------

class NewType:
    """NewType creates simple unique types with almost zero run time cost."""

    def __init__(self, name, tp):
        self.__qualname__ = name
        if "." in name:
            name = name.rpartition(".")[-1]
        self.__name__ = name
        self.__supertype__ = tp
        module = _caller()
        if module != "typing":
            self.__module__ = module

    def __call__(self, x, /):
        return x

    def __mro_entries__(self, bases):
        name = self.__name__

        class Dummy:
            def __init_subclass__(cls):
                raise TypeError(
                    "Cannot subclass an instance of NewType. Perhaps you "
                    f"were looking for: `{cls.__name__} = "
                    f"NewType({cls.__name__!r}, {name})`")

        return (Dummy,)

    def __repr__(self):
        return f"{self.__module__}.{self.__qualname__}"

    def __reduce__(self):
        return self.__qualname__

    def __or__(self, other):
        return Union[self, other]

    def __ror__(self, other):
        return Union[other, self]


# --- Files ------------------------------------------------------------------

class IO(Generic[AnyStr]):
    """Generic base class for TextIO and BinaryIO."""

    __slots__ = ()

    @property
    @abstractmethod
    def mode(self) -> str:
        pass

    @property
    @abstractmethod
    def name(self) -> str:
        pass

    @abstractmethod
    def close(self) -> None:
        pass

    @property
    @abstractmethod
    def closed(self) -> bool:
        pass

    @abstractmethod
    def fileno(self) -> int:
        pass

    @abstractmethod
    def flush(self) -> None:
        pass

    @abstractmethod
    def isatty(self) -> bool:
        pass

    @abstractmethod
    def read(self, n: int = -1) -> AnyStr:
        pass

    @abstractmethod
    def readable(self) -> bool:
        pass

    @abstractmethod
    def readline(self, limit: int = -1) -> AnyStr:
        pass

    @abstractmethod
    def readlines(self, hint: int = -1) -> List[AnyStr]:
        pass

    @abstractmethod
    def seek(self, offset: int, whence: int = 0) -> int:
        pass

    @abstractmethod
    def seekable(self) -> bool:
        pass

    @abstractmethod
    def tell(self) -> int:
        pass

    @abstractmethod
    def truncate(self, size: int = None) -> int:
        pass

    @abstractmethod
    def writable(self) -> bool:
        pass

    @abstractmethod
    def write(self, s: AnyStr) -> int:
        pass

    @abstractmethod
    def writelines(self, lines: List[AnyStr]) -> None:
        pass

    @abstractmethod
    def __enter__(self) -> "IO[AnyStr]":
        pass

    @abstractmethod
    def __exit__(self, type, value, traceback) -> None:
        pass


class BinaryIO(IO[bytes]):
    """Typed version of the return of open() in binary mode."""

    __slots__ = ()

    @abstractmethod
    def write(self, s: Union[bytes, bytearray]) -> int:
        pass

    @abstractmethod
    def __enter__(self) -> "BinaryIO":
        pass


class TextIO(IO[str]):
    """Typed version of the return of open() in text mode."""

    __slots__ = ()

    @property
    @abstractmethod
    def buffer(self) -> BinaryIO:
        pass

    @property
    @abstractmethod
    def encoding(self) -> str:
        pass

    @property
    @abstractmethod
    def errors(self) -> Optional[str]:
        pass

    @property
    @abstractmethod
    def line_buffering(self) -> bool:
        pass

    @property
    @abstractmethod
    def newlines(self) -> Any:
        pass

    @abstractmethod
    def __enter__(self) -> "TextIO":
        pass
