# gzip.py - gzip files over zlib.
#
# A file that is read is decompressed as a whole when it is first looked at.
#
# SPDX-License-Identifier: Apache-2.0
"""Files compressed by gzip."""
import io
import os
import time
import zlib

__all__ = ["BadGzipFile", "GzipFile", "open", "compress", "decompress"]

FTEXT, FHCRC, FEXTRA, FNAME, FCOMMENT = 1, 2, 4, 8, 16
READ, WRITE = 1, 2
_BEST, _FAST = 9, 1


class BadGzipFile(OSError):
    """The data are not what gzip writes."""


def open(filename, mode="rb", compresslevel=_BEST,
         encoding=None, errors=None, newline=None):
    """Open a compressed file, binary or text."""
    text = "t" in mode
    if text and "b" in mode:
        raise ValueError(f"Invalid mode: {mode!r}")
    for_text = {"encoding": encoding, "errors": errors, "newline": newline}
    for name, value in for_text.items():
        if value is not None and not text:
            raise ValueError(f"Argument '{name}' not supported in binary "
                             "mode")
    path = file = None
    if isinstance(filename, (str, bytes, os.PathLike)):
        path = filename
    elif hasattr(filename, "read") or hasattr(filename, "write"):
        file = filename
    else:
        raise TypeError("filename must be a str or bytes object, or a file")
    binary = GzipFile(path, mode.replace("t", ""), compresslevel, file)
    return io.TextIOWrapper(binary, **for_text) if text else binary


# ------------------------------------------------------------------- the format


def _little(number):
    return (number & 0xFFFFFFFF).to_bytes(4, "little")


def _number(data):
    return int.from_bytes(data, "little")


def _header(level, mtime, name=b"", system=255):
    flags = FNAME if name else 0
    effort = {_BEST: 2, _FAST: 4}.get(level, 0)
    stamp = time.time() if mtime is None else mtime
    fixed = bytes([0x1F, 0x8B, 8, flags, *_little(int(stamp)), effort,
                   system])
    return fixed + name + b"\0" if name else fixed


def _raw_compressor(level):
    return zlib.compressobj(level, zlib.DEFLATED, -zlib.MAX_WBITS)


def compress(data, compresslevel=_BEST, *, mtime=None):
    """Compress bytes."""
    # With a time of 0 the header is zlib's own: it names the system Unix.
    system = 3 if mtime == 0 else 255
    worker = _raw_compressor(compresslevel)
    return b"".join([_header(compresslevel, mtime, system=system),
                     worker.compress(data), worker.flush(),
                     _little(zlib.crc32(data)), _little(len(data))])


def _cut_short():
    return EOFError("Compressed file ended before the end-of-stream marker "
                    "was reached")


def _after_header(data, start):
    """The place where the compressed data begin."""
    mark = bytes(data[start:start + 2])
    if mark != b"\x1f\x8b":
        raise BadGzipFile(f"Not a gzipped file ({mark!r})")
    if len(data) - start < 10:
        raise _cut_short()
    method, flags = data[start + 2:start + 4]
    if method != 8:
        raise BadGzipFile("Unknown compression method")
    place = start + 10
    if flags & FEXTRA:
        place += 2 + _number(data[place:place + 2])
    for text in (FNAME, FCOMMENT):
        if flags & text:
            place = data.find(b"\0", place) + 1
            if not place:
                raise _cut_short()
    return place + 2 if flags & FHCRC else place


def _member(data, start):
    """Contents of one member, and the place behind it."""
    body = data[_after_header(data, start):]
    worker = zlib.decompressobj(wbits=-zlib.MAX_WBITS)
    contents = worker.decompress(body)
    rest = worker.unused_data
    if not worker.eof or len(rest) < 8:
        raise _cut_short()
    if _number(rest[:4]) != zlib.crc32(contents):
        raise BadGzipFile("CRC check failed")
    if _number(rest[4:8]) != len(contents) & 0xFFFFFFFF:
        raise BadGzipFile("Incorrect length of data produced")
    return contents, len(data) - len(rest) + 8


def decompress(data):
    """Decompress bytes; members follow each other, zeros may come last."""
    data = bytes(data)
    parts, place = [], 0
    while place < len(data):
        if parts and data.count(b"\0", place) == len(data) - place:
            break
        contents, place = _member(data, place)
        parts.append(contents)
    return b"".join(parts)


# ------------------------------------------------------------------------ files


