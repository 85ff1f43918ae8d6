# Modules that programs and test runners import for a name or two.
# caisson: options --tmpfs /tmp
import bdb
import faulthandler
import importlib.machinery
import importlib.resources.abc
import importlib.resources.readers
import mmap
import os
import platform
import py_compile
import re
import tempfile
import tokenize
import warnings
import weakref
from collections.abc import Callable
from importlib.abc import TraversableResources

print(issubclass(bdb.BdbQuit, Exception), bdb.Bdb().runeval("1 + 1", {}))
print(faulthandler.is_enabled(), faulthandler.disable())
print(TraversableResources is importlib.resources.abc.TraversableResources)
print(importlib.resources.readers.FileReader.__mro__[1].__name__)


class Finder:
    find = importlib.machinery.PathFinder.find_spec


print(Finder().find("no_such_module"), importlib.machinery.PathFinder.find_spec("nope"))
print(platform.uname()._fields, len(platform.uname()))
print(warnings._getaction("err"), issubclass(warnings._OptionError, Exception))
for text in ("name + 1", "  0x1f)", "'ab' c", "# note", '"""x', ">>= 2", "1.5e3j"):
    print(re.match(tokenize.PseudoToken, text).group())

with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "data")
    with open(path, "wb") as f:
        f.write(b"hello world\nsecond line\n")
    with open(path, "r+b") as f, mmap.mmap(f.fileno(), 0) as m:
        print(len(m), m[:5], m[0], m.find(b"world"), m.rfind(b"l"), m.readline(), m.tell())
        print(re.search(rb"sec\w+", m).group(), m.size(), m.closed)
        m[:5] = b"HELLO"
        m.seek(0)
        print(m.read(5), m.read_byte())
        m.flush()
    with open(path, "rb") as f, mmap.mmap(f.fileno(), 0, access=mmap.ACCESS_READ) as m:
        print(m[:11])
        for wrong in (lambda: m.__setitem__(0, 1), lambda: m.write(b"x")):
            try:
                wrong()
            except TypeError as e:
                print(type(e).__name__)
    print(m.closed)
    source = os.path.join(folder, "bad.py")
    with open(source, "w") as f:
        f.write("def f(:\n")
    try:
        py_compile.compile(source, doraise=True)
    except py_compile.PyCompileError as e:
        print(e.exc_type_name)
m = mmap.mmap(-1, 8)
print(m.write(b"abc"), m[:], len(m))

A, B = Callable[[int], str], Callable[..., int]
print(A | B, A | int, int | A, A | None, (A | B) == (A | B), (A | B).__args__ == (A, B))
print(weakref.ref(A)() == A)


class Emptier:
    def __eq__(self, other):
        items.clear()
        return True


items = [Emptier(), 1]
items.remove(5)
print(items)
