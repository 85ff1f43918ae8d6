"""Tools and providers of the real agent-framework.

Names of tests start with the number of the statement they prove, in the order of
the description of CodeAct that this module implements.
"""

import asyncio

import pytest
from machine import need_jail

from caisson.codeact import ExecuteCodeTool


@pytest.fixture(autouse=True)
def isolation():
    """Once is enough: depths are what these tests are run with."""
    return "worker"


@pytest.fixture(params=["process", "interp"])
def depth(request):
    if request.param == "process":
        need_jail()
    return request.param


@pytest.fixture
def jail():
    need_jail()


class Act:
    """Runs code with a tool; keeps what came back."""

    def __init__(self, tool):
        self.tool = tool
        self.contents = []

    def __call__(self, code):
        self.contents = asyncio.run(self.tool._run_code(code=code))
        return self

    @property
    def texts(self):
        assert all(c.type == "text" for c in self.contents), self.contents
        return [c.text for c in self.contents]

    @property
    def error(self):
        (content,) = self.contents
        assert content.type == "error", content.text
        return content

    @property
    def details(self):
        assert self.error.message == "Execution error", self.error.message
        return self.error.error_details

    @property
    def invalid(self):
        assert self.error.message == "Invalid code", self.error.error_details
        return self.error.error_details

    @property
    def files(self):
        """Data contents by their path in the program."""
        return {
            c.additional_properties["path"]: c
            for c in self.contents
            if c.type == "data"
        }


@pytest.fixture
def act(depth):
    """Makes tools of the depth under test."""
    return lambda cls=ExecuteCodeTool, **options: Act(cls(depth=depth, **options))


@pytest.fixture
def local(jail):
    """Makes tools in a jail."""
    return lambda cls=ExecuteCodeTool, **options: Act(cls(**options))
