"""mellea's policy, and what it means for a sandbox."""

from __future__ import annotations

import atexit
import dataclasses
import fnmatch
import functools
import os
import shutil
import tempfile
import warnings
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from caisson import _depth
from caisson.errors import UnavailableError
from caisson.integrations.mellea.base import LOCAL, BasePolicy
from caisson.mounts import Mount


class EnforcementError(UnavailableError):
    """A restriction that nothing here can enforce; ``missing`` names the fields."""


_FIELDS = tuple(f.name for f in dataclasses.fields(BasePolicy))
_EXECUTING = ("local_unsafe", "local")


@dataclasses.dataclass
class CapabilityPolicy(BasePolicy):
    """mellea's policy: every field of it is enforced, or nothing runs."""

    def __post_init__(self) -> None:
        pass  # mellea warns here that roots are not enforced: they are

    def enforced_capabilities(self, tier: str | None = None) -> list[str]:
        """Fields that are enforced on this host, on one tier or on all of them."""
        tiers = (tier,) if tier else _EXECUTING
        return [f for f in _FIELDS if all(f in _enforced(t) for t in tiers)]

    def unenforced_capabilities(self, tier: str | None = None) -> list[str]:
        """The other fields."""
        held = self.enforced_capabilities(tier)
        return [f for f in _FIELDS if f not in held]


# What each field relies on: keys of the enforcement report.
_KEYS = {
    "filesystem_read_roots": {"fs.read", "fs.mounts"},
    "filesystem_write_roots": {"fs.write", "fs.mounts"},
    "network_access": {"egress.allow", "net.listen"},
    "package_installation": {"packages.install"},
    "subprocess_execution": {"process.spawn"},
    "env_var_access": {"env"},
    "timeout": {"limits.wall_ms", "limits.guest_ms", "kill_tree"},
    "stdout_max_bytes": {"limits.stdout_bytes"},
    "stderr_max_bytes": {"limits.stderr_bytes"},
    "artifact_export_paths": {"artifacts"},
}


def _enforced(tier: str) -> tuple[str, ...]:
    if tier not in LOCAL or not _has_jail():
        return ()
    missing = _missing()
    return tuple(f for f in _FIELDS if not _KEYS.get(f, set()) & missing)


@functools.cache
def _missing() -> frozenset[str]:
    """What the report of this host does not call enforced, in a jail."""
    from caisson._sync import Sandbox

    with Sandbox(depth=_depth.JAIL, spawn=False) as box:
        return frozenset(box.run("").enforcement.missing)


@functools.cache
def _has_jail() -> bool:
    from caisson._sync import Sandbox

    try:
        Sandbox(depth=_depth.JAIL, spawn=False).close()
    except UnavailableError:
        return False
    return True


def _restricts(policy: Any, field: str) -> bool:
    value = getattr(policy, field)
    if field.startswith("filesystem_"):
        return value is not None
    return value is False if isinstance(value, bool) else field == "timeout"


def check_enforced(policy: Any, tier: str, accepted: Iterable[str], level: int) -> None:
    """``EnforcementError`` for restrictions that would not hold; a warning for
    those that were accepted, at the line ``level`` calls up.
    """
    held, fine = _enforced(tier), set(accepted)
    gaps = [f for f in _FIELDS if f not in held and _restricts(policy, f)]
    open_gaps = tuple(f for f in gaps if f not in fine)
    if open_gaps:
        raise EnforcementError(
            f"tier {tier!r} cannot enforce {', '.join(open_gaps)} on this host",
            f"accept_unenforced={list(open_gaps)!r} runs without",
            open_gaps,
        )
    if gaps:
        warnings.warn(
            f"tier {tier!r}: declared, but not enforced: {', '.join(gaps)}",
            UserWarning,
            stacklevel=level + 1,
        )


LOCAL_POLICY = CapabilityPolicy(subprocess_execution=True, timeout=30)
DOCKER_POLICY = CapabilityPolicy(
    package_installation=True, subprocess_execution=True, timeout=60
)

