"""Directories and network targets that a provider grants."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Literal, NamedTuple, Union
from urllib.parse import urlsplit

from caisson.mounts import Mount

MountMode = Literal["overlay", "read-only", "read-write"]

WORKSPACE = "/input"
_MODES = {"overlay": "overlay", "read-only": "ro", "read-write": "rw"}
_NODES = 4096  # what an overlay needs for itself before anything is written


class FileMount(NamedTuple):
    """A directory of the host at a path of the program."""

    host_path: str | Path
    mount_path: str
    mode: MountMode = "overlay"
    write_bytes_limit: int | None = None


FileMountInput = Union[str, "tuple[str | Path, str]", FileMount]


def mount_path(text: str) -> str:
    """The path in the program, in one spelling."""
    text = text.strip().replace("\\", "/")
    if not text:
        raise ValueError("mount_path must not be empty.")
    parts = [p for p in text.split("/") if p not in ("", ".")]
    if ".." in parts:
        raise ValueError("mount_path must not contain '..' segments.")
    if not parts:
        raise ValueError("mount_path must point to a concrete absolute path.")
    return "/" + "/".join(parts)


def host_directory(path: str | os.PathLike[str]) -> Path:
    """A directory that exists and is no link."""
    given = Path(path).expanduser()
    if given.is_symlink():
        raise ValueError(f"{os.fspath(path)!r} must not be a symbolic link.")
    if not given.is_dir():
        raise ValueError(f"{os.fspath(path)!r} must point to an existing directory.")
    return given.resolve()


def _of(given: FileMountInput) -> FileMount:
    if isinstance(given, FileMount):
        return given
    if isinstance(given, str):
        return FileMount(given, given)
    host, at = given
    return FileMount(host, at)


def file_mount(given: FileMountInput) -> FileMount:
    """A checked mount from any of the three forms."""
    made = _of(given)
    if made.mode not in _MODES:
        raise ValueError(f"mode must be one of {', '.join(_MODES)}, not {made.mode!r}.")
    limit = made.write_bytes_limit
    if limit is not None and limit < 0:
        raise ValueError("write_bytes_limit must not be negative.")
    return made._replace(
        host_path=host_directory(made.host_path), mount_path=mount_path(made.mount_path)
    )


def as_list(given: Any) -> list[Any]:
    """One input, several or none."""
    if given is None:
        return []
    if isinstance(given, (str, tuple)) or not isinstance(given, Sequence):
        one = not (isinstance(given, tuple) and _is_several(given))
        return [given] if one else list(given)
    return list(given)


def _is_several(given: tuple[Any, ...]) -> bool:
    """A tuple of inputs, not the pair of one input."""
    if isinstance(given, (FileMount, AllowedDomain)):
        return False
    return any(isinstance(g, tuple) for g in given) or len(given) != 2


def sandbox_mount(made: FileMount) -> Mount:
    """The same for a sandbox."""
    limit = made.write_bytes_limit
    if limit is None:
        return Mount(made.host_path, _MODES[made.mode])
    spare = _NODES if made.mode == "overlay" else 0
    return Mount(made.host_path, _MODES[made.mode], limit=max(1, limit + spare))


def state_of(made: FileMount) -> dict[str, Any]:
    """As plain data."""
    return {
        "host_path": str(made.host_path),
        "mount_path": made.mount_path,
        "mode": made.mode,
        "write_bytes_limit": made.write_bytes_limit,
    }


# -- network ----------------------------------------------------------------------


class AllowedDomain(NamedTuple):
    """A host, or a URL prefix, that programs may talk to."""

    target: str
    methods: tuple[str, ...] | None = None


AllowedDomainInput = Union[str, "tuple[str, str | Sequence[str]]", AllowedDomain]


def _target(text: str) -> str:
    """Lower-case host and port; a scheme and a path restrict further and stay."""
    text = text.strip()
    parts = urlsplit(text if "://" in text else f"//{text}")
    host = parts.netloc.lower()
    if not host:
        raise ValueError("Allowed domain entries must not be empty.")
    path = "" if parts.path == "/" else parts.path
    return f"{parts.scheme.lower()}://{host}{path}" if parts.scheme else host + path


def _methods(given: str | Iterable[str] | None) -> tuple[str, ...] | None:
    if given is None:
        return None
    listed = [given] if isinstance(given, str) else list(given)
    if not listed:
        raise ValueError("Allowed domain methods must not be empty when provided.")
    upper = {m.strip().upper() for m in listed}
    if "" in upper:
        raise ValueError("HTTP method entries must not be empty.")
    return tuple(sorted(upper))


def allowed_domain(given: AllowedDomainInput) -> AllowedDomain:
    """A checked entry from any of its forms."""
    if isinstance(given, str):
        return AllowedDomain(_target(given))
    target, methods = given
    return AllowedDomain(_target(target), _methods(methods))
