"""configparser - INI files.

A parser keeps one plain dict per section (a value is a str, a list of lines
while it is being read, or None).  Lookups go through a chain of dicts: extra
variables, the section, the defaults; interpolation is a strategy object that
sees the raw text on its way out.

SPDX-License-Identifier: Apache-2.0
"""

import re
from collections import ChainMap
from collections.abc import MutableMapping

__all__ = ["NoSectionError", "DuplicateOptionError", "DuplicateSectionError", "NoOptionError",
           "InterpolationError", "InterpolationDepthError", "InterpolationMissingOptionError",
           "InterpolationSyntaxError", "ParsingError", "MissingSectionHeaderError",
           "ConfigParser", "SafeConfigParser", "RawConfigParser", "Interpolation",
           "BasicInterpolation", "ExtendedInterpolation", "LegacyInterpolation",
           "SectionProxy", "ConverterMapping", "DEFAULTSECT", "MAX_INTERPOLATION_DEPTH"]

DEFAULTSECT = "DEFAULT"
MAX_INTERPOLATION_DEPTH = 10
_ABSENT = object()


class Error(Exception):
    """Base of all errors here."""

    def __init__(self, msg=""):
        self.message = msg
        Exception.__init__(self, msg)

    def __repr__(self):
        return self.message

    __str__ = __repr__

    def _keep(self, **facts):
        """Facts are attributes, and the arguments for a copy."""
        self.__dict__.update(facts)
        self.args = tuple(facts.values())


class NoSectionError(Error):
    def __init__(self, section):
        Error.__init__(self, f"No section: {section!r}")
        self._keep(section=section)


def _place(source, lineno):
    text = ""
    if source is not None:
        text = f"While reading from {source!r}"
        if lineno is not None:
            text += f" [line {lineno:2d}]"
        text += ": "
    return text


class DuplicateSectionError(Error):
    def __init__(self, section, source=None, lineno=None):
        what = "section" if source is not None else "Section"
        Error.__init__(self, f"{_place(source, lineno)}{what} {section!r} already exists")
        self._keep(section=section, source=source, lineno=lineno)


class DuplicateOptionError(Error):
    def __init__(self, section, option, source=None, lineno=None):
        what = "option" if source is not None else "Option"
        Error.__init__(self, f"{_place(source, lineno)}{what} {option!r} in section "
                       f"{section!r} already exists")
        self._keep(section=section, option=option, source=source, lineno=lineno)


class NoOptionError(Error):
    def __init__(self, option, section):
        Error.__init__(self, f"No option {option!r} in section: {section!r}")
        self._keep(option=option, section=section)


class InterpolationError(Error):
    def __init__(self, option, section, msg):
        Error.__init__(self, msg)
        self._keep(option=option, section=section, msg=msg)


class InterpolationMissingOptionError(InterpolationError):
    def __init__(self, option, section, rawval, reference):
        InterpolationError.__init__(
            self, option, section,
            f"Bad value substitution: option {option!r} in section {section!r} contains an "
            f"interpolation key {reference!r} which is not a valid option name. Raw value: "
            f"{rawval!r}")
        self._keep(option=option, section=section, rawval=rawval, reference=reference)


class InterpolationSyntaxError(InterpolationError):
    """The text of a reference is malformed."""


class InterpolationDepthError(InterpolationError):
    def __init__(self, option, section, rawval):
        InterpolationError.__init__(
            self, option, section,
            "Recursion limit exceeded in value substitution: option "
            f"{option!r} in section {section!r} contains an interpolation key which cannot be "
            f"substituted in {MAX_INTERPOLATION_DEPTH} steps. Raw value: {rawval!r}")
        self._keep(option=option, section=section, rawval=rawval)


class ParsingError(Error):
    def __init__(self, source=None, filename=None):
        self.source = source if source is not None else filename
        Error.__init__(self, f"Source contains parsing errors: {self.source!r}")
        self.errors = []
        self.args = (self.source,)

    def append(self, lineno, line):
        self.errors += [(lineno, line)]
        self.message += f"\n\t[line {lineno:2d}]: {line}"


