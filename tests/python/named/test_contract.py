"""The contract of named sandboxes, as an agent's author relies on it."""

import asyncio
import dataclasses
import os
import signal
import subprocess
import sys
import time

import pytest

from caisson.sandbox import (
    DEFAULT_IMAGE,
    ExecResult,
    LocalSandboxClient,
    SandboxClient,
    SandboxExists,
    SandboxHandle,
    SandboxNotFound,
    SandboxReplaced,
    SandboxRuntimeError,
    SandboxSpec,
    SandboxStateError,
    SandboxUnavailable,
)
from caisson.sandbox.sync import LocalSandboxClient as SyncClient


def test_a_result_has_the_contracts_fields():
    result = ExecResult("a")
    assert (result.stderr, result.exit_code, result.truncated) == ("", 0, False)
    assert (result.files, result.ok, result.output) == ((), True, "a")
    with pytest.raises(dataclasses.FrozenInstanceError):
        result.stdout = "b"


def test_a_spec_has_the_contracts_order_and_defaults():
    names = [f.name for f in dataclasses.fields(SandboxSpec)][:8]
    assert names == [
        "name", "image", "memory_mib", "cpus", "workspace", "secrets", "egress",
        "labels",
    ]  # fmt: skip
    spec = SandboxSpec("n")
    assert (spec.image, spec.memory_mib, spec.cpus) == (DEFAULT_IMAGE, 512, 1)
    assert (spec.workspace, spec.secrets, spec.egress, spec.labels) == (
        None, (), (), {},
    )  # fmt: skip


@pytest.mark.parametrize("method", ["exec", "shell", "stop", "kill", "logs"])
def test_a_handle_without_one_method_cannot_be_made(method):
    async def nothing(self, *args, **kwargs):
        return None

    all_of_them = ["exec", "shell", "stop", "kill", "logs"]
    members = {m: nothing for m in all_of_them if m != method}
    with pytest.raises(TypeError, match=method):
        type("Handle", (SandboxHandle,), members)()


@pytest.mark.parametrize("method", ["create", "get", "list", "remove"])
def test_a_client_without_one_method_cannot_be_made(method):
    async def nothing(self, *args, **kwargs):
        return None

    members = {m: nothing for m in ["create", "get", "list", "remove"] if m != method}
    with pytest.raises(TypeError, match=method):
        type("Client", (SandboxClient,), members)()


@pytest.mark.parametrize("name", ["../x", "-rf", "", "a" * 129, "a\nb", "a\0b", "a..b"])
def test_bad_names_are_refused(name):
    with pytest.raises(ValueError, match="name"):
        SandboxSpec(name)


def test_all_faults_of_a_spec_are_told():
    with pytest.raises(ValueError, match=r"memory_mib.*pids.*label") as told:
        SandboxSpec("n", memory_mib=9000, pids=0, labels={"Bad Key": "x"})
    assert "caisson." not in str(told.value)


def test_one_of_two_creates_of_a_name_succeeds(client, run):
    async def main():
        specs = [client.create(SandboxSpec("same")) for _ in range(2)]
        return await asyncio.gather(*specs, return_exceptions=True)

    made = run(main())
    assert sorted(isinstance(m, SandboxExists) for m in made) == [False, True]


def test_commands(client, run):
    async def main():
        box = await client.create(SandboxSpec("box"))
        literal = await box.exec("printf", ["%s", "a b;$c"])
        seven = await box.shell("echo out; echo err >&2; exit 7")
        own = await box.shell("exit 124")
        missing = await box.exec("no-such-program")
        await box.files.write("/tmp/plain", b"text", mode=0o644)
        plain = await box.exec("/tmp/plain")
        killed = await box.shell("kill -9 $$")
        fed = await box.exec("cat", stdin=b"\xff in")
        placed = await box.shell("pwd; echo $X", cwd="/tmp", env={"X": "1"})
        return literal, seven, own, missing, plain, killed, fed, placed

    literal, seven, own, missing, plain, killed, fed, placed = run(main())
    assert literal.stdout == "a b;$c"
    assert (seven.exit_code, seven.stdout, seven.stderr) == (7, "out\n", "err\n")
    assert (own.exit_code, own.reason, own.timed_out) == (124, "exited", False)
    assert (missing.exit_code, missing.reason) == (127, "not_found")
    assert (plain.exit_code, plain.reason) == (126, "not_executable")
    assert (killed.exit_code, killed.reason) == (137, "signaled")
    assert fed.stdout == "\ufffd in"
    assert placed.stdout == "/tmp\n1\n"


