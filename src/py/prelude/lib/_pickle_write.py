"""_pickle_write - objects to instructions.

SPDX-License-Identifier: Apache-2.0
"""

import copyreg
import struct
import sys
from functools import partial

from _codecs import encode as _encode
from _plain_pickle import begin, emit
from _pickle_codes import (ADDITEMS, APPEND, APPENDS, BINBYTES, BINBYTES8,
                           BINFLOAT, BINGET, BININT, BININT1, BININT2,
                           BINPERSID, BINPUT, BINUNICODE, BINUNICODE8, BUILD,
                           BYTEARRAY8, DEFAULT_PROTOCOL, DICT, EMPTY_DICT,
                           EMPTY_LIST, EMPTY_SET, EMPTY_TUPLE, EXT1, EXT2,
                           EXT4, FALSE, FLOAT, FRAME, FROZENSET, GET, GLOBAL,
                           HIGHEST_PROTOCOL, INT, LIST, LONG, LONG1, LONG4,
                           LONG_BINGET, LONG_BINPUT, MARK, MEMOIZE, NEWFALSE,
                           NEWOBJ, NEWOBJ_EX, NEWTRUE, NEXT_BUFFER, NONE,
                           PERSID, POP, POP_MARK, PROTO, PUT, PickleBuffer,
                           PicklingError, READONLY_BUFFER, REDUCE, SETITEM,
                           SETITEMS, SHORT_BINBYTES, SHORT_BINUNICODE,
                           STACK_GLOBAL, STOP, TRUE, TUPLE, TUPLE1, TUPLE2,
                           TUPLE3, UNICODE, _BATCH, _FRAME_SIZE, _OLD_MODULES,
                           _OLD_NAMES, _follow, _shortest_long, whichmodule)

__name__ = "pickle"


_object_reduce = object.__reduce__
_object_reduce_ex = object.__reduce_ex__


