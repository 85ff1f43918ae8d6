"""P14, P05: a jail as the host sees it: what it takes, and where it stands.

P14: a program takes memory in a mix of kinds until it is refused, and tells of it by
waiting; the memory of all its processes, seen from outside, is within the limit and a
quarter.  P05: its working directory is a string of links, magic links and climbing
parts; whatever happens, no process in the jail stands, or has anything open, outside
of what was planned.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import os
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

from choices import Choices
from prop import Broken, Property

PYTHON = "/usr/bin/python3"


def tree_of(pid: int) -> list[int]:
    """A process and all below it."""
    found, todo = [], [pid]
    while todo:
        at = todo.pop()
        found.append(at)
        try:
            for task in os.listdir(f"/proc/{at}/task"):
                todo += map(int, Path(f"/proc/{at}/task/{task}/children").read_text().split())
        except OSError:
            pass
    return found


def in_jail(pid: int) -> bool:
    """Has it a root of its own?"""
    try:
        return os.readlink(f"/proc/{pid}/ns/pid") != os.readlink("/proc/self/ns/pid")
    except OSError:
        return False


KINDS = {
    "private": "keep.append(b'x' * n)",
    "shared": "m = mmap.mmap(-1, n); m.write(b'x' * n); keep.append(m)",
    "memfd": "f = os.memfd_create('x'); os.write(f, b'x' * n); keep.append(f)",
    "mapped memfd": "f = os.memfd_create('x'); os.truncate(f, n); m = mmap.mmap(f, n); m.write(b'x' * n); keep.append(m)",
    "zero": "f = os.open('/dev/zero', os.O_RDWR); m = mmap.mmap(f, n); m.write(b'x' * n); keep.append(m)",
    "system v": (
        "libc.shmat.restype = ctypes.c_void_p; i = libc.shmget(0, n, 0o1600)\n"
        "    if i < 0: raise MemoryError\n"
        "    a = libc.shmat(i, None, 0); ctypes.memset(a, 1, n); keep.append(a)"
    ),
    "child": "fork(n)",
    "thread": (
        "threading.stack_size(min(max(n, 1 << 16) & ~4095, 1 << 24)); t = threading.Thread(target=time.sleep, "
        "args=(9,), daemon=True); t.start()"
    ),
}
TAKE = """
import ctypes, mmap, os, sys, threading, time
libc = ctypes.CDLL(None)
keep = []
def fork(n):
    r, w = os.pipe()
    if os.fork() == 0:
        try:
            x = b'x' * n
            os.write(w, b'1')
            time.sleep(9)
        finally:
            os._exit(0)
    os.close(w)
    os.read(r, 1)
def take(kind, n):
    %s
refused = 0
for kind, n in %s:
    try:
        take(kind, n)
    except (MemoryError, OSError, RuntimeError):
        refused += 1
print('taken', refused, flush=True)
time.sleep(5)
"""


@dataclass(frozen=True)
class Mix:
    limit: int
    spawn: bool
    steps: tuple[tuple[str, int], ...]


class Memory(Property):
    number = "P14"
    holds = "memory of the whole tree, seen from outside, is at most 1.25 times the limit"
    depths = "process"
    defect = "the address space has no limit (CAISSON_WEAKEN=limits.address), and there is no control group"
    slice = 20
    SPARE = 24 << 20  # the interpreter, process 1 and pages of the supervisor

    def draw(self, c: Choices) -> Mix:
        spawn = c.one_in(3)
        kinds = [k for k in KINDS if spawn or k != "child"]
        steps = c.several(1, 12, lambda: (c.pick(kinds), (1 + c.below(40)) << 20))
        return Mix((64 + 32 * c.below(4)) << 20, spawn, tuple(steps))

    def judge(self, case: Mix, defect: bool) -> int:
        body = "pass\n" + "".join(f"    if kind == {k!r}:\n      {KINDS[k].replace(chr(10), chr(10) + '  ')}\n" for k in KINDS)
        code = TAKE % (body, list(case.steps))
        words = [self.host.binary, "exec", "--no-audit", "-m", str(case.limit), "--timeout", "20s"]
        words += [] if case.spawn else ["--no-spawn"]
        words += ["--weaken", "group"] if defect else []
        env = {**os.environ, **({"CAISSON_WEAKEN": "limits.address"} if defect else {})}
        p = subprocess.Popen(
            [*words, "--", PYTHON, "-I", "-c", code], env=env, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd="/",
        )  # fmt: skip
        assert p.stdout and p.stderr
        try:
            line = p.stdout.readline()
            used = sum(map(held, filter(in_jail, tree_of(p.pid)))) if line else 0
        finally:
            p.kill()
            p.communicate()
        if used > case.limit * 1.25 + self.SPARE:
            raise Broken(f"{used >> 20} MiB with a limit of {case.limit >> 20}: {line}")
        return len(case.steps)


def held(pid: int) -> int:
    """Bytes that a process has of its own share, and of files without a name."""
    total, mapped = 0, set()
    try:
        for line in Path(f"/proc/{pid}/smaps").read_text().splitlines():
            if line.startswith("Pss:"):
                total += int(line.split()[1]) << 10
            elif "/memfd:" in line:
                mapped.add(line.split()[4])
        for fd in os.listdir(f"/proc/{pid}/fd"):
            if os.readlink(f"/proc/{pid}/fd/{fd}").startswith("/memfd:"):
                st = os.stat(f"/proc/{pid}/fd/{fd}")
                if str(st.st_ino) not in mapped:
                    mapped.add(str(st.st_ino))
                    total += st.st_blocks * 512
    except OSError:
        pass
    return total


# ".." ends at the root of the process, if that is above.
STAND = """
import os, time
def end(p):
    s = os.stat(p + '/..' * 40)
    return s.st_dev, s.st_ino