class MissingSectionHeaderError(ParsingError):
    def __init__(self, filename, lineno, line):
        Error.__init__(self, "File contains no section headers.\n"
                       f"file: {filename!r}, line: {lineno}\n{line!r}")
        self._keep(source=filename, lineno=lineno, line=line)


# --- interpolation -------------------------------------------------------------------


class Interpolation:
    """Values go in and out as they are."""

    def before_get(self, parser, section, option, value, defaults):
        return value

    def before_set(self, parser, section, option, value):
        return value

    def before_read(self, parser, section, option, value):
        return value

    def before_write(self, parser, section, option, value):
        return value


class _Substituting(Interpolation):
    """Texts with references; a subclass knows how they look."""

    sign = "%"

    def before_get(self, parser, section, option, value, defaults):
        out = []
        self._expand(parser, section, option, value, value, defaults, out, 1)
        return "".join(out)

    def _expand(self, parser, section, option, raw, text, names, out, depth):
        if depth > MAX_INTERPOLATION_DEPTH:
            raise InterpolationDepthError(option, section, raw)
        while text:
            before, sign, text = text.partition(self.sign)
            out.append(before)
            if not sign:
                return
            if text[:1] == self.sign:
                out.append(self.sign)
                text = text[1:]
                continue
            value, text, where, space = self._reference(parser, section, option, raw, text,
                                                        names)
            if self.sign in value:
                self._expand(parser, where, option, raw, value, space, out, depth + 1)
            else:
                out.append(value)


class BasicInterpolation(_Substituting):
    """%(name)s names another option of the section or the defaults."""

    _shape = re.compile(r"\(([^)]+)\)s")

    def before_set(self, parser, section, option, value):
        rest = self._shape.sub("", value.replace("%%", "").replace("%(", "\0("))
        rest = re.sub("\0", "", rest)
        if "%" in rest:
            raise ValueError(f"invalid interpolation syntax in {value!r} at position "
                             f"{value.find('%')}")
        return value

    def _reference(self, parser, section, option, raw, text, names):
        if not text.startswith("("):
            raise InterpolationSyntaxError(
                option, section, f"'%' must be followed by '%' or '(', found: {'%' + text!r}")
        found = self._shape.match(text)
        if found is None:
            raise InterpolationSyntaxError(
                option, section, f"bad interpolation variable reference {'%' + text!r}")
        name = parser.optionxform(found[1])
        if name not in names:
            raise InterpolationMissingOptionError(option, section, raw, name) from None
        return names[name] or "", text[found.end():], section, names


class ExtendedInterpolation(_Substituting):
    """${name} and ${section:name}."""

    sign = "$"
    _shape = re.compile(r"\{([^}]+)\}")

    def before_set(self, parser, section, option, value):
        rest = re.sub(r"\$\{[^}]+\}", "", value.replace("$$", ""))
        if "$" in rest:
            raise ValueError(f"invalid interpolation syntax in {value!r} at position "
                             f"{value.find('$')}")
        return value

    def _reference(self, parser, section, option, raw, text, names):
        if not text.startswith("{"):
            raise InterpolationSyntaxError(
                option, section, f"'$' must be followed by '$' or '{{', found: {'$' + text!r}")
        found = self._shape.match(text)
        if found is None:
            raise InterpolationSyntaxError(
                option, section, f"bad interpolation variable reference {'$' + text!r}")
        path = found[1].split(":")
        if len(path) > 2:
            raise InterpolationSyntaxError(option, section,
                                           f"More than one ':' found: {'$' + text!r}")
        where, name, space = section, parser.optionxform(path[-1]), names
        try:
            if len(path) == 2:
                where = path[0]
                space = dict(parser.items(where, raw=True))
                value = parser.get(where, name, raw=True)
            else:
                value = names[name]
        except (KeyError, NoSectionError, NoOptionError):
            raise InterpolationMissingOptionError(option, section, raw,
                                                  ":".join(path)) from None
        return value or "", text[found.end():], where, space


