"""The official client of PyPI (`mcp`), over stdio, in both eras.

SPDX-License-Identifier: Apache-2.0
"""

import asyncio

import pytest
from client import CAISSON

mcp = pytest.importorskip("mcp", reason="the package mcp of PyPI is not here")

from mcp import StdioServerParameters  # noqa: E402
from mcp.client.client import Client  # noqa: E402
from mcp.client.stdio import stdio_client  # noqa: E402


def drive(mode, body, *options):
    """Run `body(client)` with a client that opens in this mode."""

    async def main():
        server = stdio_client(
            StdioServerParameters(command=CAISSON, args=["mcp", *options])
        )
        async with Client(server, mode=mode) as client:
            return await body(client)

    return asyncio.run(asyncio.wait_for(main(), 60))


MODES = ["auto", "legacy"]


@pytest.mark.parametrize("mode", MODES)
def test_run_code_keeps_state_until_a_restart(mode):
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


@pytest.mark.parametrize(("mode", "version"), zip(MODES, ["2026-07-28", "2025-11-25"]))
def test_the_client_finds_the_newest_revision_of_its_mode(mode, version):
    async def body(client):
        return client.protocol_version

    assert drive(mode, body) == version
