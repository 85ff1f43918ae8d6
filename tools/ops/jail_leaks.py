#!/usr/bin/env python3
"""jail_leaks.py - runs in jails leave nothing behind.

    tools/build/stage_python.sh BUILD
    PYTHONPATH=BUILD/stage tools/ops/jail_leaks.py [--runs 1000] [--at-once 64]

Runs so many programs one after the other, each in a fresh jail, then so many at
once, with and without mounts, some of them cut off by their deadline, some
leaving processes behind.  Then everything that a run could leave is counted as
before: processes, descriptors, mounts, control groups, namespaces, files.  A
namespace lives as long as a process, descriptor or mount of it, so those who
are counted are all.  The end of the last run may still be waited for: two
descriptors; a zygote's keeper keeps up to 32 networks of dead jails for later
ones.  Exit code 0: nothing is left; 77: no jail here.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from caisson import Limits, Mount, Sandbox

LEAVE = "import subprocess\nsubprocess.Popen(['sleep', '600'], start_new_session=True)\n1"
NETS = 32
SPACES = ("cgroup", "ipc", "mnt", "net", "pid", "user", "uts")


def family(root: int) -> list[int]:
    """This process and everything below it."""
    parents: dict[int, list[int]] = {}
    for entry in Path("/proc").glob("[0-9]*/stat"):
        try:
            rest = entry.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if rest[0] != "Z":
            parents.setdefault(int(rest[1]), []).append(int(entry.parent.name))
    found = [root]
    for pid in found:
        found += parents.get(pid, [])
    return found


def spaces(pids: list[int]) -> int:
    seen = set()
    for pid in pids:
        for name in SPACES:
            try:
                seen.add(os.readlink(f"/proc/{pid}/ns/{name}"))
            except OSError:
                continue
    return len(seen)


def groups() -> int:
    mine = f"caisson-{os.getpid()}-"
    n = 0
    for folder, names, _ in os.walk("/sys/fs/cgroup"):
        n += sum(name.startswith(mine) for name in names)
        names[:] = [x for x in names if folder.count("/") < 8]
    return n


def kept(pids: list[int]) -> int:
    """Descriptors of the keepers of zygotes, without the networks they may keep."""
    n = 0
    for pid in pids:
        try:
            if Path(f"/proc/{pid}/comm").read_text() != "caisson-keeper\n":
                continue
            held = [os.readlink(p) for p in Path(f"/proc/{pid}/fd").iterdir()]
        except OSError:
            continue
        nets = sum(name.startswith("net:") for name in held)
        n += len(held) - min(nets, NETS)
    return n


def count(folder: str) -> dict[str, int]:
    pids = family(os.getpid())
    return {
        "kept": kept(pids),
        "processes": len(pids),
        "namespaces": spaces(pids),
        "descriptors": len(os.listdir("/proc/self/fd")),
        "mounts": Path("/proc/self/mountinfo").read_text().count("\n"),
        "groups": groups(),
        "files": len(os.listdir(folder)),
    }


def one(i: int, folder: str) -> None:
    mounts = {"/w": Mount(folder, mode="rw")} if i % 5 == 1 else {}
    late = i % 7 == 3
    limits = Limits(time=0.15 if late else 30)
    with Sandbox(depth="process", mounts=mounts, limits=limits) as box:
        code = LEAVE if i % 3 == 0 else "while True: pass" if late else "pass"
        got = box.run(code)
        assert got.ok != late or i % 3 == 0, (i, got)


def settle(before: dict[str, int], folder: str) -> dict[str, int]:
    """The end of a jail is told before its last process is gone."""
    end = time.monotonic() + 20
    after = count(folder)
    while difference(before, after) and time.monotonic() < end:
        time.sleep(0.1)
        one(2, folder)  # the next one buries the dead
        after = count(folder)
    return after


def difference(before: dict[str, int], after: dict[str, int]) -> dict[str, tuple[int, int]]:
    return {
        k: (before[k], after[k])
        for k in before
        if after[k] != before[k] and not (k == "descriptors" and abs(after[k] - before[k]) <= 2)
    }


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--runs", type=int, default=1000)
    options.add_argument("--at-once", type=int, default=64)
    args = options.parse_args()
    with tempfile.TemporaryDirectory(prefix="leaks-") as folder:
        os.chmod(folder, 0o755)
        os.environ["TMPDIR"] = os.environ["XDG_RUNTIME_DIR"] = folder
        try:
            for i in (0, 1, 2):  # what is started once and stays
                one(i, folder)
        except Exception as error:
            print(f"no jail here: {error}", file=sys.stderr)
            return 77
        time.sleep(0.5)
        before = count(folder)
        start = time.monotonic()
        for i in range(args.runs):
            one(i, folder)
        row = time.monotonic() - start
        with ThreadPoolExecutor(args.at_once) as pool:
            start = time.monotonic()
            list(pool.map(one, range(args.at_once), [folder] * args.at_once))
            crowd = time.monotonic() - start
        after = settle(before, folder)
    print(f"{args.runs} runs in {row:.1f} s, {args.at_once} at once in {crowd:.1f} s")
    left = difference(before, after)
    print("left behind:", left if left else "nothing", f"({after})")
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main())
