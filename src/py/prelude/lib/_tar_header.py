# _tar_header.py - one entry of a tar archive, as an object and as blocks.
#
# Written are the POSIX forms: ustar where everything fits into its fields, and
# a pax record in front of it where something does not.  GNU's long names are
# written on request and always read.
#
# SPDX-License-Identifier: Apache-2.0
"""Entries of tar archives."""
import stat

BLOCKSIZE = 512
RECORDSIZE = BLOCKSIZE * 20
USTAR_FORMAT, GNU_FORMAT, PAX_FORMAT = 0, 1, 2
DEFAULT_FORMAT = PAX_FORMAT
ENCODING = "utf-8"

REGTYPE, AREGTYPE, LNKTYPE, SYMTYPE = b"0", b"\0", b"1", b"2"
CHRTYPE, BLKTYPE, DIRTYPE, FIFOTYPE, CONTTYPE = b"3", b"4", b"5", b"6", b"7"
GNUTYPE_LONGNAME, GNUTYPE_LONGLINK, GNUTYPE_SPARSE = b"L", b"K", b"S"
XHDTYPE, XGLTYPE, SOLARIS_XHDTYPE = b"x", b"g", b"X"
REGULAR_TYPES = REGTYPE, AREGTYPE, CONTTYPE, GNUTYPE_SPARSE
SUPPORTED_TYPES = (REGTYPE, AREGTYPE, LNKTYPE, SYMTYPE, DIRTYPE, FIFOTYPE,
                   CONTTYPE, CHRTYPE, BLKTYPE, GNUTYPE_LONGNAME,
                   GNUTYPE_LONGLINK, GNUTYPE_SPARSE)
GNU_TYPES = GNUTYPE_LONGNAME, GNUTYPE_LONGLINK, GNUTYPE_SPARSE

_KINDS = {SYMTYPE: stat.S_IFLNK, DIRTYPE: stat.S_IFDIR, CHRTYPE: stat.S_IFCHR,
          BLKTYPE: stat.S_IFBLK, FIFOTYPE: stat.S_IFIFO}
_TEXT_FIELDS = {"path": 100, "linkpath": 100, "uname": 32, "gname": 32}
_NUMBER_FIELDS = {"uid": 8, "gid": 8, "size": 12, "mtime": 12}
_ATTRIBUTES = {"path": "name", "linkpath": "linkname"}


class TarError(Exception):
    """Something is wrong with an archive."""


class ExtractError(TarError):
    """An entry could not be unpacked."""


class ReadError(TarError):
    """A file is not an archive that can be read."""


class CompressionError(TarError):
    """An archive is compressed in a way that is not known here."""


class StreamError(TarError):
    """A stream cannot do what was asked for."""


class HeaderError(TarError):
    """A header cannot be read."""


class EmptyHeaderError(HeaderError):
    """There is no header, the file is over."""


class TruncatedHeaderError(HeaderError):
    """The file ends within a header."""


class EOFHeaderError(HeaderError):
    """A block of zeros, which ends an archive."""


class InvalidHeaderError(HeaderError):
    """A block is not a header."""


for _error in (TarError, ExtractError, ReadError, CompressionError,
               StreamError, HeaderError, EmptyHeaderError,
               TruncatedHeaderError, EOFHeaderError, InvalidHeaderError):
    _error.__module__ = "tarfile"


# -------------------------------------------------------------------- fields


def _padded(data):
    return data + bytes(-len(data) % BLOCKSIZE)


def _text_field(text, width, encoding, errors):
    return text.encode(encoding, errors)[:width].ljust(width, b"\0")


def _number_field(value, width, format):
    """Octal digits, or GNU's binary form for what they cannot say."""
    value = int(value)
    if 0 <= value < 8 ** (width - 1):
        return b"%0*o\0" % (width - 1, value)
    if format != GNU_FORMAT or not -256 ** (width - 1) <= value < 256 ** (width - 1):
        raise ValueError("overflow in number field")
    return (value % 256 ** width | 0x80 << 8 * (width - 1)).to_bytes(width, "big")


def _read_text(field, encoding, errors):
    return field.partition(b"\0")[0].decode(encoding, errors)


def _read_number(field):
    if field[0] in (0x80, 0xFF):
        value = int.from_bytes(field[1:], "big")
        return value - 256 ** (len(field) - 1) if field[0] == 0xFF else value
    digits = field.partition(b"\0")[0].decode("ascii", "replace").strip()
    try:
        return int(digits or "0", 8)
    except ValueError:
        raise InvalidHeaderError("invalid header") from None


def _checksums(block):
    """The sums of a header's bytes, unsigned and signed, without their field."""
    rest = block[:148] + block[156:]
    total = sum(rest) + 256
    return total, total - 256 * sum(byte > 127 for byte in rest)


def _pax_record(key, value):
    """'LENGTH KEY=VALUE', where the length counts its own digits."""
    body = b" " + key + b"=" + value + b"\n"
    length = len(body)
    while length != len(body) + len(str(length)):
        length = len(body) + len(str(length))
    return str(length).encode() + body


