# _io_buffer.py - buffering between raw files and programs.
#
# A reader keeps bytes it has read ahead; a writer keeps bytes not yet
# written; a random-access buffer never holds both.
#
# SPDX-License-Identifier: Apache-2.0
from _io_base import (DEFAULT_BUFFER_SIZE, BufferedIOBase,
                      UnsupportedOperation, dirty_files, optional_size)


class _Buffered(BufferedIOBase):
    """What the buffered classes share: the raw stream and both buffers."""

    def _setup(self, raw, buffer_size):
        if buffer_size <= 0:
            raise ValueError("buffer size must be strictly positive")
        self._raw = raw
        self.buffer_size = buffer_size
        self._ahead = b""
        self._at = 0
        self._out = []
        self._out_size = 0

    @property
    def raw(self):
        if self._raw is None:
            raise ValueError("raw stream has been detached")
        return self._raw

    @property
    def closed(self):
        return self.raw.closed

    @property
    def name(self):
        return self.raw.name

    @property
    def mode(self):
        return self.raw.mode

    def __repr__(self):
        cls = f"{type(self).__module__}.{type(self).__qualname__}"
        try:
            return f"<{cls} name={self.name!r}>"
        except AttributeError:
            return f"<{cls}>"

    def _open(self, what=""):
        if self.closed:
            raise ValueError(what + "of closed file" if what
                             else "I/O operation on closed file.")

    def detach(self):
        raw = self.raw
        self.flush()
        self._raw = None
        return raw

    def seekable(self):
        return self.raw.seekable()

    def readable(self):
        return self.raw.readable()

    def writable(self):
        return self.raw.writable()

    def fileno(self):
        return self.raw.fileno()

    def isatty(self):
        return self.raw.isatty()

    def close(self):
        if self._raw is not None and not self.closed:
            try:
                self.flush()
            finally:
                self._raw.close()
                dirty_files().pop(id(self), None)

    def flush(self):
        self._open("flush ")
        self._flush_out()

    # -- reading

    def _forget_ahead(self):
        """Give back what was read ahead."""
        left = len(self._ahead) - self._at
        self._ahead, self._at = b"", 0
        if left:
            self._raw.seek(-left, 1)

    def _read(self, size):
        if self._out:
            self._flush_out()
        ahead, at = self._ahead, self._at
        have = len(ahead) - at
        if size < 0:
            self._ahead, self._at = b"", 0
            rest = self._raw.readall() if hasattr(
                self._raw, "readall") else self._raw.read()
            head = ahead[at:]
            if rest is None:
                return head or None
            return head + rest if head else rest
        if size <= have:
            self._at = at + size
            return ahead[at:at + size]
        parts = [ahead[at:]]
        need = size - have
        self._ahead, self._at = b"", 0
        while need > 0:
            data = self._raw.read(max(self.buffer_size, need))
            if data is None:
                if not parts[0] and len(parts) == 1:
                    return None
                break
            if not data:
                break
            if len(data) > need:
                self._ahead, self._at = data, need
                data = data[:need]
            parts.append(data)
            need -= len(data)
        return b"".join(parts)

    def _peek(self):
        if self._at >= len(self._ahead):
            if self._out:
                self._flush_out()
            self._ahead = self._raw.read(self.buffer_size) or b""
            self._at = 0
        return self._ahead[self._at:] if self._at else self._ahead

    def _read1(self, size):
        ahead = self._peek()
        if size < 0:
            size = self.buffer_size
        data = ahead[:size]
        self._at += len(data)
        return data

    def _readline(self, size):
        at = self._at
        end = self._ahead.find(b"\n", at) + 1
        if end and not 0 <= size < end - at:
            self._at = end
            return self._ahead[at:end]
        parts = []
        total = 0
        while size < 0 or total < size:
            ahead = self._peek()
            if not ahead:
                break
            end = ahead.find(b"\n") + 1 or len(ahead)
            if size >= 0:
                end = min(end, size - total)
            parts.append(ahead[:end])
            total += end
            self._at += end
            if parts[-1].endswith(b"\n"):
                break
        return b"".join(parts)

    # -- writing

    def _write(self, b):
        if self._ahead:
            self._forget_ahead()
        if isinstance(b, str):
            raise TypeError("a bytes-like object is required, not 'str'")
        b = bytes(b) if isinstance(b, (bytes, bytearray)) else (
            memoryview(b).tobytes())
        if not self._out:
            dirty_files()[id(self)] = self
        self._out.append(b)
        self._out_size += len(b)
        if self._out_size > self.buffer_size:
            self._flush_out()
        return len(b)

    def _flush_out(self):
        if not self._out:
            return
        data = b"".join(self._out)
        self._out, self._out_size = [], 0
        dirty_files().pop(id(self), None)
        while data:
            n = self._raw.write(data)
            if n is None:
                raise BlockingIOError(
                    11, "write could not complete without blocking", 0)
            data = data[n:]

    # -- position

    def _tell(self):
        self._open()
        return (self._raw.tell() - (len(self._ahead) - self._at)
                + self._out_size)

    def tell(self):
        return self._tell()

    def seek(self, pos, whence=0, /):
        if whence not in (0, 1, 2):
            raise ValueError(f"whence value {whence} unsupported")
        self._open("seek ")
        if not self.seekable():
            raise UnsupportedOperation("File or stream is not seekable.")
        if not -1 << 63 <= pos < 1 << 63:
            raise ValueError("cannot fit 'int' into an offset-sized integer")
        self._flush_out()
        if whence == 1:
            pos -= len(self._ahead) - self._at
        self._ahead, self._at = b"", 0
        return self._raw.seek(pos, whence)

    def truncate(self, pos=None, /):
        self._open("truncate ")
        if not self.writable():
            raise UnsupportedOperation("truncate")
        self._flush_out()
        if self._ahead:
            self._forget_ahead()
        if pos is None:
            pos = self.tell()
        return self._raw.truncate(pos)


