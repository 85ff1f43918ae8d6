"""The official clients of the npm registry, over stdio and HTTP, in both eras.

SPDX-License-Identifier: Apache-2.0
"""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from client import BUILD, CAISSON, TOKEN, Http

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def node():
    """A folder with drive.mjs and what it imports; skips without node."""
    made = subprocess.run(
        [ROOT / "tools/ops/node.sh", BUILD], capture_output=True, text=True, check=False
    )
    if made.returncode != 0:
        pytest.skip(f"no packages of npm here: {made.stderr.strip()[-300:]}")
    folder = Path(made.stdout.strip().splitlines()[-1])
    for script in ("drive.mjs", "ask.mjs"):
        shutil.copy(ROOT / "tests/mcp/node" / script, folder)
    return folder


def major():
    said = subprocess.run(["node", "--version"], capture_output=True, text=True)
    return int(said.stdout.strip().lstrip("v").split(".")[0])


def drive(node, which, *where, script="drive.mjs"):
    if which != "sdk" and major() < 20:
        pytest.skip("@modelcontextprotocol/client needs node 20")
    done = subprocess.run(
        ["node", script, which, *where],
        cwd=node,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize("which", ["sdk", "client", "modern"])
@pytest.mark.parametrize("way", ["stdio", "http"])
def test_a_client_of_npm_does_everything(node, which, way):
    if way == "stdio":
        got = drive(node, which, "stdio", CAISSON, "mcp")
    else:
        with Http() as server:
            got = drive(node, which, "http", server.url, TOKEN)
    assert {"run_code", "wait", "fs_read"} <= set(got["tools"])
    assert "Python" in got["instructions"]
    assert got["stdout"] == "hi\n"
    assert got["value"] == 42
    assert got["isError"] is True
    assert got["restarted"] == "NameError"
    said = [m for _, m in got["progress"]]
    assert said[:3] == ["starting", "running", "still running"]
    assert set(said[3:]) <= {"still running"}
    assert got["cancelled"] == "yes"
    assert got["after"] == 1
    assert got["size"] == 3
    assert got["text"] == "abc"


POLICY = """\
version: 1
approver: callback
depth_allow: [check, interp]
tools: {allow: [pay], approve: [pay]}
"""
TOOL = "import sys, json; print(json.dumps(['paid', json.load(sys.stdin)['args']]))"


@pytest.mark.parametrize("which", ["sdk", "client", "modern"])
@pytest.mark.parametrize("answer", ["yes", "no"])
def test_mcp_23_and_9_a_client_of_npm_is_asked_and_told(node, which, answer, tmp_path):
    policy = tmp_path / "policy.yaml"
    policy.write_text(POLICY)
    policy.chmod(0o600)
    tool = tmp_path / "pay.py"
    tool.write_text(TOOL)
    call = f"pay={sys.executable} {tool}"
    command = [CAISSON, "mcp", "--policy", str(policy), "--call", call]
    got = drive(node, which, answer, str(policy), *command, script="ask.mjs")
    assert len(got["asked"]) == 1
    assert "pay" in got["asked"][0]
    assert got["isError"] is (answer == "no")
    if answer == "yes":
        assert got["value"] == ["paid", [7]]
    assert got["heard"] is True
    assert got["changed"] is True
