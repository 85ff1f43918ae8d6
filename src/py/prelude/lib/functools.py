"""functools - higher-order functions.

SPDX-License-Identifier: Apache-2.0
"""

from _singledispatch import _mro_with as _c3_mro
from _singledispatch import _ranked as _compose_mro
from _singledispatch import make_function as _make_function
from _lru import _CacheInfo, _lru_cache_wrapper, _make_key
from collections import namedtuple
from reprlib import recursive_repr

import _attributes
import _tally
from _sorting import _key_less
from intrinsics import _twin

__all__ = ["update_wrapper", "wraps", "WRAPPER_ASSIGNMENTS",
           "WRAPPER_UPDATES", "total_ordering", "cache", "cmp_to_key",
           "lru_cache", "reduce", "partial", "partialmethod",
           "singledispatch", "singledispatchmethod", "cached_property"]

GenericAlias = type(list[int])
_MISSING = object()

WRAPPER_ASSIGNMENTS = ("__module__", "__name__", "__qualname__", "__doc__",
                       "__annotations__")
WRAPPER_UPDATES = ("__dict__",)


def update_wrapper(wrapper, wrapped, assigned=WRAPPER_ASSIGNMENTS,
                   updated=WRAPPER_UPDATES):
    """Make `wrapper` look like `wrapped` and return it."""
    for name in assigned:
        value = getattr(wrapped, name, _MISSING)
        if value is not _MISSING:
            setattr(wrapper, name, value)
    for name in updated:
        getattr(wrapper, name).update(getattr(wrapped, name, ()))
    setattr(wrapper, "__wrapped__", wrapped)  # not one of the updated
    return wrapper


def wraps(wrapped, assigned=WRAPPER_ASSIGNMENTS, updated=WRAPPER_UPDATES):
    """update_wrapper() as a decorator."""
    return partial(update_wrapper, wrapped=wrapped, assigned=assigned,
                   updated=updated)


# --- total_ordering ---------------------------------------------------------

def _not(name):
    """The opposite of the given comparison."""
    def compare(self, other):
        answer = getattr(type(self), name)(self, other)
        return answer if answer is NotImplemented else not answer
    return compare


def _or_equal(name):
    """The given comparison, or equality."""
    def compare(self, other):
        answer = getattr(type(self), name)(self, other)
        if answer is NotImplemented:
            return answer
        return answer or self == other
    return compare


def _not_and_unequal(name):
    """Neither the given comparison nor equality."""
    def compare(self, other):
        answer = getattr(type(self), name)(self, other)
        if answer is NotImplemented:
            return answer
        return not answer and self != other
    return compare


def _and_unequal(name):
    """The given comparison, but not equality."""
    def compare(self, other):
        answer = getattr(type(self), name)(self, other)
        if answer is NotImplemented:
            return answer
        return answer and self != other
    return compare


def _not_or_equal(name):
    """The opposite of the given comparison, or equality."""
    def compare(self, other):
        answer = getattr(type(self), name)(self, other)
        if answer is NotImplemented:
            return answer
        return not answer or self == other
    return compare


def _derived(root, *rules):
    """Make the comparisons that follow from the comparison `root`."""
    methods = {}
    for name, make in rules:
        methods[name] = method = make(root)
        method.__name__ = name
    return methods


_ORDERING = {
    "__lt__": _derived("__lt__", ("__gt__", _not_and_unequal),
                       ("__le__", _or_equal), ("__ge__", _not)),
    "__le__": _derived("__le__", ("__ge__", _not_or_equal),
                       ("__lt__", _and_unequal), ("__gt__", _not)),
    "__gt__": _derived("__gt__", ("__lt__", _not_and_unequal),
                       ("__ge__", _or_equal), ("__le__", _not)),
    "__ge__": _derived("__ge__", ("__le__", _not_or_equal),
                       ("__gt__", _and_unequal), ("__lt__", _not)),
}


def total_ordering(cls):
    """Give a class the order operators that follow from those it has."""
    roots = {name for name in _ORDERING
             if getattr(cls, name, None) is not getattr(object, name, None)}
    if not roots:
        raise ValueError("must define at least one ordering operation: "
                         "< > <= >=")
    root = max(roots)  # prefers __lt__, then __le__, __gt__, __ge__
    for name, method in _ORDERING[root].items():
        if name not in roots:
            setattr(cls, name, method)
    return cls


# --- cmp_to_key and reduce --------------------------------------------------

