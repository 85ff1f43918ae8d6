"""_signature - the part of inspect that is about call signatures.

All names report `inspect` as their module.

SPDX-License-Identifier: Apache-2.0
"""

import builtins
import enum
import functools
import sys
import types
from collections import OrderedDict
from keyword import iskeyword

from _signature_texts import text_of

__name__ = "inspect"

CO_OPTIMIZED = 0x1
CO_NEWLOCALS = 0x2
CO_VARARGS = 0x4
CO_VARKEYWORDS = 0x8
CO_NESTED = 0x10
CO_GENERATOR = 0x20
CO_NOFREE = 0x40
CO_COROUTINE = 0x80
CO_ITERABLE_COROUTINE = 0x100
CO_ASYNC_GENERATOR = 0x200


class _empty:
    """Stands for no default and no annotation."""


class _void:
    pass


class _ParameterKind(enum.IntEnum):
    POSITIONAL_ONLY = 0, "positional-only"
    POSITIONAL_OR_KEYWORD = 1, "positional or keyword"
    VAR_POSITIONAL = 2, "variadic positional"
    KEYWORD_ONLY = 3, "keyword-only"
    VAR_KEYWORD = 4, "variadic keyword"

    def __new__(cls, value, description):
        obj = int.__new__(cls, value)
        obj._value_ = value
        obj.description = description
        return obj

    def __str__(self):
        return self.name


_POSITIONAL_ONLY = _ParameterKind.POSITIONAL_ONLY
_POSITIONAL_OR_KEYWORD = _ParameterKind.POSITIONAL_OR_KEYWORD
_VAR_POSITIONAL = _ParameterKind.VAR_POSITIONAL
_KEYWORD_ONLY = _ParameterKind.KEYWORD_ONLY
_VAR_KEYWORD = _ParameterKind.VAR_KEYWORD


def formatannotation(annotation, base_module=None):
    """Print an annotation; names of builtins and typing go without module."""
    if getattr(annotation, "__module__", None) == "typing":
        text = repr(annotation)
        return text.replace("typing.", "") if "~" not in text else text
    if isinstance(annotation, types.GenericAlias):
        return str(annotation)
    if isinstance(annotation, type):
        if annotation.__module__ in ("builtins", base_module):
            return annotation.__qualname__
        return f"{annotation.__module__}.{annotation.__qualname__}"
    return repr(annotation)


class Parameter:
    """One parameter of a signature."""

    __slots__ = ("_name", "_kind", "_default", "_annotation")

    POSITIONAL_ONLY = _POSITIONAL_ONLY
    POSITIONAL_OR_KEYWORD = _POSITIONAL_OR_KEYWORD
    VAR_POSITIONAL = _VAR_POSITIONAL
    KEYWORD_ONLY = _KEYWORD_ONLY
    VAR_KEYWORD = _VAR_KEYWORD
    empty = _empty

    def __init__(self, name, kind, *, default=_empty, annotation=_empty):
        try:
            self._kind = _ParameterKind(kind)
        except ValueError:
            raise ValueError(f"value {kind!r} is not a valid "
                             "Parameter.kind")
        if default is not _empty and self._kind in (_VAR_POSITIONAL,
                                                    _VAR_KEYWORD):
            raise ValueError(f"{self._kind.description} parameters cannot "
                             "have default values")
        self._default = default
        self._annotation = annotation
        if name is _empty:
            raise ValueError("name is a required attribute for Parameter")
        if not isinstance(name, str):
            raise TypeError("name must be a str, not a "
                            f"{type(name).__name__}")
        if name[:1] == "." and name[1:].isdigit():
            # the iterator argument of a comprehension
            if self._kind != _POSITIONAL_OR_KEYWORD:
                raise ValueError(
                    "implicit arguments must be passed as positional or "
                    f"keyword arguments, not {self._kind.description}")
            self._kind = _POSITIONAL_ONLY
            name = f"implicit{name[1:]}"
        is_keyword = iskeyword(name) and self._kind is not _POSITIONAL_ONLY
        if is_keyword or not name.isidentifier():
            raise ValueError(f"{name!r} is not a valid parameter name")
        self._name = name

    def __reduce__(self):
        return (type(self), (self._name, self._kind),
                {"_default": self._default, "_annotation": self._annotation})

    def __setstate__(self, state):
        self._default = state["_default"]
        self._annotation = state["_annotation"]

    @property
    def name(self):
        return self._name

    @property
    def default(self):
        return self._default

    @property
    def annotation(self):
        return self._annotation

    @property
    def kind(self):
        return self._kind

    def replace(self, *, name=_void, kind=_void, annotation=_void,
                default=_void):
        """Make a parameter like this one, with some parts changed."""
        return type(self)(
            self._name if name is _void else name,
            self._kind if kind is _void else kind,
            default=self._default if default is _void else default,
            annotation=(self._annotation if annotation is _void
                        else annotation))

    def __str__(self):
        text = self._name
        if self._annotation is not _empty:
            text = f"{text}: {formatannotation(self._annotation)}"
        if self._default is not _empty:
            equals = " = " if self._annotation is not _empty else "="
            text = f"{text}{equals}{self._default!r}"
        if self._kind == _VAR_POSITIONAL:
            return "*" + text
        if self._kind == _VAR_KEYWORD:
            return "**" + text
        return text

    def __repr__(self):
        return f'<{self.__class__.__name__} "{self}">'

    def __hash__(self):
        return hash(self._key())

    def __eq__(self, other):
        if isinstance(other, Parameter):
            return self is other or self._key() == other._key()
        return NotImplemented

    def _key(self):
        return self._name, self._kind, self._annotation, self._default


