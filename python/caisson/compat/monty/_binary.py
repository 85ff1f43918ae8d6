"""The program of the workers, by the name under which Monty's users look for it."""

from __future__ import annotations

from caisson import _setup


def find_monty_binary() -> str:
    """The path of the worker program that this package starts."""
    path = _setup.worker_path("worker")
    assert path is not None
    return path
