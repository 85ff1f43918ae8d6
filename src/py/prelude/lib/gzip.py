# gzip.py - gzip files over zlib.
#
# SPDX-License-Identifier: Apache-2.0
"""Functions that read and write gzipped files."""
import io
import os
import time
import zlib

__all__ = ["BadGzipFile", "GzipFile", "open", "compress", "decompress"]

FTEXT, FHCRC, FEXTRA, FNAME, FCOMMENT = 1, 2, 4, 8, 16
READ, WRITE = 1, 2
_COMPRESS_LEVEL_FAST = 1
_COMPRESS_LEVEL_TRADEOFF = 6
_COMPRESS_LEVEL_BEST = 9


class BadGzipFile(OSError):
    """Exception raised in some cases for invalid gzip files."""


def open(filename, mode="rb", compresslevel=_COMPRESS_LEVEL_BEST,
         encoding=None, errors=None, newline=None):
    """Open a gzip-compressed file in binary or text mode."""
    if "t" in mode:
        if "b" in mode:
            raise ValueError("Invalid mode: %r" % (mode,))
    else:
        for value, name in ((encoding, "encoding"), (errors, "errors"),
                            (newline, "newline")):
            if value is not None:
                raise ValueError(f"Argument '{name}' not supported in "
                                 "binary mode")
    gz_mode = mode.replace("t", "")
    if isinstance(filename, (str, bytes, os.PathLike)):
        binary = GzipFile(filename, gz_mode, compresslevel)
    elif hasattr(filename, "read") or hasattr(filename, "write"):
        binary = GzipFile(None, gz_mode, compresslevel, filename)
    else:
        raise TypeError("filename must be a str or bytes object, or a file")
    if "t" in mode:
        return io.TextIOWrapper(binary, encoding, errors, newline)
    return binary


def _header(level, mtime, name=b""):
    if mtime is None:
        mtime = time.time()
    extra = 2 if level == 9 else 4 if level == 1 else 0
    flags = FNAME if name else 0
    head = (b"\x1f\x8b\x08" + bytes([flags]) + int(mtime).to_bytes(
        4, "little") + bytes([extra, 255]))
    return head + (name + b"\0" if name else b"")


def _trailer(crc, size):
    return crc.to_bytes(4, "little") + (size & 0xFFFFFFFF).to_bytes(
        4, "little")


def compress(data, compresslevel=_COMPRESS_LEVEL_BEST, *, mtime=None):
    """Compress data in one shot and return the compressed string."""
    z = zlib.compressobj(compresslevel, zlib.DEFLATED, -zlib.MAX_WBITS)
    body = z.compress(data) + z.flush()
    head = _header(compresslevel, mtime)
    if mtime == 0:
        head = head[:9] + b"\x03"  # zlib writes this header itself
    return (head + body
            + _trailer(zlib.crc32(data), len(data)))


def _skip_header(data, pos):
    """The position behind the header at pos."""
    magic = data[pos:pos + 2]
    if magic != b"\037\213":
        raise BadGzipFile("Not a gzipped file (%r)" % bytes(magic))
    if len(data) < pos + 10:
        raise EOFError("Compressed file ended before the end-of-stream "
                       "marker was reached")
    if data[pos + 2] != 8:
        raise BadGzipFile("Unknown compression method")
    flags = data[pos + 3]
    pos += 10
    if flags & FEXTRA:
        pos += 2 + int.from_bytes(data[pos:pos + 2], "little")
    for flag in (FNAME, FCOMMENT):
        if flags & flag:
            pos = data.index(b"\0", pos) + 1
    if flags & FHCRC:
        pos += 2
    return pos


def decompress(data):
    """Decompress a gzip compressed string in one shot."""
    data = bytes(data)
    out = []
    pos = 0
    while pos < len(data):
        if out and not data[pos:].strip(b"\0"):
            break
        pos = _skip_header(data, pos)
        z = zlib.decompressobj(wbits=-zlib.MAX_WBITS)
        text = z.decompress(data[pos:])
        if not z.eof or len(z.unused_data) < 8:
            raise EOFError("Compressed file ended before the end-of-stream "
                           "marker was reached")
        tail = z.unused_data[:8]
        if int.from_bytes(tail[:4], "little") != zlib.crc32(text):
            raise BadGzipFile("CRC check failed")
        if int.from_bytes(tail[4:], "little") != len(text) & 0xFFFFFFFF:
            raise BadGzipFile("Incorrect length of data produced")
        out.append(text)
        pos = len(data) - len(z.unused_data) + 8
    return b"".join(out)


