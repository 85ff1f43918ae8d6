# logging/_loggers.py - loggers and the tree they form.
#
# SPDX-License-Identifier: Apache-2.0
import io
import sys
import traceback
import types
import warnings

from _caisson import session_state
from logging._formatting import Filterer
from logging._handling import last_resort
from logging._records import (CRITICAL, DEBUG, ERROR, INFO, NOTSET, WARNING,
                              check_level, getLevelName, records)

HERE = last_resort.__code__.co_filename.replace("_handling", "_loggers")
OURS = HERE, HERE.replace("_loggers", "__init__")


class Tree:
    """The loggers of a session."""

    def __init__(self):
        self.logger_class = Logger
        self.root = RootLogger(WARNING)
        self.manager = Manager(self.root)


def tree():
    return session_state("logging.tree", Tree)


class FromTree:
    """An attribute, of the class too, that the session's tree has."""

    def __init__(self, name):
        self.name = name

    def __get__(self, owner, kind):
        return getattr(tree(), self.name)


class PlaceHolder(object):
    """Stands for a logger nobody asked for, and knows those below it."""

    __module__ = "logging"

    def __init__(self, alogger):
        self.loggerMap = {alogger: None}

    def append(self, alogger):
        """One more logger below."""
        self.loggerMap.setdefault(alogger)


class Manager(object):
    """Finds loggers by their dotted names."""

    __module__ = "logging"

    def __init__(self, rootnode):
        self.root = rootnode
        self.loggerDict = {}
        self.loggerClass = None
        self.logRecordFactory = None
        self.emittedNoHandlerWarning = False
        self._disable = 0

    @property
    def disable(self):
        """Records up to this level are ignored everywhere."""
        return self._disable

    @disable.setter
    def disable(self, value):
        self._disable = check_level(value)

    def setLoggerClass(self, klass):
        """Make loggers of this class."""
        self.loggerClass = check_class(klass)

    def setLogRecordFactory(self, factory):
        """Kept for programs that set it."""
        self.logRecordFactory = factory

    def getLogger(self, name):
        """The logger of that name, made if need be."""
        if not isinstance(name, str):
            raise TypeError("A logger name must be a string")
        found = self.loggerDict.get(name)
        if isinstance(found, Logger):
            return found
        made = (self.loggerClass or tree().logger_class)(name)
        made.manager = self
        self.loggerDict[name] = made
        made.parent = self._enter(made)
        if found is not None:
            # Those that hung higher up now hang on the new one.
            for lower in found.loggerMap:
                if not lower.parent.name.startswith(name):
                    lower.parent = made
        return made

    def _enter(self, logger):
        """Tell the places above of a logger, up to its parent."""
        name = logger.name
        cut = name.rfind(".")
        while cut > 0:
            above = self.loggerDict.get(name[:cut])
            if isinstance(above, Logger):
                return above
            if above is None:
                self.loggerDict[name[:cut]] = PlaceHolder(logger)
            else:
                above.append(logger)
            cut = name.rfind(".", 0, cut - 1)
        return self.root

    def _clear_cache(self):
        for logger in (self.root, *self.loggerDict.values()):
            if isinstance(logger, Logger):
                logger._cache.clear()


def check_class(klass):
    if not issubclass(klass, Logger):
        raise TypeError("logger not derived from logging.Logger: "
                        + klass.__name__)
    return klass


def speaker(name, level):
    """A logger's method for messages of one level."""
    def say(self, msg, *args, **kwargs):
        if self.isEnabledFor(level):
            self._log(level, msg, args, **kwargs)

    say.__name__, say.__doc__ = name, f"Log a message of level {name.upper()}."
    return say


def relay(name, level):
    """An adapter's method for messages of one level."""
    def say(self, msg, *args, **kwargs):
        self.log(level, msg, *args, **kwargs)

    say.__name__, say.__doc__ = name, f"Log a message of level {name.upper()}."
    return say


class Voice(object):
    """What loggers and adapters say in terms of their other methods."""

    def exception(self, msg, *args, exc_info=True, **kwargs):
        """Log a message of level ERROR with the current exception."""
        self.error(msg, *args, **kwargs, exc_info=exc_info)

    def warn(self, *args, **kwargs):
        """Deprecated name of warning()."""
        warnings.warn("The 'warn' method is deprecated, use 'warning' "
                      "instead", DeprecationWarning, 2)
        self.warning(*args, **kwargs)

    def __repr__(self):
        level = self.getEffectiveLevel()
        kind = type(self).__name__
        return f"<{kind} {self.name} ({getLevelName(level)})>"


