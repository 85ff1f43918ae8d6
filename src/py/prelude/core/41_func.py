"""Functions, descriptors, aliases, unions, weak references: the Python parts."""


def _call_through(self, /, *args, **kwargs):
    return self(*args, **kwargs)


for _name in ('function', 'method', 'builtin_function_or_method', 'method_descriptor',
              'wrapper_descriptor', 'classmethod_descriptor', 'method-wrapper'):
    _twin_table[_name + '.__call__'] = _call_through
del _name


@_twin("staticmethod.__call__")
def _staticmethod_call(self, /, *args, **kwargs):
    return self.__func__(*args, **kwargs)


@_twin("method.__reduce__")
@_twin("builtin_function_or_method.__reduce__")
def _method_reduce(self, /):
    owner = self.__self__
    if owner is None or type(owner) is _module_type:
        return self.__name__
    return getattr, (owner, self.__name__)


_module_type = type(_new_module('x'))


@_twin("cell.__eq__")
def _cell_eq(self, other, /):
    if type(other) is not type(self):
        return NotImplemented
    return [*_cell_list(self)] == [*_cell_list(other)]


@_twin("cell.__lt__")
def _cell_lt(self, other, /):
    if type(other) is not type(self):
        return NotImplemented
    return _cell_list(self) < _cell_list(other)


def _cell_list(cell):
    try:
        return [cell.cell_contents]
    except ValueError:
        return []


# --- code -------------------------------------------------------------------------


def _position_of(code, i):
    line, column, end_line, end_column = _code_position(code, i)
    return line, end_line, column, end_column


@_twin("code.co_positions")
def _code_positions(self, /):
    return iter([_position_of(self, i) for i in range(_code_size(self))])


@_twin("code.co_lines")
def _code_lines(self, /):
    rows = []
    for i in range(_code_size(self)):
        line = _code_position(self, i)[0]
        if rows and rows[-1][2] == line:
            rows[-1] = (rows[-1][0], i * 2 + 2, line)
        else:
            rows.append((i * 2, i * 2 + 2, line))
    return iter(rows)


@_twin("code.replace")
def _code_replace(self, /, *args, co_name=None, co_qualname=None, co_filename=None,
                  co_firstlineno=None, co_flags=None, **others):
    if args:
        raise TypeError("replace() takes exactly 0 positional arguments "
                        f"({len(args)} given)")
    for name, value in others.items():
        if not hasattr(self, name):
            raise TypeError(f"'{name}' is an invalid keyword argument for replace()")
        if value != getattr(self, name):
            raise NotImplementedError(f"{name} of a code object cannot be changed")
    for name, value in (('co_name', co_name), ('co_qualname', co_qualname),
                        ('co_filename', co_filename)):
        if value is not None and not isinstance(value, str):
            raise TypeError(f"replace() argument '{name}' must be str, not {_type_name(value)}")
    iterable = co_flags is not None and co_flags != self.co_flags
    if iterable and co_flags != self.co_flags | 256:
        raise NotImplementedError("co_flags of a code object cannot be changed")
    return _code_copy(self, co_name, co_qualname, co_filename, co_firstlineno, iterable)


# --- aliases and unions ----------------------------------------------------------


def _is_type_param(x):
    return not isinstance(x, type) and hasattr(_type_of(x), '__typing_subst__')


def _collect_params(args, found):
    for arg in args:
        if isinstance(arg, type):
            continue
        if _is_type_param(arg):
            if arg not in found:
                found.append(arg)
        elif isinstance(arg, (list, tuple)):
            _collect_params(arg, found)
        else:
            inner = getattr(arg, '__parameters__', None)
            if isinstance(inner, tuple):
                for param in inner:
                    if param not in found:
                        found.append(param)


def _x_alias_params(alias):
    found = []
    _collect_params(alias.__args__, found)
    return _alias_keep(alias, tuple(found))


def _substitute(arg, given):
    """arg with the type variables in the dict given replaced: a list."""
    if isinstance(arg, type):
        return [arg]
    if _is_type_param(arg):
        new = given[arg]
        return [*new] if _is_many(arg) else [new]
    if isinstance(arg, list):
        out = []
        for item in arg:
            out.extend(_substitute(item, given))
        return [out]
    inner = getattr(arg, '__parameters__', None)
    if isinstance(inner, tuple) and inner:
        flat = []
        for param in inner:
            if _is_many(param):
                flat.extend(given[param])
            else:
                flat.append(given[param])
        new = arg[tuple(flat)]
        if getattr(arg, '__unpacked__', False) and isinstance(new, type(arg)):
            return [*new.__args__]
        if isinstance(new, tuple) and getattr(arg, '__typing_is_unpacked_typevartuple__', False):
            return [*new]
        return [new]
    return [arg]


