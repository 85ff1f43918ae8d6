"""urllib.error - exceptions of network access, for programs that name them.

SPDX-License-Identifier: Apache-2.0
"""

__all__ = ["URLError", "HTTPError", "ContentTooShortError"]


class URLError(OSError):
    """Something could not be fetched."""

    def __init__(self, reason, filename=None):
        self.args = (reason,)
        self.reason = reason
        if filename is not None:
            self.filename = filename

    def __str__(self):
        return f"<urlopen error {self.reason}>"


class HTTPError(URLError):
    """A server answered with an error."""

    def __init__(self, url, code, msg, hdrs, fp):
        self.code, self.msg, self.hdrs, self.fp = code, msg, hdrs, fp
        self.filename = self.url = url

    def __getattr__(self, name):
        """What a file has: read, readline, close ..."""
        if name.startswith("_") or name == "fp":
            raise AttributeError(name)
        return getattr(self.fp, name)

    def info(self):
        """The headers."""
        return self.hdrs

    def geturl(self):
        """The address."""
        return self.url

    def getcode(self):
        """The status."""
        return self.code

    status = property(getcode)

    def __str__(self):
        return f"HTTP Error {self.code}: {self.msg}"

    def __repr__(self):
        return f"<HTTPError {self.code}: {self.msg!r}>"

    @property
    def reason(self):
        return self.msg

    @property
    def headers(self):
        return self.hdrs


class ContentTooShortError(URLError):
    """Less came than was announced."""

    def __init__(self, message, content):
        URLError.__init__(self, message)
        self.content = content
