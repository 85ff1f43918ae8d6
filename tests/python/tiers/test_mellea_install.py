"""mellea itself on top of the adapter: statement 43."""

import mellea.stdlib.requirements.python_reqs as reqs
import mellea.stdlib.tools as theirs
import pytest
from mellea.core import ModelOutputThunk
from mellea.stdlib.context import ChatContext

import caisson.mellea

POLICY = caisson.mellea.CapabilityPolicy(subprocess_execution=True, timeout=5)
QUICK = caisson.mellea.CapabilityPolicy(subprocess_execution=True, timeout=1)


@pytest.fixture
def installed():
    caisson.mellea.install()
    yield
    caisson.mellea.uninstall()


def check(requirement, code):
    context = ChatContext().add(ModelOutputThunk(f"```python\n{code}\n```"))
    return requirement.validation_fn(context)


def test_43_names_are_routed_and_come_back():
    before = theirs.make_execution_environment
    caisson.mellea.install()
    caisson.mellea.install()
    assert (
        theirs.make_execution_environment is caisson.mellea.make_execution_environment
    )
    assert reqs.make_execution_environment is caisson.mellea.make_execution_environment
    caisson.mellea.uninstall()
    assert theirs.make_execution_environment is before
    assert reqs.make_execution_environment is before


def test_43_a_requirement_runs_code_in_a_jail(installed):
    requirement = reqs.PythonExecutionReq(execution_tier="local", policy=POLICY)
    assert check(requirement, "print(1)").as_bool()
    failed = check(
        requirement, "import socket\nsocket.create_connection(('127.0.0.1', 9))"
    )
    assert not failed.as_bool()
    escaped = (
        "import os\nassert os.getuid() == 1000 and not os.path.exists('/etc/shadow')"
    )
    assert check(requirement, escaped).as_bool()
    refused = reqs.PythonExecutionReq(
        execution_tier="local", allowed_imports=["math"], policy=POLICY
    )
    assert not check(refused, "import os").as_bool()
    assert check(refused, "import math").as_bool()
    slow = reqs.PythonExecutionReq(execution_tier="local", policy=QUICK)
    assert "timed out" in check(slow, "while True: pass").reason


def test_43_other_requirements_of_mellea(installed):
    from mellea.stdlib.requirements import python_tools

    sizes = python_tools.OutputSizeLimit(50, execution_tier="local", policy=POLICY)
    assert check(sizes, "print('x' * 10)").as_bool()
    assert not check(sizes, "print('x' * 1000)").as_bool()
    imports = python_tools.ImportRestrictions(["math"])
    assert check(imports, "import math").as_bool()
    assert not check(imports, "import os").as_bool()
