# _os_core.py - what os and posixpath share: paths, stat, environment.
#
# Everything that asks the host about files first writes out buffered data
# of the session's open files.
#
# SPDX-License-Identifier: Apache-2.0
import abc
from collections.abc import MutableMapping

from _caisson import session_state
from _descriptors import os_call
from _io_base import flush_dirty
from _structseq import field, hidden, structseq
from _whole import is_on, stat_numbers, whole


def fspath(path):
    """A path as str or bytes."""
    if isinstance(path, (str, bytes)):
        return path
    method = getattr(type(path), "__fspath__", None)
    if method is None:
        raise TypeError("expected str, bytes or os.PathLike object, not "
                        + type(path).__name__)
    result = method(path)
    if isinstance(result, (str, bytes)):
        return result
    raise TypeError("expected {}.__fspath__() to return str or bytes, not {}"
                    .format(type(path).__name__, type(result).__name__))


def fsencode(filename):
    """Encode filename to the filesystem encoding."""
    filename = fspath(filename)
    if isinstance(filename, str):
        return filename.encode("utf-8", "surrogateescape")
    return filename


def fsdecode(filename):
    """Decode filename from the filesystem encoding."""
    filename = fspath(filename)
    if isinstance(filename, bytes):
        return filename.decode("utf-8", "surrogateescape")
    return filename


class PathLike(abc.ABC):
    """Objects that stand for a path."""

    @abc.abstractmethod
    def __fspath__(self):
        """The path as str or bytes."""
        raise NotImplementedError

    @classmethod
    def __subclasshook__(cls, subclass):
        if cls is PathLike:
            return hasattr(subclass, "__fspath__")
        return NotImplemented

    __class_getitem__ = classmethod(type(list[int]))


PathLike.__module__ = "os"


def opened_paths():
    """Paths of the descriptors that open() gave, for dir_fd."""
    return session_state("os.opened", dict)


def _below(dir_fd, text):
    """A path that counts from an open directory."""
    if not isinstance(dir_fd, int):
        raise TypeError("argument should be integer or None, not "
                        + type(dir_fd).__name__)
    if text.startswith("/"):
        return text
    if dir_fd not in opened_paths():
        raise OSError(9, "Bad file descriptor", text)
    return f"{opened_paths()[dir_fd]}/{text}"


def path_text(path, function, argument="path", number=False, dir_fd=None):
    """A path argument as str; with `number` also an int handle."""
    if isinstance(path, str):
        text = path
    elif number and isinstance(path, int):
        return path
    else:
        try:
            text = fsdecode(path)
        except TypeError:
            kinds = "string, bytes, os.PathLike or integer" if number else (
                "string, bytes or os.PathLike")
            if function in ("listdir", "scandir"):
                kinds = "string, bytes, os.PathLike, integer or None"
            raise TypeError(f"{function}: {argument} should be {kinds}, not "
                            f"{type(path).__name__}") from None
    if "\0" in text:
        raise ValueError("embedded null byte")
    return text if dir_fd is None else _below(dir_fd, text)


def call(name, *args):
    """os_call after the session's buffered output has been written."""
    flush_dirty()
    return os_call(name, *args)


class stat_result(structseq):
    """What stat() and its relatives return."""

    n_sequence_fields = 10
    n_fields = 19
    n_unnamed_fields = 3
    _names = ("st_mode", "st_ino", "st_dev", "st_nlink", "st_uid", "st_gid",
              "st_size", "st_atime", "st_mtime", "st_ctime", "st_atime_f",
              "st_mtime_f", "st_ctime_f", "st_atime_ns", "st_mtime_ns",
              "st_ctime_ns", "st_blksize", "st_blocks", "st_rdev")
    __match_args__ = _names[:7]
    st_mode = field(0)
    st_ino = field(1)
    st_dev = field(2)
    st_nlink = field(3)
    st_uid = field(4)
    st_gid = field(5)
    st_size = field(6)
    st_atime = hidden("st_atime_f")
    st_mtime = hidden("st_mtime_f")
    st_ctime = hidden("st_ctime_f")
    st_atime_ns = hidden("st_atime_ns")
    st_mtime_ns = hidden("st_mtime_ns")
    st_ctime_ns = hidden("st_ctime_ns")
    st_blksize = hidden("st_blksize")
    st_blocks = hidden("st_blocks")
    st_rdev = hidden("st_rdev")


