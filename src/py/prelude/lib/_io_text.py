# _io_text.py - TextIOWrapper: characters over a buffered binary stream.
#
# `_text[_at:]` is decoded but not yet delivered, newlines still as in the
# file; `_tail` are bytes that do not yet make a character.  tell() encodes
# the undelivered text to find the position.
#
# SPDX-License-Identifier: Apache-2.0
from operator import index

from _io_base import (TextIOBase, UnsupportedOperation, dirty_files,
                      optional_size)
from _io_memory import NEWLINES

_CHUNK = 8192
_UTF8 = ("utf8", "u8", "utf", "utf8_ucs2", "utf8_ucs4", "cp65001")


def _plain_name(encoding):
    return encoding.lower().replace("-", "").replace("_", "")


def _utf8_whole(data):
    """Length of the longest prefix without an unfinished character."""
    n = len(data)
    for back in range(1, min(4, n) + 1):
        c = data[n - back]
        if c >= 0xC0:
            need = 2 if c < 0xE0 else 3 if c < 0xF0 else 4
            return n - back if back < need else n
        if c < 0x80:
            return n
    return n


class Decoder:
    """Incremental decoding for the encodings the engine has."""

    __slots__ = ("encoding", "errors", "kind", "unit", "start")

    def __init__(self, encoding, errors):
        name = _plain_name(encoding)
        self.encoding = encoding
        self.errors = errors
        self.start = True
        self.kind = "utf8" if name in _UTF8 else name
        if self.kind in ("utf16", "utf16le", "utf16be"):
            self.unit = 2
        elif self.kind in ("utf32", "utf32le", "utf32be"):
            self.unit = 4
        else:
            self.unit = 1

    def decode(self, data, final):
        """(text, bytes left over) of the data."""
        n = len(data)
        if not final:
            if self.kind in ("utf8", "utf8sig"):
                n = _utf8_whole(data)
            elif self.unit > 1:
                n -= n % self.unit
                if self.start and n < 4:
                    return "", data
        head = data[:n]
        encoding = self.encoding
        if self.kind == "utf8sig":
            encoding = "utf-8"
            if self.start and head.startswith(b"\xef\xbb\xbf"):
                head = head[3:]
        elif self.start and self.kind in ("utf16", "utf32") and head:
            big = head[:2] == b"\xfe\xff" or head[:4] == b"\0\0\xfe\xff"
            name = "utf-16-" if self.unit == 2 else "utf-32-"
            self.encoding = encoding = name + ("be" if big else "le")
            if head[:2] in (b"\xff\xfe", b"\xfe\xff"):
                head = head[self.unit:]
            elif head[:4] == b"\0\0\xfe\xff":
                head = head[4:]
        if head:
            self.start = False
        return head.decode(encoding, self.errors), data[n:]


class IncrementalNewlineDecoder:
    """Turns all line ends into newlines, piece by piece."""

    def __init__(self, decoder, translate, errors="strict"):
        self.decoder = decoder
        self.translate = translate
        self.errors = errors
        self._seen = 0
        self._cr = False

    def decode(self, input, final=False):
        text = input
        if self.decoder is not None:
            text = self.decoder.decode(input, final=final)
        if self._cr and (text or final):
            text, self._cr = "\r" + text, False
        if not final and text[-1:] == "\r":  # a newline may follow
            text, self._cr = text[:-1], True
        if "\r" not in text:
            self._seen |= 2 * ("\n" in text)
            return text
        both = text.count("\r\n")
        self._seen |= ((text.count("\r") > both) | (
            text.count("\n") > both) * 2 | (both > 0) * 4)
        if not self.translate:
            return text
        return text.replace("\r\n", "\n").replace("\r", "\n")

    def getstate(self):
        buf, flag = b"", 0
        if self.decoder is not None:
            buf, flag = self.decoder.getstate()
        return buf, flag << 1 | self._cr

    def setstate(self, state):
        buf, flag = state
        self._cr = bool(flag & 1)
        if self.decoder is not None:
            self.decoder.setstate((buf, flag >> 1))

    def reset(self):
        self._seen = 0
        self._cr = False
        if self.decoder is not None:
            self.decoder.reset()

    @property
    def newlines(self):
        return NEWLINES[self._seen]


