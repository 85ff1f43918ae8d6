"""unittest.mock._core - mocks: attributes, calls, results.

Every mock has a class of its own, so that properties and special methods can
be given to one mock alone.  What a mock knows about itself is its _State, in
its __dict__; what happened to it is the ledger of that state.  The ledger of
a function made by create_autospec() is the function itself.

Two links lead upwards.  `parent` is set for attributes and decides about
method_calls; `up` and `label` are also set for results of calls ("()") and
special methods, and decide about mock_calls and the name.

SPDX-License-Identifier: Apache-2.0
"""

import functools
import inspect
import sys
from inspect import iscoroutinefunction
from types import FunctionType, MethodType
from unittest.mock._calls import DEFAULT, _Call, _CallList, call
from unittest.mock._checks import CallChecks

FUNCTION_TYPES = (FunctionType, MethodType)
DELETED = object()
KINDS = {}  # classes of later modules, by name

_TYPOS = ("assert", "assret", "asert", "aseert", "assrt")
_PROPERTIES = frozenset({
    "return_value", "side_effect", "called", "call_count", "call_args",
    "call_args_list", "mock_calls", "method_calls", "await_count",
    "await_args", "await_args_list", "__class__"})


class InvalidSpecError(Exception):
    """A mock was given where something real must serve as the model."""


# --- Questions about objects ------------------------------------------------

def is_mock(obj):
    return issubclass(type(obj), NonCallableMock)


def is_dunder(name):
    return len(name) > 4 and name[:2] == name[-2:] == "__"


def is_exception(obj):
    cls = obj if isinstance(obj, type) else type(obj)
    return issubclass(cls, BaseException)


def is_async(obj):
    if is_mock(obj):
        return isinstance(obj, KINDS["AsyncMock"])
    return iscoroutinefunction(getattr(obj, "__func__", obj))


def is_callable(obj):
    while isinstance(obj, (staticmethod, classmethod, MethodType)):
        obj = obj.__func__
    return isinstance(obj, type) or (
        getattr(obj, "__call__", None) is not None)


def mock_of(obj):
    """The mock behind a function of create_autospec(), or the object."""
    if isinstance(obj, FUNCTION_TYPES):
        return getattr(obj, "mock", obj)
    return obj


def signature_of(spec, as_instance=False, eat_self=False):
    """The signature of calls to a mock of `spec`; None if unknown."""
    if isinstance(spec, type) and not as_instance:
        spec, eat_self = spec.__init__, True
    elif isinstance(spec, (classmethod, staticmethod)):
        eat_self = eat_self or isinstance(spec, classmethod)
        spec = spec.__func__
    elif not isinstance(spec, FUNCTION_TYPES):
        if not as_instance and not callable(spec):
            return None
        spec = getattr(spec, "__call__", None)
        if spec is None:
            return None
    if eat_self:
        spec = functools.partial(spec, None)
    try:
        return inspect.signature(spec)
    except (ValueError, TypeError):
        return None


# --- State ------------------------------------------------------------------

class _Ledger:
    """What happened to a mock, and what it answers."""

    return_value = DEFAULT
    side_effect = None


def clear(ledger):
    """Forget all calls."""
    ledger.called = False
    ledger.call_count = 0
    ledger.call_args = None
    ledger.call_args_list = _CallList()
    ledger.mock_calls = _CallList()
    ledger.method_calls = _CallList()


def clear_awaits(ledger):
    ledger.await_count = 0
    ledger.await_args = None
    ledger.await_args_list = _CallList()


class _State:
    name = parent = up = wraps = None
    label = ""
    sealed = unsafe = False
    spec = spec_class = None
    spec_set = False
    methods = None    # names that exist, if there is a spec
    signature = None  # to compare calls with
    strict = None     # the signature that calls must have

    def __init__(self):
        self.children = {}
        self.ledger = _Ledger()
        clear(self.ledger)
        clear_awaits(self.ledger)


def ledger_property(name):
    def read(self):
        return getattr(self._mock_state.ledger, name)

    def write(self, value):
        setattr(self._mock_state.ledger, name, value)

    return property(read, write)


def _state_property(name):
    return property(lambda self: getattr(self._mock_state, name))


class LazySpec:
    """A child of an autospec that is made on first use."""

    def __init__(self, *args, **kwargs):
        self.args = args
        self.kwargs = kwargs


