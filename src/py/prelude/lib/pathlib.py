# pathlib.py - paths as objects.
#
# A pure path is (drive, root, parts); `_parts` includes the anchor as its
# first item if there is one.  A flavour knows how a text splits into these.
# Values are immutable; derived strings are computed on demand and kept.
#
# SPDX-License-Identifier: Apache-2.0
"""Object-oriented filesystem paths."""
import fnmatch
import io
import os
import posixpath
import re
import warnings
from collections.abc import Sequence
from errno import EBADF, ELOOP, ENOENT, ENOTDIR
from stat import (S_ISBLK, S_ISCHR, S_ISDIR, S_ISFIFO, S_ISLNK, S_ISREG,
                  S_ISSOCK)
from types import GenericAlias
from urllib.parse import quote_from_bytes

__all__ = ["PurePath", "PurePosixPath", "PureWindowsPath", "Path",
           "PosixPath", "WindowsPath"]

_RESERVED = ({"CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"}
             | {f"COM{c}" for c in "123456789\xb9\xb2\xb3"}
             | {f"LPT{c}" for c in "123456789\xb9\xb2\xb3"})


def _ignore_error(err):
    """Errors that mean "there is no such file"."""
    return getattr(err, "errno", None) in (ENOENT, ENOTDIR, EBADF, ELOOP)


class _Flavour:
    """How texts become paths; one object per kind of system."""

    sep = "/"
    altsep = ""

    def parse_parts(self, parts):
        """(drive, root, parts) of a list of texts; later anchors win."""
        parsed = []
        drv = root = ""
        for part in reversed(parts):
            if not part:
                continue
            if self.altsep:
                part = part.replace(self.altsep, self.sep)
            drv, root, rel = self.splitroot(part)
            for x in reversed(rel.split(self.sep)):
                if x and x != ".":
                    parsed.append(x)
            if drv or root:
                if not drv:
                    drv = self._drive_before(parts, part)
                break
        if drv or root:
            parsed.append(drv + root)
        parsed.reverse()
        return drv, root, parsed

    def _drive_before(self, parts, part):
        return ""

    def join_parsed_parts(self, drv, root, parts, drv2, root2, parts2):
        """Join two parsed paths."""
        if root2:
            if not drv2 and drv:
                return drv, root2, [drv + root2] + parts2[1:]
        elif drv2:
            if drv2 == drv or self.casefold(drv2) == self.casefold(drv):
                return drv, root, parts + parts2[1:]
        else:
            return drv, root, parts + parts2
        return drv2, root2, parts2


class _PosixFlavour(_Flavour):
    has_drv = False

    def splitroot(self, part, sep="/"):
        if part.startswith(sep):
            rest = part.lstrip(sep)
            # Exactly two slashes are kept, as POSIX allows.
            if len(part) - len(rest) == 2:
                return "", sep * 2, rest
            return "", sep, rest
        return "", "", part

    def casefold(self, s):
        return s

    def casefold_parts(self, parts):
        return parts

    def compile_pattern(self, pattern):
        return re.compile(fnmatch.translate(pattern)).fullmatch

    def is_reserved(self, parts):
        return False

    def make_uri(self, path):
        return "file://" + quote_from_bytes(bytes(path))


