# argparse.py - command lines.
#
# Parsing: every argument string is classed O (option) or A (argument), "-"
# standing for "--"; how many As a positional or option takes is a regular
# expression over that class string.  Printing: formatters collect sections
# and then lay them out to the width of the terminal.
#
# SPDX-License-Identifier: Apache-2.0
"""Command-line parsing library."""
import os
import re
import shutil
import sys
import textwrap

__all__ = ["ArgumentParser", "ArgumentError", "ArgumentTypeError",
           "BooleanOptionalAction", "FileType", "HelpFormatter",
           "ArgumentDefaultsHelpFormatter", "RawDescriptionHelpFormatter",
           "RawTextHelpFormatter", "MetavarTypeHelpFormatter", "Namespace",
           "Action", "ONE_OR_MORE", "OPTIONAL", "PARSER", "REMAINDER",
           "SUPPRESS", "ZERO_OR_MORE"]

SUPPRESS = "==SUPPRESS=="
OPTIONAL = "?"
ZERO_OR_MORE = "*"
ONE_OR_MORE = "+"
PARSER = "A..."
REMAINDER = "..."
_UNRECOGNIZED = "_unrecognized_args"


class _AttributeHolder(object):
    """A repr made of the constructor's arguments."""

    def __repr__(self):
        name = type(self).__name__
        parts = [repr(arg) for arg in self._get_args()]
        odd = {}
        for key, value in self._get_kwargs():
            if key.isidentifier():
                parts.append("%s=%r" % (key, value))
            else:
                odd[key] = value
        if odd:
            parts.append("**%s" % repr(odd))
        return "%s(%s)" % (name, ", ".join(parts))

    def _get_kwargs(self):
        return list(self.__dict__.items())

    def _get_args(self):
        return []


def _copy_items(items):
    if items is None:
        return []
    return items[:] if type(items) is list else list(items)


# --------------------------------------------------------------- formatting


