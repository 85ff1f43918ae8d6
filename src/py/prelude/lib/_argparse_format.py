"""_argparse_format - help and usage messages of argparse.

A formatter is filled with sections, then printed.  Programs extend it by
overriding methods that begin with one underscore.

SPDX-License-Identifier: Apache-2.0
"""

import re
import shutil
import textwrap

__name__ = "argparse"

SUPPRESS = "==SUPPRESS=="
OPTIONAL = "?"
ZERO_OR_MORE = "*"
ONE_OR_MORE = "+"
PARSER = "A..."
REMAINDER = "..."

_LEAST_WIDTH = 11  # of a column of text
_BLANKS = re.compile(r"\s+", re.ASCII)
_MANY_LINES = re.compile(r"\n{3,}")
# pieces of a usage line that are not broken: groups in brackets, and words
_PIECE = re.compile(r"(?:\(.*?\)+|\[.*?\]+)(?=\s|$)|\S+")


def _shown(text):
    return text is not None and text is not SUPPRESS


class _Section:
    """A heading, and functions that print what is below it."""

    def __init__(self, heading=None):
        self.heading = heading
        self.items = []


class HelpFormatter:
    """Prints messages in columns, wrapped to the terminal."""

    def __init__(self, prog, indent_increment=2, max_help_position=24,
                 width=None):
        if width is None:
            width = shutil.get_terminal_size().columns - 2
        least = max(width - 20, 2 * indent_increment)
        self._prog = prog
        self._width = width
        self._indent_increment = indent_increment
        self._max_help_position = min(max_help_position, least)
        self._current_indent = 0
        self._action_max_length = 0
        self._sections = [_Section()]

    # --- Filling ---

    def _indent(self):
        self._current_indent += self._indent_increment

    def _dedent(self):
        self._current_indent -= self._indent_increment

    def _add_item(self, func, args):
        self._sections[-1].items.append((func, args))

    def start_section(self, heading):
        """Begin a section; further text belongs to it."""
        section = _Section(heading)
        self._add_item(self._print_section, (section,))
        self._sections.append(section)
        self._indent()

    def end_section(self):
        """Go back to the section around this one."""
        self._sections.pop()
        self._dedent()

    def add_text(self, text):
        """Add a paragraph."""
        if _shown(text):
            self._add_item(self._format_text, (text,))

    def add_usage(self, usage, actions, groups, prefix=None):
        """Add the usage line."""
        if usage is not SUPPRESS:
            self._add_item(self._format_usage,
                           (usage, actions, groups, prefix))

    def add_argument(self, action):
        """Add the help of an argument."""
        if action.help is SUPPRESS:
            return
        widths = [len(self._format_action_invocation(action))]
        widths += [len(self._format_action_invocation(sub))
                   for sub in self._iter_indented_subactions(action)]
        self._action_max_length = max(self._action_max_length,
                                      max(widths) + self._current_indent)
        self._add_item(self._format_action, (action,))

    def add_arguments(self, actions):
        """Add the help of several arguments."""
        for action in actions:
            self.add_argument(action)

    # --- Printing ---

    def format_help(self):
        """Print everything."""
        text = self._print_items(self._sections[0])
        if not text:
            return text
        return _MANY_LINES.sub("\n\n", text).strip("\n") + "\n"

    def _print_items(self, section):
        printed = [func(*args) for func, args in section.items]
        return "".join([text for text in printed if _shown(text)])

    def _print_section(self, section):
        self._indent()
        body = self._print_items(section)
        self._dedent()
        if not body:
            return ""
        heading = section.heading
        if _shown(heading):
            body = f"{' ' * self._current_indent}{heading}:\n{body}"
        return f"\n{body}\n"

    def _format_text(self, text):
        if "%(prog)" in text:
            text = text % {"prog": self._prog}
        room = max(self._width - self._current_indent, _LEAST_WIDTH)
        return self._fill_text(text, room, " " * self._current_indent) + (
            "\n\n")

    def _fill_text(self, text, width, indent):
        return textwrap.fill(_BLANKS.sub(" ", text).strip(), width,
                             initial_indent=indent, subsequent_indent=indent)

    def _split_lines(self, text, width):
        return textwrap.wrap(_BLANKS.sub(" ", text).strip(), width)

    # --- Arguments ---

    def _format_action(self, action):
        column = min(self._action_max_length + 2, self._max_help_position)
        margin = " " * self._current_indent
        head = margin + self._format_action_invocation(action)
        lines = []
        if action.help and action.help.strip():
            text = self._expand_help(action)
            if text:
                lines = self._split_lines(
                    text, max(self._width - column, _LEAST_WIDTH))
        if lines and len(head) <= column - 2:  # help begins beside it
            head = head.ljust(column) + lines.pop(0)
        elif action.help and not lines and len(head) <= column - 2:
            head = head.ljust(column)
        below = [" " * column + line for line in lines]
        text = "\n".join([head, *below]) + "\n"
        for sub in self._iter_indented_subactions(action):
            text += self._format_action(sub)
        return text

    def _iter_indented_subactions(self, action):
        listing = getattr(action, "_get_subactions", None)
        if listing is not None:
            self._indent()
            yield from listing()
            self._dedent()

    def _format_action_invocation(self, action):
        options = action.option_strings
        if not options:
            default = self._get_default_metavar_for_positional(action)
            return self._metavar_formatter(action, default)(1)[0]
        if action.nargs != 0:
            default = self._get_default_metavar_for_optional(action)
            args = self._format_args(action, default)
            options = [f"{option} {args}" for option in options]
        return ", ".join(options)

    def _metavar_formatter(self, action, default_metavar):
        """A function from a number to a tuple of so many names."""
        names = action.metavar
        if names is None:
            names = default_metavar
            if action.choices is not None:
                names = "{" + ",".join(map(str, action.choices)) + "}"
        if isinstance(names, tuple):
            return lambda count: names
        return lambda count: (names,) * count

    def _format_args(self, action, default_metavar):
        names = self._metavar_formatter(action, default_metavar)
        nargs = action.nargs
        if nargs == REMAINDER:
            return "..."
        if nargs == SUPPRESS:
            return ""
        if nargs == ZERO_OR_MORE:
            chosen = names(1)
            pattern = "[%s [%s ...]]" if len(chosen) == 2 else "[%s ...]"
            return pattern % chosen
        patterns = {None: "%s", OPTIONAL: "[%s]", PARSER: "%s ...",
                    ONE_OR_MORE: "%s [%s ...]"}
        if nargs in patterns:
            pattern = patterns[nargs]
            return pattern % names(pattern.count("%s"))
        try:
            pattern = " ".join(["%s"] * nargs)
        except TypeError:
            raise ValueError("invalid nargs value") from None
        return pattern % names(nargs)

    def _expand_help(self, action):
        facts = {"prog": self._prog}
        for name, value in vars(action).items():
            if value is not SUPPRESS:
                facts[name] = getattr(value, "__name__", value)
        if facts.get("choices") is not None:
            facts["choices"] = ", ".join(map(str, facts["choices"]))
        facts["prog"] = self._prog
        return self._get_help_string(action) % facts

    def _get_help_string(self, action):
        return action.help

    def _get_default_metavar_for_optional(self, action):
        return action.dest.upper()

    def _get_default_metavar_for_positional(self, action):
        return action.dest

    # --- Usage ---

    def _format_usage(self, usage, actions, groups, prefix):
        if prefix is None:
            prefix = "usage: "
        if usage is not None:
            usage = usage % {"prog": self._prog}
        else:
            usage = self._make_usage(list(actions), groups, prefix)
        return f"{prefix}{usage}\n\n"

    def _make_usage(self, actions, groups, prefix):
        options = [a for a in actions if a.option_strings]
        positionals = [a for a in actions if not a.option_strings]
        prog = str(self._prog)
        line = f"{prog} " + self._format_actions_usage(
            options + positionals, groups)
        room = self._width - self._current_indent
        if len(prefix) + len(line.rstrip()) <= room:
            return line.rstrip()
        option_pieces, positional_pieces = [
            _PIECE.findall(self._format_actions_usage(part, groups))
            for part in (options, positionals)]
        indent = len(prefix) + len(prog) + 1
        if indent - 1 <= 0.75 * room:  # arguments go beside the name
            first = option_pieces or positional_pieces
            rest = positional_pieces if option_pieces else []
            lines = _pack([prog, *first], indent, room, len(prefix))
            lines += _pack(rest, indent, room)
        else:
            indent = len(prefix)
            lines = _pack(option_pieces + positional_pieces, indent, room)
            if len(lines) > 1:
                lines = (_pack(option_pieces, indent, room)
                         + _pack(positional_pieces, indent, room))
            lines.insert(0, prog)
        return "\n".join(lines)

    def _format_actions_usage(self, actions, groups):
        spans = []
        for group in groups:
            members = group._group_actions
            if not members:
                raise ValueError(f"empty group {group}")
            if members[0] in actions:
                start = actions.index(members[0])
                end = start + len(members)
                if actions[start:end] == members:
                    spans.append((start, end, group))
        # around a place, the widest group is the outermost
        spans.sort(key=lambda span: span[0] - span[1])
        words = self._usage_words(actions, 0, len(actions), spans, False)
        return " ".join(words)

    def _usage_words(self, actions, i, end, spans, grouped):
        """Describe some actions; groups among them are one word."""
        words = []
        while i < end:
            for k, (start, stop, group) in enumerate(spans):
                if start == i and stop <= end:
                    inner = self._usage_words(actions, start, stop,
                                              spans[k + 1:], True)
                    word = " | ".join(inner)
                    if inner and not group.required:
                        word = f"[{word}]"
                    elif len(inner) > 1:
                        word = f"({word})"
                    i = stop
                    break
            else:
                word = self._usage_word(actions[i], grouped)
                i += 1
            if word:
                words.append(word)
        return words

    def _usage_word(self, action, grouped):
        if action.help is SUPPRESS:
            return ""
        if not action.option_strings:
            default = self._get_default_metavar_for_positional(action)
            word = self._format_args(action, default)
            is_optional = word[:1] == "[" and word[-1:] == "]"
            return word[1:-1] if grouped and is_optional else word
        if action.nargs == 0:
            word = action.format_usage()
        else:
            default = self._get_default_metavar_for_optional(action)
            word = (f"{action.option_strings[0]} "
                    f"{self._format_args(action, default)}")
        return word if grouped or action.required else f"[{word}]"


