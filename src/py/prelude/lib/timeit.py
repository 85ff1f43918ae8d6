# timeit.py - measuring small pieces of code.
#
# SPDX-License-Identifier: Apache-2.0
"""Tool for measuring execution time of small code snippets."""
import itertools
import time

__all__ = ["Timer", "timeit", "repeat", "default_timer"]

default_number = 1000000
default_repeat = 5
default_timer = time.perf_counter


def _indent(src):
    return src.replace("\n", "\n        ")


class Timer:
    """Class for timing execution speed of small code snippets."""

    def __init__(self, stmt="pass", setup="pass", timer=default_timer,
                 globals=None):
        self.timer = timer
        self._stmt, self._setup = stmt, setup
        space = {} if globals is None else dict(globals)
        parts = {}
        for name, code in (("setup", setup), ("stmt", stmt)):
            if isinstance(code, str):
                compile(code, "<timeit-src>", "exec")
                parts[name] = _indent(code)
            elif callable(code):
                space[f"_{name}_function"] = code
                parts[name] = f"_{name}_function()"
            else:
                raise ValueError(f"{name} is neither a string nor callable")
        self.src = ("def inner(_it, _timer):\n"
                    f"        {parts['setup']}\n"
                    "        _t0 = _timer()\n"
                    "        for _i in _it:\n"
                    f"            {parts['stmt']}\n"
                    "        _t1 = _timer()\n"
                    "        return _t1 - _t0\n").replace(
            f"            {parts['stmt']}",
            "            " + parts["stmt"].replace("\n        ",
                                                   "\n            "))
        exec(compile(self.src, "<timeit-src>", "exec"), space)
        self.inner = space["inner"]

    def timeit(self, number=default_number):
        """Time 'number' executions of the main statement."""
        return self.inner(itertools.repeat(None, number), self.timer)

    def repeat(self, repeat=default_repeat, number=default_number):
        """Call timeit() a few times."""
        return [self.timeit(number) for _ in range(repeat)]

    def autorange(self, callback=None):
        """Return the number of loops and time taken so that total time >=
        0.2."""
        i = 1
        while True:
            for j in 1, 2, 5:
                number = i * j
                taken = self.timeit(number)
                if callback:
                    callback(number, taken)
                if taken >= 0.2:
                    return number, taken
            i *= 10

    def print_exc(self, file=None):
        """Helper to print a traceback from the timed code."""
        raise NotImplementedError("print_exc() is not available")


def timeit(stmt="pass", setup="pass", timer=default_timer,
           number=default_number, globals=None):
    """Convenience function to create Timer object and call timeit
    method."""
    return Timer(stmt, setup, timer, globals).timeit(number)


def repeat(stmt="pass", setup="pass", timer=default_timer,
           repeat=default_repeat, number=default_number, globals=None):
    """Convenience function to create Timer object and call repeat
    method."""
    return Timer(stmt, setup, timer, globals).repeat(repeat, number)
