"""Arguments of a sandbox, checked and as options of a session."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING

from caisson import _depth, _native, errors

if TYPE_CHECKING:
    from caisson.policy import Policy
    from caisson.remote import Remote, RemoteArg

WORKER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "caisson-worker")
DEFAULT_ISOLATION = "worker"


_startable: set[str] = set()


def _can_start(path: str) -> bool:
    """Can this program be started?  One that could be is not looked at again."""
    if path not in _startable:
        if not os.path.isabs(path) or not os.access(path, os.X_OK):
            return False
        _startable.add(path)
    return True


def worker_path(isolation: str | None) -> str | None:
    """The program that runs the engine; None: this process does."""
    isolation = isolation or DEFAULT_ISOLATION
    if isolation == "inprocess":
        return None
    if isolation != "worker":
        raise errors.ConfigError(
            f"isolation must be 'worker' or 'inprocess', not {isolation!r}"
        )
    path = os.environ.get("CAISSON_BIN") or WORKER
    if not _can_start(path):
        raise errors.UnavailableError(
            f"the worker program {path!r} cannot be started",
            "reinstall the package, or pass isolation='inprocess' if you trust "
            "the code",
        )
    return path


def clock_options(clock: str | float) -> dict[str, int]:
    """The clock that a program sees."""
    if clock == "host":
        return {"os": _native.OS_CLOCK}
    if clock == "denied":
        return {"os": 0}
    if clock == "monotonic":
        return {"os": _native.OS_MONOTONIC}
    if isinstance(clock, (int, float)) and not isinstance(clock, bool):
        return {"os": _native.OS_FIXED_CLOCK, "clock_ns": round(clock * 1e9)}
    raise errors.ConfigError(
        "clock must be 'host', 'monotonic', 'denied' or a time in seconds since "
        f"1970, not {clock!r}"
    )


def random_options(random: str | int) -> dict[str, int]:
    """Where its random numbers come from."""
    if random == "host":
        return {"os": _native.OS_ENTROPY}
    if random == "denied":
        return {"os": 0}
    if isinstance(random, int) and not isinstance(random, bool):
        return {"os": _native.OS_SEEDED, "seed": random % 2**64}
    raise errors.ConfigError(
        f"random must be 'host', 'denied' or a seed, not {random!r}"
    )


def seal(data: bytes, key: bytes | None) -> bytes:
    """Snapshot bytes under a key; without one as they are."""
    if key is None:
        return data
    try:
        return _native.seal(data, key)
    except ValueError as e:
        raise errors.ConfigError(str(e)) from None


def unseal(data: bytes, key: bytes | None) -> bytes:
    """What is under the seal; SnapshotError unless this key made it."""
    if key is None:
        return data
    try:
        return _native.unseal(data, key)
    except ValueError as e:
        raise errors.SnapshotError(str(e)) from None


def _refused(text: str, snapshot: bytes | None) -> Exception:
    """Why a session cannot be opened, by class."""
    code = text.partition(":")[0]
    if code in ("policy_widens", "enforcement_missing"):
        if snapshot is not None:
            return errors.SnapshotPolicy(text)
        return errors.PolicyError(text, code=code)
    return (errors.ConfigError if snapshot is None else errors.SnapshotError)(text)


def unopened(
    e: Exception, snapshot: bytes | None = None, *, remote: bool = False
) -> Exception:
    """What it means that a session was not opened."""
    if isinstance(e, OSError) and remote:
        return errors.TransportError(str(e))
    if isinstance(e, OSError):
        return errors.UnavailableError(str(e), "isolation='inprocess' needs no worker")
    return _refused(str(e), snapshot) if isinstance(e, ValueError) else e


def choose_depth(asked: str, policy: Policy, *, by_text: bool) -> str:
    """``interp``, ``process`` or ``auto``: what was asked for, within the policy.

    ``by_text``: the first program may decide, where the policy leaves it open.
    """
    fields = policy._view
    wanted = fields["depth"] if asked == "auto" else asked
    allowed: list[str] = fields["depth_allow"]
    here = (_depth.ENGINE, _depth.JAIL)
    if wanted == "auto" and by_text and _depth.ENGINE in allowed:
        return "auto"
    if wanted == "auto":
        wanted = next((d for d in here if d in allowed), _depth.ENGINE)
    if wanted not in allowed or wanted not in here:
        raise errors.PolicyError(
            f"no_depth: depth_allow of the policy has no {wanted!r} that can run here",
            code="no_depth",
            key="depth_allow",
        )
    return str(wanted)


def refuse(**given: object) -> None:
    """Refuse what a process of its own cannot have."""
    for name, value in given.items():
        if value is not None:
            raise errors.ConfigError(
                f"{name!r} cannot be given with depth='process': the kernel answers"
            )


def refuse_limits(counted: Mapping[str, int]) -> None:
    """Refuse limits that nothing would keep in a jail."""
    for name in counted:
        raise errors.ConfigError(
            f"{name!r} cannot be kept with depth='process': only the engine counts "
            "it; use Limits(time=...), or depth='interp'"
        )


def check_callable(**given: object) -> None:
    """Refuse what is neither None nor a function."""
    for name, function in given.items():
        if function is not None and not callable(function):
            raise errors.ConfigError(f"{name!r} must be a function, not {function!r}")


def as_remote(given: RemoteArg) -> Remote | None:
    """A remote; the module brings TLS along: only for who asks."""
    from caisson import remote

    return remote.as_remote(given)


def refuse_with_remote(**given: object) -> None:
    """Refuse what a server decides."""
    for name, value in given.items():
        if value is not None:
            raise errors.ConfigError(
                f"{name}={value!r} cannot be had with remote=: the server decides "
                "where its workers run, and they run the interpreter"
            )
