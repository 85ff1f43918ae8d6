"""importlib.resources.readers - readers of files and of namespace packages.

SPDX-License-Identifier: Apache-2.0
"""

import pathlib

from importlib.resources.abc import TraversableResources

__all__ = ["FileReader", "MultiplexedPath", "NamespaceReader"]


class FileReader(TraversableResources):
    """The directory of the file that a loader has loaded."""

    def __init__(self, loader):
        self.path = pathlib.Path(loader.path).parent

    def resource_path(self, resource):
        return str(self.path.joinpath(resource))

    def files(self):
        return self.path


class MultiplexedPath:
    """Several directories that look like one."""

    def __init__(self, *paths):
        self._paths = list(dict.fromkeys(map(pathlib.Path, paths)))
        if not self._paths:
            raise FileNotFoundError(
                "MultiplexedPath must contain at least one path")
        if not all(path.is_dir() for path in self._paths):
            raise NotADirectoryError(
                "MultiplexedPath only supports directories")

    def iterdir(self):
        seen = {}
        for path in self._paths:
            for entry in path.iterdir():
                seen.setdefault(entry.name, entry)
        return iter(seen.values())

    def joinpath(self, *descendants):
        for path in self._paths:
            found = path.joinpath(*descendants)
            if found.exists():
                return found
        return self._paths[0].joinpath(*descendants)

    __truediv__ = joinpath

    def is_dir(self):
        return True

    def is_file(self):
        return False

    def open(self, *args, **kwargs):
        raise FileNotFoundError(f"{self} is not a file")

    read_bytes = read_text = open

    @property
    def name(self):
        return self._paths[0].name

    def __repr__(self):
        shown = ", ".join(f"'{path}'" for path in self._paths)
        return f"MultiplexedPath({shown})"


class NamespaceReader(TraversableResources):
    """The directories of a namespace package."""

    def __init__(self, namespace_path):
        if "NamespacePath" not in str(namespace_path):
            raise ValueError("Invalid path")
        self.path = MultiplexedPath(*namespace_path)

    def resource_path(self, resource):
        return str(self.path.joinpath(resource))

    def files(self):
        return self.path
