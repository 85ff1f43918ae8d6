"""enum - enumerations and flags.

A class body is executed in an _EnumDict, which notes what becomes a member.
Each such value is wrapped in a _proto_member, whose __set_name__ makes the
member while the class is being made.  Combined flags are made on demand and
kept by the session, because classes of the library are read-only.

SPDX-License-Identifier: Apache-2.0
"""

import builtins as bltns
import sys
import warnings
from functools import reduce
from operator import or_ as _or_
from types import DynamicClassAttribute, MappingProxyType

import _enum
from _caisson import session_state
from intrinsics import _twin

__all__ = ["EnumType", "EnumMeta", "Enum", "IntEnum", "StrEnum", "Flag",
           "IntFlag", "ReprEnum", "auto", "unique", "property", "verify",
           "member", "nonmember", "FlagBoundary", "STRICT", "CONFORM",
           "EJECT", "KEEP", "global_flag_repr", "global_enum_repr",
           "global_str", "global_enum", "EnumCheck", "CONTINUOUS",
           "NAMED_FLAGS", "UNIQUE"]

# The classes below are needed while the first classes are made.
Enum = Flag = EJECT = KEEP = ReprEnum = None


class nonmember(object):
    """Protects item from becoming an Enum member during class creation."""

    def __init__(self, value):
        self.value = value


class member(object):
    """Forces item to become an Enum member during class creation."""

    def __init__(self, value):
        self.value = value


def _is_descriptor(obj):
    return (hasattr(obj, "__get__") or hasattr(obj, "__set__")
            or hasattr(obj, "__delete__"))


def _is_dunder(name):
    return (len(name) > 4 and name[:2] == name[-2:] == "__"
            and name[2] != "_" and name[-3] != "_")


def _is_sunder(name):
    return (len(name) > 2 and name[0] == name[-1] == "_"
            and name[1] != "_" and name[-2] != "_")


def _is_private(cls_name, name):
    """Is it a name like __x, as the compiler writes it in a class?"""
    prefix = f"_{cls_name}__"
    return (len(name) > len(prefix) and name.startswith(prefix)
            and (name[-1] != "_" or name[-2] != "_"))


def _is_internal_class(cls_name, obj):
    if not isinstance(obj, type):
        return False
    qualname = getattr(obj, "__qualname__", "")
    return qualname.split(".")[-2:] == [
        cls_name.split(".")[-1], getattr(obj, "__name__", None)]


def _is_single_bit(num):
    return num > 0 and num & (num - 1) == 0


def _high_bit(value):
    """Return the index of the highest bit, or -1 for zero."""
    return value.bit_length() - 1


def _iter_bits_lsb(num):
    """Yield the bits of a number, lowest first."""
    if isinstance(num, Enum):
        num = num.value
    original = num
    if num < 0:
        raise ValueError(f"{original!r} is not a positive integer")
    while num:
        bit = num & -num
        yield bit
        num ^= bit


def show_flag_values(value):
    return list(_iter_bits_lsb(value))


def bin(num, max_bits=None):
    """Like built-in bin(), but shows the sign bit before a blank."""
    ceiling = 2 ** num.bit_length()
    if num >= 0:
        digits = bltns.bin(num + ceiling)[3:]
        sign = "0"
    else:
        digits = bltns.bin(~num ^ (ceiling - 1) + ceiling)[3:]
        sign = "1"
    if max_bits is not None and len(digits) < max_bits:
        digits = (sign * max_bits + digits)[-max_bits:]
    return f"0b{sign} {digits}"


class _not_given:
    def __repr__(self):
        return "<not given>"


class _auto_null:
    def __repr__(self):
        return "_auto_null"


_not_given = _not_given()
_auto_null = _auto_null()


class auto:
    """Instances are replaced with an appropriate value in Enum class suites."""

    def __init__(self, value=_auto_null):
        self.value = value

    def __repr__(self):
        return f"auto({self.value!r})"


class property(DynamicClassAttribute):
    """A property of members; on the class, the name stands for a member."""

    def __init__(self, fget=None, fset=None, fdel=None, doc=None):
        self.fget = fget
        self.fset = fset
        self.fdel = fdel
        self.__doc__ = doc or (None if fget is None else fget.__doc__)
        self.overwrite_doc = doc is None
        self.__isabstractmethod__ = bool(
            getattr(fget, "__isabstractmethod__", False))

    def __get__(self, instance, ownerclass=None):
        if instance is None:
            try:
                return ownerclass._member_map_[self.name]
            except KeyError:
                raise AttributeError(f"{ownerclass!r} has no attribute "
                                     f"{self.name!r}")
        if self.fget is not None:
            return self.fget(instance)
        try:
            return ownerclass._member_map_[self.name]
        except KeyError:
            raise AttributeError(f"{ownerclass!r} has no attribute "
                                 f"{self.name!r}") from None

    def __set__(self, instance, value):
        if self.fset is None:
            raise AttributeError(f"<enum {self.clsname!r}> cannot set "
                                 f"attribute {self.name!r}")
        return self.fset(instance, value)

    def __delete__(self, instance):
        if self.fdel is None:
            raise AttributeError(f"<enum {self.clsname!r}> cannot delete "
                                 f"attribute {self.name!r}")
        return self.fdel(instance)

    def __set_name__(self, ownerclass, name):
        self.name = name
        self.clsname = ownerclass.__name__


