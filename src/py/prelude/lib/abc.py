"""abc - abstract base classes.

What is registered, and what a check found out, belongs to the session: the
classes of the library itself live in a read-only image.  Registrations that
the library makes while it is built are constants of the class (see
`_register_builtin`).

SPDX-License-Identifier: Apache-2.0
"""

from _caisson import session_state
from intrinsics import _unseen_subclasses


def abstractmethod(funcobj):
    """Mark a method that concrete subclasses must override."""
    funcobj.__isabstractmethod__ = True
    return funcobj


class abstractclassmethod(classmethod):
    """A class method marked abstract; deprecated."""

    __isabstractmethod__ = True

    def __init__(self, callable):
        callable.__isabstractmethod__ = True
        super().__init__(callable)


class abstractstaticmethod(staticmethod):
    """A static method marked abstract; deprecated."""

    __isabstractmethod__ = True

    def __init__(self, callable):
        callable.__isabstractmethod__ = True
        super().__init__(callable)


class abstractproperty(property):
    """A property marked abstract; deprecated."""

    __isabstractmethod__ = True


class _abc_data:
    """The part of an abstract class that is fixed when it is made."""

    __slots__ = ("builtin",)

    def __init__(self):
        self.builtin = ()


class _Store:
    """All registrations of a session."""

    __slots__ = ("token", "entries", "hook")  # types/abc.c knows them

    def __init__(self):
        self.token = 0
        self.entries = {}
        self.hook = ABCMeta.__instancecheck__


class _Entry:
    """What a session knows about one abstract class."""

    # types/abc.c knows their order
    __slots__ = ("owner", "registry", "cache", "negative", "version")

    def __init__(self, owner, token):
        self.owner = owner  # keeps id(owner) from being used again
        self.registry = {}
        self.cache = set()
        self.negative = set()
        self.version = token


def _entry_of(cls):
    store = session_state("abc", _Store)
    entry = store.entries.get(id(cls))
    if entry is None:
        entry = store.entries[id(cls)] = _Entry(cls, store.token)
    elif entry.version != store.token:
        entry.negative = set()
        entry.version = store.token
    return entry


def _register_builtin(cls, *classes):
    """Register `classes` for good; only while the library is built."""
    cls._abc_impl.builtin += classes


def _abstract_names(cls, bases, namespace):
    names = {name for name, value in namespace.items()
             if getattr(value, "__isabstractmethod__", False)}
    for base in bases:
        for name in getattr(base, "__abstractmethods__", ()):
            value = getattr(cls, name, None)
            if getattr(value, "__isabstractmethod__", False):
                names.add(name)
    return frozenset(names)


class ABCMeta(type):
    """Metaclass of abstract base classes."""

    def __new__(mcls, name, bases, namespace, /, **kwargs):
        cls = super().__new__(mcls, name, bases, namespace, **kwargs)
        cls.__abstractmethods__ = _abstract_names(
            cls, cls.__bases__, namespace)
        cls._abc_impl = _abc_data()
        return cls

    def register(cls, subclass):
        """Make `subclass` a virtual subclass and return it."""
        if not isinstance(subclass, type):
            raise TypeError("Can only register classes")
        if issubclass(subclass, cls):
            return subclass
        if issubclass(cls, subclass):
            raise RuntimeError("Refusing to create an inheritance cycle")
        _entry_of(cls).registry[subclass] = None
        session_state("abc", _Store).token += 1
        return subclass

    # isinstance() knows the answers in the store (types/abc.c)
    def __instancecheck__(cls, instance):
        """Implement isinstance(instance, cls)."""
        subclass = instance.__class__
        entry = _entry_of(cls)
        if subclass in entry.cache:
            return True
        subtype = type(instance)
        if subtype is subclass:
            if subclass in entry.negative:
                return False
            return cls.__subclasscheck__(subclass)
        return (cls.__subclasscheck__(subclass)
                or cls.__subclasscheck__(subtype))

    def __subclasscheck__(cls, subclass):
        """Implement issubclass(subclass, cls)."""
        if not isinstance(subclass, type):
            raise TypeError("issubclass() arg 1 must be a class")
        entry = _entry_of(cls)
        if subclass in entry.cache:
            return True
        if subclass in entry.negative:
            return False
        if _is_below(cls, subclass, entry):
            entry.cache.add(subclass)
            return True
        _entry_of(cls).negative.add(subclass)
        return False

    def _dump_registry(cls, file=None):
        """Print what is known about the class, for debugging."""
        entry = _entry_of(cls)
        print(f"Class: {cls.__module__}.{cls.__qualname__}", file=file)
        print(f"Inv. counter: {get_cache_token()}", file=file)
        print(f"_abc_registry: {set(entry.registry)!r}", file=file)
        print(f"_abc_cache: {entry.cache!r}", file=file)
        print(f"_abc_negative_cache: {entry.negative!r}", file=file)
        print(f"_abc_negative_cache_version: {entry.version!r}", file=file)

    def _abc_registry_clear(cls):
        """Forget all registrations of this session."""
        _entry_of(cls).registry.clear()

    def _abc_caches_clear(cls):
        """Forget what earlier checks found."""
        entry = _entry_of(cls)
        entry.cache.clear()
        entry.negative.clear()


def _is_below(cls, subclass, entry):
    answer = cls.__subclasshook__(subclass)
    if answer is True or answer is False:
        return answer
    if answer is not NotImplemented:
        raise AssertionError("__subclasshook__ must return either False, "
                             "True, or NotImplemented")
    if cls in getattr(subclass, "__mro__", ()):
        return True
    for other in cls._abc_impl.builtin:
        if issubclass(subclass, other):
            return True
    for other in list(entry.registry):
        if issubclass(subclass, other):
            return True
    for other in [*cls.__subclasses__(), *_unseen_subclasses(cls)]:
        if issubclass(subclass, other):
            return True
    return False


class ABC(metaclass=ABCMeta):
    """Helper class: inherit from it to get the metaclass ABCMeta."""

    __slots__ = ()


def get_cache_token():
    """Return a value that changes whenever a class is registered."""
    return session_state("abc", _Store).token


def update_abstractmethods(cls):
    """Compute the set of abstract methods again, after a change of `cls`."""
    if not hasattr(cls, "__abstractmethods__"):
        return cls
    cls.__abstractmethods__ = _abstract_names(cls, cls.__bases__, vars(cls))
    return cls
