# caisson: options --tmpfs /tmp
import os.path as p, posixpath
def show(f, *a, **k):
    try:
        print(f.__name__, a, repr(f(*a, **k)))
    except Exception as e:
        print(f.__name__, a, type(e).__name__, e)
paths = ["", "a", "/", "//", "///", "/a", "a/", "a/b", "/a/b/c.txt", "a.tar.gz", ".bashrc", "..", ".", "a/../b", "./a", "//a//b", "/../a", "a/./b/", "...", "a.b/c", "x.", "/a/.b", b"a/b", b"/x.y", "../../x", "a//b//"]
for x in paths:
    for f in (p.basename, p.dirname, p.split, p.splitext, p.normpath, p.isabs, p.splitdrive, p.normcase):
        show(f, x)
for a in (("a", "b"), ("a/", "b"), ("a", "/b"), ("", "b"), ("a", ""), ("a",), ("/", "b"), ("a", "b", "..", "c"), ("a", b"b"), ("a", 5), (5,), (b"a", b"b")):
    show(p.join, *a)
for a in (["/a/b", "/a/c"], ["a/b", "a/b/c"], ["/a", "b"], [], ["/a/bc", "/a/bd"], ["a"], [b"/x", b"/x/y"], ["/", "/a"]):
    show(p.commonpath, a)
    show(p.commonprefix, a)
for a in (("/a/b", "/a"), ("/a", "/a/b"), ("/a/b", "/c/d"), ("/a", "/a"), ("", "/a")):
    show(p.relpath, *a)
print(p.abspath("/a/../b"), p.sep, p.curdir, p is posixpath, p.exists("/"), p.isdir("/"), p.isfile("/"), p.islink("/"), p.ismount("/"))
