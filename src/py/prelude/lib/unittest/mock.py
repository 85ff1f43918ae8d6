"""unittest.mock - objects that record how they are used.

Every mock has a class of its own, made in NonCallableMock.__new__: special
methods and properties can then be set on one mock alone.  All state of a
mock is in its __dict__ under names that start with _mock_.

SPDX-License-Identifier: Apache-2.0
"""

import builtins
import contextlib
import functools
import inspect
import io
import pprint
import sys
from inspect import iscoroutinefunction
from types import CodeType, FunctionType, MethodType, ModuleType
from unittest.util import safe_repr

from _caisson import session_state

__all__ = ("Mock", "MagicMock", "patch", "sentinel", "DEFAULT", "ANY",
           "call", "create_autospec", "AsyncMock", "FILTER_DIR",
           "NonCallableMock", "NonCallableMagicMock", "mock_open",
           "PropertyMock", "seal")

FILTER_DIR = True


class InvalidSpecError(Exception):
    """Indicates that an invalid value was used as a mock spec."""


# --- Sentinels --------------------------------------------------------------

class _SentinelObject:
    """A unique, named, sentinel object."""

    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return f"sentinel.{self.name}"

    def __reduce__(self):
        return f"sentinel.{self.name}"


DEFAULT = _SentinelObject("DEFAULT")
_missing = _SentinelObject("MISSING")
_deleted = _SentinelObject("DELETED")


class _Sentinel:
    """Makes sentinel objects on access; the session keeps them."""

    def __getattr__(self, name):
        if name == "__bases__":
            raise AttributeError
        if name == "DEFAULT":
            return DEFAULT
        table = session_state("mock.sentinels", dict)
        if name not in table:
            table[name] = _SentinelObject(name)
        return table[name]

    def __reduce__(self):
        return "sentinel"


sentinel = _Sentinel()


class _ANY:
    "A helper object that compares equal to everything."

    def __eq__(self, other):
        return True

    def __ne__(self, other):
        return False

    def __repr__(self):
        return "<ANY>"


ANY = _ANY()


# --- Recorded calls ---------------------------------------------------------

def _format_call_signature(name, args, kwargs):
    parts = [repr(arg) for arg in args]
    parts.extend([f"{key}={value!r}" for key, value in kwargs.items()])
    return f"{name}({', '.join(parts)})"


def _unpack_call(value):
    """Return (name, args, kwargs) of a tuple that describes a call."""
    name, args, kwargs = "", (), {}
    if len(value) == 3:
        name, args, kwargs = value
    elif len(value) == 2:
        first, second = value
        if isinstance(first, str):
            name = first
            if isinstance(second, tuple):
                args = second
            else:
                kwargs = second
        else:
            args, kwargs = first, second
    elif len(value) == 1:
        value, = value
        if isinstance(value, str):
            name = value
        elif isinstance(value, tuple):
            args = value
        else:
            kwargs = value
    return name, args, kwargs


class _Call(tuple):
    """A call as a tuple (name, args, kwargs), or without the name."""

    def __new__(cls, value=(), name="", parent=None, two=False,
                from_kall=True):
        found, args, kwargs = _unpack_call(value)
        if found or len(value) == 3:
            name = found
        if two:
            return tuple.__new__(cls, (args, kwargs))
        return tuple.__new__(cls, (name, args, kwargs))

    def __init__(self, value=(), name=None, parent=None, two=False,
                 from_kall=True):
        self._mock_name = name
        self._mock_parent = parent
        self._mock_from_kall = from_kall

    def __eq__(self, other):
        try:
            len_other = len(other)
        except TypeError:
            return NotImplemented
        self_name = ""
        if len(self) == 2:
            self_args, self_kwargs = self
        else:
            self_name, self_args, self_kwargs = self
        if (getattr(self, "_mock_parent", None)
                and getattr(other, "_mock_parent", None)
                and self._mock_parent != other._mock_parent):
            return False
        if len_other > 3:
            return False
        if len_other in (1, 2):
            name, args, kwargs = _unpack_call(other)
            if len_other == 2 and not isinstance(other[0], (str, tuple)):
                return False
        else:
            name, args, kwargs = _unpack_call(other)
        if self_name and name != self_name:
            return False
        return (args, kwargs) == (self_args, self_kwargs)

    __ne__ = object.__ne__

    def __call__(self, /, *args, **kwargs):
        if self._mock_name is None:
            return _Call(("", args, kwargs), name="()")
        name = self._mock_name + "()"
        return _Call((self._mock_name, args, kwargs), name=name, parent=self)

    def __getattr__(self, attr):
        if self._mock_name is None:
            return _Call(name=attr, from_kall=False)
        return _Call(name=f"{self._mock_name}.{attr}", parent=self,
                     from_kall=False)

    def __getattribute__(self, attr):
        if attr in tuple.__dict__:
            raise AttributeError
        return tuple.__getattribute__(self, attr)

    def _get_call_arguments(self):
        return self if len(self) == 2 else self[1:]

    @property
    def args(self):
        return self._get_call_arguments()[0]

    @property
    def kwargs(self):
        return self._get_call_arguments()[1]

    def __repr__(self):
        if not self._mock_from_kall:
            name = self._mock_name or "call"
            return f"call{name}" if name.startswith("()") else name
        if len(self) == 2:
            name = "call"
            args, kwargs = self
        else:
            name, args, kwargs = self
            if not name:
                name = "call"
            elif not name.startswith("()"):
                name = f"call.{name}"
            else:
                name = f"call{name}"
        return _format_call_signature(name, args, kwargs)

    def call_list(self):
        """All calls of a chain like call.method().other()."""
        found = []
        thing = self
        while thing is not None:
            if thing._mock_from_kall:
                found.append(thing)
            thing = thing._mock_parent
        return _CallList(reversed(found))


call = _Call(from_kall=False)


class _CallList(list):
    """A list of calls; `in` also finds runs of calls."""

    def __contains__(self, value):
        if not isinstance(value, list):
            return list.__contains__(self, value)
        size = len(value)
        for i in range(len(self) - size + 1):
            if self[i:i + size] == value:
                return True
        return False

    def __repr__(self):
        return pprint.pformat(list(self))


_function_types = (FunctionType, MethodType)


# --- Specifications ---------------------------------------------------------

def _is_instance_mock(obj):
    return issubclass(type(obj), NonCallableMock)


def _is_exception(obj):
    return isinstance(obj, BaseException) or (
        isinstance(obj, type) and issubclass(obj, BaseException))


def _is_async_obj(obj):
    if _is_instance_mock(obj) and not isinstance(obj, AsyncMock):
        return False
    if hasattr(obj, "__func__"):
        obj = getattr(obj, "__func__")
    return iscoroutinefunction(obj) or isinstance(obj, AsyncMock)


def _is_async_func(obj):
    return isinstance(getattr(obj, "__code__", None),
                      CodeType) and iscoroutinefunction(obj)


def _callable(obj):
    if isinstance(obj, type):
        return True
    if isinstance(obj, (staticmethod, classmethod, MethodType)):
        return _callable(obj.__func__)
    return getattr(obj, "__call__", None) is not None


def _instance_callable(obj):
    """Would an instance of the class (or the object) be callable?"""
    if not isinstance(obj, type):
        return getattr(obj, "__call__", None) is not None
    return any(base.__dict__.get("__call__") is not None
               for base in (obj, *obj.__mro__))


def _get_signature_object(spec, as_instance, eat_self):
    """Return (function, signature) of what a spec would accept, or None."""
    if isinstance(spec, type) and not as_instance:
        spec = spec.__init__
        eat_self = True
    elif isinstance(spec, (classmethod, staticmethod)):
        if isinstance(spec, classmethod):
            eat_self = True
        spec = spec.__func__
    elif not inspect.isfunction(spec) and not inspect.ismethod(spec):
        if not callable(spec) and not as_instance:
            return None
        try:
            spec = spec.__call__
        except AttributeError:
            return None
    target = functools.partial(spec, None) if eat_self else spec
    try:
        return spec, inspect.signature(target)
    except (ValueError, TypeError):
        return None


