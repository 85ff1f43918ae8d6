"""What docs/agent-framework.md shows is what happens."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from machine import need_jail

PAGE = Path(__file__).parents[3] / "docs/agent-framework.md"


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", PAGE.read_text(), re.M | re.S)


def test_python_of_the_page(tmp_path):
    """All of it, in one interpreter, in order."""
    need_jail()
    shown = blocks("python")
    assert len(shown) == 4
    if not have("agent_framework_hyperlight", "agent_framework_monty"):
        shown.pop()  # their seams are replaced before they are imported
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(
        [sys.executable, "-c", "\n".join(shown)],
        env=env, cwd=tmp_path, capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr


def have(*names: str) -> bool:
    from importlib.util import find_spec

    return all(find_spec(name) for name in names)


def test_runner_of_the_page(tmp_path):
    need_jail()
    binary = os.environ.get("CAISSON")
    if not binary or not Path(binary).exists():
        pytest.skip("no binary was built")
    (script,) = [b for b in blocks("sh") if "codeact-runner" in b]
    env = {**os.environ, "PATH": f"{Path(binary).parent}:{os.environ['PATH']}"}
    done = subprocess.run(
        ["sh", "-ec", script],
        env=env,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done
    assert '"output":42' in done.stdout.replace(" ", "")
