"""Examples in docstrings work."""

import doctest
import importlib

import pytest

MODULES = [
    "caisson",
    "caisson._sync",
    "caisson.tools",
    "caisson.limits",
    "caisson.mounts",
    "caisson.remote",
    "caisson.steps",
    "caisson.result",
]


@pytest.mark.parametrize("name", MODULES)
def test_examples(name):
    found = doctest.testmod(importlib.import_module(name))
    assert found.failed == 0
