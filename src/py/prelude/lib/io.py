# io.py - streams: the public names and open().
#
# SPDX-License-Identifier: Apache-2.0
"""The io module provides the Python interfaces to stream handling."""
from _io_base import (DEFAULT_BUFFER_SIZE, SEEK_CUR, SEEK_END, SEEK_SET,
                      BufferedIOBase, FileIO, IOBase, RawIOBase, TextIOBase,
                      UnsupportedOperation, path_argument)
from _io_buffer import (BufferedRandom, BufferedReader, BufferedRWPair,
                        BufferedWriter)
from _io_memory import BytesIO, StringIO
from _io_text import IncrementalNewlineDecoder, TextIOWrapper
from _whole import WholeFile, is_on, whole

__all__ = ["BlockingIOError", "open", "open_code", "IOBase", "RawIOBase",
           "FileIO", "BytesIO", "StringIO", "BufferedIOBase",
           "BufferedReader", "BufferedWriter", "BufferedRWPair",
           "BufferedRandom", "TextIOBase", "TextIOWrapper",
           "UnsupportedOperation", "SEEK_SET", "SEEK_CUR", "SEEK_END"]

BlockingIOError = BlockingIOError
for _cls in (IOBase, RawIOBase, BufferedIOBase, TextIOBase):
    _cls.__module__ = "io"
del _cls


def text_encoding(encoding, stacklevel=2, /):
    """The encoding to use where None may have been given."""
    return "locale" if encoding is None else encoding


def _check_mode(mode, encoding, errors, newline):
    """Refuse wrong combinations; return the set of mode letters."""
    letters = set(mode)
    if letters - set("axrwb+t") or len(mode) > len(letters):
        raise ValueError("invalid mode: %r" % mode)
    binary = "b" in letters
    if "t" in letters and binary:
        raise ValueError("can't have text and binary mode at once")
    if not letters & set("axrw"):
        raise ValueError("Must have exactly one of create/read/write/append "
                         "mode and at most one plus")
    if len(letters & set("axrw")) != 1:
        raise ValueError("must have exactly one of create/read/write/append "
                         "mode")
    for given, name in ((encoding, "an encoding"), (errors, "an errors"),
                        (newline, "a newline")):
        if binary and given is not None:
            raise ValueError(f"binary mode doesn't take {name} argument")
    return letters


def open(file=..., mode="r", buffering=-1, encoding=None, errors=None,
         newline=None, closefd=True, opener=None):
    """Open file and return a stream.  Raise OSError upon failure."""
    if file is ...:
        raise TypeError("open() missing required argument 'file' (pos 1)")
    if not isinstance(file, int):
        path_argument(file)
        if hasattr(type(file), "__fspath__"):
            file = type(file).__fspath__(file)
    for value, name in ((mode, "mode"),):
        if not isinstance(value, str):
            raise TypeError(f"open() argument '{name}' must be str, not "
                            f"{type(value).__name__}")
    for value, name in ((encoding, "encoding"), (errors, "errors"),
                        (newline, "newline")):
        if value is not None and not isinstance(value, str):
            raise TypeError(f"open() argument '{name}' must be str or None, "
                            f"not {type(value).__name__}")
    letters = _check_mode(mode, encoding, errors, newline)
    raw_mode = "".join(c for c in "xrwa" if c in letters)
    if "+" in letters:
        raw_mode += "+"
    raw = _open_whole(file, letters, encoding, errors)
    if raw is None:
        raw = FileIO(file, raw_mode, closefd, opener)
    elif "b" not in letters and "r" not in letters and "+" not in letters:
        return TextIOWrapper(raw, encoding, errors, newline,
                             write_through=True)
    elif "b" in letters and "r" not in letters and "+" not in letters:
        return raw
    try:
        line_buffering = False
        if buffering == 1 and "b" not in letters or (
                buffering < 0 and raw.isatty()):
            buffering = -1
            line_buffering = True
        if buffering < 0 or buffering == 1:
            buffering = DEFAULT_BUFFER_SIZE
        if buffering == 0:
            if "b" in letters:
                return raw
            raise ValueError("can't have unbuffered text I/O")
        if "+" in letters:
            buffer = BufferedRandom(raw, buffering)
        elif "r" in letters:
            buffer = BufferedReader(raw, buffering)
        else:
            buffer = BufferedWriter(raw, buffering)
        if "b" in letters:
            return buffer
        text = TextIOWrapper(buffer, encoding, errors, newline,
                             line_buffering)
        text.mode = mode
        return text
    except BaseException:
        raw.close()
        raise


def _open_whole(file, letters, encoding, errors):
    """A file of a host that is asked for whole operations, or None."""
    if isinstance(file, int) or not is_on():
        return None
    path = file if isinstance(file, str) else _fsdecode(file)
    kind = next(c for c in "xrwa" if c in letters)
    binary, plus = "b" in letters, "+" in letters
    mode = kind + ("b" if binary else "") + ("+" if plus else "")
    if whole("open", path, mode) is NotImplemented:
        return None
    utf8 = encoding is None or encoding.lower() in ("utf-8", "utf8")
    return WholeFile(path, kind, plus, not binary and utf8 and not errors)


def _fsdecode(path):
    path = path.__fspath__() if hasattr(path, "__fspath__") else path
    return path.decode("utf-8", "surrogateescape") if isinstance(
        path, bytes) else path


def open_code(path):
    """Open a code file for reading."""
    if not isinstance(path, str):
        raise TypeError("open_code() argument 'path' must be str, not "
                        f"{type(path).__name__}")
    return open(path, "rb")


__import__("builtins").open = open
