"""struct - numbers and strings as the bytes of C structures.

The codec is in C (mod/struct.c).  When it finds something wrong the twins here
run into the same and make its ValueErrors struct.errors.

SPDX-License-Identifier: Apache-2.0
"""

import _struct
from intrinsics import _twin

__all__ = ["calcsize", "pack", "pack_into", "unpack", "unpack_from",
           "iter_unpack", "Struct", "error"]


class error(Exception):
    pass


error.__module__ = "struct"


def _measure(format):
    try:
        return _struct.size(format)
    except ValueError as problem:
        raise error(str(problem)) from None


@_twin("struct.calcsize")
def _calcsize(format, /):
    """Return size in bytes of the struct described by the format string."""
    return _measure(format)[0]


@_twin("struct.pack")
def _pack(*args):
    """Return the values packed according to the format string."""
    try:
        return _struct.pack(*args)
    except ValueError as problem:
        raise error(str(problem)) from None


@_twin("struct.unpack")
def _unpack(format, buffer, /):
    """Unpack from the buffer, which must have the size of the format."""
    try:
        return _struct.unpack(format, buffer, None)
    except ValueError as problem:
        raise error(str(problem)) from None


def _place(size, length, offset, what, doing):
    """The offset in a buffer of `length` bytes; struct.error if outside."""
    if offset < 0:
        if offset + size > 0:
            short = "no space to pack" if doing == "packing" else \
                "not enough data to unpack"
            raise error(f"{short} {size} bytes at offset {offset}")
        if offset + length < 0:
            raise error(f"offset {offset} out of range for {length}-byte "
                        "buffer")
        return offset + length
    if length - offset < size:
        raise error(f"{what} requires a buffer of at least {size + offset} "
                    f"bytes for {doing} {size} bytes at offset {offset} "
                    f"(actual buffer size is {length})")
    return offset


@_twin("struct.unpack_from")
def _unpack_from(format, /, buffer, offset=0):
    """Unpack from the buffer, starting at offset."""
    size = _measure(format)[0]
    with memoryview(buffer) as view:
        at = _place(size, view.nbytes, offset.__index__(), "unpack_from",
                    "unpacking")
    return _struct.unpack(format, buffer, at)


def pack_into(format, buffer, offset, /, *values):
    """Pack the values and write them to the buffer, starting at offset."""
    size, count = _measure(format)
    if count != len(values):
        raise error(f"pack_into expected {count} items for packing "
                    f"(got {len(values)})")
    with memoryview(buffer) as view:
        fill = getattr(type(buffer), "_fill", None)
        if view.readonly and fill is None:
            raise TypeError("argument must be read-write bytes-like object, "
                            f"not {type(buffer).__name__}")
        at = _place(size, view.nbytes, offset.__index__(), "pack_into",
                    "packing")
        if fill is not None:  # an array
            fill(buffer, at, pack(format, *values))
        else:
            view.cast("B")[at:at + size] = pack(format, *values)


class unpack_iterator:
    """Iterator over the records of a buffer."""

    __slots__ = ("_format", "_buffer", "_size", "_at", "_end")

    def __init__(self, format, buffer):
        size = _measure(format)[0]
        if size == 0:
            raise error("cannot iteratively unpack with a struct of length 0")
        with memoryview(buffer) as view:
            end = view.nbytes
        if end % size:
            raise error("iterative unpacking requires a buffer of a multiple "
                        f"of {size} bytes")
        self._format = format
        self._buffer = buffer
        self._size = size
        self._at = 0
        self._end = end

    def __iter__(self):
        return self

    @_twin("_struct.next_record")
    def _py_next(self, /):
        at = self._at
        if at >= self._end:
            raise StopIteration
        self._at = at + self._size
        return _struct.unpack(self._format, self._buffer, at)

    __next__ = _struct.next_record

    def __length_hint__(self):
        return (self._end - self._at) // self._size


unpack_iterator.__module__ = "_struct"


def iter_unpack(format, buffer, /):
    """Return an iterator yielding the records of the buffer."""
    return unpack_iterator(format, buffer)


class Struct:
    """A compiled format."""

    __slots__ = ("format", "size", "__weakref__")

    def __init__(self, format):
        self.size = _measure(format)[0]
        self.format = format if isinstance(format, str) else \
            format.decode("ascii")

    def pack(self, /, *values):
        """Return the values packed according to the format."""
        return pack(self.format, *values)

    def pack_into(self, buffer, offset, /, *values):
        """Pack the values and write them to the buffer."""
        pack_into(self.format, buffer, offset, *values)

    def unpack(self, buffer, /):
        """Unpack from the buffer, which must have the right size."""
        return unpack(self.format, buffer)

    def unpack_from(self, /, buffer, offset=0):
        """Unpack from the buffer, starting at offset."""
        return unpack_from(self.format, buffer, offset)

    def iter_unpack(self, buffer, /):
        """Return an iterator yielding the records of the buffer."""
        return unpack_iterator(self.format, buffer)


Struct.__module__ = "_struct"


del _twin


def _clearcache():
    """Clear the internal cache: there is none."""
