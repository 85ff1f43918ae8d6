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


def _filters_mutated():
    _state().version += 1


class WarningMessage:
    """Everything about one warning."""

    _WARNING_DETAILS = ("message", "category", "filename", "lineno", "file",
                        "line", "source")

    def __init__(self, message, category, filename, lineno, file=None,
                 line=None, source=None):
        self.message = message
        self.category = category
        self.filename = filename
        self.lineno = lineno
        self.file = file
        self.line = line
        self.source = source
        self._category_name = category.__name__ if category else None

    def __str__(self):
        return (f"{{message : {self.message!r}, category : "
                f"{self._category_name!r}, filename : {self.filename!r}, "
                f"lineno : {self.lineno}, line : {self.line!r}}}")


def formatwarning(message, category, filename, lineno, line=None):
    """Function to format a warning the standard way."""
    return _formatwarnmsg_impl(
        WarningMessage(message, category, filename, lineno, None, line))


def showwarning(message, category, filename, lineno, file=None, line=None):
    """Hook to write a warning to a file; replace if you like."""
    _showwarnmsg_impl(
        WarningMessage(message, category, filename, lineno, file, line))


_own_showwarning = showwarning
_own_formatwarning = formatwarning


def _formatwarnmsg_impl(msg):
    text = (f"{msg.filename}:{msg.lineno}: {msg.category.__name__}: "
            f"{msg.message}\n")
    line = msg.line
    if line is None:
        line = linecache.getline(msg.filename, msg.lineno)
    if line:
        text += f"  {line.strip()}\n"
    return text


def _showwarnmsg_impl(msg):
    file = msg.file
    if file is None:
        file = sys.stderr
        if file is None:
            return
    try:
        file.write(_formatwarnmsg(msg))
    except OSError:
        pass


def _formatwarnmsg(msg):
    """Format through the module's formatwarning(), if it was replaced."""
    func = getattr(sys.modules.get("warnings"), "formatwarning",
                   _own_formatwarning)
    if func is _own_formatwarning:
        return _formatwarnmsg_impl(msg)
    return func(msg.message, msg.category, msg.filename, msg.lineno,
                msg.line)


def _showwarnmsg(msg):
    """Show through the recorder of catch_warnings or the module's hook."""
    module = sys.modules.get("warnings")
    func = getattr(module, "showwarning", _own_showwarning)
    if func is _own_showwarning:
        recorder = session_state("warnings.recorder", _Recorder)
        if recorder.append is not None:
            recorder.append(msg)
        else:
            _showwarnmsg_impl(msg)
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


def filterwarnings(action, message="", category=Warning, module="", lineno=0,
                   append=False):
    """Insert an entry into the list of warnings filters (at the front)."""
    assert action in _ACTIONS, f"invalid action: {action!r}"
    assert isinstance(message, str), "message must be a string"
    assert isinstance(category, type), "category must be a class"
    assert issubclass(category, Warning), (
        "category must be a Warning subclass")
    assert isinstance(module, str), "module must be a string"
    assert isinstance(lineno, int) and lineno >= 0, (
        "lineno must be an int >= 0")
    message = _compile(message, True) if message else None
    module = _compile(module, False) if module else None
    _add_filter((action, message, category, module, lineno), append)


def simplefilter(action, category=Warning, lineno=0, append=False):
    """Insert a simple entry into the list of warnings filters."""
    assert action in _ACTIONS, f"invalid action: {action!r}"
    assert isinstance(lineno, int) and lineno >= 0, (
        "lineno must be an int >= 0")
    _add_filter((action, None, category, None, lineno), append)


def _add_filter(item, append):
    filters = _state().filters
    if append:
        if item not in filters:
            filters.append(item)
    else:
        if item in filters:
            filters.remove(item)
        filters.insert(0, item)
    _filters_mutated()


def resetwarnings():
    """Clear the list of warning filters, so that no filters are active."""
    _state().filters[:] = []
    _filters_mutated()


def _is_internal_frame(frame):
    filename = frame.f_code.co_filename
    return "importlib" in filename and "_bootstrap" in filename


