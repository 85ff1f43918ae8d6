"""Depth process from Python: the same calls, a real interpreter in a jail."""

import asyncio
import os
import resource
import select
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest
from machine import need_jail

import caisson
from caisson import AsyncSandbox, Limits, Sandbox, errors


@pytest.fixture(autouse=True)
def jail(isolation):
    """Once is enough; skipped where this machine cannot make a jail."""
    if isolation != "worker":
        pytest.skip("the jail is the isolation")
    need_jail()


def test_run_value_streams_and_state():
    with Sandbox(depth="process") as box:
        r = box.run(
            "import sys\nprint('out')\nprint('err', file=sys.stderr)\nx = 6\nx * 7"
        )
        assert (r.value, r.stdout, r.stderr, r.ok) == (42, "out\n", "err\n", True)
        assert (r.depth, r.enforcement.level) == ("process", "full")
        assert box.run("x + 1").value == 7
        assert box.get("x") == 6
        box.set("y", {"a": [1, (2, 3)]})
        assert box.run("y").value == {"a": [1, (2, 3)]}
        box.restart()
        assert not box.run("x").ok


def test_two_sandboxes_are_strangers():
    with Sandbox(depth="process") as a, Sandbox(depth="process") as b:
        a.run("import os; open('/tmp/f', 'w').write('x'); os.environ['A'] = '1'; z = 1")
        r = b.run(
            "import os; (os.listdir('/tmp'), 'A' in os.environ, 'z' in globals())"
        )
        assert r.value == ([], False, False)


def test_tools_sync_async_and_errors():
    def add(a: int, b: int = 1) -> int:
        return a + b

    here = []

    async def meet(x: int) -> int:
        here.append(x)
        while len(here) < 3:  # only ends when all are here
            await asyncio.sleep(0.01)
        return x * 2

    def bad() -> None:
        raise KeyError("no")

    with Sandbox(depth="process", tools=[add, meet, bad]) as box:
        assert box.run("add(2, b=3)").value == 5
        assert box.run("await add(a=2)").value == 3
        assert box.run("await call_tool('add', a=4, b=8)").value == 12
        code = "import asyncio\nawait asyncio.gather(meet(1), meet(2), meet(3))"
        assert box.run(code).value == [2, 4, 6]
        assert box.run(
            "try: bad()\nexcept KeyError as e: print('caught', e)"
        ).stdout == ("caught 'no'\n")
        assert box.run("add(1, 2, 3)").error.type == "TypeError"
        assert "not registered" in box.run("call_tool('nope')").error.message


def test_limits():
    with Sandbox(depth="process", limits=Limits(time=0.5)) as box:
        r = box.run("print('part')\nwhile True: pass")
        assert (r.status, r.limit, r.stdout) == ("timeout", "time", "part\n")
        assert box.run("1").value == 1
        # neither output nor calls without end keep the clock from being read
        start = time.monotonic()
        r = box.run("import time\nwhile True: print('x'); time.sleep(0.002)")
        assert (r.limit, r.stdout[:2]) == ("time", "x\n")
        assert box.run(
            "while True:\n try: call_tool('no')\n except ValueError: 0"
        ).limit == ("time")
        assert time.monotonic() - start < 20
    with Sandbox(depth="process", limits=Limits(output=1000)) as box:
        assert box.run("print('x' * 10**6)").limit == "output"
    with Sandbox(depth="process", limits=Limits(memory=128 << 20)) as box:
        assert box.run("x = bytearray(10**9)").limit == "memory"
        assert box.run("2").value == 2


def groups_of_this_process() -> list[str]:
    return [
        os.path.join(path, name)
        for path, names, _ in os.walk("/sys/fs/cgroup")
        for name in names
        if name.startswith(f"caisson-{os.getpid()}-") and not name.endswith("-host")
    ]


