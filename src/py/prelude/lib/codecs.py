"""codecs - registry and base classes of encodings.

The conversions are in `_codecs` and in C; this module gives them CPython's
interfaces: stateless functions, incremental coders, streams.

SPDX-License-Identifier: Apache-2.0
"""

from _codecs import (
    backslashreplace_errors, charmap_build, charmap_decode, charmap_encode, decode,
    decode_steps, encode, encode_steps, escape_decode, escape_encode, find_python,
    ignore_errors, lookup, lookup_error, namereplace_errors, raw_unicode_escape_decode,
    raw_unicode_escape_encode, register, register_error, replace_errors, strict_errors,
    unicode_escape_decode, unicode_escape_encode, unregister, utf_7_decode, utf_7_encode,
    xmlcharrefreplace_errors)
from intrinsics import _codec_name

__all__ = [
    "register", "lookup", "open", "EncodedFile", "BOM", "BOM_BE", "BOM_LE", "BOM32_BE",
    "BOM32_LE", "BOM64_BE", "BOM64_LE", "BOM_UTF8", "BOM_UTF16", "BOM_UTF16_LE",
    "BOM_UTF16_BE", "BOM_UTF32", "BOM_UTF32_LE", "BOM_UTF32_BE", "CodecInfo", "Codec",
    "IncrementalEncoder", "IncrementalDecoder", "StreamReader", "StreamWriter",
    "StreamReaderWriter", "StreamRecoder", "getencoder", "getdecoder",
    "getincrementalencoder", "getincrementaldecoder", "getreader", "getwriter", "encode",
    "decode", "iterencode", "iterdecode", "strict_errors", "ignore_errors",
    "replace_errors", "xmlcharrefreplace_errors", "backslashreplace_errors",
    "namereplace_errors", "register_error", "lookup_error", "unregister"]

BOM_UTF8 = b"\xef\xbb\xbf"
BOM_LE = BOM_UTF16_LE = BOM = BOM_UTF16 = BOM32_LE = b"\xff\xfe"
BOM_BE = BOM_UTF16_BE = BOM32_BE = b"\xfe\xff"
BOM_UTF32_LE = BOM_UTF32 = BOM64_LE = b"\xff\xfe\x00\x00"
BOM_UTF32_BE = BOM64_BE = b"\x00\x00\xfe\xff"


class CodecInfo(tuple):
    """What the registry knows about an encoding."""

    _is_text_encoding = True

    def __new__(cls, encode, decode, streamreader=None, streamwriter=None,
                incrementalencoder=None, incrementaldecoder=None, name=None, *,
                _is_text_encoding=None):
        self = tuple.__new__(cls, (encode, decode, streamreader, streamwriter))
        self.name = name
        self.encode = encode
        self.decode = decode
        self.incrementalencoder = incrementalencoder
        self.incrementaldecoder = incrementaldecoder
        self.streamwriter = streamwriter
        self.streamreader = streamreader
        if _is_text_encoding is not None:
            self._is_text_encoding = _is_text_encoding
        return self

    def __repr__(self):
        return (f"<{type(self).__module__}.{type(self).__qualname__} object for encoding "
                f"{self.name} at {id(self):#x}>")


# --- base classes --------------------------------------------------------------------


class Codec:
    """Stateless conversion: both methods answer (result, length consumed)."""

    def encode(self, input, errors="strict"):
        raise NotImplementedError

    def decode(self, input, errors="strict"):
        raise NotImplementedError


class IncrementalEncoder:
    """Encodes a text that comes in pieces."""

    def __init__(self, errors="strict"):
        self.errors = errors
        self.buffer = ""

    def encode(self, input, final=False):
        raise NotImplementedError

    def reset(self):
        """Begin anew."""

    def getstate(self):
        return 0

    def setstate(self, state):
        """Go back to a state that getstate gave."""


