"""mellea's code execution, with every restriction enforced.

    from caisson.mellea import CapabilityPolicy, make_execution_environment
    env = make_execution_environment("local", CapabilityPolicy(timeout=5))
    env.execute("print(6 * 7)").stdout

``install()`` routes mellea's own tools and requirements here.
"""

from caisson.integrations.mellea.base import (
    Artifact,
    ExecutionResult,
    ExecutionTier,
)
from caisson.integrations.mellea.environments import (
    ExecutionEnvironment,
    LLMSandboxEnvironment,
    StaticAnalysisEnvironment,
    UnsafeEnvironment,
    make_execution_environment,
)
from caisson.integrations.mellea.patch import install, uninstall
from caisson.integrations.mellea.policy import (
    COMPATIBILITY_MATRIX,
    DOCKER_POLICY,
    LOCAL_POLICY,
    CapabilityPolicy,
    EnforcementError,
)
from caisson.integrations.mellea.shell import (
    BashEnvironment,
    StaticBashEnvironment,
    bash_executor,
)
from caisson.integrations.mellea.tools import (
    code_interpreter,
    local_code_interpreter,
    python_tool,
)

__all__ = [
    "COMPATIBILITY_MATRIX",
    "DOCKER_POLICY",
    "LOCAL_POLICY",
    "Artifact",
    "BashEnvironment",
    "CapabilityPolicy",
    "EnforcementError",
    "ExecutionEnvironment",
    "ExecutionResult",
    "ExecutionTier",
    "LLMSandboxEnvironment",
    "StaticAnalysisEnvironment",
    "StaticBashEnvironment",
    "UnsafeEnvironment",
    "bash_executor",
    "code_interpreter",
    "install",
    "local_code_interpreter",
    "make_execution_environment",
    "python_tool",
    "uninstall",
]