def test_forks_of_a_zygote_are_in_their_group():
    """They are no children of process 1, and yet its group's limits are theirs."""

    def run(rules: str, code: str) -> caisson.Result:
        rules = "version: 1\ndepth: process\nprocess: {spawn: true}\n" + rules
        with Sandbox(depth="process", policy=caisson.Policy.parse(rules)) as box:
            return box.run(code)

    spin = (
        "import time\nt = time.monotonic()\n"
        "while time.process_time() < {0}: pass\ntime.monotonic() - t"
    )
    try:
        r = run("limits: {cpu_ms: 300ms}\n", spin.format(0.9))
    except errors.PolicyError as e:
        pytest.skip(f"no control groups for this user: {e}")
    assert (r.status, r.limit) == ("limit", "cpu"), r
    eat = (
        "import os, time\ntime.sleep(0.5)\nchild = os.fork()\n"
        "room = bytearray((80 if child else 30) << 20)\n"
        "for i in range(0, len(room), 4096): room[i] = 1\n"
        "time.sleep(2)\nif not child: os._exit(0)\n'ate'"
    )
    r = run("limits: {memory_bytes: 100MiB}\n", eat)
    assert (r.limit, r.value) == ("memory", None), r
    assert run("limits: {memory_bytes: 300MiB}\n", eat).value == "ate"
    if run("limits: {cpus: 1}\n", "1").value == 1:
        slow = run("limits: {cpus: 0.1}\n", spin.format(0.25)).value
        assert slow > 1.5, slow
    assert groups_of_this_process() == []


def test_dead_children_do_not_hinder_limits():
    """Nobody waits for them, and no control group takes them in."""
    dead = "import os, time\nfor i in range(5):\n if os.fork() == 0: os._exit(0)\n"
    with Sandbox(depth="process") as box:
        r = box.run(dead + "time.sleep(0.2)\n'alive'")
        assert (r.status, r.value) == ("ok", "alive"), r
    rules = "version: 1\ndepth: process\nprocess: {spawn: true}\n"
    rules += "limits: {cpu_ms: 300ms}"
    try:
        box = Sandbox(depth="process", policy=caisson.Policy.parse(rules))
    except errors.PolicyError as e:
        pytest.skip(f"no control groups for this user: {e}")
    with box:
        r = box.run(dead + "while time.process_time() < 0.9: pass")
        assert (r.status, r.limit) == ("limit", "cpu"), r


def test_limits_reach_those_who_fork_all_the_time():
    """Who is in the group is not moved again, and what died needs no limit."""
    storm = "for i in 1 2 3 4 5 6; do while :; do ( : ); done & done; wait"
    with Sandbox(depth="process", limits=Limits(memory=1 << 30)) as box:
        start = "import subprocess\np = subprocess.Popen(['/bin/sh', '-c', {0!r}])"
        assert box.run(start.format(storm)).ok
        time.sleep(0.3)
        r = box.run("import time\ntime.sleep(0.2)\n'alive'")  # again: limits are set
        assert (r.status, r.value) == ("ok", "alive"), r
    assert groups_of_this_process() == []


def test_no_child_of_ones_parent():
    """The parent of a zygote's fork is outside of the jail."""
    code = "import ctypes, os\nc = ctypes.CDLL(None, use_errno=True).syscall\n"
    code += "pid = c({0}, {1} | 17, 0, 0, 0, 0)\nif pid == 0: os._exit(0)\npid > 0"
    number = {"x86_64": 56}.get(os.uname().machine, 220)
    with Sandbox(depth="process") as box:
        assert box.run(code.format(number, 0)).value is True
        assert box.run(code.format(number, 0x8000)).value is False  # CLONE_PARENT


@pytest.mark.parametrize("end", ["os._exit(3)", "os.kill(os.getpid(), 11)"])
def test_what_it_forked_does_not_hold_up_the_end(end):
    code = f"import os, time\nif os.fork() == 0: time.sleep(100)\n{end}"
    with Sandbox(depth="process", limits=Limits(time=20)) as box:
        assert box.run(code).status == "crashed"  # and no timeout


def test_forks_end_where_the_code_ends():
    fork = "import os\npid = os.fork()\n"
    wait = "\nos.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])"
    with Sandbox(depth="process", tools=[abs]) as box:
        assert box.run(fork + "if pid: os.waitpid(pid, 0)\npid > 0").value is True
        r = box.run(fork + "if pid == 0: 1 / 0" + wait)
        assert (r.value, r.stderr.count("ZeroDivisionError")) == (1, 1), r
        assert box.run(fork + "if pid == 0: raise SystemExit(4)" + wait).value == 4
        r = box.run(
            fork + "if pid == 0:\n try: call_tool('abs')\n"
            " except RuntimeError as e: print(e)\n os._exit(0)" + wait
        )
        assert (r.value, "not by its forks" in r.stdout) == (0, True), r
        assert box.run("6 * 7").value == 42


