# posixpath.py - path names with slashes; os.path here.
#
# SPDX-License-Identifier: Apache-2.0
"""Common operations on Posix pathnames."""
import re

from _os_core import (environ, fsencode, fspath, getcwd, lstat, stat)
from _caisson import os_call

__all__ = ["normcase", "isabs", "join", "splitdrive", "split", "splitext",
           "basename", "dirname", "commonprefix", "getsize", "getmtime",
           "getatime", "getctime", "islink", "exists", "lexists", "isdir",
           "isfile", "ismount", "expanduser", "expandvars", "normpath",
           "abspath", "samefile", "sameopenfile", "samestat", "curdir",
           "pardir", "sep", "pathsep", "defpath", "altsep", "extsep",
           "devnull", "realpath", "supports_unicode_filenames", "relpath",
           "commonpath"]

curdir = "."
pardir = ".."
extsep = "."
sep = "/"
pathsep = ":"
defpath = "/bin:/usr/bin"
altsep = None
devnull = "/dev/null"
supports_unicode_filenames = False
_name_re = re.compile(r"\$(\w+|\{[^}]*\})", re.ASCII)


def _get_sep(path):
    return b"/" if isinstance(path, bytes) else "/"


def _check_types(function, *args):
    """Complain about arguments that are not all str or all bytes."""
    has_str = has_bytes = False
    for s in args:
        if isinstance(s, str):
            has_str = True
        elif isinstance(s, bytes):
            has_bytes = True
        else:
            raise TypeError(f"{function}() argument must be str, bytes, or "
                            f"os.PathLike object, not "
                            f"{s.__class__.__name__!r}") from None
    if has_str and has_bytes:
        raise TypeError("Can't mix strings and bytes in path components"
                        ) from None


def normcase(s):
    """Normalize case of pathname.  Has no effect under Posix"""
    return fspath(s)


def isabs(s):
    """Test whether a path is absolute"""
    s = fspath(s)
    return s.startswith(_get_sep(s))


def join(a, *p):
    """Join two or more pathname components, inserting '/' as needed."""
    a = fspath(a)
    slash = _get_sep(a)
    path = a
    try:
        if not p:
            path[:0] + slash
        for b in map(fspath, p):
            if b.startswith(slash):
                path = b
            elif not path or path.endswith(slash):
                path += b
            else:
                path += slash + b
    except (TypeError, AttributeError, BytesWarning):
        _check_types("join", a, *p)
        raise
    return path


def split(p):
    """Split a pathname.  Returns tuple "(head, tail)"."""
    p = fspath(p)
    slash = _get_sep(p)
    i = p.rfind(slash) + 1
    head, tail = p[:i], p[i:]
    if head and head != slash * len(head):
        head = head.rstrip(slash)
    return head, tail


def splitext(p):
    """Split the extension from a pathname."""
    p = fspath(p)
    slash, dot = (b"/", b".") if isinstance(p, bytes) else ("/", ".")
    start = p.rfind(slash) + 1
    at = p.rfind(dot)
    if at > start and p[start:at].strip(dot):
        return p[:at], p[at:]
    return p, p[:0]


def splitdrive(p):
    """Split a pathname into drive and path.  On Posix, drive is always
    empty."""
    p = fspath(p)
    return p[:0], p


def basename(p):
    """Returns the final component of a pathname"""
    p = fspath(p)
    return p[p.rfind(_get_sep(p)) + 1:]


def dirname(p):
    """Returns the directory component of a pathname"""
    p = fspath(p)
    slash = _get_sep(p)
    head = p[:p.rfind(slash) + 1]
    if head and head != slash * len(head):
        head = head.rstrip(slash)
    return head


def commonprefix(m):
    "Given a list of pathnames, returns the longest common leading component"
    if not m:
        return ""
    if not isinstance(m[0], (list, tuple)):
        m = tuple(map(fspath, m))
    low, high = min(m), max(m)
    for i, c in enumerate(low):
        if c != high[i]:
            return low[:i]
    return low


