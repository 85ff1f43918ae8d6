"""``CodeMode``: the capability for an agent."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass, field, fields
from typing import Any

from pydantic_ai.capabilities import AbstractCapability
from pydantic_ai.capabilities._tool_search import ToolSearch
from pydantic_ai.capabilities.abstract import CapabilityOrdering
from pydantic_ai.exceptions import UserError
from pydantic_ai.tools import AgentDepsT, ToolSelector
from pydantic_ai.toolsets.abstract import AbstractToolset

from caisson.integrations.pydantic_ai.options import (
    LimitsArg,
    MountArg,
    MountFromSpec,
)
from caisson.integrations.pydantic_ai.os_access import CodeModeOS, Handler
from caisson.integrations.pydantic_ai.toolset import CodeModeToolset

_NOT_IN_A_FILE = ("os_access",)


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
    sandbox_url: str | None = None
    monty_sandbox_url: str | None = None
    allow_plaintext: bool = False
    depth: str = "interp"
    isolation: str | None = None
    policy: Any = None
    keep_state_on_timeout: bool = False
    pause_on_approval: bool = False
    overlay_scope: str = "call"
    id: str | None = None
    description: str | None = None
    defer_loading: bool = False
    handler: Handler | None = field(init=False, repr=False, default=None)

    def __post_init__(self) -> None:
        if isinstance(self.speculate, str) and self.speculate != "declared":
            raise UserError(
                "`speculate` must be a list of tool names or 'declared', "
                f"not {self.speculate!r}"
            )
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
            sandbox_url=self.sandbox_url or self.monty_sandbox_url,
            allow_plaintext=self.allow_plaintext,
            depth=self.depth,
            isolation=self.isolation,
            keep_state_on_timeout=self.keep_state_on_timeout,
            pause_on_approval=self.pause_on_approval,
            overlay_scope=self.overlay_scope,
            capability_id=self.id,
            is_deferred=self.defer_loading,
        )