class HelpFormatter(object):
    """Formatter for generating usage messages and argument help strings."""

    def __init__(self, prog, indent_increment=2, max_help_position=24,
                 width=None):
        if width is None:
            width = shutil.get_terminal_size().columns - 2
        self._prog = prog
        self._indent_increment = indent_increment
        self._max_help_position = min(max_help_position,
                                      max(width - 20, indent_increment * 2))
        self._width = width
        self._current_indent = 0
        self._level = 0
        self._action_max_length = 0
        self._root_section = self._Section(self, None)
        self._current_section = self._root_section
        self._whitespace_matcher = re.compile(r"\s+", re.ASCII)
        self._long_break_matcher = re.compile(r"\n\n\n+")

    def _indent(self):
        self._current_indent += self._indent_increment
        self._level += 1

    def _dedent(self):
        self._current_indent -= self._indent_increment
        assert self._current_indent >= 0, "Indent decreased below 0."
        self._level -= 1

    class _Section(object):
        def __init__(self, formatter, parent, heading=None):
            self.formatter = formatter
            self.parent = parent
            self.heading = heading
            self.items = []

        def format_help(self):
            f = self.formatter
            if self.parent is not None:
                f._indent()
            body = f._join_parts([func(*args) for func, args in self.items])
            if self.parent is not None:
                f._dedent()
            if not body:
                return ""
            heading = ""
            if self.heading is not SUPPRESS and self.heading is not None:
                heading = "%*s%s:\n" % (f._current_indent, "", self.heading)
            return f._join_parts(["\n", heading, body, "\n"])

    def _add_item(self, func, args):
        self._current_section.items.append((func, args))

    def start_section(self, heading):
        self._indent()
        section = self._Section(self, self._current_section, heading)
        self._add_item(section.format_help, [])
        self._current_section = section

    def end_section(self):
        self._current_section = self._current_section.parent
        self._dedent()

    def add_text(self, text):
        if text is not SUPPRESS and text is not None:
            self._add_item(self._format_text, [text])

    def add_usage(self, usage, actions, groups, prefix=None):
        if usage is not SUPPRESS:
            self._add_item(self._format_usage,
                           (usage, actions, groups, prefix))

    def add_argument(self, action):
        if action.help is SUPPRESS:
            return
        length = len(self._format_action_invocation(action))
        for sub in self._iter_indented_subactions(action):
            length = max(length, len(self._format_action_invocation(sub)))
        self._action_max_length = max(self._action_max_length,
                                      length + self._current_indent)
        self._add_item(self._format_action, [action])

    def add_arguments(self, actions):
        for action in actions:
            self.add_argument(action)

    def format_help(self):
        text = self._root_section.format_help()
        if text:
            text = self._long_break_matcher.sub("\n\n", text)
            text = text.strip("\n") + "\n"
        return text

    def _join_parts(self, parts):
        return "".join([p for p in parts if p and p is not SUPPRESS])

    def _format_usage(self, usage, actions, groups, prefix):
        if prefix is None:
            prefix = "usage: "
        if usage is not None:
            usage = usage % dict(prog=self._prog)
        elif not actions:
            usage = "%(prog)s" % dict(prog=self._prog)
        else:
            usage = self._auto_usage(actions, groups, prefix)
        return "%s%s\n\n" % (prefix, usage)

    def _auto_usage(self, actions, groups, prefix):
        prog = "%(prog)s" % dict(prog=self._prog)
        optionals = [a for a in actions if a.option_strings]
        positionals = [a for a in actions if not a.option_strings]
        show = self._format_actions_usage
        action_usage = show(optionals + positionals, groups)
        usage = " ".join([s for s in [prog, action_usage] if s])
        width = self._width - self._current_indent
        if len(prefix) + len(usage) <= width:
            return usage
        # Too long for a line: break between whole arguments.
        part = re.compile(r"\(.*?\)+(?=\s|$)|\[.*?\]+(?=\s|$)|\S+")
        opt_parts = part.findall(show(optionals, groups))
        pos_parts = part.findall(show(positionals, groups))

        def get_lines(parts, indent, lead=None):
            lines, line = [], []
            length = (len(lead) if lead is not None else len(indent)) - 1
            for p in parts:
                if length + 1 + len(p) > width and line:
                    lines.append(indent + " ".join(line))
                    line = []
                    length = len(indent) - 1
                line.append(p)
                length += len(p) + 1
            if line:
                lines.append(indent + " ".join(line))
            if lead is not None:
                lines[0] = lines[0][len(indent):]
            return lines

        if len(prefix) + len(prog) <= 0.75 * width:
            indent = " " * (len(prefix) + len(prog) + 1)
            if opt_parts:
                lines = get_lines([prog] + opt_parts, indent, prefix)
                lines.extend(get_lines(pos_parts, indent))
            elif pos_parts:
                lines = get_lines([prog] + pos_parts, indent, prefix)
            else:
                lines = [prog]
        else:
            indent = " " * len(prefix)
            lines = get_lines(opt_parts + pos_parts, indent)
            if len(lines) > 1:
                lines = get_lines(opt_parts, indent)
                lines.extend(get_lines(pos_parts, indent))
            lines = [prog] + lines
        return "\n".join(lines)

    def _format_actions_usage(self, actions, groups):
        """The arguments of a usage line, with marks around groups."""
        inserts = {}
        grouped = set()
        for group in groups:
            if not group._group_actions:
                raise ValueError(f"empty group {group}")
            try:
                start = actions.index(group._group_actions[0])
            except ValueError:
                continue
            count = len(group._group_actions)
            end = start + count
            if actions[start:end] != group._group_actions:
                continue
            hidden = sum(a.help is SUPPRESS for a in group._group_actions)
            shown = count - hidden
            grouped.update(group._group_actions)
            if not group.required:
                if start in inserts:
                    inserts[start] += " ["
                else:
                    inserts[start] = "["
                inserts[end] = inserts.get(end, "") + "]"
            elif shown > 1:
                if start in inserts:
                    inserts[start] += " ("
                else:
                    inserts[start] = "("
                inserts[end] = inserts.get(end, "") + ")"
            for i in range(start + 1, end):
                inserts[i] = "|"
        parts = []
        for i, action in enumerate(actions):
            if action.help is SUPPRESS:
                parts.append(None)
                if inserts.get(i) == "|":
                    inserts.pop(i)
                elif inserts.get(i + 1) == "|":
                    inserts.pop(i + 1)
            elif not action.option_strings:
                default = self._get_default_metavar_for_positional(action)
                part = self._format_args(action, default)
                if action in grouped and part[0] == "[" and part[-1] == "]":
                    part = part[1:-1]
                parts.append(part)
            else:
                option = action.option_strings[0]
                if action.nargs == 0:
                    part = action.format_usage()
                else:
                    default = self._get_default_metavar_for_optional(action)
                    part = f"{option} {self._format_args(action, default)}"
                if not action.required and action not in grouped:
                    part = "[%s]" % part
                parts.append(part)
        for i in sorted(inserts, reverse=True):
            parts[i:i] = [inserts[i]]
        text = " ".join([p for p in parts if p is not None])
        text = re.sub(r"([\[(]) ", r"\1", text)
        text = re.sub(r" ([\])])", r"\1", text)
        text = re.sub(r"[\[(] *[\])]", "", text)
        return text.strip()

    def _format_text(self, text):
        if "%(prog)" in text:
            text = text % dict(prog=self._prog)
        width = max(self._width - self._current_indent, 11)
        indent = " " * self._current_indent
        return self._fill_text(text, width, indent) + "\n\n"

    def _format_action(self, action):
        position = min(self._action_max_length + 2, self._max_help_position)
        help_width = max(self._width - position, 11)
        action_width = position - self._current_indent - 2
        header = self._format_action_invocation(action)
        first = 0
        if not action.help:
            header = "%*s%s\n" % (self._current_indent, "", header)
        elif len(header) <= action_width:
            header = "%*s%-*s  " % (self._current_indent, "", action_width,
                                    header)
        else:
            header = "%*s%s\n" % (self._current_indent, "", header)
            first = position
        parts = [header]
        if action.help and action.help.strip():
            text = self._expand_help(action)
            if text:
                lines = self._split_lines(text, help_width)
                parts.append("%*s%s\n" % (first, "", lines[0]))
                for line in lines[1:]:
                    parts.append("%*s%s\n" % (position, "", line))
        elif not header.endswith("\n"):
            parts.append("\n")
        for sub in self._iter_indented_subactions(action):
            parts.append(self._format_action(sub))
        return self._join_parts(parts)

    def _format_action_invocation(self, action):
        if not action.option_strings:
            default = self._get_default_metavar_for_positional(action)
            metavar, = self._metavar_formatter(action, default)(1)
            return metavar
        if action.nargs == 0:
            return ", ".join(action.option_strings)
        default = self._get_default_metavar_for_optional(action)
        args = self._format_args(action, default)
        return ", ".join(f"{option} {args}"
                         for option in action.option_strings)

    def _metavar_formatter(self, action, default_metavar):
        if action.metavar is not None:
            result = action.metavar
        elif action.choices is not None:
            result = "{%s}" % ",".join(str(c) for c in action.choices)
        else:
            result = default_metavar

        def format(size):
            return result if isinstance(result, tuple) else (result,) * size

        return format

    def _format_args(self, action, default_metavar):
        get = self._metavar_formatter(action, default_metavar)
        if action.nargs is None:
            return "%s" % get(1)
        if action.nargs == OPTIONAL:
            return "[%s]" % get(1)
        if action.nargs == ZERO_OR_MORE:
            metavar = get(1)
            if len(metavar) == 2:
                return "[%s [%s ...]]" % metavar
            return "[%s ...]" % metavar
        if action.nargs == ONE_OR_MORE:
            return "%s [%s ...]" % get(2)
        if action.nargs == REMAINDER:
            return "..."
        if action.nargs == PARSER:
            return "%s ..." % get(1)
        if action.nargs == SUPPRESS:
            return ""
        try:
            formats = ["%s" for _ in range(action.nargs)]
        except TypeError:
            raise ValueError("invalid nargs value") from None
        return " ".join(formats) % get(action.nargs)

    def _expand_help(self, action):
        params = dict(vars(action), prog=self._prog)
        for name in list(params):
            if params[name] is SUPPRESS:
                del params[name]
            elif hasattr(params[name], "__name__"):
                params[name] = params[name].__name__
        if params.get("choices") is not None:
            params["choices"] = ", ".join(str(c) for c in params["choices"])
        return self._get_help_string(action) % params

    def _iter_indented_subactions(self, action):
        try:
            get_subactions = action._get_subactions
        except AttributeError:
            return
        self._indent()
        yield from get_subactions()
        self._dedent()

    def _split_lines(self, text, width):
        text = self._whitespace_matcher.sub(" ", text).strip()
        return textwrap.wrap(text, width)

    def _fill_text(self, text, width, indent):
        text = self._whitespace_matcher.sub(" ", text).strip()
        return textwrap.fill(text, width, initial_indent=indent,
                             subsequent_indent=indent)

    def _get_help_string(self, action):
        return action.help

    def _get_default_metavar_for_optional(self, action):
        return action.dest.upper()

    def _get_default_metavar_for_positional(self, action):
        return action.dest


