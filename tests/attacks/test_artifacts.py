"""Artifacts of a program that wants to export what it may not read (statement 33).

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import hashlib
import os
import tempfile
import time
from pathlib import Path

from cells import ANY, with_policy
from tool import Caisson, needs_jail

MAKE = """
import os
def attempt(f, *args):
  try: f(*args)
  except (OSError, AttributeError, NotImplementedError): pass
os.chdir('/w')
attempt(os.symlink, '/etc/passwd', 'link')
attempt(os.symlink, '../' * 9 + 'etc/passwd', 'relative')
attempt(os.link, '/etc/passwd', 'hard')
attempt(getattr(os, 'mkfifo', print), 'fifo')
open('a-real', 'w').write('mine')
f = open('b-sparse', 'w'); attempt(f.truncate, 10 << 30); attempt(f.close)
os.mkdir('many')
for i in range(1200): open(f'many/{i}', 'w').close()
path = 'deep'
for i in range(40):
  os.mkdir(path)
  path += '/d'
open('deep/d/f', 'w').close()
open(path[:-2] + '/f', 'w').close()
"""
POLICY = """
limits: {file_bytes: 20GiB, disk_bytes: 64MiB}
fs: {mounts: [{host: %s, guest: /w, mode: rw}], protect: [never]}
accept_unenforced: [fs.protect, limits.file_bytes, limits.disk_bytes]
"""


def test_33_nothing_foreign_is_exported_and_nothing_blocks(caisson: Caisson) -> None:
    needs_jail(caisson)
    secret = hashlib.sha256(Path("/etc/passwd").read_bytes()).hexdigest()
    for depth in ANY:
        start = time.monotonic()
        done = with_policy(caisson, depth, POLICY, MAKE, "--json")
        assert done.code == 0, (depth, done.out[-600:], done.err)
        assert time.monotonic() - start < 60, depth
        result = done.json
        files = {f["path"]: f for f in result["files"]}
        assert files["/w/a-real"]["sha256"] == hashlib.sha256(b"mine").hexdigest(), depth
        assert not any(f.get("sha256") == secret for f in files.values()), depth
        assert all(f["type"] == "file" for f in files.values() if "sha256" in f)
        assert len(files) == 256, depth  # artifacts.max_files
        if "/w/b-sparse" in files and files["/w/b-sparse"]["size"] > 5 << 20:
            assert "sha256" not in files["/w/b-sparse"], depth  # artifacts.max_file_bytes: whole or absent
        assert "/w/" + "deep/" + "d/" * 39 + "f" not in files, depth  # artifacts.max_depth


def test_35_exported_files_are_their_owner_s(caisson: Caisson) -> None:
    """What a program makes in a layer reaches the host by commit only."""
    with tempfile.TemporaryDirectory() as d:
        os.chmod(d, 0o777)
        policy = "fs: {mounts: [{host: %s, guest: /w, mode: overlay}]}\nartifacts: {export: [/w/out/**]}\n"
        code = "import os\nos.mkdir('/w/out')\nopen('/w/out/a', 'w').close()\nopen('/w/b', 'w').close()"
        done = with_policy(caisson, "worker", policy, code, "--json").json
        assert [f["path"] for f in done["files"]] == ["/w/out/a"]
        done = with_policy(caisson, "worker", policy, code + "\n1 / 0", "--json").json
        assert done["files"] == []
        assert os.listdir(d) == []
