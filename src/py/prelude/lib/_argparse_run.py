"""_argparse_run - one pass over a command line.

Every argument string has a letter: O for an option, A for anything else, -
for the mark "--" (what follows it is A).  How many strings an argument takes
is a pattern over these letters.

SPDX-License-Identifier: Apache-2.0
"""

import re

from _argparse_actions import ArgumentError, name_of
from _argparse_format import (ONE_OR_MORE, OPTIONAL, PARSER, REMAINDER,
                              SUPPRESS, ZERO_OR_MORE)

__name__ = "argparse"

_PATTERNS = {None: "(-*A-*)", OPTIONAL: "(-*A?-*)", ONE_OR_MORE: "(-*A[A-]*)",
             ZERO_OR_MORE: "(-*[A-]*)", REMAINDER: "([-AO]*)",
             PARSER: "(-*A[-AO]*)", SUPPRESS: "(-*-*)"}
_EXPECTATIONS = {None: "expected one argument",
                 OPTIONAL: "expected at most one argument",
                 ONE_OR_MORE: "expected at least one argument"}


def _pattern_of(action):
    pattern = _PATTERNS.get(action.nargs)
    if pattern is None:
        pattern = f"(-*{'-*'.join('A' * action.nargs)}-*)"
    if action.option_strings:  # the mark ends the values of an option
        pattern = pattern.replace("-*", "").replace("-", "")
    return pattern


def _count_for(action, letters):
    """How many strings an option takes."""
    found = re.match(_pattern_of(action), letters)
    if found is not None:
        return len(found.group(1))
    nargs = action.nargs
    raise ArgumentError(action, _EXPECTATIONS.get(nargs) or (
        f"expected {nargs} argument{'s' * (nargs != 1)}"))


class Run:
    """The state of a pass: what was met, and what is left over."""

    def __init__(self, parser, strings, namespace):
        self.parser = parser
        self.strings = strings
        self.namespace = namespace
        self.waiting = [action for action in parser._actions
                        if not action.option_strings]
        self.met = set()
        self.given = set()  # met with a value that is not the default
        self.extras = []
        self.options = {}   # place: (action, option, value after "=")
        self.letters = self._classify()

    def _classify(self):
        strings = self.strings
        if "--" in strings:
            mark = strings.index("--")
            tail = "-" + "A" * (len(strings) - mark - 1)
        else:
            mark = len(strings)
            tail = ""
        letters = []
        for i in range(mark):
            option = self.parser._parse_optional(strings[i])
            if option is not None:
                self.options[i] = option
            letters.append("A" if option is None else "O")
        return "".join(letters) + tail

    def perform(self, action, strings, option=None):
        """Convert strings and run the action."""
        self.met.add(action)
        value = self.parser._get_values(action, strings)
        if value is not action.default:
            self.given.add(action)
            self._check_rivals(action)
        if value is not SUPPRESS:
            action(self.parser, self.namespace, value, option)

    def _check_rivals(self, action):
        for group in self.parser._mutually_exclusive_groups:
            members = group._group_actions
            if action not in members:
                continue
            for other in members:
                if other is not action and other in self.given:
                    raise ArgumentError(action, "not allowed with argument "
                                                f"{name_of(other)}")

    def take_option(self, start):
        """Perform the option at a place; return the place after it."""
        action, option, value = self.options[start]
        if action is None:
            self.extras.append(self.strings[start])
            return start + 1
        flags = []
        known = self.parser._option_string_actions
        while value is not None:
            count = _count_for(action, "A")
            if count == 1:
                flags.append((action, [value], option))
                break
            joined = f"{option[0]}{value[:1]}"
            if (count or not value or joined not in known
                    or option[1] in self.parser.prefix_chars):
                raise ArgumentError(action, "ignored explicit argument "
                                            f"{value!r}")
            flags.append((action, [], option))  # -abc is -a -bc
            action, option = known[joined], joined
            value = value[1:] or None
        stop = start + 1
        if value is None:
            stop += _count_for(action, self.letters[start + 1:])
            flags.append((action, self.strings[start + 1:stop], option))
        for action, strings, option in flags:
            self.perform(action, strings, option)
        return stop

    def take_positionals(self, start):
        """Perform as many positionals as fit; return the place after."""
        for count in range(len(self.waiting), 0, -1):
            chosen = self.waiting[:count]
            found = re.match("".join(map(_pattern_of, chosen)),
                             self.letters[start:])
            if found is not None:
                break
        else:
            return start
        del self.waiting[:count]
        for action, letters in zip(chosen, found.groups()):
            stop = start + len(letters)
            self.perform(action, self.strings[start:stop])
            start = stop
        return start

    def go(self):
        """Perform everything; return the strings that nobody takes."""
        place = 0
        for at in sorted(self.options):
            if at < place:
                continue
            while place < at:
                stop = self.take_positionals(place)
                if stop == place:
                    break
                place = stop
            if place > at:
                continue
            self.extras += self.strings[place:at]
            place = self.take_option(at)
        place = self.take_positionals(place)
        return self.extras + self.strings[place:]

    def check_required(self):
        """Stop with a message if something is missing."""
        parser = self.parser
        missing = [name_of(action) for action in parser._actions
                   if action.required and action not in self.met]
        for action in parser._actions:
            if action not in self.met and not action.required:
                self._convert_default(action)
        if missing:
            parser.error("the following arguments are required: "
                         + ", ".join(missing))
        for group in parser._mutually_exclusive_groups:
            members = group._group_actions
            if group.required and self.given.isdisjoint(members):
                names = [name_of(action) for action in members
                         if action.help is not SUPPRESS]
                parser.error("one of the arguments "
                             f"{' '.join(names)} is required")

    def _convert_default(self, action):
        """A default that is text is converted like an argument."""
        default = action.default
        if isinstance(default, str) and default is getattr(
                self.namespace, action.dest, None):
            setattr(self.namespace, action.dest,
                    self.parser._get_value(action, default))