# --- Mocks ------------------------------------------------------------------

_allowed_names = frozenset({
    "return_value", "_mock_return_value", "side_effect",
    "_mock_side_effect", "_mock_parent", "_mock_new_parent", "_mock_name",
    "_mock_new_name", "called", "call_count", "call_args", "call_args_list",
    "mock_calls", "await_count", "await_args", "await_args_list",
    "__class__"})
_all_sync_magics_names = (
    "lt gt le ge eq ne getitem setitem delitem len contains str sizeof "
    "enter exit divmod rdivmod neg pos abs invert complex int float index "
    "round trunc floor ceil bool next fspath aiter "
    "add sub mul matmul truediv floordiv mod lshift rshift and xor or pow "
    "radd rsub rmul rmatmul rtruediv rfloordiv rmod rlshift rrshift rand "
    "rxor ror rpow iadd isub imul imatmul itruediv ifloordiv imod ilshift "
    "irshift iand ixor ior ipow hash dir format subclasses get set delete "
    "reversed missing reduce reduce_ex getinitargs getnewargs getstate "
    "setstate getformat repr iter").split()
_non_defaults = frozenset({
    "__get__", "__set__", "__delete__", "__reversed__", "__missing__",
    "__reduce__", "__reduce_ex__", "__getinitargs__", "__getnewargs__",
    "__getstate__", "__setstate__", "__getformat__", "__repr__", "__dir__",
    "__subclasses__", "__format__", "__getnewargs_ex__"})
_async_method_magics = frozenset({"__aenter__", "__aexit__", "__anext__"})
_magics = frozenset({f"__{name}__" for name in _all_sync_magics_names}
                    - _non_defaults)
_all_magics = (_magics | _non_defaults | _async_method_magics
               | {"__aiter__", "__next__"})
_unsupported_magics = frozenset({
    "__getattr__", "__setattr__", "__init__", "__new__", "__prepare__",
    "__instancecheck__", "__subclasscheck__", "__del__"})
_return_values = {
    "__lt__": NotImplemented, "__gt__": NotImplemented,
    "__le__": NotImplemented, "__ge__": NotImplemented, "__int__": 1,
    "__contains__": False, "__len__": 0, "__exit__": False,
    "__complex__": 1j, "__float__": 1.0, "__bool__": True, "__index__": 1,
    "__aexit__": False}
_calculate_return_value = {
    "__hash__": lambda self: object.__hash__(self),
    "__str__": lambda self: object.__str__(self),
    "__sizeof__": lambda self: object.__sizeof__(self),
    "__fspath__": lambda self: (f"{type(self).__name__}/"
                                f"{self._extract_mock_name()}/{id(self)}"),
}


def _eq_for(self):
    def __eq__(other):
        value = self.__eq__._mock_return_value
        if value is not DEFAULT:
            return value
        return True if self is other else NotImplemented
    return __eq__


def _ne_for(self):
    def __ne__(other):
        if self.__ne__._mock_return_value is not DEFAULT:
            return DEFAULT
        return False if self is other else NotImplemented
    return __ne__


def _iter_for(self):
    def __iter__():
        value = self.__iter__._mock_return_value
        return iter([]) if value is DEFAULT else iter(value)
    return __iter__


def _async_iter_for(self):
    def __aiter__():
        value = self.__aiter__._mock_return_value
        return _AsyncIterator(iter([] if value is DEFAULT else value))
    return __aiter__


_side_effect_methods = {"__eq__": _eq_for, "__ne__": _ne_for,
                        "__iter__": _iter_for,
                        "__aiter__": _async_iter_for}


class _AsyncIterator:
    """Wraps an iterator in an asynchronous one."""

    def __init__(self, iterator):
        self.iterator = iterator

    def __aiter__(self):
        return self

    async def __anext__(self):
        try:
            return next(self.iterator)
        except StopIteration:
            raise StopAsyncIteration from None


def _delegating_property(name):
    """A property kept in _mock_<name>, or in the delegate if there is one."""
    full = "_mock_" + name

    def _get(self):
        delegate = self._mock_delegate
        return getattr(self, full) if delegate is None else getattr(
            delegate, name)

    def _set(self, value):
        delegate = self._mock_delegate
        if delegate is None:
            self.__dict__[full] = value
        else:
            setattr(delegate, name, value)

    return property(_get, _set)


def _check_and_set_parent(parent, value, name, new_name):
    """Make a mock a child of another, if it has no parent yet."""
    value = _extract_mock(value)
    if not _is_instance_mock(value):
        return False
    if (value._mock_name or value._mock_new_name
            or value._mock_parent is not None
            or value._mock_new_parent is not None):
        return False
    ancestor = parent
    while ancestor is not None:
        if ancestor is value:
            return False
        ancestor = ancestor._mock_new_parent
    if new_name:
        value._mock_new_parent = parent
        value._mock_new_name = new_name
    if name:
        value._mock_parent = parent
        value._mock_name = name
    return True


def _extract_mock(obj):
    """Functions made by create_autospec() carry their mock."""
    if isinstance(obj, _function_types) and hasattr(obj, "mock"):
        return obj.mock
    return obj


def _try_iter(obj):
    if obj is None or _is_exception(obj) or _callable(obj):
        return obj
    try:
        return iter(obj)
    except TypeError:
        return obj


class Base:
    _mock_return_value = DEFAULT
    _mock_side_effect = None

    def __init__(self, /, *args, **kwargs):
        pass


