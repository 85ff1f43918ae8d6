"""Files of a sandbox: its root, its workspace, the file operations.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import hashlib
import os
import shutil
import socket
from pathlib import Path

import pytest
from conftest import Boxes, Link


def ask(link: Link, **request: object) -> dict[str, object]:
    link.ask(**request)
    return dict(link.finish()[0])


def test_operations(boxes: Boxes) -> None:
    name = boxes.create()
    data = bytes(range(256)) * 1000
    with boxes.dial(name) as link:
        link.ask(op="file.write", path="/root/a/b/data", parents=True, mode="600")
        for i in range(0, len(data), 50000):
            link.send(b"i", data[i : i + 50000])
        link.send(b"i", b"")
        assert link.finish()[0]["ok"] is True
        link.ask(op="file.read", path="/root/a/b/data")
        assert link.finish()[1] == data
        link.ask(op="file.read", path="/root/a/b/data", offset=10, length=5)
        assert link.finish()[1] == data[10:15]
        (entry,) = ask(link, op="file.stat", path="/root/a/b/data")["entries"]
        assert (entry["type"], entry["size"], entry["mode"]) == ("file", len(data), 0o600)
        names = [e["name"] for e in ask(link, op="file.list", path="/root", depth=3)
                 ["entries"]]
        assert sorted(names) == ["a", "a/b", "a/b/data"]
        assert ask(link, op="file.mkdir", path="/root/d")["ok"] is True
        assert ask(link, op="file.rename", path="/root/a", to="/root/d/a")["ok"] is True
        gone = ask(link, op="file.stat", path="/root/a")
        assert gone["error"]["name"] == "ENOENT"
        full = ask(link, op="file.remove", path="/root/d")
        assert full["error"]["name"] == "ENOTEMPTY"
        assert ask(link, op="file.remove", path="/root/d", recursive=True)["ok"] is True
        assert ask(link, op="file.list", path="/root")["entries"] == []
        denied = ask(link, op="file.mkdir", path="/usr/x")
        assert denied["error"]["name"] in ("EROFS", "EACCES")


def test_watch(own: Boxes) -> None:
    name = own.create()
    with own.dial(name) as link:
        link.ask(op="file.watch", path="/root", recursive=True)
        assert link.frame() == ("J", b'{"event":"ready"}')
        own.run(name, "echo x > /root/new")
        kind, event = link.frame()
        assert kind == "J" and b'"create"' in event and b'"new"' in event
        link.send(b"i", b"")
        assert link.finish()[0]["ok"] is True


def test_links_lead_nowhere_else(boxes: Boxes) -> None:
    """A link that a guest planted is followed inside of the sandbox only."""
    secret = boxes.home / "secret"
    secret.write_text("host")
    name = boxes.create()
    boxes.run(name, f"ln -s {secret} /root/l; ln -s / /root/r")
    with boxes.dial(name) as link:
        assert ask(link, op="file.read", path="/root/l")["error"]["name"] == "ENOENT"
        link.ask(op="file.read", path="/root/r/etc/hostname")
        assert link.finish()[1].decode() == name


def tree_hash(top: Path) -> str:
    total = hashlib.sha256()
    for path in sorted(top.rglob("*")):
        total.update(str(path.relative_to(top)).encode())
        if path.is_symlink():
            total.update(os.readlink(path).encode())
        elif path.is_file():
            total.update(path.read_bytes())
    return total.hexdigest()


@pytest.fixture
def tree(boxes: Boxes) -> Path:
    """A root with a shell in it and links where directories are needed."""
    busybox = shutil.which("busybox")
    if not busybox:
        pytest.skip("busybox is not installed")
    top = boxes.home / "tree"
    (top / "bin").mkdir(parents=True)
    shutil.copy(busybox, top / "bin/busybox")
    for applet in ("sh", "ls", "cat", "echo", "rm", "mkdir", "id", "sleep", "touch",
                   "dd"):
        (top / "bin" / applet).symlink_to("busybox")
    for link in ("proc", "tmp", "dev"):
        (top / link).symlink_to("../../../../../etc")
    (top / "etc").symlink_to("/")
    if boxes.prefix:
        for path in [top, *top.rglob("*")]:
            shutil.chown(path, "nobody", "nogroup")
            os.chown(path, 65534, 65534, follow_symlinks=False)
    return top


def test_hostile_root_and_shared_tree(boxes: Boxes, tree: Path) -> None:
    """32, 35."""
    before = tree_hash(tree)
    one = boxes.create("--image", f"rootfs:{tree}")
    two = boxes.create("--image", f"rootfs:{tree}")
    assert boxes.run(one, "echo mine > /f; rm /bin/sleep; id").out.startswith("uid=0")
    assert boxes.run(two, "cat /f").code == 1
    assert boxes.run(two, "ls /bin/sleep").out == "/bin/sleep\n"
    assert boxes.run(one, "echo x > /tmp/x; cat /proc/self/comm").code == 0
    assert tree_hash(tree) == before
    assert boxes.inspect(one)["image"]["ref"] == f"rootfs:{tree}"


def work(boxes: Boxes) -> Path:
    folder = boxes.home / "work"
    folder.mkdir()
    (folder / "old").write_text("old\n")
    if boxes.prefix:
        shutil.chown(folder, "nobody", "nogroup")
        shutil.chown(folder / "old", "nobody", "nogroup")
    return folder


def test_workspace_overlay(boxes: Boxes) -> None:
    """36: the host is unchanged; changes survive a stop."""
    folder = work(boxes)
    name = boxes.create("--workspace", str(folder))
    assert boxes.run(name, "pwd; cat old; echo new > n; echo changed > old").out == (
        "/workspace\nold\n")
    assert (folder / "old").read_text() == "old\n" and not (folder / "n").exists()
    boxes("stop", name)
    boxes("start", name)
    assert boxes.run(name, "cat n old").out == "new\nchanged\n"


def test_workspace_read_only(boxes: Boxes) -> None:
    """38."""
    folder = work(boxes)
    name = boxes.create("--workspace", f"{folder}:ro")
    for attempt in ("echo x > old", "echo x > new", "mv old other", "chmod 777 old",
                    "truncate -s 0 old", "exec 3<old; echo x > /proc/self/fd/3",
                    "rm old", "mount -o remount,rw /workspace"):
        assert boxes.run(name, attempt).code != 0, attempt
    assert (folder / "old").read_text() == "old\n"


def test_workspace_writable(boxes: Boxes) -> None:
    folder = work(boxes)
    name = boxes.create("--workspace", f"{folder}:rw")
    assert boxes.run(name, "echo new > n; echo more >> old").code == 0
    assert (folder / "n").read_text() == "new\n"
    assert (folder / "n").stat().st_uid == folder.stat().st_uid
    assert (folder / "old").read_text() == "old\nmore\n"


def test_protected_names_of_a_writable_workspace(own: Boxes) -> None:
    """40, for names that exist: also after they appeared while it was stopped."""
    folder = work(own)
    (folder / ".git/hooks").mkdir(parents=True)
    (folder / ".git/config").write_text("[core]\n")
    name = own.create("--workspace", f"{folder}:rw")
    for attempt in ("echo x > .git/hooks/pre-commit", "echo x > .git/config",
                    "mv .git .g2", "rm -r .git/hooks", "ln -sf /tmp/x .git/config"):
        assert own.run(name, attempt).code != 0, attempt
    (folder / ".envrc").write_text("y\n")
    own("stop", name)
    own("start", name)
    assert own.run(name, "echo z > .envrc").code != 0
    assert (folder / ".git/config").read_text() == "[core]\n"
    assert list((folder / ".git/hooks").iterdir()) == []
    assert (folder / ".envrc").read_text() == "y\n"


ABSENT = """
import os, sys
def attempt(f, *a):
    try: return f(*a)
    except OSError: return None
