# os.py - the operating system as the host presents it.
#
# Files, clock, entropy and environment are host calls; processes, users and
# signals do not exist here, and functions for them say so with
# PermissionError.  `os.path` is posixpath, under both names in the image.
#
# SPDX-License-Identifier: Apache-2.0
"""Files, the environment and what the host lets one know."""
import posixpath
import posixpath as path

from _caisson import session_state
from _descriptors import dup, dup2, os_call
from _os_core import (PathLike, _Environ, call, environ, fsdecode, fsencode, fspath,
                      getcwd, lstat, make_stat, opened_paths, path_text, stat,
                      stat_result)
from _strerror import TEXTS as _TEXTS
from _structseq import field, structseq
from _whole import change_directory, full_path, is_on, whole
from io import open as _io_open
from operator import index as _index
from posixpath import (altsep, curdir, defpath, devnull, extsep, pardir,
                       pathsep, sep)

__all__ = [
    "altsep", "curdir", "pardir", "sep", "pathsep", "linesep", "defpath",
    "name", "path", "devnull", "SEEK_SET", "SEEK_CUR", "SEEK_END",
    "fsencode", "fsdecode", "get_exec_path", "fdopen", "extsep", "makedirs",
    "removedirs", "renames", "walk", "environ", "getenv", "F_OK", "R_OK",
    "W_OK", "X_OK", "access", "chdir", "chmod", "close", "cpu_count",
    "error", "fspath", "fstat", "ftruncate", "fsync", "getcwd", "getcwdb",
    "getpid", "isatty", "link", "listdir", "lseek", "lstat", "mkdir", "open",
    "putenv", "read", "readlink", "remove", "rename", "replace", "rmdir",
    "scandir", "stat", "stat_result", "strerror", "symlink", "truncate",
    "unlink", "unsetenv", "urandom", "utime", "write", "DirEntry",
    "PathLike", "get_terminal_size", "terminal_size", "umask", "uname",
    "uname_result", "getuid", "geteuid", "getgid", "getegid", "getlogin",
    "getppid", "system", "popen", "kill", "environb", "getenvb",
    "supports_bytes_environ", "times", "times_result", "sched_yield",
    "statvfs", "statvfs_result", "fwalk"]

name = "posix"
linesep = "\n"
error = OSError
SEEK_SET, SEEK_CUR, SEEK_END = 0, 1, 2
F_OK, X_OK, W_OK, R_OK = 0, 1, 2, 4
O_RDONLY, O_WRONLY, O_RDWR, O_ACCMODE = 0, 1, 2, 3
O_CREAT, O_EXCL, O_NOCTTY, O_TRUNC, O_APPEND = 64, 128, 256, 512, 1024
O_NONBLOCK, O_DSYNC, O_SYNC, O_DIRECTORY = 2048, 4096, 1052672, 65536
O_NOFOLLOW, O_CLOEXEC = 131072, 524288
EX_OK = 0
supports_bytes_environ = True
supports_effective_ids = set()
supports_fd = {stat}
supports_follow_symlinks = {stat}


class terminal_size(structseq):
    """Columns and lines of a terminal."""

    n_sequence_fields = n_fields = 2
    _names = ("columns", "lines")
    __match_args__ = _names
    columns = field(0)
    lines = field(1)


class uname_result(structseq):
    """uname_result: Result from os.uname()."""

    n_sequence_fields = n_fields = 5
    _names = ("sysname", "nodename", "release", "version", "machine")
    __match_args__ = _names
    sysname = field(0)
    nodename = field(1)
    release = field(2)
    version = field(3)
    machine = field(4)


uname_result.__module__ = "posix"


class times_result(structseq):
    """times_result: Result from os.times()."""

    n_sequence_fields = n_fields = 5
    _names = ("user", "system", "children_user", "children_system",
              "elapsed")
    __match_args__ = _names
    user = field(0)
    system = field(1)
    children_user = field(2)
    children_system = field(3)
    elapsed = field(4)


times_result.__module__ = "posix"


class statvfs_result(structseq):
    """What statvfs() returns."""

    n_sequence_fields = n_fields = 10
    _names = ("f_bsize", "f_frsize", "f_blocks", "f_bfree", "f_bavail",
              "f_files", "f_ffree", "f_favail", "f_flag", "f_namemax")
    __match_args__ = _names
    f_bsize = field(0)
    f_frsize = field(1)
    f_blocks = field(2)
    f_bfree = field(3)
    f_bavail = field(4)
    f_files = field(5)
    f_ffree = field(6)
    f_favail = field(7)
    f_flag = field(8)
    f_namemax = field(9)


