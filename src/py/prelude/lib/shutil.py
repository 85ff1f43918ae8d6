# shutil.py - copying, moving and removing files and trees.
#
# Archives are limited to what zipfile offers.
#
# SPDX-License-Identifier: Apache-2.0
"""Utility functions for copying and archiving files and directory trees."""
import fnmatch
import os
import stat
from collections import namedtuple
from io import open

__all__ = ["copyfileobj", "copyfile", "copymode", "copystat", "copy",
           "copy2", "copytree", "move", "rmtree", "Error",
           "SpecialFileError", "ExecError", "disk_usage", "which",
           "get_terminal_size", "SameFileError", "ignore_patterns",
           "ReadError", "RegistryError", "chown"]

COPY_BUFSIZE = 64 * 1024
_usage = namedtuple("usage", "total used free", module="shutil")


class Error(OSError):
    pass


class SameFileError(Error):
    """Raised when source and destination are the same file."""


class SpecialFileError(OSError):
    """Raised when trying to do a kind of operation on a special file."""


class ExecError(OSError):
    """Raised when a command could not be executed"""


class ReadError(OSError):
    """Raised when an archive cannot be read"""


class RegistryError(Exception):
    """Raised when a registry operation with the archiving fails"""


def copyfileobj(fsrc, fdst, length=0):
    """copy data from file-like object fsrc to file-like object fdst"""
    if not length:
        length = COPY_BUFSIZE
    while buf := fsrc.read(length):
        fdst.write(buf)


def _samefile(src, dst):
    try:
        return os.path.samefile(src, dst)
    except OSError:
        return False


def copyfile(src, dst, *, follow_symlinks=True):
    """Copy data from src to dst in the most efficient way possible."""
    if _samefile(src, dst):
        raise SameFileError("{!r} and {!r} are the same file".format(src,
                                                                     dst))
    for fn in (src, dst):
        try:
            mode = os.stat(fn).st_mode
        except OSError:
            continue
        if stat.S_ISFIFO(mode):
            raise SpecialFileError("`%s` is a named pipe" % os.fspath(fn))
    if not follow_symlinks and os.path.islink(src):
        os.symlink(os.readlink(src), dst)
        return dst
    with open(src, "rb") as fsrc:
        try:
            with open(dst, "wb") as fdst:
                copyfileobj(fsrc, fdst)
        except IsADirectoryError as err:
            if not os.path.exists(dst):
                raise FileNotFoundError(
                    f"Directory does not exist: {dst}") from err
            raise
    return dst


def copymode(src, dst, *, follow_symlinks=True):
    """Copy mode bits from src to dst."""
    if not follow_symlinks and os.path.islink(src) and os.path.islink(dst):
        return
    os.chmod(dst, stat.S_IMODE(os.stat(src).st_mode))


def copystat(src, dst, *, follow_symlinks=True):
    """Copy file metadata."""
    follow = follow_symlinks or not (os.path.islink(src)
                                     and os.path.islink(dst))
    st = os.stat(src) if follow else os.lstat(src)
    os.utime(dst, ns=(st.st_atime_ns, st.st_mtime_ns),
             follow_symlinks=follow)
    if follow:
        os.chmod(dst, stat.S_IMODE(st.st_mode))


def copy(src, dst, *, follow_symlinks=True):
    """Copy data and mode bits ("cp src dst"). Return the file's
    destination."""
    if os.path.isdir(dst):
        dst = os.path.join(dst, os.path.basename(src))
    copyfile(src, dst, follow_symlinks=follow_symlinks)
    copymode(src, dst, follow_symlinks=follow_symlinks)
    return dst


def copy2(src, dst, *, follow_symlinks=True):
    """Copy data and metadata. Return the file's destination."""
    if os.path.isdir(dst):
        dst = os.path.join(dst, os.path.basename(src))
    copyfile(src, dst, follow_symlinks=follow_symlinks)
    copystat(src, dst, follow_symlinks=follow_symlinks)
    return dst


def ignore_patterns(*patterns):
    """Function that can be used as copytree() ignore parameter."""
    def _ignore_patterns(path, names):
        ignored = []
        for pattern in patterns:
            ignored.extend(fnmatch.filter(names, pattern))
        return set(ignored)
    return _ignore_patterns


