"""contextvars - variables whose value depends on the context.

A context holds a dict that is never changed, only replaced: copies of a
context share it.  The current context belongs to the session.

SPDX-License-Identifier: Apache-2.0
"""

from _collections_abc import GenericAlias, Mapping
from abc import _register_builtin

from _caisson import session_state

__all__ = ("Context", "ContextVar", "Token", "copy_context")

_NO_DEFAULT = object()


class _Missing:
    __slots__ = ()

    def __repr__(self):
        return "<Token.MISSING>"


_MISSING = _Missing()


class Token:
    """What ContextVar.set() returns, to undo it with reset()."""

    __slots__ = "_context", "_var", "_old", "_used", "__weakref__"
    __hash__ = object.__hash__
    MISSING = _MISSING

    def __init__(self, *args):
        raise RuntimeError("Tokens can only be created by ContextVars")

    @property
    def var(self):
        return self._var

    @property
    def old_value(self):
        return self._old

    def __repr__(self):
        used = " used" if self._used else ""
        return f"<Token{used} var={self._var!r} at {id(self):#x}>"

    __class_getitem__ = classmethod(GenericAlias)


class Context:
    """The values of all context variables."""

    __slots__ = "_data", "_previous", "_entered", "__weakref__"

    def __init__(self):
        self._data = {}
        self._previous = None
        self._entered = False

    def run(self, callable, /, *args, **kwargs):
        """Call a function with this as the current context."""
        if self._entered:
            raise RuntimeError(f"cannot enter context: {self!r} is already "
                               "entered")
        holder = session_state("contextvars", _Current)
        self._previous = holder.context
        self._entered = True
        holder.context = self
        try:
            return callable(*args, **kwargs)
        finally:
            holder.context = self._previous
            self._previous = None
            self._entered = False

    def copy(self):
        """Another context with the same values."""
        twin = Context()
        twin._data = self._data
        return twin

    def __getitem__(self, var):
        _check_key(var)
        return self._data[var]

    def __contains__(self, var):
        _check_key(var)
        return var in self._data

    def get(self, var, default=None, /):
        """Return the value of a variable, or the default."""
        _check_key(var)
        return self._data.get(var, default)

    def __iter__(self):
        return iter(self._data)

    def __len__(self):
        return len(self._data)

    def keys(self):
        """The variables that have a value."""
        return self._data.keys()

    def values(self):
        """The values."""
        return self._data.values()

    def items(self):
        """Return all variables and their values as pairs."""
        return self._data.items()

    def __eq__(self, other):
        if not isinstance(other, Context):
            return NotImplemented
        return self._data == other._data

    __hash__ = None

    def __repr__(self):
        return f"<_contextvars.Context object at {id(self):#x}>"


_register_builtin(Mapping, Context)


def _check_key(var):
    if not isinstance(var, ContextVar):
        raise TypeError("a ContextVar key was expected, got "
                        f"{var!r}")


class _Current:
    """Holds the context that is current in a session."""

    __slots__ = ("context",)

    def __init__(self):
        self.context = Context()


class ContextVar:
    """A variable that has one value per context."""

    __slots__ = "_name", "_default", "__weakref__"

    def __init__(self, name, *, default=_NO_DEFAULT):
        if not isinstance(name, str):
            raise TypeError("context variable name must be a str")
        self._name = name
        self._default = default

    @property
    def name(self):
        return self._name

    def get(self, default=_NO_DEFAULT, /):
        """Return the value in the current context, or a default."""
        data = session_state("contextvars", _Current).context._data
        value = data.get(self, _MISSING)
        if value is not _MISSING:
            return value
        if default is not _NO_DEFAULT:
            return default
        if self._default is not _NO_DEFAULT:
            return self._default
        raise LookupError(self)

    def set(self, value, /):
        """Set the value in the current context and return a token."""
        context = session_state("contextvars", _Current).context
        token = object.__new__(Token)
        token._context = context
        token._var = self
        token._old = context._data.get(self, _MISSING)
        token._used = False
        context._data = {**context._data, self: value}
        return token

    def reset(self, token, /):
        """Restore the value from before the set() that made the token."""
        if not isinstance(token, Token):
            raise TypeError("expected an instance of Token, got "
                            f"{token!r}")
        if token._used:
            raise RuntimeError(f"{token!r} has already been used once")
        if token._var is not self:
            raise ValueError(f"{token!r} was created by a different "
                             "ContextVar")
        context = session_state("contextvars", _Current).context
        if token._context is not context:
            raise ValueError(f"{token!r} was created in a different Context")
        token._used = True
        data = dict(context._data)
        if token._old is _MISSING:
            data.pop(self, None)
        else:
            data[self] = token._old
        context._data = data

    def __repr__(self):
        text = ""
        if self._default is not _NO_DEFAULT:
            text = f" default={self._default!r}"
        return f"<ContextVar name={self._name!r}{text} at {id(self):#x}>"

    __class_getitem__ = classmethod(GenericAlias)


def copy_context():
    """Return a copy of the current context."""
    return session_state("contextvars", _Current).context.copy()
