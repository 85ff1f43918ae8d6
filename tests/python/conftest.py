"""Tests of the Python package; PYTHONPATH points at a staged build.

Every test runs twice: with the program in a worker and in this process.
"""

import importlib.util

import pytest

from caisson import _core

HAS_PYDANTIC_AI = importlib.util.find_spec("pydantic_ai") is not None
collect_ignore = [] if HAS_PYDANTIC_AI else ["codemode"]


@pytest.fixture(params=["worker", "inprocess"], autouse=True)
def isolation(request, monkeypatch):
    monkeypatch.setattr(_core, "DEFAULT_ISOLATION", request.param)
    return request.param
