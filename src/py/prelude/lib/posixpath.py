# posixpath.py - path names with slashes; os.path here.
#
# SPDX-License-Identifier: Apache-2.0
"""Paths with slashes."""
import re

from _os_core import (environ, fsencode, fspath, getcwd, lstat, stat)
from _descriptors import os_call
from _whole import whole

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
_variable = re.compile(r"\$(\w+|\{[^}]*\})", re.ASCII)


def _slash(path):
    return b"/" if isinstance(path, bytes) else "/"


def _blame(function, *paths):
    """Raise a better TypeError if the paths are of several kinds."""
    for path in paths:
        if not isinstance(path, (str, bytes)):
            raise TypeError(f"{function}() argument must be str, bytes, or "
                            f"os.PathLike object, not "
                            f"{type(path).__name__!r}") from None
    if len({isinstance(path, str) for path in paths}) == 2:
        raise TypeError("Can't mix strings and bytes in path components"
                        ) from None


def _marks(path):
    """Slash, dot and two dots in the path's own kind."""
    return (b"/", b".", b"..") if isinstance(path, bytes) else (
        "/", ".", "..")


def normcase(s):
    """The path as it is: case matters here."""
    return fspath(s)


def isabs(s):
    """Does the path begin at the root?"""
    s = fspath(s)
    return s.startswith(_slash(s))


def join(a, *p):
    """Paths one after the other, with slashes between them."""
    path = fspath(a)
    slash = _slash(path)
    try:
        if not p:
            path[:0] + slash  # only str and bytes can do this
        for part in map(fspath, p):
            if part.startswith(slash):
                path = part
            elif path and not path.endswith(slash):
                path = path + slash + part
            else:
                path = path + part
    except (TypeError, AttributeError, BytesWarning):
        _blame("join", fspath(a), *p)
        raise
    return path


def split(p):
    """Everything up to the last slash, and the name behind it."""
    return dirname(p), basename(p)


def splitext(p):
    """The path without its extension, and the extension."""
    p = fspath(p)
    slash, dot = (b"/", b".") if isinstance(p, bytes) else ("/", ".")
    start = p.rfind(slash) + 1
    at = p.rfind(dot)
    if at > start and p[start:at].strip(dot):
        return p[:at], p[at:]
    return p, p[:0]


def splitdrive(p):
    """There are no drives: an empty one and the path."""
    p = fspath(p)
    return p[:0], p


def basename(p):
    """The name behind the last slash."""
    p = fspath(p)
    return p[p.rfind(_slash(p)) + 1:]


def dirname(p):
    """What is before the last slash."""
    p = fspath(p)
    slash = _slash(p)
    head = p[:p.rfind(slash) + 1]
    return head.rstrip(slash) or head  # of slashes alone nothing is cut


def commonprefix(m):
    """How all of them begin, character by character."""
    if not m:
        return ""
    texts = m if isinstance(m[0], (list, tuple)) else [*map(fspath, m)]
    # Between the least and the greatest all others agree.
    least, greatest = min(texts), max(texts)
    length = 0
    for one, other in zip(least, greatest):
        if one != other:
            break
        length += 1
    return least[:length]


def getsize(filename):
    """The length of a file."""
    return stat(filename).st_size


def getmtime(filename):
    """When a file was changed."""
    return stat(filename).st_mtime


def getatime(filename):
    """When a file was read."""
    return stat(filename).st_atime


def getctime(filename):
    """When a file's metadata changed."""
    return stat(filename).st_ctime


def _look(how, path):
    """What stat or lstat says, or None."""
    try:
        return how(path)
    except (OSError, ValueError):
        return None


def _asked(name, path):
    """The answer of a host that wants whole questions, or NotImplemented."""
    try:
        text = fspath(path)
    except TypeError:
        return NotImplemented
    return whole(name, text)


def exists(path):
    """Is something there, also behind a link?"""
    answer = _asked("Path.exists", path)
    if answer is not NotImplemented:
        return answer
    return _look(stat, path) is not None


def lexists(path):
    """Is something there, if only a link?"""
    return _look(lstat, path) is not None


def _kind(path, look):
    try:
        return look(path).st_mode & 0o170000
    except (OSError, ValueError, AttributeError):
        return 0


def isfile(path):
    """Is it a regular file?"""
    answer = _asked("Path.is_file", path)
    if answer is not NotImplemented:
        return answer
    return _kind(path, stat) == 0o100000


def isdir(s):
    """Is it a directory?"""
    answer = _asked("Path.is_dir", s)
    if answer is not NotImplemented:
        return answer
    return _kind(s, stat) == 0o040000


def islink(path):
    """Is it a symbolic link?"""
    answer = _asked("Path.is_symlink", path)
    if answer is not NotImplemented:
        return answer
    return _kind(path, lstat) == 0o120000


def ismount(path):
    """Does another file system begin here?"""
    here = _look(lstat, path)
    if here is None or here.st_mode & 0o170000 == 0o120000:
        return False
    name = fspath(path)
    above = _look(lstat, realpath(join(name, _marks(name)[2])))
    if above is None:
        return False
    return here.st_dev != above.st_dev or here.st_ino == above.st_ino


