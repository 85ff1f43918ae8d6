"""Tests of the Python package; PYTHONPATH points at a staged build.

Every test runs twice: with the program in a worker and in this process.
"""

import importlib.util

import pytest

from caisson import _setup

NEEDS = {"codemode": "pydantic_ai", "codeact": "agent_framework", "tiers": "mellea"}
collect_ignore = [
    folder
    for folder, package in NEEDS.items()
    if importlib.util.find_spec(package) is None
]


@pytest.fixture(params=["worker", "inprocess"], autouse=True)
def isolation(request, monkeypatch):
    monkeypatch.setattr(_setup, "DEFAULT_ISOLATION", request.param)
    return request.param
