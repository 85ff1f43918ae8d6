# fileinput.py - the lines of several files, one after the other.
#
# SPDX-License-Identifier: Apache-2.0
"""The lines of several files."""
import io
import os
import sys

from _caisson import session_state

__all__ = ["input", "close", "nextfile", "filename", "lineno", "filelineno",
           "fileno", "isfirstline", "isstdin", "FileInput", "hook_compressed",
           "hook_encoded"]


def _held():
    return session_state("fileinput.current", lambda: [None])


def input(files=None, inplace=False, backup="", *, mode="r", openhook=None,
          encoding=None, errors=None):
    """Read the lines of files; the other functions tell about them."""
    held = _held()
    if held[0] is not None and held[0]._file:
        raise RuntimeError("input() already active")
    held[0] = FileInput(files, inplace, backup, mode=mode, openhook=openhook,
                        encoding=encoding, errors=errors)
    return held[0]


def _current():
    found = _held()[0]
    if found is None:
        raise RuntimeError("no active input()")
    return found


def close():
    """End what input() began."""
    held = _held()
    found, held[0] = held[0], None
    if found is not None:
        found.close()


def nextfile():
    """Go on with the next file."""
    return _current().nextfile()


def filename():
    """The name of the file being read."""
    return _current().filename()


def lineno():
    """How many lines were read."""
    return _current().lineno()


def filelineno():
    """How many lines of this file were read."""
    return _current().filelineno()


def fileno():
    """The number of the file being read."""
    return _current().fileno()


def isfirstline():
    """Was the last line the first of its file?"""
    return _current().isfirstline()


def isstdin():
    """Was the last line read from stdin?"""
    return _current().isstdin()


class FileInput:
    """The lines of files; what is printed may replace them."""

    def __init__(self, files=None, inplace=False, backup="", *, mode="r",
                 openhook=None, encoding=None, errors=None):
        if files is None:
            files = sys.argv[1:] or ("-",)
        elif isinstance(files, (str, os.PathLike)):
            files = (os.fspath(files),)
        self._files = [*files] or ["-"]
        if mode not in ("r", "rb"):
            raise ValueError("FileInput opening mode must be 'r' or 'rb'")
        if openhook is not None:
            if inplace:
                raise ValueError("FileInput cannot use an opening hook in "
                                 "inplace mode")
            if not callable(openhook):
                raise ValueError("FileInput openhook must be callable")
        self._inplace, self._backup, self._mode = inplace, backup, mode
        self._openhook, self._encoding, self._errors = openhook, encoding, errors
        self._file = self._filename = self._output = self._saved = None
        self._number = self._before = 0
        self._isstdin = False

    def __enter__(self):
        return self

    def __exit__(self, kind, value, traceback):
        self.close()

    def close(self):
        """Close the file and forget the others."""
        self.nextfile()
        self._files = []

    def __iter__(self):
        return self

    __next__ = io.IOBase.__next__  # what readline gives

    def readline(self):
        """The next line, nothing at the end."""
        while True:
            if self._file is None:
                if not self._files:
                    return b"" if "b" in self._mode else ""
                self._open(self._files.pop(0))
            line = self._file.readline()
            if line:
                self._number += 1
                return line
            self.nextfile()

    def _open(self, name):
        self._filename, self._before = name, self._number
        self._isstdin = name == "-"
        if self._isstdin:
            self._filename = "<stdin>"
            self._file = sys.stdin.buffer if "b" in self._mode else sys.stdin
        elif self._openhook is not None:
            named = {} if self._encoding is None else {"encoding": self._encoding,
                                                       "errors": self._errors}
            self._file = self._openhook(name, self._mode, **named)
        elif self._inplace:
            self._replace(name)
        else:
            self._file = self._opened(name, self._mode)

    def _opened(self, name, mode):
        if "b" in mode:
            return open(name, mode)
        return open(name, mode, encoding=self._encoding, errors=self._errors)

    def _replace(self, name):
        self._kept = os.fspath(name) + (self._backup or ".bak")
        try:
            os.unlink(self._kept)
        except OSError:
            pass
        os.rename(name, self._kept)
        self._file = self._opened(self._kept, self._mode)
        self._output = self._opened(name, self._mode.replace("r", "w"))
        self._saved, sys.stdout = sys.stdout, self._output

    def nextfile(self):
        """Go on with the next file."""
        if self._saved is not None:
            sys.stdout, self._saved = self._saved, None
        if self._output is not None:
            self._output.close()
            self._output = None
        file, self._file = self._file, None
        if file is not None and not self._isstdin:
            file.close()
            if self._inplace and not self._backup:
                os.unlink(self._kept)
        self._isstdin = False

    def filename(self):
        """The name of the file being read."""
        return self._filename

    def lineno(self):
        """How many lines were read."""
        return self._number

    def filelineno(self):
        """How many lines of this file were read."""
        return self._number - self._before

    def fileno(self):
        """The number of the file being read."""
        return -1 if self._file is None else self._file.fileno()

    def isfirstline(self):
        """Was the last line the first of its file?"""
        return self.filelineno() == 1

    def isstdin(self):
        """Was the last line read from stdin?"""
        return self._isstdin


def hook_compressed(filename, mode, *, encoding=None, errors=None):
    """Open files that end in .gz as what gzip wrote."""
    if os.path.splitext(filename)[1] == ".gz":
        import gzip
        if "b" in mode:
            return gzip.open(filename, mode)
        return gzip.open(filename, mode + "t", encoding=encoding,
                         errors=errors)
    return open(filename, mode, **({} if "b" in mode else {"encoding": encoding,
                                                          "errors": errors}))


def hook_encoded(encoding, errors=None):
    """Open files in another encoding."""
    def opened(filename, mode):
        return open(filename, mode, encoding=encoding, errors=errors)
    return opened
