"""MCP-1 to MCP-10: transports, revisions, sessions, listings.

SPDX-License-Identifier: Apache-2.0
"""

import base64
import json
import os
import time

import pytest
from client import LEGACY, META, MODERN, TOKEN, Http, Stdio, envelope, texts


@pytest.fixture(scope="module")
def server():
    with Http() as http:
        yield http


def test_mcp_1_one_message_per_line_and_nothing_else():
    with Stdio() as s:
        s.write(b"\n  \r\n")
        s.open()
        s.run("print('a\\nb')\nimport sys\nprint('x', file=sys.stderr)")
        s.write(b"no json\n")
        assert s.frame()["error"]["code"] == -32700
        s.send({"jsonrpc": "1.0", "id": 7, "method": "ping"})
        assert s.frame()["error"]["code"] == -32600
        s.send([1])
        assert s.frame()["error"]["code"] == -32600
        assert s.line(0.2) is None


def test_mcp_1_programs_never_inherit_the_descriptors(jails):
    with Stdio() as s:
        s.open()
        own = {
            os.readlink(f"/proc/{s.process.pid}/fd/{n}")
            for n in os.listdir(f"/proc/{s.process.pid}/fd")
        }
        pipes = {
            f"pipe:[{os.fstat(f.fileno()).st_ino}]"
            for f in (s.process.stdin, s.process.stdout)
        }
        assert pipes <= own
        code = "import os\n[os.readlink(f'/proc/self/fd/{n}') for n in range(20)"
        code += " if os.path.exists(f'/proc/self/fd/{n}')]"
        seen = s.run(code, depth="process")["value"]
        assert seen
        assert not pipes & set(seen)
        listed = s.tool("run_shell", script="ls -l /proc/self/fd")["stdout"]
        assert not any(p in listed for p in pipes)
        s.run("1")
        for child in children(s.process.pid):
            for n in os.listdir(f"/proc/{child}/fd"):
                assert os.readlink(f"/proc/{child}/fd/{n}") not in pipes


def children(pid):
    with open(f"/proc/{pid}/task/{pid}/children") as f:
        found = [int(c) for c in f.read().split()]
    return found + [g for c in found for g in children(c)]


def test_mcp_1_the_end_of_stdin_ends_the_server():
    s = Stdio()
    s.open()
    s.ask("tools/call", {"name": "run_code", "arguments": {"code": "while 1: pass"}})
    began = time.monotonic()
    assert s.close() == 0
    assert time.monotonic() - began < 10


def test_mcp_2_one_endpoint_json_or_stream(server):
    plain = server.modern("tools/list")
    assert plain.status == 200
    assert plain.headers["content-type"] == "application/json"
    call = {"name": "run_code", "arguments": {"code": "1"}}
    call["_meta"] = {"progressToken": "p"}
    stream = server.modern("tools/call", call)
    assert stream.headers["content-type"] == "text/event-stream"
    assert stream.headers["x-accel-buffering"] == "no"
    assert [f.get("method") for f in stream.frames[:-1]] == [
        "notifications/progress"
    ] * (len(stream.frames) - 1)
    assert stream.frames[-1]["result"]["structuredContent"]["value"] == 1
    only_json = server.modern("tools/call", call, accept="application/json")
    assert only_json.json["result"]["structuredContent"]["value"] == 1
    assert server.ask({}, path="/other").status == 404
    assert server.ask(b"x", content_type="text/plain").status == 415


def test_mcp_2_a_long_answer_is_a_stream_without_being_asked(server):
    code = {"code": "import time\ntime.sleep(2.4)\n5"}
    got = server.modern("tools/call", {"name": "run_code", "arguments": code})
    assert got.headers["content-type"] == "text/event-stream"
    assert got.frames[-1]["result"]["structuredContent"]["value"] == 5


def test_mcp_2_a_silent_stream_is_kept_alive(server):
    params = {"name": "run_code", "arguments": {"code": "import time\ntime.sleep(9)"}}
    got = server.modern("tools/call", params)
    assert got.headers["x-accel-buffering"] == "no"
    assert "\n: " in "\n" + got.text  # a comment, which no client reads
    assert got.frames[-1]["result"]["structuredContent"]["status"] == "ok"