class RawDescriptionHelpFormatter(HelpFormatter):
    """Help message formatter which retains any formatting in
    descriptions."""

    def _fill_text(self, text, width, indent):
        return "".join(indent + line
                       for line in text.splitlines(keepends=True))


class RawTextHelpFormatter(RawDescriptionHelpFormatter):
    """Help message formatter which retains formatting of all help text."""

    def _split_lines(self, text, width):
        return text.splitlines()


class ArgumentDefaultsHelpFormatter(HelpFormatter):
    """Help message formatter which adds default values to argument
    help."""

    def _get_help_string(self, action):
        help = action.help
        if help is None:
            help = ""
        if "%(default)" not in help and action.default is not SUPPRESS:
            if action.option_strings or action.nargs in (OPTIONAL,
                                                         ZERO_OR_MORE):
                help += " (default: %(default)s)"
        return help


class MetavarTypeHelpFormatter(HelpFormatter):
    """Help message formatter which uses the argument 'type' as the default
    metavar value (instead of the argument 'dest')"""

    def _get_default_metavar_for_optional(self, action):
        return action.type.__name__

    def _get_default_metavar_for_positional(self, action):
        return action.type.__name__


# ------------------------------------------------------------------ errors


def _get_action_name(argument):
    if argument is None:
        return None
    if argument.option_strings:
        return "/".join(argument.option_strings)
    if argument.metavar not in (None, SUPPRESS):
        return argument.metavar
    if argument.dest not in (None, SUPPRESS):
        return argument.dest
    if argument.choices:
        return "{" + ",".join(argument.choices) + "}"
    return None


class ArgumentError(Exception):
    """An error from creating or using an argument (optional or
    positional)."""

    def __init__(self, argument, message):
        self.argument_name = _get_action_name(argument)
        self.message = message

    def __str__(self):
        if self.argument_name is None:
            return "%s" % self.message
        return "argument %s: %s" % (self.argument_name, self.message)


class ArgumentTypeError(Exception):
    """An error from trying to convert a command line string to a type."""


# ----------------------------------------------------------------- actions


class Action(_AttributeHolder):
    """Information about how to convert command line strings to Python
    objects."""

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
        return [(name, getattr(self, name)) for name in (
            "option_strings", "dest", "nargs", "const", "default", "type",
            "choices", "required", "help", "metavar")]

    def format_usage(self):
        return self.option_strings[0]

    def __call__(self, parser, namespace, values, option_string=None):
        raise NotImplementedError(".__call__() not defined")


class BooleanOptionalAction(Action):
    def __init__(self, option_strings, dest, default=None, type=None,
                 choices=None, required=False, help=None, metavar=None):
        options = []
        for option in option_strings:
            options.append(option)
            if option.startswith("--"):
                options.append("--no-" + option[2:])
        if (help is not None and default is not None
                and default is not SUPPRESS):
            help += " (default: %(default)s)"
        super().__init__(option_strings=options, dest=dest, nargs=0,
                         default=default, type=type, choices=choices,
                         required=required, help=help, metavar=metavar)

    def __call__(self, parser, namespace, values, option_string=None):
        if option_string in self.option_strings:
            setattr(namespace, self.dest,
                    not option_string.startswith("--no-"))

    def format_usage(self):
        return " | ".join(self.option_strings)


class _StoreAction(Action):
    def __init__(self, option_strings, dest, nargs=None, const=None,
                 default=None, type=None, choices=None, required=False,
                 help=None, metavar=None):
        if nargs == 0:
            raise ValueError("nargs for store actions must be != 0; if you "
                             "have nothing to store, actions such as store "
                             "true or store const may be more appropriate")
        if const is not None and nargs != OPTIONAL:
            raise ValueError("nargs must be %r to supply const" % OPTIONAL)
        super().__init__(option_strings, dest, nargs, const, default, type,
                         choices, required, help, metavar)

    def __call__(self, parser, namespace, values, option_string=None):
        setattr(namespace, self.dest, values)


class _StoreConstAction(Action):
    def __init__(self, option_strings, dest, const=None, default=None,
                 required=False, help=None, metavar=None):
        super().__init__(option_strings=option_strings, dest=dest, nargs=0,
                         const=const, default=default, required=required,
                         help=help)

    def __call__(self, parser, namespace, values, option_string=None):
        setattr(namespace, self.dest, self.const)


class _StoreTrueAction(_StoreConstAction):
    def __init__(self, option_strings, dest, default=False, required=False,
                 help=None):
        super().__init__(option_strings, dest, True, default, required,
                         help)


class _StoreFalseAction(_StoreConstAction):
    def __init__(self, option_strings, dest, default=True, required=False,
                 help=None):
        super().__init__(option_strings, dest, False, default, required,
                         help)


class _AppendAction(Action):
    def __init__(self, option_strings, dest, nargs=None, const=None,
                 default=None, type=None, choices=None, required=False,
                 help=None, metavar=None):
        if nargs == 0:
            raise ValueError("nargs for append actions must be != 0; if arg "
                             "strings are not supplying the value to "
                             "append, the append const action may be more "
                             "appropriate")
        if const is not None and nargs != OPTIONAL:
            raise ValueError("nargs must be %r to supply const" % OPTIONAL)
        super().__init__(option_strings, dest, nargs, const, default, type,
                         choices, required, help, metavar)

    def __call__(self, parser, namespace, values, option_string=None):
        items = _copy_items(getattr(namespace, self.dest, None))
        items.append(values)
        setattr(namespace, self.dest, items)


