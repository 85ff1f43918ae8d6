"""difflib - differences between sequences.

SPDX-License-Identifier: Apache-2.0
"""

from _difflib_html import HtmlDiff
from _difflib_match import (IS_CHARACTER_JUNK, IS_LINE_JUNK, Differ, Match,
                            SequenceMatcher, get_close_matches, ndiff,
                            restore)

__all__ = ["get_close_matches", "ndiff", "restore", "SequenceMatcher",
           "Differ", "IS_CHARACTER_JUNK", "IS_LINE_JUNK", "context_diff",
           "unified_diff", "diff_bytes", "HtmlDiff", "Match"]


def _check(a, b, *texts):
    for lines in a, b:
        if lines and not isinstance(lines[0], str):
            raise TypeError("lines to compare must be str, not "
                            f"{type(lines[0]).__name__} ({lines[0]!r})")
    for text in texts:
        if not isinstance(text, str):
            raise TypeError(f"all arguments must be str, not: {text!r}")


def _header(mark, name, date, lineterm):
    return f"{mark} {name}{date and chr(9) + date}{lineterm}"


def _unified_range(start, stop):
    size = stop - start
    if size == 1:
        return f"{stop}"
    return f"{start + 1 if size else start},{size}"


def unified_diff(a, b, fromfile="", tofile="", fromfiledate="",
                 tofiledate="", n=3, lineterm="\n"):
    """Yield the lines of a unified diff."""
    _check(a, b, fromfile, tofile, fromfiledate, tofiledate, lineterm)
    heads = [_header("---", fromfile, fromfiledate, lineterm),
             _header("+++", tofile, tofiledate, lineterm)]
    for group in SequenceMatcher(None, a, b).get_grouped_opcodes(n):
        yield from heads
        heads = ()
        old = _unified_range(group[0][1], group[-1][2])
        new = _unified_range(group[0][3], group[-1][4])
        yield f"@@ -{old} +{new} @@{lineterm}"
        for tag, i1, i2, j1, j2 in group:
            mark = " " if tag == "equal" else "-"
            yield from [mark + line for line in a[i1:i2]]
            if tag != "equal":
                yield from ["+" + line for line in b[j1:j2]]


_CONTEXT_MARKS = {"equal": "  ", "replace": "! ", "delete": "- ",
                  "insert": "+ "}


def _context_range(start, stop):
    return f"{stop}" if stop - start <= 1 else f"{start + 1},{stop}"


def _context_part(group, lines, at, other):
    """Yield one side of a group, if anything changed there."""
    tags = {step[0] for step in group}
    if tags <= {"equal", other}:
        return
    for step in group:
        if step[0] != other:
            for line in lines[step[at]:step[at + 1]]:
                yield _CONTEXT_MARKS[step[0]] + line


def context_diff(a, b, fromfile="", tofile="", fromfiledate="",
                 tofiledate="", n=3, lineterm="\n"):
    """Yield the lines of a context diff."""
    _check(a, b, fromfile, tofile, fromfiledate, tofiledate, lineterm)
    heads = [_header("***", fromfile, fromfiledate, lineterm),
             _header("---", tofile, tofiledate, lineterm)]
    for group in SequenceMatcher(None, a, b).get_grouped_opcodes(n):
        yield from heads
        heads = ()
        yield "*" * 15 + lineterm
        shown = _context_range(group[0][1], group[-1][2])
        yield f"*** {shown} ****{lineterm}"
        yield from _context_part(group, a, 1, "insert")
        shown = _context_range(group[0][3], group[-1][4])
        yield f"--- {shown} ----{lineterm}"
        yield from _context_part(group, b, 3, "delete")


def _as_text(data):
    try:
        return data.decode("ascii", "surrogateescape")
    except AttributeError as error:
        raise TypeError("all arguments must be bytes, not "
                        f"{type(data).__name__} ({data!r})") from error


def diff_bytes(dfunc, a, b, fromfile=b"", tofile=b"", fromfiledate=b"",
               tofiledate=b"", n=3, lineterm=b"\n"):
    """Let one of the functions above compare lines of bytes."""
    lines = [[_as_text(line) for line in side] for side in (a, b)]
    names = [_as_text(data) for data in (fromfile, tofile, fromfiledate,
                                         tofiledate)]
    for line in dfunc(*lines, *names, n, _as_text(lineterm)):
        yield line.encode("ascii", "surrogateescape")
