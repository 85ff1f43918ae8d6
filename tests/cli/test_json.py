"""--json and --stats: results for programs.

SPDX-License-Identifier: Apache-2.0
"""

import json
import re

from tool import Caisson


def test_result_of_a_good_run(caisson: Caisson) -> None:
    result = caisson.code("print('hello')\n[1, 'a']", "--json").json
    assert result["schema"] == "caisson.result/1"
    assert result["status"] == "ok"
    assert result["depth"] == "interp"
    assert result["value_present"] is True
    assert result["value_repr"] == "[1, 'a']"
    assert result["stdout"] == "hello\n"
    assert result["stdout_bytes"] == 6
    assert result["stderr"] == ""
    assert result["exit_code"] == 0
    assert "error" not in result and "limit" not in result
    usage = result["usage"]
    assert usage["fuel"] > 0 and usage["memory_peak_bytes"] > 0
    assert result["duration_ms"] > 0


def test_no_value(caisson: Caisson) -> None:
    result = caisson.code("x = 1", "--json").json
    assert result["value_present"] is False and "value_repr" not in result


def test_value_with_its_own_repr(caisson: Caisson) -> None:
    code = "class A:\n  def __repr__(self): return '<A\"\\n\\x01>'\nA()"
    assert caisson.code(code, "--json").json["value_repr"] == '<A"\n\x01>'


def test_repr_that_raises(caisson: Caisson) -> None:
    code = "class A:\n  def __repr__(self): 1/0\nA()"
    done = caisson.code(code, "--json")
    assert done.json["status"] == "ok", done


def test_result_of_an_exception(caisson: Caisson) -> None:
    code = "def f(x):\n  return {}[x]\nprint(1)\nf('key')"
    done = caisson.code(code, "--json")
    assert done.code == 1
    error = done.json["error"]
    assert error["type"] == "KeyError"
    assert error["message"] == "'key'"
    assert error["line"] == 2
    assert error["phase"] == "run"
    assert error["traceback"][0] == "Traceback (most recent call last):"
    assert error["traceback"][-1] == "KeyError: 'key'"
    assert done.json["stdout"] == "1\n"
    assert done.err == ""


def test_message_of_several_lines(caisson: Caisson) -> None:
    error = caisson.code("raise ValueError('a\\nb: c')", "--json").json["error"]
    assert error["message"] == "a\nb: c", error


def test_chained_exception_reports_the_last(caisson: Caisson) -> None:
    code = "try: 1/0\nexcept Exception as e: raise KeyError(1) from e"
    error = caisson.code(code, "--json").json["error"]
    assert (error["type"], error["message"]) == ("KeyError", "1"), error


def test_result_of_a_syntax_error(caisson: Caisson) -> None:
    error = caisson.code("x = (1,\n  y = 2\n", "--json").json["error"]
    assert error["type"] == "SyntaxError"
    assert error["phase"] == "compile"
    assert error["line"] == 1, error


def test_result_of_an_exit(caisson: Caisson) -> None:
    done = caisson.code("import sys; sys.exit(124)", "--json")
    assert done.code == 124
    assert done.json["status"] == "error"
    assert done.json["reason"] == "exit"


def test_result_of_a_timeout(caisson: Caisson) -> None:
    done = caisson.code("print(1)\nwhile 1: pass", "--json", "--timeout=100ms")
    assert done.code == 124
    assert done.json["status"] == "timeout" and done.json["limit"] == "timeout"
    assert done.json["stdout"] == "1\n"


def test_failure_before_the_start_is_one_object_too(caisson: Caisson) -> None:
    for args in (
        ("run", "--json", "no-such-file"),
        ("run", "--json", "--nonsense"),
        ("run", "--json", "--memory", "x", "-c", "1"),
        ("run", "--json"),
    ):
        done = caisson(*args)
        assert done.code == 125, (args, done)
        result = done.json
        assert result["status"] == "denied" and result["exit_code"] == 125
        assert result["error"]["message"] and result["error"]["hint"]


def test_output_that_is_no_utf8(caisson: Caisson) -> None:
    code = "import sys; sys.stdout.buffer.write(b'a\\xffb')"
    done = caisson.code(code, "--json")
    assert done.json["stdout"] == "a�b", done


def test_stats_are_the_last_line_of_stderr(caisson: Caisson) -> None:
    done = caisson.code(
        "import sys; print('x'); print('warn', file=sys.stderr)",
        "--stats",
        "json",
        "--repeat",
        "3",
    )
    assert done.out == "x\n", "printed once"
    first, last = done.err.splitlines()
    stats = json.loads(last)
    assert first == "warn"
    assert set(stats) >= {"compile_us", "run_us", "instructions", "peak_bytes"}
    assert stats["instructions"] > 0 and stats["run_us"] > 0


