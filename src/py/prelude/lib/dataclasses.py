"""dataclasses - classes made from annotated fields.

Each generated method is compiled as a text: a factory function whose parameters
are the defaults, so that the method closes over them and keeps the globals of
the class's own module.

SPDX-License-Identifier: Apache-2.0
"""

import abc
import copy
import inspect
import keyword
import sys
import types
import typing
from reprlib import recursive_repr

__all__ = ["dataclass", "field", "Field", "FrozenInstanceError", "InitVar",
           "KW_ONLY", "MISSING", "fields", "asdict", "astuple",
           "make_dataclass", "replace", "is_dataclass"]


class FrozenInstanceError(AttributeError):
    pass


class _FromFactory:
    def __repr__(self):
        return "<factory>"


class _MISSING_TYPE:
    pass


class _KW_ONLY_TYPE:
    pass


class _FIELD_BASE:
    __slots__ = ("name",)

    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return self.name


_FROM_FACTORY = _FromFactory()
MISSING = _MISSING_TYPE()
KW_ONLY = _KW_ONLY_TYPE()
_FIELD = _FIELD_BASE("_FIELD")
_FIELD_CLASSVAR = _FIELD_BASE("_FIELD_CLASSVAR")
_FIELD_INITVAR = _FIELD_BASE("_FIELD_INITVAR")
_FIELDS = "__dataclass_fields__"
_NO_METADATA = types.MappingProxyType({})


class InitVar:
    __slots__ = ("type",)

    def __init__(self, type):
        self.type = type

    def __repr__(self):
        kind = self.type
        if isinstance(kind, type) and not isinstance(kind,
                                                     types.GenericAlias):
            return f"dataclasses.InitVar[{kind.__name__}]"
        return f"dataclasses.InitVar[{kind!r}]"

    def __class_getitem__(cls, type):
        return InitVar(type)


class Field:
    """One field of a data class; made by field(), not by users."""

    __slots__ = ("name", "type", "default", "default_factory", "repr",
                 "hash", "init", "compare", "metadata", "kw_only",
                 "_field_type")

    def __init__(self, default, default_factory, init, repr, hash, compare,
                 metadata, kw_only):
        self.name = None
        self.type = None
        self.default = default
        self.default_factory = default_factory
        self.init = init
        self.repr = repr
        self.hash = hash
        self.compare = compare
        self.metadata = (_NO_METADATA if metadata is None
                         else types.MappingProxyType(metadata))
        self.kw_only = kw_only
        self._field_type = None

    @recursive_repr()
    def __repr__(self):
        return ("Field("
                f"name={self.name!r},"
                f"type={self.type!r},"
                f"default={self.default!r},"
                f"default_factory={self.default_factory!r},"
                f"init={self.init!r},"
                f"repr={self.repr!r},"
                f"hash={self.hash!r},"
                f"compare={self.compare!r},"
                f"metadata={self.metadata!r},"
                f"kw_only={self.kw_only!r},"
                f"_field_type={self._field_type}"
                ")")

    def __set_name__(self, owner, name):
        func = getattr(type(self.default), "__set_name__", None)
        if func:
            func(self.default, owner, name)

    __class_getitem__ = classmethod(types.GenericAlias)


class _DataclassParams:
    """The arguments of the decorator, kept for reference."""

    __slots__ = ("init", "repr", "eq", "order", "unsafe_hash", "frozen")

    def __init__(self, init, repr, eq, order, unsafe_hash, frozen):
        self.init = init
        self.repr = repr
        self.eq = eq
        self.order = order
        self.unsafe_hash = unsafe_hash
        self.frozen = frozen

    def __repr__(self):
        inner = ",".join([f"{name}={getattr(self, name)!r}"
                          for name in self.__slots__])
        return f"_DataclassParams({inner})"


def field(*, default=MISSING, default_factory=MISSING, init=True, repr=True,
          hash=None, compare=True, metadata=None, kw_only=MISSING):
    """Describe a field of a data class."""
    if not (default is MISSING or default_factory is MISSING):
        raise ValueError("cannot specify both default and default_factory")
    return Field(default, default_factory, init, repr, hash, compare, metadata,
                 kw_only)


# --- What an annotation means -----------------------------------------------

