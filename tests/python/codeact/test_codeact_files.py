"""Files, mounts, limits and the walls: statements 37 to 45."""

import asyncio
import base64
import os
import socket
import tempfile
import threading
import time
from pathlib import Path

import pytest

from caisson import PolicyError
from caisson.codeact import ExecuteCodeTool, FileMount, ProcessExecutionLimits
from caisson.integrations.agent_framework.mounts import FileMount as Mount
from caisson.integrations.agent_framework.shaping import Capture
from caisson.result import Artifact, Result


@pytest.fixture
def outside():
    """A directory that no jail has anything at."""
    with tempfile.TemporaryDirectory(dir="/var/tmp") as folder:
        yield Path(folder)


def data(content):
    return base64.b64decode(content.uri.partition("base64,")[2])


def test_37_new_and_changed_files_are_returned(act, outside):
    (outside / "old.txt").write_text("old")
    (outside / "edit.txt").write_text("first")
    run = act(file_mounts=FileMount(outside, "/out", "read-write"))
    run(
        "open('/out/a.png', 'wb').write(b'\\x89PNG')\n"
        "open('/out/edit.txt', 'w').write('later')\n"
        "import os\nos.makedirs('/out/d')\n"
        "open('/out/d/b.strange', 'w').write('x')\nNone"
    )
    assert run.contents[0].text == "Code executed successfully without output."
    assert list(run.files) == ["/out/a.png", "/out/d/b.strange", "/out/edit.txt"]
    assert data(run.files["/out/a.png"]) == b"\x89PNG"
    assert data(run.files["/out/edit.txt"]) == b"later"
    assert run.files["/out/a.png"].media_type == "image/png"
    assert run.files["/out/d/b.strange"].media_type == "application/octet-stream"
    assert run("1").files == {}


def test_38_links_and_special_files(local, outside):
    (outside / "secret").write_text("foreign")
    inside = outside / "in"
    inside.mkdir()
    (inside / "own.txt").write_text("own")
    run = local(file_mounts=FileMount(inside, "/out", "read-write"))
    run(
        "import os\n"
        "for make in (lambda: os.symlink('../secret', '/out/link.txt'),\n"
        "             lambda: os.symlink('..', '/out/dir'),\n"
        "             lambda: os.link('/out/own.txt', '/out/second.txt'),\n"
        "             lambda: os.mkfifo('/out/fifo')):\n"
        "    try: make()\n"
        "    except OSError: pass\n"  # a jail refuses links that leave the mount
        "open('/out/good.txt', 'w').write('good')"
    )
    assert list(run.files) == ["/out/good.txt"]


def test_38_a_file_that_is_swapped_is_not_followed(outside):
    (outside / "secret").write_text("foreign")
    inside = outside / "in"
    inside.mkdir()
    (inside / "a").symlink_to(outside / "secret")
    (inside / "d").symlink_to(outside)
    os.link(outside / "secret", inside / "hard")
    os.mkfifo(inside / "fifo")
    capture = Capture(ProcessExecutionLimits(), [Mount(inside, "/out", "read-write")])
    listed = [
        Artifact(f"/out/{n}", 1, None, "added")
        for n in ("a", "d/secret", "hard", "fifo")
    ]
    assert capture.contents(listed) == []


def test_39_caps(act, outside):
    small = ProcessExecutionLimits(
        max_captured_file_bytes=100, max_total_captured_file_bytes=250
    )
    for name in ("a", "b"):
        (outside / name).mkdir()
    run = act(
        file_mounts=[
            FileMount(outside / "a", "/a", "read-write", 4096),
            FileMount(outside / "b", "/b", "read-write"),
        ],
        execution_limits=small,
    )
    run(
        "open('/a/1', 'w').write('x' * 101)\n"
        "for i in range(3): open(f'/b/{i}', 'w').write('x' * 100)\nNone"
    )
    assert [c.text for c in run.contents if c.type == "text"][1:] == [
        "[file /a/1 omitted: file exceeds capture limit]",
        "[file /b/2 omitted: total capture limit exceeded]",
    ]
    assert list(run.files) == ["/b/0", "/b/1"]