@pytest.fixture
def slow_box():
    """Its tool gives back what it got, after a while; 1 takes longer."""

    def slow(x: int) -> int:
        time.sleep(1.5 if x == 1 else 0.3)
        return x

    with Sandbox(depth="process", tools=[slow]) as box:
        yield box


def test_a_signal_cuts_a_call_short(slow_box):
    """The answer is nobody's then, and not that of the next call."""
    r = slow_box.run(
        "import signal\ndef ring(*a): raise TimeoutError('rings')\n"
        "signal.signal(signal.SIGALRM, ring)\n"
        "def alarm(): signal.setitimer(signal.ITIMER_REAL, 0.2)\n"
        "try:\n alarm()\n slow(1)\nexcept TimeoutError: pass\nslow(2)"
    )
    assert r.value == 2, r
    assert slow_box.run("alarm()\nslow(1)").error.type == "TimeoutError"
    assert slow_box.run("slow(3)").value == 3
    slow_box.run("alarm()")  # rings when nothing runs
    time.sleep(0.5)
    assert slow_box.run("slow(4)").value == 4


def test_signals_all_the_time():
    """Wherever a handler raises, answers are those of their calls."""
    code = (
        "import signal\ndef ring(*a): raise InterruptedError\n"
        "signal.signal(signal.SIGALRM, ring)\nbad, cut = [], 0\n"
        "for i in range(3000):\n"
        " try:\n"
        "  signal.setitimer(signal.ITIMER_REAL, 1e-6 + i % 50 * 1e-5)\n"
        "  if call_tool('quick', text=str(i) * 999) != str(i) * 999: bad.append(i)\n"
        "  signal.setitimer(signal.ITIMER_REAL, 0)\n"
        " except InterruptedError: cut += 1\n"
        "bad, cut > 0"
    )

    def quick(text: str) -> str:
        return text

    with Sandbox(depth="process", tools=[quick]) as box:
        assert box.run(code).value == ([], True)


def test_threads_that_call_when_the_run_ends(slow_box):
    code = (
        "import threading\ngot = []\ndef calls():\n"
        " try:\n  for i in range(99): got.append(slow(i))\n"
        " except RuntimeError as e: got.append(str(e))\n"
        "t = threading.Thread(target=calls)\nt.start()\nimport time\ntime.sleep(0.1)"
    )
    assert slow_box.run(code).ok
    *answers, error = slow_box.run("t.join()\ngot").value
    assert answers == list(range(len(answers)))
    assert "while a program runs" in error
    assert slow_box.run("slow(5)").value == 5


def test_a_call_that_could_not_be_sent_is_none(slow_box):
    bad = "bad = type('Bad', (tuple,), {'_fields': None})()\n"  # fields of nothing
    r = slow_box.run(bad + "try: slow(bad)\nexcept TypeError: pass\nslow(6)")
    assert r.value == 6, r


def test_an_answer_that_nobody_reads():
    """The host's time is that of the limit, also while it sends."""

    def much() -> str:
        return "x" * 3_000_000

    stop = (
        "import os, signal, time\nme = os.getpid()\nif os.fork() == 0:\n"
        " time.sleep(0.3)\n os.kill(me, signal.SIGSTOP)\n time.sleep(100)\n"
        "while True: much()"
    )
    with Sandbox(depth="process", tools=[much], limits=Limits(time=1.5)) as box:
        r = box.run(stop)
        assert (r.status, r.limit) == ("timeout", "time"), r


