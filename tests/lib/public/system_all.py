"""platform, sysconfig, sys, os, locale, getpass: what holds on every machine."""
# caisson: options --tmpfs /tmp

import getpass
import io
import locale
import os
import platform
import sys
import sysconfig
import tempfile
import warnings

warnings.simplefilter("ignore")


def attempt(f, *args, **kw):
    try:
        return f(*args, **kw)
    except Exception as e:
        return f"{type(e).__name__}: {e}"


def kind(f, *args):
    try:
        f(*args)
    except Exception as e:
        return type(e).__name__
    return "no error"


print(
    platform.architecture()[0],
    len(platform.architecture()),
    platform.mac_ver(),
    platform.win32_ver(),
    platform.mac_ver("1", ("a", "b", "c"), "m"),
    platform.win32_ver("r", "v", "c", "p"),
)
for f in (
    platform.machine,
    platform.node,
    platform.processor,
    platform.release,
    platform.version,
    platform.python_branch,
    platform.python_compiler,
    platform.python_revision,
):
    print(f.__name__, type(f()), f() == f(), kind(f, 1))
u = platform.uname()
print(
    isinstance(u, platform.uname_result),
    isinstance(u, tuple),
    u.system == u[0] == platform.system(),
    u.node == platform.node(),
    u.release == platform.release(),
    u.version == platform.version(),
    u.machine == platform.machine() == u[4],
)
print(
    platform.python_version() == ".".join(map(str, sys.version_info[:3])),
    len(platform.python_build()),
    [type(x).__name__ for x in platform.python_build()],
)
print([type(x).__name__ for x in platform.libc_ver()])
try:
    print("ID" in platform.freedesktop_os_release() and "a dict with an ID, or OSError")
except OSError:
    print("a dict with an ID, or OSError")

print(
    sysconfig.get_python_version(),
    sysconfig.get_config_var("py_version_short"),
    sysconfig.get_config_var("no such"),
    sysconfig.get_config_vars("no such", "py_version_short"),
    type(sysconfig.get_config_vars()),
)
print(
    sysconfig.get_default_scheme() in sysconfig.get_scheme_names(),
    "posix_prefix" in sysconfig.get_scheme_names(),
    type(sysconfig.get_scheme_names()),
    sysconfig.get_platform(),
    sysconfig.is_python_build(),
)
paths = sysconfig.get_paths()
print(
    type(sysconfig.get_path_names()),
    {"stdlib", "purelib", "platlib", "scripts", "data"}
    <= set(sysconfig.get_path_names()),
    set(sysconfig.get_path_names()) <= set(paths),
    all(sysconfig.get_path(n) == paths[n] for n in paths),
    attempt(sysconfig.get_path, "nothing"),
)

for name in (
    "prefix",
    "exec_prefix",
    "base_prefix",
    "base_exec_prefix",
    "copyright",
    "platlibdir",
):
    print(name, type(getattr(sys, name)))
print(
    sys.prefix == sys.base_prefix,
    sys.exec_prefix == sys.base_exec_prefix,
    sys.api_version,
    sys.pycache_prefix,
    type(sys.builtin_module_names),
    "builtins" in sys.builtin_module_names,
    "json" in sys.builtin_module_names,
    list(sys.builtin_module_names) == sorted(sys.builtin_module_names),
)
print(
    isinstance(sys.getrefcount([]), int),
    kind(sys.getrefcount),
    isinstance(sys.getallocatedblocks(), int),
)
print(
    attempt(sys.setswitchinterval, 0),
    attempt(sys.setswitchinterval, -1.5),
    kind(sys.setswitchinterval, "x"),
    attempt(sys.setswitchinterval, 0.005),
    sys.getswitchinterval(),
)
print(
    repr(sys.stdin.read()),
    sys.stdin.readline() == "",
    sys.stdin.fileno(),
    sys.stdin.name,
    sys.stdin.readable(),
    sys.stdin.writable(),
    list(sys.stdin),
    sys.stdin is sys.__stdin__,
)
print(kind(input))

out, sys.stdout = sys.stdout, io.StringIO()
for value in (None, 5, "text", [1]):
    sys.displayhook(value)
shown, sys.stdout = sys.stdout.getvalue(), out
import builtins  # noqa: E402

print(
    repr(shown),
    builtins._,
    kind(sys.displayhook),
    sys.displayhook is sys.__displayhook__,
)
del builtins._
calls = []
sys.breakpointhook = lambda *a, **k: calls.append((a, k)) or "kept"
print(breakpoint(1, two=2), calls)
sys.breakpointhook = sys.__breakpointhook__

base = os.path.realpath(tempfile.mkdtemp())
os.makedirs(base + "/d/e")
with open(base + "/d/f", "w") as f:
    f.write("text")
for top, dirs, files, fd in os.fwalk(base):
    print(top.replace(base, "BASE"), dirs, files, os.path.sameopenfile(fd, fd))
    print(os.path.samestat(os.fstat(fd), os.stat(top)), sorted(os.listdir(fd)))
print([t[0].replace(base, "BASE") for t in os.fwalk(base, topdown=False)])
print(kind(os.fstat, fd))
print(os.sched_yield(), kind(os.sched_yield, 1), kind(os.getlogin, 1))
try:
    print(type(os.getlogin()) is str and "a name or OSError")
except OSError:
    print("a name or OSError")
for f, t in (
    (os.uname, os.uname_result),
    (os.times, os.times_result),
    (lambda: os.statvfs("/tmp"), os.statvfs_result),
):
    r = f()
    print(
        t.__name__,
        type(r) is t,
        isinstance(r, tuple),
        len(r),
        t.n_sequence_fields,
        r[:] == tuple(r),
        kind(t, (1,)),
        repr(t(range(t.n_sequence_fields))),
    )
print(
    attempt(os.statvfs, base + "/none").replace(base, "BASE"),
    os.uname().sysname,
    os.times().elapsed > 0,
    os.statvfs("/tmp").f_namemax,
)

for name in ("LOGNAME", "USER", "LNAME", "USERNAME"):
    os.environ[name] = ""
os.environ["USERNAME"] = "last"
print(getpass.getuser())
os.environ["LNAME"] = "third"
os.environ["LOGNAME"] = "first"
print(
    getpass.getuser(),
    issubclass(getpass.GetPassWarning, UserWarning),
    attempt(warnings.warn, getpass.GetPassWarning("echo")),
)
with warnings.catch_warnings():
    warnings.simplefilter("error", getpass.GetPassWarning)
    print(attempt(warnings.warn, "seen", getpass.GetPassWarning))

print(
    locale.getencoding().lower(),
    locale.getpreferredencoding().lower(),
    locale.getpreferredencoding(False).lower(),
    kind(locale.getencoding, 1),
)
print(
    type(locale.getdefaultlocale()),
    len(locale.getdefaultlocale()),
    kind(locale.getdefaultlocale, ()),
)
