"""Subscripts, membership, comparison and operators that need Python code.

C handles exact built-ins with exact keys.  Here come keys with their own
__index__, __hash__ or __eq__, containers that hold such objects, and classes
whose special methods are not plain functions.
"""


_absent = object()  # "no such thing"


# --- dicts ---------------------------------------------------------------------


_twin('intrinsics._dict_find')(_key_entry)
_x_key_get = _key_get
_x_key_set = _key_set
_x_key_del = _key_pop
_x_key_in = _key_in


def _x_eq_keys(a, b):
    """Is a, the key of a table, the one that is looked for?"""
    return True if a == b else False


def _x_eq_second(a, b):
    """The same after a.__eq__(b) returned NotImplemented."""
    result = _special(b, '__eq__')(a)
    if result is NotImplemented:
        return False
    return True if result else False


def _dict_get(d, key, default):
    entry = _dict_find(d, key, hash(key))
    return default if entry < 0 else _dict_value_at(d, entry)


def _x_dict_set(d, key, value):
    h = hash(key)
    entry = _dict_find(d, key, h)
    if entry < 0:
        _dict_put_hashed(d, key, h, value)
    else:
        _dict_set_at(d, entry, value)


def _x_build_dict(flat):
    d = {}
    for i in range(0, len(flat), 2):
        d[flat[i]] = flat[i + 1]
    return d


def _own_items(other):
    """Items of a dict whose class does not change iteration; else None."""
    inner = _unwrap(other)
    if type(inner) is dict and _type_find(_type_of(other), '__iter__') is dict.__iter__:
        return inner.items()
    return None


def _keys_of(other, keys):
    found = keys()
    if not _can_iterate(found):
        raise TypeError(f"{_type_name(other)}.keys() returned a non-iterable (type {_type_name(found)})")
    return found


def _x_dict_update(d, other):
    """{**other}"""
    pairs = _own_items(other)
    if pairs is not None:
        for key, value in pairs:
            d[key] = value
        return
    keys = getattr(other, 'keys', None)
    if keys is None:
        raise TypeError(f"'{_type_name(other)}' object is not a mapping")
    for key in _keys_of(other, keys):
        d[key] = other[key]


def _callable_label(f):
    """How error messages name what was called: 'mod.f()'."""
    name = getattr(f, '__qualname__', None)
    if not isinstance(name, str):
        return str(f)
    module = getattr(f, '__module__', None)
    if module is not None and module != 'builtins':
        return f"{module}.{name}()"
    return f"{name}()"


def _x_dict_merge(d, other, func):
    """f(**other): d collects keyword arguments."""
    pairs = _own_items(other)
    if pairs is None:
        keys = getattr(other, 'keys', None)
        if keys is None:
            raise TypeError(f"{_callable_label(func)} argument after ** must be a mapping, "
                            f"not {_type_name(other)}")
        for key in _keys_of(other, keys):
            _check_keyword(d, key, func)
            d[key] = other[key]
        return
    for key, value in pairs:
        _check_keyword(d, key, func)
        d[key] = value


def _check_keyword(d, key, func):
    if not isinstance(key, str):
        raise TypeError("keywords must be strings")
    if key in d:
        raise TypeError(f"{_callable_label(func)} got multiple values for keyword argument '{key}'")


def _x_dict_get(namespace, name, globals=None):
    """A name in a class body or exec'd code whose namespace is no dict."""
    try:
        return namespace[name]
    except KeyError:
        pass
    if globals is None:
        globals = _caller_globals()
    if name in globals:
        return globals[name]
    builtins = _root('builtins')
    if name in builtins:
        return builtins[name]
    error = NameError(f"name '{name}' is not defined")
    error.name = name
    raise error


# --- sets ------------------------------------------------------------------------


_twin('intrinsics._set_find')(_set_key_entry)
_x_set_key_in = _set_key_in
_x_set_key_add = _set_key_add


def _x_set_add(s, key):
    h = hash(key)
    if _set_find(s, key, h) < 0:
        _set_put_hashed(s, key, h)


def _set_key(key):
    """A set looked for in a set stands for its frozen twin."""
    if isinstance(key, set):
        try:
            hash(key)
        except TypeError:
            return frozenset(key)
    return key


def _x_set_contains(s, key):
    key = _set_key(key)
    return _set_find(s, key, hash(key)) >= 0


