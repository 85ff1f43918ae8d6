"""StringIO and BytesIO: lines, reads and writes in every state of a stream."""
import copy
import io
import pickle


def tried(f, *args):
    try:
        return f(*args)
    except Exception as error:
        return f"{type(error).__name__}: {error}"


class Loud(io.StringIO):
    def readline(self, size=-1):
        return super().readline(size).upper()

    def write(self, text):
        return super().write(f"<{text}>")


class Quiet(io.BytesIO):
    def read(self, size=-1):
        return super().read(size)[::-1]


for newline in ("\n", "", None, "\r", "\r\n"):
    f = io.StringIO("one\ntwo\r\nthrée\r\u20ac\n\nlast", newline)
    print(repr(newline), [f.readline(), f.tell(), f.readline(3), f.readline(-1), f.tell()], list(f), f.readline())
    f.seek(0)
    print([next(f), next(f, None), f.read(2), f.readline(None), next(f, "end")], f.newlines)
    f = io.StringIO(newline=newline)
    print([f.write("a\nb"), f.write(""), f.write("ü\r\n"), f.tell()], repr(f.getvalue()))
    f.seek(1)
    print(f.write("XY"), repr(f.getvalue()), f.tell(), repr(f.readline()), f.write("end"), repr(f.getvalue()))
f = io.StringIO("abc\ndef\n")
print([line for line in f], list(f), next(f, None), f.tell())
f.seek(20)
print(repr(f.readline()), f.write("z"), repr(f.getvalue()), f.tell())
f.seek(0)
for line in f:  # a loop that writes to its own stream
    print(repr(line))
    if line.startswith("def"):
        f.write("new\nmore")
print(repr(f.getvalue()), f.truncate(5), repr(f.getvalue()), f.write("!"), repr(f.getvalue()))
f = Loud("first\nsecond\n")
print([f.readline(), next(f)], list(f), f.write("x"), repr(f.getvalue()), f.writelines(["a", "b"]), f.getvalue())
print("to", "file", 3, sep="-", end=".\n", file=f)
print(repr(f.getvalue()), type(iter(f)) is Loud)
f = io.StringIO()
print("to", 1.5, None, file=f, flush=True)
for i in range(3):
    f.write(str(i) * i)
    print(f.tell(), repr(f.getvalue()))
f.extra = [1]
g = copy.copy(f)
h = pickle.loads(pickle.dumps(f))
print(g.getvalue(), g.tell(), g.extra, h.getvalue(), h.tell(), h.extra, f.__dict__, g.write("k"), f.getvalue() == g.getvalue())
for bad in (1, None, b"x"):
    print(tried(f.write, bad), tried(f.readline, b"x"))
f.close()
print(f.closed, tried(f.write, "x"), tried(f.readline), tried(next, f), tried(iter, f), tried(f.read), tried(f.getvalue))

b = io.BytesIO(b"one\ntwo\n\xff")
print(b.read(2), b.readline(), b.readline(2), b.tell(), b.read(), b.read(), b.read(3), b.readline())
print(b.seek(30), b.read(), b.tell(), b.readline(), b.write(b"!"), b.getvalue())
print(b.seek(0), list(b), b.seek(2), b.write(b"XYZ"), b.getvalue(), b.tell(), b.read(None), b.write(bytearray(b"ba")))
print(b.write(memoryview(b"mem")), b.write(b""), b.getvalue(), b.tell(), b.seek(0), b.readline(None), b.read(-5))
view = b.getbuffer()
print(tried(b.write, b"more"), tried(b.close), bytes(view[:3]))
view.release()
print(b.write(b"more"), b.getvalue(), tried(b.write, "text"), tried(b.write, 1), tried(b.read, "1"))
q = Quiet(b"abcdef")
print(q.read(2), q.readline(), q.read1(1), q.write(b"gh"), q.getvalue(), q.seek(0), q.readlines())
c = pickle.loads(pickle.dumps(b))
print(c.getvalue() == b.getvalue(), c.tell() == b.tell(), c.write(b"?"), c.getvalue()[-3:])
b.close()
print(b.closed, tried(b.read), tried(b.readline), tried(b.write, b"x"), tried(next, b))