@pytest.mark.parametrize("version", LEGACY)
def test_mcp_3_legacy_revisions_shake_hands(version):
    with Stdio() as s:
        said = s.open(version)
        assert said["protocolVersion"] == version
        assert said["serverInfo"]["name"] == "caisson"
        assert ("title" in said["serverInfo"]) == (version >= "2025-06-18")
        tools = s.result("tools/list")
        assert "ttlMs" not in tools
        for tool in tools["tools"]:
            assert ("outputSchema" in tool) == (version >= "2025-06-18")
            assert ("annotations" in tool) == (version >= "2025-03-26")
            assert ("execution" in tool) == (version == "2025-11-25")
        result = s.call("run_code", code="open('a.txt', 'w').write('x')\n6 * 7")
        assert "resultType" not in result
        assert ("structuredContent" in result) == (version >= "2025-06-18")
        kinds = {b["type"] for b in result["content"]}
        assert ("resource_link" in kinds) == (version >= "2025-06-18")
        assert any("42" in t for t in texts(result))
        assert s.error("server/discover")["code"] == -32601


def test_mcp_3_the_modern_revision_needs_no_handshake():
    with Stdio() as s:
        s.version = MODERN
        result = s.call("run_code", code="6 * 7")
        assert result["resultType"] == "complete"
        assert result["structuredContent"]["value"] == 42
        found = s.result("server/discover")
        assert found["supportedVersions"] == [MODERN]
        assert found["resultType"] == "complete"
        assert found["_meta"][META + "serverInfo"]["name"] == "caisson"
        for method in ("tools/list", "resources/list", "resources/templates/list"):
            assert s.result(method)["resultType"] == "complete"


def test_mcp_3_the_opening_decides_the_era():
    with Stdio() as s:
        s.open("2025-06-18")
        error = s.error("tools/list", {"_meta": envelope()})
        assert error["code"] == -32600
    with Stdio() as s:
        s.open(MODERN)
        s.version = None
        assert (
            s.error("initialize", {"protocolVersion": "2025-06-18"})["code"] == -32022
        )
        assert s.error("tools/list")["code"] == -32602
    with Stdio() as s:
        assert s.error("tools/list")["code"] == -32600
        assert s.result("ping") == {}


def test_mcp_3_both_eras_share_an_endpoint_and_sessions(server):
    made = server.run("x = 3")
    visit = server.open()
    call = {
        "name": "run_code",
        "arguments": {"code": "x", "session_id": made["session_id"]},
    }
    got = server.legacy(visit, "tools/call", call).frames[-1]
    assert got["result"]["structuredContent"]["value"] == 3


def test_mcp_4_modern_versions_are_refused_with_what_is_supported(server):
    with Stdio() as s:
        error = s.error("server/discover", {"_meta": envelope("2099-01-01")})
        assert error["code"] == -32022
        assert error["data"] == {"supported": [MODERN], "requested": "2099-01-01"}
        odd = "\x1b[31m" + "x" * 500
        error = s.error("server/discover", {"_meta": envelope(odd)})
        assert "\x1b" not in error["data"]["requested"]
        assert len(error["data"]["requested"]) < 100
    meta = {"_meta": envelope("2099-01-01")}
    got = server.modern("tools/list", meta, mcp_protocol_version="2099-01-01")
    assert got.status == 400
    assert got.json["error"]["code"] == -32022


@pytest.mark.parametrize("asked", ["2099-01-01", "", "1.0", MODERN, None, 5])
def test_mcp_4_legacy_versions_are_offered_never_echoed(asked):
    with Stdio() as s:
        said = s.result("initialize", {"protocolVersion": asked})
        assert said["protocolVersion"] == "2025-11-25"


def test_mcp_4_an_unknown_version_header_is_refused(server):
    visit = server.open("2025-06-18")
    for version, status in (
        ("2025-06-18", 200),
        ("2099-01-01", 400),
        ("2025-03-26", 200),  # one that we speak: what the visit agreed on stands
    ):
        got = server.legacy(visit, "ping", mcp_protocol_version=version)
        assert got.status == status, version
    assert server.legacy(visit, "ping").status == 200


def test_mcp_5_headers_must_say_what_the_body_says(server):
    call = {"name": "run_code", "arguments": {"code": "1"}}
    wrong = [
        {"mcp_method": "tools/list"},
        {"mcp_method": None},
        {"mcp_name": "fs_read"},
        {"mcp_name": None},
        {"mcp_protocol_version": None},
        {"mcp_protocol_version": "2025-06-18"},
        {"mcp_name": "=?base64?" + base64.b64encode(b"wait").decode() + "?="},
        {"mcp_name": "=?base64?cnVuX2NvZGV?="},
    ]
    for headers in wrong:
        got = server.modern("tools/call", call, **headers)
        assert got.status == 400, headers
        assert got.json["error"]["code"] == -32020, headers
    coded = "=?base64?" + base64.b64encode(b"run_code").decode() + "?="
    assert server.modern("tools/call", call, mcp_name=coded).status == 200


