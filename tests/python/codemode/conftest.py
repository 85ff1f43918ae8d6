"""Agents whose model is a list of snippets.

Names of tests start with the number of the statement they prove, in the order of
the description of CodeMode that this module implements.
"""

import asyncio
import dataclasses
from typing import Any

import pytest
from pydantic_ai import Agent
from pydantic_ai.messages import (
    ModelResponse,
    TextPart,
    ToolCallPart,
    ToolReturnPart,
)
from pydantic_ai.models.function import FunctionModel
from pydantic_ai.profiles import ModelProfile

from caisson.codemode import CodeMode

PLAIN = ModelProfile(supported_native_tools=frozenset())


@dataclasses.dataclass
class Step:
    """What one snippet came to."""

    part: Any

    @property
    def failed(self):
        return getattr(self.part, "outcome", None) == "retried" or not isinstance(
            self.part, ToolReturnPart
        )

    @property
    def retry(self):
        assert self.failed, self.part
        return str(self.part.content)

    @property
    def value(self):
        assert not self.failed, self.part.content
        return self.part.content

    @property
    def calls(self):
        return list(self.part.metadata["tool_calls"].values())

    @property
    def returns(self):
        return list(self.part.metadata["tool_returns"].values())


class Script:
    """A model that sends snippets, one after the other."""

    def __init__(self, *snippets):
        self.snippets = list(snippets)
        self.requests = []
        self.steps = []
        self.messages = []

    def __call__(self, messages, info):
        self.requests.append(info)
        self.messages = messages
        self._read(messages)
        if len(self.requests) > len(self.snippets):
            return ModelResponse(parts=[TextPart("done")])
        snippet = self.snippets[len(self.requests) - 1]
        return ModelResponse(parts=[_call(snippet)])

    def _read(self, messages):
        for part in getattr(messages[-1], "parts", []):
            if getattr(part, "tool_name", None) is not None:
                self.steps.append(Step(part))

    @property
    def tools(self):
        """Tools of the last request, by name."""
        return {t.name: t for t in self.requests[-1].function_tools}

    @property
    def description(self):
        return self.tools["run_code"].description


def _call(snippet):
    if isinstance(snippet, ToolCallPart):
        return snippet
    args = snippet if isinstance(snippet, dict) else {"code": snippet}
    return ToolCallPart("run_code", args, tool_call_id="pyd_ai_code_mode")


class Play:
    """Runs agents; keeps the last script."""

    def __init__(self):
        self.script = None

    def agent(self, *snippets, tools=(), mode=None, capabilities=(), **options):
        self.script = Script(*snippets)
        mode = mode or CodeMode(**{"max_retries": 20, **options})
        return Agent(
            FunctionModel(self.script, profile=PLAIN),
            tools=list(tools),
            capabilities=[mode, *capabilities],
        )

    async def go(self, *snippets, **options):
        """Steps of a run with these snippets."""
        await self.agent(*snippets, **options).run("go")
        return self.script.steps

    def __call__(self, *snippets, **options):
        return asyncio.run(self.go(*snippets, **options))


@pytest.fixture
def play():
    return Play()


@pytest.fixture
def call():
    """A call of a native tool, in place of a snippet."""
    return lambda name, **args: ToolCallPart(name, args)
