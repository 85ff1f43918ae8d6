"""functools - higher-order functions.

SPDX-License-Identifier: Apache-2.0
"""

from abc import get_cache_token
from collections import namedtuple
from reprlib import recursive_repr

import _tally
from intrinsics import _twin

__all__ = ["update_wrapper", "wraps", "WRAPPER_ASSIGNMENTS",
           "WRAPPER_UPDATES", "total_ordering", "cache", "cmp_to_key",
           "lru_cache", "reduce", "partial", "partialmethod",
           "singledispatch", "singledispatchmethod", "cached_property"]

GenericAlias = type(list[int])
_UnionType = type(int | str)
_MISSING = object()

WRAPPER_ASSIGNMENTS = ("__module__", "__name__", "__qualname__", "__doc__",
                       "__annotations__")
WRAPPER_UPDATES = ("__dict__",)


def update_wrapper(wrapper, wrapped, assigned=WRAPPER_ASSIGNMENTS,
                   updated=WRAPPER_UPDATES):
    """Make `wrapper` look like `wrapped` and return it."""
    for name in assigned:
        try:
            value = getattr(wrapped, name)
        except AttributeError:
            continue
        setattr(wrapper, name, value)
    for name in updated:
        getattr(wrapper, name).update(getattr(wrapped, name, {}))
    wrapper.__wrapped__ = wrapped
    return wrapper


def wraps(wrapped, assigned=WRAPPER_ASSIGNMENTS, updated=WRAPPER_UPDATES):
    """Decorator factory: apply update_wrapper() to a wrapper function."""
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
    """Class decorator that fills in missing ordering methods."""
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
    """Convert a cmp= function into a key= function."""
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

    def __lt__(self, other):
        if not isinstance(other, KeyWrapper):
            raise TypeError("other argument must be K instance")
        return self._cmp(self.obj, other.obj) < 0

    def __gt__(self, other):
        if not isinstance(other, KeyWrapper):
            raise TypeError("other argument must be K instance")
        return self._cmp(self.obj, other.obj) > 0

    def __eq__(self, other):
        if not isinstance(other, KeyWrapper):
            raise TypeError("other argument must be K instance")
        return self._cmp(self.obj, other.obj) == 0

    def __le__(self, other):
        if not isinstance(other, KeyWrapper):
            raise TypeError("other argument must be K instance")
        return self._cmp(self.obj, other.obj) <= 0

    def __ge__(self, other):
        if not isinstance(other, KeyWrapper):
            raise TypeError("other argument must be K instance")
        return self._cmp(self.obj, other.obj) >= 0


# native candidate
def reduce(function, sequence, initial=_MISSING, /):
    """reduce(function, iterable[, initial]) -> value

Apply a function of two arguments cumulatively to the items of a sequence
or iterable, from left to right, so as to reduce the iterable to a single
value."""
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
    """partial(func, *args, **keywords) - new function with partial application
    of the given arguments and keywords.
"""

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
                keywords = {**func.keywords, **keywords}
            func = func.func
        self = super().__new__(cls)
        self.func = func
        self.args = args
        self.keywords = keywords
        return self

    @_twin("_tally.partial_call")
    def _py_call(self, /, *args, **keywords):
        if self.keywords:
            if keywords:
                keywords = {**self.keywords, **keywords}
            else:
                keywords = self.keywords
        return self.func(*self.args, *args, **keywords)

    __call__ = _tally.partial_call

    @recursive_repr()
    def __repr__(self):
        kind = type(self)
        name = "functools.partial" if kind is partial else kind.__name__
        parts = [repr(self.func)]
        parts.extend([repr(arg) for arg in self.args])
        parts.extend([f"{key}={value!r}"
                      for key, value in self.keywords.items()])
        return f"{name}({', '.join(parts)})"

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
        self.args = tuple(args)
        self.keywords = {} if keywords is None else dict(keywords)
        self.__dict__ = {} if namespace is None else namespace

    __class_getitem__ = classmethod(GenericAlias)


