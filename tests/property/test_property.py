"""Every property for a slice, and the defect that its control puts back.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
NUMBERS = sorted({path.name[:3].upper() for path in HERE.glob("p[0-9][0-9]_*.py")} | {"P04", "P05", "P13"})


@pytest.mark.parametrize("number", NUMBERS)
def test_property(number: str) -> None:
    build = os.environ.get("CAISSON_BUILD", str(HERE.parents[1] / "build-debug"))
    words = [sys.executable, HERE / "run.py", "--build", build, "--only", number]
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=900)
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-3000:]
    assert "NOT FOUND" not in done.stdout and number in done.stdout
