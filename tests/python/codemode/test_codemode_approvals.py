"""Statements 53 and 61: calls that somebody must approve."""

import asyncio
import json
import subprocess
import sys
from pathlib import Path

import pytest
from pydantic_ai import Agent, Tool
from pydantic_ai.capabilities import HandleDeferredToolCalls
from pydantic_ai.exceptions import ApprovalRequired
from pydantic_ai.messages import ModelMessagesTypeAdapter
from pydantic_ai.models.function import FunctionModel
from pydantic_ai.tools import (
    DeferredToolRequests,
    DeferredToolResults,
    RunContext,
    ToolDenied,
)

from caisson.codemode import CodeMode


def pay(amount: int) -> str:
    """Pay."""
    return f"paid {amount}"


def careful():
    return Tool(pay, requires_approval=True)


def test_53_nobody_to_ask(play):
    steps = play("await pay(amount=1)", "1", tools=[careful()])
    text = steps[0].retry
    assert text.startswith("Runtime error:\n")
    assert "Tool 'pay' raised ApprovalRequired inside code mode, but no " in text
    assert "`HandleDeferredToolCalls` capability resolved it." in text
    assert steps[1].value == 1


def handler(decide):
    async def handle(ctx, requests):
        results = {c.tool_call_id: decide for c in requests.approvals}
        return DeferredToolResults(approvals=results)

    return HandleDeferredToolCalls(handler=handle)


def test_53_approved(play):
    (step,) = play(
        "await pay(amount=1)", tools=[careful()], capabilities=[handler(True)]
    )
    assert step.value == "paid 1"
    assert step.returns[0].content == "paid 1"


def test_53_denied(play):
    code = """
try:
    await pay(amount=1)
except RuntimeError as e:
    print(e)
"""
    steps = play(
        "await pay(amount=1)",
        code,
        tools=[careful()],
        capabilities=[handler(ToolDenied("too much"))],
    )
    assert "RuntimeError: Tool 'pay' call denied: too much" in steps[0].retry
    assert steps[1].value == {"output": "Tool 'pay' call denied: too much\n"}
    assert steps[1].returns[0].outcome == "denied"


def test_53_a_tool_that_asks_again_is_not_asked_twice(play):
    asked = []

    def stubborn(ctx: RunContext) -> str:
        asked.append(ctx.tool_call_approved)
        raise ApprovalRequired

    steps = play(
        "await stubborn()", tools=[Tool(stubborn)], capabilities=[handler(True)]
    )
    assert "raised ApprovalRequired inside code mode" in steps[0].retry
    assert asked == [False, True]


# -- 61: a pause ---------------------------------------------------------------------

CODE = """
import asyncio
print('before')
x = 40
a, b = await asyncio.gather(look(n=1), pay(amount=x + 2))
f'{a}, {b}'
"""


async def look(n: int) -> str:
    return f"looked {n}"


def make_agent(script):
    return Agent(
        FunctionModel(script),
        tools=[look, careful()],
        capabilities=[CodeMode(pause_on_approval=True)],
        output_type=[str, DeferredToolRequests],
    )


async def go_on(script, saved):
    requests = saved["metadata"]
    return await make_agent(script).run(
        message_history=ModelMessagesTypeAdapter.validate_json(saved["messages"]),
        deferred_tool_results=DeferredToolResults(
            approvals={n: True for n in requests}, metadata=requests
        ),
    )


def test_61_another_process_goes_on(play, tmp_path, isolation):
    play.agent(CODE, "x + 1")
    result = asyncio.run(make_agent(play.script).run("go"))
    requests = result.output
    assert isinstance(requests, DeferredToolRequests)
    (number,) = requests.metadata
    waiting = requests.metadata[number]["waiting_for"]
    assert [w["tool"] for w in waiting] == ["pay"]
    assert waiting[0]["args"] == {"amount": 42}
    saved = tmp_path / "saved.json"
    saved.write_text(
        json.dumps(
            {
                "metadata": requests.metadata,
                "messages": result.all_messages_json().decode(),
            }
        )
    )
    here = Path(__file__).resolve().parent
    program = f"""
import asyncio, json, sys
sys.path[:0] = [{str(here)!r}]
from caisson import _setup
_setup.DEFAULT_ISOLATION = {isolation!r}
from conftest import Script
from test_codemode_approvals import go_on
script = Script("unused", "x + 1")
script.requests.append(None)
script.snippets[0] = "x + 1"
script.snippets = ["x + 1", "x + 1"]
asyncio.run(go_on(script, json.load(open({str(saved)!r}))))
for step in script.steps:
    print(json.dumps(step.value))
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert lines[0] == {"output": "before\n", "result": "looked 1, paid 42"}
    assert lines[1] == 41


def test_61_a_sequential_tool_pauses_too(play):
    once = Tool(pay, requires_approval=True, sequential=True)
    play.agent("y = 5\npay(amount=y)", "y")

    def agent():
        return Agent(
            FunctionModel(play.script),
            tools=[once],
            capabilities=[CodeMode(pause_on_approval=True)],
            output_type=[str, DeferredToolRequests],
        )

    result = asyncio.run(agent().run("go"))
    requests = result.output
    done = asyncio.run(
        agent().run(
            message_history=result.all_messages(),
            deferred_tool_results=DeferredToolResults(
                approvals={n: True for n in requests.metadata},
                metadata=requests.metadata,
            ),
        )
    )
    assert done.output == "done"
    assert play.script.steps[0].value == "paid 5"
    assert play.script.steps[1].value == 5


def test_61_nothing_pauses_without_being_asked_to(play):
    with pytest.raises(AssertionError):
        assert not play("await pay(amount=1)", tools=[careful()])[0].failed
