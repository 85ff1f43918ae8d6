"""Short name of ``caisson.integrations.pydantic_ai``."""

from caisson.integrations.pydantic_ai import *  # noqa: F403
from caisson.integrations.pydantic_ai import __all__ as __all__
