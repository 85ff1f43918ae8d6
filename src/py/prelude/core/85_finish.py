"""What a program leaves to be done when it has ended."""


def _x_finish(last, *rich):
    """At the end of a run; `rich` is its value if that has forms to show."""
    state = _root('state')
    if rich:
        _import('_display', {}, (), 0).show_last(rich[0])
    for hook, error in state.pop('uncaught', ()):
        try:
            hook(_type_of(error), error, error.__traceback__)
        except BaseException as other:
            _complain("Error in sys.excepthook:", other)
    if last and state.get('threads'):
        try:
            _import('_turns', {}, (), 0).finish()
        except BaseException as error:
            _complain("Exception ignored while threads ended", error)
    entries = state.pop('atexit', ()) if last else ()
    for func, args, kwargs in entries[::-1]:
        try:
            func(*args, **kwargs)
        except SystemExit:
            pass
        except BaseException as error:
            _complain(f"Exception ignored in atexit callback: {func!r}", error)
    if last:
        _x_run_finals(True)
    else:
        _warn_forgotten()
    if state.get('io.dirty'):
        try:
            _import('_io_base', {}, (), 0).flush_dirty()
        except BaseException as error:
            _complain("Exception ignored while files were written", error)


def _x_run_finals(rest=False):
    """End the objects that are due, or all: __del__, close(); how many."""
    ripe = _finals_take(rest)
    registry = {}
    for obj in ripe:
        if _type_of(obj) in _closable:
            _end_generator(obj, registry)
            continue
        method = _special(obj, '__del__')
        if method is None:
            continue
        try:
            method()
        except BaseException as error:
            _complain(f"Exception ignored in: {_type_find(_type_of(obj), '__del__')!r}", error)
    return len(ripe)


async def _sample():
    yield


async def _other_sample():
    pass


_async_generator = _type_of(_sample())
_coroutine = _type_of(_other_sample())
_closable = _type_of(_ for _ in ()), _coroutine, _async_generator


def _end_generator(obj, registry):
    state = _gen_state(obj)
    try:
        if state == 0 and _type_of(obj) is _coroutine:
            _warn_one(*_coro_maker(obj), registry)
        elif state == 1 and _type_of(obj) is _async_generator:
            _end_async(obj)
        elif state == 1:
            obj.close()
    except BaseException as error:
        _complain(f"Exception ignored in: {obj!r}", error)


def _end_async(obj):
    """In the running loop, if there is one."""
    asyncio = _root('modules').get('asyncio')
    loop = asyncio and asyncio._get_running_loop()
    if loop:
        loop.create_task(obj.aclose())
        return
    try:
        obj.aclose().send(None)
    except (StopIteration, StopAsyncIteration):
        pass


def _warn_forgotten():
    """Warn of the coroutines that nobody can await any more."""
    if _coros_made() and any([_type_of(obj) is _coroutine and _gen_state(obj) == 0 for obj in _finals_list()]):
        _gc_collect()
        _x_run_finals()


def _warn_one(name, file, line, registry):
    text = f"coroutine '{name}' was never awaited"
    _import('warnings', {}, (), 0).warn_explicit(text, RuntimeWarning, file, line, None, registry)


def _x_uncaught(error):
    """The text for an exception that ends the program."""
    sys = _root('modules').get('sys')
    if sys is not None and sys.excepthook is not sys.__excepthook__:
        _root('state')['uncaught'] = [(sys.excepthook, error)]
    return _x_format_exc(error)


def _complain(what, error):
    try:
        _import('sys', {}, (), 0).stderr.write(f"{what}\n{_x_format_exc(error)}")
    except BaseException:  # its stderr is broken, too
        pass