class LegacyInterpolation(Interpolation):
    """The % operator of old."""

    def before_get(self, parser, section, option, value, defaults):
        raw = value
        for _ in range(MAX_INTERPOLATION_DEPTH):
            if not value or "%(" not in value:
                return value
            value = re.sub(r"%\(([^)]*)\)s|.",
                           lambda m: f"%({parser.optionxform(m[1])})s" if m[1] else m[0], value)
            try:
                value = value % defaults
            except KeyError as error:
                raise InterpolationMissingOptionError(option, section, raw,
                                                      error.args[0]) from None
        if value and "%(" in value:
            raise InterpolationDepthError(option, section, raw)
        return value


# --- the parser --------------------------------------------------------------------------


class _Reading:
    """Where the reader is in a file."""

    def __init__(self, source):
        self.source = source
        self.lineno = 0
        self.section = None
        self.title = None
        self.option = None
        self.indent = 0
        self.seen = set()
        self.failure = None


class RawConfigParser(MutableMapping):
    """Reads and writes INI files; no interpolation."""

    BOOLEAN_STATES = {"1": True, "yes": True, "true": True, "on": True,
                      "0": False, "no": False, "false": False, "off": False}
    SECTCRE = re.compile(r"\[(?P<header>.+)\]")
    NONSPACECRE = re.compile(r"\S")
    _DEFAULT_INTERPOLATION = Interpolation()

    def __init__(self, defaults=None, dict_type=dict, allow_no_value=False, *,
                 delimiters=("=", ":"), comment_prefixes=("#", ";"),
                 inline_comment_prefixes=None, strict=True, empty_lines_in_values=True,
                 default_section=DEFAULTSECT, interpolation=_ABSENT, converters=_ABSENT):
        self._dict = dict_type
        self._tables = dict_type()
        self._defaults = dict_type()
        self.default_section = default_section
        self._marks = tuple(delimiters)
        self._comments = tuple(comment_prefixes or ())
        self._inline = tuple(inline_comment_prefixes or ())
        self._strict = strict
        self._allow_no_value = allow_no_value
        self._empty_lines = empty_lines_in_values
        marks = "|".join(re.escape(mark) for mark in self._marks)
        tail = rf"(?:(?P<vi>{marks})\s*(?P<value>.*))" + ("?" if allow_no_value else "") + "$"
        self.OPTCRE = self._optcre = re.compile(r"(?P<option>.*?)\s*" + tail)
        self._interpolation = (self._DEFAULT_INTERPOLATION if interpolation is _ABSENT
                               else interpolation or Interpolation())
        self.converters = ConverterMapping(self)
        if converters is not _ABSENT:
            self.converters.update(converters)
        self._faces = {default_section: SectionProxy(self, default_section)}
        if defaults:
            self.read_dict({default_section: defaults}, source="<defaults>")

    def optionxform(self, optionstr):
        """How names of options are compared."""
        return optionstr.lower()

    # -- sections

    def defaults(self):
        return self._defaults

    def sections(self):
        """Names of the sections without the default one."""
        return list(self._tables)

    def add_section(self, section):
        if section == self.default_section:
            raise ValueError(f"Invalid section name: {section!r}")
        if section in self._tables:
            raise DuplicateSectionError(section)
        self._tables[section] = self._dict()
        self._faces[section] = SectionProxy(self, section)

    def has_section(self, section):
        return section in self._tables

    def remove_section(self, section):
        if section not in self._tables:
            return False
        del self._tables[section], self._faces[section]
        return True

    def _space(self, section):
        if section == self.default_section:
            return self._defaults
        try:
            return self._tables[section]
        except KeyError:
            raise NoSectionError(section) from None

    def _chain(self, section, vars=None):
        extra = {self.optionxform(key): None if value is None else str(value)
                 for key, value in (vars or {}).items()}
        own = self._defaults if section == self.default_section else self._space(section)
        return ChainMap(extra, own, self._defaults)

    def options(self, section):
        """Names of the options of a section, defaults included."""
        if section not in self._tables:
            raise NoSectionError(section)
        return list({**self._tables[section], **self._defaults})

    def has_option(self, section, option):
        if not section or section == self.default_section:
            return self.optionxform(option) in self._defaults
        if section not in self._tables:
            return False
        return self.optionxform(option) in {**self._tables[section], **self._defaults}

    def remove_option(self, section, option):
        space = self._space(section or self.default_section)
        return space.pop(self.optionxform(option), _ABSENT) is not _ABSENT

    # -- values

    def get(self, section, option, *, raw=False, vars=None, fallback=_ABSENT):
        """The value of an option."""
        try:
            chain = self._chain(section, vars)
        except NoSectionError:
            if fallback is _ABSENT:
                raise
            return fallback
        name = self.optionxform(option)
        if name not in chain:
            if fallback is _ABSENT:
                raise NoOptionError(name, section)
            return fallback
        value = chain[name]
        if raw or value is None:
            return value
        return self._interpolation.before_get(self, section, name, value, chain)

    def _get_conv(self, section, option, conv, *, raw=False, vars=None, fallback=_ABSENT,
                  **kwargs):
        try:
            value = self.get(section, option, raw=raw, vars=vars, **kwargs)
        except (NoSectionError, NoOptionError):
            if fallback is _ABSENT:
                raise
            return fallback
        return conv(value)

    def getint(self, section, option, *, raw=False, vars=None, fallback=_ABSENT, **kwargs):
        return self._get_conv(section, option, int, raw=raw, vars=vars, fallback=fallback,
                              **kwargs)

    def getfloat(self, section, option, *, raw=False, vars=None, fallback=_ABSENT, **kwargs):
        return self._get_conv(section, option, float, raw=raw, vars=vars, fallback=fallback,
                              **kwargs)

    def getboolean(self, section, option, *, raw=False, vars=None, fallback=_ABSENT, **kwargs):
        return self._get_conv(section, option, self._convert_to_boolean, raw=raw, vars=vars,
                              fallback=fallback, **kwargs)

    def _convert_to_boolean(self, value):
        truth = self.BOOLEAN_STATES.get(value.lower())
        if truth is None:
            raise ValueError(f"Not a boolean: {value}")
        return truth

    def items(self, section=_ABSENT, raw=False, vars=None):
        """Pairs of a section; without one, pairs of names and sections."""
        if section is _ABSENT:
            return super().items()
        chain = self._chain(section, vars)
        names = [*{**self._defaults, **self._space(section)}]
        names += [self.optionxform(key) for key in vars or {} if
                  self.optionxform(key) not in names]
        out = []
        for name in names:
            value = chain[name]
            if not raw and value is not None:
                value = self._interpolation.before_get(self, section, name, value, chain)
            out.append((name, value))
        return out

    def set(self, section, option, value=None):
        if value:
            value = self._interpolation.before_set(self, section, option, value)
        self._space(section or self.default_section)[self.optionxform(option)] = value

    def popitem(self):
        if not self._tables:
            raise KeyError
        first = next(iter(self._tables))
        return first, self.pop(first)

    # -- reading

    def read(self, filenames, encoding=None):
        """Read files; those that cannot be opened are left out."""
        if isinstance(filenames, (str, bytes)) or hasattr(filenames, "__fspath__"):
            filenames = [filenames]
        done = []
        for name in filenames:
            try:
                with open(name, encoding=encoding) as file:
                    self._read(file, name)
            except OSError:
                continue
            done.append(name.__fspath__() if hasattr(name, "__fspath__") else name)
        return done

    def read_file(self, f, source=None):
        """Read lines from a file or any iterable."""
        self._read(f, source if source is not None else getattr(f, "name", "<???>"))

    def read_string(self, string, source="<string>"):
        self._read(string.splitlines(True), source)

    def read_dict(self, dictionary, source="<dict>"):
        """Read sections from a mapping of mappings."""
        seen = set()
        for section, pairs in dictionary.items():
            section = str(section)
            try:
                self.add_section(section)
            except (DuplicateSectionError, ValueError):
                if self._strict and section in seen:
                    raise
            seen.add(section)
            for name, value in pairs.items():
                name = self.optionxform(str(name))
                if self._strict and (section, name) in seen:
                    raise DuplicateOptionError(section, name, source)
                seen.add((section, name))
                self.set(section, name, None if value is None else str(value))

    def _bare(self, line):
        """A line without comments; None if it was only a comment."""
        text = line.strip()
        if text.startswith(self._comments) if self._comments else False:
            return None
        cut = len(line)
        for mark in self._inline:
            at = line.find(mark)
            while at >= 0:
                if at == 0 or line[at - 1].isspace():
                    cut = min(cut, at)
                    break
                at = line.find(mark, at + 1)
        return line[:cut].strip() if cut < len(line) else text

    def _read(self, lines, source):
        at = _Reading(source)
        for line in lines:
            at.lineno += 1
            text = self._bare(line)
            if text is None:
                if self._empty_lines and at.option and at.section is not None and (
                        at.section[at.option] is not None):
                    at.section[at.option].append("")
                continue
            self._take(at, line, text)
        self._join()
        if at.failure is not None:
            raise at.failure

    def _take(self, at, line, text):
        """One line that is no comment."""
        if not text:
            if self._empty_lines and at.section is not None and at.option and (
                    at.section[at.option] is not None):
                at.section[at.option].append("")
            elif not self._empty_lines:
                at.indent = 10 ** 9
            return
        start = self.NONSPACECRE.search(line)
        indent = start.start() if start else 0
        if at.section is not None and at.option and indent > at.indent and (
                at.section[at.option] is not None):
            at.section[at.option].append(text)
            return
        at.indent = indent
        header = self.SECTCRE.match(text)
        if header:
            self._open_section(at, header["header"])
        elif at.section is None:
            raise MissingSectionHeaderError(at.source, at.lineno, line)
        else:
            self._open_option(at, line, text)

    def _open_section(self, at, title):
        at.title, at.option = title, None
        if title == self.default_section:
            at.section = self._defaults
            return
        if title in self._tables:
            if self._strict and title in at.seen:
                raise DuplicateSectionError(title, at.source, at.lineno)
        else:
            self.add_section(title)
        at.seen.add(title)
        at.section = self._tables[title]

    def _open_option(self, at, line, text):
        found = self._optcre.match(text)
        if not found or not found["option"]:
            if at.failure is None:
                at.failure = ParsingError(at.source)
            at.failure.append(at.lineno, repr(line))
            return
        at.option = self.optionxform(found["option"].rstrip())
        if self._strict and (at.title, at.option) in at.seen:
            raise DuplicateOptionError(at.title, at.option, at.source, at.lineno)
        at.seen.add((at.title, at.option))
        value = found["value"] if found["vi"] else None
        at.section[at.option] = None if value is None else [value.strip()]

    def _join(self):
        for title, space in [(self.default_section, self._defaults), *self._tables.items()]:
            for option, value in space.items():
                if isinstance(value, list):
                    value = "\n".join(value).rstrip()
                    space[option] = self._interpolation.before_read(self, title, option, value)

    # -- writing

    def write(self, fp, space_around_delimiters=True):
        """Write the sections as an INI file."""
        mark = self._marks[0]
        if space_around_delimiters:
            mark = f" {mark} "
        if self._defaults:
            self._write_section(fp, self.default_section, self._defaults, mark)
        for title, space in self._tables.items():
            self._write_section(fp, title, space, mark)

    def _write_section(self, fp, title, space, mark):
        fp.write(f"[{title}]\n")
        for option, value in space.items():
            value = self._interpolation.before_write(self, title, option, value)
            if value is None and self._allow_no_value:
                fp.write(f"{option}\n")
            else:
                text = str(value).replace("\n", "\n\t")
                fp.write(f"{option}{mark}{text}\n")
        fp.write("\n")

    # -- as a mapping

    def __getitem__(self, key):
        return self._faces[key]

    def __setitem__(self, key, value):
        if key in self and self[key] is value:
            return
        space = self._defaults if key == self.default_section else self._tables.get(key)
        if space:
            space.clear()
        self.read_dict({key: value})

    def __delitem__(self, key):
        if key == self.default_section:
            raise ValueError("Cannot remove the default section.")
        if not self.remove_section(key):
            raise KeyError(key)

    def __contains__(self, key):
        return key in self._faces

    def __len__(self):
        return len(self._tables) + 1

    def __iter__(self):
        yield self.default_section
        yield from [*self._tables]


