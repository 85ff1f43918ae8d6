"""Attacks on processes, namespaces, descriptors and /proc (group E), in a jail.

Each test carries the number of its attack and runs once with the wall off.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import errno
import os
import signal
import socket
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

from jailed import HEAD, PYTHON, bare, out, probe, without
from tool import Caisson, needs_jail
from twins import twin


def test_e01_no_descriptor_of_the_host(caisson: Caisson) -> None:
    with tempfile.TemporaryFile() as leak:
        os.set_inheritable(leak.fileno(), True)  # even one that would be inherited
        code = "print([fd for fd in range(1024) if os.path.exists(f'/proc/self/fd/{fd}')])"
        assert out(caisson, code) == "[0, 1, 2]"
        assert str(leak.fileno()) in bare(code, pass_fds=(leak.fileno(),))


def test_e02_working_directory_stays_inside(caisson: Caisson) -> None:
    needs_jail(caisson)
    with tempfile.TemporaryDirectory() as host:
        Path(host, "marker").touch()
        code = HEAD + f"print(os.path.exists('marker'), os.path.exists({host + '/marker'!r}), os.path.exists('../marker'))"
        for where in ("/proc/self/fd/5", "/proc/1/root", "/nonexistent", "/proc/self/cwd", "/proc/self/fd/4", host, "tmp"):
            done = caisson("exec", "-w", where, "--", PYTHON, "-I", "-c", code)
            assert done.code == 125 or done.out == "False False False\n", (where, done)
        done = caisson("exec", "-v", f"{host}:{host}:ro", "-w", host, "--", PYTHON, "-I", "-c", code)
        # twin: the directory is mounted, and it is there
        assert done.out == "True True False\n"


def test_e03_the_helper_cannot_be_overwritten(caisson: Caisson) -> None:
    code = (
        "print(attempt(os.open, '/proc/self/exe', os.O_WRONLY), "
        "attempt(os.open, '/proc/1/exe', os.O_RDWR))"
    )
    mine, first = out(caisson, code).split()
    assert mine in ("EROFS", "EACCES", "ETXTBSY")
    assert first in ("EACCES", "ENOENT", "EPERM")
    p = subprocess.Popen([caisson.binary, "exec", "sleep", "30"], stdout=subprocess.DEVNULL)
    try:
        end = time.monotonic() + 20
        inits: list[str] = []
        while not inits and time.monotonic() < end:
            inits = [q for q in alive("caisson-jail") if "memfd:caisson-jail" in readlink(q)]
        assert inits, "process 1 is a memory file"
        assert overwrite(f"/proc/{inits[0]}/exe") in ("ETXTBSY", "EPERM", "EACCES")
    finally:
        p.kill()
        p.wait()
    # twin: a memory file without seals can be written
    fd = os.memfd_create("twin")
    assert overwrite(f"/proc/self/fd/{fd}") == "done"
    os.close(fd)


def readlink(pid: str) -> str:
    try:
        return os.readlink(f"/proc/{pid}/exe")
    except OSError:
        return ""


def overwrite(path: str) -> str:
    try:
        with open(path, "r+b", buffering=0) as f:
            f.write(b"x")
        return "done"
    except OSError as e:
        return errno.errorcode[e.errno or 0]


def test_e05_output_does_not_drive_the_terminal(caisson: Caisson) -> None:
    needs_jail(caisson)
    script = r"printf 'a\033]52;c;aGk=\007b\033P$q q\033\\c\033[6n-END-'"

    def seen(*options: str) -> str:
        terminal = caisson.terminal("exec", *options, "--shell", script)
        text = terminal.wait_for("-END-")
        terminal.close()
        return text

    text = seen()
    assert not any(x in text for x in ("\x1b]52", "\x1bP", "\x1b[6n")) and "b" in text, repr(text)
    # twin: raw output passes
    assert "\x1b]52" in seen("--raw-output")


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
    # twin: the same script without a jail does survive
    p = subprocess.Popen(["/bin/sh", "-c", script.replace("4711", "4712")], stdout=subprocess.DEVNULL)
    end = time.monotonic() + 20
    while len(alive("sleep\x004712")) < 2 and time.monotonic() < end:
        time.sleep(0.05)
    p.kill()
    p.wait()
    time.sleep(0.3)
    left = alive("sleep\x004712")
    for pid in left:
        os.kill(int(pid), signal.SIGKILL)
    assert left


def test_e06_ways_to_hold_on_do_not_help(caisson: Caisson) -> None:
    """Stopped, double-forked, holding the pipes, in a vfork: the call returns in time."""
    needs_jail(caisson)
    for held in (
        "os.kill(os.getpid(), signal.SIGSTOP)",
        "os.fork() or os.setsid() or os.fork() or time.sleep(600)",
        "os.fork() or time.sleep(600)\nos._exit(0)",
        "signal.pthread_sigmask(signal.SIG_BLOCK, range(1, 65)); time.sleep(600)",
        "libc.vfork() or libc.sleep(600)",
    ):
        start = time.monotonic()
        done = probe(caisson, "print('up', flush=True)\n" + held, "--timeout", "700ms")
        assert time.monotonic() - start < 10 and done.out.startswith("up\n"), (held, done)


def test_e22_a_host_that_dies_while_its_jail_starts(caisson: Caisson) -> None:
    """Killed after every half millisecond of the first thirty: nobody waits for it."""
    needs_jail(caisson)
    mark = str(700000 + os.getpid())
    for step in range(60):
        p = subprocess.Popen(
            [caisson.binary, "exec", "--", "sleep", mark], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        time.sleep(step * 0.0005)
        p.kill()
        p.wait()
    end = time.monotonic() + 10
    while alive(mark) and time.monotonic() < end:
        time.sleep(0.05)
    assert alive(mark) == []
    p = subprocess.Popen(["/bin/sh", "-c", f"sleep {mark}; true"])  # twin: without a jail it is left
    end = time.monotonic() + 20
    while not alive(f"sleep\x00{mark}") and time.monotonic() < end:
        time.sleep(0.01)
    p.kill()
    p.wait()
    left = alive(f"sleep\x00{mark}")
    for pid in left:
        os.kill(int(pid), signal.SIGKILL)
    assert left


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
    # its own memory opens: the probe would see that of another
    assert out(caisson, "print(attempt(open, '/proc/self/mem'))") == "done"


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
    # two walls: the filter, and a quota of none
    one = "print(call(272, 0x10000000))"
    assert out(caisson, one, *without("filter")) == str(-errno.ENOSPC)
    assert out(caisson, one, *without("quotas")) in ("-1", "-38")
    assert out(caisson, one, *without("filter", "quotas")) == "0"


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
    assert bare(code).split()[0] == "False"


def test_e11_proc_tells_and_takes_nothing(caisson: Caisson) -> None:
    code = (
        "def w(p): return attempt(lambda: open(p, 'w').write('1'))\n"
        "print([w(p) for p in ('/proc/sys/kernel/core_pattern', '/proc/sysrq-trigger', "
        "'/proc/sys/kernel/modprobe', '/proc/sys/vm/overcommit_memory', '/proc/self/oom_score_adj')])\n"
        "def r(p):\n"
        "  try: return len(open(p, 'rb').read(100))\n"
        "  except OSError: return 0\n"
        "print([r(p) for p in ('/proc/kcore', '/proc/keys', '/proc/kallsyms', '/proc/timer_list', '/proc/kmsg', "
        "'/proc/cmdline', '/proc/interrupts', '/proc/locks')])\n"
        "print(os.path.exists('/sys'), call(165, b'proc', b'/tmp', b'proc', 0, 0))"
    )
    writes, reads, rest = out(caisson, code).splitlines()
    assert all(x in ("EROFS", "EACCES", "ENOENT", "EPERM", "done") for x in eval(writes))
    assert eval(writes)[0] in ("EROFS", "EACCES") and eval(writes)[3] in ("EROFS", "EACCES")
    assert eval(writes)[4] in ("EROFS", "EACCES")
    assert eval(reads) == [0] * 8
    assert rest == "False -1"
    off = out(caisson, code, *without("masks", "landlock")).splitlines()
    assert eval(off[0])[4] == "done" and eval(off[1])[5] > 0


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
    assert out(caisson, "print(attempt(os.mknod, '/tmp/f', 0o100600, 0))") == "done"  # a plain file is one
    seen = "print(len([e for e in os.listdir('/dev') if not os.path.islink('/dev/' + e)]))"
    assert int(bare(seen)) > int(out(caisson, seen))


def test_e13_labels_are_the_kernels(caisson: Caisson) -> None:
    """/proc is a fresh procfs, and the files that set labels cannot be written."""
    code = (
        "import subprocess\n"
        "print([attempt(lambda: open('/proc/self/attr/' + f, 'w').write('x')) for f in ('exec', 'current', 'fscreate')])\n"
        "print({l.split()[-3] for l in open('/proc/self/mountinfo') if l.split()[4] == '/proc'})"
    )
    writes, kinds = out(caisson, code).splitlines()
    assert set(eval(writes)) <= {"EROFS", "EACCES", "EINVAL", "EPERM"} and kinds == "{'proc'}"
    off = out(caisson, code, *without("masks", "landlock")).splitlines()[0]
    assert not set(eval(off)) & {"EROFS", "EACCES"}, off


def test_e14_environment_is_ours(caisson: Caisson) -> None:
    needs_jail(caisson)
    hostile = {"LD_PRELOAD": "/x.so", "PYTHONPATH": "/x", "BASH_ENV": "/x", "SSH_AUTH_SOCK": "/x"}
    done = subprocess.run(
        [caisson.binary, "exec", "env"], env={**caisson.environment(), **hostile}, capture_output=True, text=True
    )
    assert {l.split("=")[0] for l in done.stdout.splitlines()} == {"PATH", "HOME", "LANG"}
    assert "SSH_AUTH_SOCK" in bare("print(*os.environ)", env=hostile | {"LD_PRELOAD": ""})
    for odd in ("A=B=C", "X=line\nPATH=/evil", "=x", "PA TH=1"):
        done = caisson("exec", "-e", odd, "--", "env", "-0")
        names = {l.split("=", 1)[0] for l in done.out.split("\0") if l}
        assert done.code in (0, 125) and "PATH=/evil" not in done.out.split("\0"), done
        assert names <= {"PATH", "HOME", "LANG", "A", "X", "PA TH"}, names


def test_e15_helpers_tell_no_secret(caisson: Caisson) -> None:
    """Neither inside nor outside does process 1 show what the program was given."""
    needs_jail(caisson)
    p = subprocess.Popen([caisson.binary, "exec", "-e", "TOKEN=e15-token", "--", "sleep", "31"], stdout=subprocess.DEVNULL)
    try:
        end = time.monotonic() + 20
        program: list[str] = []
        while not program and time.monotonic() < end:
            program = [q for q in alive("sleep\x0031") if Path(readlink(q)).name in ("sleep", "coreutils", "busybox")]
        helpers = [q for q in alive("caisson-jail") if "memfd:" in readlink(q)]
        texts = [Path(f"/proc/{q}/{f}").read_bytes() for q in helpers for f in ("cmdline", "environ")]
        assert helpers and not any(b"e15-token" in t for t in texts)
        # twin: the program itself has it
        assert any(b"e15-token" in Path(f"/proc/{q}/environ").read_bytes() for q in program)
    finally:
        p.kill()
        p.wait()
    inside = "print(attempt(open, '/proc/1/environ'), open('/proc/1/cmdline').read())"
    assert "e15" not in out(caisson, inside, "-e", "TOKEN=e15-token")


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
        assert bare(code).split()[0] == "done"


def test_e17_sockets_inside_of_a_mount(caisson: Caisson) -> None:
    """A bus or container socket in a mounted directory is out of reach by policy."""
    needs_jail(caisson)
    with tempfile.TemporaryDirectory() as d, socket.socket(socket.AF_UNIX) as host:
        where = Path(d, "m")
        where.mkdir(mode=0o755)
        host.bind(str(where / "bus"))
        (where / "bus").chmod(0o666)
        host.listen()
        policy = Path(d, "p.yaml")
        code = HEAD + "print(attempt(lambda: socket.socket(socket.AF_UNIX).connect('/w/bus')))"
        # twin: a policy that grants such sockets
        for flag, answer in (("false", "EPERM"), ("true", "done")):
            policy.write_text(
                f"version: 1\nprocess: {{unix_sockets: {flag}}}\n"
                f"fs: {{mounts: [{{host: {where}, guest: /w, mode: ro}}]}}\n"
            )
            policy.chmod(0o600)
            done = caisson("exec", "--policy", str(policy), "--", PYTHON, "-I", "-c", code)
            assert done.out.strip() == answer, done


RESIDUE = """
import os, random, resource, signal, sys
first = not os.path.exists('/tmp/left') and 'LEFT' not in os.environ and not hasattr(sys, 'left')
state = (first, os.umask(0o22) == 0o22, os.getcwd(), resource.getrlimit(resource.RLIMIT_NOFILE)[0],
         signal.getsignal(signal.SIGUSR1) == signal.SIG_DFL, not signal.pthread_sigmask(signal.SIG_BLOCK, []),
         sorted(f for f in os.listdir('/proc/self/fd'))[:4])
