"""py_compile - checks that a file compiles; nothing is written.

Modules are compiled when they are imported, into the session.

SPDX-License-Identifier: Apache-2.0
"""

import enum
import os
import sys
import traceback

from builtins import compile as _compile
from importlib.util import cache_from_source, decode_source

__all__ = ["compile", "main", "PyCompileError", "PycInvalidationMode"]


class PyCompileError(Exception):
    """A file does not compile."""

    def __init__(self, exc_type, exc_value, file, msg=""):
        text = "".join(traceback.format_exception_only(exc_type, exc_value))
        if exc_type is SyntaxError:
            text = text.replace('File "<string>"', f'File "{file}"')
        super().__init__(msg or text, exc_type.__name__, exc_value, file)
        self.exc_type_name = exc_type.__name__
        self.exc_value = exc_value
        self.file = file
        self.msg = msg or text

    def __str__(self):
        return self.msg


class PycInvalidationMode(enum.Enum):
    TIMESTAMP = 1
    CHECKED_HASH = 2
    UNCHECKED_HASH = 3


def compile(file, cfile=None, dfile=None, doraise=False, optimize=-1,
            invalidation_mode=None, quiet=0):
    """Check a source file; the name of the file that CPython would write."""
    with open(file, "rb") as stream:
        data = stream.read()
    shown = dfile or file
    try:
        _compile(decode_source(data), shown, "exec")
    except Exception as error:
        problem = PyCompileError(type(error), error, shown)
        if quiet < 2:
            if doraise:
                raise problem from None
            sys.stderr.write(problem.msg + "\n")
        return None
    return cfile or cache_from_source(os.fspath(file))


def main():
    """Check the files that the command line names."""
    for name in sys.argv[1:]:
        try:
            compile(name, doraise=True)
        except PyCompileError as problem:
            sys.stderr.write(problem.msg + "\n")
            sys.exit(1)