def test_what_a_host_lacks_harms_no_other_sandbox():
    """Descriptors for one more."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    failed = 0
    with Sandbox(depth="process") as box:
        box.run("x = 1")
        with Sandbox(depth="process") as other:  # all that Python opens once
            other.run("1")
        for free in range(16):
            resource.setrlimit(resource.RLIMIT_NOFILE, (min(soft, 512), hard))
            held = fill_up()
            for fd in held[:free]:
                os.close(fd)
            try:
                with Sandbox(depth="process") as other:
                    failed += not other.run("1").ok
            except (errors.CaissonError, OSError):
                failed += 1
            finally:
                for fd in held[free:]:
                    os.close(fd)
                resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
            assert box.run("x").value == 1, free
    assert failed > 0


def fill_up() -> list[int]:
    """All descriptors that are free, the last ones first."""
    held = []
    while True:
        try:
            held.insert(0, os.open("/dev/null", os.O_RDONLY))
        except OSError:
            return held


def test_a_fork_of_the_host_ends_nothing():
    with Sandbox(depth="process") as box:
        box.run("x = 1")
        child = os.fork()
        if child == 0:
            box.close()
            os._exit(0)
        os.waitpid(child, 0)
        assert box.run("x").value == 1


def test_builtins_of_a_program_are_its_own_affair():
    with Sandbox(depth="process") as box:
        r = box.run(
            "import builtins\n"
            "for n in 'len sum map isinstance type memoryview range getattr'.split():\n"
            "    builtins.__dict__[n] = None\n"
            "'still ' + str(len)"
        )
        assert (r.status, r.value) == ("ok", "still None"), r
        assert box.run("8").value == 8


def test_crash_is_contained():
    with Sandbox(depth="process") as box:
        r = box.run("import ctypes; ctypes.string_at(0)")
        assert r.status == "crashed"
    with Sandbox(depth="process") as box:
        assert box.run("3").value == 3


def test_programs_and_native_modules():
    with Sandbox(depth="process") as box:
        r = box.run(
            "import subprocess, sqlite3\n"
            "subprocess.run(['sh', '-c', 'echo $((6*7))'], capture_output=True).stdout"
        )
        assert r.value == b"42\n"
        r = box.run("import socket\nsocket.create_connection(('127.0.0.1', 80), 2)")
        assert not r.ok


def test_no_other_process():
    code = """
import os, subprocess, threading
refused = []
for what in (
    lambda: os.fork(),
    lambda: os.posix_spawn('/bin/true', ['true'], {}),
    lambda: subprocess.run(['true']),
    lambda: os.execv('/bin/true', ['true']),
):
    try:
        what()
    except OSError as e:
        refused.append(type(e).__name__)
seen = []
thread = threading.Thread(target=seen.append, args=(1,))
thread.start()
thread.join()
refused, os.system('true') != 0, seen
"""
    for mounts in (None, {"/data": "/usr/share"}):  # forked from a zygote, and not
        with Sandbox(depth="process", spawn=False, mounts=mounts) as box:
            assert box.run(code).value == (["PermissionError"] * 4, True, [1])


# What the code itself has must not be what it finds: a pattern, backwards.
SCAN = """
import re
word = re.compile(b''.join(b'[%%c]' %% c for c in reversed(b'%s')))
with open('/proc/self/maps') as maps, open('/proc/self/mem', 'rb', 0) as memory:
    found = 0
    for line in maps:
        at = re.match('([0-9a-f]+)-([0-9a-f]+) rw', line)
        if not at:
            continue
        begin, end = (int(x, 16) for x in at.groups())
        memory.seek(begin)
        try:
            found += len(word.findall(memory.read(end - begin)))
        except OSError:
            pass
found
"""


def test_no_environment_stays_in_the_zygote():
    """Forks inherit its memory: no value of one session is found in the next."""
    secret = "-".join(["caisson", "secret", "of", "one", "session"] * 4)
    scan = SCAN % secret[::-1]
    for _ in range(3):
        with Sandbox(depth="process", env={"KEY": secret}) as box:
            assert box.run("import os; os.environ['KEY']").value == secret
            assert box.run(scan).value > 0  # it would be found
        with Sandbox(depth="process") as box:
            assert box.run(scan, check=True).value == 0


def test_forks_of_a_fork_have_the_hooks_of_modules():
    code = """
import logging, os, sys, threading
handler = logging.StreamHandler()
there, leave = threading.Event(), threading.Event()
def hold():
    with handler.lock:
        there.set()
        leave.wait()
holder = threading.Thread(target=hold)
holder.start()
there.wait()
pid = os.fork()
if pid == 0:
    free = handler.lock.acquire(timeout=2)
    os._exit(0 if free and threading.active_count() == 1 else 1)
