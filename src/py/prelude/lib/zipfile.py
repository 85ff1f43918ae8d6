# zipfile.py - ZIP archives, stored and deflated, over zlib.
#
# An archive being read is indexed by its central directory; members are
# decompressed as a whole.  ZIP64 sizes are read; encryption is refused.
#
# SPDX-License-Identifier: Apache-2.0
"""ZIP archives."""
import io
import os
import posixpath
import stat
import time
import warnings
import zlib

__all__ = ["BadZipFile", "BadZipfile", "error", "ZIP_STORED",
           "ZIP_DEFLATED", "ZIP_BZIP2", "ZIP_LZMA", "is_zipfile", "ZipInfo",
           "ZipFile", "LargeZipFile", "Path"]

ZIP_STORED, ZIP_DEFLATED, ZIP_BZIP2, ZIP_LZMA = 0, 8, 12, 14
_NAMES = {0: "store", 8: "deflate", 12: "bzip2", 14: "lzma"}
ZIP64_LIMIT = 0x7FFFFFFF
_EARLIEST, _LATEST = (1980, 1, 1, 0, 0, 0), (2107, 12, 31, 23, 59, 59)


class BadZipFile(Exception):
    pass


class LargeZipFile(Exception):
    """The archive is too large for the plain format."""


error = BadZipfile = BadZipFile


def _n(data, pos, size):
    return int.from_bytes(data[pos:pos + size], "little")


def _b(value, size):
    return value.to_bytes(size, "little")


def is_zipfile(filename):
    """Does a file look like an archive?"""
    try:
        if hasattr(filename, "read"):
            filename.seek(0)
            return _find_end(filename.read()) >= 0
        with io.open(filename, "rb") as f:
            return _find_end(f.read()) >= 0
    except OSError:
        return False


def _find_end(data):
    """Where the end-of-archive record starts, or -1."""
    at = data.rfind(b"PK\005\006")
    return at if at >= 0 and len(data) - at >= 22 else -1


# Attributes that are 0 until something is known.
_ZERO = ("reserved", "flag_bits", "volume", "internal_attr", "external_attr",
         "compress_size", "file_size", "header_offset", "CRC")


