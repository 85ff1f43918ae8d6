# filecmp.py - are files equal, and which of two directories?
#
# SPDX-License-Identifier: Apache-2.0
"""Comparison of files and directories."""
import os
import stat

__all__ = ["clear_cache", "cmp", "dircmp", "cmpfiles", "DEFAULT_IGNORES"]

DEFAULT_IGNORES = ["RCS", "CVS", "tags", ".git", ".hg", ".bzr", "_darcs",
                   "__pycache__"]
BUFSIZE = 1 << 13


def clear_cache():
    """Nothing is remembered here."""


def _signature(path):
    found = os.stat(path)
    return stat.S_IFMT(found.st_mode), found.st_size, found.st_mtime


def cmp(f1, f2, shallow=True):
    """Are two files equal? Shallow: those of one size and time are."""
    one, other = _signature(f1), _signature(f2)
    if one[0] != stat.S_IFREG or other[0] != stat.S_IFREG:
        return False
    if shallow and one == other:
        return True
    return one[1] == other[1] and _same_bytes(f1, f2)


def _same_bytes(path, other):
    with open(path, "rb") as left, open(other, "rb") as right:
        while True:
            piece = left.read(BUFSIZE)
            if piece != right.read(BUFSIZE):
                return False
            if not piece:
                return True


def cmpfiles(a, b, common, shallow=True):
    """The names that are equal, those that differ, those that failed."""
    groups = [], [], []
    for name in common:
        try:
            same = cmp(os.path.join(a, name), os.path.join(b, name), shallow)
            groups[0 if same else 1].append(name)
        except (OSError, ValueError):
            groups[2].append(name)
    return groups


class dircmp:
    """Two directories, side by side."""

    def __init__(self, a, b, ignore=None, hide=None):
        self.left, self.right = a, b
        self.ignore = DEFAULT_IGNORES if ignore is None else ignore
        self.hide = [os.curdir, os.pardir] if hide is None else hide

    def __getattr__(self, name):
        for names, find in _PHASES:
            if name in names:
                find(self)
                return self.__dict__[name]
        raise AttributeError(name)

    def phase0(self):
        """Read both directories."""
        skipped = {*self.hide, *self.ignore}
        for key, folder in (("left_list", self.left), ("right_list", self.right)):
            names = [name for name in os.listdir(folder) if name not in skipped]
            self.__dict__[key] = sorted(names)

    def phase1(self):
        """What both have, and what only one has."""
        left, right = self.left_list, self.right_list
        known, others = {*left}, {*right}
        self.common = [name for name in left if name in others]
        self.left_only = [name for name in left if name not in others]
        self.right_only = [name for name in right if name not in known]

    def phase2(self):
        """Directories, files, and what is neither or not the same."""
        self.common_dirs, self.common_files, self.common_funny = [], [], []
        for name in self.common:
            try:
                kinds = {stat.S_IFMT(os.stat(os.path.join(folder, name)).st_mode)
                         for folder in (self.left, self.right)}
            except OSError:
                kinds = set()
            if kinds == {stat.S_IFDIR}:
                self.common_dirs.append(name)
            elif kinds == {stat.S_IFREG}:
                self.common_files.append(name)
            else:
                self.common_funny.append(name)

    def phase3(self):
        """Equal files and others."""
        self.same_files, self.diff_files, self.funny_files = cmpfiles(
            self.left, self.right, self.common_files)

    def phase4(self):
        """The directories that both have."""
        self.subdirs = {
            name: type(self)(os.path.join(self.left, name),
                             os.path.join(self.right, name),
                             self.ignore, self.hide)
            for name in self.common_dirs}

    def phase4_closure(self):
        """All directories that both have, at any depth."""
        for below in self.subdirs.values():
            below.phase4_closure()

    def report(self):
        """Print how the directories differ."""
        print("diff", self.left, self.right)
        for title, names in (
                (f"Only in {self.left} :", self.left_only),
                (f"Only in {self.right} :", self.right_only),
                ("Identical files :", self.same_files),
                ("Differing files :", self.diff_files),
                ("Trouble with common files :", self.funny_files),
                ("Common subdirectories :", self.common_dirs),
                ("Common funny cases :", self.common_funny)):
            if names:
                names.sort()
                print(title, names)

    def report_partial_closure(self):
        """Print about the directories and those directly below."""
        self.report()
        for below in self.subdirs.values():
            print()
            below.report()

    def report_full_closure(self):
        """Print about everything."""
        self.report()
        for below in self.subdirs.values():
            print()
            below.report_full_closure()


_PHASES = ((("left_list", "right_list"), dircmp.phase0),
           (("common", "left_only", "right_only"), dircmp.phase1),
           (("common_dirs", "common_files", "common_funny"), dircmp.phase2),
           (("same_files", "diff_files", "funny_files"), dircmp.phase3),
           (("subdirs",), dircmp.phase4))
