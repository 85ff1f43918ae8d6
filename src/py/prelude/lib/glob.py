# glob.py - file names by pattern, over os.
#
# SPDX-License-Identifier: Apache-2.0
"""Filename globbing utility."""
import fnmatch
import os
import re

__all__ = ["escape", "glob", "iglob"]

magic_check = re.compile("([*?[])")
magic_check_bytes = re.compile(b"([*?[])")


def glob(pathname, *, root_dir=None, dir_fd=None, recursive=False,
         include_hidden=False):
    """Return a list of paths matching a pathname pattern."""
    return list(iglob(pathname, root_dir=root_dir, dir_fd=dir_fd,
                      recursive=recursive, include_hidden=include_hidden))


def iglob(pathname, *, root_dir=None, dir_fd=None, recursive=False,
          include_hidden=False):
    """Return an iterator which yields the paths matching a pathname
    pattern."""
    if root_dir is not None:
        root_dir = os.fspath(root_dir)
    else:
        root_dir = pathname[:0]
    found = _iglob(pathname, root_dir, recursive, False, include_hidden)
    if not pathname or recursive and _isrecursive(pathname[:2]):
        try:
            first = next(found)
            if first:
                found = _chain(first, found)
        except StopIteration:
            pass
    return found


def _chain(first, rest):
    yield first
    yield from rest


def _iglob(pathname, root_dir, recursive, dironly, include_hidden):
    dirname, basename = os.path.split(pathname)
    if not has_magic(pathname):
        if basename:
            if os.path.lexists(_join(root_dir, pathname)):
                yield pathname
        elif os.path.isdir(_join(root_dir, dirname)):
            yield pathname
        return
    if not dirname:
        if recursive and _isrecursive(basename):
            yield from _glob2(root_dir, basename, dironly, include_hidden)
        else:
            yield from _glob1(root_dir, basename, dironly, include_hidden)
        return
    if dirname != pathname and has_magic(dirname):
        dirs = _iglob(dirname, root_dir, recursive, True, include_hidden)
    else:
        dirs = [dirname]
    if not has_magic(basename):
        look = _glob0
    elif recursive and _isrecursive(basename):
        look = _glob2
    else:
        look = _glob1
    for dirname in dirs:
        for name in look(_join(root_dir, dirname), basename, dironly,
                         include_hidden):
            yield os.path.join(dirname, name)


def _glob0(dirname, basename, dironly, include_hidden=False):
    if basename:
        if os.path.lexists(_join(dirname, basename)):
            return [basename]
    elif os.path.isdir(dirname):
        return [basename]
    return []


def _glob1(dirname, pattern, dironly, include_hidden=False):
    names = _listdir(dirname, dironly)
    if include_hidden or not _ishidden(pattern):
        names = [x for x in names if include_hidden or not _ishidden(x)]
    return fnmatch.filter(names, pattern)


def _glob2(dirname, pattern, dironly, include_hidden=False):
    if not dirname or os.path.isdir(dirname):
        yield pattern[:0]
    yield from _rlistdir(dirname, dironly, include_hidden)


def glob0(dirname, pattern):
    return _glob0(dirname, pattern, False)


def glob1(dirname, pattern):
    return _glob1(dirname, pattern, False)


def _listdir(dirname, dironly):
    if not dirname:
        dirname = b"." if isinstance(dirname, bytes) else "."
    names = []
    try:
        for entry in os.scandir(dirname):
            try:
                if not dironly or entry.is_dir():
                    names.append(entry.name)
            except OSError:
                pass
    except OSError:
        pass
    return names


def _rlistdir(dirname, dironly, include_hidden=False):
    for name in _listdir(dirname, dironly):
        if include_hidden or not _ishidden(name):
            yield name
            path = _join(dirname, name) if dirname else name
            for below in _rlistdir(path, dironly, include_hidden):
                yield _join(name, below)


def _join(dirname, basename):
    if not dirname or not basename:
        return dirname or basename
    return os.path.join(dirname, basename)


def has_magic(s):
    if isinstance(s, bytes):
        return magic_check_bytes.search(s) is not None
    return magic_check.search(s) is not None


def _ishidden(path):
    return path[:1] in (".", b".")


def _isrecursive(pattern):
    return pattern in ("**", b"**")


def escape(pathname):
    """Escape all special characters."""
    if isinstance(pathname, bytes):
        return magic_check_bytes.sub(rb"[\1]", pathname)
    return magic_check.sub(r"[\1]", pathname)