def cmp_to_key(mycmp):
    """Make a sort key of a function that compares two items."""
    return KeyWrapper(mycmp, None)


class KeyWrapper:
    """A sort key that compares through a cmp function."""

    __slots__ = ("_cmp", "obj")
    __hash__ = None

    def __init__(self, _cmp, obj):
        self._cmp = _cmp
        self.obj = obj

    def __call__(self, obj):
        return KeyWrapper(self._cmp, obj)

    @_twin("_sorting._key_less")
    def _py_less(self, other, /):
        return self._compare(other) < 0

    __lt__ = _key_less

    def _compare(self, other):
        if isinstance(other, KeyWrapper):
            return self._cmp(self.obj, other.obj)
        raise TypeError("other argument must be K instance")

    def __gt__(self, other):
        return self._compare(other) > 0

    def __eq__(self, other):
        return self._compare(other) == 0

    def __le__(self, other):
        return self._compare(other) <= 0

    def __ge__(self, other):
        return self._compare(other) >= 0


# native candidate
def reduce(function, sequence, initial=_MISSING, /):
    """Combine all items by a function of two arguments, from the left."""
    try:
        items = iter(sequence)
    except TypeError:
        raise TypeError("reduce() arg 2 must support iteration") from None
    if initial is _MISSING:
        for value in items:
            break
        else:
            raise TypeError(
                "reduce() of empty iterable with no initial value")
    else:
        value = initial
    for item in items:
        value = function(value, item)
    return value


# --- partial ----------------------------------------------------------------

class partial:
    """A function with some arguments already given."""

    __slots__ = "func", "args", "keywords", "__dict__", "__weakref__"

    def __new__(cls, /, *args, **keywords):
        if not args:
            raise TypeError("type 'partial' takes at least one argument")
        func, *rest = args
        if not callable(func):
            raise TypeError("the first argument must be callable")
        args = tuple(rest)
        if isinstance(func, partial) and not func.__dict__:
            args = func.args + args
            if func.keywords:
                keywords = func.keywords | keywords
            func = func.func
        self = super().__new__(cls)
        self.func = func
        self.args = args
        self.keywords = keywords
        return self

    @_twin("_tally.partial_call")
    def _py_call(self, /, *args, **keywords):
        if self.keywords:
            keywords = self.keywords | keywords
        return self.func(*(self.args + args), **keywords)

    __call__ = _tally.partial_call

    @recursive_repr()
    def __repr__(self):
        kind = type(self)
        name = "functools.partial" if kind is partial else kind.__name__
        return f"{name}({_shown(self)})"

    def __reduce__(self):
        state = (self.func, self.args, self.keywords, self.__dict__ or None)
        return type(self), (self.func,), state

    def __setstate__(self, state):
        if (not isinstance(state, tuple) or len(state) != 4
                or not callable(state[0]) or not isinstance(state[1], tuple)
                or not (state[2] is None or isinstance(state[2], dict))
                or not (state[3] is None or isinstance(state[3], dict))):
            raise TypeError("invalid partial state")
        func, args, keywords, namespace = state
        self.func = func
        self.args = args if type(args) is tuple else tuple(args)
        if type(keywords) is not dict:
            keywords = {} if keywords is None else dict(keywords)
        self.keywords = keywords
        self.__dict__ = {} if namespace is None else namespace

    __class_getitem__ = classmethod(GenericAlias)


def _shown(obj):
    """Function and arguments of a partial object, as text."""
    words = [repr(item) for item in (obj.func, *obj.args)]
    words += [f"{key}={value!r}" for key, value in obj.keywords.items()]
    return ", ".join(words)


def _require_method(func):
    if not (callable(func) or hasattr(func, "__get__")):
        raise TypeError(f"{func!r} is not callable or a descriptor")


class _Abstractness:
    """A wrapper is abstract if what it wraps is."""

    @property
    def __isabstractmethod__(self):
        return getattr(self.func, "__isabstractmethod__", False)


