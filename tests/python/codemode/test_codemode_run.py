"""What a run of pydantic-ai 2.62 expects of its tools: kinds, limits, content, state.

Names start with the number of the statement in the description of CodeMode at
pydantic-ai-harness 0.62 (CM62).
"""

import asyncio
import time
import warnings

import pytest
from machine import need_jail
from pydantic_ai import Agent, Tool, ToolReturn
from pydantic_ai.exceptions import UsageLimitExceeded, UserError
from pydantic_ai.messages import (
    BinaryContent,
    ModelMessagesTypeAdapter,
    ModelResponse,
    TextPart,
    ToolCallPart,
    UserPromptPart,
)
from pydantic_ai.models.function import FunctionModel
from pydantic_ai.usage import UsageLimits

import caisson.codemode
from caisson.codemode import CodeMode, CodeModeReturnSchemaWarning, RunCodeCallPart

PUBLIC = (
    "CODE_MODE_EVENTS",
    "CodeMode",
    "CodeModeReplStore",
    "CodeModeReturnSchemaWarning",
    "CodeModeToolset",
    "RunCodeArgs",
    "RunCodeCallPart",
    "SpeculationStats",
    "SpeculativeCallClaimedEvent",
    "SpeculativeCallEvictedEvent",
    "SpeculativeCallLaunchedEvent",
    "SpeculativeCallMissedEvent",
    "SpeculativeCallSettledEvent",
    "SpeculativeCodeUpdateEvent",
)


class Calls:
    def __init__(self, seconds=0.0):
        self.started = []
        self.seconds = seconds

    async def look(self, n: int) -> int:
        """Look something up."""
        self.started.append(n)
        await asyncio.sleep(self.seconds)
        return n


GATHER = "await asyncio.gather(*[look(n=i) for i in range(5)])"


def test_01_every_name_is_there():
    missing = [n for n in PUBLIC if n not in caisson.codemode.__all__]
    assert missing == []


def test_02_calls_have_the_kind_and_survive_json(play):
    agent = play.agent("1 + 1")
    result = asyncio.run(agent.run("go"))
    assert play.script.tools["run_code"].tool_kind == "code_mode.run_code"
    data = ModelMessagesTypeAdapter.dump_json(result.all_messages())
    for messages in (
        result.all_messages(),
        ModelMessagesTypeAdapter.validate_json(data),
    ):
        parts = [p for m in messages for p in m.parts if isinstance(p, ToolCallPart)]
        assert [type(p) for p in parts] == [RunCodeCallPart]
        assert parts[0].code == "1 + 1"


@pytest.mark.parametrize("given", [None, "mine"])
def test_03_the_tool_knows_its_capability(play, given):
    play("1", id=given)
    found = play.script.tools["run_code"].capability_id
    assert found == given if given else found


def test_04_a_tool_with_a_kind_of_its_own_is_folded(play):
    def read() -> int:
        return 1

    tool = Tool(read)
    tool.tool_kind = "inventory.read"
    (step,) = play("await read()", tools=[tool])
    assert step.value == 1
    assert list(play.script.tools) == ["run_code"]


@pytest.mark.parametrize(
    ("mode", "together"), [("parallel_ordered_events", True), ("sequential", False)]
)
def test_05_only_sequential_runs_make_calls_one_by_one(play, mode, together):
    calls = Calls(0.25)
    agent = play.agent(
        "import asyncio\nawait asyncio.gather(look(n=1), look(n=2))", tools=[calls.look]
    )
    began = time.monotonic()
    with agent.parallel_tool_call_execution_mode(mode):
        asyncio.run(agent.run("go"))
    spent = time.monotonic() - began
    assert play.script.steps[0].value == [1, 2]
    assert together or spent >= 0.5
    starts_before_end = calls.started == [1, 2]
    assert starts_before_end


