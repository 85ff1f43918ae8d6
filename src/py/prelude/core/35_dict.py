"""Twins of the methods of dict, set and frozenset.

They serve keys with their own __hash__ or __eq__ and iterables that run
Python code.  `_unwrap` gives the built-in inside an instance of a subclass:
like CPython's C code they never call overridden methods of it.
"""


# --- dict ----------------------------------------------------------------------


def _dict_fill(d, other):
    """d.update(other) for an exact dict d."""
    if isinstance(other, dict) and _reads_plainly(other):
        for key, value in _unwrap(other).items():
            d[key] = value
        return
    keys = getattr(other, 'keys', None)
    if keys is not None:
        for key in keys():
            d[key] = other[key]
        return
    number = 0
    for pair in other:
        if _dict_put_pair(d, pair):
            number += 1
            continue
        try:
            pair = [*pair]
        except TypeError:
            raise TypeError("cannot convert dictionary update sequence element "
                            f"#{number} to a sequence") from None
        if len(pair) != 2:
            raise ValueError(f"dictionary update sequence element #{number} "
                             f"has length {len(pair)}; 2 is required")
        d[pair[0]] = pair[1]
        number += 1


def _reads_plainly(d):
    cls = _type_of(d)
    return (_type_find(cls, '__iter__') is _type_find(dict, '__iter__')
            and _type_find(cls, 'keys') is _type_find(dict, 'keys'))


def _dict_take_all(d, name, args, kwargs):
    if len(args) > 1:
        raise TypeError(f"{name} expected at most 1 argument, got {len(args)}")
    if args:
        _dict_fill(d, args[0])
    for key in kwargs:
        d[key] = kwargs[key]


@_twin("dict.__new__")
def _dict_new(cls, /, *args, **kwargs):
    if cls is dict:
        if not args:
            return kwargs
        self = {}
        _dict_take_all(self, 'dict', args, kwargs)
        return self
    self = dict.__new__(cls)
    if _new_fills(cls):
        _dict_take_all(_unwrap(self), 'dict', args, kwargs)
    return self


@_twin("dict.__init__")
def _dict_init(self, /, *args, **kwargs):
    _dict_take_all(_unwrap(self), 'dict', args, kwargs)


@_twin("dict.update")
def _dict_update(self, /, *args, **kwargs):
    if not args:
        _unwrap(self).update(kwargs)
        return
    _dict_take_all(_unwrap(self), 'update', args, kwargs)


@_twin("dict.fromkeys")
def _dict_fromkeys(cls, iterable, value=None, /):
    out = cls()
    for key in iterable:
        out[key] = value
    return out


_twin("dict.get")(_key_find)
_twin("dict.setdefault")(_key_default)
_twin("dict.pop")(_key_pop)
_twin("set.add")(_set_key_add)


@_twin("dict.__getitem__")
def _dict_getitem(self, key, /):
    d = _unwrap(self)
    found = _dict_get(d, key, _missing)
    if found is not _missing:
        return found
    if d is not self:
        hook = _special(self, '__missing__')
        if hook is not None:
            return hook(key)
    raise KeyError(key)


@_twin("dict_keys.isdisjoint")
@_twin("dict_items.isdisjoint")
def _view_isdisjoint(self, other, /):
    for item in other:
        if item in self:
            return False
    return True


# --- mappingproxy -------------------------------------------------------------------


def _behind(proxy):
    return _proxy_mapping(proxy)


@_twin("mappingproxy.get")
def _proxy_get(self, key, default=None, /):
    return _behind(self).get(key, default)


@_twin("mappingproxy.keys")
def _proxy_keys(self, /):
    return _behind(self).keys()


@_twin("mappingproxy.values")
def _proxy_values(self, /):
    return _behind(self).values()


@_twin("mappingproxy.items")
def _proxy_items(self, /):
    return _behind(self).items()


@_twin("mappingproxy.copy")
def _proxy_copy(self, /):
    return _behind(self).copy()


@_twin("mappingproxy.__getitem__")
def _proxy_getitem(self, key, /):
    return _behind(self)[key]


@_twin("mappingproxy.__contains__")
def _proxy_contains(self, key, /):
    return key in _behind(self)


@_twin("mappingproxy.__len__")
def _proxy_len(self, /):
    return len(_behind(self))


@_twin("mappingproxy.__iter__")
def _proxy_iter(self, /):
    return iter(_behind(self))


