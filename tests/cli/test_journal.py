"""Durable runs: --journal, resume, replay, and random kill -9.

SPDX-License-Identifier: Apache-2.0
"""

import os
import struct
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tool import Caisson

ROOT = Path(__file__).resolve().parents[2]
EVENT, REPLY = 7, 8

TOOL = """
import json, sys
for line in sys.stdin:
    r = json.loads(line)
    with open("calls", "a") as f:
        f.write(f"{r['id']} {r['args'][0]}\\n")
    print(json.dumps({"id": r["id"], "result": r["args"][0] * 2}), flush=True)
"""

PROGRAM = """
import os, random, sys, time
print(sys.argv[1:], time.time_ns(), random.random(), os.environ["HUE"])
total = 0
for i in range(4):
    try:
        total += work(i)
        open("/w/log", "a").write(f"{i} ")
        print(i, total)
    except RuntimeError as e:
        print("doubt", i)
print(open("/w/log").read(), open("/w/given").read(), input())
"""


@contextmanager
def folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="caisson-journal-") as name:
        where = Path(name)
        (where / "tool.py").write_text(TOOL)
        (where / "p.py").write_text(PROGRAM)
        (where / "lines").write_text("line 1\nline 2\n")
        (where / "w").mkdir()
        (where / "w/given").write_text("given")
        yield where


def run(caisson: Caisson, where: Path, *args: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [caisson.binary, *args], cwd=where, capture_output=True, text=True,
        timeout=60, check=False, env=caisson.environment(HUE="red"))


def record(caisson: Caisson, where: Path) -> str:
    tool = f"work={sys.executable} -S tool.py"
    done = run(caisson, where, "run", "--journal", "j", "-v", "w:/w:overlay",
               "-e", "HUE", "--stdin", "lines", "--tool", tool, "p.py", "x", "y")
    assert done.returncode == 0, done
    assert "['x', 'y']" in done.stdout and "0 1 2 3  given line 1" in done.stdout
    return done.stdout


def records(data: bytes) -> list[tuple[int, int]]:
    """(offset, kind) of every record."""
    at, found = 8, []
    while at < len(data):
        length, kind = struct.unpack_from("<II", data, at)
        found.append((at, kind))
        at += 24 + length + 32
    return found


def cut_behind(where: Path, kind: int, count: int, more: int = 0) -> None:
    """Leave what a process killed after the n-th record of a kind leaves."""
    data = (where / "j").read_bytes()
    all_of_them = records(data)
    places = [i for i, (_, k) in enumerate(all_of_them) if k == kind]
    end = all_of_them[places[count - 1] + 1][0] + more
    (where / "j").write_bytes(data[:end])
    (where / "calls").unlink()


def calls(where: Path) -> list[str]:
    return (where / "calls").read_text().split("\n")[:-1]


def test_a_finished_run_is_shown_again(caisson: Caisson) -> None:
    with folder() as where:
        out = record(caisson, where)
        for name in ("tool.py", "p.py", "lines", "w/given", "calls"):
            (where / name).unlink()
        os.rmdir(where / "w")
        assert os.stat(where / "j").st_mode & 0o777 == 0o600
        again = run(caisson, where, "replay", "j")
        assert (again.returncode, again.stdout) == (0, out), again
        again = run(caisson, where, "replay", "--in-process", "j")
        assert (again.returncode, again.stdout) == (0, out), again


def test_resume_repeats_no_call(caisson: Caisson) -> None:
    with folder() as where:
        out = record(caisson, where)
        cut_behind(where, REPLY, 2, more=17)
        again = run(caisson, Path("/"), "resume", str(where / "j"))
        assert (again.returncode, again.stdout) == (0, out), again
        assert [c.split()[1] for c in calls(where)] == ["2", "3"]
        assert not (where / "w/log").exists()  # an overlay stays one
        again = run(caisson, where, "replay", "j")
        assert again.stdout == out, again
        again = run(caisson, where, "resume", "j")  # it has ended
        assert (again.returncode, again.stdout) == (0, out), again
        assert len(calls(where)) == 2


def test_a_call_in_doubt(caisson: Caisson) -> None:
    with folder() as where:
        record(caisson, where)
        cut_behind(where, EVENT, 3)
        again = run(caisson, where, "resume", "j")
        assert again.returncode == 0, again
        assert "doubt 2\n" in again.stdout and "in doubt" in again.stderr
        assert [c.split()[1] for c in calls(where)] == ["3"]
    with folder() as where:
        out = record(caisson, where)
        number = calls(where)[2].split()[0]
        cut_behind(where, EVENT, 3)
        again = run(caisson, where, "resume", "--retry-in-doubt", "--new-output",
                    "j")
        assert again.returncode == 0 and out.endswith(again.stdout), again
        assert len(again.stdout) < len(out)
        assert calls(where)[0] == f"{number} 2"  # the same id as before


def test_what_was_read_is_not_read_again(caisson: Caisson) -> None:
    with folder() as where:
        (where / "p.py").write_text("print(input())\nwork(1)\nprint(input())\n")
        tool = f"work={sys.executable} -S tool.py"
        done = run(caisson, where, "run", "--journal", "j", "--stdin", "lines",
                   "--tool", tool, "p.py")
        assert done.stdout == "line 1\nline 2\n", done
        cut_behind(where, EVENT, 2)
        again = run(caisson, where, "resume", "--retry-in-doubt", "j")
        assert again.stdout == "line 1\nline 2\n", again


