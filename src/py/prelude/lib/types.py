"""types - names for the types of the language, and dynamic classes.

SPDX-License-Identifier: Apache-2.0
"""

import operator
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


class _Sample:
    """Has one of everything that a class can have."""

    __slots__ = ("slot",)

    def method(self):
        return lambda: self


LambdaType = FunctionType = type(_Sample.method)
MethodType = type(_Sample().method)
CodeType = type(FunctionType.__code__.__get__(_Sample.method))
CellType = type(_Sample().method().__closure__[0])
MemberDescriptorType = type(_Sample.slot)
GetSetDescriptorType = type(FunctionType.__code__)
BuiltinMethodType = BuiltinFunctionType = type(print)
MethodDescriptorType = type(list.append)
ClassMethodDescriptorType = type(int.__dict__["from_bytes"])
WrapperDescriptorType = type(int.__add__)
MethodWrapperType = type((1).__add__)
MappingProxyType = type(_Sample.__dict__)
ModuleType = type(sys)
EllipsisType, NotImplementedType, NoneType = [
    type(_value) for _value in (..., NotImplemented, None)]
UnionType = type(int | None)
try:
    raise Exception
except Exception as _error:
    TracebackType = type(_error.__traceback__)
    FrameType = type(_error.__traceback__.tb_frame)
del sys, _Sample


def _comparison(name):
    """A method that compares the attributes of two namespaces."""
    def compare(self, other):
        if isinstance(other, SimpleNamespace):
            return getattr(operator, name)(self.__dict__, other.__dict__)
        return NotImplemented
    return compare


class SimpleNamespace:
    """An object to hang attributes on."""

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

    __eq__, __lt__, __le__, __gt__, __ge__ = map(
        _comparison, ("__eq__", "__lt__", "__le__", "__gt__", "__ge__"))
    __hash__ = None

    def __reduce__(self):
        return type(self), (), self.__dict__


# --- Making classes ---------------------------------------------------------

def new_class(name, bases=(), kwds=None, exec_body=None):
    """Make a class as a class statement would."""
    real = resolve_bases(bases)
    metaclass, body, options = prepare_class(name, real, kwds)
    if exec_body is not None:
        exec_body(body)
    if real is not bases:
        body["__orig_bases__"] = bases
    return metaclass(name, real, body, **options)


def resolve_bases(bases):
    """Replace bases that are no classes by what they stand for."""
    real = []
    for base in bases:
        ask = None if isinstance(base, type) else getattr(
            base, "__mro_entries__", None)
        entries = (base,) if ask is None else ask(bases)
        if not isinstance(entries, tuple):
            raise TypeError("__mro_entries__ must return a tuple")
        real.append((ask is not None, entries))
    if not any([replaced for replaced, _ in real]):
        return bases
    return tuple([entry for _, entries in real for entry in entries])


def prepare_class(name, bases=(), kwds=None):
    """Return the metaclass, the namespace and the other keywords."""
    options = dict(kwds or ())
    metaclass = options.pop("metaclass", None)
    if metaclass is None:
        metaclass = type(bases[0]) if bases else type
    if isinstance(metaclass, type):
        for base in bases:
            metaclass = _lower(metaclass, type(base))
    prepare = getattr(metaclass, "__prepare__", None)
    body = {} if prepare is None else prepare(name, bases, **options)
    return metaclass, body, options


def _lower(one, other):
    """The one of two metaclasses that derives from the other."""
    if issubclass(one, other):
        return one
    if issubclass(other, one):
        return other
    raise TypeError("metaclass conflict: the metaclass of a derived class "
                    "must be a (non-strict) subclass of the metaclasses of "
                    "all its bases")


class DynamicClassAttribute:
    """A property that exists for instances only."""

    def __init__(self, fget=None, fset=None, fdel=None, doc=None):
        self.fget = fget
        self.fset = fset
        self.fdel = fdel
        self.overwrite_doc = doc is None  # take the getter's docstring
        self.__doc__ = doc if doc else fget.__doc__
        self.__isabstractmethod__ = bool(
            getattr(fget, "__isabstractmethod__", None))

    def __get__(self, instance, ownerclass=None):
        if instance is not None:
            if self.fget is not None:
                return self.fget(instance)
            raise AttributeError("unreadable attribute")
        if not self.__isabstractmethod__:
            raise AttributeError()
        return self

    def __set__(self, instance, value):
        if not self.fset:
            raise AttributeError("can't set attribute")
        self.fset(instance, value)

    def __delete__(self, instance):
        if not self.fdel:
            raise AttributeError("can't delete attribute")
        self.fdel(instance)

    def _changed(self, fget, fset, fdel, doc):
        changed = type(self)(fget, fset, fdel, doc)
        changed.overwrite_doc = self.overwrite_doc
        return changed

    def getter(self, fget):
        """The same property with another way to read."""
        doc = self.overwrite_doc and fget.__doc__ or self.__doc__
        return self._changed(fget, self.fset, self.fdel, doc)

    def setter(self, fset):
        """The same property with another way to write."""
        return self._changed(self.fget, fset, self.fdel, self.__doc__)

    def deleter(self, fdel):
        """The same property with another way to delete."""
        return self._changed(self.fget, self.fset, fdel, self.__doc__)


# --- Generators as coroutines -----------------------------------------------

def _of_generator(name):
    return property(
        lambda self: getattr(self._GeneratorWrapper__gen, name))


class _GeneratorWrapper:
    """Makes a generator-like object awaitable."""

    def __init__(self, gen):
        self.__gen = gen
        for name in "__name__", "__qualname__":
            setattr(self, name, getattr(gen, name, None))

    def send(self, val):
        return self.__gen.send(val)

    def throw(self, tp, *rest):
        return self.__gen.throw(tp, *rest)

    def close(self):
        return self.__gen.close()

    def __next__(self):
        return next(self.__gen)

    def __iter__(self):
        return self.__gen if type(self.__gen) is GeneratorType else self

    __await__ = __iter__

    # what generators call gi_x, coroutines call cr_x
    gi_code = cr_code = _of_generator("gi_code")
    gi_frame = cr_frame = _of_generator("gi_frame")
    gi_running = cr_running = _of_generator("gi_running")
    gi_yieldfrom = cr_await = _of_generator("gi_yieldfrom")


_CO_GENERATOR = 0x20
_CO_COROUTINE = 0x80
_CO_ITERABLE_COROUTINE = 0x100


def coroutine(func):
    """Make the generators of a function awaitable."""
    if not callable(func):
        raise TypeError("types.coroutine() expects a callable")
    if type(func) is FunctionType:
        code = func.__code__
        if code.co_flags & (_CO_COROUTINE | _CO_ITERABLE_COROUTINE):
            return func
        if code.co_flags & _CO_GENERATOR:
            func.__code__ = code.replace(
                co_flags=code.co_flags | _CO_ITERABLE_COROUTINE)
            return func

    def awaitable(*args, **kwargs):
        made = func(*args, **kwargs)
        kind = type(made)
        if kind is CoroutineType or isinstance(made, _Coroutine) or (
                not isinstance(made, _Generator)):
            return made
        if kind is GeneratorType and (
                made.gi_code.co_flags & _CO_ITERABLE_COROUTINE):
            return made
        return _GeneratorWrapper(made)

    for name in ("__module__", "__name__", "__qualname__", "__doc__",
                 "__annotations__"):
        if hasattr(func, name):
            setattr(awaitable, name, getattr(func, name))
    vars(awaitable).update(getattr(func, "__dict__", ()))
    awaitable.__wrapped__ = func
    return awaitable