# ------------------------------------------------------------- environment


def getenv(key, default=None):
    """A variable of the environment, or the default.

    Asks the host for this one variable until the program has looked at environ.
    """
    if not environ.is_known():
        other = default if isinstance(default, str) else None
        try:
            value = os_call("os.getenv", fsdecode(key), other)
        except PermissionError:
            pass
        else:
            return default if value is None else value
    return environ.get(key, default)


def putenv(name, value, /):
    """Set a variable of the environment."""
    environ[fsdecode(name)] = fsdecode(value)


def unsetenv(name, /):
    """Delete an environment variable."""
    environ.pop(fsdecode(name), None)


class _EnvironBytes:
    """os.environ with bytes."""

    __slots__ = ()

    def __getitem__(self, key):
        return fsencode(environ[fsdecode(key)])

    def __setitem__(self, key, value):
        environ[fsdecode(key)] = fsdecode(value)

    def __delitem__(self, key):
        del environ[fsdecode(key)]

    def get(self, key, default=None):
        value = environ.get(fsdecode(key))
        return default if value is None else fsencode(value)

    def __contains__(self, key):
        return fsdecode(key) in environ

    def __iter__(self):
        return iter([fsencode(k) for k in environ])

    def __len__(self):
        return len(environ)

    def keys(self):
        return [fsencode(k) for k in environ]

    def items(self):
        return [(fsencode(k), fsencode(v)) for k, v in environ.items()]


environb = _EnvironBytes()


def getenvb(key, default=None):
    """Get an environment variable as bytes."""
    return environb.get(key, default)


def get_exec_path(env=None):
    """Returns the sequence of directories that will be searched for the
    named executable."""
    text = (environ if env is None else env).get("PATH", defpath)
    return text.split(pathsep)


# ------------------------------------------------------------- directories


def _like(text, model):
    """`text` as bytes if the path it came from was bytes."""
    return fsencode(text) if isinstance(model, bytes) else text


def listdir(path=None):
    """The names in a directory."""
    model = "." if path is None else path
    where = path_text(model, "listdir", number=True)
    if not isinstance(model, int):
        model = fspath(model)
    return [_like(name, model) for name, _ in _list(where)]


def _list(where):
    """(name, kind) of what is in a directory; kind None: not known yet."""
    answer = whole("Path.iterdir", where)
    if answer is NotImplemented:
        return call("fs.list", where)
    return [(posixpath.basename(str(path)), None) for path in answer]


class DirEntry:
    """What scandir() knows of a file."""

    __slots__ = ("name", "path", "_kind", "_stat", "_lstat")

    def __init__(self, name, path, kind):
        self.name = name
        self.path = path
        self._kind = kind
        self._stat = self._lstat = None

    def __repr__(self):
        return f"<DirEntry {self.name!r}>"

    def __fspath__(self):
        return self.path

    def _look(self):
        """Ask what it is, where the list did not say."""
        if self._kind is None:
            self._kind = ("dir" if posixpath.isdir(self.path) else
                          "link" if posixpath.islink(self.path) else "file")

    def _target(self, follow, mask):
        self._look()
        if self._kind != "link" or not follow:
            return self._kind == mask
        try:
            mode = self.stat().st_mode & 0o170000
        except FileNotFoundError:
            return False
        return mode == (0o040000 if mask == "dir" else 0o100000)

    def is_dir(self, *, follow_symlinks=True):
        """Is it a directory?  Asked once."""
        return self._target(follow_symlinks, "dir")

    def is_file(self, *, follow_symlinks=True):
        """Is it a regular file?  Asked once."""
        return self._target(follow_symlinks, "file")

    def is_symlink(self):
        """Is it a symbolic link?"""
        self._look()
        return self._kind == "link"

    def stat(self, *, follow_symlinks=True):
        """What stat() says of it; asked once."""
        if follow_symlinks:
            if self._stat is None:
                self._stat = stat(self.path)
            return self._stat
        if self._lstat is None:
            self._lstat = lstat(self.path)
        return self._lstat

    def inode(self):
        """Its number in the file system."""
        return self.stat(follow_symlinks=False).st_ino

    __class_getitem__ = classmethod(type(list[int]))


DirEntry.__module__ = "posix"


