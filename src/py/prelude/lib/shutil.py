# shutil.py - copying, moving and removing files and trees.
#
# Archives are in _shutil_archive.py.
#
# SPDX-License-Identifier: Apache-2.0
"""Copying, moving and removing files and trees."""
import fnmatch
import os
import stat
from collections import namedtuple
from io import open

from _shutil_archive import (
    ReadError, RegistryError, get_archive_formats, get_unpack_formats,
    make_archive, register_archive_format, register_unpack_format,
    unpack_archive, unregister_archive_format, unregister_unpack_format)

__all__ = ["copyfileobj", "copyfile", "copymode", "copystat", "copy",
           "copy2", "copytree", "move", "rmtree", "Error",
           "SpecialFileError", "ExecError", "disk_usage", "which",
           "get_terminal_size", "SameFileError", "ignore_patterns",
           "ReadError", "RegistryError", "chown", "make_archive",
           "get_archive_formats", "register_archive_format",
           "unregister_archive_format", "get_unpack_formats",
           "register_unpack_format", "unregister_unpack_format",
           "unpack_archive"]

COPY_BUFSIZE = 64 * 1024
_usage = namedtuple("usage", "total used free", module="shutil")


class Error(OSError):
    """Something failed; for trees, args[0] lists (from, to, why)."""


class SameFileError(Error):
    """A file cannot be copied to itself."""


class SpecialFileError(OSError):
    """A pipe cannot be copied."""


class ExecError(OSError):
    """A program could not be run."""


# ------------------------------------------------------------------ one file


def copyfileobj(fsrc, fdst, length=0):
    """Copy what is left of an open file to another."""
    read, write = fsrc.read, fdst.write
    while piece := read(length or COPY_BUFSIZE):
        write(piece)


def _same(one, other):
    try:
        return os.path.samefile(one, other)
    except OSError:
        return False


def _refuse_pipe(path):
    try:
        mode = os.stat(path).st_mode
    except OSError:
        return  # not there yet
    if stat.S_ISFIFO(mode):
        raise SpecialFileError(f"`{os.fspath(path)}` is a named pipe")


def copyfile(src, dst, *, follow_symlinks=True):
    """Copy the contents of a file."""
    if _same(src, dst):
        raise SameFileError(f"{src!r} and {dst!r} are the same file")
    _refuse_pipe(src)
    _refuse_pipe(dst)
    if os.path.islink(src) and not follow_symlinks:
        os.symlink(os.readlink(src), dst)
        return dst
    with open(src, "rb") as source:
        try:
            target = open(dst, "wb")
        except IsADirectoryError as exc:
            if os.path.exists(dst):
                raise
            raise FileNotFoundError(f"Directory does not exist: {dst}") from exc
        with target:
            copyfileobj(source, target)
    return dst


def _both_links(src, dst):
    return os.path.islink(src) and os.path.islink(dst)


def copymode(src, dst, *, follow_symlinks=True):
    """Copy the permissions."""
    if follow_symlinks or not _both_links(src, dst):
        os.chmod(dst, stat.S_IMODE(os.stat(src).st_mode))


def copystat(src, dst, *, follow_symlinks=True):
    """Copy permissions and times."""
    if follow_symlinks or not _both_links(src, dst):
        found = os.stat(src)
        os.chmod(dst, stat.S_IMODE(found.st_mode))
        os.utime(dst, ns=(found.st_atime_ns, found.st_mtime_ns))
    else:
        found = os.lstat(src)
        os.utime(dst, ns=(found.st_atime_ns, found.st_mtime_ns),
                 follow_symlinks=False)


def _into(src, dst):
    """Where a copy goes: into a folder under its old name."""
    if os.path.isdir(dst):
        return os.path.join(dst, os.path.basename(src))
    return dst


def copy(src, dst, *, follow_symlinks=True):
    """Copy contents and permissions; return the path of the copy."""
    goal = _into(src, dst)
    for part in (copyfile, copymode):
        part(src, goal, follow_symlinks=follow_symlinks)
    return goal


def copy2(src, dst, *, follow_symlinks=True):
    """Copy contents, permissions and times; return the path of the copy."""
    goal = _into(src, dst)
    for part in (copyfile, copystat):
        part(src, goal, follow_symlinks=follow_symlinks)
    return goal


def chown(path, user=None, group=None):
    """Give a file to another user or group."""
    if user is group is None:
        raise ValueError("user and/or group must be set")
    os.chown(path, user, group)


# --------------------------------------------------------------------- trees


def ignore_patterns(*patterns):
    """An `ignore` for copytree(): names that match one of the patterns."""
    def ignored(path, names):
        return {name for pattern in patterns
                for name in fnmatch.filter(names, pattern)}

    return ignored


def _entries(folder):
    with os.scandir(folder) as found:
        return [*found]


