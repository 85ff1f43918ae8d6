"""The provider that gives every agent run its ``execute_code``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from agent_framework import AgentSession, ContextProvider, FunctionTool, SessionContext

from caisson.integrations.agent_framework.mounts import (
    AllowedDomain,
    AllowedDomainInput,
    FileMount,
    FileMountInput,
)
from caisson.integrations.agent_framework.tool import (
    ExecuteCodeTool,
    LocalExecuteCodeTool,
    ToolsInput,
)


class CodeActProvider(ContextProvider):
    """Adds one tool, ``execute_code``, and its instructions to every run.

    Tools that are registered here can be called from the code only.  Keywords are
    those of ``ExecuteCodeTool``.
    """

    DEFAULT_SOURCE_ID = "caisson_codeact"
    TOOL: type[ExecuteCodeTool] = ExecuteCodeTool

    def __init__(self, source_id: str | None = None, **options: Any) -> None:
        super().__init__(source_id or self.DEFAULT_SOURCE_ID)
        self._tool = self.TOOL(**options)

    def add_tools(self, tools: ToolsInput) -> None:
        """Register tools; one with the same name is replaced."""
        self._tool.add_tools(tools)

    def get_tools(self) -> list[FunctionTool]:
        """The registered tools."""
        return self._tool.get_tools()

    def remove_tool(self, name: str) -> None:
        """Forget a tool; KeyError if there is none."""
        self._tool.remove_tool(name)

    def clear_tools(self) -> None:
        """Forget all tools."""
        self._tool.clear_tools()

    def add_file_mounts(
        self, file_mounts: FileMountInput | Sequence[FileMountInput]
    ) -> None:
        """Add directories; one at the same path is replaced."""
        self._tool.add_file_mounts(file_mounts)

    def get_file_mounts(self) -> list[FileMount]:
        """The directories that were added."""
        return self._tool.get_file_mounts()

    def remove_file_mount(self, mount_path: str) -> None:
        """Forget a directory; KeyError if nothing is at that path."""
        self._tool.remove_file_mount(mount_path)

    def clear_file_mounts(self) -> None:
        """Forget all directories but the workspace."""
        self._tool.clear_file_mounts()

    def add_allowed_domains(
        self, domains: AllowedDomainInput | Sequence[AllowedDomainInput]
    ) -> None:
        """Allow network targets; one with the same target is replaced."""
        self._tool.add_allowed_domains(domains)

    def get_allowed_domains(self) -> list[AllowedDomain]:
        """The allowed targets, sorted."""
        return self._tool.get_allowed_domains()

    def remove_allowed_domain(self, target: str) -> None:
        """Forbid a target again; KeyError if it was not allowed."""
        self._tool.remove_allowed_domain(target)

    def clear_allowed_domains(self) -> None:
        """Forbid every target."""
        self._tool.clear_allowed_domains()

    async def before_run(
        self,
        *,
        agent: Any,
        session: AgentSession | None,
        context: SessionContext,
        state: dict[str, Any],
    ) -> None:
        """Called by the framework when a run begins."""
        tool = self._tool.create_run_tool()
        state[self.source_id] = tool.build_serializable_state()
        text = tool.build_instructions(tools_visible_to_model=False)
        context.extend_instructions(self.source_id, text)
        context.extend_tools(self.source_id, [tool])


class LocalCodeActProvider(CodeActProvider):
    """``CodeActProvider`` as users of Local CodeAct know it: rules are enforced."""

    DEFAULT_SOURCE_ID = "local_codeact"
    TOOL = LocalExecuteCodeTool
