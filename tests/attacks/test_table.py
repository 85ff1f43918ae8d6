"""Every attack of groups D to G has a test and a twin, and docs/attacks.md says which.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tool import Caisson

GEN = Path(__file__).resolve().parents[2] / "tools/gen"


def test_every_attack_has_a_test_and_a_twin(caisson: Caisson) -> None:
    done = subprocess.run([sys.executable, str(GEN / "attack_table.py"), "--check"], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, ""), done


def test_every_property_has_a_generator_and_a_control(caisson: Caisson) -> None:
    done = subprocess.run([sys.executable, str(GEN / "property_table.py"), "--check"], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, ""), done