def _x_build_set(items):
    s = set()
    for item in items:
        _x_set_add(s, item)
    return s


def _x_set_update(s, other):
    for item in other:
        s.add(item)


# --- subscripts ----------------------------------------------------------------------


_exact_sequences = (list, tuple, str, bytes, bytearray, range, memoryview)


def _plain_index(x):
    if x is None or _is_int(x):
        return x
    if _type_find(_type_of(x), '__index__') is None:
        raise TypeError("slice indices must be integers or None or have an __index__ method")
    return _x_need_index(x)


def _plain_key(key):
    """The index or slice with every __index__ called."""
    if type(key) is slice:
        return slice(_plain_index(key.start), _plain_index(key.stop), _plain_index(key.step))
    return _x_need_index(key)


def _x_getitem(obj, key):
    cls = _type_of(obj)
    if cls is dict:
        entry = _dict_find(obj, key, hash(key))
        if entry < 0:
            raise KeyError(key)
        return _dict_value_at(obj, entry)
    if cls in _exact_sequences:
        return obj[_plain_key(key)]
    method = _type_find(cls, '__getitem__')
    if method is not None:
        inner = _unwrap(obj)
        if inner is not obj and type(inner) is dict and method is dict.__getitem__:
            value = _dict_get(inner, key, _absent)
            if value is not _absent:
                return value
            hook = _special(obj, '__missing__')
            if hook is None:
                raise KeyError(key)
            return hook(key)
        return _bind_special(method, obj, cls)(key)
    if isinstance(obj, type):
        if obj is type:
            return _alias_new(type, key if type(key) is tuple else (key,), None)
        hook = getattr(obj, '__class_getitem__', None)
        if hook is not None:
            return hook(key)
        raise TypeError(f"type '{obj.__name__}' is not subscriptable")
    raise TypeError(f"'{_type_name(obj)}' object is not subscriptable")


def _x_setitem(obj, key, value):
    cls = _type_of(obj)
    if cls is dict:
        return _x_dict_set(obj, key, value)
    if cls is list or cls is bytearray or cls is memoryview:
        if type(key) is slice:
            if cls is list:
                obj[_plain_key(key)] = value if type(value) in (list, tuple) else _as_list(value)
            else:
                obj[_plain_key(key)] = value if isinstance(value, (bytes, bytearray, memoryview)) \
                    else bytearray(value)
        else:
            key = _plain_key(key)
            obj[key] = value if cls is list else _x_need_index(value)
        return
    method = _type_find(cls, '__setitem__')
    if method is None:
        raise TypeError(f"'{_type_name(obj)}' object does not support item assignment")
    _bind_special(method, obj, cls)(key, value)


def _as_list(value):
    try:
        it = iter(value)
    except TypeError:
        raise TypeError("can only assign an iterable") from None
    return [item for item in it]


def _x_delitem(obj, key):
    cls = _type_of(obj)
    if cls is dict:
        entry = _dict_find(obj, key, hash(key))
        if entry < 0:
            raise KeyError(key)
        _dict_del_at(obj, entry)
        return
    if cls is list or cls is bytearray or cls is memoryview:
        del obj[_plain_key(key)]
        return
    method = _type_find(cls, '__delitem__')
    if method is None:
        sequence = _layout_of(obj) == _LAYOUT_INSTANCE or isinstance(obj, (
            str, bytes, tuple, range, set, frozenset)) or _is_view(obj)
        if sequence and _type_find(_type_of(key), '__index__') is not None:
            raise TypeError(f"'{_type_name(obj)}' object doesn't support item deletion")
        raise TypeError(f"'{_type_name(obj)}' object does not support item deletion")
    _bind_special(method, obj, cls)(key)


def _x_contains(obj, item):
    cls = _type_of(obj)
    if cls is dict:
        return _dict_find(obj, item, hash(item)) >= 0
    if cls is set or cls is frozenset:
        return _x_set_contains(obj, item)
    if cls is list or cls is tuple or cls is range:
        for other in obj:
            if other is item or other == item:
                return True
        return False
    if cls is bytes or cls is bytearray:
        return _x_need_index(item) in obj
    method = _type_find(cls, '__contains__')
    if method is not None:
        inner = _unwrap(obj)
        if inner is obj and _layout_of(obj) != _LAYOUT_INSTANCE:
            name = cls.__name__
            if name == 'dict_keys':
                return _dict_find(_view_dict(obj), item, hash(item)) >= 0
            if name == 'dict_items':
                return _in_items(obj, item)
            if name in ('dict_values', 'mappingproxy'):
                return _in_iterable(iter(obj), item)
        return not not _bind_special(method, obj, cls)(item)
    if _lacks(cls, '__contains__'):
        raise TypeError(f"'{cls.__name__}' object is not a container")
    try:
        it = iter(obj)
    except TypeError:
        if _type_find(cls, '__iter__') is not None:
            raise
        raise TypeError(f"argument of type '{cls.__name__}' is not iterable") from None
    return _in_iterable(it, item)


