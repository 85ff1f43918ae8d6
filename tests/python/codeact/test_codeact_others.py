"""The packages for Hyperlight and Monty on top of caisson: statements 49 to 51."""

import asyncio
import base64
import importlib
import sys
import time

import pytest

from caisson import Limits
from caisson.compat import hyperlight


def run(tool, code):
    return asyncio.run(tool._run_code(code=code))


def data(content):
    return base64.b64decode(content.uri.partition("base64,")[2])


# -- the sandbox of Hyperlight ------------------------------------------------------


def test_49_members():
    calls = []

    def add(a, b):
        calls.append((a, b))
        return {"sum": a + b, "odd": object()}

    def bad():
        raise KeyError("no")

    with hyperlight.Sandbox(backend="wasm", module="python_guest.path") as box:
        box.register_tool("add", add)
        box.register_tool("bad", bad)
        assert box.run("None").success
        start = box.snapshot()
        r = box.run(
            "x = call_tool('add', a=1, b=2)\nprint(x['sum'], type(x['odd']))\n5"
        )
        assert (r.success, r.stdout, r.stderr) == (True, "3 <class 'str'>\n", "")
        assert box.run("x").success
        box.restore(start)
        r = box.run("print('y')\nx")
        assert (r.success, r.stdout) == (False, "y\n")
        assert "NameError" in r.stderr
        assert (
            box.run("try: call_tool('bad')\nexcept KeyError: print(1)").stdout == "1\n"
        )
        assert "not registered" in box.run("call_tool('none')").stderr
        assert not box.run("call_tool('add', 1, 2)").success
    assert calls == [(1, 2)]


def test_49_files(tmp_path):
    (tmp_path / "in").mkdir()
    (tmp_path / "out").mkdir()
    (tmp_path / "in/f").write_text("given")
    box = hyperlight.Sandbox(input_dir=tmp_path / "in", output_dir=tmp_path / "out")
    start = box.snapshot()
    r = box.run("open('/output/r', 'w').write(open('/input/f').read())")
    assert r.success, r.stderr
    assert (tmp_path / "out/r").read_text() == "given"
    assert box.get_output_files() == ["r"]
    assert not box.run("open('/input/f', 'w')").success
    box.restore(start)
    assert box.run("print(open('/output/r').read())").stdout == "given\n"
    box.shutdown()
    box.close()


def test_49_no_network_is_no_network():
    with hyperlight.Sandbox() as box, pytest.raises(Exception, match="network"):
        box.allow_domain("api.x", ["GET"])


def test_50_a_guest_that_loops_is_stopped(monkeypatch):
    monkeypatch.setattr(hyperlight.Sandbox, "limits", Limits(time=0.3))
    with hyperlight.Sandbox() as box:
        start = time.monotonic()
        r = box.run("print('a')\nwhile True: pass")
        assert time.monotonic() - start < 8
        assert (r.success, r.stdout) == (False, "a\n")
        assert box.run("print(1)").stdout == "1\n"


@pytest.fixture
def package(monkeypatch):
    """The real package of agent-framework, with our sandbox beneath."""
    pytest.importorskip("agent_framework_hyperlight")
    monkeypatch.setitem(sys.modules, "hyperlight_sandbox", hyperlight)
    monkeypatch.setattr(hyperlight.Sandbox, "limits", Limits(time=2.0))
    return importlib.import_module("agent_framework_hyperlight")


def test_49_the_package_runs_code(package):
    def add(a: int, b: int) -> int:
        """Add."""
        return a + b

    async def later(x: int) -> int:
        """Wait."""
        await asyncio.sleep(0.01)
        return x

    tool = package.HyperlightExecuteCodeTool(tools=[add, later])
    contents = run(tool, "print(call_tool('add', a=2, b=3) + call_tool('later', x=1))")
    assert [c.text.strip() for c in contents] == ["6"]
    run(tool, "kept = 1")
    (content,) = run(tool, "print(kept)")
    assert content.type == "error"
    assert "NameError" in content.error_details


def test_49_the_package_and_files(package, tmp_path):
    (tmp_path / "table.csv").write_text("1,2")
    tool = package.HyperlightExecuteCodeTool(workspace_root=tmp_path)
    code = (
        "text = open('/input/table.csv').read()\n"
        "open('/output/sum.txt', 'w').write(str(sum(map(int, text.split(',')))))\n"
    )
    found = [c for c in run(tool, code) if c.type == "data"]
    assert [c.additional_properties["path"] for c in found] == ["/output/sum.txt"]
    assert data(found[0]) == b"3"
    assert [c for c in run(tool, "print('nothing')") if c.type == "data"] == []


def test_50_the_package_and_a_guest_that_loops(package):
    tool = package.HyperlightExecuteCodeTool()
    start = time.monotonic()
    (content,) = run(tool, "while True: pass")
    assert content.type == "error"
    assert time.monotonic() - start < 8
    assert [c.text.strip() for c in run(tool, "print('next')")] == ["next"]


# -- the package for Monty ------------------------------------------------------------


@pytest.fixture
def monty(monkeypatch):
    pytest.importorskip("agent_framework_monty")
    ours = importlib.import_module("caisson.compat.monty")
    monkeypatch.setitem(sys.modules, "pydantic_monty", ours)
    return importlib.import_module("agent_framework_monty")


def test_51_calls_at_the_same_time(monty):
    here = []

    async def meet(x: int) -> int:
        """Wait for the others."""
        here.append(x)
        while len(here) < 3:
            await asyncio.sleep(0.01)
        return x

    tool = monty.MontyExecuteCodeTool(tools=[meet])
    contents = run(tool, "await asyncio.gather(meet(x=1), meet(x=2), meet(x=3))")
    assert [c.text for c in contents] == ["[1, 2, 3]"]


def test_51_values_texts_and_errors(monty):
    def add(a: int, b: int) -> int:
        """Add."""
        return a + b

    tool = monty.MontyExecuteCodeTool(tools=[add])
    assert [c.text for c in run(tool, "print('hi')\n1 + 2")] == ["hi\n", "3"]
    assert [c.text for c in run(tool, "await call_tool('add', a=1, b=5)")] == ["6"]
    (content,) = run(tool, "open('/etc/passwd')")
    assert "PermissionError: OS and filesystem calls are not" in content.error_details


def test_51_a_wrong_argument_stops_the_tool(monty):
    called = []

    def add(a: int, b: int) -> int:
        """Add."""
        called.append(a)
        return a + b

    (content,) = run(monty.MontyExecuteCodeTool(tools=[add]), "await add(a='x', b=2)")
    assert content.type == "error"
    assert called == []


def test_51_files_stay_after_a_call_and_links_are_not_followed(monty, tmp_path):
    def add(a: int, b: int) -> int:
        """Add."""
        return a + b

    outside = tmp_path / "secret"
    outside.write_text("s3cret")
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "f").write_text("given")
    (folder / "link").symlink_to(outside)
    tool = monty.MontyExecuteCodeTool(tools=[add], workspace_root=folder)
    code = (
        "from pathlib import Path\n"
        "n = await add(a=1, b=2)\n"
        "Path('/input/new.txt').write_text(Path('/input/f').read_text() + str(n))\n"
    )
    contents = run(tool, code)
    assert [data(c) for c in contents if c.type == "data"] == [b"given3"]
    (content,) = run(tool, "from pathlib import Path\nPath('/input/link').read_text()")
    assert content.type == "error"
    assert "s3cret" not in (content.error_details or "")
