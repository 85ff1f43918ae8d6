"""The audit log of commands, and the verbs that read it.

SPDX-License-Identifier: Apache-2.0
"""

import csv
import json
import os
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tool import Caisson, needs_jail


class Log:
    """A log in a directory of its own."""

    def __init__(self, caisson: Caisson, folder: str) -> None:
        self.caisson = caisson
        self.path = Path(folder) / "a.jsonl"

    def run(self, code: str, *options: str) -> Any:
        return self.caisson("run", "--audit", str(self.path), *options, "-c", code)

    def audit(self, verb: str, *options: str) -> Any:
        return self.caisson("audit", verb, *options, str(self.path))

    @property
    def records(self) -> list[dict[str, Any]]:
        return [json.loads(x) for x in self.path.read_text().splitlines()]

    def kinds(self) -> list[str]:
        return [r["kind"] for r in self.records]


@contextmanager
def log(caisson: Caisson) -> Iterator[Log]:
    with tempfile.TemporaryDirectory() as folder:
        yield Log(caisson, folder)


def test_a_run_is_recorded_from_choice_to_end(caisson: Caisson) -> None:
    with log(caisson) as a:
        result = a.run("print(1)", "--json").json
        assert a.kinds() == ["log.start", "depth.choose", "run.start", "run.end"]
        start, end = a.records[2:]
        assert start["run"] == end["run"] == result["run_id"]
        assert start["session"] == result["session_id"]
        assert end["reason"] == "ok" and end["bytes_out"] == 2
        assert start["data"]["version"] == caisson("version", "--json").json["version"]
        assert a.audit("verify").out.startswith("ok 4 records, head 4:")


def test_code_is_a_digest_unless_asked_for(caisson: Caisson) -> None:
    with log(caisson) as a:
        a.run("x = 'do not write this down'")
        assert "do not write" not in a.path.read_text()
        a.run("x = 'write this down'", "--audit-code", "full")
        assert "x = 'write this down'" in a.path.read_text()


def test_refusals_limits_and_exits(caisson: Caisson) -> None:
    with log(caisson) as a:
        a.run("open('/etc/shadow')")
        a.run("while True: pass", "--fuel", "5000")
        a.run("raise SystemExit(7)")
        denied = json.loads(a.audit("show", "--denied", "--json").out)
        kinds = [(r["kind"], r["capability"], r["object"]) for r in denied]
        assert ("fs.deny", "fs.read", "/etc/shadow") in kinds, kinds
        assert ("limit.hit", "limit", "fuel") in kinds, kinds
        assert a.records[-1]["exit_code"] == 7


def test_l09_names_cannot_forge_lines(caisson: Caisson) -> None:
    with log(caisson) as a:
        name = "\\n" + '{"seq":99,"kind":"run.end"}' + "\\x1b[2J\\u202e\\x9b"
        a.run(f"try: open('/x{name}')\nexcept OSError: pass")
        text = a.path.read_bytes()
        assert all(c == 10 or 32 <= c < 127 for c in text)
        assert a.audit("verify").code == 0
        shown = a.audit("show").out
        assert "\x1b" not in shown and "\u202e" not in shown


def test_secrets_never_reach_the_log(caisson: Caisson) -> None:
    with log(caisson) as a:
        a.run("open('/hunter22/x')", "-e", "DB_PASSWORD=hunter22", "--audit-code=full")
        text = a.path.read_text()
        assert "hunter22" not in text and "[secret:DB_PASSWORD]" in text


def test_tampering_is_found_with_its_number(caisson: Caisson) -> None:
    with log(caisson) as a:
        for i in range(4):
            a.run(str(i))
        good = a.path.read_text().splitlines(keepends=True)

        def broken(lines: list[str]) -> Any:
            a.path.write_text("".join(lines))
            done = a.audit("verify", "--json")
            assert done.code == 1, lines
            return done.json

        flipped = good[3].replace('"interp"', '"INTERP"')
        assert broken([*good[:3], flipped, *good[4:]])["broken_seq"] == 4
        assert broken([*good[:5], *good[6:]])["broken_seq"] == 6
        assert broken([*good[:5], good[6], good[5], *good[7:]])["broken_seq"] == 6
        assert broken([*good[:6], good[2], *good[6:]])["broken_seq"] == 7
        assert "truncated" in broken(good[:-1])["reason"]
        assert broken(good[:-1])["broken_seq"] == len(good)
        a.path.write_text("".join(good))
        assert a.audit("verify").code == 0
        text = a.audit("verify").out
        (a.path.parent / "a.jsonl.checkpoints").unlink()
        a.path.write_text("".join(good[:-2]))
        done = a.audit("verify")
        assert done.code == 1 and "checkpoints are missing" in done.out, done
        (a.path.parent / "a.jsonl.key").unlink()
        done = a.audit("verify")
        assert done.code == 0 and "only --expect" in done.out, done
        head = text.partition("head ")[2].split()[0]
        assert a.audit("verify", "--expect", head).code == 1