def _is_classvar(hint):
    return (hint is typing.ClassVar
            or (type(hint) is typing._GenericAlias
                and hint.__origin__ is typing.ClassVar))


def _is_initvar(hint):
    return hint is InitVar or type(hint) is InitVar


def _is_kw_only(hint):
    return hint is KW_ONLY


def _word(text):
    """Split off the leading identifier characters of a text."""
    end = 0
    while end < len(text) and (text[end].isalnum() or text[end] == "_"):
        end += 1
    return text[:end], text[end:]


def _is_type(annotation, cls, module, kind, predicate):
    """Does a textual annotation such as "typing.ClassVar[int]" name `kind`?

    Only the first one or two names are looked at, and looked up in the
    module of the class.
    """
    name, rest = _word(annotation.lstrip())
    if not name:
        return False
    rest = rest.lstrip()
    scope = None
    own = sys.modules.get(cls.__module__)
    if rest.startswith("."):
        second, _ = _word(rest[1:].lstrip())
        if second:
            if own and own.__dict__.get(name) is module:
                scope = sys.modules.get(kind.__module__).__dict__
            name = second
        else:
            scope = own.__dict__ if own else None
    else:
        scope = own.__dict__ if own else None
    return bool(scope) and predicate(scope.get(name))


def _get_field(cls, name, hint, default_kw_only):
    """Make the Field for one annotated name of a class."""
    default = getattr(cls, name, MISSING)
    if isinstance(default, Field):
        f = default
    else:
        if isinstance(default, types.MemberDescriptorType):
            default = MISSING  # a slot of the class, not a default
        f = field(default=default)
    f.name = name
    f.type = hint
    f._field_type = _FIELD
    if _is_classvar(hint) or (isinstance(hint, str) and _is_type(
            hint, cls, typing, typing.ClassVar, _is_classvar)):
        f._field_type = _FIELD_CLASSVAR
    elif _is_initvar(hint) or (isinstance(hint, str) and _is_type(
            hint, cls, __import__(__name__), InitVar, _is_initvar)):
        f._field_type = _FIELD_INITVAR
    special = f._field_type is not _FIELD
    if special and f.default_factory is not MISSING:
        raise TypeError(f"field {f.name} cannot have a default factory")
    if f._field_type is _FIELD_CLASSVAR:
        if f.kw_only is not MISSING:
            raise TypeError(f"field {f.name} is a ClassVar but specifies "
                            "kw_only")
    elif f.kw_only is MISSING:
        f.kw_only = default_kw_only
    if not special and f.default.__class__.__hash__ is None:
        raise ValueError(f"mutable default {type(f.default)} for field "
                         f"{f.name} is not allowed: use default_factory")
    return f


def _own_fields(cls, kw_only):
    """Make the fields from the annotations of the class itself."""
    result = []
    seen = False
    this = __import__(__name__)
    for name, hint in cls.__dict__.get("__annotations__", {}).items():
        if _is_kw_only(hint) or (isinstance(hint, str) and _is_type(
                hint, cls, this, KW_ONLY, _is_kw_only)):
            if seen:
                raise TypeError(f"{name!r} is KW_ONLY, but KW_ONLY has "
                                "already been specified")
            seen = True
            kw_only = True
        else:
            result.append(_get_field(cls, name, hint, kw_only))
    return result


# --- Generated methods ------------------------------------------------------

def _init_param(f):
    if f.default is MISSING and f.default_factory is MISSING:
        return f.name
    if f.default is not MISSING:
        return f"{f.name}=__dataclass_dflt_{f.name}__"
    return f"{f.name}=__dataclass_HAS_DEFAULT_FACTORY__"


def _init_value(f, slots):
    """The expression that initializes a field, or None for no assignment."""
    if f.default_factory is not MISSING:
        call = f"__dataclass_dflt_{f.name}__()"
        if f.init:
            return (f"{call} if {f.name} is "
                    f"__dataclass_HAS_DEFAULT_FACTORY__ else {f.name}")
        return call
    if f.init:
        return f.name
    if slots and f.default is not MISSING:
        return f"__dataclass_dflt_{f.name}__"
    return None