class BoundArguments:
    """Arguments matched with the parameters of a signature."""

    __slots__ = ("arguments", "_signature", "__weakref__")

    def __init__(self, signature, arguments):
        self.arguments = arguments
        self._signature = signature

    @property
    def signature(self):
        return self._signature

    @property
    def args(self):
        found = []
        for name in self._by_position():
            value = self.arguments[name]
            several = self._kind_of(name) == _VAR_POSITIONAL
            found += value if several else (value,)
        return tuple(found)

    def _kind_of(self, name):
        return self._signature.parameters[name].kind

    def _by_position(self):
        """The names that come first and can go without them."""
        for name, param in self._signature.parameters.items():
            if name not in self.arguments or param.kind >= _KEYWORD_ONLY:
                return
            yield name

    @property
    def kwargs(self):
        found = {}
        positional = {*self._by_position()}
        for name in self._signature.parameters:
            if name in positional or name not in self.arguments:
                continue
            value = self.arguments[name]
            several = self._kind_of(name) == _VAR_KEYWORD
            found.update(value if several else {name: value})
        return found

    def apply_defaults(self):
        """Put the defaults in for what is missing."""
        complete = {}
        for name, param in self._signature.parameters.items():
            nothing = {_VAR_POSITIONAL: (), _VAR_KEYWORD: {}}
            value = self.arguments.get(name, _void)
            if value is _void:
                value = nothing.get(param.kind, param.default)
            if value is not _empty:
                complete[name] = value
        self.arguments = complete

    def __eq__(self, other):
        if isinstance(other, BoundArguments):
            return self is other or (
                self._signature == other._signature
                and self.arguments == other.arguments)
        return NotImplemented

    def __setstate__(self, state):
        self._signature = state["_signature"]
        self.arguments = state["arguments"]

    def __getstate__(self):
        return {"_signature": self._signature, "arguments": self.arguments}

    def __repr__(self):
        inner = ", ".join([f"{name}={value!r}"
                           for name, value in self.arguments.items()])
        return f"<{self.__class__.__name__} ({inner})>"


def _checked(parameters):
    """Check the order of parameters and return them by name."""
    params = OrderedDict()
    top = _POSITIONAL_ONLY
    seen_default = False
    for param in parameters:
        kind = param.kind
        if kind < top:
            raise ValueError(f"wrong parameter order: {top.description} "
                             f"parameter before {kind.description} "
                             "parameter")
        top = kind
        if kind in (_POSITIONAL_ONLY, _POSITIONAL_OR_KEYWORD):
            if param.default is _empty:
                if seen_default:
                    raise ValueError("non-default argument follows default "
                                     "argument")
            else:
                seen_default = True
        if param.name in params:
            raise ValueError(f"duplicate parameter name: {param.name!r}")
        params[param.name] = param
    return params