class _proto_member:
    """A value of a class body that is about to become a member."""

    def __init__(self, value):
        self.value = value

    def __set_name__(self, enum_class, member_name):
        delattr(enum_class, member_name)
        value = self.value
        args = value if isinstance(value, tuple) else (value,)
        if enum_class._member_type_ is tuple:
            args = (args,)
        new = enum_class._new_member_
        result = (new(enum_class, *args) if enum_class._use_args_
                  else new(enum_class))
        if not hasattr(result, "_value_"):
            if enum_class._member_type_ is object:
                result._value_ = value
            else:
                try:
                    result._value_ = enum_class._member_type_(*args)
                except Exception as error:
                    failure = TypeError("_value_ not set in __new__, unable "
                                        "to create it")
                    failure.__cause__ = error
                    raise failure
        value = result._value_
        result._name_ = member_name
        result.__objclass__ = enum_class
        result.__init__(*args)
        result._sort_order_ = len(enum_class._member_names_)
        is_flag = Flag is not None and issubclass(enum_class, Flag)
        known = _find_value(enum_class, value)
        if known is not None:
            result = known
        elif not is_flag or _is_single_bit(value):
            enum_class._member_names_.append(member_name)
        _install(enum_class, member_name, result)
        enum_class._member_map_[member_name] = result
        try:
            enum_class._value2member_map_.setdefault(value, result)
        except TypeError:
            enum_class._unhashable_values_.append(value)


def _find_value(enum_class, value):
    """Find the member with a value; None if there is none."""
    try:
        return enum_class._value2member_map_.get(value)
    except TypeError:
        for found in enum_class._member_map_.values():
            if found._value_ == value:
                return found
    return None


def _install(enum_class, name, result):
    """Make a member reachable as an attribute of its class.

    A property of the same name in a base class stays in force for members.
    """
    for base in enum_class.__mro__[1:]:
        descriptor = base.__dict__.get(name)
        if descriptor is None:
            continue
        if isinstance(descriptor, DynamicClassAttribute):
            redirect = property()
            redirect.__set_name__(enum_class, name)
            redirect.fget = getattr(descriptor, "fget", None)
            redirect.fset = getattr(descriptor, "fset", None)
            redirect.fdel = getattr(descriptor, "fdel", None)
            setattr(enum_class, name, redirect)
            return
        if _is_descriptor(descriptor):
            break
    setattr(enum_class, name, result)


_SUNDERS = frozenset({
    "_order_", "_generate_next_value_", "_numeric_repr_", "_missing_",
    "_ignore_", "_iter_member_", "_iter_member_by_value_",
    "_iter_member_by_def_"})


class _EnumDict(dict):
    """Namespace of a class body: tells members from other attributes."""

    def __init__(self):
        super().__init__()
        self._member_names = {}
        self._last_values = []
        self._ignore = []
        self._auto_called = False

    def __setitem__(self, key, value):
        if _is_private(self._cls_name, key):
            pass
        elif _is_sunder(key):
            self._set_sunder(key, value)
            if key == "_ignore_":
                value = self._ignore
        elif _is_dunder(key):
            if key == "__order__":
                key = "_order_"
        elif key in self._member_names:
            raise TypeError(f"{key!r} already defined as {self[key]!r}")
        elif key in self._ignore:
            pass
        elif isinstance(value, nonmember):
            value = value.value
        elif _is_descriptor(value):
            pass
        else:
            if _is_internal_class(self._cls_name, value):
                warnings.warn(
                    "In 3.13 classes created inside an enum will not become "
                    "a member.\nUse the `member` decorator to keep the "
                    "current behavior.", DeprecationWarning, stacklevel=2)
            value = self._take_member(key, value)
        super().__setitem__(key, value)

    def _set_sunder(self, key, value):
        if key not in _SUNDERS:
            raise ValueError(f"_sunder_ names, such as {key!r}, are reserved "
                             "for future Enum use")
        if key == "_generate_next_value_":
            if self._auto_called:
                raise TypeError("_generate_next_value_ must be defined "
                                "before members")
            self._generate_next_value = getattr(value, "__func__", value)
        elif key == "_ignore_":
            if isinstance(value, str):
                value = value.replace(",", " ").split()
            else:
                value = list(value)
            self._ignore = value
            already = set(value) & set(self._member_names)
            if already:
                raise ValueError("_ignore_ cannot specify already set "
                                 f"names: {already!r}")

    def _take_member(self, key, value):
        if key in self:
            raise TypeError(f"{key!r} already defined as {self[key]!r}")
        if isinstance(value, member):
            value = value.value
        if isinstance(value, auto):
            value = self._auto_value(key, value)
        elif type(value) is tuple and any(
                isinstance(v, auto) for v in value):
            value = tuple([self._auto_value(key, v) if isinstance(v, auto)
                           else v for v in value])
        self._member_names[key] = None
        self._last_values.append(value)
        return value

    def _auto_value(self, key, value):
        if value.value is _auto_null or value.value == _auto_null:
            value.value = self._generate_next_value(
                key, 1, len(self._member_names), self._last_values[:])
            self._auto_called = True
        return value.value

    def update(self, members, *more_members, **more):
        try:
            for name in members.keys():
                self[name] = members[name]
        except AttributeError:
            for name, value in members:
                self[name] = value
        for name, value in more_members:
            self[name] = value
        for name, value in more.items():
            self[name] = value


