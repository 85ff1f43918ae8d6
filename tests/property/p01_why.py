"""P01, P04: `why` and the program agree; what is denied has no other name.

Random trees with links and hard links, mounts, denials and protected names; a
program tries every operation, at both depths, and `why` is asked the same.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import os
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

from caisson import ConfigError, Policy, Result, Sandbox
from choices import Choices
from prop import Broken, Property, switched_off
from world import DIRS, GUESTS, MODES, NAMES, Tree, path_in

READS = ("read", "list")
WRITES = ("write", "create", "mkdir", "unlink", "rename")
LEAVES = {
    "read": ("x", "h0", "h1", ".git/hooks/pre-commit", "AGENTS.md"),
    "list": (".", "a", "b"),
    "write": ("x", "h0", "h1", "AGENTS.md", ".git/hooks/pre-commit", ".gitmodules"),
    "create": ("new", "n.txt", ".gitmodules", ".git/hooks/new"),
    "mkdir": ("dir",),
    "unlink": ("x", "AGENTS.md"),
    "rename": ("x", ".vscode"),
}
GUARDED = (".git", ".vscode", "AGENTS.md")  # protected names that are drawn
ENDS = ("", "/x", "/**", "/*/x", "/*")
ASKED = 60

PROGRAM = """
import errno, os
REFUSED = (errno.EACCES, errno.EPERM, errno.EROFS)
def attempt(op, path):
    if op == 'read':
        with open(path) as f:
            return f.read()
    if op == 'list':
        return '/'.join(os.listdir(path))
    if op == 'write':
        with open(path, 'r+') as f:
            f.seek(0, 2)
            f.write('!')
    elif op == 'create': open(path, 'x').close()
    elif op == 'mkdir': os.mkdir(path)
    elif op == 'unlink': os.unlink(path)
    elif op == 'rename': os.rename(path, path + '~')
    return ''
def may(op, path):
    try:
        return ['yes', attempt(op, path)]
    except OSError as e:
        return ['no', ''] if e.errno in REFUSED else ['none', e.strerror or '']