class _Reading(_Buffered):
    """Reading methods."""

    def read(self, size=-1, /):
        size = optional_size(size)
        if size < -1:
            raise ValueError("read length must be non-negative or -1")
        self._open("read ")
        return self._read(size)

    def read1(self, size=-1, /):
        self._open("read ")
        return self._read1(optional_size(size))

    def peek(self, size=0, /):
        self._open("peek ")
        return self._peek()

    def readline(self, size=-1, /):
        size = optional_size(size)
        self._open("readline ")
        return self._readline(size)

    def __next__(self):
        line = self._readline(-1)
        if not line:
            raise StopIteration
        return line


class BufferedReader(_Reading):
    """Reads a stream ahead."""

    def __init__(self, raw, buffer_size=DEFAULT_BUFFER_SIZE):
        if not raw.readable():
            raise UnsupportedOperation("File or stream is not readable.")
        self._setup(raw, buffer_size)

    def write(self, b, /):
        raise UnsupportedOperation("write")

    def writable(self):
        return False


class BufferedWriter(_Buffered):
    """Collects what is written to a stream."""

    def __init__(self, raw, buffer_size=DEFAULT_BUFFER_SIZE):
        if not raw.writable():
            raise UnsupportedOperation("File or stream is not writable.")
        self._setup(raw, buffer_size)

    def write(self, b, /):
        self._open("write ")
        return self._write(b)

    def read(self, size=-1, /):
        raise UnsupportedOperation("read")

    def read1(self, size=-1, /):
        raise UnsupportedOperation("read1")

    def readline(self, size=-1, /):
        raise UnsupportedOperation("readline")

    def readinto(self, buffer, /):
        raise UnsupportedOperation("readinto")

    def readable(self):
        return False


class BufferedRandom(_Reading):
    """Reads and writes a stream that can seek."""

    def __init__(self, raw, buffer_size=DEFAULT_BUFFER_SIZE):
        if not raw.seekable():
            raise UnsupportedOperation("File or stream is not seekable.")
        if not raw.readable():
            raise UnsupportedOperation("File or stream is not readable.")
        if not raw.writable():
            raise UnsupportedOperation("File or stream is not writable.")
        self._setup(raw, buffer_size)

    def write(self, b, /):
        self._open("write ")
        return self._write(b)


def _asked_of(side, name):
    """A method that one side of a pair answers."""
    def method(self, *args):
        return getattr(getattr(self, side), name)(*args)

    method.__name__ = name
    return method


class BufferedRWPair(BufferedIOBase):
    """Reads from one stream and writes to another."""

    def __init__(self, reader, writer, buffer_size=DEFAULT_BUFFER_SIZE, /):
        for word, able in (("reader", reader.readable()),
                           ("writer", writer.writable())):
            if not able:
                verb = "readable" if word == "reader" else "writable"
                raise OSError(f'"{word}" argument must be {verb}.')
        self.reader, self.writer = (BufferedReader(reader, buffer_size),
                                    BufferedWriter(writer, buffer_size))

    def read(self, size=-1, /):
        return self.reader.read(-1 if size is None else size)

    readinto = _asked_of("reader", "readinto")
    readinto1 = _asked_of("reader", "readinto1")
    read1 = _asked_of("reader", "read1")
    peek = _asked_of("reader", "peek")
    readable = _asked_of("reader", "readable")
    write = _asked_of("writer", "write")
    flush = _asked_of("writer", "flush")
    writable = _asked_of("writer", "writable")

    def isatty(self):
        return any(side.isatty() for side in (self.reader, self.writer))

    @property
    def closed(self):
        return self.writer.closed

    def close(self):
        try:
            self.writer.close()
        finally:
            self.reader.close()


for _cls in (BufferedReader, BufferedWriter, BufferedRandom, BufferedRWPair):
    _cls.__module__ = "_io"
del _cls