def read_pax(data):
    """The keywords of a pax header."""
    found = {}
    while data.strip(b"\0"):
        length, space, rest = data.partition(b" ")
        if not space or not length.isdigit():
            raise InvalidHeaderError("invalid header")
        key, _, value = data[len(length) + 1:int(length) - 1].partition(b"=")
        if int(length) < 5 or not _:
            raise InvalidHeaderError("invalid header")
        found[key.decode(ENCODING)] = value.decode(ENCODING, "surrogateescape")
        data = data[int(length):]
    return found


# --------------------------------------------------------------------- entry


class TarInfo:
    """What an archive says about one of its entries."""

    __module__ = "tarfile"
    __slots__ = ("name", "mode", "uid", "gid", "size", "mtime", "chksum",
                 "type", "linkname", "uname", "gname", "devmajor", "devminor",
                 "offset", "offset_data", "pax_headers", "sparse",
                 "_sparse_structs", "_link_target", "tarfile")

    def __init__(self, name=""):
        self.name, self.linkname, self.type = name, "", REGTYPE
        self.mode, self.size, self.mtime = 0o644, 0, 0
        self.uid = self.gid = self.chksum = self.devmajor = self.devminor = 0
        self.uname = self.gname = ""
        self.offset = self.offset_data = 0
        self.sparse = self.tarfile = None
        self.pax_headers = {}

    @property
    def path(self):
        """The name, as pax calls it."""
        return self.name

    @path.setter
    def path(self, name):
        self.name = name

    @property
    def linkpath(self):
        """Where a link leads, as pax calls it."""
        return self.linkname

    @linkpath.setter
    def linkpath(self, linkname):
        self.linkname = linkname

    def __repr__(self):
        return f"<{type(self).__name__} {self.name!r} at {id(self):#x}>"

    def replace(self, *, deep=True, **changes):
        """A copy with other values."""
        made = type(self)()
        for name in TarInfo.__slots__:
            if hasattr(self, name):
                setattr(made, name, getattr(self, name))
        if deep:
            made.pax_headers = dict(self.pax_headers)
        for name, value in changes.items():
            if name not in ("name", "mtime", "mode", "linkname", "uid", "gid",
                            "uname", "gname"):
                raise TypeError("TarInfo.replace() got an unexpected keyword "
                                f"argument {name!r}")
            setattr(made, name, value)
        return made

    def get_info(self):
        """The values as a dictionary."""
        name = self.name + "/" if self.isdir() and self.name[-1:] != "/" \
            else self.name
        mode = 0o644 if self.mode is None else self.mode & 0o7777
        return {"name": name, "mode": mode, "uid": self.uid, "gid": self.gid,
                "size": self.size, "mtime": self.mtime, "chksum": self.chksum,
                "type": self.type, "linkname": self.linkname,
                "uname": self.uname, "gname": self.gname,
                "devmajor": self.devmajor, "devminor": self.devminor}

    # ---------------------------------------------------------------- writing

    def tobuf(self, format=DEFAULT_FORMAT, encoding=ENCODING,
              errors="surrogateescape"):
        """The blocks that stand for this entry."""
        info = self.get_info()
        if format == USTAR_FORMAT:
            return self.create_ustar_header(info, encoding, errors)
        if format == GNU_FORMAT:
            return self.create_gnu_header(info, encoding, errors)
        if format == PAX_FORMAT:
            return self.create_pax_header(info, encoding)
        raise ValueError("invalid format")

    def create_ustar_header(self, info, encoding, errors):
        """A plain header; what does not fit is an error."""
        if len(info["linkname"].encode(encoding, errors)) > 100:
            raise ValueError("linkname is too long")
        if len(info["name"].encode(encoding, errors)) > 100:
            info["prefix"], info["name"] = _split_name(info["name"], encoding, errors)
        return _header(info, b"ustar\x0000", USTAR_FORMAT, encoding, errors)

    def create_gnu_header(self, info, encoding, errors):
        """GNU's form: long names come in entries of their own."""
        blocks = b""
        for key, kind in (("linkname", GNUTYPE_LONGLINK),
                          ("name", GNUTYPE_LONGNAME)):
            data = info[key].encode(encoding, errors)
            if len(data) > 100:
                blocks += _extra(b"ustar  \0", "././@LongLink", kind,
                                 data + b"\0", GNU_FORMAT)
        return blocks + _header(info, b"ustar  \0", GNU_FORMAT, encoding, errors)

    def create_pax_header(self, info, encoding):
        """ustar, after a record of what does not fit there."""
        extra = dict(self.pax_headers)
        for key, width in _TEXT_FIELDS.items():
            value = info[_ATTRIBUTES.get(key, key)]
            if key not in extra and (not value.isascii() or len(value) > width):
                extra[key] = value
        for key, width in _NUMBER_FIELDS.items():
            value = info[key]
            if not 0 <= value < 8 ** (width - 1):
                info[key] = 0
                extra.setdefault(key, str(value))
            elif isinstance(value, float):
                info[key] = int(round(value))
                extra.setdefault(key, str(value))
        blocks = _pax_blocks(extra, XHDTYPE) if extra else b""
        return blocks + _header(info, b"ustar\x0000", USTAR_FORMAT, "ascii",
                                "replace")

    @classmethod
    def create_pax_global_header(cls, pax_headers):
        """What holds for all entries behind it."""
        return _pax_blocks(pax_headers, XGLTYPE)

    # ---------------------------------------------------------------- reading

    @classmethod
    def frombuf(cls, buf, encoding, errors):
        """Read one header block."""
        if not buf:
            raise EmptyHeaderError("empty header")
        if len(buf) != BLOCKSIZE:
            raise TruncatedHeaderError("truncated header")
        if not buf.strip(b"\0"):
            raise EOFHeaderError("end of file header")
        self = cls()
        self.chksum = _read_number(buf[148:156])
        if self.chksum not in _checksums(buf):
            raise InvalidHeaderError("bad checksum")

        def text(start, end):
            return _read_text(buf[start:end], encoding, errors)

        def number(start, end):
            return _read_number(buf[start:end])

        self.name, self.linkname = text(0, 100), text(157, 257)
        self.mode, self.uid, self.gid = number(100, 108), number(108, 116), number(116, 124)
        self.size, self.mtime = number(124, 136), number(136, 148)
        self.type = buf[156:157]
        self.uname, self.gname = text(265, 297), text(297, 329)
        self.devmajor, self.devminor = number(329, 337), number(337, 345)
        prefix = text(345, 500)
        if self.type == AREGTYPE and self.name.endswith("/"):
            self.type = DIRTYPE
        if self.isdir():
            self.name = self.name.rstrip("/")
        if prefix and self.type not in GNU_TYPES:
            self.name = f"{prefix}/{self.name}"
        return self

    def apply_pax(self, headers):
        """Let the keywords of a pax header say what they say better."""
        for key, value in headers.items():
            if key in _NUMBER_FIELDS:
                try:
                    value = float(value) if key == "mtime" else int(value)
                except ValueError:
                    value = 0
            elif key not in _TEXT_FIELDS:
                continue
            if key == "path":
                value = value.rstrip("/")
            setattr(self, _ATTRIBUTES.get(key, key), value)
        self.pax_headers = dict(headers)

    # ------------------------------------------------------------------ kinds

    def isreg(self):
        """Is it a plain file?"""
        return self.type in REGULAR_TYPES

    isfile = isreg

    def isdir(self):
        """Is it a directory?"""
        return self.type == DIRTYPE

    def issym(self):
        """Is it a symbolic link?"""
        return self.type == SYMTYPE

    def islnk(self):
        """Is it another name of an entry before it?"""
        return self.type == LNKTYPE

    def ischr(self):
        """Is it a character device?"""
        return self.type == CHRTYPE

    def isblk(self):
        """Is it a block device?"""
        return self.type == BLKTYPE

    def isfifo(self):
        """Is it a FIFO?"""
        return self.type == FIFOTYPE

    def isdev(self):
        """Is it a device or a FIFO?"""
        return self.type in (CHRTYPE, BLKTYPE, FIFOTYPE)

    def issparse(self):
        """Does it have holes?"""
        return self.sparse is not None

    def kind_bits(self):
        """The kind of the entry as os.stat() tells it."""
        return _KINDS.get(self.type, stat.S_IFREG)


