"""The toolset that puts ``run_code`` in front of other tools."""

from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import KW_ONLY, dataclass, field
from typing import Any

from pydantic_ai.capabilities import AbstractCapability
from pydantic_ai.exceptions import UserError
from pydantic_ai.messages import InstructionPart, SystemPromptPart
from pydantic_ai.tools import AgentDepsT, RunContext, ToolDefinition, ToolSelector
from pydantic_ai.toolsets.abstract import AbstractToolset, ToolsetTool
from pydantic_ai.toolsets.wrapper import WrapperToolset
from pydantic_core import SchemaValidator, core_schema

from caisson import _depth
from caisson.integrations.pydantic_ai import describe
from caisson.integrations.pydantic_ai.calls import DEFAULT_ID
from caisson.integrations.pydantic_ai.catalog import announcement, catalog
from caisson.integrations.pydantic_ai.discovery import (
    discovered,
    discovered_natively,
)
from caisson.integrations.pydantic_ai.eager import off_in
from caisson.integrations.pydantic_ai.folding import RUN_CODE, Folding, fold
from caisson.integrations.pydantic_ai.launches import Launches, SpeculationStats
from caisson.integrations.pydantic_ai.options import (
    Allowance,
    LimitsArg,
    MountArg,
    Place,
    as_mount_list,
    as_mounts,
    check_depth,
)
from caisson.integrations.pydantic_ai.os_access import CodeModeOS, Handler
from caisson.integrations.pydantic_ai.parts import RUN_CODE_KIND
from caisson.integrations.pydantic_ai.run import Runner, RunOptions
from caisson.integrations.pydantic_ai.session import Session
from caisson.integrations.pydantic_ai.store import CodeModeReplStore, StoreLink
from caisson.integrations.pydantic_ai.streaming import Stream

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


# A catalog that grew is appended to the history: prompt caches stay valid.  Releases
# before 2.62 know neither field.
_APPENDED: dict[str, Any] = {
    name: value
    for name, value in (("name", "catalog"), ("on_change", "append"))
    if any(f.name == name for f in dataclasses.fields(InstructionPart))
}


@dataclass(kw_only=True)
class RunCodeTool(ToolsetTool[AgentDepsT]):
    """``run_code`` of one step, with the tools that it can call."""

    folding: Folding


