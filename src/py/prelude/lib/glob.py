# glob.py - file names by pattern, over os.
#
# A pattern is cut at its last slash: the left part gives folders, found by the
# same means, the right part selects names in each of them.
#
# SPDX-License-Identifier: Apache-2.0
"""Paths that match a pattern."""
import fnmatch
import os
import re

__all__ = ["escape", "glob", "iglob"]

magic_check = re.compile("([*?[])")
magic_check_bytes = re.compile(b"([*?[])")


def _magic(text):
    return magic_check_bytes if isinstance(text, bytes) else magic_check


def has_magic(s):
    """Does a text contain wildcards?"""
    return _magic(s).search(s) is not None


def escape(pathname):
    """A pattern that matches exactly this path."""
    bracketed = rb"[\1]" if isinstance(pathname, bytes) else r"[\1]"
    return _magic(pathname).sub(bracketed, pathname)


def _is_hidden(name):
    return name[:1] in (".", b".")


def _is_deep(pattern):
    return pattern in ("**", b"**")


def _join(folder, name):
    return os.path.join(folder, name) if folder and name else folder or name


class _Search:
    """The options of one search."""

    def __init__(self, root, recursive, hidden):
        self.root = root
        self.recursive = recursive
        self.hidden = hidden

    def find(self, pattern, folders_only=False):
        """Paths for a pattern, relative to the root."""
        left, right = os.path.split(pattern)
        if not has_magic(pattern):
            path = _join(self.root, pattern if right else left)
            if (os.path.lexists if right else os.path.isdir)(path):
                yield pattern
            return
        if not left:
            yield from self._names(self.root, right, folders_only)
            return
        folders = [left]
        if left != pattern and has_magic(left):
            folders = self.find(left, True)
        for folder in folders:
            path = _join(self.root, folder)
            for name in self._names(path, right, folders_only):
                yield os.path.join(folder, name)

    def _names(self, folder, pattern, folders_only):
        """Names in a folder that match; '**' gives paths below it."""
        if not has_magic(pattern):
            return self.exact(folder, pattern)
        if self.recursive and _is_deep(pattern):
            return self._below(folder, pattern, folders_only)
        return self.matching(folder, pattern, folders_only)

    def exact(self, folder, name):
        if name:
            there = os.path.lexists(_join(folder, name))
        else:
            there = os.path.isdir(folder)
        return [name] if there else []

    def matching(self, folder, pattern, folders_only=False):
        names = _list(folder, folders_only)
        if not self.hidden and not _is_hidden(pattern):
            names = [name for name in names if not _is_hidden(name)]
        return fnmatch.filter(names, pattern)

    def _below(self, folder, pattern, folders_only):
        if not folder or os.path.isdir(folder):
            yield pattern[:0]  # the folder itself
        yield from self._walk(folder, folders_only)

    def _walk(self, folder, folders_only):
        for name in _list(folder, folders_only):
            if self.hidden or not _is_hidden(name):
                yield name
                for path in self._walk(_join(folder, name), folders_only):
                    yield _join(name, path)


def _list(folder, folders_only):
    """Names in a folder; none if it cannot be read."""
    here = b"." if isinstance(folder, bytes) else "."
    try:
        entries = [*os.scandir(folder or here)]
    except OSError:
        return []
    return [entry.name for entry in entries
            if not folders_only or _is_folder(entry)]


def _is_folder(entry):
    try:
        return entry.is_dir()
    except OSError:
        return False


def iglob(pathname, *, root_dir=None, dir_fd=None, recursive=False,
          include_hidden=False):
    """Iterate over the paths that match a pattern."""
    root = pathname[:0] if root_dir is None else os.fspath(root_dir)
    found = _Search(root, recursive, include_hidden).find(pathname)
    if pathname and not (recursive and _is_deep(pathname[:2])):
        return found
    # '**' begins with the root itself, whose path is empty.
    return (path for path in found if path)


def glob(pathname, *, root_dir=None, dir_fd=None, recursive=False,
         include_hidden=False):
    """A list of the paths that match a pattern."""
    return [*iglob(pathname, root_dir=root_dir, dir_fd=dir_fd,
                   recursive=recursive, include_hidden=include_hidden)]


def glob0(dirname, pattern):
    """A list of the name itself, if it is there."""
    return _Search(dirname, False, False).exact(dirname, pattern)


def glob1(dirname, pattern):
    """A list of the names in a folder that match."""
    return _Search(dirname, False, False).matching(dirname, pattern)
