"""inspect - information about live objects.

SPDX-License-Identifier: Apache-2.0
"""

import builtins
import functools
import linecache
import sys
import types
from abc import ABCMeta
from collections import namedtuple
from keyword import iskeyword
from operator import attrgetter

from _collections_abc import Awaitable
from _signature import (
    BoundArguments, CO_ASYNC_GENERATOR, CO_COROUTINE, CO_GENERATOR,
    CO_ITERABLE_COROUTINE, CO_NESTED, CO_NEWLOCALS, CO_NOFREE, CO_OPTIMIZED,
    CO_VARARGS, CO_VARKEYWORDS, Parameter, Signature, _empty, _from_callable,
    _ParameterKind, _void, formatannotation, get_annotations, signature,
    unwrap)

__all__ = [
    "ArgInfo", "Arguments", "Attribute", "BlockFinder", "BoundArguments",
    "CORO_CLOSED", "CORO_CREATED", "CORO_RUNNING", "CORO_SUSPENDED",
    "CO_ASYNC_GENERATOR", "CO_COROUTINE", "CO_GENERATOR",
    "CO_ITERABLE_COROUTINE", "CO_NESTED", "CO_NEWLOCALS", "CO_NOFREE",
    "CO_OPTIMIZED", "CO_VARARGS", "CO_VARKEYWORDS", "ClassFoundException",
    "ClosureVars", "EndOfBlock", "FrameInfo", "FullArgSpec", "GEN_CLOSED",
    "GEN_CREATED", "GEN_RUNNING", "GEN_SUSPENDED", "Parameter", "Signature",
    "TPFLAGS_IS_ABSTRACT", "Traceback", "classify_class_attrs", "cleandoc",
    "currentframe", "findsource", "formatannotation",
    "formatannotationrelativeto", "formatargvalues", "get_annotations",
    "getabsfile", "getargs", "getargvalues", "getattr_static", "getblock",
    "getcallargs", "getclasstree", "getclosurevars", "getcomments",
    "getcoroutinelocals", "getcoroutinestate", "getdoc", "getfile",
    "getframeinfo", "getfullargspec", "getgeneratorlocals",
    "getgeneratorstate", "getinnerframes", "getlineno", "getmembers",
    "getmembers_static", "getmodule", "getmodulename", "getmro",
    "getouterframes", "getsource", "getsourcefile", "getsourcelines",
    "indentsize", "isabstract", "isasyncgen", "isasyncgenfunction",
    "isawaitable", "isbuiltin", "isclass", "iscode", "iscoroutine",
    "iscoroutinefunction", "isdatadescriptor", "isframe", "isfunction",
    "isgenerator", "isgeneratorfunction", "isgetsetdescriptor",
    "ismemberdescriptor", "ismethod", "ismethoddescriptor",
    "ismethodwrapper", "ismodule", "isroutine", "istraceback", "signature",
    "stack", "trace", "unwrap", "walktree"]

TPFLAGS_IS_ABSTRACT = 0x100000


# --- Predicates -------------------------------------------------------------

def _tests_for(name, kind):
    """A predicate: is it of this kind?"""
    def test(object):
        return isinstance(object, kind)

    test.__name__ = test.__qualname__ = name
    test.__doc__ = f"Is it an instance of {kind.__name__}?"
    return test


ismodule = _tests_for("ismodule", types.ModuleType)
isclass = _tests_for("isclass", type)
ismethod = _tests_for("ismethod", types.MethodType)
isfunction = _tests_for("isfunction", types.FunctionType)
isgenerator = _tests_for("isgenerator", types.GeneratorType)
isasyncgen = _tests_for("isasyncgen", types.AsyncGeneratorType)
iscoroutine = _tests_for("iscoroutine", types.CoroutineType)
istraceback = _tests_for("istraceback", types.TracebackType)
isframe = _tests_for("isframe", types.FrameType)
iscode = _tests_for("iscode", types.CodeType)
isbuiltin = _tests_for("isbuiltin", types.BuiltinFunctionType)
ismethodwrapper = _tests_for("ismethodwrapper", types.MethodWrapperType)
ismemberdescriptor = _tests_for("ismemberdescriptor",
                                types.MemberDescriptorType)
isgetsetdescriptor = _tests_for("isgetsetdescriptor",
                                types.GetSetDescriptorType)