def _lacks(cls, name):
    """Did a class say `name = None`?"""
    for base in cls.__mro__:
        space = base.__dict__
        if name in space:
            return space[name] is None
    return False


def _in_iterable(it, item):
    for other in it:
        if other is item or other == item:
            return True
    return False


def _in_items(view, item):
    if type(item) is not tuple or len(item) != 2:
        return False
    for key, value in view:
        if (key is item[0] or key == item[0]) and (value is item[1] or value == item[1]):
            return True
    return False


# --- comparison ------------------------------------------------------------------------


def _by_op(op, a, b):
    if op == 0:
        return a < b
    if op == 1:
        return a <= b
    if op == 2:
        return a == b
    if op == 3:
        return a != b
    if op == 4:
        return a > b
    return a >= b


def _equal_lists(a, b):
    """Lists or tuples; they may change while they are compared."""
    if len(a) != len(b):
        return False
    i = 0
    while i < len(a) and i < len(b):
        x = a[i]
        y = b[i]
        if x is not y and not x == y:
            return False
        i += 1
    return len(a) == len(b)


def _order_lists(op, a, b):
    i = 0
    while i < len(a) and i < len(b):
        x = a[i]
        y = b[i]
        if x is not y and not x == y:
            return _by_op(op, x, y)
        i += 1
    return _by_op(op, len(a), len(b))


def _equal_dicts(a, b):
    if len(a) != len(b):
        return False
    for key, value in [*a.items()]:
        other = _dict_get(b, key, _absent)
        if other is _absent:
            return False
        if value is not other and not value == other:
            return False
    return True


def _subset(a, b):
    if len(a) > len(b):
        return False
    for item in a:
        if item not in b:
            return False
    return True


def _compare_sets(op, a, b):
    if op == 2:
        return len(a) == len(b) and _subset(a, b)
    if op == 3:
        return not (len(a) == len(b) and _subset(a, b))
    if op == 0:
        return len(a) < len(b) and _subset(a, b)
    if op == 1:
        return _subset(a, b)
    if op == 4:
        return len(a) > len(b) and _subset(b, a)
    return _subset(b, a)


def _is_setlike(x):
    return isinstance(x, (set, frozenset)) or type(x).__name__ in ('dict_keys', 'dict_items')


def _x_compare(op, a, b):
    try:
        return _compare(op, a, b)
    except RecursionError as error:
        error.args = ("maximum recursion depth exceeded in comparison",)
        raise


def _compare(op, a, b):
    cls = _type_of(a)
    other = _type_of(b)
    if cls is other and (cls is list or cls is tuple):
        if op == 2:
            return _equal_lists(a, b)
        if op == 3:
            return not _equal_lists(a, b)
        return _order_lists(op, a, b)
    if cls is dict and other is dict:
        same = _equal_dicts(a, b)
        return same if op == 2 else not same
    if _is_setlike(a) and _is_setlike(b):
        return _compare_sets(op, a, b)
    if cls is slice and other is slice:
        return _x_compare(op, (a.start, a.stop, a.step), (b.start, b.stop, b.step))
    if cls is other and op in (2, 3) and (cls is _alias_type or cls is _union_type):
        return _equal_aliases(a, b) == (op == 2)
    return _x_eq_slow(op, a, b)


def _equal_aliases(a, b):
    if _type_of(a) is _union_type:
        return {*a.__args__} == {*b.__args__}
    return (a.__unpacked__ == b.__unpacked__ and a.__origin__ == b.__origin__
            and a.__args__ == b.__args__)


