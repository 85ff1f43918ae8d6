"""_enum_type - the metaclass of enumerations: how classes and members are made.

A class is made without its members; a _Builder, the last thing in its
namespace, makes them in __set_name__, before __init_subclass__ is called.

SPDX-License-Identifier: Apache-2.0
"""

import builtins
import sys
import warnings

import _enum
from intrinsics import _twin
from types import DynamicClassAttribute, MappingProxyType

from _enum_parts import (_EnumDict, _is_descriptor, _is_dunder,
                         _is_single_bit, words)

__name__ = "enum"


class late:
    """Classes that are made with the metaclass; None until they are."""

    Enum = Flag = ReprEnum = KEEP = None


def _is_flag(cls):
    return late.Flag is not None and issubclass(cls, late.Flag)


class property(DynamicClassAttribute):
    """A property of members; on the class, the name stands for a member."""

    name = clsname = None

    def __init__(self, fget=None, fset=None, fdel=None, doc=None):
        DynamicClassAttribute.__init__(self, fget, fset, fdel, doc)
        if fget is None:
            self.__doc__ = doc

    def __set_name__(self, ownerclass, name):
        self.name, self.clsname = name, ownerclass.__name__

    @_twin("_enum.__get__")
    def _py_get(self, instance, ownerclass=None):
        if self.fget is not None and instance is not None:
            return self.fget(instance)
        found = ownerclass._member_map_.get(self.name)
        if found is None:
            raise AttributeError(f"{ownerclass!r} has no attribute "
                                 f"{self.name!r}")
        return found

    __get__ = _enum.__get__

    def _refuse(self, verb):
        raise AttributeError(f"<enum {self.clsname!r}> cannot {verb} "
                             f"attribute {self.name!r}")

    def __set__(self, instance, value):
        if self.fset is None:
            self._refuse("set")
        self.fset(instance, value)

    def __delete__(self, instance):
        if self.fdel is None:
            self._refuse("delete")
        self.fdel(instance)


# --- Making members ---------------------------------------------------------

class _Builder:
    """Makes the members of a class that is just being made."""

    def __init__(self, members):
        self.members = members  # name: value

    def __set_name__(self, cls, name):
        delattr(cls, name)
        for member_name, value in self.members.items():
            self.add(cls, member_name, value)
        if _is_flag(cls):
            _measure_flags(cls)

    def add(self, cls, name, value):
        made = self.make(cls, name, value)
        value = made._value_
        known = _by_value(cls, value)
        if known is not None:  # another name for it
            made = known
        elif not _is_flag(cls) or _is_single_bit(value):
            cls._member_names_.append(name)
        _publish(cls, name, made)
        cls._member_map_[name] = made
        try:
            cls._value2member_map_.setdefault(value, made)
        except TypeError:
            cls._unhashable_values_.append(value)

    def make(self, cls, name, value):
        args = value if isinstance(value, tuple) else (value,)
        kind = cls._member_type_
        if kind is tuple:
            args = (args,)
        made = cls._new_member_(cls, *(args if cls._use_args_ else ()))
        if not hasattr(made, "_value_"):
            made._value_ = value if kind is object else _convert(kind, args)
        made._name_ = name
        made.__objclass__ = cls
        made._sort_order_ = len(cls._member_names_)
        made.__init__(*args)
        return made


def _convert(kind, args):
    try:
        return kind(*args)
    except Exception as error:
        problem = TypeError("_value_ not set in __new__, unable to create it")
        problem.__cause__ = error
    raise problem


def _by_value(cls, value):
    """The member with a value, or None."""
    try:
        return cls._value2member_map_.get(value)
    except TypeError:  # not hashable: compare with all
        same = [item for item in cls._member_map_.values()
                if item._value_ == value]
        return same[0] if same else None


def _publish(cls, name, made):
    """Make a member an attribute of its class.

    A property of the same name in a base stays in force for members.
    """
    for base in cls.__mro__[1:]:
        inherited = vars(base).get(name)
        if isinstance(inherited, DynamicClassAttribute):
            both = property(inherited.fget, inherited.fset, inherited.fdel)
            both.__set_name__(cls, name)
            setattr(cls, name, both)
            return
        if inherited is not None and _is_descriptor(inherited):
            break
    setattr(cls, name, made)


def _measure_flags(cls):
    """Note which bits a flag has."""
    values = [item._value_ for item in cls._member_map_.values()
              if isinstance(item._value_, int)]
    every = 0
    for value in values:
        every |= value
        if _is_single_bit(value):
            cls._flag_mask_ |= value
    cls._all_bits_ = (1 << every.bit_length()) - 1
    in_order = [item._value_ for item in cls]
    if in_order != sorted(in_order):
        cls._iter_member_ = cls._iter_member_by_def_


# --- What bases contribute --------------------------------------------------

def _ancestors(bases):
    """For each base, its classes without object."""
    for base in bases:
        yield [cls for cls in base.__mro__ if cls is not object]


