# optparse.py - options of a command line, as programs before argparse read them.
#
# SPDX-License-Identifier: Apache-2.0
"""Options of a command line, the older way."""
import os
import sys

from _optparse_help import (
    NO_DEFAULT, HelpFormatter, IndentedHelpFormatter, TitledHelpFormatter)

__all__ = ["Option", "make_option", "SUPPRESS_HELP", "SUPPRESS_USAGE",
           "Values", "OptionContainer", "OptionGroup", "OptionParser",
           "HelpFormatter", "IndentedHelpFormatter", "TitledHelpFormatter",
           "OptParseError", "OptionError", "OptionConflictError",
           "OptionValueError", "BadOptionError", "check_choice"]

SUPPRESS_HELP = "SUPPRESSHELP"
SUPPRESS_USAGE = "SUPPRESSUSAGE"


class OptParseError(Exception):
    """Base of the errors."""

    def __init__(self, msg):
        self.msg = msg

    def __str__(self):
        return self.msg


class OptionError(OptParseError):
    """An option is declared in an impossible way."""

    def __init__(self, msg, option):
        super().__init__(msg)
        self.option_id = str(option)

    def __str__(self):
        return f"option {self.option_id}: {self.msg}" if self.option_id \
            else self.msg


class OptionConflictError(OptionError):
    """Two options have one name."""


class OptionValueError(OptParseError):
    """The value of an option is not valid."""


class BadOptionError(OptParseError):
    """There is no such option."""

    def __init__(self, opt_str):
        self.opt_str = opt_str

    def __str__(self):
        return f"no such option: {self.opt_str}"


class AmbiguousOptionError(BadOptionError):
    """Several options start like this."""

    def __init__(self, opt_str, possibilities):
        super().__init__(opt_str)
        self.possibilities = possibilities

    def __str__(self):
        return (f"ambiguous option: {self.opt_str} "
                f"({', '.join(self.possibilities)}?)")


# --------------------------------------------------------------------- values


def _integer(text):
    base = {"0x": 16, "0b": 2}.get(text[:2].lower(),
                                   8 if text[:1] == "0" else 10)
    if base == 2:
        text = text[2:] or "0"
    return int(text, base)


_READERS = {"int": (_integer, "integer"), "long": (_integer, "integer"),
            "float": (float, "floating-point"),
            "complex": (complex, "complex")}


def check_builtin(option, opt, value):
    """A number from the text of an option."""
    read, what = _READERS[option.type]
    try:
        return read(value)
    except ValueError:
        raise OptionValueError(
            f"option {opt}: invalid {what} value: {value!r}") from None


def check_choice(option, opt, value):
    """One of the values that an option may have."""
    allowed = option.choices
    if value not in allowed:
        raise OptionValueError(f"option {opt}: invalid choice: {value!r} "
                               f"(choose from {', '.join(map(repr, allowed))})")
    return value


class Values:
    """The options that were given, as attributes."""

    def __init__(self, defaults=None):
        for name, value in (defaults or {}).items():
            setattr(self, name, value)

    def __str__(self):
        return str(self.__dict__)

    def __repr__(self):
        return f"<{type(self).__name__} at {id(self):#x}: {self}>"

    def __eq__(self, other):
        known = vars(other) if isinstance(other, Values) else other
        return vars(self) == known if isinstance(known, dict) \
            else NotImplemented

    def _update_careful(self, dict):
        """Take the values of names that are known."""
        for name, value in dict.items():
            if name in vars(self) and value is not None:
                vars(self)[name] = value

    def _update_loose(self, dict):
        """Take all values."""
        vars(self).update(dict)

    def ensure_value(self, attr, value):
        """The value of an option, set if there is none."""
        if vars(self).get(attr) is None:
            vars(self)[attr] = value
        return vars(self)[attr]


# --------------------------------------------------------------------- options


