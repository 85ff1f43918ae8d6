"""Statements 43 to 46: sessions as bytes."""

import random
import runpy
import struct
from pathlib import Path

import pytest

from caisson.compat.monty.dumps import MAGIC, VERSION

CORPUS = {
    "sum(f(i) for i in range(5))": 10,
    "sorted([3, 1, 2], key=f)": [1, 2, 3],
    "def g():\n    for i in range(3):\n        yield f(i)\nlist(g())": [0, 1, 2],
    "try:\n    f(1)\n    raise ValueError(f('x'))\nexcept ValueError as e:\n"
    "    r = str(e)\nfinally:\n    f(9)\nr": "x",
    "class C:\n    def __init__(self): self.v = f(4)\n"
    "    def __eq__(self, o): return f(self.v == o.v)\nC() == C()": True,
    "[x for x in range(4) if f(x % 2)]": [1, 3],
    "import asyncio\nasync def a(n): return f(n) * 2\n"
    "await asyncio.gather(a(1), a(2))": [2, 4],
    "import json, re\njson.dumps([f(m[0]) for m in re.finditer('[a-z]+', 'ab cd')])": (
        '["ab", "cd"]'
    ),
    "d = {f(k): v for k, v in zip('ab', range(2))}\nd": {"a": 0, "b": 1},
}


@pytest.mark.parametrize(("code", "expected"), CORPUS.items(), ids=range(len(CORPUS)))
def test_43_dump_and_load_at_every_suspension(m, pool, code, expected):
    with pool.checkout() as s:
        assert s.feed_run(code, external_lookup={"f": lambda x: x}) == expected
    data, steps = None, 0
    while True:
        with pool.checkout() as s:
            if data is None:
                snap = s.feed_start(code)
            else:
                waiting = s.load_snapshot(data)
                if isinstance(waiting, m.NameLookupSnapshot):
                    snap = waiting.resume(value=len)  # any function: it is a name
                else:
                    snap = waiting.resume({"return_value": waiting.args[0]})
            if isinstance(snap, m.MontyComplete):
                assert snap.output == expected
                break
            data, steps = snap.dump(), steps + 1
    assert steps >= 2


def test_44_one_dump_in_three_sessions(m, pool):
    with pool.checkout() as s:
        s.feed_run("log = ['start']")
        data = s.feed_start("log.append(f())\nlog").dump()
    outputs = []
    for word in ("a", "b", "c"):
        with pool.checkout() as s:
            done = s.load_snapshot(data).resume({"return_value": word})
            outputs.append((done.output, s.feed_run("len(log)")))
    assert outputs == [(["start", w], 2) for w in "abc"]


def test_44_idle_sessions(m, pool):
    with pool.checkout(script_name="chat.py", limits={"max_suspensions": 7}) as s:
        s.feed_run("def f(): return 42\nx = [f()]")
        data = s.dump()
        assert s.feed_run("x") == [42]
    with pool.checkout() as s:
        s.load_session(data)
        assert s.feed_run("x + [f()]") == [42, 42]
        with pytest.raises(RuntimeError):
            s.load_session(data)
    with pool.checkout() as s:
        s.feed_run("1")
        with pytest.raises(RuntimeError):
            s.load_session(data)
    with pool.checkout() as s, pytest.raises(RuntimeError, match="load_session"):
        s.load_snapshot(data)


def test_44_limits_travel_and_the_stricter_one_wins(m, pool):
    with pool.checkout(limits={"max_suspensions": 50, "max_recursion_depth": 30}) as s:
        data = s.dump()
    with pool.checkout(limits={"max_suspensions": 2}) as s:
        s.load_session(data)
        with pytest.raises(m.MontyRuntimeError, match="suspension limit 2"):
            s.feed_run("for i in range(9): f()", external_lookup={"f": lambda: None})
        with pytest.raises(m.MontyRuntimeError, match="RecursionError"):
            s.feed_run("def g(n): return n and g(n - 1)\ng(100)")


def test_45_damaged_dumps(m, pool):
    with pool.checkout() as s:
        s.feed_run("rows = [{'a': i} for i in range(20)]")
        data = s.feed_start("f(rows)").dump()
    choose = random.Random(5)
    bad = [b"", b"junk", data[:10], data[: len(data) // 2], data[:-1]]
    for _ in range(300):
        at = choose.randrange(len(data))
        bad.append(data[:at] + bytes([choose.randrange(256)]) + data[at + 1 :])
    rejected = 0
    for one in bad:
        with pool.checkout() as s:
            try:
                s.load_snapshot(one)
            except (ValueError, m.MontyError):
                rejected += 1
    assert rejected > len(bad) * 0.9
    with pool.checkout() as s:
        assert s.load_snapshot(data).resume({"return_value": 1}).output == 1


def test_46_versions(m, pool):
    with pool.checkout() as s:
        data = s.dump()
    assert struct.unpack_from("<8sH", data) == (MAGIC, VERSION)
    later = data[:8] + struct.pack("<H", VERSION + 1) + data[10:]
    with pool.checkout() as s, pytest.raises(m.MontyRuntimeError, match="version"):
        s.load_session(later)


def test_45_many_damaged_dumps(pool):
    """A slice of fuzz_dumps.py, which does 100,000."""
    path = Path(__file__).with_name("fuzz_dumps.py")
    fuzz = runpy.run_path(str(path))["fuzz"]
    assert fuzz(pool, 300, 7) > 200
