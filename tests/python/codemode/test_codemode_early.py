"""``eager`` and ``speculate``: what starts while the model still writes.

A scripted stream hands out the code piece by piece; it waits for what a test wants
to see before it goes on, so that no test depends on the speed of the machine.
"""

import asyncio
import json

import pytest
from pydantic_ai import Agent, CapabilityEvent
from pydantic_ai.messages import ToolReturnPart
from pydantic_ai.models.function import DeltaToolCall, FunctionModel

from caisson.codemode import CodeMode

ID = "pyd_call"
MOST_WAIT = 20


class Streamed:
    """One agent whose model streams snippets; a callable piece is awaited."""

    def __init__(self, *snippets, tools=(), **options):
        self.snippets = [s if isinstance(s, list) else [s] for s in snippets]
        self.events = []
        self.returns = []
        self.mode = CodeMode(max_retries=5, **options)
        self.agent = Agent(
            FunctionModel(stream_function=self._stream),
            tools=list(tools),
            capabilities=[self.mode],
        )

    async def _stream(self, messages, info):
        self.returns += [
            p for p in messages[-1].parts if getattr(p, "tool_name", None) == "run_code"
        ]
        if not self.snippets:
            yield "done"
            return
        number = f"{ID}{len(self.returns)}"
        yield {0: DeltaToolCall("run_code", '{"code": "', tool_call_id=number)}
        for piece in self.snippets.pop(0):
            if callable(piece):
                await asyncio.wait_for(piece(), MOST_WAIT)
            else:
                await asyncio.sleep(0)
                yield {0: DeltaToolCall(json_args=json.dumps(piece)[1:-1])}
        yield {0: DeltaToolCall(json_args='"}')}

    async def _handle(self, ctx, stream):
        async for event in stream:
            if isinstance(event, CapabilityEvent):
                self.events.append(event)

    def run(self):
        asyncio.run(self.agent.run("go", event_stream_handler=self._handle))
        return self.returns

    def names(self):
        short = [type(e).__name__.removeprefix("SpeculativeC") for e in self.events]
        return [n.removesuffix("Event") for n in short if "Update" not in n]

    def events_named(self, word):
        return [e for e in self.events if word in type(e).__name__]


class Tools:
    def __init__(self):
        self.log = []
        self.began = {}

    def _event(self, key):
        return self.began.setdefault(key, asyncio.Event())

    async def read(self, key: str) -> str:
        """Read a key."""
        self.log.append(f"read {key}")
        self._event(key).set()
        return f"value of {key}"

    async def write(self, key: str) -> str:
        """Write a key."""
        self.log.append(f"write {key}")
        self._event(key).set()
        return "ok"

    async def fail(self, key: str) -> str:
        """Always fails."""
        self._event(key).set()
        raise ValueError("no " + key)

    def started(self, key):
        return lambda: self._event(key).wait()

    async def settled(self):
        for _ in range(20):
            await asyncio.sleep(0.005)

    @property
    def all(self):
        return [self.read, self.write, self.fail]


# -- eager ------------------------------------------------------------------------


def test_18_the_first_statement_runs_before_the_stream_ends():
    tools = Tools()
    agent = Streamed(
        [
            "a = await write(key='one')\nprint(a)\n",
            tools.started("one"),
            "b = await write(key='two')\n[a, b]",
        ],
        tools=tools.all,
        eager=True,
    )
    (part,) = agent.run()
    assert part.content == {"output": "ok\n", "result": ["ok", "ok"]}
    assert list(part.metadata["tool_calls"]) == [f"{ID}0__1", f"{ID}0__2"]
    assert tools.log == ["write one", "write two"]


def test_18_the_budget_is_one():
    tools = Tools()
    code = "".join(f"await write(key='{n}')\n" for n in range(5))
    agent = Streamed(
        [code, tools.started("1"), "1"], tools=tools.all, eager=True, max_tool_calls=3
    )
    (part, *_) = agent.run()
    assert part.outcome == "retried"
    assert len(tools.log) == 3