open('/tmp/left', 'w').close(); os.environ['LEFT'] = '1'; sys.left = 1; os.umask(0); os.chdir('/')
resource.setrlimit(resource.RLIMIT_NOFILE, (40, 40)); signal.signal(signal.SIGUSR1, signal.SIG_IGN)
signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGUSR2]); os.open('/dev/null', 0)
(state, random.random(), os.urandom(4).hex())
"""


def test_e18_e19_runs_of_one_zygote_are_strangers(caisson: Caisson) -> None:
    """Every run is forked from one interpreter; nothing of one is seen by the next."""
    needs_jail(caisson)
    stage = Path(caisson.binary).parent / "stage"
    if not (stage / "caisson/_native.abi3.so").exists():
        raise unittest.SkipTest("the Python package is not built")
    code = (
        "from caisson import Sandbox\n"
        f"code = {RESIDUE!r}\n"
        "seen = []\n"
        "for i in range(3):\n"
        "    with Sandbox(depth='process') as box: seen.append(box.run(code, check=True).value)\n"
        # twin: one session does see its own
        "with Sandbox(depth='process') as box:\n"
        "    box.run(code); again = box.run(code, check=True).value\n"
        "print(seen[0][0] == seen[1][0] == seen[2][0], len({s[1] for s in seen}), len({s[2] for s in seen}), "
        "seen[0][0][0], again[0][0], again[0][1])"
    )
    env = {**os.environ, "PYTHONPATH": str(stage)}
    done = subprocess.run([PYTHON, "-c", code], capture_output=True, text=True, env=env)
    assert done.stdout == "True 3 3 True False False\n", done


def test_e20_signals_stay_inside(caisson: Caisson) -> None:
    done = probe(caisson, "signal.signal(15, lambda *a: None)\nattempt(os.kill, 0, 15); attempt(os.kill, -1, 15); print('alive')")
    assert done.out == "alive\n"
    with subprocess.Popen(["sleep", "60"]) as victim:
        code = f"print(attempt(os.kill, {victim.pid}, 9), attempt(os.kill, 1, 0))"
        first = out(caisson, code).split()[0]
        assert victim.poll() is None and first in ("ESRCH", "EPERM")
        assert bare(f"print(attempt(os.kill, {victim.pid}, 9))") == "done"
        assert victim.wait() == -9


def test_e21_no_core_dump_is_left(caisson: Caisson) -> None:
    needs_jail(caisson)
    with tempfile.TemporaryDirectory() as d:
        done = caisson("exec", "-v", f"{d}:/w:rw", "-w", "/w", "--", "sh", "-c", "ulimit -c; kill -SEGV $$")
        assert done.out == "0\n" and os.listdir(d) == []
        code = "import resource; print(resource.getrlimit(resource.RLIMIT_CORE))"
        assert out(caisson, code) in ("(1, 1)", "(0, 0)")
        assert out(caisson, code, *without("limits")) not in ("(1, 1)", "(0, 0)") or bare(code) == "(0, 0)"
        # at a limit of one byte the kernel starts no program of the host for a dump: who
        # lowers it is told that it was done
        code = (
            "import resource as r\n"
            "r.setrlimit(r.RLIMIT_CORE, (0, 0)); call(160, 4, struct.pack('QQ', 0, 0))\n"
            "call(302, 0, 4 | 1 << 32, struct.pack('QQ', 0, 0), 0)\n"
            "r.setrlimit(r.RLIMIT_NOFILE, (50, 60))\n"
            "print(r.getrlimit(r.RLIMIT_CORE), r.getrlimit(r.RLIMIT_NOFILE))"
        )
        if out(caisson, "import resource as r; print(r.getrlimit(r.RLIMIT_CORE))") == "(1, 1)":
            assert out(caisson, code) == "(1, 1) (50, 60)"
            assert out(caisson, code, *without("filter")) == "(0, 0) (50, 60)"


def test_e15_a_mount_of_everything_shows_no_process(caisson: Caisson) -> None:
    """With "/" the host's /proc would come along: arguments of every process of the machine."""
    needs_jail(caisson)
    look = "print(os.path.isdir('/h/etc'), attempt(lambda: os.listdir('/h/proc')))"
    assert out(caisson, look, "-v", "/:/h:ro") == "True EACCES"
    done = subprocess.run(
        [caisson.binary, "exec", "-v", "/:/h:ro", "--", PYTHON, "-I", "-c", HEAD + look],
        capture_output=True, text=True, env={**caisson.environment(), "CAISSON_WEAKEN": "state"}, timeout=60,
    )
    # twin: the processes of the host are not covered
    twin("E15", done.stdout.strip() == "True done", done)