def test_a_timeout_keeps_output_and_kills_everything_it_started(client, run):
    script = "echo early; (setsid sleep 71 &) ; trap '' TERM; sleep 72"

    async def main():
        box = await client.create(SandboxSpec("box"))
        await box.shell("sleep 73 & echo server")
        late = await box.shell(script, timeout=1)
        left = await box.shell("cat /proc/[0-9]*/cmdline | tr '\\0' ' '")
        return late, left

    late, left = run(main())
    assert (late.exit_code, late.reason) == (124, "timeout")
    assert late.stdout == "early\n"
    assert late.stderr.endswith("sandbox timeout after 1s")
    assert "sleep 71" not in left.stdout
    assert "sleep 72" not in left.stdout
    assert "sleep 73" in left.stdout


def test_truncated_is_exact(client, run):
    cap = 5000

    async def main():
        box = await client.create(SandboxSpec("box", stdout_bytes=cap))
        write = "head -c {} /dev/zero | tr '\\0' x"
        results = [await box.shell(write.format(n)) for n in (cap - 1, cap, cap + 1)]
        split = await box.shell(
            "head -c 4999 /dev/zero | tr '\\0' x; printf '\\303\\244'"
        )
        return results, split

    (under, exact, over), split = run(main())
    assert (under.truncated, exact.truncated, over.truncated) == (False, False, True)
    assert (len(exact.stdout), len(over.stdout)) == (cap, cap)
    assert over.stdout_bytes == cap + 1
    assert split.truncated
    assert split.stdout == "x" * 4999


def test_a_background_process_lives_on_until_stop(client, run):
    async def main():
        box = await client.create(SandboxSpec("box"))
        begin = time.monotonic()
        result = await box.shell("sleep 61 & echo hi")
        took = time.monotonic() - begin
        await box.stop()
        await box.stop()
        with pytest.raises(SandboxStateError):
            await box.exec("true")
        return result, took

    result, took = run(main())
    assert (result.stdout, result.leftover) == ("hi\n", 1)
    assert took < 20


def test_files_stay_over_stop_and_start(client, run):
    async def main():
        box = await client.create(SandboxSpec("box"))
        await box.shell("mkdir -p /var/tmp; echo kept > /var/tmp/a")
        await box.kill()
        await box.start()
        return await box.shell("cat /var/tmp/a")

    assert run(main()).stdout == "kept\n"


def test_logs_are_readable_in_every_state_and_escaped(client, run):
    async def main():
        box = await client.create(SandboxSpec("box"))
        await box.shell("printf 'one\\ntwo\\n'")
        await box.shell("printf '\\033[2Jthree \\303\\274\\n' >&2")
        running = await box.logs()
        tails = [await box.logs(tail=n) for n in (0, 1, 2, 99)]
        with pytest.raises(ValueError, match="tail"):
            await box.logs(tail=-1)
        await box.stop()
        stopped = await box.logs()
        await client.remove("box")
        with pytest.raises(SandboxNotFound):
            await box.logs()
        return running, tails, stopped

    whole = "one\ntwo\n\\x1b[2Jthree \xfc\n"
    third = "\\x1b[2Jthree \xfc\n"
    running, tails, stopped = run(main())
    assert running == stopped == whole
    assert tails == ["", third, "two\n" + third, whole]


def test_an_overlay_workspace_is_compared_and_committed(client, run, tmp_path):
    (tmp_path / "a").write_text("old")

    async def main():
        box = await client.create(SandboxSpec("box", workspace=str(tmp_path)))
        await box.shell("echo new > a; echo b > b")
        changes = [(c["change"], c["path"]) for c in await box.diff()]
        with pytest.raises(SandboxStateError, match="stop"):
            await box.commit()
        await box.stop()
        await box.commit(["b"])
        left = [c["path"] for c in await box.diff()]
        assert (tmp_path / "a").read_text() == "old"
        await box.discard()
        return changes, left, await box.diff()

    assert run(main()) == ([("modified", "a"), ("added", "b")], ["a"], [])
    assert (tmp_path / "b").read_text() == "b\n"