class Signature:
    """The parameters and the return annotation of a callable."""

    __slots__ = ("_return_annotation", "_parameters")

    _parameter_cls = Parameter
    _bound_arguments_cls = BoundArguments
    empty = _empty

    def __init__(self, parameters=None, *, return_annotation=_empty,
                 __validate_parameters__=True):
        if parameters is None:
            params = OrderedDict()
        elif __validate_parameters__:
            params = _checked(parameters)
        else:
            params = OrderedDict((p.name, p) for p in parameters)
        self._parameters = types.MappingProxyType(params)
        self._return_annotation = return_annotation

    @classmethod
    def from_callable(cls, obj, *, follow_wrapped=True, globals=None,
                      locals=None, eval_str=False):
        """Construct the signature of a callable."""
        return _from_callable(obj, cls, follow_wrapped, True, globals,
                              locals, eval_str)

    @property
    def parameters(self):
        return self._parameters

    @property
    def return_annotation(self):
        return self._return_annotation

    def replace(self, *, parameters=_void, return_annotation=_void):
        """Make a signature like this one, with some parts changed."""
        if parameters is _void:
            parameters = self.parameters.values()
        if return_annotation is _void:
            return_annotation = self._return_annotation
        return type(self)(parameters, return_annotation=return_annotation)

    def _key(self):
        positional = tuple([p for p in self.parameters.values()
                            if p.kind != _KEYWORD_ONLY])
        named = {p.name: p for p in self.parameters.values()
                 if p.kind == _KEYWORD_ONLY}
        return positional, named, self.return_annotation

    def __hash__(self):
        positional, named, result = self._key()
        return hash((positional, frozenset(named.values()), result))

    def __eq__(self, other):
        if self is other:
            return True
        if not isinstance(other, Signature):
            return NotImplemented
        return self._key() == other._key()

    def _bind(self, args, kwargs, *, partial=False):
        """Match arguments with parameters, as a call would."""
        arguments = {}
        params = list(self.parameters.values())
        args = list(args)
        kwargs = dict(kwargs)
        at = 0
        for at, param in enumerate(params):
            if not args:
                break
            if param.kind in (_VAR_KEYWORD, _KEYWORD_ONLY):
                raise TypeError("too many positional arguments")
            if param.kind == _VAR_POSITIONAL:
                arguments[param.name] = tuple(args)
                args = []
                at += 1
                break
            if param.name in kwargs and param.kind != _POSITIONAL_ONLY:
                raise TypeError("multiple values for argument "
                                f"{param.name!r}")
            arguments[param.name] = args.pop(0)
        else:
            at = len(params)
        if args:
            raise TypeError("too many positional arguments")
        self._bind_rest(params[at:], kwargs, arguments, partial)
        return self._bound_arguments_cls(self, arguments)

    def _bind_rest(self, params, kwargs, arguments, partial):
        """Match keyword arguments with the parameters that are left."""
        catch_all = None
        for param in params:
            if param.kind == _VAR_KEYWORD:
                catch_all = param
                continue
            if param.kind == _VAR_POSITIONAL:
                continue
            name = param.name
            if param.kind == _POSITIONAL_ONLY:
                if name in kwargs:
                    raise TypeError(
                        f"{name!r} parameter is positional only, but was "
                        "passed as a keyword")
                found = False
            else:
                found = name in kwargs
            if found:
                arguments[name] = kwargs.pop(name)
            elif not partial and param.default is _empty:
                raise TypeError(f"missing a required argument: {name!r}")
        if kwargs:
            if catch_all is None:
                name = next(iter(kwargs))
                raise TypeError("got an unexpected keyword argument "
                                f"{name!r}")
            arguments[catch_all.name] = kwargs

    def bind(self, /, *args, **kwargs):
        """Match the given arguments; TypeError if a call would fail."""
        return self._bind(args, kwargs)

    def bind_partial(self, /, *args, **kwargs):
        """Match the given arguments; some may be missing."""
        return self._bind(args, kwargs, partial=True)

    def __reduce__(self):
        return (type(self), (tuple(self._parameters.values()),),
                {"_return_annotation": self._return_annotation})

    def __setstate__(self, state):
        self._return_annotation = state["_return_annotation"]

    def __repr__(self):
        return f"<{self.__class__.__name__} {self}>"

    def __str__(self):
        kinds = [param.kind for param in self._parameters.values()]
        parts = [*map(str, self._parameters.values())]
        # From the back, so that the places stay right.
        if _KEYWORD_ONLY in kinds and _VAR_POSITIONAL not in kinds:
            parts.insert(kinds.index(_KEYWORD_ONLY), "*")
        if _POSITIONAL_ONLY in kinds:
            parts.insert(kinds.count(_POSITIONAL_ONLY), "/")
        text = f"({', '.join(parts)})"
        if self._return_annotation is _empty:
            return text
        return f"{text} -> {formatannotation(self._return_annotation)}"


