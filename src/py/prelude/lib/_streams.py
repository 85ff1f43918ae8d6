"""The three standard streams of a session.

Output goes to the outbox of the engine (1 stdout, 2 stderr); input is asked
of the host line by line.  The classes report the names CPython's have.
"""

from _engine import os_call
from intrinsics import _out_write


class _Buffer:
    """Binary side of an output stream: bytes must be UTF-8 in the end."""

    def __init__(self, kind, name):
        self._kind = kind
        self.name = name
        self.raw = self
        self.mode = 'wb' if kind else 'rb'
        self.closed = False

    def write(self, data, /):
        if isinstance(data, str):
            raise TypeError("a bytes-like object is required, not 'str'")
        data = bytes(data)
        _out_write(self._kind, data.decode('utf-8', 'replace'))
        return len(data)

    def writelines(self, lines, /):
        for line in lines:
            self.write(line)

    def read(self, size=-1, /):
        return stdin_read(size).encode('utf-8', 'surrogateescape')

    def readline(self, size=-1, /):
        return stdin_line().encode('utf-8', 'surrogateescape')

    def flush(self):
        pass

    def isatty(self):
        return False

    def fileno(self):
        return self._kind

    def readable(self):
        return self._kind == 0

    def writable(self):
        return self._kind != 0

    def seekable(self):
        return False

    def close(self):
        self.closed = True


_Buffer.__name__ = _Buffer.__qualname__ = 'BufferedWriter'
_Buffer.__module__ = '_io'


def stdin_line():
    """The next line with its newline, '' at the end."""
    line = os_call('stdin.readline')
    return '' if line is None else line


def stdin_read(size):
    if size is not None and size >= 0:
        text = ''
        while len(text) < size:
            line = stdin_line()
            if not line:
                break
            text += line
        return text
    lines = []
    while line := stdin_line():
        lines.append(line)
    return ''.join(lines)


class TextIOWrapper:
    encoding = 'utf-8'
    newlines = None
    write_through = False
    line_buffering = False

    def __reduce_ex__(self, protocol, /):
        raise TypeError("cannot pickle '_io.TextIOWrapper' object")

    def __init__(self, kind, name):
        self._kind = kind
        self.name = name
        self.mode = 'w' if kind else 'r'
        self.errors = 'backslashreplace' if kind == 2 else 'strict'
        self.closed = False
        self.buffer = _Buffer(kind, name)

    def __repr__(self):
        return (f"<_io.TextIOWrapper name={self.name!r} mode={self.mode!r} "
                f"encoding='utf-8'>")

    def _check(self):
        if self.closed:
            raise ValueError('I/O operation on closed file.')

    def write(self, text, /):
        if not isinstance(text, str):
            raise TypeError('write() argument must be str, not '
                            + type(text).__name__)
        if self.closed:
            raise ValueError('I/O operation on closed file.')
        if not self._kind:
            _unsupported('not writable')
        if not text.isascii():
            text = text.encode('utf-8', self.errors).decode('utf-8')
        _out_write(self._kind, str.__str__(text))
        return len(text)

    def writelines(self, lines, /):
        for line in lines:
            self.write(line)

    def read(self, size=-1, /):
        self._check()
        if self._kind:
            _unsupported('not readable')
        return stdin_read(size)

    def readline(self, size=-1, /):
        self._check()
        if self._kind:
            _unsupported('not readable')
        return stdin_line()

    def readlines(self, hint=-1, /):
        return list(self)

    def __iter__(self):
        self._check()
        return self

    def __next__(self):
        line = self.readline()
        if not line:
            raise StopIteration
        return line

    def flush(self):
        self._check()

    def isatty(self):
        return False

    def fileno(self):
        return self._kind

    def readable(self):
        return self._kind == 0

    def writable(self):
        return self._kind != 0

    def seekable(self):
        return False

    def tell(self):
        raise OSError(29, 'Illegal seek')

    def seek(self, cookie, whence=0, /):
        _unsupported('underlying stream is not seekable')

    def reconfigure(self, *, encoding=None, errors=None, newline=None,
                    line_buffering=None, write_through=None):
        if errors is not None:
            self.errors = errors

    def close(self):
        self.closed = True

    def detach(self):
        return self.buffer

    def __enter__(self):
        self._check()
        return self

    def __exit__(self, kind, value, traceback):
        self.close()


TextIOWrapper.__module__ = '_io'


def _unsupported(text):
    raise __import__('io').UnsupportedOperation(text)


def standard_stream(name):
    return TextIOWrapper(('stdin', 'stdout', 'stderr').index(name),
                         f'<{name}>')