class ZipInfo(object):
    """What an archive knows of one member."""

    def __init__(self, filename="NoName", date_time=(1980, 1, 1, 0, 0, 0)):
        self.orig_filename = filename
        self.filename = filename.partition("\0")[0]
        self.date_time = date_time
        if date_time[0] < 1980:
            raise ValueError("ZIP does not support timestamps before 1980")
        self.compress_type, self._compresslevel = ZIP_STORED, None
        self.create_system = 3  # Unix
        self.create_version = self.extract_version = 20
        self.comment = self.extra = b""
        for name in _ZERO:
            setattr(self, name, 0)

    def __repr__(self):
        kind, folder = self.compress_type, self.is_dir()
        mode, flags = divmod(self.external_attr, 1 << 16)
        squeezed = kind != ZIP_STORED or self.file_size != self.compress_size
        traits = [
            (True, "filename", repr(self.filename)),
            (kind != ZIP_STORED, "compress_type", _NAMES.get(kind, kind)),
            (mode, "filemode", repr(stat.filemode(mode))),
            (flags, "external_attr", f"{flags:#x}"),
            (not folder or self.file_size, "file_size", self.file_size),
            (squeezed and (not folder or self.compress_size),
             "compress_size", self.compress_size)]
        shown = [f"{name}={text}" for wanted, name, text in traits if wanted]
        return f"<{type(self).__name__} {' '.join(shown)}>"

    def is_dir(self):
        """Is the member a directory?"""
        return self.filename[-1:] == "/"

    @classmethod
    def from_file(cls, filename, arcname=None, *, strict_timestamps=True):
        """A ZipInfo for a file on disk."""
        path = os.fspath(filename)
        facts = os.stat(path)
        folder = stat.S_ISDIR(facts.st_mode)
        changed = tuple(time.localtime(facts.st_mtime)[:6])
        if not strict_timestamps:
            changed = min(max(changed, _EARLIEST), _LATEST)
        name = os.path.normpath(path if arcname is None else arcname)
        info = cls(name.lstrip("/") + "/" * folder, changed)
        info.external_attr = (facts.st_mode & 0xFFFF) << 16 | 0x10 * folder
        info.file_size = 0 if folder else facts.st_size
        return info

    def _dos_time(self):
        dt = self.date_time
        return (dt[3] << 11 | dt[4] << 5 | dt[5] // 2,
                (dt[0] - 1980) << 9 | dt[1] << 5 | dt[2])

    def _name_bytes(self):
        try:
            return self.filename.encode("ascii"), self.flag_bits
        except UnicodeEncodeError:
            return self.filename.encode("utf-8"), self.flag_bits | 0x800

    def _local(self):
        """The local file header."""
        name, flags = self._name_bytes()
        clock, date = self._dos_time()
        return (b"PK\003\004" + _b(self.extract_version, 2) + _b(flags, 2)
                + _b(self.compress_type, 2) + _b(clock, 2) + _b(date, 2)
                + _b(self.CRC, 4) + _b(self.compress_size, 4)
                + _b(self.file_size, 4) + _b(len(name), 2)
                + _b(len(self.extra), 2) + name + self.extra)

    def _central(self):
        """The entry of the central directory."""
        name, flags = self._name_bytes()
        clock, date = self._dos_time()
        return (b"PK\001\002" + bytes([self.create_version,
                                       self.create_system])
                + _b(self.extract_version, 2) + _b(flags, 2)
                + _b(self.compress_type, 2) + _b(clock, 2) + _b(date, 2)
                + _b(self.CRC, 4) + _b(self.compress_size, 4)
                + _b(self.file_size, 4) + _b(len(name), 2)
                + _b(len(self.extra), 2) + _b(len(self.comment), 2)
                + _b(0, 2) + _b(self.internal_attr, 2)
                + _b(self.external_attr, 4) + _b(self.header_offset, 4)
                + name + self.extra + self.comment)


def _compress(data, kind, level):
    if kind == ZIP_STORED:
        return data
    z = zlib.compressobj(-1 if level is None else level, zlib.DEFLATED, -15)
    return z.compress(data) + z.flush()


def _check_compression(kind):
    if kind in (ZIP_STORED, ZIP_DEFLATED):
        return
    if kind in (ZIP_BZIP2, ZIP_LZMA):
        raise RuntimeError("Compression requires the (missing) "
                           f"{'bz2' if kind == 12 else 'lzma'} module")
    raise NotImplementedError("That compression method is not supported")


class ZipExtFile(io.BytesIO):
    """A member opened for reading."""

    def __init__(self, data, info):
        super().__init__(data)
        self.name = info.filename
        self.mode = "r"
        self.newlines = None

    def writable(self):
        return False

    def write(self, b, /):
        raise io.UnsupportedOperation("write")


class _ZipWriteFile(io.BytesIO):
    """A member opened for writing; stored when closed."""

    def __init__(self, archive, info):
        super().__init__()
        self._archive = archive
        self._info = info

    def close(self):
        if not self.closed:
            data = self.getvalue()
            super().close()
            self._archive._store(self._info, data)
            self._archive._writing = False