@_twin("mappingproxy.__reversed__")
def _proxy_reversed(self, /):
    return reversed(_behind(self))


@_twin("mappingproxy.__or__")
def _proxy_or(self, other, /):
    return _behind(self) | other


@_twin("mappingproxy.__ror__")
def _proxy_ror(self, other, /):
    return other | _behind(self)


@_twin("mappingproxy.__str__")
def _proxy_str(self, /):
    return str(_behind(self))


@_twin("mappingproxy.__eq__")
def _proxy_eq(self, other, /):
    return _behind(self) == other


@_twin("mappingproxy.__ne__")
def _proxy_ne(self, other, /):
    return _behind(self) != other


# --- sets ---------------------------------------------------------------------------------


def _set_fill(s, iterable):
    for item in iterable:
        s.add(item)
    return s


@_twin("set.__new__")
def _set_new(cls, iterable=(), /):
    self = set.__new__(cls)
    if _new_fills(cls):
        _set_fill(_unwrap(self), iterable)
    return self


@_twin("frozenset.__new__")
def _frozenset_new(cls, iterable=(), /):
    if cls is frozenset and _type_of(iterable) is frozenset:
        return iterable
    return frozenset.__new__(cls, _set_frozen(_set_fill(set(), iterable)))


@_twin("set.__init__")
def _set_init(self, iterable=(), /):
    s = _set_fill(set(), iterable)
    _set_steal(_unwrap(self), s)


def _set_drop(s, item):
    key = _set_key(item)
    slot = _set_find(s, key, hash(key))
    if slot < 0:
        return False
    _set_del_at(s, slot)
    return True


@_twin("set.discard")
def _set_discard(self, item, /):
    _set_drop(_unwrap(self), item)


@_twin("set.remove")
def _set_remove(self, item, /):
    if not _set_drop(_unwrap(self), item):
        raise KeyError(item)


def _as_set(iterable):
    kind = _type_of(iterable)
    if kind is set or kind is frozenset:
        return iterable
    return _set_fill(set(), iterable)


def _like(self, result):
    """A result of an operator, in the built-in type of `self`."""
    if _type_of(_unwrap(self)) is frozenset and _type_of(result) is set:
        return _set_frozen(result)
    return result


@_twin("set.union")
@_twin("frozenset.union")
def _set_union(self, /, *others):
    result = set(_unwrap(self))
    for other in others:
        _set_fill(result, other)
    return _like(self, result)


@_twin("set.intersection")
@_twin("frozenset.intersection")
def _set_intersection(self, /, *others):
    result = _unwrap(self)
    for other in others:
        result = result & _as_set(other)
    return _like(self, result)


@_twin("set.difference")
@_twin("frozenset.difference")
def _set_difference(self, /, *others):
    result = set(_unwrap(self))
    for other in others:
        for item in other:
            _set_drop(result, item)
    return _like(self, result)


@_twin("set.symmetric_difference")
@_twin("frozenset.symmetric_difference")
def _set_symmetric(self, other, /):
    return _like(self, _unwrap(self) ^ _as_set(other))


@_twin("set.update")
def _set_update(self, /, *others):
    s = _unwrap(self)
    for other in others:
        _set_fill(s, other)


@_twin("set.intersection_update")
def _set_intersection_update(self, /, *others):
    s = _unwrap(self)
    _set_steal(s, set(_set_intersection(s, *others)))


@_twin("set.difference_update")
def _set_difference_update(self, /, *others):
    s = _unwrap(self)
    for other in others:
        for item in list(other):
            _set_drop(s, item)


@_twin("set.symmetric_difference_update")
def _set_symmetric_update(self, other, /):
    s = _unwrap(self)
    for item in _as_set(other):
        if not _set_drop(s, item):
            _x_set_add(s, item)


@_twin("set.issubset")
@_twin("frozenset.issubset")
def _set_issubset(self, other, /):
    other = _as_set(other)
    if len(self) > len(other):
        return False
    for item in _unwrap(self):
        if item not in other:
            return False
    return True


@_twin("set.issuperset")
@_twin("frozenset.issuperset")
def _set_issuperset(self, other, /):
    s = _unwrap(self)
    for item in other:
        if item not in s:
            return False
    return True


@_twin("set.isdisjoint")
@_twin("frozenset.isdisjoint")
def _set_isdisjoint(self, other, /):
    s = _unwrap(self)
    for item in other:
        if item in s:
            return False
    return True
