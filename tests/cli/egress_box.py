"""What tests of egress share: a world to run in, and a program's tools.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
import textwrap
import unittest
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
SECRET = "sk-very-secret-value-0123456789"


class World:
    def __init__(self, caisson: Path) -> None:
        for tool in ("unshare", "ip", "openssl", "curl"):
            if shutil.which(tool) is None:
                raise unittest.SkipTest(f"{tool} is not installed")
        self.caisson = caisson
        self.folder = Path(tempfile.mkdtemp(prefix="caisson-egress-"))
        enter = ["unshare", "-mn"] if os.geteuid() == 0 else ["unshare", "-Urmn"]
        self.process = subprocess.Popen(
            [*enter, "python3", str(HERE / "egress_world.py"), str(self.folder)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        if not self.process.stdout.readline():
            why = self.process.stderr.read() if self.process.stderr else ""
            self.close()
            raise unittest.SkipTest(f"no network namespace for the test: {why[-200:]}")

    def close(self) -> None:
        if self.process.stdin:
            self.process.stdin.close()
        self.process.wait(timeout=30)
        shutil.rmtree(self.folder)

    def ask(self, **what: Any) -> dict[str, Any]:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(what) + "\n")
        self.process.stdin.flush()
        reply = json.loads(self.process.stdout.readline())
        assert "problem" not in reply, reply
        return reply

    def policy(self, egress: str, more: str = "") -> str:
        path = self.folder / "policy.yaml"
        path.write_text("version: 1\ndepth_allow: [interp, process, image]\nprocess: {spawn: true}\n"
                        f"egress:\n  ca_file: {self.folder}/ca.pem\n"
                        + textwrap.indent(textwrap.dedent(egress), "  ") + textwrap.dedent(more))
        path.chmod(0o600)
        return str(path)

    def exec(self, policy: str, *argv: str, options: tuple[str, ...] = (),
             env: dict[str, str] | None = None, fails: bool = False) -> dict[str, Any]:
        done = self.ask(run=[str(self.caisson), "exec", "--json", "--no-audit", "--policy", policy,
                             "--timeout", "60s", *options, "--", *argv], env=env or {})
        assert done["out"], done
        try:
            result = json.loads(done["out"])
        except ValueError:
            raise AssertionError(done) from None
        if result["exit_code"] == 125 and not fails:  # the sandbox did not start
            raise AssertionError(done)
        return result

    def python(self, policy: str, code: str, *args: str, **more: Any) -> Any:
        done = self.exec(policy, "python3", "-c", PRELUDE + textwrap.dedent(code), *args, **more)
        assert done["exit_code"] == 0, done
        return json.loads(done["stdout"]), done

    def log(self) -> dict[str, list[Any]]:
        return self.ask(log=True)


# What every program in the sandbox of a test has.
PRELUDE = textwrap.dedent("""
    import json, os, socket, ssl, sys
    def raw(data, to=("127.0.0.1", 3128), more=True):
        s = socket.create_connection(to, timeout=20)
        s.sendall(data)
        got = b""
        try:
            while more:
                piece = s.recv(65536)
                if not piece: break
                got += piece
        except OSError:
            pass
        return got
    def verdict(reply):
        head = reply.split(b"\\r\\n\\r\\n")[0].decode("latin-1")
        status = head.split(" ")[1] if " " in head else ""
        for line in head.split("\\r\\n"):
            if line.lower().startswith("x-caisson-denial:"):
                return status + " " + line.split(":")[1].strip()
        return status
    def connect(host, port=443):
        name = host if isinstance(host, bytes) else host.encode("latin-1")
        target = name + b":%d" % port
        s = socket.create_connection(("127.0.0.1", 3128), timeout=20)
        s.sendall(b"CONNECT " + target + b" HTTP/1.1\\r\\nHost: " + target + b"\\r\\n\\r\\n")
        got = b""
        while b"\\r\\n\\r\\n" not in got:
            piece = s.recv(65536)
            if not piece: break
            got += piece
        return s, verdict(got)
    def tls(s, name):
        c = ssl.create_default_context()
        if name is None:
            c.check_hostname = False
        return c.wrap_socket(s, server_hostname=name)
    def talk(s, data):
        s.sendall(data)
        got = b""
        try:
            while True:
                piece = s.recv(65536)
                if not piece: break
                got += piece
        except OSError:
            pass
        return got
    def read_reply(s):
        got = b""
        while b"\\r\\n\\r\\n" not in got: got += s.recv(65536)
        head, body = got.split(b"\\r\\n\\r\\n", 1)
        size = next(int(x.split(b":")[1]) for x in head.split(b"\\r\\n") if x.lower().startswith(b"content-length"))
        while len(body) < size: body += s.recv(65536)
        return head + b"\\r\\n\\r\\n" + body
    def get(host, path="/", head="", name=None):
        s, v = connect(host)
        if v != "200": return v.encode()
        return talk(tls(s, name or host), f"GET {path} HTTP/1.1\\r\\nHost: {name or host}\\r\\n{head}Connection: close\\r\\n\\r\\n".encode())
""")


SECRETS = """
secrets:
  api_key: {from: "env:CAISSON_TEST_SECRET", hosts: [api.test]}
"""
