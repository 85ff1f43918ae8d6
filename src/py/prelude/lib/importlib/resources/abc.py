"""importlib.resources.abc - what gives access to files beside modules.

SPDX-License-Identifier: Apache-2.0
"""

import io
import pathlib
from abc import ABC, abstractmethod
from typing import Protocol, runtime_checkable

__all__ = ["ResourceReader", "Traversable", "TraversableResources"]


class ResourceReader(metaclass=type(ABC)):
    """What reads the files of one package."""

    @abstractmethod
    def open_resource(self, resource):
        """A binary stream."""
        raise FileNotFoundError

    @abstractmethod
    def resource_path(self, resource):
        """The path of a file."""
        raise FileNotFoundError

    @abstractmethod
    def is_resource(self, path):
        """Is it a file, not a directory?"""
        raise FileNotFoundError

    @abstractmethod
    def contents(self):
        """The names in the package's directory."""
        raise FileNotFoundError


@runtime_checkable
class Traversable(Protocol):
    """What pathlib.Path has, as far as resources need it."""

    @abstractmethod
    def iterdir(self):
        """The entries of a directory."""

    def read_bytes(self):
        """All bytes of a file."""
        with self.open("rb") as stream:
            return stream.read()

    def read_text(self, encoding=None):
        """The text of a file."""
        with self.open(encoding=encoding) as stream:
            return stream.read()

    @abstractmethod
    def is_dir(self):
        """Is it a directory?"""

    @abstractmethod
    def is_file(self):
        """Is it a file?"""

    def joinpath(self, *descendants):
        """An entry below this one."""
        found = self
        for text in descendants:
            for part in pathlib.PurePosixPath(text).parts:
                found = next((entry for entry in found.iterdir()
                              if entry.name == part), None)
                if found is None:
                    raise FileNotFoundError(f"{part} not found in {self.name}")
        return found

    def __truediv__(self, child):
        return self.joinpath(child)

    @abstractmethod
    def open(self, mode="r", *args, **kwargs):
        """A stream."""

    @property
    @abstractmethod
    def name(self):
        """The last part of the path."""


class TraversableResources(ResourceReader):
    """A reader by the files of a package as a Traversable."""

    @abstractmethod
    def files(self):
        """The directory of the package."""

    def open_resource(self, resource):
        return io.BytesIO(self.files().joinpath(resource).read_bytes())

    def resource_path(self, resource):
        raise FileNotFoundError(resource)

    def is_resource(self, path):
        return self.files().joinpath(path).is_file()

    def contents(self):
        return [entry.name for entry in self.files().iterdir()]
