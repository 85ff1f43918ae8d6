"""L10, D14: links and other names of a directory, against what a policy says.

A repository brings files of its own: links inside of a directory that the user
granted, and a caisson.yaml.  Neither widens what the user wrote, and fs.deny is
about the file, whichever name leads to it.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tool import Caisson, Done, needs_jail
from twins import twin, weak

SECRET = "the key of somebody else"
DEPTHS = (["--depth", "interp"], ["--in-process"], ["--depth", "process"])
ACCEPT = "accept_unenforced: [fs.protect, limits.disk_bytes, worker]\n"


@dataclass(frozen=True)
class World:
    root: Path  # the user's; policies are here
    repo: Path  # the current directory, with caisson.yaml
    data: Path  # granted

    def policy(self, fs: str, name: str = "user.yaml") -> str:
        path = self.root / name
        path.write_text(f"version: 1\n{ACCEPT}fs: {{{fs}}}\n")
        path.chmod(0o600)
        return str(path)

    def project(self, fs: str) -> None:
        (self.repo / "caisson.yaml").write_text(f"version: 1\nfs: {{{fs}}}\n")


@contextmanager
def world() -> Iterator[World]:
    with tempfile.TemporaryDirectory(prefix="caisson-l10-") as name:
        root = Path(name).resolve()
        root.chmod(0o755)
        w = World(root, root / "repo", root / "repo/data")
        (root / "home").mkdir()
        (root / "home/key").write_text(SECRET)
        (w.data / "private").mkdir(parents=True)
        (w.data / "private/key").write_text(SECRET)
        (w.data / "plain").write_text("plain")
        (w.data / "out").symlink_to(root / "home")
        (w.data / "up").symlink_to("../../home")
        (w.data / "in").symlink_to("private")
        (w.data / "file").symlink_to(root / "home/key")
        (root / "alias").symlink_to("repo/data")
        for path in (root / "home", w.repo, w.data, w.data / "private"):
            path.chmod(0o777)
        yield w


def read(caisson: Caisson, w: World, depth: list[str], policy: str, path: str, **env: str) -> Done:
    code = f"print(open({path!r}).read())"
    return caisson("run", *depth, "--policy", policy, "-c", code, cwd=w.repo, env=env)


def test_l10_a_projects_mount_does_not_follow_links_of_the_repository(caisson: Caisson) -> None:
    needs_jail(caisson)
    for depth in DEPTHS:
        for mode in ("ro", "rw"):
            for link, below in (("out", "/key"), ("up", "/key"), ("in", "/key"), ("file", "")):
                with world() as w:
                    mount = f"host: {w.data}, guest: /d, mode: {mode}"
                    user = w.policy(f"mounts: [{{{mount}}}], deny: ['{w.data}/private/**']")
                    w.project(f"mounts: [{{host: {w.data}/{link}, guest: /d/{link}, mode: {mode}}}]")
                    done = read(caisson, w, depth, user, f"/d/{link}{below}")
                    assert done.code == 125 and SECRET not in done.out, done
                    assert "policy_widens" in done.err and "symbolic link" in done.err, done
                    if link != "in":
                        off = read(caisson, w, depth, user, f"/d/{link}{below}", **weak("L10"))
                        twin("L10", SECRET in off.out, off)


def test_l10_nor_do_its_entries_of_fs_read_and_fs_write(caisson: Caisson) -> None:
    needs_jail(caisson)
    for depth in DEPTHS:
        for key in ("read", "write"):
            with world() as w:
                user = w.policy(f"{key}: ['{w.data}']")
                for link in ("out", "up"):
                    w.project(f"{key}: ['{w.data}/{link}']")
                    done = read(caisson, w, depth, user, f"{w.data}/{link}/key")
                    assert done.code == 125 and "policy_widens" in done.err, done
                    off = read(caisson, w, depth, user, f"{w.data}/{link}/key", **weak("L10"))
                    twin("L10", SECRET in off.out, off)


def test_a_directory_of_the_grant_is_still_a_narrower_mount(caisson: Caisson) -> None:
    """What is refused is the link: naming the directory itself narrows."""
    needs_jail(caisson)
    for depth in DEPTHS:
        with world() as w:
            (w.data / "sub").mkdir()
            (w.data / "sub/f").write_text("here")
            user = w.policy(f"mounts: [{{host: {w.root}/alias, guest: /d, mode: ro}}]")
            w.project(f"mounts: [{{host: {w.root}/alias/sub, guest: /d/sub, mode: ro}}]")
            assert read(caisson, w, depth, user, "/d/sub/f").out == "here\n"
            assert read(caisson, w, depth, user, "/d/plain").code == 1


def test_l10_a_link_that_comes_later_is_not_followed(caisson: Caisson) -> None:
    """A program that writes the outer mount does not choose what the inner one
    shows in the next run."""
    needs_jail(caisson)
    for depth in DEPTHS:
        with world() as w:
            (w.data / "cache").mkdir()
            user = w.policy(
                f"mounts: [{{host: {w.data}, guest: /w, mode: rw}}, {{host: {w.data}/cache, guest: /c, mode: ro}}]"
            )
            swap = "import os; os.rename('/w/cache', '/w/old'); os.symlink('../../home', '/w/cache')"
            # a jail refuses such links (D25): who made it does not matter here
            words = ("--depth", "process", "--policy", user, "-c", swap)
            first = caisson("run", *words, cwd=w.repo, env=weak("fs.protect"))
            assert first.code == 0 and (w.data / "cache").is_symlink(), first
            done = read(caisson, w, depth, user, "/c/key")
            assert done.code != 0 and SECRET not in done.out, done
            # somebody who names the target gets it
            other = w.policy(f"mounts: [{{host: {w.data}/cache, guest: /c, mode: ro}}]", "other.yaml")
            twin("L10", SECRET in read(caisson, w, depth, other, "/c/key").out)


@contextmanager
def bound(source: Path, target: Path) -> Iterator[bool]:
    """`source` a second time, at `target`; False where we may not mount."""
    target.mkdir()
    done = subprocess.run(["mount", "--bind", str(source), str(target)], capture_output=True)
    try:
        yield done.returncode == 0
    finally:
        if done.returncode == 0:
            subprocess.run(["umount", str(target)], check=True)


def denied(caisson: Caisson, w: World, mount: str, deny: str, path: str = "/d/private/key") -> None:
    user = w.policy(f"mounts: [{{host: '{mount}', guest: /d, mode: ro}}], deny: ['{deny}']")
    why = caisson("why", "--json", "--policy", user, "--path", path, cwd=w.repo)
    assert json.loads(why.out)["allowed"] is False, why
    for depth in DEPTHS:
        done = read(caisson, w, depth, user, path)
        assert done.code == 1 and SECRET not in done.out, done
        named = deny.endswith("key") and "*" not in deny
        if "process" in depth and (named or mount.endswith("alias")):
            continue  # a second wall: jails know named files by inode, mounts by their real path
        off = read(caisson, w, depth, user, path, **weak("objects"))
        twin("D14", SECRET in off.out, off)


def test_d14_a_denial_acts_through_every_name_of_a_directory(caisson: Caisson) -> None:
    """The mount goes through a link, or the denial does."""
    needs_jail(caisson)
    with world() as w:
        for tail in ("private/**", "private", "private/key", "*/key", "**/key"):
            denied(caisson, w, f"{w.root}/alias", f"{w.data}/{tail}")
            denied(caisson, w, str(w.data), f"{w.root}/alias/{tail}")


def test_d14_a_denial_acts_through_a_second_mount_of_a_directory(caisson: Caisson) -> None:
    needs_jail(caisson)
    with world() as w, bound(w.data, w.root / "twice") as mounted:
        if not mounted:
            return
        denied(caisson, w, f"{w.root}/twice", f"{w.data}/private/**")
        denied(caisson, w, str(w.data), f"{w.root}/twice/private")
        denied(caisson, w, f"{w.root}/twice/private", f"{w.data}/**/key", "/d/key")


def test_d14_a_denial_by_the_programs_path_acts_in_every_mount_that_shows_the_file(caisson: Caisson) -> None:
    """The entry is written as the program sees one mount; another shows the same
    directory, from a place above or below it."""
    needs_jail(caisson)
    with world() as w:
        above = f"{{host: '{w.data}', guest: /d, mode: ro}}"
        inner = f"{{host: '{w.data}/private', guest: /p, mode: ro}}"
        for entry, path in (("/p/key", "/d/private/key"), ("/p/**", "/d/private/key"), ("/p", "/d/private/key"),
                            ("/d/private/key", "/p/key"), ("/d/private", "/p/key"), ("/d/*/key", "/p/key")):  # fmt: skip
            user = w.policy(f"mounts: [{above}, {inner}], deny: ['{entry}']")
            assert json.loads(caisson("why", "--json", "--policy", user, "--path", path).out)["allowed"] is False, entry
            for depth in DEPTHS:
                done = read(caisson, w, depth, user, path)
                assert done.code == 1 and SECRET not in done.out, (entry, done)
                assert read(caisson, w, depth, user, "/d/plain").out == "plain\n", entry
            off = read(caisson, w, DEPTHS[0], user, path, **weak("objects"))
            twin("D14", SECRET in off.out, entry, off)


def test_d14_a_denial_acts_on_every_name_of_a_file(caisson: Caisson) -> None:
    """A hard link in the mount, whichever way the entry is written."""
    needs_jail(caisson)
    with world() as w:
        os.link(w.data / "private/key", w.data / "hard")
        os.link(w.data / "plain", w.data / "plain2")
        for entry in (f"{w.data}/private/key", f"{w.data}/private", f"{w.root}/alias/*/key", "/d/private/**", "/d/**/key"):
            user = w.policy(f"mounts: [{{host: {w.data}, guest: /d, mode: ro}}], deny: ['{entry}']")
            for depth in DEPTHS:
                done = read(caisson, w, depth, user, "/d/hard")
                assert done.code == 1 and SECRET not in done.out, (entry, done)
                assert read(caisson, w, depth, user, "/d/plain2").out == "plain\n", entry
            why = caisson("why", "--json", "--policy", user, "--path", "/d/hard", cwd=w.repo)
            assert json.loads(why.out)["allowed"] is False, (entry, why)
            off = read(caisson, w, DEPTHS[0], user, "/d/hard", **weak("fs.deny"))
            twin("D14", SECRET in off.out, off)


def test_d14_a_denial_acts_in_the_workspace(caisson: Caisson) -> None:
    """By its path on the host, too: /workspace is a mount as any other."""
    needs_jail(caisson)
    with world() as w:
        user = w.policy(f"deny: ['{w.root}/alias/private/**']")
        code = "print(open('/workspace/plain').read(), open('/workspace/private/key').read())"
        for depth in DEPTHS:
            words = ("run", *depth, "--policy", user, "--workspace", str(w.data), "-c", code)
            done = caisson(*words, cwd=w.root)
            assert done.code == 1 and "Permission denied" in done.err and SECRET not in done.out, done
            off = caisson(*words, cwd=w.root, env=weak("objects"))
            twin("D14", SECRET in off.out, off)


def test_l10_a_denial_cannot_be_replaced_by_a_wider_pattern(caisson: Caisson) -> None:
    """It covers the text, not what the link in it leads to."""
    with world() as w:
        os.unlink(w.data / "in")
        (w.data / "secret").symlink_to("../../home")
        user = w.policy(f"mounts: [{{host: {w.root}/home, guest: /h, mode: ro}}], deny: ['{w.data}/secret/key']")
        w.project(f"deny: ['{w.data}/**']")
        for depth in DEPTHS[:2]:
            done = read(caisson, w, depth, user, "/h/key")
            assert done.code == 1 and SECRET not in done.out, done
            off = read(caisson, w, depth, user, "/h/key", **weak("objects"))
            twin("L10", SECRET in off.out, off)
