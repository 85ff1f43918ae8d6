"""A jail is looked at from outside before its program runs (statement 25).

Test builds leave a mechanism out behind everybody's back (CAISSON_FAULT=live:
NAME): the plan says that it is there, and it is not.  The host must find that,
and nothing may have run.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

from tool import Caisson, needs_jail

FAULTS = {
    "filter": "filter of system calls is",
    "caps": "it has capabilities",
    "limits": "a resource limit is missing",
    "group": "the limit of its control group was not written",
    "mount": "'/extra' is mounted and not planned",
    "listener": "somebody listens in it",
}


def start(caisson: Caisson, fault: str, *words: str) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "CAISSON_FAULT": f"live:{fault}"} if fault else dict(os.environ)
    return subprocess.run([caisson.binary, *words], capture_output=True, text=True, env=env)


def has_group(caisson: Caisson) -> bool:
    return caisson("doctor", "--json").json["probes"]["cg_mem"].startswith("ok")


def test_25_what_was_left_out_is_found_and_nothing_has_run(caisson: Caisson) -> None:
    needs_jail(caisson)
    with tempfile.TemporaryDirectory() as d:
        os.chmod(d, 0o777)
        code = "open('/w/ran', 'w').close()"
        mount = ("-v", f"{d}:/w:rw")
        ways = (
            ("exec", *mount, "--", "/usr/bin/python3", "-c", code),
            ("exec", "--no-spawn", *mount, "--", "/usr/bin/python3", "-c", code),
            ("run", "--depth", "process", *mount, "-c", code),
        )
        for fault, text in FAULTS.items():
            if fault == "group" and not has_group(caisson):
                continue
            for words in ways:
                done = start(caisson, fault, *words)
                assert done.returncode in (125, 137), (fault, words, done)
                assert "enforcement_failed" in done.stderr and text in done.stderr, (fault, words, done)
                assert not Path(d, "ran").exists(), (fault, words)
        for words in ways:
            assert start(caisson, "", *words).returncode == 0
            Path(d, "ran").unlink()


def test_25_forks_of_a_zygote_as_well(caisson: Caisson) -> None:
    """Without mounts a program is a fork of an interpreter that waits."""
    needs_jail(caisson)
    for fault in ("filter", "caps", "limits", "mount"):
        done = start(caisson, fault, "run", "--depth", "process", "-c", "print('ran')")
        assert done.returncode != 0 and "enforcement_failed" in done.stderr, (fault, done)
        assert done.stdout == "", (fault, done)
    assert start(caisson, "", "run", "--depth", "process", "-c", "print('ran')").stdout == "ran\n"


def test_25_what_the_policy_hides_is_hidden_or_nothing_runs(caisson: Caisson) -> None:
    needs_jail(caisson)
    with tempfile.TemporaryDirectory(prefix="with blank ") as d:
        os.chmod(d, 0o755)
        Path(d, "hidden").write_text("secret")
        policy = Path(d, "p.yaml")
        policy.write_text(
            "version: 1\nprocess: {spawn: true, unix_sockets: true}\naccept_unenforced: [limits.memory_bytes]\n"
            f"fs: {{mounts: [{{host: '{d}', guest: '/a b', mode: ro}}], deny: ['/a b/hidden']}}\n"
        )
        policy.chmod(0o600)
        words = ("run", "--depth", "process", "--policy", str(policy), "-c")
        look = "import os\ntry: print(open('/a b/hidden').read())\nexcept OSError: print(os.listdir('/a b') != [])"
        done = start(caisson, "", *words, look)
        assert done.stdout == "True\n", done
        done = start(caisson, "covers", *words, look)
        assert done.stdout == "" and "'/a b/hidden' is not covered" in done.stderr, done


def test_18_a_release_has_no_such_switch(caisson: Caisson) -> None:
    """The switches are in test builds only: nothing reads them in a release."""
    source = Path(__file__).resolve().parents[2] / "src"
    readers = [p for p in source.rglob("*.c") if "CAISSON_FAULT" in p.read_text()]
    assert readers
    for path in readers:
        text = path.read_text()
        at = text.index('getenv("CAISSON_FAULT")')
        guard = text.rfind("#ifdef NDEBUG", 0, at)
        assert guard >= 0 and "#else" in text[guard:at] and "#endif" not in text[guard:at], path


def test_25_a_worker_as_well(caisson: Caisson) -> None:
    """Also what runs the engine is looked at before it gets a program."""
    if b"__asan_init" in Path(caisson.binary).read_bytes():
        raise unittest.SkipTest("workers of a sanitizer build have fewer walls")
    faults = {"filter": "no filter of system calls", "limits": "a resource limit is missing"}
    if os.geteuid() == 0:  # only root has something to lose, or may see what is open
        faults |= {"caps": "it has capabilities", "descriptors": "it has open descriptors"}
    for fault, text in faults.items():
        done = start(caisson, fault, "run", "--depth", "interp", "-c", "print('ran')")
        assert done.returncode == 125 and done.stdout == "", (fault, done)
        assert "enforcement_failed" in done.stderr and text in done.stderr, (fault, done)
    assert start(caisson, "", "run", "--depth", "interp", "-c", "print('ran')").stdout == "ran\n"
    for depth, seen in (("interp", True), ("process", has_jail(caisson)), ("check", False)):
        report = caisson("policy", "explain", "--json", "--depth", depth).json
        assert report["verified_live"] is seen, depth
    off = subprocess.run([caisson.binary, "policy", "explain", "--json", "--depth", "interp"],
                         capture_output=True, text=True, env={**os.environ, "CAISSON_FAULT": "worker"})
    assert json.loads(off.stdout)["verified_live"] is False


def has_jail(caisson: Caisson) -> bool:
    return bool(caisson("doctor", "--json").json["process"])
