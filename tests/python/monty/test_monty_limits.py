"""Statements 17 to 21: limits, and what a session is after one."""

import time

import pytest

ENDLESS = "while True: pass"
CAUGHT = "try:\n    {}\nexcept BaseException:\n    r = 'caught'\nr"


def end(m, pool, limits, code, **options):
    with pool.checkout(limits=limits) as s:
        with pytest.raises(m.MontyRuntimeError) as caught:
            s.feed_run(code, **options)
        return caught.value


@pytest.mark.parametrize(
    "key", ["max_feed_duration_secs", "max_turn_duration_secs", "max_duration_secs"]
)
@pytest.mark.parametrize("code", [ENDLESS, CAUGHT.format("\n    " + ENDLESS)])
def test_17_time(m, pool, key, code):
    error = end(m, pool, {key: 0.1}, code)
    assert isinstance(error.exception(), TimeoutError)
    assert "time limit exceeded: " in str(error)
    assert error.traceback() == []


GROW = "x = []\n    while True: x.append('a' * 1000)"


@pytest.mark.parametrize("code", ["'x' * 10**9", CAUGHT.format(GROW)])
def test_17_memory(m, pool, code):
    error = end(m, pool, {"max_memory": 4_000_000}, code)
    assert isinstance(error.exception(), MemoryError)
    assert "memory limit exceeded" in str(error)


def test_17_recursion_can_be_caught(m, pool):
    deep = "def f(): f()\ntry:\n    f()\nexcept RecursionError as e:\n    r = str(e)\nr"
    with pool.checkout(limits={"max_recursion_depth": 50}) as s:
        assert s.feed_run(deep) == "maximum recursion depth exceeded"
    error = end(m, pool, {"max_recursion_depth": 50}, "def f(): f()\nf()")
    assert isinstance(error.exception(), RecursionError)


def test_17_sleep_is_charged_before_waiting(m, pool):
    before = time.monotonic()
    code = CAUGHT.format("import time\n    time.sleep(60)")
    error = end(m, pool, {"max_total_sleep_secs": 0.5}, code)
    assert isinstance(error.exception(), TimeoutError)
    assert time.monotonic() - before < 20


def test_17_allocations_of_the_older_generation(m):
    program = m.Monty("x = [[] for i in range(100000)]")
    with pytest.raises(m.MontyRuntimeError, match="memory limit exceeded") as caught:
        program.run(limits={"max_allocations": 1000})
    assert isinstance(caught.value.exception(), MemoryError)


@pytest.mark.parametrize(
    "limits", [{"max_memory": "1"}, {"max_feed_duration_secs": "1"}, 5]
)
def test_17_wrong_types(pool, limits):
    with pytest.raises(TypeError):
        pool.checkout(limits=limits)


def test_17_none_is_no_limit_of_the_caller(pool):
    limits = {"max_feed_duration_secs": None, "max_memory": None}
    with pool.checkout(limits=limits) as s:
        assert s.feed_run("len('x' * 5_000_000)") == 5_000_000


def test_17_time_stops_while_the_host_works(pool):
    with pool.checkout(limits={"max_feed_duration_secs": 0.3}) as s:
        lookup = {"f": lambda: time.sleep(0.5)}
        assert s.feed_run("f()\n'on time'", external_lookup=lookup) == "on time"


@pytest.mark.parametrize(
    ("limits", "code"),
    [
        ({"max_feed_duration_secs": 0.1}, "d = {}\nwhile True: d[len(d)] = 'x'"),
        ({"max_memory": 8_000_000}, "d = {}\nwhile True: d[len(d)] = 'x' * 99"),
    ],
)
def test_18_after_a_limit_the_next_feed_is_right(m, pool, limits, code):
    with pool.checkout(limits=limits) as s:
        s.feed_run("kept = [3, 1, 2]")
        with pytest.raises(m.MontyRuntimeError):
            s.feed_run(code)
        s.feed_run("d = None")
        assert s.feed_run("sorted(kept)") == [1, 2, 3]
        assert s.feed_run("sum(i * i for i in range(1000))") == 332833500
        assert s.feed_run("{str(i): i for i in range(100)}['77']") == 77


@pytest.mark.parametrize(
    "code",
    [
        "sum(x for x in range(10**18))",
        "all(range(1, 10**18))",
        "max(x for x in range(10**18))",
        "sorted(range(10**18))",
        "list(range(10**18))",
        "'x' * 10**12",
        "len(str(2 ** 10**9))",
        "1 << 10**12",
        "('ab' * 10**6).replace('a', 'x' * 10**6)",
        "'x'.ljust(10**12)",
    ],
)
def test_19_large_results_end_soon(m, pool, code):
    limits = {"max_feed_duration_secs": 1.0, "max_memory": 50_000_000}
    before = time.monotonic()
    with pool.checkout(limits=limits) as s, pytest.raises(m.MontyRuntimeError):
        s.feed_run(code)
    assert time.monotonic() - before < 20


def test_19_a_number_within_the_limits(pool):
    limits = {"max_feed_duration_secs": 2.0, "max_memory": 50_000_000}
    before = time.monotonic()
    with pool.checkout(limits=limits) as s:
        assert s.feed_run("(2 ** 10**7).bit_length()") == 10**7 + 1
        assert s.feed_run("sum(range(10**18))") == 10**18 * (10**18 - 1) // 2
        assert s.feed_run("max(range(10**18))") == 10**18 - 1
    assert time.monotonic() - before < 20


def test_20_sessions_have_limits_of_their_own(m):
    with (
        m.Monty(max_processes=2) as pool,
        pool.checkout(limits={"max_memory": 4_000_000}) as small,
        pool.checkout(limits={"max_memory": 64_000_000}) as large,
    ):
        code = "len('x' * 20_000_000)"
        with pytest.raises(m.MontyRuntimeError, match="MemoryError"):
            small.feed_run(code)
        assert large.feed_run(code) == 20_000_000
        assert small.feed_run("1 + 1") == 2


def test_21_suspensions(m, pool):
    with pool.checkout(limits={"max_suspensions": 3}) as s:
        calls = []
        with pytest.raises(m.MontyRuntimeError) as caught:
            s.feed_run(
                CAUGHT.format("\n    for i in range(9): f(i)"),
                external_lookup={"f": calls.append},
            )
        assert str(caught.value) == "RuntimeError: suspension limit 3 exceeded"
        assert calls == [0, 1, 2]
        assert s.feed_run("1 + 1") == 2
        with pytest.raises(m.MontyRuntimeError, match="suspension limit 3"):
            s.feed_run("f(1)", external_lookup={"f": calls.append})
