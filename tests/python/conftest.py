"""Tests of the Python package; PYTHONPATH points at a staged build.

Every test runs twice: with the program in a worker and in this process.
"""

import pytest

from caisson import _core


@pytest.fixture(params=["worker", "inprocess"], autouse=True)
def isolation(request, monkeypatch):
    monkeypatch.setattr(_core, "DEFAULT_ISOLATION", request.param)
    return request.param