def test_39_cap_of_a_mount(outside):
    (outside / "1").write_text("x" * 60)
    (outside / "2").write_text("x" * 60)
    mount = Mount(outside, "/a", "read-write", 100)
    capture = Capture(ProcessExecutionLimits(), [mount])
    listed = [Artifact(f"/a/{n}", 60, None, "added") for n in (1, 2)]
    first, second = capture.contents(listed)
    assert first.type == "data"
    assert second.text == "[file /a/2 omitted: mount capture limit exceeded]"


def test_40_modes(act, outside):
    (outside / "f").write_text("host")
    run = act(file_mounts=FileMount(outside, "/ro", "read-only"))
    assert "OSError" in run("open('/ro/f', 'w')").details
    run = act(file_mounts=FileMount(outside, "/over"))
    assert run("open('/over/f', 'w').write('new')\nopen('/over/f').read()").texts == [
        '"new"'
    ]
    assert (outside / "f").read_text() == "host"


def test_41_write_limit(act, outside):
    for mode in ("overlay", "read-write"):
        run = act(file_mounts=FileMount(outside, "/w", mode, 100_000))
        code = (
            "with open('/w/big', 'wb') as f:\n"
            "    for i in range(100): f.write(bytes(5000))"
        )
        assert "OSError" in run(code).details
        assert sum(p.stat().st_size for p in outside.rglob("*")) <= 100_000
        assert run("open('/w/small', 'w').write('x')\n1").contents[0].text == "1"


def test_41_a_cap_changes_nothing_else(act, outside):
    (outside / "old").write_text("old")
    (outside / "gone").mkdir()
    (outside / "gone/f").write_text("f")
    (outside / "link").symlink_to("/etc")
    run = act(file_mounts=FileMount(outside, "/w", "read-write", 10_000))
    run(
        "import os, shutil\n"
        "assert open('/w/old').read() == 'old'\n"
        "shutil.rmtree('/w/gone')\n"
        "os.makedirs('/w/a/b')\n"
        "open('/w/a/b/new.txt', 'w').write('new')\n"
        "open('/w/old', 'a').write('er')\n"
        "1"
    )
    assert list(run.files) == ["/w/a/b/new.txt", "/w/old"]
    assert data(run.files["/w/old"]) == b"older"
    assert (outside / "old").read_text() == "older"
    assert (outside / "a/b/new.txt").read_text() == "new"
    assert sorted(os.listdir(outside)) == ["a", "link", "old"]
    assert run("1").files == {}
    run("open('/w/half', 'w').write('h')\n1 / 0")
    assert "ZeroDivisionError" in run.details
    assert (outside / "half").read_text() == "h"


def test_41_what_the_inside_says_is_not_trusted(outside):
    from caisson.integrations.agent_framework.staging import Staging

    (outside / "in").mkdir()
    (outside / "in/link").symlink_to(outside)
    (outside / "secret").write_text("s")

    class Box:
        async def run(self, code, inputs):
            rows = [
                ("/w", "../secret", b"x"),
                ("/w", "link/secret", b"x"),
                ("/w", "/etc/x", b"x"),
                ("/w", 5, b"x"),
                ("/else", "a", b"x"),
                ("/w", "big", b"x" * 11),
                ("/w", "../secret", False),
                ("/w", "link/secret", False),
                ("/w", "fine", b"ok"),
            ]
            return Result("ok", rows, True)

    mount = Mount(outside / "in", "/w", "read-write", 10)
    staging = Staging({"/w": mount})
    staging.look()
    found = asyncio.run(staging.carry(Box()))
    assert [a.path for a in found] == ["/w/fine"]
    assert (outside / "secret").read_text() == "s"
    assert sorted(os.listdir(outside)) == ["in", "secret"]
    assert sorted(os.listdir(outside / "in")) == ["fine", "link"]


