"""types - names for the types of the language, and dynamic classes.

SPDX-License-Identifier: Apache-2.0
"""

import sys
from _collections_abc import Coroutine as _Coroutine
from _collections_abc import Generator as _Generator
from _collections_abc import GenericAlias
from _collections_abc import async_generator as AsyncGeneratorType
from _collections_abc import coroutine as CoroutineType
from _collections_abc import generator as GeneratorType
from reprlib import recursive_repr as _recursive_repr

__all__ = ["FunctionType", "LambdaType", "CodeType", "MappingProxyType",
           "SimpleNamespace", "CellType", "GeneratorType", "CoroutineType",
           "AsyncGeneratorType", "MethodType", "BuiltinFunctionType",
           "BuiltinMethodType", "WrapperDescriptorType", "MethodWrapperType",
           "MethodDescriptorType", "ClassMethodDescriptorType", "ModuleType",
           "TracebackType", "FrameType", "GetSetDescriptorType",
           "MemberDescriptorType", "new_class", "resolve_bases",
           "prepare_class", "DynamicClassAttribute", "coroutine",
           "GenericAlias", "UnionType", "EllipsisType", "NoneType",
           "NotImplementedType"]


def _f():
    pass


FunctionType = type(_f)
LambdaType = type(lambda: None)
CodeType = type(_f.__code__)
MappingProxyType = type(type.__dict__)


def _cell_type():
    x = 1

    def inner():
        return x
    return type(inner.__closure__[0])


class _C:
    __slots__ = ("slot",)

    def _m(self):
        pass


CellType = _cell_type()
MethodType = type(_C()._m)
BuiltinFunctionType = type(len)
BuiltinMethodType = type([].append)
WrapperDescriptorType = type(object.__init__)
MethodWrapperType = type(object().__str__)
MethodDescriptorType = type(str.join)
ClassMethodDescriptorType = type(dict.__dict__["fromkeys"])
ModuleType = type(sys)


def _traceback():
    try:
        raise TypeError
    except TypeError as error:
        return error.__traceback__


TracebackType = type(_traceback())
FrameType = type(_traceback().tb_frame)
GetSetDescriptorType = type(FunctionType.__code__)
MemberDescriptorType = type(_C.__dict__["slot"])
UnionType = type(int | str)
EllipsisType = type(Ellipsis)
NoneType = type(None)
NotImplementedType = type(NotImplemented)

del sys, _f, _C, _cell_type, _traceback


class SimpleNamespace:
    """A simple attribute-based namespace.

SimpleNamespace(**kwargs)"""

    __slots__ = ("__dict__",)

    def __init__(self, /, *args, **kwargs):
        if args:
            raise TypeError("no positional arguments expected")
        self.__dict__.update(kwargs)

    def __getattr__(self, name):
        kind = type(self)
        text = ("types.SimpleNamespace" if kind is SimpleNamespace
                else kind.__name__)
        raise AttributeError(f"'{text}' object has no attribute '{name}'",
                             name=name, obj=self)

    @_recursive_repr("namespace(...)")
    def __repr__(self):
        name = type(self).__name__
        if name == "SimpleNamespace":
            name = "namespace"
        inner = ", ".join([f"{key}={value!r}"
                           for key, value in self.__dict__.items()])
        return f"{name}({inner})"

    def __eq__(self, other):
        if not isinstance(other, SimpleNamespace):
            return NotImplemented
        return self.__dict__ == other.__dict__

    def __lt__(self, other):
        if not isinstance(other, SimpleNamespace):
            return NotImplemented
        return self.__dict__ < other.__dict__

    def __le__(self, other):
        if not isinstance(other, SimpleNamespace):
            return NotImplemented
        return self.__dict__ <= other.__dict__

    def __gt__(self, other):
        if not isinstance(other, SimpleNamespace):
            return NotImplemented
        return self.__dict__ > other.__dict__

    def __ge__(self, other):
        if not isinstance(other, SimpleNamespace):
            return NotImplemented
        return self.__dict__ >= other.__dict__

    __hash__ = None

    def __reduce__(self):
        """Return state information for pickling"""
        return type(self), (), self.__dict__


def new_class(name, bases=(), kwds=None, exec_body=None):
    """Create a class object dynamically using the appropriate metaclass."""
    resolved = resolve_bases(bases)
    meta, namespace, kwds = prepare_class(name, resolved, kwds)
    if exec_body is not None:
        exec_body(namespace)
    if resolved is not bases:
        namespace["__orig_bases__"] = bases
    return meta(name, resolved, namespace, **kwds)


def resolve_bases(bases):
    """Resolve MRO entries dynamically as specified by PEP 560."""
    result = []
    changed = False
    for base in bases:
        if not isinstance(base, type) and hasattr(base, "__mro_entries__"):
            entries = base.__mro_entries__(bases)
            changed = True
            if not isinstance(entries, tuple):
                raise TypeError("__mro_entries__ must return a tuple")
            result.extend(entries)
        else:
            result.append(base)
    return tuple(result) if changed else bases


