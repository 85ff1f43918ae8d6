"""Statements 21 to 27: how calls of tools go together."""

import asyncio

import pytest
from pydantic_ai import Tool
from pydantic_ai.tool_manager import ToolManager

from caisson.integrations.pydantic_ai.calls import is_sequential_run


async def nap(seconds: float) -> float:
    await asyncio.sleep(seconds)
    return seconds


class Log:
    """Tools that note when they begin and end."""

    def __init__(self):
        self.events = []

    def tool(self, name, **more):
        async def tool(n: int) -> int:
            self.events.append(f"{name}{n} begins")
            await asyncio.sleep(0.02)
            self.events.append(f"{name}{n} ends")
            return n

        return Tool(tool, name=name, **more)


def test_21_gathered_calls_overlap(play):
    code = """
import asyncio, time
t = time.monotonic()
r = await asyncio.gather(nap(seconds=.25), nap(seconds=.25))
r, time.monotonic() - t
"""
    (step,) = play(code, tools=[nap])
    naps, took = step.value
    assert naps == [0.25, 0.25]
    assert took < 0.45


def test_22_one_of_a_gather_fails(play):
    async def good() -> int:
        return 1

    async def bad() -> int:
        await asyncio.sleep(0.02)
        raise ValueError("the disk is full")

    code = "import asyncio\nawait asyncio.gather(good(), bad())"
    steps = play(code, "1", tools=[good, bad])
    assert "the disk is full" in steps[0].retry
    assert steps[0].retry.startswith("Runtime error:\n")
    code = """
import asyncio
try:
    await asyncio.gather(good(), bad())
except ValueError as e:
    print(e)
"""
    (step,) = play(code, tools=[good, bad])
    assert step.value == {"output": "the disk is full\n"}
    assert [c.tool_name for c in step.calls] == ["good", "bad"]
    assert [r.tool_name for r in step.returns] == ["good"]


def test_23_a_sequential_tool_is_a_barrier(play):
    log = Log()
    code = """
import asyncio
first = asyncio.ensure_future(par(n=1))
second = asyncio.ensure_future(par(n=2))
await asyncio.sleep(0)
alone(n=3)
await asyncio.gather(first, second)
"""
    tools = [log.tool("par"), log.tool("alone", sequential=True)]
    (step,) = play(code, tools=tools)
    assert step.value == [1, 2]
    assert log.events == [
        "par1 begins",
        "par2 begins",
        "par1 ends",
        "par2 ends",
        "alone3 begins",
        "alone3 ends",
    ]


def test_24_a_sequential_run_takes_turns(play):
    log = Log()

    async def main():
        with ToolManager.parallel_execution_mode("sequential"):
            return await play.go(
                "import asyncio\nawait asyncio.gather(*[t(n=i) for i in range(3)])",
                tools=[log.tool("t")],
            )

    (step,) = asyncio.run(main())
    assert step.value == [0, 1, 2]
    assert log.events == [
        f"t{i} {what}" for i in range(3) for what in ("begins", "ends")
    ]


def test_24_both_signatures_of_the_mode():
    class New:
        def get_parallel_execution_mode(self):
            return "sequential"

    class Old:
        def get_parallel_execution_mode(self, calls):
            return "sequential"

    class Usual:
        def get_parallel_execution_mode(self):
            return "parallel"

    assert is_sequential_run(New())
    assert is_sequential_run(Old())
    assert not is_sequential_run(Usual())


def test_25_positional_arguments_and_unknown_functions(play):
    ran = []

    async def add(a: int, b: int) -> int:
        ran.append((a, b))
        return a + b

    steps = play(
        "0",
        "await add(1, 2)",
        "await nothing(a=1)",
        tools=[add],
    )
    wanted = (
        "TypeError: add() does not accept positional arguments; use keyword arguments"
    )
    assert wanted in steps[1].retry
    assert "NameError: name 'nothing' is not defined" in steps[2].retry
    assert not ran


