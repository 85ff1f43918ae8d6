"""Sessions of the OpenAI Agents SDK in sandboxes, with the real package.

It has no suite for other people's backends: these are its own rules for a
session, each checked through the SDK's wrapper as the runner uses it.
"""

import asyncio
import io
import json
import tarfile
from pathlib import Path

import pytest
from agents import ModelSettings, RunConfig, Runner
from agents.items import ModelResponse
from agents.models.interface import Model
from agents.sandbox import Manifest, SandboxAgent, SandboxRunConfig
from agents.sandbox.entries import Dir, File
from agents.sandbox.errors import (
    ConfigurationError,
    ExecNonZeroError,
    ExecTimeoutError,
    ExposedPortUnavailableError,
    InvalidManifestPathError,
    PtySessionNotFoundError,
    WorkspaceArchiveReadError,
    WorkspaceArchiveWriteError,
    WorkspaceReadNotFoundError,
    WorkspaceWriteTypeError,
)
from agents.sandbox.files import EntryKind
from agents.sandbox.snapshot import LocalSnapshotSpec
from agents.usage import Usage
from openai.types.responses import (
    ResponseFunctionToolCall,
    ResponseOutputMessage,
    ResponseOutputText,
)

from caisson.integrations.sandboxes.openai_agents import (
    CaissonSandboxClient,
    CaissonSandboxClientOptions,
    CaissonSandboxSession,
)
from caisson.sandbox import LocalSandboxClient, SandboxSpec


@pytest.fixture
async def client():
    made = CaissonSandboxClient()
    before = set(await LocalSandboxClient().list())
    yield made
    for name in set(await LocalSandboxClient().list()) - before:
        await LocalSandboxClient().remove(name)


@pytest.fixture
async def session(client):
    manifest = Manifest(
        entries={"notes.txt": File(content=b"hello\n"), "src": Dir()},
        environment={"value": {"COLOR": "red"}},
    )
    made = await client.create(manifest=manifest)
    async with made:
        yield made
    await client.delete(made)


def tar_of(*members, **contents):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as tar:
        for name, data in contents.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            tar.addfile(info, io.BytesIO(data))
        for member in members:
            tar.addfile(member)
    out.seek(0)
    return out


def link(name, target, type=tarfile.SYMTYPE):
    info = tarfile.TarInfo(name)
    info.type, info.linkname = type, target
    return info


# -- commands


async def test_a_command_runs_in_the_workspace(session):
    done = await session.exec("pwd; echo $COLOR; cat notes.txt; echo e >&2; exit 3")
    assert (done.exit_code, done.stderr) == (3, b"e\n")
    assert done.stdout == b"/workspace\nred\nhello\n"


async def test_words_are_passed_as_they_are(session):
    done = await session.exec("printf", "%s|", "a b;$c", "*", shell=False)
    assert done.stdout == b"a b;$c|*|"
    assert (await session.exec("no-such-program", shell=False)).exit_code == 127


async def test_output_is_bytes(session):
    done = await session.exec(r"printf '\377\000\376'")
    assert done.stdout == b"\xff\0\xfe"


async def test_a_timeout_is_the_sdks_error_and_the_session_lives_on(session):
    with pytest.raises(ExecTimeoutError) as told:
        await session.exec("echo early; sleep 600", timeout=1)
    assert told.value.context["stdout"] == "early\n"
    assert (await session.exec("echo on")).stdout == b"on\n"
    assert b"sleep 600" not in (await session.exec("ps ax")).stdout


async def test_another_user_is_refused_before_anything_runs(session):
    with pytest.raises(ConfigurationError, match="nobody"):
        await session.exec("touch made", user="nobody")
    with pytest.raises(ConfigurationError):
        await session.read(Path("notes.txt"), user="nobody")
    with pytest.raises(WorkspaceReadNotFoundError):
        await session.read(Path("made"))


# -- files


async def test_files_round_trip(session):
    data = bytes(range(256)) * 4096
    await session.write(Path("a/b/data"), io.BytesIO(data))
    assert (await session.read(Path("a/b/data"))).read() == data
    assert (await session.read(Path("/workspace/a/b/data"))).read() == data
    assert await session.read_bounded(Path("a/b/data"), max_bytes=5) == data[:5]
    with pytest.raises(WorkspaceReadNotFoundError):
        await session.read(Path("missing"))
    with pytest.raises(WorkspaceArchiveReadError):
        await session.read(Path("a"))
    with pytest.raises(WorkspaceWriteTypeError):
        await session.write(Path("text"), io.StringIO("text"))
    with pytest.raises(WorkspaceArchiveWriteError):
        await session.write(Path("a/b/data/below"), io.BytesIO(b""))


