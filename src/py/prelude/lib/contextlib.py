"""contextlib - helpers for the with statement.

SPDX-License-Identifier: Apache-2.0
"""

import os
import sys
from abc import ABC, abstractmethod
from collections import deque
from functools import wraps
from types import MethodType

from _collections_abc import GenericAlias, _check_methods

__all__ = ["asynccontextmanager", "contextmanager", "closing", "nullcontext",
           "AbstractContextManager", "AbstractAsyncContextManager",
           "AsyncExitStack", "ContextDecorator", "ExitStack",
           "redirect_stdout", "redirect_stderr", "suppress", "aclosing",
           "chdir"]


class AbstractContextManager(ABC):
    """Base class of context managers."""

    __class_getitem__ = classmethod(GenericAlias)

    def __enter__(self):
        """Return `self` upon entering the runtime context."""
        return self

    @abstractmethod
    def __exit__(self, exc_type, exc_value, traceback):
        """Raise any exception triggered within the runtime context."""
        return None

    @classmethod
    def __subclasshook__(cls, C):
        if cls is AbstractContextManager:
            return _check_methods(C, "__enter__", "__exit__")
        return NotImplemented


class AbstractAsyncContextManager(ABC):
    """Base class of asynchronous context managers."""

    __class_getitem__ = classmethod(GenericAlias)

    async def __aenter__(self):
        """Return `self` upon entering the runtime context."""
        return self

    @abstractmethod
    async def __aexit__(self, exc_type, exc_value, traceback):
        """Raise any exception triggered within the runtime context."""
        return None

    @classmethod
    def __subclasshook__(cls, C):
        if cls is AbstractAsyncContextManager:
            return _check_methods(C, "__aenter__", "__aexit__")
        return NotImplemented


class ContextDecorator:
    """Base class that lets a context manager work as a decorator."""

    def _recreate_cm(self):
        """Return the manager for one call; by default the same for all."""
        return self

    def __call__(self, func):
        @wraps(func)
        def inner(*args, **kwds):
            with self._recreate_cm():
                return func(*args, **kwds)
        return inner


class AsyncContextDecorator:
    """Base class that lets an async manager work as a decorator."""

    def _recreate_cm(self):
        """Return the manager for one call; by default the same for all."""
        return self

    def __call__(self, func):
        @wraps(func)
        async def inner(*args, **kwds):
            async with self._recreate_cm():
                return await func(*args, **kwds)
        return inner


class _GeneratorContextManagerBase:
    """What contextmanager and asynccontextmanager have in common."""

    def __init__(self, func, args, kwds):
        self.gen = func(*args, **kwds)
        self.func, self.args, self.kwds = func, args, kwds
        doc = getattr(func, "__doc__", None)
        self.__doc__ = type(self).__doc__ if doc is None else doc

    def _recreate_cm(self):
        return self.__class__(self.func, self.args, self.kwds)


def _is_same(error, value, traceback, stop):
    """Did the body's exception just pass through the generator?

    A StopIteration comes back wrapped in a RuntimeError.  The traceback is
    set back, so that it does not show the generator's frames.
    """
    if error is value:
        error.__traceback__ = traceback
        return True
    if (isinstance(error, RuntimeError) and isinstance(value, stop)
            and error.__cause__ is value):
        value.__traceback__ = traceback
        return True
    return False


class _GeneratorContextManager(_GeneratorContextManagerBase,
                               AbstractContextManager, ContextDecorator):
    """Helper for @contextmanager decorator."""

    def __enter__(self):
        del self.args, self.kwds, self.func
        try:
            return next(self.gen)
        except StopIteration:
            raise RuntimeError("generator didn't yield") from None

    def __exit__(self, typ, value, traceback):
        if typ is None:
            try:
                next(self.gen)
            except StopIteration:
                return False
            try:
                raise RuntimeError("generator didn't stop")
            finally:
                self.gen.close()
        if value is None:
            value = typ()
        try:
            self.gen.throw(typ, value, traceback)
        except StopIteration as error:
            return error is not value
        except BaseException as error:
            if not _is_same(error, value, traceback, StopIteration):
                raise
            return False
        try:
            raise RuntimeError("generator didn't stop after throw()")
        finally:
            self.gen.close()


