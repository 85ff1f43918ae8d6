# pure paths of both systems: splitting, joining, comparing, matching
from pathlib import PurePath, PurePosixPath as P, PureWindowsPath as W

TEXTS = ["", ".", "a", "a/b", "/a/b", "//a/b", "///a", "a//b/./c", "c:", "c:/",
         "c:a", "c:/a/b.txt", "//server/share", "//server/share/x/y",
         r"\\?\c:\x", r"\\?\UNC\srv\shr\x", "a.tar.gz", ".bashrc", "a.", "..",
         "CON", "nul.txt", "C:/Users/é", "/..", "a/../b"]
for cls in P, W:
    for text in TEXTS:
        p = cls(text)
        print(cls.__name__, repr(text), repr(p), p.parts, repr(p.drive), repr(p.root),
              repr(p.anchor), p.name, p.stem, p.suffix, p.suffixes, str(p.parent),
              [str(q) for q in p.parents], p.is_absolute(), p.is_reserved(),
              p.as_posix())


def show(what, *args):
    try:
        print(repr(what(*args)))
    except Exception as error:
        print(type(error).__name__, error)


for cls in P, W:
    for a, b in (("c:/a", "c:b"), ("c:/a", "d:b"), ("c:/a", "/b"), ("a", "b"),
                 ("/a", "/b"), ("c:", "b"), ("//s/t/x", "/y"), ("a", "")):
        show(cls, a, b)
        show(lambda: cls(a) / b)
        show(lambda: a / cls(b))
        show(lambda: cls(a).joinpath(b, "z"))
    for path, base in (("/a/b/c", "/a"), ("a/b", "a"), ("a/b", "c"), ("c:/a/b", "c:"),
                       ("c:/a/b", "C:/A"), ("/a", ""), ("a", "a"), ("//s/t/u", "//s/t")):
        show(cls(path).relative_to, base)
        show(cls(path).is_relative_to, base)
    for path, pattern in (("a/b.py", "*.py"), ("/a/b.py", "a/*.py"), ("/a/b.py", "/a/*.py"),
                          ("/a/b/c.py", "/a/*.py"), ("A.PY", "*.py"), ("c:/a.py", "c:*.py"),
                          ("a", ""), ("a/b/c", "**/c")):
        show(cls(path).match, pattern)
    for change in ("with_name", "with_stem", "with_suffix"):
        for path in ("a/b.txt", "/", "a", "c:/", "x.tar.gz"):
            for new in ("d", "d.e", ".z", "", "x/y", ".", "c:", "x\\y"):
                show(getattr(cls(path), change), new)
    show(cls("/a b").as_uri)
    show(cls("c:/a b").as_uri)
    show(cls("//s/t/é").as_uri)
    show(cls("a").as_uri)
    show(lambda: cls("/a/b/c/d").parents[1:3])
    show(lambda: cls("/a/b/c/d").parents[-1])
    show(lambda: cls("/a/b/c/d").parents[4])
print(P("a") == W("a"), W("A") == W("a"), hash(W("A")) == hash(W("a")), P("a") < P("b"),
      sorted([W("b"), W("A"), W("a/c")]), P("a/b") == P("a//b/."))
show(lambda: P("a") < W("a"))
show(lambda: P(1))
show(lambda: P(b"a"))
show(lambda: P("a") / 1)
print(PurePath("a", P("b"), "c").__reduce__()[1], P("a").__fspath__(), bytes(P("é")),
      repr(P("a/b").parents))
