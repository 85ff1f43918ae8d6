"""Attacks on the system call filter (group F), in a jail.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import json
import os
import platform
import subprocess
import tempfile
import unittest
from pathlib import Path

from jailed import out, probe, without
from tool import Caisson, needs_jail

SIGSYS = 128 + 31

# Machine code: the call number is in eax already where it matters.
RUN = (
    "def machine(code):\n"
    "  m = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)\n"
    "  m.write(code)\n"
    "  return ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(m)))()\n"
)


def needs_x86() -> None:
    if platform.machine() != "x86_64":
        raise unittest.SkipTest("machine code of x86-64")


def test_f01_32_bit_entry(caisson: Caisson) -> None:
    needs_x86()
    code = RUN + "print(machine(b'\\xb8\\x14\\x00\\x00\\x00\\xcd\\x80\\xc3') > 0)"  # getpid
    assert probe(caisson, code).code == SIGSYS
    off = probe(caisson, code, *without("filter"))
    assert off.code in (0, 128 + 11)  # works, or this kernel has no such entry


def test_f02_x32_numbers(caisson: Caisson) -> None:
    needs_x86()
    for number in (0, 39, 57, 101, 272, 512, 520, 547):
        assert probe(caisson, f"print(call({number} | 1 << 30))").code == SIGSYS, number
    assert probe(caisson, "print(call(39 | 1 << 30))", *without("filter")).code == 0


def test_f03_io_uring(caisson: Caisson) -> None:
    code = "b = ctypes.create_string_buffer(120)\nprint([call(n, 1, b, 0, 0) for n in (425, 426, 427)])"
    assert out(caisson, code) == "[-38, -38, -38]"
    assert out(caisson, code, *without("filter")) != "[-38, -38, -38]"  # the kernel has them


def test_f04_socket_families(caisson: Caisson) -> None:
    code = (
        "r = {f: call(41, f, t, 0) for f in range(0, 64) for t in (3, 2, 1) if f != 1}\n"
        "print([f for f, v in r.items() if v >= 0], call(41, 1, 1, 0) >= 0, call(53, 1, 1, 0, ctypes.create_string_buffer(8)) >= 0)"
    )
    assert out(caisson, code) == "[] True True"
    assert "2" in out(caisson, code, *without("filter")).split("]")[0]


def test_f05_high_bits_do_not_help(caisson: Caisson) -> None:
    code = "print(call(41, 2 | 1 << 32, 1, 0), call(157, 4 | 1 << 32, 1, 0, 0, 0), call(56, 0x10000011 | 1 << 32, 0, 0, 0, 0))"
    got = [int(x) for x in out(caisson, code).split()]
    assert got[0] == -97 and got[1] == -38 and got[2] in (-38, -1), got
    off = [int(x) for x in out(caisson, code, *without("filter")).split()[:2]]
    assert off[0] >= 0 and off[1] >= 0


DANGEROUS = {
    "ptrace": 101, "process_vm_readv": 310, "process_vm_writev": 311, "kcmp": 312, "pidfd_getfd": 438,
    "bpf": 321, "perf_event_open": 298, "userfaultfd": 323, "add_key": 248, "request_key": 249,
    "keyctl": 250, "mount": 165, "umount2": 166, "pivot_root": 155, "chroot": 161, "move_mount": 429,
    "open_tree": 428, "fsopen": 430, "fsmount": 432, "mount_setattr": 442, "swapon": 167, "reboot": 169,
    "kexec_load": 246, "init_module": 175, "finit_module": 313, "delete_module": 176, "iopl": 172,
    "ioperm": 173, "modify_ldt": 154, "acct": 163, "settimeofday": 164, "clock_settime": 227,
    "adjtimex": 159, "vmsplice": 278, "open_by_handle_at": 304, "name_to_handle_at": 303,
    "fanotify_init": 300, "set_mempolicy": 238, "mbind": 237, "move_pages": 279, "unshare": 272,
    "setns": 308, "seccomp": 317, "sethostname": 170, "syslog": 103, "quotactl": 179,
    "process_madvise": 440, "memfd_secret": 447, "io_setup": 206, "uselib": 134, "ustat": 136,
    "lookup_dcookie": 212, "nfsservctl": 180, "map_shadow_stack": 453, "clone3": 435,
}


def test_f06_dangerous_and_unknown_calls(caisson: Caisson) -> None:
    needs_x86()
    numbers = sorted([*DANGEROUS.values(), *range(470, 520), 135 + 400])
    code = f"r = {{n: call(n, 0, 0, 0, 0, 0, 0) for n in {numbers}}}\nprint({{n: v for n, v in r.items() if v not in (-1, -38)}})"
    assert out(caisson, code) == "{}"
    off = "print([call(n, 0, 0, 0, 0, 0, 0) for n in (272, 101, 425)])"  # unshare, ptrace, io_uring
    assert out(caisson, off) == "[-1, -1, -38]"
    assert out(caisson, off, *without("filter")).startswith("[0, 0, ")
    persona = "print(call(135, 0x0040000), call(135, 0xffffffff))"
    assert out(caisson, persona) == "-38 0"
    assert out(caisson, persona, *without("filter")).split()[0] == "0"


def test_f07_prctl(caisson: Caisson) -> None:
    # SET_DUMPABLE, SET_MM, SET_PTRACER, SET_TSC, SET_SECCOMP, SET_SECUREBITS, speculation
    code = "print([call(157, o, 1, 0, 0, 0) for o in (4, 35, 0x59616d61, 26, 22, 28, 53)], call(157, 38, 0, 0, 0, 0), call(157, 39, 0, 0, 0, 0))"
    assert out(caisson, code) == "[-38, -38, -38, -38, -38, -38, -38] -22 1"
    off = "print(call(157, 4, 1, 0, 0, 0), call(157, 26, 1, 0, 0, 0))"
    assert out(caisson, off) == "-38 -38"
    assert out(caisson, off, *without("filter")) == "0 0"


def test_f08_no_filter_above_ours(caisson: Caisson) -> None:
    code = "print(call(317, 1, 8, 0), call(317, 0, 0, 0), call(157, 22, 2, 0, 0, 0))"
    assert out(caisson, code) == "-1 -1 -38"
    off = out(caisson, "print(call(317, 1, 8, 0))", *without("filter"))
    assert off in ("-14", "-22")  # looked at, and found wrong


STORM = """
import threading
n = []
def knock():
    for i in range(200):
        n.append(attempt(os.execv, '/bin/true', ['true']) == 'EPERM')