def adopt(parent, value, name, label):
    """Make a mock without parents a child of `parent`, if possible."""
    value = mock_of(value)
    if not is_mock(value):
        return False
    state = value._mock_state
    if (state.name or state.label or state.parent is not None
            or state.up is not None):
        return False
    above = parent
    while above is not None:
        if above is value:
            return False
        above = above._mock_state.up
    if label:
        state.up, state.label = parent, label
    if name:
        state.parent, state.name = parent, name
    return True


def as_effect(value):
    """Turn an iterable of results into an iterator."""
    if value is None or is_exception(value) or is_callable(value):
        return value
    try:
        return iter(value)
    except TypeError:
        return value


# --- Mocks ------------------------------------------------------------------

class NonCallableMock(CallChecks):
    """A mock that cannot be called."""

    def __new__(cls, /, *args, **kw):
        bases = (cls,)
        spec = kw.get("spec_set")
        if spec is None:
            spec = kw.get("spec")
        if spec is None and args:
            spec = args[0]
        mixin = KINDS["AsyncMockMixin"]
        if spec is not None and not issubclass(cls, mixin) and is_async(spec):
            bases = (mixin, cls)
        own = type(cls.__name__, bases, cls._class_body())
        mock = object.__new__(own)
        mock.__dict__["_mock_state"] = _State()
        own._mock_instance = mock
        return mock

    @classmethod
    def _class_body(cls):
        return {"__doc__": cls.__doc__, "__module__": "unittest.mock"}

    def __init__(self, spec=None, wraps=None, name=None, spec_set=None,
                 parent=None, _link=None, _as_instance=False, _eat_self=None,
                 unsafe=False, **kwargs):
        state = self._mock_state
        state.parent, state.name = parent, name
        state.up, state.label = _link or (parent, "")
        state.wraps, state.unsafe = wraps, unsafe
        eat_self = parent is not None if _eat_self is None else _eat_self
        if spec_set is not None:
            self._take_spec(spec_set, True, _as_instance, eat_self)
        else:
            self._take_spec(spec, False, _as_instance, eat_self)
        if kwargs:
            self.configure_mock(**kwargs)

    def _take_spec(self, spec, spec_set, as_instance=False, eat_self=False):
        if is_mock(spec):
            raise InvalidSpecError("Cannot spec a Mock object. "
                                   f"[object={spec!r}]")
        state = self._mock_state
        state.spec_set = spec_set
        state.spec = state.spec_class = state.signature = None
        if spec is None:
            state.methods = None
        elif type(spec) in (list, tuple):
            state.methods = frozenset(spec)
        else:
            state.spec = spec
            state.spec_class = spec if isinstance(spec, type) else type(spec)
            state.signature = signature_of(spec, as_instance, eat_self)
            state.methods = frozenset(dir(spec))

    def mock_add_spec(self, spec, spec_set=False):
        """Restrict a mock to the attributes of an object or a list."""
        self._take_spec(spec, spec_set)

    @property
    def __class__(self):
        return self._mock_state.spec_class or type(self)

    @__class__.setter
    def __class__(self, cls):
        self._mock_state.spec_class = cls

    # names under which programs know parts of the state
    _mock_name = _state_property("name")
    _mock_parent = _state_property("parent")
    _mock_children = _state_property("children")
    _mock_methods = _state_property("methods")

    called = ledger_property("called")
    call_count = ledger_property("call_count")
    call_args = ledger_property("call_args")
    call_args_list = ledger_property("call_args_list")
    mock_calls = ledger_property("mock_calls")
    method_calls = ledger_property("method_calls")

    @property
    def return_value(self):
        """What a call returns."""
        value = self._mock_state.ledger.return_value
        if value is DEFAULT:
            value = self._get_child_mock(_link=(self, "()"))
            self.return_value = value
        return value

    @return_value.setter
    def return_value(self, value):
        self._mock_state.ledger.return_value = value
        adopt(self, value, None, "()")

    @property
    def side_effect(self):
        """A function, an exception or an iterator of results."""
        ledger = self._mock_state.ledger
        ledger.side_effect = as_effect(ledger.side_effect)
        return ledger.side_effect

    @side_effect.setter
    def side_effect(self, value):
        self._mock_state.ledger.side_effect = as_effect(value)

    def configure_mock(self, /, **kwargs):
        """Set attributes; a dotted name reaches into children."""
        # shorter paths first: they may replace what longer ones go through
        for path in sorted(kwargs, key=lambda path: path.count(".")):
            *way, last = path.split(".")
            target = self
            for name in way:
                target = getattr(target, name)
            setattr(target, last, kwargs[path])

    def attach_mock(self, mock, attribute):
        """Make a mock an attribute and child, whatever it was before."""
        state = mock_of(mock)._mock_state
        state.parent = state.up = state.name = None
        state.label = ""
        setattr(self, attribute, mock)

    def reset_mock(self, visited=None, *, return_value=False,
                   side_effect=False):
        """Forget the calls of this mock and of its children."""
        visited = set() if visited is None else visited
        if id(self) in visited:
            return
        visited.add(id(self))
        state = self._mock_state
        ledger = state.ledger
        clear(ledger)
        if return_value:
            ledger.return_value = DEFAULT
        if side_effect:
            ledger.side_effect = None
        for child in state.children.values():
            if child is not DELETED and not isinstance(child, LazySpec):
                child.reset_mock(visited, return_value=return_value,
                                 side_effect=side_effect)
        answer = ledger.return_value
        if is_mock(answer) and answer is not self:
            answer.reset_mock(visited)

    # --- Attributes ---

    def _check_name(self, name):
        """Raise AttributeError for names that no child can have."""
        state = self._mock_state
        methods = state.methods
        if methods is None:
            if is_dunder(name):
                raise AttributeError(name)
        elif name not in methods or name in KINDS["MAGICS"]:
            raise AttributeError(f"Mock object has no attribute {name!r}")
        if (name.startswith(_TYPOS) and not state.unsafe
                and (not methods or name not in methods)):
            raise AttributeError(
                f"{name!r} is not a valid assertion. Use a spec for the mock "
                f"if {name!r} is meant to be an attribute.")

    def __getattr__(self, name):
        if name == "_mock_state":  # of a copy that is not complete yet
            raise AttributeError(name)
        self._check_name(name)
        state = self._mock_state
        child = state.children.get(name)
        if child is DELETED:
            raise AttributeError(name)
        if child is None:
            wraps = state.wraps
            if wraps is not None:
                wraps = getattr(wraps, name)
            child = state.children[name] = self._get_child_mock(
                parent=self, name=name, wraps=wraps, _link=(self, name))
        elif isinstance(child, LazySpec):
            child = state.children[name] = self._make_lazy(name, child)
        return child

    def _make_lazy(self, name, lazy):
        try:
            return KINDS["create_autospec"](*lazy.args, **lazy.kwargs)
        except InvalidSpecError:
            target = self._mock_state.name or self
            raise InvalidSpecError(
                f"Cannot autospec attr {name!r} from target {target!r} as it "
                f"has already been mocked out. [target={self!r}, "
                f"attr={lazy.args[0]!r}]")

    def __setattr__(self, name, value):
        state = self._mock_state
        if name in _PROPERTIES:
            object.__setattr__(self, name, value)
            return
        if (state.spec_set and state.methods is not None
                and name not in state.methods and name not in self.__dict__):
            raise AttributeError(f"Mock object has no attribute {name!r}")
        if name in KINDS["UNSUPPORTED"]:
            raise AttributeError("Attempting to set unsupported magic "
                                 f"method {name!r}.")
        if name in KINDS["MAGICS"]:
            self._set_magic(name, value)
            return
        if adopt(self, value, name, name):
            state.children[name] = value
        if state.sealed and not hasattr(self, name):
            raise AttributeError(f"Cannot set {self._extract_mock_name()}.{name}")
        object.__setattr__(self, name, value)

    def _set_magic(self, name, value):
        """Give the class of this mock a special method."""
        state = self._mock_state
        if state.methods is not None and name not in state.methods:
            raise AttributeError(f"Mock object has no attribute {name!r}")
        if is_mock(value):
            adopt(self, value, None, name)
            state.children[name] = value
        else:
            function = value

            def value(self, /, *args, **kwargs):
                return function(self, *args, **kwargs)
            value.__name__ = name
        setattr(type(self), name, value)

    def __delattr__(self, name):
        children = self._mock_state.children
        own = type(self)
        if name in KINDS["MAGICS"] and name in own.__dict__:
            delattr(own, name)
        elif name in self.__dict__:
            object.__delattr__(self, name)
        elif children.get(name) is DELETED:
            raise AttributeError(name)
        children[name] = DELETED

    def __dir__(self):
        if not sys.modules["unittest.mock"].FILTER_DIR:
            return object.__dir__(self)
        names = {name for name in dir(type(self)) if name[0] != "_"}
        names.update([name for name in self.__dict__
                      if name[0] != "_" or is_dunder(name)])
        state = self._mock_state
        names.update([name for name, child in state.children.items()
                      if child is not DELETED])
        names.update([name for name, value in vars(type(self)).items()
                      if is_dunder(name) and isinstance(value, FunctionType)])
        if state.methods is not None:
            names.update(state.methods)
        return sorted(names)

    # --- Names and children ---

    def _extract_mock_name(self):
        state = self._mock_state
        tail = ""
        while state.up is not None:
            dot = "" if state.label == "()" else "."
            tail = f"{dot}{state.label}{tail}"
            state = state.up._mock_state
        return (state.name or "mock") + tail

    def __repr__(self):
        state = self._mock_state
        words = [type(self).__name__]
        name = self._extract_mock_name()
        if name != "mock":
            words.append(f"name={name!r}")
        if state.spec_class is not None:
            words.append(f"{'spec_set' if state.spec_set else 'spec'}="
                         f"{state.spec_class.__name__!r}")
        words.append(f"id='{id(self)}'")
        return f"<{' '.join(words)}>"

    def _get_child_mock(self, /, **kw):
        """Make the mock for an attribute or a result; can be overridden."""
        state = self._mock_state
        if state.sealed:
            tail = f".{kw['name']}" if "name" in kw else "()"
            raise AttributeError(self._extract_mock_name() + tail)
        label = kw["_link"][1] if "_link" in kw else None
        return self._child_kind(label)(**kw)

    def _child_kind(self, label):
        state = self._mock_state
        own = type(self)
        if label in KINDS["ASYNC_MAGICS"] and issubclass(own,
                                                         KINDS["MagicMixin"]):
            return KINDS["AsyncMock"]
        if state.spec is not None and label != "()" and iscoroutinefunction(
                inspect.unwrap(_found(state.spec, label))):
            return KINDS["AsyncMock"]
        if issubclass(own, KINDS["AsyncMockMixin"]):
            plain = label in KINDS["MAGICS"] or (
                state.methods and label in state.methods)
            return KINDS["MagicMock" if plain else "AsyncMock"]
        if issubclass(own, CallableMixin):
            return own.__mro__[1]
        return KINDS["MagicMock"] if issubclass(
            own, KINDS["MagicMixin"]) else Mock


