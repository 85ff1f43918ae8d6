# logging/__init__.py - the core of logging.
#
# Loggers, level names, handlers and switches belong to the session: `_state`
# finds them.  `logging.root` and `logging.lastResort` are therefore computed
# when asked for.
#
# SPDX-License-Identifier: Apache-2.0
"""Logging package for Python."""
import io
import os
import re
import sys
import time
import traceback
import types
import warnings
from collections.abc import Mapping
from string import Formatter as StrFormatter
from string import Template

from _caisson import session_state
from threading import RLock

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

CRITICAL = 50
FATAL = CRITICAL
ERROR = 40
WARNING = 30
WARN = WARNING
INFO = 20
DEBUG = 10
NOTSET = 0
_LEVELS = {CRITICAL: "CRITICAL", ERROR: "ERROR", WARNING: "WARNING",
           INFO: "INFO", DEBUG: "DEBUG", NOTSET: "NOTSET"}
BASIC_FORMAT = "%(levelname)s:%(name)s:%(message)s"
raiseExceptions = True
logThreads = True
logMultiprocessing = True
logProcesses = True
logAsyncioTasks = True


class _State:
    """Everything that logging remembers in a session."""

    def __init__(self):
        self.start = time.time()
        self.names = dict(_LEVELS)
        self.levels = {"CRITICAL": CRITICAL, "FATAL": FATAL, "ERROR": ERROR,
                       "WARN": WARNING, "WARNING": WARNING, "INFO": INFO,
                       "DEBUG": DEBUG, "NOTSET": NOTSET}
        self.handlers = []
        self.named = {}
        self.record_factory = LogRecord
        self.logger_class = Logger
        self.root = RootLogger(WARNING)
        self.manager = Manager(self.root)
        self.root.manager = self.manager
        self.last_resort = _StderrHandler(WARNING, register=False)
        self.showwarning = None


def _state():
    return session_state("logging", _State)


def __getattr__(name):
    if name == "root":
        return _state().root
    if name == "lastResort":
        return _state().last_resort
    if name == "_nameToLevel":
        return _state().levels
    if name == "_levelToName":
        return _state().names
    if name == "_handlers":
        return _state().named
    raise AttributeError(f"module 'logging' has no attribute {name!r}")


# ------------------------------------------------------------------ levels


def getLevelNamesMapping():
    return _state().levels.copy()


def getLevelName(level):
    """Return the textual or numeric representation of logging level
    'level'."""
    state = _state()
    result = state.names.get(level)
    if result is not None:
        return result
    result = state.levels.get(level)
    if result is not None:
        return result
    return "Level %s" % level


def addLevelName(level, levelName):
    """Associate 'levelName' with 'level'."""
    state = _state()
    state.names[level] = levelName
    state.levels[levelName] = level


def _checkLevel(level):
    if isinstance(level, int):
        return level
    if str(level) == level:
        levels = _state().levels
        if level not in levels:
            raise ValueError("Unknown level: %r" % (level,))
        return levels[level]
    raise TypeError("Level not an integer or a valid string: %r" % (level,))


# ----------------------------------------------------------------- records

_SOURCE = _checkLevel.__code__.co_filename


class LogRecord(object):
    """A LogRecord instance represents an event being logged."""

    def __init__(self, name, level, pathname, lineno, msg, args, exc_info,
                 func=None, sinfo=None, **kwargs):
        now = time.time()
        self.name = name
        self.msg = msg
        # One mapping as argument stands for "%(key)s" formatting.
        if (args and len(args) == 1 and isinstance(args[0], Mapping)
                and args[0]):
            args = args[0]
        self.args = args
        self.levelname = getLevelName(level)
        self.levelno = level
        self.pathname = pathname
        try:
            self.filename = os.path.basename(pathname)
            self.module = os.path.splitext(self.filename)[0]
        except (TypeError, ValueError, AttributeError):
            self.filename = pathname
            self.module = "Unknown module"
        self.exc_info = exc_info
        self.exc_text = None
        self.stack_info = sinfo
        self.lineno = lineno
        self.funcName = func
        self.created = now
        self.msecs = int((now - int(now)) * 1000) + 0.0
        self.relativeCreated = (now - _state().start) * 1000
        self.thread = 1
        self.threadName = "MainThread"
        self.processName = "MainProcess"
        self.process = os.getpid()

    def __repr__(self):
        return '<LogRecord: %s, %s, %s, %s, "%s">' % (
            self.name, self.levelno, self.pathname, self.lineno, self.msg)

    def getMessage(self):
        """Return the message for this LogRecord."""
        msg = str(self.msg)
        if self.args:
            msg = msg % self.args
        return msg