class NonCallableMock(Base):
    """A non-callable version of Mock"""

    def __new__(cls, /, *args, **kw):
        bases = (cls,)
        if not issubclass(cls, AsyncMockMixin):
            spec = kw.get("spec_set") or kw.get("spec")
            if spec is None and args:
                spec = args[0]
            if spec is not None and _is_async_obj(spec):
                bases = (AsyncMockMixin, cls)
        own = type(cls.__name__, bases, {"__doc__": cls.__doc__})
        return object.__new__(own)

    def __init__(self, spec=None, wraps=None, name=None, spec_set=None,
                 parent=None, _spec_state=None, _new_name="",
                 _new_parent=None, _spec_as_instance=False, _eat_self=None,
                 unsafe=False, **kwargs):
        if _new_parent is None:
            _new_parent = parent
        space = self.__dict__
        space["_mock_parent"] = parent
        space["_mock_name"] = name
        space["_mock_new_name"] = _new_name
        space["_mock_new_parent"] = _new_parent
        space["_mock_sealed"] = False
        if spec_set is not None:
            spec = spec_set
            spec_set = True
        if _eat_self is None:
            _eat_self = parent is not None
        self._mock_add_spec(spec, spec_set, _spec_as_instance, _eat_self)
        space["_mock_children"] = {}
        space["_mock_wraps"] = wraps
        space["_mock_delegate"] = None
        space["_mock_called"] = False
        space["_mock_call_args"] = None
        space["_mock_call_count"] = 0
        space["_mock_call_args_list"] = _CallList()
        space["_mock_mock_calls"] = _CallList()
        space["method_calls"] = _CallList()
        space["_mock_unsafe"] = unsafe
        if kwargs:
            self.configure_mock(**kwargs)
        super().__init__(spec, wraps, name, spec_set, parent, _spec_state)

    def attach_mock(self, mock, attribute):
        """Make a mock an attribute of this one, and its child."""
        inner = _extract_mock(mock)
        inner._mock_parent = None
        inner._mock_new_parent = None
        inner._mock_name = ""
        inner._mock_new_name = None
        setattr(self, attribute, mock)

    def mock_add_spec(self, spec, spec_set=False):
        """Add a specification to a mock."""
        self._mock_add_spec(spec, spec_set)

    def _mock_add_spec(self, spec, spec_set, _spec_as_instance=False,
                       _eat_self=False):
        if _is_instance_mock(spec):
            raise InvalidSpecError("Cannot spec a Mock object. "
                                   f"[object={spec!r}]")
        spec_class = None
        signature = None
        async_names = []
        if spec is not None and type(spec) not in (list, tuple):
            spec_class = spec if isinstance(spec, type) else type(spec)
            found = _get_signature_object(spec, _spec_as_instance, _eat_self)
            signature = found and found[1]
            names = dir(spec)
            for attr in names:
                if iscoroutinefunction(getattr(spec, attr, None)):
                    async_names.append(attr)
            spec = names
        elif spec is not None:
            spec = list(spec)
        space = self.__dict__
        space["_spec_class"] = spec_class
        space["_spec_set"] = spec_set
        space["_spec_signature"] = signature
        space["_mock_methods"] = spec
        space["_spec_asyncs"] = async_names

    @property
    def return_value(self):
        """The value returned when the mock is called."""
        if self._mock_delegate is not None:
            result = self._mock_delegate.return_value
        else:
            result = self._mock_return_value
        if result is DEFAULT:
            result = self._get_child_mock(_new_parent=self, _new_name="()")
            self.return_value = result
        return result

    @return_value.setter
    def return_value(self, value):
        if self._mock_delegate is not None:
            self._mock_delegate.return_value = value
        else:
            self.__dict__["_mock_return_value"] = value
            _check_and_set_parent(self, value, None, "()")

    @property
    def __class__(self):
        return type(self) if self._spec_class is None else self._spec_class

    @__class__.setter
    def __class__(self, value):
        self.__dict__["_spec_class"] = value

    called = _delegating_property("called")
    call_count = _delegating_property("call_count")
    call_args = _delegating_property("call_args")
    call_args_list = _delegating_property("call_args_list")
    mock_calls = _delegating_property("mock_calls")

    @property
    def side_effect(self):
        delegate = self._mock_delegate
        if delegate is None:
            return self._mock_side_effect
        effect = delegate.side_effect
        if effect is not None and not callable(effect) and not isinstance(
                effect, _MockIter) and not _is_exception(effect):
            effect = _MockIter(effect)
            delegate.side_effect = effect
        return effect

    @side_effect.setter
    def side_effect(self, value):
        value = _try_iter(value)
        delegate = self._mock_delegate
        if delegate is None:
            self.__dict__["_mock_side_effect"] = value
        else:
            delegate.side_effect = value

    def reset_mock(self, visited=None, *, return_value=False,
                   side_effect=False):
        """Forget all calls, here and in the children."""
        if visited is None:
            visited = []
        if id(self) in visited:
            return
        visited.append(id(self))
        self.called = False
        self.call_args = None
        self.call_count = 0
        self.mock_calls = _CallList()
        self.call_args_list = _CallList()
        self.method_calls = _CallList()
        if return_value:
            self.__dict__["_mock_return_value"] = DEFAULT
        if side_effect:
            self.__dict__["_mock_side_effect"] = None
        for child in self._mock_children.values():
            if isinstance(child, _SpecState) or child is _deleted:
                continue
            child.reset_mock(visited, return_value=return_value,
                             side_effect=side_effect)
        result = self._mock_return_value
        if _is_instance_mock(result) and result is not self:
            result.reset_mock(visited)

    def configure_mock(self, /, **kwargs):
        """Set attributes; names may have dots to reach into children."""
        for name, value in sorted(kwargs.items(),
                                  key=lambda item: item[0].count(".")):
            *path, final = name.split(".")
            obj = self
            for entry in path:
                obj = getattr(obj, entry)
            setattr(obj, final, value)

    def __getattr__(self, name):
        if name in {"_mock_methods", "_mock_unsafe"}:
            raise AttributeError(name)
        if self._mock_methods is not None:
            if name not in self._mock_methods or name in _all_magics:
                raise AttributeError(f"Mock object has no attribute "
                                     f"{name!r}")
        elif name in _all_magics or _is_dunder(name):
            raise AttributeError(name)
        if not self._mock_unsafe and (
                not self._mock_methods or name not in self._mock_methods):
            if name.startswith(("assert", "assret", "asert", "aseert",
                                "assrt")):
                raise AttributeError(
                    f"{name!r} is not a valid assertion. Use a spec for the "
                    f"mock if {name!r} is meant to be an attribute.")
        result = self._mock_children.get(name)
        if result is _deleted:
            raise AttributeError(name)
        if result is None:
            wraps = None
            if self._mock_wraps is not None:
                wraps = getattr(self._mock_wraps, name)
            result = self._get_child_mock(
                parent=self, name=name, wraps=wraps, _new_name=name,
                _new_parent=self)
            self._mock_children[name] = result
        elif isinstance(result, _SpecState):
            result = self._mock_children[name] = create_autospec(
                result.spec, result.spec_set, result.instance,
                result.parent, result.name)
        return result

    def _extract_mock_name(self):
        names = [self._mock_new_name]
        parent = self._mock_new_parent
        last = self
        dot = "."
        if names == ["()"]:
            dot = ""
        while parent is not None:
            last = parent
            names.append(parent._mock_new_name + dot)
            dot = "" if parent._mock_new_name == "()" else "."
            parent = parent._mock_new_parent
        names.reverse()
        first = last._mock_name or "mock"
        if len(names) > 1 and names[1] not in ("()", "()."):
            first += "."
        names[0] = first
        return "".join(names)

    def __repr__(self):
        name = self._extract_mock_name()
        name_text = "" if name in ("mock", "mock.") else f" name={name!r}"
        spec_text = ""
        if self._spec_class is not None:
            word = "spec_set" if self._spec_set else "spec"
            spec_text = f" {word}={self._spec_class.__name__!r}"
        return (f"<{type(self).__name__}{name_text}{spec_text} "
                f"id='{id(self)}'>")

    def __dir__(self):
        """Filter the output of `dir(mock)` to only useful members."""
        if not FILTER_DIR:
            return object.__dir__(self)
        own = [name for name in object.__dir__(self)
               if not name.startswith("_") or _is_dunder(name)]
        own = [name for name in own if name in _PUBLIC_NAMES
               or not _is_dunder(name) or name in self.__dict__]
        children = [name for name, child in self._mock_children.items()
                    if child is not _deleted]
        return sorted({*own, *(self._mock_methods or ()), *children,
                       *[name for name in dir(type(self))
                         if not name.startswith("_")]})

    def __setattr__(self, name, value):
        if name in _allowed_names:
            return object.__setattr__(self, name, value)
        if (self._spec_set and self._mock_methods is not None
                and name not in self._mock_methods
                and name not in self.__dict__):
            raise AttributeError("Mock object has no attribute "
                                 f"'{name}'")
        if name in _unsupported_magics:
            raise AttributeError("Attempting to set unsupported magic "
                                 f"method {name!r}.")
        if name in _all_magics:
            self._set_magic(name, value)
            return None
        if name == "_mock_methods" and self._spec_class:
            self.__dict__[name] = value
            return None
        if _check_and_set_parent(self, value, name, name):
            self._mock_children[name] = value
        if self._mock_sealed and not hasattr(self, name):
            full = self._extract_mock_name()
            raise AttributeError(f"Cannot set {full}.{name}")
        return object.__setattr__(self, name, value)

    def _set_magic(self, name, value):
        """Set a special method on the class of this mock."""
        if self._mock_methods is not None and (
                name not in self._mock_methods):
            raise AttributeError("Mock object has no attribute "
                                 f"'{name}'")
        if not _is_instance_mock(value):
            setattr(type(self), name, _method_of(name, value))
            original = value
            value = lambda *args, **kw: original(self, *args, **kw)
        else:
            _check_and_set_parent(self, value, None, name)
            setattr(type(self), name, value)
            self._mock_children[name] = value
        self.__dict__[name] = value

    def __delattr__(self, name):
        if name in _all_magics and name in type(self).__dict__:
            delattr(type(self), name)
            if name not in self.__dict__:
                return
        obj = self._mock_children.get(name, _missing)
        if name in self.__dict__:
            object.__delattr__(self, name)
        elif obj is _deleted:
            raise AttributeError(name)
        if obj is not _missing:
            del self._mock_children[name]
        self._mock_children[name] = _deleted

    # --- Assertions ---

    def _format_mock_call_signature(self, args, kwargs):
        return _format_call_signature(self._mock_name or "mock", args,
                                      kwargs)

    def _format_mock_failure_message(self, args, kwargs, action="call"):
        expected = self._format_mock_call_signature(args, kwargs)
        actual = self._format_mock_call_signature(*self.call_args)
        return (f"expected {action} not found.\nExpected: {expected}\n"
                f"Actual: {actual}")

    def _get_call_signature_from_name(self, name):
        if not name:
            return self._spec_signature
        sig = None
        children = self._mock_children
        for part in name.replace("()", "").split("."):
            child = children.get(part)
            if child is None or isinstance(child, _SpecState):
                break
            child = _extract_mock(child)
            children = child._mock_children
            sig = child._spec_signature
        return sig

    def _call_matcher(self, _call):
        """Bind a call to the signature of the spec, if there is one."""
        if isinstance(_call, tuple) and len(_call) > 2:
            sig = self._get_call_signature_from_name(_call[0])
        else:
            sig = self._spec_signature
        if sig is None:
            return _call
        if len(_call) == 2:
            name = ""
            args, kwargs = _call
        else:
            name, args, kwargs = _call
        try:
            bound = sig.bind(*args, **kwargs)
        except TypeError as error:
            return error.with_traceback(None)
        return (name, bound.args, bound.kwargs) if len(_call) != 2 else (
            call(*bound.args, **bound.kwargs))

    def _calls_repr(self, prefix="Calls"):
        if not self.mock_calls:
            return ""
        return f"\n{prefix}: {safe_repr(self.mock_calls)}."

    def assert_not_called(self):
        """Assert that the mock was never called."""
        if self.call_count != 0:
            raise AssertionError(
                f"Expected '{self._mock_name or 'mock'}' to not have been "
                f"called. Called {self.call_count} times."
                f"{self._calls_repr()}")

    def assert_called(self):
        """Assert that the mock was called at least once."""
        if self.call_count == 0:
            raise AssertionError(f"Expected '{self._mock_name or 'mock'}' "
                                 "to have been called.")

    def assert_called_once(self):
        """Assert that the mock was called exactly once."""
        if self.call_count != 1:
            raise AssertionError(
                f"Expected '{self._mock_name or 'mock'}' to have been "
                f"called once. Called {self.call_count} times."
                f"{self._calls_repr()}")

    def assert_called_with(self, /, *args, **kwargs):
        """Assert that the last call was made with the given arguments."""
        if self.call_args is None:
            expected = self._format_mock_call_signature(args, kwargs)
            raise AssertionError("expected call not found.\nExpected: "
                                 f"{expected}\nActual: not called.")
        expected = self._call_matcher(_Call((args, kwargs), two=True))
        actual = self._call_matcher(self.call_args)
        if actual != expected:
            cause = expected if isinstance(expected, Exception) else None
            raise AssertionError(self._format_mock_failure_message(
                args, kwargs)) from cause

    def assert_called_once_with(self, /, *args, **kwargs):
        """Assert that there was one call, with the given arguments."""
        if self.call_count != 1:
            raise AssertionError(
                f"Expected '{self._mock_name or 'mock'}' to be called once. "
                f"Called {self.call_count} times.{self._calls_repr()}")
        return self.assert_called_with(*args, **kwargs)

    def assert_has_calls(self, calls, any_order=False):
        """Assert that the mock has been called with the given calls."""
        expected = [self._call_matcher(c) for c in calls]
        cause = next((e for e in expected if isinstance(e, Exception)), None)
        made = _CallList([self._call_matcher(c) for c in self.mock_calls])
        if not any_order:
            if expected not in made:
                if cause is None:
                    problem = "Calls not found."
                else:
                    errors = [e if isinstance(e, Exception) else None
                              for e in expected]
                    problem = f"Error processing expected calls.\nErrors: {errors}"
                actual = self._calls_repr(prefix="Actual").rstrip(".")
                raise AssertionError(f"{problem}\nExpected: "
                                     f"{_CallList(calls)}{actual}"
                                     ) from cause
            return
        made = list(made)
        missing = []
        for item in expected:
            try:
                made.remove(item)
            except ValueError:
                missing.append(item)
        if missing:
            name = self._mock_name or "mock"
            raise AssertionError(
                f"{name!r} does not contain all of {tuple(missing)!r} in its "
                f"call list, found {made!r} instead") from cause

    def assert_any_call(self, /, *args, **kwargs):
        """Assert that some call was made with the given arguments."""
        expected = self._call_matcher(_Call((args, kwargs), two=True))
        cause = expected if isinstance(expected, Exception) else None
        made = [self._call_matcher(c) for c in self.call_args_list]
        if cause or expected not in _AnyComparer(made):
            text = self._format_mock_call_signature(args, kwargs)
            raise AssertionError(f"{text} call not found") from cause

    def _get_child_mock(self, /, **kw):
        """Make the mock for an attribute or a return value."""
        if self._mock_sealed:
            name = (f".{kw['name']}" if "name" in kw else "()")
            raise AttributeError(self._extract_mock_name() + name)
        new_name = kw.get("_new_name")
        if new_name in self.__dict__["_spec_asyncs"]:
            return AsyncMock(**kw)
        kind = type(self)
        if issubclass(kind, MagicMock) and new_name in _async_method_magics:
            klass = AsyncMock
        elif issubclass(kind, AsyncMockMixin):
            if (new_name in _all_magics
                    and new_name not in _async_method_magics) or (
                    self._mock_methods and new_name in self._mock_methods):
                klass = MagicMock
            else:
                klass = AsyncMock
        elif issubclass(kind, CallableMixin):
            klass = kind.__mro__[1]
        elif issubclass(kind, NonCallableMagicMock):
            klass = MagicMock
        else:
            klass = Mock
        return klass(**kw)


