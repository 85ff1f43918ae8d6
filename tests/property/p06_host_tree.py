"""P06: whatever a program does, and whenever it is killed, the host's files outside
of what was granted are the same afterwards.

The program has a writable mount with protected names, an overlay and a read-only
mount, and links that lead out of them.  Names, bytes, modes, times, owners,
attributes and link counts of everything else are compared before and after.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

from choices import Choices
from prop import Broken, Property
from world import PROTECTED, Tree

OPS = (
    "open({p!r}, 'a').write('!')",
    "os.unlink({p!r})",
    "os.rename({p!r}, {q!r})",
    "os.link({p!r}, {q!r})",
    "os.symlink({p!r}, {q!r})",
    "os.mkdir({q!r})",
    "os.chmod({p!r}, 0o777)",
    "os.chmod({p!r}, 0o4755)",
    "os.chown({p!r}, 0, 0)",
    "os.utime({p!r}, (1, 1))",
    "os.truncate({p!r}, 0)",
    "os.rmdir({p!r})",
    "shutil.rmtree({p!r})",
    "shutil.copy({p!r}, {q!r})",
    "os.setxattr({p!r}, 'user.x', b'1')",
    "os.mkfifo({q!r})",
    "os.removedirs({p!r})",
    "os.replace({q!r}, {p!r})",
    "os.chdir({p!r})",
    "open({p!r}, 'w').close()",
)
HEAD = "import os\ntry: import shutil\nexcept ImportError: shutil = None\n"
FREE = ("rw/free", "rw/b/b")  # below them a program may do what it likes


@dataclass(frozen=True)
class Case:
    depth: str
    tree: Tree
    lines: tuple[str, ...]
    kill_ms: int  # 0: it ends by itself


def census(root: Path) -> dict[str, tuple[object, ...]]:
    """Everything below a directory that can be told of it."""
    found: dict[str, tuple[object, ...]] = {}
    for at, dirs, files in os.walk(root):
        for name in [".", *dirs, *files]:
            path = os.path.normpath(os.path.join(at, name))
            st = os.lstat(path)
            attrs = tuple((a, os.getxattr(path, a)) for a in os.listxattr(path, follow_symlinks=False)) \
                if not os.path.islink(path) else ()  # fmt: skip
            data = os.readlink(path) if os.path.islink(path) else \
                Path(path).read_bytes() if os.path.isfile(path) else b""  # fmt: skip
            # an access time may change by reading
            found[path] = (st.st_mode, st.st_uid, st.st_gid, st.st_nlink, st.st_mtime_ns, st.st_ino, attrs, data)
    return found


class HostTree(Property):
    number = "P06"
    holds = "the host's tree outside of the grant, and protected names inside, are as they were"
    depths = "interp, process"
    defect = "protected names are not kept (CAISSON_WEAKEN=fs.protect)"
    slice = 100

    def draw(self, c: Choices) -> Case:
        def path() -> str:
            start = c.pick(("/rw", "/rw", "/ov", "/ro", str(self.place / "t/out"), "/rw/out", "."))
            parts = c.several(0, 3, lambda: c.pick(("a", "b", "x", "l0", "l1", "l2", "..", ".git", "hooks")))
            return "/".join([start, *parts]) if c.below(5) else "/rw/" + c.pick(PROTECTED)

        def line() -> str:
            return c.pick(OPS).format(p=path(), q=path() + c.pick(("", "/new", "~")))

        depth = c.pick(("process", "interp"))
        return Case(depth, Tree.draw(c), tuple(c.several(5, 40, line)), c.below(3) and 20 * c.below(20))

    def judge(self, case: Case, defect: bool) -> int:
        root = self.place / "t"
        shutil.rmtree(root, ignore_errors=True)
        for name in ("rw", "ov", "ro", "out"):
            case.tree.make(root / name)
            (root / name / "out").symlink_to("../out")
        before = census(root)
        policy = self.place / "p.yaml"
        mounts = ", ".join(
            f"{{host: {root}/{name}, guest: /{name}, mode: {mode}}}"
            for name, mode in (("rw", "rw"), ("ov", "overlay"), ("ro", "ro"))
        )
        policy.write_text(
            f"version: 1\nfs: {{mounts: [{mounts}]}}\nlimits: {{disk_bytes: 16MiB}}\n"
            "accept_unenforced: [limits.disk_bytes, fs.protect]\n"
        )
        policy.chmod(0o600)
        code = HEAD + "".join(f"try: {line}\nexcept Exception: pass\n" for line in case.lines)
        self.run(case, str(policy), code, defect)
        self.compare(before, census(root), root, case)
        return len(case.lines)

    def run(self, case: Case, policy: str, code: str, defect: bool) -> None:
        words = [self.host.binary, "run", "--no-audit", "--depth", case.depth, "--policy", policy, "-c", code]
        env = {**os.environ, **({"CAISSON_WEAKEN": "fs.protect"} if defect else {})}
        p = subprocess.Popen(words, env=env, cwd="/", stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        if case.kill_ms:
            time.sleep(case.kill_ms / 1000)
            p.send_signal(signal.SIGKILL)
        _, err = p.communicate(timeout=120)
        if not case.kill_ms and p.returncode != 0:
            raise Broken(f"the program ended: {p.returncode} {err}")
        if case.kill_ms:
            time.sleep(0.05)  # what a jail still does is done by now

    def compare(
        self, before: dict[str, tuple[object, ...]], after: dict[str, tuple[object, ...]], root: Path, case: Case
    ) -> None:
        kept = {str(root / "rw" / p) for p in PROTECTED}
        for path in sorted({*before, *after}):
            inside = path.startswith(f"{root}/rw/") or path == f"{root}/rw"
            if before.get(path) == after.get(path) or (inside and path not in kept):
                continue
            was, now = before.get(path), after.get(path)
            # the directory that holds all: its times change by nothing of ours
            if inside and was and now and was[0] == now[0] and was[-1] == now[-1]:
                continue
            if was and now and _same_but_links(was, now):
                continue
            raise Broken(f"{case.depth}: {path} was {was}, is {now}")


def _same_but_links(was: tuple[object, ...], now: tuple[object, ...]) -> bool:
    """Hard links of one tree only: a file of `rw` may have a name less."""
    return was[:3] == now[:3] and was[4:] == now[4:] and was[3] == now[3]
