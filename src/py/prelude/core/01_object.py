"""Object and type: the parts of their methods that run Python code."""


@_twin("object.__new__")
def _object_new(cls, /, *args, **kwargs):
    if _lookup(cls, '__new__', None) is not _lookup(object, '__new__', None):
        raise TypeError("object.__new__() takes exactly one argument (the type to instantiate)")
    if _lookup(cls, '__init__', None) is _lookup(object, '__init__', None):
        raise TypeError(f"{cls.__name__}() takes no arguments")
    return object.__new__(cls)


@_twin("object.__init__")
def _object_init(self, /, *args, **kwargs):
    cls = _type_of(self)
    if _lookup(cls, '__init__', None) is not _lookup(object, '__init__', None):
        raise TypeError("object.__init__() takes exactly one argument (the instance to initialize)")
    if _lookup(cls, '__new__', None) is _lookup(object, '__new__', None):
        raise TypeError(f"{cls.__name__}.__init__() takes exactly one argument "
                        "(the instance to initialize)")


@_twin("object.__init_subclass__")
def _object_init_subclass(cls, /, *args, **kwargs):
    raise TypeError(f"{cls.__qualname__}.__init_subclass__() takes no keyword arguments")


@_twin("object.__ne__")
def _object_ne(self, other, /):
    result = _special(self, '__eq__')(other)
    return result if result is NotImplemented else not result


@_twin("object.__dir__")
def _object_dir(self, /):
    names = {}
    own = _attributes(self)
    if own is None:
        own = getattr(self, '__dict__', None)
    if isinstance(own, dict):
        names.update(own)
    cls = getattr(self, '__class__', None)
    if isinstance(cls, type):
        for base in cls.__mro__:
            for name in base.__dict__:
                names[name] = None
    return [*names]


@_twin("type.__dir__")
def _type_dir(self, /):
    names = {}
    for base in self.__mro__:
        for name in base.__dict__:
            names[name] = None
    return [*names]


_twin("type.__call__")(_x_type_call)


@_twin("type.__init__")
def _type_init(cls, /, *args, **kwargs):
    if kwargs and len(args) == 1:
        raise TypeError("type.__init__() takes no keyword arguments")
    if len(args) != 1 and len(args) != 3:
        raise TypeError("type.__init__() takes 1 or 3 arguments")


@_twin("type.__prepare__")
def _type_prepare(cls, /, *args, **kwargs):
    return {}


@_twin("type.__instancecheck__")
def _type_instancecheck(cls, instance, /):
    claimed = getattr(instance, '__class__', None)
    if isinstance(claimed, type) and claimed is not _type_of(instance):
        return type.__subclasscheck__(cls, claimed)
    return False


@_twin("type.__subclasscheck__")
def _type_subclasscheck(cls, subclass, /):
    bases = getattr(subclass, '__bases__', None)
    if not isinstance(bases, tuple):
        raise TypeError("issubclass() arg 1 must be a class")
    return subclass is cls or any([issubclass(base, cls) for base in bases])


# --- __slots__ ------------------------------------------------------------------


def _mangle(name, cls):
    if not name.startswith('__') or name.endswith('__') or '.' in name:
        return name
    owner = cls.lstrip('_')
    return f"_{owner}{name}" if owner else name


def _type_slots(cls, slots):
    """Finish a new class: members, __dict__, __weakref__, __doc__ and MRO."""
    space = cls.__dict__
    variable = has_set = False
    for base in cls.__mro__:  # by identity: a metaclass may have an __eq__
        if base is int or base is tuple or base is bytes or base is type:
            variable = True
        elif base is set or base is frozenset:
            has_set = True
    has_dict = has_weak = False
    for base in cls.__bases__:
        if _type_has_dict(base):
            has_dict = True
        if _lookup(base, '__weakref__', None) is not None:
            has_weak = True
    if '__slots__' in space:
        if has_set:
            has_weak = True
        _make_members(cls, space, slots, variable, has_dict, has_weak)
    else:
        _type_add_dict(cls, not has_dict, not has_weak and not variable)
    if '__doc__' not in space:
        _type_put(cls, '__doc__', None)
    meta = _type_of(cls)
    if meta is not type and _lookup(meta, 'mro', None) is not _lookup(type, 'mro', None):
        _type_set_mro(cls, tuple(cls.mro()))


def _make_members(cls, space, slots, variable, has_dict, has_weak):
    names = [slots] if isinstance(slots, str) else [name for name in slots]
    with_dict = with_weak = False
    wanted = []
    for name in names:
        if not _isinstance_exact(name, str):
            raise TypeError(f"__slots__ items must be strings, not '{_type_name(name)}'")
        name = _exact_str(name)
        if variable:
            raise TypeError(f"nonempty __slots__ not supported for subtype of '{cls.__base__.__name__}'")
        if not name.isidentifier():
            raise TypeError("__slots__ must be identifiers")
        if name == '__dict__':
            if with_dict or has_dict:
                raise TypeError("__dict__ slot disallowed: we already got one")
            with_dict = True
        elif name == '__weakref__':
            if with_weak or has_weak:
                raise TypeError("__weakref__ slot disallowed: either we already got one, "
                                "or __itemsize__ != 0")
            with_weak = True
        else:
            mangled = _mangle(name, cls.__name__)
            if mangled in space and name not in ('__qualname__', '__classcell__'):
                raise ValueError(f"{name!r} in __slots__ conflicts with class variable")
            wanted.append(mangled)
    wanted.sort()
    unique = []
    for name in wanted:
        if not unique or unique[-1] != name:
            unique.append(name)
    _type_members(cls, tuple(unique), with_dict, with_weak or has_weak)
    _type_add_dict(cls, with_dict, with_weak)


