"""string - constants, templates and formatters.

SPDX-License-Identifier: Apache-2.0
"""

import re
from collections import ChainMap

__all__ = ["ascii_letters", "ascii_lowercase", "ascii_uppercase", "capwords",
           "digits", "hexdigits", "octdigits", "printable", "punctuation",
           "whitespace", "Formatter", "Template"]

whitespace = " \t\n\r\v\f"
ascii_lowercase = "abcdefghijklmnopqrstuvwxyz"
ascii_uppercase = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
ascii_letters = ascii_lowercase + ascii_uppercase
digits = "0123456789"
hexdigits = digits + "abcdef" + "ABCDEF"
octdigits = "01234567"
punctuation = r"""!"#$%&'()*+,-./:;<=>?@[\]^_`{|}~"""
printable = digits + ascii_letters + punctuation + whitespace


def capwords(s, sep=None):
    """Capitalize the words of a text and join them again."""
    return (sep or " ").join([word.capitalize() for word in s.split(sep)])


_NOTHING = {}


def _template_pattern(cls):
    """The default pattern of a template class."""
    delimiter = re.escape(cls.delimiter)
    name = cls.idpattern
    braced = cls.braceidpattern or name
    return (f"{delimiter}(?:(?P<escaped>{delimiter})|(?P<named>{name})|"
            f"{{(?P<braced>{braced})}}|(?P<invalid>))")


class Template:
    """A text with $-based substitutions."""

    delimiter = "$"
    idpattern = r"(?a:[_a-z][_a-z0-9]*)"
    braceidpattern = None
    flags = re.IGNORECASE

    def __init_subclass__(cls):
        super().__init_subclass__()
        pattern = cls.__dict__.get("pattern")
        if pattern is None:
            pattern = _template_pattern(cls)
        cls.pattern = re.compile(pattern, cls.flags | re.VERBOSE)

    def __init__(self, template):
        self.template = template

    def _role(self, match):
        """(name, None) of a placeholder, else (None, what the match is)."""
        name = match["named"] or match["braced"]
        if name is not None:
            return name, None
        for role in ("escaped", "invalid"):
            if match[role] is not None:
                return None, role
        raise ValueError("Unrecognized named group in pattern", self.pattern)

    def _roles(self):
        return map(self._role, self.pattern.finditer(self.template))

    def _complain(self, place):
        before = self.template[:place].splitlines(keepends=True)
        line, column = 1, 1
        if before:
            line, column = len(before), place - sum(map(len, before[:-1]))
        raise ValueError("Invalid placeholder in string: line "
                         f"{line}, col {column}")

    def _fill(self, mapping, kws, on_missing, on_invalid):
        """Put values in; the functions say what else to do with a match."""
        if mapping is _NOTHING:
            values = kws
        else:
            values = ChainMap(kws, mapping) if kws else mapping

        def replacement(match):
            name = match["named"] or match["braced"]
            if name is None:
                if self._role(match)[1] == "escaped":
                    return self.delimiter
                return on_invalid(match)
            try:
                return str(values[name])
            except KeyError:
                if on_missing is None:
                    raise
                return on_missing(match)

        return self.pattern.sub(replacement, self.template)

    def substitute(self, mapping=_NOTHING, /, **kws):
        """The text with values; KeyError if one is missing."""
        return self._fill(mapping, kws, None,
                          lambda match: self._complain(
                              match.start("invalid")))

    def safe_substitute(self, mapping=_NOTHING, /, **kws):
        """The text with the values that there are."""
        def leave(match):
            return match[0]

        return self._fill(mapping, kws, leave, leave)

    def is_valid(self):
        """Would substitute() accept the text?"""
        return all(role != "invalid" for _, role in self._roles())

    def get_identifiers(self):
        """The names in the text, each once."""
        names = [name for name, _ in self._roles() if name is not None]
        return [*dict.fromkeys(names)]


Template.__init_subclass__()


# --- Format strings ---------------------------------------------------------

def _parse(text):
    """Yield (literal, field name, format spec, conversion) tuples."""
    at = 0
    end = len(text)
    while at < end:
        start = at
        while at < end and text[at] not in "{}":
            at += 1
        literal = text[start:at]
        if at == end:
            yield literal, None, None, None
            return
        brace = text[at]
        at += 1
        if at < end and text[at] == brace:
            yield literal + brace, None, None, None
            at += 1
            continue
        if brace == "}":
            raise ValueError("Single '}' encountered in format string")
        if at >= end:
            raise ValueError("Single '{' encountered in format string")
        name, spec, conversion, at = _parse_field(text, at)
        yield literal, name, spec, conversion


