# tempfile.py - temporary files and directories.
#
# Names are random; the default directory is looked up once per session.
#
# SPDX-License-Identifier: Apache-2.0
"""Temporary files."""
import io
import os
import shutil
import types
from random import Random

from _caisson import session_state

__all__ = ["NamedTemporaryFile", "TemporaryFile", "SpooledTemporaryFile",
           "TemporaryDirectory", "mkstemp", "mkdtemp", "mktemp", "TMP_MAX",
           "gettempprefix", "tempdir", "gettempdir", "gettempprefixb",
           "gettempdirb"]

TMP_MAX = 10000
template = "tmp"
tempdir = None
_LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789_"
_FLAGS = os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW


class _State:
    """Names and the default directory of a session."""

    __slots__ = ("rng", "dir")

    def __init__(self):
        self.rng = Random()
        self.dir = None


def _state():
    return session_state("tempfile", _State)


def _random_name():
    return "".join(_state().rng.choices(_LETTERS, k=8))


def _candidates():
    for name in ("TMPDIR", "TEMP", "TMP"):
        if folder := os.getenv(name):
            yield folder
    yield from ("/tmp", "/var/tmp", "/usr/tmp")
    yield os.getcwd()


def gettempdir():
    """Returns tempfile.tempdir as str."""
    if tempdir is not None:
        return os.fsdecode(tempdir)
    state = _state()
    if state.dir is None:
        for folder in _candidates():
            folder = os.path.abspath(folder)
            if os.path.isdir(folder) and os.access(folder, os.W_OK):
                state.dir = folder
                break
        else:
            raise FileNotFoundError(
                2, "No usable temporary directory found in "
                   f"{list(_candidates())}")
    return state.dir


def gettempdirb():
    """Returns tempfile.tempdir as bytes."""
    return os.fsencode(gettempdir())


def gettempprefix():
    """The default prefix for temporary directories as string."""
    return template


def gettempprefixb():
    return os.fsencode(template)


def _parameters(prefix, suffix, dir):
    """Fill in defaults; all str or all bytes."""
    kind = None
    for arg in (dir, prefix, suffix):
        if arg is None:
            continue
        if isinstance(arg, os.PathLike):
            arg = os.fspath(arg)
        this = bytes if isinstance(arg, bytes) else str
        if kind is not None and kind is not this:
            raise TypeError("Can't mix bytes and non-bytes in path "
                            "components.")
        kind = this
    kind = kind or str
    if suffix is None:
        suffix = kind()
    if prefix is None:
        prefix = template if kind is str else os.fsencode(template)
    if dir is None:
        dir = gettempdir() if kind is str else gettempdirb()
    return prefix, suffix, dir, kind


def _names(prefix, suffix, dir, kind):
    for _ in range(TMP_MAX):
        name = _random_name()
        if kind is bytes:
            name = os.fsencode(name)
        yield os.path.join(dir, prefix + name + suffix)


def mkstemp(suffix=None, prefix=None, dir=None, text=False):
    """User-callable function to create and return a unique temporary
    file."""
    prefix, suffix, dir, kind = _parameters(prefix, suffix, dir)
    for name in _names(prefix, suffix, dir, kind):
        try:
            fd = os.open(name, _FLAGS, 0o600)
        except FileExistsError:
            continue
        return fd, os.path.abspath(name)
    raise FileExistsError(17, "No usable temporary file name found")


def mkdtemp(suffix=None, prefix=None, dir=None):
    """User-callable function to create and return a unique temporary
    directory."""
    prefix, suffix, dir, kind = _parameters(prefix, suffix, dir)
    for name in _names(prefix, suffix, dir, kind):
        try:
            os.mkdir(name, 0o700)
        except FileExistsError:
            continue
        return name
    raise FileExistsError(17, "No usable temporary directory name found")


def mktemp(suffix="", prefix=template, dir=None):
    """User-callable function to return a unique temporary file name."""
    if dir is None:
        dir = gettempdir()
    for name in _names(prefix, suffix, dir, str):
        if not os.path.lexists(name):
            return name
    raise FileExistsError(17, "No usable temporary filename found")


class _TemporaryFileWrapper:
    """A file with a name that is removed when it is closed."""

    def __init__(self, file, name, delete=True):
        self.file = file
        self.name = name
        self.delete = delete
        self._closed = False

    def __getattr__(self, name):
        return getattr(self.__dict__["file"], name)

    def __enter__(self):
        self.file.__enter__()
        return self

    def __exit__(self, exc, value, tb):
        result = self.file.__exit__(exc, value, tb)
        self.close()
        return result

    def close(self):
        """Close the temporary file, possibly deleting it."""
        if not self._closed:
            self._closed = True
            try:
                self.file.close()
            finally:
                if self.delete:
                    os.unlink(self.name)

    def __iter__(self):
        yield from self.file

    def __repr__(self):
        return f"<tempfile._TemporaryFileWrapper object: {self.name!r}>"


