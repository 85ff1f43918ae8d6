"""unittest.mock._patch - replacing attributes and dict items for a while.

SPDX-License-Identifier: Apache-2.0
"""

import builtins
import contextlib
import functools
import sys
from inspect import iscoroutinefunction
from types import ModuleType
from unittest.mock._autospec import (check_typos, create_autospec,
                                     instances_callable)
from unittest.mock._calls import DEFAULT
from unittest.mock._core import (InvalidSpecError, NonCallableMock, is_async,
                                 is_callable, is_mock)
from unittest.mock._magic import (AsyncMock, MagicMock, NonCallableMagicMock)

from _caisson import session_state

# attributes that come back by themselves with another value when deleted
_REAPPEARING = frozenset({"__doc__", "__module__", "__defaults__",
                          "__annotations__", "__kwdefaults__"})


def _resolve(path):
    """Import what a dotted name stands for."""
    first, *rest = path.split(".")
    found = __import__(first)
    for name in rest:
        first += "." + name
        if not hasattr(found, name) and hasattr(found, "__path__"):
            __import__(first)
        found = getattr(found, name)
    return found


class _Patcher:
    """A change that can be made and undone in several ways.

    Subclasses have __enter__, __exit__, copy and wrap.
    """

    def __call__(self, target):
        if not isinstance(target, type):
            return self.wrap(target)
        for name in dir(target):
            if name.startswith(patch.TEST_PREFIX):
                value = getattr(target, name)
                if callable(value):
                    setattr(target, name, self.copy()(value))
        return target

    def start(self):
        """Make the change; return what `with` would give."""
        value = self.__enter__()
        session_state("mock.patches", list).append(self)
        return value

    def stop(self):
        """Undo a change made by start()."""
        active = session_state("mock.patches", list)
        if self not in active:
            return None
        active.remove(self)
        return self.__exit__(None, None, None)


# --- Attributes -------------------------------------------------------------