def _is_silent(cls):
    """Does a class leave all about pickling to object?"""
    return (cls.__getstate__ is object.__getstate__
            and not hasattr(cls, "__getnewargs_ex__")
            and not hasattr(cls, "__getnewargs__")
            and not copyreg._slotnames(cls))


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
        self._kinds = {}  # id of a class whose instances C may write -> it
        self._out = bytearray()
        self._plain = False
        self._table = copyreg.dispatch_table

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
        self._begin(bytearray())
        self.save(obj)
        self._put(STOP)
        self._flush()

    def _begin(self, out):
        self._out = out
        self._plain = (  # nobody wants to see every object: C may write them
            self.proto >= 4 and not self.fast
            and type(self).persistent_id is Pickler.persistent_id
            and "persistent_id" not in self.__dict__
            and not hasattr(self, "reducer_override"))
        self._kinds = {}
        table = getattr(self, "dispatch_table", None)
        self._table = copyreg.dispatch_table if table is None else table
        if self.proto >= 2:
            self._file.write(PROTO + bytes([self.proto]))

    def _resume(self, out, memo, todo, other):
        """dump() of what C began: `other` is what emit() gave."""
        self.memo = memo
        self._begin(out)
        if other is not None:
            if len(out) >= _FRAME_SIZE:
                self._flush()
            if other is not True:
                self._hand_over(other[0], todo)
        self._go_on(todo)
        self._put(STOP)
        self._flush()

    # -- output

    def _put(self, data):
        self._out += data

    def _flush(self):
        data = bytes(self._out)
        if self.proto >= 4 and len(data) >= 4:
            self._file.write(FRAME + struct.pack("<Q", len(data)) + data)
        elif data:
            self._file.write(data)
        self._out.clear()

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
        out = self._out
        if len(out) >= _FRAME_SIZE and self.proto >= 4:
            self._flush()
        if not self._plain:
            self._save(obj, save_persistent_id)
            return
        todo = []  # containers whose items wait
        if not begin(out, self.memo, todo, self._kinds, obj):
            self._hand_over(obj, todo)
        if todo:
            self._go_on(todo)

    def _go_on(self, todo):
        out, memo, kinds = self._out, self.memo, self._kinds
        while todo:
            other = emit(out, memo, todo, kinds)
            if other is None:
                return
            if len(out) >= _FRAME_SIZE:
                self._flush()
            if other is not True:
                self._hand_over(other[0], todo)

    def _hand_over(self, obj, todo):
        """Write what C does not know, or tell it how: by a script, whose steps
        are 0 and an object to write, 1 and bytes, 2 and an object that is on
        the stack now."""
        kind = type(obj)
        writer = _WRITERS.get(kind)
        if writer is not None:
            writer(self, obj)
            return
        reduce = self._table.get(kind)
        if reduce is not None:
            rebuilt = reduce(obj)
        elif issubclass(kind, type):
            self._save_global(obj)
            return
        elif kind.__reduce_ex__ is _object_reduce_ex:
            if kind.__reduce__ is not _object_reduce:
                rebuilt = obj.__reduce__()  # as object.__reduce_ex__ would do
            else:
                rebuilt = self._reduced(obj)
                if _is_silent(kind):
                    self._kinds[id(kind)] = kind
        else:
            rebuilt = self._reduced(obj)
        if type(rebuilt) is tuple:
            n = len(rebuilt)
            if (n == 2 or n == 3) and type(rebuilt[1]) is tuple:
                func, args = rebuilt[0], rebuilt[1]
                name = ("" if func.__class__ is type
                        else getattr(func, "__name__", ""))
                if name == "__newobj__" and args and args[0] is obj.__class__:
                    script = 0, args[0], 0, args[1:], 1, NEWOBJ, 2, obj
                elif name == "__newobj__" or name == "__newobj_ex__" or (
                        not callable(func)):
                    script = None
                else:
                    script = 0, func, 0, args, 1, REDUCE, 2, obj
                if script is not None:
                    if n == 3 and rebuilt[2] is not None:
                        script += 0, rebuilt[2], 1, BUILD
                    todo += script, 0, 1
                    return
        self._write_rebuilt(obj, rebuilt)

    def _save(self, obj, save_persistent_id):
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
        if not self._plain:
            hook = getattr(self, "reducer_override", None)
            if hook is not None:
                rebuilt = hook(obj)
        kind = type(obj)
        if rebuilt is NotImplemented:
            writer = _WRITERS.get(kind)
            if writer is not None:
                writer(self, obj)
                return
            reduce = self._table.get(kind)
            if reduce is not None:
                rebuilt = reduce(obj)
            elif issubclass(kind, type):
                self._save_global(obj)
                return
            else:
                rebuilt = self._reduced(obj)
        self._write_rebuilt(obj, rebuilt)

    def _write_rebuilt(self, obj, rebuilt):
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
        known = self.memo.get(id(cls)) if self._plain else None
        if known is not None:
            self._recall(known[0])
        else:
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
        if len(obj) < 2 or not self.bin:
            self._append_all(obj)
            return
        for batch in self._batches(obj):
            self._put(MARK)
            for item in batch:
                self.save(item)
            self._put(APPENDS)

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
        if self.bin and obj and not len(obj) % _BATCH:
            self._put(MARK + SETITEMS)  # an empty batch ends full ones

    def _set_all(self, pairs):
        many = False
        for batch in self._batches(pairs):
            many = self.bin and (many or len(batch) > 1)
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
        if obj and not len(obj) % _BATCH:
            self._put(MARK + ADDITEMS)

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
        if "<locals>" in name and "<locals>" in name.split("."):
            raise AttributeError(f"Can't pickle local object {name!r}")
        module = sys.modules.get(module_name)
        if module is None:
            try:
                __import__(module_name)
                module = sys.modules[module_name]
            except (ImportError, KeyError):
                raise PicklingError(f"Can't pickle {obj!r}: import of module "
                                    f"{module_name!r} failed") from None
        try:
            found, holder = _follow(module, name)
        except AttributeError:
            raise PicklingError(f"Can't pickle {obj!r}: attribute lookup {name} on "
                                f"{module_name} failed") from None
        if found is not obj:
            raise PicklingError(f"Can't pickle {obj!r}: it's not the same object as "
                                f"{module_name}.{name}")
        if self.proto >= 2 and copyreg._extension_registry and (
                self._save_extension(module_name, name)):
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
        if obj in _SINGLE_TYPES:
            self._save_reduced(obj, type, (_SINGLE_TYPES[obj],))
            return
        self._save_global(obj)

    def _function(self, obj):
        self._save_global(obj)

    def _single(self, obj):
        self._save_global(obj, repr(obj))

    def _complex(self, obj):
        self._save_reduced(obj, complex, (obj.real, obj.imag))


_SINGLE_TYPES = {type(single): single for single in (None, NotImplemented, ...)}
_WRITERS = {
    type(None): Pickler._none, bool: Pickler._bool, int: Pickler._int, float: Pickler._float,
    bytes: Pickler._bytes, bytearray: Pickler._bytearray, PickleBuffer: Pickler._buffer,
    str: Pickler._str, tuple: Pickler._tuple, list: Pickler._list, dict: Pickler._dict,
    set: Pickler._set, frozenset: Pickler._frozenset, type: Pickler._type,
    type(whichmodule): Pickler._function, type(...): Pickler._single,
    type(NotImplemented): Pickler._single, complex: Pickler._complex,
}
