# tarfile.py - tar archives, plain or compressed by gzip.
#
# An archive that is compressed, or comes as a stream, is read as a whole when
# it is opened.  Owners are not restored: a session has none.
#
# SPDX-License-Identifier: Apache-2.0
"""Tar archives."""
import builtins
import copy
import gzip
import io
import os
import stat
import sys
import time
import zlib

from _tar_filter import (
    BY_NAME, AbsoluteLinkError, AbsolutePathError, FilterError,
    LinkOutsideDestinationError, OutsideDestinationError, SpecialFileError,
    data_filter, fully_trusted_filter, tar_filter)
from _tar_header import (
    AREGTYPE, BLKTYPE, BLOCKSIZE, CHRTYPE, CONTTYPE, DEFAULT_FORMAT, DIRTYPE,
    ENCODING, FIFOTYPE, GNU_FORMAT, GNU_TYPES, GNUTYPE_LONGLINK,
    GNUTYPE_LONGNAME, GNUTYPE_SPARSE, LNKTYPE, PAX_FORMAT, RECORDSIZE,
    REGTYPE, REGULAR_TYPES, SOLARIS_XHDTYPE, SUPPORTED_TYPES, SYMTYPE,
    USTAR_FORMAT, XGLTYPE, XHDTYPE, CompressionError, EmptyHeaderError,
    EOFHeaderError, ExtractError, HeaderError, InvalidHeaderError, ReadError,
    StreamError, TarError, TarInfo, TruncatedHeaderError, read_pax)

__all__ = ["TarFile", "TarInfo", "is_tarfile", "TarError", "ReadError",
           "CompressionError", "StreamError", "ExtractError", "HeaderError",
           "ENCODING", "USTAR_FORMAT", "GNU_FORMAT", "PAX_FORMAT",
           "DEFAULT_FORMAT", "open", "fully_trusted_filter", "data_filter",
           "tar_filter", "FilterError", "AbsoluteLinkError",
           "OutsideDestinationError", "SpecialFileError", "AbsolutePathError",
           "LinkOutsideDestinationError"]

_EXTENDING = XHDTYPE, XGLTYPE, SOLARIS_XHDTYPE, GNUTYPE_LONGNAME, GNUTYPE_LONGLINK


class ExFileObject(io.BytesIO):
    """The content of an entry, to be read."""

    mode = "r"

    def __init__(self, tarfile, tarinfo):
        super().__init__(tarfile._data_of(tarinfo))
        self.name = tarinfo.name

    def writable(self):
        return False

    def write(self, data, /):
        raise io.UnsupportedOperation("write")