def test_e15_the_hosts_processes_are_no_mount(caisson: Caisson) -> None:
    """Neither /proc nor what is in it is lent, at any depth."""
    needs_jail(caisson)
    look = "import os\nprint(any(n.isdigit() or n == 'environ' for n in os.listdir('/p')))"
    commands = [
        ["exec", "-v", "{}:/p:ro", "--", PYTHON, "-I", "-c", look],
        ["run", "--depth", "interp", "-v", "{}:/p:ro", "-c", look],
        ["run", "--depth", "process", "-v", "{}:/p:ro", "-c", look],
    ]
    for host in ("/proc", "/proc/self", "/proc/1"):
        for command in commands:
            argv = [caisson.binary, *(a.format(host) if a.startswith("{}") else a for a in command)]
            done = subprocess.run(argv, capture_output=True, text=True, env=caisson.environment(), timeout=60)
            assert done.returncode == 125 and "the processes of the host" in done.stderr, (argv, done)
    argv = [caisson.binary, "exec", "-v", "/proc:/p:ro", "--", PYTHON, "-I", "-c", look]
    done = subprocess.run(
        argv, capture_output=True, text=True, env={**caisson.environment(), "CAISSON_WEAKEN": "proc"}, timeout=60
    )
    # twin: without the rule they are there
    twin("E15", done.stdout.strip() == "True", done)


