"""``repl_store``: names of the program that outlive the agent's run."""

from __future__ import annotations

import json
import logging
from typing import Any, Protocol

import anyio
from pydantic_ai.tools import RunContext

from caisson.errors import CaissonError
from caisson.integrations.pydantic_ai.options import Allowance
from caisson.integrations.pydantic_ai.session import Session

SAVE_SECONDS = 10.0
_HEADER = b"caisson code-mode state v1\n"
_log = logging.getLogger("caisson.codemode")


class CodeModeReplStore(Protocol):
    """Where the application keeps the state of programs between runs.

    The bytes are a header, the limits, and a dump that is not authenticated: give
    back only what ``save`` was given, from a place that nobody else writes to.
    """

    async def load(self, ctx: RunContext[Any]) -> bytes | None:
        """The state saved for this conversation; None: there is none."""
        ...

    async def save(self, ctx: RunContext[Any], state: bytes | None) -> None:
        """Keep the state; None: ``restart: true`` cleared it, so forget it."""
        ...


def pack(allowance: Allowance, dump: bytes) -> bytes:
    """The state as the store keeps it."""
    return _HEADER + _limits(allowance) + dump


def _limits(allowance: Allowance) -> bytes:
    given = {
        "max_duration_secs": allowance.duration,
        "max_memory": allowance.memory,
        "max_suspensions": allowance.suspensions,
    }
    return json.dumps(given, sort_keys=True).encode() + b"\n"


class StoreLink:
    """One agent run and its store: load once, save once."""

    def __init__(self, store: CodeModeReplStore) -> None:
        self._store = store
        self._ctx: RunContext[Any] | None = None
        self._cleared = False

    async def enter(
        self, ctx: RunContext[Any], session: Session, restart: bool
    ) -> None:
        """Before a ``run_code``: the first one gets the saved state."""
        is_first, self._ctx = self._ctx is None, ctx
        if restart:
            self._cleared = True
        elif is_first:
            await self._restore(ctx, session)

    async def _restore(self, ctx: RunContext[Any], session: Session) -> None:
        try:
            state = await self._store.load(ctx)
        except Exception:
            _log.warning("repl_store.load failed; the session is fresh", exc_info=True)
            return
        if state is None:
            return
        head = _HEADER + _limits(session.allowance)
        if not state.startswith(head):
            _log.warning(
                "the saved state has another form or other limits; the session is fresh"
            )
            return
        try:
            await session.restore(state[len(head) :])
        except (CaissonError, ValueError) as e:
            _log.warning("the saved state cannot be loaded: %s", e)
            await session.reset()

    async def leave(self, session: Session) -> None:
        """The run is over: save, also when it was cancelled."""
        ctx = self._ctx
        if ctx is None or not (session.is_open or self._cleared):
            return
        with anyio.move_on_after(SAVE_SECONDS, shield=True) as scope:
            try:
                state = None
                if session.is_open:
                    state = pack(session.allowance, await session.dump())
                await self._store.save(ctx, state)
            except Exception:
                _log.warning("repl_store.save failed", exc_info=True)
        if scope.cancelled_caught:
            _log.warning("repl_store.save took more than %g s", SAVE_SECONDS)
