# _optparse_help.py - how optparse lays its help out.
#
# SPDX-License-Identifier: Apache-2.0
"""Help of optparse."""
import shutil
import textwrap

NO_DEFAULT = ("NO", "DEFAULT")


class HelpFormatter:
    """How help is laid out."""

    NO_DEFAULT_VALUE = "none"

    def __init__(self, indent_increment, max_help_position, width,
                 short_first):
        self.parser, self.level, self.current_indent = None, 0, 0
        self.indent_increment = indent_increment
        if width is None:
            width = shutil.get_terminal_size().columns - 2
        self.width, self.short_first = width, short_first
        self.max_help_position = min(
            max_help_position, max(width - 20, indent_increment * 2))
        self.help_position = self.help_width = None
        self.default_tag = "%default"
        self.option_strings = {}
        self._short_opt_fmt, self._long_opt_fmt = "%s %s", "%s=%s"

    def set_parser(self, parser):
        """Tell whose help it is."""
        self.parser = parser

    def set_short_opt_delimiter(self, delim):
        """What comes between a short option and its value."""
        self._short_opt_fmt = "%s" + delim + "%s"

    def set_long_opt_delimiter(self, delim):
        """What comes between a long option and its value."""
        self._long_opt_fmt = "%s" + delim + "%s"

    def indent(self):
        """Go one level in."""
        self.current_indent += self.indent_increment
        self.level += 1

    def dedent(self):
        """Go one level out."""
        self.current_indent -= self.indent_increment
        self.level -= 1

    def _wrapped(self, text):
        indent = " " * self.current_indent
        return textwrap.fill(text, max(self.width - self.current_indent, 11),
                             initial_indent=indent, subsequent_indent=indent)

    def format_description(self, description):
        """The text before the options."""
        return self._wrapped(description) + "\n" if description else ""

    def format_epilog(self, epilog):
        """The text behind the options."""
        return f"\n{self._wrapped(epilog)}\n" if epilog else ""

    def expand_default(self, option):
        """The help of an option, with its default."""
        if self.parser is None or not self.default_tag:
            return option.help
        value = self.parser.defaults.get(option.dest)
        if value is NO_DEFAULT or value is None:
            value = self.NO_DEFAULT_VALUE
        return option.help.replace(self.default_tag, str(value))

    def format_option(self, option):
        """The lines about an option."""
        names = self.option_strings[option]
        room = self.help_position - self.current_indent - 2
        indent = " " * self.current_indent
        if len(names) > room:
            lines = [f"{indent}{names}\n"]
            first = self.help_position
        else:
            lines = [f"{indent}{names:<{room}}  "]
            first = 0
        if option.help:
            texts = textwrap.wrap(self.expand_default(option), self.help_width)
            for i, text in enumerate(texts):
                space = first if not i else self.help_position
                lines.append(f"{'':{space}}{text}\n")
        elif not lines[0].endswith("\n"):
            lines[0] = f"{lines[0]}\n"
        return "".join(lines)

    def store_option_strings(self, parser):
        """Find out how wide the names of the options are."""
        self.indent()
        longest = self._store(parser, 0)
        self.indent()
        for group in parser.option_groups:
            longest = self._store(group, longest)
        self.dedent()
        self.dedent()
        self.help_position = min(longest + 2, self.max_help_position)
        self.help_width = max(self.width - self.help_position, 11)

    def _store(self, container, longest):
        for option in container.option_list:
            text = self.format_option_strings(option)
            self.option_strings[option] = text
            longest = max(longest, len(text) + self.current_indent)
        return longest

    def format_option_strings(self, option):
        """The names of an option, with what follows them."""
        short, long = option._short_opts, option._long_opts
        if option.takes_value():
            what = option.metavar or option.dest.upper()
            short = [self._short_opt_fmt % (name, what) for name in short]
            long = [self._long_opt_fmt % (name, what) for name in long]
        return ", ".join(short + long if self.short_first else long + short)

    def format_usage(self, usage):
        raise NotImplementedError("subclasses must implement")

    def format_heading(self, heading):
        raise NotImplementedError("subclasses must implement")


class IndentedHelpFormatter(HelpFormatter):
    """Help with indented groups."""

    def __init__(self, indent_increment=2, max_help_position=24, width=None,
                 short_first=1):
        super().__init__(indent_increment, max_help_position, width,
                         short_first)

    def format_usage(self, usage):
        """The line about the use."""
        return f"Usage: {usage}\n"

    def format_heading(self, heading):
        """The line over a group."""
        return f"{'':{self.current_indent}}{heading}:\n"


class TitledHelpFormatter(HelpFormatter):
    """Help with underlined headings."""

    def __init__(self, indent_increment=0, max_help_position=24, width=None,
                 short_first=0):
        super().__init__(indent_increment, max_help_position, width,
                         short_first)

    def format_usage(self, usage):
        """The line about the use."""
        return f"{self.format_heading('Usage')}  {usage}\n"

    def format_heading(self, heading):
        """The lines over a group."""
        return f"{heading}\n{'=-'[self.level] * len(heading)}\n"


for _class in (HelpFormatter, IndentedHelpFormatter, TitledHelpFormatter):
    _class.__module__ = "optparse"
