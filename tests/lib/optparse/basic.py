"""Options read, help printed, mistakes told."""
import sys
from optparse import (
    SUPPRESS_HELP, BadOptionError, Option, OptionConflictError, OptionError, OptionGroup,
    OptionParser, OptionValueError, TitledHelpFormatter, Values)

sys.stderr = sys.stdout


def build(**options):
    p = OptionParser(prog="tool", usage="usage: %prog [options] FILE", version="%prog 1.2",
                     description="Does a thing, at some length, so that the description of "
                     "%prog has to be wrapped over lines.", epilog="The end.", **options)
    p.add_option("-v", "--verbose", action="count", default=0, help="say more")
    p.add_option("-q", "--quiet", action="store_false", dest="loud", default=True)
    p.add_option("-n", "--number", type="int", metavar="N", default=3,
                 help="how many (default: %default)")
    p.add_option("-f", type=float, dest="ratio", help="a ratio")
    p.add_option("--mode", choices=["fast", "slow"], default="fast", help="one of fast, slow, and "
                 "an explanation that is too long for one line")
    p.add_option("-I", "--include", action="append", help="more")
    p.add_option("--pair", nargs=2, type="int", help="two numbers")
    p.add_option("--const", action="store_const", const=42, help=SUPPRESS_HELP)
    group = OptionGroup(p, "Dangerous", "Think before you use them.")
    group.add_option("-g", "--go", action="store_true", help="go")
    p.add_option_group(group)
    return p


p = build()
p.print_help()
print(build(formatter=TitledHelpFormatter(width=60)).format_help())
for args in ([], ["-vv", "-n5", "a", "--mode=slow", "b"], ["-q", "-I", "x", "--include=y", "-f", ".5"],
             ["--pair", "1", "0x10", "--const", "--", "-v"], ["--verb", "--go"], ["-", "x"]):
    options, rest = p.parse_args(args)
    print(options, rest)
for args in (["-n", "x"], ["--nope"], ["-z"], ["--mode=odd"], ["-n"], ["--pair", "1"], ["--quiet=1"],
             ["--ver"], ["--version"], ["-f", "q"], ["-h"]):
    try:
        p.parse_args(args)
    except SystemExit as error:
        print("exit", error.code)


def called(option, opt, value, parser, more):
    print("called", option, opt, value, more, parser.values.verbose)
    setattr(parser.values, option.dest, value)


p.add_option("--call", action="callback", callback=called, type="string", callback_args=("m",))
print(p.parse_args(["-v", "--call", "it"])[0].call)
for make in (lambda: p.add_option("-v"), lambda: Option("x"), lambda: Option("--a", action="odd"),
             lambda: Option("-a", type="odd"), lambda: Option(), lambda: Option("-a", odd=1),
             lambda: Option("-a", choices=["x"], type="int"), lambda: Option("---a"),
             lambda: Option("-a", action="store_true", type="int"), lambda: p.add_option(3)):
    try:
        make()
    except (OptionError, TypeError) as error:
        print(type(error).__name__, error)
p.disable_interspersed_args()
print(p.parse_args(["a", "-v"])[1], p.has_option("-v"), p.get_option("--mode"), p.get_default_values().loud)
p.remove_option("-g")
p.set_defaults(number=9, extra="e")
print(p.parse_args([])[0] == p.get_default_values(), p.defaults["number"], Values({"a": 1}))
q = OptionParser(conflict_handler="resolve", add_help_option=False)
q.add_option("-x", "--one", help="first")
q.add_option("-x", "--two", help="second")
print(q.format_option_help(), q.get_option("-x"))
try:
    q.error("stop")
except SystemExit as error:
    print(error.code)
from optparse import (
    SUPPRESS_USAGE, HelpFormatter, IndentedHelpFormatter, OptionContainer, OptParseError,
    check_choice, make_option)
r = OptionParser(usage=SUPPRESS_USAGE, prog="r", option_list=[make_option("-k", help="key")])
print(r.format_help(IndentedHelpFormatter(max_help_position=40, width=50)), repr(r.get_usage()))
print(isinstance(r, OptionContainer), issubclass(IndentedHelpFormatter, HelpFormatter),
      issubclass(OptionValueError, OptParseError), str(BadOptionError("-x")), OptionConflictError.__name__)
try:
    check_choice(Option("-a", choices=["x", "y"]), "-a", "z")
except OptionValueError as error:
    print(error)
