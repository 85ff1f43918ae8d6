"""Core of the prelude: what C code and compiled code call by name.

Functions `_x_NAME` are the engine's intrinsics (heap/intrinsics.h); functions
marked `@_twin("type.method")` take over from a native that met something only
Python code can decide.  Everything here runs without traceback entries.
"""

_twin_table = {}


def _twin(name):
    def mark(function):
        _twin_table[name] = function
        _set_twin(name, function)
        return function
    return mark


# --- coercions ---------------------------------------------------------------


def _special(obj, name):
    """The special method of obj's class, bound; None if there is none."""
    cls = _type_of(obj)
    found = _type_find(cls, name)
    if found is None:
        return None
    return _bind_special(found, obj, cls)


def _x_call_special(raw, obj, /, *args):
    return _bind_special(raw, obj, _type_of(obj))(*args)


def _x_call_object(obj, /, *args, **kwargs):
    return _special(obj, '__call__')(*args, **kwargs)


def _warn(category, text):
    _import('warnings', {}, (), 0).warn(text, category, 1)


def _strict_subclass(x, result, kind, name):
    """The plain value in an instance of a subclass, which is deprecated."""
    exact = _unwrap(result)
    if exact is not result:
        _warn(DeprecationWarning, f"{_type_name(x)}.{name} returned non-{kind} (type "
              f"{_type_name(result)}).  The ability to return an instance of a strict subclass "
              f"of {kind} is deprecated, and may not be supported in a future version of Python.")
    return exact


def _x_need_index(x):
    method = _special(x, '__index__')
    if method is None:
        raise TypeError(f"'{_type_name(x)}' object cannot be interpreted as an integer")
    result = method()
    if not _is_int(result):
        raise TypeError(f"__index__ returned non-int (type {_type_name(result)})")
    if result is True or result is False:
        _warn(DeprecationWarning, "__index__ returned non-int (type bool).  The ability to return an "
              "instance of a strict subclass of int is deprecated, and may not be supported in a "
              "future version of Python.")
        return _exact_int(result)
    if type(result) is not int:
        _warn(DeprecationWarning, f"__index__ returned non-int (type {_type_name(result)}).  The "
              "ability to return an instance of a strict subclass of int is deprecated, and may not "
              "be supported in a future version of Python.")
    return _exact_int(result)


def _x_need_int(x):
    method = _special(x, '__int__')
    if method is not None:
        result = method()
        if not _is_int(result):
            raise TypeError(f"__int__ returned non-int (type {_type_name(result)})")
        if type(result) is not int:
            _warn(DeprecationWarning, f"__int__ returned non-int (type {_type_name(result)}).  The "
                  "ability to return an instance of a strict subclass of int is deprecated, and may "
                  "not be supported in a future version of Python.")
        return _exact_int(result)
    if _special(x, '__index__') is not None:
        return _x_need_index(x)
    method = _special(x, '__trunc__')
    if method is not None:
        _warn(DeprecationWarning, "The delegation of int() to __trunc__ is deprecated.")
        result = method()
        if _is_int(result):
            return _exact_int(result)
        if _special(result, '__index__') is None:
            raise TypeError(f"__trunc__ returned non-Integral (type {_type_name(result)})")
        return _x_need_index(result)
    if _special(x, '__buffer__') is not None:
        return int(_x_need_buffer(x))
    raise TypeError("int() argument must be a string, a bytes-like object or a real number, not "
                    f"'{_type_name(x)}'")


def _x_need_float(x):
    method = _special(x, '__float__')
    if method is not None:
        result = method()
        if type(result) is not float:
            if isinstance(result, float):
                return _strict_subclass(x, result, 'float', '__float__')
            raise TypeError(f"{_type_name(x)}.__float__ returned non-float (type {_type_name(result)})")
        return result
    if _special(x, '__index__') is not None:
        return float(_x_need_index(x))
    raise TypeError(f"must be real number, not {_type_name(x)}")


def _x_need_complex(x):
    method = _special(x, '__complex__')
    if method is not None:
        result = method()
        if not isinstance(result, complex):
            raise TypeError(f"__complex__ returned non-complex (type {_type_name(result)})")
        exact = _unwrap(result)
        if exact is not result:
            _warn(DeprecationWarning, f"__complex__ returned non-complex (type "
                  f"{_type_name(result)}).  The ability to return an instance of a strict subclass "
                  "of complex is deprecated, and may not be supported in a future version of Python.")
        return exact
    return complex(_x_need_float(x))


