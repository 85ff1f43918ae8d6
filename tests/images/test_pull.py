"""test_pull.py - pulling: tokens, redirects, broken connections, false bytes.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import base64
import json
import os
import random
import shutil
import subprocess
from pathlib import Path

import pytest
from oci import INDEX, MANIFEST, Image, Store, entry, sha, tar, tree_hash
from registry import Certificate, Fixture, fixture, make_certificate, real


@pytest.fixture(scope="module")
def tls(tmp_path_factory: pytest.TempPathFactory) -> Certificate:
    if not shutil.which("openssl"):
        pytest.skip("no openssl")
    return make_certificate(tmp_path_factory.mktemp("tls"))


def sample(layers: int = 3, size: int = 200_000) -> Image:
    rng = random.Random(5)
    made = [tar([entry(f"f{i}", rng.randbytes(size))]) for i in range(layers)]
    return Image(made, pack="")


def test_pull_by_tag_and_by_digest(store: Store, tls: Certificate) -> None:
    f = Fixture(sample())
    with fixture(f, tls) as port:
        name = f"localhost:{port}/team/app"
        got = store.ok("pull", "--ca-file", tls.cert, f"{name}:1")
        assert got["digest"] == f.image.digest
        store.ok("pull", "--ca-file", tls.cert, f"{name}@{f.image.digest}")
        missing = store.run("pull", "--json", "--ca-file", tls.cert, f"{name}:2")
        assert missing.fault == "image_not_found"
    blobs = [s.path for s in f.paths("/blobs/")]
    assert len(blobs) == len(set(blobs)) == 4, "each blob is fetched once"
    root = store.tree(f.image.digest)
    assert sorted(os.listdir(root)) == ["f0", "f1", "f2"]


def test_an_unknown_certificate_is_refused(store: Store, tls: Certificate) -> None:
    f = Fixture(sample(1))
    with fixture(f, tls) as port:
        done = store.run("pull", "--json", f"localhost:{port}/app:1")
        assert done.fault == "registry_unreachable"
        assert "certificate" in done.json["error"]["reason"].lower()
    assert f.seen == []
    assert store.is_empty()


def test_plain_http_needs_the_option(store: Store) -> None:
    f = Fixture(sample(1))
    with fixture(f, None) as port:
        name = f"localhost:{port}/app:1"
        assert store.run("pull", "--json", name).fault == "registry_unreachable"
        assert store.ok("pull", "--insecure", name)["digest"] == f.image.digest


def test_token_redirect_and_no_authorization_elsewhere(
    store: Store, tls: Certificate, tmp_path: Path
) -> None:
    f = Fixture(sample(), token="tok-en_1")
    login = base64.b64encode(b"ann:secret-password").decode()
    with fixture(f, tls) as away, fixture(f, tls) as port:
        host = f"localhost:{port}"
        f.realm = f"https://{host}/token"
        f.away = f"https://127.0.0.1:{away}"
        auth = tmp_path / "auth.json"
        auth.write_text(json.dumps({"auths": {host: {"auth": login}}}))
        auth.chmod(0o600)
        store.env["CAISSON_AUTH_FILE"] = str(auth)
        store.ok("pull", "--ca-file", tls.cert, f"{host}/team/app:1")
    tokens = f.paths("/token")
    assert len(tokens) == 1, "one token serves the whole pull"
    assert tokens[0].headers["Authorization"] == f"Basic {login}"
    assert "repository%3Ateam/app%3Apull" in tokens[0].path
    assert "push" not in tokens[0].path
    moved = [s for s in f.seen if s.port == away]
    assert len(moved) == 4
    assert all("Authorization" not in s.headers for s in moved)
    asked = [s.headers.get("Authorization") for s in f.paths("/blobs/")]
    assert set(asked) == {"Bearer tok-en_1"}


def test_basic_credentials(store: Store, tls: Certificate, tmp_path: Path) -> None:
    f = Fixture(sample(1), user="ann:pw")
    auth = tmp_path / "auth.json"
    store.env["CAISSON_AUTH_FILE"] = str(auth)
    with fixture(f, tls) as port:
        name = f"localhost:{port}/app:1"
        done = store.run("pull", "--json", "--ca-file", tls.cert, name)
        assert done.fault == "registry_unauthorized"
        login = {"username": "ann", "password": "pw"}
        auth.write_text(json.dumps({"auths": {f"localhost:{port}": login}}))
        auth.chmod(0o644)
        done = store.run("pull", "--json", "--ca-file", tls.cert, name)
        assert done.code == 125
        assert "chmod 600" in done.err
        auth.chmod(0o600)
        store.ok("pull", "--ca-file", tls.cert, name)


@pytest.mark.parametrize("spoil", ["size", "digest", "manifest", "header"])
def test_false_bytes_are_refused(spoil: str, store: Store, tls: Certificate) -> None:
    f = Fixture(sample(), spoil=spoil)
    with fixture(f, tls) as port:
        name = f"localhost:{port}/app"
        ref = f"{name}@{f.image.digest}" if spoil == "manifest" else f"{name}:1"
        done = store.run("pull", "--json", "--ca-file", tls.cert, ref)
    assert done.fault == "image_corrupt"
    left = set(os.listdir(store.home / "partial"))
    bad = json.loads(f.image.manifest)["layers"][0]["digest"][7:]
    assert bad not in left | store.blobs()
    assert not os.listdir(store.home / "names")
    assert not os.listdir(store.home / "trees")
    assert not store.blobs()


def test_a_broken_connection_is_resumed(store: Store, tls: Certificate) -> None:
    f = Fixture(sample(1, 300_000), cut=120_000)
    with fixture(f, tls) as port:
        store.ok("pull", "--ca-file", tls.cert, f"localhost:{port}/app:1")
    layer = json.loads(f.image.manifest)["layers"][0]["digest"]
    ranges = [s.headers.get("Range") for s in f.paths(layer)]
    assert ranges[0] is None
    assert all(r and r.startswith("bytes=") for r in ranges[1:])
    assert f.broken == 2


def test_a_download_is_resumed_by_the_next_command(
    store: Store, tls: Certificate
) -> None:
    f = Fixture(sample(1, 900_000), cut=100_000)
    with fixture(f, tls) as port:
        name = f"localhost:{port}/app:1"
        done = store.run("pull", "--json", "--ca-file", tls.cert, name)
        assert done.fault == "registry_unreachable"
        assert os.listdir(store.home / "partial")
        f.cut = 0
        f.seen.clear()
        store.ok("pull", "--ca-file", tls.cert, name)
    layer = json.loads(f.image.manifest)["layers"][0]["digest"]
    assert int(f.paths(layer)[0].headers["Range"][6:-1]) >= 100_000
    assert store.run("verify").code == 0


@pytest.mark.parametrize(
    "where",
    [
        "http://127.0.0.1:1",
        "file:///etc",
        "https://169.254.169.254",
        "ftp://localhost",
        "https://user@127.0.0.1:1",
    ],
)
def test_redirects_that_are_not_followed(
    where: str, store: Store, tls: Certificate
) -> None:
    f = Fixture(sample(1), away=where)
    with fixture(f, tls) as port:
        done = store.run(
            "pull", "--json", "--ca-file", tls.cert, f"localhost:{port}/app:1"
        )
    assert done.fault == "registry_unreachable", done.out
    assert not store.blobs()


@pytest.mark.parametrize("realm", ["http://localhost:1/t", "https://169.254.169.254/"])
def test_token_servers_that_are_not_asked(
    realm: str, store: Store, tls: Certificate
) -> None:
    f = Fixture(sample(1), token="t", realm=realm)
    with fixture(f, tls) as port:
        done = store.run(
            "pull", "--json", "--ca-file", tls.cert, f"localhost:{port}/app:1"
        )
    assert done.fault in ("registry_unauthorized", "registry_unreachable")


def test_an_index_is_followed(store: Store, tls: Certificate) -> None:
    f = Fixture(sample(1))
    f.index = json.dumps(
        {
            "schemaVersion": 2,
            "mediaType": INDEX,
            "manifests": [
                {
                    "mediaType": MANIFEST,
                    "digest": f.image.digest,
                    "size": len(f.image.manifest),
                    "platform": {"os": "linux", "architecture": f.image.arch},
                }
            ],
        }
    ).encode()
    with fixture(f, tls) as port:
        name = f"localhost:{port}/app"
        got = store.ok("pull", "--ca-file", tls.cert, f"{name}:1")
        assert got["digest"] == f.image.digest
    # The store finds it by the digest of the index too.
    shown = store.ok("inspect", f"{name}@{sha(f.index)}")
    assert shown["digest"] == f.image.digest


def test_pulls_at_once_share_downloads(store: Store, tls: Certificate) -> None:
    f = Fixture(sample(2, 2_000_000))
    with fixture(f, tls) as port:
        env = {**os.environ, "CAISSON_IMAGES": str(store.home)}
        command = [str(store.binary), "image", "pull", "-q", "--ca-file", str(tls.cert)]
        children = [
            subprocess.Popen([*command, f"localhost:{port}/app:1"], env=env)
            for _ in range(4)
        ]
        assert [c.wait(120) for c in children] == [0] * 4
    assert len(f.paths("/blobs/")) == 3


def test_never_opens_no_socket(store: Store, tmp_path: Path) -> None:
    if not shutil.which("strace"):
        pytest.skip("no strace")
    image = sample(1)
    policy = tmp_path / "policy.yaml"
    policy.write_text("version: 1\nimages: {pull: never}\n")
    trace = tmp_path / "trace"
    store.prefix = ("strace", "-f", "-o", str(trace), "-e", "trace=socket,connect")
    done = store.run("pull", "--json", "--policy", policy, "localhost:1/app:1")
    assert done.fault == "image_denied"
    assert "images.pull" in done.json["error"]["reason"]
    assert store.load(image, tmp_path / "in").code == 0
    assert "AF_INET" not in trace.read_text()


def test_a_short_name_without_a_registry(store: Store) -> None:
    done = store.run("pull", "--json", "app:1")
    assert done.fault == "image_not_found"
    assert "default_registry" in done.json["error"]["reason"]


def test_a_real_registry(
    store: Store, tls: Certificate, busybox: Path, tmp_path: Path
) -> None:
    """docker-registry with tokens: skopeo pushes, we pull; the same tree."""
    for tool in ("docker-registry", "skopeo"):
        if not shutil.which(tool):
            pytest.skip(f"no {tool}")
    pytest.importorskip("cryptography")
    added = store.ok("import", busybox, "bb:1")
    want = tree_hash(store.tree(added["digest"]))
    archive = tmp_path / "bb.tar"
    store.ok("save", "bb:1", "-o", archive)
    second = Store(tmp_path / "second", store.binary)
    with real(tmp_path, tls) as port:
        name = f"localhost:{port}/lib/bb:1"
        push = ["skopeo", "copy", "-q", "--dest-tls-verify=false"]
        push += ["--dest-creds", "bob:pw", f"oci-archive:{archive}"]
        subprocess.run([*push, f"docker://{name}"], check=True, capture_output=True)
        got = second.ok("pull", "--ca-file", tls.cert, name)
    assert tree_hash(second.tree(got["digest"])) == want
