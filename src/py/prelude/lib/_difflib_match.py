"""_difflib_match - what two sequences have in common.

The longest common block is found first, then the same is done to its left
and right (Ratcliff and Obershelp's idea).

SPDX-License-Identifier: Apache-2.0
"""

import re
from collections import namedtuple
from heapq import nlargest
from types import GenericAlias

from _tally import count

__name__ = "difflib"

Match = namedtuple("Match", "a b size", module="difflib")


def _similarity(common, total):
    return 2.0 * common / total if total else 1.0


class SequenceMatcher:
    """Compares two sequences of hashable items."""

    def __init__(self, isjunk=None, a="", b="", autojunk=True):
        self.isjunk = isjunk
        self.autojunk = autojunk
        self.a = self.b = None
        self.set_seqs(a, b)

    def set_seqs(self, a, b):
        """Take two new sequences."""
        self.set_seq1(a)
        self.set_seq2(b)

    def set_seq1(self, a):
        """Take a new first sequence."""
        if a is not self.a:
            self.a = a
            self._forget()

    def set_seq2(self, b):
        """Take a new second sequence; it is indexed, which takes time."""
        if b is not self.b:
            self.b = b
            self.fullbcount = None
            self._forget()
            self._make_index()

    def _forget(self):
        self.matching_blocks = None
        self.opcodes = None

    def _make_index(self):
        """Note where items of b are, but not those that say little."""
        places = {}
        for place, item in enumerate(self.b):
            places.setdefault(item, []).append(place)
        self.bjunk = set(filter(self.isjunk, places)) if self.isjunk else (
            set())
        self.bpopular = set()
        if self.autojunk and len(self.b) >= 200:
            often = 1 + len(self.b) // 100
            self.bpopular.update([
                item for item, found in places.items()
                if len(found) > often and item not in self.bjunk])
        for item in self.bjunk | self.bpopular:
            del places[item]
        self.b2j = places

    def find_longest_match(self, alo=0, ahi=None, blo=0,
                           bhi=None):  # native candidate
        """The longest block that a[alo:ahi] and b[blo:bhi] share."""
        a, b, index = self.a, self.b, self.b2j
        ahi = len(a) if ahi is None else ahi
        bhi = len(b) if bhi is None else bhi
        start_a, start_b, size = alo, blo, 0
        before = {}  # length of the match that ends at the item before, b[j]
        for i in range(alo, ahi):
            here = {}
            for j in index.get(a[i], ()):
                if j >= bhi:
                    break
                if j >= blo:
                    here[j] = length = before.get(j - 1, 0) + 1
                    if length > size:
                        size = length
                        start_a, start_b = i - length + 1, j - length + 1
            before = here
        junk = self.bjunk
        # popular items are not in the index: grow over them, then over junk
        for want_junk in False, True:
            while (start_a > alo and start_b > blo
                   and (b[start_b - 1] in junk) is want_junk
                   and b[start_b - 1] == a[start_a - 1]):
                start_a -= 1
                start_b -= 1
                size += 1
            while (start_a + size < ahi and start_b + size < bhi
                   and (b[start_b + size] in junk) is want_junk
                   and b[start_b + size] == a[start_a + size]):
                size += 1
        return Match(start_a, start_b, size)

    def get_matching_blocks(self):
        """All common blocks in order, and an empty one at the end."""
        if self.matching_blocks is None:
            blocks = []
            for block in sorted(self._find_blocks()):
                if blocks and block[0] == sum(blocks[-1][::2]) and (
                        block[1] == sum(blocks[-1][1:])):
                    start = blocks.pop()
                    block = Match(start.a, start.b, start.size + block.size)
                blocks.append(block)
            blocks.append(Match(len(self.a), len(self.b), 0))
            self.matching_blocks = blocks
        return self.matching_blocks

    def _find_blocks(self):
        areas = [(0, len(self.a), 0, len(self.b))]
        while areas:
            a_from, a_to, b_from, b_to = areas.pop()
            if a_from == a_to or b_from == b_to:
                continue
            block = self.find_longest_match(a_from, a_to, b_from, b_to)
            if block.size:
                yield block
                areas.append((a_from, block.a, b_from, block.b))
                areas.append((block.a + block.size, a_to,
                              block.b + block.size, b_to))

    def get_opcodes(self):
        """Steps (tag, i1, i2, j1, j2) that turn a into b."""
        if self.opcodes is None:
            steps = []
            a_end = b_end = 0
            for start_a, start_b, size in self.get_matching_blocks():
                gone, new = a_end < start_a, b_end < start_b
                if gone or new:
                    tag = ("insert" if not gone else "replace" if new
                           else "delete")
                    steps.append((tag, a_end, start_a, b_end, start_b))
                a_end, b_end = start_a + size, start_b + size
                if size:
                    steps.append(("equal", start_a, a_end, start_b, b_end))
            self.opcodes = steps
        return self.opcodes

    def get_grouped_opcodes(self, n=3):
        """Yield groups of steps with n equal items around changes."""
        steps = self.get_opcodes() or [("equal", 0, 1, 0, 1)]
        if steps[0][0] == "equal":
            steps[0] = _last_items(steps[0], n)
        if steps[-1][0] == "equal":
            steps[-1] = _first_items(steps[-1], n)
        group = []
        for step in steps:
            if step[0] == "equal" and step[2] - step[1] > 2 * n:
                yield [*group, _first_items(step, n)]
                group = []
                step = _last_items(step, n)
            group.append(step)
        if group and (len(group) > 1 or group[0][0] != "equal"):
            yield group

    def ratio(self):
        """How similar the sequences are, from 0 to 1."""
        common = sum([block.size for block in self.get_matching_blocks()])
        return _similarity(common, len(self.a) + len(self.b))

    def quick_ratio(self):
        """At least ratio(), and faster: counts items in any order."""
        if self.fullbcount is None:
            self.fullbcount = {}
            count(self.fullbcount, self.b)
        in_a, in_b, common = {}, self.fullbcount.get, 0
        count(in_a, self.a)
        for item, times in in_a.items():
            others = in_b(item, 0)
            common += times if times < others else others
        return _similarity(common, len(self.a) + len(self.b))

    def real_quick_ratio(self):
        """At least quick_ratio(), and faster: looks at lengths only."""
        lengths = len(self.a), len(self.b)
        return _similarity(min(lengths), sum(lengths))

    def _reaches(self, bound, strictly=False):
        """Is ratio() that high?  Ask the cheap bounds first."""
        value = self.real_quick_ratio()
        if value >= bound:
            value = self.quick_ratio()
        if value >= bound:
            value = self.ratio()
        if value < bound or strictly and value == bound:
            return None
        return value

    __class_getitem__ = classmethod(GenericAlias)


