"""warnings - control over warning messages.

Filters belong to the session, and so do the registries of warnings that were
shown (CPython keeps those in the modules that warn).  A program may replace
showwarning() and formatwarning() in this module: they are looked up there at
each use.

SPDX-License-Identifier: Apache-2.0
"""

import linecache
import sys

from _caisson import session_state

__all__ = ["warn", "warn_explicit", "showwarning", "formatwarning",
           "filterwarnings", "simplefilter", "resetwarnings",
           "catch_warnings"]

_ACTIONS = ("error", "ignore", "always", "default", "module", "once")


class _State:
    """The filters of a session; `version` invalidates registries."""

    def __init__(self):
        self.filters = [
            ("default", None, DeprecationWarning, "__main__", 0),
            ("ignore", None, DeprecationWarning, None, 0),
            ("ignore", None, PendingDeprecationWarning, None, 0),
            ("ignore", None, ImportWarning, None, 0),
            ("ignore", None, ResourceWarning, None, 0),
        ]
        self.once = {}
        self.default_action = "default"
        self.version = 1


def _state():
    return session_state("warnings", _State)


def __getattr__(name):
    if name == "filters":
        return _state().filters
    if name in ("onceregistry", "_onceregistry"):
        return _state().once
    if name in ("defaultaction", "_defaultaction"):
        return _state().default_action
    raise AttributeError(f"module 'warnings' has no attribute {name!r}")


def _forget():
    """Forget which warnings were shown already."""
    session_state("warnings.registries", dict).clear()


def _changed():
    """The filters are others now."""
    _state().version += 1


class WarningMessage:
    """Everything about one warning."""

    _WARNING_DETAILS = ("message", "category", "filename", "lineno", "file",
                        "line", "source")

    def __init__(self, message, category, filename, lineno, file=None,
                 line=None, source=None):
        given = (message, category, filename, lineno, file, line, source)
        for name, value in zip(self._WARNING_DETAILS, given):
            setattr(self, name, value)
        self._category_name = category.__name__ if category else None

    def __str__(self):
        return (f"{{message : {self.message!r}, category : "
                f"{self._category_name!r}, filename : {self.filename!r}, "
                f"lineno : {self.lineno}, line : {self.line!r}}}")


def formatwarning(message, category, filename, lineno, line=None):
    """A warning as text."""
    return _as_text(
        WarningMessage(message, category, filename, lineno, None, line))


def showwarning(message, category, filename, lineno, file=None, line=None):
    """Write a warning, to stderr unless told; may be replaced."""
    _write_out(
        WarningMessage(message, category, filename, lineno, file, line))


_own_showwarning = showwarning
_own_formatwarning = formatwarning


def _as_text(msg):
    text = (f"{msg.filename}:{msg.lineno}: {msg.category.__name__}: "
            f"{msg.message}\n")
    line = msg.line
    if line is None:
        line = linecache.getline(msg.filename, msg.lineno)
    if line:
        text += f"  {line.strip()}\n"
    return text


def _write_out(msg):
    file = msg.file
    if file is None:
        file = sys.stderr
        if file is None:
            return
    try:
        file.write(_text_of(msg))
    except OSError:
        pass


def _text_of(msg):
    """Format through the module's formatwarning(), if it was replaced."""
    func = getattr(sys.modules.get("warnings"), "formatwarning",
                   _own_formatwarning)
    if func is _own_formatwarning:
        return _as_text(msg)
    return func(msg.message, msg.category, msg.filename, msg.lineno,
                msg.line)


def _show(msg):
    """Show through the recorder of catch_warnings or the module's hook."""
    module = sys.modules.get("warnings")
    func = getattr(module, "showwarning", _own_showwarning)
    if func is _own_showwarning:
        recorder = session_state("warnings.recorder", _Recorder)
        if recorder.append is not None:
            recorder.append(msg)
        else:
            _write_out(msg)
        return
    if not callable(func):
        raise TypeError("warnings.showwarning() must be set to a function "
                        "or method")
    func(msg.message, msg.category, msg.filename, msg.lineno, msg.file,
         msg.line)


