# _io_memory.py - StringIO and BytesIO.
#
# StringIO collects appended text in a list and joins it when somebody looks;
# BytesIO is a bytearray and a position.
#
# SPDX-License-Identifier: Apache-2.0
from operator import index

from _io_base import BufferedIOBase, TextIOBase, UnsupportedOperation
from _io_base import optional_size
from intrinsics import _twin
import _blocks
import _lines
from _lines import lines


class BytesIO(BufferedIOBase):
    """A stream of bytes in memory."""

    # lines.c knows these by their places.
    __slots__ = ("_buf", "_pos")

    def __init__(self, initial_bytes=b""):
        self._buf = bytearray()
        self._pos = 0
        if initial_bytes is not None:
            if isinstance(initial_bytes, str):
                raise TypeError("a bytes-like object is required, not 'str'")
            try:
                self._buf += memoryview(initial_bytes).cast("B") if (
                    not isinstance(initial_bytes, (bytes, bytearray))) else (
                    initial_bytes)
            except TypeError:
                raise TypeError("a bytes-like object is required, not "
                                f"'{type(initial_bytes).__name__}'"
                                ) from None

    def _live(self):
        buf = self._buf
        if buf is None:
            raise ValueError("I/O operation on closed file.")
        return buf

    def __getstate__(self):
        self._live()
        return self.getvalue(), self._pos, self.__dict__.copy() or None

    def __setstate__(self, state):
        if not isinstance(state, tuple) or len(state) < 3:
            raise TypeError(
                f"{type(self).__module__}.{type(self).__name__}.__setstate__ "
                "argument should be 3-tuple, got "
                f"{type(state).__name__}")
        if not hasattr(self, "_buf"):  # fresh from __new__
            BytesIO.__init__(self)
        self._live()
        value, pos, extra = state[:3]
        if not isinstance(value, (bytes, bytearray)):
            raise TypeError("a bytes-like object is required, not "
                            f"'{type(value).__name__}'")
        if not isinstance(pos, int):
            raise TypeError("second item of state must be an integer, not "
                            f"{type(pos).__name__}")
        if pos < 0:
            raise ValueError("position value cannot be negative")
        if extra is not None:
            if not isinstance(extra, dict):
                raise TypeError("third item of state should be a dict, got "
                                f"a {type(extra).__name__}")
            self.__dict__.update(extra)
        self._buf[:] = value
        self._pos = pos

    def getvalue(self):
        """Retrieve the entire contents of the BytesIO object."""
        return bytes(self._live())

    def getbuffer(self):
        """Get a read-write view over the contents of the BytesIO
        object."""
        return memoryview(self._live())

    def close(self):
        if self._buf is not None:
            self._buf.clear()  # BufferError while a view exists
            self._buf = None

    @property
    def closed(self):
        return self._buf is None

    @_twin("_blocks.read")
    def _py_read(self, size=-1, /):
        buf = self._live()
        size = optional_size(size)
        pos = self._pos
        if pos >= len(buf):
            return b""
        end = len(buf) if size < 0 else min(len(buf), pos + size)
        self._pos = end
        return bytes(buf[pos:end])

    read = _blocks.read

    def read1(self, size=-1, /):
        return self.read(size)

    def readinto(self, buffer, /):
        self._live()
        return super().readinto(buffer)

    @_twin("_blocks.readline")
    def _py_readline(self, size=-1, /):
        buf = self._live()
        size = optional_size(size)
        pos = self._pos
        if pos >= len(buf):
            return b""
        end = buf.find(b"\n", pos) + 1 or len(buf)
        if size >= 0:
            end = min(end, pos + size)
        self._pos = end
        return bytes(buf[pos:end])

    readline = _blocks.readline

    def readlines(self, size=None, /):
        """List of bytes objects, each a line from the file."""
        self._live()
        size = optional_size(size)
        lines, total = [], 0
        while line := self.readline():
            lines.append(line)
            total += len(line)
            if 0 < size <= total:
                break
        return lines

    def __iter__(self):
        return self

    @_twin("_blocks.write")
    def _py_write(self, b, /):
        buf = self._live()
        if isinstance(b, str):
            raise TypeError("a bytes-like object is required, not 'str'")
        if not isinstance(b, (bytes, bytearray)):
            try:
                b = memoryview(b).cast("B")
            except TypeError:
                raise TypeError("a bytes-like object is required, not "
                                f"'{type(b).__name__}'") from None
        n = len(b)
        if not n:
            return 0
        pos = self._pos
        if pos == len(buf):
            buf += b
        else:
            if pos > len(buf):
                buf += bytes(pos - len(buf))
            buf[pos:pos + n] = b
        self._pos = pos + n
        return n

    write = _blocks.write

    def seek(self, pos, whence=0, /):
        """Change stream position."""
        self._live()
        if isinstance(pos, float):
            raise TypeError("'float' object cannot be interpreted as an "
                            "integer")
        pos = index(pos)
        if whence == 0:
            if pos < 0:
                raise ValueError(f"negative seek value {pos}")
        elif whence == 1:
            pos = max(0, self._pos + pos)
        elif whence == 2:
            pos = max(0, len(self._buf) + pos)
        else:
            raise ValueError(f"invalid whence ({whence}, should be 0, 1 or "
                             "2)")
        if pos >= 2**63:
            raise OverflowError("new position too large")
        self._pos = pos
        return pos

    def tell(self):
        """Current file position, an integer."""
        self._live()
        return self._pos

    def truncate(self, size=None, /):
        """Cut the contents."""
        buf = self._live()
        if size is None:
            size = self._pos
        else:
            size = optional_size(size)
            if size < 0:
                raise ValueError(f"negative size value {size}")
        del buf[size:]
        return size

    def readable(self):
        self._live()
        return True

    def writable(self):
        self._live()
        return True

    def seekable(self):
        self._live()
        return True

    def isatty(self):
        self._live()
        return False

    def flush(self):
        self._live()

    def __sizeof__(self):
        return object.__sizeof__(self) + len(self._buf or b"")


