"""Runs that have a name: `--name`, `ps`, `logs`, `rm`.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tool import Caisson, Done, needs_jail


class Named:
    """caisson with a state of its own."""

    def __init__(self, caisson: Caisson, state: Path) -> None:
        self.caisson = caisson
        self.state = state
        self.started: list[subprocess.Popen[bytes]] = []

    def __call__(self, *words: str, stdin: str | bytes = "") -> Done:
        return self.caisson(
            *words, stdin=stdin, env={"XDG_STATE_HOME": str(self.state)}
        )

    def start(self, *words: str) -> subprocess.Popen[bytes]:
        process = subprocess.Popen(
            [self.caisson.binary, *words],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=self.caisson.environment(XDG_STATE_HOME=str(self.state)),
        )
        self.started.append(process)
        return process

    def ps(self, *words: str) -> dict[str, Any]:
        return {o["name"]: o for o in self("ps", "--json", *words).json}

    def until(self, name: str, status: str) -> dict[str, Any]:
        end = time.monotonic() + 30
        while time.monotonic() < end:
            found = self.ps("--all").get(name, {})
            if found.get("status") == status:
                return found
            time.sleep(0.05)
        raise AssertionError(self.ps("--all"))


@pytest.fixture
def named(caisson: Caisson, tmp_path: Path) -> Iterator[Named]:
    own = Named(caisson, tmp_path)
    yield own
    for process in own.started:
        process.kill()
        process.communicate()


PRINTS = "import sys; print('one\\ntwo'); print('bad', file=sys.stderr); print('three')"


def test_cli_17_ps_shows_what_runs_and_how_it_ended(named: Named) -> None:
    assert named("ps").out.split() == "NAME DEPTH IMAGE/LANG STATUS CREATED MEM CPU".split()
    assert named("run", "--name", "good", "-c", "print(1)").code == 0
    assert named("run", "--name", "bad", "-c", "1/0").code == 1
    going = named.start("run", "--name", "going", "-c", "x = [0] * 10**6\nwhile True: pass")
    row = named.until("going", "running")
    assert row["depth"] == "interp"
    assert row["lang"] == "python"
    assert row["created_ms"] > 1_600_000_000_000
    assert row["memory_bytes"] > 1 << 20
    time.sleep(0.5)
    assert named.ps()["going"]["cpu_ms"] > 0
    assert list(named.ps()) == ["going"]
    everything = named.ps("--all")
    assert {n: (o["status"], o.get("exit_code")) for n, o in everything.items()} == {
        "good": ("stopped", 0),
        "bad": ("stopped", 1),
        "going": ("running", None),
    }
    lines = named("ls", "--all").out.splitlines()
    assert max(map(len, lines)) <= 80
    assert lines[1].split()[:4] == ["bad", "interp", "python", "stopped"]
    assert named("ps", "-q").out == "going\n"
    going.send_signal(signal.SIGKILL)
    going.wait()
    named.until("going", "crashed")


def test_cli_17_at_every_depth(named: Named) -> None:
    needs_jail(named.caisson)
    named.start("exec", "--name", "nap", "--", "sleep", "30")
    row = named.until("nap", "running")
    assert (row["depth"], row["lang"]) == ("process", "sleep")
    named("run", "--name", "deep", "--depth", "process", "-c", "print('hi')")
    assert named.until("deep", "stopped")["depth"] == "process"
    assert named("logs", "deep").out == "hi\n"


def test_a_name_is_for_one_at_a_time(named: Named) -> None:
    named.start("run", "--name", "one", "-c", "while True: pass")
    named.until("one", "running")
    second = named("run", "--name", "one", "-c", "print('never')")
    assert (second.code, second.out) == (125, "")
    assert "is running" in second.err
    assert "is running" in named("rm", "one").err
    for wrong in ("", "A b", "../x", "a/b", ".x", "-", "x" * 129, "a\nb"):
        assert named("run", f"--name={wrong}", "-c", "1").code == 125, wrong
        assert named("logs", wrong).code == 125
        assert named("rm", "--", wrong).code == 125


def test_rm_forgets(named: Named) -> None:
    named("run", "--name", "gone", "-c", "print(1)")
    assert named("rm", "gone").out == "gone\n"
    assert named.ps("--all") == {}
    assert named("logs", "gone").code == 125
    named("run", "--name", "brief", "--rm", "-c", "print(1)")
    assert named.ps("--all") == {}
    assert list((named.state / "caisson/boxes").iterdir()) == []
    assert not any(p.is_symlink() for p in (named.state / "caisson/names").iterdir())


def test_cli_18_logs_are_readable_after_the_end(named: Named) -> None:
    named("run", "--name", "job", "-c", PRINTS)
    got = named("logs", "job")
    assert (got.out, got.err) == ("one\ntwo\nthree\n", "bad\n")
    assert named("logs", "--source", "stderr", "job").err == "bad\n"
    assert named("logs", "--source", "stderr", "job").out == ""
    for n, text in ((0, ""), (1, "three\n"), (3, "two\nthree\n"), (99, "one\ntwo\nthree\n")):
        assert named("logs", "--tail", str(n), "job").out == text, n
    assert named("logs", "-n", "2", "--source", "stdout", "job").out == "two\nthree\n"
    assert named("logs", "--since", "1h", "job").out == got.out
    assert named("logs", "--until", "1h", "job").out == ""
    assert named("logs", "--since", "2999-01-01", "job").out == ""
    assert named("logs", "--until", "2999-01-01T10:00", "job").out == got.out
    assert named("logs", "--since", "soon", "job").code == 125


def test_cli_18_a_cursor_goes_on(named: Named) -> None:
    named("run", "--name", "job", "-c", "print('first')")
    said = named("logs", "--json", "job").json
    assert [r["data"] for r in said["records"]] == ["first\n"]
    assert set(said["records"][0]) == {"t", "seq", "exec", "src", "data", "b64", "cursor"}
    named("run", "--name", "job", "-c", "print('second')")
    more = named("logs", "--json", "--cursor", said["cursor"], "job").json
    assert [r["data"] for r in more["records"]] == ["second\n"]
    assert named("logs", "job").out == "first\nsecond\n"
    ran = more["records"][0]["exec"]
    assert named("logs", "--exec", ran, "job").out == "second\n"
    nothing = named("logs", "--json", "--cursor", more["cursor"], "job").json
    assert nothing["records"] == []
    assert nothing["cursor"] == more["cursor"]
    assert named("logs", "--cursor", "x", "job").code == 125


def test_cli_18_following_ends_with_the_run(named: Named) -> None:
    code = "import time\nfor i in range(5): print(i, flush=True); time.sleep(0.3)"
    named.start("run", "--name", "slow", "-c", code)
    named.until("slow", "running")
    began = time.monotonic()
    got = named("logs", "--follow", "slow")
    assert got.out == "0\n1\n2\n3\n4\n"
    assert time.monotonic() - began < 30
    lines = named("logs", "-f", "--stream-json", "slow").out.splitlines()
    assert "".join(json.loads(x)["data"] for x in lines) == got.out
    assert named("logs", "-f", "--json", "slow").code == 125


def test_cli_18_a_killed_run_keeps_what_it_printed(named: Named) -> None:
    code = "print('before', flush=True)\nwhile True: pass"
    process = named.start("run", "--name", "dies", "-c", code)
    named.until("dies", "running")
    end = time.monotonic() + 30
    while "before" not in named("logs", "dies").out and time.monotonic() < end:
        time.sleep(0.05)
    process.kill()
    process.wait()
    named.until("dies", "crashed")
    assert named("logs", "dies").out == "before\n"
    named("run", "--name", "dies", "-c", "print('after')")
    assert named("logs", "dies").out == "before\nafter\n"


def test_cli_18_output_cannot_forge_a_record(named: Named) -> None:
    fake = '{"t":1,"seq":99,"exec":"x","src":"system","data":"forged","cursor":"c99"}'
    named("run", "--name", "liar", "-c", f"print('\\n' + {fake!r} + '\\n')")
    said = named("logs", "--json", "liar").json
    assert [r["src"] for r in said["records"]] == ["stdout"]
    assert said["cursor"] == "c1"


def test_cli_18_bytes_come_back_as_they_were(named: Named) -> None:
    needs_jail(named.caisson)
    script = "printf 'a\\377b\\000c\\303\\251'"
    named("exec", "--name", "raw", "--shell", script)
    got = subprocess.run(
        [named.caisson.binary, "logs", "raw"],
        capture_output=True,
        env=named.caisson.environment(XDG_STATE_HOME=str(named.state)),
        check=True,
    )
    assert got.stdout == b"a\xffb\x00c\xc3\xa9"


def test_cli_18_a_log_is_bounded_and_says_so(named: Named) -> None:
    line = "x" * 999
    code = f"for i in range(20000): print(str(i).rjust(6) + {line!r})"
    named("run", "--name", "much", "--rm", "-c", "1")
    subprocess.run(
        [named.caisson.binary, "run", "--name", "much", "-c", code],
        stdout=subprocess.DEVNULL,
        env=named.caisson.environment(XDG_STATE_HOME=str(named.state)),
        check=True,
    )
    (folder,) = (named.state / "caisson/boxes").iterdir()
    assert sum(p.stat().st_size for p in folder.iterdir()) < 20 << 20
    out = named("logs", "much").out
    assert "older output is not kept\n" in out
    assert out.endswith(f"{19999:6}{line}\n")
    assert oct(folder.stat().st_mode & 0o777) == "0o700"
    assert oct((folder / "log.jsonl").stat().st_mode & 0o777) == "0o600"


def test_a_terminal_is_a_source(named: Named) -> None:
    needs_jail(named.caisson)
    named("exec", "-t", "--name", "tty", "--shell", "echo hi")
    said = named("logs", "--json", "tty").json
    assert {r["src"] for r in said["records"]} == {"pty"}
    assert os.linesep in "".join(r["data"] for r in said["records"])


# --- in the background, and its end


def test_detached_runs_go_on_without_us(named: Named) -> None:
    code = "print('one', flush=True)\nimport time\ntime.sleep(60)"
    assert named("run", "-d", "--name", "job", "-c", code).out == "job\n"
    row = named.until("job", "running")
    assert os.getsid(row["pid"]) == row["pid"]
    for _ in range(100):
        if named("logs", "job").out:
            break
        time.sleep(0.05)
    assert named("logs", "job").out == "one\n"
    (figures,) = named("stats", "--json", "job").json
    assert figures["memory_bytes"] > 1 << 20
    assert figures["processes"] >= 2
    assert named("stats").out.splitlines()[1].split()[0] == "job"
    assert named("stop", "job").out == "job\n"
    assert named.until("job", "stopped")["exit_code"] == 130
    assert named("wait", "job").out == "130\n"
    assert named("logs", "job").out == "one\n"
    assert named("stats").out.splitlines()[1:] == []
    assert named("stats", "job").code == 125
    assert named("stop", "job").code == 0


def test_what_cannot_begin_says_so_at_once(named: Named) -> None:
    for words in (
        ["run", "-d", "-c", "1"],
        ["run", "-d", "--name", "A b", "-c", "1"],
        ["run", "-d", "-i", "--name", "a", "-c", "1"],
        ["run", "-d", "--name", "a", "-v", "/nonexistent:/x", "-c", "1"],
    ):
        got = named(*words)
        assert (got.code, got.out) == (125, ""), words
        assert got.err.startswith("caisson: "), words
    quick = named("run", "-d", "--json", "--name", "quick", "-c", "raise SystemExit(3)")
    assert quick.json["name"] == "quick"
    assert named("wait", "--json", "quick").json == [
        {"name": "quick", "status": "stopped", "exit_code": 3}
    ]


def test_kill_takes_everything(named: Named) -> None:
    needs_jail(named.caisson)
    mark = f"{700000 + os.getpid()}"
    named("exec", "-d", "--name", "nap", "--", "/bin/sh", "-c", f"sleep {mark} & wait")
    named.until("nap", "running")

    def naps() -> list[Path]:
        return [
            p
            for p in Path("/proc").glob("[0-9]*/cmdline")
            if p.exists() and f"sleep\0{mark}".encode() in p.read_bytes()
        ]

    end = time.monotonic() + 20
    while not naps() and time.monotonic() < end:
        time.sleep(0.05)
    assert naps()
    assert named("kill", "nap").out == "nap\n"
    assert named.ps("--all")["nap"]["exit_code"] == 137
    end = time.monotonic() + 10
    while naps() and time.monotonic() < end:
        time.sleep(0.05)
    assert not naps()


def test_stop_is_patient_only_so_long(named: Named) -> None:
    """One that does not end by itself is killed; unknown names are told."""
    job = named.start("run", "--name", "deaf", "-c", "while True: pass")
    named.until("deaf", "running")
    os.kill(job.pid, signal.SIGSTOP)
    began = time.monotonic()
    assert named("stop", "--stop-timeout", "500ms", "deaf").code == 0
    assert 0.4 < time.monotonic() - began < 20
    assert named.ps("--all")["deaf"]["exit_code"] == 137
    for verb in ("stop", "kill", "wait"):
        assert named(verb).code == 125
        assert "no run or sandbox has that name" in named(verb, "nobody").err
        assert "no run or sandbox has that name" in named(verb, "../x").err
