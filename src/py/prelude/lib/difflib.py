# difflib.py - differences between sequences.
#
# SequenceMatcher follows Ratcliff and Obershelp: the longest matching block,
# then the same to its left and right.  Everything else is built on it.
#
# SPDX-License-Identifier: Apache-2.0
"""Helpers for computing deltas between objects."""
import re
from collections import namedtuple
from heapq import nlargest
from types import GenericAlias

__all__ = ["get_close_matches", "ndiff", "restore", "SequenceMatcher",
           "Differ", "IS_CHARACTER_JUNK", "IS_LINE_JUNK", "context_diff",
           "unified_diff", "diff_bytes", "HtmlDiff", "Match"]

Match = namedtuple("Match", "a b size", module="difflib")


def _ratio(matches, length):
    return 2.0 * matches / length if length else 1.0


class SequenceMatcher:
    """SequenceMatcher is a flexible class for comparing pairs of sequences
    of any type, so long as the sequence elements are hashable."""

    def __init__(self, isjunk=None, a="", b="", autojunk=True):
        self.isjunk = isjunk
        self.a = self.b = None
        self.autojunk = autojunk
        self.set_seqs(a, b)

    def set_seqs(self, a, b):
        """Set the two sequences to be compared."""
        self.set_seq1(a)
        self.set_seq2(b)

    def set_seq1(self, a):
        """Set the first sequence to be compared."""
        if a is self.a:
            return
        self.a = a
        self.matching_blocks = self.opcodes = None

    def set_seq2(self, b):
        """Set the second sequence to be compared."""
        if b is self.b:
            return
        self.b = b
        self.matching_blocks = self.opcodes = None
        self.fullbcount = None
        self._index_b()

    def _index_b(self):
        """Where each element of b occurs, without junk and, in long
        sequences, without elements that are everywhere."""
        b = self.b
        self.b2j = b2j = {}
        for i, elt in enumerate(b):
            b2j.setdefault(elt, []).append(i)
        self.bjunk = junk = set()
        isjunk = self.isjunk
        if isjunk:
            for elt in b2j.keys():
                if isjunk(elt):
                    junk.add(elt)
            for elt in junk:
                del b2j[elt]
        self.bpopular = popular = set()
        n = len(b)
        if self.autojunk and n >= 200:
            limit = n // 100 + 1
            for elt, places in b2j.items():
                if len(places) > limit:
                    popular.add(elt)
            for elt in popular:
                del b2j[elt]

    def find_longest_match(self, alo=0, ahi=None, blo=0,
                           bhi=None):  # native candidate
        """Find longest matching block in a[alo:ahi] and b[blo:bhi]."""
        a, b, b2j = self.a, self.b, self.b2j
        isbjunk = self.bjunk.__contains__
        if ahi is None:
            ahi = len(a)
        if bhi is None:
            bhi = len(b)
        besti, bestj, bestsize = alo, blo, 0
        # lengths[j]: length of the match that ends at a[i-1] and b[j].
        lengths = {}
        nothing = []
        for i in range(alo, ahi):
            get = lengths.get
            new = {}
            for j in b2j.get(a[i], nothing):
                if j < blo:
                    continue
                if j >= bhi:
                    break
                k = new[j] = get(j - 1, 0) + 1
                if k > bestsize:
                    besti, bestj, bestsize = i - k + 1, j - k + 1, k
            lengths = new
        # Grow over popular elements, then over junk next to the match.
        for junk in (False, True):
            while (besti > alo and bestj > blo
                   and isbjunk(b[bestj - 1]) == junk
                   and a[besti - 1] == b[bestj - 1]):
                besti, bestj, bestsize = besti - 1, bestj - 1, bestsize + 1
            while (besti + bestsize < ahi and bestj + bestsize < bhi
                   and isbjunk(b[bestj + bestsize]) == junk
                   and a[besti + bestsize] == b[bestj + bestsize]):
                bestsize += 1
        return Match(besti, bestj, bestsize)

    def get_matching_blocks(self):
        """Return list of triples describing matching subsequences."""
        if self.matching_blocks is not None:
            return self.matching_blocks
        la, lb = len(self.a), len(self.b)
        todo = [(0, la, 0, lb)]
        found = []
        while todo:
            alo, ahi, blo, bhi = todo.pop()
            i, j, k = m = self.find_longest_match(alo, ahi, blo, bhi)
            if k:
                found.append(m)
                if alo < i and blo < j:
                    todo.append((alo, i, blo, j))
                if i + k < ahi and j + k < bhi:
                    todo.append((i + k, ahi, j + k, bhi))
        found.sort()
        # Join blocks that touch.
        i1 = j1 = k1 = 0
        joined = []
        for i2, j2, k2 in found:
            if i1 + k1 == i2 and j1 + k1 == j2:
                k1 += k2
            else:
                if k1:
                    joined.append((i1, j1, k1))
                i1, j1, k1 = i2, j2, k2
        if k1:
            joined.append((i1, j1, k1))
        joined.append((la, lb, 0))
        self.matching_blocks = list(map(Match._make, joined))
        return self.matching_blocks

    def get_opcodes(self):
        """Return list of 5-tuples describing how to turn a into b."""
        if self.opcodes is not None:
            return self.opcodes
        i = j = 0
        self.opcodes = answer = []
        for ai, bj, size in self.get_matching_blocks():
            tag = ""
            if i < ai and j < bj:
                tag = "replace"
            elif i < ai:
                tag = "delete"
            elif j < bj:
                tag = "insert"
            if tag:
                answer.append((tag, i, ai, j, bj))
            i, j = ai + size, bj + size
            if size:
                answer.append(("equal", ai, i, bj, j))
        return answer

    def get_grouped_opcodes(self, n=3):
        """Isolate change clusters by eliminating ranges with no changes."""
        codes = self.get_opcodes()
        if not codes:
            codes = [("equal", 0, 1, 0, 1)]
        if codes[0][0] == "equal":
            tag, i1, i2, j1, j2 = codes[0]
            codes[0] = tag, max(i1, i2 - n), i2, max(j1, j2 - n), j2
        if codes[-1][0] == "equal":
            tag, i1, i2, j1, j2 = codes[-1]
            codes[-1] = tag, i1, min(i2, i1 + n), j1, min(j2, j1 + n)
        group = []
        for tag, i1, i2, j1, j2 in codes:
            if tag == "equal" and i2 - i1 > 2 * n:
                group.append((tag, i1, min(i2, i1 + n), j1,
                              min(j2, j1 + n)))
                yield group
                group = []
                i1, j1 = max(i1, i2 - n), max(j1, j2 - n)
            group.append((tag, i1, i2, j1, j2))
        if group and not (len(group) == 1 and group[0][0] == "equal"):
            yield group

    def ratio(self):
        """Return a measure of the sequences' similarity (float in
        [0,1])."""
        matches = sum(triple[-1] for triple in self.get_matching_blocks())
        return _ratio(matches, len(self.a) + len(self.b))

    def quick_ratio(self):
        """Return an upper bound on ratio() relatively quickly."""
        if self.fullbcount is None:
            self.fullbcount = counts = {}
            for elt in self.b:
                counts[elt] = counts.get(elt, 0) + 1
        counts = self.fullbcount
        left = {}
        matches = 0
        for elt in self.a:
            n = left.get(elt)
            if n is None:
                n = counts.get(elt, 0)
            left[elt] = n - 1
            if n > 0:
                matches += 1
        return _ratio(matches, len(self.a) + len(self.b))

    def real_quick_ratio(self):
        """Return an upper bound on ratio() very quickly."""
        la, lb = len(self.a), len(self.b)
        return _ratio(min(la, lb), la + lb)

    __class_getitem__ = classmethod(GenericAlias)


