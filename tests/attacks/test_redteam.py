"""caisson redteam: the attacks that users make on their own hosts hold here.

The definitions are those of the command (src/cli/redteam); this test makes all
of them, and looks whether the command would tell if a wall were missing.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import json
from collections import Counter

from tool import Caisson, needs_jail
from twins import twin, weak

CONTROLS = {*"ABCDEFGHJLM"}


def attack(caisson: Caisson, *words: str, **env: str) -> tuple[int, list[dict[str, object]], dict[str, object]]:
    done = caisson("redteam", "--json", *words, env=env)
    lines = [json.loads(x) for x in done.out.splitlines()]
    assert lines and lines[-1]["schema"] == "caisson.redteam.total/1", done
    return done.code, lines[:-1], lines[-1]


def test_redteam_every_attack_holds(caisson: Caisson) -> None:
    needs_jail(caisson)
    cases: list[dict[str, object]] = []
    controls = 0
    for groups in ("A,B,C", "D", "E,F,G,H", "J,L,M"):  # each far from the patience of the tests
        code, some, total = attack(caisson, "--group", groups)
        wrong = [c for c in some if c["outcome"] not in ("held", "contained")]
        assert code == 0 and not wrong, wrong
        assert Counter(c["outcome"] for c in some) == Counter(held=total["held"], contained=total["contained"])
        cases += some
        controls += int(str(total["controls"]))
    listed = [x.split()[:2] for x in caisson("redteam", "--list").out.splitlines()]
    assert [[c["id"], c["depth"]] for c in cases] == listed  # nothing is left out
    assert {c["depth"] for c in cases} == {"interp", "worker", "process", "image", "host"}
    assert {str(c["id"])[0] for c in cases if c["control"] == "succeeded"} >= CONTROLS, cases
    assert len(cases) >= 180 and controls >= 145, (len(cases), controls)


def test_redteam_tells_when_a_wall_is_missing(caisson: Caisson) -> None:
    """With a mitigation off the same attack gets through, and the command says so."""
    walls = (("L10", "L10", "interp"), ("objects", "D14", "interp"), ("fs.deny", "D14", "interp"),
             ("fs.protect", "D10", "image"), ("fs.protect", "D08", "host"), ("links", "D25", "worker"))  # fmt: skip
    for wall, number, depth in walls:
        code, cases, _ = attack(caisson, "--id", number, "--depth", depth, **weak(wall))
        twin(number, code == 1 and any(c["outcome"] == "failed" for c in cases), cases)


def test_redteam_chooses_by_group_number_and_depth(caisson: Caisson) -> None:
    def listed(*words: str) -> set[tuple[str, str]]:
        lines = caisson("redteam", "--list", *words).out.splitlines()
        return {(x.split()[0], x.split()[1]) for x in lines}

    everything = listed()
    assert listed("--group", "D", "--depth", "process") == {x for x in everything if x[0][0] == "D" and x[1] == "process"}
    assert listed("--id", "L10,D02") == {x for x in everything if x[0] in ("L10", "D02")}
    assert caisson("redteam", "--id", "Z99").code == 125