def samestat(s1, s2):
    """Are the results of stat() of the same file?"""
    return s1.st_ino == s2.st_ino and s1.st_dev == s2.st_dev


def samefile(f1, f2):
    """Do both paths lead to one file?"""
    return samestat(stat(f1), stat(f2))


def sameopenfile(fp1, fp2):
    """Are both numbers of one open file?"""
    return samestat(stat(fp1), stat(fp2))


def expanduser(path):
    """Put HOME in the place of ~; other users are unknown here."""
    path = fspath(path)
    home = environ.get("HOME", "/home/user")  # of getpass.getuser()
    encoded = isinstance(path, bytes)
    user, slash, rest = path.partition(_slash(path))
    if user != (b"~" if encoded else "~"):
        return path
    home = (fsencode(home) if encoded else home).rstrip(_slash(path))
    return home + slash + rest or _slash(path)


def expandvars(path):
    """Put the values of $name and ${name} in, if they have one."""
    path = fspath(path)
    if isinstance(path, bytes):
        return fsencode(expandvars(path.decode("utf-8", "surrogateescape")))

    def value(found):
        name = found[1].strip("{}") if found[1][0] == "{" else found[1]
        return environ.get(name, found[0])

    return _variable.sub(value, path) if "$" in path else path


def normpath(path):
    """The shortest way to write the path."""
    path = fspath(path)
    slash, dot, dotdot = _marks(path)
    rest = path.lstrip(slash)
    # POSIX lets exactly two leading slashes mean something else.
    count = len(path) - len(rest)
    lead = slash * (count if count <= 2 else 1)
    kept = []
    for name in rest.split(slash):
        if name == dotdot and kept and kept[-1] != dotdot:
            kept.pop()
        elif name == dotdot and lead and not kept:
            pass  # nothing is above the root
        elif name and name != dot:
            kept.append(name)
    return lead + slash.join(kept) or dot


def abspath(path):
    """The path from the root."""
    path = fspath(path)
    if not isabs(path):
        cwd = getcwd()
        path = join(fsencode(cwd) if isinstance(path, bytes) else cwd, path)
    return normpath(path)


def realpath(filename, *, strict=False):
    """The path from the root without symbolic links."""
    path = fspath(filename)
    return abspath(_Resolver(strict).follow(path[:0], path)[0])


class _Resolver:
    """Follows symbolic links; `known` maps a link to where it leads.

    A link that is being followed is known as None: meeting it again is a
    loop.
    """

    def __init__(self, strict):
        self.strict = strict
        self.known = {}

    def is_link(self, path):
        try:
            return lstat(path).st_mode & 0o170000 == 0o120000
        except OSError:
            if self.strict:
                raise
            return False

    def follow(self, path, rest):
        """Go down `rest` from a path; return (path, went all the way)."""
        slash, dot, dotdot = _marks(rest)
        if rest.startswith(slash):
            path, rest = slash, rest[1:]
        while rest:
            name, _, rest = rest.partition(slash)
            if name == dotdot:
                path = self.parent(path, dotdot)
            elif name and name != dot:
                path, fine = self.step(join(path, name), path)
                if not fine:
                    return join(path, rest), False
        return path, True

    def parent(self, path, dotdot):
        if not path:
            return dotdot
        above, name = split(path)
        return join(above, dotdot, dotdot) if name == dotdot else above

    def step(self, path, folder):
        if not self.is_link(path):
            return path, True
        if path in self.known:
            goal = self.known[path]
            if goal is None and self.strict:
                stat(path)  # raises the error of a loop
            return (path, False) if goal is None else (goal, True)
        self.known[path] = None
        target = os_call("fs.readlink", fsdecode_text(path))
        if isinstance(path, bytes):
            target = fsencode(target)
        goal, fine = self.follow(folder, target)
        if fine:
            self.known[path] = goal
        return goal, fine


def fsdecode_text(path):
    if isinstance(path, bytes):
        return path.decode("utf-8", "surrogateescape")
    return path


def relpath(path, start=None):
    """The way from `start` to the path."""
    if not path:
        raise ValueError("no path specified")
    path = fspath(path)
    slash, dot, dotdot = _marks(path)
    start = dot if start is None else fspath(start)
    try:
        here, there = ([name for name in abspath(p).split(slash) if name]
                       for p in (start, path))
        shared = len(commonprefix([here, there]))
        up = [dotdot] * (len(here) - shared)
        return slash.join(up + there[shared:]) or dot
    except (TypeError, AttributeError, BytesWarning, DeprecationWarning):
        _blame("relpath", path, start)
        raise


def commonpath(paths):
    """The longest path that all of them are below."""
    if not paths:
        raise ValueError("commonpath() arg is an empty sequence")
    paths = [*map(fspath, paths)]
    slash, dot, _ = _marks(paths[0])
    try:
        names = [[name for name in path.split(slash)
                  if name and name != dot] for path in paths]
        rooted = {path.startswith(slash) for path in paths}
        if len(rooted) > 1:
            raise ValueError("Can't mix absolute and relative paths"
                             ) from None
        lead = slash if True in rooted else slash[:0]
        return lead + slash.join(commonprefix(names))
    except (TypeError, AttributeError):
        _blame("commonpath", *paths)
        raise