def test_25_a_tool_that_is_gone(play):
    from caisson.codemode import CodeMode

    async def choose(ctx, definition):
        return ctx.run_step < 2

    async def add(a: int, b: int) -> int:
        return a + b

    steps = play("0", "await add(a=1, b=2)", tools=[add], mode=CodeMode(tools=choose))
    assert "NameError: Unknown function: add" in steps[1].retry


def test_26_the_budget_is_kept_before_anything_starts(play):
    started = []

    async def t(n: int) -> int:
        started.append(n)
        await asyncio.sleep(0.01)
        return n

    code = "import asyncio\nawait asyncio.gather(*[t(n=i) for i in range(50)])"
    count = """
import asyncio
r = await asyncio.gather(*[t(n=i) for i in range(50)], return_exceptions=True)
len([x for x in r if type(x) is not int])
"""
    steps = play(code, count, tools=[t], max_tool_calls=3)
    assert "Code mode allows 3 nested tool calls per `run_code` call" in steps[0].retry
    assert steps[1].value == 47
    assert started == [0, 1, 2, 0, 1, 2]


def test_27_a_caught_refusal_keeps_results(play):
    async def t(n: int) -> int:
        return n * 10

    code = """
out = []
try:
    for i in range(9):
        out.append(await t(n=i))
except RuntimeError as e:
    out.append(str(e)[:25])
out
"""
    steps = play(
        code,
        code.replace("try", "if 1")
        .replace("except RuntimeError as e:", "if 1:")
        .replace("str(e)[:25]", "0"),
        tools=[t],
        max_tool_calls=2,
    )
    assert steps[0].value == [0, 10, "Code mode allows 2 nested"]
    text = steps[1].retry
    assert "2 nested tool calls started before execution stopped:" in text
    assert "- t(n=0) returned 0" in text
    assert "- t(n=1) returned 10" in text


def test_27_the_summary_is_short_and_exact(play):
    async def t(text: str) -> str:
        return text * 2

    code = """
for i in range(99):
    await t(text='x' * 500)
"""
    (step,) = play(code, tools=[t], max_tool_calls=40)
    text = step.retry
    assert "40 nested tool calls started before execution stopped:" in text
    assert " ... (1000 chars total)" in text
    assert "more not shown" in text
    assert len(text) < 5000


def test_a_future_that_is_not_awaited_is_no_value(play):
    async def t() -> int:
        return 1

    (step,) = play("r = t()\nprint(r == 1, type(r).__name__)\nawait r", tools=[t])
    assert step.value == {"output": "False HostFuture\n", "result": 1}


@pytest.mark.parametrize(
    "code",
    [
        "t = asyncio.create_task(one(n=1))\nawait t",
        "done, _ = await asyncio.wait([asyncio.create_task(one(n=1))])\n"
        "done.pop().result()",
        "await asyncio.wait_for(one(n=1), 5)",
        "[await f for f in asyncio.as_completed([one(n=1)])][0]",
        "async with asyncio.timeout(5): r = await one(n=1)\nr",
        "async with asyncio.TaskGroup() as g: t = g.create_task(one(n=1))\nt.result()",
        "s = asyncio.Semaphore(1)\nasync with s: r = await one(n=1)\nr",
        "q = asyncio.Queue()\nawait q.put(await one(n=1))\nawait q.get()",
        "(await asyncio.gather(one(n=1), one(n=2), return_exceptions=True))[0]",
    ],
)
def test_asyncio_over_host_futures(play, code):
    async def one(n: int) -> int:
        await asyncio.sleep(0.005)
        return n

    (step,) = play("import asyncio\n" + code, tools=[one])
    assert step.value == 1


def test_as_completed_and_first_completed_follow_the_clock(play):
    code = """
import asyncio
slow, fast = asyncio.create_task(nap(seconds=.2)), asyncio.create_task(nap(seconds=.01))
done, rest = await asyncio.wait([slow, fast], return_when=asyncio.FIRST_COMPLETED)
assert done == {fast} and rest == {slow}
[await f for f in asyncio.as_completed([slow, fast])]
"""
    (step,) = play(code, tools=[nap])
    assert step.value == [0.01, 0.2]
