"""What a user of the package does first, and what must not happen."""

import asyncio
import dataclasses
import datetime as dt
import decimal
import fractions
import gc
import signal
import threading
import time
import uuid
import warnings
from pathlib import PurePosixPath

import pytest

import caisson
from caisson import AsyncSandbox, Limits, Sandbox


@pytest.fixture
def box():
    with Sandbox() as sandbox:
        yield sandbox


def test_value_and_output(box):
    r = box.run("print('hello')\n6 * 7")
    assert (r.status, r.value, r.value_present) == ("ok", 42, True)
    assert r.stdout == "hello\n"
    assert r.usage.fuel > 0


def test_no_value_is_told_from_none(box):
    assert box.run("x = 1").value_present is False
    r = box.run("None")
    assert (r.value, r.value_present) == (None, True)


def test_state_stays_and_restart_clears(box):
    box.run("x = 41")
    assert box.run("x + 1").value == 42
    box.restart()
    assert box.run("x").error.type == "NameError"


def test_error_keeps_what_was_assigned_before(box):
    r = box.run("a = 1\nb = 1 / 0\nc = 3")
    assert r.status == "error"
    assert r.error.type == "ZeroDivisionError"
    assert r.error.message == "division by zero"
    assert r.error.frames[-1].line == 2
    assert "ZeroDivisionError: division by zero" in r.error.traceback
    assert box.run("a").value == 1
    with pytest.raises(caisson.GuestError) as caught:
        r.raise_for_status()
    assert caught.value.type == "ZeroDivisionError"


def test_chained_errors(box):
    r = box.run(
        "try:\n    {}['k']\nexcept KeyError as e:\n    raise ValueError('bad') from e"
    )
    assert r.error.type == "ValueError"
    assert r.error.cause.type == "KeyError"


def test_syntax_error(box):
    r = box.run("def (")
    assert r.error.type == "SyntaxError"
    with pytest.raises(caisson.GuestSyntaxError):
        box.run("def (", check=True)


VALUES = [
    None,
    True,
    0,
    -1,
    2**63,
    -(2**200),
    1.5,
    float("inf"),
    2j,
    "text",
    "sur\ud800",
    "",
    b"bytes",
    bytearray(b"x"),
    [1, [2, []]],
    (1, (2,)),
    {"a": 1, 2: None},
    {1, 2},
    frozenset({3}),
    range(1, 10, 2),
    slice(1, None, 2),
    ...,
    dt.date(2024, 2, 29),
    dt.datetime(2024, 1, 2, 3, 4, 5, 6),
    dt.datetime(2024, 1, 2, tzinfo=dt.timezone.utc),
    dt.datetime(2024, 1, 2, tzinfo=dt.timezone(dt.timedelta(hours=2), "X")),
    dt.time(1, 2, 3, 4),
    dt.timedelta(days=-1, seconds=5),
    decimal.Decimal("1.50"),
    decimal.Decimal("-Infinity"),
    decimal.Decimal("1E+30"),
    fractions.Fraction(1, 3),
    uuid.UUID(int=5),
    PurePosixPath("/a/b"),
]


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_values_cross_both_ways(box, value):
    r = box.run("v", inputs={"v": value})
    assert r.value == value
    assert type(r.value) is type(value)


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_values_print_as_in_cpython(box, value):
    if isinstance(value, (set, frozenset, PurePosixPath)) or "sur" in str(value):
        return  # order is free; paths become paths of the sandbox
    assert box.run("repr(v)", inputs={"v": value}).value == repr(value)


def test_nan(box):
    value = box.run("float('nan')").value
    assert value != value


@dataclasses.dataclass
class Point:
    x: int
    y: int


def test_dataclass_as_record(box):
    r = box.run("p.x + p.y", inputs={"p": Point(1, 2)})
    assert r.value == 3
    r = box.run(
        "from dataclasses import dataclass\n@dataclass\nclass Q:\n    a: int\nQ(5)"
    )
    assert r.value.type == "Q" or r.value.type.endswith(".Q")
    assert r.value.a == 5


def test_cycle_goes_out_and_is_refused_on_the_way_in(box):
    r = box.run("a = [1]\na.append(a)\na")
    assert repr(r.value) == "[1, ...]"
    loop: list = []
    loop.append(loop)
    with pytest.raises(ValueError, match="contains itself"):
        box.run("1", inputs={"v": loop})


def test_unknown_object_is_refused(box):
    with pytest.raises(TypeError, match="object"):
        box.run("1", inputs={"v": object()})


def test_what_has_no_form_outside(box):
    assert isinstance(box.run("lambda: 1").value, (caisson.Named, caisson.Opaque))


