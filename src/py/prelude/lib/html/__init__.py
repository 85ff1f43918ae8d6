# html/__init__.py - escaping and unescaping of HTML text.
#
# SPDX-License-Identifier: Apache-2.0
"""General functions for HTML manipulation."""
import re

from html.entities import html5 as _html5

__all__ = ["escape", "unescape"]

# Numeric references that HTML 5 maps to other characters: the C1 controls
# mean windows-1252, NUL means the replacement character.
_CP1252 = {
    0x80: "\u20ac", 0x82: "\u201a", 0x83: "\u0192", 0x84: "\u201e",
    0x85: "\u2026", 0x86: "\u2020", 0x87: "\u2021", 0x88: "\u02c6",
    0x89: "\u2030", 0x8a: "\u0160", 0x8b: "\u2039", 0x8c: "\u0152",
    0x8e: "\u017d", 0x91: "\u2018", 0x92: "\u2019", 0x93: "\u201c",
    0x94: "\u201d", 0x95: "\u2022", 0x96: "\u2013", 0x97: "\u2014",
    0x98: "\u02dc", 0x99: "\u2122", 0x9a: "\u0161", 0x9b: "\u203a",
    0x9c: "\u0153", 0x9e: "\u017e", 0x9f: "\u0178", 0x81: "\x81",
    0x8d: "\x8d", 0x8f: "\x8f", 0x90: "\x90", 0x9d: "\x9d",
    0x00: "\ufffd", 0x0d: "\r"}
_charref = re.compile(r"&(#[0-9]+;?"
                      r"|#[xX][0-9a-fA-F]+;?"
                      r"|[^\t\n\f <&#;]{1,32};?)")


def escape(s, quote=True):
    """Replace special characters "&", "<" and ">" to HTML-safe
    sequences."""
    s = s.replace("&", "&amp;")
    s = s.replace("<", "&lt;")
    s = s.replace(">", "&gt;")
    if quote:
        s = s.replace('"', "&quot;")
        s = s.replace("'", "&#x27;")
    return s


def _is_invalid(n):
    """Code points that a reference may not name."""
    return (0x1 <= n <= 0x8 or 0xe <= n <= 0x1f or 0x7f <= n <= 0x9f
            or 0xfdd0 <= n <= 0xfdef or n == 0xb
            or (n & 0xfffe) == 0xfffe)


def _replace_charref(m):
    ref = m.group(1)
    if ref[0] == "#":
        text = ref.rstrip(";")
        n = int(text[2:], 16) if ref[1] in "xX" else int(text[1:])
        if n in _CP1252:
            return _CP1252[n]
        if 0xD800 <= n <= 0xDFFF or n > 0x10FFFF:
            return "\uFFFD"
        return "" if _is_invalid(n) else chr(n)
    if ref in _html5:
        return _html5[ref]
    for x in range(len(ref) - 1, 1, -1):
        if ref[:x] in _html5:
            return _html5[ref[:x]] + ref[x:]
    return "&" + ref


def unescape(s):
    """Convert all named and numeric character references in the string s
    to the corresponding unicode characters."""
    if "&" not in s:
        return s
    return _charref.sub(_replace_charref, s)
