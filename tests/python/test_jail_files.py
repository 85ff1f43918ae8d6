"""Files of a program in a jail, seen and kept from outside as at depth interp."""

import os
import resource

import pytest

import caisson
from caisson import Mount, _jails


@pytest.fixture(params=["interp", "process"])
def depth(request):
    if request.param == "process":
        try:
            _jails.jails(None, (), (), True)
        except caisson.UnavailableError as e:
            pytest.skip(str(e))
    return request.param


@pytest.fixture
def folder(tmp_path):
    tmp_path.chmod(0o777)
    (tmp_path / "old.txt").write_text("old")
    (tmp_path / "gone.txt").write_text("gone")
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "kept.txt").write_text("kept")
    return tmp_path


CHANGES = """
import os
open('/w/old.txt', 'w').write('changed')
os.remove('/w/gone.txt')
os.makedirs('/w/new/deep')
open('/w/new/deep/f', 'w').write('12345')
"""


def test_an_overlay_gives_artifacts_and_contents(depth, folder):
    with caisson.Sandbox(depth=depth, mounts={"/w": str(folder)}) as box:
        result = box.run(CHANGES)
        assert result.status == "ok"
        found = {(a.path, a.change, a.size) for a in result.artifacts}
        assert found >= {("/w/old.txt", "modified", 7), ("/w/new/deep/f", "added", 5)}
        (made,) = [a for a in result.artifacts if a.path == "/w/new/deep/f"]
        assert made.read() == b"12345"
        assert box.read_file("/w/old.txt") == b"changed"
        assert box.read_file("/w/sub/kept.txt") == b"kept"
        assert box.read_file("/w/gone.txt") is None
    assert (folder / "old.txt").read_text() == "old"


def test_changes_are_listed_and_committed(depth, folder):
    with caisson.Sandbox(depth=depth, mounts={"/w": str(folder)}) as box:
        box.run(CHANGES)
        assert {(c.path, c.change) for c in box.diff()} == {
            ("/w/old.txt", "modified"),
            ("/w/gone.txt", "removed"),
            ("/w/new", "added"),
            ("/w/new/deep", "added"),
            ("/w/new/deep/f", "added"),
        }
        assert (folder / "gone.txt").exists()
        box.commit("/w")
        assert (folder / "old.txt").read_text() == "changed"
        assert not (folder / "gone.txt").exists()
        assert (folder / "new/deep/f").read_text() == "12345"
        assert box.diff() == []
        assert box.run("open('/w/old.txt').read()").value == "changed"


def test_discarded_changes_are_gone_for_the_program_too(depth, folder):
    with caisson.Sandbox(depth=depth, mounts={"/w": str(folder)}) as box:
        box.run(CHANGES)
        box.discard()
        assert box.diff() == []
        seen = box.run(
            "import os; (sorted(os.listdir('/w')), open('/w/old.txt').read())"
        )
        assert seen.value == (["gone.txt", "old.txt", "sub"], "old")
    assert (folder / "old.txt").read_text() == "old"


def test_protected_names_stop_a_commit(depth, folder):
    with caisson.Sandbox(depth=depth, mounts={"/w": str(folder)}) as box:
        made = box.run(
            "open('/w/.bashrc', 'w').write('x'); open('/w/n', 'w').write('x')"
        )
        assert made.status == "ok"
        with pytest.raises(caisson.MountError):
            box.commit()
    assert not (folder / "n").exists()


def test_a_link_out_of_an_overlay_leads_nowhere(depth, folder, tmp_path_factory):
    secret = tmp_path_factory.mktemp("else") / "secret"
    secret.write_text("secret")
    with caisson.Sandbox(depth=depth, mounts={"/w": str(folder)}) as box:
        box.run(f"import os\nos.symlink({str(secret)!r}, '/w/link')")
        assert box.read_file("/w/link") is None
        control = box.run("open('/w/plain', 'w').write('x')")
        assert control.status == "ok"
        assert box.read_file("/w/plain") == b"x"


@pytest.fixture
def jail():
    try:
        _jails.jails(None, (), (), True)
    except caisson.UnavailableError as e:
        pytest.skip(str(e))


def test_a_read_only_mount_can_be_read_from_outside(jail, folder):
    with caisson.Sandbox(
        depth="process", mounts={"/d": caisson.Mount(folder, mode="ro")}
    ) as box:
        box.run("1")
        assert box.read_file("/d/old.txt") == b"old"
        assert box.diff() == []


def test_files_in_tmp_come_back(jail):
    with caisson.Sandbox(depth="process") as box:
        result = box.run("open('plot.png', 'wb').write(b'png')")
        assert [(a.path, a.change) for a in result.artifacts] == [
            ("/tmp/plot.png", "added")
        ]
        assert result.artifacts[0].read() == b"png"
        assert box.read_file("/tmp/plot.png") == b"png"
        assert box.run("1").artifacts == ()


def test_what_a_killed_program_wrote_can_still_be_read(jail, folder):
    limits = caisson.Limits(time=0.5)
    mounts = {"/w": str(folder)}
    with caisson.Sandbox(depth="process", mounts=mounts, limits=limits) as box:
        result = box.run("open('/w/old.txt', 'w').write('late')\nwhile True: pass")
        assert result.status == "timeout"
        assert box.read_file("/w/old.txt") == b"late"
        assert box.run("open('/w/old.txt').read()").value == "old"  # a new jail
    assert (folder / "old.txt").read_text() == "old"


def test_special_files_are_not_opened(jail, folder):
    with caisson.Sandbox(depth="process", mounts={"/w": str(folder)}) as box:
        result = box.run(
            "import os\nos.mkfifo('/w/pipe')\nopen('/w/n', 'w').write('x')"
        )
        assert result.status == "ok"
        assert box.read_file("/w/pipe") is None  # and does not wait for a writer
        assert [c.path for c in box.diff()] == ["/w/n"]
        box.commit()
    assert sorted(os.listdir(folder)) == ["gone.txt", "n", "old.txt", "sub"]


def test_caches_of_libraries_are_no_artifacts(jail):
    with caisson.Sandbox(depth="process") as box:
        code = (
            "import os\nos.makedirs('/tmp/.cache/x')\n"
            "open('/tmp/.cache/x/y', 'w').write('1')\n"
            "os.makedirs('/tmp/made')\nopen('/tmp/made/.kept', 'w').write('2')"
        )
        made = [a.path for a in box.run(code).artifacts]
        assert made == ["/tmp/made/.kept"]
        assert box.read_file("/tmp/.cache/x/y") == b"1"


def test_holes_do_not_grow_the_host(jail, folder):
    """An overlay of 4 MiB can have files of a gigabyte; the host does not copy them."""
    code = (
        "import os\n"
        "for i in range(20):\n"
        "    fd = os.open(f'/w/{i}', os.O_CREAT | os.O_RDWR)\n"
        "    os.truncate(fd, 50 << 20); os.close(fd)\n"
    )

    def peak():
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    mounts = {"/w": Mount(folder, "overlay", limit=4 << 20)}
    with caisson.Sandbox(depth="process", mounts=mounts) as box:
        assert box.run(code).ok
        before = peak()
        with pytest.raises(ValueError, match="a limit"):
            box.diff()
        assert peak() - before < 100 << 10
        # what fits is listed as before
        assert box.run("for i in range(20): os.unlink(f'/w/{i}')").ok
        assert box.run("open('/w/a', 'w').write('x')").ok
        assert [c.path for c in box.diff() if c.path == "/w/a"] == ["/w/a"]
