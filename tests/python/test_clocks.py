"""The clocks that a program reads, where it matters what else the host does."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from collections.abc import Iterator

import pytest

from caisson import Sandbox

TIMES = """
import time
def spend(seconds):
    wall, cpu = time.perf_counter(), time.process_time()
    while time.perf_counter() - wall < seconds:
        sum(range(20_000))
    return time.perf_counter() - wall, time.process_time() - cpu
"""


@pytest.fixture
def one_core() -> Iterator[None]:
    """This process and its children stay on one core."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(before)})
    yield
    os.sched_setaffinity(0, before)


@contextlib.contextmanager
def busy(n: int) -> Iterator[None]:
    """So many other processes that compute on the same core."""
    others = [
        subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(n)
    ]
    try:
        yield
    finally:
        for other in others:
            other.kill()
            other.wait()


def test_process_time_is_that_of_the_processor(one_core: None) -> None:
    with busy(3), Sandbox() as box:
        box.run(TIMES, check=True)
        wall, cpu = box.run("spend(0.8)", check=True).value
    assert 0.02 < cpu < 0.7 * wall


def test_process_time_does_not_count_sleeping() -> None:
    with Sandbox() as box:
        box.run("import time; began = time.process_time()", check=True)
        slept = box.run("time.sleep(0.3); time.process_time() - began").value
    assert 0 <= slept < 0.2


def test_process_time_never_goes_back() -> None:
    with Sandbox() as box:
        box.run("import time; last = 0; bad = []")
        for _ in range(20):
            box.run(
                "for i in range(50):\n"
                "    now = time.process_time_ns()\n"
                "    if now < last: bad.append((last, now))\n"
                "    last = now"
            )
        assert box.run("bad").value == []
