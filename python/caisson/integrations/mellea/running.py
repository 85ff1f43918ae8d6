"""Running something in a jail the way mellea runs a script."""

from __future__ import annotations

import dataclasses
import mimetypes
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from caisson import _depth
from caisson._sync import Sandbox
from caisson.errors import PolicyError, UnavailableError
from caisson.integrations.mellea.base import Artifact, ExecutionResult, skipped
from caisson.integrations.mellea.output import Output
from caisson.integrations.mellea.policy import EnforcementError
from caisson.limits import Limits
from caisson.mounts import Mount
from caisson.policy import Policy
from caisson.result import Result

_LAYER = "/caisson-packages"
_BEGIN = f"import sys\nsys.path.insert(0, {_LAYER!r})\ndel sys"
_END = """
import atexit, threading
threading._shutdown()
atexit._run_exitfuncs()
"""
_AGES = 1e9
_LATE_MS = 10_000
_READ = 256 << 20  # what is read at most; what is kept is a matter of the streams


@dataclasses.dataclass(frozen=True)
class Place:
    """Where code of an environment runs."""

    mode: str
    mounts: Mapping[str, Mount]
    env: Mapping[str, str]
    cwd: str
    memory: int
    working_directory: str | None
    stdout_max: int | None = None
    stderr_max: int | None = None
    spawn: bool = True
    processes: int = 128

    def open(self, output: Output, seconds: float, layer: Path | None) -> Sandbox:
        """A sandbox there."""
        policy = self.policy(seconds, layer)
        limits = Limits(time=seconds, memory=self.memory, output=1 << 40, sleep=_AGES)
        try:
            return Sandbox(
                depth=_depth.JAIL,
                python=sys.executable,
                policy=policy,
                cwd=self.cwd,
                wait_end=True,
                limits=limits.within(policy.as_dict(), _depth.JAIL),
                output=output.write,
            )
        except UnavailableError as e:
            raise EnforcementError(str(e), missing=e.missing) from None
        except PolicyError as e:
            raise EnforcementError(str(e)) from None

    def policy(self, seconds: float, layer: Path | None = None) -> Policy:
        """The same as a policy; what of it cannot be enforced fails closed."""
        mounts = dict(self.mounts)
        if layer is not None:
            mounts[_LAYER] = Mount(layer, "ro")
        places = [
            {"host": str(m.host), "guest": at, "mode": m.mode}
            for at, m in mounts.items()
        ]
        writable = any(m.mode == "rw" for m in mounts.values())
        milliseconds = max(1, round(seconds * 1000))
        limits = {
            "wall_ms": milliseconds + _LATE_MS,  # it is the other one that ends a run
            "guest_ms": milliseconds,
            "memory_bytes": self.memory,
            "pids": self.processes,
            "stdout_bytes": _READ,
            "stderr_bytes": _READ,
        }
        return Policy.of(
            {
                "name": f"mellea-{self.mode}",
                "depth_allow": [_depth.JAIL],
                "limits": limits,
                "process": {"spawn": self.spawn},
                "env": {"set": dict(self.env)},
                "fs": {"mounts": places},
                # mellea's roots are writable as a whole: no name is protected there
                "accept_unenforced": ["fs.protect"] if writable else [],
            }
        )

    def run(self, code: str, seconds: float, layer: Path | None) -> ExecutionResult:
        """Run code as a script; what it came to."""
        output = Output(self.stdout_max, self.stderr_max)
        until = time.monotonic() + seconds
        with self.open(output, seconds, layer) as box:
            if layer is not None:
                box.run(_BEGIN, check=True)
            result = box.run(code)
            if result.status in ("ok", "error") and time.monotonic() < until:
                end = box.run(_END)  # threads that go on, and what waits for the end
                if end.status == "timeout":
                    result = end
        return self._result(result, output)

    def _result(self, result: Result, output: Output) -> ExecutionResult:
        more: dict[str, Any] = {
            "working_directory": self.working_directory,
            "enforcement": result.enforcement,
            "usage": result.usage,
        }
        if result.status == "timeout":
            return skipped(
                self.mode,
                "Execution timed out.",
                timed_out=True,
                partial_stdout=output.text("stdout"),
                partial_stderr=output.text("stderr"),
                **more,
            )
        code = _exit_code(result)
        if result.error is not None and result.exit_code is None:
            output.write("stderr", result.traced())
        elif result.error is None and code != 0:
            output.write("stderr", result.message)
        return ExecutionResult(
            success=code == 0,
            stdout=output.text("stdout"),
            stderr=output.text("stderr"),
            exit_code=code,
            execution_mode=self.mode,
            artifacts=self._artifacts(result) if code == 0 else [],
            **more,
        )

    def _artifacts(self, result: Result) -> list[Any]:
        """Files that this run left in the working directory."""
        if self.working_directory is None:
            return []
        root = Path(self.working_directory).resolve()
        return [
            Artifact(
                Path(a.path),
                size_bytes=a.size,
                content_type=mimetypes.guess_type(a.path)[0],
            )
            for a in result.artifacts
            if a.change != "removed" and Path(a.path).is_relative_to(root)
        ]


def _exit_code(result: Result) -> int:
    if result.exit_code is not None:
        return result.exit_code
    if result.ok:
        return 0
    return -result.signal if result.signal else 1