def get_close_matches(word, possibilities, n=3, cutoff=0.6):
    """Use SequenceMatcher to return list of the best "good enough"
    matches."""
    if not n > 0:
        raise ValueError("n must be > 0: %r" % (n,))
    if not 0.0 <= cutoff <= 1.0:
        raise ValueError("cutoff must be in [0.0, 1.0]: %r" % (cutoff,))
    result = []
    s = SequenceMatcher()
    s.set_seq2(word)
    for x in possibilities:
        s.set_seq1(x)
        if (s.real_quick_ratio() >= cutoff and s.quick_ratio() >= cutoff
                and s.ratio() >= cutoff):
            result.append((s.ratio(), x))
    return [x for score, x in nlargest(n, result)]


def _keep_original_ws(s, tag_s):
    """Replace whitespace with the original whitespace characters in `s`"""
    return "".join(c if tag_c == " " and c.isspace() else tag_c
                   for c, tag_c in zip(s, tag_s))


class Differ:
    """Differ is a class for comparing sequences of lines of text, and
    producing human-readable differences or deltas."""

    def __init__(self, linejunk=None, charjunk=None):
        self.linejunk = linejunk
        self.charjunk = charjunk

    def compare(self, a, b):
        """Compare two sequences of lines; generate the resulting delta."""
        cruncher = SequenceMatcher(self.linejunk, a, b)
        for tag, alo, ahi, blo, bhi in cruncher.get_opcodes():
            if tag == "replace":
                yield from self._fancy_replace(a, alo, ahi, b, blo, bhi)
            elif tag == "delete":
                yield from self._dump("-", a, alo, ahi)
            elif tag == "insert":
                yield from self._dump("+", b, blo, bhi)
            else:
                yield from self._dump(" ", a, alo, ahi)

    def _dump(self, tag, x, lo, hi):
        for i in range(lo, hi):
            yield "%s %s" % (tag, x[i])

    def _plain_replace(self, a, alo, ahi, b, blo, bhi):
        # The shorter block first reduces the distance between them.
        if bhi - blo < ahi - alo:
            first = self._dump("+", b, blo, bhi)
            second = self._dump("-", a, alo, ahi)
        else:
            first = self._dump("-", a, alo, ahi)
            second = self._dump("+", b, blo, bhi)
        yield from first
        yield from second

    def _fancy_replace(self, a, alo, ahi, b, blo, bhi):
        """Replace one block by another, marking changes inside the pair of
        lines that are most alike."""
        best_ratio, cutoff = 0.74, 0.75
        cruncher = SequenceMatcher(self.charjunk)
        eqi, eqj = None, None
        best_i = best_j = None
        for j in range(blo, bhi):
            bj = b[j]
            cruncher.set_seq2(bj)
            for i in range(alo, ahi):
                ai = a[i]
                if ai == bj:
                    if eqi is None:
                        eqi, eqj = i, j
                    continue
                cruncher.set_seq1(ai)
                if (cruncher.real_quick_ratio() > best_ratio
                        and cruncher.quick_ratio() > best_ratio
                        and cruncher.ratio() > best_ratio):
                    best_ratio = cruncher.ratio()
                    best_i, best_j = i, j
        if best_ratio < cutoff:
            if eqi is None:
                yield from self._plain_replace(a, alo, ahi, b, blo, bhi)
                return
            best_i, best_j, best_ratio = eqi, eqj, 1.0
        else:
            eqi = None
        yield from self._fancy_helper(a, alo, best_i, b, blo, best_j)
        aelt, belt = a[best_i], b[best_j]
        if eqi is None:
            atags = btags = ""
            cruncher.set_seqs(aelt, belt)
            for tag, ai1, ai2, bj1, bj2 in cruncher.get_opcodes():
                la, lb = ai2 - ai1, bj2 - bj1
                if tag == "replace":
                    atags += "^" * la
                    btags += "^" * lb
                elif tag == "delete":
                    atags += "-" * la
                elif tag == "insert":
                    btags += "+" * lb
                else:
                    atags += " " * la
                    btags += " " * lb
            yield from self._qformat(aelt, belt, atags, btags)
        else:
            yield "  " + aelt
        yield from self._fancy_helper(a, best_i + 1, ahi, b, best_j + 1,
                                      bhi)

    def _fancy_helper(self, a, alo, ahi, b, blo, bhi):
        if alo < ahi:
            if blo < bhi:
                yield from self._fancy_replace(a, alo, ahi, b, blo, bhi)
            else:
                yield from self._dump("-", a, alo, ahi)
        elif blo < bhi:
            yield from self._dump("+", b, blo, bhi)

    def _qformat(self, aline, bline, atags, btags):
        """Format "?" output and deal with tabs."""
        atags = _keep_original_ws(aline, atags).rstrip()
        btags = _keep_original_ws(bline, btags).rstrip()
        yield "- " + aline
        if atags:
            yield f"? {atags}\n"
        yield "+ " + bline
        if btags:
            yield f"? {btags}\n"