def _blocks(size):
    """The bytes that `size` bytes take in an archive."""
    return -(-size // BLOCKSIZE) * BLOCKSIZE


class TarFile:
    """An archive, open for reading or for writing."""

    debug = 0
    dereference = False
    ignore_zeros = False
    errorlevel = 1
    format = DEFAULT_FORMAT
    encoding = ENCODING
    errors = None
    tarinfo = TarInfo
    fileobject = ExFileObject
    extraction_filter = None
    OPEN_METH = {"tar": "taropen", "gz": "gzopen", "bz2": "bz2open",
                 "xz": "xzopen"}

    def __init__(self, name=None, mode="r", fileobj=None, format=None,
                 tarinfo=None, dereference=None, ignore_zeros=None,
                 encoding=None, errors="surrogateescape", pax_headers=None,
                 debug=None, errorlevel=None, copybufsize=None):
        if mode not in ("r", "a", "w", "x"):
            raise ValueError("mode must be 'r', 'a', 'w' or 'x'")
        given = {"format": format, "tarinfo": tarinfo,
                 "dereference": dereference, "ignore_zeros": ignore_zeros,
                 "encoding": encoding, "debug": debug,
                 "errorlevel": errorlevel}
        for key, value in given.items():
            if value is not None:
                setattr(self, key, value)
        self.mode, self.errors = mode, errors
        self._mode = {"r": "rb", "a": "r+b", "w": "wb", "x": "xb"}[mode]
        self._open_file(name, fileobj)
        self.pax_headers = dict(pax_headers or {}) \
            if self.format == PAX_FORMAT else {}
        self.closed = self._loaded = False
        self.members, self.inodes = [], {}
        self.offset, self._global = self.fileobj.tell(), {}
        self.firstmember = None
        try:
            self._begin()
        except BaseException:
            if not self._extfileobj:
                self.fileobj.close()
            self.closed = True
            raise

    def _open_file(self, name, fileobj):
        self._extfileobj = fileobj is not None
        if fileobj is None:
            if self.mode == "a" and not os.path.exists(name):
                self._mode = "wb"
            fileobj = builtins.open(name, self._mode)
        elif name is None and isinstance(getattr(fileobj, "name", None),
                                         (str, bytes)):
            name = fileobj.name
        self.name = os.path.abspath(name) if name else None
        self.fileobj = fileobj

    def _begin(self):
        if self.mode == "r":
            self.firstmember = self.next()
        elif self.mode == "a":
            while self.next() is not None:
                pass
            self.fileobj.seek(self.offset)
        elif self.pax_headers:
            buf = self.tarinfo.create_pax_global_header(self.pax_headers)
            self.fileobj.write(buf)
            self.offset += len(buf)
        self._loaded = self.mode != "r"

    # ------------------------------------------------------------------ opening

    @classmethod
    def open(cls, name=None, mode="r", fileobj=None, bufsize=RECORDSIZE,
             **kwargs):
        """Open an archive; the mode tells how it is compressed."""
        if not name and not fileobj:
            raise ValueError("nothing to open")
        if mode in ("r", "r:*"):
            return cls._open_any(name, fileobj, kwargs)
        mark = ":" if ":" in mode else "|" if "|" in mode else ""
        if mark:
            way, _, kind = mode.partition(mark)
            way, kind = way or "r", kind or "tar"
            if mark == "|":
                return cls._open_stream(name, way, kind, fileobj, kwargs)
            if kind not in cls.OPEN_METH:
                raise CompressionError(f"unknown compression type {kind!r}")
            return getattr(cls, cls.OPEN_METH[kind])(name, way, fileobj, **kwargs)
        if mode in ("a", "w", "x"):
            return cls.taropen(name, mode, fileobj, **kwargs)
        raise ValueError("undiscernible mode")

    @classmethod
    def _open_any(cls, name, fileobj, kwargs):
        start = fileobj.tell() if fileobj is not None else 0
        tried = []
        for kind in sorted(cls.OPEN_METH, key=lambda kind: kind == "tar",
                           reverse=True):
            try:
                return getattr(cls, cls.OPEN_METH[kind])(name, "r", fileobj,
                                                         **kwargs)
            except (ReadError, CompressionError) as error:
                tried.append(f"- method {kind}: {error!r}")
                if fileobj is not None:
                    fileobj.seek(start)
        raise ReadError("file could not be opened successfully:\n"
                        + "\n".join(tried))

    @classmethod
    def _open_stream(cls, name, way, kind, fileobj, kwargs):
        if way not in ("r", "w"):
            raise ValueError("mode must be 'r' or 'w'")
        if way == "r":
            source = fileobj or builtins.open(name, "rb")
            data = io.BytesIO(source.read())
            if fileobj is None:
                source.close()
            mode = "r" if kind == "*" else f"r:{kind}"
            return cls.open(name, mode, data, **kwargs)
        return cls.open(name, f"w:{kind}", fileobj, **kwargs)

    @classmethod
    def taropen(cls, name, mode="r", fileobj=None, **kwargs):
        """Open an archive that is not compressed."""
        if mode not in ("r", "a", "w", "x"):
            raise ValueError("mode must be 'r', 'a', 'w' or 'x'")
        return cls(name, mode, fileobj, **kwargs)

    @classmethod
    def gzopen(cls, name, mode="r", fileobj=None, compresslevel=9, **kwargs):
        """Open an archive compressed by gzip."""
        if mode not in ("r", "w", "x"):
            raise ValueError("mode must be 'r', 'w' or 'x'")
        try:
            packed = gzip.GzipFile(name, mode + "b", compresslevel, fileobj)
        except OSError as error:
            if fileobj is not None and mode == "r":
                raise ReadError("not a gzip file") from error
            raise
        try:
            archive = cls.taropen(name, mode, packed, **kwargs)
        except (OSError, EOFError, zlib.error) as error:
            packed.close()
            if mode == "r":
                raise ReadError("not a gzip file") from error
            raise
        except BaseException:
            packed.close()
            raise
        archive._extfileobj = False
        return archive

    @classmethod
    def bz2open(cls, name, mode="r", fileobj=None, compresslevel=9, **kwargs):
        """bzip2 is not known here."""
        raise CompressionError("bz2 module is not available")

    @classmethod
    def xzopen(cls, name, mode="r", fileobj=None, preset=None, **kwargs):
        """xz is not known here."""
        raise CompressionError("lzma module is not available")

    def close(self):
        """Write the end of the archive and close its file."""
        if self.closed:
            return
        self.closed = True
        try:
            if self.mode != "r":
                self.fileobj.write(bytes(2 * BLOCKSIZE))
                self.offset += 2 * BLOCKSIZE
                self.fileobj.write(bytes(-self.offset % RECORDSIZE))
        finally:
            if not self._extfileobj:
                self.fileobj.close()

    def __enter__(self):
        self._check()
        return self

    def __exit__(self, kind, value, traceback):
        if kind is None:
            self.close()
            return
        if not self._extfileobj:
            self.fileobj.close()
        self.closed = True

    def _check(self, modes=None):
        if self.closed:
            raise OSError(f"{type(self).__name__} is closed")
        if modes is not None and self.mode not in modes:
            raise OSError(f"bad operation for mode {self.mode!r}")

    # ------------------------------------------------------------------ reading

    def _header_at(self, offset):
        """The header at a place: of an entry, or of what tells about one."""
        self.fileobj.seek(offset)
        buf = self.fileobj.read(BLOCKSIZE)
        info = self.tarinfo.frombuf(buf, self.encoding, self.errors)
        info.tarfile = self
        info.offset = offset
        info.offset_data = offset + BLOCKSIZE
        return info

    def _entry_at(self, offset):
        """The entry at a place, and where the one behind it starts."""
        headers, known = {}, {}
        first = offset
        info = self._header_at(offset)
        while info.type in _EXTENDING:
            data = self._data_of(info)
            if info.type == GNUTYPE_LONGNAME:
                known["name"] = data.rstrip(b"\0").decode(self.encoding, self.errors)
            elif info.type == GNUTYPE_LONGLINK:
                known["linkname"] = data.rstrip(b"\0").decode(self.encoding, self.errors)
            elif info.type == XGLTYPE:
                self.pax_headers.update(read_pax(data))
            else:
                headers = read_pax(data)
            offset = info.offset_data + _blocks(info.size)
            try:
                info = self._header_at(offset)
            except HeaderError as error:
                raise ReadError(f"missing or bad subsequent header: {error}"
                                ) from None
        info.offset = first
        if headers or self.pax_headers:
            info.apply_pax({**self.pax_headers, **headers})
        for key, value in known.items():
            setattr(info, key, value.rstrip("/") if info.isdir() else value)
        held = info.size if info.isreg() or info.type not in SUPPORTED_TYPES else 0
        return info, info.offset_data + _blocks(held)

    def _data_of(self, info):
        self.fileobj.seek(info.offset_data)
        data = self.fileobj.read(info.size)
        if len(data) != info.size:
            raise ReadError("unexpected end of data")
        return data

    def next(self):
        """The next entry, None at the end."""
        self._check("ra")
        if self.firstmember is not None:
            found, self.firstmember = self.firstmember, None
            return found
        while True:
            try:
                info, behind = self._entry_at(self.offset)
            except (EOFHeaderError, InvalidHeaderError) as error:
                if self.ignore_zeros:
                    self.offset += BLOCKSIZE
                    continue
                if isinstance(error, InvalidHeaderError) and self.offset == 0:
                    raise ReadError(str(error)) from None
                info = None
            except EmptyHeaderError:
                if self.offset == 0:
                    raise ReadError("empty file") from None
                info = None
            except TruncatedHeaderError as error:
                if self.offset == 0:
                    raise ReadError(str(error)) from None
                info = None
            break
        if info is None:
            self._loaded = True
            return None
        self.offset = behind
        self.members.append(info)
        return info

    def getmembers(self):
        """All entries, in the order of the archive."""
        self._check()
        if not self._loaded:
            self.firstmember = None
            while self.next() is not None:
                pass
        return self.members

    def getnames(self):
        """The names of all entries."""
        return [info.name for info in self.getmembers()]

    def getmember(self, name):
        """The last entry of this name."""
        info = self._find(name.rstrip("/"))
        if info is None:
            raise KeyError(f"filename {name!r} not found")
        return info

    def _find(self, name, before=None):
        members = self.getmembers()
        if before is not None:
            members = members[:members.index(before)]
        for info in reversed(members):
            if info.name == name:
                return info
        return None

    def __iter__(self):
        if self._loaded:
            yield from self.members
            return
        at = 0
        if self.firstmember is not None:
            yield self.next()
            at = 1
        while True:
            if at < len(self.members):
                info = self.members[at]
            elif self._loaded or (info := self.next()) is None:
                return
            at += 1
            yield info

    def list(self, verbose=True, *, members=None):
        """Print a table of contents."""
        self._check()
        for info in self if members is None else members:
            print(_line_of(info) if verbose
                  else info.name + ("/" if info.isdir() else ""), end=" \n")

    def extractfile(self, member):
        """The content of an entry as a file; None for what has none."""
        self._check("r")
        info = self.getmember(member) if isinstance(member, str) else member
        if info.isreg() or info.type not in SUPPORTED_TYPES:
            return self.fileobject(self, info)
        if info.islnk() or info.issym():
            return self.extractfile(self._target_of(info))
        return None

    def _target_of(self, info):
        if info.issym():
            name = os.path.normpath("/".join(filter(
                None, (os.path.dirname(info.name), info.linkname))))
            found = self._find(name)
        else:
            found = self._find(os.path.normpath(info.linkname), before=info)
        if found is None:
            raise KeyError(f"linkname {info.linkname!r} not found")
        return found

    # --------------------------------------------------------------- unpacking

    def extractall(self, path=".", members=None, *, numeric_owner=False,
                   filter=None):
        """Unpack all entries, or those given."""
        chosen = self._filter_of(filter)
        folders = []
        for member in self if members is None else members:
            info = self._filtered(member, chosen, path)
            if info is None:
                continue
            if info.isdir():
                folders.append(info)
            self._unpack(info, path, set_attrs=not info.isdir())
        folders.sort(key=lambda info: info.name, reverse=True)
        for info in folders:
            self._set_attributes(info, os.path.join(path, info.name))

    def extract(self, member, path="", set_attrs=True, *, numeric_owner=False,
                filter=None):
        """Unpack one entry."""
        info = self._filtered(member, self._filter_of(filter), path)
        if info is not None:
            self._unpack(info, path, set_attrs)

    def _filter_of(self, filter):
        if filter is None:
            filter = self.extraction_filter or fully_trusted_filter
        if callable(filter):
            return filter
        if filter not in BY_NAME:
            raise ValueError(f"filter {filter!r} not found")
        return BY_NAME[filter]

    def _filtered(self, member, chosen, path):
        self._check("r")
        info = self.getmember(member) if isinstance(member, str) else member
        try:
            return chosen(info, path)
        except (OSError, FilterError) as error:
            if self.errorlevel > 0:
                raise
            self._dbg(1, f"tarfile: {error}")
        return None

    def _dbg(self, level, message):
        if level <= self.debug:
            print(message, file=sys.stderr)

    def _unpack(self, info, path, set_attrs):
        target = os.path.join(path, info.name.rstrip("/"))
        try:
            self._make(info, target, path)
            if set_attrs and not info.issym():
                self._set_attributes(info, target)
        except OSError as error:
            if self.errorlevel > 0:
                raise
            self._dbg(1, f"tarfile: {error}")

    def _make(self, info, target, path):
        folder = os.path.dirname(target)
        if folder and not os.path.exists(folder):
            os.makedirs(folder)
        if info.isdir():
            if not os.path.isdir(target):
                os.mkdir(target)
        elif info.issym():
            if os.path.lexists(target):
                os.unlink(target)
            os.symlink(info.linkname, target)
        elif info.islnk():
            with builtins.open(os.path.join(path, info.linkname), "rb") as file:
                data = file.read()
            with builtins.open(target, "wb") as out:
                out.write(data)
        elif info.isdev():
            raise ExtractError("special files cannot be made here")
        else:
            with builtins.open(target, "wb") as out:
                out.write(self._data_of(info))

    def _set_attributes(self, info, target):
        try:
            if info.mode is not None:
                os.chmod(target, info.mode)
            if info.mtime is not None:
                os.utime(target, (info.mtime, info.mtime))
        except OSError as error:
            if self.errorlevel > 1:
                raise ExtractError(f"could not set the attributes: {error}"
                                   ) from None

    # ----------------------------------------------------------------- writing

    def gettarinfo(self, name=None, arcname=None, fileobj=None):
        """The entry that would stand for a file."""
        self._check("awx")
        if fileobj is not None:
            name = fileobj.name
        arcname = os.fspath(name if arcname is None else arcname)
        arcname = os.path.splitdrive(arcname)[1].replace(os.sep, "/").lstrip("/")
        info = self.tarinfo()
        info.tarfile = self
        if fileobj is not None:
            found = os.fstat(fileobj.fileno())
        else:
            found = os.stat(name) if self.dereference else os.lstat(name)
        kind = found.st_mode
        if stat.S_ISREG(kind):
            info.type = REGTYPE
        elif stat.S_ISDIR(kind):
            info.type = DIRTYPE
        elif stat.S_ISLNK(kind):
            info.type, info.linkname = SYMTYPE, os.readlink(name)
        else:
            return None
        info.name, info.mode = arcname, kind
        info.uid, info.gid = found.st_uid, found.st_gid
        info.size = found.st_size if info.isreg() else 0
        info.mtime = found.st_mtime
        return info

    def add(self, name, arcname=None, recursive=True, *, filter=None):
        """Put a file or a whole tree into the archive."""
        self._check("awx")
        if arcname is None:
            arcname = name
        if self.name is not None and os.path.abspath(name) == self.name:
            return
        info = self.gettarinfo(name, arcname)
        if info is None:
            return
        if filter is not None:
            info = filter(info)
            if info is None:
                return
        if info.isreg():
            with builtins.open(name, "rb") as file:
                self.addfile(info, file)
            return
        self.addfile(info)
        if info.isdir() and recursive:
            for entry in sorted(os.listdir(name)):
                self.add(os.path.join(name, entry),
                         os.path.join(arcname, entry), recursive, filter=filter)

    def addfile(self, tarinfo, fileobj=None):
        """Put one entry into the archive, with content from a file."""
        self._check("awx")
        tarinfo = copy.copy(tarinfo)
        data = b""
        if fileobj is not None:
            data = fileobj.read(tarinfo.size)
            if len(data) < tarinfo.size:
                raise OSError("unexpected end of data")
        buf = tarinfo.tobuf(self.format, self.encoding, self.errors)
        self.fileobj.write(buf)
        self.offset += len(buf)
        if data:
            self.fileobj.write(data)
            self.fileobj.write(bytes(-len(data) % BLOCKSIZE))
            self.offset += _blocks(len(data))
        self.members.append(tarinfo)


def _line_of(info):
    """One line of a long listing."""
    owner = f"{info.uname or info.uid}/{info.gname or info.gid}"
    size = f"{info.devmajor},{info.devminor}" if info.ischr() or info.isblk() \
        else info.size
    when = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(info.mtime))
    line = (f"{stat.filemode(info.kind_bits() | info.mode)} {owner} {size:>10} "
            f"{when} {info.name}{'/' if info.isdir() else ''}")
    if info.issym():
        line += f" -> {info.linkname}"
    if info.islnk():
        line += f" link to {info.linkname}"
    return line


def is_tarfile(name):
    """Can a file be read as an archive?"""
    try:
        if hasattr(name, "read"):
            start = name.tell()
            open(fileobj=name)
            name.seek(start)
        else:
            open(name).close()
    except TarError:
        return False
    return True


open = TarFile.open
