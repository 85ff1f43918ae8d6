"""Output that cannot be written, descriptors that are not there, words too many.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from tool import Caisson, needs_jail


def sh(caisson: Caisson, script: str, **env: str) -> subprocess.CompletedProcess[bytes]:
    """A shell script in which $C is the binary."""
    return subprocess.run(
        ["/bin/bash", "-c", "set -o pipefail\n" + script],
        capture_output=True,
        stdin=subprocess.DEVNULL,
        env=caisson.environment(C=caisson.binary, **env),
        timeout=120,
        check=False,
    )


@pytest.mark.parametrize(
    "words",
    ["run -c 'print(1)'", "run --json -c 1", "version", "help", "man 1", "policy schema"],
)
def test_output_that_is_lost_is_an_error(caisson: Caisson, words: str) -> None:
    done = sh(caisson, f"$C {words} > /dev/full")
    assert done.returncode == 125
    assert b"No space left on device" in done.stderr


def test_a_programs_own_code_wins(caisson: Caisson) -> None:
    done = sh(caisson, "$C run -c 'print(1); raise SystemExit(3)' > /dev/full")
    assert done.returncode == 3
    assert b"is lost" in done.stderr


def test_a_reader_that_leaves_ends_the_program_quietly(caisson: Caisson) -> None:
    done = sh(caisson, "$C run -c 'for i in range(10**9): print(i)' | head -1")
    assert (done.returncode, done.stdout, done.stderr) == (141, b"0\n", b"")
    needs_jail(caisson)
    done = sh(caisson, "$C exec -- yes | head -1")
    assert (done.returncode, done.stdout, done.stderr) == (141, b"y\n", b"")


@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&-", "<&- >&- 2>&-"])
def test_no_program_prints_into_a_file_of_ours(
    caisson: Caisson, tmp_path: Path, closed: str
) -> None:
    """Without standard output the audit log must not take its place."""
    code = "import sys; print('OUT'); print('ERR', file=sys.stderr)"
    state = {"XDG_STATE_HOME": str(tmp_path)}
    sh(caisson, f'$C run -c "{code}" {closed}', **state)
    sh(caisson, f'$C run --in-process --journal {tmp_path}/j -c "{code}" {closed}', **state)
    log = (tmp_path / "caisson/audit.jsonl").read_bytes()
    assert b"\nOUT" not in log
    assert b"\nERR" not in log
    assert all(line.startswith(b"{") for line in log.splitlines())
    assert sh(caisson, "$C audit verify", **state).returncode == 0


@pytest.mark.parametrize("verb", ["mcp", "repl", "doctor", "demo", "version", "why"])
def test_words_that_nobody_wants_are_refused(caisson: Caisson, verb: str) -> None:
    done = caisson(verb, "surplus")
    assert done.code == 125
    assert "'surplus' is too much" in done.err


def test_messages_say_what_to_do(caisson: Caisson, tmp_path: Path) -> None:
    assert "after the command" in caisson("--json", "run").err
    assert "policy init" in caisson("policy", "check", "/nonexistent.yaml").err
    missing = caisson("mcp", "--workspace", str(tmp_path / "none"))
    assert (missing.code, "No such file" in missing.err) == (125, True)
    long = tmp_path / "long.py"
    long.write_text("x = '" + "a" * 5_000_000 + "'\n")
    stopped = caisson("run", "--depth", "interp", str(long))
    assert stopped.code == 137
    assert "--source" not in stopped.err
    needs_jail(caisson)
    assert "mount" in caisson("exec", "no-such-program").err
