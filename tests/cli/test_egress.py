"""The way out of a sandbox: names, identity, addresses, secrets, budgets.

Each test runs `caisson exec` in a network namespace with a small internet of its
own (egress_world.py) and looks at both ends: what the program got, and what the
servers and the name server saw.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import json
import os
import textwrap
import unittest
from collections.abc import Iterator
from pathlib import Path

import pytest
from egress_box import HERE, PRELUDE, SECRET, SECRETS, World
from tool import Caisson, needs_jail


@pytest.fixture(scope="module")
def world() -> Iterator[World]:
    root = HERE.parents[1]
    path = Path(os.environ.get("CAISSON", root / "build-debug/caisson"))
    needs_jail(Caisson(path))
    try:
        made = World(path)
    except unittest.SkipTest as why:
        pytest.skip(str(why))
    yield made
    made.close()


ALLOW = """
    allow:
      - api.test
      - '*.wild.test'
      - {host: plain.test, proto: http}
"""


def test_allowed_names_by_every_entry(world: World) -> None:
    p = world.policy(ALLOW)
    script = """
        curl -sS https://api.test/a; echo
        curl -sS --noproxy '*' https://api.test/b; echo
        env -u http_proxy -u https_proxy -u all_proxy -u HTTP_PROXY -u HTTPS_PROXY -u ALL_PROXY \
          curl -sS https://a.wild.test/c; echo
        curl -sS http://plain.test/d; echo
        curl -sS --noproxy '*' http://plain.test/e; echo
        curl -sS --http1.0 https://api.test/close
    """
    done = world.exec(p, "sh", "-c", script)
    lines = done["stdout"].splitlines()
    assert [json.loads(x)["path"] for x in lines[:5]] == ["/a", "/b", "/c", "/d", "/e"], done
    assert lines[5] == "until the end"
    assert done["denials"] == []
    assert [x["headers"]["host"] for x in world.log()["http"]][:3] == [
        "api.test", "api.test", "a.wild.test"]


def test_nothing_else_is_reached(world: World) -> None:
    p = world.policy(ALLOW)
    world.log()
    got, done = world.python(p, """
        out = {}
        for name in ("evil.test", "other.test", "api.test.evil", "evilapi.test", "wild.test",
                     "xn--e1afmkfd.wild.test"):
            out[name] = [connect(name)[1], verdict(raw(
                b"GET http://%s/ HTTP/1.1\\r\\nHost: %s\\r\\n\\r\\n" % (name.encode(), name.encode())))]
            try:
                out[name].append(socket.getaddrinfo(name, 443)[0][4][0])
            except OSError as e:
                out[name].append("none")
        for kind, family, to in (("tcp", socket.AF_INET, ("20.0.0.1", 443)),
                                 ("metadata", socket.AF_INET, ("169.254.169.254", 80)),
                                 ("six", socket.AF_INET6, ("2606:4700::1", 443))):
            try:
                socket.socket(family).connect(to)
                out[kind] = "connected"
            except OSError as e:
                out[kind] = "refused"
        u = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        try:
            u.sendto(b"x", ("20.0.0.1", 53))
            out["udp"] = "sent"
        except OSError:
            out["udp"] = "refused"
        for family, kind in ((socket.AF_INET, socket.SOCK_RAW), (socket.AF_PACKET, socket.SOCK_RAW)):
            try:
                socket.socket(family, kind, 1)
                out["raw%d" % family] = "made"
            except OSError:
                out["raw%d" % family] = "refused"
        print(json.dumps(out))
    """)
    for name in ("evil.test", "other.test", "api.test.evil", "evilapi.test", "wild.test",
                 "xn--e1afmkfd.wild.test"):
        assert got[name] == ["403 not_allowed", "403 not_allowed", "none"], (name, got)
    assert {got[k] for k in got if not k.endswith(("test", "evil"))} == {"refused"}, got
    seen = world.log()
    assert seen["dns"] == [], "a refused name was asked for"
    assert seen["http"] == []
    codes = {(d["object"], d["code"]) for d in done["denials"]}
    assert ("evil.test:443", "not_allowed") in codes
    remedy = next(d["remedy"] for d in done["denials"] if d["object"] == "evil.test:443")
    assert remedy == "egress.allow += evil.test"


def test_the_name_matrix_has_one_verdict(world: World) -> None:
    p = world.policy(ALLOW + "\n    socks: true\n")
    world.log()
    names = ["api.test\\x00.evil", "api.test%00", "api test", "u@api.test", "api.test..", ".api.test",
             "api_x.test", "api\\xff.test", "2130706433", "0177.0.0.1", "0x7f.1", "127.1",
             "127.0.0.256", "-api.test", "a" * 64 + ".test", "a." * 130 + "test", "api.test\\\\x"]
    got, _ = world.python(p, """
        out = {}
        for text in json.loads(sys.argv[1]):
            name = text.encode("latin-1").decode("unicode_escape").encode("latin-1")
            c = connect(name)[1]
            a = verdict(raw(b"GET http://" + name + b"/ HTTP/1.1\\r\\nHost: " + name + b"\\r\\n\\r\\n"))
            h = verdict(raw(b"GET http://plain.test/ HTTP/1.1\\r\\nHost: " + name + b"\\r\\n\\r\\n"))
            k = raw(b"\\x05\\x01\\x00\\x05\\x01\\x00\\x03" + bytes([min(len(name), 255)]) + name[:255]
                    + b"\\x01\\xbb", ("127.0.0.1", 1080))
            out[text] = [c, a, h, k[:4].hex()]
        good = ["API.test", "api.test.", "Api.TEST."]
        out["good"] = [connect(n)[1] for n in good]
        print(json.dumps(out))
    """, json.dumps(names))
    for name in names:
        c, a, h, k = got[name]
        # Bytes that no request line may have are refused before there is a name.
        assert c in ("403 bad_name", "403 protocol"), (name, c)
        assert a in ("403 bad_name", "403 protocol"), (name, a)
        assert h in ("403 bad_name", "403 protocol"), (name, h)
        assert k == "05000502", (name, k)
    assert got["good"] == ["200", "200", "200"]
    assert world.log() == {"dns": [], "http": [], "bytes": []}


def test_connection_greeting_and_host_are_one_name(world: World) -> None:
    p = world.policy("allow: [api.test, other.test, {host: plain.test, proto: http}]")
    world.log()
    got, done = world.python(p, """
        req = lambda h: f"GET / HTTP/1.1\\r\\nHost: {h}\\r\\n\\r\\n".encode()
        out = {}
        s, _ = connect("api.test")
        out["sni"] = verdict(talk(tls(s, "other.test"), req("other.test")))
        s, _ = connect("api.test")
        out["host"] = verdict(talk(tls(s, "api.test"), req("other.test")))
        s, _ = connect("api.test")
        t = tls(s, "api.test")
        t.sendall(req("api.test"))
        first = read_reply(t)
        out["first"] = verdict(first)
        out["second"] = verdict(talk(t, req("other.test")))
        s, _ = connect("api.test")
        out["none"] = verdict(talk(tls(s, None), req("api.test")))
        out["absolute"] = verdict(raw(b"GET http://plain.test/ HTTP/1.1\\r\\nHost: api.test\\r\\n\\r\\n"))
        out["two hosts"] = verdict(raw(
            b"GET http://plain.test/ HTTP/1.1\\r\\nHost: plain.test\\r\\nHost: api.test\\r\\n\\r\\n"))
        s, _ = connect("api.test")
        out["port"] = verdict(talk(tls(s, "api.test"), req("api.test:8443")))
        s, _ = connect("api.test")
        out["connect inside"] = verdict(talk(tls(s, "api.test"),
            b"CONNECT api.test:443 HTTP/1.1\\r\\nHost: api.test\\r\\n\\r\\n"))
        print(json.dumps(out))
    """)
    assert got == {"sni": "421 name_mismatch", "host": "421 name_mismatch", "first": "200",
                   "second": "421 name_mismatch", "none": "403 no_sni",
                   "absolute": "421 name_mismatch", "two hosts": "403 protocol",
                   "port": "421 name_mismatch", "connect inside": "403 protocol"}, got
    assert len(world.log()["http"]) == 1
    assert {d["code"] for d in done["denials"]} >= {"name_mismatch", "no_sni", "protocol"}


def test_every_class_of_address_is_refused(world: World) -> None:
    names = ["loopback.test", "metadata.test", "private.test", "shared.test", "mapped.test",
             "local6.test", "zero.test", "multicast.test", "own.test"]
    p = world.policy(f"allow: [{', '.join(names)}, mixed.test, missing.test]")
    world.log()
    got, _ = world.python(p, """
        out = {n: verdict(get(n)) for n in sys.argv[1:]}
        print(json.dumps(out))
    """, *names, "mixed.test", "missing.test")
    assert {n: got[n] for n in names} == {n: "403 address_class" for n in names}
    assert got["mixed.test"] == "200"
    assert got["missing.test"] == "403 resolve_failed"
    asked = [q for q in world.log()["dns"] if q[0] == "mixed.test"]
    assert sorted(asked) == [["mixed.test", 1], ["mixed.test", 28]], "asked once per connection"


def test_private_addresses_by_a_rule_that_names_them(world: World) -> None:
    p = world.policy("""
        allow:
          - {host: loopback.test, proto: http}
          - {ip: 127.0.0.1, ports: [80], allow_private: true}
    """)
    done = world.exec(p, "curl", "-sS", "http://loopback.test/x")
    assert json.loads(done["stdout"])["path"] == "/x"


def test_a_literal_address_of_this_machine_with_and_without_the_proxy(world: World) -> None:
    p = world.policy("allow: [{ip: 127.0.0.1, ports: [80], proto: http, allow_private: true}]")
    for more in ((), ("--noproxy", "*")):
        done = world.exec(p, "curl", "-sS", *more, "http://127.0.0.1/x")
        assert json.loads(done["stdout"])["path"] == "/x", more
    # A port of a rule, but not this address: the remedy is what helps.
    done = world.exec(p, "curl", "-sS", "--noproxy", "*", "http://127.0.0.2/x")
    denial = json.loads(done["stdout"])
    assert denial["code"] == "not_allowed"
    assert denial["remedy"] == "egress.allow += {ip: 127.0.0.2, ports: [80], proto: http, allow_private: true}"
    rule = denial["remedy"].removeprefix("egress.allow += ")
    again = world.exec(world.policy(f"allow: [{rule}]"), "curl", "-sS", "--noproxy", "*", "http://127.0.0.2/x")
    assert json.loads(again["stdout"])["path"] == "/x"


def test_strict_http(world: World) -> None:
    p = world.policy("allow: [{host: plain.test, proto: http}]")
    world.log()
    cases = {
        "both lengths": b"POST http://plain.test/ HTTP/1.1\r\nHost: plain.test\r\n"
                        b"Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "two lengths": b"POST http://plain.test/ HTTP/1.1\r\nHost: plain.test\r\n"
                       b"Content-Length: 3\r\nContent-Length: 4\r\n\r\nabc",
        "signed length": b"POST http://plain.test/ HTTP/1.1\r\nHost: plain.test\r\n"
                         b"Content-Length: +3\r\n\r\nabc",
        "odd encoding": b"POST http://plain.test/ HTTP/1.1\r\nHost: plain.test\r\n"
                        b"Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
        "bare lf": b"GET http://plain.test/ HTTP/1.1\nHost: plain.test\n\n",
        "folded": b"GET http://plain.test/ HTTP/1.1\r\nHost: plain.test\r\nA: b\r\n c\r\n\r\n",
        "space before colon": b"GET http://plain.test/ HTTP/1.1\r\nHost : plain.test\r\n\r\n",
        "no host": b"GET http://plain.test/ HTTP/1.1\r\n\r\n",
        "trace": b"TRACE http://plain.test/ HTTP/1.1\r\nHost: plain.test\r\n\r\n",
        "h2c": b"GET http://plain.test/ HTTP/1.1\r\nHost: plain.test\r\nUpgrade: h2c\r\n"
               b"Connection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAA\r\n\r\n",
        "websocket": b"GET http://plain.test/ HTTP/1.1\r\nHost: plain.test\r\n"
                     b"Upgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
        "https by relay": b"GET https://plain.test/ HTTP/1.1\r\nHost: plain.test\r\n\r\n",
        "nul": b"GET http://plain.test/ HTTP/1.1\r\nHost: plain.test\r\nA: \x00\r\n\r\n",
        "version": b"GET http://plain.test/ HTTP/2.0\r\nHost: plain.test\r\n\r\n",
        "other port": b"GET http://plain.test:8081/ HTTP/1.1\r\nHost: plain.test:8081\r\n\r\n",
    }
    got, _ = world.python(p, """
        out = {k: verdict(raw(bytes.fromhex(v))) for k, v in json.loads(sys.argv[1]).items()}
        out["long"] = verdict(raw(
            b"GET http://plain.test/ HTTP/1.1\\r\\nHost: plain.test\\r\\nA: " + b"a" * 70000))
        print(json.dumps(out))
    """, json.dumps({k: v.hex() for k, v in cases.items()}))
    want = dict.fromkeys(cases, "403 protocol")
    want["trace"] = "405 method"
    want["long"] = "403 protocol"
    want["other port"] = "403 not_allowed"
    assert got == want
    assert world.log()["http"] == []


def test_methods_and_paths(world: World) -> None:
    p = world.policy("""
        allow:
          - {host: plain.test, proto: http, methods: [GET], paths: [/v1/]}
    """)
    world.log()
    got, _ = world.python(p, """
        def ask(method, path, head=b""):
            return verdict(raw(b"%s http://plain.test%s HTTP/1.1\\r\\nHost: plain.test\\r\\n"
                               b"Connection: close\\r\\n%s\\r\\n" % (method, path, head)))
        print(json.dumps([ask(b"GET", b"/v1/a"), ask(b"POST", b"/v1/a"), ask(b"GET", b"/v2"),
            ask(b"GET", b"/v1/../v2"), ask(b"GET", b"/v1/%2e%2e/v2"), ask(b"GET", b"/v1/x%2f..%2fy"),
            ask(b"GET", b"/v1//x"), ask(b"GET", b"/v1/..;/x"), ask(b"GET", b"/v1/%61/./b?q=/../"),
            ask(b"GET", b"/v1/m", b"X-HTTP-Method-Override: DELETE\\r\\n")]))
    """)
    assert got == ["200", "403 method", "403 path", "403 path", "403 path", "403 path", "403 path",
                   "403 path", "200", "200"]
    seen = world.log()["http"]
    assert [x["line"].split()[1] for x in seen] == ["/v1/a", "/v1/a/b?q=/../", "/v1/m"]
    assert "x-http-method-override" not in seen[2]["headers"]


def test_upstream_certificates(world: World) -> None:
    p = world.policy("allow: [expired.test, selfsigned.test, wrong.test]")
    world.log()
    got, done = world.python(p, """
        print(json.dumps([verdict(get(n)) for n in ("expired.test", "selfsigned.test", "wrong.test")]))
    """)
    assert got == ["403 tls_upstream"] * 3
    assert world.log()["http"] == []
    assert all("certificate" in d["reason"] or "hostname" in d["reason"] for d in done["denials"])


def test_tunnel_by_greeting(world: World) -> None:
    egress = "allow: [{host: tunnel.test, tls: tunnel}]"
    p = world.policy(egress)
    refused = world.ask(run=[str(world.caisson), "exec", "--no-audit", "--policy", p, "true"])
    assert refused["code"] == 125
    assert "egress.host_identity" in refused["err"]
    p = world.policy(egress, "\naccept_unenforced: [egress.host_identity]\n")
    world.log()
    got, done = world.python(p, """
        out = {"good": verdict(get("tunnel.test", "/t"))}
        # The greeting in twenty records.
        c = ssl.create_default_context()
        inside, outside = ssl.MemoryBIO(), ssl.MemoryBIO()
        o = c.wrap_bio(inside, outside, server_hostname="tunnel.test")
        try: o.do_handshake()
        except ssl.SSLWantReadError: pass
        hello = outside.read()[5:]
        size = len(hello) // 20 + 1
        s, _ = connect("tunnel.test")
        for i in range(0, len(hello), size):
            part = hello[i:i + size]
            s.sendall(b"\\x16\\x03\\x01" + len(part).to_bytes(2, "big") + part)
        out["split"] = s.recv(3).hex()
        # The greeting that hides its name: the extension of ECH.
        at = 39 + hello[38]
        at += 2 + int.from_bytes(hello[at:at + 2], "big")
        at += 1 + hello[at]
        many = int.from_bytes(hello[at:at + 2], "big") + 4
        body = hello[4:at] + many.to_bytes(2, "big") + hello[at + 2:] + b"\\xfe\\x0d\\0\\0"
        hidden = b"\\1" + len(body).to_bytes(3, "big") + body
        s, _ = connect("tunnel.test")
        out["hidden"] = len(talk(s, b"\\x16\\x03\\x01" + len(hidden).to_bytes(2, "big") + hidden))
        s, _ = connect("tunnel.test")
        s.sendall(b"\\x16\\x03\\x01\\x02")
        out["slow"] = len(s.recv(10))  # closed, long before the timeout of 20 s
        for name, data in (("plain", b"GET / HTTP/1.1\\r\\n\\r\\n"),
                           ("long", b"\\x16\\x03\\x01\\x40\\x00\\x01\\x00\\xff\\xff" + b"a" * 17000)):
            s, _ = connect("tunnel.test")
            out[name] = len(talk(s, data))
        s, _ = connect("tunnel.test")
        try: tls(s, None); out["none"] = "greeted"
        except OSError: out["none"] = "refused"
        s, _ = connect("tunnel.test")
        try: tls(s, "api.test"); out["other"] = "greeted"
        except OSError: out["other"] = "refused"
        print(json.dumps(out))
    """)
    assert got == {"good": "200", "split": "160303", "plain": 0, "long": 0, "none": "refused",
                   "other": "refused", "hidden": 0, "slow": 0}
    assert {d["code"] for d in done["denials"]} == {"protocol", "no_sni", "name_mismatch", "ech"}
    assert any("took too long" in d["reason"] for d in done["denials"])
    assert len(world.log()["http"]) == 1


def test_websocket_by_rule(world: World) -> None:
    p = world.policy("allow: [{host: api.test, upgrade: true}]")
    got, _ = world.python(p, """
        s, _ = connect("api.test")
        t = tls(s, "api.test")
        t.sendall(b"GET /ws HTTP/1.1\\r\\nHost: api.test\\r\\nConnection: Upgrade\\r\\n"
                  b"Upgrade: websocket\\r\\nSec-WebSocket-Key: x\\r\\n\\r\\n")
        reply = talk(t, b"hello\\n")
        print(json.dumps([verdict(reply), reply.split(b"\\r\\n\\r\\n")[1].decode()]))
    """)
    assert got == ["101", "<hello\n"]


def test_secrets(world: World) -> None:
    p = world.policy("allow: [api.test, other.test, {host: plain.test, proto: http}]", SECRETS)
    world.log()
    got, done = world.python(p, """
        import base64
        key = os.environ["API_KEY"]
        bearer = f"Authorization: Bearer {key}\\r\\n"
        out = {"key": key}
        out["bound"] = verdict(get("api.test", "/bound", bearer))
        basic = base64.b64encode(f"user:{key}".encode()).decode()
        out["basic"] = get("api.test", "/split", f"Authorization: Basic {basic}\\r\\n").decode()
        out["given"] = basic
        out["split"] = get("api.test", "/split", bearer).decode()
        out["header"] = get("api.test", "/header", bearer).decode()
        out["gzip"] = verdict(get("api.test", "/gzip", bearer))
        out["inside"] = verdict(get("api.test", "/word", f"X: x{key}\\r\\n"))
        out["query"] = verdict(get("api.test", f"/query?k={key}"))
        out["unbound"] = verdict(get("other.test", "/", bearer))
        out["unbound basic"] = verdict(get("other.test", "/", f"Authorization: Basic {basic}\\r\\n"))
        out["unbound query"] = verdict(get("other.test", f"/?k={key}"))
        out["plain"] = verdict(raw(f"GET http://plain.test/ HTTP/1.1\\r\\nHost: plain.test\\r\\n{bearer}\\r\\n".encode()))
        body = f"POST /body HTTP/1.1\\r\\nHost: other.test\\r\\nContent-Length: {len(key)}\\r\\nConnection: close\\r\\n\\r\\n{key}"
        s, _ = connect("other.test")
        out["body"] = verdict(talk(tls(s, "other.test"), body.encode()))
        env = open("/proc/self/environ").read()
        print(json.dumps(out | {"env": env}))
    """, options=("--secret", "api_key"), env={"CAISSON_TEST_SECRET": SECRET})
    key = got["key"]
    assert key.startswith("csph_api_key_")
    assert SECRET not in json.dumps(got)
    assert SECRET not in json.dumps(done)
    seen = {x["line"].split()[1].split("?")[0]: x for x in world.log()["http"]}
    assert seen["/bound"]["headers"]["authorization"] == f"Bearer {SECRET}"
    assert seen["/bound"]["headers"]["accept-encoding"] == "identity"
    assert got["split"].count(key) == 1 or key in got["split"].replace("\r\n", "")
    joined = "".join(got["split"].split("\r\n\r\n", 1)[1].split("\r\n")[1::2])
    assert joined == f"you sent Bearer {key}!"
    joined = "".join(got["basic"].split("\r\n\r\n", 1)[1].split("\r\n")[1::2])
    assert joined == f"you sent Basic {got['given']}!"
    assert f"X-Echo: Bearer {key}" in got["header"]
    assert got["gzip"] == "403 secret_misuse"
    assert seen["/word"]["headers"]["x"] == f"x{key}"
    assert seen["/query"]["line"].split()[1] == f"/query?k={key}"
    for what in ("unbound", "unbound basic", "unbound query", "plain"):
        assert got[what] == "403 secret_misuse", what
    assert seen["/body"]["body"] == key
    assert got["inside"] == got["query"] == got["body"] == got["bound"] == "200"


def test_secrets_in_query_and_body(world: World) -> None:
    p = world.policy("allow: [api.test]", SECRETS.replace(
        "hosts: [api.test]", "hosts: [api.test], sites: [query, body]"))
    world.log()
    world.python(p, """
        key = os.environ["API_KEY"]
        body = json.dumps({"key": key, "n": "x" * 40000})
        s, _ = connect("api.test")
        r = talk(tls(s, "api.test"), f"POST /b?k={key}&x=1 HTTP/1.1\\r\\nHost: api.test\\r\\nContent-Length: {len(body)}\\r\\nConnection: close\\r\\n\\r\\n{body}".encode())
        print(json.dumps(verdict(r)))
    """, options=("--secret", "api_key"), env={"CAISSON_TEST_SECRET": "a b&c" + SECRET})
    seen = world.log()["http"][0]
    assert seen["line"].split()[1] == f"/b?k=a%20b%26c{SECRET}&x=1"
    assert f'"key": "a b&c{SECRET}"' in seen["body"]


def test_secrets_that_cannot_be_bound(world: World) -> None:
    p = world.policy("allow: [api.test]", SECRETS)
    run = [str(world.caisson), "exec", "--no-audit", "--policy", p]
    unknown = world.ask(run=[*run, "--secret", "nobody", "true"])
    assert unknown["code"] == 125
    unset = world.ask(run=[*run, "--secret", "api_key", "true"])
    assert unset["code"] == 125
    assert "CAISSON_TEST_SECRET" in unset["err"]
    bad = world.ask(run=[*run, "--secret", "api_key", "true"],
                    env={"CAISSON_TEST_SECRET": "two\nlines"})
    assert bad["code"] == 125
    assert "lines" not in bad["err"]


def test_budgets(world: World) -> None:
    p = world.policy("""
        allow:
          - {host: plain.test, proto: http, max_requests: 2}
          - {host: api.test, max_in: 100000}
    """)
    got, done = world.python(p, """
        ask = lambda: verdict(raw(b"GET http://plain.test/ HTTP/1.1\\r\\nHost: plain.test\\r\\nConnection: close\\r\\n\\r\\n"))
        out = [ask(), ask(), ask()]
        big = get("api.test", "/big/5000000")
        out.append(len(big) < 1000000)
        out.append(verdict(get("api.test", "/after")))
        print(json.dumps(out))
    """)
    assert got == ["200", "200", "403 budget", True, "403 budget"]
    assert {d["code"] for d in done["denials"]} == {"budget"}


def test_more_connections_than_descriptors(world: World) -> None:
    p = world.policy("allow: [{host: plain.test, proto: http}]\nmax_connections: 1000")
    code = textwrap.dedent(PRELUDE) + textwrap.dedent("""
        held = [socket.create_connection(("127.0.0.1", 3128), timeout=20) for _ in range(150)]
        closed = 0
        import select, time
        for _ in range(100):  # those that find no room are closed at once
            closed = len(select.select(held, [], [], 0.1)[0])
            if closed > 20: break
            time.sleep(0.1)
        for s in held: s.close()
        for _ in range(50):
            got = verdict(raw(b"GET http://plain.test/ HTTP/1.1\\r\\nHost: plain.test\\r\\nConnection: close\\r\\n\\r\\n"))
            if got == "200": break
        print(json.dumps([closed > 20, got]))
    """)
    box = [str(world.caisson), "exec", "--json", "--no-audit", "--policy", p, "--timeout", "100s", "--",
           "python3", "-c", code]
    done = world.ask(run=["sh", "-c", 'ulimit -n 400; exec "$@"', "sh", *box])
    result = json.loads(done["out"])
    assert json.loads(result["stdout"]) == [True, "200"], done
    assert {d["code"] for d in result["denials"]} == {"budget"}


def test_bytes_are_counted_exactly(world: World) -> None:
    p = world.policy("allow: [{host: plain.test, proto: http, ports: [8081]}]")
    log = world.folder / "audit.jsonl"
    done = world.ask(run=[str(world.caisson), "exec", "--audit", str(log), "--policy", p, "--",
                          "curl", "-sS", "-o", "/dev/null", "http://plain.test:8081/count"])
    assert done["code"] == 0, done
    records = [json.loads(x) for x in log.read_text().splitlines()]
    log.unlink()
    closed = [r for r in records if r["kind"] == "egress.close"]
    assert [[r["bytes_out"], r["bytes_in"]] for r in closed] == world.log()["bytes"]


def test_a_flood_of_refusals_does_not_fill_the_audit_log(world: World) -> None:
    p = world.policy(ALLOW)
    log = world.folder / "audit.jsonl"
    code = textwrap.dedent("""
        import socket
        s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        s.connect(("127.0.0.1", 53))
        s.settimeout(5)
        for i in range(6000):
            name = b"".join(bytes([len(x)]) + x for x in (b"n%d" % i, b"flood", b"test"))
            s.send(b"\\0\\1\\1\\0\\0\\1\\0\\0\\0\\0\\0\\0" + name + b"\\0\\0\\1\\0\\1")
            s.recv(512)
        print("done")
    """)
    done = world.ask(run=[str(world.caisson), "exec", "--audit", str(log), "--timeout", "60s", "--policy", p,
                          "--", "python3", "-c", code])
    assert done["out"] == "done\n", done
    lines = [x for x in log.read_text().splitlines() if '"egress.deny"' in x]
    log.unlink()
    assert 1000 < len(lines) < 2700


def test_denials_are_told_alike_everywhere(world: World) -> None:
    p = world.policy(ALLOW)
    log = world.folder / "audit.jsonl"
    done = world.ask(run=[str(world.caisson), "exec", "--json", "--audit", str(log), "--policy", p,
                          "--", "curl", "-sS", "http://evil.test/"])
    result = json.loads(done["out"])
    told = json.loads(result["stdout"])
    records = [json.loads(x) for x in log.read_text().splitlines()]
    log.unlink()
    written = next(r for r in records if r["kind"] == "egress.deny")
    denial = result["denials"][0]
    assert told["code"] == denial["code"] == written["data"]["code"] == "not_allowed"
    assert told["id"] == denial["id"] == written["data"]["denial"]
    assert told["rule"] == denial["rule"] == written["rule"] == "default-deny"
    assert told["remedy"] == "egress.allow += {host: evil.test, ports: [80], proto: http}"


def test_the_authority_is_the_sandboxs_own(world: World) -> None:
    p = world.policy(ALLOW)
    read = ["sh", "-c", "cat /etc/ssl/certs/ca-certificates.crt"]
    one = world.exec(p, *read)["stdout"]
    two = world.exec(p, *read)["stdout"]
    assert one.startswith("-----BEGIN CERTIFICATE")
    assert one != two
    assert "PRIVATE" not in one
    host = Path("/etc/ssl/certs/ca-certificates.crt")
    if host.exists():
        assert one.strip() not in host.read_text()


def test_without_a_list_there_is_no_way_out(world: World) -> None:
    p = world.policy("allow: []")
    got, done = world.python(p, """
        out = []
        for to in (("127.0.0.1", 3128), ("127.0.0.1", 53), ("20.0.0.1", 443)):
            try: socket.create_connection(to, timeout=5); out.append("connected")
            except OSError: out.append("refused")
        try: socket.getaddrinfo("api.test", 443); out.append("resolved")
        except OSError: out.append("refused")
        print(json.dumps(out))
    """)
    assert set(got) == {"refused"}


def test_redirects_are_judged_anew(world: World) -> None:
    p = world.policy(ALLOW)
    done = world.exec(p, "curl", "-sSL", "https://api.test/redirect")
    assert done["exit_code"] == 56
    assert [d["object"] for d in done["denials"]] == ["evil.test:443"]


def test_odd_replies(world: World) -> None:
    p = world.policy(ALLOW)
    got, _ = world.python(p, """
        print(json.dumps([verdict(get("api.test", "/early")), verdict(get("api.test", "/both")),
                          len(get("api.test", "/big/3000000")) > 3000000]))
    """)
    assert got == ["200", "403 resolve_failed", True]


def test_when_the_egress_process_dies(world: World) -> None:
    p = world.policy(ALLOW)
    script = textwrap.dedent("""
        import json, subprocess, sys, time, os
        run = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        first = run.stdout.readline()
        def name(pid):
            try: return open(f"/proc/{pid}/comm").read().strip(), open(f"/proc/{pid}/stat").read().split()[3]
            except OSError: return None
        for pid in filter(str.isdigit, os.listdir("/proc")):
            if (name(pid) or [""])[0] in ("caisson", "exe", "caisson-egress") and name(pid)[1] == str(run.pid):
                os.kill(int(pid), 9)
        time.sleep(0.1)
        run.stdin.write("go\\n"); run.stdin.close()
        print(json.dumps([first, run.stdout.read(), run.wait()]))
    """)
    inner = ("curl -sS -o /dev/null https://api.test/ && echo before; read x; "
             "curl -sS -m 5 https://api.test/ 2>/dev/null || echo gone; echo still here")
    done = world.ask(run=["python3", "-c", script, str(world.caisson), "exec", "-i", "--no-audit",
                          "--policy", p, "--", "sh", "-c", inner])
    got = json.loads(done["out"])
    assert got == ["before\n", "gone\nstill here\n", 0], done
    assert "the egress process ended" in done["err"]


def test_requests_in_a_row_on_one_connection(world: World) -> None:
    p = world.policy(ALLOW)
    world.log()
    got, _ = world.python(p, """
        s, _ = connect("api.test")
        t = tls(s, "api.test")
        out = []
        for i in range(50):
            body = b"b" * i
            t.sendall(b"POST /%d HTTP/1.1\\r\\nHost: api.test\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n" % i
                      + (b"%x\\r\\n%s\\r\\n" % (i, body) if i else b"") + b"0\\r\\n\\r\\n")
            out.append(json.loads(read_reply(t).split(b"\\r\\n\\r\\n")[1])["body"])
        print(json.dumps(out))
    """)
    assert got == list(range(50))
    assert [x["line"] for x in world.log()["http"]] == [f"POST /{i} HTTP/1.1" for i in range(50)]


def test_python_in_a_jail_has_the_same_way_out(world: World) -> None:
    p = world.policy(ALLOW)
    world.log()
    code = textwrap.dedent("""
        import json, urllib.request, urllib.error
        print(json.load(urllib.request.urlopen("https://api.test/py"))["path"])
        try:
            urllib.request.urlopen("http://evil.test/")
        except urllib.error.HTTPError as e:
            print(e.code, json.load(e)["code"])
    """)
    done = world.ask(run=[str(world.caisson), "run", "--json", "--no-audit", "--depth", "process",
                          "--policy", p, "-c", code])
    result = json.loads(done["out"])
    assert result["stdout"] == "/py\n403 not_allowed\n", result
    denial = result["denials"][0]
    assert (denial["object"], denial["code"]) == ("evil.test:80", "not_allowed")
    assert [x["line"] for x in world.log()["http"]] == ["GET /py HTTP/1.1"]


def test_learn_writes_rules_that_are_enough(world: World) -> None:
    rules = world.folder / "learned.yaml"
    p = world.policy("allow: []")
    script = "curl -sS https://api.test/a; curl -sS http://plain.test/b; curl -sS https://api.test/c"
    done = world.exec(p, "sh", "-c", script, options=("--learn", str(rules)))
    assert done["exit_code"] == 0 and done["denials"] == [], done
    text = rules.read_text()
    assert "    - api.test\n    - {host: plain.test, ports: [80], proto: http}\n" in text, text
    assert "*" not in text
    narrow = world.policy(text.split("egress:\n")[1].replace("\n  ", "\n").lstrip())
    again = world.exec(narrow, "sh", "-c", script + "; curl -sS https://other.test/")
    assert [d["object"] for d in again["denials"]] == ["other.test:443"], again
    # Nothing but public addresses, whatever the name is.
    private = world.exec(p, "curl", "-sS", "https://private.test/", options=("--learn", str(rules)))
    assert [d["code"] for d in private["denials"]] == ["address_class"], private


def test_presets_are_hosts(world: World) -> None:
    caisson = Caisson(world.caisson)
    p = world.policy("allow: [preset:pypi, preset:debian]")
    for host, allowed in (("pypi.org", True), ("files.pythonhosted.org", True),
                          ("deb.debian.org:80", True), ("pypi.org:80", False),
                          ("registry.npmjs.org", False)):
        said = caisson("why", "--policy", p, "--host", host).out
        assert ("remedy: egress.allow += " not in said) is allowed, said
    wrong = caisson("policy", "check", world.policy("allow: [preset:pip]"))
    assert "presets are pypi, npm, crates, go, github, debian" in wrong.err + wrong.out


def test_the_guide_lists_every_preset() -> None:
    text = (HERE.parents[1] / "src/policy/presets.def").read_text()
    guide = (HERE.parents[1] / "docs/egress.md").read_text()
    rows = [x[7:-1].replace('"', "").split(", ") for x in text.splitlines() if x.startswith('PRESET("')]
    assert len(rows) > 10
    for name, _, host in rows:
        line = next(x for x in guide.splitlines() if x.startswith(f"| `preset:{name}`"))
        assert f"`{host}`" in line, (name, host)
