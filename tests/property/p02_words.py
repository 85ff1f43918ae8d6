"""P02: a field of the policy is enforced, refused or told of before the run.

A mechanism is left out where it should stand (CAISSON_FAULT), or none; then a field is
attacked as in tests/attacks/cells.py, at a depth.  If the attack gets through, the
report of that host must not have said that the field is enforced there.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import functools
import json
import sys
from dataclasses import dataclass
from pathlib import Path

from choices import Choices
from prop import Broken, Host, Property

sys.path[:0] = [str(Path(__file__).resolve().parents[1] / "attacks"), str(Path(__file__).resolve().parents[1] / "cli")]

from cells import DEPTHS, ROWS  # noqa: E402
from tool import Caisson, Done  # noqa: E402

FAULTS = (
    "", "filter", "landlock", "limits", "caps", "spawn", "unix_sockets", "cgroup", "clock_group", "kill_tree",
    "read_only", "limits.stdout_bytes", "tools.allow",
)  # fmt: skip
# Too slow for a random choice, or they change the host's packages.
LEFT = {"limits.term_grace_ms", "kill_tree", "packages.install", "secrets.placeholder", "limits.wall_ms"}


class Faulty(Caisson):
    """The command on a host that lacks something."""

    fault = ""

    def environment(self, **more: str) -> dict[str, str]:
        return super().environment(**({"CAISSON_FAULT": self.fault} if self.fault else {}), **more)

    def __call__(self, *words: str, **how: object) -> Done:  # type: ignore[override]
        return super().__call__(*words, **how)  # type: ignore[arg-type]


@dataclass(frozen=True)
class Case:
    fault: str
    key: str
    depth: str


@functools.cache
def word(binary: str, fault: str, depth: str) -> dict[str, str]:
    """What the report of such a host says of every field."""
    c = Faulty(Path(binary))
    c.fault = fault
    done = c("policy", "explain", "--json")
    report = json.loads(done.out)["reports"][DEPTHS.index(depth)]
    return {key: f["word"] for key, f in report["fields"].items()}


class Words(Property):
    number = "P02"
    holds = "a field that does not hold is not reported as enforced"
    depths = "check, interp, worker, process"
    defect = "the mechanism is off, and the report is not told"
    slice = 10

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self.rows = [cell for cell in ROWS if cell[0] not in LEFT]

    def draw(self, c: Choices) -> Case:
        fault = c.pick(FAULTS)
        key, depth = c.pick(self.rows)
        return Case(fault, key, depth)

    def judge(self, case: Case, defect: bool) -> int:
        c = Faulty(Path(self.host.binary))
        c.fault = "" if defect else case.fault
        try:
            through = ROWS[case.key, case.depth].attack(c, case.depth, case.key if defect else "")
        except (KeyError, ValueError, AssertionError):
            through = False  # nothing started, so there is no result to look at
        said = word(self.host.binary, c.fault, case.depth)[case.key]
        if through and said == "enforced":
            raise Broken(f"{case.key} at {case.depth} does not hold, and is reported as enforced")
        return 1
