"""E02: a working directory that leads out of the jail, by every name of one.

The helper once held the descriptors of its mounts while it changed directory,
so /proc/self/fd/N was the host's tree (the class of CVE-2024-21626).  Whether a
directory is inside is decided by the program itself: from inside, ".." ends at
the root of the jail.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from jailed import PYTHON
from tool import Caisson, needs_jail
from twins import twin

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "mcp"))

# "in" or "OUT": the kernel stops ".." at the root of the process, if that is above.
LOOK = """
import os
def end(p):
    for i in range(40): p += '/..'
    s = os.stat(p); return s.st_dev, s.st_ino
root = os.stat('/')
print('in' if end('.') == (root.st_dev, root.st_ino) else 'OUT')
"""
NUMBERS = range(3, 13)
ALIASES = ("/proc/self/fd/{}", "/dev/fd/{}", "/proc/thread-self/fd/{}", "/proc/2/fd/{}",
           "/tmp/../proc/self/fd/{}", "proc/self/fd/{}", "/proc/self/task/../fd/{}")


def workspace() -> tempfile.TemporaryDirectory[str]:
    d = tempfile.TemporaryDirectory()
    os.chmod(d.name, 0o755)
    Path(d.name, "plain").mkdir()
    Path(d.name, "there").symlink_to("plain")
    for n in NUMBERS:
        Path(d.name, f"n{n}").symlink_to(f"/proc/self/fd/{n}")
    Path(d.name, "twice").symlink_to("n6")
    return d


def started(caisson: Caisson, command: list[str], env: dict[str, str] | None = None) -> str:
    """What the program found; "" if there was none."""
    done = caisson(*command, env=env)
    assert done.out.strip() in ("in", "OUT", ""), done
    assert done.out or done.code != 0, done
    return done.out.strip()


def exec_at(host: str, where: str, *options: str) -> list[str]:
    return ["exec", *options, "-w", where, "--", PYTHON, "-I", "-c", LOOK]


def test_e02_no_name_of_a_descriptor_is_a_way_out(caisson: Caisson) -> None:
    needs_jail(caisson)
    with workspace() as host:
        mounts = [f"{host}:/a:ro", f"{host}:/b:rw", f"{host}:/c:overlay"]
        options = [word for m in mounts for word in ("-v", m)]
        off = [n for n in NUMBERS
               if started(caisson, exec_at(host, f"/proc/self/fd/{n}", "--weaken", "cwd", *options)) == "OUT"]
        # twin: chdir in the finished root with the sources still open
        twin("E02", bool(off), off)
        for n in NUMBERS:
            assert started(caisson, exec_at(host, f"/proc/self/fd/{n}", *options)) != "OUT", n
        for alias in ALIASES:
            where = alias.format(off[0])
            assert started(caisson, exec_at(host, where, *options)) != "OUT", where
        for where in ("/proc/1/root", "/proc/1/cwd", "/proc/self/root", "/proc/self/cwd", "/proc/2/cwd", "/.."):
            assert started(caisson, exec_at(host, where, *options)) != "OUT", where


def test_e02_a_link_in_the_workspace_is_no_way_out(caisson: Caisson) -> None:
    """The repository decides, the caller is innocent: -w /workspace/src."""
    needs_jail(caisson)
    with workspace() as host:
        space = ["--workspace", f"{host}:rw"]

        def at(name: str, *more: str) -> str:
            return started(caisson, exec_at(host, f"/workspace/{name}", *space, *more))

        # twin: chdir alone
        twin("E02", "OUT" in [at(f"n{n}", "--weaken", "cwd") for n in NUMBERS])
        assert "OUT" not in [at(f"n{n}") for n in NUMBERS] + [at("twice")]
        assert at("there") == "in" and at("plain") == "in"  # links that stay inside are links


def test_e02_sessions_start_inside(caisson: Caisson) -> None:
    needs_jail(caisson)
    with workspace() as host:
        def at(where: str, env: dict[str, str] | None = None) -> str:
            command = ["run", "--depth", "process", "-v", f"{host}:/a:ro", "-w", where, "-c", LOOK]
            return started(caisson, command, env)

        names = [f"/proc/self/fd/{n}" for n in NUMBERS] + ["/a/n6", "/a/n7"]
        # twin: chdir alone
        twin("E02", "OUT" in [at(w, {"CAISSON_WEAKEN": "cwd"}) for w in names])
        assert "OUT" not in [at(w) for w in names]
        assert at("/a/plain") == "in"


FORKED = """
import sys
from caisson import Sandbox
def at(where, mounts):
    try:
        with Sandbox(depth='process', cwd=where, **mounts) as box:
            return (box.run(sys.argv[1]).stdout or '').strip()
    except Exception:
        return ''
