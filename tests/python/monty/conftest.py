"""The Monty-compatible module; ``m`` is it, ``session`` one session of a pool.

Names of tests carry the number of the acceptance statement they show.
"""

import pytest

import caisson.compat.monty


@pytest.fixture
def m():
    return caisson.compat.monty


@pytest.fixture
def pool(m):
    with m.Monty() as pool:
        yield pool


@pytest.fixture
def session(pool):
    with pool.checkout() as s:
        yield s
