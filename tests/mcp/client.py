"""A client that says exactly what a test wants, also what no SDK would send.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import http.client
import json
import os
import select
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

BUILD = Path(os.environ.get("CAISSON_BUILD", "build-debug")).resolve()
CAISSON = str(BUILD / "caisson")
PATIENCE = 60.0
LEGACY = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"]
MODERN = "2026-07-28"
META = "io.modelcontextprotocol/"


def envelope(version: str = MODERN, **more: Any) -> dict[str, Any]:
    """What every modern request carries."""
    return {
        META + "protocolVersion": version,
        META + "clientCapabilities": {},
        META + "clientInfo": {"name": "test", "version": "1"},
        **more,
    }


class Stdio:
    """`caisson mcp` at the end of two pipes."""

    def __init__(self, *options: str, env: dict[str, str] | None = None) -> None:
        self.process = subprocess.Popen(
            [CAISSON, "mcp", *options],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={"PATH": "/usr/bin:/bin", "HOME": "/nonexistent", **(env or {})},
        )
        self.ids = 0
        self.version: str | None = None
        self.seen = b""
        self.strays: list[dict[str, Any]] = []

    def __enter__(self) -> Stdio:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> int:
        if self.process.stdin and not self.process.stdin.closed:
            self.process.stdin.close()
        try:
            return self.process.wait(20)
        finally:
            self.process.kill()
            self.process.wait()
            for pipe in (self.process.stdout, self.process.stderr):
                if pipe:
                    pipe.close()

    # -- frames -------------------------------------------------------------------

    def write(self, data: bytes) -> None:
        assert self.process.stdin
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send(self, frame: Any) -> None:
        self.write(json.dumps(frame).encode() + b"\n")

    def line(self, patience: float = PATIENCE) -> bytes | None:
        """The next line; None when there is none in that time, or at the end."""
        assert self.process.stdout
        end = time.monotonic() + patience
        while b"\n" not in self.seen:
            left = end - time.monotonic()
            if left <= 0 or not select.select([self.process.stdout], [], [], left)[0]:
                return None
            data = os.read(self.process.stdout.fileno(), 1 << 20)
            if not data:
                return None
            self.seen += data
        line, _, self.seen = self.seen.partition(b"\n")
        return line

    def frame(self, patience: float = PATIENCE) -> Any:
        line = self.line(patience)
        return None if line is None else json.loads(line)

    # -- requests -----------------------------------------------------------------

    def ask(self, method: str, params: dict[str, Any] | None = None) -> int:
        """Send a request in the revision of this link; its id."""
        self.ids += 1
        params = dict(params or {})
        if self.version == MODERN:
            params["_meta"] = envelope() | params.get("_meta", {})
        self.send(
            {"jsonrpc": "2.0", "id": self.ids, "method": method, "params": params}
        )
        return self.ids

    def answer(self, number: int, patience: float = PATIENCE) -> Any:
        """The response to that request; notifications are kept aside."""
        end = time.monotonic() + patience
        for i, stray in enumerate(self.strays):
            if stray.get("id") == number:
                return self.strays.pop(i)
        while True:
            frame = self.frame(end - time.monotonic())
            assert frame is not None, f"no answer to {number}: {self.strays}"
            if isinstance(frame, dict) and frame.get("id") == number:
                return frame
            self.strays.append(frame)

    def request(self, method: str, params: dict[str, Any] | None = None) -> Any:
        return self.answer(self.ask(method, params))

    def result(self, method: str, params: dict[str, Any] | None = None) -> Any:
        frame = self.request(method, params)
        assert "result" in frame, frame
        return frame["result"]

    def error(self, method: str, params: dict[str, Any] | None = None) -> Any:
        frame = self.request(method, params)
        assert "error" in frame, frame
        return frame["error"]

    # -- the protocol -------------------------------------------------------------

    def open(self, version: str = "2025-11-25") -> Any:
        """Begin in this revision; what the server says about itself."""
        if version == MODERN:
            self.version = MODERN
            return self.result("server/discover")
        said = self.result(
            "initialize",
            {
                "protocolVersion": version,
                "capabilities": {},
                "clientInfo": {"name": "test", "version": "1"},
            },
        )
        self.version = said["protocolVersion"]
        self.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
        return said

    def call(self, tool: str, **arguments: Any) -> Any:
        """The whole result of a tool call."""
        return self.result("tools/call", {"name": tool, "arguments": arguments})

    def tool(self, tool: str, **arguments: Any) -> Any:
        """Its structured content."""
        return self.call(tool, **arguments)["structuredContent"]

    def run(self, code: str, **arguments: Any) -> Any:
        return self.tool("run_code", code=code, **arguments)


def texts(result: Any) -> list[str]:
    """The text blocks of a tool result."""
    return [b["text"] for b in result["content"] if b["type"] == "text"]


TOKEN = "test-token-0123456789abcdef"


class Answer:
    """What HTTP gave back."""

    def __init__(self, got: http.client.HTTPResponse) -> None:
        self.status = got.status
        self.headers = {k.lower(): v for k, v in got.getheaders()}
        self.text = got.read().decode()

    @property
    def json(self) -> Any:
        return json.loads(self.text)

    @property
    def frames(self) -> list[Any]:
        """The frames of a stream of events, or the one of a plain answer."""
        if self.headers.get("content-type") != "text/event-stream":
            return [self.json]
        lines = self.text.splitlines()
        return [json.loads(x[6:]) for x in lines if x.startswith("data: ")]


class Http:
    """`caisson mcp --http` at a free port of loopback."""

    def __init__(
        self,
        *options: str,
        env: dict[str, str] | None = None,
        token: str | None = TOKEN,
    ) -> None:
        own = {"CAISSON_MCP_TOKEN": token} if token else {}
        self.process = subprocess.Popen(
            [CAISSON, "mcp", "--http", "127.0.0.1:0", *options],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={"PATH": "/usr/bin:/bin", **own, **(env or {})},
        )
        assert self.process.stderr
        self.said = []
        while not self.said or b"serving MCP at" not in self.said[-1]:
            line = self.process.stderr.readline()
            assert line, b"".join(self.said)
            self.said.append(line)
        self.url = self.said[-1].split()[-1].decode()
        self.port = int(self.url.split(":")[2].split("/")[0])

    def __enter__(self) -> Http:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> int:
        self.process.send_signal(signal.SIGTERM)
        try:
            return self.process.wait(20)
        finally:
            self.process.kill()
            self.process.wait()
            for pipe in (self.process.stdout, self.process.stderr):
                if pipe:
                    pipe.close()

    def connect(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)

    def ask(
        self,
        body: Any = None,
        *,
        method: str = "POST",
        path: str = "/mcp",
        token: str | None = TOKEN,
        **headers: str | None,
    ) -> Answer:
        """One request with these headers (_ stands for -; None leaves one out)."""
        sent = {
            "Content-Type": "application/json",
            "Accept": "application/json, text/event-stream",
        }
        if token:
            sent["Authorization"] = f"Bearer {token}"
        for name, value in headers.items():
            name = name.replace("_", "-").title()
            sent.pop(name, None)
            if value is not None:
                sent[name] = value
        data = body if isinstance(body, (bytes, type(None))) else json.dumps(body)
        link = self.connect()
        try:
            link.request(method, path, data, sent)
            return Answer(link.getresponse())
        finally:
            link.close()

    # -- both eras ----------------------------------------------------------------

    def modern(
        self, method: str, params: dict[str, Any] | None = None, **headers: Any
    ) -> Answer:
        """A modern request with the headers that belong to it."""
        params = dict(params or {})
        params["_meta"] = envelope() | params.get("_meta", {})
        frame = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
        own = {"mcp_protocol_version": MODERN, "mcp_method": method}
        name = params.get("name") or params.get("uri")
        if name:
            own["mcp_name"] = name
        return self.ask(frame, **{**own, **headers})

    def run(self, code: str, token: str = TOKEN, **arguments: Any) -> Any:
        """run_code in the modern era: its structured content."""
        params = {"name": "run_code", "arguments": {"code": code, **arguments}}
        return self.modern("tools/call", params, token=token).frames[-1]["result"][
            "structuredContent"
        ]

    def open(self, version: str = "2025-11-25", token: str = TOKEN) -> str:
        """A legacy handshake; its Mcp-Session-Id."""
        params = {
            "protocolVersion": version,
            "capabilities": {},
            "clientInfo": {"name": "test", "version": "1"},
        }
        frame = {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params}
        got = self.ask(frame, token=token)
        assert got.status == 200, got.text
        return got.headers["mcp-session-id"]

    def legacy(
        self, visit: str, method: str, params: dict[str, Any] | None = None, **more: Any
    ) -> Answer:
        frame = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params or {}}
        frame["id"] = more.pop("id", 1)
        return self.ask(frame, mcp_session_id=visit, **more)