def setLogRecordFactory(factory):
    """Set the factory to be used when instantiating a log record."""
    _state().record_factory = factory


def getLogRecordFactory():
    """Return the factory to be used when instantiating a log record."""
    return _state().record_factory


def makeLogRecord(dict):
    """Make a LogRecord whose attributes are defined by the specified
    dictionary."""
    record = _state().record_factory(None, None, "", 0, "", (), None, None)
    record.__dict__.update(dict)
    return record


# -------------------------------------------------------------- formatting


class PercentStyle(object):
    default_format = "%(message)s"
    asctime_format = "%(asctime)s"
    asctime_search = "%(asctime)"
    validation_pattern = re.compile(
        r"%\(\w+\)[#0+ -]*(\*|\d+)?(\.(\*|\d+))?[diouxefgcrsa%]", re.I)

    def __init__(self, fmt, *, defaults=None):
        self._fmt = fmt or self.default_format
        self._defaults = defaults

    def usesTime(self):
        return self._fmt.find(self.asctime_search) >= 0

    def validate(self):
        """Validate the input format, ensure it matches the correct
        style"""
        if not self.validation_pattern.search(self._fmt):
            raise ValueError("Invalid format '%s' for '%s' style"
                             % (self._fmt, self.default_format[0]))

    def _values(self, record):
        if self._defaults:
            return self._defaults | record.__dict__
        return record.__dict__

    def _format(self, record):
        return self._fmt % self._values(record)

    def format(self, record):
        try:
            return self._format(record)
        except KeyError as e:
            raise ValueError("Formatting field not found in record: %s" % e)


class StrFormatStyle(PercentStyle):
    default_format = "{message}"
    asctime_format = "{asctime}"
    asctime_search = "{asctime"
    fmt_spec = re.compile(r"^(.?[<=>^])?[+ -]?#?0?(\d+|{\w+})?[,_]?"
                          r"(\.(\d+|{\w+}))?[bcdefgnosx%]?$", re.I)
    field_spec = re.compile(r"^(\d+|\w+)(\.\w+|\[\w+\])*$")

    def _format(self, record):
        return self._fmt.format(**self._values(record))

    def validate(self):
        """Validate the input format, ensure it is the correct string
        formatting style"""
        fields = set()
        try:
            for _, name, spec, conversion in StrFormatter().parse(self._fmt):
                if name:
                    if not self.field_spec.match(name):
                        raise ValueError("invalid field name/expression: %r"
                                         % name)
                    fields.add(name)
                if conversion and conversion not in "rsa":
                    raise ValueError("invalid conversion: %r" % conversion)
                if spec and not self.fmt_spec.match(spec):
                    raise ValueError("bad specifier: %r" % spec)
        except ValueError as e:
            raise ValueError("invalid format: %s" % e)
        if not fields:
            raise ValueError("invalid format: no fields")


class StringTemplateStyle(PercentStyle):
    default_format = "${message}"
    asctime_format = "${asctime}"
    asctime_search = "${asctime}"

    def __init__(self, fmt, *, defaults=None):
        super().__init__(fmt, defaults=defaults)
        self._tpl = Template(self._fmt)

    def usesTime(self):
        fmt = self._fmt
        return fmt.find("$asctime") >= 0 or fmt.find(
            self.asctime_search) >= 0

    def validate(self):
        fields = set()
        for m in Template.pattern.finditer(self._fmt):
            d = m.groupdict()
            if d["named"]:
                fields.add(d["named"])
            elif d["braced"]:
                fields.add(d["braced"])
            elif m.group(0) == "$":
                raise ValueError("invalid format: bare '$' not allowed")
        if not fields:
            raise ValueError("invalid format: no fields")

    def _format(self, record):
        return self._tpl.substitute(**self._values(record))


_STYLES = {"%": (PercentStyle, BASIC_FORMAT),
           "{": (StrFormatStyle, "{levelname}:{name}:{message}"),
           "$": (StringTemplateStyle, "${levelname}:${name}:${message}")}


