"""What is said about the walls, and to the terminal, does not depend on luck.

The outcome of probes under another system call filter, limits that only the
engine counts, and 8-bit controls in what a program prints.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import json
import subprocess
import tempfile
from pathlib import Path

from jailed import PYTHON
from tool import Caisson, needs_jail
from twins import twin

# A filter that answers one call with ENOSYS, then a program under it.
UNDER = """
import ctypes, os, struct, sys
code = b''.join(struct.pack('HBBI', *i) for i in (
    (0x20, 0, 0, 0), (0x15, 0, 1, int(sys.argv[1])), (6, 0, 0, 0x50000 | 38), (6, 0, 0, 0x7fff0000)))
room = ctypes.create_string_buffer(code)
class Program(ctypes.Structure): _fields_ = [('n', ctypes.c_ushort), ('at', ctypes.c_void_p)]
program = Program(4, ctypes.cast(room, ctypes.c_void_p))
libc = ctypes.CDLL(None)
libc.prctl(38, 1, 0, 0, 0)
assert libc.prctl(22, 2, ctypes.byref(program), 0, 0) == 0
os.execv(sys.argv[2], sys.argv[2:])
"""
LANDLOCK, NONE = "444", "9999"


def test_probes_under_another_filter_are_made_again(caisson: Caisson) -> None:
    needs_jail(caisson)
    with tempfile.TemporaryDirectory() as run:
        def doctor(refused: str, *options: str) -> str:
            done = subprocess.run(
                [PYTHON, "-I", "-c", UNDER, refused, caisson.binary, "doctor", *options],
                capture_output=True, text=True, env=caisson.environment(XDG_RUNTIME_DIR=run), timeout=60,
            )
            return done.stdout

        first = doctor(NONE, "--fresh")
        if "landlock ABI" not in first:
            return  # nothing to take away
        kept = doctor(LANDLOCK)
        assert "no landlock" in kept, kept  # as many filters, another answer
        assert "landlock ABI" in doctor(NONE)
        twin("P02", "no landlock" in doctor(LANDLOCK, "--fresh"))  # the filter does what it should


def test_a_jail_that_cannot_be_made_is_not_called_full(caisson: Caisson) -> None:
    """The result says why, and nothing of walls that never stood."""
    needs_jail(caisson)

    def run(refused: str) -> dict[str, object]:
        words = [caisson.binary, "run", "--json", "--depth", "process", "-c", "1"]
        done = subprocess.run([PYTHON, "-I", "-c", UNDER, refused, *words],
                              capture_output=True, text=True, env=caisson.environment(), timeout=60)  # fmt: skip
        return dict(json.loads(done.stdout))

    if "landlock ABI" not in caisson("doctor").out:
        return
    got = run(LANDLOCK)
    assert got["status"] == "crashed" and got["enforcement"]["level"] == "degraded", got
    assert got["error"]["type"] == "SandboxCrashed" and "Landlock" in got["error"]["message"], got
    fine = run(NONE)
    twin("P02", fine["status"] == "ok" and "error" not in fine, fine)  # the filter alone changes nothing


def test_limits_that_only_the_engine_counts_refuse_to_start(caisson: Caisson) -> None:
    needs_jail(caisson)
    with tempfile.TemporaryDirectory() as folder:
        rules = Path(folder, "p.yaml")
        loop = "for i in range(100000): pass\nprint('ran')"
        for limit in ("fuel: 1000", "heap_bytes: 32MiB", "turn_ms: 5", "recursion: 10", "sleep_ms: 1"):
            rules.write_text(f"version: 1\ndepth: auto\ndepth_allow: [check, interp, process]\nlimits: {{{limit}}}\n")
            rules.chmod(0o600)
            for words in (["--depth", "process", "-c", loop], ["-c", "import sqlite3\n" + loop]):
                done = caisson("run", "--policy", str(rules), *words)
                assert done.code == 125 and "ran" not in done.out and "limits." + limit.split(":")[0] in done.err, (limit, done)
        rules.write_text("version: 1\ndepth: process\nlimits: {fuel: 1000}\naccept_unenforced: [limits.fuel]\n")
        done = caisson("run", "--json", "--policy", str(rules), "-c", loop)
        # twin: accepted by name it starts, and the result says what is missing
        twin("P02", done.json["stdout"] == "ran\n" and "limits.fuel" in done.json["enforcement"]["missing"], done)
    for words in (["--depth", "process", "-c", loop], ["-c", "import sqlite3\n" + loop]):
        done = caisson("run", "--fuel", "100000", *words)
        assert done.code == 125 and "--fuel" in done.err and "ran" not in done.out, done
    assert caisson("run", "--fuel", "10000000", "-c", loop).out == "ran\n"


CONTROLS = {
    "CSI": r"\302\2336n", "OSC": r"\302\23552;c;aGk=\302\234", "DCS": r"\302\220$q q\302\234", "raw CSI": r"\2336n",
    "raw OSC": r"\23552;c;aGk=\234", "overlong": r"\340\202\2336n", "longer": r"\360\200\202\2336n",
    "cut": r"\302\033[0m\2336n", "print": r"\033[5i", "print all": r"\033[?4i",
}


def test_e05_no_8_bit_control_reaches_the_terminal(caisson: Caisson) -> None:
    """As characters and as bytes, with a terminal of its own and without."""
    needs_jail(caisson)
    script = "printf '" + "".join(f"<{c}>" for c in CONTROLS.values()) + r"\342\233\204\303\251\n-END-'"

    def seen(*options: str) -> str:
        terminal = caisson.terminal("exec", *options, "--shell", script)
        text = terminal.wait_for("-END-")
        terminal.close()
        return text

    for options in (["-t"], []):
        text = seen(*options)
        assert not any(0x80 <= ord(c) < 0xA0 for c in text), repr(text)
        assert "\x1b[5i" not in text and "\x1b[?4i" not in text, repr(text)
        assert "\u26c4\u00e9" in text, repr(text)  # the same bytes inside of a character are text
    # twin: raw output passes
    twin("E05", "\x9b" in seen("--raw-output"))


def test_limits_around_us_are_told(caisson: Caisson) -> None:
    """A limit of file sizes is not our end, and one of descriptors has its name."""
    needs_jail(caisson)

    def under(limit: str, *words: str) -> subprocess.CompletedProcess[str]:
        script = f"ulimit {limit}; exec \"$@\""
        return subprocess.run(
            ["/bin/bash", "-c", script, "sh", caisson.binary, *words],
            capture_output=True, text=True, env=caisson.environment(), timeout=60,
        )

    done = under("-f 0", "run", "-c", "print(1)")
    assert done.returncode == 125 and "audit" in done.stderr, done
    assert "ulimit -n" in under("-n 20", "exec", "true").stderr
    assert under("-n 256", "exec", "true").returncode == 0
    bare = under("-f 0", "version")
    twin("G04", bare.returncode == 0, bare)  # where nothing is written nothing fails
