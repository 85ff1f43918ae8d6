"""A policy and an audit log around the MCP server.

SPDX-License-Identifier: Apache-2.0
"""

import json
import subprocess

import pytest
from client import CAISSON, Stdio

POLICY = """\
version: 1
depth_allow: [check, interp]
limits:
  guest_ms: 2s
  heap_bytes: 64MiB
fs:
  mounts:
    - {host: %s, guest: /data, mode: ro}
  deny: [/data/private]
env:
  set: {GREETING: hello}
clock: 2030-01-01T00:00:00Z
"""


@pytest.fixture
def ruled(tmp_path):
    """A server under a policy, with a log; its folder."""
    data = tmp_path / "data"
    data.mkdir()
    (data / "open").write_text("seen")
    (data / "private").write_text("SECRET")
    policy = tmp_path / "policy.yaml"
    policy.write_text(POLICY % data)
    policy.chmod(0o600)
    log = tmp_path / "audit.jsonl"
    with Stdio("--policy", str(policy), "--audit", str(log)) as s:
        s.open()
        s.log = log
        yield s


def records(link):
    link.close()
    done = subprocess.run(
        [CAISSON, "audit", "verify", str(link.log)], capture_output=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in link.log.read_text().splitlines()]


def test_the_policy_is_what_code_gets(ruled):
    got = ruled.run(
        "import os, time\ndict(os.environ), open('/data/open').read(), time.gmtime().tm_year"
    )
    assert got["value"] == [{"GREETING": "hello"}, "seen", 2030]
    assert ruled.run("open('/data/open', 'w')")["status"] == "error"
    denied = ruled.run("open('/data/private').read()")
    assert denied["status"] == "error"
    assert "SECRET" not in json.dumps(denied)
    assert denied["denials"][0]["capability"] == "fs.read"
    assert "policy.yaml:" in denied["denials"][0]["rule"]
    read = ruled.tool("fs_read", path="/data/private", session_id=got["session_id"])
    assert read["status"] == "error"
    assert "SECRET" not in json.dumps(read)
    big = ruled.run("x = [0] * 10**8")
    assert big["limit"] == "memory"


def test_mcp_11_the_policy_decides_what_is_listed(ruled):
    tools = {t["name"]: t for t in ruled.result("tools/list")["tools"]}
    assert "run_shell" not in tools
    depth = tools["run_code"]["inputSchema"]["properties"]["depth"]
    assert depth["enum"] == ["auto", "interp"]
    said = tools["run_code"]["description"]
    assert "'/data' (reading only)" in said
    assert "Environment variables: 'GREETING'." in said
    assert "The clock is fixed" in said
    assert "Limits: 2 s of computing" in said
    assert "64 MiB of memory" in said
    assert tools["run_code"]["annotations"]["readOnlyHint"] is True


def test_com_2_widening_names_the_rule_and_is_audited(ruled):
    got = ruled.run("1", timeout_ms=5000)
    assert got["status"] == "denied"
    denial = got["denials"][0]
    assert denial["rule"] == "policy.yaml:4 limits.guest_ms"
    assert denial["allowed"] == [2000]
    deeper = ruled.run("1", depth="process")
    assert deeper["denials"][0]["rule"].startswith("policy.yaml:2 depth_allow")
    found = [r for r in records(ruled) if r["kind"] == "policy.widens"]
    assert [r["object"] for r in found] == ["timeout_ms", "process"]
    assert {r["decision"] for r in found} == {"deny"}


def test_every_call_is_in_the_log(ruled):
    made = ruled.run("1 + 1")
    ruled.tool("session_list")
    log = records(ruled)
    calls = [r["object"] for r in log if r["kind"] == "mcp.call"]
    assert calls == ["run_code", "session_list"]
    runs = [r for r in log if r["kind"] == "run.start"]
    assert [r["session"] for r in runs] == [made["session_id"]]
    assert all(r["policy_hash"].startswith("sha256:") for r in runs)
    assert "1 + 1" not in ruled.log.read_text()


def test_a_log_that_cannot_be_written_keeps_the_server_from_starting(tmp_path):
    (tmp_path / "audit.jsonl").mkdir()
    done = subprocess.run(
        [CAISSON, "mcp", "--audit", str(tmp_path / "audit.jsonl")],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=30,
        check=False,
    )
    assert done.returncode == 125
    assert done.stdout == b""


def test_l10_a_broken_policy_serves_nothing(tmp_path):
    for text in (
        "version: 1\nlimts: {}\n",
        "version: 1\nversion: 1\n",
        "limits: &a {}\n",
    ):
        policy = tmp_path / "policy.yaml"
        policy.write_text(text)
        policy.chmod(0o600)
        done = subprocess.run(
            [CAISSON, "mcp", "--policy", str(policy)],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=30,
            check=False,
        )
        assert done.returncode == 125
        assert done.stdout == b""
        assert b"policy" in done.stderr


def test_l09_names_cannot_forge_records(tmp_path):
    log = tmp_path / "audit.jsonl"
    with Stdio("--audit", str(log)) as s:
        s.open()
        s.log = log
        evil = 'x"}\n{"kind":"forged","v":1}\n\x1b[31m'
        s.run(f"open({evil!r}, 'w').write('x')\nraise ValueError({evil!r})")
        s.tool("fs_write", path="a\nb", text="x")
        found = records(s)
    assert not [r for r in found if r["kind"] == "forged"]
    assert "\x1b" not in log.read_text()
