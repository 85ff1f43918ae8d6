"""Named sandboxes as tools, with the official client of PyPI.

SPDX-License-Identifier: Apache-2.0
"""

import asyncio
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest
from client import CAISSON, LEGACY, Stdio

mcp = pytest.importorskip("mcp", reason="the package mcp of PyPI is not here")

from mcp import StdioServerParameters  # noqa: E402
from mcp.client.client import Client  # noqa: E402
from mcp.client.stdio import stdio_client  # noqa: E402

pytestmark = pytest.mark.usefixtures("jails")
RULES = "version: 1\nimages: {allow: ['rootfs:host']}\nprocess: {spawn: true}\n"


class Place:
    """A state directory, and clients of a server that uses it."""

    def __init__(self):
        self.home = Path(tempfile.mkdtemp(prefix="caisson-mcp-", dir="/tmp"))
        self.env = {
            "PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "HOME": str(self.home),
            "XDG_STATE_HOME": str(self.home / "state"),
            "XDG_DATA_HOME": str(self.home / "data"),
        }  # fmt: skip
        self.rules(RULES)

    def rules(self, text):
        path = self.home / "policy.yaml"
        path.write_text(text)
        path.chmod(0o600)

    def cli(self, *words):
        return subprocess.run([CAISSON, *words], env=self.env, capture_output=True,
                              text=True, timeout=60)  # fmt: skip

    def drive(self, body, *options, mode="auto"):
        args = ["mcp", "--policy", str(self.home / "policy.yaml"), *options]
        command = StdioServerParameters(command=CAISSON, args=args, env=self.env)

        async def main():
            async with Client(stdio_client(command), mode=mode) as client:

                async def call(tool, **arguments):
                    result = await client.call_tool(tool, arguments)
                    return result.structured_content

                client.do = call
                return await body(client)

        return asyncio.run(asyncio.wait_for(main(), 100))

    def close(self):
        listed = self.cli("ps", "--all", "-q").stdout.split()
        if listed:
            self.cli("rm", *listed)
        shutil.rmtree(self.home, ignore_errors=True)


@pytest.fixture
def place():
    made = Place()
    yield made
    made.close()


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_a_sandbox_keeps_files_and_processes_between_calls(place, mode):
    async def body(c):
        made = await c.do("sandbox_create", name="work", memory_mib=128)
        await c.do("sandbox_shell", name="work", script="echo 41 > /root/n; sleep 300 &")
        told = await c.do("sandbox_exec", name="work", command=["cat", "/root/n"])
        left = await c.do("sandbox_shell", name="work",
                          script="pgrep -x sleep >/dev/null && echo alive")
        return made, told, left

    made, told, left = place.drive(body, mode=mode)
    assert (made["status"], made["sandbox_status"], made["image"]) == (
        "ok", "running", "rootfs:host")  # fmt: skip
    assert made["limits"]["memory_bytes"] == 128 << 20
    assert made["expires_ms"] > made["created_ms"]
    assert (told["stdout"], told["exit_code"], told["depth"]) == ("41\n", 0, "image")
    assert told["sandbox"] == "work"
    assert left["stdout"] == "alive\n"


def test_it_outlives_the_server_and_starts_again(place):
    async def first(c):
        await c.do("sandbox_create", name="kept")
        await c.do("sandbox_fs_write", name="kept", path="/root/a/b.txt", text="hi")
        return await c.do("sandbox_stop", name="kept")

    async def second(c):
        refused = await c.do("sandbox_exec", name="kept", command=["true"])
        await c.do("sandbox_start", name="kept")
        read = await c.do("sandbox_fs_read", name="kept", path="/root/a/b.txt")
        gone = await c.do("sandbox_remove", name="kept")
        return refused, read, gone, await c.do("sandbox_list")

    assert place.drive(first)["sandbox_status"] == "stopped"
    refused, read, gone, listed = place.drive(second)
    assert refused["error"]["type"] == "SandboxState"
    assert "sandbox_start" in refused["error"]["message"]
    assert read["text"] == "hi"
    assert gone["sandbox_status"] == "removed"
    assert listed["sandboxes"] == []


