"""_codec_errors - what happens to text or bytes that cannot be converted.

SPDX-License-Identifier: Apache-2.0
"""

import unicodedata

from _caisson import session_state


class _Registry:
    def __init__(self):
        self.searches = []
        self.handlers = {}
        self.found = {}


def _registry():
    return session_state("codecs", _Registry)


def _unhandled(error):
    return TypeError("don't know how to handle "
                     f"{type(error).__name__} in error callback")


def strict_errors(error):
    """Raise the exception."""
    if not isinstance(error, Exception):
        raise TypeError("codec must pass exception instance")
    raise error


def ignore_errors(error):
    """Leave out what cannot be converted."""
    if not isinstance(error, UnicodeError) or not hasattr(error, "end"):
        raise _unhandled(error)
    return "", error.end


def replace_errors(error):
    """Put a question mark or U+FFFD in place of what cannot be converted."""
    if isinstance(error, UnicodeEncodeError):
        return "?" * (error.end - error.start), error.end
    if isinstance(error, UnicodeDecodeError):
        return "\ufffd", error.end
    if isinstance(error, UnicodeTranslateError):
        return "\ufffd" * (error.end - error.start), error.end
    raise _unhandled(error)


def _culprits(error):
    return error.object[error.start:error.end]


def _backslashed(code):
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def backslashreplace_errors(error):
    """Write backslash escapes for what cannot be converted."""
    if isinstance(error, UnicodeDecodeError):
        return "".join([f"\\x{byte:02x}" for byte in _culprits(error)]), error.end
    if isinstance(error, (UnicodeEncodeError, UnicodeTranslateError)):
        return "".join([_backslashed(ord(c)) for c in _culprits(error)]), error.end
    raise _unhandled(error)


def xmlcharrefreplace_errors(error):
    """Write numeric character references."""
    if not isinstance(error, UnicodeEncodeError):
        raise _unhandled(error)
    return "".join([f"&#{ord(c)};" for c in _culprits(error)]), error.end


def namereplace_errors(error):
    """Write \\N{...} escapes."""
    if not isinstance(error, UnicodeEncodeError):
        raise _unhandled(error)
    out = []
    for char in _culprits(error):
        name = unicodedata.name(char, "")
        out.append(f"\\N{{{name}}}" if name else _backslashed(ord(char)))
    return "".join(out), error.end


def _escape_errors(error):
    """surrogateescape: bytes from 128 on as lone surrogates, and back."""
    if isinstance(error, UnicodeEncodeError):
        out = []
        for char in _culprits(error):
            if not "\udc80" <= char <= "\udcff":
                raise error
            out.append(ord(char) - 0xDC00)
        return bytes(out), error.end
    if isinstance(error, UnicodeDecodeError):
        text = ""
        for byte in _culprits(error)[:4]:
            if byte < 128:
                break
            text += chr(0xDC00 + byte)
        if not text:
            raise error
        return text, error.start + len(text)
    raise _unhandled(error)


def _pass_errors(error):
    """surrogatepass: surrogates through the UTF codecs."""
    if not isinstance(error, (UnicodeEncodeError, UnicodeDecodeError)):
        raise _unhandled(error)
    name = error.encoding.lower().replace("_", "-")
    width = {"utf-8": 3, "cp65001": 3}.get(name)
    if width is None:
        width = 2 if name.startswith("utf-16") else 4 if name.startswith("utf-32") else 0
    if not width:
        raise error
    if isinstance(error, UnicodeEncodeError):
        return _culprits(error).encode(name, "surrogatepass"), error.end
    try:
        text = error.object[error.start:error.start + width].decode(name, "surrogatepass")
    except UnicodeDecodeError:
        raise error from None
    return text, error.start + width


_HANDLERS = {
    "strict": strict_errors, "ignore": ignore_errors, "replace": replace_errors,
    "backslashreplace": backslashreplace_errors,
    "xmlcharrefreplace": xmlcharrefreplace_errors,
    "namereplace": namereplace_errors, "surrogateescape": _escape_errors,
    "surrogatepass": _pass_errors,
}


def register_error(errors, handler, /):
    """Register the error handler under the name."""
    if not callable(handler):
        raise TypeError("handler must be callable")
    _registry().handlers[errors] = handler


def lookup_error(name, /):
    """The error handler of that name."""
    found = _registry().handlers.get(name) or _HANDLERS.get(name)
    if found is None:
        raise LookupError(f"unknown error handler name '{name}'")
    return found


def _ask(handler, error, size, verb):
    """(replacement, position) from a handler."""
    answer = handler(error)
    allowed = (str, bytes) if verb == "encoding" else str
    if (type(answer) is not tuple or len(answer) != 2
            or not isinstance(answer[0], allowed) or not isinstance(answer[1], int)):
        what = "(str/bytes, int)" if verb == "encoding" else "(str, int)"
        raise TypeError(f"{verb} error handler must return {what} tuple")
    new, at = answer
    if at < 0:
        at += size
    if not 0 <= at <= size:
        raise IndexError(f"position {answer[1]} from error handler out of bounds")
    return new, at