t = [threading.Thread(target=knock) for i in range(4)]
[x.start() for x in t]; [x.join() for x in t]
print(sum(n))
"""


def test_f09_f10_the_gate_takes_a_storm(caisson: Caisson) -> None:
    """Process 1 answers every execve itself with no; nothing of it is read twice."""
    assert out(caisson, STORM, "--no-spawn") == "800"
    # death in the middle of a question
    die = STORM.replace("print(sum(n))", "") + "os.kill(os.getpid(), 9)"
    code = "import threading, time\nthreading.Thread(target=lambda: (time.sleep(0.05), os._exit(7))).start()\n" + STORM
    assert probe(caisson, die, "--no-spawn").code == 137
    assert probe(caisson, code.replace("range(200)", "range(100000)"), "--no-spawn").code == 7
    # twin: without the gate the first one is another program
    swap = STORM.replace("'EPERM'", "'done'").replace("range(4)", "range(1)").replace("range(200)", "range(1)")
    assert probe(caisson, swap).out == ""


def test_f11_no_reach_by_other_ways_to_send(caisson: Caisson) -> None:
    """A socket that could be turned into an internet one does not exist to begin with."""
    code = (
        "r = [call(41, 2, 1, 0), call(41, 10, 2, 0), call(41, 2, 3, 1), call(41, 16, 3, 0), call(41, 17, 3, 0)]\n"
        "s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)\n"
        "a = struct.pack('=HH4s8x', 2, 0x3500, bytes([127, 0, 0, 1]))\n"
        "r += [call(44, s.fileno(), b'x', 1, 0x20000000, a, 16), call(42, s.fileno(), a, 16)]\n"
        "r += [attempt(s.setsockopt, 1, 25, b'eth0'), attempt(s.setsockopt, 1, 36, 1)]\n"
        "print(*r)"
    )
    got = out(caisson, code).split()
    assert not any(x == "done" or (x.lstrip("-").isdigit() and int(x) >= 0) for x in got[:7]), got
    assert got[7] != "done" and got[8] != "done"
    off = out(caisson, code, *without("filter")).split()
    assert int(off[0]) >= 0 and int(off[1]) >= 0


FEXEC = """
fd = os.memfd_create('x', 0)
os.write(fd, open('/bin/true', 'rb').read())
print(attempt(os.execve, fd, ['x'], {}), call(322, fd, b'', 0, 0, 0x1000), attempt(os.execv, '/bin/true', ['x']))
"""


def test_f12_no_program_from_memory_where_none_may_start(caisson: Caisson) -> None:
    assert out(caisson, FEXEC, "--no-spawn") == "EPERM -1 EPERM"
    # twin: without that rule it is another program from there on
    assert probe(caisson, FEXEC).out == ""


def test_f14_a_call_from_machine_code_is_a_call(caisson: Caisson) -> None:
    needs_x86()
    # mov eax, 272 (unshare); mov edi, CLONE_NEWUSER; syscall; ret
    code = RUN + "print(machine(b'\\xb8\\x10\\x01\\x00\\x00\\xbf\\x00\\x00\\x00\\x10\\x0f\\x05\\xc3'))"
    assert out(caisson, code) == "-1"
    assert out(caisson, code, *without("filter", "quotas")) == "0"
    # the page of old time calls, where a kernel has it, runs no call of its own
    page = RUN + "print(machine(b'\\x48\\xc7\\xc0\\x00\\x00\\x60\\xff\\x31\\xff\\xff\\xd0\\xc3') != 0)"
    assert probe(caisson, page).code in (0, 128 + 11, SIGSYS)


def test_f12_f13_landlock_is_there_and_counts(caisson: Caisson) -> None:
    code = "print(attempt(open, '/proc/self/oom_score_adj', 'w'), attempt(os.mkdir, '/run/x'))"
    assert set(out(caisson, code).split()) <= {"EACCES", "EROFS"}
    # with the mounts writable it is Landlock that refuses
    code = "print(attempt(lambda: open('/proc/self/oom_score_adj', 'w')))"
    assert out(caisson, code, *without("masks")) == "EACCES"
    assert out(caisson, code, *without("masks", "landlock")) == "done"


def test_f13_lower_versions_of_landlock_are_told(caisson: Caisson) -> None:
    """What is missing is named, and nothing starts without it unless that is accepted."""
    needs_jail(caisson)
    facts = {f["name"]: f for f in caisson("doctor", "--json").json["facts"]}
    assert facts["landlock"]["holds"] and facts["landlock"]["detail"].startswith("version ")
    done = subprocess.run(
        [caisson.binary, "doctor", "--json"], capture_output=True, text=True,
        env={**caisson.environment(), "CAISSON_FAULT": "landlock"},
    )
    off = {f["name"]: f for f in json.loads(done.stdout)["facts"]}
    assert not off["landlock"]["holds"] and off["landlock"]["needed"]


def test_f15_every_thread_is_filtered(caisson: Caisson) -> None:
    code = (
        "import threading\nt = [threading.Thread(target=time.sleep, args=(1,)) for _ in range(5)]\n"
        "[x.start() for x in t]\n"
        "print({l.strip() for i in os.listdir('/proc/self/task') for l in open(f'/proc/self/task/{i}/status') if l.startswith('Seccomp:')}, "
        "len(os.listdir('/proc/self/task')))"
    )
    assert out(caisson, code) == "{'Seccomp:\\t2'} 6"
    assert "\\t0" in out(caisson, code, *without("filter"))


def test_f16_run_times_still_start(caisson: Caisson) -> None:
    for program, say in (
        (["/bin/sh", "-c", "echo $((1+1))"], "2"),
        (["/bin/bash", "-c", "cat <(echo 2)"], "2"),
        (["/usr/bin/perl", "-e", "print 1+1"], "2"),
        (["/usr/bin/node", "-e", "console.log(1+1)"], "2"),
        (["/usr/bin/python3", "-c", "import asyncio, multiprocessing as m\nif __name__ == '__main__':\n  with m.Pool(2) as p: print(max(p.map(abs, [1, -2])))"], "2"),
    ):
        if not os.path.exists(program[0]):
            continue
        done = caisson("exec", "-m", "2g", "--timeout", "60s", "--", *program)
        assert (done.code, done.out.strip()) == (0, say), (program, done)


def test_a_loader_runs_what_may_not_be_executed(caisson: Caisson) -> None:
    """Why `process.spawn` has no lists: what is refused to execve is read and mapped by the loader."""
    code = (
        "import glob, shutil, subprocess\n"
        "shutil.copy('/usr/bin/id', '/tmp/id'); os.chmod('/tmp/id', 0o644)\n"
        "print(attempt(subprocess.run, ['/tmp/id']), "
        "[subprocess.run([p, '/tmp/id', '-u'], capture_output=True, text=True).stdout.strip() "
        "for p in glob.glob('/lib*/ld-linux*.so.*')[:1]])"
    )
    assert out(caisson, code) == "EACCES ['1000']"
    with tempfile.TemporaryDirectory() as d:
        path = Path(d, "p.yaml")
        path.write_text("version: 1\nprocess: {spawn: [/usr/bin/id]}\n")
        path.chmod(0o600)
        done = caisson("exec", "--policy", str(path), "--", "/usr/bin/id")
        assert done.code == 125 and "process.spawn is unsupported" in done.err, done
