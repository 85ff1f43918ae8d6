"""run_core - compare our core library with CPython's, both under CPython.

Usage: run_core.py [FILE or FOLDER ...].  Each program is run twice, once as it is
and once through standin/boot.py; standard output and exit status must agree.

SPDX-License-Identifier: Apache-2.0
"""

import difflib
import os
import subprocess
import sys

from standin.boot import CORE

HERE = os.path.dirname(os.path.abspath(__file__))
BOOT = os.path.join(HERE, "standin", "boot.py")


def top_module(folder):
    """Name the module that the programs of a folder are about."""
    return os.path.basename(folder).partition("_")[0]


def programs(places):
    for place in places:
        if os.path.isfile(place):
            yield place
            continue
        for folder, _, names in sorted(os.walk(place)):
            if top_module(folder) not in CORE:
                continue
            for name in sorted(names):
                path = os.path.join(folder, name)
                if name.endswith(".py") and folder != HERE:
                    yield path


def output(command):
    done = subprocess.run(command, capture_output=True, text=True,
                          env={**os.environ, "PYTHONHASHSEED": "0"})
    return done.stdout + f"[exit {done.returncode}]\n", done.stderr


def main():
    failed = total = 0
    for path in programs(sys.argv[1:] or [HERE]):
        total += 1
        want, want_err = output([sys.executable, path])
        got, got_err = output([sys.executable, BOOT, path])
        if want == got:
            continue
        failed += 1
        print(f"--- {path}")
        lines = difflib.unified_diff(want.splitlines(), got.splitlines(),
                                     "cpython", "ours", lineterm="", n=1)
        print("\n".join(list(lines)[:60]))
        print(got_err[-3000:])
    print(f"{total - failed} of {total} programs agree")
    sys.exit(failed != 0)


if __name__ == "__main__":
    main()
