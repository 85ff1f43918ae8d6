# xml.sax - XML told to handlers, element by element.
#
# SPDX-License-Identifier: Apache-2.0
"""XML told to handlers."""
import io

from xml.sax._exceptions import (
    SAXException, SAXNotRecognizedException, SAXNotSupportedException,
    SAXParseException, SAXReaderNotAvailable)
from xml.sax.expatreader import create_parser as _create_parser
from xml.sax.handler import ContentHandler, ErrorHandler
from xml.sax.xmlreader import InputSource


def make_parser(parser_list=()):
    """A new reader."""
    return _create_parser()


def parse(source, handler, errorHandler=ErrorHandler()):
    """Read a document from a file or a name."""
    reader = make_parser()
    reader.setContentHandler(handler)
    reader.setErrorHandler(errorHandler)
    reader.parse(source)


def parseString(string, handler, errorHandler=ErrorHandler()):
    """Read a document from text or bytes."""
    file = io.StringIO(string) if isinstance(string, str) else io.BytesIO(string)
    parse(file, handler, errorHandler)
