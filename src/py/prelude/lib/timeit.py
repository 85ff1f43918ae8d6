# timeit.py - measuring small pieces of code.
#
# SPDX-License-Identifier: Apache-2.0
"""How long small pieces of code take."""
import itertools
import time
import traceback

__all__ = ["Timer", "timeit", "repeat", "default_timer"]

default_number = 1000000
default_repeat = 5
default_timer = time.perf_counter

_FILE = "<timeit-src>"
_LEAST = 0.2  # seconds that autorange() wants


class Timer:
    """Runs a statement many times."""

    def __init__(self, stmt="pass", setup="pass", timer=default_timer,
                 globals=None):
        self.timer = timer
        space = {} if globals is None else dict(globals)
        before = self._part("setup", setup, space)
        # In an error's line number the setup counts.
        prefix = f"{setup}\n" if isinstance(setup, str) else ""
        timed = self._part("stmt", stmt, space, prefix)
        lines = ["def inner(_it, _timer):",
                 *self._indented(before, 1),
                 "    _t0 = _timer()",
                 "    for _i in _it:",
                 *self._indented(timed, 2),
                 "    _t1 = _timer()",
                 "    return _t1 - _t0", ""]
        self.src = "\n".join(lines)
        exec(compile(self.src, _FILE, "exec"), space)
        self.inner = space["inner"]

    @staticmethod
    def _part(name, code, space, prefix=""):
        """The text of a part; a function gets a name in the space."""
        if isinstance(code, str):
            compile(prefix + code, _FILE, "exec")
            return code
        if not callable(code):
            raise ValueError(f"{name} is neither a string nor callable")
        space[f"_{name}"] = code
        return f"_{name}()"

    @staticmethod
    def _indented(code, levels):
        return [" " * 4 * levels + line for line in code.split("\n")]

    def timeit(self, number=default_number):
        """Seconds for `number` runs."""
        return self.inner(itertools.repeat(None, number), self.timer)

    def repeat(self, repeat=default_repeat, number=default_number):
        """A list of several timeit() results."""
        return [self.timeit(number) for _ in range(repeat)]

    def autorange(self, callback=None):
        """A number of runs that takes long enough, and its time."""
        for power in itertools.count():
            for factor in (1, 2, 5):
                number = factor * 10 ** power
                seconds = self.timeit(number)
                if callback:
                    callback(number, seconds)
                if seconds >= _LEAST:
                    return number, seconds

    def print_exc(self, file=None):
        """Print the exception that a run raised."""
        traceback.print_exc(file=file)


def timeit(stmt="pass", setup="pass", timer=default_timer,
           number=default_number, globals=None):
    """Seconds for `number` runs of a statement."""
    return Timer(stmt, setup, timer, globals).timeit(number)


def repeat(stmt="pass", setup="pass", timer=default_timer,
           repeat=default_repeat, number=default_number, globals=None):
    """A list of several timeit() results."""
    return Timer(stmt, setup, timer, globals).repeat(repeat, number)
