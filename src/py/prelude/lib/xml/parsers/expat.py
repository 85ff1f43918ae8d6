"""xml.parsers.expat - the error of parsers.

The parser itself is not here: xml.etree.ElementTree reads XML with our own.

SPDX-License-Identifier: Apache-2.0
"""


class ExpatError(Exception):
    """A document is not well-formed, at `lineno` and `offset`."""


error = ExpatError


class XMLParserType:
    """The class of parsers, for those who name it."""

    def __new__(cls, *args, **kwargs):
        raise TypeError("cannot create 'pyexpat.xmlparser' instances")


def _from_parse_error(e):
    """The same error under the name that users of minidom expect."""
    made = ExpatError(e.msg)
    made.code = e.code
    made.lineno, made.offset = e.position
    return made


def __getattr__(name):
    if name in ("ParserCreate", "errors", "model",
                "ErrorString"):
        raise ImportError(f"xml.parsers.expat.{name} is not available here; "
                          "use xml.etree.ElementTree.XMLParser with a target, "
                          "or XMLPullParser")
    raise AttributeError(f"module 'xml.parsers.expat' has no attribute "
                         f"{name!r}")