@pytest.mark.parametrize(
    "code",
    [
        f"import asyncio\n{GATHER}",
        "import asyncio\ntry:\n    " + GATHER + "\nexcept BaseException:\n    pass",
    ],
)
def test_06_the_limit_of_the_run_counts_nested_calls(play, code):
    calls = Calls(0.01)
    agent = play.agent(code, tools=[calls.look])
    with pytest.raises(UsageLimitExceeded):
        asyncio.run(agent.run("go", usage_limits=UsageLimits(tool_calls_limit=3)))
    assert len(calls.started) == 2


def test_07_and_lets_through_what_fits(play):
    calls = Calls()
    agent = play.agent("await look(n=1) + await look(n=2)", tools=[calls.look])
    result = asyncio.run(agent.run("go", usage_limits=UsageLimits(tool_calls_limit=3)))
    assert play.script.steps[0].value == 3
    usage = result.usage() if callable(result.usage) else result.usage
    assert usage.tool_calls == 3


def shots():
    async def shot(name: str) -> ToolReturn:
        """Make a picture."""
        await asyncio.sleep(0.05 if name == "first" else 0)
        picture = BinaryContent(b"\x89PNG " + name.encode(), media_type="image/png")
        return ToolReturn(return_value=name, content=[f"of {name}", picture])

    return shot


def seen_by_model(messages):
    parts = messages[-1].parts
    return [
        c
        for p in parts
        if isinstance(p, UserPromptPart)
        for c in ([p.content] if isinstance(p.content, str) else p.content)
    ]


def test_08_content_reaches_the_model_in_the_order_of_the_calls(play):
    code = "import asyncio\nawait asyncio.gather(shot(name='first'), shot(name='b'))"
    (step,) = play(code, tools=[shots()])
    assert step.value == ["first", "b"]
    seen = seen_by_model(play.script.messages)
    assert [c if isinstance(c, str) else c.data for c in seen] == [
        "of first",
        b"\x89PNG first",
        "of b",
        b"\x89PNG b",
    ]


def test_08_a_retry_has_none(play):
    steps = play("await shot(name='b')\n1 / 0", tools=[shots()])
    assert steps[0].failed
    assert not any(
        isinstance(c, BinaryContent) for c in seen_by_model(play.script.messages)
    )


LIMITS = [
    ({"max_duration_secs": 0}, "positive number of seconds below 2"),
    ({"max_duration_secs": True}, "positive number of seconds below 2"),
    ({"max_duration_secs": 2.0**64}, "positive number of seconds below 2"),
    ({"max_memory": 1.5}, "positive integer number of bytes below 2"),
    ({"max_memory": 0}, "positive integer number of bytes below 2"),
    ({"max_suspensions": 0}, "an integer of at least 1 and below 2"),
    ({"max_suspensions": None}, "an integer of at least 1 and below 2"),
    ({"bogus": 1}, "Valid keys are"),
]


@pytest.mark.parametrize(("limits", "text"), LIMITS)
def test_09_limits_are_checked_before_the_model_is_asked(play, limits, text):
    with pytest.raises(UserError, match=text):
        play("1", resource_limits=limits)
    assert play.script.requests == []


def test_10_a_place_is_an_address_or_a_function(play):
    for bad in (object(), "http://example.com"):
        with pytest.raises(UserError, match="monty_sandbox"):
            play("1", monty_sandbox=bad)
    with pytest.warns(DeprecationWarning, match="monty_sandbox"):
        CodeMode(monty_sandbox_url="wss://example.com")
    with pytest.raises(UserError, match="not both"):
        CodeMode(monty_sandbox="wss://a", monty_sandbox_url="wss://b")


def test_11_an_address_that_cannot_be_dialled_stays_hidden(play):
    (step, *_) = play("1", monty_sandbox="wss://127.0.0.1:9/secret-path", max_retries=1)
    assert step.failed
    assert "cannot connect" in step.retry
    assert "secret-path" not in step.retry
    assert "127.0.0.1" not in step.retry


