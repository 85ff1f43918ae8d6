# parser.py - messages read from text.
#
# SPDX-License-Identifier: Apache-2.0
"""Messages from text."""
import io
import re

from email import errors
from email.message import EmailMessage, Message
from email.policy import compat32

__all__ = ["Parser", "HeaderParser", "BytesParser", "BytesHeaderParser",
           "FeedParser", "BytesFeedParser"]

_HEADER = re.compile(r"([^\x00-\x20:\x7f]+)[ \t]*:(.*)", re.DOTALL)


def _lines(text):
    return re.findall(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$", text)


def _read(text, factory, policy, headers_only=False):
    """A message from its text."""
    msg = factory(policy=policy)
    lines = _lines(text)
    at = _read_headers(msg, lines)
    body = lines[at:]
    if headers_only:
        msg.set_payload("".join(body))
        return msg
    main = msg.get_content_maintype()
    if main == "multipart":
        _read_parts(msg, body, factory, policy)
    elif msg.get_content_type() == "message/rfc822":
        msg.attach(_read("".join(body), factory, policy))
    else:
        msg._payload = "".join(body)
    return msg


def _read_headers(msg, lines):
    """Store the headers; the number of the first line of the body."""
    name = None
    value = ""
    at = 0
    while at < len(lines):
        line = lines[at]
        bare = line.rstrip("\r\n")
        if line[0] in " \t" and name is not None:
            value += line
        elif not bare:
            at += 1
            break
        elif at == 0 and line.startswith("From "):
            msg.set_unixfrom(bare)
        elif match := _HEADER.match(line):
            _store(msg, name, value)
            name, value = match[1], match[2]
        elif line[0] in " \t":
            msg.defects.append(errors.FirstHeaderLineIsContinuationDefect(line))
        else:
            msg.defects.append(errors.MissingHeaderBodySeparatorDefect())
            break
        at += 1
    _store(msg, name, value)
    return at


def _store(msg, name, value):
    if name is not None:
        msg.set_raw(name, value.lstrip(" \t").rstrip("\r\n"))


def _read_parts(msg, lines, factory, policy):
    boundary = msg.get_boundary()
    if boundary is None:
        msg.defects.append(errors.NoBoundaryInMultipartDefect())
        msg.defects.append(errors.MultipartInvariantViolationDefect())
        msg._payload = "".join(lines)
        return
    parts, current, before, behind = [], None, [], None
    for line in lines:
        bare = line.rstrip("\r\n \t")
        if behind is not None:
            behind.append(line)
        elif bare == f"--{boundary}":
            if current is not None:
                parts.append(current)
            current = []
        elif bare == f"--{boundary}--" and current is not None:
            parts.append(current)
            behind, current = [], None
        else:
            (before if current is None else current).append(line)
    if current is not None:
        parts.append(current)
        msg.defects.append(errors.CloseBoundaryNotFoundDefect())
    if not parts:
        msg.defects.append(errors.StartBoundaryNotFoundDefect())
        msg.defects.append(errors.MultipartInvariantViolationDefect())
        msg._payload = "".join(lines)
        return
    msg.preamble = _without_end("".join(before)) if before else None
    msg._payload = []
    digest = msg.get_content_subtype() == "digest"
    for part in parts:
        made = _read(_without_end("".join(part)), factory, policy)
        if digest:
            made.set_default_type("message/rfc822")
        msg.attach(made)
    if behind is not None:
        msg.epilogue = "".join(behind)


def _without_end(text):
    """The line end before a boundary belongs to it."""
    return re.sub(r"(?:\r\n|\r|\n)\Z", "", text)


class Parser:
    """Reads messages from text."""

    def __init__(self, _class=None, *, policy=compat32):
        self.policy = policy
        self._class = _class or policy.message_factory or (
            EmailMessage if policy.modern else Message)

    def parse(self, fp, headersonly=False):
        """Read a message from a file."""
        return self.parsestr(fp.read(), headersonly)

    def parsestr(self, text, headersonly=False):
        """Read a message from a text."""
        return _read(text, self._class, self.policy, headersonly)


class HeaderParser(Parser):
    """Reads headers, and leaves the rest as it is."""

    def parse(self, fp, headersonly=True):
        return super().parse(fp, True)

    def parsestr(self, text, headersonly=True):
        return super().parsestr(text, True)


class BytesParser:
    """Reads messages from bytes."""

    def __init__(self, *args, **kw):
        self.parser = Parser(*args, **kw)

    def parse(self, fp, headersonly=False):
        """Read a message from a file of bytes."""
        return self.parsebytes(fp.read(), headersonly)

    def parsebytes(self, text, headersonly=False):
        """Read a message from bytes."""
        return self.parser.parsestr(text.decode("ascii", "surrogateescape"),
                                    headersonly)


class BytesHeaderParser(BytesParser):
    """Reads headers from bytes."""

    def parse(self, fp, headersonly=True):
        return super().parse(fp, True)

    def parsebytes(self, text, headersonly=True):
        return super().parsebytes(text, True)


class FeedParser:
    """Reads a message that comes in pieces."""

    def __init__(self, _factory=None, *, policy=compat32):
        self._parser, self._text = Parser(_factory, policy=policy), io.StringIO(newline="")

    def feed(self, data):
        """Take a piece."""
        self._text.write(data)

    def close(self):
        """The message."""
        return self._parser.parsestr(self._text.getvalue())


class BytesFeedParser(FeedParser):
    """Reads a message that comes in pieces of bytes."""

    def feed(self, data):
        super().feed(data.decode("ascii", "surrogateescape"))