def _x_need_bool(x):
    return not not x


def _x_truth(x):
    if x is NotImplemented:
        _warn(DeprecationWarning, "NotImplemented should not be used in a boolean context")
        return True
    method = _special(x, '__bool__')
    if method is None:
        for cls in _type_of(x).__mro__:
            if '__bool__' in cls.__dict__:  # None: no truth value
                return method()
        return len(x) != 0
    result = method()
    if type(result) is not bool:
        raise TypeError(f"__bool__ should return bool, returned {_type_name(result)}")
    return result


def _x_need_str(x):
    method = _special(x, '__str__')
    result = method()
    if not isinstance(result, str):
        raise TypeError(f"__str__ returned non-string (type {_type_name(result)})")
    return result


def _x_need_repr(x):
    method = _special(x, '__repr__')
    result = method()
    if not isinstance(result, str):
        raise TypeError(f"__repr__ returned non-string (type {_type_name(result)})")
    return result


def _x_need_hash(x):
    return hash(x)


def _x_need_list(x):
    return [item for item in x]


def _x_need_iter(x):
    return iter(x)


def _x_need_fspath(x):
    if _isinstance_exact(x, str) or _isinstance_exact(x, bytes):
        return x
    method = _special(x, '__fspath__')
    if method is None:
        raise TypeError(f"expected str, bytes or os.PathLike object, not {_type_name(x)}")
    result = method()
    if _isinstance_exact(result, str) or _isinstance_exact(result, bytes):
        return result
    raise TypeError(f"expected {_type_name(x)}.__fspath__() to return str or bytes, not {_type_name(result)}")


def _x_need_bytes(x):
    method = _special(x, '__bytes__')
    if method is not None:
        result = method()
        if not isinstance(result, bytes):
            raise TypeError(f"__bytes__ returned non-bytes (type {_type_name(result)})")
        return result
    return bytes(x)


def _x_need_buffer(x):
    method = _special(x, '__buffer__')
    if method is None:
        raise TypeError(f"a bytes-like object is required, not '{_type_name(x)}'")
    return method(0).tobytes()


# --- objects and classes ---------------------------------------------------------


def _x_type_call(cls, /, *args, **kwargs):
    """type.__call__ in full."""
    if cls is type and len(args) == 1 and not kwargs:
        return _type_of(args[0])
    new = cls.__new__
    init = _type_find(cls, '__init__')
    if _layout_of(new) != _LAYOUT_NATIVE:
        obj = new(cls, *args, **kwargs)
    elif _layout_of(init) == _LAYOUT_NATIVE:
        return new(cls, *args, **kwargs)
    elif new in _generic_new:
        obj = new(cls)
    else:
        obj = new(cls, *args, **kwargs)
    if _isinstance_exact(obj, cls):
        if _type_of(obj) is not cls:
            init = _type_find(_type_of(obj), '__init__')
        if init is not None:
            if _layout_of(init) != _LAYOUT_FUNC:
                init = _bind_special(init, obj, _type_of(obj))
                result = init(*args, **kwargs)
            else:
                result = init(obj, *args, **kwargs)
            if result is not None:
                raise TypeError(f"__init__() should return None, not '{_type_name(result)}'")
    return obj


# Constructors that leave their arguments to __init__.
_generic_new = (type(_new_module('x')).__new__, list.__new__, dict.__new__, set.__new__, bytearray.__new__, property.__new__,
                classmethod.__new__, staticmethod.__new__)


def _winner(meta, bases):
    for base in bases:
        kind = _type_of(base)
        if _issubclass_exact(meta, kind):
            continue
        if _issubclass_exact(kind, meta):
            meta = kind
            continue
        raise TypeError("metaclass conflict: the metaclass of a derived class must be a "
                        "(non-strict) subclass of the metaclasses of all its bases")
    return meta


def _resolve_bases(bases):
    out = []
    changed = False
    for base in bases:
        if isinstance(base, type):
            out.append(base)
            continue
        entries = getattr(base, '__mro_entries__', None)
        if entries is None:
            out.append(base)
            continue
        more = entries(bases)
        if type(more) is not tuple:
            raise TypeError("__mro_entries__ must return a tuple")
        out.extend(more)
        changed = True
    return tuple(out), changed


_unset = object()