def test_12_one_warning_names_all_tools_without_a_schema(play):
    def tool(name):
        async def function(**kwargs):
            return 1

        made = Tool.from_schema(
            function, name, "", {"type": "object", "properties": {}}
        )
        return made

    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        play("1", "2", tools=[tool("alpha"), tool("beta")])
    found = [str(w.message) for w in seen if w.category is CodeModeReturnSchemaWarning]
    assert len(found) <= 1
    if found:
        assert "'alpha'" in found[0]
        assert "'beta'" in found[0]


def test_13_the_summary_says_what_to_account_for(play):
    calls = Calls()
    code = "await look(n=1)\nawait look(n=2)\nawait look(n=3)"
    step = play(code, tools=[calls.look], max_tool_calls=2)[0]
    assert step.retry.endswith(
        "Account for all 2 before retrying; repeating a call repeats whatever it "
        "already did."
    )


class Store:
    def __init__(self, state=None, broken=False):
        self.state, self.broken, self.told = state, broken, []

    async def load(self, ctx):
        self.told.append("load")
        if self.broken:
            raise OSError("no disk")
        return self.state

    async def save(self, ctx, state):
        self.told.append("save" if state else "forget")
        if self.broken:
            raise OSError("no disk")
        self.state = state


def test_14_names_live_on_in_the_next_run(play):
    store = Store()
    play("import json\nkept = [1]\ndef double(x): return 2 * x", repl_store=store)
    steps = play("json.dumps(double(kept))", repl_store=store)
    assert steps[0].value == "[1, 1]"
    assert store.told == ["load", "save", "load", "save"]


@pytest.mark.parametrize(
    ("snippets", "told"),
    [
        ([], []),
        ([{"code": "x = 1", "restart": True}], ["save"]),
        ([{"code": "x = (", "restart": True}], ["forget"]),
        (["x = 1", "x = 2"], ["load", "save"]),
        (["while True: pass"], ["load"]),
    ],
)
def test_15_when_the_store_is_asked(play, snippets, told):
    store = Store()
    play(*snippets, repl_store=store, resource_limits={"max_duration_secs": 0.3})
    assert store.told == told


def test_15_a_store_that_fails_does_not_fail_the_run(play, caplog):
    (step,) = play("1 + 1", repl_store=Store(broken=True))
    assert step.value == 2
    assert "repl_store" in caplog.text


def test_16_other_limits_or_bytes_start_afresh(play):
    store = Store()
    play("kept = 1", repl_store=store)
    whole = store.state
    for state, options in (
        (whole, {"resource_limits": {"max_memory": 1 << 27}}),
        (whole[:-100], {}),
        (b"something else", {}),
        (whole[:-1] + bytes([whole[-1] ^ 1]), {}),
    ):
        (step,) = play("'kept' in globals()", repl_store=Store(state), **options)
        assert step.value is False, state[:30]


def test_28_a_last_assignment_offers_its_value_if_asked(play):
    (step,) = play("result = 6 * 7", offer_assigned=True)
    assert step.value["result"] == 42
    assert "last statement" in step.value["note"]
    (step,) = play("result = 6 * 7")
    assert step.value == {}


def test_names_of_models_are_not_needed():
    agent = Agent(
        FunctionModel(lambda messages, info: ModelResponse(parts=[TextPart("hi")])),
        capabilities=[CodeMode(repl_store=Store())],
    )
    assert asyncio.run(agent.run("go")).output == "hi"


@pytest.mark.parametrize("depth", ["interp", "process"])
def test_a_picture_that_the_program_shows_reaches_the_model(play, isolation, depth):
    if depth == "process":
        if isolation == "inprocess":
            pytest.skip("once is enough")
        need_jail()
    code = (
        "class Plot:\n    def _repr_png_(self): return b'\\x89PNG plot'\n"
        "display(Plot())\n'done'"
    )
    (step,) = play(code, depth=depth)
    assert step.value == "done"
    (picture,) = seen_by_model(play.script.messages)
    assert (picture.media_type, picture.data) == ("image/png", b"\x89PNG plot")
