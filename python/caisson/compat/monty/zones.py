"""Files of the time zone database, for programs that ask for a zone."""

from __future__ import annotations

import functools
import importlib.resources
import os
import re
import zoneinfo

_FOLDER = "/usr/share/zoneinfo/"
_KEY = re.compile(r"[A-Za-z][\w+-]*(?:/[\w+-]+){0,2}", re.ASCII)


def key_of(path: str) -> str | None:
    """The zone whose file this path would be, or None."""
    if not path.startswith(_FOLDER):
        return None
    key = path[len(_FOLDER) :]
    return key if _KEY.fullmatch(key) else None


@functools.lru_cache(maxsize=64)
def zone_data(key: str) -> bytes | None:
    """The zone's file, from this machine or the package tzdata."""
    if not _KEY.fullmatch(key):
        return None
    for folder in zoneinfo.TZPATH:
        path = os.path.join(folder, key)
        if os.path.isfile(path):
            with open(path, "rb") as f:
                data = f.read()
            return data if data[:4] == b"TZif" else None
    try:
        place = importlib.resources.files("tzdata.zoneinfo")
        return place.joinpath(*key.split("/")).read_bytes()
    except (ImportError, OSError):
        return None