def signature(obj, *, follow_wrapped=True, globals=None, locals=None,
              eval_str=False):
    """The signature of a callable."""
    return Signature.from_callable(obj, follow_wrapped=follow_wrapped,
                                   globals=globals, locals=locals,
                                   eval_str=eval_str)


# --- Finding the signature of a callable ------------------------------------

def unwrap(func, *, stop=None):
    """Follow __wrapped__ until the end of the chain."""
    first = func
    seen = {id(func): func}
    limit = sys.getrecursionlimit()
    while hasattr(func, "__wrapped__"):
        if stop is not None and stop(func):
            break
        func = func.__wrapped__
        if id(func) in seen or len(seen) >= limit:
            raise ValueError("wrapper loop when unwrapping "
                             f"{first!r}")
        seen[id(func)] = func
    return func


def get_annotations(obj, *, globals=None, locals=None, eval_str=False):
    """Compute the annotations dict of a module, class or callable."""
    is_class = isinstance(obj, type)
    if not (is_class or isinstance(obj, types.ModuleType) or callable(obj)):
        raise TypeError(f"{obj!r} is not a module, class, or callable.")
    if is_class:  # not what it inherits, nor the slot of `type`
        notes = vars(obj).get("__annotations__")
        if isinstance(notes, types.GetSetDescriptorType):
            notes = None
    else:
        notes = getattr(obj, "__annotations__", None)
    if not (notes is None or isinstance(notes, dict)):
        raise ValueError(f"{obj!r}.__annotations__ is neither a dict nor "
                         "None")
    found = dict(notes or ())
    if not eval_str or not found:
        return found
    own_globals, own_locals = _scopes_of(obj)
    if globals is None:
        globals = own_globals
    if locals is None:
        locals = own_locals
    for name, note in found.items():
        if isinstance(note, str):
            found[name] = eval(note, globals, locals)
    return found


def _scopes_of(obj):
    """The names that annotations of an object can refer to."""
    if isinstance(obj, types.ModuleType):
        return vars(obj), None
    scope, names = getattr(obj, "__globals__", None), None
    if isinstance(obj, type):
        module = sys.modules.get(getattr(obj, "__module__", None))
        scope, names = getattr(module, "__dict__", None), dict(vars(obj))
    inner = obj
    while hasattr(inner, "__wrapped__") or isinstance(inner,
                                                      functools.partial):
        inner = getattr(inner, "__wrapped__", None) or inner.func
    return getattr(inner, "__globals__", scope), names


def _without_first(sig):
    """The signature of a bound method."""
    params = list(sig.parameters.values())
    if not params or params[0].kind in (_VAR_KEYWORD, _KEYWORD_ONLY):
        raise ValueError("invalid method signature")
    if params[0].kind in (_POSITIONAL_OR_KEYWORD, _POSITIONAL_ONLY):
        params = params[1:]
    elif params[0].kind is not _VAR_POSITIONAL:
        raise ValueError("invalid argument type")
    return sig.replace(parameters=params)


def _from_partial(sig, partial, extra_args=()):
    """The signature that is left after some arguments are given."""
    params = OrderedDict(sig.parameters.items())
    try:
        bound = sig.bind_partial(*partial.args, *extra_args,
                                 **(partial.keywords or {}))
    except TypeError as error:
        raise ValueError(f"partial object {partial!r} has incorrect "
                         "arguments") from error
    keyword_only = False
    for name, param in sig.parameters.items():
        if name in bound.arguments:
            value = bound.arguments[name]
            if param.kind is _POSITIONAL_ONLY:
                params.pop(name)
                continue
            if param.kind is _POSITIONAL_OR_KEYWORD:
                if name not in partial.keywords:
                    params.pop(name)
                    continue
                keyword_only = True
                params[name] = param.replace(default=value)
            elif param.kind is _KEYWORD_ONLY:
                params[name] = param.replace(default=value)
        if not keyword_only:
            continue
        if param.kind is _VAR_POSITIONAL:
            params.pop(name)
            continue
        if param.kind is _POSITIONAL_OR_KEYWORD:
            params[name] = params[name].replace(kind=_KEYWORD_ONLY)
        params.move_to_end(name)
    return sig.replace(parameters=params.values())