class ZipFile:
    """An archive, read or written."""

    fp = None

    def __init__(self, file, mode="r", compression=ZIP_STORED,
                 allowZip64=True, compresslevel=None, *,
                 strict_timestamps=True, metadata_encoding=None):
        if mode not in ("r", "w", "x", "a"):
            raise ValueError("ZipFile requires mode 'r', 'w', 'x', or 'a'")
        _check_compression(compression)
        self.debug = 0
        self.NameToInfo = {}
        self.filelist = []
        self.compression = compression
        self.compresslevel = compresslevel
        self.mode = mode
        self.pwd = None
        self._comment = b""
        self._did_modify = False
        self._writing = False
        self._strict = strict_timestamps
        self._data = b""
        if isinstance(file, os.PathLike):
            file = os.fspath(file)
        if isinstance(file, str):
            self._own = True
            self.filename = file
            modes = {"r": "rb", "w": "w+b", "x": "x+b", "a": "r+b"}
            try:
                self.fp = io.open(file, modes[mode])
            except OSError:
                if mode != "a":
                    raise
                self.fp = io.open(file, "w+b")
        else:
            self._own = False
            self.fp = file
            self.filename = getattr(file, "name", None)
        try:
            self._start(mode)
        except BaseException:
            fp, self.fp = self.fp, None
            if self._own:
                fp.close()
            raise

    def _start(self, mode):
        if mode == "r":
            self._data = self.fp.read() if self._own else self._whole()
            self._read_directory()
        elif mode == "a":
            self._data = self._whole()
            if _find_end(self._data) >= 0:
                self._read_directory()
                self.fp.seek(self.start_dir)
                self.fp.truncate()
            else:
                self.fp.seek(0, 2)
                self.start_dir = self.fp.tell()
                self._did_modify = True
        else:
            self._did_modify = True
            try:
                self.start_dir = self.fp.tell()
            except (AttributeError, OSError):
                self.start_dir = 0

    def _whole(self):
        self.fp.seek(0)
        return self.fp.read()

    def _read_directory(self):
        data = self._data
        end = _find_end(data)
        if end < 0:
            raise BadZipFile("File is not a zip file")
        size, offset = _n(data, end + 12, 4), _n(data, end + 16, 4)
        count = _n(data, end + 10, 2)
        if data[end - 20:end - 16] == b"PK\006\007":
            big = data.rfind(b"PK\006\006", 0, end)
            if big >= 0:
                count = _n(data, big + 32, 8)
                size = _n(data, big + 40, 8)
                offset = _n(data, big + 48, 8)
                end = big
        self._comment = data[end + 22:end + 22 + _n(data, end + 20, 2)]
        shift = end - size - offset
        self.start_dir = pos = offset + shift
        if pos < 0:
            raise BadZipFile("Bad offset for central directory")
        for _ in range(count):
            if data[pos:pos + 4] != b"PK\001\002":
                raise BadZipFile("Bad magic number for central directory")
            pos = self._read_entry(data, pos, shift)

    def _read_entry(self, data, pos, shift):
        flags = _n(data, pos + 8, 2)
        name_len, extra_len, comment_len = (_n(data, pos + 28, 2),
                                            _n(data, pos + 30, 2),
                                            _n(data, pos + 32, 2))
        at = pos + 46
        raw = data[at:at + name_len]
        name = raw.decode("utf-8" if flags & 0x800 else "cp437")
        x = ZipInfo(name)
        x.create_version, x.create_system = data[pos + 4], data[pos + 5]
        x.extract_version = data[pos + 6]
        x.flag_bits = flags
        x.compress_type = _n(data, pos + 10, 2)
        t, d = _n(data, pos + 12, 2), _n(data, pos + 14, 2)
        x.date_time = ((d >> 9) + 1980, d >> 5 & 15, d & 31, t >> 11,
                       t >> 5 & 63, (t & 31) * 2)
        x.CRC = _n(data, pos + 16, 4)
        x.compress_size = _n(data, pos + 20, 4)
        x.file_size = _n(data, pos + 24, 4)
        x.internal_attr = _n(data, pos + 36, 2)
        x.external_attr = _n(data, pos + 38, 4)
        x.header_offset = _n(data, pos + 42, 4)
        at += name_len
        x.extra = data[at:at + extra_len]
        at += extra_len
        x.comment = data[at:at + comment_len]
        self._zip64(x)
        x.header_offset += shift
        self.filelist.append(x)
        self.NameToInfo[x.filename] = x
        return at + comment_len

    def _zip64(self, x):
        """Take 64-bit sizes from the extra field."""
        extra = x.extra
        while len(extra) >= 4:
            tag, size = _n(extra, 0, 2), _n(extra, 2, 2)
            if tag == 1:
                body = extra[4:4 + size]
                for name in ("file_size", "compress_size", "header_offset"):
                    if getattr(x, name) == 0xFFFFFFFF and len(body) >= 8:
                        setattr(x, name, _n(body, 0, 8))
                        body = body[8:]
            extra = extra[4 + size:]

    def __enter__(self):
        return self

    def __exit__(self, type, value, traceback):
        self.close()

    def __repr__(self):
        kind = type(self)
        if self.fp is None:
            state = "[closed]"
        elif self.filename is None:
            state = f"file={self.fp!r} mode={self.mode!r}"
        else:
            state = f"filename={self.filename!r} mode={self.mode!r}"
        return f"<{kind.__module__}.{kind.__qualname__} {state}>"

    @property
    def comment(self):
        """The comment of the archive."""
        return self._comment

    @comment.setter
    def comment(self, comment):
        _must_be_bytes("comment", comment)
        self._comment, self._did_modify = comment[:0xFFFF], True

    def namelist(self):
        """The names of all members."""
        return [info.filename for info in self.filelist]

    def infolist(self):
        """A ZipInfo for each member."""
        return self.filelist

    def printdir(self, file=None):
        """Print the members."""
        print("%-46s %19s %12s" % ("File Name", "Modified    ", "Size"),
              file=file)
        for info in self.filelist:
            date = "%d-%02d-%02d %02d:%02d:%02d" % info.date_time[:6]
            print("%-46s %s %12d" % (info.filename, date, info.file_size),
                  file=file)

    def testzip(self):
        """The first member that is damaged, or None."""
        for info in self.filelist:
            try:
                self.read(info)
            except BadZipFile:
                return info.filename
        return None

    def getinfo(self, name):
        """The ZipInfo of a member."""
        info = self.NameToInfo.get(name)
        if info is None:
            raise KeyError("There is no item named %r in the archive"
                           % name)
        return info

    def setpassword(self, pwd):
        """The password for encrypted members."""
        if pwd:
            _must_be_bytes("pwd", pwd)
        self.pwd = pwd or None

    def read(self, name, pwd=None):
        """The contents of a member."""
        info = name if isinstance(name, ZipInfo) else self.getinfo(name)
        if not self.fp:
            raise ValueError("Attempt to use ZIP archive that was already "
                             "closed")
        if self.mode != "r":
            self.fp.seek(0)
            data = self.fp.read()
            self.fp.seek(0, 2)
        else:
            data = self._data
        at = info.header_offset
        if data[at:at + 4] != b"PK\003\004":
            raise BadZipFile("Bad magic number for file header")
        if info.flag_bits & 1:
            raise RuntimeError("File %r is encrypted, password required for "
                               "extraction" % info.filename)
        begin = at + 30 + _n(data, at + 26, 2) + _n(data, at + 28, 2)
        raw = data[begin:begin + info.compress_size]
        _check_compression(info.compress_type)
        if info.compress_type == ZIP_DEFLATED:
            stream = zlib.decompressobj(-15)  # an end that is missing shows as bad CRC
            raw = stream.decompress(raw) + stream.flush()
        if zlib.crc32(raw) != info.CRC:
            raise BadZipFile("Bad CRC-32 for file %r" % info.filename)
        return raw

    def open(self, name, mode="r", pwd=None, *, force_zip64=False):
        """A stream of a member."""
        if mode not in {"r", "w"}:
            raise ValueError('open() requires mode "r" or "w"')
        if not self.fp:
            raise ValueError("Attempt to use ZIP archive that was already "
                             "closed")
        if mode == "w":
            known = isinstance(name, ZipInfo)
            info = name if known else self._new_info(name)
            self._check_write(info)
            self._writing = True
            return _ZipWriteFile(self, info)
        info = name if isinstance(name, ZipInfo) else self.getinfo(name)
        return ZipExtFile(self.read(info), info)

    def _new_info(self, name):
        """A ZipInfo for a new file, with the archive's options."""
        info = ZipInfo(name, time.localtime()[:6])
        info.compress_type = self.compression
        info._compresslevel = self.compresslevel
        info.external_attr = 0o600 << 16
        return info

    def extract(self, member, path=None, pwd=None):
        """Write a member to disk; return its path."""
        path = os.getcwd() if path is None else os.fspath(path)
        return self._extract_member(member, path)

    def extractall(self, path=None, members=None, pwd=None):
        """Write members to disk, all unless told."""
        path = os.getcwd() if path is None else os.fspath(path)
        for member in self.namelist() if members is None else members:
            self._extract_member(member, path)

    def _extract_member(self, member, target):
        if not isinstance(member, ZipInfo):
            member = self.getinfo(member)
        name = member.filename.replace("/", os.path.sep)
        name = os.path.splitdrive(name)[1]
        name = os.path.sep.join(x for x in name.split(os.path.sep)
                                if x not in ("", ".", ".."))
        target = os.path.normpath(os.path.join(target, name))
        above = os.path.dirname(target)
        if above and not os.path.exists(above):
            os.makedirs(above)
        if member.is_dir():
            if not os.path.isdir(target):
                os.mkdir(target)
            return target
        with io.open(target, "wb") as f:
            f.write(self.read(member))
        return target

    def _check_write(self, info):
        if info.filename in self.NameToInfo:
            _warn_duplicate(info.filename)
        if self.mode not in ("w", "x", "a"):
            raise ValueError("write() requires mode 'w', 'x', or 'a'")
        if not self.fp:
            raise ValueError("Attempt to write ZIP archive that was already "
                             "closed")
        _check_compression(info.compress_type)

    def _store(self, info, data):
        """Append a member to the archive."""
        self._did_modify = True
        if not info.external_attr:
            info.external_attr = 0o600 << 16
        info.file_size = len(data)
        info.CRC = zlib.crc32(data)
        raw = _compress(data, info.compress_type, info._compresslevel)
        info.compress_size = len(raw)
        self.fp.seek(self.start_dir)
        info.header_offset = self.start_dir
        self.fp.write(info._local())
        self.fp.write(raw)
        self.start_dir = self.fp.tell()
        self.filelist.append(info)
        self.NameToInfo[info.filename] = info

    def write(self, filename, arcname=None, compress_type=None,
              compresslevel=None):
        """Add a file from disk."""
        if not self.fp:
            raise ValueError("Attempt to write to ZIP archive that was "
                             "already closed")
        if self._writing:
            raise ValueError("Can't write to ZIP archive while an open "
                             "writing handle exists")
        info = ZipInfo.from_file(filename, arcname,
                                 strict_timestamps=self._strict)
        if info.is_dir():
            self._check_write(info)
            self._store(info, b"")
            return
        info.compress_type = (self.compression if compress_type is None
                              else compress_type)
        info._compresslevel = (self.compresslevel if compresslevel is None
                               else compresslevel)
        self._check_write(info)
        with io.open(filename, "rb") as f:
            self._store(info, f.read())

    def writestr(self, zinfo_or_arcname, data, compress_type=None,
                 compresslevel=None):
        """Add a member with these contents."""
        if isinstance(data, str):
            data = data.encode("utf-8")
        info = zinfo_or_arcname
        if not isinstance(info, ZipInfo):
            info = self._new_info(info)
            if info.is_dir():
                info.external_attr = 0o40775 << 16 | 0x10
        if not self.fp:
            raise ValueError("Attempt to write to ZIP archive that was "
                             "already closed")
        if self._writing:
            raise ValueError("Can't write to ZIP archive while an open "
                             "writing handle exists.")
        if compress_type is not None:
            info.compress_type = compress_type
        if compresslevel is not None:
            info._compresslevel = compresslevel
        self._check_write(info)
        self._store(info, bytes(data))

    def mkdir(self, zinfo_or_directory_name, mode=511):
        """Add a directory."""
        name = zinfo_or_directory_name
        if not isinstance(name, ZipInfo):
            info = ZipInfo(name if name.endswith("/") else name + "/")
            info.external_attr = ((0o40000 | mode) & 0xFFFF) << 16 | 0x10
        else:
            info = name
        self._check_write(info)
        self._store(info, b"")

    def close(self):
        """Write the list of members and close."""
        if self.fp is None:
            return
        if self._writing:
            raise ValueError("Can't close the ZIP file while there is an "
                             "open writing handle on it. Close the writing "
                             "handle before closing the zip.")
        try:
            if self.mode in ("w", "x", "a") and self._did_modify or (
                    self.mode == "a"):
                self.fp.seek(self.start_dir)
                directory = b"".join(x._central() for x in self.filelist)
                count = len(self.filelist)
                self.fp.write(directory)
                self.fp.write(b"PK\005\006" + _b(0, 4) + _b(count, 2) * 2
                              + _b(len(directory), 4)
                              + _b(self.start_dir, 4)
                              + _b(len(self._comment), 2) + self._comment)
                if self.mode == "a":
                    self.fp.truncate()
                self.fp.flush()
        finally:
            fp, self.fp = self.fp, None
            if self._own:
                fp.close()


