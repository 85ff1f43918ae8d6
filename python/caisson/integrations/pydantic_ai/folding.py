"""Which tools become functions of the program, and under which names."""

from __future__ import annotations

import dataclasses
import keyword
import re
import warnings
from collections.abc import Iterable, Mapping
from typing import Any

from pydantic_ai.exceptions import UserError
from pydantic_ai.function_signature import FunctionSignature
from pydantic_ai.tools import (
    RunContext,
    ToolDefinition,
    ToolSelector,
    matches_tool_selector,
)
from pydantic_ai.toolsets.abstract import ToolsetTool

RUN_CODE = "run_code"


class CodeModeReturnSchemaWarning(UserWarning):
    """Tools whose results the model sees as ``Any``."""


NATIVE_KINDS = ("tool-search", "capability-load")
_STRANGE = re.compile(r"[^a-zA-Z0-9_]")


def sanitize(name: str) -> str:
    """The identifier under which a tool of this name is called.

    >>> [sanitize(n) for n in ("get-weather", "1st", "class", "")]
    ['get_weather', '_1st', 'class_', '_']
    """
    name = _STRANGE.sub("_", name)
    if not name or name[0].isdigit():
        name = "_" + name
    return name + "_" if keyword.iskeyword(name) else name


@dataclasses.dataclass(frozen=True)
class Folded:
    """A tool that the program calls as a function."""

    name: str
    definition: ToolDefinition

    @property
    def original(self) -> str:
        """The name by which the agent knows it."""
        return self.definition.name

    @property
    def is_async(self) -> bool:
        """Is it awaited?"""
        return not self.definition.sequential

    def signature(self) -> FunctionSignature:
        """A signature of its own: rendering several changes them."""
        return FunctionSignature.from_schema(
            name=self.name,
            parameters_schema=self.definition.parameters_json_schema,
            return_schema=self.definition.return_schema,
        )


@dataclasses.dataclass(frozen=True)
class Folding:
    """The tools of a step, parted."""

    folded: dict[str, Folded]
    native: dict[str, ToolsetTool[Any]]
    wrapped: dict[str, ToolsetTool[Any]]


async def _folds(
    definition: ToolDefinition, selector: ToolSelector[Any], ctx: RunContext[Any]
) -> bool:
    if definition.tool_kind in NATIVE_KINDS or not ctx.is_tool_available(definition):
        return False
    if definition.unless_native is not None:
        return False
    if "code_arg_name" in (definition.metadata or {}):
        return False
    return await matches_tool_selector(selector, ctx, definition)


async def fold(
    tools: Mapping[str, ToolsetTool[Any]],
    selector: ToolSelector[Any],
    ctx: RunContext[Any],
    warned: set[str],
) -> Folding:
    """Part the tools; warnings come once per run (``warned``)."""
    folded: dict[str, Folded] = {}
    native: dict[str, ToolsetTool[Any]] = {}
    for name, tool in tools.items():
        definition = tool.tool_def
        if await _folds(definition, selector, ctx):
            _add(folded, definition, warned)
        elif name == RUN_CODE:
            raise UserError(f"Tool name {RUN_CODE!r} is reserved for code mode.")
        else:
            native[name] = tool
    _warn_of_any(folded.values(), warned)
    return Folding(folded, native, dict(tools))


def _add(
    folded: dict[str, Folded], definition: ToolDefinition, warned: set[str]
) -> None:
    name = sanitize(definition.name)
    if name == RUN_CODE:
        raise UserError(
            f"Tool {definition.name!r} is called {RUN_CODE!r} in code, which "
            "conflicts with the code mode meta-tool"
        )
    first = folded.get(name)
    if first is not None:
        _warn(
            warned,
            f"CodeMode: tool {definition.name!r} (sanitized to {name!r}) collides "
            f"with {first.original!r}; {definition.name!r} will be hidden from the "
            "sandbox.",
        )
        return
    folded[name] = Folded(name, definition)


def _warn_of_any(folded: Iterable[Folded], warned: set[str]) -> None:
    """One warning that names all tools without a return schema, if any is new."""
    bare = [t.original for t in folded if t.definition.return_schema is None]
    if all(f"Any: {name}" in warned for name in bare):
        return
    warned.update(f"Any: {name}" for name in bare)
    warnings.warn(
        f"CodeMode: no return schema, so the model sees results as `Any`: "
        f"{', '.join(repr(name) for name in bare)}.",
        CodeModeReturnSchemaWarning,
        stacklevel=3,
    )


def _warn(warned: set[str], text: str) -> None:
    if text not in warned:
        warned.add(text)
        warnings.warn(text, UserWarning, stacklevel=2)
