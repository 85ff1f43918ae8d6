#!/usr/bin/env python3
"""sandbox.py - what a sandbox costs, beside others over the same tree.

    bench/sandbox.py [--build DIR] [--rounds N] [--boxes N]

Every figure is a ratio of two things measured in turns in one run: best and
median of N rounds.  bubblewrap is needed; docker and podman are not measured yet.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import socket
import statistics
import struct
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def once(action: Callable[[], object]) -> float:
    """Milliseconds that an action takes."""
    began = time.perf_counter()
    action()
    return (time.perf_counter() - began) * 1e3


def compare(rounds: int, **actions: Callable[[], object]) -> dict[str, list[float]]:
    """Times of each, taken in turns."""
    times: dict[str, list[float]] = {name: [] for name in actions}
    for _ in range(rounds):
        for name, action in actions.items():
            times[name].append(once(action))
    return times


def show(title: str, times: dict[str, list[float]], base: str) -> None:
    """Print best, median and their ratio to `base`."""
    print(title)
    for name, all_of in times.items():
        best, middle = min(all_of), statistics.median(all_of)
        ratio = best / min(times[base]), middle / statistics.median(times[base])
        print(f"  {name:28} best {best:8.2f} ms  median {middle:8.2f} ms"
              f"  x{ratio[0]:.2f} x{ratio[1]:.2f}")


class Keeper:
    """One connection after the other, as any client does."""

    def __init__(self, folder: Path) -> None:
        self.folder = os.open(folder, os.O_PATH)

    def run(self, *argv: str) -> dict[str, object]:
        with socket.socket(socket.AF_UNIX) as link:
            link.connect(f"/proc/self/fd/{self.folder}/sock")
            data = json.dumps({"op": "exec", "argv": argv}).encode()
            link.sendall(struct.pack("<IB", len(data), ord("Q")) + data)
            with link.makefile("rb") as stream:
                while True:
                    n, kind = struct.unpack("<IB", stream.read(5))
                    body = stream.read(n)
                    if kind == ord("R"):
                        return dict(json.loads(body))


def make_tree(folder: Path) -> Path:
    """A root with busybox in it."""
    tree = folder / "tree"
    for name in ("bin", "dev", "proc", "tmp", "etc", "run"):
        (tree / name).mkdir(parents=True)
    shutil.copy(shutil.which("busybox") or "/bin/busybox", tree / "bin/busybox")
    for applet in ("true", "sh", "sleep"):
        (tree / "bin" / applet).symlink_to("busybox")
    return tree


def memory_of(pids: list[int]) -> tuple[int, int]:
    """KiB: proportional share, and what is private."""
    share = private = 0
    for pid in pids:
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                share += int(line.split()[1])
            if line.startswith("Private"):
                private += int(line.split()[1])
    return share, private


def family(pid: int) -> list[int]:
    """A process and all below it."""
    found = [pid]
    for each in found:
        try:
            for task in Path(f"/proc/{each}/task").iterdir():
                found += [int(x) for x in (task / "children").read_text().split()]
        except FileNotFoundError:
            continue
    return found


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", type=Path, default=ROOT / "build")
    parser.add_argument("--rounds", type=int, default=30)
    parser.add_argument("--boxes", type=int, default=64)
    args = parser.parse_args()
    tool = str((args.build / "caisson").resolve())
    folder = Path(tempfile.mkdtemp(prefix="caisson-bench-"))
    env = {"PATH": os.environ["PATH"], "HOME": str(folder),
           "XDG_STATE_HOME": str(folder / "state")}
    tree = make_tree(folder)
    image = f"rootfs:{tree}"

    def caisson(*words: str) -> None:
        subprocess.run([tool, *words], env=env, check=True, capture_output=True)

    def bwrap() -> None:
        subprocess.run(["bwrap", "--unshare-all", "--ro-bind", str(tree), "/",
                        "--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp",
                        "/bin/true"], check=True)

    def triple() -> None:
        caisson("create", "--image", image, "x")
        caisson("exec", "x", "--", "true")
        caisson("rm", "x")

    try:
        others: dict[str, Callable[[], object]] = {}
        if shutil.which("bwrap"):
            others["bwrap --unshare-all"] = bwrap
        show("create, exec true, remove (processes of the tools included)",
             compare(args.rounds, **others,
                     **{"caisson run --image": lambda: caisson(
                         "run", "--image", image, "--", "true"),
                        "create; exec; rm": triple}),
             next(iter(others), "caisson run --image"))
        caisson("create", "--image", image, "y")
        inspected = subprocess.run([tool, "inspect", "--json", "y"], env=env,
                                   check=True, capture_output=True).stdout
        keeper = Keeper(folder / "state/caisson/boxes" / json.loads(inspected)["id"])
        host = str(tree / "bin/true")
        show("exec in a running sandbox, over its socket",
             compare(10 * args.rounds,
                     **{"fork+exec on the host": lambda: subprocess.run([host]),
                        "exec in the sandbox": lambda: keeper.run("/bin/true")}),
             "fork+exec on the host")
        pids: list[int] = []
        for i in range(args.boxes):
            caisson("create", "--image", image, f"m{i}")
            caisson("exec", "-d", f"m{i}", "--", "sleep", "600")
        for path in (folder / "state/caisson/boxes").iterdir():
            pids.append(int(json.loads((path / "state.json").read_text())["pid"]))
        ours = [p for k in pids for p in family(k)
                if "caisson" in Path(f"/proc/{p}/comm").read_text()]
        share, private = memory_of(ours)
        n = len(pids)
        print(f"{n} sandboxes alive with a process each: {share / n:.0f} KiB "
              f"proportional, {private / n:.0f} KiB private of ours per sandbox")
    finally:
        listed = subprocess.run([tool, "ps", "-aq"], env=env, capture_output=True)
        for name in listed.stdout.decode().split():
            subprocess.run([tool, "rm", "-q", name], env=env, capture_output=True)
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
