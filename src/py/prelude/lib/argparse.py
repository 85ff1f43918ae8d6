"""argparse - command lines: arguments, options, subcommands.

SPDX-License-Identifier: Apache-2.0
"""

import os
import re
import sys

from _argparse_actions import (
    Action, ArgumentError, ArgumentTypeError,
    BooleanOptionalAction, FileType, Namespace, _AppendAction,
    _AppendConstAction, _AttributeHolder, _CountAction, _ExtendAction,
    _HelpAction, _StoreAction, _StoreConstAction, _StoreFalseAction,
    _StoreTrueAction, _SubParsersAction, _VersionAction)
from _argparse_actions import ACTIONS as _ACTIONS
from _argparse_actions import UNRECOGNIZED as _UNRECOGNIZED
from _argparse_actions import name_of as _get_action_name
from _argparse_format import (
    ONE_OR_MORE, OPTIONAL, PARSER, REMAINDER, SUPPRESS, ZERO_OR_MORE,
    ArgumentDefaultsHelpFormatter, HelpFormatter, MetavarTypeHelpFormatter,
    RawDescriptionHelpFormatter, RawTextHelpFormatter)
from _argparse_run import Run as _Run

__all__ = ["ArgumentParser", "ArgumentError", "ArgumentTypeError",
           "BooleanOptionalAction", "FileType", "HelpFormatter",
           "ArgumentDefaultsHelpFormatter", "RawDescriptionHelpFormatter",
           "RawTextHelpFormatter", "MetavarTypeHelpFormatter", "Namespace",
           "Action", "ONE_OR_MORE", "OPTIONAL", "PARSER", "REMAINDER",
           "SUPPRESS", "ZERO_OR_MORE"]

_NEGATIVE_NUMBER = re.compile(r"^-(?:\d+|\d*\.\d+)$")


def _same(string):
    return string


# --- Containers of arguments ------------------------------------------------

