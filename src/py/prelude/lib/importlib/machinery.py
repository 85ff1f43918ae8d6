"""importlib.machinery - specs and loaders of modules.

SPDX-License-Identifier: Apache-2.0
"""

from intrinsics import _find_spec, _search_path
from intrinsics import _ModuleSpec as ModuleSpec
from intrinsics import _NamespaceLoader as NamespaceLoader
from intrinsics import _SourceFileLoader as SourceFileLoader

SOURCE_SUFFIXES = [".py"]
BYTECODE_SUFFIXES = []
EXTENSION_SUFFIXES = []


def all_suffixes():
    """What a module's file may end with."""
    return [".py"]


class PathFinder:
    """Finds modules in the directories of sys.path or of a package."""

    @staticmethod
    def invalidate_caches():
        """Nothing is remembered."""

    @classmethod
    def find_spec(cls, fullname, path=None, target=None):
        """The spec of a module, None if there is no such file."""
        found = _find_spec(fullname, _search_path() if path is None else path)
        return None if found is None else found[0]


class FileFinder:
    """Finds modules in one directory."""

    def __init__(self, path, *loader_details):
        self.path = path or "."

    def __repr__(self):
        return f"FileFinder({self.path!r})"

    def invalidate_caches(self):
        """Nothing is remembered."""

    def find_spec(self, fullname, target=None):
        return PathFinder.find_spec(fullname, [self.path])