class _AppendConstAction(Action):
    def __init__(self, option_strings, dest, const=None, default=None,
                 required=False, help=None, metavar=None):
        super().__init__(option_strings=option_strings, dest=dest, nargs=0,
                         const=const, default=default, required=required,
                         help=help, metavar=metavar)

    def __call__(self, parser, namespace, values, option_string=None):
        items = _copy_items(getattr(namespace, self.dest, None))
        items.append(self.const)
        setattr(namespace, self.dest, items)


class _CountAction(Action):
    def __init__(self, option_strings, dest, default=None, required=False,
                 help=None):
        super().__init__(option_strings=option_strings, dest=dest, nargs=0,
                         default=default, required=required, help=help)

    def __call__(self, parser, namespace, values, option_string=None):
        count = getattr(namespace, self.dest, None)
        setattr(namespace, self.dest, (0 if count is None else count) + 1)


class _HelpAction(Action):
    def __init__(self, option_strings, dest=SUPPRESS, default=SUPPRESS,
                 help=None):
        super().__init__(option_strings=option_strings, dest=dest,
                         default=default, nargs=0, help=help)

    def __call__(self, parser, namespace, values, option_string=None):
        parser.print_help()
        parser.exit()


class _VersionAction(Action):
    def __init__(self, option_strings, version=None, dest=SUPPRESS,
                 default=SUPPRESS,
                 help="show program's version number and exit"):
        super().__init__(option_strings=option_strings, dest=dest,
                         default=default, nargs=0, help=help)
        self.version = version

    def __call__(self, parser, namespace, values, option_string=None):
        version = self.version
        if version is None:
            version = parser.version
        formatter = parser._get_formatter()
        formatter.add_text(version)
        parser._print_message(formatter.format_help(), sys.stdout)
        parser.exit()


class _SubParsersAction(Action):
    class _ChoicesPseudoAction(Action):
        def __init__(self, name, aliases, help):
            metavar = dest = name
            if aliases:
                metavar += " (%s)" % ", ".join(aliases)
            super().__init__(option_strings=[], dest=dest, help=help,
                             metavar=metavar)

    def __init__(self, option_strings, prog, parser_class, dest=SUPPRESS,
                 required=False, help=None, metavar=None):
        self._prog_prefix = prog
        self._parser_class = parser_class
        self._name_parser_map = {}
        self._choices_actions = []
        super().__init__(option_strings=option_strings, dest=dest,
                         nargs=PARSER, choices=self._name_parser_map,
                         required=required, help=help, metavar=metavar)

    def add_parser(self, name, **kwargs):
        if kwargs.get("prog") is None:
            kwargs["prog"] = "%s %s" % (self._prog_prefix, name)
        aliases = kwargs.pop("aliases", ())
        if name in self._name_parser_map:
            raise ArgumentError(self, f"conflicting subparser: {name}")
        for alias in aliases:
            if alias in self._name_parser_map:
                raise ArgumentError(
                    self, f"conflicting subparser alias: {alias}")
        if "help" in kwargs:
            help = kwargs.pop("help")
            self._choices_actions.append(
                self._ChoicesPseudoAction(name, aliases, help))
        parser = self._parser_class(**kwargs)
        self._name_parser_map[name] = parser
        for alias in aliases:
            self._name_parser_map[alias] = parser
        return parser

    def _get_subactions(self):
        return self._choices_actions

    def __call__(self, parser, namespace, values, option_string=None):
        name, strings = values[0], values[1:]
        if self.dest is not SUPPRESS:
            setattr(namespace, self.dest, name)
        try:
            parser = self._name_parser_map[name]
        except KeyError:
            known = ", ".join(self._name_parser_map)
            raise ArgumentError(
                self, f"unknown parser {name!r} (choices: {known})")
        sub, strings = parser.parse_known_args(strings, None)
        for key, value in vars(sub).items():
            setattr(namespace, key, value)
        if strings:
            vars(namespace).setdefault(_UNRECOGNIZED, [])
            getattr(namespace, _UNRECOGNIZED).extend(strings)


class _ExtendAction(_AppendAction):
    def __call__(self, parser, namespace, values, option_string=None):
        items = _copy_items(getattr(namespace, self.dest, None))
        items.extend(values)
        setattr(namespace, self.dest, items)


class FileType(object):
    """Factory for creating file object types"""

    def __init__(self, mode="r", bufsize=-1, encoding=None, errors=None):
        self._mode = mode
        self._bufsize = bufsize
        self._encoding = encoding
        self._errors = errors

    def __call__(self, string):
        if string == "-":
            if "r" in self._mode:
                return sys.stdin.buffer if "b" in self._mode else sys.stdin
            if any(c in self._mode for c in "wax"):
                return sys.stdout.buffer if "b" in self._mode else (
                    sys.stdout)
            raise ValueError('argument "-" with mode %r' % self._mode)
        try:
            return open(string, self._mode, self._bufsize, self._encoding,
                        self._errors)
        except OSError as e:
            raise ArgumentTypeError("can't open '%s': %s" % (string, e))

    def __repr__(self):
        args = self._mode, self._bufsize
        named = [("encoding", self._encoding), ("errors", self._errors)]
        text = ", ".join([repr(a) for a in args if a != -1]
                         + ["%s=%r" % (k, a) for k, a in named
                            if a is not None])
        return "%s(%s)" % (type(self).__name__, text)


class Namespace(_AttributeHolder):
    """Simple object for storing attributes."""

    def __init__(self, **kwargs):
        for name in kwargs:
            setattr(self, name, kwargs[name])

    def __eq__(self, other):
        if not isinstance(other, Namespace):
            return NotImplemented
        return vars(self) == vars(other)

    def __contains__(self, key):
        return key in self.__dict__


# -------------------------------------------------------------- containers

