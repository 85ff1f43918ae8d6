"""Construction, registries, state and texts: statements 1 to 13."""

import asyncio
import copy
import json
import sys
import threading
import warnings

import pytest
from agent_framework import Agent, FunctionTool, SessionContext, tool

import caisson.codeact as codeact
from caisson.codeact import (
    AllowedDomain,
    CodeActProvider,
    ExecuteCodeTool,
    FileMount,
    LocalCodeActProvider,
    LocalExecuteCodeTool,
    ProcessExecutionLimits,
)


def add(a: int, b: int) -> int:
    """Add two numbers."""
    return a + b


@tool(approval_mode="always_require")
def pay(amount: int) -> str:
    """Pay."""
    return f"paid {amount}"


def test_01_defaults():
    made = LocalExecuteCodeTool()
    assert isinstance(made, FunctionTool)
    assert made.name == "execute_code"
    assert made.approval_mode == "never_require"
    assert made.execution_mode == "subprocess"
    assert made.depth == "process"
    assert made.python_executable == sys.executable
    assert made.runner_script is None
    assert made.workspace_root is None
    assert made.get_tools() == []
    assert made.execution_limits == ProcessExecutionLimits()
    limits = made.execution_limits
    assert (limits.timeout_seconds, limits.max_code_bytes) == (10.0, 64 << 10)
    assert limits.max_result_bytes == 128 << 10


def test_01_source_ids():
    assert LocalCodeActProvider().source_id == "local_codeact"
    assert CodeActProvider().source_id == "caisson_codeact"
    assert CodeActProvider("mine").source_id == "mine"


def test_01_what_cannot_be_is_refused(tmp_path):
    with pytest.raises(ValueError, match="'subprocess' or 'unsafe_in_process'"):
        ExecuteCodeTool(execution_mode="elsewhere")
    with pytest.raises(ValueError, match="existing file"):
        ExecuteCodeTool(python_executable=tmp_path / "python")
    with pytest.raises(ValueError, match="runner_script"):
        ExecuteCodeTool(runner_script=tmp_path / "runner.py")
    with pytest.raises(ValueError, match="existing directory"):
        ExecuteCodeTool(workspace_root=tmp_path / "nowhere")
    with pytest.raises(codeact.ProcessExecutionLimits and ValueError):
        ProcessExecutionLimits(timeout_seconds=0)


def test_02_schema_has_code_only():
    schema = ExecuteCodeTool().parameters()
    assert list(schema["properties"]) == ["code"]
    assert schema["properties"]["code"]["type"] == "string"
    assert schema["required"] == ["code"]


def test_03_tools_round_trip():
    made = ExecuteCodeTool(tools=add)
    made.add_tools([pay])
    assert [t.name for t in made.get_tools()] == ["add", "pay"]
    made.remove_tool("add")
    assert [t.name for t in made.get_tools()] == ["pay"]
    with pytest.raises(KeyError):
        made.remove_tool("add")
    made.add_tools(ExecuteCodeTool())
    assert [t.name for t in made.get_tools()] == ["pay"]
    made.clear_tools()
    assert made.get_tools() == []


def test_04_same_name_replaces_and_derives_approval_again():
    def pay(amount: int) -> str:
        return "free"

    provider = CodeActProvider(tools=[globals()["pay"]])
    assert provider._tool.approval_mode == "always_require"
    provider.add_tools(pay)
    assert len(provider.get_tools()) == 1
    assert provider._tool.approval_mode == "never_require"


def test_05_one_tool_that_needs_approval_is_enough():
    made = ExecuteCodeTool(tools=[add, pay])
    assert made.approval_mode == "always_require"
    made.remove_tool("pay")
    assert made.approval_mode == "never_require"


def test_06_base_mode_is_sticky():
    made = ExecuteCodeTool(tools=[add], approval_mode="always_require")
    made.clear_tools()
    assert made.approval_mode == "always_require"


def test_07_forms_of_mounts(tmp_path):
    made = ExecuteCodeTool()
    made.add_file_mounts(str(tmp_path))
    (one,) = made.get_file_mounts()
    assert (one.host_path, one.mount_path) == (tmp_path, str(tmp_path))
    assert (one.mode, one.write_bytes_limit) == ("overlay", None)
    made.clear_file_mounts()
    made.add_file_mounts([(tmp_path, "data\\./in//"), FileMount(tmp_path, "/out")])
    assert [m.mount_path for m in made.get_file_mounts()] == ["/data/in", "/out"]
    made.add_file_mounts((tmp_path, "/data/in"))
    made.add_file_mounts(FileMount(tmp_path, "/data/in", "read-only", 5))
    first, _ = made.get_file_mounts()
    assert first == FileMount(tmp_path, "/data/in", "read-only", 5)
    made.remove_file_mount("data/in/")
    with pytest.raises(KeyError):
        made.remove_file_mount("/data/in")


