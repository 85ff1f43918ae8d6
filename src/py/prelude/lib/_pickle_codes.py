"""_pickle_codes - instructions, errors and names of pickles.

SPDX-License-Identifier: Apache-2.0
"""

import sys

__name__ = "pickle"

HIGHEST_PROTOCOL = 5
DEFAULT_PROTOCOL = 4
format_version = "4.0"
compatible_formats = ["1.0", "1.1", "1.2", "1.3", "2.0", "3.0", "4.0", "5.0"]

# Every instruction: its name in this module and its byte.
_CODES = {
    "MARK": b"(", "STOP": b".", "POP": b"0", "POP_MARK": b"1", "DUP": b"2", "FLOAT": b"F",
    "INT": b"I", "BININT": b"J", "BININT1": b"K", "LONG": b"L", "BININT2": b"M",
    "NONE": b"N", "PERSID": b"P", "BINPERSID": b"Q", "REDUCE": b"R", "STRING": b"S",
    "BINSTRING": b"T", "SHORT_BINSTRING": b"U", "UNICODE": b"V", "BINUNICODE": b"X",
    "APPEND": b"a", "BUILD": b"b", "GLOBAL": b"c", "DICT": b"d", "EMPTY_DICT": b"}",
    "APPENDS": b"e", "GET": b"g", "BINGET": b"h", "INST": b"i", "LONG_BINGET": b"j",
    "LIST": b"l", "EMPTY_LIST": b"]", "OBJ": b"o", "PUT": b"p", "BINPUT": b"q",
    "LONG_BINPUT": b"r", "SETITEM": b"s", "TUPLE": b"t", "EMPTY_TUPLE": b")",
    "SETITEMS": b"u", "BINFLOAT": b"G", "PROTO": b"\x80", "NEWOBJ": b"\x81",
    "EXT1": b"\x82", "EXT2": b"\x83", "EXT4": b"\x84", "TUPLE1": b"\x85", "TUPLE2": b"\x86",
    "TUPLE3": b"\x87", "NEWTRUE": b"\x88", "NEWFALSE": b"\x89", "LONG1": b"\x8a",
    "LONG4": b"\x8b", "BINBYTES": b"B", "SHORT_BINBYTES": b"C", "SHORT_BINUNICODE": b"\x8c",
    "BINUNICODE8": b"\x8d", "BINBYTES8": b"\x8e", "EMPTY_SET": b"\x8f", "ADDITEMS": b"\x90",
    "FROZENSET": b"\x91", "NEWOBJ_EX": b"\x92", "STACK_GLOBAL": b"\x93", "MEMOIZE": b"\x94",
    "FRAME": b"\x95", "BYTEARRAY8": b"\x96", "NEXT_BUFFER": b"\x97",
    "READONLY_BUFFER": b"\x98",
}
globals().update(_CODES)
TRUE, FALSE = b"I01\n", b"I00\n"

_BATCH = 1000
_FRAME_SIZE = 64 * 1024
# Names of Python 2 for protocols below 3.
_OLD_MODULES = {"builtins": "__builtin__", "copyreg": "copy_reg", "queue": "Queue",
                "configparser": "ConfigParser", "collections.abc": "UserDict"}
_OLD_NAMES = {("builtins", "range"): ("__builtin__", "xrange"),
              ("builtins", "str"): ("__builtin__", "unicode"),
              ("builtins", "chr"): ("__builtin__", "unichr"),
              ("builtins", "int"): ("__builtin__", "long"),
              ("builtins", "zip"): ("itertools", "izip"),
              ("builtins", "map"): ("itertools", "imap"),
              ("builtins", "filter"): ("itertools", "ifilter"),
              ("functools", "reduce"): ("__builtin__", "reduce"),
              ("builtins", "bytes"): ("__builtin__", "bytes")}
_NEW_MODULES = {old: new for new, old in _OLD_MODULES.items()}
_NEW_NAMES = {old: new for new, old in _OLD_NAMES.items()}
_NEW_NAMES["__builtin__", "basestring"] = ("builtins", "str")


class PickleError(Exception):
    """Base of the errors of pickling."""

    __module__ = "_pickle"


class PicklingError(PickleError):
    """An object cannot be pickled."""

    __module__ = "_pickle"


class UnpicklingError(PickleError):
    """The data is no pickle."""

    __module__ = "_pickle"


class PickleBuffer:
    """A buffer that a pickle may leave to be sent beside it."""

    def __init__(self, buffer, /):
        self._view = memoryview(buffer)

    def _alive(self):
        if self._view is None:
            raise ValueError("operation forbidden on released PickleBuffer object")
        return self._view

    def raw(self):
        """The bytes as a flat memoryview."""
        return self._alive().cast("B") if self._alive().format != "B" else self._alive()

    def release(self):
        """Let go of the buffer."""
        self._view = None

    def __bytes__(self):
        return self._alive().tobytes()


# --- names --------------------------------------------------------------------------


def _follow(obj, name):
    """(value, holder) of a dotted name."""
    holder = None
    for part in name.split("."):
        if part == "<locals>":
            raise AttributeError(f"Can't get local attribute {name!r} on {obj!r}")
        try:
            holder, obj = obj, getattr(obj, part)
        except AttributeError:
            raise AttributeError(f"Can't get attribute {name!r} on {obj!r}") from None
    return obj, holder


def whichmodule(obj, name):
    """The module that an object belongs to."""
    found = getattr(obj, "__module__", None)
    if found is not None:
        return found
    for module_name, module in list(sys.modules.items()):
        if module_name == "__main__" or module is None:
            continue
        try:
            if _follow(module, name)[0] is obj:
                return module_name
        except AttributeError:
            pass
    return "__main__"


def encode_long(x):
    """An int as little-endian two's complement bytes, as few as will do."""
    return x.to_bytes((x.bit_length() >> 3) + 1, "little", signed=True) if x else b""


def decode_long(data):
    """The int that encode_long wrote."""
    return int.from_bytes(data, "little", signed=True)


def _shortest_long(x):
    data = encode_long(x)
    if x < 0 and len(data) > 1 and data[-1] == 255 and data[-2] & 128:
        data = data[:-1]
    return data
