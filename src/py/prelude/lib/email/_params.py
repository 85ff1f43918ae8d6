# _params.py - parameters of headers: 'text/plain; charset="utf-8"'.
#
# SPDX-License-Identifier: Apache-2.0
"""Parameters of headers."""
import re

from email import utils

_NEEDS_QUOTES = re.compile(r'[ ()<>@,;:\\"/\[\]?=]')


def written(name, value=None, quote=True):
    """One parameter as it is written."""
    if value is None or value == "":
        return name
    if isinstance(value, tuple):
        return f"{name}*={utils.encode_rfc2231(value[2], value[0], value[1])}"
    if not value.isascii():
        return f"{name}*={utils.encode_rfc2231(value, 'utf-8', '')}"
    if quote or _NEEDS_QUOTES.search(value):
        return f'{name}="{utils.quote(value)}"'
    return f"{name}={value}"


def split(text):
    """The parts between semicolons that are not quoted, as pairs."""
    parts, part, quoted, escaped = [], "", False, False
    for char in text + ";":
        if char == ";" and not quoted:
            parts.append(part.strip())
            part = ""
            continue
        if char == '"' and not escaped:
            quoted = not quoted
        escaped = char == "\\" and not escaped
        part += char
    if quoted and part:
        parts.append(part[:-1].strip())
    found = []
    for i, piece in enumerate(parts):
        name, equals, value = piece.partition("=")
        if i and not piece:
            continue
        found.append((name.strip().lower() if equals else piece, value.strip()))
    return utils.decode_params(found) if found else found