def test_19_statements_of_one_line_wait_for_all_of_it():
    tools = Tools()
    seen = []

    async def look():
        await tools.settled()
        seen.extend(tools.log)

    agent = Streamed(
        ["await write(key='one'); x = 1\ny = 2\n", look, "x"],
        tools=tools.all,
        eager=True,
    )
    (part,) = agent.run()
    assert seen == []
    assert part.content == 1


def test_19_an_exception_ends_it_and_earlier_names_stay():
    tools = Tools()
    agent = Streamed(
        [
            "a = await write(key='one')\n1 / 0\n",
            tools.started("one"),
            "await write(key='never')\n2",
        ],
        "a",
        tools=tools.all,
        eager=True,
    )
    first, second = agent.run()
    assert "ZeroDivisionError" in first.content
    assert second.content == "ok"
    assert tools.log == ["write one"]


def test_19_a_later_syntax_error():
    tools = Tools()
    agent = Streamed(
        ["a = await write(key='one')\nx = 1\n", tools.started("one"), "def (:"],
        "a",
        tools=tools.all,
        eager=True,
    )
    first, second = agent.run()
    assert first.content.startswith("Syntax error in code:")
    assert second.content == "ok"


def test_20_lines_of_a_traceback_are_those_of_the_whole_snippet():
    tools = Tools()
    agent = Streamed(
        ["await write(key='one')\nx = 1\n", tools.started("one"), "y = 2\n1 / 0\n"],
        tools=tools.all,
        eager=True,
    )
    (part,) = agent.run()
    assert "line 4" in part.content


def test_24_nothing_is_left_after_the_run():
    tools = Tools()

    async def forever(key: str) -> str:
        """Never returns."""
        tools._event(key).set()
        try:
            await asyncio.Event().wait()
        finally:
            tools.log.append("cancelled")
        return ""

    async def stop():
        raise RuntimeError("the stream breaks")

    agent = Streamed(
        ["await forever(key='x')\ny = 1\n", tools.started("x"), stop],
        tools=[forever],
        eager=True,
    )
    with pytest.raises(RuntimeError, match="the stream breaks"):
        agent.run()
    assert tools.log == ["cancelled"]


def test_25_without_them_nothing_is_streamed():
    assert CodeMode().has_wrap_run_event_stream is False
    assert CodeMode(eager=True).has_wrap_run_event_stream is True


# -- speculate --------------------------------------------------------------------


def test_21_literal_reads_overlap_the_stream():
    tools = Tools()
    agent = Streamed(
        [
            "a = await read(key='one')\n",
            tools.started("one"),
            "b = await read(key='two')\n",
            tools.started("two"),
            "[a, b]",
        ],
        tools=tools.all,
        speculate=["read"],
    )
    (part,) = agent.run()
    assert part.content == ["value of one", "value of two"]
    assert tools.log == ["read one", "read two"]
    figures = part.metadata["speculation"]
    assert (figures["hits"], figures["misses"], figures["wasted"]) == (2, 0, 0)
    assert list(part.metadata["tool_calls"]) == [f"{ID}0__1", f"{ID}0__2"]
    stats = agent.mode.speculation_stats
    assert (stats.launched, stats.adopted, stats.evicted) == (2, 2, 0)


def test_22_only_listed_tools_with_literals_start_early():
    tools = Tools()
    seen = []

    async def look():
        await tools.settled()
        seen.extend(tools.log)

    code = "k = 'one'\nawait read(key=k)\n"
    agent = Streamed([code, look, "1"], tools=tools.all, speculate=["read"])
    (part,) = agent.run()
    assert seen == []
    assert part.metadata["speculation"]["misses"] == 1


def test_22_what_stands_after_a_tool_with_effects_is_not_scanned():
    tools = Tools()
    agent = Streamed(
        ["await write(key='one')\nawait read(key='two')\n", tools.settled, "1"],
        tools=tools.all,
        speculate=["read"],
    )
    (part,) = agent.run()
    assert tools.log == ["write one", "read two"]
    assert part.metadata["speculation"]["hits"] == 0


