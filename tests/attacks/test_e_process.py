"""Attacks on processes, namespaces, descriptors and /proc (group E), in a jail.

Each test carries the number of its attack and runs once with the wall off.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path

from jailed import out, probe, without
from tool import Caisson, needs_jail


def test_e01_no_descriptor_of_the_host(caisson: Caisson) -> None:
    with tempfile.TemporaryFile() as leak:
        os.set_inheritable(leak.fileno(), True)  # even one that would be inherited
        code = "print([fd for fd in range(1024) if os.path.exists(f'/proc/self/fd/{fd}')])"
        assert out(caisson, code) == "[0, 1, 2]"


def test_e02_working_directory_stays_inside(caisson: Caisson) -> None:
    needs_jail(caisson)
    for where in ("/proc/self/fd/5", "/proc/1/root", "/nonexistent", "/proc/self/cwd"):
        done = caisson("exec", "-w", where, "--", "pwd")
        assert done.code == 125 or done.out.startswith("/"), done
        assert not Path("/pwned").exists()
    done = caisson("exec", "-w", "/tmp", "--", "sh", "-c", "cd ..; ls")
    assert "work" not in done.out.split() or not Path("/work").exists()


def test_e03_the_helper_cannot_be_overwritten(caisson: Caisson) -> None:
    code = (
        "print(attempt(os.open, '/proc/self/exe', os.O_WRONLY), "
        "attempt(os.open, '/proc/1/exe', os.O_RDWR))"
    )
    mine, first = out(caisson, code).split()
    assert mine in ("EROFS", "EACCES", "ETXTBSY")
    assert first in ("EACCES", "ENOENT", "EPERM")


def test_e04_terminal_injection(caisson: Caisson) -> None:
    code = (
        "import fcntl, termios\n"
        "def io(op): return attempt(lambda: libc.ioctl(0, ctypes.c_ulong(op), ctypes.byref(ctypes.c_int(65))) "
        "and (_ for _ in ()).throw(OSError(ctypes.get_errno(), '')))\n"
        "def raw(op): return call(16, 0, op, ctypes.byref(ctypes.c_int(65)))\n"
        "print(raw(0x5412), raw(0x5412 | 1 << 32), raw(0x541c), raw(0x540e), raw(0x541b))"
    )
    got = [int(x) for x in out(caisson, code).split()]
    assert got[:4] == [-38] * 4  # TIOCSTI, with high bits, TIOCLINUX, TIOCSCTTY
    assert got[4] != -38  # FIONREAD passes the filter
    off = [int(x) for x in out(caisson, code, *without("filter")).split()]
    assert -38 not in off


def alive(word: str) -> list[str]:
    found = []
    for p in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if word.encode() in p.read_bytes():
                found.append(p.parent.name)
        except OSError:
            pass
    return found


def test_e06_nothing_survives_a_killed_host(caisson: Caisson) -> None:
    needs_jail(caisson)
    script = "trap '' TERM HUP INT; (setsid sleep 4711 &) ; sleep 4711"
    p = subprocess.Popen(
        [caisson.binary, "exec", "--shell", script], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    end = time.monotonic() + 20
    while len(alive("sleep\x004711")) < 2 and time.monotonic() < end:
        time.sleep(0.05)
    assert len(alive("sleep\x004711")) >= 2
    p.send_signal(signal.SIGKILL)
    p.wait()
    end = time.monotonic() + 10
    while alive("sleep\x004711") and time.monotonic() < end:
        time.sleep(0.05)
    assert alive("sleep\x004711") == []


def test_e07_process_one_is_out_of_reach(caisson: Caisson) -> None:
    code = (
        "print(attempt(os.kill, 1, 9), call(101, 16, 1, 0, 0), "  # ptrace attach
        "attempt(open, '/proc/1/mem'), attempt(open, '/proc/1/environ', 'rb'), "
        "call(310, 1, 0, 0, 0, 0, 0), call(438, 3, 0, 0), os.path.exists('/proc/1'))"
    )
    kill, trace, mem, environ, vm, getfd, there = out(caisson, code).split()
    assert kill in ("EPERM", "done")  # a signal that process 1 does not take
    assert (trace, vm, getfd) == ("-1", "-1", "-1")
    assert mem in ("EACCES", "EPERM")
    assert environ in ("EACCES", "EPERM", "done")
    assert there == "True"
    off = out(caisson, "print(call(101, 0, 0, 0, 0))", *without("filter"))
    assert off == "0"  # PTRACE_TRACEME is what the filter stops


def test_e08_no_namespaces(caisson: Caisson) -> None:
    flags = [0x10000000, 0x20000, 0x40000000, 0x20000000, 0x8000000, 0x4000000, 0x2000000, 0x80]
    code = (
        f"r = []\nfor f in {flags}:\n"
        "  r.append(call(272, f))\n"  # unshare
        "  r.append(call(56, f | 17, 0, 0, 0, 0))\n"  # clone
        "r.append(call(308, 0, 0)); r.append(call(435, 0, 0))\n"  # setns, clone3
        "print(sorted(set(r)))"
    )
    assert out(caisson, code) == "[-38, -1]"
    assert out(caisson, "print(call(272, 0x10000000))", *without("filter")) == "0"


def test_e09_e10_no_privilege_comes_back(caisson: Caisson) -> None:
    code = (
        "s = open('/proc/self/status').read()\n"
        "print([l.split()[1] for l in s.splitlines() if l[:3] == 'Cap' or l[:5] == 'NoNew'])\n"
        "print(attempt(os.setuid, 0), attempt(os.chroot, '/'), os.getuid())"
    )
    caps, ids = out(caisson, code).splitlines()
    assert caps == str(["0" * 16] * 5 + ["1"])
    assert ids.split()[:2] == ["EINVAL", "EPERM"] and ids.split()[2] == "1000"
    off = out(caisson, code, *without("caps", "filter")).splitlines()[0]
    assert "0" * 16 not in off.split(",")[3]  # the bounding set is full then


def test_e09_setuid_bits_do_nothing(caisson: Caisson) -> None:
    code = (
        "m = [l for l in open('/proc/self/mountinfo') if ' - ' in l and '/dev/' not in l]\n"
        "print(all('nosuid' in l for l in m), os.path.exists('/usr/bin/su'))"
    )
    assert out(caisson, code).split()[0] == "True"


def test_e11_proc_tells_and_takes_nothing(caisson: Caisson) -> None:
    code = (
        "def w(p): return attempt(lambda: open(p, 'w').write('1'))\n"
        "print([w(p) for p in ('/proc/sys/kernel/core_pattern', '/proc/sysrq-trigger', "
        "'/proc/sys/kernel/modprobe', '/proc/sys/vm/overcommit_memory', '/proc/self/oom_score_adj')])\n"
        "def r(p):\n"
        "  try: return len(open(p, 'rb').read(100))\n"
        "  except OSError: return 0\n"
        "print([r(p) for p in ('/proc/kcore', '/proc/keys', '/proc/kallsyms', '/proc/timer_list', '/proc/kmsg')])\n"
        "print(os.path.exists('/sys'), call(165, b'proc', b'/tmp', b'proc', 0, 0))"
    )
    writes, reads, rest = out(caisson, code).splitlines()
    assert all(x in ("EROFS", "EACCES", "ENOENT", "EPERM", "done") for x in eval(writes))
    assert eval(writes)[0] in ("EROFS", "EACCES") and eval(writes)[3] in ("EROFS", "EACCES")
    assert eval(writes)[4] in ("EROFS", "EACCES")
    assert eval(reads) == [0, 0, 0, 0, 0]
    assert rest == "False -1"
    off = out(caisson, code, *without("masks", "landlock")).splitlines()
    assert eval(off[0])[4] == "done"


def test_e12_devices_are_the_harmless_ones(caisson: Caisson) -> None:
    code = (
        "import stat\n"
        "n = {e: (os.major(os.stat('/dev/' + e).st_rdev), os.minor(os.stat('/dev/' + e).st_rdev)) "
        "for e in os.listdir('/dev') if stat.S_ISCHR(os.stat('/dev/' + e).st_mode)"
        " and not os.path.islink('/dev/' + e)}\n"
        "print(sorted(n.items()), attempt(os.mknod, '/tmp/d', 0o20666, os.makedev(1, 1)), "
        "attempt(os.unlink, '/dev/null'))"
    )
    got = out(caisson, code)
    assert got.startswith(
        "[('full', (1, 7)), ('null', (1, 3)), ('random', (1, 8)), ('urandom', (1, 9)), ('zero', (1, 5))]"
    )
    assert got.split("]")[1].split()[0] in ("ENOSYS", "EPERM")
    assert got.split()[-1] in ("EROFS", "EBUSY", "EACCES")


def test_e14_environment_is_ours(caisson: Caisson) -> None:
    needs_jail(caisson)
    hostile = {"LD_PRELOAD": "/x.so", "PYTHONPATH": "/x", "BASH_ENV": "/x", "SSH_AUTH_SOCK": "/x"}
    done = subprocess.run(
        [caisson.binary, "exec", "env"], env={**caisson.environment(), **hostile}, capture_output=True, text=True
    )
    assert {l.split("=")[0] for l in done.stdout.splitlines()} == {"PATH", "HOME", "LANG"}


def test_e16_sockets_and_shared_memory_of_the_host(caisson: Caisson) -> None:
    name = f"\0caisson-test-{os.getpid()}"
    with socket.socket(socket.AF_UNIX) as host:
        host.bind(name)
        host.listen()
        code = (
            f"s = socket.socket(socket.AF_UNIX); print(attempt(s.connect, {name!r}), "
            "len(open('/proc/sysvipc/shm').readlines()) if os.path.exists('/proc/sysvipc/shm') else 1, "
            "os.listdir('/dev/shm'), os.listdir('/run'))"
        )
        assert out(caisson, code) == "ECONNREFUSED 1 [] []"


def test_e20_signals_stay_inside(caisson: Caisson) -> None:
    done = probe(caisson, "signal.signal(15, lambda *a: None)\nattempt(os.kill, 0, 15); attempt(os.kill, -1, 15); print('alive')")
    assert done.out == "alive\n"


def test_e21_no_core_dump_is_left(caisson: Caisson) -> None:
    needs_jail(caisson)
    with tempfile.TemporaryDirectory() as d:
        done = caisson("exec", "-v", f"{d}:/w:rw", "-w", "/w", "--", "sh", "-c", "ulimit -c; kill -SEGV $$")
        assert done.out == "0\n" and os.listdir(d) == []