def _refuse_members(name, bases):
    for line in _ancestors(bases):
        for cls in line:
            if isinstance(cls, EnumType) and cls._member_names_:
                raise TypeError(f"<enum {name!r}> cannot extend {cls!r}")


def _data_type(name, bases):
    """The class of the values, object if there is none."""
    found = set()
    for line in _ancestors(bases):
        below = None  # a class between the data type and the base
        for cls in line:
            if isinstance(cls, EnumType):
                if cls._member_type_ is not object:
                    found.add(cls._member_type_)
                    break
            elif "__new__" in vars(cls):
                found.add(below or cls)
                break
            else:
                below = below or cls
    if len(found) > 1:
        raise TypeError(f"too many data types for {name!r}: {found!r}")
    return found.pop() if found else object


def _value_repr(bases):
    """The function that prints values, None for repr()."""
    for line in _ancestors(bases):
        for cls in line:
            if isinstance(cls, EnumType):
                return cls._value_repr_
            if "__repr__" in vars(cls):
                return vars(cls)["__repr__"]
    return None


def _enum_base(bases):
    """The enumeration among the bases: it must be the last one."""
    if not bases:
        return late.Enum
    if isinstance(bases[-1], EnumType):
        return bases[-1]
    raise TypeError("new enumerations should be created as "
                    "`EnumName([mixin_type, ...] [data_type,] enum_type)`")


def _maker(body, data_type, parent):
    """The __new__ of members."""
    own = body.get("__new__")
    if own is not None:
        return own
    useless = [None, object.__new__, type(None).__new__]
    if late.Enum is not None:
        useless.append(late.Enum.__new__)
    for name in "__new_member__", "__new__":
        for cls in data_type, parent:
            found = getattr(cls, name, None)
            if found not in useless:
                return found
    return object.__new__