def test_mcp_5_a_header_twice_is_a_mismatch(server):
    link = server.connect()
    link.putrequest("POST", "/mcp")
    for name, value in [
        ("Authorization", f"Bearer {TOKEN}"),
        ("Content-Type", "application/json"),
        ("Mcp-Method", "tools/list"),
        ("Mcp-Method", "tools/call"),
        ("Content-Length", "2"),
    ]:
        link.putheader(name, value)
    link.endheaders(b"{}")
    got = link.getresponse()
    assert got.status == 400
    assert json.loads(got.read())["error"]["code"] == -32020
    link.close()


def test_mcp_5_unknown_methods_and_verbs(server):
    got = server.modern("nonesuch/method")
    assert (got.status, got.json["error"]["code"]) == (404, -32601)
    assert server.ask(method="GET").status == 405
    assert server.ask(method="DELETE").status == 405
    assert server.ask(method="PUT").status == 405


def test_mcp_5_legacy_visits_hold_no_state_of_code(server):
    visit = server.open()
    call = {"name": "run_code", "arguments": {"code": "x = 1"}}
    made = server.legacy(visit, "tools/call", call).frames[-1]["result"]
    session = made["structuredContent"]["session_id"]
    assert server.legacy("mcp_" + "0" * 32, "ping").status == 404
    assert server.ask({"jsonrpc": "2.0", "id": 1, "method": "ping"}).status == 400
    assert server.ask(method="DELETE", mcp_session_id=visit).status == 200
    assert server.ask(method="DELETE", mcp_session_id=visit).status == 404
    assert server.legacy(visit, "ping").status == 404
    assert server.run("x", session_id=session)["value"] == 1


def test_mcp_6_who_may_come_in(server):
    frame = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
    assert server.ask(frame, token=None).status == 401
    assert server.ask(frame, token="wrong-token-0123456789").status == 401
    assert server.ask(frame, token=TOKEN[:-1]).status == 401
    for origin in ("http://evil.example", "null", server.url, "http://127.0.0.1"):
        assert server.ask(frame, origin=origin).status == 403, origin
    for host in ("evil.example", f"evil.example:{server.port}", "127.0.0.1", ""):
        assert server.ask(frame, host=host).status == 403, host
    assert server.ask(frame, host=f"localhost:{server.port}").status == 400
    got = server.ask(frame, token=None)
    assert got.headers["www-authenticate"] == "Bearer"
    assert "access-control-allow-origin" not in got.headers


def test_mcp_6_an_origin_can_be_allowed():
    frame = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
    with Http("--origin", "https://good.example") as server:
        assert server.ask(frame, origin="https://good.example").status == 400
        assert server.ask(frame, origin="https://good.example.evil").status == 403


@pytest.mark.parametrize("address", ["0.0.0.0:0", "[::]:0", "192.0.2.1:80", "x:1", "a"])
def test_mcp_6_only_loopback_is_served(address):
    import subprocess

    from client import CAISSON

    done = subprocess.run(
        [CAISSON, "mcp", "--http", address], capture_output=True, text=True, timeout=20
    )
    assert done.returncode == 125
    assert "loopback" in done.stderr


def test_mcp_6_without_a_token_one_is_made():
    with Http() as server:
        assert TOKEN.encode() not in b"".join(server.said)
    with pytest.raises(AssertionError, match="16 characters"):
        Http(env={"CAISSON_MCP_TOKEN": "short"})
    with Http(token=None) as server:
        said = b"".join(server.said).decode()
        token = said.split("bearer token of this server: ")[1].split()[0]
        assert len(token) == 64
        frame = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
        assert server.ask(frame).status == 401
        assert server.ask(frame, token=token).status == 400


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o644])
def test_mcp_6_tokens_come_from_a_private_file(tmp_path, mode):
    path = tmp_path / "tokens"
    path.write_text("# who\nann ann-token-0123456789\nbob bob-token-0123456789\n")
    path.chmod(mode)
    if mode != 0o600:
        with pytest.raises(AssertionError, match="others may use it"):
            Http("--token-file", str(path))
        return
    with Http("--token-file", str(path)) as server:
        made = server.run("x = 1", token="ann-token-0123456789")
        session = made["session_id"]
        assert (
            server.run("x", token="ann-token-0123456789", session_id=session)["value"]
            == 1
        )
        foreign = server.run("x", token="bob-token-0123456789", session_id=session)
        assert foreign["error"]["type"] == "UnknownSession"


