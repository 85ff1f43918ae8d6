"""pickle - objects as bytes, protocols 0 to 5.

A pickle is a program for a small stack machine.  The Pickler here is a table
from exact types to methods that emit instructions; everything without an entry
is taken apart by its __reduce_ex__.  The Unpickler is a table from instruction
bytes to methods over one stack.  Classes are found by import, and only what
the sandbox lets a program import can be imported.

SPDX-License-Identifier: Apache-2.0
"""

import copyreg
import io
import struct
import sys
from functools import partial

from _codecs import encode as _encode, escape_decode as _escape_decode

__all__ = ["PickleError", "PicklingError", "UnpicklingError", "Pickler", "Unpickler",
           "PickleBuffer", "dump", "dumps", "load", "loads"]

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
__all__.extend(_CODES)

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


class PicklingError(PickleError):
    """An object cannot be pickled."""


class UnpicklingError(PickleError):
    """The data is no pickle."""


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


# --- writing -----------------------------------------------------------------------------


class Pickler:
    """Writes pickles to a file."""

    def __init__(self, file, protocol=None, *, fix_imports=True, buffer_callback=None):
        if protocol is None:
            protocol = DEFAULT_PROTOCOL
        if protocol < 0:
            protocol = HIGHEST_PROTOCOL
        elif protocol > HIGHEST_PROTOCOL:
            raise ValueError(f"pickle protocol must be <= {HIGHEST_PROTOCOL}")
        if buffer_callback is not None and protocol < 5:
            raise ValueError("buffer_callback needs protocol >= 5")
        if not hasattr(file, "write"):
            raise TypeError("file must have a 'write' attribute")
        self._file = file
        self._buffers = buffer_callback
        self.proto = protocol
        self.bin = protocol >= 1
        self.fast = 0
        self.fix_imports = fix_imports and protocol < 3
        self.memo = {}
        self._out = []
        self._size = 0

    def clear_memo(self):
        """Forget what was pickled before."""
        self.memo.clear()

    def persistent_id(self, obj):
        """None, or an id that stands for the object."""
        return None

    def dump(self, obj):
        """Write one object."""
        if not hasattr(self, "_file"):
            raise PicklingError("Pickler.__init__() was not called by "
                                f"{type(self).__name__}.__init__()")
        self._out = []
        self._size = 0
        if self.proto >= 2:
            self._file.write(PROTO + bytes([self.proto]))
        self.save(obj)
        self._put(STOP)
        self._flush()

    # -- output

    def _put(self, data):
        self._out.append(data)
        self._size += len(data)
        if self._size >= _FRAME_SIZE and self.proto >= 4:
            self._flush()

    def _flush(self):
        data = b"".join(self._out)
        if self.proto >= 4 and len(data) >= 4:
            self._file.write(FRAME + struct.pack("<Q", len(data)) + data)
        elif data:
            self._file.write(data)
        self._out = []
        self._size = 0

    def _put_large(self, head, data):
        """Big data is written outside of frames."""
        if len(data) < _FRAME_SIZE or self.proto < 4:
            self._put(head + data)
            return
        self._flush()
        self._file.write(head)
        self._file.write(data)

    def memoize(self, obj):
        """Remember that the object on top of the stack is `obj`."""
        if self.fast:
            return
        index = len(self.memo)
        self.memo[id(obj)] = index, obj
        if self.proto >= 4:
            self._put(MEMOIZE)
        elif not self.bin:
            self._put(PUT + b"%d\n" % index)
        elif index < 256:
            self._put(BINPUT + bytes([index]))
        else:
            self._put(LONG_BINPUT + struct.pack("<I", index))

    def _recall(self, index):
        if not self.bin:
            self._put(GET + b"%d\n" % index)
        elif index < 256:
            self._put(BINGET + bytes([index]))
        else:
            self._put(LONG_BINGET + struct.pack("<I", index))

    # -- one object

    def save(self, obj, save_persistent_id=True):
        """Write what makes `obj` appear on the stack."""
        if save_persistent_id:
            pid = self.persistent_id(obj)
            if pid is not None:
                self._save_persistent(pid)
                return
        known = self.memo.get(id(obj))
        if known is not None:
            self._recall(known[0])
            return
        rebuilt = NotImplemented
        hook = getattr(self, "reducer_override", None)
        if hook is not None:
            rebuilt = hook(obj)
        kind = type(obj)
        if rebuilt is NotImplemented:
            writer = _WRITERS.get(kind)
            if writer is not None:
                writer(self, obj)
                return
            table = getattr(self, "dispatch_table", None)
            if table is None:
                table = copyreg.dispatch_table
            reduce = table.get(kind)
            if reduce is not None:
                rebuilt = reduce(obj)
            elif issubclass(kind, type):
                self._save_global(obj)
                return
            else:
                rebuilt = self._reduced(obj)
        if isinstance(rebuilt, str):
            self._save_global(obj, rebuilt)
            return
        if not isinstance(rebuilt, tuple):
            raise PicklingError("__reduce__ must return a string or tuple")
        if not 2 <= len(rebuilt) <= 6:
            raise PicklingError("tuple returned by __reduce__ must contain 2 through 6 "
                                "elements")
        self._save_reduced(obj, *rebuilt)

    def _reduced(self, obj):
        reduce = getattr(obj, "__reduce_ex__", None)
        if reduce is not None:
            return reduce(self.proto)
        reduce = getattr(obj, "__reduce__", None)
        if reduce is None:
            raise PicklingError(f"Can't pickle {type(obj).__name__!r} object: {obj!r}")
        return reduce()

    def _save_persistent(self, pid):
        if self.bin:
            self.save(pid, save_persistent_id=False)
            self._put(BINPERSID)
            return
        try:
            self._put(PERSID + str(pid).encode("ascii") + b"\n")
        except UnicodeEncodeError:
            raise PicklingError("persistent IDs in protocol 0 must be ASCII strings") from None

    def _save_reduced(self, obj, func, args, state=None, items=None, pairs=None,
                      setter=None):
        if not isinstance(args, tuple):
            raise PicklingError("args from save_reduce() must be a tuple")
        if not callable(func):
            raise PicklingError("func from save_reduce() must be callable")
        name = getattr(func, "__name__", "")
        if self.proto >= 2 and name == "__newobj_ex__":
            self._new_with_keywords(*args)
        elif self.proto >= 2 and name == "__newobj__":
            self._new_plain(obj, args)
        else:
            self.save(func)
            self.save(args)
            self._put(REDUCE)
        known = self.memo.get(id(obj))
        if known is not None:  # its own parts referred to it
            self._put(POP)
            self._recall(known[0])
        else:
            self.memoize(obj)
        if items is not None:
            self._append_all(items)
        if pairs is not None:
            self._set_all(pairs)
        if state is None:
            return
        if setter is None:
            self.save(state)
            self._put(BUILD)
            return
        self.save(setter)
        self.save(obj)
        self.save(state)
        self._put(TUPLE2 + REDUCE + POP)

    def _new_with_keywords(self, cls, args, kwargs):
        if self.proto >= 4:
            self.save(cls)
            self.save(args)
            self.save(kwargs)
            self._put(NEWOBJ_EX)
            return
        self.save(partial(cls.__new__, cls, *args, **kwargs))
        self.save(())
        self._put(REDUCE)

    def _new_plain(self, obj, args):
        cls = args[0]
        if not hasattr(cls, "__new__"):
            raise PicklingError("args[0] from __newobj__ args has no __new__")
        if obj is not None and cls is not obj.__class__:
            raise PicklingError("args[0] from __newobj__ args has the wrong class")
        self.save(cls)
        self.save(args[1:])
        self._put(NEWOBJ)

    # -- atoms

    def _none(self, obj):
        self._put(NONE)

    def _bool(self, obj):
        if self.proto >= 2:
            self._put(NEWTRUE if obj else NEWFALSE)
        else:
            self._put(TRUE if obj else FALSE)

    def _int(self, obj):
        if self.bin and 0 <= obj < 256:
            self._put(BININT1 + bytes([obj]))
        elif self.bin and 0 <= obj < 65536:
            self._put(BININT2 + struct.pack("<H", obj))
        elif self.bin and -0x80000000 <= obj < 0x80000000:
            self._put(BININT + struct.pack("<i", obj))
        elif self.proto >= 2:
            data = _shortest_long(obj)
            if len(data) < 256:
                self._put(LONG1 + bytes([len(data)]) + data)
            else:
                self._put(LONG4 + struct.pack("<i", len(data)) + data)
        elif -0x80000000 <= obj < 0x80000000:
            self._put(INT + repr(obj).encode("ascii") + b"\n")
        else:
            self._put(LONG + repr(obj).encode("ascii") + b"L\n")

    def _float(self, obj):
        if self.bin:
            self._put(BINFLOAT + struct.pack(">d", obj))
        else:
            self._put(FLOAT + repr(obj).encode("ascii") + b"\n")

    def _bytes(self, obj):
        if self.proto < 3:
            if obj:
                self._save_reduced(obj, _encode, (str(obj, "latin1"), "latin1"))
            else:
                self._save_reduced(obj, bytes, ())
            return
        size = len(obj)
        if size < 256:
            self._put(SHORT_BINBYTES + bytes([size]) + obj)
        elif size > 0xFFFFFFFF and self.proto >= 4:
            self._put_large(BINBYTES8 + struct.pack("<Q", size), obj)
        else:
            self._put_large(BINBYTES + struct.pack("<I", size), obj)
        self.memoize(obj)

    def _bytearray(self, obj):
        if self.proto < 5:
            self._save_reduced(obj, bytearray, (bytes(obj),) if obj else ())
            return
        self._put_large(BYTEARRAY8 + struct.pack("<Q", len(obj)), bytes(obj))
        self.memoize(obj)

    def _buffer(self, obj):
        if self.proto < 5:
            raise PicklingError("PickleBuffer can only be pickled with protocol >= 5")
        view = obj.raw()
        if self._buffers is None or self._buffers(obj):
            if view.readonly:
                self._bytes(view.tobytes())
            else:
                self._bytearray(bytearray(view))
            return
        self._put(NEXT_BUFFER)
        if view.readonly:
            self._put(READONLY_BUFFER)

    def _str(self, obj):
        if not self.bin:
            text = obj.replace("\\", "\\u005c").replace("\0", "\\u0000")
            text = text.replace("\n", "\\u000a").replace("\r", "\\u000d")
            text = text.replace("\x1a", "\\u001a")
            self._put(UNICODE + text.encode("raw-unicode-escape") + b"\n")
            self.memoize(obj)
            return
        data = obj.encode("utf-8", "surrogatepass")
        size = len(data)
        if size < 256 and self.proto >= 4:
            self._put(SHORT_BINUNICODE + bytes([size]) + data)
        elif size > 0xFFFFFFFF and self.proto >= 4:
            self._put_large(BINUNICODE8 + struct.pack("<Q", size), data)
        else:
            self._put_large(BINUNICODE + struct.pack("<I", size), data)
        self.memoize(obj)

    # -- containers

    def _tuple(self, obj):
        if not obj:
            self._put(EMPTY_TUPLE if self.bin else MARK + TUPLE)
            return
        short = len(obj) <= 3 and self.proto >= 2
        if not short:
            self._put(MARK)
        for item in obj:
            self.save(item)
        known = self.memo.get(id(obj))
        if known is not None:  # a cycle through this tuple made it already
            if short:
                self._put(POP * len(obj))
            elif self.bin:
                self._put(POP_MARK)
            else:
                self._put(POP * (len(obj) + 1))
            self._recall(known[0])
            return
        self._put((TUPLE1, TUPLE2, TUPLE3)[len(obj) - 1] if short else TUPLE)
        self.memoize(obj)

    def _list(self, obj):
        self._put(EMPTY_LIST if self.bin else MARK + LIST)
        self.memoize(obj)
        self._append_all(obj)

    def _batches(self, items):
        batch = []
        for item in items:
            batch.append(item)
            if len(batch) == _BATCH:
                yield batch
                batch = []
        if batch:
            yield batch

    def _append_all(self, items):
        for batch in self._batches(items):
            if not self.bin:
                for item in batch:
                    self.save(item)
                    self._put(APPEND)
                continue
            if len(batch) > 1:
                self._put(MARK)
            for item in batch:
                self.save(item)
            self._put(APPENDS if len(batch) > 1 else APPEND)

    def _dict(self, obj):
        self._put(EMPTY_DICT if self.bin else MARK + DICT)
        self.memoize(obj)
        self._set_all(obj.items())

    def _set_all(self, pairs):
        for batch in self._batches(pairs):
            many = len(batch) > 1 and self.bin
            if many:
                self._put(MARK)
            for key, value in batch:
                self.save(key)
                self.save(value)
                if not many:
                    self._put(SETITEM)
            if many:
                self._put(SETITEMS)

    def _set(self, obj):
        if self.proto < 4:
            self._save_reduced(obj, set, (list(obj),))
            return
        self._put(EMPTY_SET)
        self.memoize(obj)
        for batch in self._batches(obj):
            self._put(MARK)
            for item in batch:
                self.save(item)
            self._put(ADDITEMS)

    def _frozenset(self, obj):
        if self.proto < 4:
            self._save_reduced(obj, frozenset, (list(obj),))
            return
        self._put(MARK)
        for item in obj:
            self.save(item)
        known = self.memo.get(id(obj))
        if known is not None:
            self._put(POP_MARK)
            self._recall(known[0])
            return
        self._put(FROZENSET)
        self.memoize(obj)

    # -- names

    def _save_global(self, obj, name=None):
        if name is None:
            name = getattr(obj, "__qualname__", None) or obj.__name__
        module_name = whichmodule(obj, name)
        try:
            __import__(module_name)
            found, holder = _follow(sys.modules[module_name], name)
        except (ImportError, KeyError, AttributeError):
            raise PicklingError(f"Can't pickle {obj!r}: it's not found as "
                                f"{module_name}.{name}") from None
        if found is not obj:
            raise PicklingError(f"Can't pickle {obj!r}: it's not the same object as "
                                f"{module_name}.{name}")
        if self.proto >= 2 and self._save_extension(module_name, name):
            return
        if self.proto >= 4:
            self.save(module_name)
            self.save(name)
            self._put(STACK_GLOBAL)
        elif "." in name and holder is not sys.modules[module_name]:
            self.save(getattr)
            self.save((holder, name.rpartition(".")[2]))
            self._put(REDUCE)
        else:
            self._put_name(obj, module_name, name)
        self.memoize(obj)

    def _put_name(self, obj, module_name, name):
        if self.fix_imports:
            module_name, name = _OLD_NAMES.get((module_name, name), (
                _OLD_MODULES.get(module_name, module_name), name))
        form = "utf-8" if self.proto >= 3 else "ascii"
        try:
            self._put(GLOBAL + module_name.encode(form) + b"\n" + name.encode(form) + b"\n")
        except UnicodeEncodeError:
            raise PicklingError(f"can't pickle global identifier '{module_name}.{name}' "
                                f"using pickle protocol {self.proto}") from None

    def _save_extension(self, module_name, name):
        code = copyreg._extension_registry.get((module_name, name))
        if not code:
            return False
        if code < 256:
            self._put(EXT1 + bytes([code]))
        elif code < 65536:
            self._put(EXT2 + struct.pack("<H", code))
        else:
            self._put(EXT4 + struct.pack("<i", code))
        return True

    def _type(self, obj):
        for single in (None, NotImplemented, ...):
            if obj is type(single):
                self._save_reduced(obj, type, (single,))
                return
        self._save_global(obj)

    def _function(self, obj):
        self._save_global(obj)

    def _single(self, obj):
        self._save_global(obj, repr(obj))

    def _complex(self, obj):
        self._save_reduced(obj, complex, (obj.real, obj.imag))