_ACTIONS = {None: _StoreAction, "store": _StoreAction,
            "store_const": _StoreConstAction, "store_true": _StoreTrueAction,
            "store_false": _StoreFalseAction, "append": _AppendAction,
            "append_const": _AppendConstAction, "count": _CountAction,
            "help": _HelpAction, "version": _VersionAction,
            "parsers": _SubParsersAction, "extend": _ExtendAction}


class _ActionsContainer(object):
    """What parsers and groups share: adding arguments."""

    def __init__(self, description, prefix_chars, argument_default,
                 conflict_handler):
        self.description = description
        self.argument_default = argument_default
        self.prefix_chars = prefix_chars
        self.conflict_handler = conflict_handler
        self._registries = {"action": dict(_ACTIONS), "type": {}}
        self._get_handler()
        self._actions = []
        self._option_string_actions = {}
        self._action_groups = []
        self._mutually_exclusive_groups = []
        self._defaults = {}
        self._negative_number_matcher = re.compile(r"^-\d+$|^-\d*\.\d+$")
        self._has_negative_number_optionals = []

    def register(self, registry_name, value, object):
        self._registries.setdefault(registry_name, {})[value] = object

    def _registry_get(self, registry_name, value, default=None):
        return self._registries[registry_name].get(value, default)

    def set_defaults(self, **kwargs):
        self._defaults.update(kwargs)
        for action in self._actions:
            if action.dest in kwargs:
                action.default = kwargs[action.dest]

    def get_default(self, dest):
        for action in self._actions:
            if action.dest == dest and action.default is not None:
                return action.default
        return self._defaults.get(dest, None)

    def add_argument(self, *args, **kwargs):
        """Add an argument: positional by name, optional by flags."""
        chars = self.prefix_chars
        if not args or len(args) == 1 and args[0][0] not in chars:
            if args and "dest" in kwargs:
                raise ValueError("dest supplied twice for positional "
                                 "argument")
            kwargs = self._get_positional_kwargs(*args, **kwargs)
        else:
            kwargs = self._get_optional_kwargs(*args, **kwargs)
        if "default" not in kwargs:
            dest = kwargs["dest"]
            if dest in self._defaults:
                kwargs["default"] = self._defaults[dest]
            elif self.argument_default is not None:
                kwargs["default"] = self.argument_default
        cls = self._pop_action_class(kwargs)
        if not callable(cls):
            raise ValueError('unknown action "%s"' % (cls,))
        action = cls(**kwargs)
        convert = self._registry_get("type", action.type, action.type)
        if convert is not None and not callable(convert):
            raise ValueError("%r is not callable" % (convert,))
        if convert is FileType:
            raise ValueError("%r is a FileType class object, instance of it "
                             "must be passed" % (convert,))
        if hasattr(self, "_get_formatter"):
            try:
                self._get_formatter()._format_args(action, None)
            except TypeError:
                raise ValueError("length of metavar tuple does not match "
                                 "nargs")
        return self._add_action(action)

    def add_argument_group(self, *args, **kwargs):
        group = _ArgumentGroup(self, *args, **kwargs)
        self._action_groups.append(group)
        return group

    def add_mutually_exclusive_group(self, **kwargs):
        group = _MutuallyExclusiveGroup(self, **kwargs)
        self._mutually_exclusive_groups.append(group)
        return group

    def _add_action(self, action):
        self._check_conflict(action)
        self._actions.append(action)
        action.container = self
        for option in action.option_strings:
            self._option_string_actions[option] = action
        for option in action.option_strings:
            if self._negative_number_matcher.match(option):
                if not self._has_negative_number_optionals:
                    self._has_negative_number_optionals.append(True)
        return action

    def _remove_action(self, action):
        self._actions.remove(action)

    def _add_container_actions(self, container):
        """Take over the arguments of a parent parser."""
        titles = {}
        for group in self._action_groups:
            if group.title in titles:
                raise ValueError("cannot merge actions - two groups are "
                                 "named %r" % (group.title))
            titles[group.title] = group
        group_map = {}
        for group in container._action_groups:
            if group.title not in titles:
                titles[group.title] = self.add_argument_group(
                    title=group.title, description=group.description,
                    conflict_handler=group.conflict_handler)
            for action in group._group_actions:
                group_map[action] = titles[group.title]
        for group in container._mutually_exclusive_groups:
            mutex = self.add_mutually_exclusive_group(
                required=group.required)
            for action in group._group_actions:
                group_map[action] = mutex
        for action in container._actions:
            group_map.get(action, self)._add_action(action)

    def _get_positional_kwargs(self, dest, **kwargs):
        if "required" in kwargs:
            raise TypeError("'required' is an invalid argument for "
                            "positionals")
        if kwargs.get("nargs") not in [OPTIONAL, ZERO_OR_MORE]:
            kwargs["required"] = True
        if kwargs.get("nargs") == ZERO_OR_MORE and "default" not in kwargs:
            kwargs["required"] = True
        return dict(kwargs, dest=dest, option_strings=[])

    def _get_optional_kwargs(self, *args, **kwargs):
        options, long_options = [], []
        for option in args:
            if option[0] not in self.prefix_chars:
                raise ValueError(
                    f"invalid option string {option!r}: must start with a "
                    f"character {self.prefix_chars!r}")
            options.append(option)
            if len(option) > 1 and option[1] in self.prefix_chars:
                long_options.append(option)
        dest = kwargs.pop("dest", None)
        if dest is None:
            first = long_options[0] if long_options else options[0]
            dest = first.lstrip(self.prefix_chars)
            if not dest:
                raise ValueError("dest= is required for options like %r"
                                 % (options[0] if len(options) == 1
                                    else first))
            dest = dest.replace("-", "_")
        return dict(kwargs, dest=dest, option_strings=options)

    def _pop_action_class(self, kwargs, default=None):
        action = kwargs.pop("action", default)
        return self._registry_get("action", action, action)

    def _get_handler(self):
        name = "_handle_conflict_%s" % self.conflict_handler
        try:
            return getattr(self, name)
        except AttributeError:
            raise ValueError("invalid conflict_resolution value: %r"
                             % self.conflict_handler)

    def _check_conflict(self, action):
        clashes = [(option, self._option_string_actions[option])
                   for option in action.option_strings
                   if option in self._option_string_actions]
        if clashes:
            self._get_handler()(action, clashes)

    def _handle_conflict_error(self, action, clashes):
        names = ", ".join(option for option, _ in clashes)
        plural = "" if len(clashes) == 1 else "s"
        raise ArgumentError(action,
                            f"conflicting option string{plural}: {names}")

    def _handle_conflict_resolve(self, action, clashes):
        for option, other in clashes:
            other.option_strings.remove(option)
            self._option_string_actions.pop(option, None)
            if not other.option_strings:
                other.container._remove_action(other)