class _AsyncGeneratorContextManager(_GeneratorContextManagerBase,
                                    AbstractAsyncContextManager,
                                    AsyncContextDecorator):
    """Helper for @asynccontextmanager decorator."""

    async def __aenter__(self):
        del self.args, self.kwds, self.func
        try:
            return await anext(self.gen)
        except StopAsyncIteration:
            raise RuntimeError("generator didn't yield") from None

    async def __aexit__(self, typ, value, traceback):
        if typ is None:
            try:
                await anext(self.gen)
            except StopAsyncIteration:
                return False
            try:
                raise RuntimeError("generator didn't stop")
            finally:
                await self.gen.aclose()
        if value is None:
            value = typ()
        try:
            await self.gen.athrow(typ, value, traceback)
        except StopAsyncIteration as error:
            return error is not value
        except BaseException as error:
            if not _is_same(error, value, traceback,
                            (StopIteration, StopAsyncIteration)):
                raise
            return False
        try:
            raise RuntimeError("generator didn't stop after athrow()")
        finally:
            await self.gen.aclose()


def contextmanager(func):
    """Decorator that makes a context manager from a generator function."""
    @wraps(func)
    def helper(*args, **kwds):
        return _GeneratorContextManager(func, args, kwds)
    return helper


def asynccontextmanager(func):
    """Decorator that makes an async manager from an async generator."""
    @wraps(func)
    def helper(*args, **kwds):
        return _AsyncGeneratorContextManager(func, args, kwds)
    return helper


class closing(AbstractContextManager):
    """Context manager that calls close() of an object at the end."""

    def __init__(self, thing):
        self.thing = thing

    def __enter__(self):
        return self.thing

    def __exit__(self, *exc_info):
        self.thing.close()


class aclosing(AbstractAsyncContextManager):
    """Async context manager that awaits aclose() of an object at the end."""

    def __init__(self, thing):
        self.thing = thing

    async def __aenter__(self):
        return self.thing

    async def __aexit__(self, *exc_info):
        await self.thing.aclose()


class _RedirectStream(AbstractContextManager):

    _stream = None

    def __init__(self, new_target):
        self._new_target = new_target
        self._old_targets = []

    def __enter__(self):
        self._old_targets.append(getattr(sys, self._stream))
        setattr(sys, self._stream, self._new_target)
        return self._new_target

    def __exit__(self, exctype, excinst, exctb):
        setattr(sys, self._stream, self._old_targets.pop())


class redirect_stdout(_RedirectStream):
    """Context manager that sends sys.stdout to another file."""

    _stream = "stdout"


class redirect_stderr(_RedirectStream):
    """Context manager that sends sys.stderr to another file."""

    _stream = "stderr"


class suppress(AbstractContextManager):
    """Context manager that swallows the given exceptions."""

    def __init__(self, *exceptions):
        self._exceptions = exceptions

    def __enter__(self):
        pass

    def __exit__(self, exctype, excinst, exctb):
        return exctype is not None and issubclass(exctype, self._exceptions)


class _BaseExitStack:
    """What ExitStack and AsyncExitStack have in common.

    `_exit_callbacks` holds pairs (is_sync, callback); each callback takes
    the three exception arguments.
    """

    @staticmethod
    def _create_exit_wrapper(cm, cm_exit):
        return MethodType(cm_exit, cm)

    @staticmethod
    def _create_cb_wrapper(callback, /, *args, **kwds):
        def _exit_wrapper(exc_type, exc, tb):
            callback(*args, **kwds)
        return _exit_wrapper

    def __init__(self):
        self._exit_callbacks = deque()

    def pop_all(self):
        """Preserve the context stack by transferring it to a new instance."""
        new_stack = type(self)()
        new_stack._exit_callbacks = self._exit_callbacks
        self._exit_callbacks = deque()
        return new_stack

    def push(self, exit):
        """Register a callback with the signature of __exit__."""
        method = getattr(type(exit), "__exit__", None)
        if method is None:
            self._push_exit_callback(exit)
        else:
            self._push_cm_exit(exit, method)
        return exit

    def enter_context(self, cm):
        """Enter a context manager and register its exit."""
        cls = type(cm)
        try:
            enter = cls.__enter__
            leave = cls.__exit__
        except AttributeError:
            raise TypeError(
                f"'{cls.__module__}.{cls.__qualname__}' object does not "
                "support the context manager protocol") from None
        result = enter(cm)
        self._push_cm_exit(cm, leave)
        return result

    def callback(self, callback, /, *args, **kwds):
        """Register a function to be called with the given arguments."""
        wrapper = self._create_cb_wrapper(callback, *args, **kwds)
        wrapper.__wrapped__ = callback
        self._push_exit_callback(wrapper)
        return callback

    def _push_cm_exit(self, cm, cm_exit):
        self._push_exit_callback(self._create_exit_wrapper(cm, cm_exit))

    def _push_exit_callback(self, callback, is_sync=True):
        self._exit_callbacks.append((is_sync, callback))


