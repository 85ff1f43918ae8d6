# logging/handlers.py - handlers beyond streams and files.
#
# SPDX-License-Identifier: Apache-2.0
"""Additional handlers for the logging package."""
import logging
import os

__all__ = ["BufferingHandler", "MemoryHandler", "RotatingFileHandler",
           "BaseRotatingHandler", "WatchedFileHandler", "QueueHandler",
           "QueueListener"]


class BufferingHandler(logging.Handler):
    """A handler class which buffers logging records in memory."""

    def __init__(self, capacity):
        logging.Handler.__init__(self)
        self.capacity = capacity
        self.buffer = []

    def shouldFlush(self, record):
        """Should the handler flush its buffer?"""
        return len(self.buffer) >= self.capacity

    def emit(self, record):
        """Append the record; flush if shouldFlush() says so."""
        self.buffer.append(record)
        if self.shouldFlush(record):
            self.flush()

    def flush(self):
        """Zap the buffer to empty."""
        self.buffer.clear()

    def close(self):
        """Close the handler."""
        try:
            self.flush()
        finally:
            logging.Handler.close(self)


class MemoryHandler(BufferingHandler):
    """A handler class which buffers logging records in memory,
    periodically flushing them to a target handler."""

    def __init__(self, capacity, flushLevel=logging.ERROR, target=None,
                 flushOnClose=True):
        BufferingHandler.__init__(self, capacity)
        self.flushLevel = flushLevel
        self.target = target
        self.flushOnClose = flushOnClose

    def shouldFlush(self, record):
        """Check for buffer full or a record at the flushLevel or
        higher."""
        return (len(self.buffer) >= self.capacity
                or record.levelno >= self.flushLevel)

    def setTarget(self, target):
        """Set the target handler for this handler."""
        self.target = target

    def flush(self):
        """Send the buffered records to the target, if there is one."""
        if self.target:
            for record in self.buffer:
                self.target.handle(record)
            self.buffer.clear()

    def close(self):
        """Flush, if appropriately configured, set the target to None and
        lose the buffer."""
        try:
            if self.flushOnClose:
                self.flush()
        finally:
            self.target = None
            BufferingHandler.close(self)


class BaseRotatingHandler(logging.FileHandler):
    """Base class for handlers that rotate log files at a certain point."""

    namer = None
    rotator = None

    def __init__(self, filename, mode, encoding=None, delay=False,
                 errors=None):
        logging.FileHandler.__init__(self, filename, mode=mode,
                                     encoding=encoding, delay=delay,
                                     errors=errors)

    def emit(self, record):
        """Emit a record, catering for rollover."""
        try:
            if self.shouldRollover(record):
                self.doRollover()
            logging.FileHandler.emit(self, record)
        except Exception:
            self.handleError(record)

    def rotation_filename(self, default_name):
        """Modify the filename of a log file when rotating."""
        return self.namer(default_name) if callable(self.namer) else (
            default_name)

    def rotate(self, source, dest):
        """When rotating, rotate the current log."""
        if callable(self.rotator):
            self.rotator(source, dest)
        elif os.path.exists(source):
            os.rename(source, dest)


class RotatingFileHandler(BaseRotatingHandler):
    """Handler for logging to a set of files, which switches from one file
    to the next when the current file reaches a certain size."""

    def __init__(self, filename, mode="a", maxBytes=0, backupCount=0,
                 encoding=None, delay=False, errors=None):
        if maxBytes > 0:
            mode = "a"
        BaseRotatingHandler.__init__(self, filename, mode,
                                     encoding=encoding, delay=delay,
                                     errors=errors)
        self.maxBytes = maxBytes
        self.backupCount = backupCount

    def doRollover(self):
        """Do a rollover."""
        if self.stream:
            self.stream.close()
            self.stream = None
        if self.backupCount > 0:
            for i in range(self.backupCount - 1, 0, -1):
                src = self.rotation_filename(f"{self.baseFilename}.{i}")
                dst = self.rotation_filename(f"{self.baseFilename}.{i + 1}")
                if os.path.exists(src):
                    if os.path.exists(dst):
                        os.remove(dst)
                    os.rename(src, dst)
            dst = self.rotation_filename(self.baseFilename + ".1")
            if os.path.exists(dst):
                os.remove(dst)
            self.rotate(self.baseFilename, dst)
        if not self.delay:
            self.stream = self._open()

    def shouldRollover(self, record):
        """Determine if rollover should occur."""
        if os.path.exists(self.baseFilename) and not os.path.isfile(
                self.baseFilename):
            return False
        if self.stream is None:
            self.stream = self._open()
        if self.maxBytes > 0:
            msg = "%s\n" % self.format(record)
            self.stream.seek(0, 2)
            if self.stream.tell() + len(msg) >= self.maxBytes:
                return True
        return False


class WatchedFileHandler(logging.FileHandler):
    """As FileHandler: nobody moves files behind our back."""

    def reopenIfNeeded(self):
        pass


class QueueHandler(logging.Handler):
    """This handler sends events to a queue."""

    def __init__(self, queue):
        logging.Handler.__init__(self)
        self.queue = queue

    def enqueue(self, record):
        """Enqueue a record."""
        self.queue.put_nowait(record)

    def prepare(self, record):
        """Prepare a record for queuing: merge message and arguments."""
        msg = self.format(record)
        new = logging.makeLogRecord(record.__dict__)
        new.message = new.msg = msg
        new.args = new.exc_info = new.exc_text = new.stack_info = None
        return new

    def emit(self, record):
        try:
            self.enqueue(self.prepare(record))
        except Exception:
            self.handleError(record)


class QueueListener(object):
    """Passes records from a queue to handlers; without threads that happens
    in stop()."""

    def __init__(self, queue, *handlers, respect_handler_level=False):
        self.queue = queue
        self.handlers = handlers
        self.respect_handler_level = respect_handler_level

    def start(self):
        pass

    def handle(self, record):
        for handler in self.handlers:
            if (not self.respect_handler_level
                    or record.levelno >= handler.level):
                handler.handle(record)

    def stop(self):
        while not self.queue.empty():
            self.handle(self.queue.get_nowait())
