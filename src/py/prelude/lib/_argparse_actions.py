"""_argparse_actions - what arguments do when they are met.

SPDX-License-Identifier: Apache-2.0
"""

import sys

from _argparse_format import OPTIONAL, PARSER, SUPPRESS

__name__ = "argparse"

UNRECOGNIZED = "_unrecognized_args"  # left over by subparsers


class _AttributeHolder:
    """Objects whose repr lists their attributes."""

    def _get_args(self):
        return []

    def _get_kwargs(self):
        return list(vars(self).items())

    def __repr__(self):
        words = [repr(value) for value in self._get_args()]
        pairs = self._get_kwargs()
        words += [f"{name}={value!r}" for name, value in pairs
                  if name.isidentifier()]
        odd = {name: value for name, value in pairs
               if not name.isidentifier()}
        if odd:
            words.append(f"**{odd!r}")
        return f"{type(self).__name__}({', '.join(words)})"


class Namespace(_AttributeHolder):
    """The values of the arguments, as attributes."""

    def __init__(self, **kwargs):
        vars(self).update(kwargs)

    def __eq__(self, other):
        if isinstance(other, Namespace):
            return vars(other) == vars(self)
        return NotImplemented

    def __contains__(self, key):
        return key in vars(self)


# --- Errors -----------------------------------------------------------------

class ArgumentTypeError(Exception):
    """A type raises this to say what is wrong with a value."""


def name_of(action):
    """How messages call an argument."""
    if action is None:
        return None
    if action.option_strings:
        return "/".join(action.option_strings)
    for name in action.metavar, action.dest:
        if name is not None and name is not SUPPRESS:
            return name
    return "{" + ",".join(action.choices) + "}" if action.choices else None


class ArgumentError(Exception):
    """A wrong definition or use of an argument."""

    def __init__(self, argument, message):
        self.argument_name = name_of(argument)
        self.message = message

    def __str__(self):
        if self.argument_name is None:
            return str(self.message)
        return f"argument {self.argument_name}: {self.message}"


# --- Actions ----------------------------------------------------------------

class Action(_AttributeHolder):
    """How an argument is read and stored; a base for one's own."""

    def __init__(self, option_strings, dest, nargs=None, const=None,
                 default=None, type=None, choices=None, required=False,
                 help=None, metavar=None):
        self.option_strings = option_strings
        self.dest = dest
        self.nargs = nargs
        self.const = const
        self.default = default
        self.type = type
        self.choices = choices
        self.required = required
        self.help = help
        self.metavar = metavar

    def _get_kwargs(self):
        names = ("option_strings dest nargs const default type choices "
                 "required help metavar")
        return [(name, getattr(self, name)) for name in names.split()]

    def format_usage(self):
        """How it appears in the usage line."""
        return self.option_strings[0]

    def __call__(self, parser, namespace, values, option_string=None):
        raise NotImplementedError(".__call__() not defined")


class _WithValues(Action):
    """Actions that take values, and one of them at least."""

    def __init__(self, option_strings, dest, nargs=None, const=None,
                 default=None, type=None, choices=None, required=False,
                 help=None, metavar=None):
        if nargs == 0:
            raise ValueError(self._no_values)
        if nargs != OPTIONAL and const is not None:
            raise ValueError(f"nargs must be {OPTIONAL!r} to supply const")
        Action.__init__(self, option_strings, dest, nargs, const, default,
                        type, choices, required, help, metavar)


class _StoreAction(_WithValues):
    _no_values = ("nargs for store actions must be != 0; if you have nothing "
                  "to store, actions such as store true or store const may "
                  "be more appropriate")

    def __call__(self, parser, namespace, values, option_string=None):
        setattr(namespace, self.dest, values)


class _StoreConstAction(Action):
    def __init__(self, option_strings, dest, const=None, default=None,
                 required=False, help=None, metavar=None):
        Action.__init__(self, option_strings, dest, 0, const, default,
                        required=required, help=help)

    def __call__(self, parser, namespace, values, option_string=None):
        setattr(namespace, self.dest, self.const)


class _StoreTrueAction(_StoreConstAction):
    def __init__(self, option_strings, dest, default=False, required=False,
                 help=None):
        _StoreConstAction.__init__(self, option_strings, dest, True, default,
                                   required, help)


class _StoreFalseAction(_StoreConstAction):
    def __init__(self, option_strings, dest, default=True, required=False,
                 help=None):
        _StoreConstAction.__init__(self, option_strings, dest, False, default,
                                   required, help)


def _extend(namespace, dest, values):
    """Add to a list without changing a default that others share."""
    setattr(namespace, dest, [*(getattr(namespace, dest, None) or ()),
                              *values])


class _AppendAction(_WithValues):
    _no_values = ("nargs for append actions must be != 0; if arg strings are "
                  "not supplying the value to append, the append const "
                  "action may be more appropriate")

    def __call__(self, parser, namespace, values, option_string=None):
        _extend(namespace, self.dest, [values])


class _ExtendAction(_AppendAction):
    def __call__(self, parser, namespace, values, option_string=None):
        _extend(namespace, self.dest, values)


class _AppendConstAction(Action):
    def __init__(self, option_strings, dest, const=None, default=None,
                 required=False, help=None, metavar=None):
        Action.__init__(self, option_strings, dest, 0, const, default,
                        required=required, help=help, metavar=metavar)

    def __call__(self, parser, namespace, values, option_string=None):
        _extend(namespace, self.dest, [self.const])


