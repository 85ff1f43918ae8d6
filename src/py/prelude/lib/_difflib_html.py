"""_difflib_html - differences side by side, as HTML.

SPDX-License-Identifier: Apache-2.0
"""

import re

from _difflib_match import IS_CHARACTER_JUNK, ndiff

__name__ = "difflib"


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


class HtmlDiff:
    """Shows two texts side by side as HTML."""

    def __init__(self, tabsize=8, wrapcolumn=None, linejunk=None,
                 charjunk=IS_CHARACTER_JUNK):
        self._tabsize = tabsize
        self._wrapcolumn = wrapcolumn
        self._linejunk = linejunk
        self._charjunk = charjunk

    def make_file(self, fromlines, tolines, fromdesc="", todesc="",
                  context=False, numlines=5, *, charset="utf-8"):
        """A page with the comparison."""
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
        """A table with the comparison."""
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