class Formatter(object):
    """Formatter instances are used to convert a LogRecord to text."""

    converter = time.localtime
    default_time_format = "%Y-%m-%d %H:%M:%S"
    default_msec_format = "%s,%03d"

    def __init__(self, fmt=None, datefmt=None, style="%", validate=True, *,
                 defaults=None):
        if style not in _STYLES:
            raise ValueError("Style must be one of: %s"
                             % ",".join(_STYLES.keys()))
        self._style = _STYLES[style][0](fmt, defaults=defaults)
        if validate:
            self._style.validate()
        self._fmt = self._style._fmt
        self.datefmt = datefmt

    def formatTime(self, record, datefmt=None):
        """Return the creation time of the specified LogRecord as formatted
        text."""
        # The clock functions are not methods, wherever they were stored.
        converter = self.__dict__.get("converter", type(self).converter)
        if converter is time.localtime or converter is time.gmtime:
            ct = converter(record.created)
        else:
            ct = self.converter(record.created)
        if datefmt:
            return time.strftime(datefmt, ct)
        text = time.strftime(self.default_time_format, ct)
        if self.default_msec_format:
            text = self.default_msec_format % (text, record.msecs)
        return text

    def formatException(self, ei):
        """Format and return the specified exception information as a
        string."""
        sio = io.StringIO()
        traceback.print_exception(ei[0], ei[1], ei[2], None, sio)
        text = sio.getvalue()
        sio.close()
        return text[:-1] if text[-1:] == "\n" else text

    def usesTime(self):
        """Check if the format uses the creation time of the record."""
        return self._style.usesTime()

    def formatMessage(self, record):
        return self._style.format(record)

    def formatStack(self, stack_info):
        """Specially formats stack information."""
        return stack_info

    def format(self, record):
        """Format the specified record as text."""
        record.message = record.getMessage()
        if self.usesTime():
            record.asctime = self.formatTime(record, self.datefmt)
        s = self.formatMessage(record)
        if record.exc_info and not record.exc_text:
            record.exc_text = self.formatException(record.exc_info)
        if record.exc_text:
            if s[-1:] != "\n":
                s = s + "\n"
            s = s + record.exc_text
        if record.stack_info:
            if s[-1:] != "\n":
                s = s + "\n"
            s = s + self.formatStack(record.stack_info)
        return s


_defaultFormatter = Formatter()


class BufferingFormatter(object):
    """A formatter suitable for formatting a number of records."""

    def __init__(self, linefmt=None):
        self.linefmt = linefmt if linefmt else _defaultFormatter

    def formatHeader(self, records):
        return ""

    def formatFooter(self, records):
        return ""

    def format(self, records):
        if not records:
            return ""
        return "".join([self.formatHeader(records),
                        *(self.linefmt.format(r) for r in records),
                        self.formatFooter(records)])


class Filter(object):
    """Filter instances are used to perform arbitrary filtering of
    LogRecords."""

    def __init__(self, name=""):
        self.name = name
        self.nlen = len(name)

    def filter(self, record):
        """Determine if the specified record is to be logged."""
        if self.nlen == 0 or self.name == record.name:
            return True
        return record.name.startswith(self.name + ".")


class Filterer(object):
    """A base class for loggers and handlers which allows them to share
    common code."""

    def __init__(self):
        self.filters = []

    def addFilter(self, filter):
        """Add the specified filter to this handler."""
        if filter not in self.filters:
            self.filters.append(filter)

    def removeFilter(self, filter):
        """Remove the specified filter from this handler."""
        if filter in self.filters:
            self.filters.remove(filter)

    def filter(self, record):
        """Determine if a record is loggable by consulting all the
        filters."""
        for f in self.filters:
            result = f.filter(record) if hasattr(f, "filter") else f(record)
            if not result:
                return False
        return True


# ---------------------------------------------------------------- handlers


