"""``hyperlight_sandbox`` answered by caisson, for agent-framework-hyperlight.

    import caisson.compat.hyperlight
    caisson.compat.hyperlight.install(limits=Limits(time=5))
    from agent_framework_hyperlight import HyperlightCodeActProvider

A micro-VM with a Python guest becomes a sandbox of the engine: no hypervisor, and
a guest that loops is stopped.
"""

from __future__ import annotations

import dataclasses
import os
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from caisson import sandbox as own
from caisson.errors import ConfigError, SessionClosed, UnavailableError
from caisson.limits import Limits
from caisson.mounts import Mount
from caisson.tools import Tool

DEFAULT_LIMITS = Limits(time=30.0)
_NATIVE = (str, int, float, bool, type(None))


@dataclasses.dataclass(frozen=True)
class ExecutionResult:
    """What became of code."""

    success: bool
    stdout: str
    stderr: str
    exit_code: int = 0


@dataclasses.dataclass(frozen=True)
class Snapshot:
    """The state of a sandbox, to go back to."""

    data: bytes = dataclasses.field(repr=False)


def _plain(value: Any) -> Any:
    """As the guest gets it: what is no plain data becomes text."""
    if isinstance(value, _NATIVE):
        return value
    if isinstance(value, dict):
        return {str(k): _plain(v) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(v) for v in value]
    return str(value)


class Sandbox:
    """The members of ``hyperlight_sandbox.Sandbox``.

    ``backend``, ``module`` and ``module_path`` chose a guest and mean nothing here.
    ``input_dir`` is ``/input``, for reading; ``output_dir`` is ``/output``, to which
    ``max_total_size`` bytes can be written.  The caps of single files are the
    caller's: it reads them.
    """

    limits: Limits = DEFAULT_LIMITS
    """Limits of every run; ``install`` sets others."""

    def __init__(
        self,
        backend: str | None = None,
        module: str | None = None,
        module_path: str | None = None,
        input_dir: str | os.PathLike[str] | None = None,
        output_dir: str | os.PathLike[str] | None = None,
        max_file_size: str | int | None = None,
        max_total_size: str | int | None = None,
        max_file_count: int | None = None,
    ) -> None:
        if backend not in (None, "wasm"):
            raise ConfigError(f"there is no backend {backend!r}: the guest is Python")
        self._mounts: dict[str, Mount] = {}
        if input_dir is not None:
            self._mounts["/input"] = Mount(input_dir, "ro")
        if output_dir is not None:
            most = {} if max_total_size is None else {"limit": int(max_total_size)}
            self._mounts["/output"] = Mount(output_dir, "rw", **most)
        self._output = None if output_dir is None else Path(output_dir)
        self._tools: dict[str, Callable[..., Any]] = {}
        self._box: own.Sandbox | None = own.Sandbox(**self._options())

    def _options(self) -> dict[str, Any]:
        call = Tool("call_tool", self._call, "(name, /, *args, **kwargs)")
        return {"tools": [call], "limits": self.limits, "mounts": self._mounts}

    def _call(self, name: Any, /, *args: Any, **kwargs: Any) -> Any:
        if args:
            raise TypeError("call_tool takes no positional arguments after the name")
        if name not in self._tools:
            raise ValueError(f"Tool {name!r} is not registered.")
        return _plain(self._tools[name](**kwargs))

    def _open(self) -> own.Sandbox:
        if self._box is None:
            raise SessionClosed("the sandbox is closed")
        return self._box

    def register_tool(self, name: str, callback: Callable[..., Any]) -> None:
        """Let the guest call this as ``call_tool(name, **arguments)``."""
        self._tools[name] = callback

    def allow_domain(self, target: str, methods: Iterable[str] | None = None) -> None:
        """Refused: no depth of this version reaches the network."""
        raise UnavailableError(
            f"the guest cannot be given a network ({target})",
            "leave allowed_domains empty",
            ("egress.allow",),
        )

    def run(self, code: str) -> ExecutionResult:
        """Run code; the value of its last expression is not returned."""
        result = self._open().run(code)
        error = result.error.traceback if result.error else result.message
        return ExecutionResult(
            success=result.ok,
            stdout=result.stdout,
            stderr=result.stderr if result.ok else result.stderr + error,
            exit_code=result.exit_code or (0 if result.ok else 1),
        )

    def snapshot(self) -> Snapshot:
        """The state as it is now."""
        return Snapshot(self._open().dump())

    def restore(self, snapshot: Snapshot) -> None:
        """Go back to a state; files in ``/output`` stay."""
        self._open().close()
        self._box = None
        self._box = own.Sandbox.load(snapshot.data, **self._options())

    def get_output_files(self) -> list[str]:
        """Names of the files in ``/output``, sorted."""
        if self._output is None:
            return []
        found = [
            p for p in self._output.rglob("*") if p.is_file() and not p.is_symlink()
        ]
        return sorted(str(p.relative_to(self._output)) for p in found)

    def close(self) -> None:
        """Free everything; twice is fine."""
        if self._box is not None:
            self._box.close()
            self._box = None

    shutdown = close

    def __enter__(self) -> Sandbox:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def install(limits: Limits | None = None) -> None:
    """Let ``import hyperlight_sandbox`` give this module.

    Refused if the real package was imported before.
    """
    there = sys.modules.get("hyperlight_sandbox")
    this = sys.modules[__name__]
    if there is not None and there is not this:
        raise RuntimeError(
            "hyperlight_sandbox was imported already: call install() before that"
        )
    if limits is not None:
        Sandbox.limits = limits
    sys.modules["hyperlight_sandbox"] = this
