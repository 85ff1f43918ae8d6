"""contextlib - helpers for the with statement.

SPDX-License-Identifier: Apache-2.0
"""

import os
import sys
from abc import ABC, abstractmethod
from functools import wraps
from types import MethodType

from _collections_abc import GenericAlias, _recognised_by

__all__ = ["asynccontextmanager", "contextmanager", "closing", "nullcontext",
           "AbstractContextManager", "AbstractAsyncContextManager",
           "AsyncExitStack", "ContextDecorator", "ExitStack",
           "redirect_stdout", "redirect_stderr", "suppress", "aclosing",
           "chdir"]


@_recognised_by("__enter__", "__exit__")
class AbstractContextManager(ABC):
    """What `with` can use."""

    __class_getitem__ = classmethod(GenericAlias)

    def __enter__(self):
        """Give the object itself."""
        return self

    @abstractmethod
    def __exit__(self, exc_type, exc_value, traceback):
        """A true result swallows the exception."""


@_recognised_by("__aenter__", "__aexit__")
class AbstractAsyncContextManager(ABC):
    """What `async with` can use."""

    __class_getitem__ = classmethod(GenericAlias)

    async def __aenter__(self):
        """Give the object itself."""
        return self

    @abstractmethod
    async def __aexit__(self, exc_type, exc_value, traceback):
        """A true result swallows the exception."""


# ----------------------------------------------------------- managers as
# decorators, and generators as managers


class ContextDecorator:
    """Lets a manager decorate functions: each call runs inside of it."""

    def _recreate_cm(self):
        # A manager that serves only once gives a new one for each call.
        return self

    def __call__(self, func):
        @wraps(func)
        def managed(*args, **kwds):
            with self._recreate_cm():
                return func(*args, **kwds)

        return managed


class AsyncContextDecorator:
    """Lets an async manager decorate coroutine functions."""

    def _recreate_cm(self):
        return self

    def __call__(self, func):
        @wraps(func)
        async def managed(*args, **kwds):
            async with self._recreate_cm():
                return await func(*args, **kwds)

        return managed


class _Generated:
    """A manager around a generator; `_recipe` makes another one like it."""

    def __init__(self, func, args, kwds):
        self._recipe = func, args, kwds
        self.gen = func(*args, **kwds)
        if getattr(func, "__doc__", None) is not None:
            self.__doc__ = func.__doc__

    def _recreate_cm(self):
        return type(self)(*self._recipe)


def _judge(error, value, traceback, ends):
    """What __exit__ returns when throwing `value` in brought `error` out.

    None: the generator failed by itself.  The end of the generator swallows
    the exception; the exception itself, or the RuntimeError that wraps a
    StopIteration, goes on, without the generator's frames in its traceback.
    """
    if isinstance(error, ends) and error is not value:
        return True
    wrapped = (isinstance(error, RuntimeError) and error.__cause__ is value
               and isinstance(value, (StopIteration, ends)))
    if error is not value and not wrapped:
        return None
    value.__traceback__ = traceback
    return False


_END = object()


class _GeneratorContextManager(_Generated, AbstractContextManager,
                               ContextDecorator):
    """The manager that @contextmanager makes."""

    def __enter__(self):
        self._recipe = None
        try:
            return next(self.gen)
        except StopIteration:
            raise RuntimeError("generator didn't yield") from None

    def __exit__(self, typ, value, traceback):
        if typ is None:
            if next(self.gen, _END) is _END:
                return False
            complaint = "generator didn't stop"
        else:
            if value is None:
                value = typ()
            try:
                self.gen.throw(typ, value, traceback)
            except BaseException as error:
                verdict = _judge(error, value, traceback, StopIteration)
                if verdict is None:
                    raise
                return verdict
            complaint = "generator didn't stop after throw()"
        self.gen.close()
        raise RuntimeError(complaint)