class EnumType(type):
    """Metaclass for Enum"""

    @classmethod
    def __prepare__(metacls, cls, bases, **kwds):
        metacls._check_for_existing_members_(cls, bases)
        namespace = _EnumDict()
        namespace._cls_name = cls
        member_type, first_enum = metacls._get_mixins_(cls, bases)
        if first_enum is not None:
            namespace["_generate_next_value_"] = getattr(
                first_enum, "_generate_next_value_", None)
        return namespace

    def __new__(metacls, cls, bases, classdict, *, boundary=None,
                _simple=False, **kwds):
        if _simple:
            return super().__new__(metacls, cls, bases, classdict, **kwds)
        member_names = classdict._member_names
        classdict.setdefault("_ignore_", []).append("_ignore_")
        for key in classdict["_ignore_"]:
            classdict.pop(key, None)
        invalid = set(member_names) & {"mro", ""}
        if invalid:
            raise ValueError("invalid enum member name(s) "
                             + ",".join([repr(n) for n in invalid]))
        order = classdict.pop("_order_", None)
        namespace = dict(classdict.items())
        _fill_namespace(metacls, cls, bases, namespace, member_names,
                        boundary)
        member_type = namespace["_member_type_"]
        first_enum = namespace.pop("__first_enum__")
        save_new = namespace.pop("__save_new__")
        failure = None
        try:
            enum_class = super().__new__(metacls, cls, bases, namespace,
                                         **kwds)
        except RuntimeError as error:
            # a failure of __set_name__ arrives wrapped
            if error.__cause__ is None:
                raise
            failure = error.__cause__
        if failure is not None:
            raise failure
        _add_data_methods(enum_class, bases, namespace, member_type,
                          first_enum)
        if Flag is not None and issubclass(enum_class, Flag):
            _add_flag_methods(enum_class, namespace)
        if Enum is not None:
            if save_new:
                enum_class.__new_member__ = namespace["_new_member_"]
            enum_class.__new__ = Enum.__new__
        _check_order(enum_class, order, member_names)
        return enum_class

    def __bool__(cls):
        return True

    def __call__(cls, value, names=None, *, module=None, qualname=None,
                 type=None, start=1, boundary=None):
        """Look up a member by value, or make a new enumeration."""
        if names is None:
            return cls.__new__(cls, value)
        return cls._create_(value, names, module=module, qualname=qualname,
                            type=type, start=start, boundary=boundary)

    def __contains__(cls, member):
        if not isinstance(member, Enum):
            warnings.warn(
                "in 3.12 __contains__ will no longer raise TypeError, but "
                "will return True or\nFalse depending on whether the value "
                "is a member or the value of a member",
                DeprecationWarning, stacklevel=2)
            raise TypeError(
                "unsupported operand type(s) for 'in': "
                f"'{type(member).__qualname__}' and "
                f"'{cls.__class__.__qualname__}'")
        return isinstance(member, cls) and member._name_ in cls._member_map_

    def __delattr__(cls, attr):
        if attr in cls.__dict__.get("_member_map_", {}):
            raise AttributeError(f"{cls.__name__!r} cannot delete member "
                                 f"{attr!r}.")
        super().__delattr__(attr)

    def __dir__(cls):
        names = {"__class__", "__contains__", "__doc__", "__getitem__",
                 "__iter__", "__len__", "__members__", "__module__",
                 "__name__", "__qualname__", "__init_subclass__",
                 *cls._member_names_}
        if cls._new_member_ is not object.__new__:
            names.add("__new__")
        if cls._member_type_ is object:
            return sorted(names)
        return sorted(set(dir(cls._member_type_)) | names)

    def __getattr__(cls, name):
        if _is_dunder(name):
            raise AttributeError(name)
        try:
            return cls._member_map_[name]
        except KeyError:
            raise AttributeError(name) from None

    def __getitem__(cls, name):
        return cls._member_map_[name]

    def __iter__(cls):
        """Return members in definition order."""
        return (cls._member_map_[name] for name in cls._member_names_)

    def __len__(cls):
        return len(cls._member_names_)

    @bltns.property
    def __members__(cls):
        """Returns a mapping of member name->value."""
        return MappingProxyType(cls._member_map_)

    def __repr__(cls):
        if Flag is not None and issubclass(cls, Flag):
            return f"<flag {cls.__name__!r}>"
        return f"<enum {cls.__name__!r}>"

    def __reversed__(cls):
        """Return members in reverse definition order."""
        return (cls._member_map_[name]
                for name in reversed(cls._member_names_))

    def __setattr__(cls, name, value):
        if name in cls.__dict__.get("_member_map_", {}):
            raise AttributeError(f"cannot reassign member {name!r}")
        super().__setattr__(name, value)

    def _create_(cls, class_name, names, *, module=None, qualname=None,
                 type=None, start=1, boundary=None):
        """Make an enumeration from names, pairs or a mapping."""
        metacls = cls.__class__
        bases = (cls,) if type is None else (type, cls)
        classdict = metacls.__prepare__(class_name, bases)
        if isinstance(names, str):
            names = names.replace(",", " ").split()
        if isinstance(names, (tuple, list)) and names and isinstance(
                names[0], str):
            pairs = []
            values = []
            for count, name in enumerate(names):
                value = first = classdict._generate_next_value(
                    name, start, count, values[:])
                values.append(first)
                pairs.append((name, value))
            names = pairs
        if names is None:
            names = ()
        for item in names:
            if isinstance(item, str):
                name, value = item, names[item]
            else:
                name, value = item
            classdict[name] = value
        if module is None:
            try:
                module = sys._getframe(2).f_globals["__name__"]
            except (AttributeError, ValueError, KeyError):
                pass
        if module is not None:
            classdict["__module__"] = module
        if qualname is not None:
            classdict["__qualname__"] = qualname
        return metacls.__new__(metacls, class_name, bases, classdict,
                               boundary=boundary)

    def _convert_(cls, name, module, filter, source=None, *, boundary=None,
                  as_global=False):
        """Replace constants of a module by members of a new enumeration."""
        target = sys.modules[module].__dict__
        origin = target if source is None else source.__dict__
        pairs = [(key, value) for key, value in origin.items()
                 if filter(key)]
        try:
            pairs.sort(key=lambda pair: (pair[1], pair[0]))
        except TypeError:
            pairs.sort(key=lambda pair: pair[0])
        result = cls(name, pairs, module=module, boundary=boundary or KEEP)
        if as_global:
            global_enum(result)
        else:
            target.update(result.__members__)
        target[name] = result
        return result

    @staticmethod
    def _check_for_existing_members_(class_name, bases):
        for chain in bases:
            for base in chain.__mro__:
                if (Enum is not None and issubclass(base, Enum)
                        and base._member_names_):
                    raise TypeError(f"<enum {class_name!r}> cannot extend "
                                    f"{base!r}")

    @classmethod
    def _get_mixins_(mcls, class_name, bases):
        """Return the data type of members and the first enumeration."""
        if not bases:
            return object, Enum
        mcls._check_for_existing_members_(class_name, bases)
        first_enum = bases[-1]
        if not isinstance(first_enum, EnumType):
            raise TypeError("new enumerations should be created as "
                            "`EnumName([mixin_type, ...] [data_type,] "
                            "enum_type)`")
        return mcls._find_data_type_(class_name, bases) or object, first_enum

    @classmethod
    def _find_data_repr_(mcls, class_name, bases):
        for chain in bases:
            for base in chain.__mro__:
                if base is object:
                    continue
                if isinstance(base, EnumType):
                    return base._value_repr_
                if "__repr__" in base.__dict__:
                    return base.__dict__["__repr__"]
        return None

    @classmethod
    def _find_data_type_(mcls, class_name, bases):
        data_types = set()
        for chain in bases:
            candidate = None
            for base in chain.__mro__:
                if base is object:
                    continue
                if isinstance(base, EnumType):
                    if base._member_type_ is not object:
                        data_types.add(base._member_type_)
                        break
                elif "__new__" in base.__dict__:
                    data_types.add(candidate or base)
                    break
                else:
                    candidate = candidate or base
        if len(data_types) > 1:
            raise TypeError(f"too many data types for {class_name!r}: "
                            f"{data_types!r}")
        return data_types.pop() if data_types else None

    @classmethod
    def _find_new_(mcls, classdict, member_type, first_enum):
        """Return __new__ of members, whether to save it, whether it takes
        arguments."""
        new = classdict.get("__new__")
        save_new = first_enum is not None and new is not None
        if new is None:
            ignored = {None, None.__new__, object.__new__,
                       None if Enum is None else Enum.__new__}
            for method in ("__new_member__", "__new__"):
                for possible in (member_type, first_enum):
                    target = getattr(possible, method, None)
                    if target not in ignored:
                        new = target
                        break
                if new is not None:
                    break
            else:
                new = object.__new__
        use_args = first_enum is not None and new is not object.__new__
        return new, save_new, use_args


