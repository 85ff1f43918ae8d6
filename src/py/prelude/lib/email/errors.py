# errors.py - what can be wrong with a message.
#
# SPDX-License-Identifier: Apache-2.0
"""Errors and defects of messages."""


class MessageError(Exception):
    """Base of the errors."""


class MessageParseError(MessageError):
    """A message cannot be read."""


class HeaderParseError(MessageParseError):
    """A header cannot be read."""


class BoundaryError(MessageParseError):
    """The end of a multipart message is missing."""


class MultipartConversionError(MessageError, TypeError):
    """A message that is not multipart cannot take parts."""


class CharsetError(MessageError):
    """A character set is not known."""


class HeaderWriteError(MessageError):
    """A header cannot be written."""


class MessageDefect(ValueError):
    """Base of the defects that a message may have."""

    def __init__(self, line=None):
        if line is not None:
            super().__init__(line)
        self.line = line


class NoBoundaryInMultipartDefect(MessageDefect):
    """A multipart message names no boundary."""


class StartBoundaryNotFoundDefect(MessageDefect):
    """The boundary that was named never came."""


class CloseBoundaryNotFoundDefect(MessageDefect):
    """The last boundary is missing."""


class FirstHeaderLineIsContinuationDefect(MessageDefect):
    """The first line continues a header that is not there."""


class MisplacedEnvelopeHeaderDefect(MessageDefect):
    """A line "From " among the headers."""


class MissingHeaderBodySeparatorDefect(MessageDefect):
    """A line among the headers is none."""


MalformedHeaderDefect = MissingHeaderBodySeparatorDefect


class MultipartInvariantViolationDefect(MessageDefect):
    """A message says it is multipart, but has no parts."""


class InvalidMultipartContentTransferEncodingDefect(MessageDefect):
    """A multipart message is encoded as a whole."""


class UndecodableBytesDefect(MessageDefect):
    """There are bytes that are no characters."""


class InvalidBase64PaddingDefect(MessageDefect):
    """The padding of base64 is wrong."""


class InvalidBase64CharactersDefect(MessageDefect):
    """There are other characters in base64."""


class InvalidBase64LengthDefect(MessageDefect):
    """base64 of an impossible length."""


class HeaderDefect(MessageDefect):
    """Base of the defects of headers."""

    def __init__(self, *args, **kw):
        super().__init__(*args, **kw)


class InvalidHeaderDefect(HeaderDefect):
    """A header is not valid."""


class HeaderMissingRequiredValue(HeaderDefect):
    """A header has no value."""


class NonPrintableDefect(HeaderDefect):
    """There are characters that cannot be printed."""

    def __init__(self, non_printables):
        super().__init__(non_printables)
        self.non_printables = non_printables


class ObsoleteHeaderDefect(HeaderDefect):
    """A header uses an old form."""


class NonASCIILocalPartDefect(HeaderDefect):
    """The name of a mailbox is not ASCII."""


class InvalidDateDefect(HeaderDefect):
    """A date is not valid."""
