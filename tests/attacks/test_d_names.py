"""D10, D11: names that the host's programs act upon, at every depth, without a policy.

A program chooses its depth by what it imports (`import sqlite3` needs CPython), a
client by its arguments: the answer must not depend on it.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import tempfile
import unittest
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from jailed import PYTHON
from tool import Caisson, needs_jail
from twins import twin, weak

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "mcp"))

FILES = (
    ".git/hooks/pre-commit", ".git/config", ".git/info/attributes", ".gitattributes", ".vscode/tasks.json",
    ".bashrc", ".mcp.json", "CLAUDE.md", "AGENTS.md", ".cargo/config.toml", ".ripgreprc", ".tmux.conf",
    ".kiro/x", ".opencode/x", "sub/.envrc", "sub/deep/.git/config", "x.code-workspace", "bare.git/config",
    "bare.git/hooks/update", "sub/.GIT/Config", "sub/caisson.yaml",
)

# Not protected by their names: a link leads there, or a second name.
OTHERS = ("link-hooks/pre-push", "notes/agent", "notes/hook", "tools/hook", "tools/tasks", "tools/second", "tools/deep")


@contextmanager
def workspace() -> Iterator[Path]:
    """Everything that is protected is there."""
    with tempfile.TemporaryDirectory() as folder:
        top = Path(folder)
        subprocess.run(["git", "init", "-q", "--bare", str(top / "bare.git")], check=True)
        for name in FILES:
            (top / name).parent.mkdir(parents=True, exist_ok=True)
            (top / name).write_text("mine")
        (top / "src").mkdir()
        (top / "link-hooks").mkdir()
        (top / "sub/linked").mkdir()
        (top / "sub/linked/.husky").symlink_to("../../link-hooks")
        (top / "link-hooks/pre-push").write_text("mine")
        (top / "notes").mkdir()
        (top / "notes/agent").write_text("mine")
        (top / "GEMINI.md").symlink_to("notes/agent")
        os.link(top / ".git/hooks/pre-commit", top / "notes/hook")
        (top / "tools").mkdir()
        for name in ("hook", "tasks", "deep"):
            (top / "tools" / name).write_text("mine")
        os.link(top / "tools/tasks", top / "tools/second")
        (top / ".git/hooks/pre-push").symlink_to("../../tools/hook")  # links below a protected directory
        (top / ".vscode/launch.json").symlink_to("../tools/tasks")
        (top / ".vscode/a/b/c/d").mkdir(parents=True)
        (top / ".vscode/a/b/c/d/e").symlink_to("../../../../../tools/deep")
        subprocess.run(["chmod", "-R", "a+rwX", folder], check=True)
        yield top


def fingerprint(top: Path) -> dict[str, str]:
    """Content of what is protected; what is missing shows."""
    seen = {}
    for name in (*FILES, *OTHERS):
        p = top / name
        seen[name] = hashlib.sha256(p.read_bytes()).hexdigest() + oct(p.stat().st_mode) if p.exists() else "gone"
    return seen


# What an attacker does to each file: in it, over it, and to the directories above it.
ATTACK = r"""
import os, shutil
def attempt(f, *a):
    try: f(*a)
    except OSError: pass
def write(p):
    with open(p, 'w') as f: f.write('theirs')
def over(p):
    write('/w/src/new'); os.replace('/w/src/new', p)
for name in NAMES:
    p = '/w/' + name
    attempt(write, p); attempt(over, p); attempt(os.unlink, p)
    attempt(os.link, p, '/w/src/other'); attempt(write, '/w/src/other'); attempt(os.unlink, '/w/src/other')
    attempt(os.truncate, p, 0); attempt(os.chmod, p, 0o755)
    up = os.path.dirname(p)
    while up != '/w':
        attempt(os.rename, up, up + '2'); attempt(os.rmdir, up)
        up = os.path.dirname(up)
