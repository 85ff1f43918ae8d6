"""Attacks on the way out that need more than one sandbox, or one that lasts.

The small internet of tests/cli/egress_world.py is both ends; named sandboxes
have a state directory of their own in it.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import contextlib
import json
import os
import textwrap
import unittest
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from egress_box import PRELUDE, SECRET, SECRETS, World
from test_h_network import LOCK, outside, visit, with_key, without, world
from tool import Caisson, needs_jail

TWO = "allow: [api.test, other.test]"


class Boxes:
    """Named sandboxes inside of the world."""

    def __init__(self, w: World) -> None:
        self.world = w
        self.home = w.folder / f"home-{uuid.uuid4().hex[:6]}"
        self.home.mkdir()
        self.names: list[str] = []

    def __call__(self, *words: str, **env: str) -> dict[str, Any]:
        return self.world.ask(run=[str(self.world.caisson), *words], env={
            "HOME": str(self.home), "XDG_STATE_HOME": str(self.home / "state"),
            "XDG_DATA_HOME": str(self.home / "data"), **env})

    def create(self, *options: str, **env: str) -> str:
        name = f"a-{uuid.uuid4().hex[:8]}"
        done = self("create", *options, name, **env)
        assert done["code"] == 0, done
        self.names.append(name)
        return name

    def python(self, name: str, code: str, *args: str) -> Any:
        program = PRELUDE + textwrap.dedent(code)
        done = self("exec", "--json", name, "--", "python3", "-c", program, *args)
        result = json.loads(done["out"])
        assert result["exit_code"] == 0, result
        return json.loads(result["stdout"])


@contextlib.contextmanager
def boxes(caisson: Caisson) -> Iterator[Boxes]:
    needs_jail(caisson)
    if os.geteuid() != 0:
        raise unittest.SkipTest("sandboxes in a namespace of the test need root")
    with LOCK:
        made = Boxes(world(Path(caisson.binary)))
        made.world.log()
        try:
            yield made
        finally:
            for name in made.names:
                made("rm", "-q", name)


def test_h17_a_siblings_way_out(caisson: Caisson) -> None:
    """There is no credential to guess: the listener is who asks."""
    code = """
        import glob
        head = b"".join(b"Proxy-Authorization: Basic %s\\r\\n" % x for x in (b"YTph", b"OmNhaXNzb24="))
        ask = lambda to: verdict(raw(b"CONNECT api.test:443 HTTP/1.1\\r\\nHost: api.test:443\\r\\n" + head + b"\\r\\n", to))
        out = [ask(("127.0.0.1", 3128))]
        for at in ("127.0.0.2", "198.18.0.0", "198.18.0.1", "20.0.0.1"):
            try: out.append(ask((at, 3128)))
            except OSError: out.append("refused")
        for name in [x.split()[-1] for x in open("/proc/net/unix") if "@" in x]:
            try:
                with socket.socket(socket.AF_UNIX) as s:
                    s.connect(name.replace("@", "\\0")); out.append("unix")
            except OSError: pass
        print(json.dumps(out))
    """
    with boxes(caisson) as b:
        mine = b.create("--allow-host", "other.test", "--policy", b.world.policy("allow: [other.test]"))
        sibling = b.create("--policy", b.world.policy("allow: [api.test]"))
        assert b.python(mine, code) == ["403 not_allowed"] + ["refused"] * 4
        # twin: the sibling itself, which needs no credential either
        assert b.python(sibling, code)[0] == "200"
        # and from outside, nothing listens for anybody
        done = b.world.ask(run=["python3", "-c", PRELUDE + "raw(b'x')"], env={})
        assert "ConnectionRefusedError" in done["err"], done


DRIP = """
    import time
    s, v = connect("api.test")
    t = tls(s, "api.test")
    t.sendall(b"GET /drip/40 HTTP/1.1\\r\\nHost: api.test\\r\\n\\r\\n")
    got, t0 = b"", time.monotonic()
    print(json.dumps("begun"), flush=True)
    try:
        while got.count(b".") < 40:
            piece = t.recv(4096)
            if not piece: break
            got += piece
    except OSError: pass
    print(json.dumps(got.count(b".")))