def _init_text(fields, std, kw_only, frozen, post_init, self_name, slots):
    seen_default = False
    for f in std:
        if f.init:
            if f.default is not MISSING or f.default_factory is not MISSING:
                seen_default = True
            elif seen_default:
                raise TypeError(f"non-default argument {f.name!r} follows "
                                "default argument")
    params = [_init_param(f) for f in std]
    if kw_only:
        params += ["*", *[_init_param(f) for f in kw_only]]
    body = []
    for f in fields:
        if f._field_type is _FIELD_INITVAR:
            continue
        value = _init_value(f, slots)
        if value is None:
            continue
        if frozen:
            body.append("__dataclass_builtins_object__.__setattr__("
                        f"{self_name}, {f.name!r}, {value})")
        else:
            body.append(f"{self_name}.{f.name} = {value}")
    if post_init:
        args = ", ".join([f.name for f in fields
                          if f._field_type is _FIELD_INITVAR])
        body.append(f"{self_name}.__post_init__({args})")
    head = ", ".join([self_name, *params])
    return f"def __init__({head}):", body or ["pass"]


def _tuple_text(obj, fields):
    if not fields:
        return "()"
    return "(" + ",".join([f"{obj}.{f.name}" for f in fields]) + ",)"


def _compare_text(name, op, fields):
    mine, theirs = _tuple_text("self", fields), _tuple_text("other", fields)
    return (f"def {name}(self, other):",
            ["if other.__class__ is self.__class__:",
             f"  return {mine}{op}{theirs}",
             "return NotImplemented"])


def _repr_text(fields):
    inner = ", ".join([f"{f.name}={{self.{f.name}!r}}" for f in fields])
    return ("def __repr__(self):",
            [f'return self.__class__.__qualname__ + f"({inner})"'])


def _frozen_texts(fields):
    names = "(" + "".join([f"{f.name!r}," for f in fields]) + ")"
    condition = "type(self) is cls"
    if fields:
        condition += f" or name in {names}"
    return [("def __setattr__(self, name, value):",
             [f"if {condition}:",
              "  raise __dataclass_Frozen__("
              "f'cannot assign to field {name!r}')",
              "super(cls, self).__setattr__(name, value)"]),
            ("def __delattr__(self, name):",
             [f"if {condition}:",
              "  raise __dataclass_Frozen__("
              "f'cannot delete field {name!r}')",
              "super(cls, self).__delattr__(name)"])]


def _compile(cls, texts, fields, scope):
    """Compile the texts and return the functions by name."""
    given = {"__dataclass_builtins_object__": object,
             "__dataclass_HAS_DEFAULT_FACTORY__": _FROM_FACTORY,
             "__dataclass_Frozen__": FrozenInstanceError,
             "cls": cls}
    for f in fields:
        if f.default is not MISSING:
            given[f"__dataclass_dflt_{f.name}__"] = f.default
        elif f.default_factory is not MISSING:
            given[f"__dataclass_dflt_{f.name}__"] = f.default_factory
    start = f"def __create_fn__({', '.join(given)}):\n "
    functions = {}
    for head, body in texts:  # one by one: tracebacks have lines of each text
        name = head[4:head.index("(")]
        text = "\n  ".join([head, *body])
        result = {}
        exec(f"{start}{text}\n return {name}", scope, result)
        function = functions[name] = result["__create_fn__"](**given)
        function.__qualname__ = f"{cls.__qualname__}.{name}"
    return functions


def _set_new_attribute(cls, name, value):
    """Set an attribute unless the class has it; tell whether it had."""
    if name in cls.__dict__:
        return True
    if isinstance(value, types.FunctionType):
        value.__qualname__ = f"{cls.__qualname__}.{value.__name__}"
    setattr(cls, name, value)
    return False


def _overwrite(cls, name, hint=""):
    raise TypeError(f"Cannot overwrite attribute {name} in class "
                    f"{cls.__name__}{hint}")


def _init_annotations(std, kw_only):
    notes = {f.name: f.type for f in (*std, *kw_only)}
    notes["return"] = None
    return notes


_ORDER = (("__lt__", "<"), ("__le__", "<="), ("__gt__", ">"),
          ("__ge__", ">="))


# --- The decorator ----------------------------------------------------------