class partialmethod:
    """A method with some arguments already given."""

    def __init__(self, func, /, *args, **keywords):
        if not callable(func) and not hasattr(func, "__get__"):
            raise TypeError(f"{func!r} is not callable or a descriptor")
        if isinstance(func, partialmethod):
            args = func.args + args
            keywords = {**func.keywords, **keywords}
            func = func.func
        self.func = func
        self.args = args
        self.keywords = keywords

    def __repr__(self):
        parts = [repr(self.func)]
        parts.extend([repr(arg) for arg in self.args])
        parts.extend([f"{key}={value!r}"
                      for key, value in self.keywords.items()])
        kind = self.__class__
        return f"{kind.__module__}.{kind.__qualname__}({', '.join(parts)})"

    def _make_unbound_method(self):
        def _method(cls_or_self, /, *args, **keywords):
            keywords = {**self.keywords, **keywords}
            return self.func(cls_or_self, *self.args, *args, **keywords)
        _method.__isabstractmethod__ = self.__isabstractmethod__
        _method._partialmethod = self
        return _method

    def __get__(self, obj, cls=None):
        get = getattr(self.func, "__get__", None)
        if get is not None:
            bound = get(obj, cls)
            if bound is not self.func:
                result = partial(bound, *self.args, **self.keywords)
                try:
                    result.__self__ = bound.__self__
                except AttributeError:
                    pass
                return result
        return self._make_unbound_method().__get__(obj, cls)

    @property
    def __isabstractmethod__(self):
        return getattr(self.func, "__isabstractmethod__", False)

    __class_getitem__ = classmethod(GenericAlias)


def _unwrap_partial(func):
    while isinstance(func, partial):
        func = func.func
    return func


# --- lru_cache --------------------------------------------------------------

_CacheInfo = namedtuple("CacheInfo",
                        ["hits", "misses", "maxsize", "currsize"])
_KEYWORDS = (object(),)


def _make_key(args, kwds, typed):
    """Make the key of a call; one int or str stands for itself."""
    key = args
    if kwds:
        key += _KEYWORDS
        for item in kwds.items():
            key += item
    if typed:
        key += tuple([type(value) for value in args])
        if kwds:
            key += tuple([type(value) for value in kwds.values()])
    elif len(key) == 1:
        kind = type(key[0])
        if kind is int or kind is str:
            return key[0]
    return key


def _uncached(user_function, typed):
    misses = 0

    def wrapper(*args, **kwds):
        nonlocal misses
        misses += 1
        return user_function(*args, **kwds)

    def cache_info():
        """Report cache statistics"""
        return _CacheInfo(0, misses, 0, 0)

    def cache_clear():
        """Clear the cache and cache statistics"""
        nonlocal misses
        misses = 0

    return wrapper, cache_info, cache_clear


def _unbounded(user_function, typed):
    hits = misses = 0
    cache = {}
    find = cache.get
    missing = object()

    # native candidate
    def wrapper(*args, **kwds):
        nonlocal hits, misses
        if kwds or typed or len(args) != 1:
            key = _make_key(args, kwds, typed)
        else:
            key = args[0]
            kind = key.__class__
            if kind is not int and kind is not str:
                key = args
        result = find(key, missing)
        if result is not missing:
            hits += 1
            return result
        misses += 1
        result = cache[key] = user_function(*args, **kwds)
        return result

    def cache_info():
        """Report cache statistics"""
        return _CacheInfo(hits, misses, None, len(cache))

    def cache_clear():
        """Clear the cache and cache statistics"""
        nonlocal hits, misses
        cache.clear()
        hits = misses = 0

    return wrapper, cache_info, cache_clear


def _bounded(user_function, maxsize, typed):
    """A ring of links [older, newer, key, result]; `root` closes it."""
    hits = misses = 0
    cache = {}
    find = cache.get
    count = cache.__len__
    root = []
    root[:] = [root, root, None, None]

    # native candidate
    def wrapper(*args, **kwds):
        nonlocal hits, misses
        key = _make_key(args, kwds, typed)
        link = find(key)
        if link is not None:
            hits += 1
            older, newer, _, result = link
            older[1] = newer
            newer[0] = older
            last = root[0]
            last[1] = root[0] = link
            link[0] = last
            link[1] = root
            return result
        misses += 1
        result = user_function(*args, **kwds)
        if key in cache:  # the call itself stored it
            return result
        if count() >= maxsize:
            oldest = root[1]
            root[1] = oldest[1]
            oldest[1][0] = root
            del cache[oldest[2]]
        last = root[0]
        last[1] = root[0] = cache[key] = [last, root, key, result]
        return result

    def cache_info():
        """Report cache statistics"""
        return _CacheInfo(hits, misses, maxsize, len(cache))

    def cache_clear():
        """Clear the cache and cache statistics"""
        nonlocal hits, misses
        cache.clear()
        root[:] = [root, root, None, None]
        hits = misses = 0

    return wrapper, cache_info, cache_clear