async def test_paths_stay_in_the_workspace(session):
    await session.exec("ln -s /etc out; ln -s ../etc/passwd up; ln -s notes.txt in")
    for path in ("out/passwd", "up", "../etc/passwd", "/etc/passwd"):
        with pytest.raises(InvalidManifestPathError):
            await session.read(Path(path))
        with pytest.raises(InvalidManifestPathError):
            await session.write(Path(path), io.BytesIO(b""))
    assert (await session.read(Path("in"))).read() == b"hello\n"
    await session.rm("in")
    assert (await session.read(Path("notes.txt"))).read() == b"hello\n"


async def test_listing_renaming_and_removing(session):
    await session.exec("touch 'odd name' $'x\\ny'; ln -s notes.txt l; mkfifo p")
    kinds = {e.path: e.kind for e in await session.ls(".")}
    assert kinds["/workspace/src"] == EntryKind.DIRECTORY
    assert kinds["/workspace/odd name"] == EntryKind.FILE
    assert kinds["/workspace/l"] == EntryKind.SYMLINK
    assert kinds["/workspace/p"] == EntryKind.OTHER
    await session.mkdir("deep/er", parents=True)
    await session.mkdir("deep/er", parents=True)
    await session.mv("odd name", "deep/name")
    for call in (
        session.mkdir("deep"), session.mkdir("no/such"), session.ls("missing"),
        session.rm("missing"), session.rm("deep"), session.mv("deep", "x"),
        session.mv("notes.txt", "src"),
    ):  # fmt: skip
        with pytest.raises(ExecNonZeroError):
            await call
    await session.rm("deep", recursive=True)
    await session.rm("deep", recursive=True)
    assert "/workspace/deep" not in {e.path for e in await session.ls(".")}
    assert await session.same_file("notes.txt", "l")


async def test_a_pipe_does_not_block(session):
    await session.exec("mkfifo p")
    with pytest.raises(WorkspaceArchiveReadError):
        await asyncio.wait_for(session.read(Path("p")), 30)


# -- the whole workspace


async def test_a_persisted_workspace_is_portable(session):
    await session.exec(
        "mkfifo src/p; ln notes.txt src/hard; ln -s /workspace/notes.txt src/abs; "
        "echo x > src/x; chmod 750 src/x"
    )
    archive = (await session._inner.persist_workspace()).read()
    with tarfile.open(fileobj=io.BytesIO(archive)) as tar:
        found = {m.name: m for m in tar}
        hard = tar.extractfile(found["src/hard"]).read()
    assert set(found) == {
        ".", "notes.txt", "src", "src/abs", "src/hard", "src/x"
    }  # fmt: skip
    assert (hard, found["src/hard"].isreg()) == (b"hello\n", True)
    assert found["src/abs"].linkname == "../notes.txt"
    assert found["src/x"].mode & 0o777 == 0o750
    await session.exec("rm -r src notes.txt")
    await session._inner.hydrate_workspace(io.BytesIO(archive))
    assert (await session.exec("cat src/abs src/x")).stdout == b"hello\nx\n"


@pytest.mark.parametrize(
    "archive",
    [
        tar_of(good=b"x", **{"../evil": b"x"}),
        tar_of(good=b"x", **{"/evil": b"x"}),
        tar_of(link("out", "/etc"), good=b"x"),
        tar_of(link("out", "../../etc"), good=b"x"),
        tar_of(link("hard", "../x", tarfile.LNKTYPE), good=b"x"),
        tar_of(link("dev", "", tarfile.CHRTYPE), good=b"x"),
        io.BytesIO(b"no tar at all"),
    ],
    ids=["up", "absolute", "link", "link-up", "hard", "device", "garbage"],
)
async def test_a_bad_archive_writes_nothing(session, archive):
    archive.seek(0)
    with pytest.raises(WorkspaceArchiveWriteError):
        await session._inner.hydrate_workspace(archive)
    with pytest.raises(WorkspaceReadNotFoundError):
        await session.read(Path("good"))


# -- life


async def test_the_state_survives_and_finds_the_sandbox_again(client):
    session = await client.create(manifest=Manifest())
    async with session:
        await session.exec("mkdir -p /var/lib; echo kept | tee file > /var/lib/x")
        payload = client.serialize_session_state(session.state)
    text = json.dumps(payload)
    again = CaissonSandboxClient()
    state = again.deserialize_session_state(json.loads(text))
    resumed = await again.resume(state)
    assert isinstance(resumed._inner, CaissonSandboxSession)
    async with resumed:
        done = await resumed.exec("cat file /var/lib/x")
        assert done.stdout == b"kept\nkept\n"
        assert await resumed.running()
    assert not await resumed.running()
    await again.delete(resumed)
    await again.delete(resumed)


async def test_a_snapshot_fills_a_new_sandbox(client, tmp_path):
    snapshot = LocalSnapshotSpec(base_path=tmp_path)
    manifest = Manifest(entries={"seed": File(content=b"seed\n")})
    session = await client.create(snapshot=snapshot, manifest=manifest)
    async with session:
        await session.exec("echo kept > file; rm seed")
    state = session.state
    await client.delete(session)
    resumed = await client.resume(state)
    async with resumed:
        assert (await resumed.exec("cat file; ls")).stdout == b"kept\nfile\n"
    await client.delete(resumed)