def getsize(filename):
    """Return the size of a file, reported by os.stat()."""
    return stat(filename).st_size


def getmtime(filename):
    """Return the last modification time of a file."""
    return stat(filename).st_mtime


def getatime(filename):
    """Return the last access time of a file."""
    return stat(filename).st_atime


def getctime(filename):
    """Return the metadata change time of a file."""
    return stat(filename).st_ctime


def exists(path):
    """Test whether a path exists.  Returns False for broken symbolic
    links"""
    try:
        stat(path)
    except (OSError, ValueError):
        return False
    return True


def lexists(path):
    """Test whether a path exists.  Returns True for broken symbolic
    links"""
    try:
        lstat(path)
    except (OSError, ValueError):
        return False
    return True


def _kind(path, look):
    try:
        return look(path).st_mode & 0o170000
    except (OSError, ValueError, AttributeError):
        return 0


def isfile(path):
    """Test whether a path is a regular file"""
    return _kind(path, stat) == 0o100000


def isdir(s):
    """Return true if the pathname refers to an existing directory."""
    return _kind(s, stat) == 0o040000


def islink(path):
    """Test whether a path is a symbolic link"""
    return _kind(path, lstat) == 0o120000


def ismount(path):
    """Test whether a path is a mount point"""
    try:
        here = lstat(path)
    except (OSError, ValueError):
        return False
    if here.st_mode & 0o170000 == 0o120000:
        return False
    path = fspath(path)
    parent = join(path, b".." if isinstance(path, bytes) else "..")
    try:
        above = lstat(realpath(parent))
    except (OSError, ValueError):
        return False
    return here.st_dev != above.st_dev or here.st_ino == above.st_ino


def samestat(s1, s2):
    """Test whether two stat buffers reference the same file"""
    return s1.st_ino == s2.st_ino and s1.st_dev == s2.st_dev


def samefile(f1, f2):
    """Test whether two pathnames reference the same actual file or
    directory"""
    return samestat(stat(f1), stat(f2))


def sameopenfile(fp1, fp2):
    """Test whether two open file objects reference the same file"""
    return samestat(stat(fp1), stat(fp2))


def expanduser(path):
    """Expand ~ and ~user constructions.  Other users are unknown here."""
    path = fspath(path)
    is_bytes = isinstance(path, bytes)
    tilde = b"~" if is_bytes else "~"
    if not path.startswith(tilde):
        return path
    slash = _get_sep(path)
    i = path.find(slash, 1)
    if i < 0:
        i = len(path)
    if i != 1 or "HOME" not in environ:
        return path
    home = environ["HOME"]
    if is_bytes:
        home = fsencode(home)
    home = home.rstrip(slash)
    return (home + path[i:]) or slash


def expandvars(path):
    """Expand shell variables of form $var and ${var}.  Unknown variables
    are left unchanged."""
    path = fspath(path)
    if isinstance(path, bytes):
        if b"$" not in path:
            return path
        return fsencode(expandvars(path.decode("utf-8", "surrogateescape")))
    if "$" not in path:
        return path

    def value(m):
        name = m.group(1)
        if name.startswith("{"):
            name = name[1:-1]
        return environ.get(name, m.group())

    return _name_re.sub(value, path)


def normpath(path):
    """Normalize path, eliminating double slashes, etc."""
    path = fspath(path)
    if isinstance(path, bytes):
        slash, empty, dot, dotdot = b"/", b"", b".", b".."
    else:
        slash, empty, dot, dotdot = "/", "", ".", ".."
    if path == empty:
        return dot
    lead = path[:0]
    if path.startswith(slash):
        # POSIX lets exactly two leading slashes mean something else.
        double = path.startswith(slash * 2) and not path.startswith(
            slash * 3)
        lead = slash * 2 if double else slash
    out = []
    for comp in path.split(slash):
        if comp == empty or comp == dot:
            continue
        if (comp != dotdot or not lead and not out
                or out and out[-1] == dotdot):
            out.append(comp)
        elif out:
            out.pop()
    return lead + slash.join(out) or dot


