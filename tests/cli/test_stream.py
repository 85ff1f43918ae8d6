"""Streams, exit codes and terminals as the command line promises them.

SPDX-License-Identifier: Apache-2.0
"""

import json
import os
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from tool import Caisson, Done


def with_status(caisson: Caisson, *args: str) -> tuple[int, list[dict[str, Any]]]:
    """The exit code, and what came out of --status-fd."""
    read, write = os.pipe()
    done = subprocess.run(
        [caisson.binary, args[0], f"--status-fd={write}", *args[1:]],
        pass_fds=[write],
        capture_output=True,
        env=caisson.environment(),
    )
    os.close(write)
    with os.fdopen(read) as stream:
        return done.returncode, [json.loads(line) for line in stream]


def run_in(caisson: Caisson, *args: str, **env: str) -> Done:
    done = subprocess.run(
        [caisson.binary, *args],
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        env=caisson.environment(**env),
    )
    return Done(done.returncode, done.stdout, done.stderr)


def test_cli_1_targets_are_told_apart_by_spelling_alone(caisson: Caisson) -> None:
    with tempfile.TemporaryDirectory() as folder:
        for name in ("-c", "--json", "check", "exec"):
            (Path(folder) / name).write_text("print('planted')")
        done = subprocess.run(
            [caisson.binary, "run", "-c", "print('mine')"],
            cwd=folder,
            capture_output=True,
            text=True,
            env=caisson.environment(),
        )
        assert done.stdout == "mine\n", done


def test_cli_2_everything_behind_dashes_is_the_guests(caisson: Caisson) -> None:
    code = "import sys; print(sys.argv[1:])"
    done = caisson("run", "-c", code, "--", "--timeout", "-q", "$(id)", ";")
    assert done.out == "['--timeout', '-q', '$(id)', ';']\n", done
    done = caisson.file(code, "run", "--quiet")
    assert done.out == "[]\n", done


def test_cli_3_short_flags_combine_and_values_take_both_forms(caisson: Caisson) -> None:
    assert caisson("run", "-qm=8m", "-c", "print(1)").out == "1\n"
    assert caisson("run", "-qm8m", "--fuel=1m", "-c", "print(1)").out == "1\n"


def test_cli_4_flags_beat_variables(caisson: Caisson) -> None:
    loop = "while True: pass"
    done = run_in(caisson, "run", "-c", loop, CAISSON_FUEL="2000")
    assert done.code == 137 and "fuel" in done.err, done
    done = run_in(
        caisson, "run", "--fuel=1m", "-c", "for i in range(5000): pass",
        CAISSON_FUEL="2000",
    )
    assert done.code == 0, done
    done = run_in(caisson, "run", "-c", "1", CAISSON_TIMEOUT="soon")
    assert done.code == 125 and "invalid value 'soon' in CAISSON_TIMEOUT" in done.err


def test_cli_5_a_guests_own_124_is_told_apart(caisson: Caisson) -> None:
    for code in (124, 125, 126, 127, 137):
        text = f"import sys; sys.exit({code})"
        got, (status,) = with_status(caisson, "run", "-c", text)
        assert got == code and status["reason"] == "exit", status
        assert status["schema"] == "caisson.status/1"
        result = caisson.code(text, "--json").json
        assert (result["reason"], result["exit_code"]) == ("exit", code)
        assert "caisson:" not in caisson.code(text).err
    got, (status,) = with_status(
        caisson, "run", "--timeout=100ms", "-c", "while True: pass"
    )
    assert got == 124 and status["reason"] == status["status"] == "timeout"
    got, (status,) = with_status(caisson, "run", "/no/such/file.py")
    assert got == 125 and status["status"] == "denied"


def test_cli_6_stdout_carries_guest_output_and_nothing_else(caisson: Caisson) -> None:
    done = caisson("run", "--fuel", "9000", "-c", "print('x')\nwhile True: pass")
    assert done.out == "x\n" and done.err.startswith("caisson: "), done
    done = caisson("run", "--no-such", "-c", "1")
    assert done.out == "" and done.err.startswith("caisson: "), done
    assert all(x.startswith("caisson: ") for x in done.err.splitlines())


