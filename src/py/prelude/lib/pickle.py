"""pickle - objects as bytes, protocols 0 to 5.

A pickle is a program for a small stack machine.  The Pickler here is a table
from exact types to methods that emit instructions; everything without an entry
is taken apart by its __reduce_ex__.  The Unpickler is a table from instruction
bytes to methods over one stack.  Classes are found by import, and only what
the sandbox lets a program import can be imported.

SPDX-License-Identifier: Apache-2.0
"""

import io

from _pickle_codes import (ADDITEMS, APPEND, APPENDS, BINBYTES, BINBYTES8,
                           BINFLOAT, BINGET, BININT, BININT1, BININT2,
                           BINPERSID, BINPUT, BINSTRING, BINUNICODE,
                           BINUNICODE8, BUILD, BYTEARRAY8, DEFAULT_PROTOCOL,
                           DICT, DUP, EMPTY_DICT, EMPTY_LIST, EMPTY_SET,
                           EMPTY_TUPLE, EXT1, EXT2, EXT4, FALSE, FLOAT, FRAME,
                           FROZENSET, GET, GLOBAL, HIGHEST_PROTOCOL, INST, INT,
                           LIST, LONG, LONG1, LONG4, LONG_BINGET, LONG_BINPUT,
                           MARK, MEMOIZE, NEWFALSE, NEWOBJ, NEWOBJ_EX, NEWTRUE,
                           NEXT_BUFFER, NONE, OBJ, PERSID, POP, POP_MARK,
                           PROTO, PUT, PickleBuffer, PickleError,
                           PicklingError, READONLY_BUFFER, REDUCE, SETITEM,
                           SETITEMS, SHORT_BINBYTES, SHORT_BINSTRING,
                           SHORT_BINUNICODE, STACK_GLOBAL, STOP, STRING, TRUE,
                           TUPLE, TUPLE1, TUPLE2, TUPLE3, UNICODE,
                           UnpicklingError, _CODES, compatible_formats,
                           decode_long, encode_long, format_version,
                           whichmodule)
from _pickle_read import Unpickler, _Nothing
from _plain_pickle import absorb, begin, emit
from _pickle_write import Pickler

__all__ = ["PickleError", "PicklingError", "UnpicklingError", "Pickler", "Unpickler",
           "PickleBuffer", "dump", "dumps", "load", "loads"]
__all__.extend(_CODES)
__all__ += ["TRUE", "FALSE", "DEFAULT_PROTOCOL", "HIGHEST_PROTOCOL"]


def dump(obj, file, protocol=None, *, fix_imports=True, buffer_callback=None):
    """Write the pickle of an object to a file."""
    Pickler(file, protocol, fix_imports=fix_imports, buffer_callback=buffer_callback).dump(obj)


def dumps(obj, protocol=None, *, fix_imports=True, buffer_callback=None):
    """The pickle of an object as bytes."""
    if protocol is None and buffer_callback is None:
        data = _short_pickle(obj)
        if data is not None:
            return data
    out = io.BytesIO()
    dump(obj, out, protocol, fix_imports=fix_imports, buffer_callback=buffer_callback)
    return out.getvalue()


def _short_pickle(obj):
    """A pickle of plain data that fits one frame; None: it is not so simple."""
    out, memo, todo = bytearray(), {}, []
    if not begin(out, memo, todo, obj) or todo and (
            emit(out, memo, todo) is not None):
        return None
    out += STOP
    if len(out) < 4:
        return b"\x80\x04" + out
    if len(out) > 65536:
        return None
    return b"\x80\x04\x95" + len(out).to_bytes(8, "little") + out


def _short_load(data):
    """What a pickle of plain data in one frame makes, as a list of one."""
    if data[1:3] != b"\x04\x95" or len(data) < 13 or (
            int.from_bytes(data[3:11], "little") != len(data) - 11):
        return None
    place, stack, marks = [11], [], []
    absorb(data, place, stack, marks, {})
    if place[0] == len(data) - 1 and data[-1] == 46 and (
            len(stack) == 1 and not marks):
        return stack
    return None


def load(file, *, fix_imports=True, encoding="ASCII", errors="strict", buffers=None):
    """Read a pickled object from a file."""
    return Unpickler(file, fix_imports=fix_imports, encoding=encoding, errors=errors,
                     buffers=buffers).load()


def loads(data, /, *, fix_imports=True, encoding="ASCII", errors="strict", buffers=None):
    """The object of a pickle."""
    if data.__class__ is not bytes:
        try:
            data = bytes(memoryview(data))
        except TypeError:
            raise TypeError("a bytes-like object is required, not "
                            f"{type(data).__name__!r}") from None
    if data[:1] == b"\x80":
        made = _short_load(data)
        if made is not None:
            return made[0]
    reader = Unpickler(_Nothing(), fix_imports=fix_imports, encoding=encoding, errors=errors,
                       buffers=buffers)
    reader._whole = data
    return reader.load()


_Pickler, _Unpickler, _dump, _dumps, _load, _loads = Pickler, Unpickler, dump, dumps, load, loads