def _collect(cls, kw_only, frozen):
    """Gather all fields, and check what is inherited."""
    above = [base for base in reversed(cls.__mro__[1:])
             if getattr(base, _FIELDS, None) is not None]
    fields = {}
    for base in above:
        fields.update(getattr(base, _FIELDS))
    for f in _own_fields(cls, kw_only):
        fields[f.name] = f
        _put_default(cls, f)
    annotations = vars(cls).get("__annotations__", {})
    for name, value in vars(cls).items():
        if name not in annotations and isinstance(value, Field):
            raise TypeError(f"{name!r} is a field but has no type "
                            "annotation")
    kinds = {base.__dataclass_params__.frozen for base in above}
    if True in kinds and not frozen:
        raise TypeError("cannot inherit non-frozen dataclass from a "
                        "frozen one")
    if kinds == {False} and frozen:
        raise TypeError("cannot inherit frozen dataclass from a "
                        "non-frozen one")
    return fields


def _put_default(cls, f):
    """In the class a field leaves its default, or nothing."""
    if not isinstance(getattr(cls, f.name, None), Field):
        return
    if f.default is MISSING:
        delattr(cls, f.name)
    else:
        setattr(cls, f.name, f.default)


def _hash_fields(fields):
    return [f for f in fields
            if (f.compare if f.hash is None else f.hash)]


def _add_hash(cls, methods, unsafe_hash, eq, frozen, explicit):
    """Set __hash__ by the documented table of cases."""
    if unsafe_hash:
        if explicit:
            _overwrite(cls, "__hash__")
        cls.__hash__ = methods["__hash__"]
    elif eq and not explicit:
        cls.__hash__ = methods["__hash__"] if frozen else None


def _method_texts(cls, fields, init, repr, eq, order, hashed, frozen, slots):
    """The texts of all methods to generate."""
    texts = []
    plain = [f for f in fields.values() if f._field_type is _FIELD]
    if init:
        shown = [f for f in fields.values()
                 if f._field_type is not _FIELD_CLASSVAR]
        std = [f for f in shown if f.init and not f.kw_only]
        kws = [f for f in shown if f.init and f.kw_only]
        self_name = "__dataclass_self__" if "self" in fields else "self"
        texts.append(_init_text(shown, std, kws, frozen,
                                hasattr(cls, "__post_init__"), self_name,
                                slots))
    if repr:
        texts.append(_repr_text([f for f in plain if f.repr]))
    compared = [f for f in plain if f.compare]
    if eq:
        texts.append(_compare_text("__eq__", "==", compared))
    if order:
        for name, op in _ORDER:
            texts.append(_compare_text(name, op, compared))
    if frozen:
        texts.extend(_frozen_texts(plain))
    if hashed:
        values = _tuple_text("self", _hash_fields(plain))
        texts.append(("def __hash__(self):", [f"return hash({values})"]))
    return texts


def _param_text(f):
    """Print one parameter as inspect.signature() would."""
    text = f"{f.name}: {inspect.formatannotation(f.type)}"
    if f.default is not MISSING:
        return f"{text} = {f.default!r}"
    if f.default_factory is not MISSING:
        return f"{text} = <factory>"
    return text


def _guarded_repr(function):
    """Guard against recursion; pprint knows the method by its name."""
    method = recursive_repr()(function)
    method.__wrapped__ = function
    function.__qualname__ = "__create_fn__.<locals>.__repr__"
    return method


def _doc_text(cls, own_init, std, kws):
    """The class's name and signature, for want of a doc string."""
    if own_init and type(cls) in (type, abc.ABCMeta) and (
            cls.__new__ is object.__new__):
        parts = [_param_text(f) for f in std]
        if kws:
            parts += ["*", *[_param_text(f) for f in kws]]
        return f"{cls.__name__}({', '.join(parts)})"
    try:
        text = str(inspect.signature(cls)).replace(" -> None", "")
    except (TypeError, ValueError):
        text = ""
    return cls.__name__ + text


