"""Statement 29: the rest of the requests of section 7, one by one."""

import datetime as dt
from pathlib import PurePosixPath as Path

import pytest

P = Path("/d/x")
HOST = {"datetime": "call_host", "sleep": "call_host", "random_start": "call_host"}
TIME = 1_700_000_000.25
CLOCKS = {
    "time.time()": TIME,
    "time.time_ns()": 1_700_000_000_250_000_000,
    "time.monotonic()": TIME,
    "time.monotonic_ns()": 1_700_000_000_250_000_000,
    "time.perf_counter()": TIME,
    "time.perf_counter_ns()": 1_700_000_000_250_000_000,
    "time.gmtime().tm_hour": 22,
    "time.localtime().tm_min": 13,
    "time.asctime()": "Tue Nov 14 22:13:20 2023",
    "time.ctime()": "Tue Nov 14 22:13:20 2023",
    "time.strftime('%Y')": "2023",
}


def recorder(answers):
    """A handler that answers by name, and what it saw."""
    seen = []

    def handler(*, name, args, kwargs, is_async, **_):
        seen.append((name, args, kwargs))
        answer = answers[name]
        return answer(*args) if callable(answer) else answer

    return handler, seen


@pytest.mark.parametrize("code", CLOCKS)
def test_29_every_clock_names_its_caller(pool, code):
    handler, seen = recorder({"time.time": TIME})
    with pool.checkout(os_policy=HOST) as s:
        got = s.feed_run(f"import time\n{code}", os=handler)
    assert seen == [("time.time", (code.partition("(")[0],), {})]
    assert got == CLOCKS[code]


def test_29_dates(pool):
    now = dt.datetime(2024, 2, 29, 12, 30)
    handler, seen = recorder(
        {
            "date.today": now.date(),
            "datetime.now": lambda tz: now.replace(tzinfo=tz) if tz else now,
        }
    )
    code = "import datetime as d\n(d.date.today(), d.datetime.now(), d.datetime.now(z))"
    with pool.checkout(os_policy=HOST) as s:
        got = s.feed_run(code, os=handler, inputs={"z": dt.timezone.utc})
    assert got == (now.date(), now, now.replace(tzinfo=dt.timezone.utc))
    assert seen == [
        ("date.today", (), {}),
        ("datetime.now", (None,), {}),
        ("datetime.now", (dt.timezone.utc,), {}),
    ]


@pytest.mark.parametrize(
    ("code", "name", "args", "answer", "value"),
    [
        ("Path('/d/x').is_symlink()", "Path.is_symlink", (P,), True, True),
        ("os.path.isfile('/d/x')", "Path.is_file", (P,), True, True),
        ("os.path.isdir('/d/x')", "Path.is_dir", (P,), False, False),
        ("os.path.exists('/d/x')", "Path.exists", (P,), True, True),
        ("os.path.islink('/d/x')", "Path.is_symlink", (P,), False, False),
        ("Path('/d/x').read_text()", "Path.read_text", (P,), "é", "é"),
        ("Path('/d/x').read_bytes()", "Path.read_bytes", (P,), b"\0\1", b"\0\1"),
        ("Path('/d/x').write_text('ab')", "Path.write_text", (P, "ab"), 2, 2),
        ("Path('/d/x').write_bytes(b'a')", "Path.write_bytes", (P, b"a"), 1, 1),
        ("os.unlink('/d/x')", "Path.unlink", (P,), None, None),
        ("os.rmdir('/d/x')", "Path.rmdir", (P,), None, None),
        ("os.urandom(3)", "os.urandom", (3,), b"abc", b"abc"),
    ],
)
def test_29_files_and_entropy(pool, code, name, args, answer, value):
    handler, seen = recorder({name: answer})
    with pool.checkout(os_policy=HOST) as s:
        head = "import os\nfrom pathlib import Path\n"
        assert s.feed_run(head + code, os=handler) == value
    assert seen == [(name, args, {})]


def test_29_bytes_are_appended_through_handles(m, session):
    files = {}

    def handler(*, name, args, kwargs, is_async, **_):
        path = str(m.path_from_arg(args[0]) if hasattr(m, "path_from_arg") else args[0])
        if name == "open":
            files.setdefault(path, b"")
            return m.MontyFileHandle(*args)
        assert name == "Path.append_bytes"
        files[path] += args[1]
        return len(args[1])

    code = "with open('/b', 'ab') as f: n = f.write(b'xyz')\nn"
    assert session.feed_run(code, os=handler) == 3
    assert files == {"/b": b"xyz"}


def test_29_entropy_starts_the_random_module(pool):
    handler, seen = recorder({"os.urandom": lambda n: bytes(n)})
    with pool.checkout(os_policy=HOST) as s:
        first = s.feed_run("import random\nrandom.random()", os=handler)
    assert seen == [("os.urandom", (2496,), {})]
    assert 0 <= first < 1


def test_29_uuid_and_secrets_ask_for_entropy(pool):
    handler, seen = recorder({"os.urandom": lambda n: bytes(n)})
    with pool.checkout(os_policy=HOST) as s:
        assert s.feed_run("import uuid\nuuid.uuid4().version", os=handler) == 4
        assert s.feed_run("import secrets\nsecrets.token_hex(4)", os=handler) == "0" * 8
    assert [n for n, _, _ in seen] == ["os.urandom"] * 2


def test_29_sleeps_of_the_system_are_seen_in_steps(m, session):
    snap = session.feed_start("import time\ntime.sleep(2)\n'up'")
    assert snap.is_os_function
    assert (snap.function_name, snap.args) == ("system.sleep", (2,))
    assert snap.resume({"return_value": None}).output == "up"
    snap = session.feed_start("import asyncio\nawait asyncio.sleep(3)\n'up'")
    assert (snap.function_name, snap.args) == ("system.async_sleep", (3,))


def test_29_the_optional_group_is_never_executed(m, pool):
    handler, seen = recorder({"os.getpid": 4242})
    with pool.checkout() as s:
        assert s.feed_run("import os\nos.getpid()", os=handler) == 4242
        assert s.feed_run("os.cpu_count(), os.uname().sysname") == (1, "Linux")
        with pytest.raises(m.MontyRuntimeError, match="not available in this session"):
            s.feed_run("os.system('ls')", os=handler)
    assert seen == [("os.getpid", (), {})]
