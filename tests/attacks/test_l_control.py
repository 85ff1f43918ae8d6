"""L: attacks on the control plane through the command line and the audit log.

The same numbers against the MCP server, and L01 to L04, L06, L07 and L14, are in
tests/mcp/test_attacks.py; L15, fuzzing, is in tests/fuzz.  The user of the
command line is the owner of the policy: flags may say something else than it.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import json
import os
import stat
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tool import Caisson, needs_jail

DEPTHS = (["--depth", "interp"], ["--in-process"], ["--depth", "process"])


@contextmanager
def folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="caisson-l-") as name:
        yield Path(name)


def policy(where: Path, text: str, name: str = "p.yaml", mode: int = 0o600) -> str:
    path = where / name
    path.write_text("version: 1\n" + text)
    path.chmod(mode)
    return str(path)


def records(log: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in log.read_text().splitlines()]


# --- L05: arguments


def test_l05_what_follows_the_program_is_its_own(caisson: Caisson) -> None:
    words = ["--privileged", "-v", "/:/host", "--policy", "x", "--", "-c", "; id", "a\nb"]
    got = caisson("run", "-c", "import sys; print(sys.argv[1:])", "--", *words)
    assert got.out == f"{words}\n", got
    needs_jail(caisson)
    got = caisson("exec", "--", "/usr/bin/python3", "-c", "import sys; print(sys.argv[1:])", *words)
    assert got.out == f"{words}\n", got


def test_l05_names_are_not_commands(caisson: Caisson) -> None:
    needs_jail(caisson)
    with folder() as where:
        for name in ("$(touch pwned)", "`touch pwned`", "x; touch pwned"):
            assert caisson("exec", "--", name, cwd=where).code == 127
            assert caisson("run", f"{name}.py", cwd=where).code == 125
        assert caisson("exec", "-e", "A=b\nLD_PRELOAD=/x", "env", cwd=where).out.count("LD_PRELOAD=/x") <= 1
        assert list(where.iterdir()) == []


def test_l05_the_working_directory_does_not_change_the_meaning(caisson: Caisson) -> None:
    """CLI-1: planted files named like runtimes and options are not looked at."""
    with folder() as where:
        for name in ("-c", "python", "run", "--help", "json.py", "os.py"):
            (where / name).write_text("raise SystemExit('hijacked')\n")
        for args in (["run", "-c", "import json, os; print(1)"], ["run", "-"], ["help"]):
            got = caisson(*args, cwd=where, stdin="import json; print(1)")
            assert "hijacked" not in got.out + got.err, got
            assert got.code == 0, got


# --- L08: output that looks like ours


def test_l08_a_fake_result_is_only_output(caisson: Caisson) -> None:
    fake = json.dumps({"schema": "caisson.result/1", "status": "ok", "exit_code": 0, "value": "FAKE"})
    code = f"import sys\nprint({fake!r})\nprint({fake!r}, file=sys.stderr)\nsys.exit(3)"
    for depth in DEPTHS:
        if "process" in depth:
            needs_jail(caisson)
        done = caisson("run", *depth, "--json", "-c", code)
        lines = done.out.splitlines()
        assert len(lines) == 1, done
        got = json.loads(lines[0])
        assert (got["exit_code"], got["status"], got["reason"]) == (3, "error", "exit")
        assert got["stdout"].strip() == fake
        stream = [json.loads(x) for x in caisson("run", *depth, "--stream-json", "-c", code).out.splitlines()]
        assert [e["exit_code"] for e in stream if e.get("event", e.get("type")) == "result" or "exit_code" in e][-1] == 3


def test_l08_the_status_descriptor_is_not_the_programs(caisson: Caisson) -> None:
    """--status-fd tells what happened; the program cannot write there."""
    needs_jail(caisson)
    code = ("import os\nfor fd in range(3, 64):\n"
            "    try: os.write(fd, b'{\"status\": \"ok\", \"exit_code\": 0}\\n')\n"
            "    except OSError: pass\nraise SystemExit(9)")
    with folder() as where:
        for depth in (["--depth", "process"],):
            with (where / "status").open("w") as f:
                done = subprocess.run(
                    [caisson.binary, "run", *depth, "--status-fd", str(f.fileno()), "-c", code],
                    pass_fds=[f.fileno()], capture_output=True, text=True, timeout=60,
                    env=caisson.environment())
            lines = (where / "status").read_text().splitlines()
            # It may break its own run that way, and nothing else.
            assert done.returncode in (9, 125), done
            assert [json.loads(x)["exit_code"] for x in lines] == [done.returncode], lines


# --- L09: the log


def test_l09_a_flood_is_counted_not_dropped(caisson: Caisson) -> None:
    with folder() as where:
        log = where / "log"
        code = ("for i in range(30000):\n"
                "    try: open('/etc/shadow')\n"
                "    except OSError: pass\n")
        done = caisson("run", "--depth", "interp", "--audit", str(log), "-c", code)
        assert done.code == 0, done
        told = records(log)
        folded = sum(r["data"]["count"] for r in told if r["kind"] == "suppressed")
        denied = sum(r["kind"] == "fs.deny" for r in told)
        assert folded > 0
        assert folded + denied == 30000
        assert caisson("audit", "verify", str(log)).code == 0


def test_l09_lines_that_are_cut_changed_or_moved_are_found(caisson: Caisson) -> None:
    with folder() as where:
        log = where / "log"
        for i in range(3):
            caisson("run", "--audit", str(log), "-c", f"print({i})")
        whole = log.read_text().splitlines(keepends=True)
        broken = {
            "changed": [whole[0], whole[1].replace('"allow"', '"deny" ', 1), *whole[2:]],
            "missing": [*whole[:2], *whole[3:]],
            "reordered": [*whole[:2], whole[3], whole[2], *whole[4:]],
            "cut": whole[:-2],
            "doubled": [*whole[:3], whole[2], *whole[3:]],
        }
        assert caisson("audit", "verify", str(log)).code == 0
        for how, lines in broken.items():
            log.write_text("".join(lines))
            done = caisson("audit", "verify", str(log))
            assert done.code == 1, (how, done)
            assert "broken at seq" in done.out + done.err, (how, done)
        log.write_text("".join(whole))
        assert caisson("audit", "verify", str(log)).code == 0


def test_l09_names_cannot_move_the_eye(caisson: Caisson) -> None:
    with folder() as where:
        log = where / "log"
        name = "/x\x1b[2J\u202eevil\u2028{\"seq\":1}\n\x7f"
        caisson("run", "--depth", "interp", "--audit", str(log), "-c",
                f"try: open({name!r})\nexcept OSError: pass")
        raw = log.read_bytes()
        assert b"\x1b" not in raw and b"\x7f" not in raw
        text = raw.decode()
        assert "\u202e" not in text and "\u2028" not in text
        assert caisson("audit", "verify", str(log)).code == 0
        shown = caisson("audit", "show", str(log))
        assert "\x1b" not in shown.out


# --- L10: policy files


def test_l10_strict_reading(caisson: Caisson) -> None:
    bad = {
        "duplicate": "limits: {pids: 1}\nlimits: {pids: 2}\n",
        "unknown": "limits: {pidz: 1}\n",
        "anchor": "limits: &x {pids: 1}\n",
        "alias": "limits: {pids: 1}\nenv: *x\n",
        "tag": "limits: !!python/object:os.system {pids: 1}\n",
        "merge": "limits: {<<: {pids: 1}}\n",
        "type": "limits: {pids: many}\n",
        "dotted": "limits.pids: 4\nlimits: {pids: 5}\n",
        "cycle": "extends: p.yaml\n",
    }
    with folder() as where:
        for why, text in bad.items():
            path = policy(where, text)
            for verb in (["run", "--policy", path, "-c", "print('ran')"],
                         ["exec", "--policy", path, "--", "/bin/echo", "ran"]):
                done = caisson(*verb)
                assert (done.code, done.out) == (125, ""), (why, done)
                assert "policy" in done.err, (why, done)


def test_l10_only_the_owner_writes_policies(caisson: Caisson) -> None:
    with folder() as where:
        for mode in (0o620, 0o602, 0o666):
            path = policy(where, "", mode=mode)
            done = caisson("run", "--policy", path, "-c", "print('ran')")
            assert (done.code, done.out) == (125, ""), (oct(mode), done)
        real = policy(where, "", name="real.yaml")
        (where / "link.yaml").symlink_to(real)
        done = caisson("run", "--policy", str(where / "link.yaml"), "-c", "print('ran')")
        assert done.code in (0, 125), done  # a link of the owner's, to a file of the owner's
        os.mkfifo(where / "fifo.yaml", 0o600)
        done = caisson("run", "--policy", str(where / "fifo.yaml"), "-c", "print('ran')")
        assert (done.code, done.out) == (125, ""), done


def test_l10_a_project_only_narrows(caisson: Caisson) -> None:
    with folder() as where:
        user = policy(where, "limits: {fuel: 100000}\n", name="user.yaml")
        spin = "for i in range(10**7): pass"
        policy(where, "limits: {fuel: 100000000000}\n", name="caisson.yaml")
        done = caisson("run", "--policy", user, "-c", spin, cwd=where)
        assert done.code in (125, 137), done
        policy(where, "limits: {fuel: 1000}\n", name="caisson.yaml")
        done = caisson("run", "--policy", user, "-c", "for i in range(5000): pass", cwd=where)
        assert done.code == 137, done


def test_l10_variables_are_read_strictly(caisson: Caisson) -> None:
    for name, value in (("CAISSON_LIMITS_FUEL", "much"), ("CAISSON_LIMITS_FUEL", "-1")):
        done = caisson("run", "-c", "print('ran')", env={name: value})
        assert (done.code, done.out) == (125, ""), (name, value, done)


# --- L11: what errors tell


def test_l11_programs_learn_nothing_of_the_host(caisson: Caisson) -> None:
    with folder() as where:
        (where / "data").mkdir()
        code = """
