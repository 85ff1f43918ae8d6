"""Record what hosts and our server say to each other, for tests/mcp/recorded.

  record.py tee FILE COMMAND...    between a client on stdio and COMMAND; every
                                   frame goes to FILE, one JSON object per line:
                                   ["client" or "server", frame]
  record.py python MODE FILE BINARY
                                   drive BINARY with the client of PyPI; MODE is
                                   "legacy" or "auto"

The clients of npm are recorded with `node drive.mjs sdk stdio python3 record.py
tee FILE BINARY mcp` (and "modern").  The recordings in the repository were made
so, with the versions that their names say.

SPDX-License-Identifier: Apache-2.0
"""

import asyncio
import json
import subprocess
import sys
import threading
from pathlib import Path


def shorten(frame):
    """Tools by their names; instructions not at all."""
    result = frame.get("result")
    if isinstance(result, dict):
        if "tools" in result:
            result["tools"] = [{"name": t["name"]} for t in result["tools"]]
        if "instructions" in result:
            result["instructions"] = "..."
    return frame


def tee(path: str, command: list[str]) -> int:
    server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    lock = threading.Lock()
    with Path(path).open("w") as log:

        def carry(who, source, target):
            for line in source:
                with lock:
                    log.write(json.dumps([who, shorten(json.loads(line))]) + "\n")
                target.write(line)
                target.flush()

        back = threading.Thread(
            target=carry, args=("server", server.stdout, sys.stdout.buffer)
        )
        back.start()
        carry("client", sys.stdin.buffer, server.stdin)
        server.stdin.close()
        back.join()
    return server.wait()


def python(mode: str, path: str, binary: str) -> int:
    from mcp import StdioServerParameters
    from mcp.client.client import Client
    from mcp.client.stdio import stdio_client

    command = StdioServerParameters(
        command=sys.executable, args=[__file__, "tee", path, binary, "mcp"]
    )

    async def main():
        async with Client(stdio_client(command), mode=mode) as client:
            await client.list_tools()
            made = await client.call_tool("run_code", {"code": "x = 41\nprint('hi')"})
            session = made.structured_content["session_id"]
            for more in ({"code": "x + 1"}, {"code": "x", "restart": True}):
                await client.call_tool("run_code", {**more, "session_id": session})
            await client.call_tool(
                "fs_write", {"path": "a.txt", "text": "abc", "session_id": session}
            )
            code = "open('b.txt', 'w').write(open('a.txt').read())"
            done = await client.call_tool(
                "run_code", {"code": code, "session_id": session}
            )
            link = next(b for b in done.content if b.type == "resource_link")
            await client.read_resource(str(link.uri))

    asyncio.run(main())
    return 0


if __name__ == "__main__":
    what, *rest = sys.argv[1:]
    if what == "tee":
        sys.exit(tee(rest[0], rest[1:]))
    sys.exit(python(*rest))
