"""test_debugging.py - what docs/debugging.md says of CAISSON_TRACE and gdb.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest
from tool import Caisson

ROOT = Path(__file__).resolve().parents[2]

PROGRAM = """\
def area(width, height=3):
    sides = [width, height, 2.5, None, True]
    names = {"w": width, "text": "caf\\u00e9"}
    print("here", sides, names)
    return width * height

area(7)
"""


def trace(caisson: Caisson, words: str, code: str, *options: str) -> list[str]:
    """Lines of the trace of a run."""
    done = caisson(
        "run", "--in-process", *options, "-c", code, env={"CAISSON_TRACE": words}
    )
    return [
        line.removeprefix("caisson trace: ")
        for line in done.err.splitlines()
        if line.startswith("caisson trace: ")
    ]


def test_a_run_is_traced_from_start_to_end(caisson: Caisson) -> None:
    lines = trace(caisson, "all", "print('x')")
    assert lines[0].startswith('run "')
    assert "depth interp" in lines[0]
    assert any(line.startswith("stop: done") for line in lines)
    assert lines[-1] == "done"


def test_requests_show_arguments_and_answers(caisson: Caisson) -> None:
    with tempfile.TemporaryDirectory() as host:
        (Path(host) / "f").write_text("hello")
        code = "open('/m/f').read(); open('/m/none')"
        lines = trace(caisson, "requests", code, "--mount", f"{host}:/m:ro")
    asked = [line for line in lines if line.startswith("request ")]
    assert any('"/m/f"' in line and " -> " in line for line in asked)
    assert any('"/m/none"' in line and " raises " in line for line in asked)
    assert not any(line.startswith("stop") for line in lines)


def test_calls_show_the_tool_and_its_answer(caisson: Caisson) -> None:
    tool = """t=echo '{"id": 1, "result": "seven"}'"""
    lines = trace(caisson, "calls", "t(7)", "--tool", tool)
    calls = [line for line in lines if line.startswith("call t ")]
    assert len(calls) == 1 and "7" in calls[0]
    assert any(line.startswith("answer: value") and "seven" in line for line in lines)


def test_nothing_is_traced_unless_asked(caisson: Caisson) -> None:
    assert trace(caisson, "", "1") == []
    assert trace(caisson, "calls", "1")[1:] == []


def test_an_unknown_word_is_told(caisson: Caisson) -> None:
    assert "unknown 'everything'" in trace(caisson, "everything", "1")[0]


def in_gdb(caisson: Caisson, *commands: str) -> str:
    """What gdb prints for the commands, stopped in the call of print()."""
    gdb = shutil.which("gdb")
    if not gdb:
        pytest.skip("no gdb here")
    told = ("break builtin_print", "run", *commands)
    script = [part for command in told for part in ("-ex", command)]
    with tempfile.TemporaryDirectory() as scratch:
        program = Path(scratch) / "g.py"
        program.write_text(PROGRAM)
        done = subprocess.run(
            [gdb, "-q", "-batch", "-x", str(ROOT / "tools/gdb/caisson.py"), *script]
            + ["--args", str(caisson.binary), "run", "--in-process", str(program)],
            capture_output=True,
            text=True,
            timeout=240,
            check=False,
        )
    if "ptrace: Operation not permitted" in done.stderr:
        pytest.skip("no ptrace here")
    if "builtin_print (ctx" not in done.stdout:
        pytest.skip("a build without debug information")
    return done.stdout


def test_gdb_shows_values_as_python_does(caisson: Caisson) -> None:
    out = in_gdb(caisson, "print args[0]", "print args[1]", "print args[2]")
    assert "$1 = 'here'" in out
    assert "$2 = [7, 3, 2.5, None, True]" in out
    assert "$3 = {'w': 7, 'text': 'caf\u00e9'}" in out


def test_gdb_shows_the_programs_stack_and_registers(caisson: Caisson) -> None:
    out = in_gdb(caisson, "cs-bt", "cs-regs", "cs-regs 0")
    lines = out.splitlines()
    assert any(line.startswith("#1  area (") and "g.py" in line for line in lines)
    assert any(line.startswith("#0  <module> (") for line in lines)
    assert any(line.split() == ["R[0]", "width", "7"] for line in lines)
    assert "sides        [7, 3, 2.5, None, True]" in out


def test_gdb_shows_objects_behind_offsets(caisson: Caisson) -> None:
    frame = "((cs_frame *)(ctx->base + 0x01300000))[1]"
    out = in_gdb(caisson, f"print {frame}", f"cs-obj {frame}.func")
    assert "= area (" in out
    assert "FUNC at 0x" in out and "<func area>" in out
    assert "defaults = (3,)" in out and "<code area>" in out
