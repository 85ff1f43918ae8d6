"""Limits of a sandbox.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import os
import time

import pytest
from conftest import Boxes, wait_until


@pytest.fixture
def grouped(own: Boxes) -> Boxes:
    """Where control groups can be made; a sandbox joins them after a moment."""
    if os.geteuid() != 0:
        pytest.skip("control groups need root here")
    return own


def settle(boxes: Boxes, name: str) -> None:
    """Wait until the sandbox is in its control groups."""

    def joined() -> bool:
        with boxes.dial(name) as link:
            link.ask(op="metrics")
            return bool(link.finish()[0]["pids"] > 0)

    assert wait_until(joined)


def test_memory(grouped: Boxes) -> None:
    """62: the command dies, everything else lives."""
    name = grouped.create("--memory", "64m")
    settle(grouped, name)
    code = ("import os\nkids = []\n"
            "for _ in range(6):\n"
            "  if os.fork() == 0:\n"
            "    b = bytearray(30 << 20)\n"
            "    while True: b[::4096] = b'x' * len(b[::4096])\n"
            "b = bytearray(40 << 20)\nwhile True: b[::4096] = b'x' * len(b[::4096])\n")
    done = grouped("exec", "--json", "--timeout", "30s", name, "--", "python3", "-c",
                   code).json
    hit = done["limit"] == "limits.memory_bytes" or done["limit_hits"].get(
        "limits.memory_bytes", 0) > 0
    assert hit and done["exit_code"] in (137, 124), done
    assert grouped.run(name, "echo alive").out == "alive\n"


def test_processes(grouped: Boxes) -> None:
    """63."""
    name = grouped.create("--pids-limit", "32")
    settle(grouped, name)
    done = grouped.result(
        name, "i=0; while [ $i -lt 60 ]; do sleep 20 & i=$((i+1)); done; exit 3",
        "--timeout", "20s")
    assert done["exit_code"] != 0
    assert grouped("kill", name).code == 0
    assert grouped("start", name).code == 0
    assert grouped.run(name, "echo next").out == "next\n"


def test_files_and_descriptors(own: Boxes) -> None:
    """66."""
    name = own.create()
    code = "import os; [os.open('/dev/null', 0) for _ in range(5000)]"
    done = own("exec", name, "--", "python3", "-c", code)
    assert done.code == 1 and "Too many open files" in done.err
    done = own.run(name, "ulimit -c; ulimit -f")
    assert done.out.splitlines()[0] == "0"


def test_processor_time(own: Boxes) -> None:
    """65."""
    with_limit = own("create", "--json", "cpu")
    own.names.append("cpu")
    assert with_limit.code == 0
    name = own.create("--cpus", "0.5")
    if os.geteuid() == 0:
        settle(own, name)
        began = time.monotonic()
        done = own.result(name, "timeout 3 sh -c 'while :; do :; done'")
        wall = time.monotonic() - began
        assert done["usage"]["cpu_ms"] <= wall * 1000 * 0.75


def test_metrics(own: Boxes) -> None:
    """74."""
    name = own.create()
    own.run(name, "true")
    with own.dial(name) as link:
        link.ask(op="metrics")
        first = link.finish()[0]
        link.ask(op="metrics")
        second = link.finish()[0]
    for key in ("cpu_ms", "memory_bytes", "memory_peak_bytes", "memory_limit_bytes",
                "pids", "disk_limit_bytes", "net_in_bytes", "net_out_bytes",
                "egress_requests", "egress_denied", "execs_total", "limit_hits",
                "log_bytes", "log_dropped_bytes", "uptime_ms", "idle_ms"):
        assert key in first, key
    assert first["execs_total"]["exited"] == 1
    assert second["uptime_ms"] >= first["uptime_ms"]
    assert first["memory_peak_bytes"] <= first["memory_limit_bytes"]


def test_audit(own: Boxes) -> None:
    """73: a start and an end of every command; without a log none runs."""
    name = own.create()
    own.run(name, "exit 3")
    text = own("audit", "show", "--json").out
    for kind in ("sandbox.create", "exec.start", "exec.end"):
        assert kind in text, kind
    assert own("audit", "verify").code == 0
    refused = own("create", "--audit", "/proc/no/such", "unlogged")
    assert refused.code == 125, refused


def test_a_layer_on_disk_has_a_cap(boxes: Boxes) -> None:
    """64: a command that writes on and on is ended; then files can be removed."""
    name = boxes.create("--disk", "8m")
    fill = "while true; do head -c 1000000 /dev/zero >> /var/fill || exit 3; sleep 0.05; done"
    done = boxes.result(name, fill, "--timeout", "60s")
    assert (done["reason"], done["limit"], done["exit_code"]) == (
        "limit", "limits.disk_bytes", 137), done
    with boxes.dial(name) as link:
        link.ask(op="metrics")
        metrics = link.finish()[0]
    assert 8 << 20 < metrics["disk_used_bytes"] < 100 << 20
    assert metrics["disk_limit_bytes"] == 8 << 20
    freed = boxes.result(name, "sleep 3; rm /var/fill; sleep 3; echo small > /var/x; cat /var/x")
    assert (freed["stdout"], freed["exit_code"]) == ("small\n", 0), freed


def test_what_runs_on_alone_is_capped_too(boxes: Boxes) -> None:
    name = boxes.create("--disk", "8m")
    boxes.run(name, "(while true; do head -c 1000000 /dev/zero >> /var/fill; sleep 0.05; done) "
                    ">/dev/null 2>&1 &")
    assert wait_until(lambda: boxes.inspect(name)["status"] == "stopped", 60), boxes.inspect(name)
    assert boxes("start", name).code == 0
    assert boxes.run(name, "rm /var/fill && echo gone").out == "gone\n"


def test_the_control_a_layer_below_its_cap_is_let_alone(boxes: Boxes) -> None:
    name = boxes.create("--disk", "64m")
    script = "for i in 1 2 3 4 5 6; do head -c 2000000 /dev/zero >> /var/f; sleep 0.5; done; echo ok"
    assert boxes.run(name, script).out == "ok\n"


def ruled(boxes: Boxes, limits: str) -> str:
    """A policy file with these limits."""
    path = boxes.home / "limits.yaml"
    path.write_text(f"version: 1\nlimits: {{{limits}}}\n")
    path.chmod(0o644)
    return str(path)


def test_a_file_has_a_cap(boxes: Boxes) -> None:
    """66: EFBIG, and what fits is there."""
    name = boxes.create("--policy", ruled(boxes, "file_bytes: 1MiB"))
    code = ("import errno, signal\nsignal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
            "f = open('/var/big', 'wb', 0)\ntry:\n"
            "  while True: f.write(b'x' * 65536)\n"
            "except OSError as e: print(errno.errorcode[e.errno], f.tell())")
    done = boxes("exec", name, "--", "python3", "-c", code)
    assert done.out == f"EFBIG {1 << 20}\n", done


def test_files_of_a_layer_in_memory_are_counted(own: Boxes) -> None:
    """64: ENOSPC when the inodes are used up."""
    p = ruled(own, "disk_inodes: 200")
    script = ("i=0; while [ $i -lt 400 ]; do touch /var/f$i || break; i=$((i+1)); done 2>/tmp/e; "
              "cat /tmp/e; [ $i -gt 50 ] && [ $i -lt 300 ] && echo capped")
    done = own("run", "--policy", p, "--image", "rootfs:host", "--", "sh", "-c", script)
    assert "No space left" in done.out and done.out.endswith("capped\n"), done


def test_processor_time_of_a_command_has_a_cap(boxes: Boxes) -> None:
    """65: a spinner is ended, and the result names the limit."""
    name = boxes.create("--policy", ruled(boxes, "cpu_ms: 1s"))
    done = boxes.result(name, "while :; do :; done", "--timeout", "50s")
    assert (done["reason"], done["limit"], done["exit_code"]) == (
        "limit", "limits.cpu_ms", 137), done
    assert boxes.run(name, "echo next").out == "next\n"


def test_files_of_a_layer_on_disk_are_counted(boxes: Boxes) -> None:
    name = boxes.create("--policy", ruled(boxes, "disk_inodes: 200"))
    done = boxes.result(name, "i=0; while :; do touch /var/f$i; i=$((i+1)); done",
                        "--timeout", "60s")
    assert (done["reason"], done["limit"]) == ("limit", "limits.disk_inodes"), done


DEEP = """
import os
os.makedirs("/home/q", exist_ok=True)
os.chdir("/home/q")
for _ in range(600): os.mkdir("a"); os.chdir("a")
"""


def test_a_layer_that_cannot_be_counted_ends_the_command(boxes: Boxes) -> None:
    """G04: where nobody can look, nobody may write on."""
    name = boxes.create("--disk", "8m")
    write = "import time\nfor i in range(60): open(str(i), 'wb').write(bytes(1 << 20)); time.sleep(0.1)"
    done = boxes("exec", "--json", name, "--", "python3", "-c", DEEP + write)
    assert (done.json["reason"], done.json["limit"]) == ("limit", "limits.disk_bytes"), done
    assert boxes("rm", name).code == 0


def test_deep_directories_can_be_removed(boxes: Boxes) -> None:
    """Also ones that are deeper than anybody can hold open, without rights on them."""
    name = boxes.create()
    lock = "for _ in range(600): os.chmod('.', 0); os.chdir('..')\nos.mkdir('deep-0')"
    boxes("exec", name, "--", "python3", "-c", DEEP + lock)
    assert boxes("stop", name).code == 0
    done = boxes("rm", name)
    assert done.code == 0, done
    assert name not in boxes("ps", "--all").out
