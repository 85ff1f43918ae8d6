"""``execute_code`` as a tool of the framework."""

from __future__ import annotations

import os
import shutil
import sys
import threading
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, TypeVar, Union

from agent_framework import Content, FunctionTool
from agent_framework._tools import ApprovalMode, normalize_tools

from caisson import _depth
from caisson.errors import PolicyError, UnavailableError
from caisson.integrations.agent_framework import rules as checking
from caisson.integrations.agent_framework import shaping, texts
from caisson.integrations.agent_framework.limits import ProcessExecutionLimits
from caisson.integrations.agent_framework.mounts import (
    WORKSPACE,
    AllowedDomain,
    AllowedDomainInput,
    FileMount,
    FileMountInput,
    allowed_domain,
    as_list,
    file_mount,
    host_directory,
    mount_path,
    state_of,
)
from caisson.integrations.agent_framework.run import Plan, run
from caisson.policy import Policy, PolicyArg, as_policy

ExecutionMode = Literal["subprocess", "unsafe_in_process"]
Depth = Literal["interp", "process", "image", "vm"]
Validation = Literal["enforce", "advisory", "off"]
ToolInput = Union[FunctionTool, Callable[..., Any]]
ToolsInput = Union[ToolInput, Sequence[ToolInput], None]
T = TypeVar("T", bound="ExecuteCodeTool")

NAME = "execute_code"
_SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {"code": {"type": "string", "description": "Python code to run."}},
    "required": ["code"],
}
_MODES = ("subprocess", "unsafe_in_process")
_DEPTHS = (_depth.ENGINE, _depth.JAIL)
_VALIDATIONS = ("enforce", "advisory", "off")


def _function_tools(given: Any) -> list[FunctionTool]:
    return [
        tool
        for tool in normalize_tools(given)
        if isinstance(tool, FunctionTool) and tool.name != NAME
    ]


def _interpreter(given: str | os.PathLike[str] | None) -> str:
    if given is None:
        return sys.executable
    text = os.fspath(given)
    if os.sep in text and not Path(text).is_file():
        raise ValueError(f"python_executable {text!r} must be an existing file.")
    return text