class _ArgumentGroup(_ActionsContainer):
    def __init__(self, container, title=None, description=None, **kwargs):
        kwargs.setdefault("conflict_handler", container.conflict_handler)
        kwargs.setdefault("prefix_chars", container.prefix_chars)
        kwargs.setdefault("argument_default", container.argument_default)
        super().__init__(description=description, **kwargs)
        self.title = title
        self._group_actions = []
        self._registries = container._registries
        self._actions = container._actions
        self._option_string_actions = container._option_string_actions
        self._defaults = container._defaults
        self._has_negative_number_optionals = (
            container._has_negative_number_optionals)
        self._mutually_exclusive_groups = (
            container._mutually_exclusive_groups)

    def _add_action(self, action):
        action = super()._add_action(action)
        self._group_actions.append(action)
        return action

    def _remove_action(self, action):
        super()._remove_action(action)
        self._group_actions.remove(action)


class _MutuallyExclusiveGroup(_ArgumentGroup):
    def __init__(self, container, required=False):
        super().__init__(container)
        self.required = required
        self._container = container

    def _add_action(self, action):
        if action.required:
            raise ValueError("mutually exclusive arguments must be optional")
        action = self._container._add_action(action)
        self._group_actions.append(action)
        return action

    def _remove_action(self, action):
        self._container._remove_action(action)
        self._group_actions.remove(action)


# ------------------------------------------------------------------ parser

_NARGS = {None: "(-*A-*)", OPTIONAL: "(-*A?-*)", ZERO_OR_MORE: "(-*[A-]*)",
          ONE_OR_MORE: "(-*A[A-]*)", REMAINDER: "([-AO]*)",
          PARSER: "(-*A[-AO]*)", SUPPRESS: "(-*-*)"}
_NARGS_ERRORS = {None: "expected one argument",
                 OPTIONAL: "expected at most one argument",
                 ONE_OR_MORE: "expected at least one argument"}


