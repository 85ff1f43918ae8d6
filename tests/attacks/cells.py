"""The cells of the enforcement report: what is tried, and what its twin leaves out.

One row for each key and depth that the report calls enforced: an attack that
must fail, and the same attack with the mitigation off, which must succeed.
``docs/enforcement-matrix.md`` is this table (``python3 tests/attacks/cells.py``).

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import http.server
import json
import os
import socketserver
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[1] / "cli"), str(Path(__file__).resolve().parent)]

from jailed import HEAD, PYTHON  # noqa: E402
from tool import Caisson, Done  # noqa: E402
from twins import weak  # noqa: E402

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
#
# The last argument says what is left out: "" for nothing, or the key of the cell.


def run(caisson: Caisson, depth: str, code: str, *options: str, env: dict[str, str] | None = None) -> Done:
    where = {"interp": ["--in-process"], "worker": [], "process": ["--depth", "process"]}[depth]
    return caisson("run", *where, *options, "-c", code, env=env)


def jail(caisson: Caisson, code: str, *options: str) -> str:
    done = caisson("exec", "--timeout", "30s", *options, "--", PYTHON, "-I", "-c", HEAD + code)
    return done.out.strip() if done.code == 0 else f"ended {done.code}"


Attack = Callable[[Caisson, str, str], bool]


def with_policy(
    c: Caisson, depth: str, lines: str, code: str, *options: str, off: str = "", env: dict[str, str] | None = None
) -> Done:
    """Run under a policy; %s in it is a directory that is its own.  With `off`
    that key is not applied: the same policy, a mechanism less."""
    with tempfile.TemporaryDirectory() as d:
        os.chmod(d, 0o777)
        path = Path(d, "p.yaml")
        path.write_text(f"version: 1\nworker: {str(depth == 'worker').lower()}\n" + lines.replace("%s", d))
        path.chmod(0o600)
        slow = Path(d, "slow.py")
        slow.write_text(SLOW)
        words = [o.replace("%s", str(d)) for o in options]
        around = {**(env or {}), **(weak(off) if off else {})}
        return run(c, depth, code.replace("%s", d), "--policy", str(path), *words, env=around)


def held(code: str, lines: str, *options: str, env: dict[str, str] | None = None) -> Attack:
    """A program that ends well only if it got what it wanted."""
    return lambda c, depth, off: with_policy(c, depth, lines, code, *options, off=off, env=env).code == 0


def limited(code: str, option: str, tight: str, wide: str) -> Attack:
    """A program that a tight limit ends and a wide one lets finish."""
    return lambda c, depth, off: run(c, depth, code, option, wide if off else tight).code == 0


def walled(code: str, *wall: str, tight: tuple[str, ...] = (), wide: tuple[str, ...] = ()) -> Attack:
    """In a jail; off without the wall (test builds), or with other options."""

    def attack(c: Caisson, depth: str, off: str) -> bool:
        weaker = [w for name in wall for w in ("--weaken", name)] if off else []
        return jail(c, code, *weaker, *(wide if off else tight)) == "done"

    return attack


def hidden(c: Caisson, depth: str, off: str) -> bool:
    """Read a file of the host."""
    with tempfile.TemporaryDirectory() as d:
        Path(d, "f").write_text("x")
        give = ["-v", f"{d}:{d}:ro"] if off else []
        return run(c, depth, f"open({d + '/f'!r}).read()", *give).code == 0


def deadline(c: Caisson, depth: str, off: str) -> bool:
    start = time.monotonic()
    lines = "limits: {wall_ms: 300}\n"
    done = with_policy(c, depth, lines, "import time\ntime.sleep(2)", off="limits.wall_ms" if off else "")
    return done.code == 0 and time.monotonic() - start > 1.9


def survivor(c: Caisson, depth: str, off: str) -> bool:
    """A process that outlives the deadline; off: the jail is not killed."""
    mark = f"{600000 + os.getpid()}"
    code = f"import os\nif os.fork() == 0:\n  os.setsid(); os.execv('/bin/sleep', ['sleep', '{mark}'])\nimport time; time.sleep(60)"
    p = subprocess.Popen(
        [c.binary, "exec", "--timeout", "1s", "--", PYTHON, "-c", code],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=c.environment(**(weak("kill_tree") if off else {})),
    )
    time.sleep(2.5)
    alive = any(
        f"sleep\x00{mark}".encode() in q.read_bytes() for q in Path("/proc").glob("[0-9]*/cmdline") if q.exists()
    )
    p.kill()
    p.wait()
    return alive


ACCEPT = "accept_unenforced: [fs.protect]\n"
TOOL = ("--call", "t=echo 1")
SLOW = """import json, sys
for line in sys.stdin:
    print(json.dumps({"id": json.loads(line)["id"], "result": 1}), flush=True)
