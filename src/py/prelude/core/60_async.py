"""Generators that delegate, coroutines, asynchronous generators.

An asynchronous generator runs like a plain one.  What its body yields comes
in a cell (_AgenValue), what it awaits passes through as it is; __anext__, asend,
athrow and aclose give generators that drive it and tell the two apart.
"""


_AgenValue = _type_of(_agen_wrap(None))
_x_agen_wrap = _agen_wrap


# --- yield from ---------------------------------------------------------------------


def _x_yf_throw(it, exc):
    """throw() or close() met a delegating generator: (finished, value)."""
    _drop_traceback(exc)
    if type(it) is _async_generator:
        return _agen_thrown(it, exc)
    if isinstance(exc, GeneratorExit):
        close = getattr(it, 'close', None)
        if close is not None:
            close()
        raise exc
    throw = getattr(it, 'throw', None)
    if throw is None:
        raise exc
    try:
        value = throw(exc)
    except StopIteration as end:
        return True, end.value
    return False, value


def _agen_thrown(agen, exc):
    """The same while `async for` waits for an asynchronous generator."""
    done = True
    try:
        out = _gen_throw(agen, exc)
        done = type(out) is _AgenValue
    finally:
        if done:
            _agen_running(agen, False)
    if not done:
        return False, out
    if isinstance(exc, GeneratorExit):
        raise exc
    return True, _cell_get(out)


def _make_thrown(kind, value=None, tb=None):
    """The exception that throw(kind, value, tb) means."""
    if tb is not None and type(tb).__name__ != 'traceback':
        raise TypeError("throw() third argument must be a traceback object")
    if isinstance(kind, BaseException):
        if value is not None:
            raise TypeError("instance exception may not have a separate value")
        exc = kind
    elif isinstance(kind, type) and issubclass(kind, BaseException):
        if isinstance(value, kind):
            exc = value
        elif value is None:
            exc = kind()
        elif isinstance(value, tuple):
            exc = kind(*value)
        else:
            exc = kind(value)
        if not isinstance(exc, BaseException):
            raise TypeError(f"calling {kind!r} should have returned an instance of BaseException, "
                            f"not {type(exc)!r}")
    else:
        raise TypeError("exceptions must be classes or instances deriving from BaseException, "
                        f"not {_type_name(kind)}")
    if tb is not None:
        exc = exc.with_traceback(tb)
    return exc


@_twin("generator.throw")
@_twin("coroutine.throw")
def _gen_throw_any(self, *args):
    if not args:
        raise TypeError("throw expected at least 1 argument, got 0")
    if len(args) > 3:
        raise TypeError(f"throw expected at most 3 arguments, got {len(args)}")
    return _gen_throw(self, _make_thrown(*args))


@_twin("generator.close")
@_twin("coroutine.close")
@_twin("intrinsics._gen_close")
def _gen_close_running(self):
    try:
        _gen_throw(self, GeneratorExit())
    except (GeneratorExit, StopIteration):
        return None
    word = 'coroutine' if type(self).__name__ == 'coroutine' else 'generator'
    raise RuntimeError(f"{word} ignored GeneratorExit")


# --- await ---------------------------------------------------------------------------


def _await_wrapper(coro):
    return (yield from coro)


_coroutine_wrapper = type('coroutine_wrapper', (), {
    '__iter__': lambda self: self,
    '__next__': lambda self: _gen_send(self, None),
    'send': lambda self, value, /: _gen_send(self, value),
    'throw': lambda self, kind, value=None, tb=None, /:
        _gen_throw(self, _make_thrown(kind, value, tb)),
    'close': lambda self, /: _gen_close(self),
})


@_twin("coroutine.__await__")
def _coroutine_await(self):
    return _set_gen_class(_await_wrapper(self), _coroutine_wrapper)


_await_texts = (
    "object {} can't be used in 'await' expression",
    "'async with' received an object from __aenter__ that does not implement __await__: {}",
    "'async with' received an object from __aexit__ that does not implement __await__: {}",
)


def _x_await_iter(obj, context):
    method = _special(obj, '__await__')
    if method is None:
        if _is_iterable_coroutine(obj):
            return obj
        raise TypeError(_await_texts[context].replace('{}', _type_name(obj)))
    it = method()
    kind = type(it).__name__
    if kind == 'coroutine' or _is_iterable_coroutine(it):
        raise TypeError("__await__() returned a coroutine")
    if _type_find(_type_of(it), '__next__') is None:
        raise TypeError(f"__await__() returned non-iterator of type '{_type_name(it)}'")
    return it


def _x_aiter(obj):
    method = _special(obj, '__aiter__')
    if method is None:
        raise TypeError("'async for' requires an object with __aiter__ method, "
                        f"got {_type_name(obj)}")
    it = method()
    if _type_find(_type_of(it), '__anext__') is None:
        raise TypeError("'async for' received an object from __aiter__ "
                        f"that does not implement __anext__: {_type_name(it)}")
    return it


