# cmd.py - a loop that reads commands and calls methods.
#
# SPDX-License-Identifier: Apache-2.0
"""Interpreters of simple commands."""
import string
import sys

__all__ = ["Cmd"]

PROMPT = "(Cmd) "
IDENTCHARS = string.ascii_letters + string.digits + "_"


class Cmd:
    """Calls do_NAME() for each line that starts with NAME."""

    prompt = PROMPT
    identchars = IDENTCHARS
    ruler = "="
    lastcmd = ""
    intro = None
    doc_leader = ""
    doc_header = "Documented commands (type help <topic>):"
    misc_header = "Miscellaneous help topics:"
    undoc_header = "Undocumented commands:"
    nohelp = "*** No help on %s"
    use_rawinput = 1

    def __init__(self, completekey="tab", stdin=None, stdout=None):
        self.stdin = sys.stdin if stdin is None else stdin
        self.stdout = sys.stdout if stdout is None else stdout
        self.cmdqueue, self.completekey = [], completekey

    # ------------------------------------------------------------------- loop

    def cmdloop(self, intro=None):
        """Read commands and call their methods, until one returns true."""
        self.preloop()
        if intro is not None:
            self.intro = intro
        if self.intro:
            self.stdout.write(f"{self.intro}\n")
        stop = None
        while not stop:
            line = self.precmd(self._next_line())
            stop = self.postcmd(self.onecmd(line), line)
        self.postloop()

    def _next_line(self):
        if self.cmdqueue:
            return self.cmdqueue.pop(0)
        if self.use_rawinput:
            try:
                return input(self.prompt)
            except EOFError:
                return "EOF"
        self.stdout.write(self.prompt)
        self.stdout.flush()
        line = self.stdin.readline()
        return line.rstrip("\r\n") if line else "EOF"

    def precmd(self, line):
        """What happens to a line first."""
        return line

    def postcmd(self, stop, line):
        """What happens behind a command."""
        return stop

    def preloop(self):
        """What happens before the loop."""

    def postloop(self):
        """What happens behind the loop."""

    # --------------------------------------------------------------- commands

    def parseline(self, line):
        """The command, its arguments, and the line as it was understood."""
        line = line.strip()
        if line[:1] == "?":
            line = "help " + line[1:]
        elif line[:1] == "!":
            if not hasattr(self, "do_shell"):
                return None, None, line
            line = "shell " + line[1:]
        if not line:
            return None, None, line
        end = len(line) - len(line.lstrip(self.identchars))
        return line[:end], line[end:].strip(), line

    def onecmd(self, line):
        """Do one command; true ends the loop."""
        name, arg, line = self.parseline(line)
        if not line:
            return self.emptyline()
        if name is None:
            return self.default(line)
        self.lastcmd = "" if line == "EOF" else line
        method = getattr(self, "do_" + name, None) if name else None
        return self.default(line) if method is None else method(arg)

    def emptyline(self):
        """An empty line does the last command again."""
        if self.lastcmd:
            return self.onecmd(self.lastcmd)
        return None

    def default(self, line):
        """What happens to lines without a method."""
        self.stdout.write(f"*** Unknown syntax: {line}\n")

    def completedefault(self, *ignored):
        """No completion."""
        return []

    def completenames(self, text, *ignored):
        """The commands that start with a text."""
        return [name[3:] for name in self.get_names()
                if name.startswith("do_" + text)]

    def complete_help(self, *args):
        """The topics that start with a text."""
        topics = {name[5:] for name in self.get_names()
                  if name.startswith("help_" + args[0])}
        return [*{*self.completenames(*args), *topics}]

    def get_names(self):
        """The attributes of the class."""
        return dir(type(self))

    # ------------------------------------------------------------------- help

    def do_help(self, arg):
        'List available commands with "help" or detailed help with "help cmd".'
        if not arg:
            self._list_topics()
            return
        method = getattr(self, "help_" + arg, None)
        if method is not None:
            method()
            return
        doc = getattr(getattr(self, "do_" + arg, None), "__doc__", None)
        self.stdout.write(f"{doc or self.nohelp % (arg,)}\n")

    def _list_topics(self):
        names = sorted({*self.get_names()})
        topics = {name[5:] for name in names if name.startswith("help_")}
        told, silent = [], []
        for name in names:
            if name.startswith("do_"):
                command = name[3:]
                known = command in topics or getattr(self, name).__doc__
                topics.discard(command)
                (told if known else silent).append(command)
        self.stdout.write(f"{self.doc_leader}\n")
        self.print_topics(self.doc_header, told, 15, 80)
        self.print_topics(self.misc_header, sorted(topics), 15, 80)
        self.print_topics(self.undoc_header, silent, 15, 80)

    def print_topics(self, header, cmds, cmdlen, maxcol):
        """Print some names below a heading."""
        if cmds:
            self.stdout.write(f"{header}\n")
            if self.ruler:
                self.stdout.write(f"{self.ruler * len(header)}\n")
            self.columnize(cmds, maxcol - 1)
            self.stdout.write("\n")

    def columnize(self, list, displaywidth=80):
        """Print texts in as few rows as fit, down and then right."""
        if not list:
            self.stdout.write("<empty>\n")
            return
        odd = [i for i, item in enumerate(list) if not isinstance(item, str)]
        if odd:
            raise TypeError("list[i] not a string for i in "
                            + ", ".join(map(str, odd)))
        for rows in range(1, len(list) + 1):
            columns = [list[i:i + rows] for i in range(0, len(list), rows)]
            widths = [max(map(len, column)) for column in columns]
            if sum(widths) + 2 * (len(widths) - 1) <= displaywidth:
                break
        for row in range(rows):
            cells = [column[row].ljust(width)
                     for column, width in zip(columns, widths)
                     if row < len(column)]
            if len(columns) == 1:
                cells = [columns[0][row]]
            self.stdout.write("  ".join(cells) + "\n")