def _parse_field(text, at):
    """Parse name!conversion:spec}; return the parts and the place after."""
    start = at
    bracket = False
    while at < len(text):
        c = text[at]
        if c == "{" and not bracket:
            raise ValueError("unexpected '{' in field name")
        if c == "[":
            bracket = True
        elif c == "]":
            bracket = False
        elif c in "!:}" and not bracket:
            break
        at += 1
    else:
        raise ValueError("expected '}' before end of string")
    name = text[start:at]
    at += 1
    if c == "}":
        return name, "", None, at
    conversion = None
    if c == "!":
        if at >= len(text):
            raise ValueError("end of string while looking for conversion "
                             "specifier")
        conversion = text[at]
        at += 1
        if at < len(text):
            c = text[at]
            at += 1
            if c == "}":
                return name, "", conversion, at
            if c != ":":
                raise ValueError("expected ':' after conversion specifier")
    start = at
    depth = 1
    while at < len(text):
        if text[at] == "{":
            depth += 1
        elif text[at] == "}":
            depth -= 1
            if depth == 0:
                return name, text[start:at], conversion, at + 1
        at += 1
    raise ValueError("unmatched '{' in format spec")


def _as_index(text):
    return int(text) if text.isdecimal() and text.isascii() else text


def _split_name(name):
    """Split a field name into its first part and the parts after it."""
    at = 0
    while at < len(name) and name[at] not in ".[":
        at += 1
    return _as_index(name[:at]), _rest_of_name(name[at:])


def _rest_of_name(text):
    """Yield (is attribute, attribute name or index) pairs."""
    at = 0
    while at < len(text):
        if text[at] == ".":
            start = at = at + 1
            while at < len(text) and text[at] not in ".[":
                at += 1
            if at == start:
                raise ValueError("Empty attribute in format string")
            yield True, text[start:at]
        elif text[at] == "[":
            start = at + 1
            at = text.find("]", start)
            if at < 0:
                raise ValueError("Missing ']' in format string")
            if at == start:
                raise ValueError("Empty attribute in format string")
            yield False, _as_index(text[start:at])
            at += 1
        else:
            raise ValueError("Only '.' or '[' may follow ']' in format "
                             "field specifier")


class Formatter:
    """The machinery of str.format(), to be customized by subclasses."""

    def format(self, format_string, /, *args, **kwargs):
        return self.vformat(format_string, args, kwargs)

    def vformat(self, format_string, args, kwargs):
        used_args = set()
        result, _ = self._vformat(format_string, args, kwargs, used_args, 2)
        self.check_unused_args(used_args, args, kwargs)
        return result

    def _vformat(self, format_string, args, kwargs, used_args,
                 recursion_depth, auto_arg_index=0):
        if recursion_depth < 0:
            raise ValueError("Max string recursion exceeded")
        out = []
        next_number = auto_arg_index  # False: the program numbers fields
        for literal, name, spec, conversion in self.parse(format_string):
            out.append(literal or "")
            if name is None:
                continue
            automatic = name == ""
            if automatic or name.isdigit():
                if next_number is False if automatic else next_number:
                    raise ValueError("cannot switch from manual field "
                                     "specification to automatic field "
                                     "numbering")
                if automatic:
                    name = str(next_number)
                next_number = automatic and next_number + 1
            value, used = self.get_field(name, args, kwargs)
            used_args.add(used)
            value = self.convert_field(value, conversion)
            spec, next_number = self._vformat(
                spec, args, kwargs, used_args, recursion_depth - 1,
                next_number)
            out.append(self.format_field(value, spec))
        return "".join(out), next_number

    def get_value(self, key, args, kwargs):
        return args[key] if isinstance(key, int) else kwargs[key]

    def check_unused_args(self, used_args, args, kwargs):
        pass

    def format_field(self, value, format_spec):
        return format(value, format_spec)

    def convert_field(self, value, conversion):
        if conversion is None:
            return value
        if conversion == "s":
            return str(value)
        if conversion == "r":
            return repr(value)
        if conversion == "a":
            return ascii(value)
        raise ValueError("Unknown conversion specifier "
                         f"{conversion}")

    def parse(self, format_string):
        return _parse(format_string)

    def get_field(self, field_name, args, kwargs):
        first, rest = _split_name(field_name)
        obj = self.get_value(first, args, kwargs)
        for is_attr, key in rest:
            obj = getattr(obj, key) if is_attr else obj[key]
        return obj, first