def _x_build_class(body, name, /, *bases, metaclass=_unset, **kwds):
    params = kwds.pop('__type_params__', None)
    orig = bases
    if params is not None:
        bases = _x_generic_bases(bases, params)
        orig = bases
    bases, changed = _resolve_bases(bases)
    if metaclass is _unset:
        meta = type if not bases else _type_of(bases[0])
    else:
        meta = metaclass
    if isinstance(meta, type):
        meta = _winner(meta, bases)
    prepare = getattr(meta, '__prepare__', None)
    if prepare is None:
        ns = {}
    else:
        ns = prepare(name, bases, **kwds)
        if type(ns) is not dict and not hasattr(type(ns), '__getitem__'):
            shown = meta.__name__ if isinstance(meta, type) else '<metaclass>'
            raise TypeError(f"{shown}.__prepare__() must return a mapping, not {_type_name(ns)}")
    if params is not None:
        ns['__type_params__'] = params
    cell = body(ns)
    if changed:
        ns['__orig_bases__'] = orig
    cls = meta(name, bases, ns, **kwds)
    if cell is not None and isinstance(cls, type):
        inside = _cell_get(cell)
        if inside is None:
            raise RuntimeError(f"__class__ not set defining {name!r} as {cls!r}. "
                               "Was __classcell__ propagated to type.__new__?")
        if inside is not cls:
            raise TypeError(f"__class__ set to {inside!r} defining {name!r} as {cls!r}")
    return cls


def __build_class__(*args, **kwds):
    if len(args) < 2:
        raise TypeError("__build_class__: not enough arguments")
    func, name, *bases = args
    if not _is_function(func):
        raise TypeError("__build_class__: func must be a function")
    if not isinstance(name, str):
        raise TypeError("__build_class__: name is not a string")
    if func.__code__.co_flags & 3:  # no class body: its names stay its own
        def body(ns):
            func()
    else:
        body = func
    return _x_build_class(body, name, *bases, **kwds)


@_twin("type.__new__")
def _type_new3(meta, /, *args, **kwds):
    if len(args) != 3:
        if meta is type:
            raise TypeError("type() takes 1 or 3 arguments")
        raise TypeError(f"type.__new__() takes exactly 3 arguments ({len(args)} given)")
    name, bases, ns = args
    if not _isinstance_exact(name, str):
        raise TypeError(f"type.__new__() argument 1 must be str, not {_type_name(name)}")
    if not _isinstance_exact(bases, tuple):
        raise TypeError(f"type.__new__() argument 2 must be tuple, not {_type_name(bases)}")
    if not _isinstance_exact(ns, dict):
        raise TypeError(f"type.__new__() argument 3 must be dict, not {_type_name(ns)}")
    name, bases, ns = _exact_str(name), _exact(bases), _exact(ns)
    if '\0' in name:
        raise ValueError("type name must not contain null characters")
    for base in bases:
        if not isinstance(base, type):
            if hasattr(base, '__mro_entries__'):
                raise TypeError("type() doesn't support MRO entry resolution; use types.new_class()")
    winner = _winner(meta, bases)
    if winner is not meta and winner.__new__ is not type.__new__:
        return winner.__new__(winner, name, bases, ns, **kwds)
    meta = winner
    if not bases:
        bases = (object,)
    ns = {**ns}
    cell = ns.pop('__classcell__', None)
    if cell is not None and _layout_of(cell) != 17:
        raise TypeError(f"__classcell__ must be a nonlocal cell, not {_type_of(cell)}")
    qualname = ns.pop('__qualname__', name)
    if not _isinstance_exact(qualname, str):
        raise TypeError(f"type __qualname__ must be a str, not {_type_name(qualname)}")
    if '__module__' not in ns:
        ns['__module__'] = globals().get('__name__')
    for key in ('__init_subclass__', '__class_getitem__'):
        value = ns.get(key)
        if value is not None and _is_function(value):
            ns[key] = classmethod(value)
    value = ns.get('__new__')
    if value is not None and _is_function(value):
        ns['__new__'] = staticmethod(value)
    slots = ns.get('__slots__')
    if slots is not None and not isinstance(slots, str):
        slots = [name for name in slots]
    cls = _type_new(name, bases, ns, meta)
    _set_qualname(cls, _exact_str(qualname))
    _type_slots(cls, slots)
    if '__eq__' in ns and '__hash__' not in cls.__dict__:
        _type_put(cls, '__hash__', None)
    if cell is not None:
        _set_cell(cell, cls)
    _set_names(cls, ns)
    super(cls, cls).__init_subclass__(**kwds)
    return cls


