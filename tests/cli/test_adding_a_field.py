"""test_adding_a_field.py - a field that is enforced touches eight files.

tests/patches/process_sysv.patch was made to try docs/adding-a-policy-field.md:
it adds a field that forbids System V segments, with its wall, its probe, its
row of the report and its attack.  It is never applied here, only counted, and
it must still fit the tree, or the page has become untrue.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PATCH = ROOT / "tests/patches/process_sysv.patch"


def touched() -> list[str]:
    """Files that the patch changes."""
    return re.findall(r"^\+\+\+ b/(.*)$", PATCH.read_text(), re.MULTILINE)


def test_it_touches_eight_files_and_the_page_names_them() -> None:
    page = (ROOT / "docs/adding-a-policy-field.md").read_text()
    files = touched()
    assert len(files) <= 8
    assert [file for file in files if f"| `{file}` |" not in page] == []


def test_it_still_fits_the_tree() -> None:
    if not shutil.which("git"):
        pytest.skip("no git here")
    done = subprocess.run(
        ["git", "apply", "--check", str(PATCH)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