code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
leave.set()
holder.join()
code
"""
    with Sandbox(depth="process") as box:
        assert box.run(code, check=True).value == 0


def test_mounts_and_env(tmp_path: Path):
    (tmp_path / "a").write_text("alpha")
    os.environ["CAISSON_TEST_SECRET"] = "s3cret"
    try:
        with Sandbox(
            depth="process", mounts={"/data": tmp_path}, env={"K": "v"}
        ) as box:
            r = box.run("import os; (open('/data/a').read(), dict(os.environ))")
            text, env = r.value
            assert text == "alpha"
            assert env["K"] == "v"
            assert "CAISSON_TEST_SECRET" not in env
            assert set(env) == {"K", "PATH", "HOME", "LANG"}
            assert (
                str(tmp_path) not in box.run("open('/proc/self/mounts').read()").value
            )
    finally:
        del os.environ["CAISSON_TEST_SECRET"]


def test_artifacts_of_writable_mounts(tmp_path: Path):
    for name in ("keep", "edit", "gone"):
        (tmp_path / name).write_text(name)
    mounts = {"/out": caisson.Mount(tmp_path, mode="rw")}
    with Sandbox(depth="process", mounts=mounts) as box:
        r = box.run(
            "import os\n"
            "open('/out/edit', 'r+').write('EDIT')\n"
            "os.makedirs('/out/d/e'); open('/out/d/e/new', 'wb').write(b'n' * 9)\n"
            "os.remove('/out/gone'); os.symlink('/usr/bin/env', '/out/link')\n"
            "os.link('/out/keep', '/out/hard')"
        )
        assert r.ok, r
        found = {a.path: (a.change, a.size) for a in r.artifacts}
        assert found["/out/edit"] == ("modified", 4)
        assert found["/out/d/e/new"] == ("added", 9)
        assert found["/out/gone"][0] == "removed"
        assert "/out/link" not in found
        assert "/out/hard" not in found
        new = next(a for a in r.artifacts if a.path == "/out/d/e/new")
        assert new.read() == b"n" * 9
        assert box.run("1").artifacts == ()


def test_mounts_inside_of_mounts(outside: Path):
    for name in ("a/w", "a/hidden", "empty"):
        (outside / name).mkdir(parents=True)
    (outside / "a/hidden/key").write_text("k")
    (outside / "a/link").symlink_to("w")
    a = str(outside / "a")
    mounts = {
        a: caisson.Mount(a, "ro"),
        f"{a}/w": caisson.Mount(f"{a}/w", "rw"),
        f"{a}/hidden": caisson.Mount(outside / "empty", "sealed"),
    }
    with Sandbox(depth="process", mounts=mounts) as box:
        code = f"import os\nopen('{a}/w/x', 'w').write('x')\nos.listdir('{a}/hidden')"
        assert box.run(code).value == []
        for place in (a, f"{a}/hidden"):
            assert box.run(f"open('{place}/y', 'w')").error.type == "OSError"
    assert (outside / "a/w/x").read_text() == "x"
    # no directory of the host gets an entry, no link is followed
    for place in (f"{a}/new", f"{a}/link"):
        with Sandbox(
            depth="process", mounts={a: caisson.Mount(a, "ro"), place: outside}
        ) as box:
            assert box.run("1").status == "crashed"
    with pytest.raises(caisson.MountError, match="choose another path"):
        Sandbox(depth="process", mounts={"/usr/lib": outside})
    assert sorted(os.listdir(a)) == ["hidden", "link", "w"]


@pytest.fixture
def outside():
    """A directory that no jail has anything at."""
    with tempfile.TemporaryDirectory(dir="/var/tmp") as folder:
        yield Path(folder)


def test_virtual_environment(outside: Path):
    venv = outside / "v"
    subprocess.run(
        ["/usr/bin/python3", "-m", "venv", "--without-pip", str(venv)], check=True
    )
    site = next((venv / "lib").glob("python*")) / "site-packages"
    (site / "only_here.py").write_text("ANSWER = 42\n")
    python = str(venv / "bin/python")
    with Sandbox(depth="process", python=python, preload=["only_here"]) as box:
        r = box.run(
            "import sys; loaded = 'only_here' in sys.modules\nimport only_here\n"
            "(only_here.ANSWER, loaded, sys.prefix)"
        )
        assert r.value == (42, True, str(venv))


def test_what_does_not_fit_is_refused():
    with pytest.raises(errors.ConfigError):
        Sandbox(depth="process", clock=5.0)
    with pytest.raises(errors.ConfigError):
        Sandbox(depth="process", python="no-such-python")
    with pytest.raises(errors.UnavailableError):
        Sandbox(depth="process", preload=["no_such_module_at_all"])
    with Sandbox(depth="process") as box, pytest.raises(errors.CaissonError):
        box.dump()


def test_async_sandbox_runs_in_parallel_and_cancels():
    async def main() -> None:
        async def one(i: int) -> int:
            async with AsyncSandbox(depth="process") as box:
                return (await box.run(f"{i} * 2")).value

        assert await asyncio.gather(*(one(i) for i in range(8))) == list(
            range(0, 16, 2)
        )
        async with AsyncSandbox(depth="process", limits=Limits(time=60)) as box:
            task = asyncio.create_task(box.run("import time; time.sleep(60)"))
            await asyncio.sleep(0.5)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task

    asyncio.run(main())


def test_no_process_is_left():
    code = (
        "import caisson, subprocess, os\n"
        "with caisson.Sandbox(depth='process') as box:\n"
        "    box.run(\"import subprocess; subprocess.Popen(['sleep', '79'])\")\n"
    )
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    subprocess.run([sys.executable, "-c", code], check=True, env=env, timeout=60)
    time.sleep(0.2)
    left = [
        p for p in Path("/proc").glob("[0-9]*/cmdline") if b"sleep\x0079" in read(p)
    ]
    assert left == []
    assert caisson


def read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        return b""


def test_nothing_is_left_by_many_runs():
    """A slice of tools/ops/jail_leaks.py: 1,000 runs and 64 at once by hand."""
    tool = Path(__file__).parents[2] / "tools" / "ops" / "jail_leaks.py"
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, str(tool), "--runs", "60", "--at-once", "16"]
    done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done


def test_mounts_do_not_slow_down_the_start(outside: Path):
    """Sessions with mounts are forked as well: what was preloaded is there."""
    (outside / "f").write_text("text")
    mounts = {
        "/w": caisson.Mount(outside, "rw"),
        "/o": caisson.Mount(outside, "overlay"),
    }
    look = (
        "import os, sys\n"
        "open('/o/layer', 'w').write('x')\n"
        "open('/w/new', 'w').write('x')\n"
        "('decimal' in sys.modules, open('/w/f').read(), sorted(os.listdir('/o')),"
        " sorted(os.listdir('/w')), os.path.exists('/.caisson'))"
    )
    with Sandbox(depth="process", preload=["decimal"], mounts=mounts) as box:
        value = box.run(look, check=True).value
    assert value == (True, "text", ["f", "layer", "new"], ["f", "new"], False)
    assert sorted(p.name for p in outside.iterdir()) == ["f", "new"]
    with Sandbox(depth="process", preload=["decimal"]) as box:  # and nowhere else
        found = box.run("import os; os.path.exists('/w')", check=True).value
    assert found is False


def test_an_ordinary_user_needs_no_help(outside: Path):
    """Zygote, mounts and limits without any right on the host."""
    if os.geteuid() != 0:
        pytest.skip("every other test is that of an ordinary user")
    package = Path(caisson.__file__).resolve()
    mine, home = outside / "mine", outside / "home"
    mine.mkdir()
    home.mkdir()
    (mine / "f").write_text("text")
    for path in (mine, home, mine / "f"):
        os.chown(path, 54321, 54321)
    outside.chmod(0o755)
    code = (
        "import caisson, os\n"
        f"mounts = {{'/w': caisson.Mount({str(mine)!r}, 'rw')}}\n"
        "with caisson.Sandbox(depth='process', mounts=mounts) as box:\n"
        "    got = box.run(\"open('/w/new', 'w').write(open('/w/f').read())\")\n"
        "print(os.getuid(), got.status, got.message)\n"
    )
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "HOME": str(home)}
    env["XDG_STATE_HOME"] = env["XDG_RUNTIME_DIR"] = str(home)
    done = subprocess.run(
        ["/usr/bin/python3", "-c", code],
        env=env, capture_output=True, text=True, timeout=60, cwd="/",
        user=54321, group=54321, extra_groups=[],
    )  # fmt: skip
    if "ModuleNotFoundError" in done.stderr or "PermissionError" in done.stderr:
        pytest.skip(f"this user cannot read {package}")
    assert done.stdout.startswith("54321 ok"), done
    assert (mine / "new").read_text() == "text"
    assert (mine / "new").stat().st_uid == 54321


FORGE = """
import os, struct, time
(nonce,) = (c.cell_contents.nonce for c in call_tool.__closure__)
def number(n):
    return b"\\x05" + struct.pack("<q", n)