class BufferedIncrementalEncoder(IncrementalEncoder):
    """Keeps what its _buffer_encode left unread."""

    def _buffer_encode(self, input, errors, final):
        raise NotImplementedError

    def encode(self, input, final=False):
        text = self.buffer + input
        out, used = self._buffer_encode(text, self.errors, final)
        self.buffer = text[used:]
        return out

    def reset(self):
        self.buffer = ""

    def getstate(self):
        return self.buffer or 0

    def setstate(self, state):
        self.buffer = state or ""


class IncrementalDecoder:
    """Decodes data that comes in pieces."""

    def __init__(self, errors="strict"):
        self.errors = errors

    def decode(self, input, final=False):
        raise NotImplementedError

    def reset(self):
        """Begin anew."""

    def getstate(self):
        return b"", 0

    def setstate(self, state):
        """Go back to a state that getstate gave."""


class BufferedIncrementalDecoder(IncrementalDecoder):
    """Keeps what its _buffer_decode left unread."""

    def __init__(self, errors="strict"):
        super().__init__(errors)
        self.buffer = b""

    def _buffer_decode(self, input, errors, final):
        raise NotImplementedError

    def decode(self, input, final=False):
        data = self.buffer + input
        out, used = self._buffer_decode(data, self.errors, final)
        self.buffer = data[used:]
        return out

    def reset(self):
        self.buffer = b""

    def getstate(self):
        return self.buffer, 0

    def setstate(self, state):
        self.buffer = state[0]


class StreamWriter(Codec):
    """Writes encoded text to a stream of bytes."""

    def __init__(self, stream, errors="strict"):
        self.stream = stream
        self.errors = errors

    def write(self, object):
        self.stream.write(self.encode(object, self.errors)[0])

    def writelines(self, list):
        self.write("".join(list))

    def reset(self):
        """Finish what is pending."""

    def seek(self, offset, whence=0):
        self.stream.seek(offset, whence)
        if offset == 0 and whence == 0:
            self.reset()

    def __getattr__(self, name):
        return getattr(self.stream, name)

    def __enter__(self):
        return self

    def __exit__(self, type, value, tb):
        self.stream.close()

    def __reduce_ex__(self, proto):
        raise TypeError("can't serialize %s" % self.__class__.__name__)


class StreamReader(Codec):
    """Reads text from a stream of encoded bytes."""

    charbuffertype = str

    def __init__(self, stream, errors="strict"):
        self.stream = stream
        self.errors = errors
        self.bytebuffer = b""
        self.charbuffer = self.charbuffertype()
        self.linebuffer = None

    def decode(self, input, errors="strict"):
        raise NotImplementedError

    def _fill(self, size):
        """Decode more into charbuffer; False at the end."""
        new = self.stream.read() if size < 0 else self.stream.read(size)
        data = self.bytebuffer + new
        if not data:
            return False
        text, used = self.decode(data, self.errors)
        self.bytebuffer = data[used:]
        self.charbuffer += text
        return bool(new)

    def read(self, size=-1, chars=-1, firstline=False):
        while chars < 0 or len(self.charbuffer) < chars:
            if size >= 0 and chars < 0 and self.charbuffer:
                break
            if not self._fill(size) or size < 0:
                break
        if chars < 0 and size >= 0:
            chars = size
        if chars < 0:
            out, self.charbuffer = self.charbuffer, self.charbuffertype()
        else:
            out = self.charbuffer[:chars]
            self.charbuffer = self.charbuffer[chars:]
        return out

    def readline(self, size=None, keepends=True):
        seen = 0
        while True:
            lines = self.charbuffer.splitlines(True)
            if len(lines) > 1 or (lines and lines[0][-1:] in ("\n", b"\n")):
                break
            if not self._fill(size or 72):
                lines = self.charbuffer.splitlines(True)
                break
            seen += 1
            if size is not None and seen:
                lines = self.charbuffer.splitlines(True)
                break
        if not lines:
            return self.charbuffertype()
        line = lines[0]
        self.charbuffer = self.charbuffer[len(line):]
        return line if keepends else line.splitlines(False)[0]

    def readlines(self, sizehint=None, keepends=True):
        return self.read().splitlines(keepends)

    def reset(self):
        self.bytebuffer = b""
        self.charbuffer = self.charbuffertype()
        self.linebuffer = None

    def seek(self, offset, whence=0):
        self.stream.seek(offset, whence)
        self.reset()

    def __next__(self):
        line = self.readline()
        if line:
            return line
        raise StopIteration

    def __iter__(self):
        return self

    def __getattr__(self, name):
        return getattr(self.stream, name)

    def __enter__(self):
        return self

    def __exit__(self, type, value, tb):
        self.stream.close()

    def __reduce_ex__(self, proto):
        raise TypeError("can't serialize %s" % self.__class__.__name__)


