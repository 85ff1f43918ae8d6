"""What a session can be found by again, and what it is created with."""

from __future__ import annotations

import uuid
from typing import Any, Literal

from agents.sandbox.session import SandboxSessionState
from agents.sandbox.session.sandbox_client import BaseSandboxClientOptions


class CaissonSandboxClientOptions(BaseSandboxClientOptions):
    """An image, and hosts that its programs may reach (default: none)."""

    type: Literal["caisson"] = "caisson"
    image: str | None = None
    egress: tuple[str, ...] = ()
    memory_mib: int = 512
    cpus: float = 1

    def __init__(
        self,
        image: str | None = None,
        egress: tuple[str, ...] = (),
        *,
        memory_mib: int = 512,
        cpus: float = 1,
        type: Literal["caisson"] = "caisson",
    ) -> None:
        super().__init__(
            type=type, image=image, egress=egress, memory_mib=memory_mib, cpus=cpus
        )


class CaissonSandboxSessionState(SandboxSessionState):
    """Holds names only: no path of the host, no secret."""

    type: Literal["caisson"] = "caisson"
    sandbox_id: str = ""
    image: str | None = None
    egress: tuple[str, ...] = ()
    memory_mib: int = 512
    cpus: float = 1

    def _sanitize_persisted_provider_identity(
        self, data: dict[str, Any], *, mount_authority_redacted: bool
    ) -> None:
        if mount_authority_redacted:
            data["sandbox_id"] = ""
            data["session_id"] = uuid.uuid4()
            data["workspace_root_ready"] = False
