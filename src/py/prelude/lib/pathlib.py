"""pathlib - paths as objects.

What does not touch files is in _pathlib_pure.

SPDX-License-Identifier: Apache-2.0
"""

import io
import os
import posixpath
import stat as _stat
import warnings
from errno import (EACCES, EBADF, EEXIST, ELOOP, ENAMETOOLONG, ENOENT,
                   ENOTDIR)

from _pathlib_pure import POSIX as _posix_flavour
from _pathlib_pure import WINDOWS as _windows_flavour
from _pathlib_pure import (PurePath, PurePosixPath, PureWindowsPath,
                           _PathParents)
from _whole import is_on, whole

__all__ = ["PurePath", "PurePosixPath", "PureWindowsPath", "Path",
           "PosixPath", "WindowsPath"]

_MEANS_ABSENT = frozenset({ENOENT, ENOTDIR, EBADF, ELOOP})
_MEANS_HIDDEN = frozenset({EACCES, ENAMETOOLONG})


def _attempt(question, *args):
    """Ask about a file; what does not exist is not so."""
    try:
        return question(*args)
    except OSError as error:
        if error.errno not in _MEANS_ABSENT and not (
                error.errno in _MEANS_HIDDEN and is_on()):
            raise
    except ValueError:
        pass  # no path can have a NUL in it
    return None


def _is_utf8(encoding):
    return encoding is None or encoding.lower() in ("utf-8", "utf8")


def _kind(test, text, follow=True, asked=None):
    """A method that tells whether a file is of some kind."""
    def method(self):
        if asked is not None:
            answer = whole(asked, str(self))
            if answer is not NotImplemented:
                return answer
        status = _attempt(self.stat if follow else self.lstat)
        return status is not None and test(status.st_mode)
    method.__doc__ = f"Is it a {text}?"
    return method