_RAN = {
    "execute_code": True,
    "timeout_enforcement": True,
    "import_allowlist": True,
    "policy_applied": True,
    "copy_in": False,
    "copy_out": False,
    "package_installation": True,
    "docker_isolation": False,
}
_CONTAINER = {"copy_in": True, "copy_out": True, "docker_isolation": True}
COMPATIBILITY_MATRIX: dict[str, dict[str, bool]] = {
    "static": {name: name == "import_allowlist" for name in _RAN},
    "local_unsafe": {**_RAN, "policy_applied": False},
    "local": dict(_RAN),
    "docker_unsafe": {**_RAN, **_CONTAINER, "policy_applied": False},
    "docker": {**_RAN, **_CONTAINER},
}


# -- environment variables -----------------------------------------------------------

_SECRET = ("*KEY*", "*TOKEN*", "*SECRET*", "*PASSW*", "*CREDENTIAL*")
_LOADER = ("LD_*", "PYTHON*", "DYLD_*")


def environment(policy: Any) -> dict[str, str]:
    """Variables of the program; ``PATH``, ``HOME`` and ``LANG`` always exist."""
    if policy is not None and not policy.env_var_access:
        return {"TMPDIR": "/tmp"}
    return {
        name: value
        for name, value in os.environ.items()
        if not any(fnmatch.fnmatch(name.upper(), p) for p in (*_SECRET, *_LOADER))
    }


# -- files -----------------------------------------------------------------------------

_OWN = (
    *("proc", "sys", "dev", "tmp", "run", "boot", "usr", "bin", "sbin", "etc"),
    *("lib", "lib32", "lib64", "libx32", "lost+found"),
)
"""Top directories that a jail has itself, or that nobody needs."""

_PRIVATE = (
    *(".ssh", ".gnupg", ".aws", ".azure", ".kube", ".docker", ".netrc", ".npmrc"),
    *(".pypirc", ".git-credentials", ".password-store", ".mozilla", ".cargo"),
    *(".config/gcloud", ".config/gh", ".config/caisson", ".local/share/keyrings"),
    *(".local/state/caisson", ".config/google-chrome", ".config/chromium"),
)
"""What is hidden of a home directory."""


@functools.cache
def _nothing() -> tuple[Path, Path]:
    """An empty directory and an empty file, to hide others with."""
    folder = Path(tempfile.mkdtemp(prefix="caisson-"))
    atexit.register(shutil.rmtree, folder, True)
    (folder / "file").touch()
    (folder / "directory").mkdir()
    return folder / "directory", folder / "file"


def _whole_host() -> dict[str, Mount]:
    tops = [e for e in os.scandir("/") if e.is_dir(follow_symlinks=False)]
    made = {e.path: Mount(e.path, "ro") for e in tops if e.name not in _OWN}
    directory, file = _nothing()
    for name in _PRIVATE:
        path = (Path.home() / name).resolve()
        if path.exists() and any(path.is_relative_to(top) for top in made):
            made[str(path)] = Mount(directory if path.is_dir() else file, "ro")
    return made


def _roots(given: Iterable[str | os.PathLike[str]], mode: str) -> dict[str, Mount]:
    """Directories at their own place; those that do not exist grant nothing."""
    real = [Path(p).expanduser().resolve() for p in given]
    return {str(p): Mount(p, mode) for p in real if p.exists()}


def mounts(policy: Any, working_directory: str | None) -> dict[str, Mount]:
    """What of the host the program sees, at the same paths."""
    read = None if policy is None else policy.filesystem_read_roots
    write = None if policy is None else policy.filesystem_write_roots
    made = _whole_host() if read is None else _roots(read, "ro")
    made |= _roots(write or [], "rw")
    if working_directory is not None:
        made |= _roots([working_directory], "rw")
    return dict(sorted(made.items()))  # a directory before what is in it


def starting_place(shown: dict[str, Mount], working_directory: str | None) -> str:
    """The directory in which the program starts."""
    here = Path(working_directory or os.getcwd()).resolve()
    return str(here) if any(here.is_relative_to(at) for at in shown) else "/tmp"