write('/w/src/free'); write('/w/free')
attempt(os.rename, '/w/src', '/w/src2')
"""
NAMES = f"NAMES = {(*FILES, *OTHERS, 'sub/linked/.husky/pre-push')!r}\n"


def held(top: Path, before: dict[str, str]) -> None:
    after = fingerprint(top)
    assert after == before, {n: after[n] for n in after if after[n] != before[n]}
    assert (top / "free").read_text() == "theirs" and (top / "src2/free").exists()  # the rest is writable


def test_d10_d11_what_is_there_stays_at_every_depth(caisson: Caisson) -> None:
    """In the engine, by an import that needs CPython, by option, and as any program."""
    needs_jail(caisson)
    code = NAMES + ATTACK
    ways = {
        "engine": ["run", "--depth", "interp", "-v", "{}:/w:rw", "-c", code],
        "auto": ["run", "-v", "{}:/w:rw", "-c", "import sqlite3\n" + code],
        "process": ["run", "--depth", "process", "-v", "{}:/w:rw", "-c", code],
        "exec": ["exec", "-v", "{}:/w:rw", "--", PYTHON, "-I", "-c", code],
    }
    for way, command in ways.items():
        with workspace() as top:
            before = fingerprint(top)
            done = caisson(*(a.format(top) if a.startswith("{}:") else a for a in command))
            assert done.code == 0, (way, done)
            held(top, before)
    for way in ("engine", "auto"):
        with workspace() as top:
            before = fingerprint(top)
            command = [a.format(top) if a.startswith("{}:") else a for a in ways[way]]
            assert caisson(*command, env=weak("fs.protect")).code == 0
            after = fingerprint(top)
            # twin: without the list every one of them is lost
            twin("D10", all(after[n] != before[n] for n in (*FILES, *OTHERS)), way, after)


def test_d10_d11_a_model_with_a_shell(caisson: Caisson) -> None:
    needs_jail(caisson)
    os.environ.setdefault("CAISSON_BUILD", str(Path(caisson.binary).parent))
    from client import Stdio

    def attack(top: Path, env: dict[str, str]) -> None:
        with Stdio("--workspace", f"{top}:rw", env={**caisson.environment(), **env}) as s:
            s.open()
            code = NAMES + ATTACK.replace("/w", "/workspace")
            got = s.call("run_shell", command=[PYTHON, "-I", "-c", code])
            assert got["structuredContent"]["status"] == "ok", got
            assert s.call("run_shell", script="test -d src2 && mv src2 src")["structuredContent"]["status"] == "ok"
            s.call("run_code", code="import sqlite3\n" + code, depth="process")

    with workspace() as top:
        before = fingerprint(top)
        attack(top, {})
        held(top, before)
    with workspace() as top:
        before = fingerprint(top)
        attack(top, weak("fs.protect"))
        # twin: without the list hooks are written
        twin("D10", fingerprint(top)[".git/hooks/pre-commit"] != before[".git/hooks/pre-commit"])


# --- what is not there stays absent -----------------------------------------------

ABSENT = r"""
import ctypes, os, shutil, subprocess, threading
libc = ctypes.CDLL(None, use_errno=True)
os.chdir('/w')
def attempt(f, *a, **k):
    try: return f(*a, **k)
    except OSError: return None
def put(p, dir_fd=None):
    fd = os.open(p, os.O_CREAT | os.O_WRONLY, 0o755, dir_fd=dir_fd); os.write(fd, b'theirs'); os.close(fd)
def prepare():
    shutil.rmtree('/w/ready', ignore_errors=True); os.makedirs('/w/ready/hooks/x')
    put('/w/ready/hooks/pre-commit'); put('/w/ready/config'); put('/w/ready/plain')
prepare()
os.makedirs('/w/in/deep', exist_ok=True)
attempt(os.symlink, '/w/in', '/w/alias')
here = os.open('/w/in', os.O_RDONLY)
for name in NAMES:
    top = name.split('/')[0]
    attempt(os.makedirs, os.path.dirname('/w/' + name), exist_ok=True)
    attempt(put, '/w/' + name)                      # by its name
    attempt(put, name)                              # relative
    attempt(put, './/in/../' + name)
    attempt(put, '/w/alias/deep/../../' + name)
    attempt(os.makedirs, os.path.dirname('/w/in/deep/' + name), exist_ok=True)
    attempt(put, '/w/alias/deep/' + name)           # nested, through a link
    attempt(put, name.upper())                      # in another case
    attempt(os.makedirs, '/w/in/' + os.path.dirname(name), exist_ok=True)
    attempt(put, name, dir_fd=here)                 # by a descriptor
    attempt(os.symlink, '/w/ready/plain', '/w/' + name)
    attempt(os.link, '/w/ready/plain', '/w/' + name)
    attempt(os.rename, '/w/ready/plain', '/w/' + name); prepare()
    attempt(os.rename, '/w/ready', '/w/' + top); prepare()
    attempt(os.mkdir, '/w/' + name)
    attempt(os.mknod, '/w/' + name, 0o100644)
    tmp = attempt(os.open, '/w', os.O_TMPFILE | os.O_RDWR, 0o755)
    if tmp is not None:
        os.write(tmp, b'theirs')
        libc.linkat(-100, f'/proc/self/fd/{tmp}'.encode(), -100, ('/w/' + name).encode(), 0x400)
        libc.linkat(tmp, b'', -100, ('/w/' + name).encode(), 0x1000)
        os.close(tmp)
    attempt(os.symlink, '/w/' + name, '/w/dangling'); attempt(put, '/w/dangling'); attempt(os.unlink, '/w/dangling')
    libc.syscall(437, -100, ('/w/' + name).encode(), (ctypes.c_uint64 * 3)(0o101, 0o644, 0), 24)  # openat2
    libc.renameat2(-100, b'/w/ready/plain', -100, ('/w/' + name).encode(), 2)
