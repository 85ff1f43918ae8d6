"""Statements 1 to 9: names, pools, sessions, lookups."""

import subprocess
import sys
import time

import pytest

NAMES = """
ResourceLimits OSPolicy RandomSeed TimeZone TimeCaller ExternalResult
ExternalSettledResult ExternalReturnValue ExternalException
ExternalExceptionData ExternalFuture ExcType PrintCallback TypeCheckFormat
OsHandler SyncSnapshot AsyncSnapshot instrument_telemetry ClassInstance
ClassType __version__ CollectStreams CollectString Frame SourceRange
MontyClassProxy MontyClassTypeProxy MontyStdTypeProxy MontyConversionError
MontyCrashedError MontyDisconnectError MontyError MontyFileHandle
MontyShutdown MontySyntaxError MontyRuntimeError MontyTypingError MountDir
MontyComplete FunctionSnapshot NameLookupSnapshot FutureSnapshot
AsyncFunctionSnapshot AsyncNameLookupSnapshot AsyncFutureSnapshot StatResult
OsFunction NOT_HANDLED AbstractOS AbstractFile MemoryFile CallbackFile
OSAccess ExternalModule Monty AsyncMonty MontySession AsyncMontySession
AsyncMontyWebsocket
"""


def test_01_a_program_of_the_older_generation(m):
    assert m.Monty("1 + 2").run() == 3


def test_02_a_session_of_the_newer_generation(m):
    with m.Monty() as pool, pool.checkout() as s:
        assert s.feed_run("1 + 2") == 3
        assert s.feed_run("x = 1") is None


def test_02_both_are_instances_of_monty(m):
    assert isinstance(m.Monty("1"), m.Monty)
    assert isinstance(m.Monty(), m.Monty)


def test_03_install_registers_the_module():
    program = (
        "import caisson.compat.monty as c; c.install(); import pydantic_monty as p\n"
        f"missing = [n for n in {NAMES.split()!r} if not hasattr(p, n)]\n"
        "assert p is c and not missing, missing\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True, timeout=60)


def test_03_install_refuses_when_the_real_one_is_there():
    program = (
        "import sys, types; sys.modules['pydantic_monty'] = types.ModuleType('p')\n"
        "import caisson.compat.monty as c\n"
        "try: c.install()\n"
        "except RuntimeError: pass\n"
        "else: raise SystemExit('not refused')\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True, timeout=60)


def test_04_globals_stay_in_a_session_and_nowhere_else(m, pool):
    with pool.checkout() as s:
        s.feed_run("x = 41")
        s.feed_run("def f():\n    return x + 1")
        assert s.feed_run("f()") == 42
    with pool.checkout() as s, pytest.raises(m.MontyRuntimeError, match="NameError"):
        s.feed_run("x")


def test_05_a_full_pool_waits_and_gives_up(m):
    with m.Monty(max_processes=1, checkout_timeout=0.2) as pool:
        with pool.checkout() as first:
            before = time.monotonic()
            with pytest.raises(TimeoutError), pool.checkout():
                pass
            assert 0.15 < time.monotonic() - before < 20
            assert first.feed_run("1") == 1
        with pool.checkout() as s:
            assert s.feed_run("2") == 2


def test_06_a_stuck_worker_is_ended(m):
    with m.Monty(request_timeout=0.3) as pool:
        with pool.checkout() as s:
            before = time.monotonic()
            with pytest.raises(m.MontyCrashedError) as caught:
                s.feed_run("while True: pass")
            assert caught.value.timed_out
            assert time.monotonic() - before < 20
            with pytest.raises(RuntimeError, match="already been finished"):
                s.feed_run("1")
        with pool.checkout() as s:
            assert s.feed_run("1 + 1") == 2


def test_07_inputs_win_and_builtins_are_not_replaced(session):
    lookup = {"x": 1, "len": lambda _: -1}
    assert session.feed_run("x", inputs={"x": 2}, external_lookup=lookup) == 2
    assert session.feed_run("len([1, 2])", external_lookup=lookup) == 2


def test_08_values_of_a_lookup_and_absent_names(m, session):
    assert session.feed_run("rows", external_lookup={"rows": [1, (2,)]}) == [1, (2,)]
    with pytest.raises(m.MontyRuntimeError) as caught:
        session.feed_run("missing", external_lookup={})
    assert str(caught.value) == "NameError: name 'missing' is not defined"
    with pytest.raises(m.MontyConversionError) as caught:
        session.feed_run("thing", external_lookup={"thing": object()})
    assert isinstance(caught.value.exception(), TypeError)
    assert session.feed_run("1") == 1


def test_08_functions_are_found_by_name_in_the_feed_that_runs(m, session):
    assert session.feed_run("f()", external_lookup={"f": lambda: 1}) == 1
    assert session.feed_run("f()", external_lookup={"f": lambda: 2}) == 2
    with pytest.raises(m.MontyRuntimeError, match="NameError"):
        session.feed_run("f()", external_lookup={})


def _raise(exc):
    raise exc


@pytest.mark.parametrize(
    "name", ["ValueError", "KeyError", "OSError", "ZeroDivisionError", "TimeoutError"]
)
def test_09_exceptions_of_the_host_are_caught_by_name(session, name):
    import builtins

    exc = getattr(builtins, name)("from outside")
    code = f"try:\n    f()\nexcept {name} as e:\n    r = str(e)\nr"
    got = session.feed_run(code, external_lookup={"f": lambda: _raise(exc)})
    assert "from outside" in got


def test_09_unknown_exceptions_are_runtime_errors(m, session):
    class Strange(Exception):
        pass

    lookup = {"f": lambda: _raise(Strange("odd"))}
    code = "try:\n    f()\nexcept RuntimeError as e:\n    r = str(e)\nr"
    assert session.feed_run(code, external_lookup=lookup) == "odd"
    with pytest.raises(m.MontyRuntimeError, match="RuntimeError: odd"):
        session.feed_run("f()", external_lookup=lookup)
