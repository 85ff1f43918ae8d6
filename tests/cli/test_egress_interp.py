"""Requests over HTTP of programs in the engine: one host request, the same judge.

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
from egress_box import HERE, SECRET, SECRETS, World
from tool import Caisson, needs_jail

BOTH = pytest.mark.parametrize("place", [(), ("--in-process",)], ids=["worker", "inprocess"])

HELP = textwrap.dedent("""
    import http.client, json, urllib.error, urllib.request
    seen = []
    def tell(call):
        try:
            reply = call()
            seen.append([reply.status, reply.read().decode()])
        except urllib.error.HTTPError as error:
            seen.append(["HTTPError", error.code])
        except urllib.error.URLError as error:
            seen.append([type(error.reason).__name__, str(error.reason)])
        except Exception as error:
            seen.append([type(error).__name__, str(error)])
    def get(url, **more):
        tell(lambda: urllib.request.urlopen(urllib.request.Request(url, **more)))
""")


@pytest.fixture(scope="module")
def world() -> Iterator[World]:
    path = Path(os.environ.get("CAISSON", HERE.parents[1] / "build-debug/caisson"))
    try:
        made = World(path)
    except unittest.SkipTest as why:
        pytest.skip(str(why))
    yield made
    made.close()


def run(world: World, policy: str, code: str, *options: str) -> tuple[Any, dict[str, Any]]:
    program = HELP + textwrap.dedent(code) + "\nprint(json.dumps(seen))"
    done = world.ask(run=[str(world.caisson), "run", "--json", "--no-audit", "--depth", "interp",
                          "--policy", policy, *options, "-c", program], env={})
    assert done["code"] == 0, done
    result = json.loads(done["out"])
    return json.loads(result["stdout"]), result


@BOTH
def test_allowed_hosts_are_reached_and_no_others(world: World, place: tuple[str, ...]) -> None:
    p = world.policy("allow: [api.test, expired.test, loopback.test, "
                     "{host: other.test, proto: http}]")
    world.log()
    seen, result = run(world, p, """
        get("https://api.test/a?b=1")
        get("https://api.test/p", data=b"x=1", method="PUT", headers={"X-Mine": "yes"})
        get("http://other.test/plain")
        get("https://other.test/")
        get("https://evil.test/")
        get("https://expired.test/")
        get("https://loopback.test/")
        get("https://api.test/", headers={"Host": "evil.test"})
        tell(lambda: urllib.request.urlopen("https://127.0.0.1/"))
    """, *place)
    assert seen[:3] == [[200, '{"path": "/a?b=1", "body": 0}'], [200, '{"path": "/p", "body": 3}'],
                        [200, '{"path": "/plain", "body": 0}']]
    kinds = [(kind, next(w for w in ("not_allowed", "tls_upstream", "address_class",
                                     "name_mismatch") if w in text)) for kind, text in seen[3:]]
    assert kinds == [("PermissionError", "not_allowed")] * 2 + [
        ("ConnectionAbortedError", "tls_upstream"), ("PermissionError", "address_class"),
        ("PermissionError", "name_mismatch"), ("PermissionError", "not_allowed")]
    assert "egress.allow += evil.test" in seen[4][1]
    assert {d["code"] for d in result["denials"]} == {
        "not_allowed", "tls_upstream", "address_class", "name_mismatch"}
    asked = world.log()["http"]
    assert [x["line"] for x in asked] == ["GET /a?b=1 HTTP/1.1", "PUT /p HTTP/1.1",
                                          "GET /plain HTTP/1.1"]
    assert asked[1]["headers"]["x-mine"] == "yes"
    assert asked[1]["body"] == "x=1"


@BOTH
def test_redirects_are_judged_anew(world: World, place: tuple[str, ...]) -> None:
    code = """
        get("https://api.test/redirect")
        class Stay(urllib.request.HTTPRedirectHandler):
            def redirect_request(self, *args):
                return None
        tell(lambda: urllib.request.build_opener(Stay).open("https://api.test/redirect"))
    """
    seen, result = run(world, world.policy("allow: [api.test]"), code, *place)
    assert seen[0][0] == "PermissionError" and "evil.test:443" in seen[0][1]
    assert seen[1] == ["HTTPError", 302]
    assert [d["object"] for d in result["denials"]] == ["evil.test:443"]


@BOTH
def test_bodies_of_every_form_and_size(world: World, place: tuple[str, ...]) -> None:
    seen, _ = run(world, world.policy("allow: [api.test]"), """
        for path in ("/split", "/close", "/early"):
            get("https://api.test" + path)
        big = urllib.request.urlopen("https://api.test/big/3000000").read()
        seen.append([len(big), set(big) == {120}])
        get("https://api.test/up", data=b"y" * 3000000)
        get("https://api.test/both")
    """, *place)
    assert seen == [[200, "you sent !"], [200, "until the end"], [200, "ok"], [3000000, True],
                    [200, '{"path": "/up", "body": 3000000}'],
                    ["ConnectionRefusedError", seen[5][1]]]


@BOTH
def test_http_client(world: World, place: tuple[str, ...]) -> None:
    world.log()
    seen, _ = run(world, world.policy("allow: [{host: api.test, ports: [443, 8443]}]"), """
        c = http.client.HTTPSConnection("api.test", 8443, timeout=20)
        c.request("POST", "/one", body="text", headers={"Content-Type": "text/plain"})
        r = c.getresponse()
        seen.append([r.status, r.reason, r.getheader("content-length"), r.read().decode()])
        c.putrequest("GET", "/two")
        c.putheader("X-A", "1")
        c.endheaders()
        tell(c.getresponse)
        tell(c.getresponse)
        tell(lambda: c.request("GET", "/a b"))
        tell(lambda: http.client.HTTPConnection("api.test").request("GET", "/"))
        tell(lambda: c.request("GET", "/", headers={"X": "a\\r\\nHost: evil.test"}))
    """, *place)
    assert seen[0] == [200, "OK", "27", '{"path": "/one", "body": 4}']
    assert seen[1] == [200, '{"path": "/two", "body": 0}']
    assert [x[0] for x in seen[2:]] == ["ResponseNotReady", "InvalidURL", "PermissionError",
                                        "ValueError"]
    assert [x["port"] for x in world.log()["http"]] == [8443, 8443]


def test_rules_of_methods_paths_and_budgets_hold(world: World) -> None:
    p = world.policy("allow: [{host: api.test, methods: [GET], paths: [/v1/], max_requests: 2}]")
    seen, _ = run(world, p, """
        get("https://api.test/v1/a")
        get("https://api.test/v1/../v2")
        get("https://api.test/v1/b", data=b"x")
        get("https://api.test/v1/c")
        get("https://api.test/v1/d")
    """)
    assert [x[0] for x in seen] == [200, "PermissionError", "PermissionError", 200,
                                    "PermissionError"]
    assert ["(path" in seen[1][1], "(method" in seen[2][1], "(budget" in seen[4][1]] == [True] * 3


def test_a_replay_asks_nobody(world: World) -> None:
    p = world.policy("allow: [api.test]")
    journal = world.folder / "run.journal"
    program = world.folder / "fetch.py"
    program.write_text("import urllib.request\n"
                       "print(urllib.request.urlopen('https://api.test/once').read())\n")
    first = world.ask(run=[str(world.caisson), "run", "--no-audit", "--depth", "interp", "--policy",
                           p, "--journal", str(journal), str(program)], env={})
    assert first["code"] == 0, first
    assert len(world.log()["http"]) >= 1
    again = world.ask(run=[str(world.caisson), "replay", str(journal)], env={})
    assert again["code"] == 0, again
    assert again["out"] == first["out"]
    assert world.log()["http"] == []


LIBRARIES = pytest.mark.parametrize("name", ["requests", "httpx"])


def library(name: str) -> tuple[str, str]:
    """A program that uses a library, and what it prints with the real package."""
    at = HERE.parent / "files" / f"http_{name}"
    return str(at.with_suffix(".py")), at.with_suffix(".txt").read_text()


@LIBRARIES
@BOTH
def test_programs_that_use_a_library(world: World, name: str, place: tuple[str, ...]) -> None:
    program, printed = library(name)
    p = world.policy("allow: [api.test, other.test, expired.test]")
    done = world.ask(run=[str(world.caisson), "run", "--no-audit", "--depth", "interp", "--policy", p,
                          *place, program])
    assert done["err"] == ""
    assert done["out"].splitlines() == printed.splitlines()


@LIBRARIES
def test_the_real_library_prints_the_same(world: World, name: str) -> None:
    if not (venv := os.environ.get("CAISSON_CLIENTS")):
        pytest.skip("needs `make clients`")
    program, printed = library(name)
    ca = {x: f"{world.folder}/ca.pem" for x in ("REQUESTS_CA_BUNDLE", "SSL_CERT_FILE")}
    done = world.ask(run=[f"{venv}/venv/bin/python", program],
                     env={**ca, "SSL_CERT_DIR": "/nowhere", "PYTHONIOENCODING": "utf-8"})
    assert done["out"].splitlines() == printed.splitlines(), done


@LIBRARIES
def test_a_refusal_is_an_error_of_the_library(world: World, name: str) -> None:
    program = f"""
        import {name}
        for url in ("https://evil.test/", "https://expired.test/", "https://loopback.test/",
                    "https://127.0.0.1/", "https://api.test/redirect"):
            try:
                {name}.Client(follow_redirects=True).get(url) if {name!r} == "httpx" else {name}.get(url)
            except Exception as error:
                seen.append([type(error).__name__, str(error)])
    """
    seen, result = run(world, world.policy("allow: [api.test, expired.test, loopback.test]"), program)
    kind = "ConnectError" if name == "httpx" else "ConnectionError"
    assert [x[0] for x in seen] == [kind, "SSLError" if name == "requests" else kind, *[kind] * 3]
    assert "egress.allow += evil.test" in seen[0][1]
    assert [(d["code"], d["count"]) for d in result["denials"]] == [
        ("not_allowed", 2), ("tls_upstream", 1), ("address_class", 1), ("not_allowed", 1)]


def test_without_a_grant_the_error_names_the_rule(caisson: Caisson) -> None:
    code = ("import urllib.request\ntry: urllib.request.urlopen('https://api.test/x')\n"
            "except urllib.error.URLError as e: print(type(e.reason).__name__, e.reason)")
    for place in ((), ("--in-process",)):
        done = caisson.code(code, "--depth=interp", *place)
        assert done.out == ("PermissionError [Errno 13] no network: no policy grants api.test; to "
                            "allow it, write in the policy: egress.allow += api.test\n"), done


SITES = pytest.mark.parametrize("place", [("--depth", "interp"), ("--depth", "interp", "--in-process"),
                                          ("--depth", "process")], ids=["worker", "inprocess", "process"])


@SITES
def test_secrets_of_programs(world: World, place: tuple[str, ...]) -> None:
    if "process" in place:
        needs_jail(Caisson(world.caisson))
    p = world.policy("allow: [api.test, other.test]", SECRETS)
    code = """
        import os, urllib.request
        key = os.environ["API_KEY"]
        ask = lambda url: urllib.request.urlopen(urllib.request.Request(url, headers={"Authorization": "Bearer " + key}))
        print(key)
        print(ask("https://api.test/header").headers["X-Echo"] == "Bearer " + key)
        print(ask("https://api.test/split").read() == ("you sent Bearer " + key + "!").encode())
        try:
            ask("https://other.test/")
        except OSError as error:
            print("secret_misuse" in str(error) or error.code)
    """
    run = [str(world.caisson), "run", "--no-audit", *place, "--policy", p, "--secret", "api_key", "-c",
           textwrap.dedent(code)]
    world.log()
    done = world.ask(run=run, env={"CAISSON_TEST_SECRET": SECRET})
    key, *rest = done["out"].splitlines()
    assert key.startswith("csph_api_key_"), done
    assert rest == ["True", "True", "403" if "process" in place else "True"], done
    assert [x["headers"]["authorization"] for x in world.log()["http"]] == [f"Bearer {SECRET}"] * 2
    unset = world.ask(run=run, env={"CAISSON_TEST_SECRET": ""})
    assert unset["code"] != 0 and "api_key" in unset["err"], unset
    unknown = world.ask(run=[*run, "--secret", "nobody"], env={"CAISSON_TEST_SECRET": SECRET})
    assert unknown["code"] != 0 and "the policy defines no secret 'nobody'" in unknown["err"], unknown