class _Recorder:
    """Where catch_warnings(record=True) collects messages."""

    def __init__(self):
        self.append = None


def _compile(pattern, ignore_case):
    # re imports enum, which imports this module: ask for it when needed
    regex = __import__("re")
    return regex.compile(pattern, regex.I if ignore_case else 0)


def _check(fine, complaint):
    if not fine:
        raise AssertionError(complaint)


def _check_line(number):
    _check(isinstance(number, int) and number >= 0,
           "lineno must be an int >= 0")


def filterwarnings(action, message="", category=Warning, module="", lineno=0,
                   append=False):
    """Add a filter with patterns for message and module, in front."""
    _check(action in _ACTIONS, f"invalid action: {action!r}")
    _check(isinstance(message, str), "message must be a string")
    _check(isinstance(category, type), "category must be a class")
    _check(issubclass(category, Warning),
           "category must be a Warning subclass")
    _check(isinstance(module, str), "module must be a string")
    _check_line(lineno)
    message = _compile(message, True) if message else None
    module = _compile(module, False) if module else None
    _add_filter((action, message, category, module, lineno), append)


def simplefilter(action, category=Warning, lineno=0, append=False):
    """Add a filter for a class of warnings, in front."""
    _check(action in _ACTIONS, f"invalid action: {action!r}")
    _check_line(lineno)
    _add_filter((action, None, category, None, lineno), append)


def _add_filter(item, append):
    filters = _state().filters
    if not (append and item in filters):
        kept = [one for one in filters if one != item]
        filters[:] = [*kept, item] if append else [item, *kept]
    _changed()


class _OptionError(Exception):
    """A filter on a command line is wrong; programs know the name."""


def _getaction(action):
    """The action that a text begins."""
    if not action:
        return "default"
    for known in ("default", "always", "ignore", "module", "once", "error"):
        if known.startswith(action) or action == "all":
            return "always" if action == "all" else known
    raise _OptionError(f"invalid action: {action!r}")


def _getcategory(category):
    """The class of warnings that a text names."""
    if not category:
        return Warning
    module, _, name = category.rpartition(".")
    try:
        found = getattr(__import__(module or "builtins", None, None, [name]),
                        name)
    except ImportError:
        raise _OptionError(f"invalid module name: {module!r}") from None
    except AttributeError:
        raise _OptionError(f"unknown warning category: {category!r}") from None
    if not issubclass(found, Warning):
        raise _OptionError(f"invalid warning category: {category!r}")
    return found


def _setoption(arg):
    """A filter as CPython's option -W takes it."""
    parts = [part.strip() for part in arg.split(":")]
    if len(parts) > 5:
        raise _OptionError(f"too many fields (max 5): {arg!r}")
    action, message, category, module, lineno = parts + [""] * (5 - len(parts))
    if lineno and not lineno.isdecimal():
        raise _OptionError(f"invalid lineno {lineno!r}")
    escape = __import__("re").escape
    filterwarnings(_getaction(action), escape(message), _getcategory(category),
                   escape(module) + r"\Z" if module else "", int(lineno or 0))


def resetwarnings():
    """Remove all filters."""
    _state().filters[:] = []
    _changed()


def warn(message, category=None, stacklevel=1, source=None):
    """Warn: show, ignore or raise, as the filters say."""
    if isinstance(message, Warning):
        category = message.__class__
    elif category is None:
        category = UserWarning
    if not (isinstance(category, type) and issubclass(category, Warning)):
        raise TypeError("category must be a Warning subclass, not "
                        f"'{type(category).__name__}'")
    frame = sys._getframe(1)
    for _ in range(stacklevel - 1):
        frame = frame and frame.f_back
    if frame is None:
        scope, filename, lineno = vars(sys), "sys", 1
    else:
        scope, lineno = frame.f_globals, frame.f_lineno
        filename = frame.f_code.co_filename
    module = scope.get("__name__", "<string>")
    registry = session_state("warnings.registries", dict).setdefault(
        (module, filename), {})
    warn_explicit(message, category, filename, lineno, module, registry,
                  scope, source)