class partialmethod(_Abstractness):
    """A method with some arguments already given."""

    def __init__(self, func, /, *args, **keywords):
        _require_method(func)
        if isinstance(func, partialmethod):  # one for both
            args = (*func.args, *args)
            keywords = func.keywords | keywords
            func = func.func
        self.func = func
        self.args = args
        self.keywords = keywords

    def __repr__(self):
        kind = type(self)
        return f"{kind.__module__}.{kind.__qualname__}({_shown(self)})"

    def _as_function(self):
        def method(owner, /, *args, **keywords):
            return self.func(owner, *(self.args + args),
                             **(self.keywords | keywords))
        method.__name__ = method.__qualname__ = "_method"
        method.__isabstractmethod__ = self.__isabstractmethod__
        method._partialmethod = self
        return method

    def __get__(self, obj, cls=None):
        bind = getattr(self.func, "__get__", None)
        bound = self.func if bind is None else bind(obj, cls)
        if bound is self.func:  # not a descriptor that knows better
            return self._as_function().__get__(obj, cls)
        made = partial(bound, *self.args, **self.keywords)
        if hasattr(bound, "__self__"):
            made.__self__ = bound.__self__
        return made

    __class_getitem__ = classmethod(GenericAlias)


def _unwrap_partial(func):
    return _unwrap_partial(func.func) if isinstance(func, partial) else func


# --- lru_cache --------------------------------------------------------------

def lru_cache(maxsize=128, typed=False):
    """Let a function remember the results of its latest calls."""
    is_number = isinstance(maxsize, int)
    if not is_number and callable(maxsize) and isinstance(typed, bool):
        return _cached(maxsize, 128, typed)  # used without parentheses
    if not is_number and maxsize is not None:
        raise TypeError("Expected first argument to be an integer, a "
                        "callable, or None")
    size = max(maxsize, 0) if is_number else None
    return lambda user_function: _cached(user_function, size, typed)


def _cached(user_function, maxsize, typed):
    return update_wrapper(_lru_cache_wrapper(user_function, maxsize, typed,
                                             _CacheInfo), user_function)


def cache(user_function, /):
    """Let a function remember the results of all its calls."""
    return _cached(user_function, None, False)


# --- singledispatch ---------------------------------------------------------

def singledispatch(func):
    """Turn a function into one that chooses by its first argument's type."""
    return update_wrapper(_make_function(func), func)


class singledispatchmethod(_Abstractness):
    """singledispatch for methods: chooses by the first argument after self."""

    def __init__(self, func):
        _require_method(func)
        self.func = func
        self.dispatcher = singledispatch(func)

    def register(self, cls, method=None):
        """Add an implementation; also used as a decorator."""
        return self.dispatcher.register(cls, method)

    def __get__(self, obj, cls=None):
        choose = self.dispatcher.dispatch

        def method(*args, **kwargs):
            function = choose(args[0].__class__)
            return function.__get__(obj, cls)(*args, **kwargs)

        method.__name__ = "_method"
        method.register = self.register
        method.__isabstractmethod__ = self.__isabstractmethod__
        return update_wrapper(method, self.func)


# --- cached_property --------------------------------------------------------

class cached_property:
    """A method whose result replaces it in the instance."""

    def __init__(self, func):
        self.func = func
        self.attrname = None
        self.__doc__ = getattr(func, "__doc__", None)

    def __set_name__(self, owner, name):
        if self.attrname is None:
            self.attrname = name
        if self.attrname != name:
            raise TypeError(
                "Cannot assign the same cached_property to two different "
                f"names ({self.attrname!r} and {name!r}).")

    def __get__(self, instance, owner=None):
        if instance is None:
            return self
        name = self.attrname
        if name is None:
            raise TypeError("Cannot use cached_property instance without "
                            "calling __set_name__ on it.")
        if _attributes.store(instance, {}):  # it needs no dict
            value = _attributes.own(instance, name, _MISSING)
            if value is _MISSING:
                value = self.func(instance)
                if not _attributes.store(instance, {name: value}):
                    instance.__dict__[name] = value
            return value
        try:
            store = instance.__dict__
        except AttributeError:
            raise TypeError(
                "No '__dict__' attribute on "
                f"{type(instance).__name__!r} instance to cache {name!r} "
                "property.") from None
        value = store.get(name, _MISSING)
        if value is not _MISSING:
            return value
        value = self.func(instance)
        try:
            store[name] = value
        except TypeError:
            raise TypeError(
                f"The '__dict__' attribute on {type(instance).__name__!r} "
                "instance does not support item assignment for caching "
                f"{name!r} property.") from None
        return value

    __class_getitem__ = classmethod(GenericAlias)


def __getattr__(name):
    if name == "RLock":  # threading itself needs this module
        return __import__("threading").RLock
    raise AttributeError(f"module 'functools' has no attribute {name!r}")
