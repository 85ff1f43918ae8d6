"""Agents written for a2a-pack, with the real package, on our client."""

import dataclasses

import a2a_pack.sandbox as theirs
import pytest
from a2a_pack.context import LocalRunContext
from a2a_pack.workspace import FileSystemWorkspaceClient, WorkspaceAccess

import caisson.sandbox as ours


def fields(of):
    return [
        (f.name, f.default if f.default is not dataclasses.MISSING else None)
        for f in dataclasses.fields(of)
    ]


@pytest.mark.parametrize("name", ["ExecResult", "SandboxSpec"])
def test_fields_have_their_order_and_defaults(name):
    wanted = fields(getattr(theirs, name))
    assert fields(getattr(ours, name))[: len(wanted)] == wanted


@pytest.mark.parametrize("name", ["SandboxClient", "SandboxHandle"])
def test_every_method_is_there(name):
    for method in vars(getattr(theirs, name)):
        if not method.startswith("_"):
            assert hasattr(getattr(ours, name), method), method


@pytest.fixture
def context(tmp_path):
    workspace = FileSystemWorkspaceClient(
        tmp_path, access=WorkspaceAccess(enabled=True), bucket="agent-x"
    )
    sandbox = ours.LocalSandboxClient(workspaces={"agent-x": tmp_path})
    return LocalRunContext(auth=None, workspace=workspace, sandbox=sandbox)


async def test_their_spec_makes_a_sandbox(context):
    box = await context.sandbox.create(theirs.SandboxSpec("a2a", labels={"a": "b"}))
    try:
        result = await box.exec("printf", ["%s", "a b"])
        assert (result.stdout, result.exit_code) == ("a b", 0)
        assert (await box.shell("exit 3", timeout=None)).exit_code == 3
        assert await context.sandbox.list() == ["a2a"]
        assert await box.logs(tail=1) == "a b"
    finally:
        await context.sandbox.remove("a2a")


async def test_one_shots(context):
    result = await context.sandbox.run_python("print(6 * 7)")
    assert (result.stdout, type(result.exit_code)) == ("42\n", int)
    result = await context.sandbox.run_shell(
        "pwd; echo x > /workspace/x", image="python:3.11-slim", workspace="agent-x",
        timeout_seconds=None,
    )  # fmt: skip
    assert result.output == "/workspace\n"
    assert await context.sandbox.list() == []


async def test_files_of_a_workspace_stay(context, tmp_path):
    result = await context.workspace_shell("echo made > /workspace/file; ls")
    assert result.ok and "file" in result.stdout
    result = await context.workspace_python("open('two', 'w').write('2')")
    assert result.ok, result
    assert (tmp_path / "file").read_text() == "made\n"
    assert (tmp_path / "two").read_text() == "2"
    assert await context.sandbox.list() == []


async def test_a_workspace_nobody_has_defined_is_refused(context):
    with pytest.raises(ValueError, match="agent-other"):
        await context.sandbox.run_shell("true", workspace="agent-other")
