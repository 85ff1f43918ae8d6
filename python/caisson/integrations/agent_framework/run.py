"""One call of ``execute_code``: a fresh sandbox, a deadline, contents."""

from __future__ import annotations

import asyncio
import dataclasses
import functools
import os
from collections.abc import Mapping
from typing import Any

from agent_framework import Content, FunctionTool

from caisson import _depth
from caisson._host import unwind
from caisson.aio import AsyncSandbox
from caisson.errors import CaissonError
from caisson.integrations.agent_framework import shaping
from caisson.integrations.agent_framework.calls import Feed, declared
from caisson.integrations.agent_framework.limits import ProcessExecutionLimits
from caisson.integrations.agent_framework.mounts import (
    WORKSPACE,
    FileMount,
    sandbox_mount,
)
from caisson.integrations.agent_framework.staging import Staging, is_staged
from caisson.limits import Limits
from caisson.mounts import Mount
from caisson.policy import Policy
from caisson.result import Result


@dataclasses.dataclass(frozen=True)
class Plan:
    """Everything that one call needs; nothing in it changes any more."""

    tools: Mapping[str, FunctionTool]
    mounts: tuple[FileMount, ...]
    limits: ProcessExecutionLimits
    env: Mapping[str, str]
    depth: str
    isolation: str | None
    python: str | None
    has_workspace: bool
    policy: Policy | None = None

    def _limits(self) -> Limits:
        limits = self.limits.sandbox()
        if self.policy is None:
            return limits
        return limits.within(self.policy.as_dict(), self.depth)

    def _mounts(self) -> dict[str, Mount]:
        """Those that the policy does not bring by itself."""
        made = {m.mount_path: self._mount(m) for m in self.mounts}
        fields = self.policy.as_dict() if self.policy is not None else {"fs": {}}
        for own in fields["fs"].get("mounts", []):
            ours = made.get(own["guest"])
            same = ours is not None and ours.mode == own["mode"]
            if ours is not None and same and os.path.samefile(ours.host, own["host"]):
                del made[own["guest"]]
        return made

    def _mount(self, mount: FileMount) -> Mount:
        if mount.mount_path in self.staging().mounts:
            mount = mount._replace(mode="overlay")
        return sandbox_mount(mount)

    def staging(self) -> Staging:
        """The mounts whose changes are carried over at the end."""
        staged = [m for m in self.mounts if is_staged(m)]
        jailed = staged if _depth.is_jail(self.depth) else []
        return Staging({m.mount_path: m for m in jailed})

    def sandbox(self, printed: shaping.Printed) -> AsyncSandbox:
        """A sandbox of its own, not opened yet."""
        options: dict[str, Any] = {
            "tools": declared(self.tools, self.depth),
            "limits": self._limits(),
            "output": printed.write,
            "env": self.env,
            "mounts": self._mounts(),
            "depth": self.depth,
            "script_name": "codeact.py",
            "top_return": True,
        }
        if _depth.is_jail(self.depth):
            options["python"] = self.python
            options["wait_end"] = True
        else:
            options["isolation"] = self.isolation
        if self.has_workspace:
            options["cwd"] = WORKSPACE
        if self.policy is not None:
            options["policy"] = self.policy
        return AsyncSandbox(**options)


async def run(plan: Plan, code: str) -> list[Content]:
    """Run code once; whatever happens, everything it started is over then."""
    limits = plan.limits
    printed = shaping.Printed(
        {"stdout": limits.max_stdout_bytes, "stderr": limits.max_stderr_bytes}
    )
    try:
        box = plan.sandbox(printed)
    except CaissonError as e:
        return [shaping.error(shaping.FAILED, f"{type(e).__name__}: {e}")]
    try:
        result = await _within(_drive(box, plan, code), limits.timeout_seconds)
    except (CaissonError, OSError) as e:
        return [shaping.error(shaping.FAILED, f"{type(e).__name__}: {e}", printed)]
    finally:
        await box.close()
    if result is None:
        text = shaping.timeout_text(limits.timeout_seconds)
        return [shaping.error(shaping.FAILED, text, printed)]
    if not result.ok:
        return [shaping.failure(result, printed, limits.timeout_seconds)]
    files = shaping.Capture(limits, plan.mounts)
    # Nothing of the program is left: what is read now cannot change any more.
    shape = functools.partial(shaping.success, result, printed, limits, files)
    return await asyncio.to_thread(shape)


async def _drive(box: AsyncSandbox, plan: Plan, code: str) -> Result:
    staging = plan.staging()
    await asyncio.to_thread(staging.look)
    if "asyncio" in code:  # programs find it without importing it
        await box.run("import asyncio")
    result = await box.drive(code, Feed(box._core, plan.tools))
    if staging.mounts and result.status in ("ok", "error"):
        carried = await staging.carry(box)
        result = dataclasses.replace(
            result, artifacts=(*result.artifacts, *carried), facts=result.facts
        )
    return result


async def _within(work: Any, seconds: float) -> Result | None:
    """The result, or None when the time was over; cancelling ends the work too."""
    task: asyncio.Task[Result] = asyncio.ensure_future(work)
    try:
        await asyncio.wait([task], timeout=seconds)
    except asyncio.CancelledError:
        task.cancel()
        await unwind([task])
        raise
    if not task.done():
        task.cancel()
        await unwind([task])
    if task.cancelled():
        return None
    return task.result()
