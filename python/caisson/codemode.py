"""Short name of ``caisson.integrations.pydantic_ai``."""

from caisson.integrations.pydantic_ai import (
    CodeMode,
    CodeModeMount,
    CodeModeMountSpec,
    CodeModeOS,
    CodeModeOSCallback,
    CodeModeResourceLimits,
    CodeModeToolset,
)

__all__ = [
    "CodeMode",
    "CodeModeMount",
    "CodeModeMountSpec",
    "CodeModeOS",
    "CodeModeOSCallback",
    "CodeModeResourceLimits",
    "CodeModeToolset",
]
