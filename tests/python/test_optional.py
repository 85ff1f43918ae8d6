"""What needs pydantic-ai is not imported without being asked for."""

import importlib.util
import subprocess
import sys

import pytest


def run(code):
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_importing_caisson_imports_no_framework():
    code = "import caisson, sys; print([m for m in sys.modules if 'pydantic' in m])"
    assert run(code) == "[]\n"


def test_codemode_without_pydantic_ai_names_the_extra():
    code = """
import sys
sys.modules["pydantic_ai"] = None
try:
    import caisson.codemode
except ImportError as e:
    print(e)
"""
    assert "pip install 'caisson[pydantic-ai]'" in run(code)


def test_codemode_is_tested():
    if importlib.util.find_spec("pydantic_ai") is None:
        pytest.skip("pydantic-ai-slim is not installed: tests of CodeMode do not run")
