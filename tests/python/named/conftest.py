"""Sandboxes of a state directory that the test owns."""

import asyncio
import os

import pytest

from caisson.sandbox import LocalSandboxClient, SandboxSpec, SandboxUnavailable


@pytest.fixture(autouse=True)
def isolation():
    """Once is enough: nothing here runs in the engine."""
    return "worker"


@pytest.fixture(scope="session")
def home(tmp_path_factory):
    return tmp_path_factory.mktemp("state")


@pytest.fixture(scope="session", autouse=True)
def _able(home):
    """Skip where this host cannot make a sandbox, and say what is missing."""
    client = LocalSandboxClient(home=home)

    async def attempt():
        handle = await client.create(SandboxSpec("probe", ephemeral=True))
        await client.remove(handle.name)

    try:
        asyncio.run(attempt())
    except SandboxUnavailable as exc:
        if os.environ.get("CI"):
            raise
        pytest.skip(str(exc))


@pytest.fixture
def client(home):
    made = LocalSandboxClient(home=home)
    yield made

    async def clean():
        for row in await made.rows():
            await made.remove(row["name"])

    asyncio.run(clean())


@pytest.fixture
def run():
    """Run a coroutine to its end."""
    return asyncio.run