def test_a_rewritten_log_needs_the_key(caisson: Caisson) -> None:
    """Whoever writes the log anew cannot sign its checkpoints."""
    with log(caisson) as a, log(caisson) as other:
        a.run("1")
        other.run("2")
        other.run("3")
        key = (a.path.parent / "a.jsonl.key").read_bytes()[32:].hex()
        a.path.write_text(other.path.read_text())
        assert a.audit("verify").code == 1
        points = a.path.parent / "a.jsonl.checkpoints"
        points.write_text((other.path.parent / points.name).read_text())
        done = a.audit("verify")
        assert done.code == 1 and "bad checkpoint" in done.out, done
        assert a.audit("verify", "--key", key).code == 1


def test_kill_9_loses_no_acknowledged_record(caisson: Caisson) -> None:
    with log(caisson) as a:
        code = "import sys\nwhile True:\n    f()\n    print('.', end='', flush=True)"
        for _ in range(3):
            p = subprocess.Popen(
                [
                    caisson.binary, "run", "--audit", str(a.path), "--call",
                    "f=echo 1", "--in-process", "-c", code,
                ],
                stdout=subprocess.PIPE,
                env=caisson.environment(),
            )
            assert p.stdout is not None
            os.read(p.stdout.fileno(), 1)
            time.sleep(0.1)
            before = a.kinds().count("call.end") if a.path.exists() else 0
            p.send_signal(signal.SIGKILL)
            p.communicate()
            assert before >= 0
        seen = a.kinds().count("call.end")
        a.run("1")
        assert a.audit("verify").code == 0
        assert a.kinds().count("call.end") >= seen
        assert not list(a.path.parent.glob("*.spool-*"))


def test_many_commands_write_one_log(caisson: Caisson) -> None:
    with log(caisson) as a:
        with ThreadPoolExecutor(6) as pool:
            done = list(pool.map(lambda i: a.run(f"print({i})"), range(24)))
        assert all(d.code == 0 for d in done)
        assert a.audit("verify").code == 0
        assert a.kinds().count("run.end") == 24


def test_no_log_no_run(caisson: Caisson) -> None:
    with log(caisson) as a:
        a.path.mkdir()
        done = a.run("print('ran')")
        assert done.code == 125 and "audit_unavailable" in done.err, done
        assert done.out == ""
        assert a.run("print('ran')", "--no-audit").out == "ran\n"


