"""CodeAct for Microsoft's agent-framework: one tool, ``execute_code``.

The model writes Python; that Python calls the provider's tools as functions and
runs in a sandbox.

    from caisson.codeact import CodeActProvider
    agent = Agent(client, context_providers=[CodeActProvider(tools=[search, fetch])])
"""

from __future__ import annotations

try:
    import agent_framework as _agent_framework
except ImportError as e:
    raise ImportError(
        "caisson.codeact needs agent-framework: "
        "pip install 'caisson-sandbox[agent-framework]'"
    ) from e

from caisson.integrations.agent_framework.limits import ProcessExecutionLimits
from caisson.integrations.agent_framework.mounts import (
    AllowedDomain,
    AllowedDomainInput,
    FileMount,
    FileMountInput,
    MountMode,
)
from caisson.integrations.agent_framework.provider import (
    CodeActProvider,
    LocalCodeActProvider,
)
from caisson.integrations.agent_framework.rules import (
    CodeValidationError,
    validate_code,
)
from caisson.integrations.agent_framework.tool import (
    ExecuteCodeTool,
    ExecutionMode,
    LocalExecuteCodeTool,
)

__all__ = [
    "AllowedDomain",
    "AllowedDomainInput",
    "CodeActProvider",
    "CodeValidationError",
    "ExecuteCodeTool",
    "ExecutionMode",
    "FileMount",
    "FileMountInput",
    "LocalCodeActProvider",
    "LocalExecuteCodeTool",
    "MountMode",
    "ProcessExecutionLimits",
    "validate_code",
]

del _agent_framework