def size(tag, n):
    return bytes([tag]) + struct.pack("<I", n)
def send(kind, body, length=None):
    n = len(body) + 1 if length is None else length
    os.write(5, struct.pack("<IB", n, kind) + body)
    time.sleep(5)
def done(value):
    send(22, number(nonce) + b"\\x02" + value)
"""
LIST, TUPLE, SET, DICT = 12, 13, 14, 16


@pytest.mark.parametrize(
    ("forged", "value"),
    [
        ("done(size(12, 1) + b'\\0')", [None]),  # what is well made is believed
        ("done(size(14, 1) + size(12, 0))", {"<class 'list'>"}),
        ("done(size(16, 1) + size(12, 0) + b'\\0')", {"<class 'list'>": None}),
        ("done(b'\\x1c' + number(1) + number(0))", "malformed"),  # a fraction
        ("done(b'\\x1b\\0\\0' + number(1) + number(10**18))", "malformed"),  # a decimal
        ("done(b'\\x11' + b'\\0' * 3)", "<class 'tuple'>"),  # a range of None
        ("done(size(12, 1) * 990 + b'\\0')", "deep"),
    ],
)
def test_forged_values_never_raise_in_their_host(forged, value):
    with Sandbox(depth="process", limits=Limits(time=10)) as box:
        got = box.run(FORGE + forged)
        assert got.status == "ok"
        if value == "malformed":
            assert got.value.type == "malformed"
        elif value != "deep":
            assert got.value == value


@pytest.mark.parametrize(
    "forged",
    [
        "done(size(12, 0xffffffff))",
        "done(size(12, 1) * 200000 + b'\\0')",
        "done(b'\\x09' + size(3, 0)[1:] + b'\\xff\\xfe\\xfd')",
        "send(99, number(nonce))",
        "send(22, b'', 0)",
        "send(22, b'x', 0xffffffff)",
        "send(20, number(nonce) + number(7) + size(9, 1) + b'x')",
        "send(21, number(nonce) + b'\\x07' + struct.pack('<d', float('nan')) * 2)",
        "os.close(5); time.sleep(5)",
    ],
)
def test_forged_frames_end_their_own_run(forged):
    before = len(os.listdir("/proc/self/fd"))
    with Sandbox(depth="process", limits=Limits(time=10)) as box:
        start = time.monotonic()
        assert box.run(FORGE + forged).status == "crashed"
        assert time.monotonic() - start < 5
    with Sandbox(depth="process") as box:  # others do not notice
        assert box.run("1 + 1").value == 2
    assert len(os.listdir("/proc/self/fd")) < before + 20


NUMPY = """
import numpy as np
(float(np.ones(3).sum()), float(np.random.rand()), int(np.linalg.inv(np.eye(2))[0, 0]))
"""


def test_numpy_of_an_environment_is_there_before_the_code():
    """A zygote imports it once; every run has it, and random numbers of its own."""
    pytest.importorskip("numpy", reason="numpy is not installed: tools/ops/venv.sh")
    if sys.executable.startswith("/tmp/"):
        with Sandbox(depth="process", python=sys.executable, preload=["numpy"]) as box:
            refused = box.run("1")
        assert refused.status != "ok"
        assert "below /tmp" in refused.message
        return
    seen = set()
    loaded = "import sys\n'numpy' in sys.modules"
    for _ in range(4):
        with Sandbox(depth="process", python=sys.executable, preload=["numpy"]) as box:
            assert box.run(loaded).value is True
            total, random, one = box.run(NUMPY, check=True).value
            assert (total, one) == (3.0, 1)
            seen.add(random)
    assert len(seen) == 4  # forks are seeded anew
    with Sandbox(depth="process", python=sys.executable) as box:
        assert box.run(loaded).value is False  # who does not ask for it has none


def test_preload_of_what_is_not_there_is_told():
    with pytest.raises(errors.UnavailableError, match="cannot import no_such_module"):
        Sandbox(depth="process", preload=["no_such_module"]).run("1")


LEAVE_A_SOCKET = """
import socket
left = socket.socket(socket.AF_UNIX)
left.bind("\\0left")
with socket.socket(socket.AF_UNIX) as door:
    door.connect("/w/door")
    socket.send_fds(door, [b"x"], [left.fileno()])
