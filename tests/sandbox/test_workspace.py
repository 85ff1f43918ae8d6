"""The overlay workspace of a sandbox: diff, commit, discard.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest
from conftest import Boxes


@pytest.fixture
def work(boxes: Boxes) -> Path:
    """A directory of the host with some files; it belongs to the caller."""
    folder = boxes.home / "work"
    (folder / "sub/deep").mkdir(parents=True)
    (folder / "keep").write_text("keep\n")
    (folder / "change").write_text("old\n")
    (folder / "gone").write_text("gone\n")
    (folder / "sub/inner").write_text("inner\n")
    (folder / "sub/deep/x").write_text("x\n")
    owner = boxes.home.stat()
    for path in [folder, *folder.rglob("*")]:
        os.chown(path, owner.st_uid, owner.st_gid)
    return folder


def seen(folder: Path) -> dict[str, str]:
    """Every file below a directory with its content; links as their target."""
    found = {}
    for path in sorted(folder.rglob("*")):
        name = str(path.relative_to(folder))
        if path.is_symlink():
            found[name] = "-> " + os.readlink(path)
        elif path.is_file():
            found[name] = path.read_text()
    return found


def diff(boxes: Boxes, name: str) -> dict[str, str]:
    done = boxes("diff", "--json", name)
    assert done.code == 0, done
    return {c["path"]: c["change"] for c in done.json["changes"]}


def call(boxes: Boxes, *args: str) -> Any:
    done = boxes(*args)
    assert done.code == 0, done
    return done


CHANGES = """
cd /workspace
echo new > change; rm gone; echo a > added; chmod 755 keep; touch sub/inner
mkdir -p made/in; echo m > made/in/f; ln -s ../change made/link; rm -r sub/deep
mkdir sub/deep; echo again > sub/deep/y
"""


def test_diff_and_commit(boxes: Boxes, work: Path) -> None:
    before = seen(work)
    name = boxes.create("--workspace", str(work))
    assert diff(boxes, name) == {}
    assert boxes.run(name, CHANGES).code == 0
    assert seen(work) == before
    changes = diff(boxes, name)
    assert changes == {
        "added": "added", "change": "modified", "gone": "deleted", "keep": "modified",
        "made": "added", "made/in": "added", "made/in/f": "added",
        "made/link": "added", "sub/deep/x": "deleted", "sub/deep/y": "added",
    }  # fmt: skip
    running = boxes("commit", name)
    assert running.code == 125 and "caisson stop" in running.err
    call(boxes, "stop", name)
    assert diff(boxes, name) == changes
    call(boxes, "commit", name)
    assert seen(work) == {
        "added": "a\n", "change": "new\n", "keep": "keep\n", "made/in/f": "m\n",
        "made/link": "-> ../change", "sub/deep/y": "again\n", "sub/inner": "inner\n",
    }  # fmt: skip
    assert (work / "keep").stat().st_mode & 0o777 == 0o755
    owners = {p.lstat().st_uid for p in work.rglob("*")}
    assert owners == {boxes.home.stat().st_uid}
    assert diff(boxes, name) == {}
    # Afterwards the sandbox sees what the host has, and can go on.
    call(boxes, "start", name)
    assert boxes.run(name, "cat change sub/deep/y; echo 2 > change").out == "new\nagain\n"
    call(boxes, "stop", name)
    call(boxes, "commit", name)
    assert (work / "change").read_text() == "2\n"


def test_discard(boxes: Boxes, work: Path) -> None:
    before = seen(work)
    name = boxes.create("--workspace", str(work))
    boxes.run(name, CHANGES)
    call(boxes, "stop", name)
    call(boxes, "discard", name)
    assert diff(boxes, name) == {} and seen(work) == before
    call(boxes, "start", name)
    assert boxes.run(name, "cat change gone; ls made").out == "old\ngone\n"


def test_commit_of_paths(boxes: Boxes, work: Path) -> None:
    name = boxes.create("--workspace", str(work))
    boxes.run(name, CHANGES)
    call(boxes, "stop", name)
    call(boxes, "commit", name, "change", "made/in")
    assert (work / "change").read_text() == "new\n"
    assert (work / "made/in/f").read_text() == "m\n"
    assert not (work / "added").exists() and (work / "gone").exists()
    left = diff(boxes, name)
    assert "change" not in left and "made/in/f" not in left and left["added"] == "added"
    whole = boxes("commit", name, "sub/deep/y")
    assert whole.code == 125 and "as a whole" in whole.err
    nothing = boxes("commit", name, "keep/nothing")
    assert nothing.code == 125 and "nothing has changed" in nothing.err
    # The sandbox still sees what was committed, merged with the host's.
    (work / "made/host").write_text("host\n")
    call(boxes, "start", name)
    assert boxes.run(name, "cat made/in/f made/host change").out == "m\nhost\nnew\n"
    call(boxes, "stop", name)
    call(boxes, "commit", name)
    assert diff(boxes, name) == {} and not (work / "gone").exists()


@pytest.mark.parametrize("mine", ["echo mine > change", "rm change"])
def test_conflict(own: Boxes, work_own: Path, mine: str) -> None:
    name = own.create("--workspace", str(work_own))
    own.run(name, f"cd /workspace; {mine}; echo a > added")
    call(own, "stop", name)
    (work_own / "change").write_text("theirs\n")
    refused = own("commit", name)
    assert refused.code == 125 and "host changed" in refused.err
    assert (work_own / "change").read_text() == "theirs\n"
    assert not (work_own / "added").exists()
    call(own, "commit", name, "added")
    assert (work_own / "added").exists()


def test_conflict_below_a_removed_directory(own: Boxes, work_own: Path) -> None:
    name = own.create("--workspace", str(work_own))
    own.run(name, "rm -r /workspace/sub")
    call(own, "stop", name)
    (work_own / "sub/deep/x").write_text("theirs\n")
    assert own("commit", name).code == 125
    assert (work_own / "sub/deep/x").read_text() == "theirs\n"


def test_no_link_of_the_host_is_followed(own: Boxes, work_own: Path) -> None:
    outside = own.home / "outside"
    outside.mkdir()
    (outside / "inner").write_text("canary\n")
    name = own.create("--workspace", str(work_own))
    own.run(name, "echo evil > /workspace/sub/inner; echo evil > /workspace/sub/new")
    call(own, "stop", name)
    assert diff(own, name)["sub/inner"] == "modified"
    (work_own / "sub").rename(work_own / "old")
    (work_own / "sub").symlink_to(outside)
    assert own("commit", name).code == 125
    assert seen(outside) == {"inner": "canary\n"}


def test_what_is_never_committed(own: Boxes, work_own: Path) -> None:
    name = own.create("--workspace", str(work_own))
    scripts = {
        "mkdir -p .git/hooks; echo x > .git/hooks/post-checkout": ".git/hooks",
        "echo x > .envrc": ".envrc",
        "ln -s /etc/passwd link": "link",
        "ln -s ../../x sub/out": "sub/out",
        "mkfifo pipe": "pipe",
        "cd sub/deep; ln -s ../.. a; ln -s a/../etc/passwd b": "sub/deep/b",
    }
    for script, path in scripts.items():
        own.run(name, f"cd /workspace; {script}; echo a > added")
        call(own, "stop", name)
        refused = own("commit", name)
        assert refused.code == 125 and "nothing was written" in refused.err, path
        assert f"{path} (" in refused.err or f"{path}/" in refused.err, refused.err
        assert not (work_own / "added").exists()
        call(own, "discard", name)
        call(own, "start", name)


REACHES = {
    "echo evil > tools/hook": "tools/hook",
    "echo evil > tools/second": "tools/second",
    "mkdir -p b/objects b/refs b/hooks; echo x > b/HEAD; echo x > b/hooks/p": "b/HEAD",
    "mkdir -p sub/deep/l; cd sub/deep/l; ln -s ../../.. a; ln -s a/../etc/passwd b": "sub/deep/l/b",
}


@pytest.mark.parametrize("script", REACHES)
def test_objects_of_protected_names_are_never_committed(own: Boxes, work_own: Path, script: str) -> None:
    """redteam: D10, D25 - what links lead to, other names, new repositories, links that leave."""
    (work_own / ".git/hooks").mkdir(parents=True)
    (work_own / ".vscode").mkdir()
    (work_own / "tools").mkdir()
    (work_own / "tools/hook").write_text("mine\n")
    (work_own / ".vscode/tasks.json").write_text("mine\n")
    (work_own / ".git/hooks/pre-commit").symlink_to("../../tools/hook")
    os.link(work_own / ".vscode/tasks.json", work_own / "tools/second")
    before = seen(work_own)
    name = own.create("--workspace", str(work_own))
    assert own.run(name, f"cd /workspace; {script}").code == 0
    call(own, "stop", name)
    refused = own("commit", name)
    assert refused.code == 125 and f"{REACHES[script]} (" in refused.err, refused
    assert seen(work_own) == before
    # The control: without the rule it is written.
    assert own("commit", name, CAISSON_WEAKEN="links" if "a/.." in script else "fs.protect").code == 0
    assert os.path.lexists(work_own / REACHES[script]) and seen(work_own) != before


def test_setuid_stays_inside(own: Boxes, work_own: Path) -> None:
    name = own.create("--workspace", str(work_own))
    own.run(name, "cd /workspace; echo x > s")
    call(own, "stop", name)
    # No program of a sandbox can set this bit; another kernel might let it.
    (own.folder(name) / "work/u/s").chmod(0o4755)
    call(own, "commit", name)
    assert (work_own / "s").stat().st_mode & 0o7777 == 0o755


def test_a_fork_has_the_age_of_its_original(own: Boxes, work_own: Path) -> None:
    name = own.create("--workspace", str(work_own))
    own.run(name, "echo mine > /workspace/change")
    (work_own / "change").write_text("theirs\n")
    call(own, "fork", name, name + "-2")
    own.names.append(name + "-2")
    call(own, "stop", name + "-2")
    refused = own("commit", name + "-2")
    assert refused.code == 125 and "host changed" in refused.err


@pytest.fixture
def work_own(own: Boxes) -> Path:
    folder = own.home / "work"
    (folder / "sub/deep").mkdir(parents=True)
    (folder / "change").write_text("old\n")
    (folder / "sub/inner").write_text("inner\n")
    (folder / "sub/deep/x").write_text("x\n")
    return folder


def make_root(root: Path, *programs: str) -> Path:
    """A root of some of the host's programs, with their libraries."""
    wanted = {os.path.realpath(f"/bin/{p}"): f"bin/{p}" for p in programs}
    for program in list(wanted):
        said = subprocess.run(["ldd", program], capture_output=True, text=True).stdout
        for word in said.split():
            if word.startswith("/"):
                wanted[os.path.realpath(word)] = word.lstrip("/")
    for source, at in wanted.items():
        (root / at).parent.mkdir(parents=True, exist_ok=True)
        (root / at).write_bytes(Path(source).read_bytes())
        (root / at).chmod(0o755)
    (root / "etc").mkdir(exist_ok=True)
    return root


def test_image_of_the_changes(own: Boxes) -> None:
    """A sandbox's changes become a layer over its image."""
    root = make_root(own.home / "root", "sh", "cat", "rm", "ls")
    (root / "etc/gone").write_text("gone\n")
    tar = own.home / "root.tar"
    subprocess.run(["tar", "-C", root, "-cf", tar, "."], check=True)
    call(own, "image", "import", str(tar), "base:1")
    name = own.create("--image", "base:1")
    assert own.run(name, "echo made > /etc/made; rm /etc/gone").code == 0
    early = own("commit", "--image", "made:1", name)
    assert early.code == 125 and "running" in early.err
    call(own, "stop", name)
    made = json.loads(call(own, "commit", "--json", "--image", "made:1", name).out)
    assert made["digest"].startswith("sha256:")
    other = own.create("--image", "made:1")
    assert own.run(other, "cat /etc/made").out == "made\n"
    assert own.run(other, "cat /etc/gone").code != 0
    assert own.run(own.create("--image", "base:1"), "cat /etc/gone").out == "gone\n"
