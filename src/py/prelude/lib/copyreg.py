"""copyreg - how objects are taken apart and put together again.

SPDX-License-Identifier: Apache-2.0
"""

from _caisson import session_state

__all__ = ["pickle", "constructor", "add_extension", "remove_extension",
           "clear_extension_cache"]

_PUBLIC_TABLES = {"dispatch_table": "copyreg.dispatch_table",
                  "_extension_registry": "copyreg.codes",
                  "_inverted_registry": "copyreg.keys",
                  "_extension_cache": "copyreg.cache"}


def _table(key):
    return session_state(key, dict)


def __getattr__(name):
    if name in _PUBLIC_TABLES:
        return _table(_PUBLIC_TABLES[name])
    raise AttributeError(f"module 'copyreg' has no attribute {name!r}")


# ------------------------------------------------------- functions of programs


def constructor(object):
    """Check that something can be called; kept for old programs."""
    if not callable(object):
        raise TypeError("constructors must be callable")


def pickle(ob_type, pickle_function, constructor_ob=None):
    """Let a function take objects of a type apart."""
    if not callable(pickle_function):
        raise TypeError("reduction functions must be callable")
    _table("copyreg.dispatch_table")[ob_type] = pickle_function
    if constructor_ob is not None:
        constructor(constructor_ob)


# -------------------------------------------------------- what objects reduce to


def __newobj__(cls, *args):
    return cls.__new__(cls, *args)


def __newobj_ex__(cls, args, kwargs):
    return cls.__new__(cls, *args, **kwargs)


def _reconstructor(cls, base, state):
    """An object of a class around a value of its built-in base."""
    if base is object:
        return base.__new__(cls)
    made = base.__new__(cls, state)
    if base.__init__ is not object.__init__:
        base.__init__(made, state)
    return made


def _builtin_base(cls):
    for base in cls.__mro__:
        if vars(base).get("__module__", "builtins") == "builtins":
            return base
    return object


def _reduce_ex(self, proto):
    """Take an object apart for the protocols 0 and 1."""
    cls = type(self)
    base = _builtin_base(cls)
    if base is cls and cls is not object:
        raise TypeError(f"cannot pickle {cls.__name__!r} object")
    value = None if base is object else base(self)
    own_state = cls.__getstate__ is not object.__getstate__
    if not own_state and getattr(self, "__slots__", None):
        raise TypeError("a class that defines __slots__ without defining "
                        f"__getstate__ cannot be pickled with protocol "
                        f"{proto}")
    attributes = self.__getstate__()
    reduced = _reconstructor, (cls, base, value)
    return (*reduced, attributes) if attributes else reduced


def _mangled(cls, name):
    """The name that a private slot has as an attribute."""
    private = name.startswith("__") and not name.endswith("__")
    owner = cls.__name__.lstrip("_")
    return f"_{owner}{name}" if private and owner else name


def _slotnames(cls):
    """The names of all slots of a class and its bases."""
    found = []
    for base in cls.__mro__:
        slots = vars(base).get("__slots__", ())
        for name in (slots,) if isinstance(slots, str) else slots:
            if name not in ("__dict__", "__weakref__"):
                found.append(_mangled(base, name))
    return found


# ------------------------------------------------------------- extension codes


def _known(key, code):
    """Is exactly this pair registered?"""
    return (_table("copyreg.codes").get(key) == code
            and _table("copyreg.keys").get(code) == key)


def add_extension(module, name, code):
    """Let a number stand for a global name."""
    code = int(code)
    if not 0 < code < 1 << 31:
        raise ValueError("code out of range")
    key = module, name
    codes, keys = _table("copyreg.codes"), _table("copyreg.keys")
    if _known(key, code):
        return
    if key in codes:
        raise ValueError(f"key {key} is already registered with code "
                         f"{codes[key]}")
    if code in keys:
        raise ValueError(f"code {code} is already in use for key "
                         f"{keys[code]}")
    codes[key], keys[code] = code, key


def remove_extension(module, name, code):
    """Let a number stand for nothing again."""
    key = module, name
    if not _known(key, code):
        raise ValueError(f"key {key} is not registered with code {code}")
    del _table("copyreg.codes")[key], _table("copyreg.keys")[code]


def clear_extension_cache():
    """Forget the objects that numbers were looked up to."""
    _table("copyreg.cache").clear()