def _must_be_bytes(what, value):
    if not isinstance(value, bytes):
        raise TypeError(f"{what}: expected bytes, got "
                        f"{type(value).__name__}")


def _warn_duplicate(name):
    warnings.warn("Duplicate name: %r" % name, stacklevel=4)


class Path:
    """A path inside an archive, much like pathlib.Path."""

    def __init__(self, root, at=""):
        self.root = root if isinstance(root, ZipFile) else ZipFile(root)
        self.at = at

    def _names(self):
        names = dict.fromkeys(self.root.namelist())
        for name in list(names):
            above = posixpath.dirname(name.rstrip("/"))
            while above and above + "/" not in names:
                names[above + "/"] = None
                above = posixpath.dirname(above)
        return names

    def __truediv__(self, add):
        return self.joinpath(add)

    def joinpath(self, *other):
        at = posixpath.join(self.at, *other)
        if at not in self._names() and at + "/" in self._names():
            at += "/"
        return Path(self.root, at)

    def open(self, mode="r", *args, pwd=None, **kwargs):
        if self.is_dir():
            raise IsADirectoryError(self)
        if not self.exists() and mode[0] == "r":
            raise FileNotFoundError(self)
        stream = self.root.open(self.at, mode[0], pwd=pwd)
        if "b" in mode:
            return stream
        return io.TextIOWrapper(stream, *args, **kwargs)

    def read_text(self, *args, **kwargs):
        with self.open("r", *args, **kwargs) as f:
            return f.read()

    def read_bytes(self):
        with self.open("rb") as f:
            return f.read()

    @property
    def name(self):
        return posixpath.basename(self.at.rstrip("/"))

    @property
    def parent(self):
        above = posixpath.dirname(self.at.rstrip("/"))
        return Path(self.root, above + "/" if above else "")

    def is_dir(self):
        return not self.at or self.at.endswith("/")

    def is_file(self):
        return self.exists() and not self.is_dir()

    def exists(self):
        return not self.at or self.at in self._names()

    def iterdir(self):
        if not self.is_dir():
            raise ValueError("Can't listdir a file")
        for name in self._names():
            if posixpath.dirname(name.rstrip("/")) == self.at.rstrip("/"):
                yield Path(self.root, name)

    def __str__(self):
        return posixpath.join(self.root.filename or ":zipfile:", self.at)

    def __repr__(self):
        return (f"{self.__class__.__name__}({self.root.filename!r}, "
                f"{self.at!r})")