class _ScandirIterator:
    """Iterator of DirEntry objects, usable in a with statement."""

    __slots__ = ("_entries",)

    def __init__(self, entries):
        self._entries = iter(entries)

    def __iter__(self):
        return self

    def __next__(self):
        return next(self._entries)

    def close(self):
        self._entries = iter(())

    def __enter__(self):
        return self

    def __exit__(self, *args):
        self.close()


def scandir(path=None):
    """Iterate over the entries of a directory."""
    model = "." if path is None else path
    where = path_text(model, "scandir", number=True)
    if not isinstance(model, int):
        model = fspath(model)
    entries = []
    for name_, kind in _list(where):
        name_ = _like(name_, model)
        full = name_ if isinstance(model, int) else posixpath.join(
            model, name_)
        entries.append(DirEntry(name_, full, kind))
    return _ScandirIterator(entries)


def mkdir(path, mode=0o777, *, dir_fd=None):
    """Create a directory."""
    where = path_text(path, "mkdir", dir_fd=dir_fd)
    if whole("Path.mkdir", where, False, False) is NotImplemented:
        call("fs.mkdir", where, mode)


def makedirs(name, mode=0o777, exist_ok=False):
    """Make a directory and those above it."""
    where = path_text(name, "makedirs")
    if whole("Path.mkdir", where, True, bool(exist_ok)) is not NotImplemented:
        return
    missing = []
    for above in _folders_above(name):
        if posixpath.exists(above):
            break
        missing.append(above)
    for above in reversed(missing):
        try:
            mkdir(above)
        except FileExistsError:
            pass  # somebody else was faster
    last = posixpath.basename(name)
    if missing and last in (".", b"."):
        return
    try:
        mkdir(name, mode)
    except OSError:
        if not (exist_ok and posixpath.isdir(name)):
            raise


def rmdir(path, *, dir_fd=None):
    """Remove a directory."""
    where = path_text(path, "rmdir", dir_fd=dir_fd)
    if whole("Path.rmdir", where) is NotImplemented:
        call("fs.rmdir", where)


def removedirs(name):
    """Remove a directory and those above it, as long as they are empty."""
    rmdir(name)
    try:
        for above in _folders_above(name):
            rmdir(above)
    except OSError:
        pass  # the first one that is not empty


def _folders_above(path):
    """The directories a path lies in, the nearest first."""
    above, name = posixpath.split(path)
    if not name:
        above, name = posixpath.split(above)
    while above and name:
        yield above
        above, name = posixpath.split(above)


def walk(top, topdown=True, onerror=None, followlinks=False):
    """(path, directories, files) of a directory and all below it."""
    stack = [fspath(top)]
    while stack:
        top = stack.pop()
        if isinstance(top, tuple):
            yield top
            continue
        dirs, nondirs, walk_dirs = [], [], []
        try:
            entries = scandir(top)
        except OSError as err:
            if onerror is not None:
                onerror(err)
            continue
        for entry in entries:
            try:
                is_dir = entry.is_dir()
            except OSError:
                is_dir = False
            (dirs if is_dir else nondirs).append(entry.name)
            if not topdown and is_dir and (
                    followlinks or not entry.is_symlink()):
                walk_dirs.append(entry.path)
        if topdown:
            yield top, dirs, nondirs
            for dirname in reversed(dirs):
                new = posixpath.join(top, dirname)
                if followlinks or not posixpath.islink(new):
                    stack.append(new)
        else:
            stack.append((top, dirs, nondirs))
            stack.extend(reversed(walk_dirs))


def fwalk(top=".", topdown=True, onerror=None, *, follow_symlinks=False,
          dir_fd=None):
    """Like walk(), with a directory handle as fourth item."""
    top = path_text(top, "open", dir_fd=dir_fd)
    close(open(top, O_RDONLY | O_DIRECTORY))
    for root, dirs, files in walk(top, topdown, onerror, follow_symlinks):
        fd = open(root, O_RDONLY | O_DIRECTORY)
        try:
            yield root, dirs, files, fd
        finally:
            close(fd)


def chdir(path):
    """Work in another directory."""
    where = path_text(path, "chdir")
    if is_on():
        if stat(where).st_mode & 0o170000 != 0o040000:
            raise NotADirectoryError(20, "Not a directory", where)
        change_directory(where)
    else:
        call("os.chdir", where)


def getcwdb():
    """The working directory, in bytes."""
    return fsencode(getcwd())


# ------------------------------------------------------------------- files


def remove(path, *, dir_fd=None):
    """Delete a file."""
    _remove(path_text(path, "remove", dir_fd=dir_fd))


