"""The sandbox of one agent run: opened with the first snippet, kept until the end."""

from __future__ import annotations

import functools
from collections.abc import Mapping

from caisson import _depth
from caisson.aio import AsyncSandbox
from caisson.integrations.pydantic_ai.folding import Folded
from caisson.integrations.pydantic_ai.options import Allowance, Place
from caisson.integrations.pydantic_ai.os_access import Handler, OsAnswers
from caisson.mounts import Mount
from caisson.remote import Remote
from caisson.tools import Tool


def _nobody(*args: object, **kwargs: object) -> object:
    raise AssertionError("calls are answered by the feed")


class Session:
    """State that lives as long as an agent run."""

    def __init__(
        self,
        allowance: Allowance,
        mounts: Mapping[str, Mount],
        handler: Handler | None,
        isolation: str | None,
        keep_overlay: bool,
        depth: str = _depth.ENGINE,
        place: Place | None = None,
        python: str | None = None,
    ) -> None:
        self.allowance = allowance
        self.mounts = dict(mounts)
        self.handler = handler
        self.is_new = True
        self._isolation = isolation
        self._keep_overlay = keep_overlay
        self._depth = depth
        self.place = place
        self._remote: Remote | None = None
        self._python = python
        self._box: AsyncSandbox | None = None
        self._known: dict[str, bool] = {}
        self._printed: list[str] = []
        self.os = OsAnswers(handler)

    async def box(self, tools: Mapping[str, Folded]) -> AsyncSandbox:
        """The sandbox, with these tools known to it."""
        if self._box is None:
            self._known = {}
            await self._find_place()
            self._box = self._make(None)
            await self._box.open()
            await self._enter_first_mount(self._box)
        await self._teach(self._box, tools)
        return self._box

    async def _find_place(self) -> None:
        if self.place is not None and self._remote is None:
            self._remote = await self.place.find()

    def _make(self, snapshot: bytes | None) -> AsyncSandbox:
        options = {
            "limits": self.allowance.limits(),
            "output": lambda stream, text: self._printed.append(text),
            "mounts": self.mounts,
        }
        if _depth.is_jail(self._depth):
            options |= {"depth": _depth.JAIL, "python": self._python}
            return AsyncSandbox(**options)  # type: ignore[arg-type]
        options |= {
            "os": _nobody,
            "clock": "monotonic",
            "random": "denied",
            "isolation": self._isolation if self.place is None else None,
            "remote": self._remote,
        }
        if snapshot is not None:
            return AsyncSandbox.load(snapshot, **options)  # type: ignore[arg-type]
        return AsyncSandbox(**options)  # type: ignore[arg-type]

    async def _enter_first_mount(self, box: AsyncSandbox) -> None:
        for at in self.mounts:
            await box.run(f"__import__('os').chdir({at!r})", check=True)
            return

    async def _teach(self, box: AsyncSandbox, tools: Mapping[str, Folded]) -> None:
        for name, tool in tools.items():
            if self._known.get(name) != tool.is_async:
                made = Tool(
                    name,
                    _nobody,
                    doc=tool.definition.description,
                    is_async=tool.is_async,
                )
                await box.off(functools.partial(box.add_tool, made))
                self._known[name] = tool.is_async

    async def restore(self, snapshot: bytes) -> AsyncSandbox:
        """Go on from the bytes of another session."""
        await self.reset()
        self._known = {}
        await self._find_place()
        self._box = self._make(snapshot)
        await self._box.open()
        self.is_new = False
        return self._box

    @property
    def is_open(self) -> bool:
        """Is there a sandbox?"""
        return self._box is not None

    async def dump(self) -> bytes:
        """Its state as bytes."""
        assert self._box is not None
        return await self._box.off(self._box.dump)

    async def look(self, name: str) -> object:
        """What a name of the program holds; KeyError: nothing."""
        assert self._box is not None
        return await self._box.off(functools.partial(self._box.get, name))

    def take_printed(self) -> str:
        """What was printed since the last call of this."""
        text, self._printed = "".join(self._printed), []
        return text

    async def end_call(self) -> None:
        """After a snippet: overlays forget, unless they are kept."""
        if self._box is not None and self.mounts and not self._keep_overlay:
            await self._box.off(self._box.discard)

    async def reset(self) -> None:
        """Forget everything; the next snippet gets another sandbox."""
        box, self._box = self._box, None
        self.is_new = True
        self.os = OsAnswers(self.handler)
        if box is not None:
            await box.close()