def test_a_full_disk_ends_runs_and_leaves_a_good_log(caisson: Caisson) -> None:
    with log(caisson) as a:
        a.run("1")
        size = a.path.stat().st_size
        code = "for i in range(3000):\n    try: open(f'/x{i}')\n    except OSError: pass"
        done = subprocess.run(
            [
                "bash", "-c", 'ulimit -f "$0"; trap "" XFSZ; exec "$@"',
                str(size // 1024 + 8), caisson.binary, "run", "--audit",
                str(a.path), "--in-process", "-c", code,
            ],
            capture_output=True,
            text=True,
            env=caisson.environment(),
        )
        assert done.returncode == 125 and "audit_unavailable" in done.stderr, done
        assert a.audit("verify").code == 0
        a.run("1")
        assert a.audit("verify").code == 0


def test_a_flood_is_folded_and_counted(caisson: Caisson) -> None:
    with log(caisson) as a:
        code = "for i in range(5000):\n    try: open('/x')\n    except OSError: pass"
        assert a.run(code).code == 0
        records = a.records
        written = sum(r["kind"] == "fs.deny" for r in records)
        folded = sum(
            r["data"]["count"] for r in records if r["kind"] == "suppressed"
        )
        assert written + folded == 5000 and folded > 0, (written, folded)
        assert records[-1]["kind"] == "run.end"
        assert records[-1]["data"]["refused"] == 5000


def test_show_filters_and_export(caisson: Caisson) -> None:
    with log(caisson) as a:
        run = a.run("1", "--json").json["run_id"]
        a.run("2")
        mine = json.loads(a.audit("show", "--json", "--run", run).out)
        assert [r["kind"] for r in mine] == ["run.start", "run.end"]
        ends = json.loads(a.audit("show", "--json", "--kind", "run.end").out)
        assert len(ends) == 2
        assert json.loads(a.audit("show", "--json", "--since", "2999-01-01").out) == []
        last = json.loads(a.audit("tail", "--json", "-n", "1").out)
        assert [r["kind"] for r in last] == ["run.end"]
        assert a.audit("export").out == a.path.read_text()
        assert json.loads(a.audit("export", "--format=json").out) == a.records
        rows = list(csv.DictReader(a.audit("export", "--format=csv").out.splitlines()))
        assert [r["kind"] for r in rows] == a.kinds()


def test_tail_follows(caisson: Caisson) -> None:
    with log(caisson) as a:
        a.run("1")
        p = subprocess.Popen(
            [caisson.binary, "audit", "tail", "-f", "-n1", str(a.path)],
            stdout=subprocess.PIPE,
            text=True,
            env=caisson.environment(),
        )
        assert p.stdout is not None
        assert "run.end" in p.stdout.readline()
        a.run("2")
        assert "depth.choose" in p.stdout.readline()
        assert "run.start" in p.stdout.readline()
        assert "run.end" in p.stdout.readline()
        old = a.path.parent / "old"
        old.mkdir()
        for file in a.path.parent.glob("a.jsonl*"):
            file.rename(old / file.name)
        a.run("3")
        assert "log.start" in p.stdout.readline()
        assert "depth.choose" in p.stdout.readline()
        p.kill()
        p.communicate()


def test_exec_has_a_start_and_an_end(caisson: Caisson) -> None:
    needs_jail(caisson)
    with log(caisson) as a:
        caisson(
            "exec", "--audit", str(a.path), "-e", "MY_TOKEN=abcdefgh", "--",
            "sh", "-c", "exit 3", "abcdefgh",
        )
        start, end = a.records[-2:]
        assert (start["kind"], end["kind"]) == ("exec.start", "exec.end")
        assert start["data"]["argv"].endswith("[secret:MY_TOKEN]")
        assert end["exit_code"] == 3 and end["run"] == start["run"]


def test_snapshots_and_what_goes_on_from_them(caisson: Caisson) -> None:
    with log(caisson) as a:
        snap = str(a.path.parent / "s.snap")
        here = ("--audit", str(a.path))
        caisson("snapshot", "dump", *here, "-o", snap, "--at", "ask", "-c", "ask()")
        caisson("snapshot", "load", *here, snap, "--reply", "1")
        kinds = a.kinds()
        assert "snapshot.dump" in kinds and "snapshot.load" in kinds
        assert kinds[-1] == "run.end" and "run.resume" in kinds


def test_a_policy_is_named_in_every_record(caisson: Caisson) -> None:
    with log(caisson) as a:
        policy = a.path.parent / "p.yaml"
        policy.write_text("version: 1\nname: mine\n")
        policy.chmod(0o600)
        done = a.run("1", "--policy", str(policy))
        assert done.code == 0, done
        (load,) = [r for r in a.records if r["kind"] == "policy.load"]
        assert load["object"] == "mine"
        assert a.records[-1]["policy_hash"] == load["policy_hash"]


def test_m04_the_log_cannot_be_mounted(caisson: Caisson) -> None:
    with tempfile.TemporaryDirectory() as folder:
        state = Path(folder) / "caisson"
        state.mkdir()
        path = state / "audit.jsonl"
        here = ("--audit", str(path))
        for mount in (f"{state}:/x", f"{path}:/x", f"{folder}:/x:rw", "/:/x:rw"):
            done = caisson("run", *here, "-v", mount, "-c", "print('ran')")
            whose = "policies" if mount.startswith("/:") else "audit log"  # "/" has both
            assert done.code == 125 and whose in done.err, (mount, done)
            assert done.out == ""
        done = caisson("exec", *here, "-v", f"{folder}:/x:rw", "--", "true")
        assert done.code == 125 and "audit log" in done.err, done
        (Path(folder) / "work").mkdir()
        work = f"{folder}/work:/x:rw"
        assert caisson("run", *here, "-v", work, "-c", "print(1)").out == "1\n"


def test_one_log_wherever_xdg_state_home_points(caisson: Caisson) -> None:
    """Whether the directory is there already or not, and whoever needs it first."""
    with tempfile.TemporaryDirectory() as d:
        env = {"XDG_STATE_HOME": f"{d}/not/yet", "HOME": d}
        for words in (["run", "-c", "1"], ["run", "--name", "n", "-c", "2"], ["run", "-c", "3"]):
            assert caisson(*words, env=env).code in (0, 125), words
        logs = sorted(str(p.relative_to(d)) for p in Path(d).rglob("audit.jsonl"))
        assert logs == ["not/yet/caisson/audit.jsonl"], logs
        done = caisson("audit", "verify", env=env)
        assert done.code == 0 and done.out.startswith("ok"), done