class _WindowsFlavour(_Flavour):
    sep = "\\"
    altsep = "/"
    has_drv = True

    def splitroot(self, part, sep="\\"):
        prefix = ""
        first, second = part[:1], part[1:2]
        if first == sep == second:
            # \\?\ and \\?\UNC\ prefixes, then \\server\share.
            prefix, part = self._extended(part)
            first, second = part[:1], part[1:2]
        third = part[2:3]
        if first == sep == second and third != sep:
            start = part.find(sep, 2)
            if start != -1:
                end = part.find(sep, start + 1)
                if end != start + 1:
                    if end == -1:
                        end = len(part)
                    if prefix:
                        return prefix + part[1:end], sep, part[end + 1:]
                    return part[:end], sep, part[end + 1:]
        drv = root = ""
        if second == ":" and first.isascii() and first.isalpha():
            drv, part = part[:2], part[2:]
            first = third
        if first == sep:
            root = first
            part = part.lstrip(sep)
        return prefix + drv, root, part

    def _extended(self, s):
        prefix = ""
        if s.startswith("\\\\?\\"):
            prefix, s = s[:4], s[4:]
            if s.startswith("UNC\\"):
                prefix += s[:3]
                s = "\\" + s[3:]
        return prefix, s

    def _drive_before(self, parts, part):
        """A rooted part without a drive takes the drive in front of it."""
        drv = ""
        seen = False
        for other in reversed(parts):
            if other and self.altsep:
                other = other.replace(self.altsep, self.sep)
            if not seen:
                seen = other == part
                continue
            if other:
                drv = self.splitroot(other)[0]
                if drv:
                    break
        return drv

    def casefold(self, s):
        return s.lower()

    def casefold_parts(self, parts):
        return [p.lower() for p in parts]

    def compile_pattern(self, pattern):
        return re.compile(fnmatch.translate(pattern),
                          re.IGNORECASE).fullmatch

    def is_reserved(self, parts):
        if not parts or parts[0].startswith("\\\\"):
            return False
        name = parts[-1].partition(".")[0].partition(":")[0].rstrip(" ")
        return name.upper() in _RESERVED

    def make_uri(self, path):
        drive = path.drive
        if len(drive) == 2 and drive[1] == ":":
            rest = path.as_posix()[2:].lstrip("/")
            return "file:///%s/%s" % (
                drive, quote_from_bytes(rest.encode("utf-8")))
        return "file:" + quote_from_bytes(path.as_posix().encode("utf-8"))


_windows_flavour = _WindowsFlavour()
_posix_flavour = _PosixFlavour()


class _PathParents(Sequence):
    """The logical ancestors of a path, nearest first."""

    __slots__ = ("_pathcls", "_drv", "_root", "_parts")

    def __init__(self, path):
        self._pathcls = type(path)
        self._drv = path._drv
        self._root = path._root
        self._parts = path._parts

    def __len__(self):
        if self._drv or self._root:
            return len(self._parts) - 1
        return len(self._parts)

    def __getitem__(self, idx):
        if isinstance(idx, slice):
            return tuple(self[i] for i in range(*idx.indices(len(self))))
        if idx >= len(self) or idx < -len(self):
            raise IndexError(idx)
        if idx < 0:
            idx += len(self)
        return self._pathcls._from_parsed_parts(
            self._drv, self._root, self._parts[:-idx - 1])

    def __repr__(self):
        return "<{}.parents>".format(self._pathcls.__name__)


