# zygote.py - an interpreter that is forked into a fresh jail for every run.
#
# SPDX-License-Identifier: Apache-2.0
import os
import sys

from display import watch
from frames import DONE, START
from read import Reader
from serve import Server, open_streams
from tools import Channel, Gone
from write import pack

ROUNDS = 20  # after so many calls an interpreter has specialised what it runs


def rehearse():
    """Serve a host of our own for a while: what is made on the way, and where
    CPython writes into its own code, children share instead of making it anew."""
    import socket

    host, ours = socket.socketpair()
    theirs = Channel(host.fileno())
    body = pack(1, "<rehearsal>", 0, "pass")
    server = Server(Channel(ours.fileno()), {})
    for _ in range(ROUNDS):
        theirs.send(START, body)
        server.step()
        if theirs.receive()[0] != DONE:
            raise RuntimeError("the rehearsal failed")
    host.close()
    ours.close()


class Hooks:
    """What modules want to be done in forks, kept back while they are imported.

    Those of threading and logging put locks in order that other threads may have
    held: where there are none it has no effect, but touches a third of the memory
    that a short run does.  A fork registers them for its own forks.
    """

    def __enter__(self):
        self.all, self.register = [], os.register_at_fork
        os.register_at_fork = lambda **hooks: self.all.append(hooks)
        return self

    def __exit__(self, *error):
        os.register_at_fork = self.register

    def release(self):
        for hooks in self.all:
            os.register_at_fork(**hooks)
        self.all = []


def zygote(fd, preload):
    """Fork a runner into a fresh jail for every message of the keeper.

    A message carries the environment and six descriptors: the first process of
    the jail, a procfs, the plan, channel, stdout, stderr.  This process never
    runs anybody's code but the modules it was told to import.
    """
    with Hooks() as hooks:
        import ast  # noqa: F401 - what most programs need is there already
        import asyncio  # noqa: F401
        import ctypes
        import gc
        import importlib
        import linecache  # noqa: F401
        import threading
        import traceback  # noqa: F401

    lib = ctypes.PyDLL("/.caisson/fork.so")
    lib.cs_fork_next.restype = ctypes.py_object
    watch()
    try:
        for name in preload:
            importlib.import_module(name)
    except BaseException as error:
        os.write(fd, f"cannot import {name}: {type(error).__name__}: {error}".encode()[:150])
        os._exit(1)
    open_streams()
    rehearse()
    if threading.active_count() > 1:
        hooks.release()
    else:
        lib.cs_fork_rehearse()
    usual = bytes(pack(dict(os.environ)))
    numpy = sys.modules.get("numpy")
    server = Server(Channel(5), sys.modules["__main__"].__dict__)
    gc.collect()
    gc.freeze()
    os.write(fd, b"ready")
    data = lib.cs_fork_next(fd)
    hooks.release()
    if data != usual:
        os.environ.clear()
        os.environ.update(Reader(data).get())
    if numpy:  # Python's own generator is seeded anew by every fork
        numpy.random.seed()
    try:
        server.serve()
    except Gone:
        os._exit(0)
