"""The cells of the enforcement report: what is tried, and what its twin leaves out.

One row for each key and depth that the report calls enforced: an attack that
must fail, and the same attack with the mitigation off, which must succeed.
``docs/enforcement-matrix.md`` is this table (``python3 tests/attacks/cells.py``).

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[1] / "cli"), str(Path(__file__).resolve().parent)]

from jailed import HEAD, PYTHON  # noqa: E402
from tool import Caisson, Done  # noqa: E402

ENGINE = ("interp", "worker")
DEPTHS = ("check", "interp", "worker", "process")
SPIN = "for i in range(10**7): pass"


def fault(caisson: Caisson, name: str, *words: str) -> dict[str, object]:
    """A report with a mechanism left out where it should stand."""
    done = subprocess.run(
        [caisson.binary, *words], capture_output=True, text=True, env={**os.environ, "CAISSON_FAULT": name}
    )
    assert done.returncode in (0, 1), done
    return json.loads(done.stdout)


# --- the attacks: True if it got what it wanted -------------------------------------


def run(caisson: Caisson, depth: str, code: str, *options: str) -> Done:
    where = {"interp": ["--in-process"], "worker": [], "process": ["--depth", "process"]}[depth]
    return caisson("run", *where, "--timeout", "30s", *options, "-c", code)


def jail(caisson: Caisson, code: str, *options: str) -> str:
    done = caisson("exec", "--timeout", "30s", *options, "--", PYTHON, "-I", "-c", HEAD + code)
    return done.out.strip() if done.code == 0 else f"ended {done.code}"


Attack = Callable[[Caisson, str, bool], bool]


def limited(code: str, option: str, tight: str, wide: str) -> Attack:
    """A program that a tight limit ends and a wide one lets finish."""
    return lambda c, depth, off: run(c, depth, code, option, wide if off else tight).code == 0


def policed(code: str, tight: str, wide: str, *options: str) -> Attack:
    """The same with a policy."""

    def attack(c: Caisson, depth: str, off: bool) -> bool:
        with tempfile.TemporaryDirectory() as d:
            path = Path(d, "p.yaml")
            path.write_text(f"version: 1\nworker: {str(depth == 'worker').lower()}\n" + (wide if off else tight))
            path.chmod(0o600)
            return run(c, depth, code, "--policy", str(path), *options).code == 0

    return attack


def walled(code: str, *wall: str, tight: tuple[str, ...] = (), wide: tuple[str, ...] = ()) -> Attack:
    """In a jail; off without the wall (test builds), or with other options."""

    def attack(c: Caisson, depth: str, off: bool) -> bool:
        weak = [w for name in wall for w in ("--weaken", name)] if off else []
        return jail(c, code, *weak, *(wide if off else tight)) == "done"

    return attack


def granted(code: str, *grant: str) -> Attack:
    """Refused by default, done when it is given."""
    return lambda c, depth, off: run(c, depth, code, *(grant if off else ())).code == 0


def mounted(mode: str, wide: str, code: str) -> Attack:
    def attack(c: Caisson, depth: str, off: bool) -> bool:
        with tempfile.TemporaryDirectory() as d:
            return run(c, depth, code, "-v", f"{d}:/w:{wide if off else mode}").code == 0

    return attack


def hidden(c: Caisson, depth: str, off: bool) -> bool:
    """Read a file of the host."""
    with tempfile.TemporaryDirectory() as d:
        Path(d, "f").write_text("x")
        give = ["-v", f"{d}:{d}:ro"] if off else []
        return run(c, depth, f"open({d + '/f'!r}).read()", *give).code == 0


def deadline(c: Caisson, depth: str, off: bool) -> bool:
    start = time.monotonic()
    done = run(c, depth, "import time\ntime.sleep(2)", "--timeout", "20s" if off else "300ms")
    return done.code == 0 and time.monotonic() - start > 1.9


def survivor(c: Caisson, depth: str, off: bool) -> bool:
    """A process that outlives the deadline; off: no deadline while we look."""
    mark = f"{600000 + os.getpid()}"
    code = f"import os\nif os.fork() == 0:\n  os.setsid(); os.execv('/bin/sleep', ['sleep', '{mark}'])\nimport time; time.sleep(60)"
    p = subprocess.Popen(
        [c.binary, "exec", "--timeout", "60s" if off else "1s", "--", PYTHON, "-c", code],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )
    time.sleep(2.5)
    alive = any(
        f"sleep\x00{mark}".encode() in q.read_bytes() for q in Path("/proc").glob("[0-9]*/cmdline") if q.exists()
    )
    p.kill()
    p.wait()
    return alive


TOOL = ("--call", "t=echo 1")
SLOW = """import json, sys
for line in sys.stdin:
    print(json.dumps({"id": json.loads(line)["id"], "result": 1}), flush=True)