class PurePath(object):
    """Base class for manipulating paths without I/O."""

    __slots__ = ("_drv", "_root", "_parts", "_str", "_hash", "_pparts",
                 "_cached_cparts")

    def __new__(cls, *args):
        if cls is PurePath:
            cls = PurePosixPath
        return cls._from_parts(args)

    def __reduce__(self):
        return self.__class__, tuple(self._parts)

    @classmethod
    def _parse_args(cls, args):
        parts = []
        for a in args:
            if isinstance(a, PurePath):
                parts += a._parts
                continue
            a = os.fspath(a)
            if not isinstance(a, str):
                raise TypeError("argument should be a str object or an "
                                "os.PathLike object returning str, not %r"
                                % type(a))
            parts.append(str(a))
        return cls._flavour.parse_parts(parts)

    @classmethod
    def _from_parts(cls, args):
        drv, root, parts = cls._parse_args(args)
        return cls._from_parsed_parts(drv, root, parts)

    @classmethod
    def _from_parsed_parts(cls, drv, root, parts):
        self = object.__new__(cls)
        self._drv = drv
        self._root = root
        self._parts = parts
        return self

    @classmethod
    def _format_parsed_parts(cls, drv, root, parts):
        sep = cls._flavour.sep
        if drv or root:
            return drv + root + sep.join(parts[1:])
        return sep.join(parts)

    def _make_child(self, args):
        drv, root, parts = self._parse_args(args)
        return self._from_parsed_parts(*self._flavour.join_parsed_parts(
            self._drv, self._root, self._parts, drv, root, parts))

    def __str__(self):
        """Return the string representation of the path."""
        try:
            return self._str
        except AttributeError:
            self._str = self._format_parsed_parts(
                self._drv, self._root, self._parts) or "."
            return self._str

    def __fspath__(self):
        return str(self)

    def as_posix(self):
        """Return the string representation of the path with forward (/)
        slashes."""
        return str(self).replace(self._flavour.sep, "/")

    def __bytes__(self):
        """Return the bytes representation of the path."""
        return os.fsencode(self)

    def __repr__(self):
        return "{}({!r})".format(self.__class__.__name__, self.as_posix())

    def as_uri(self):
        """Return the path as a 'file' URI."""
        if not self.is_absolute():
            raise ValueError("relative path can't be expressed as a file "
                             "URI")
        return self._flavour.make_uri(self)

    @property
    def _cparts(self):
        try:
            return self._cached_cparts
        except AttributeError:
            self._cached_cparts = self._flavour.casefold_parts(self._parts)
            return self._cached_cparts

    def __eq__(self, other):
        if not isinstance(other, PurePath):
            return NotImplemented
        return (self._cparts == other._cparts
                and self._flavour is other._flavour)

    def __hash__(self):
        try:
            return self._hash
        except AttributeError:
            self._hash = hash(tuple(self._cparts))
            return self._hash

    def _comparable(self, other):
        return (isinstance(other, PurePath)
                and self._flavour is other._flavour)

    def __lt__(self, other):
        if not self._comparable(other):
            return NotImplemented
        return self._cparts < other._cparts

    def __le__(self, other):
        if not self._comparable(other):
            return NotImplemented
        return self._cparts <= other._cparts

    def __gt__(self, other):
        if not self._comparable(other):
            return NotImplemented
        return self._cparts > other._cparts

    def __ge__(self, other):
        if not self._comparable(other):
            return NotImplemented
        return self._cparts >= other._cparts

    def __class_getitem__(cls, type):
        return GenericAlias(cls, type)

    @property
    def drive(self):
        """The drive prefix (letter or UNC path), if any."""
        return self._drv

    @property
    def root(self):
        """The root of the path, if any."""
        return self._root

    @property
    def anchor(self):
        """The concatenation of the drive and root, or ''."""
        return self._drv + self._root

    @property
    def name(self):
        """The final path component, if any."""
        parts = self._parts
        if len(parts) == (1 if self._drv or self._root else 0):
            return ""
        return parts[-1]

    @property
    def suffix(self):
        """The final component's last suffix, if any."""
        name = self.name
        i = name.rfind(".")
        return name[i:] if 0 < i < len(name) - 1 else ""

    @property
    def suffixes(self):
        """A list of the final component's suffixes, if any."""
        name = self.name
        if name.endswith("."):
            return []
        return ["." + suffix for suffix in name.lstrip(".").split(".")[1:]]

    @property
    def stem(self):
        """The final path component, minus its last suffix."""
        name = self.name
        i = name.rfind(".")
        return name[:i] if 0 < i < len(name) - 1 else name

    def with_name(self, name):
        """Return a new path with the file name changed."""
        if not self.name:
            raise ValueError("%r has an empty name" % (self,))
        drv, root, parts = self._flavour.parse_parts((name,))
        if (not name or name[-1] in [self._flavour.sep,
                                     self._flavour.altsep]
                or drv or root or len(parts) != 1):
            raise ValueError("Invalid name %r" % name)
        return self._from_parsed_parts(self._drv, self._root,
                                       self._parts[:-1] + [name])

    def with_stem(self, stem):
        """Return a new path with the stem changed."""
        return self.with_name(stem + self.suffix)

    def with_suffix(self, suffix):
        """Return a new path with the file suffix changed."""
        f = self._flavour
        if f.sep in suffix or f.altsep and f.altsep in suffix:
            raise ValueError("Invalid suffix %r" % (suffix,))
        if suffix and not suffix.startswith(".") or suffix == ".":
            raise ValueError("Invalid suffix %r" % (suffix))
        name = self.name
        if not name:
            raise ValueError("%r has an empty name" % (self,))
        old = self.suffix
        name = name + suffix if not old else name[:-len(old)] + suffix
        return self._from_parsed_parts(self._drv, self._root,
                                       self._parts[:-1] + [name])

    def relative_to(self, *other):
        """Return the relative path to another path identified by the passed
        arguments."""
        if not other:
            raise TypeError("need at least one argument")
        parts = self._parts
        drv, root = self._drv, self._root
        mine = [drv, root] + parts[1:] if root else parts
        to_drv, to_root, to_parts = self._parse_args(other)
        if to_root:
            theirs = [to_drv, to_root] + to_parts[1:]
        else:
            theirs = to_parts
        n = len(theirs)
        fold = self._flavour.casefold_parts
        if (root or drv) if n == 0 else fold(mine[:n]) != fold(theirs):
            text = self._format_parsed_parts(to_drv, to_root, to_parts)
            raise ValueError("{!r} is not in the subpath of {!r} OR one "
                             "path is relative and the other is absolute."
                             .format(str(self), str(text)))
        return self._from_parsed_parts("", root if n == 1 else "", mine[n:])

    def is_relative_to(self, *other):
        """Return True if the path is relative to another path or False."""
        try:
            self.relative_to(*other)
            return True
        except ValueError:
            return False

    @property
    def parts(self):
        """An object providing sequence-like access to the components in
        the filesystem path."""
        try:
            return self._pparts
        except AttributeError:
            self._pparts = tuple(self._parts)
            return self._pparts

    def joinpath(self, *args):
        """Combine this path with one or several arguments."""
        return self._make_child(args)

    def __truediv__(self, key):
        try:
            return self._make_child((key,))
        except TypeError:
            return NotImplemented

    def __rtruediv__(self, key):
        try:
            return self._from_parts([key] + self._parts)
        except TypeError:
            return NotImplemented

    @property
    def parent(self):
        """The logical parent of the path."""
        drv, root, parts = self._drv, self._root, self._parts
        if len(parts) == 1 and (drv or root) or not parts:
            return self
        return self._from_parsed_parts(drv, root, parts[:-1])

    @property
    def parents(self):
        """A sequence of this path's logical parents."""
        return _PathParents(self)

    def is_absolute(self):
        """True if the path is absolute."""
        if not self._root:
            return False
        return not self._flavour.has_drv or bool(self._drv)

    def is_reserved(self):
        """Return True if the path contains one of the special names
        reserved by the system, if any."""
        return self._flavour.is_reserved(self._parts)

    def match(self, path_pattern):
        """Return True if this path matches the given pattern."""
        fold = self._flavour.casefold
        path_pattern = fold(path_pattern)
        drv, root, pattern = self._flavour.parse_parts((path_pattern,))
        if not pattern:
            raise ValueError("empty pattern")
        if drv and drv != fold(self._drv):
            return False
        if root and root != fold(self._root):
            return False
        parts = self._cparts
        if drv or root:
            if len(pattern) != len(parts):
                return False
            pattern = pattern[1:]
        elif len(pattern) > len(parts):
            return False
        for part, pat in zip(reversed(parts), reversed(pattern)):
            if not fnmatch.fnmatchcase(part, pat):
                return False
        return True


