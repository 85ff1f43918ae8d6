"""A policy that its owner changes while a server runs.

SPDX-License-Identifier: Apache-2.0
"""

import asyncio
import http.client
import json
import time

import pytest
from client import CAISSON, MODERN, TOKEN, Http, Stdio, envelope

NARROW = "version: 1\ndepth_allow: [check, interp]\n"
HELLO = NARROW + "env: {set: {GREETING: hello}}\n"
CHANGED = "notifications/tools/list_changed"


def write(path, text):
    """As an editor does: beside it, then in its place."""
    new = path.with_suffix(".new")
    new.write_text(text)
    new.chmod(0o600)
    new.rename(path)


@pytest.fixture
def policy(tmp_path):
    path = tmp_path / "policy.yaml"
    write(path, HELLO)
    return path


def told(link, patience=15):
    """The next notice of a change."""
    frame = link.frame(patience)
    while frame is not None and frame.get("method") != CHANGED:
        frame = link.frame(patience)
    return frame


def description(link):
    tools = {t["name"]: t for t in link.result("tools/list")["tools"]}
    return tools["run_code"]["description"]


@pytest.mark.parametrize("version", ["2024-11-05", "2025-11-25"])
def test_mcp_9_a_changed_policy_is_told_and_holds(policy, version):
    with Stdio("--policy", str(policy)) as s:
        said = s.open(version)
        assert said["capabilities"]["tools"] == {"listChanged": True}
        assert "GREETING" in description(s)
        write(policy, NARROW + "env: {set: {FAREWELL: bye}}\n")
        assert told(s) == {"jsonrpc": "2.0", "method": CHANGED}
        assert "FAREWELL" in description(s)
        code = "import os; print(dict(os.environ))"
        got = s.call("run_code", code=code)
        assert "FAREWELL" in json.dumps(got)
        assert "GREETING" not in json.dumps(got)


def test_mcp_9_modern_clients_listen(policy):
    with Stdio("--policy", str(policy)) as s:
        said = s.open(MODERN)
        assert said["capabilities"]["tools"] == {"listChanged": True}
        wish = {"toolsListChanged": True, "promptsListChanged": True}
        number = s.ask("subscriptions/listen", {"notifications": wish})
        mark = {"io.modelcontextprotocol/subscriptionId": number}
        ack = s.frame()
        assert ack["method"] == "notifications/subscriptions/acknowledged"
        # What is not there is not promised.
        assert ack["params"]["notifications"] == {"toolsListChanged": True}
        assert ack["params"]["_meta"] == mark
        write(policy, NARROW)
        frame = told(s)
        assert frame["params"]["_meta"] == mark
        # The end of the server is the answer to the request.
        s.process.stdin.close()
        end = s.frame()
        assert end["id"] == number
        assert end["result"]["_meta"] == mark