def copytree(src, dst, symlinks=False, ignore=None, copy_function=copy2,
             ignore_dangling_symlinks=False, dirs_exist_ok=False):
    """Copy a folder with all that is in it; return the path of the copy."""
    found = _entries(src)
    left_out = ()
    if ignore is not None:
        left_out = ignore(os.fspath(src), [entry.name for entry in found])
    os.makedirs(dst, exist_ok=dirs_exist_ok)
    problems = []

    def copy_one(entry, old, new):
        if entry.is_symlink():
            goal = os.readlink(old)
            if symlinks:
                os.symlink(goal, new)
                copystat(entry, new, follow_symlinks=False)
                return
            if ignore_dangling_symlinks and not os.path.exists(goal):
                return
        if entry.is_dir():
            copytree(entry, new, symlinks, ignore, copy_function,
                     ignore_dangling_symlinks, dirs_exist_ok)
        else:
            # An entry knows more than a path, but only we expect one.
            known = copy_function in (copy, copy2)
            copy_function(entry if known else old, new)

    for entry in found:
        if entry.name in left_out:
            continue
        old, new = (os.path.join(top, entry.name) for top in (src, dst))
        try:
            copy_one(entry, old, new)
        except Error as exc:
            problems += exc.args[0]
        except OSError as exc:
            problems.append((old, new, str(exc)))
    try:
        copystat(src, dst)
    except OSError as exc:
        problems.append((src, dst, str(exc)))
    if problems:
        raise Error(problems)
    return dst


class _Remover:
    """Takes a tree away; failures go to a function."""

    def __init__(self, report):
        self.report = report

    def attempt(self, function, path):
        """function(path), or None when it failed."""
        try:
            return function(path)
        except OSError as exc:
            what = os.scandir if function is _entries else function
            self.report(what, path, (type(exc), exc, exc.__traceback__))
            return None

    def remove(self, folder):
        for entry in self.attempt(_entries, folder) or ():
            if entry.is_dir(follow_symlinks=False):
                self.remove(entry.path)
            else:
                self.attempt(os.unlink, entry.path)
        self.attempt(os.rmdir, folder)


def _raise_it(function, path, info):
    raise info[1]


def _no_link(path):
    if os.path.islink(path):
        raise OSError("Cannot call rmtree on a symbolic link")


def rmtree(path, ignore_errors=False, onerror=None, *, dir_fd=None):
    """Remove a folder with all that is in it."""
    if ignore_errors:
        onerror = lambda function, path, info: None
    elif onerror is None:
        onerror = _raise_it
    remover = _Remover(onerror)
    try:
        _no_link(path)
    except OSError as exc:
        onerror(os.path.islink, path, (type(exc), exc, exc.__traceback__))
        return
    if remover.attempt(os.lstat, path) is not None:
        remover.remove(path)


def move(src, dst, copy_function=copy2):
    """Move a file or a folder; return its new path."""
    goal = dst
    if os.path.isdir(dst):
        if _same(src, dst):
            os.rename(src, dst)  # only the case of the name changes
            return None
        src = os.fspath(src)
        goal = os.path.join(dst, os.path.basename(src.rstrip("/")))
        if os.path.exists(goal):
            raise Error(f"Destination path '{goal}' already exists")
    try:
        os.rename(src, goal)
    except OSError:
        _move_by_copy(src, dst, goal, copy_function)
    return goal


def _move_by_copy(src, dst, goal, copy_function):
    if os.path.islink(src):
        os.symlink(os.readlink(src), goal)
    elif os.path.isdir(src):
        if _is_below(dst, src):
            raise Error(f"Cannot move a directory '{src}' into itself "
                        f"'{dst}'.")
        copytree(src, goal, symlinks=True, copy_function=copy_function)
        rmtree(src)
        return
    else:
        copy_function(src, goal)
    os.unlink(src)


def _is_below(path, top):
    path, top = ([*os.path.abspath(p).strip("/").split("/")]
                 for p in (path, top))
    return path[:len(top)] == top


# -------------------------------------------------------------- surroundings


def disk_usage(path):
    """Bytes in total, used and free on a path's file system."""
    found = os.statvfs(path)
    size = found.f_frsize
    used = found.f_blocks - found.f_bfree
    return _usage(found.f_blocks * size, used * size, found.f_bavail * size)


def get_terminal_size(fallback=(80, 24)):
    """Columns and lines, from the environment or the fallback."""
    size = []
    for name, other in zip(("COLUMNS", "LINES"), fallback):
        text = os.environ.get(name, "")
        try:
            size.append(int(text) or other)
        except ValueError:
            size.append(other)
    return os.terminal_size(size)


def which(cmd, mode=os.F_OK | os.X_OK, path=None):
    """The path of a program, found as a shell finds it, or None."""
    def fits(file):
        return (os.path.exists(file) and not os.path.isdir(file)
                and os.access(file, mode))

    if os.path.dirname(cmd):
        return cmd if fits(cmd) else None
    if path is None:
        path = os.environ.get("PATH", os.defpath)
    folders = os.fsdecode(path).split(os.pathsep) if path else ()
    for folder in dict.fromkeys(folders):
        file = os.path.join(folder, cmd)
        if fits(file):
            return file
    return None
