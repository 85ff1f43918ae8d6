"""Sandboxes that nobody uses lie parked: a program may hold thousands."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import threading

import pytest

import caisson
from caisson import Sandbox
from caisson.aio import AsyncSandbox

MANY = 20  # more than stay awake (python/native/rest.c)


def workers() -> int:
    """Worker processes that this process has."""
    found = subprocess.run(
        ["ps", "--no-headers", "-o", "comm", "--ppid", str(os.getpid())],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    return sum("caisson" in line for line in found.stdout.splitlines())


def double(n: int) -> int:
    """Twice as much."""
    return 2 * n


def test_all_answer_in_any_order() -> None:
    boxes = [Sandbox() for _ in range(MANY)]
    for i, box in enumerate(boxes):
        box.run(f"import re\nclass A: n = {i}\nkept = [A(), re.compile('x')]")
    for i, box in reversed(list(enumerate(boxes))):
        assert box.run("kept[0].n, kept[1].match('xy').end()").value == (i, 1)
    for box in boxes:
        box.close()


def test_what_is_known_of_the_last_run_stays() -> None:
    box = Sandbox(files={"/note": "hello"})
    done = box.run("print('out'); x = list(range(1000)); len(x)")
    others = [Sandbox() for _ in range(MANY)]
    for other in others:
        other.run("1")
    assert done.value == 1000
    assert done.stdout == "out\n"
    assert done.usage.fuel > 0
    assert box.run("open('/note').read()").value == "hello"
    for other in [box, *others]:
        other.close()


def test_dump_fork_and_tools_of_a_parked_one() -> None:
    box = Sandbox(tools=[double])
    box.run("x = double(21)")
    others = [Sandbox() for _ in range(MANY)]
    for other in others:
        other.run("1")
    twin = box.fork()
    assert twin.run("double(x)").value == 84
    for other in others:
        other.run("2")
    assert box.run("double(x) + 1").value == 85
    for other in [box, twin, *others]:
        other.close()


def test_limits_hold_after_waking() -> None:
    limits = caisson.Limits(memory=24 << 20, fuel=2_000_000)
    box = Sandbox(limits=limits)
    box.run("x = 1")
    others = [Sandbox() for _ in range(MANY)]
    for other in others:
        other.run("1")
    assert box.run("y = 'a' * 50_000_000").status == "limit"
    for other in others:
        other.run("2")
    assert box.run("while True: pass").status == "limit"
    assert box.run("x").value == 1
    for other in [box, *others]:
        other.close()


def test_threads_that_share_many() -> None:
    boxes = [Sandbox() for _ in range(MANY)]
    wrong: list[object] = []

    def work(part: list[Sandbox]) -> None:
        for turn in range(3):
            for box in part:
                n = box.run("n = globals().get('n', 0) + 1; n").value
                if n != turn + 1:
                    wrong.append(n)

    threads = [threading.Thread(target=work, args=(boxes[k::4],)) for k in range(4)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert not wrong
    for box in boxes:
        box.close()


def test_closed_while_parked() -> None:
    boxes = [Sandbox() for _ in range(MANY)]
    for box in boxes:
        box.run("1")
    for box in boxes[::2]:
        box.close()
    for box in boxes[1::2]:
        assert box.run("2").value == 2
        box.close()


def test_workers_are_shared(isolation: str) -> None:
    if isolation != "worker":
        pytest.skip("about workers")
    before = workers()
    boxes = [Sandbox() for _ in range(60)]
    for i, box in enumerate(boxes):
        box.run(f"x = {i}")
    # awake ones, one that is used, one ahead
    assert workers() <= max(before, 16 + 2)
    assert [box.run("x").value for box in boxes] == list(range(60))
    for box in boxes:
        box.close()


def test_a_waiting_program_is_parked_too() -> None:
    async def main() -> None:
        gate = asyncio.Event()

        async def ask(n: int) -> int:
            """Wait for the gate."""
            await gate.wait()
            return n + 1

        boxes = [
            AsyncSandbox(tools=[ask]) for _ in range(MANY)
        ]
        runs = [
            asyncio.create_task(box.run(f"v = await ask({i})\nv * 2"))
            for i, box in enumerate(boxes)
        ]
        await asyncio.sleep(0.3)
        gate.set()
        done = await asyncio.gather(*runs)
        assert [r.value for r in done] == [2 * (i + 1) for i in range(MANY)]
        for box in boxes:
            await box.close()

    asyncio.run(main())


HOLD = """
import sys
from caisson import Sandbox
from caisson.aio import AsyncSandbox
n = int(sys.argv[1])
boxes = [Sandbox(isolation="inprocess") for _ in range(n)]
for i, box in enumerate(boxes):
    box.run(f"x = {i}")
total = sum(box.run("x").value for box in boxes)
assert total == n * (n - 1) // 2
with open("/proc/self/status") as status:
    most = [line.split()[1] for line in status if line.startswith("VmHWM")]
print(int(most[0]) // 1024)
for box in boxes:
    box.close()
"""


def test_thousands_fit_into_a_process(isolation: str) -> None:
    if isolation != "inprocess":
        pytest.skip("about this process")
    done = subprocess.run(
        [sys.executable, "-c", HOLD, "3000"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) <= 160  # MiB; 10,000 take 200
