"""What the attacks on jails share: a probe is a Python program in a jail.

Every wall can be switched off by name in test builds (`--weaken`), and every
probe is run that way once: one that sees no difference proves nothing.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import subprocess

from tool import Caisson, Done, needs_jail

PYTHON = "/usr/bin/python3"
HEAD = """
import ctypes, os, sys, errno, struct, mmap, socket, signal, time
libc = ctypes.CDLL(None, use_errno=True)
libc.syscall.restype = ctypes.c_long
def call(n, *a):
    ctypes.set_errno(0)
    r = libc.syscall(ctypes.c_long(n), *[ctypes.c_long(x) if isinstance(x, int) else x for x in a])
    return r if r >= 0 else -ctypes.get_errno()
def attempt(f, *a):
    try:
        f(*a)
        return 'done'
    except OSError as e:
        return errno.errorcode.get(e.errno, e.errno)
"""


def probe(caisson: Caisson, code: str, *options: str) -> Done:
    needs_jail(caisson)
    return caisson("exec", "--timeout", "30s", *options, "--", PYTHON, "-I", "-c", HEAD + code)


def out(caisson: Caisson, code: str, *options: str) -> str:
    done = probe(caisson, code, *options)
    assert done.code == 0, done
    return done.out.strip()


def bare(code: str, **how: object) -> str:
    """The same probe without any jail: the twin of what namespaces stop."""
    done = subprocess.run(
        [PYTHON, "-I", "-c", HEAD + code], capture_output=True, text=True, timeout=30, **how  # type: ignore[call-overload]
    )
    assert done.returncode == 0, done
    return str(done.stdout).strip()


def without(*walls: str) -> list[str]:
    return [word for wall in walls for word in ("--weaken", wall)]
