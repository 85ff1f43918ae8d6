# zygote.py - an interpreter that is forked into a fresh jail for every run.
#
# SPDX-License-Identifier: Apache-2.0
import os
import sys

from read import Reader
from serve import main


def zygote(fd, preload):
    """Fork a runner into a fresh jail for every message of the keeper.

    A message carries the environment and six descriptors: the first process of
    the jail, a procfs, the plan, channel, stdout, stderr.  This process never
    runs anybody's code but the modules it was told to import.
    """
    import ast  # noqa: F401 - what most programs need is there already
    import asyncio  # noqa: F401
    import ctypes
    import gc
    import importlib
    import linecache  # noqa: F401
    import signal
    import socket
    import traceback  # noqa: F401

    keeper = socket.socket(fileno=fd)
    lib = ctypes.CDLL("/.caisson/fork.so", use_errno=True)
    try:
        for name in preload:
            importlib.import_module(name)
    except BaseException as error:
        keeper.send(f"cannot import {name}: {type(error).__name__}: {error}".encode()[:150])
        os._exit(1)
    own = os.open("/proc/self/ns/pid", os.O_RDONLY | os.O_CLOEXEC)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody has to wait for them
    gc.collect()
    gc.freeze()
    keeper.send(b"ready")
    while True:
        data, fds, _, _ = socket.recv_fds(keeper, 1 << 18, 8)
        if not data:
            os._exit(0)
        # A jail that is gone already needs no program.
        if len(fds) == 6 and lib.cs_fork_aim(fds[0]) == 0:
            try:
                if os.fork() == 0:
                    break
            except OSError:  # too many processes: the host sees the channel end
                pass
            lib.cs_fork_aim(own)
        for each in fds:
            os.close(each)
    keeper.detach()
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    lib.cs_fork_enter(*fds)
    os.environ.clear()
    os.environ.update(Reader(data).get())
    sys.stdin = sys.__stdin__ = open(0, encoding="utf-8", closefd=False)
    sys.stdout = sys.__stdout__ = open(1, "w", encoding="utf-8", closefd=False)
    sys.stderr = sys.__stderr__ = open(
        2, "w", encoding="utf-8", errors="backslashreplace", closefd=False
    )
    numpy = sys.modules.get("numpy")
    if numpy:  # Python's own generator is seeded anew by every fork
        numpy.random.seed()
    main(5)
    os._exit(0)