class EnumType(type):
    """The class of enumerations."""

    @classmethod
    def __prepare__(metacls, cls, bases, **kwds):
        _refuse_members(cls, bases)
        body = _EnumDict(cls)
        parent = _enum_base(bases)
        _data_type(cls, bases)
        if parent is not None:
            body["_generate_next_value_"] = getattr(
                parent, "_generate_next_value_", None)
        return body

    def __new__(metacls, cls, bases, classdict, *, boundary=None, **kwds):
        names = classdict._member_names
        wrong = {"mro", ""}.intersection(names)
        if wrong:
            raise ValueError("invalid enum member name(s) "
                             + ",".join(map(repr, wrong)))
        hidden = {"_ignore_", *classdict.get("_ignore_", ())}
        body = {key: value for key, value in classdict.items()
                if key not in hidden}
        order = body.pop("_order_", None)
        members = {name: body.pop(name) for name in names if name in body}
        parent = _enum_base(bases)
        data_type = _data_type(cls, bases)
        maker = _maker(body, data_type, parent)
        own_new = "__new__" in body and parent is not None
        body.update(
            _member_names_=[], _member_map_={}, _value2member_map_={},
            _unhashable_values_=[], _member_type_=data_type,
            _value_repr_=_value_repr(bases), _new_member_=maker,
            _use_args_=parent is not None and maker is not object.__new__)
        if cls == "Flag" or any([_is_flag(base) for base in bases]):
            body.update(_boundary_=boundary or getattr(parent, "_boundary_",
                                                       None),
                        _flag_mask_=0, _all_bits_=0, _inverted_=None)
        defined = frozenset(body)
        body["_builder_"] = _Builder(members)
        made = _without_wrapper(
            lambda: type.__new__(metacls, cls, bases, body, **kwds))
        _choose_methods(made, bases, defined, parent)
        if late.Enum is not None:
            if own_new:
                made.__new_member__ = maker
            made.__new__ = late.Enum.__new__
        if order is not None:
            _check_order(made, words(order))
        return made

    def __call__(cls, value, names=None, *, module=None, qualname=None,
                 type=None, start=1, boundary=None):
        """Find a member by its value, or make a new enumeration."""
        if names is not None:
            return cls._create_(value, names, module=module, start=start,
                                qualname=qualname, type=type,
                                boundary=boundary)
        return cls.__new__(cls, value)

    def _create_(cls, class_name, names, *, module=None, qualname=None,
                 type=None, start=1, boundary=None):
        metacls = cls.__class__
        bases = (cls,) if type is None else (type, cls)
        body = metacls.__prepare__(class_name, bases)
        names = words(names)
        if isinstance(names, (list, tuple)) and names and isinstance(
                names[0], str):
            values = []
            for name in names:
                values.append(body._next_value(name, start, len(values),
                                               values.copy()))
            names = zip(names, values)
        for item in names or ():
            name, value = (item, names[item]) if isinstance(item, str) else (
                item)
            body[name] = value
        if module is None:
            try:
                module = sys._getframe(2).f_globals.get("__name__")
            except (AttributeError, ValueError):
                pass
        for key, value in (("__module__", module),
                           ("__qualname__", qualname)):
            if value is not None:
                body[key] = value
        return metacls.__new__(metacls, class_name, bases, body,
                               boundary=boundary)

    def _convert_(cls, name, module, filter, source=None, *, boundary=None,
                  as_global=False):
        """Replace constants of a module by members of a new enumeration."""
        space = vars(sys.modules[module])
        found = space if source is None else vars(source)
        pairs = [pair for pair in found.items() if filter(pair[0])]
        try:
            pairs.sort(key=lambda pair: pair[::-1])
        except TypeError:
            pairs.sort(key=lambda pair: pair[0])
        made = cls(name, pairs, module=module, boundary=boundary or late.KEEP)
        if as_global:
            sys.modules["enum"].global_enum(made)
        else:
            space.update(made.__members__)
        space[name] = made
        return made

    # --- The class as a collection of its members ---

    def __bool__(cls):
        return True

    def __len__(cls):
        return len(cls._member_names_)

    def __iter__(cls):
        return map(cls._member_map_.__getitem__, cls._member_names_)

    def __reversed__(cls):
        return map(cls._member_map_.__getitem__, cls._member_names_[::-1])

    def __getitem__(cls, name):
        return cls._member_map_[name]

    def __contains__(cls, member):
        if isinstance(member, late.Enum):
            return isinstance(member, cls) and (
                member._name_ in cls._member_map_)
        warnings.warn(
            "in 3.12 __contains__ will no longer raise TypeError, but will "
            "return True or\nFalse depending on whether the value is a "
            "member or the value of a member", DeprecationWarning,
            stacklevel=2)
        raise TypeError("unsupported operand type(s) for 'in': "
                        f"'{type(member).__qualname__}' and "
                        f"'{type(cls).__qualname__}'")

    @builtins.property
    def __members__(cls):
        """All names, other names of members among them."""
        return MappingProxyType(cls._member_map_)

    # --- Attributes ---

    def __getattr__(cls, name):
        found = None
        if not _is_dunder(name):
            found = cls._member_map_.get(name)
        if found is None:
            raise AttributeError(name)
        return found

    def __setattr__(cls, name, value):
        if name in vars(cls).get("_member_map_", ()):
            raise AttributeError(f"cannot reassign member {name!r}")
        type.__setattr__(cls, name, value)

    def __delattr__(cls, attr):
        if attr in vars(cls).get("_member_map_", ()):
            raise AttributeError(f"{cls.__name__!r} cannot delete member "
                                 f"{attr!r}.")
        type.__delattr__(cls, attr)

    def __dir__(cls):
        names = set("""__class__ __contains__ __doc__ __getitem__ __iter__
            __len__ __members__ __module__ __name__ __qualname__
            __init_subclass__""".split())
        names.update(cls._member_names_)
        if cls._member_type_ is not object:
            names.update(dir(cls._member_type_))
        if cls._new_member_ is not object.__new__:
            names.add("__new__")
        return sorted(names)

    def __repr__(cls):
        return f"<{'flag' if _is_flag(cls) else 'enum'} {cls.__name__!r}>"


EnumMeta = EnumType


def _without_wrapper(function):
    """Errors of __set_name__ come wrapped; take them out."""
    try:
        return function()
    except RuntimeError as error:
        inner = error.__cause__
        if inner is None:
            raise
    raise inner


def _choose_methods(cls, bases, defined, parent):
    """Decide between the methods of Enum and those of the data type."""
    data_type = cls._member_type_
    if late.ReprEnum is not None and late.ReprEnum in bases:
        if data_type is object:
            raise TypeError("ReprEnum subclasses must be mixed with a data "
                            "type (i.e. int, str, float, etc.)")
        chosen = {"__format__": data_type.__format__,
                  "__str__": data_type.__str__}
        if chosen["__str__"] is object.__str__:
            chosen["__str__"] = data_type.__repr__
        for name, method in chosen.items():
            if name not in defined:
                setattr(cls, name, method)
        defined = defined.union(chosen)
    if parent is not None:
        for name in "__repr__", "__str__", "__format__", "__reduce_ex__":
            foreign = getattr(data_type, name), getattr(object, name)
            if name not in defined and getattr(cls, name) in foreign:
                setattr(cls, name, getattr(parent, name))
    if _is_flag(cls):
        for name in ("__or__", "__and__", "__xor__", "__ror__", "__rand__",
                     "__rxor__", "__invert__"):
            if name not in defined:
                setattr(cls, name, getattr(late.Flag, name))


def _check_order(cls, order):
    """Compare the members with what _order_ says; it may have aliases."""
    names = cls._member_names_
    order = [name for name in order
             if name in names or name not in cls._member_map_]
    if order != names:
        raise TypeError("member order does not match _order_:\n"
                        f"  {names!r}\n  {order!r}")
