"""The life of a sandbox: names, states, timers, death of any process.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations


from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
import fcntl
import hashlib
import json
import os
import pytest
import random
import signal
import time
import uuid
from conftest import Boxes, is_alive, processes_of, wait_until


def status(boxes: Boxes, name: str) -> str:
    return str(boxes.inspect(name)["status"])


@pytest.mark.parametrize("name", ["../x", "-rf", "a" * 129, "a\nb", "a..b", ".x"])
def test_bad_names(own: Boxes, name: str) -> None:
    """4."""
    done = own("create", "--name", name)
    assert done.code == 125
    assert own("ps", "--all", "--json").json == []


def test_one_name_for_one(own: Boxes) -> None:
    """4: of two creates at the same time exactly one succeeds."""
    own.names.append("same")
    with ThreadPoolExecutor(4) as pool:
        codes = list(pool.map(lambda _: own("create", "same").code, range(4)))
    assert sorted(codes) == [0, 125, 125, 125]
    assert own("create", "--replace", "same").code == 0
    assert [b["name"] for b in own("ps", "--json").json] == ["same"]


def test_stop_start_keep_files(boxes: Boxes) -> None:
    """15, 17."""
    name = boxes.create()
    assert boxes.run(name, "echo kept > /root/f; echo out; echo err >&2").code == 0
    for _ in range(2):
        assert boxes("stop", name).code == 0
    assert status(boxes, name) == "stopped"
    assert boxes.run(name, "true").code == 125
    assert "out\n" in boxes("logs", name).out
    assert boxes("start", name).code == 0
    assert boxes.run(name, "cat /root/f").out == "kept\n"
    for _ in range(2):
        assert boxes("kill", name).code == 0
    assert boxes("rm", name).code == 0
    assert boxes("logs", name).code == 125
    assert boxes("rm", name).code == 125


def test_output_cannot_forge_a_record(own: Boxes) -> None:
    """16."""
    name = own.create()
    forged = '{"t":1,"seq":99,"src":"system","data":"x"}'
    own("exec", name, "--", "printf", "%s\\n\\033]0;t\\007", forged)
    lines = (own.folder(name) / "log.jsonl").read_text().splitlines()
    records = [json.loads(line) for line in lines]
    assert all(r["src"] == "stdout" for r in records)
    assert forged in "".join(r["data"] for r in records)


def test_keeper_killed(boxes: Boxes) -> None:
    """69: everything dies with it, the layer stays."""
    mark = f"7{uuid.uuid4().int % 10**9}"
    name = boxes.create()
    boxes.run(name, f"echo kept > /root/f; sleep {mark} >/dev/null 2>&1 &")
    keeper = boxes.keeper(name)
    assert len(processes_of(f"\0{mark}")) == 1
    os.kill(keeper, signal.SIGKILL)
    assert wait_until(lambda: not is_alive(keeper))
    assert wait_until(lambda: processes_of(f"\0{mark}") == [])
    assert status(boxes, name) == "crashed"
    assert boxes("start", name).code == 0
    assert boxes.run(name, "cat /root/f").out == "kept\n"


def test_idle_and_lifetime(own: Boxes) -> None:
    """67."""
    idle = own.create("--idle", "1s")
    busy = own.create("--lifetime", "2s")
    began = time.monotonic()
    done = own.result(busy, "echo on; sleep 60")
    assert time.monotonic() - began < 30
    assert (done["exit_code"], done["reason"]) == (137, "limit"), done
    assert done["limit"] == "sandbox.max_lifetime_ms" and done["stdout"] == "on\n"
    assert wait_until(lambda: status(own, idle) == "stopped")
    assert own.inspect(idle)["why"] == "idle"
    assert own("start", idle).code == 0


def test_fork_copies_files(boxes: Boxes) -> None:
    name = boxes.create()
    boxes.run(name, "echo one > /root/f; mkdir /root/d; ln -s f /root/l")
    boxes.names.append("twin-" + name)
    assert boxes("fork", name, "twin-" + name).code == 0
    boxes.run(name, "echo two > /root/f")
    assert boxes.run("twin-" + name, "cat /root/l; ls /root").out == "one\nd\nf\nl\n"


def test_labels_are_inert(own: Boxes) -> None:
    """72."""
    name = own.create("--label", "limits.pids=1", "--label", "team=red")
    assert own.inspect(name)["labels"] == {"limits.pids": "1", "team": "red"}
    assert own.run(name, "true | true").code == 0
    assert own("create", "--label", "caisson.x=1", "bad-label").code == 125


def test_faults_leave_nothing(own: Boxes) -> None:
    """43, 75, and requests that cannot be met."""
    for options in (["--image", "rootfs:/no/such"], ["--image", "no-such-image"],
                    ["--workspace", "/proc"], ["--memory", "1"], ["--cpus", "0"]):
        done = own("create", *options, "broken")
        assert done.code == 125, options
    for wall in ("filter", "caps", "limits", "mount"):
        done = own("create", "broken", CAISSON_FAULT=f"live:{wall}")
        if "enforcement_failed" not in done.err:
            assert done.code == 0, done  # a release build has no faults
            own("rm", "broken")
            pytest.skip("no fault injection in this build")
        assert done.code == 125
    assert own("ps", "--all", "--json").json == []
    assert list((own.home / "state/caisson/boxes").iterdir()) == []


def groups() -> set[str]:
    """Control groups of sandboxes, in every hierarchy."""
    top = Path("/sys/fs/cgroup")
    return {str(p) for p in top.glob("*/**/caisson-*")} if top.exists() else set()


def test_kill_creators_and_keepers_anywhere(own: Boxes) -> None:
    """70, a slice: nothing is lost and nothing is left."""
    seed = int(os.environ.get("CAISSON_SEED", "1"))
    rounds = int(os.environ.get("CAISSON_KILLS", "12"))
    chance = random.Random(seed)
    for i in range(rounds):
        name = f"k{i}"
        own.names.append(name)
        creator = own.start("create", name)
        time.sleep(chance.uniform(0, 0.06))
        creator.kill()
        creator.communicate()
        if i % 3 == 0 and own("inspect", name).code == 0:
            pids = processes_of("caisson-keeper")
            folder = own.folder(name)
            for pid in pids:
                try:
                    here = os.readlink(f"/proc/{pid}/fd/3")
                except OSError:
                    continue
                if here == str(folder):
                    os.kill(pid, signal.SIGKILL)
    mine = str(own.home)

    def keepers() -> list[int]:
        found = []
        for pid in processes_of("caisson-keeper"):
            try:
                if os.readlink(f"/proc/{pid}/fd/3").startswith(mine):
                    found.append(pid)
            except OSError:
                continue
        return found

    for i in range(rounds):
        own("rm", f"k{i}")
        # A keeper that lost its creator ends by itself, and then is forgotten.
        assert wait_until(lambda i=i: own("create", f"k{i}").code == 0)
        own("rm", f"k{i}")
    assert wait_until(lambda: keepers() == [])
    assert own("audit", "verify").code == 0


def test_a_dead_creator_owns_no_name(own: Boxes) -> None:
    """A name belongs to a creator as long as that lives, and no longer."""
    assert own("ps", "--all").code == 0
    folder = own.home / "state/caisson"
    made = uuid.uuid4().hex
    (folder / "boxes" / made).mkdir(parents=True)
    claim = os.open(folder / "boxes" / made, os.O_RDONLY)
    fcntl.flock(claim, fcntl.LOCK_EX)
    row = f"{made} sandbox creating {int(time.time() * 1000)} half"
    (folder / "names" / hashlib.sha256(b"half").hexdigest()).symlink_to(row)
    refused = own("create", "half")
    assert refused.code == 125 and "is taken" in refused.err, refused
    assert "half" in own("ps", "--all").out
    os.close(claim)
    assert own("ps", "--all", "--json").json == []
    assert list((folder / "boxes").iterdir()) == []
    own.create(name="half")


def test_a_lost_list_loses_no_files(own: Boxes) -> None:
    """What has run gets its name back; what has not is removed at once."""
    name = own.create()
    own.run(name, "echo kept > /root/f")
    assert own("stop", name).code == 0
    folder = own.home / "state/caisson"
    for row in (folder / "names").iterdir():
        row.unlink()
    (folder / "boxes" / uuid.uuid4().hex).mkdir()
    assert [b["name"] for b in own("ps", "--all", "--json").json] == [name]
    assert len(list((folder / "boxes").iterdir())) == 1
    assert own("start", name).code == 0
    assert own.run(name, "cat /root/f").out == "kept\n"


def test_cycles_leak_nothing(own: Boxes) -> None:
    """71, a slice."""
    cycles = int(os.environ.get("CAISSON_CYCLES", "15"))
    before = groups()
    mounts = len(Path("/proc/self/mountinfo").read_text().splitlines())
    for i in range(cycles):
        assert own("create", f"c{i}").code == 0
        assert own("exec", f"c{i}", "--", "true").code == 0
        assert own("rm", f"c{i}").code == 0
    assert own("ps", "--all", "--json").json == []
    assert list((own.home / "state/caisson/boxes").iterdir()) == []
    assert len(Path("/proc/self/mountinfo").read_text().splitlines()) <= mounts + 2
    assert len(groups() - before) < 3, "others may be at work"


def test_one_list(own: Boxes) -> None:
    """Named runs and sandboxes share names, ps, logs and rm."""
    name = own.create()
    assert own("run", "--name", "job", "-c", "print('hello')").code == 0
    listed = {b["name"]: b["depth"] for b in own("ps", "--all", "--json").json}
    assert listed == {name: "image", "job": "interp"}
    assert own("logs", "job").out == "hello\n"
    taken = own("run", "--name", name, "-c", "1")
    assert taken.code == 125 and "has that name" in taken.err
    assert own("rm", "job").code == 0


def test_many_at_once(own: Boxes) -> None:
    """25, a slice: creates side by side, all of them usable."""
    n = int(os.environ.get("CAISSON_AT_ONCE", "6"))
    names = [f"many{i}" for i in range(n)]
    own.names += names
    with ThreadPoolExecutor(n) as pool:
        codes = list(pool.map(lambda x: own("create", x).code, names))
        outs = list(pool.map(lambda x: own.run(x, "hostname").out, names))
    assert codes == [0] * n
    assert outs == [f"{x}\n" for x in names]


def test_run_image(boxes: Boxes) -> None:
    """One command in a sandbox that leaves nothing."""
    done = boxes("run", "--image", "rootfs:host", "--", "sh", "-c", "id -u; exit 4")
    assert (done.code, done.out) == (4, "1000\n")
    script = boxes.home / "script.py"
    script.write_text("import sys\nprint('hello', sys.argv[1:])\n")
    done = boxes("run", "--image", "rootfs:host", str(script), "a", "b")
    assert done.out == "hello ['a', 'b']\n", done
    assert boxes("run", "--image", "no/such:image", "--", "true").code == 125
    assert boxes("ps", "--all", "--json").json == []


def test_lost_creator_of_an_ephemeral_sandbox(own: Boxes) -> None:
    """19."""
    mark = f"8{uuid.uuid4().int % 10**9}"
    creator = own.start("run", "--image", "rootfs:host", "--", "sleep", mark)
    boxes = own.home / "state/caisson/boxes"
    # The creator's own words have the mark, too: wait for a second process.
    assert wait_until(
        lambda: len(processes_of(f"\0{mark}\0")) >= 2 and any(boxes.glob("*"))
    )
    creator.kill()
    creator.communicate()
    assert wait_until(lambda: list(boxes.iterdir()) == [])
    inside = [p for p in processes_of(f"\0{mark}\0") if p != creator.pid]
    assert wait_until(lambda: [p for p in inside if is_alive(p)] == [])
    assert own("ps", "--all", "--json").json == []
