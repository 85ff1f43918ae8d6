"""The programs in examples/python do what they say."""

import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "python"


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
