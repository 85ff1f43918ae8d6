"""A small interpreter of commands."""
import cmd
import io


class Shell(cmd.Cmd):
    prompt = "> "
    intro = "Welcome"
    use_rawinput = False

    def do_add(self, arg):
        "add A B: print the sum"
        print(sum(map(int, arg.split())), file=self.stdout)

    def do_quiet(self, arg):
        print("arg", repr(arg), file=self.stdout)

    def do_quit(self, arg):
        """Leave."""
        return True

    def do_EOF(self, arg):
        print("end", file=self.stdout)
        return True

    def help_topic(self):
        print("about a topic", file=self.stdout)

    def precmd(self, line):
        return line.replace("PLUS", "add")

    def postcmd(self, stop, line):
        print("after", line, file=self.stdout)
        return stop

    def postloop(self):
        print("bye", file=self.stdout)


def run(text, **options):
    out = io.StringIO()
    shell = Shell(stdin=io.StringIO(text), stdout=out)
    shell.cmdloop(**options)
    print(out.getvalue())


run("add 1 2\n\nPLUS 3 4\nquiet  x y \nnope 1\n? add\nhelp\nhelp topic\nhelp quiet\nhelp zzz\n!ls\nquit\n")
run("quiet\n", intro="Other")
shell = Shell(stdout=io.StringIO())
for line in ("add 1", "  quiet(3)", "?x", "!x", "", "+", "EOF"):
    print(shell.parseline(line))
print(shell.completenames("q"), sorted(shell.complete_help("")), shell.onecmd("quit"))
for width in (80, 20, 5):
    shell.stdout = io.StringIO()
    shell.columnize([f"name{i}" * (i % 3 + 1) for i in range(9)], width)
    print(shell.stdout.getvalue())
shell.cmdqueue = ["add 5 6", "quit"]
shell.stdout = io.StringIO()
shell.cmdloop()
print(shell.stdout.getvalue(), shell.lastcmd)
try:
    shell.columnize(["a", 3])
except TypeError as error:
    print(error)
