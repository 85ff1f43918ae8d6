"""collections - containers beyond list, tuple, dict and set.

SPDX-License-Identifier: Apache-2.0
"""

import sys
from _collections_abc import GenericAlias
from collections._chain import ChainMap
from collections._counter import Counter, _count_elements
from collections._deque import deque
from collections._dicts import OrderedDict, defaultdict
from collections._user import UserDict, UserList, UserString
from keyword import iskeyword
from operator import itemgetter

__all__ = ["ChainMap", "Counter", "OrderedDict", "UserDict", "UserList",
           "UserString", "defaultdict", "deque", "namedtuple"]


def _check_names(typename, names, rename):
    """Check (or mend) the names of a named tuple; return the fields."""
    seen = set()
    if rename:
        for i, name in enumerate(names):
            if (not name.isidentifier() or iskeyword(name)
                    or name.startswith("_") or name in seen):
                names[i] = f"_{i}"
            seen.add(name)
    for name in [typename, *names]:
        if type(name) is not str:
            raise TypeError("Type names and field names must be strings")
        if not name.isidentifier():
            raise ValueError("Type names and field names must be valid "
                             f"identifiers: {name!r}")
        if iskeyword(name):
            raise ValueError("Type names and field names cannot be a "
                             f"keyword: {name!r}")
    seen = set()
    for name in names:
        if name.startswith("_") and not rename:
            raise ValueError("Field names cannot start with an underscore: "
                             f"{name!r}")
        if name in seen:
            raise ValueError(f"Encountered duplicate field name: {name!r}")
        seen.add(name)
    return tuple(names)


def _wide_constructor(typename, fields, defaults):
    """__new__ for more fields than a compiled function has registers."""
    given = dict(zip(reversed(fields), reversed(defaults or ())))

    def __new__(_cls, /, *args, **kwargs):
        where = f"{typename}.__new__()"
        if len(args) > len(fields):
            raise TypeError(
                f"{where} takes {len(fields) + 1} positional arguments but "
                f"{len(args) + 1} were given")
        values = dict(zip(fields, args))
        for name, value in kwargs.items():
            if name in values:
                raise TypeError(
                    f"{where} got multiple values for argument {name!r}")
            if name not in fields:
                raise TypeError(
                    f"{where} got an unexpected keyword argument {name!r}")
            values[name] = value
        missing = [name for name in fields
                   if name not in values and name not in given]
        if missing:
            raise TypeError(f"{where} missing {len(missing)} required "
                            "positional arguments")
        return tuple.__new__(_cls, [
            values[name] if name in values else given[name]
            for name in fields])

    return __new__


def _constructor(typename, fields, defaults):
    """Compile __new__ with the fields as parameters."""
    if len(fields) > 100:
        return _wide_constructor(typename, fields, defaults)
    params = ", ".join(fields)
    if len(fields) == 1:
        params += ","
    scope = {"_new": tuple.__new__, "__builtins__": {},
             "__name__": f"namedtuple_{typename}"}
    function = eval(f"lambda _cls, {params}: _new(_cls, ({params}))", scope)
    function.__name__ = "__new__"
    function.__doc__ = f"Create new instance of {typename}({_inner(fields)})"
    if defaults is not None:
        function.__defaults__ = defaults
    return function


def _no_set(self, value):
    raise AttributeError("can't set attribute")


def _no_delete(self):
    raise AttributeError("can't delete attribute")


def _inner(fields):
    return repr(fields).replace("'", "")[1:-1]


def _methods(typename, fields):
    """Make the methods that every named tuple has."""
    template = "(" + ", ".join([name + "=%r" for name in fields]) + ")"

    def _make(cls, iterable):
        result = tuple.__new__(cls, iterable)
        if len(result) != len(fields):
            raise TypeError(f"Expected {len(fields)} arguments, "
                            f"got {len(result)}")
        return result

    def _replace(self, /, **kwds):
        result = self._make(map(kwds.pop, fields, self))
        if kwds:
            raise ValueError(f"Got unexpected field names: {list(kwds)!r}")
        return result

    def __repr__(self):
        """Name(field=value, ...)"""
        return self.__class__.__name__ + template % self

    def _asdict(self):
        """The fields as a dict."""
        return dict(zip(self._fields, self))

    def __getnewargs__(self):
        """The values, for copy and pickle."""
        return tuple(self)

    _make.__doc__ = (f"Make a new {typename} object from a sequence or "
                     "iterable")
    _replace.__doc__ = (f"Return a new {typename} object replacing specified "
                        "fields with new values")
    return (classmethod(_make), _replace, __repr__, _asdict, __getnewargs__)


def namedtuple(typename, field_names, *, rename=False, defaults=None,
               module=None):
    """Return a new subclass of tuple with named fields."""
    if isinstance(field_names, str):
        field_names = field_names.replace(",", " ").split()
    names = list(map(str, field_names))
    typename = sys.intern(str(typename))
    fields = _check_names(typename, names, rename)
    field_defaults = {}
    if defaults is not None:
        defaults = tuple(defaults)
        if len(defaults) > len(fields):
            raise TypeError("Got more default values than field names")
        skip = len(fields) - len(defaults)
        field_defaults = dict(zip(fields[skip:], defaults))
    new = _constructor(typename, fields, defaults)
    make, replace, show, asdict, newargs = _methods(typename, fields)
    for method in (new, make.__func__, replace, show, asdict, newargs):
        method.__qualname__ = f"{typename}.{method.__name__}"
    namespace = {
        "__doc__": f"{typename}({_inner(fields)})",
        "__slots__": (),
        "_fields": fields,
        "_field_defaults": field_defaults,
        "__new__": new,
        "_make": make,
        "_replace": replace,
        "__repr__": show,
        "_asdict": asdict,
        "__getnewargs__": newargs,
        "__match_args__": fields,
    }
    for index, name in enumerate(fields):
        namespace[name] = property(itemgetter(index), _no_set, _no_delete,
                                   f"Alias for field number {index}")
    result = type(typename, (tuple,), namespace)
    if module is None:
        try:
            module = sys._getframe(1).f_globals.get("__name__", "__main__")
        except (AttributeError, ValueError):
            pass
    if module is not None:
        result.__module__ = module
    return result
