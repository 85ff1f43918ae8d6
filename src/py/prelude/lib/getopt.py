"""getopt - options of a command line, as C programs read them.

SPDX-License-Identifier: Apache-2.0
"""

import os

__all__ = ["GetoptError", "error", "getopt", "gnu_getopt"]


class GetoptError(Exception):
    """An option that is unknown, or whose argument is wrong."""

    opt = ""
    msg = ""

    def __init__(self, msg, opt=""):
        self.msg = msg
        self.opt = opt
        Exception.__init__(self, msg, opt)

    def __str__(self):
        return self.msg


error = GetoptError


def _long(text, longopts, rest):
    """One --option; returns the pair and what follows."""
    name, equals, value = text.partition("=")
    hits = [known for known in longopts if known.startswith(name)]
    if not hits:
        raise GetoptError(f"option --{name} not recognized", name)
    if name in hits:
        found = name
    elif name + "=" in hits:
        found = name + "="
    elif len(hits) > 1:
        raise GetoptError(f"option --{name} not a unique prefix", name)
    else:
        found = hits[0]
    plain = found.rstrip("=")
    if found.endswith("="):
        if not equals:
            if not rest:
                raise GetoptError(f"option --{plain} requires argument", plain)
            value, rest = rest[0], rest[1:]
    elif equals:
        raise GetoptError(f"option --{plain} must not have an argument", plain)
    return ("--" + plain, value), rest


def _short(text, shortopts, rest):
    """The letters of one -abc."""
    pairs = []
    while text:
        letter, text = text[0], text[1:]
        at = shortopts.find(letter)
        if at < 0 or letter == ":":
            raise GetoptError(f"option -{letter} not recognized", letter)
        value = ""
        if shortopts[at + 1:at + 2] == ":":
            if not text:
                if not rest:
                    raise GetoptError(f"option -{letter} requires argument", letter)
                text, rest = rest[0], rest[1:]
            value, text = text, ""
        pairs.append(("-" + letter, value))
    return pairs, rest


def _parse(args, shortopts, longopts, mixed):
    longopts = [longopts] if isinstance(longopts, str) else list(longopts)
    pairs, others = [], []
    while args:
        word, args = args[0], args[1:]
        if word == "--":
            return pairs, others + args
        if word.startswith("--"):
            pair, args = _long(word[2:], longopts, args)
            pairs.append(pair)
        elif word.startswith("-") and word != "-":
            more, args = _short(word[1:], shortopts, args)
            pairs += more
        elif mixed:
            others.append(word)
        else:
            return pairs, [word] + args
    return pairs, others


def getopt(args, shortopts, longopts=[]):
    """(pairs of option and value, the other arguments); stops at the first other."""
    return _parse(args, shortopts, longopts, False)


def gnu_getopt(args, shortopts, longopts=[]):
    """The same, with options and other arguments mixed."""
    mixed = not shortopts.startswith("+") and not os.environ.get("POSIXLY_CORRECT")
    return _parse(args, shortopts.removeprefix("+"), longopts, mixed)
