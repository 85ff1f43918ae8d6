"""Hosts that an owner has to agree to: `approve: true` in a rule of egress.allow.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import json
import os
import textwrap
import unittest
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from egress_box import HERE, PRELUDE, World
from tool import Caisson, needs_jail

ASKED = """
    allow:
      - other.test
      - {host: api.test, approve: true}
      - {host: tunnel.test, tls: tunnel, approve: true}
"""
MORE = "\napprover: cli\naccept_unenforced: [egress.host_identity]\n"


@pytest.fixture(scope="module")
def world() -> Iterator[World]:
    path = Path(os.environ.get("CAISSON", HERE.parents[1] / "build-debug/caisson"))
    try:
        made = World(path)
    except unittest.SkipTest as why:
        pytest.skip(str(why))
    yield made
    made.close()


@pytest.fixture
def env(world: World, tmp_path: Path) -> dict[str, str]:
    world.log()
    (tmp_path / "state").mkdir()
    return {"XDG_STATE_HOME": str(tmp_path / "state"), "HOME": str(tmp_path)}


def talk(world: World, env: dict[str, str], code: str, answers: list[tuple[str, ...]], policy: str,
         box: tuple[str, ...] = ("exec", "-i", "--")) -> tuple[list[Any], str]:
    """Run a program that says when it wants an answer; what it printed, and the command's messages."""
    drive = textwrap.dedent("""
        import glob, json, os, subprocess, sys
        caisson, answers, *argv = sys.argv[1:]
        run = subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        said = []
        for words in json.loads(answers):
            said.append(json.loads(run.stdout.readline()))
            listed = json.loads(subprocess.run([caisson, "approve", "--json"], capture_output=True, text=True).stdout)
            said.append(listed)
            if words and listed:
                subprocess.run([caisson, "approve", *words, listed[-1]["token"]], check=True, stdout=subprocess.DEVNULL)
            run.stdin.write("go\\n"); run.stdin.flush()
        out, err = run.communicate()
        said += [json.loads(x) for x in out.splitlines()]
        print(json.dumps([said, err, glob.glob(os.environ["XDG_STATE_HOME"] + "/caisson/approvals/*")]))
    """)
    verb, *rest = box
    argv = [str(world.caisson), verb, "--no-audit", "--policy", policy, *rest]
    done = world.ask(run=["python3", "-c", drive, str(world.caisson), json.dumps(answers), *argv,
                          "python3", "-c", PRELUDE + textwrap.dedent(code)], env=env)
    assert done["code"] == 0, done
    said, err, left = json.loads(done["out"])
    assert left == [], "nothing is left to approve when it is over"
    return said, err


STEPS = """
    def step(*what):
        print(json.dumps(what), flush=True)
        sys.stdin.readline()
    ask = lambda: verdict(get("api.test"))
"""


def test_once_for_the_session_and_never(world: World, env: dict[str, str]) -> None:
    needs_jail(Caisson(world.caisson))
    p = world.policy(ASKED, MORE)
    said, err = talk(world, env, STEPS + """
    step(ask(), verdict(get("other.test")))
    step(ask(), ask())
    print(json.dumps([ask(), ask()]))
    """, [(), ("--for-session",)], p)
    # Nobody has answered: refused, with one question however often it asks.
    assert said[0] == ["403 needs_approval", "200"]
    assert [q["host"] for q in said[1]] == ["api.test:443"]
    assert said[2] == ["403 needs_approval"] * 2
    assert [q["token"] for q in said[3]] == [said[1][0]["token"]]
    assert f"caisson approve {said[1][0]['token']}" in err
    assert said[4] == ["200"] * 2
    assert len(world.log()["http"]) == 3

    said, _ = talk(world, env, STEPS + """
    step(ask())
    step(ask(), ask())
    step(ask(), ask(), ask())
    """, [("-q",), ("--for-session",), ()], p)
    assert said[0] == ["403 needs_approval"]
    assert said[2] == ["200", "403 needs_approval"], "once is one request"
    assert said[1][0]["token"] != said[3][0]["token"], "and the next one a new question"
    assert said[4] == ["200"] * 3
    assert said[5] == []

    said, _ = talk(world, env, STEPS + """
    step(ask())
    step(ask(), ask())
    """, [("--deny",), ()], p)
    assert said[2] == ["403 needs_approval"] * 2
    assert said[3] == [], "a refusal is not asked about again"