class _ActionsContainer:
    """What parsers and groups share."""

    def __init__(self, description, prefix_chars, argument_default,
                 conflict_handler):
        self.description = description
        self.prefix_chars = prefix_chars
        self.argument_default = argument_default
        self.conflict_handler = conflict_handler
        self._conflict_method()
        self._registries = {"action": _ACTIONS.copy(), "type": {}}
        self._negative_number_matcher = _NEGATIVE_NUMBER
        for name in ("_actions", "_action_groups",
                     "_mutually_exclusive_groups",
                     "_has_negative_number_optionals"):
            setattr(self, name, [])
        for name in "_option_string_actions", "_defaults":
            setattr(self, name, {})

    def register(self, registry_name, value, object):
        """Give an action or type a name."""
        self._registries.setdefault(registry_name, {})[value] = object

    def _registry_get(self, registry_name, value, default=None):
        return self._registries[registry_name].get(value, default)

    def set_defaults(self, **kwargs):
        """Set values of attributes, whether there is an argument or not."""
        self._defaults.update(kwargs)
        for action in self._actions:
            action.default = kwargs.get(action.dest, action.default)

    def get_default(self, dest):
        """The default value of an attribute."""
        defaults = [action.default for action in self._actions
                    if action.dest == dest and action.default is not None]
        return defaults[0] if defaults else self._defaults.get(dest)

    # --- Adding ---

    def add_argument(self, *args, **kwargs):
        """Define an argument by its name, or an option by its strings."""
        is_option = len(args) > 1 or (
            len(args) == 1 and args[0][0] in self.prefix_chars)
        if is_option:
            kwargs = self._get_optional_kwargs(*args, **kwargs)
        else:
            if args and "dest" in kwargs:
                raise ValueError("dest supplied twice for positional "
                                 "argument")
            kwargs = self._get_positional_kwargs(*args, **kwargs)
        if "default" not in kwargs:
            default = self._defaults.get(kwargs["dest"],
                                         self.argument_default)
            if default is not None or kwargs["dest"] in self._defaults:
                kwargs["default"] = default
        cls = self._pop_action_class(kwargs)
        if not callable(cls):
            raise ValueError(f'unknown action "{cls}"')
        action = cls(**kwargs)
        self._check_definition(action)
        return self._add_action(action)

    def _check_definition(self, action):
        convert = self._registry_get("type", action.type, action.type)
        if convert is FileType:
            raise ValueError(f"{convert!r} is a FileType class object, "
                             "instance of it must be passed")
        if convert is not None and not callable(convert):
            raise ValueError(f"{convert!r} is not callable")
        if hasattr(self, "_get_formatter"):
            try:
                self._get_formatter()._format_args(action, None)
            except TypeError:
                raise ValueError("length of metavar tuple does not match "
                                 "nargs")

    def _get_positional_kwargs(self, dest, **kwargs):
        if "required" in kwargs:
            raise TypeError("'required' is an invalid argument for "
                            "positionals")
        nargs = kwargs.get("nargs")
        can_be_absent = nargs == OPTIONAL or (
            nargs == ZERO_OR_MORE and "default" in kwargs)
        if not can_be_absent:
            kwargs["required"] = True
        kwargs.update(dest=dest, option_strings=[])
        return kwargs

    def _get_optional_kwargs(self, *args, **kwargs):
        chars = self.prefix_chars
        for option in args:
            if option[0] not in chars:
                raise ValueError(f"invalid option string {option!r}: must "
                                 f"start with a character {chars!r}")
        if kwargs.get("dest") is None:
            long = [option for option in args if option[1:2]
                    and option[1] in chars]
            source = (long or args)[0]
            dest = source.lstrip(chars)
            if not dest:
                raise ValueError("dest= is required for options like "
                                 f"{source!r}")
            kwargs["dest"] = dest.replace("-", "_")
        kwargs["option_strings"] = list(args)
        return kwargs

    def _pop_action_class(self, kwargs, default=None):
        action = kwargs.pop("action", default)
        return self._registry_get("action", action, action)

    def add_argument_group(self, *args, **kwargs):
        """Begin a section of the help."""
        self._action_groups.append(_ArgumentGroup(self, *args, **kwargs))
        return self._action_groups[-1]

    def add_mutually_exclusive_group(self, **kwargs):
        """Begin a group of which one argument may be given."""
        group = _MutuallyExclusiveGroup(self, **kwargs)
        self._mutually_exclusive_groups.append(group)
        return group

    def _add_action(self, action):
        self._check_conflict(action)
        action.container = self
        self._actions.append(action)
        for option in action.option_strings:
            self._option_string_actions[option] = action
            if _NEGATIVE_NUMBER.match(option):
                self._has_negative_number_optionals[:] = [True]
        return action

    def _remove_action(self, action):
        self._actions.remove(action)

    def _add_container_actions(self, container):
        """Take over the arguments of a parent parser, with their groups."""
        own = {}
        for group in self._action_groups:
            if own.setdefault(group.title, group) is not group:
                raise ValueError("cannot merge actions - two groups are "
                                 f"named {group.title!r}")
        places = {}
        for group in container._action_groups:
            mine = own.get(group.title)
            if mine is None:
                mine = own[group.title] = self.add_argument_group(
                    group.title, group.description,
                    conflict_handler=group.conflict_handler)
            places.update(dict.fromkeys(group._group_actions, mine))
        for group in container._mutually_exclusive_groups:
            mine = self.add_mutually_exclusive_group(required=group.required)
            places.update(dict.fromkeys(group._group_actions, mine))
        for action in container._actions:
            places.get(action, self)._add_action(action)

    # --- Conflicts ---

    def _conflict_method(self):
        found = getattr(self, f"_handle_conflict_{self.conflict_handler}",
                        None)
        if found is None:
            raise ValueError("invalid conflict_resolution value: "
                             f"{self.conflict_handler!r}")
        return found

    def _check_conflict(self, action):
        known = self._option_string_actions
        clashes = [(option, known[option])
                   for option in action.option_strings if option in known]
        if clashes:
            self._conflict_method()(action, clashes)

    def _handle_conflict_error(self, action, clashes):
        options = [option for option, _ in clashes]
        raise ArgumentError(action, "conflicting option string"
                                    f"{'s' * (len(options) > 1)}: "
                                    f"{', '.join(options)}")

    def _handle_conflict_resolve(self, action, clashes):
        for option, loser in clashes:
            loser.option_strings.remove(option)
            self._option_string_actions.pop(option, None)
            if not loser.option_strings:
                loser.container._remove_action(loser)