_WRITERS = {
    type(None): Pickler._none, bool: Pickler._bool, int: Pickler._int, float: Pickler._float,
    bytes: Pickler._bytes, bytearray: Pickler._bytearray, PickleBuffer: Pickler._buffer,
    str: Pickler._str, tuple: Pickler._tuple, list: Pickler._list, dict: Pickler._dict,
    set: Pickler._set, frozenset: Pickler._frozenset, type: Pickler._type,
    type(whichmodule): Pickler._function, type(...): Pickler._single,
    type(NotImplemented): Pickler._single, complex: Pickler._complex,
}


# --- reading --------------------------------------------------------------------------------------


class _Stop(Exception):
    pass


class Unpickler:
    """Reads pickles from a file."""

    def __init__(self, file, *, fix_imports=True, encoding="ASCII", errors="strict",
                 buffers=None):
        if not hasattr(file, "read") or not hasattr(file, "readline"):
            raise TypeError("file must have 'read' and 'readline' attributes")
        self._file = file
        self.memo = {}
        self.fix_imports = fix_imports
        self.encoding = encoding
        self.errors = errors
        self.proto = 0
        self._buffers = None if buffers is None else iter(buffers)

    def load(self):
        """Read one object."""
        if not hasattr(self, "_file"):
            raise UnpicklingError("Unpickler.__init__() was not called by "
                                  f"{type(self).__name__}.__init__()")
        self._frame = None
        self._stack = []
        self._marks = []
        readers = _READERS
        while True:
            code = self._take(1)
            reader = readers.get(code)
            if reader is None:
                raise UnpicklingError(f"invalid load key, {_shown(code)}.")
            if reader is _STOP:
                return self._pop()
            reader(self)

    def persistent_load(self, pid):
        raise UnpicklingError("A load persistent id instruction was encountered, but no "
                              "persistent_load function was specified.")

    def find_class(self, module_name, name, /):
        """The object of that name in the module."""
        if self.proto < 3 and self.fix_imports:
            module_name, name = _NEW_NAMES.get((module_name, name), (
                _NEW_MODULES.get(module_name, module_name), name))
        __import__(module_name)
        module = sys.modules[module_name]
        if self.proto >= 4:
            return _follow(module, name)[0]
        return getattr(module, name)

    # -- input

    def _take(self, n):
        if self._frame is not None:
            data = self._frame.read(n)
            if len(data) == n:
                return data
            if data:
                raise UnpicklingError("pickle exhausted before end of frame")
            self._frame = None
        data = self._file.read(n)
        if len(data) < n:
            if not data and n == 1:
                raise EOFError("Ran out of input")
            raise UnpicklingError("pickle data was truncated")
        return data

    def _line(self):
        source = self._frame if self._frame is not None else self._file
        line = source.readline()
        if self._frame is not None and not line:
            self._frame = None
            line = self._file.readline()
        if not line:
            raise EOFError("Ran out of input")
        if line[-1:] != b"\n":
            raise UnpicklingError("pickle data was truncated")
        return line[:-1]

    def _number(self, form, size):
        return struct.unpack(form, self._take(size))[0]

    # -- the stack

    def _push(self, obj):
        self._stack.append(obj)

    def _pop(self):
        if not self._stack or (self._marks and len(self._stack) <= self._marks[-1]):
            raise UnpicklingError("unexpected MARK found" if self._marks
                                  else "pickle stack underflow")
        return self._stack.pop()

    def _top(self):
        if not self._stack:
            raise UnpicklingError("pickle stack underflow")
        return self._stack[-1]

    def _since_mark(self):
        if not self._marks:
            raise UnpicklingError("could not find MARK")
        start = self._marks.pop()
        items = self._stack[start:]
        del self._stack[start:]
        return items

    # -- instructions, in the order of their groups

    def _proto(self):
        self.proto = self._take(1)[0]
        if self.proto > HIGHEST_PROTOCOL:
            raise ValueError(f"unsupported pickle protocol: {self.proto}")

    def _frame_(self):
        size = self._number("<Q", 8)
        if size > sys.maxsize:
            raise ValueError(f"frame size > sys.maxsize: {size}")
        data = self._file.read(size)
        if len(data) < size:
            raise UnpicklingError("pickle data was truncated")
        self._frame = io.BytesIO(data)

    def _mark(self):
        self._marks.append(len(self._stack))

    def _pop_(self):
        if self._marks and self._marks[-1] == len(self._stack):
            self._marks.pop()
        else:
            self._pop()

    def _pop_mark(self):
        self._since_mark()

    def _dup(self):
        self._push(self._top())

    def _int(self):
        text = self._line()
        if text in (b"00", b"01"):
            self._push(text == b"01")
        else:
            self._push(int(text, 0))

    def _long(self):
        text = self._line()
        self._push(int(text[:-1] if text.endswith(b"L") else text, 0))

    def _long1(self):
        self._push(decode_long(self._take(self._take(1)[0])))

    def _long4(self):
        size = self._number("<i", 4)
        if size < 0:
            raise UnpicklingError("LONG pickle has negative byte count")
        self._push(decode_long(self._take(size)))

    def _float(self):
        self._push(float(self._line()))

    def _binfloat(self):
        self._push(self._number(">d", 8))

    def _legacy(self, data):
        """A Python 2 string."""
        if self.encoding == "bytes":
            self._push(data)
        else:
            self._push(data.decode(self.encoding, self.errors))

    def _string(self):
        line = self._line()
        if len(line) < 2 or line[0] != line[-1] or line[0] not in b"\"'":
            raise UnpicklingError("the STRING opcode argument must be quoted")
        self._legacy(_escape_decode(line[1:-1])[0])

    def _binstring(self):
        size = self._number("<i", 4)
        if size < 0:
            raise UnpicklingError("BINSTRING pickle has negative byte count")
        self._legacy(self._take(size))

    def _short_binstring(self):
        self._legacy(self._take(self._take(1)[0]))

    def _unicode(self):
        self._push(str(self._line(), "raw-unicode-escape"))

    def _text(self, size):
        self._push(str(self._take(size), "utf-8", "surrogatepass"))

    def _bytearray8(self):
        self._push(bytearray(self._take(self._number("<Q", 8))))

    def _next_buffer(self):
        if self._buffers is None:
            raise UnpicklingError("pickle stream refers to out-of-band data but no "
                                  "*buffers* argument was given")
        try:
            self._push(next(self._buffers))
        except StopIteration:
            raise UnpicklingError("not enough out-of-band buffers") from None

    def _readonly_buffer(self):
        view = memoryview(self._top())
        if not view.readonly:
            self._stack[-1] = view.toreadonly()

    def _tuple_of(self, n):
        items = [self._pop() for _ in range(n)]
        self._push(tuple(items[::-1]))

    def _tuple(self):
        self._push(tuple(self._since_mark()))

    def _list(self):
        self._push(self._since_mark())

    def _dict(self):
        items = self._since_mark()
        self._push(dict(zip(items[::2], items[1::2])))

    def _frozenset(self):
        self._push(frozenset(self._since_mark()))

    def _additems(self):
        items = self._since_mark()
        target = self._top()
        if isinstance(target, set):
            target.update(items)
        else:
            for item in items:
                target.add(item)

    def _append(self):
        item = self._pop()
        self._top().append(item)

    def _appends(self):
        items = self._since_mark()
        target = self._top()
        extend = getattr(target, "extend", None)
        if extend is not None:
            extend(items)
            return
        for item in items:
            target.append(item)

    def _setitem(self):
        value = self._pop()
        key = self._pop()
        self._top()[key] = value

    def _setitems(self):
        items = self._since_mark()
        target = self._top()
        for i in range(0, len(items), 2):
            target[items[i]] = items[i + 1]

    def _global(self):
        module_name = str(self._line(), "utf-8")
        self._push(self.find_class(module_name, str(self._line(), "utf-8")))

    def _stack_global(self):
        name = self._pop()
        module_name = self._pop()
        if type(name) is not str or type(module_name) is not str:
            raise UnpicklingError("STACK_GLOBAL requires str")
        self._push(self.find_class(module_name, name))

    def _extension(self, code):
        if code <= 0:
            raise UnpicklingError("EXT specifies code <= 0")
        key = copyreg._inverted_registry.get(code)
        if not key:
            raise ValueError(f"unregistered extension code {code}")
        self._push(self.find_class(*key))

    def _make(self, cls, args):
        if args or not isinstance(cls, type) or hasattr(cls, "__getinitargs__"):
            try:
                return cls(*args)
            except TypeError as error:
                raise TypeError(f"in constructor for {cls.__name__}: {error}") from error
        return cls.__new__(cls)

    def _inst(self):
        module_name = str(self._line(), "ascii")
        cls = self.find_class(module_name, str(self._line(), "ascii"))
        self._push(self._make(cls, self._since_mark()))

    def _obj(self):
        cls, *args = self._since_mark()
        self._push(self._make(cls, args))

    def _newobj(self):
        args = self._pop()
        cls = self._pop()
        self._push(cls.__new__(cls, *args))

    def _newobj_ex(self):
        kwargs = self._pop()
        args = self._pop()
        cls = self._pop()
        self._push(cls.__new__(cls, *args, **kwargs))

    def _reduce(self):
        args = self._pop()
        func = self._pop()
        self._push(func(*args))

    def _build(self):
        state = self._pop()
        target = self._top()
        hook = getattr(target, "__setstate__", None)
        if hook is not None:
            hook(state)
            return
        slots = None
        if isinstance(state, tuple) and len(state) == 2:
            state, slots = state
        if state:
            space = target.__dict__
            for key, value in state.items():
                space[sys.intern(key) if type(key) is str else key] = value
        for key, value in (slots or {}).items():
            setattr(target, key, value)

    def _persid(self):
        try:
            pid = self._line().decode("ascii")
        except UnicodeDecodeError:
            raise UnpicklingError("persistent IDs in protocol 0 must be ASCII strings") from None
        self._push(self.persistent_load(pid))

    def _binpersid(self):
        self._push(self.persistent_load(self._pop()))

    def _get(self, index):
        if index not in self.memo:
            raise UnpicklingError(f"Memo value not found at index {index}")
        self._push(self.memo[index])

    def _put(self, index):
        if index < 0:
            raise ValueError("negative PUT argument")
        self.memo[index] = self._top()

    def _memoize(self):
        self.memo[len(self.memo)] = self._top()


