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
    names = [*SHORT, "pydantic", "mellea"]
    code = f"""
import caisson, sys
print([m for m in sys.modules if m.partition('.')[0] in {names}])
"""
    assert run(code) == "[]\n"


def test_tiers_work_without_mellea():
    code = """
import sys
sys.modules["mellea"] = None
import caisson.mellea as ours
print(ours.make_execution_environment("static").execute("x = 1").success)
print(ours.python_tool("static").run(code="def f(:").skip_message)
print(ours.StaticBashEnvironment().execute("echo hi").analysis_result)
"""
    assert run(code) == "True\nParse failed.\n['echo', 'hi']\n"


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
    assert f"pip install 'caisson-sandbox[{extra}]'" in run(code)


@pytest.mark.parametrize("package", [*SHORT, "mellea"])
def test_the_integration_is_tested(package):
    if importlib.util.find_spec(package) is None:
        pytest.skip(f"{package} is not installed: its integration is not tested")
