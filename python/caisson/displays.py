"""What a program showed besides text: pictures, tables, HTML."""

from __future__ import annotations

import base64
import dataclasses
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

_PICTURES = ("image/png", "image/jpeg", "image/gif", "image/webp")
_BEST = (*_PICTURES, "image/svg+xml", "application/pdf", "text/html", "text/markdown")
_ENDINGS = {
    "image/png": "png",
    "image/jpeg": "jpg",
    "image/gif": "gif",
    "image/webp": "webp",
    "image/svg+xml": "svg",
    "application/pdf": "pdf",
    "application/json": "json",
    "text/html": "html",
    "text/markdown": "md",
    "text/latex": "tex",
}


@dataclasses.dataclass(frozen=True)
class Display:
    """One thing that was shown, in every form it has: ``data`` by MIME type.

    The program chose the data and the types: treat HTML and SVG as untrusted.
    """

    data: Mapping[str, str | bytes]

    @property
    def mime(self) -> str:
        """The type of its best form: a picture before a table before text."""
        return next((m for m in _BEST if m in self.data), next(iter(self.data)))

    @property
    def content(self) -> bytes:
        """Its best form."""
        found = self.data[self.mime]
        if isinstance(found, str):
            return found.encode("utf-8", "backslashreplace")
        return found

    @property
    def text(self) -> str:
        """It as plain text, as far as it has any."""
        return str(self.data.get("text/plain", ""))

    @property
    def picture(self) -> tuple[str, bytes] | None:
        """(MIME type, bytes) of a picture that every client can show, or None."""
        for mime in _PICTURES:
            found = self.data.get(mime)
            if isinstance(found, bytes):
                return mime, found
        return None

    def to_dict(self) -> dict[str, Any]:
        """As plain data; bytes are in base64."""
        shown = {
            mime: base64.b64encode(d).decode() if isinstance(d, bytes) else d
            for mime, d in self.data.items()
        }
        return {"mime": self.mime, "data": shown}

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write its best form into a file."""
        Path(path).write_bytes(self.content)


def save_all(displays: Iterable[Display], folder: str | os.PathLike[str]) -> list[Path]:
    """Write all into a folder: ``1.png``, ``2.html``, ..."""
    Path(folder).mkdir(parents=True, exist_ok=True)
    made = []
    for i, one in enumerate(displays, 1):
        path = Path(folder) / f"{i}.{_ENDINGS.get(one.mime, 'txt')}"
        one.save(path)
        made.append(path)
    return made
