"""_typing_records - NamedTuple, TypedDict and NewType.

NamedTuple and TypedDict are functions that can also be named as bases: their
__mro_entries__ puts a class in, whose metaclass does the work.

SPDX-License-Identifier: Apache-2.0
"""

import collections
import warnings

from _typing_alias import Generic, _AnnotatedAlias, _BaseGenericAlias
from _typing_base import Joinable, caller
from _typing_forms import NotRequired, Required, _type_check

__name__ = "typing"


# --- NamedTuple -------------------------------------------------------------

_RESERVED = frozenset("""
    __new__ __init__ __slots__ __getnewargs__ _fields _field_defaults
    _field_types _make _replace _asdict _source""".split())
_IGNORED = frozenset({"__module__", "__name__", "__annotations__"})


def _make_tuple(name, fields, module, defaults=()):
    hints = {field: _type_check(hint, f"field {field} annotation must be a "
                                      "type")
             for field, hint in fields}
    made = collections.namedtuple(name, hints, module=module,
                                  defaults=defaults)
    made.__annotations__ = made.__new__.__annotations__ = hints
    return made


def _defaults_of(hints, body):
    """The default values in a class body; they must be at the end."""
    with_default = []
    for field in hints:
        if field in body:
            with_default.append(field)
        elif with_default:
            raise TypeError(
                f"Non-default namedtuple field {field} cannot follow default "
                f"field{'s' * (len(with_default) > 1)} "
                f"{', '.join(with_default)}")
    return [body[field] for field in with_default]


class NamedTupleMeta(type):
    def __new__(cls, typename, bases, body):
        for base in bases:
            if base not in (_NamedTuple, Generic):
                raise TypeError("can only inherit from a NamedTuple type and "
                                "Generic")
        hints = body.get("__annotations__", {})
        made = _make_tuple(typename, hints.items(), body["__module__"],
                           _defaults_of(hints, body))
        made.__bases__ = tuple([tuple if base is _NamedTuple else base
                                for base in bases])
        is_generic = Generic in bases
        if is_generic:
            made.__class_getitem__ = classmethod(
                Generic.__class_getitem__.__func__)
        for name, value in body.items():
            if name in _RESERVED:
                raise AttributeError("Cannot overwrite NamedTuple attribute "
                                     + name)
            if name not in _IGNORED and name not in hints:
                setattr(made, name, value)
        if is_generic:
            made.__init_subclass__()
        return made


def NamedTuple(typename, fields=None, /, **kwargs):
    """Make a named tuple whose fields have types."""
    if fields is not None and kwargs:
        raise TypeError("Either list of fields or keywords can be provided "
                        "to NamedTuple, not both")
    return _make_tuple(typename, kwargs.items() if fields is None else fields,
                       caller())


_NamedTuple = type.__new__(NamedTupleMeta, "NamedTuple", (), {})
NamedTuple.__mro_entries__ = lambda bases: (_NamedTuple,)


# --- TypedDict --------------------------------------------------------------

def _is_required(hint, total):
    while isinstance(hint, _AnnotatedAlias):
        hint = hint.__origin__
    form = hint.__origin__ if isinstance(hint, _BaseGenericAlias) else None
    return form is Required or bool(total) and form is not NotRequired


class _TypedDictMeta(type):
    def __new__(cls, name, bases, body, total=True):
        for base in bases:
            if base is not Generic and type(base) is not _TypedDictMeta:
                raise TypeError("cannot inherit from both a TypedDict type "
                                "and a non-TypedDict base class")
        real = (dict,)
        if any([issubclass(base, Generic) for base in bases]):
            real = (Generic, dict)
        made = type.__new__(_TypedDictMeta, name, real, body)
        hints, required, optional = {}, set(), set()
        for base in bases:
            space = base.__dict__
            hints.update(space.get("__annotations__", ()))
            needed = space.get("__required_keys__", frozenset())
            rest = space.get("__optional_keys__", frozenset())
            required = required - rest | needed  # the last base decides
            optional = optional - needed | rest
        for key, hint in body.get("__annotations__", {}).items():
            hint = _type_check(
                hint, "TypedDict('Name', {f0: t0, f1: t1, ...}); each t must "
                "be a type", module=made.__module__)
            hints[key] = hint
            kinds = [optional, required]
            kinds.pop(_is_required(hint, total)).add(key)
            kinds[0].discard(key)
        made.__annotations__ = hints
        made.__required_keys__ = frozenset(required)
        made.__optional_keys__ = frozenset(optional)
        if not hasattr(made, "__total__"):
            made.__total__ = total
        return made

    __call__ = dict

    def __subclasscheck__(cls, other):
        raise TypeError("TypedDict does not support instance and class "
                        "checks")

    __instancecheck__ = __subclasscheck__


def TypedDict(typename, fields=None, /, *, total=True, **kwargs):
    """Make a class of dicts whose keys have types."""
    if kwargs:
        if fields is not None:
            raise TypeError("TypedDict takes either a dict or keyword "
                            "arguments, but not both")
        warnings.warn(
            "The kwargs-based syntax for TypedDict definitions is deprecated "
            "in Python 3.11, will be removed in Python 3.13, and may not be "
            "understood by third-party type checkers.",
            DeprecationWarning, stacklevel=2)
    body = {"__annotations__": dict(kwargs if fields is None else fields)}
    module = caller()
    if module is not None:
        body["__module__"] = module
    return _TypedDictMeta(typename, (), body, total=total)


_TypedDict = type.__new__(_TypedDictMeta, "TypedDict", (), {})
TypedDict.__mro_entries__ = lambda bases: (_TypedDict,)


def is_typeddict(tp):
    """Is it a class made by TypedDict?"""
    return type(tp) is _TypedDictMeta


# --- NewType ----------------------------------------------------------------

class NewType(Joinable):
    """A type of its own for type checkers, a call that does nothing here."""

    def __init__(self, name, tp):
        self.__qualname__ = name
        self.__name__ = name.rpartition(".")[2]
        self.__supertype__ = tp
        module = caller()
        if module != "typing":
            self.__module__ = module

    def __call__(self, x, /):
        return x

    def __repr__(self):
        return f"{self.__module__}.{self.__qualname__}"

    def __reduce__(self):
        return self.__qualname__

    def __mro_entries__(self, bases):
        model = self.__name__

        class Refusing:
            def __init_subclass__(cls):
                name = cls.__name__
                raise TypeError(
                    "Cannot subclass an instance of NewType. Perhaps you "
                    f"were looking for: `{name} = NewType({name!r}, "
                    f"{model})`")

        return (Refusing,)