class _ArgumentGroup(_ActionsContainer):
    """A section of the help; its arguments belong to the container."""

    def __init__(self, container, title=None, description=None, **kwargs):
        for name in "conflict_handler", "prefix_chars", "argument_default":
            kwargs.setdefault(name, getattr(container, name))
        _ActionsContainer.__init__(self, description, **kwargs)
        self.title = title
        self._group_actions = []
        for name in ("_registries", "_actions", "_option_string_actions",
                     "_defaults", "_has_negative_number_optionals",
                     "_mutually_exclusive_groups"):
            setattr(self, name, getattr(container, name))

    def _add_action(self, action):
        _ActionsContainer._add_action(self, action)
        self._group_actions.append(action)
        return action

    def _remove_action(self, action):
        self._actions.remove(action)
        self._group_actions.remove(action)


class _MutuallyExclusiveGroup(_ArgumentGroup):
    """Arguments that cannot be given together."""

    def __init__(self, container, required=False):
        _ArgumentGroup.__init__(self, container)
        self._container = container
        self.required = required

    def _add_action(self, action):
        if action.required:
            raise ValueError("mutually exclusive arguments must be optional")
        self._group_actions.append(self._container._add_action(action))
        return action

    def _remove_action(self, action):
        self._container._remove_action(action)
        self._group_actions.remove(action)


# --- Parsers ----------------------------------------------------------------