_line_junk = re.compile(r"\s*(?:#\s*)?$")


def IS_LINE_JUNK(line, pat=_line_junk.match):
    """Return True for ignorable line: if `line` is blank or contains a
    single '#'."""
    return pat(line) is not None


def IS_CHARACTER_JUNK(ch, ws=" \t"):
    """Return True for ignorable character: iff `ch` is a space or tab."""
    return ch in ws


def _check_types(a, b, *args):
    if a and not isinstance(a[0], str):
        raise TypeError("lines to compare must be str, not %s (%r)"
                        % (type(a[0]).__name__, a[0]))
    if b and not isinstance(b[0], str):
        raise TypeError("lines to compare must be str, not %s (%r)"
                        % (type(b[0]).__name__, b[0]))
    for arg in args:
        if not isinstance(arg, str):
            raise TypeError("all arguments must be str, not: %r" % (arg,))


def _format_range_unified(start, stop):
    beginning, length = start + 1, stop - start
    if length == 1:
        return "{}".format(beginning)
    if not length:
        beginning -= 1
    return "{},{}".format(beginning, length)


def unified_diff(a, b, fromfile="", tofile="", fromfiledate="",
                 tofiledate="", n=3, lineterm="\n"):
    """Compare two sequences of lines; generate the delta as a unified
    diff."""
    _check_types(a, b, fromfile, tofile, fromfiledate, tofiledate, lineterm)
    started = False
    for group in SequenceMatcher(None, a, b).get_grouped_opcodes(n):
        if not started:
            started = True
            fromdate = "\t{}".format(fromfiledate) if fromfiledate else ""
            todate = "\t{}".format(tofiledate) if tofiledate else ""
            yield "--- {}{}{}".format(fromfile, fromdate, lineterm)
            yield "+++ {}{}{}".format(tofile, todate, lineterm)
        first, last = group[0], group[-1]
        yield "@@ -{} +{} @@{}".format(_format_range_unified(first[1], last[2]),
                                       _format_range_unified(first[3], last[4]),
                                       lineterm)
        for tag, i1, i2, j1, j2 in group:
            if tag == "equal":
                for line in a[i1:i2]:
                    yield " " + line
                continue
            if tag in {"replace", "delete"}:
                for line in a[i1:i2]:
                    yield "-" + line
            if tag in {"replace", "insert"}:
                for line in b[j1:j2]:
                    yield "+" + line