def test_tools():
    seen = []

    def add(a: int, b: int = 10) -> int:
        """Add two numbers."""
        seen.append((a, b))
        return a + b

    with Sandbox(tools=[add]) as box:
        assert box.run("add(1) + add(1, b=2)").value == 14
        assert seen == [(1, 10), (1, 2)] or seen == [(1,), (1, 2)]
        r = box.run("add(1, 2, 3)")
        assert r.error.type == "TypeError"
        assert "add() takes" in r.error.message
        assert len(seen) == 2
        assert box.run("sorted([3, 1, 2], key=lambda x: -add(x))").value == [3, 2, 1]


def test_tool_exception_is_raised_at_the_call():
    def fail(kind):
        raise {"v": ValueError, "k": KeyError}[kind]("no such thing")

    with Sandbox(tools=[fail]) as box:
        r = box.run(
            "try:\n    fail('v')\nexcept ValueError as e:\n    out = str(e)\nout"
        )
        assert r.value == "no such thing"
        assert box.run("fail('k')").error.type == "KeyError"


def test_unconvertible_tool_result():
    with Sandbox(tools={"get": lambda: object()}) as box:
        r = box.run("try:\n    get()\nexcept TypeError as e:\n    out = str(e)\nout")
        assert "object" in r.value


def test_async_tools_run_in_parallel():
    here = 0

    async def slow(n):
        nonlocal here
        here += 1
        while here < 10:  # only ends when all ten were called
            await asyncio.sleep(0.01)
        return n * 2

    with Sandbox(tools=[slow]) as box:
        r = box.run(
            "import asyncio\nawait asyncio.gather(*[slow(i) for i in range(10)])"
        )
        assert r.value == [i * 2 for i in range(10)]


def test_limits_leave_the_sandbox_usable():
    with Sandbox(limits=Limits(time=0.2, memory=32 << 20)) as box:
        box.run("x = 5")
        r = box.run(
            "while True:\n    try:\n        while True: pass\n"
            "    except BaseException: pass"
        )
        assert (r.status, r.limit) == ("timeout", "time")
        with pytest.raises(TimeoutError):
            r.raise_for_status()
        assert box.run("x").value == 5
        assert box.run("'a' * 10**10").error.type == "MemoryError"
        assert box.run("x + 1").value == 6


def test_fuel_and_output():
    with Sandbox(limits=Limits(fuel=100_000)) as box:
        assert box.run("while True: pass").limit == "fuel"
    with Sandbox(limits=Limits(output=1000)) as box:
        r = box.run("while True: print('x' * 100)")
        assert r.limit == "output"
        assert 0 < len(r.stdout) <= 1000


def test_bad_limits_are_refused():
    with pytest.raises(caisson.ConfigError, match="'time' must be positive"):
        Limits(time=0)
    with pytest.raises(caisson.ConfigError, match="'memory' must be a number"):
        Limits(memory="1g")


def test_cancel_from_another_thread(box):
    box.run("x = 1")
    timer = threading.Timer(0.1, box.cancel)
    timer.start()
    start = time.monotonic()
    assert box.run("while True: pass").status == "cancelled"
    assert time.monotonic() - start < 8
    assert box.run("x").value == 1