def _complete(cls, options, match_args, kw_only, slots, weakref_slot):
    """Do what the decorator is asked for."""
    init, repr, eq, order, unsafe_hash, frozen = [
        getattr(options, name) for name in options.__slots__]
    home = sys.modules.get(cls.__module__)
    scope = {} if home is None else vars(home)
    cls.__dataclass_params__ = options
    fields = cls.__dataclass_fields__ = _collect(cls, kw_only, frozen)
    class_hash = cls.__dict__.get("__hash__", MISSING)
    explicit = not (class_hash is MISSING
                    or (class_hash is None and "__eq__" in cls.__dict__))
    if order and not eq:
        raise ValueError("eq must be true if order is true")
    hashed = not explicit and (unsafe_hash or (eq and frozen))
    texts = _method_texts(cls, fields, init, repr, eq, order, hashed, frozen,
                          slots)
    shown = [f for f in fields.values()
             if f._field_type is not _FIELD_CLASSVAR and f.init]
    std = [f for f in shown if not f.kw_only]
    kws = [f for f in shown if f.kw_only]
    methods = _compile(cls, texts, fields.values(), scope) if texts else {}
    own_init = init and "__init__" not in cls.__dict__
    if init:
        methods["__init__"].__annotations__ = _init_annotations(std, kws)
        _set_new_attribute(cls, "__init__", methods["__init__"])
    if repr and "__repr__" not in cls.__dict__:
        cls.__repr__ = _guarded_repr(methods["__repr__"])
    if eq:
        _set_new_attribute(cls, "__eq__", methods["__eq__"])
    if order:
        for name, _ in _ORDER:
            if _set_new_attribute(cls, name, methods[name]):
                _overwrite(cls, name,
                           ". Consider using functools.total_ordering")
    if frozen:
        for name in ("__setattr__", "__delattr__"):
            if _set_new_attribute(cls, name, methods[name]):
                _overwrite(cls, name)
    _add_hash(cls, methods, unsafe_hash, eq, frozen, explicit)
    if not getattr(cls, "__doc__"):
        cls.__doc__ = _doc_text(cls, own_init, std, kws)
    if match_args:
        _set_new_attribute(cls, "__match_args__",
                           tuple([f.name for f in std]))
    if weakref_slot and not slots:
        raise TypeError("weakref_slot is True but slots is False")
    if slots:
        cls = _add_slots(cls, frozen, weakref_slot)
    abc.update_abstractmethods(cls)
    return cls


def _state_of(self):
    """__getstate__ of frozen classes with slots."""
    return [*map(self.__getattribute__, _names(self))]


def _take_state(self, state):
    """__setstate__ of frozen classes with slots."""
    for name, value in zip(_names(self), state):
        object.__setattr__(self, name, value)


def _names(data):
    return [f.name for f in fields(data)]


def _get_slots(cls):
    slots = cls.__dict__.get("__slots__")
    if slots is None:
        return []
    if isinstance(slots, str):
        return [slots]
    if not hasattr(slots, "__next__"):
        return list(slots)
    raise TypeError(f"Slots of '{cls.__name__}' cannot be determined")


def _add_slots(cls, is_frozen, weakref_slot):
    """Make the class again, with __slots__ for its fields."""
    if "__slots__" in cls.__dict__:
        raise TypeError(f"{cls.__name__} already specifies __slots__")
    namespace = dict(cls.__dict__)
    names = tuple(_names(cls))
    inherited = set()
    for base in cls.__mro__[1:-1]:
        inherited.update(_get_slots(base))
    wanted = [*names, "__weakref__"] if weakref_slot else names
    namespace["__slots__"] = tuple(
        [name for name in wanted if name not in inherited])
    for name in names:
        namespace.pop(name, None)
    namespace.pop("__dict__", None)
    namespace.pop("__weakref__", None)
    old = cls
    cls = type(old)(old.__name__, old.__bases__, namespace)
    cls.__qualname__ = old.__qualname__
    for name, method in (("__getstate__", _state_of),
                         ("__setstate__", _take_state)):
        if is_frozen and name not in namespace:
            setattr(cls, name, method)
    return cls


def dataclass(cls=None, /, *, init=True, repr=True, eq=True, order=False,
              unsafe_hash=False, frozen=False, match_args=True,
              kw_only=False, slots=False, weakref_slot=False):
    """Give a class the methods that follow from its fields."""
    def complete(cls):
        options = _DataclassParams(init, repr, eq, order, unsafe_hash,
                                   frozen)
        return _complete(cls, options, match_args, kw_only, slots,
                         weakref_slot)

    return complete if cls is None else complete(cls)


# --- Functions on data classes ----------------------------------------------

