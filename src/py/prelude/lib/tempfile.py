# tempfile.py - temporary files and directories.
#
# Names are random; the default directory is looked up once per session.
#
# SPDX-License-Identifier: Apache-2.0
"""Temporary files and directories."""
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

TMP_MAX = 238328
template = "tmp"
tempdir = None
_CHARACTERS = "abcdefghijklmnopqrstuvwxyz0123456789_"


class _Habits:
    """Random names and the default directory of a session."""

    __slots__ = ("random", "folder")

    def __init__(self):
        self.random = Random()
        self.folder = None


def _habits():
    return session_state("tempfile", _Habits)


# ------------------------------------------------------------------------ names


def _places():
    """Where temporary files may go, best first."""
    told = [os.getenv(name) for name in ("TMPDIR", "TEMP", "TMP")]
    usual = ["/tmp", "/var/tmp", "/usr/tmp", os.getcwd()]
    return [os.path.abspath(place) for place in told + usual if place]


def gettempdir():
    """The directory of temporary files."""
    if tempdir is not None:
        return os.fsdecode(tempdir)
    mine = _habits()
    if mine.folder is None:
        places = _places()
        usable = [place for place in places
                  if os.path.isdir(place) and os.access(place, os.W_OK)]
        if not usable:
            raise FileNotFoundError(
                2, f"No usable temporary directory found in {places}")
        mine.folder = usable[0]
    return mine.folder


def gettempdirb():
    """The directory of temporary files, in bytes."""
    return os.fsencode(gettempdir())


def gettempprefix():
    """How the names of temporary files begin."""
    return template


def gettempprefixb():
    """How the names of temporary files begin, in bytes."""
    return os.fsencode(template)


def _is_bytes(part):
    return isinstance(os.fspath(part), bytes)


class _Names:
    """The possible paths for one request, all str or all bytes."""

    def __init__(self, suffix, prefix, dir):
        kinds = {_is_bytes(part) for part in (dir, prefix, suffix)
                 if part is not None}
        if len(kinds) > 1:
            raise TypeError("Can't mix bytes and non-bytes in path "
                            "components.")
        self.convert = os.fsencode if True in kinds else os.fsdecode
        self.suffix = self.convert("") if suffix is None else suffix
        self.prefix = self.convert(template) if prefix is None else prefix
        self.folder = self.convert(gettempdir()) if dir is None else dir

    def __iter__(self):
        choose = _habits().random.choices
        for _ in range(TMP_MAX):
            middle = self.convert("".join(choose(_CHARACTERS, k=8)))
            name = self.prefix + middle + self.suffix
            yield os.path.join(self.folder, name)

    def first(self, make, what):
        """(make(path), path) for the first path that is free."""
        for path in self:
            try:
                return make(path), path
            except FileExistsError:
                pass
        raise FileExistsError(17, f"No usable temporary {what} found")


def mkstemp(suffix=None, prefix=None, dir=None, text=False):
    """Make a file; return its descriptor and its path."""
    flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW
    names = _Names(suffix, prefix, dir)
    fd, path = names.first(lambda path: os.open(path, flags, 0o600),
                           "file name")
    return fd, os.path.abspath(path)


def mkdtemp(suffix=None, prefix=None, dir=None):
    """Make a directory; return its path."""
    names = _Names(suffix, prefix, dir)
    return names.first(lambda path: os.mkdir(path, 0o700),
                       "directory name")[1]


def _must_be_free(path):
    if os.path.lexists(path):
        raise FileExistsError(17, "File exists", path)


def mktemp(suffix="", prefix=template, dir=None):
    """A path that is free now; somebody may take it before you."""
    return _Names(suffix, prefix, dir).first(_must_be_free, "filename")[1]


# ------------------------------------------------------------------------ files


class _TemporaryFileWrapper:
    """A file that may be deleted when it is closed."""

    def __init__(self, file, name, delete=True):
        self.file, self.name, self.delete = file, name, delete
        self._open = True

    def __repr__(self):
        return f"<tempfile._TemporaryFileWrapper object: {self.name!r}>"

    def __getattr__(self, name):
        return getattr(vars(self)["file"], name)

    def __iter__(self):
        yield from self.file

    def __enter__(self):
        self.file.__enter__()
        return self

    def __exit__(self, exc, value, tb):
        swallowed = self.file.__exit__(exc, value, tb)
        self.close()
        return swallowed

    def close(self):
        """Close the file, and delete it if that was asked for."""
        if not self._open:
            return
        self._open = False
        try:
            self.file.close()
        finally:
            if self.delete:
                os.unlink(self.name)


def _undo(fd, path=None):
    os.close(fd)
    if path is not None:
        os.unlink(path)