def _is_dunder(name):
    return len(name) > 4 and name.startswith("__") and name.endswith("__")


_PUBLIC_NAMES = frozenset({
    "__class__", "__doc__", "__module__", "__dict__", "__dir__",
    "__init_subclass__", "__weakref__"})


def _method_of(name, func):
    """A function set as special method gets the mock as first argument."""
    def method(self, /, *args, **kw):
        return func(self, *args, **kw)
    method.__name__ = name
    return method


class _MockIter:
    def __init__(self, obj):
        self.obj = iter(obj)

    def __next__(self):
        return next(self.obj)


class _AnyComparer(list):
    """A list whose `in` asks both sides whether they are equal."""

    def __contains__(self, item):
        for found in self:
            if len(item) == len(found) and all(
                    expected == actual
                    for expected, actual in zip(item, found)):
                return True
        return False


class CallableMixin(Base):
    def __init__(self, spec=None, side_effect=None, return_value=DEFAULT,
                 wraps=None, name=None, spec_set=None, parent=None,
                 _spec_state=None, _new_name="", _new_parent=None, **kwargs):
        self.__dict__["_mock_return_value"] = return_value
        super().__init__(spec, wraps, name, spec_set, parent, _spec_state,
                         _new_name, _new_parent, **kwargs)
        self.side_effect = side_effect

    def _mock_check_sig(self, /, *args, **kwargs):
        pass

    def __call__(self, /, *args, **kwargs):
        self._mock_check_sig(*args, **kwargs)
        self._increment_mock_call(*args, **kwargs)
        return self._mock_call(*args, **kwargs)

    def _mock_call(self, /, *args, **kwargs):
        return self._execute_mock_call(*args, **kwargs)

    def _increment_mock_call(self, /, *args, **kwargs):
        """Record a call here and in all parents."""
        self.called = True
        self.call_count += 1
        made = _Call((args, kwargs), two=True)
        self.call_args = made
        self.call_args_list.append(made)
        method_name = self._mock_name
        full_name = self._mock_new_name
        is_child = self._mock_parent is not None
        is_call = full_name == "()"
        self.mock_calls.append(_Call(("", args, kwargs)))
        parent = self._mock_new_parent
        while parent is not None:
            if is_child:
                parent.method_calls.append(
                    _Call((method_name, args, kwargs)))
                is_child = parent._mock_parent is not None
                if is_child:
                    method_name = f"{parent._mock_name}.{method_name}"
            parent.mock_calls.append(_Call((full_name, args, kwargs)))
            if parent._mock_new_name:
                dot = "" if is_call else "."
                is_call = parent._mock_new_name == "()"
                full_name = parent._mock_new_name + dot + full_name
            parent = parent._mock_new_parent

    def _execute_mock_call(self, /, *args, **kwargs):
        """Produce the result of a call."""
        effect = self.side_effect
        if effect is not None:
            if _is_exception(effect):
                raise effect
            if not _callable(effect):
                result = next(effect)
                if _is_exception(result):
                    raise result
            else:
                result = effect(*args, **kwargs)
            if result is not DEFAULT:
                return result
        if self._mock_return_value is not DEFAULT:
            return self.return_value
        if self._mock_delegate and (
                self._mock_delegate.return_value is not DEFAULT):
            return self._mock_delegate.return_value
        if self._mock_wraps is not None:
            return self._mock_wraps(*args, **kwargs)
        return self.return_value