class Option:
    """One option: its names, and what it does."""

    ATTRS = ["action", "type", "dest", "default", "nargs", "const", "choices",
             "callback", "callback_args", "callback_kwargs", "help",
             "metavar"]
    ACTIONS = ("store", "store_const", "store_true", "store_false", "append",
               "append_const", "count", "callback", "help", "version")
    STORE_ACTIONS = ACTIONS[:7]
    TYPED_ACTIONS = "store", "append", "callback"
    ALWAYS_TYPED_ACTIONS = "store", "append"
    CONST_ACTIONS = "store_const", "append_const"
    TYPES = "string", "int", "long", "float", "complex", "choice"
    TYPE_CHECKER = {"int": check_builtin, "long": check_builtin,
                    "float": check_builtin, "complex": check_builtin,
                    "choice": check_choice}
    CHECK_METHODS = None

    def __init__(self, *opts, **attrs):
        self._short_opts, self._long_opts = [], []
        self.container = None
        names = [name for name in opts if name]
        if not names:
            raise TypeError("at least one option string must be supplied")
        self._set_opt_strings(names)
        for name in self.ATTRS:
            setattr(self, name, attrs.pop(
                name, NO_DEFAULT if name == "default" else None))
        if attrs:
            raise OptionError("invalid keyword arguments: "
                              + ", ".join(sorted(attrs)), self)
        self._check()

    def _set_opt_strings(self, names):
        for name in names:
            wrong = None
            if len(name) < 2:
                wrong = "", "must be at least two characters long"
            elif len(name) > 2 and (name[:2] != "--" or name[2] == "-"):
                wrong = "long ", "must start with --, followed by non-dash"
            elif len(name) == 2 and (name[0] != "-" or name[1] == "-"):
                wrong = "short ", "must be of the form -x, (x any non-dash char)"
            if wrong:
                raise OptionError(f"invalid {wrong[0]}option string {name!r}: "
                                  f"{wrong[1]}", self)
            (self._short_opts if len(name) == 2
             else self._long_opts).append(name)

    def _check(self):
        """Fill in what follows from the rest, and refuse what contradicts it."""
        for problem in self._problems():
            if problem:
                raise OptionError(problem, self)
        for check in self.CHECK_METHODS or ():
            check(self)

    def _problems(self):
        """What is wrong, one thing after the other; nothing if all is well."""
        self.action = action = self.action or "store"
        yield action not in self.ACTIONS and f"invalid action: {action!r}"
        yield self._problem_of_type(action)
        yield self._problem_of_choices()
        if self.dest is None and (action in self.STORE_ACTIONS or self.type):
            longer = [name[2:].replace("-", "_") for name in self._long_opts]
            self.dest = (longer or [self._short_opts[0][1]])[0]
        yield (self.const is not None and action not in self.CONST_ACTIONS
               and f"'const' must not be supplied for action {action!r}")
        if action in self.TYPED_ACTIONS:
            if self.type and self.nargs is None:
                self.nargs = 1
        elif self.nargs is not None:
            yield f"'nargs' must not be supplied for action {action!r}"
        if action == "callback":
            yield (not callable(self.callback)
                   and f"callback not callable: {self.callback!r}")
        elif self.callback is not None:
            yield (f"callback supplied ({self.callback!r}) for non-callback "
                   "option")

    def _problem_of_type(self, action):
        kind = getattr(self.type, "__name__", self.type)
        kind = "string" if kind == "str" else kind
        if kind is None and action in self.ALWAYS_TYPED_ACTIONS:
            kind = "string" if self.choices is None else "choice"
        elif kind is not None and kind not in self.TYPES:
            return f"invalid option type: {kind!r}"
        elif kind is not None and action not in self.TYPED_ACTIONS:
            return f"must not supply a type for action {action!r}"
        self.type = kind
        return None

    def _problem_of_choices(self):
        given = self.choices
        if self.type != "choice":
            return given is not None and \
                f"must not supply choices for type {self.type!r}"
        if given is None:
            return "must supply a list of choices for type 'choice'"
        return not isinstance(given, (tuple, list)) and (
            "choices must be a list of strings "
            f"({type(given).__name__!r} supplied)")

    def __str__(self):
        return "/".join(self._short_opts + self._long_opts)

    def __repr__(self):
        return f"<{type(self).__name__} at {id(self):#x}: {self}>"

    def takes_value(self):
        """Does a value follow the option?"""
        return self.type is not None

    def get_opt_string(self):
        """The name to tell people."""
        return (self._long_opts or self._short_opts)[0]

    def check_value(self, opt, value):
        """The value of one text."""
        check = self.TYPE_CHECKER.get(self.type)
        return value if check is None else check(self, opt, value)

    def convert_value(self, opt, value):
        """The value of what followed the option."""
        if value is None:
            return None
        if self.nargs == 1:
            return self.check_value(opt, value)
        return tuple([self.check_value(opt, one) for one in value])

    def process(self, opt, value, values, parser):
        """Do what the option is for."""
        return self.take_action(self.action, self.dest, opt,
                                self.convert_value(opt, value), values, parser)

    def take_action(self, action, dest, opt, value, values, parser):
        """Store, count, call or print."""
        stored = {"store": value, "store_const": self.const,
                  "store_true": True, "store_false": False}
        if action in stored:
            setattr(values, dest, stored[action])
        elif action.startswith("append"):
            more = value if action == "append" else self.const
            values.ensure_value(dest, []).append(more)
        elif action == "count":
            setattr(values, dest, 1 + (getattr(values, dest, None) or 0))
        elif action == "callback":
            self.callback(self, opt, value, parser, *(self.callback_args or ()),
                          **(self.callback_kwargs or {}))
        elif action in ("help", "version"):
            getattr(parser, "print_" + action)()
            parser.exit()
        else:
            raise ValueError(f"unknown action {self.action!r}")
        return 1


