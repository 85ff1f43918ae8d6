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


JAILED = """\
version: 1
depth_allow: [check, interp, process]
process: {spawn: %s}
limits: {wall_ms: 2s, guest_ms: 2s, pids: 8, memory_bytes: 256MiB}
fs: {mounts: [{host: %s, guest: /data, mode: ro}]}
env: {set: {GREETING: hello}}
%s
"""


def jailed(tmp_path, spawn="true", more=""):
    data = tmp_path / "data"
    data.mkdir(exist_ok=True)
    (data / "open").write_text("seen")
    policy = tmp_path / "policy.yaml"
    policy.write_text(JAILED % (spawn, data, more))
    policy.chmod(0o600)
    log = tmp_path / "audit.jsonl"
    link = Stdio("--policy", str(policy), "--audit", str(log))
    link.open()
    link.log = log
    return link


def test_run_shell_obeys_the_policy(tmp_path, jails):
    with jailed(tmp_path) as s:
        got = s.tool("run_shell", script="cat /data/open; echo $GREETING; env | wc -l")
        assert got["stdout"].startswith("seenhello\n")
        wrote = s.tool("run_shell", script="echo x >/data/open")
        assert wrote["status"] == "error"
        assert (tmp_path / "data/open").read_text() == "seen"
        late = s.tool("run_shell", script="sleep 30")
        assert late["status"] == "timeout"
        assert late["duration_ms"] < 8000
        bomb = s.tool("run_shell", script="for i in 1 2 3 4 5 6 7 8 9 10; do sleep 1 & done")
        assert "fork" in bomb["stderr"].lower() or bomb["status"] == "error"
        assert s.tool("run_shell", script="ls /etc/shadow /root")["status"] == "error"
        kinds = [r["kind"] for r in records(s)]
        assert kinds.count("exec.start") == kinds.count("exec.end") == 5


@pytest.mark.parametrize("spawn", ["false", "[]"])
def test_run_shell_is_no_tool_where_nothing_may_be_started(tmp_path, jails, spawn):
    with jailed(tmp_path, spawn) as s:
        tools = {t["name"] for t in s.result("tools/list")["tools"]}
        assert "run_code" in tools
        assert "run_shell" not in tools
        asked = {"name": "run_shell", "arguments": {"script": "id"}}
        assert s.error("tools/call", asked)["code"] == -32602


def test_run_shell_starts_only_what_the_policy_names(tmp_path, jails):
    """A list is not held by a wall here: it counts for what is asked for."""
    accept = "accept_unenforced: [process.spawn]"
    with jailed(tmp_path, "[/bin/echo]", accept) as s:
        assert s.tool("run_shell", command=["/bin/echo", "a"])["stdout"] == "a\n"
        for asked in ({"script": "id"}, {"command": ["/usr/bin/id"]}):
            got = s.tool("run_shell", **asked)
            assert got["status"] == "denied"
            denial = got["denials"][0]
            assert denial["capability"] == "process.spawn"
            assert denial["rule"] == "policy.yaml:3 process.spawn"
        walls = s.tool("run_shell", command=["/bin/echo"])["enforcement"]
        assert walls["level"] == "degraded"
        assert walls["missing"] == ["process.spawn"]


def test_run_shell_tells_the_walls_of_this_host(jails):
    """What stands around a program is looked up, not taken for granted."""
    with Stdio() as s:
        s.open()
        shell = s.tool("run_shell", script="true")["enforcement"]
        code = s.run("1", depth="process")["enforcement"]
        assert shell == code
        assert shell["hash"].startswith("sha256:")
    with Stdio(env={"CAISSON_FAULT": "seccomp"}) as s:
        s.open()
        weak = s.call("run_shell", script="true")["structuredContent"]
        assert weak["enforcement"]["hash"] != shell["hash"]
