"""Short name of ``caisson.integrations.mellea``."""

from caisson.integrations.mellea import *  # noqa: F403
from caisson.integrations.mellea import __all__ as __all__
