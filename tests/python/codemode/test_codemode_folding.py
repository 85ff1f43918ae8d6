"""Statements 1 to 11: which tools become functions, under which names."""

import warnings

import pytest
from pydantic_ai import Tool
from pydantic_ai.exceptions import UserError
from pydantic_ai.tools import ToolDefinition
from typing_extensions import TypedDict


async def add(a: int, b: int) -> int:
    """Add two numbers."""
    return a + b


async def double(n: int) -> int:
    """Twice the number."""
    return 2 * n


def named(name, function=double, **more):
    return Tool(function, name=name, **more)


def test_01_one_tool_is_left(play):
    play("1", tools=[add, double])
    assert list(play.script.tools) == ["run_code"]


def test_02_signature_and_docstring(play):
    play("1", tools=[add])
    assert "async def add(*, a: int, b: int) -> int" in play.script.description
    assert "Add two numbers." in play.script.description


def test_03_the_rest_stays_native(play, call):
    from caisson.codemode import CodeMode

    steps = play(
        "await add(a=1, b=2)",
        call("double", n=4),
        tools=[add, double],
        mode=CodeMode(tools=["add"]),
    )
    assert sorted(play.script.tools) == ["double", "run_code"]
    assert [s.value for s in steps] == [3, 8]
    assert "double" not in play.script.description


def test_04_selection_by_metadata(play):
    from caisson.codemode import CodeMode

    tools = [
        named("yes", metadata={"code_mode": True, "more": 1}),
        named("no", metadata={"code_mode": False}),
        named("none"),
    ]
    play("1", tools=tools, mode=CodeMode(tools={"code_mode": True}))
    assert sorted(play.script.tools) == ["no", "none", "run_code"]
    deep = [named("in_", metadata={"a": {"b": 1, "c": 2}}), named("out")]
    play("1", tools=deep, mode=CodeMode(tools={"a": {"b": 1}}))
    assert sorted(play.script.tools) == ["out", "run_code"]


def test_05_an_async_predicate_gets_the_context(play):
    from caisson.codemode import CodeMode

    seen = []

    async def choose(ctx, definition):
        seen.append((ctx.run_step, definition.name))
        return definition.name == "add"

    play("1", tools=[add, double], mode=CodeMode(tools=choose))
    assert sorted(play.script.tools) == ["double", "run_code"]
    assert (1, "add") in seen


def test_06_framework_tools_stay_native(play):
    async def prepare(ctx, definition: ToolDefinition):
        definition.unless_native = "web_search"
        return definition

    tools = [
        add,
        named("fallback", prepare=prepare),
        named("shell", metadata={"code_arg_name": "command"}),
        named("later", defer_loading=True),
    ]
    play("1", tools=tools)
    # search_tools is what a deferred tool brings; it has a tool_kind
    shown = sorted(play.script.tools)
    assert shown == ["fallback", "run_code", "search_tools", "shell"]
    assert "async def add" in play.script.description
    assert "later" not in play.script.description


def test_07_a_discovered_tool_is_folded(play, call):
    steps = play(
        call("search_tools", queries=["later"]),
        "await later(n=21)",
        tools=[named("later", defer_loading=True)],
    )
    assert steps[1].value == 42
    assert "async def later" in play.script.description
    first = {t.name: t.description for t in play.script.requests[0].function_tools}
    assert "async def later" not in first["run_code"]


@pytest.mark.parametrize(
    ("name", "called"),
    [
        ("get-weather", "get_weather"),
        ("api.call", "api_call"),
        ("1st", "_1st"),
        ("class", "class_"),
    ],
)
def test_08_names_become_identifiers(play, name, called):
    steps = play(f"await {called}(n=21)", tools=[named(name)])
    assert steps[0].value == 42
    assert steps[0].calls[0].tool_name == name


def test_08_no_name_at_all():
    from caisson.integrations.pydantic_ai.folding import sanitize

    names = ["get-weather", "api.call", "1st", "class", ""]
    wanted = ["get_weather", "api_call", "_1st", "class_", "_"]
    assert [sanitize(n) for n in names] == wanted


def test_09_the_second_of_equal_names_is_hidden(play):
    text = r"tool 'get_it' \(sanitized to 'get_it'\) collides with 'get-it'"
    with pytest.warns(UserWarning, match=text) as caught:
        steps = play(
            "await get_it(n=1)",
            "await get_it(n=2)",
            tools=[named("get-it"), named("get_it", add)],
        )
    assert [s.value for s in steps] == [2, 4]
    assert len([w for w in caught if "collides" in str(w.message)]) == 1


def test_10_run_code_is_reserved(play):
    with pytest.raises(UserError, match="conflicts with the code mode meta-tool"):
        play("1", tools=[named("run_code")])
    with pytest.raises(UserError, match="conflicts with the code mode meta-tool"):
        play("1", tools=[named("run-code")])
    from caisson.codemode import CodeMode

    with pytest.raises(UserError, match="'run_code' is reserved for code mode"):
        play("1", tools=[named("run_code")], mode=CodeMode(tools=[]))


def address_tool(name, **fields):
    """A tool whose parameter is called Address, whatever it looks like."""
    address = TypedDict("Address", fields)

    async def tool(at, n: int) -> str:
        return f"{name} {sorted(at)} {n}"

    tool.__annotations__["at"] = address
    return Tool(tool, name=name)


def test_11_types_that_differ_get_the_tools_name(play):
    steps = play(
        "await tool_a(at={'street': 'x'}, n=1), await tool_b(at={'code': 7}, n=2)",
        tools=[address_tool("tool_a", street=str), address_tool("tool_b", code=int)],
    )
    assert steps[0].value == ("tool_a ['street'] 1", "tool_b ['code'] 2")
    assert "class tool_a_Address(TypedDict)" in play.script.description
    assert "class tool_b_Address(TypedDict)" in play.script.description


def test_11_equal_types_are_told_once(play):
    play("1", tools=[address_tool("one", x=int), address_tool("two", x=int)])
    assert play.script.description.count("class Address(TypedDict)") == 1


def test_a_tool_without_return_schema_warns_once(play):
    def untyped(n: int):
        return n

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        play("1", "2", tools=[untyped])
    about = [w for w in caught if "return schema" in str(w.message)]
    assert len(about) <= 1
    if about:
        assert "-> Any" in play.script.description


def test_a_deferred_capability_waits_until_it_is_loaded(play, call):
    from caisson.codemode import CodeMode

    mode = CodeMode(id="code", description="Write code.", defer_loading=True)
    steps = play(
        call("add", a=1, b=2),
        call("load_capability", id="code"),
        "await add(a=3, b=4)",
        tools=[add],
        mode=mode,
    )
    assert steps[0].value == 3
    assert steps[2].value == 7
    shown = [sorted(t.name for t in r.function_tools) for r in play.script.requests]
    assert shown[0] == ["add", "load_capability"]
    assert shown[-1] == ["load_capability", "run_code"]