def _set_names(cls, ns):
    for key, value in [*ns.items()]:
        if _may_have_set_name(value):
            hook = _special(value, '__set_name__')
            if hook is not None:
                try:
                    hook(cls, key)
                except Exception as error:
                    raise RuntimeError(f"Error calling __set_name__ on '{_type_name(value)}' "
                                       f"instance {key!r} in '{cls.__name__}'") from error


def _x_super_get(cls, obj, name):
    return getattr(super(cls, obj), name)


def _x_getattr_hook(obj, name):
    cls = _type_of(obj)
    try:
        get = _type_find(cls, '__getattribute__')
        if get is None or not _is_function(get):
            return object.__getattribute__(obj, name)
        return get(obj, name)
    except AttributeError:
        hook = _type_find(cls, '__getattr__')
        if hook is None:
            raise
    return _bind_special(hook, obj, cls)(name)


def _made(exc):
    """An exception in place of its class."""
    if isinstance(exc, type) and issubclass(exc, BaseException):
        made = exc()
        if not isinstance(made, BaseException):
            raise TypeError(f"calling {exc!r} should have returned an instance of BaseException, "
                            f"not {type(made)!r}")
        return made
    return exc


def _x_exc_instance(exc, *cause):
    """raise X, raise X from Y with classes in place of instances."""
    exc = _made(exc)
    if not cause:
        raise exc
    raise exc from _made(cause[0])


# --- imports ------------------------------------------------------------------------


_x_import_ = _import_statement


@_twin("intrinsics._import_statement")
def _import_slowly(name, globals, fromlist, level):
    builtins = globals.get('__builtins__')
    if type(builtins) is not dict:
        builtins = _root('builtins')
    found = builtins.get('__import__')
    if found is not __import__ and not _building():
        if found is None:
            raise ImportError("__import__ not found")
        return found(name, globals, None, fromlist, level)
    return _import(name, globals, fromlist, level)


def _import(name, globals, fromlist, level):
    if level > 0:
        name = _absolute_name(name, globals, level)
    modules = _root('modules')
    module = modules.get(name)
    if module is None:
        try:
            module = _load_module(name, modules)
        except ModuleNotFoundError as error:
            if _stand_in(error.name, globals) is None:
                raise
            return _import(name, globals, fromlist, 0)
    if fromlist is None:
        if '.' in name:
            return modules[name.partition('.')[0]]
        return module
    if hasattr(module, '__path__'):
        _import_children(module, name, fromlist, modules, globals)
    return module


def _import_children(module, name, fromlist, modules, globals):
    """Submodules that are named behind `import`."""
    for item in fromlist:
        if item == '*':
            names = [n for n in getattr(module, '__all__', ()) if n != '*']
            _import_children(module, name, names, modules, globals)
        elif not hasattr(module, item):
            full = name + '.' + item
            if full in modules or (_building() and not _can_load(full)):
                continue
            try:
                _load_module(full, modules)
            except ModuleNotFoundError as error:
                if error.name != full or modules.get(full, error) is None:
                    raise
                _stand_in(full, globals)


def _absolute_name(name, globals, level):
    package = globals.get('__package__')
    if package is None:
        package = globals.get('__name__', '')
        if '__path__' not in globals:
            package = package.rpartition('.')[0]
    if not package:
        raise ImportError("attempted relative import with no known parent package")
    for _ in range(level - 1):
        package, dot, _rest = package.rpartition('.')
        if not dot:
            raise ImportError("attempted relative import beyond top-level package")
    return package + '.' + name if name else package


def _can_load(name):
    return _image_module(name) is not None or (_building() and _module_source(name) is not None)


def _load_module(name, modules):
    parent, dot, child = name.rpartition('.')
    if dot and parent not in modules:
        _load_module(parent, modules)
    module = modules.get(name)
    if module is not None:
        return module
    if name in modules:
        raise _not_found(f"import of {name} halted; None in sys.modules", name)
    if name == 'builtins':
        module = _builtins_module()
    elif _building():
        module = _build_module(name, modules)
    if name == 'intrinsics' and not _building():
        raise _not_found(f"No module named {name!r}{_absent_hint(name)}", name)
    if name == 'os.path':
        module = modules.get('posixpath') or _load_module('posixpath', modules)
    if module is None:
        module = _image_import(name)
    if module is None:
        return _import_from_host(name, modules)
    modules[name] = module
    if not _building() and _image_module(name) is not module:
        _complete(module)  # not the image's, which waits until it is asked
    if dot and _module_get(modules[parent], child) is not module:
        setattr(modules[parent], child, module)
    return module


