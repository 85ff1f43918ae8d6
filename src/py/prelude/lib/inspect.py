"""inspect - information about live objects.

SPDX-License-Identifier: Apache-2.0
"""

import builtins
import linecache
import sys
import types
from collections import namedtuple
from operator import attrgetter

from _inspect_kinds import (
    isabstract, isasyncgen, isasyncgenfunction, isawaitable, isbuiltin,
    isclass, iscode, iscoroutine, iscoroutinefunction, isdatadescriptor,
    isframe, isfunction, isgenerator, isgeneratorfunction, isgetsetdescriptor,
    ismemberdescriptor, ismethod, ismethoddescriptor, ismethodwrapper,
    ismodule, isroutine, istraceback)
from _inspect_source import (
    BlockFinder, ClassFoundException, EndOfBlock, findsource, getabsfile,
    getblock, getcomments, getfile, getmodule, getmodulename, getsource,
    getsourcefile, getsourcelines, indentsize)
from _signature import (
    BoundArguments, CO_ASYNC_GENERATOR, CO_COROUTINE, CO_GENERATOR,
    CO_ITERABLE_COROUTINE, CO_NESTED, CO_NEWLOCALS, CO_NOFREE, CO_OPTIMIZED,
    CO_VARARGS, CO_VARKEYWORDS, Parameter, Signature, _KEYWORD_ONLY,
    _POSITIONAL_ONLY, _POSITIONAL_OR_KEYWORD, _VAR_KEYWORD, _VAR_POSITIONAL,
    _empty, _from_callable, _ParameterKind, _void, formatannotation,
    get_annotations, signature, unwrap)

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


def _signature_from_callable(obj, *, follow_wrapper_chains=True,
                             skip_bound_arg=True, globals=None, locals=None,
                             eval_str=False, sigcls=Signature):
    """A name that packages (fire) take beside the documentation."""
    return _from_callable(obj, sigcls, follow_wrapper_chains, skip_bound_arg,
                          globals, locals, eval_str)


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
