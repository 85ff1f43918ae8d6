"""bdb - the base of debuggers, without tracing.

The engine calls no trace function, so a debugger never stops; breakpoints can
be set and asked for, and run() runs to the end.

SPDX-License-Identifier: Apache-2.0
"""

import os

__all__ = ["BdbQuit", "Bdb", "Breakpoint"]


class BdbQuit(Exception):
    """A debugger was told to quit."""


class Breakpoint:
    """A place where a debugger would stop."""

    next = 1
    bplist = {}
    bpbynumber = [None]

    def __init__(self, file, line, temporary=False, cond=None, funcname=None):
        self.file = file
        self.line = line
        self.temporary = temporary
        self.cond = cond
        self.funcname = funcname
        self.enabled = True
        self.ignore = self.hits = 0

    def enable(self):
        self.enabled = True

    def disable(self):
        self.enabled = False


class Bdb:
    """A debugger: subclasses say what happens at lines, calls and errors."""

    def __init__(self, skip=None):
        self.skip = set(skip) if skip else None
        self.breaks = {}
        self.quitting = False
        self.botframe = None

    def canonic(self, filename):
        """The full name of a file; names in <> stay."""
        if filename[:1] == "<" and filename[-1:] == ">":
            return filename
        return os.path.normcase(os.path.abspath(filename))

    def reset(self):
        """Begin anew."""
        self.quitting = False
        self.botframe = None

    # What subclasses define; nothing calls them here.

    def user_call(self, frame, argument_list):
        """A function is called."""

    def user_line(self, frame):
        """A line begins."""

    def user_return(self, frame, return_value):
        """A function returns."""

    def user_exception(self, frame, exc_info):
        """An exception is raised."""

    # What a program tells the debugger.

    def set_trace(self, frame=None):
        """Would stop at the caller."""

    def set_step(self):
        """Would stop at the next line."""

    def set_next(self, frame):
        """Would stop at the next line of the frame."""

    def set_return(self, frame):
        """Would stop where the frame returns."""

    def set_until(self, frame, lineno=None):
        """Would stop behind a line."""

    def set_continue(self):
        """Run on."""

    def set_quit(self):
        """Quit at the next chance."""
        self.quitting = True

    def set_break(self, filename, lineno, temporary=False, cond=None,
                  funcname=None):
        """Remember a breakpoint."""
        lines = self.breaks.setdefault(self.canonic(filename), [])
        if lineno not in lines:
            lines.append(lineno)

    def clear_break(self, filename, lineno):
        """Forget a breakpoint; a text says what is wrong."""
        lines = self.breaks.get(self.canonic(filename), [])
        if lineno not in lines:
            return f"There is no breakpoint at {filename}:{lineno}"
        lines.remove(lineno)
        if not lines:
            del self.breaks[self.canonic(filename)]

    def clear_all_breaks(self):
        """Forget all breakpoints."""
        if not self.breaks:
            return "There are no breakpoints"
        self.breaks.clear()

    def get_break(self, filename, lineno):
        """Is there a breakpoint?"""
        return lineno in self.breaks.get(self.canonic(filename), ())

    def get_file_breaks(self, filename):
        return self.breaks.get(self.canonic(filename), [])

    def get_all_breaks(self):
        return self.breaks

    def run(self, cmd, globals=None, locals=None):
        """Run statements."""
        if globals is None:
            globals = __import__("__main__").__dict__
        self.reset()
        try:
            exec(cmd, globals, globals if locals is None else locals)
        except BdbQuit:
            pass
        finally:
            self.quitting = True

    def runeval(self, expr, globals=None, locals=None):
        """The value of an expression."""
        if globals is None:
            globals = __import__("__main__").__dict__
        self.reset()
        try:
            return eval(expr, globals, globals if locals is None else locals)
        except BdbQuit:
            return None
        finally:
            self.quitting = True

    def runcall(self, func, /, *args, **kwds):
        """Call a function."""
        self.reset()
        try:
            return func(*args, **kwds)
        except BdbQuit:
            return None
        finally:
            self.quitting = True


def set_trace():
    """Would stop at the caller."""
    Bdb().set_trace()