@pytest.fixture
def ctrl_c():
    """As in a terminal: who runs tests in the background has it ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("ctrl_c")
def test_ctrl_c_ends_a_program_and_is_python_s_again(box):
    box.run("x = 3")
    threading.Timer(0.1, lambda: signal.raise_signal(signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        box.run("while True: pass")
    assert box.run("x").value == 3
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


@pytest.mark.usefixtures("ctrl_c")
def test_ctrl_c_in_a_tool():
    def press():
        signal.raise_signal(signal.SIGINT)

    with Sandbox(tools=[press]) as box:
        with pytest.raises(KeyboardInterrupt):
            box.run("while True: press()")
        assert box.run("1 + 1").value == 2


def test_threads_compute_at_the_same_time(box):
    def work():
        with Sandbox() as one:
            results.append(one.run("sum(range(300_000))").value)

    results: list = []
    threads = [threading.Thread(target=work) for _ in range(4)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert results == [sum(range(300_000))] * 4


def test_a_fork_has_the_environment_of_its_sandbox():
    ask = "import os; dict(os.environ)"
    with Sandbox(env={"A": "1"}) as box, box.fork() as fork, fork.fork() as again:
        assert [b.run(ask).value for b in (box, fork, again)] == [{"A": "1"}] * 3


def test_dump_load_and_fork(box):
    box.run("x = [1, 2]")
    with Sandbox.load(box.dump()) as copy, box.fork() as twin:
        copy.run("x.append(3)")
        twin.run("x.append(4)")
        assert copy.run("x").value == [1, 2, 3]
        assert twin.run("x").value == [1, 2, 4]
        assert box.run("x").value == [1, 2]


def test_sealed_snapshots_need_their_key(box):
    key, other = b"k" * 32, b"o" * 32
    box.run("x = [1, 2]")
    data = box.dump(key=key)
    with Sandbox.load(data, key=key) as copy:
        assert copy.run("x").value == [1, 2]
    for bad, with_key in [
        (data, other),
        (box.dump(), key),
        (data[:-1], key),
        (data[:60] + b"!" + data[61:], key),
        (data, None),
    ]:
        with pytest.raises(caisson.SnapshotError):
            Sandbox.load(bad, key=with_key).run("1")
    with pytest.raises(caisson.ConfigError, match="16 to 64 bytes"):
        box.dump(key=b"short")


def test_load_refuses_rubbish():
    with pytest.raises(caisson.SnapshotError):
        Sandbox.load(b"rubbish" * 100)
    with Sandbox() as box:
        data = bytearray(box.dump())
    data[len(data) // 2] ^= 255
    with pytest.raises(caisson.SnapshotError):
        Sandbox.load(bytes(data))


def test_steps_and_a_snapshot_in_the_middle():
    with Sandbox(tools={"ask": lambda q: None}) as box:
        step = box.start("name = ask('who?')\nf'hello {name}'")
        assert (step.kind, step.name, step.args) == ("call", "ask", ("who?",))
        data = box.dump()
        assert step.resume("Ann").result.value == "hello Ann"
        with pytest.raises(caisson.SessionStateError):
            step.resume("again")
    with Sandbox.load(data) as later:
        assert later.waiting_for().resume("Bob").result.value == "hello Bob"
    with Sandbox.load(data) as later:
        r = later.waiting_for().fail(ValueError("nobody")).result
        assert r.error.type == "ValueError"


def test_output_function():
    seen = []
    with Sandbox(output=lambda stream, text: seen.append((stream, text))) as box:
        r = box.run("import sys\nprint('a')\nprint('b', file=sys.stderr)")
        assert r.stdout == ""
    assert "".join(t for s, t in seen if s == "stdout") == "a\n"
    assert "".join(t for s, t in seen if s == "stderr") == "b\n"


def test_output_function_that_raises():
    def output(stream, text):
        raise OSError("disk full")

    with Sandbox(output=output) as box:
        with pytest.raises(OSError, match="disk full"):
            box.run("while True: print('x' * 10000)")


def test_os_handler():
    asked = []

    def handler(name, args, kwargs):
        asked.append(name)
        if name == "os.getpid":
            return 77
        return caisson.NOT_HANDLED

    with Sandbox(os=handler) as box:
        assert box.run("import os\nos.getpid()").value == 77
        assert box.run("open('/etc/passwd')").error.type == "PermissionError"
    assert "os.getpid" in asked


def test_a_host_answers_requests_over_http():
    asked = []

    def handler(name, args, kwargs):
        if name != "http.request":
            return caisson.NOT_HANDLED
        method, url, headers, body, timeout = args
        asked.append((method, url, dict(headers).get("X-A"), body, timeout))
        if "denied" in url:
            raise PermissionError("not this host")
        return 200, "OK", [("Content-Type", "application/json")], b'{"n": 1}'

    post = """
