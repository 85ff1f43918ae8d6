"""_pathlib_pure - paths as values.

A path is a drive, a root and the names after them, its tail.  A flavour
knows how text is split into these on one kind of system.

SPDX-License-Identifier: Apache-2.0
"""

import fnmatch
import operator
import os
import re
from collections.abc import Sequence
from types import GenericAlias
from urllib.parse import quote_from_bytes

__name__ = "pathlib"


# --- Flavours ---------------------------------------------------------------

class _Flavour:
    altsep = ""

    def read(self, texts):
        """Join texts to (drive, root, tail); a new anchor begins anew."""
        drive = root = ""
        tail = []
        for text in texts:
            if not text:
                continue
            if self.altsep:
                text = text.replace(self.altsep, self.sep)
            new_drive, new_root, rest = self.split(text)
            if new_drive or new_root:
                drive, root = new_drive or drive, new_root
                tail = []
            tail += [name for name in rest.split(self.sep)
                     if name and name != "."]
        return drive, root, tuple(tail)

    def join(self, first, second):
        """Put a path that was read after another one."""
        drive, root, tail = first
        new_drive, new_root, new_tail = second
        if new_root:
            return new_drive or drive, new_root, new_tail
        if new_drive and self.fold(new_drive) != self.fold(drive):
            return second
        return drive, root, tail + new_tail

    def matcher(self, pattern):
        return re.compile(fnmatch.translate(pattern), self.flags).fullmatch


class _Posix(_Flavour):
    sep = "/"
    flags = re.NOFLAG

    def split(self, text):
        rest = text.lstrip("/")
        slashes = len(text) - len(rest)
        # POSIX gives two slashes, but not three, a meaning of their own
        root = "//" if slashes == 2 else "/" if slashes else ""
        return "", root, rest

    def fold(self, text):
        return text

    def is_absolute(self, drive, root):
        return bool(root)

    def is_reserved(self, path):
        return False

    def uri(self, path):
        return "file://" + quote_from_bytes(bytes(path))


_DIGITS = "123456789\xb9\xb2\xb3"
_DEVICES = frozenset(["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$",
                      *["COM" + digit for digit in _DIGITS],
                      *["LPT" + digit for digit in _DIGITS]])


class _Windows(_Flavour):
    sep = "\\"
    altsep = "/"
    flags = re.IGNORECASE

    def split(self, text):
        prefix = ""
        if text.startswith("\\\\?\\"):  # extended paths
            prefix, text = text[:4], text[4:]
            if text.startswith("UNC\\"):
                prefix += "UNC"
                text = "\\" + text[3:]
        share = self.split_share(text, prefix)
        if share is not None:
            return share
        drive = ""
        if text[1:2] == ":" and text[0].isascii() and text[0].isalpha():
            drive, text = text[:2], text[2:]
        rest = text.lstrip("\\")
        root = "\\" if len(rest) < len(text) else ""
        return prefix + drive, root, rest

    def split_share(self, text, prefix):
        r"""Split \\server\share\names; None if it is something else."""
        if text[:2] != "\\\\" or text[2:3] == "\\":
            return None
        server, slash, rest = text[2:].partition("\\")
        if not slash or rest.startswith("\\"):
            return None
        share, _, names = rest.partition("\\")
        drive = f"\\\\{server}\\{share}"
        return prefix + drive[1:] if prefix else drive, "\\", names

    def fold(self, text):
        return text.lower()

    def is_absolute(self, drive, root):
        return bool(drive and root)

    def is_reserved(self, path):
        if not path.parts or path.anchor.startswith("\\\\"):
            return False
        stem = re.split("[.:]", path.parts[-1])[0]
        return stem.rstrip(" ").upper() in _DEVICES

    def uri(self, path):
        text = path.as_posix()
        if path.drive[1:] == ":":
            drive, text = f"///{path.drive}/", text[2:].lstrip("/")
        else:
            drive = ""
        return f"file:{drive}{quote_from_bytes(text.encode())}"


POSIX = _Posix()
WINDOWS = _Windows()


# --- Paths ------------------------------------------------------------------

