"""What users do to a sandbox: threads, forks, pickles, cycles, Ctrl-C, leaks."""

import asyncio
import copy
import gc
import os
import pickle
import subprocess
import sys
import threading
import time
import warnings
import weakref

import pytest

from caisson import (
    AsyncSandbox,
    CaissonError,
    ConfigError,
    Limits,
    Sandbox,
    SessionBusy,
    SessionStateError,
    Tool,
)
from caisson.aio import _AT_ONCE as AT_ONCE

# -- tools that misbehave ------------------------------------------------------------


@pytest.mark.parametrize("error", [KeyboardInterrupt, SystemExit, GeneratorExit])
def test_what_is_no_exception_reaches_the_caller(error):
    def stop():
        raise error("now")

    with Sandbox(tools=[stop]) as box:
        with pytest.raises(error, match="now"):
            box.run("x = 5\ntry:\n    stop()\nexcept BaseException:\n    x = 6")
        assert box.run("x").value == 5


def test_a_tool_cannot_use_its_own_sandbox():
    tried = []

    def again(how):
        tried.append(how)
        getattr(box, how)(*(["1"] if how == "run" else []))

    with Sandbox(tools=[again]) as box:
        for how in ("run", "dump", "close", "restart"):
            result = box.run(f"again({how!r})")
            assert result.error.type == "RuntimeError"
            assert "the run that called this tool" in result.error.message
        assert tried == ["run", "dump", "close", "restart"]
        assert box.run("1 + 1").value == 2


def test_a_tool_may_use_another_sandbox():
    def inner(code):
        with Sandbox() as other:
            return other.run(code).value

    with Sandbox(tools=[inner]) as box:
        assert box.run("inner('6 * 7') + 1").value == 43


def test_a_tool_that_cancels_is_the_last_one():
    calls = []

    def stop():
        calls.append(1)
        box.cancel()

    with Sandbox(tools=[stop]) as box:
        result = box.run("stop()\nstop()")
        assert (result.status, len(calls)) == ("cancelled", 1)
        assert box.run("8").value == 8


def test_calls_count_however_they_are_answered():
    with Sandbox(tools=[len], limits=Limits(calls=5)) as box:
        result = box.run("for i in range(9): len('a')")
        assert (result.limit, result.usage.host_calls) == ("calls", 6)


def test_text_comes_before_the_call_that_follows_it():
    order = []
    with Sandbox(
        tools=[Tool(name="tool", function=lambda n: order.append(n))],
        output=lambda _, text: order.append(text),
    ) as box:
        box.run("print('a')\ntool(1)\ntool(2)\nprint('b')\ntool(3)")
    assert order == ["a\n", 1, 2, "b\n", 3]


def test_time_in_tools_is_not_the_programs():
    def nap():
        time.sleep(0.05)

    with Sandbox(tools=[nap], limits=Limits(time=0.2)) as box:
        result = box.run("for _ in range(8): nap()")
        assert result.ok, result.message
        assert result.usage.time_us < 200_000


# -- pickles -------------------------------------------------------------------------

VALUES = """
import dataclasses
@dataclasses.dataclass
class Point:
    x: int
class Odd(Exception): pass
loop = []
loop.append(loop)
[Point(1), Odd('q'), len, Point, object(), {1, 2}, loop]
"""


@pytest.mark.parametrize("code", ["1 + 1", "1 / 0", "x = (", VALUES, "open('/b','w')"])
@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, pickle.dumps])
def test_results_leave_their_sandbox(code, again):
    with Sandbox(files={"/a": "b"}) as box:
        result = box.run(code)
        twin = again(result)
        if again is pickle.dumps:
            twin = pickle.loads(twin)
    assert twin.to_dict() == result.to_dict()
    assert (twin.usage, twin.artifacts) == (result.usage, result.artifacts)
    if not result.ok:
        with pytest.raises(CaissonError) as caught:
            result.raise_for_status()
        other = pickle.loads(pickle.dumps(caught.value))
        assert type(other) is type(caught.value)
        assert str(other) == str(caught.value)
        assert other.result.status == result.status