class StreamReaderWriter:
    """A StreamReader and a StreamWriter over one stream."""

    encoding = "unknown"

    def __init__(self, stream, Reader, Writer, errors="strict"):
        self.stream = stream
        self.reader = Reader(stream, errors)
        self.writer = Writer(stream, errors)
        self.errors = errors

    def __iter__(self):
        return self

    def __next__(self):
        return next(self.reader)

    def read(self, size=-1):
        return self.reader.read(size)

    def readline(self, size=None, keepends=True):
        return self.reader.readline(size, keepends)

    def readlines(self, sizehint=None):
        return self.reader.readlines(sizehint)

    def write(self, data):
        return self.writer.write(data)

    def writelines(self, list):
        return self.writer.writelines(list)

    def seek(self, offset, whence=0):
        self.stream.seek(offset, whence)
        self.reader.reset()
        if not (offset or whence):  # a byte order mark may come again
            self.writer.reset()

    def reset(self):
        for side in (self.reader, self.writer):
            side.reset()

    def __getattr__(self, name):
        return getattr(self.stream, name)

    def __enter__(self):
        return self

    def __exit__(self, type, value, tb):
        self.stream.close()

    def __reduce_ex__(self, proto):
        raise TypeError("can't serialize %s" % self.__class__.__name__)


class StreamRecoder(StreamReaderWriter):
    """Bytes of one encoding outside, of another one in the stream."""

    data_encode = file_encode = "unknown"

    def __init__(self, stream, encode, decode, Reader, Writer, errors="strict"):
        super().__init__(stream, Reader, Writer, errors)
        self.encode = encode
        self.decode = decode

    def _out(self, text):
        return self.encode(text, self.errors)[0]

    def read(self, size=-1):
        return self._out(self.reader.read(size))

    def readline(self, size=None):
        return self._out(self.reader.readline(size) if size else self.reader.readline())

    def readlines(self, sizehint=None):
        return self._out(self.reader.read()).splitlines(keepends=True)

    def __next__(self):
        return self._out(next(self.reader))

    def write(self, data):
        return self.writer.write(self.decode(data, self.errors)[0])

    def writelines(self, list):
        return self.write(b"".join(list))


# --- the encodings of C ----------------------------------------------------------------


def _as_bytes(data):
    if isinstance(data, str):
        raise TypeError("a bytes-like object is required, not 'str'")
    return bytes(data)


def _as_text(text):
    if not isinstance(text, str):
        raise TypeError(f"argument 1 must be str, not {type(text).__name__}")
    return text


def _pair(name):
    """Stateless functions of an encoding that C has."""

    def encode(input, errors="strict"):
        return _as_text(input).encode(name, errors or "strict"), len(input)

    def decode(input, errors="strict", final=True):
        data = _as_bytes(input)
        if final:
            return data.decode(name, errors or "strict"), len(data)
        text, used, _ = decode_steps(data, name, errors or "strict", False)
        return text, used

    return encode, decode


