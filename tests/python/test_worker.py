"""What holds because the program runs in a process of its own."""

import contextlib
import os
import signal
from pathlib import Path

import pytest

import caisson
from caisson import Sandbox


def children():
    own = os.getpid()
    found = []
    for status in Path("/proc").glob("[0-9]*/status"):
        try:
            facts = dict(
                line.split(":\t", 1)
                for line in status.read_text().splitlines()
                if ":\t" in line
            )
        except OSError:
            continue
        is_worker = facts.get("Name", "").strip() == "caisson-worker"
        is_ours = facts.get("PPid", "").strip() == str(own)
        if is_worker and is_ours and facts["State"][0] != "Z":
            found.append(facts)
    return found


@pytest.fixture(autouse=True)
def only_worker(isolation):
    if isolation != "worker":
        pytest.skip("about workers")


def test_every_worker_is_locked_down():
    with Sandbox() as box:
        box.run("1", check=True)
        workers = children()
    assert workers
    for facts in workers:
        pid = int(facts["Pid"])
        assert facts["Seccomp"].strip() == "2"
        assert facts["NoNewPrivs"].strip() == "1"
        assert not os.listdir(f"/proc/{pid}/fd")
        assert Path(f"/proc/{pid}/environ").read_bytes() == b""


def test_a_killed_worker_is_a_result_and_the_next_sandbox_works():
    def kill_me():
        for facts in children():
            os.kill(int(facts["Pid"]), signal.SIGKILL)

    with Sandbox(tools=[kill_me]) as box:
        r = box.run("kill_me()")
        assert r.status == "crashed"
        with pytest.raises(caisson.Crashed):
            r.raise_for_status()
    with Sandbox() as box:
        assert box.run("6 * 7").value == 42


def test_state_does_not_reach_the_next_sandbox():
    with Sandbox() as box:
        box.run("secret = 'canary' * 1000", check=True)
    for _ in range(3):
        with Sandbox() as box:
            assert box.run("secret").error.type == "NameError"


def test_a_sandbox_moves_between_isolations():
    with Sandbox(tools={"f": lambda x: x}) as box:
        step = box.start("a = f(20)\na + 1")
        data = box.dump()
        assert step.name == "f"
    with Sandbox.load(data, isolation="inprocess") as box:
        assert box.waiting_for().resume(41).result.value == 42
        data = box.dump()
    with Sandbox.load(data, isolation="worker") as box:
        assert box.run("a").value == 41


def test_missing_worker_program(monkeypatch):
    monkeypatch.setenv("CAISSON_BIN", "/nonexistent/worker")
    with pytest.raises(caisson.UnavailableError, match="inprocess"):
        Sandbox()


def kilobytes(pid):
    """Memory of a process, shared pages divided among those who share."""
    rollup = Path(f"/proc/{pid}/smaps_rollup").read_text()
    return int(rollup.split("\nPss:")[1].split()[0])


def test_workers_share_the_image_of_the_library():
    with contextlib.ExitStack() as stack:
        for _ in range(8):
            box = stack.enter_context(Sandbox())
            assert box.run("import json\njson.dumps([1])").value == "[1]"
        try:
            sizes = sorted(kilobytes(facts["Pid"].strip()) for facts in children())
        except PermissionError:
            pytest.skip("the kernel does not tell the memory of other processes")
    assert len(sizes) >= 8
    assert sum(sizes[:6]) < 6 * 3000, sizes  # 8 MB each before they shared
