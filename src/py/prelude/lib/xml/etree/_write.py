"""xml.etree._write - printing elements as XML or HTML.

SPDX-License-Identifier: Apache-2.0
"""

HTML_EMPTY = set("""
    area base basefont br col embed frame hr img input isindex link meta param
    source track wbr""".split())
_TEXT = (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"))
_ATTRIBUTE = (*_TEXT, ('"', "&quot;"), ("\r", "&#13;"), ("\n", "&#10;"),
              ("\t", "&#09;"))
_HTML_ATTRIBUTE = (("&", "&amp;"), (">", "&gt;"), ('"', "&quot;"))


def refuse(value):
    raise TypeError(f"cannot serialize {value!r} (type "
                    f"{type(value).__name__})")


def escape(text, pairs=_TEXT):
    if not isinstance(text, str):
        refuse(text)
    for old, new in pairs:
        if old in text:
            text = text.replace(old, new)
    return text


def escape_attribute(text):
    return escape(text, _ATTRIBUTE)


def escape_html_attribute(text):
    return escape(text, _HTML_ATTRIBUTE)


class Names:
    """How names in braces are printed, and the prefixes that takes."""

    def __init__(self, default, known):
        self.default = default
        self.known = known
        self.prefixes = {default: ""} if default else {}
        self.printed = {None: None}

    def add(self, name):
        if name in self.printed:
            return
        if not isinstance(name, str):
            refuse(name)
        if name[:1] == "{":
            uri, _, local = name[1:].rpartition("}")
            prefix = self.prefix_of(uri)
            self.printed[name] = f"{prefix}:{local}" if prefix else local
        elif self.default:
            raise ValueError("cannot use non-qualified names with "
                             "default_namespace option")
        else:
            self.printed[name] = name

    def prefix_of(self, uri):
        if uri in self.prefixes:
            return self.prefixes[uri]
        prefix = self.known.get(uri) or f"ns{len(self.prefixes)}"
        if prefix != "xml":
            self.prefixes[uri] = prefix
        return prefix


class Writer:
    """Prints elements into a list of texts.

    `special` maps tags that are functions (comments, instructions) to the
    text around them; `qname` is the class of wrapped names.
    """

    is_html = False

    def __init__(self, names, special, qname, short_empty):
        self.names = names
        self.special = special
        self.qname = qname
        self.short_empty = short_empty
        self.out = []

    def plain(self, name):
        return name.text if isinstance(name, self.qname) else name

    def collect(self, root):
        """Learn all names below an element."""
        add = self.names.add
        for elem in root.iter():
            tag = self.plain(elem.tag)
            if isinstance(tag, str):
                add(tag)
            elif tag is not None and tag not in self.special:
                refuse(tag)
            for key, value in elem.items():
                add(self.plain(key))
                if isinstance(value, self.qname):
                    add(value.text)
            if isinstance(elem.text, self.qname):
                add(elem.text.text)

    def value(self, value, pairs):
        if isinstance(value, self.qname):
            return self.names.printed[value.text]
        return escape(value, pairs)

    def write(self, elem, prefixes=None):
        """Print an element; `prefixes` are declared in its tag."""
        tag = elem.tag
        if tag in self.special:
            text = escape(elem.text) if self.is_html else elem.text
            self.out.append(self.special[tag] % text)
        else:
            name = self.names.printed[self.plain(tag)]
            if name is None:  # an element without tag is its contents
                if elem.text:
                    self.out.append(escape(elem.text))
                self.children(elem)
            else:
                self.open_tag(elem, name, prefixes)
                self.body(elem, name)
        if elem.tail:
            self.out.append(escape(elem.tail))

    def children(self, elem):
        for child in elem:
            self.write(child)

    def open_tag(self, elem, name, prefixes):
        pairs = _HTML_ATTRIBUTE if self.is_html else _ATTRIBUTE
        words = [f"<{name}"]
        if prefixes:
            for uri in sorted(prefixes, key=prefixes.get):
                colon = prefixes[uri] and ":" + prefixes[uri]
                words.append(f'xmlns{colon}="{escape(uri, pairs)}"')
        for key, value in elem.items():
            key = self.names.printed[self.plain(key)]
            words.append(f'{key}="{self.value(value, pairs)}"')
        self.out.append(" ".join(words))

    def body(self, elem, name):
        if not (elem.text or len(elem)) and self.short_empty:
            self.out.append(" />")
            return
        self.out.append(">")
        if elem.text:
            self.out.append(self.value(elem.text, _TEXT))
        self.children(elem)
        self.out.append(f"</{name}>")


class HtmlWriter(Writer):
    """Prints HTML: some elements have no end, some texts no escapes."""

    is_html = True

    def body(self, elem, name):
        self.out.append(">")
        kind = name.lower()
        if elem.text:
            self.out.append(elem.text if kind in ("script", "style")
                            else self.value(elem.text, _TEXT))
        self.children(elem)
        if kind not in HTML_EMPTY:
            self.out.append(f"</{name}>")