class Mock(CallableMixin, NonCallableMock):
    """An object that can be called and that makes attributes on access."""


# --- Magic methods ----------------------------------------------------------

class MagicProxy(Base):
    """Makes the mock of a special method when it is looked up."""

    def __init__(self, name, parent):
        self.name = name
        self.parent = parent

    def create_mock(self):
        name = self.name
        parent = self.parent
        made = parent._get_child_mock(name=name, _new_name=name,
                                      _new_parent=parent)
        setattr(parent, name, made)
        _set_return_value(parent, made, name)
        return made

    def __get__(self, obj, _type=None):
        return self.create_mock()


def _set_return_value(mock, method, name):
    fixed = _return_values.get(name, DEFAULT)
    if fixed is not DEFAULT:
        method.return_value = fixed
        return
    calculate = _calculate_return_value.get(name)
    if calculate is not None:
        method.return_value = calculate(mock)
        return
    effect = _side_effect_methods.get(name)
    if effect is not None:
        method.side_effect = effect(mock)


class MagicMixin(Base):
    def __init__(self, /, *args, **kw):
        self._mock_set_magics()
        super().__init__(*args, **kw)
        self._mock_set_magics()

    def _mock_set_magics(self):
        wanted = _magics | _async_method_magics | {"__aiter__"}
        methods = getattr(self, "_mock_methods", None)
        kind = type(self)
        if methods is not None:
            unwanted = wanted - set(methods)
            wanted = wanted & set(methods)
            for name in unwanted:
                if name in kind.__dict__:
                    delattr(kind, name)
        for name in wanted:
            if name not in kind.__dict__:
                setattr(kind, name, MagicProxy(name, self))


class NonCallableMagicMock(MagicMixin, NonCallableMock):
    """A version of `MagicMock` that isn't callable."""

    def mock_add_spec(self, spec, spec_set=False):
        """Add a specification to a mock."""
        self._mock_add_spec(spec, spec_set)
        self._mock_set_magics()


class MagicMock(MagicMixin, Mock):
    """A Mock that also has the special methods."""

    def mock_add_spec(self, spec, spec_set=False):
        """Add a specification to a mock."""
        self._mock_add_spec(spec, spec_set)
        self._mock_set_magics()


