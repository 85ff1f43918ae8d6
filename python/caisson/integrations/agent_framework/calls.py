"""Calls of a provider's tools from inside the program."""

from __future__ import annotations

import builtins
import keyword
from collections.abc import Mapping
from typing import Any

from agent_framework import FunctionTool

from caisson import _core as core
from caisson import _depth, _events
from caisson._host import (
    LATER,
    REFUSED,
    Reply,
    Settled,
    Tasks,
    ToolHost,
    failure,
)
from caisson.tools import Tool

CALL_TOOL = "call_tool"
_NO_POSITIONS = (
    "call_tool accepts only the tool name as a positional argument. "
    "Use keyword arguments for parameters."
)


def is_direct(name: str) -> bool:
    """Can a program call this tool as a function of its name?"""
    return name.isidentifier() and not keyword.iskeyword(name) and name != CALL_TOOL


def _nobody(*args: object, **kwargs: object) -> object:
    raise AssertionError("calls are answered by the feed")


def declared(tools: Mapping[str, FunctionTool], depth: str) -> list[Tool]:
    """What a sandbox is told about the tools.

    The jail has a ``call_tool`` of its own and knows every name; the engine is
    given one as a tool.
    """
    made = [
        Tool(name, _nobody, doc=tool.description or None, is_async=True)
        for name, tool in tools.items()
        if is_direct(name) or _depth.is_jail(depth)
    ]
    if not _depth.is_jail(depth):
        made.append(Tool(CALL_TOOL, _nobody, is_async=True))
    return made


class Feed:
    """A ``caisson._host.Host``: every call is a task on the event loop."""

    def __init__(self, owned: core.Core, tools: Mapping[str, FunctionTool]) -> None:
        self._rest = ToolHost(owned)  # sleeping, and what nobody answers
        self._tools = tools
        self._tasks = Tasks()

    async def answer(self, ev: _events.Event) -> Reply:
        """As ``Host.answer``."""
        if ev.kind != _events.CALL:
            return REFUSED if ev.kind != _events.OS else await self._rest.answer(ev)
        try:
            work = self._find(ev.name, ev.args, ev.kwargs)
        except Exception as e:
            return failure(e)
        self._tasks.start(ev.id, work)
        return LATER

    def _find(self, name: str, args: tuple[Any, ...], kwargs: Any) -> Any:
        is_direct_call = name != CALL_TOOL or name in self._tools
        if not is_direct_call:
            if not args or not isinstance(args[0], str):
                raise TypeError("call_tool requires a tool name as the first argument.")
            name, args = args[0], args[1:]
        if args:
            raise TypeError(
                f"{name}() does not accept positional arguments; use keyword arguments"
                if is_direct_call
                else _NO_POSITIONS
            )
        if not isinstance(kwargs, Mapping):
            raise TypeError("Tool kwargs must be a JSON object.")
        tool = self._tools.get(name)
        if tool is None:
            raise ValueError(f"Tool {name!r} is not registered.")
        return _invoke(tool, dict(kwargs))

    async def settle(self, ev: _events.Event) -> Settled:
        """As ``Host.settle``."""
        return await self._tasks.wait(ev)

    async def finish(self) -> None:
        """As ``Host.finish``."""
        await self._tasks.finish()


async def _invoke(tool: FunctionTool, arguments: dict[str, Any]) -> Any:
    """The raw result; an error of a kind that the program knows."""
    try:
        return await tool.invoke(arguments=arguments, skip_parsing=True)
    except Exception as e:
        raise _known(e) from None


def _known(e: Exception) -> Exception:
    """Exceptions that Python itself has stay what they are."""
    kind = type(e)
    if getattr(builtins, kind.__name__, None) is kind:
        return e
    if isinstance(e, TypeError):  # the framework's own kind for bad arguments
        return TypeError(str(e))
    return RuntimeError(f"{kind.__name__}: {e}")
