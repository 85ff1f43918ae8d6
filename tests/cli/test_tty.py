"""A terminal of its own for a program: `exec -t`, `shell` at a terminal.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import termios
import time

import pytest
from tool import Caisson, needs_jail


class Terminal:
    """caisson at a terminal that we hold the other end of."""

    def __init__(self, caisson: Caisson, *args: str, size: tuple[int, int] = (31, 97)):
        self.ours, theirs = pty.openpty()
        self.resize(*size)
        self.before = termios.tcgetattr(theirs)
        self.theirs = theirs
        self.device = os.fstat(theirs).st_rdev
        self.process = subprocess.Popen(
            [caisson.binary, *args],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            start_new_session=True,
            env=caisson.environment(),
        )
        self.seen = b""

    def resize(self, rows: int, columns: int) -> None:
        fcntl.ioctl(
            self.ours, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0)
        )

    def type(self, text: str) -> None:
        os.write(self.ours, text.encode())

    def expect(self, text: str, patience: float = 30) -> str:
        """Read until this is there; what came before it."""
        end = time.monotonic() + patience
        while text.encode() not in self.seen:
            left = end - time.monotonic()
            assert left > 0, (text, self.seen)
            if select.select([self.ours], [], [], left)[0]:
                self.seen += os.read(self.ours, 65536)
        before, _, self.seen = self.seen.partition(text.encode())
        return before.decode(errors="replace")

    def end(self) -> int:
        code = self.process.wait(30)
        while select.select([self.ours], [], [], 0)[0]:
            self.seen += os.read(self.ours, 65536)
        return code

    def is_restored(self) -> bool:
        return termios.tcgetattr(self.theirs) == self.before

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.ours)
        os.close(self.theirs)


def test_cli_7_a_shell_has_a_terminal_of_its_own(caisson: Caisson) -> None:
    needs_jail(caisson)
    with Terminal(caisson, "shell", "--depth", "process") as t:
        t.expect("$ ")
        t.type("stty size; echo $TERM\r")
        assert "31 97" in t.expect("xterm\r\n")
        t.type("sleep 60\r")
        time.sleep(0.5)
        t.type("\x03")  # to the program, not to us
        t.type("echo code=$?\r")
        t.expect("code=130")
        t.resize(50, 120)
        time.sleep(0.5)
        t.type("stty size\r")
        t.expect("50 120")
        t.type("exit 7\r")
        assert t.end() == 7
        assert t.is_restored()


def test_cli_7_it_is_never_ours(caisson: Caisson) -> None:
    needs_jail(caisson)
    code = "import os; print('dev', [os.fstat(i).st_rdev for i in range(3)], os.isatty(0))"
    with Terminal(caisson, "exec", "-t", "--", "/usr/bin/python3", "-c", code) as t:
        t.expect("dev [")
        devices = [int(x) for x in t.expect("] True").split(",")]
        assert t.device not in devices
        assert len(set(devices)) == 1
        assert t.end() == 0
    # With -i and no -t it is a pipe; without both there is nothing.
    what = "import os, stat; s = os.fstat(0).st_mode; print(stat.S_ISFIFO(s), input())"
    done = subprocess.run(
        [caisson.binary, "exec", "-i", "--", "/usr/bin/python3", "-c", what],
        input=b"hello\n",
        capture_output=True,
        check=False,
    )
    assert done.stdout == b"True hello\n"


def test_cli_7_without_a_terminal_of_ours(caisson: Caisson) -> None:
    """Input from a pipe is typed, its end is Ctrl-D."""
    needs_jail(caisson)
    done = subprocess.run(
        [caisson.binary, "exec", "-it", "--", "/bin/sh", "-c", "stty size; cat"],
        input=b"one\ntwo",
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert b"24 80" in done.stdout
    assert b"one\r\n" in done.stdout
    assert b"two" in done.stdout


@pytest.mark.parametrize("sig", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_the_terminal_is_restored_when_we_are_told_to_end(
    caisson: Caisson, sig: signal.Signals
) -> None:
    needs_jail(caisson)
    with Terminal(caisson, "exec", "-t", "--", "/bin/sh", "-c", "echo on; cat") as t:
        t.expect("on\r\n")
        assert not t.is_restored()  # the twin: keys are handed over now
        t.process.send_signal(sig)
        assert t.end() == 128 + sig
        assert t.is_restored()


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["--timeout", "300ms", "--", "sleep", "60"], 124),
        (["--", "no-such-program"], 127),
        (["--", "/etc/passwd"], 126),
        (["--shell", "kill -9 $$"], 137),
        (["--shell", "exit 3"], 3),
    ],
)
def test_the_terminal_is_restored_however_it_ends(
    caisson: Caisson, words: list[str], code: int
) -> None:
    needs_jail(caisson)
    with Terminal(caisson, "exec", "-t", *words) as t:
        assert t.end() == code
        assert t.is_restored()


ASKS = [
    "\033]52;c;aGk=\007",  # the clipboard
    "\033]52;c;?\033\\",
    "\033[6n",  # where is the cursor
    "\033[c",
    "\033[>c",
    "\033[21t",  # the title, as if typed
    "\033]11;?\007",
    "\033P$qm\033\\",
    "\033P+q544e\033\\",
    "\033_Gi=1,a=q;AAAA\033\\",
    "\033[?1$p",
    "\033[>q",
    "\033Z",
    "\005",
    "\033]4;1;?\033[31;\033[6n",  # one begun in another
    "\033]52;" + "x" * 5000 + "\007",
    "\033]" + "5" * 6000 + "\007",
]
KEEPS = ["\033[31m", "\033[2J", "\033[10;5H", "\033]0;title\007", "\033[?1049h", "\033(B"]


@pytest.mark.parametrize("raw", [False, True])
def test_cli_8_on_its_terminal_a_program_cannot_make_ours_answer(
    caisson: Caisson, raw: bool
) -> None:
    """The twin is --raw-output: then all of it comes through."""
    needs_jail(caisson)
    text = "".join(f"<{x}>" for x in KEEPS + ASKS)
    code = f"import sys; sys.stdout.write({text!r} + 'end')"
    options = ["--raw-output"] if raw else []
    with Terminal(caisson, "exec", "-t", *options, "--", "/usr/bin/python3", "-c", code) as t:
        seen = t.expect("end")
        for kept in KEEPS:
            assert f"<{kept}>" in seen
        if raw:
            assert "\033]52;c;aGk=\007" in seen
            assert "\033[6n" in seen
        else:
            rest = seen[seen.index("<\033(B>") + 5 :]
            assert set(rest.replace("\033[31;", "")) <= set("<>"), rest


def test_cli_11_keys_belong_to_the_program(caisson: Caisson) -> None:
    needs_jail(caisson)
    code = (
        "import os, signal, sys\n"
        "signal.signal(signal.SIGINT, lambda *a: os.write(1, b'caught'))\n"
        "print('ready', flush=True)\n"
        "for line in sys.stdin: print('line', line.strip(), flush=True)\n"
    )
    with Terminal(caisson, "exec", "-t", "--", "/usr/bin/python3", "-c", code) as t:
        t.expect("ready")
        t.type("\x03")
        t.expect("caught")
        t.type("\x03")
        t.expect("caught")
        t.type("a\r")
        t.expect("line a")
        t.type("\x04")
        assert t.end() == 0


def test_the_program_cannot_reach_our_terminal(caisson: Caisson) -> None:
    """It has no /dev/tty, and pushes no key into its own."""
    needs_jail(caisson)
    code = (
        "import fcntl, os\n"
        "try: open('/dev/tty'); print('tty!')\n"
        "except OSError as e: print('no tty')\n"
        "try: fcntl.ioctl(0, 0x5412, b'x'); print('pushed!')\n"
        "except OSError as e: print('no push', e.errno)\n"
    )
    with Terminal(caisson, "exec", "-t", "--", "/usr/bin/python3", "-c", code) as t:
        assert t.end() == 0
        assert b"no tty" in t.seen
        assert b"no push" in t.seen