EnumMeta = EnumType


def _fill_namespace(metacls, cls, bases, namespace, member_names, boundary):
    """Add what the metaclass needs to the namespace of a class."""
    member_type, first_enum = metacls._get_mixins_(cls, bases)
    new, save_new, use_args = metacls._find_new_(namespace, member_type,
                                                 first_enum)
    namespace["_new_member_"] = new
    namespace["_use_args_"] = use_args
    for name in member_names:
        namespace[name] = _proto_member(namespace[name])
    namespace["_member_names_"] = []
    namespace["_member_map_"] = {}
    namespace["_value2member_map_"] = {}
    namespace["_unhashable_values_"] = []
    namespace["_member_type_"] = member_type
    namespace["_value_repr_"] = metacls._find_data_repr_(cls, bases)
    if Flag is not None and any(issubclass(base, Flag) for base in bases) or (
            Flag is None and Enum is not None and cls == "Flag"):
        namespace["_boundary_"] = boundary or getattr(
            first_enum, "_boundary_", None)
        namespace["_flag_mask_"] = 0
        namespace["_all_bits_"] = 0
        namespace["_inverted_"] = None
    namespace["__first_enum__"] = first_enum
    namespace["__save_new__"] = save_new


def _add_data_methods(enum_class, bases, namespace, member_type, first_enum):
    """Choose between the methods of Enum and those of the data type."""
    if ReprEnum is not None and ReprEnum in bases:
        if member_type is object:
            raise TypeError("ReprEnum subclasses must be mixed with a data "
                            "type (i.e. int, str, float, etc.)")
        if "__format__" not in namespace:
            enum_class.__format__ = member_type.__format__
            namespace["__format__"] = enum_class.__format__
        if "__str__" not in namespace:
            method = member_type.__str__
            if method is object.__str__:
                method = member_type.__repr__
            enum_class.__str__ = method
            namespace["__str__"] = enum_class.__str__
    for name in ("__repr__", "__str__", "__format__", "__reduce_ex__"):
        if name not in namespace and first_enum is not None:
            found = getattr(enum_class, name)
            if found in (getattr(member_type, name), getattr(object, name)):
                setattr(enum_class, name, getattr(first_enum, name))


