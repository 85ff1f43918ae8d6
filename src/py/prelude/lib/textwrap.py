"""textwrap - paragraphs of a given width.

SPDX-License-Identifier: Apache-2.0
"""

import re

__all__ = ["TextWrapper", "wrap", "fill", "dedent", "indent", "shorten"]

_whitespace = "\t\n\x0b\x0c\r "
_BLANKS = re.compile("([" + _whitespace + "]+)")
_SPACES = str.maketrans({c: " " for c in _whitespace})
_BEFORE_DASH = "!\"'&.,?"


def _is_letter(c):
    return (c.isalnum() or c == "_") and not c.isdigit()


def _is_word(c):
    return c.isalnum() or c == "_"


def _dash_run(word, at):
    """Return the end of a run of hyphens that starts at `at`."""
    while at < len(word) and word[at] == "-":
        at += 1
    return at


def _is_em_dash(word, at):
    """Do two or more hyphens at `at` stand between words?"""
    end = _dash_run(word, at)
    return (end - at >= 2 and end < len(word) and _is_word(word[end])
            and at > 0 and (_is_word(word[at - 1])
                            or word[at - 1] in _BEFORE_DASH))


def _may_break_after(word, at):
    """May a line end after the single hyphen at `at`?"""
    if at + 2 >= len(word) or not _is_letter(word[at + 1]):
        return False
    after = word[at + 2]
    if after == "-":
        if at + 3 >= len(word) or not _is_letter(word[at + 3]):
            return False
    elif not _is_letter(after):
        return False
    if at < 2:
        return False
    if _is_letter(word[at - 1]) and _is_letter(word[at - 2]):
        return True
    return (at >= 3 and _is_letter(word[at - 1]) and word[at - 2] == "-"
            and _is_letter(word[at - 3]))


def _split_word(word, start=0):
    """Split a word where hyphens allow it."""
    pieces = []
    at = start
    while at < len(word):
        if word[at] != "-":
            at += 1
            continue
        if _is_em_dash(word, at):
            if at > start:
                pieces.append(word[start:at])
            start, at = at, _dash_run(word, at)
            pieces.append(word[start:at])
            start = at
            continue
        at += 1
        if at - 1 > start and _may_break_after(word, at - 1):
            pieces.append(word[start:at])
            start = at
    if start < len(word):
        pieces.append(word[start:])
    return pieces


