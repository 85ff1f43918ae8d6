"""test_bucket.py - workspaces in buckets, against moto's S3 server.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from registry import free_port, wait_for

boto3 = pytest.importorskip("boto3")
pytest.importorskip("moto.server", reason="pip install 'moto[server,s3]'")

NAME = "user-1-files"
Keys = dict[str, str]


@dataclass
class Workspace:
    s3: Any
    endpoint: str
    tool: Path
    where: Path
    secret: Keys
    prefix: str = "ws/"

    @property
    def dir(self) -> Path:
        return self.where / "dir"

    def run(self, verb: str) -> subprocess.CompletedProcess[str]:
        self.dir.mkdir(exist_ok=True)
        base = str(self.where / "base")
        args = [verb, self.endpoint, NAME, self.prefix, str(self.dir), base]
        env = {**os.environ, **self.secret}
        return subprocess.run(
            [self.tool, *args], env=env, capture_output=True, text=True, timeout=120
        )

    def put(self, key: str, body: bytes) -> None:
        self.s3.put_object(Bucket=NAME, Key=self.prefix + key, Body=body)

    def keys(self) -> dict[str, bytes]:
        listed = self.s3.list_objects_v2(Bucket=NAME, Prefix=self.prefix)
        return {
            o["Key"][len(self.prefix) :]: self.s3.get_object(Bucket=NAME, Key=o["Key"])[
                "Body"
            ].read()
            for o in listed.get("Contents", [])
        }

    def files(self) -> dict[str, bytes]:
        return {
            str(p.relative_to(self.dir)): p.read_bytes()
            for p in self.dir.rglob("*")
            if p.is_file()
        }


def make_user(endpoint: str) -> Keys:
    """A user of the server with a key; three calls that need none."""
    iam = client("iam", endpoint, {})
    iam.create_user(UserName="u")
    rule = {"Effect": "Allow", "Action": "s3:*", "Resource": "*"}
    policy = json.dumps({"Version": "2012-10-17", "Statement": [rule]})
    iam.put_user_policy(UserName="u", PolicyName="p", PolicyDocument=policy)
    key = iam.create_access_key(UserName="u")["AccessKey"]
    return {
        "AWS_ACCESS_KEY_ID": key["AccessKeyId"],
        "AWS_SECRET_ACCESS_KEY": key["SecretAccessKey"],
    }


def client(service: str, endpoint: str, keys: Keys) -> Any:
    return boto3.client(
        service,
        endpoint_url=endpoint,
        aws_access_key_id=keys.get("AWS_ACCESS_KEY_ID", "none"),
        aws_secret_access_key=keys.get("AWS_SECRET_ACCESS_KEY", "none"),
        region_name="us-east-1",
    )


@contextmanager
def moto(**settings: str) -> Iterator[str]:
    port = free_port()
    child = subprocess.Popen(
        [sys.executable, "-m", "moto.server", "-p", str(port)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "MOTO_S3_DEFAULT_MAX_KEYS": "20", **settings},
    )
    try:
        wait_for(port, 60)
        yield f"http://127.0.0.1:{port}"
    finally:
        child.kill()
        child.wait()


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """moto without a look at signatures: it takes the clock of the moment that it
    looks, so that a request over the end of a second is refused now and then.
    """
    with moto() as endpoint:
        yield endpoint


def workspace(endpoint: str, keys: Keys, binary: Path, where: Path) -> Workspace:
    tool = binary.parent / "bucket_tool"
    if not tool.exists():
        pytest.skip("no bucket_tool in this build")
    s3 = client("s3", endpoint, keys)
    made = Workspace(s3, endpoint, tool, where, keys, f"{where.name}/")
    eventually(lambda: s3.create_bucket(Bucket=NAME))
    return made


def eventually(work: Callable[[], Any]) -> Any:
    """Try a few times: see `server`."""
    for left in range(20, -1, -1):
        try:
            return work()
        except boto3.exceptions.botocore.exceptions.ClientError:
            if not left:
                raise


@pytest.fixture
def ws(server: str, binary: Path, tmp_path: Path) -> Workspace:
    keys = {"AWS_ACCESS_KEY_ID": "user", "AWS_SECRET_ACCESS_KEY": "secret"}
    return workspace(server, keys, binary, tmp_path)


def test_signatures(binary: Path, tmp_path: Path) -> None:
    """A server that checks them with botocore's code takes ours, and no other.

    moto signs the URL after it has decoded it, so that it refuses everybody, botocore
    too, who asks for a prefix with a slash or for a name that has to be escaped: here
    are neither.  Bytes that need escapes: test_pull_change_push.
    """
    with moto(INITIAL_NO_AUTH_ACTION_COUNT="3") as endpoint:
        ws = workspace(endpoint, make_user(endpoint), binary, tmp_path)
        ws.prefix = ""
        eventually(lambda: ws.put("b", b"2"))  # the control: botocore's own signature
        for verb in ("pull", "push"):
            tries = [ws.run(verb) for _ in range(10)]
            assert any(done.returncode == 0 for done in tries), tries[-1].stderr
            (ws.dir / "new-1.txt").write_bytes(b"1")
        listed = eventually(lambda: ws.s3.list_objects_v2(Bucket=NAME))
        assert {o["Key"] for o in listed["Contents"]} == {"b", "new-1.txt"}
        ws.secret = {**ws.secret, "AWS_SECRET_ACCESS_KEY": "another"}
        for _ in range(5):
            done = ws.run("pull")
            assert done.returncode == 1
            assert "access is denied" in done.stderr
            assert "another" not in done.stderr


def test_pull_change_push(ws: Workspace) -> None:
    ws.put("a.txt", b"one")
    ws.put("dir/sub/b c+d&é.txt", b"two")
    ws.put("gone", b"three")
    ws.put("empty", b"")
    done = ws.run("pull")
    assert done.returncode == 0, done.stderr
    assert ws.files() == ws.keys()
    (ws.dir / "a.txt").write_bytes(b"changed")
    (ws.dir / "new").mkdir()
    (ws.dir / "new/file").write_bytes(b"new")
    (ws.dir / "gone").unlink()
    (ws.dir / "link").symlink_to("/etc/passwd")
    shown = ws.run("diff")
    assert {*shown.stdout.splitlines()[:-1]} == {"M a.txt", "A new/file", "D gone"}
    assert ws.keys()["a.txt"] == b"one"
    done = ws.run("push")
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == "files 2 skipped 1"
    assert ws.keys() == {
        "a.txt": b"changed",
        "dir/sub/b c+d&é.txt": b"two",
        "new/file": b"new",
        "empty": b"",
    }
    again = ws.run("push")
    assert again.stdout.splitlines() == ["files 0 skipped 1"]


def test_a_conflict_writes_nothing(ws: Workspace) -> None:
    ws.put("a", b"1")
    ws.put("b", b"1")
    ws.put("c", b"1")
    ws.run("pull")
    ws.put("a", b"theirs")
    ws.put("new", b"theirs")
    (ws.dir / "a").write_bytes(b"mine")
    (ws.dir / "b").write_bytes(b"mine")
    (ws.dir / "new").write_bytes(b"mine")
    done = ws.run("push")
    assert done.returncode == 3, done.stdout
    assert "2 paths changed" in done.stderr
    assert ws.keys() == {"a": b"theirs", "b": b"1", "c": b"1", "new": b"theirs"}


def test_a_forged_time_does_not_hide_a_change(ws: Workspace) -> None:
    ws.put("a", b"abc")
    ws.run("pull")
    before = (ws.dir / "a").stat()
    (ws.dir / "a").write_bytes(b"xyz")
    os.utime(ws.dir / "a", ns=(before.st_atime_ns, before.st_mtime_ns))
    ws.run("push")
    assert ws.keys() == {"a": b"xyz"}


def test_a_touched_file_is_not_pushed(ws: Workspace) -> None:
    ws.put("a", b"abc")
    ws.run("pull")
    os.utime(ws.dir / "a")
    assert ws.run("push").stdout.splitlines() == ["files 0 skipped 0"]


def test_keys_that_are_no_paths_are_left_out(ws: Workspace) -> None:
    for key in ("../x", "a/../../x", "a//b", "d/", "./y", "good"):
        ws.s3.put_object(Bucket=NAME, Key=ws.prefix + key, Body=b"x")
    done = ws.run("pull")
    assert done.returncode == 0, done.stderr
    assert ws.files() == {"good": b"x"}
    assert done.stdout.splitlines()[-1] == "files 1 skipped 5"
    ws.run("push")
    assert len(ws.s3.list_objects_v2(Bucket=NAME, Prefix=ws.prefix)["Contents"]) == 6


def test_paths_that_rules_forbid_are_left_alone(ws: Workspace) -> None:
    ws.put("private/key", b"1")
    ws.run("pull")
    (ws.dir / "private/key").write_bytes(b"2")
    (ws.dir / "private/more").write_bytes(b"2")
    done = ws.run("push")
    assert done.returncode == 0
    assert ws.keys() == {"private/key": b"1"}


def test_more_than_one_page(ws: Workspace) -> None:
    for i in range(45):
        ws.put(f"f{i:04}", b"%d" % i)
    done = ws.run("pull")
    assert done.returncode == 0, done.stderr
    files = ws.files()
    assert len(files) == 45
    assert files["f0044"] == b"44"


def test_plain_http_to_another_machine_is_refused(ws: Workspace) -> None:
    ws.endpoint = "http://192.0.2.1:9"
    done = ws.run("pull")
    assert done.returncode == 1
    assert "address" in done.stderr


def test_no_bucket(ws: Workspace) -> None:
    done = subprocess.run(
        [ws.tool, "pull", ws.endpoint, "absent-bucket", "", str(ws.where), "/dev/null"],
        env={**os.environ, **ws.secret},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1
    assert "does not exist" in done.stderr
