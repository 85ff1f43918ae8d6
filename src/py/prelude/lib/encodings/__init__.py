"""encodings - names of the encodings; codecs does the work.

SPDX-License-Identifier: Apache-2.0
"""

from codecs import _make_info


class CodecRegistryError(LookupError, SystemError):
    """Kept for programs that name it."""


def normalize_encoding(encoding):
    """Runs of anything but letters, digits and dots become one underscore."""
    if isinstance(encoding, bytes):
        encoding = str(encoding, "ascii")
    out = ""
    gap = False
    for char in encoding:
        if char.isalnum() or char == ".":
            if gap and out:
                out += "_"
            gap = False
            if char.isascii():
                out += char
        else:
            gap = True
    return out


def search_function(encoding):
    """The CodecInfo of a built-in encoding, or None."""
    return _make_info(encoding)