# the path changes while somebody decides
names = [b'/w/harmless\0', b'/w/.bashrc\0\0\0']
room = ctypes.create_string_buffer(16)
stop = False
def flip():
    while not stop:
        for n in names: ctypes.memmove(room, n, len(n))
t = threading.Thread(target=flip); t.start()
for i in range(400):
    fd = libc.open(room, os.O_CREAT | os.O_WRONLY, 0o644)
    if fd >= 0: os.close(fd)
    libc.unlink(b'/w/harmless')
stop = True; t.join()
attempt(subprocess.run, ['git', 'init', '-q', '--bare', '/w/in/naked'], capture_output=True)
attempt(subprocess.run, ['git', 'init', '-q', '/w/in/tree'], capture_output=True)
for part in ('objects', 'refs'): attempt(os.makedirs, '/w/own/' + part, exist_ok=True)
attempt(put, '/w/own/HEAD'); attempt(put, '/w/own/config')
put('/w/free'); os.mkdir('/w/dir'); os.rename('/w/dir', '/w/dir2'); os.symlink('free', '/w/l'); os.link('/w/free', '/w/h')
"""
WANTED = (
    ".git/hooks/pre-commit", ".git/config", ".bashrc", ".mcp.json", ".vscode/tasks.json", "CLAUDE.md",
    ".cargo/config.toml", ".config/fish/config.fish", ".envrc", "caisson.yaml", "x.code-workspace",
)


def planted(top: Path) -> list[str]:
    """Found by walking the host's tree, whatever way they came."""
    last = {Path(n).name.lower() for n in WANTED} - {"config", "pre-commit"}
    found = []
    for folder, dirs, files in os.walk(top):
        rest = Path(folder).relative_to(top)
        for name in (*dirs, *files):
            path = str(rest / name)
            inside = rest.name.lower() == ".git" and name.lower() in ("hooks", "config", "info")
            if "ready" not in path and (name.lower() in last or inside):
                found.append(path)
        if {"HEAD", "objects", "refs"} <= {*dirs, *files} and not folder.endswith("/.git"):
            found.append(f"{rest} is a repository")
    return found


def test_d10_d11_what_is_absent_stays_absent(caisson: Caisson) -> None:
    """Every way to make a name, at every depth that a program or client can choose."""
    needs_jail(caisson)
    code = f"NAMES = {WANTED!r}\n" + ABSENT
    ways = {
        "auto": ["run", "-v", "{}:/w:rw", "-c", "import sqlite3\n" + code],
        "exec": ["exec", "-v", "{}:/w:rw", "--", PYTHON, "-I", "-c", code],
    }
    for way, command in ways.items():
        with tempfile.TemporaryDirectory() as folder:
            os.chmod(folder, 0o777)
            done = caisson(*(a.format(folder) if a.startswith("{}:") else a for a in command))
            assert done.code == 0, (way, done)
            assert planted(Path(folder)) == [], (way, planted(Path(folder)))
            assert {"free", "dir2", "l", "h"} <= set(os.listdir(folder)), way  # the rest is writable
            assert (Path(folder) / "free").read_text() == "theirs"
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o777)
        command = [a.format(folder) if a.startswith("{}:") else a for a in ways["auto"]]
        caisson(*command, env=weak("fs.protect"))
        found = planted(Path(folder))
        # twin: without the list all of them are planted
        wanted = [n for n in WANTED if n != ".git/hooks/pre-commit"] + [".git/hooks", "in/naked is a repository"]
        twin("D10", all(n in found for n in wanted), found)


FORKED = """
import sys
from caisson import Mount, Sandbox
with Sandbox(depth='process', mounts={'/w': Mount(sys.argv[1], 'rw')}) as box:
    r = box.run(sys.stdin.read())
    print(r.status, r.error)
"""