def abspath(path):
    """Return an absolute path."""
    path = fspath(path)
    if not isabs(path):
        cwd = getcwd()
        path = join(fsencode(cwd) if isinstance(path, bytes) else cwd, path)
    return normpath(path)


def realpath(filename, *, strict=False):
    """Return the canonical path of the specified filename, eliminating any
    symbolic links encountered in the path."""
    filename = fspath(filename)
    path, _ = _joinrealpath(filename[:0], filename, strict, {})
    return abspath(path)


def _joinrealpath(path, rest, strict, seen):
    """Resolve `rest` below `path`; return (path, whether it worked)."""
    if isinstance(path, bytes):
        slash, dot, dotdot = b"/", b".", b".."
    else:
        slash, dot, dotdot = "/", ".", ".."
    if isabs(rest):
        rest = rest[1:]
        path = slash
    while rest:
        name, _, rest = rest.partition(slash)
        if not name or name == dot:
            continue
        if name == dotdot:
            if path:
                path, name = split(path)
                if name == dotdot:
                    path = join(path, dotdot, dotdot)
            else:
                path = dotdot
            continue
        newpath = join(path, name)
        try:
            is_link = lstat(newpath).st_mode & 0o170000 == 0o120000
        except OSError:
            if strict:
                raise
            is_link = False
        if not is_link:
            path = newpath
            continue
        if newpath in seen:
            path = seen[newpath]
            if path is not None:
                continue
            if strict:
                stat(newpath)
            return join(newpath, rest), False
        seen[newpath] = None
        target = os_call("fs.readlink", fsdecode_text(newpath))
        if isinstance(path, bytes):
            target = fsencode(target)
        path, ok = _joinrealpath(path, target, strict, seen)
        if not ok:
            return join(path, rest), False
        seen[newpath] = path
    return path, True


def fsdecode_text(path):
    if isinstance(path, bytes):
        return path.decode("utf-8", "surrogateescape")
    return path


def relpath(path, start=None):
    """Return a relative version of a path"""
    if not path:
        raise ValueError("no path specified")
    path = fspath(path)
    if isinstance(path, bytes):
        dot, slash, dotdot = b".", b"/", b".."
    else:
        dot, slash, dotdot = ".", "/", ".."
    start = dot if start is None else fspath(start)
    try:
        begin = [x for x in abspath(start).split(slash) if x]
        parts = [x for x in abspath(path).split(slash) if x]
        i = len(commonprefix([begin, parts]))
        out = [dotdot] * (len(begin) - i) + parts[i:]
        return join(*out) if out else dot
    except (TypeError, AttributeError, BytesWarning, DeprecationWarning):
        _check_types("relpath", path, start)
        raise


def commonpath(paths):
    """Given a sequence of path names, returns the longest common
    sub-path."""
    if not paths:
        raise ValueError("commonpath() arg is an empty sequence")
    paths = tuple(map(fspath, paths))
    if isinstance(paths[0], bytes):
        slash, dot = b"/", b"."
    else:
        slash, dot = "/", "."
    try:
        pieces = [path.split(slash) for path in paths]
        try:
            is_abs, = set(p[:1] == slash for p in paths)
        except ValueError:
            raise ValueError("Can't mix absolute and relative paths"
                             ) from None
        pieces = [[c for c in s if c and c != dot] for s in pieces]
        low, high = min(pieces), max(pieces)
        common = low
        for i, c in enumerate(low):
            if c != high[i]:
                common = low[:i]
                break
        return (slash if is_abs else slash[:0]) + slash.join(common)
    except (TypeError, AttributeError):
        _check_types("commonpath", *paths)
        raise
