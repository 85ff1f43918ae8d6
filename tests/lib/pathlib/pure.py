from pathlib import *
import os

def show(f, *a, **k):
    try:
        print(repr(f(*a, **k)))
    except Exception as e:
        print(type(e).__name__, e)

texts = ["", ".", "/", "//", "///a", "a", "a/b", "/a/b.txt", "a.tar.gz", ".hidden", "a/./b/../c", "a//b/", "..", "c:", "c:/", "c:/a", "c:a", "//srv/share", "//srv/share/x", "\\\\srv\\share\\y", "C:\\A\\b.TXT", "\\a", "a\\b", "con", "nul.txt", "x.", "a b"]
for cls in (PurePosixPath, PureWindowsPath):
    for t in texts:
        q = cls(t)
        print(repr(q), str(q), q.drive, q.root, q.anchor, q.parts, q.name, q.stem, q.suffix, q.suffixes, repr(q.parent), list(q.parents), q.is_absolute(), q.is_reserved(), q.as_posix())
        show(q.as_uri)
        show(q.with_name, "n.x")
        show(q.with_suffix, ".zip")
        show(q.with_suffix, "")
        show(q.with_stem, "st")
        for o in ("x", "/x", "c:/y", "..", "d:z"):
            show(q.joinpath, o)
            show(lambda: q / o)
        for o in ("a", "/", "/a", "c:/", "", "A"):
            show(q.relative_to, o)
            show(q.is_relative_to, o)
        for pat in ("*", "*.txt", "a/*", "/*/*", "b.TXT", "**/*.gz", ""):
            show(q.match, pat)
P = PurePosixPath
show(P("a").with_suffix, "x")
show(P("a").with_suffix, ".")
show(P("a").with_suffix, "./x")
show(P("a").with_name, "a/b")
show(P("a").with_name, "")
show(P, 5)
show(P, b"x")
show(lambda: P("a") / 5)
show(lambda: "x" / P("a"))
show(lambda: P("a") < PureWindowsPath("a"))
show(lambda: P("a").parents[5])
show(P("a").relative_to)
print(P("a") == P("a/."), P("A") == P("a"), PureWindowsPath("A") == PureWindowsPath("a"), P("a") == PureWindowsPath("a"), hash(P("x/y")) == hash(P("x//y")), sorted([P("b"), P("a/c"), P("a")]), P("a/b/c/d").parents[1], P("a/b/c").parents[:2], len(P("/a/b").parents), os.fspath(P("x")), bytes(P("é")), {P("q"): 1}[P("q")], P("a", "b", P("c")), P("/a", "/b"), type(PurePath("x")).__name__, type(Path("x")).__name__, P("a").parents)
show(WindowsPath, "x")
class Sub(PurePosixPath):
    pass
print(repr(Sub("a") / "b"), repr(Sub("a/b").parent))
