"""conftest.py - the store of a test, and things made once.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from oci import Store

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def binary() -> Path:
    return Path(os.environ.get("CAISSON", ROOT / "build-debug/caisson")).resolve()


@pytest.fixture
def store(tmp_path: Path, binary: Path) -> Store:
    return Store(tmp_path / "store", binary)


@pytest.fixture(scope="session")
def busybox(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A root with busybox, made from Debian's package; kept between runs."""
    cache = Path(os.environ.get("CAISSON_BUILD", ROOT / "build-debug")) / "images"
    kept = cache / "busybox.tar"
    if kept.exists():
        return kept
    cache.mkdir(parents=True, exist_ok=True)
    made = tmp_path_factory.mktemp("busybox") / "busybox.tar"
    done = subprocess.run(
        [ROOT / "tools/images/make.sh", "busybox", made],
        capture_output=True,
        text=True,
    )
    if done.returncode:
        pytest.skip(f"no busybox-static: {done.stderr[-200:]}")
    os.replace(made, kept) if made.stat().st_dev == cache.stat().st_dev else (
        kept.write_bytes(made.read_bytes())
    )
    return kept
