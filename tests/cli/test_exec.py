"""Any program in a jail: `caisson exec`, its streams, limits and exit codes.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import subprocess
import tempfile
import time
import unittest
from collections.abc import Iterator
from pathlib import Path

from tool import Caisson, needs_jail


def sh(caisson: Caisson, script: str, *options: str) -> object:
    return caisson("exec", *options, "--shell", script)


def test_streams_stay_apart_and_codes_pass_through(caisson: Caisson) -> None:
    needs_jail(caisson)
    done = sh(caisson, "echo out; echo err >&2; exit 7")
    assert (done.code, done.out, done.err) == (7, "out\n", "err\n")
    assert caisson("exec", "--", "true").code == 0


def test_codes_as_a_shell_has_them(caisson: Caisson) -> None:
    needs_jail(caisson)
    assert caisson("exec", "no-such-program").code == 127
    assert caisson("exec", "/etc/passwd").code == 126
    assert sh(caisson, "kill -9 $$").code == 137
    assert sh(caisson, "kill -15 $$").code == 143
    done = caisson("exec", "--timeout", "200ms", "--", "sleep", "30")
    assert done.code == 124
    assert "deadline" in done.err


def test_partial_output_survives_the_deadline(caisson: Caisson) -> None:
    needs_jail(caisson)
    start = time.monotonic()
    done = sh(caisson, "echo partial; setsid sleep 77 & sleep 77", "--timeout", "2s")
    assert time.monotonic() - start < 30
    assert (done.code, done.out) == (124, "partial\n")
    alive = [p for p in Path("/proc").glob("[0-9]*/cmdline") if read(p) == b"sleep\x0077\x00"]
    assert alive == []


def read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        return b""


def test_environment_is_clean(caisson: Caisson) -> None:
    needs_jail(caisson)
    os.environ["JAIL_TEST_SECRET"] = "s3cret"
    try:
        done = caisson("exec", "-e", "A=b=c", "env")
    finally:
        del os.environ["JAIL_TEST_SECRET"]
    assert sorted(done.out.splitlines()) == [
        "A=b=c", "HOME=/tmp", "LANG=C.UTF-8", "PATH=/usr/local/bin:/usr/bin:/bin"
    ]


def test_output_is_cut_truthfully(caisson: Caisson) -> None:
    needs_jail(caisson)
    done = sh(caisson, "head -c 100000 /dev/zero | tr '\\0' x; echo end >&2", "--max-output", "1k",
              "--json")
    result = json.loads(done.out)
    assert result["stdout"] == "x" * 1024
    assert result["stdout_truncated"]
    assert not result["stderr_truncated"]
    assert (result["stderr"], result["exit_code"]) == ("end\n", 0)


def test_stdin(caisson: Caisson) -> None:
    needs_jail(caisson)
    with tempfile.NamedTemporaryFile("w") as f:
        f.write("line\n" * 50000)
        f.flush()
        assert sh(caisson, "wc -l", "--stdin", f.name).out.split() == ["50000"]
        assert sh(caisson, "exit 0", "--stdin", f.name).code == 0
    assert sh(caisson, "wc -c").out.split() == ["0"]


def test_mounts(caisson: Caisson) -> None:
    needs_jail(caisson)
    with tempfile.TemporaryDirectory() as d:
        Path(d, "a").write_text("alpha\n")
        script = "cat a; echo beta > a; echo new > n; cat a"
        ro = sh(caisson, script, "-v", f"{d}:/w", "-w", "/w")
        assert ro.out == "alpha\nalpha\n"
        assert os.listdir(d) == ["a"]
        over = sh(caisson, script, "-v", f"{d}:/w:overlay", "-w", "/w")
        assert over.out == "alpha\nbeta\n"
        assert (os.listdir(d), Path(d, "a").read_text()) == (["a"], "alpha\n")
        rw = sh(caisson, script, "-v", f"{d}:/w:rw", "-w", "/w")
        assert rw.out == "alpha\nbeta\n"
        assert (sorted(os.listdir(d)), Path(d, "a").read_text()) == (["a", "n"], "beta\n")
        assert os.stat(Path(d, "n")).st_uid == os.geteuid()
    missing = sh(caisson, "true", "-v", "/no/such/dir:/w")
    assert missing.code == 125


def test_memory_and_processes_are_limited(caisson: Caisson) -> None:
    needs_jail(caisson)
    hog = caisson("exec", "-m", "64m", "--", "/usr/bin/python3", "-c", "x = b'x' * (200 << 20)")
    assert hog.code in (1, 137)
    bomb = sh(caisson, "for i in $(seq 40); do sleep 9 & done; wait", "--processes", "12",
              "--timeout", "5s")
    assert bomb.code != 0
    assert "fork" in bomb.err


def test_doctor_tells_what_holds(caisson: Caisson) -> None:
    needs_jail(caisson)
    report = json.loads(caisson("doctor", "--json").out)
    assert report["process"] is True
    names = {f["name"]: f for f in report["facts"]}
    assert {"namespaces", "seccomp", "landlock", "cgroups", "overlay"} <= set(names)
    assert all(f["detail"] for f in report["facts"])


@contextlib.contextmanager
def as_nobody(caisson: Caisson) -> Iterator[list[str]]:
    """A command line that runs a copy of the binary as a user without rights."""
    if os.geteuid() != 0 or not shutil.which("setpriv"):
        raise unittest.SkipTest("only root can become somebody else")
    with tempfile.TemporaryDirectory() as d:
        os.chmod(d, 0o755)
        copy = shutil.copy(caisson.binary, d)
        os.chmod(copy, 0o755)
        yield ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", copy]


def test_an_ordinary_user_needs_no_help(caisson: Caisson) -> None:
    needs_jail(caisson)
    with as_nobody(caisson) as command, tempfile.TemporaryDirectory() as d:
        os.chmod(d, 0o777)
        Path(d, "a").write_text("alpha")
        report = subprocess.run([*command, "doctor", "--json"], capture_output=True, text=True)
        facts = json.loads(report.stdout)
        if not facts["process"]:
            raise unittest.SkipTest(f"no user namespaces here: {facts['facts'][0]['detail']}")
        script = "cat /w/a; echo b > /w/b; id -u; cat /etc/shadow; ls /root"
        done = subprocess.run(
            [*command, "exec", "-v", f"{d}:/w:rw", "--shell", script], capture_output=True, text=True
        )
        assert done.stdout == "alpha1000\n", done
        assert os.stat(Path(d, "b")).st_uid == 65534
        near = subprocess.run(  # a path that is relative to where we are
            [*command, "exec", "-v", "./:/w", "--", "cat", "/w/a"], capture_output=True, text=True, cwd=d
        )
        assert near.stdout == "alpha", near
        run = subprocess.run(
            [*command, "run", "--depth", "process", "-c", "import os; print(os.getuid())"],
            capture_output=True, text=True,
        )
        assert run.stdout == "1000\n", run


def test_a_host_without_user_namespaces_is_told_apart(caisson: Caisson) -> None:
    """What a container without them gets: a report, and nothing that runs."""
    needs_jail(caisson)
    limit = "echo 0 >/proc/sys/user/max_user_namespaces && exec \"$@\""

    def inside(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            ["unshare", "-Ur", "sh", "-c", limit, "sh", caisson.binary, *words],
            capture_output=True, text=True,
        )

    report = inside("doctor")
    if "max_user_namespaces" in report.stderr:
        raise unittest.SkipTest("the limit cannot be set here")
    assert report.returncode == 1
    # acceptance 29 of the policy: the cause, the cure, and a depth that works
    assert "process  no" in report.stdout and "namespaces" in report.stdout
    assert "sysctl user.max_user_namespaces" in report.stdout
    assert "depth interp" in report.stdout
    done = inside("exec", "--", "echo", "ran")
    assert (done.returncode, done.stdout) == (125, "")
    assert "namespaces" in done.stderr
    done = inside("run", "--depth", "process", "-c", "print('ran')")
    assert "ran" not in done.stdout and done.returncode == 125


CONTAINER = """
import ctypes, os, sys
if ctypes.CDLL(None).unshare(0x10000000) != 0:
    sys.exit(77)
