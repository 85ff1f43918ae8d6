"""pydantic-ai's own suite for workspace backends, on ours."""

import pytest
from pydantic_ai.workspaces.conformance import WorkspaceBackendSuite

from caisson.integrations.sandboxes.workspace import CaissonWorkspaceBackend
from caisson.sandbox import LocalSandboxClient


@pytest.fixture
def anyio_backend():
    return "asyncio"


async def destroy(backend):
    client = LocalSandboxClient()
    for row in await client.rows():
        if backend.ref and row["id"] == backend.ref.id:
            await client.remove(row["name"])


class TestCaisson(WorkspaceBackendSuite):
    options: dict = {}

    @pytest.fixture
    async def made(self):
        backends = []
        yield backends
        for backend in backends:
            await destroy(backend)

    @pytest.fixture
    def fresh_backend(self, made):
        def make():
            made.append(CaissonWorkspaceBackend(**self.options))
            return made[-1]

        return make

    @pytest.fixture
    def backend(self, fresh_backend):
        return fresh_backend()

    @pytest.fixture
    def destructive_backend(self, fresh_backend):
        return fresh_backend

    @pytest.fixture
    def attach_backend(self):
        return lambda ref: CaissonWorkspaceBackend(ref=ref)

    @pytest.fixture
    def destroy_environment(self):
        return destroy


class TestRoot(TestCaisson):
    """The same as user 0, who may not read what modes forbid either."""

    options = {"user": "0"}
