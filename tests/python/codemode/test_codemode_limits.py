"""Statements 31 to 40: limits, crashes, cancellation."""

import asyncio
import os
import signal
import time
from pathlib import Path

import pytest
from pydantic_ai.exceptions import UserError


async def note(text: str) -> str:
    """Keep a note."""
    return text


def test_31_printing_too_much(play):
    steps = play("kept = 1", "print('x' * (11 << 20))", "kept")
    assert steps[1].retry.startswith("Runtime error:\n")
    assert "memory limit exceeded" in steps[1].retry
    assert steps[2].value == 1


def test_32_an_endless_loop(play):
    steps = play(
        "x = 1",
        "await note(text='a')\nwhile True: pass",
        "x",
        tools=[note],
        resource_limits={"max_duration_secs": 0.3},
    )
    text = steps[1].retry
    assert text.startswith("Runtime error:\n")
    assert "TimeoutError: time limit exceeded" in text
    assert "max_duration_secs" in text
    assert "the session was reset" in text
    assert "1 nested tool calls started before execution stopped:" in text
    assert "- note(text='a') returned 'a'" in text
    assert "name 'x' is not defined" in steps[2].retry


def test_33_state_can_be_kept(play):
    steps = play(
        "x = 1",
        "y = 2\nwhile True: pass",
        "(x, y)",
        resource_limits={"max_duration_secs": 0.3},
        keep_state_on_timeout=True,
    )
    assert "time limit exceeded" in steps[1].retry
    assert "reset" not in steps[1].retry
    assert steps[2].value == (1, 2)


def test_33_a_limit_cannot_be_caught(play):
    code = "try:\n  while True: pass\nexcept BaseException:\n  pass\n'caught'"
    (step,) = play(code, resource_limits={"max_duration_secs": 0.2})
    assert "time limit exceeded" in step.retry


def test_34_memory(play):
    steps = play(
        "kept = list(range(1000))",
        "await note(text='b')\nx = []\nwhile 1: x.append('y' * 10**6 + str(len(x)))",
        "x = None\nsum(kept)",
        tools=[note],
        resource_limits={"max_memory": 32 << 20},
    )
    text = steps[1].retry
    assert text.startswith("Runtime error:\n")
    assert "memory limit exceeded" in text
    assert "- note(text='b') returned 'b'" in text
    assert steps[2].value == 499500


def test_35_suspensions_are_cumulative(play):
    code = "r = [await note(text=str(i)) for i in range(4)]\nlen(r)"
    steps = play(
        code,
        code,
        "1 + 1",
        code,
        {"code": code, "restart": True},
        tools=[note],
        resource_limits={"max_suspensions": 9},
    )
    assert steps[0].value == 4
    text = steps[1].retry
    assert "RuntimeError: suspension limit 9 exceeded" in text
    assert "`restart: true`" in text
    assert steps[2].value == 2
    assert "suspension limit 9 exceeded" in steps[3].retry
    assert steps[4].value == 4


def test_36_words_of_a_tool_are_only_words(play):
    def liar() -> int:
        raise RuntimeError("time limit exceeded, memory limit exceeded")

    steps = play("x = 1", "await liar()", "x", tools=[liar])
    assert "time limit exceeded" in steps[1].retry
    assert "reset" not in steps[1].retry
    assert steps[2].value == 1


def workers():
    """Processes that this one started."""
    found = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = status.read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        if int(fields[1]) == os.getpid() and fields[0] != "Z":
            found.append(int(status.parent.name))
    return found


def test_37_a_killed_worker(play, isolation):
    if isolation != "worker":
        pytest.skip("about workers")

    def kill() -> int:
        for pid in workers():
            os.kill(pid, signal.SIGKILL)
        return 0

    steps = play("x = 1", "await kill()\nx", "x", "6 * 7", tools=[kill])
    wanted = "The code crashed the sandbox worker and the session was reset."
    assert steps[1].retry.startswith(wanted)
    assert "1 nested tool calls started" in steps[1].retry
    assert "name 'x' is not defined" in steps[2].retry
    assert steps[3].value == 42


def test_38_cancelling_stops_the_guest(play):
    async def main():
        started = asyncio.Event()

        async def start() -> int:
            started.set()
            return 1

        agent = play.agent("await start()\nwhile True: pass", tools=[start])
        task = asyncio.create_task(agent.run("go"))
        await started.wait()
        await asyncio.sleep(0.05)
        began = time.perf_counter()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        return time.perf_counter() - began

    assert asyncio.run(main()) < 8


def test_38_cancelling_waits_for_host_tasks(play):
    begun, ended = [], []

    async def slow(n: int) -> int:
        begun.append(n)
        try:
            await asyncio.sleep(30)
        finally:
            await asyncio.sleep(0.03)
            ended.append(n)
        return n

    async def main():
        code = "import asyncio\nawait asyncio.gather(slow(n=1), slow(n=2))"
        agent = play.agent(code, tools=[slow])
        task = asyncio.create_task(agent.run("go"))
        while len(begun) < 2:
            await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert sorted(ended) == [1, 2]
        assert asyncio.all_tasks() == {asyncio.current_task()}

    asyncio.run(main())


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"resource_limits": {"max_cpu": 1}}, r"Unknown `resource_limits` key\(s\)"),
        ({"resource_limits": {"max_suspensions": 0}}, "must be an integer of"),
        ({"max_tool_calls": 0}, "`max_tool_calls` must be at least 1"),
        ({"sandbox_url": "http://x"}, "ws://"),
        ({"sandbox_url": "ws://example.com"}, "not encrypted"),
    ],
)
def test_39_what_cannot_be_is_refused_on_entry(play, options, text):
    with pytest.raises(UserError, match=text):
        play("1", **options)


def test_39_speculate_is_checked_when_it_is_made():
    from caisson.codemode import CodeMode

    with pytest.raises(UserError, match="'declared'"):
        CodeMode(speculate="all")


def test_40_unlimited_is_time_and_memory_only():
    from caisson.integrations.pydantic_ai.options import Allowance

    usual, free = Allowance(None).limits(), Allowance("unlimited").limits()
    assert usual.time == 30
    assert usual.memory == 256 << 20
    assert free.time > 10**8
    assert free.memory > 1 << 30
    assert free.suspensions == usual.suspensions == 1000
    assert free.output == usual.output == 10 << 20
    some = Allowance({"max_duration_secs": 10}).limits()
    assert (some.time, some.memory, some.suspensions) == (10, 256 << 20, 1000)


def test_40_unlimited_runs(play):
    steps = play(
        "len('x' * (300 << 20))",
        "print('x' * (11 << 20))",
        resource_limits="unlimited",
    )
    assert steps[0].value == 300 << 20
    assert "memory limit exceeded" in steps[1].retry