def _remove(where):
    if whole("Path.unlink", where) is NotImplemented:
        call("fs.remove", where)


def unlink(path, *, dir_fd=None):
    """Delete a file."""
    _remove(path_text(path, "unlink", dir_fd=dir_fd))


def rename(src, dst, *, src_dir_fd=None, dst_dir_fd=None):
    """Give a file or a directory another path."""
    _rename(path_text(src, "rename", "src", dir_fd=src_dir_fd),
            path_text(dst, "rename", "dst", dir_fd=dst_dir_fd))


def _rename(old, new):
    answer = NotImplemented
    if is_on():
        answer = whole("Path.rename", old, full_path(new))
    if answer is NotImplemented:
        call("fs.rename", old, new)


def replace(src, dst, *, src_dir_fd=None, dst_dir_fd=None):
    """Like rename(); a file of that name is replaced."""
    _rename(path_text(src, "replace", "src", dir_fd=src_dir_fd),
            path_text(dst, "replace", "dst", dir_fd=dst_dir_fd))


def renames(old, new):
    """Like rename(); makes directories and removes empty ones."""
    head, tail = posixpath.split(new)
    if head and tail and not posixpath.exists(head):
        makedirs(head)
    rename(old, new)
    head, tail = posixpath.split(old)
    if head and tail:
        try:
            removedirs(head)
        except OSError:
            pass


def link(src, dst, *, src_dir_fd=None, dst_dir_fd=None,
         follow_symlinks=True):
    """Give a file a second name."""
    call("fs.link", path_text(src, "link", "src", dir_fd=src_dir_fd),
         path_text(dst, "link", "dst", dir_fd=dst_dir_fd))


def symlink(src, dst, target_is_directory=False, *, dir_fd=None):
    """Make a link named dst that leads to src."""
    call("fs.symlink", path_text(src, "symlink", "src"),
         path_text(dst, "symlink", "dst", dir_fd=dir_fd))


def readlink(path, *, dir_fd=None):
    """Where a link leads."""
    target = call("fs.readlink",
                  path_text(path, "readlink", dir_fd=dir_fd))
    return _like(target, fspath(path))


def chmod(path, mode, *, dir_fd=None, follow_symlinks=True):
    """Set the permissions of a file."""
    call("fs.chmod", path_text(path, "chmod", number=True, dir_fd=dir_fd),
         mode, bool(follow_symlinks))


def utime(path, times=None, *, ns=None, dir_fd=None, follow_symlinks=True):
    """Set the times of a file."""
    if times is not None and ns is not None:
        raise ValueError("utime: you may specify either 'times' or 'ns' but "
                         "not both")
    if times is not None:
        if not isinstance(times, tuple) or len(times) != 2:
            raise TypeError("utime: 'times' must be either a tuple of two "
                            "ints or None")
        pair = tuple(_nanoseconds(t) for t in times)
    elif ns is not None:
        if not isinstance(ns, tuple) or len(ns) != 2:
            raise TypeError("utime: 'ns' must be a tuple of two ints")
        pair = ns
    else:
        now = os_call("time.time_ns")
        pair = now, now
    call("fs.utime", path_text(path, "utime", number=True, dir_fd=dir_fd),
         pair[0], pair[1], bool(follow_symlinks))