class ExecuteCodeTool(FunctionTool):
    """Runs Python in a sandbox; the code calls tools that are registered here.

    Every call has a sandbox of its own: by default a real interpreter in a jail
    (``depth='process'``), or the engine (``depth='interp'``).
    """

    RUNTIME = "caisson_codeact"
    VALIDATION: Validation = "advisory"

    def __init__(
        self,
        *,
        tools: ToolsInput = None,
        approval_mode: ApprovalMode | None = None,
        workspace_root: str | os.PathLike[str] | None = None,
        file_mounts: FileMountInput | Sequence[FileMountInput] | None = None,
        execution_limits: ProcessExecutionLimits | None = None,
        env: Mapping[str, str] | None = None,
        execution_mode: ExecutionMode = "subprocess",
        python_executable: str | os.PathLike[str] | None = None,
        runner_script: str | os.PathLike[str] | None = None,
        allowed_imports: Iterable[str] | None = None,
        blocked_imports: Iterable[str] | None = None,
        allowed_builtins: Iterable[str] | None = None,
        blocked_builtins: Iterable[str] | None = None,
        allowed_os_attrs: Iterable[str] | None = None,
        allowed_domains: AllowedDomainInput | Sequence[AllowedDomainInput] | None = (
            None
        ),
        depth: Depth | None = None,
        policy: PolicyArg = None,
        validation: Validation | None = None,
        rules: str = checking.COMPAT,
    ) -> None:
        """Make the tool.

        ``env`` is the whole environment of the code.  ``workspace_root`` appears as
        ``/input`` and is where the code starts.  ``validation``: ``enforce`` refuses
        code that breaks the ``rules``, ``advisory`` tells so beside the result.
        ``policy``: what code may do at most; the other keywords can only ask for less.
        """
        if execution_mode not in _MODES:
            raise ValueError(
                "execution_mode must be 'subprocess' or 'unsafe_in_process'."
            )
        self._base_mode: ApprovalMode = approval_mode or "never_require"
        self._changing = threading.Lock()
        self._tools: dict[str, FunctionTool] = {}
        self._mounts: dict[str, FileMount] = {}
        self._domains: dict[str, AllowedDomain] = {}
        self._mode: ExecutionMode = execution_mode
        self._depth = _depth_of(depth, execution_mode)
        self._limits = execution_limits or ProcessExecutionLimits()
        self._policy = as_policy(policy)
        if self._policy is not None:
            _check_policy(self._policy, self._depth, self._limits)
        self._env = dict(env or {})
        self._python = _interpreter(python_executable)
        self._runner = None if runner_script is None else Path(runner_script)
        if self._runner is not None and not self._runner.is_file():
            raise ValueError("runner_script must be an existing file.")
        self._root = None if workspace_root is None else host_directory(workspace_root)
        self._rules = checking.Rules.of(
            rules,
            allowed_imports=allowed_imports,
            blocked_imports=blocked_imports,
            allowed_builtins=allowed_builtins,
            blocked_builtins=blocked_builtins,
            allowed_os_attrs=allowed_os_attrs,
        )
        self._validation = _validation_of(validation, self._rules, self.VALIDATION)
        super().__init__(name=NAME, func=self._execute, input_model=dict(_SCHEMA))
        self.add_tools(tools)
        self.add_file_mounts(file_mounts)
        self.add_allowed_domains(allowed_domains)

    # -- what the framework reads ------------------------------------------------------

    @property
    def description(self) -> str:
        """What the model reads; made from what is registered now."""
        tools, mounts, domains = self._now()
        return texts.description(self._depth, tools, mounts, domains)

    @description.setter
    def description(self, value: str) -> None:
        pass  # the framework sets it once; ours follows the registrations

    @property
    def approval_mode(self) -> ApprovalMode:
        """``always_require`` if that is the base mode, or any tool's."""
        if self._base_mode == "always_require":
            return "always_require"
        modes = [tool.approval_mode for tool in self._tools.values()]
        return "always_require" if "always_require" in modes else "never_require"

    @approval_mode.setter
    def approval_mode(self, value: ApprovalMode) -> None:
        pass  # as with the description

    def to_dict(
        self, *, exclude: set[str] | None = None, exclude_none: bool = True
    ) -> dict[str, Any]:
        """As plain data, with the description of this moment."""
        made = super().to_dict(exclude=exclude, exclude_none=exclude_none)
        for name in ("description", "approval_mode"):
            if name not in (exclude or ()):
                made[name] = getattr(self, name)
        return made

    # -- configuration -----------------------------------------------------------------

    @property
    def workspace_root(self) -> Path | None:
        """The directory at ``/input``."""
        return self._root

    @property
    def execution_limits(self) -> ProcessExecutionLimits:
        """Limits of every call."""
        return self._limits

    @property
    def execution_mode(self) -> ExecutionMode:
        """``subprocess`` (a jail) or ``unsafe_in_process`` (the engine)."""
        return self._mode

    @property
    def depth(self) -> str:
        """Where the code runs."""
        return self._depth

    @property
    def python_executable(self) -> str:
        """The interpreter in the jail."""
        return self._python

    @property
    def runner_script(self) -> Path | None:
        """Kept for the record: the jail brings its own."""
        return self._runner

    def add_tools(self, tools: ToolsInput) -> None:
        """Register tools; one with the same name is replaced."""
        made = _function_tools(tools)
        with self._changing:
            kept = dict(self._tools)
            for tool in made:
                kept.pop(tool.name, None)
                kept[tool.name] = tool
            self._tools = kept

    def get_tools(self) -> list[FunctionTool]:
        """The registered tools."""
        return list(self._tools.values())

    def remove_tool(self, name: str) -> None:
        """Forget a tool; KeyError if there is none."""
        self._tools = self._without(self._tools, name)

    def clear_tools(self) -> None:
        """Forget all tools."""
        self._tools = {}

    def add_file_mounts(
        self, file_mounts: FileMountInput | Sequence[FileMountInput] | None
    ) -> None:
        """Add directories; one at the same path is replaced."""
        made = [file_mount(one) for one in as_list(file_mounts)]
        with self._changing:
            self._mounts = {**self._mounts, **{m.mount_path: m for m in made}}

    def get_file_mounts(self) -> list[FileMount]:
        """The directories that were added."""
        return list(self._mounts.values())

    def remove_file_mount(self, path: str) -> None:
        """Forget a directory; KeyError if nothing is at that path."""
        self._mounts = self._without(self._mounts, mount_path(path))

    def clear_file_mounts(self) -> None:
        """Forget all directories but the workspace."""
        self._mounts = {}

    def add_allowed_domains(
        self, domains: AllowedDomainInput | Sequence[AllowedDomainInput] | None
    ) -> None:
        """Allow network targets; one with the same target is replaced."""
        made = [allowed_domain(one) for one in as_list(domains)]
        with self._changing:
            self._domains = {**self._domains, **{d.target: d for d in made}}

    def get_allowed_domains(self) -> list[AllowedDomain]:
        """The allowed targets, sorted."""
        return sorted(self._domains.values())

    def remove_allowed_domain(self, target: str) -> None:
        """Forbid a target again; KeyError if it was not allowed."""
        self._domains = self._without(self._domains, allowed_domain(target).target)

    def clear_allowed_domains(self) -> None:
        """Forbid every target."""
        self._domains = {}

    def _without(self, entries: dict[str, Any], key: str) -> dict[str, Any]:
        with self._changing:
            if key not in entries:
                raise KeyError(key)
            return {k: v for k, v in entries.items() if k != key}

    def _now(
        self,
    ) -> tuple[dict[str, FunctionTool], list[FileMount], list[AllowedDomain]]:
        """What is registered at this moment; the workspace is a mount too."""
        mounts = self._mounts
        if self._root is not None and WORKSPACE not in mounts:
            made = FileMount(self._root, WORKSPACE, "read-write")
            mounts = {WORKSPACE: made, **mounts}
        return self._tools, list(mounts.values()), self.get_allowed_domains()

    # -- for a run ---------------------------------------------------------------------

    def create_run_tool(self: T) -> T:
        """An independent tool with what is registered now."""
        twin = type(self).__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin._changing = threading.Lock()
        twin.func = twin._execute
        return twin

    def __copy__(self: T) -> T:
        return self.create_run_tool()

    def __deepcopy__(self: T, memo: dict[int, Any]) -> T:
        return self.create_run_tool()

    def build_instructions(self, *, tools_visible_to_model: bool) -> str:
        """Text for the agent's instructions."""
        return texts.instructions(self._depth, *self._now(), tools_visible_to_model)

    def build_serializable_state(self) -> dict[str, Any]:
        """The configuration as plain data; of the environment the names only."""
        tools, mounts, domains = self._now()
        return {
            "runtime": self.RUNTIME,
            "execution_mode": self._mode,
            "python_executable": self._python,
            "runner_script": None if self._runner is None else str(self._runner),
            "approval_mode": self.approval_mode,
            "tool_names": list(tools),
            "workspace_root": None if self._root is None else str(self._root),
            "file_mounts": [state_of(m) for m in mounts],
            "execution_limits": self._limits.to_dict(),
            "env_keys": sorted(self._env),
            "depth": self._depth,
            "allowed_domains": [
                {"target": d.target, "methods": list(d.methods) if d.methods else None}
                for d in domains
            ],
        }

    async def _execute(self, code: str) -> list[Content]:
        return await self._run_code(code=code)

    async def _run_code(self, *, code: Any) -> list[Content]:
        """Check code and run it; every outcome is a list of contents."""
        why = self._refused(code)
        if why is not None:
            return [shaping.error(shaping.INVALID, why)]
        advice = ""
        if self._validation != "off":
            report = self._rules.judge(code)
            advice = report.codeact_text()
            if report.verdict == "invalid" or (
                advice and self._validation == "enforce"
            ):
                return [shaping.error(shaping.INVALID, advice)]
        try:
            plan = self._plan()
        except UnavailableError as e:
            return [shaping.error(shaping.FAILED, f"{type(e).__name__}: {e}")]
        contents = await run(plan, code)
        return shaping.advised(contents, advice)

    def _refused(self, code: Any) -> str | None:
        """Why the code is not even looked at."""
        if not isinstance(code, str):
            return "code must be a string."
        if not code.strip():
            return "code must not be empty."
        most = self._limits.max_code_bytes
        if len(code.encode("utf-8", "surrogatepass")) > most:
            return f"code exceeds max_code_bytes ({most})."
        return None

    def _plan(self) -> Plan:
        tools, mounts, domains = self._now()
        if domains:
            raise UnavailableError(
                "no depth of this version can reach the network",
                "clear_allowed_domains() runs without it",
                ("egress.allow",),
            )
        in_process = self._mode == "unsafe_in_process"
        python = self._python if os.sep in self._python else shutil.which(self._python)
        return Plan(
            tools=tools,
            mounts=tuple(mounts),
            limits=self._limits,
            env=self._env,
            depth=self._depth,
            isolation="inprocess" if in_process else None,
            python=python or self._python,
            has_workspace=self._root is not None,
            policy=self._policy,
        )


