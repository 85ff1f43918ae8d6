"""Attacks on what a policy hides and protects in the mounts of a jail.

The covers are mounts over names (src/jail/covers.h, inside/cover.c); every
probe runs once without them (`--weaken covers`) and must see the difference.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import os
from pathlib import Path

from jailed import HEAD, PYTHON, without
from test_d_jail import SECRET, arena
from tool import Caisson, Done, needs_jail

ALL = "process: {spawn: true, unix_sockets: true}\naccept_unenforced: [fs.protect, limits.disk_bytes]\n"


def rules(policy: Path, mounts: str, more: str) -> Path:
    policy.write_text(f"version: 1\ndepth: process\n{ALL}fs:\n  mounts: [{mounts}]\n{more}")
    policy.chmod(0o600)
    return policy


def run(caisson: Caisson, policy: Path, code: str, *options: str) -> Done:
    done = caisson("exec", "--policy", str(policy), *options, "--", PYTHON, "-I", "-c", HEAD + code)
    assert done.code == 0, done
    return done


READS = """
def read(p):
    with open(p) as f:
        return f.read()
def tell(f, *a):
    try:
        return f(*a) or 'done'
    except OSError as e:
        return errno.errorcode[e.errno]
fd = os.open('/w', os.O_RDONLY)
print(*[tell(read, '/w/' + n) for n in ('key', 'sub/../key', './/key', 'link', 'hard', 'dir/in', 'folder/in')])
print(tell(read, '/v/other'), tell(read, f'/proc/self/fd/{fd}/key'), tell(read, '/proc/self/root/w/key'),
      tell(read, '/proc/self/cwd/key'))
print(tell(os.link, '/w/key', '/w/h2'), tell(os.rename, '/w/key', '/w/k2'), tell(os.unlink, '/w/key'),
      tell(os.chmod, '/w/key', 0o777), tell(os.rename, '/w/dir', '/w/d2'), tell(os.rmdir, '/w/dir'),
      tell(os.execv, '/w/key', ['x']), tell(os.open, '/w/key', os.O_RDWR | os.O_CREAT))
print(call(166, b'/w/key', 2), call(303, -100, b'/w/key', 0, 0, 0), call(428, -100, b'/w/key', 1))
"""


def test_d14_a_denied_file_is_denied_on_every_route(caisson: Caisson) -> None:
    """By name, link, hard link in this or another mount, descriptor, handle, unmount."""
    needs_jail(caisson)
    for mode in ("ro", "overlay", "rw"):
        with arena() as (inside, outside):
            second = inside.parent / "second"
            (inside / "dir").mkdir()
            second.mkdir()
            (inside / "dir/in").write_text(SECRET)
            (inside / "key").write_text(SECRET)
            (inside / "key").chmod(0o644)
            (inside / "link").symlink_to("key")
            (inside / "folder").symlink_to("dir")
            os.link(inside / "key", inside / "hard")
            os.link(inside / "key", second / "other")
            mounts = f"{{host: {inside}, guest: /w, mode: {mode}}}, {{host: {second}, guest: /v, mode: ro}}"
            policy = rules(inside.parent / "p.yaml", mounts, "  deny: [/w/key, /w/dir/**]\n")
            done = run(caisson, policy, READS, "-w", "/w")
            assert SECRET not in done.out, done
            names, ways, changes, calls = done.out.splitlines()
            assert set(names.split()) <= {"EACCES"}, names
            assert set(ways.split()) == {"EACCES"}, ways
            assert "done" not in changes.split(), changes
            assert calls == "-1 -1 -1"
            off = run(caisson, policy, READS, "-w", "/w", *without("covers")).out.splitlines()
            assert off[0].count(SECRET) == 7 and off[1].count(SECRET) == 4, off
            if mode == "rw":
                assert "done" in off[2].split()


def test_d14_a_hard_link_to_what_is_denied_elsewhere(caisson: Caisson) -> None:
    """The file lies outside of every mount; a second name of it lies inside."""
    needs_jail(caisson)
    with arena() as (inside, outside):
        os.link(outside / "secret", inside / "innocent")
        mounts = f"{{host: {inside}, guest: /w, mode: ro}}"
        policy = rules(inside.parent / "p.yaml", mounts, f"  deny: [{outside / 'secret'}]\n")
        code = "print(attempt(open, '/w/innocent'), attempt(open, '/w/a'))"
        assert run(caisson, policy, code).out == "EACCES done\n"
        assert run(caisson, policy, code, *without("covers")).out == "done done\n"


def test_d17_pattern_characters_in_real_names(caisson: Caisson) -> None:
    needs_jail(caisson)
    with arena() as (inside, _):
        for name in ("[x]*", "x", "star*"):
            (inside / name).write_text(SECRET)
        mounts = f"{{host: {inside}, guest: /w, mode: ro}}"
        deny = "  deny: [{path: '/w/[x]*', literal: true}]\n"
        policy = rules(inside.parent / "p.yaml", mounts, deny)
        code = "print(*[attempt(open, '/w/' + n) for n in ('[x]*', 'x', 'star*')])"
        assert run(caisson, policy, code).out == "EACCES done done\n"
        assert run(caisson, policy, code, *without("covers")).out == "done done done\n"


WRITES = """
def put(p):
    with open(p, 'a') as f:
        f.write('x')
