"""Statements 51 and 52: sleeping."""

import asyncio
import time

import pytest
from pydantic_ai.tool_manager import ToolManager


def test_51_gathered_sleeps_overlap(play):
    code = """
import asyncio, time
t = time.monotonic()
r = await asyncio.gather(asyncio.sleep(1, 'a'), asyncio.sleep(1, 'b'))
time.sleep(.1)
r, time.monotonic() - t
"""
    (step,) = play(code)
    assert step.value[0] == ["a", "b"]
    assert 1.08 < step.value[1] < 1.9


def test_51_the_loop_goes_on_meanwhile(play):
    async def main():
        ticks = []

        async def tick():
            while True:
                ticks.append(1)
                await asyncio.sleep(0.01)

        ticker = asyncio.create_task(tick())
        await play.go("import time\ntime.sleep(.3)")
        ticker.cancel()
        return len(ticks)

    assert asyncio.run(main()) > 3


@pytest.mark.parametrize("sleep", ["time.sleep(60)", "await asyncio.sleep(60)"])
def test_51_more_than_allowed_raises_at_once(play, sleep):
    began = time.perf_counter()
    steps = play(
        f"import time, asyncio\nx = 1\n{sleep}",
        "x",
        "try:\n  time.sleep(90)\nexcept TimeoutError as e:\n  print('caught')",
        resource_limits={"max_duration_secs": 2},
    )
    wanted = (
        "TimeoutError: sleeping 60s would exceed the 2s this code may sleep "
        "(max_duration_secs); 2s left"
    )
    assert wanted in steps[0].retry
    assert steps[1].value == 1
    assert steps[2].value == {"output": "caught\n"}
    assert time.perf_counter() - began < 20


def test_51_sleeps_add_up(play):
    code = "import time\ntime.sleep(.3)\ntime.sleep(.1)\ntime.sleep(.2)"
    (step,) = play(code, resource_limits={"max_duration_secs": 0.5})
    wanted = "sleeping 0.2s would exceed the 0.5s this code may sleep"
    assert wanted in step.retry


def test_51_waiting_for_nothing_counts_as_sleep(play):
    code = "import asyncio\nawait asyncio.wait_for(asyncio.Event().wait(), 60)"
    (step,) = play(code, resource_limits={"max_duration_secs": 0.5})
    assert "TimeoutError: sleeping" in step.retry


def test_51_a_sequential_run_sleeps_one_after_the_other(play):
    code = """
import asyncio, time
t = time.monotonic()
await asyncio.gather(asyncio.sleep(.1), asyncio.sleep(.1))
time.monotonic() - t
"""

    async def main():
        with ToolManager.parallel_execution_mode("sequential"):
            return await play.go(code)

    (step,) = asyncio.run(main())
    assert step.value > 0.19


def test_52_sleeps_never_reach_the_handler(play):
    asked = []

    def handler(*, name, args, kwargs, is_async):
        asked.append(name)
        return None

    code = "import time, asyncio\ntime.sleep(.01)\nawait asyncio.sleep(.01)\n1"
    (step,) = play(code, os_access=handler)
    assert step.value == 1
    assert asked == []


@pytest.mark.parametrize("sleep", ["time.sleep(20)", "await asyncio.sleep(20)"])
def test_52_cancelling_interrupts_a_sleep(play, sleep):
    async def main():
        agent = play.agent(f"import time, asyncio\n{sleep}")
        task = asyncio.create_task(agent.run("go"))
        await asyncio.sleep(0.3)
        began = time.perf_counter()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        return time.perf_counter() - began

    assert asyncio.run(main()) < 8
