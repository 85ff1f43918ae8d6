"""A ``caisson worker`` for tests: a process of its own, at a free port."""

import contextlib
import os
import re
import subprocess
from pathlib import Path

import pytest

TOKEN = "a-token-of-the-tests"


def binary():
    """The command of the build that is tested."""
    import caisson._native

    path = Path(caisson._native.__file__).resolve().parent / "caisson"
    if not path.exists():
        pytest.skip("the command is not in this build")
    return path


class Server:
    """A server that runs; ``url`` is where."""

    def __init__(self, *options, token=TOKEN):
        self.process = subprocess.Popen(
            [binary(), "worker", "--listen", "127.0.0.1:0", *options],
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "CAISSON_WORKER_TOKEN": token},
        )
        line = self.process.stderr.readline()
        found = re.search(r"ws://([\d.]+):(\d+)/worker", line)
        assert found, line
        self.url = found[0]
        self.host, self.port = found[1], int(found[2])

    @property
    def workers(self):
        """Processes of its workers."""
        pid = self.process.pid
        path = Path(f"/proc/{pid}/task")
        found = []
        for task in path.iterdir():
            with contextlib.suppress(OSError):
                found += (task / "children").read_text().split()
        return [int(n) for n in found]

    def kill(self):
        """At once, as a machine that loses its power."""
        self.process.kill()
        self.process.wait()

    def close(self):
        """As an administrator ends it; the exit code."""
        self.process.terminate()
        code = self.process.wait(10)
        self.process.stderr.close()
        return code


@contextlib.contextmanager
def serving(*options, **named):
    """A server for a while."""
    server = Server(*options, **named)
    try:
        yield server
    finally:
        server.close()
