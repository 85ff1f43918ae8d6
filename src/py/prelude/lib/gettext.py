"""gettext - texts in other languages.

Catalogues are read from mounted files; the language is what the environment
that the host grants says.

SPDX-License-Identifier: Apache-2.0
"""

import os
import re
import struct

from _caisson import session_state as _session_state

__all__ = ["NullTranslations", "GNUTranslations", "Catalog", "bindtextdomain",
           "find", "translation", "install", "textdomain", "dgettext",
           "dngettext", "gettext", "ngettext", "pgettext", "dpgettext",
           "npgettext", "dnpgettext"]

_MAGIC = 0x950412DE
_default_directory = "/usr/share/locale"
_plural_word = re.compile(r"\s*(\d+|n|&&|\|\||[=!<>]=|[-+*/%<>!?:()])")


# --- Plural forms ------------------------------------------------------------

class _Plural:
    """Reads the C expression of a catalogue and computes with it."""

    # Operators by how strongly they bind, the weakest first.
    LEVELS = (("||",), ("&&",), ("==", "!="), ("<", ">", "<=", ">="),
              ("+", "-"), ("*", "/", "%"))

    def __init__(self, text):
        self.words = []
        at = 0
        text = text.rstrip()
        while at < len(text):
            m = _plural_word.match(text, at)
            if m is None:
                raise ValueError("invalid token in plural form: %s"
                                 % text[at:at + 1])
            self.words.append(m[1])
            at = m.end()
        self.words.reverse()
        self.depth = 0
        self.tree = self.choice()
        if self.words:
            raise ValueError("unexpected token in plural form: %s"
                             % self.words[-1])

    def next_is(self, *words):
        return bool(self.words) and self.words[-1] in words

    def choice(self):
        self.depth += 1
        if self.depth > 20:
            raise ValueError("plural form expression is too complex")
        test = self.level(0)
        if self.next_is("?"):
            self.words.pop()
            yes = self.choice()
            self.want(":")
            test = "?", test, yes, self.choice()
        self.depth -= 1
        return test

    def want(self, word):
        if not self.next_is(word):
            raise ValueError("unexpected end of plural form")
        self.words.pop()

    def level(self, i):
        if i == len(self.LEVELS):
            return self.unit()
        left = self.level(i + 1)
        while self.next_is(*self.LEVELS[i]):
            word = self.words.pop()
            left = word, left, self.level(i + 1)
        return left

    def unit(self):
        if not self.words:
            raise ValueError("unexpected end of plural form")
        word = self.words.pop()
        if word == "!":
            return "!", self.unit()
        if word == "(":
            inner = self.choice()
            self.want(")")
            return inner
        if word == "n" or word.isdigit():
            return word
        raise ValueError("unexpected token in plural form: %s" % word)

    def value(self, tree, n):
        if isinstance(tree, str):
            return n if tree == "n" else int(tree)
        word = tree[0]
        if word == "?":
            return self.value(tree[2 if self.value(tree[1], n) else 3], n)
        a = self.value(tree[1], n)
        if word == "!":
            return int(not a)
        if word in ("||", "&&"):
            if bool(a) == (word == "||"):
                return int(bool(a))
            return int(bool(self.value(tree[2], n)))
        return int(_OPERATORS[word](a, self.value(tree[2], n)))


_OPERATORS = {
    "==": lambda a, b: a == b, "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b, ">": lambda a, b: a > b,
    "<=": lambda a, b: a <= b, ">=": lambda a, b: a >= b,
    "+": lambda a, b: a + b, "-": lambda a, b: a - b,
    "*": lambda a, b: a * b, "/": lambda a, b: a // b,
    "%": lambda a, b: a % b}


def c2py(plural):
    """A function of n from the C expression of a catalogue."""
    if len(plural) > 1000:
        raise ValueError("plural form expression is too long")
    read = _Plural(plural)

    def form(n):
        if not isinstance(n, int):
            n = int(round(n)) if hasattr(n, "__round__") else n.__index__()
        return read.value(read.tree, n)
    return form


# --- Catalogues --------------------------------------------------------------

