#!/usr/bin/env python3
"""image.py - pull and unpack an image from a registry on this machine, against
skopeo copy + umoci unpack.

  bench/image.py [--caisson PATH] [--rounds N] [--root TAR] [--mb N]

The registry is Debian's docker-registry over HTTP on the loopback.  The image is
TAR (tools/images/make.sh python TAR), or without it N megabytes of files that
compress about as well as a Debian system does.  Rounds are interleaved: each
runs both, from an empty store.  Prints the best and the median time of both,
their ratio, and the largest resident memory of a process of ours.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import argparse
import io
import json
import os
import random
import shutil
import socket
import statistics
import subprocess
import sys
import tarfile
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def free_port() -> int:
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return int(s.getsockname()[1])


def make_root(where: Path, megabytes: int) -> Path:
    """Files of a few sizes; half of each is text that repeats."""
    rng = random.Random(1)
    words = [rng.randbytes(4).hex() for _ in range(4000)]
    with tarfile.open(where, "w") as t:
        done = n = 0
        while done < megabytes << 20:
            size = rng.choice([900, 4000, 15000, 60000])
            text = " ".join(rng.choices(words, k=size // 18)).encode()
            data = text + rng.randbytes(size // 2)
            info = tarfile.TarInfo(f"usr/lib/d{n // 40}/f{n}")
            info.size = len(data)
            t.addfile(info, io.BytesIO(data))
            done += len(data)
            n += 1
    return where


def start_registry(where: Path) -> tuple[subprocess.Popen[bytes], int]:
    port = free_port()
    config = {
        "version": 0.1,
        "log": {"level": "error"},
        "storage": {"filesystem": {"rootdirectory": str(where / "registry")}},
        "http": {"addr": f"127.0.0.1:{port}"},
    }
    (where / "registry.yml").write_text(json.dumps(config))
    child = subprocess.Popen(
        ["docker-registry", "serve", str(where / "registry.yml")],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        with socket.socket() as s:
            if s.connect_ex(("127.0.0.1", port)) == 0:
                return child, port
        time.sleep(0.05)
    child.kill()
    sys.exit("the registry did not start")


def timed(commands: list[list[str]], env: dict[str, str]) -> float:
    began = time.perf_counter()
    for command in commands:
        subprocess.run(command, env=env, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - began


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--caisson", default=str(ROOT / "build/caisson"))
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--root", type=Path)
    parser.add_argument("--mb", type=int, default=120)
    args = parser.parse_args()
    for tool in ("skopeo", "umoci", "docker-registry"):
        if not shutil.which(tool):
            print(f"{tool} is not installed: nothing to compare with")
            return 77
    work = Path(tempfile.mkdtemp(prefix="bench-image-"))
    env = {**os.environ, "CAISSON_IMAGES": str(work / "store")}
    root = args.root or make_root(work / "root.tar", args.mb)
    image = [args.caisson, "image"]
    subprocess.run([*image, "import", str(root), "bench:1"], env=env, check=True)
    save = [*image, "save", "bench:1", "-o", str(work / "image.tar")]
    subprocess.run(save, env=env, check=True)
    registry, port = start_registry(work)
    name = f"localhost:{port}/bench:1"
    try:
        push = ["skopeo", "copy", "-q", "--dest-tls-verify=false", "--dest-compress"]
        subprocess.run(
            [*push, f"oci-archive:{work}/image.tar", f"docker://{name}"], check=True
        )
        ours, theirs = [], []
        peak = 0
        for _ in range(args.rounds):
            shutil.rmtree(work / "store")
            one = subprocess.Popen(
                [*image, "pull", "-q", "--insecure", name], env=env
            )
            began = time.perf_counter()
            _, status, usage = os.wait4(one.pid, 0)
            ours.append(time.perf_counter() - began)
            if status:
                return 1
            peak = max(peak, usage.ru_maxrss)
            for old in ("layout", "bundle"):
                shutil.rmtree(work / old, ignore_errors=True)
            copy = ["skopeo", "copy", "-q", "--src-tls-verify=false"]
            copy += [f"docker://{name}", f"oci:{work}/layout:1"]
            unpack = ["umoci", "unpack", "--image", f"{work}/layout:1"]
            theirs.append(timed([copy, [*unpack, str(work / "bundle")]], env))
        rows = json.loads(
            subprocess.run(
                [*image, "ls", "--json"], env=env, check=True, capture_output=True
            ).stdout
        )["images"]
        size, tree = rows[0]["size"], rows[0]["tree_bytes"]
    finally:
        registry.kill()
        registry.wait()
        shutil.rmtree(work, ignore_errors=True)
    print(f"image: {size / 1e6:.1f} MB compressed, {tree / 1e6:.1f} MB unpacked")
    for label, times in (("caisson image pull", ours), ("skopeo + umoci", theirs)):
        best, middle = min(times), statistics.median(times)
        print(f"{label:20} best {best:6.2f} s   median {middle:6.2f} s")
    ratio = min(ours) / min(theirs)
    middle = statistics.median(ours) / statistics.median(theirs)
    print(f"ratio: best {ratio:.2f}, median {middle:.2f} (bar 1.20)")
    print(f"peak resident memory of ours: {peak / 1024:.1f} MB")
    return 0 if ratio <= 1.2 else 1


if __name__ == "__main__":
    sys.exit(main())