make_option = Option


# ------------------------------------------------------------------ containers


class OptionContainer:
    """Some options."""

    def __init__(self, option_class, conflict_handler, description):
        self._create_option_list()
        self.option_class = option_class
        self.set_conflict_handler(conflict_handler)
        self.set_description(description)

    def _create_option_list(self):
        self.option_list = []
        self._create_option_mappings()

    def _create_option_mappings(self):
        self._short_opt, self._long_opt, self.defaults = {}, {}, {}

    def _share_option_mappings(self, parser):
        self._short_opt, self._long_opt = parser._short_opt, parser._long_opt
        self.defaults = parser.defaults

    def set_conflict_handler(self, handler):
        """Say what happens when a name is taken."""
        if handler not in ("error", "resolve"):
            raise ValueError(f"invalid conflict_resolution value {handler!r}")
        self.conflict_handler = handler

    def set_description(self, description):
        """Set the text before the options."""
        self.description = description

    def get_description(self):
        """The text before the options."""
        return self.description

    def destroy(self):
        """Forget the options."""
        del self._short_opt, self._long_opt, self.defaults

    def _names(self, option):
        for name in option._short_opts:
            yield name, self._short_opt, "_short_opts"
        for name in option._long_opts:
            yield name, self._long_opt, "_long_opts"

    def _check_conflict(self, option):
        taken = [(name, table[name], kind)
                 for name, table, kind in self._names(option) if name in table]
        if not taken:
            return
        if self.conflict_handler == "error":
            names = ", ".join([name for name, _, _ in taken])
            raise OptionConflictError(
                f"conflicting option string(s): {names}", option)
        for name, other, kind in taken:
            getattr(other, kind).remove(name)
            (self._short_opt if kind == "_short_opts"
             else self._long_opt).pop(name)
            if not (other._short_opts or other._long_opts):
                other.container.option_list.remove(other)

    def add_option(self, *args, **kwargs):
        """Add an option, or declare one."""
        declared = bool(args) and isinstance(args[0], str)
        if not declared and (len(args) != 1 or kwargs):
            raise TypeError("invalid arguments")
        added = self.option_class(*args, **kwargs) if declared else args[0]
        if not isinstance(added, Option):
            raise TypeError(f"not an Option instance: {added!r}")
        self._check_conflict(added)
        added.container = self
        self.option_list.append(added)
        for name, table, _ in self._names(added):
            table[name] = added
        if added.dest is not None:
            if added.default is NO_DEFAULT:
                self.defaults.setdefault(added.dest)
            else:
                self.defaults[added.dest] = added.default
        return added

    def add_options(self, option_list):
        """Add some options."""
        for option in option_list:
            self.add_option(option)

    def get_option(self, opt_str):
        """The option of a name."""
        return self._short_opt.get(opt_str) or self._long_opt.get(opt_str)

    def has_option(self, opt_str):
        """Is there an option of this name?"""
        return self.get_option(opt_str) is not None

    def remove_option(self, opt_str):
        """Remove the option of a name."""
        option = self.get_option(opt_str)
        if option is None:
            raise ValueError(f"no such option {opt_str!r}")
        for name, table, _ in self._names(option):
            table.pop(name, None)
        option.container.option_list.remove(option)

    def format_option_help(self, formatter):
        """The lines about the options."""
        return "".join([formatter.format_option(option)
                        for option in self.option_list
                        if option.help is not SUPPRESS_HELP])

    def format_description(self, formatter):
        """The lines before the options."""
        return formatter.format_description(self.get_description())

    def format_help(self, formatter):
        """All lines."""
        parts = []
        if self.description:
            parts.append(self.format_description(formatter))
        if self.option_list:
            parts.append(self.format_option_help(formatter))
        return "\n".join(parts)


