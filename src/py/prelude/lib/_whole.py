"""Files by whole operations, for hosts that want to be asked that way.

Such a host gets one request per operation, named after the method of Path
that does it, instead of handles and reads (docs/os-calls.md).  A function of
the library asks `whole` first; NotImplemented means that it does its work by
itself: the host is not of that kind, or a mount has the file.

SPDX-License-Identifier: Apache-2.0
"""

from _caisson import os_call, session_state
from _io_base import RawIOBase, UnsupportedOperation


def _style():
    try:
        return os_call("host.style")
    except (RuntimeError, OSError):
        return 0  # a host that does not know the question


def is_on():
    """Does the host of this session want whole operations?"""
    return session_state("whole.style", _style) == 1


def full_path(text):
    """From the root, without dots: what hosts get to see."""
    if not text.startswith("/"):
        text = os_call("os.getcwd") + "/" + text
    parts = []
    for part in text.split("/"):
        if part == "..":
            if parts:
                parts.pop()
        elif part and part != ".":
            parts.append(part)
    return "/" + "/".join(parts)


# What the library's own way of an operation asks for next, at the same path.
_INNER = {"Path.exists": "Path.stat", "Path.is_file": "Path.stat",
          "Path.is_dir": "Path.stat", "Path.is_symlink": "Path.stat",
          "Path.read_text": "open", "Path.read_bytes": "open",
          "Path.write_text": "open", "Path.write_bytes": "open",
          "Path.mkdir": "Path.mkdir"}


def whole(name, path, *args):
    """Ask the host; NotImplemented: do it in another way.

    A host that left an operation to a mount is not asked about its parts.
    """
    if not isinstance(path, str) or not is_on():
        return NotImplemented
    path = full_path(path)
    left = session_state("whole.left", list)
    if left == [name, path]:
        left.clear()
        return NotImplemented
    answer = os_call(name, path, *args)
    left.clear()
    if answer is NotImplemented and name in _INNER:
        left.extend((_INNER[name], path))
    return answer


def change_directory(path):
    """Make `path`, which is a directory, the current one; False: ask others."""
    if not is_on():
        return False
    os_call("host.chdir", full_path(path))
    return True


def stat_numbers(answer):
    """What make_stat takes, from the ten fields of a host's answer."""
    times = [int(t * 1_000_000_000) for t in answer[7:10]]
    return (*answer[:7], *times)


class WholeFile(RawIOBase):
    """An open file that is a path to its host.

    It is read at once when it is first needed.  What is written goes to the
    end of the file immediately, or, in a mode with "+", replaces the content
    when it is flushed.
    """

    def __init__(self, path, kind, updates, text):
        self.name = path
        self._path = full_path(path)
        self._kind = kind
        self._updates = updates
        self._text = text
        self._data = bytearray() if kind in "wx" else None
        self._position = 0
        self._changed = False

    @property
    def mode(self):
        return self._kind + ("b+" if self._updates else "b")

    def readable(self):
        return self._kind == "r" or self._updates

    def writable(self):
        return self._kind != "r" or self._updates

    def seekable(self):
        return True

    def _content(self):
        if self._data is None:
            if self._text:
                text = os_call("Path.read_text", self._path)
                self._data = bytearray(text.encode())
            else:
                self._data = bytearray(os_call("Path.read_bytes", self._path))
            if self._kind == "a" and not self._position:
                self._position = len(self._data)
        return self._data

    def readinto(self, b):
        self._check("readable", "read")
        data = self._content()[self._position:self._position + len(b)]
        b[:len(data)] = data
        self._position += len(data)
        return len(data)

    def readall(self):
        self._check("readable", "read")
        data = bytes(self._content()[self._position:])
        self._position += len(data)
        return data

    def _check(self, ability, verb):
        if self.closed:
            raise ValueError("I/O operation on closed file.")
        if not getattr(self, ability)():
            raise UnsupportedOperation(f"not {ability}")

    def write(self, b):
        self._check("writable", "write")
        data = bytes(b)
        if not self._updates:
            if self._text:
                os_call("Path.append_text", self._path, data.decode())
            else:
                os_call("Path.append_bytes", self._path, data)
            self._position += len(data)
            return len(data)
        content = self._content()
        if self._kind == "a":
            self._position = len(content)
        if self._position > len(content):
            content.extend(bytes(self._position - len(content)))
        content[self._position:self._position + len(data)] = data
        self._position += len(data)
        self._changed = True
        return len(data)

    def seek(self, offset, whence=0):
        base = 0
        if whence == 1:
            base = self._position
        elif whence == 2:
            base = len(self._content())
        if base + offset < 0:
            raise OSError(22, "Invalid argument")
        self._position = base + offset
        return self._position

    def tell(self):
        return self._position

    def truncate(self, size=None):
        self._check("writable", "write")
        size = self._position if size is None else size
        content = self._content()
        del content[size:]
        content.extend(bytes(size - len(content)))
        self._changed = True
        self._save()
        return size

    def _save(self):
        if not self._changed:
            return
        self._changed = False
        if self._text:
            os_call("Path.write_text", self._path, self._data.decode())
        else:
            os_call("Path.write_bytes", self._path, bytes(self._data))

    def flush(self):
        self._save()

    def close(self):
        if not self.closed:
            self._save()
        RawIOBase.close(self)
