"""test_hostile.py - layers that want out of their directory, or too much.

Every case has a canary beside the store; no case may change it, whatever else
happens.  An archive is either refused as a whole, with nothing left in the
store, or what it wants happens inside of the tree.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import gzip
import os
import shutil
import stat
import subprocess
import tarfile
from pathlib import Path

import pytest
from oci import Image, Store, directory, entry, hard, link, tar

CANARY = b"untouched"


@pytest.fixture
def canary(tmp_path: Path) -> Path:
    path = tmp_path / "canary"
    path.write_bytes(CANARY)
    return path


REFUSED = {
    "dotdot": [entry("../canary", b"x")],
    "dotdot in the middle": [directory("a"), entry("a/../../canary", b"x")],
    "hard link outward": [hard("h", "../../../canary")],
    "hard link to nothing": [hard("h", "etc/passwd")],
    "hard link to a symbolic link": [link("l", "/etc/passwd"), hard("h", "l")],
    "hard link to a directory": [directory("d"), hard("h", "d")],
    "whiteout of the parent": [directory("a"), entry("a/.wh...")],
    "whiteout of itself": [directory("a"), entry("a/.wh..")],
    "whiteout of nothing": [entry(".wh.")],
    "whiteout as a directory": [entry(".wh.a/b", b"x")],
    "file under a dangling link": [link("l", "/nowhere"), entry("l/f", b"x")],
    "long name": [entry("n" * 256)],
    "long path": [entry("/".join(["d" * 200] * 25))],
    "many components": [entry("d/" * 300 + "f")],
    "file as the root": [entry("./", b"x")],
}


@pytest.mark.parametrize("name", REFUSED)
def test_is_refused(name: str, store: Store, tmp_path: Path, canary: Path) -> None:
    done = store.load(Image([tar(REFUSED[name])]), tmp_path / "in")
    assert done.code == 125, done.out
    assert done.fault in ("image_corrupt", "image_too_big")
    assert canary.read_bytes() == CANARY
    assert store.is_empty()


def test_absolute_names_and_links_stay_inside(
    store: Store, tmp_path: Path, canary: Path
) -> None:
    outside = str(tmp_path)
    layer = tar(
        [
            entry("/abs", b"1"),
            link("out", outside),
            directory(outside.lstrip("/")),
            entry("out/canary", b"2"),
            link("up", "../../../../../../../.."),
            entry("up/top", b"3"),
            link("magic", "/proc/self/root"),
        ]
    )
    done = store.load(Image([layer]), tmp_path / "in")
    assert done.code == 0, done.err
    root = store.tree(done.json["digest"])
    assert (root / "abs").read_bytes() == b"1"
    assert (root / outside.lstrip("/") / "canary").read_bytes() == b"2"
    assert (root / "top").read_bytes() == b"3"
    assert canary.read_bytes() == CANARY
    assert not Path("/top").exists()


def test_a_link_is_replaced_and_not_followed(
    store: Store, tmp_path: Path, canary: Path
) -> None:
    layer = tar([link("f", str(canary)), entry("f", b"mine")])
    later = tar([link("d", str(tmp_path)), directory("d"), entry("d/canary", b"m")])
    done = store.load(Image([layer, later]), tmp_path / "in")
    assert done.code == 0, done.err
    root = store.tree(done.json["digest"])
    assert (root / "f").read_bytes() == b"mine"
    assert not (root / "f").is_symlink()
    assert (root / "d" / "canary").read_bytes() == b"m"
    assert canary.read_bytes() == CANARY


def test_devices_fifos_bits_and_attributes_are_dropped(
    store: Store, tmp_path: Path
) -> None:
    device, _ = entry("dev/sda", kind=tarfile.BLKTYPE)
    device.devmajor, device.devminor = 8, 0
    layer = tar(
        [
            directory("dev"),
            (device, b""),
            entry("dev/null", kind=tarfile.CHRTYPE),
            entry("pipe", kind=tarfile.FIFOTYPE),
            entry("su", b"x", mode=0o6755),
            directory("shared", 0o3777),
            entry(
                "capable",
                b"x",
                pax={
                    "SCHILY.xattr.security.capability": "\x01\x00\x00\x02",
                    "SCHILY.xattr.trusted.overlay.opaque": "y",
                    "SCHILY.xattr.user.overlay.redirect": "/etc",
                },
            ),
        ]
    )
    done = store.load(Image([layer]), tmp_path / "in")
    assert done.code == 0, done.err
    root = store.tree(done.json["digest"])
    assert os.listdir(root / "dev") == []
    assert not (root / "pipe").exists()
    assert stat.S_IMODE((root / "su").stat().st_mode) == 0o755
    assert stat.S_IMODE((root / "shared").stat().st_mode) == 0o1777
    assert os.listxattr(root / "capable") == []


def test_whiteouts_follow_the_specification(store: Store, tmp_path: Path) -> None:
    first = tar(
        [
            directory("d"),
            entry("d/old", b"1"),
            directory("d/deep"),
            entry("d/deep/old", b"1"),
            entry("gone", b"1"),
            directory("o"),
            entry("o/old", b"1"),
            directory("o/sub"),
            entry("o/sub/old", b"1"),
            entry("back", b"1"),
            directory("swap"),
            entry("swap/f", b"1"),
        ]
    )
    # New entries come before the whiteouts that hide their older siblings.
    second = tar(
        [
            entry("o/new", b"2"),
            entry("o/sub/new", b"2"),
            entry("o/.wh..wh..opq"),
            entry("d/deep/new", b"2"),
            entry(".wh.gone"),
            entry("d/.wh.deep"),
            entry("back", b"2"),
            entry(".wh.back"),
            entry(".wh.absent"),
            link("swap", "d"),
            entry("swap/f", b"2"),
            entry(".wh..wh.plnk", b""),
        ]
    )
    done = store.load(Image([first, second]), tmp_path / "in")
    assert done.code == 0, done.err
    root = store.tree(done.json["digest"])
    files = {str(p.relative_to(root)) for p in root.rglob("*") if not p.is_dir()}
    assert files == {"d/old", "d/deep/new", "d/f", "o/new", "o/sub/new", "back"}
    assert (root / "back").read_bytes() == b"2"
    assert os.readlink(root / "swap") == "d"


def test_strange_names_are_names(store: Store, tmp_path: Path) -> None:
    names = ["new\nline", "-rf", "sp ace", "ünï", "\udcff\udcfe", "A", "a", "~", "*"]
    layer = tar([entry(n, n.encode("utf-8", "surrogateescape")) for n in names])
    done = store.load(Image([layer]), tmp_path / "in")
    assert done.code == 0, done.err
    root = os.fsencode(store.tree(done.json["digest"]))
    wanted = {n.encode("utf-8", "surrogateescape") for n in names}
    assert set(os.listdir(root)) == wanted


def test_duplicates_the_last_one_wins(store: Store, tmp_path: Path) -> None:
    layer = tar(
        [
            entry("f", b"1"),
            entry("f", b"22"),
            directory("x"),
            entry("x/y", b"1"),
            entry("x", b"file"),
            directory("x"),
        ]
    )
    done = store.load(Image([layer]), tmp_path / "in")
    assert done.code == 0, done.err
    root = store.tree(done.json["digest"])
    assert (root / "f").read_bytes() == b"22"
    assert os.listdir(root / "x") == []


def test_too_many_entries(store: Store, tmp_path: Path, canary: Path) -> None:
    """A million and one names, not compressed: the ratio would end it first."""
    one = entry("f", kind=tarfile.FIFOTYPE)[0].tobuf(tarfile.USTAR_FORMAT)
    layer = one * 1_000_001 + b"\0" * 1024
    done = store.load(Image([layer], pack=""), tmp_path / "in")
    assert done.code == 125
    assert done.fault == "image_too_big"
    assert "1000000 entries" in done.json["error"]["reason"]
    assert store.is_empty()


def test_a_bomb_is_not_unpacked(store: Store, tmp_path: Path) -> None:
    """Zeros at more than a thousand to one: 300 MB in 10 kB of zstd."""
    info, _ = entry("zeros")
    info.size = 300 << 20
    layer = info.tobuf(tarfile.USTAR_FORMAT)
    packed = tmp_path / "bomb.zst"
    script = f"(head -c 512 /dev/stdin; head -c {300 << 20} /dev/zero) | zstd -q -c"
    with packed.open("wb") as out:
        subprocess.run(["sh", "-c", script], input=layer, stdout=out, check=True)
    done = store.run("import", "--json", packed, "bomb")
    assert done.code == 125
    assert done.fault == "image_too_big"
    assert store.is_empty()


def test_a_header_that_claims_terabytes(store: Store, tmp_path: Path) -> None:
    info, _ = entry("huge")
    info.size = 1 << 45
    layer = info.tobuf(tarfile.GNU_FORMAT) + b"\0" * 1024
    done = store.load(Image([layer]), tmp_path / "in")
    assert done.code == 125
    assert done.fault == "image_too_big"
    assert store.is_empty()


def test_a_sparse_file_that_claims_terabytes(store: Store, tmp_path: Path) -> None:
    info, data = entry(
        "sparse",
        b"1\n0\n1\n".ljust(512, b"\0") + b"x",
        pax={
            "GNU.sparse.major": "1",
            "GNU.sparse.minor": "0",
            "GNU.sparse.name": "sparse",
            "GNU.sparse.realsize": str(1 << 45),
        },
    )
    done = store.load(Image([tar([(info, data)])]), tmp_path / "in")
    assert done.code == 125
    assert done.fault == "image_too_big"


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("bytes after the compressed data", lambda b: gzip.compress(b) + b"tail"),
        ("compressed twice", lambda b: gzip.compress(gzip.compress(b))),
        ("not a tar", lambda b: gzip.compress(b"no tar at all" * 100)),
        ("cut off", lambda b: gzip.compress(b)[:-20]),
    ],
)
def test_archives_that_are_not_what_they_say(
    name: str, change: object, store: Store, tmp_path: Path
) -> None:
    assert callable(change)
    path = tmp_path / "layer"
    path.write_bytes(change(tar([entry("f", b"x" * 5000)])))
    done = store.run("import", "--json", path, "bad")
    assert done.code == 125, name
    assert done.fault == "image_corrupt"
    assert store.is_empty()


def test_a_second_tar_after_the_end_is_refused(store: Store, tmp_path: Path) -> None:
    path = tmp_path / "two.tar"
    path.write_bytes(tar([entry("a", b"1")]) + tar([entry("b", b"2")]))
    done = store.run("import", "--json", path, "bad")
    assert done.code == 125
    assert "follow the end" in done.json["error"]["reason"]


def test_two_gzip_members_are_one_stream(store: Store, tmp_path: Path) -> None:
    whole = tar([entry("f", b"x" * 9000)])
    path = tmp_path / "members.tar.gz"
    path.write_bytes(gzip.compress(whole[:4000]) + gzip.compress(whole[4000:]))
    done = store.run("import", "--json", path, "good")
    assert done.code == 0, done.err


def test_directories_deeper_than_a_stack(store: Store, tmp_path: Path) -> None:
    """Each link leads 200 directories down; the tree can still be removed."""
    entries = []
    below = ""
    for level in range(12):
        entries.append(entry(f"{below}{'d/' * 200}f", b"x"))
        entries.append(link(f"l{level}", f"{below}{'d/' * 200}"))
        below = f"l{level}/"
    done = store.load(Image([tar(entries)]), tmp_path / "in")
    if done.code == 0:
        store.ok("rm", done.json["digest"])
    assert store.is_empty()


def test_the_unpacker_is_confined(store: Store, tmp_path: Path) -> None:
    """What the process that reads archives could still do, seen from outside."""
    if not shutil.which("strace"):
        pytest.skip("no strace")
    trace = tmp_path / "trace"
    image = Image([tar([entry("f", b"x")])])
    store.prefix = ("strace", "-f", "-o", str(trace), "-e", "chroot,seccomp,capset")
    done = store.load(image, tmp_path / "in")
    if "ptrace" in done.err:
        pytest.skip("no tracing here")
    assert done.code == 0, done.err
    text = trace.read_text()
    assert 'chroot(".")' in text
    assert "SECCOMP_SET_MODE_FILTER" in text
    assert "capset(" in text