_NO_DESCRIPTORS = (type, types.MethodType, types.FunctionType)


def _descriptor_methods(object):
    """Which of the three methods of descriptors its class has."""
    if isinstance(object, _NO_DESCRIPTORS):
        return set()
    kind = type(object)
    return {name for name in ("__get__", "__set__", "__delete__")
            if hasattr(kind, name)}


def ismethoddescriptor(object):
    """Has it __get__ but not __set__, and is it no method or function?"""
    found = _descriptor_methods(object)
    return "__get__" in found and "__set__" not in found


def isdatadescriptor(object):
    """Can it be assigned or deleted through an instance?"""
    return not {"__set__", "__delete__"}.isdisjoint(
        _descriptor_methods(object))


def _has_code_flag(function, flag):
    """Has the function inside of methods and partials a flag?"""
    while isinstance(function, types.MethodType):
        function = function.__func__
    function = functools._unwrap_partial(function)
    if isinstance(function, type) or not callable(function):
        return False
    # mocks of coroutine functions are no functions, but have their code
    code = getattr(function, "__code__", None)
    return isinstance(code, types.CodeType) and code.co_flags & flag != 0


def isgeneratorfunction(obj):
    """Does calling it make a generator?"""
    return _has_code_flag(obj, CO_GENERATOR)


def iscoroutinefunction(obj):
    """Does calling it make a coroutine?"""
    return _has_code_flag(obj, CO_COROUTINE)


def isasyncgenfunction(obj):
    """Does calling it make an asynchronous generator?"""
    return _has_code_flag(obj, CO_ASYNC_GENERATOR)


def isawaitable(object):
    """Can `await` take it?"""
    if isinstance(object, types.GeneratorType):
        if object.gi_code.co_flags & CO_ITERABLE_COROUTINE:
            return True
    return isinstance(object, (types.CoroutineType, Awaitable))


def isroutine(object):
    """Is it a function or a method of any kind?"""
    return (isinstance(object, (types.BuiltinFunctionType,
                                types.MethodWrapperType,
                                types.FunctionType, types.MethodType))
            or ismethoddescriptor(object))


def isabstract(object):
    """Has the class abstract methods?"""
    if not (isinstance(object, type) and issubclass(type(object), ABCMeta)):
        return False
    if "__abstractmethods__" in object.__dict__:
        return bool(object.__abstractmethods__)
    # the class is still being made: its set is not there yet
    names = {name for base in object.__bases__
             for name in getattr(base, "__abstractmethods__", ())}
    return any(getattr(value, "__isabstractmethod__", False)
               for value in object.__dict__.values()) or any(
        getattr(getattr(object, name, None), "__isabstractmethod__", False)
        for name in names)


# --- Members ----------------------------------------------------------------

def _getmembers(object, predicate, getter):
    """Pairs of name and value, sorted by name."""
    own = (object, *getmro(object)) if isclass(object) else ()
    names = dir(object)
    for base in object.__bases__ if isclass(object) else ():
        # dir() does not know attributes that only instances see.
        names += [name for name, value in vars(base).items()
                  if isinstance(value, types.DynamicClassAttribute)]
    found = {}
    pairs = []
    for name in names:
        try:
            # A name that comes twice is looked up in the classes.
            value = _MISSING if name in found else getter(object, name)
        except AttributeError:
            value = _MISSING
        if value is _MISSING:
            homes = [vars(cls) for cls in own if name in vars(cls)]
            if not homes:
                continue
            value = homes[0][name]
        found[name] = value
        if not predicate or predicate(value):
            pairs.append((name, value))
    return sorted(pairs, key=lambda pair: pair[0])


_MISSING = object()


def getmembers(object, predicate=None):
    """Return all members of an object as (name, value) pairs by name."""
    return _getmembers(object, predicate, getattr)


def getmembers_static(object, predicate=None):
    """Return all members without calling any descriptor."""
    return _getmembers(object, predicate, getattr_static)


Attribute = namedtuple("Attribute", "name kind defining_class object")


def _attribute_kind(raw, value):
    if isinstance(raw, (staticmethod, types.BuiltinMethodType)):
        return "static method"
    if isinstance(raw, (classmethod, types.ClassMethodDescriptorType)):
        return "class method"
    if isinstance(raw, property):
        return "property"
    return "method" if isroutine(value) else "data"