def _add_flag_methods(enum_class, namespace):
    for name in ("__or__", "__and__", "__xor__", "__ror__", "__rand__",
                 "__rxor__", "__invert__"):
        if name not in namespace:
            setattr(enum_class, name, getattr(Flag, name))
    every = singles = 0
    for found in enum_class._member_map_.values():
        value = found._value_
        if isinstance(value, int):
            every |= value
            if _is_single_bit(value):
                singles |= value
    enum_class._flag_mask_ = singles
    enum_class._all_bits_ = 2 ** every.bit_length() - 1
    values = [found._value_ for found in enum_class]
    if values != sorted(values):
        enum_class._iter_member_ = enum_class._iter_member_by_def_


def _check_order(enum_class, order, member_names):
    """Compare the members with the _order_ that the class declared."""
    if order is None:
        return
    if isinstance(order, str):
        order = order.replace(",", " ").split()
    names = enum_class._member_names_
    if Flag is not None and issubclass(enum_class, Flag):
        order = [name for name in order if name in names
                 or name not in enum_class._member_map_]
    else:
        members = enum_class._member_map_
        order = [name for name in order if name not in members
                 or name in names or members[name]._name_ == name]
        order = [name for name in order
                 if not (name in members and name not in names)]
    if order != names:
        raise TypeError("member order does not match _order_:\n"
                        f"  {names!r}\n  {order!r}")


class Enum(metaclass=EnumType):
    """Create a collection of name/value pairs.

    Members are class attributes; Color.RED, Color(1) and Color['RED'] are
    the same object.  An enumeration can be iterated over and has a length.
    """

    def __new__(cls, value):
        # native candidate: the lookup is all there is to do nearly always
        if type(value) is cls:
            return value
        try:
            return cls._value2member_map_[value]
        except KeyError:
            pass
        except TypeError:
            for found in cls._member_map_.values():
                if found._value_ == value:
                    return found
        failure = None
        result = None
        try:
            result = cls._missing_(value)
        except Exception as error:
            failure = error
        if failure is None:
            if isinstance(result, cls):
                return result
            if (Flag is not None and issubclass(cls, Flag)
                    and cls._boundary_ is EJECT and isinstance(result, int)):
                return result
        _refuse_value(cls, value, result, failure)

    def __init__(self, *args, **kwds):
        pass

    def _generate_next_value_(name, start, count, last_values):
        """Choose the value for auto(): one more than the last."""
        if not last_values:
            return start
        try:
            last = last_values[-1]
            if last == sorted(last_values)[-1]:
                return last + 1
        except TypeError:
            pass
        warnings.warn(
            "In 3.13 the default `auto()`/`_generate_next_value_` will "
            "require all values to be sortable and support adding +1\nand "
            "the value returned will be the largest value in the enum "
            "incremented by 1", DeprecationWarning, stacklevel=3)
        for value in reversed(last_values):
            try:
                return value + 1
            except TypeError:
                pass
        return start

    @classmethod
    def _missing_(cls, value):
        return None

    def __repr__(self):
        cls = self.__class__
        show = cls._value_repr_ or repr
        return f"<{cls.__name__}.{self._name_}: {show(self._value_)}>"

    def __str__(self):
        return f"{self.__class__.__name__}.{self._name_}"

    def __dir__(self):
        """Returns public methods and other interesting attributes."""
        names = set()
        if self.__class__._member_type_ is object:
            names = {"__class__", "__doc__", "__eq__", "__hash__",
                     "__module__", "name", "value"}
        else:
            names = set(object.__dir__(self))
        for name in getattr(self, "__dict__", ()):
            if name[0] != "_":
                names.add(name)
        for cls in self.__class__.mro():
            for name, value in cls.__dict__.items():
                if name[0] == "_":
                    continue
                if not isinstance(value, property):
                    names.add(name)
                elif value.fget is not None or (
                        name not in self._member_map_):
                    names.add(name)
                else:
                    names.discard(name)
        return sorted(names)

    def __format__(self, format_spec):
        return str.__format__(str(self), format_spec)

    @_twin("_enum.__hash__")
    def __hash__(self):
        return hash(self._name_)

    __hash__ = _enum.__hash__

    def __reduce_ex__(self, proto):
        return getattr, (self.__class__, self._name_)

    def __deepcopy__(self, memo):
        return self

    def __copy__(self):
        return self

    @property
    def name(self):
        """The name of the Enum member."""
        return self._name_

    @property
    def value(self):
        """The value of the Enum member."""
        return self._value_


