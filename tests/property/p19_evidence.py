"""P19: refusals and records are one to one, and a log that was touched is found out.

A program meets random refusals: files that are denied, names that are protected,
tools that nobody allowed.  Each has a record, and there is no record without one.
Then lines are removed, changed, doubled, moved or cut off, and `audit verify` finds
every such log, also when the signed checkpoints were cut to fit (--expect).

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

from choices import Choices
from prop import Broken, Property

TOUCH = ("drop", "flip", "double", "swap", "cut", "insert", "blank")
PROGRAM = """
import os
for kind, name in %s:
    try:
        if kind == 'read': open('/w/no/' + name).close()
        elif kind == 'list': os.listdir('/w/no')
        elif kind == 'write': open('/w/no/' + name, 'w').close()
        elif kind == 'fine': open('/w/yes/' + name, 'w').close()
        else: os.remove('/w/no/' + name)
    except OSError: pass
%s
"""
ENDS = ("", "1 / 0", "while True: pass", "import os; os.kill(os.getpid(), 9)")


@dataclass(frozen=True)
class Case:
    asked: tuple[tuple[str, str], ...]
    end: str
    killed: int  # milliseconds until the command is killed; 0: it is not
    touched: tuple[tuple[str, int, int], ...]


class Evidence(Property):
    number = "P19"
    holds = "refusals and records are one to one, and any change of the log is found"
    depths = "interp"
    defect = "the verifier believes what a line says of itself (CAISSON_WEAKEN=L09)"
    slice = 100

    def draw(self, c: Choices) -> Case:
        kinds = ("read", "list", "write", "fine", "remove")
        asked = c.several(0, 8, lambda: (c.pick(kinds), f"f{c.below(4)}"))
        touched = c.several(1, 12, lambda: (c.pick(TOUCH), c.below(1000), c.below(1000)))
        return Case(tuple(asked), c.pick(ENDS), 5 * c.below(20) if c.one_in(4) else 0, tuple(touched))

    def run(self, case: Case, log: Path) -> None:
        for name in ("w/no", "w/yes"):
            (self.place / name).mkdir(parents=True, exist_ok=True)
        policy = self.place / "p.yaml"
        policy.write_text(
            "version: 1\naccept_unenforced: [fs.protect]\nlimits: {guest_ms: 200}\n"
            f"fs: {{mounts: [{{host: {self.place}/w, guest: /w, mode: rw}}], deny: [/w/no, /w/no/**]}}\n"
        )
        policy.chmod(0o600)
        code = PROGRAM % (list(case.asked), case.end)
        words = [self.host.binary, "run", "--depth", "interp", "--policy", policy, "--audit", log, "-c", code]
        p = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd="/")
        if case.killed:
            time.sleep(case.killed / 1000)
            p.send_signal(signal.SIGKILL)
        p.wait()

    def verify(self, log: Path, *more: str, weak: bool = False) -> tuple[int, str]:
        env = {**os.environ, **({"CAISSON_WEAKEN": "L09"} if weak else {})}
        words = [self.host.binary, "audit", "verify", str(log), *more]
        done = subprocess.run(words, capture_output=True, text=True, env=env, check=False)
        return done.returncode, done.stdout + done.stderr

    def judge(self, case: Case, defect: bool) -> int:
        folder = self.place / "logs"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        log = folder / "log"
        self.run(case, log)
        if case.killed:  # whoever comes next writes what the dead one left
            self.run(Case((), "", 0, ()), log)
        records = [json.loads(line) for line in log.read_text().splitlines()]
        code, text = self.verify(log)
        if code != 0:
            raise Broken(f"a log as it was written: {text}")
        if not case.killed:
            self.compare(case, records)
        return 1 + len(case.asked) + self.touch(case, log, defect)

    def compare(self, case: Case, records: list[dict[str, object]]) -> None:
        refused = [kind for kind, _ in case.asked if kind != "fine"]
        told = [r for r in records if r["kind"] in ("fs.deny", "os.deny")]
        objects = sorted(str(r.get("object")) for r in told)
        if len(told) != len(refused):
            raise Broken(f"{len(refused)} refusals, {len(told)} records: {objects}")
        ends = [r["kind"] for r in records]
        if ends.count("run.start") != 1 or ends.count("run.end") != 1:
            raise Broken(f"one run: {ends}")

    def touch(self, case: Case, log: Path, defect: bool) -> int:
        whole = log.read_bytes().splitlines(keepends=True)
        last = json.loads(whole[-1])
        points = log.with_name("log.checkpoints")
        signed = points.read_bytes() if points.exists() else b""
        n = 0
        for how, a, b in case.touched:
            lines = changed(whole, how, a, b)
            if lines == whole:
                continue
            log.write_bytes(b"".join(lines))
            expect: tuple[str, ...] = ()
            if a % 2 and how == "cut":  # the checkpoints are cut as well
                points.write_bytes(b"")
                expect = ("--expect", f"{last['seq']}:{last['hash']}")
            code, text = self.verify(log, *expect, weak=defect)
            points.write_bytes(signed)
            if code != 1:
                raise Broken(f"{how} {a} {b}: exit code {code}: {text}")
            n += 1
        log.write_bytes(b"".join(whole))
        return n


def changed(whole: list[bytes], how: str, a: int, b: int) -> list[bytes]:
    """The lines after one change."""
    lines, at = list(whole), a % len(whole)
    if how == "drop":
        del lines[at]
    elif how == "double":
        lines.insert(at, lines[at])
    elif how == "swap" and len(lines) > 1:
        other = b % len(lines)
        lines[at], lines[other] = lines[other], lines[at]
    elif how == "cut":
        del lines[at + 1 :]
    elif how == "insert":
        lines.insert(at, b'{"v":1}\n')
    elif how == "blank":
        lines.insert(at, b"\n")
    elif how == "flip":
        line = bytearray(lines[at])
        place = b % (len(line) - 1)
        line[place] ^= 1 << (a % 7)
        lines[at] = bytes(line)
    return lines