class OptionGroup(OptionContainer):
    """Options that belong together."""

    def __init__(self, parser, title, description=None):
        self.parser, self.title = parser, title
        super().__init__(parser.option_class, parser.conflict_handler,
                         description)

    def _create_option_list(self):
        self.option_list = []
        self._share_option_mappings(self.parser)

    def set_title(self, title):
        """Set the heading."""
        self.title = title

    def format_help(self, formatter):
        """All lines, below a heading."""
        heading = formatter.format_heading(self.title)
        formatter.indent()
        text = heading + super().format_help(formatter)
        formatter.dedent()
        return text


class OptionParser(OptionContainer):
    """Reads the options of a command line."""

    standard_option_list = []

    def __init__(self, usage=None, option_list=None, option_class=Option,
                 version=None, conflict_handler="error", description=None,
                 formatter=None, add_help_option=True, prog=None, epilog=None):
        super().__init__(option_class, conflict_handler, description)
        self.set_usage(usage)
        self.prog, self.version, self.epilog = prog, version, epilog
        self.allow_interspersed_args = self.process_default_values = True
        self.formatter = formatter or IndentedHelpFormatter()
        self.formatter.set_parser(self)
        self.option_groups = []
        self.rargs = self.largs = self.values = None
        self.add_options(self.standard_option_list)
        self.add_options(option_list or ())
        if version:
            self.add_option("--version", action="version",
                            help="show program's version number and exit")
        if add_help_option:
            self.add_option("-h", "--help", action="help",
                            help="show this help message and exit")

    def set_usage(self, usage):
        """Set the line about the use."""
        if usage is None:
            self.usage = "%prog [options]"
        elif usage is SUPPRESS_USAGE:
            self.usage = None
        else:
            self.usage = usage[7:] if usage.lower().startswith("usage: ") \
                else usage

    def enable_interspersed_args(self):
        """Let options come behind arguments."""
        self.allow_interspersed_args = True

    def disable_interspersed_args(self):
        """End the options at the first argument."""
        self.allow_interspersed_args = False

    def set_process_default_values(self, process):
        """Say whether defaults that are texts are read as values."""
        self.process_default_values = process

    def set_default(self, dest, value):
        """Set the default of an option."""
        self.defaults[dest] = value

    def set_defaults(self, **kwargs):
        """Set the defaults of some options."""
        self.defaults.update(kwargs)

    def _all_options(self):
        options = self.option_list[:]
        for group in self.option_groups:
            options += group.option_list
        return options

    def get_default_values(self):
        """The values before anything is read."""
        defaults = self.defaults.copy()
        if self.process_default_values:
            for option in self._all_options():
                value = defaults.get(option.dest)
                if isinstance(value, str):
                    defaults[option.dest] = option.check_value(
                        option.get_opt_string(), value)
        return Values(defaults)

    def add_option_group(self, *args, **kwargs):
        """Add a group, or declare one."""
        declared = bool(args) and isinstance(args[0], str)
        if not declared and (len(args) != 1 or kwargs):
            raise TypeError("invalid arguments")
        added = OptionGroup(self, *args, **kwargs) if declared else args[0]
        if not isinstance(added, OptionGroup):
            raise TypeError(f"not an OptionGroup instance: {added!r}")
        if added.parser is not self:
            raise ValueError("invalid OptionGroup (wrong parser)")
        self.option_groups.append(added)
        return added

    def get_option_group(self, opt_str):
        """The group of an option."""
        option = self.get_option(opt_str)
        if option is not None and option.container is not self:
            return option.container
        return None

    # ---------------------------------------------------------------- reading

    def parse_args(self, args=None, values=None):
        """The options and the other arguments."""
        self.rargs = list(sys.argv[1:] if args is None else args)
        self.largs = []
        self.values = self.get_default_values() if values is None else values
        try:
            self._process_args(self.largs, self.rargs, self.values)
        except (BadOptionError, OptionValueError) as error:
            self.error(str(error))
        return self.check_values(self.values, self.largs + self.rargs)

    def check_values(self, values, args):
        """For classes that look at the result."""
        return values, args

    def _process_args(self, largs, rargs, values):
        while rargs:
            first = rargs[0]
            is_option = first.startswith("-") and first != "-"
            if not is_option and not self.allow_interspersed_args:
                return
            del rargs[0]
            if first == "--":
                return
            if not is_option:
                largs.append(first)
            elif first.startswith("--"):
                self._take_long(first, rargs, values)
            else:
                self._take_short(first, rargs, values)

    def _match_long_opt(self, opt):
        if opt in self._long_opt:
            return opt
        found = sorted([name for name in self._long_opt
                        if name.startswith(opt)])
        if not found:
            raise BadOptionError(opt)
        if len(found) > 1:
            raise AmbiguousOptionError(opt, found)
        return found[0]

    def _values_for(self, option, opt, rargs):
        if len(rargs) < option.nargs:
            what = "1 argument" if option.nargs == 1 \
                else f"{option.nargs} arguments"
            self.error(f"{opt} option requires {what}")
        if option.nargs == 1:
            return rargs.pop(0)
        taken = tuple(rargs[:option.nargs])
        del rargs[:option.nargs]
        return taken

    def _take_long(self, word, rargs, values):
        name, equals, text = word.partition("=")
        if equals:
            rargs.insert(0, text)
        full = self._match_long_opt(name)
        found, given = self._long_opt[full], None
        if found.takes_value():
            given = self._values_for(found, full, rargs)
        elif equals:
            self.error(f"{full} option does not take a value")
        found.process(full, given, values, self)

    def _take_short(self, word, rargs, values):
        rest = word[1:]
        while rest:
            name, rest = "-" + rest[0], rest[1:]
            if name not in self._short_opt:
                raise BadOptionError(name)
            found, given = self._short_opt[name], None
            if found.takes_value():
                if rest:
                    rargs.insert(0, rest)
                given, rest = self._values_for(found, name, rargs), ""
            found.process(name, given, values, self)

    # --------------------------------------------------------------- messages

    def get_prog_name(self):
        """The name of the program."""
        return os.path.basename(sys.argv[0]) if self.prog is None \
            else self.prog

    def expand_prog_name(self, s):
        """A text with the name of the program."""
        return s.replace("%prog", self.get_prog_name())

    def exit(self, status=0, msg=None):
        """End the program."""
        if msg:
            sys.stderr.write(msg)
        sys.exit(status)

    def error(self, msg):
        """Say what is wrong, and end the program."""
        self.print_usage(sys.stderr)
        self.exit(2, f"{self.get_prog_name()}: error: {msg}\n")

    def get_usage(self):
        """The line about the use."""
        if not self.usage:
            return ""
        return self.formatter.format_usage(self.expand_prog_name(self.usage))

    def print_usage(self, file=None):
        """Print the line about the use."""
        if self.usage:
            print(self.get_usage(), file=file)

    def get_version(self):
        """The version."""
        return self.expand_prog_name(self.version) if self.version else ""

    def print_version(self, file=None):
        """Print the version."""
        if self.version:
            print(self.get_version(), file=file)

    def get_description(self):
        return None if self.description is None \
            else self.expand_prog_name(self.description)

    def format_option_help(self, formatter=None):
        formatter = formatter or self.formatter
        formatter.store_option_strings(self)
        parts = [formatter.format_heading("Options")]
        formatter.indent()
        if self.option_list:
            parts.append(OptionContainer.format_option_help(self, formatter))
            parts.append("\n")
        for group in self.option_groups:
            parts.append(group.format_help(formatter))
            parts.append("\n")
        formatter.dedent()
        return "".join(parts[:-1])

    def format_epilog(self, formatter):
        """The lines behind the options."""
        return formatter.format_epilog(self.epilog)

    def format_help(self, formatter=None):
        formatter = formatter or self.formatter
        parts = []
        if self.usage:
            parts.append(self.get_usage() + "\n")
        if self.description:
            parts.append(self.format_description(formatter) + "\n")
        parts.append(self.format_option_help(formatter))
        parts.append(self.format_epilog(formatter))
        return "".join(parts)

    def print_help(self, file=None):
        """Print the help."""
        (sys.stdout if file is None else file).write(self.format_help())
