"""test_store.py - the store: sources, digests, crashes, names, removal.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
import tarfile
import time
from pathlib import Path

import pytest
from oci import INDEX, MANIFEST, Image, Store, directory, entry, link, sha, tar, tree_hash


def sample(**more: object) -> Image:
    first = tar(
        [
            directory("etc"),
            entry("etc/passwd", b"root:x:0:0::/root:/bin/sh\n"),
            directory("bin"),
            entry("bin/tool", b"#!/bin/sh\n", mode=0o755),
            link("bin/sh", "tool"),
        ]
    )
    second = tar([entry("etc/motd", b"hello\n"), entry("bin/.wh.sh")])
    return Image([first, second], **more)  # type: ignore[arg-type]


def test_three_forms_give_one_tree(store: Store, tmp_path: Path) -> None:
    image = sample()
    forms = [
        f"oci:{image.layout(tmp_path / 'lay')}:one",
        f"oci-archive:{image.oci_archive(tmp_path / 'a.tar', tmp_path / 'b')}",
        f"docker-archive:{image.docker_archive(tmp_path / 'd.tar')}",
    ]
    hashes = set()
    for form in forms:
        added = store.ok("load", form)
        hashes.add(tree_hash(store.tree(added["digest"])))
        store.ok("rm", added["digest"])
    assert len(hashes) == 1
    assert store.is_empty()


@pytest.mark.parametrize("pack", ["gzip", "zstd", ""])
def test_every_compression(pack: str, store: Store, tmp_path: Path) -> None:
    if pack == "zstd" and not shutil.which("zstd"):
        pytest.skip("no zstd")
    added = store.load(sample(pack=pack), tmp_path / "in")
    assert added.code == 0, added.err
    root = store.tree(added.json["digest"])
    assert (root / "etc/motd").read_bytes() == b"hello\n"
    assert not (root / "bin/sh").exists()
    assert (root / "bin/tool").stat().st_mtime == 1_000_000_000


def test_the_same_tree_as_umoci(store: Store, busybox: Path, tmp_path: Path) -> None:
    if not shutil.which("umoci") or os.geteuid() != 0:
        pytest.skip("needs umoci and root")
    added = store.ok("import", busybox, "bb:1")
    archive = tmp_path / "bb.tar"
    store.ok("save", "bb:1", "-o", archive)
    layout = tmp_path / "layout"
    layout.mkdir()
    subprocess.run(["tar", "xf", archive, "-C", layout], check=True)
    index = json.loads((layout / "index.json").read_text())
    note = index["manifests"][0]["annotations"]
    note["org.opencontainers.image.ref.name"] = "one"
    (layout / "index.json").write_text(json.dumps(index))
    bundle = tmp_path / "bundle"
    subprocess.run(
        ["umoci", "unpack", "--image", f"{layout}:one", bundle],
        check=True,
        capture_output=True,
    )
    assert tree_hash(bundle / "rootfs") == tree_hash(store.tree(added["digest"]))


def test_skopeo_reads_what_is_saved(
    store: Store, busybox: Path, tmp_path: Path
) -> None:
    if not shutil.which("skopeo"):
        pytest.skip("no skopeo")
    added = store.ok("import", busybox, "bb:1")
    archive = tmp_path / "bb.tar"
    store.ok("save", "bb:1", "-o", archive)
    shown = subprocess.run(
        ["skopeo", "inspect", "--raw", f"oci-archive:{archive}"],
        capture_output=True,
        check=True,
    ).stdout
    assert sha(shown) == added["digest"]
    again = Store(tmp_path / "second", store.binary).ok("load", archive)
    assert again["digest"] == added["digest"]
    assert again["name"] == "bb:1"


@pytest.mark.parametrize("part", ["layer", "config", "manifest", "size"])
def test_one_changed_byte_is_noticed(part: str, store: Store, tmp_path: Path) -> None:
    image = sample()
    body = json.loads(image.manifest)
    digest = {
        "layer": body["layers"][1]["digest"],
        "config": body["config"]["digest"],
        "manifest": image.digest,
        "size": body["layers"][0]["digest"],
    }[part]
    layout = image.layout(tmp_path / "in")
    blob = layout / "blobs/sha256" / digest[7:]
    data = bytearray(blob.read_bytes())
    if part == "size":
        data += b"\0"
    else:
        data[len(data) // 2] ^= 1
    blob.write_bytes(data)
    done = store.run("load", "--json", f"oci:{layout}")
    assert done.code == 125
    assert done.fault == "image_corrupt"
    assert store.is_empty()


def test_a_wrong_diff_id_is_noticed(store: Store, tmp_path: Path) -> None:
    image = sample()
    other = tar([entry("etc/motd", b"other\n")])
    config = json.loads(
        next(b for b in image.blobs.values() if b.startswith(b'{"architecture"'))
    )
    config["rootfs"]["diff_ids"][1] = sha(other)
    body = json.loads(image.manifest)
    body["config"] = image.add(json.dumps(config).encode(), body["config"]["mediaType"])
    image.manifest = json.dumps(body).encode()
    image.add(image.manifest, MANIFEST)
    done = store.load(image, tmp_path / "in")
    assert done.fault == "image_corrupt"
    assert "diff_id" in done.json["error"]["reason"]
    assert store.is_empty()


MANIFESTS = {
    "schema 1": {"schemaVersion": 1},
    "index and manifest": {"manifests": []},
    "no layers": {"layers": []},
    "257 layers": {"layers": None},
    "foreign layer": {"urls": ["https://example.com/layer"]},
    "unknown type": {"type": "application/x-something"},
    "config of something else": {"config": "application/vnd.cncf.helm.config.v1+json"},
    "wrong media type": {"mediaType": INDEX},
    "negative size": {"size": -1},
    "fraction": {"size": 1.5},
    "wrong digest form": {"digest": "sha512:" + "0" * 128},
    "path as digest": {"digest": "sha256:../../etc/passwd"},
}


@pytest.mark.parametrize("name", MANIFESTS)
def test_manifests_that_are_refused(name: str, store: Store, tmp_path: Path) -> None:
    image = sample()
    body = json.loads(image.manifest)
    for key, value in MANIFESTS[name].items():  # type: ignore[attr-defined]
        if key == "layers" and value is None:
            body["layers"] = body["layers"][:1] * 257
        elif key in ("urls", "size", "digest"):
            body["layers"][0][key] = value
        elif key == "type":
            body["layers"][0]["mediaType"] = value
        elif key == "config":
            body["config"]["mediaType"] = value
        else:
            body[key] = value
    image.manifest = json.dumps(body).encode()
    image.add(image.manifest, MANIFEST)
    done = store.load(image, tmp_path / "in")
    assert done.code == 125
    assert done.fault in ("image_corrupt", "image_too_big")
    assert store.is_empty()


def test_a_key_that_occurs_twice_is_refused(store: Store, tmp_path: Path) -> None:
    image = sample()
    text = image.manifest.decode()
    text = text[:-1] + ', "schemaVersion": 2}'
    image.manifest = text.encode()
    image.add(image.manifest, MANIFEST)
    assert store.load(image, tmp_path / "in").fault == "image_corrupt"


def test_another_platform_is_refused_and_named(store: Store, tmp_path: Path) -> None:
    done = store.load(sample(arch="riscv64"), tmp_path / "in")
    assert done.code == 125
    assert "linux/riscv64" in done.json["error"]["reason"]
    assert store.is_empty()


def test_the_index_chooses_this_machine(store: Store, tmp_path: Path) -> None:
    mine, other = sample(), sample(arch="riscv64")
    mine.blobs.update(other.blobs)
    index = {
        "schemaVersion": 2,
        "mediaType": INDEX,
        "manifests": [
            {
                "mediaType": MANIFEST,
                "digest": i.digest,
                "size": len(i.manifest),
                "platform": {"os": "linux", "architecture": i.arch},
            }
            for i in (other, mine)
        ],
    }
    layout = mine.layout(tmp_path / "in")
    raw = json.dumps(index).encode()
    (layout / "blobs/sha256" / sha(raw)[7:]).write_bytes(raw)
    top = {
        "schemaVersion": 2,
        "manifests": [{"mediaType": INDEX, "digest": sha(raw), "size": len(raw)}],
    }
    (layout / "index.json").write_text(json.dumps(top))
    assert store.ok("load", f"oci:{layout}")["digest"] == mine.digest


def test_names_and_removal(store: Store, tmp_path: Path) -> None:
    layout = sample().layout(tmp_path / "in")
    one = store.ok("load", "--name", "app:1", f"oci:{layout}")
    store.ok("load", "--name", "reg.example/team/app:2", f"oci:{layout}")
    rows = store.ok("ls")["images"]
    assert [r["name"] for r in rows] == ["app:1", "reg.example/team/app:2"]
    assert {r["digest"] for r in rows} == {one["digest"]}
    refused = store.run("rm", "--json", one["digest"])
    assert refused.fault == "image_in_use"
    store.ok("rm", "app:1")
    assert store.tree(one["digest"]).is_dir()
    store.ok("rm", one["digest"][7:20])
    assert store.is_empty()
    assert store.run("inspect", "--json", "app:1").fault == "image_not_found"


def test_verify_finds_a_changed_blob(store: Store, tmp_path: Path) -> None:
    added = store.load(sample(), tmp_path / "in").json
    assert store.run("verify").code == 0
    name = sorted(store.blobs())[0]
    blob = store.home / "blobs" / name
    data = bytearray(blob.read_bytes())
    data[0] ^= 1
    blob.chmod(0o644)
    blob.write_bytes(data)
    done = store.run("verify", "--json")
    assert done.code == 1
    assert any(name in f["what"] for f in done.json["faults"])
    assert added["digest"]


def test_prune_keeps_what_is_named(store: Store, tmp_path: Path) -> None:
    added = store.load(sample(), tmp_path / "in").json
    (store.home / "blobs" / ("0" * 64)).write_bytes(b"stray")
    (store.home / "partial" / ("1" * 64)).write_bytes(b"half")
    (store.home / "trees" / ("2" * 64)).mkdir()
    gone = store.ok("prune")
    assert (gone["blobs"], gone["trees"], gone["downloads"]) == (1, 1, 1)
    assert store.tree(added["digest"]).is_dir()


def test_a_tree_without_its_marker_is_not_used(store: Store, tmp_path: Path) -> None:
    digest = store.load(sample(), tmp_path / "in").json["digest"]
    root = store.tree(digest)
    (root.parent / "done").unlink()
    (root / "planted").write_text("x")
    assert not (store.tree(digest) / "planted").exists()


def test_killed_at_random_points(store: Store, tmp_path: Path) -> None:
    """kill -9 of the command while it loads: never a half image, no leftovers."""
    files = [entry(f"f{i}", random.Random(i).randbytes(20000)) for i in range(150)]
    image = Image([tar(files[:75]), tar(files[75:])], pack="")
    layout = image.layout(tmp_path / "in")
    command = [str(store.binary), "image", "load", "--name", "k:1", f"oci:{layout}"]
    env = {**os.environ, "CAISSON_IMAGES": str(store.home)}
    began = time.monotonic()
    subprocess.run(command, env=env, check=True, capture_output=True)
    whole = time.monotonic() - began
    want = tree_hash(store.tree(image.digest))
    store.ok("rm", "k:1")
    chance = random.Random(7)
    for _ in range(12):
        child = subprocess.Popen(
            command, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        try:
            child.wait(chance.uniform(0, whole * 1.2))
        except subprocess.TimeoutExpired:
            child.send_signal(signal.SIGKILL)
            child.wait()
        rows = store.ok("ls")["images"]
        assert len(rows) <= 1
        if rows:
            assert tree_hash(store.tree(image.digest)) == want
            store.ok("rm", "k:1")
    store.ok("prune")
    deadline = time.monotonic() + 30
    while not store.is_empty() and time.monotonic() < deadline:
        store.ok("prune")  # a killed command's unpacker dies a moment later
    assert store.is_empty()
    done = store.run("load", "--json", f"oci:{layout}")
    assert done.code == 0, done.err
    assert tree_hash(store.tree(image.digest)) == want


def test_loads_at_once(store: Store, tmp_path: Path) -> None:
    layout = sample().layout(tmp_path / "in")
    env = {**os.environ, "CAISSON_IMAGES": str(store.home)}
    children = [
        subprocess.Popen(
            [store.binary, "image", "load", "-q", "--name", f"n:{i}", f"oci:{layout}"],
            env=env,
        )
        for i in range(8)
    ]
    assert [c.wait(120) for c in children] == [0] * 8
    assert len(store.ok("ls")["images"]) == 8
    assert store.run("verify").code == 0
    assert os.listdir(store.home / "staging") == []


def test_an_ordinary_user_owns_the_tree(
    binary: Path, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    if os.geteuid() != 0:
        pytest.skip("needs root to become somebody else")
    import tempfile

    with tempfile.TemporaryDirectory() as name:
        home = Path(name)
        home.chmod(0o777)
        tool = home / "caisson"
        shutil.copy(binary, tool)
        tool.chmod(0o755)
        archive = sample().docker_archive(home / "d.tar")
        store = Store(home / "store", tool)
        store.prefix = ("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups")
        done = store.run("load", "--json", archive)
        if "user namespaces" in done.err:
            pytest.skip("no user namespaces")
        assert done.code == 0, done.err
        root = store.tree(done.json["digest"])
        assert {p.lstat().st_uid for p in root.rglob("*")} == {65534}


def test_a_store_that_others_can_write_is_refused(store: Store) -> None:
    store.home.mkdir()
    store.home.chmod(0o777)
    done = store.run("ls")
    assert done.code == 125
    assert "written by others" in done.err


def test_import_of_a_directory(store: Store, tmp_path: Path) -> None:
    root = tmp_path / "root"
    (root / "bin").mkdir(parents=True)
    (root / "bin/a").write_text("a")
    os.link(root / "bin/a", root / "bin/b")
    (root / "l").symlink_to("/etc/passwd")
    os.mkfifo(root / "pipe")
    long = root / ("d" * 120) / ("e" * 120)
    long.mkdir(parents=True)
    (long / "f").write_text("deep")
    added = store.ok("import", root, "mine:1")
    tree = store.tree(added["digest"])
    assert (tree / "bin/a").stat().st_ino == (tree / "bin/b").stat().st_ino
    assert os.readlink(tree / "l") == "/etc/passwd"
    assert not (tree / "pipe").exists()
    assert (tree / ("d" * 120) / ("e" * 120) / "f").read_text() == "deep"
    again = store.ok("import", root, "mine:2")
    first, second = (store.ok("inspect", x["digest"]) for x in (added, again))
    assert first["chain_id"] == second["chain_id"]


@pytest.mark.parametrize(
    "name",
    [
        "https://reg.example/a",
        "a b",
        "a?b",
        "a#b",
        "a\\b",
        "a/../b",
        "/a",
        ".a",
        "-a",
        "Upper",
        "a" * 256,
        "a@sha256:zz",
        "a:" + "t" * 129,
        "a//b",
        "reg.example:99999/a",
        "a\nb",
        "",
    ],
)
def test_bad_names(name: str, store: Store, tmp_path: Path) -> None:
    (tmp_path / "r").mkdir()
    done = store.run("import", "--json", tmp_path / "r", name)
    if name.startswith("-"):
        done = store.run("import", "--json", "--", tmp_path / "r", name)
    assert done.code == 125
    assert done.fault == "image_denied"


def test_nothing_follows_a_tar_of_links(store: Store, tmp_path: Path) -> None:
    """An archive of an image whose blobs are links to files of the host."""
    secret = tmp_path / "secret"
    secret.write_text('{"imageLayoutVersion": "1.0.0"}')
    where = tmp_path / "evil.tar"
    with tarfile.open(where, "w") as t:
        for name in ("oci-layout", "index.json"):
            info = tarfile.TarInfo(name)
            info.type, info.linkname = tarfile.SYMTYPE, str(secret)
            t.addfile(info)
    done = store.run("load", "--json", f"oci-archive:{where}")
    assert done.code == 125
    assert done.fault == "image_corrupt"