async def test_states_of_others_are_refused(client):
    session = await client.create()
    state = session.state
    with pytest.raises(TypeError):
        await client.resume(object())
    other = await LocalSandboxClient().create(SandboxSpec("not-a-session"))
    stolen = state.model_copy(update={"sandbox_id": other.id})
    with pytest.raises(ValueError, match="not a session"):
        await client.resume(stolen)
    wider = state.model_copy(update={"egress": ("example.com",)})
    with pytest.raises(ValueError, match="other hosts"):
        await client.resume(wider)


async def test_what_a_sandbox_cannot_have_is_refused_at_once(client):
    from agents.sandbox.types import User

    before = await LocalSandboxClient().list()
    with pytest.raises(ValueError, match="one user"):
        await client.create(manifest=Manifest(users=[User(name="bob")]))
    with pytest.raises(Exception, match="image"):
        await client.create(options=CaissonSandboxClientOptions("no/such:image"))
    assert await LocalSandboxClient().list() == before


async def test_a_port_that_was_not_asked_for(session):
    with pytest.raises(ExposedPortUnavailableError):
        await session.resolve_exposed_port(8000)


# -- terminals


async def test_an_interactive_program(session):
    first = await session.pty_exec_start(
        "python3", "-q", shell=False, tty=True, yield_time_s=3
    )
    assert first.process_id is not None and b">>>" in first.output
    number = first.process_id
    typed = await session.pty_write_stdin(
        session_id=number, chars="print(6 * 7)\n", yield_time_s=2
    )
    assert b"42" in typed.output
    await session.pty_write_stdin(session_id=number, chars="import time\n")
    await session.pty_write_stdin(session_id=number, chars="time.sleep(600)\n")
    broken = await session.pty_write_stdin(
        session_id=number, chars="\x03", yield_time_s=3
    )
    assert b"KeyboardInterrupt" in broken.output
    ended = await session.pty_write_stdin(
        session_id=number, chars="exit(5)\n", yield_time_s=10
    )
    assert (ended.process_id, ended.exit_code) == (None, 5)
    with pytest.raises(PtySessionNotFoundError):
        await session.pty_write_stdin(session_id=number, chars="")


async def test_a_program_in_the_background(session):
    first = await session.pty_exec_start(
        "echo out; echo err >&2; sleep 3; echo done; exit 4", yield_time_s=1
    )
    assert first.process_id is not None
    assert set(first.output.split()) == {b"out", b"err"}
    with pytest.raises(RuntimeError):
        await session.pty_write_stdin(session_id=first.process_id, chars="x")
    last = await session.pty_write_stdin(
        session_id=first.process_id, chars="", yield_time_s=20
    )
    assert (last.output, last.exit_code, last.process_id) == (b"done\n", 4, None)


async def test_ending_a_session_ends_its_programs(session):
    await session.pty_exec_start("sleep 987", yield_time_s=0.25)
    assert b"sleep 987" in (await session.exec("ps ax | grep -v grep")).stdout
    await session.pty_terminate_all()
    for _ in range(50):
        if b"sleep 987" not in (await session.exec("ps ax | grep -v grep")).stdout:
            return
        await asyncio.sleep(0.1)
    raise AssertionError("it lives on")


# -- the runner


class Scripted(Model):
    """A model that says what it was told to."""

    def __init__(self, *turns):
        self.turns, self.seen = list(turns), []

    async def get_response(self, system_instructions, input, *args, **kwargs):
        self.seen.append(input)
        return ModelResponse(
            output=[self.turns.pop(0)], usage=Usage(), response_id=None
        )

    async def stream_response(self, *args, **kwargs):
        raise NotImplementedError
        yield


async def test_an_agent_uses_the_shell_of_its_sandbox(client):
    call = ResponseFunctionToolCall(
        type="function_call", call_id="1", name="exec_command",
        arguments=json.dumps({"cmd": "cat task.txt; echo done > result"}),
    )  # fmt: skip
    text = ResponseOutputText(type="output_text", text="finished", annotations=[])
    message = ResponseOutputMessage(
        id="m", type="message", role="assistant", status="completed", content=[text]
    )
    model = Scripted(call, message)
    agent = SandboxAgent(name="worker", model=model, model_settings=ModelSettings())
    manifest = Manifest(entries={"task.txt": File(content=b"the task\n")})
    session = await client.create(manifest=manifest)
    async with session:
        config = RunConfig(
            sandbox=SandboxRunConfig(session=session), tracing_disabled=True
        )
        result = await Runner.run(agent, "do it", run_config=config)
        assert result.final_output == "finished"
        assert "the task" in json.dumps(model.seen[1], default=str)
        assert (await session.read(Path("result"))).read() == b"done\n"
    await client.delete(session)