def _format_range_context(start, stop):
    beginning, length = start + 1, stop - start
    if not length:
        beginning -= 1
    if length <= 1:
        return "{}".format(beginning)
    return "{},{}".format(beginning, beginning + length - 1)


def context_diff(a, b, fromfile="", tofile="", fromfiledate="",
                 tofiledate="", n=3, lineterm="\n"):
    """Compare two sequences of lines; generate the delta as a context
    diff."""
    _check_types(a, b, fromfile, tofile, fromfiledate, tofiledate, lineterm)
    prefix = {"insert": "+ ", "delete": "- ", "replace": "! ",
              "equal": "  "}
    started = False
    for group in SequenceMatcher(None, a, b).get_grouped_opcodes(n):
        if not started:
            started = True
            fromdate = "\t{}".format(fromfiledate) if fromfiledate else ""
            todate = "\t{}".format(tofiledate) if tofiledate else ""
            yield "*** {}{}{}".format(fromfile, fromdate, lineterm)
            yield "--- {}{}{}".format(tofile, todate, lineterm)
        first, last = group[0], group[-1]
        yield "***************" + lineterm
        yield "*** {} ****{}".format(_format_range_context(first[1], last[2]),
                                     lineterm)
        if any(tag in {"replace", "delete"} for tag, *_ in group):
            for tag, i1, i2, _, _ in group:
                if tag != "insert":
                    for line in a[i1:i2]:
                        yield prefix[tag] + line
        yield "--- {} ----{}".format(_format_range_context(first[3], last[4]),
                                     lineterm)
        if any(tag in {"replace", "insert"} for tag, *_ in group):
            for tag, _, _, j1, j2 in group:
                if tag != "delete":
                    for line in b[j1:j2]:
                        yield prefix[tag] + line


