"""copyreg - how objects are taken apart and put together again.

SPDX-License-Identifier: Apache-2.0
"""

from _caisson import session_state

__all__ = ["pickle", "constructor", "add_extension", "remove_extension",
           "clear_extension_cache"]


def __getattr__(name):
    if name == "dispatch_table":
        return session_state("copyreg.dispatch_table", dict)
    if name in ("_extension_registry", "_inverted_registry",
                "_extension_cache"):
        table = session_state("copyreg.extensions", _Extensions)
        return getattr(table, name)
    raise AttributeError(f"module 'copyreg' has no attribute {name!r}")


def pickle(ob_type, pickle_function, constructor_ob=None):
    """Register a function that reduces objects of a type."""
    if not callable(pickle_function):
        raise TypeError("reduction functions must be callable")
    session_state("copyreg.dispatch_table", dict)[ob_type] = pickle_function
    if constructor_ob is not None:
        constructor(constructor_ob)


def constructor(object):
    """Declare a constructor; only checks that it can be called."""
    if not callable(object):
        raise TypeError("constructors must be callable")


def _reconstructor(cls, base, state):
    """Make an object of a class from the state of its built-in base."""
    if base is object:
        return object.__new__(cls)
    obj = base.__new__(cls, state)
    if base.__init__ != object.__init__:
        base.__init__(obj, state)
    return obj


def _reduce_ex(self, proto):
    """Reduce an object by the protocols 0 and 1."""
    cls = self.__class__
    for base in cls.__mro__:
        if "__module__" not in base.__dict__ or (
                base.__module__ == "builtins"):
            break
    if base is object:
        state = None
    elif base is cls:
        raise TypeError(f"cannot pickle {cls.__name__!r} object")
    else:
        state = base(self)
    args = (cls, base, state)
    if (type(self).__getstate__ is object.__getstate__
            and getattr(self, "__slots__", None)):
        raise TypeError("a class that defines __slots__ without defining "
                        f"__getstate__ cannot be pickled with protocol "
                        f"{proto}")
    values = self.__getstate__()
    return (_reconstructor, args, values) if values else (
        _reconstructor, args)


def __newobj__(cls, *args):
    return cls.__new__(cls, *args)


def __newobj_ex__(cls, args, kwargs):
    return cls.__new__(cls, *args, **kwargs)


def _slotnames(cls):
    """List the names of all slots of a class and its bases."""
    names = []
    for base in cls.__mro__:
        slots = base.__dict__.get("__slots__", ())
        if isinstance(slots, str):
            slots = (slots,)
        for name in slots:
            if name in ("__dict__", "__weakref__"):
                continue
            if name.startswith("__") and not name.endswith("__"):
                stripped = base.__name__.lstrip("_")
                names.append(f"_{stripped}{name}" if stripped else name)
            else:
                names.append(name)
    return names


class _Extensions:
    """Registered codes of a session, both ways."""

    def __init__(self):
        self._extension_registry = {}
        self._inverted_registry = {}
        self._extension_cache = {}


def add_extension(module, name, code):
    """Register an extension code."""
    code = int(code)
    if not 1 <= code <= 0x7fffffff:
        raise ValueError("code out of range")
    table = session_state("copyreg.extensions", _Extensions)
    key = (module, name)
    if table._extension_registry.get(key) == code and table._inverted_registry.get(code) == key:
        return
    if key in table._extension_registry:
        raise ValueError(f"key {key} is already registered with code "
                         f"{table._extension_registry[key]}")
    if code in table._inverted_registry:
        raise ValueError(f"code {code} is already in use for key "
                         f"{table._inverted_registry[code]}")
    table._extension_registry[key] = code
    table._inverted_registry[code] = key


def remove_extension(module, name, code):
    """Unregister an extension code.  For testing only."""
    table = session_state("copyreg.extensions", _Extensions)
    key = (module, name)
    if table._extension_registry.get(key) != code or table._inverted_registry.get(code) != key:
        raise ValueError(f"key {key} is not registered with code {code}")
    del table._extension_registry[key]
    del table._inverted_registry[code]


def clear_extension_cache():
    """Forget objects found by extension code; nothing is kept here."""