class GzipFile(io.BufferedIOBase):
    """Simulates most of the methods of a file object; a file being read is
    decompressed as a whole when it is first looked at."""

    def __init__(self, filename=None, mode=None,
                 compresslevel=_COMPRESS_LEVEL_BEST, fileobj=None,
                 mtime=None):
        if mode and ("t" in mode or "U" in mode):
            raise ValueError("Invalid mode: {!r}".format(mode))
        if mode and "b" not in mode:
            mode += "b"
        self.myfileobj = None
        if fileobj is None:
            fileobj = self.myfileobj = io.open(filename, mode or "rb")
        if filename is None:
            filename = getattr(fileobj, "name", "")
            if not isinstance(filename, (str, bytes)):
                filename = ""
        else:
            filename = os.fspath(filename)
        if mode is None:
            mode = getattr(fileobj, "mode", "rb")
        self.fileobj = fileobj
        self.name = filename
        self.mtime_given = mtime
        if mode.startswith("r"):
            self.mode = READ
            self._text = None
            self._pos = 0
        elif mode.startswith(("w", "a", "x")):
            self.mode = WRITE
            self.crc = 0
            self.size = 0
            self.offset = 0
            self.compress = zlib.compressobj(compresslevel, zlib.DEFLATED,
                                             -zlib.MAX_WBITS)
            fileobj.write(_header(compresslevel, mtime, self._stored_name()))
        else:
            raise ValueError("Invalid mode: {!r}".format(mode))

    def _stored_name(self):
        name = os.path.basename(self.name)
        if not isinstance(name, bytes):
            try:
                name = name.encode("latin-1")
            except UnicodeEncodeError:
                name = b""
        return name[:-3] if name.endswith(b".gz") else name

    @property
    def mtime(self):
        return None

    def __repr__(self):
        text = repr(self.fileobj)
        return "<gzip " + text[1:-1] + " " + hex(id(self)) + ">"

    def _load(self):
        if self.fileobj is None:
            raise ValueError("I/O operation on closed file.")
        if self.mode != READ:
            raise OSError(9, "read() on write-only GzipFile object")
        if self._text is None:
            self._text = decompress(self.fileobj.read())
        return self._text

    def read(self, size=-1):
        text = self._load()
        end = len(text) if size is None or size < 0 else self._pos + size
        data = text[self._pos:end]
        self._pos += len(data)
        return data

    def read1(self, size=-1):
        return self.read(io.DEFAULT_BUFFER_SIZE if size < 0 else size)

    def peek(self, n):
        text = self._load()
        return text[self._pos:self._pos + max(n, 100)]

    def readline(self, size=-1):
        text = self._load()
        end = text.find(b"\n", self._pos) + 1 or len(text)
        if size is not None and size >= 0:
            end = min(end, self._pos + size)
        data = text[self._pos:end]
        self._pos = end
        return data

    def write(self, data):
        if self.fileobj is None:
            raise ValueError("write() on closed GzipFile object")
        if self.mode != WRITE:
            raise OSError(9, "write() on read-only GzipFile object")
        data = bytes(data)
        if data:
            self.fileobj.write(self.compress.compress(data))
            self.size += len(data)
            self.crc = zlib.crc32(data, self.crc)
            self.offset += len(data)
        return len(data)

    @property
    def closed(self):
        return self.fileobj is None

    def close(self):
        fileobj = self.fileobj
        if fileobj is None:
            return
        self.fileobj = None
        try:
            if self.mode == WRITE:
                fileobj.write(self.compress.flush())
                fileobj.write(_trailer(self.crc, self.size))
        finally:
            if self.myfileobj is not None:
                self.myfileobj.close()
                self.myfileobj = None

    def flush(self, zlib_mode=zlib.Z_SYNC_FLUSH):
        if self.fileobj is None:
            raise ValueError("I/O operation on closed file.")
        if self.mode == WRITE:
            self.fileobj.write(self.compress.flush(zlib_mode))
            self.fileobj.flush()

    def fileno(self):
        return self.fileobj.fileno()

    def rewind(self):
        """Return the uncompressed stream file position indicator to the
        beginning of the file."""
        if self.mode != READ:
            raise OSError("Can't rewind in write mode")
        self._pos = 0

    def readable(self):
        return self.mode == READ

    def writable(self):
        return self.mode == WRITE

    def seekable(self):
        return True

    def tell(self):
        return self.offset if self.mode == WRITE else self._pos

    def seek(self, offset, whence=io.SEEK_SET):
        if self.mode == WRITE:
            if whence == 1:
                offset += self.offset
            elif whence != 0:
                raise ValueError("Seek from end not supported")
            if offset < self.offset:
                raise OSError("Negative seek in write mode")
            self.write(b"\0" * (offset - self.offset))
            return self.offset
        text = self._load()
        base = {0: 0, 1: self._pos, 2: len(text)}[whence]
        self._pos = max(0, min(len(text), base + offset))
        return self._pos
