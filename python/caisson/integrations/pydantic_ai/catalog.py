"""Functions of the program as text: for the model, and for the checker."""

from __future__ import annotations

from collections.abc import Collection

from pydantic_ai.function_signature import FunctionSignature

from caisson.integrations.pydantic_ai.folding import Folded

_GATHER = "use `await asyncio.gather(...)` with positional awaitables"
_ASYNC = (
    "These functions exist in the code. They are async and take keyword arguments "
    "only, e.g. `await tool_name(arg=value)`. To run several at once "
    f"{_GATHER}."
)
_SYNC = (
    "These functions exist in the code. They take keyword arguments only and "
    "return at once, e.g. `tool_name(arg=value)`."
)
_MIXED = (
    "These functions exist in the code and take keyword arguments only. Await those "
    "declared `async def`, e.g. `await tool_name(arg=value)`; call the others "
    "directly, e.g. `tool_name(arg=value)`. To run several async ones at once "
    f"{_GATHER}."
)

_STUB_HEAD = [
    "import asyncio",
    "from typing import Any, TypedDict, NotRequired, Literal",
    "",
]


class Rendering:
    """Signatures of a set of tools; types that differ get their tool's name."""

    def __init__(self, tools: Collection[Folded]) -> None:
        self._tools = list(tools)
        self._signatures = [t.signature() for t in self._tools]
        self._conflicts = FunctionSignature.get_conflicting_type_names(self._signatures)

    def types(self) -> list[str]:
        """TypedDicts that the signatures mention."""
        return FunctionSignature.render_type_definitions(
            self._signatures, self._conflicts
        )

    def functions(self, body: str) -> list[str]:
        """The signatures with this body."""
        return [
            signature.render(
                body,
                name=tool.name,
                description=tool.definition.description,
                is_async=tool.is_async,
                conflicting_type_names=self._conflicts,
            )
            for tool, signature in zip(self._tools, self._signatures, strict=True)
        ]


def _header(tools: Collection[Folded]) -> str:
    kinds = {t.is_async for t in tools}
    if kinds == {True}:
        return _ASYNC
    return _SYNC if kinds == {False} else _MIXED


def catalog(tools: Collection[Folded]) -> str:
    """What the model reads about the tools; empty without any."""
    if not tools:
        return ""
    rendering = Rendering(tools)
    parts = [_header(tools)]
    types = rendering.types()
    if types:
        parts.append(_fenced(types))
    parts.append(_fenced(rendering.functions("...")))
    return "\n\n".join(parts)


def _fenced(blocks: list[str]) -> str:
    return "```python\n" + "\n\n".join(blocks) + "\n```"


def stubs(tools: Collection[Folded]) -> str:
    """A module that declares the tools."""
    rendering = Rendering(tools)
    blocks = rendering.types() + rendering.functions("raise NotImplementedError()")
    return "\n".join(_STUB_HEAD) + "\n" + "\n\n".join(blocks) + "\n"


def announcement(tools: Collection[Folded]) -> str:
    """What the model is told when tools were discovered.

    Names as code has them, nothing else: the text of a tool may be anybody's.
    """
    names = ", ".join(f"`{tool.name}`" for tool in tools)
    return f"New functions can be called in `run_code` now: {names}."
