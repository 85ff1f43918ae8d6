"""Policies: what programs may do, in one file for every depth."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from typing import Any, Union

from caisson import _native, errors

_LEVELS = {
    "system": _native.POLICY_SYSTEM,
    "owner": _native.POLICY_OWNER,
    "project": _native.POLICY_PROJECT,
    "call": _native.POLICY_CALL,
}


def _level(name: str) -> int:
    if name not in _LEVELS:
        raise errors.ConfigError(f"level is one of {', '.join(_LEVELS)}, not {name!r}")
    return _LEVELS[name]


def _made(make: Callable[..., _native.Policy], *args: Any) -> Policy:
    """A policy, or the PolicyError that says what is wrong with it."""
    try:
        native = make(*args)
    except ValueError as e:
        code, text, file, line, column, key, near, asked, allowed, source = e.args
        raise errors.PolicyError(
            text,
            code=code,
            file=file or None,
            line=line or None,
            column=column or None,
            key=key or None,
            nearest=near or None,
            asked=asked or None,
            allowed=allowed or None,
            source=source or None,
        ) from None
    return Policy(native)


class Policy:
    """What programs may do: files, network, processes, tools, limits.

    Made with ``load``, ``parse``, ``of`` or ``profile``; it never changes.  Two
    that mean the same are equal, however they were written.

    >>> policy = Policy.of({"limits": {"memory_bytes": "64MiB"}})
    >>> policy.as_dict()["limits"]["memory_bytes"]
    67108864
    >>> with caisson.Sandbox(policy=policy) as box:  # doctest: +SKIP
    ...     box.run("1 + 2")
    """

    __slots__ = ("_fields", "_hash", "native")

    def __init__(self, native: _native.Policy) -> None:
        """Wrap a policy of the extension; for the package's own use."""
        self.native = native
        self._hash = native.hash()
        self._fields: dict[str, Any] | None = None

    @classmethod
    def load(cls, path: str | os.PathLike[str], *, level: str = "owner") -> Policy:
        """Read a file, YAML or JSON.

        It must be a regular file, owned by you or root, and writable by nobody
        else.  ``level`` says who wrote it: ``system``, ``owner``, ``project`` or
        ``call``.
        """
        return _made(_native.Policy.load, os.fspath(path), _level(level))

    @classmethod
    def parse(cls, text: str, *, name: str = "policy", level: str = "owner") -> Policy:
        """Read a text; ``name`` stands for the file in messages.

        >>> Policy.parse("version: 1\\nlimits: {pids: 5}").origin("limits.pids")
        'policy:2'
        """
        return _made(_native.Policy.parse, text, name, _level(level))

    @classmethod
    def of(cls, fields: Mapping[str, Any], *, level: str = "owner") -> Policy:
        """A policy from a mapping; ``version`` may be left out."""
        text = json.dumps({"version": 1, **fields})
        return _made(_native.Policy.parse, text, "mapping", _level(level))

    @classmethod
    def profile(cls, name: str) -> Policy:
        """A built-in one: ``default``, ``strict``, ``agent``, ``mellea-unsafe``."""
        return _made(_native.Policy.profile, name)

    def narrow(self, by: Policy | Mapping[str, Any], *, level: str = "call") -> Policy:
        """The values of ``by`` over these; what is wider raises ``PolicyError``.

        >>> base = Policy.profile("agent")
        >>> base.narrow({"limits": {"pids": 4}}).as_dict()["limits"]["pids"]
        4
        >>> base.narrow({"limits": {"pids": 4000}})
        Traceback (most recent call last):
        ...
        caisson.errors.PolicyError: mapping:1:36: 'limits.pids' asks for 4000, \
which is wider than 128 (built-in)
        """
        other = by if isinstance(by, Policy) else Policy.of(by, level=level)
        return _made(self.native.narrow, other.native, _level(level))

    def allows(self, other: Policy) -> bool:
        """Is all of the other one within this one?"""
        return self.native.widened_by(other.native) is None

    @property
    def hash(self) -> str:
        """``sha256:...``: equal for policies that mean the same."""
        return self._hash

    @property
    def name(self) -> str | None:
        """The name it has."""
        name: str | None = self._view.get("name")
        return name

    def as_dict(self) -> dict[str, Any]:
        """Every field, defaults included."""
        fields: dict[str, Any] = json.loads(self.native.json())
        return fields

    @property
    def _view(self) -> dict[str, Any]:
        """The same, read once; for the package's own use: nobody changes it."""
        if self._fields is None:
            self._fields = self.as_dict()
        return self._fields

    def origin(self, key: str) -> str:
        """Where a field was set: ``policy.yaml:3``, or ``built-in``."""
        return self.native.origin(key)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Policy):
            return NotImplemented
        return self._hash == other._hash

    def __hash__(self) -> int:
        return hash(self._hash)

    def __repr__(self) -> str:
        return f"<Policy {self.name or 'without a name'} {self._hash[:19]}>"


PolicyArg = Union[Policy, Mapping[str, Any], None]


def as_policy(given: PolicyArg) -> Policy | None:
    """What a sandbox was given, as a policy."""
    if given is None or isinstance(given, Policy):
        return given
    if isinstance(given, Mapping):
        return Policy.of(given)
    raise errors.ConfigError(
        f"policy must be a Policy or a mapping, not {type(given).__name__}; "
        "Policy.load reads a file"
    )


def schema() -> dict[str, Any]:
    """The JSON Schema of policies."""
    parsed: dict[str, Any] = json.loads(_native.policy_schema())
    return parsed