class _patch(_Patcher):
    """Replaces one attribute of an object.

    With `attribute_name` (from patch.multiple) it belongs to a group: the
    first one also enters `additional_patchers`, and the new objects are
    passed on by name.
    """

    attribute_name = None
    _undo = None  # while active: (target, original or DEFAULT, stack)

    def __init__(self, getter, attribute, new, options, kwargs,
                 unsafe=False):
        self.getter = getter
        self.attribute = attribute
        self.new = new
        self.options = options
        self.kwargs = kwargs
        self.additional_patchers = []
        new_callable = options["new_callable"]
        if new_callable is not None:
            for name, given in (("new", new is not DEFAULT),
                                ("autospec",
                                 options["autospec"] is not None)):
                if given:
                    raise ValueError(f"Cannot use {name!r} and "
                                     "'new_callable' together")
        if not unsafe:
            check_typos(kwargs)
        for name, text in ("spec", "spec"), ("spec_set", "spec_set target"):
            if is_mock(options[name]):
                raise InvalidSpecError(
                    f"Cannot spec attr {attribute!r} as the {text} has "
                    "already been mocked out. "
                    f"[{name}={options[name]!r}]")

    def copy(self):
        twin = _patch(self.getter, self.attribute, self.new, self.options,
                      self.kwargs, unsafe=True)
        twin.attribute_name = self.attribute_name
        twin.additional_patchers = [patcher.copy() for patcher
                                    in self.additional_patchers]
        return twin

    # --- As a decorator ---

    def wrap(self, function):
        patchings = getattr(function, "patchings", None)
        if patchings is not None:  # decorated before: share one wrapper
            patchings.append(self)
            return function
        if iscoroutinefunction(function):
            @functools.wraps(function)
            async def patched(*args, **kwargs):
                with contextlib.ExitStack() as stack:
                    args = _enter_all(stack, patched, args, kwargs)
                    return await function(*args, **kwargs)
        else:
            @functools.wraps(function)
            def patched(*args, **kwargs):
                with contextlib.ExitStack() as stack:
                    args = _enter_all(stack, patched, args, kwargs)
                    return function(*args, **kwargs)
        patched.patchings = [self]
        return patched

    # --- As a context ---

    def _original(self, target):
        """Return (value or DEFAULT, whether the object itself has it)."""
        name = self.attribute
        try:
            return target.__dict__[name], True
        except (AttributeError, KeyError):
            value = getattr(target, name, DEFAULT)
        if value is DEFAULT and not self.options["create"] and not (
                name in vars(builtins) and isinstance(target, ModuleType)):
            raise AttributeError(f"{target} does not have the attribute "
                                 f"{name!r}")
        return value, False

    def __enter__(self):
        target = self.getter()
        original, own = self._original(target)
        new = self._replacement(target, original)
        stack = contextlib.ExitStack()
        self._undo = target, original, own, stack
        try:
            setattr(target, self.attribute, new)
            if self.attribute_name is None:
                return new
            made = {}
            if self.new is DEFAULT:
                made[self.attribute_name] = new
            for patcher in self.additional_patchers:
                value = stack.enter_context(patcher)
                if patcher.new is DEFAULT:
                    made.update(value)
            return made
        except BaseException:
            if not self.__exit__(*sys.exc_info()):
                raise

    def __exit__(self, *exc_info):
        if self._undo is None:
            raise RuntimeError("stop called on unstarted patcher")
        target, original, own, stack = self._undo
        self._undo = None
        name = self.attribute
        if own:
            setattr(target, name, original)
        else:
            delattr(target, name)
            if original is not DEFAULT and (
                    not hasattr(target, name) or name in _REAPPEARING):
                setattr(target, name, original)
        return stack.__exit__(*exc_info)

    # --- The replacement ---

    def _replacement(self, target, original):
        spec, spec_set, autospec = [
            None if self.options[name] is False else self.options[name]
            for name in ("spec", "spec_set", "autospec")]
        if spec is not None and autospec is not None:
            raise TypeError("Can't specify spec and autospec")
        if (spec is not None or autospec is not None) and (
                spec_set is not None and spec_set is not True):
            raise TypeError("Can't provide explicit spec_set *and* spec or "
                            "autospec")
        if autospec is not None:
            return self._autospecced(target, original, autospec, spec_set)
        if self.new is DEFAULT:
            return self._new_mock(original, spec, spec_set)
        if self.kwargs:
            raise TypeError("Can't pass kwargs to a mock we aren't creating")
        return self.new

    def _new_mock(self, original, spec, spec_set):
        model = None
        word = "spec"
        if spec is not None or spec_set is not None:
            if original is DEFAULT:
                raise TypeError("Can't use 'spec' with create=True")
            if spec_set is not None:
                word = "spec_set"
            model = spec_set if spec is None else spec
            if model is True:
                model = original
        options = {} if model is None else {word: model}
        kind = self.options["new_callable"] or _kind_for(
            original if model is None else model, model is None)
        if isinstance(kind, type) and issubclass(kind, NonCallableMock):
            options["name"] = self.attribute
        options.update(self.kwargs)
        new = kind(**options)
        if model is not None and isinstance(original, type) and is_mock(new):
            # instances of the class have its spec, too
            options.pop("name", None)
            if not is_callable(model) or isinstance(
                    model, type) and not instances_callable(model):
                kind = NonCallableMagicMock
            new.return_value = kind(_link=(new, "()"), **options)
        return new

    def _autospecced(self, target, original, autospec, spec_set):
        if self.new is not DEFAULT:
            raise TypeError("autospec creates the mock for you. Can't "
                            "specify autospec and new.")
        if original is DEFAULT:
            raise TypeError("Can't use 'autospec' with create=True")
        if autospec is True:
            autospec = original
        name = self.attribute
        what = f"[target={target!r}, attr={autospec!r}]"
        if is_mock(target):
            raise InvalidSpecError(
                f"Cannot autospec attr {name!r} as the patch target has "
                f"already been mocked out. {what}")
        if is_mock(autospec):
            owner = getattr(target, "__name__", target)
            raise InvalidSpecError(
                f"Cannot autospec attr {name!r} from target {owner!r} as it "
                f"has already been mocked out. {what}")
        return create_autospec(autospec, spec_set=bool(spec_set),
                               _name=name, **self.kwargs)


def _enter_all(stack, patched, args, kwargs):
    """Enter all patches of a function; return its positional arguments."""
    for patcher in patched.patchings:
        value = stack.enter_context(patcher)
        if patcher.attribute_name is not None:
            kwargs.update(value)
        elif patcher.new is DEFAULT:
            args += (value,)
    return args


def _kind_for(model, is_original):
    if is_async(model):
        return AsyncMock
    if is_original:
        return MagicMock
    if isinstance(model, (list, tuple)):
        usable = "__call__" in model
    else:
        usable = callable(model)
    return MagicMock if usable else NonCallableMagicMock