def NamedTemporaryFile(mode="w+b", buffering=-1, encoding=None, newline=None,
                       suffix=None, prefix=None, dir=None, delete=True, *,
                       errors=None):
    """Create and return a temporary file."""
    fd, name = mkstemp(suffix, prefix, dir)
    try:
        file = io.open(fd, mode, buffering, encoding, errors, newline)
    except BaseException:
        os.close(fd)
        os.unlink(name)
        raise
    return _TemporaryFileWrapper(file, name, delete)


def TemporaryFile(mode="w+b", buffering=-1, encoding=None, newline=None,
                  suffix=None, prefix=None, dir=None, *, errors=None):
    """Create and return a temporary file without a name."""
    fd, name = mkstemp(suffix, prefix, dir)
    try:
        os.unlink(name)
        return io.open(fd, mode, buffering, encoding, errors, newline)
    except BaseException:
        os.close(fd)
        raise


class SpooledTemporaryFile(io.IOBase):
    """Temporary file wrapper, specialized to switch from BytesIO or
    StringIO to a real file when it exceeds a certain size."""

    _rolled = False

    def __init__(self, max_size=0, mode="w+b", buffering=-1, encoding=None,
                 newline=None, suffix=None, prefix=None, dir=None, *,
                 errors=None):
        if "b" in mode:
            self._file = io.BytesIO()
        else:
            self._file = io.StringIO(newline="\n" if newline is None
                                     else newline)
        self._max_size = max_size
        self._rolled = False
        self._args = dict(mode=mode, buffering=buffering, suffix=suffix,
                          prefix=prefix, encoding=encoding, newline=newline,
                          dir=dir, errors=errors)

    __class_getitem__ = classmethod(types.GenericAlias)

    def _check(self, file):
        if not self._rolled and self._max_size and (
                file.tell() > self._max_size):
            self.rollover()

    def rollover(self):
        """Move the contents to a real file."""
        if self._rolled:
            return
        old = self._file
        new = self._file = TemporaryFile(**self._args)
        pos = old.tell()
        new.write(old.getvalue())
        new.seek(pos, 0)
        self._rolled = True

    def __enter__(self):
        if self._file.closed:
            raise ValueError("Cannot enter context with closed file")
        return self

    def __exit__(self, exc, value, tb):
        self._file.close()

    def __iter__(self):
        return self._file.__iter__()

    def close(self):
        self._file.close()

    @property
    def closed(self):
        return self._file.closed

    @property
    def encoding(self):
        return self._file.encoding

    @property
    def errors(self):
        return self._file.errors

    def fileno(self):
        self.rollover()
        return self._file.fileno()

    def flush(self):
        self._file.flush()

    def isatty(self):
        return self._file.isatty()

    @property
    def mode(self):
        return getattr(self._file, "mode", self._args["mode"])

    @property
    def name(self):
        return getattr(self._file, "name", None)

    @property
    def newlines(self):
        return self._file.newlines

    def readable(self):
        return self._file.readable()

    def read(self, *args):
        return self._file.read(*args)

    def readline(self, *args):
        return self._file.readline(*args)

    def readlines(self, *args):
        return self._file.readlines(*args)

    def seekable(self):
        return self._file.seekable()

    def seek(self, *args):
        return self._file.seek(*args)

    def tell(self):
        return self._file.tell()

    def truncate(self, size=None):
        if size is None:
            return self._file.truncate()
        if size > self._max_size:
            self.rollover()
        return self._file.truncate(size)

    def writable(self):
        return self._file.writable()

    def write(self, s):
        n = self._file.write(s)
        self._check(self._file)
        return n

    def writelines(self, iterable):
        self._file.writelines(iterable)
        self._check(self._file)


class TemporaryDirectory:
    """Create and return a temporary directory, removed with all its
    contents at the end of the with statement or by cleanup()."""

    def __init__(self, suffix=None, prefix=None, dir=None,
                 ignore_cleanup_errors=False):
        self.name = mkdtemp(suffix, prefix, dir)
        self._ignore = ignore_cleanup_errors
        self._done = False

    def __repr__(self):
        return "<{} {!r}>".format(self.__class__.__name__, self.name)

    def __enter__(self):
        return self.name

    def __exit__(self, exc, value, tb):
        self.cleanup()

    def cleanup(self):
        if not self._done or os.path.exists(self.name):
            self._done = True
            shutil.rmtree(self.name, ignore_errors=self._ignore)

    __class_getitem__ = classmethod(types.GenericAlias)
