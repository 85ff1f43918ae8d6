"""importlib.resources - files beside mounted packages.

SPDX-License-Identifier: Apache-2.0
"""

import pathlib
import sys

__all__ = ["files", "as_file", "open_binary", "open_text", "read_binary", "read_text",
           "is_resource", "contents", "path"]


def files(package):
    """The directory of a package as a path."""
    module = package if hasattr(package, "__path__") else __import__(package, fromlist=["x"])
    path = [*getattr(module, "__path__", ())]
    if not path:
        raise TypeError(f"{module.__name__!r} has no files: it is not a mounted package")
    return pathlib.Path(path[0])


class as_file:
    """The path itself: resources are files already."""

    def __init__(self, path):
        self.path = path

    def __enter__(self):
        return self.path

    def __exit__(self, *details):
        return None


def _file(package, name):
    """A file beside a package; its name has no directories."""
    text = str(name)
    if "/" in text:
        raise ValueError(f"{name!r} must be only a file name")
    return files(package) / text


def open_binary(package, resource):
    return _file(package, resource).open("rb")


def open_text(package, resource, encoding="utf-8", errors="strict"):
    return _file(package, resource).open("r", encoding=encoding, errors=errors)


def read_binary(package, resource):
    return _file(package, resource).read_bytes()


def read_text(package, resource, encoding="utf-8", errors="strict"):
    return _file(package, resource).read_text(encoding, errors)


def path(package, resource):
    return as_file(_file(package, resource))


def is_resource(package, name):
    return _file(package, name).is_file()


def contents(package):
    return [entry.name for entry in files(package).iterdir()]