def _pack(pieces, indent, width, first=None):
    """Put pieces into lines; the first line may begin at `first`."""
    lines = []
    column = indent if first is None else first
    line = "" if first is not None else " " * indent
    empty = True
    for piece in pieces:
        if not empty and column + len(piece) > width:
            lines.append(line)
            line, column, empty = " " * indent, indent, True
        line += piece if empty else " " + piece
        column += len(piece) + 1
        empty = False
    if not empty:
        lines.append(line)
    return lines


class RawDescriptionHelpFormatter(HelpFormatter):
    """Leaves descriptions as they are."""

    def _fill_text(self, text, width, indent):
        return "".join([indent + line for line in text.splitlines(True)])


class RawTextHelpFormatter(RawDescriptionHelpFormatter):
    """Leaves all text as it is."""

    def _split_lines(self, text, width):
        return text.splitlines()


class ArgumentDefaultsHelpFormatter(HelpFormatter):
    """Mentions default values."""

    def _get_help_string(self, action):
        text = action.help or ""
        can_be_left_out = action.option_strings or action.nargs in (
            OPTIONAL, ZERO_OR_MORE)
        if (can_be_left_out and action.default is not SUPPRESS
                and "%(default)" not in text):
            text += " (default: %(default)s)"
        return text


class MetavarTypeHelpFormatter(HelpFormatter):
    """Names values after their type."""

    def _get_default_metavar_for_optional(self, action):
        return action.type.__name__

    _get_default_metavar_for_positional = _get_default_metavar_for_optional