class Logger(Filterer):
    """A named source of records."""

    __module__ = "logging"

    root = FromTree("root")
    manager = FromTree("manager")

    def __init__(self, name, level=NOTSET):
        Filterer.__init__(self)
        self.name = name
        self.level = check_level(level)
        self.parent = None
        self.handlers = []
        self.propagate = True
        self.disabled = False
        self._cache = {}  # level: is it enabled?

    def __reduce__(self):
        return __import__("logging").getLogger, (self.name,)

    def _line(self):
        """The logger and those above that its records go to."""
        logger = self
        while logger:
            yield logger
            logger = logger.parent if logger.propagate else None

    # -- levels

    def setLevel(self, level):
        """Ignore records below a level; NOTSET: ask the parent."""
        self.level = check_level(level)
        self.manager._clear_cache()

    def getEffectiveLevel(self):
        """The level of the first logger upwards that has one."""
        logger = self
        while logger and not logger.level:
            logger = logger.parent
        return logger.level if logger else NOTSET

    def isEnabledFor(self, level):
        """Would a record of this level be made?"""
        if self.disabled:
            return False
        known = self._cache.get(level)
        if known is None:
            known = (level > self.manager.disable
                     and level >= self.getEffectiveLevel())
            self._cache[level] = known
        return known

    # -- logging

    debug = speaker("debug", DEBUG)
    info = speaker("info", INFO)
    warning = speaker("warning", WARNING)
    error = speaker("error", ERROR)
    critical = speaker("critical", CRITICAL)
    exception = Voice.exception
    warn = Voice.warn
    __repr__ = Voice.__repr__

    def fatal(self, *args, **kwargs):
        """Another name of critical()."""
        self.critical(*args, **kwargs)

    def log(self, level, msg, *args, **kwargs):
        """Log a message of any level."""
        if isinstance(level, int):
            if self.isEnabledFor(level):
                self._log(level, msg, args, **kwargs)
        elif __import__("logging").raiseExceptions:
            raise TypeError("level must be an integer")

    def _log(self, level, msg, args, exc_info=None, extra=None,
             stack_info=False, stacklevel=1):
        # The order of findCaller()'s and makeRecord()'s results and
        # parameters is public: programs override both.
        file, line, func, stack = self.findCaller(stack_info, stacklevel)
        if isinstance(exc_info, BaseException):
            exc_info = type(exc_info), exc_info, exc_info.__traceback__
        elif exc_info and not isinstance(exc_info, tuple):
            exc_info = sys.exc_info()
        self.handle(self.makeRecord(self.name, level, file, line, msg, args,
                                    exc_info, func, extra, stack))

    def findCaller(self, stack_info=False, stacklevel=1):
        """Who logs: file, line, function and perhaps the stack as text."""
        frame = sys._getframe(1)
        while frame is not None and frame.f_code.co_filename in OURS:
            frame = frame.f_back
        if frame is None:
            return "(unknown file)", 0, "(unknown function)", None
        while stacklevel > 1 and frame.f_back is not None:
            frame = frame.f_back
            stacklevel -= frame.f_code.co_filename not in OURS
        stack = None
        if stack_info:
            out = io.StringIO()
            traceback.print_stack(frame, file=out)
            shown = out.getvalue().removesuffix("\n")
            stack = f"Stack (most recent call last):\n{shown}"
        code = frame.f_code
        return code.co_filename, frame.f_lineno, code.co_name, stack

    def makeRecord(self, name, level, fn, lno, msg, args, exc_info,
                   func=None, extra=None, sinfo=None):
        """Make a record, with `extra` attributes."""
        record = records().factory(name, level, fn, lno, msg, args,
                                   exc_info, func, sinfo)
        if extra is not None:
            known = vars(record)
            for key, value in extra.items():
                if key in known or key in ("message", "asctime"):
                    raise KeyError(f"Attempt to overwrite {key!r} in "
                                   "LogRecord")
                known[key] = value
        return record

    # -- handlers

    def handle(self, record):
        """Bring a record to the handlers unless disabled or filtered."""
        if not self.disabled and self.filter(record):
            self.callHandlers(record)

    def addHandler(self, hdlr):
        """Add a handler, once."""
        if hdlr not in self.handlers:
            self.handlers.append(hdlr)

    def removeHandler(self, hdlr):
        """Remove a handler if it is there."""
        if hdlr in self.handlers:
            self.handlers.remove(hdlr)

    def hasHandlers(self):
        """Would any handler see a record?"""
        return any(logger.handlers for logger in self._line())

    def callHandlers(self, record):
        """Bring a record to all handlers here and above."""
        found = False
        logger = self
        while logger:
            for handler in logger.handlers:
                found = True
                if record.levelno >= handler.level:
                    handler.handle(record)
            logger = logger.parent if logger.propagate else None
        if not found:
            handler = __import__("logging").lastResort
            if handler is not None and record.levelno >= handler.level:
                handler.handle(record)

    def getChild(self, suffix):
        """The logger of that name below this one."""
        if self is not self.root:
            suffix = f"{self.name}.{suffix}"
        return self.manager.getLogger(suffix)


class RootLogger(Logger):
    """The logger above all others."""

    __module__ = "logging"

    def __init__(self, level):
        Logger.__init__(self, "root", level)

    def __reduce__(self):
        return __import__("logging").getLogger, ()


class LoggerAdapter(Voice):
    """Logs to a logger, with `extra` attributes in every record."""

    __module__ = "logging"
    __class_getitem__ = classmethod(types.GenericAlias)

    def __init__(self, logger, extra=None):
        self.logger = logger
        self.extra = extra

    debug = relay("debug", DEBUG)
    info = relay("info", INFO)
    warning = relay("warning", WARNING)
    error = relay("error", ERROR)
    critical = relay("critical", CRITICAL)

    def process(self, msg, kwargs):
        """Change message and keywords; by default adds `extra`."""
        kwargs["extra"] = self.extra
        return msg, kwargs

    def log(self, level, msg, *args, **kwargs):
        """Log a message of any level."""
        if self.isEnabledFor(level):
            msg, kwargs = self.process(msg, kwargs)
            self.logger.log(level, msg, *args, **kwargs)

    def _log(self, level, msg, args, **kwargs):
        return self.logger._log(level, msg, args, **kwargs)

    def isEnabledFor(self, level):
        """Would a record of this level be made?"""
        return self.logger.isEnabledFor(level)

    def setLevel(self, level):
        """Set the logger's level."""
        self.logger.setLevel(level)

    def getEffectiveLevel(self):
        """The logger's effective level."""
        return self.logger.getEffectiveLevel()

    def hasHandlers(self):
        """Would any handler see a record?"""
        return self.logger.hasHandlers()

    @property
    def name(self):
        """The logger's name."""
        return self.logger.name

    @property
    def manager(self):
        """The logger's manager."""
        return self.logger.manager

    @manager.setter
    def manager(self, value):
        self.logger.manager = value