def diff_bytes(dfunc, a, b, fromfile=b"", tofile=b"", fromfiledate=b"",
               tofiledate=b"", n=3, lineterm=b"\n"):
    """Compare `a` and `b`, two sequences of lines represented as bytes."""
    def decode(s):
        try:
            return s.decode("ascii", "surrogateescape")
        except AttributeError as err:
            raise TypeError("all arguments must be bytes, not %s (%r)"
                            % (type(s).__name__, s)) from err

    a = list(map(decode, a))
    b = list(map(decode, b))
    for line in dfunc(a, b, decode(fromfile), decode(tofile),
                      decode(fromfiledate), decode(tofiledate), n,
                      decode(lineterm)):
        yield line.encode("ascii", "surrogateescape")


def ndiff(a, b, linejunk=None, charjunk=IS_CHARACTER_JUNK):
    """Compare `a` and `b` (lists of strings); return a `Differ`-style
    delta."""
    return Differ(linejunk, charjunk).compare(a, b)


def restore(delta, which):
    """Generate one of the two sequences that generated a delta."""
    try:
        tag = {1: "- ", 2: "+ "}[int(which)]
    except KeyError:
        raise ValueError("unknown delta choice (must be 1 or 2): %r"
                         % which) from None
    for line in delta:
        if line[:2] in ("  ", tag):
            yield line[2:]


# ---------------------------------------------------------- side by side


