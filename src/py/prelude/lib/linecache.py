"""linecache - lines of source files, kept by the session.

The text of programs that the session runs comes from the engine, other
files are read.  Entries are (size, mtime, lines, fullname) as in CPython;
size and mtime are those at the time of reading, or None if unknown.

SPDX-License-Identifier: Apache-2.0
"""

import _caisson
from _caisson import session_state

__all__ = ["getline", "clearcache", "checkcache", "lazycache"]

_source_text = getattr(_caisson, "source_text", None)


def __getattr__(name):
    if name == "cache":
        return session_state("linecache.cache", dict)
    raise AttributeError(f"module 'linecache' has no attribute {name!r}")


def clearcache():
    """Clear the cache entirely."""
    session_state("linecache.cache", dict).clear()


def getline(filename, lineno, module_globals=None):
    """Get a line of a source file, or an empty string."""
    lines = getlines(filename, module_globals)
    if 1 <= lineno <= len(lines):
        return lines[lineno - 1]
    return ""


def getlines(filename, module_globals=None):
    """Get the lines of a source file; an empty list if there are none."""
    entry = session_state("linecache.cache", dict).get(filename)
    if entry is not None and len(entry) != 1:
        return entry[2]
    try:
        return updatecache(filename, module_globals)
    except MemoryError:
        clearcache()
        return []


def checkcache(filename=None):
    """Forget entries whose file may have changed."""
    cache = session_state("linecache.cache", dict)
    names = list(cache) if filename is None else [filename]
    for name in names:
        entry = cache.get(name)
        if entry is None or len(entry) == 1:
            continue
        if entry[1] is not None:
            del cache[name]


def _read(filename):
    """The text of a file, or None."""
    if _source_text is not None:
        text = _source_text(filename)
        if text is not None:
            return text
    if filename.startswith("<") and filename.endswith(">"):
        return None
    try:
        with open(filename, encoding="utf-8") as file:
            return file.read()
    except (OSError, UnicodeError, ValueError, SyntaxError):
        return None


def _split(text):
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    result = [line + "\n" for line in lines[:-1]]
    if lines[-1]:
        result.append(lines[-1] + "\n")
    return result


def updatecache(filename, module_globals=None):
    """Read a file again and return its lines; an empty list on failure."""
    cache = session_state("linecache.cache", dict)
    entry = cache.pop(filename, None)
    if not filename:
        return []
    text = None
    if entry is not None and len(entry) == 1:
        text = entry[0]()
    elif lazycache(filename, module_globals):
        text = cache.pop(filename)[0]()
    if text is not None:
        lines = _split(text)
        cache[filename] = (len(text), None, lines, filename)
        return lines
    text = _read(filename)
    if text is None:
        return []
    lines = _split(text)
    cache[filename] = (len(text), 0.0, lines, filename)
    return lines


def lazycache(filename, module_globals):
    """Note how a module's loader can be asked for the source later."""
    cache = session_state("linecache.cache", dict)
    if filename in cache:
        return len(cache[filename]) == 1
    if not filename or (filename.startswith("<")
                        and filename.endswith(">")):
        return False
    if not module_globals or "__name__" not in module_globals:
        return False
    name = module_globals["__name__"]
    loader = module_globals.get("__loader__")
    spec = module_globals.get("__spec__")
    if spec is not None:
        name = getattr(spec, "name", None) or name
        loader = getattr(spec, "loader", None) or loader
    get_source = getattr(loader, "get_source", None)
    if not name or not get_source:
        return False

    def get_lines(name=name):
        try:
            return get_source(name)
        except (ImportError, OSError):
            return None

    cache[filename] = (get_lines,)
    return True
