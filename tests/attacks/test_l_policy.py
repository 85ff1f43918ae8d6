"""L10, M04: fields of a policy that once did not act, or that a report overlooked.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from jailed import PYTHON
from tool import Caisson, Done, needs_jail
from twins import twin, weak

DEPTHS = (["--depth", "interp"], ["--in-process"], ["--depth", "process"])


@contextmanager
def folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="caisson-l-") as name:
        (Path(name) / "ws").mkdir()
        os.chmod(name, 0o755)
        os.chmod(Path(name) / "ws", 0o777)
        yield Path(name)


def policy(where: Path, text: str) -> str:
    path = where / "p.yaml"
    path.write_text("version: 1\naccept_unenforced: [fs.protect, worker]\n" + text)
    path.chmod(0o600)
    return str(path)


# --- workspace.mode and workspace.write


def write(caisson: Caisson, where: Path, depth: list[str], space: str, path: str = "/workspace/f") -> Done:
    code = f"open({path!r}, 'w').close()"
    return caisson("run", *depth, "--policy", str(where / "p.yaml"), "--workspace", space, "-c", code, cwd=where)


def test_l10_the_mode_of_the_workspace_is_the_policys(caisson: Caisson) -> None:
    """--workspace without a mode has the policy's; with one it stays within it."""
    needs_jail(caisson)
    with folder() as where:
        for depth in DEPTHS:
            policy(where, "workspace: {mode: ro}\n")
            done = write(caisson, where, depth, "ws")
            assert done.code == 1 and "Read-only" in done.err, done
            for mode in ("overlay", "rw"):
                done = write(caisson, where, depth, f"ws:{mode}")
                assert done.code == 125 and "policy_widens" in done.err, done
            policy(where, "workspace: {mode: none}\n")
            assert write(caisson, where, depth, "ws").code == 125
            policy(where, "workspace: {mode: overlay}\n")
            twin("L10", write(caisson, where, depth, "ws").code == 0)
            policy(where, "workspace: {mode: rw}\n")
            twin("L10", write(caisson, where, depth, "ws:rw").code == 0 and (where / "ws/f").exists())
            (where / "ws/f").unlink()


def test_l10_a_project_makes_the_workspace_read_only(caisson: Caisson) -> None:
    """Whatever the user's mount says: workspace.mode of any level acts."""
    needs_jail(caisson)
    with folder() as where:
        policy(where, f"fs: {{mounts: [{{host: {where}/ws, guest: /workspace, mode: rw}}]}}\nworkspace: {{mode: rw}}\n")
        project = where / "caisson.yaml"
        for depth in DEPTHS:
            words = ("run", *depth, "--policy", str(where / "p.yaml"), "-c", "open('/workspace/f', 'w').close()")
            project.write_text("version: 1\nworkspace: {mode: ro}\n")
            done = caisson(*words, cwd=where)
            assert done.code == 1 and "Read-only" in done.err, done
            project.unlink()
            twin("L10", caisson(*words, cwd=where).code == 0)


def test_l10_patterns_of_the_workspace_act_in_an_overlay(caisson: Caisson) -> None:
    with folder() as where:
        rules = policy(where, "workspace: {mode: overlay, write: ['out/**', 'a/*/x']}\n")
        for depth in DEPTHS[:2]:
            done = write(caisson, where, depth, "ws")
            assert done.code == 1 and "Permission denied" in done.err, done
        code = (
            "import os\nos.makedirs('/workspace/out/deep')\nos.makedirs('/workspace/a/b')\n"
            "open('/workspace/out/deep/f', 'w').write('1')\nopen('/workspace/a/b/x', 'w').write('1')\n"
            "for f in (lambda: os.mkdir('/workspace/other'), lambda: open('/workspace/a/b/y', 'w'),\n"
            "          lambda: open('/workspace/a/x', 'w'), lambda: os.rename('/workspace/out', '/workspace/z')):\n"
            "    try: f()\n    except PermissionError: pass\n    else: raise SystemExit('written')\n"
        )
        both = ("--policy", rules, "--workspace", "ws")
        done = caisson("snapshot", "dump", *both, "-o", "s", "-c", code, cwd=where)
        assert done.code == 0, done
        assert "A /workspace/out/deep/f" in caisson("diff", *both, "s", cwd=where).out
        assert caisson("diff", "--workspace", "ws", "s", cwd=where).code == 125, "without its policy"
        done = caisson("commit", *both, "s", cwd=where)
        assert done.code == 0, done
        made = sorted(str(p.relative_to(where / "ws")) for p in (where / "ws").rglob("*") if p.is_file())
        assert made == ["a/b/x", "out/deep/f"], made
        policy(where, "workspace: {mode: overlay}\n")
        twin("L10", write(caisson, where, DEPTHS[0], "ws").code == 0)


# --- the run-time directory