# A repository without a work tree needs neither the name .git nor hooks of its own:
# whoever starts git in it gets what its configuration names.
NAKED = r"""
import os
def attempt(f, *a):
    try: f(*a)
    except OSError: pass
def put(p):
    with open(p, 'w') as f: f.write('theirs')
for name in ('hooks', 'info', 'modules', 'worktrees'): attempt(os.mkdir, '/w/old.git/' + name)
for name in ('hooks/update', 'config', 'config.worktree', 'commondir', 'gitdir'): attempt(put, '/w/old.git/' + name)
os.mkdir('/w/ready'); put('/w/ready/update')
attempt(os.rename, '/w/ready', '/w/old.git/hooks')
for d in ('new', 'new2', 'new3'):
    for part in ('objects', 'refs'): attempt(os.makedirs, f'/w/{d}/{part}')
for n in ('HEAD', 'config'): attempt(put, '/w/new/' + n)
put('/w/new2/x'); attempt(os.rename, '/w/new2/x', '/w/new2/HEAD')
attempt(os.symlink, 'x', '/w/new3/HEAD')
os.mkdir('/w/near'); put('/w/near/HEAD'); attempt(put, '/w/near/commondir'); put('/w/near/plain')
attempt(os.rename, '/w/old.git', '/w/moved.git')
"""


def naked(top: Path) -> list[str]:
    """What git would obey that was not there."""
    old = next(p for p in (top / "old.git", top / "moved.git") if p.exists())
    found = [n for n in ("hooks", "info", "modules", "worktrees", "config.worktree", "commondir", "gitdir")
             if (old / n).exists()]  # fmt: skip
    if old.name == "moved.git":
        found.append("moved")
    if "theirs" in (old / "config").read_text():
        found.append("config")
    for d in ("new", "new2", "new3", "near"):
        names = set(os.listdir(top / d))
        if "HEAD" in names and ({"objects", "refs"} <= names or "commondir" in names):
            found.append(d)
    return found


def test_d10_a_repository_without_a_work_tree(caisson: Caisson) -> None:
    needs_jail(caisson)

    def attack(depth: str, env: dict[str, str]) -> list[str]:
        with tempfile.TemporaryDirectory() as folder:
            top = Path(folder)
            subprocess.run(["git", "init", "-q", "--bare", str(top / "old.git")], check=True)
            for name in ("hooks", "info"):
                subprocess.run(["rm", "-r", str(top / "old.git" / name)], check=True)
            subprocess.run(["chmod", "-R", "a+rwX", folder], check=True)
            done = caisson("run", "--depth", depth, "-v", f"{folder}:/w:rw", "-c", NAKED, env=env)
            assert done.code == 0 and (top / "near/plain").exists(), done
            return naked(top)

    for depth in ("interp", "process"):
        assert attack(depth, {}) == [], depth
        found = attack(depth, weak("fs.protect"))
        # twin: without the list all of it is planted
        twin("D10", {"hooks", "commondir", "moved", "config", "new", "new2", "new3", "near"} <= {*found}, depth, found)


def test_d10_what_is_committed(caisson: Caisson) -> None:
    """The same in an overlay that is committed afterwards."""
    cases = {
        "open('/workspace/old.git/hooks/update', 'w').close()": "old.git/hooks/update",
        "os.mkdir('/workspace/n'); os.mkdir('/workspace/n/refs'); os.mkdir('/workspace/n/objects')\n"
        "open('/workspace/n/HEAD', 'w').close()": "n/HEAD",
        "os.mkdir('/workspace/n'); open('/workspace/n/HEAD', 'w').close()\n"
        "open('/workspace/n/commondir', 'w').close()": "n/commondir",
        "open('/workspace/notes/agent', 'w').close()": "notes/agent",
        "os.rename('/workspace/notes', '/workspace/else')": "else",
    }
    for code, name in cases.items():
        for env in ({}, weak("fs.protect")):
            with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as state:
                top, snap = Path(folder), str(Path(state, "s"))
                subprocess.run(["git", "init", "-q", "--bare", str(top / "old.git")], check=True)
                (top / "notes").mkdir()
                (top / "notes/agent").write_text("mine")
                (top / "AGENTS.md").symlink_to("notes/agent")
                here = ("--workspace", folder)
                done = caisson("snapshot", "dump", "-q", *here, "-o", snap, "-c", "import os\n" + code)
                assert done.code == 0, done
                done = caisson("commit", *here, snap, env=env)
                changed = (top / name).exists() and (top / name).is_dir() or (
                    (top / name).exists() and (top / name).read_bytes() == b""
                )
                if env:
                    twin("D10", done.code == 0 and changed, code, done)  # twin: without the list it is there
                else:
                    assert done.code != 0 and "protected" in done.err and not changed, (code, done)