class Path(PurePath):
    """A path on this system."""

    __slots__ = ()

    def __new__(cls, *args, **kwargs):
        if cls is Path:
            cls = PosixPath
        if cls._flavour is _windows_flavour:
            raise NotImplementedError(f"cannot instantiate {cls.__name__!r} "
                                      "on your system")
        return cls._make(cls._read(args))

    def __enter__(self):
        warnings.warn(
            "pathlib.Path.__enter__() is deprecated and scheduled for "
            "removal in Python 3.13; Path objects as a context manager is a "
            "no-op", DeprecationWarning, stacklevel=2)
        return self

    def __exit__(self, t, v, tb):
        pass

    def _child(self, name):
        return self._with_tail((*self._tail, name))

    # --- Where it is ---

    @classmethod
    def cwd(cls):
        """The current folder."""
        return cls(os.getcwd())

    @classmethod
    def home(cls):
        """The folder of the user."""
        return cls("~").expanduser()

    def absolute(self):
        """The path from the top; links stay."""
        answer = whole("Path.absolute", str(self))
        if answer is not NotImplemented:
            return type(self)(answer)
        return self if self.is_absolute() else type(self)(os.getcwd(), self)

    def resolve(self, strict=False):
        """The path from the top, with all links followed."""
        answer = whole("Path.resolve", str(self))
        if answer is not NotImplemented:
            return type(self)(answer)
        try:
            path = type(self)(posixpath.realpath(self, strict=strict))
            if not strict:
                path.stat()  # finds loops
        except OSError as error:
            if error.errno == ELOOP:
                raise RuntimeError(f"Symlink loop from {error.filename!r}")
            if strict:
                raise
        return path

    def expanduser(self):
        """The path with the folder of a user in place of ~."""
        if self.anchor or self._tail[:1] == () or self._tail[0][0] != "~":
            return self
        home = posixpath.expanduser(self._tail[0])
        if home[0] == "~":
            raise RuntimeError("Could not determine home directory.")
        return type(self)(home, *self._tail[1:])

    def readlink(self):
        """What a link points to."""
        return type(self)(os.readlink(self))

    # --- What it is ---

    def stat(self, *, follow_symlinks=True):
        """Ask the system about the file."""
        return os.stat(self, follow_symlinks=follow_symlinks)

    def lstat(self):
        """Ask about the link itself."""
        return self.stat(follow_symlinks=False)

    def exists(self):
        """Is there such a file?"""
        answer = whole("Path.exists", str(self))
        if answer is not NotImplemented:
            return answer
        return _attempt(self.stat) is not None

    is_dir = _kind(_stat.S_ISDIR, "folder", asked="Path.is_dir")
    is_file = _kind(_stat.S_ISREG, "regular file", asked="Path.is_file")
    is_symlink = _kind(_stat.S_ISLNK, "link", False, "Path.is_symlink")
    is_block_device = _kind(_stat.S_ISBLK, "block device")
    is_char_device = _kind(_stat.S_ISCHR, "character device")
    is_fifo = _kind(_stat.S_ISFIFO, "FIFO")
    is_socket = _kind(_stat.S_ISSOCK, "socket")

    def is_mount(self):
        """Does another file system begin here?"""
        return self.is_dir() and posixpath.ismount(self)

    def samefile(self, other_path):
        """Are both the same file?"""
        if not hasattr(other_path, "stat"):
            other_path = type(self)(other_path)
        return os.path.samestat(self.stat(), other_path.stat())

    def owner(self):
        """The name of the owner; there are no names here."""
        raise NotImplementedError("Path.owner() is unsupported on this "
                                  "system")

    def group(self):
        """The name of the group; there are no names here."""
        raise NotImplementedError("Path.group() is unsupported on this "
                                  "system")

    # --- Contents ---

    def open(self, mode="r", buffering=-1, encoding=None, errors=None,
             newline=None):
        """Open the file."""
        return io.open(str(self), mode, buffering, encoding, errors, newline)

    def read_bytes(self):
        """Everything in the file, as bytes."""
        answer = whole("Path.read_bytes", str(self))
        if answer is not NotImplemented:
            return answer
        with self.open("rb") as file:
            return file.read()

    def read_text(self, encoding=None, errors=None):
        """Everything in the file, as text."""
        if _is_utf8(encoding):
            answer = whole("Path.read_text", str(self))
            if answer is not NotImplemented:
                return answer
        with self.open("r", -1, encoding, errors) as file:
            return file.read()

    def write_bytes(self, data):
        """Replace what is in the file by bytes."""
        data = memoryview(data)  # before the file is emptied
        answer = whole("Path.write_bytes", str(self), data.tobytes())
        if answer is not NotImplemented:
            return answer
        with self.open("wb") as file:
            return file.write(data)

    def write_text(self, data, encoding=None, errors=None, newline=None):
        """Replace what is in the file by text."""
        if isinstance(data, str):
            if _is_utf8(encoding) and newline is None:
                answer = whole("Path.write_text", str(self), data)
                if answer is not NotImplemented:
                    return answer
            with self.open("w", -1, encoding, errors, newline) as file:
                return file.write(data)
        raise TypeError(f"data must be str, not {type(data).__name__}")

    def iterdir(self):
        """Yield the paths in a folder."""
        yield from [self._child(name) for name in os.listdir(self)]

    def walk(self, top_down=True, on_error=None, follow_symlinks=False):
        """Yield (folder, names of folders, names of files) from here on."""
        for folder, dirs, files in os.walk(self, top_down, on_error,
                                           follow_symlinks):
            yield type(self)(folder), dirs, files

    def glob(self, pattern):
        """Yield the existing paths from here that fit a pattern."""
        if not pattern:
            raise ValueError(f"Unacceptable pattern: {pattern!r}")
        return _select(self, _read_pattern(self, pattern))

    def rglob(self, pattern):
        """Same, in all folders below."""
        return _select(self, ["**", *_read_pattern(self, pattern)])

    # --- Changes ---

    def touch(self, mode=0o666, exist_ok=True):
        """Make an empty file, or set the time of one."""
        answer = whole("Path.exists", str(self))
        if answer is not NotImplemented:
            if answer and not exist_ok:
                raise FileExistsError(EEXIST, "File exists", str(self))
            if not answer:
                whole("Path.write_bytes", str(self), b"")
            return
        if exist_ok:
            try:
                return os.utime(self, None)
            except OSError:
                pass  # it does not exist, or only writing is allowed
        flags = os.O_WRONLY | os.O_CREAT | (0 if exist_ok else os.O_EXCL)
        os.close(os.open(self, flags, mode))

    def mkdir(self, mode=0o777, parents=False, exist_ok=False):
        """Make a folder."""
        answer = whole("Path.mkdir", str(self), bool(parents), bool(exist_ok))
        if answer is not NotImplemented:
            return
        try:
            os.mkdir(self, mode)
        except FileNotFoundError:
            if not parents or not self._tail:
                raise
            self.parent.mkdir(parents=True, exist_ok=True)
            self.mkdir(mode, False, exist_ok)
        except OSError:
            if not (exist_ok and self.is_dir()):
                raise

    def chmod(self, mode, *, follow_symlinks=True):
        """Set the permissions."""
        os.chmod(str(self), mode, follow_symlinks=follow_symlinks)

    def lchmod(self, mode):
        """Set the permissions of the link itself."""
        self.chmod(mode, follow_symlinks=False)

    def unlink(self, missing_ok=False):
        """Remove a file or link."""
        try:
            os.unlink(self)
        except FileNotFoundError:
            if not missing_ok:
                raise

    def rmdir(self):
        """Remove an empty folder."""
        os.rmdir(self)

    def rename(self, target):
        """Move the file; return its new path."""
        os.rename(self, target)
        return type(self)(target)

    def replace(self, target):
        """Move the file over another one; return its new path."""
        os.replace(self, target)
        return type(self)(target)

    def symlink_to(self, target, target_is_directory=False):
        """Make this path a link to another one."""
        os.symlink(str(target), self, target_is_directory)

    def hardlink_to(self, target):
        """Make this path another name of a file."""
        os.link(target, self)

    def link_to(self, target):
        """Deprecated: hardlink_to() the other way round."""
        warnings.warn(
            "pathlib.Path.link_to() is deprecated and is scheduled for "
            "removal in Python 3.12. Use pathlib.Path.hardlink_to() "
            "instead.", DeprecationWarning, stacklevel=2)
        os.link(self, target)


