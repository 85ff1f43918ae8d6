"""match statements and except*: what the compiled code asks for."""


# --- patterns ------------------------------------------------------------------------


_IDLE = -2             # as CS_MATCH_IDLE and CS_MATCH_IDLE_STAR in object.h
_IDLE_STAR = 1 << 24


def _abstract(name):
    return getattr(_x_import_('_collections_abc', {}, (name,), 0), name)


def _collection(x):
    """'seq' or 'map' for what patterns take as such, else None.

    The first base that is one decides; a registered class has none.
    """
    if isinstance(x, (list, tuple, range, memoryview)) and not isinstance(x, dict):
        if _layout_of(x) != _LAYOUT_INSTANCE:
            return 'seq'
    elif type(x).__name__ == 'mappingproxy':
        return 'map'
    elif isinstance(x, (str, bytes, bytearray, set)):
        return None
    sequence, mapping = _abstract('Sequence'), _abstract('Mapping')
    for base in _type_of(x).__mro__:
        if base is sequence or base is list or base is tuple:
            return 'seq'
        if base is mapping or base is dict:
            return 'map'
    if _layout_of(x) != _LAYOUT_INSTANCE:
        return None
    return 'seq' if isinstance(x, sequence) else 'map' if isinstance(x, mapping) else None


def _is_sequence(x):
    return _collection(x) == 'seq'


def _is_mapping(x):
    return type(x) is dict or _collection(x) == 'map'


def _x_match_seq(subject):
    return _is_sequence(subject)


def _x_match_map(subject):
    return _is_mapping(subject)


@_twin('intrinsics._match_slice')
def _match_slice_any(subject, before, after):
    """The parts that `before` patterns, a star and `after` patterns get."""
    if type(subject) is not list and type(subject) is not tuple and not _is_sequence(subject):
        return None
    idle = after == _IDLE or after >= _IDLE_STAR  # items that nobody looks at
    if after >= _IDLE_STAR:
        after -= _IDLE_STAR
        if before == after == 0:
            return [None]
    n = len(subject)
    if after < 0:
        if n != before:
            return None
        return [None] * n if idle else [item for item in subject]
    if n < before + after:
        return None
    if idle:
        return [*[subject[i] for i in range(before)], None,
                *[subject[i] for i in range(n - after, n)]]
    items = [item for item in subject]
    n = len(items)
    return [*items[:before], items[before:n - after], *items[n - after:]]


@_twin('intrinsics._match_keys')
def _match_keys_any(subject, keys):
    if not _is_mapping(subject):
        return None
    if not keys:
        return ()
    if len(subject) < len(keys):
        return None
    seen = set()
    values = []
    get = subject.get
    for key in keys:
        if key in seen:
            raise ValueError(f"mapping pattern checks duplicate key ({key!r})")
        seen.add(key)
        value = get(key, _absent)
        if value is _absent:
            return None
        values.append(value)
    return (*values,)


def _x_match_rest(subject, keys):
    rest = {}
    for key in subject.keys():
        rest[key] = subject[key]
    for key in keys:
        del rest[key]
    return rest


_match_self = (bool, bytearray, bytes, dict, float, frozenset, int, list, set, str, tuple)


@_twin('intrinsics._match_class')
def _match_class_any(subject, cls, npos, names):
    if not isinstance(cls, type):
        raise TypeError("called match pattern must be a type")
    if not isinstance(subject, cls):
        return None
    seen = set()
    values = []
    if npos:
        wanted = getattr(cls, '__match_args__', _absent)
        if wanted is _absent:
            for kind in _match_self:
                if _issubclass_exact(cls, kind):
                    _check_count(cls, npos, 1)
                    values.append(subject)
                    break
            else:
                _check_count(cls, npos, 0)
        else:
            if type(wanted) is not tuple:
                raise TypeError(f"{cls.__name__}.__match_args__ must be a tuple (got {_type_name(wanted)})")
            _check_count(cls, npos, len(wanted))
            for i in range(npos):
                name = wanted[i]
                if type(name) is not str:
                    raise TypeError(f"__match_args__ elements must be strings (got {_type_name(name)})")
                value = _match_attr(subject, cls, name, seen)
                if value is _absent:
                    return None
                values.append(value)
    for name in names:
        value = _match_attr(subject, cls, name, seen)
        if value is _absent:
            return None
        values.append(value)
    return (*values,)


def _check_count(cls, given, allowed):
    if given > allowed:
        s = '' if allowed == 1 else 's'
        raise TypeError(f"{cls.__name__}() accepts {allowed} positional sub-pattern{s} ({given} given)")


def _match_attr(subject, cls, name, seen):
    if name in seen:
        raise TypeError(f"{cls.__name__}() got multiple sub-patterns for attribute {name!r}")
    seen.add(name)
    return getattr(subject, name, _absent)


_x_match_slice = _match_slice
_x_match_keys = _match_keys
_x_match_class = _match_class


# --- except* ---------------------------------------------------------------------------


def _check_star(cls):
    for one in cls if type(cls) is tuple else (cls,):
        if not isinstance(one, type) or not issubclass(one, BaseException):
            raise TypeError("catching classes that do not inherit from BaseException is not allowed")
        if issubclass(one, BaseExceptionGroup):
            raise TypeError("catching ExceptionGroup with except* is not allowed. Use except instead.")


def _x_eg_match(exc, cls):
    _check_star(cls)
    if isinstance(exc, cls):
        if isinstance(exc, BaseExceptionGroup):
            return exc, None
        return BaseExceptionGroup("", (exc,)), None
    if not isinstance(exc, BaseExceptionGroup):
        return None, exc
    return exc.split(cls)


def _same_origin(a, b):
    """Did this group come out of that one by splitting?"""
    return isinstance(a, BaseExceptionGroup) and a.__traceback__ is b.__traceback__ \
        and a.__cause__ is b.__cause__ and a.__context__ is b.__context__ \
        and getattr(a, '__notes__', None) == getattr(b, '__notes__', None)


def _leaves(group, out):
    for exc in group.exceptions:
        if isinstance(exc, BaseExceptionGroup):
            _leaves(exc, out)
        else:
            out.append(exc)


def _x_eg_raise(original, rest, raised):
    """What to raise after the clauses of an except* ran; None: nothing."""
    if rest is not None:
        raised = [*raised, rest]
    if not raised:
        return None
    if not isinstance(original, BaseExceptionGroup):
        return raised[0]
    again = []
    fresh = []
    for exc in raised:
        if exc is original or _same_origin(exc, original):
            _leaves(exc, again)
        else:
            fresh.append(exc)
    if again:
        back = original.subgroup(lambda exc: any([exc is leaf for leaf in again]))
        if not fresh:
            return back
        fresh.append(back)
    if len(fresh) == 1:
        return fresh[0]
    return BaseExceptionGroup("", fresh)