def _depth_of(depth: str | None, mode: ExecutionMode) -> str:
    if mode == "unsafe_in_process":
        warnings.warn(
            "unsafe_in_process: the code runs in the engine inside this process "
            "(depth 'interp'), never in this interpreter",
            UserWarning,
            stacklevel=3,
        )
        if depth is not None and not _depth.is_engine(depth):
            raise ValueError("execution_mode 'unsafe_in_process' has depth 'interp'.")
        return "interp"
    depth = depth or "process"
    if depth not in _DEPTHS:
        raise UnavailableError(
            f"depth {depth!r} cannot be had in this version",
            "use depth='process' or depth='interp'",
            (depth,),
        )
    return depth


def _check_policy(policy: Policy, depth: str, limits: ProcessExecutionLimits) -> None:
    """``PolicyError`` for keywords that are wider than the policy."""
    fields = policy.as_dict()
    if depth not in fields["depth_allow"]:
        raise PolicyError(
            f"policy_widens: depth {depth!r} is not in depth_allow",
            code="policy_widens",
            key="depth_allow",
        )
    bounds = {
        "wall_ms": limits.timeout_seconds * 1000,
        "code_bytes": limits.max_code_bytes,
        "stdout_bytes": limits.max_stdout_bytes,
        "stderr_bytes": limits.max_stderr_bytes,
        "result_bytes": limits.max_result_bytes,
    }
    for key, asked in bounds.items():
        if asked > fields["limits"][key]:
            raise PolicyError(
                f"policy_widens: execution_limits ask for {asked:g}, and "
                f"limits.{key} allows {fields['limits'][key]}",
                code="policy_widens",
                key=f"limits.{key}",
            )


def _validation_of(
    given: Validation | None, rules: checking.Rules, default: Validation
) -> Validation:
    if given is None:
        return "enforce" if rules.has_lists else default
    if given not in _VALIDATIONS:
        raise ValueError(f"validation must be one of {', '.join(_VALIDATIONS)}.")
    return given


class LocalExecuteCodeTool(ExecuteCodeTool):
    """``ExecuteCodeTool`` as users of Local CodeAct know it: rules are enforced."""

    RUNTIME = "local_codeact"
    VALIDATION: Validation = "enforce"