def test_42_the_host_path_is_out_of_reach(act, outside):
    (outside / "f").write_text("host")
    run = act(file_mounts=FileMount(outside, "/data", "read-write"))
    assert "FileNotFoundError" in run(f"open('{outside}/f')").details
    code = (
        "import os\n"
        "seen = [os.getcwd(), os.path.realpath('/data'), repr(os.environ)]\n"
        "try: seen.append(open('/proc/self/mounts').read())\nexcept OSError: pass\n"
        "seen"
    )
    assert str(outside) not in run(code).texts[0]


HOGS = {
    "memory": "x = []\nwhile True: x.append(bytearray(10**7))",
    "processes": "import os\nwhile True: os.fork()",
    "descriptors": "x = []\nwhile True: x.append(open('/dev/null'))",
    "disk": "with open('/tmp/x', 'wb') as f:\n    while True: f.write(bytes(10**6))",
}


@pytest.mark.parametrize("what", HOGS)
def test_43_hogs(local, what):
    run = local(execution_limits=ProcessExecutionLimits(timeout_seconds=8))
    assert run(HOGS[what]).details
    assert run("1 + 1").texts == ["2"]


def test_43_memory_in_the_engine():
    made = ExecuteCodeTool(depth="interp")
    (content,) = asyncio.run(made._run_code(code="x = [0] * (10**9)"))
    assert "MemoryError" in content.error_details


def test_44_no_network(local):
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        server.listen()
        server.settimeout(0.1)
        code = (
            "import socket\n"
            f"socket.create_connection(('127.0.0.1', {server.getsockname()[1]}), 60)"
        )
        start = time.monotonic()
        assert "Error" in local()(code).details
        assert time.monotonic() - start < 20
        with pytest.raises(TimeoutError):
            server.accept()


def test_44_what_cannot_be_enforced_does_not_run(act):
    run = act(allowed_domains=["api.x"])
    assert "cannot" in run("1").details or "no depth" in run("1").details


@pytest.mark.parametrize("domain", ["https://api.x/v1", "http://api.x", "api.x"])
def test_45_no_part_of_a_domain_is_open(act, domain):
    """Paths, schemes and redirects wait for a network; until then nothing runs."""
    run = act(allowed_domains=[domain])
    assert "cannot" in run("1").details or "no depth" in run("1").details


def test_22_working_directory(act, outside):
    (outside / "here").write_text("x")
    assert act(workspace_root=outside)(
        "import os\n[os.getcwd(), os.listdir()]"
    ).texts == ['["/input", ["here"]]']
    assert threading.active_count() < 50


def test_03_a_policy_is_the_most(act, outside):
    small = {"limits": {"wall_ms": "5s", "memory_bytes": "128MiB"}}
    with pytest.raises(PolicyError, match="wall_ms"):
        act(policy=small)
    limits = ProcessExecutionLimits(timeout_seconds=4)
    run = act(policy=small, execution_limits=limits)
    assert run("1 + 1").texts == ["2"]
    assert "MemoryError" in run("x = bytearray(200 << 20)").details
    with pytest.raises(PolicyError, match="depth_allow"):
        act(policy={"depth_allow": ["check"]})
    run = act(policy={}, workspace_root=outside)
    assert "policy_widens" in run("1").details
    mount = {"host": str(outside), "guest": "/data", "mode": "ro"}
    run = act(
        policy={"fs": {"mounts": [mount]}},
        file_mounts=FileMount(outside, "/data", "read-only"),
    )
    (outside / "f").write_text("there")
    assert run("open('/data/f').read()").texts == ['"there"']


def test_03_a_policy_without_processes(local):
    run = local(policy={"process": {"spawn": False}})
    assert "PermissionError" in run("import os\nos.fork()").details
