# logging/_handling.py - where records go.
#
# SPDX-License-Identifier: Apache-2.0
import atexit
import io
import os
import sys
import traceback
import types
from threading import RLock

from _caisson import session_state
from logging._formatting import PLAIN, Filterer
from logging._records import NOTSET, WARNING, check_level, getLevelName


def _callers(record):
    """The stack of who logs."""
    frame = sys._getframe(1)
    here = os.path.dirname(frame.f_code.co_filename)
    while frame and os.path.dirname(frame.f_code.co_filename) == here:
        frame = frame.f_back
    if frame:
        return traceback.format_stack(frame)
    return [f"Logged from file {record.filename}, line {record.lineno}\n"]


class Handlers:
    """The handlers of a session: open ones in order, and those by name."""

    def __init__(self):
        self.open = []
        self.named = {}
        atexit.register(shutdown)


def handlers():
    return session_state("logging.handlers", Handlers)


def shutdown(handlerList=None):
    """Flush and close all handlers, the newest first."""
    known = handlers().open if handlerList is None else handlerList
    for handler in [*reversed(known)]:
        if handler is None or handler._closed:
            continue
        handler.acquire()
        try:
            handler.flush()
            handler.close()
        except (OSError, ValueError):
            pass  # its stream was closed by somebody else
        finally:
            handler.release()


class Handler(Filterer):
    """Brings records of a level and above to some place."""

    __module__ = "logging"

    def __init__(self, level=NOTSET):
        Filterer.__init__(self)
        self.level = check_level(level)
        self.formatter = None
        self._name = None
        self._closed = False
        handlers().open.append(self)
        self.createLock()

    def __repr__(self):
        return f"<{type(self).__name__} ({getLevelName(self.level)})>"

    def get_name(self):
        """The name in a configuration."""
        return self._name

    def set_name(self, name):
        """Take another name."""
        named = handlers().named
        named.pop(self._name, None)
        self._name = name
        if name:
            named[name] = self

    name = property(get_name, set_name)

    def createLock(self):
        """Make the lock that keeps threads apart."""
        self.lock = RLock()

    def acquire(self):
        """Take the lock."""
        if self.lock:
            self.lock.acquire()

    def release(self):
        """Give the lock back."""
        if self.lock:
            self.lock.release()

    def setLevel(self, level):
        """Ignore records below a level."""
        self.level = check_level(level)

    def setFormatter(self, fmt):
        """Use a formatter."""
        self.formatter = fmt

    def format(self, record):
        """The record as text."""
        return (self.formatter or PLAIN).format(record)

    def emit(self, record):
        """Bring one record there."""
        raise NotImplementedError("emit must be implemented by Handler "
                                  "subclasses")

    def handle(self, record):
        """emit() a record that the filters let pass."""
        passed = self.filter(record)
        if passed:
            self.acquire()
            try:
                self.emit(record)
            finally:
                self.release()
        return passed

    def flush(self):
        """Make sure that everything has arrived."""

    def close(self):
        """Give up name and place."""
        known = handlers()
        self._closed = True
        if self._name:
            known.named.pop(self._name, None)
        if self in known.open:
            known.open.remove(self)

    def handleError(self, record):
        """Report on stderr that emit() failed."""
        err = sys.stderr
        if not err or not __import__("logging").raiseExceptions:
            return
        lines = ["--- Logging error ---\n", traceback.format_exc(),
                 "Call stack:\n", *_callers(record)]
        try:
            lines.append(f"Message: {record.msg!r}\n"
                         f"Arguments: {record.args}\n")
        except RecursionError:
            raise
        except Exception:
            lines.append("Unable to print the message and arguments - "
                         "possible formatting error.\nUse the traceback "
                         "above to help find the error.\n")
        try:
            err.write("".join(lines))
        except OSError:
            pass


class StreamHandler(Handler):
    """Writes records to a stream, stderr unless told."""

    __module__ = "logging"
    __class_getitem__ = classmethod(types.GenericAlias)

    terminator = "\n"

    def __init__(self, stream=None):
        Handler.__init__(self)
        self.stream = sys.stderr if stream is None else stream

    def __repr__(self):
        name = getattr(self.stream, "name", "")
        shown = f"{name} " if str(name) else ""
        return f"<{type(self).__name__} {shown}({getLevelName(self.level)})>"

    def flush(self):
        """Flush the stream."""
        flush = getattr(self.stream, "flush", None)
        if self.stream and flush is not None:
            flush()

    def emit(self, record):
        """Write a record and flush."""
        try:
            self.stream.write(self.format(record) + self.terminator)
            self.flush()
        except RecursionError:
            raise
        except Exception:
            self.handleError(record)

    def setStream(self, stream):
        """Write to another stream; return the old one, None if it is that."""
        old = self.stream
        if old is stream:
            return None
        self.flush()
        self.stream = stream
        return old


class FileHandler(StreamHandler):
    """Writes records to a file; with `delay`, opens it for the first one."""

    __module__ = "logging"

    def __init__(self, filename, mode="a", encoding=None, delay=False,
                 errors=None):
        self.baseFilename = os.path.abspath(os.fspath(filename))
        self.mode, self.delay = mode, delay
        self.encoding, self.errors = encoding, errors
        stream = None if delay else self._open()
        Handler.__init__(self)
        self.stream = stream

    def __repr__(self):
        level = getLevelName(self.level)
        return f"<{type(self).__name__} {self.baseFilename} ({level})>"

    def _open(self):
        return io.open(self.baseFilename, self.mode, encoding=self.encoding,
                       errors=self.errors)

    def emit(self, record):
        """Write a record; open the file first if need be."""
        # A file that was written anew and closed is not written over.
        if self.stream is None and not (self._closed and self.mode == "w"):
            self.stream = self._open()
        if self.stream:
            StreamHandler.emit(self, record)

    def close(self):
        """Close the file."""
        try:
            if self.stream:
                self._close_stream()
        finally:
            StreamHandler.close(self)

    def _close_stream(self):
        try:
            self.flush()
        finally:
            stream, self.stream = self.stream, None
            if hasattr(stream, "close"):
                stream.close()


class _StderrHandler(StreamHandler):
    """Writes to whatever sys.stderr is at that moment."""

    __module__ = "logging"

    def __init__(self, level=NOTSET):
        Handler.__init__(self, level)

    @property
    def stream(self):
        return sys.stderr


def last_resort():
    """The handler for loggers that have none."""
    known = session_state("logging.last_resort", list)
    if not known:
        known.append(_StderrHandler(WARNING))
    return known[0]


class NullHandler(Handler):
    """Takes records and does nothing."""

    __module__ = "logging"

    def handle(self, record):
        """Do nothing."""

    def emit(self, record):
        """Do nothing."""

    def createLock(self):
        """Need no lock."""
        self.lock = None
