"""A tool for LlamaIndex agents.

from caisson.integrations.llama_index import CaissonToolSpec
agent = FunctionAgent(tools=CaissonToolSpec().to_tool_list(), llm=llm)
"""

from __future__ import annotations

from typing import Any

from llama_index.core.tools import FunctionTool
from llama_index.core.tools.tool_spec.base import BaseToolSpec

from caisson._sync import Sandbox
from caisson.integrations._tool import NAME, describe, text_of


class CaissonToolSpec(BaseToolSpec):
    """Runs Python in one sandbox; ``options`` are those of ``caisson.Sandbox``."""

    spec_functions = [NAME]

    def __init__(self, **options: Any) -> None:
        self._box = Sandbox(**options)

    def run_code(self, code: str) -> str:
        """Run Python code and return what it printed and its last value."""
        return text_of(self._box.run(code))

    def to_tool_list(self, *_: Any, **__: Any) -> list[Any]:
        """The tool, with a description of what this sandbox can do."""
        text = describe(self._box)
        return [FunctionTool.from_defaults(self.run_code, name=NAME, description=text)]

    def close(self) -> None:
        """End the sandbox."""
        self._box.close()