class ConfigParser(RawConfigParser):
    """A parser whose values must be strings, with interpolation."""

    _DEFAULT_INTERPOLATION = BasicInterpolation()

    def set(self, section, option, value=None):
        if not isinstance(option, str):
            raise TypeError("option keys must be strings")
        if not isinstance(value, str) and (value is not None or not self._allow_no_value):
            raise TypeError("option values must be strings")
        super().set(section, option, value)

    def add_section(self, section):
        if not isinstance(section, str):
            raise TypeError("section names must be strings")
        super().add_section(section)


SafeConfigParser = ConfigParser


class SectionProxy(MutableMapping):
    """One section as a mapping."""

    def __init__(self, parser, name):
        self._owner = parser
        self._title = name

    def __repr__(self):
        return f"<Section: {self._title}>"

    def __getitem__(self, key):
        if key not in self:
            raise KeyError(key)
        return self._owner.get(self._title, key)

    def __setitem__(self, key, value):
        if not isinstance(key, str):
            raise TypeError("option keys must be strings")
        if not isinstance(value, str) and (value is not None
                                           or not self._owner._allow_no_value):
            raise TypeError("option values must be strings")
        self._owner.set(self._title, key, value)

    def __delitem__(self, key):
        if not (self._owner.has_option(self._title, key)
                and self._owner.remove_option(self._title, key)):
            raise KeyError(key)

    def __contains__(self, key):
        return self._owner.has_option(self._title, key)

    def _names(self):
        if self._title != self._owner.default_section:
            return self._owner.options(self._title)
        return list(self._owner.defaults())

    def __len__(self):
        return len(self._names())

    def __iter__(self):
        return iter(self._names())

    @property
    def parser(self):
        return self._owner

    @property
    def name(self):
        return self._title

    def get(self, option, fallback=None, *, raw=False, vars=None, _impl=None, **kwargs):
        return (_impl or self._owner.get)(self._title, option, raw=raw, vars=vars,
                                           fallback=fallback, **kwargs)

    def __getattr__(self, name):
        if name.startswith("get") and name[3:] in self._owner.converters:
            getter = getattr(self._owner, name)
            return lambda option, fallback=None, **kwargs: getter(
                self._title, option, fallback=fallback, **kwargs)
        raise AttributeError(f"'SectionProxy' object has no attribute {name!r}")


class ConverterMapping(MutableMapping):
    """get*() functions of a parser by the end of their names."""

    def __init__(self, parser):
        self._owner = parser
        self._data = {name: None for name in ("int", "float", "boolean")}

    def __getitem__(self, key):
        return self._data[key]

    def __setitem__(self, key, value):
        if not callable(value):
            raise ValueError(f"Incompatible key: {key} (type: {type(value)})")
        parser = self._owner

        def getter(section, option, **kwargs):
            return parser._get_conv(section, option, value, **kwargs)

        setattr(parser, "get" + key, getter)
        self._data[key] = value

    def __delitem__(self, key):
        del self._data[key]
        if "get" + key in self._owner.__dict__:
            delattr(self._owner, "get" + key)

    def __iter__(self):
        return iter(self._data)

    def __len__(self):
        return len(self._data)
