"""Audit logs of sandboxes.

SPDX-License-Identifier: Apache-2.0
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import caisson


def records(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def kinds(path: Path) -> list[str]:
    return [r["kind"] for r in records(path)]


def test_a_run_has_a_start_and_an_end(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    with caisson.Sandbox(audit=path) as box:
        result = box.run("1 + 2")
    assert kinds(path) == ["log.start", "run.start", "run.end"]
    for record in records(path)[1:]:
        assert record["session"] == result.session_id
        assert record["run"] == result.run_id
    assert "1 + 2" not in path.read_text()


def test_calls_and_refusals_are_recorded(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"

    def greet(name: str) -> str:
        return f"hello {name}"

    with caisson.Sandbox(audit=caisson.AuditLog(path), tools=[greet]) as box:
        box.run("greet('x')")
        box.run("open('/etc/passwd')")
        box.run("1 / 0")
    found = records(path)
    (call,) = [r for r in found if r["kind"] == "call.start"]
    assert call["object"] == "greet"
    assert call["capability"] == "tool"
    (end,) = [r for r in found if r["kind"] == "call.end"]
    assert end["reason"] == "value"
    assert end["tool_call"] == call["tool_call"]
    (deny,) = [r for r in found if r.get("decision") == "deny"]
    assert (deny["kind"], deny["capability"]) == ("fs.deny", "fs.read")
    assert deny["object"] == "/etc/passwd"
    last = found[-1]
    assert last["reason"] == "error"
    assert last["data"]["error"] == "ZeroDivisionError"


def test_secrets_are_hidden(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    log = caisson.AuditLog(path, code="full")
    log.secret("PIN", "tops3cret")
    with caisson.Sandbox(audit=log, env={"API_TOKEN": "abcd-efgh"}) as box:
        box.run("x = 'tops3cret abcd-efgh'")
    text = path.read_text()
    assert "tops3cret" not in text
    assert "abcd-efgh" not in text
    assert "[secret:PIN] [secret:API_TOKEN]" in text
    with pytest.raises(ValueError, match="4 to 65536"):
        log.secret("PIN", "abc")


def test_own_records(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    log = caisson.AuditLog(path, owner="me")
    log.put("approval", object="deploy", decision="allow", data={"by": "me", "n": 3})
    log.flush()
    record = records(path)[-1]
    assert record["data"] == {"by": "me", "n": 3}
    assert record["owner"] == "me"


def test_sandboxes_share_the_log_of_a_path(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    boxes = [caisson.Sandbox(audit=str(path)) for _ in range(3)]
    for box in boxes * 4:
        box.run("1")
    for box in boxes:
        box.close()
    found = records(path)
    assert len(found) == 1 + 24
    assert len({r["writer"] for r in found}) == 1
    assert [r["seq"] for r in found] == list(range(1, 26))


def test_no_log_no_run(tmp_path: Path) -> None:
    with pytest.raises(caisson.UnavailableError, match="audit_unavailable"):
        caisson.Sandbox(audit=tmp_path / "none" / "\0")
    path = tmp_path / "open.jsonl"
    path.touch(mode=0o666)
    path.chmod(0o666)
    with pytest.raises(caisson.UnavailableError, match="chmod 600"):
        caisson.Sandbox(audit=path)


def test_the_environment_may_name_one(tmp_path: Path, monkeypatch: Any) -> None:
    path = tmp_path / "env.jsonl"
    monkeypatch.setenv("CAISSON_AUDIT", str(path))
    with caisson.Sandbox() as box:
        box.run("1")
    with caisson.Sandbox(audit=False) as box:
        box.run("1")
    assert kinds(path).count("run.start") == 1


def test_killed_processes_lose_nothing(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    code = (
        "import caisson, os\n"
        f"box = caisson.Sandbox(audit={str(path)!r}, isolation='inprocess')\n"
        "for i in range(300):\n"
        "    box.run('1')\n"
        "    os.write(1, b'x')\n"
        "os.kill(os.getpid(), 9)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True)
    assert done.returncode == -9
    assert len(done.stdout) == 300
    caisson.AuditLog(path).flush()
    found = kinds(path)
    assert found.count("run.start") == found.count("run.end") == 300
    assert not [p for p in os.listdir(tmp_path) if "spool" in p]


def test_twins_and_snapshots_are_recorded(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    with caisson.Sandbox(audit=path) as box:
        box.run("x = 1")
        data = box.dump()
    with caisson.Sandbox.load(data, audit=path) as again:
        assert again.run("x").value == 1
    found = records(path)
    (dump,) = [r for r in found if r["kind"] == "snapshot.dump"]
    (load,) = [r for r in found if r["kind"] == "snapshot.load"]
    assert dump["data"] == load["data"]
    assert dump["session"] != load["session"]


def test_every_record_has_the_policy_of_its_own_session(tmp_path):
    """Sandboxes with different policies, and one without, share a log."""
    path = tmp_path / "audit.jsonl"
    rules = [
        None,
        caisson.Policy.parse("version: 1\nworker: false\n"),
        caisson.Policy.parse("version: 1\nworker: false\nlimits: {pids: 3}\n"),
    ]
    boxes = [caisson.Sandbox(audit=path, policy=p) for p in rules]
    expected = {}
    for box, policy in [*zip(boxes, rules, strict=True)] * 2:
        result = box.run("1")
        expected[result.facts.run] = policy and (
            policy.hash,
            result.enforcement.hash,
        )
    for box in boxes:
        box.close()
    told = {}
    for record in map(json.loads, path.read_text().splitlines()):
        if "run" in record:
            told.setdefault(record["run"], set()).add(
                (record.get("policy_hash"), record.get("report_hash"))
            )
    assert len(expected) == 6
    assert told == {run: {both or (None, None)} for run, both in expected.items()}
