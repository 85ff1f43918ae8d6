#!/usr/bin/env python3
"""kill_runs.py - kill journaled runs at random moments and resume them.

A program calls a tool that notes every call it gets in a file.  The caisson
process is killed (SIGKILL) after a random time, then `caisson resume` goes on,
and may be killed as well, until the run ends.  Checked for every run:

- no call was made twice: a call whose result is recorded is not repeated, and
  one in doubt raises in the program instead;
- a call whose result the program printed was made;
- what a killed process had printed is the beginning of what the last one
  printed;
- a replay prints the same once more.

    tools/ops/kill_runs.py --caisson build/caisson --kills 1000 [--seed 1]

SPDX-License-Identifier: Apache-2.0
"""

import argparse
import collections
import random
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

TOOL = """
import json, random, sys, time
random.seed(int(sys.argv[1]))
for line in sys.stdin:
    r = json.loads(line)
    if random.random() < 0.5:
        time.sleep(random.random() * 0.003)
    with open("calls", "a") as f:
        f.write(f"{r['id']} {r['args'][0]}\\n")
    if random.random() < 0.5:
        time.sleep(random.random() * 0.003)
    print(json.dumps({"id": r["id"], "result": r["args"][0] ** 2}), flush=True)
"""

PROGRAM = """
import random, time
total = 0
for i in range(CALLS):
    sum(range(2000))
    try:
        value = work(i)
    except RuntimeError as e:
        assert "in doubt" in str(e), e
        print("doubt", i, flush=True)
        continue
    total += value
    with open("/w/log", "a") as f:
        f.write(f"{i}\\n")
    print("done", i, value, time.time_ns(), random.random(), flush=True)
with open("/w/log") as f:
    print("end", total, f.read().split())
"""

CALLS = 20


class Failure(Exception):
    """A promise was broken."""


def check(good: bool, text: str) -> None:
    if not good:
        raise Failure(text)


class Run:
    """One program from its start to its end, whatever happens between."""

    def __init__(self, caisson: str, where: Path, rng: random.Random, span: float):
        self.caisson, self.where, self.rng, self.span = caisson, where, rng, span
        self.kills = self.starts = 0
        (where / "tool.py").write_text(TOOL)
        (where / "p.py").write_text(PROGRAM.replace("CALLS", str(CALLS)))
        (where / "w").mkdir()

    def start(self) -> list[str]:
        place = ["--in-process"] if self.rng.random() < 0.5 else []
        if (self.where / "j").exists():
            return [self.caisson, "resume", "-q", *place, "j"]
        tool = f"work={sys.executable} -S tool.py {self.rng.randrange(10**6)}"
        return [self.caisson, "run", *place, "--journal", "j", "-v",
                "w:/w:overlay", "--tool", tool, "p.py"]

    def once(self, may_kill: bool) -> bytes | None:
        """The output of a process that ended by itself, or None."""
        self.starts += 1
        child = subprocess.Popen(self.start(), cwd=self.where,
                                 stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        try:
            wait = self.rng.random() * self.span if may_kill else 60
            out, err = child.communicate(timeout=wait)
        except subprocess.TimeoutExpired:
            check(may_kill, "the run hangs")
            child.kill()
            out, err = child.communicate()
        if child.returncode == -9:
            self.kills += 1
            self.shown.append(out)
            return None
        if child.returncode == 125 and (b"run it again" in err
                                        or b"run the program again" in err):
            check(not (self.where / "calls").exists(), "a call before the start")
            (self.where / "j").unlink() # killed before anything had begun
            return None
        check(child.returncode == 0, f"exit {child.returncode}: {err.decode()}")
        return out

    def whole(self, most: int) -> None:
        self.shown: list[bytes] = []
        out = None
        while out is None:
            out = self.once(self.kills < most and self.starts < 60)
        self.judge(out)

    def judge(self, out: bytes) -> None:
        made = collections.Counter(
            int(line.split()[1])
            for line in (self.where / "calls").read_text().splitlines())
        for i, n in made.items():
            check(n == 1, f"call {i} was made {n} times")
        lines = out.decode().splitlines()
        check(len(lines) == CALLS + 1, f"{len(lines)} lines")
        done = []
        for i, line in enumerate(lines[:-1]):
            word = line.split()
            check(word[0] in ("done", "doubt") and word[1] == str(i), line)
            if word[0] == "done":
                check(made[i] == 1 and word[2] == str(i * i), line)
                done.append(i)
        total, names = sum(i * i for i in done), [str(i) for i in done]
        check(lines[-1] == f"end {total} {names}", lines[-1])
        for part in self.shown:
            check(out.startswith(part), "output was lost or differs")
        again = subprocess.run([self.caisson, "replay", "j"], cwd=self.where,
                               capture_output=True, check=False)
        check(again.returncode == 0 and again.stdout == out,
              f"the replay differs: {again.stderr.decode()}")


def measure(caisson: str) -> float:
    """Seconds of a run that nobody disturbs."""
    with tempfile.TemporaryDirectory(prefix="caisson-kill-") as name:
        start = time.monotonic()
        Run(caisson, Path(name), random.Random(0), 0).whole(0)
        return time.monotonic() - start


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--caisson", default="build/caisson")
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=1e9, help="stop then")
    args = parser.parse_args()
    caisson = shutil.which(args.caisson) or args.caisson
    caisson = str(Path(caisson).resolve())
    rng = random.Random(args.seed)
    end = time.monotonic() + args.seconds
    span, kills, runs = 0.0, 0, 0
    while kills < args.kills and time.monotonic() < end:
        if runs % 50 == 0:  # the machine changes its mind
            span = measure(caisson)
        with tempfile.TemporaryDirectory(prefix="caisson-kill-") as name:
            run = Run(caisson, Path(name), rng, span)
            try:
                run.whole(args.kills - kills)
            except Failure as e:
                kept = tempfile.mkdtemp(prefix="caisson-broken-")
                shutil.copytree(name, kept, dirs_exist_ok=True)
                print(f"kill_runs: run {runs}: {e}; its files are in {kept}")
                return 1
        kills += run.kills
        runs += 1
    print(f"{kills} kills in {runs} runs of {CALLS} calls: "
          "no call repeated, no output lost")
    return 0


if __name__ == "__main__":
    sys.exit(main())
