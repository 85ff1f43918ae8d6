"""P03: whoever may only narrow a policy gains no object by it.

The user's policy grants directories; a project file in the current directory
narrows it, and its author controls what lies in those directories: links, hard
links, names.  A program walks everything it can reach, with and without the
project file, and tells which objects it read and opened for writing.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from choices import Choices
from prop import Broken, Property
from world import DIRS, GUESTS, MODES, Tree

# Every file holds its real path: what is read or opened for writing names the
# object.  Links are followed, so the walk is bounded by depth.
WALK = """
import os
met = set()
tops = %s
def look(path, left):
    if not os.path.realpath(path).startswith(tuple(tops)):
        return  # the system part of a jail
    try:
        names = os.listdir(path)
    except OSError:
        names = None
    if names is None:
        for op, mode in (('read', 'r'), ('write', 'r+')):
            try:
                with open(path, mode) as f:
                    met.add((op, f.read(300)))
            except (OSError, ValueError):
                pass
    elif left:
        for name in names:
            look(path + '/' + name, left - 1)
for top in tops:
    look(top, 4)
print(sorted(met))
"""
PLACES = (*DIRS, "alias0", "alias1", "a/l0", "b/l1", "a/b/l2", "l3/a", "a/x", "a/l4/x")


@dataclass(frozen=True)
class Case:
    depth: str
    tree: Tree
    owner: str
    project: str


class Narrowing(Property):
    number = "P03"
    holds = "objects and operations under a narrowed policy are among those of the policy"
    depths = "interp, process"
    defect = "what a project file asks for is not compared (CAISSON_WEAKEN=L10)"
    slice = 200

    def draw(self, c: Choices) -> Case:
        tree = Tree.draw(c)

        def mount(i: int, name: str) -> str:
            return f"{{host: '%s/in/{name}', guest: {GUESTS[i]}, mode: {c.pick(MODES)}}}"

        def fields(depth: str, names: tuple[str, ...]) -> str:
            mounts = [mount(i, c.pick(names)) for i in range(c.below(3))]
            reads = c.several(0, 2, lambda: f"'%s/in/{c.pick(names)}'")
            writes = c.several(0, 1, lambda: f"'%s/in/{c.pick(names)}'")
            denials = c.several(0, 2, lambda: f"'%s/in/{c.pick(names)}{c.pick(('', '/**', '/x'))}'")
            return (
                f"version: 1\n{depth}fs:\n"
                + (f"  mounts: [{', '.join(mounts)}]\n" if mounts or depth else "")
                + (f"  read: [{', '.join(reads)}]\n" if reads or depth else "")
                + (f"  write: [{', '.join(writes)}]\n" if writes else "")
                + (f"  deny: [{', '.join(denials)}]\n" if denials else "  protect: ['never']\n" if depth else "  {}\n")
            )

        depth = c.pick(("interp", "process"))
        head = (
            f"depth: {depth}\nworker: false\nlimits: {{disk_bytes: 16MiB}}\n"
            "accept_unenforced: [fs.protect, limits.disk_bytes]\n"
        )
        return Case(depth, tree, fields(head, DIRS), fields("", PLACES).replace("fs:\n  {}\n", "fs: {}\n"))

    def objects(self, case: Case, weak: str) -> set[tuple[str, str]] | None:
        """What a program reaches in a tree made anew; None: it does not start."""
        root = self.place
        tops = [*GUESTS, f"{root}/in", f"{root}/out"]
        env = {k: v for k, v in os.environ.items() if k != "CAISSON_POLICY"}
        done = subprocess.run(
            [self.host.binary, "run", "--no-audit", "--json", "--policy", str(root / "p.yaml"), "-c", WALK % tops],
            cwd=root / "in", env={**env, **({"CAISSON_WEAKEN": weak} if weak else {})},
            capture_output=True, text=True, timeout=120, check=False,
        )  # fmt: skip
        if done.returncode == 125:
            return None
        result = json.loads(done.stdout)
        if done.returncode != 0:
            raise Broken(f"the walk ended: {result} {done.stderr}")
        return set(eval(result["stdout"]))

    def judge(self, case: Case, defect: bool) -> int:
        root = self.place
        shutil.rmtree(root / "out", ignore_errors=True)
        (root / "out").mkdir()
        (root / "out").chmod(0o777)
        (root / "out/x").write_text(str(root / "out/x"))
        (root / "out/x").chmod(0o666)
        case.tree.make(root / "in")
        # the author of the project file also aims at what nobody granted
        (root / "in/b/away").symlink_to("../../out")
        (root / "p.yaml").write_text(case.owner.replace("%s", str(root)))
        (root / "p.yaml").chmod(0o600)
        base = self.objects(case, "")
        (root / "in/caisson.yaml").write_text(case.project.replace("%s", str(root)))
        narrowed = self.objects(case, "L10" if defect else "")
        if base is None:
            return 0
        gained = (narrowed or set()) - base
        if gained:
            raise Broken(f"{case.depth}: gained {sorted(gained)}")
        return max(len(base), 1)