def classify_class_attrs(cls):
    """Describe all attributes of a class as Attribute tuples."""
    mro = getmro(cls)
    meta_mro = tuple([c for c in getmro(type(cls)) if c not in (type,
                                                                object)])
    class_bases = (cls, *mro)
    names = dir(cls)
    for base in mro:
        for key, value in base.__dict__.items():
            if (isinstance(value, types.DynamicClassAttribute)
                    and value.fget is not None):
                names.append(key)
    result = []
    done = set()
    for name in names:
        if name in done:
            continue
        done.add(name)
        home = None
        raw = value = None
        for base in (*class_bases, *meta_mro):
            if name in base.__dict__:
                raw = base.__dict__[name]
                home = base
                break
        try:
            value = None if name == "__dict__" else getattr(cls, name)
        except Exception:
            value = None
        if home is None:
            home = getattr(value, "__objclass__", None)
            raw = value
            if home is None:
                continue
        kind = _attribute_kind(raw, raw if value is None else value)
        result.append(Attribute(name, kind, home, raw))
    return result


def getmro(cls):
    """Return tuple of base classes (including cls) in MRO order."""
    return cls.__mro__


_sentinel = object()


def _static_in_type(kind, attr):
    for base in type.__dict__["__mro__"].__get__(kind):
        namespace = type.__dict__["__dict__"].__get__(base)
        if attr in namespace:
            return namespace[attr]
    return _sentinel


def getattr_static(obj, attr, default=_sentinel):
    """Get an attribute without descriptors, __getattr__ or properties."""
    found = _sentinel
    if not isinstance(obj, type):
        kind = type(obj)
        try:
            namespace = object.__getattribute__(obj, "__dict__")
        except AttributeError:
            namespace = {}
        if isinstance(namespace, dict):
            found = dict.get(namespace, attr, _sentinel)
    else:
        kind = obj
    in_class = _static_in_type(kind, attr)
    if found is not _sentinel and in_class is not _sentinel:
        of = type(in_class)
        if (_static_in_type(of, "__get__") is not _sentinel
                and (_static_in_type(of, "__set__") is not _sentinel
                     or _static_in_type(of, "__delete__")
                     is not _sentinel)):
            return in_class
    if found is not _sentinel:
        return found
    if in_class is not _sentinel:
        return in_class
    if obj is kind:
        in_meta = _static_in_type(type(kind), attr)
        if in_meta is not _sentinel:
            return in_meta
    if default is not _sentinel:
        return default
    raise AttributeError(attr)


# --- Documentation ----------------------------------------------------------

def indentsize(line):
    """How far a line is indented."""
    expanded = line.expandtabs()
    return len(expanded) - len(expanded.lstrip())


def cleandoc(doc):
    """Remove the common indentation of a doc string's lines."""
    try:
        lines = doc.expandtabs().split("\n")
    except UnicodeError:
        return None
    margins = [len(line) - len(line.lstrip()) for line in lines[1:]
               if line.lstrip()]
    if lines:
        lines[0] = lines[0].lstrip()
    if margins:
        margin = min(margins)
        lines[1:] = [line[margin:] for line in lines[1:]]
    while lines and not lines[-1]:
        lines.pop()
    while lines and not lines[0]:
        lines.pop(0)
    return "\n".join(lines)


def _class_of(function):
    """Find the class in which a function was defined, by its name."""
    found = sys.modules.get(function.__module__)
    for name in function.__qualname__.split(".")[:-1]:
        found = getattr(found, name, None)
    return found if isclass(found) else None


def _inherited_doc(obj):
    """The doc string of what an object overrides."""
    if isclass(obj):
        for base in obj.__mro__:
            if base is not object and base.__doc__ is not None:
                return base.__doc__
        return None
    if ismethod(obj):
        name = obj.__func__.__name__
        target = obj.__self__
        cls = target if isclass(target) else type(target)
    elif isfunction(obj):
        name = obj.__name__
        cls = _class_of(obj)
        if cls is None or getattr(cls, name, None) is not obj:
            return None
    elif isinstance(obj, property):
        name = obj.fget.__name__
        cls = _class_of(obj.fget)
        if cls is None or getattr(cls, name, None) is not obj:
            return None
    elif isinstance(obj, (types.MethodDescriptorType,
                          types.WrapperDescriptorType)):
        name = obj.__name__
        cls = obj.__objclass__
    else:
        return None
    for base in cls.__mro__:
        try:
            doc = _own_doc(getattr(base, name))
        except AttributeError:
            continue
        if doc is not None:
            return doc
    return None


