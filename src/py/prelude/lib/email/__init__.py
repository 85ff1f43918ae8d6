# email - messages of the Internet: read, changed and written.
#
# Sending them needs a host function; see docs/library.md.
#
# SPDX-License-Identifier: Apache-2.0
"""Messages of the Internet."""

__all__ = ["encoders", "errors", "feedparser", "generator", "header", "message",
           "message_from_file", "message_from_binary_file",
           "message_from_string", "message_from_bytes", "mime", "parser",
           "utils"]



def message_from_string(s, *args, **kws):
    """Read a message from a text."""
    from email.parser import Parser
    return Parser(*args, **kws).parsestr(s)


def message_from_bytes(s, *args, **kws):
    """Read a message from bytes."""
    from email.parser import BytesParser
    return BytesParser(*args, **kws).parsebytes(s)


def message_from_file(fp, *args, **kws):
    """Read a message from a file."""
    from email.parser import Parser
    return Parser(*args, **kws).parse(fp)


def message_from_binary_file(fp, *args, **kws):
    """Read a message from a file of bytes."""
    from email.parser import BytesParser
    return BytesParser(*args, **kws).parse(fp)
