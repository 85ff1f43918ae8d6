"""argparse to io: the names of many modules that had no test."""

# caisson: options --tmpfs /tmp
import argparse
import array
import calendar
import codecs
import concurrent.futures
import configparser
import encodings
import encodings.aliases
import enum
import gc
import io
import os
import tempfile
import warnings

warnings.simplefilter("ignore")
base = os.path.realpath(tempfile.mkdtemp())
os.chdir(base)


def attempt(f, *args, **kw):
    try:
        return f(*args, **kw)
    except Exception as e:
        return f"{type(e).__name__}: {e}"


h = argparse.HelpFormatter("prog", max_help_position=12, width=40)
h.add_usage("%(prog)s [x]", [], [])
h.start_section("part")
h.add_text("a text of %(prog)s that is long enough to be wrapped somewhere")
h.add_argument(
    argparse.ArgumentParser(add_help=False).add_argument(
        "--long-option", help="what it does", metavar="M"
    )
)
h.end_section()
h.start_section("empty")
h.end_section()
print(h.format_help(), argparse.HelpFormatter("p").format_help() == "")

print(
    array.ArrayType("i", [1, 2]),
    isinstance(array.array("b"), array.ArrayType),
    attempt(array.ArrayType, "y"),
)
c = calendar.LocaleHTMLCalendar(calendar.SUNDAY, "C")
print(
    c.formatmonth(2024, 2),
    c.formatweekday(6),
    c.formatmonthname(2023, 12, withyear=False),
    attempt(c.formatmonthname, 2023, 14),
)
for workers in (0, -1):
    print(attempt(concurrent.futures.ProcessPoolExecutor, workers))

with codecs.open("text", "w", "utf-16-le") as f:
    f.write("a\u00e9\n")
with codecs.open("text", "rb") as f:
    print(f.read())
with codecs.open("text", encoding="utf-16-le") as f:
    print(ascii(f.read()), f.encoding)
with codecs.open("text", encoding="ascii", errors="replace") as f:
    print(ascii(f.read()))
print(
    attempt(codecs.open, "none", encoding="utf-8"),
    attempt(codecs.open, "text", encoding="no-such"),
)

cfg = configparser.SafeConfigParser({"a": "1"})
cfg.read_string("[s]\nb = %(a)s2\n")
print(
    cfg.get("s", "b"),
    isinstance(cfg, configparser.ConfigParser),
    attempt(cfg.set, "s", "c", "%x"),
)

print(
    [
        encodings.normalize_encoding(x)
        for x in ("UTF 8", "iso-8859--1", "..a..", b"latin-1", "")
    ]
)
print(
    encodings.search_function("no_such"),
    encodings.search_function("utf-8").name,
    encodings.search_function("latin_1").name,
    issubclass(encodings.CodecRegistryError, (LookupError)),
    issubclass(encodings.CodecRegistryError, SystemError),
)
print(
    [
        encodings.aliases.aliases.get(x)
        for x in ("u8", "latin1", "l1", "646", "us_ascii", "no such")
    ]
)


@enum.global_enum
class Level(enum.Enum):
    LOW = 1


class Bits(enum.IntFlag):
    R = 1
    W = 2


print(
    enum.global_enum_repr(Level.LOW),
    enum.global_str(Level.LOW),
    repr(Level.LOW),
    globals()["LOW"] is Level.LOW,
)
print(
    enum.global_flag_repr(Bits.R),
    enum.global_flag_repr(Bits.R | Bits.W),
    enum.global_flag_repr(Bits(0)),
    enum.global_str(Bits.W),
)

print(
    gc.DEBUG_COLLECTABLE,
    gc.DEBUG_UNCOLLECTABLE,
    gc.DEBUG_SAVEALL,
    gc.DEBUG_LEAK == gc.DEBUG_COLLECTABLE | gc.DEBUG_UNCOLLECTABLE | gc.DEBUG_SAVEALL,
)


class Half(io.RawIOBase):
    def readable(self):
        return True

    def readinto(self, b):
        b[:2] = b"ab"
        self.count = getattr(self, "count", 0) + 1
        return 2 if self.count < 3 else 0


print(
    Half().read(5),
    Half().readall(),
    io.BufferedReader(Half()).read(3),
    attempt(io.RawIOBase().fileno),
)
with io.FileIO("raw", "x+") as f:
    print(
        f.write(b"12345"),
        f.seek(1),
        f.read(2),
        f.tell(),
        f.truncate(3),
        f.readall(),
        f.mode,
        isinstance(f, io.RawIOBase),
        f.closefd,
    )
print(
    attempt(io.FileIO, "raw", "x"),
    attempt(io.FileIO, "none"),
    attempt(io.FileIO, "raw", "q"),
    attempt(f.read),
)
with open("raw", "r+b") as f:
    print(
        type(f) is io.BufferedRandom,
        f.read(1),
        f.write(b"X"),
        f.seek(0),
        f.read(),
        f.peek(1),
    )
with io.open_code(base + "/raw") as f:
    print(f.read(), f.mode)
print(
    attempt(io.open_code, base + "/none").replace(base, "BASE"),
    attempt(io.open_code, 5),
)
e = OSError(11, "again")
print(
    type(e) is io.BlockingIOError,
    e.errno,
    e.strerror,
    io.BlockingIOError(5).args,
    isinstance(e, OSError),
)
