"""_enum_parts - class bodies of enumerations, and what may stand in them.

SPDX-License-Identifier: Apache-2.0
"""

import builtins
import warnings

__name__ = "enum"


# --- Names ------------------------------------------------------------------

def _is_between(name, marks):
    """Is a name of the form marks + text + marks?"""
    inner = name[len(marks):-len(marks)]
    return (bool(inner) and name.startswith(marks) and name.endswith(marks)
            and inner[0] != "_" != inner[-1])


def _is_dunder(name):
    return _is_between(name, "__")


def _is_sunder(name):
    return _is_between(name, "_")


def _is_private(cls_name, name):
    """Is it __x of a class, as the compiler writes it?"""
    start = f"_{cls_name}__"
    return (name.startswith(start) and len(name) > len(start)
            and not name.endswith("__"))


def _is_descriptor(obj):
    return any([hasattr(obj, name)
                for name in ("__get__", "__set__", "__delete__")])


def _is_nested(cls_name, obj):
    """Is it a class that is defined in the body of `cls_name`?"""
    if not isinstance(obj, type):
        return False
    outer = cls_name.rpartition(".")[2]
    names = getattr(obj, "__qualname__", "").split(".")
    return names[-2:] == [outer, getattr(obj, "__name__", None)]


# --- Bits -------------------------------------------------------------------

def _is_single_bit(num):
    return num > 0 and not num & num - 1


def _iter_bits_lsb(num):
    """Yield the bits of a number or member, lowest first."""
    rest = getattr(num, "_value_", num)
    if rest < 0:
        raise ValueError(f"{num!r} is not a positive integer")
    while rest:
        lowest = rest & -rest
        yield lowest
        rest -= lowest


def show_flag_values(value):
    """The bits of a number, as a list."""
    return [*_iter_bits_lsb(value)]


def bin(num, max_bits=None):
    """Binary digits after a digit for the sign."""
    width = num.bit_length()
    digits = format(num & (1 << width) - 1, f"0{width}b") if width else ""
    sign = "1" if num < 0 else "0"
    return f"0b{sign} {digits.rjust(max_bits or 0, sign)}"


# --- Values that are replaced -----------------------------------------------

class nonmember:
    """Wraps a value that stays a plain attribute."""

    def __init__(self, value):
        self.value = value


class member:
    """Wraps a value that becomes a member, whatever it is."""

    def __init__(self, value):
        self.value = value


class _Null:
    def __repr__(self):
        return "_auto_null"


_auto_null = _Null()


class auto:
    """Stands for the next value."""

    def __init__(self, value=_auto_null):
        self.value = value

    def __repr__(self):
        return f"auto({self.value!r})"


# --- Bodies -----------------------------------------------------------------

_KNOWN_SUNDERS = frozenset("""
    _order_ _generate_next_value_ _numeric_repr_ _missing_ _ignore_
    _iter_member_ _iter_member_by_value_ _iter_member_by_def_""".split())


def words(names):
    """The names in a text, or a list of names as it is."""
    return names.replace(",", " ").split() if isinstance(names, str) else (
        names)


class _EnumDict(dict):
    """The namespace of a class body; knows which names are members."""

    def __init__(self, cls_name=""):
        self._cls_name = cls_name
        self._member_names = {}
        self._values = []         # of members so far
        self._ignore = []
        self._next_value = None   # the function behind auto()
        self._used_auto = False

    def __setitem__(self, key, value):
        put = dict.__setitem__
        if _is_private(self._cls_name, key):
            put(self, key, value)
        elif _is_sunder(key):
            put(self, key, self._take_sunder(key, value))
        elif _is_dunder(key):
            put(self, "_order_" if key == "__order__" else key, value)
        elif key in self._member_names:
            self._refuse(key)
        elif isinstance(value, nonmember):
            put(self, key, value.value)
        elif key in self._ignore or _is_descriptor(value):
            put(self, key, value)
        else:
            if _is_nested(self._cls_name, value):
                warnings.warn(
                    "In 3.13 classes created inside an enum will not become "
                    "a member.\nUse the `member` decorator to keep the "
                    "current behavior.", DeprecationWarning, stacklevel=2)
            if key in self:
                self._refuse(key)
            put(self, key, self._take_member(key, value))

    def _refuse(self, key):
        raise TypeError(f"{key!r} already defined as {self[key]!r}")

    def _take_sunder(self, key, value):
        if key not in _KNOWN_SUNDERS:
            raise ValueError(f"_sunder_ names, such as {key!r}, are reserved "
                             "for future Enum use")
        if key == "_ignore_":
            self._ignore = value = list(words(value))
            late = set(value).intersection(self._member_names)
            if late:
                raise ValueError("_ignore_ cannot specify already set names: "
                                 f"{late!r}")
        elif key == "_generate_next_value_":
            if self._used_auto:
                raise TypeError("_generate_next_value_ must be defined "
                                "before members")
            self._next_value = getattr(value, "__func__", value)
        return value

    def _take_member(self, key, value):
        if isinstance(value, member):
            value = value.value
        if isinstance(value, auto):
            value = self._resolve(key, value)
        elif type(value) is tuple:
            value = tuple([self._resolve(key, item)
                           if isinstance(item, auto) else item
                           for item in value])
        self._member_names[key] = None
        self._values.append(value)
        return value

    def _resolve(self, key, item):
        if item.value == _auto_null:
            item.value = self._next_value(
                key, 1, len(self._member_names), self._values.copy())
            self._used_auto = True
        return item.value

    def update(self, members, *more_members, **more):
        """Set several names, as in the class body."""
        pairs = [(name, members[name]) for name in members.keys()] if (
            hasattr(members, "keys")) else members
        for name, value in (*pairs, *more_members, *more.items()):
            self[name] = value
