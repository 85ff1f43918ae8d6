"""Statements 26 to 28: the older generation."""

import asyncio
import dataclasses
import json

import pytest


def answer(m, snap, functions):
    """The loop that agent frameworks drive a program with."""
    while not isinstance(snap, m.MontyComplete):
        if isinstance(snap, m.FunctionSnapshot) and snap.is_os_function:
            snap = snap.resume_not_handled()
        elif isinstance(snap, m.FunctionSnapshot):
            try:
                value = functions[snap.function_name](*snap.args, **snap.kwargs)
            except Exception as e:
                snap = snap.resume({"exception": e})
            else:
                snap = snap.resume({"return_value": value})
        elif isinstance(snap, m.NameLookupSnapshot):
            snap = snap.resume()
        else:
            raise AssertionError(snap)
    return snap.output


def test_26_start_and_resume_with_a_mount(m, tmp_path):
    (tmp_path / "rows.txt").write_text("3\n4\n")
    printed = m.CollectString()
    program = m.Monty(
        "from pathlib import Path\n"
        "rows = [int(r) for r in Path('/data/rows.txt').read_text().split()]\n"
        "Path('/data/out.txt').write_text('done')\n"
        "try:\n    fail()\nexcept ValueError as e:\n    print('caught', e)\n"
        "[scale(r, by=k) for r in rows] + [Path('/data/out.txt').read_text()]",
        inputs=["k"],
        script_name="agent.py",
    )
    mount = m.MountDir(virtual_path="/data", host_path=tmp_path)
    snap = program.start(
        inputs={"k": 10},
        limits={"max_duration_secs": 5},
        print_callback=printed,
        mount=mount,
    )
    assert snap.script_name == "agent.py"

    def fail():
        raise ValueError("no")

    functions = {"scale": lambda r, by: r * by, "fail": fail}
    assert answer(m, snap, functions) == [30, 40, "done"]
    assert printed.output == "caught no\n"
    assert sorted(p.name for p in tmp_path.iterdir()) == ["rows.txt"]


def test_26_the_strict_form_asks_again_after_each_answer(m, tmp_path):
    (tmp_path / "a").write_text("A")
    code = (
        "from pathlib import Path\n"
        "x = Path('/d/a').read_text()\nf()\ny = Path('/d/a').read_text()\n(x, y)"
    )
    mount = m.MountDir("/d", tmp_path)
    snap = m.v0.Monty(code).start(mount=mount)
    assert snap.function_name == "f"
    snap = snap.resume({"return_value": None})
    assert (snap.function_name, snap.is_os_function) == ("Path.read_text", True)
    assert snap.resume({"return_value": "hand"}).output == ("A", "hand")
    snap = m.Monty(code).start(mount=mount)
    assert snap.resume({"return_value": None}).output == ("A", "A")


def test_26_inputs_must_be_declared(m):
    with pytest.raises(TypeError):
        m.Monty("x", inputs=["x"]).run()
    with pytest.raises(TypeError):
        m.Monty("1").run(inputs={"x": 1})
    assert m.Monty("x * 2", inputs=["x"]).run(inputs={"x": 4}) == 8


def test_26_functions_of_the_host(m):
    program = m.Monty("f(2) + f(x=3)")
    assert program.run(external_functions={"f": lambda x: x * 10}) == 50
    assert program.run(external_functions={"f": lambda x: x}) == 5
    with pytest.raises(m.MontyRuntimeError, match="NameError: name 'f' is not defined"):
        program.run()


def test_26_run_async_and_its_older_name(m):
    async def slow(x):
        await asyncio.sleep(0.01)
        return x + 1

    program = m.Monty("await slow(1) + plain(2)")
    functions = {"slow": slow, "plain": lambda x: x}

    async def main():
        return (
            await program.run_async(external_functions=functions),
            await m.run_monty_async(program, external_functions=functions),
            await (await m.Monty.acreate("1 + 1")).run_async(),
        )

    assert asyncio.run(main()) == (4, 4, 2)


def test_26_the_oldest_names(m):
    assert m.MontySnapshot is m.FunctionSnapshot
    assert m.MontyFutureSnapshot is m.FutureSnapshot
    program = m.Monty("f() + g()", external_functions=["f", "g"])
    snap = program.start().resume(return_value=1)
    with pytest.raises(m.MontyRuntimeError, match="ValueError: x"):
        snap.resume(exception=ValueError("x"))


def test_26_clock_and_entropy_belong_to_the_handler(m):
    for code in (
        "import datetime\ndatetime.datetime.now()",
        "import random\nrandom.random()",
        "import os\nos.getenv('HOME')",
    ):
        with pytest.raises(m.MontyRuntimeError, match="not supported in this env"):
            m.Monty(code).run()
    with pytest.raises(m.MontyRuntimeError, match="Permission denied: '/x'"):
        m.Monty("open('/x')").run()


def test_27_a_repl_by_feeds(m):
    repl = m.MontyRepl(script_name="chat.py")
    assert repl.script_name == "chat.py"
    repl.feed_run("x = 20\ndef f(): return x + 1")
    assert repl.feed_run("f() + g()", external_functions={"g": lambda: 1}) == 22
    copy = m.MontyRepl.load(repl.dump())
    assert copy.feed_run("x = 30\nf()") == 31
    assert repl.feed_run("f()") == 21
    assert copy.script_name == "chat.py"