class PosixPath(Path, PurePosixPath):
    """A path on Linux."""

    __slots__ = ()


class WindowsPath(Path, PureWindowsPath):
    """A path on Windows."""

    __slots__ = ()

    def is_mount(self):
        """Not known on Windows."""
        raise NotImplementedError("Path.is_mount() is unsupported on this "
                                  "system")


# --- Patterns ---------------------------------------------------------------

def _read_pattern(path, pattern):
    drive, root, names = path._flavour.read([pattern])
    if drive or root:
        raise NotImplementedError("Non-relative patterns are unsupported")
    for name in names:
        if "**" in name and name != "**":
            raise ValueError("Invalid pattern: '**' can only be an entire "
                             "path component")
    # a slash at the end asks for folders
    return [*names, ""] if pattern[-1:] == path._flavour.sep else [*names]


def _select(path, names):
    """Yield what fits, each once."""
    if not path.is_dir():
        return
    found = _matches(path, names)
    if names.count("**") < 2:
        yield from found
        return
    seen = set()
    for item in found:
        if item not in seen:
            seen.add(item)
            yield item


def _matches(path, names):
    """Yield the paths below that fit the names of a pattern."""
    if not names:
        yield path
        return
    name, *rest = names
    if name == "**":
        for folder in _folders(path):
            yield from _matches(folder, rest)
    elif not set("*?[").isdisjoint(name):
        fits = path._flavour.matcher(name)
        for entry in _entries(path):
            if fits(entry.name) and (not rest or _attempt(entry.is_dir)):
                yield from _matches(path._child(entry.name), rest)
    else:
        child = path._child(name) if name else path
        needs_folder = not name or rest and name != ".."
        try:
            fits = child.is_dir() if needs_folder else child.exists()
        except PermissionError:
            return
        if fits:
            yield from _matches(child, rest)


def _entries(path):
    try:
        return list(os.scandir(path))
    except PermissionError:
        return []


def _is_real_folder(entry):
    return entry.is_dir(follow_symlinks=False)


def _folders(path):
    """Yield a folder and all below it, without following links."""
    yield path
    for entry in _entries(path):
        if _attempt(_is_real_folder, entry):
            yield from _folders(path._child(entry.name))