class _TextEncoder(IncrementalEncoder):
    """A byte order mark comes once, with the first piece."""

    _name = "utf-8"

    def __init__(self, errors="strict"):
        super().__init__(errors)
        self.begun = False

    def encode(self, input, final=False):
        name = self._name
        if self.begun:
            name = {"utf-16": "utf-16-le", "utf-32": "utf-32-le",
                    "utf-8-sig": "utf-8"}.get(name, name)
        if input:
            self.begun = True
        elif name in ("utf-16", "utf-32", "utf-8-sig"):
            return b""
        return _as_text(input).encode(name, self.errors)

    def reset(self):
        self.begun = False

    def getstate(self):
        marked = self._name in ("utf-16", "utf-32", "utf-8-sig")
        return 0 if self.begun or not marked else 2

    def setstate(self, state):
        self.begun = not state


class _TextDecoder(BufferedIncrementalDecoder):
    """Goes on with the byte order that the mark said."""

    _name = "utf-8"

    def __init__(self, errors="strict"):
        super().__init__(errors)
        self.codec = self._name

    def _buffer_decode(self, input, errors, final):
        skipped = 0
        if self.codec == "utf-8-sig":
            if len(input) < 3 and BOM_UTF8.startswith(input) and not final:
                return "", 0
            self.codec = "utf-8"
            if input.startswith(BOM_UTF8):
                input = input[3:]
                skipped = 3
        text, used, self.codec = decode_steps(input, self.codec, errors, final)
        return text, used + skipped

    def reset(self):
        super().reset()
        self.codec = self._name

    def getstate(self):
        flag = 0
        if self._name in ("utf-16", "utf-32", "utf-8-sig"):
            flag = {self._name: 2 if self._name != "utf-8-sig" else 1,
                    "utf-16-be": 1, "utf-32-be": 1}.get(self.codec, 0)
        return self.buffer, flag

    def setstate(self, state):
        super().setstate(state)
        base, flag = self._name, state[1]
        if base in ("utf-16", "utf-32"):
            self.codec = base + ("-le", "-be", "")[flag]
        elif base == "utf-8-sig":
            self.codec = base if flag else "utf-8"


class _PlainEncoder(IncrementalEncoder):
    _encode = None

    def encode(self, input, final=False):
        return type(self)._encode(input, self.errors)[0]


class _PlainDecoder(IncrementalDecoder):
    _decode = None

    def decode(self, input, final=False):
        return type(self)._decode(input, self.errors)[0]


class _MarkWriter(StreamWriter):
    """Only the first piece gets a byte order mark."""

    def __init__(self, stream, errors="strict"):
        super().__init__(stream, errors)
        self._coder = self._coder_class(errors)

    def encode(self, input, errors="strict"):
        return self._coder.encode(input), len(input)

    def reset(self):
        self._coder.reset()


class _MarkReader(StreamReader):
    def __init__(self, stream, errors="strict"):
        super().__init__(stream, errors)
        self._coder = self._coder_class(errors)

    def decode(self, input, errors="strict"):
        return self._coder.decode(input), len(input)

    def reset(self):
        super().reset()
        self._coder.reset()


def _make_info(name):
    """The CodecInfo of a built-in encoding, or None."""
    canon = _codec_name(name)
    if canon is not None:
        encode, decode = _pair(canon)
        encoder = type("IncrementalEncoder", (_TextEncoder,), {"_name": canon})
        decoder = type("IncrementalDecoder", (_TextDecoder,), {"_name": canon})
        reader = type("StreamReader", (_MarkReader,), {"_coder_class": decoder})
        writer = type("StreamWriter", (_MarkWriter,), {"_coder_class": encoder})
        return CodecInfo(encode, decode, reader, writer, encoder, decoder, canon)
    found = find_python(name)
    if found is None:
        return None
    canon, encode, decode, is_text = found
    encoder = type("IncrementalEncoder", (_PlainEncoder,), {"_encode": staticmethod(encode)})
    decoder = type("IncrementalDecoder", (_PlainDecoder,), {"_decode": staticmethod(decode)})
    space = {"encode": lambda self, input, errors="strict": encode(input, errors),
             "decode": lambda self, input, errors="strict": decode(input, errors),
             "charbuffertype": str if is_text else bytes}
    reader = type("StreamReader", (StreamReader,), space)
    writer = type("StreamWriter", (StreamWriter,), space)
    shown = {"unicode_escape": "unicode-escape", "raw_unicode_escape": "raw-unicode-escape",
             "rot13": "rot-13"}.get(canon, canon)
    return CodecInfo(encode, decode, reader, writer, encoder, decoder, shown,
                     _is_text_encoding=is_text)


