"""``Monty``: one name for two things.

``Monty("1 + 2")`` is a program of the older generation, ``Monty()`` a pool of
the newer one; both are instances of this class.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any


class Monty:
    """A program if called with code, else a pool."""

    def __new__(cls, *args: Any, **kwargs: Any) -> Monty:
        """Choose by the arguments."""
        if cls is Monty:
            from .pool import MontyPool
            from .program import MontyProgram

            cls = MontyProgram if args or "code" in kwargs else MontyPool
        return object.__new__(cls)

    @staticmethod
    def load(data: bytes, *, dataclass_registry: Iterable[type] | None = None) -> Any:
        """A program from its bytes."""
        from .program import MontyProgram

        return MontyProgram.load(data, dataclass_registry=dataclass_registry)

    @staticmethod
    async def acreate(code: str, **options: Any) -> Any:
        """A program, made without blocking the event loop."""
        from .program import MontyProgram

        return await MontyProgram.acreate(code, **options)