class AsyncMockMixin(Base):
    await_count = _delegating_property("await_count")
    await_args = _delegating_property("await_args")
    await_args_list = _delegating_property("await_args_list")

    def __init__(self, /, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.__dict__["_mock_await_count"] = 0
        self.__dict__["_mock_await_args"] = None
        self.__dict__["_mock_await_args_list"] = _CallList()
        code = NonCallableMock(spec_set=CodeType)
        code.__dict__["co_flags"] = inspect.CO_COROUTINE
        self.__dict__["__code__"] = code
        self.__dict__["__name__"] = "AsyncMock"
        self.__dict__["__defaults__"] = tuple()
        self.__dict__["__kwdefaults__"] = {}
        self.__dict__["__annotations__"] = None
        marker = sys.modules.get("asyncio.coroutines")
        if marker is not None:
            self.__dict__["_is_coroutine"] = getattr(
                marker, "_is_coroutine", True)

    async def _execute_mock_call(self, /, *args, **kwargs):
        made = _Call((args, kwargs), two=True)
        self.await_count += 1
        self.await_args = made
        self.await_args_list.append(made)
        effect = self.side_effect
        if effect is not None:
            if _is_exception(effect):
                raise effect
            if not _callable(effect):
                try:
                    result = next(effect)
                except StopIteration:
                    raise StopAsyncIteration
                if _is_exception(result):
                    raise result
            elif iscoroutinefunction(effect):
                result = await effect(*args, **kwargs)
            else:
                result = effect(*args, **kwargs)
            if result is not DEFAULT:
                return result
        if self._mock_return_value is not DEFAULT:
            return self.return_value
        if self._mock_wraps is not None:
            if iscoroutinefunction(self._mock_wraps):
                return await self._mock_wraps(*args, **kwargs)
            return self._mock_wraps(*args, **kwargs)
        return self.return_value

    def assert_awaited(self):
        """Assert that the mock was awaited at least once."""
        if self.await_count == 0:
            raise AssertionError(f"Expected {self._mock_name or 'mock'} to "
                                 "have been awaited.")

    def assert_awaited_once(self):
        """Assert that the mock was awaited exactly once."""
        if self.await_count != 1:
            raise AssertionError(
                f"Expected {self._mock_name or 'mock'} to have been awaited "
                f"once. Awaited {self.await_count} times.")

    def assert_awaited_with(self, /, *args, **kwargs):
        """Assert that the last await was with the specified arguments."""
        if self.await_args is None:
            expected = self._format_mock_call_signature(args, kwargs)
            raise AssertionError(f"Expected await: {expected}\nNot awaited")
        expected = self._call_matcher(_Call((args, kwargs), two=True))
        actual = self._call_matcher(self.await_args)
        if actual != expected:
            cause = expected if isinstance(expected, Exception) else None
            wanted = self._format_mock_call_signature(args, kwargs)
            found = self._format_mock_call_signature(*self.await_args)
            raise AssertionError("expected await not found.\nExpected: "
                                 f"{wanted}\nActual: {found}") from cause

    def assert_awaited_once_with(self, /, *args, **kwargs):
        """Assert that there was one await, with the given arguments."""
        if self.await_count != 1:
            raise AssertionError(
                f"Expected {self._mock_name or 'mock'} to have been awaited "
                f"once. Awaited {self.await_count} times.")
        return self.assert_awaited_with(*args, **kwargs)

    def assert_any_await(self, /, *args, **kwargs):
        """Assert the mock has ever been awaited with the arguments."""
        expected = self._call_matcher(_Call((args, kwargs), two=True))
        cause = expected if isinstance(expected, Exception) else None
        made = [self._call_matcher(c) for c in self.await_args_list]
        if cause or expected not in _AnyComparer(made):
            text = self._format_mock_call_signature(args, kwargs)
            raise AssertionError(f"{text} await not found") from cause

    def assert_has_awaits(self, calls, any_order=False):
        """Assert the mock has been awaited with the given calls."""
        expected = [self._call_matcher(c) for c in calls]
        made = _CallList([self._call_matcher(c)
                          for c in self.await_args_list])
        if not any_order:
            if expected not in made:
                errors = [e if isinstance(e, Exception) else None
                          for e in expected]
                cause = next((e for e in errors if e), None)
                if cause is None:
                    problem = "Awaits not found."
                else:
                    problem = ("Error processing expected awaits.\n"
                               f"Errors: {errors}")
                raise AssertionError(
                    f"{problem}\nExpected: {_CallList(calls)}\n"
                    f"Actual: {self.await_args_list}") from cause
            return
        made = list(made)
        missing = []
        for item in expected:
            try:
                made.remove(item)
            except ValueError:
                missing.append(item)
        if missing:
            raise AssertionError(f"{tuple(missing)!r} not all found in await "
                                 "list")

    def assert_not_awaited(self):
        """Assert that the mock was never awaited."""
        if self.await_count != 0:
            raise AssertionError(
                f"Expected {self._mock_name or 'mock'} to not have been "
                f"awaited. Awaited {self.await_count} times.")

    def reset_mock(self, /, *args, **kwargs):
        """See :func:`.Mock.reset_mock()`"""
        super().reset_mock(*args, **kwargs)
        self.await_count = 0
        self.await_args = None
        self.await_args_list = _CallList()


class AsyncMagicMixin(MagicMixin):
    pass


class AsyncMock(AsyncMockMixin, AsyncMagicMixin, Mock):
    """A MagicMock whose calls are coroutines."""

    async def _mock_call(self, /, *args, **kwargs):
        return await self._execute_mock_call(*args, **kwargs)


class PropertyMock(Mock):
    """A mock to be used as a property of a class."""

    def _get_child_mock(self, /, **kwargs):
        return MagicMock(**kwargs)

    def __get__(self, obj, obj_type=None):
        return self()

    def __set__(self, obj, val):
        self(val)


def seal(mock):
    """Forbid a mock, and its children, to make new attributes."""
    mock._mock_sealed = True
    for attr in dir(mock):
        try:
            child = getattr(mock, attr)
        except AttributeError:
            continue
        if not isinstance(child, NonCallableMock):
            continue
        if isinstance(child._mock_children.get(attr), _SpecState):
            continue
        if child._mock_new_parent is mock:
            seal(child)


# --- create_autospec --------------------------------------------------------

class _SpecState:
    """A child of an autospec that is made when somebody asks for it."""

    def __init__(self, spec, spec_set=False, parent=None, name=None,
                 ids=None, instance=False):
        self.spec = spec
        self.ids = ids
        self.spec_set = spec_set
        self.parent = parent
        self.instance = instance
        self.name = name




def _check_sig_of(mock, sig):
    """Make a mock refuse calls that do not fit a signature."""
    def checksig(self, /, *args, **kwargs):
        sig.bind(*args, **kwargs)
    type(mock)._mock_check_sig = checksig
    type(mock).__signature__ = sig


def _function_for(mock, spec, skip_first):
    """A function with the signature of `spec` that calls the mock."""
    found = _get_signature_object(spec, False, skip_first)
    if found is None:
        return mock
    sig = found[1]
    if iscoroutinefunction(spec):
        async def funcopy(*args, **kwargs):
            sig.bind(*args, **kwargs)
            return await mock(*args, **kwargs)
    else:
        def funcopy(*args, **kwargs):
            sig.bind(*args, **kwargs)
            return mock(*args, **kwargs)
    for name in ("__name__", "__doc__", "__module__", "__qualname__"):
        try:
            setattr(funcopy, name, getattr(spec, name))
        except (AttributeError, TypeError):
            pass
    funcopy.__signature__ = sig
    _setup_func(funcopy, mock)
    return funcopy


_FORWARDED = ("assert_called_with", "assert_called_once_with",
              "assert_not_called", "assert_called", "assert_called_once",
              "assert_any_call", "assert_has_calls")
_FORWARDED_ASYNC = ("assert_awaited", "assert_awaited_once",
                    "assert_awaited_with", "assert_awaited_once_with",
                    "assert_any_await", "assert_has_awaits",
                    "assert_not_awaited")


def _setup_func(funcopy, mock):
    """Give a function the attributes and methods of its mock."""
    funcopy.mock = mock
    funcopy.called = False
    funcopy.call_count = 0
    funcopy.call_args = None
    funcopy.call_args_list = _CallList()
    funcopy.method_calls = _CallList()
    funcopy.mock_calls = _CallList()
    funcopy.return_value = mock.return_value
    funcopy.side_effect = mock.side_effect
    funcopy._mock_children = mock._mock_children
    names = _FORWARDED
    if isinstance(mock, AsyncMockMixin):
        funcopy.await_count = 0
        funcopy.await_args = None
        funcopy.await_args_list = _CallList()
        names += _FORWARDED_ASYNC
    for name in names:
        setattr(funcopy, name, _forward(mock, name))

    def reset_mock():
        funcopy.method_calls = _CallList()
        funcopy.mock_calls = _CallList()
        mock.reset_mock()
        result = funcopy.return_value
        if _is_instance_mock(result) and result is not mock:
            result.reset_mock()

    funcopy.reset_mock = reset_mock
    mock.__dict__["_mock_delegate"] = funcopy


def _forward(mock, name):
    def method(*args, **kwargs):
        return getattr(mock, name)(*args, **kwargs)
    method.__name__ = name
    return method


def create_autospec(spec, spec_set=False, instance=False, _parent=None,
                    _name=None, *, unsafe=False, **kwargs):
    """Make a mock whose attributes and signatures are those of `spec`."""
    if type(spec) in (list, tuple):
        spec = type(spec)
    is_type = isinstance(spec, type)
    if _is_instance_mock(spec):
        raise InvalidSpecError("Cannot autospec a Mock object. "
                               f"[object={spec!r}]")
    is_async_func = _is_async_func(spec)
    options = {"spec_set": spec} if spec_set else {"spec": spec}
    if spec is None:
        options = {}
    if options and instance:
        options["_spec_as_instance"] = True
    if not unsafe:
        _check_spec_arg_typos(kwargs)
    options.update(kwargs)
    klass = MagicMock
    if inspect.isdatadescriptor(spec):
        options = {}
    elif is_type and instance and not _instance_callable(spec):
        klass = NonCallableMagicMock
    elif is_async_func:
        if instance:
            raise RuntimeError("Instance can not be True when create_autospec"
                               " is mocking an async function")
        klass = AsyncMock
    elif not _callable(spec):
        klass = NonCallableMagicMock
    name = options.pop("name", _name)
    new_name = name if _parent is not None else ""
    mock = klass(parent=_parent, _new_parent=_parent, _new_name=new_name,
                 name=name, **options)
    if isinstance(spec, _function_types):
        mock = _function_for(mock, spec, False)
    elif _callable(spec):
        found = _get_signature_object(spec, instance, is_type and False)
        if found is not None:
            _check_sig_of(_extract_mock(mock), found[1])
    if _parent is not None and not instance:
        _parent._mock_children[_name] = mock
    if is_type and not instance and "return_value" not in kwargs:
        _extract_mock(mock).return_value = create_autospec(
            spec, spec_set, instance=True, _name="()", _parent=mock)
    _add_spec_children(mock, spec, spec_set, is_type)
    return mock


def _must_skip(spec, entry, is_type):
    """Does a method take no self where it is looked up?"""
    if not isinstance(spec, type):
        if entry in getattr(spec, "__dict__", {}):
            return False
        spec = spec.__class__
    for base in spec.__mro__:
        found = base.__dict__.get(entry, DEFAULT)
        if found is DEFAULT:
            continue
        if isinstance(found, (staticmethod, classmethod)):
            return False
        if isinstance(found, _function_types):
            return is_type
        return False
    return is_type


def _add_spec_children(mock, spec, spec_set, is_type):
    for entry in dir(spec):
        if entry in _all_magics or _is_dunder(entry):
            continue
        try:
            original = getattr(spec, entry)
        except AttributeError:
            continue
        inner = _extract_mock(mock)
        if not isinstance(original, _function_types):
            child = _SpecState(original, spec_set, mock, entry, None)
            inner._mock_children[entry] = child
            continue
        parent = inner
        skip = _must_skip(spec, entry, is_type)
        klass = AsyncMock if iscoroutinefunction(original) else MagicMock
        options = {"spec_set" if spec_set else "spec": original}
        new = klass(parent=parent, name=entry, _new_name=entry,
                    _new_parent=parent, _eat_self=skip, **options)
        inner._mock_children[entry] = new
        found = _get_signature_object(original, False, skip)
        if found is not None:
            _check_sig_of(new, found[1])
        if isinstance(new, NonCallableMock) and not isinstance(
                mock, NonCallableMock):
            setattr(mock, entry, new)


def _check_spec_arg_typos(kwargs):
    for typo in ("autospect", "auto_spec", "set_spec"):
        if typo in kwargs:
            raise RuntimeError(f"{typo!r} might be a typo; use unsafe=True "
                               "if this is intended")


# --- patch ------------------------------------------------------------------

def _dot_lookup(thing, comp, import_path):
    try:
        return getattr(thing, comp)
    except AttributeError:
        __import__(import_path)
        return getattr(thing, comp)


def _importer(target):
    components = target.split(".")
    import_path = components.pop(0)
    thing = __import__(import_path)
    for comp in components:
        import_path += f".{comp}"
        thing = _dot_lookup(thing, comp, import_path)
    return thing


def _get_target(target):
    try:
        target, attribute = target.rsplit(".", 1)
    except (TypeError, ValueError, AttributeError):
        raise TypeError("Need a valid target to patch. You supplied: "
                        f"{target!r}")
    return functools.partial(_importer, target), attribute


def _active_patches():
    return session_state("mock.patches", list)


class _patch:
    attribute_name = None

    def __init__(self, getter, attribute, new, spec, create, spec_set,
                 autospec, new_callable, kwargs, *, unsafe=False):
        if new_callable is not None:
            if new is not DEFAULT:
                raise ValueError("Cannot use 'new' and 'new_callable' "
                                 "together")
            if autospec is not None:
                raise ValueError("Cannot use 'autospec' and 'new_callable' "
                                 "together")
        if not unsafe:
            _check_spec_arg_typos(kwargs)
        if _is_instance_mock(spec):
            raise InvalidSpecError(
                f"Cannot spec attr {attribute!r} as the spec has already "
                f"been mocked out. [spec={spec!r}]")
        if _is_instance_mock(spec_set):
            raise InvalidSpecError(
                f"Cannot spec attr {attribute!r} as the spec_set target has "
                f"already been mocked out. [spec_set={spec_set!r}]")
        self.getter = getter
        self.attribute = attribute
        self.new = new
        self.new_callable = new_callable
        self.spec = spec
        self.create = create
        self.has_local = False
        self.spec_set = spec_set
        self.autospec = autospec
        self.kwargs = kwargs
        self.additional_patchers = []

    def copy(self):
        twin = _patch(self.getter, self.attribute, self.new, self.spec,
                      self.create, self.spec_set, self.autospec,
                      self.new_callable, self.kwargs)
        twin.attribute_name = self.attribute_name
        twin.additional_patchers = [p.copy()
                                    for p in self.additional_patchers]
        return twin

    def __call__(self, func):
        if isinstance(func, type):
            return self.decorate_class(func)
        if iscoroutinefunction(func):
            return self.decorate_async_callable(func)
        return self.decorate_callable(func)

    def decorate_class(self, klass):
        for attr in dir(klass):
            if not attr.startswith(patch.TEST_PREFIX):
                continue
            value = getattr(klass, attr)
            if hasattr(value, "__call__"):
                setattr(klass, attr, self.copy()(value))
        return klass

    @contextlib.contextmanager
    def decoration_helper(self, patched, args, keywargs):
        extra = []
        with contextlib.ExitStack() as stack:
            for patching in patched.patchings:
                arg = stack.enter_context(patching)
                if patching.attribute_name is not None:
                    keywargs.update(arg)
                elif patching.new is DEFAULT:
                    extra.append(arg)
            yield args + tuple(extra), keywargs

    def decorate_callable(self, func):
        if hasattr(func, "patchings"):
            func.patchings.append(self)
            return func

        @functools.wraps(func)
        def patched(*args, **keywargs):
            with self.decoration_helper(patched, args, keywargs) as (
                    newargs, newkeywargs):
                return func(*newargs, **newkeywargs)

        patched.patchings = [self]
        return patched

    def decorate_async_callable(self, func):
        if hasattr(func, "patchings"):
            func.patchings.append(self)
            return func

        @functools.wraps(func)
        async def patched(*args, **keywargs):
            with self.decoration_helper(patched, args, keywargs) as (
                    newargs, newkeywargs):
                return await func(*newargs, **newkeywargs)

        patched.patchings = [self]
        return patched

    def get_original(self):
        target = self.getter()
        name = self.attribute
        original = DEFAULT
        local = False
        try:
            original = target.__dict__[name]
        except (AttributeError, KeyError):
            original = getattr(target, name, DEFAULT)
        else:
            local = True
        if name in vars(builtins) and isinstance(target, ModuleType):
            self.create = True
        if not self.create and original is DEFAULT:
            raise AttributeError(f"{target} does not have the attribute "
                                 f"{name!r}")
        return original, local

    def __enter__(self):
        """Perform the patch."""
        self.target = self.getter()
        self._exit_stack = contextlib.ExitStack()
        original, local = self.get_original()
        new = self.new
        spec, spec_set, autospec = [
            None if value is False else value
            for value in (self.spec, self.spec_set, self.autospec)]
        if spec is not None and autospec is not None:
            raise TypeError("Can't specify spec and autospec")
        if spec_set not in (None, True) and (
                spec is not None or autospec is not None):
            raise TypeError("Can't provide explicit spec_set *and* spec or "
                            "autospec")
        if new is DEFAULT and autospec is None:
            new = self._make_mock(original, spec, spec_set)
        elif autospec is not None:
            new = self._make_autospec(original, autospec, spec_set)
        elif self.kwargs:
            raise TypeError("Can't pass kwargs to a mock we aren't creating")
        self.temp_original = original
        self.is_local = local
        try:
            setattr(self.target, self.attribute, new)
            if self.attribute_name is None:
                return new
            extra = {}
            if self.new is DEFAULT:
                extra[self.attribute_name] = new
            for patching in self.additional_patchers:
                arg = self._exit_stack.enter_context(patching)
                if patching.new is DEFAULT:
                    extra.update(arg)
            return extra
        except BaseException:
            if not self.__exit__(*sys.exc_info()):
                raise

    def _make_mock(self, original, spec, spec_set):
        """Make the mock that replaces the attribute."""
        inherit = False
        if spec is True:
            spec = original
            if spec_set is True:
                spec_set = original
                spec = None
        elif spec is not None:
            if spec_set is True:
                spec_set = spec
                spec = None
        elif spec_set is True:
            spec_set = original
        if spec is not None or spec_set is not None:
            if original is DEFAULT:
                raise TypeError("Can't use 'spec' with create=True")
            if isinstance(original, type):
                inherit = True
        chosen = spec if spec is not None else spec_set
        if self.new_callable is not None:
            klass = self.new_callable
        elif chosen is None:
            klass = AsyncMock if _is_async_obj(original) else MagicMock
        else:
            if isinstance(chosen, (list, tuple)):
                not_callable = "__call__" not in chosen
            else:
                not_callable = not callable(chosen)
            if _is_async_obj(chosen):
                klass = AsyncMock
            elif not_callable:
                klass = NonCallableMagicMock
            else:
                klass = MagicMock
        options = {}
        if spec is not None:
            options["spec"] = spec
        if spec_set is not None:
            options["spec_set"] = spec_set
        if isinstance(klass, type) and issubclass(
                klass, NonCallableMock) and self.attribute:
            options["name"] = self.attribute
        options.update(self.kwargs)
        new = klass(**options)
        if inherit and _is_instance_mock(new):
            if not _callable(chosen) or isinstance(
                    chosen, type) and not _instance_callable(chosen):
                klass = NonCallableMagicMock
            options.pop("name", None)
            new.return_value = klass(_new_parent=new, _new_name="()",
                                     **options)
        return new

    def _make_autospec(self, original, autospec, spec_set):
        if self.new is not DEFAULT:
            raise TypeError("autospec creates the mock for you. Can't "
                            "specify autospec and new.")
        if original is DEFAULT:
            raise TypeError("Can't use 'autospec' with create=True")
        if autospec is True:
            autospec = original
        if _is_instance_mock(self.target):
            raise InvalidSpecError(
                f"Cannot autospec attr {self.attribute!r} as the patch "
                "target has already been mocked out. "
                f"[target={self.target!r}, attr={autospec!r}]")
        if _is_instance_mock(autospec):
            name = getattr(self.target, "__name__", self.target)
            raise InvalidSpecError(
                f"Cannot autospec attr {self.attribute!r} from target "
                f"{name!r} as it has already been mocked out. "
                f"[target={self.target!r}, attr={autospec!r}]")
        return create_autospec(autospec, spec_set=bool(spec_set),
                               _name=self.attribute, **self.kwargs)

    def __exit__(self, *exc_info):
        """Undo the patch."""
        if not hasattr(self, "is_local"):
            raise RuntimeError("stop called on unstarted patcher")
        if self.is_local and self.temp_original is not DEFAULT:
            setattr(self.target, self.attribute, self.temp_original)
        else:
            delattr(self.target, self.attribute)
            if not self.create and (
                    not hasattr(self.target, self.attribute)
                    or self.attribute in ("__doc__", "__module__",
                                          "__defaults__",
                                          "__annotations__",
                                          "__kwdefaults__")):
                setattr(self.target, self.attribute, self.temp_original)
        del self.temp_original
        del self.is_local
        del self.target
        stack = self._exit_stack
        del self._exit_stack
        return stack.__exit__(*exc_info)

    def start(self):
        """Activate a patch, returning any created mock."""
        result = self.__enter__()
        _active_patches().append(self)
        return result

    def stop(self):
        """Stop an active patch."""
        try:
            _active_patches().remove(self)
        except ValueError:
            return None
        return self.__exit__(None, None, None)


def _patch_object(target, attribute, new=DEFAULT, spec=None, create=False,
                  spec_set=None, autospec=None, new_callable=None, *,
                  unsafe=False, **kwargs):
    """Patch an attribute of an object with a mock."""
    if type(target) is str:
        raise TypeError(f"{target!r} must be the actual object to be "
                        "patched, not a str")
    return _patch(lambda: target, attribute, new, spec, create, spec_set,
                  autospec, new_callable, kwargs, unsafe=unsafe)


def _patch_multiple(target, spec=None, create=False, spec_set=None,
                    autospec=None, new_callable=None, **kwargs):
    """Perform multiple patches in a single call."""
    if type(target) is str:
        getter = functools.partial(_importer, target)
    else:
        getter = lambda: target
    if not kwargs:
        raise ValueError("Must supply at least one keyword argument with "
                         "patch.multiple")
    patcher = None
    for attribute, new in kwargs.items():
        this = _patch(getter, attribute, new, spec, create, spec_set,
                      autospec, new_callable, {})
        this.attribute_name = attribute
        if patcher is None:
            patcher = this
        else:
            patcher.additional_patchers.append(this)
    return patcher


def patch(target, new=DEFAULT, spec=None, create=False, spec_set=None,
          autospec=None, new_callable=None, *, unsafe=False, **kwargs):
    """Replace what a dotted name stands for, for a while."""
    getter, attribute = _get_target(target)
    return _patch(getter, attribute, new, spec, create, spec_set, autospec,
                  new_callable, kwargs, unsafe=unsafe)


class _patch_dict:
    """Patch a dictionary, and restore it afterwards."""

    def __init__(self, in_dict, values=(), clear=False, **kwargs):
        self.in_dict = in_dict
        self.values = dict(values)
        self.values.update(kwargs)
        self.clear = clear
        self._original = None

    def __call__(self, f):
        if isinstance(f, type):
            return self.decorate_class(f)
        if iscoroutinefunction(f):
            @functools.wraps(f)
            async def _inner(*args, **kw):
                with self:
                    return await f(*args, **kw)
        else:
            @functools.wraps(f)
            def _inner(*args, **kw):
                with self:
                    return f(*args, **kw)
        return _inner

    def decorate_class(self, klass):
        for attr in dir(klass):
            value = getattr(klass, attr)
            if attr.startswith(patch.TEST_PREFIX) and hasattr(value,
                                                              "__call__"):
                twin = _patch_dict(self.in_dict, self.values, self.clear)
                setattr(klass, attr, twin(value))
        return klass

    def __enter__(self):
        """Patch the dict."""
        if isinstance(self.in_dict, str):
            self.in_dict = _importer(self.in_dict)
        target = self.in_dict
        try:
            original = target.copy()
        except AttributeError:
            original = {key: target[key] for key in target}
        self._original = original
        if self.clear:
            _clear_dict(target)
        try:
            target.update(self.values)
        except AttributeError:
            for key in self.values:
                target[key] = self.values[key]
        return self.in_dict

    def _unpatch_dict(self):
        target = self.in_dict
        _clear_dict(target)
        try:
            target.update(self._original)
        except AttributeError:
            for key in self._original:
                target[key] = self._original[key]

    def __exit__(self, *args):
        """Unpatch the dict."""
        if self._original is not None:
            self._unpatch_dict()
            self._original = None
        return False

    def start(self):
        """Activate a patch, returning any created mock."""
        result = self.__enter__()
        _active_patches().append(self)
        return result

    def stop(self):
        """Stop an active patch."""
        try:
            _active_patches().remove(self)
        except ValueError:
            return None
        return self.__exit__(None, None, None)


def _clear_dict(mapping):
    try:
        mapping.clear()
    except AttributeError:
        for key in list(mapping):
            del mapping[key]


def _patch_stopall():
    """Stop all active patches. LIFO to unroll nested patches."""
    for patching in reversed(list(_active_patches())):
        patching.stop()


patch.object = _patch_object
patch.dict = _patch_dict
patch.multiple = _patch_multiple
patch.stopall = _patch_stopall
patch.TEST_PREFIX = "test"


# --- mock_open --------------------------------------------------------------

def mock_open(mock=None, read_data=""):
    """Make a mock that can replace open() for reading given data."""
    make = io.StringIO if isinstance(read_data, str) else io.BytesIO

    if mock is None:
        mock = MagicMock(name="open", spec=open)
    handle = MagicMock(spec=_FILE_NAMES)
    handle.__enter__.return_value = handle
    state = [make(read_data)]

    def reader(name):
        def effect(*args, **kwargs):
            child = getattr(handle, name)
            if child._mock_return_value is not DEFAULT and (
                    child._mock_return_value is not None):
                return child._mock_return_value
            return getattr(state[0], name)(*args, **kwargs)
        return effect

    def iterate():
        value = handle.readline._mock_return_value
        if value is not None and value is not DEFAULT:
            while True:
                yield value
        yield from state[0]

    def next_line():
        value = handle.readline._mock_return_value
        if value is not None and value is not DEFAULT:
            return value
        return next(state[0])

    handle.write.return_value = None
    for name in ("read", "readline", "readlines"):
        getattr(handle, name).return_value = None
        getattr(handle, name).side_effect = reader(name)
    handle.__iter__.side_effect = iterate
    handle.__next__.side_effect = next_line

    def reset_data(*args, **kwargs):
        state[0] = make(read_data)
        return DEFAULT

    mock.side_effect = reset_data
    mock.return_value = handle
    return mock


_FILE_NAMES = sorted(set(dir(io.TextIOWrapper)) | set(dir(io.BytesIO)))
