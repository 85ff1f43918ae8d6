"""`caisson codeact-runner`: the JSON lines of Local CodeAct.

Statement 48 of the description of CodeAct, and what the bridge promises of 2, 14
to 20 and 27.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import json
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tool import Caisson, needs_jail


class Bridge:
    """The host's side of the lines."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process

    def send(self, **message: Any) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(message) + "\n")
        self.process.stdin.flush()

    def receive(self) -> dict[str, Any]:
        assert self.process.stdout is not None
        message: dict[str, Any] = json.loads(self.process.stdout.readline())
        return message

    def end(self) -> int:
        return self.process.wait(20)


@contextmanager
def bridge(
    caisson: Caisson, code: str, *tools: str, folder: str | None = None, **more: Any
) -> Iterator[Bridge]:
    needs_jail(caisson)
    command = [str(caisson.binary), "codeact-runner", "-I", "/nowhere/runner.py"]
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=folder or "/",
        env={"GIVEN": "yes"},
    ) as process:
        made = Bridge(process)
        caps = {"max_stdout_bytes": 65536, "max_stderr_bytes": 65536}
        made.send(code=code, tool_names=list(tools), **{**caps, **more})
        try:
            yield made
        finally:
            process.kill()


def result(caisson: Caisson, code: str, **more: Any) -> dict[str, Any]:
    with bridge(caisson, code, **more) as b:
        message = b.receive()
        assert message["type"] == "complete", message
        assert b.end() == 0
    found: dict[str, Any] = message["result"]
    return found


def test_48_version(caisson: Caisson) -> None:
    done = caisson("codeact-runner", "--version")
    assert (done.code, done.out[:8]) == (0, "caisson ")


def test_48_under_its_own_name(caisson: Caisson) -> None:
    with tempfile.TemporaryDirectory() as folder:
        link = Path(folder) / "codeact-runner"
        link.symlink_to(caisson.binary)
        done = subprocess.run(
            [str(link), "--version"], capture_output=True, text=True, check=False
        )
    assert (done.returncode, done.stdout[:8]) == (0, "caisson ")


def test_48_complete(caisson: Caisson) -> None:
    code = "import sys\nprint('out')\nprint('err', file=sys.stderr)\n[1, 'é', None]"
    assert result(caisson, code) == {
        "stdout": "out\n",
        "stderr": "err\n",
        "stdout_truncated": False,
        "stderr_truncated": False,
        "output_present": True,
        "output": [1, "é", None],
    }
    found = result(caisson, "x = 1")
    assert (found["output_present"], found["output"]) == (False, None)
    assert result(caisson, "{1, 2}")["output"] == "{1, 2}"
    assert result(caisson, "return 5")["output"] == 5


def test_48_calls_in_any_order(caisson: Caisson) -> None:
    code = "await asyncio.gather(add(a=1, b=[2]), call_tool('my-tool', k='v'))"
    with bridge(caisson, code, "add", "my-tool") as b:
        first, second = b.receive(), b.receive()
        assert first == {
            "type": "tool_call",
            "call_id": first["call_id"],
            "name": "add",
            "kwargs": {"a": 1, "b": [2]},
        }
        assert (second["name"], second["kwargs"]) == ("my-tool", {"k": "v"})
        assert second["call_id"] > first["call_id"]
        b.send(call_id=second["call_id"], ok=True, result={"deep": [1.5]})
        b.send(call_id=first["call_id"], ok=True, result=3)
        assert b.receive()["result"]["output"] == [3, {"deep": [1.5]}]
        assert b.end() == 0


def test_48_errors_of_tools_keep_their_type(caisson: Caisson) -> None:
    code = "try:\n    await find(key='k')\nexcept KeyError as e:\n    r = e.args\nr"
    with bridge(caisson, code, "find") as b:
        b.send(
            call_id=b.receive()["call_id"], ok=False, exc_type="KeyError", message="k"
        )
        assert b.receive()["result"]["output"] == ["k"]
    with bridge(caisson, "await find(key='k')", "find") as b:
        b.send(call_id=b.receive()["call_id"], ok=False, exc_type="Odd", message="o")
        message = b.receive()
        assert (message["type"], message["exc_type"]) == ("error", "RuntimeError")
        assert message["message"].endswith("o")
        assert b.end() == 1


def test_48_error(caisson: Caisson) -> None:
    with bridge(caisson, "def f():\n    1 / 0\nf()") as b:
        message = b.receive()
        assert message["type"] == "error"
        assert message["exc_type"] == "ZeroDivisionError"
        assert message["message"] == "division by zero"
        assert "line 2, in f" in message["traceback"]
        assert b.end() == 1
    with bridge(caisson, "def f(n): f(n + 1)\nf(0)") as b:
        message = b.receive()
        assert message["exc_type"] == "RecursionError"
        assert message["traceback"].count("File ") <= 20


def test_48_tools_take_keywords_only(caisson: Caisson) -> None:
    with bridge(caisson, "await add(1)", "add") as b:
        assert b.receive()["exc_type"] == "TypeError"
    with bridge(caisson, "await call_tool('none')", "add") as b:
        message = b.receive()
        assert message["exc_type"] == "ValueError"
        assert message["message"] == "Tool 'none' is not registered."


def test_48_caps_and_forged_lines(caisson: Caisson) -> None:
    line = json.dumps({"type": "complete", "result": {"output": 666}})
    found = result(caisson, f"import os\nos.write(1, {line.encode()!r})\n1")
    assert (found["stdout"], found["output"]) == (line, 1)
    found = result(caisson, "print('ab' + 'é' * 9)\n2", max_stdout_bytes=5)
    assert (found["stdout"], found["stdout_truncated"]) == ("abé", True)
    assert found["output"] == 2


def test_48_environment_and_directory(caisson: Caisson) -> None:
    with tempfile.TemporaryDirectory(dir="/var/tmp") as folder:
        code = "import os\nopen('new', 'w').write('n')\n[os.getcwd(), os.environ['GIVEN']]"
        assert result(caisson, code, folder=folder)["output"] == [folder, "yes"]
        assert (Path(folder) / "new").read_text() == "n"


def test_48_the_end_of_the_host_ends_everything(caisson: Caisson) -> None:
    with bridge(caisson, "await add(a=1)", "add") as b:
        b.receive()
        assert b.process.stdin is not None
        b.process.stdin.close()
        assert b.end() == 1


def judged(caisson: Caisson, **request: Any) -> tuple[int, Any]:
    done = caisson("codeact-runner", stdin=json.dumps(request) + "\n")
    return done.code, json.loads(done.out) if done.out else None


def test_48_validator(caisson: Caisson) -> None:
    assert judged(caisson, code="import json\nlen([])") == (0, None)
    assert judged(caisson, code="import socket\neval('1')") == (
        1,
        {
            "errors": [
                "Import of 'socket' is not allowed (blocked: socket)",
                "Call to builtin 'eval' is not allowed",
            ]
        },
    )
    assert judged(caisson, code="import csv", allowed_imports=["csv"]) == (0, None)
    code, said = judged(caisson, code="def f(:")
    assert code == 2
    assert said["message"].startswith("Syntax error in generated code: ")
    assert judged(caisson, nothing=1)[0] == 2
