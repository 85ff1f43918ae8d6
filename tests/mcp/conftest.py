"""Tests of the MCP server; CAISSON_BUILD is the build under test."""

import functools
import json
import subprocess
import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).resolve().parents[1] / "attacks"))  # twins
from client import CAISSON, LEGACY, MODERN, Stdio


@pytest.fixture
def link():
    """A server with nothing granted, in the newest legacy revision."""
    with Stdio() as server:
        server.open()
        yield server


@pytest.fixture(params=[*LEGACY, MODERN])
def any_link(request):
    """A server in every revision."""
    with Stdio() as server:
        server.open(request.param)
        yield server


@functools.cache
def missing_for_jails():
    done = subprocess.run(
        [CAISSON, "doctor", "--json"], capture_output=True, check=False
    )
    facts = json.loads(done.stdout)["facts"]
    return [f["name"] for f in facts if f["needed"] and not f["holds"]]


@pytest.fixture
def jails():
    """Skip where this machine cannot make a jail."""
    if missing_for_jails():
        pytest.skip(f"no jail here: {missing_for_jails()}")