def copytree(src, dst, symlinks=False, ignore=None, copy_function=copy2,
             ignore_dangling_symlinks=False, dirs_exist_ok=False):
    """Recursively copy a directory tree and return the destination
    directory."""
    with os.scandir(src) as it:
        entries = list(it)
    if ignore is not None:
        skip = ignore(os.fspath(src), [x.name for x in entries])
    else:
        skip = ()
    os.makedirs(dst, exist_ok=dirs_exist_ok)
    errors = []
    for entry in entries:
        if entry.name in skip:
            continue
        srcname = os.path.join(src, entry.name)
        dstname = os.path.join(dst, entry.name)
        try:
            if entry.is_symlink():
                linkto = os.readlink(srcname)
                if symlinks:
                    os.symlink(linkto, dstname)
                    copystat(entry, dstname, follow_symlinks=False)
                    continue
                if not os.path.exists(linkto) and ignore_dangling_symlinks:
                    continue
            if entry.is_dir():
                copytree(entry, dstname, symlinks, ignore, copy_function,
                         ignore_dangling_symlinks, dirs_exist_ok)
            else:
                source = entry if copy_function in (copy2, copy) else srcname
                copy_function(source, dstname)
        except Error as err:
            errors.extend(err.args[0])
        except OSError as why:
            errors.append((srcname, dstname, str(why)))
    try:
        copystat(src, dst)
    except OSError as why:
        errors.append((src, dst, str(why)))
    if errors:
        raise Error(errors)
    return dst


def rmtree(path, ignore_errors=False, onerror=None, *, dir_fd=None):
    """Recursively delete a directory tree."""
    if ignore_errors:
        def onerror(*args):
            pass
    elif onerror is None:
        def onerror(function, where, info):
            raise info[1]
    try:
        if os.path.islink(path):
            raise OSError("Cannot call rmtree on a symbolic link")
        os.lstat(path)
    except OSError as err:
        onerror(os.lstat if not os.path.islink(path) else os.path.islink,
                path, (type(err), err, err.__traceback__))
        return
    _rmtree(path, onerror)


def _rmtree(path, onerror):
    try:
        with os.scandir(path) as it:
            entries = list(it)
    except OSError as err:
        onerror(os.scandir, path, (type(err), err, err.__traceback__))
        entries = []
    for entry in entries:
        if entry.is_dir(follow_symlinks=False):
            _rmtree(entry.path, onerror)
            continue
        try:
            os.unlink(entry.path)
        except OSError as err:
            onerror(os.unlink, entry.path,
                    (type(err), err, err.__traceback__))
    try:
        os.rmdir(path)
    except OSError as err:
        onerror(os.rmdir, path, (type(err), err, err.__traceback__))


def move(src, dst, copy_function=copy2):
    """Recursively move a file or directory to another location."""
    real_dst = dst
    if os.path.isdir(dst):
        if _samefile(src, dst):
            os.rename(src, dst)
            return
        src = os.fspath(src)
        real_dst = os.path.join(dst, os.path.basename(src.rstrip("/")))
        if os.path.exists(real_dst):
            raise Error("Destination path '%s' already exists" % real_dst)
    try:
        os.rename(src, real_dst)
    except OSError:
        if os.path.islink(src):
            os.symlink(os.readlink(src), real_dst)
            os.unlink(src)
        elif os.path.isdir(src):
            if _inside(src, dst):
                raise Error("Cannot move a directory '%s' into itself '%s'."
                            % (src, dst))
            copytree(src, real_dst, copy_function=copy_function,
                     symlinks=True)
            rmtree(src)
        else:
            copy_function(src, real_dst)
            os.unlink(src)
    return real_dst


def _inside(src, dst):
    src = os.path.abspath(src).rstrip("/") + "/"
    return (os.path.abspath(dst).rstrip("/") + "/").startswith(src)


def disk_usage(path):
    """Return disk usage statistics about the given path."""
    st = os.statvfs(path)
    return _usage(st.f_blocks * st.f_frsize,
                  (st.f_blocks - st.f_bfree) * st.f_frsize,
                  st.f_bavail * st.f_frsize)


def chown(path, user=None, group=None):
    """Change owner user and group of the given path."""
    if user is None and group is None:
        raise ValueError("user and/or group must be set")
    os.chown(path, user, group)


def get_terminal_size(fallback=(80, 24)):
    """Get the size of the terminal window."""
    sizes = []
    for name in ("COLUMNS", "LINES"):
        try:
            sizes.append(int(os.environ[name]))
        except (KeyError, ValueError):
            sizes.append(0)
    return os.terminal_size((sizes[0] or fallback[0],
                             sizes[1] or fallback[1]))


def which(cmd, mode=os.F_OK | os.X_OK, path=None):
    """Given a command, mode, and a PATH string, return the path which
    conforms to the given mode on the PATH, or None if there is no such
    file."""
    def usable(fn):
        return (os.path.exists(fn) and os.access(fn, mode)
                and not os.path.isdir(fn))

    if os.path.dirname(cmd):
        return cmd if usable(cmd) else None
    if path is None:
        path = os.environ.get("PATH", os.defpath)
    if not path:
        return None
    seen = set()
    for folder in os.fsdecode(path).split(os.pathsep):
        if folder not in seen:
            seen.add(folder)
            name = os.path.join(folder, cmd)
            if usable(name):
                return name
    return None