def _is_functionlike(obj):
    """Does an object have all attributes of a Python function?"""
    if not callable(obj) or isinstance(obj, type):
        return False
    defaults = getattr(obj, "__defaults__", _void)
    kwdefaults = getattr(obj, "__kwdefaults__", _void)
    return (isinstance(getattr(obj, "__name__", None), str)
            and isinstance(getattr(obj, "__code__", None), types.CodeType)
            and (defaults is None or isinstance(defaults, tuple))
            and (kwdefaults is None or isinstance(kwdefaults, dict))
            and isinstance(getattr(obj, "__annotations__", None),
                           (dict, type(None))))


def _from_function(cls, func, skip_bound_arg=True, globals=None, locals=None,
                   eval_str=False):
    """The signature of a function, read from its code object."""
    make = cls._parameter_cls
    code = func.__code__
    names = code.co_varnames
    count = code.co_argcount
    keyword_count = code.co_kwonlyargcount
    annotations = get_annotations(func, globals=globals, locals=locals,
                                  eval_str=eval_str)
    defaults = func.__defaults__ or ()
    kwdefaults = func.__kwdefaults__ or {}
    first_default = count - len(defaults)
    params = []
    for i, name in enumerate(names[:count]):
        params.append(make(
            name,
            _POSITIONAL_ONLY if i < code.co_posonlyargcount
            else _POSITIONAL_OR_KEYWORD,
            default=(_empty if i < first_default
                     else defaults[i - first_default]),
            annotation=annotations.get(name, _empty)))
    at = count + keyword_count
    if code.co_flags & CO_VARARGS:
        params.append(make(names[at], _VAR_POSITIONAL,
                           annotation=annotations.get(names[at], _empty)))
        at += 1
    for name in names[count:count + keyword_count]:
        params.append(make(name, _KEYWORD_ONLY,
                           default=kwdefaults.get(name, _empty),
                           annotation=annotations.get(name, _empty)))
    if code.co_flags & CO_VARKEYWORDS:
        params.append(make(names[at], _VAR_KEYWORD,
                           annotation=annotations.get(names[at], _empty)))
    return cls(params, return_annotation=annotations.get("return", _empty),
               __validate_parameters__=True)


def _split_text(text):
    """Split the inside of a text signature at its top-level commas."""
    parts = []
    depth = 0
    quote = None
    current = ""
    for c in text:
        if quote:
            if c == quote:
                quote = None
        elif c in "'\"":
            quote = c
        elif c in "([{":
            depth += 1
        elif c in ")]}":
            depth -= 1
        elif c == "," and depth == 0:
            parts.append(current.strip())
            current = ""
            continue
        current += c
    if current.strip():
        parts.append(current.strip())
    return parts


def _default_value(text, scope):
    try:
        return eval(text, scope)
    except Exception:
        raise ValueError(f"cannot evaluate default {text!r}") from None


def _from_text(cls, obj, text, skip_bound_arg=True):
    """The signature of a native function, read from its description."""
    text = text.strip()
    if not text.startswith("("):
        raise ValueError(f"{obj!r} has invalid signature")
    module = sys.modules.get(getattr(obj, "__module__", None) or "builtins")
    scope = {**vars(builtins), "sys": sys,
             **(vars(module) if module else {})}
    params = []
    kind = _POSITIONAL_OR_KEYWORD
    self_first = False
    for i, part in enumerate(_split_text(text[1:text.rindex(")")])):
        if part == "/":
            params = [p.replace(kind=_POSITIONAL_ONLY) for p in params]
        elif part == "*":
            kind = _KEYWORD_ONLY
        elif part.startswith("**"):
            params.append(Parameter(part[2:], _VAR_KEYWORD))
        elif part.startswith("*"):
            params.append(Parameter(part[1:], _VAR_POSITIONAL))
            kind = _KEYWORD_ONLY
        else:
            name, equals, default = part.partition("=")
            if name.startswith("$"):
                self_first = True
                name = name[1:]
            params.append(Parameter(
                name.strip(), kind,
                default=(_default_value(default, scope) if equals
                         else _empty)))
    if self_first and params:
        bound = getattr(obj, "__self__", None)
        is_module = isinstance(bound, types.ModuleType)
        if (bound is not None and skip_bound_arg) or is_module:
            del params[0]
        else:
            params[0] = params[0].replace(kind=_POSITIONAL_ONLY)
    return cls(params)