class Handler(Filterer):
    """Handler instances dispatch logging events to specific
    destinations."""

    def __init__(self, level=NOTSET, *, register=True):
        Filterer.__init__(self)
        self._name = None
        self.level = _checkLevel(level) if register else level
        self.formatter = None
        self._closed = False
        self.lock = None
        if register:
            _state().handlers.append(self)
            self.createLock()

    def get_name(self):
        return self._name

    def set_name(self, name):
        named = _state().named
        if self._name in named:
            del named[self._name]
        self._name = name
        if name:
            named[name] = self

    name = property(get_name, set_name)

    def createLock(self):
        """Acquire a thread lock for serializing access to the underlying
        I/O."""
        self.lock = RLock()

    def acquire(self):
        if self.lock:
            self.lock.acquire()

    def release(self):
        if self.lock:
            self.lock.release()

    def setLevel(self, level):
        """Set the logging level of this handler."""
        self.level = _checkLevel(level)

    def format(self, record):
        """Format the specified record."""
        return (self.formatter or _defaultFormatter).format(record)

    def emit(self, record):
        """Do whatever it takes to actually log the specified record."""
        raise NotImplementedError("emit must be implemented by Handler "
                                  "subclasses")

    def handle(self, record):
        """Conditionally emit the specified logging record."""
        ok = self.filter(record)
        if ok:
            self.acquire()
            try:
                self.emit(record)
            finally:
                self.release()
        return ok

    def setFormatter(self, fmt):
        """Set the formatter for this handler."""
        self.formatter = fmt

    def flush(self):
        """Ensure all logging output has been flushed."""

    def close(self):
        """Tidy up any resources used by the handler."""
        self._closed = True
        named = _state().named
        if self._name and self._name in named:
            del named[self._name]

    def handleError(self, record):
        """Handle errors which occur during an emit() call."""
        if not raiseExceptions or not sys.stderr:
            return
        t, v, tb = sys.exc_info()
        try:
            sys.stderr.write("--- Logging error ---\n")
            traceback.print_exception(t, v, tb, None, sys.stderr)
            sys.stderr.write("Call stack:\n")
            sys.stderr.write("Logged from file %s, line %s\n"
                             % (record.filename, record.lineno))
            try:
                sys.stderr.write("Message: %r\nArguments: %s\n"
                                 % (record.msg, record.args))
            except RecursionError:
                raise
            except Exception:
                sys.stderr.write("Unable to print the message and arguments "
                                 "- possible formatting error.\nUse the "
                                 "traceback above to help find the error.\n")
        except OSError:
            pass
        finally:
            del t, v, tb

    def __repr__(self):
        return "<%s (%s)>" % (self.__class__.__name__,
                              getLevelName(self.level))


class StreamHandler(Handler):
    """A handler class which writes logging records, appropriately
    formatted, to a stream."""

    terminator = "\n"

    def __init__(self, stream=None):
        Handler.__init__(self)
        if stream is None:
            stream = sys.stderr
        self.stream = stream

    def flush(self):
        """Flushes the stream."""
        if self.stream and hasattr(self.stream, "flush"):
            self.stream.flush()

    def emit(self, record):
        """Emit a record."""
        try:
            msg = self.format(record)
            self.stream.write(msg + self.terminator)
            self.flush()
        except RecursionError:
            raise
        except Exception:
            self.handleError(record)

    def setStream(self, stream):
        """Sets the StreamHandler's stream to the specified value."""
        if stream is self.stream:
            return None
        result = self.stream
        self.flush()
        self.stream = stream
        return result

    def __repr__(self):
        name = str(getattr(self.stream, "name", ""))
        if name:
            name += " "
        return "<%s %s(%s)>" % (self.__class__.__name__, name,
                                getLevelName(self.level))

    __class_getitem__ = classmethod(types.GenericAlias)


class FileHandler(StreamHandler):
    """A handler class which writes formatted logging records to disk
    files."""

    def __init__(self, filename, mode="a", encoding=None, delay=False,
                 errors=None):
        filename = os.fspath(filename)
        self.baseFilename = os.path.abspath(filename)
        self.mode = mode
        self.encoding = encoding
        self.errors = errors
        self.delay = delay
        if delay:
            Handler.__init__(self)
            self.stream = None
        else:
            StreamHandler.__init__(self, self._open())

    def close(self):
        """Closes the stream."""
        try:
            if self.stream:
                try:
                    self.flush()
                finally:
                    stream = self.stream
                    self.stream = None
                    if hasattr(stream, "close"):
                        stream.close()
        finally:
            StreamHandler.close(self)

    def _open(self):
        """Open the current base file with the (original) mode and
        encoding."""
        return io.open(self.baseFilename, self.mode, encoding=self.encoding,
                       errors=self.errors)

    def emit(self, record):
        """Emit a record, opening the file if that was delayed."""
        if self.stream is None:
            if self.mode != "w" or not self._closed:
                self.stream = self._open()
        if self.stream:
            StreamHandler.emit(self, record)

    def __repr__(self):
        return "<%s %s (%s)>" % (self.__class__.__name__, self.baseFilename,
                                 getLevelName(self.level))


