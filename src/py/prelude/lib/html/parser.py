# html/parser.py - an event-driven parser for HTML as it is found.
#
# `rawdata` holds what was fed and not yet consumed; an incomplete construct
# stays there until more data or close() arrives.
#
# SPDX-License-Identifier: Apache-2.0
"""html.parser - HTML as a series of events."""
import re

from html import unescape

__all__ = ["HTMLParser"]

# The names are CPython's: packages replace some in a copy of the module.

interesting_normal = re.compile("[&<]")
incomplete = re.compile("&[a-zA-Z#]")
entityref = re.compile("&([a-zA-Z][-.a-zA-Z0-9]*)[^a-zA-Z0-9]")
charref = re.compile("&#(?:[0-9]+|[xX][0-9a-fA-F]+)[^0-9a-fA-F]")
starttagopen = re.compile("<[a-zA-Z]")
tagfind_tolerant = re.compile(r"([a-zA-Z][^\t\n\r\f />\x00]*)(?:\s|/(?!>))*")
attrfind_tolerant = re.compile(
    r"""((?<=['"\s/])[^\s/>][^\s/=>]*)(\s*=+\s*("""
    r"""'[^']*'|"[^"]*"|(?!['"])[^>\s]*))?(?:\s|/(?!>))*""")
locatestarttagend_tolerant = re.compile(r"""
  <[a-zA-Z][^\t\n\r\f />\x00]*
  (?:[\s/]*
    (?:(?<=['"\s/])[^\s/>][^\s/=>]*
      (?:\s*=+\s*
        (?:'[^']*'
          |"[^"]*"
          |(?!['"])[^>\s]*
         )
        \s*
       )?(?:\s|/(?!>))*
     )*
   )?
  \s*
""", re.VERBOSE)
piclose = re.compile(">")
endendtag = re.compile(">")
endtagfind = re.compile(r"</\s*([a-zA-Z][-.a-zA-Z0-9:_]*)\s*>")
commentclose = re.compile(r"--\s*>")
_marked_close = re.compile(r"]\s*]\s*>")
_ms_marked_close = re.compile(r"]\s*>")
# a start tag as most of them are, and its attributes
_plain_start = re.compile(
    r"""<([a-zA-Z][a-zA-Z0-9]*)((?:\s+[a-zA-Z][\w:-]*="[^"&<>]*")*)\s*(/?)>""")
_plain_attribute = re.compile(r"""([\w:-]+)="([^"]*)\"""")
_decl_name = re.compile(r"[a-zA-Z][-_.a-zA-Z0-9]*\s*")


