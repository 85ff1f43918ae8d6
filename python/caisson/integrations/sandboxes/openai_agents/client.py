"""The client: makes, deletes and resumes sandboxes of this machine."""

from __future__ import annotations

import contextlib
import hashlib
import json
import secrets
import uuid

from agents.sandbox import Manifest
from agents.sandbox.session import (
    BaseSandboxClient,
    Dependencies,
    Instrumentation,
    SandboxSession,
    SandboxSessionState,
)
from agents.sandbox.snapshot import SnapshotBase, SnapshotSpec, resolve_snapshot

from caisson.integrations.sandboxes.openai_agents.session import (
    CaissonSandboxSession,
)
from caisson.integrations.sandboxes.openai_agents.state import (
    CaissonSandboxClientOptions,
    CaissonSandboxSessionState,
)
from caisson.sandbox import (
    LocalSandboxClient,
    LocalSandboxHandle,
    SandboxNotFound,
    SandboxSpec,
)
from caisson.sandbox._types import DEFAULT_IMAGE

MARKER = "openai-agents.session"
ARCHIVE_BYTES = 256 << 20  # of a workspace that is persisted


class CaissonSandboxClient(BaseSandboxClient[CaissonSandboxClientOptions | None]):
    """Sessions in named sandboxes; `delete` removes them."""

    backend_id = "caisson"
    supports_default_options = True

    def __init__(
        self,
        *,
        client: LocalSandboxClient | None = None,
        instrumentation: Instrumentation | None = None,
        dependencies: Dependencies | None = None,
    ) -> None:
        self._client = client or LocalSandboxClient()
        self._instrumentation = instrumentation or Instrumentation()
        self._dependencies = dependencies

    async def create(
        self,
        *,
        snapshot: SnapshotSpec | SnapshotBase | None = None,
        manifest: Manifest | None = None,
        options: CaissonSandboxClientOptions | None = None,
    ) -> SandboxSession:
        """Make a sandbox; `start` of the session fills its workspace."""
        manifest = manifest if manifest is not None else Manifest()
        self._validate_manifest_for_create(manifest)
        check_manifest(manifest)
        options = options or CaissonSandboxClientOptions()
        session_id = uuid.uuid4()
        state = CaissonSandboxSessionState(
            session_id=session_id,
            manifest=manifest,
            snapshot=resolve_snapshot(snapshot, str(session_id)),
            image=options.image,
            egress=options.egress,
            memory_mib=options.memory_mib,
            cpus=options.cpus,
        )
        handle = await self._make(state)
        inner = CaissonSandboxSession(state=state, handle=handle)
        return self._wrap_session(inner, instrumentation=self._instrumentation)

    async def delete(self, session: SandboxSession) -> SandboxSession:
        """Remove the session's sandbox; one that is gone is fine."""
        inner = session._inner
        if not isinstance(inner, CaissonSandboxSession):
            raise TypeError("CaissonSandboxClient.delete needs a CaissonSandboxSession")
        first: BaseException | None = None
        try:
            await inner.shutdown()
        except SandboxNotFound:
            pass
        except BaseException as exc:
            first = exc
        try:
            with contextlib.suppress(SandboxNotFound):
                await self._client.remove(inner.handle.name)
        except BaseException as exc:
            first = first or exc
        if first is not None:
            raise first
        return session

    async def resume(self, state: SandboxSessionState) -> SandboxSession:
        """Find the sandbox of a state again, or make one in its place."""
        if not isinstance(state, CaissonSandboxSessionState):
            raise TypeError(
                "CaissonSandboxClient.resume needs a CaissonSandboxSessionState"
            )
        state.assert_path_grants_rebound()
        check_manifest(state.manifest)
        handle = await self._find(state)
        kept = handle is not None
        old = (state.sandbox_id, state.workspace_root_ready)
        try:
            if handle is None:
                state.workspace_root_ready = False
                handle = await self._make(state)
            inner = CaissonSandboxSession(state=state, handle=handle)
            inner._set_start_state_preserved(kept)
            return self._wrap_session(inner, instrumentation=self._instrumentation)
        except BaseException:
            state.sandbox_id, state.workspace_root_ready = old
            raise

    def deserialize_session_state(
        self, payload: dict[str, object]
    ) -> SandboxSessionState:
        """Give the state that was serialized."""
        return self._deserialize_session_state_payload(
            payload, CaissonSandboxSessionState
        )

    # -- sandboxes ---------------------------------------------------------

    async def _make(self, state: CaissonSandboxSessionState) -> LocalSandboxHandle:
        spec = SandboxSpec(
            f"oa-{secrets.token_hex(8)}",
            state.image or DEFAULT_IMAGE,
            memory_mib=state.memory_mib,
            cpus=state.cpus,
            egress=state.egress,
            labels={MARKER: _grants(state)},
            env=await state.manifest.environment.resolve(),
            stdout_bytes=ARCHIVE_BYTES,
            stderr_bytes=ARCHIVE_BYTES,
        )
        handle = await self._client.create(spec)
        state.sandbox_id = handle.id
        return handle

    async def _find(
        self, state: CaissonSandboxSessionState
    ) -> LocalSandboxHandle | None:
        """Only a sandbox that this client has made, with what the state says: a
        state may come from anywhere.
        """
        for row in await self._client.rows():
            if not state.sandbox_id or row.get("id") != state.sandbox_id:
                continue
            granted = (row.get("labels") or {}).get(MARKER)
            if granted is None:
                raise ValueError("the sandbox of this state is not a session's")
            if granted != _grants(state):
                raise ValueError(
                    "the sandbox may reach other hosts than the session's state says"
                )
            return self._client._handle(row)
        return None


def _grants(state: CaissonSandboxSessionState) -> str:
    """What a sandbox may reach, as a label that it is known by."""
    hosts = json.dumps(sorted(state.egress)).encode()
    return hashlib.sha256(hosts).hexdigest()


def check_manifest(manifest: Manifest) -> None:
    """Refuse what a sandbox cannot have, before anything is made."""
    if manifest.users or manifest.groups:
        raise ValueError(
            "a caisson sandbox has one user: leave users and groups out of the manifest"
        )
    if manifest.extra_path_grants:
        raise ValueError(
            "a caisson sandbox shows no path of the host: leave extra_path_grants out "
            "of the manifest"
        )
