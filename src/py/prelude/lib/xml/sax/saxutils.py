"""xml.sax.saxutils - escaping of XML text.

SPDX-License-Identifier: Apache-2.0
"""

_BASIC = (("&", "&amp;"), (">", "&gt;"), ("<", "&lt;"))
_LAYOUT = {"\n": "&#10;", "\r": "&#13;", "\t": "&#9;"}


def _replace_all(text, pairs):
    for old, new in pairs:
        text = text.replace(old, new)
    return text


def escape(data, entities={}):
    """Write &, < and > (and what `entities` has) so that XML keeps them."""
    return _replace_all(data, (*_BASIC, *entities.items()))


def unescape(data, entities={}):
    """Undo escape(); `entities` is used as it is."""
    ampersand, *others = [(new, old) for old, new in _BASIC]
    return _replace_all(data, (*others[::-1], *entities.items(), ampersand))


def quoteattr(data, entities={}):
    """Escape a value and put it into quotes that fit."""
    text = escape(data, {**entities, **_LAYOUT})
    quote = '"'
    if quote in text:
        if "'" in text:
            text = text.replace(quote, "&quot;")
        else:
            quote = "'"
    return f"{quote}{text}{quote}"