class _StderrHandler(StreamHandler):
    """Like a StreamHandler, but uses whatever sys.stderr is now."""

    def __init__(self, level=NOTSET, *, register=True):
        Handler.__init__(self, level, register=register)

    @property
    def stream(self):
        return sys.stderr


class NullHandler(Handler):
    """This handler does nothing."""

    def handle(self, record):
        """Stub."""

    def emit(self, record):
        """Stub."""

    def createLock(self):
        self.lock = None


# ----------------------------------------------------------------- loggers


class PlaceHolder(object):
    """Stands in the tree for a logger nobody has asked for yet."""

    def __init__(self, alogger):
        self.loggerMap = {alogger: None}

    def append(self, alogger):
        if alogger not in self.loggerMap:
            self.loggerMap[alogger] = None


class Manager(object):
    """Holds the hierarchy of loggers of a session."""

    def __init__(self, rootnode):
        self.root = rootnode
        self._disable = 0
        self.emittedNoHandlerWarning = False
        self.loggerDict = {}
        self.loggerClass = None
        self.logRecordFactory = None

    @property
    def disable(self):
        return self._disable

    @disable.setter
    def disable(self, value):
        self._disable = _checkLevel(value)

    def getLogger(self, name):
        """Get a logger with the specified name (channel name), creating it
        if it doesn't yet exist."""
        if not isinstance(name, str):
            raise TypeError("A logger name must be a string")
        found = self.loggerDict.get(name)
        if isinstance(found, Logger):
            return found
        logger = (self.loggerClass or _state().logger_class)(name)
        logger.manager = self
        self.loggerDict[name] = logger
        if found is not None:
            self._fixupChildren(found, logger)
        self._fixupParents(logger)
        return logger

    def setLoggerClass(self, klass):
        """Set the class to be used when instantiating a logger with this
        Manager."""
        _check_logger_class(klass)
        self.loggerClass = klass

    def setLogRecordFactory(self, factory):
        self.logRecordFactory = factory

    def _fixupParents(self, alogger):
        name = alogger.name
        i = name.rfind(".")
        parent = None
        while i > 0 and not parent:
            above = name[:i]
            obj = self.loggerDict.get(above)
            if obj is None:
                self.loggerDict[above] = PlaceHolder(alogger)
            elif isinstance(obj, Logger):
                parent = obj
            else:
                obj.append(alogger)
            i = name.rfind(".", 0, i - 1)
        alogger.parent = parent or self.root

    def _fixupChildren(self, ph, alogger):
        name = alogger.name
        for c in ph.loggerMap:
            if c.parent.name[:len(name)] != name:
                alogger.parent = c.parent
                c.parent = alogger

    def _clear_cache(self):
        """Forget remembered decisions about levels."""
        for logger in self.loggerDict.values():
            if isinstance(logger, Logger):
                logger._cache.clear()
        self.root._cache.clear()


def _check_logger_class(klass):
    if klass != Logger and not issubclass(klass, Logger):
        raise TypeError("logger not derived from logging.Logger: "
                        + klass.__name__)


def setLoggerClass(klass):
    """Set the class to be used when instantiating a logger."""
    _check_logger_class(klass)
    _state().logger_class = klass


def getLoggerClass():
    """Return the class to be used when instantiating a logger."""
    return _state().logger_class


