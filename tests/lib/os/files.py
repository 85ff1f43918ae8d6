# caisson: options --tmpfs /tmp
import glob, io, os, shutil, stat, tempfile, errno

def show(f, *a, **k):
    try:
        r = f(*a, **k)
        print(repr(r))
    except Exception as e:
        print(type(e).__name__, str(e).replace(base, "BASE"))

base = ""
base = tempfile.mkdtemp()
os.chdir(base)
with open("a.txt", "w") as f:
    print(f.write("one\ntwo\n"), f.mode, f.name, f.encoding, f.writable(), f.readable(), f.closed)
print(f.closed, open("a.txt").read())
with open("a.txt", "a+") as f:
    print(f.tell(), f.write("three\n"), f.seek(0), f.readlines())
with open("a.txt", "r+") as f:
    print(f.readline(), f.tell(), f.seek(0), f.write("ONE"), f.seek(0), f.read())
with open("a.txt", "rb") as f:
    print(f.read(4), f.seek(-4, 2), f.read(), f.tell(), list(f), f)
with open("b.bin", "wb") as f:
    print(f.write(bytes(range(10))), f.tell(), f.truncate(5))
with open("b.bin", "rb", buffering=0) as f:
    print(f.read(2), f.readall(), f.mode, f.readinto(bytearray(3)))
show(open, "missing.txt")
show(open, "a.txt", "x")
show(open, "a.txt", "q")
show(open, "a.txt", "rw")
show(open, "a.txt", "rbt")
show(open, "a.txt", "rb", encoding="utf-8")
show(open, "a.txt", "r", 0)
show(open, "a.txt", encoding="nope")
show(open, base)
show(open, 1.5)
show(open, "a\0b")
show(open, "a.txt", 5)
f = open("a.txt")
show(f.write, "x")
f.close()
show(f.read)
show(f.__enter__)
w = open("c.txt", "w")
show(w.read)
w.write("pending")
w.close()
open("d.txt", "w").write("dropped file object")
print(open("d.txt").read(), os.path.getsize("d.txt"))
with open("crlf.txt", "w", newline="\r\n") as f:
    f.write("a\nb\n")
print(open("crlf.txt", "rb").read(), open("crlf.txt").read(), open("crlf.txt", newline="").readlines())
with open("u.txt", "w", encoding="utf-16") as f:
    f.write("hé")
print(open("u.txt", encoding="utf-16").read(), os.path.getsize("u.txt"))
with open("big.txt", "w") as f:
    for i in range(5000):
        f.write(f"line {i} é\n")
with open("big.txt") as f:
    n = 0
    for line in f:
        n += len(line)
    print(n)
with open("big.txt") as f:
    f.readline(); p = f.tell(); a = f.readline(); f.seek(p); print(p, a == f.readline(), len(f.read()))

os.makedirs("t/u/v")
os.makedirs("t/u/v", exist_ok=True)
show(os.makedirs, "t/u/v")
show(os.mkdir, "t")
show(os.mkdir, "no/such")
for n in ("t/x.py", "t/y.py", "t/u/z.txt", "t/.hidden"):
    open(n, "w").close()