class TextWrapper:
    """Wraps or fills paragraphs; the attributes say how."""

    def __init__(self, width=70, initial_indent="", subsequent_indent="",
                 expand_tabs=True, replace_whitespace=True,
                 fix_sentence_endings=False, break_long_words=True,
                 drop_whitespace=True, break_on_hyphens=True, tabsize=8, *,
                 max_lines=None, placeholder=" [...]"):
        self.width = width
        self.initial_indent = initial_indent
        self.subsequent_indent = subsequent_indent
        self.expand_tabs = expand_tabs
        self.replace_whitespace = replace_whitespace
        self.fix_sentence_endings = fix_sentence_endings
        self.break_long_words = break_long_words
        self.drop_whitespace = drop_whitespace
        self.break_on_hyphens = break_on_hyphens
        self.tabsize = tabsize
        self.max_lines = max_lines
        self.placeholder = placeholder

    def _munge_whitespace(self, text):
        if self.expand_tabs:
            text = text.expandtabs(self.tabsize)
        if self.replace_whitespace:
            text = text.translate(_SPACES)
        return text

    def _split(self, text):
        """Split a text into words and runs of whitespace."""
        chunks = []
        for piece in _BLANKS.split(text):
            if not piece:
                continue
            if self.break_on_hyphens and "-" in piece:
                chunks.extend(_split_word(piece))
            else:
                chunks.append(piece)
        return chunks

    def _fix_sentence_endings(self, chunks):
        """Make the blank after the end of a sentence two blanks."""
        for i in range(len(chunks) - 1):
            if chunks[i + 1] != " ":
                continue
            word = chunks[i]
            if word[-1] in "\"'":
                word = word[:-1]
            if (len(word) >= 2 and word[-1] in ".!?"
                    and "a" <= word[-2] <= "z"):
                chunks[i + 1] = "  "

    def _handle_long_word(self, reversed_chunks, cur_line, cur_len, width):
        """Deal with a chunk that does not fit on any line."""
        space = 1 if width < 1 else width - cur_len
        if self.break_long_words:
            chunk = reversed_chunks[-1]
            end = space
            if self.break_on_hyphens and len(chunk) > space:
                hyphen = chunk.rfind("-", 0, space)
                if hyphen > 0 and any(c != "-" for c in chunk[:hyphen]):
                    end = hyphen + 1
            cur_line.append(chunk[:end])
            reversed_chunks[-1] = chunk[end:]
        elif not cur_line:
            cur_line.append(reversed_chunks.pop())

    def _check_placeholder(self):
        if self.width <= 0:
            raise ValueError(f"invalid width {self.width!r} (must be > 0)")
        if self.max_lines is not None:
            if self.max_lines > 1:
                indent = self.subsequent_indent
            else:
                indent = self.initial_indent
            if len(indent) + len(self.placeholder.lstrip()) > self.width:
                raise ValueError("placeholder too large for max width")

    def _wrap_chunks(self, chunks):
        """Fill lines with chunks, each as long as possible."""
        self._check_placeholder()
        lines = []
        chunks.reverse()
        while chunks:
            indent = self.subsequent_indent if lines else self.initial_indent
            width = self.width - len(indent)
            if self.drop_whitespace and lines and chunks[-1].strip() == "":
                del chunks[-1]
            line = []
            length = 0
            while chunks and length + len(chunks[-1]) <= width:
                length += len(chunks[-1])
                line.append(chunks.pop())
            if chunks and len(chunks[-1]) > width:
                self._handle_long_word(chunks, line, length, width)
                length = sum(map(len, line))
            if self.drop_whitespace and line and line[-1].strip() == "":
                length -= len(line[-1])
                del line[-1]
            if not line:
                continue
            if (self.max_lines is None or len(lines) + 1 < self.max_lines
                    or (length <= width
                        and (not chunks
                             or (self.drop_whitespace and len(chunks) == 1
                                 and not chunks[0].strip())))):
                lines.append(indent + "".join(line))
                continue
            self._cut(lines, line, length, width, indent)
            break
        return lines

    def _cut(self, lines, line, length, width, indent):
        """End the last line with the placeholder."""
        while line:
            if (line[-1].strip()
                    and length + len(self.placeholder) <= width):
                line.append(self.placeholder)
                lines.append(indent + "".join(line))
                return
            length -= len(line[-1])
            del line[-1]
        if lines:
            previous = lines[-1].rstrip()
            if len(previous) + len(self.placeholder) <= self.width:
                lines[-1] = previous + self.placeholder
                return
        lines.append(indent + self.placeholder.lstrip())

    def _split_chunks(self, text):
        return self._split(self._munge_whitespace(text))

    def wrap(self, text):
        """Return the paragraph as a list of lines without newlines."""
        chunks = self._split_chunks(text)
        if self.fix_sentence_endings:
            self._fix_sentence_endings(chunks)
        return self._wrap_chunks(chunks)

    def fill(self, text):
        """Return the paragraph as one string with newlines."""
        return "\n".join(self.wrap(text))


def wrap(text, width=70, **kwargs):
    """Lines of at most `width` columns that make up the paragraph."""
    return TextWrapper(width=width, **kwargs).wrap(text)


def fill(text, width=70, **kwargs):
    """The same as one text with newlines."""
    return TextWrapper(width=width, **kwargs).fill(text)


def shorten(text, width, **kwargs):
    """Squeeze blanks and cut words at the end until it fits."""
    return TextWrapper(width=width, max_lines=1, **kwargs).fill(
        " ".join(text.strip().split()))


def dedent(text):
    """Take away the margin that all lines of `text` have."""
    lines = text.split("\n")
    margin = None
    for i, line in enumerate(lines):
        body = line.lstrip(" \t")
        if not body:
            lines[i] = ""
            continue
        indent = line[:len(line) - len(body)]
        if margin is None or margin.startswith(indent):
            margin = indent
        elif not indent.startswith(margin):
            common = 0
            while (common < len(indent) and common < len(margin)
                   and indent[common] == margin[common]):
                common += 1
            margin = margin[:common]
    if not margin:
        return "\n".join(lines)
    cut = len(margin)
    return "\n".join([line[cut:] if line else line for line in lines])


def indent(text, prefix, predicate=None):
    """Add `prefix` to the lines of `text` that are not blank."""
    if predicate is None:
        predicate = str.strip
    return "".join([prefix + line if predicate(line) else line
                    for line in text.splitlines(True)])
