"""Programs that use files do in a mount what they do in a directory of CPython.

Every program of tests/files runs under CPython in a small tree, and under
caisson in an equal tree, once as overlay and once writable.  Afterwards the
host's tree must be untouched, or equal to the one that CPython left.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import subprocess
import tempfile
from pathlib import Path

from tool import Caisson

FILES = Path(__file__).resolve().parents[1] / "files"


def plant(root: Path) -> Path:
    """A small tree that the programs know."""
    (root / "sub/deep").mkdir(parents=True)
    (root / "keep.txt").write_text("keep\n")
    (root / "sub/in.txt").write_text("inside\n")
    (root / "sub/deep/er").write_text("d")
    return root


def picture(root: Path) -> dict[str, object]:
    """Everything in a tree, links not followed."""
    found: dict[str, object] = {}
    for path in sorted(root.rglob("*")):
        name = str(path.relative_to(root))
        if path.is_symlink():
            found[name] = ("link", str(path.readlink()))
        elif path.is_dir():
            found[name] = "dir"
        elif path.suffix in (".gz", ".zip"):
            found[name] = "file"  # holds the time of its making
        else:
            found[name] = path.read_bytes()
    return found


def compare(caisson: Caisson, name: str) -> None:
    program = str(FILES / name)
    with tempfile.TemporaryDirectory() as scratch:
        theirs = plant(Path(scratch, "theirs"))
        want = subprocess.run(
            ["/usr/bin/python3", program],
            cwd=theirs,
            umask=0o022,
            capture_output=True,
            check=True,
            env={"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"},
        ).stdout.decode()
        for mode in ("overlay", "rw"):
            ours = plant(Path(scratch, mode))
            before = picture(ours)
            got = caisson("run", "--workspace", f"{ours}:{mode}", program)
            assert got.out == want, f"{mode}: {first_difference(want, got.out)}\n{got.err}"
            assert got.code == 0, got.err
            after = picture(theirs) if mode == "rw" else before
            assert picture(ours) == after, mode


def first_difference(want: str, got: str) -> str:
    pairs = zip(want.splitlines(), got.splitlines())
    for number, (a, b) in enumerate(pairs, 1):
        if a != b:
            return f"line {number}: CPython {a!r}, caisson {b!r}"
    return "one output is longer"


def test_open_modes(caisson: Caisson) -> None:
    compare(caisson, "open_modes.py")


def test_os_calls(caisson: Caisson) -> None:
    compare(caisson, "os_calls.py")


def test_libraries(caisson: Caisson) -> None:
    compare(caisson, "libraries.py")
