"""Archives in memory: written, listed, read and refused."""
import io
import tarfile

LONG = "deep/" * 40 + "leaf.txt"


def filled(mode, **options):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode=mode, **options) as archive:
        for name, data in (("a.txt", b"alpha\n"), ("d/b.bin", bytes(700)),
                           ("é.txt", "ü".encode()), (LONG, b"far away")):
            info = tarfile.TarInfo(name)
            info.size, info.mtime, info.mode = len(data), 1700000000, 0o640
            archive.addfile(info, io.BytesIO(data))
        folder = tarfile.TarInfo("d")
        folder.type, folder.mode = tarfile.DIRTYPE, 0o755
        archive.addfile(folder)
        link = tarfile.TarInfo("link")
        link.type, link.linkname = tarfile.SYMTYPE, "a.txt"
        archive.addfile(link)
        again = tarfile.TarInfo("d/again")
        again.type, again.linkname = tarfile.LNKTYPE, "a.txt"
        archive.addfile(again)
    return out.getvalue()


for form in (tarfile.USTAR_FORMAT, tarfile.GNU_FORMAT, tarfile.PAX_FORMAT):
    try:
        data = filled("w", format=form)
    except ValueError as error:
        print(form, error)
        continue
    import hashlib
    print(form, len(data), hashlib.sha256(data).hexdigest())
data = filled("w:gz")
print(data[:3])
with tarfile.open(fileobj=io.BytesIO(data)) as archive:
    print(archive.getnames())
    for info in archive:
        print(info.name[:12], info.size, info.mtime, oct(info.mode), info.type,
              info.isreg(), info.isdir(), info.issym(), info.islnk(), info.linkname,
              info.offset, info.offset_data, info.pax_headers)
    print(archive.extractfile("a.txt").read(), archive.extractfile("link").read())
    print(archive.extractfile(archive.getmember("d/again")).readlines())
    print(archive.extractfile("d"), archive.getmember(LONG).size)
    member = archive.extractfile("a.txt")
    print(member.readable(), member.seek(2), member.read(), member.closed)
    for name in ("nope", "d/"):
        try:
            print(archive.getmember(name).name)
        except KeyError as error:
            print(repr(error))
    try:
        archive.addfile(tarfile.TarInfo("x"))
    except OSError as error:
        print(error)
try:
    archive.getnames()
except OSError as error:
    print(error)
with tarfile.open(fileobj=io.BytesIO(data), mode="r|gz") as archive:
    print([info.name[:9] for info in archive])
for mode in ("r:", "r:bz", "q", "w:zz"):
    try:
        tarfile.open(fileobj=io.BytesIO(data), mode=mode)
    except (tarfile.TarError, ValueError) as error:
        print(mode, type(error).__name__, error)
for bad in (b"", b"x" * 600, bytes(1024), filled("w")[:300]):
    try:
        with tarfile.open(fileobj=io.BytesIO(bad), mode="r:") as archive:
            print(archive.getnames())
    except tarfile.TarError as error:
        print(type(error).__name__, error)
print(tarfile.is_tarfile(io.BytesIO(data)), tarfile.is_tarfile(io.BytesIO(b"no")))
info = tarfile.TarInfo("n")
print(repr(info).split(" at ")[0], info.get_info())
out = io.BytesIO()
with tarfile.open(fileobj=out, mode="w", pax_headers={"comment": "hi"}) as archive:
    info.mtime = 12.5
    archive.addfile(info)
out.seek(0)
with tarfile.open(fileobj=out) as archive:
    print(archive.pax_headers, archive.next().pax_headers, archive.next())
try:
    with tarfile.open(fileobj=io.BytesIO(), mode="w") as archive:
        info.size = 5
        archive.addfile(info, io.BytesIO(b"abc"))
except OSError as error:
    print(error)
print(tarfile.TarFile.format == tarfile.DEFAULT_FORMAT, tarfile.ENCODING)
for kind in (tarfile.ReadError, tarfile.StreamError, tarfile.ExtractError, tarfile.HeaderError,
             tarfile.CompressionError):
    print(kind.__name__, kind.__module__, kind.__mro__[1].__name__)
