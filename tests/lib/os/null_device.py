# /dev/null, the standard descriptors, and copies of descriptors.
# caisson: options --tmpfs /tmp
import os
import pathlib
import stat
import tempfile

with open(os.devnull, "w") as f:
    print(f.write("abc"), f.name, f.seekable(), f.isatty())
print(repr(open("/dev/null").read()), open("/dev/null", "rb").read(5))
print(os.path.exists("/dev/null"), os.path.isfile(os.devnull), os.path.isdir(os.devnull))
print(stat.S_ISCHR(os.stat("/dev/null").st_mode), pathlib.Path("/dev/null").read_text())
fd = os.open("/dev/null", os.O_RDWR)
print(os.write(fd, b"ab"), os.read(fd, 3), stat.S_ISCHR(os.fstat(fd).st_mode))
os.close(fd)
for action in (lambda: open("/dev/null", "x"), lambda: os.mkdir("/dev/null"),
               lambda: os.listdir("/dev/null"), lambda: os.readlink("/dev/null")):
    try:
        action()
    except OSError as e:
        print(type(e).__name__, e.errno)

with tempfile.TemporaryFile() as f:
    other = os.dup(f.fileno())
    print(os.write(other, b"one "), os.write(f.fileno(), b"two"))
    print(os.lseek(other, 0, 0), os.read(f.fileno(), 20))
    saved = os.dup(1)
    os.dup2(other, 1)
    os.write(1, b"!")
    os.dup2(saved, 1)
    os.close(saved)
    print(os.lseek(other, 0, 0), os.read(other, 20))
    os.close(other)
    print(f.seek(0), f.read())
try:
    os.dup(987654)
except OSError as e:
    print(e.errno)