def prepare_class(name, bases=(), kwds=None):
    """Call the __prepare__ method of the appropriate metaclass.

    Return (metaclass, namespace, remaining keywords).
    """
    kwds = {} if kwds is None else dict(kwds)
    if "metaclass" in kwds:
        meta = kwds.pop("metaclass")
    else:
        meta = type(bases[0]) if bases else type
    if isinstance(meta, type):
        meta = _calculate_meta(meta, bases)
    if hasattr(meta, "__prepare__"):
        namespace = meta.__prepare__(name, bases, **kwds)
    else:
        namespace = {}
    return meta, namespace, kwds


def _calculate_meta(meta, bases):
    """Find the metaclass that is below all others."""
    winner = meta
    for base in bases:
        kind = type(base)
        if issubclass(winner, kind):
            continue
        if issubclass(kind, winner):
            winner = kind
            continue
        raise TypeError("metaclass conflict: the metaclass of a derived "
                        "class must be a (non-strict) subclass of the "
                        "metaclasses of all its bases")
    return winner


class DynamicClassAttribute:
    """A property for instances that lets classes use __getattr__."""

    def __init__(self, fget=None, fset=None, fdel=None, doc=None):
        self.fget = fget
        self.fset = fset
        self.fdel = fdel
        self.__doc__ = doc or fget.__doc__
        self.overwrite_doc = doc is None
        self.__isabstractmethod__ = bool(
            getattr(fget, "__isabstractmethod__", False))

    def __get__(self, instance, ownerclass=None):
        if instance is None:
            if self.__isabstractmethod__:
                return self
            raise AttributeError()
        if self.fget is None:
            raise AttributeError("unreadable attribute")
        return self.fget(instance)

    def __set__(self, instance, value):
        if self.fset is None:
            raise AttributeError("can't set attribute")
        self.fset(instance, value)

    def __delete__(self, instance):
        if self.fdel is None:
            raise AttributeError("can't delete attribute")
        self.fdel(instance)

    def getter(self, fget):
        doc = fget.__doc__ if self.overwrite_doc else None
        twin = type(self)(fget, self.fset, self.fdel, doc or self.__doc__)
        twin.overwrite_doc = self.overwrite_doc
        return twin

    def setter(self, fset):
        twin = type(self)(self.fget, fset, self.fdel, self.__doc__)
        twin.overwrite_doc = self.overwrite_doc
        return twin

    def deleter(self, fdel):
        twin = type(self)(self.fget, self.fset, fdel, self.__doc__)
        twin.overwrite_doc = self.overwrite_doc
        return twin


class _GeneratorWrapper:
    """Makes a generator-like object awaitable."""

    def __init__(self, gen):
        self.__wrapped = gen
        self.__isgen = gen.__class__ is GeneratorType
        self.__name__ = getattr(gen, "__name__", None)
        self.__qualname__ = getattr(gen, "__qualname__", None)

    def send(self, val):
        return self.__wrapped.send(val)

    def throw(self, tp, *rest):
        return self.__wrapped.throw(tp, *rest)

    def close(self):
        return self.__wrapped.close()

    @property
    def gi_code(self):
        return self.__wrapped.gi_code

    @property
    def gi_frame(self):
        return self.__wrapped.gi_frame

    @property
    def gi_running(self):
        return self.__wrapped.gi_running

    @property
    def gi_yieldfrom(self):
        return self.__wrapped.gi_yieldfrom

    cr_code = gi_code
    cr_frame = gi_frame
    cr_running = gi_running
    cr_await = gi_yieldfrom

    def __next__(self):
        return next(self.__wrapped)

    def __iter__(self):
        return self.__wrapped if self.__isgen else self

    __await__ = __iter__


_CO_COROUTINE = 0x80
_CO_GENERATOR = 0x20
_CO_ITERABLE_COROUTINE = 0x100


def coroutine(func):
    """Convert regular generator function to a coroutine."""
    if not callable(func):
        raise TypeError("types.coroutine() expects a callable")
    if func.__class__ is FunctionType and getattr(
            func, "__code__", None).__class__ is CodeType:
        flags = func.__code__.co_flags
        if flags & (_CO_COROUTINE | _CO_ITERABLE_COROUTINE):
            return func
        if flags & _CO_GENERATOR:
            func.__code__ = func.__code__.replace(
                co_flags=flags | _CO_ITERABLE_COROUTINE)
            return func

    def wrapped(*args, **kwargs):
        result = func(*args, **kwargs)
        if result.__class__ is CoroutineType or (
                result.__class__ is GeneratorType
                and result.gi_code.co_flags & _CO_ITERABLE_COROUTINE):
            return result
        if isinstance(result, _Generator) and not isinstance(
                result, _Coroutine):
            return _GeneratorWrapper(result)
        return result

    for name in ("__module__", "__name__", "__qualname__", "__doc__",
                 "__annotations__"):
        try:
            setattr(wrapped, name, getattr(func, name))
        except AttributeError:
            pass
    wrapped.__dict__.update(getattr(func, "__dict__", {}))
    wrapped.__wrapped__ = func
    return wrapped