class TextIOWrapper(TextIOBase):
    """Text over a stream of bytes."""

    def __init__(self, buffer, encoding=None, errors=None, newline=None,
                 line_buffering=False, write_through=False):
        _check_newline(newline)
        if encoding is None or encoding == "locale":
            encoding = "UTF-8"
        if not isinstance(encoding, str):
            raise TypeError("TextIOWrapper() argument 'encoding' must be str "
                            f"or None, not {type(encoding).__name__}")
        "".encode(encoding)  # LookupError for unknown ones
        if errors is None:
            errors = "strict"
        elif not isinstance(errors, str):
            raise TypeError("TextIOWrapper() argument 'errors' must be str "
                            f"or None, not {type(errors).__name__}")
        self._buffer = buffer
        self._configure(encoding, errors, newline)
        self._line_buffering = bool(line_buffering)
        self._write_through = bool(write_through)
        self._telling = True

    def _configure(self, encoding, errors, newline):
        self._encoding = encoding
        self._errors = errors
        self._newline = newline
        self._seen = 0
        self._reset_read()
        self._out = []
        self._out_size = 0
        self._bom = None

    def _reset_read(self):
        self._text, self._at, self._tail = "", 0, b""
        self._plain = False
        self._eof = False
        self._decoder = Decoder(self._encoding, self._errors)

    def __repr__(self):
        text = "<_io.TextIOWrapper"
        name = getattr(self._buffer, "name", None)
        if name is not None:
            text += f" name={name!r}"
        mode = getattr(self, "mode", None)
        if mode is not None:
            text += f" mode={mode!r}"
        return f"{text} encoding={self._encoding!r}>"

    encoding = property(lambda self: self._encoding)
    errors = property(lambda self: self._errors)
    line_buffering = property(lambda self: self._line_buffering)
    write_through = property(lambda self: self._write_through)
    newlines = property(lambda self: NEWLINES[self._seen])

    @property
    def buffer(self):
        if self._buffer is None:
            raise ValueError("underlying buffer has been detached")
        return self._buffer

    @property
    def closed(self):
        return self.buffer.closed

    @property
    def name(self):
        return self.buffer.name

    def _live(self):
        if self.buffer.closed:
            raise ValueError("I/O operation on closed file.")

    def reconfigure(self, *, encoding=None, errors=None, newline=...,
                    line_buffering=None, write_through=None):
        """Change encoding, line ends or buffering."""
        if (self._text or self._tail or self._eof) and (
                encoding is not None or errors is not None
                or newline is not ...):
            raise UnsupportedOperation(
                "It is not possible to set the encoding or newline of "
                "stream after the first read")
        if newline is ...:
            newline = self._newline
        _check_newline(newline)
        self.flush()
        if encoding is None:
            encoding = self._encoding
            if errors is None:
                errors = self._errors
        elif errors is None:
            errors = "strict"
        self._configure(encoding, errors, newline)
        if line_buffering is not None:
            self._line_buffering = bool(line_buffering)
        if write_through is not None:
            self._write_through = bool(write_through)

    def seekable(self):
        return self.buffer.seekable()

    def readable(self):
        return self.buffer.readable()

    def writable(self):
        return self.buffer.writable()

    def fileno(self):
        return self.buffer.fileno()

    def isatty(self):
        return self.buffer.isatty()

    def flush(self):
        self._live()
        self._flush_text()
        self.buffer.flush()

    def close(self):
        self._plain = False
        if self._buffer is not None and not self.closed:
            try:
                self.flush()
            finally:
                self._buffer.close()
                dirty_files().pop(id(self), None)

    def detach(self):
        buffer = self.buffer
        self.flush()
        self._buffer = None
        self._plain = False
        return buffer

    # -- writing

    def write(self, s, /):
        """Write string to stream; return the number of characters."""
        if self.buffer.closed:
            raise ValueError("I/O operation on closed file.")
        if not isinstance(s, str):
            raise TypeError("write() argument must be str, not "
                            f"{type(s).__name__}")
        if not self._buffer.writable():
            raise UnsupportedOperation("not writable")
        n = len(s)
        text = s
        if self._newline in ("\r", "\r\n") and "\n" in s:
            text = s.replace("\n", self._newline)
        data = self._encode(text)
        if self._text or self._tail or self._eof:
            self._forget()
        if not self._out:
            dirty_files()[id(self)] = self
        self._out.append(data)
        self._out_size += len(data)
        if self._write_through or self._out_size > _CHUNK:
            self._flush_text()
        if self._line_buffering and ("\n" in s or "\r" in s):
            self.flush()
        return n

    def _encode(self, text):
        """Bytes of the text; a byte order mark only at the start."""
        encoding = self._encoding
        kind = _plain_name(encoding)
        if kind in ("utf16", "utf32", "utf8sig"):
            if self._bom is None:
                self._bom = False
                if self.seekable():
                    self._bom = self.buffer.tell() != 0
            if self._bom:
                encoding = {"utf16": "utf-16-le", "utf32": "utf-32-le",
                            "utf8sig": "utf-8"}[kind]
            elif text:
                self._bom = True
        return text.encode(encoding, self._errors)

    def _flush_text(self):
        if self._out:
            data = b"".join(self._out)
            self._out, self._out_size = [], 0
            dirty_files().pop(id(self), None)
            self._buffer.write(data)

    # -- reading

    def _forget(self):
        """Drop undelivered text, moving the stream back to before it."""
        if self.seekable():
            pos = self.tell()
            self._reset_read()
            self.buffer.seek(pos)
        else:
            self._reset_read()

    def _fill(self):
        """Decode one more chunk; False at the end of the file."""
        if self._eof:
            return False
        if self._out:
            self._flush_text()
        read = getattr(self._buffer, "read1", None) or self._buffer.read
        data = read(_CHUNK)
        if not isinstance(data, (bytes, bytearray)):
            raise TypeError("underlying read1() should have returned a "
                            "bytes-like object, not "
                            f"'{type(data).__name__}'")
        final = not data
        text, self._tail = self._decoder.decode(self._tail + data, final)
        if text:
            rest = self._text[self._at:] if self._at else self._text
            self._text = rest + text if rest else text
            self._at = 0
            universal = self._newline in (None, "")
            self._plain = self._newline == "\n" or (
                universal and "\r" not in self._text)
            if self._plain and universal and "\n" in text:
                self._seen |= 2
        if final:
            self._eof = True
        return not final

    def _deliver(self, text):
        """Note the newlines of a delivered text; translate if wanted."""
        if self._newline not in (None, ""):
            return text
        if "\r" in text:
            pairs = text.count("\r\n")
            if pairs:
                self._seen |= 4
            if text.count("\r") > pairs:
                self._seen |= 1
            if text.count("\n") > pairs:
                self._seen |= 2
            if self._newline is None:
                text = text.replace("\r\n", "\n").replace("\r", "\n")
        elif "\n" in text:
            self._seen |= 2
        return text

    def _check_read(self):
        self._live()
        if not self._buffer.readable():
            raise UnsupportedOperation("not readable")

    def read(self, size=-1, /):
        """Read at most size characters from stream."""
        self._check_read()
        size = optional_size(size)
        if size < 0:
            if self._out:
                self._flush_text()
            rest = self._tail + (self._buffer.read() or b"")
            text, self._tail = self._decoder.decode(rest, True)
            text = self._text[self._at:] + text
            self._text, self._at, self._tail = "", 0, b""
            return self._deliver(text)
        out = []
        need = size
        while need > 0:
            piece = self._take(need)
            if not piece:
                break
            out.append(piece)
            need -= len(piece)
        if not need < size and need > 0:
            self._eof = False
        return "".join(out)

    def _take(self, limit):
        """Up to `limit` delivered characters, at least one unless at the
        end of the file."""
        while True:
            text = self._text[self._at:self._at + limit]
            cut = len(text)
            if not cut:
                if not self._fill():
                    return ""
                continue
            if self._newline is None and text.endswith("\r"):
                # Could be half of a pair: look at the next character.
                if self._at + cut >= len(self._text):
                    if not self._eof and self._fill() or (
                            self._at + cut < len(self._text)):
                        continue
                elif self._text[self._at + cut] == "\n":
                    cut += 1
                    text += "\n"
            self._at += cut
            return self._deliver(text)

    def readline(self, size=-1, /):
        """One line."""
        if self._plain and size == -1:
            at = self._at
            end = self._text.find("\n", at) + 1
            if end:
                self._at = end
                return self._text[at:end]
        self._check_read()
        size = optional_size(size)
        newline = self._newline
        start = 0
        while True:
            end, start = self._line_end(newline, start)
            if end >= 0:
                break
            if size >= 0 and len(self._text) - self._at >= size:
                end = self._at + size
                break
            if not self._fill():
                end = len(self._text)
                break
        if size >= 0:
            end = min(end, self._at + size)
        text = self._text[self._at:end]
        self._at = end
        if not text and size != 0:
            self._eof = False
        return self._deliver(text)

    def _line_end(self, newline, skip):
        """(end of the line or -1, characters already searched)."""
        text, at = self._text, self._at
        begin = at + skip
        if newline in ("\n", "\r", "\r\n"):
            end = text.find(newline, max(at, begin - 1))
            if end >= 0:
                return end + len(newline), 0
            return -1, len(text) - at
        n = text.find("\n", begin)
        r = text.find("\r", begin, n if n >= 0 else len(text))
        if r >= 0:
            if r + 1 < len(text):
                return r + (2 if text[r + 1] == "\n" else 1), 0
            if self._eof:
                return r + 1, 0
            return -1, r - at
        return (n + 1, 0) if n >= 0 else (-1, len(text) - at)

    def __next__(self):
        self._telling = False
        if self._plain:  # no newline but "\n" in the text at hand
            at = self._at
            end = self._text.find("\n", at) + 1
            if end:
                self._at = end
                return self._text[at:end]
        line = self.readline()
        if not line:
            self._telling = True
            raise StopIteration
        return line

    # -- position

    def tell(self):
        """Return the stream position as an opaque number."""
        if not self.seekable():
            raise UnsupportedOperation("underlying stream is not seekable")
        if not self._telling:
            raise OSError("telling position disabled by next() call")
        self._flush_text()
        left = len(self._tail)
        if self._at < len(self._text):
            rest = self._text[self._at:]
            left += len(rest.encode(self._decoder.encoding, self._errors))
        return self.buffer.tell() - left

    def seek(self, cookie, whence=0, /):
        """Change the stream position."""
        self._live()
        if not self.seekable():
            raise UnsupportedOperation("underlying stream is not seekable")
        cookie = index(cookie)
        if whence == 1:
            if cookie:
                raise UnsupportedOperation(
                    "can't do nonzero cur-relative seeks")
            cookie, whence = self.tell(), 0
        elif whence == 2:
            if cookie:
                raise UnsupportedOperation(
                    "can't do nonzero end-relative seeks")
            self.flush()
            self._reset_read()
            self._telling = True
            return self.buffer.seek(0, 2)
        elif whence != 0:
            raise ValueError(f"invalid whence ({whence}, should be 0, 1 or "
                             "2)")
        if cookie < 0:
            raise ValueError(f"negative seek position {cookie}")
        self.flush()
        start = Decoder(self._encoding, self._errors)
        encoding = self._decoder.encoding
        self._reset_read()
        if cookie:
            self._decoder = start
            start.start = False
            start.encoding = encoding
        self.buffer.seek(cookie)
        self._telling = True
        return cookie

    def truncate(self, pos=None, /):
        self.flush()
        if pos is None:
            pos = self.tell()
        return self.buffer.truncate(pos)


def _check_newline(newline):
    if newline is not None and not isinstance(newline, str):
        raise TypeError("TextIOWrapper() argument 'newline' must be str or "
                        f"None, not {type(newline).__name__}")
    if newline not in (None, "", "\n", "\r", "\r\n"):
        raise ValueError(f"illegal newline value: {newline}")


TextIOWrapper.__module__ = "_io"
IncrementalNewlineDecoder.__module__ = "_io"