def _own_doc(obj):
    try:
        doc = obj.__doc__
    except AttributeError:
        return None
    return doc if isinstance(doc, str) else None


def getdoc(object):
    """An object's documentation, inherited if need be."""
    try:
        doc = object.__doc__
    except AttributeError:
        return None
    if doc is None:
        try:
            doc = _inherited_doc(object)
        except (AttributeError, TypeError):
            return None
    return cleandoc(doc) if isinstance(doc, str) else None


# --- Source code ------------------------------------------------------------

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
        self.last = 0
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


# --- Classes ----------------------------------------------------------------

def walktree(classes, children, parent):
    """The nested lists of getclasstree()."""
    results = []
    classes.sort(key=attrgetter("__module__", "__name__"))
    for cls in classes:
        results.append((cls, cls.__bases__))
        if cls in children:
            results.append(walktree(children[cls], children, cls))
    return results


def getclasstree(classes, unique=False):
    """Arrange classes into a hierarchy of nested lists."""
    children = {}
    roots = []
    for cls in classes:
        if not cls.__bases__:
            if cls not in roots:
                roots.append(cls)
            continue
        for parent in cls.__bases__:
            below = children.setdefault(parent, [])
            if cls not in below:
                below.append(cls)
            if unique and parent in classes:
                break
    for parent in children:
        if parent not in classes:
            roots.append(parent)
    return walktree(roots, children, None)


# --- Arguments --------------------------------------------------------------

Arguments = namedtuple("Arguments", "args, varargs, varkw")
FullArgSpec = namedtuple(
    "FullArgSpec", "args, varargs, varkw, defaults, kwonlyargs, "
    "kwonlydefaults, annotations")
ArgInfo = namedtuple("ArgInfo", "args varargs keywords locals")


def getargs(co):
    """The parameters of a code object."""
    if not iscode(co):
        raise TypeError(f"{co!r} is not a code object")
    names = co.co_varnames
    count = co.co_argcount + co.co_kwonlyargcount
    args = list(names[:count])
    varargs = varkw = None
    if co.co_flags & CO_VARARGS:
        varargs = names[count]
        count += 1
    if co.co_flags & CO_VARKEYWORDS:
        varkw = names[count]
    return Arguments(args, varargs, varkw)


def getfullargspec(func):
    """Get the names and default values of a callable's parameters."""
    try:
        sig = _from_callable(func, Signature, False, False)
    except Exception as error:
        raise TypeError("unsupported callable") from error
    kinds = {kind: [] for kind in _ParameterKind}
    annotations, kwdefaults, defaults = {}, {}, []
    if sig.return_annotation is not _empty:
        annotations["return"] = sig.return_annotation
    for name, param in sig.parameters.items():
        kinds[param.kind].append(name)
        if param.annotation is not _empty:
            annotations[name] = param.annotation
        if param.default is _empty:
            continue
        if param.kind is Parameter.KEYWORD_ONLY:
            kwdefaults[name] = param.default
        else:
            defaults.append(param.default)
    several = kinds[Parameter.VAR_POSITIONAL] or [None]
    keywords = kinds[Parameter.VAR_KEYWORD] or [None]
    return FullArgSpec(
        kinds[Parameter.POSITIONAL_ONLY]
        + kinds[Parameter.POSITIONAL_OR_KEYWORD],
        several[0], keywords[0], tuple(defaults) or None,
        kinds[Parameter.KEYWORD_ONLY], kwdefaults or None, annotations)


def getargvalues(frame):
    """The parameters of a frame with their values."""
    return ArgInfo(*getargs(frame.f_code), frame.f_locals)


def formatannotationrelativeto(object):
    module = getattr(object, "__module__", None)
    return lambda annotation: formatannotation(annotation, module)


def formatargvalues(args, varargs, varkw, locals, formatarg=str,
                    formatvarargs=lambda name: "*" + name,
                    formatvarkw=lambda name: "**" + name,
                    formatvalue=lambda value: "=" + repr(value)):
    """Format an argument spec from the values of getargvalues()."""
    parts = [formatarg(name) + formatvalue(locals[name]) for name in args]
    if varargs:
        parts.append(formatvarargs(varargs) + formatvalue(locals[varargs]))
    if varkw:
        parts.append(formatvarkw(varkw) + formatvalue(locals[varkw]))
    return f"({', '.join(parts)})"


