"""Values as JSON text; what JSON does not know becomes a one-key object."""

from __future__ import annotations

import dataclasses
import json
import math
from typing import Any

from .values import MontyClassProxy, UnknownDataclass


def to_json(value: Any) -> str:
    """Compact JSON of a value that came out of a program."""
    return json.dumps(_tag(value), separators=(",", ":"), ensure_ascii=False)


def _tag(v: Any) -> Any:
    if v is None or isinstance(v, (bool, int, str)):
        return v
    if isinstance(v, float):
        if math.isfinite(v):
            return v
        return {"$float": "nan" if v != v else "inf" if v > 0 else "-inf"}
    if v is ...:
        return {"$ellipsis": "..."}
    if isinstance(v, list):
        return [_tag(x) for x in v]
    if isinstance(v, tuple):
        return {"$tuple": [_tag(x) for x in v]}
    if isinstance(v, (bytes, bytearray)):
        return {"$bytes": list(v)}
    if isinstance(v, frozenset):
        return {"$frozenset": [_tag(x) for x in v]}
    if isinstance(v, set):
        return {"$set": [_tag(x) for x in v]}
    if isinstance(v, dict):
        if all(isinstance(k, str) for k in v):
            return {k: _tag(x) for k, x in v.items()}
        return {"$dict": [[_tag(k), _tag(x)] for k, x in v.items()]}
    return _tag_object(v)


def _tag_object(v: Any) -> Any:
    if isinstance(v, MontyClassProxy):
        return {"$dataclass": _tag(dict(v.attributes)), "name": v.name}
    if isinstance(v, UnknownDataclass):
        fields = {k: x for k, x in vars(v).items() if k != "_name"}
        return {"$dataclass": _tag(fields), "name": v._name}
    if dataclasses.is_dataclass(v) and not isinstance(v, type):
        fields = {f.name: getattr(v, f.name) for f in dataclasses.fields(v)}
        return {"$dataclass": _tag(fields), "name": type(v).__name__}
    if isinstance(v, BaseException):
        return {"$exception": {"type": type(v).__name__, "arg": str(v)}}
    if isinstance(v, type):
        return {"$type": v.__name__}
    return {"$repr": repr(v)}
