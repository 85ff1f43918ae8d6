"""What a program leaves to be done when it has ended."""


def _x_finish(last):
    state = _root('state')
    for hook, error in state.pop('uncaught', ()):
        try:
            hook(_type_of(error), error, error.__traceback__)
        except BaseException as other:
            _complain("Error in sys.excepthook:", other)
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
    if state.get('io.dirty'):
        try:
            _import('_io_base', {}, (), 0).flush_dirty()
        except BaseException as error:
            _complain("Exception ignored while files were written", error)


def _x_run_finals(rest=False):
    """Call __del__ of the objects that are due, or of all; how many."""
    ripe = _finals_take(rest)
    for obj in ripe:
        method = _special(obj, '__del__')
        if method is None:
            continue
        try:
            method()
        except BaseException as error:
            _complain(f"Exception ignored in: {_type_find(_type_of(obj), '__del__')!r}", error)
    return len(ripe)


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
