"""The toolset that puts ``run_code`` in front of other tools."""

from __future__ import annotations

import dataclasses
import warnings
from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass, field
from typing import Any

from pydantic_ai.exceptions import UserError
from pydantic_ai.messages import InstructionPart, SystemPromptPart
from pydantic_ai.tools import AgentDepsT, RunContext, ToolDefinition, ToolSelector
from pydantic_ai.toolsets.abstract import AbstractToolset, ToolsetTool
from pydantic_ai.toolsets.wrapper import WrapperToolset
from pydantic_core import SchemaValidator, core_schema

from caisson import _depth
from caisson.integrations.pydantic_ai import describe
from caisson.integrations.pydantic_ai.catalog import announcement, catalog
from caisson.integrations.pydantic_ai.discovery import (
    discovered,
    discovered_natively,
)
from caisson.integrations.pydantic_ai.folding import RUN_CODE, Folding, fold
from caisson.integrations.pydantic_ai.options import (
    Allowance,
    LimitsArg,
    MountArg,
    as_mount_list,
    as_mounts,
    as_remote,
    check_depth,
)
from caisson.integrations.pydantic_ai.os_access import CodeModeOS, Handler
from caisson.integrations.pydantic_ai.run import Runner
from caisson.integrations.pydantic_ai.session import Session

SEARCH_KIND = "tool-search"

_SCHEMA = {
    "type": "object",
    "properties": {
        "code": {"type": "string", "description": "Python code to run."},
        "restart": {
            "type": "boolean",
            "default": False,
            "description": "Forget all names of earlier calls first.",
        },
    },
    "required": ["code"],
}
_VALIDATOR = SchemaValidator(
    core_schema.typed_dict_schema(
        {
            "code": core_schema.typed_dict_field(core_schema.str_schema()),
            "restart": core_schema.typed_dict_field(
                core_schema.bool_schema(), required=False
            ),
        }
    )
)


@dataclass(kw_only=True)
class RunCodeTool(ToolsetTool[AgentDepsT]):
    """``run_code`` of one step, with the tools that it can call."""

    folding: Folding


@dataclass
class RunState:
    """What lasts for one agent run and is shared by its steps."""

    session: Session | None = None
    warned: set[str] = field(default_factory=set)
    announced: set[str] = field(default_factory=set)
    folding: Folding | None = None


