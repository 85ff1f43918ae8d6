"""Hosts and secrets of a named sandbox (depth image).

The sandboxes live in a network namespace with a small internet of its own
(tests/cli/egress_world.py): nothing here leaves the machine.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import base64
import json
import os
import shutil
import signal
import sys
import unittest
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from conftest import CAISSON, ROOT, Link, is_alive, wait_until

sys.path.append(str(ROOT / "tests/cli"))
from egress_box import SECRET, SECRETS, World  # noqa: E402

ALLOW = """
    allow:
      - api.test
      - {host: plain.test, proto: http}
"""


class Net:
    """The command line inside of the world, with a state directory of its own."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.home = world.folder / "home"
        self.home.mkdir(exist_ok=True)
        self.names: list[str] = []

    def __call__(self, *words: str, **env: str) -> dict[str, Any]:
        return self.world.ask(run=[CAISSON, *words], env={
            "HOME": str(self.home), "XDG_STATE_HOME": str(self.home / "state"),
            "XDG_DATA_HOME": str(self.home / "data"), "CAISSON_TEST_SECRET": SECRET, **env})

    def create(self, *options: str, **env: str) -> str:
        name = f"n-{uuid.uuid4().hex[:8]}"
        self.names.append(name)
        done = self("create", *options, name, **env)
        assert done["code"] == 0, done
        return name

    def run(self, name: str, script: str) -> Any:
        done = self("exec", "--json", "--shell", script, name)
        return json.loads(done["out"])

    def folder(self, name: str) -> Path:
        found = json.loads(self("inspect", "--json", name)["out"])
        return self.home / "state/caisson/boxes" / str(found["id"])

    def spec(self, name: str) -> Any:
        return json.loads((self.folder(name) / "spec.json").read_text())

    def close(self) -> None:
        for name in self.names:
            self("rm", "-q", name)
        shutil.rmtree(self.home, ignore_errors=True)


@pytest.fixture(scope="module")
def world() -> Iterator[World]:
    if os.geteuid() != 0:
        pytest.skip("sandboxes in a namespace of the test need root")
    try:
        made = World(Path(CAISSON))
    except unittest.SkipTest as why:
        pytest.skip(str(why))
    yield made
    made.close()


@pytest.fixture
def net(world: World) -> Iterator[Net]:
    made = Net(world)
    world.log()
    yield made
    made.close()


def test_allowed_hosts_and_nothing_else(net: Net, world: World) -> None:
    name = net.create("--policy", world.policy(ALLOW))
    got = net.run(name, """
        curl -sS https://api.test/a; echo
        curl -sS --noproxy '*' https://api.test/b; echo
        curl -sS --noproxy '*' http://plain.test/c; echo
        curl -sS -o /dev/null -w '%{http_connect}\\n' https://evil.test/
        curl -sS --noproxy '*' https://other.test/ || echo no name
        curl -sS --noproxy '*' --connect-timeout 5 http://20.0.0.1/ || echo no way
    """)
    lines = got["stdout"].splitlines()
    assert [json.loads(x)["path"] for x in lines[:3]] == ["/a", "/b", "/c"], got
    assert lines[3:] == ["403", "no name", "no way"], got
    assert [(d["object"], d["code"], d["remedy"]) for d in got["denials"]] == [
        ("evil.test:443", "not_allowed", "egress.allow += evil.test"),
        ("other.test:443", "not_allowed", "egress.allow += other.test")]
    seen = world.log()
    assert {x["headers"]["host"] for x in seen["http"]} == {"api.test", "plain.test"}
    assert "evil.test" not in {x[0] for x in seen["dns"]}
    with Link(net.folder(name) / "sock") as link:
        link.ask(op="metrics")
        counts = link.finish()[0]
    assert (counts["egress_requests"], counts["egress_denied"]) == (3, 2), counts
    assert counts["net_in_bytes"] > 1000, counts


def test_without_hosts_there_is_no_way(net: Net, world: World) -> None:
    name = net.create()
    got = net.run(name, "curl -sS --connect-timeout 5 https://api.test/ || echo none; "
                        "cat /proc/net/tcp | wc -l")
    assert got["stdout"].split() == ["none", "1"], got
    assert world.log()["dns"] == []


