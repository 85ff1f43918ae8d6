"""pkgutil - what is in packages.

Modules of the library are in no directory: only those of the program's own
files are listed.

SPDX-License-Identifier: Apache-2.0
"""

import importlib
import importlib.util
import os
import sys
from collections import namedtuple
from importlib.machinery import FileFinder

__all__ = ["get_importer", "iter_importers", "get_loader", "find_loader", "walk_packages",
           "iter_modules", "get_data", "ModuleInfo", "extend_path"]

ModuleInfo = namedtuple("ModuleInfo", "module_finder name ispkg")
ModuleInfo.__doc__ = "A finder, the name of a module it found, and whether that is a package."


# --- Finders ----------------------------------------------------------------

def get_importer(path_item):
    """The finder for an entry of sys.path, or None."""
    place = os.fsdecode(path_item)
    known = sys.path_importer_cache
    if place not in known:
        known[place] = _finder_of(place)
    return known[place]


def _finder_of(place):
    for hook in sys.path_hooks:
        try:
            return hook(place)
        except ImportError:
            continue
    return FileFinder(place) if os.path.isdir(place or ".") else None


def iter_importers(fullname=""):
    """The finders that could find a module."""
    if fullname.startswith("."):
        raise ImportError(f"Relative module name {fullname!r} not supported")
    parent = fullname.rpartition(".")[0]
    if parent:
        places = getattr(importlib.import_module(parent), "__path__", ())
    else:
        yield from sys.meta_path
        places = sys.path
    yield from map(get_importer, places)


def find_loader(fullname):
    """The loader of a module, or None."""
    if fullname.startswith("."):
        raise ImportError(f"Relative module name {fullname!r} not supported")
    try:
        found = importlib.util.find_spec(fullname)
    except (AttributeError, TypeError, ValueError, ImportError) as error:
        raise ImportError(f"Error while finding loader for {fullname!r} ({type(error)}: "
                          f"{error})") from error
    return getattr(found, "loader", None)


def get_loader(module_or_name):
    """The loader of a module that is given or named, or None."""
    found = module_or_name
    if isinstance(found, str):
        if found not in sys.modules:
            return find_loader(found)
        found = sys.modules[found]
    loader = getattr(found, "__loader__", None)
    if loader is None and getattr(found, "__spec__", None) is not None:
        return find_loader(found.__name__)
    return loader


# --- Lists of modules -------------------------------------------------------

def _modules_in(folder):
    """(name, is it a package?) of what can be imported from a directory."""
    try:
        names = sorted(os.listdir(folder))
    except OSError:
        return
    for file in names:
        path = os.path.join(folder, file)
        name, end = os.path.splitext(file)
        if name == "__init__" or "." in name:
            continue
        if end == ".py":
            yield name, False
        elif not end and os.path.isfile(os.path.join(path, "__init__.py")):
            yield name, True


def iter_modules(path=None, prefix=""):
    """ModuleInfo of each module in the directories of `path`."""
    if isinstance(path, str):
        raise ValueError("path must be None or list of paths to look for modules in")
    finders = iter_importers() if path is None else map(get_importer, path)
    seen = set()
    for finder in finders:
        if hasattr(finder, "iter_modules"):
            found = finder.iter_modules(prefix)
        else:
            folder = getattr(finder, "path", None)
            found = [] if folder is None else [
                (prefix + name, ispkg) for name, ispkg in _modules_in(folder)]
        for name, ispkg in found:
            if name not in seen:
                seen.add(name)
                yield ModuleInfo(finder, name, ispkg)


def walk_packages(path=None, prefix="", onerror=None):
    """iter_modules() with those inside of packages, which are imported."""
    visited = set()
    waiting = [iter_modules(path, prefix)]
    while waiting:
        info = next(waiting[-1], None)
        if info is None:
            waiting.pop()
            continue
        yield info
        if not info.ispkg:
            continue
        try:
            __import__(info.name)
        except Exception as error:
            if onerror is not None:
                onerror(info.name)
            elif not isinstance(error, ImportError):
                raise
            continue
        path = [item for item in getattr(sys.modules[info.name], "__path__", None) or []
                if item not in visited]
        visited.update(path)
        waiting.append(iter_modules(path, info.name + "."))


# --- Packages ---------------------------------------------------------------

def extend_path(path, name):
    """`path` with the directories of the same package in other places."""
    if not isinstance(path, list):
        return path  # nothing to add to
    path = [*path]
    parent, _, last = name.rpartition(".")
    try:
        places = sys.modules[parent].__path__ if parent else sys.path
    except (KeyError, AttributeError):
        return path
    for place in places:
        if not isinstance(place, str):
            continue
        folder = os.path.join(place, last)
        if os.path.isfile(os.path.join(folder, "__init__.py")) and folder not in path:
            path.append(folder)
        path += _listed(os.path.join(place, name + ".pkg"))
    return path


def _listed(file):
    """The lines of a .pkg file that are no comments."""
    if not os.path.isfile(file):
        return []
    try:
        with open(file, encoding="utf-8") as lines:
            stripped = [line.rstrip("\n") for line in lines]
    except OSError as e:
        sys.stderr.write(f"Can't open {file}: {e.strerror}\n")
        return []
    return [line for line in stripped if line and not line.startswith("#")]


def get_data(package, resource):
    """The bytes of a file in a package; None if its loader cannot tell."""
    spec = importlib.util.find_spec(package)
    if spec is None or not hasattr(spec.loader, "get_data"):
        return None
    module = sys.modules.get(package) or importlib.import_module(package)
    if getattr(module, "__file__", None) is None:
        return None
    folder = os.path.dirname(module.__file__)
    return spec.loader.get_data(os.path.join(folder, *resource.split("/")))


def _is_name(text):
    return all(part.isidentifier() for part in text.split("."))


def resolve_name(name):
    """The object that 'package.module:attribute' or 'package.module.attribute' names."""
    place, colon, attributes = name.partition(":")
    if not _is_name(place) or (attributes and not _is_name(attributes)):
        raise ValueError(f"invalid format: {name!r}")
    if colon:
        found = importlib.import_module(place)
        parts = attributes.split(".") if attributes else []
    else:
        first, *parts = place.split(".")
        found = importlib.import_module(first)
        while parts:
            first = f"{first}.{parts[0]}"
            try:
                found = importlib.import_module(first)
            except ImportError:
                break
            del parts[0]
    for part in parts:
        found = getattr(found, part)
    return found
