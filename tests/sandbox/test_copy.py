"""caisson cp: files and directories between this machine and a sandbox.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from conftest import Boxes


def make_tree(top: Path) -> None:
    (top / "sub/deep").mkdir(parents=True)
    (top / "a").write_bytes(bytes(range(256)) * 2000)
    (top / "sub/run.sh").write_text("echo ran\n")
    (top / "sub/run.sh").chmod(0o750)
    (top / "sub/deep/ü").write_text("text")
    (top / "empty").mkdir()
    (top / "link").symlink_to("sub/run.sh")
    (top / "away").symlink_to("/etc/passwd")
    os.mkfifo(top / "pipe")


def describe(top: Path) -> dict[str, object]:
    """Names with bytes, targets and modes."""
    found: dict[str, object] = {}
    for path in sorted(top.rglob("*")):
        name = str(path.relative_to(top))
        if path.is_symlink():
            found[name] = os.readlink(path)
        elif path.is_file():
            found[name] = (path.stat().st_mode & 0o777, path.read_bytes())
        elif path.is_dir():
            found[name] = "directory"
    return found


def test_tree_there_and_back(boxes: Boxes) -> None:
    tree = boxes.home / "tree"
    make_tree(tree)
    if boxes.prefix:
        for path in [boxes.home / "tree", *tree.rglob("*")]:
            os.chown(path, boxes.home.stat().st_uid, -1, follow_symlinks=False)
    name = boxes.create()
    done = boxes("cp", str(tree), f"{name}:/root/new")
    assert done.code == 0 and "pipe" in done.err, done
    assert boxes.run(name, "cd /root/new && sh link && readlink away").out == (
        "ran\n/etc/passwd\n"
    )
    back = boxes.home / "back"
    assert boxes("cp", f"{name}:/root/new", str(back)).code == 0
    assert describe(back) == describe(tree)
    # A directory that exists takes the copy in; '/.' copies what SRC holds.
    assert boxes("cp", str(tree / "sub"), f"{name}:/root/new/empty").code == 0
    assert boxes("cp", str(tree / "sub") + "/.", f"{name}:/root/new/empty").code == 0
    assert boxes.run(name, "cd /root/new/empty && find . | sort").out.split() == [
        ".", "./deep", "./deep/ü", "./run.sh", "./sub", "./sub/deep", "./sub/deep/ü",
        "./sub/run.sh",
    ]


def test_one_file(boxes: Boxes) -> None:
    name = boxes.create()
    data = bytes(range(256)) * 5000
    assert boxes("cp", "-", f"{name}:/root/data", stdin=data).code == 0
    assert boxes("cp", f"{name}:/root/data", "-").raw == data
    folder = boxes.home / "state"
    assert boxes("cp", f"{name}:/root/data", str(folder)).code == 0
    assert (folder / "data").read_bytes() == data
    told = boxes("cp", "--json", f"{name}:/root/data", str(folder / "other")).json
    assert (told["files"], told["bytes"]) == (1, len(data))
    for words in (
        (f"{name}:/root/none", "-"),
        (f"{name}:/root", "-"),
        (str(folder / "none"), f"{name}:/root"),
        (str(folder / "data"), f"{name}:/none/"),
        (str(folder / "data"), f"{name}:/usr/x"),
        (f"{name}:/root/data", f"{name}:/root/two"),
        ("one", "two"),
        (str(folder / "data"), "nobody:/root"),
    ):
        done = boxes("cp", *words)
        assert done.code == 125 and "caisson: " in done.err, (words, done)


def test_links_are_not_followed_here(own: Boxes) -> None:
    """Neither one of the sandbox nor one that waits at the destination."""
    secret, target = own.home / "secret", own.home / "out"
    secret.mkdir()
    (secret / "f").write_text("host")
    name = own.create()
    own.run(name, f"mkdir -p /root/t/d; echo guest >/root/t/d/f; ln -s {secret}/f /root/l")
    assert own("cp", f"{name}:/root/l", str(own.home / "l")).code == 125
    target.mkdir()
    (target / "d").symlink_to(secret)
    done = own("cp", f"{name}:/root/t/.", str(target))
    assert done.code == 125 and "'d'" in done.err, done
    assert (secret / "f").read_text() == "host"
    (target / "d").unlink()
    (target / "d").mkdir()
    (target / "d/f").symlink_to(secret / "f")
    assert own("cp", f"{name}:/root/t/.", str(target)).code == 0
    assert (secret / "f").read_text() == "host"
    assert (target / "d/f").read_text() == "guest\n"
    shutil.rmtree(target)