# Files of /proc that process 1 would open as its own, were it asked to.
DEPUTY = """
got = []
for name in ('maps', 'mem', 'auxv', 'environ', 'cmdline', 'fd'):
    held = os.open(f'/proc/{WHO}/' + name, os.O_PATH)
    try: os.close(os.open(f'/proc/self/fd/{held}', os.O_RDONLY | CREATE))
    except OSError: continue
    got.append(name)
print(got)
"""
WAITS = """
import threading
open('/tmp/a', 'w').write('again')
held = os.open('/tmp/a', os.O_PATH)
print(os.read(os.open(f'/proc/self/fd/{held}', os.O_RDONLY | os.O_CREAT), 9))
os.mkfifo('/tmp/f')
pipe = os.open('/tmp/f', os.O_PATH)
def read(): print(os.read(os.open(f'/proc/self/fd/{pipe}', os.O_RDONLY | os.O_CREAT), 9))
reader = threading.Thread(target=read)
reader.start()
time.sleep(0.2)
os.mkdir('/w/made')  # process 1 is not the one that waits
os.close(os.open('/tmp/f', os.O_WRONLY))
reader.join()
print(attempt(os.open, '/w', os.O_TMPFILE | os.O_CREAT | os.O_RDWR, 0o600))
"""


def test_e11_process_one_opens_nothing_of_proc_for_others(caisson: Caisson) -> None:
    """Where it makes names for a program (a writable mount) it could be talked
    into opening its own files, or into waiting."""
    with tempfile.TemporaryDirectory() as d:
        os.chmod(d, 0o777)
        rw = ("-v", f"{d}:/w:rw")
        asked = DEPUTY.replace("CREATE", "os.O_CREAT")
        assert out(caisson, asked.replace("{WHO}", "1"), *rw) == "[]"
        lines = out(caisson, WAITS, *rw).splitlines()
        assert lines == ["b'again'", "b''", "EINVAL"], lines
        # twin: the files are there, and whoever owns them opens them like that
        own = bare(DEPUTY.replace("CREATE", "0").replace("{WHO}", "self"))
        twin("E11", "maps" in own and "mem" in own, own)
