"""A sandbox client for the OpenAI Agents SDK: `agents.sandbox`.

    from agents.run import RunConfig
    from agents.sandbox import SandboxRunConfig
    from caisson.integrations.sandboxes.openai_agents import CaissonSandboxClient

    config = RunConfig(sandbox=SandboxRunConfig(client=CaissonSandboxClient()))

Tested with openai-agents 0.24.
"""

from caisson.integrations.sandboxes.openai_agents.client import (
    CaissonSandboxClient,
)
from caisson.integrations.sandboxes.openai_agents.session import (
    CaissonSandboxSession,
)
from caisson.integrations.sandboxes.openai_agents.state import (
    CaissonSandboxClientOptions,
    CaissonSandboxSessionState,
)

__all__ = [
    "CaissonSandboxClient",
    "CaissonSandboxClientOptions",
    "CaissonSandboxSession",
    "CaissonSandboxSessionState",
]
