"""pathlib, glob, shutil, tempfile, zipfile, json, csv, gzip over files."""
import csv
import filecmp
import fileinput
import fnmatch
import glob
import gzip
import json
import os
import shutil
import tarfile
import tempfile
import zipfile
from pathlib import Path


def tried(function, *args, **kwargs):
    try:
        print(function(*args, **kwargs))
    except Exception as error:
        print(type(error).__name__, error)


p = Path("new") / "dir"
p.mkdir(parents=True)
tried(p.mkdir)
p.mkdir(exist_ok=True)
f = p / "file.txt"
print(f.write_text("text\nmore\n"), f.read_text(), f.write_bytes(b"\0\1"), f.read_bytes())
print(f.exists(), f.is_file(), f.is_dir(), p.is_dir(), f.stat().st_size, f.suffix, f.stem)
print(sorted(str(x) for x in Path(".").rglob("*")))
print(sorted(str(x) for x in Path(".").glob("**/*.txt")))
print(sorted(x.name for x in Path("sub").iterdir()))
g = f.rename(p / "other.txt")
print(g, f.exists(), g.exists())
g.touch()
(p / "touched").touch()
tried((p / "touched").touch, exist_ok=False)
tried((p / "gone").unlink)
(p / "gone").unlink(missing_ok=True)
tried(p.rmdir)
tried((p / "nothing").read_text)
(p / "link").symlink_to("other.txt")
print((p / "link").is_symlink(), (p / "link").read_bytes(), os.readlink(p / "link"))
print((p / "link").resolve().name, (Path("sub") / ".." / "keep.txt").resolve().name)
with g.open("w", encoding="utf-8") as out:
    json.dump({"a": [1, 2, {"b": None}], "\u00e9": "\u20ac"}, out, ensure_ascii=False, indent=1)
print(json.load(g.open(encoding="utf-8")))
with open("rows.csv", "w", newline="") as out:
    w = csv.writer(out)
    w.writerow(["name", "n"])
    w.writerows([["x,y", 1], ['q"t', 2], ["line\nbreak", 3]])
print(open("rows.csv", newline="").read())
with open("rows.csv", newline="") as rows:
    print(list(csv.DictReader(rows)))
print(sorted(glob.glob("*.txt")), sorted(glob.glob("**/*", recursive=True)))
print(sorted(glob.glob("s[u]b/*")), glob.glob("none*"), sorted(glob.glob("new/*/l*")))
print(fnmatch.filter(os.listdir("sub"), "*.txt"))
print(shutil.copy("keep.txt", "copy.txt"), open("copy.txt").read())
print(shutil.copyfile("keep.txt", "sub/k2"), shutil.copy2("keep.txt", "sub"))
print(sorted(os.listdir(shutil.copytree("sub", "tree"))))
tried(shutil.copytree, "sub", "tree")
print(shutil.move("tree", "moved"), os.path.exists("tree"), sorted(os.listdir("moved")))
print(shutil.move("copy.txt", "moved"))
shutil.rmtree("moved")
print(os.path.exists("moved"))
tried(shutil.rmtree, "moved")
tried(shutil.copyfile, "keep.txt", "keep.txt")
tried(shutil.copyfile, "nope", "x")
with tempfile.TemporaryDirectory(dir=".") as d:
    print(os.path.isdir(d), os.listdir(d))
    open(os.path.join(d, "x"), "w").write("y")
print(os.path.exists(d))
with tempfile.NamedTemporaryFile("w+", dir=".", suffix=".tmp") as t:
    t.write("abc")
    t.seek(0)
    print(t.read(), os.path.exists(t.name), t.name.endswith(".tmp"))
print(os.path.exists(t.name))
with tempfile.TemporaryFile(dir=".") as t:
    t.write(b"raw")
    t.seek(0)
    print(t.read())
fd, name = tempfile.mkstemp(dir=".")
os.write(fd, b"q")
os.close(fd)
print(open(name).read())
os.remove(name)
with tempfile.SpooledTemporaryFile(max_size=10, mode="w+", dir=".") as t:
    t.write("spooled and rolled over")
    t.seek(0)
    print(t.read())
with zipfile.ZipFile("z.zip", "w", zipfile.ZIP_DEFLATED) as z:
    z.write("keep.txt")
    z.writestr("in/side.txt", "inside " * 100)
with zipfile.ZipFile("z.zip") as z:
    print(z.namelist(), z.testzip(), z.read("in/side.txt")[:20])
    z.extractall("out")
print(open("out/in/side.txt").read()[:20], zipfile.is_zipfile("z.zip"))
with zipfile.ZipFile("z.zip", "a") as z:
    z.writestr("third", b"3")
print(zipfile.ZipFile("z.zip").namelist())
with gzip.open("g.gz", "wt") as z:
    z.write("compressed\n" * 50)
print(gzip.open("g.gz", "rt").readline(), len(gzip.open("g.gz").read()))

os.makedirs("tree/inner")
Path("tree/inner/one.txt").write_text("1\n")
os.symlink("inner/one.txt", "tree/link")
for name, mode in (("t.tar", "w"), ("t.tar.gz", "w:gz")):
    with tarfile.open(name, mode) as archive:
        archive.add("tree", arcname="renamed", filter=lambda info: info)
    with tarfile.open(name) as archive:
        print(archive.getnames(), archive.extractfile("renamed/link").read())
        archive.extractall("out_" + mode[2:])
    print(sorted(str(x) for x in Path("out_" + mode[2:]).rglob("*")))
with tarfile.open("t.tar", "a") as archive:
    archive.add("tree/inner/one.txt", "../up")
with tarfile.open("t.tar") as archive:
    print(archive.getnames()[-1], tarfile.is_tarfile("t.tar"))
print(tarfile.is_tarfile("tree/inner/one.txt"))
tried(tarfile.open, "absent.tar")
print(os.path.basename(shutil.make_archive("packed", "gztar", "tree")))
tried(shutil.unpack_archive, "packed.tar.gz", "unpacked")
print(sorted(os.listdir("unpacked")))
for name in ("t.tar", "t.tar.gz", "packed.tar.gz"):  # they hold times
    os.remove(name)
for name in ("left", "right"):
    os.makedirs(f"{name}/same")
    Path(f"{name}/equal.txt").write_text("x")
    Path(f"{name}/other.txt").write_text(name)
    Path(f"{name}/only_{name}").write_text("")
print(filecmp.cmp("left/equal.txt", "right/equal.txt"),
      filecmp.cmp("left/other.txt", "right/other.txt", shallow=False))
filecmp.dircmp("left", "right").report_full_closure()
print(filecmp.cmpfiles("left", "right", ["equal.txt", "other.txt", "gone"]))
with fileinput.input(["left/equal.txt", "keep.txt"]) as lines:
    for line in lines:
        print(fileinput.filename(), lines.lineno(), fileinput.filelineno(), lines.isfirstline(), repr(line))
with fileinput.FileInput("left/other.txt", inplace=True) as lines:
    for line in lines:
        print(line.upper(), end="")
print(Path("left/other.txt").read_text(), sorted(os.listdir("left")))
