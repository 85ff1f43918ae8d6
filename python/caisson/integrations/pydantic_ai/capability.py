"""``CodeMode``: the capability for an agent."""

from __future__ import annotations

from collections.abc import AsyncIterable
from dataclasses import KW_ONLY, dataclass, field, fields, replace
from typing import Any

from pydantic_ai.capabilities import AbstractCapability
from pydantic_ai.capabilities._tool_search import ToolSearch
from pydantic_ai.capabilities.abstract import CapabilityOrdering
from pydantic_ai.exceptions import UserError
from pydantic_ai.tools import AgentDepsT, RunContext, ToolSelector
from pydantic_ai.toolsets.abstract import AbstractToolset

from caisson.integrations.pydantic_ai.eager import Eager, off_in
from caisson.integrations.pydantic_ai.launches import Launches, SpeculationStats
from caisson.integrations.pydantic_ai.options import (
    LimitsArg,
    MountArg,
    MountFromSpec,
    sandbox_of,
)
from caisson.integrations.pydantic_ai.os_access import CodeModeOS, Handler
from caisson.integrations.pydantic_ai.store import CodeModeReplStore
from caisson.integrations.pydantic_ai.streaming import Stream
from caisson.integrations.pydantic_ai.toolset import CodeModeToolset

_NOT_IN_A_FILE = ("os_access", "repl_store")


@dataclass
class CodeMode(AbstractCapability[AgentDepsT]):
    """The model writes Python that calls the agent's tools as functions.

    ``tools`` selects which: ``'all'``, names, a function of (ctx, definition), or
    metadata that a tool must have.  ``os_access`` and ``mount`` grant what the
    sandbox has not by itself: clock, environment, files.  ``resource_limits``
    overrides single limits; ``'unlimited'`` removes time and memory.
    """

    tools: ToolSelector[AgentDepsT] = "all"
    max_retries: int = 3
    _: KW_ONLY
    max_tool_calls: int = 100
    os_access: CodeModeOS | None = None
    mount: MountArg = None
    resource_limits: LimitsArg = None
    dynamic_catalog: bool = False
    eager: bool = False
    speculate: Any = None
    repl_store: CodeModeReplStore | None = None
    sandbox_url: str | None = None
    monty_sandbox: Any = field(default=None, repr=False)
    monty_sandbox_url: str | None = None
    allow_plaintext: bool = False
    depth: str = "interp"
    python: str | None = None
    offer_assigned: bool = False
    isolation: str | None = None
    policy: Any = None
    keep_state_on_timeout: bool = False
    pause_on_approval: bool = False
    overlay_scope: str = "call"
    id: str | None = None
    description: str | None = None
    defer_loading: bool = False
    handler: Handler | None = field(init=False, repr=False, default=None)
    speculation_stats: SpeculationStats = field(
        init=False, repr=False, compare=False, default_factory=SpeculationStats
    )
    stream: Stream | None = field(init=False, repr=False, compare=False, default=None)

    def __post_init__(self) -> None:
        if isinstance(self.speculate, str) and self.speculate != "declared":
            raise UserError(
                "`speculate` must be a list of tool names or 'declared', "
                f"not {self.speculate!r}"
            )
        self.monty_sandbox = sandbox_of(self.monty_sandbox, self.monty_sandbox_url)
        self.monty_sandbox_url = None
        if self.policy is not None:
            raise UserError("`policy` is not available in this version of caisson")
        self.handler = Handler.of(self.os_access)

    @classmethod
    def from_spec(cls, *args: Any, **kwargs: Any) -> CodeMode[Any]:
        """Build from the fields of a YAML or JSON file."""
        for name in _NOT_IN_A_FILE:
            if name in kwargs:
                raise UserError(f"CodeMode cannot be built from a spec with `{name}`")
        known = {f.name for f in fields(cls) if f.init}
        unknown = sorted(set(kwargs) - known)
        if unknown:
            raise UserError(f"CodeMode has no spec field(s) {unknown}")
        mount = kwargs.get("mount")
        if mount is not None:
            entries = mount if isinstance(mount, list) else [mount]
            kwargs["mount"] = [MountFromSpec.of(entry) for entry in entries]
        return cls(*args, **kwargs)

    def get_ordering(self) -> CapabilityOrdering:
        """Outside of everything, tool search included: that one stays native."""
        return CapabilityOrdering(position="outermost", wraps=[ToolSearch])

    async def for_run(self, ctx: RunContext[AgentDepsT]) -> CodeMode[AgentDepsT]:
        """A capability of its own for every run that starts things early."""
        if not self.has_wrap_run_event_stream or off_in(ctx):
            return self
        own = replace(self)
        own.speculation_stats = self.speculation_stats
        launches = None
        if self.speculate is not None:
            launches = Launches(
                self.speculate, self.max_tool_calls, self.speculation_stats
            )
        own.stream = Stream(Eager() if self.eager else None, launches)
        return own

    @property
    def has_wrap_run_event_stream(self) -> bool:
        """Does the model's answer have to be streamed?"""
        return self.eager or self.speculate is not None

    async def wrap_run_event_stream(
        self, ctx: RunContext[AgentDepsT], *, stream: AsyncIterable[Any]
    ) -> AsyncIterable[Any]:
        """Pass events on, and look at them."""
        async for event in stream:
            yield event
            if self.stream is not None:
                await self.stream.observe(ctx, event)

    def get_wrapper_toolset(
        self, toolset: AbstractToolset[AgentDepsT]
    ) -> AbstractToolset[AgentDepsT]:
        """Put ``run_code`` in front of the agent's tools."""
        return CodeModeToolset(
            toolset,
            self.tools,
            self.max_retries,
            self.handler,
            self.mount,
            self.dynamic_catalog,
            max_tool_calls=self.max_tool_calls,
            resource_limits=self.resource_limits,
            eager=self.eager,
            speculate=self.speculate,
            speculation_stats=self.speculation_stats,
            repl_store=self.repl_store,
            sandbox_url=self.sandbox_url,
            monty_sandbox=self.monty_sandbox,
            python=self.python,
            offer_assigned=self.offer_assigned,
            allow_plaintext=self.allow_plaintext,
            depth=self.depth,
            isolation=self.isolation,
            keep_state_on_timeout=self.keep_state_on_timeout,
            pause_on_approval=self.pause_on_approval,
            overlay_scope=self.overlay_scope,
            capability_id=self.id,
            capability=self,
            stream=self.stream,
            is_deferred=self.defer_loading,
        )