print("ready", flush=True)
sys.stdin.readline()
os.setgid(0), os.setuid(0)
os.execv(sys.argv[1], sys.argv[1:])
"""


def test_root_of_a_container_has_few_users(caisson: Caisson) -> None:
    """The user of a jail is one that the container has: many, or only its root."""
    needs_jail(caisson)
    if os.geteuid() != 0:
        raise unittest.SkipTest("only root can give a container many users")
    words = [caisson.binary, "exec", "-v", "/usr/share:/w", "--", "sh", "-c", "id -u; test -d /w && echo seen"]
    for ids in ("0 100000 65536", "0 0 1"):
        with subprocess.Popen(
            ["/usr/bin/python3", "-c", CONTAINER, *words],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        ) as inside:
            assert inside.stdin and inside.stdout
            if inside.stdout.readline() != "ready\n":
                raise unittest.SkipTest("no user namespaces here")
            Path(f"/proc/{inside.pid}/setgroups").write_text("deny")
            Path(f"/proc/{inside.pid}/gid_map").write_text(ids)
            Path(f"/proc/{inside.pid}/uid_map").write_text(ids)
            out, err = inside.communicate("go\n", timeout=60)
        assert out == "1000\nseen\n", (ids, out, err)


def test_the_walls_of_this_host_are_in_the_result(caisson: Caisson) -> None:
    needs_jail(caisson)
    walls = json.loads(caisson("exec", "--json", "--", "true").out)["enforcement"]
    assert walls["level"] == ("degraded" if walls["missing"] else "full")
    done = caisson("exec", "--json", "--", "true", env={"CAISSON_FAULT": "seccomp"})
    assert json.loads(done.out)["enforcement"]["hash"] != walls["hash"]


def test_a_signal_ends_exec_and_what_was_printed_is_told(caisson: Caisson) -> None:
    """Ctrl-C and SIGTERM: partial output, status and exit code, also as JSON; the record has its end."""
    needs_jail(caisson)
    for sig, code in ((signal.SIGINT, 130), (signal.SIGTERM, 143)):
        for options in ((), ("--json",)):
            run = caisson.start("exec", "--timeout", "60s", *options, "--", "sh", "-c", "echo part; echo x >&2; sleep 50")
            time.sleep(2)
            run.send_signal(sig)
            out, err = run.communicate(timeout=20)
            assert run.returncode == code, (sig, options, run.returncode, err)
            if options:
                done = json.loads(out)
                assert (done["status"], done["stdout"], done["exit_code"]) == ("cancelled", "part\n", code), done
            else:
                assert out == b"part\n" and b"the program was cancelled" in err, (out, err)