names = ('.git/hooks/pre-commit', '.git/config', '.vscode/tasks.json', '.mcp.json', 'sub/.git/hooks/post',
         'sub/.GIT/config', 'soft/hooks/pre-commit', '.git/hooks/new')
print(*[attempt(put, '/w/' + n) for n in names])
print(attempt(os.rename, '/w/.git', '/w/g'), attempt(os.rename, '/w/sub', '/w/s'),
      attempt(os.rename, '/w/sub/.git', '/w/sub/g'), attempt(os.unlink, '/w/.mcp.json'),
      attempt(os.rename, '/w/.vscode', '/w/v'), attempt(os.link, '/w/.mcp.json', '/w/m'))
print(attempt(put, '/w/a'), attempt(put, '/w/fresh'), attempt(os.mkdir, '/w/sub/more'))
"""


def test_d10_d11_protected_names_and_their_parents(caisson: Caisson) -> None:
    """What exists: in nested repositories, in other case, through links."""
    needs_jail(caisson)
    with arena() as (inside, _):
        for name in (".git/hooks/pre-commit", ".git/config", ".vscode/tasks.json", ".mcp.json",
                     "sub/.git/hooks/post", "sub/.GIT/config"):
            (inside / name).parent.mkdir(parents=True, exist_ok=True)
            (inside / name).write_text("host")
        (inside / "soft").symlink_to(".git")
        mounts = f"{{host: {inside}, guest: /w, mode: rw}}"
        policy = rules(inside.parent / "p.yaml", mounts, "")
        files, parents, rest = run(caisson, policy, WRITES).out.splitlines()
        assert set(files.split()) <= {"EROFS", "EACCES", "EPERM"}, files
        assert set(parents.split()) <= {"EBUSY", "EROFS", "EXDEV", "EPERM"}, parents
        assert rest.split() == ["done"] * 3, rest
        assert (inside / ".git/config").read_text() == "host" and (inside / "a").read_text() == "alphax"
        (inside / "fresh").unlink()
        (inside / "sub/more").rmdir()
        off = run(caisson, policy, WRITES, *without("covers")).out.splitlines()
        assert off[0].split() == ["done"] * 8 and off[1].split()[:2] == ["done"] * 2


def test_d10_absent_names_are_no_promise(caisson: Caisson) -> None:
    """The kernel cannot forbid a name that is not there: the report says so."""
    needs_jail(caisson)
    with arena() as (inside, _):
        policy = inside.parent / "p.yaml"
        text = f"version: 1\ndepth: process\nfs:\n  mounts: [{{host: {inside}, guest: /w, mode: rw}}]\n"
        policy.write_text(text)
        policy.chmod(0o600)
        done = caisson("exec", "--policy", str(policy), "true")
        assert done.code == 125 and "fs.protect is advisory" in done.err, done
        policy.write_text(text.replace("mode: rw", "mode: overlay"))
        code = "open('/w/.gitmodules', 'w').close()"
        done = caisson("exec", "--policy", str(policy), "--", PYTHON, "-I", "-c", code)
        assert done.code == 0 and not (inside / ".gitmodules").exists(), done


def test_d09_g04_layers_share_one_limit_of_bytes_and_files(caisson: Caisson) -> None:
    """Two overlays: what one of them holds is missing in the other."""
    needs_jail(caisson)
    code = (
        "n = 0\n"
        "try:\n"
        "  for i in range(40):\n"
        "    with open(f'/{\"wv\"[i % 2]}/f{i}', 'wb') as f: f.write(bytes(SIZE))\n"
        "    n += 1\n"
        "except OSError as e: print(n, e.errno)\n"
        "else: print(n, 0)\n"
    )
    with arena() as (inside, _):
        second = inside.parent / "second"
        second.mkdir()
        mounts = f"{{host: {inside}, guest: /w, mode: overlay}}, {{host: {second}, guest: /v, mode: overlay}}"
        policy = inside.parent / "p.yaml"

        def fill(size: int, limits: str) -> list[int]:
            rules(policy, mounts, f"limits: {{{limits}}}\n")
            return [int(x) for x in run(caisson, policy, f"SIZE = {size}\n" + code).out.split()]

        n, problem = fill(64 << 10, "disk_bytes: 1MiB")
        assert 10 < n < 17 and problem == 28
        # twin: with a larger limit all of it fits
        assert fill(64 << 10, "disk_bytes: 8MiB") == [40, 0]
        n, problem = fill(0, "disk_bytes: 8MiB, disk_inodes: 30")
        assert 10 < n < 30 and problem == 28
        assert fill(0, "disk_bytes: 8MiB, disk_inodes: 300") == [40, 0]