def test_rules_outlive_a_stop(net: Net, world: World) -> None:
    name = net.create("--policy", world.policy(ALLOW, SECRETS), "--secret", "api_key")
    before = net.spec(name)["way"]["env"]["API_KEY"]
    pid = net.spec(name)["way"]["pid"]
    assert net("stop", name)["code"] == 0
    assert wait_until(lambda: not is_alive(pid)), "the egress process outlives the sandbox"
    assert net("start", name)["code"] == 0
    got = net.run(name, 'echo "$API_KEY"; curl -sS -H "Authorization: $API_KEY" https://api.test/')
    after = got["stdout"].splitlines()[0]
    assert after.startswith("csph_api_key_") and after != before, got
    assert world.log()["http"][-1]["headers"]["authorization"] == SECRET


def test_secrets_are_put_in_outside(net: Net, world: World) -> None:
    name = net.create("--policy", world.policy(ALLOW, SECRETS), "--secret", "api_key")
    got = net.run(name, """
        env; grep -l sk-very-secret /etc/* /tmp/* 2>/dev/null
        curl -sS -H "Authorization: Bearer $API_KEY" https://api.test/
        curl -sS -H "Authorization: Bearer $API_KEY" https://api.test/split
        curl -sS -o /dev/null -w '%{http_code}\\n' -H "X-Key: $API_KEY" http://plain.test/
    """)
    assert SECRET not in json.dumps(got)
    assert "you sent Bearer csph_api_key_" in got["stdout"] and "403" in got["stdout"], got
    assert [d["code"] for d in got["denials"]] == ["secret_misuse"]
    assert world.log()["http"][0]["headers"]["authorization"] == f"Bearer {SECRET}"
    for file in (net.home / "state").rglob("*"):
        if file.is_file():
            assert SECRET.encode() not in file.read_bytes(), file
    for pid in (p for p in Path("/proc").iterdir() if p.name.isdigit()):
        try:
            assert SECRET.encode() not in (pid / "cmdline").read_bytes()
        except (FileNotFoundError, ProcessLookupError):
            continue


OPEN = """
secrets:
  api_key: {from: "env:CAISSON_TEST_SECRET", mode: env}
"""


def files_with(folder: Path, value: str) -> list[str]:
    """Files below a folder that have a value in them, as it is or in base64."""
    plain = value.encode()
    middles = [base64.b64encode(b" " * i + plain)[4:-4] for i in range(3)]
    return [str(file) for file in folder.rglob("*") if file.is_file()
            and any(x in file.read_bytes() for x in [plain, *middles])]


def processes_with(value: str) -> set[str]:
    """What of all processes shows a value: cmdline, environ."""
    found = set()
    for pid in (p for p in Path("/proc").iterdir() if p.name.isdigit()):
        for part in ("cmdline", "environ"):
            try:
                if value.encode() in (pid / part).read_bytes():
                    found.add(f"{part} of {(pid / 'comm').read_text().strip()}")
            except (OSError, ProcessLookupError):
                continue
    return found


def test_a_secret_in_the_environment(net: Net, world: World) -> None:
    """It is shown to commands, and written down nowhere."""
    value = f"open-{uuid.uuid4().hex}"
    name = net.create("--policy", world.policy("allow: []", OPEN), "--secret", "api_key",
                      CAISSON_TEST_SECRET=value)
    got = net.run(name, 'printf "%s\\n" "$API_KEY"; echo "twice $API_KEY$API_KEY" >&2')
    assert got["stdout"] == f"{value}\n" and got["stderr"] == f"twice {value}{value}\n", got
    split = 'printf "%.9s" "$API_KEY"; sleep 0.3; printf "%s\\n" "${API_KEY#?????????}"; printf "%.6s" "$API_KEY"'
    assert net.run(name, split)["stdout"] == f"{value}\n{value[:6]}"
    # bytes that are no UTF-8: the log has them in base64
    net.run(name, 'printf "\\377%s\\n" "$API_KEY"')
    # a caller that writes it into a command
    net("exec", name, "--", "true", value)
    with Link(net.folder(name) / "sock") as link:
        link.ask(op="exec", script='echo "late $API_KEY"; sleep 30', detach=True)
        assert link.frame()[0] in "JR"
    assert wait_until(lambda: any((net.folder(name) / "execs").glob("*.out")))
    assert processes_with(value) == {"environ of sh", "environ of sleep"}
    out = next((net.folder(name) / "execs").glob("*.out"))
    assert wait_until(lambda: out.read_text() == "late [secret:api_key]\n"), out.read_text()
    logs = net("logs", name)["out"]
    assert logs.count("[secret:api_key]") == 4 and value not in logs, logs
    assert "twice [secret:api_key][secret:api_key]" in (net.folder(name) / "log.jsonl").read_text()
    about = net("inspect", "--json", name)["out"]
    assert json.loads(about)["secrets"] == [
        {"name": "api_key", "mode": "env", "variable": "API_KEY", "from": "env:CAISSON_TEST_SECRET"}]
    assert value not in about + net("ps", "--json")["out"]
    assert files_with(net.home, value) == []
    assert net("stop", name)["code"] == 0
    assert files_with(net.home, value) == []
    # Read again at each start.
    assert net("start", name, CAISSON_TEST_SECRET="another-value")["code"] == 0
    assert net.run(name, 'echo "$API_KEY"')["stdout"] == "another-value\n"
    # Control: the same search finds a value that nobody declared.
    net.run(name, f"echo {value}")
    assert files_with(net.home, value)


