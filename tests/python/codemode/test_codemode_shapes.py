"""Statements 15 to 20 and 28 to 30: results, state, values that cross."""

import asyncio
import datetime as dt
import decimal
import uuid

import pytest
from pydantic import BaseModel
from pydantic_ai.messages import BinaryContent, ToolReturn


async def add(a: int, b: int) -> int:
    return a + b


def picture() -> BinaryContent:
    return BinaryContent(data=b"\x89PNG\r\n", media_type="image/png")


def test_15_printed_text_and_the_record(play):
    (step,) = play("print(await add(a=2, b=3))", tools=[add])
    assert step.value == {"output": "5\n"}
    assert step.part.metadata["code_mode"] is True
    assert list(step.part.metadata["tool_calls"]) == ["pyd_ai_code_mode__1"]
    assert list(step.part.metadata["tool_returns"]) == ["pyd_ai_code_mode__1"]
    assert step.calls[0].tool_name == "add"
    assert step.returns[0].content == 5


def test_16_the_last_expression(play):
    steps = play("6 * 7", "None", "x = 3", "[1, {'a': (2, 3)}]", "''")
    values = [s.value for s in steps]
    assert values == [42, {}, {}, [1, {"a": (2, 3)}], ""]


def test_17_print_and_value(play):
    steps = play(
        "print('hi')\n7",
        "print('see')\nawait picture()",
        "await picture()",
        "print('two')\n[await picture(), 1]",
        tools=[picture],
    )
    assert steps[0].value == {"output": "hi\n", "result": 7}
    text, image = steps[1].value
    assert text == "see\n"
    assert isinstance(image, BinaryContent)
    assert image.data == b"\x89PNG\r\n"
    assert isinstance(steps[2].value, BinaryContent)
    assert steps[3].value[0] == "two\n"
    assert isinstance(steps[3].value[1], BinaryContent)
    assert steps[3].value[2] == 1


def test_17_stdout_and_stderr_keep_their_order(play):
    (step,) = play("import sys\nprint('a')\nprint('b', file=sys.stderr)\nprint('c')")
    assert step.value == {"output": "a\nb\nc\n"}


def test_18_state_and_restart(play):
    steps = play("x = 1", "x", {"code": "x", "restart": True}, "1", tools=[])
    assert steps[1].value == 1
    assert "name 'x' is not defined" in steps[2].retry


def test_19_runs_share_nothing(play):
    agent = play.agent("x = 1", "x", "x = 2")
    asyncio.run(agent.run("go"))
    play.script.requests.clear()
    play.script.snippets[0] = "x"
    asyncio.run(agent.run("go"))
    assert "name 'x' is not defined" in play.script.steps[3].retry


def test_19_concurrent_runs_share_nothing(play):
    async def main():
        plays = [type(play)() for _ in range(4)]
        runs = [
            p.go(f"import asyncio\nx = {i}\nawait asyncio.sleep(0.05)", "x")
            for i, p in enumerate(plays)
        ]
        return [steps[1].value for steps in await asyncio.gather(*runs)]

    assert asyncio.run(main()) == [0, 1, 2, 3]


def test_20_assignments_before_an_error_survive(play):
    steps = play("a = 1\nb = 2\n1 / 0\nc = 3", "(a, b)", "c")
    assert "ZeroDivisionError" in steps[0].retry
    assert steps[1].value == (1, 2)
    assert steps[2].failed


# -- 28 to 30: values ---------------------------------------------------------------


class Model(BaseModel):
    when: dt.datetime
    price: decimal.Decimal


def strange(kind: str) -> object:
    return {
        "decimal": decimal.Decimal("1.50"),
        "uuid": uuid.UUID(int=7),
        "datetime": dt.datetime(2024, 5, 6, 7, 8, 9),
        "keys": {1: "a", decimal.Decimal("1.50"): "b"},
        "set": {b"x"},
        "dots": ...,
        "bytes": bytearray(b"y"),
        "tuple": (1, (2,)),
        "model": Model(when=dt.datetime(2024, 1, 2), price=decimal.Decimal("3.10")),
        "twice": {1: "a", "1": "b"},
        "return": ToolReturn({"a": 1}, metadata="mine"),
    }[kind]


@pytest.mark.parametrize(
    ("kind", "seen"),
    [
        ("decimal", "'1.50'"),
        ("uuid", "'00000000-0000-0000-0000-000000000007'"),
        ("datetime", "'2024-05-06T07:08:09'"),
        ("keys", "{'1': 'a', '1.50': 'b'}"),
        ("set", "[b'x']"),
        ("dots", "Ellipsis"),
        ("tuple", "[1, [2]]"),
        ("model", "{'when': '2024-01-02T00:00:00', 'price': '3.10'}"),
        ("return", "{'a': 1}"),
    ],
)
def test_28_tool_results_arrive_as_plain_data(play, kind, seen):
    (step,) = play(f"repr(await strange(kind={kind!r}))", tools=[strange])
    assert step.value == seen


def test_28_metadata_of_a_tool_return_is_kept(play):
    (step,) = play("await strange(kind='return')", tools=[strange])
    assert step.returns[0].metadata == "mine"


def test_29_keys_that_become_equal_are_a_retry(play):
    steps = play("await strange(kind='twice')", "1", tools=[strange])
    assert steps[0].retry.startswith("Runtime error:\n")
    assert "two keys become '1'" in steps[0].retry
    assert steps[1].value == 1


@pytest.mark.parametrize(
    ("code", "shown"),
    [
        ("int", "<class 'int'>"),
        ("len", "<built-in function len>"),
        ("ValueError('x')", "ValueError('x')"),
        ("float('nan')", "nan"),
        ("[float('inf'), 1.5]", ["inf", 1.5]),
        ("{1: 'a', '1': 'b'}", "{1: 'a', '1': 'b'}"),
        ("...", "Ellipsis"),
        ("{(1, 2): 3}", {"1,2": 3}),
        ("(1, [2])", (1, [2])),
    ],
)
def test_30_what_has_no_json_form_is_shown(play, code, shown):
    steps = play(code, "1")
    assert steps[0].value == shown
    assert steps[1].value == 1


@pytest.mark.parametrize(
    "code",
    [
        "lambda: 1",
        "object()",
        "(i for i in [])",
        "import re\nre.compile('a')",
        "class A:\n  def __init__(self): self.me = self\nA()",
        "x = []\nx.append(x)\nx",
        "import asyncio\nasyncio.sleep",
        "range(3)",
        "1 + 2j",
        "import pathlib\npathlib.Path('/a')",
        "b'\\xff'",
        "{b'k': 1}",
        "'\\ud800'",
        "x = 1\nfor _ in range(300): x = [x]\nx",
        "2 ** 10000",
    ],
)
def test_30_nothing_breaks_the_run(play, code):
    steps = play(code, "1")
    assert steps[1].value == 1
    assert not steps[0].failed
