# logging/handlers.py - handlers beyond streams and files.
#
# SPDX-License-Identifier: Apache-2.0
"""More handlers."""
import logging
import os

__all__ = ["BufferingHandler", "MemoryHandler", "RotatingFileHandler",
           "BaseRotatingHandler", "WatchedFileHandler", "QueueHandler",
           "QueueListener"]


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