@dataclass
class CodeModeToolset(WrapperToolset[AgentDepsT]):
    """Folds tools of the wrapped toolset into ``run_code``."""

    tool_selector: ToolSelector[AgentDepsT] = "all"
    max_retries: int = 3
    os_access: CodeModeOS | Handler | None = None
    mount: MountArg = None
    dynamic_catalog: bool = False
    _: KW_ONLY
    max_tool_calls: int = 100
    resource_limits: LimitsArg = None
    eager: bool = False
    speculate: Any = None
    sandbox_url: str | None = None
    allow_plaintext: bool = False
    depth: str = "interp"
    isolation: str | None = None
    keep_state_on_timeout: bool = False
    pause_on_approval: bool = False
    overlay_scope: str = "call"
    capability_id: str | None = None
    is_deferred: bool = False
    state: RunState | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        self.os_access = Handler.of(self.os_access)

    # -- life ----------------------------------------------------------------------

    async def for_run(self, ctx: RunContext[AgentDepsT]) -> AbstractToolset[AgentDepsT]:
        """A toolset of its own for every run: nothing is shared."""
        wrapped = await self.wrapped.for_run(ctx)
        return dataclasses.replace(self, wrapped=wrapped, state=RunState())

    async def __aenter__(self) -> CodeModeToolset[AgentDepsT]:
        if self.state is None:
            self.state = RunState()
        self.state.session = self._make_session()
        try:
            await self.wrapped.__aenter__()
        except BaseException:
            self.state.session = None
            raise
        return self

    def _make_session(self) -> Session:
        if self.max_tool_calls < 1:
            raise UserError("`max_tool_calls` must be at least 1")
        if self.overlay_scope not in ("call", "session"):
            raise UserError("`overlay_scope` must be 'call' or 'session'")
        remote = as_remote(self.sandbox_url, self.allow_plaintext, self.depth)
        check_depth(self.depth, self.os_access is not None, self.pause_on_approval)
        if self.eager or self.speculate is not None:
            warnings.warn(
                "CodeMode: `eager` and `speculate` have no effect in this version",
                UserWarning,
                stacklevel=2,
            )
        return Session(
            Allowance(self.resource_limits),
            as_mounts(self.mount),
            Handler.of(self.os_access),
            self.isolation,
            self.overlay_scope == "session",
            _depth.JAIL if _depth.is_jail(self.depth) else _depth.ENGINE,
            remote,
        )

    async def __aexit__(self, *args: Any) -> bool | None:
        try:
            return await self.wrapped.__aexit__(*args)
        finally:
            if self.state is not None and self.state.session is not None:
                session, self.state.session = self.state.session, None
                await session.reset()

    # -- tools ---------------------------------------------------------------------

    def _run_state(self) -> RunState:
        if self.state is None:
            self.state = RunState()
        return self.state

    async def get_tools(
        self, ctx: RunContext[AgentDepsT]
    ) -> dict[str, ToolsetTool[AgentDepsT]]:
        """Native tools, and ``run_code`` for all the others."""
        state = self._run_state()
        wrapped = await self.wrapped.get_tools(ctx)
        if self.is_deferred and self.capability_id not in ctx.active_capability_ids:
            return wrapped  # the capability was not loaded yet
        folding = await fold(wrapped, self.tool_selector, ctx, state.warned)
        state.folding = folding
        await self._announce(ctx, discovered_natively(ctx.messages))
        tools = dict(folding.native)
        has_search = False
        for name, tool in folding.native.items():
            if tool.tool_def.tool_kind == SEARCH_KIND:
                has_search = True
                tools[name] = _with_note(tool)
        text = "" if self.dynamic_catalog else catalog(folding.folded.values())
        tools[RUN_CODE] = self._run_code(ctx, folding, text, has_search)
        return tools

    def _run_code(
        self, ctx: RunContext[AgentDepsT], folding: Folding, text: str, search: bool
    ) -> RunCodeTool[AgentDepsT]:
        places = [str(m.virtual_path) for m in as_mount_list(self.mount)]
        has_os = self.os_access is not None
        return RunCodeTool(
            toolset=self,
            tool_def=ToolDefinition(
                name=RUN_CODE,
                description=describe.description(
                    places, has_os, text, search, real=_depth.is_jail(self.depth)
                ),
                parameters_json_schema=_SCHEMA,
                sequential=True,
                metadata={"code_arg_name": "code", "code_arg_language": "python"},
                capability_id=self.capability_id,
            ),
            max_retries=self.max_retries,
            args_validator=_VALIDATOR,
            folding=folding,
        )

    async def call_tool(
        self,
        name: str,
        tool_args: dict[str, Any],
        ctx: RunContext[AgentDepsT],
        tool: ToolsetTool[AgentDepsT],
    ) -> Any:
        """Run code, or pass the call on."""
        if not isinstance(tool, RunCodeTool):
            result = await self.wrapped.call_tool(name, tool_args, ctx, tool)
            if tool.tool_def.tool_kind == SEARCH_KIND:
                await self._announce(ctx, discovered(result))
            return result
        session = self._run_state().session
        if session is None:
            raise UserError("the CodeMode toolset was not entered")
        runner = Runner(
            session,
            tool.folding,
            self.wrapped,
            ctx,
            max_tool_calls=self.max_tool_calls,
            keep_on_timeout=self.keep_state_on_timeout,
            pause=self.pause_on_approval,
        )
        return await runner.run(tool_args["code"], tool_args.get("restart", False))

    # -- the catalog as instructions ---------------------------------------------------

    async def get_instructions(
        self, ctx: RunContext[AgentDepsT]
    ) -> str | InstructionPart | Sequence[str | InstructionPart] | None:
        """Those of the wrapped toolset, then the catalog if it is dynamic."""
        inner = await super().get_instructions(ctx)
        folding = self._run_state().folding
        if not self.dynamic_catalog or folding is None:
            return inner
        text = catalog(folding.folded.values())
        parts: list[str | InstructionPart] = []
        if isinstance(inner, (str, InstructionPart)):
            parts.append(inner)
        elif inner is not None:
            parts.extend(inner)
        if text:
            parts.append(InstructionPart(content=text, dynamic=True))
        return parts or None

    async def _announce(self, ctx: RunContext[AgentDepsT], names: list[str]) -> None:
        """Tell the model once about every tool that it has found."""
        if not self.dynamic_catalog:
            return
        state = self._run_state()
        fresh = [n for n in names if n not in state.announced]
        if not fresh or state.folding is None:
            return
        state.announced.update(fresh)
        found = {n: t for n, t in state.folding.wrapped.items() if n in fresh}
        revealed: Any = _Revealed(ctx, frozenset(fresh))
        folding = await fold(found, self.tool_selector, revealed, state.warned)
        for tool in folding.folded.values():
            ctx.enqueue(SystemPromptPart(content=announcement(tool)))


def _with_note(tool: ToolsetTool[AgentDepsT]) -> ToolsetTool[AgentDepsT]:
    definition = tool.tool_def
    text = f"{definition.description or ''} {describe.SEARCHED}".strip()
    return dataclasses.replace(
        tool, tool_def=dataclasses.replace(definition, description=text)
    )


class _Revealed:
    """A run context to which tools that were just found are available."""

    def __init__(self, ctx: RunContext[Any], names: frozenset[str]) -> None:
        self._ctx = ctx
        self._names = names

    def is_tool_available(self, definition: ToolDefinition) -> bool:
        return definition.name in self._names or self._ctx.is_tool_available(definition)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._ctx, name)