def test_08_bad_mounts(tmp_path):
    made = ExecuteCodeTool()
    for path, text in [
        ("/a/../b", "mount_path must not contain '..' segments."),
        ("  ", "mount_path must not be empty."),
        ("/./", "mount_path must point to a concrete absolute path."),
    ]:
        with pytest.raises(ValueError, match=text.replace(".", "[.]")):
            made.add_file_mounts((tmp_path, path))
    with pytest.raises(ValueError, match="must point to an existing directory"):
        made.add_file_mounts((tmp_path / "no", "/x"))
    (tmp_path / "link").symlink_to(tmp_path)
    with pytest.raises(ValueError, match="must not be a symbolic link"):
        made.add_file_mounts((tmp_path / "link", "/x"))
    with pytest.raises(ValueError, match="write_bytes_limit"):
        made.add_file_mounts(FileMount(tmp_path, "/x", write_bytes_limit=-1))
    assert made.get_file_mounts() == []


def test_09_workspace_is_input(tmp_path):
    made = ExecuteCodeTool(workspace_root=tmp_path)
    assert made.get_file_mounts() == []
    (mount,) = made.build_serializable_state()["file_mounts"]
    assert (mount["mount_path"], mount["mode"]) == ("/input", "read-write")
    other = tmp_path / "other"
    other.mkdir()
    made.add_file_mounts(FileMount(other, "/input", "read-only"))
    (mount,) = made.build_serializable_state()["file_mounts"]
    assert (mount["host_path"], mount["mode"]) == (str(other), "read-only")


def test_10_state(tmp_path):
    made = LocalExecuteCodeTool(
        tools=[add, pay], workspace_root=tmp_path, env={"B": "s3cret", "A": "s3cret"}
    )
    state = made.build_serializable_state()
    text = json.dumps(state)
    assert "s3cret" not in text
    assert set(state) == {
        "runtime",
        "execution_mode",
        "python_executable",
        "runner_script",
        "approval_mode",
        "tool_names",
        "workspace_root",
        "file_mounts",
        "execution_limits",
        "env_keys",
        "depth",
        "allowed_domains",
    }
    assert state["runtime"] == "local_codeact"
    assert state["approval_mode"] == "always_require"
    assert state["tool_names"] == ["add", "pay"]
    assert state["env_keys"] == ["A", "B"]
    assert len(state["execution_limits"]) == 7


def test_11_a_run_has_a_snapshot():
    provider = CodeActProvider(tools=[add])
    run_tool = provider._tool.create_run_tool()
    provider.add_tools(pay)
    provider.remove_tool("add")
    assert [t.name for t in run_tool.get_tools()] == ["add"]
    run_tool.clear_tools()
    assert [t.name for t in provider.get_tools()] == ["pay"]
    assert run_tool.approval_mode == "never_require"
    assert run_tool.func.__self__ is run_tool


def test_11_copies_are_snapshots():
    made = ExecuteCodeTool(tools=[add])
    for twin in (copy.copy(made), copy.deepcopy(made)):
        made.clear_tools()
        assert [t.name for t in twin.get_tools()] == ["add"]
        assert twin.func.__self__ is twin
        made.add_tools(add)


def test_11_fifty_runs_at_once(depth):
    provider = CodeActProvider(depth=depth)
    stop = threading.Event()

    def change():
        while not stop.is_set():
            provider.add_tools([add, pay])
            provider.clear_tools()

    async def one():
        tool = provider._tool.create_run_tool()
        names = {t.name for t in tool.get_tools()}
        text = tool.build_instructions(tools_visible_to_model=False)
        assert names in ({"add", "pay"}, set())
        assert ("`add`" in text) == ("add" in names)
        contents = await tool._run_code(code="1 + 1")
        return [c.text for c in contents]

    async def all_of_them():
        return await asyncio.gather(*(one() for _ in range(50)))

    thread = threading.Thread(target=change)
    thread.start()
    try:
        assert asyncio.run(all_of_them()) == [["2"]] * 50
    finally:
        stop.set()
        thread.join()


