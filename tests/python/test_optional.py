"""What needs a framework is not imported without being asked for."""

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


SHORT = {
    "pydantic_ai": ("codemode", "pydantic-ai"),
    "agent_framework": ("codeact", "agent-framework"),
}


def test_importing_caisson_imports_no_framework():
    code = f"""
import caisson, sys
print([m for m in sys.modules if m.partition('.')[0] in {[*SHORT, "pydantic"]}])
"""
    assert run(code) == "[]\n"


@pytest.mark.parametrize("package", SHORT)
def test_without_the_framework_the_extra_is_named(package):
    name, extra = SHORT[package]
    code = f"""
import sys
sys.modules["{package}"] = None
try:
    import caisson.{name}
except ImportError as e:
    print(e)
"""
    assert f"pip install 'caisson[{extra}]'" in run(code)


@pytest.mark.parametrize("package", SHORT)
def test_the_integration_is_tested(package):
    if importlib.util.find_spec(package) is None:
        pytest.skip(f"{package} is not installed: its integration is not tested")