def _refuse_value(cls, value, result, failure):
    """Raise what a failed lookup by value must raise."""
    invalid = ValueError(f"{value!r} is not a valid {cls.__qualname__}")
    if result is None and failure is None:
        raise invalid
    if failure is None:
        failure = TypeError(f"error in {cls.__name__}._missing_: returned "
                            f"{result!r} instead of None or a valid member")
    if not isinstance(failure, ValueError):
        failure.__context__ = invalid
    raise failure


class ReprEnum(Enum):
    """
    Only changes the repr(), leaving str() and format() to the mixed-in type.
    """


class IntEnum(int, ReprEnum):
    """
    Enum where members are also (and must be) ints
    """


class StrEnum(str, ReprEnum):
    """
    Enum where members are also (and must be) strings
    """

    def __new__(cls, *values):
        "values must already be of type `str`"
        if len(values) > 3:
            raise TypeError(f"too many arguments for str(): {values!r}")
        if len(values) == 1 and not isinstance(values[0], str):
            raise TypeError(f"{values[0]!r} is not a string")
        if len(values) >= 2 and not isinstance(values[1], str):
            raise TypeError(f"encoding must be a string, not {values[1]!r}")
        if len(values) == 3 and not isinstance(values[2], str):
            raise TypeError(f"errors must be a string, not {values[2]!r}")
        text = str(*values)
        result = str.__new__(cls, text)
        result._value_ = text
        return result

    def _generate_next_value_(name, start, count, last_values):
        """Return the lower-cased version of the member name."""
        return name.lower()


class FlagBoundary(StrEnum):
    """What to do with values that have unknown bits."""

    STRICT = auto()
    CONFORM = auto()
    EJECT = auto()
    KEEP = auto()


STRICT, CONFORM, EJECT, KEEP = FlagBoundary


def _pseudo_members(cls):
    """The combined members that this session made for a class."""
    store = session_state("enum.pseudo", dict)
    entry = store.get(id(cls))
    if entry is None:
        entry = store[id(cls)] = (cls, {})
    return entry[1]