stat_result.__module__ = "os"


OWNER = 1000  # os.getuid() and os.getgid()


def make_stat(raw, own=True):
    """A stat_result from what the host answers: mode, inode, device, links,
    uid, gid, size and three times in nanoseconds.

    `own`: the user of the host is none of the session's business; to the
    program its files belong to itself.
    """
    mode, ino, dev, links, uid, gid, size, a, m, c = raw
    if own:
        uid = gid = OWNER
    return stat_result((mode, ino, dev, links, uid, gid, size,
                        a // 10**9, m // 10**9, c // 10**9,
                        a / 10**9, m / 10**9, c / 10**9, a, m, c,
                        4096, (size + 511) // 512, 0))


def stat(path, *, dir_fd=None, follow_symlinks=True):
    """Facts about a file."""
    where = path_text(path, "stat", number=True, dir_fd=dir_fd)
    if isinstance(where, int):
        return make_stat(call("fs.fstat", where))
    answer = whole("Path.stat", where)
    if answer is not NotImplemented:
        return make_stat(stat_numbers(answer), False)
    return make_stat(call("fs.stat", where, bool(follow_symlinks)))


def lstat(path, *, dir_fd=None):
    """Facts about a file or a link itself."""
    return stat(path_text(path, "lstat", dir_fd=dir_fd),
                follow_symlinks=False)


def getcwd():
    """The working directory; "/" where the host keeps it secret."""
    try:
        return os_call("os.getcwd")
    except PermissionError:
        return "/"


def _environ_data():
    try:
        return os_call("os.environ")
    except PermissionError:
        return {}


def _nothing():
    return None


class _Environ(MutableMapping):
    """The session's environment; changes stay inside the session."""

    __slots__ = ()

    @property
    def _data(self):
        if is_on() and not self.is_known():
            return _environ_data()  # such a host hears of every look
        return session_state("os.environ", _environ_data)

    def _own(self):
        """The session's copy, to be changed."""
        return session_state("os.environ", _environ_data)

    def is_known(self):
        """Did the program look at it before?"""
        return session_state("os.environ", _nothing) is not None

    def __getitem__(self, key):
        try:
            return self._data[_env_text(key)]
        except KeyError:
            raise KeyError(key) from None

    def __setitem__(self, key, value):
        key, value = _env_text(key), _env_text(value)
        if "=" in key or not key:
            raise ValueError("illegal environment variable name")
        if "\0" in key or "\0" in value:
            raise ValueError("embedded null byte")
        self._own()[key] = value

    def __delitem__(self, key):
        try:
            del self._own()[_env_text(key)]
        except KeyError:
            raise KeyError(key) from None

    def __iter__(self):
        yield from list(self._data)

    def __len__(self):
        return len(self._data)

    def __repr__(self):
        items = ", ".join(f"{k!r}: {v!r}" for k, v in self._data.items())
        return f"environ({{{items}}})"

    def copy(self):
        return dict(self)

    def setdefault(self, key, value):
        if key not in self:
            self[key] = value
        return self[key]

    def __ior__(self, other):
        self.update(other)
        return self

    def __or__(self, other):
        if not hasattr(other, "keys"):
            return NotImplemented
        new = dict(self)
        new.update(other)
        return new

    def __ror__(self, other):
        if not hasattr(other, "keys"):
            return NotImplemented
        new = dict(other)
        new.update(self)
        return new


def _env_text(value):
    if not isinstance(value, str):
        raise TypeError("str expected, not %s" % type(value).__name__)
    return value


environ = _Environ()
