"""CodeMode for pydantic-ai: one tool, ``run_code``, instead of many.

The model writes Python, and that Python calls the agent's other tools as
functions inside a sandbox.

    from caisson.codemode import CodeMode
    agent = Agent("...", tools=[search, fetch], capabilities=[CodeMode()])
"""

from __future__ import annotations

try:
    import pydantic_ai as _pydantic_ai
except ImportError as e:
    raise ImportError(
        "caisson.codemode needs pydantic-ai: pip install 'caisson-sandbox[pydantic-ai]'"
    ) from e

from caisson.integrations.pydantic_ai.capability import CodeMode
from caisson.integrations.pydantic_ai.events import (
    CODE_MODE_EVENTS,
    SpeculativeCallClaimedEvent,
    SpeculativeCallEvictedEvent,
    SpeculativeCallLaunchedEvent,
    SpeculativeCallMissedEvent,
    SpeculativeCallSettledEvent,
    SpeculativeCodeUpdateEvent,
)
from caisson.integrations.pydantic_ai.folding import CodeModeReturnSchemaWarning
from caisson.integrations.pydantic_ai.launches import SpeculationStats
from caisson.integrations.pydantic_ai.options import (
    CodeModeMount,
    CodeModeMountSpec,
    CodeModeResourceLimits,
)
from caisson.integrations.pydantic_ai.os_access import CodeModeOS, CodeModeOSCallback
from caisson.integrations.pydantic_ai.parts import RunCodeArgs, RunCodeCallPart
from caisson.integrations.pydantic_ai.store import CodeModeReplStore
from caisson.integrations.pydantic_ai.toolset import CodeModeToolset

__all__ = [
    "CODE_MODE_EVENTS",
    "CodeMode",
    "CodeModeMount",
    "CodeModeMountSpec",
    "CodeModeOS",
    "CodeModeOSCallback",
    "CodeModeReplStore",
    "CodeModeResourceLimits",
    "CodeModeReturnSchemaWarning",
    "CodeModeToolset",
    "RunCodeArgs",
    "RunCodeCallPart",
    "SpeculationStats",
    "SpeculativeCallClaimedEvent",
    "SpeculativeCallEvictedEvent",
    "SpeculativeCallLaunchedEvent",
    "SpeculativeCallMissedEvent",
    "SpeculativeCallSettledEvent",
    "SpeculativeCodeUpdateEvent",
]

del _pydantic_ai