"""
MAKE = "open('/w/f', 'w').close()"
FILL = "f = open('/w/f', 'w')\nfor i in range(20): f.write('x' * 100000); f.flush()"
DONE = "print('done')"

def _exports(c: Caisson, depth: str, pattern: str) -> bool:
    """A file that the policy does not export is not told of."""
    with tempfile.TemporaryDirectory() as d:
        os.chmod(d, 0o777)
        path = Path(d, "p.yaml")
        path.write_text(
            f"version: 1\nworker: {str(depth == 'worker').lower()}\nartifacts: {{export: [{pattern}]}}\n"
            f"fs: {{mounts: [{{host: {d}, guest: /w, mode: rw}}], protect: [never]}}\n"
            "accept_unenforced: [fs.protect]\n"
        )
        path.chmod(0o600)
        return bool(run(c, depth, "open('/w/made', 'w').close()", "--json", "--policy", str(path)).json["files"])


def _with_tool(c: Caisson, depth: str, limits: str, code: str = "for i in range(8): t()") -> bool:
    with tempfile.TemporaryDirectory() as d:
        path = Path(d, "p.yaml")
        path.write_text(f"version: 1\nworker: {str(depth == 'worker').lower()}\n" + limits)
        path.chmod(0o600)
        slow = Path(d, "slow.py")
        slow.write_text(SLOW)
        tools = (*TOOL, "--tool", f"async slow={PYTHON} '{slow}'")
        return run(c, depth, code, "--policy", str(path), *tools).code == 0


def with_policy(c: Caisson, depth: str, lines: str, code: str, *options: str) -> Done:
    """Run under a policy; %s in it is a directory that is its own."""
    with tempfile.TemporaryDirectory() as d:
        os.chmod(d, 0o777)
        path = Path(d, "p.yaml")
        path.write_text(f"version: 1\nworker: {str(depth == 'worker').lower()}\n" + lines.replace("%s", d))
        path.chmod(0o600)
        return run(c, depth, code, "--policy", str(path), *options)


def told(lines: str, off: str, code: str, *options: str) -> Attack:
    """A program that ends well only if it got what it wanted."""
    return lambda c, depth, without: with_policy(c, depth, off if without else lines, code, *options).code == 0


def _second_processor(c: Caisson, depth: str, off: bool) -> bool:
    """Something that a second processor could run: another process."""
    code = "import os\nif getattr(os, 'fo' + 'rk')() == 0: os._exit(0)"
    if off:
        return run(c, "process", code).code == 0
    return run(c, depth, code, "--depth", "interp").code == 0


BURN = (
    "import os, time\ndef burn():\n"
    "  while time.process_time() < 0.3: pass\n"
    "  os._exit(0)\n"
    "for p in [os.fork() or burn() for i in range(4)]: os.waitpid(p, 0)"
)


def layers(limit: str) -> Attack:
    """Two layers over directories of the host: the limit is one of their sum."""

    def attack(c: Caisson, depth: str, off: bool) -> bool:
        code = "for i in range(30):\n  with open(f'/{\"ab\"[i % 2]}/{i}', 'wb') as f: f.write(bytes(40000))"
        with tempfile.TemporaryDirectory() as d:
            Path(d, "x").mkdir()
            Path(d, "y").mkdir()
            mounts = f"{{host: {d}/x, guest: /a, mode: overlay}}, {{host: {d}/y, guest: /b, mode: overlay}}"
            path = Path(d, "p.yaml")
            path.write_text(f"version: 1\nfs: {{mounts: [{mounts}]}}\n" + ("" if off else f"limits: {{{limit}}}\n"))
            path.chmod(0o600)
            return run(c, depth, code, "--policy", str(path)).code == 0

    return attack


# --- the table ----------------------------------------------------------------------


@dataclass(frozen=True)
class Row:
    tries: str  # what the attack wants
    off: str  # what its twin leaves out
    attack: Attack


ROWS: dict[tuple[str, str], Row] = {}


def row(keys: str, depths: str | tuple[str, ...], tries: str, off: str, attack: Attack) -> None:
    for key in keys.split():
        for depth in (depths,) if isinstance(depths, str) else depths:
            assert (key, depth) not in ROWS, (key, depth)
            ROWS[key, depth] = Row(tries, off, attack)


ANY = (*ENGINE, "process")
SHOW = "fs: {mounts: [{host: %s, guest: /w, mode: ro}]"
MOUNT = "fs: {mounts: [{host: %s, guest: /w, mode: rw}]"
row("limits.wall_ms", ANY,
    "sleep past the deadline", "a later deadline",
    deadline)
row("limits.guest_ms", ANY,
    "compute past the limit", "a larger limit",
    policed(SPIN, "limits: {guest_ms: 30}\n", "limits: {guest_ms: 60s}\n"))
row("limits.cpu_ms", ENGINE,
    "compute past the limit", "a larger limit",
    policed(SPIN, "limits: {cpu_ms: 30}\n", "limits: {cpu_ms: 60s}\n"))
row("limits.cpus", ENGINE,
    "start what a second processor could run", "a jail with processes, not the engine",
    _second_processor)
row("limits.turn_ms", ENGINE,
    "compute past the limit", "a larger limit",
    policed(SPIN, "limits: {turn_ms: 30}\n", "limits: {turn_ms: 60s}\n"))
row("limits.fuel", ENGINE,
    "more instructions", "a larger limit",
    limited("for i in range(10**5): pass", "--fuel", "10k", "10m"))
row("limits.memory_bytes", ENGINE,
    "a list of 24 MB", "a larger limit",
    policed("x = [0] * 3000000", "limits: {memory_bytes: 8MiB}\n", "limits: {memory_bytes: 128MiB}\n"))
row("limits.heap_bytes", ENGINE,
    "a list of 24 MB", "a larger limit",
    policed("x = [0] * 3000000", "limits: {heap_bytes: 8MiB}\n", "limits: {heap_bytes: 128MiB}\n"))
row("limits.memory_bytes", "process",
    "96 MB of memory", "a larger limit",
    lambda c, d, off: jail(
        c, "x = [bytearray(8 << 20) for i in range(12)]\n" + DONE, "-m", "900m" if off else "64m") == "done")
row("limits.pids", "process",
    "30 processes", "no resource limits",
    walled(
        "n = [os.fork() or time.sleep(9) or os._exit(0) for i in range(30)]\n" + DONE, "limits",
        tight=("--processes", "10"), wide=("--processes", "10")))
row("limits.fds", "process",
    "300 open files", "no resource limits",
    walled("n = [os.open('/dev/null', 0) for i in range(300)]\n" + DONE, "limits"))
row("limits.cpus", "process",
    "runs on a second processor", "a larger limit",
    policed(
        "import os, sys\ntry: os.sched_setaffinity(0, range(64))\nexcept OSError: pass\n"
        "sys.exit(len(os.sched_getaffinity(0)) < 2)", "limits: {cpus: 1}\n", "limits: {cpus: 64}\n"))
row("limits.file_bytes", "process",
    "a file of 65 MB", "no resource limits",
    walled(
        "signal.signal(25, 1)\nf = os.memfd_create('x')\nos.truncate(f, 65 << 20)\n" + DONE, "limits"))
row("limits.tmp_bytes", "process",
    "68 MB in /tmp", "a directory in memory with a larger limit",
    lambda c, d, off: jail(
        c, "p = '/w' if os.path.isdir('/w') else '/tmp'\n"
        "for i in range(17): open(f'{p}/{i}', 'wb').write(bytes(4 << 20))\n" + DONE,
        "-m", "900m", *(("--tmpfs", "/w,limit=99m") if off else ())) == "done")
row("limits.disk_bytes", ENGINE,
    "2 MB in a directory in memory", "a larger limit",
    lambda c, d, off: run(
        c, d, FILL, "--tmpfs", "/w,limit=9m" if off else "/w,limit=100k").code == 0)
row("limits.cpu_ms", "process",
    "four processes that use less than the limit each", "a larger limit",
    policed(BURN, "process: {spawn: true}\nlimits: {cpu_ms: 500}\n", "process: {spawn: true}\nlimits: {cpu_ms: 60s}\n"))
row("limits.disk_bytes", "process",
    "1.2 MB in two layers", "a larger limit", layers("disk_bytes: 1MiB"))
row("limits.disk_inodes", "process",
    "30 files in two layers", "a larger limit", layers("disk_inodes: 20"))
row("limits.code_bytes", ANY,
    "a text of 400 bytes", "a larger limit",
    policed("x = 1" + " " * 400, "limits: {code_bytes: 100}\n", "limits: {code_bytes: 9999}\n"))
row("limits.stdout_bytes", ANY,
    "5000 bytes to stdout", "a larger limit",
    lambda c, d, off: len(with_policy(
        c, d, f"limits: {{stdout_bytes: {9000 if off else 1000}}}\n", "print('x' * 5000)").out) > 5000)
row("limits.stderr_bytes", ANY,
    "5000 bytes to stderr", "a larger limit",
    lambda c, d, off: with_policy(
        c, d, f"limits: {{stderr_bytes: {9000 if off else 1000}}}\n",
        "import sys\nsys.stderr.write('x' * 5000)").err.count("x") > 4990)
row("limits.output_overflow", ANY,
    "go on after too much output", "output is dropped instead",
    told(
        "limits: {stdout_bytes: 1000, output_overflow: kill}\n",
        "limits: {stdout_bytes: 1000, output_overflow: drop}\n", "print('x' * 5000, flush=True)\nprint(1)"))
row("limits.result_bytes", ANY,
    "a value of 9000 bytes", "a larger limit",
    policed("'x' * 9000", "limits: {result_bytes: 1000}\n", "limits: {result_bytes: 99999}\n", "--json"))
row("limits.recursion", ENGINE,
    "500 nested calls", "a larger limit",
    policed(
        "def f(n): return n and f(n - 1)\nf(500)", "limits: {recursion: 100}\n", "limits: {recursion: 900}\n"))
row("limits.tool_calls", ANY,
    "8 calls of a tool", "a larger limit",
    lambda c, d, off: _with_tool(c, d, f"limits: {{tool_calls: {50 if off else 2}}}\n"))
row("limits.suspensions", ANY,
    "8 calls of a tool", "a larger limit",
    lambda c, d, off: _with_tool(c, d, f"limits: {{suspensions: {50 if off else 2}}}\n"))
row("limits.tool_concurrency", ANY,
    "8 calls at one time", "a larger limit",
    lambda c, d, off: _with_tool(
        c, d, f"limits: {{tool_concurrency: {50 if off else 2}}}\n",
        "import asyncio\nawait asyncio.gather(*[slow() for i in range(8)])"))
row("limits.sleep_ms", ENGINE,
    "sleep 50 ms", "a larger limit",
    policed("import time\ntime.sleep(0.05)", "limits: {sleep_ms: 10}\n", "limits: {sleep_ms: 5s}\n"))
row("limits.sleep_call_ms", ENGINE,
    "sleep 50 ms", "a larger limit",
    policed(
        "import time\ntime.sleep(0.05)", "limits: {sleep_call_ms: 10}\n", "limits: {sleep_call_ms: 5s}\n"))
row("fs.read", ANY,
    "read a file of the host", "the directory is mounted",
    hidden)
row("fs.write fs.mounts", ANY,
    "make a file in a read-only mount", "the mount is writable",
    mounted("ro", "rw", MAKE))
row("workspace", ENGINE,
    "make a file that workspace.write does not name", "everything may be written",
    told(
        "fs: {mounts: [{host: %s, guest: /workspace, mode: rw}]}\nworkspace: {mode: rw, write: [out]}\n",
        "fs: {mounts: [{host: %s, guest: /workspace, mode: rw}]}\nworkspace: {mode: rw}\n",
        "open('/workspace/f', 'w').close()"))
row("workspace", "process",
    "make a file in a read-only workspace", "the workspace is writable",
    lambda c, d, off: mounted("ro", "rw", MAKE)(c, d, off))
row("fs.deny", ANY,
    "read a file that is denied", "no such rule",
    told(
        SHOW + ", deny: [/w/p.yaml]}\n", SHOW + "}\n", "open('/w/p.yaml').read()"))
row("fs.protect", ENGINE,
    "make .gitmodules in a writable mount", "a list without it",
    told(
        MOUNT + "}\n", MOUNT + ", protect: [never]}\n", "open('/w/.gitmodules', 'w').close()"))
row("fs.root", "process",
    "write to the root directory", "a directory that is writable",
    lambda c, d, off: jail(
        c, f"attempt(open, '{'/tmp/x' if off else '/x'}', 'w') == 'done' and {DONE}") == "done")
row("packages.install", "process",
    "write to the directory of packages", "a directory that is writable",
    lambda c, d, off: jail(
        c, f"attempt(open, '{'/tmp/x' if off else '/usr/lib/python3/dist-packages/x'}', 'w') == 'done' and {DONE}"
    ) == "done")
row("process.spawn", "process",
    "fork", "processes are allowed",
    lambda c, d, off: jail(
        c, f"attempt(os.fork) == 'done' and {DONE}", *(() if off else ("--no-spawn",))).startswith("done"))
row("process.unix_sockets", "process",
    "make a unix socket", "unix sockets are allowed",
    lambda c, d, off: jail(
        c, f"attempt(socket.socket, socket.AF_UNIX) == 'done' and {DONE}",
        *(() if off else ("--no-unix-sockets",))) == "done")
row("process.tty", "process",
    "push a character into a terminal", "no filter of system calls",
    walled(f"call(16, 0, 0x5412, 0) == -25 and {DONE}", "filter"))
row("process.caps", "process",
    "have a capability in the bounding set", "capabilities stay",
    walled(
        f"int(open('/proc/self/status').read().split('CapBnd:')[1].split()[0], 16) and {DONE}", "caps"))
row("process.user", "process",
    "become root", "become the user of the jail",
    lambda c, d, off: jail(
        c, f"attempt(os.setuid, {1000 if off else 0}) == 'done' and {DONE}") == "done")
row("env", ANY,
    "read a variable of the host", "the variable is passed",
    granted(
        "import os\nos.environ['CAISSON_SECRET']", "-e", "CAISSON_SECRET=1"))
row("egress.allow egress.addresses egress.budget egress.host_identity net.listen", "process",
    "make an internet socket", "no filter of system calls",
    walled(f"attempt(socket.socket) == 'done' and {DONE}", "filter"))
row("tools.allow", ANY,
    "call a tool that is not allowed", "the policy allows it",
    told(
        "tools: {allow: []}\n", "tools: {allow: [t]}\n", "t()", *TOOL))
row("tools.approve", ANY,
    "call a tool that needs an approval", "no such rule",
    told(
        "tools: {approve: [t]}\n", "tools: {approve: [u]}\n", "t()", *TOOL))
row("clock", ENGINE,
    "ask for the time", "a clock is given",
    policed("import time\ntime.time()", "clock: none\n", "clock: real\n"))
row("random", ENGINE,
    "ask for random bytes", "random bytes are given",
    policed("import os\nos.urandom(4)", "random: none\n", "random: system\n"))
row("artifacts", ANY,
    "be told of a file that is not exported", "a pattern for it",
    lambda c, d, off: _exports(c, d, "/w/**" if off else "/v/**"))
row("audit", ANY,
    "run without a record", "no log is asked for",
    lambda c, d, off: run(
        c, d, "1", *(("--no-audit",) if off else ("--audit", "/proc/self/status/log"))).code == 0)
row("limits.term_grace_ms kill_tree", "process",
    "outlive the deadline in a session of its own", "a later deadline",
    survivor)
row("kill_tree", "worker",
    "go on past the deadline", "a later deadline",
    deadline)
row("worker", "worker",
    "open, connect and fork in a worker", "no filter of system calls",
    lambda c, d, off: "fail" in json.dumps(
        (fault(c, "worker", "doctor", "--json") if off else c("doctor", "--json").json)["probes"]["worker"]))
row("limits.wall_ms limits.memory_bytes limits.heap_bytes limits.code_bytes", "check",
    "a text of 27 MB", "a short text",
    lambda c, d, off: c(
        "check", "--profile", "none", "-", stdin="x = (" + "1, " * (10 if off else 9_000_000) + ")").code == 0)
row("code.imports code.builtins code.rules", "check",
    "a program that a rule refuses", "no such rule",
    lambda c, d, off: c(
        "check", "--profile", "none", *(() if off else ("--block-import", "os", "--block-builtin", "eval")), "-",
        stdin="import os\neval('1')\n").code == 0)


# --- all of it ----------------------------------------------------------------------


RICH = """version: 1
limits: {pids: 64, disk_bytes: 64MiB}
fs: {mounts: [{host: /tmp, guest: /t, mode: rw}], deny: [/t/x]}
tools: {allow: [t], approve: [t]}
code: {imports_deny: [os], builtins_deny: [eval], rules: codeact-compat}
artifacts: {export: [/t/**]}
"""


def reports(binary: str, policy: str = "") -> dict[str, dict[str, dict[str, object]]]:
    """The report of every depth, by key."""
    words = ["--policy", policy] if policy else []
    done = subprocess.run([binary, "policy", "explain", "--json", *words], capture_output=True, text=True)
    names = [*DEPTHS, "image", "vm"]
    return {n: r["fields"] for n, r in zip(names, json.loads(done.stdout)["reports"], strict=True)}


def enforced(binary: str) -> list[tuple[str, str]]:
    """Cells that are enforced by something, by default or with rules of every kind."""
    with tempfile.TemporaryDirectory() as d:
        path = Path(d, "p.yaml")
        path.write_text(RICH)
        path.chmod(0o600)
        both = (reports(binary), reports(binary, str(path)))
    return [
        (key, depth)
        for key in both[0]["check"]
        for depth in DEPTHS
        if any(r[depth][key]["word"] == "enforced" and r[depth][key]["by"] != ["absent"] for r in both)
    ]


HEADER = """# Every cell that is enforced, and its attack

<!-- made by tests/attacks/cells.py; change the table there -->

Each line is a test (`tests/attacks/test_report.py`): the attack is made at that
depth and must fail, and its twin, the same with the mitigation off, must
succeed. A cell of the report that says `enforced` and has no line here fails
the test.

| key | depths | the attack | its twin |
|---|---|---|---|
"""


def matrix() -> str:
    lines: dict[tuple[str, str, str], list[str]] = {}
    for (key, depth), r in ROWS.items():
        lines.setdefault((key, r.tries, r.off), []).append(depth)
    rows = [f"| `{key}` | {', '.join(depths)} | {tries} | {off} |\n" for (key, tries, off), depths in lines.items()]
    return HEADER + "".join(sorted(rows))


if __name__ == "__main__":
    target = Path(__file__).resolve().parents[2] / "docs/enforcement-matrix.md"
    if "--check" in sys.argv:
        sys.exit(0 if target.read_text() == matrix() else f"{target} is not what cells.py says")
    target.write_text(matrix())
