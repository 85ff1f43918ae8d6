"""_inspect_source - the source text of objects.

SPDX-License-Identifier: Apache-2.0
"""

import builtins
import linecache
import sys
import types

from _inspect_kinds import isclass, isframe, ismodule, istraceback
from _signature import unwrap

__name__ = "inspect"


def indentsize(line):
    """How far a line is indented."""
    expanded = line.expandtabs()
    return len(expanded) - len(expanded.lstrip())


class ClassFoundException(Exception):
    pass


class EndOfBlock(Exception):
    pass


# What leads from one kind of object towards its code.
_TO_CODE = ((types.MethodType, "__func__"), (types.FunctionType, "__code__"),
            (types.TracebackType, "tb_frame"), (types.FrameType, "f_code"))


def _code_of(object):
    """The code object behind it, or None."""
    for kind, attribute in _TO_CODE:
        if isinstance(object, kind):
            object = getattr(object, attribute)
    return object if isinstance(object, types.CodeType) else None


def getfile(object):
    """The file an object was defined in."""
    if ismodule(object):
        if getattr(object, "__file__", None):
            return object.__file__
        raise TypeError(f"{object!r} is a built-in module")
    if isclass(object):
        if hasattr(object, "__module__"):
            module = sys.modules.get(object.__module__)
            if getattr(module, "__file__", None):
                return module.__file__
            if object.__module__ == "__main__":
                raise OSError("source code not available")
        raise TypeError(f"{object!r} is a built-in class")
    code = _code_of(object)
    if code is not None:
        return code.co_filename
    raise TypeError("module, class, method, function, traceback, frame, or "
                    "code object was expected, got "
                    f"{type(object).__name__}")


def getmodulename(path):
    """The name of a file's module, or None."""
    name = path.rpartition("/")[2]
    for suffix in (".py", ".pyc"):
        if name.endswith(suffix):
            return name[:-len(suffix)]
    return None


def getsourcefile(object):
    """Return the name of the source file of an object, or None."""
    filename = getfile(object)
    if linecache.getlines(filename):
        return filename
    return None


def getabsfile(object, _filename=None):
    """Return the file of an object; names are not made absolute."""
    if _filename is None:
        _filename = getsourcefile(object) or getfile(object)
    return _filename


def getmodule(object, _filename=None):
    """The module an object was defined in, or None."""
    if ismodule(object):
        return object
    if hasattr(object, "__module__"):
        return sys.modules.get(object.__module__)
    try:
        filename = getfile(object)
    except (TypeError, FileNotFoundError, OSError):
        return None
    for module in list(sys.modules.values()):
        if ismodule(module) and getattr(module, "__file__",
                                        None) == filename:
            return module
    name = getattr(object, "__name__", None)
    if name is not None and hasattr(builtins, name) and (
            getattr(builtins, name) is object):
        return builtins
    return None


def findsource(object):
    """Return the lines of the file and the index of the object's line."""
    filename = getsourcefile(object)
    if not filename:
        filename = getfile(object)
    module = getmodule(object)
    lines = linecache.getlines(filename,
                               module.__dict__ if module else None)
    if not lines:
        raise OSError("could not get source code")
    if ismodule(object):
        return lines, 0
    if isclass(object):
        return lines, _find_class(lines, object.__qualname__)
    code = _code_of(object)
    if code is None:
        raise OSError("could not find code object")
    if not hasattr(code, "co_firstlineno"):
        raise OSError("could not find function definition")
    if code.co_firstlineno > len(lines):
        raise OSError("lineno is out of bounds")
    return lines, code.co_firstlineno - 1


