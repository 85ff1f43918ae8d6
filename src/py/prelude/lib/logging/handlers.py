# logging/handlers.py - handlers beyond streams and files.
#
# SPDX-License-Identifier: Apache-2.0
"""More handlers."""
import logging
import os
import re
import time

__all__ = ["BufferingHandler", "MemoryHandler", "RotatingFileHandler",
           "TimedRotatingFileHandler", "BaseRotatingHandler",
           "WatchedFileHandler", "QueueHandler", "QueueListener"]


class BufferingHandler(logging.Handler):
    """Collects up to `capacity` records."""

    def __init__(self, capacity):
        super().__init__()
        self.capacity, self.buffer = capacity, []

    def shouldFlush(self, record):
        """Is the buffer full?"""
        return self.capacity <= len(self.buffer)

    def emit(self, record):
        """Keep a record; flush if it is time."""
        self.buffer += [record]
        if self.shouldFlush(record):
            self.flush()

    def flush(self):
        """Forget the records."""
        self.buffer.clear()

    def close(self):
        """Flush and close."""
        try:
            self.flush()
        finally:
            super().close()


class MemoryHandler(BufferingHandler):
    """Collects records and hands them to another handler."""

    def __init__(self, capacity, flushLevel=logging.ERROR, target=None,
                 flushOnClose=True):
        super().__init__(capacity)
        self.flushLevel, self.flushOnClose = flushLevel, flushOnClose
        self.target = target

    def setTarget(self, target):
        """Hand the records to this handler."""
        self.target = target

    def shouldFlush(self, record):
        """Is the buffer full, or the record grave?"""
        return (self.flushLevel <= record.levelno
                or super().shouldFlush(record))

    def flush(self):
        """Hand the records over, if there is a target."""
        if self.target:
            for record in self.buffer:
                self.target.handle(record)
            self.buffer.clear()

    def close(self):
        """Flush if told so, and let the target go."""
        try:
            if self.flushOnClose:
                self.flush()
        finally:
            self.target = None
            super().close()


class BaseRotatingHandler(logging.FileHandler):
    """A file that gives way to a new one when shouldRollover() says so."""

    namer = None
    rotator = None

    def __init__(self, filename, mode, encoding=None, delay=False,
                 errors=None):
        super().__init__(filename, mode, encoding, delay, errors)

    def emit(self, record):
        """Write a record, to a new file if it is time."""
        try:
            if self.shouldRollover(record):
                self.doRollover()
            super().emit(record)
        except Exception:
            self.handleError(record)

    def rotation_filename(self, default_name):
        """The name of an old file: what `namer` makes of it."""
        if callable(self.namer):
            return self.namer(default_name)
        return default_name

    def rotate(self, source, dest):
        """Move a file away, or let `rotator` do it."""
        if callable(self.rotator):
            self.rotator(source, dest)
        elif os.path.exists(source):
            os.rename(source, dest)


class RotatingFileHandler(BaseRotatingHandler):
    """Begins a new file at `maxBytes`; keeps `backupCount` old ones."""

    def __init__(self, filename, mode="a", maxBytes=0, backupCount=0,
                 encoding=None, delay=False, errors=None):
        # Writing anew makes no sense for a file that is carried on.
        mode = "a" if maxBytes > 0 else mode
        super().__init__(filename, mode, encoding, delay, errors)
        self.maxBytes, self.backupCount = maxBytes, backupCount

    def shouldRollover(self, record):
        """Would the record make the file too long?"""
        path = self.baseFilename
        if os.path.exists(path) and not os.path.isfile(path):
            return False
        if self.stream is None:
            self.stream = self._open()
        if self.maxBytes <= 0:
            return False
        self.stream.seek(0, os.SEEK_END)
        length = len(self.format(record)) + 1
        return self.stream.tell() + length >= self.maxBytes

    def _backup(self, number):
        return self.rotation_filename(f"{self.baseFilename}.{number}")

    def doRollover(self):
        """Number the old files up and begin a new one."""
        if self.stream:
            self.stream.close()
            self.stream = None
        for number in range(self.backupCount, 0, -1):
            goal = self._backup(number)
            if number == 1:
                _remove(goal)
                self.rotate(self.baseFilename, goal)
            elif os.path.exists(self._backup(number - 1)):
                _remove(goal)
                os.rename(self._backup(number - 1), goal)
        if not self.delay:
            self.stream = self._open()


def _remove(path):
    if os.path.exists(path):
        os.remove(path)


_DAY = 24 * 60 * 60

# Letter of an interval: its seconds, what is added to names of old files.
_INTERVALS = {
    "S": (1, "%Y-%m-%d_%H-%M-%S"),
    "M": (60, "%Y-%m-%d_%H-%M"),
    "H": (60 * 60, "%Y-%m-%d_%H"),
    "D": (_DAY, "%Y-%m-%d"),
    "MIDNIGHT": (_DAY, "%Y-%m-%d"),
    "W": (7 * _DAY, "%Y-%m-%d"),
}
_DIGITS = {"Y": r"\d{4}", "m": r"\d{2}", "d": r"\d{2}", "H": r"\d{2}",
           "M": r"\d{2}", "S": r"\d{2}"}