BytesIO.__module__ = "_io"


class StringIO(TextIOBase):
    """A stream of text in memory."""

    # lines.c knows these by their places.
    __slots__ = ("_newline", "_parts", "_pos", "_seen", "_size", "_value")

    def __init__(self, initial_value="", newline="\n"):
        self._size = 0
        if newline == "\n" and initial_value.__class__ is str and (
                type(self) is StringIO):  # the usual case
            self._newline = newline
            self._seen = self._pos = 0
            self._value = initial_value
            self._parts = []
            return
        if not isinstance(newline, (str, type(None))):
            raise TypeError("newline must be str or None, not "
                            f"{type(newline).__name__}")
        if newline not in (None, "", "\n", "\r", "\r\n"):
            raise ValueError(f"illegal newline value: {newline!r}")
        if initial_value is not None and not isinstance(initial_value, str):
            raise TypeError("initial_value must be str or None, not "
                            f"{type(initial_value).__name__}")
        self._newline = newline
        self._seen = 0  # bits for the newlines translated: \r, \n, \r\n
        self._value = ""
        self._parts = []
        self._pos = 0
        if initial_value:
            StringIO.write(self, initial_value)
            self._join()
            self._pos = 0

    def _live(self):
        if self._parts is None:
            raise ValueError("I/O operation on closed file")

    def _join(self):
        """The whole text as one string."""
        if self._parts:
            self._value = "".join([self._value, *self._parts])
            self._parts = []
        return self._value

    def __getstate__(self):
        self._live()
        return (self.getvalue(),
                "\n" if self._newline is None else self._newline, self._pos,
                self.__dict__.copy() or None)

    def __setstate__(self, state):
        if hasattr(self, "_parts"):  # else fresh from __new__
            self._live()
        if not isinstance(state, tuple) or len(state) < 4:
            raise TypeError(
                f"{type(self).__module__}.{type(self).__name__}.__setstate__ "
                "argument should be 4-tuple, got "
                f"{type(state).__name__}")
        value, newline, pos, extra = state[:4]
        StringIO.__init__(self, "", newline)
        if not isinstance(value, str):
            raise TypeError("initial_value must be str or None, not "
                            f"{type(value).__name__}")
        if not isinstance(pos, int):
            raise TypeError("third item of state must be an integer, got "
                            f"{type(pos).__name__}")
        if pos < 0:
            raise ValueError("position value cannot be negative")
        if extra is not None:
            if not isinstance(extra, dict):
                raise TypeError("fourth item of state should be a dict, got "
                                f"a {type(extra).__name__}")
            self.__dict__.update(extra)
        self._value, self._parts, self._pos = value, [], pos

    def getvalue(self):
        """Retrieve the entire contents of the object."""
        if self._parts:
            self._value = "".join([self._value, *self._parts])
            self._parts = []
        elif self._parts is None:
            self._live()
        return self._value

    def tell(self):
        """Tell the current file position."""
        self._live()
        return self._pos

    def _translate(self, s):
        """The text to store for a written s."""
        newline = self._newline
        if newline is None:
            if "\r" in s:
                if "\r\n" in s:
                    self._seen |= 4
                rest = s.replace("\r\n", "")
                if "\r" in rest:
                    self._seen |= 1
                if "\n" in rest:
                    self._seen |= 2
                return s.replace("\r\n", "\n").replace("\r", "\n")
            if "\n" in s:
                self._seen |= 2
            return s
        if newline == "":
            rest = s.replace("\r\n", "")
            if len(rest) != len(s):
                self._seen |= 4
            if "\r" in rest:
                self._seen |= 1
            if "\n" in rest:
                self._seen |= 2
            return s
        return s if newline == "\n" else s.replace("\n", newline)

    @_twin("_lines.write")
    def _py_write(self, s, /):
        if self._parts is None:
            raise ValueError("I/O operation on closed file")
        if not isinstance(s, str):
            raise TypeError("string argument expected, got "
                            f"'{type(s).__name__}'")
        n = len(s)
        if not n:
            return 0
        text = s if self._newline == "\n" else self._translate(s)
        pos = self._pos
        size = self._length()
        if pos == size:
            self._parts.append(text)
        else:
            value = self._join()
            if pos > size:
                value += "\0" * (pos - size)
            self._value = value[:pos] + text + value[pos + len(text):]
        self._pos = pos + len(text)
        if self._pos > size:
            self._size = self._pos
        return n

    write = _lines.write

    def _length(self):
        if self._parts:
            return self._size
        self._size = len(self._value)
        return self._size

    def read(self, size=-1, /):
        """Read at most size characters, returned as a string."""
        self._live()
        size = optional_size(size)
        value = self._join()
        pos = self._pos
        if pos >= len(value):
            return ""
        end = len(value) if size < 0 else min(len(value), pos + size)
        self._pos = end
        return value[pos:end]

    @_twin("_lines.readline")
    def _py_readline(self, size=-1, /):
        newline = self._newline
        self._live()
        size = optional_size(size)
        value = self._join()
        pos = self._pos
        if pos >= len(value):
            return ""
        if newline == "":
            end = _universal_end(value, pos)
        else:
            mark = newline or "\n"
            end = value.find(mark, pos)
            end = len(value) if end < 0 else end + len(mark)
        if size >= 0:
            end = min(end, pos + size)
        self._pos = end
        return value[pos:end]

    readline = _lines.readline

    def __iter__(self):
        if self._parts is None:
            raise ValueError("I/O operation on closed file.")
        return self

    def readlines(self, hint=None, /):
        """A list of the lines that are left."""
        if hint is not None and hint > 0 or (
                type(self) is not StringIO or self._newline != "\n"):
            return super().readlines(hint)
        if self._parts is None:
            raise ValueError("I/O operation on closed file.")
        value, pos = self._join(), self._pos
        if pos < len(value):
            self._pos = len(value)
        return lines(value, pos, len(value))

    @_twin("_lines.__next__")
    def _py_next(self):
        line = self.readline()
        if not line:
            raise StopIteration
        return line

    __next__ = _lines.__next__

    def truncate(self, pos=None, /):
        """Truncate size to pos."""
        self._live()
        if pos is None:
            pos = self._pos
        else:
            pos = optional_size(pos)
            if pos < 0:
                raise ValueError(f"Negative size value {pos}")
        self._value = self._join()[:pos]
        return pos

    def seek(self, pos, whence=0, /):
        """Change stream position."""
        self._live()
        pos = index(pos)
        if whence not in (0, 1, 2):
            raise ValueError(f"Invalid whence ({whence}, should be 0, 1 or "
                             "2)")
        if pos < 0 and whence == 0:
            raise ValueError(f"Negative seek position {pos}")
        if whence and pos:
            raise OSError("Can't do nonzero cur-relative seeks")
        if whence == 1:
            pos = self._pos
        elif whence == 2:
            pos = self._length()
        self._pos = pos
        return pos

    def close(self):
        self._parts = None
        self._value = ""

    @property
    def closed(self):
        return self._parts is None

    def flush(self):
        self._live()

    def readable(self):
        self._live()
        return True

    def writable(self):
        self._live()
        return True

    def seekable(self):
        self._live()
        return True

    def isatty(self):
        self._live()
        return False

    def detach(self):
        raise UnsupportedOperation("detach")

    @property
    def line_buffering(self):
        self._live()
        return False

    @property
    def newlines(self):
        self._live()
        if self._newline not in (None, ""):
            return None
        return NEWLINES[self._seen]


NEWLINES = (None, "\r", "\n", ("\r", "\n"), "\r\n", ("\r", "\r\n"),
            ("\n", "\r\n"), ("\r", "\n", "\r\n"))


def _universal_end(value, pos):
    """The end of the line at pos, any newline counting."""
    n = value.find("\n", pos)
    r = value.find("\r", pos, n if n >= 0 else len(value))
    if r >= 0:
        return r + 2 if value.startswith("\n", r + 1) else r + 1
    return len(value) if n < 0 else n + 1


StringIO.__module__ = "_io"
del _twin