"""
MAKE = "open('/w/f', 'w').close()"
FILL = "f = open('/w/f', 'w')\nfor i in range(20): f.write('x' * 100000); f.flush()"
DONE = "print('done')"


def _exports(c: Caisson, depth: str, off: str) -> bool:
    """A file that the policy does not export is not told of."""
    lines = (
        "artifacts: {export: [/v/**]}\nfs: {mounts: [{host: %s, guest: /w, mode: rw}], protect: [never]}\n"
        "accept_unenforced: [fs.protect]\n"
    )
    return bool(with_policy(c, depth, lines, "open('/w/made', 'w').close()", "--json", off=off).json["files"])


def tooled(limits: str, code: str = "for i in range(8): t()") -> Attack:
    return held(code, limits, *TOOL, "--tool", f"async slow={PYTHON} '%s/slow.py'")


def _second_processor(c: Caisson, depth: str, off: str) -> bool:
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
    code = "for i in range(30):\n  with open(f'/{\"ab\"[i % 2]}/{i}', 'wb') as f: f.write(bytes(40000))"

    def attack(c: Caisson, depth: str, off: str) -> bool:
        with tempfile.TemporaryDirectory() as x, tempfile.TemporaryDirectory() as y:
            mounts = f"{{host: {x}, guest: /a, mode: overlay}}, {{host: {y}, guest: /b, mode: overlay}}"
            lines = f"fs: {{mounts: [{mounts}]}}\nlimits: {{{limit}}}\n"
            return with_policy(c, depth, lines, code, off=off).code == 0

    return attack


def packages(c: Caisson, depth: str, off: str) -> bool:
    """In a directory of packages that everybody may write, as far as its own
    mode goes; a file without a name, so that nothing is left."""
    place = "/usr/lib/python3/dist-packages"
    code = f"attempt(lambda: os.open('{place}', os.O_TMPFILE | os.O_RDWR)) == 'done' and {DONE}"
    with tempfile.TemporaryDirectory() as d:
        os.chmod(d, 0o777)
        weaker = ("--weaken", "read_only", "--weaken", "landlock") if off else ()
        return jail(c, code, "-v", f"{d}:{place}:ro", *weaker) == "done"


def unlisted(c: Caisson, depth: str, off: str) -> bool:
    """Reach a service of this machine; the list names another port of it."""
    with socketserver.TCPServer(("127.0.0.1", 0), http.server.BaseHTTPRequestHandler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        port = server.server_address[1]
        listed = port if off else port - 1
        lines = (
            f"egress: {{allow: [{{ip: 127.0.0.1, ports: [{listed}], proto: http, allow_private: true}}]}}\n"
        )
        # An answer of any kind is one of that server: it knows no method.
        code = (
            "import urllib.request, urllib.error\n"
            f"try: urllib.request.urlopen('http://127.0.0.1:{port}/')\n"
            "except urllib.error.HTTPError as e: assert e.code == 501, e\n"
        )
        try:
            return with_policy(c, depth, lines, code, "--depth", "interp").code == 0
        finally:
            server.shutdown()


def misused(c: Caisson, depth: str, off: str) -> bool:
    """The value of a secret arrives at a host that it is not bound to."""
    from egress_box import SECRET, SECRETS
    from test_h_network import visit

    code = """print(json.dumps(verdict(get("other.test", "/", f"X: {os.environ['API_KEY']}\\r\\n"))))"""
    _, seen = visit(
        c, "allow: [api.test, other.test]", code, weak="egress.secrets" if off else "",
        also=SECRETS, options=("--secret", "api_key"), env={"CAISSON_TEST_SECRET": SECRET})  # fmt: skip
    return SECRET in json.dumps(seen["http"])


def unasked(c: Caisson, depth: str, off: str) -> bool:
    """A program has a secret that nobody gave to it."""
    with tempfile.TemporaryDirectory() as d:
        path = Path(d, "p.yaml")
        path.write_text("version: 1\nprocess: {spawn: true}\nsecrets: {k: {from: 'env:CAISSON_X', env: K, mode: env}}\n")
        path.chmod(0o600)
        code = "import os\nprint('the value' in os.environ.values())"
        give = ("--secret", "k") if off else ()
        words = ("exec", "--policy", str(path), *give, "--", PYTHON, "-I", "-c", code)
        done = c(*words, env={"CAISSON_X": "the value"})
        assert done.code == 0, done
        return done.out == "True\n"


MANY = "x = [" + "1, " * 40000 + "]"


def checked(lines: str, code: str) -> Attack:
    """A text that would be found good."""

    def attack(c: Caisson, depth: str, off: str) -> bool:
        return with_policy(c, "worker", lines, code, "--depth", "check", off=off).code == 0

    return attack


def ruled(rule: str, code: str) -> Attack:
    return lambda c, d, off: checked("" if off else f"code: {{{rule}}}\n", code)(c, d, "")


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
OFF = "the same policy, and this is not applied"
TMPFILE = "os.open('{}', os.O_TMPFILE | os.O_RDWR)"  # a file without a name: nothing is left
row("limits.wall_ms", ANY, "sleep past the deadline", OFF, deadline)
row("limits.guest_ms", ANY, "compute past the limit", OFF, held(SPIN, "limits: {guest_ms: 30}\n"))
row("limits.cpu_ms", ENGINE, "compute past the limit", OFF, held(SPIN, "limits: {cpu_ms: 30}\n"))
row("limits.cpus", ENGINE,
    "start what a second processor could run", "a jail with processes, not the engine",
    _second_processor)
row("limits.turn_ms", ENGINE, "compute past the limit", OFF, held(SPIN, "limits: {turn_ms: 30}\n"))
row("limits.fuel", ENGINE, "more instructions", OFF, held("for i in range(10**5): pass", "limits: {fuel: 10000}\n"))
row("limits.memory_bytes", ENGINE,
    "a list of 24 MB", OFF, held("x = [0] * 3000000", "limits: {memory_bytes: 8MiB}\n"))
row("limits.heap_bytes", ENGINE,
    "a list of 24 MB", OFF, held("x = [0] * 3000000", "limits: {heap_bytes: 8MiB}\n"))
row("limits.memory_bytes", "process",
    "96 MB of memory", OFF,
    held("x = [bytearray(b'x') * (8 << 20) for i in range(12)]", "limits: {memory_bytes: 64MiB}\n"))
row("limits.pids", "process",
    "30 processes", "no resource limits",
    walled(
        "n = [os.fork() or time.sleep(9) or os._exit(0) for i in range(30)]\n" + DONE, "limits",
        tight=("--processes", "10"), wide=("--processes", "10")))
row("limits.fds", "process",
    "300 open files", "no resource limits",
    walled("n = [os.open('/dev/null', 0) for i in range(300)]\n" + DONE, "limits"))
row("limits.cpus", "process",
    "runs on a second processor", OFF,
    held(
        "import os, sys\ntry: os.sched_setaffinity(0, range(64))\nexcept OSError: pass\n"
        "sys.exit(len(os.sched_getaffinity(0)) < 2)", "limits: {cpus: 1}\n"))
row("limits.file_bytes", "process",
    "a file of 65 MB", "no resource limits",
    walled(
        "signal.signal(25, 1)\nf = os.memfd_create('x')\nos.truncate(f, 65 << 20)\n" + DONE, "limits"))
row("limits.tmp_bytes", "process",
    "4 MB in /tmp", OFF,
    held("open('/tmp/x', 'wb').write(bytes(4 << 20))", "limits: {tmp_bytes: 1MiB}\n"))
row("limits.disk_bytes", ENGINE, "1.2 MB in two layers", OFF, layers("disk_bytes: 1MiB"))
row("limits.cpu_ms", "process",
    "four processes that use less than the limit each", OFF,
    held(BURN, "process: {spawn: true}\nlimits: {cpu_ms: 500}\n"))
row("limits.disk_bytes", "process", "1.2 MB in two layers", OFF, layers("disk_bytes: 1MiB"))
row("limits.disk_inodes", "process", "30 files in two layers", OFF, layers("disk_inodes: 20"))
row("limits.code_bytes", ANY,
    "a text of 400 bytes", OFF, held("x = 1" + " " * 400, "limits: {code_bytes: 100}\n"))
row("limits.stdout_bytes", ANY,
    "5000 bytes to stdout", OFF,
    lambda c, d, off: len(with_policy(
        c, d, "limits: {stdout_bytes: 1000}\n", "print('x' * 5000)", off=off).out) > 5000)
row("limits.stderr_bytes", ANY,
    "5000 bytes to stderr", OFF,
    lambda c, d, off: with_policy(
        c, d, "limits: {stderr_bytes: 1000}\n", "import sys\nsys.stderr.write('x' * 5000)", off=off
    ).err.count("x") > 4990)
row("limits.output_overflow", ANY,
    "go on after too much output", OFF,
    held("print('x' * 5000, flush=True)\nprint(1)", "limits: {stdout_bytes: 1000, output_overflow: kill}\n"))
row("limits.result_bytes", ANY,
    "a value of 9000 bytes", OFF, held("'x' * 9000", "limits: {result_bytes: 1000}\n", "--json"))
row("limits.recursion", ENGINE,
    "500 nested calls", OFF,
    held("def f(n): return n and f(n - 1)\nf(500)", "limits: {recursion: 100}\n"))
row("limits.tool_calls", ANY, "8 calls of a tool", OFF, tooled("limits: {tool_calls: 2}\n"))
row("limits.suspensions", ANY, "8 calls of a tool", OFF, tooled("limits: {suspensions: 2}\n"))
row("limits.tool_concurrency", ANY,
    "8 calls at one time", OFF,
    tooled(
        "limits: {tool_concurrency: 2}\n",
        "import asyncio\nawait asyncio.gather(*[slow() for i in range(8)])"))
row("limits.sleep_ms", ENGINE,
    "sleep 50 ms", OFF, held("import time\ntime.sleep(0.05)", "limits: {sleep_ms: 10}\n"))
row("limits.sleep_call_ms", ENGINE,
    "sleep 50 ms", OFF, held("import time\ntime.sleep(0.05)", "limits: {sleep_call_ms: 10}\n"))
row("fs.read", ANY,
    "read a file of the host", "the directory is mounted",
    hidden)
row("fs.mounts", ANY,
    "make a file in a read-only mount", OFF, held(MAKE, SHOW + ", protect: [never]}\n" + ACCEPT))
row("fs.write", ANY,
    "make a file in a directory to read", OFF,
    held("open('%s/f', 'w').close()", "fs: {read: ['%s'], protect: [never]}\n" + ACCEPT))
row("workspace", ENGINE,
    "make a file that workspace.write does not name", OFF,
    held(
        "open('/workspace/f', 'w').close()",
        "fs: {mounts: [{host: %s, guest: /workspace, mode: rw}]}\nworkspace: {mode: rw, write: [out]}\n"))
row("workspace", "process",
    "make a file in a read-only workspace", OFF,
    held(
        "open('/workspace/f', 'w').close()",
        "fs: {mounts: [{host: %s, guest: /workspace, mode: ro}], protect: [never]}\nworkspace: {mode: ro}\n" + ACCEPT))
row("fs.deny", ANY,
    "read a file that is denied", OFF, held("open('/w/p.yaml').read()", SHOW + ", deny: [/w/p.yaml]}\n"))
row("fs.protect", ENGINE,
    "make .gitmodules in a writable mount", OFF, held("open('/w/.gitmodules', 'w').close()", MOUNT + "}\n"))
row("fs.root", "process",
    "make a file in the root directory", "it is not mounted read-only",
    walled(f"attempt(lambda: {TMPFILE.format('/')}) == 'done' and {DONE}", "read_only", "landlock"))
row("packages.install", "process",
    "make a file in the directory of packages", "it is not mounted read-only",
    packages)
row("process.spawn", "process",
    "fork", OFF, held("import os\nif os.fork() == 0: os._exit(0)", "process: {spawn: false}\n"))
row("process.unix_sockets", "process",
    "make a unix socket", OFF,
    held("import socket\nsocket.socket(socket.AF_UNIX)", "process: {unix_sockets: false}\n"))
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
    "read a variable of the host", OFF,
    held("import os\nos.environ['CAISSON_SECRET']", "env: {pass: []}\n", env={"CAISSON_SECRET": "1"}))
row("egress.allow egress.addresses egress.budget egress.host_identity net.listen", "process",
    "make an internet socket", "no filter of system calls",
    walled(f"attempt(socket.socket) == 'done' and {DONE}", "filter"))
row("egress.allow", ENGINE,
    "reach a port that is not listed", "the list names it",
    unlisted)
row("secrets.placeholder", "process",
    "send a secret to a host that it is not bound to", "every host counts as bound",
    misused)
row("secrets.env", "process",
    "read a secret of the policy that was not given", "it is given (--secret)",
    unasked)
row("tools.allow", ANY,
    "call a tool that is not allowed", OFF, held("t()", "tools: {allow: []}\n", *TOOL))
row("tools.approve", ANY,
    "call a tool that needs an approval", OFF, held("t()", "tools: {approve: [t]}\n", *TOOL))
row("clock", ENGINE, "ask for the time", OFF, held("import time\ntime.time()", "clock: none\n"))
row("random", ENGINE, "ask for random bytes", OFF, held("import os\nos.urandom(4)", "random: none\n"))
row("artifacts", ANY, "be told of a file that is not exported", OFF, _exports)
row("audit", ANY,
    "run without a record", "a log that cannot be written does not matter",
    lambda c, d, off: run(
        c, d, "1", "--audit", "/proc/self/status/log", env=weak("audit") if off else None).code == 0)
row("limits.term_grace_ms kill_tree", "process",
    "outlive the deadline in a session of its own", "the jail is not killed",
    survivor)
row("kill_tree", "worker", "go on past the deadline", "there is none", deadline)
row("worker", "worker",
    "open, connect and fork in a worker", "no filter of system calls",
    lambda c, d, off: "fail" in json.dumps(
        (fault(c, "worker", "doctor", "--json") if off else c("doctor", "--json").json)["probes"]["worker"]))
row("limits.wall_ms limits.code_bytes", "check",
    "a text of 400 bytes", "the same policy, and limits.code_bytes is not applied",
    lambda c, d, off: checked("limits: {code_bytes: 100}\n", "x = 1" + " " * 400)(c, d, off and "limits.code_bytes"))
row("limits.memory_bytes", "check",
    "a list of 80000 numbers", OFF, checked("limits: {memory_bytes: 1MiB}\n", MANY))
row("limits.heap_bytes", "check",
    "a list of 80000 numbers", OFF, checked("limits: {heap_bytes: 1MiB}\n", MANY))
row("code.imports", "check",
    "a program that a rule refuses", "no such rule", ruled("imports_deny: [os]", "import os"))
row("code.builtins", "check",
    "a program that a rule refuses", "no such rule", ruled("builtins_deny: [eval]", "eval('1')"))
row("code.rules", "check",
    "a program that a rule refuses", "no such rule", ruled("rules: codeact-strict", "import ctypes"))


# --- what is advice: the attack gets through, or the word is wrong --------------------


def _advised(key: str, lines: str, code: str, *options: str) -> Attack:
    accept = f"accept_unenforced: [{key}]\n"

    def attack(c: Caisson, depth: str, off: str) -> bool:
        where = ("--depth", "check") if depth == "check" else ()
        at = "worker" if depth == "check" else depth
        return with_policy(c, at, lines + accept, code, *where, *options).code == 0

    return attack


TURNED = "''.join(reversed({!r}))"  # a name that only a run can tell
ADVICE: dict[str, Attack] = {
    "limits.nesting": _advised("limits.nesting", "limits: {nesting: 10}\n", "x = " + "(" * 50 + ")" * 50),
    "limits.fds": _advised(
        "limits.fds", "limits: {fds: 10}\n", "n = [open(f'/w/{i}', 'w') for i in range(20)]", "--tmpfs", "/w,limit=1m"),
    "limits.file_bytes": _advised(
        "limits.file_bytes", "limits: {file_bytes: 1000}\n", "f = open('/w/f', 'w')\nf.write('x' * 5000)\nf.close()",
        "--tmpfs", "/w,limit=1m"),
    "fs.protect": _advised("fs.protect", MOUNT + ", protect: [mine.txt]}\n", "open('/w/mine.txt', 'w').close()"),
    "code.imports": _advised(
        "code.imports", "code: {imports_deny: [os]}\n",
        f"import pathlib\nvars(pathlib)[{TURNED.format('so')}].getcwd()"),
    "code.builtins": _advised(
        "code.builtins", "code: {builtins_deny: [eval]}\n",
        f"import builtins\nvars(builtins)[{TURNED.format('lave')}]('1')"),
    "code.rules": _advised(
        "code.rules", "code: {rules: codeact-compat}\n", "assert '{0.__class__}'.format(1) == \"<class 'int'>\""),
}  # fmt: skip


# --- all of it ----------------------------------------------------------------------


RICH = """version: 1
limits: {pids: 64, disk_bytes: 64MiB}
fs: {mounts: [{host: /tmp, guest: /t, mode: rw}], deny: [/t/x]}
tools: {allow: [t], approve: [t]}
code: {imports_deny: [os], builtins_deny: [eval], rules: codeact-compat}
artifacts: {export: [/t/**]}
secrets: {k: {from: 'env:X', env: K, mode: env}}
"""


def reports(binary: str, policy: str = "") -> dict[str, dict[str, dict[str, object]]]:
    """The report of every depth, by key."""
    words = ["--policy", policy] if policy else []
    done = subprocess.run([binary, "policy", "explain", "--json", *words], capture_output=True, text=True)
    names = [*DEPTHS, "image", "vm"]
    return {n: r["fields"] for n, r in zip(names, json.loads(done.stdout)["reports"], strict=True)}


def cells(binary: str, word: str) -> list[tuple[str, str]]:
    """Cells with that word, by default or with rules of every kind; those where
    there is nothing to restrict are left out."""
    with tempfile.TemporaryDirectory() as d:
        path = Path(d, "p.yaml")
        path.write_text(RICH)
        path.chmod(0o600)
        both = (reports(binary), reports(binary, str(path)))
    return [
        (key, depth)
        for key in both[0]["check"]
        for depth in DEPTHS
        if any(r[depth][key]["word"] == word and r[depth][key]["by"] != ["absent"] for r in both)
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
