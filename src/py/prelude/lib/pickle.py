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
from _plain_pickle import dumps as _dumps_plain, loads as _loads_plain
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
    if protocol is None:
        protocol = 4
    file = rest = None
    if buffer_callback is None and (protocol == 4 or protocol == 5):
        rest = _dumps_plain(obj, 4 if protocol == 4 else 5)
        if rest.__class__ is bytes:
            return rest
    file = io.BytesIO()
    writer = Pickler(file, protocol, fix_imports=fix_imports, buffer_callback=buffer_callback)
    if rest is None:
        writer.dump(obj)
    else:
        writer._resume(*rest)
    return file.getvalue()


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
    rest = _loads_plain(data)
    if len(rest) == 1:
        return rest[0]
    reader = Unpickler(_Nothing(), fix_imports=fix_imports, encoding=encoding, errors=errors,
                       buffers=buffers)
    reader._whole = data
    reader.proto, place, stack, marks, reader.memo = rest
    return reader._run(place, stack, marks)


_Pickler, _Unpickler, _dump, _dumps, _load, _loads = Pickler, Unpickler, dump, dumps, load, loads