class ArgumentParser(_AttributeHolder, _ActionsContainer):
    """Object for parsing command line strings into Python objects."""

    def __init__(self, prog=None, usage=None, description=None, epilog=None,
                 parents=[], formatter_class=HelpFormatter,
                 prefix_chars="-", fromfile_prefix_chars=None,
                 argument_default=None, conflict_handler="error",
                 add_help=True, allow_abbrev=True, exit_on_error=True):
        _ActionsContainer.__init__(self, description, prefix_chars,
                                   argument_default, conflict_handler)
        if prog is None:
            prog = os.path.basename(sys.argv[0])
        self.prog = prog
        self.usage = usage
        self.epilog = epilog
        self.formatter_class = formatter_class
        self.fromfile_prefix_chars = fromfile_prefix_chars
        self.add_help = add_help
        self.allow_abbrev = allow_abbrev
        self.exit_on_error = exit_on_error
        self._positionals = self.add_argument_group("positional arguments")
        self._optionals = self.add_argument_group("options")
        self._subparsers = None
        self.register("type", None, lambda string: string)
        default_prefix = "-" if "-" in prefix_chars else prefix_chars[0]
        if self.add_help:
            self.add_argument(default_prefix + "h", default_prefix * 2
                              + "help", action="help", default=SUPPRESS,
                              help="show this help message and exit")
        for parent in parents:
            self._add_container_actions(parent)
            self._defaults.update(parent._defaults)

    def _get_kwargs(self):
        return [(name, getattr(self, name)) for name in (
            "prog", "usage", "description", "formatter_class",
            "conflict_handler", "add_help")]

    def add_subparsers(self, **kwargs):
        """Add sub-commands; return the object that makes their parsers."""
        if self._subparsers is not None:
            self.error("cannot have multiple subparser arguments")
        kwargs.setdefault("parser_class", type(self))
        if "title" in kwargs or "description" in kwargs:
            title = kwargs.pop("title", "subcommands")
            description = kwargs.pop("description", None)
            self._subparsers = self.add_argument_group(title, description)
        else:
            self._subparsers = self._positionals
        if kwargs.get("prog") is None:
            formatter = self._get_formatter()
            formatter.add_usage(self.usage, self._get_positional_actions(),
                                self._mutually_exclusive_groups, "")
            kwargs["prog"] = formatter.format_help().strip()
        cls = self._pop_action_class(kwargs, "parsers")
        action = cls(option_strings=[], **kwargs)
        self._subparsers._add_action(action)
        return action

    def _add_action(self, action):
        if action.option_strings:
            self._optionals._add_action(action)
        else:
            self._positionals._add_action(action)
        return action

    def _get_optional_actions(self):
        return [a for a in self._actions if a.option_strings]

    def _get_positional_actions(self):
        return [a for a in self._actions if not a.option_strings]

    def parse_args(self, args=None, namespace=None):
        args, rest = self.parse_known_args(args, namespace)
        if rest:
            self.error("unrecognized arguments: %s" % " ".join(rest))
        return args

    def parse_known_args(self, args=None, namespace=None):
        args = sys.argv[1:] if args is None else list(args)
        if namespace is None:
            namespace = Namespace()
        for action in self._actions:
            if action.dest is not SUPPRESS and not hasattr(
                    namespace, action.dest):
                if action.default is not SUPPRESS:
                    setattr(namespace, action.dest, action.default)
        for dest in self._defaults:
            if not hasattr(namespace, dest):
                setattr(namespace, dest, self._defaults[dest])
        if self.exit_on_error:
            try:
                namespace, args = self._parse_known_args(args, namespace)
            except ArgumentError as err:
                self.error(str(err))
        else:
            namespace, args = self._parse_known_args(args, namespace)
        if hasattr(namespace, _UNRECOGNIZED):
            args.extend(getattr(namespace, _UNRECOGNIZED))
            delattr(namespace, _UNRECOGNIZED)
        return namespace, args

    def _parse_known_args(self, arg_strings, namespace):
        if self.fromfile_prefix_chars is not None:
            arg_strings = self._read_args_from_files(arg_strings)
        run = _Run(self, arg_strings, namespace)
        extras = run.consume_all()
        run.check_required()
        return namespace, extras

    def _read_args_from_files(self, arg_strings):
        out = []
        for arg in arg_strings:
            if not arg or arg[0] not in self.fromfile_prefix_chars:
                out.append(arg)
                continue
            try:
                with open(arg[1:], encoding="utf-8") as file:
                    lines = []
                    for line in file.read().splitlines():
                        lines.extend(self.convert_arg_line_to_args(line))
                out.extend(self._read_args_from_files(lines))
            except OSError as err:
                self.error(str(err))
        return out

    def convert_arg_line_to_args(self, arg_line):
        return [arg_line]

    def _match_argument(self, action, pattern):
        match = re.match(self._get_nargs_pattern(action), pattern)
        if match is None:
            text = _NARGS_ERRORS.get(action.nargs)
            if text is None:
                plural = "" if action.nargs == 1 else "s"
                text = f"expected {action.nargs} argument{plural}"
            raise ArgumentError(action, text)
        return len(match.group(1))

    def _match_arguments_partial(self, actions, pattern):
        for i in range(len(actions), 0, -1):
            regex = "".join(self._get_nargs_pattern(a) for a in actions[:i])
            match = re.match(regex, pattern)
            if match is not None:
                return [len(s) for s in match.groups()]
        return []

    def _get_nargs_pattern(self, action):
        nargs = action.nargs
        pattern = _NARGS.get(nargs)
        if pattern is None:
            pattern = "(-*%s-*)" % "-*".join("A" * nargs)
        if action.option_strings:
            pattern = pattern.replace("-*", "").replace("-", "")
        return pattern

    def _parse_optional(self, arg_string):
        """(action, option, explicit argument) if it looks like an
        option."""
        if not arg_string or arg_string[0] not in self.prefix_chars:
            return None
        if arg_string in self._option_string_actions:
            return self._option_string_actions[arg_string], arg_string, None
        if len(arg_string) == 1:
            return None
        if "=" in arg_string:
            option, explicit = arg_string.split("=", 1)
            if option in self._option_string_actions:
                return (self._option_string_actions[option], option,
                        explicit)
        found = self._get_option_tuples(arg_string)
        if len(found) > 1:
            options = ", ".join([option for _, option, _ in found])
            self.error(f"ambiguous option: {arg_string} could match "
                       f"{options}")
        if len(found) == 1:
            return found[0]
        if self._negative_number_matcher.match(arg_string):
            if not self._has_negative_number_optionals:
                return None
        if " " in arg_string:
            return None
        return None, arg_string, None

    def _get_option_tuples(self, option_string):
        result = []
        chars = self.prefix_chars
        actions = self._option_string_actions
        if option_string[0] in chars and option_string[1] in chars:
            if self.allow_abbrev:
                prefix, equals, explicit = option_string.partition("=")
                if not equals:
                    explicit = None
                for option in actions:
                    if option.startswith(prefix):
                        result.append((actions[option], option, explicit))
        elif option_string[0] in chars:
            short, rest = option_string[:2], option_string[2:]
            for option in actions:
                if option == short:
                    result.append((actions[option], option, rest))
                elif option.startswith(option_string):
                    result.append((actions[option], option, None))
        else:
            self.error("unexpected option string: %s" % option_string)
        return result

    def parse_intermixed_args(self, args=None, namespace=None):
        args, rest = self.parse_known_intermixed_args(args, namespace)
        if rest:
            self.error("unrecognized arguments: %s" % " ".join(rest))
        return args

    def parse_known_intermixed_args(self, args=None, namespace=None):
        """Options first, then positionals from what is left."""
        positionals = self._get_positional_actions()
        for a in positionals:
            if a.nargs in [PARSER, REMAINDER]:
                raise TypeError("parse_intermixed_args: positional arg with "
                                "nargs=%s" % a.nargs)
        saved = [(a, a.nargs, a.default) for a in positionals]
        try:
            for a in positionals:
                a.nargs = SUPPRESS
                a.default = SUPPRESS
            namespace, rest = self.parse_known_args(args, namespace)
            for a in positionals:
                if getattr(namespace, a.dest, None) == []:
                    delattr(namespace, a.dest)
        finally:
            for a, nargs, default in saved:
                a.nargs, a.default = nargs, default
        optionals = [(a, a.required) for a in self._get_optional_actions()]
        try:
            for a, _ in optionals:
                a.required = False
            return self.parse_known_args(rest, namespace)
        finally:
            for a, required in optionals:
                a.required = required

    # -- values

    def _get_values(self, action, arg_strings):
        if action.nargs not in [PARSER, REMAINDER]:
            try:
                arg_strings.remove("--")
            except ValueError:
                pass
        if not arg_strings and action.nargs == OPTIONAL:
            value = action.const if action.option_strings else action.default
            if isinstance(value, str):
                value = self._get_value(action, value)
                self._check_value(action, value)
        elif (not arg_strings and action.nargs == ZERO_OR_MORE
              and not action.option_strings):
            value = action.default if action.default is not None else []
            self._check_value(action, value) if (
                action.default is not None) else None
        elif len(arg_strings) == 1 and action.nargs in [None, OPTIONAL]:
            value = self._get_value(action, arg_strings[0])
            self._check_value(action, value)
        elif action.nargs == REMAINDER:
            value = [self._get_value(action, v) for v in arg_strings]
        elif action.nargs == PARSER:
            value = [self._get_value(action, v) for v in arg_strings]
            self._check_value(action, value[0])
        elif action.nargs == SUPPRESS:
            value = SUPPRESS
        else:
            value = [self._get_value(action, v) for v in arg_strings]
            for v in value:
                self._check_value(action, v)
        return value

    def _get_value(self, action, arg_string):
        convert = self._registry_get("type", action.type, action.type)
        if not callable(convert):
            raise ArgumentError(action, f"{convert!r} is not callable")
        try:
            return convert(arg_string)
        except ArgumentTypeError as err:
            raise ArgumentError(action, str(err))
        except (TypeError, ValueError):
            name = getattr(action.type, "__name__", repr(action.type))
            raise ArgumentError(action,
                                f"invalid {name} value: {arg_string!r}")

    def _check_value(self, action, value):
        if action.choices is not None and value not in action.choices:
            known = ", ".join(map(repr, action.choices))
            raise ArgumentError(
                action, f"invalid choice: {value!r} (choose from {known})")

    # -- printing

    def format_usage(self):
        formatter = self._get_formatter()
        formatter.add_usage(self.usage, self._actions,
                            self._mutually_exclusive_groups)
        return formatter.format_help()

    def format_help(self):
        formatter = self._get_formatter()
        formatter.add_usage(self.usage, self._actions,
                            self._mutually_exclusive_groups)
        formatter.add_text(self.description)
        for group in self._action_groups:
            formatter.start_section(group.title)
            formatter.add_text(group.description)
            formatter.add_arguments(group._group_actions)
            formatter.end_section()
        formatter.add_text(self.epilog)
        return formatter.format_help()

    def _get_formatter(self):
        return self.formatter_class(prog=self.prog)

    def print_usage(self, file=None):
        self._print_message(self.format_usage(), file or sys.stdout)

    def print_help(self, file=None):
        self._print_message(self.format_help(), file or sys.stdout)

    def _print_message(self, message, file=None):
        if message:
            (file or sys.stderr).write(message)

    def exit(self, status=0, message=None):
        if message:
            self._print_message(message, sys.stderr)
        sys.exit(status)

    def error(self, message):
        """Print a usage message to stderr and exit with status 2."""
        self.print_usage(sys.stderr)
        self.exit(2, f"{self.prog}: error: {message}\n")