class Logger(Filterer):
    """Instances of the Logger class represent a single logging channel."""

    def __init__(self, name, level=NOTSET):
        Filterer.__init__(self)
        self.name = name
        self.level = level if level in _LEVELS else _checkLevel(level)
        self.parent = None
        self.propagate = True
        self.handlers = []
        self.disabled = False
        self._cache = {}
        self.manager = None

    @property
    def root(self):
        return _state().root

    def setLevel(self, level):
        """Set the logging level of this logger."""
        self.level = _checkLevel(level)
        _state().manager._clear_cache()

    def debug(self, msg, *args, **kwargs):
        """Log 'msg % args' with severity 'DEBUG'."""
        if self.isEnabledFor(DEBUG):
            self._log(DEBUG, msg, args, **kwargs)

    def info(self, msg, *args, **kwargs):
        """Log 'msg % args' with severity 'INFO'."""
        if self.isEnabledFor(INFO):
            self._log(INFO, msg, args, **kwargs)

    def warning(self, msg, *args, **kwargs):
        """Log 'msg % args' with severity 'WARNING'."""
        if self.isEnabledFor(WARNING):
            self._log(WARNING, msg, args, **kwargs)

    def warn(self, msg, *args, **kwargs):
        warnings.warn("The 'warn' method is deprecated, use 'warning' "
                      "instead", DeprecationWarning, 2)
        self.warning(msg, *args, **kwargs)

    def error(self, msg, *args, **kwargs):
        """Log 'msg % args' with severity 'ERROR'."""
        if self.isEnabledFor(ERROR):
            self._log(ERROR, msg, args, **kwargs)

    def exception(self, msg, *args, exc_info=True, **kwargs):
        """Convenience method for logging an ERROR with exception
        information."""
        self.error(msg, *args, exc_info=exc_info, **kwargs)

    def critical(self, msg, *args, **kwargs):
        """Log 'msg % args' with severity 'CRITICAL'."""
        if self.isEnabledFor(CRITICAL):
            self._log(CRITICAL, msg, args, **kwargs)

    def fatal(self, msg, *args, **kwargs):
        self.critical(msg, *args, **kwargs)

    def log(self, level, msg, *args, **kwargs):
        """Log 'msg % args' with the integer severity 'level'."""
        if not isinstance(level, int):
            if raiseExceptions:
                raise TypeError("level must be an integer")
            return
        if self.isEnabledFor(level):
            self._log(level, msg, args, **kwargs)

    def findCaller(self, stack_info=False, stacklevel=1):
        """Find the stack frame of the caller: file, line, function and
        stack text."""
        f = sys._getframe(1)
        while f is not None and f.f_code.co_filename == _SOURCE:
            f = f.f_back
        while stacklevel > 1 and f is not None and f.f_back is not None:
            f = f.f_back
            if f.f_code.co_filename != _SOURCE:
                stacklevel -= 1
        if f is None:
            return "(unknown file)", 0, "(unknown function)", None
        sinfo = None
        if stack_info:
            sio = io.StringIO()
            sio.write("Stack (most recent call last):\n")
            traceback.print_stack(f, file=sio)
            sinfo = sio.getvalue().removesuffix("\n")
        code = f.f_code
        return code.co_filename, f.f_lineno, code.co_name, sinfo

    def makeRecord(self, name, level, fn, lno, msg, args, exc_info,
                   func=None, extra=None, sinfo=None):
        """A factory method which can be overridden in subclasses to create
        specialized LogRecords."""
        record = _state().record_factory(name, level, fn, lno, msg, args,
                                         exc_info, func, sinfo)
        if extra is not None:
            for key in extra:
                if key in ["message", "asctime"] or (
                        key in record.__dict__):
                    raise KeyError("Attempt to overwrite %r in LogRecord"
                                   % key)
                record.__dict__[key] = extra[key]
        return record

    def _log(self, level, msg, args, exc_info=None, extra=None,
             stack_info=False, stacklevel=1):
        """Low-level logging routine which creates a LogRecord and then
        calls all the handlers of this logger to handle the record."""
        try:
            fn, lno, func, sinfo = self.findCaller(stack_info, stacklevel)
        except ValueError:
            fn, lno, func = "(unknown file)", 0, "(unknown function)"
            sinfo = None
        if exc_info:
            if isinstance(exc_info, BaseException):
                exc_info = (type(exc_info), exc_info,
                            exc_info.__traceback__)
            elif not isinstance(exc_info, tuple):
                exc_info = sys.exc_info()
        self.handle(self.makeRecord(self.name, level, fn, lno, msg, args,
                                    exc_info, func, extra, sinfo))

    def handle(self, record):
        """Call the handlers for the specified record."""
        if not self.disabled and self.filter(record):
            self.callHandlers(record)

    def addHandler(self, hdlr):
        """Add the specified handler to this logger."""
        if hdlr not in self.handlers:
            self.handlers.append(hdlr)

    def removeHandler(self, hdlr):
        """Remove the specified handler from this logger."""
        if hdlr in self.handlers:
            self.handlers.remove(hdlr)

    def hasHandlers(self):
        """See if this logger has any handlers configured."""
        c = self
        while c:
            if c.handlers:
                return True
            if not c.propagate:
                break
            c = c.parent
        return False

    def callHandlers(self, record):
        """Pass a record to all relevant handlers."""
        c = self
        found = 0
        while c:
            for hdlr in c.handlers:
                found += 1
                if record.levelno >= hdlr.level:
                    hdlr.handle(record)
            c = c.parent if c.propagate else None
        if not found:
            last = _state().last_resort
            if last is not None and record.levelno >= last.level:
                last.handle(record)

    def getEffectiveLevel(self):
        """Get the effective level for this logger."""
        logger = self
        while logger:
            if logger.level:
                return logger.level
            logger = logger.parent
        return NOTSET

    def isEnabledFor(self, level):
        """Is this logger enabled for level 'level'?"""
        if self.disabled:
            return False
        cache = self._cache
        known = cache.get(level)
        if known is None:
            if _state().manager.disable >= level:
                known = False
            else:
                known = level >= self.getEffectiveLevel()
            cache[level] = known
        return known

    def getChild(self, suffix):
        """Get a logger which is a descendant to this one."""
        if self.root is not self:
            suffix = ".".join((self.name, suffix))
        return self.manager.getLogger(suffix)

    def __repr__(self):
        return "<%s %s (%s)>" % (self.__class__.__name__, self.name,
                                 getLevelName(self.getEffectiveLevel()))

    def __reduce__(self):
        return getLogger, (self.name,)