def test_22_a_launch_before_a_write_is_stale():
    tools = Tools()
    agent = Streamed(
        "async def change():\n    await write(key='one')\n",
        [
            "a = await read(key='one')\n",
            tools.started("one"),
            "await change()\nb = await read(key='one')\n[a, b]",
        ],
        tools=tools.all,
        speculate=["read"],
    )
    agent.run()
    assert tools.log[-2:] == ["write one", "read one"]


def test_22_comments_and_branches_are_wasted():
    tools = Tools()
    code = "# await read(key='one')\nif False:\n    await read(key='two')\n"
    agent = Streamed(
        [code, tools.started("two"), "3"], tools=tools.all, speculate=["read"]
    )
    (part,) = agent.run()
    assert part.content == 3
    assert part.metadata["speculation"]["wasted"] == 2


def test_22_launches_survive_one_retry():
    tools = Tools()
    agent = Streamed(
        ["a = await read(key='one')\n", tools.started("one"), "x = ("],
        "await read(key='one')",
        tools=tools.all,
        speculate=["read"],
    )
    first, second = agent.run()
    assert first.outcome == "retried"
    assert second.content == "value of one"
    assert tools.log == ["read one"]


def test_22_the_number_of_launches_is_bounded():
    tools = Tools()
    code = "".join(f"await read(key='{n}')\n" for n in range(6))
    agent = Streamed(
        ["if False:\n" + code.replace("await", "    await"), tools.settled, "1"],
        tools=tools.all,
        speculate=["read"],
        max_tool_calls=4,
    )
    agent.run()
    assert len(tools.log) == 4


def test_22_an_early_failure_is_raised_at_the_call():
    tools = Tools()
    code = "try:\n    await fail(key='one')\nexcept ValueError as e:\n    r = str(e)\n"
    agent = Streamed(
        [code, tools.started("one"), "r"], tools=tools.all, speculate=["fail"]
    )
    (part,) = agent.run()
    assert part.content == "no one"


def test_22_declared_tools():
    from pydantic_ai import Tool

    tools = Tools()
    listed = [
        Tool(tools.read, metadata={"annotations": {"readOnlyHint": True}}),
        Tool(tools.write, metadata={"read_only": "yes"}),
    ]
    agent = Streamed(
        ["await read(key='one')\n", tools.started("one"), "await write(key='two')"],
        tools=listed,
        speculate="declared",
    )
    (part,) = agent.run()
    assert part.metadata["speculation"]["hits"] == 1
    assert agent.mode.speculation_stats.launched == 1


def test_23_events_come_in_order():
    tools = Tools()
    agent = Streamed(
        [
            "a = await read(key='one')\n",
            tools.started("one"),
            tools.settled,
            "# read(key='two')\n",
            tools.started("two"),
            tools.settled,
            "a",
        ],
        tools=tools.all,
        speculate=["read"],
    )
    agent.run()
    assert agent.names()[:2] == ["allLaunched", "allSettled"]
    assert agent.names()[-2:] == ["allClaimed", "allEvicted"]
    launched, settled = (
        agent.events_named("Launched")[0],
        agent.events_named("Settled")[0],
    )
    assert launched.arguments == {"key": "one"}
    assert (launched.line_start, launched.phase) == (1, "streaming")
    assert settled.launch_id == launched.launch_id == f"{ID}0__spec_1"
    assert settled.outcome == "ready"
    assert {e.tool_call_id for e in agent.events} == {f"{ID}0"}


def test_both_together():
    tools = Tools()
    agent = Streamed(
        [
            "a = await read(key='one')\nb = await read(key='two')\n",
            tools.started("two"),
            "c = await write(key='three')\n[a, b, c]",
        ],
        tools=tools.all,
        eager=True,
        speculate=["read"],
    )
    (part,) = agent.run()
    assert part.content == ["value of one", "value of two", "ok"]
    assert sorted(tools.log) == ["read one", "read two", "write three"]
    assert isinstance(part, ToolReturnPart)
