import _ast
import ast
import importlib
import importlib.abc
import importlib.util
import sys
from importlib import abc
from importlib.machinery import FileFinder, ModuleSpec, PathFinder, SourceFileLoader


def show(f, *args):
    try:
        print(f(*args))
    except Exception as e:
        print(type(e).__name__, e)


class Memory(abc.InspectLoader):
    def __init__(self, sources):
        self.sources = sources

    def get_source(self, fullname):
        return self.sources.get(fullname)

    def is_package(self, fullname):
        return fullname == "virt"


class Finder(abc.MetaPathFinder):
    def __init__(self, loader):
        self.loader = loader

    def find_spec(self, fullname, path, target=None):
        if fullname in self.loader.sources:
            return importlib.util.spec_from_loader(fullname, self.loader)
        return None


loader = Memory({"virt": "x = 1", "virt.sub": "y = __name__\ndef f(): return y", "none_there": None})
sys.meta_path.insert(0, Finder(loader))
import virt
import virt.sub

print(virt.x, virt.sub.f(), virt.__path__, virt.sub.__package__, virt.__loader__ is loader)
show(lambda: importlib.import_module("none_there"))
show(loader.create_module, None)
show(Finder(loader).invalidate_caches)
show(lambda: eval(loader.source_to_code("1", "<q>")))


class Source(abc.SourceLoader):
    def get_filename(self, fullname):
        return f"/nowhere/{fullname}/__init__.py" if fullname == "p" else "/nowhere/q.py"

    def get_data(self, path):
        if path.endswith("q.py"):
            return "# coding: latin-1\r\nname = 'é'\r\n".encode("latin-1")
        raise OSError("no")


s = Source()
print(repr(s.get_source("q")), s.is_package("p"), s.is_package("q"), s.get_code("q").co_filename)
show(lambda: s.get_source("p"))
show(lambda: s.path_mtime("x"))
show(lambda: s.path_stats("x"))
show(lambda: s.set_data("x", b""))
module = importlib.util.module_from_spec(ModuleSpec("q", s))
s.exec_module(module)
print(module.name)
for cls in (abc.InspectLoader, abc.ResourceLoader, abc.ExecutionLoader, abc.SourceLoader, abc.FileLoader):
    show(cls)
show(lambda: abc.Loader().load_module("x"))
show(lambda: abc.InspectLoader.is_package(loader, "x"))
print(issubclass(SourceFileLoader, abc.SourceLoader), issubclass(SourceFileLoader, abc.FileLoader),
      issubclass(SourceFileLoader, abc.ExecutionLoader), issubclass(SourceFileLoader, abc.Loader))
print(issubclass(FileFinder, abc.PathEntryFinder), issubclass(PathFinder, abc.MetaPathFinder),
      isinstance(loader, abc.Loader), abc.FileLoader.get_filename(SourceFileLoader("a", "/b")))
print(sorted(abc.__all__)[:3], [c.__mro__[1].__name__ for c in (abc.InspectLoader, abc.ExecutionLoader)])
print(importlib.util.decode_source(b"a\r\nb\rc"), importlib.util.decode_source("# coding: cp1252\n€".encode("cp1252")))
print(_ast.Name is ast.Name, _ast.AST is ast.AST, _ast.PyCF_ONLY_AST, hasattr(_ast, "parse"))