def test_a_record_has_no_say_in_pickling():
    with Sandbox() as box:
        code = "class A: pass\na = A()\na.__reduce_ex__ = a.__getstate__ = 1\na"
        record = box.run(code).value
    assert pickle.loads(pickle.dumps(record)) == record


@pytest.mark.parametrize("kind", [Sandbox, AsyncSandbox])
def test_a_sandbox_says_how_to_copy_it(kind):
    box = kind()
    for attempt in (pickle.dumps, copy.copy, copy.deepcopy):
        with pytest.raises(TypeError, match="dump"):
            attempt(box)
    if kind is Sandbox:
        box.close()


# -- processes and threads -----------------------------------------------------------


def test_fork():
    with Sandbox() as box:
        box.run("x = 1")
        pid = os.fork()
        if pid == 0:
            code = 1
            try:
                with pytest.raises(SessionStateError, match="fork"):
                    box.run("x")
                with Sandbox() as own:
                    code = 0 if own.run("2 + 2").value == 4 else 2
            finally:
                os._exit(code)
        assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0
        assert box.run("x + 1").value == 2


LEFT_OPEN = """
import asyncio, sys
import caisson
one = caisson.Sandbox(isolation=sys.argv[1])
one.run("x = 1")
two = caisson.AsyncSandbox(isolation=sys.argv[1])
asyncio.run(two.run("1"))
three = caisson.Sandbox(isolation=sys.argv[1], tools=[len])
step = three.start("len('a')")
print("end")
"""


def test_the_interpreter_ends_with_open_sandboxes(isolation):
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", LEFT_OPEN, isolation],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, "end\n"), done.stderr


def test_closing_while_another_thread_runs():
    with Sandbox(tools=[len]) as box:
        inside = threading.Event()
        box.add_tool(Tool(name="here", function=lambda: inside.set()))
        got = []
        code = "here()\nwhile True: pass"
        thread = threading.Thread(target=lambda: got.append(box.run(code)))
        thread.start()
        inside.wait(10)
        with pytest.raises(SessionBusy):
            box.close()
        box.cancel()
        thread.join()
        assert got[0].status == "cancelled"


def test_async_timeout_and_cancelling():
    begun, ended = [], []

    async def slow():
        begun.append(True)
        try:
            await asyncio.sleep(30)
        finally:
            ended.append(True)

    async def main():
        async with AsyncSandbox(tools=[slow]) as box:
            assert (await box.run("x = 4")).ok
            with pytest.raises(asyncio.TimeoutError):
                await asyncio.wait_for(box.run("while True: pass"), 0.1)
            task = asyncio.create_task(box.run("await slow()"))
            while not begun:
                await asyncio.sleep(0.01)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            assert ended == [True]
            return (await box.run("x")).value

    assert asyncio.run(main()) == 4


# -- memory --------------------------------------------------------------------------


def test_cycles_through_tools_and_output_are_collected(isolation):
    class Owner:
        def __init__(self):
            self.box = Sandbox(tools=[self.tool], output=self.write)

        def tool(self):
            return 1

        def write(self, stream, text):
            pass

    owner = Owner()
    owner.box.run("print(tool())")
    seen = weakref.ref(owner)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)
        del owner
        gc.collect()
    assert seen() is None


