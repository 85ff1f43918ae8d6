"""The adapter for mellea, beside the real mellea.

Numbers in the names of tests are those of the statements about it in the
description of capability policies.
"""

import tempfile
from pathlib import Path

import pytest
from machine import need_jail


@pytest.fixture(autouse=True)
def isolation():
    """Once is enough: the jail is the isolation, skipped where there is none."""
    need_jail()


@pytest.fixture
def outside():
    """A directory that no jail has anything at."""
    with tempfile.TemporaryDirectory(dir="/var/tmp") as folder:
        yield Path(folder)
