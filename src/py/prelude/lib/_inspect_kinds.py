"""_inspect_kinds - what kind of object something is.

SPDX-License-Identifier: Apache-2.0
"""

import functools
import types
from abc import ABCMeta

from _collections_abc import Awaitable
from _signature import (CO_ASYNC_GENERATOR, CO_COROUTINE, CO_GENERATOR,
                        CO_ITERABLE_COROUTINE)

__name__ = "inspect"


def _tests_for(name, kind):
    """A predicate: is it of this kind?"""
    def test(object):
        return isinstance(object, kind)

    test.__name__ = test.__qualname__ = name
    test.__doc__ = f"Is it an instance of {kind.__name__}?"
    return test


ismodule = _tests_for("ismodule", types.ModuleType)
isclass = _tests_for("isclass", type)
ismethod = _tests_for("ismethod", types.MethodType)
isfunction = _tests_for("isfunction", types.FunctionType)
isgenerator = _tests_for("isgenerator", types.GeneratorType)
isasyncgen = _tests_for("isasyncgen", types.AsyncGeneratorType)
iscoroutine = _tests_for("iscoroutine", types.CoroutineType)
istraceback = _tests_for("istraceback", types.TracebackType)
isframe = _tests_for("isframe", types.FrameType)
iscode = _tests_for("iscode", types.CodeType)
isbuiltin = _tests_for("isbuiltin", types.BuiltinFunctionType)
ismethodwrapper = _tests_for("ismethodwrapper", types.MethodWrapperType)
ismemberdescriptor = _tests_for("ismemberdescriptor",
                                types.MemberDescriptorType)
isgetsetdescriptor = _tests_for("isgetsetdescriptor",
                                types.GetSetDescriptorType)

_NO_DESCRIPTORS = (type, types.MethodType, types.FunctionType)


def _descriptor_methods(object):
    """Which of the three methods of descriptors its class has."""
    if isinstance(object, _NO_DESCRIPTORS):
        return set()
    kind = type(object)
    return {name for name in ("__get__", "__set__", "__delete__")
            if hasattr(kind, name)}


def ismethoddescriptor(object):
    """Has it __get__ but not __set__, and is it no method or function?"""
    found = _descriptor_methods(object)
    return "__get__" in found and "__set__" not in found


def isdatadescriptor(object):
    """Can it be assigned or deleted through an instance?"""
    return not {"__set__", "__delete__"}.isdisjoint(
        _descriptor_methods(object))


def _has_code_flag(function, flag):
    """Has the function inside of methods and partials a flag?"""
    while isinstance(function, types.MethodType):
        function = function.__func__
    function = functools._unwrap_partial(function)
    if isinstance(function, type) or not callable(function):
        return False
    # mocks of coroutine functions are no functions, but have their code
    code = getattr(function, "__code__", None)
    return isinstance(code, types.CodeType) and code.co_flags & flag != 0


def isgeneratorfunction(obj):
    """Does calling it make a generator?"""
    return _has_code_flag(obj, CO_GENERATOR)


def iscoroutinefunction(obj):
    """Does calling it make a coroutine?"""
    return _has_code_flag(obj, CO_COROUTINE)


def isasyncgenfunction(obj):
    """Does calling it make an asynchronous generator?"""
    return _has_code_flag(obj, CO_ASYNC_GENERATOR)


def isawaitable(object):
    """Can `await` take it?"""
    if isinstance(object, types.GeneratorType):
        if object.gi_code.co_flags & CO_ITERABLE_COROUTINE:
            return True
    return isinstance(object, (types.CoroutineType, Awaitable))


def isroutine(object):
    """Is it a function or a method of any kind?"""
    return (isinstance(object, (types.BuiltinFunctionType,
                                types.MethodWrapperType,
                                types.FunctionType, types.MethodType))
            or ismethoddescriptor(object))


def isabstract(object):
    """Has the class abstract methods?"""
    if not (isinstance(object, type) and issubclass(type(object), ABCMeta)):
        return False
    if "__abstractmethods__" in object.__dict__:
        return bool(object.__abstractmethods__)
    # the class is still being made: its set is not there yet
    names = {name for base in object.__bases__
             for name in getattr(base, "__abstractmethods__", ())}
    return any(getattr(value, "__isabstractmethod__", False)
               for value in object.__dict__.values()) or any(
        getattr(getattr(object, name, None), "__isabstractmethod__", False)
        for name in names)