class Flag(Enum, boundary=CONFORM):
    """
    Support for flags
    """

    def _generate_next_value_(name, start, count, last_values):
        """Choose the value for auto(): the next higher bit."""
        if not last_values:
            return start if start is not None else 1
        last = max(last_values)
        try:
            high = _high_bit(last)
        except Exception:
            raise TypeError(f"invalid flag value {last!r}") from None
        return 2 ** (high + 1)

    _numeric_repr_ = repr

    @classmethod
    def _iter_member_by_value_(cls, value):
        """Yield the members in a value, in increasing order."""
        for bit in _iter_bits_lsb(value & cls._flag_mask_):
            yield cls._value2member_map_[bit]

    _iter_member_ = _iter_member_by_value_

    @classmethod
    def _iter_member_by_def_(cls, value):
        """Yield the members in a value, in order of definition."""
        yield from sorted(cls._iter_member_by_value_(value),
                          key=lambda found: found._sort_order_)

    @classmethod
    def _missing_(cls, value):
        """Make (or find) the member that combines several flags."""
        if not isinstance(value, int):
            raise ValueError(f"{value!r} is not a valid {cls.__qualname__}")
        pseudo = _pseudo_members(cls)
        found = pseudo.get(value)
        if found is not None:
            return found
        given = value
        value = _bounded_value(cls, value)
        if cls._boundary_ is EJECT and not _fits(cls, given):
            return given
        if value != given:
            found = cls._value2member_map_.get(value, pseudo.get(value))
        if found is None:
            found = pseudo[value] = _combined(cls, value)
        pseudo[given] = found
        return found

    def __contains__(self, other):
        """Returns True if self has at least the same flags set as other."""
        if not isinstance(other, self.__class__):
            raise TypeError(
                "unsupported operand type(s) for 'in': "
                f"{type(other).__qualname__!r} and "
                f"{self.__class__.__qualname__!r}")
        return other._value_ & self._value_ == other._value_

    def __iter__(self):
        """Returns flags in definition order."""
        yield from self._iter_member_(self._value_)

    def __len__(self):
        return self._value_.bit_count()

    def __repr__(self):
        cls = self.__class__
        show = cls._value_repr_ or repr
        if self._name_ is None:
            return f"<{cls.__name__}: {show(self._value_)}>"
        return f"<{cls.__name__}.{self._name_}: {show(self._value_)}>"

    def __str__(self):
        if self._name_ is None:
            return f"{self.__class__.__name__}({self._value_!r})"
        return f"{self.__class__.__name__}.{self._name_}"

    def __bool__(self):
        return bool(self._value_)

    def _other_value(self, other):
        """The number to combine with, or None for a foreign operand."""
        if isinstance(other, self.__class__):
            return other._value_
        if self._member_type_ is not object and isinstance(
                other, self._member_type_):
            return other
        return None

    def __or__(self, other):
        other = self._other_value(other)
        if other is None:
            return NotImplemented
        return self.__class__(self._value_ | other)

    def __and__(self, other):
        other = self._other_value(other)
        if other is None:
            return NotImplemented
        return self.__class__(self._value_ & other)

    def __xor__(self, other):
        other = self._other_value(other)
        if other is None:
            return NotImplemented
        return self.__class__(self._value_ ^ other)

    def __invert__(self):
        cls = self.__class__
        if cls._boundary_ is KEEP:
            return cls(~self._value_)
        return cls(cls._flag_mask_ & ~self._value_)

    __rand__ = __and__
    __ror__ = __or__
    __rxor__ = __xor__

    def __reduce_ex__(self, proto):
        cls = self.__class__
        if self._value_ in cls._value2member_map_:
            return getattr, (cls, self._name_)
        return cls, (self._value_,)


def _fits(cls, value):
    """Has a value no bits outside of the known flags?"""
    bits = cls._all_bits_
    return ~bits <= value <= bits and not value & (bits ^ cls._flag_mask_)


def _bounded_value(cls, value):
    """Bring a value into the range of a flag, as its boundary says."""
    bits = cls._all_bits_
    if not _fits(cls, value):
        if cls._boundary_ is STRICT:
            size = max(value.bit_length(), cls._flag_mask_.bit_length())
            raise ValueError(f"{cls!r} invalid value {value!r}\n"
                             f"    given {bin(value, size)}\n"
                             f"  allowed {bin(cls._flag_mask_, size)}")
        if cls._boundary_ is CONFORM:
            value &= cls._flag_mask_
        elif cls._boundary_ is KEEP:
            if value < 0:
                value += max(bits + 1, 2 ** value.bit_length())
        elif cls._boundary_ is not EJECT:
            raise ValueError(f"{cls!r} unknown flag boundary "
                             f"{cls._boundary_!r}")
    if value < 0:
        value += bits + 1
    return value


def _combined(cls, value):
    """Make a member that is not named in the class."""
    new = getattr(cls, "__new_member__", None)
    if cls._member_type_ is object and not new:
        result = object.__new__(cls)
    else:
        result = (new or cls._member_type_.__new__)(cls, value)
    if not hasattr(result, "_value_"):
        result._value_ = value
    known = value & cls._flag_mask_
    unknown = value & ~cls._flag_mask_
    if known:
        names = [found._name_ for found in cls._iter_member_(known)]
        if unknown:
            names.append(cls._numeric_repr_(unknown))
        result._name_ = "|".join(names)
    else:
        result._name_ = None
    return result


class IntFlag(int, ReprEnum, Flag, boundary=KEEP):
    """
    Support for integer-based Flags
    """


# --- Decorators -------------------------------------------------------------

def unique(enumeration):
    """Class decorator for enumerations ensuring unique member values."""
    aliases = [f"{name} -> {found.name}"
               for name, found in enumeration.__members__.items()
               if name != found.name]
    if aliases:
        raise ValueError(f"duplicate values found in {enumeration!r}: "
                         f"{', '.join(aliases)}")
    return enumeration


class EnumCheck(StrEnum):
    """The checks that verify() knows."""

    CONTINUOUS = "no skipped integer values"
    NAMED_FLAGS = "multi-flag aliases may not contain unnamed flags"
    UNIQUE = "one name per value"


CONTINUOUS, NAMED_FLAGS, UNIQUE = EnumCheck