class Client:
    """Stands where a model would; agents only keep it."""


def test_12_before_run_adds_one_tool_and_one_text():
    def own(x: int) -> int:
        return x

    provider = CodeActProvider(tools=[add, pay])
    context = SessionContext(input_messages=[])
    state = {}
    agent = Agent.__new__(Agent)
    asyncio.run(
        provider.before_run(agent=agent, session=None, context=context, state=state)
    )
    (run_tool,) = context.tools
    assert run_tool.name == "execute_code"
    assert run_tool is not provider._tool
    (text,) = context.instructions
    assert "`add`" in text
    assert "`pay`" in text
    assert "from the code only" in text
    assert state == {"caisson_codeact": run_tool.build_serializable_state()}
    json.dumps(state)


def test_12_visible_tools_are_told_as_such():
    text = ExecuteCodeTool(tools=[add]).build_instructions(tools_visible_to_model=True)
    assert "directly" in text
    assert "from the code only" not in text


def test_13_texts_name_virtual_paths_only(tmp_path):
    made = ExecuteCodeTool(
        workspace_root=tmp_path,
        file_mounts=[FileMount(tmp_path, "/data", "read-only")],
    )
    made.add_file_mounts(FileMount(tmp_path, "/out", "read-write", 77))
    for text in (
        made.build_instructions(tools_visible_to_model=False),
        made.description,
        json.dumps(made.to_dict()),
    ):
        assert str(tmp_path) not in text
    for text in (
        made.build_instructions(tools_visible_to_model=False),
        made.description,
    ):
        assert "`/input`: reading and writing" in text
        assert "`/data`: reading only" in text
        assert "77 bytes" in text
        assert "Network: none." in text


def test_13_texts_tell_how_to_call_tools():
    @tool(name="get-it")
    def get_it() -> str:
        return ""

    made = ExecuteCodeTool(tools=[add, get_it])
    for text in (
        made.build_instructions(tools_visible_to_model=False),
        made.description,
    ):
        assert "await name(param=value)" in text
        assert "await call_tool('name'" in text
        assert "asyncio.gather" in text
        assert "- `add`: Add two numbers. Parameters: a, b." in text
        assert "- `get-it`: No description provided. Parameters: none." in text
        assert "async def add(*, a: int, b: int): ..." in text
    assert "result" not in made.description.replace("get its result", "")


def test_13_description_follows_the_registrations():
    made = ExecuteCodeTool()
    assert "Tools: none." in made.description
    made.add_tools(add)
    assert "`add`" in made.description
    assert made.to_dict()["description"] == made.description
    assert made.to_json_schema_spec()["function"]["description"] == made.description


@pytest.mark.parametrize(
    ("given", "made"),
    [
        ("API.x", AllowedDomain("api.x")),
        (("api.x", "get"), AllowedDomain("api.x", ("GET",))),
        (
            ("api.x:80", ["head", "GET", "get"]),
            AllowedDomain("api.x:80", ("GET", "HEAD")),
        ),
        ("https://API.x/v1", AllowedDomain("https://api.x/v1")),
        (AllowedDomain("A.x"), AllowedDomain("a.x")),
    ],
)
def test_12_forms_of_domains(given, made):
    tool = ExecuteCodeTool(allowed_domains=[given])
    assert tool.get_allowed_domains() == [made]
    tool.remove_allowed_domain(made.target)
    with pytest.raises(KeyError):
        tool.remove_allowed_domain(made.target)


def test_12_bad_domains():
    made = ExecuteCodeTool()
    for given, text in [
        (" ", "Allowed domain entries must not be empty."),
        (("x", []), "Allowed domain methods must not be empty when provided."),
        (("x", [" "]), "HTTP method entries must not be empty."),
    ]:
        with pytest.raises(ValueError, match=text.replace(".", "[.]")):
            made.add_allowed_domains([given])


def test_47_unsafe_in_process_warns_once():
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        made = ExecuteCodeTool(execution_mode="unsafe_in_process")
        made.create_run_tool()
    assert len(seen) == 1
    assert "unsafe_in_process" in str(seen[0].message)
    assert made.depth == "interp"
    contents = asyncio.run(made._run_code(code="import agent_framework"))
    assert "ModuleNotFoundError" in contents[0].error_details
    contents = asyncio.run(made._run_code(code="6 * 7"))
    assert [c.text for c in contents] == ["42"]
