# generator.py - messages as text.
#
# SPDX-License-Identifier: Apache-2.0
"""Messages as text."""
import quopri
import random
import re

from email.header import Header, encoded_word, fold, q_encoded
from email.message import binascii_lines

__all__ = ["Generator", "BytesGenerator"]

_FROM = re.compile(r"^From ", re.MULTILINE)


class Generator:
    """Writes messages to a file of text."""

    _as_bytes = False

    def __init__(self, outfp, mangle_from_=None, maxheaderlen=None, *,
                 policy=None):
        self._fp, self.policy = outfp, policy
        self._mangle, self.maxheaderlen = mangle_from_, maxheaderlen

    def write(self, text):
        """Write some text."""
        self._fp.write(text)

    def flatten(self, msg, unixfrom=False, linesep=None):
        """Write a message and everything in it."""
        policy = msg.policy if self.policy is None else self.policy
        limit = self.maxheaderlen
        if limit is None:
            limit = policy.max_line_length
        mangle = policy.mangle_from_ if self._mangle is None else self._mangle
        lines = []
        if unixfrom and msg.get_unixfrom():
            lines.append(msg.get_unixfrom() + "\n")
        _message(msg, policy, limit, mangle, lines, self._as_bytes)
        text = "".join(lines)
        end = linesep or policy.linesep
        if end != "\n":
            text = end.join(text.split("\n"))
        self.write(text)

    def clone(self, fp):
        """The same for another file."""
        return type(self)(fp, self._mangle, self.maxheaderlen,
                          policy=self.policy)


class BytesGenerator(Generator):
    """Writes messages to a file of bytes."""

    _as_bytes = True

    def write(self, text):
        data = text.encode("utf-8" if self.policy and self.policy.utf8
                           else "ascii", "surrogateescape")
        self._fp.write(data)


def _message(msg, policy, limit, mangle, out, as_bytes):
    body, encoding = [], None
    main = msg.get_content_maintype()
    if msg.is_multipart() and main == "message":
        for part in msg.get_payload():
            _message(part, policy, limit, mangle, body, as_bytes)
    elif main == "multipart":
        _parts(msg, policy, limit, mangle, body, as_bytes)
    else:
        payload = msg.get_payload()
        if payload is None:
            payload = ""
        if not isinstance(payload, str):
            raise TypeError(f"string payload expected: {type(payload)}")
        if not as_bytes and any("\ud800" <= char <= "\udfff" for char in payload):
            payload, encoding = _as_ascii(msg, payload)
        body.append(_FROM.sub(">From ", payload) if mangle else payload)
    for name, value in msg.raw_items():
        if encoding and name.lower() == "content-transfer-encoding":
            value = encoding
        out.append(_header(name, value, policy, limit))
    out.append("\n")
    out += body


def _as_ascii(msg, payload):
    """Bytes of a content for a file of text, and how they are encoded."""
    data = payload.encode("ascii", "surrogateescape")
    if msg.get_content_charset("utf-8") in ("utf-8", "utf8"):
        return binascii_lines(data), "base64"
    return quopri.encodestring(data).decode("ascii"), "quoted-printable"


def _parts(msg, policy, limit, mangle, out, as_bytes):
    payload = msg.get_payload()
    if isinstance(payload, str):
        out.append(payload)
        return
    texts = []
    for part in payload or ():
        inside = []
        _message(part, policy, limit, mangle, inside, as_bytes)
        texts.append("".join(inside))
    boundary = msg.get_boundary()
    if not boundary:
        boundary = _new_boundary("\n".join(texts))
        msg.set_boundary(boundary)
    if msg.preamble is not None:
        out.append(msg.preamble + "\n")
    out.append(f"--{boundary}\n")
    out.append(f"\n--{boundary}\n".join(texts))
    out.append(f"\n--{boundary}--\n")
    if msg.epilogue is not None:
        out.append(msg.epilogue)


def _new_boundary(text):
    """A line that is nowhere in the text."""
    while True:
        boundary = "=" * 15 + f"{random.randrange(1 << 63):019d}" + "=="
        if boundary not in text:
            return boundary


# -------------------------------------------------------------------- headers


def _header(name, value, policy, limit):
    if isinstance(value, Header):
        return f"{name}: {value.encode(maxlinelen=limit)}\n"
    text = str(value)
    if policy.modern:
        return f"{name}: {_modern(name, text, policy, limit)}\n"
    if not text.isascii():
        text = Header(text, "utf-8", header_name=name,
                      maxlinelen=limit or None).encode()
    elif limit:
        text = fold(name, text, limit)
    return f"{name}: {text}\n"


def _modern(name, text, policy, limit):
    if not policy.utf8 and not text.isascii():
        text = _with_encoded_words(text)
    if not limit or len(name) + 2 + max(map(len, text.split("\n"))) <= limit:
        return text
    return fold(name, text, limit, splitchars=" \t")


def _with_encoded_words(text):
    """Words that are not ASCII encoded, neighbours together."""
    groups = []
    for word in text.split(" "):
        plain = word.isascii()
        if groups and groups[-1][0] == plain:
            groups[-1][1].append(word)
        else:
            groups.append((plain, [word]))
    return " ".join([" ".join(words) if plain else _short_word(" ".join(words))
                     for plain, words in groups])


def _short_word(text):
    """The shorter of both forms; Q if they are about equal."""
    data = text.encode("utf-8", "surrogateescape")
    packed = -(-len(data) // 3) * 4
    form = "b" if len(q_encoded(data)) - packed >= 5 else "q"
    return encoded_word(text, "utf-8", form)
