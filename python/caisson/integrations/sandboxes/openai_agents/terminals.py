"""Long-running and interactive programs of a session."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from agents.sandbox.errors import ExecTransportError, PtySessionNotFoundError
from agents.sandbox.session.pty_output import collect_pty_output
from agents.sandbox.session.pty_types import (
    PTY_PROCESSES_MAX,
    PTY_PROCESSES_WARNING,
    PtyExecUpdate,
    allocate_pty_process_id,
    clamp_pty_yield_time_ms,
    process_id_to_prune_from_meta,
    resolve_pty_write_yield_time_ms,
)
from agents.sandbox.types import User

from caisson.sandbox import SandboxRuntimeError as CaissonError
from caisson.sandbox._wire import Connection, read_object

if TYPE_CHECKING:
    from caisson.integrations.sandboxes.openai_agents.state import (
        CaissonSandboxSessionState,
    )
    from caisson.sandbox import LocalSandboxHandle

logger = logging.getLogger(__name__)
TIMEOUT_S = 1200.0  # the most that a sandbox gives a command by default


@dataclass
class Terminal:
    """One program and what it printed that nobody has read yet."""

    connection: Connection
    tty: bool
    used: float = field(default_factory=time.monotonic)
    chunks: deque[bytes] = field(default_factory=deque)
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    notify: asyncio.Event = field(default_factory=asyncio.Event)
    closed: asyncio.Event = field(default_factory=asyncio.Event)
    exit_code: int | None = None
    reader: asyncio.Task[None] | None = None

    async def read(self) -> None:
        """Take what the keeper sends until the program has ended."""
        try:
            async for kind, payload in self.connection.frames():
                if kind in ("o", "e"):
                    async with self.lock:
                        self.chunks.append(payload)
                    self.notify.set()
                elif kind == "R":
                    self.exit_code = int(read_object(payload).get("exit_code", 125))
        except CaissonError:
            self.exit_code = 137
        finally:
            self.closed.set()
            self.notify.set()

    async def end(self) -> None:
        """Closing the connection kills the program."""
        self.connection.close()
        if self.reader is not None:
            self.reader.cancel()
            await asyncio.gather(self.reader, return_exceptions=True)


class Terminals:
    """The part of a session that has them."""

    state: CaissonSandboxSessionState
    handle: LocalSandboxHandle

    def _terminals_init(self) -> None:
        self._terminals: dict[int, Terminal] = {}
        self._terminals_lock = asyncio.Lock()

    def _request(self, argv: list[str], **more: Any) -> dict[str, Any]:
        raise NotImplementedError

    def supports_pty(self) -> bool:
        """Say that programs can be talked to."""
        return True

    async def pty_exec_start(
        self,
        *command: str | Path,
        timeout: float | None = None,
        shell: bool | list[str] = True,
        user: str | User | None = None,
        tty: bool = False,
        yield_time_s: float | None = None,
        max_output_tokens: int | None = None,
    ) -> PtyExecUpdate:
        """Start a program; give what it prints at first."""
        argv = self._prepare_exec_command(*command, shell=shell, user=user)  # type: ignore[attr-defined]
        try:
            terminal = await self._open(argv, timeout or TIMEOUT_S, tty)
        except CaissonError as exc:
            raise ExecTransportError(command=argv, cause=exc) from exc
        async with self._terminals_lock:
            number = allocate_pty_process_id(set(self._terminals))
            pruned = self._prune()
            self._terminals[number] = terminal
            count = len(self._terminals)
        if pruned is not None:
            await pruned.end()
        if count >= PTY_PROCESSES_WARNING:
            logger.warning("%s programs of one session are running", count)
        wait_ms = 10_000 if yield_time_s is None else int(yield_time_s * 1000)
        return await self._update(
            number, terminal, clamp_pty_yield_time_ms(wait_ms), max_output_tokens
        )

    async def _open(self, argv: list[str], timeout: float, tty: bool) -> Terminal:
        env = await self.state.manifest.environment.resolve()
        if tty:
            env = {"TERM": "xterm", **env}
        request = self._request(
            argv, env=env, timeout=timeout, tty=tty, stdin=b"" if tty else None
        )
        connection = await self.handle._connect()
        await connection.__aenter__()
        try:
            await connection.ask(request)
        except BaseException:
            connection.close()
            raise
        terminal = Terminal(connection, tty)
        terminal.reader = asyncio.ensure_future(terminal.read())
        return terminal

    def _prune(self) -> Terminal | None:
        if len(self._terminals) < PTY_PROCESSES_MAX:
            return None
        meta = [(n, t.used, t.closed.is_set()) for n, t in self._terminals.items()]
        number = process_id_to_prune_from_meta(meta)
        return None if number is None else self._terminals.pop(number, None)

    async def pty_write_stdin(
        self,
        *,
        session_id: int,
        chars: str,
        yield_time_s: float | None = None,
        max_output_tokens: int | None = None,
    ) -> PtyExecUpdate:
        """Type something, or look at what was printed."""
        terminal = self._terminals.get(session_id)
        if terminal is None:
            raise PtySessionNotFoundError(session_id=session_id)
        if chars:
            if not terminal.tty:
                raise RuntimeError("stdin is not available for this process")
            await terminal.connection._send(b"i", chars.encode())
            await asyncio.sleep(0.1)
        wait_ms = 250 if yield_time_s is None else int(yield_time_s * 1000)
        wait_ms = resolve_pty_write_yield_time_ms(
            yield_time_ms=wait_ms, input_empty=not chars
        )
        terminal.used = time.monotonic()
        return await self._update(session_id, terminal, wait_ms, max_output_tokens)

    async def _update(
        self, number: int, terminal: Terminal, wait_ms: int, tokens: int | None
    ) -> PtyExecUpdate:
        output, count, closed = await collect_pty_output(
            output_chunks=terminal.chunks,
            output_lock=terminal.lock,
            output_notify=terminal.notify,
            is_done=terminal.closed.is_set,
            yield_time_ms=wait_ms,
            max_output_tokens=tokens,
        )
        live: int | None = number
        if closed:
            async with self._terminals_lock:
                self._terminals.pop(number, None)
            await terminal.end()
            live = None
        return PtyExecUpdate(
            process_id=live,
            output=output,
            exit_code=terminal.exit_code if closed else None,
            original_token_count=count,
        )

    async def pty_terminate_all(self) -> None:
        """Kill every one of them."""
        async with self._terminals_lock:
            all_of_them = list(self._terminals.values())
            self._terminals.clear()
        for terminal in all_of_them:
            await terminal.end()
