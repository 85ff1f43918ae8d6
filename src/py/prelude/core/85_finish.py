"""What a program leaves to be done when it has ended."""


def _x_finish(last):
    state = _root('state')
    entries = state.pop('atexit', ()) if last else ()
    for func, args, kwargs in entries[::-1]:
        try:
            func(*args, **kwargs)
        except SystemExit:
            pass
        except BaseException as error:
            _complain(f"Exception ignored in atexit callback: {func!r}", error)
    if state.get('io.dirty'):
        try:
            _import('_io_base', {}, (), 0).flush_dirty()
        except BaseException as error:
            _complain("Exception ignored while files were written", error)


def _complain(what, error):
    try:
        _import('sys', {}, (), 0).stderr.write(f"{what}\n{_x_format_exc(error)}")
    except BaseException:  # its stderr is broken, too
        pass
