"""Statement 22: clock, zone, sleep, entropy of a session."""

import datetime as dt
import random
import time

import pytest

NOON = dt.datetime(2024, 7, 1, 12, 0, 0)


def ask(pool, policy, code, **options):
    with pool.checkout(os_policy=policy) as s:
        return s.feed_run(code, **options)


def test_22_the_clock_of_the_system(pool):
    now = ask(pool, None, "import time\ntime.time()")
    assert abs(now - time.time()) < 5


def test_22_a_frozen_clock(pool):
    code = "import datetime, time\n(datetime.datetime.now(), time.time())"
    policy = {"datetime": NOON}
    now, stamp = ask(pool, policy, code)
    assert now == NOON
    assert stamp == NOON.replace(tzinfo=dt.timezone.utc).timestamp()
    assert ask(pool, policy, "import datetime\ndatetime.date.today()") == NOON.date()


def test_22_the_host_is_asked_for_the_time(m, pool):
    seen = []

    def handler(*, name, args, kwargs, is_async, **_):
        seen.append((name, args))
        if name == "time.time":
            return 1_700_000_000.25
        if name == "date.today":
            return dt.date(2020, 2, 29)
        return dt.datetime(2021, 3, 4, 5, 6, 7, 89, tzinfo=args[0])

    policy = {"datetime": "call_host"}
    code = (
        "import datetime, time\n"
        "utc = datetime.timezone.utc\n"
        "(time.time(), datetime.date.today(), datetime.datetime.now(),\n"
        " datetime.datetime.now(utc), time.localtime().tm_year)"
    )
    got = ask(pool, policy, code, os=handler)
    moment = dt.datetime(2021, 3, 4, 5, 6, 7, 89)
    utc = dt.timezone.utc
    assert got == (
        1_700_000_000.25,
        dt.date(2020, 2, 29),
        moment,
        moment.replace(tzinfo=utc),
        2023,
    )
    assert seen == [
        ("time.time", ("time.time",)),
        ("date.today", ()),
        ("datetime.now", (None,)),
        ("datetime.now", (utc,)),
        ("time.time", ("time.localtime",)),
    ]
    with pytest.raises(m.MontyRuntimeError) as caught:
        ask(pool, policy, "import datetime\ndatetime.datetime.now()")
    assert (
        str(caught.value)
        == "RuntimeError: 'datetime.now' is not supported in this environment"
    )


@pytest.mark.parametrize(
    ("zone", "hour", "offset"),
    [
        ("utc", 12, 0),
        ("Europe/Oslo", 14, 7200),
        ({"offset_seconds": -3600, "name": "X"}, 11, -3600),
    ],
)
def test_22_the_zone(pool, zone, hour, offset):
    policy = {"datetime": NOON.replace(tzinfo=dt.timezone.utc), "timezone": zone}
    code = (
        "import datetime, time\n"
        "now = datetime.datetime.now()\n"
        "(now.hour, time.localtime().tm_hour,\n"
        " now.astimezone().utcoffset().total_seconds(), now.timestamp())"
    )
    stamp = NOON.replace(tzinfo=dt.timezone.utc).timestamp()
    assert ask(pool, policy, code) == (hour, hour, offset, stamp)


def test_22_sleep(m, pool):
    code = "import time, asyncio\ntime.sleep(30)\nawait asyncio.sleep(30)\n'awake'"
    before = time.monotonic()
    assert ask(pool, {"sleep": "zero"}, code) == "awake"
    assert ask(pool, {"sleep_system_max": 0.05}, code) == "awake"
    assert time.monotonic() - before < 20
    seen = []

    def handler(*, name, args, kwargs, is_async, **_):
        seen.append((name, args))

    assert ask(pool, {"sleep": "call_host"}, code, os=handler) == "awake"
    assert seen == [("time.sleep", (30,)), ("asyncio.sleep", (30,))]


def test_22_sleeping_takes_time_and_other_tasks_run(pool):
    code = (
        "import asyncio\nlog = []\n"
        "async def f(n, s):\n    await asyncio.sleep(s)\n    log.append(n)\n"
        "await asyncio.gather(f('slow', 0.2), f('fast', 0.1))\nlog"
    )
    before = time.monotonic()
    assert ask(pool, {}, code) == ["fast", "slow"]
    assert 0.18 < time.monotonic() - before < 20


def test_22_process_time(pool):
    code = "import time\nsum(i for i in range(100000))\ntime.process_time()"
    assert ask(pool, {}, code) == 0
    assert ask(pool, {"process_time": "elapsed"}, code) > 0


@pytest.mark.parametrize("seed", [42, "text", b"bytes", 1.5])
def test_22_a_random_sequence_that_is_cpythons(pool, seed):
    code = "import random\n[random.random(), random.randint(1, 6)]"
    own = random.Random(seed)
    expected = [own.random(), own.randint(1, 6)]
    assert ask(pool, {"random_start": {"seed": seed}}, code) == expected


def test_22_the_host_gives_the_entropy(pool):
    seen = []

    def handler(*, name, args, kwargs, is_async, **_):
        seen.append((name, args))
        return bytes(args[0])

    policy = {"random_start": "call_host"}
    got = ask(pool, policy, "import random\nrandom.random()", os=handler)
    assert seen == [("os.urandom", (2496,))]
    assert got == random.Random(0).random()


@pytest.mark.parametrize(
    ("policy", "error"),
    [
        ({"sleep": "zero", "sleep_system_max": 1}, ValueError),
        ({"sleep": "never"}, ValueError),
        ({"timezone": "Nowhere/Else"}, ValueError),
        ({"bogus": 1}, ValueError),
        ({"datetime": 5}, TypeError),
        (5, TypeError),
    ],
)
def test_22_what_is_no_policy(pool, policy, error):
    with pytest.raises(error):
        pool.checkout(os_policy=policy)