def put(p):
    with open(p, "w") as f: f.write("theirs")
os.chdir("/workspace")
put("free")
for name in (".envrc", ".vscode", "sub/AGENTS.md", ".git/hooks", "r.git/hooks", "r.git/commondir"):
    attempt(os.makedirs, os.path.dirname(name) or ".", 0o777, True)
    attempt(put, name); attempt(os.mkdir, name); attempt(os.symlink, "free", name)
    attempt(os.link, "free", name); attempt(os.rename, "free", name); put("free")
# two at a time: each has two parts of a repository
for d in ("a", "b"):
    os.makedirs(d, exist_ok=True)
    for part in ("refs", "objects", "HEAD"): attempt(os.mkdir, d + "/" + part)
"""
WANTED = {".envrc", ".vscode", "AGENTS.md", "hooks", "commondir"}


def planted(folder: Path) -> list[str]:
    found = [str(p.relative_to(folder)) for p in folder.rglob("*") if p.name in WANTED]
    found += [d for d in ("a", "b") if {"HEAD", "objects", "refs"} <= {p.name for p in (folder / d).iterdir()}]
    return sorted(found)


@pytest.mark.parametrize("weak", ["", "fs.protect"])
def test_d10_protected_names_that_do_not_exist(own: Boxes, weak: str) -> None:
    """By every way to make a name, by commands and by file operations."""
    folder = work(own)
    (folder / "r.git/objects").mkdir(parents=True)
    (folder / "r.git/refs").mkdir()
    (folder / "r.git/HEAD").write_text("ref: refs/heads/main\n")
    own.env["CAISSON_WEAKEN"] = weak
    name = own.create("--workspace", f"{folder}:rw")
    done = own("exec", name, "--", "python3", "-c", ABSENT)
    assert done.code == 0, done
    with own.dial(name) as link:
        refused = [
            ask(link, op="file.mkdir", path="/workspace/.idea"),
            ask(link, op="file.rename", path="/workspace/free", to="/workspace/.bashrc"),
        ]
        assert ask(link, op="file.mkdir", path="/workspace/plain")["ok"] is True
    if weak:  # twin: without the list all of them are there
        assert {".envrc", "r.git/hooks", "sub/AGENTS.md", "a", "b"} <= {*planted(folder)}
        assert all(r["ok"] for r in refused) and (folder / ".bashrc").exists()
    else:
        assert planted(folder) == []
        assert [r["error"]["name"] for r in refused] == ["EPERM", "EPERM"]
        assert not (folder / ".idea").exists()


@pytest.mark.parametrize("mode", ["ro", "overlay", "rw"])
def test_sockets_of_the_host(own: Boxes, mode: str) -> None:
    """41."""
    folder = work(own)
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(folder / "s"))
        server.listen()
        name = own.create("--workspace", f"{folder}:{mode}")
        code = "import socket; s = socket.socket(socket.AF_UNIX); s.connect('s')"
        done = own("exec", name, "--", "python3", "-c", code)
        assert done.code == 1 and "PermissionError" in done.err, done


def test_workspace_swapped(own: Boxes) -> None:
    """42."""
    folder = work(own)
    name = own.create("--workspace", f"{folder}:rw")
    folder.rename(own.home / "moved")
    folder.symlink_to("/etc")
    assert own.run(name, "cat old").out == "old\n"
    own("stop", name)
    done = own("start", name)
    assert done.code == 125, done