class _AsyncGeneratorContextManager(_Generated, AbstractAsyncContextManager,
                                    AsyncContextDecorator):
    """The manager that @asynccontextmanager makes."""

    async def __aenter__(self):
        self._recipe = None
        try:
            return await anext(self.gen)
        except StopAsyncIteration:
            raise RuntimeError("generator didn't yield") from None

    async def __aexit__(self, typ, value, traceback):
        if typ is None:
            if await anext(self.gen, _END) is _END:
                return False
            complaint = "generator didn't stop"
        else:
            if value is None:
                value = typ()
            try:
                await self.gen.athrow(typ, value, traceback)
            except BaseException as error:
                verdict = _judge(error, value, traceback, StopAsyncIteration)
                if verdict is None:
                    raise
                return verdict
            complaint = "generator didn't stop after athrow()"
        await self.gen.aclose()
        raise RuntimeError(complaint)


def contextmanager(func):
    """A generator function that yields once becomes a manager."""
    @wraps(func)
    def make(*args, **kwds):
        return _GeneratorContextManager(func, args, kwds)

    return make


def asynccontextmanager(func):
    """An async generator function that yields once becomes a manager."""
    @wraps(func)
    def make(*args, **kwds):
        return _AsyncGeneratorContextManager(func, args, kwds)

    return make


# ------------------------------------------------------------ small managers


class closing(AbstractContextManager):
    """Calls thing.close() in the end."""

    def __init__(self, thing):
        self.thing = thing

    def __enter__(self):
        return self.thing

    def __exit__(self, *exc_info):
        self.thing.close()


class aclosing(AbstractAsyncContextManager):
    """Awaits thing.aclose() in the end."""

    def __init__(self, thing):
        self.thing = thing

    async def __aenter__(self):
        return self.thing

    async def __aexit__(self, *exc_info):
        await self.thing.aclose()


class nullcontext(AbstractContextManager, AbstractAsyncContextManager):
    """Gives `enter_result` and does nothing else."""

    def __init__(self, enter_result=None):
        self.enter_result = enter_result

    def __enter__(self):
        return self.enter_result

    async def __aenter__(self):
        return self.enter_result

    def __exit__(self, *excinfo):
        return None

    async def __aexit__(self, *excinfo):
        return None


class suppress(AbstractContextManager):
    """Swallows the given exceptions."""

    def __init__(self, *exceptions):
        self._swallowed = exceptions

    def __enter__(self):
        return None

    def __exit__(self, exctype, excinst, exctb):
        return exctype is not None and issubclass(exctype, self._swallowed)


class _Swap(AbstractContextManager):
    """Puts a value in place and the old one back; may be nested."""

    def __init__(self):
        self._saved = []

    def __exit__(self, exctype, excinst, exctb):
        self._put(self._saved.pop())


class _Redirect(_Swap):

    def __init__(self, new_target):
        _Swap.__init__(self)
        self._target = new_target

    def _put(self, stream):
        setattr(sys, self._name, stream)

    def __enter__(self):
        self._saved.append(getattr(sys, self._name))
        self._put(self._target)
        return self._target


class redirect_stdout(_Redirect):
    """Sends what is printed to another file."""

    _name = "stdout"


class redirect_stderr(_Redirect):
    """Sends messages to another file."""

    _name = "stderr"


class chdir(_Swap):
    """Works in another directory for a while."""

    def __init__(self, path):
        _Swap.__init__(self)
        self.path = path

    def _put(self, folder):
        os.chdir(folder)

    def __enter__(self):
        self._saved.append(os.getcwd())
        self._put(self.path)


# -------------------------------------------------------------------- stacks


def _protocol(cm, names, word):
    """The two methods of a manager, looked up on its class."""
    cls = type(cm)
    try:
        return [getattr(cls, name) for name in names]
    except AttributeError:
        raise TypeError(
            f"'{cls.__module__}.{cls.__qualname__}' object does not "
            f"support the {word} protocol") from None