def _split_name(name, encoding, errors):
    """A long path as prefix and name."""
    parts = name.split("/")
    for i in range(1, len(parts)):
        prefix, rest = "/".join(parts[:i]), "/".join(parts[i:])
        if len(prefix.encode(encoding, errors)) <= 155 \
                and len(rest.encode(encoding, errors)) <= 100:
            return prefix, rest
    raise ValueError("name is too long")


def _header(info, magic, format, encoding, errors):
    def text(key, width):
        return _text_field(info.get(key, ""), width, encoding, errors)

    def number(key, width):
        return _number_field(info.get(key, 0), width, format)

    device = info.get("type") in (CHRTYPE, BLKTYPE)
    block = b"".join([
        text("name", 100), number("mode", 8), number("uid", 8),
        number("gid", 8), number("size", 12), number("mtime", 12), b" " * 8,
        info.get("type", REGTYPE), text("linkname", 100), magic,
        text("uname", 32), text("gname", 32),
        number("devmajor", 8) if device else bytes(8),
        number("devminor", 8) if device else bytes(8),
        text("prefix", 155)])
    block = _padded(block)
    return block[:148] + b"%06o\0 " % _checksums(block)[0] + block[156:]


def _pax_blocks(headers, kind):
    data = b"".join([_pax_record(key.encode(ENCODING),
                                 value.encode(ENCODING, "surrogateescape"))
                     for key, value in headers.items()])
    return _extra(b"ustar\x0000", "././@PaxHeader", kind, data, USTAR_FORMAT)


def _extra(magic, name, kind, data, format):
    """An entry that only tells about the one behind it."""
    info = {"name": name, "type": kind, "size": len(data)}
    return _header(info, magic, format, "ascii", "replace") + _padded(data)