def fields(class_or_instance):
    """Return a tuple of the fields of a data class or an instance of one."""
    try:
        found = getattr(class_or_instance, _FIELDS)
    except AttributeError:
        raise TypeError("must be called with a dataclass type or "
                        "instance") from None
    return tuple([f for f in found.values() if f._field_type is _FIELD])


def is_dataclass(obj):
    """Is `obj` a data class or an instance of one?"""
    is_class = isinstance(obj, type)
    if not is_class or isinstance(obj, types.GenericAlias):
        obj = type(obj)
    return hasattr(obj, _FIELDS)


_ATOMIC = frozenset({int, str, float, bool, type(None), bytes, complex})


def _converted(obj, convert):
    """A copy of nested data in which convert() replaced the instances."""
    kind = type(obj)
    if kind in _ATOMIC:
        return obj
    if hasattr(kind, _FIELDS):
        return convert(obj)
    if isinstance(obj, (list, tuple)):
        items = [_converted(item, convert) for item in obj]
        named = isinstance(obj, tuple) and hasattr(obj, "_fields")
        return kind(*items) if named else kind(items)
    if isinstance(obj, dict):
        return kind([(_converted(key, convert), _converted(value, convert))
                     for key, value in obj.items()])
    return copy.deepcopy(obj)


def _must_be_instance(obj, function):
    if not hasattr(type(obj), _FIELDS):
        raise TypeError(f"{function}() should be called on dataclass "
                        "instances")


def asdict(obj, *, dict_factory=dict):
    """The fields of an instance as a dict; instances inside too."""
    _must_be_instance(obj, "asdict")

    def convert(one):
        return dict_factory(
            [(f.name, _converted(getattr(one, f.name), convert))
             for f in fields(one)])

    return convert(obj)


def astuple(obj, *, tuple_factory=tuple):
    """The fields of an instance as a tuple; instances inside too."""
    _must_be_instance(obj, "astuple")

    def convert(one):
        return tuple_factory([_converted(getattr(one, f.name), convert)
                              for f in fields(one)])

    return convert(obj)


def make_dataclass(cls_name, fields, *, bases=(), namespace=None, init=True,
                   repr=True, eq=True, order=False, unsafe_hash=False,
                   frozen=False, match_args=True, kw_only=False,
                   slots=False, weakref_slot=False):
    """Make a data class from names, (name, type) pairs or triples."""
    annotations, defaults = {}, {}
    for item in fields:
        name, hint, *default = _described(item)
        if name in annotations:
            raise TypeError(f"Field name duplicated: {name!r}")
        annotations[name] = hint
        if default:
            defaults[name] = default[0]
    body = {**(namespace or {}), **defaults, "__annotations__": annotations}
    made = types.new_class(cls_name, bases, {}, lambda ns: ns.update(body))
    decorate = dataclass(
        init=init, repr=repr, eq=eq, order=order, unsafe_hash=unsafe_hash,
        frozen=frozen, match_args=match_args, kw_only=kw_only, slots=slots,
        weakref_slot=weakref_slot)
    return decorate(made)


def _described(item):
    """Name, type and perhaps default of a field of make_dataclass()."""
    parts = (item, "typing.Any") if isinstance(item, str) else item
    if len(parts) not in (2, 3):
        raise TypeError(f"Invalid field: {item!r}")
    name = parts[0]
    if not (isinstance(name, str) and name.isidentifier()):
        raise TypeError(f"Field names must be valid identifiers: {name!r}")
    if keyword.iskeyword(name):
        raise TypeError(f"Field names must not be keywords: {name!r}")
    return parts


def replace(obj, /, **changes):
    """An instance like this one, with other values in some fields."""
    _must_be_instance(obj, "replace")
    for name, f in getattr(obj, _FIELDS).items():
        kind = f._field_type
        if kind is not _FIELD_CLASSVAR and f.init:
            if name not in changes:
                if kind is _FIELD_INITVAR and f.default is MISSING:
                    raise ValueError(f"InitVar {name!r} must be specified "
                                     "with replace()")
                changes[name] = getattr(obj, name)
        elif kind is not _FIELD_CLASSVAR and name in changes:
            raise ValueError(
                f"field {name} is declared with init=False, it cannot "
                "be specified with replace()")
    return type(obj)(**changes)
