"""P07: the same operations are refused, whoever makes them.

A list of operations is made by a program of the engine, by CPython in a jail and
by a shell in a jail, under one policy.  What one of them may do, all may.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import shlex
import subprocess

from caisson import ConfigError, Policy, Sandbox
from choices import Choices
from p01_why import PROGRAM, Attempts, Case, cannot_start
from prop import Broken, switched_off

# One operation of each kind is all that a command of a shell makes.
SHELL = {
    "read": "cat {}",
    "list": "ls {}/",
    "write": "[ -f {0} ] && printf '!' >>{0}",
    "create": "(set -C; : >{})",
    "mkdir": "mkdir {}",
    "unlink": "unlink {}",
    "rename": "mv -n -T {0} {0}~ && [ ! -e {0} ]",
}


class Ways(Attempts):
    number = "P07"
    holds = "engine, CPython and a shell are refused the same operations"
    defect = "protected names are not kept in jails (CAISSON_WEAKEN=fs.protect)"
    slice = 250

    def draw(self, c: Choices) -> Case:
        case = super().draw(c)
        # a path is asked about once, so that no answer depends on another
        once = {path: (op, path) for op, path in case.asked}
        return Case("interp", case.tree, case.policy.replace("depth: process", "depth: interp"), tuple(once.values()))

    def python(self, case: Case, depth: str, asked: list[tuple[str, str]], weak: str) -> list[str] | None:
        text = case.policy.replace("%s", str(self.place / "t")).replace("depth: interp", f"depth: {depth}")
        with switched_off(weak, bool(weak)), Sandbox(policy=Policy.parse(text), depth=depth) as box:
            done = box.run(PROGRAM, inputs={"asked": asked})
        if cannot_start(done):
            return None
        if not done.ok:
            raise Broken(f"{depth}: the program ended: {done}")
        return [word for word, _ in eval(done.stdout)]

    def shell(self, case: Case, asked: list[tuple[str, str]]) -> list[str]:
        policy = self.place / "p.yaml"
        text = case.policy.replace("%s", str(self.place / "t")).replace("depth: interp", "depth: process")
        policy.write_text(text + "process: {spawn: true}\n")
        policy.chmod(0o600)
        lines = [f"if {SHELL[op].format(shlex.quote(p))} >/dev/null 2>&1; then echo 1; else echo 0; fi" for op, p in asked]
        words = [self.host.binary, "exec", "--no-audit", "--policy", str(policy), "--", "/bin/sh", "-c", "\n".join(lines)]
        done = subprocess.run(words, capture_output=True, text=True, timeout=120, check=False, cwd="/")
        answers = done.stdout.split()
        if len(answers) != len(asked):
            raise Broken(f"the shell ended: {done}")
        return ["yes" if a == "1" else "no or none" for a in answers]

    def judge(self, case: Case, defect: bool) -> int:
        root = self.place / "t"
        asked = [(op, path.replace("%s", str(root))) for op, path in case.asked]
        ways = {}
        try:
            for name in ("interp", "process"):
                case.tree.make(root)
                ways[name] = self.python(case, name, asked, "fs.protect" if defect and name == "process" else "")
            if ways["process"] is None:
                return 0
            case.tree.make(root)
            ways["shell"] = self.shell(case, asked)
        except ConfigError:
            return 0
        for i, (op, path) in enumerate(asked):
            answers = {name: way[i] for name, way in ways.items() if way is not None}
            words = set(answers.values())
            # what is not there, or goes over two file systems (none), is no refusal
            refused = "no" in words and "yes" in words
            fails = answers["interp"] == answers["process"] == "yes" and answers["shell"] != "yes"
            if refused or fails:
                raise Broken(f"{op} {path}: {answers}")
        return len(asked)