class HTMLParser:
    """Calls a method of its own for each tag, text and comment."""

    CDATA_CONTENT_ELEMENTS = ("script", "style")

    def __init__(self, *, convert_charrefs=True):
        """Choose whether references become characters."""
        self.convert_charrefs = convert_charrefs
        self.reset()

    def reset(self):
        """Forget everything, also what was not handled yet."""
        self.rawdata = ""
        self.lasttag = "???"
        self.interesting = interesting_normal
        self.cdata_elem = None
        self.lineno = 1
        self.offset = 0

    def getpos(self):
        """Where the parser is: line and column."""
        return self.lineno, self.offset

    def updatepos(self, i, j):
        """Count the lines between i and j; return j."""
        if i >= j:
            return j
        text = self.rawdata
        lines = text.count("\n", i, j)
        if lines:
            self.lineno += lines
            self.offset = j - (text.rindex("\n", i, j) + 1)
        else:
            self.offset += j - i
        return j

    def feed(self, data):
        """Take more text and handle what is complete."""
        self.rawdata = self.rawdata + data
        self.goahead(0)

    def close(self):
        """There is no more text: handle the rest."""
        self.goahead(1)

    __starttag_text = None

    def get_starttag_text(self):
        """The latest start tag as it was written."""
        return self.__starttag_text

    def set_cdata_mode(self, elem):
        self.cdata_elem = elem.lower()
        self.interesting = re.compile(
            r"</\s*%s\s*>" % self.cdata_elem, re.IGNORECASE)

    def clear_cdata_mode(self):
        self.interesting = interesting_normal
        self.cdata_elem = None

    def _text(self, data):
        """Report text, with references resolved if wanted."""
        if self.convert_charrefs and not self.cdata_elem:
            data = unescape(data)
        self.handle_data(data)

    def goahead(self, end):
        """Handle as much as possible; everything if `end` is true."""
        text = self.rawdata
        i, n = 0, len(text)
        while i < n:
            j = self._next_markup(i, n, end)
            if j < 0:
                break
            if i < j:
                self._text(text[i:j])
            i = self.updatepos(i, j)
            if i == n:
                break
            if text.startswith("<", i):
                k = self._markup(i, end)
                if k < 0:
                    break
                i = self.updatepos(i, k)
            elif text.startswith("&", i):
                k = self._reference(i, n)
                if k < 0:
                    m = incomplete.match(text, i)
                    if end and m and m.group() == text[i:]:
                        # As in CPython, the ampersand gets lost.
                        i = self.updatepos(i, i + 1)
                    elif text.startswith("&#", i) and ";" in text[i:]:
                        self.handle_data(text[i:i + 2])
                        i = self.updatepos(i, i + 2)
                    break
                i = k
        if end and i < n and not self.cdata_elem:
            self._text(text[i:n])
            i = self.updatepos(i, n)
        self.rawdata = text[i:]

    def _next_markup(self, i, n, end):
        """Where the next construct starts; -1 to wait for more data."""
        text = self.rawdata
        if self.convert_charrefs and not self.cdata_elem:
            j = text.find("<", i)
            if j >= 0:
                return j
            # A reference may be cut in two: keep text behind the last "&".
            amp = text.rfind("&", max(i, n - 34))
            if amp >= 0 and not re.compile(r"[\s;]").search(text, amp):
                return -1
            return n
        m = self.interesting.search(text, i)
        if m:
            return m.start()
        return -1 if self.cdata_elem else n

    def _markup(self, i, end):
        """Parse the construct at the "<" at i; return its end or -1."""
        text = self.rawdata
        if starttagopen.match(text, i):
            k = self.parse_starttag(i)
        elif text.startswith("</", i):
            k = self.parse_endtag(i)
        elif text.startswith("<!--", i):
            k = self.parse_comment(i)
        elif text.startswith("<?", i):
            k = self.parse_pi(i)
        elif text.startswith("<!", i):
            k = self.parse_html_declaration(i)
        elif i + 1 < len(text):
            self.handle_data("<")
            return i + 1
        else:
            return -1
        if k >= 0 or not end:
            return k
        k = text.find(">", i + 1)
        if k < 0:
            k = text.find("<", i + 1)
            if k < 0:
                k = i + 1
        else:
            k += 1
        self._text(text[i:k])
        return k

    def _reference(self, i, n):
        """Handle the "&" at i; return the new position, -1 to wait."""
        text = self.rawdata
        if text.startswith("&#", i):
            m = charref.match(text, i)
            if m:
                self.handle_charref(m.group()[2:-1])
                k = m.end()
                if not text.startswith(";", k - 1):
                    k -= 1
                return self.updatepos(i, k)
            return -1
        m = entityref.match(text, i)
        if m:
            self.handle_entityref(m.group(1))
            k = m.end()
            if not text.startswith(";", k - 1):
                k -= 1
            return self.updatepos(i, k)
        if incomplete.match(text, i) or i + 1 >= n:
            return -1
        self.handle_data("&")
        return self.updatepos(i, i + 1)

    def parse_html_declaration(self, i):
        """Parse <!...>; return its end or -1."""
        text = self.rawdata
        if text[i:i + 4] == "<!--":
            return self.parse_comment(i)
        if text[i:i + 3] == "<![":
            return self.parse_marked_section(i)
        if text[i:i + 9].lower() == "<!doctype":
            k = text.find(">", i + 9)
            if k < 0:
                return -1
            self.handle_decl(text[i + 2:k])
            return k + 1
        return self.parse_bogus_comment(i)

    def parse_bogus_comment(self, i, report=1):
        text = self.rawdata
        k = text.find(">", i + 2)
        if k < 0:
            return -1
        if report:
            self.handle_comment(text[i + 2:k])
        return k + 1

    def parse_comment(self, i, report=1):
        text = self.rawdata
        m = commentclose.search(text, i + 4)
        if not m:
            return -1
        if report:
            self.handle_comment(text[i + 4:m.start()])
        return m.end()

    def parse_marked_section(self, i, report=1):
        text = self.rawdata
        m = _decl_name.match(text, i + 3)
        if not m:
            if i + 3 >= len(text):
                return -1
            return self.parse_bogus_comment(i)
        if m.end() == len(text):
            return -1
        name = m.group().strip().lower()
        if name in {"temp", "cdata", "ignore", "include", "rcdata"}:
            found = _marked_close.search(text, i + 3)
        elif name in {"if", "else", "endif"}:
            found = _ms_marked_close.search(text, i + 3)
        else:
            raise AssertionError("unknown status keyword %r in marked "
                                 "section" % text[i + 3:m.end()])
        if not found:
            return -1
        if report:
            self.unknown_decl(text[i + 3:found.start()])
        return found.end()

    def parse_pi(self, i):
        """Parse a processing instruction."""
        text = self.rawdata
        m = piclose.search(text, i + 2)
        if not m:
            return -1
        self.handle_pi(text[i + 2:m.start()])
        return m.end()

    def parse_starttag(self, i):
        """Handle a start tag; return its end or -1."""
        self.__starttag_text = None
        text = self.rawdata
        m = _plain_start.match(text, i)
        if m:
            self.__starttag_text = m[0]
            attrs = [(name.lower(), value)
                     for name, value in _plain_attribute.findall(m[2])]
            return self._tell_starttag(m[1].lower(), attrs, m[3], m.end())
        endpos = self.check_for_whole_start_tag(i)
        if endpos < 0:
            return endpos
        self.__starttag_text = text[i:endpos]
        m = tagfind_tolerant.match(text, i + 1)
        k = m.end()
        tag = m.group(1).lower()
        attrs = []
        while k < endpos:
            m = attrfind_tolerant.match(text, k)
            if not m:
                break
            name, rest, value = m.group(1, 2, 3)
            if not rest:
                value = None
            elif value[:1] == value[-1:] and value[:1] in ("'", '"'):
                value = value[1:-1]
            if value:
                value = unescape(value)
            attrs.append((name.lower(), value))
            k = m.end()
        end = text[k:endpos].strip()
        if end not in (">", "/>"):
            self.lasttag = tag
            self.handle_data(text[i:endpos])
            return endpos
        return self._tell_starttag(tag, attrs, end != ">", endpos)

    def _tell_starttag(self, tag, attrs, empty, endpos):
        self.lasttag = tag
        if empty:
            self.handle_startendtag(tag, attrs)
        else:
            self.handle_starttag(tag, attrs)
            if tag in self.CDATA_CONTENT_ELEMENTS:
                self.set_cdata_mode(tag)
        return endpos

    def check_for_whole_start_tag(self, i):
        """The end of the start tag at i, or -1 if it is incomplete."""
        text = self.rawdata
        m = locatestarttagend_tolerant.match(text, i)
        j = m.end()
        nxt = text[j:j + 1]
        if nxt == ">":
            return j + 1
        if nxt == "/":
            if text.startswith("/>", j):
                return j + 2
            if text.startswith("/", j):
                return -1
            return j if j > i else i + 1
        if nxt == "" or nxt in ("abcdefghijklmnopqrstuvwxyz=/"
                                "ABCDEFGHIJKLMNOPQRSTUVWXYZ"):
            return -1
        return j if j > i else i + 1

    def parse_endtag(self, i):
        """Handle an end tag; return its end or -1."""
        text = self.rawdata
        m = endendtag.search(text, i + 1)
        if not m:
            return -1
        gtpos = m.end()
        m = endtagfind.match(text, i)
        if not m:
            if self.cdata_elem is not None:
                self.handle_data(text[i:gtpos])
                return gtpos
            name = tagfind_tolerant.match(text, i + 2)
            if not name:
                if text[i:i + 3] == "</>":
                    return i + 3
                return self.parse_bogus_comment(i)
            tag = name.group(1).lower()
            gtpos = text.find(">", name.end())
            self.handle_endtag(tag)
            return gtpos + 1
        elem = m.group(1).lower()
        if self.cdata_elem is not None and elem != self.cdata_elem:
            self.handle_data(text[i:gtpos])
            return gtpos
        self.handle_endtag(elem)
        self.clear_cdata_mode()
        return gtpos

    # Handlers, to be overridden.

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        self.handle_endtag(tag)

    def handle_starttag(self, tag, attrs):
        pass

    def handle_endtag(self, tag):
        pass

    def handle_charref(self, name):
        pass

    def handle_entityref(self, name):
        pass

    def handle_data(self, data):
        pass

    def handle_comment(self, data):
        pass

    def handle_decl(self, decl):
        pass

    def handle_pi(self, data):
        pass

    def unknown_decl(self, data):
        pass
