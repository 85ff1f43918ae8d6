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

TPFLAGS_IS_ABSTRACT = 1 << 20


# --- Predicates -------------------------------------------------------------

def ismodule(object):
    """Return true if the object is a module."""
    return isinstance(object, types.ModuleType)


def isclass(object):
    """Return true if the object is a class."""
    return isinstance(object, type)


def ismethod(object):
    """Return true if the object is an instance method."""
    return isinstance(object, types.MethodType)


def ismethoddescriptor(object):
    """Has it __get__ but not __set__, and is it no method or function?"""
    if isclass(object) or ismethod(object) or isfunction(object):
        return False
    kind = type(object)
    return hasattr(kind, "__get__") and not hasattr(kind, "__set__")


def isdatadescriptor(object):
    """Return true if the object is a data descriptor."""
    if isclass(object) or ismethod(object) or isfunction(object):
        return False
    kind = type(object)
    return hasattr(kind, "__set__") or hasattr(kind, "__delete__")


def ismemberdescriptor(object):
    """Return true if the object is a member descriptor."""
    return isinstance(object, types.MemberDescriptorType)


def isgetsetdescriptor(object):
    """Return true if the object is a getset descriptor."""
    return isinstance(object, types.GetSetDescriptorType)


def isfunction(object):
    """Return true if the object is a user-defined function."""
    return isinstance(object, types.FunctionType)


def _has_code_flag(f, flag):
    """Does a function, perhaps inside of partial objects, have a flag?"""
    while ismethod(f):
        f = f.__func__
    f = functools._unwrap_partial(f)
    if not isfunction(f):
        return False
    return bool(f.__code__.co_flags & flag)


def isgeneratorfunction(obj):
    """Return true if the object is a user-defined generator function."""
    return _has_code_flag(obj, CO_GENERATOR)


def iscoroutinefunction(obj):
    """Return true if the object is a coroutine function."""
    return _has_code_flag(obj, CO_COROUTINE)


def isasyncgenfunction(obj):
    """Return true if the object is an asynchronous generator function."""
    return _has_code_flag(obj, CO_ASYNC_GENERATOR)


def isasyncgen(object):
    """Return true if the object is an asynchronous generator."""
    return isinstance(object, types.AsyncGeneratorType)


def isgenerator(object):
    """Return true if the object is a generator."""
    return isinstance(object, types.GeneratorType)


def iscoroutine(object):
    """Return true if the object is a coroutine."""
    return isinstance(object, types.CoroutineType)


def isawaitable(object):
    """Return true if object can be passed to an await expression."""
    return (isinstance(object, types.CoroutineType)
            or isinstance(object, types.GeneratorType)
            and bool(object.gi_code.co_flags & CO_ITERABLE_COROUTINE)
            or isinstance(object, Awaitable))


def istraceback(object):
    """Return true if the object is a traceback."""
    return isinstance(object, types.TracebackType)


def isframe(object):
    """Return true if the object is a frame object."""
    return isinstance(object, types.FrameType)


def iscode(object):
    """Return true if the object is a code object."""
    return isinstance(object, types.CodeType)


def isbuiltin(object):
    """Return true if the object is a built-in function or method."""
    return isinstance(object, types.BuiltinFunctionType)


def ismethodwrapper(object):
    """Return true if the object is a method wrapper."""
    return isinstance(object, types.MethodWrapperType)


def isroutine(object):
    """Return true if the object is any kind of function or method."""
    return (isbuiltin(object) or isfunction(object) or ismethod(object)
            or ismethoddescriptor(object) or ismethodwrapper(object))


def isabstract(object):
    """Return true if the object is an abstract base class (ABC)."""
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
    mro = (object, *getmro(object)) if isclass(object) else ()
    names = dir(object)
    if isclass(object):
        for base in object.__bases__:
            for key, value in base.__dict__.items():
                if isinstance(value, types.DynamicClassAttribute):
                    names.append(key)
    results = []
    done = set()
    for key in names:
        try:
            value = getter(object, key)
            if key in done:
                raise AttributeError
        except AttributeError:
            for base in mro:
                if key in base.__dict__:
                    value = base.__dict__[key]
                    break
            else:
                continue
        if not predicate or predicate(value):
            results.append((key, value))
        done.add(key)
    results.sort(key=lambda pair: pair[0])
    return results


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
    """Return the indent size, in spaces, at the start of a line of text."""
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
    """Get the documentation string for an object."""
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