def _ordering(compare):
    def method(self, other):
        if isinstance(other, PurePath) and other._flavour is self._flavour:
            return compare(self._folded(), other._folded())
        return NotImplemented
    return method


def _kept(slot, make):
    """A property that is computed once."""
    def read(self):
        try:
            return getattr(self, slot)
        except AttributeError:
            value = make(self)
            setattr(self, slot, value)
            return value
    return read


class PurePath:
    """A path that is not looked up anywhere."""

    __slots__ = ("_drive", "_root", "_tail", "_text", "_parts", "_key")

    def __new__(cls, *args):
        if cls is PurePath:
            cls = PurePosixPath
        return cls._make(cls._read(args))

    @classmethod
    def _read(cls, args):
        texts = []
        for arg in args:
            if isinstance(arg, PurePath):
                texts += arg.parts
                continue
            text = os.fspath(arg)
            if not isinstance(text, str):
                raise TypeError("argument should be a str object or an "
                                "os.PathLike object returning str, not "
                                f"{type(text)!r}")
            texts.append(str(text))
        return cls._flavour.read(texts)

    @classmethod
    def _make(cls, pieces):
        path = object.__new__(cls)
        path._drive, path._root, path._tail = pieces
        return path

    def _pieces(self):
        return self._drive, self._root, self._tail

    def _with_tail(self, tail):
        return self._make((self._drive, self._root, tail))

    def __reduce__(self):
        return type(self), self.parts

    def __repr__(self):
        return f"{type(self).__name__}({self.as_posix()!r})"

    def __bytes__(self):
        return os.fsencode(str(self))

    __str__ = _kept("_text", lambda self: self.anchor + self._flavour.sep.join(
        self._tail) or ".")

    def __fspath__(self):
        return str(self)

    def __class_getitem__(cls, type):
        return GenericAlias(cls, type)

    # --- Comparing ---

    _folded = _kept("_key", lambda self: tuple(
        [self._flavour.fold(part) for part in self.parts]))

    def __hash__(self):
        return hash(self._folded())

    def __eq__(self, other):
        if not isinstance(other, PurePath):
            return NotImplemented
        return (other._flavour is self._flavour
                and other._folded() == self._folded())

    __lt__ = _ordering(operator.lt)
    __le__ = _ordering(operator.le)
    __gt__ = _ordering(operator.gt)
    __ge__ = _ordering(operator.ge)

    # --- Parts ---

    @property
    def drive(self):
        """The drive or share, or ''."""
        return self._drive

    @property
    def root(self):
        """The separator that makes it start at the top, or ''."""
        return self._root

    @property
    def anchor(self):
        """Drive and root together."""
        return self._drive + self._root

    parts = property(
        _kept("_parts", lambda self: (self.anchor, *self._tail)
              if self.anchor else self._tail),
        doc="The anchor, if any, and the names.")

    @property
    def name(self):
        """The last name, or ''."""
        return self._tail[-1] if self._tail else ""

    def _split_name(self):
        """Return (stem, suffix) of the last name."""
        stem, dot, end = self.name.rpartition(".")
        return (stem, dot + end) if stem and end else (self.name, "")

    @property
    def stem(self):
        """The last name without its suffix."""
        return self._split_name()[0]

    @property
    def suffix(self):
        """The last dot of the name and what follows, or ''."""
        return self._split_name()[1]

    @property
    def suffixes(self):
        """All dots of the name, with what follows each."""
        name = self.name
        if name[-1:] == ".":
            return []
        return [f".{word}" for word in name.lstrip(".").split(".")[1:]]

    @property
    def parent(self):
        """The path without its last name."""
        return self._with_tail(self._tail[:-1]) if self._tail else self

    @property
    def parents(self):
        """All paths this one is in, nearest first."""
        return _PathParents(self)

    # --- Changing ---

    def joinpath(self, *args):
        """Add further paths at the end."""
        return self._make(self._flavour.join(self._pieces(),
                                             self._read(args)))

    def __truediv__(self, key):
        try:
            return self.joinpath(key)
        except TypeError:
            return NotImplemented

    def __rtruediv__(self, key):
        try:
            return type(self)(key, self)
        except TypeError:
            return NotImplemented

    def _rename(self, name):
        if not self._tail:
            raise ValueError(f"{self!r} has an empty name")
        return self._with_tail((*self._tail[:-1], name))

    def with_name(self, name):
        """The path with another last name."""
        renamed = self._rename(name)
        if self._flavour.read([name]) != ("", "", (name,)):
            raise ValueError(f"Invalid name {name!r}")
        return renamed

    def with_stem(self, stem):
        """The path with another stem."""
        return self.with_name(f"{stem}{self.suffix}")

    def with_suffix(self, suffix):
        """The path with another suffix, or none."""
        separators = self._flavour.sep + self._flavour.altsep
        if suffix and (suffix[0] != "." or suffix == "."
                       or not set(separators).isdisjoint(suffix)):
            raise ValueError(f"Invalid suffix {suffix!r}")
        return self._rename(f"{self.stem}{suffix}")

    def as_posix(self):
        """Text with forward slashes."""
        return str(self).replace(self._flavour.sep, "/")

    def as_uri(self):
        """A file: URI."""
        if self.is_absolute():
            return self._flavour.uri(self)
        raise ValueError("relative path can't be expressed as a file URI")

    # --- Relations ---

    def is_absolute(self):
        """Does it begin at the top?"""
        return self._flavour.is_absolute(self._drive, self._root)

    def is_reserved(self):
        """Does it name a device of Windows?"""
        return self._flavour.is_reserved(self)

    def _steps(self):
        """Anchor and names; drive and root are two steps."""
        lead = (self._drive, self._root) if self._root else (
            (self._drive,) if self._drive else ())
        return (*lead, *self._tail)

    def relative_to(self, *other):
        """The path as seen from another one above it."""
        if not other:
            raise TypeError("need at least one argument")
        base = self._make(self._read(other))
        mine, theirs = self._steps(), base._steps()
        count = len(theirs)
        fold = self._flavour.fold
        inside = (list(map(fold, mine[:count])) == list(map(fold, theirs))
                  if count else not self.anchor)
        if not inside:
            shown = str(base) if theirs else ""
            raise ValueError(f"{str(self)!r} is not in the subpath of "
                             f"{shown!r} OR one path is relative and the "
                             "other is absolute.")
        if count == 1 and self._root:  # only the drive is taken off
            return self._make(("", self._root, self._tail))
        return self._make(("", "", mine[count:]))

    def is_relative_to(self, *other):
        """Is another path above this one?"""
        try:
            self.relative_to(*other)
        except ValueError:
            return False
        return True

    def match(self, path_pattern):
        """Do the last names fit a pattern?"""
        flavour = self._flavour
        pattern = self._make(flavour.read([path_pattern]))
        wanted = pattern._folded()
        if not wanted:
            raise ValueError("empty pattern")
        for name in "_drive", "_root":
            part = flavour.fold(getattr(pattern, name))
            if part and part != flavour.fold(getattr(self, name)):
                return False
        names = self._folded()
        if pattern.anchor:
            if len(names) != len(wanted):
                return False
            wanted = wanted[1:]
        if len(wanted) > len(names):
            return False
        ends = names[len(names) - len(wanted):]
        return all(map(fnmatch.fnmatchcase, ends, wanted))


class PurePosixPath(PurePath):
    """A path as on Linux."""

    __slots__ = ()
    _flavour = POSIX


class PureWindowsPath(PurePath):
    """A path as on Windows."""

    __slots__ = ()
    _flavour = WINDOWS


class _PathParents(Sequence):
    """The paths above a path."""

    __slots__ = ("_path",)

    def __init__(self, path):
        self._path = path

    def __len__(self):
        return len(self._path._tail)

    def __getitem__(self, idx):
        tail = self._path._tail
        places = range(len(tail))
        if isinstance(idx, slice):
            return tuple([self[i] for i in places[idx]])
        if idx not in range(-len(tail), len(tail)):
            raise IndexError(idx)
        return self._path._with_tail(tail[:len(tail) - 1 - places[idx]])

    def __repr__(self):
        return f"<{type(self._path).__name__}.parents>"
