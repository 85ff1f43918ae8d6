"""What both sandboxes do alike: everything that waits for nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from caisson import _core as core
from caisson import _depth, _setup
from caisson._events import Event, OsHandler, OutputFn, error_info
from caisson.audit import AuditArg
from caisson.errors import UnavailableError
from caisson.limits import Limits
from caisson.mounts import MountsArg
from caisson.policy import PolicyArg, as_policy
from caisson.result import Change, ErrorInfo
from caisson.tools import Handler, Tool, ToolsArg

if TYPE_CHECKING:
    from caisson.remote import RemoteArg

Self = TypeVar("Self", bound="Box")

_REASONS = {
    _depth.ENGINE: "asked for",
    "auto": "auto",
    _depth.JAIL: "asked for",
}


class Box:
    """Options, state and snapshots of a sandbox; subclasses run programs."""

    _LAZY = False
    """Is the session opened when it is first needed?"""

    def __init__(
        self,
        *,
        tools: ToolsArg = None,
        limits: Limits | None = None,
        os: OsHandler | None = None,
        output: OutputFn | None = None,
        env: Mapping[str, str] | None = None,
        files: Mapping[str, str | bytes] | None = None,
        mounts: MountsArg = None,
        clock: str | float = "host",
        random: str | int = "host",
        script_name: str = "main.py",
        isolation: str | None = None,
        depth: str | None = None,
        python: str | None = None,
        preload: Sequence[str] = (),
        accept: Sequence[str] = (),
        cwd: str | None = None,
        spawn: bool = True,
        top_return: bool = False,
        wait_end: bool = False,
        audit: AuditArg = None,
        policy: PolicyArg = None,
        remote: RemoteArg = None,
    ) -> None:
        """Open a sandbox.

        ``tools``: functions the program may call.  ``os``: called as
        ``os(name, args, kwargs)`` for every request to the operating system that
        nothing else answers; returns a value, raises, or returns
        ``caisson.NOT_HANDLED``.  ``output``: called as ``output(stream, text)``
        while the program prints; without it the text is in the result.  ``mounts``:
        directories by the path they appear at, ``{"/data": "./data"}``.  ``files``
        and ``env``: files in memory and environment variables.  ``clock``:
        ``host``, ``monotonic`` (time passes, but nobody knows the date),
        ``denied`` or a fixed time.  ``random``: ``host``, ``denied`` or a
        seed.  ``isolation``: ``worker`` (a process that can only compute, the
        default) or ``inprocess`` (faster, for code you trust).  ``depth``:
        ``interp``; ``auto``: the shallowest that can run the first program,
        decided from its text before it runs (``Result.depth_reason``); or
        ``process``: a real CPython in a jail with its own namespaces, files and
        limits, for native modules and other programs.  There ``python`` names
        the interpreter: a path, or an environment of ``caisson env create``;
        without it a caller in a virtual environment uses that one, others the
        system's.  ``preload``: modules
        that are imported once and not in every sandbox, and ``accept`` gaps of
        this host that are fine (``landlock``); ``os``, ``files``, ``clock``,
        ``random``, snapshots and forks are for ``interp`` only.  ``cwd``: the
        directory in which programs start.  ``spawn``: False keeps a program in a
        jail from starting others; threads are fine.  ``top_return``: ``return x``
        outside of functions ends a program with the value x, as it always does in a
        jail.  ``wait_end``: closing returns when every process in the jail is gone;
        otherwise they are killed and nobody waits.  ``audit``: an ``AuditLog``, the
        path of one, or True for the user's own: what programs do is recorded there;
        without it ``CAISSON_AUDIT`` may name one.  ``policy``: a ``Policy``, or a
        mapping of its fields: its mounts, variables, clocks, limits and depth hold,
        and the other options can only ask for less.  ``remote``: the address of a
        server (``caisson worker``), ``ws://`` or ``wss://``, or a ``Remote``: the
        program runs in a worker there; tools, files and everything else that it
        asks for stay here.
        """
        rules = as_policy(policy)
        by_text = depth == "auto"
        reason = _REASONS.get(depth or "", _depth.BY_DEFAULT)
        if depth is None:
            depth = _depth.ENGINE if rules is None else "auto"
        if depth not in _REASONS:
            raise UnavailableError(
                f"depth {depth!r} cannot be had in this package",
                "use depth='interp'",
                (depth,),
            )
        self._attach(
            core.Core(
                tools=tools,
                limits=limits,
                os_handler=os,
                output=output,
                env=env,
                files=files,
                mounts=mounts,
                clock=clock,
                random=random,
                script_name=script_name,
                isolation=isolation,
                lazy=self._LAZY,
                depth=depth
                if rules is None
                else _setup.choose_depth(depth, rules, by_text=by_text),
                python=python,
                preload=preload,
                accept=accept,
                cwd=cwd,
                spawn=spawn,
                top_return=top_return,
                wait_end=wait_end,
                audit=audit,
                policy=rules,
                remote=remote,
                depth_reason=reason,
            )
        )

    def _attach(self, owned: core.Core) -> None:
        """Serve this core; called again when its tools changed."""
        self._core = owned

    def cancel(self) -> None:
        """End the run that is going on; the sandbox stays usable."""
        self._core.call("cancel")

    def restart(self) -> None:
        """Forget every name the program made; tools and options stay."""
        self._core.call("restart")

    def syntax_error(self, code: str) -> ErrorInfo | None:
        """Why this text is no program; None if it is one.  Nothing runs."""
        raw = self._core.call("check", code)
        return None if raw is None else error_info(Event(*raw))

    # -- state ----------------------------------------------------------------------

    def add_tool(self, tool: Handler | Tool) -> None:
        """Give the program one more tool."""
        self._core.add_tool(tool if isinstance(tool, Tool) else Tool.of(tool))
        self._attach(self._core)

    def get(self, name: str) -> Any:
        """Value of a name in the program; KeyError if there is none."""
        return self._core.call("get", name)

    def set(self, name: str, value: Any) -> None:
        """Bind a name in the program."""
        self._core.set_inputs({name: value})

    def read_file(self, path: str) -> bytes | None:
        """Content of a file as the program sees it; None if there is none."""
        return self._core.read_file(path)

    def diff(self) -> list[Change]:
        """How overlay mounts differ from the host's directories, over all runs."""
        return self._core.changes()

    def commit(self, at: str | None = None) -> None:
        """Write the overlay at a mount point (all of them) to the host's directory.

        Every entry is checked first: one that is protected, or a link that leaves
        the mount, raises ``MountError`` and nothing is written.
        """
        self._core.end_changes("commit", at)

    def discard(self, at: str | None = None) -> None:
        """Forget what the overlay at a mount point (all of them) holds."""
        self._core.end_changes("discard", at)

    def dump(self, *, key: bytes | None = None) -> bytes:
        """The whole state as bytes, also in the middle of a run.

        With a ``key`` (16 to 64 bytes) they are sealed: ``load`` with the same key
        refuses everything that was not, before it looks at it.
        """
        return _setup.seal(self._core.dump(), key)

    def snapshot(self) -> bytes:
        """As ``dump``."""
        return self.dump()

    @classmethod
    def restore(cls: type[Self], data: bytes, **options: Any) -> Self:
        """As ``load``."""
        return cls.load(data, **options)

    @classmethod
    def load(
        cls: type[Self],
        data: bytes,
        *,
        key: bytes | None = None,
        tools: ToolsArg = None,
        limits: Limits | None = None,
        os: OsHandler | None = None,
        output: OutputFn | None = None,
        env: Mapping[str, str] | None = None,
        files: Mapping[str, str | bytes] | None = None,
        mounts: MountsArg = None,
        clock: str | float = "host",
        random: str | int = "host",
        script_name: str = "main.py",
        isolation: str | None = None,
        audit: AuditArg = None,
        policy: PolicyArg = None,
        remote: RemoteArg = None,
    ) -> Self:
        """A sandbox from the bytes of another one; options are given anew.

        ``key``: the bytes were sealed with it by ``dump``; others are refused.
        """
        data = _setup.unseal(data, key)
        box = cls.__new__(cls)
        box._attach(
            core.Core(
                tools=tools,
                limits=limits,
                os_handler=os,
                output=output,
                env=env,
                files=files,
                mounts=mounts,
                clock=clock,
                random=random,
                script_name=script_name,
                isolation=isolation,
                snapshot=data,
                lazy=cls._LAZY,
                audit=audit,
                policy=policy,
                remote=remote,
            )
        )
        return box

    def fork(self: Self) -> Self:
        """An independent fork that continues from here."""
        fork = type(self).__new__(type(self))
        fork._attach(self._core.fork())
        return fork

    def forks(self: Self, n: int) -> list[Self]:
        """Several forks at once."""
        return [self.fork() for _ in range(n)]

    def instructions(self, *, sessions: float = 0.0) -> str:
        """Text that tells a model what this sandbox can do.

        ``sessions``: seconds that an unused one lives, if the model names sandboxes
        by a ``session_id``.
        """
        from caisson.instructions import describe

        return describe(self._core, sessions)

    def tool_schema(self, format: str = "mcp") -> dict[str, Any]:
        """``run_code`` as a tool for a model: ``mcp``, ``openai`` or ``anthropic``."""
        from caisson.instructions import as_tool

        return as_tool(self.instructions(), format)

    # -- life -------------------------------------------------------------------------

    @property
    def closed(self) -> bool:
        """Was it closed?"""
        return self._core.closed

    def __reduce__(self) -> str:
        raise TypeError(
            f"a {type(self).__name__} cannot be pickled or copied: use dump() and "
            "load(), or fork()"
        )

    def __del__(self) -> None:
        owned = getattr(self, "_core", None)
        if owned is not None:
            owned.warn_unclosed(self)
