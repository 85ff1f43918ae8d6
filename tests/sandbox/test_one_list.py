"""Named runs and sandboxes are one list, with one life and one set of commands.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import json
import signal
import threading
from concurrent.futures import ThreadPoolExecutor

from conftest import Boxes, wait_until


def rows(boxes: Boxes, *words: str) -> dict[str, dict[str, object]]:
    return {row["name"]: row for row in boxes("ps", "--json", *words).json}


def test_a_name_is_one_thing(boxes: Boxes) -> None:
    boxes.create(name="Box")
    assert boxes("run", "--name", "Run", "-c", "print(1)").code == 0
    boxes.names.append("Run")
    taken = boxes("run", "--name", "Box", "-c", "print(1)")
    assert taken.code == 125 and "a sandbox has that name" in taken.err
    taken = boxes("create", "Run")
    assert taken.code == 125 and "exists" in taken.err + taken.out or "taken" in taken.err
    assert sorted(rows(boxes, "--all")) == ["Box", "Run"]


def test_of_many_who_want_a_name_one_gets_it(own: Boxes) -> None:
    def ask(i: int) -> int:
        words = ["create", "same"] if i % 2 else ["run", "--name", "same", "--timeout", "60s",
                                                  "-c", "import time; time.sleep(20)"]
        if i % 2:
            return own(*words).code
        run = own.start(*words)
        runs.append(run)
        return 0

    runs: list[object] = []
    with ThreadPoolExecutor(6) as pool:
        list(pool.map(ask, range(6)))
    assert wait_until(lambda: "same" in rows(own, "--all"))
    assert len(own("ps", "--all", "-q").out.split()) == 1
    for run in runs:
        run.kill()  # type: ignore[attr-defined]
        run.communicate()  # type: ignore[attr-defined]
    own("kill", "same")
    assert own("rm", "same").code == 0
    assert own("ps", "--all", "-q").out == ""
    assert list((own.home / "state/caisson/boxes").iterdir()) == []


def test_every_command_takes_both(boxes: Boxes) -> None:
    boxes.create(name="box")
    boxes.names.append("job")
    assert boxes("exec", "-d", "--name", "job", "--timeout", "100s", "--shell",
                 "echo from the job; sleep 90").code == 0
    boxes.run("box", "echo from the box; sleep 91 >/dev/null 2>&1 &")
    assert wait_until(lambda: "from the job" in boxes("logs", "job").out)
    shown = rows(boxes)
    assert {n: (r["kind"], r["status"]) for n, r in shown.items()} == {
        "box": ("sandbox", "running"), "job": ("run", "running")}
    for row in shown.values():
        assert int(str(row["memory_bytes"])) > 1 << 20 and int(str(row["processes"])) > 1, row
    assert {row["name"] for row in boxes("stats", "--json").json} == {"box", "job"}
    for name in ("box", "job"):
        seen = boxes("logs", "--json", name).json
        assert seen["schema"] == "caisson.logs/1"
        record = seen["records"][0]
        assert set(record) == {"t", "seq", "exec", "src", "data", "b64", "cursor"}
        assert record["data"] == f"from the {name}\n"
        assert boxes("inspect", "--json", name).json["name"] == name
    refused = boxes("rm", "job")
    assert refused.code == 125 and "running" in refused.err
    for name in ("box", "job"):
        assert boxes("stop", name).code == 0
        assert rows(boxes, "--all")[name]["status"] == "stopped"
        assert name not in rows(boxes)
        assert boxes("wait", name).code == 0
        assert boxes("rm", name).code == 0
    assert rows(boxes, "--all") == {}


def test_a_killed_run_has_crashed_and_its_name_can_be_used_again(own: Boxes) -> None:
    run = own.start("run", "--name", "r", "-c", "print('before', flush=True)\nwhile True: pass")
    own.names.append("r")
    assert wait_until(lambda: "before" in own("logs", "r").out)
    run.send_signal(signal.SIGKILL)
    run.communicate()
    assert wait_until(lambda: rows(own, "--all")["r"]["status"] == "crashed")
    before = own.inspect("r")["id"]
    assert own("run", "--name", "r", "-c", "print('after')").code == 0
    assert own("logs", "r").out == "before\nafter\n"
    assert own.inspect("r")["id"] == before
    assert json.loads((own.folder("r") / "state.json").read_text())["exit_code"] == 0


def test_lists_while_runs_come_and_go(own: Boxes) -> None:
    """Cleaning up takes nothing away from a run that begins or ends."""
    done = threading.Event()
    seen: list[int] = []

    def look() -> None:
        while not done.is_set():
            seen.append(own("ps", "--all", "-q").code)

    watch = threading.Thread(target=look)
    watch.start()
    for i in range(12):
        assert own("run", "--name", f"n{i % 3}", "--rm", "-c", "print(1)").out == "1\n"
    done.set()
    watch.join()
    assert set(seen) == {0}
    assert own("ps", "--all", "-q").out == ""


def test_a_missing_name_keeps_nobody_waiting(own: Boxes) -> None:
    """The others are done, every missing one is told."""
    for name in ("one", "two"):
        own.create(name=name)
    for verb in ("stop", "start", "kill", "rm"):
        done = own(verb, "no-1", "one", "no-2", "two")
        assert (done.code, done.out.split()) == (125, ["one", "two"]), (verb, done)
        assert done.err.count("no-1") == 1 and done.err.count("no-2") == 1, (verb, done)
    assert own("ps", "--all", "-q").out == ""


def test_create_makes_one(own: Boxes) -> None:
    for words in (("x", "y"), ("--name", "x", "y")):
        done = own("create", *words)
        assert done.code == 125 and "'y' is too much" in done.err, done
    assert own("ps", "--all", "-q").out == ""