_type_members(object, (), False)


# --- pickling and copying ----------------------------------------------------------


def _slot_names(cls):
    names = []
    for base in cls.__mro__:
        slots = base.__dict__.get('__slots__', ())
        for name in [slots] if isinstance(slots, str) else [*slots]:
            if name not in ('__dict__', '__weakref__'):
                names.append(_mangle(name, base.__name__))
    return names


@_twin("object.__getstate__")
def _object_getstate(self, /):
    state = _attributes(self)
    if state is None:
        state = getattr(self, '__dict__', None)
        state = {**state} if state else None
    elif not state:
        state = None
    slots = {}
    for name in _slot_names(_type_of(self)):
        try:
            slots[name] = getattr(self, name)
        except AttributeError:
            pass
    return (state, slots) if slots else state


@_twin("object.__reduce__")
def _object_reduce(self, /):
    return _reduce(self, 0)


@_twin("object.__reduce_ex__")
def _object_reduce_ex(self, protocol, /):
    reduce = getattr(_type_of(self), '__reduce__', None)
    if reduce is not object.__reduce__:
        return self.__reduce__()
    return _reduce(self, protocol)


def _reduce_iterator(it):
    """As CPython's iterators reduce themselves; None if this one cannot."""
    parts = _iter_parts(it)
    if parts is None:
        return None
    kind, src, a, b, c, flags = parts
    if kind == 6:  # range
        return iter, (range(a, a + b * c, c) if b > 0 else range(0),)
    if src is None and kind < 20:
        return iter, ([] if kind in (0, 15) else '' if kind in (2, 3) else (),)
    if kind == 7:
        return iter, (src[a:],)
    if kind in (0, 1, 2, 4, 5):
        return iter, (src,), a
    if kind == 3:
        return iter, (src,), b
    if kind in (15, 16):
        return reversed, (src,), a - 1
    if 8 <= kind <= 14:
        return iter, ([*_iter_clone(it)],)
    if kind == 17:
        return enumerate, (src, a)
    if kind == 18:
        return _zipped(src, flags & 1)
    if kind == 20:
        return _type_of(it), (a, c) if c != 1 else (a,)
    if kind == 21:
        return _type_of(it), (a,) if b is None else (a, b)
    if kind == 32 and flags & 1:  # of several iterables: a zip of them
        return (map, (a, *_iter_parts(src)[1])) if b is None and src is not None else None
    if kind in (32, 41):
        return (_type_of(it), (a, src)) if b is None else None
    return _x_import_('itertools', {}, (), 0)._reduce_leaf(_type_of(it), *parts)


def _reduce_generator(self):
    """Generators behind other classes; None: one that cannot be pickled."""
    cls = _type_of(self)
    if cls.__module__ == 'itertools':
        itertools = _x_import_('itertools', {}, (), 0)
        return itertools._reduce_work(self, _gen_name(self))
    name = _gen_name(self)
    if cls not in (map, filter, zip) and name != '_by_index':
        return None
    if _gen_state(self) == 3:
        if name == '_by_index':
            return iter, ((),)
        return cls, () if cls is zip else (None, ())
    first, second = _gen_local(self, 0), _gen_local(self, 1)
    if name in ('_map_one', '_filter_by'):
        return cls, (first, second)
    if name == '_by_index':
        return _x_import_('itertools', {}, (), 0)._items_from, (first, second)
    if name == '_map_many':
        return cls, (first, *second)
    if name == '_filter_true':
        return cls, (None, first)
    if name == '_zip_any':
        return _zipped(tuple(first), second)
    if name == '_zip_two':
        return zip, (first, second)
    return (zip, (first, second, _gen_local(self, 2))) if name == '_zip_three' else None


def _zipped(iterators, strict):
    if not strict:
        return zip, iterators
    return _x_import_('itertools', {}, (), 0)._zip_strictly, (iterators,)


def _reduce(self, protocol):
    if _layout_of(self) == _LAYOUT_ITER:
        found = _reduce_iterator(self)
        if found is not None:
            return found
    elif _layout_of(self) == _LAYOUT_GEN:
        found = _reduce_generator(self)
        if found is not None:
            return found
    copyreg = _x_import_('copyreg', {}, (), 0)
    if protocol < 2:
        return copyreg._reduce_ex(self, protocol)
    cls = _type_of(self)
    kwargs = None
    if hasattr(cls, '__getnewargs_ex__'):
        args, kwargs = self.__getnewargs_ex__()
    elif hasattr(cls, '__getnewargs__'):
        args = self.__getnewargs__()
        if not isinstance(args, tuple):
            raise TypeError(f"__getnewargs__ should return a tuple, not '{_type_name(args)}'")
    else:
        if not _plain_layout(self):
            raise TypeError(f"cannot pickle '{cls.__name__}' object")
        args = ()
    state = self.__getstate__()
    items = iter(self) if isinstance(self, list) else None
    pairs = iter(self.items()) if isinstance(self, dict) else None
    if kwargs:
        return copyreg.__newobj_ex__, (cls, args, kwargs), state, items, pairs
    return copyreg.__newobj__, (cls, *args), state, items, pairs


def _plain_layout(obj):
    return isinstance(obj, (list, dict, set, int, float, str, bytes, tuple, BaseException)) or \
        _layout_of(obj) == _LAYOUT_INSTANCE
