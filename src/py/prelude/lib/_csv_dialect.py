"""_csv_dialect - options of readers and writers, and their names.

Registered dialects and the field limit belong to the session.

SPDX-License-Identifier: Apache-2.0
"""

from _caisson import session_state

QUOTE_MINIMAL, QUOTE_ALL, QUOTE_NONNUMERIC, QUOTE_NONE = range(4)


class Error(Exception):
    pass


Error.__module__ = "_csv"


class Dialect:
    """Options of a reader or writer, as attributes of a subclass."""

    _name = ""
    _valid = False
    delimiter = quotechar = escapechar = doublequote = None
    skipinitialspace = lineterminator = quoting = None

    def __init__(self):
        self._valid = type(self) is not Dialect
        self._validate()

    def _validate(self):
        try:
            _Dialect(self)
        except TypeError as err:
            raise Error(str(err)) from None


class excel(Dialect):
    """What Excel writes and expects."""

    delimiter = ","
    quotechar = '"'
    doublequote = True
    skipinitialspace = False
    lineterminator = "\r\n"
    quoting = QUOTE_MINIMAL


class excel_tab(excel):
    """The same with tabs between fields."""

    delimiter = "\t"


class unix_dialect(Dialect):
    """All fields in quotes, lines end in a newline."""

    delimiter = ","
    quotechar = '"'
    doublequote = True
    skipinitialspace = False
    lineterminator = "\n"
    quoting = QUOTE_ALL


_UNSET = type("_Unset", (), {"__slots__": ()})()
_FIELDS = ("delimiter", "doublequote", "escapechar", "lineterminator",
           "quotechar", "quoting", "skipinitialspace", "strict")


def _char(name, value, default, optional):
    """A one-character option; None when it is off."""
    if value is _UNSET:
        return default
    if optional and value is None:
        return None
    if not isinstance(value, str):
        kind = "string or None" if optional else "string"
        raise TypeError(f'"{name}" must be {kind}, not '
                        f"{type(value).__name__}")
    if optional and value == "":
        return _bad_char(name)
    if len(value) != 1:
        return _bad_char(name)
    return value


def _bad_char(name):
    raise TypeError(f'"{name}" must be a 1-character string')


class _Dialect:
    """Checked, immutable options of a reader or writer."""

    __slots__ = _FIELDS

    def __init__(self, dialect=None, **options):
        for name in options:
            if name not in _FIELDS:
                raise TypeError(f"'{name}' is an invalid keyword argument "
                                "for this function")
        if isinstance(dialect, str):
            dialect = get_dialect(dialect)
        given = {}
        for name in _FIELDS:
            if name in options:
                given[name] = options[name]
            elif dialect is not None and hasattr(dialect, name):
                given[name] = getattr(dialect, name)
            else:
                given[name] = _UNSET
        self._set(given)

    def _set(self, given):
        put = object.__setattr__
        put(self, "delimiter",
            _char("delimiter", given["delimiter"], ",", False))
        put(self, "doublequote", _flag(given["doublequote"], True))
        put(self, "escapechar",
            _char("escapechar", given["escapechar"], None, True))
        end = given["lineterminator"]
        if end is _UNSET:
            end = "\r\n"
        elif not isinstance(end, str):
            if end is not None:
                raise TypeError('"lineterminator" must be a string')
        put(self, "lineterminator", end)
        quotechar = _char("quotechar", given["quotechar"], '"', True)
        quoting = given["quoting"]
        if quoting is _UNSET:
            quoting = QUOTE_MINIMAL
        elif type(quoting) is not int:
            raise TypeError('"quoting" must be an integer')
        if not 0 <= quoting <= 3:
            raise TypeError('bad "quoting" value')
        if given["quotechar"] is None and given["quoting"] is _UNSET:
            quoting = QUOTE_NONE
        if quoting != QUOTE_NONE and quotechar is None:
            raise TypeError("quotechar must be set if quoting enabled")
        if end is None:
            raise TypeError("lineterminator must be set")
        put(self, "quotechar", quotechar)
        put(self, "quoting", quoting)
        put(self, "skipinitialspace",
            _flag(given["skipinitialspace"], False))
        put(self, "strict", _flag(given["strict"], False))

    def __setattr__(self, name, value):
        raise AttributeError(f"attribute '{name}' of '_csv.Dialect' objects "
                             "is not writable")

    def __reduce_ex__(self, protocol):
        raise TypeError("cannot pickle 'Dialect' instances")

    def __delattr__(self, name):
        raise AttributeError(f"attribute '{name}' of '_csv.Dialect' objects "
                             "is not writable")


_Dialect.__name__ = _Dialect.__qualname__ = "Dialect"
_Dialect.__module__ = "_csv"


def _flag(value, default):
    return default if value is _UNSET else bool(value)


_DEFAULT = _Dialect()
_KNOWN = {"excel": _Dialect(excel), "excel-tab": _Dialect(excel_tab),
          "unix": _Dialect(unix_dialect)}


def _make_dialect(dialect, options):
    if not options:
        if dialect is None:
            return _DEFAULT
        if isinstance(dialect, _Dialect):
            return dialect
        if isinstance(dialect, str):
            return get_dialect(dialect)
    return _Dialect(dialect, **options)


class _State:
    """What a session has registered."""

    __slots__ = ("dialects", "limit")

    def __init__(self):
        self.dialects = dict(_KNOWN)
        self.limit = 131072


def _state():
    return session_state("csv", _State)


def register_dialect(name, /, dialect=None, **options):
    """Give a name to a dialect."""
    if not isinstance(name, str):
        raise TypeError("dialect name must be a string")
    _state().dialects[name] = _make_dialect(dialect, options)


def unregister_dialect(name, /):
    """Forget the dialect of that name."""
    try:
        del _state().dialects[name]
    except (KeyError, TypeError) as err:
        if isinstance(err, TypeError):
            raise
        raise Error("unknown dialect") from None


def get_dialect(name, /):
    """The dialect that was registered by that name."""
    try:
        return _state().dialects[name]
    except KeyError:
        raise Error("unknown dialect") from None


def list_dialects():
    """The names in use."""
    return list(_state().dialects)


def field_size_limit(limit=_UNSET, /):
    """Set an upper limit on parsed fields; return the old one."""
    state = _state()
    old = state.limit
    if limit is not _UNSET:
        if not isinstance(limit, int):
            raise TypeError("limit must be an integer")
        state.limit = limit
    return old
