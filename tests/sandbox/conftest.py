"""Named sandboxes through the command line; CAISSON_BUILD is the build.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import json
import os
import pwd
import shutil
import socket
import struct
import subprocess
import tempfile
import time
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
BUILD = Path(os.environ.get("CAISSON_BUILD", ROOT / "build-debug")).resolve()
CAISSON = str(BUILD / "caisson")
PATIENCE = 60.0


class Done:
    """How a command ended."""

    def __init__(self, code: int, out: bytes, err: bytes) -> None:
        self.code, self.raw = code, out
        self.out = out.decode("utf-8", "backslashreplace")
        self.err = err.decode("utf-8", "backslashreplace")

    @property
    def json(self) -> Any:
        return json.loads(self.out)

    def __repr__(self) -> str:
        return f"Done({self.code}, {self.out!r}, {self.err!r})"


class Boxes:
    """The command line with a state directory of its own."""

    def __init__(self, home: Path, prefix: list[str]) -> None:
        self.home, self.prefix = home, prefix
        self.names: list[str] = []
        self.env = {
            "PATH": os.environ["PATH"],
            "LC_ALL": "C.UTF-8",
            "HOME": str(home),
            "XDG_STATE_HOME": str(home / "state"),
            "XDG_DATA_HOME": str(home / "data"),
        }

    def __call__(self, *args: str, stdin: bytes = b"", **env: str) -> Done:
        done = subprocess.run(
            [*self.prefix, CAISSON, *args],
            input=stdin,
            capture_output=True,
            timeout=PATIENCE,
            env={**self.env, **env},
        )
        return Done(done.returncode, done.stdout, done.stderr)

    def start(self, *args: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [*self.prefix, CAISSON, *args],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=self.env,
        )

    def create(self, *options: str, name: str | None = None) -> str:
        name = name or f"t-{uuid.uuid4().hex[:8]}"
        self.names.append(name)
        done = self("create", *options, name)
        assert done.code == 0, done
        return name

    def run(self, name: str, script: str, *options: str) -> Done:
        return self("exec", *options, "--shell", script, name)

    def result(self, name: str, script: str, *options: str) -> Any:
        return self("exec", "--json", *options, "--shell", script, name).json

    def inspect(self, name: str) -> Any:
        return self("inspect", "--json", name).json

    def folder(self, name: str) -> Path:
        return self.home / "state/caisson/boxes" / self.inspect(name)["id"]

    def keeper(self, name: str) -> int:
        return int(json.loads((self.folder(name) / "state.json").read_text())["pid"])

    def dial(self, name: str) -> Link:
        return Link(self.folder(name) / "sock")

    def close(self) -> None:
        for name in self.names:
            self("rm", "-q", name)


class Link:
    """A connection to a keeper, as docs/sandbox-protocol.md has it."""

    def __init__(self, path: Path) -> None:
        folder = os.open(path.parent, os.O_PATH)
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(PATIENCE)
        self.socket.connect(f"/proc/self/fd/{folder}/{path.name}")
        os.close(folder)

    def send(self, kind: bytes, data: bytes) -> None:
        self.socket.sendall(struct.pack("<IB", len(data), kind[0]) + data)

    def ask(self, **request: object) -> None:
        self.send(b"Q", json.dumps(request).encode())

    def take(self, n: int) -> bytes:
        data = b""
        while len(data) < n:
            more = self.socket.recv(n - len(data))
            if not more:
                raise EOFError
            data += more
        return data

    def frame(self) -> tuple[str, bytes]:
        n, kind = struct.unpack("<IB", self.take(5))
        return chr(kind), self.take(n)

    def finish(self) -> tuple[Any, bytes, bytes]:
        out = {"o": b"", "e": b""}
        while True:
            kind, data = self.frame()
            if kind == "R":
                return json.loads(data), out["o"], out["e"]
            if kind in out:
                out[kind] += data

    def __enter__(self) -> Link:
        return self

    def __exit__(self, *args: object) -> None:
        self.socket.close()


def wait_until(true: Any, seconds: float = 30.0) -> bool:
    """Ask until it holds; the deadline is for machines that are busy."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if true():
            return True
        time.sleep(0.02)
    return bool(true())


def is_alive(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state not in "ZX"


def processes_of(marker: str) -> list[int]:
    """Processes of the host whose command line has this word."""
    found = []
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit() or int(entry.name) == os.getpid():
            continue
        try:
            if marker in (entry / "cmdline").read_text() and is_alive(int(entry.name)):
                found.append(int(entry.name))
        except (FileNotFoundError, ProcessLookupError, PermissionError):
            continue
    return found


def make_boxes(user: str) -> Boxes:
    home = Path(tempfile.mkdtemp(prefix="caisson-boxes-", dir="/tmp"))
    prefix: list[str] = []
    if user == "other":
        if os.geteuid() != 0 or not shutil.which("setpriv"):
            pytest.skip("only root can try another user")
        nobody = pwd.getpwnam("nobody")
        os.chown(home, nobody.pw_uid, nobody.pw_gid)
        prefix = ["setpriv", f"--reuid={nobody.pw_uid}", f"--regid={nobody.pw_gid}",
                  "--clear-groups", "--inh-caps=-all", "--bounding-set=-all"]
    return Boxes(home, prefix)


@pytest.fixture(params=["self", "other"])
def boxes(request: pytest.FixtureRequest) -> Iterator[Boxes]:
    """As whoever runs the tests and, for root, as an ordinary user."""
    made = make_boxes(request.param)
    yield made
    made.close()
    shutil.rmtree(made.home, ignore_errors=True)


@pytest.fixture
def own() -> Iterator[Boxes]:
    """Only as whoever runs the tests."""
    made = make_boxes("self")
    yield made
    made.close()
    shutil.rmtree(made.home, ignore_errors=True)