def test_coroutines_that_are_over_are_garbage(caisson: Caisson) -> None:
    """The list of those that may have something to finish kept them once more."""
    done = caisson.code(
        "async def leaf(n): return n\n"
        "async def top(n):\n"
        "    return sum([await leaf(i) for i in range(n) if not await leaf(0)])\n"
        "try: top(120_000).send(None)\n"
        "except StopIteration as e: print(e.value)",
        "--stats",
        "json",
    )
    assert done.out == "7199940000\n"
    assert json.loads(done.err)["peak_bytes"] < 16_000_000


def test_stats_after_a_failure(caisson: Caisson) -> None:
    done = caisson.code("1/0", "--stats=json", "--repeat=5")
    lines = done.err.splitlines()
    assert done.code == 1
    assert sum("ZeroDivisionError" in line for line in lines) == 1, lines
    assert json.loads(lines[-1])["instructions"] > 0


def test_repeats_are_independent(caisson: Caisson) -> None:
    code = (
        "import builtins, sys\n"
        "assert not hasattr(builtins, 'mark')\n"
        "assert not hasattr(sys, 'mark')\n"
        "builtins.mark = sys.mark = 1\n"
    )
    done = caisson.code(code, "--repeat", "4", "--stats", "json")
    assert done.code == 0, done


def test_stats_knows_only_json(caisson: Caisson) -> None:
    done = caisson.code("1", "--stats", "xml")
    assert done.code == 125 and "expected one of json" in done.err, done


def test_who_ran_it_where_and_why(caisson: Caisson) -> None:
    one, two = (caisson.code("1", "--json").json for _ in range(2))
    assert re.fullmatch("ses_[0-9a-f]{32}", one["session_id"])
    assert re.fullmatch("run_[0-9a-f]{32}", one["run_id"])
    assert one["run_id"] != two["run_id"]
    assert one["depth"] == "interp" and "auto" in one["depth_reason"]
    assert "--depth" in caisson.code("1", "--json", "--depth=interp").json["depth_reason"]


def test_enforcement_says_what_is_missing(caisson: Caisson) -> None:
    here = caisson.code("1", "--json", "--in-process").json
    assert (here["enforcement"]["level"], here["enforcement"]["missing"]) == ("degraded", ["worker"])
    assert here["enforcement"]["hash"].startswith("sha256:")
    assert here["warnings"], here
    there = caisson.code("1", "--json").json
    missing = there["enforcement"]["missing"]
    assert set(missing) <= {"worker"}, there  # sanitizers
    assert there["enforcement"]["level"] == ("degraded" if missing else "full")
    assert there["warnings"] == []


def test_usage_counts(caisson: Caisson) -> None:
    code = "print('\u20ac'); x = [i for i in range(300_000)]; len(x)"
    result = caisson.code(code, "--json").json
    assert result["stdout_bytes"] == 4 and result["truncated"] is False
    usage = result["usage"]
    assert usage["cpu_ms"] > 0 and usage["host_calls"] == 0
    assert usage["memory_peak_bytes"] > 2_000_000
    assert result["value"] == 300_000
    done = caisson.code("while 1: print('x' * 99)", "--max-output=5k", "--json")
    assert done.json["truncated"] is True


def test_both_places_tell_the_same(caisson: Caisson) -> None:
    """But for times, names and what is around the program."""
    changing = {"session_id", "run_id", "duration_ms", "usage", "enforcement", "warnings"}
    for code in ("{'a': (1, 2.5)}", "1 / 0", "def f(: pass", "raise SystemExit('bye')",
                 "x = {1, 2}\nx", "'x' * 10**12", "print('a'); None"):
        there, here = (caisson.code(code, "--json", *place).json for place in ((), ("--in-process",)))
        for result in (there, here):
            for key in changing:
                result.pop(key)
        assert there == here, code


def test_a_long_repr_is_cut(caisson: Caisson) -> None:
    result = caisson.code("'\u20ac' * 100_000", "--json").json
    assert len(result["value_repr"].encode()) <= 65536 and result["value_repr_cut"]
    assert result["value"] == "\u20ac" * 100_000


def test_a_check_is_a_result_too(caisson: Caisson) -> None:
    good = caisson.code("1 / 0", "--json", "--depth=check")
    assert (good.code, good.json["status"], good.json["depth"]) == (0, "ok", "check")
    bad = caisson.code("def f(:", "--json", "--depth=check")
    assert (bad.code, bad.json["status"]) == (1, "invalid"), bad
    assert bad.json["error"]["phase"] == "check" and bad.json["error"]["line"] == 1