print('in' if end('.') == end('/') else 'OUT', flush=True)
time.sleep(0.2)
"""
PARTS = (
    "a", "l0", "..", ".", "proc/self/fd/3", "proc/self/fd/7", "proc/self/cwd", "proc/self/root", "proc/1/root",
    "proc/1/cwd", "dev/fd/5", "proc/self/fd/%d", "proc/thread-self/cwd", "tmp", "up", "abs", "proc/self/exe", "ws",
)  # fmt: skip


@dataclass(frozen=True)
class Standing:
    workdir: str
    links: tuple[tuple[str, str], ...]
    look_ms: int
    by_policy: bool


class Place(Property):
    number = "P05"
    holds = "no process of a jail stands, or has anything open, outside of the plan"
    depths = "process"
    defect = "the working directory is entered before the root changes (--weaken cwd)"
    slice = 30

    def draw(self, c: Choices) -> Standing:
        parts = c.several(0, 3, lambda: c.pick(PARTS))
        text = "/".join(p % c.below(40) if "%d" in p else p for p in parts)
        targets = ("..", "/", "/proc/self/fd/5", "../../..", "/tmp", "l1", str(self.place), "/proc/self/cwd")
        links = tuple((f"l{i}", c.pick(targets)) for i in range(c.below(3)))
        return Standing(c.pick(("/", "/ws/", "", f"/proc/self/fd/{c.below(16)}/")) + text, links, c.below(40), c.below(2) == 1)

    def judge(self, case: Standing, defect: bool) -> int:
        ws = self.place / "ws"
        subprocess.run(["rm", "-rf", ws], check=True)
        (ws / "a").mkdir(parents=True)
        for name, target in case.links:
            (ws / name).symlink_to(target)
        words = [self.host.binary, "exec", "--no-audit", "--timeout", "20s", "-w", case.workdir]
        words += [w for m in (f"{ws}:/ws:rw", f"{ws}:/o:overlay", f"{ws}:/r:ro") for w in ("-v", m)]
        words += ["--weaken", "cwd"] if defect else []
        p = subprocess.Popen(
            [*words, "--", PYTHON, "-I", "-c", STAND], text=True,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=self.place,
        )  # fmt: skip
        assert p.stdout and p.stderr
        seen = 0
        try:
            time.sleep(case.look_ms / 1000)
            seen += self.look(p.pid)
            line = p.stdout.readline()
            seen += self.look(p.pid)
        finally:
            p.kill()
            p.communicate()
        if line.strip() not in ("in", ""):
            raise Broken(f"it stands outside of its root, which {case.workdir} led to")
        return 1 + seen

    def look(self, pid: int) -> int:
        """What programs in the jail have, apart from process 1, which makes it."""
        mark = {(st.st_dev, st.st_ino) for st in (os.stat("/"), os.stat(self.place), os.stat("/root"))}
        n = 0
        for at in filter(in_jail, tree_of(pid)):
            try:
                name = Path(f"/proc/{at}/cmdline").read_bytes()
                if not name.startswith(PYTHON.encode()):
                    continue
                links = ["cwd", "root", "exe", *("fd/" + f for f in os.listdir(f"/proc/{at}/fd"))]
            except OSError:
                continue
            for link in links:
                try:
                    st = os.stat(f"/proc/{at}/{link}")
                except OSError:
                    continue
                n += 1
                if (st.st_dev, st.st_ino) in mark:
                    raise Broken(f"{link} of {name!r} is a directory of the host")
        return n
