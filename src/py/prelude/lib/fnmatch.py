# fnmatch.py - Unix file name patterns.
#
# SPDX-License-Identifier: Apache-2.0
"""Patterns for file names, as in a shell."""
import re
import posixpath

__all__ = ["filter", "fnmatch", "fnmatchcase", "translate"]


def fnmatch(name, pat):
    """Does a name match a pattern?"""
    return fnmatchcase(posixpath.normcase(name), posixpath.normcase(pat))


def _compile(pat):
    if isinstance(pat, bytes):
        res = bytes(translate(str(pat, "ISO-8859-1")), "ISO-8859-1")
    else:
        res = translate(pat)
    return re.compile(res).match


def filter(names, pat):
    """The names that match a pattern."""
    match = _compile(posixpath.normcase(pat))
    return [name for name in names if match(name)]


def fnmatchcase(name, pat):
    """Does a name match a pattern, letter for letter?"""
    return _compile(pat)(name) is not None


def _set(body):
    """The regular expression of a [set]; body has no brackets."""
    if "-" not in body:
        stuff = body.replace("\\", r"\\")
    else:
        chunks = []
        k = 2 if body[0] == "!" else 1
        i, j = 0, len(body)
        while True:
            k = body.find("-", k, j)
            if k < 0:
                break
            chunks.append(body[i:k])
            i = k + 1
            k = k + 3
        chunk = body[i:j]
        if chunk:
            chunks.append(chunk)
        else:
            chunks[-1] += "-"
        # A range that runs backwards is empty: join its neighbours.
        for k in range(len(chunks) - 1, 0, -1):
            if chunks[k - 1][-1] > chunks[k][0]:
                chunks[k - 1] = chunks[k - 1][:-1] + chunks[k][1:]
                del chunks[k]
        stuff = "-".join(s.replace("\\", r"\\").replace("-", r"\-")
                         for s in chunks)
    stuff = re.sub(r"([&~|])", r"\\\1", stuff)
    if not stuff:
        return "(?!)"
    if stuff == "!":
        return "."
    if stuff[0] == "!":
        stuff = "^" + stuff[1:]
    elif stuff[0] in ("^", "["):
        stuff = "\\" + stuff
    return f"[{stuff}]"


def translate(pat):
    """A regular expression for a pattern."""
    star = object()
    parts = []
    i, n = 0, len(pat)
    while i < n:
        c = pat[i]
        i += 1
        if c == "*":
            if not parts or parts[-1] is not star:
                parts.append(star)
        elif c == "?":
            parts.append(".")
        elif c == "[":
            j = i
            if j < n and pat[j] == "!":
                j += 1
            if j < n and pat[j] == "]":
                j += 1
            while j < n and pat[j] != "]":
                j += 1
            if j >= n:
                parts.append("\\[")
            else:
                parts.append(_set(pat[i:j]))
                i = j + 1
        else:
            parts.append(re.escape(c))
    # Every star but the last becomes an atomic group up to the fixed text
    # behind it, so that matching never backtracks over it.
    out = []
    i, n = 0, len(parts)
    while i < n and parts[i] is not star:
        out.append(parts[i])
        i += 1
    while i < n:
        i += 1
        if i == n:
            out.append(".*")
            break
        fixed = []
        while i < n and parts[i] is not star:
            fixed.append(parts[i])
            i += 1
        fixed = "".join(fixed)
        if i == n:
            out.append(".*")
            out.append(fixed)
        else:
            out.append(f"(?>.*?{fixed})")
    return r"(?s:%s)\Z" % "".join(out)
