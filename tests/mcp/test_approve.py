"""Host functions in run_code, and those that somebody has to agree to.

SPDX-License-Identifier: Apache-2.0
"""

import asyncio
import http.client
import json
import os
import subprocess
import sys
import threading

import pytest
from client import CAISSON, MODERN, TOKEN, Http, Stdio

POLICY = """\
version: 1
approver: cli
depth_allow: [check, interp]
tools:
  allow: [look, pay]
  approve: [pay]
"""
TOOL = """\
import json, sys
n = 0
for line in sys.stdin:
    ask = json.loads(line)
    n += 1
    got = [ask["name"], ask["args"], n]
    print(json.dumps({"id": ask["id"], "result": got}), flush=True)
"""


@pytest.fixture
def options(tmp_path):
    """A server with two functions, one of which has to be agreed to."""
    tool = tmp_path / "tool.py"
    tool.write_text(TOOL)
    policy = tmp_path / "policy.yaml"
    policy.write_text(POLICY)
    policy.chmod(0o600)
    command = f"{sys.executable} {tool}"
    return [
        "--policy",
        str(policy),
        "--tool",
        f"look={command}",
        "--tool",
        f"pay={command}",
        "--audit",
        str(tmp_path / "audit.jsonl"),
    ]


def opened(link, version="2025-11-25", **abilities):
    """Open a legacy link with what its client can do."""
    said = link.result(
        "initialize",
        {
            "protocolVersion": version,
            "capabilities": abilities,
            "clientInfo": {"name": "test", "version": "1"},
        },
    )
    link.version = said["protocolVersion"]
    link.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
    return link


def ask_to_run(link, code, **more):
    return link.ask(
        "tools/call", {"name": "run_code", "arguments": {"code": code, **more}}
    )


def question(link):
    """The request that the server makes; answers to ours are kept aside."""
    frame = link.frame()
    while "method" not in frame:
        link.strays.append(frame)
        frame = link.frame()
    assert frame["method"] == "elicitation/create", frame
    return frame


def reply(link, frame, **result):
    link.send({"jsonrpc": "2.0", "id": frame["id"], "result": result})


YES = {"action": "accept", "content": {"approve": True}}


def test_functions_of_the_host_are_called_and_told(options):
    with Stdio(*options) as s:
        opened(s)
        tool = next(
            t for t in s.result("tools/list")["tools"] if t["name"] == "run_code"
        )
        assert "def look(" in tool["description"]
        assert tool["annotations"]["readOnlyHint"] is False
        first = s.run("look(1)")
        assert first["value"] == ["look", [1], 1]
        assert s.run("look(2)", session_id=first["session_id"])["value"][2] == 2
        # Another session has programs of its own.
        assert s.run("look(3)")["value"][2] == 1
        # What the policy does not name is not there for anybody.
        assert s.run("steal()")["status"] == "error"