def test_a_secret_in_the_environment_beside_a_bound_one(net: Net, world: World) -> None:
    both = OPEN + '  bound: {from: "env:OTHER_SECRET", hosts: [api.test]}\n'
    name = net.create("--policy", world.policy(ALLOW, both), "--secret", "api_key", "--secret", "bound",
                      OTHER_SECRET="never-inside")
    got = net.run(name, 'echo "$API_KEY"; curl -sS -H "Authorization: $BOUND" https://api.test/; env')
    assert got["stdout"].startswith(SECRET) and "never-inside" not in got["stdout"], got
    assert world.log()["http"][-1]["headers"]["authorization"] == "never-inside"
    other = net.create("--policy", world.policy("allow: []", OPEN))
    assert SECRET not in net.run(other, "env")["stdout"], "it was not asked for there"


def test_secrets_change_while_it_runs(net: Net, world: World) -> None:
    key = world.folder / "key"
    key.write_text("first-value")
    key.chmod(0o600)
    more = f'\nsecrets:\n  api_key: {{from: "file:{key}", hosts: [api.test]}}\n'
    name = net.create("--policy", world.policy(ALLOW, more), "--secret", "api_key")
    ask = 'curl -sS -H "Authorization: $API_KEY" https://api.test/'
    key.write_text("second-value")
    net.run(name, ask)
    assert net("secret", "refresh", "api_key", name)["code"] == 0
    net.run(name, ask)
    assert net("secret", "revoke", "api_key", name)["code"] == 0
    net.run(name, ask)
    sent = [x["headers"]["authorization"] for x in world.log()["http"]]
    assert sent[:2] == ["first-value", "second-value"], sent
    assert all(x.startswith("csph_api_key_") for x in sent[2:]), sent
    assert net("secret", "revoke", "nothing", name)["code"] == 125


@pytest.mark.parametrize(("egress", "more", "options", "says"), [
    ("allow: [api.test]", "", ("--secret", "api_key"), "no secret 'api_key'"),
    ("allow: [{host: tunnel.test, tls: tunnel}]", "", (), "egress.host_identity"),
    ("allow: ['*.co.uk']", "", (), "anybody can have a name"),
    ("allow: []", '\nsecrets: {k: {from: "env:SHORT", mode: env}}\n', ("--secret", "k"), "less than 4 bytes"),
    ("allow: []", '\nsecrets: {k: {from: "env:NOT_SET_AT_ALL", mode: env}}\n', ("--secret", "k"), "NOT_SET_AT_ALL"),
    ("allow: []", '\nsecrets: {k: {from: "env:HOME", hosts: [api.test]}}\n', ("--secret", "k"), "does not cover"),
    ("allow: [api.test]", '\nsecrets: {k: {from: "env:NOT_SET_AT_ALL", hosts: [api.test]}}\n',
     ("--secret", "k"), "NOT_SET_AT_ALL"),
    ("allow: [api.test]", "\nsandbox: {redact_output: true}\n", (), "sandbox.redact_output"),
])
def test_what_cannot_be_enforced_is_not_created(
        net: Net, world: World, egress: str, more: str, options: tuple[str, ...], says: str) -> None:
    done = net("create", "--policy", world.policy(egress, more), *options, "never", SHORT="abc")
    assert done["code"] == 125 and says in done["err"], done
    assert "never" not in net("ps", "--all")["out"]


