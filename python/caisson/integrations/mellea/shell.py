"""Commands in a jail."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any

from caisson.errors import CaissonError
from caisson.integrations.mellea.base import (
    HAS_MELLEA,
    BaseBash,
    ExecutionResult,
    skipped,
)
from caisson.integrations.mellea.output import Output
from caisson.integrations.mellea.policy import environment, mounts, starting_place
from caisson.integrations.mellea.running import Place
from caisson.mounts import Mount

_MODE = "bash"
_MOST = 10240
_RUN = """
import subprocess, sys
try:
    done = subprocess.run(argv, stdin=subprocess.DEVNULL)
    answer = (done.returncode, "")
except OSError as e:
    answer = (None, str(e))
answer
"""


class BashEnvironment(BaseBash):
    """What environments for commands share."""

    def execute(self, command: str) -> ExecutionResult:
        """Run a command, or look at it."""
        raise NotImplementedError

    def _words(self, command: str) -> list[str] | ExecutionResult:
        """The command as a list; mellea's own guards are asked where it is there."""
        try:
            argv = shlex.split(command)
        except ValueError as e:
            return skipped(_MODE, f"Failed to parse command: {e}")
        if not argv:
            return skipped(_MODE, "Empty command")
        if HAS_MELLEA:
            checked: Any = getattr(self, "_validate_command")(command)  # noqa: B009
            if not isinstance(checked, list):
                return skipped(_MODE, checked.skip_message or "refused")
        return argv


class StaticBashEnvironment(BashEnvironment):
    """Looks at a command; nothing runs."""

    def execute(self, command: str) -> ExecutionResult:
        """Whether the command can be parsed and no guard refuses it."""
        argv = self._words(command)
        if isinstance(argv, ExecutionResult):
            return argv
        text = "The command passes; this environment does not run it."
        return skipped(_MODE, text, success=True, analysis_result=argv)


class JailedBashEnvironment(BashEnvironment):
    """Runs a command in a jail: no network, writes where it may."""

    def execute(self, command: str) -> ExecutionResult:
        """Run a command; no shell reads it."""
        argv = self._words(command)
        if isinstance(argv, ExecutionResult):
            return argv
        where = self.working_dir
        if where is not None and not Path(where).expanduser().is_dir():
            text = f"Working directory '{where}' does not exist or is not a directory"
            return skipped(_MODE, text)
        try:
            return self._run(argv)
        except (CaissonError, OSError) as e:
            return skipped(_MODE, f"Subprocess execution error: {e}")

    def _run(self, argv: list[str]) -> ExecutionResult:
        shown = mounts(None, self.working_dir)
        for path in self.allowed_paths:
            real = Path(path).expanduser().resolve()
            if real.is_dir() and real != Path("/tmp"):
                shown[str(real)] = Mount(real, "rw")
        place = Place(
            mode=_MODE,
            mounts=dict(sorted(shown.items())),
            env=environment(None),
            cwd=starting_place(shown, self.working_dir),
            memory=512 << 20,
            working_directory=self.working_dir,
        )
        output = Output(None, None)
        with place.open(output, self.timeout, None) as box:
            result = box.run(_RUN, inputs={"argv": argv})
        more: dict[str, Any] = {
            "working_directory": self.working_dir,
            "usage": result.usage,
        }
        if result.status == "timeout":
            text = f"Execution timed out after {self.timeout} seconds"
            return skipped(
                _MODE,
                text,
                timed_out=True,
                partial_stdout=output.text("stdout"),
                partial_stderr=output.text("stderr"),
                **more,
            )
        result.raise_for_status()
        code, why = result.value
        if code is None:
            return skipped(_MODE, f"Subprocess execution error: {why}", **more)
        return ExecutionResult(
            success=code == 0,
            stdout=_cut(output.text("stdout"), "stdout"),
            stderr=_cut(output.text("stderr"), "stderr"),
            exit_code=code,
            execution_mode=_MODE,
            enforcement=result.enforcement,
            **more,
        )


def _cut(text: str, stream: str) -> str:
    if len(text) <= _MOST:
        return text
    return f"{text[:_MOST]}\n[Output truncated - {stream} exceeded 10KB]"


def bash_executor(
    command: str,
    working_dir: str | None = None,
    allowed_paths: list[str] | None = None,
) -> ExecutionResult:
    """Run one command in a jail and return what it printed.

    Args:
        command: the command and its arguments; no shell reads it.
        working_dir: where it runs, and may write.
        allowed_paths: further directories that it may write to.
    """
    return JailedBashEnvironment(allowed_paths, working_dir).execute(command)