def _cached(user_function, maxsize, typed):
    if not callable(user_function):
        raise TypeError("the first argument must be callable")
    if maxsize is None:
        parts = _unbounded(user_function, typed)
    elif maxsize == 0:
        parts = _uncached(user_function, typed)
    else:
        parts = _bounded(user_function, maxsize, typed)
    wrapper, wrapper.cache_info, wrapper.cache_clear = parts
    wrapper.cache_parameters = lambda: {"maxsize": maxsize, "typed": typed}
    return update_wrapper(wrapper, user_function)


def lru_cache(maxsize=128, typed=False):
    """Decorator that remembers the results of the latest calls."""
    if isinstance(maxsize, int):
        if maxsize < 0:
            maxsize = 0
    elif callable(maxsize) and isinstance(typed, bool):
        return _cached(maxsize, 128, typed)
    elif maxsize is not None:
        raise TypeError("Expected first argument to be an integer, a "
                        "callable, or None")

    def decorating_function(user_function):
        return _cached(user_function, maxsize, typed)

    return decorating_function


def cache(user_function, /):
    """Simple lightweight unbounded cache.  Sometimes called "memoize"."""
    return lru_cache(maxsize=None)(user_function)


# --- singledispatch ---------------------------------------------------------

def _merge(sequences):
    """Merge MROs by the C3 rule."""
    result = []
    while True:
        sequences = [seq for seq in sequences if seq]
        if not sequences:
            return result
        for seq in sequences:
            candidate = seq[0]
            if not any(candidate in other[1:] for other in sequences):
                break
        else:
            raise RuntimeError("Inconsistent hierarchy")
        result.append(candidate)
        for seq in sequences:
            if seq[0] is candidate:
                del seq[0]


def _c3_mro(cls, abcs):
    """The MRO of a class in which the given ABCs are also inserted."""
    bases = cls.__bases__
    for at in range(len(bases), 0, -1):
        if hasattr(bases[at - 1], "__abstractmethods__"):
            break
    else:
        at = 0
    explicit = list(bases[:at])
    others = list(bases[at:])
    inserted = [base for base in abcs if issubclass(cls, base)
                and not any(issubclass(b, base) for b in bases)]
    rest = [base for base in abcs if base not in inserted]
    mros = [_c3_mro(base, rest) for base in explicit + inserted + others]
    return _merge([[cls], *mros, explicit, inserted, others])


def _compose_mro(cls, types):
    """The MRO of `cls` with those of `types` that are its virtual bases."""
    own = set(cls.__mro__)
    virtual = [t for t in types
               if t not in own and hasattr(t, "__mro__")
               and not isinstance(t, GenericAlias) and issubclass(cls, t)]
    candidates = [t for t in virtual
                  if not any(t is not other and t in other.__mro__
                             for other in virtual)]
    wanted = set(types)
    abcs = []
    for t in candidates:
        found = []
        for sub in t.__subclasses__():
            if sub not in own and issubclass(cls, sub):
                found.append([s for s in sub.__mro__ if s in wanted])
        if not found:
            abcs.append(t)
            continue
        found.sort(key=len, reverse=True)
        for mro in found:
            for sub in mro:
                if sub not in abcs:
                    abcs.append(sub)
    return _c3_mro(cls, abcs)


def _find_impl(cls, registry):
    """Choose the implementation for a class that is not registered."""
    mro = _compose_mro(cls, registry.keys())
    match = None
    for t in mro:
        if match is not None:
            if (t in registry and t not in cls.__mro__
                    and match not in cls.__mro__
                    and not issubclass(match, t)):
                raise RuntimeError(f"Ambiguous dispatch: {match} or {t}")
            break
        if t in registry:
            match = t
    return registry.get(match)


def _union_members(cls):
    """The members of a union of types; None for anything else."""
    if isinstance(cls, _UnionType):
        return cls.__args__
    kind = type(cls)
    if kind.__module__ == "typing" and kind.__name__ == "_UnionGenericAlias":
        return cls.__args__
    return None


