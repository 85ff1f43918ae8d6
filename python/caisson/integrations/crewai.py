"""A tool for CrewAI agents.

from caisson.integrations.crewai import CaissonTool
agent = Agent(role=..., goal=..., backstory=..., tools=[CaissonTool()])
"""

from __future__ import annotations

from typing import Any

from crewai.tools import BaseTool
from pydantic import BaseModel, Field, PrivateAttr

from caisson._sync import Sandbox
from caisson.integrations._tool import NAME, describe, text_of


class CodeInput(BaseModel):
    """Arguments of the tool."""

    code: str = Field(description="Python code to run.")


class CaissonTool(BaseTool):
    """Runs Python in one sandbox; ``options`` are those of ``caisson.Sandbox``.

    Names stay defined between calls.
    """

    name: str = NAME
    description: str = ""
    args_schema: type[BaseModel] = CodeInput
    _box: Sandbox = PrivateAttr()

    def __init__(self, *, name: str = NAME, **options: Any) -> None:
        box = Sandbox(**options)
        super().__init__(name=name, description=describe(box))
        self._box = box

    def _run(self, code: str) -> str:
        return text_of(self._box.run(code))

    def close(self) -> None:
        """End the sandbox."""
        self._box.close()
