# caisson: options --tmpfs /tmp
"""The lines of several files, also in place."""
import fileinput
import gzip
import io
import os
import sys
import tempfile

os.chdir(tempfile.mkdtemp())
for name, text in (("a", "1\n2\n"), ("b", "3"), ("empty", ""), ("c", "é\n")):
    with open(name, "w", encoding="utf-8") as out:
        out.write(text)
with gzip.open("z.gz", "wt") as out:
    out.write("packed\n")
for line in fileinput.input(["a", "empty", "b"]):
    print(fileinput.filename(), fileinput.lineno(), fileinput.filelineno(), fileinput.isfirstline(),
          fileinput.isstdin(), fileinput.fileno() >= 0, repr(line))
fileinput.close()
with fileinput.input(("a", "b"), mode="rb") as lines:
    print(lines.readline(), lines.filename())
    fileinput.nextfile()
    print(list(lines), lines.lineno(), lines.fileno())
with fileinput.FileInput("a", inplace=True, backup=".old") as lines:
    for line in lines:
        print(line.strip() * 3)
print(open("a").read(), sorted(os.listdir(".")))
with fileinput.input("b", inplace=True) as lines:
    for line in lines:
        print("got", line)
print(open("b").read(), sorted(os.listdir(".")))
print(list(fileinput.input(["z.gz", "b"], openhook=fileinput.hook_compressed, encoding="utf-8")))
print(list(fileinput.FileInput("c", openhook=fileinput.hook_encoded("utf-8"))))
fileinput.close()
sys.stdin = io.StringIO("in\n")
for line in fileinput.input("-"):
    print(fileinput.filename(), fileinput.isstdin(), line)
fileinput.close()
for bad in (fileinput.lineno, lambda: fileinput.FileInput("a", mode="w"),
            lambda: fileinput.FileInput("a", openhook=3), lambda: list(fileinput.FileInput("gone")),
            lambda: fileinput.FileInput("a", inplace=True, openhook=open)):
    try:
        print(bad())
    except (RuntimeError, ValueError, OSError) as error:
        print(type(error).__name__, error)
