"""How kinds of hosts open a session, as far as it differs between them.

Written by hand, after the specifications of the revisions and what the official
clients do; sessions that were really recorded are in recorded/.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Check = Callable[[dict[str, Any]], bool]


def request(number: int, method: str, params: Any = None) -> dict[str, Any]:
    frame = {"jsonrpc": "2.0", "id": number, "method": method}
    return frame if params is None else {**frame, "params": params}


def notice(method: str, params: Any = None) -> dict[str, Any]:
    frame: dict[str, Any] = {"jsonrpc": "2.0", "method": method}
    return frame if params is None else {**frame, "params": params}


def agreed(version: str) -> Check:
    return lambda a: a["result"]["protocolVersion"] == version


def has_tool(name: str) -> Check:
    return lambda a: name in [t["name"] for t in a["result"]["tools"]]


def fine(a: dict[str, Any]) -> bool:
    return a["result"].get("isError") is not True


def unknown(a: dict[str, Any]) -> bool:
    return a["error"]["code"] == -32601


CODE = {"name": "run_code", "arguments": {"code": "print(6 * 7)"}}

# A host of the TypeScript SDK: asks for everything that is in the capabilities,
# sends no empty params, cancels by notification.
TYPESCRIPT = [
    (
        request(
            0,
            "initialize",
            {
                "protocolVersion": "2025-11-25",
                "capabilities": {"roots": {"listChanged": True}, "elicitation": {}},
                "clientInfo": {"name": "typescript-host", "version": "1.0.0"},
            },
        ),
        agreed("2025-11-25"),
    ),
    (notice("notifications/initialized"), fine),
    (request(1, "tools/list"), has_tool("run_code")),
    (request(2, "resources/list"), lambda a: a["result"]["resources"] == []),
    (request(3, "prompts/list"), unknown),
    (
        request(4, "tools/call", {**CODE, "_meta": {"progressToken": 4}}),
        fine,
    ),
    (notice("notifications/roots/list_changed"), fine),
    (notice("notifications/cancelled", {"requestId": 4, "reason": "late"}), fine),
    (request(5, "ping"), fine),
]

# A desktop host of the first revision: no structured content, asks for prompts
# and resources whatever the server says, keeps the link open with pings.
DESKTOP = [
    (
        request(
            0,
            "initialize",
            {
                "protocolVersion": "2024-11-05",
                "capabilities": {},
                "clientInfo": {"name": "desktop-host", "version": "0.1.0"},
            },
        ),
        agreed("2024-11-05"),
    ),
    (notice("notifications/initialized"), fine),
    (request(1, "tools/list", {}), has_tool("run_code")),
    (request(2, "resources/list", {}), fine),
    (request(3, "prompts/list", {}), unknown),
    (
        request(4, "tools/call", CODE),
        lambda a: (
            "structuredContent" not in a["result"]
            and any("42" in b["text"] for b in a["result"]["content"])
        ),
    ),
    (request(5, "ping", {}), fine),
]

# A host of the Python SDK in the modern era: discovers, lists with a cursor,
# every request with its envelope.
META = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": {"name": "python-host", "version": "2.3"},
    "io.modelcontextprotocol/clientCapabilities": {},
}
MODERN = [
    (
        request(1, "server/discover", {"_meta": META}),
        lambda a: "2026-07-28" in a["result"]["supportedVersions"],
    ),
    (request(2, "tools/list", {"_meta": META}), has_tool("run_code")),
    (
        request(3, "tools/call", {**CODE, "_meta": {**META, "progressToken": 1}}),
        lambda a: a["result"]["resultType"] == "complete",
    ),
    (notice("notifications/cancelled", {"requestId": 3}), fine),
    (request(4, "prompts/list", {"_meta": META}), unknown),
]

HOSTS: dict[str, list[tuple[dict[str, Any], Check]]] = {
    "typescript": TYPESCRIPT,
    "desktop": DESKTOP,
    "modern": MODERN,
}