class TimedRotatingFileHandler(BaseRotatingHandler):
    """Begins a new file every so often, or at a time of day or week."""

    def __init__(self, filename, when="h", interval=1, backupCount=0,
                 encoding=None, delay=False, utc=False, atTime=None,
                 errors=None):
        super().__init__(filename, "a", encoding=encoding, delay=delay,
                         errors=errors)
        self.when, self.backupCount = when.upper(), backupCount
        self.utc, self.atTime = utc, atTime
        seconds, self.suffix = _INTERVALS[self._kind()]
        pattern = re.sub("%(.)", lambda m: _DIGITS[m[1]], self.suffix)
        self.extMatch = re.compile(f"^{pattern}(\\.\\w+)?$", re.ASCII)
        self.interval = seconds * interval
        if os.path.exists(self.baseFilename):
            begun = int(os.stat(self.baseFilename).st_mtime)
        else:
            begun = int(time.time())
        self.rolloverAt = self.computeRollover(begun)

    def _kind(self):
        when = self.when
        if not when.startswith("W"):
            if when not in _INTERVALS:
                raise ValueError(
                    f"Invalid rollover interval specified: {when}")
            return when
        if len(when) != 2:
            raise ValueError("You must specify a day for weekly rollover "
                             f"from 0 to 6 (0 is Monday): {when}")
        if not "0" <= when[1] <= "6":
            raise ValueError(
                f"Invalid day specified for weekly rollover: {when}")
        self.dayOfWeek = int(when[1])
        return "W"

    def _parts(self, moment):
        return time.gmtime(moment) if self.utc else time.localtime(moment)

    def _shift(self, moment, other):
        """What summer time makes of a step from one moment to another."""
        if self.utc:
            return 0
        before, after = (time.localtime(t).tm_isdst for t in (moment, other))
        return 0 if before == after else 3600 if before else -3600

    def computeRollover(self, currentTime):
        """The moment of the next change, seen from this one."""
        if self.when != "MIDNIGHT" and not self.when.startswith("W"):
            return currentTime + self.interval
        now, at = self._parts(currentTime), self.atTime
        goal = (_DAY if at is None
                else (at.hour * 60 + at.minute) * 60 + at.second)
        wait = goal - ((now.tm_hour * 60 + now.tm_min) * 60 + now.tm_sec)
        day = now.tm_wday
        if wait < 0:  # tomorrow
            wait += _DAY
            day = (day + 1) % 7
        result = currentTime + wait
        if not self.when.startswith("W"):
            return result
        result += (self.dayOfWeek - day) % 7 * _DAY
        return result + self._shift(currentTime, result)

    def shouldRollover(self, record):
        """Is it time for a new file?"""
        now = int(time.time())
        if now < self.rolloverAt:
            return False
        path = self.baseFilename
        if os.path.exists(path) and not os.path.isfile(path):
            self.rolloverAt = self.computeRollover(now)
            return False
        return True

    def getFilesToDelete(self):
        """Old files beyond `backupCount`, the oldest first."""
        folder, name = os.path.split(self.baseFilename)
        start = name + "."
        found = sorted(
            os.path.join(folder, entry) for entry in os.listdir(folder)
            if entry.startswith(start)
            and self.extMatch.match(entry[len(start):]))
        return found[:max(len(found) - self.backupCount, 0)]

    def doRollover(self):
        """Rename the file after the time it began at; begin a new one."""
        if self.stream:
            self.stream.close()
            self.stream = None
        now = int(time.time())
        begun = self.rolloverAt - self.interval
        begun -= self._shift(begun, now)
        stamp = time.strftime(self.suffix, self._parts(begun))
        goal = self.rotation_filename(f"{self.baseFilename}.{stamp}")
        _remove(goal)
        self.rotate(self.baseFilename, goal)
        if self.backupCount > 0:
            for path in self.getFilesToDelete():
                os.remove(path)
        if not self.delay:
            self.stream = self._open()
        following = self.computeRollover(now)
        while following <= now:
            following += self.interval
        if self.when == "MIDNIGHT" or self.when.startswith("W"):
            following += self._shift(now, following)
        self.rolloverAt = following


class WatchedFileHandler(logging.FileHandler):
    """A FileHandler; nobody moves files behind our back."""

    def reopenIfNeeded(self):
        """Nothing to do."""


class QueueHandler(logging.Handler):
    """Puts records into a queue."""

    def __init__(self, queue):
        super().__init__()
        self.queue = queue

    def prepare(self, record):
        """A copy of the record whose message is complete."""
        text = self.format(record)
        return logging.makeLogRecord({
            **vars(record), "message": text, "msg": text, "args": None,
            "exc_info": None, "exc_text": None, "stack_info": None})

    def enqueue(self, record):
        """Put a record into the queue."""
        self.queue.put_nowait(record)

    def emit(self, record):
        """Prepare a record and put it into the queue."""
        try:
            self.enqueue(self.prepare(record))
        except Exception:
            self.handleError(record)


class QueueListener(object):
    """Takes records from a queue to handlers; here stop() does it all."""

    def __init__(self, queue, *handlers, respect_handler_level=False):
        self.queue, self.handlers = queue, handlers
        self.respect_handler_level = respect_handler_level

    def start(self):
        """Nothing to do: the records wait in the queue."""

    def handle(self, record):
        """Bring one record to the handlers."""
        for handler in self.handlers:
            least = handler.level if self.respect_handler_level else 0
            if record.levelno >= least:
                handler.handle(record)

    def stop(self):
        """Bring all waiting records to the handlers."""
        while not self.queue.empty():
            self.handle(self.queue.get_nowait())