def test_a_kept_connection_and_a_tunnel(world: World, env: dict[str, str]) -> None:
    needs_jail(Caisson(world.caisson))
    world.log()
    said, _ = talk(world, env, STEPS + """
    s, _ = connect("api.test"); t = tls(s, "api.test")
    def once(path):
        t.sendall(b"GET %s HTTP/1.1\\r\\nHost: api.test\\r\\n\\r\\n" % path)
        return verdict(read_reply(t))
    step(once(b"/one"))
    s, _ = connect("api.test"); t = tls(s, "api.test")
    step(once(b"/two"), once(b"/three"))
    def blind():
        c = ssl.create_default_context(); c.check_hostname = False; c.verify_mode = ssl.CERT_NONE
        s, v = connect("tunnel.test")
        try: return verdict(talk(c.wrap_socket(s, server_hostname="tunnel.test"), b"GET / HTTP/1.1\\r\\nHost: tunnel.test\\r\\nConnection: close\\r\\n\\r\\n"))
        except OSError: return "closed"
    step(blind())
    step(blind(), blind())
    """, [("-q",), (), ("-q",), ()], world.policy(ASKED, MORE))
    assert said[0] == ["403 needs_approval"]
    assert said[2] == ["200", "403 needs_approval"], "each request of a connection is asked about"
    assert said[4] == ["closed"]
    assert [q["host"] for q in said[5]] != []
    lines = [x["line"] for x in world.log()["http"]]
    assert "GET /two HTTP/1.1" in lines
    assert "GET /one HTTP/1.1" not in lines
    assert "GET /three HTTP/1.1" not in lines


@pytest.mark.parametrize("place", [("--depth", "interp"), ("--depth", "interp", "--in-process"),
                                   ("--depth", "process")], ids=["worker", "inprocess", "process"])
def test_programs_of_run(world: World, env: dict[str, str], place: tuple[str, ...]) -> None:
    needs_jail(Caisson(world.caisson))
    code = textwrap.dedent("""
        import time, urllib.error, urllib.request
        def ask():
            try: return str(urllib.request.urlopen("https://api.test/").status)
            except urllib.error.HTTPError as e: return e.headers["X-Caisson-Denial"]
            except OSError as e: return "needs_approval" if "needs_approval" in str(e) else str(e)
        said = [ask()]
        print("asked", flush=True)
        while said[-1] == "needs_approval" and len(said) < 200:
            time.sleep(0.1)
            said.append(ask())
        print(said[0], said[-1], ask(), flush=True)
    """)
    drive = textwrap.dedent("""
        import json, subprocess, sys
        caisson, *argv = sys.argv[1:]
        run = subprocess.Popen(argv, stdout=subprocess.PIPE, text=True)
        run.stdout.readline()
        listed = json.loads(subprocess.run([caisson, "approve", "--json"], capture_output=True, text=True).stdout)
        subprocess.run([caisson, "approve", "-q", listed[0]["token"]], check=True)
        print(run.stdout.read())
    """)
    done = world.ask(run=["python3", "-c", drive, str(world.caisson), str(world.caisson), "run", "--no-audit",
                          "--policy", world.policy(ASKED, MORE), *place, "-c", code], env=env)
    assert done["out"].split() == ["needs_approval", "200", "needs_approval"], done


def test_without_an_approver_nobody_is_asked(world: World, env: dict[str, str]) -> None:
    needs_jail(Caisson(world.caisson))
    p = world.policy(ASKED, "\naccept_unenforced: [egress.host_identity]\n")
    got = world.exec(p, "curl", "-s", "https://api.test/", env=env)
    denial = json.loads(got["stdout"])
    assert denial["code"] == "needs_approval" and "request_token" not in denial
    assert "approver" in denial["remedy"]
    assert [d["code"] for d in got["denials"]] == ["needs_approval"]
    assert not (Path(env["XDG_STATE_HOME"]) / "caisson/approvals").exists()
    assert world.log()["http"] == []


def test_a_named_sandbox_asks_too(world: World, env: dict[str, str]) -> None:
    if os.geteuid() != 0:
        pytest.skip("sandboxes in a namespace of the test need root")
    tool = str(world.caisson)

    def run(*words: str) -> dict[str, Any]:
        return world.ask(run=[tool, *words], env=env)

    assert run("create", "--policy", world.policy(ASKED, MORE), "asks")["code"] == 0
    try:
        fetch = ("exec", "asks", "--", "curl", "-s", "-w", "%{http_code}", "-o", "/dev/null", "https://api.test/")
        assert run(*fetch)["out"] == "403"
        listed = run("approve")["out"]
        assert '"api.test:443"' in listed and '"GET"' in listed
        token = listed.split()[0]
        assert run("approve", token)["code"] == 0
        assert [run(*fetch)["out"] for _ in range(2)] == ["200", "403"]
    finally:
        run("rm", "asks")
    assert run("approve")["out"] == ""