class NullTranslations:
    """Leaves texts as they are, or asks another catalogue."""

    def __init__(self, fp=None):
        self._info = {}
        self._charset = None
        self._fallback = None
        if fp is not None:
            self._parse(fp)

    def _parse(self, fp):
        pass

    def add_fallback(self, fallback):
        """Ask this one for texts that are missing here."""
        if self._fallback:
            self._fallback.add_fallback(fallback)
        else:
            self._fallback = fallback

    def gettext(self, message):
        """The text in the other language."""
        if self._fallback:
            return self._fallback.gettext(message)
        return message

    def ngettext(self, msgid1, msgid2, n):
        """The text for n things."""
        if self._fallback:
            return self._fallback.ngettext(msgid1, msgid2, n)
        return msgid1 if n == 1 else msgid2

    def pgettext(self, context, message):
        """The text, as it is meant in a context."""
        if self._fallback:
            return self._fallback.pgettext(context, message)
        return message

    def npgettext(self, context, msgid1, msgid2, n):
        """The text for n things, as it is meant in a context."""
        if self._fallback:
            return self._fallback.npgettext(context, msgid1, msgid2, n)
        return msgid1 if n == 1 else msgid2

    def info(self):
        """What the head of the catalogue says."""
        return self._info

    def charset(self):
        """The encoding of the catalogue."""
        return self._charset

    def install(self, names=None):
        """Make _() a built-in function, and the others that are named."""
        import builtins
        builtins._ = self.gettext
        for name in ("gettext", "ngettext", "npgettext", "pgettext"):
            if names is not None and name in names:
                setattr(builtins, name, getattr(self, name))


class GNUTranslations(NullTranslations):
    """A catalogue from a .mo file."""

    LE_MAGIC = _MAGIC
    BE_MAGIC = 0xDE120495
    CONTEXT = "%s\x04%s"
    VERSIONS = (0, 1)

    def _parse(self, fp):
        name = getattr(fp, "name", "")
        data = fp.read()
        self._catalog = {}
        self.plural = lambda n: int(n != 1)
        order = {_MAGIC: "<", self.BE_MAGIC: ">"}.get(
            struct.unpack("<I", data[:4])[0])
        if order is None:
            raise OSError(0, "Bad magic number", name)
        version, count, ids, texts = struct.unpack(order + "4I", data[4:20])
        if version >> 16 not in self.VERSIONS:
            raise OSError(0, "Bad version number " + str(version >> 16), name)
        for i in range(count):
            key = self._string(data, order, ids + 8 * i, name)
            text = self._string(data, order, texts + 8 * i, name)
            if not key:
                self._read_head(text.decode("utf-8", "replace"))
            self._add(key, text)

    def _string(self, data, order, at, name):
        size, start = struct.unpack(order + "II", data[at:at + 8])
        if start + size >= len(data):
            raise OSError(0, "File is corrupt", name)
        return data[start:start + size]

    def _read_head(self, text):
        last = None
        for line in text.split("\n"):
            line = line.strip()
            if not line or line.startswith("#-#-#-#-#"):
                continue
            key, colon, value = line.partition(":")
            if not colon:
                if last:
                    self._info[last] += "\n" + line
                continue
            last = key.strip().lower()
            self._info[last] = value = value.strip()
            if last == "content-type":
                self._charset = value.split("charset=")[1]
            elif last == "plural-forms":
                self.plural = c2py(value.split(";")[1].split("plural=")[1])

    def _add(self, key, text):
        charset = self._charset or "ascii"
        if b"\0" in key:
            key = str(key.split(b"\0")[0], charset)
            for i, form in enumerate(text.split(b"\0")):
                self._catalog[key, i] = str(form, charset)
        else:
            self._catalog[str(key, charset)] = str(text, charset)

    def _find(self, key):
        text = self._catalog.get(key)
        if text is None and (key, 0) in self._catalog:
            text = self._catalog[key, self.plural(1)]
        return text

    def gettext(self, message):
        """The text in the other language."""
        text = self._find(message)
        return NullTranslations.gettext(self, message) if text is None \
            else text

    def ngettext(self, msgid1, msgid2, n):
        """The text for n things."""
        text = self._catalog.get((msgid1, self.plural(n)))
        return NullTranslations.ngettext(self, msgid1, msgid2, n) \
            if text is None else text

    def pgettext(self, context, message):
        """The text, as it is meant in a context."""
        text = self._find(self.CONTEXT % (context, message))
        return NullTranslations.pgettext(self, context, message) \
            if text is None else text

    def npgettext(self, context, msgid1, msgid2, n):
        """The text for n things, as it is meant in a context."""
        key = self.CONTEXT % (context, msgid1), self.plural(n)
        text = self._catalog.get(key)
        return NullTranslations.npgettext(self, context, msgid1, msgid2, n) \
            if text is None else text