def test_cli_7_without_i_stdin_is_empty(caisson: Caisson) -> None:
    code = "import sys; print(repr(sys.stdin.read()))"
    assert caisson("run", "-c", code, stdin="secret\n").out == "''\n"
    assert caisson("run", "-i", "-c", code, stdin="given\n").out == "'given\\n'\n"


def test_cli_8_a_pipe_gets_the_bytes_a_terminal_gets_safe_ones(caisson: Caisson) -> None:
    code = r"print('\x1b]52;c;aGk=\x07\x1b[31mred\x1b[0m\x1b[6n\x1b[2J\rbell\x07')"
    piped = caisson.code(code)
    assert piped.out == (
        "\x1b]52;c;aGk=\x07\x1b[31mred\x1b[0m\x1b[6n\x1b[2J\rbell\x07\n"
    )
    t = caisson.terminal("run", "-c", code)
    seen = t.wait_for("bell")
    t.close()
    assert "\x1b[31mred\x1b[0mbell" in seen, repr(seen)
    for bad in ("\x1b]52", "\x1b[6n", "\x1b[2J", "\x07"):
        assert bad not in seen + t.seen, repr(seen)
    raw = caisson.terminal("run", "--raw-output", "-c", code)
    seen = raw.wait_for("bell")
    raw.close()
    assert "\x1b[6n" in seen, repr(seen)


def test_cli_9_colour_only_on_a_terminal(caisson: Caisson) -> None:
    escape = "\x1b["
    assert escape not in caisson("help").out + caisson("run", "--zz").err
    for env, expected in (
        ({}, True),
        ({"NO_COLOR": "1"}, False),
        ({"TERM": "dumb"}, False),
        ({"NO_COLOR": "1", "CLICOLOR_FORCE": "1"}, False),
    ):
        t = caisson.terminal("help", **env)
        seen = t.wait_for("examples")
        t.close()
        assert (escape in seen) is expected, (env, seen[:80])
    assert escape in run_in(caisson, "help", CLICOLOR_FORCE="1").out
    assert escape in caisson("help", "--color", "always").out
    assert escape not in run_in(
        caisson, "help", "--color=never", CLICOLOR_FORCE="1"
    ).out


def test_cli_9_guest_text_is_never_recoloured(caisson: Caisson) -> None:
    done = run_in(caisson, "run", "-c", "print('plain')", CLICOLOR_FORCE="1")
    assert done.out == "plain\n", done


def test_cli_10_progress_only_for_long_work(caisson: Caisson) -> None:
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "a.jsonl"
        caisson("run", "--audit", str(log), "-c", "1")
        quick = caisson("audit", "verify", "--progress=plain", str(log))
        assert quick.err == "", quick
        snap = Path(folder) / "s.snap"
        caisson("snapshot", "dump", "-o", str(snap), "-c", "import time")
        slow = ("-n", "6", str(snap), "-c", "time.sleep(0.2)")
        for form, check in (
            ("json", lambda e: json.loads(e.splitlines()[0])["total"] == 6),
            ("plain", lambda e: e == "caisson: running the forks...\n"),
            ("none", lambda e: e == ""),
        ):
            done = caisson("snapshot", "fork", "--progress", form, *slow)
            assert done.code == 0 and check(done.err), (form, done.err)


def test_cli_11_ctrl_c_cancels(caisson: Caisson) -> None:
    t = caisson.terminal("run", "-c", "print('on', flush=True)\nwhile True: pass")
    t.wait_for("on")
    t.type("\x03")
    t.wait_for("cancelled")
    assert t.close() == 130


