"""A session that began in the engine moves into a jail when code needs it."""

import asyncio

import pytest

import caisson
from caisson import _jails

# CPython has it, the engine does not.
NEEDS = "import multiprocessing\n"

MADE = """
import math, os.path
from collections import Counter
import functools
LIMIT = 3
items = [1, 2]
same = items
@functools.lru_cache
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)
def more(x=LIMIT, seen=[]):
    seen.append(x)
    return seen
class Thing:
    count = 0
    def __init__(self, v):
        self.v = v
        Thing.count += 1
    def twice(self):
        return 2 * self.v
thing = Thing(items)
table = {'thing': thing, 'set': {1, 2}, 'counter': Counter('aab')}
double = lambda q: 2 * q
again = more
more()
fib(5)
"""

KEPT = """
assert thing.v is items and same is items and table['thing'] is thing
assert Thing.count == 1 and thing.twice() == [1, 2, 1, 2]
assert more(4) == [3, 4] and again is more
assert double(2) == 4 and fib(10) == 55 and LIMIT == 3
assert table['counter']['a'] == 2 and math.floor(2.5) == 2
assert os.path.basename('a/b') == 'b'
sorted(n for n in globals() if n.startswith('_') and not n.startswith('__'))
"""


@pytest.fixture(autouse=True)
def jail():
    try:
        _jails.jails(None, (), (), True)
    except caisson.UnavailableError as e:
        pytest.skip(str(e))


def test_names_functions_and_objects_cross():
    with caisson.Sandbox(depth="auto") as box:
        first = box.run(MADE)
        assert (first.status, first.depth) == ("ok", "interp")
        moved = box.run(NEEDS + KEPT)
        assert moved.error is None
        assert (moved.depth, moved.status) == ("process", "ok")
        assert moved.value == []  # nothing of ours is left in the namespace
        assert "line 1 imports multiprocessing" in moved.depth_reason
        assert "moved" in moved.depth_reason
        later = box.run("multiprocessing.__name__, LIMIT")
        assert (later.value, later.depth) == (("multiprocessing", 3), "process")


def test_the_text_runs_once_and_in_the_jail():
    calls = []

    def note(x):
        calls.append(x)

    with caisson.Sandbox(depth="auto", tools=[note]) as box:
        box.run("x = 1\nnote(x)")
        result = box.run(NEEDS + "x += 1\nnote(x)\nx")
        assert (result.value, result.depth) == (2, "process")
    assert calls == [1, 2]


def test_what_cannot_cross_is_named_and_nothing_moves():
    with caisson.Sandbox(depth="auto") as box:
        box.run("x = 1\ng = (i for i in range(3))\nnext(g)")
        with pytest.raises(caisson.SessionStateError, match=r"g \(generator\).*del g"):
            box.run(NEEDS + "x")
        kept = box.run("next(g), x")
        assert (kept.value, kept.depth) == ((1, 1), "interp")
        box.run("del g")
        assert box.run(NEEDS + "x").value == 1


def test_changes_in_memory_are_not_lost(tmp_path):
    with caisson.Sandbox(depth="auto", mounts={"/w": str(tmp_path)}) as box:
        box.run("open('/w/a', 'w').write('x')")
        with pytest.raises(caisson.SessionStateError, match=r"commit\(\) or discard"):
            box.run(NEEDS)
        box.commit()
        assert box.run(NEEDS + "open('/w/a').read()").value == "x"


def test_what_the_engine_can_run_stays_there():
    with caisson.Sandbox(depth="auto") as box:
        box.run("x = 1")
        code = "try:\n  import multiprocessing\nexcept ImportError:\n  x = 2\nx"
        assert (box.run(code).value, box.run("x").depth) == (2, "interp")


def test_a_session_of_the_engine_alone_never_moves():
    with caisson.Sandbox(depth="interp") as box:
        box.run("x = 1")
        result = box.run(NEEDS)
        assert (result.status, result.depth) == ("error", "interp")


def test_in_an_event_loop():
    async def main():
        async with caisson.AsyncSandbox(depth="auto") as box:
            await box.run("x = 20")
            return await box.run(NEEDS + "x + 1")

    result = asyncio.run(main())
    assert (result.value, result.depth) == (21, "process")


def test_code_that_lies_while_it_is_written_down_moves_nothing():
    made = """
class Liar:
    def __reduce__(self):
        raise KeyError('no')
liar = Liar()
"""
    with caisson.Sandbox(depth="auto") as box:
        box.run(made)
        with pytest.raises(caisson.SessionStateError, match="liar"):
            box.run(NEEDS)
        assert box.run("type(liar).__name__").value == "Liar"
