"""What the caller asked for, and what nobody did."""

from __future__ import annotations

import dataclasses
import pickle

import pytest

import caisson
from caisson import Limits, PolicyError, Sandbox

PLAIN = {"version": 1, "worker": False}
SMALL = {
    **PLAIN,
    "limits": {"sleep_ms": 500, "tool_calls": 7, "guest_ms": 5000},
}


def test_limits_left_out_are_the_policys() -> None:
    with Sandbox(policy=PLAIN, limits=Limits(time=1)) as box:
        assert box.run("6 * 7").value == 42
    with Sandbox(policy=SMALL, limits=Limits(time=0.1)) as box:
        r = box.run("while True: pass")
        assert (r.status, r.limit_configured) == ("timeout", 0.1)
    with Sandbox(policy={**PLAIN, "limits": {"guest_ms": 100}}) as box:
        r = box.run("while True: pass")
        assert (r.status, r.limit_configured) == ("timeout", 0.1)


@pytest.mark.parametrize("depth", ["interp", "auto", None])
def test_a_limit_that_was_given_is_compared(depth: str | None) -> None:
    with pytest.raises(PolicyError) as caught:
        Sandbox(policy=SMALL, limits=Limits(sleep=60.0), depth=depth)
    e = caught.value
    assert (e.code, e.key) == ("policy_widens", "limits.sleep_ms")
    assert (e.asked, e.allowed) == ("60000", "500")
    assert e.source == "mapping:1"
    for word in ("limits.sleep_ms", "60000", "500", "mapping:1"):
        assert word in str(e)


def test_a_default_that_was_written_down_was_asked_for() -> None:
    with pytest.raises(PolicyError, match=r"limits\.tool_calls"):
        Sandbox(policy=SMALL, limits=Limits(calls=Limits().calls))


def test_copies_know_what_was_given() -> None:
    mine = pickle.loads(pickle.dumps(Limits(5)))
    assert mine == Limits(time=5)
    with Sandbox(policy=SMALL, limits=mine) as box:
        assert box.run("1").value == 1
    with pytest.raises(PolicyError):
        Sandbox(policy=SMALL, limits=dataclasses.replace(mine, calls=8))


def test_a_deadline_says_how_long_it_was() -> None:
    with Sandbox(limits=Limits(time=0.2)) as box:
        r = box.run("while True: pass")
    assert "0.2 s" in r.message
    assert "Limits(time=...)" in r.message
    with pytest.raises(caisson.TimeLimit, match=r"0\.2 s"):
        r.raise_for_status()


def test_other_limits_say_their_unit() -> None:
    with Sandbox(limits=Limits(fuel=100_000)) as box:
        r = box.run("for i in range(10**9): pass")
    assert "100000 instructions" in r.message
    assert "Limits(fuel=...)" in r.message


def test_the_default_depth_is_not_asked_for() -> None:
    with Sandbox() as box:
        r = box.run("import sqlite3")
        assert r.status == "error"
        assert (r.depth, r.depth_reason) == ("interp", "the default of Sandbox")
        assert "Sandbox(depth='auto')" in r.message
    with Sandbox(depth="interp") as box:
        r = box.run("import sqlite3")
        assert r.depth_reason == "asked for"
        assert "Sandbox(" not in r.message
