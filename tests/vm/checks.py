#!/usr/bin/env python3
"""checks.py - depth process where control groups are of version 2.

    python3 tests/vm/checks.py BUILD [WORD]     (in the machine of tools/ops/vm_test.sh)

As root, as an ordinary user to whom a group was given, as one to whom none
was, and without user namespaces: what `caisson doctor` says, and whether it is
true.  Changes settings of the kernel and makes groups: only for a machine that
is thrown away.  The last line is "N passed, N failed".

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
GROUPS = Path("/sys/fs/cgroup")
USER = 1000
PYTHON = "/usr/bin/python3"
PATIENCE = 600.0  # an emulated processor is slow

TWO_EAT = (  # each of them less than the limit, both more
    "import os, time\n"
    "child = os.fork()\n"
    "room = bytearray(48 << 20)\n"
    "for i in range(0, len(room), 4096): room[i] = 1\n"
    "if child: os.waitpid(child, 0)\n"
    "else: time.sleep(20)\n"
    "print('ate')\n"
)
FORKS = (
    "import os, time\nn = 0\n"
    "try:\n"
    "  while n < 60:\n"
    "    if os.fork() == 0: time.sleep(60)\n"
    "    n += 1\n"
    "except OSError: pass\n"
    "print(n)\n"
)
BURN = (
    "import os, time\nt = time.monotonic()\nfirst = os.fork() and os.fork()\n"
    "c = time.process_time()\n"
    "while time.process_time() - c < 0.4: pass\n"
    "if not first: os._exit(0)\n"
    "try:\n  while True: os.wait()\nexcept OSError: pass\n"
    "print(time.monotonic() - t)\n"
)
STAY = (  # a grandchild in a session of its own
    "import os, time\n"
    "if os.fork() == 0:\n"
    "  os.setsid()\n"
    "  os.execv('/bin/sleep', ['sleep', '%d'])\n"
    "print('up', flush=True)\n"
    "time.sleep(600)\n"
)


@dataclass
class Done:
    code: int
    out: str
    err: str


@dataclass
class Place:
    """Who runs caisson, and in which group."""

    binary: Path
    name: str
    user: bool = False
    group: str = ""
    fresh: bool = False  # a new group for every command
    env: dict[str, str] = field(default_factory=dict)

    def command(self, *words: str) -> list[str]:
        if self.fresh:
            self.group = f"alone-{time.monotonic_ns()}"
            give(self.group)
        who = f"setpriv --reuid {USER} --regid {USER} --clear-groups" if self.user else ""
        script = f'echo $$ > {GROUPS}/{self.group}/cgroup.procs; exec {who} "$@"'
        return ["sh", "-c", script, "sh", *words]

    def raw(self, *words: str) -> Done:
        home = "/home" if self.user else "/root"
        env = {
            "PATH": os.environ["PATH"],
            "LC_ALL": "C.UTF-8",
            "HOME": home,
            "TMPDIR": "/var/tmp",
            "XDG_STATE_HOME": f"{home}/state",
            "XDG_RUNTIME_DIR": f"{home}/run",
            **self.env,
        }
        done = subprocess.run(
            self.command(*words), capture_output=True, text=True, timeout=PATIENCE, env=env, cwd=ROOT
        )
        return Done(done.returncode, done.stdout, done.stderr)

    def __call__(self, *words: str) -> Done:
        return self.raw(str(self.binary), *words)

    def python(self, code: str, *options: str) -> Done:
        return self("exec", "--timeout", "100s", *options, "--", PYTHON, "-I", "-c", code)

    def probes(self) -> dict[str, str]:
        return json.loads(self("doctor", "--json", "--fresh").out)["probes"]


def need(truth: object, *shown: object) -> None:
    if not truth:
        raise AssertionError(*shown)


def policy(text: str) -> str:
    path = Path("/home/rules.yaml")
    path.unlink(missing_ok=True)
    path.write_text("version: 1\nprocess: {spawn: true, unix_sockets: true}\n" + text)
    path.chmod(0o600)
    os.chown(path, USER, USER)
    return str(path)


def own(place: Place, text: str) -> str:
    """A policy that belongs to whoever reads it."""
    path = policy(text)
    if not place.user:
        os.chown(path, 0, 0)
    return path


def left_groups() -> list[str]:
    """Groups of jails; that of a host which moved aside goes with a later one."""
    return [str(p) for p in GROUPS.rglob("caisson-*") if not p.name.endswith("-host")]


def processes(text: str) -> list[str]:
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if path.read_bytes().decode(errors="replace").startswith(text):
                found.append(path.parent.name)
        except OSError:
            continue
    return found


# --- what must hold where there is a group -------------------------------------


def doctor_finds_the_group(p: Place) -> None:
    needed = ("cg_mem", "cg_pids", "cg_cpu", "cg_share", "rlim_nproc", "cover")
    bad = {"": ""}
    for _ in range(3):  # probes have deadlines, and this machine is slow
        probes = p.probes() if bad else {}
        bad = {k: probes[k] for k in needed if bad and probes[k] != "ok"}
    need(not bad, bad)
    done = p("doctor")
    need(done.code == 0 and "cgroup v2" in done.out, done)


def the_report_names_the_group(p: Place) -> None:
    rules = own(p, "limits: {cpus: 0.5}\n")
    done = p("policy", "explain", "--json", "--depth", "process", "--policy", rules)
    fields = json.loads(done.out)["fields"]
    for key in ("limits.memory_bytes", "limits.pids", "limits.cpu_ms", "limits.cpus"):
        need(fields[key]["word"] == "enforced" and "cgroup" in fields[key]["by"], key, fields[key])


def memory_of_the_sum(p: Place) -> None:
    done = p.python(TWO_EAT, "-m", "80m")
    need(done.code == 137 and "ate" not in done.out and "memory" in done.err, done)
    done = p.python(TWO_EAT, "-m", "80m", "--weaken", "group")
    need(done.code == 0 and "ate" in done.out, "the twin", done)
    done = p("run", "--depth", "process", "-m", "80m", "-c", TWO_EAT)
    need(done.code != 0 and "ate" not in done.out and "emory" in done.err, done)


def processes_of_the_group(p: Place) -> None:
    done = p.python(FORKS, "--processes", "20", "--weaken", "limits")
    need(done.code == 0 and int(done.out) < 20, done)
    done = p.python(FORKS, "--processes", "20", "--weaken", "limits", "--weaken", "group")
    need(done.code == 0 and int(done.out) > 20, "the twin", done)


def a_part_of_a_processor(p: Place) -> None:
    slow = p("exec", "--policy", own(p, "limits: {cpus: 0.2}\n"), "--", PYTHON, "-I", "-c", BURN)
    need(slow.code == 0 and float(slow.out) > 2.8, slow)
    fast = p("exec", "--policy", own(p, "limits: {cpus: 1}\n"), "--", PYTHON, "-I", "-c", BURN)
    need(fast.code == 0 and float(fast.out) < float(slow.out), "the twin", fast)
    again = p("run", "--depth", "process", "--policy", own(p, "limits: {cpus: 0.2}\n"), "-c", BURN)
    need(again.code == 0 and float(again.out) > 2.8, again)


def processor_time_of_the_sum(p: Place) -> None:
    done = p.python(BURN.replace("0.4", "1.5"), "--cpu-time", "2s")
    need(done.code == 128 + 24 and done.out == "", done)


def deadline_ends_everything(p: Place) -> None:
    mark = 7000 + os.getpid() % 900
    done = p("exec", "--timeout", "8s", "--", PYTHON, "-I", "-c", STAY % mark)
    need(done.code == 124 and done.out == "up\n", done)
    need(not processes(f"sleep\0{mark}\0"), "something is left")
    done = p("run", "--depth", "process", "--timeout", "8s", "-c", STAY % mark)
    need(done.code == 124 and done.out == "up\n", done)
    need(not processes(f"sleep\0{mark}\0"), "something is left")


def nothing_is_left(p: Place) -> None:
    end = time.monotonic() + 5
    while left_groups() and time.monotonic() < end:
        time.sleep(0.1)
    need(not left_groups(), left_groups())


def many_runs_leave_nothing(p: Place) -> None:
    stage = p.binary.parent / "stage"
    need(stage.is_dir(), f"no {stage}: tools/build/stage_python.sh")
    p.env["PYTHONPATH"] = str(stage)
    done = p.raw("python3", str(ROOT / "tools/ops/jail_leaks.py"), "--runs", "24", "--at-once", "6")
    need(done.code == 0, done)
    nothing_is_left(p)


def attacks_of_group_g(p: Place) -> None:
    """Those that no slow machine can fail."""
    p.env["PYTHONDONTWRITEBYTECODE"] = "1"
    for word in ("test_g01", "test_g02_memory_by", "test_g11"):
        done = p.raw(
            "python3", "tests/run.py", "--build", str(p.binary.parent), "--only", "attacks", "-j1", "-k", word
        )
        need(done.code == 0, done.out[-2000:], done.err[-2000:])


LIMITED = [
    doctor_finds_the_group,
    the_report_names_the_group,
    memory_of_the_sum,
    processes_of_the_group,
    a_part_of_a_processor,
    processor_time_of_the_sum,
    deadline_ends_everything,
    nothing_is_left,
]


# --- where there is none ----------------------------------------------------------


def groups_of_others_are_not_used(p: Place) -> None:
    probes = p.probes()
    need("other processes" in probes["cg_mem"], probes["cg_mem"])


def without_a_group(p: Place) -> None:
    probes = p.probes()
    need("may not make groups" in probes["cg_mem"], probes["cg_mem"])
    need(probes["userns"] == probes["rlim_nproc"] == probes["cover"] == "ok", probes)
    done = p("doctor")
    need("systemd-run" in done.out and "no cgroup" in done.out, done)
    done = p.python("print('ran')", "-m", "64m")
    need(done.out == "ran\n" and "control group" in done.err, done)
    need(int(p.python(FORKS, "--processes", "20").out) < 20)
    part = "limits: {cpus: 0.5}\naccept_unenforced: [limits.memory_bytes, limits.cpu_ms"
    for text, key in (("", "limits.memory_bytes"), (part + "]\n", "limits.cpus")):
        done = p("exec", "--policy", own(p, text), "--", "echo", "ran")
        need(done.code == 125 and key in done.err and not done.out, done)
    done = p("exec", "--policy", own(p, part + ", limits.cpus]\n"), "--", "echo", "ran")
    need(done.out == "ran\n", done)


def deadline_without_a_group(p: Place) -> None:
    deadline_ends_everything(p)


def the_rule_is_named(p: Place, setting: str) -> None:
    for words in (("run", "--depth", "process", "-c", "print('RAN')"), ("exec", "--", "echo", "RAN")):
        done = p(*words)
        need(done.code == 125 and "RAN" not in done.out, done)
        need("no jail" in done.err and setting in done.err and "caisson doctor" in done.err, done)
    done = p("doctor", "--fresh")
    need(done.code == 1 and setting in done.out and "depth interp" in done.out, done)
    need(p("run", "-c", "print(1)").out == "1\n")


# --- all of it -----------------------------------------------------------------------


def give(group: str) -> None:
    """A group that belongs to the user, as systemd does with Delegate=yes."""
    path = GROUPS / group
    path.mkdir(exist_ok=True)
    for name in (".", "cgroup.procs", "cgroup.subtree_control", "cgroup.threads"):
        os.chown(path / name, USER, USER)


def setting(name: str, value: str) -> str:
    path = Path("/proc/sys", name.replace(".", "/"))
    if not path.exists():
        return ""
    before = path.read_text().strip()
    path.write_text(value)
    return before


class Tally:
    def __init__(self, word: str) -> None:
        self.word = word
        self.passed = self.failed = 0

    def run(self, place: Place, check: Callable[..., None], *more: str) -> None:
        name = f"{place.name}: {check.__name__}{''.join(' ' + m for m in more)}"
        if self.word not in name:
            return
        begin = time.monotonic()
        try:
            check(place, *more)
        except Exception:
            self.failed += 1
            print(f"FAILED {name}\n{traceback.format_exc(limit=-2)}", flush=True)
        else:
            self.passed += 1
            print(f"ok {name} ({time.monotonic() - begin:.1f} s)", flush=True)


def with_others(tally: Tally, place: Place, checks: list[Callable[..., None]]) -> None:
    """Somebody else is in the group, too."""
    other = subprocess.Popen(["sleep", "900"])
    (GROUPS / place.group / "cgroup.procs").write_text(str(other.pid))
    for check in checks:
        tally.run(place, check)
    other.kill()
    other.wait()


def main() -> int:
    binary = Path(sys.argv[1]).resolve() / "caisson"
    tally = Tally(sys.argv[2] if len(sys.argv) > 2 else "")
    Path("/proc/sys/kernel/printk").write_text("1")
    (GROUPS / "cgroup.subtree_control").write_text("+memory +pids +cpu")
    (GROUPS / "others").mkdir()
    for name in ("service", "plain"):
        (GROUPS / "others" / name).mkdir()
    for group in ("given", "given/main", "tight", "tight/main"):
        give(group)
    root = Place(binary, "root")
    for check in [*LIMITED, many_runs_leave_nothing, attacks_of_group_g]:
        tally.run(root, check)
    tally.run(Place(binary, "a service of root", group="others/service"), doctor_finds_the_group)
    for check in LIMITED:
        tally.run(Place(binary, "a user alone in a group", True, fresh=True), check)
    shared = Place(binary, "a user beside others", True, "given/main")
    with_others(tally, shared, [*LIMITED, many_runs_leave_nothing, attacks_of_group_g])
    (GROUPS / "tight/cgroup.subtree_control").write_text("+memory +pids +cpu")
    (GROUPS / "tight/main/memory.max").write_text(str(1 << 30))
    tight = Place(binary, "a limited group with others", True, "tight/main")
    with_others(tally, tight, [groups_of_others_are_not_used])
    poor = Place(binary, "a user without a group", True, "others/plain")
    for check in (without_a_group, deadline_without_a_group):
        tally.run(poor, check)
    user = Place(binary, "a user", True, "given/main")
    for name in ("user.max_user_namespaces", "kernel.unprivileged_userns_clone"):
        before = setting(name, "0")
        if not before:
            continue
        tally.run(user, the_rule_is_named, name)
        tally.run(root, the_rule_is_named, name)
        setting(name, before)
    print(f"{tally.passed} passed, {tally.failed} failed")
    return 1 if tally.failed else 0


if __name__ == "__main__":
    sys.exit(main())