def _listed(names):
    """'a', 'b' and 'c'"""
    *first, last = map(repr, names)
    if not first:
        return last
    comma = "," if len(first) > 1 else ""
    if comma:
        return f"{', '.join(first[:-1])}, {first[-1]} and {last}"
    return f"{first[0]} and {last}"


def _s(count):
    return "" if count == 1 else "s"


class _Call:
    """Binds the arguments of one call to the names of a function."""

    def __init__(self, func):
        self.name = func.__name__
        (self.args, self.varargs, self.varkw, defaults, self.kwonly,
         kwdefaults, _) = getfullargspec(func)
        defaults = defaults or ()
        self.least = len(self.args) - len(defaults)
        self.defaults = {**dict(zip(self.args[self.least:], defaults)),
                         **(kwdefaults or {})}
        self.values = {}

    def take_positional(self, given):
        self.values.update(zip(self.args, given))
        if self.varargs:
            self.values[self.varargs] = tuple(given[len(self.args):])

    def take_named(self, given):
        if self.varkw:
            self.values[self.varkw] = {}
        for name, value in given.items():
            if name in self.args or name in self.kwonly:
                if name in self.values:
                    raise TypeError(f"{self.name}() got multiple values for "
                                    f"argument {name!r}")
                self.values[name] = value
            elif self.varkw:
                self.values[self.varkw][name] = value
            else:
                raise TypeError(f"{self.name}() got an unexpected keyword "
                                f"argument {name!r}")

    def refuse_more(self, given):
        most = len(self.args)
        if given <= most or self.varargs:
            return
        range_ = str(most) if most == self.least else (
            f"from {self.least} to {most}")
        plural = "s" if self.least < most else _s(most)
        also = sum(name in self.values for name in self.kwonly)
        detail = "" if not also else (
            f" positional argument{_s(given)} (and {also} keyword-only "
            f"argument{_s(also)})")
        verb = "was" if given == 1 and not also else "were"
        raise TypeError(f"{self.name}() takes {range_} positional argument"
                        f"{plural} but {given}{detail} {verb} given")

    def fill(self, names, kind):
        """Put in defaults; complain about what has none."""
        absent = [name for name in names if name not in self.values]
        missing = [name for name in absent if name not in self.defaults]
        if missing:
            count = len(missing)
            raise TypeError(f"{self.name}() missing {count} required {kind} "
                            f"argument{_s(count)}: {_listed(missing)}")
        for name in absent:
            self.values[name] = self.defaults[name]


def getcallargs(func, /, *positional, **named):
    """What each parameter would get in a call."""
    if ismethod(func) and func.__self__ is not None:
        positional = (func.__self__, *positional)
    call = _Call(func)
    call.take_positional(positional)
    call.take_named(named)
    call.refuse_more(len(positional))
    call.fill(call.args, "positional")
    call.fill(call.kwonly, "keyword-only")
    return call.values


ClosureVars = namedtuple("ClosureVars",
                         "nonlocals globals builtins unbound")


def getclosurevars(func):
    """The outer names a function uses, with their values."""
    function = func.__func__ if ismethod(func) else func
    if not isfunction(function):
        raise TypeError(f"{function!r} is not a Python function")
    code, scope = function.__code__, function.__globals__
    cells = zip(code.co_freevars, function.__closure__ or ())
    outer = {name: cell.cell_contents for name, cell in cells}
    natives = scope.get("__builtins__", builtins)
    natives = vars(natives) if ismodule(natives) else natives
    left = [name for name in code.co_names
            if name not in ("None", "True", "False")]
    found = []
    for names in (scope, natives):
        found.append({name: names[name] for name in left if name in names})
        left = [name for name in left if name not in names]
    return ClosureVars(outer, *found, set(left))


# --- Frames -----------------------------------------------------------------

_Traceback = namedtuple("_Traceback",
                        "filename lineno function code_context index")
_FrameInfo = namedtuple("_FrameInfo", ("frame",) + _Traceback._fields)


