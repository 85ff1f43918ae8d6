"""mmap - the bytes of a file, read when the map is made.

A map is a copy in the session: what others write to the file later is not
seen.  flush() and close() write changes of a shared map back.

SPDX-License-Identifier: Apache-2.0
"""

import os

__all__ = ["mmap", "error", "ACCESS_DEFAULT", "ACCESS_READ", "ACCESS_WRITE",
           "ACCESS_COPY", "ALLOCATIONGRANULARITY", "PAGESIZE", "MAP_SHARED",
           "MAP_PRIVATE", "MAP_ANON", "MAP_ANONYMOUS", "PROT_READ",
           "PROT_WRITE", "PROT_EXEC"]

ACCESS_DEFAULT, ACCESS_READ, ACCESS_WRITE, ACCESS_COPY = range(4)
ALLOCATIONGRANULARITY = PAGESIZE = 4096
MAP_SHARED, MAP_PRIVATE, MAP_ANON = 1, 2, 32
MAP_ANONYMOUS = MAP_ANON
PROT_READ, PROT_WRITE, PROT_EXEC = 1, 2, 4
error = OSError


class mmap(bytearray):
    """The bytes of an open file, or anonymous ones."""

    def __init__(self, fileno, length, flags=MAP_SHARED,
                 prot=PROT_READ | PROT_WRITE, access=ACCESS_DEFAULT, offset=0):
        if length < 0:
            raise OverflowError("memory mapped length must be positive")
        if offset < 0:
            raise OverflowError("memory mapped offset must be positive")
        if access == ACCESS_DEFAULT:
            self._writable = bool(prot & PROT_WRITE)
            self._shared = self._writable and bool(flags & MAP_SHARED)
        elif access in (ACCESS_READ, ACCESS_WRITE, ACCESS_COPY):
            self._writable = access != ACCESS_READ
            self._shared = access == ACCESS_WRITE
        else:
            raise ValueError("mmap invalid access parameter.")
        self._fd = fileno
        self._offset = offset
        self._at = 0
        self._closed = False
        super().__init__(self._read(length))

    def _read(self, length):
        if self._fd == -1:
            if not length:
                raise OSError(22, "Invalid argument")
            self._shared = False
            return length
        size = os.fstat(self._fd).st_size
        if not length:
            if not size:
                raise ValueError("cannot mmap an empty file")
            if self._offset >= size:
                raise ValueError("mmap offset is greater than file size")
            length = size - self._offset
        elif self._offset + length > size:
            raise ValueError("mmap length is greater than file size")
        before = os.lseek(self._fd, 0, os.SEEK_CUR)
        os.lseek(self._fd, self._offset, os.SEEK_SET)
        parts = []
        while length and (part := os.read(self._fd, length)):
            parts.append(part)
            length -= len(part)
        os.lseek(self._fd, before, os.SEEK_SET)
        return b"".join(parts)

    def _open(self, write=False):
        if self._closed:
            raise ValueError("mmap closed or invalid")
        if write and not self._writable:
            raise TypeError("mmap can't modify a readonly memory map.")

    # --- as a sequence ---

    def __getitem__(self, key):
        self._open()
        found = super().__getitem__(key)
        return bytes(found) if isinstance(key, slice) else found

    def __setitem__(self, key, value):
        self._open(True)
        if isinstance(key, slice) and (
                len(range(*key.indices(len(self)))) != len(value)):
            raise IndexError("mmap slice assignment is wrong size")
        super().__setitem__(key, value)

    def __delitem__(self, key):
        raise TypeError("mmap object doesn't support item deletion")

    def __len__(self):
        self._open()
        return super().__len__()

    def find(self, sub, start=None, end=None):
        """Where the bytes are, from the position on; -1 if nowhere."""
        self._open()
        return super().find(sub, self._at if start is None else start,
                            super().__len__() if end is None else end)

    def rfind(self, sub, start=None, end=None):
        """Where they are last."""
        self._open()
        return super().rfind(sub, self._at if start is None else start,
                             super().__len__() if end is None else end)

    # --- as a file ---

    @property
    def closed(self):
        return self._closed

    def read(self, n=None):
        """Bytes from the position on."""
        self._open()
        end = len(self) if n is None or n < 0 else min(self._at + n, len(self))
        found = self[self._at:end]
        self._at = max(self._at, end)
        return found

    def read_byte(self):
        """One byte, as a number."""
        self._open()
        if self._at >= len(self):
            raise ValueError("read byte out of range")
        self._at += 1
        return self[self._at - 1]

    def readline(self):
        """Bytes up to the next newline."""
        end = super().find(b"\n", self._at) + 1
        return self.read(end - self._at if end else None)

    def write(self, data):
        """Bytes at the position; how many."""
        self._open(True)
        if self._at + len(data) > len(self):
            raise ValueError("data out of range")
        self[self._at:self._at + len(data)] = data
        self._at += len(data)
        return len(data)

    def write_byte(self, byte):
        """One byte at the position."""
        self._open(True)
        if self._at >= len(self):
            raise ValueError("write byte out of range")
        self[self._at] = byte
        self._at += 1

    def seek(self, pos, whence=0):
        """Move the position."""
        self._open()
        at = pos + (0, self._at, len(self))[whence]
        if not 0 <= at <= len(self):
            raise ValueError("seek out of range")
        self._at = at

    def tell(self):
        """The position."""
        self._open()
        return self._at

    def size(self):
        """The size of the file."""
        self._open()
        return len(self) if self._fd == -1 else os.fstat(self._fd).st_size

    def move(self, dest, src, count):
        """Copy bytes inside of the map."""
        self._open(True)
        size = len(self)
        if min(dest, src, count) < 0 or max(dest, src) + count > size:
            raise ValueError("source, destination, or count out of range")
        self[dest:dest + count] = self[src:src + count]

    def flush(self, offset=0, size=None):
        """Write the bytes of a shared map to the file."""
        self._open()
        if self._shared:
            before = os.lseek(self._fd, 0, os.SEEK_CUR)
            os.lseek(self._fd, self._offset, os.SEEK_SET)
            os.write(self._fd, self[:])
            os.lseek(self._fd, before, os.SEEK_SET)

    def madvise(self, option, start=0, length=None):
        """Advice to the machine; there is nothing to do."""

    def resize(self, newsize):
        raise SystemError("mmap: resizing not available--no mremap()")

    def close(self):
        """Write changes back and let the bytes go."""
        if not self._closed:
            try:
                self.flush()
            except OSError:
                pass  # the file was closed before
            self._closed = True

    def __enter__(self):
        self._open()
        return self

    def __exit__(self, *details):
        self.close()

    def __repr__(self):
        if self._closed:
            return "<mmap.mmap closed=True>"
        return f"<mmap.mmap closed=False, length={len(self)}>"
