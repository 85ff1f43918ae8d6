"""Statements 34 to 39: directories of the host."""

import os
import threading
import time

import pytest

HEAD = "import os\nfrom pathlib import Path\n"


@pytest.fixture
def folder(tmp_path):
    inside = tmp_path / "inside"
    (inside / "sub").mkdir(parents=True)
    (inside / "a.txt").write_text("hello")
    (inside / "sub" / "b.txt").write_text("below")
    (tmp_path / "secret.txt").write_text("secret")
    return inside


def mount(m, folder, mode="overlay", **options):
    return m.MountDir(host_path=folder, virtual_path="/mnt", mode=mode, **options)


def run(session, code, *mounts, **options):
    return session.feed_run(HEAD + code, mount=list(mounts), **options)


def refused(m, session, code, *mounts):
    with pytest.raises(m.MontyRuntimeError) as caught:
        run(session, code, *mounts)
    return caught.value.exception()


def test_34_overlay(m, session, folder):
    at = mount(m, folder)
    code = "Path('/mnt/a.txt').write_text('changed')\nPath('/mnt/a.txt').read_text()"
    assert run(session, code, at) == "changed"
    assert (folder / "a.txt").read_text() == "hello"
    assert run(session, "Path('/mnt/a.txt').read_text()", at) == "hello"


def test_34_overlay_over_suspensions(m, session, folder):
    code = HEAD + (
        "Path('/mnt/new').write_text('mine')\nf()\n"
        "r = Path('/mnt/new').read_text()\nf()\nr"
    )
    lookup = {"f": lambda: None}
    options = {"mount": mount(m, folder), "external_lookup": lookup}
    assert session.feed_run(code, **options) == "mine"
    snap = session.feed_start(code, **options)
    while not isinstance(snap, m.MontyComplete):
        snap = snap.resume_auto()
    assert snap.output == "mine"
    assert not (folder / "new").exists()


def test_34_read_only(m, session, folder):
    at = mount(m, folder, "read-only")
    assert run(session, "Path('/mnt/sub/b.txt').read_text()", at) == "below"
    for code in (
        "Path('/mnt/new').write_text('x')",
        "open('/mnt/a.txt', 'a')",
        "os.remove('/mnt/a.txt')",
        "os.mkdir('/mnt/dir')",
    ):
        assert isinstance(refused(m, session, code, at), PermissionError)
    assert sorted(p.name for p in folder.iterdir()) == ["a.txt", "sub"]


def test_34_read_write(m, session, folder):
    at = mount(m, folder, "read-write")
    run(session, "Path('/mnt/new').write_text('x')\nos.remove('/mnt/a.txt')", at)
    assert sorted(p.name for p in folder.iterdir()) == ["new", "sub"]
    assert (folder / "new").read_text() == "x"


def test_34_a_mount_is_pinned_and_can_be_closed(m, session, folder):
    with mount(m, folder) as at:
        folder.rename(folder.parent / "moved")
        assert run(session, "Path('/mnt/a.txt').read_text()", at) == "hello"
    at.close()
    with pytest.raises(ValueError, match="closed"):
        run(session, "1", at)
    with pytest.raises(TypeError):
        m.MountDir(host_path=folder.parent, virtual_path="relative")
    with pytest.raises(TypeError):
        m.MountDir(host_path=folder / "nothing", virtual_path="/mnt")


def test_34_file_objects(m, session, folder):
    code = (
        "with open('/mnt/t', 'w+', encoding='latin-1', newline='') as f:\n"
        "    f.writelines(['é\\r\\n', 'two\\n', 'three'])\n"
        "    f.seek(0)\n"
        "    r = [f.readline(), f.read(2), f.tell(), list(f)]\n"
        "    f.truncate(3)\n"
        "r + [Path('/mnt/t').read_bytes()]"
    )
    got = run(session, code, mount(m, folder))
    assert got == ["é\r\n", "tw", 5, ["o\n", "three"], b"\xe9\r\n"]


def test_34_the_current_directory(m, session, folder):
    at = mount(m, folder)
    assert run(session, "os.getcwd(), open('a.txt').read()", at) == ("/mnt", "hello")
    run(session, "os.chdir('sub')", at)
    assert run(session, "os.getcwd()", at) == "/mnt/sub"
    assert run(session, "os.getcwd()", at, cwd="/mnt") == "/mnt"
    with pytest.raises(m.MontyRuntimeError, match="absolute"):
        session.feed_run("1", cwd="rel")


LINKS = {"inner": "a.txt", "absolute": "/etc/passwd", "out": "../secret.txt"}


@pytest.mark.parametrize("mode", ["overlay", "read-only", "read-write"])
def test_35_links(m, session, folder, mode):
    for name, target in LINKS.items():
        (folder / name).symlink_to(target)
    (folder / "dir").symlink_to("..")
    at = mount(m, folder, mode)
    names = ["inner", "absolute", "out", "dir/secret.txt", "dir/"]
    code = "[Path('/mnt/' + n).exists() for n in names]"
    follows = mode != "overlay"
    got = run(session, code, at, inputs={"names": names})
    assert got == [follows, False, False, False, False]
    code = "[Path('/mnt/' + n).is_symlink() for n in names]"
    assert run(session, code, at, inputs={"names": [*LINKS]}) == [True] * 3
    for name in names[0 if mode == "overlay" else 1 : 4]:
        error = refused(m, session, f"Path('/mnt/{name}').read_text()", at)
        assert isinstance(error, PermissionError), name
    if follows:
        assert run(session, "Path('/mnt/inner').read_text()", at) == "hello"


