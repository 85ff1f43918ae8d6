# _io_base.py - abstract classes of the io hierarchy and raw files.
#
# A raw file is a host handle reached by "fs." calls.  Objects that hold
# unwritten data register in the session's table of dirty files; flush_dirty
# writes them out before anything else looks at the file system.
#
# SPDX-License-Identifier: Apache-2.0
import abc
from operator import index

from _caisson import session_state
from _descriptors import os_call
from _weakref import ref
from gc import collect

DEFAULT_BUFFER_SIZE = 8192
SEEK_SET, SEEK_CUR, SEEK_END = 0, 1, 2
EMFILE = 24
O_RDONLY, O_WRONLY, O_RDWR = 0, 1, 2
O_CREAT, O_EXCL, O_TRUNC, O_APPEND, O_CLOEXEC = 64, 128, 512, 1024, 524288


class UnsupportedOperation(OSError, ValueError):
    pass


UnsupportedOperation.__module__ = "io"


def dirty_files():
    """The session's files with unwritten data, by id."""
    return session_state("io.dirty", dict)


def flush_dirty():
    """Write out everything that programs left in buffers."""
    table = dirty_files()
    if table:
        for file in list(table.values()):
            if not file.closed:
                file.flush()
        table.clear()


def optional_size(size):
    """A size argument: None and negative mean everything (-1)."""
    if size is None:
        return -1
    try:
        return index(size)
    except TypeError:
        raise TypeError("argument should be integer or None, not "
                        f"'{type(size).__name__}'") from None


def offset_argument(pos):
    """An offset that the host can take."""
    pos = index(pos)
    if not -1 << 63 <= pos < 1 << 63:
        raise OverflowError("Python int too large to convert to C long")
    return pos


class IOBase(metaclass=abc.ABCMeta):
    """What all streams share."""

    __closed = False

    def _unsupported(self, name):
        raise UnsupportedOperation(name)

    def seek(self, pos, whence=0, /):
        """Change the stream position to the given byte offset."""
        self._unsupported("seek")

    def tell(self):
        """Return current stream position."""
        return self.seek(0, 1)

    def truncate(self, pos=None, /):
        """Cut or stretch the stream."""
        self._unsupported("truncate")

    def flush(self):
        """Write out what was collected."""
        if self.__closed:
            raise ValueError("I/O operation on closed file.")

    def close(self):
        """Flush and give the stream up."""
        if not self.__closed:
            try:
                self.flush()
            finally:
                self.__closed = True

    @property
    def closed(self):
        return self.__closed

    def seekable(self):
        """Return whether object supports random access."""
        return False

    def readable(self):
        """Return whether object was opened for reading."""
        return False

    def writable(self):
        """Return whether object was opened for writing."""
        return False

    def _checkClosed(self, msg=None):
        if self.closed:
            raise ValueError("I/O operation on closed file."
                             if msg is None else msg)

    def _checkSeekable(self, msg=None):
        if not self.seekable():
            raise UnsupportedOperation(
                "File or stream is not seekable." if msg is None else msg)

    def _checkReadable(self, msg=None):
        if not self.readable():
            raise UnsupportedOperation(
                "File or stream is not readable." if msg is None else msg)

    def _checkWritable(self, msg=None):
        if not self.writable():
            raise UnsupportedOperation(
                "File or stream is not writable." if msg is None else msg)

    def __enter__(self):
        self._checkClosed()
        return self

    def __exit__(self, *args):
        self.close()

    def fileno(self):
        """Returns underlying file descriptor if one exists."""
        self._unsupported("fileno")

    def isatty(self):
        """Return whether this is an 'interactive' stream."""
        self._checkClosed()
        return False

    def readline(self, size=-1, /):
        """Read and return a line from the stream."""
        size = optional_size(size)
        peek = getattr(self, "peek", None)
        out = bytearray()
        while size < 0 or len(out) < size:
            step = 1
            if peek is not None:
                ahead = peek(1)
                if ahead:
                    step = ahead.find(b"\n") + 1 or len(ahead)
                    if size >= 0:
                        step = min(step, size - len(out))
            b = self.read(step)
            if not b:
                break
            if not isinstance(b, bytes):
                raise OSError("read() should have returned a bytes object, "
                              f"not '{type(b).__name__}'")
            out += b
            if out.endswith(b"\n"):
                break
        return bytes(out)

    def __iter__(self):
        self._checkClosed()
        return self

    def __next__(self):
        line = self.readline()
        if not line:
            raise StopIteration
        return line

    def readlines(self, hint=None, /):
        """A list of the lines."""
        if hint is None or hint <= 0:
            return list(self)
        lines, total = [], 0
        for line in self:
            lines.append(line)
            total += len(line)
            if total >= hint:
                break
        return lines

    def writelines(self, lines, /):
        """Write a list of lines to stream."""
        self._checkClosed()
        for line in lines:
            self.write(line)