def _nanoseconds(t):
    if isinstance(t, float):
        whole = int(t // 1)
        return whole * 10**9 + int((t - whole) * 10**9)
    return t * 10**9


def access(path, mode, *, dir_fd=None, effective_ids=False,
           follow_symlinks=True):
    """May this program use a file in that way?"""
    where = path_text(path, "access", number=True, dir_fd=dir_fd)
    return call("fs.access", where, mode)


def truncate(path, length):
    """Cut or stretch a file."""
    if isinstance(path, int):
        call("fs.truncate", path, length)
        return
    fd = open(path, O_WRONLY)
    try:
        call("fs.truncate", fd, length)
    finally:
        close(fd)


def statvfs(path):
    """Facts about a file system."""
    return statvfs_result(call("fs.statvfs",
                               path_text(path, "statvfs"))[:10])


def open(path, flags, mode=0o777, *, dir_fd=None):
    """Open a file; return its descriptor."""
    where = path_text(path, "open", dir_fd=dir_fd)
    fd = call("fs.open", where, flags, mode)
    opened_paths()[fd] = posixpath.join(getcwd(), where)
    return fd


supports_dir_fd = {access, chmod, link, lstat, mkdir, open, readlink, remove,
                   rename, replace, rmdir, stat, symlink, unlink, utime}


def close(fd):
    """Close a file descriptor."""
    session_state("io.handles", dict).pop(fd, None)
    opened_paths().pop(fd, None)
    os_call("fs.close", fd)


def read(fd, length, /):
    """Up to n bytes from a descriptor."""
    return os_call("fs.read", fd, length)


def write(fd, data, /):
    """Write bytes to a descriptor; return how many."""
    return os_call("fs.write", fd, bytes(data))


def lseek(fd, position, how, /):
    """Move in an open file; return the new position."""
    return os_call("fs.seek", fd, position, how)


def fstat(fd):
    """What stat() says of an open file."""
    return make_stat(call("fs.fstat", fd))


def ftruncate(fd, length, /):
    """Cut or stretch an open file."""
    os_call("fs.truncate", fd, length)


def fsync(fd):
    """Ask for data to reach the disk; the host decides when."""
    call("fs.fstat", fd if isinstance(fd, int) else fd.fileno())


fdatasync = fsync


def isatty(fd, /):
    """Does a descriptor belong to a terminal?"""
    return os_call("fs.isatty", fd)


def fdopen(fd, mode="r", buffering=-1, encoding=None, *args, **kwargs):
    """Open a file object for a file descriptor."""
    if not isinstance(fd, int):
        raise TypeError("invalid fd type (%s, expected integer)" % type(fd))
    return _io_open(fd, mode, buffering, encoding, *args, **kwargs)


# ------------------------------------------------- the machine and itself


def urandom(size, /):
    """Random bytes, good enough for keys."""
    size = int(_index(size))
    if size < 0:
        raise ValueError("negative argument not allowed")
    return os_call("os.urandom", size)


def getrandom(size, flags=0):
    """Random bytes."""
    return os_call("os.urandom", size)


def strerror(code, /):
    """The text of an error number."""
    return _TEXTS.get(code) or f"Unknown error {code}"


def getpid():
    """The number of this process; 1 where the host keeps it secret."""
    try:
        return os_call("os.getpid")
    except PermissionError:
        return 1


def getppid():
    return 1


def getuid():
    return 1000


geteuid = getgid = getegid = getuid


def getgroups():
    return [1000]


def getlogin():
    """Who is logged in."""
    raise OSError(25, "Inappropriate ioctl for device")


def cpu_count():
    """How many processors there are."""
    return 1


def sched_getaffinity(pid, /):
    return {0}


def sched_yield():
    """Voluntarily relinquish the CPU."""


def getloadavg():
    return 0.0, 0.0, 0.0


def umask(mask, /):
    """Set the mask of permissions; return the old one."""
    return 0o022


def uname():
    """The names of system and machine."""
    return uname_result(("Linux", "caisson", "6.0.0", "#1", "x86_64"))


def times():
    """Processor time used."""
    used = os_call("time.process_time_ns") / 10**9
    now = os_call("time.monotonic_ns") / 10**9
    return times_result((used, 0.0, 0.0, 0.0, now))


def get_terminal_size(fd=1, /):
    """Columns and lines of the terminal."""
    raise OSError(25, "Inappropriate ioctl for device")


def _denied(what):
    raise PermissionError(1, f"Operation not permitted: {what} is not "
                             "available in this session")


def system(command):
    """Run a command: refused."""
    _denied("os.system")


def popen(cmd, mode="r", buffering=-1):
    _denied("os.popen")


def kill(pid, signal, /):
    _denied("os.kill")


def fork():
    _denied("os.fork")


def execv(path, argv, /):
    _denied("os.execv")


execve = execvp = execvpe = execl = execlp = execv


def spawnv(mode, file, args):
    _denied("os.spawnv")


def pipe():
    _denied("os.pipe")


def chown(path, uid, gid, *, dir_fd=None, follow_symlinks=True):
    _denied("os.chown")


def mkfifo(path, mode=0o666, *, dir_fd=None):
    _denied("os.mkfifo")


def _exit(status):
    """Exit to the system: the same as sys.exit() here."""
    raise SystemExit(status)


def abort():
    raise SystemExit(134)


def register_at_fork(*, before=None, after_in_child=None,
                     after_in_parent=None):
    """There is no fork; nothing will ever be called."""


def waitstatus_to_exitcode(status):
    """The exit code in the status of a process."""
    if status & 0x7F:
        return -(status & 0x7F)
    return status >> 8 & 0xFF
