# feedparser.py - see parser.py.
#
# SPDX-License-Identifier: Apache-2.0
"""Messages that come in pieces."""
from email.parser import BytesFeedParser, FeedParser

__all__ = ["FeedParser", "BytesFeedParser"]
