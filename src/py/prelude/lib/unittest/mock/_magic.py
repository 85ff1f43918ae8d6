"""unittest.mock._magic - mocks with special methods, and coroutine mocks.

SPDX-License-Identifier: Apache-2.0
"""

from inspect import iscoroutinefunction
from unittest.mock import _core
from unittest.mock._calls import DEFAULT, _Call
from unittest.mock._checks import AwaitChecks
from unittest.mock._core import (CallableMixin, Mock, NonCallableMock,
                                 clear_awaits, is_callable, is_exception,
                                 ledger_property)


def _dunders(words, form="__{}__"):
    return frozenset([form.format(word) for word in words.split()])


_BINARY = "add sub mul matmul truediv floordiv mod lshift rshift and xor or pow"
ASYNC_MAGICS = _dunders("aenter aexit anext")
# special methods that a MagicMock has from the start
PRESENT = ASYNC_MAGICS | _dunders(
    "lt gt le ge eq ne hash bool len iter next aiter contains getitem setitem "
    "delitem enter exit str sizeof fspath int float complex index round trunc "
    "floor ceil neg pos abs invert divmod rdivmod") | _dunders(
    _BINARY) | _dunders(_BINARY, "__r{}__") | _dunders(_BINARY, "__i{}__")
# those, and the ones it can be given
MAGICS = PRESENT | _dunders(
    "get set delete reversed missing reduce reduce_ex getinitargs getnewargs "
    "getnewargs_ex getstate setstate getformat repr dir subclasses format")
UNSUPPORTED = _dunders("getattr setattr init new prepare instancecheck "
                       "subclasscheck del")


# --- Results of special methods ---------------------------------------------

def _answer_of(mock, name):
    """What the user wants a special method to return, or DEFAULT."""
    return getattr(mock, name)._mock_state.ledger.return_value


def _equal(mock, other):
    wanted = _answer_of(mock, "__eq__")
    if wanted is not DEFAULT:
        return wanted
    return mock is other or NotImplemented


def _unequal(mock, other):
    if _answer_of(mock, "__ne__") is not DEFAULT:
        return DEFAULT
    return False if mock is other else NotImplemented


def _iterate(mock):
    items = _answer_of(mock, "__iter__")
    return iter([] if items is DEFAULT else items)


class _AsyncItems:
    def __init__(self, items):
        self.items = iter(items)

    def __aiter__(self):
        return self

    async def __anext__(self):
        for item in self.items:
            return item
        raise StopAsyncIteration


def _iterate_async(mock):
    items = _answer_of(mock, "__aiter__")
    return _AsyncItems(() if items is DEFAULT else items)


def _path(mock):
    return f"{type(mock).__name__}/{mock._extract_mock_name()}/{id(mock)}"


_CONSTANT = {
    "__lt__": NotImplemented, "__gt__": NotImplemented,
    "__le__": NotImplemented, "__ge__": NotImplemented, "__bool__": True,
    "__contains__": False, "__len__": 0, "__int__": 1, "__index__": 1,
    "__float__": 1.0, "__complex__": 1j, "__exit__": False,
    "__aexit__": False}
_COMPUTED = {"__hash__": object.__hash__, "__str__": object.__str__,
             "__sizeof__": object.__sizeof__, "__fspath__": _path}
_EFFECTS = {"__eq__": _equal, "__ne__": _unequal, "__iter__": _iterate,
            "__aiter__": _iterate_async}


class _MagicSlot:
    """Makes the mock of a special method when it is first used."""

    def __init__(self, name):
        self.name = name

    def __get__(self, mock, owner=None):
        if mock is None:
            mock = getattr(owner, "_mock_instance", None)
            if mock is None:
                return self
        name = self.name
        child = mock._get_child_mock(name=name, _link=(mock, name))
        setattr(mock, name, child)
        if name in _CONSTANT:
            child.return_value = _CONSTANT[name]
        elif name in _COMPUTED:
            child.return_value = _COMPUTED[name](mock)
        elif name in _EFFECTS:
            effect = _EFFECTS[name]
            child.side_effect = lambda *args: effect(mock, *args)
        return child


_SLOTS = {name: _MagicSlot(name) for name in PRESENT}


# --- Classes ----------------------------------------------------------------

class MagicMixin:
    """What gives a mock the special methods."""

    @classmethod
    def _class_body(cls):
        return {**super()._class_body(), **_SLOTS}

    def _take_spec(self, spec, *args):
        super()._take_spec(spec, *args)
        methods = self._mock_state.methods
        own = type(self)
        for name, slot in _SLOTS.items():
            if methods is None or name in methods:
                if name not in own.__dict__:
                    setattr(own, name, slot)
            elif name in own.__dict__:
                delattr(own, name)


class NonCallableMagicMock(MagicMixin, NonCallableMock):
    """A MagicMock that cannot be called."""


class MagicMock(MagicMixin, Mock):
    """A Mock that has the special methods."""


async def _model(*args, **kwargs):
    """Lends its code object to coroutine mocks."""


class AsyncMockMixin(AwaitChecks):
    """What makes calls of a mock coroutines."""

    await_count = ledger_property("await_count")
    await_args = ledger_property("await_args")
    await_args_list = ledger_property("await_args_list")

    def __init__(self, /, *args, **kwargs):
        super().__init__(*args, **kwargs)
        # what inspection looks at to recognise coroutine functions
        vars(self).update(
            __code__=_model.__code__, __name__="AsyncMock", __defaults__=(),
            __kwdefaults__={}, __annotations__=None)

    def reset_mock(self, /, *args, **kwargs):
        """Forget calls and awaits."""
        super().reset_mock(*args, **kwargs)
        clear_awaits(self._mock_state.ledger)

    async def _answer(self, args, kwargs):
        ledger = self._mock_state.ledger
        made = _Call((args, kwargs), two=True)
        ledger.await_count += 1
        ledger.await_args = made
        ledger.await_args_list.append(made)
        effect = self.side_effect
        value = DEFAULT
        if iscoroutinefunction(effect):
            value = await effect(*args, **kwargs)
        elif effect is not None:
            if is_exception(effect) or is_callable(effect):
                value = self._from_effect(args, kwargs)
            else:
                value = next(effect, self)
                if value is self:
                    raise StopAsyncIteration
                if is_exception(value):
                    raise value
        if value is not DEFAULT:
            return value
        wraps = self._mock_state.wraps
        if wraps is None or ledger.return_value is not DEFAULT:
            return self.return_value
        value = wraps(*args, **kwargs)
        return await value if iscoroutinefunction(wraps) else value


class AsyncMock(AsyncMockMixin, MagicMixin, Mock):
    """A MagicMock whose calls are coroutines."""


class PropertyMock(Mock):
    """A mock to be used as a property of a class."""

    def _get_child_mock(self, /, **kwargs):
        return MagicMock(**kwargs)

    def __get__(self, obj, obj_type=None):
        return self()

    def __set__(self, obj, val):
        self(val)


_core.KINDS.update(
    MagicMixin=MagicMixin, MagicMock=MagicMock, AsyncMock=AsyncMock,
    AsyncMockMixin=AsyncMockMixin, MAGICS=MAGICS, ASYNC_MAGICS=ASYNC_MAGICS,
    UNSUPPORTED=UNSUPPORTED)