def test_files(place):
    async def body(c):
        await c.do("sandbox_create", name="f")
        raw = b"\x00\xff" * 10
        import base64

        wrote = await c.do("sandbox_fs_write", name="f", path="/root/raw",
                           base64=base64.b64encode(raw).decode())
        read = await c.do("sandbox_fs_read", name="f", path="/root/raw")
        part = await c.do("sandbox_fs_read", name="f", path="/etc/hostname", max_bytes=1)
        await c.do("sandbox_fs_mkdir", name="f", path="/root/d")
        await c.do("sandbox_shell", name="f", script="ln -s /etc/passwd /root/l")
        listed = await c.do("sandbox_fs_list", name="f", path="/root")
        stat = await c.do("sandbox_fs_stat", name="f", path="/root/l")
        await c.do("sandbox_fs_remove", name="f", path="/root/raw")
        lost = await c.do("sandbox_fs_read", name="f", path="/root/raw")
        return wrote, base64.b64decode(read["base64"]) == raw, part, listed, stat, lost

    wrote, same, part, listed, stat, lost = place.drive(body)
    assert (wrote["size"], same) == (20, True)
    assert (len(part["text"]), part["truncated"]) == (1, True)
    kinds = {e["name"]: e["kind"] for e in listed["entries"]}
    assert {"d": "dir", "raw": "file", "l": "link"}.items() <= kinds.items()
    assert stat["kind"] == "link"
    assert lost["error"]["type"] == "FileNotFoundError"


def test_one_program_in_a_sandbox_that_leaves_nothing(place):
    async def body(c):
        ran = await c.do("sandbox_run", command=["cat"], stdin="through\n")
        missing = await c.do("sandbox_run", command=["/no/such"])
        late = await c.do("sandbox_run", command=["sleep", "60"], timeout_ms=500)
        return ran, missing, late, await c.do("sandbox_list")

    ran, missing, late, listed = place.drive(body)
    assert (ran["stdout"], ran["status"], ran["image"]) == ("through\n", "ok", "rootfs:host")
    assert (missing["exit_code"], missing["reason"]) == (127, "not_found")
    assert late["status"] == "timeout"
    assert listed["sandboxes"] == []
    assert place.cli("ps", "--all", "-q").stdout == ""


def test_what_is_wider_than_the_policy_is_denied(place):
    place.rules(RULES + "limits: {memory_bytes: 256MiB}\nsandbox: {max_live: 1}\n")

    async def body(c):
        image = await c.do("sandbox_create", name="x", image="busybox:1")
        memory = await c.do("sandbox_create", name="x", memory_mib=1024)
        host = await c.do("sandbox_create", name="x", egress=["example.com"])
        fine = await c.do("sandbox_create", name="x", memory_mib=200)
        second = await c.do("sandbox_create", name="y")
        return image, memory, host, fine, second

    image, memory, host, fine, second = place.drive(body)
    assert (image["status"], image["denials"][0]["capability"]) == ("denied", "image")
    assert "images.allow" in image["denials"][0]["rule"]
    assert memory["status"] == "denied"
    assert "limits.memory_bytes" in memory["denials"][0]["rule"]
    assert host["status"] in ("denied", "error")
    assert fine["status"] == "ok"
    assert second["error"]["type"] == "Capacity"


def test_sandboxes_of_the_user_are_not_those_of_a_client(place):
    """L02: by no name, and not in the list; the user sees all of them."""
    assert place.cli("create", "mine").returncode == 0

    async def body(c):
        await c.do("sandbox_create", name="theirs")
        tries = [await c.do("sandbox_exec", name=n, command=["true"])
                 for n in ("mine", "../mine", "mcp-00000000-x")]
        return tries, await c.do("sandbox_list")

    tries, listed = place.drive(body)
    assert [t["status"] for t in tries] == ["error"] * 3
    assert [row["name"] for row in listed["sandboxes"]] == ["theirs"]
    names = place.cli("ps", "--all", "-q").stdout.split()
    assert len(names) == 2 and "mine" in names


def test_they_are_listed_where_the_policy_allows_an_image_only(place):
    async def body(c):
        return {t.name for t in (await c.list_tools()).tools}

    shown = place.drive(body)
    place.rules("version: 1\nprocess: {spawn: true}\n")
    hidden = place.drive(body)
    place.rules(RULES + "depth_allow: [interp, process]\n")
    shallow = place.drive(body)
    assert {"sandbox_run", "sandbox_create", "sandbox_exec", "sandbox_fs_read"} <= shown
    assert not {t for t in hidden | shallow if t.startswith("sandbox_")}


def test_a_cancelled_call_ends_its_command(place):
    with Stdio("--policy", str(place.home / "policy.yaml"), env=place.env) as link:
        link.open(LEGACY[-1])
        link.tool("sandbox_create", name="c")

        def sleepers():
            script = "pgrep -xc sleep"
            return link.tool("sandbox_shell", name="c", script=script)["stdout"]

        script = "trap '' TERM; sleep 301"
        arguments = {"name": "c", "script": script}
        number = link.ask(
            "tools/call", {"name": "sandbox_shell", "arguments": arguments}
        )
        assert any(sleepers() == "1\n" for _ in range(100))
        link.send({"jsonrpc": "2.0", "method": "notifications/cancelled",
                   "params": {"requestId": number}})  # fmt: skip
        assert any(sleepers() == "0\n" for _ in range(100))
