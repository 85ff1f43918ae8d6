# caisson: options --tmpfs /tmp
"""Small corners of many modules."""
import inspect, mimetypes, os, pickle, sys, tempfile, zoneinfo
from concurrent.futures.thread import BrokenThreadPool
from concurrent.futures import BrokenExecutor, ThreadPoolExecutor


def show(f, *a, **k):
    try:
        print(f(*a, **k))
    except Exception as e:
        print(type(e).__name__, e)


# a set may hold NotImplemented, and lose and find it again
s = {NotImplemented, 1, 2}
print(NotImplemented in s, len(s), NotImplemented in {NotImplemented}, [*{NotImplemented}])
s.remove(NotImplemented)
print(NotImplemented in s, len(s))
s.add(NotImplemented)
for i in range(3, 40):
    s.add(i)
    s.discard(i - 1)
print(NotImplemented in s, len(s), s - {1}, s & {NotImplemented}, s == {1, 39, NotImplemented}, frozenset([NotImplemented]) == {NotImplemented})
show(s.remove, 77)

# where zone files are
start = zoneinfo.TZPATH
show(zoneinfo.reset_tzpath, to=["/somewhere/else", "/x"])
print(zoneinfo.TZPATH)
show(zoneinfo.ZoneInfo, "Nowhere/City")
show(zoneinfo.reset_tzpath, ["rel", "/abs", "other"])
show(zoneinfo.reset_tzpath, "/text")
show(zoneinfo.reset_tzpath, 5)
print(zoneinfo.TZPATH)
zoneinfo.reset_tzpath()
print(zoneinfo.TZPATH == start)
show(getattr, zoneinfo, "TZ")

# paths that count from an open directory
with tempfile.TemporaryDirectory() as d:
    os.makedirs(d + "/a/b")
    for name in "a/x", "a/y", "a/b/z":
        with open(f"{d}/{name}", "w") as f:
            f.write(name * 3)
    fd = os.open(d + "/a", os.O_RDONLY | os.O_DIRECTORY)
    print(os.stat("x", dir_fd=fd).st_size, os.access("y", os.R_OK, dir_fd=fd), os.access("q", os.R_OK, dir_fd=fd))
    os.mkdir("new", dir_fd=fd)
    os.rename("x", "moved", src_dir_fd=fd, dst_dir_fd=fd)
    os.symlink("moved", "link", dir_fd=fd)
    print(os.readlink("link", dir_fd=fd), os.lstat("link", dir_fd=fd).st_size, os.stat("link", dir_fd=fd).st_size)
    os.rmdir("new", dir_fd=fd)
    os.unlink("link", dir_fd=fd)
    os.remove("y", dir_fd=fd)
    f = os.open("moved", os.O_RDONLY, dir_fd=fd)
    print(os.read(f, 100))
    os.close(f)
    print(os.stat(d, dir_fd=fd).st_mode == os.stat(d).st_mode, sorted(os.listdir(d + "/a")))
    try:
        os.stat("nothing", dir_fd=fd)
    except OSError as e:
        print(type(e).__name__, e.errno)
    os.close(fd)
    show(os.stat, "x", dir_fd=999)
    show(os.stat, "x", dir_fd="a")
    print(os.stat in os.supports_dir_fd, os.listdir in os.supports_dir_fd)
    for root, dirs, files, fd in os.fwalk(d):
        print(root[len(d):], sorted(dirs), sorted(files), [os.stat(n, dir_fd=fd).st_size for n in sorted(files)])
    for f in (lambda: next(os.fwalk(d + "/none")), lambda: [*os.fwalk(d + "/none", onerror=print)]):
        try:
            f()
        except OSError as e:
            print(type(e).__name__, e.errno)

# hooks that hear of a program's own events
heard = []
show(sys.addaudithook, lambda name, args: heard.append((name, args)) if name.startswith("mine") else None)
sys.audit("mine.event", 1, "two")
sys.audit("mine")
print(heard)
show(sys.audit, 5)
show(sys.audit)


def strict(name, args):
    if name == "mine.refused":
        raise PermissionError(name)


sys.addaudithook(strict)
show(sys.audit, "mine.refused")
print(heard[-1])


show(sys.unraisablehook, 5)


# bytes a blocked write managed
e = BlockingIOError(11, "busy", 5)
print(e.characters_written, e.args, e.filename, e)
e.characters_written = 7
print(e.characters_written)
del e.characters_written
show(lambda: e.characters_written)
show(delattr, e, "characters_written")
show(setattr, e, "characters_written", "x")
show(lambda: BlockingIOError(11, "busy").characters_written)
e = OSError(11, "busy", True)
print(type(e).__name__, e.characters_written, e.args)
print(BlockingIOError(11, "busy", "file").filename, pickle.loads(pickle.dumps(BlockingIOError(11, "busy", 5))).args)

# names a function takes from outside
y = 3


class K:
    def method(self):
        return self.attr + y


def outer():
    z = 4

    def f(a):
        global made
        made = a
        return a + y + z + len([a]) + undefined + a.real
    return f


f = outer()
print(f.__code__.co_names)
v = inspect.getclosurevars(f)
print(v.nonlocals, v.globals, v.builtins, sorted(v.unbound), type(v) is inspect.ClosureVars)
print(inspect.getclosurevars(K().method).globals, K.method.__code__.co_names)
show(inspect.getclosurevars, len)
print(inspect.BlockFinder().last, issubclass(inspect.EndOfBlock, Exception))
print(inspect.getblock(["def f():\n", "    return 1\n", "\n", "x = 2\n"]))

# types a program adds
mimetypes.init()
mimetypes.types_map[".zzz"] = "a/b"
mimetypes.add_type("q/r", ".qr")
mimetypes.encodings_map[".e"] = "enc"
print(mimetypes.guess_type("x.zzz"), ".qr" in mimetypes.types_map, mimetypes.guess_type("a.tar.e"), mimetypes.MimeTypes().guess_type("a.qr"))
mimetypes.init(["/none/such"])
print(mimetypes.guess_type("x.zzz"), mimetypes.inited, mimetypes.common_types[".rtf"], mimetypes.suffix_map[".tgz"])

print(issubclass(BrokenThreadPool, BrokenExecutor))


def fail():
    raise ValueError("no")


pool = ThreadPoolExecutor(1, initializer=fail)
import logging
logging.disable(logging.CRITICAL)
try:
    pool.submit(len, "a").result()
except BrokenThreadPool as e:
    print("broken", e)
show(pool.submit, len, "a")