# --- shortcuts ----------------------------------------------------------------------------


def getencoder(encoding):
    """The encode function of an encoding."""
    return lookup(encoding).encode


def getdecoder(encoding):
    """The decode function of an encoding."""
    return lookup(encoding).decode


def getincrementalencoder(encoding):
    """The incremental encoder class of an encoding."""
    found = lookup(encoding).incrementalencoder
    if found is None:
        raise LookupError(encoding)
    return found


def getincrementaldecoder(encoding):
    """The incremental decoder class of an encoding."""
    found = lookup(encoding).incrementaldecoder
    if found is None:
        raise LookupError(encoding)
    return found


def getreader(encoding):
    """The StreamReader class of an encoding."""
    return lookup(encoding).streamreader


def getwriter(encoding):
    """The StreamWriter class of an encoding."""
    return lookup(encoding).streamwriter


def iterencode(iterator, encoding, errors="strict", **kwargs):
    """Encode strings one by one."""
    coder = getincrementalencoder(encoding)(errors, **kwargs)
    for piece in iterator:
        out = coder.encode(piece)
        if out:
            yield out
    out = coder.encode("", True)
    if out:
        yield out


def iterdecode(iterator, encoding, errors="strict", **kwargs):
    """Decode bytes one by one."""
    coder = getincrementaldecoder(encoding)(errors, **kwargs)
    for piece in iterator:
        out = coder.decode(piece)
        if out:
            yield out
    out = coder.decode(b"", True)
    if out:
        yield out


def open(filename, mode="r", encoding=None, errors="strict", buffering=-1):
    """Open a file that is decoded and encoded on the way."""
    if encoding is not None and "b" not in mode:
        mode = mode.replace("U", "") + "b"
    file = __import__("io").open(filename, mode, buffering)
    if encoding is None:
        return file
    info = lookup(encoding)
    out = StreamReaderWriter(file, info.streamreader, info.streamwriter, errors)
    out.encoding = encoding
    return out


def EncodedFile(file, data_encoding, file_encoding=None, errors="strict"):
    """Wrap a file so that it speaks `data_encoding` in bytes."""
    if file_encoding is None:
        file_encoding = data_encoding
    data = lookup(data_encoding)
    inner = lookup(file_encoding)
    out = StreamRecoder(file, data.encode, data.decode, inner.streamreader,
                        inner.streamwriter, errors)
    out.data_encoding = data_encoding
    out.file_encoding = file_encoding
    return out


def make_identity_dict(rng):
    """{i: i for i in rng}"""
    return {i: i for i in rng}


def make_encoding_map(decoding_map):
    """Turn a decoding map round; characters with several bytes give None."""
    out = {}
    for byte, char in decoding_map.items():
        out[char] = None if char in out else byte
    return out


ascii_encode, ascii_decode = _pair("ascii")
latin_1_encode, latin_1_decode = _pair("latin-1")
utf_8_encode, utf_8_decode = _pair("utf-8")
utf_16_encode, utf_16_decode = _pair("utf-16")
utf_16_le_encode, utf_16_le_decode = _pair("utf-16-le")
utf_16_be_encode, utf_16_be_decode = _pair("utf-16-be")
utf_32_encode, utf_32_decode = _pair("utf-32")
utf_32_le_encode, utf_32_le_decode = _pair("utf-32-le")
utf_32_be_encode, utf_32_be_decode = _pair("utf-32-be")


def readbuffer_encode(data, errors=None):
    """The bytes of any buffer (a str gives its UTF-8)."""
    out = data.encode() if isinstance(data, str) else bytes(data)
    return out, len(out)
