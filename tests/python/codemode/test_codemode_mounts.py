"""Statements 46 to 50: directories of the host."""

import os

import pytest
from pydantic_ai.exceptions import UserError

import caisson
from caisson.codemode import CodeMode
from caisson.integrations.pydantic_ai.options import MountFromSpec


def mount(host, at="/data", **more):
    return MountFromSpec(host_path=str(host), virtual_path=at, **more)


@pytest.fixture
def host(tmp_path):
    folder = tmp_path / "host"
    folder.mkdir()
    (folder / "a.txt").write_text("content")
    return folder


async def ping() -> int:
    return 1


def test_46_a_file_is_there_after_a_suspension(play, host):
    code = """
before = open('/data/a.txt').read()
f = open('/data/a.txt')
f.read(3)
await ping()
before, f.read(), open('a.txt').read()
"""
    (step,) = play(code, tools=[ping], mount=mount(host))
    assert step.value == ("content", "tent", "content")


def test_47_overlay_writes_last_for_one_call(play, host):
    steps = play(
        "open('/data/new.txt', 'w').write('x')\nopen('/data/a.txt', 'a').write('!')\n"
        "open('/data/new.txt').read(), open('/data/a.txt').read()",
        "open('/data/new.txt')",
        "open('/data/a.txt').read()",
        mount=mount(host),
    )
    assert steps[0].value == ("x", "content!")
    assert "FileNotFoundError" in steps[1].retry
    assert steps[2].value == "content"
    assert sorted(os.listdir(host)) == ["a.txt"]
    assert (host / "a.txt").read_text() == "content"


def test_47_overlay_writes_can_last_for_the_session(play, host):
    steps = play(
        "open('/data/new.txt', 'w').write('x')",
        "open('/data/new.txt').read()",
        mount=mount(host),
        overlay_scope="session",
    )
    assert steps[1].value == "x"
    assert sorted(os.listdir(host)) == ["a.txt"]


def test_48_read_only(play, host):
    steps = play(
        "open('/data/b', 'w')",
        "import os\nos.remove('/data/a.txt')",
        "open('/data/a.txt').read()",
        mount=mount(host, mode="read-only"),
    )
    assert "PermissionError" in steps[0].retry
    assert "PermissionError" in steps[1].retry
    assert steps[2].value == "content"


def test_48_read_write(play, host):
    steps = play(
        "open('/data/b', 'w').write('real')",
        "open('/data/b').read()",
        mount=mount(host, mode="read-write"),
    )
    assert steps[1].value == "real"
    assert (host / "b").read_text() == "real"


@pytest.mark.parametrize("mode", ["overlay", "read-write"])
def test_48_the_write_limit_is_an_os_error(play, host, mode):
    steps = play(
        "open('/data/b', 'w').write('x' * 10)",
        "try:\n  f = open('/data/c', 'w')\n  f.write('x' * 50000)\n  f.close()\n"
        "except OSError as e:\n  print(type(e).__name__)",
        mount=mount(host, mode=mode, write_bytes_limit=100),
    )
    assert steps[0].value == 10
    assert steps[1].value == {"output": "OSError\n"}


def test_49_several_mounts(play, host, tmp_path):
    other = tmp_path / "other"
    other.mkdir()
    (other / "b.txt").write_text("second")
    mounts = [mount(host, "/one"), mount(other, "/two")]
    code = "import os\n[open('a.txt').read(), open('/two/b.txt').read(), os.getcwd()]"
    (step,) = play(code, mount=mounts)
    assert step.value == ["content", "second", "/one"]


def test_49_overlapping_directories_are_refused(play, host):
    inner = host / "inner"
    inner.mkdir()
    for pair in [(host, host), (host, inner), (inner, host)]:
        mounts = [mount(pair[0], "/one"), mount(pair[1], "/two")]
        with pytest.raises(UserError, match="overlaps"):
            play("1", mount=mounts)
    assert play.script.steps == []


@pytest.mark.parametrize("mode", ["overlay", "read-only", "read-write"])
def test_50_a_link_does_not_lead_out(play, host, tmp_path, mode):
    secret = tmp_path / "secret.txt"
    secret.write_text("secret")
    (host / "absolute").symlink_to(secret)
    (host / "relative").symlink_to("../secret.txt")
    (host / "up").symlink_to("..")
    code = """
from pathlib import Path
out = []
links = ('absolute', 'relative', 'up/secret.txt')
for p in links + ('../secret.txt', '/data/../secret.txt'):
    try:
        out.append(Path(p).read_text())
    except OSError as e:
        out.append('refused')
out
"""
    (step,) = play(code, mount=mount(host, mode=mode))
    assert step.value == ["refused"] * 5


def test_mounts_come_before_the_handler(play, host):
    asked = []

    def handler(*, name, args, kwargs, is_async):
        asked.append((name, *map(str, args)))
        return b"from the handler" if name == "Path.read_bytes" else caisson.NOT_HANDLED

    code = "[open('/data/a.txt').read(), open('/else/where').read()]"
    (step,) = play(code, mount=mount(host), os_access=handler)
    assert step.value == ["content", "from the handler"]
    assert asked[0] == ("Path.read_bytes", "/else/where")


def test_specs(host):
    mode = CodeMode.from_spec(
        tools=["a"],
        max_retries=5,
        mount=[{"host_path": str(host), "virtual_path": "/data", "mode": "read-only"}],
    )
    assert mode.mount[0].mode == "read-only"
    with pytest.raises(UserError, match="cannot be built from a spec with `os_access`"):
        CodeMode.from_spec(os_access="x")
    with pytest.raises(UserError, match=r"no spec field\(s\) \['nope'\]"):
        CodeMode.from_spec(nope=1)
    with pytest.raises(ValueError, match=r"Unknown mount spec key\(s\): \['x'\]"):
        CodeMode.from_spec(mount={"host_path": "/", "virtual_path": "/d", "x": 1})
    for entry in ("text", {"host_path": "/"}):
        with pytest.raises(ValueError, match="mount"):
            CodeMode.from_spec(mount=[entry])


def test_the_compat_mount(play, host):
    monty = pytest.importorskip("caisson.compat.monty")
    given = monty.MountDir(host_path=str(host), virtual_path="/data")
    (step,) = play("open('/data/a.txt').read()", mount=given)
    assert step.value == "content"
