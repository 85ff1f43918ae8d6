"""_descriptors - what the library answers itself about files.

/dev/null takes and holds nothing.  The standard streams have the descriptors 0,
1 and 2; dup() and dup2() give an open file more numbers.  Everything else is a
question to the host.

SPDX-License-Identifier: Apache-2.0
"""

import sys

from _caisson import os_call as _ask_host
from _caisson import session_state

_PATH = "/dev/null"
_NULL = 0x3FFFFFFF  # no host gives so many
_FIRST_COPY = 0x3F000000
_STAT = (0o20666, 4, 5, 1, 0, 0, 0, 0, 0, 0)
_PIPE = (0o10600, 1, 13, 1, 0, 0, 0, 0, 0, 0)
_CREATE_NEW = 64 | 128  # O_CREAT | O_EXCL
_FIXED = {"fs.close": None, "fs.read": b"", "fs.seek": 0, "fs.isatty": False,
          "fs.fstat": _STAT, "fs.stat": _STAT, "fs.utime": None}


def _copies():
    """Descriptors that stand for others: number -> number."""
    return session_state("os.copies", dict)


def os_call(name, *args):
    """_caisson.os_call, except for what is answered here."""
    if args and name[:3] == "fs.":
        which = args[0]
        if which == _PATH or which == _NULL:
            return _null(name, *args)
        if type(which) is int and (which < 3 or _copies()):
            return _by_number(name, which, *args[1:])
    return _ask_host(name, *args)


def _null(name, which, *args):
    if name in _FIXED:
        return _FIXED[name]
    if name == "fs.open":
        if args[0] & _CREATE_NEW == _CREATE_NEW:
            raise FileExistsError(17, "File exists", which)
        return _NULL
    if name == "fs.write":
        return len(args[0])
    if name == "fs.access":
        return not args[0] & 1
    if name in ("fs.list", "fs.rmdir"):
        raise NotADirectoryError(20, "Not a directory", which)
    if name in ("fs.truncate", "fs.readlink"):
        raise OSError(22, "Invalid argument")
    if name == "fs.mkdir":
        raise FileExistsError(17, "File exists", which)
    raise PermissionError(13, "Permission denied", which)


def _by_number(name, number, *args):
    copies = _copies()
    target = copies.get(number, number)
    if name == "fs.close":
        return _close(number, target)
    if 0 <= target < 3:
        return _standard(name, target, *args)
    if target == _NULL:
        return _null(name, target, *args)
    return _ask_host(name, target, *args)


def _standard(name, number, *args):
    if name == "fs.write" and number:
        stream = sys.__stderr__ if number == 2 else sys.__stdout__
        stream.write(bytes(args[0]).decode("utf-8", "replace"))
        stream.flush()
        return len(args[0])
    if name == "fs.read" and not number:
        return sys.__stdin__.buffer.read(args[0]) if sys.__stdin__ else b""
    if name == "fs.fstat":
        return _PIPE
    if name == "fs.isatty":
        return False
    if name == "fs.seek":
        raise OSError(29, "Illegal seek")
    raise OSError(9, "Bad file descriptor")


def _close(number, target):
    """The last number of a file closes it; the standard streams stay."""
    copies = _copies()
    copies.pop(number, None)
    if target > 2 and target != _NULL and target not in copies.values() and (
            target == number or copies.get(target) == target):
        copies.pop(target, None)
        _ask_host("fs.close", target)


def _real(number):
    """What a descriptor stands for, if it is open."""
    if not isinstance(number, int):
        raise TypeError(f"'{type(number).__name__}' object cannot be "
                        "interpreted as an integer")
    os_call("fs.fstat", number)
    return _copies().get(number, number)


def dup(fd, /):
    """Another number for an open file."""
    target = _real(fd)
    copies = _copies()
    new = max([_FIRST_COPY, *copies]) + 1
    copies[new] = target
    return new


def dup2(fd, fd2, inheritable=True):
    """Make a number stand for an open file."""
    target = _real(fd)
    if fd != fd2:
        copies = _copies()
        copies.pop(fd2, None)
        if target != fd2:
            copies[fd2] = target
    return fd2