def NamedTemporaryFile(mode="w+b", buffering=-1, encoding=None, newline=None,
                       suffix=None, prefix=None, dir=None, delete=True, *,
                       errors=None):
    """An open temporary file with a name."""
    fd, path = mkstemp(suffix, prefix, dir)
    try:
        file = io.open(fd, mode, buffering, encoding, errors, newline)
    except BaseException:
        _undo(fd, path)
        raise
    return _TemporaryFileWrapper(file, path, delete)


def TemporaryFile(mode="w+b", buffering=-1, encoding=None, newline=None,
                  suffix=None, prefix=None, dir=None, *, errors=None):
    """An open temporary file that has no name.

    Where no directory can be written to, the file is in memory.
    """
    try:
        fd, path = mkstemp(suffix, prefix, dir)
    except FileNotFoundError:
        if dir is not None:
            raise
        file = io.BytesIO()
        if "b" in mode:
            return file
        return io.TextIOWrapper(file, encoding, errors, newline, write_through=True)
    try:
        os.unlink(path)
        return io.open(fd, mode, buffering, encoding, errors, newline)
    except BaseException:
        _undo(fd)
        raise


def _passed_on(name):
    """A method of the file inside."""
    def method(self, *args):
        return getattr(self._file, name)(*args)

    method.__name__ = name
    return method


def _seen_through(name):
    """An attribute of the file inside."""
    return property(lambda self: getattr(self._file, name))


class SpooledTemporaryFile(io.IOBase):
    """A file in memory until it is longer than max_size."""

    __class_getitem__ = classmethod(types.GenericAlias)

    def __init__(self, max_size=0, mode="w+b", buffering=-1, encoding=None,
                 newline=None, suffix=None, prefix=None, dir=None, *,
                 errors=None):
        self._limit = max_size
        self._rolled = False
        self._options = {
            "mode": mode, "buffering": buffering, "encoding": encoding,
            "newline": newline, "suffix": suffix, "prefix": prefix,
            "dir": dir, "errors": errors}
        self._file = self._memory = io.BytesIO()
        if "b" not in mode:
            self._file = io.TextIOWrapper(self._memory, encoding, errors,
                                          newline)

    def rollover(self):
        """Go on in a real file."""
        if not self._rolled:
            place = self._file.tell()
            self._file.flush()
            real = TemporaryFile(**self._options)
            getattr(real, "buffer", real).write(self._memory.getvalue())
            real.seek(place)
            self._file, self._rolled = real, True

    def _after_growing(self):
        if self._limit and self._file.tell() > self._limit:
            self.rollover()

    def write(self, s):
        """Write, in memory as long as it is short."""
        count = self._file.write(s)
        self._after_growing()
        return count

    def writelines(self, iterable):
        """Write several lines."""
        self._file.writelines(iterable)
        self._after_growing()

    def truncate(self, size=None):
        """Cut or stretch the file."""
        if size is None:
            return self._file.truncate()
        if size > self._limit:
            self.rollover()
        return self._file.truncate(size)

    def fileno(self):
        """A real file's number."""
        self.rollover()
        return self._file.fileno()

    def __enter__(self):
        if self.closed:
            raise ValueError("Cannot enter context with closed file")
        return self

    def __exit__(self, exc, value, tb):
        self.close()

    def __iter__(self):
        return iter(self._file)

    read = _passed_on("read")
    readline = _passed_on("readline")
    readlines = _passed_on("readlines")
    readable = _passed_on("readable")
    writable = _passed_on("writable")
    seekable = _passed_on("seekable")
    seek = _passed_on("seek")
    tell = _passed_on("tell")
    flush = _passed_on("flush")
    close = _passed_on("close")
    isatty = _passed_on("isatty")
    closed = _seen_through("closed")
    encoding = _seen_through("encoding")
    errors = _seen_through("errors")
    newlines = _seen_through("newlines")

    @property
    def mode(self):
        """The mode it was opened in."""
        return getattr(self._file, "mode", self._options["mode"])

    @property
    def name(self):
        """The name of the real file, or None."""
        return getattr(self._file, "name", None)


class TemporaryDirectory:
    """A directory that is removed with all that is in it."""

    __class_getitem__ = classmethod(types.GenericAlias)

    def __init__(self, suffix=None, prefix=None, dir=None,
                 ignore_cleanup_errors=False):
        self._tolerant = ignore_cleanup_errors
        self._cleaned = False
        self.name = mkdtemp(suffix, prefix, dir)

    def __repr__(self):
        return f"<{type(self).__name__} {self.name!r}>"

    def __enter__(self):
        return self.name

    def __exit__(self, exc, value, tb):
        self.cleanup()

    def cleanup(self):
        """Remove the directory."""
        if self._cleaned and not os.path.exists(self.name):
            return
        self._cleaned = True
        shutil.rmtree(self.name, ignore_errors=self._tolerant)