print(sorted(os.listdir("t")), sorted(e.name for e in os.scandir("t")), [(r, sorted(d), sorted(f)) for r, d, f in os.walk("t")], [(r, sorted(d), sorted(f)) for r, d, f in os.walk("t", topdown=False)])
print(sorted(glob.glob("t/*")), sorted(glob.glob("t/*.py")), sorted(glob.glob("t/**", recursive=True)), sorted(glob.glob("**/*.txt", recursive=True)), glob.glob("t/[x].py"), glob.glob("nope*"), sorted(glob.glob("*", root_dir="t")), glob.escape("a*[b]"), sorted(glob.glob("t/*", include_hidden=True)), glob.glob("t/x.py"), glob.glob("t/"))
e = [e for e in os.scandir("t") if e.name == "u"][0]
print(e, e.is_dir(), e.is_file(), e.is_symlink(), e.path, stat.S_ISDIR(e.stat().st_mode), os.fspath(e))
os.symlink("x.py", "t/link")
os.symlink("gone", "t/broken")
print(os.readlink("t/link"), os.path.islink("t/link"), os.path.exists("t/broken"), os.path.lexists("t/broken"), os.path.realpath("t/link") == os.path.join(os.path.realpath(base), "t/x.py"), os.path.samefile("t/link", "t/x.py"))
os.rename("t/x.py", "t/w.py")
os.replace("t/w.py", "t/y.py")
show(os.rename, "t/none", "t/q")
show(os.remove, "t/none")
show(os.rmdir, "t")
show(os.rmdir, "t/none")
show(os.listdir, "none")
show(os.stat, "none")
show(os.stat, None)
show(os.listdir, 1.5)
show(os.remove, "t")
show(os.chdir, "none")
s = os.stat("a.txt")
print(s.st_size, s[6], stat.filemode(s.st_mode), stat.S_ISREG(s.st_mode), s.st_mtime > 0, s.st_mtime_ns > 0, len(s))
os.chmod("a.txt", 0o600)
print(oct(os.stat("a.txt").st_mode), os.access("a.txt", os.R_OK), os.access("none", os.F_OK))
os.utime("a.txt", (100, 200.5))
print(os.stat("a.txt").st_mtime, os.path.getmtime("a.txt"), os.path.getatime("a.txt"))
show(os.utime, "a.txt", (1, 2), ns=(1, 2))
os.truncate("a.txt", 3)
fd = os.open("a.txt", os.O_RDWR)
print(os.read(fd, 10), os.write(fd, b"xyz"), os.lseek(fd, 0, 0), os.read(fd, 10), os.fstat(fd).st_size)
with os.fdopen(fd) as f:
    print(f.read())
print(shutil.copy("a.txt", "a2.txt"), shutil.copy2("a.txt", "t"), shutil.copyfile("a.txt", "a3.txt"), os.path.getmtime("t/a.txt") == os.path.getmtime("a.txt"))
show(shutil.copyfile, "a.txt", "a.txt")
show(shutil.copy, "none", "x")
print(shutil.copytree("t", "t2", symlinks=True, ignore=shutil.ignore_patterns("*.py")), sorted(os.listdir("t2")))
show(shutil.copytree, "t", "t2", symlinks=True)
print(shutil.move("a2.txt", "moved.txt"), shutil.move("t2", "t"), os.path.isdir("t/t2"))
show(shutil.move, "a3.txt", "t/none/x")
shutil.rmtree("t")
show(shutil.rmtree, "t")
shutil.rmtree("t", ignore_errors=True)
print(os.path.exists("t"), os.getcwd() == os.path.realpath(base))
os.removedirs if False else None
os.environ["CS_TEST"] = "v"
print(os.environ["CS_TEST"], os.getenv("CS_TEST"), os.getenv("CS_NONE", "d"), "CS_TEST" in os.environ, os.path.expandvars("$CS_TEST/${CS_TEST}x$NOPE_X"), os.environ.get("CS_NONE"))
del os.environ["CS_TEST"]
show(lambda: os.environ["CS_TEST"])
show(os.environ.__setitem__, "a", 5)
os.environ["HOME"] = "/home/me"
print(os.path.expanduser("~/x"), os.path.expanduser("~"), os.path.expanduser("a~"))
with tempfile.TemporaryDirectory() as d:
    print(os.path.isdir(d), os.path.basename(d).startswith("tmp"))
print(os.path.exists(d))
with tempfile.NamedTemporaryFile("w+", suffix=".txt", prefix="pre") as f:
    f.write("abc"); f.flush(); f.seek(0)
    print(f.read(), os.path.exists(f.name), f.name.endswith(".txt"), os.path.basename(f.name).startswith("pre"))
print(os.path.exists(f.name))
with tempfile.TemporaryFile() as f:
    f.write(b"x"); f.seek(0); print(f.read())
with tempfile.SpooledTemporaryFile(max_size=3) as f:
    f.write(b"ab"); print(f._rolled); f.write(b"cd"); print(f._rolled); f.seek(0); print(f.read())
fd, p = tempfile.mkstemp(dir=base); os.close(fd); print(os.path.dirname(p) == base)
print(os.strerror(2), os.strerror(13), errno.ENOENT, errno.errorcode[17], os.sep, os.linesep, os.name, os.curdir, os.pardir, os.pathsep, os.devnull, os.extsep, os.altsep)
show(os.fspath, 5)
print(os.fspath("x"), os.fspath(b"y"), os.fsencode("é"), repr(os.fsdecode(b"\xff")), len(os.urandom(4)), isinstance(os.getpid(), int))
os.chdir("/")
shutil.rmtree(base)