def _x_eq_slow(op, a, b):
    """Rich comparison by the book, for what C could not decide."""
    name, swapped = _compare_names[op]
    left = _type_of(a)
    right = _type_of(b)
    tried = False
    if left is not right and _issubclass_exact(right, left):
        method = _type_find(right, swapped)
        if method is not None:
            tried = True
            result = _bind_special(method, b, right)(a)
            if result is not NotImplemented:
                return result
    method = _type_find(left, name)
    if method is not None:
        result = _bind_special(method, a, left)(b)
        if result is not NotImplemented:
            return result
    if not tried:
        method = _type_find(right, swapped)
        if method is not None:
            result = _bind_special(method, b, right)(a)
            if result is not NotImplemented:
                return result
    if op == 2:
        return a is b
    if op == 3:
        return a is not b
    raise TypeError(f"'{_compare_signs[op]}' not supported between instances of "
                    f"'{left.__name__}' and '{right.__name__}'")


_compare_names = (('__lt__', '__gt__'), ('__le__', '__ge__'), ('__eq__', '__eq__'),
                  ('__ne__', '__ne__'), ('__gt__', '__lt__'), ('__ge__', '__le__'))
_compare_signs = ('<', '<=', '==', '!=', '>', '>=')


# --- operators -----------------------------------------------------------------------


_operator_names = ('add', 'sub', 'mul', 'truediv', 'floordiv', 'mod', 'pow', 'lshift', 'rshift',
                   'and', 'or', 'xor', 'matmul', 'divmod')
_operator_signs = ('+', '-', '*', '/', '//', '%', '** or pow()', '<<', '>>', '&', '|', '^', '@',
                   'divmod()')


def _set_operation(op, a, b):
    """a op b for sets and views as a plain set."""
    if op == 9:
        if len(b) > len(a):
            a, b = b, a
        return {item for item in b if item in a}
    if op == 10:
        out = {item for item in a}
        for item in b:
            out.add(item)
        return out
    if op == 11:
        out = {item for item in a}
        for item in {item for item in b}:
            if item in out:
                out.discard(item)
            else:
                out.add(item)
        return out
    return {item for item in a if item not in b}


def _is_view(x):
    return type(x).__name__ in ('dict_keys', 'dict_items')


def _x_binary(op, a, b):
    cls = _type_of(a)
    other = _type_of(b)
    if op in (1, 9, 10, 11):
        if _is_setlike(a) and _is_setlike(b):
            out = _set_operation(op, a, b)
            return frozenset(out) if cls is frozenset else out
        if _is_view(a):
            if op == 9:
                return {item for item in b if item in a}
            return _set_operation(op, a, {item for item in b})
        if _is_view(b):
            return _set_operation(op, {item for item in a}, b)
    if op == 10 and cls is dict and other is dict:
        out = {**a}
        for key, value in b.items():
            out[key] = value
        return out
    if op == 2:
        if cls in _exact_sequences and other not in _exact_sequences:
            return a * _times(b)
        if other in _exact_sequences and cls not in _exact_sequences:
            return b * _times(a)
    if op == 5:
        if cls is str:
            return _percent_str(a, b)
        if cls is bytes or cls is bytearray:
            return _percent_bytes(a, b)
    return _operate(op, a, b)


def _times(x):
    if _type_find(_type_of(x), '__index__') is None:
        raise TypeError(f"can't multiply sequence by non-int of type '{_type_name(x)}'")
    return _x_need_index(x)


def _operate(op, a, b):
    """a op b by the special methods of the classes."""
    name = _operator_names[op]
    left = _type_of(a)
    right = _type_of(b)
    forward = _type_find(left, f'__{name}__')
    backward = _type_find(right, f'__r{name}__')
    if left is right:
        backward = None
    if backward is not None and left is not right and _issubclass_exact(right, left) \
            and backward is not _type_find(left, f'__r{name}__'):
        result = _bind_special(backward, b, right)(a)
        if result is not NotImplemented:
            return result
        backward = None
    if forward is not None:
        result = _bind_special(forward, a, left)(b)
        if result is not NotImplemented:
            return result
    if backward is not None:
        result = _bind_special(backward, b, right)(a)
        if result is not NotImplemented:
            return result
    raise TypeError(f"unsupported operand type(s) for {_operator_signs[op]}: "
                    f"'{left.__name__}' and '{right.__name__}'")


