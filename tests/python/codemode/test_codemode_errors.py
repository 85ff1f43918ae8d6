"""Statements 54 to 57: what the model reads when its code fails."""

import pytest
from pydantic_ai.exceptions import ModelRetry, UnexpectedModelBehavior

from caisson.codemode import CodeMode


async def add(a: int, b: int) -> int:
    return a + b


def test_54_a_tool_asks_for_a_retry(play):
    async def moody() -> int:
        raise ModelRetry("ask me later")

    steps = play("await moody()", "1", tools=[moody])
    assert steps[0].retry.startswith("Runtime error:\n")
    assert "ask me later" in steps[0].retry
    assert steps[1].value == 1


def test_54_arguments_that_do_not_fit(play):
    steps = play(
        "await add(a='x', b=1)",
        "0",
        "await add(a='x', b=1)",
        "n = 'y'\nawait add(a=n, b=1)",
        "1",
        tools=[add],
    )
    assert steps[0].retry.startswith("Type error in code:\n")
    assert steps[2].retry.startswith("Runtime error:\n")
    assert "valid integer" in steps[2].retry
    assert "valid integer" in steps[3].retry
    assert steps[4].value == 1


@pytest.mark.parametrize("tools", [(), (add,)], ids=["no tools", "a tool"])
def test_55_a_syntax_error(play, tools):
    steps = play("x = = 1", "1", "x = = 1", "2", tools=tools)
    assert steps[0].retry.startswith("Syntax error in code:\n")
    assert "SyntaxError: invalid syntax" in steps[0].retry
    assert steps[2].retry.startswith("Syntax error in code:\n")
    assert steps[3].value == 2


def test_55_a_syntax_error_counts_as_a_retry(play):
    with pytest.raises(UnexpectedModelBehavior, match="max retries"):
        play("x = = 1", "x = = 1", mode=CodeMode(max_retries=1))


def test_55_a_later_syntax_error_keeps_the_session(play):
    steps = play("x = 1", "x = = 1", "x")
    assert steps[2].value == 1


def test_55_a_syntax_error_of_the_program_itself(play):
    steps = play("eval('1 +')", "1")
    assert steps[0].retry.startswith("Runtime error:\n")


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("await add(a=1)", "add() needs 'b'"),
        ("await add(a=1, b=2, c=3)", "add() has no parameter 'c'"),
        ("await add(1, 2)", "add() takes keyword arguments only"),
        ("await add(a='1', b=2)", "argument 'a' of add() must be int"),
        ("nowhere", "name 'nowhere' is not defined"),
    ],
)
def test_56_a_typing_error_stops_every_call(play, code, text):
    ran = []

    async def mark() -> int:
        ran.append(1)
        return 1

    steps = play(f"await mark()\n{code}", "await mark()", tools=[add, mark])
    assert steps[0].retry.startswith("Type error in code:\n")
    assert text in steps[0].retry
    assert "line 2" in steps[0].retry
    assert ran == [1]
    assert steps[1].value == 1


def test_56_the_next_snippet_is_checked_anew(play):
    steps = play("nope", "nope_again", "1", "nope", tools=[add])
    assert steps[0].retry.startswith("Type error in code:")
    assert steps[1].retry.startswith("Type error in code:")
    assert steps[2].value == 1
    assert steps[3].retry.startswith("Runtime error:")


def test_57_output_before_an_error(play):
    (step,) = play("print('one')\nprint('two')\nprint()\n1 / 0")
    wanted = "Runtime error:\n[stdout before error]\none\ntwo\n[/stdout before error]\n"
    assert step.retry.startswith(wanted + "Traceback (most recent call last):")


def test_a_failure_of_the_host_resets(play, tmp_path):
    from caisson.integrations.pydantic_ai.options import MountFromSpec

    gone = tmp_path / "gone"
    mount = MountFromSpec(host_path=str(gone), virtual_path="/data")
    (step,) = play("1", mount=mount)
    assert step.retry.startswith("Code execution failed and the session was reset.")
    assert "MountError: " in step.retry


def test_a_missing_package_says_how_to_get_it(play):
    steps = play("import numpy", "1")
    assert "ModuleNotFoundError: No module named 'numpy'" in steps[0].retry
    assert "caisson env create NAME --pip numpy" in steps[0].retry