def resident():
    with open("/proc/self/statm") as f:
        return int(f.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def test_ten_thousand_runs_leave_nothing():
    def tool(i):
        return {"i": i}

    with Sandbox(tools=[tool]) as box:
        for _ in range(6_000):  # until the program's own heap was collected
            box.run("print(tool(1))\n[2]")
        gc.collect()
        before = resident()
        for _ in range(10_000):
            box.run("print(tool(1))\n[2]")
        gc.collect()
        assert resident() - before < 3 << 20


def test_two_thousand_sandboxes_leave_nothing():
    def one():
        with Sandbox(tools=[len]) as box:
            assert box.run("len('ab')").value == 2

    for _ in range(200):
        one()
    gc.collect()
    before, files = resident(), len(os.listdir("/proc/self/fd"))
    for _ in range(2_000):
        one()
    gc.collect()
    assert resident() - before < 8 << 20  # some workers may be new
    assert len(os.listdir("/proc/self/fd")) <= files + 1


# -- many at once --------------------------------------------------------------------


def test_long_programs_do_not_keep_others_waiting():
    """More of them than there are threads for short ones."""

    async def main():
        boxes = [AsyncSandbox(limits=Limits(time=60)) for _ in range(AT_ONCE + 3)]
        long = [asyncio.create_task(b.run("while True: pass")) for b in boxes]
        await asyncio.sleep(0.3)
        began = time.perf_counter()
        async with AsyncSandbox() as box:
            assert (await box.run("1 + 1")).value == 2
        took = time.perf_counter() - began
        assert not any(task.done() for task in long)
        for b in boxes:
            b.cancel()
        ended = [r.status for r in await asyncio.gather(*long)]
        assert ended == ["cancelled"] * len(boxes)
        for b in boxes:
            await b.close()
        return took

    assert asyncio.run(main()) < 20


def test_cancelling_before_the_sandbox_is_open():
    async def main():
        async with AsyncSandbox() as box:
            task = asyncio.create_task(box.run("x = 1\nwhile True: pass"))
            await asyncio.sleep(0)
            box.cancel()
            assert (await task).status == "cancelled"
            task = asyncio.create_task(box.run("1"))
            await asyncio.sleep(0)
            task.cancel()
            await asyncio.wait([task])
            return (await box.run("2")).value

    assert asyncio.run(main()) == 2


def test_a_task_that_is_cancelled_at_once_leaves_nothing():
    async def main():
        async with AsyncSandbox() as box:
            task = asyncio.create_task(box.run("while True: pass"))
            await asyncio.sleep(0)
            task.cancel()
            await asyncio.wait([task])
            return (await box.run("3")).value

    assert asyncio.run(main()) == 3


# -- mistakes of newcomers -----------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"tools": len}, r"tools=\[f, g\]"),
        ({"tools": [3]}, "must be a function, not 3"),
        ({"mounts": "./data"}, "'/data': './data'"),
        ({"limits": {"time": 1}}, r"Limits\(\.\.\.\)"),
        ({"output": 3}, "'output' must be a function"),
        ({"os": 3}, "'os' must be a function"),
        ({"env": {"A": 1}}, "'A' must be a str"),
        ({"files": {"a.txt": "x"}}, "'a.txt': its path must be absolute"),
        ({"files": {"/a.txt": 3}}, "'/a.txt' must be str or bytes"),
    ],
)
def test_options_that_cannot_be(options, text):
    with pytest.raises(ConfigError, match=text):
        Sandbox(**options)


def test_what_is_no_code_or_no_inputs():
    with Sandbox() as box:
        with pytest.raises(TypeError, match="code must be a str, not NoneType"):
            box.run(None)
        with pytest.raises(ConfigError, match="'name': value"):
            box.run("1", inputs=[1])
        assert box.run("1").value == 1


DOUBLED = "l = [0]\nfor i in range({}): l = [l, l]\n"


def test_a_list_shared_again_and_again_is_bounded():
    """Each copy counts: a small heap cannot become gigabytes of the host's."""
    with Sandbox() as box:
        few = box.run(DOUBLED.format(12) + "l")
        assert few.status == "ok"
        many = box.run(DOUBLED.format(22) + "l")
        assert many.status != "ok" or many.value is None
        shared = box.run("row = [1, 2]\n[row] * 100_000")
        assert (shared.status, len(shared.value)) == ("ok", 100_000)
