"""json to zoneinfo: the names of many modules that had no test."""

# caisson: options --tmpfs /tmp
import io
import json.decoder
import json.scanner
import logging.config
import mimetypes
import os
import re
import shutil
import stat
import statistics
import sys
import tempfile
import threading
import time
import timeit
import token
import tokenize
import traceback
import typing
import uuid
import warnings
import zlib
import zoneinfo

warnings.simplefilter("ignore")
base = os.path.realpath(tempfile.mkdtemp())
os.chdir(base)


def attempt(f, *args, **kw):
    try:
        return f(*args, **kw)
    except Exception as e:
        return f"{type(e).__name__}: {e}"


scan = json.scanner.make_scanner(json.decoder.JSONDecoder())
print(scan('[1, {"a": null}] tail', 0), scan("  -1.5e3", 2), scan("NaN", 0))
for text in ("", "x", "[1", '"open'):
    try:
        print(scan(text, 0))
    except StopIteration as stop:
        print("stop", stop.value)
    except json.decoder.JSONDecodeError as bad:
        print(bad)
config = logging.config.dictConfigClass({"version": 1})
print(
    config.resolve("os.path.join") is os.path.join,
    attempt(config.resolve, "no.such"),
    attempt(logging.config.dictConfigClass({"version": 2}).configure),
)
mimetypes.add_type("x/y", ".xyz")
print(
    mimetypes.guess_type("a.xyz"),
    mimetypes.init([]),
    mimetypes.guess_type("a.xyz"),
    mimetypes.inited,
    mimetypes.guess_type("a.html"),
)
with open("types", "w") as f:
    f.write("# remark\nx/q  qq qqq\n")
mimetypes.init(["types"])
print(mimetypes.guess_type("a.qqq"))
mimetypes.init([])
print(
    re.template("ab").pattern,
    re.template("a").flags & re.TEMPLATE == re.TEMPLATE,
    attempt(re.template, "("),
)

with open("broken.zip", "w") as f:
    f.write("not an archive")
print(
    attempt(shutil.unpack_archive, "broken.zip", base),
    attempt(shutil.unpack_archive, "raw", base, "no"),
    attempt(shutil.register_unpack_format, "zip2", [".zip"], print),
    issubclass(shutil.ReadError, OSError),
    issubclass(shutil.RegistryError, OSError),
)
for mode in (0o120777, 0o140755, 0o010644, 0o020600, 0o060600, 0o100644, 0, 0o7777):
    print(
        oct(stat.S_IFMT(mode)),
        [
            f(mode)
            for f in (
                stat.S_ISLNK,
                stat.S_ISSOCK,
                stat.S_ISFIFO,
                stat.S_ISCHR,
                stat.S_ISBLK,
                stat.S_ISDOOR,
                stat.S_ISPORT,
                stat.S_ISWHT,
            )
        ],
    )
for f in (statistics.mean, statistics.mode, statistics.median, statistics.variance):
    try:
        f([])
    except statistics.StatisticsError as e:
        print(f.__name__, e, isinstance(e, ValueError))
print(
    type(time.pthread_getcpuclockid(threading.get_ident())),
    time.clock_gettime(time.pthread_getcpuclockid(threading.get_ident())) >= 0,
)
print(
    timeit.default_timer is time.perf_counter,
    timeit.Timer(timer=iter([1, 4]).__next__).timeit(2),
)
print(
    [(token.ISNONTERMINAL(n), tokenize.ISNONTERMINAL(n)) for n in (0, 255, 256, 1000)]
)
for text in ("(1,\n", '"""open\n', "if 1:\n  x\n y\n"):
    try:
        print(len(list(tokenize.generate_tokens(io.StringIO(text).readline))))
    except (tokenize.TokenError, IndentationError) as e:
        print(type(e).__name__, e.args)
print(attempt(traceback.print_last))
sys.last_type, sys.last_value, sys.last_traceback = KeyError, KeyError("k"), None
out = io.StringIO()
traceback.print_last(file=out)
print(out.getvalue())

P = typing.ParamSpec("P")
print(
    P.args,
    P.kwargs,
    isinstance(P.args, typing.ParamSpecArgs),
    typing.ParamSpecKwargs(P) == P.kwargs,
    P.args == P.kwargs,
    P.args.__origin__ is P,
    typing.ParamSpecArgs(5).__origin__,
)


@typing.no_type_check_decorator
def deco(f):
    return f


@deco
def plain(x: "NoSuchName"):  # noqa: F821
    pass


print(typing.get_type_hints(plain), plain.__no_type_check__, deco.__name__)
print(
    list(uuid.SafeUUID),
    uuid.SafeUUID(-1),
    attempt(uuid.SafeUUID, 7),
    uuid.UUID(int=1, is_safe=uuid.SafeUUID.safe).is_safe,
    uuid.UUID(int=1).is_safe,
)
print(
    zlib.ZLIB_VERSION[0] == zlib.ZLIB_RUNTIME_VERSION[0] == "1",
    zlib.ZLIB_VERSION.count(".") >= 2,
)
zones = zoneinfo.available_timezones()
print(
    type(zones),
    "UTC" in zones,
    "No/Where" in zones,
    zones is zoneinfo.available_timezones(),
    type(zoneinfo.TZPATH),
    all(os.path.isabs(x) for x in zoneinfo.TZPATH),
    issubclass(zoneinfo.InvalidTZPathWarning, RuntimeWarning),
)