mounts = {'mounts': {'/a': sys.argv[2]}}
seen = [at(f'/proc/self/fd/{n}', m) for m in ({}, mounts) for n in range(3, 24)]
seen += [at('/a/n7', mounts), at('/a/twice', mounts)]
print(seen.count('OUT'), at('/a/plain', mounts), at('/tmp', {}))
"""


def test_e02_forks_of_a_zygote_start_inside(caisson: Caisson) -> None:
    needs_jail(caisson)
    stage = Path(caisson.binary).parent / "stage"
    if not (stage / "caisson/_native.abi3.so").exists():
        raise unittest.SkipTest("the Python package is not built")
    with workspace() as host:
        def run(**more: str) -> list[str]:
            env = {**os.environ, "PYTHONPATH": str(stage), **more}
            done = subprocess.run([PYTHON, "-c", FORKED, LOOK, host], capture_output=True, text=True, env=env)
            assert done.returncode == 0, done
            return done.stdout.split()

        assert run() == ["0", "in", "in"]
        off = run(CAISSON_WEAKEN="cwd")
        # twin: chdir alone
        twin("E02", int(off[0]) > 0, off)


def test_e02_a_model_names_the_directory(caisson: Caisson) -> None:
    """run_shell of the MCP server has `cwd`."""
    needs_jail(caisson)
    os.environ.setdefault("CAISSON_BUILD", str(Path(caisson.binary).parent))
    from client import Stdio

    def ask(host: str, env: dict[str, str]) -> list[str]:
        seen = []
        with Stdio("--workspace", f"{host}:rw", env={**caisson.environment(), **env}) as s:
            s.open()
            for where in [f"/proc/self/fd/{n}" for n in NUMBERS] + [f"/workspace/n{n}" for n in NUMBERS]:
                command = [PYTHON, "-I", "-c", LOOK]
                got = s.call("run_shell", command=command, cwd=where)
                seen.append(got.get("structuredContent", {}).get("stdout", "").strip())
            inside = s.call("run_shell", command=command, cwd="/workspace/there")
            assert inside["structuredContent"]["stdout"] == "in\n", inside
        return seen

    with workspace() as host:
        assert "OUT" not in ask(host, {})
        # twin: chdir alone
        twin("E02", "OUT" in ask(host, {"CAISSON_WEAKEN": "cwd"}))


def test_e02_the_host_looks_where_the_program_stands(caisson: Caisson) -> None:
    """With the mistake put back unseen, looking from outside finds it."""
    needs_jail(caisson)
    with workspace() as host:
        options = ["-v", f"{host}:/a:ro"]
        behind = {"CAISSON_FAULT": "live:cwd"}
        words = [caisson(*exec_at(host, f"/proc/self/fd/{n}", *options), env=behind) for n in NUMBERS]
        assert not any("OUT" in w.out for w in words)
        twin("E02", any("enforcement_failed: its working directory" in w.err for w in words), words)
        assert caisson(*exec_at(host, "/a/plain", *options), env=behind).out == "in\n"
