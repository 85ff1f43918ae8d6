"""conftest.py - lets pytest run these tests too: CAISSON=path pytest tests/cli.

SPDX-License-Identifier: Apache-2.0
"""

import os
from pathlib import Path

import pytest
from tool import Caisson


@pytest.fixture
def caisson() -> Caisson:
    root = Path(__file__).resolve().parents[2]
    return Caisson(Path(os.environ.get("CAISSON", root / "build-debug/caisson")))
