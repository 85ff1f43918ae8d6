"""Commands and files of a sandbox, done by programs inside of it."""

import asyncio

import pytest

import caisson
from caisson import _inside, _jails


@pytest.fixture(params=["interp", "process"])
def box(request, tmp_path):
    if request.param == "process":
        try:
            _jails.jails(None, (), (), True)
        except caisson.UnavailableError as e:
            pytest.skip(str(e))
    tmp_path.chmod(0o777)
    mounts = {"/w": str(tmp_path)}
    with caisson.Sandbox(depth=request.param, mounts=mounts, cwd="/w") as box:
        yield box


@pytest.fixture
def jail(box):
    if box._core.depth != "process":
        pytest.skip("there are no processes in the engine")
    return box


def test_files_are_those_of_the_code(box, tmp_path):
    box.files.write("/w/sub/a.txt", "hello")
    assert box.run("open('/w/sub/a.txt').read()").value == "hello"
    box.run("open('/w/b', 'wb').write(b'\\0\\xff')")
    assert box.files.read("/w/b") == b"\0\xff"
    assert [(e.name, e.kind, e.size) for e in box.files.list("/w")] == [
        ("b", "file", 2),
        ("sub", "dir", box.files.list("/w")[1].size),
    ]
    box.files.remove("/w/b")
    assert not box.files.exists("/w/b")
    assert list(tmp_path.iterdir()) == []  # an overlay
    assert box.run("[n for n in globals() if 'caisson' in n]").value == []


def test_files_have_no_rights_of_their_own(box, tmp_path_factory):
    secret = tmp_path_factory.mktemp("host") / "secret"
    secret.write_text("secret")
    with pytest.raises(caisson.GuestError):
        box.files.read(str(secret))
    with pytest.raises(caisson.GuestError):
        box.files.write("/usr/new", "x")
    box.files.write("/w/control", "x")


def test_commands_see_the_same_files(jail):
    jail.files.write("/w/a.txt", "b\na\n")
    done = jail.commands.run(["sort", "a.txt"])
    assert (done.ok, done.stdout, done.stderr) == (True, b"a\nb\n", b"")
    counted = jail.commands.shell("cat - a.txt | wc -l; exit 3", stdin="one\n")
    assert (counted.exit_code, counted.stdout.strip()) == (3, b"3")
    shown = jail.commands.exec("printenv", "K", env={"K": "v"}, cwd="/tmp")
    assert shown.stdout == b"v\n"


def test_commands_are_in_the_jail(jail, tmp_path_factory):
    secret = tmp_path_factory.mktemp("host") / "secret"
    secret.write_text("secret")
    assert jail.commands.run(["cat", str(secret)]).exit_code != 0
    assert jail.commands.run(["cat", "/etc/passwd"]).ok  # the jail's own


def test_the_engine_has_no_commands():
    with caisson.Sandbox(depth="interp") as box:
        with pytest.raises(caisson.UnavailableError, match="process"):
            box.commands.run(["true"])


def test_watch_tells_what_code_did(box):
    box.run(
        "import os; os.mkdir('d'); open('d/a', 'w').close(); open('b', 'w').close()"
    )
    told = box.files.watch("/w", every=0.01, timeout=0)
    box.run("open('d/a', 'w').write('x'); os.remove('b'); os.mkdir('e')")
    assert [(e.path, e.change) for e in told] == [
        ("/w/b", "removed"),
        ("/w/d/a", "modified"),
        ("/w/e", "added"),
    ]
    assert list(box.files.watch("/w", timeout=0)) == []


def test_watch_sees_programs_in_the_background(jail):
    told = jail.files.watch("/w", every=0.05, timeout=20)
    late = ["sh", "-c", "sleep 0.3; echo > new"]
    jail.run(f"import subprocess; subprocess.Popen({late})")
    assert next(told) == _inside.FileEvent("/w/new", "added")


@pytest.mark.parametrize("depth", ["interp", "process"])
def test_the_same_in_an_event_loop(depth, tmp_path):
    if depth == "process":
        try:
            _jails.jails(None, (), (), True)
        except caisson.UnavailableError as e:
            pytest.skip(str(e))
    tmp_path.chmod(0o777)

    async def use():
        mounts = {"/w": str(tmp_path)}
        box = caisson.AsyncSandbox(depth=depth, mounts=mounts, cwd="/w")
        async with box:
            watched = await box.files.watch("/w", every=0.01, timeout=0)
            await box.files.write("/w/sub/a.txt", "b\na\n")
            assert (await box.run("open('sub/a.txt').read()")).value == "b\na\n"
            assert await box.files.read_text("/w/sub/a.txt") == "b\na\n"
            assert [e.path async for e in watched] == ["/w/sub", "/w/sub/a.txt"]
            await box.files.mkdir("/w/x/y")
            assert [e.name for e in await box.files.list("/w")] == ["sub", "x"]
            if depth == "process":
                done = await box.commands.run(["sort", "sub/a.txt"])
                assert done.stdout == b"a\nb\n"
                assert (await box.commands.shell("exit 3")).exit_code == 3
                assert (await box.commands.exec("true")).ok
            else:
                with pytest.raises(caisson.UnavailableError, match="process"):
                    await box.commands.run(["true"])
            await box.files.remove("/w/sub/a.txt")
            assert not await box.files.exists("/w/sub/a.txt")
            with pytest.raises(caisson.GuestError):
                await box.files.write("/usr/new", "x")

    asyncio.run(use())