@dataclasses.dataclass(frozen=True)
class TheirSpec:
    """A spec of another package: the contract's eight fields and no more."""

    name: str
    image: str = DEFAULT_IMAGE
    memory_mib: int = 256
    cpus: int = 1
    workspace: str | None = None
    secrets: tuple[str, ...] = ()
    egress: tuple[str, ...] = ()
    labels: dict[str, str] = dataclasses.field(default_factory=dict)


def test_a_spec_of_another_package_and_a_logical_workspace(home, run, tmp_path):
    client = LocalSandboxClient(home=home, workspaces={"agent-x": tmp_path})

    async def main():
        box = await client.create(TheirSpec("theirs", workspace="agent-x"))
        try:
            await box.shell("echo kept > file")
            return (await box.inspect())["limits"]["memory_bytes"]
        finally:
            await client.remove("theirs")

    assert run(main()) == 256 << 20
    assert (tmp_path / "file").read_text() == "kept\n"
    with pytest.raises(ValueError, match="agent-y"):
        run(client.create(TheirSpec("theirs", workspace="agent-y")))


def test_rules_say_what_is_committed(client, run, tmp_path):
    async def main():
        rules = {"workspace_write": ("outputs",), "workspace_deny": ("outputs/raw",)}
        spec = SandboxSpec("box", workspace=str(tmp_path), **rules)
        box = await client.create(spec)
        await box.shell("mkdir -p outputs/raw; echo a > outputs/a; echo b > b")
        await box.stop()
        for refused in (None, ["b"], ["outputs"], ["outputs/raw"]):
            with pytest.raises(SandboxRuntimeError, match="nothing was written"):
                await box.commit(refused)
        assert not any(tmp_path.iterdir())
        await box.commit(["outputs/a"])
        with pytest.raises((SandboxUnavailable, ValueError), match="outputs/raw"):
            await client.create(
                SandboxSpec(
                    "rw", workspace=str(tmp_path), workspace_mode="rw", **rules
                )
            )

    run(main())
    assert [p.name for p in tmp_path.rglob("*")] == ["outputs", "a"]


def test_a_one_shot_warns_of_changes_that_are_lost(client, run, tmp_path):
    async def main(script, mode):
        return await client.run_shell(
            script, workspace=str(tmp_path), workspace_mode=mode
        )

    (warning,) = run(main("echo x > x", None)).warnings
    assert "1 changes" in warning
    assert not (tmp_path / "x").exists()
    assert run(main("cat /dev/null", None)).warnings == ()
    assert run(main("echo x > x", "rw")).warnings == ()
    assert (tmp_path / "x").read_text() == "x\n"


def test_files(client, run):
    async def main():
        box = await client.create(SandboxSpec("box"))
        data = bytes(range(256)) * 40_000
        await box.files.write("/tmp/deep/er/data", data)
        assert await box.files.read("/tmp/deep/er/data") == data
        assert await box.files.read("/tmp/deep/er/data", offset=255, length=2) == (
            b"\xff\0"
        )
        await box.files.rename("/tmp/deep/er/data", "/tmp/deep/er/other")
        names = [e.name for e in await box.files.list("/tmp/deep/er")]
        entry = await box.files.stat("/tmp/deep/er/other")
        await box.files.remove("/tmp/deep", recursive=True)
        gone = await box.files.exists("/tmp/deep")
        for call in (box.files.read("/nowhere"), box.files.list("/nowhere")):
            with pytest.raises(FileNotFoundError):
                await call
        with pytest.raises(IsADirectoryError):
            await box.files.read("/tmp")
        return names, entry.size, gone

    assert run(main()) == (["other"], 256 * 40_000, False)


def test_paths_stay_inside(client, run, tmp_path):
    secret = tmp_path / "secret"
    secret.write_text("host")

    async def main():
        box = await client.create(SandboxSpec("box"))
        await box.shell(
            "mkdir -p /tmp/d; ln -s /proc/1/root /tmp/d/r; ln -s / /tmp/d/s"
        )
        for path in (str(secret), f"/tmp/d/r{secret}", f"/tmp/d/s{secret}"):
            with pytest.raises((FileNotFoundError, PermissionError)):
                await box.files.read(path)

    run(main())