"""


def narrow_while_it_flows(b: Boxes, host: str) -> tuple[int, str]:
    """Dots of 40 that came, and what a new connection is told."""
    name = b.create("--policy", b.world.policy(TWO))
    script = textwrap.dedent("""
        import subprocess, sys
        caisson, name, host, code = sys.argv[1:]
        run = subprocess.Popen([caisson, "exec", name, "--", "python3", "-c", code], stdout=subprocess.PIPE, text=True)
        assert "begun" in run.stdout.readline()
        done = subprocess.run([caisson, "egress", "narrow", "--without", host, name], capture_output=True, text=True)
        assert done.returncode == 0, done
        print(run.stdout.read().strip())
    """)
    env = {"HOME": str(b.home), "XDG_STATE_HOME": str(b.home / "state")}
    done = b.world.ask(run=["python3", "-c", script, str(b.world.caisson), name, host,
                            PRELUDE + textwrap.dedent(DRIP)], env=env)
    assert done["code"] == 0, done
    again = b.python(name, 'print(json.dumps(connect("api.test")[1]))')
    b("stop", name)
    assert b("start", name)["code"] == 0  # what was taken away stays away
    assert b.python(name, 'print(json.dumps(connect("api.test")[1]))') == again
    return int(done["out"]), again


def test_h23_what_flows_when_a_host_is_taken_away(caisson: Caisson) -> None:
    with boxes(caisson) as b:
        dots, again = narrow_while_it_flows(b, "api.test")
        assert dots < 40
        assert again == "403 denied_by_rule"
        # twin: another host is taken away, and this one flows on
        assert narrow_while_it_flows(b, "other.test") == (40, "200")


FRAMES = """
    import struct
    out = {}
    def attempt(name, call):
        try: call(); out[name] = "sent"
        except OSError: out[name] = "refused"
    def packet():
        s = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(3))
        s.bind(("lo", 0)); s.send(b"\\xff" * 6 + b"\\x02" * 6 + b"\\x08\\x06" + b"\\0" * 46)
    def raw_ip():
        s = socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_RAW)
        head = struct.pack(">BBHHHBBH4s4s", 0x46, 0, 28, 1, 0x2000, 64, 17, 0, bytes([20, 0, 0, 9]), bytes([127, 0, 0, 1]))
        s.sendto(head + b"\\x83\\3\\4\\0" + b"\\0" * 4, ("127.0.0.1", 0))
    def icmp():
        s = socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_ICMP)
        s.sendto(b"\\x08\\0\\xf7\\xff\\0\\0\\0\\0", ("127.0.0.1", 0))
    def foreign_source():
        s = socket.socket(); s.setsockopt(socket.SOL_IP, 19, 1); s.bind(("20.0.0.9", 0))
    def add_link(kind):
        s = socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0)
        name = struct.pack("HH", 8, 3) + b"ev0\\0"
        k = struct.pack("HH", 4 + len(kind), 1) + kind
        info = struct.pack("HH", 4 + len(k), 18) + k
        body = struct.pack("BxHiII", 0, 0, 0, 0, 0) + name + info
        s.send(struct.pack("IHHII", 16 + len(body), 16, 0x605, 1, 0) + body)
        code = struct.unpack("i", s.recv(4096)[16:20])[0]
        if code: raise OSError(-code, "netlink")
    for name, call in (("packet", packet), ("raw", raw_ip), ("icmp", icmp), ("source", foreign_source),
                       ("dummy", lambda: add_link(b"dummy\\0\\0\\0"))):
        attempt(name, call)
    out["links"] = sorted(x.split(":")[0].strip() for x in open("/proc/net/dev") if ":" in x)
    print(json.dumps(out))
