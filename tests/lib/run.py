#!/usr/bin/env python3
"""Run the library tests under CPython twice: stock modules, then ours.

    run.py [MODULE ...]          tests/lib/MODULE/*.py, outputs must be equal
    run.py --cpython TEST M,...  CPython's own test.TEST with our modules M

With ours, the modules in OWN under src/py/prelude/lib replace the stock ones;
the rest of the library belongs to the interpreter's own machinery.

SPDX-License-Identifier: Apache-2.0
"""
import difflib
import importlib.abc
import importlib.util
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
LIB = os.path.join(HERE, "..", "..", "src", "py", "prelude", "lib")
OWN = set(
    "_decimal_log _io_base _io_buffer _io_memory _io_text _os_core _strerror "
    "_strptime _structseq _timefmt argparse ast asyncio base64 binascii "
    "calendar cmath colorsys concurrent csv datetime decimal difflib errno "
    "fnmatch fractions genericpath getpass glob gzip hashlib hmac html io "
    "ipaddress locale logging mimetypes os pathlib platform posixpath "
    "secrets shlex shutil stat statistics tempfile threading time timeit "
    "token tokenize urllib uuid xml zipfile zoneinfo".split())


class Finder(importlib.abc.MetaPathFinder):
    """Find modules under LIB before anything else does."""

    def __init__(self, names):
        self.names = names

    def find_spec(self, name, path=None, target=None):
        if name in ("_caisson", "intrinsics"):
            where = os.path.join(HERE, "standin", name + ".py")
            return importlib.util.spec_from_file_location(name, where)
        if name.partition(".")[0] not in self.names:
            return None
        base = os.path.join(LIB, *name.split("."))
        if os.path.isfile(os.path.join(base, "__init__.py")):
            return importlib.util.spec_from_file_location(
                name, os.path.join(base, "__init__.py"),
                submodule_search_locations=[base])
        if os.path.isfile(base + ".py"):
            return importlib.util.spec_from_file_location(name, base + ".py")
        return None


def ours():
    names = {n.removesuffix(".py") for n in os.listdir(LIB)}
    return names & OWN


def substitute(names):
    """Make later imports of `names` load our files."""
    finder = Finder(())
    sys.meta_path.insert(0, finder)
    import _caisson  # noqa: F401  (binds the real modules first)
    finder.names = names
    for name in list(sys.modules):
        if name.partition(".")[0] in names:
            del sys.modules[name]
    if "os" in names and "posixpath" in names:
        import os as mine
        sys.modules["os.path"] = mine.path


def child(argv):
    names, path = argv
    import runpy
    import linecache  # noqa: F401
    import traceback  # noqa: F401
    if names:
        substitute(set(names.split(",")))
        import builtins
        import io
        builtins.open = io.open
    sys.path[0] = os.path.dirname(path)
    sys.argv = [path]
    runpy.run_path(path, run_name="__main__")


def capture(names, path):
    env = dict(os.environ, PYTHONHASHSEED="0", TZ="UTC", PYTHONUTF8="1",
               PYTHONDONTWRITEBYTECODE="1", LC_ALL="C.UTF-8")
    done = subprocess.run(
        [sys.executable, __file__, "--child", ",".join(sorted(names)), path],
        env=env, capture_output=True, text=True, timeout=120,
        errors="surrogateescape")
    return done.stdout, done.stderr


def compare(path):
    want, werr = capture([], path)
    got, gerr = capture(ours(), path)
    if werr:
        print(f"STOCK-STDERR {path}\n{werr[-1500:]}")
    if want == got and not gerr:
        return True
    print("FAIL", os.path.relpath(path))
    for n, line in enumerate(difflib.unified_diff(
            want.splitlines(), got.splitlines(), "stock", "ours",
            lineterm="", n=1)):
        if n > 40:
            break
        print("  " + line[:300].encode("utf-8", "replace").decode())
    if gerr and gerr != werr:
        print(gerr[-1500:])
    return False


def cpython(test, names):
    import unittest
    substitute(set(names.split(",")))
    module = importlib.import_module("test." + test)
    sys.argv = [test] + sys.argv[4:]
    unittest.main(module, exit=False)


def main():
    if sys.argv[1:2] == ["--child"]:
        return child(sys.argv[2:])
    if sys.argv[1:2] == ["--cpython"]:
        return cpython(*sys.argv[2:4])
    bad = total = 0
    for name in sys.argv[1:] or sorted(os.listdir(HERE)):
        folder = os.path.join(HERE, name)
        if name in ("standin", "__pycache__") or not os.path.isdir(folder):
            continue
        for file in sorted(os.listdir(folder)):
            if file.endswith(".py"):
                total += 1
                bad += not compare(os.path.join(folder, file))
    print(f"{total - bad} of {total} equal")
    return bad != 0


if __name__ == "__main__":
    sys.exit(main())