def _shown(code):
    return f"'\\x{code[0]:02x}'" if not 32 <= code[0] < 127 else repr(chr(code[0]))


def _STOP(self):
    """The end; load() knows it by identity."""


def _constant(value):
    return lambda self: self._push(value)


def _fresh(kind):
    return lambda self: self._push(kind())


def _numbered(form, size, method):
    """An instruction with a number behind it."""
    return lambda self: method(self, self._number(form, size))


_U = Unpickler
_READERS = {
    PROTO: _U._proto, FRAME: _U._frame_, STOP: _STOP, MARK: _U._mark, POP: _U._pop_,
    POP_MARK: _U._pop_mark, DUP: _U._dup, NONE: _constant(None), NEWTRUE: _constant(True),
    NEWFALSE: _constant(False), INT: _U._int, LONG: _U._long, LONG1: _U._long1,
    LONG4: _U._long4, FLOAT: _U._float, BINFLOAT: _U._binfloat,
    BININT: _numbered("<i", 4, _U._push), BININT1: _numbered("<B", 1, _U._push),
    BININT2: _numbered("<H", 2, _U._push), STRING: _U._string, BINSTRING: _U._binstring,
    SHORT_BINSTRING: _U._short_binstring, UNICODE: _U._unicode,
    SHORT_BINUNICODE: _numbered("<B", 1, _U._text), BINUNICODE: _numbered("<I", 4, _U._text),
    BINUNICODE8: _numbered("<Q", 8, _U._text),
    SHORT_BINBYTES: _numbered("<B", 1, lambda self, n: self._push(self._take(n))),
    BINBYTES: _numbered("<I", 4, lambda self, n: self._push(self._take(n))),
    BINBYTES8: _numbered("<Q", 8, lambda self, n: self._push(self._take(n))),
    BYTEARRAY8: _U._bytearray8, NEXT_BUFFER: _U._next_buffer,
    READONLY_BUFFER: _U._readonly_buffer, EMPTY_TUPLE: _constant(()),
    TUPLE1: lambda self: self._tuple_of(1), TUPLE2: lambda self: self._tuple_of(2),
    TUPLE3: lambda self: self._tuple_of(3), TUPLE: _U._tuple, EMPTY_LIST: _fresh(list),
    LIST: _U._list, EMPTY_DICT: _fresh(dict), DICT: _U._dict, EMPTY_SET: _fresh(set),
    FROZENSET: _U._frozenset, ADDITEMS: _U._additems, APPEND: _U._append,
    APPENDS: _U._appends, SETITEM: _U._setitem, SETITEMS: _U._setitems, GLOBAL: _U._global,
    STACK_GLOBAL: _U._stack_global, EXT1: _numbered("<B", 1, _U._extension),
    EXT2: _numbered("<H", 2, _U._extension), EXT4: _numbered("<i", 4, _U._extension),
    INST: _U._inst, OBJ: _U._obj, NEWOBJ: _U._newobj, NEWOBJ_EX: _U._newobj_ex,
    REDUCE: _U._reduce, BUILD: _U._build, PERSID: _U._persid, BINPERSID: _U._binpersid,
    GET: lambda self: self._get(int(self._line())), BINGET: _numbered("<B", 1, _U._get),
    LONG_BINGET: _numbered("<I", 4, _U._get), PUT: lambda self: self._put(int(self._line())),
    BINPUT: _numbered("<B", 1, _U._put), LONG_BINPUT: _numbered("<I", 4, _U._put),
    MEMOIZE: _U._memoize,
}


def dump(obj, file, protocol=None, *, fix_imports=True, buffer_callback=None):
    """Write the pickle of an object to a file."""
    Pickler(file, protocol, fix_imports=fix_imports, buffer_callback=buffer_callback).dump(obj)


def dumps(obj, protocol=None, *, fix_imports=True, buffer_callback=None):
    """The pickle of an object as bytes."""
    out = io.BytesIO()
    dump(obj, out, protocol, fix_imports=fix_imports, buffer_callback=buffer_callback)
    return out.getvalue()


def load(file, *, fix_imports=True, encoding="ASCII", errors="strict", buffers=None):
    """Read a pickled object from a file."""
    return Unpickler(file, fix_imports=fix_imports, encoding=encoding, errors=errors,
                     buffers=buffers).load()


def loads(data, /, *, fix_imports=True, encoding="ASCII", errors="strict", buffers=None):
    """The object of a pickle."""
    if isinstance(data, str):
        raise TypeError("a bytes-like object is required, not 'str'")
    return load(io.BytesIO(data), fix_imports=fix_imports, encoding=encoding, errors=errors,
                buffers=buffers)


_Pickler, _Unpickler, _dump, _dumps, _load, _loads = Pickler, Unpickler, dump, dumps, load, loads
