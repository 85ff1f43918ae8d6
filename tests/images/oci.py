"""oci.py - images made by hand, honest and hostile, and a store to put them in.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import os
import platform
import stat
import subprocess
import tarfile
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ARCH = {"x86_64": "amd64", "aarch64": "arm64"}[platform.machine()]
LAYER = "application/vnd.oci.image.layer.v1.tar"
MANIFEST = "application/vnd.oci.image.manifest.v1+json"
INDEX = "application/vnd.oci.image.index.v1+json"
CONFIG = "application/vnd.oci.image.config.v1+json"


def sha(data: bytes) -> str:
    return "sha256:" + hashlib.sha256(data).hexdigest()


def entry(
    name: str,
    data: bytes = b"",
    *,
    kind: bytes = tarfile.REGTYPE,
    link: str = "",
    mode: int = 0o644,
    pax: dict[str, str] | None = None,
) -> tuple[tarfile.TarInfo, bytes]:
    info = tarfile.TarInfo(name)
    info.type, info.linkname, info.mode = kind, link, mode
    info.size = len(data)
    info.mtime = 1_000_000_000
    info.pax_headers = pax or {}
    return info, data


def directory(name: str, mode: int = 0o755) -> tuple[tarfile.TarInfo, bytes]:
    return entry(name, kind=tarfile.DIRTYPE, mode=mode)


def link(name: str, to: str) -> tuple[tarfile.TarInfo, bytes]:
    return entry(name, kind=tarfile.SYMTYPE, link=to, mode=0o777)


def hard(name: str, to: str) -> tuple[tarfile.TarInfo, bytes]:
    return entry(name, kind=tarfile.LNKTYPE, link=to)


def tar(entries: Iterable[tuple[tarfile.TarInfo, bytes]]) -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=tarfile.PAX_FORMAT) as t:
        for info, data in entries:
            t.addfile(info, io.BytesIO(data))
    return out.getvalue()


def zstd(data: bytes) -> bytes:
    return subprocess.run(
        ["zstd", "-q", "-c"], input=data, capture_output=True, check=True
    ).stdout


@dataclass
class Image:
    """An image as blobs: layers are given as the bytes of tars."""

    layers: list[bytes]
    pack: str = "gzip"  # gzip, zstd or ""
    config: dict[str, Any] = field(default_factory=dict)
    arch: str = ARCH
    blobs: dict[str, bytes] = field(default_factory=dict)
    manifest: bytes = b""

    def __post_init__(self) -> None:
        described = []
        for layer in self.layers:
            packed = {
                "gzip": lambda b: gzip.compress(b, mtime=0),
                "zstd": zstd,
                "": lambda b: b,
            }[self.pack](layer)
            suffix = f"+{self.pack}" if self.pack else ""
            described.append(self.add(packed, LAYER + suffix))
        config = {
            "architecture": self.arch,
            "os": "linux",
            "config": {"Env": ["PATH=/bin"], "Cmd": ["/bin/sh"], **self.config},
            "rootfs": {"type": "layers", "diff_ids": [sha(b) for b in self.layers]},
        }
        body = {
            "schemaVersion": 2,
            "mediaType": MANIFEST,
            "config": self.add(json.dumps(config).encode(), CONFIG),
            "layers": described,
        }
        self.manifest = json.dumps(body).encode()
        self.add(self.manifest, MANIFEST)

    def add(self, data: bytes, kind: str) -> dict[str, Any]:
        self.blobs[sha(data)] = data
        return {"mediaType": kind, "digest": sha(data), "size": len(data)}

    @property
    def digest(self) -> str:
        return sha(self.manifest)

    def layout(self, where: Path, tag: str = "one") -> Path:
        """Write it as an OCI layout directory."""
        folder = where / "blobs" / "sha256"
        folder.mkdir(parents=True)
        for digest, data in self.blobs.items():
            (folder / digest[7:]).write_bytes(data)
        index = {
            "schemaVersion": 2,
            "manifests": [
                {
                    "mediaType": MANIFEST,
                    "digest": self.digest,
                    "size": len(self.manifest),
                    "annotations": {"org.opencontainers.image.ref.name": tag},
                }
            ],
        }
        (where / "index.json").write_text(json.dumps(index))
        (where / "oci-layout").write_text('{"imageLayoutVersion": "1.0.0"}')
        return where

    def docker_archive(self, where: Path, name: str = "made:1") -> Path:
        """Write it as `docker save` does."""
        config = next(
            d for d, b in self.blobs.items() if b.startswith(b'{"architecture"')
        )
        files = [entry(config[7:] + ".json", self.blobs[config])]
        paths = []
        for layer in self.layers:
            paths.append(f"{sha(layer)[7:]}/layer.tar")
            files.append(entry(paths[-1], layer))
        listing = [
            {"Config": config[7:] + ".json", "RepoTags": [name], "Layers": paths}
        ]
        files.append(entry("manifest.json", json.dumps(listing).encode()))
        where.write_bytes(tar(files))
        return where

    def oci_archive(self, where: Path, scratch: Path) -> Path:
        folder = self.layout(scratch)
        with tarfile.open(where, "w") as t:
            for path in sorted(folder.rglob("*")):
                t.add(path, str(path.relative_to(folder)), recursive=False)
        return where


def tree_hash(root: Path) -> str:
    """Names, kinds, modes, links and contents; not times and owners."""
    lines = []
    for path in sorted(root.rglob("*"), key=lambda p: os.fsencode(p)):
        st = path.lstat()
        what = b""
        if stat.S_ISREG(st.st_mode):
            what = hashlib.sha256(path.read_bytes()).digest()
        elif stat.S_ISLNK(st.st_mode):
            what = os.fsencode(os.readlink(path))
        name = os.fsencode(path.relative_to(root))
        lines.append(b"%o %s %s" % (st.st_mode, name, what))
    return hashlib.sha256(b"\n".join(lines)).hexdigest()


@dataclass
class Done:
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)

    @property
    def fault(self) -> str:
        return str(self.json["error"]["type"])


@dataclass
class Store:
    """A store in a folder of the test, and the command on it."""

    home: Path
    binary: Path
    env: dict[str, str] = field(default_factory=dict)
    prefix: tuple[str, ...] = ()

    def run(self, *args: str | Path, timeout: float = 120) -> Done:
        env = {
            "PATH": os.environ["PATH"],
            "HOME": str(self.home.parent),
            "CAISSON_IMAGES": str(self.home),
            "ASAN_OPTIONS": "exitcode=99",
            **self.env,
        }
        done = subprocess.run(
            [*self.prefix, str(self.binary), "image", *map(str, args)],
            env=env,
            capture_output=True,
            text=True,
            timeout=timeout,
            cwd=self.home.parent,
        )
        return Done(done.returncode, done.stdout, done.stderr)

    def ok(self, *args: str | Path) -> Any:
        done = self.run(*args, "--json")
        assert done.code == 0, done.err
        return done.json

    def load(self, image: Image, scratch: Path) -> Done:
        return self.run("load", "--json", f"oci:{image.layout(scratch)}")

    def tree(self, digest: str) -> Path:
        return Path(self.ok("inspect", digest)["tree"])

    def blobs(self) -> set[str]:
        return set(os.listdir(self.home / "blobs"))

    def is_empty(self) -> bool:
        """Nothing that a failed command could have left."""
        parts = ("blobs", "names", "trees", "staging", "partial")
        return not any(os.listdir(self.home / p) for p in parts)
