# caisson: options --tmpfs /tmp
import gzip, io, os, shutil, tempfile, zipfile

def show(f, *a, **k):
    try:
        print(repr(f(*a, **k)))
    except Exception as e:
        print(type(e).__name__, str(e).replace(base, "BASE"))

base = tempfile.mkdtemp()
buf = io.BytesIO()
with zipfile.ZipFile(buf, "w", zipfile.ZIP_DEFLATED) as z:
    z.writestr("a.txt", "hello " * 50)
    z.writestr(zipfile.ZipInfo("d/b.bin", (2020, 1, 2, 3, 4, 6)), b"\0\1")
    z.writestr("é.txt", "ü", compress_type=zipfile.ZIP_STORED)
    z.comment = b"note"
    with z.open("w.txt", "w") as f:
        f.write(b"streamed")
    show(z.read, "nope"); print(z.mode, z.namelist())
show(z.read, "a.txt"); show(z.writestr, "q", "r")
print(zipfile.is_zipfile(buf), zipfile.is_zipfile(io.BytesIO(b"no")))
with zipfile.ZipFile(buf) as z:
    print(z.namelist(), z.comment, z.testzip(), z.read("a.txt")[:11], z.getinfo("d/b.bin").date_time, z.getinfo("d/b.bin"), [i.file_size for i in z.infolist()], z.getinfo("a.txt").compress_type, z.getinfo("a.txt").CRC, z.getinfo("é.txt").filename)
    with z.open("a.txt") as f:
        print(f.read(5), f.readline()[:5], f.readable(), f.name)
    print([line for line in io.TextIOWrapper(z.open("w.txt"))])
    show(z.open, "a.txt", "q"); show(z.getinfo, "zz"); show(z.writestr, "x", "y")
    z.extractall(base)
    print(sorted(os.listdir(base)), open(os.path.join(base, "d", "b.bin"), "rb").read(), os.path.basename(z.extract("a.txt", os.path.join(base, "sub"))))
    p = zipfile.Path(z); print((p / "a.txt").read_text()[:5], (p / "d").is_dir(), sorted(x.name for x in p.iterdir()), (p / "zz").exists(), (p / "d" / "b.bin").read_bytes())
path = os.path.join(base, "f.zip")
with zipfile.ZipFile(path, "w") as z:
    z.write(os.path.join(base, "a.txt"), "renamed.txt"); z.write(os.path.join(base, "d"), "dir")
with zipfile.ZipFile(path, "a") as z:
    z.writestr("added", b"more")
with zipfile.ZipFile(path) as z:
    print(z.namelist(), [i.is_dir() for i in z.infolist()], z.read("added"))
show(zipfile.ZipFile, io.BytesIO(b"junk")); show(zipfile.ZipFile, path, "q"); show(zipfile.ZipFile, os.path.join(base, "none.zip")); show(zipfile.ZipInfo, "x", (1970, 1, 1, 0, 0, 0)); show(zipfile.ZipFile, path, "r", 99)
stored = io.BytesIO()
with zipfile.ZipFile(stored, "w") as z:
    z.writestr("plain.txt", b"stored text")
bad = bytearray(stored.getvalue()); bad[42] ^= 255
print(zipfile.ZipFile(io.BytesIO(bytes(bad))).testzip())
d = gzip.compress(b"data " * 100, mtime=0)
print(d[:10], gzip.decompress(d)[:9], gzip.decompress(d + d)[:4], len(gzip.decompress(d + d)))
show(gzip.decompress, b"junk"); show(gzip.decompress, d[:-3]); show(gzip.decompress, d[:-8] + b"\0" * 8); show(gzip.decompress, b"")
g = os.path.join(base, "x.gz")
with gzip.open(g, "wt", encoding="utf-8") as f:
    f.write("line1\nliné2\n")
with gzip.open(g, "rt", encoding="utf-8") as f:
    print(f.read())
with gzip.open(g) as f:
    print(f.readline(), f.tell(), f.read(3), f.seek(0), list(f), f.readable())
with gzip.GzipFile(fileobj=io.BytesIO(d)) as f:
    print(f.read(7), f.peek(3)[:3]); show(f.write, b"x")
o = io.BytesIO()
with gzip.GzipFile(fileobj=o, mode="w", mtime=0) as f:
    print(f.write(b"abc"), f.tell()); show(f.read)
print(gzip.decompress(o.getvalue())); show(gzip.open, g, "rbt"); show(gzip.open, g, "q"); show(gzip.open, 5)
shutil.rmtree(base)