class ArgumentParser(_AttributeHolder, _ActionsContainer):
    """Turns a list of strings into a Namespace."""

    def __init__(self, prog=None, usage=None, description=None, epilog=None,
                 parents=[], formatter_class=HelpFormatter,
                 prefix_chars="-", fromfile_prefix_chars=None,
                 argument_default=None, conflict_handler="error",
                 add_help=True, allow_abbrev=True, exit_on_error=True):
        _ActionsContainer.__init__(self, description, prefix_chars,
                                   argument_default, conflict_handler)
        self.prog = os.path.basename(sys.argv[0]) if prog is None else prog
        self.usage = usage
        self.epilog = epilog
        self.formatter_class = formatter_class
        self.fromfile_prefix_chars = fromfile_prefix_chars
        self.add_help = add_help
        self.allow_abbrev = allow_abbrev
        self.exit_on_error = exit_on_error
        self._subparsers = None
        self._positionals = self.add_argument_group("positional arguments")
        self._optionals = self.add_argument_group("options")
        self.register("type", None, _same)
        if add_help:
            dash = "-" if "-" in prefix_chars else prefix_chars[0]
            self.add_argument(f"{dash}h", f"{dash}{dash}help", action="help",
                              default=SUPPRESS,
                              help="show this help message and exit")
        for parent in parents:
            self._add_container_actions(parent)
            self._defaults.update(parent._defaults)

    def _get_kwargs(self):
        names = ("prog usage description formatter_class conflict_handler "
                 "add_help")
        return [(name, getattr(self, name)) for name in names.split()]

    def _get_optional_actions(self):
        return [action for action in self._actions if action.option_strings]

    def _get_positional_actions(self):
        return [action for action in self._actions
                if not action.option_strings]

    def _add_action(self, action):
        place = self._optionals if action.option_strings else (
            self._positionals)
        return place._add_action(action)

    def add_subparsers(self, **kwargs):
        """Begin subcommands; return the object that makes their parsers."""
        if self._subparsers is not None:
            self.error("cannot have multiple subparser arguments")
        group = self._positionals
        if "title" in kwargs or "description" in kwargs:
            group = self.add_argument_group(
                kwargs.pop("title", "subcommands"),
                kwargs.pop("description", None))
        self._subparsers = group
        kwargs.setdefault("parser_class", type(self))
        if kwargs.get("prog") is None:
            page = self._get_formatter()
            page.add_usage(self.usage, self._get_positional_actions(),
                           self._mutually_exclusive_groups, "")
            kwargs["prog"] = page.format_help().strip()
        cls = self._pop_action_class(kwargs, "parsers")
        return group._add_action(cls(option_strings=[], **kwargs))

    # --- Parsing ---

    def parse_args(self, args=None, namespace=None):
        """Parse strings, those of the program if none are given."""
        return self._complete(self.parse_known_args(args, namespace))

    def parse_intermixed_args(self, args=None, namespace=None):
        """Same, with positionals between options."""
        return self._complete(self.parse_known_intermixed_args(args,
                                                               namespace))

    def _complete(self, parsed):
        namespace, rest = parsed
        if rest:
            self.error("unrecognized arguments: " + " ".join(rest))
        return namespace

    def parse_known_args(self, args=None, namespace=None):
        """Parse strings; return the namespace and what nobody takes."""
        strings = list(sys.argv[1:] if args is None else args)
        if namespace is None:
            namespace = Namespace()
        defaults = [(action.dest, action.default)
                    for action in self._actions
                    if SUPPRESS not in (action.dest, action.default)]
        for dest, default in (*defaults, *self._defaults.items()):
            if not hasattr(namespace, dest):
                setattr(namespace, dest, default)
        try:
            rest = self._parse(strings, namespace)
        except ArgumentError as error:
            if not self.exit_on_error:
                raise
            self.error(str(error))
        rest += vars(namespace).pop(_UNRECOGNIZED, ())
        return namespace, rest

    def _parse(self, strings, namespace):
        if self.fromfile_prefix_chars is not None:
            strings = self._read_args_from_files(strings)
        run = _Run(self, strings, namespace)
        rest = run.go()
        run.check_required()
        return rest

    def parse_known_intermixed_args(self, args=None, namespace=None):
        """Parse options first, then positionals from the rest."""
        positionals = self._get_positional_actions()
        for action in positionals:
            if action.nargs in (PARSER, REMAINDER):
                raise TypeError("parse_intermixed_args: positional arg with "
                                f"nargs={action.nargs}")
        groups = self._mutually_exclusive_groups
        for group in groups:
            if not set(positionals).isdisjoint(group._group_actions):
                raise TypeError("parse_intermixed_args: positional in "
                                "mutuallyExclusiveGroup")
        hidden = [(action, name, SUPPRESS) for action in positionals
                  for name in ("nargs", "default")]
        with _Changed(hidden):
            namespace, rest = self.parse_known_args(args, namespace)
        for action in positionals:
            if getattr(namespace, action.dest, None) == []:
                delattr(namespace, action.dest)
        done = [(item, "required", False)
                for item in (*self._get_optional_actions(), *groups)]
        with _Changed(done):
            return self.parse_known_args(rest, namespace)

    def _read_args_from_files(self, strings):
        """Replace names of files by the arguments in them."""
        found = []
        for string in strings:
            if string[:1] not in (*self.fromfile_prefix_chars,):
                found.append(string)
                continue
            try:
                with open(string[1:], encoding="utf-8") as file:
                    lines = file.read().splitlines()
            except OSError as error:
                self.error(str(error))
            inner = []
            for line in lines:
                inner.extend(self.convert_arg_line_to_args(line))
            found.extend(self._read_args_from_files(inner))
        return found

    def convert_arg_line_to_args(self, arg_line):
        """The arguments in a line of a file; can be overridden."""
        return [arg_line]

    # --- Options ---

    def _parse_optional(self, arg_string):
        """Return (action, option, value) for an option, else None."""
        known = self._option_string_actions
        if arg_string[:1] not in (*self.prefix_chars,):
            return None
        if arg_string in known:
            return known[arg_string], arg_string, None
        if len(arg_string) == 1:
            return None
        option, equals, value = arg_string.partition("=")
        if equals and option in known:
            return known[option], option, value
        found = self._get_option_tuples(arg_string)
        if len(found) > 1:
            matches = ", ".join([option for _, option, _ in found])
            self.error(f"ambiguous option: {arg_string} could match "
                       f"{matches}")
        if found:
            return found[0]
        is_number = (_NEGATIVE_NUMBER.match(arg_string)
                     and not self._has_negative_number_optionals)
        if is_number or " " in arg_string:
            return None
        return None, arg_string, None

    def _get_option_tuples(self, option_string):
        """The options that a string may abbreviate."""
        known = self._option_string_actions
        if option_string[1] in self.prefix_chars:
            if not self.allow_abbrev:
                return []
            start, equals, value = option_string.partition("=")
            return [(action, option, value if equals else None)
                    for option, action in known.items()
                    if option.startswith(start)]
        found = []
        for option, action in known.items():
            if option == option_string[:2]:  # a short one and its value
                found.append((action, option, option_string[2:]))
            elif option.startswith(option_string):
                found.append((action, option, None))
        return found

    # --- Values ---

    def _get_values(self, action, arg_strings):
        nargs = action.nargs
        strings = list(arg_strings)
        if nargs not in (PARSER, REMAINDER) and "--" in strings:
            strings.remove("--")
        if nargs == SUPPRESS:
            return SUPPRESS
        if not strings and nargs == OPTIONAL:
            value = action.const if action.option_strings else action.default
            if isinstance(value, str):
                value = self._checked_value(action, value)
            return value
        if not strings and nargs == ZERO_OR_MORE and (
                not action.option_strings):
            if action.default is None:
                return []
            self._check_value(action, action.default)
            return action.default
        if len(strings) == 1 and nargs in (None, OPTIONAL):
            return self._checked_value(action, strings[0])
        values = [self._get_value(action, string) for string in strings]
        checked = {REMAINDER: 0, PARSER: 1}.get(nargs, len(values))
        for value in values[:checked]:
            self._check_value(action, value)
        return values

    def _checked_value(self, action, string):
        value = self._get_value(action, string)
        self._check_value(action, value)
        return value

    def _get_value(self, action, arg_string):
        convert = self._registry_get("type", action.type, action.type)
        if not callable(convert):
            raise ArgumentError(action, f"{convert!r} is not callable")
        try:
            return convert(arg_string)
        except ArgumentTypeError as error:
            raise ArgumentError(action, str(error))
        except (TypeError, ValueError):
            name = getattr(action.type, "__name__", repr(action.type))
            raise ArgumentError(action, f"invalid {name} value: "
                                        f"{arg_string!r}")

    def _check_value(self, action, value):
        choices = action.choices
        if choices is not None and value not in choices:
            raise ArgumentError(action, f"invalid choice: {value!r} (choose "
                                f"from {', '.join(map(repr, choices))})")

    # --- Printing ---

    def _get_formatter(self):
        return self.formatter_class(prog=self.prog)

    def _usage_page(self):
        page = self._get_formatter()
        page.add_usage(self.usage, self._actions,
                       self._mutually_exclusive_groups)
        return page

    def format_usage(self):
        """The usage line as text."""
        return self._usage_page().format_help()

    def format_help(self):
        """The help message as text."""
        page = self._usage_page()
        page.add_text(self.description)
        for group in self._action_groups:
            page.start_section(group.title)
            page.add_text(group.description)
            page.add_arguments(group._group_actions)
            page.end_section()
        page.add_text(self.epilog)
        return page.format_help()

    def print_usage(self, file=None):
        """Print the usage line."""
        self._print_message(self.format_usage(), file or sys.stdout)

    def print_help(self, file=None):
        """Print the help message."""
        self._print_message(self.format_help(), file or sys.stdout)

    def _print_message(self, message, file=None):
        if message:
            (file or sys.stderr).write(message)

    def exit(self, status=0, message=None):
        """End the program, with a message if one is given."""
        if message:
            self._print_message(message, sys.stderr)
        sys.exit(status)

    def error(self, message):
        """Print usage and message, and end the program with status 2."""
        self.print_usage(sys.stderr)
        self.exit(2, f"{self.prog}: error: {message}\n")


class _Changed:
    """A block in which attributes have other values."""

    def __init__(self, changes):
        self.changes = changes

    def __enter__(self):
        self.before = [(obj, name, getattr(obj, name))
                       for obj, name, _ in self.changes]
        for obj, name, value in self.changes:
            setattr(obj, name, value)

    def __exit__(self, *exc_info):
        for obj, name, value in self.before:
            setattr(obj, name, value)