def _first_items(step, n):
    tag, i1, i2, j1, j2 = step
    return tag, i1, min(i2, i1 + n), j1, min(j2, j1 + n)


def _last_items(step, n):
    tag, i1, i2, j1, j2 = step
    return tag, max(i1, i2 - n), i2, max(j1, j2 - n), j2


def get_close_matches(word, possibilities, n=3, cutoff=0.6):
    """The best of those words that are similar enough."""
    if not n > 0:
        raise ValueError(f"n must be > 0: {n!r}")
    if cutoff < 0.0 or not cutoff <= 1.0:
        raise ValueError(f"cutoff must be in [0.0, 1.0]: {cutoff!r}")
    matcher = SequenceMatcher(b=word)
    found = []
    for candidate in possibilities:
        matcher.set_seq1(candidate)
        score = matcher._reaches(cutoff)
        if score is not None:
            found.append((score, candidate))
    return [candidate for _, candidate in nlargest(n, found)]


# --- Lines ------------------------------------------------------------------

_line_junk = re.compile(r"\s*(?:#\s*)?$")


def IS_LINE_JUNK(line, pat=_line_junk.match):
    """Is a line blank but for one #?"""
    # stripped first: the pattern alone tries every blank
    return bool(pat(line.strip()) if pat is _line_junk.match else pat(line))


def IS_CHARACTER_JUNK(ch, ws=" \t"):
    """Is it a blank or tab?"""
    return ch in ws


def _dump(mark, lines):
    for line in lines:
        yield f"{mark} {line}"


def _hint(line, marks):
    """Yield a line of marks under another one, which may have tabs."""
    text = "".join([char if mark == " " and char.isspace() else mark
                    for char, mark in zip(line, marks)]).rstrip()
    if text:
        yield f"? {text}\n"


class Differ:
    """Compares texts by lines, and similar lines by characters."""

    def __init__(self, linejunk=None, charjunk=None):
        self.linejunk = linejunk
        self.charjunk = charjunk

    def compare(self, a, b):
        """Yield lines marked with -, + and blank, and hints with ?."""
        matcher = SequenceMatcher(self.linejunk, a, b)
        for tag, i1, i2, j1, j2 in matcher.get_opcodes():
            if tag == "equal":
                yield from _dump(" ", a[i1:i2])
            else:
                yield from self._change(a[i1:i2], b[j1:j2])

    def _change(self, old, new):
        """Show how some lines became others: the most similar pair, if it
        is similar enough, divides the rest."""
        if not old or not new:
            yield from _dump("-", old)
            yield from _dump("+", new)
            return
        pair = self._most_similar(old, new)
        if pair is None:  # the shorter block first
            blocks = [("-", old), ("+", new)]
            if len(new) < len(old):
                blocks.reverse()
            for mark, lines in blocks:
                yield from _dump(mark, lines)
            return
        i, j = pair
        yield from self._change(old[:i], new[:j])
        if old[i] == new[j]:
            yield f"  {old[i]}"
        else:
            yield from self._change_inside(old[i], new[j])
        yield from self._change(old[i + 1:], new[j + 1:])

    def _most_similar(self, old, new):
        """The places of two similar lines; equal ones if none are."""
        matcher = SequenceMatcher(self.charjunk)
        best = 0.74
        pair = equal = None
        for j, line in enumerate(new):
            matcher.set_seq2(line)
            for i, other in enumerate(old):
                if other == line:
                    equal = equal or (i, j)
                    continue
                matcher.set_seq1(other)
                score = matcher._reaches(best, strictly=True)
                if score is not None:
                    best, pair = score, (i, j)
        return pair if best >= 0.75 else equal

    def _change_inside(self, old, new):
        marks = ["", ""]
        matcher = SequenceMatcher(self.charjunk, old, new)
        for tag, i1, i2, j1, j2 in matcher.get_opcodes():
            signs = {"replace": "^^", "delete": "-+", "insert": "-+",
                     "equal": "  "}[tag]
            marks[0] += signs[0] * (i2 - i1)
            marks[1] += signs[1] * (j2 - j1)
        yield f"- {old}"
        yield from _hint(old, marks[0])
        yield f"+ {new}"
        yield from _hint(new, marks[1])


def ndiff(a, b, linejunk=None, charjunk=IS_CHARACTER_JUNK):
    """Compare two lists of lines with a Differ."""
    return Differ(linejunk, charjunk).compare(a, b)


def restore(delta, which):
    """Yield the first or second text of what a Differ made."""
    try:
        own = {1: "- ", 2: "+ "}[int(which)]
    except KeyError:
        raise ValueError("unknown delta choice (must be 1 or 2): "
                         f"{which!r}") from None
    wanted = own, "  "
    for line in delta:
        if line.startswith(wanted):
            yield line[2:]