def _is_many(param):
    return _type_of(param).__name__ == 'TypeVarTuple'


def _spread(items):
    """The items with *tuple[...] of a known length replaced by what is in it."""
    out = []
    for item in items:
        inner = None
        if _type_of(item) is _alias_type:
            inner = item.__args__ if item.__unpacked__ and item.__origin__ is tuple else None
        elif not isinstance(item, type):
            inner = getattr(item, '__typing_unpacked_tuple_args__', None)
        if inner is not None and not (inner and inner[-1] is ...):
            out.extend(inner)
        else:
            out.append(item)
    return tuple(out)


def _substituted(self, item):
    params = self.__parameters__
    if not params:
        raise TypeError(f"{self!r} is not a generic class")
    items = _spread(item if isinstance(item, tuple) else (item,))
    for param in params:
        prepare = getattr(_type_of(param), '__typing_prepare_subst__', None)
        if prepare is not None:
            items = prepare(param, self, items)
    if len(items) != len(params):
        few = 'few' if len(items) < len(params) else 'many'
        raise TypeError(f"Too {few} arguments for {self!r}; actual {len(items)}, "
                        f"expected {len(params)}")
    given = {}
    for param, value in zip(params, items):
        if not _is_many(param):
            value = param.__typing_subst__(value)
        given[param] = value
    out = []
    for arg in self.__args__:
        out.extend(_substitute(arg, given))
    return out


_alias_type = type(list[int])
_union_type = type(int | str)


@_twin("types.GenericAlias.__getitem__")
def _alias_getitem(self, item, /):
    return _alias_new(self.__origin__, tuple(_substituted(self, item)), None)


@_twin("types.UnionType.__getitem__")
def _union_getitem(self, item, /):
    result = None
    for part in _substituted(self, item):
        result = part if result is None else result | part
    return result


@_twin("types.GenericAlias.__call__")
def _alias_call(self, /, *args, **kwargs):
    obj = self.__origin__(*args, **kwargs)
    try:
        obj.__orig_class__ = self
    except (AttributeError, TypeError):
        pass
    return obj


@_twin("types.GenericAlias.__iter__")
def _alias_iter(self, /):
    return iter((_alias_starred(_unwrap(self)),))


@_twin("types.GenericAlias.__reduce__")
def _alias_reduce(self, /):
    return type(self), (self.__origin__, self.__args__)


@_twin("types.GenericAlias.__dir__")
def _alias_dir(self, /):
    names = {name: None for name in dir(self.__origin__)}
    for name in ('__origin__', '__args__', '__parameters__', '__mro_entries__', '__reduce_ex__',
                 '__reduce__', '__copy__', '__deepcopy__', '__unpacked__',
                 '__typing_unpacked_tuple_args__', '__class__'):
        names[name] = None
    return [*names]


@_twin("types.UnionType.__reduce__")
def _union_reduce(self, /):
    return __import__('functools').reduce, (__import__('operator').or_, self.__args__)


@_twin("types.UnionType.__instancecheck__")
def _union_instancecheck(self, instance, /):
    return any([isinstance(instance, part) for part in self.__args__])


@_twin("types.UnionType.__subclasscheck__")
def _union_subclasscheck(self, subclass, /):
    return any([issubclass(subclass, part) for part in self.__args__])


# --- weak references --------------------------------------------------------------


@_twin("weakref.ReferenceType.__eq__")
def _ref_eq(self, other, /):
    if not isinstance(other, _reference_type):
        return NotImplemented
    a, b = _weak_target(self), _weak_target(other)
    if a is None or b is None:
        return self is other
    return a is b or a == b


@_twin("weakref.ReferenceType.__ne__")
def _ref_ne(self, other, /):
    same = _ref_eq(self, other)
    return same if same is NotImplemented else not same


@_twin("weakref.ReferenceType.__hash__")
def _ref_hash(self, /):
    return _weak_put_hash(self, hash(_weak_target(self)))


_reference_type = _root('state')['weakref.ReferenceType']
