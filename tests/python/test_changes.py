"""Files that a run made, and overlays that are committed or discarded."""

import asyncio
import hashlib

import pytest

import caisson
from caisson import AsyncSandbox, Mount, Sandbox


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "old.txt").write_text("old")
    (tmp_path / "gone.txt").write_text("gone")
    return tmp_path


WORK = """
import os
with open('/w/new.txt', 'w') as f:
    f.write('new content')
with open('/w/old.txt', 'a') as f:
    f.write('er')
os.remove('/w/gone.txt')
os.symlink('/etc/passwd', '/w/link')
"""


def by_path(found):
    return {a.path: a for a in found}


def test_a_run_reports_its_files(folder):
    with Sandbox(mounts={"/w": folder}) as box:
        r = box.run(WORK, check=True)
        found = by_path(r.artifacts)
        assert {p: a.change for p, a in found.items()} == {
            "/w/gone.txt": "removed",
            "/w/link": "added",
            "/w/new.txt": "added",
            "/w/old.txt": "modified",
        }
        assert not r.artifacts_cut
        new = found["/w/new.txt"]
        assert new.size == 11
        assert new.sha256 == hashlib.sha256(b"new content").hexdigest()
        assert new.read() == b"new content"
        assert found["/w/old.txt"].read() == b"older"
        assert found["/w/link"].sha256 is None
        assert found["/w/gone.txt"].sha256 is None
        with pytest.raises(FileNotFoundError):
            found["/w/gone.txt"].read()
        assert box.run("open('/w/old.txt').read()").artifacts == ()
    with pytest.raises(caisson.SessionClosed):
        new.read()


def test_writable_mounts_and_memory_are_reported(folder):
    with Sandbox(mounts={"/w": Mount(folder, "rw")}) as box:
        r = box.run("open('/w/sub.txt', 'w').write('x')")
        assert [(a.path, a.size) for a in r.artifacts] == [("/w/sub.txt", 1)]
    with Sandbox(files={"/in.txt": "1"}) as box:
        r = box.run("open('/out.txt', 'w').write(open('/in.txt').read() * 3)")
        (out,) = r.artifacts
        assert (out.path, out.change, out.read()) == ("/out.txt", "added", b"111")


def test_an_error_still_reports(folder):
    with Sandbox(mounts={"/w": folder}) as box:
        r = box.run("open('/w/a', 'w').write('half')\n1 / 0")
        assert r.status == "error"
        assert [a.path for a in r.artifacts] == ["/w/a"]


def test_diff_commit_and_discard(folder):
    with Sandbox(mounts={"/w": folder}) as box:
        box.run(WORK, check=True)
        box.run("import os; os.remove('/w/link')", check=True)
        box.run("open('/w/second', 'w').close()", check=True)
        seen = {c.path: (c.change, c.kind) for c in box.diff()}
        assert seen == {
            "/w/gone.txt": ("removed", "file"),
            "/w/new.txt": ("added", "file"),
            "/w/old.txt": ("modified", "file"),
            "/w/second": ("added", "file"),
        }
        assert (folder / "old.txt").read_text() == "old"
        box.commit()
        assert box.diff() == []
        assert (folder / "old.txt").read_text() == "older"
        assert (folder / "new.txt").read_text() == "new content"
        assert not (folder / "gone.txt").exists()
        box.run("open('/w/new.txt', 'w').write('later')", check=True)
        box.discard("/w")
        assert box.diff() == []
        assert box.run("open('/w/new.txt').read()").value == "new content"


def test_a_link_that_leaves_is_not_committed(folder):
    with Sandbox(mounts={"/w": folder}) as box:
        box.run(WORK, check=True)
        with pytest.raises(caisson.MountError, match="leaves the mount"):
            box.commit("/w")
        assert not (folder / "new.txt").exists()
        with pytest.raises(caisson.MountError, match="no overlay"):
            box.commit("/elsewhere")


def test_the_asynchronous_one_has_the_same(folder):
    async def main():
        async with AsyncSandbox(mounts={"/w": folder}) as box:
            r = await box.run("open('/w/n', 'w').write('12')")
            assert [(a.path, a.read()) for a in r.artifacts] == [("/w/n", b"12")]
            assert [c.path for c in box.diff()] == ["/w/n"]
            box.commit()

    asyncio.run(main())
    assert (folder / "n").read_text() == "12"