class _Unwinding:
    """The exception on its way through a stack of exits."""

    def __init__(self, error):
        self.error = error
        self.received = error is not None
        self.raised = False  # by one of the exits
        self.outer = sys.exc_info()[1]

    def details(self):
        error = self.error
        if error is None:
            return None, None, None
        return type(error), error, error.__traceback__

    def swallow(self):
        self.error = None
        self.raised = False

    def replace(self, error):
        """An exit raised; chain its exception as nested `with`s would."""
        link, context = error, error.__context__
        while not (context is None or context is self.error
                   or context is self.outer):
            link, context = context, context.__context__
        if context is not None and context is not self.error:
            link.__context__ = self.error
        self.error = error
        self.raised = True

    def finish(self):
        if not self.raised:
            return self.received and self.error is None
        context = self.error.__context__
        try:
            raise self.error
        finally:
            self.error.__context__ = context


class _Stack:
    """What both stacks share: `_exit_callbacks` holds pairs (sync, exit)."""

    def __init__(self):
        self._exit_callbacks = []

    def _push(self, leave, owner=None, awaited=False):
        if owner is not None:
            leave = MethodType(leave, owner)
        self._exit_callbacks.append((not awaited, leave))

    def pop_all(self):
        """Move all exits to a new stack and return it."""
        other = type(self)()
        other._exit_callbacks = self._exit_callbacks
        self._exit_callbacks = []
        return other

    def push(self, exit):
        """Add a manager that is entered already, or an __exit__ function."""
        leave = getattr(type(exit), "__exit__", None)
        if leave is None:
            self._push(exit)
        else:
            self._push(leave, exit)
        return exit

    def enter_context(self, cm):
        """Enter a manager and add its exit."""
        enter, leave = _protocol(cm, ("__enter__", "__exit__"),
                                 "context manager")
        found = enter(cm)
        self._push(leave, cm)
        return found

    def callback(self, callback, /, *args, **kwds):
        """Add a function that is called with these arguments."""
        def leave(exc_type, exc, tb):
            callback(*args, **kwds)

        leave.__wrapped__ = callback
        self._push(leave)
        return callback


class ExitStack(_Stack, AbstractContextManager):
    """Any number of managers and callbacks, left in reverse order."""

    def __exit__(self, *exc_details):
        unwinding = _Unwinding(exc_details[1])
        while self._exit_callbacks:
            _, leave = self._exit_callbacks.pop()
            try:
                if leave(*unwinding.details()):
                    unwinding.swallow()
            except BaseException as error:
                unwinding.replace(error)
        return unwinding.finish()

    def close(self):
        """Leave everything now."""
        self.__exit__(None, None, None)


class AsyncExitStack(_Stack, AbstractAsyncContextManager):
    """Like ExitStack; managers and callbacks may be asynchronous."""

    async def enter_async_context(self, cm):
        """Enter an async manager and add its exit."""
        enter, leave = _protocol(cm, ("__aenter__", "__aexit__"),
                                 "asynchronous context manager")
        found = await enter(cm)
        self._push(leave, cm, True)
        return found

    def push_async_exit(self, exit):
        """Add an async manager that is entered, or an __aexit__ function."""
        leave = getattr(type(exit), "__aexit__", None)
        if leave is None:
            self._push(exit, None, True)
        else:
            self._push(leave, exit, True)
        return exit

    def push_async_callback(self, callback, /, *args, **kwds):
        """Add a coroutine function that is awaited with these arguments."""
        async def leave(exc_type, exc, tb):
            await callback(*args, **kwds)

        leave.__wrapped__ = callback
        self._push(leave, None, True)
        return callback

    async def __aexit__(self, *exc_details):
        unwinding = _Unwinding(exc_details[1])
        while self._exit_callbacks:
            sync, leave = self._exit_callbacks.pop()
            try:
                swallowed = leave(*unwinding.details())
                if not sync:
                    swallowed = await swallowed
                if swallowed:
                    unwinding.swallow()
            except BaseException as error:
                unwinding.replace(error)
        return unwinding.finish()

    async def aclose(self):
        """Leave everything now."""
        await self.__aexit__(None, None, None)