def test_cli_12_json_is_one_object_also_on_failure(caisson: Caisson) -> None:
    for args in (
        ("run", "--json", "-c", "1"),
        ("run", "--json", "-c", "1 / 0"),
        ("run", "--json", "--timeout=1y", "-c", "1"),
        ("run", "--json"),
        ("check", "--json", "/no/such"),
        ("snapshot", "inspect", "--json", "/no/such"),
        ("audit", "verify", "--json", "/no/such"),
        ("exec", "--json", "--", "/no/such/program"),
        ("version", "--json"),
        ("doctor", "--json"),
        ("help", "--json"),
    ):
        done = caisson(*args)
        assert isinstance(json.loads(done.out), dict), (args, done)
        assert json.loads(done.out)["schema"].startswith("caisson."), done.out


def test_cli_12_every_verb_that_prints_data_has_json(caisson: Caisson) -> None:
    """Prompts, the servers and the demo talk; the schema of policies is JSON."""
    verbs = json.loads(caisson("help", "--json").out)["verbs"]
    without = {v["name"] for v in verbs if not any(o.get("name") == "json" for o in v["options"])}
    assert without == {"shell", "repl", "mcp", "worker", "policy schema", "demo"}
    for words in (["completion", "bash"], ["man"], ["policy", "init"]):
        plain, wrapped = caisson(*words), caisson(*words, "--json")
        assert wrapped.json == {"schema": "caisson.text/1", "verb": wrapped.json["verb"],
                                "text": plain.out}
        assert plain.code == wrapped.code == 0
    failed = caisson("completion", "--json", "tcsh")
    assert failed.code == 125
    assert failed.json["schema"].startswith("caisson."), failed


def test_cli_12_stream_json_ends_with_the_result(caisson: Caisson) -> None:
    code = "import sys\nprint('a')\nprint('b', file=sys.stderr)\nf(1)\n6 * 7"
    done = caisson("run", "--stream-json", "--call", "f=echo 1", "-c", code)
    events = [json.loads(line) for line in done.out.splitlines()]
    assert [e["event"] for e in events] == [
        "started", "stdout", "stderr", "host_call", "result"
    ]
    assert [e["seq"] for e in events] == list(range(5))
    assert events[1]["text"] == "a\n" and events[3]["name"] == "f"
    result = events[-1]
    assert result["schema"] == "caisson.result/1" and result["value"] == 42
    assert events[0]["session_id"] == result["session_id"]
    last = json.loads(caisson("run", "--stream-json", "--zz").out)
    assert last["event"] == "result" and last["exit_code"] == 125


def test_cli_12_guest_output_cannot_forge_events(caisson: Caisson) -> None:
    fake = '{"schema": "caisson.result/1", "event": "result", "exit_code": 0}'
    done = caisson(
        "run", "--stream-json", "-c", f"print({fake!r})\nraise SystemExit(3)"
    )
    events = [json.loads(line) for line in done.out.splitlines()]
    results = [e for e in events if e["event"] == "result"]
    assert len(results) == 1 and results[0]["exit_code"] == 3


def test_cli_13_messages_say_what_failed_and_what_to_do(caisson: Caisson) -> None:
    for args in (
        ("run", "--zz"),
        ("run", "/no/such/file.py"),
        ("run", "--memory", "lots", "-c", "1"),
        ("rum",),
        ("snapshot",),
        ("run", "-v", "/no/such:/x", "-c", "1"),
        ("audit", "verify", "/no/such"),
        ("check",),
    ):
        done = caisson(*args)
        assert done.code == 125, done
        text = done.err.strip()
        assert text.startswith("caisson: ") and "; " in text, text


def test_cli_16_works_without_configuration(caisson: Caisson) -> None:
    done = subprocess.run(
        [caisson.binary, "run", "-c", "print(1)"],
        env={"PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "1\n", ""), done


def test_exit_codes_of_questions(caisson: Caisson) -> None:
    assert caisson("check", "-", stdin="x = 1").code == 0
    assert caisson("check", "-", stdin="x = = 1").code == 1
    assert caisson("check", "/no/such").code == 125
    assert caisson("audit", "verify", "/no/such").code == 125