def test_a_dead_egress_process_takes_only_the_network(net: Net, world: World) -> None:
    name = net.create("--policy", world.policy(ALLOW))
    os.kill(net.spec(name)["way"]["pid"], signal.SIGKILL)
    assert wait_until(lambda: net.run(name, "true").get("egress_lost"))
    got = net.run(name, "curl -sS --noproxy '*' --connect-timeout 5 https://api.test/ || "
                        "curl -sS --connect-timeout 5 https://api.test/ || echo none")
    assert got["stdout"] == "none\n" and got["exit_code"] == 0, got
    assert got["egress_lost"] is True
    assert world.log()["http"] == []


def test_rules_get_only_narrower(net: Net, world: World) -> None:
    name = net.create("--policy", world.policy(ALLOW))
    wider = world.folder / "wider.yaml"
    wider.write_text("version: 1\negress: {allow: [api.test, evil.test]}\n")
    less = world.folder / "less.yaml"
    less.write_text("version: 1\negress: {allow: [{host: api.test, methods: [GET]}]}\n")
    for file in (wider, less):
        file.chmod(0o600)
    done = net("egress", "narrow", "--policy", str(wider), name)
    assert done["code"] == 125 and "'egress.allow' asks for" in done["err"], done
    assert net("egress", "narrow", name)["code"] == 125
    assert net("egress", "narrow", "--policy", str(less), name)["code"] == 0
    ask = "curl -s -o /dev/null -w '%{http_code} ' "
    got = net.run(name, f"{ask} https://api.test/; {ask} -X PUT https://api.test/; {ask} http://plain.test/; true")
    assert got["stdout"].split() == ["200", "403", "403"], got
    assert net("egress", "narrow", "--policy", world.policy(ALLOW), name)["code"] == 125  # there is no way back


def test_watch_shows_decisions(net: Net, world: World) -> None:
    name = net.create("--policy", world.policy(ALLOW))
    out = world.folder / "watched"
    script = (f"{CAISSON} egress watch -n 3 {name} >{out} 2>&1 & "
              f"while ! grep -q watching {out}.ready 2>/dev/null; do "
              f"{CAISSON} exec --shell 'curl -sS https://api.test/; curl -s https://evil.test/' {name}; "
              f"test -s {out} && touch {out}.ready && echo watching >{out}.ready; done; wait")
    env = {"HOME": str(net.home), "XDG_STATE_HOME": str(net.home / "state")}
    done = world.ask(run=["sh", "-c", script], env=env)
    text = out.read_text()
    assert "api.test:443  GET" in text and "evil.test:443" in text, (text, done)
    assert "to allow it: egress.allow += evil.test" in text


def test_watch_goes_on_without_a_count(net: Net, world: World) -> None:
    """It ended after the first decision; only Ctrl-C ends it (timeout says 124)."""
    name = net.create("--policy", world.policy(ALLOW))
    out = world.folder / "watched-on"
    curl = f"{CAISSON} exec {name} -- curl -s https://evil.test/"
    script = (f"timeout -s INT 60 {CAISSON} egress watch {name} >{out} 2>&1 & w=$!; "
              f"for i in $(seq 100); do {curl}; test $(grep -c evil.test {out}) -ge 3 && break; done; "
              f"kill -0 $w && echo alive; kill -INT $w; wait")
    done = world.ask(run=["/bin/sh", "-c", script], env={
        "HOME": str(net.home), "XDG_STATE_HOME": str(net.home / "state"),
        "XDG_DATA_HOME": str(net.home / "data")})
    lines = out.read_text().splitlines()
    assert "alive" in done["out"] and len(lines) >= 3, (done, lines)
    assert all(line.startswith("deny") and "evil.test:443" in line for line in lines), lines


def test_allow_host_needs_no_file(net: Net, world: World) -> None:
    name = net.create("--allow-host", "api.test", "--allow-host", "other.test:8443")
    allowed = json.loads(net.spec(name)["network"]["policy"])["egress"]["allow"]
    assert [a["host"] for a in allowed] == ["api.test", "other.test"], allowed
    got = net.run(name, "curl -sS -o /dev/null -w '%{http_connect}' https://evil.test/; true")
    assert got["stdout"] == "403", got
