"""importlib.metadata - what is installed on the paths of the session.

A distribution is a folder NAME-VERSION.dist-info beside its packages, in one
of the folders of sys.path: something that the host mounted.

SPDX-License-Identifier: Apache-2.0
"""

import os
import re
import sys
from typing import NamedTuple

__all__ = ["Distribution", "PackageNotFoundError", "distribution",
           "distributions", "entry_points", "files", "metadata", "requires",
           "packages_distributions", "version"]


class PackageNotFoundError(ModuleNotFoundError):
    """There is no distribution of that name."""

    def __str__(self):
        return f"No package metadata was found for {self.args[0]}"

    @property
    def name(self):
        return self.args[0]


class PackageMetadata:
    """The fields of METADATA: a mapping that may have a key twice."""

    def __init__(self, text):
        head, _, self._body = text.partition("\n\n")
        lines = re.sub(r"\n[ \t]+", " ", head).splitlines()
        self._fields = [(key, value.strip()) for key, colon, value in
                        (line.partition(":") for line in lines) if colon]

    def get_all(self, name, failobj=None):
        found = [value for key, value in self._fields
                 if key.lower() == name.lower()]
        return found or failobj

    def get(self, name, failobj=None):
        return self.get_all(name, [failobj])[0]

    def __getitem__(self, name):
        return self.get(name)

    def __contains__(self, name):
        return self.get_all(name) is not None

    def keys(self):
        return [key for key, value in self._fields]

    def items(self):
        return [*self._fields]

    def __iter__(self):
        return iter(self.keys())

    def __len__(self):
        return len(self._fields)

    def get_payload(self):
        return self._body


class EntryPoint(NamedTuple):
    name: str
    value: str
    group: str

    def load(self):
        """What the entry point names."""
        module, _, attributes = self.value.partition("[")[0].partition(":")
        found = __import__(module.strip(), fromlist=["x"])
        for part in filter(None, attributes.strip().split(".")):
            found = getattr(found, part)
        return found


class EntryPoints(tuple):

    def select(self, **params):
        return EntryPoints(one for one in self if all(
            getattr(one, key) == value for key, value in params.items()))

    @property
    def names(self):
        return {one.name for one in self}

    @property
    def groups(self):
        return {one.group for one in self}

    def __getitem__(self, name):
        for one in self.select(name=name):
            return one
        raise KeyError(name)


class Distribution:
    """One folder of metadata."""

    def __init__(self, path):
        self._path = path

    def read_text(self, filename):
        try:
            with open(os.path.join(self._path, filename), encoding="utf-8") as f:
                return f.read()
        except OSError:
            return None

    def locate_file(self, path):
        return os.path.join(os.path.dirname(self._path), path)

    @property
    def metadata(self):
        return PackageMetadata(self.read_text("METADATA") or "")

    @property
    def name(self):
        return self.metadata["Name"]

    @property
    def version(self):
        return self.metadata["Version"]

    @property
    def requires(self):
        return self.metadata.get_all("Requires-Dist")

    @property
    def files(self):
        text = self.read_text("RECORD")
        if text is None:
            return None
        return [line.rsplit(",", 2)[0] for line in text.splitlines() if line]

    @property
    def entry_points(self):
        found, group = [], None
        for line in (self.read_text("entry_points.txt") or "").splitlines():
            line = line.strip()
            if line.startswith("["):
                group = line.strip("[]")
            elif "=" in line and not line.startswith("#"):
                name, _, value = line.partition("=")
                found.append(EntryPoint(name.strip(), value.strip(), group))
        return EntryPoints(found)

    @classmethod
    def from_name(cls, name):
        if not name:
            raise ValueError("A distribution name is required.")
        for one in distributions(name=name):
            return one
        raise PackageNotFoundError(name)


def _plain(name):
    return re.sub(r"[-_.]+", "-", name).lower()


def distributions(*, name=None, path=None):
    """The distributions on the path, those of one name if it is given."""
    for folder in sys.path if path is None else path:
        try:
            entries = sorted(os.listdir(folder or "."))
        except OSError:
            continue
        for entry in entries:
            stem, _, kind = entry.rpartition(".")
            if kind == "dist-info" and (
                    name is None or _plain(stem.split("-")[0]) == _plain(name)):
                yield Distribution(os.path.join(folder, entry))


def distribution(distribution_name):
    return Distribution.from_name(distribution_name)


def metadata(distribution_name):
    return distribution(distribution_name).metadata


def version(distribution_name):
    return distribution(distribution_name).version


def requires(distribution_name):
    return distribution(distribution_name).requires


def files(distribution_name):
    return distribution(distribution_name).files


def entry_points(**params):
    found = EntryPoints(point for one in distributions()
                        for point in one.entry_points)
    return found.select(**params)


def packages_distributions():
    """Which distributions a top-level package comes from."""
    found = {}
    for one in distributions():
        listed = (one.read_text("top_level.txt") or "").split()
        if not listed:
            tops = {path.split("/")[0].removesuffix(".py")
                    for path in one.files or () if path.endswith(".py")}
            listed = sorted(top for top in tops if top.isidentifier())
        for top in listed:
            found.setdefault(top, []).append(one.name)
    return found
