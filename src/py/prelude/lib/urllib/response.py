"""urllib.response - files with headers and the like, as urlopen() returns them.

SPDX-License-Identifier: Apache-2.0
"""

__all__ = ["addbase", "addclosehook", "addinfo", "addinfourl"]


class addbase:
    """A file; what it has itself comes from the file inside."""

    def __init__(self, fp):
        self.file = self.fp = fp
        self.name = "<urllib response>"
        self.delete = False

    def __getattr__(self, name):
        if name == "file":  # before __init__
            raise AttributeError(name)
        return getattr(self.file, name)

    def __repr__(self):
        return f"<{type(self).__name__} at {id(self)!r} whose fp = {self.file!r}>"

    def __iter__(self):
        yield from self.file

    def close(self):
        self.file.close()

    def __enter__(self):
        if self.fp.closed:
            raise ValueError("I/O operation on closed file")
        return self

    def __exit__(self, type, value, traceback):
        self.close()


class addclosehook(addbase):
    """A file that calls a function when it is closed."""

    def __init__(self, fp, closehook, *hookargs):
        super().__init__(fp)
        self.closehook = closehook
        self.hookargs = hookargs

    def close(self):
        try:
            hook, args = self.closehook, self.hookargs
            if hook:
                self.closehook = self.hookargs = None
                hook(*args)
        finally:
            super().close()


class addinfo(addbase):
    """A file with headers."""

    def __init__(self, fp, headers):
        super().__init__(fp)
        self.headers = headers

    def info(self):
        return self.headers


class addinfourl(addinfo):
    """A file with headers, address and status."""

    def __init__(self, fp, headers, url, code=None):
        super().__init__(fp, headers)
        self.url = url
        self.code = code

    @property
    def status(self):
        return self.code

    def getcode(self):
        return self.code

    def geturl(self):
        return self.url