def _link_context(new, old, outer):
    """Make `old` the context of `new`, as nested with statements would.

    `outer` is the exception that was being handled outside of the stack: it
    marks the place in the chain where `old` belongs.
    """
    while True:
        context = new.__context__
        if context is None or context is old:
            return
        if context is outer:
            break
        new = context
    new.__context__ = old


class ExitStack(_BaseExitStack, AbstractContextManager):
    """A stack of exit callbacks, run in reverse order at the end."""

    def __enter__(self):
        return self

    def __exit__(self, *exc_details):
        received = exc_details[0] is not None
        outer = sys.exc_info()[1]
        pending = False
        suppressed = False
        while self._exit_callbacks:
            _, callback = self._exit_callbacks.pop()
            try:
                if callback(*exc_details):
                    suppressed = True
                    pending = False
                    exc_details = (None, None, None)
            except BaseException as error:
                _link_context(error, exc_details[1], outer)
                pending = True
                exc_details = type(error), error, error.__traceback__
        if pending:
            context = exc_details[1].__context__
            try:
                raise exc_details[1]
            except BaseException:
                exc_details[1].__context__ = context
                raise
        return received and suppressed

    def close(self):
        """Immediately unwind the context stack."""
        self.__exit__(None, None, None)


class AsyncExitStack(_BaseExitStack, AbstractAsyncContextManager):
    """A stack of exit callbacks, some of which may be coroutines."""

    @staticmethod
    def _create_async_exit_wrapper(cm, cm_exit):
        return MethodType(cm_exit, cm)

    @staticmethod
    def _create_async_cb_wrapper(callback, /, *args, **kwds):
        async def _exit_wrapper(exc_type, exc, tb):
            await callback(*args, **kwds)
        return _exit_wrapper

    async def enter_async_context(self, cm):
        """Enter an async context manager and register its exit."""
        cls = type(cm)
        try:
            enter = cls.__aenter__
            leave = cls.__aexit__
        except AttributeError:
            raise TypeError(
                f"'{cls.__module__}.{cls.__qualname__}' object does not "
                "support the asynchronous context manager protocol"
            ) from None
        result = await enter(cm)
        self._push_async_cm_exit(cm, leave)
        return result

    def push_async_exit(self, exit):
        """Register a coroutine function with the signature of __aexit__."""
        method = getattr(type(exit), "__aexit__", None)
        if method is None:
            self._push_exit_callback(exit, False)
        else:
            self._push_async_cm_exit(exit, method)
        return exit

    def push_async_callback(self, callback, /, *args, **kwds):
        """Register a coroutine function to be called with the arguments."""
        wrapper = self._create_async_cb_wrapper(callback, *args, **kwds)
        wrapper.__wrapped__ = callback
        self._push_exit_callback(wrapper, False)
        return callback

    async def aclose(self):
        """Immediately unwind the context stack."""
        await self.__aexit__(None, None, None)

    def _push_async_cm_exit(self, cm, cm_exit):
        self._push_exit_callback(
            self._create_async_exit_wrapper(cm, cm_exit), False)

    async def __aenter__(self):
        return self

    async def __aexit__(self, *exc_details):
        received = exc_details[0] is not None
        outer = sys.exc_info()[1]
        pending = False
        suppressed = False
        while self._exit_callbacks:
            is_sync, callback = self._exit_callbacks.pop()
            try:
                done = callback(*exc_details)
                if not is_sync:
                    done = await done
                if done:
                    suppressed = True
                    pending = False
                    exc_details = (None, None, None)
            except BaseException as error:
                _link_context(error, exc_details[1], outer)
                pending = True
                exc_details = type(error), error, error.__traceback__
        if pending:
            context = exc_details[1].__context__
            try:
                raise exc_details[1]
            except BaseException:
                exc_details[1].__context__ = context
                raise
        return received and suppressed


class nullcontext(AbstractContextManager, AbstractAsyncContextManager):
    """Context manager that does nothing and returns `enter_result`."""

    def __init__(self, enter_result=None):
        self.enter_result = enter_result

    def __enter__(self):
        return self.enter_result

    def __exit__(self, *excinfo):
        pass

    async def __aenter__(self):
        return self.enter_result

    async def __aexit__(self, *excinfo):
        pass


class chdir(AbstractContextManager):
    """Context manager that changes the working directory for a while."""

    def __init__(self, path):
        self.path = path
        self._old_cwd = []

    def __enter__(self):
        self._old_cwd.append(os.getcwd())
        os.chdir(self.path)

    def __exit__(self, *excinfo):
        os.chdir(self._old_cwd.pop())
