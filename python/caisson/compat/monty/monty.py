"""``Monty``: one name for two things.

``Monty("1 + 2")`` is a program of the older generation, ``Monty()`` a pool of
the newer one; both are instances of this class.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from caisson import _native


class Monty(_native.Program):
    """A program if called with code, else a pool."""

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