def _x_inplace(op, a, b):
    cls = _type_of(a)
    if cls is list:
        if op == 0:
            a.extend(b)
            return a
        if op == 2:
            a *= _times(b)
            return a
    if cls is bytearray:
        if op == 0:
            a.extend(b)
            return a
        if op == 2:
            a *= _times(b)
            return a
    if cls is set and op in (1, 9, 10, 11) and isinstance(b, (set, frozenset)):
        if op == 10:
            for item in b:
                a.add(item)
        elif op == 1:
            for item in [*b]:
                a.discard(item)
        else:
            _set_steal(a, _set_operation(op, a, b))
        return a
    if cls is dict and op == 10:
        _dict_take(a, b)
        return a
    method = _special(a, f'__i{_operator_names[op]}__')
    if method is not None and cls not in _exact_sequences:
        result = method(b)
        if result is not NotImplemented:
            return result
    return _x_binary(op, a, b)


def _dict_take(d, other):
    """d.update(other) for any mapping or iterable of pairs."""
    pairs = _own_items(other)
    if pairs is not None:
        for key, value in pairs:
            d[key] = value
        return
    keys = getattr(other, 'keys', None)
    if keys is not None:
        for key in _keys_of(other, keys):
            d[key] = other[key]
        return
    i = 0
    for pair in other:
        try:
            items = [*pair]
        except TypeError:
            raise TypeError(f"cannot convert dictionary update sequence element #{i} to a sequence") from None
        if len(items) != 2:
            raise ValueError(f"dictionary update sequence element #{i} has length {len(items)}; 2 is required")
        d[items[0]] = items[1]
        i += 1


# --- hashing -----------------------------------------------------------------------------


def _x_hash_slow(x):
    cls = _type_of(x)
    if cls is tuple:
        return _tuple_hash([hash(item) for item in x])
    if cls is frozenset:
        return _set_hash([hash(item) for item in x])
    inner = _unwrap(x)
    if inner is not x and type(inner) in (tuple, frozenset):
        return _x_hash_slow(inner)
    if cls is slice:
        raise TypeError("unhashable type: 'slice'")
    if cls is _alias_type:
        return hash(x.__origin__) ^ hash(x.__args__)
    if cls is _union_type:
        return hash(frozenset(x.__args__))
    method = _type_find(cls, '__hash__')
    if method is None:
        raise TypeError(f"unhashable type: '{cls.__name__}'")
    result = _bind_special(method, x, cls)()
    if not _is_int(result):
        raise TypeError("__hash__ method should return an integer")
    return hash(_exact_int(result))


# --- unpacking and spreading ---------------------------------------------------------------


def _can_iterate(obj):
    cls = _type_of(obj)
    if _type_find(cls, '__iter__') is not None:
        return True
    return _type_find(cls, '__getitem__') is not None and not _lacks(cls, '__iter__') \
        and not isinstance(obj, type)


def _unpack_iter(obj):
    if not _can_iterate(obj):
        raise TypeError(f"cannot unpack non-iterable {_type_name(obj)} object")
    return iter(obj)


def _x_unpack(obj, n, out):
    return _x_unpack_items(_unpack_iter(obj), n, out)


def _x_unpack_items(it, n, out):
    """n items, of which those in the list `out` were taken before."""
    left = n - len(out)
    for item in it:
        if left == 0:
            raise ValueError(f"too many values to unpack (expected {n})")
        out.append(item)
        left -= 1
    if left:
        raise ValueError(f"not enough values to unpack (expected {n}, got {len(out)})")
    return out


def _x_unpack_ex(obj, before, after):
    out = [item for item in _unpack_iter(obj)]
    have = len(out)
    if have < before + after:
        raise ValueError(f"not enough values to unpack (expected at least {before + after}, got {have})")
    return [*out[:before], out[before:have - after], *out[have - after:]]


def _x_list_extend(out, obj, func=_absent):
    """[*obj], and func(*obj)."""
    if not _can_iterate(obj):
        if func is not _absent:
            raise TypeError(f"{_callable_label(func)} argument after * must be an iterable, "
                            f"not {_type_name(obj)}")
        raise TypeError(f"Value after * must be an iterable, not {_type_name(obj)}")
    for item in obj:
        out.append(item)


def _x_next_slow(it, *default):
    method = _special(it, '__next__')
    if method is None:
        raise TypeError(f"'{_type_name(it)}' object is not an iterator")
    if not default:
        return method()
    try:
        return method()
    except StopIteration:
        return default[0]