class RootLogger(Logger):
    """A root logger is not that different to any other logger."""

    def __init__(self, level):
        Logger.__init__(self, "root", level)

    def __reduce__(self):
        return getLogger, ()


class LoggerAdapter(object):
    """An adapter for loggers which makes it easier to specify contextual
    information in logging output."""

    def __init__(self, logger, extra=None):
        self.logger = logger
        self.extra = extra

    def process(self, msg, kwargs):
        """Process the logging message and keyword arguments."""
        kwargs["extra"] = self.extra
        return msg, kwargs

    def debug(self, msg, *args, **kwargs):
        self.log(DEBUG, msg, *args, **kwargs)

    def info(self, msg, *args, **kwargs):
        self.log(INFO, msg, *args, **kwargs)

    def warning(self, msg, *args, **kwargs):
        self.log(WARNING, msg, *args, **kwargs)

    def warn(self, msg, *args, **kwargs):
        warnings.warn("The 'warn' method is deprecated, use 'warning' "
                      "instead", DeprecationWarning, 2)
        self.warning(msg, *args, **kwargs)

    def error(self, msg, *args, **kwargs):
        self.log(ERROR, msg, *args, **kwargs)

    def exception(self, msg, *args, exc_info=True, **kwargs):
        self.log(ERROR, msg, *args, exc_info=exc_info, **kwargs)

    def critical(self, msg, *args, **kwargs):
        self.log(CRITICAL, msg, *args, **kwargs)

    def log(self, level, msg, *args, **kwargs):
        """Delegate a log call to the underlying logger, after adding
        contextual information."""
        if self.isEnabledFor(level):
            msg, kwargs = self.process(msg, kwargs)
            self.logger.log(level, msg, *args, **kwargs)

    def isEnabledFor(self, level):
        return self.logger.isEnabledFor(level)

    def setLevel(self, level):
        self.logger.setLevel(level)

    def getEffectiveLevel(self):
        return self.logger.getEffectiveLevel()

    def hasHandlers(self):
        return self.logger.hasHandlers()

    def _log(self, level, msg, args, **kwargs):
        return self.logger._log(level, msg, args, **kwargs)

    @property
    def manager(self):
        return self.logger.manager

    @manager.setter
    def manager(self, value):
        self.logger.manager = value

    @property
    def name(self):
        return self.logger.name

    def __repr__(self):
        logger = self.logger
        return "<%s %s (%s)>" % (self.__class__.__name__, logger.name,
                                 getLevelName(logger.getEffectiveLevel()))

    __class_getitem__ = classmethod(types.GenericAlias)


# --------------------------------------------------------- module functions


