"""Modules from the guest's own files: what sys.path leads to.

The engine has no files of its own; every look at one is a request to the host
("fs.stat", "fs.open" ...), so modules come from wherever the host keeps the
guest's files.
"""


class _ModuleSpec:
    """The specification for a module, used for loading."""

    def __init__(self, name, loader, *, origin=None, loader_state=None, is_package=None):
        self.name = name
        self.loader = loader
        self.origin = origin
        self.loader_state = loader_state
        self.submodule_search_locations = [] if is_package else None
        self._uninitialized_submodules = []
        self._set_fileattr = False
        self._cached = None
        self._initializing = False

    @property
    def cached(self):
        return self._cached

    @cached.setter
    def cached(self, cached):
        self._cached = cached

    @property
    def parent(self):
        """The name of the module's parent."""
        if self.submodule_search_locations is None:
            return self.name.rpartition('.')[0]
        return self.name

    @property
    def has_location(self):
        return self._set_fileattr

    @has_location.setter
    def has_location(self, value):
        self._set_fileattr = bool(value)

    def __repr__(self):
        args = [f'name={self.name!r}', f'loader={self.loader!r}']
        if self.origin is not None:
            args.append(f'origin={self.origin!r}')
        if self.submodule_search_locations is not None:
            args.append(f'submodule_search_locations={self.submodule_search_locations}')
        return f"{type(self).__name__}({', '.join(args)})"

    def __eq__(self, other):
        if not isinstance(other, _ModuleSpec):
            return NotImplemented
        return (self.name, self.loader, self.origin, self.submodule_search_locations,
                self.cached, self.has_location) == (
                    other.name, other.loader, other.origin, other.submodule_search_locations,
                    other.cached, other.has_location)


class _SourceFileLoader:
    """Loads a module from a file of source text."""

    def __init__(self, fullname, path):
        self.name = fullname
        self.path = path

    def __eq__(self, other):
        return type(self) is type(other) and self.__dict__ == other.__dict__

    def __hash__(self):
        return hash(self.name) ^ hash(self.path)

    def create_module(self, spec):
        """Use default semantics for module creation."""

    def exec_module(self, module):
        """Execute the module."""
        _run_source(self.path, self.get_data(self.path), module.__dict__)

    def get_filename(self, name=None):
        """Return the path to the source file."""
        return self.path

    def is_package(self, fullname):
        return self.path.endswith('/__init__.py')

    def get_data(self, path):
        """Return the data from path as raw bytes."""
        data = _read_file(path)
        if data is None:
            raise FileNotFoundError(2, 'No such file or directory', path)
        return data

    def get_source(self, fullname):
        data = _read_file(self.path)
        if data is None:
            error = ImportError('source not available through get_data()')
            error.name = fullname
            raise error
        return data.decode('utf-8').replace('\r\n', '\n').replace('\r', '\n')

    def get_code(self, fullname):
        return _compiled(self.get_data(self.path), self.path, 0, 1 << 16)


class _NamespaceLoader:
    """Stands for a directory without __init__.py."""

    def __init__(self, name, path):
        self._name = name
        self._path = path

    def create_module(self, spec):
        """Use default semantics for module creation."""

    def exec_module(self, module):
        pass

    def is_package(self, fullname):
        return True

    def get_source(self, fullname):
        return ''


class _LibraryLoader:
    """Makes modules of the library a second time, to be changed by the program."""

    @staticmethod
    def create_module(spec):
        """Use default semantics for module creation."""

    @staticmethod
    def exec_module(module):
        _copy_module(_load_module(module.__spec__.name, _root('modules')), module.__dict__)

    @staticmethod
    def is_package(fullname):
        return hasattr(_load_module(fullname, _root('modules')), '__path__')

    @staticmethod
    def get_source(fullname):
        """The library's text is not part of a session."""

    get_code = get_source


def _copy_module(original, space):
    """Fill in a namespace whose functions and classes see it, not the original."""
    old = _own_space(original)
    for name, value in [*old.items()]:
        if name[:2] != '__' and name != '_init_module':
            space[name] = value
    for name, value in [*space.items()]:
        if getattr(value, '__module__', None) != original.__name__:
            continue
        if _is_function(value):
            space[name] = _copy_function(value, space)
        elif type(value) is type:
            space[name] = _copy_class(value, space)
    space['__doc__'] = original.__doc__


def _copy_function(f, space):
    made = type(f)(f.__code__, space, f.__name__, f.__defaults__, f.__closure__)
    made.__kwdefaults__ = f.__kwdefaults__
    made.__qualname__ = f.__qualname__
    made.__dict__.update(f.__dict__)
    return made


def _copy_class(cls, space):
    body = {name: value for name, value in cls.__dict__.items()
            if name not in ('__dict__', '__weakref__')}
    for name, value in [*body.items()]:
        if _is_function(value):
            body[name] = _copy_function(value, space)
    return type(cls.__name__, cls.__bases__, body)