"""
LOOK_AROUND = """
import os
(os.readlink("/proc/self/ns/net"), "@left" in open("/proc/net/unix").read())
"""


def test_a_network_is_used_again_only_if_nothing_is_left_in_it(outside: Path):
    """A socket that outlives its jail, here in the host's hands, is met by nobody."""
    seen = []
    with socket.socket(socket.AF_UNIX) as door:
        door.bind(str(outside / "door"))
        (outside / "door").chmod(0o777)
        outside.chmod(0o777)
        door.listen()
        mounts = {"/w": caisson.Mount(outside, "rw")}
        with Sandbox(depth="process", mounts=mounts) as box:
            first = box.run(LEAVE_A_SOCKET + LOOK_AROUND, check=True).value
        assert first[1] is True  # the probe detects
        with door.accept()[0] as guest:
            _, held, _, _ = socket.recv_fds(guest, 1, 1)
        for _ in range(20):
            with Sandbox(depth="process") as box:
                seen.append(box.run(LOOK_AROUND, check=True).value)
        os.close(held[0])
    assert not any(left for _, left in seen)
    assert first[0] not in {name for name, _ in seen}
    assert len({name for name, _ in seen}) < len(seen)  # others are used again
    with Sandbox(depth="process") as a, Sandbox(depth="process") as b:  # by one at once
        assert a.run(LOOK_AROUND).value[0] != b.run(LOOK_AROUND).value[0]