class _Run:
    """One pass over a command line."""

    def __init__(self, parser, arg_strings, namespace):
        self.parser = parser
        self.args = arg_strings
        self.namespace = namespace
        self.positionals = parser._get_positional_actions()
        self.seen = set()
        self.seen_non_default = set()
        self.extras = []
        self.conflicts = {}
        for group in parser._mutually_exclusive_groups:
            members = group._group_actions
            for i, action in enumerate(members):
                others = self.conflicts.setdefault(action, [])
                others.extend(members[:i])
                others.extend(members[i + 1:])
        self.options = {}
        kinds = []
        strings = iter(arg_strings)
        for i, arg in enumerate(strings):
            if arg == "--":
                kinds.append("-")
                kinds.extend("A" for _ in strings)
                break
            option = parser._parse_optional(arg)
            if option is None:
                kinds.append("A")
            else:
                self.options[i] = option
                kinds.append("O")
        self.pattern = "".join(kinds)

    def take(self, action, strings, option_string=None):
        """Convert the strings and run the action."""
        self.seen.add(action)
        values = self.parser._get_values(action, strings)
        if values is not action.default:
            self.seen_non_default.add(action)
            for other in self.conflicts.get(action, []):
                if other in self.seen_non_default:
                    raise ArgumentError(
                        action, "not allowed with argument "
                                f"{_get_action_name(other)}")
        if values is not SUPPRESS:
            action(self.parser, self.namespace, values, option_string)

    def consume_optional(self, start):
        parser = self.parser
        action, option, explicit = self.options[start]
        todo = []
        while True:
            if action is None:
                self.extras.append(self.args[start])
                return start + 1
            if explicit is not None:
                count = parser._match_argument(action, "A")
                if (count == 0 and option[1] not in parser.prefix_chars
                        and explicit != ""):
                    # Several short flags in one string: -abc.
                    todo.append((action, [], option))
                    option = option[0] + explicit[0]
                    rest = explicit[1:] or None
                    known = parser._option_string_actions
                    if option not in known:
                        raise ArgumentError(
                            action, f"ignored explicit argument "
                                    f"{explicit!r}")
                    action, explicit = known[option], rest
                elif count == 1:
                    stop = start + 1
                    todo.append((action, [explicit], option))
                    break
                else:
                    raise ArgumentError(
                        action, f"ignored explicit argument {explicit!r}")
            else:
                begin = start + 1
                count = parser._match_argument(action, self.pattern[begin:])
                stop = begin + count
                todo.append((action, self.args[begin:stop], option))
                break
        for action, strings, option in todo:
            self.take(action, list(strings), option)
        return stop

    def consume_positionals(self, start):
        counts = self.parser._match_arguments_partial(
            self.positionals, self.pattern[start:])
        for action, count in zip(self.positionals, counts):
            strings = self.args[start:start + count]
            start += count
            self.take(action, list(strings))
        self.positionals[:] = self.positionals[len(counts):]
        return start

    def consume_all(self):
        start = 0
        last = max(self.options) if self.options else -1
        while start <= last:
            nxt = min(i for i in self.options if i >= start)
            if start != nxt:
                end = self.consume_positionals(start)
                if end > start:
                    start = end
                    continue
                start = end
            if start not in self.options:
                self.extras.extend(self.args[start:nxt])
                start = nxt
            start = self.consume_optional(start)
        stop = self.consume_positionals(start)
        self.extras.extend(self.args[stop:])
        return self.extras

    def check_required(self):
        parser = self.parser
        missing = []
        for action in parser._actions:
            if action in self.seen:
                continue
            if action.required:
                missing.append(_get_action_name(action))
            elif (action.default is not None
                  and isinstance(action.default, str)
                  and hasattr(self.namespace, action.dest)
                  and action.default is getattr(self.namespace,
                                                action.dest)):
                setattr(self.namespace, action.dest,
                        parser._get_value(action, action.default))
        if missing:
            parser.error("the following arguments are required: %s"
                         % ", ".join(missing))
        for group in parser._mutually_exclusive_groups:
            if group.required and not any(
                    a in self.seen_non_default
                    for a in group._group_actions):
                names = [_get_action_name(a) for a in group._group_actions
                         if a.help is not SUPPRESS]
                parser.error("one of the arguments %s is required"
                             % " ".join(names))
