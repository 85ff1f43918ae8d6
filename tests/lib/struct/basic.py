import struct
from struct import *


def show(f, *args, **kw):
    try:
        print(f.__name__, repr(f(*args, **kw)))
    except Exception as e:
        print(f.__name__, args, type(e).__name__, e)


class Index:
    def __index__(self):
        return 7


class Float:
    def __float__(self):
        return 2.5


for args in [("b", 200), ("b", -129), ("B", -1), ("B", 256), ("h", 40000), ("H", -1), ("i", 2**40), ("I", -1),
             ("I", 2**32), ("l", 2**70), ("L", -1), ("L", 2**64), ("q", 2**70), ("q", 2**63), ("Q", -1), ("Q", 2**64),
             ("n", 2**70), ("N", -1), ("<b", 200), ("<B", 300), ("<h", 40000), ("<H", -1), ("<i", 2**40),
             ("<I", -1), ("<q", 2**70), ("<q", 2**63), ("<Q", -1), ("<Q", 2**70), ("<l", 2**70), ("<L", 2**32), ("e", 1e9), ("f", 1e300),
             ("d", "x"), ("<d", "x"), ("f", 1), ("i", 1.5), ("i", "x"), ("<i", "x"), ("c", "x"), ("c", b"xy"), ("s", "x"), ("p", 5),
             ("i",), ("i", 1, 2), ("z", 1), ("3",), ("?", []), ("?", [1]), ("<n", 1), ("P", -1), ("P", 2**70), ("P", 5),
             ("i", None), ("", ), ("3x",), ("i", True), ("i", Index()), ("d", Index()), ("d", Float()), ("<f", Float())]:
    show(pack, *args)
for fmt, *values in [("<bBhHiIlLqQ", -1, 255, -2, 65535, -3, 2**32 - 1, -4, 5, -6, 2**64 - 1), (">bBhHiIlLqQ", -1, 255, -2, 65535, -3, 7, -4, 5, -6, 2**63),
                     ("!3s2xi", b"abcdef", 5), ("=5s", b"ab"), ("0s", b"x"), ("10p", b"hello"), ("1p", b"hello"), ("3p", b"hello"), ("300p", b"x" * 280),
                     ("@bi", 1, 2), ("@bq", 1, 2), ("@bhxd", 1, 2, 3.5), ("bi0q", 1, 2), ("=bi", 1, 2), ("2i 3h", 1, 2, 3, 4, 5), ("c?c", b"a", True, b"b"),
                     ("<efd", 1.5, 2.25, -0.1), (">efd", 65504.0, 1e-40, 1e300), ("<e", 1e-8), ("<e", 5.9604644775390625e-08), ("<e", float("inf")), ("<d", float("-inf")),
                     ("nN", -5, 5), ("<3?", 1, 0, 2)]:
    data = pack(fmt, *values)
    print(fmt, data[:40], calcsize(fmt), unpack(fmt, data)[:12])
print(unpack("<d", b"\0\0\0\0\0\0\xf8\x7f"), unpack("<e", b"\xff\x7b"), unpack("<e", b"\x00\x7e"), unpack("<f", b"\0\0\x80\x7f"))
show(unpack, "i", b"abc")
show(unpack, "i", b"abcde")
show(unpack, "i", "abcd")
show(unpack, "", b"")
show(unpack, "4s", bytearray(b"abcd"))
show(unpack, b"<h", memoryview(b"ab"))
show(calcsize, "i q")
show(calcsize, "99999999999999999999i")
show(calcsize, "9999999999999999s")
show(calcsize, 5)
show(calcsize, "<z")
show(calcsize, "iQ")
show(calcsize, "Qi")
show(unpack_from, "<h", b"abcdef", 2)
show(unpack_from, "<h", b"abcdef", -2)
show(unpack_from, "<h", b"abcdef", 5)
show(unpack_from, "<h", b"abcdef", -9)
show(unpack_from, "<h", b"abcdef", -1)
show(unpack_from, "<h", buffer=b"abcdef", offset=4)
buf = bytearray(8)
pack_into("<hh", buf, 2, 258, 772)
print(buf)
pack_into("<h", buf, -2, -1)
print(buf)
show(pack_into, "<h", buf, 7, 1)
show(pack_into, "<h", buf, -9, 1)
show(pack_into, "<h", buf, -1, 1)
show(pack_into, "<h", bytes(8), 0, 1)
show(pack_into, "<h", buf, 0)
show(pack_into, "<h", buf, 0, 1, 2)
print(list(iter_unpack("<h", b"abcdef")))
show(iter_unpack, "<h", b"abc")
show(iter_unpack, "0s", b"abc")
s = Struct("<hi")
print(s.size, s.format, s.pack(1, 2), s.unpack(s.pack(3, 4)), s.unpack_from(b"xx" + s.pack(5, 6), 2), list(s.iter_unpack(s.pack(7, 8) * 2)))
s.pack_into(buf, 1, 1, 2)
print(buf, repr(s).startswith("<_struct.Struct object"), Struct(b">h").format)
show(Struct, "z")
show(Struct, 5)
show(s.pack, 1)
show(s.unpack, b"x")
print(struct.error.__mro__[1].__name__, struct.error.__name__, struct.__all__)
it = iter_unpack("<h", b"abcd")
print(it.__length_hint__(), next(it), it.__length_hint__())