import requests
headers = {"X-A": "b"}
url = "https://any.test/x?q=1"
reply = requests.post(url, json={"a": 2}, headers=headers, timeout=3)
reply.json()["n"]
"""
    with Sandbox(os=handler) as box:
        assert box.run(post).value == 1
        fetch = "import urllib.request\nurllib.request.urlopen('http://any.test/y').read()"
        assert box.run(fetch).value == b'{"n": 1}'
        r = box.run("import httpx\nhttpx.get('https://denied.test/')")
        assert (r.error.type, r.error.message) == ("ConnectError", "not this host")
    assert asked[0] == ("POST", "https://any.test/x?q=1", "b", b'{"a": 2}', 3)
    assert [x[1] for x in asked[1:]] == ["http://any.test/y", "https://denied.test/"]


def test_nothing_of_the_host_by_default(box):
    assert box.run("open('/etc/passwd')").status == "error"
    assert box.run("import os\ndict(os.environ)").value == {}


def test_environment_and_memory_files():
    with Sandbox(env={"HOME": "/h"}, files={"/a.txt": "abc"}) as box:
        assert box.run("import os\nos.environ['HOME']").value == "/h"
        assert box.run("open('/a.txt').read()").value == "abc"
        box.run("with open('/b.txt', 'w') as f:\n    f.write('new')", check=True)
        assert box.read_file("/b.txt") == b"new"


def test_mounts(tmp_path):
    (tmp_path / "rows.json").write_text('[{"n": 1}, {"n": 2}]')
    with Sandbox(mounts={"/data": tmp_path}) as box:
        r = box.run(
            "import json\nsum(r['n'] for r in json.load(open('/data/rows.json')))"
        )
        assert r.value == 3
        box.run("open('/data/new.txt', 'w').write('x')", check=True)
        assert box.run("import os\nsorted(os.listdir('/data'))").value == [
            "new.txt",
            "rows.json",
        ]
    assert [p.name for p in tmp_path.iterdir()] == ["rows.json"]
    with Sandbox(mounts={"/d": caisson.Mount(tmp_path, "ro")}) as box:
        r = box.run("open('/d/new.txt', 'w')")
        assert r.error.type in ("OSError", "PermissionError")
        assert str(tmp_path) not in r.error.traceback
    with Sandbox(mounts={"/d": caisson.Mount(tmp_path, "rw")}) as box:
        box.run("with open('/d/out.txt', 'w') as f:\n    f.write('kept')", check=True)
        r = box.run("f = open('/d/open.txt', 'w')\nf.write('buffered')\n1 / 0")
        assert r.error.type == "ZeroDivisionError"
    assert (tmp_path / "out.txt").read_text() == "kept"
    assert (tmp_path / "open.txt").read_text() == "buffered"
    with pytest.raises(caisson.MountError):
        Sandbox(mounts={"/d": tmp_path / "missing"})


def test_deterministic_sandbox():
    def once():
        with Sandbox(clock=1_700_000_000, random=7) as box:
            return box.run(
                "import random, time, uuid\n"
                "(random.random(), time.time(), str(uuid.uuid4()))"
            ).value

    assert once() == once()
    assert once()[1] == 1_700_000_000


def test_busy_and_closed():
    def reenter():
        box.run("1")

    with Sandbox(tools=[reenter]) as box:
        r = box.run("reenter()")
        assert r.status == "error"
    with pytest.raises(caisson.SessionClosed):
        box.run("1")
    box.close()


def test_forgotten_sandbox_warns():
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        Sandbox()
        gc.collect()
    assert any(w.category is ResourceWarning for w in seen)


def test_instructions_name_what_there_is():
    def weather(city: str) -> dict:
        """Current weather of a city."""

    with Sandbox(tools=[weather], limits=Limits(time=3)) as box:
        text = box.instructions()
    assert "def weather(city: str) -> dict" in text
    assert "Current weather of a city." in text
    assert "3 s" in text


def test_async_sandbox():
    async def slow(n):
        await asyncio.sleep(0.1)
        if n == 3:
            raise LookupError("three")
        return n

    async def main():
        async with AsyncSandbox(tools=[slow, len]) as box:
            r = await box.run("import asyncio\nawait asyncio.gather(slow(1), slow(2))")
            assert r.value == [1, 2]
            assert (await box.run("len('abc')")).value == 3
            r = await box.run(
                "try:\n    await slow(3)\n"
                "except LookupError as e:\n    out = str(e)\nout"
            )
            assert r.value == "three"

    asyncio.run(main())


def test_async_cancel_leaves_the_sandbox_usable():
    async def main():
        async with AsyncSandbox() as box:
            await box.run("x = 1")
            task = asyncio.create_task(box.run("while True: pass"))
            await asyncio.sleep(0.05)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            assert (await box.run("x")).value == 1

    asyncio.run(main())


def test_many_wait_at_the_same_time():
    napping = most = 0

    async def nap():
        nonlocal napping, most
        napping += 1
        most = max(most, napping)
        while most < 50:  # only ends when all are here
            await asyncio.sleep(0.01)
        napping -= 1
        return 1

    async def one():
        async with AsyncSandbox(tools=[nap]) as box:
            return (await box.run("await nap()")).value

    async def main():
        return await asyncio.gather(*[one() for _ in range(50)])

    assert asyncio.run(main()) == [1] * 50


def test_return_outside_of_functions_only_where_it_is_wanted():
    with Sandbox() as box:
        assert box.run("return 1").status == "invalid"
    with Sandbox(top_return=True) as box:
        assert box.run("if 1:\n    return 5\n6").value == 5
        assert box.run("class C:\n    return 1").status == "invalid"
        r = box.run("x = 3")
        assert (r.ok, r.value_present) == (True, False)
        r = box.run("return")
        assert (r.value, r.value_present) == (None, True)
