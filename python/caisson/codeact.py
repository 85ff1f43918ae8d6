"""Short name of ``caisson.integrations.agent_framework``."""

from caisson.integrations.agent_framework import *  # noqa: F403
from caisson.integrations.agent_framework import __all__ as __all__