def test_a_call_of_a_function_can_be_cancelled(tmp_path):
    with Stdio("--tool", "nap=sleep 60") as s:
        opened(s)
        session = s.run("kept = 1")["session_id"]
        number = ask_to_run(s, "nap()", session_id=session)
        assert s.frame(0.5) is None
        gone = {"requestId": number}
        s.send({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": gone})
        assert s.run("kept", session_id=session)["value"] == 1
        late = s.run("nap()", session_id=session, timeout_ms=300)
        assert late["limit"] == "timeout_ms"


def test_mcp_23_a_legacy_client_is_asked(options, tmp_path):
    with Stdio(*options) as s:
        opened(s, elicitation={})
        number = ask_to_run(s, "look(0); pay(7, to='me')")
        asked = question(s)
        assert "pay" in asked["params"]["message"]
        assert '[7] {"to": "me"}' in asked["params"]["message"]
        assert "policy.yaml:6 tools.approve" in asked["params"]["message"]
        assert asked["params"]["requestedSchema"]["required"] == ["approve"]
        reply(s, asked, **YES)
        got = s.answer(number)["result"]["structuredContent"]
        assert got["value"][:2] == ["pay", [7]]
        # An answer is for one call.
        number = ask_to_run(s, "pay(7, to='me')", session_id=got["session_id"])
        again = question(s)
        assert again["id"] != asked["id"]
        reply(s, asked, **YES)  # the old one says nothing
        assert s.frame(0.5) is None
        reply(s, again, **YES)
        assert s.answer(number)["result"]["structuredContent"]["status"] == "ok"
    log = [json.loads(x) for x in (tmp_path / "audit.jsonl").read_text().splitlines()]
    told = [r["decision"] for r in log if r["kind"] == "approval"]
    assert told == ["allow", "allow"]


@pytest.mark.parametrize(
    "result",
    [
        {"action": "decline"},
        {"action": "cancel"},
        {"action": "accept"},
        {"action": "accept", "content": {"approve": False}},
        {"action": "accept", "content": {"approve": "true"}},
        {"content": {"approve": True}},
    ],
)
def test_mcp_23_everything_but_yes_is_no(options, result):
    """The twin of the yes above: nothing else lets the call pass."""
    with Stdio(*options) as s:
        opened(s, elicitation={})
        code = "try: pay(1)\nexcept PermissionError as e: print('no:', e)\npay_ran = 0"
        number = ask_to_run(s, code)
        reply(s, question(s), **result)
        got = s.answer(number)["result"]["structuredContent"]
        assert got["stdout"].startswith("no:")
        denial = got["denials"][0]
        assert denial["object"] == "pay"
        assert "policy.yaml:6 tools.approve" in denial["rule"]
        assert "was not given" in denial["reason"]


def test_mcp_23_an_error_or_somebody_elses_answer_is_no_yes(options):
    with Stdio(*options) as s:
        opened(s, elicitation={})
        number = ask_to_run(s, "pay(1)")
        asked = question(s)
        for other in ("apr_" + "0" * 32, 1, asked["id"].upper()):
            s.send({"jsonrpc": "2.0", "id": other, "result": YES})
        assert s.frame(0.5) is None
        no = {"code": -32603, "message": "no"}
        s.send({"jsonrpc": "2.0", "id": asked["id"], "error": no})
        assert s.answer(number)["result"]["isError"] is True


def test_mcp_23_what_is_read_is_what_is_asked_for(options):
    """No text that is invisible, or turned round, in a question."""
    with Stdio(*options) as s:
        opened(s, elicitation={})
        number = ask_to_run(s, "pay('a\u202eb\u200b\x9b\U000e0041 \u4e2d\u00e9')")
        asked = question(s)
        message = asked["params"]["message"]
        assert "a\\u202eb\\u200b\\u009b\\udb40\\udc41 \u4e2d\u00e9" in message
        assert message.replace("\n", "").isprintable()
        reply(s, asked, **YES)
        got = s.answer(number)["result"]["structuredContent"]
        assert got["value"][1] == ["a\u202eb\u200b\x9b\U000e0041 \u4e2d\u00e9"]


def test_mcp_23_a_question_ends_with_the_time_of_the_run(options, tmp_path):
    (tmp_path / "policy.yaml").write_text(POLICY + "limits: {wall_ms: 2s}\n")
    with Stdio(*options) as s:
        opened(s, elicitation={})
        number = ask_to_run(s, "try: pay(1)\nexcept PermissionError: print('no')")
        asked = question(s)
        got = s.answer(number, 20)["result"]["structuredContent"]
        assert got["status"] in ("ok", "limit", "timeout")
        reply(s, asked, **YES)  # too late for anything
        assert s.run("1")["value"] == 1
    log = (tmp_path / "audit.jsonl").read_text()
    assert '"decision":"deny"' in log
    assert '"kind":"call.end"' not in log or "allow" not in [
        json.loads(x).get("decision") for x in log.splitlines() if "approval" in x
    ]


def test_mcp_23_what_cannot_be_shown_is_not_asked(options):
    with Stdio(*options) as s:
        opened(s, elicitation={})
        for code in ("pay('x' * 5000)", "pay(b'')"):
            got = s.run(code)
            assert got["error"]["type"] == "PermissionError"


def test_mcp_23_modern_clients_are_asked_by_the_answer(options):
    with Stdio(*options) as s:
        s.open(MODERN)
        can = {"io.modelcontextprotocol/clientCapabilities": {"elicitation": {}}}
        call = {"name": "run_code", "arguments": {"code": "pay(3)"}, "_meta": can}
        first = s.result("tools/call", call)
        assert first["resultType"] == "input_required"
        asked = first["inputRequests"]["approval"]
        assert asked["method"] == "elicitation/create"
        state = first["requestState"]
        assert "pay" not in state
        answers = {"approval": YES}
        retry = {**call, "inputResponses": answers, "requestState": state}
        # Bound to the arguments, and to what we made ourselves.
        other = {**retry, "arguments": {"code": "pay(4)"}}
        assert s.error("tools/call", other)["code"] == -32602
        forged = {**retry, "requestState": "apr_" + "0" * 32}
        assert s.error("tools/call", forged)["code"] == -32602
        got = s.result("tools/call", retry)
        assert got["structuredContent"]["value"][:2] == ["pay", [3]]
        # Once.
        assert s.error("tools/call", retry)["code"] == -32602


def test_mcp_23_modern_no(options):
    with Stdio(*options) as s:
        s.open(MODERN)
        can = {"io.modelcontextprotocol/clientCapabilities": {"elicitation": {}}}
        call = {"name": "run_code", "arguments": {"code": "pay(3)"}, "_meta": can}
        first = s.result("tools/call", call)
        for answers in ({}, {"approval": {"action": "decline"}}):
            retry = {**call, "requestState": first["requestState"]}
            got = s.result("tools/call", {**retry, "inputResponses": answers})
            assert got["structuredContent"]["error"]["type"] == "PermissionError"
            first = s.result("tools/call", call)


def test_mcp_23_the_state_of_one_caller_is_nothing_for_another(options, tmp_path):
    tokens = tmp_path / "tokens"
    tokens.write_text("one token-one-0123456789\ntwo token-two-0123456789\n")
    tokens.chmod(0o600)
    can = {"io.modelcontextprotocol/clientCapabilities": {"elicitation": {}}}
    call = {"name": "run_code", "arguments": {"code": "pay(3)"}, "_meta": can}
    with Http(*options, "--token-file", str(tokens), token=None) as h:

        def post(params, token):
            return h.modern("tools/call", params, token=token).frames[-1]

        first = post(call, "token-one-0123456789")["result"]
        retry = {
            **call,
            "requestState": first["requestState"],
            "inputResponses": {"approval": YES},
        }
        assert post(retry, "token-two-0123456789")["error"]["code"] == -32602
        got = post(retry, "token-one-0123456789")["result"]
        assert got["structuredContent"]["status"] == "ok"


def test_mcp_23_legacy_http_is_asked_on_the_stream(options):
    with Http(*options) as h:
        params = {
            "protocolVersion": "2025-11-25",
            "capabilities": {"elicitation": {"form": {}}},
            "clientInfo": {"name": "test", "version": "1"},
        }
        frame = {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params}
        visit = h.ask(frame).headers["mcp-session-id"]
        link = http.client.HTTPConnection("127.0.0.1", h.port, timeout=30)
        headers = {
            "Content-Type": "application/json",
            "Accept": "application/json, text/event-stream",
            "Authorization": f"Bearer {TOKEN}",
            "Mcp-Session-Id": visit,
        }
        call = {
            "jsonrpc": "2.0",
            "id": 5,
            "method": "tools/call",
            "params": {"name": "run_code", "arguments": {"code": "pay(9)"}},
        }
        link.request("POST", "/mcp", json.dumps(call), headers)
        got = link.getresponse()

        def event():
            line = got.readline()
            while line and not line.startswith(b"data: "):
                line = got.readline()
            return json.loads(line[6:])

        asked = event()
        assert asked["method"] == "elicitation/create"
        answer = {"jsonrpc": "2.0", "id": asked["id"], "result": YES}
        assert h.ask(answer, mcp_session_id=visit).status == 202
        assert event()["result"]["structuredContent"]["value"][:2] == ["pay", [9]]
        link.close()
        # A client that reads no streams cannot be asked: that is a no.
        plain = h.legacy(visit, "tools/call", call["params"], accept="application/json")
        assert plain.json["result"]["isError"] is True


# --- clients that cannot be asked -----------------------------------------------------


def approve(state, *words):
    return subprocess.run(
        [CAISSON, "approve", *words],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "XDG_STATE_HOME": str(state)},
    )


def refused(link, code="pay(5)", **more):
    got = link.run(code, **more)
    assert got["error"]["type"] == "PermissionError", got
    return got


def test_mcp_23_others_get_a_token_for_the_owner(options, tmp_path):
    state = tmp_path / "state"
    state.mkdir()
    with Stdio(*options, env={"XDG_STATE_HOME": str(state)}) as s:
        opened(s)
        names = [t["name"] for t in s.result("tools/list")["tools"]]
        assert "request_permission" in names
        got = refused(s)
        token = got["denials"][0]["request_token"]
        session = got["session_id"]
        # Nobody has agreed yet, and nobody was asked.
        assert refused(s, session_id=session)["denials"][0]["request_token"] == token
        assert approve(state).stdout == ""
        why = {"request_token": token, "reason": "rent \x1b[31m is due"}
        assert s.tool("request_permission", **why)["decision"] == "pending"
        listed = approve(state).stdout
        assert token in listed
        assert "\x1b" not in listed
        assert '"[5] {}"' in listed
        refused(s, session_id=session)
        done = approve(state, token)
        assert (done.returncode, done.stderr) == (0, "")
        assert s.tool("request_permission", **why)["decision"] == "granted"
        # For these arguments, in this session, once.
        refused(s, "pay(6)", session_id=session)
        refused(s)
        assert s.run("pay(5)", session_id=session)["value"][:2] == ["pay", [5]]
        fresh = refused(s, session_id=session)["denials"][0]["request_token"]
        assert fresh != token
        used = s.tool("request_permission", **why)
        assert used["error"]["type"] == "UnknownToken"


def test_mcp_23_the_owner_can_refuse(options, tmp_path):
    state = tmp_path / "state"
    state.mkdir()
    with Stdio(*options, env={"XDG_STATE_HOME": str(state)}) as s:
        opened(s)
        got = refused(s)
        token = got["denials"][0]["request_token"]
        s.tool("request_permission", request_token=token)
        said = approve(state, "--deny", "--json", token)
        assert json.loads(said.stdout)["decision"] == "refused"
        # Who said no cannot be overruled by a second word.
        approve(state, token)
        answer = s.tool("request_permission", request_token=token)
        assert answer["decision"] == "refused"
        refused(s, session_id=got["session_id"])
    assert list((state / "caisson/approvals").iterdir()) == []
    for words in (["apr_" + "0" * 32], ["../../etc/passwd"], ["--deny"], ["a", "b"]):
        wrong = approve(state, *words)
        assert wrong.returncode == 125
        assert wrong.stderr.startswith("caisson: ")


def test_mcp_23_without_an_approver_nobody_is_asked(options, tmp_path):
    (tmp_path / "policy.yaml").write_text(POLICY.replace("approver: cli\n", ""))
    with Stdio(*options, env={"XDG_STATE_HOME": str(tmp_path)}) as s:
        opened(s, elicitation={})
        assert "request_permission" not in json.dumps(s.result("tools/list"))
        got = refused(s)
        assert "nobody to ask" in got["denials"][0]["reason"]
        assert "request_token" not in json.dumps(got)
        assert s.strays == []


def test_mcp_23_many_questions_do_not_mix(options):
    """Eight programs ask at a time; each gets its own answer."""
    with Stdio(*options) as s:
        opened(s, elicitation={})
        code = "try: print(pay(%d)[1][0])\nexcept PermissionError: print('no')"
        numbers = [ask_to_run(s, code % i) for i in range(8)]
        for _ in numbers:
            asked = question(s)
            which = int(asked["params"]["message"].split("[")[1].split("]")[0])
            reply(s, asked, **(YES if which % 2 else {"action": "decline"}))
        said = [
            s.answer(n)["result"]["structuredContent"]["stdout"].strip()
            for n in numbers
        ]
        assert said == [str(i) if i % 2 else "no" for i in range(8)]


def test_mcp_23_a_client_that_leaves_has_not_agreed(options, tmp_path):
    with Stdio(*options) as s:
        opened(s, elicitation={})
        ask_to_run(s, "pay(1)")
        question(s)
        done = threading.Event()
        threading.Thread(target=lambda: (s.close(), done.set())).start()
        assert done.wait(20)
    log = (tmp_path / "audit.jsonl").read_text()
    assert '"kind":"approval"' in log
    assert '"kind":"call.end"' not in log or '"allow","kind":"approval"' not in log


# --- the official clients -------------------------------------------------------------


@pytest.mark.parametrize("mode", ["legacy", "auto"])
@pytest.mark.parametrize("agree", [True, False])
def test_mcp_23_the_sdk_of_pypi_is_asked(options, mode, agree):
    pytest.importorskip("mcp")
    from mcp import StdioServerParameters
    from mcp.client.client import Client
    from mcp.client.stdio import stdio_client
    from mcp.types import ElicitResult

    async def main():
        asked = []

        async def elicit(context, params):
            asked.append(params.message)
            if agree:
                return ElicitResult(action="accept", content={"approve": True})
            return ElicitResult(action="decline")

        command = StdioServerParameters(command=CAISSON, args=["mcp", *options])
        async with Client(
            stdio_client(command), mode=mode, elicitation_callback=elicit
        ) as client:
            got = await client.call_tool("run_code", {"code": "pay(7)"})
        return asked, got

    asked, got = asyncio.run(asyncio.wait_for(main(), 60))
    assert len(asked) == 1
    assert got.is_error is not agree
    if agree:
        assert got.structured_content["value"][:2] == ["pay", [7]]


