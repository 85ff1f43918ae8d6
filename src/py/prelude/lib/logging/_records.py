# logging/_records.py - levels and records.
#
# SPDX-License-Identifier: Apache-2.0
import os
import threading
import time
from collections.abc import Mapping

from _caisson import session_state

CRITICAL = 50
FATAL = CRITICAL
ERROR = 40
WARNING = 30
WARN = WARNING
INFO = 20
DEBUG = 10
NOTSET = 0


class Levels:
    """The names of levels in a session, in both directions."""

    def __init__(self):
        self.numbers = {"CRITICAL": CRITICAL, "FATAL": FATAL, "ERROR": ERROR,
                        "WARN": WARN, "WARNING": WARNING, "INFO": INFO,
                        "DEBUG": DEBUG, "NOTSET": NOTSET}
        self.names = {number: name for name, number in self.numbers.items()
                      if name not in ("FATAL", "WARN")}


def levels():
    return session_state("logging.levels", Levels)


def getLevelNamesMapping():
    """All names of levels with their numbers."""
    return dict(levels().numbers)


def getLevelName(level):
    """The name of a number, or the number of a name."""
    known = levels()
    found = known.names.get(level)
    if found is None:
        found = known.numbers.get(level)
    return f"Level {level}" if found is None else found


def addLevelName(level, levelName):
    """Give a number a name."""
    known = levels()
    known.names[level] = levelName
    known.numbers[levelName] = level


def check_level(level):
    """The number of a level given as number or name."""
    if isinstance(level, int):
        return level
    if str(level) != level:
        raise TypeError("Level not an integer or a valid string: "
                        f"{level!r}")
    try:
        return levels().numbers[level]
    except KeyError:
        raise ValueError(f"Unknown level: {level!r}") from None


class Records:
    """When the session began to log, and how it makes records."""

    def __init__(self):
        self.start = time.time()
        self.factory = LogRecord
        self.process = os.getpid()
        self.modules = {}  # path: file name and module


def records():
    return session_state("logging.records", Records)


def _names_of(path, session):
    """The file's name and its module; those of a few paths are kept."""
    if type(path) is str:
        known = session.modules.get(path)
        if known is not None:
            return known
    try:
        name = os.path.basename(path)
        known = name, os.path.splitext(name)[0]
    except (AttributeError, TypeError, ValueError):
        return path, "Unknown module"
    if type(path) is str and len(session.modules) < 100:
        session.modules[path] = known
    return known


class LogRecord(object):
    """One event, with all that is known of it."""

    __module__ = "logging"

    def __init__(self, name, level, pathname, lineno, msg, args, exc_info,
                 func=None, sinfo=None, **kwargs):
        session = records()
        self.created = now = time.time()
        self.msecs = int((now - int(now)) * 1000) + 0.0
        self.relativeCreated = (now - session.start) * 1000
        self.name, self.msg = name, msg
        # A single mapping stands for "%(key)s" formatting.
        single = args[0] if args and len(args) == 1 else None
        self.args = single if single and isinstance(single, Mapping) else args
        self.levelno, self.levelname = level, getLevelName(level)
        self.pathname, self.lineno, self.funcName = pathname, lineno, func
        self.filename, self.module = _names_of(pathname, session)
        self.exc_info, self.exc_text = exc_info, None
        self.stack_info = sinfo
        thread = threading.current_thread()
        self.thread, self.threadName = thread.ident, thread.name
        self.process, self.processName = session.process, "MainProcess"

    def __repr__(self):
        return (f"<LogRecord: {self.name}, {self.levelno}, {self.pathname}, "
                f'{self.lineno}, "{self.msg}">')

    def getMessage(self):
        """The message with its arguments."""
        text = str(self.msg)
        return text % self.args if self.args else text


def setLogRecordFactory(factory):
    """Let another function make the records."""
    records().factory = factory


def getLogRecordFactory():
    """The function that makes the records."""
    return records().factory


def makeLogRecord(dict):
    """A record with these attributes."""
    record = records().factory(None, None, "", 0, "", (), None, None)
    vars(record).update(dict)
    return record
