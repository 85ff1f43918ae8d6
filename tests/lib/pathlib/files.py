# caisson: options --tmpfs /tmp
from pathlib import Path
import os, tempfile, shutil

def show(f, *a, **k):
    try:
        print(repr(f(*a, **k)).replace(str(base), "BASE"))
    except Exception as e:
        print(type(e).__name__, str(e).replace(str(base), "BASE"))

base = Path(tempfile.mkdtemp()).resolve()
(base / "a" / "b").mkdir(parents=True)
show((base / "a").mkdir)
(base / "a").mkdir(exist_ok=True)
show((base / "x" / "y").mkdir)
f = base / "a" / "f.txt"
print(f.write_text("héllo\nworld\n"), f.read_text(), f.read_bytes(), f.write_bytes(b"\x00\x01"), f.stat().st_size)
f.write_text("x\ny", newline="\r\n")
print(f.read_bytes(), f.exists(), f.is_file(), f.is_dir(), (base / "no").exists(), f.parent.is_dir(), f.is_symlink(), f.is_mount(), f.is_socket(), f.is_fifo(), f.is_block_device())
(base / "a" / "g.py").touch()
(base / "a" / "b" / "h.py").touch()
(base / "a" / ".hid").touch()
show((base / "a" / "g.py").touch, exist_ok=False)
rel = lambda it: sorted(str(p.relative_to(base)) for p in it)
print(rel((base / "a").iterdir()), rel(base.glob("*")), rel(base.glob("*/*.py")), rel(base.glob("**/*.py")), rel(base.rglob("*.py")), rel(base.rglob("*")), rel(base.glob("**")), rel(base.glob("a/f.txt")), rel(base.glob("a/b/../f.txt")), rel(base.glob("A*")), rel(base.glob("**/b/**/*")))
show(lambda: list(base.glob("")))
show(lambda: list(base.glob("/x")))
show(lambda: list(base.glob("a**")))
show(lambda: list((base / "nope").iterdir()))
print(list((base / "nope").glob("*")))
(base / "l").symlink_to("a")
(base / "h").hardlink_to(f)
print((base / "l").is_symlink(), (base / "l").readlink(), (base / "l" / "f.txt").resolve() == f, (base / "h").samefile(f), (base / "l").is_dir())
print((base / "a" / ".." / "a").resolve() == base / "a", Path("rel").absolute() == Path.cwd() / "rel")
r = f.rename(base / "renamed")
print(r.name, f.exists(), r.replace(base / "again").name)
show(f.unlink)
f.unlink(missing_ok=True)
show((base / "a").rmdir)
show((base / "a").unlink)
show(f.read_text)
show(f.write_text, 5)
show((base / "nope").resolve, strict=True)
with (base / "again").open("a") as fh:
    fh.write("more")
print((base / "again").read_text(), oct((base / "again").stat().st_mode & 0o777))
(base / "again").chmod(0o400)
print(oct((base / "again").lstat().st_mode & 0o777))
os.environ["HOME"] = "/home/u"
print(Path("~/x").expanduser(), Path.home())
shutil.rmtree(base)
print(base.exists())
