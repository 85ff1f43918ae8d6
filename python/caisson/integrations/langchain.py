"""A tool for LangChain and LangGraph agents.

    from caisson.integrations.langchain import CaissonTool
    agent = create_agent(model, tools=[CaissonTool()])

Names stay defined between calls.  Pictures that the code shows are the tool's
artifact: ``ToolMessage.artifact`` is a tuple of ``caisson.Display``.
"""

from __future__ import annotations

from typing import Any

from langchain_core.tools import BaseTool
from pydantic import BaseModel, Field, PrivateAttr

from caisson._sync import Sandbox
from caisson.integrations._tool import NAME, describe, text_of


class CodeInput(BaseModel):
    """Arguments of the tool."""

    code: str = Field(description="Python code to run.")


class CaissonTool(BaseTool):
    """Runs Python in one sandbox; ``options`` are those of ``caisson.Sandbox``."""

    name: str = NAME
    description: str = ""
    args_schema: type[BaseModel] = CodeInput
    response_format: str = "content_and_artifact"
    _box: Sandbox = PrivateAttr()

    def __init__(self, *, name: str = NAME, **options: Any) -> None:
        box = Sandbox(**options)
        super().__init__(name=name, description=describe(box))
        self._box = box

    def _run(self, code: str, **_: Any) -> tuple[str, Any]:
        result = self._box.run(code)
        return text_of(result), result.displays

    def close(self) -> None:
        """End the sandbox."""
        self._box.close()