class GzipFile(io.BufferedIOBase):
    """A compressed file, read or written."""

    # The file to close with us: the one that we opened.
    myfileobj = None

    def __init__(self, filename=None, mode=None, compresslevel=_BEST,
                 fileobj=None, mtime=None):
        if mode and ("t" in mode or "U" in mode):
            raise ValueError(f"Invalid mode: {mode!r}")
        if mode and "b" not in mode:
            mode += "b"
        if fileobj is None:
            fileobj = self.myfileobj = io.open(filename, mode or "rb")
        if filename is None:
            known = getattr(fileobj, "name", "")
            self.name = known if isinstance(known, (str, bytes)) else ""
        else:
            self.name = os.fspath(filename)
        mode = mode or getattr(fileobj, "mode", "rb")
        if mode[0] not in "rwax":
            raise ValueError(f"Invalid mode: {mode!r}")
        self.fileobj = fileobj
        self.mode = READ if mode[0] == "r" else WRITE
        self._place = 0      # in the contents
        self._contents = None  # all of them, once read
        if self.mode == WRITE:
            self._crc = 0
            self._worker = _raw_compressor(compresslevel)
            fileobj.write(_header(compresslevel, mtime, self._short_name()))

    def _short_name(self):
        """The name that goes into the header: Latin-1, without .gz."""
        name = os.path.basename(self.name)
        if isinstance(name, str):
            try:
                name = name.encode("latin-1")
            except UnicodeEncodeError:
                return b""
        return name.removesuffix(b".gz")

    @property
    def mtime(self):
        """The time in the header is not kept."""
        return None

    def __repr__(self):
        return f"<gzip {repr(self.fileobj)[1:-1]} {id(self):#x}>"

    def _must_be_open(self, text="I/O operation on closed file"):
        if self.fileobj is None:
            raise ValueError(text)

    # -- reading

    def _all(self):
        self._must_be_open()
        if self.mode == WRITE:
            raise OSError(9, "read() on write-only GzipFile object")
        if self._contents is None:
            self._contents = decompress(self.fileobj.read())
        return self._contents

    def _take(self, end):
        taken = self._all()[self._place:end]
        self._place += len(taken)
        return taken

    def read(self, size=-1):
        """Up to `size` bytes, or all."""
        if size is None or size < 0:
            return self._take(None)
        return self._take(self._place + size)

    def read1(self, size=-1):
        """Some bytes."""
        return self.read(size if size >= 0 else io.DEFAULT_BUFFER_SIZE)

    def peek(self, n):
        """The next bytes, which stay there."""
        return self._all()[self._place:self._place + max(n, 100)]

    def readline(self, size=-1):
        """One line, or a part of it."""
        end = self._all().find(b"\n", self._place) + 1 or None
        if size is not None and size >= 0:
            limit = self._place + size
            end = limit if end is None else min(end, limit)
        return self._take(end)

    def rewind(self):
        """Go back to the beginning."""
        if self.mode == WRITE:
            raise OSError("Can't rewind in write mode")
        self._place = 0

    # -- writing

    def write(self, data):
        """Compress more bytes."""
        self._must_be_open("write() on closed GzipFile object")
        if self.mode == READ:
            raise OSError(9, "write() on read-only GzipFile object")
        data = bytes(data)
        if data:
            self._crc = zlib.crc32(data, self._crc)
            self._place += len(data)
            self.fileobj.write(self._worker.compress(data))
        return len(data)

    def flush(self, zlib_mode=zlib.Z_SYNC_FLUSH):
        """Write out what was compressed so far."""
        self._must_be_open()
        if self.mode == WRITE:
            self.fileobj.write(self._worker.flush(zlib_mode))
            self.fileobj.flush()

    def close(self):
        """Complete the file."""
        file, self.fileobj = self.fileobj, None
        if file is None:
            return
        try:
            if self.mode == WRITE:
                file.write(self._worker.flush() + _little(self._crc)
                           + _little(self._place))
        finally:
            own, self.myfileobj = self.myfileobj, None
            if own is not None:
                own.close()

    # -- state

    @property
    def closed(self):
        """Was close() called?"""
        return self.fileobj is None

    def fileno(self):
        """The number of the underlying file."""
        return self.fileobj.fileno()

    def readable(self):
        """Was the file opened for reading?"""
        return self.mode == READ

    def writable(self):
        """Was the file opened for writing?"""
        return self.mode == WRITE

    def seekable(self):
        """Yes; forwards only when writing."""
        return True

    def tell(self):
        """The place in the contents."""
        return self._place

    def seek(self, offset, whence=io.SEEK_SET):
        """Go to another place; when writing, fill up with zeros."""
        if self.mode == WRITE:
            if whence not in (io.SEEK_SET, io.SEEK_CUR):
                raise ValueError("Seek from end not supported")
            ahead = offset if whence else offset - self._place
            if ahead < 0:
                raise OSError("Negative seek in write mode")
            self.write(bytes(ahead))
        else:
            length = len(self._all())
            origin = (0, self._place, length)[whence]
            self._place = min(max(origin + offset, 0), length)
        return self._place