def _x_anext(it):
    """What `async for` awaits, unless it is an asynchronous generator."""
    method = _special(it, '__anext__')
    if method is None:
        raise TypeError("'async for' requires an iterator with __anext__ method, "
                        f"got {_type_name(it)}")
    step = method()
    if _special(step, '__await__') is None and not _is_iterable_coroutine(step):
        raise TypeError(f"'async for' received an invalid object from __anext__: {_type_name(step)}"
                        ) from TypeError(f"object {_type_name(step)} can't be used in 'await' expression")
    if type(step).__name__ == 'coroutine':
        return step
    return _x_await_iter(step, 0)


def aiter(*args):
    if len(args) != 1:
        raise TypeError(f"aiter() takes exactly one argument ({len(args)} given)")
    async_iterable = args[0]
    method = _special(async_iterable, '__aiter__')
    if method is None:
        raise TypeError(f"'{_type_name(async_iterable)}' object is not an async iterable")
    it = method()
    if _type_find(_type_of(it), '__anext__') is None:
        raise TypeError(f"aiter() returned not an async iterator of type '{_type_name(it)}'")
    return it


def _anext_or(step, default):
    try:
        return (yield from _x_await_iter(step, 0))
    except StopAsyncIteration:
        return default


def anext(*args):
    if not args:
        raise TypeError("anext expected at least 1 argument, got 0")
    if len(args) > 2:
        raise TypeError(f"anext expected at most 2 arguments, got {len(args)}")
    async_iterator, *default = args
    method = _special(async_iterator, '__anext__')
    if method is None:
        raise TypeError(f"'{_type_name(async_iterator)}' object is not an async iterator")
    step = method()
    if not default:
        return step
    return _awaitable(_anext_or(step, default[0]), _anext_awaitable)


async def _some_agen():
    yield


_async_generator = _type_of(_some_agen())


# --- asynchronous generators ------------------------------------------------------------


def _make_awaitable(name):
    return type(name, (), {
        '__await__': lambda self: self,
        '__iter__': lambda self: self,
        '__next__': lambda self: _gen_send(self, None),
        'send': lambda self, value, /: _gen_send(self, value),
        'throw': lambda self, kind, value=None, tb=None, /:
            _gen_throw(self, _make_thrown(kind, value, tb)),
        'close': lambda self, /: _gen_close(self),
    })


_anext_awaitable = _make_awaitable('anext_awaitable')
_async_generator_asend = _make_awaitable('async_generator_asend')
_async_generator_athrow = _make_awaitable('async_generator_athrow')


def _agen_enter(agen, what):
    if _agen_running(agen, True):
        raise RuntimeError(f"{what}: asynchronous generator is already running")


def _agen_step(agen, out):
    """Pass on what the body awaits until it yields; a generator."""
    try:
        while not type(out) is _AgenValue:
            try:
                value = yield out
            except BaseException as exc:
                _drop_traceback(exc)
                out = _gen_throw(agen, exc)
            else:
                out = _gen_send(agen, value)
    finally:
        _agen_running(agen, False)
    return _cell_get(out)


def _agen_send(agen, value, what):
    if _agen_running(agen, True):
        raise RuntimeError(f"{what}: asynchronous generator is already running")
    try:
        out = _gen_send(agen, value)
    except BaseException:
        _agen_running(agen, False)
        raise
    if type(out) is _AgenValue:
        _agen_running(agen, False)
        return _cell_get(out)
    return (yield from _agen_step(agen, out))


def _agen_throw(agen, exc):
    _agen_enter(agen, 'athrow()')
    try:
        out = _gen_throw(agen, exc)
    except BaseException:
        _agen_running(agen, False)
        raise
    return (yield from _agen_step(agen, out))


def _agen_close(agen):
    state = _gen_state(agen)
    if state == 0 or state == 3:
        _gen_close(agen)
        return None
    _agen_enter(agen, 'aclose()')
    try:
        out = _gen_throw(agen, GeneratorExit())
        while True:
            if type(out) is _AgenValue:
                raise RuntimeError("async generator ignored GeneratorExit")
            try:
                value = yield out
            except BaseException as exc:
                _drop_traceback(exc)
                out = _gen_throw(agen, exc)
            else:
                out = _gen_send(agen, value)
    except (StopAsyncIteration, GeneratorExit):
        return None
    finally:
        _agen_running(agen, False)


@_twin("async_generator.__anext__")
def _agen_anext(self):
    return _awaitable(_agen_send(self, None, 'anext()'), _async_generator_asend)


@_twin("async_generator.asend")
def _agen_asend(self, value):
    return _awaitable(_agen_send(self, value, 'asend()'), _async_generator_asend)


@_twin("async_generator.athrow")
def _agen_athrow(self, kind, value=None, tb=None):
    return _awaitable(_agen_throw(self, _make_thrown(kind, value, tb)), _async_generator_athrow)


@_twin("async_generator.aclose")
def _agen_aclose(self):
    return _awaitable(_agen_close(self), _async_generator_athrow)


# --- the main program as a coroutine --------------------------------------------------


def _x_run_main(function):
    """Run a module that awaits at top level: its tasks get an event loop.

    Also run one about which the compiler has something to say first.
    """
    _give_warnings(_code_source(function.__code__))
    if not function.__code__.co_flags & 0x80:
        return function()
    return _x_import_('asyncio', {}, ('run',), 0).run(function())
