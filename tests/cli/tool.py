"""tool.py - what the tests of the command line share.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import json
import os
import pty
import select
import signal
import subprocess
import tempfile
import time
import unittest
from dataclasses import dataclass
from pathlib import Path
from typing import Any

PATIENCE = 60.0  # seconds; generous, because sanitizer builds are slow


@dataclass(frozen=True)
class Done:
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


def state_directory() -> str:
    """Where the audit log of all tests goes: tests/run.py looks at it."""
    global _state
    given = os.environ.get("XDG_STATE_HOME")
    if given is None and _state is None:
        _state = tempfile.TemporaryDirectory()
    return given if given is not None else _state.name


_state: tempfile.TemporaryDirectory[str] | None = None


class Caisson:
    """The binary under test."""

    def __init__(self, binary: Path) -> None:
        self.binary = str(binary)

    def environment(self, **more: str) -> dict[str, str]:
        return {
            "PATH": os.environ.get("PATH", "/usr/bin:/bin"),
            "LC_ALL": "C.UTF-8",
            "HOME": "/nonexistent",
            "XDG_STATE_HOME": state_directory(),
            "TERM": "xterm",
            "ASAN_OPTIONS": "exitcode=99",
            "UBSAN_OPTIONS": "halt_on_error=1:exitcode=99",
            **more,
        }

    def __call__(self, *args: str, stdin: str | bytes = "",
                 cwd: Path | None = None, env: dict[str, str] | None = None,
                 umask: int = -1) -> Done:
        data = stdin.encode() if isinstance(stdin, str) else stdin
        done = subprocess.run(
            [self.binary, *args],
            input=data,
            capture_output=True,
            timeout=PATIENCE,
            cwd=cwd,
            umask=umask,
            env=self.environment(**(env or {})),
        )
        return Done(
            done.returncode,
            done.stdout.decode("utf-8", "backslashreplace"),
            done.stderr.decode("utf-8", "backslashreplace"),
        )

    def code(self, text: str, *options: str, stdin: str = "") -> Done:
        return self("run", *options, "-c", text, stdin=stdin)

    def file(self, text: str | bytes, *args: str) -> Done:
        """Run a file of this content; `args` come before its name."""
        data = text.encode() if isinstance(text, str) else text
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "program.py"
            path.write_bytes(data)
            return self(*args, str(path))

    def start(self, *args: str) -> subprocess.Popen[bytes]:
        """Start without waiting; SIGINT is not ignored."""
        return subprocess.Popen(
            [self.binary, *args],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=self.environment(),
            preexec_fn=lambda: signal.signal(
                signal.SIGINT, signal.default_int_handler
            ),
        )

    def terminal(self, *args: str, **env: str) -> Terminal:
        return Terminal([self.binary, *args], self.environment(**env))


JAILS: dict[str, str] = {}


def needs_jail(caisson: Caisson) -> None:
    """Skip, with the reason, where this machine cannot make a jail."""
    if caisson.binary not in JAILS:
        report = caisson("doctor", "--json").json
        missing = [f for f in report["facts"] if f["needed"] and not f["holds"]]
        JAILS[caisson.binary] = "; ".join(
            f"{f['name']}: {f['detail']}" for f in missing
        )
    if JAILS[caisson.binary]:
        raise unittest.SkipTest(f"no jail here: {JAILS[caisson.binary]}")


class Terminal:
    """A program at a pseudo-terminal, driven like a person would."""

    def __init__(self, command: list[str], env: dict[str, str]) -> None:
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            os.execve(command[0], command, env)
        self.seen = ""

    def type(self, text: str) -> None:
        os.write(self.fd, text.encode())

    def _more(self, seconds: float) -> bool:
        if not select.select([self.fd], [], [], seconds)[0]:
            return False
        try:
            data = os.read(self.fd, 65536)
        except OSError:  # the other side has gone
            return False
        self.seen += data.decode("utf-8", "replace")
        return bool(data)

    def wait_for(self, text: str, patience: float = PATIENCE) -> str:
        """What was printed up to and including `text`."""
        end = time.monotonic() + patience
        while text not in self.seen:
            assert time.monotonic() < end, f"no {text!r} in {self.seen!r}"
            if not self._more(0.2) and self._ended():
                break
        assert text in self.seen, f"no {text!r} in {self.seen!r}"
        before, _, self.seen = self.seen.partition(text)
        return before + text

    def _ended(self) -> bool:
        try:
            return os.waitid(
                os.P_PID, self.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT
            ) is not None
        except ChildProcessError:
            return True

    def close(self) -> int:
        """Wait for the end; the exit code.

        A Ctrl-D that arrives between the prompt and the switch to raw mode is
        lost in the terminal driver: press it again, as a person would.
        """
        end = time.monotonic() + PATIENCE
        again = time.monotonic() + 2
        while time.monotonic() < end:
            self._more(0.1)
            if time.monotonic() > again and not self._ended():
                self.type("\x04")
                again = time.monotonic() + 2
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                os.close(self.fd)
                return os.waitstatus_to_exitcode(status)
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        os.close(self.fd)
        raise AssertionError(f"did not end: {self.seen!r}")
