"""Asynchronous sandboxes compute in threads that know nothing of Python."""

import asyncio
import subprocess
import sys
import textwrap
import threading
import time

import pytest

from caisson import AsyncSandbox, ConfigError, Limits, SessionBusy
from caisson._post import _SLICE, Post, post_of

FOREVER = "while True: pass"
PLACES = pytest.mark.parametrize("isolation", ["inprocess", "worker"])


async def go_on(box, code=FOREVER):
    """A task whose program computes by now."""
    task = asyncio.ensure_future(box.run(code))
    await asyncio.sleep(0.05)
    return task


@PLACES
def test_no_thread_of_pythons_own_is_started(isolation):
    async def main():
        async with AsyncSandbox(tools=[nothing], isolation=isolation) as box:
            assert (await box.run("await nothing()\n1 + 2")).value == 3
        return threading.active_count()

    async def nothing():
        await asyncio.sleep(0)

    before = threading.active_count()
    assert asyncio.run(main()) == before


@PLACES
def test_cancelling_ends_the_program_and_keeps_the_sandbox(isolation):
    async def main():
        async with AsyncSandbox(isolation=isolation) as box:
            await box.run("x = 5")
            task = await go_on(box)
            began = time.monotonic()
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            assert time.monotonic() - began < 8
            assert (await box.run("x")).value == 5

    asyncio.run(main())


@PLACES
def test_cancelling_twice_still_waits_for_the_thread(isolation):
    async def main():
        async with AsyncSandbox(isolation=isolation) as box:
            task = await go_on(box)
            task.cancel()
            await asyncio.sleep(0)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            assert (await box.run("7")).value == 7

    asyncio.run(main())


@PLACES
def test_cancelled_while_it_is_opened(isolation):
    async def main():
        box = AsyncSandbox(isolation=isolation)
        task = asyncio.ensure_future(box.run(FOREVER))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert (await box.run("7")).value == 7
        await box.close()

    asyncio.run(main())


def test_a_second_run_is_told_that_it_is_busy():
    async def main():
        async with AsyncSandbox(isolation="inprocess") as box:
            task = await go_on(box)
            with pytest.raises(SessionBusy):
                await box.run("1")
            with pytest.raises(SessionBusy):
                box.get("x")
            box.cancel()
            assert (await task).status == "cancelled"

    asyncio.run(main())


def test_two_runs_that_both_want_to_open_it():
    async def main():
        async with AsyncSandbox(isolation="inprocess") as box:
            both = await asyncio.gather(
                box.run("1"), box.run("1"), return_exceptions=True
            )
            assert all(isinstance(r, SessionBusy) or r.value == 1 for r in both)
            assert (await box.run("2")).value == 2

    asyncio.run(main())


def test_closing_ends_a_run_that_goes_on():
    async def main():
        box = AsyncSandbox(isolation="inprocess")
        task = await go_on(box)
        await box.close()
        assert (await task).status == "cancelled"
        assert box.closed

    asyncio.run(main())


def test_what_the_output_function_raises_ends_the_run():
    def output(stream, text):
        raise LookupError(text)

    async def main():
        async with AsyncSandbox(output=output, isolation="inprocess") as box:
            for _ in range(2):  # while it is opened, and when it is open
                with pytest.raises(LookupError, match="hello"):
                    await box.run("print('hello')\nwhile True: pass")

    asyncio.run(main())


def test_a_sandbox_that_cannot_be_opened_says_why():
    async def main():
        box = AsyncSandbox(limits=Limits(memory=1), isolation="inprocess")
        with pytest.raises(ConfigError, match="memory must be"):
            await box.run("1")
        await box.close()

    asyncio.run(main())


def test_programs_that_compute_for_long_do_not_keep_others_waiting():
    async def main():
        boxes = [AsyncSandbox(isolation="inprocess") for _ in range(12)]
        tasks = [await go_on(box) for box in boxes]
        async with AsyncSandbox(isolation="inprocess") as quick:
            result = await asyncio.wait_for(quick.run("1"), 20)
        for box in boxes:
            box.cancel()
        await asyncio.gather(*tasks)
        for box in boxes:
            await box.close()
        return result.value

    assert asyncio.run(main()) == 1


class Blind(asyncio.SelectorEventLoop):
    """A loop that cannot watch descriptors."""

    def add_reader(self, fd, callback, *args):
        """As a workflow engine's."""
        raise NotImplementedError


def test_a_loop_that_cannot_watch_descriptors_gets_threads_of_pythons():
    async def main():
        assert post_of(asyncio.get_running_loop()) is None
        async with AsyncSandbox(isolation="inprocess") as box:
            assert (await box.run("1 + 2")).value == 3
            task = await go_on(box)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            assert (await box.run("4")).value == 4

    loop = Blind()
    try:
        loop.run_until_complete(main())
    finally:
        loop.close()


def test_turns_are_given_a_few_in_a_round_and_in_order():
    rounds, began = [0], []

    async def one(post, i):
        await post.turn()
        began.append((i, rounds[0]))

    async def main():
        loop = asyncio.get_running_loop()
        post = Post(loop)

        def count():
            rounds[0] += 1
            loop.call_soon(count)

        loop.call_soon(count)
        await asyncio.gather(*[one(post, i) for i in range(5 * _SLICE)])

    asyncio.run(main())
    assert [i for i, _ in began] == list(range(5 * _SLICE))
    in_round = [r for _, r in began]
    assert max(in_round.count(r) for r in in_round) <= _SLICE


def test_a_waiter_that_is_cancelled_does_not_take_a_turn():
    async def main():
        post = Post(asyncio.get_running_loop())
        tasks = [asyncio.ensure_future(post.turn()) for _ in range(4 * _SLICE)]
        await asyncio.sleep(0)
        for task in tasks[_SLICE : 3 * _SLICE]:
            task.cancel()
        await asyncio.wait_for(asyncio.wait(tasks[3 * _SLICE :]), 5)

    asyncio.run(main())


def alone(code):
    """A Python process of its own: what it printed."""
    done = subprocess.run(
        [sys.executable, "-X", "dev", "-c", textwrap.dedent(code)],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@PLACES
def test_the_interpreter_can_end_while_a_program_computes(isolation):
    said = alone(f"""
        import asyncio, os
        from caisson import AsyncSandbox
        box = AsyncSandbox(isolation={isolation!r})
        loop = asyncio.new_event_loop()
        async def main():
            task = asyncio.ensure_future(box.run("while True: pass"))
            await asyncio.sleep(0.1)
            return task
        task = loop.run_until_complete(main())
        print("end")
    """)
    assert said == "end\n"


def test_the_child_of_a_fork_has_threads_of_its_own():
    said = alone("""
        import asyncio, os
        from caisson import AsyncSandbox
        async def main():
            async with AsyncSandbox(isolation="inprocess") as box:
                return (await box.run("1 + 2")).value
        assert asyncio.run(main()) == 3
        child = os.fork()
        if child == 0:
            os._exit(asyncio.run(main()))
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
    """)
    assert said == "3\n"


def test_a_mail_that_goes_waits_for_its_jobs():
    async def main():
        box = AsyncSandbox(isolation="inprocess")
        task = await go_on(box)
        return box, task

    loop = asyncio.new_event_loop()
    box, task = loop.run_until_complete(main())
    began = time.monotonic()
    post_of(loop).mail.finish()
    assert time.monotonic() - began < 8
    task.cancel()
    loop.run_until_complete(asyncio.wait([task]))
    loop.run_until_complete(box.close())
    loop.close()