def basicConfig(**kwargs):
    """Do basic configuration for the logging system."""
    root = _state().root
    force = kwargs.pop("force", False)
    encoding = kwargs.pop("encoding", None)
    errors = kwargs.pop("errors", "backslashreplace")
    if force:
        for h in root.handlers[:]:
            root.removeHandler(h)
            h.close()
    if root.handlers:
        return
    handlers = kwargs.pop("handlers", None)
    if handlers is None:
        if "stream" in kwargs and "filename" in kwargs:
            raise ValueError("'stream' and 'filename' should not be "
                             "specified together")
    elif "stream" in kwargs or "filename" in kwargs:
        raise ValueError("'stream' or 'filename' should not be specified "
                         "together with 'handlers'")
    if handlers is None:
        filename = kwargs.pop("filename", None)
        mode = kwargs.pop("filemode", "a")
        if filename:
            if "b" in mode:
                errors = None
            h = FileHandler(filename, mode, encoding=encoding, errors=errors)
        else:
            h = StreamHandler(kwargs.pop("stream", None))
        handlers = [h]
    dfs = kwargs.pop("datefmt", None)
    style = kwargs.pop("style", "%")
    if style not in _STYLES:
        raise ValueError("Style must be one of: %s"
                         % ",".join(_STYLES.keys()))
    fs = kwargs.pop("format", _STYLES[style][1])
    fmt = Formatter(fs, dfs, style)
    for h in handlers:
        if h.formatter is None:
            h.setFormatter(fmt)
        root.addHandler(h)
    level = kwargs.pop("level", None)
    if level is not None:
        root.setLevel(level)
    if kwargs:
        keys = ", ".join(kwargs.keys())
        raise ValueError("Unrecognised argument(s): %s" % keys)


def getLogger(name=None):
    """Return a logger with the specified name, creating it if
    necessary."""
    state = _state()
    if not name or isinstance(name, str) and name == state.root.name:
        return state.root
    return state.manager.getLogger(name)


def _root():
    root = _state().root
    if not root.handlers:
        basicConfig()
    return root


def critical(msg, *args, **kwargs):
    """Log a message with severity 'CRITICAL' on the root logger."""
    _root().critical(msg, *args, **kwargs)


def fatal(msg, *args, **kwargs):
    critical(msg, *args, **kwargs)


def error(msg, *args, **kwargs):
    """Log a message with severity 'ERROR' on the root logger."""
    _root().error(msg, *args, **kwargs)


def exception(msg, *args, exc_info=True, **kwargs):
    """Log a message with severity 'ERROR' on the root logger, with
    exception information."""
    error(msg, *args, exc_info=exc_info, **kwargs)


def warning(msg, *args, **kwargs):
    """Log a message with severity 'WARNING' on the root logger."""
    _root().warning(msg, *args, **kwargs)


def warn(msg, *args, **kwargs):
    warnings.warn("The 'warn' function is deprecated, use 'warning' instead",
                  DeprecationWarning, 2)
    warning(msg, *args, **kwargs)


def info(msg, *args, **kwargs):
    """Log a message with severity 'INFO' on the root logger."""
    _root().info(msg, *args, **kwargs)


def debug(msg, *args, **kwargs):
    """Log a message with severity 'DEBUG' on the root logger."""
    _root().debug(msg, *args, **kwargs)


def log(level, msg, *args, **kwargs):
    """Log 'msg % args' with the integer severity 'level' on the root
    logger."""
    _root().log(level, msg, *args, **kwargs)


def disable(level=CRITICAL):
    """Disable all logging calls of severity 'level' and below."""
    manager = _state().manager
    manager.disable = level
    manager._clear_cache()


def shutdown(handlerList=None):
    """Perform any cleanup actions in the logging system."""
    handlers = _state().handlers if handlerList is None else handlerList
    for h in reversed(handlers[:]):
        if h is None or h._closed:
            continue
        try:
            h.acquire()
            h.flush()
            h.close()
        except (OSError, ValueError):
            pass
        finally:
            h.release()


def _showwarning(message, category, filename, lineno, file=None, line=None):
    state = _state()
    if file is not None:
        if state.showwarning is not None:
            state.showwarning(message, category, filename, lineno, file,
                              line)
        return
    s = warnings.formatwarning(message, category, filename, lineno, line)
    logger = getLogger("py.warnings")
    if not logger.handlers:
        logger.addHandler(NullHandler())
    logger.warning(str(s))


def captureWarnings(capture):
    """If capture is true, redirect all warnings to the logging package."""
    state = _state()
    if capture:
        if state.showwarning is None:
            state.showwarning = warnings.showwarning
            warnings.showwarning = _showwarning
    elif state.showwarning is not None:
        warnings.showwarning = state.showwarning
        state.showwarning = None


def currentframe():
    """Return the frame object for the caller's stack frame."""
    return sys._getframe(1)