# --- Files -------------------------------------------------------------------

def _variants(name):
    """de_AT.UTF-8@euro, de_AT@euro, de_AT, de and so on."""
    base, _, modifier = name.partition("@")
    base, _, charset = base.partition(".")
    language, _, territory = base.partition("_")
    found = []
    for mask in range(7, -1, -1):
        text = language
        for bit, sign, part in ((4, "_", territory), (2, ".", charset),
                                (1, "@", modifier)):
            if mask & bit:
                text = text + sign + part if part else None
            if text is None:
                break
        if text is not None:
            found.append(text)
    return found


def _languages():
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(name)
        if value:
            return value.split(":")
    return []


def find(domain, localedir=None, languages=None, all=False):
    """The file of a catalogue, None if there is none; all of them if asked."""
    names = list(languages) if languages is not None else _languages()
    if "C" not in names:
        names.append("C")
    found = []
    seen = dict.fromkeys(v for n in names for v in _variants(n))
    for name in seen:
        if name == "C":
            break
        path = os.path.join(localedir or _default_directory, name,
                            "LC_MESSAGES", f"{domain}.mo")
        if os.path.exists(path):
            if not all:
                return path
            found.append(path)
    return found if all else None


def translation(domain, localedir=None, languages=None, class_=None,
                fallback=False):
    """The catalogues of a domain, chained."""
    files = find(domain, localedir, languages, all=True)
    if not files:
        if fallback:
            return NullTranslations()
        from errno import ENOENT
        raise FileNotFoundError(ENOENT, "No translation file found for domain",
                                domain)
    chain = None
    for path in files:
        with open(path, "rb") as f:
            read = (class_ or GNUTranslations)(f)
        if chain is None:
            chain = read
        else:
            chain.add_fallback(read)
    return chain


Catalog = translation


def install(domain, localedir=None, *, names=None):
    """Make _() a built-in function for a domain."""
    translation(domain, localedir, fallback=True).install(names)


# --- The domain in use -------------------------------------------------------

def _state():
    return _session_state("gettext", lambda: {"domain": "messages",
                                              "directories": {}})


def textdomain(domain=None):
    """Choose the domain of gettext() and its like; return it."""
    state = _state()
    if domain is not None:
        state["domain"] = domain
    return state["domain"]


def bindtextdomain(domain, localedir=None):
    """Choose the directory of a domain; return it."""
    directories = _state()["directories"]
    if localedir is not None:
        directories[domain] = localedir
    return directories.get(domain, _default_directory)


def _of(domain):
    return translation(domain, _state()["directories"].get(domain),
                       fallback=True)


def dgettext(domain, message):
    """gettext() of a domain."""
    return _of(domain).gettext(message)


def dngettext(domain, msgid1, msgid2, n):
    """ngettext() of a domain."""
    return _of(domain).ngettext(msgid1, msgid2, n)


def dpgettext(domain, context, message):
    """pgettext() of a domain."""
    return _of(domain).pgettext(context, message)


def dnpgettext(domain, context, msgid1, msgid2, n):
    """npgettext() of a domain."""
    return _of(domain).npgettext(context, msgid1, msgid2, n)


def gettext(message):
    """The text in the other language."""
    return dgettext(textdomain(), message)


def ngettext(msgid1, msgid2, n):
    """The text for n things."""
    return dngettext(textdomain(), msgid1, msgid2, n)


def pgettext(context, message):
    """The text, as it is meant in a context."""
    return dpgettext(textdomain(), context, message)


def npgettext(context, msgid1, msgid2, n):
    """The text for n things, as it is meant in a context."""
    return dnpgettext(textdomain(), context, msgid1, msgid2, n)
