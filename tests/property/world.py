"""world.py - a random directory of the host: files, directories, links.

Every file holds its own real path, so that whoever reads it by any name can tell
which one it was.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import os
import shutil
from dataclasses import dataclass
from pathlib import Path

from choices import Choices

DIRS = ("a", "a/a", "a/b", "b", "b/a", "b/b")
PROTECTED = ("a/.git/hooks/pre-commit", "a/AGENTS.md", "b/.vscode/settings.json", "b/b/.gitmodules")
TARGETS = ("..", ".", "a", "b", "x", "../b", "../a/x", "nowhere", "l0", "../../b/a", "/", "/etc")
NAMES = (*DIRS, "alias0", "alias1", "alias0/a")
GUESTS = ("/g", "/g/a", "/h")
MODES = ("ro", "overlay", "rw")


@dataclass(frozen=True)
class Tree:
    """Links are (place, target); hard ones name a file of the tree."""

    links: tuple[tuple[str, str], ...]
    hard: tuple[tuple[str, str], ...]

    @staticmethod
    def draw(c: Choices) -> Tree:
        links = {}
        for i in range(c.below(7)):
            target = c.pick(TARGETS) if not c.one_in(4) else "%s/" + c.pick(DIRS)
            links[f"{c.pick(DIRS)}/l{i}"] = target
        hard = [(f"{c.pick(DIRS)}/h{i}", c.pick(DIRS) + "/x") for i in range(c.below(3))]
        return Tree(tuple(links.items()), tuple(hard))

    def make(self, root: Path) -> None:
        if root.exists():
            shutil.rmtree(root)
        root.mkdir(parents=True)
        root.chmod(0o777)
        files = [f"{d}/x" for d in DIRS] + list(PROTECTED)
        for name in files:
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(str(path))
            path.chmod(0o666)
        for name, _, _ in os.walk(root):
            os.chmod(name, 0o777)
        (root / "alias0").symlink_to("a")
        (root / "alias1").symlink_to("b/a")
        for at, target in self.links:
            (root / at).symlink_to(target.replace("%s", str(root)))
        for at, target in self.hard:
            (root / at).hardlink_to(root / target)


def path_in(c: Choices, root: Path, leaves: tuple[str, ...] = ("x",)) -> str:
    """A path as a program may name it; some of its parts are links."""
    start = c.pick(GUESTS) if c.below(3) else f"{root}/{c.pick(NAMES)}"
    parts = c.several(0, 2, lambda: c.pick(("a", "b", "l0", "l1", "l2", "l3", "l4", "l5")))
    return "/".join([start, *parts, c.pick(leaves)])
