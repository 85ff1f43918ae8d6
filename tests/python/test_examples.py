"""The programs in examples/python do what they say."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from machine import need_jail

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples" / "python"


def run(name):
    done = subprocess.run(
        [sys.executable, EXAMPLES / name], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_agent_tools():
    assert run("agent_tools.py") == [
        "  Oslo:   4.5 C",
        "  Rome:  18.0 C",
        "warmest: Rome",
    ]


def test_durable():
    lines = run("durable.py")
    assert lines[0] == "asks: pay 120?"
    assert lines[-1] == "paid / refused"


def test_code_mode():
    pytest.importorskip("pydantic_ai")
    assert run("code_mode.py") == ["{'output': 'asked for 3\\n', 'result': 'Lima'}"]


def test_codeact():
    pytest.importorskip("agent_framework")
    need_jail()
    assert run("codeact.py") == ['asked for 3 "Lima"']


PAGES = {"agent-framework.md": "agent_framework", "mellea.md": "mellea"}


@pytest.mark.parametrize("page", PAGES)
def test_pages_for_users_of_frameworks(page, monkeypatch):
    """All blocks of a page, one after the other, as one program."""
    pytest.importorskip(PAGES[page])
    need_jail()
    path = ROOT / "docs" / page
    blocks = re.findall(r"```python\n(.*?)```", path.read_text(), re.S)
    assert len(blocks) > 2
    space = {"__name__": "example"}
    for name in ("hyperlight_sandbox", "pydantic_monty"):
        monkeypatch.setitem(sys.modules, name, sys.modules.get(name))
        monkeypatch.delitem(sys.modules, name)
    for block in blocks:
        exec(compile(block, str(path), "exec"), space)
