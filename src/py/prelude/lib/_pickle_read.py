"""_pickle_read - instructions to objects.

SPDX-License-Identifier: Apache-2.0
"""

import copyreg
import struct
import sys

from _codecs import escape_decode as _escape_decode
from _plain_pickle import absorb
from _pickle_codes import (ADDITEMS, APPEND, APPENDS, BINBYTES, BINBYTES8,
                           BINFLOAT, BINGET, BININT, BININT1, BININT2,
                           BINPERSID, BINPUT, BINSTRING, BINUNICODE,
                           BINUNICODE8, BUILD, BYTEARRAY8, DICT, DUP,
                           EMPTY_DICT, EMPTY_LIST, EMPTY_SET, EMPTY_TUPLE,
                           EXT1, EXT2, EXT4, FLOAT, FRAME, FROZENSET, GET,
                           GLOBAL, HIGHEST_PROTOCOL, INST, INT, LIST, LONG,
                           LONG1, LONG4, LONG_BINGET, LONG_BINPUT, MARK,
                           MEMOIZE, NEWFALSE, NEWOBJ, NEWOBJ_EX, NEWTRUE,
                           NEXT_BUFFER, NONE, OBJ, PERSID, POP, POP_MARK,
                           PROTO, PUT, READONLY_BUFFER, REDUCE, SETITEM,
                           SETITEMS, SHORT_BINBYTES, SHORT_BINSTRING,
                           SHORT_BINUNICODE, STACK_GLOBAL, STOP, STRING, TUPLE,
                           TUPLE1, TUPLE2, TUPLE3, UNICODE, UnpicklingError,
                           _NEW_MODULES, _NEW_NAMES, _follow, decode_long)

__name__ = "pickle"


class _Stop(Exception):
    pass


class _Nothing:
    """A file without bytes."""

    def read(self, n):
        return b""

    def readline(self):
        return b""


class Unpickler:
    """Reads pickles from a file."""

    _whole = None  # what loads() has instead of a file

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
        return self._run([0], [], [])

    def _run(self, place, stack, marks):
        # A frame, or all: C obeys the instructions in it that are plain.
        self._data = self._whole
        self._place = place
        self._stack = stack
        self._marks = marks
        readers = _READERS
        while True:
            if self._data is not None:
                absorb(self._data, self._place, self._stack, self._marks,
                       self.memo)
                at = place[0]
                code = self._data[at:at + 1]
                if code:
                    place[0] = at + 1
                else:
                    code = self._take(1)
            else:
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
        if self._data is not None:
            at = self._place[0]
            data = self._data[at:at + n]
            if len(data) == n:
                self._place[0] = at + n
                return data
            if data:
                raise UnpicklingError("pickle data was truncated" if self._whole is not None
                                      else "pickle exhausted before end of frame")
            self._data = None
        data = self._file.read(n)
        if len(data) < n:
            if not data and n == 1:
                raise EOFError("Ran out of input")
            raise UnpicklingError("pickle data was truncated")
        return data

    def _line(self):
        line = b""
        if self._data is not None:
            at = self._place[0]
            end = self._data.find(b"\n", at) + 1 or len(self._data)
            line = self._data[at:end]
            self._place[0] = end
            if not line:
                self._data = None
        if not line:
            line = self._file.readline()
        if not line:
            raise EOFError("Ran out of input")
        if line[-1:] != b"\n":
            raise UnpicklingError("pickle data was truncated")
        return line[:-1]

    def _number(self, form, size):
        try:
            data = self._take(size)
        except EOFError:
            raise UnpicklingError("pickle data was truncated") from None
        return struct.unpack(form, data)[0]

    # -- the stack

    def _push(self, obj):
        self._stack.append(obj)

    def _pop(self):
        if not self._stack or (self._marks and len(self._stack) <= self._marks[-1]):
            raise UnpicklingError("unexpected MARK found" if self._marks
                                  else "unpickling stack underflow")
        return self._stack.pop()

    def _top(self):
        if not self._stack:
            raise UnpicklingError("unpickling stack underflow")
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
        self.proto = self._number("<B", 1)
        if self.proto > HIGHEST_PROTOCOL:
            raise ValueError(f"unsupported pickle protocol: {self.proto}")

    def _frame_(self):
        size = self._number("<Q", 8)
        if size > sys.maxsize:
            raise OverflowError("FRAME length exceeds system's maximum of "
                                f"{sys.maxsize} bytes")
        if self._whole is not None:
            if len(self._whole) - self._place[0] < size:
                raise UnpicklingError("pickle data was truncated")
            return
        data = self._file.read(size)
        if len(data) < size:
            raise UnpicklingError("pickle data was truncated")
        self._data = bytes(data)
        self._place[0] = 0

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
        self._push(decode_long(self._take(self._number("<B", 1))))

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
        self._legacy(self._take(self._number("<B", 1)))

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
        if len(items) % 2:
            raise UnpicklingError("odd number of items for SETITEMS")
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
        hook = getattr(target, "__setstate__", NotImplemented)
        if hook is not NotImplemented:
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
