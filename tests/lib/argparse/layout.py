# help and usage in many shapes; errors of definitions and of command lines
import argparse
import os

os.environ["COLUMNS"] = "60"


def show(parser, *lines):
    print(parser.format_usage(), parser.format_help(), sep="-----\n")
    for line in lines:
        try:
            print(line, parser.parse_known_args(line.split()))
        except SystemExit as error:
            print(line, "exit", error.code)
        except argparse.ArgumentError as error:
            print(line, "error", error)


def make(**options):
    options.setdefault("exit_on_error", False)
    p = argparse.ArgumentParser("prog", **options)
    p.error = lambda message: (_ for _ in ()).throw(argparse.ArgumentError(None, message))
    return p


p = make(description="A long description " * 6, epilog="The end %(prog)s.")
p.add_argument("--verbose", "-v", action="count", default=0, help="say more (%(default)s)")
p.add_argument("--name", metavar="NAME", required=True, help="a name that needs a rather long "
               "explanation, which is wrapped over several lines of the help")
p.add_argument("--pair", nargs=2, metavar=("X", "Y"), type=int)
p.add_argument("--list", nargs="*", default=[1])
p.add_argument("--more", nargs="+", choices=["a", "b"])
p.add_argument("--maybe", nargs="?", const="C", default="D", help="%(const)s %(choices)s")
p.add_argument("--flag", action=argparse.BooleanOptionalAction, default=True, help="on or off")
p.add_argument("--secret", help=argparse.SUPPRESS)
p.add_argument("-x", action="append", type=float)
p.add_argument("-X", action="append_const", const=1, dest="x")
p.add_argument("--ext", action="extend", nargs="+")
p.add_argument("source", help="where from")
p.add_argument("rest", nargs="*")
show(p, "s --name n", "s --name n r1 r2 -vvv", "--name=n s --pair 1 2 --list --more a b",
     "s --name n --pair 1", "s --name n --pair 1 x", "s --name n --more c", "s",
     "s --name n --maybe", "s --name n --maybe Q --no-flag", "s --name n -x1 -x 2 -X -x=3",
     "s --name n --ext a b --ext c", "s --name n --nam z", "s --name n --ver", "s --name n --bad",
     "-- --name", "s --name n -- -v --x", "s --name n -vx", "s --name n --flag=1",
     "--name n -1", "s --li 3 --name n -q")
for formatter in (argparse.RawDescriptionHelpFormatter, argparse.RawTextHelpFormatter,
                  argparse.ArgumentDefaultsHelpFormatter, argparse.MetavarTypeHelpFormatter):
    p = make(description="two\n  lines", formatter_class=formatter, add_help=False)
    p.add_argument("-n", "--number", type=int, default=4, help="first\n  second")
    p.add_argument("pos", type=str, nargs="?", default="z", help="a thing")
    show(p, "", "-n 3 q")

# --- groups
p = make(prefix_chars="-+")
g = p.add_argument_group("my group", "about it")
g.add_argument("+a", "++all", action="store_true")
g.add_argument("-b", action="store_false", help="b")
m = p.add_mutually_exclusive_group()
m.add_argument("--one", action="store_const", const=1)
m.add_argument("--two", type=int)
r = p.add_mutually_exclusive_group(required=True)
r.add_argument("-r", action="store_true", help=argparse.SUPPRESS)
r.add_argument("-s", action="store_true")
r.add_argument("item", nargs="?")
show(p, "", "-s", "-s --one --two 3", "x", "x -s", "+a -b -s", "++al -s")
p = make()
outer = p.add_mutually_exclusive_group()
outer.add_argument("-a")
outer.add_argument("--long-option-name-to-make-the-line-break-somewhere")
outer.add_argument("--another-long-option-name-that-is-needed")
p.add_argument("files", nargs="+")
p.add_argument("last")
show(p, "a b", "-a 1 a b c", "a")

# --- subcommands, parents, prefixes
base = argparse.ArgumentParser(add_help=False)
base.add_argument("--common", type=int, default=1)
base.set_defaults(kind="base")
p = make(parents=[base])
sub = p.add_subparsers(title="commands", dest="command", required=True, help="what to do",
                       metavar="CMD")
one = sub.add_parser("one", aliases=["uno"], help="the first", description="does one")
one.add_argument("n", type=int)
one.set_defaults(func="f1")
two = sub.add_parser("two")
two.add_argument("--opt", action="store_true")
show(p, "one 3", "uno 4 --common 2", "--common 5 two --opt", "three", "", "one x", "two extra")
print(one.format_help())
p = make(allow_abbrev=False, argument_default=argparse.SUPPRESS)
p.add_argument("--alpha")
p.add_argument("--alps")
show(p, "", "--alp 1", "--alpha 1")
p = make()
p.add_argument("--alpha")
p.add_argument("--alps")
show(p, "--alp 1", "--alph 1", "--alpha")
p.add_argument("-5", dest="five", action="store_true")
p.add_argument("n", type=float, nargs="?")
show(p, "-5", "-3", "1e3")
p = make(conflict_handler="resolve")
p.add_argument("-f", "--foo", help="old")
p.add_argument("-f", help="new")
show(p, "-f 1 --foo 2")
p = make(usage="%(prog)s [options] <things>")
p.add_argument("--q")
show(p)
p = make()
p.add_argument("cmd")
p.add_argument("args", nargs=argparse.REMAINDER)
show(p, "a -b c", "a -- b", "")

# --- mixed order and files
p = make()
p.add_argument("--foo", type=int)
p.add_argument("a")
p.add_argument("b", nargs="*")
print(p.parse_intermixed_args("x --foo 1 y z".split()), p.parse_known_intermixed_args(
    "x --bar 1 y".split()))
print(p.get_default("foo"), p.parse_args(["q"]), argparse.Namespace(x=1, **{"a b": 2}),
      argparse.Namespace(x=1) == argparse.Namespace(x=1), "x" in argparse.Namespace(x=1))
print(p, argparse.FileType("w", encoding="utf-8"), argparse.FileType())

# --- wrong definitions
for bad in (lambda: p.add_argument("--foo"), lambda: p.add_argument("-"),
            lambda: p.add_argument("x", dest="y"), lambda: p.add_argument("--z", nargs=0),
            lambda: p.add_argument("--z", action="nope"), lambda: p.add_argument("--z", type="no"),
            lambda: p.add_argument("--z", nargs=2, metavar=("A",)),
            lambda: p.add_argument("--z", type=argparse.FileType),
            lambda: p.add_argument("w", required=True), lambda: p.add_argument("--z", nargs="bad"),
            lambda: p.add_argument("--z", "nodash"), lambda: p.add_argument("--z", const=1),
            lambda: p.add_mutually_exclusive_group().add_argument("w"),
            lambda: argparse.ArgumentParser(conflict_handler="what"),
            lambda: p.add_argument("--z", action="store_true", nargs=1)):
    try:
        bad()
        print("fine")
    except Exception as error:
        print(type(error).__name__, error)
