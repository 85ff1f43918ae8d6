"""An executor for the code agents of smolagents.

    from caisson.integrations.smolagents import CaissonExecutor
    agent = CodeAgent(tools=[], model=model, executor=CaissonExecutor())

The code of the model runs in a sandbox; tools run here and are called from it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from smolagents.local_python_executor import CodeOutput, PythonExecutor
from smolagents.utils import AgentError

from caisson._sync import Sandbox
from caisson.integrations._tool import text_of
from caisson.tools import Tool

FINAL = "final_answer"


class CaissonExecutor(PythonExecutor):
    """Runs code in one sandbox; ``options`` are those of ``caisson.Sandbox``."""

    def __init__(self, **options: Any) -> None:
        self._box = Sandbox(**options)
        self._answers: list[Any] = []

    def send_variables(self, variables: Mapping[str, Any]) -> None:
        """Bind names in the sandbox."""
        for name, value in variables.items():
            if name.isidentifier() and not name.startswith("__"):
                self._box.set(name, value)

    def send_tools(self, tools: Mapping[str, Any]) -> None:
        """Make tools of the agent callable."""
        for name, tool in tools.items():
            function = self._answer if name == FINAL else _Call(tool)
            self._box.add_tool(Tool(name, function))

    def _answer(self, *args: Any, **kwargs: Any) -> Any:
        """The code has its result."""
        values = [*args, *kwargs.values()]
        self._answers.append(values[0] if values else None)
        return self._answers[-1]

    def __call__(self, code_action: str) -> Any:
        """Run one step of the agent."""
        self._answers.clear()
        result = self._box.run(code_action)
        if result.status != "ok" and not self._answers:
            raise AgentError(text_of(result), _Quiet())
        is_final = bool(self._answers)
        output = self._answers[-1] if is_final else result.value
        return CodeOutput(output=output, logs=result.stdout, is_final_answer=is_final)

    def cleanup(self) -> None:
        """End the sandbox."""
        self._box.close()


class _Call:
    """A tool without the attributes that smolagents gives it."""

    def __init__(self, tool: Any) -> None:
        self._tool = tool

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self._tool(*args, **kwargs)


class _Quiet:
    """What ``AgentError`` wants of a logger; the agent logs it once more."""

    def log_error(self, *_: Any, **__: Any) -> None:
        """Nothing."""