class RawIOBase(IOBase):
    """Streams of bytes without a buffer."""

    def read(self, size=-1, /):
        if size is None or size < 0:
            return self.readall()
        b = bytearray(index(size))
        n = self.readinto(b)
        if n is None:
            return None
        del b[n:]
        return bytes(b)

    def readall(self):
        """All bytes that are left."""
        out = bytearray()
        while data := self.read(DEFAULT_BUFFER_SIZE):
            out += data
        return bytes(out) if out else data

    def readinto(self, buffer, /):
        self._unsupported("readinto")

    def write(self, b, /):
        self._unsupported("write")


class BufferedIOBase(IOBase):
    """Streams of bytes with a buffer."""

    def detach(self):
        """Disconnect this buffer from its underlying raw stream."""
        self._unsupported("detach")

    def read(self, size=-1, /):
        """Read and return up to n bytes."""
        self._unsupported("read")

    def read1(self, size=-1, /):
        """Read and return up to n bytes, with at most one read() call."""
        self._unsupported("read1")

    def write(self, b, /):
        """Write bytes; return how many."""
        self._unsupported("write")

    def readinto(self, buffer, /):
        return _into(buffer, self.read)

    def readinto1(self, buffer, /):
        return _into(buffer, self.read1)


def _into(buffer, read):
    """Fill a writable buffer from a read function."""
    try:
        view = memoryview(buffer)
    except TypeError:
        view = None
    fill = getattr(type(buffer), "_fill", None)
    if view is not None and fill is not None:  # an array
        data = read(view.nbytes)
        fill(buffer, 0, data)
        return len(data)
    if view is None or view.readonly:
        raise TypeError("readinto() argument must be read-write bytes-like "
                        f"object, not {type(buffer).__name__}")
    view = view.cast("B")
    data = read(len(view))
    n = len(data)
    view[:n] = data
    return n


class TextIOBase(IOBase):
    """Streams of text."""

    def detach(self):
        """Give the underlying stream away."""
        self._unsupported("detach")

    def read(self, size=-1, /):
        """Read at most n characters from stream."""
        self._unsupported("read")

    def readline(self, size=-1, /):
        """One line."""
        self._unsupported("readline")

    def write(self, s, /):
        """Write string to stream."""
        self._unsupported("write")

    encoding = None
    newlines = None
    errors = None


def _mode_flags(mode):
    """(flags, readable, writable, appending, created) of a raw mode."""
    plain = mode.replace("b", "")
    if mode.count("b") > 1 or plain.replace("+", "", 1) not in (
            "r", "w", "x", "a"):
        if set(plain) - set("rwxa+"):
            raise ValueError(f"invalid mode: {mode}")
        raise ValueError("Must have exactly one of create/read/write/append "
                         "mode and at most one plus")
    kind = plain.replace("+", "")
    plus = "+" in plain
    readable = kind == "r" or plus
    writable = kind != "r" or plus
    flags = O_RDWR if plus else O_RDONLY if kind == "r" else O_WRONLY
    flags |= {"r": 0, "w": O_CREAT | O_TRUNC, "x": O_CREAT | O_EXCL,
              "a": O_CREAT | O_APPEND}[kind]
    return flags | O_CLOEXEC, readable, writable, kind == "a", kind == "x"


def path_argument(file):
    """A path as str, or an int handle."""
    if isinstance(file, (str, int)):
        return file
    fspath = getattr(type(file), "__fspath__", None)
    if fspath is not None:
        file = fspath(file)
    if isinstance(file, bytes):
        file = file.decode("utf-8", "surrogateescape")
    if not isinstance(file, str):
        raise TypeError("expected str, bytes or os.PathLike object, not "
                        f"{type(file).__name__}")
    return file


def _open_handle(path, flags):
    """Open a file of the host.  Files that a program dropped without closing
    are only found by a collection, so that comes before giving up."""
    try:
        return os_call("fs.open", path, flags, 0o666)
    except OSError as error:
        if error.errno != EMFILE or not _close_dropped():
            raise
    return os_call("fs.open", path, flags, 0o666)


def _close_dropped():
    """Close the handles of files that nobody can reach; how many."""
    collect()
    table = session_state("io.handles", dict)
    dead = [handle for handle, file in table.items() if file() is None]
    for handle in dead:
        del table[handle]
        os_call("fs.close", handle)
    return len(dead)


