import argparse, os, sys, io, contextlib
os.environ["COLUMNS"] = "80"

def run(p, *args):
    err, out = io.StringIO(), io.StringIO()
    try:
        with contextlib.redirect_stderr(err), contextlib.redirect_stdout(out):
            r = p.parse_args(list(args))
        print(args, r)
    except SystemExit as e:
        print(args, "exit", e.code)
    except Exception as e:
        print(args, type(e).__name__, e)
    if err.getvalue() or out.getvalue():
        print(err.getvalue() + out.getvalue(), end="")

def show(f, *a, **k):
    try:
        print(repr(f(*a, **k)))
    except Exception as e:
        print(type(e).__name__, e)

p = argparse.ArgumentParser("prog", description="Does a thing with many words so that the text must be wrapped over more than one line of output.", epilog="The end %(prog)s.")
p.add_argument("name", help="the name")
p.add_argument("nums", type=int, nargs="*", default=[7], help="numbers", metavar="N")
p.add_argument("-v", "--verbose", action="count", default=0, help="be loud")
p.add_argument("-q", action="store_true")
p.add_argument("--size", "-s", type=float, default=1.5, help="size (default: %(default)s, type %(type)s)")
p.add_argument("--mode", choices=["fast", "slow"], default="fast", help="how")
p.add_argument("--tag", action="append")
p.add_argument("--pair", nargs=2, metavar=("A", "B"))
p.add_argument("--opt", nargs="?", const="C", default="D")
p.add_argument("--many", nargs="+", type=int)
p.add_argument("--const", action="store_const", const=42)
p.add_argument("--ext", action="extend", nargs="*")
p.add_argument("--hidden", help=argparse.SUPPRESS)
p.add_argument("--color", action=argparse.BooleanOptionalAction)
p.add_argument("--version", action="version", version="%(prog)s 1.0")
g = p.add_argument_group("extra", "group text")
g.add_argument("--deep-dest", dest="dd", help="a very long help text that will certainly not fit on a single line of eighty columns at all")
m = p.add_mutually_exclusive_group()
m.add_argument("--aa", action="store_true"); m.add_argument("--bb", action="store_false")
for args in (["n"], ["n", "1", "2", "-vv", "-q"], [], ["n", "x"], ["n", "--size", "2"], ["n", "--size=abc"], ["n", "-s3"], ["n", "--mode", "zzz"], ["n", "--mo", "slow"], ["n", "--tag", "a", "--tag", "b"], ["n", "--pair", "1"], ["n", "--pair", "1", "2"],
             ["n", "--opt"], ["n", "--opt", "X"], ["n", "--many"], ["n", "--many", "1", "2"], ["n", "--const", "--aa", "--bb"], ["n", "--aa"], ["n", "--unknown", "5"], ["n", "--", "-5"], ["n", "-5"], ["--ext", "a", "--ext", "b", "--", "n"], ["n", "--no-color"], ["n", "--color"],
             ["--version"], ["-h"], ["n", "-qv"], ["n", "-vx"], ["n", "--s", "1"], ["n", "--siz", "1"], ["n", "--a", "--aa=1"]):
    run(p, *args)
print(p.format_usage(), p.get_default("mode"), p.parse_known_args(["n", "--zz", "1", "q"]) if False else "")
s = argparse.ArgumentParser("main")
s.add_argument("--top")
sub = s.add_subparsers(dest="cmd", title="commands", help="what to do", metavar="CMD")
a = sub.add_parser("add", help="add things", aliases=["plus"]); a.add_argument("x", type=int); a.set_defaults(func="adder")
b = sub.add_parser("del", description="Deletes."); b.add_argument("-f", "--force", action="store_true")
for args in (["add", "5"], ["plus", "6"], ["del", "-f"], [], ["zap"], ["add", "q"], ["add", "-h"], ["-h"], ["--top", "t", "del"]):
    run(s, *args)
r = argparse.ArgumentParser("req", add_help=False, allow_abbrev=False, prefix_chars="-+", argument_default=argparse.SUPPRESS)
r.add_argument("--need", required=True); r.add_argument("+p"); rg = r.add_mutually_exclusive_group(required=True); rg.add_argument("--l"); rg.add_argument("--r")
for args in ([], ["--need", "1"], ["--need", "1", "--l", "2"], ["--need", "1", "--l", "2", "+p", "3"], ["--ne", "1"]):
    run(r, *args)
e = argparse.ArgumentParser("e", exit_on_error=False); e.add_argument("--n", type=int)
run(e, "--n", "x")
c = argparse.ArgumentParser("c", parents=[r], conflict_handler="resolve"); c.add_argument("rest", nargs=argparse.REMAINDER); c.add_argument("--need", help="again")
run(c, "--need", "1", "--l", "3", "a", "-b", "--c")
print(c.format_help())
for f in (argparse.RawDescriptionHelpFormatter, argparse.RawTextHelpFormatter, argparse.ArgumentDefaultsHelpFormatter, argparse.MetavarTypeHelpFormatter):
    q = argparse.ArgumentParser("fmt", description="a\n   b\nc", formatter_class=f)
    q.add_argument("--x", type=int, default=5, help="line1\n  line2"); q.add_argument("y", type=str, nargs="?", default="k", help="why")
    print(q.format_help())
def even(s):
    n = int(s)
    if n % 2:
        raise argparse.ArgumentTypeError(f"{n} is odd")
    return n
q = argparse.ArgumentParser("t"); q.add_argument("n", type=even)
run(q, "2"); run(q, "3"); run(q, "z")
show(q.add_argument, "--x", "y"); show(q.add_argument, "--x", action="bad"); show(q.add_argument, "--x", nargs=0); show(q.add_argument, "x", required=True); show(q.add_argument, "-h"); show(q.add_argument, "--k", type="int"); show(q.add_argument, "--k", nargs=2, metavar=("a",)); show(q.add_argument, "a", dest="b"); show(q.add_argument, "--", action="store_true"); show(argparse.ArgumentParser, conflict_handler="x")
ns = argparse.Namespace(a=1, b="x"); print(ns, ns == argparse.Namespace(a=1, b="x"), "a" in ns, vars(ns))
print(p.parse_known_args(["n", "--zz", "q1"])[1] if False else argparse.ArgumentParser("k").parse_known_args(["--zz", "q1"]))
i = argparse.ArgumentParser("i"); i.add_argument("--f"); i.add_argument("c"); i.add_argument("r", nargs="*", type=int)
print(i.parse_intermixed_args("doit 1 --f bar 2 3".split()))
class A(argparse.Action):
    def __call__(self, parser, namespace, values, option_string=None):
        setattr(namespace, self.dest, (values, option_string))
z = argparse.ArgumentParser("z"); z.add_argument("--act", action=A); run(z, "--act", "v"); print(repr(z.add_argument("--rep", type=int)), repr(argparse.FileType("w", encoding="u8")))
