"""Objects that the host describes: records it passes in, handles it keeps.

C code makes a subclass per name (engine_make.c) and fills in the members.
"""

from _caisson import session_state
from _collections_abc import Coroutine
from _engine import host_attribute, host_method

PENDING, VALUE, ERROR = range(3)


class Record:
    """An instance with named fields, such as a dataclass of the host."""

    _fields = ()
    _detail = 0

    def __repr__(self):
        parts = [f"{name}={getattr(self, name)!r}" for name in self._fields]
        return f"{type(self).__qualname__}({', '.join(parts)})"

    def __eq__(self, other):
        if type(other) is not type(self):
            return NotImplemented
        return self.__dict__ == other.__dict__

    def __hash__(self):
        if self._detail != 4:
            raise TypeError(f"unhashable type: '{type(self).__name__}'")
        return hash(tuple(getattr(self, name) for name in self._fields))

    def __setattr__(self, name, value):
        if self._detail == 4:
            raise _frozen_error()(f"cannot assign to field '{name}'")
        object.__setattr__(self, name, value)

    def __delattr__(self, name):
        if self._detail == 4:
            raise _frozen_error()(f"cannot delete field '{name}'")
        object.__delattr__(self, name)


def _frozen_error():
    import dataclasses
    return dataclasses.FrozenInstanceError


class TupleRecord(tuple):
    """A named tuple of the host."""

    _fields = ()
    _detail = 0

    def __getattr__(self, name):
        if name in self._fields:
            return self[self._fields.index(name)]
        raise AttributeError(f"'{type(self).__name__}' object has no "
                             f"attribute '{name}'", name=name, obj=self)

    def __repr__(self):
        parts = [f"{name}={value!r}" for name, value in
                 zip(self._fields, self)]
        return f"{type(self).__name__}({', '.join(parts)})"

    def _asdict(self):
        return dict(zip(self._fields, self))


class HostType(type):
    """Class of the classes that the host passes: what it allows of them.

    `_host_policy` is (number, methods, lazy attributes); every call and read is
    decided by the host again.
    """

    def __call__(cls, *args, **kwargs):
        policy = cls._host_policy
        if policy is None:
            raise TypeError(f"cannot instantiate host class '{cls.__name__}'")
        return host_method(policy[0], "__call__", args, kwargs)

    def __getattr__(cls, name):
        policy = type.__getattribute__(cls, "__dict__").get("_host_policy")
        if policy is not None:
            number, methods, lazy = policy
            if methods and name in methods:
                return _Method(cls, name, number)
            if _is_lazy(lazy, name):
                return _lazily(cls, number, name)
        raise _missing(cls, name)

    def __setattr__(cls, name, value):
        if name[:1] == "_":
            raise AttributeError(f"cannot assign to field '{name}'")
        type.__setattr__(cls, name, value)

    def __repr__(cls):
        return f"<class '{cls.__name__}'>"


def _missing(obj, name):
    if isinstance(obj, type):
        what = f"type object '{obj.__name__}'"
    else:
        what = f"'{type(obj).__name__}' object"
    return AttributeError(f"{what} has no attribute '{name}'", name=name, obj=obj)


def _lazily(obj, number, name):
    """Ask the host; one that does not know the object has no attribute of it."""
    try:
        return host_attribute(number, name)
    except AttributeError as e:
        if str(e).startswith("host object has no"):
            raise _missing(obj, name) from None
        raise


def _is_lazy(lazy, name):
    """Is this name asked for?  '*' stands for every public one."""
    if not lazy or name[:1] == "_":
        return False
    return name in lazy or "*" in lazy


class HostObject(metaclass=HostType):
    """A handle: attributes and methods as the host allows them."""

    _detail = 0
    _host_policy = None

    def __getattribute__(self, name):
        if name == "__dict__":
            return _attributes(self)
        return object.__getattribute__(self, name)

    def __getattr__(self, name):
        members = object.__getattribute__(self, "__dict__")
        methods = members.get("_host_methods")
        if methods and name in methods:
            return _Method(self, name, members["_host_id"])
        if _is_lazy(members.get("_host_lazy"), name):
            return _lazily(self, members["_host_id"], name)
        raise _missing(self, name)

    def __setattr__(self, name, value):
        if self._detail & 1 or name.startswith("_host_"):
            raise AttributeError(f"cannot assign to field '{name}'")
        object.__setattr__(self, name, value)

    def __call__(self, *args, **kwargs):
        raise TypeError(f"'{type(self).__name__}' object is not callable")

    def __repr__(self):
        parts = [f"{name}={value!r}"
                 for name, value in _attributes(self).items()]
        return f"{type(self).__name__}({', '.join(parts)})"

    def __eq__(self, other):
        if type(other) is not type(self):
            return NotImplemented
        return _attributes(self) == _attributes(other)

    __hash__ = None


def _attributes(obj):
    """What came with the object or was set on it, without the handle."""
    members = object.__getattribute__(obj, "__dict__")
    return {name: value for name, value in members.items()
            if not name.startswith("_host_")}


class _Method:
    """A method of a host object, bound."""

    __slots__ = ("__self__", "__name__", "_number")

    def __init__(self, obj, name, number):
        self.__self__ = obj
        self.__name__ = name
        self._number = number

    def __call__(self, *args, **kwargs):
        return host_method(self._number, self.__name__, args, kwargs)

    def __repr__(self):
        owner = self.__self__
        cls = owner if isinstance(owner, HostType) else type(owner)
        return f"<bound method {cls.__name__}.{self.__name__}>"


# --- calls whose result comes later


def pending_calls():
    """The calls that the host has not settled: number -> HostFuture."""
    return session_state("host_futures", dict)


def settle(results):
    """Results that the host sent: a list of (number, ok, value)."""
    pending = pending_calls()
    for number, ok, value in results:
        future = pending.pop(number, None)
        if future is not None:
            future._settle(ok, value)


class HostFuture(Coroutine):
    """The result of a tool: may be awaited, any number of times.

    A coroutine as far as asyncio is concerned, so that create_task takes it;
    C code makes it and registers it in pending_calls().
    """

    __slots__ = ("_number", "_state", "_value", "_waiters", "_steps",
                 "__name__", "__qualname__", "__weakref__")

    def _settle(self, ok, value):
        if not ok and not isinstance(value, BaseException):
            value = RuntimeError(value)
        self._value = value
        self._state = VALUE if ok else ERROR
        waiters, self._waiters = self._waiters, None
        for waiter in waiters or ():
            if not waiter.done():
                waiter.set_result(None)

    def __await__(self):
        if self._state == PENDING:
            yield from self._waiter()
        if self._state == ERROR:
            raise self._value
        return self._value

    def _waiter(self):
        import asyncio
        waiter = asyncio.get_running_loop().create_future()
        if self._waiters is None:
            self._waiters = []
        self._waiters.append(waiter)
        return waiter

    def _run(self, step):
        if self._steps is None:
            self._steps = self.__await__()
        try:
            return step(self._steps)
        except BaseException:
            self._steps = None
            raise

    def send(self, value):
        return self._run(lambda steps: steps.send(value))

    def throw(self, *args):
        return self._run(lambda steps: steps.throw(*args))

    def close(self):
        if self._steps is not None:
            self._steps.close()
            self._steps = None

    def __repr__(self):
        state = ("pending", "done", "failed")[self._state]
        return f"<result of {self.__name__}(): {state}>"