def getfile(object):
    """Work out which source or compiled file an object was defined in."""
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
    if ismethod(object):
        object = object.__func__
    if isfunction(object):
        object = object.__code__
    if istraceback(object):
        object = object.tb_frame
    if isframe(object):
        object = object.f_code
    if iscode(object):
        return object.co_filename
    raise TypeError("module, class, method, function, traceback, frame, or "
                    "code object was expected, got "
                    f"{type(object).__name__}")


def getmodulename(path):
    """Return the module name for a given file, or None."""
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
    """Return the module an object was defined in, or None if not found."""
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
    if ismethod(object):
        object = object.__func__
    if isfunction(object):
        object = object.__code__
    if istraceback(object):
        object = object.tb_frame
    if isframe(object):
        object = object.f_code
    if iscode(object):
        if not hasattr(object, "co_firstlineno"):
            raise OSError("could not find function definition")
        at = object.co_firstlineno - 1
        if at >= len(lines):
            raise OSError("lineno is out of bounds")
        return lines, at
    raise OSError("could not find code object")


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
    """Extract the block of code at the top of the given list of lines."""
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
    """Return the text of the source code for an object."""
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
    """Recursive helper function for getclasstree()."""
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
    """Get information about the arguments accepted by a code object."""
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
    args = []
    kwonly = []
    defaults = ()
    kwdefaults = {}
    annotations = {}
    varargs = varkw = None
    if sig.return_annotation is not _empty:
        annotations["return"] = sig.return_annotation
    positional = []
    for param in sig.parameters.values():
        name = param.name
        if param.kind is Parameter.POSITIONAL_ONLY:
            positional.append(name)
        elif param.kind is Parameter.POSITIONAL_OR_KEYWORD:
            args.append(name)
        elif param.kind is Parameter.VAR_POSITIONAL:
            varargs = name
        elif param.kind is Parameter.KEYWORD_ONLY:
            kwonly.append(name)
            if param.default is not _empty:
                kwdefaults[name] = param.default
        else:
            varkw = name
        if param.kind in (Parameter.POSITIONAL_ONLY,
                          Parameter.POSITIONAL_OR_KEYWORD) and (
                              param.default is not _empty):
            defaults += (param.default,)
        if param.annotation is not _empty:
            annotations[name] = param.annotation
    return FullArgSpec(positional + args, varargs, varkw, defaults or None,
                       kwonly, kwdefaults or None, annotations)


def getargvalues(frame):
    """Get information about arguments passed into a particular frame."""
    args, varargs, varkw = getargs(frame.f_code)
    return ArgInfo(args, varargs, varkw, frame.f_locals)


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


def _missing_arguments(f_name, argnames, pos, values):
    names = [repr(name) for name in argnames if name not in values]
    missing = len(names)
    if missing == 1:
        text = names[0]
    elif missing == 2:
        text = "{} and {}".format(*names)
    else:
        text = (", ".join(names[:-2]) + ", {} and {}".format(*names[-2:]))
    kind = "positional" if pos else "keyword-only"
    plural = "" if missing == 1 else "s"
    raise TypeError(f"{f_name}() missing {missing} required {kind} "
                    f"argument{plural}: {text}")


def _too_many(f_name, args, kwonly, varargs, defcount, given, values):
    atleast = len(args) - defcount
    kwonly_given = len([arg for arg in kwonly if arg in values])
    if varargs:
        plural = atleast != 1
        sig = f"at least {atleast}"
    elif defcount:
        plural = True
        sig = f"from {atleast} to {len(args)}"
    else:
        plural = len(args) != 1
        sig = str(len(args))
    kwonly_sig = ""
    if kwonly_given:
        kwonly_sig = (f" positional argument{'s' if given != 1 else ''} (and "
                      f"{kwonly_given} keyword-only argument"
                      f"{'s' if kwonly_given != 1 else ''})")
    verb = "was" if given == 1 and not kwonly_given else "were"
    raise TypeError(f"{f_name}() takes {sig} positional argument"
                    f"{'s' if plural else ''} but {given}{kwonly_sig} "
                    f"{verb} given")