class verify:
    """Class decorator that checks an enumeration by the given rules."""

    def __init__(self, *checks):
        self.checks = checks

    def __call__(self, enumeration):
        kind = self._kind(enumeration)
        for check in self.checks:
            if check is UNIQUE:
                self._check_unique(enumeration)
            elif check is CONTINUOUS:
                self._check_continuous(enumeration, kind)
            elif check is NAMED_FLAGS:
                self._check_named(enumeration)
        return enumeration

    @staticmethod
    def _kind(enumeration):
        if isinstance(enumeration, type):
            if issubclass(enumeration, Flag):
                return "flag"
            if issubclass(enumeration, Enum):
                return "enum"
        raise TypeError("the 'verify' decorator only works with Enum and "
                        "Flag")

    @staticmethod
    def _check_unique(enumeration):
        aliases = [f"{name} -> {found.name}"
                   for name, found in enumeration.__members__.items()
                   if name != found.name]
        if aliases:
            raise ValueError(f"aliases found in {enumeration!r}: "
                             f"{', '.join(aliases)}")

    @staticmethod
    def _check_continuous(enumeration, kind):
        values = {found.value for found in enumeration}
        if len(values) < 2:
            return
        low, high = min(values), max(values)
        if kind == "flag":
            wanted = [2 ** i for i in range(_high_bit(low) + 1,
                                            _high_bit(high))]
        else:
            wanted = range(low + 1, high)
        missing = [value for value in wanted if value not in values]
        if missing:
            text = ", ".join([str(value) for value in missing])
            raise ValueError(f"invalid {kind} {enumeration.__name__!r}: "
                             f"missing values {text}"[:256])

    @staticmethod
    def _check_named(enumeration):
        values = [found._value_ for found in enumeration]
        incomplete = []
        missing = 0
        for name, alias in enumeration._member_map_.items():
            if name in enumeration._member_names_ or alias.value < 0:
                continue
            unnamed = [v for v in _iter_bits_lsb(alias.value)
                       if v not in values]
            if unnamed:
                incomplete.append(name)
                missing |= reduce(_or_, unnamed)
        if not incomplete:
            return
        if len(incomplete) == 1:
            text = f"alias {incomplete[0]} is missing"
        else:
            text = (f"aliases {', '.join(incomplete[:-1])} and "
                    f"{incomplete[-1]} are missing")
        if _is_single_bit(missing):
            value = f"value {missing:#x}"
        else:
            value = f"combined values of {missing:#x}"
        raise ValueError(
            f"invalid Flag {enumeration.__name__!r}: {text} {value} "
            "[use enum.show_flag_values(value) for details]")


def global_enum_repr(self):
    """Print a member as module.NAME."""
    module = self.__class__.__module__.split(".")[-1]
    return f"{module}.{self._name_}"


def global_flag_repr(self):
    """Print flags as module.NAME|module.NAME."""
    module = self.__class__.__module__.split(".")[-1]
    cls_name = self.__class__.__name__
    if self._name_ is None:
        return f"{module}.{cls_name}({self._value_!r})"
    if _is_single_bit(self._value_):
        return f"{module}.{self._name_}"
    if self._boundary_ is not FlagBoundary.KEEP:
        return "|".join([f"{module}.{name}"
                         for name in self.name.split("|")])
    return "|".join([name if name[0].isdigit() else f"{module}.{name}"
                     for name in self._name_.split("|")])


def global_str(self):
    """Print a member by its bare name."""
    if self._name_ is None:
        return f"{self.__class__.__name__}({self._value_!r})"
    return self._name_


def global_enum(cls, update_str=False):
    """Decorator that makes the members names of their module as well."""
    if issubclass(cls, Flag):
        cls.__repr__ = global_flag_repr
    else:
        cls.__repr__ = global_enum_repr
    if not issubclass(cls, ReprEnum) or update_str:
        cls.__str__ = global_str
    sys.modules[cls.__module__].__dict__.update(cls.__members__)
    return cls


def _simple_enum(etype=Enum, *, boundary=None, use_args=None):
    """Class decorator that turns a plain class into an enumeration."""
    def convert_class(cls):
        metacls = type(etype)
        namespace = metacls.__prepare__(cls.__name__, (etype,))
        for name, value in cls.__dict__.items():
            if name not in ("__dict__", "__weakref__"):
                namespace[name] = value
        namespace["__qualname__"] = cls.__qualname__
        return metacls(cls.__name__, (etype,), namespace, boundary=boundary)
    return convert_class


def _test_simple_enum(checked_enum, simple_enum):
    """TypeError unless both ways to make an enumeration gave the same one."""
    wrong = []
    for name in checked_enum.__members__.keys() | simple_enum.__members__.keys():
        pair = [cls.__members__.get(name) for cls in (checked_enum, simple_enum)]
        if None in pair:
            wrong.append(f"{name}: only one has it")
        elif pair[0].value != pair[1].value:
            wrong.append(f"{name}: {pair[0].value!r} and {pair[1].value!r}")
    if checked_enum._member_type_ is not simple_enum._member_type_:
        wrong.append("the member types differ")
    if wrong:
        raise TypeError("enum mismatch:\n   " + "\n   ".join(wrong))
