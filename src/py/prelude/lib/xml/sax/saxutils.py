# xml/sax/saxutils.py - escaping of XML text.
#
# SPDX-License-Identifier: Apache-2.0
"""A library of useful helper functions."""


def _replace(data, entities):
    for key, value in entities.items():
        data = data.replace(key, value)
    return data


def escape(data, entities={}):
    """Escape &, <, and > in a string of data."""
    data = data.replace("&", "&amp;")
    data = data.replace(">", "&gt;")
    data = data.replace("<", "&lt;")
    return _replace(data, entities) if entities else data


def unescape(data, entities={}):
    """Unescape &amp;, &lt;, and &gt; in a string of data."""
    data = data.replace("&lt;", "<")
    data = data.replace("&gt;", ">")
    if entities:
        data = _replace(data, entities)
    return data.replace("&amp;", "&")


def quoteattr(data, entities={}):
    """Escape and quote an attribute value."""
    entities = {**entities, "\n": "&#10;", "\r": "&#13;", "\t": "&#9;"}
    data = escape(data, entities)
    if '"' in data:
        if "'" in data:
            return '"%s"' % data.replace('"', "&quot;")
        return "'%s'" % data
    return '"%s"' % data
