"""unittest.mock._autospec - mocks made after a model; mock_open().

SPDX-License-Identifier: Apache-2.0
"""

import inspect
import io
from inspect import iscoroutinefunction
from unittest.mock import _core
from unittest.mock._calls import DEFAULT
from unittest.mock._core import (FUNCTION_TYPES, InvalidSpecError, LazySpec,
                                 clear, clear_awaits, is_callable, is_dunder,
                                 is_mock, mock_of, signature_of)
from unittest.mock._magic import (AsyncMock, AsyncMockMixin, MagicMock,
                                  NonCallableMagicMock)

_TYPOS = ("autospect", "auto_spec", "set_spec")
_CALL_METHODS = tuple([name for name in dir(MagicMock)
                       if name.startswith("assert_")])
_AWAIT_METHODS = tuple([name for name in dir(AsyncMockMixin)
                        if name.startswith("assert_")])


def check_typos(options):
    for name in _TYPOS:
        if name in options:
            raise RuntimeError(f"{name!r} might be a typo; use unsafe=True "
                               "if this is intended")


def instances_callable(spec):
    """Can an instance of a class (or the object itself) be called?"""
    if not isinstance(spec, type):
        return getattr(spec, "__call__", None) is not None
    return any([base.__dict__.get("__call__") is not None
                for base in spec.__mro__])


def create_autospec(spec, spec_set=False, instance=False, _parent=None,
                    _name=None, *, unsafe=False, **kwargs):
    """Make a mock with the attributes and signatures of a model."""
    if type(spec) in (list, tuple):  # lists of names are not meant here
        spec = type(spec)
    if is_mock(spec):
        raise InvalidSpecError("Cannot autospec a Mock object. "
                               f"[object={spec!r}]")
    if not unsafe:
        check_typos(kwargs)
    is_class = isinstance(spec, type)
    kind = _kind_for(spec, instance)
    options = {}
    if spec is not None and not inspect.isdatadescriptor(spec):
        options["spec_set" if spec_set else "spec"] = spec
        options["_as_instance"] = instance
    options.update(kwargs)
    name = options.pop("name", _name)
    mock = kind(parent=_parent, name=name, **options,
                _link=(_parent, "" if _parent is None else name))
    if isinstance(spec, FUNCTION_TYPES):
        mock = _as_function(mock, spec)
    elif is_callable(spec):
        _enforce(mock, signature_of(spec, instance))
    if _parent is not None and not instance:
        _parent._mock_state.children[_name] = mock
    if is_class and not instance and "return_value" not in kwargs:
        mock.return_value = create_autospec(
            spec, spec_set, instance=True, _name="()", _parent=mock)
    _add_children(mock, spec, spec_set)
    return mock


def _kind_for(spec, instance):
    if inspect.isdatadescriptor(spec):
        return MagicMock
    if isinstance(spec, FUNCTION_TYPES) and iscoroutinefunction(spec):
        if instance:
            raise RuntimeError("Instance can not be True when create_autospec"
                               " is mocking an async function")
        return AsyncMock
    usable = is_callable(spec)
    if instance and isinstance(spec, type):
        usable = instances_callable(spec)
    return MagicMock if usable else NonCallableMagicMock


def _enforce(mock, signature):
    """Make a mock refuse calls that do not fit."""
    if signature is not None:
        mock._mock_state.strict = signature
        type(mock).__signature__ = signature


def _add_children(mock, spec, spec_set):
    children = mock_of(mock)._mock_state.children
    for name in dir(spec):
        if is_dunder(name):
            continue
        try:
            original = getattr(spec, name)
        except AttributeError:
            continue
        if not isinstance(original, FUNCTION_TYPES):
            children[name] = LazySpec(original, spec_set, _parent=mock,
                                      _name=name)
            continue
        parent = mock_of(mock)
        eat_self = _takes_self(spec, name)
        kind = AsyncMock if iscoroutinefunction(original) else MagicMock
        child = kind(parent=parent, name=name, _link=(parent, name),
                     _eat_self=eat_self,
                     **{"spec_set" if spec_set else "spec": original})
        _enforce(child, signature_of(original, False, eat_self))
        children[name] = child
        if mock is not parent:  # a function has real attributes
            setattr(mock, name, child)


def _takes_self(spec, name):
    """Is an attribute of a class a function whose self must be left out?"""
    if not isinstance(spec, type):
        return False
    for base in spec.__mro__:
        if name in base.__dict__:
            found = base.__dict__[name]
            return isinstance(found, FUNCTION_TYPES)
    return True


# --- Functions in place of mocks --------------------------------------------

def _as_function(mock, spec):
    """A function like `spec` that calls the mock and shows its record."""
    signature = signature_of(spec)
    if signature is None:
        return mock
    if iscoroutinefunction(spec):
        async def function(*args, **kwargs):
            signature.bind(*args, **kwargs)
            return await mock(*args, **kwargs)
    else:
        def function(*args, **kwargs):
            signature.bind(*args, **kwargs)
            return mock(*args, **kwargs)
    function.__name__ = function.__qualname__ = "funcopy"
    for name in "__name__", "__qualname__", "__module__":
        value = getattr(spec, name, None)
        if value is not None:
            setattr(function, name, value)
    function.__signature__ = signature
    _move_ledger(mock, function)
    return function


def _move_ledger(mock, function):
    """Let the record of a mock be the attributes of a function."""
    state = mock._mock_state
    clear(function)
    function.mock = mock
    function.return_value = mock.return_value
    function.side_effect = mock.side_effect
    function._mock_state = state
    names = _CALL_METHODS
    if isinstance(mock, AsyncMockMixin):
        clear_awaits(function)
        names += _AWAIT_METHODS
    for name in names:
        setattr(function, name, getattr(mock, name))
    function.reset_mock = mock.reset_mock
    state.ledger = function


# --- open() -----------------------------------------------------------------

_FILE_NAMES = sorted({*dir(io.TextIOWrapper), *dir(io.BytesIO)})


def mock_open(mock=None, read_data=""):
    """Make a mock that can stand for open() and reads the given data."""
    kind = io.StringIO if isinstance(read_data, str) else io.BytesIO
    source = kind(read_data)
    if mock is None:
        mock = MagicMock(name="open", spec=open)
    handle = MagicMock(spec=_FILE_NAMES)

    def fixed(name):
        """The result that the user of the mock wants of a method."""
        value = getattr(handle, name)._mock_state.ledger.return_value
        return None if value is DEFAULT else value

    def reader(name):
        def read(*args, **kwargs):
            value = fixed(name)
            if value is not None:
                return value
            return getattr(source, name)(*args, **kwargs)
        return read

    def lines():
        while (value := fixed("readline")) is not None:
            yield value
        yield from source

    def next_line():
        value = fixed("readline")
        return next(source) if value is None else value

    def reopen(*args, **kwargs):
        nonlocal source
        source = kind(read_data)
        return DEFAULT

    handle.__enter__.return_value = handle
    handle.write.return_value = None
    for name in "read", "readline", "readlines":
        method = getattr(handle, name)
        method.return_value = None
        method.side_effect = reader(name)
    handle.__iter__.side_effect = lines
    handle.__next__.side_effect = next_line
    mock.side_effect = reopen
    mock.return_value = handle
    return mock


_core.KINDS["create_autospec"] = create_autospec
