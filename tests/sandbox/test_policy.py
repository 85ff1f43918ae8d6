"""What a policy says of sandboxes: images, limits, how many, workspaces.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from conftest import Boxes


def policy(boxes: Boxes, text: str) -> str:
    """A policy file of whoever runs the command."""
    path = boxes.home / "policy.yaml"
    path.write_text("version: 1\n" + text)
    path.chmod(0o644)
    return str(path)


def refused(boxes: Boxes, *words: str) -> str:
    done = boxes("create", *words)
    assert done.code == 125, done
    assert boxes("ps", "--all", "-q").out == ""
    assert not list((boxes.home / "state/caisson/boxes").glob("*"))
    return done.err


def test_who_names_no_image_gets_the_default_and_is_told(own: Boxes) -> None:
    plain = own("create", "--json", "a").json
    p = policy(own, "images: {default: 'rootfs:/usr'}\n")
    ruled = own("create", "--json", "--policy", p, "b").json
    own.names += ["a", "b"]
    assert plain["image"]["ref"] == "rootfs:host"
    assert ruled["image"]["ref"] == "rootfs:/usr"
    assert own.inspect("b")["image"]["ref"] == "rootfs:/usr"
    assert own("exec", "b", "--", "/bin/true").code == 0


def test_only_images_that_the_policy_allows(boxes: Boxes) -> None:
    """33: refused before anything is looked up; allowed by the exact words."""
    p = policy(boxes, "images: {allow: ['rootfs:host', 'team/tool:1', 'base:*'], pull: never}\n")
    for image in ("busybox:1", "team/tool:2", "other/base:1", "rootfs:/usr", "oci:/tmp/x",
                  "docker-archive:/tmp/x.tar"):
        said = refused(boxes, "--policy", p, "--image", image, "x")
        assert "images.allow" in said and image in said
    for image in ("team/tool:1", "base:7"):  # allowed, and not there
        said = refused(boxes, "--policy", p, "--image", image, "x")
        assert "is not in the store" in said and "images.pull is never" in said
    assert boxes("create", "--policy", p, "y").code == 0  # the control
    boxes.names.append("y")


@pytest.mark.parametrize("reference", [
    "https://registry.test/a", "a b", "a?b", "a#b", "a\\b", "../a", "/a", ".a", "-a", "A/b",
    "a" * 256])
def test_hostile_references_are_refused(own: Boxes, reference: str) -> None:
    """33: whatever is allowed."""
    p = policy(own, "images: {allow: ['a:*', 'b:*'], pull: never}\n")
    done = own("create", "--policy", p, f"--image={reference}", "x")
    assert done.code in (2, 125), done
    assert own("ps", "--all", "-q").out == ""


def test_an_empty_list_allows_no_image_at_all(own: Boxes) -> None:
    """33"""
    p = policy(own, "images: {allow: []}\n")
    assert "rootfs:host" in refused(own, "--policy", p, "x")
    assert "images.allow" in refused(own, "--policy", p, "--image", "busybox", "x")


def test_a_digest_is_required_where_the_policy_says_so(own: Boxes) -> None:
    """33: a tag only by an alias to a digest."""
    digest = "sha256:" + "a" * 64
    p = policy(own, f"""
images:
  allow: ['a:*', 'b:1']
  require_digest: true
  pull: never
  aliases: {{'b:1': 'b@{digest}'}}
""")
    assert "require_digest" in refused(own, "--policy", p, "--image", "a:1", "x")
    said = refused(own, "--policy", p, "--image", "b:1", "x")
    assert "not in the store" in said and digest[:20] in said


def test_a_broken_policy_makes_nothing(own: Boxes) -> None:
    """33"""
    p = policy(own, "images: {allow: ['not a reference']}\n")
    refused(own, "--policy", p, "x")


def test_limits_of_a_policy_are_those_of_its_sandboxes(boxes: Boxes) -> None:
    p = policy(boxes, """
