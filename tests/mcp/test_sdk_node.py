"""The official clients of the npm registry, over stdio and HTTP, in both eras.

SPDX-License-Identifier: Apache-2.0
"""

import json
import shutil
import subprocess
from pathlib import Path

import pytest
from client import BUILD, CAISSON, TOKEN, Http

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def node():
    """A folder with drive.mjs and what it imports; skips without node."""
    made = subprocess.run(
        [ROOT / "tools/node.sh", BUILD], capture_output=True, text=True, check=False
    )
    if made.returncode != 0:
        pytest.skip(f"no packages of npm here: {made.stderr.strip()[-300:]}")
    folder = Path(made.stdout.strip().splitlines()[-1])
    shutil.copy(ROOT / "tests/mcp/node/drive.mjs", folder)
    return folder


def major():
    said = subprocess.run(["node", "--version"], capture_output=True, text=True)
    return int(said.stdout.strip().lstrip("v").split(".")[0])


def drive(node, which, *where):
    if which != "sdk" and major() < 20:
        pytest.skip("@modelcontextprotocol/client needs node 20")
    done = subprocess.run(
        ["node", "drive.mjs", which, *where],
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
