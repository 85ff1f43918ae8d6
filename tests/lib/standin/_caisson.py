# _caisson.py - stand-in for the engine's intrinsics, for tests under CPython.
#
# os_call maps to the real operating system, session_state to one dictionary,
# the digests to hashlib.  Only the differential tests import this file.
#
# SPDX-License-Identifier: Apache-2.0
import hashlib as _hashlib
import os as _os
import select as _select  # noqa: F401  (kept before names are replaced)
import sys as _sys
import time as _time
import ast as _ast

_state = {}


def session_state(key, factory):
    if key not in _state:
        _state[key] = factory()
    return _state[key]


def _stat_tuple(st):
    return (st.st_mode, st.st_ino, st.st_dev, st.st_nlink, st.st_uid,
            st.st_gid, st.st_size, st.st_atime_ns, st.st_mtime_ns,
            st.st_ctime_ns)


def _kind(entry):
    if entry.is_symlink():
        return "link"
    if entry.is_dir(follow_symlinks=False):
        return "dir"
    return "file" if entry.is_file(follow_symlinks=False) else "other"


def _list(path):
    with _os.scandir(path) as it:
        return sorted((e.name, _kind(e)) for e in it)


def _utime(path, atime_ns, mtime_ns, follow):
    _os.utime(path, ns=(atime_ns, mtime_ns), follow_symlinks=follow)


_CALLS = {
    "time.time_ns": _time.time_ns,
    "time.monotonic_ns": _time.monotonic_ns,
    "time.perf_counter_ns": _time.perf_counter_ns,
    "time.process_time_ns": _time.process_time_ns,
    "time.sleep": _time.sleep,
    "os.urandom": _os.urandom,
    "os.environ": lambda: dict(_os.environ),
    "os.getpid": _os.getpid,
    "os.getcwd": _os.getcwd,
    "os.chdir": _os.chdir,
    "fs.open": _os.open,
    "fs.close": _os.close,
    "fs.read": _os.read,
    "fs.write": _os.write,
    "fs.seek": _os.lseek,
    "fs.truncate": _os.ftruncate,
    "fs.isatty": _os.isatty,
    "fs.fstat": lambda fd: _stat_tuple(_os.fstat(fd)),
    "fs.stat": lambda p, follow: _stat_tuple(
        _os.stat(p, follow_symlinks=follow)),
    "fs.list": _list,
    "fs.mkdir": _os.mkdir,
    "fs.rmdir": _os.rmdir,
    "fs.remove": _os.remove,
    "fs.rename": _os.rename,
    "fs.symlink": _os.symlink,
    "fs.link": _os.link,
    "fs.readlink": _os.readlink,
    "fs.chmod": lambda p, mode, follow: _os.chmod(p, mode),
    "fs.utime": _utime,
    "fs.access": _os.access,
    "fs.statvfs": lambda p: tuple(_os.statvfs(p)),
}


def os_call(name, *args):
    return _CALLS[name](*args)


def digest_new(name, length=0, key=b""):
    return _hashlib.new(name)


def digest_update(d, data):
    d.update(data)


def digest_final(d, length=0):
    return d.digest(length) if length else d.digest()


def digest_copy(d):
    return d.copy()


def host_wait(timeout):
    if timeout is None:
        raise RuntimeError("host_wait: no pending host call")
    if timeout > 0:
        _time.sleep(timeout)
    return []


def _tuples(node):
    """A tree in the form that the native parser gives."""
    if isinstance(node, list):
        return [_tuples(x) for x in node]
    if isinstance(node, tuple):
        return ("=", node)
    if not isinstance(node, _ast.AST):
        return node
    fields = [_tuples(getattr(node, f, None)) for f in node._fields]
    where = None
    if node._attributes:
        where = (node.lineno, node.col_offset, node.end_lineno,
                 node.end_col_offset)
    return (type(node).__name__, *fields, where)


def ast_parse(source, filename, mode):
    return _tuples(_ast.parse(source, filename, mode))


_stderr_write = _sys.stderr.write