print(repr([may(*q) for q in asked]))
"""


@dataclass(frozen=True)
class Met:
    op: str
    path: str
    answered: tuple[str, list[str]]  # what why says, what the program met

    @property
    def said(self) -> str:
        return self.answered[0]

    @property
    def answer(self) -> list[str]:
        return self.answered[1]


@dataclass(frozen=True)
class Case:
    depth: str
    tree: Tree
    policy: str  # %s is the tree
    asked: tuple[tuple[str, str], ...]


def draw_policy(c: Choices, depth: str) -> str:
    """Mounts, reads and denials, by any name that a directory has."""

    def mount(i: int) -> str:
        return f"{{host: '%s/{c.pick(NAMES)}', guest: {GUESTS[i]}, mode: {c.pick(MODES)}}}"

    def denial() -> str:
        if c.one_in(4):
            return f"'{c.pick(GUESTS)}/{c.pick(DIRS)}{c.pick(ENDS)}'"
        return f"'%s/{c.pick(NAMES)}{c.pick(ENDS)}'"

    mounts = [mount(i) for i in range(1 + c.below(3))]
    reads = c.several(0, 2, lambda: f"'%s/{c.pick(NAMES)}'")
    denials = c.several(0, 3, denial)
    return (
        f"version: 1\ndepth: {depth}\nworker: false\naccept_unenforced: [fs.protect, limits.disk_bytes]\n"
        f"limits: {{disk_bytes: 64MiB}}\nfs:\n  mounts: [{', '.join(mounts)}]\n"
        f"  read: [{', '.join(reads)}]\n  deny: [{', '.join(denials)}]\n"
    )


def cannot_start(done: Result) -> bool:
    """Mounts that a jail cannot have: a mount point that the outer mount lacks, or
    that lies below what is denied.  It is refused, and says so."""
    return done.status == "crashed" and done.message.startswith("no jail:")


class Attempts(Property):
    depths = "interp, process"
    slice = 300

    def draw(self, c: Choices) -> Case:
        depth = c.pick(("interp", "process"))
        tree = Tree.draw(c)
        ops = (*READS, *WRITES)

        def question() -> tuple[str, str]:
            op = c.pick(ops)
            return op, path_in(c, Path("%s"), LEAVES[op])

        return Case(depth, tree, draw_policy(c, depth), tuple(question() for _ in range(ASKED)))

    def meet(self, case: Case, weak: str) -> list[Met] | None:
        """Every question, what why says, and what the program met; None: it
        cannot start (a mount is a file, or nothing).  Only the program is weak."""
        root = self.place / "t"
        case.tree.make(root)
        policy = self.place / "p.yaml"
        policy.write_text(case.policy.replace("%s", str(root)))
        policy.chmod(0o600)
        asked = [(op, path.replace("%s", str(root))) for op, path in case.asked]
        lines = "".join(f"{'read' if op in READS else 'write'} {path}\n" for op, path in asked)
        tool = subprocess.run(
            [self.host.build / "why_tool", policy], input=lines, capture_output=True, text=True, check=True
        )
        try:
            with (
                switched_off(weak, bool(weak)),
                Sandbox(policy=Policy.load(policy), depth=case.depth) as box,
            ):
                done = box.run(PROGRAM, inputs={"asked": asked})
        except ConfigError:
            return None
        if cannot_start(done):
            return None
        if not done.ok:
            raise Broken(f"the program ended: {done}")
        met = eval(done.stdout)
        return [Met(*q, m) for q, m in zip(asked, zip(tool.stdout.splitlines(), met, strict=True), strict=True)]


class Why(Attempts):
    number = "P01"
    holds = "`why(path, operation)` is what the attempt says"
    defect = "a denial acts by the text of a path only"

    def judge(self, case: Case, defect: bool) -> int:
        n = 0
        for m in self.meet(case, "objects" if defect else "") or []:
            word, _, real = m.said.partition(" ")
            if m.answer[0] == "none" or word == "?":
                continue
            n += 1
            if m.op == "list" and word == "no" and set(m.answer[1].split("/")) <= {"", *above(case, self.place / "t")}:
                continue  # a directory on the way to what is granted shows that, and no more
            if word == "yes" and "mode: rw" in case.policy and any(p in m.path for p in GUARDED):
                continue  # a jail refuses them in an overlay that lies in a writable mount, too
            if word == "yes" and not real and "/l" in m.path:
                continue  # nothing is there yet: why does not follow the link on the way
            if word != m.answer[0]:
                raise Broken(f"{case.depth}: {m.op} {m.path} ({real}): why says {word}, the program met {m.answer}")
        return n


class Denied(Attempts):
    number = "P04"
    holds = "no object that is denied is read, changed or removed by any name"
    defect = Why.defect

    def judge(self, case: Case, defect: bool) -> int:
        root = self.place / "t"
        case.tree.make(root)
        before = {path: os.stat(path).st_ino for path in denied_files(case, root)}
        met = self.meet(case, "objects" if defect else "")
        if met is None:
            return 0
        for m in met:
            if m.op == "read" and m.answer[0] == "yes" and m.answer[1] in before:
                raise Broken(f"{case.depth}: {m.path} showed {m.answer[1]}")
        for path in before:
            if not os.path.isfile(path) or Path(path).read_text() != path:
                raise Broken(f"{case.depth}: {path} was changed or removed")
        return len(met) if before else 0


def above(case: Case, root: Path) -> set[str]:
    """The parts of all paths that are granted or mounted."""
    text = case.policy.rpartition("deny: [")[0].replace("%s", str(root))
    paths = re.findall(r"'([^']*)'|guest: ([^,]*),", text)
    return {part for pair in paths for path in pair for q in (path, os.path.realpath(path)) for part in q.split("/")}


def denied_files(case: Case, root: Path) -> list[str]:
    """The files that entries of fs.deny name, by the kernel's view of the entry."""
    found = []
    for entry in re.findall(r"'([^']*)'", case.policy.rsplit("deny: [", 1)[1]):
        name, whole = re.subn(r"/\*\*$", "", entry)
        if not entry.startswith("%s") or "*" in name:
            continue
        real = Path(os.path.realpath(name.replace("%s", str(root))))
        found += [str(real)] if real.is_file() else [str(p) for p in real.rglob("*") if p.is_file()]
    # links among them lead elsewhere, and a hard link is a second name
    return [p for p in found if os.path.realpath(p) == p and Path(p).read_text() == p]
