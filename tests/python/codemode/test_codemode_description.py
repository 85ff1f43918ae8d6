"""Statements 12 to 14: what the model is told."""

import asyncio
import re

import pytest
from pydantic_ai import Tool
from pydantic_ai.messages import (
    InstructionPart,
    ModelRequest,
    ModelResponse,
    NativeToolSearchReturnPart,
    SystemPromptPart,
    TextPart,
    UserPromptPart,
)
from pydantic_ai.models.test import TestModel
from pydantic_ai.tools import RunContext
from pydantic_ai.toolsets import FunctionToolset
from pydantic_ai.usage import RunUsage

from caisson.codemode import CodeModeToolset
from caisson.integrations.pydantic_ai.catalog import catalog
from caisson.integrations.pydantic_ai.discovery import discovered
from caisson.integrations.pydantic_ai.options import MountFromSpec

NONE = "No filesystem, environment, or clock"
STILL = "their I/O operations are not supported in this configuration"
MOUNT = "Mounted filesystem access"
OS = "Configured OS access"
OVERLAY = "writes through a `mode='overlay'` mount last only for the current `run_code`"


async def add(a: int, b: int) -> int:
    return a + b


def answer(*, name, args, kwargs, is_async):
    return NotImplemented


@pytest.fixture(params=[(), (add,)], ids=["no tools", "a tool"])
def tools(request):
    return request.param


def test_12_state_none(play, tools):
    play("1", tools=tools)
    text = play.script.description
    assert NONE in text
    assert STILL in text
    assert MOUNT not in text
    assert OS not in text
    assert OVERLAY not in text


def test_12_state_mount_only(play, tools, tmp_path):
    mount = MountFromSpec(host_path=str(tmp_path), virtual_path="/data")
    play("1", tools=tools, mount=mount)
    text = play.script.description
    assert MOUNT in text
    assert "`/data`" in text
    assert NONE not in text
    assert OVERLAY in text
    assert "`os.getenv`, `os.environ`, `datetime.now`" in text


def test_12_state_os_wins(play, tools, tmp_path):
    mount = MountFromSpec(host_path=str(tmp_path), virtual_path="/data")
    play("1", tools=tools, os_access=answer)
    assert OS in play.script.description
    assert OVERLAY not in play.script.description
    play("1", tools=tools, os_access=answer, mount=mount)
    text = play.script.description
    assert OS in text
    assert MOUNT not in text
    assert OVERLAY in text


def test_12_every_state_says_that_sleeping_waits(play, tmp_path):
    mount = MountFromSpec(host_path=str(tmp_path), virtual_path="/data")
    for options in ({}, {"mount": mount}, {"os_access": answer}):
        play("1", **options)
        text = play.script.description
        assert "`time.sleep` and `asyncio.sleep` really wait" in text


def test_13_every_module_imports(play):
    play("1")
    listed = re.search(r"standard library: (.*?)\. There are", play.script.description)
    names = re.findall(r"`(\w+)`", listed[1])
    assert len(names) > 80
    code = "\n".join(f"import {n}" for n in names)
    (step,) = play(code + "\nlen(__import__('sys').modules) > 80")
    assert step.value is True


def test_the_result_shapes_are_told(play):
    play("1")
    text = play.script.description
    for part in ("result = some_expression\nresult", "`restart: true`", "`{}`"):
        assert part in text


def late(n: int) -> int:
    """A tool that must be found."""
    return 2 * n


def test_14_a_dynamic_catalog_leaves_the_description_alone(play, call):
    steps = play(
        "await add(a=1, b=1)",
        call("search_tools", queries=["found"]),
        "await late(n=4)",
        call("search_tools", queries=["found"]),
        tools=[add, Tool(late, defer_loading=True)],
        dynamic_catalog=True,
    )
    assert steps[2].value == 8
    texts = [
        {t.name: t.description for t in r.function_tools}["run_code"]
        for r in play.script.requests
    ]
    assert len(set(texts)) == 1
    assert "async def add" not in texts[0]
    first, last = play.script.requests[0], play.script.requests[-1]
    assert "async def add" in str(first.instructions)
    assert "async def late" not in str(first.instructions)
    # A catalog that grew is appended to the history: the instructions stay.
    assert "async def late" in f"{last.instructions} {play.script.messages}"
    assert "async def late" in str(play.script.messages)
    assert announcements(play) == 1


def announcements(play):
    """How often the model was told about ``late``, outside of instructions."""
    parts = [p for m in play.script.messages for p in getattr(m, "parts", [])]
    told = [p for p in parts if isinstance(p, (SystemPromptPart, UserPromptPart))]
    return len([p for p in told if "`late`" in str(p.content)])


def test_14_a_native_search_is_announced_too(play):
    found = NativeToolSearchReturnPart(
        provider_name="test",
        tool_call_id="x",
        content={"discovered_tools": [{"name": "late"}]},
    )
    agent = play.agent(
        "1",
        "await late(n=4)",
        tools=[Tool(late, defer_loading=True)],
        dynamic_catalog=True,
    )
    history = [
        ModelRequest(parts=[UserPromptPart("before")]),
        ModelResponse(parts=[found, TextPart("found")]),
    ]
    asyncio.run(agent.run("go", message_history=history))
    assert play.script.steps[1].value == 8
    assert announcements(play) == 1


@pytest.mark.parametrize(
    "result",
    [None, 7, {}, {"discovered_tools": 3}, {"discovered_tools": [1, {"name": 2}]}],
)
def test_14_malformed_search_results_are_ignored(result):
    assert discovered(result) == []


def test_14_the_catalog_is_a_dynamic_part():
    parts = asyncio.run(instructions())
    assert isinstance(parts[-1], InstructionPart)
    assert parts[-1].dynamic
    assert "async def add" in parts[-1].content


async def instructions():
    toolset = CodeModeToolset(FunctionToolset([add]), dynamic_catalog=True)
    ctx = RunContext(deps=None, model=TestModel(), usage=RunUsage())
    async with toolset:
        await toolset.get_tools(ctx)
        return await toolset.get_instructions(ctx)


def test_search_and_run_code_know_of_each_other(play, call):
    play("1", tools=[Tool(late, defer_loading=True)])
    assert "`search_tools`" in play.script.description
    assert "inside `run_code`" in play.script.tools["search_tools"].description
    play("1", tools=[add])
    assert "search_tools" not in play.script.description


def test_the_three_forms_of_the_catalog_header(play):
    def turn(n: int) -> int:
        return n

    both = [add, Tool(turn, sequential=True)]
    play("1", tools=[add])
    text = play.script.description
    assert "e.g. `await tool_name(arg=value)`." in text
    assert "use `await asyncio.gather(...)` with positional awaitables" in text
    play("1", tools=both[1:])
    text = play.script.description
    assert "e.g. `tool_name(arg=value)`." in text
    assert "asyncio.gather" not in text
    assert "\ndef turn(*, n: int) -> int:" in text
    play("1", tools=both)
    text = play.script.description
    assert "`await tool_name(arg=value)`" in text
    assert "`tool_name(arg=value)`" in text
    assert catalog([]) == ""