LINKS = r"""
import os
for i, target in enumerate(TARGETS):
    try: os.symlink(target, f'/w/l{i}')
    except OSError: pass
os.mkdir('/w/a'); os.symlink('../free', '/w/a/up'); os.symlink('a', '/w/fine')
for f in (os.rename, lambda p, q: os.link(p, q, follow_symlinks=False)):
    try: f('/w/a/up', '/w/up')
    except (OSError, NotImplementedError, TypeError): pass
"""
TARGETS = ("/etc/passwd", "../x", "a/../../x", "./..", "/w/free", "/usr/../etc", "//usr/x", "a//..//../x",
           "fine/../free")


def test_d25_links_do_not_lead_out_of_a_writable_mount(caisson: Caisson) -> None:
    """Nobody who reads what a program made is led to another file."""
    needs_jail(caisson)
    for depth in ("interp", "process"):
        for env in ({}, weak("links") if depth == "interp" else weak("fs.protect")):
            with tempfile.TemporaryDirectory() as folder:
                os.chmod(folder, 0o777)
                code = f"TARGETS = {TARGETS!r}\n" + LINKS
                done = caisson("run", "--depth", depth, "-v", f"{folder}:/w:rw", "-c", code, env=env)
                assert done.code == 0, done
                links = {n for n in os.listdir(folder) if Path(folder, n).is_symlink()}
                assert "fine" in links and os.readlink(Path(folder, "fine")) == "a"
                if env:  # twin: without the rule they are made
                    twin("D25", {f"l{i}" for i in range(len(TARGETS))} <= links, depth, links)
                else:
                    assert links == {"fine"}, (depth, links)
    if not Path("/usr/bin/python3").exists():
        return
    with tempfile.TemporaryDirectory() as folder:  # environments of Python work
        os.chmod(folder, 0o777)
        command = [PYTHON, "-m", "venv", "--without-pip", "/w/venv"]
        done = caisson("exec", "-v", f"{folder}:/w:rw", "--", *command)
        assert done.code == 0 and Path(folder, "venv/bin/python3").is_symlink(), done


def test_d10_forks_of_a_zygote_obey(caisson: Caisson) -> None:
    needs_jail(caisson)
    stage = Path(caisson.binary).parent / "stage"
    if not (stage / "caisson/_native.abi3.so").exists():
        raise unittest.SkipTest("the Python package is not built")
    code = f"NAMES = {WANTED!r}\n" + ABSENT

    def run(folder: str, **more: str) -> str:
        os.chmod(folder, 0o777)
        env = {**os.environ, "PYTHONPATH": str(stage), **more}
        done = subprocess.run([PYTHON, "-c", FORKED, folder], input=code, capture_output=True, text=True, env=env)
        assert done.returncode == 0, done
        return done.stdout

    with tempfile.TemporaryDirectory() as folder:
        assert run(folder).startswith("ok"), run(folder)
        assert planted(Path(folder)) == [] and (Path(folder) / "free").exists()
    with tempfile.TemporaryDirectory() as folder:
        run(folder, CAISSON_WEAKEN="fs.protect")
        # twin: without the list they are planted
        twin("D10", ".bashrc" in planted(Path(folder)))


def test_d10_nothing_of_ours_is_left(caisson: Caisson) -> None:
    """No placeholder stands for an absent name: neither during a run nor after kill -9."""
    needs_jail(caisson)
    with workspace() as top:
        def names() -> list[str]:
            return sorted(str(p.relative_to(top)) for p in top.rglob("*"))

        before = names()
        p = subprocess.Popen(
            [caisson.binary, "exec", "-v", f"{top}:/w:rw", "--shell", "echo up; sleep 60"],
            stdout=subprocess.PIPE, env=caisson.environment(),
        )
        assert p.stdout and p.stdout.readline() == b"up\n"
        assert names() == before
        p.kill()
        p.wait()
        p.stdout.close()
        assert names() == before
        # twin: a file that a program makes shows
        caisson("exec", "-v", f"{top}:/w:rw", "--", "/bin/sh", "-c", ">/w/made")
        twin("D10", names() == sorted([*before, "made"]))
