"""Differences that programs written for comparison have found."""
import array, base64, copy, datetime, hashlib, io, pickle, re, string, struct, zlib


def show(f, *a, **k):
    try:
        print(f(*a, **k))
    except Exception as e:
        print(type(e).__name__, e)


# patterns are equal by value also inside of containers
p = re.compile("b+", re.I)
re.purge()
q = re.compile("b+", re.I)
print(p is q, p == q, hash(p) == hash(q), p in [q], p in {q}, len({p, q}), {p: 1}.get(q), [p] == [q], re.compile("b+") in {q})
print(re.search("x.*", "ab" + "x" * 100), re.match("é+", "é" * 60))
try:
    re.compile("(?<=a+)b")
except re.error as e:
    print(e.msg, e.pattern, e.pos)

# arrays are buffers
a = array.array("i", [1, 2, 3])
print(bytes(a), bytearray(a), memoryview(a).tolist(), base64.b64encode(a), struct.unpack("<iii", a), hashlib.md5(a).hexdigest(), zlib.crc32(a))
b = array.array("B", bytes(4))
print(io.BytesIO(b"abcd").readinto(b), b, struct.pack_into("<H", b, 1, 513), b)
show(struct.unpack, "<i", object())
show(zlib.crc32, object())

# what an import error keeps
e = ImportError("m", name="n", path="p")
print(e.__reduce__(), pickle.loads(pickle.dumps(e)).name, copy.copy(e).path, ImportError("x").__reduce__())
print(ExceptionGroup[int], BaseExceptionGroup[ValueError])

# the first wrong argument counts
show(datetime.datetime, "2024-01-01")
show(datetime.date, "x")
show(datetime.date, 2024, "x")
show(datetime.datetime, 2024, 1)
show(zip, [1], strict=True, x=1)
show(zip, [1], x=1)
print("{[{}]}|{a[}]}".format({"{}": 5}, a={"}": 7}), string.Formatter().format("{x[{a}]}", x={"{a}": 9}))
show("{a{}".format, a=1)

for src in ('x = "abc', "y=1\nx = 'abc\n", "x = )\n", '"""abc\nd', "a = 08", "1abc", "0x", "(]", "f(\n\n", "x = [1, 2", "y=2\nx = [1,\n2", "\u201cx\u201d",
            "x = 1 \u22121", ")", "\\ x", "if 1:\n  x\n y", "a b", "x $ y"):
    try:
        compile(src, "<s>", "exec")
    except SyntaxError as e:
        print(e.msg, e.lineno, e.offset, e.end_lineno, e.end_offset, repr(e.text))

import csv
print(pickle.TRUE, pickle.FALSE, csv.__version__, isinstance(csv.__doc__, str))

import math
print(math.fsum([2.0 ** n - 2.0 ** (n + 50) + 2.0 ** (n + 52) for n in range(-1074, 972, 2)] + [-2.0 ** 1022]).hex(), math.fsum([2.0 ** n for n in range(-1074, 1000, 3)] * 2).hex())
print(math.fsum([(-1) ** n * 2.0 ** n for n in range(-1074, 1000, 2)]).hex(), math.fsum([2.0 ** (2 * n) * (1 if n % 3 else -1) for n in range(-500, 500)][::-1]).hex())