class FileIO(RawIOBase):
    """Open a file: raw bytes over a host handle."""

    def __init__(self, file, mode="r", closefd=True, opener=None):
        self._fd = -1
        if isinstance(file, float):
            raise TypeError("integer argument expected, got float")
        if isinstance(file, int) and file < 0:
            raise ValueError("negative file descriptor")
        if not isinstance(mode, str):
            raise TypeError("invalid mode: %s" % (mode,))
        flags, self._readable, self._writable, self._appending, new = (
            _mode_flags(mode))
        self._created = new
        self._closefd = closefd
        self._seekable = None
        self.name = file
        where = path_argument(file)
        flush_dirty()
        if isinstance(where, int):
            self._fd = where
        else:
            if not closefd:
                raise ValueError("Cannot use closefd=False with file name")
            if "\0" in where:
                raise ValueError("embedded null byte")
            if opener is None:
                self._fd = _open_handle(where, flags)
                session_state("io.handles", dict)[self._fd] = ref(self)
            else:
                self._fd = opener(file, flags)
                if not isinstance(self._fd, int):
                    raise TypeError("expected integer from opener")
                if self._fd < 0:
                    raise ValueError(f"opener returned {self._fd}")
            try:
                kind = os_call("fs.fstat", self._fd)[0] & 0o170000
                if kind == 0o040000:
                    raise IsADirectoryError(21, "Is a directory", file)
            except OSError:
                os_call("fs.close", self._fd)
                self._fd = -1
                raise
        if self._appending:
            try:
                os_call("fs.seek", self._fd, 0, 2)
            except OSError:
                pass

    def _handle(self):
        if self._fd < 0:
            raise ValueError("I/O operation on closed file")
        return self._fd

    def __repr__(self):
        cls = f"{type(self).__module__}.{type(self).__qualname__}"
        if self.closed:
            return f"<{cls} [closed]>"
        name = getattr(self, "name", None)
        what = f"fd={self._fd}" if name is None else f"name={name!r}"
        return (f"<{cls} {what} mode={self.mode!r} "
                f"closefd={self._closefd}>")

    def read(self, size=-1, /):
        fd = self._handle()
        if not self._readable:
            raise UnsupportedOperation("File not open for reading")
        size = optional_size(size)
        if size < 0:
            return self.readall()
        return os_call("fs.read", fd, size)

    def readall(self):
        fd = self._handle()
        if not self._readable:
            raise UnsupportedOperation("File not open for reading")
        parts = []
        while data := os_call("fs.read", fd, 1 << 28):
            parts.append(data)
        return parts[0] if len(parts) == 1 else b"".join(parts)

    def readinto(self, buffer, /):
        self._handle()
        if not self._readable:
            raise UnsupportedOperation("File not open for reading")
        return _into(buffer, self.read)

    def write(self, b, /):
        fd = self._handle()
        if not self._writable:
            raise UnsupportedOperation("File not open for writing")
        return os_call("fs.write", fd, bytes(b))

    def seek(self, pos, whence=0, /):
        fd = self._handle()
        if isinstance(pos, float):
            raise TypeError("an integer is required")
        return os_call("fs.seek", fd, offset_argument(pos), whence)

    def tell(self):
        return os_call("fs.seek", self._handle(), 0, 1)

    def truncate(self, size=None, /):
        fd = self._handle()
        if not self._writable:
            raise UnsupportedOperation("File not open for writing")
        if size is None:
            size = self.tell()
        os_call("fs.truncate", fd, offset_argument(size))
        return size

    def close(self):
        if not self.closed:
            try:
                if self._closefd and self._fd >= 0:
                    session_state("io.handles", dict).pop(self._fd, None)
                    os_call("fs.close", self._fd)
            finally:
                self._fd = -1
                super().close()

    def seekable(self):
        self._handle()
        if self._seekable is None:
            try:
                self.tell()
                self._seekable = True
            except OSError:
                self._seekable = False
        return self._seekable

    def readable(self):
        self._handle()
        return self._readable

    def writable(self):
        self._handle()
        return self._writable

    def fileno(self):
        return self._handle()

    def isatty(self):
        return os_call("fs.isatty", self._handle())

    @property
    def closefd(self):
        return self._closefd

    @property
    def mode(self):
        if self._created:
            return "xb+" if self._readable else "xb"
        if self._appending:
            return "ab+" if self._readable else "ab"
        if self._readable:
            return "rb+" if self._writable else "rb"
        return "wb"


FileIO.__module__ = "_io"