"""


def test_h26_frames_and_packets_of_ones_own(caisson: Caisson) -> None:
    """No user-space stack is there to feed: nobody makes frames at all."""
    if os.geteuid() != 0:
        raise unittest.SkipTest("the control needs root")
    got, _ = visit(caisson, "allow: [api.test]", FRAMES)
    assert got == {"packet": "refused", "raw": "refused", "icmp": "refused", "source": "refused",
                   "dummy": "refused", "links": ["lo"]}
    # twin: root in a network of its own, without a sandbox
    free = outside(caisson, FRAMES)
    assert [free[x] for x in ("packet", "raw", "icmp", "source")] == ["sent"] * 4, free


HOSTS = ("evil.test", "api.test.", "API.test", "api.test.evil.test", "xapi.test", "api_test", "api.test%00", "0x7f.1",
         "2130706433", "127.1", "[::ffff:127.0.0.1]", "[fe80::1%25lo]", "loopback.test", "metadata.test", "api.test:8443",
         "api.test@evil.test", "a..test", "expired.test")


def verdicts_inside(b: World, weak: str = "") -> dict[str, str]:
    """What a program in the engine is told of each of HOSTS."""
    policy = b.policy("allow: [api.test, loopback.test, metadata.test, expired.test]")
    code = textwrap.dedent(f"""
        import json, re, urllib.request
        out = {{}}
        for host in {HOSTS!r}:
            try: out[host] = str(urllib.request.urlopen("https://" + host + "/").status)
            except Exception as e:
                found = re.search(r"\\((\\w+), (?:default-deny|policy)", str(e))
                out[host] = found.group(1) if found else type(e).__name__ + str(e)
        print(json.dumps(out))
    """)
    env = {"CAISSON_WEAKEN": weak} if weak else {}
    done = b.ask(run=[str(b.caisson), "run", "--no-audit", "--depth", "interp", "--policy", policy, "-c", code], env=env)
    assert done["code"] == 0, done
    return dict(json.loads(done["out"]))


def test_h27_the_request_of_the_engine(caisson: Caisson) -> None:
    needs_jail(caisson)
    with LOCK:
        w = world(Path(caisson.binary))
        w.log()
        inside = verdicts_inside(w)
        reached = [x["headers"]["host"] for x in w.log()["http"]]
        weak = verdicts_inside(w, "egress.names")
    code = """
        out = {}
        for host in sys.argv[1:]:
            port = host.rsplit(":", 1)[1] if host.endswith(":8443") else "443"
            name = host.removesuffix(":8443")
            s, v = connect(name, int(port))
            if v == "200":
                v = verdict(talk(tls(s, name.rstrip(".").lower()), b"GET / HTTP/1.1\\r\\nHost: %s\\r\\nConnection: close\\r\\n\\r\\n" % host.encode()))
            out[host] = v.removeprefix("403 ").removeprefix("421 ")
        print(json.dumps(out))
    """
    proxy, _ = visit(caisson, "allow: [api.test, loopback.test, metadata.test, expired.test]", code, args=HOSTS)
    odd = {h for h in HOSTS if not inside[h].isalnum() and "_" not in inside[h]}
    assert not odd, {h: inside[h] for h in odd}
    assert {h: inside[h] for h in HOSTS} == {h: proxy[h] for h in HOSTS}
    assert {h for h in HOSTS if inside[h] == "200"} == {"api.test.", "API.test"}
    assert all(h.lower().rstrip(".") == "api.test" for h in reached), reached
    # twin: without egress.names a port that no rule has is reached
    assert weak["api.test:8443"] == "200", weak


def test_i07_a_value_that_changes_while_it_runs(caisson: Caisson) -> None:
    ask = """
        s, _ = connect("api.test"); t = tls(s, "api.test")
        def once():
            t.sendall(b"GET / HTTP/1.1\\r\\nHost: api.test\\r\\nX-Key: %s\\r\\n\\r\\n" % os.environ["API_KEY"].encode())
            got = b""
            while not got.endswith(b"0\\r\\n\\r\\n"): got += t.recv(4096)  # it is searched, so in chunks
        once(); print(json.dumps("one"), flush=True); sys.stdin.readline(); once()
    """
    drive = textwrap.dedent("""
        import subprocess, sys
        caisson, name, code = sys.argv[1:4]
        run = subprocess.Popen([caisson, "exec", "-i", name, "--", "python3", "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        run.stdout.readline()
        if sys.argv[4:]: subprocess.run([caisson, "secret", *sys.argv[4:], name], check=True)
        run.communicate("go\\n")
    """)
    with boxes(caisson) as b:
        key = b.world.folder / "i07"
        seen: dict[str, list[str]] = {}
        for words in ("", "refresh", "revoke"):
            key.write_text("value-before")
            key.chmod(0o600)
            more = f'\nsecrets:\n  api_key: {{from: "file:{key}", hosts: [api.test]}}\n'
            name = b.create("--policy", b.world.policy("allow: [api.test]", more), "--secret", "api_key")
            key.write_text("value-after")
            b.world.log()
            env = {"HOME": str(b.home), "XDG_STATE_HOME": str(b.home / "state")}
            done = b.world.ask(run=["python3", "-c", drive, str(b.world.caisson), name, PRELUDE + textwrap.dedent(ask),
                                    *([words, "api_key"] if words else [])], env=env)
            assert done["code"] == 0, done
            seen[words] = [x["headers"]["x-key"] for x in b.world.log()["http"]]
        assert seen["refresh"] == ["value-before", "value-after"], (seen, done)
        assert seen["revoke"][0] == "value-before"
        assert seen["revoke"][1].startswith("csph_api_key_")
        # twin: nobody changes it, and the kept connection goes on with it
        assert seen[""] == ["value-before"] * 2


MCP = textwrap.dedent("""
    import json, subprocess, sys
    server = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    count = 0
    def ask(method, params):
        global count
        count += 1
        server.stdin.write(json.dumps({"jsonrpc": "2.0", "id": count, "method": method, "params": params}) + "\\n")
        server.stdin.flush()
        while True:
            frame = json.loads(server.stdout.readline())
            if frame.get("id") == count: return frame.get("result")
    ask("initialize", {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}})
    def run(code, **more):
        got = ask("tools/call", {"name": "run_code", "arguments": {"code": code, **more}})["structuredContent"]
        assert got["value"], got
        return got
    code = "import urllib.request\\nurllib.request.urlopen('https://api.test/peer').read().decode()"
    a = run(code); again = run(code, session_id=a["session_id"]); b = run(code)
    print(json.dumps([a["value"], again["value"], b["value"]]))
    server.stdin.close(); server.wait()
""")


def test_i09_sessions_share_no_client(caisson: Caisson) -> None:
    """Two sessions of one server: connection, resolver and TLS session are each its own."""
    needs_jail(caisson)
    with LOCK:
        w = world(Path(caisson.binary))
        w.log()
        policy = w.policy("allow: [api.test]")
        done = w.ask(run=["python3", "-c", MCP, str(w.caisson), "mcp", "--no-audit", "--depth", "interp", "--policy", policy], env={})
        assert done["code"] == 0, done
        first, again, second = (json.loads(x) for x in json.loads(done["out"]))
        asked = [name for name, kind in w.log()["dns"] if kind == 1]
    assert second["peer"] != first["peer"]
    assert second["resumed"] is False
    assert asked == ["api.test"] * 2
    # twin: one session does use its connection again
    assert again["peer"] == first["peer"]


def test_i09_a_placeholder_of_another_session(caisson: Caisson) -> None:
    """What one session was given is a plain word in the other."""
    code = 'get("api.test", "/", "X-Key: " + sys.argv[1] + "\\r\\n"); print(json.dumps(os.environ["API_KEY"]))'
    other, seen = visit(caisson, "allow: [api.test]", code, args=("x",), **with_key())
    got, seen = visit(caisson, "allow: [api.test]", code, args=(other,), **with_key())
    assert got != other
    assert SECRET not in json.dumps(seen["http"])
    assert other in json.dumps(seen["http"])
    # twin: its own
    mine = 'get("api.test", "/", "X-Key: " + os.environ["API_KEY"] + "\\r\\n"); print(json.dumps(""))'
    _, seen = visit(caisson, "allow: [api.test]", mine, **with_key())
    assert SECRET in json.dumps(seen["http"])
