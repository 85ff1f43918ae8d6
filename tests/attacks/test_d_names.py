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
        subprocess.run(["chmod", "-R", "a+rwX", folder], check=True)
        yield top


def fingerprint(top: Path) -> dict[str, str]:
    """Content of what is protected; what is missing shows."""
    seen = {}
    for name in (*FILES, "link-hooks/pre-push"):
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
NAMES = f"NAMES = {(*FILES, 'sub/linked/.husky/pre-push', 'link-hooks/pre-push')!r}\n"


def held(top: Path, before: dict[str, str]) -> None:
    after = fingerprint(top)
    assert after == before, {n: after[n] for n in after if after[n] != before[n]}
    assert (top / "free").read_text() == "theirs" and (top / "src2/free").exists()  # the rest is writable


def test_d10_d11_what_is_there_stays_at_every_depth(caisson: Caisson) -> None:
    """In the engine, by an import that needs CPython, by option, and as any program."""
    needs_jail(caisson)
    code = NAMES + ATTACK
    ways = {
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
    with workspace() as top:
        before = fingerprint(top)
        command = [a.format(top) if a.startswith("{}:") else a for a in ways["auto"]]
        assert caisson(*command, env=weak("fs.protect")).code == 0
        after = fingerprint(top)
        # twin: without the list every one of them is lost
        twin("D10", all(after[n] != before[n] for n in FILES), after)


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