def _complete(module):
    """Give a module of the library what it cannot share with other sessions."""
    space = _own_space(module)
    init = space.pop('_init_module', None)
    if init is not None:
        init(space)
    return space


_x_module_dict = _complete


def _x_module_dir(module):
    return [*_complete(module)]


def _x_module_part(module, name):
    _complete(module)
    return getattr(module, name)


def _x_module_change(module, name, *value):
    _complete(module)
    if value:
        setattr(module, name, value[0])
    else:
        delattr(module, name)


def _module_get(module, name):
    try:
        return getattr(module, name)
    except AttributeError:
        return None


def _not_found(text, name):
    error = ModuleNotFoundError(text)
    error.name = name
    error.path = None
    return error


# Classes that CPython writes in C: error messages name them with their module.
_c_types = {
    'datetime': ('date', 'time', 'datetime', 'timedelta', 'tzinfo', 'timezone'),
    'decimal': ('Decimal', 'Context'),
    'functools': ('partial',),
    '_io_memory': ('StringIO', 'BytesIO'),
    '_io_text': ('TextIOWrapper',),
    '_io_base': ('FileIO',),
    '_io_buffer': ('BufferedReader', 'BufferedWriter', 'BufferedRandom'),
    'types': ('SimpleNamespace',),
    '_type_params': ('TypeAliasType',),
    'array': ('array',),
    'collections._deque': ('deque',),
    'collections._dicts': ('defaultdict', 'OrderedDict'),
}


def _build_module(name, modules):
    source = _module_source(name)
    package = False
    if source is None:
        return None
    # A file completes the module of natives with its name.
    module = _image_module(name)
    if module is None:
        module = _new_module(name)
    space = module.__dict__
    modules[name] = module
    space['__doc__'] = None
    space['__package__'] = name.rpartition('.')[0]
    if _module_source(name + '.__init__') is not None or _has_children(name):
        space['__path__'] = []
        space['__package__'] = name
    try:
        code = _compile(source, name.replace('.', '/') + '.py', 0, (4 | 16) << 8)
        _make_function(code, space)()
    except BaseException:
        del modules[name]
        raise
    for item in _c_types.get(name, ()):
        _c_type(space[item])
    _image_add(name, module)
    if name == 'posixpath':
        _image_add('os.path', module)
    return module


def _has_children(name):
    return name in ('collections', 'concurrent', 're', 'xml', 'xml.etree', 'html', 'urllib',
                    'importlib', 'http', 'logging', 'json', 'unittest', 'asyncio', 'email', 'encodings',
                    'requests', 'httpx', 'IPython')


def _build_import(name):
    _x_import_(name, {}, (), 0)


_x_import_from = _import_name


@_twin("intrinsics._import_name")
def _import_name_slowly(module, name):
    try:
        return getattr(module, name)
    except AttributeError:
        pass
    mod = getattr(module, '__name__', '<unknown module name>')
    found = _root('modules').get(f"{mod}.{name}")
    if found is not None:
        return found
    file = getattr(module, '__file__', None)
    where = 'unknown location' if file is None else file
    what = repr(mod)
    if getattr(getattr(module, '__spec__', None), '_initializing', False):
        what = f'partially initialized module {what}'
        where = f'most likely due to a circular import) ({where}'
    error = ImportError(f"cannot import name {name!r} from {what} ({where})")
    error.name = mod
    error.path = file
    raise error


_x_import_star = _import_all


@_twin("intrinsics._import_all")
def _import_all_slowly(module, namespace):
    space = module.__dict__
    names = space.get('__all__')
    if names is None:
        names = [name for name in space if not name.startswith('_')]
    for name in names:
        namespace[name] = getattr(module, name)


def __import__(name=_unset, globals=None, locals=None, fromlist=(), level=0):
    if name is _unset:
        raise TypeError("__import__() missing required argument 'name' (pos 1)")
    if not _isinstance_exact(name, str):
        raise TypeError("module name must be a string")
    name = _exact_str(name)
    if level < 0:
        raise ValueError("level must be >= 0")
    if not name and level == 0:
        raise ValueError("Empty module name")
    if not fromlist:
        fromlist = None
    return _import(name, globals or {}, fromlist, level)


# --- the host -------------------------------------------------------------------------


_x_host_call = _host_call


def _x_missing_name(name):
    return _ask_name(name)