def _find_class(lines, qualname):
    """Find the line of a class by following the indentation."""
    wanted = [part for part in qualname.split(".") if part != "<locals>"]
    stack = []  # (indentation, name) of the enclosing definitions
    decorator = None
    scanner = BlockFinder()
    for at, line in enumerate(lines):
        text = line.strip()
        fresh = scanner.depth == 0 and scanner.quote is None
        if not fresh or (text and not text.startswith("#")):
            scanner._scan(line)
        if not fresh or not text or text.startswith("#"):
            continue
        indent = indentsize(line)
        while stack and stack[-1][0] >= indent:
            stack.pop()
        if text.startswith("@"):
            if decorator is None:
                decorator = at
            continue
        words = text.replace("(", " ").replace(":", " ").replace(
            "[", " ").split()
        if words[0] == "async":
            words = words[1:]
        if len(words) > 1 and words[0] in ("class", "def"):
            stack.append((indent, words[1]))
            names = [name for _, name in stack]
            if words[0] == "class" and names == wanted:
                return at if decorator is None else decorator
        decorator = None
    raise OSError("could not find class definition")


class BlockFinder:
    """Finds the end of a block of lines, by brackets and indentation."""

    def __init__(self):
        self.last = 1
        self.depth = 0
        self.quote = None
        self.indent = None  # of the first line
        self.body = None  # of the lines below it
        self.opened = False

    def find(self, lines):
        """Return the number of lines that belong to the first statement."""
        for number, line in enumerate(lines, 1):
            fresh = self.depth == 0 and self.quote is None
            text = line.strip()
            if fresh and text and not text.startswith("#"):
                if self.indent is None:
                    self.indent = indentsize(line)
                elif self.opened and indentsize(line) <= self.indent:
                    return self.last
                elif self.opened and self.body is None:
                    self.body = indentsize(line)
            if fresh and (not text or text.startswith("#")):
                if text and self.body is not None and (
                        indentsize(line) >= self.body):
                    self.last = number
                continue
            ends = self._scan(line)
            self.last = number
            if self.depth or self.quote is not None or self.opened:
                continue
            if text.startswith("@") and fresh:
                continue
            if ends == ":":
                self.opened = True
            elif ends != "\\":
                return self.last
        return self.last

    def _scan(self, line):
        """Follow brackets and strings; return the last character of code."""
        at = 0
        last = ""
        while at < len(line):
            c = line[at]
            if self.quote is not None:
                if c == "\\":
                    at += 2
                    continue
                if line.startswith(self.quote, at):
                    at += len(self.quote)
                    self.quote = None
                    last = "q"
                    continue
                at += 1
                continue
            if c == "#":
                break
            if c in "'\"":
                self.quote = c * 3 if line.startswith(c * 3, at) else c
                at += len(self.quote)
                continue
            if c in "([{":
                self.depth += 1
            elif c in ")]}":
                self.depth = max(0, self.depth - 1)
            if not c.isspace():
                last = c
            at += 1
        if self.quote is not None and len(self.quote) == 1:
            self.quote = None  # an ordinary string ends with its line
        return last


def getblock(lines):
    """The lines of the block at the top."""
    return lines[:BlockFinder().find(lines)]


def getsourcelines(object):
    """Return the lines of an object and the number of the first one."""
    object = unwrap(object)
    lines, at = findsource(object)
    if istraceback(object):
        object = object.tb_frame
    if ismodule(object) or (isframe(object)
                            and object.f_code.co_name == "<module>"):
        return lines, 0
    return getblock(lines[at:]), at + 1


def getsource(object):
    """The source of an object."""
    lines, _ = getsourcelines(object)
    return "".join(lines)


def getcomments(object):
    """Get the comment lines that come right before an object's source."""
    try:
        lines, at = findsource(object)
    except (OSError, TypeError):
        return None
    if ismodule(object):
        start = 1 if lines and lines[0][:2] == "#!" else 0
        while start < len(lines) and lines[start].strip() in ("", "#"):
            start += 1
        if start < len(lines) and lines[start][:1] == "#":
            found = []
            while start < len(lines) and lines[start][:1] == "#":
                found.append(lines[start].expandtabs())
                start += 1
            return "".join(found)
        return None
    if at <= 0:
        return None
    indent = indentsize(lines[at])
    found = []
    at -= 1
    while at >= 0 and lines[at].lstrip()[:1] == "#" and (
            indentsize(lines[at]) == indent):
        found.insert(0, lines[at].expandtabs().lstrip())
        at -= 1
    while found and found[0].strip() == "#":
        found.pop(0)
    while found and found[-1].strip() == "#":
        found.pop()
    return "".join(found) or None
