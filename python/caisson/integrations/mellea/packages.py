"""Packages that code needs: installed into directories of their own.

Nothing is written to the interpreter's own site directories, and nothing of a
package runs while it is installed (wheels only).
"""

from __future__ import annotations

import atexit
import importlib.metadata
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path

TIMEOUT = 120
_layers: dict[tuple[str, ...], Path] = {}


def check_names(packages: Iterable[str]) -> None:
    """Refuse what is no package."""
    for name in packages:
        if not isinstance(name, str) or not name.strip():
            raise ValueError("a package must be a non-empty text")
        if name.strip().startswith("-"):
            raise ValueError(f"flag-style package names are refused: {name!r}")


def _is_there(package: str) -> bool:
    """Has the interpreter a fitting version already?"""
    try:
        from packaging.requirements import InvalidRequirement, Requirement
    except ImportError:
        return False
    try:
        wanted = Requirement(package)
        found = importlib.metadata.version(wanted.name)
    except (InvalidRequirement, importlib.metadata.PackageNotFoundError):
        return False
    return not wanted.url and not wanted.extras and wanted.specifier.contains(found)


def layer(packages: Sequence[str]) -> Path | None:
    """A directory with what the interpreter lacks of these; None: nothing lacks.

    OSError when they cannot be installed.
    """
    wanted = tuple(sorted({p for p in packages if not _is_there(p)}))
    if not wanted:
        return None
    if wanted not in _layers:
        _layers[wanted] = _install(wanted)
    return _layers[wanted]


def _install(wanted: Sequence[str]) -> Path:
    folder = Path(tempfile.mkdtemp(prefix="caisson-packages-"))
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-input"]
    command += ["--disable-pip-version-check", "--only-binary=:all:"]
    command += ["--target", str(folder), "--", *wanted]
    try:
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, timeout=TIMEOUT
        )
        if done.returncode != 0:
            raise OSError(done.stderr.decode("utf-8", "replace")[-500:])
    except (OSError, subprocess.TimeoutExpired) as e:
        shutil.rmtree(folder, ignore_errors=True)
        raise OSError(str(e)) from None
    atexit.register(shutil.rmtree, folder, True)
    return folder