def test_one_shots_leave_nothing(client, run):
    async def main():
        before = await client.list()
        two = await client.run_python("print(1 + 1)")
        bad = await client.run_python("1 / 0")
        long = await client.run_python("x = 1\n" * 40_000 + "print(x)")
        slow = client.run_shell("sleep 60")
        with pytest.raises(asyncio.TimeoutError):
            await asyncio.wait_for(slow, 1)
        late = await client.run_shell("echo a; sleep 60", timeout_seconds=1)
        return before, two, bad, long, late, await client.list()

    before, two, bad, long, late, after = run(main())
    assert (two.stdout, two.image) == ("2\n", "rootfs:host")
    assert bad.exit_code == 1
    assert "ZeroDivisionError" in bad.stderr
    assert long.stdout == "1\n"
    assert (late.stdout, late.exit_code) == ("a\n", 124)
    assert after == before


def test_a_killed_client_leaves_no_ephemeral_sandbox(client, run, home):
    code = (
        "import asyncio, sys\n"
        "from caisson.sandbox import LocalSandboxClient\n"
        "client = LocalSandboxClient(home=sys.argv[1])\n"
        "asyncio.run(client.run_shell('sleep 600', timeout=900))\n"
    )
    child = subprocess.Popen([sys.executable, "-c", code, str(home)])
    deadline = time.monotonic() + 60
    running = []
    while not running and time.monotonic() < deadline:
        time.sleep(0.05)
        running = [r for r in run(client.rows()) if r["status"] == "running"]
    assert running
    os.kill(child.pid, signal.SIGKILL)
    child.wait()
    deadline = time.monotonic() + 60
    while run(client.list()) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert run(client.list()) == []


def test_a_handle_knows_its_successor(client, run):
    async def main():
        first = await client.create(SandboxSpec("box"))
        await client.create(SandboxSpec("box", replace=True))
        with pytest.raises(SandboxReplaced):
            await first.inspect()
        await client.remove("box")
        with pytest.raises(SandboxNotFound):
            await client.get("box")
        with pytest.raises(SandboxNotFound):
            await client.remove("box")

    run(main())


def test_cancelling_kills_the_command_and_nothing_else(client, run):
    async def main():
        box = await client.create(SandboxSpec("box"))
        task = asyncio.ensure_future(box.shell("sleep 81"))
        while "sleep" not in (await box.shell("cat /proc/*/cmdline")).stdout:
            await asyncio.sleep(0.05)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        for _ in range(200):
            if "sleep" not in (await box.shell("cat /proc/[0-9]*/comm")).stdout:
                return True
            await asyncio.sleep(0.05)
        return False

    assert run(main())


def test_events_come_while_a_command_runs(client, run):
    async def main():
        box = await client.create(SandboxSpec("box"))
        kinds = []
        async for event in box.exec_stream(["sh", "-c", "echo a; echo b >&2; exit 3"]):
            kinds.append(event.kind)
        return kinds, event.result

    kinds, result = run(main())
    assert kinds[0] == "started"
    assert kinds[-1] == "exited"
    assert {"stdout", "stderr"} < set(kinds)
    assert (result.stdout, result.stderr, result.exit_code) == ("a\n", "b\n", 3)


def test_detached_commands(client, run):
    async def main():
        box = await client.create(SandboxSpec("box"))
        exec_id = await box.exec_detached(["sh", "-c", "echo done; exit 5"])
        return await box.wait(exec_id)

    assert run(main()).exit_code == 5


def test_the_hosts_root_has_a_program_python(client, run):
    async def main():
        box = await client.create(SandboxSpec("box"))
        argv = ["-c", "import sys; print(sys.version_info[0])"]
        return await box.exec("python", argv), await box.shell("python --version")

    direct, by_shell = run(main())
    assert direct.stdout == "3\n"
    assert by_shell.ok


def test_the_synchronous_client(home):
    client = SyncClient(home=home)
    with client.create(SandboxSpec("sync")) as box:
        assert box.shell("echo hi").stdout == "hi\n"
        box.files.write("/tmp/a", "text")
        assert box.files.read_text("/tmp/a") == "text"
        assert client.list() == ["sync"]
    assert client.list() == []
    assert client.run_python("print(6 * 7)").stdout == "42\n"


@pytest.mark.parametrize("timeout", [0, -1, float("nan"), float("inf")])
def test_bad_timeouts_are_refused(client, run, timeout):
    async def main():
        box = await client.create(SandboxSpec("box"))
        with pytest.raises(ValueError, match="timeout"):
            await box.exec("true", timeout=timeout)

    run(main())