# --- Dicts ------------------------------------------------------------------

def _empty(mapping):
    try:
        mapping.clear()
    except AttributeError:
        for key in list(mapping):
            del mapping[key]


def _fill(mapping, values):
    try:
        mapping.update(values)
    except AttributeError:
        for key in values:
            mapping[key] = values[key]


class _patch_dict(_Patcher):
    """Changes items of a mapping."""

    _before = None

    def __init__(self, in_dict, values=(), clear=False, **kwargs):
        self.in_dict = in_dict
        self.values = {**dict(values), **kwargs}
        self.clear = clear

    def copy(self):
        return _patch_dict(self.in_dict, self.values, self.clear)

    def wrap(self, function):
        if iscoroutinefunction(function):
            @functools.wraps(function)
            async def patched(*args, **kwargs):
                with self:
                    return await function(*args, **kwargs)
        else:
            @functools.wraps(function)
            def patched(*args, **kwargs):
                with self:
                    return function(*args, **kwargs)
        return patched

    def __enter__(self):
        if isinstance(self.in_dict, str):
            self.in_dict = _resolve(self.in_dict)
        mapping = self.in_dict
        try:
            self._before = mapping.copy()
        except AttributeError:
            self._before = {key: mapping[key] for key in mapping}
        if self.clear:
            _empty(mapping)
        _fill(mapping, self.values)
        return mapping

    def __exit__(self, *exc_info):
        if self._before is not None:
            _empty(self.in_dict)
            _fill(self.in_dict, self._before)
            self._before = None
        return False


# --- patch ------------------------------------------------------------------

class _Patch:
    """The object `patch`; its settings belong to the session."""

    dict = _patch_dict

    @property
    def TEST_PREFIX(self):
        """How the names of methods begin that a class decorator patches."""
        return session_state("mock.prefix", builtins.dict).get("", "test")

    @TEST_PREFIX.setter
    def TEST_PREFIX(self, prefix):
        session_state("mock.prefix", builtins.dict)[""] = prefix

    @TEST_PREFIX.deleter
    def TEST_PREFIX(self):
        session_state("mock.prefix", builtins.dict).clear()

    def __call__(self, target, new=DEFAULT, spec=None, create=False,
                 spec_set=None, autospec=None, new_callable=None, *,
                 unsafe=False, **kwargs):
        """Replace what a dotted name stands for."""
        try:
            path, attribute = target.rsplit(".", 1)
        except (TypeError, ValueError, AttributeError):
            raise TypeError("Need a valid target to patch. You supplied: "
                            f"{target!r}")
        options = builtins.dict(
            spec=spec, create=create, spec_set=spec_set, autospec=autospec,
            new_callable=new_callable)
        return _patch(functools.partial(_resolve, path), attribute, new,
                      options, kwargs, unsafe)

    def object(self, target, attribute, new=DEFAULT, spec=None, create=False,
               spec_set=None, autospec=None, new_callable=None, *,
               unsafe=False, **kwargs):
        """Replace an attribute of an object."""
        if type(target) is str:
            raise TypeError(f"{target!r} must be the actual object to be "
                            "patched, not a str")
        options = builtins.dict(
            spec=spec, create=create, spec_set=spec_set, autospec=autospec,
            new_callable=new_callable)
        return _patch(lambda: target, attribute, new, options, kwargs,
                      unsafe)

    def multiple(self, target, spec=None, create=False, spec_set=None,
                 autospec=None, new_callable=None, **kwargs):
        """Replace several attributes of an object."""
        if not kwargs:
            raise ValueError("Must supply at least one keyword argument with "
                             "patch.multiple")
        getter = (functools.partial(_resolve, target)
                  if type(target) is str else lambda: target)
        options = builtins.dict(
            spec=spec, create=create, spec_set=spec_set, autospec=autospec,
            new_callable=new_callable)
        group = []
        for name, new in kwargs.items():
            patcher = _patch(getter, name, new, options, {})
            patcher.attribute_name = name
            group.append(patcher)
        group[0].additional_patchers.extend(group[1:])
        return group[0]

    def stopall(self):
        """Undo everything that start() did, last change first."""
        for patcher in reversed(session_state("mock.patches", list).copy()):
            patcher.stop()


patch = _Patch()