for _cls in (_ModuleSpec, _SourceFileLoader, _NamespaceLoader, _LibraryLoader):
    _cls.__name__ = _cls.__qualname__ = _cls.__name__[1:]
    _cls.__module__ = '_frozen_importlib_external'
_ModuleSpec.__module__ = '_frozen_importlib'


def _ask_host(name, *args):
    return _image_module('_engine').os_call(name, *args)


def _write_out():
    """Write what programs left in the buffers of their files."""
    dirty = _root('state').get('io.dirty')
    if dirty:
        for file in list(dirty.values()):
            if not file.closed:
                file.flush()
        dirty.clear()


def _read_file(path):
    """The bytes of a file; None if there is no such file."""
    _write_out()
    try:
        handle = _ask_host('fs.open', path, 0, 0)
    except OSError:
        return None
    parts = []
    try:
        while data := _ask_host('fs.read', handle, 1 << 20):
            parts.append(data)
    except OSError:
        return None
    finally:
        _ask_host('fs.close', handle)
    return b''.join(parts)


def _is_directory(path):
    try:
        return _ask_host('fs.stat', path, True)[0] & 0o170000 == 0o040000
    except OSError:
        return False


def _run_source(path, source, space):
    space.setdefault('__builtins__', _root('builtins'))
    code = _compiled(source, path, 0, 1 << 16)
    _make_function(code, space)()


def _search_path():
    """sys.path, also before the program imports sys."""
    sys = _root('modules').get('sys')
    if sys is not None:
        return getattr(sys, 'path', None) or ()
    return _root('state').get('path', ())


def _find_spec(name, path):
    """The spec of a module in these directories and its source; or None."""
    child = name.rpartition('.')[2]
    portions = []
    for entry in path:
        if not isinstance(entry, str) or '\0' in entry:
            continue
        base = child if not entry else f"{entry.rstrip('/')}/{child}"
        if _is_directory(base):
            file = f'{base}/__init__.py'
            source = _read_file(file)
            if source is not None:
                spec = _file_spec(name, file)
                spec.submodule_search_locations = [base]
                return spec, source
            portions.append(base)
        file = f'{base}.py'
        source = _read_file(file)
        if source is not None:
            return _file_spec(name, file), source
    if not portions:
        return None
    spec = _ModuleSpec(name, _NamespaceLoader(name, portions))
    spec.submodule_search_locations = portions
    return spec, None


def _file_spec(name, file):
    spec = _ModuleSpec(name, _SourceFileLoader(name, file), origin=file)
    spec._set_fileattr = True
    return spec


def _find_by_finders(name, path):
    """What the program put on sys.meta_path finds, or None."""
    sys = _root('modules').get('sys')
    for finder in getattr(sys, 'meta_path', None) or ():
        find = getattr(finder, 'find_spec', None)
        spec = None if find is None else find(name, path, None)
        if spec is not None:
            return spec
    return None


def _module_from_spec(spec):
    """A module with the attributes that its spec says."""
    module = None
    create = getattr(spec.loader, 'create_module', None)
    if create is not None:
        module = create(spec)
    if module is None:
        module = _new_module(spec.name)
        module.__doc__ = None
    module.__loader__ = spec.loader
    module.__package__ = spec.parent
    module.__spec__ = spec
    if spec.submodule_search_locations is not None:
        module.__path__ = spec.submodule_search_locations
    if spec.has_location:
        module.__file__ = spec.origin
        if spec.cached is not None:
            module.__cached__ = spec.cached
    return module


def _import_from_host(name, modules):
    parent, dot, child = name.rpartition('.')
    path = None
    if dot:
        try:
            path = modules[parent].__path__
        except AttributeError:
            raise _not_found(f"No module named {name!r}; {parent!r} is not a package", name) from None
    spec = _find_by_finders(name, path)
    source = None
    if spec is None:
        found = _find_spec(name, _search_path() if path is None else path)
        if found is None:
            raise _not_found(f"No module named {name!r}{_absent_hint(name)}", name)
        spec, source = found
    module = _module_from_spec(spec)
    modules[name] = module
    spec._initializing = True
    try:
        if source is not None:
            _run_source(spec.origin, source, module.__dict__)
        elif spec.loader is not None:
            spec.loader.exec_module(module)
    except BaseException:
        modules.pop(name, None)
        raise
    finally:
        spec._initializing = False
    module = modules.get(name, module)
    if dot:
        try:
            setattr(modules[parent], child, module)
        except AttributeError:
            pass
    return module


def _reload(module):
    """importlib.reload for a module from a file; None for others."""
    spec = getattr(module, '__spec__', None)
    if spec is None:
        return None
    name = module.__name__
    parent, dot, _ = name.rpartition('.')
    path = _root('modules')[parent].__path__ if dot else None
    new = _find_by_finders(name, path)
    if new is None:
        found = _find_spec(name, _search_path() if path is None else path)
        if found is None:
            raise _not_found(f"spec not found for the module {name!r}", name)
        new = found[0]
    module.__spec__ = new
    module.__loader__ = new.loader
    new.loader.exec_module(module)
    return _root('modules')[name]
