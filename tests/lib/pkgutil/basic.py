# caisson: options --tmpfs /tmp
import os
import pkgutil
import sys
import tempfile
from pkgutil import ModuleInfo, extend_path, get_data, iter_modules, resolve_name, walk_packages

print(ModuleInfo._fields)
root = tempfile.mkdtemp()


def put(path, text=""):
    path = os.path.join(root, path)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as f:
        f.write(text)


put("a/pk_one/__init__.py", "from pkgutil import extend_path\n__path__ = extend_path(__path__, __name__)\n")
put("a/pk_one/mod.py", "class C:\n    def m(self): return 1\nx = 5\n")
put("a/pk_one/sub/__init__.py")
put("a/pk_one/sub/deep.py", "y = 6")
put("a/pk_one/data/file.txt", "hello")
put("a/pk_one/bad/__init__.py", "raise ValueError(3)")
put("a/pk_one/gone/__init__.py", "import no_such_module_at_all")
put("a/pk_single.py", "z = 1")
put("a/no-module.txt")
put("a/plain/x.py")
put("b/pk_one/__init__.py")
put("b/pk_one/other.py", "w = 2")
put("b/pk_one.pkg", "# comment\n/some/where\n\n")
sys.path[:0] = [os.path.join(root, "a"), os.path.join(root, "b")]


def show(f, *args):
    try:
        r = f(*args)
    except Exception as e:
        r = f"{type(e).__name__}: {e}"
    print(str(r).replace(root, "ROOT"))


show(lambda: [(i.name, i.ispkg) for i in iter_modules([os.path.join(root, "a")])])
show(lambda: [(i.name, i.ispkg) for i in iter_modules([os.path.join(root, "a"), os.path.join(root, "b")], "p.")])
show(lambda: list(iter_modules([os.path.join(root, "none")])))
show(lambda: list(iter_modules("abc")))
show(lambda: list(iter_modules([os.path.join(root, "b")])))
show(lambda: [i.name for i in iter_modules() if i.name.startswith("pk_")])
errors = []
show(lambda: [(i.name, i.ispkg) for i in walk_packages([os.path.join(root, "a")], onerror=errors.append)])
print(errors)
show(lambda: list(walk_packages([os.path.join(root, "a")])))
show(get_data, "pk_one", "data/file.txt")
show(get_data, "pk_one", "data/none.txt")
show(get_data, "no_such_package", "x")
show(get_data, "sys", "x")
import pk_one

show(lambda: pk_one.__path__)
show(extend_path, "text", "pk_one")
show(extend_path, ["q"], "pk_one.none")
show(extend_path, ["q"], "nowhere.none")
for name in ("os.path.join", "os.path:join", "os", "pk_one.mod:C.m", "pk_one.mod.C", "pk_one:mod", "collections.abc",
             "os:", "os.nope", "os:nope", "nope_x", "a b", "", ":", "os:a-b", "os..path"):
    show(lambda: getattr(resolve_name(name), "__name__", None))
show(lambda: type(pkgutil.find_loader("pk_one.mod")).__name__)
show(lambda: pkgutil.find_loader("no_such_module_x"))
show(pkgutil.find_loader, ".rel")
show(lambda: type(pkgutil.get_loader("pk_one")).__name__)
show(lambda: type(pkgutil.get_loader(pk_one)).__name__)
show(lambda: pkgutil.get_importer(os.path.join(root, "a")))
show(lambda: pkgutil.get_importer(os.path.join(root, "a")) is pkgutil.get_importer(os.path.join(root, "a")))
show(lambda: list(pkgutil.iter_importers("pk_one.mod")))
show(lambda: list(pkgutil.iter_importers(".x")))
show(lambda: list(pkgutil.iter_importers("pk_single.x")))

import importlib.machinery

show(lambda: importlib.machinery.PathFinder.find_spec("pk_single").origin)
show(lambda: importlib.machinery.PathFinder.find_spec("mod", pk_one.__path__).name)
show(lambda: importlib.machinery.PathFinder.find_spec("pk_none"))
show(lambda: importlib.machinery.PathFinder.invalidate_caches())
details = importlib.machinery.SourceFileLoader, importlib.machinery.SOURCE_SUFFIXES
finder = importlib.machinery.FileFinder(os.path.join(root, "a"), details)
show(lambda: (finder, finder.path, finder.find_spec("pk_single").origin, finder.find_spec("pk_no"), finder.invalidate_caches()))