def warn(message, category=None, stacklevel=1, source=None):
    """Issue a warning, or maybe ignore it or raise an exception."""
    if isinstance(message, Warning):
        category = message.__class__
    elif category is None:
        category = UserWarning
    if not (isinstance(category, type) and issubclass(category, Warning)):
        raise TypeError("category must be a Warning subclass, not "
                        f"'{type(category).__name__}'")
    try:
        frame = sys._getframe(1)
        if stacklevel > 1 and not _is_internal_frame(frame):
            for _ in range(1, stacklevel):
                frame = frame.f_back
                while frame is not None and _is_internal_frame(frame):
                    frame = frame.f_back
                if frame is None:
                    raise ValueError
        elif stacklevel > 1:
            frame = sys._getframe(stacklevel)
    except ValueError:
        scope = sys.__dict__
        filename = "sys"
        lineno = 1
    else:
        scope = frame.f_globals
        filename = frame.f_code.co_filename
        lineno = frame.f_lineno
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


def warn_explicit(message, category, filename, lineno, module=None,
                  registry=None, module_globals=None, source=None):
    """Issue a warning with all circumstances given."""
    lineno = int(lineno)
    if module is None:
        module = filename or "<unknown>"
        if module[-3:].lower() == ".py":
            module = module[:-3]
    state = _state()
    if registry is None:
        registry = {}
    if registry.get("version", 0) != state.version:
        registry.clear()
        registry["version"] = state.version
    if isinstance(message, Warning):
        text = str(message)
        category = message.__class__
    else:
        text = message
        message = category(message)
    key = (text, category, lineno)
    if registry.get(key):
        return
    action = _action_for(state, text, category, module, lineno)
    if action == "ignore":
        return
    if action == "error":
        raise message
    if action == "once":
        registry[key] = 1
        once = (text, category)
        if state.once.get(once):
            return
        state.once[once] = 1
    elif action == "module":
        registry[key] = 1
        anywhere = (text, category, 0)
        if registry.get(anywhere):
            return
        registry[anywhere] = 1
    elif action == "default":
        registry[key] = 1
    elif action != "always":
        raise RuntimeError(f"Unrecognized action ({action!r}) in "
                           f"warnings.filters:\n {action!r}")
    _showwarnmsg(WarningMessage(message, category, filename, lineno, None,
                                None, source))


class catch_warnings:
    """Context manager that saves and restores the warnings filters."""

    def __init__(self, *, record=False, module=None, action=None,
                 category=Warning, lineno=0, append=False):
        self._record = record
        self._module = __import__("warnings") if module is None else module
        self._entered = False
        self._filter = (None if action is None
                        else (action, category, lineno, append))

    def __repr__(self):
        args = []
        if self._record:
            args.append("record=True")
        if self._module is not __import__("warnings"):
            args.append(f"module={self._module!r}")
        return f"{type(self).__name__}({', '.join(args)})"

    def __enter__(self):
        if self._entered:
            raise RuntimeError(f"Cannot enter {self!r} twice")
        self._entered = True
        state = _state()
        recorder = session_state("warnings.recorder", _Recorder)
        self._filters = state.filters
        state.filters = list(state.filters)
        _filters_mutated()
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
        _filters_mutated()
        if self._module.__dict__.get("showwarning") is not (
                self._showwarning):
            self._module.showwarning = self._showwarning
        session_state("warnings.recorder", _Recorder).append = self._append


def _deprecated(name, message="{name!r} is deprecated and slated for removal "
                "in Python {remove}", *, remove, _version=sys.version_info):
    """Warn about a name, or fail if it should have been removed."""
    text = f"{remove[0]}.{remove[1]}"
    if (_version[:2] > remove) or (_version[:2] == remove
                                   and _version[3] != "alpha"):
        raise RuntimeError(f"{name!r} was slated for removal after Python "
                           f"{text} alpha")
    warn(message.format(name=name, remove=text), DeprecationWarning,
         stacklevel=3)