def _is_dispatchable(cls):
    return isinstance(cls, type) and not isinstance(cls, GenericAlias)


def _first_hint(func):
    """The name and type of the first annotated parameter."""
    name, hint = next(iter(func.__annotations__.items()))
    if isinstance(hint, str):
        target = func
        while hasattr(target, "__wrapped__"):
            target = target.__wrapped__
        hint = eval(hint, getattr(target, "__globals__", {}))
    return name, type(None) if hint is None else hint


def singledispatch(func):
    """Turn a function into one that chooses by its first argument's type."""
    registry = {}
    dispatch_cache = {}
    cache_token = None
    funcname = getattr(func, "__name__", "singledispatch function")

    def dispatch(cls):
        """Return the best implementation for a class."""
        nonlocal cache_token
        if cache_token is not None:
            current = get_cache_token()
            if cache_token != current:
                dispatch_cache.clear()
                cache_token = current
        try:
            return dispatch_cache[cls]
        except KeyError:
            pass
        impl = registry.get(cls)
        if impl is None:
            impl = _find_impl(cls, registry)
        dispatch_cache[cls] = impl
        return impl

    def check(cls, func):
        """Return the classes to register and the function, if known."""
        members = _union_members(cls)
        if _is_dispatchable(cls) or (
                members and all(map(_is_dispatchable, members))):
            return cls, func
        if func is not None:
            raise TypeError("Invalid first argument to `register()`. "
                            f"{cls!r} is not a class or union type.")
        if not getattr(cls, "__annotations__", {}):
            raise TypeError(
                f"Invalid first argument to `register()`: {cls!r}. Use "
                "either `@register(some_class)` or plain `@register` on an "
                "annotated function.")
        func = cls
        name, cls = _first_hint(func)
        members = _union_members(cls)
        if members and not all(map(_is_dispatchable, members)):
            raise TypeError(f"Invalid annotation for {name!r}. {cls!r} not "
                            "all arguments are classes.")
        if not members and not _is_dispatchable(cls):
            raise TypeError(f"Invalid annotation for {name!r}. {cls!r} is "
                            "not a class.")
        return cls, func

    def register(cls, func=None):
        """Register an implementation for a class or a union of classes."""
        nonlocal cache_token
        cls, func = check(cls, func)
        if func is None:
            return lambda f: register(cls, f)
        for member in _union_members(cls) or (cls,):
            registry[member] = func
        if cache_token is None and hasattr(cls, "__abstractmethods__"):
            cache_token = get_cache_token()
        dispatch_cache.clear()
        return func

    def wrapper(*args, **kw):
        if not args:
            raise TypeError(f"{funcname} requires at least "
                            "1 positional argument")
        return dispatch(args[0].__class__)(*args, **kw)

    registry[object] = func
    wrapper.register = register
    wrapper.dispatch = dispatch
    wrapper.registry = type(type.__dict__)(registry)
    wrapper._clear_cache = dispatch_cache.clear
    update_wrapper(wrapper, func)
    return wrapper


class singledispatchmethod:
    """singledispatch for methods: chooses by the first argument after self."""

    def __init__(self, func):
        if not callable(func) and not hasattr(func, "__get__"):
            raise TypeError(f"{func!r} is not callable or a descriptor")
        self.dispatcher = singledispatch(func)
        self.func = func

    def register(self, cls, method=None):
        """Register an implementation for a class."""
        return self.dispatcher.register(cls, func=method)

    def __get__(self, obj, cls=None):
        dispatch = self.dispatcher.dispatch

        def _method(*args, **kwargs):
            method = dispatch(args[0].__class__)
            return method.__get__(obj, cls)(*args, **kwargs)

        _method.__isabstractmethod__ = self.__isabstractmethod__
        _method.register = self.register
        update_wrapper(_method, self.func)
        return _method

    @property
    def __isabstractmethod__(self):
        return getattr(self.func, "__isabstractmethod__", False)


# --- cached_property --------------------------------------------------------

class cached_property:
    """A method whose result replaces it in the instance."""

    def __init__(self, func):
        self.func = func
        self.attrname = None
        self.__doc__ = func.__doc__

    def __set_name__(self, owner, name):
        if self.attrname is None:
            self.attrname = name
        elif name != self.attrname:
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
