"""Tools that run code for a model."""

from __future__ import annotations

import dataclasses
import re
import shutil
import warnings
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Any

from caisson.integrations.mellea.base import (
    DOCKER,
    HAS_MELLEA,
    ExecutionResult,
    ExecutionTier,
)
from caisson.integrations.mellea.environments import (
    fresh_directory,
    make_execution_environment,
)
from caisson.integrations.mellea.packages import check_names
from caisson.integrations.mellea.policy import CapabilityPolicy

_AGG = "import matplotlib; matplotlib.use('Agg')\n"
_PLOTS = re.compile(r"^\s*(import|from)\s+matplotlib\b", re.MULTILINE)
_LINE = re.compile(r'(File "main\.py", line )(\d+)')


@dataclasses.dataclass
class PlainTool:
    """What ``python_tool`` gives where mellea is not installed."""

    name: str
    _call: Callable[..., ExecutionResult]

    def run(self, *args: Any, **kwargs: Any) -> ExecutionResult:
        """Call it."""
        return self._call(*args, **kwargs)


def _with_packages(policy: Any, packages: list[str] | None) -> Any:
    if not packages:
        return policy
    check_names(packages)
    if policy is None:
        return CapabilityPolicy(
            package_installation=True,
            subprocess_execution=True,
            packages=list(packages),
        )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # mellea's own class warns again
        every = dict.fromkeys([*policy.packages, *packages])
        return dataclasses.replace(
            policy, package_installation=True, packages=list(every)
        )


def _corrected(result: ExecutionResult) -> ExecutionResult:
    """Line numbers as in the code that was given: ours is one line longer."""
    if result.stderr:
        result.stderr = _LINE.sub(lambda m: f"{m[1]}{int(m[2]) - 1}", result.stderr)
    return result


def python_tool(
    tier: ExecutionTier | None = None,
    packages: list[str] | None = None,
    artifact_dir: Path | None = None,
    policy: Any = None,
    allowed_imports: list[str] | None = None,
    name: str = "python",
    suppress_agg: bool = False,
) -> Any:
    """A tool whose ``run(code=...)`` runs Python and returns an ``ExecutionResult``.

    Files that a run leaves in ``artifact_dir``, or in a directory of its own, are the
    result's artifacts.  Code that imports matplotlib draws to files.
    """
    if tier is None:
        warnings.warn(
            "python_tool() without a 'tier' uses 'local_unsafe': this interpreter in a "
            "jail, with the host's files readable. Name the tier to say that it is "
            "meant.",
            UserWarning,
            stacklevel=2,
        )
        tier = "local_unsafe"
    made = _with_packages(policy, packages)
    exports = bool(made is not None and made.artifact_export_paths)
    if tier in DOCKER and artifact_dir is not None and not exports:
        warnings.warn(
            f"artifact_dir with tier {tier!r} needs artifact_export_paths in the "
            "policy: they say which files of the container are artifacts.",
            RuntimeWarning,
            stacklevel=2,
        )
    installed: set[str] = set()
    failed: set[str] = set()

    def environment(where: Path | None) -> Any:
        return make_execution_environment(
            tier,
            made,
            allowed_imports,
            None if where is None else str(where),
            installed,
            failed,
            artifact_dir,
        )

    environment(None)  # what cannot be enforced is told now

    def run_python(code: str) -> ExecutionResult:
        """Run Python code and return its output and the files that it wrote.

        Args:
            code: the Python code.
        """
        plots = not suppress_agg and _PLOTS.search(code)
        text = _AGG + code if plots else code
        where = artifact_dir or fresh_directory()
        where.mkdir(parents=True, exist_ok=True)
        result: ExecutionResult = environment(where).execute(text)
        if artifact_dir is None:
            if result.artifacts:
                weakref.finalize(result, shutil.rmtree, where, True)
            else:
                shutil.rmtree(where, ignore_errors=True)
        return _corrected(result) if plots else result

    if not HAS_MELLEA:
        return PlainTool(name, run_python)
    from mellea.backends.tools import MelleaTool

    return MelleaTool.from_callable(run_python, name=name)


def _deprecated(old: str, tier: ExecutionTier) -> None:
    warnings.warn(
        f"{old}() is deprecated: use python_tool(tier={tier!r})",
        DeprecationWarning,
        stacklevel=3,
    )


def code_interpreter(code: str) -> ExecutionResult:
    """Run Python code in a container.

    Args:
        code: the Python code.
    """
    _deprecated("code_interpreter", "docker_unsafe")
    return make_execution_environment("docker_unsafe").execute(code, 60)


def local_code_interpreter(code: str) -> ExecutionResult:
    """Run Python code in a jail.

    Args:
        code: the Python code.
    """
    _deprecated("local_code_interpreter", "local_unsafe")
    return make_execution_environment("local_unsafe").execute(code, 60)