import os, sys
for f in (lambda: open('/data/none'), lambda: open('/etc/passwd'), lambda: os.listdir('/data/../..'),
          lambda: open('/data/x', 'w'), lambda: os.rename('/data', '/x'), lambda: int('x'),
          lambda: __import__('nope'), lambda: os.stat('/proc/self/exe')):
    try:
        f()
    except Exception as e:
        print(type(e).__name__, e, e.args)
"""
        for depth in DEPTHS:
            if "process" in depth:
                needs_jail(caisson)
            done = caisson("run", *depth, "-v", f"{where}/data:/data:ro", "-c", code)
            told = done.out + done.err
            assert str(where) not in told, done
            assert os.uname().release not in told
            assert os.environ.get("USER", "root-user-name") not in told or "root" in told


# --- L12: helpers, temporary names


def test_l12_helpers_do_not_come_from_path_or_here(caisson: Caisson) -> None:
    needs_jail(caisson)
    with folder() as where:
        for name in ("caisson", "caisson-jail", "python3", "sh", "runner.py", "sitecustomize.py"):
            (where / name).write_text("#!/bin/sh\ntouch pwned\nexit 7\n")
            (where / name).chmod(0o755)
        env = {"PATH": f"{where}:{os.environ['PATH']}", "PYTHONPATH": str(where), "LD_LIBRARY_PATH": str(where)}
        for words in (["run", "--depth", "interp", "-c", "print(1)"],
                      ["run", "--depth", "process", "-c", "print(1)"],
                      ["exec", "--", "/bin/echo", "1"]):
            done = caisson(*words, cwd=where, env=env)
            assert (done.code, done.out) == (0, "1\n"), done
        assert not (where / "pwned").exists()


def test_l12_no_predictable_files(caisson: Caisson) -> None:
    """Nothing is left in the temporary directory, or made there by a known name."""
    needs_jail(caisson)
    with folder() as where:
        (where / "tmp").mkdir()
        for words in (["run", "-c", "print(1)"], ["exec", "--", "/bin/true"], ["doctor"]):
            caisson(*words, env={"TMPDIR": str(where / "tmp")})
        assert list((where / "tmp").iterdir()) == []


# --- L13: twice


def test_l13_a_journal_or_snapshot_is_not_taken_twice(caisson: Caisson) -> None:
    with folder() as where:
        first = caisson("run", "--journal", "j", "-c", "print(1)", cwd=where)
        again = caisson("run", "--journal", "j", "-c", "print(2)", cwd=where)
        assert (first.code, again.code, again.out) == (0, 125, ""), again
        done = [caisson("resume", "j", cwd=where) for _ in range(2)]
        assert {d.out for d in done} == {"1\n"}, done
        caisson("snapshot", "dump", "-o", "s", "-c", "x = [1]", cwd=where)
        loads = [caisson("snapshot", "load", "s", "-c", "x.append(2); print(x)", cwd=where) for _ in range(2)]
        assert {d.out for d in loads} == {"[1, 2]\n"}, loads


def test_l13_a_snapshot_of_another_policy_is_refused(caisson: Caisson) -> None:
    with folder() as where:
        tight = policy(where, "limits: {fuel: 100000}\n", name="tight.yaml")
        wide = policy(where, "limits: {fuel: 10000000}\n", name="wide.yaml")
        made = caisson("snapshot", "dump", "--policy", tight, "-o", "s", "-c", "x = 1", cwd=where)
        assert made.code == 0, made
        for words in (["--policy", wide], []):
            done = caisson("snapshot", "load", *words, "s", "-c", "print(x)", cwd=where)
            assert (done.code, done.out) == (125, ""), (words, done)
            assert "policy_widens" in done.err


# --- files of ours


def test_l12_what_we_write_is_the_owners(caisson: Caisson) -> None:
    with folder() as where:
        caisson("run", "--audit", str(where / "log"), "--journal", str(where / "j"), "-c", "1")
        caisson("snapshot", "dump", "-o", str(where / "s"), "-c", "x = 1")
        for path in where.iterdir():
            assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0, path
