"""re._parser - how long the matches of a pattern can be, for packages that ask.

SPDX-License-Identifier: Apache-2.0
"""

from re import _fail, _widths, error

MAXREPEAT = 4294967295


class State:
    """The numbers of a pattern."""

    def __init__(self, flags, groups):
        self.flags = flags
        self.groups = groups


class SubPattern:
    """A pattern that was read, not compiled."""

    def __init__(self, state, width):
        self.state = state
        self.width = width

    def getwidth(self):
        """The least and the greatest number of characters of a match."""
        return self.width


def parse(str, flags=0, state=None):
    """Read a pattern."""
    found = _widths(str, int(flags))
    if len(found) == 3:
        _fail(found, str)
    least, greatest, groups, flags = found
    return SubPattern(State(flags, groups + 1), (least, greatest))