limits: {memory_bytes: 128MiB, pids: 40, disk_bytes: 64MiB, cpus: 0.5, wall_ms: 3s}
sandbox: {idle_ms: 4m, max_lifetime_ms: 30m}
""")
    assert boxes("create", "--policy", p, "a").code == 0
    boxes.names.append("a")
    row = boxes.inspect("a")
    limits = row["limits"]
    assert (limits["memory_bytes"], limits["pids"], limits["disk_bytes"]) == (
        128 << 20, 40, 64 << 20)
    assert limits["cpus_milli"] == 500
    assert (row["sandbox"]["idle_ms"], row["sandbox"]["max_lifetime_ms"]) == (240000, 1800000)
    assert boxes.result("a", "sleep 30")["reason"] == "timeout"


def test_the_administrators_file_is_a_ceiling_for_options(own: Boxes, tmp_path: Path) -> None:
    """23: what is wider is refused, never cut down, before anything exists."""
    probe = subprocess.run(["unshare", "-m", "true"], capture_output=True)
    if probe.returncode:
        pytest.skip("a mount namespace is needed for a file in /etc")
    (tmp_path / "policy.yaml").write_text(
        "version: 1\nlimits: {memory_bytes: 256MiB, pids: 64}\n"
        "images: {allow: ['rootfs:host']}\nsandbox: {idle_ms: 5m}\nworkspace: {mode: ro}\n")
    (tmp_path / "policy.yaml").chmod(0o644)
    made = Path("/etc/caisson").exists()
    script = ('mount -t tmpfs none /etc/caisson && cp "$1" /etc/caisson/policy.yaml && '
              'chmod 644 /etc/caisson/policy.yaml && shift && exec "$@"')
    if not made:
        script = "mkdir /etc/caisson && trap 'rmdir /etc/caisson' 0; " + script.replace("exec ", "")
    before = own.prefix
    own.prefix = ["unshare", "-m", "sh", "-c", script, "sh", str(tmp_path / "policy.yaml")]
    try:
        for option in (["--memory", "1g"], ["--pids-limit", "65"], ["--idle", "1h"],
                       ["--image", "busybox:1"], ["--workspace", f"{tmp_path}:rw"]):
            done = own("create", *option, "x")
            assert done.code == 125 and "policy_widens" in done.err, (option, done)
        assert own("create", "--memory", "200m", "y").code == 0  # the control
    finally:
        own.prefix = before
        if not made and Path("/etc/caisson").exists():
            Path("/etc/caisson").rmdir()
    assert own.inspect("y")["limits"]["memory_bytes"] == 200 << 20
    own.names.append("y")


def test_a_sandbox_is_no_way_round_a_policy(own: Boxes, tmp_path: Path) -> None:
    """D14, L17: what restricts programs and no sandbox keeps, lets none start."""
    space = tmp_path / "space"
    space.mkdir()
    (space / "secret.env").write_text("the secret")
    config = tmp_path / "config/caisson"
    config.mkdir(parents=True)
    rules = config / "policy.yaml"
    here = {"XDG_CONFIG_HOME": str(tmp_path / "config")}
    read = ("run", "--image", "rootfs:host", "--workspace", str(space), "--", "cat", "/workspace/secret.env")
    for text, key in (
        (f"fs: {{deny: [{space}/secret.env]}}\n", "fs.deny"),
        ("fs: {deny: [/workspace/secret.env]}\n", "fs.deny"),
        ("fs: {protect: [/workspace/secret.env]}\n", "fs.protect"),
        ("process: {spawn: false}\n", "process.spawn"),
        ("depth_allow: [check, interp, process]\n", "depth_allow"),
    ):
        rules.write_text("version: 1\n" + text)
        rules.chmod(0o600)
        done = own(*read, **here)
        assert (done.code, done.out) == (125, "") and key in done.err, (text, done)
    rules.write_text("version: 1\n")  # the control
    done = own(*read, **here)
    assert (done.code, done.out) == (0, "the secret"), done


def test_no_more_live_at_one_time_than_the_policy_allows(own: Boxes) -> None:
    """25: also of many who ask at once; a stopped one gives its place back."""
    p = policy(own, "sandbox: {max_live: 3}\n")
    with ThreadPoolExecutor(10) as pool:
        done = list(pool.map(lambda i: own("create", "--policy", p, f"m{i}"), range(10)))
    own.names += [f"m{i}" for i in range(10)]
    good = [i for i, d in enumerate(done) if d.code == 0]
    assert len(good) == 3, done
    assert all("sandbox.max_live" in d.err for d in done if d.code)
    assert own("stop", f"m{good[0]}").code == 0
    assert own("create", "--policy", p, "next").code == 0
    own.names.append("next")
    again = own("start", f"m{good[0]}")
    assert again.code == 125 and "sandbox.max_live" in again.err


def test_the_workspace_has_the_mode_of_the_policy(own: Boxes, tmp_path: Path) -> None:
    p = policy(own, "workspace: {mode: ro}\n")
    name = own.create("--policy", p, "--workspace", str(tmp_path))
    assert own.inspect(name)["workspace"]["mode"] == "ro"
    said = refused_mode(own, p, tmp_path)
    assert "workspace.mode" in said


def refused_mode(boxes: Boxes, p: str, folder: Path) -> str:
    done = boxes("create", "--policy", p, "--workspace", f"{folder}:overlay", "z")
    assert done.code == 125
    return done.err
