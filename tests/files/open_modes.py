"""open(): modes, positions, errors."""
import io
import os


def tried(function, *args, **kwargs):
    try:
        result = function(*args, **kwargs)
    except Exception as error:
        print(type(error).__name__, error)
    else:
        print(result)
        return result


with open("a.txt", "w") as f:
    print(f.write("one\ntwo\nthree\n"), f.tell(), f.name, f.mode)
    print(f.writable(), f.readable(), f.seekable(), f.closed)
    tried(f.read)
print(f.closed)
tried(f.write, "x")
print(open("a.txt").read())
print(list(open("a.txt")))
with open("a.txt") as f:
    print(f.readline(), f.tell(), f.readlines(), f.read())
    f.seek(4)
    print(f.read(3))
    tried(f.seek, 1, 1)
    print(f.seek(0, 2))
    tried(f.write, "x")
with open("a.txt", "a") as f:
    print(f.tell())
    f.write("four\n")
    print(f.tell())
with open("a.txt", "r+") as f:
    f.write("ONE")
    f.seek(0)
    print(f.read())
with open("a.txt", "r+b") as f:
    f.seek(-5, 2)
    f.truncate()
    f.seek(0)
    print(f.read())
    print(f.seek(100), f.write(b"far"), f.tell())
data = open("a.txt", "rb").read()
print(len(data), data.count(b"\0"), data[-3:])
tried(open, "a.txt", "x")
with open("new.bin", "xb") as f:
    print(f.write(bytes(range(256)) * 100))
print(os.path.getsize("new.bin"), os.stat("new.bin").st_size)
with open("new.bin", "rb", buffering=0) as f:
    print(type(f).__name__, f.read(3), f.readinto(bytearray(4)), f.tell())
    print(len(f.readall()), f.read(1))
with open("new.bin", "rb") as f:
    print(f.read(10)[-1], f.peek(1)[:1], f.read1(2), f.readinto(bytearray(5)))
    print(len(f.read()))
for name, mode in (("missing", "r"), ("missing/x", "w"), ("a.txt/x", "r"),
                   (".", "r"), (".", "w"), ("", "r"), ("a.txt", "rw"),
                   ("a.txt", ""), ("a.txt", "q"), ("a.txt", "rb+t"),
                   ("nul\0byte", "r"), ("n" * 300, "r"), ("a.txt/", "r"),
                   ("x" * 5000, "w")):
    tried(open, name, mode)
with open("crlf.txt", "w", newline="\r\n") as f:
    f.write("a\nb\n")
print(open("crlf.txt", "rb").read(), open("crlf.txt", newline="").read())
print(open("crlf.txt").read())
with open("latin.txt", "w", encoding="latin-1") as f:
    f.write("caf\xe9")
print(open("latin.txt", "rb").read())
tried(lambda: open("latin.txt", encoding="utf-8").read())
print(open("latin.txt", encoding="utf-8", errors="replace").read())
with open("both.txt", "w+") as f:
    f.write("hello")
    f.flush()
    print(os.path.getsize("both.txt"))
    f.seek(0)
    print(f.read())
print(open("sub/in.txt").read())
fd = os.open("low.txt", os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o600)
print(os.write(fd, b"abc"), os.lseek(fd, 1, os.SEEK_SET), os.read(fd, 10))
os.ftruncate(fd, 2)
print(os.fstat(fd).st_size)
with os.fdopen(fd, "r+") as f:
    f.seek(0)
    print(f.read())
tried(os.read, fd, 1)
tried(os.close, 12345)
tried(os.open, "low.txt", os.O_RDONLY | os.O_DIRECTORY)
tried(os.open, "low.txt", os.O_CREAT | os.O_EXCL)
f = open("late.txt", "w")
f.write("unflushed")
del f
with io.open("a.txt", "rb") as f:
    tried(f.seek, -1)
    tried(f.seek, 2**70)
    tried(f.seek, 0, 9)
    print(f.isatty())
with open("a.txt", "r+") as f:
    tried(f.truncate, -1)
with open("sparse.bin", "wb") as f:
    f.truncate(1000)
print(os.path.getsize("sparse.bin"), open("sparse.bin", "rb").read() == bytes(1000))
