"""Attempts to exhaust the host from inside a jail (group G).

CAISSON_SOAK=1 runs the counts of the checklist; a plain run does fewer.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import os
import random
import subprocess
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from jailed import out, probe, without
from tool import Caisson, needs_jail

SOAK = bool(os.environ.get("CAISSON_SOAK"))


def test_g01_fork_bomb(caisson: Caisson) -> None:
    code = (
        "n = 0\n"
        "try:\n"
        "  while n < 500:\n"
        "    if os.fork() == 0: time.sleep(20); os._exit(0)\n"
        "    n += 1\n"
        "except OSError as e: print(n, e.errno)\n"
        "else: print(n, 0)\n"
    )
    n, problem = out(caisson, code, "--processes", "20").split()
    assert int(n) < 20 and problem == "11"
    n, problem = out(caisson, code, "--processes", "20", *without("limits")).split()
    assert int(n) == 500 or problem != "11" or int(n) > 20


def test_g01_threads_count_too(caisson: Caisson) -> None:
    code = (
        "import threading\nn = 0\n"
        "try:\n  while n < 200: threading.Thread(target=time.sleep, args=(5,), daemon=True).start(); n += 1\n"
        "except RuntimeError: pass\nprint(n); sys.stdout.flush(); os._exit(0)"
    )
    assert int(out(caisson, code, "--processes", "20")) < 20


def test_g02_memory_by_touch_and_in_files(caisson: Caisson) -> None:
    done = probe(caisson, "x = []\nwhile True: x.append(bytearray(8 << 20))", "-m", "128m")
    assert done.code in (1, 137) and ("MemoryError" in done.err or "memory" in done.err)
    code = (
        "n = 0\n"
        "try:\n"
        "  for i in range(99):\n"
        "    with open(f'{D}/f{i}', 'wb') as f: f.write(bytes(4 << 20))\n"
        "    n += 4\n"
        "except OSError as e: print(n, e.errno)\n"
    )
    for where in ("/tmp", "/dev/shm"):
        n, problem = out(caisson, f"D = {where!r}\n" + code, "-m", "1g").split()
        assert int(n) <= 64 and problem == "28", where


def test_g04_quota_of_overlays_and_files(caisson: Caisson) -> None:
    needs_jail(caisson)
    with tempfile.TemporaryDirectory() as d:
        for i in range(30):
            Path(d, f"f{i}").write_bytes(bytes(1 << 20))
        code = (
            "n = 0\n"
            "try:\n"
            "  for i in range(30): os.chmod(f'/w/f{i}', 0o600); n += 1\n"  # copy-up
            "except OSError as e: print(n, e.errno)\nelse: print(n, 0)\n"
        )
        n, problem = out(caisson, code, "-v", f"{d}:/w:overlay,limit=8m").split()
        assert int(n) < 10 and problem == "28"
        big = "f = open('/w/big', 'wb')\nprint(attempt(os.ftruncate, f.fileno(), 1 << 40))\n"
        done = probe(caisson, big, "-v", f"{d}:/w:rw")
        assert done.out.strip() == "EFBIG" or done.code == 128 + 25
        assert not Path(d, "big").exists() or Path(d, "big").stat().st_size == 0


def test_g05_no_real_time_and_no_negative_nice(caisson: Caisson) -> None:
    code = (
        "print(attempt(os.sched_setscheduler, 0, os.SCHED_FIFO, os.sched_param(50)), "
        "attempt(os.setpriority, os.PRIO_PROCESS, 0, -10))"
    )
    assert set(out(caisson, code).split()) <= {"EPERM", "EACCES"}
    done = probe(caisson, "while True: pass", "--cpu-time", "1s")
    assert done.code in (128 + 24, 137)


def test_g06_descriptors(caisson: Caisson) -> None:
    code = "n = []\ntry:\n  while True: n.append(os.open('/dev/null', 0))\nexcept OSError as e: print(len(n), e.errno)"
    n, problem = out(caisson, code).split()
    assert int(n) < 256 and problem == "24"
    assert int(out(caisson, code, *without("limits")).split()[0]) > 300


def test_g07_the_deadline_cannot_be_dodged(caisson: Caisson) -> None:
    needs_jail(caisson)
    code = (
        "for s in range(1, 65):\n"
        "  try: signal.signal(s, signal.SIG_IGN)\n"
        "  except (OSError, ValueError): pass\n"
        "print('up'); sys.stdout.flush()\n"
        "if os.fork() == 0: os.setsid()\n"
        "os.kill(os.getpid(), signal.SIGSTOP)\nwhile True: time.sleep(1)"
    )
    start = time.monotonic()
    done = probe(caisson, code, "--timeout", "1s")
    assert (done.code, done.out) == (124, "up\n")
    assert time.monotonic() - start < 8


def test_g08_output_flood(caisson: Caisson) -> None:
    start = time.monotonic()
    code = "while True: os.write(1, b'x' * 65536); os.write(2, b'y' * 65536)"
    done = probe(caisson, code, "--timeout", "2s", "--max-output", "10k")
    assert done.code == 124 and len(done.out) == 10 << 10
    assert time.monotonic() - start < 10


def leftovers() -> dict[str, int]:
    groups = subprocess.run(
        ["find", "/sys/fs/cgroup", "-maxdepth", "6", "-name", "caisson-*"], capture_output=True, text=True
    ).stdout.split()
    mounts = Path("/proc/self/mountinfo").read_text().count("\n")
    return {"groups": len(groups), "mounts": mounts}


def processes(mark: str) -> int:
    n = 0
    for p in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            n += mark.encode() in p.read_bytes()
        except OSError:
            pass
    return n


def test_g09_many_in_a_row_and_at_once_leave_nothing(caisson: Caisson) -> None:
    needs_jail(caisson)
    before = leftovers()
    mark = f"sleep\x00{800000 + os.getpid()}"
    script = f"sleep {800000 + os.getpid()} & exit 7"

    def one(_: int) -> int:
        return caisson("exec", "--timeout", "50s", "--shell", script).code

    for i in range(1000 if SOAK else 40):
        assert one(i) == 7
    with ThreadPoolExecutor(64) as pool:
        assert set(pool.map(one, range(64))) == {7}
    end = time.monotonic() + 10
    while leftovers() != before and time.monotonic() < end:
        time.sleep(0.1)  # other tests have jails, too
    assert processes(mark) == 0
    assert leftovers()["mounts"] == before["mounts"]


def test_g10_killed_at_any_moment_leaves_nothing(caisson: Caisson) -> None:
    needs_jail(caisson)
    seed = int(time.time())
    mark = f"{900000 + os.getpid()}"
    code = f"import subprocess\nsubprocess.run(['sleep', '{mark}'])"
    moments = random.Random(seed)
    for _ in range(50 if SOAK else 10):
        p = subprocess.Popen(
            [caisson.binary, "run", "--depth", "process", "-c", code],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )
        time.sleep(moments.uniform(0.001, 0.4))
        p.kill()
        p.wait()
    end = time.monotonic() + 20
    while (processes(f"sleep\x00{mark}") or processes(mark)) and time.monotonic() < end:
        time.sleep(0.1)
    assert processes(mark) == 0, f"seed {seed}"


def test_g11_report_says_which_limits_hold(caisson: Caisson) -> None:
    needs_jail(caisson)
    facts = {f["name"]: f for f in caisson("doctor", "--json").json["facts"]}
    assert facts["limits"]["holds"]
    group = facts["cgroups"]
    assert group["detail"].startswith("version") if group["holds"] else len(group["detail"]) > 10