def test_what_cannot_be_used_is_refused(caisson: Caisson) -> None:
    with folder() as where:
        record(caisson, where)
        data = (where / "j").read_bytes()
        middle = records(data)[9][0] + 30
        (where / "j").write_bytes(
            data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1:])
        for verb in ("resume", "replay"):
            done = run(caisson, where, verb, "j")
            assert done.returncode == 125 and "record 9 " in done.stderr, done
        (where / "j").write_bytes(data)
        (where / "j").chmod(0o666)
        done = run(caisson, where, "resume", "j")
        assert done.returncode == 125 and "others can write it" in done.stderr
        done = run(caisson, where, "run", "--journal", "j", "-c", "1")
        assert done.returncode == 125 and "File exists" in done.stderr, done
        cut_behind(where, EVENT, 2)
        done = run(caisson, where, "replay", "j")
        assert done.returncode == 125 and "not finished" in done.stderr, done
        for args in (["resume"], ["replay", "none"], ["resume", "p.py"]):
            assert run(caisson, where, *args).returncode == 125, args


def test_the_exit_code_comes_back(caisson: Caisson) -> None:
    with folder() as where:
        for code, want in (("import sys; sys.exit(3)", 3), ("1 / 0", 1),
                           ("while True: pass", 124)):
            done = run(caisson, where, "run", "--timeout", "300ms", "--journal",
                       "k", "-c", code)
            assert done.returncode == want, done
            again = run(caisson, where, "replay", "k")
            assert again.stdout == done.stdout
            if want != 124:
                assert again.returncode == want, again
                assert again.stderr == done.stderr
            (where / "k").unlink()


def test_random_kills(caisson: Caisson) -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "tools/ops/kill_runs.py"), "--caisson",
         caisson.binary, "--kills", "40"],
        capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.startswith("40 kills"), done.stdout


RULES = """\
version: 1
depth_allow: [check, interp]
limits: {fuel: %d}
env: {set: {HUE: red}}
fs: {mounts: [{host: %s, guest: /w, mode: ro}]}
"""
RULED = """
import os
print(os.environ["HUE"], open("/w/given").read())
x = 0
work(1)
try:
    open("/w/given", "w")
except OSError as e:
    print("refused")
for i in range(20000):
    x += 1
print(x == 20000)
"""


def rules(where: Path, fuel: int = 10**9, mode: str = "ro") -> None:
    path = where / "rules.yaml"
    path.write_text((RULES % (fuel, where / "w")).replace("mode: ro", f"mode: {mode}"))
    path.chmod(0o600)


def cut_off(caisson: Caisson, where: Path) -> None:
    """A run under rules.yaml that died in its call of a tool."""
    (where / "die.py").write_text(
        "import os, signal, sys\nsys.stdin.readline()\nos.kill(os.getppid(), signal.SIGKILL)\n")
    (where / "ruled.py").write_text(RULED)
    done = run(caisson, where, "run", "--policy", "rules.yaml", "--journal", "j",
               "--tool", f"work={sys.executable} die.py", "ruled.py")
    assert done.returncode == -9, done.stderr


def test_a_resumed_run_obeys_its_policy(caisson: Caisson) -> None:
    with folder() as where:
        rules(where)
        cut_off(caisson, where)
        before = (where / "j").read_bytes()
        tool = f"import sys,json\nr=json.loads(sys.stdin.readline())\n" \
               f"print(json.dumps({{'id': r['id'], 'result': 1}}), flush=True)\n"
        (where / "die.py").write_text(tool)
        done = run(caisson, where, "resume", "--retry-in-doubt", "j")
        assert (done.returncode, done.stdout) == (0, "red given\nrefused\nTrue\n"), done.stderr
        assert (where / "w/given").read_text() == "given"
        again = run(caisson, where, "replay", "j")
        assert (again.returncode, again.stdout) == (0, done.stdout), again.stderr

        (where / "j").write_bytes(before)
        rules(where, fuel=20000)  # narrower now
        cut = run(caisson, where, "resume", "--retry-in-doubt", "j")
        assert cut.returncode == 137, cut.stderr
        for change in ({"mode": "rw"}, {"fuel": 10**10}):
            (where / "j").write_bytes(before)
            rules(where, **change)
            wide = run(caisson, where, "resume", "--retry-in-doubt", "j")
            assert wide.returncode == 125
            assert "policy_widens" in wide.stderr
        (where / "rules.yaml").unlink()
        assert run(caisson, where, "resume", "j").returncode == 125
        assert (where / "w/given").read_text() == "given"


def test_a_resumed_run_is_audited(caisson: Caisson) -> None:
    with folder() as where:
        rules(where)
        (where / "ruled.py").write_text(RULED.replace("work(1)", ""))
        args = ("run", "--policy", "rules.yaml", "--journal", "j", "--audit", "log", "ruled.py")
        assert run(caisson, where, *args).returncode == 0
        before = (where / "log").read_text().count("\n")
        assert run(caisson, where, "resume", "j").returncode == 0
        assert (where / "log").read_text().count("\n") > before
        assert run(caisson, where, "audit", "verify", "log").returncode == 0