def test_mcp_9_who_stops_listening_is_not_told(policy):
    with Stdio("--policy", str(policy)) as s:
        s.open(MODERN)
        wish = {"notifications": {"toolsListChanged": True}}
        number = s.ask("subscriptions/listen", wish)
        s.frame()
        gone = {"requestId": number, "_meta": envelope()}
        s.send({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": gone})
        write(policy, NARROW)
        assert told(s, 4) is None
        assert "GREETING" not in description(s)
        assert s.error("subscriptions/listen")["code"] == -32602


def test_mcp_9_listeners_are_counted(policy):
    with Stdio("--policy", str(policy)) as s:
        s.open(MODERN)
        wish = {"notifications": {"toolsListChanged": True}}
        for _ in range(8):
            s.ask("subscriptions/listen", wish)
            assert "acknowledged" in s.frame()["method"]
        number = s.ask("subscriptions/listen", wish)
        assert "error" in s.answer(number)


def test_mcp_9_http_listens_on_a_stream(policy):
    with Http("--policy", str(policy)) as server:
        params = {"_meta": envelope(), "notifications": {"toolsListChanged": True}}
        frame = {
            "jsonrpc": "2.0",
            "id": "sub",
            "method": "subscriptions/listen",
            "params": params,
        }
        link = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
        headers = {
            "Content-Type": "application/json",
            "Accept": "text/event-stream",
            "Authorization": f"Bearer {TOKEN}",
            "MCP-Protocol-Version": MODERN,
            "Mcp-Method": "subscriptions/listen",
        }
        link.request("POST", "/mcp", json.dumps(frame), headers)
        got = link.getresponse()
        assert got.getheader("Content-Type") == "text/event-stream"

        def event():
            line = got.readline()
            while line and not line.startswith(b"data: "):
                line = got.readline()
            return json.loads(line[6:])

        assert "acknowledged" in event()["method"]
        write(policy, NARROW)
        assert event()["method"] == CHANGED
        link.close()
        # Without a stream there is no listening.
        plain = server.ask(
            frame,
            accept="application/json",
            mcp_protocol_version=MODERN,
            mcp_method="subscriptions/listen",
        )
        assert plain.status == 406
        # A legacy client has no stream for it, and is not promised one.
        visit = server.open()
        assert server.legacy(visit, "ping").status == 200


def test_a_session_with_more_than_the_new_policy_grants_ends(policy):
    with Stdio("--policy", str(policy)) as s:
        s.open()
        old = s.run("x = 1")["session_id"]
        write(policy, NARROW)  # the variable is not granted any more
        assert told(s)
        got = s.run("x", session_id=old)
        assert got["error"]["type"] == "UnknownSession"
        kept = s.run("y = 2")["session_id"]
        write(policy, HELLO)  # wider: what there is stays as it is
        assert told(s)
        assert s.run("y", session_id=kept)["value"] == 2
        assert s.run("import os; 'GREETING' in os.environ", session_id=kept)[
            "value"
        ] is False
        assert s.run("import os; os.environ['GREETING']")["value"] == "hello"


def test_a_run_that_may_do_more_than_the_new_policy_is_stopped(policy):
    write(policy, HELLO + "limits: {guest_ms: 60s, wall_ms: 60s}\n")
    with Stdio("--policy", str(policy)) as s:
        s.open()
        number = s.ask(
            "tools/call", {"name": "run_code", "arguments": {"code": "while True: 1"}}
        )
        time.sleep(1)
        write(policy, NARROW)
        began = time.monotonic()
        got = s.answer(number, 20)
        assert got["result"]["isError"] is True
        assert time.monotonic() - began < 15


@pytest.mark.parametrize(
    "text", ["version: 1\nlimits: {gust_ms: 1s}\n", "version: [\n", None]
)
def test_a_policy_that_cannot_be_used_changes_nothing(policy, text):
    with Stdio("--policy", str(policy)) as s:
        s.open()
        before = description(s)
        if text is None:
            policy.unlink()
        else:
            write(policy, text)
        assert told(s, 4) is None
        assert description(s) == before
        assert s.run("1 + 1")["value"] == 2
        write(policy, NARROW)
        assert told(s)
        s.process.stdin.close()
        assert b"the old one stays in force" in s.process.stderr.read()


@pytest.mark.parametrize("mode", ["rw", "ro"])
def test_a_program_cannot_change_its_own_policy(tmp_path, mode):
    """The twin of the warning: with `ro` the file is followed, with `rw` not."""
    work = tmp_path / "work"
    work.mkdir()
    path = work / "policy.yaml"
    mount = f"fs: {{mounts: [{{host: {work}, guest: /w, mode: {mode}}}]}}\n"
    write(path, NARROW + mount)
    with Stdio("--policy", str(path)) as s:
        said = s.open()
        follows = said["capabilities"]["tools"]["listChanged"]
        assert follows is (mode == "ro")
        wider = NARROW + mount + "env: {set: {WON: yes}}\n"
        code = f"open('/w/policy.yaml', 'w').write({wider!r})"
        got = s.run(code)
        assert got["status"] == ("ok" if mode == "rw" else "error")
        assert told(s, 4) is None
        assert s.run("import os; 'WON' in os.environ")["value"] is False


def test_mcp_9_the_sdk_of_pypi_hears_it(policy):
    pytest.importorskip("mcp")
    from mcp import StdioServerParameters
    from mcp.client.client import Client
    from mcp.client.stdio import stdio_client

    async def main():
        heard = asyncio.Event()

        async def listen(message):
            if "list_changed" in str(getattr(message, "method", "")) or (
                "ToolListChanged" in type(getattr(message, "root", message)).__name__
            ):
                heard.set()

        command = StdioServerParameters(
            command=CAISSON, args=["mcp", "--policy", str(policy)]
        )
        async with Client(
            stdio_client(command), mode="legacy", message_handler=listen
        ) as client:
            before = await client.list_tools()
            write(policy, NARROW)
            await asyncio.wait_for(heard.wait(), 20)
            after = await client.list_tools()
        return [
            next(t.description for t in x.tools if t.name == "run_code")
            for x in (before, after)
        ]

    before, after = asyncio.run(main())
    assert "GREETING" in before
    assert "GREETING" not in after
