"""Statements 58 to 60: tracing, places to run, places to suspend."""

import asyncio
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import server
from machine import need_jail
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from pydantic_ai import Tool
from pydantic_ai.capabilities import Instrumentation
from pydantic_ai.exceptions import UserError
from pydantic_ai.models.instrumented import InstrumentationSettings

import caisson


async def add(a: int, b: int) -> int:
    await asyncio.sleep(0.001)
    return a + b


def test_58_nested_calls_are_children(play):
    exporter = InMemorySpanExporter()
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    settings = InstrumentationSettings(tracer_provider=provider)
    play(
        "import asyncio\nawait asyncio.gather(add(a=1, b=2), add(a=3, b=4))",
        tools=[add],
        capabilities=[Instrumentation(settings)],
    )
    spans = exporter.get_finished_spans()
    named = {
        s.context.span_id: s.attributes.get("gen_ai.tool.name")
        for s in spans
        if s.attributes.get("gen_ai.tool.name")
    }
    (outer,) = [n for n, name in named.items() if name == "run_code"]
    inner = [s for s in spans if s.attributes.get("gen_ai.tool.name") == "add"]
    assert len(inner) == 2
    for span in inner:
        assert has_parent(span, outer, spans)


def has_parent(span, wanted, spans):
    by_id = {s.context.span_id: s for s in spans}
    while span.parent is not None:
        if span.parent.span_id == wanted:
            return True
        span = by_id.get(span.parent.span_id)
        if span is None:
            return False
    return False


def test_59_where_it_runs(play, isolation):
    """Every test of this folder runs twice; here is the proof."""
    pids = []

    def workers() -> int:
        from test_codemode_limits import workers as count

        pids.extend(count())
        return len(pids)

    before = caisson._setup.DEFAULT_ISOLATION
    assert before == isolation
    (step,) = play("await workers()", tools=[workers])
    assert step.value >= (1 if isolation == "worker" else 0)


PYTEST = [sys.executable, "-m", "pytest", "-q", "-rf", "-p", "no:cacheprovider"]


@pytest.mark.parametrize("depth", ["image", "vm"])
def test_59_deeper_depths_say_that_they_are_not_there(play, depth):
    with pytest.raises(UserError, match="'interp'"):
        play("1", depth=depth)


@pytest.mark.parametrize(
    "options", [{"os_access": lambda **_: None}, {"pause_on_approval": True}]
)
def test_59_what_a_jail_cannot_have_is_refused_by_name(play, options):
    (name,) = options
    with pytest.raises(UserError, match=f"`{name}`.*depth='interp'"):
        play("1", depth="process", **options)


def test_59_the_same_tests_at_depth_process(isolation):
    """Three files of this folder here; by hand: pytest -p process_depth FOLDER."""
    if isolation == "worker":
        pytest.skip("once is enough")
    need_jail()
    here = Path(__file__).parent
    files = [here / f"test_codemode_{name}.py" for name in ("shapes", "errors")]
    done = subprocess.run(
        [*PYTEST, "-p", "process_depth", "-k", "inprocess", *files],
        env={**os.environ, "PYTHONPATH": f"{os.environ['PYTHONPATH']}:{here}"},
        capture_output=True,
        text=True,
    )
    assert " passed" in done.stdout
    failed = set(re.findall(r"^FAILED \S+?::(\w+)", done.stdout, re.MULTILINE))
    lines = (here / "PROCESS.txt").read_text().splitlines()
    known = {line.split()[0] for line in lines}
    assert failed <= known, done.stdout[-3000:]


def test_59_the_same_tests_over_a_socket(isolation):
    """All files of this folder but this one, and none comes out otherwise."""
    if isolation == "worker":
        pytest.skip("once is enough")
    server.binary()
    here = Path(__file__).parent
    files = sorted(set(here.glob("test_*.py")) - {Path(__file__)})
    done = subprocess.run(
        [*PYTEST, "-p", "remote_place", "-k", "inprocess", *files],
        env={**os.environ, "PYTHONPATH": f"{os.environ['PYTHONPATH']}:{here}"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-1000:]
    assert " passed" in done.stdout


def test_59_a_server_that_dies_is_a_retry_without_its_address(play, monkeypatch):
    monkeypatch.setenv("CAISSON_WORKER_TOKEN", server.TOKEN)
    with server.serving() as there:

        def stop() -> int:
            there.kill()
            return 1

        first, second = play(
            "x = await stop()\nwhile True: pass",
            "x",
            tools=[stop],
            sandbox_url=there.url,
        )
    assert first.retry.startswith("Code execution failed and the session was reset.")
    assert "the connection to the remote worker was lost" in first.retry
    # The loss may be noticed before the tool's answer is.
    assert re.search(r"- stop\(\) (returned 1|did not finish)", first.retry)
    assert "cannot connect: Connection refused" in second.retry
    for step in (first, second):
        assert str(there.port) not in step.retry
        assert there.host not in step.retry


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"sandbox_url": "http://127.0.0.1:1"}, "ws:// or wss://"),
        ({"monty_sandbox_url": "tcp://127.0.0.1:1"}, "ws:// or wss://"),
        ({"sandbox_url": "ws://example.com/"}, "allow_plaintext"),
        ({"sandbox_url": "wss://me:secret@example.com/"}, "token"),
        ({"sandbox_url": "ws://127.0.0.1:1", "depth": "process"}, "interp"),
    ],
)
def test_59_addresses_that_are_refused_at_entry(play, options, text):
    with pytest.raises(UserError, match=text) as caught:
        play("1", **options)
    assert "secret" not in str(caught.value)


KEY = """
class Item:
    def __init__(self, n): self.n = n
    def __repr__(self): return f"Item {turn(n=self.n)}"
def generate():
    for i in range(3): yield turn(n=i)
[sorted([3, 1, 2], key=lambda n: turn(n=n)), list(generate()), repr(Item(4))]
"""


def test_60_a_sequential_tool_in_the_middle_of_things(play):
    def turn(n: int) -> int:
        return -n

    (step,) = play(KEY, tools=[Tool(turn, sequential=True)])
    assert step.value == [[3, 2, 1], [0, -1, -2], "Item -4"]


AWAITS = """
import contextlib
async def generate():
    for i in range(3): yield await add(a=i, b=i)
@contextlib.contextmanager
def inside(): yield 5
with inside() as n:
    within = await add(a=n, b=1)
[[await add(a=i, b=1) for i in range(3)], [x async for x in generate()], within]
"""


def test_60_await_in_the_middle_of_things(play):
    (step,) = play(AWAITS, tools=[add])
    assert step.value == [[1, 2, 3], [0, 2, 4], 6]


def test_60_default_factory_eq_and_decorators(play):
    code = """
from collections import defaultdict
from dataclasses import dataclass, field
class Same:
    def __eq__(self, other): return turn(n=1) == -1
def decorated(f):
    first = turn(n=10)
    return lambda: f() + first
@decorated
def one(): return 1
@dataclass
class D:
    x: int = field(default_factory=lambda: turn(n=7))
d = defaultdict(lambda: turn(n=9))
[d['x'], Same() == 3, one(), D().x, max([1, 2], key=lambda n: turn(n=n))]
"""

    def turn(n: int) -> int:
        return -n

    (step,) = play(code, tools=[Tool(turn, sequential=True)])
    assert step.value == [-9, True, -9, -7, 1]


def test_62_the_anchors_suite_has_a_list_of_exceptions():
    """anchor.py runs that suite, with a network; here its list is looked at."""
    from anchor import known

    exceptions = known()
    assert len(exceptions) == 3
    assert all(len(reason) > 20 for reason in exceptions.values())