def _found(spec, name):
    """An attribute of a spec, without running its properties."""
    found = inspect.getattr_static(spec, name, None)
    return getattr(found, "__func__", found)


class CallableMixin:
    """What makes a mock callable."""

    def __init__(self, spec=None, side_effect=None, return_value=DEFAULT,
                 wraps=None, name=None, spec_set=None, parent=None, **kwargs):
        self._mock_state.ledger.return_value = return_value
        super().__init__(spec, wraps, name, spec_set, parent, **kwargs)
        self.side_effect = side_effect

    def __call__(self, /, *args, **kwargs):
        strict = self._mock_state.strict
        if strict is not None:
            strict.bind(*args, **kwargs)
        self._record(args, kwargs)
        return self._answer(args, kwargs)

    def _record(self, args, kwargs):
        """Note a call here and in all mocks above."""
        state = self._mock_state
        ledger = state.ledger
        made = _Call((args, kwargs), two=True)
        ledger.called = True
        ledger.call_count += 1
        ledger.call_args = made
        ledger.call_args_list.append(made)
        ledger.mock_calls.append(_Call(("", args, kwargs)))
        path, method = state.label, state.name
        is_method = state.parent is not None
        while state.up is not None:
            joint = "" if path.startswith("()") else "."
            above = state.up._mock_state
            if is_method:
                above.ledger.method_calls.append(
                    _Call((method, args, kwargs)))
                is_method = above.parent is not None
                method = f"{above.name}.{method}"
            above.ledger.mock_calls.append(_Call((path, args, kwargs)))
            if above.label:
                path = above.label + joint + path
            state = above

    def _from_effect(self, args, kwargs):
        """What side_effect says; DEFAULT if nothing."""
        effect = self.side_effect
        if effect is None:
            return DEFAULT
        if is_exception(effect):
            raise effect
        if is_callable(effect):
            return effect(*args, **kwargs)
        value = next(effect)
        if is_exception(value):
            raise value
        return value

    def _answer(self, args, kwargs):
        value = self._from_effect(args, kwargs)
        if value is not DEFAULT:
            return value
        state = self._mock_state
        if state.wraps is not None and state.ledger.return_value is DEFAULT:
            return state.wraps(*args, **kwargs)
        return self.return_value


class Mock(CallableMixin, NonCallableMock):
    """An object that accepts any use and records its calls."""


def seal(mock):
    """Let a mock and its children make no further children."""
    state = mock._mock_state
    state.sealed = True
    for child in (*state.children.values(), state.ledger.return_value):
        child = mock_of(child)
        if is_mock(child) and child._mock_state.up is mock and not (
                child._mock_state.sealed):
            seal(child)