def getcallargs(func, /, *positional, **named):
    """Get the mapping of arguments to values of a call."""
    spec = getfullargspec(func)
    args, varargs, varkw, defaults, kwonly, kwdefaults, _ = spec
    f_name = func.__name__
    values = {}
    if ismethod(func) and func.__self__ is not None:
        positional = (func.__self__, *positional)
    count = len(positional)
    default_count = len(defaults) if defaults else 0
    for name, value in zip(args, positional):
        values[name] = value
    if varargs:
        values[varargs] = tuple(positional[len(args):])
    if varkw:
        values[varkw] = {}
    for name, value in named.items():
        if name not in args and name not in kwonly:
            if not varkw:
                raise TypeError(f"{f_name}() got an unexpected keyword "
                                f"argument {name!r}")
            values[varkw][name] = value
            continue
        if name in values:
            raise TypeError(f"{f_name}() got multiple values for argument "
                            f"{name!r}")
        values[name] = value
    if count > len(args) and not varargs:
        _too_many(f_name, args, kwonly, varargs, default_count, count,
                  values)
    if count < len(args):
        required = args[:len(args) - default_count]
        for name in required:
            if name not in values:
                _missing_arguments(f_name, required, True, values)
        for i, name in enumerate(args[len(args) - default_count:]):
            if name not in values:
                values[name] = defaults[i]
    missing = 0
    for name in kwonly:
        if name not in values:
            if kwdefaults and name in kwdefaults:
                values[name] = kwdefaults[name]
            else:
                missing += 1
    if missing:
        _missing_arguments(f_name, kwonly, False, values)
    return values


ClosureVars = namedtuple("ClosureVars",
                         "nonlocals globals builtins unbound")


def getclosurevars(func):
    """Get the mapping of free variables to their current values."""
    if ismethod(func):
        func = func.__func__
    if not isfunction(func):
        raise TypeError(f"{func!r} is not a Python function")
    code = func.__code__
    nonlocals = {}
    if func.__closure__ is not None:
        nonlocals = {name: cell.cell_contents for name, cell
                     in zip(code.co_freevars, func.__closure__)}
    scope = func.__globals__
    natives = scope.get("__builtins__", builtins.__dict__)
    if ismodule(natives):
        natives = natives.__dict__
    in_globals = {}
    in_builtins = {}
    unbound = set()
    for name in code.co_names:
        if name in ("None", "True", "False"):
            continue
        if name in scope:
            in_globals[name] = scope[name]
        elif name in natives:
            in_builtins[name] = natives[name]
        else:
            unbound.add(name)
    return ClosureVars(nonlocals, in_globals, in_builtins, unbound)


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
    """Get information about a frame or traceback object."""
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
    """Return the frame of the caller or None if this is not possible."""
    return sys._getframe(1) if hasattr(sys, "_getframe") else None


def stack(context=1):
    """Return a list of records for the stack above the caller's frame."""
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


def getgeneratorstate(generator):
    """Get current state of a generator-iterator."""
    if generator.gi_running:
        return GEN_RUNNING
    if generator.gi_suspended:
        return GEN_SUSPENDED
    if generator.gi_frame is None:
        return GEN_CLOSED
    return GEN_CREATED


def getgeneratorlocals(generator):
    """Get the mapping of generator local variables to their values."""
    if not isgenerator(generator):
        raise TypeError(f"{generator!r} is not a Python generator")
    frame = getattr(generator, "gi_frame", None)
    return {} if frame is None else generator.gi_frame.f_locals


def getcoroutinestate(coroutine):
    """Get current state of a coroutine object."""
    if coroutine.cr_running:
        return CORO_RUNNING
    if coroutine.cr_suspended:
        return CORO_SUSPENDED
    if coroutine.cr_frame is None:
        return CORO_CLOSED
    return CORO_CREATED


def getcoroutinelocals(coroutine):
    """Get the mapping of coroutine local variables to their values."""
    frame = getattr(coroutine, "cr_frame", None)
    return {} if frame is None else frame.f_locals
