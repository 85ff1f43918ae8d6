"""importlib.util - finding and making modules.

SPDX-License-Identifier: Apache-2.0
"""

import io
import sys
import tokenize

from importlib.machinery import ModuleSpec, SourceFileLoader
from intrinsics import (_can_load, _file_spec, _find_spec, _LibraryLoader, _module_from_spec,
                        _search_path)

__all__ = ["decode_source", "find_spec", "module_from_spec", "resolve_name", "spec_from_file_location",
           "spec_from_loader"]

MAGIC_NUMBER = b"cais"


def resolve_name(name, package):
    """The absolute name of a relative one."""
    if not name.startswith("."):
        return name
    if not package:
        raise ImportError(f"no package specified for {name!r} (required for relative module "
                          "names)")
    rest = name.lstrip(".")
    for _ in range(len(name) - len(rest) - 1):
        package, dot, _unused = package.rpartition(".")
        if not dot:
            raise ImportError("attempted relative import beyond top-level package")
    return f"{package}.{rest}" if rest else package


def find_spec(name, package=None):
    """The spec of a module, or None if there is no such module."""
    name = resolve_name(name, package)
    if name in sys.modules:
        module = sys.modules[name]
        if module is None:
            return None
        spec = getattr(module, "__spec__", None)
        if spec is not None:
            return spec
    parent = name.rpartition(".")[0]
    path = None
    if parent:
        path = getattr(__import__(parent, fromlist=["__path__"]), "__path__", None)
        if path is None:
            raise ModuleNotFoundError(f"__path__ attribute not found on {parent!r} while trying "
                                      f"to find {name!r}", name=name)
    if _can_load(name):
        return ModuleSpec(name, _LibraryLoader, origin="frozen",
                          is_package=_LibraryLoader.is_package(name))
    found = _find_spec(name, _search_path() if path is None else path)
    return None if found is None else found[0]


def module_from_spec(spec):
    """A module for a spec; its loader's exec_module fills it."""
    return _module_from_spec(spec)


def spec_from_file_location(name, location=None, *, loader=None,
                            submodule_search_locations=None):
    """A spec for a source file."""
    if location is None:
        location = loader.get_filename(name)
    location = location.__fspath__() if hasattr(location, "__fspath__") else location
    if loader is None and not location.endswith(".py"):
        return None
    spec = _file_spec(name, location)
    if loader is not None:
        spec.loader = loader
    if submodule_search_locations is not None:
        spec.submodule_search_locations = submodule_search_locations
    return spec


def spec_from_loader(name, loader, *, origin=None, is_package=None):
    """A spec for a loader."""
    if is_package is None and hasattr(loader, "is_package"):
        is_package = loader.is_package(name)
    return ModuleSpec(name, loader, origin=origin, is_package=is_package)


def cache_from_source(path, debug_override=None, *, optimization=None):
    """Where CPython keeps the bytecode of a file; nothing is kept here."""
    folder, _, name = path.rpartition("/")
    kept = "__pycache__/" + name.rpartition(".")[0] + ".cpython-311"
    if optimization not in (None, ""):
        kept += f".opt-{optimization}"
    return f"{folder}/{kept}.pyc" if folder else f"{kept}.pyc"


def decode_source(source_bytes):
    """The text of a source file: its encoding as declared, its lines end with \\n."""
    encoding, _ = tokenize.detect_encoding(io.BytesIO(source_bytes).readline)
    text = str(source_bytes, encoding)
    return text.replace("\r\n", "\n").replace("\r", "\n")


def source_hash(source_bytes):
    """A number that changes with the text."""
    return hash(source_bytes).to_bytes(8, "little", signed=True)