def test_27_a_repl_in_the_middle_of_a_feed(m):
    repl = m.MontyRepl()
    repl.feed_run("x = 1")
    snap = repl.feed_start("y = f(x)\ny + 1")
    with pytest.raises(RuntimeError):
        repl.feed_run("1")
    again, other = m.load_repl_snapshot(snap.dump())
    assert (again.function_name, again.args) == ("f", (1,))
    assert again.resume({"return_value": 10}).output == 11
    assert other.feed_run("(x, y)") == (1, 10)
    assert snap.resume({"return_value": 5}).output == 6
    assert repl.feed_run("y") == 5
    with pytest.raises(ValueError, match="load_repl_snapshot"):
        m.MontyRepl.load(repl.feed_start("h()").dump())


def test_27_programs_and_their_snapshots_as_bytes(m):
    program = m.Monty("a = f(n)\nb = g(a)\n(a, b)", inputs=["n"], script_name="p.py")
    program = m.Monty.load(program.dump())
    snap = m.load_snapshot(program.start(inputs={"n": 1}).dump())
    assert (snap.function_name, snap.args, snap.script_name) == ("f", (1,), "p.py")
    snap = m.load_snapshot(snap.resume({"return_value": 2}).dump())
    assert snap.resume({"return_value": 3}).output == (2, 3)


def test_27_repl_on_an_event_loop(m):
    async def f():
        return 5

    repl = m.MontyRepl()

    async def main():
        await repl.feed_run_async("x = await f()", external_functions={"f": f})
        return await m.run_repl_async(repl, "x + 1")

    assert asyncio.run(main()) == 6


TAGGED = [
    ("(1, 2)", {"$tuple": [1, 2]}),
    ("b'ab'", {"$bytes": [97, 98]}),
    ("{1}", {"$set": [1]}),
    ("frozenset([1])", {"$frozenset": [1]}),
    ("...", {"$ellipsis": "..."}),
    ("float('nan')", {"$float": "nan"}),
    ("float('inf')", {"$float": "inf"}),
    ("-float('inf')", {"$float": "-inf"}),
    ("{1: 2}", {"$dict": [[1, 2]]}),
    ("{'a': (1,)}", {"a": {"$tuple": [1]}}),
    ("[1, 'a', None, True, 1.5, 10**30]", [1, "a", None, True, 1.5, 10**30]),
]


@pytest.mark.parametrize(("code", "expected"), TAGGED)
def test_28_json_of_a_result(m, code, expected):
    assert json.loads(m.Monty(code).start().output_json()) == expected


@dataclasses.dataclass
class Point:
    x: int
    y: str


def test_28_dataclasses(m):
    program = m.Monty("p", inputs=["p"])
    done = program.start(inputs={"p": Point(1, "a")})
    expected = {"$dataclass": {"x": 1, "y": "a"}, "name": "Point"}
    assert json.loads(done.output_json()) == expected
    assert done.output == Point(1, "a")
    code = (
        "from dataclasses import dataclass\n@dataclass\nclass Own:\n    x: int\nOwn(3)"
    )
    unknown = m.Monty(code).run()
    assert isinstance(unknown, m.UnknownDataclass)
    assert unknown.x == 3


def test_28_json_of_arguments(m):
    snap = m.Monty("f((1,), k={2})").start()
    assert json.loads(snap.args_json()) == [{"$tuple": [1]}]
    assert json.loads(snap.kwargs_json()) == {"k": {"$set": [2]}}


AGENT = """
async def agent(prompt: str, messages: Messages) -> Answer:
    while True:
        output = await call_llm(prompt, messages)
        if isinstance(output, str):
            return output
        messages.extend(output)

await agent(prompt, [])
"""


def test_26_names_of_stubs_need_not_exist_when_the_program_runs(m):
    """The way Monty's own first example is written."""

    async def call_llm(prompt, messages):
        if len(messages) < 2:
            return [{"role": "system", "content": prompt}]
        return f"{len(messages)} messages"

    program = m.Monty(AGENT, inputs=["prompt"], external_functions=["call_llm"])
    work = m.run_monty_async(
        program, inputs={"prompt": "hi"}, external_functions={"call_llm": call_llm}
    )
    assert asyncio.run(work) == "2 messages"


def test_26_annotations_are_text_until_somebody_asks(m, session):
    code = "def f(x: Nowhere, y: int = 1): return y\nf(0), f.__annotations__['y']"
    assert session.feed_run(code) == (1, "int")
    code = (
        "from dataclasses import dataclass, InitVar\n"
        "@dataclass\nclass A:\n    x: int\n    y: InitVar[int] = 2\n"
        "    def __post_init__(self, y): self.x += y\nA(1).x"
    )
    assert session.feed_run(code) == 3


def test_27_the_oldest_name_of_loading(m):
    snap = m.Monty("len(fetch(url))", inputs=["url"]).start(inputs={"url": "x"})
    again = m.MontySnapshot.load(snap.dump())
    assert again.resume(return_value="abc").output == 3