class Traceback(_Traceback):
    def __new__(cls, filename, lineno, function, code_context, index, *,
                positions=None):
        self = super().__new__(cls, filename, lineno, function, code_context,
                               index)
        self.positions = positions
        return self

    def __repr__(self):
        return (f"Traceback(filename={self.filename!r}, "
                f"lineno={self.lineno!r}, function={self.function!r}, "
                f"code_context={self.code_context!r}, index={self.index!r}, "
                f"positions={self.positions!r})")


class FrameInfo(_FrameInfo):
    def __new__(cls, frame, filename, lineno, function, code_context, index,
                *, positions=None):
        self = super().__new__(cls, frame, filename, lineno, function,
                               code_context, index)
        self.positions = positions
        return self

    def __repr__(self):
        return (f"FrameInfo(frame={self.frame!r}, "
                f"filename={self.filename!r}, lineno={self.lineno!r}, "
                f"function={self.function!r}, "
                f"code_context={self.code_context!r}, index={self.index!r}, "
                f"positions={self.positions!r})")


def getlineno(frame):
    """Get the line number from a frame object."""
    return frame.f_lineno


def getframeinfo(frame, context=1):
    """Where a frame or a traceback is."""
    if istraceback(frame):
        lineno = frame.tb_lineno
        frame = frame.tb_frame
    else:
        lineno = frame.f_lineno
    if not isframe(frame):
        raise TypeError(f"{frame!r} is not a frame or traceback object")
    filename = getsourcefile(frame) or getfile(frame)
    lines = index = None
    if context > 0:
        start = lineno - 1 - context // 2
        found = linecache.getlines(filename)
        if found:
            start = max(0, min(start, len(found) - context))
            lines = found[start:start + context]
            index = lineno - 1 - start
    return Traceback(filename, lineno, frame.f_code.co_name, lines, index)


def _frame_record(frame, info):
    return FrameInfo(frame, *info, positions=info.positions)


def getouterframes(frame, context=1):
    """Get records for a frame and all higher (calling) frames."""
    result = []
    while frame:
        result.append(_frame_record(frame, getframeinfo(frame, context)))
        frame = frame.f_back
    return result


def getinnerframes(tb, context=1):
    """Get records for a traceback's frame and all lower frames."""
    result = []
    while tb:
        result.append(_frame_record(tb.tb_frame, getframeinfo(tb, context)))
        tb = tb.tb_next
    return result


def currentframe():
    """The caller's frame."""
    return sys._getframe(1)


def stack(context=1):
    """Records of all callers."""
    return getouterframes(sys._getframe(1), context)


def trace(context=1):
    """Return records for the stack below the current exception."""
    error = sys.exc_info()[1]
    tb = None if error is None else error.__traceback__
    return getinnerframes(tb, context)


# --- Generators and coroutines ----------------------------------------------

GEN_CREATED = "GEN_CREATED"
GEN_RUNNING = "GEN_RUNNING"
GEN_SUSPENDED = "GEN_SUSPENDED"
GEN_CLOSED = "GEN_CLOSED"
CORO_CREATED = "CORO_CREATED"
CORO_RUNNING = "CORO_RUNNING"
CORO_SUSPENDED = "CORO_SUSPENDED"
CORO_CLOSED = "CORO_CLOSED"


def _state(object, prefix, kind):
    """CREATED, RUNNING, SUSPENDED or CLOSED, by the attributes."""
    if getattr(object, f"{prefix}_running"):
        state = "RUNNING"
    elif getattr(object, f"{prefix}_suspended"):
        state = "SUSPENDED"
    else:
        ended = getattr(object, f"{prefix}_frame") is None
        state = "CLOSED" if ended else "CREATED"
    return f"{kind}_{state}"


def _locals(frame):
    return {} if frame is None else frame.f_locals


def getgeneratorstate(generator):
    """Where a generator is: GEN_CREATED and so on."""
    return _state(generator, "gi", "GEN")


def getgeneratorlocals(generator):
    """The local variables of a generator."""
    if not isgenerator(generator):
        raise TypeError(f"{generator!r} is not a Python generator")
    return _locals(generator.gi_frame)


def getcoroutinestate(coroutine):
    """Where a coroutine is: CORO_CREATED and so on."""
    return _state(coroutine, "cr", "CORO")


def getcoroutinelocals(coroutine):
    """The local variables of a coroutine."""
    return _locals(getattr(coroutine, "cr_frame", None))