@pytest.mark.parametrize(
    "path", ["/mnt/../secret.txt", "/mnt/sub/../../secret.txt", "/../etc/passwd"]
)
def test_35_dots_do_not_lead_out(m, session, folder, path):
    error = refused(m, session, f"open({path!r})", mount(m, folder))
    assert isinstance(error, PermissionError)


def test_35_a_link_swapped_during_access(m, session, folder):
    outside = folder.parent / "outside"
    outside.mkdir()
    (outside / "b.txt").write_text("secret")
    stop = threading.Event()

    def swap():
        real, link = folder / "real", folder / "link"
        (folder / "sub").rename(real)
        while not stop.is_set():
            os.symlink("real", link)
            os.rename(link, folder / "sub")
            os.symlink("../outside", link)
            os.rename(link, folder / "sub")

    thread = threading.Thread(target=swap)
    thread.start()
    try:
        code = (
            "seen = set()\n"
            "for i in range(300):\n"
            "    try:\n        seen.add(Path('/mnt/sub/b.txt').read_text())\n"
            "    except OSError as e:\n        seen.add(type(e).__name__)\n"
            "seen"
        )
        seen = run(session, code, mount(m, folder, "read-only"))
    finally:
        stop.set()
        thread.join()
    assert "secret" not in seen


def test_36_what_is_no_file(m, session, folder):
    os.mkfifo(folder / "fifo")
    at = mount(m, folder)
    before = time.monotonic()
    for code in ("Path('/mnt/fifo').read_bytes()", "open('/mnt/fifo')"):
        assert isinstance(refused(m, session, code, at), PermissionError)
    assert run(session, "Path('/mnt/fifo').exists()", at) is True
    assert time.monotonic() - before < 20
    dev = m.MountDir(host_path="/dev", virtual_path="/mnt", mode="read-only")
    assert isinstance(refused(m, session, "open('/mnt/zero')", dev), PermissionError)


def test_36_paths_that_cannot_be(m, session, folder):
    at = mount(m, folder)
    for path in ("'/mnt/' + 'a' * 300", "'/mnt/' + 'a/' * 2100"):
        error = refused(m, session, f"open({path})", at)
        assert isinstance(error, OSError)
        assert "[Errno 36] File name too long" in str(error)
    error = refused(m, session, r"open('/mnt/a\0b')", at)
    assert (type(error), str(error)) == (ValueError, "embedded null byte")


def test_37_several_mounts(m, session, folder, tmp_path):
    other = tmp_path / "other"
    other.mkdir()
    (other / "o.txt").write_text("other")
    one = m.MountDir(host_path=folder, virtual_path="/one")
    two = m.MountDir(host_path=other, virtual_path="/one/deep")
    code = "Path('/one/a.txt').read_text() + Path('/one/deep/o.txt').read_text()"
    assert run(session, code, one, two) == "helloother"
    error = refused(m, session, "os.rename('/one/a.txt', '/one/deep/a')", one, two)
    assert (type(error), error.errno if error.errno else 18) == (OSError, 18)
    assert "[Errno 18] Invalid cross-device link" in str(error)
    ran = []
    for bad in (
        m.MountDir(host_path=folder / "sub", virtual_path="/x"),
        m.MountDir(host_path=folder, virtual_path="/x"),
        m.MountDir(host_path=tmp_path, virtual_path="/x"),
        m.MountDir(host_path=other, virtual_path="/one"),
    ):
        with pytest.raises(m.MontyRuntimeError) as caught:
            session.feed_run(
                "f()", mount=[one, bad], external_lookup={"f": lambda: ran.append(1)}
            )
        assert isinstance(caught.value.exception(), ValueError)
    assert ran == []


def test_37_the_root_of_a_mount_stays(m, session, folder):
    at = mount(m, folder)
    for code in ("os.rmdir('/mnt')", "os.rename('/mnt', '/mnt/x')"):
        assert isinstance(refused(m, session, code, at), PermissionError)


def test_38_limits_of_a_mount(m, session, folder):
    at = mount(m, folder, write_bytes_limit=100)
    code = "for i in range(3): Path('/mnt/f').write_bytes(b'x' * 40)"
    error = refused(m, session, code, at)
    assert type(error) is OSError
    assert "100 bytes" in str(error)
    run(session, "Path('/mnt/f').write_bytes(b'x' * 90)", at)
    at = mount(m, folder, memory_usage_limit=1000)
    error = refused(m, session, "Path('/mnt/f').write_bytes(b'x' * 2000)", at)
    assert type(error) is MemoryError
    assert str(error) == "mount memory usage limit of 1000 bytes exceeded"
    large = mount(m, folder)
    code = "f = open('/mnt/f', 'wb')\nfor i in range(200): f.write(b'x' * 1_000_000)"
    error = refused(m, session, code, large)
    assert str(error) == "mount memory usage limit of 50 MB exceeded"


def test_39_no_path_of_the_host_is_seen(m, session, folder):
    at = mount(m, folder)
    (folder / "link").symlink_to(folder / "a.txt")
    host = str(folder)
    code = (
        "import glob\n"
        "seen = [os.getcwd(), str(Path('.').resolve()), sorted(glob.glob('/mnt/*'))]\n"
        "for p in ('nothing', 'link', 'a.txt/x', '../x'):\n"
        "    try:\n        open('/mnt/' + p)\n"
        "    except OSError as e:\n        seen.append(str(e))\n"
        "file = open('/mnt/a.txt')\nfile.read(2)\nseen"
    )
    assert host not in str(run(session, code, at))
    with pytest.raises(m.MontyRuntimeError) as caught:
        run(session, "open('/mnt/nothing')", at)
    assert host not in caught.value.display()
    snap = session.feed_start(HEAD + "Path('/mnt/a.txt').read_text()\nf()", mount=at)
    snap = snap.resume_auto()
    assert host.encode() not in snap.dump()
