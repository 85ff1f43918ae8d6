"""Files that package managers and git fetch, made without any of their tools.

`fill(folder, host)` lays out one tiny package for each of pip, npm, go and cargo
and one git repository (dumb protocol), as they look on a plain web server whose
address is https://HOST/files/.  Everything in them says HELLO.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import base64
import hashlib
import io
import json
import os
import shutil
import subprocess
import tarfile
import zipfile
from pathlib import Path

HELLO = "hello from the shelf"


def zipped(files: dict[str, str]) -> bytes:
    room = io.BytesIO()
    with zipfile.ZipFile(room, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return room.getvalue()


def tarred(files: dict[str, str]) -> bytes:
    room = io.BytesIO()
    with tarfile.open(fileobj=room, mode="w:gz") as archive:
        for name, text in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(text)
            archive.addfile(info, io.BytesIO(text.encode()))
    return room.getvalue()


def put(path: Path, data: bytes | str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data if isinstance(data, bytes) else data.encode())


def pip(at: Path) -> None:
    info = "shelf_pip-1.0.dist-info"
    wheel = zipped({
        "shelf_pip.py": f"TEXT = {HELLO!r}\n",
        f"{info}/METADATA": "Metadata-Version: 2.1\nName: shelf-pip\nVersion: 1.0\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: x\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        f"{info}/RECORD": "",
    })
    name = "shelf_pip-1.0-py3-none-any.whl"
    digest = hashlib.sha256(wheel).hexdigest()
    put(at / "simple/shelf-pip" / name, wheel)
    put(at / "simple/shelf-pip/index.html",
        f'<!DOCTYPE html><html><body><a href="{name}#sha256={digest}">{name}</a></body></html>')


def npm(at: Path, host: str) -> None:
    pack = tarred({"package/package.json": '{"name":"shelf-npm","version":"1.0.0"}',
                   "package/index.js": f"module.exports = {HELLO!r};\n"})
    integrity = "sha512-" + base64.b64encode(hashlib.sha512(pack).digest()).decode()
    put(at / "npm/tar/shelf-npm-1.0.0.tgz", pack)
    version = {"name": "shelf-npm", "version": "1.0.0",
               "dist": {"tarball": f"https://{host}/files/npm/tar/shelf-npm-1.0.0.tgz",
                        "integrity": integrity}}
    put(at / "npm/shelf-npm", json.dumps(
        {"name": "shelf-npm", "dist-tags": {"latest": "1.0.0"}, "versions": {"1.0.0": version}}))


def go(at: Path) -> None:
    where = at / "go/shelf.test/mod/@v"
    head = "module shelf.test/mod\n\ngo 1.20\n"
    put(where / "list", "v1.0.0\n")
    put(where / "v1.0.0.info", '{"Version":"v1.0.0","Time":"2026-01-01T00:00:00Z"}')
    put(where / "v1.0.0.mod", head)
    root = "shelf.test/mod@v1.0.0/"
    put(where / "v1.0.0.zip", zipped({root + "go.mod": head,
                                      root + "mod.go": f'package mod\n\nconst Text = "{HELLO}"\n'}))


def cargo(at: Path, host: str) -> None:
    crate = tarred({
        "shelf-cargo-1.0.0/Cargo.toml":
            '[package]\nname = "shelf-cargo"\nversion = "1.0.0"\nedition = "2021"\n',
        "shelf-cargo-1.0.0/src/lib.rs": f'pub const TEXT: &str = "{HELLO}";\n'})
    digest = hashlib.sha256(crate).hexdigest()
    put(at / "cargo/config.json",
        json.dumps({"dl": f"https://{host}/files/cargo/dl/{{crate}}-{{version}}.crate"}))
    put(at / "cargo/dl/shelf-cargo-1.0.0.crate", crate)
    put(at / "cargo/sh/el/shelf-cargo", json.dumps(
        {"name": "shelf-cargo", "vers": "1.0.0", "deps": [], "cksum": digest, "features": {},
         "yanked": False}) + "\n")


def git(at: Path) -> None:
    if shutil.which("git") is None:
        return
    work = at / "work"
    put(work / "README", HELLO + "\n")
    who = ["-c", "user.name=x", "-c", "user.email=x@shelf.test", "-c", "init.defaultBranch=main"]
    env = {**os.environ, "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null"}
    for words in (["init", "-q"], ["add", "README"], ["commit", "-qm", "one"],
                  ["clone", "-q", "--bare", ".", str(at / "repo.git")]):
        subprocess.run(["git", *who, *words], cwd=work, env=env, check=True, capture_output=True)
    subprocess.run(["git", "update-server-info"], cwd=at / "repo.git", env=env, check=True)
    shutil.rmtree(work)


def fill(at: Path, host: str) -> None:
    put(at / "hello.txt", HELLO + "\n")
    pip(at)
    npm(at, host)
    go(at)
    cargo(at, host)
    git(at)


def read(root: Path, path: str) -> bytes | None:
    """The file that a request for `path` (below /files/) means, or None."""
    name = (root / path.split("?")[0].removeprefix("/files/").lstrip("/")).resolve()
    if name.is_dir():
        name = name / "index.html"
    return name.read_bytes() if name.is_file() and name.is_relative_to(root.resolve()) else None