def test_signals_of_the_host_do_not_disturb_a_start():
    old = signal.signal(signal.SIGALRM, lambda *_: None)
    signal.setitimer(signal.ITIMER_REAL, 0.001, 0.001)
    try:
        for mounts in (None, {"/data": "/usr/share"}):
            for _ in range(10):
                with Sandbox(depth="process", mounts=mounts) as box:
                    assert box.run("1 + 1", check=True).value == 2
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, old)


def keepers() -> list[int]:
    """First processes of zygotes that this process started."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        name, _, rest = read(path).rpartition(b") ")
        if name.endswith(b"(caisson-keeper") and int(rest.split()[1]) == os.getpid():
            found.append(int(path.parent.name))
    return found


@pytest.mark.parametrize("mounts", [None, {"/data": "/usr/share"}])
def test_a_killed_zygote_is_replaced(mounts):
    for _ in range(3):
        with Sandbox(depth="process", mounts=mounts) as box:
            assert box.run("1 + 1", check=True).value == 2
        for pid in keepers():
            handle = os.pidfd_open(pid)
            os.kill(pid, signal.SIGKILL)
            select.select([handle], [], [])  # all its forks are dead as well
            os.close(handle)


def test_kinds_of_sandboxes_keep_what_is_ready():
    """Limits that differ do not empty the pool of the others."""
    first = Limits(memory=200 << 20)
    for limits in (first, None):
        with Sandbox(depth="process", limits=limits) as box:
            box.run("1", check=True)
    time.sleep(0.3)
    before = {p for k in keepers() for p in children(k)}
    with Sandbox(depth="process", limits=first) as box:
        box.run("1", check=True)
        running = {p for k in keepers() for p in children(k)}
    assert len(before & running) == len(before)  # taken or left, none was ended


def children(pid: int) -> list[int]:
    return [int(n) for n in read(Path(f"/proc/{pid}/task/{pid}/children")).split()]
