"""importlib.abc - what finders and loaders have.

SPDX-License-Identifier: Apache-2.0
"""

import sys
from abc import ABC, _register_builtin, abstractmethod

from importlib.machinery import FileFinder, ModuleSpec, PathFinder, SourceFileLoader
from importlib.util import decode_source, module_from_spec

__all__ = ["Loader", "Finder", "MetaPathFinder", "PathEntryFinder", "ResourceLoader",
           "InspectLoader", "ExecutionLoader", "FileLoader", "SourceLoader"]


class Finder(ABC):
    """The old base of finders."""


class MetaPathFinder(ABC):
    """What can stand on sys.meta_path; it has find_spec(fullname, path, target)."""

    def invalidate_caches(self):
        """Forget what was remembered."""


class PathEntryFinder(ABC):
    """What finds modules in one entry of sys.path; it has find_spec(fullname, target)."""

    def invalidate_caches(self):
        """Forget what was remembered."""


class Loader(ABC):
    """What makes modules; it may have exec_module(module)."""

    def create_module(self, spec):
        """Make the module, or return None for a plain one."""

    def load_module(self, fullname):
        """Make, run and return a module."""
        if not hasattr(self, "exec_module"):
            raise ImportError
        module = sys.modules.get(fullname)
        if module is None:
            module = module_from_spec(ModuleSpec(fullname, self))
            sys.modules[fullname] = module
        try:
            self.exec_module(module)
        except BaseException:
            sys.modules.pop(fullname, None)
            raise
        return sys.modules[fullname]


class ResourceLoader(Loader):
    """A loader that reads files."""

    @abstractmethod
    def get_data(self, path):
        """Return the bytes of a file."""
        raise OSError


class InspectLoader(Loader):
    """A loader that knows the text of its modules."""

    def is_package(self, fullname):
        """Tell whether a module is a package."""
        raise ImportError

    def get_code(self, fullname):
        """The code of a module, None if it has none."""
        source = self.get_source(fullname)
        return None if source is None else self.source_to_code(source)

    @abstractmethod
    def get_source(self, fullname):
        """The text of a module, None if it has none."""
        raise ImportError

    @staticmethod
    def source_to_code(data, path="<string>"):
        """Compile the text of a module."""
        return compile(data, path, "exec", dont_inherit=True)

    def exec_module(self, module):
        """Run a module."""
        code = self.get_code(module.__name__)
        if code is None:
            raise ImportError(f"cannot load module {module.__name__!r} when get_code() returns "
                              "None")
        exec(code, module.__dict__)


class ExecutionLoader(InspectLoader):
    """A loader of modules that can be run as programs."""

    @abstractmethod
    def get_filename(self, fullname):
        """The name that goes into __file__."""
        raise ImportError

    def get_code(self, fullname):
        """The code of a module, None if it has none."""
        text = self.get_source(fullname)
        if text is None:
            return None
        where = []
        try:
            where.append(self.get_filename(fullname))
        except ImportError:
            pass  # it is not known
        return self.source_to_code(text, *where)


class FileLoader(ResourceLoader, ExecutionLoader):
    """A loader of one file."""

    def __init__(self, fullname, path):
        self.name = fullname
        self.path = path

    def get_filename(self, name=None):
        """The path of the file."""
        return self.path

    def get_data(self, path):
        """Return the bytes of a file."""
        with open(path, "rb") as file:
            return file.read()


class SourceLoader(ResourceLoader, ExecutionLoader):
    """A loader of source text that get_data() reads."""

    def path_mtime(self, path):
        """When a file was changed."""
        if self.path_stats.__func__ is SourceLoader.path_stats:
            raise OSError
        return int(self.path_stats(path)["mtime"])

    def path_stats(self, path):
        """A dict with the time of change of a file."""
        if self.path_mtime.__func__ is SourceLoader.path_mtime:
            raise OSError
        return {"mtime": self.path_mtime(path)}

    def set_data(self, path, data):
        """Write a file, if that is possible."""

    def get_source(self, fullname):
        """The text of a module."""
        path = self.get_filename(fullname)
        try:
            data = self.get_data(path)
        except OSError as error:
            raise ImportError("source not available through get_data()", name=fullname) from error
        return decode_source(data)

    def is_package(self, fullname):
        """A package's file is __init__, and its name is another."""
        name = self.get_filename(fullname).rpartition("/")[2].rpartition(".")[0]
        return name == "__init__" and fullname.rpartition(".")[2] != "__init__"


for _abc, _class in ((PathEntryFinder, FileFinder), (MetaPathFinder, PathFinder),
                     (SourceLoader, SourceFileLoader), (FileLoader, SourceFileLoader)):
    _register_builtin(_abc, _class)
del _abc, _class


def __getattr__(name):
    if name in ("ResourceReader", "Traversable", "TraversableResources"):
        return getattr(__import__("importlib.resources.abc", fromlist=[name]), name)
    raise AttributeError(f"module 'importlib.abc' has no attribute {name!r}")