@dataclass
class RunState:
    """What lasts for one agent run and is shared by its steps."""

    session: Session | None = None
    store: StoreLink | None = None
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
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
    speculation_stats: SpeculationStats = field(default_factory=SpeculationStats)
    repl_store: CodeModeReplStore | None = None
    sandbox_url: str | None = None
    monty_sandbox: Any = field(default=None, repr=False)
    allow_plaintext: bool = False
    depth: str = _depth.ENGINE
    python: str | None = None
    isolation: str | None = None
    offer_assigned: bool = False
    keep_state_on_timeout: bool = False
    pause_on_approval: bool = False
    overlay_scope: str = "call"
    capability_id: str | None = None
    capability: AbstractCapability[Any] | None = field(default=None, repr=False)
    stream: Stream | None = field(default=None, repr=False)
    is_deferred: bool = False
    state: RunState | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        self.os_access = Handler.of(self.os_access)

    @property
    def id(self) -> str | None:
        """Names its instructions: ``toolset:code_mode:catalog``."""
        return "code_mode" if self.dynamic_catalog else None

    # -- life ----------------------------------------------------------------------

    async def for_run(self, ctx: RunContext[AgentDepsT]) -> AbstractToolset[AgentDepsT]:
        """A toolset of its own for every run: nothing is shared."""
        wrapped = await self.wrapped.for_run(ctx)
        return dataclasses.replace(self, wrapped=wrapped, state=RunState())

    async def __aenter__(self) -> CodeModeToolset[AgentDepsT]:
        if self.state is None:
            self.state = RunState()
        self.state.session = self._make_session()
        if self.repl_store is not None:
            self.state.store = StoreLink(self.repl_store)
        if self.stream is not None and self.stream.eager is not None:
            self.stream.eager.make_runner = self._runner
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
        place = Place.of(
            self.sandbox_url, self.monty_sandbox, self.allow_plaintext, self.depth
        )
        check_depth(self.depth, self.os_access is not None, self.pause_on_approval)
        if self.repl_store is not None and _depth.is_jail(self.depth):
            raise UserError(
                "`repl_store` needs a session that can be dumped: use depth='interp'"
            )
        if self.python is not None and not _depth.is_jail(self.depth):
            raise UserError("`python` names the interpreter of depth='process'")
        return Session(
            Allowance(self.resource_limits),
            as_mounts(self.mount),
            Handler.of(self.os_access),
            self.isolation,
            self.overlay_scope == "session",
            _depth.JAIL if _depth.is_jail(self.depth) else _depth.ENGINE,
            place,
            self.python,
        )

    async def __aexit__(self, *args: Any) -> bool | None:
        try:
            await self._end_session()
        finally:
            result = await self.wrapped.__aexit__(*args)
        return result

    async def _end_session(self) -> None:
        state = self._run_state()
        session, state.session = state.session, None
        if self.stream is not None:
            await self.stream.close()
        if session is None:
            return
        try:
            if state.store is not None:
                await state.store.leave(session)
        finally:
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
        launches = self._launches(ctx)
        if launches is not None:
            launches.prepare(self.wrapped, folding)
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
                capability_id=self._owner_id(ctx),
                **({} if RUN_CODE_KIND is None else {"tool_kind": RUN_CODE_KIND.id}),
            ),
            max_retries=self.max_retries,
            args_validator=_VALIDATOR,
            folding=folding,
        )

    def _owner_id(self, ctx: RunContext[AgentDepsT]) -> str | None:
        """The id of the capability, also one that the user did not choose."""
        if self.capability_id is not None or self.capability is None:
            return self.capability_id
        known = getattr(ctx, "capabilities", None) or {}
        return next((i for i, c in known.items() if c is self.capability), None)

    async def call_tool(
        self,
        name: str,
        tool_args: dict[str, Any],
        ctx: RunContext[AgentDepsT],
        tool: ToolsetTool[AgentDepsT],
    ) -> Any:
        """Run code, or pass the call on."""
        if not isinstance(tool, RunCodeTool):
            result = await self._call_native(name, tool_args, ctx, tool)
            if tool.tool_def.tool_kind == SEARCH_KIND:
                await self._announce(ctx, discovered(result))
            return result
        code, restart = tool_args["code"], tool_args.get("restart", False)
        eager = None if self.stream is None else self.stream.eager
        begun = eager.take(ctx.tool_call_id or DEFAULT_ID) if eager else None
        if eager is None or begun is None:
            return await self._runner(ctx, tool.folding).run(code, restart)
        if restart:
            await eager.cancel(begun)
            return await self._runner(ctx, tool.folding).run(code, True)
        if not begun.fits(code):
            await eager.cancel(begun)
            session = self._run_state().session
            if session is not None:
                await session.reset()
            raise begun.runner.mismatch()
        await eager.wait(begun)
        return await begun.runner.run_rest(ctx, begun.rest(code))

    async def _call_native(
        self,
        name: str,
        tool_args: dict[str, Any],
        ctx: RunContext[AgentDepsT],
        tool: ToolsetTool[AgentDepsT],
    ) -> Any:
        launches = self._launches(ctx)
        with nullcontext() if launches is None else launches.unsafe():
            return await self.wrapped.call_tool(name, tool_args, ctx, tool)

    def _launches(self, ctx: RunContext[AgentDepsT]) -> Launches | None:
        """Calls that start early; None where nothing may."""
        if self.stream is None or off_in(ctx):
            return None
        return self.stream.launches

    def _runner(
        self, ctx: RunContext[AgentDepsT], folding: Folding | None = None
    ) -> Runner:
        state = self._run_state()
        folding = folding or state.folding
        if state.session is None or folding is None:
            raise UserError("the CodeMode toolset was not entered")
        return Runner(
            state.session,
            folding,
            self.wrapped,
            ctx,
            RunOptions(
                self.max_tool_calls,
                self.keep_state_on_timeout,
                self.pause_on_approval,
                self.offer_assigned,
            ),
            lock=state.lock,
            store=None if off_in(ctx) else state.store,
            launches=self._launches(ctx),
        )

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
        parts.append(InstructionPart(content=text, dynamic=True, **_APPENDED))
        return parts

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
        if folding.folded:
            text = announcement(folding.folded.values())
            ctx.enqueue(SystemPromptPart(content=text))


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