def test_m04_the_run_time_directory_is_no_mount(caisson: Caisson) -> None:
    """A forged probe in it would make a report lie."""
    needs_jail(caisson)
    with folder() as where:
        run = where / "run"
        (run / "caisson").mkdir(parents=True, mode=0o700)
        env = {"XDG_RUNTIME_DIR": str(run)}
        if os.geteuid() == 0:
            run, env = Path("/run"), {}
            (run / "caisson").mkdir(mode=0o700, exist_ok=True)
        for depth in DEPTHS:
            for host, mode in ((run / "caisson", "rw"), (run / "caisson", "ro"), (run, "rw")):
                words = ("run", *depth, "-v", f"{host}:/x:{mode}", "-c", "import os; print(os.listdir('/x'))")
                done = caisson(*words, env=env)
                assert done.code == 125 and "run-time files" in done.err, done
                twin("M04", caisson(*words, env={**env, **weak("M04")}).code == 0)
            look = ("run", *depth, "-v", f"{run}:/x:ro", "-c", "import os; os.listdir('/x/caisson')")
            done = caisson(*look, env=env)
            assert done.code == 1 and "Permission denied" in done.err, done
            twin("M04", caisson(*look, env={**env, **weak("state")}).code == 0)


def late(caisson: Caisson, where: Path, **env: str) -> str:
    """What a program reads of the state when its directory opens while it runs."""
    closed = where / "closed"
    closed.chmod(0o700)
    code = (
        "print('ready', flush=True)\ninput()\n"
        "try: print(open('/x/closed/caisson/key').read())\nexcept OSError as e: print(type(e).__name__)\n"
    )
    with subprocess.Popen(
        [caisson.binary, "exec", "-i", "-v", f"{where}:/x:ro", "--", PYTHON, "-I", "-c", code],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        env={**caisson.environment(), "XDG_STATE_HOME": str(closed), **env},
    ) as p:  # fmt: skip
        assert p.stdin and p.stdout
        assert p.stdout.readline() == "ready\n"
        closed.chmod(0o755)
        return p.communicate("\n", timeout=60)[0].strip()


def test_m04_a_directory_above_the_state_opens_later(caisson: Caisson) -> None:
    """The jail cannot enter it and hides it whole; nothing is left open."""
    needs_jail(caisson)
    with folder() as where:
        (where / "closed/caisson").mkdir(parents=True)
        (where / "closed/caisson/key").write_text("the key")
        assert late(caisson, where) == "PermissionError"
        twin("M04", late(caisson, where, **weak("state")) == "the key")


# --- evidence


def test_l10_less_evidence_is_not_narrower(caisson: Caisson) -> None:
    """A project may ask for the whole text of code in the log, not for less."""
    with folder() as where:
        project = where / "caisson.yaml"
        for user, wants, good in (("full", "hash", False), ("hash", "full", True), ("full", "full", True)):
            rules = policy(where, f"audit: {{code: {user}}}\n")
            project.write_text(f"version: 1\naudit: {{code: {wants}}}\n")
            log = where / f"log-{user}-{wants}"
            done = caisson("run", "--policy", rules, "--audit", str(log), "-c", "x = 'evidence'", cwd=where)
            assert (done.code == 0) == good, (user, wants, done)
            if good:
                assert ("evidence" in log.read_text()) == (wants == "full")
            else:
                assert "policy_widens" in done.err and "audit.code" in done.err, done
                words = ("run", "--policy", rules, "--audit", str(log), "-c", "x = 'evidence'")
                off = caisson(*words, cwd=where, env=weak("L10"))
                twin("L10", off.code == 0 and "evidence" not in log.read_text(), off)


# --- words of reports


def test_a_gap_that_is_accepted_is_counted(caisson: Caisson) -> None:
    needs_jail(caisson)
    with folder() as where:
        rules = policy(where, f"depth: process\nfs: {{mounts: [{{host: {where}/ws, guest: /w, mode: rw}}]}}\n")
        got = caisson("policy", "explain", "--policy", rules).out
        line = next(x for x in got.splitlines() if x.startswith("gaps"))
        cell = next(x for x in got.splitlines() if x.startswith("fs.protect"))
        if " advisory " in cell:
            assert not line.startswith("gaps      none") and "1 of them accepted" in line, got
        else:
            assert line.startswith("gaps      none"), got


def test_nobody_promises_a_network_that_is_not_there(caisson: Caisson) -> None:
    """'why' and 'explain' say yes only where a program would get through."""
    with folder() as where:
        rules = policy(where, "egress: {allow: [example.com]}\n")
        why = json.loads(caisson("why", "--json", "--policy", rules, "--host", "example.com").out)
        reports = json.loads(caisson("policy", "explain", "--json", "--policy", rules).out)["reports"]
        reach = any(
            r["available"] and r["fields"]["egress.allow"]["word"] == "enforced"
            and "absent" not in r["fields"]["egress.allow"]["by"]
            for r in reports
        )
        assert why["allowed"] is reach, why
        if not reach:
            assert "no network" in why["rule"] and "no depth here has a network" in why["remedy"], why