class PurePosixPath(PurePath):
    """PurePath subclass for non-Windows systems."""

    _flavour = _posix_flavour
    __slots__ = ()


class PureWindowsPath(PurePath):
    """PurePath subclass for Windows systems."""

    _flavour = _windows_flavour
    __slots__ = ()


class Path(PurePath):
    """PurePath subclass that can make system calls."""

    __slots__ = ()

    def __new__(cls, *args, **kwargs):
        if cls is Path:
            cls = PosixPath
        self = cls._from_parts(args)
        if self._flavour is _windows_flavour:
            raise NotImplementedError("cannot instantiate %r on your system"
                                      % (cls.__name__,))
        return self

    def __enter__(self):
        warnings.warn("pathlib.Path.__enter__() is deprecated and scheduled "
                      "for removal in Python 3.13; Path objects as a "
                      "context manager is a no-op", DeprecationWarning,
                      stacklevel=2)
        return self

    def __exit__(self, t, v, tb):
        pass

    def _make_child_relpath(self, part):
        return self._from_parsed_parts(self._drv, self._root,
                                       self._parts + [part])

    @classmethod
    def cwd(cls):
        """Return a new path pointing to the current working directory."""
        return cls(os.getcwd())

    @classmethod
    def home(cls):
        """Return a new path pointing to the user's home directory."""
        return cls("~").expanduser()

    def samefile(self, other_path):
        """Return whether other_path is the same or not as this file."""
        st = self.stat()
        try:
            other = other_path.stat()
        except AttributeError:
            other = self.__class__(other_path).stat()
        return posixpath.samestat(st, other)

    def iterdir(self):
        """Yield path objects of the directory contents."""
        for name in os.listdir(self):
            yield self._make_child_relpath(name)

    def _scandir(self):
        return os.scandir(self)

    def glob(self, pattern):
        """Iterate over this subtree and yield all existing files (of any
        kind, including directories) matching the given relative
        pattern."""
        return self._glob(pattern, "glob")

    def rglob(self, pattern):
        """Recursively yield all existing files matching the given relative
        pattern, anywhere in this subtree."""
        return self._glob(pattern, "rglob")

    def _glob(self, pattern, kind):
        if not pattern and kind == "glob":
            raise ValueError("Unacceptable pattern: {!r}".format(pattern))
        drv, root, parts = self._flavour.parse_parts((pattern,))
        if drv or root:
            raise NotImplementedError("Non-relative patterns are "
                                      "unsupported")
        if pattern and pattern[-1] in (self._flavour.sep,
                                       self._flavour.altsep):
            parts.append("")
        if kind == "rglob":
            parts = ["**", *parts]
        for part in parts:
            if "**" in part and part != "**":
                raise ValueError("Invalid pattern: '**' can only be an "
                                 "entire path component")
        return _select(self, parts)

    def absolute(self):
        """Return an absolute version of this path, without resolving
        symlinks."""
        if self.is_absolute():
            return self
        return self._from_parts([os.getcwd()] + self._parts)

    def resolve(self, strict=False):
        """Make the path absolute, resolving all symlinks on the way."""
        def check_loop(err):
            if getattr(err, "errno", None) == ELOOP:
                raise RuntimeError("Symlink loop from %r" % err.filename)

        try:
            text = posixpath.realpath(self, strict=strict)
        except OSError as err:
            check_loop(err)
            raise
        p = self._from_parts((text,))
        if not strict:
            try:
                p.stat()
            except OSError as err:
                check_loop(err)
        return p

    def stat(self, *, follow_symlinks=True):
        """Return the result of the stat() system call on this path."""
        return os.stat(self, follow_symlinks=follow_symlinks)

    def lstat(self):
        """Like stat(), except if the path points to a symlink."""
        return self.stat(follow_symlinks=False)

    def owner(self):
        """Return the login name of the file owner."""
        raise NotImplementedError("Path.owner() is unsupported on this "
                                  "system")

    def group(self):
        """Return the group name of the file gid."""
        raise NotImplementedError("Path.group() is unsupported on this "
                                  "system")

    def open(self, mode="r", buffering=-1, encoding=None, errors=None,
             newline=None):
        """Open the file pointed to by this path and return a file
        object."""
        return io.open(self, mode, buffering, encoding, errors, newline)

    def read_bytes(self):
        """Open the file in bytes mode, read it, and close the file."""
        with self.open(mode="rb") as f:
            return f.read()

    def read_text(self, encoding=None, errors=None):
        """Open the file in text mode, read it, and close the file."""
        with self.open(mode="r", encoding=encoding, errors=errors) as f:
            return f.read()

    def write_bytes(self, data):
        """Open the file in bytes mode, write to it, and close the file."""
        view = memoryview(data)
        with self.open(mode="wb") as f:
            return f.write(view)

    def write_text(self, data, encoding=None, errors=None, newline=None):
        """Open the file in text mode, write to it, and close the file."""
        if not isinstance(data, str):
            raise TypeError("data must be str, not %s"
                            % data.__class__.__name__)
        with self.open(mode="w", encoding=encoding, errors=errors,
                       newline=newline) as f:
            return f.write(data)

    def readlink(self):
        """Return the path to which the symbolic link points."""
        return self._from_parts((os.readlink(self),))

    def touch(self, mode=0o666, exist_ok=True):
        """Create this file with the given access mode, if it doesn't
        exist."""
        if exist_ok:
            try:
                os.utime(self, None)
            except OSError:
                pass
            else:
                return
        flags = os.O_CREAT | os.O_WRONLY
        if not exist_ok:
            flags |= os.O_EXCL
        os.close(os.open(self, flags, mode))

    def mkdir(self, mode=0o777, parents=False, exist_ok=False):
        """Create a new directory at this given path."""
        try:
            os.mkdir(self, mode)
        except FileNotFoundError:
            if not parents or self.parent == self:
                raise
            self.parent.mkdir(parents=True, exist_ok=True)
            self.mkdir(mode, parents=False, exist_ok=exist_ok)
        except OSError:
            if not exist_ok or not self.is_dir():
                raise

    def chmod(self, mode, *, follow_symlinks=True):
        """Change the permissions of the path, like os.chmod()."""
        os.chmod(self, mode, follow_symlinks=follow_symlinks)

    def lchmod(self, mode):
        """Like chmod(), except if the path points to a symlink."""
        self.chmod(mode, follow_symlinks=False)

    def unlink(self, missing_ok=False):
        """Remove this file or link."""
        try:
            os.unlink(self)
        except FileNotFoundError:
            if not missing_ok:
                raise

    def rmdir(self):
        """Remove this directory.  The directory must be empty."""
        os.rmdir(self)

    def rename(self, target):
        """Rename this path to the target path."""
        os.rename(self, target)
        return self.__class__(target)

    def replace(self, target):
        """Rename this path to the target path, overwriting if that path
        exists."""
        os.replace(self, target)
        return self.__class__(target)

    def symlink_to(self, target, target_is_directory=False):
        """Make this path a symlink pointing to the target path."""
        os.symlink(target, self, target_is_directory)

    def hardlink_to(self, target):
        """Make this path a hard link pointing to the same file as
        *target*."""
        os.link(target, self)

    def link_to(self, target):
        """Make the target path a hard link pointing to this path."""
        warnings.warn("pathlib.Path.link_to() is deprecated and is "
                      "scheduled for removal in Python 3.12. Use "
                      "pathlib.Path.hardlink_to() instead.",
                      DeprecationWarning, stacklevel=2)
        self.__class__(target).hardlink_to(self)

    def exists(self):
        """Whether this path exists."""
        try:
            self.stat()
        except OSError as err:
            if not _ignore_error(err):
                raise
            return False
        except ValueError:
            return False
        return True

    def _is(self, test, follow=True):
        try:
            st = self.stat() if follow else self.lstat()
        except OSError as err:
            if not _ignore_error(err):
                raise
            return False
        except ValueError:
            return False
        return test(st.st_mode)

    def is_dir(self):
        """Whether this path is a directory."""
        return self._is(S_ISDIR)

    def is_file(self):
        """Whether this path is a regular file (also True for symlinks
        pointing to regular files)."""
        return self._is(S_ISREG)

    def is_mount(self):
        """Check if this path is a POSIX mount point"""
        if not self.exists() or not self.is_dir():
            return False
        return posixpath.ismount(self)

    def is_symlink(self):
        """Whether this path is a symbolic link."""
        return self._is(S_ISLNK, False)

    def is_block_device(self):
        """Whether this path is a block device."""
        return self._is(S_ISBLK)

    def is_char_device(self):
        """Whether this path is a character device."""
        return self._is(S_ISCHR)

    def is_fifo(self):
        """Whether this path is a FIFO."""
        return self._is(S_ISFIFO)

    def is_socket(self):
        """Whether this path is a socket."""
        return self._is(S_ISSOCK)

    def expanduser(self):
        """Return a new path with expanded ~ and ~user constructs."""
        if (not (self._drv or self._root) and self._parts
                and self._parts[0][:1] == "~"):
            home = posixpath.expanduser(self._parts[0])
            if home[:1] == "~":
                raise RuntimeError("Could not determine home directory.")
            drv, root, parts = self._parse_args((home,))
            return self._from_parsed_parts(drv, root,
                                           parts + self._parts[1:])
        return self

    def walk(self, top_down=True, on_error=None, follow_symlinks=False):
        """Walk the directory tree from this directory, similar to
        os.walk()."""
        for root, dirs, files in os.walk(self, top_down, on_error,
                                         follow_symlinks):
            yield self.__class__(root), dirs, files