def _line_pairs(fromlines, tolines, linejunk, charjunk):
    """Pairs ((number, text), (number, text), changed) from an ndiff; texts
    carry the marks \\0+ \\0- \\0^ ... \\1 around changes."""
    left = right = 0
    delta = [line for line in ndiff(fromlines, tolines, linejunk, charjunk)]
    i = 0

    def mark(text, tags, only):
        if tags is None:
            return f"\0{only}{text}\1" if text else f"\0{only} \1"
        out = list(text)
        for m in reversed(list(re.finditer(r"(\++|\-+|\^+)", tags))):
            b, e = m.span()
            out[b:e] = ["\0", m.group()[0], *text[b:e], "\1"]
        return "".join(out)

    def strip(line):
        return line[2:].rstrip("\n")

    while i < len(delta):
        kind = delta[i][0]
        marks = [d[0] for d in delta[i:i + 4]] + [""] * 4
        if kind == " ":
            left += 1
            right += 1
            text = strip(delta[i])
            yield (left, text), (right, text), False
            i += 1
        elif marks[:4] == ["-", "?", "+", "?"]:
            left += 1
            right += 1
            yield ((left, mark(strip(delta[i]), delta[i + 1][2:], "-")),
                   (right, mark(strip(delta[i + 2]), delta[i + 3][2:],
                                "+")), True)
            i += 4
        elif marks[:3] == ["-", "?", "+"]:
            left += 1
            right += 1
            yield ((left, mark(strip(delta[i]), delta[i + 1][2:], "-")),
                   (right, strip(delta[i + 2])), True)
            i += 3
        elif marks[:3] == ["-", "+", "?"]:
            left += 1
            right += 1
            yield ((left, strip(delta[i])),
                   (right, mark(strip(delta[i + 1]), delta[i + 2][2:],
                                "+")), True)
            i += 3
        elif kind == "-":
            left += 1
            yield (left, mark(strip(delta[i]), None, "-")), ("", "\n"), True
            i += 1
        elif kind == "+":
            right += 1
            yield ("", "\n"), (right, mark(strip(delta[i]), None, "+")), True
            i += 1
        else:
            i += 1


class HtmlDiff(object):
    """For producing HTML side by side comparison with change highlights."""

    def __init__(self, tabsize=8, wrapcolumn=None, linejunk=None,
                 charjunk=IS_CHARACTER_JUNK):
        self._tabsize = tabsize
        self._wrapcolumn = wrapcolumn
        self._linejunk = linejunk
        self._charjunk = charjunk

    def make_file(self, fromlines, tolines, fromdesc="", todesc="",
                  context=False, numlines=5, *, charset="utf-8"):
        """Returns HTML file of side by side comparison with change
        highlights"""
        table = self.make_table(fromlines, tolines, fromdesc, todesc,
                                context=context, numlines=numlines)
        text = ("<!DOCTYPE html>\n<html>\n<head>\n"
                f'<meta charset="{charset}">\n<title></title>\n<style>\n'
                ".diff_add {background-color:#aaffaa}\n"
                ".diff_chg {background-color:#ffff77}\n"
                ".diff_sub {background-color:#ffaaaa}\n"
                "</style>\n</head>\n<body>\n" + table
                + "\n</body>\n</html>\n")
        return text.encode(charset, "xmlcharrefreplace").decode(charset)

    def make_table(self, fromlines, tolines, fromdesc="", todesc="",
                   context=False, numlines=5):
        """Returns HTML table of side by side comparison with change
        highlights"""
        expand = [[line.expandtabs(self._tabsize) for line in lines]
                  for lines in (fromlines, tolines)]
        rows = list(_line_pairs(*expand, self._linejunk, self._charjunk))
        if context:
            keep = set()
            for i, row in enumerate(rows):
                if row[2]:
                    keep.update(range(i - numlines, i + numlines + 1))
            rows = [row for i, row in enumerate(rows) if i in keep]
        out = ['<table class="diff" cellspacing="0" cellpadding="0" '
               'rules="groups">']
        if fromdesc or todesc:
            out.append(f"<thead><tr><th></th><th>{fromdesc}</th><th></th>"
                       f"<th>{todesc}</th></tr></thead>")
        out.append("<tbody>")
        for (ln, lt), (rn, rt), _ in rows:
            out.append(f"<tr><td>{ln}</td><td>{_cell(lt)}</td>"
                       f"<td>{rn}</td><td>{_cell(rt)}</td></tr>")
        out.append("</tbody></table>")
        return "\n".join(out)


def _cell(text):
    text = text.replace("&", "&amp;").replace(">", "&gt;").replace(
        "<", "&lt;").rstrip("\n")
    for c, name in (("+", "add"), ("-", "sub"), ("^", "chg")):
        text = text.replace("\0" + c, f'<span class="diff_{name}">')
    return text.replace("\1", "</span>").replace("  ", "&nbsp; ")