_NATIVE_TYPES = (types.BuiltinFunctionType, types.WrapperDescriptorType,
                 types.MethodWrapperType, types.MethodDescriptorType,
                 types.ClassMethodDescriptorType)


def _from_builtin(cls, func, skip_bound_arg=True):
    text = getattr(func, "__text_signature__", None)
    if not text:
        raise ValueError(f"no signature found for builtin {func!r}")
    return _from_text(cls, func, text, skip_bound_arg)


def _user_method(cls, name):
    """A method of a class, unless it is a native one."""
    method = getattr(cls, name, None)
    if method is None or isinstance(method, _NATIVE_TYPES):
        return None
    return method


def _from_class(obj, sigcls, again, skip_bound_arg):
    """The signature of calling a class."""
    sig = None
    call = _user_method(type(obj), "__call__")
    if call is not None:
        sig = again(call)
    else:
        new = _user_method(obj, "__new__")
        init = _user_method(obj, "__init__")
        for base in obj.__mro__:
            if new is not None and "__new__" in base.__dict__:
                sig = again(new)
                break
            if init is not None and "__init__" in base.__dict__:
                sig = again(init)
                break
    if sig is not None:
        return _without_first(sig) if skip_bound_arg else sig
    for base in obj.__mro__[:-1]:
        text = getattr(base, "__text_signature__", None) or text_of(base)
        if text:
            return _from_text(sigcls, obj, text)
    if type not in obj.__mro__:
        if (obj.__init__ is object.__init__
                and obj.__new__ is object.__new__):
            return sigcls()
        raise ValueError(f"no signature found for builtin type {obj!r}")
    return None


def _from_partialmethod(method, again):
    """The signature of a function made by functools.partialmethod."""
    wrapped = again(method.func)
    sig = _from_partial(wrapped, method, (None,))
    first = tuple(wrapped.parameters.values())[0]
    if first.kind is _VAR_POSITIONAL:
        return sig
    return sig.replace(parameters=(first, *sig.parameters.values()))


def _from_callable(obj, sigcls, follow_wrapped=True, skip_bound_arg=True,
                   globals=None, locals=None, eval_str=False):
    def again(other):
        return _from_callable(other, sigcls, follow_wrapped, skip_bound_arg,
                              globals, locals, eval_str)

    if not callable(obj):
        raise TypeError(f"{obj!r} is not a callable object")
    if isinstance(obj, types.MethodType):
        sig = again(obj.__func__)
        return _without_first(sig) if skip_bound_arg else sig
    if follow_wrapped:
        obj = unwrap(obj, stop=lambda f: hasattr(f, "__signature__")
                     or isinstance(f, types.MethodType))
        if isinstance(obj, types.MethodType):
            return again(obj)
    sig = getattr(obj, "__signature__", None)
    if sig is not None:
        if not isinstance(sig, Signature):
            raise TypeError(f"unexpected object {sig!r} in __signature__ "
                            "attribute")
        return sig
    method = getattr(obj, "_partialmethod", None)
    if isinstance(method, functools.partialmethod):
        return _from_partialmethod(method, again)
    text = text_of(obj)
    if text:
        return _from_text(sigcls, obj, text)
    if isinstance(obj, types.FunctionType) or _is_functionlike(obj):
        return _from_function(sigcls, obj, skip_bound_arg, globals, locals,
                              eval_str)
    if isinstance(obj, _NATIVE_TYPES) or type(obj) in (
            type(dict.fromkeys), type(object.__new__)):
        return _from_builtin(sigcls, obj, skip_bound_arg)
    if isinstance(obj, functools.partial):
        return _from_partial(again(obj.func), obj)
    sig = None
    if isinstance(obj, type):
        sig = _from_class(obj, sigcls, again, skip_bound_arg)
        if sig is not None:
            return sig
    else:
        call = _user_method(type(obj), "__call__")
        if call is not None:
            try:
                sig = again(call)
            except ValueError as error:
                raise ValueError(f"no signature found for {obj!r}"
                                 ) from error
    if sig is not None:
        return _without_first(sig) if skip_bound_arg else sig
    raise ValueError(f"callable {obj!r} is not supported by signature")