def test_mcp_7_batches_only_in_the_revision_that_has_them(server):
    batch = [{"jsonrpc": "2.0", "id": i, "method": "ping"} for i in range(3)] + [
        {"jsonrpc": "2.0", "method": "notifications/initialized"}
    ]
    call = {"name": "run_code", "arguments": {"code": "6 * 7"}}
    batch.append({"jsonrpc": "2.0", "id": "c", "method": "tools/call", "params": call})
    with Stdio() as s:
        s.open("2025-03-26")
        s.send(batch)
        answers = s.frame()
        assert {a["id"] for a in answers} == {0, 1, 2, "c"}
        s.send(batch * 8)
        assert s.frame()["error"]["code"] == -32600
        s.send([])
        assert s.frame()["error"]["code"] == -32600
    for version in ("2024-11-05", "2025-06-18", "2025-11-25", MODERN):
        with Stdio() as s:
            s.open(version)
            s.send(batch)
            assert s.frame()["error"]["code"] == -32600
    visit = server.open("2025-03-26")
    got = server.ask(batch, mcp_session_id=visit)
    assert {a["id"] for a in got.frames[-1]} == {0, 1, 2, "c"}


def test_mcp_8_state_lives_behind_session_id(link):
    made = link.run("x = 1")
    assert len(made["session_id"]) == 4 + 32
    assert link.run("x", session_id=made["session_id"])["value"] == 1
    other = link.run("x")
    assert other["error"]["type"] == "NameError"
    assert other["session_id"] != made["session_id"]
    gone = link.call("run_code", code="1", session_id="ses_" + "0" * 32)
    assert gone["isError"]
    message = gone["structuredContent"]["error"]["message"]
    assert "leaving session_id out" in message
    described = link.result("tools/list")["tools"][0]["description"]
    assert "until 30 minutes without use" in described


def test_mcp_8_an_unused_session_expires():
    with Stdio("--session-time", "1s") as s:
        s.open()
        session = s.run("x = 1")["session_id"]
        deadline = time.monotonic() + 20
        while s.tool("session_list")["sessions"] and time.monotonic() < deadline:
            time.sleep(0.5)
        gone = s.run("x", session_id=session)
        assert gone["error"]["type"] == "UnknownSession"


def test_mcp_8_a_session_survives_the_connection(server):
    made = server.run("x = 7")
    assert server.run("x", session_id=made["session_id"])["value"] == 7


def test_mcp_9_listing_is_deterministic():
    lists = []
    for _ in range(2):
        with Stdio("-e", "B=1", "-e", "A=2") as s:
            s.open(MODERN)
            lists.append(s.result("tools/list"))
            assert s.result("tools/list") == lists[-1]
    assert lists[0] == lists[1]
    assert lists[0]["cacheScope"] == "private"
    assert lists[0]["ttlMs"] > 0


def test_mcp_10_trace_context_is_read(tmp_path):
    log = tmp_path / "audit.jsonl"
    trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
    with Stdio("--audit", str(log)) as s:
        s.open()
        for said in (trace, "00-zz", trace + '"', 7):
            s.result(
                "tools/call",
                {
                    "name": "session_list",
                    "arguments": {},
                    "_meta": {"traceparent": said},
                },
            )
    calls = [json.loads(x) for x in log.read_text().splitlines() if "mcp.call" in x]
    assert [c["data"].get("traceparent") for c in calls] == [trace, None, None, None]


def test_mcp_10_nothing_is_asked_of_the_client(any_link):
    any_link.run("1") if any_link.version >= "2025-06-18" else any_link.call(
        "run_code", code="1"
    )
    assert not any("method" in f for f in any_link.strays)
    assert any_link.error("logging/setLevel", {"level": "debug"})["code"] == -32601
    meta = {"traceparent": "00-" + "a" * 32 + "-" + "b" * 16 + "-01"}
    call = {"name": "run_code", "arguments": {"code": "1"}, "_meta": meta}
    assert "result" in any_link.request("tools/call", call)
