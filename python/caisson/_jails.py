"""Real interpreters in jails: depth ``process``.

Sandboxes with the same interpreter and the same modules share one zygote, a
process that has imported them and is forked into a fresh jail for every sandbox.
"""

from __future__ import annotations

import os
import shutil
import sys
import threading
from collections.abc import Sequence
from typing import Union

from caisson import _native, errors
from caisson._setup import WORKER
from caisson.policy import Policy

_AHEAD = 1  # more than one at a time in the making only lengthens the longest waits

_lock = threading.Lock()
_Key = tuple[int, Union[str, None], tuple[str, ...], int, Union[str, None]]
_shared: dict[_Key, _native.Jails] = {}


def _find(python: str | None) -> str | None:
    """Where the interpreter is; a link of a virtual environment stays one.

    ``python`` is a path, an environment of ``caisson env create`` or a program in
    PATH.  Who names none gets the virtual environment that calls us, or the
    system's interpreter.  One below /tmp has to be named: a jail has a /tmp of its own.
    """
    if python is None:
        inside = sys.prefix != sys.base_prefix and not sys.prefix.startswith("/tmp/")
        return sys.executable if inside else None
    path = python if os.sep in python else _native.find_env(python)
    path = path or shutil.which(python)
    if path is None or not os.access(path, os.X_OK):
        raise errors.ConfigError(
            f"there is no interpreter or environment {python!r}; 'caisson env ls' "
            "lists environments"
        )
    return os.path.abspath(path)


def _flags(accept: Sequence[str]) -> int:
    for name in accept:
        if name != "landlock":
            raise errors.ConfigError(f"{name!r} is no gap that can be accepted")
    return _native.JAILS_NO_LANDLOCK if accept else 0


def jails(
    python: str | None,
    preload: Sequence[str],
    accept: Sequence[str],
    spawn: bool,
    policy: Policy | None = None,
) -> _native.Jails:
    """The jails for this interpreter; started with the first sandbox."""
    if not sys.platform.startswith("linux"):
        raise errors.UnavailableError("jails need Linux", "use depth='interp'")
    if isinstance(preload, str):
        raise errors.ConfigError("preload is a list of names, not a text")
    flags = _flags(accept) | (0 if spawn else _native.JAILS_NO_SPAWN)
    rules = None if policy is None else policy.hash
    key = (os.getpid(), _find(python), tuple(preload), flags, rules)
    with _lock:
        for stale in [k for k in _shared if k[0] != key[0]]:
            _shared.pop(stale)  # of the process that we were forked from
        made = _shared.get(key)
        if made is None:
            try:
                native = None if policy is None else policy.native
                made = _native.Jails(key[1], key[2], _AHEAD, key[3], native, WORKER)
            except ValueError as e:
                raise errors.ConfigError(str(e)) from None
            except OSError as e:
                raise errors.UnavailableError(
                    str(e), "'caisson doctor' tells what this host offers"
                ) from None
            _shared[key] = made
    return made
