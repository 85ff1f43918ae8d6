"""Every field of a policy acts, or a session that sets it does not open.

For each field a value that asks for something.  At each depth the report then
says enforced by something (and ``cells.py`` has the attack), or that there is
nothing to restrict, or it is not enforced: then nothing may start.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import json
import subprocess
import tempfile
from pathlib import Path

from cells import DEPTHS, ROWS, reports
from test_report import needs_walls
from tool import Caisson, needs_jail

VALUES = {
    "version": "1", "name": "x", "extends": "default", "depth": "auto", "depth_allow": "[interp, process]",
    "worker": "true", "accept_unenforced": "[]", "approver": "cli",
    "limits.wall_ms": "9s", "limits.guest_ms": "9s", "limits.turn_ms": "9s", "limits.cpu_ms": "9s",
    "limits.term_grace_ms": "5", "limits.fuel": "99999999", "limits.memory_bytes": "200MiB",
    "limits.heap_bytes": "99MiB", "limits.cpus": "0.5", "limits.pids": "9", "limits.fds": "99",
    "limits.disk_bytes": "9MiB", "limits.disk_inodes": "99", "limits.file_bytes": "9MiB", "limits.tmp_bytes": "9MiB",
    "limits.code_bytes": "9999", "limits.nesting": "50", "limits.stdout_bytes": "999", "limits.stderr_bytes": "999",
    "limits.output_overflow": "kill", "limits.result_bytes": "999", "limits.recursion": "99",
    "limits.suspensions": "9", "limits.tool_calls": "9", "limits.tool_concurrency": "2", "limits.host_call_ms": "9s",
    "limits.sleep_ms": "9", "limits.sleep_call_ms": "9",
    "fs.read": "[/usr]", "fs.write": "[/var/tmp]", "fs.mounts": "[{host: /usr, guest: /u, mode: ro}]",
    "fs.deny": "[/usr/x]", "fs.protect": "[secret]", "fs.root": "ro",
    "workspace.mode": "ro", "workspace.write": "[out]", "workspace.deny": "[x]",
    "process.spawn": "[/bin/true]", "process.unix_sockets": "true", "process.tty": "true",
    "process.caps": "[CHOWN]", "process.user": "5", "env.pass": "[LANG]", "env.set": "{A: b}",
    "tools.allow": "[t]", "tools.approve": "[t]",
    "code.imports_allow": "[os]", "code.imports_deny": "[os]", "code.builtins_deny": "[eval]",
    "code.rules": "codeact-strict", "packages.install": "false", "packages.list": "[numpy]",
    "packages.source": "/srv", "packages.timeout_ms": "9s",
    "clock": "none", "timezone": "Europe/Vienna", "random": "none",
    "egress.allow": "[a.example.com]", "egress.deny": "[a.example.com]", "egress.max_out": "9", "egress.max_in": "9",
    "egress.max_requests": "9", "egress.max_connections": "9", "egress.socks": "true",
    "egress.dangerous_any": "true", "egress.ca_file": "/etc/x", "net.listen": "[{guest: 80}]",
    "secrets": "{k: {from: 'env:X', env: K, mode: env}}",
    "images.allow": "[x]", "images.default": "x", "images.pull": "never", "images.require_digest": "true", "images.aliases": "{a: b}",
    "images.default_registry": "r.example.com", "images.ca_file": "/etc/x",
    "sandbox.exec_wall_ms": "9s", "sandbox.exec_wall_max_ms": "9s", "sandbox.idle_ms": "9s",
    "sandbox.max_lifetime_ms": "9s", "sandbox.retain_stopped_ms": "9s", "sandbox.stop_grace_ms": "9s",
    "sandbox.max_live": "1", "sandbox.max_live_per_owner": "1", "sandbox.max_execs": "1", "sandbox.log_bytes": "9",
    "sandbox.redact_output": "true",
    "artifacts.export": "[/w/**]", "artifacts.on": "always", "artifacts.max_files": "1",
    "artifacts.max_file_bytes": "9", "artifacts.max_total_bytes": "9", "artifacts.max_depth": "1",
    "audit.path": "/nonexistent/log", "audit.required": "true", "audit.code": "hash", "audit.sync": "always",
    "audit.trace_denials": "true", "audit.checkpoint_cmd": "[/bin/cat]",
}  # fmt: skip

CHOOSE = {"version", "name", "extends", "depth", "depth_allow", "accept_unenforced"}
GROUPS = {
    "env.": "env", "workspace.": "workspace", "artifacts.": "artifacts", "audit.": "audit", "sandbox.": "sandbox",
    "images.": "images.allow", "code.imports_": "code.imports", "code.builtins_": "code.builtins",
    "egress.max_": "egress.budget", "egress.": "egress.allow", "packages.": "packages.list",
    "approver": "tools.approve", "secrets": "secrets.placeholder",
}  # fmt: skip
# What a depth does not restrict because it has no such thing, and is asked for
# elsewhere: the command line obeys audit.path and the like itself.
OWN = {"audit.path": "the command opens its log there, or does not run"}


def key_of(field: str, keys: list[str]) -> str:
    if field in keys:
        return field
    return next(key for start, key in GROUPS.items() if field.startswith(start))


def policy(path: Path, field: str, worker: bool = True) -> None:
    head, _, tail = field.partition(".")
    line = f"{head}: {{{tail}: {VALUES[field]}}}\n" if tail else f"{head}: {VALUES[field]}\n"
    text = "" if field == "version" else "version: 1\n"
    text += "" if worker or field == "worker" else "worker: false\n"
    path.write_text(text + line)
    path.chmod(0o600)


def fields(caisson: Caisson) -> list[str]:
    schema = caisson("policy", "schema").json["properties"]
    return [
        f"{name}.{inner}" if "properties" in part and name != "secrets" else name
        for name, part in schema.items()
        for inner in (part["properties"] if "properties" in part and name != "secrets" else [""])
    ]


def test_every_field_acts_or_nothing_starts(caisson: Caisson) -> None:
    needs_walls(caisson)
    needs_jail(caisson)
    assert sorted(VALUES) == sorted(fields(caisson)), "every field has a value here"
    idle, opened, refused = [], [], 0
    with tempfile.TemporaryDirectory() as d:
        path = Path(d, "p.yaml")
        for field in VALUES:
            if field in CHOOSE or field in OWN:
                continue
            policy(path, field)
            cells = reports(caisson.binary, str(path))
            key = key_of(field, list(cells["check"]))
            for depth in DEPTHS[1:]:
                cell = cells[depth][key]
                if cell["word"] == "enforced":
                    if cell["by"] != ["absent"] and (key, depth) not in ROWS:
                        idle.append((field, depth))
                    continue
                if not cell["requested"]:
                    continue  # an engine's limit, asked for where there is none
                if (field, depth) == ("worker", "interp"):
                    continue  # there is a worker then
                refused += 1
                policy(path, field, worker=depth == "worker")
                where = ["--depth", "process"] if depth == "process" else ["--depth", "interp"]
                done = subprocess.run(
                    [caisson.binary, "run", "--json", *where, "--policy", str(path), "-c", "print('STARTED')"],
                    capture_output=True, text=True, env=caisson.environment(),
                )  # fmt: skip
                if done.returncode == 0 or "STARTED" in done.stdout or key not in done.stdout + done.stderr:
                    opened.append((field, depth, done.stdout[:300] + done.stderr[:300]))
    assert not idle, f"enforced, and nothing tries it: {idle}"
    assert not opened, f"not enforced, and it ran: {opened}"
    assert refused > 30, json.dumps(refused)