class _CountAction(Action):
    def __init__(self, option_strings, dest, default=None, required=False,
                 help=None):
        Action.__init__(self, option_strings, dest, 0, None, default,
                        required=required, help=help)

    def __call__(self, parser, namespace, values, option_string=None):
        so_far = getattr(namespace, self.dest, None) or 0
        setattr(namespace, self.dest, so_far + 1)


class BooleanOptionalAction(Action):
    """A flag --x that also comes as --no-x."""

    def __init__(self, option_strings, dest, default=None, type=None,
                 choices=None, required=False, help=None, metavar=None):
        both = []
        for option in option_strings:
            both.append(option)
            if option[:2] == "--":
                both.append(f"--no-{option[2:]}")
        Action.__init__(self, both, dest, 0, None, default, type, choices,
                        required, help, metavar)

    def format_usage(self):
        """Both ways to write it."""
        return " | ".join(self.option_strings)

    def __call__(self, parser, namespace, values, option_string=None):
        if option_string in self.option_strings:
            is_on = not option_string.startswith("--no-")
            setattr(namespace, self.dest, is_on)


class _HelpAction(Action):
    def __init__(self, option_strings, dest=SUPPRESS, default=SUPPRESS,
                 help=None):
        Action.__init__(self, option_strings, dest, 0, None, default,
                        help=help)

    def __call__(self, parser, namespace, values, option_string=None):
        parser.print_help()
        parser.exit()


class _VersionAction(Action):
    def __init__(self, option_strings, version=None, dest=SUPPRESS,
                 default=SUPPRESS,
                 help="show program's version number and exit"):
        Action.__init__(self, option_strings, dest, 0, None, default,
                        help=help)
        self.version = version

    def __call__(self, parser, namespace, values, option_string=None):
        page = parser._get_formatter()
        page.add_text(parser.version if self.version is None
                      else self.version)
        parser._print_message(page.format_help(), sys.stdout)
        parser.exit()


class _Command(Action):
    """Stands for a subcommand in help messages."""

    def __init__(self, name, aliases, help):
        shown = f"{name} ({', '.join(aliases)})" if aliases else name
        Action.__init__(self, [], name, help=help, metavar=shown)


class _SubParsersAction(Action):
    def __init__(self, option_strings, prog, parser_class, dest=SUPPRESS,
                 required=False, help=None, metavar=None):
        self._prog_prefix = prog
        self._parser_class = parser_class
        self._name_parser_map = {}
        self._choices_actions = []
        Action.__init__(self, option_strings, dest, PARSER,
                        choices=self._name_parser_map, required=required,
                        help=help, metavar=metavar)

    def add_parser(self, name, **kwargs):
        """Add a subcommand and return its parser."""
        table = self._name_parser_map
        aliases = kwargs.pop("aliases", ())
        if kwargs.get("prog") is None:
            kwargs["prog"] = f"{self._prog_prefix} {name}"
        if name in table:
            raise ArgumentError(self, f"conflicting subparser: {name}")
        for alias in aliases:
            if alias in table:
                raise ArgumentError(self, "conflicting subparser alias: "
                                          f"{alias}")
        if "help" in kwargs:
            self._choices_actions.append(
                _Command(name, aliases, kwargs.pop("help")))
        parser = self._parser_class(**kwargs)
        for word in (name, *aliases):
            table[word] = parser
        return parser

    def _get_subactions(self):
        return self._choices_actions

    def __call__(self, parser, namespace, values, option_string=None):
        name, *rest = values
        if self.dest is not SUPPRESS:
            setattr(namespace, self.dest, name)
        command = self._name_parser_map.get(name)
        if command is None:
            known = ", ".join(self._name_parser_map)
            raise ArgumentError(self, f"unknown parser {name!r} (choices: "
                                      f"{known})")
        # its own namespace, so that its defaults win
        inner, rest = command.parse_known_args(rest, None)
        for key, value in vars(inner).items():
            setattr(namespace, key, value)
        if rest:
            _extend(namespace, UNRECOGNIZED, rest)


ACTIONS = {
    None: _StoreAction, "store": _StoreAction, "append": _AppendAction,
    "extend": _ExtendAction, "count": _CountAction, "help": _HelpAction,
    "store_const": _StoreConstAction, "store_true": _StoreTrueAction,
    "store_false": _StoreFalseAction, "append_const": _AppendConstAction,
    "version": _VersionAction, "parsers": _SubParsersAction,
}


# --- Files ------------------------------------------------------------------

class FileType:
    """A type that opens files; "-" is standard input or output."""

    def __init__(self, mode="r", bufsize=-1, encoding=None, errors=None):
        self._mode = mode
        self._bufsize = bufsize
        self._encoding = encoding
        self._errors = errors

    def _standard(self):
        mode = self._mode
        if "r" in mode:
            stream = sys.stdin
        elif set(mode) & set("wax"):
            stream = sys.stdout
        else:
            raise ValueError(f'argument "-" with mode {mode!r}')
        return stream.buffer if "b" in mode else stream

    def __call__(self, string):
        if string == "-":
            return self._standard()
        try:
            return open(string, self._mode, self._bufsize, self._encoding,
                        self._errors)
        except OSError as error:
            raise ArgumentTypeError(f"can't open '{string}': {error}")

    def __repr__(self):
        words = [repr(value) for value in (self._mode, self._bufsize)
                 if value != -1]
        words += [f"{name}={value!r}" for name, value in (
            ("encoding", self._encoding), ("errors", self._errors))
            if value is not None]
        return f"{type(self).__name__}({', '.join(words)})"