def _matches(pattern, text):
    """A filter holds a compiled pattern, or text that must be equal."""
    if pattern is None:
        return True
    if isinstance(pattern, str):
        return pattern == text
    return pattern.match(text) is not None


def _action_for(state, text, category, module, lineno):
    for action, message, kind, where, line in state.filters:
        if ((line == 0 or lineno == line) and issubclass(category, kind)
                and _matches(message, text) and _matches(where, module)):
            return action
    return state.default_action


def _seen(table, key):
    """Was it there before?  It is from now on."""
    before = bool(table.get(key))
    table[key] = 1
    return before


def warn_explicit(message, category, filename, lineno, module=None,
                  registry=None, module_globals=None, source=None):
    """Issue a warning with all circumstances given."""
    lineno = int(lineno)
    if module is None:
        module = filename or "<unknown>"
        if module.lower().endswith(".py"):
            module = module[:-3]
    state = _state()
    if registry is None:
        registry = {}
    if registry.get("version", 0) != state.version:
        registry.clear()
        registry["version"] = state.version
    given, text = message, message
    if isinstance(given, Warning):
        text, category = str(given), type(given)
    else:
        message = category(given)
    key = (text, category, lineno)
    if key in registry:
        return
    action = _action_for(state, text, category, module, lineno)
    if action == "ignore":
        return
    if action == "error":
        raise message
    if action not in _ACTIONS:
        raise RuntimeError(f"Unrecognized action ({action!r}) in "
                           f"warnings.filters:\n {action!r}")
    if action != "always":
        registry[key] = 1
    # Shown once for all lines of a module, or for all modules.
    if action == "module" and _seen(registry, (text, category, 0)):
        return
    if action == "once" and _seen(state.once, (text, category)):
        return
    _show(WarningMessage(message, category, filename, lineno, None,
                                None, source))


class catch_warnings:
    """Puts filters back in the end; may record warnings meanwhile."""

    def __init__(self, *, record=False, module=None, action=None,
                 category=Warning, lineno=0, append=False):
        self._record = record
        self._module = __import__("warnings") if module is None else module
        self._entered = False
        self._filter = (None if action is None
                        else (action, category, lineno, append))

    def __repr__(self):
        shown = ["record=True"] if self._record else []
        if self._module is not __import__("warnings"):
            shown.append(f"module={self._module!r}")
        return f"{type(self).__name__}({', '.join(shown)})"

    def __enter__(self):
        if self._entered:
            raise RuntimeError(f"Cannot enter {self!r} twice")
        self._entered = True
        state = _state()
        recorder = session_state("warnings.recorder", _Recorder)
        self._filters = state.filters
        state.filters = list(state.filters)
        _changed()
        self._showwarning = self._module.__dict__.get("showwarning")
        self._append = recorder.append
        if self._filter is not None:
            simplefilter(*self._filter)
        if not self._record:
            return None
        log = []
        recorder.append = log.append
        if self._showwarning is not _own_showwarning:
            self._module.showwarning = _own_showwarning
        return log

    def __exit__(self, *exc_info):
        if not self._entered:
            raise RuntimeError(f"Cannot exit {self!r} without entering "
                               "first")
        _state().filters = self._filters
        _changed()
        if self._module.__dict__.get("showwarning") is not (
                self._showwarning):
            self._module.showwarning = self._showwarning
        session_state("warnings.recorder", _Recorder).append = self._append


def _deprecated(name, message="{name!r} is deprecated and slated for removal "
                "in Python {remove}", *, remove, _version=sys.version_info):
    """Warn about a name, or fail if it should have been removed."""
    text = ".".join(map(str, remove))
    running = _version[:2]
    if running > remove or running == remove and _version[3] != "alpha":
        raise RuntimeError(f"{name!r} was slated for removal after Python "
                           f"{text} alpha")
    warn(message.format(name=name, remove=text), DeprecationWarning,
         stacklevel=3)
