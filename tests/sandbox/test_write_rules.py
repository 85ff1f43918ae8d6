"""Write rules of an rw workspace: what may be written, on the host, at once.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import os
import pwd
from pathlib import Path

import pytest
from conftest import Boxes

RULES = "workspace: {mode: rw, write: ['outputs/**', 'memories/notes.txt'], deny: ['outputs/raw']}\n"


@pytest.fixture
def work(boxes: Boxes) -> Path:
    folder = boxes.home / "work"
    (folder / "outputs/raw").mkdir(parents=True)
    (folder / "outputs/raw/kept").write_text("kept")
    (folder / "memories").mkdir()
    (folder / "memories/notes.txt").write_text("note\n")
    (folder / "src").mkdir()
    (folder / "src/a.py").write_text("pass\n")
    give(boxes, folder)
    return folder


def give(boxes: Boxes, folder: Path) -> None:
    """The files are those of whoever makes the sandbox, and its programs can write them."""
    for path in [folder, *folder.rglob("*")]:
        path.chmod(0o777 if path.is_dir() else 0o666)
        if boxes.prefix:
            nobody = pwd.getpwnam("nobody")
            os.chown(path, nobody.pw_uid, nobody.pw_gid)


def policy(boxes: Boxes, text: str = RULES) -> str:
    path = boxes.home / "policy.yaml"
    path.write_text("version: 1\n" + text)
    path.chmod(0o644)
    return str(path)


TRIES = [
    "echo x > /workspace/b",
    "echo x >> /workspace/src/a.py",
    "rm /workspace/src/a.py",
    "python3 -c \"import os; os.rename('/workspace/src', '/workspace/outputs/src')\"",
    "mv /workspace/outputs /workspace/o2",
    "rmdir /workspace/memories || rm -r /workspace/memories",
    "mkdir /workspace/outputs2",
    "ln /workspace/src/a.py /workspace/outputs/a.py && echo x >> /workspace/outputs/a.py",
    "chmod 777 /workspace/src/a.py",
    "echo x > /workspace/outputs/raw/new",
    "echo x > /workspace/outputs/raw/kept",
    "mv /workspace/outputs/raw /workspace/outputs/r2",
    "rm -r /workspace/outputs/raw",
    "rm /workspace/memories/notes.txt",
    "echo x > /workspace/memories/other.txt",
    "mount -o remount,rw /workspace",
]


def tree(folder: Path) -> dict[str, str]:
    return {str(p.relative_to(folder)): p.read_text() if p.is_file() else "/"
            for p in folder.rglob("*")}


def test_rules_hold_on_the_host_at_once(boxes: Boxes, work: Path) -> None:
    """39: what the rules name is written, nothing else is; deny wins."""
    name = boxes.create("--policy", policy(boxes), "--workspace", str(work))
    before = tree(work)
    for script in TRIES:
        done = boxes.run(name, script)
        assert done.code != 0, (script, done)
        assert tree(work) == before, script
    done = boxes.run(name, "echo a > /workspace/outputs/a && mkdir /workspace/outputs/d && "
                           "echo more >> /workspace/memories/notes.txt")
    assert done.code == 0, done
    assert (work / "outputs/a").read_text() == "a\n"
    assert (work / "memories/notes.txt").read_text() == "note\nmore\n"


def test_the_same_attacks_succeed_without_rules(boxes: Boxes, work: Path) -> None:
    """The control."""
    name = boxes.create("--workspace", f"{work}:rw")
    for script in ("echo x > /workspace/b", "echo x >> /workspace/src/a.py",
                   "echo x > /workspace/outputs/raw/new", "mv /workspace/outputs /workspace/o2"):
        assert boxes.run(name, script).code == 0, script
    assert (work / "b").exists() and (work / "o2").exists()


def test_rules_hold_for_file_operations_and_after_a_start(boxes: Boxes, work: Path) -> None:
    name = boxes.create("--policy", policy(boxes), "--workspace", str(work))
    source = boxes.home / "f"
    source.write_text("f")
    source.chmod(0o644)
    assert boxes("cp", str(source), f"{name}:/workspace/src/f").code != 0
    assert boxes("cp", str(source), f"{name}:/workspace/outputs/f").code == 0
    assert boxes("stop", name).code == 0
    assert boxes("start", name).code == 0
    assert boxes.run(name, "echo x > /workspace/b").code != 0
    assert boxes.run(name, "echo x > /workspace/outputs/b").code == 0


def test_a_directory_of_the_rules_is_made_and_protected_names_stay(boxes: Boxes) -> None:
    folder = boxes.home / "fresh"
    folder.mkdir()
    give(boxes, folder)
    p = policy(boxes, "workspace: {mode: rw, write: ['a/b/**']}\n")
    name = boxes.create("--policy", p, "--workspace", str(folder))
    assert (folder / "a/b").is_dir()
    assert (folder / "a/b").stat().st_uid == folder.stat().st_uid
    (folder / "a/b").chmod(0o777)
    assert boxes.run(name, "echo x > /workspace/a/b/c").code == 0
    assert boxes.run(name, "echo x > /workspace/a/c").code != 0
    for script in ("mkdir -p /workspace/a/b/.git/hooks && echo x > /workspace/a/b/.git/hooks/p",
                   "mkdir /workspace/a/b/.vscode", "echo x > /workspace/a/b/CLAUDE.md"):
        assert boxes.run(name, script).code != 0, script
    assert not (folder / "a/b/.git/hooks").exists()


def test_an_empty_list_is_read_only(boxes: Boxes, work: Path) -> None:
    p = policy(boxes, "workspace: {mode: rw, write: []}\n")
    name = boxes.create("--policy", p, "--workspace", str(work))
    assert boxes.run(name, "echo x > /workspace/outputs/a").code != 0
    assert boxes.run(name, "cat /workspace/src/a.py").out == "pass\n"


@pytest.mark.parametrize(("rules", "said"), [
    ("write: ['src/*.c']", "only have paths"),
    ("write: ['.git/**']", "begin with a dot"),
    ("write: ['../x/**']", "'..'"),
    ("write: ['missing']", "is not there"),
    ("write: ['link/**']", "link"),
    ("deny: ['missing']", "is not there"),
])
def test_what_no_mount_can_keep_is_refused(
        own_work: tuple[Boxes, Path], rules: str, said: str) -> None:
    boxes, folder = own_work
    p = policy(boxes, f"workspace: {{mode: rw, {rules}}}\n")
    done = boxes("create", "--policy", p, "--workspace", str(folder), "x")
    assert done.code == 125 and said in done.err, done
    assert boxes("ps", "--all", "-q").out == ""


@pytest.fixture
def own_work(own: Boxes) -> tuple[Boxes, Path]:
    folder = own.home / "work"
    folder.mkdir()
    (folder / "link").symlink_to("/tmp")
    return own, folder


def make_links(boxes: Boxes, folder: Path) -> None:
    """Protected links to files that a program may write otherwise."""
    for name in (".git/hooks", ".vscode", "outputs"):
        (folder / name).mkdir(parents=True)
    for name in ("hook", "tasks"):
        (folder / "outputs" / name).write_text("mine\n")
    (folder / ".git/hooks/pre-commit").symlink_to("../../outputs/hook")
    (folder / ".vscode/tasks.json").symlink_to("../outputs/tasks")
    os.link(folder / "outputs/tasks", folder / "outputs/second")
    for path in [folder, *folder.rglob("*")]:
        os.chown(path, boxes.home.stat().st_uid, boxes.home.stat().st_gid, follow_symlinks=False)


@pytest.mark.parametrize("weaken", ["", "fs.protect"])
@pytest.mark.parametrize("rules", ["", "workspace: {mode: rw, write: ['outputs/**']}\n"])
def test_what_protected_links_lead_to(boxes: Boxes, rules: str, weaken: str) -> None:
    """redteam: D10 - also below a protected directory; without the rule all of it is written."""
    work = boxes.home / "links"
    make_links(boxes, work)
    options = ("--policy", policy(boxes, rules), "--workspace", str(work)) if rules else ("--workspace", f"{work}:rw")
    name = f"t-links-{os.urandom(4).hex()}"
    boxes.names.append(name)
    env = {"CAISSON_WEAKEN": weaken} if weaken else {}
    assert boxes("create", *options, name, **env).code == 0
    boxes.run(name, "cd /workspace/outputs; for f in hook tasks second; do echo theirs > $f; done; echo theirs > free")
    found = {n: (work / "outputs" / n).read_text().strip() for n in ("hook", "tasks", "second", "free")}
    held = "theirs" if weaken else "mine"
    assert found == {"hook": held, "tasks": held, "second": held, "free": "theirs"}