class PosixPath(Path, PurePosixPath):
    """Path subclass for non-Windows systems."""

    __slots__ = ()


class WindowsPath(Path, PureWindowsPath):
    """Path subclass for Windows systems."""

    __slots__ = ()

    def is_mount(self):
        raise NotImplementedError("Path.is_mount() is unsupported on this "
                                  "system")


# ---------------------------------------------------------------- globbing


def _select(path, parts):
    """Existing paths below `path` that match the pattern parts."""
    if not path.is_dir():
        return
    recursive = sum(p == "**" for p in parts) > 1
    seen = set()
    for p in _match_parts(path, parts):
        if recursive:
            if p in seen:
                continue
            seen.add(p)
        yield p


def _match_parts(path, parts):
    part, rest = parts[0], parts[1:]
    if part == "**":
        for p in _recurse(path):
            if rest:
                yield from _match_parts(p, rest)
            else:
                yield p
        return
    if part == "..":
        p = path._make_child_relpath(part)
        if p.exists():
            yield from _match_parts(p, rest) if rest else [p]
        return
    if not any(c in part for c in "*?["):
        p = path._make_child_relpath(part) if part else path
        try:
            ok = p.is_dir() if rest or not part else p.exists()
        except PermissionError:
            return
        if ok:
            yield from _match_parts(p, rest) if rest else [p]
        return
    match = path._flavour.compile_pattern(part)
    try:
        entries = list(path._scandir())
    except PermissionError:
        return
    for entry in entries:
        if rest:
            try:
                if not entry.is_dir():
                    continue
            except OSError as err:
                if not _ignore_error(err):
                    raise
                continue
        if match(entry.name):
            p = path._make_child_relpath(entry.name)
            yield from _match_parts(p, rest) if rest else [p]


def _recurse(path):
    """The path and all directories below it, links not followed."""
    yield path
    try:
        entries = list(path._scandir())
    except PermissionError:
        return
    for entry in entries:
        try:
            is_dir = entry.is_dir(follow_symlinks=False)
        except OSError as err:
            if not _ignore_error(err):
                raise
            is_dir = False
        if is_dir:
            yield from _recurse(path._make_child_relpath(entry.name))
