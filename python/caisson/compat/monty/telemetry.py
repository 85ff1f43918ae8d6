"""A place for tracers; spans are made by the caller's own instrumentation."""

from __future__ import annotations

import threading
from typing import Any

_lock = threading.Lock()
_installed: list[dict[str, Any]] = []


def instrument_telemetry(
    *, tracer: Any = None, meter: Any = None, logger: Any = None
) -> None:
    """Remember a tracer, a meter and a logger; once per process."""
    with _lock:
        if _installed:
            raise RuntimeError("telemetry is instrumented already")
        _installed.append({"tracer": tracer, "meter": meter, "logger": logger})
