# logging/__init__.py - the functions of logging.
#
# Loggers, level names, handlers and switches belong to the session; the parts
# of the package keep what they need with session_state().  `logging.root` and
# `logging.lastResort` are therefore computed when asked for.
#
# SPDX-License-Identifier: Apache-2.0
"""Logging: loggers make records, handlers bring them somewhere."""
import sys
import warnings

from _caisson import session_state
from logging._formatting import (
    BASIC_FORMAT, PLAIN as _defaultFormatter, STYLES as _STYLES,
    BufferingFormatter, Filter, Filterer, Formatter, PercentStyle,
    StrFormatStyle, StringTemplateStyle, find_style as _find_style)
from logging._handling import (
    FileHandler, Handler, NullHandler, StreamHandler, _StderrHandler,
    handlers as _known_handlers, last_resort as _last_resort, shutdown)
from logging._loggers import (
    Logger, LoggerAdapter, Manager, PlaceHolder, RootLogger,
    check_class as _check_class, tree as _tree)
from logging._records import (
    CRITICAL, DEBUG, ERROR, FATAL, INFO, NOTSET, WARN, WARNING, LogRecord,
    addLevelName, check_level as _checkLevel, getLevelName,
    getLevelNamesMapping, getLogRecordFactory, levels as _levels,
    makeLogRecord, setLogRecordFactory)

__all__ = ["BASIC_FORMAT", "BufferingFormatter", "CRITICAL", "DEBUG",
           "ERROR", "FATAL", "FileHandler", "Filter", "Formatter", "Handler",
           "INFO", "LogRecord", "Logger", "LoggerAdapter", "NOTSET",
           "NullHandler", "StreamHandler", "WARN", "WARNING", "addLevelName",
           "basicConfig", "captureWarnings", "critical", "debug", "disable",
           "error", "exception", "fatal", "getLevelName", "getLogger",
           "getLoggerClass", "info", "log", "makeLogRecord",
           "setLoggerClass", "shutdown", "warn", "warning",
           "getLogRecordFactory", "setLogRecordFactory", "lastResort",
           "raiseExceptions", "getLevelNamesMapping"]

raiseExceptions = True
logThreads = True
logMultiprocessing = True
logProcesses = True
logAsyncioTasks = True

_COMPUTED = {"root": lambda: _tree().root,
             "lastResort": _last_resort,
             "_nameToLevel": lambda: _levels().numbers,
             "_levelToName": lambda: _levels().names,
             "_handlers": lambda: _known_handlers().named,
             "_handlerList": lambda: _known_handlers().open}


def __getattr__(name):
    if name in _COMPUTED:
        return _COMPUTED[name]()
    raise AttributeError(f"module 'logging' has no attribute {name!r}")


def getLogger(name=None):
    """The logger of that name; the root logger without one."""
    mine = _tree()
    if not name or name == mine.root.name:
        return mine.root
    return mine.manager.getLogger(name)


def getLoggerClass():
    """The class of new loggers."""
    return _tree().logger_class


def setLoggerClass(klass):
    """Make loggers of a subclass of Logger."""
    _tree().logger_class = _check_class(klass)


def disable(level=CRITICAL):
    """Ignore records up to a level, everywhere."""
    manager = _tree().manager
    manager.disable = level
    manager._clear_cache()


def currentframe():
    """The frame of the caller."""
    return sys._getframe(1)


# ------------------------------------------------------------ configuration


def _only_handler(given):
    """The one handler that basicConfig() makes."""
    file, mode = given.pop("filename", None), given.pop("filemode", "a")
    encoding, errors = given.pop("encoding", None), given.pop("errors", None)
    if not file:
        return StreamHandler(given.pop("stream", None))
    return FileHandler(file, mode, encoding=encoding,
                       errors=None if "b" in mode else errors)


def basicConfig(**kwargs):
    """Give the root logger a handler, a format and a level.

    Does nothing if the root logger has handlers, unless `force` is true.
    """
    root = _tree().root
    kwargs.setdefault("errors", "backslashreplace")
    if kwargs.pop("force", False):
        for old in [*root.handlers]:
            root.removeHandler(old)
            old.close()
    if root.handlers:
        return
    wanted = kwargs.pop("handlers", None)
    places = [key for key in ("stream", "filename") if key in kwargs]
    if wanted is None:
        if len(places) > 1:
            raise ValueError("'stream' and 'filename' should not be "
                             "specified together")
        wanted = [_only_handler(kwargs)]
    elif places:
        raise ValueError("'stream' or 'filename' should not be specified "
                         "together with 'handlers'")
    style = kwargs.pop("style", "%")
    text = kwargs.pop("format", _find_style(style)[1])
    formatter = Formatter(text, kwargs.pop("datefmt", None), style)
    for handler in wanted:
        if handler.formatter is None:
            handler.setFormatter(formatter)
        root.addHandler(handler)
    if kwargs.get("level") is not None:
        root.setLevel(kwargs["level"])
    unknown = [key for key in kwargs if key not in _MAY_REMAIN]
    if unknown:
        raise ValueError(f"Unrecognised argument(s): {', '.join(unknown)}")


_MAY_REMAIN = ("level", "encoding", "errors")


# ---------------------------------------------------------- the root logger


def _speaking_root():
    """The root logger, able to say something."""
    root = _tree().root
    if not root.handlers:
        basicConfig()
    return root


def log(level, msg, *args, **kwargs):
    """Log a message of any level with the root logger."""
    _speaking_root().log(level, msg, *args, **kwargs)


def debug(msg, *args, **kwargs):
    """Log a message of level DEBUG with the root logger."""
    _speaking_root().debug(msg, *args, **kwargs)


def info(msg, *args, **kwargs):
    """Log a message of level INFO with the root logger."""
    _speaking_root().info(msg, *args, **kwargs)


def warning(msg, *args, **kwargs):
    """Log a message of level WARNING with the root logger."""
    _speaking_root().warning(msg, *args, **kwargs)


def warn(msg, *args, **kwargs):
    """Deprecated name of warning()."""
    warnings.warn("The 'warn' function is deprecated, use 'warning' instead",
                  DeprecationWarning, 2)
    warning(msg, *args, **kwargs)


def error(msg, *args, **kwargs):
    """Log a message of level ERROR with the root logger."""
    _speaking_root().error(msg, *args, **kwargs)


def exception(msg, *args, exc_info=True, **kwargs):
    """Log a message and the current exception with the root logger."""
    _speaking_root().error(msg, *args, exc_info=exc_info, **kwargs)


def critical(msg, *args, **kwargs):
    """Log a message of level CRITICAL with the root logger."""
    _speaking_root().critical(msg, *args, **kwargs)


def fatal(msg, *args, **kwargs):
    """Another name of critical()."""
    critical(msg, *args, **kwargs)


# ------------------------------------------------------------------ warnings


def _log_warning(message, category, filename, lineno, file=None, line=None):
    """Stands in for warnings.showwarning."""
    if file is not None:
        original = session_state("logging.showwarning", list)
        if original:
            original[0](message, category, filename, lineno, file, line)
        return
    logger = getLogger("py.warnings")
    if not logger.handlers:
        logger.addHandler(NullHandler())
    logger.warning(warnings.formatwarning(message, category, filename,
                                          lineno, line))


def captureWarnings(capture):
    """Send warnings to the logger "py.warnings", or no longer."""
    original = session_state("logging.showwarning", list)
    if capture and not original:
        original.append(warnings.showwarning)
        warnings.showwarning = _log_warning
    elif original and not capture:
        warnings.showwarning = original.pop()
