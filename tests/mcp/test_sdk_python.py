"""The official client of PyPI (`mcp`), over stdio and HTTP, in both eras.

SPDX-License-Identifier: Apache-2.0
"""

import asyncio

import pytest
from client import CAISSON, TOKEN, Http

mcp = pytest.importorskip("mcp", reason="the package mcp of PyPI is not here")

import httpx2  # noqa: E402
from mcp import StdioServerParameters  # noqa: E402
from mcp.client.client import Client  # noqa: E402
from mcp.client.stdio import stdio_client  # noqa: E402
from mcp.client.streamable_http import streamable_http_client  # noqa: E402

MODES = {"auto": "2026-07-28", "legacy": "2025-11-25"}


@pytest.fixture(scope="module")
def http_server():
    with Http() as server:
        yield server


@pytest.fixture(params=["stdio", "http"])
def drive(request):
    """Run `body(client)` with a client that opens in a mode."""

    def transport(options):
        if request.param == "stdio":
            command = StdioServerParameters(command=CAISSON, args=["mcp", *options])
            return stdio_client(command)
        server = request.getfixturevalue("http_server")
        headers = {"Authorization": f"Bearer {TOKEN}"}
        return streamable_http_client(
            server.url, http_client=httpx2.AsyncClient(headers=headers, timeout=60)
        )

    def run(mode, body, *options, **settings):
        async def main():
            async with Client(transport(options), mode=mode, **settings) as client:
                return await body(client)

        return asyncio.run(asyncio.wait_for(main(), 60))

    return run


@pytest.mark.parametrize("mode", MODES)
def test_run_code_keeps_state_until_a_restart(drive, mode):
    async def body(client):
        first = await client.call_tool("run_code", {"code": "x = 41\nprint('hi')"})
        made = first.structured_content
        again = {"code": "x + 1", "session_id": made["session_id"]}
        second = await client.call_tool("run_code", again)
        third = await client.call_tool("run_code", {**again, "restart": True})
        return made, second.structured_content, third

    made, second, third = drive(mode, body)
    assert made["stdout"] == "hi\n"
    assert second["value"] == 42
    assert third.is_error
    assert third.structured_content["error"]["type"] == "NameError"


@pytest.mark.parametrize("mode", MODES)
def test_the_client_finds_the_newest_revision_of_its_mode(drive, mode):
    async def body(client):
        return client.protocol_version, client.server_info, client.instructions

    version, info, instructions = drive(mode, body)
    assert version == MODES[mode]
    assert info.name == "caisson"
    assert "Python" in instructions


@pytest.mark.parametrize("mode", MODES)
def test_tools_files_and_resources(drive, mode):
    async def body(client):
        tools = {t.name for t in (await client.list_tools()).tools}
        wrote = await client.call_tool("fs_write", {"path": "a b.txt", "text": "hi"})
        session = wrote.structured_content["session_id"]
        code = "open('copy.txt', 'w').write(open('a b.txt').read() * 2)"
        ran = await client.call_tool("run_code", {"code": code, "session_id": session})
        link = next(b for b in ran.content if b.type == "resource_link")
        read = await client.read_resource(str(link.uri))
        return tools, link, read.contents[0].text

    tools, link, text = drive(mode, body)
    assert {"run_code", "wait", "fs_read", "snapshot_create"} <= tools
    assert link.name == "copy.txt"
    assert text == "hihi"


@pytest.mark.parametrize("mode", MODES)
def test_progress_reaches_the_client(drive, mode):
    async def body(client):
        seen = []

        async def tell(progress, total, message):
            seen.append((progress, message))

        await client.call_tool(
            "run_code",
            {"code": "import time\ntime.sleep(1.3)"},
            progress_callback=tell,
        )
        return seen

    seen = drive(mode, body)
    numbers = [n for n, _ in seen]
    assert numbers == sorted(set(numbers))
    said = [m for _, m in seen]
    assert said[:3] == ["starting", "running", "still running"]
    assert set(said[3:]) <= {"still running"}


@pytest.mark.parametrize("mode", MODES)
def test_cancelling_ends_the_run_and_keeps_the_session(drive, mode):
    async def body(client):
        made = await client.call_tool("run_code", {"code": "kept = 5"})
        session = made.structured_content["session_id"]
        endless = {"code": "while True: pass", "session_id": session}
        task = asyncio.ensure_future(client.call_tool("run_code", endless))
        await asyncio.sleep(0.3)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        began = asyncio.get_running_loop().time()
        after = await client.call_tool(
            "run_code", {"code": "kept", "session_id": session}
        )
        return asyncio.get_running_loop().time() - began, after.structured_content

    seconds, after = drive(mode, body)
    assert after["value"] == 5
    assert seconds < 20
